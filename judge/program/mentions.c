/* SPDX-License-Identifier: MIT */
/*
 * A submission that includes or opens another file of its folder fails if that file is left out
 * because of its ending. The failure names the file and not the cause, so a note names both. Files
 * that no source mentions, such as a README, cause no note. So does an include that differs from
 * the name of a file only by case, which other systems accept.
 */
#include "detect.h"
#include "sources_read.h"

#include <assay/program/language.h>

#include <string.h>

static bool is_kept(const struct as_language *language, const char *name)
{
	return as_language_is_source(language, name) || as_language_is_companion(language, name);
}

/* True if the text contains the name in quotes, or as the last part of a path in quotes. */
static bool mentions(const struct as_bytes *text, const char *name)
{
	const size_t length = strlen(name);
	const char *at = text->data, *const end = at + text->size;

	while (at && (at = memmem(at, (size_t)(end - at), name, length))) {
		const char before = at > text->data ? at[-1] : '\0';
		at += length;
		if (before && strchr("\"'`</\\", before) && at < end && *at && strchr("\"'`>", *at))
			return true;
	}
	return false;
}

static bool is_mentioned(
	const struct as_language *language, const struct as_sources *sources, const char *path)
{
	for (size_t i = 0; i < sources->count; i++)
		if (is_kept(language, sources->files[i].name) &&
			mentions(&sources->files[i].data, as_text_last_part(path)))
			return true;
	return false;
}

/* ---- case ---- */

/* The last part of the name in `#include "lib/x.h"`; empty: none. */
static struct as_line included(const struct as_line *line)
{
	const char *quote = as_line_begins(line, "#include")
				    ? memchr(line->at, '"', (size_t)(line->end - line->at))
				    : NULL;
	const char *end = quote ? memchr(quote + 1, '"', (size_t)(line->end - quote - 1)) : NULL;
	const char *slash = end ? memrchr(quote, '/', (size_t)(end - quote)) : NULL;

	return end ? (struct as_line){slash ? slash + 1 : quote + 1, end} : (struct as_line){0};
}

static int compare_cases(const void *left, const void *right)
{
	return strcasecmp(as_text_last_part(*(const char *const *)left),
		as_text_last_part(*(const char *const *)right));
}

/* The file whose name differs from an included name only by case; NULL: there is no such file, or a
 * file with exactly the included name also exists. */
static const char *find_case(const char **names, size_t count, const struct as_line *line)
{
	const struct as_line name = included(line);
	char text[256];

	if (name.at == name.end || (size_t)(name.end - name.at) >= sizeof(text))
		return NULL;
	snprintf(text, sizeof(text), "%.*s", (int)(name.end - name.at), name.at);
	const char *key = text;
	const char **found = bsearch(&key, names, count, sizeof(*names), compare_cases);
	if (!found)
		return NULL;
	while (found > names && compare_cases(found - 1, &key) == 0)
		found--;
	for (const char **at = found; at < names + count && compare_cases(at, &key) == 0; at++)
		if (strcmp(as_text_last_part(*at), text) == 0)
			return NULL;
	return *found;
}

static int note_cases(const struct as_language *language, struct as_sources *sources,
	const char **names, struct as_error *error)
{
	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *file = &sources->files[i];
		struct as_line line;
		if (!is_kept(language, file->name))
			continue;
		for (size_t at = 0; as_line_next(&file->data, &at, &line);) {
			const char *found = find_case(names, sources->count, &line);
			if (found)
				return as_sources_note(sources, error,
					"%s includes %s with different upper and lower case; "
					"write the name of the file exactly",
					file->name, as_text_last_part(found));
		}
	}
	return 0;
}

int as_language_note_cases(
	const struct as_language *language, struct as_sources *sources, struct as_error *error)
{
	AS_AUTO_FREE const char **names = calloc(sources->count + 1, sizeof(*names));

	if (!names)
		return as_error_no_memory(error);
	for (size_t i = 0; i < sources->count; i++)
		names[i] = sources->files[i].name;
	qsort(names, sources->count, sizeof(*names), compare_cases);
	return sources->count < 2 ? 0 : note_cases(language, sources, names, error);
}

int as_language_note_mentioned(
	const struct as_language *language, struct as_sources *sources, struct as_error *error)
{
	struct as_left_names left = {0};

	for (size_t i = 0; !sources->single && i < sources->count; i++) {
		const char *name = sources->files[i].name;
		if (!is_kept(language, name) && is_mentioned(language, sources, name))
			as_left_names_add(&left, name);
	}
	AS_AUTO_FREE char *names = left.count ? as_left_names_text(&left, error) : NULL;
	if (!left.count)
		return 0;
	return names ? as_sources_note(sources, error,
			       "left out because of the ending: %s; only files with the endings of "
			       "%s are kept",
			       names, language->name)
		     : -1;
}
