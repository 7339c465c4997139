/* SPDX-License-Identifier: MIT */
/*
 * The variants of a constant (2025-09, "Constants"): "tools should warn if a variant appears to
 * represent a different value than `value`". A text that reads as a number, or as a sum, product or
 * power of numbers in plain text or TeX, is compared with the value; other texts are ignored.
 */
#include "metadata.h"
#include <assay/base/fit.h>
#include <ctype.h>
#include <float.h>
#include <string.h>

#define MAX_TEXT 200
#define MAX_EXPONENT 400

/* ---- removing mark-up ---- */

static const struct {
	const char *from, *to;
} rewrites[] = {
	{"\\cdot", "*"},
	{"\\times", "*"},
	{"\xc2\xb7", "*"},     /* middle dot */
	{"\xc3\x97", "*"},     /* multiplication sign */
	{"\xe2\x88\x92", "-"}, /* minus sign */
	{"{,}", ","},
	{"\\,", ""},
	{"\\;", ""},
	{"\\ ", ""},
	{"\xc2\xa0", ""},     /* no-break space */
	{"\xe2\x80\x89", ""}, /* thin space */
	{"\xe2\x80\xaf", ""}, /* narrow no-break space */
	{" ", ""},
	{"~", ""},
	{"'", ""},
	{"_", ""},
	{"$", ""},
};

static const char *rewrite(const char **at)
{
	for (size_t i = 0; i < sizeof rewrites / sizeof *rewrites; i++) {
		const size_t length = strlen(rewrites[i].from);
		if (strncmp(*at, rewrites[i].from, length) == 0) {
			*at += length;
			return rewrites[i].to;
		}
	}
	return NULL;
}

/* False if it is too long for a number that people read. */
static bool simplify(const char *text, char plain[MAX_TEXT])
{
	size_t used = 0;
	if (strlen(text) >= MAX_TEXT)
		return false;
	while (*text) {
		const char *to = rewrite(&text);
		if (to && *to)
			plain[used++] = *to;
		else if (!to)
			plain[used++] = *text++;
	}
	plain[used] = '\0';
	return true;
}

/* ---- parsing ---- */

/* Which marks are decimal points; the others separate thousands. */
struct reading {
	const char *at;
	char point; /* '\0': none */
};

static bool read_number(struct reading *reading, long double *value)
{
	char digits[MAX_TEXT], *end;
	size_t used = 0;
	bool any = false;
	for (; isdigit((unsigned char)*reading->at) || *reading->at == '.' || *reading->at == ',';
		reading->at++) {
		any |= isdigit((unsigned char)*reading->at) != 0;
		if (isdigit((unsigned char)*reading->at))
			digits[used++] = *reading->at;
		else if (*reading->at == reading->point)
			digits[used++] = '.';
	}
	if (any && (*reading->at == 'e' || *reading->at == 'E')) {
		digits[used++] = *reading->at++;
		if (*reading->at == '+' || *reading->at == '-')
			digits[used++] = *reading->at++;
		while (isdigit((unsigned char)*reading->at))
			digits[used++] = *reading->at++;
	}
	digits[used] = '\0';
	*value = strtold(digits, &end);
	return any && *end == '\0';
}

static bool read_exponent(struct reading *reading, long *exponent)
{
	const bool braced = *reading->at == '{';
	char *end;
	reading->at += braced;
	if (!isdigit((unsigned char)*reading->at) && *reading->at != '-')
		return false;
	*exponent = strtol(reading->at, &end, 10);
	if (end == reading->at || (braced && *end != '}'))
		return false;
	reading->at = end + braced;
	return *exponent >= -MAX_EXPONENT && *exponent <= MAX_EXPONENT;
}

static bool read_power(struct reading *reading, long double *value)
{
	long double base, power = 1;
	long exponent;
	if (!read_number(reading, &base))
		return false;
	*value = base;
	if (*reading->at != '^')
		return true;
	reading->at++;
	if (!read_exponent(reading, &exponent))
		return false;
	for (long i = 0; i < labs(exponent); i++)
		power *= base;
	*value = exponent < 0 ? 1 / power : power;
	return true;
}

static bool read_product(struct reading *reading, long double *value)
{
	long double factor;
	if (!read_power(reading, value))
		return false;
	while (*reading->at == '*') {
		reading->at++;
		if (!read_power(reading, &factor))
			return false;
		*value *= factor;
	}
	return true;
}

static bool read_sum(const char *text, char point, long double *value)
{
	struct reading reading = {.at = text, .point = point};
	*value = 0;
	do {
		const bool minus = *reading.at == '-';
		long double term;
		reading.at += minus || *reading.at == '+';
		if (!read_product(&reading, &term))
			return false;
		*value += minus ? -term : term;
	} while (*reading.at == '+' || *reading.at == '-');
	return *reading.at == '\0' && isfinite((double)*value);
}

/* ---- the comparison ---- */

static bool are_equal(long double a, long double b)
{
	return fabsl(a - b) <= 8 * LDBL_EPSILON * fmaxl(fabsl(a), fabsl(b));
}

/* The meaning of points and commas depends on the country: one matching interpretation is enough.
 */
static bool is_another(long double value, const char *text)
{
	static const char points[] = {'.', ',', '\0'};
	char plain[MAX_TEXT];
	bool is_number = false;
	if (!simplify(text, plain))
		return false;
	for (size_t i = 0; i < sizeof points; i++) {
		long double other;
		if (!read_sum(plain, points[i], &other))
			continue;
		is_number = true;
		if (are_equal(value, other))
			return false;
	}
	return is_number;
}

static const char *text_of(const json_t *value, char number[40])
{
	if (json_is_string(value))
		return json_string_value(value);
	as_json_number_text(value, number, 40);
	return number;
}

static int check_variants(
	struct package_loader *loader, const struct as_node *node, struct as_error *error)
{
	char number[40], plain[MAX_TEXT], other[40];
	const char *main_text = text_of(json_object_get(node->value, "value"), number), *variant;
	long double value;
	json_t *item;
	if (!simplify(main_text, plain) || strchr(plain, ',') || !read_sum(plain, '.', &value))
		return 0;
	json_object_foreach(node->value, variant, item)
	{
		const struct as_node child = as_node_child(node, variant);
		const char *text = text_of(item, other);
		if (is_another(value, text) &&
			package_node_warn(loader, &child, error,
				"'%.*s' does not look like the constant's value, %.*s; correct "
				"one",
				as_text_fit(text, 60), text, as_text_fit(main_text, 60),
				main_text) < 0)
			return -1;
	}
	return 0;
}

int package_constants_check(
	struct package_loader *loader, const struct as_node *node, struct as_error *error)
{
	const char *name;
	json_t *value;
	json_object_foreach(node->value, name, value)
	{
		const struct as_node child = as_node_child(node, name);
		if (json_is_object(value) && check_variants(loader, &child, error) < 0)
			return -1;
	}
	return 0;
}
