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

static void change_bound(struct finder *finder, size_t at, const char *change)
{
	const size_t end = finder_is_python(finder) ? range_end(finder, at) : bound_end(finder, at);

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

static void fix_condition(struct finder *finder, size_t at, bool value)
{
	struct finder_condition condition;

	if (finder_condition(finder, at, &condition))
		finder_replace(finder, condition.first, condition.last,
			finder_is_python(finder) ? " %s" : "%s", finder_flag(finder, value));
}

void find_always(struct finder *finder, size_t at)
{
	fix_condition(finder, at, true);
}

void find_never(struct finder *finder, size_t at)
{
	fix_condition(finder, at, false);
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

static void drop(struct finder *finder, size_t first, size_t last)
{
	finder_replace(finder, first, last, "%s", finder_is_python(finder) ? "pass" : "");
}

void find_break(struct finder *finder, size_t at)
{
	if (finder_is(finder, at, "break") && finder_statement_end(finder, at) == at)
		drop(finder, at, at);
}

void find_continue(struct finder *finder, size_t at)
{
	if (finder_is(finder, at, "continue") && finder_statement_end(finder, at) == at)
		drop(finder, at, at);
}

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
		drop(finder, at, end);
}

/* Drops a statement whose first call is a call of one of the names. */
void find_named_statement(struct finder *finder, size_t at)
{
	const size_t end = dropped_end(finder, at);

	for (size_t i = at; end != FINDER_NONE && i < end; i++) {
		if (finder_is(finder, i, "("))
			return;
		if (finder_is_any(finder, i, finder->pairs) && finder_is(finder, i + 1, "(")) {
			drop(finder, at, end);
			return;
		}
	}
}

/* ---- memoization ---- */

/* The first token of a body, without brackets and indentation. */
static size_t skip_opening(const struct finder *finder, size_t at)
{
	while (finder_is(finder, at, "{") || finder_kind(finder, at) == AS_TOKEN_LINE_END ||
		finder_kind(finder, at) == AS_TOKEN_INDENT)
		at++;
	return at;
}

static bool has_index(const struct finder *finder, size_t first, size_t last)
{
	for (size_t i = first; i <= last; i++)
		if (finder_is(finder, i, "["))
			return true;
	return false;
}

/* if (memo[i] ...) return memo[i]; and Python's @cache */
void find_memo(struct finder *finder, size_t at)
{
	static const char *const caches[] = {"cache", "lru_cache", NULL};
	struct finder_condition condition;

	if (finder_is(finder, at, "@") && finder_begins_statement(finder, at)) {
		const size_t end = finder_statement_end(finder, at);
		const size_t name = finder_is(finder, at + 2, ".") ? at + 3 : at + 1;
		if (end != FINDER_NONE && finder_is_any(finder, name, caches))
			finder_replace(finder, at, end, "%s", "");
		return;
	}
	if (!finder_condition(finder, at, &condition))
		return;
	const size_t body = skip_opening(finder, condition.body);
	const size_t end = finder_is(finder, body, "return") ? finder_statement_end(finder, body)
							     : FINDER_NONE;
	if (end != FINDER_NONE && has_index(finder, body, end))
		fix_condition(finder, at, false);
}
