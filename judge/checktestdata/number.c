/* SPDX-License-Identifier: MIT */
/* Exact decimal numbers of 128 bits. A result that does not fit is not rounded, so a comparison is
 * never wrong. */
#include "tree.h"

#include <ctype.h>
#include <string.h>

#define MAX_EXPONENT 1000000000

static bool multiply(as_ctd_digits *digits, int factor)
{
	return !__builtin_mul_overflow(*digits, (as_ctd_digits)factor, digits);
}

/* Equal numbers get the same digits and exponent, if they are real. */
static void trim(struct as_ctd_value *number)
{
	if (!number->digits)
		number->exponent = 0;
	while (number->digits && number->digits % 10 == 0 && number->exponent < MAX_EXPONENT) {
		number->digits /= 10;
		number->exponent++;
	}
}

bool as_ctd_number_scale(struct as_ctd_value *number, int32_t exponent)
{
	while (number->digits && number->exponent > exponent) {
		if (!multiply(&number->digits, 10))
			return false;
		number->exponent--;
	}
	number->exponent = exponent;
	return true;
}

/* ---- text ------------------------------------------------------------------------------------ */

bool as_ctd_number_parse(const char *text, size_t size, struct as_ctd_value *number)
{
	const char *at = text, *end = text + size;
	bool negative = size && *text == '-', fraction = false;
	int64_t exponent = 0, written = 0, zeros = 0;

	*number = (struct as_ctd_value){.type = AS_CTD_IS_INTEGER};
	for (at += negative; at < end && (isdigit((unsigned char)*at) || *at == '.'); at++) {
		if (*at == '.') {
			fraction = true;
			continue;
		}
		exponent -= fraction;
		/* Zeros at the end are only of interest if another digit follows. */
		zeros++;
		if (*at == '0')
			continue;
		for (; zeros; zeros--)
			if (!multiply(&number->digits, 10))
				return false;
		if (__builtin_sub_overflow(number->digits, *at - '0', &number->digits))
			return false;
	}
	bool has_exponent = at < end;
	bool lowers = has_exponent && end - at > 1 && at[1] == '-';
	for (at += has_exponent; at < end; at++)
		if (isdigit((unsigned char)*at) && written <= MAX_EXPONENT)
			written = written * 10 + *at - '0';
	exponent += zeros + (lowers ? -written : written);
	if (!negative && __builtin_sub_overflow(0, number->digits, &number->digits))
		return false;
	if (number->digits && (exponent > MAX_EXPONENT || exponent < -MAX_EXPONENT))
		return false;
	number->exponent = number->digits ? (int32_t)exponent : 0;
	if (!fraction && !has_exponent)
		return as_ctd_number_scale(number, 0);
	number->type = AS_CTD_IS_REAL;
	return true;
}

char *as_ctd_number_format(const struct as_ctd_value *number, char text[64])
{
	struct as_ctd_value whole = *number, shown = *number;
	char *at = text + 63;

	if (shown.exponent > 0 && as_ctd_number_scale(&whole, 0))
		shown = whole;
	int32_t written = shown.exponent > 0 || shown.exponent < -20 ? shown.exponent : 0;
	*at = '\0';
	if (written) {
		char exponent[16];
		int length = snprintf(exponent, sizeof(exponent), "E%d", written);
		at -= length;
		memcpy(at, exponent, (size_t)length);
	}
	as_ctd_digits left = shown.digits;
	for (int32_t point = written ? 0 : -shown.exponent; left || point >= 0; left /= 10) {
		*--at = (char)('0' + (left < 0 ? -(int)(left % 10) : (int)(left % 10)));
		if (--point == 0)
			*--at = '.';
	}
	if (shown.digits < 0)
		*--at = '-';
	return memmove(text, at, strlen(at) + 1);
}

/* ---- comparison ------------------------------------------------------------------------------ */

static int sign_of(as_ctd_digits digits)
{
	return (digits > 0) - (digits < 0);
}

int as_ctd_number_compare(const struct as_ctd_value *a, const struct as_ctd_value *b)
{
	struct as_ctd_value left = *a, right = *b;

	if (sign_of(a->digits) != sign_of(b->digits))
		return sign_of(a->digits) < sign_of(b->digits) ? -1 : 1;
	/* What does not fit is larger than what does. */
	if (left.exponent > right.exponent && !as_ctd_number_scale(&left, right.exponent))
		return sign_of(a->digits);
	if (right.exponent > left.exponent && !as_ctd_number_scale(&right, left.exponent))
		return -sign_of(a->digits);
	return (left.digits > right.digits) - (left.digits < right.digits);
}

uint64_t as_ctd_number_hash(const struct as_ctd_value *number)
{
	struct as_ctd_value same = *number;

	trim(&same);
	return ((uint64_t)same.digits ^ (uint64_t)(same.digits >> 64) * 31) +
	       (uint64_t)same.exponent;
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static bool add_numbers(const struct as_ctd_value *a, struct as_ctd_value b, bool subtracts,
	struct as_ctd_value *result)
{
	struct as_ctd_value left = *a;
	bool is_left = !b.digits || (left.digits && left.exponent < b.exponent);
	int32_t exponent = is_left ? left.exponent : b.exponent;

	if (!as_ctd_number_scale(&left, exponent) || !as_ctd_number_scale(&b, exponent))
		return false;
	result->exponent = exponent;
	return subtracts ? !__builtin_sub_overflow(left.digits, b.digits, &result->digits)
			 : !__builtin_add_overflow(left.digits, b.digits, &result->digits);
}

static bool shift(struct as_ctd_value *result, int64_t exponent)
{
	result->exponent = (int32_t)exponent;
	return exponent <= MAX_EXPONENT && exponent >= -MAX_EXPONENT;
}

/* Exact: 1 / 3.0 is too large. */
static bool divide_reals(
	struct as_ctd_value a, const struct as_ctd_value *b, struct as_ctd_value *result)
{
	/* The least number has no opposite. */
	if (b->digits == -1)
		return !__builtin_sub_overflow((as_ctd_digits)0, a.digits, &result->digits) &&
		       shift(result, (int64_t)a.exponent - b->exponent);
	while (a.digits % b->digits != 0)
		if (!as_ctd_number_scale(&a, a.exponent - 1))
			return false;
	result->digits = a.digits / b->digits;
	return shift(result, (int64_t)a.exponent - b->exponent);
}

static bool power(
	const struct as_ctd_value *base, as_ctd_digits exponent, struct as_ctd_value *result)
{
	as_ctd_digits left = exponent;

	if (base->digits == 0 || base->digits == 1 || base->digits == -1)
		left = exponent && (base->digits >= 0 || exponent % 2);
	else if (left > 127)
		return false;
	if (exponent > MAX_EXPONENT && base->exponent)
		return false;
	for (result->digits = 1; left > 0; left--)
		if (__builtin_mul_overflow(result->digits, base->digits, &result->digits))
			return false;
	return shift(result, (int64_t)base->exponent * (int64_t)(base->exponent ? exponent : 0));
}

static enum as_ctd_trouble divide(bool quotient, const struct as_ctd_value *a,
	const struct as_ctd_value *b, struct as_ctd_value *result)
{
	bool is_real = result->type == AS_CTD_IS_REAL;

	if (!b->digits || (is_real && !quotient))
		return AS_CTD_UNDEFINED;
	if (is_real)
		return divide_reals(*a, b, result) ? AS_CTD_FINE : AS_CTD_TOO_LARGE;
	/* The smallest number has no positive counterpart. */
	if (b->digits == -1)
		return quotient && __builtin_sub_overflow(0, a->digits, &result->digits)
			       ? AS_CTD_TOO_LARGE
			       : AS_CTD_FINE;
	result->digits = quotient ? a->digits / b->digits : a->digits % b->digits;
	return AS_CTD_FINE;
}

enum as_ctd_trouble as_ctd_number_compute(enum as_ctd_kind kind, const struct as_ctd_value *a,
	const struct as_ctd_value *b, struct as_ctd_value *result)
{
	bool is_real = a->type == AS_CTD_IS_REAL || b->type == AS_CTD_IS_REAL, fits;

	*result = (struct as_ctd_value){.type = is_real ? AS_CTD_IS_REAL : AS_CTD_IS_INTEGER};
	switch ((int)kind) {
	case AS_CTD_MULTIPLY:
		fits = !__builtin_mul_overflow(a->digits, b->digits, &result->digits) &&
		       shift(result, (int64_t)a->exponent + b->exponent);
		break;
	case AS_CTD_POWER:
		if (b->type != AS_CTD_IS_INTEGER || b->digits < 0)
			return AS_CTD_UNDEFINED;
		result->type = a->type;
		fits = power(a, b->digits, result);
		break;
	case AS_CTD_DIVIDE:
	case AS_CTD_REMAINDER:
		return divide(kind == AS_CTD_DIVIDE, a, b, result);
	default:
		fits = add_numbers(a, *b, kind == AS_CTD_SUBTRACT, result);
	}
	if (is_real)
		trim(result);
	return fits ? AS_CTD_FINE : AS_CTD_TOO_LARGE;
}
