/* SPDX-License-Identifier: MIT */
/* For a class: the files that a source uses, and the sources that may be programs. */
#include "detect.h"
#include "entry.h"
#include "whole.h"

#include <assay/program/intake.h>

#include <string.h>

/* A list of types that was cut ends with a part of a name. */
static bool declares(const struct as_entry *entry, const char *type, size_t length)
{
	const struct as_line types = {entry->types, entry->types + strlen(entry->types)};

	return as_line_has_word(&types, type, length);
}

/* In Java a file may declare several types, and only one of them has the name of the file. A type
 * that the code declares itself is not that of the other file. */
static bool code_has_type(const struct as_entry *own, const struct as_bytes *code,
	const struct as_language *language, const struct as_source *other)
{
	const struct as_line all = {code->data, code->data + code->size};
	struct as_entry entry = AS_ENTRY_INIT;

	if (!language->start.finds_class || !as_language_is_source(language, other->name))
		return false;
	as_entry_scan_java(&entry, other->name, NULL, &other->data);
	if (strlen(entry.types) + 1 == sizeof(entry.types))
		return true;
	for (const char *type = entry.types; *type;) {
		const size_t length = strcspn(type, ",");
		if (as_line_has_word(&all, type, length) && !declares(own, type, length))
			return true;
		type += length + strspn(type + length, ", ");
	}
	return false;
}

/* The language of a file by its name. */
static const struct as_language *language_of(const struct as_languages *languages, const char *name)
{
	for (size_t i = 0; i < languages->count; i++)
		if (as_language_is_source(&languages->items[i], name))
			return &languages->items[i];
	for (size_t i = 0; i < languages->count; i++)
		if (as_language_is_companion(&languages->items[i], name))
			return &languages->items[i];
	return NULL;
}

/* False for a source of another language. */
static bool may_use(
	const struct as_languages *languages, const struct as_language *language, const char *name)
{
	return as_language_is_source(language, name) || as_language_is_companion(language, name) ||
	       !language_of(languages, name);
}

int as_source_find_used(const struct as_languages *languages, const struct as_sources *sources,
	size_t file, bool *used, struct as_error *error)
{
	const struct as_source *source = &sources->files[file];
	const struct as_language *language = language_of(languages, source->name);
	AS_AUTO_BYTES struct as_bytes code = {0};
	struct as_entry own = AS_ENTRY_INIT;

	if (!language)
		return 0;
	if (as_code_of(language, &source->data, &code, error))
		return -1;
	if (language->start.finds_class)
		as_entry_scan_java(&own, source->name, NULL, &source->data);
	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *other = &sources->files[i];
		used[i] = i != file && may_use(languages, language, other->name) &&
			  (as_code_uses(language, &code, other->name) ||
				  code_has_type(&own, &code, language, other));
	}
	return 0;
}

bool as_source_may_start(const struct as_languages *languages, const struct as_source *source)
{
	const struct as_language *language = language_of(languages, source->name);
	const struct as_bytes *text = &source->data;

	if (!language || !text->size || !as_language_is_source(language, source->name) ||
		as_lines_begin(text, language->start.library_lines))
		return false;
	bool needs_main = language->start.finds_class || language->start.main_lines[0];
	for (const char *const *line = language->start.main_lines; *line; line++)
		needs_main &= strcasestr(*line, "main(") || strcasestr(*line, "main (");
	return !needs_main || memmem(text->data, text->size, "main", 4) ||
	       memmem(text->data, text->size, "Main", 4) ||
	       memmem(text->data, text->size, "extends App", 11);
}

/* Replaces lines between #if and #endif by blanks: a main there may be for a test of the file. */
static void blank_conditions(struct as_bytes *code)
{
	struct as_line line;
	size_t depth = 0;

	for (size_t at = 0; as_line_next(code, &at, &line);) {
		depth += as_line_begins(&line, "#if");
		if (depth && as_line_begins(&line, "#endif"))
			depth--;
		else if (depth)
			memset((char *)line.at, ' ', (size_t)(line.end - line.at));
	}
}

int as_source_find_whole(const struct as_languages *languages, const struct as_sources *sources,
	const struct as_language **whole, struct as_error *error)
{
	AS_AUTO(as_code_view_clear)
	struct as_code_view view = {.sources = sources,
		.count = sources->count,
		.code = calloc(sources->count + 1, sizeof(*view.code))};

	if (!view.code)
		return as_error_no_memory(error);
	for (size_t i = 0; i < sources->count; i++) {
		view.language = language_of(languages, sources->files[i].name);
		if (!view.language || !as_code_view_is_own(&view, i))
			continue;
		if (as_code_of(view.language, &sources->files[i].data, &view.code[i], error))
			return -1;
		if (!view.language->start.takes_file && !view.language->start.takes_class)
			blank_conditions(&view.code[i]);
		if (as_code_view_is_whole(&view, i))
			whole[i] = view.language;
	}
	return 0;
}
