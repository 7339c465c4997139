/* SPDX-License-Identifier: MIT */
/* Operators on statements. */
#include "finder.h"

/* ---- bounds of loops ---- */

/* The last token of the condition of the `for` at a token; FINDER_NONE: there is no condition that
 * is a single comparison. */
static size_t bound_end(const struct finder *finder, size_t at)
{
	static const char *const joins[] = {"&&", "||", "?", NULL};
	static const char *const comparisons[] = {"<", "<=", ">", ">=", "!=", NULL};
	const size_t close = finder_match(finder, at + 1);
	size_t first = FINDER_NONE, comparison_count = 0;

	if (!finder_is(finder, at, "for") || !finder_is(finder, at + 1, "(") ||
		close == FINDER_NONE)
		return FINDER_NONE;
	for (size_t i = at + 2; i < close; i++) {
		if (first != FINDER_NONE && finder_is_any(finder, i, joins))
			return FINDER_NONE;
		comparison_count += first != FINDER_NONE && finder_is_any(finder, i, comparisons);
		if (!finder_is(finder, i, ";"))
			continue;
		if (first != FINDER_NONE)
			return comparison_count == 1 && i > first ? i - 1 : FINDER_NONE;
		first = i + 1;
	}
	return FINDER_NONE;
}

/* The last token of n in Python's range(n), range(a, n) or range(a, n, step). */
static size_t range_end(const struct finder *finder, size_t at)
{
	const size_t close = finder_match(finder, at + 1);
	size_t commas = 0, second = FINDER_NONE;

	if (!finder_is(finder, at, "range") || !finder_is(finder, at + 1, "(") ||
		close == FINDER_NONE || close == at + 2)
		return FINDER_NONE;
	for (size_t i = at + 2; i < close; i++)
		if (finder_is(finder, i, ",") &&
			finder_depth(finder, i) == finder_depth(finder, at) + 1 && ++commas == 2)
			second = i;
	return (second != FINDER_NONE ? second : close) - 1;
}

size_t finder_bound_end(const struct finder *finder, size_t at)
{
	return finder_is_python(finder) ? range_end(finder, at) : bound_end(finder, at);
}

static void change_bound(struct finder *finder, size_t at, const char *change)
{
	const size_t end = finder_bound_end(finder, at);

	if (end != FINDER_NONE)
		finder_replace(finder, end, end, "%.*s%s", FINDER_BYTES(finder, end, end), change);
}

void find_short_bound(struct finder *finder, size_t at)
{
	change_bound(finder, at, " - 1");
}

void find_long_bound(struct finder *finder, size_t at)
{
	change_bound(finder, at, " + 1");
}

/* ---- branches ---- */

void find_always(struct finder *finder, size_t at)
{
	finder_fix_condition(finder, at, true);
}

/* Not the `while` of `do`, nor a loop without a condition. */
void find_while(struct finder *finder, size_t at)
{
	static const char *const always[] = {"1", "true", "True", NULL};
	const size_t close = finder_match(finder, at + 1);

	if (!finder_is(finder, at, "while") || !finder_begins_statement(finder, at))
		return;
	if (finder_is_python(finder)
			? finder_is_any(finder, at + 1, always)
			: close == FINDER_NONE || finder_is(finder, close + 1, ";") ||
				  (finder_is_any(finder, at + 2, always) && close == at + 3))
		return;
	finder_replace(finder, at, at, "if");
}

void find_else(struct finder *finder, size_t at)
{
	if (finder_is(finder, at, "elif"))
		finder_replace(finder, at, at, "if");
	else if (!finder_is(finder, at, "else"))
		return;
	else if (finder_is(finder, at + 1, "if"))
		finder_replace(finder, at, at + 1, "if");
	else if (!finder_is_python(finder))
		finder_replace(finder, at, at, "if (%s)", finder_flag(finder, false));
	else if (finder_is(finder, at + 1, ":"))
		finder_replace(finder, at, at, "if False");
}

/* ---- statements ---- */

/* The end of a statement that begins with a name, ++ or --, and is not a declaration. */
static size_t dropped_end(const struct finder *finder, size_t at)
{
	const bool is_step = finder_is(finder, at, "++") || finder_is(finder, at, "--");

	if (finder_kind(finder, at) != AS_TOKEN_NAME && !is_step)
		return FINDER_NONE;
	if (finder_kind(finder, at + 1) == AS_TOKEN_NAME && !is_step)
		return FINDER_NONE;
	return finder_begins_statement(finder, at) ? finder_statement_end(finder, at) : FINDER_NONE;
}

void find_statement(struct finder *finder, size_t at)
{
	const size_t end = dropped_end(finder, at);

	if (end != FINDER_NONE && end > at)
		finder_drop(finder, at, end);
}

/* Drops a statement whose first call is a call of one of the names. */
void find_named_statement(struct finder *finder, size_t at)
{
	const size_t end = dropped_end(finder, at);

	for (size_t i = at; end != FINDER_NONE && i < end; i++) {
		if (finder_is(finder, i, "("))
			return;
		if (finder_is_any(finder, i, finder->pairs) && finder_is(finder, i + 1, "(")) {
			finder_drop(finder, at, end);
			return;
		}
	}
}

/* b = a = 0 loses a = */
static void drop_target(struct finder *finder, size_t at)
{
	const size_t open = at ? finder_match(finder, at - 1) : FINDER_NONE;
	const size_t first =
		open != FINDER_NONE && finder_is(finder, open, "[") ? open - 1 : at - 1;

	if (finder_is(finder, at, "=") && at > 2 && first > 1 && first < at &&
		finder_kind(finder, first) == AS_TOKEN_NAME && finder_is(finder, first - 1, "="))
		finder_replace(finder, first, at, "%s", "");
}

/* True inside the brackets of a function besides main. */
static bool is_in_function(const struct finder *finder, size_t at)
{
	while (at-- > 0) {
		const size_t match = finder_match(finder, at);
		if (finder_is(finder, at, "{") && at && finder_is(finder, at - 1, ")"))
			return !finder_is_in_main(finder, at + 1);
		if (match != FINDER_NONE && match < at)
			at = match;
	}
	return false;
}

/* int a = 0; of a loop or of a function that may be called again. */
static void keep_state(struct finder *finder, size_t at)
{
	static const char *const types[] = {
		"int", "long", "double", "bool", "unsigned", "size_t", "int64_t", "ll", NULL};
	const size_t end = finder_begins_statement(finder, at) && finder_is_any(finder, at, types)
				   ? finder_statement_end(finder, at)
				   : FINDER_NONE;

	if (end == FINDER_NONE || end < at + 3 || end > at + 5 || !finder_is(finder, end, "0") ||
		!finder_is(finder, end - 1, "=") || finder_kind(finder, end - 2) != AS_TOKEN_NAME)
		return;
	if (finder_is_in_branch(finder, at) || is_in_function(finder, at))
		finder_replace(finder, at, end, "static %.*s", FINDER_BYTES(finder, at, end - 2));
}

void find_reset(struct finder *finder, size_t at)
{
	find_named_statement(finder, at);
	drop_target(finder, at);
	if (finder->language == AS_SOURCE_C || finder->language == AS_SOURCE_CPP)
		keep_state(finder, at);
}
