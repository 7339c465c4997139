/* SPDX-License-Identifier: MIT */
#include "places.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <string.h>

/* Tables of the core schema, https://yaml.org/spec/1.2.2/#103-core-schema */
static const char *const nulls[] = {"", "~", "null", "Null", "NULL", NULL};
static const char *const trues[] = {"true", "True", "TRUE", NULL};
static const char *const falses[] = {"false", "False", "FALSE", NULL};

static bool consists_of(const char *text, const char *set)
{
	return *text != '\0' && text[strspn(text, set)] == '\0';
}

/* 0 if the text is not an integer, else its base; *digits is where strtoll starts. */
static int integer_base(const char *text, const char **digits)
{
	*digits = text + 2;
	if (strncmp(text, "0x", 2) == 0 && consists_of(text + 2, "0123456789abcdefABCDEF"))
		return 16;
	if (strncmp(text, "0o", 2) == 0 && consists_of(text + 2, "01234567"))
		return 8;
	*digits = text;
	if (consists_of(text + (*text == '-' || *text == '+'), "0123456789"))
		return 10;
	return 0;
}

/* [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )? */
static bool is_float(const char *text)
{
	static const char digits[] = "0123456789";
	text += *text == '-' || *text == '+';
	size_t whole = strspn(text, digits);
	text += whole;
	size_t fraction = 0;
	if (*text == '.') {
		fraction = strspn(text + 1, digits);
		text += 1 + fraction;
	}
	if (whole + fraction == 0)
		return false;
	if (*text == 'e' || *text == 'E') {
		text++;
		text += *text == '-' || *text == '+';
		return consists_of(text, digits);
	}
	return *text == '\0';
}

/* With the locale's decimal comma, strtod would read "1.5" as 1. */
static double parse_double(const char *text)
{
	locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (c_locale == (locale_t)0)
		return NAN;
	double value = strtod_l(text, NULL, c_locale);
	freelocale(c_locale);
	return value;
}

json_t *as_yaml_resolve(const char *text, size_t length)
{
	if (as_text_is_one_of(text, nulls))
		return json_null();
	if (as_text_is_one_of(text, trues))
		return json_true();
	if (as_text_is_one_of(text, falses))
		return json_false();
	const char *digits;
	int base = integer_base(text, &digits);
	if (base != 0) {
		errno = 0;
		long long value = strtoll(digits, NULL, base);
		return errno ? json_stringn(text, length) : json_integer(value);
	}
	if (is_float(text)) {
		double value = parse_double(text);
		if (isfinite(value))
			return json_real(value);
	}
	return json_stringn(text, length);
}
