/* SPDX-License-Identifier: MIT */
/*
 * Detects the language of files, by the first of these that decides:
 * 1. an interpreter in the first line, which distinguishes languages with the same ending (Python 2
 *    and 3, PyPy) and is the only sign in a file without an ending;
 * 2. the beginnings of lines (Prolog has Perl's older ending);
 * 3. the ending.
 */
#include "detect.h"

#include <assay/program/intake.h>

#include <ctype.h>
#include <limits.h>
#include <string.h>

#define NAME_BYTES 64
/* The signs are near the beginning of a file; files may have 64 MiB. */
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

/* "python3" of "#!/usr/bin/env -S python3 -O"; "": none. */
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
		if (as_names_have((char *const *)languages->items[i].files.interpreters, name) &&
			(any_name || as_language_is_source(&languages->items[i], file->name)))
			return &languages->items[i];
	return NULL;
}

/* Looks for the whole name ("python2"), then without parts of its version ("python3.11", "lua5.4").
 */
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

/* ---- the language of a file, and of all files ---- */

/* The signs of a file; language NULL: none. */
struct signs {
	const struct as_language *language;
	bool by_content; /* its content decides, not only its ending */
};

/* The signs of all files. */
struct files {
	const struct as_sources *sources;
	struct signs *signs; /* one for each file */
};

static struct signs find_language(const struct as_languages *languages,
	const struct as_sources *sources, const struct as_source *file)
{
	/* In a folder, a README may begin like a script. */
	const bool any_name = sources->single && !is_known(languages, file->name);
	const struct as_language *language = find_interpreted(languages, file, any_name);
	const struct as_bytes head = head_of(file);

	for (size_t i = 0; !language && i < languages->count; i++)
		if (as_language_may_be(&languages->items[i], file->name) &&
			as_lines_begin(&head, languages->items[i].files.content_lines))
			language = &languages->items[i];
	if (language)
		return (struct signs){language, true};
	for (size_t i = 0; i < languages->count; i++)
		if (as_language_has_ending(&languages->items[i], file->name))
			return (struct signs){&languages->items[i], false};
	return (struct signs){0};
}

static int read_files(const struct as_languages *languages, const struct as_sources *sources,
	struct files *files, struct as_error *error)
{
	*files = (struct files){
		.sources = sources, .signs = calloc(sources->count + 1, sizeof(*files->signs))};
	if (!files->signs)
		return as_error_no_memory(error);
	for (size_t f = 0; f < sources->count; f++)
		files->signs[f] = find_language(languages, sources, &sources->files[f]);
	return 0;
}

/* The weight of a language: twice the number of files that it accepts, and one more if the content
 * of a file determines it; 0 if no file determines it. C beside C++ is C++. */
static size_t weight_of(const struct files *files, const struct as_language *language)
{
	bool determined = false, by_content = false;
	size_t count = 0;

	for (size_t f = 0; f < files->sources->count; f++) {
		const struct signs signs = files->signs[f];
		determined |= signs.language == language;
		by_content |= signs.language == language && signs.by_content;
		count += signs.language &&
			 (signs.language == language ||
				 as_language_is_source(language, files->sources->files[f].name));
	}
	return determined ? 2 * count + by_content : 0;
}

int as_languages_detect(const struct as_languages *languages, const struct as_sources *sources,
	const struct as_language **language, struct as_error *error)
{
	struct files files;
	size_t max = 0;

	*language = NULL;
	if (read_files(languages, sources, &files, error))
		return -1;
	for (size_t i = 0; i < languages->count; i++) {
		size_t weight = weight_of(&files, &languages->items[i]);
		if (weight > max) {
			*language = &languages->items[i];
			max = weight;
		}
	}
	free(files.signs);
	return 0;
}

/* True if a file determines `other`, and `language` does not accept that file. */
static bool has_foreign(const struct files *files, const struct as_language *language,
	const struct as_language *other)
{
	for (size_t f = 0; f < files->sources->count; f++)
		if (files->signs[f].language == other &&
			!as_language_is_source(language, files->sources->files[f].name))
			return true;
	return false;
}

/* True if another language than `language` accepts all of its files, as C++ does those of C. Of two
 * languages that accept each other's files, the first in the table wins. */
static bool is_covered(const struct as_languages *languages, const struct files *files,
	const struct as_language *language, const struct as_language *one)
{
	for (size_t i = 0; i < languages->count; i++) {
		const struct as_language *other = &languages->items[i];
		if (other != one && other != language && has_foreign(files, language, other) &&
			!has_foreign(files, other, one) &&
			(other < one || has_foreign(files, one, other)))
			return true;
	}
	return false;
}

int as_languages_mix(const struct as_languages *languages, const struct as_language *language,
	const struct as_sources *sources, struct as_language_mix *mix, struct as_error *error)
{
	struct files files;

	*mix = (struct as_language_mix){.count = 1};
	if (read_files(languages, sources, &files, error))
		return -1;
	const size_t own = weight_of(&files, language) / 2;
	for (size_t i = 0; i < languages->count; i++) {
		const struct as_language *other = &languages->items[i];
		if (!has_foreign(&files, language, other) ||
			is_covered(languages, &files, language, other))
			continue;
		mix->count++;
		if (!mix->equal && weight_of(&files, other) / 2 == own)
			mix->equal = other;
	}
	free(files.signs);
	return 0;
}

/* ---- names ---- */

static bool is_source_of_any(const struct as_languages *languages, const char *name)
{
	for (size_t i = 0; i < languages->count; i++)
		if (as_language_is_source(&languages->items[i], name))
			return true;
	return false;
}

static bool is_of_any(const struct as_languages *languages, const char *name)
{
	for (size_t i = 0; i < languages->count; i++)
		if (as_language_is_companion(&languages->items[i], name))
			return true;
	return is_source_of_any(languages, name);
}

/* A header that is included as "SUM.H" keeps its name. */
static bool is_included(const struct as_sources *sources, const char *path)
{
	const char *name = as_text_last_part(path);

	for (size_t f = 0; f < sources->count; f++)
		if (sources->files[f].data.size &&
			memmem(sources->files[f].data.data, sources->files[f].data.size, name,
				strlen(name)))
			return true;
	return false;
}

/* The name with its ending in lower case, if that is the ending of a language; else, or if out of
 * memory, NULL. */
static char *lower_ending(const struct as_languages *languages, const char *name)
{
	char *lower = strdup(name);
	char *dot = lower ? strrchr(lower, '.') : NULL;

	for (char *at = dot; at && *at; at++)
		*at = (char)tolower((unsigned char)*at);
	if (dot && !strchr(dot, '/') && strcmp(lower, name) != 0 && is_of_any(languages, lower))
		return lower;
	free(lower);
	return NULL;
}

bool as_source_is_program(const struct as_source *file, const struct as_languages *languages)
{
	if (is_source_of_any(languages, file->name))
		return true;
	AS_AUTO_FREE char *lower = lower_ending(languages, file->name);
	return lower && is_source_of_any(languages, lower);
}

/* The name with an ending for a script that has none. */
static char *add_ending(const struct as_languages *languages, const struct as_source *file)
{
	const char *slash = strrchr(file->name, '/');
	const char *base = slash ? slash + 1 : file->name;
	const struct as_language *language = find_interpreted(languages, file, true);
	const char *ending = language ? language->head->files.extensions[0] : NULL;

	/* The file system does not allow a longer name. */
	if (!ending || strchr(base, '.') || strlen(base) + strlen(ending) > NAME_MAX)
		return NULL;
	return as_text_format(NULL, "%s%s", file->name, ending);
}

bool as_languages_know(const struct as_languages *languages, const struct as_sources *sources)
{
	for (size_t f = 0; f < sources->count; f++) {
		const struct as_source *file = &sources->files[f];
		if (as_source_is_program(file, languages) ||
			find_language(languages, sources, file).language)
			return true;
		AS_AUTO_FREE char *name = add_ending(languages, file);
		if (name)
			return true;
	}
	return false;
}

void as_languages_tidy(const struct as_languages *languages, struct as_sources *sources)
{
	bool any = false;

	for (size_t f = 0; f < sources->count; f++) {
		struct as_source *file = &sources->files[f];
		char *name = is_source_of_any(languages, file->name)
				     ? NULL
				     : lower_ending(languages, file->name);
		if (name && !as_sources_find(sources, name) &&
			(is_source_of_any(languages, name) || !is_included(sources, file->name))) {
			free(file->name);
			file->name = name;
		} else {
			free(name);
		}
		any |= is_known(languages, file->name);
	}
	/* Beside files with endings, a script without one is a tool. */
	for (size_t f = 0; !any && !sources->single && f < sources->count; f++) {
		char *name = add_ending(languages, &sources->files[f]);
		if (!name)
			continue;
		free(sources->files[f].name);
		sources->files[f].name = name;
	}
	as_sources_sort(sources);
}
