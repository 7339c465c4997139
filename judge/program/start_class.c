/* SPDX-License-Identifier: MIT */
/*
 * The class that an entry point names. Some people, and `assay grade`, give the name of a file: the
 * class of the file is in the package that the file declares, whatever its folder is.
 */
#include "detect.h"
#include "entry.h"
#include "start.h"

#include <ctype.h>
#include <string.h>

static bool is_part(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

/* ---- the class of a file ---- */

/* The declared package, without a dot; empty: none. */
static struct as_line package_of(const struct as_bytes *text)
{
	struct as_line line;

	for (size_t at = 0; as_line_next(text, &at, &line);) {
		if (!as_line_begins(&line, "package "))
			continue;
		line.at += strlen("package ");
		while (line.at < line.end && *line.at == ' ')
			line.at++;
		const char *end = line.at;
		while (end < line.end && (is_part(*end) || *end == '.'))
			end++;
		return (struct as_line){line.at, end};
	}
	return (struct as_line){0};
}

/* True for a main outside of classes: its line is not indented. */
static bool has_function_main(const struct as_language *language, const struct as_bytes *text)
{
	struct as_line line;

	for (size_t at = 0; as_line_next(text, &at, &line);)
		for (const char *const *main = language->start.main_lines; *main; main++)
			if (as_line_begins(&line, *main) &&
				(line.at == text->data || line.at[-1] == '\n'))
				return true;
	return false;
}

/* Kotlin puts functions outside of classes into a class: those of sum-1.kt into Sum_1Kt. */
static void name_kotlin(const char *stem, char *name, size_t size)
{
	snprintf(name, size, "%s%sKt", isdigit((unsigned char)*stem) ? "_" : "", stem);
	*name = (char)toupper((unsigned char)*name);
	for (; *name; name++)
		*name = is_part(*name) ? *name : '_';
}

/* Of Scala and Kotlin: the class, or object, with the name of the file. */
static bool take_namesake(struct as_program *program, const struct as_source *file)
{
	const struct as_language *language = program->language;
	const char *base = as_text_last_part(file->name);
	const struct as_line package = package_of(&file->data);
	char stem[sizeof(program->entry)], name[sizeof(stem) + 8];

	snprintf(stem, sizeof(stem), "%.*s", (int)strcspn(base, "."), base);
	snprintf(name, sizeof(name), "%s", stem);
	if (strcmp(language->head->files.extensions[0], ".kt") == 0 &&
		has_function_main(language, &file->data))
		name_kotlin(stem, name, sizeof(name));
	const bool has_package = package.at < package.end;
	const int length = snprintf(program->entry, sizeof(program->entry), "%.*s%s%s",
		(int)(package.end - package.at), has_package ? package.at : "",
		has_package ? "." : "", name);
	return length > 0 && (size_t)length < sizeof(program->entry);
}

/* Of two classes with a main in the file, the one with the name of the file is taken, even beside a
 * class Main. */
static bool take_class_of(struct as_program *program, const struct as_source *file)
{
	struct as_entry entry = AS_ENTRY_INIT;

	snprintf(program->main, sizeof(program->main), "%.299s", file->name);
	if (!program->language->start.finds_class)
		return take_namesake(program, file);
	as_entry_scan_java(&entry, file->name, NULL, &file->data);
	if (!entry.has_main || *entry.rival)
		return false;
	snprintf(program->entry, sizeof(program->entry), "%s", entry.name);
	return true;
}

/* ---- the entry point ---- */

static bool take_class(struct as_program *program, const char *entry_point)
{
	static const char *const endings[] = {".java", ".class", ".kt", ".scala"};
	size_t length = strlen(entry_point);

	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++)
		if (as_text_ends(entry_point, endings[i]))
			length = as_text_stem(entry_point, endings[i]);
	for (size_t i = 0; i < length; i++)
		if (!is_part(entry_point[i]) && entry_point[i] != '.')
			return false;
	if (length == 0 || length >= sizeof(program->entry))
		return false;
	snprintf(program->entry, sizeof(program->entry), "%.*s", (int)length, entry_point);
	return true;
}

bool as_start_take_class(
	struct as_program *program, const struct as_sources *sources, const char *entry_point)
{
	const struct as_source *file = as_sources_find(sources, entry_point);

	return (file && as_language_is_source(program->language, file->name) &&
		       take_class_of(program, file)) ||
	       take_class(program, entry_point);
}
