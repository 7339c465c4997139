/* SPDX-License-Identifier: MIT */
/* Operators on numbers, their limits and their types. */
#include "finder.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Integers from here on are taken as limits: a difference of one rarely matters to a limit. */
#define FIRST_LIMIT 1000
#define FIRST_INFINITY 1e6
#define SMALL_INFINITY "100000"

/* ---- literals ---- */

/* A decimal or hexadecimal integer; the suffix is what follows its digits. False: another token. */
static bool read_integer(const struct finder *finder, size_t at, uint64_t *value, char suffix[8])
{
	const struct as_token *token = &finder->tokens[at];
	char text[32], *end;

	if (finder_kind(finder, at) != AS_TOKEN_NUMBER || token->size >= sizeof(text))
		return false;
	memcpy(text, finder->text + token->offset, token->size);
	text[token->size] = '\0';
	*value = strtoull(text, &end, text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10);
	if (strspn(end, "uUlL") != strlen(end) || strlen(end) >= 8)
		return false;
	strcpy(suffix, end);
	return true;
}

/* The value of any literal; 0: it has none. */
static double read_number(const struct finder *finder, size_t at)
{
	const struct as_token *token = &finder->tokens[at];
	char text[64];

	if (finder_kind(finder, at) != AS_TOKEN_NUMBER || token->size >= sizeof(text))
		return 0;
	memcpy(text, finder->text + token->offset, token->size);
	text[token->size] = '\0';
	return strtod(text, NULL);
}

/* Reads a small integer that is neither the size of an array nor the exit status of main. */
static bool read_small(const struct finder *finder, size_t at, uint64_t *value, char suffix[8])
{
	if (!read_integer(finder, at, value, suffix) || *value >= FIRST_LIMIT)
		return false;
	return !finder_is_declared(finder, at) &&
	       !(at && finder_is(finder, at - 1, "return") && finder_is_in_main(finder, at));
}

void find_plus_one(struct finder *finder, size_t at)
{
	uint64_t value;
	char suffix[8];

	if (read_small(finder, at, &value, suffix))
		finder_replace(finder, at, at, "%" PRIu64 "%s", value + 1, suffix);
}

void find_minus_one(struct finder *finder, size_t at)
{
	uint64_t value;
	char suffix[8];

	if (!read_small(finder, at, &value, suffix))
		return;
	if (value)
		finder_replace(finder, at, at, "%" PRIu64 "%s", value - 1, suffix);
	else
		finder_replace(finder, at, at, "-1%s", suffix);
}

/* ---- limits ---- */

/* True for a number that may be the size of an array: [N], #define N, const int N =. */
static bool is_limit(const struct finder *finder, size_t at)
{
	static const char *const types[] = {"int", "long", "auto", "size_t", NULL};

	if (at < 2)
		return false;
	if (finder_is(finder, at - 1, "[") || finder_is(finder, at - 2, "define"))
		return true;
	return at > 3 && finder_is(finder, at - 1, "=") && finder_is_any(finder, at - 3, types) &&
	       (finder_is(finder, at - 4, "const") || finder_is(finder, at - 4, "constexpr") ||
		       finder_is(finder, at - 4, "final"));
}

void find_small_limit(struct finder *finder, size_t at)
{
	uint64_t value;
	char suffix[8];

	if (read_integer(finder, at, &value, suffix) && value >= 10 && is_limit(finder, at))
		finder_replace(finder, at, at, "%" PRIu64 "%s", value / 2, suffix);
}

/* The last token of an infinity that begins at a token, such as Integer.MAX_VALUE with the ending
 * MAX; FINDER_NONE: there is none. */
static size_t infinity_end(const struct finder *finder, size_t at, const char *ending)
{
	static const char *const types[] = {"INT", "LONG", "LLONG", "INT32", "INT64", NULL};
	static const char *const classes[] = {"Integer", "Long", NULL};
	char name[32];

	for (const char *const *type = types; *type; type++) {
		snprintf(name, sizeof(name), "%s_%s", *type, ending);
		if (finder_is(finder, at, name))
			return at;
	}
	snprintf(name, sizeof(name), "%s_VALUE", ending);
	if (finder_is_any(finder, at, classes) && finder_is(finder, at + 1, ".") &&
		finder_is(finder, at + 2, name))
		return at + 2;
	if (finder_is(finder, at, "numeric_limits") && finder_is(finder, at + 4, "::") &&
		finder_match(finder, at + 6) == at + 7 &&
		finder->tokens[at + 5].size == strlen(ending) &&
		strncasecmp(finder->text + finder->tokens[at + 5].offset, ending, strlen(ending)) ==
			0)
		return at + 7;
	return FINDER_NONE;
}

/* float("inf") or math.inf. */
static size_t python_infinity_end(const struct finder *finder, size_t at)
{
	if (finder_is(finder, at, "math") && finder_is(finder, at + 2, "inf"))
		return at + 2;
	if (finder_is(finder, at, "float") && finder_match(finder, at + 1) == at + 3 &&
		(finder_is(finder, at + 2, "\"inf\"") || finder_is(finder, at + 2, "'inf'")))
		return at + 3;
	return FINDER_NONE;
}

static bool is_infinity(const struct finder *finder, size_t at)
{
	return read_number(finder, at) >= FIRST_INFINITY;
}

void find_small_infinity(struct finder *finder, size_t at)
{
	size_t end = infinity_end(finder, at, "MAX");

	if (end == FINDER_NONE && finder_is_python(finder))
		end = python_infinity_end(finder, at);
	if (end == FINDER_NONE && is_infinity(finder, at))
		end = at;
	if (end != FINDER_NONE)
		finder_replace(finder, at, end, SMALL_INFINITY);
	/* 10 ** 18 */
	if (finder_is(finder, at, "10") && finder_is(finder, at + 1, "**") &&
		read_number(finder, at + 2) >= 6)
		finder_replace(finder, at + 2, at + 2, "5");
}

/* The last token of an infinity without a sign; FINDER_NONE: there is none. A number, or a name
 * such as INF, is one if the token before it is a sign, or the = of a variable. */
static size_t unsigned_infinity_end(const struct finder *finder, size_t at)
{
	static const char *const infinities[] = {
		"inf", "INF", "Inf", "oo", "infinity", "INFINITY", "Infinity", "inf64", NULL};

	if (is_infinity(finder, at) || finder_is_any(finder, at, infinities))
		return at;
	if (finder_is(finder, at, "10") && finder_is(finder, at + 1, "**") &&
		read_number(finder, at + 2) >= 6)
		return at + 2;
	return finder_is_python(finder) ? python_infinity_end(finder, at) : FINDER_NONE;
}

/* True if a token follows the = of a variable outside of brackets, and the value ends with
 * another. */
static bool is_initial(const struct finder *finder, size_t first, size_t last)
{
	static const char *const after[] = {";", ",", NULL};

	return first > 1 && finder_is(finder, first - 1, "=") &&
	       finder_kind(finder, first - 2) == AS_TOKEN_NAME &&
	       finder_depth(finder, first) == 0 &&
	       (finder_is_any(finder, last + 1, after) ||
		       finder_kind(finder, last + 1) == AS_TOKEN_LINE_END);
}

/* True for the name of a variable that is not a modulus. */
static bool is_best(const struct finder *finder, size_t at)
{
	static const char *const moduli[] = {"mod", "MOD", "Mod", "M", "m", "p", "P", NULL};

	return finder_kind(finder, at) == AS_TOKEN_NAME && !finder_is_any(finder, at, moduli);
}

/* Only the initial value of a variable: INF and moduli are constants. */
static size_t initial_infinity_end(const struct finder *finder, size_t at)
{
	const size_t end = unsigned_infinity_end(finder, at);

	return end != FINDER_NONE && is_initial(finder, at, end) && !is_limit(finder, at) &&
			       is_best(finder, at - 2)
		       ? end
		       : FINDER_NONE;
}

void find_zero_for_infinity(struct finder *finder, size_t at)
{
	size_t end = infinity_end(finder, at, "MIN");

	if (end == FINDER_NONE)
		end = infinity_end(finder, at, "MAX");
	if (end == FINDER_NONE && finder_is(finder, at, "float") &&
		finder_match(finder, at + 1) == at + 3 &&
		(finder_is(finder, at + 2, "\"-inf\"") || finder_is(finder, at + 2, "'-inf'")))
		end = at + 3;
	if (end == FINDER_NONE && finder_is(finder, at, "-") && !finder_is_binary(finder, at))
		end = unsigned_infinity_end(finder, at + 1);
	if (end == FINDER_NONE)
		end = initial_infinity_end(finder, at);
	if (end != FINDER_NONE)
		finder_replace(finder, at, end, "0");
}

/* ---- initial values ---- */

void find_infinity_for_zero(struct finder *finder, size_t at)
{
	if (finder_is(finder, at, "0") && is_initial(finder, at, at))
		finder_replace(finder, at, at, "-1000000000");
}

/* best = a[0] */
void find_zero_for_first(struct finder *finder, size_t at)
{
	if (finder_kind(finder, at) == AS_TOKEN_NAME && finder_is(finder, at + 1, "[") &&
		finder_is(finder, at + 2, "0") && finder_is(finder, at + 3, "]") &&
		is_initial(finder, at, at + 3))
		finder_replace(finder, at, at + 3, "0");
}

/* ---- types ---- */

void find_narrow_literal(struct finder *finder, size_t at)
{
	uint64_t value;
	char suffix[8];

	if (read_integer(finder, at, &value, suffix) && strpbrk(suffix, "lL"))
		finder_replace(finder, at, at, "%" PRIu64, value);
}

void find_narrow_type(struct finder *finder, size_t at)
{
	static const char *const wide[] = {"int64_t", "ll", "i64", "ssize_t", NULL};

	if (finder->language == AS_SOURCE_JAVA) {
		if (finder_is(finder, at, "long"))
			finder_replace(finder, at, at, "int");
	} else if (finder_is(finder, at, "long") && !(at && finder_is(finder, at - 1, "long")) &&
		   !finder_is(finder, at + 1, "double")) {
		const size_t end = at + finder_is(finder, at + 1, "long");
		finder_replace(finder, at, end + finder_is(finder, end + 1, "int"), "int");
	} else if (finder_is_any(finder, at, wide)) {
		finder_replace(finder, at, at, "int");
	}
}

/* Only `int` before a name, but not the type of a function, nor after "(". */
void find_unsigned(struct finder *finder, size_t at)
{
	static const char *const before[] = {"unsigned", "signed", "long", "short", "(", NULL};

	if (finder_is(finder, at, "int") && finder_kind(finder, at + 1) == AS_TOKEN_NAME &&
		!finder_is(finder, at + 2, "(") && !(at && finder_is_any(finder, at - 1, before)))
		finder_replace(finder, at, at, "unsigned");
}
