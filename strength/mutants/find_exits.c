/* SPDX-License-Identifier: MIT */
/* Operators on early exits and on memoization: their mutants may be right but slow. */
#include "finder.h"

/* ---- early exits ---- */

static const char *const exits[] = {"return", "break", "continue", NULL};

/* True if the last statement of a body is an exit. */
static bool body_exits(const struct finder *finder, size_t body)
{
	const size_t end = finder_body_end(finder, body);

	for (size_t at = body; end != FINDER_NONE && at < end; at++) {
		const size_t last = finder_is_any(finder, at, exits)
					    ? finder_statement_end(finder, at)
					    : FINDER_NONE;
		if (last != FINDER_NONE && last + 2 >= end)
			return true;
	}
	return false;
}

void find_never(struct finder *finder, size_t at)
{
	struct finder_condition condition;

	if (!finder_condition(finder, at, &condition))
		return;
	finder->is_slow = body_exits(finder, condition.body);
	finder_fix_condition(finder, at, false);
}

void find_break(struct finder *finder, size_t at)
{
	if (finder_is(finder, at, "break") && finder_statement_end(finder, at) == at)
		finder_drop(finder, at, at);
}

void find_continue(struct finder *finder, size_t at)
{
	if (finder_is(finder, at, "continue") && finder_statement_end(finder, at) == at)
		finder_drop(finder, at, at);
}

/* The indentation decides in Python: the head of the block is the statement before INDENT. */
static bool is_in_python_branch(const struct finder *finder, size_t at)
{
	static const char *const heads[] = {"if", "elif", "else", "for", "while", "try", NULL};
	size_t depth = 0;

	while (at-- > 0) {
		depth += finder_kind(finder, at) == AS_TOKEN_DEDENT;
		if (finder_kind(finder, at) != AS_TOKEN_INDENT || depth-- > 0)
			continue;
		/* Over the end of the line of the head. */
		for (at -= at > 0; at-- > 0;)
			if (finder_begins_statement(finder, at))
				return finder_is_any(finder, at, heads);
		return false;
	}
	return false;
}

/* Without another statement before it, the branch could as well be dropped. */
void find_return(struct finder *finder, size_t at)
{
	static const char *const before[] = {";", "}", NULL};
	const size_t end =
		finder_is(finder, at, "return") ? finder_statement_end(finder, at) : FINDER_NONE;

	if (end == FINDER_NONE || !finder_begins_statement(finder, at))
		return;
	if (finder_is_python(finder)
			? finder_kind(finder, at - 1) != AS_TOKEN_INDENT &&
				  is_in_python_branch(finder, at)
			: finder_is_any(finder, at - 1, before) && finder_is_in_branch(finder, at))
		finder_drop(finder, at, end);
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

static bool has_any(
	const struct finder *finder, size_t first, size_t last, const char *const *texts)
{
	while (first <= last && !finder_is_any(finder, first, texts))
		first++;
	return first <= last;
}

/* A name that is a reference to an item: T &r = memo[n]; */
static bool is_reference(const struct finder *finder, size_t name)
{
	static const char *const items[] = {"[", NULL};
	char text[64];

	if (finder->language != AS_SOURCE_CPP || finder_kind(finder, name) != AS_TOKEN_NAME ||
		finder->tokens[name].size >= sizeof(text))
		return false;
	snprintf(text, sizeof(text), "%.*s", FINDER_BYTES(finder, name, name));
	for (size_t at = name; at-- > 1;)
		if (finder_is(finder, at, text) && finder_is(finder, at - 1, "&") &&
			finder_is(finder, at + 1, "=")) {
			const size_t end = finder_statement_end(finder, at);
			return end != FINDER_NONE && has_any(finder, at, end, items);
		}
	return false;
}

/* if (...) return memo[i]; memo.get(i), it->second, or a reference to an item */
static bool returns_stored(const struct finder *finder, size_t body)
{
	static const char *const stored[] = {"[", "get", "second", NULL};
	const size_t first = skip_opening(finder, body);
	const size_t end = finder_is(finder, first, "return") ? finder_statement_end(finder, first)
							      : FINDER_NONE;

	return end != FINDER_NONE && (has_any(finder, first, end, stored) ||
					     (end == first + 1 && is_reference(finder, end)));
}

/* True for memo[...] = at a token. */
static bool is_stored(const struct finder *finder, size_t at, const char *memo)
{
	return finder_is(finder, at, memo) && finder_is(finder, at + 1, "[") &&
	       finder_match(finder, at + 1) != FINDER_NONE &&
	       finder_is(finder, finder_match(finder, at + 1) + 1, "=");
}

/* if (memo[n] == -1) memo[n] = f(n - 1); and Python's if n not in memo: ... The condition compares
 * no sizes, and the body calls a function. */
static bool stores_once(const struct finder *finder, const struct finder_condition *condition)
{
	static const char *const sizes[] = {"<", ">", "<=", ">=", NULL};
	const size_t end = finder_body_end(finder, condition->body);
	bool calls = false, stores = false;
	char memo[64] = "";

	if (end == FINDER_NONE || has_any(finder, condition->first, condition->last, sizes))
		return false;
	for (size_t at = condition->first; at <= condition->last && !*memo; at++)
		if (finder_kind(finder, at) == AS_TOKEN_NAME &&
			finder->tokens[at].size < sizeof(memo) &&
			(finder_is(finder, at + 1, "[") || finder_is(finder, at - 1, "in")))
			snprintf(memo, sizeof(memo), "%.*s", FINDER_BYTES(finder, at, at));
	for (size_t at = condition->body; *memo && at < end; at++) {
		calls |= finder_kind(finder, at) == AS_TOKEN_NAME && finder_is(finder, at + 1, "(");
		stores |= is_stored(finder, at, memo);
	}
	return calls && stores;
}

/* ... and Python's @cache */
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
	if (returns_stored(finder, condition.body))
		finder_fix_condition(finder, at, false);
	else if (stores_once(finder, &condition))
		finder_fix_condition(finder, at, true);
}
