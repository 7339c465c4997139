/* SPDX-License-Identifier: MIT */
/* The output check, compared with an implementation written only for clarity. It has both texts in
 * memory, splits them into tokens first, and lets the C library parse numbers. */
#include "check.h"
#include "check_case.h"
#include <math.h>
#include <regex.h>
#include <sys/param.h>

#define MAX_TOKENS 4096

struct split {
	struct text tokens[MAX_TOKENS];
	struct text
		gaps[MAX_TOKENS + 1]; /* the white space before each token, and after the last */
	size_t count;
};

static struct text take_while(struct text *rest, bool space)
{
	struct text taken = {rest->data, 0};
	while (taken.size < rest->size &&
		(memchr(" \t\n\v\f\r", rest->data[taken.size], 6) != NULL) == space)
		taken.size++;
	rest->data += taken.size;
	rest->size -= taken.size;
	return taken;
}

static void split(struct text text, struct split *parts)
{
	parts->count = 0;
	for (;;) {
		parts->gaps[parts->count] = take_while(&text, true);
		if (text.size == 0)
			return;
		cr_assert_lt(parts->count, MAX_TOKENS);
		parts->tokens[parts->count++] = take_while(&text, false);
	}
}

static regex_t number_pattern;

static void compile_pattern(void)
{
	cr_assert_eq(regcomp(&number_pattern,
			     "^[+-]?([0-9]*[.][0-9]+|[0-9]+[.]|[0-9]+)([Ee][+-]?[0-9]+)?$",
			     REG_EXTENDED | REG_NOSUB),
		0);
}

static void free_pattern(void)
{
	regfree(&number_pattern);
}

static bool reference_number(struct text token, size_t max, long double *value)
{
	char copy[256];
	if (token.size > max || token.size >= sizeof copy || memchr(token.data, 0, token.size))
		return false;
	memcpy(copy, token.data, token.size);
	copy[token.size] = 0;
	*value = strtold(copy, NULL);
	return regexec(&number_pattern, copy, 0, NULL, 0) == 0;
}

static bool same_text(struct text a, struct text b, bool fold)
{
	bool same = a.size == b.size;
	for (size_t i = 0; same && i < a.size; i++) {
		char x = a.data[i], y = b.data[i];
		if (fold && x >= 'A' && x <= 'Z')
			x = (char)(x + 32);
		if (fold && y >= 'A' && y <= 'Z')
			y = (char)(y + 32);
		same = x == y;
	}
	return same;
}

/* ---- the exact comparison: decimal digits in an array ---- */

enum { HALF = 10600, DIGITS = 2 * HALF };
struct exact {
	int low, high;     /* all other digits are 0 */
	int digit[DIGITS]; /* digit[i] counts 10^(i - HALF) */
};
/* An exponent that the array has no space for: the round is not compared. */
static bool is_beyond;

static void exact_read(struct text token, struct exact *value)
{
	char copy[512];
	size_t count = 0, point = SIZE_MAX;
	memcpy(copy, token.data, token.size);
	copy[token.size] = '\0';
	size_t digits_end = strcspn(copy, "eE");
	long exponent = copy[digits_end] ? strtol(copy + digits_end + 1, NULL, 10) : 0;
	memset(value->digit, 0, sizeof value->digit);
	for (size_t i = 0; i < digits_end; i++) {
		point = copy[i] == '.' ? count : point;
		count += copy[i] >= '0' && copy[i] <= '9';
	}
	long place = exponent + (long)(point == SIZE_MAX ? count : point) - 1;
	is_beyond |= exponent > 10000 || exponent < -10000;
	value->high = HALF + (int)place + 1;
	value->low = value->high - (int)count;
	for (size_t i = 0; i < digits_end && !is_beyond; i++)
		if (copy[i] >= '0' && copy[i] <= '9')
			value->digit[HALF + place--] = copy[i] == '0' ? 0 : copy[i] - '0';
	for (int i = value->low; copy[0] == '-' && !is_beyond && i < value->high; i++)
		value->digit[i] = -value->digit[i];
}

/* The sign of the whole: carries are moved up, borrows too. */
static int exact_sign(struct exact *value)
{
	for (int i = value->low; i < value->high; i++) {
		int carry = value->digit[i] / 10;
		value->digit[i] -= carry * 10;
		if (value->digit[i] < 0)
			value->digit[i] += 10, carry--;
		value->digit[i + 1] += carry;
	}
	for (int i = value->high + 1; i-- > value->low;)
		if (value->digit[i])
			return value->digit[i] < 0 ? -1 : 1;
	return 0;
}

/* |s - a| <= digit * 10^shift * |of|, where all values are exact. */
static bool is_within(
	const struct exact *a, const struct exact *s, int digit, int shift, const struct exact *of)
{
	static struct exact sum, absolute;
	sum.low = MIN(MIN(a->low, s->low), of->low) - 10;
	sum.high = MAX(MAX(a->high, s->high), of->high) + 10;
	absolute = *of;
	const int sign = exact_sign(&absolute);
	for (int side = -1; side <= 1; side += 2) {
		sum.digit[sum.high] = 0;
		for (int i = sum.low; i < sum.high; i++)
			sum.digit[i] = sign * digit * of->digit[i - shift] +
				       side * (s->digit[i] - a->digit[i]);
		if (exact_sign(&sum) < 0)
			return false;
	}
	return true;
}

static bool is_within_tolerance(
	const struct exact *a, const struct exact *s, long double tolerance, const struct exact *of)
{
	return tolerance == 0       ? is_within(a, s, 0, 0, of)
	       : tolerance == 0.5L  ? is_within(a, s, 5, -1, of)
	       : tolerance == 1e-6L ? is_within(a, s, 1, -6, of)
	       : tolerance == 1e4L  ? is_within(a, s, 1, 4, of)
				    : false;
}

static bool reference_token(
	struct text answer, struct text output, const struct as_check_flags *flags, size_t max)
{
	static struct exact a, s, one;
	long double value;
	if (same_text(answer, output, !flags->case_sensitive))
		return true;
	if ((flags->absolute_tolerance < 0 && flags->relative_tolerance < 0) ||
		!reference_number(answer, max, &value) || !reference_number(output, max, &value))
		return false;
	exact_read(answer, &a);
	exact_read(output, &s);
	one.low = HALF, one.high = HALF + 1, one.digit[HALF] = 1;
	return !is_beyond && (is_within_tolerance(&a, &s, flags->absolute_tolerance, &one) ||
				     is_within_tolerance(&a, &s, flags->relative_tolerance, &a));
}

static bool reference_check(
	struct text answer, struct text output, const struct as_check_flags *flags, size_t max)
{
	static struct split a, o;
	split(answer, &a);
	split(output, &o);
	bool same = a.count == o.count;
	for (size_t i = 0; same && i < a.count; i++)
		same = reference_token(a.tokens[i], o.tokens[i], flags, max);
	for (size_t i = 0; same && flags->space_change_sensitive && i <= a.count; i++)
		same = same_text(a.gaps[i], o.gaps[i], false);
	return same;
}

/* ---- random texts ---- */

static uint64_t state = 88172645463325252ULL;

static unsigned draw(unsigned below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 11) % below;
}

static size_t put_token(char *at)
{
	static const char *const words[] = {"a", "A", "b", "yes", "Yes", "nan", "inf", "0x1", "1e5",
		"1E5", "100000", ".", "1.", "1.0", "+1", "-1", "0", "-0", ".5", "0.5", "5e-1",
		"1e9999", "2e9999", "-1e9999", "1e-9999", "0.3333333333333333333333333",
		"0.33333333333333333333", "1e", "\xff"};
	if (draw(8) == 0) {
		*at = '\0';
		return 1;
	}
	if (draw(4) == 0)
		return (size_t)sprintf(at, "%u.%u", draw(30), draw(1000));
	if (draw(30) == 0) {
		size_t size = 20 + draw(200);
		memset(at, "1x"[draw(2)], size);
		return size;
	}
	return (size_t)sprintf(at, "%s", words[draw(sizeof words / sizeof *words)]);
}

static size_t put_space(char *at)
{
	size_t size = draw(5) == 0 ? 1 + draw(6) : 1;
	for (size_t i = 0; i < size; i++)
		at[i] = " \n\r\t\v\f"[draw(4) ? draw(2) : draw(6)];
	return size;
}

/* Copies the text with a few changes, most of which some flags forgive. */
static size_t vary(const char *from, size_t size, char *to)
{
	size_t used = 0;
	unsigned kind = draw(8), rarely = 2 + draw(60);
	for (size_t i = 0; i < size; i++) {
		bool space = memchr(" \t\n\v\f\r", from[i], 6) != NULL;
		bool change = draw(rarely) == 0;
		if (change && kind == 1 && space)
			used += put_space(to + used);
		else if (kind == 2 && from[i] == '\n')
			to[used++] = '\r', to[used++] = '\n';
		else if (change && kind == 3)
			to[used++] = (char)(from[i] ^
					    32 * ((from[i] | 32) >= 'a' && (from[i] | 32) <= 'z'));
		else if (change && kind == 4 && from[i] >= '0' && from[i] <= '9')
			to[used++] = (char)('0' + draw(10));
		else if (change && kind == 5)
			to[used++] = (char)draw(256);
		else
			to[used++] = from[i];
	}
	if (draw(4) == 0 && used > 0)
		used -= draw((unsigned)used > 3 ? 3 : (unsigned)used);
	if (draw(4) == 0)
		used += put_space(to + used);
	return used;
}

static bool check_with(struct text answer, struct text output, const struct as_check_flags *flags,
	const struct check_tuning *tuning)
{
	AS_AUTO_FD int answer_fd = text_file(answer);
	AS_AUTO_FD int output_fd = text_file(output);
	bool accepted;
	char feedback[AS_CHECK_FEEDBACK_SIZE];
	cr_assert_eq(
		check_compare(output_fd, answer_fd, flags, tuning, &accepted, feedback, NULL), 0);
	return accepted;
}

static struct as_check_flags draw_flags(void)
{
	static const long double tolerances[] = {-1, -1, 0, 1e-6L, 0.5L, 1e4L};
	return (struct as_check_flags){
		.case_sensitive = draw(2),
		.space_change_sensitive = draw(3) == 0,
		.absolute_tolerance = tolerances[draw(6)],
		.relative_tolerance = tolerances[draw(6)],
	};
}

Test(check_random, verdicts_agree_with_a_plain_comparison, .init = compile_pattern,
	.fini = free_pattern)
{
	static char answer[32768], output[65536];
	unsigned accepted = 0, rounds = 20000;
	for (unsigned round = 0; round < rounds; round++) {
		size_t size = draw(3) == 0 ? put_space(answer) : 0;
		for (unsigned left = draw(draw(10) ? 12 : 120); left > 0; left--) {
			size += put_token(answer + size);
			size += put_space(answer + size);
		}
		struct as_check_flags flags = draw_flags();
		struct check_tuning tuning = {1 + draw(draw(2) ? 8 : 300), 1 + draw(200)};
		struct text a = {answer, size}, o = {output, vary(answer, size, output)};
		is_beyond = false;
		bool expected = reference_check(a, o, &flags, tuning.number_bytes);
		if (is_beyond)
			continue;
		accepted += expected;
		cr_assert_eq(check_with(a, o, &flags, &tuning), expected,
			"round %u: block %zu, numbers to %zu, case %d, space %d, tolerances %Lg "
			"%Lg",
			round, tuning.block_bytes, tuning.number_bytes, flags.case_sensitive,
			flags.space_change_sensitive, flags.absolute_tolerance,
			flags.relative_tolerance);
	}
	cr_assert(accepted > rounds / 10 && accepted < rounds * 9 / 10,
		"%u of %u were accepted: one side is not tried", accepted, rounds);
}

Test(check_random, numbers_have_the_value_that_the_c_library_gives_them)
{
	for (unsigned round = 0; round < 200000; round++) {
		char text[80];
		size_t size = draw(3) == 0 ? (size_t)sprintf(text, "-") : 0;
		for (unsigned left = 1 + draw(22); left > 0; left--)
			text[size++] = (char)('0' + draw(draw(2) ? 10 : 2));
		text[size++] = '.';
		for (unsigned left = draw(22); left > 0; left--)
			text[size++] = (char)('0' + draw(10));
		if (draw(2))
			size += (size_t)sprintf(text + size, "e%d", (int)draw(80) - 40);
		text[size] = '\0';
		long double value = 0;
		cr_assert(as_check_number_parse(text, size, &value), "%s", text);
		cr_assert_eq(value, strtold(text, NULL), "%s", text);
	}
}

Test(check_random, the_longest_number_is_one_at_any_block_size)
{
	enum { SIZE = 100 };
	char answer[SIZE], output[SIZE];
	memset(answer, '1', SIZE);
	memcpy(output, answer, SIZE);
	output[SIZE - 1] = '.';
	const struct as_check_flags flags = {.absolute_tolerance = 0, .relative_tolerance = -1};
	for (size_t block_bytes = 1; block_bytes < 2 * SIZE; block_bytes++) {
		const struct check_tuning longest = {block_bytes, SIZE},
					  too_long = {block_bytes, SIZE - 1};
		struct text a = {answer, SIZE - 1}, o = {output, SIZE};
		cr_assert(check_with(a, o, &flags, &longest));
		cr_assert(check_with(o, a, &flags, &longest));
		cr_assert_not(check_with(a, o, &flags, &too_long));
	}
}
