/* SPDX-License-Identifier: MIT */
#include <assay/check.h>
#include <float.h>
#include <locale.h>

/* The value of a number's text, digits * 10^exponent, as far as it fits. */
struct decimal {
	uint64_t digits;
	long exponent;
	bool negative;
	bool fits; /* all digits are in `digits` */
};

/* Far beyond the range of any long double, and far below that of a long. */
#define EXPONENT_CAP 1000000

/* Reads the digits at *at; each counts `weight` powers of ten. Returns their number. */
static size_t take_digits(const char **at, const char *end, int weight, struct decimal *number)
{
	const char *first = *at, *now = first;
	uint64_t digits = number->digits; /* in a register: this loop dominates the cost of
					     comparing with a tolerance */
	bool fits = number->fits;
	for (; now < end && as_is_digit(*now); now++) {
		if (digits > (UINT64_MAX - 9) / 10)
			fits = false;
		else
			digits = digits * 10 + (uint64_t)(*now - '0');
	}
	number->digits = digits;
	number->fits = fits;
	number->exponent += weight * (now - first);
	*at = now;
	return (size_t)(now - first);
}

static bool take_sign(const char **at, const char *end)
{
	bool negative = *at < end && **at == '-';
	if (*at < end && (**at == '-' || **at == '+'))
		++*at;
	return negative;
}

/* Reads "e-5" if present; false if it has no digits. */
static bool take_exponent(const char **at, const char *end, struct decimal *number)
{
	if (*at == end || (**at != 'e' && **at != 'E'))
		return true;
	++*at;
	bool negative = take_sign(at, end);
	const char *first = *at;
	long value = 0;
	for (; *at < end && as_is_digit(**at); ++*at)
		value = value >= EXPONENT_CAP ? value : value * 10 + (**at - '0');
	number->exponent += negative ? -value : value;
	return *at > first;
}

static bool scan(const char *text, size_t length, struct decimal *number)
{
	const char *at = text, *end = text + length;
	*number = (struct decimal){.fits = true};
	number->negative = take_sign(&at, end);
	size_t digit_count = take_digits(&at, end, 0, number);
	if (at < end && *at == '.') {
		at++;
		digit_count += take_digits(&at, end, -1, number);
	}
	return digit_count > 0 && take_exponent(&at, end, number) && at == end;
}

/*
 * A single multiplication or division of two exact values is rounded once, like the result of
 * strtold, so both are equal. A mantissa of 64 bits holds any uint64_t, and 10^27, since 5^27 <
 * 2^63.
 */
static bool exact_value(const struct decimal *number, long double *value)
{
#if LDBL_MANT_DIG >= 64
	static const long double powers[] = {1e0L, 1e1L, 1e2L, 1e3L, 1e4L, 1e5L, 1e6L, 1e7L, 1e8L,
		1e9L, 1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L,
		1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
	const long max = sizeof powers / sizeof *powers - 1;
	if (!number->fits || number->exponent < -max || number->exponent > max)
		return false;
	long double digits = (long double)number->digits;
	long double result = number->exponent < 0 ? digits / powers[-number->exponent]
						  : digits * powers[number->exponent];
	*value = number->negative ? -result : result;
	return true;
#else
	(void)number, (void)value;
	return false;
#endif
}

bool as_check_number_parse(const char *text, size_t length, long double *value)
{
	struct decimal number;
	if (!scan(text, length, &number))
		return false;
	if (exact_value(&number, value))
		return true;
	/* In glibc the C locale is static, so this neither allocates nor fails. */
	locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (plain == (locale_t)0)
		return false;
	*value = strtold_l(text, NULL, plain);
	freelocale(plain);
	return true;
}
