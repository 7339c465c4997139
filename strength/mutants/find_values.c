/* SPDX-License-Identifier: MIT */
/* Operators on parts of expressions. */
#include "finder.h"

/* The search for another index covers this many tokens before an index. */
#define INDEX_TOKENS 80

/* a % b loses % b. */
void find_modulo(struct finder *finder, size_t at)
{
	if (finder_is(finder, at, "%") && finder_is_binary(finder, at) &&
		finder_is_simple(finder, at + 1))
		finder_replace(finder, at, at + 1, "%s", "");
}

/* ---- indices ---- */

/* The ] of an index that begins at a token. */
static size_t index_end(const struct finder *finder, size_t at)
{
	const size_t close = finder_match(finder, at);

	return finder_is(finder, at, "[") && at && finder_ends_value(finder, at - 1) &&
			       !finder_is_declared(finder, at) && close != FINDER_NONE &&
			       close > at + 1 && !finder_is(finder, close - 1, ":")
		       ? close
		       : FINDER_NONE;
}

static void change_index(struct finder *finder, size_t at, const char *change)
{
	const size_t close = index_end(finder, at);

	if (close != FINDER_NONE)
		finder_replace(finder, close - 1, close - 1, "%.*s%s",
			FINDER_BYTES(finder, close - 1, close - 1), change);
}

void find_index_plus(struct finder *finder, size_t at)
{
	change_index(finder, at, " + 1");
}

void find_index_minus(struct finder *finder, size_t at)
{
	change_index(finder, at, " - 1");
}

static bool is_same(const struct finder *finder, size_t one, size_t other)
{
	char name[64];

	if (finder->tokens[other].size >= sizeof(name))
		return false;
	snprintf(name, sizeof(name), "%.*s", FINDER_BYTES(finder, other, other));
	return finder_is(finder, one, name);
}

/* True for i in a[i], and for the variable of a loop. */
static bool is_index(const struct finder *finder, size_t at)
{
	if (at == 0 || finder_kind(finder, at) != AS_TOKEN_NAME)
		return false;
	return (finder_is(finder, at - 1, "[") && finder_is(finder, at + 1, "]")) ||
	       (finder_is(finder, at - 1, "for") && finder_is(finder, at + 1, "in")) ||
	       (at > 2 && finder_is(finder, at - 3, "for") && finder_is(finder, at + 1, "="));
}

void find_other_index(struct finder *finder, size_t at)
{
	if (!is_index(finder, at) || !finder_is(finder, at - 1, "["))
		return;
	for (size_t other = at; other-- > 0 && other + INDEX_TOKENS > at;)
		if (is_index(finder, other) && !is_same(finder, other, at)) {
			finder_replace(finder, at, at, "%.*s", FINDER_BYTES(finder, other, other));
			return;
		}
}

/* ---- terms ---- */

/* (a + b) becomes (a), then (b); not f(a + b) of a call. */
void find_term(struct finder *finder, size_t at)
{
	static const char *const terms[] = {"+", "-", NULL};

	if (at < 2 || !finder_is_any(finder, at, terms) || !finder_is_binary(finder, at) ||
		!finder_is(finder, at - 2, "(") || finder_match(finder, at - 2) != at + 2 ||
		(at > 2 && finder_kind(finder, at - 3) == AS_TOKEN_NAME) ||
		!finder_is_simple(finder, at - 1) || !finder_is_simple(finder, at + 1))
		return;
	finder_replace(finder, at, at + 1, "%s", "");
	finder_replace(finder, at - 1, at, "%s", "");
}

/* ---- order ---- */

/* a - b becomes b - a if both are simple and the operators beside them do not bind tighter. */
void find_swapped_operands(struct finder *finder, size_t at)
{
	static const char *const ordered[] = {"-", "/", "%", "//", NULL};
	static const char *const tight[] = {
		"*", "/", "%", "//", "-", "**", "!", "~", "&", "++", "--", NULL};

	if (!finder_is_any(finder, at, ordered) || !finder_is_binary(finder, at) || at < 2 ||
		!finder_is_simple(finder, at - 1) || !finder_is_simple(finder, at + 1) ||
		finder_is_any(finder, at - 2, tight) || finder_is_any(finder, at + 2, tight))
		return;
	finder_replace(finder, at - 1, at + 1, "%.*s %.*s %.*s",
		FINDER_BYTES(finder, at + 1, at + 1), FINDER_BYTES(finder, at, at),
		FINDER_BYTES(finder, at - 1, at - 1));
}

/* The comma before an argument that ends at a token. */
static size_t comma_before(const struct finder *finder, size_t open, size_t end)
{
	for (size_t at = end; at > open; at--)
		if (finder_is(finder, at, ",") &&
			finder_depth(finder, at) == finder_depth(finder, open) + 1)
			return at;
	return FINDER_NONE;
}

/* printf(format, a, b) becomes printf(format, b, a). */
static void swap_printed(struct finder *finder, size_t open, size_t close)
{
	static const char *const printers[] = {"printf", "format", NULL};
	const size_t second = comma_before(finder, open, close - 1);
	const size_t first =
		second == FINDER_NONE ? FINDER_NONE : comma_before(finder, open, second - 1);

	if (first == FINDER_NONE || second + 1 == close || /* format(a, b,) */
		!finder_is_any(finder, open - 1, printers) ||
		comma_before(finder, open, first - 1) != FINDER_NONE)
		return;
	finder_replace(finder, first + 1, close - 1, "%.*s, %.*s",
		FINDER_BYTES(finder, second + 1, close - 1),
		FINDER_BYTES(finder, first + 1, second - 1));
}

/* f(a, b) becomes f(b, a), if the order makes a difference. */
void find_swapped_arguments(struct finder *finder, size_t at)
{
	static const char *const symmetric[] = {
		"min", "max", "gcd", "lcm", "swap", "fmin", "fmax", "hypot", NULL};
	const size_t close = finder_match(finder, at);

	if (!finder_is(finder, at, "(") || at == 0 || close == FINDER_NONE ||
		finder_kind(finder, at - 1) != AS_TOKEN_NAME ||
		finder_is_any(finder, at - 1, symmetric) ||
		(at > 1 && finder_is(finder, at - 2, "def")))
		return;
	swap_printed(finder, at, close);
	if (close != at + 4 || !finder_is(finder, at + 2, ",") ||
		!finder_is_simple(finder, at + 1) || !finder_is_simple(finder, at + 3))
		return;
	finder_replace(finder, at + 1, at + 3, "%.*s, %.*s", FINDER_BYTES(finder, at + 3, at + 3),
		FINDER_BYTES(finder, at + 1, at + 1));
}

/* c ? a : b becomes c ? b : a; likewise a if c else b. */
void find_swapped_branches(struct finder *finder, size_t at)
{
	if (finder_is(finder, at, "?") && finder_is(finder, at + 2, ":") &&
		finder_is_simple(finder, at + 1) && finder_is_simple(finder, at + 3))
		finder_replace(finder, at + 1, at + 3, "%.*s : %.*s",
			FINDER_BYTES(finder, at + 3, at + 3), FINDER_BYTES(finder, at + 1, at + 1));
	if (!finder_is_python(finder) || !finder_is(finder, at, "if") || at == 0 ||
		!finder_is_simple(finder, at - 1) || finder_begins_statement(finder, at))
		return;
	size_t end = at + 1;
	while (end < finder->count && finder_kind(finder, end) != AS_TOKEN_LINE_END &&
		finder_depth(finder, end) >= finder_depth(finder, at) &&
		!finder_is(finder, end, "else"))
		end++;
	if (finder_is(finder, end, "else") && finder_is_simple(finder, end + 1))
		finder_replace(finder, at - 1, end + 1, "%.*s %.*s %.*s",
			FINDER_BYTES(finder, end + 1, end + 1), FINDER_BYTES(finder, at, end),
			FINDER_BYTES(finder, at - 1, at - 1));
}

/* ---- conditions ---- */

/* True if a token is in the condition of a loop, whose parts may be early exits. */
static bool is_in_loop_head(const struct finder *finder, size_t at)
{
	static const char *const loops[] = {"for", "while", NULL};
	const unsigned depth = finder_depth(finder, at);

	while (at-- > 0)
		if (finder_is_python(finder) ? finder_begins_statement(finder, at)
					     : finder_depth(finder, at) < depth)
			return finder_is_any(finder, at - !finder_is_python(finder), loops);
	return false;
}

/* a && b loses && b. */
void find_condition_part(struct finder *finder, size_t at)
{
	static const char *const joins[] = {"&&", "||", "and", "or", NULL};
	static const char *const ends[] = {"&&", "||", "and", "or", ")", "]", "}", ";", "?", ":",
		",", "if", "else", "for", NULL};
	size_t end = at + 1;

	if (!finder_is_any(finder, at, joins))
		return;
	while (end < finder->count && finder_kind(finder, end) != AS_TOKEN_LINE_END &&
		!finder_is_any(finder, end, ends)) {
		const size_t match = finder_match(finder, end);
		end = (match != FINDER_NONE ? match : end) + 1;
	}
	if (end == at + 1 || end >= finder->count)
		return;
	finder->is_slow = is_in_loop_head(finder, at);
	finder_replace(finder, at, end - 1, "%s", "");
}

/* ---- casts and calls ---- */

static bool is_cast(const struct finder *finder, size_t at, size_t close)
{
	static const char *const types[] = {"int", "long", "double", "float", "unsigned", "char",
		"short", "ll", "i64", "ld", "int64_t", "uint64_t", "size_t", "__int128", NULL};

	for (size_t inner = at + 1; inner < close; inner++)
		if (!finder_is_any(finder, inner, types))
			return false;
	return !(at && finder_ends_value(finder, at - 1)) &&
	       !(at && finder_is(finder, at - 1, "sizeof")) &&
	       finder_begins_value(finder, close + 1);
}

/* (long long)a, 1LL * a and 1.0 * a. */
void find_cast(struct finder *finder, size_t at)
{
	static const char *const ones[] = {"1LL", "1ll", "1L", "1.0", "1.", NULL};
	const size_t close = finder_match(finder, at);

	if (finder_is(finder, at, "(") && close != FINDER_NONE && close > at + 1 &&
		is_cast(finder, at, close))
		finder_replace(finder, at, close, "%s", "");
	else if (finder_is_any(finder, at, ones) && finder_is(finder, at + 1, "*"))
		finder_replace(finder, at, at + 1, "%s", "");
}

void find_abs(struct finder *finder, size_t at)
{
	static const char *const names[] = {"abs", "labs", "llabs", "fabs", NULL};
	const size_t first = at > 1 && finder_is(finder, at - 1, ".") ? at - 2 : at;

	if (finder_is_any(finder, at, names) && finder_is(finder, at + 1, "("))
		finder_replace(finder, first, at, "%s", "");
}
