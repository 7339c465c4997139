/* SPDX-License-Identifier: MIT */
/* Statements among the tokens. */
#include "finder.h"

/* True for the ) of if (...), for (...) and while (...). */
static bool ends_head(const struct finder *finder, size_t at)
{
	static const char *const heads[] = {"if", "for", "while", NULL};
	const size_t open = finder_match(finder, at);

	return finder_is(finder, at, ")") && open != FINDER_NONE && open > 0 &&
	       finder_is_any(finder, open - 1, heads);
}

bool finder_is_in_branch(const struct finder *finder, size_t at)
{
	static const char *const heads[] = {"if", "else", "for", "while", "try", "do", NULL};

	while (at-- > 0) {
		const size_t match = finder_match(finder, at);
		if (finder_is(finder, at, "{")) {
			const size_t open = at ? finder_match(finder, at - 1) : FINDER_NONE;
			const bool has_head = open != FINDER_NONE && open && open < at;
			return finder_is_any(finder, has_head ? open - 1 : at - 1, heads);
		}
		if (match != FINDER_NONE && match < at)
			at = match;
	}
	return false;
}

bool finder_begins_statement(const struct finder *finder, size_t at)
{
	static const char *const before[] = {";", "{", "}", "else", NULL};

	if (at >= finder->count || finder_depth(finder, at) > 0)
		return false;
	if (finder_is_python(finder)) {
		const enum as_token_code kind = finder_kind(finder, at - 1);
		return at == 0 || kind == AS_TOKEN_LINE_END || kind == AS_TOKEN_INDENT ||
		       kind == AS_TOKEN_DEDENT;
	}
	return at > 0 && (finder_is_any(finder, at - 1, before) || ends_head(finder, at - 1));
}

size_t finder_body_end(const struct finder *finder, size_t body)
{
	size_t depth = 0;

	if (finder_is(finder, body, "{"))
		return finder_match(finder, body);
	if (finder_kind(finder, body) == AS_TOKEN_LINE_END &&
		finder_kind(finder, body + 1) == AS_TOKEN_INDENT) {
		for (size_t at = body + 1; at < finder->count; at++) {
			depth += finder_kind(finder, at) == AS_TOKEN_INDENT;
			if (finder_kind(finder, at) == AS_TOKEN_DEDENT && --depth == 0)
				return at;
		}
		return FINDER_NONE;
	}
	const size_t end = finder_statement_end(finder, body);
	return end == FINDER_NONE ? FINDER_NONE : end + 1;
}

size_t finder_statement_end(const struct finder *finder, size_t at)
{
	for (size_t end = at; end < finder->count; end++) {
		const size_t match = finder_match(finder, end);
		const bool is_end = finder_is_python(finder)
					    ? finder_kind(finder, end) == AS_TOKEN_LINE_END
					    : finder_is(finder, end, ";");
		if (is_end)
			return end > at ? end - 1 : FINDER_NONE;
		if (match != FINDER_NONE && match < end)
			return FINDER_NONE;
		if (match != FINDER_NONE)
			end = match;
	}
	return FINDER_NONE;
}

static bool find_python_condition(
	const struct finder *finder, size_t at, struct finder_condition *condition)
{
	if (!finder_begins_statement(finder, at))
		return false;
	for (size_t end = at + 1; end < finder->count; end++) {
		if (finder_kind(finder, end) == AS_TOKEN_LINE_END)
			return false;
		if (!finder_is(finder, end, ":") || finder_depth(finder, end) > 0)
			continue;
		*condition = (struct finder_condition){at + 1, end - 1, end + 1};
		return end > at + 1;
	}
	return false;
}

bool finder_condition(const struct finder *finder, size_t at, struct finder_condition *condition)
{
	if (finder_is_python(finder))
		return (finder_is(finder, at, "if") || finder_is(finder, at, "elif")) &&
		       find_python_condition(finder, at, condition);
	const size_t close = finder_match(finder, at + 1);
	if (!finder_is(finder, at, "if") || !finder_is(finder, at + 1, "(") ||
		close == FINDER_NONE || close < at + 3)
		return false;
	*condition = (struct finder_condition){at + 2, close - 1, close + 1};
	return true;
}

void finder_fix_condition(struct finder *finder, size_t at, bool value)
{
	struct finder_condition condition;

	if (finder_condition(finder, at, &condition))
		finder_replace(finder, condition.first, condition.last,
			finder_is_python(finder) ? " %s" : "%s", finder_flag(finder, value));
}

void finder_drop(struct finder *finder, size_t first, size_t last)
{
	finder_replace(finder, first, last, "%s", finder_is_python(finder) ? "pass" : "");
}
