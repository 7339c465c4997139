/* SPDX-License-Identifier: MIT */
/*
 * Detects the language of files, in this order: by an interpreter in the first line, which
 * distinguishes languages with the same ending (Python 2 and 3, PyPy) and is the only mark of a
 * file without an ending; by the beginnings of lines (Prolog has Perl's older ending); by the
 * ending.
 */
#include "detect.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

#define NAME_BYTES 64
/* What tells the language of a file is near its beginning; files may have 64 MiB, and each is
 * looked at for every language. */
#define HEAD_BYTES 16384
#define FIRST_LINE_BYTES 256

static struct as_bytes head_of(const struct as_source *file)
{
	return (struct as_bytes){.data = file->data.data,
		.size = file->data.size < HEAD_BYTES ? file->data.size : HEAD_BYTES};
}

static bool is_known(const struct as_languages *languages, const char *name)
{
	for (size_t i = 0; i < languages->count; i++)
		if (as_language_has_ending(&languages->items[i], name))
			return true;
	return false;
}

/* ---- the interpreter ---- */

static struct as_line next_part(struct as_line *rest)
{
	while (rest->at < rest->end && isspace((unsigned char)*rest->at))
		rest->at++;
	struct as_line part = {rest->at, rest->at};
	while (part.end < rest->end && !isspace((unsigned char)*part.end))
		part.end++;
	rest->at = part.end;
	return part;
}

/* "python3" of "#!/usr/bin/env -S python3 -O"; "": there is none. */
static void read_interpreter(const struct as_bytes *text, char name[NAME_BYTES])
{
	struct as_line line, part;
	size_t at = as_bom_size(text);

	*name = '\0';
	if (!as_line_next(text, &at, &line) || !as_line_begins(&line, "#!"))
		return;
	line.at += 2;
	if (line.end - line.at > FIRST_LINE_BYTES)
		line.end = line.at + FIRST_LINE_BYTES;
	do {
		part = next_part(&line);
		const char *slash = memrchr(part.at, '/', (size_t)(part.end - part.at));
		snprintf(name, NAME_BYTES, "%.*s", (int)(part.end - (slash ? slash + 1 : part.at)),
			slash ? slash + 1 : part.at);
	} while (part.at < part.end &&
		 (strcmp(name, "env") == 0 || *name == '-' || strchr(name, '=')));
}

static bool is_one_of(const char *const *names, const char *name)
{
	for (; *names; names++)
		if (strcmp(*names, name) == 0)
			return true;
	return false;
}

static size_t count_last_digits(const char *name)
{
	size_t length = strlen(name), count = 0;

	while (count < length && isdigit((unsigned char)name[length - count - 1]))
		count++;
	return count;
}

static const struct as_language *find_named(const struct as_languages *languages, const char *name,
	const struct as_source *file, bool any_name)
{
	for (size_t i = 0; *name && i < languages->count; i++)
		if (is_one_of(languages->items[i].files.interpreters, name) &&
			(any_name || as_language_is_source(&languages->items[i], file->name)))
			return &languages->items[i];
	return NULL;
}

/* The name as it is ("python2"), then without parts of its version ("python3.11", "lua5.4"). */
static const struct as_language *find_interpreted(
	const struct as_languages *languages, const struct as_source *file, bool any_name)
{
	const struct as_bytes head = head_of(file);
	char name[NAME_BYTES];

	read_interpreter(&head, name);
	const struct as_language *language = find_named(languages, name, file, any_name);
	if (!language) {
		*strchrnul(name, '.') = '\0';
		language = find_named(languages, name, file, any_name);
	}
	if (!language) {
		name[strlen(name) - count_last_digits(name)] = '\0';
		language = find_named(languages, name, file, any_name);
	}
	return language;
}

/* ---- the language of a file, and of all ---- */

/* *by_content: more than its ending says so. */
static const struct as_language *find_language(const struct as_languages *languages,
	const struct as_sources *sources, const struct as_source *file, bool *by_content)
{
	/* In a folder a README may begin like a script. */
	const bool any_name = sources->single && !is_known(languages, file->name);
	const struct as_language *language = find_interpreted(languages, file, any_name);
	const struct as_bytes head = head_of(file);

	*by_content = true;
	for (size_t i = 0; !language && i < languages->count; i++)
		if (as_language_may_be(&languages->items[i], file->name) &&
			as_lines_begin(&head, languages->items[i].files.content_lines))
			language = &languages->items[i];
	if (language)
		return language;
	*by_content = false;
	for (size_t i = 0; i < languages->count; i++)
		if (as_language_has_ending(&languages->items[i], file->name))
			return &languages->items[i];
	return NULL;
}

/* If a file determines the language: twice the number of files that it takes, and one more if the
 * content of a file says so. C beside C++ is C++. */
static size_t weigh(const struct as_languages *languages, const struct as_language *language,
	const struct as_sources *sources)
{
	bool determined = false, by_content = false;
	size_t count = 0;

	for (size_t f = 0; f < sources->count; f++) {
		const struct as_source *file = &sources->files[f];
		bool content;
		const struct as_language *own = find_language(languages, sources, file, &content);
		determined |= own == language;
		by_content |= own == language && content;
		count += own && (own == language || as_language_is_source(language, file->name));
	}
	return determined ? 2 * count + by_content : 0;
}

const struct as_language *as_languages_detect(
	const struct as_languages *languages, const struct as_sources *sources)
{
	const struct as_language *best = NULL;
	size_t most = 0;

	for (size_t i = 0; i < languages->count; i++) {
		size_t weight = weigh(languages, &languages->items[i], sources);
		if (weight > most) {
			best = &languages->items[i];
			most = weight;
		}
	}
	return best;
}

/* True if a file determines `other`, and `language` does not take it. */
static bool has_foreign(const struct as_languages *languages, const struct as_language *language,
	const struct as_language *other, const struct as_sources *sources)
{
	bool content;

	for (size_t f = 0; f < sources->count; f++)
		if (!as_language_is_source(language, sources->files[f].name) &&
			find_language(languages, sources, &sources->files[f], &content) == other)
			return true;
	return false;
}

/* True if another language beside `language` takes the files of this one, too: C++ those of C. Of
 * two that take each other's files, the first one in the table counts. */
static bool is_covered(const struct as_languages *languages, const struct as_language *language,
	const struct as_language *one, const struct as_sources *sources)
{
	for (size_t i = 0; i < languages->count; i++) {
		const struct as_language *other = &languages->items[i];
		if (other != one && other != language &&
			has_foreign(languages, language, other, sources) &&
			!has_foreign(languages, other, one, sources) &&
			(other < one || has_foreign(languages, one, other, sources)))
			return true;
	}
	return false;
}

void as_languages_mix(const struct as_languages *languages, const struct as_language *language,
	const struct as_sources *sources, struct as_language_mix *mix)
{
	const size_t own = weigh(languages, language, sources) / 2;

	*mix = (struct as_language_mix){.count = 1};
	for (size_t i = 0; i < languages->count; i++) {
		const struct as_language *other = &languages->items[i];
		if (!has_foreign(languages, language, other, sources) ||
			is_covered(languages, language, other, sources))
			continue;
		mix->count++;
		if (!mix->equal && weigh(languages, other, sources) / 2 == own)
			mix->equal = other;
	}
}

/* ---- names ---- */

static bool is_of_any(const struct as_languages *languages, const char *name)
{
	for (size_t i = 0; i < languages->count; i++)
		if (as_language_is_source(&languages->items[i], name) ||
			as_language_is_companion(&languages->items[i], name))
			return true;
	return false;
}

/* The name with its ending in lower case, if a language knows that; else NULL, if nothing is to be
 * changed (or without memory). */
static char *lower_ending(const struct as_languages *languages, const char *name)
{
	char *lower = strdup(name);
	char *dot = lower ? strrchr(lower, '.') : NULL;

	for (char *at = dot; at && *at; at++)
		*at = (char)tolower((unsigned char)*at);
	if (dot && !strchr(dot, '/') && is_of_any(languages, lower))
		return lower;
	free(lower);
	return NULL;
}

/* The name with an ending for a script that has none. */
static char *add_ending(const struct as_languages *languages, const struct as_source *file)
{
	const char *slash = strrchr(file->name, '/');
	const char *base = slash ? slash + 1 : file->name;
	const struct as_language *language = find_interpreted(languages, file, true);
	const char *ending = language ? language->head->files.extensions[0] : NULL;

	/* A file system has no room for a longer name. */
	if (!ending || strchr(base, '.') || strlen(base) + strlen(ending) > NAME_MAX)
		return NULL;
	return as_text_format(NULL, "%s%s", file->name, ending);
}

void as_languages_tidy(const struct as_languages *languages, struct as_sources *sources)
{
	bool any = false;

	for (size_t f = 0; f < sources->count; f++) {
		struct as_source *file = &sources->files[f];
		char *name = is_of_any(languages, file->name) ? NULL
							      : lower_ending(languages, file->name);
		if (name && !as_sources_find(sources, name)) {
			free(file->name);
			file->name = name;
		} else {
			free(name);
		}
		any |= is_known(languages, file->name);
	}
	/* Beside files with an ending, a script without one is a tool. */
	for (size_t f = 0; !any && !sources->single && f < sources->count; f++) {
		char *name = add_ending(languages, &sources->files[f]);
		if (!name)
			continue;
		free(sources->files[f].name);
		sources->files[f].name = name;
	}
	as_sources_sort(sources);
}
