/* SPDX-License-Identifier: MIT */
/*
 * Tolerances, decided exactly. A distance in long double is enough unless it is as near to the
 * tolerance as its rounding errors. Then the sign of
 *
 *     bound - (output - answer)   and   bound + (output - answer)
 *
 * is computed from the decimal texts, where the bound is the tolerance or the tolerance times the
 * answer. Both are sums of shifted texts with small factors. Their digits are added from the most
 * significant position on, until the remaining digits cannot change the sign. So the cost is
 * proportional to the number of digits, whatever the exponents are.
 */
#include <assay/check.h>

#include <float.h>
#include <math.h>
#include <string.h>

#define EXPONENT_CAP INT64_C(1000000000000000)
/* Digits of a tolerance that survive as a long double. */
#define TOLERANCE_DIGITS LDBL_DIG
#define MAX_TERMS (TOLERANCE_DIGITS + 2)

/* The text of a number: 0.d1 d2 ... dn * 10^top. */
struct decimal {
	const char *digits; /* may contain a point */
	size_t length;      /* without the point */
	size_t point;       /* index of the point, or `length` */
	int64_t top;
	bool negative, is_zero;
};

/* factor * number * 10^shift */
struct term {
	const struct decimal *number;
	int64_t shift;
	int factor;
};

struct sum {
	struct term terms[MAX_TERMS];
	size_t count;
	int weight; /* the sum of the absolute factors */
};

/* ---- texts ---- */

/* `text` starts after the "e". */
static int64_t exponent_of(const char *text, const char *end)
{
	const bool negative = text < end && *text == '-';
	int64_t value = 0;

	for (text += text < end && !as_is_digit(*text); text < end; text++)
		value = value >= EXPONENT_CAP ? EXPONENT_CAP : value * 10 + (*text - '0');
	if (value > EXPONENT_CAP)
		value = EXPONENT_CAP;
	return negative ? -value : value;
}

/* Zeros at both ends may be millions, and change nothing: "1.000", "0.0001". */
static void trim_zeros(struct decimal *number)
{
	size_t zeros = 0;

	while (number->length > 0 &&
		number->digits[number->length - 1 + (number->length - 1 >= number->point)] == '0')
		number->length--;
	if (number->point > 0 || number->length == 0)
		return;
	number->digits++;
	while (zeros < number->length && number->digits[zeros] == '0')
		zeros++;
	number->digits += zeros;
	number->length -= zeros;
	number->point = number->length;
	number->top -= (int64_t)zeros;
}

/* The text is a number of the format: as_check_number_parse has read it. */
static struct decimal decimal_of(const char *text, size_t length)
{
	const char *at = text, *end = text + length;
	struct decimal number = {.is_zero = true};
	size_t point = SIZE_MAX;

	number.negative = *at == '-';
	at += *at == '-' || *at == '+';
	/* Zeros before the first digit that counts may be many; they take no part. */
	while (at < end && *at == '0')
		at++;
	number.digits = at;
	for (; at < end && *at != 'e' && *at != 'E'; at++) {
		if (*at == '.')
			point = number.length;
		else
			number.length++;
		number.is_zero &= *at == '.' || *at == '0';
	}
	number.point = point < number.length ? point : number.length;
	number.top = (int64_t)number.point + (at < end ? exponent_of(at + 1, end) : 0);
	trim_zeros(&number);
	return number;
}

/* The digit of 10^place. */
static int digit_at(const struct decimal *number, int64_t place)
{
	const int64_t index = number->top - 1 - place;

	if (index < 0 || index >= (int64_t)number->length)
		return 0;
	return number->digits[(size_t)index + ((size_t)index >= number->point)] - '0';
}

static bool is_capped(const struct decimal *number, int64_t cap)
{
	return !number->is_zero && (cap > 0 ? number->top - (int64_t)number->length >= cap / 2
					    : number->top <= cap / 2);
}

/* ---- signs of sums ---- */

static void sum_add(struct sum *sum, const struct decimal *number, int64_t shift, int factor)
{
	if (number->is_zero || !factor)
		return;
	sum->terms[sum->count++] = (struct term){number, shift, factor};
	sum->weight += factor < 0 ? -factor : factor;
}

/* The highest place below `below` where a term has a digit. False: there is none. */
static bool next_place(const struct sum *sum, int64_t below, int64_t *place)
{
	bool found = false;

	for (size_t i = 0; i < sum->count; i++) {
		const struct term *term = &sum->terms[i];
		const int64_t top = term->number->top + term->shift;
		const int64_t here = top < below ? top - 1 : below - 1;
		if (here >= top - (int64_t)term->number->length && (!found || here > *place)) {
			*place = here;
			found = true;
		}
	}
	return found;
}

static int sum_sign(const struct sum *sum)
{
	int64_t place = 0, below = INT64_MAX / 2; /* above any place */
	long total = 0;                           /* of the digits so far, in units of 10^below */

	while (next_place(sum, below, &place)) {
		/* A gap of one place with a total is ten times as much as all that follows. */
		for (int64_t gap = below - place; total && gap > 1; gap--)
			if (labs(total *= 10) >= sum->weight)
				return total < 0 ? -1 : 1;
		total *= 10;
		for (size_t i = 0; i < sum->count; i++)
			total += sum->terms[i].factor *
				 digit_at(sum->terms[i].number, place - sum->terms[i].shift);
		/* The digits that follow are less than `weight` units of this place. */
		if (labs(total) >= sum->weight)
			return total < 0 ? -1 : 1;
		below = place;
	}
	return (total > 0) - (total < 0);
}

/* ---- tolerances ---- */

/* True if bound - sign * (output - answer) >= 0. */
static bool is_within(const struct sum *bound, const struct decimal *output,
	const struct decimal *answer, int sign)
{
	struct sum sum = *bound;

	sum_add(&sum, output, 0, output->negative ? sign : -sign);
	sum_add(&sum, answer, 0, answer->negative ? -sign : sign);
	return sum_sign(&sum) >= 0;
}

static bool is_near(
	const struct sum *bound, const struct decimal *output, const struct decimal *answer)
{
	return is_within(bound, output, answer, 1) && is_within(bound, output, answer, -1);
}

/* A long double keeps any decimal number of TOLERANCE_DIGITS digits, so this is the tolerance as
 * typed. */
static void tolerance_print(long double tolerance, char text[64])
{
	snprintf(text, 64, "%.*Lg", TOLERANCE_DIGITS, tolerance);
}

static bool is_near_absolute(
	long double tolerance, const struct decimal *output, const struct decimal *answer)
{
	char text[64];
	struct sum bound = {.count = 0};

	tolerance_print(tolerance, text);
	const struct decimal limit = decimal_of(text, strlen(text));
	sum_add(&bound, &limit, 0, 1);
	return is_near(&bound, output, answer);
}

static bool is_near_relative(
	long double tolerance, const struct decimal *output, const struct decimal *answer)
{
	char text[64];
	struct sum bound = {.count = 0};

	tolerance_print(tolerance, text);
	const struct decimal limit = decimal_of(text, strlen(text));
	for (size_t i = 0; i < limit.length; i++) {
		const int64_t place = limit.top - 1 - (int64_t)i;
		sum_add(&bound, answer, place, digit_at(&limit, place));
	}
	return is_near(&bound, output, answer);
}

static bool is_near_exactly(const struct as_check_flags *flags, const struct decimal *output,
	const struct decimal *answer)
{
	/* Beyond the cap only the sign of the exponent is known. */
	if (is_capped(output, EXPONENT_CAP) || is_capped(answer, EXPONENT_CAP))
		return false;
	if (flags->absolute_tolerance >= 0 &&
		is_near_absolute(flags->absolute_tolerance, output, answer))
		return true;
	return flags->relative_tolerance >= 0 && !is_capped(answer, -EXPONENT_CAP) &&
	       is_near_relative(flags->relative_tolerance, output, answer);
}

/* ---- the fast decision ---- */

enum decision { FAR, UNCLEAR, NEAR };

/* Each of the few operations is rounded by at most half an epsilon of its largest operand. */
static enum decision decide(long double output, long double answer, long double bound)
{
	const long double distance = fabsl(output - answer);
	const long double doubt =
		4 * LDBL_EPSILON * (fabsl(output) + fabsl(answer) + bound) + 4 * LDBL_MIN;

	if (!isfinite(doubt))
		return UNCLEAR;
	return distance + doubt < bound ? NEAR : distance - doubt > bound ? FAR : UNCLEAR;
}

bool as_check_number_near(const struct as_check_flags *flags, const char *output,
	size_t output_length, const char *answer, size_t answer_length)
{
	long double x, y;
	enum decision absolute = FAR, relative = FAR;

	if ((flags->absolute_tolerance < 0 && flags->relative_tolerance < 0) ||
		!as_check_number_parse(answer, answer_length, &y) ||
		!as_check_number_parse(output, output_length, &x))
		return false;
	if (flags->absolute_tolerance >= 0)
		absolute = decide(x, y, flags->absolute_tolerance);
	if (flags->relative_tolerance >= 0)
		relative = decide(x, y, flags->relative_tolerance * fabsl(y));
	if (absolute == NEAR || relative == NEAR)
		return true;
	if (absolute == FAR && relative == FAR)
		return false;
	const struct decimal exact_output = decimal_of(output, output_length);
	const struct decimal exact_answer = decimal_of(answer, answer_length);
	return is_near_exactly(flags, &exact_output, &exact_answer);
}
