/* SPDX-License-Identifier: MIT */
#include <assay/base/fit.h>
#include <assay/package/glob.h>

#include <string.h>

#define MAX_LENGTH 256
#define MAX_PATTERNS 1000

static int refuse(struct as_error *error, const char *text, const char *why)
{
	return as_error_set(
		error, AS_ERROR_INPUT, "pattern '%.*s' %s", as_text_fit(text, 100), text, why);
}

/* The brace that closes the one at `open`, or NULL. */
static const char *closing_brace(const char *open)
{
	int depth = 0;

	for (const char *at = open; *at; at++) {
		depth += *at == '{';
		depth -= *at == '}';
		if (depth == 0)
			return at;
	}
	return NULL;
}

/* The end of the alternative that begins at `at`: a comma or `end`. */
static const char *alternative_end(const char *at, const char *end)
{
	int depth = 0;

	for (; at < end && (depth > 0 || *at != ','); at++)
		depth += (*at == '{') - (*at == '}');
	return at;
}

static int add_pattern(struct as_glob *glob, const char *text, struct as_error *error)
{
	if (glob->count == MAX_PATTERNS)
		return as_error_set(error, AS_ERROR_INPUT,
			"a pattern expands to more than %d; split it", MAX_PATTERNS);
	if (!as_array_reserve(glob->patterns, glob->count, error))
		return -1;
	char *copy = strdup(text);
	if (!copy)
		return as_error_no_memory(error);
	size_t length = strlen(copy);
	while (length > 0 && copy[length - 1] == '/')
		copy[--length] = '\0';
	glob->patterns[glob->count++] = copy;
	return 0;
}

/* Replaces the first brace by each of its alternatives, recursively. */
static int expand(struct as_glob *glob, const char *text, struct as_error *error)
{
	const char *open = strchr(text, '{');

	if (!open)
		return add_pattern(glob, text, error);
	const char *close = closing_brace(open);
	for (const char *at = open + 1;; at++) {
		const char *end = alternative_end(at, close);
		const char *first = at, *last = end;
		while (first < last && *first == ' ')
			first++;
		while (last > first && last[-1] == ' ')
			last--;
		AS_AUTO_FREE char *one = as_text_format(error, "%.*s%.*s%s", (int)(open - text),
			text, (int)(last - first), first, close + 1);
		if (!one || expand(glob, one, error))
			return -1;
		if (end == close)
			return 0;
		at = end;
	}
}

/* Checks that every brace is closed, so that later code need not. */
static bool is_balanced(const char *text)
{
	int depth = 0;

	for (; *text && depth >= 0; text++)
		depth += (*text == '{') - (*text == '}');
	return depth == 0;
}

int as_glob_parse(struct as_glob *glob, const char *text, struct as_error *error)
{
	*glob = (struct as_glob){0};
	if (!*text)
		return refuse(error, text, "is empty");
	if (strlen(text) > MAX_LENGTH)
		return refuse(error, text, "is too long");
	if (strstr(text, "**"))
		return refuse(error, text,
			"has **, which the format does not have; write */* for each depth");
	if (strpbrk(text, "[]"))
		return refuse(
			error, text, "has [ or ], which the format does not have; write {a,b,c}");
	if (!is_balanced(text))
		return refuse(error, text, "has an unmatched brace");
	return expand(glob, text, error);
}

/*
 * True if a pattern matches the path up to its end or, unless `whole`, up to a '/'. Backtracking to
 * the last star is enough, since no star matches a '/' and only a '/' matches a '/'.
 */
static bool matches(const char *pattern, const char *path, bool whole)
{
	const char *star = NULL, *resume = NULL;

	for (;;) {
		if (*pattern == '*') {
			star = ++pattern;
			resume = path;
		} else if (!*pattern && (!*path || (*path == '/' && !whole))) {
			return true;
		} else if (*pattern && *pattern == *path) {
			pattern++;
			path++;
		} else if (star && *resume && *resume != '/') {
			path = ++resume;
			pattern = star;
		} else {
			return false;
		}
	}
}

static bool matches_any(const struct as_glob *glob, const char *path, bool whole)
{
	for (size_t i = 0; i < glob->count; i++)
		if (matches(glob->patterns[i], path, whole))
			return true;
	return false;
}

bool as_glob_covers(const struct as_glob *glob, const char *path)
{
	return matches_any(glob, path, false);
}

bool as_glob_matches(const struct as_glob *glob, const char *path)
{
	return matches_any(glob, path, true);
}

void as_glob_clear(struct as_glob *glob)
{
	for (size_t i = 0; i < glob->count; i++)
		free(glob->patterns[i]);
	free(glob->patterns);
	*glob = (struct as_glob){0};
}
