/* SPDX-License-Identifier: MIT */
/* Where a program starts: which file, which class. */
#include "start.h"
#include "entry.h"

#include <ctype.h>
#include <string.h>

static void find_main(struct as_program *program, const struct as_sources *sources)
{
	const char *best = NULL;

	/* The language's own name for it, else main.*, else the first by name (facts 1.4). */
	for (size_t i = 0; i < sources->count; i++) {
		const char *name = sources->files[i].name;
		if (!as_language_is_source(program->language, name))
			continue;
		if (program->language->start.main &&
			strcmp(name, program->language->start.main) == 0) {
			best = name;
			break;
		}
		if (!best ||
			(strncasecmp(name, "main.", 5) == 0 && strncasecmp(best, "main.", 5) != 0))
			best = name;
	}
	snprintf(program->main, sizeof(program->main), "%.299s", best ? best : "");
}

/* By default the main file's name without its ending. */
static void find_entry(struct as_program *program, const struct as_sources *sources)
{
	const struct as_language *language = program->language;
	struct as_entry entry = AS_ENTRY_INIT;

	if (!language->start.finds_class) {
		snprintf(program->entry, sizeof(program->entry), "%s", program->main);
		char *dot = strrchr(program->entry, '.');
		if (dot)
			*dot = '\0';
		return;
	}
	for (size_t i = 0; i < sources->count; i++)
		if (as_language_is_source(language, sources->files[i].name))
			as_entry_scan_java(&entry, sources->files[i].name, language->start.main,
				&sources->files[i].data);
	snprintf(program->entry, sizeof(program->entry), "%s", entry.name);
}

/* A class as `java` takes it; some write the name of its file. False where it is none. */
static bool take_class(struct as_program *program, const char *entry_point)
{
	static const char *const endings[] = {".java", ".class", ".kt", ".scala"};
	size_t length = strlen(entry_point);

	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++)
		if (as_text_ends(entry_point, endings[i]))
			length = as_text_stem(entry_point, endings[i]);
	for (size_t i = 0; i < length; i++)
		if (!isalnum((unsigned char)entry_point[i]) && !strchr("_.$", entry_point[i]) &&
			!((unsigned char)entry_point[i] & 0x80))
			return false;
	if (length == 0 || length >= sizeof(program->entry))
		return false;
	snprintf(program->entry, sizeof(program->entry), "%.*s", (int)length, entry_point);
	return true;
}

/* A file of its sources, with or without its ending. */
static bool take_file(
	struct as_program *program, const struct as_sources *sources, const char *entry_point)
{
	size_t length = strlen(entry_point);

	for (size_t i = 0; i < sources->count; i++) {
		const char *name = sources->files[i].name;
		if (!as_language_is_source(program->language, name) ||
			strncmp(name, entry_point, length) != 0)
			continue;
		if (name[length] != '\0' && (name[length] != '.' || strchr(name + length + 1, '.')))
			continue;
		snprintf(program->main, sizeof(program->main), "%.299s", name);
		snprintf(program->entry, sizeof(program->entry), "%.*s",
			(int)(strrchr(name, '.') - name), name);
		return true;
	}
	return false;
}

/* What somebody said is where it starts. A language that has no such thing does not mind. */
static int take_entry_point(struct as_program *program, const struct as_sources *sources,
	const char *entry_point, struct as_error *error)
{
	const struct as_language *language = program->language;

	if (!entry_point || (!language->start.takes_class && !language->start.takes_file))
		return 0;
	program->entry_given = language->start.takes_class
				       ? take_class(program, entry_point)
				       : take_file(program, sources, entry_point);
	if (program->entry_given)
		return 0;
	char shown[256];
	as_text_printable(entry_point, strlen(entry_point), shown, sizeof(shown));
	program->verdict = AS_VERDICT_CE;
	snprintf(program->reason, sizeof(program->reason), "entry-point");
	program->output = as_text_format(error, "entry point not found: no %s '%s'",
		language->start.takes_class ? "class" : "file", shown);
	return program->output ? 0 : -1;
}

int as_start_find(struct as_program *program, const struct as_sources *sources,
	const char *entry_point, struct as_error *error)
{
	find_main(program, sources);
	find_entry(program, sources);
	return take_entry_point(program, sources, entry_point, error);
}
