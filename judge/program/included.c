/* SPDX-License-Identifier: MIT */
/*
 * Sources that another file of the submission includes: `#include "list.c"`, or a list.h that ends
 * with `#include "list.cpp"`. If they are also compiled by themselves, the program may have each of
 * their definitions twice.
 */
#include "detect.h"
#include "workshop.h"

#include <ctype.h>
#include <string.h>

/* The path in `#include "../lib/list.c"`, or in `include 'list.f90'`, without the steps to outer
 * folders; empty: none. */
static struct as_line included_path(const struct as_line *line)
{
	const char *at = line->at + (line->at < line->end && *line->at == '#');
	const struct as_line word = {at, line->end};

	if (!as_line_begins(&word, "include"))
		return (struct as_line){0};
	for (at += strlen("include"); at < line->end && isblank((unsigned char)*at);)
		at++;
	if (at == line->end || !strchr("\"'", *at))
		return (struct as_line){0};
	const char *end = memchr(at + 1, *at, (size_t)(line->end - at - 1));
	for (at++; end && end - at > 2 && (memcmp(at, "./", 2) == 0 || memcmp(at, "../", 3) == 0);)
		at = strchr(at, '/') + 1;
	return end ? (struct as_line){at, end} : (struct as_line){0};
}

/* True for "list.c" and "lib/list.c", if the path is "list.c". */
static bool is_named(const char *name, const struct as_line *path)
{
	const size_t length = strlen(name), size = (size_t)(path->end - path->at);

	return size && length >= size && memcmp(name + length - size, path->at, size) == 0 &&
	       (length == size || name[length - size - 1] == '/');
}

/* A file with a main function is a program, also if a test of it includes it. A submission does not
 * decide about the package's code. */
static bool may_be_left_out(const struct as_language *language, const struct as_source *file)
{
	return !file->is_added && as_language_is_source(language, file->name) &&
	       !as_lines_begin(&file->data, language->start.main_lines);
}

static void mark_included(const struct as_language *language, const struct as_sources *sources,
	size_t from, bool *included)
{
	struct as_line line;

	for (size_t at = 0; as_line_next(&sources->files[from].data, &at, &line);) {
		const struct as_line path = included_path(&line);
		for (size_t i = 0; path.at < path.end && i < sources->count; i++)
			included[i] |= i != from && is_named(sources->files[i].name, &path) &&
				       may_be_left_out(language, &sources->files[i]);
	}
}

bool as_sources_find_included(
	const struct as_language *language, const struct as_sources *sources, bool *included)
{
	const struct as_language_start *start = &language->start;
	size_t count = 0, left = 0;

	memset(included, 0, sources->count * sizeof(*included));
	/* The compiler of other languages gets the entry file only. */
	if (start->takes_file || start->takes_class)
		return false;
	for (size_t i = 0; i < sources->count; i++)
		if (as_language_is_source(language, sources->files[i].name) ||
			as_language_is_companion(language, sources->files[i].name))
			mark_included(language, sources, i, included);
	for (size_t i = 0; i < sources->count; i++) {
		count += included[i];
		left += !included[i] && as_language_is_source(language, sources->files[i].name);
	}
	return count && left;
}
