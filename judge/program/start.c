/* SPDX-License-Identifier: MIT */
/* Determines where a program starts: its main file, and the entry class. */
#include "start.h"
#include "detect.h"
#include "entry.h"
#include "whole.h"
#include "workshop.h"

#include <assay/base/letters.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- several candidates ---- */

/* The file name that makes a file the program: "__main__.py", "main.pas". */
static void write_default(const struct as_language *language, char text[64])
{
	const char *usual = language->start.main;

	snprintf(text, 64, "%s%s", usual ? usual : "main",
		usual ? "" : language->head->files.extensions[0]);
}

static char *name_candidates(const struct as_candidates *candidates, struct as_error *error)
{
	if (candidates->count == 2)
		return as_text_format(error, "%s and %s", candidates->first, candidates->second);
	return as_text_format(error, "%s, %s and %zu more", candidates->first, candidates->second,
		candidates->count - 2);
}

char *as_start_each(const char *remedy, const char *path, struct as_error *error)
{
	char shown[512];
	size_t length = path ? strlen(path) : 0;

	while (length > 1 && path[length - 1] == '/')
		length--;
	if (length == 0)
		return as_text_format(error, "%s", remedy);
	if (as_archive_is_named(path))
		return as_text_format(error, "unpack the archive, then name each: FOLDER/*");
	as_text_printable(path, length, shown, sizeof(shown));
	return as_text_format(error, "%s: %s/*", remedy, shown);
}

/* Authors of a package may rely on the first file by name, as in other judges; in other cases the
 * intended file is unknown. */
static int refuse_several(struct as_program *program, const struct as_candidates *candidates,
	const struct as_build_order *order, struct as_error *error)
{
	char usual[64];

	if (candidates->count < 2 || order->of_package)
		return 0;
	AS_AUTO_FREE char *names = name_candidates(candidates, error);
	if (!names)
		return -1;
	write_default(program->language, usual);
	if (order->is_example) {
		program->note = as_text_format(error,
			"entry point not clear: %s may each be the program, and %s is taken; "
			"rename it to %s",
			names,
			program->language->start.finds_class ? program->entry : program->main,
			usual);
		return program->note ? 0 : -1;
	}
	AS_AUTO_FREE char *each = as_start_each("judge each by itself", order->path, error);
	program->verdict = AS_VERDICT_CE;
	snprintf(program->reason, sizeof(program->reason), "entry-point");
	if (each)
		program->output = as_text_format(error,
			"entry point not clear: %s may each be the program; rename one to %s, or "
			"%s",
			names, usual, each);
	return program->output ? 0 : -1;
}

/* ---- a file ---- */

static void set_main(struct as_program *program, const char *name)
{
	snprintf(program->main, sizeof(program->main), "%.299s", name ? name : "");
	snprintf(program->entry, sizeof(program->entry), "%s", program->main);
	char *dot = strrchr(program->entry, '.');
	if (dot)
		*dot = '\0';
}

static const char *find_first(const struct as_program *program, const struct as_sources *sources)
{
	const char *best = NULL;

	for (size_t i = 0; i < sources->count; i++) {
		const char *name = sources->files[i].name;
		if (!as_language_is_source(program->language, name))
			continue;
		if (!best ||
			(strncasecmp(name, "main.", 5) == 0 && strncasecmp(best, "main.", 5) != 0))
			best = name;
	}
	return best;
}

static int find_file(struct as_program *program, const struct as_sources *sources,
	const struct as_build_order *order, struct as_error *error)
{
	const struct as_language *language = program->language;
	const char *usual = language->start.main;
	struct as_candidates candidates;

	if (usual && as_sources_find(sources, usual)) {
		set_main(program, usual);
		return 0;
	}
	/* Programs of packages are not changed, and other judges take the first file by name. */
	if (order->of_package || !(language->start.takes_file || language->start.takes_class)) {
		set_main(program, find_first(program, sources));
		return 0;
	}
	/* All files are compiled, into a program that has one main class. */
	if (language->start.takes_class
			? as_start_find_programs(language, sources, &candidates, error)
			: as_start_find_files(language, sources, &candidates, error))
		return -1;
	set_main(program, candidates.first ? candidates.first : find_first(program, sources));
	return refuse_several(program, &candidates, order, error);
}

/* ---- a class ---- */

/* The best class of some of the files, and the number of files with a main. */
struct classes {
	struct as_entry entry;
	struct as_candidates candidates;
};

enum { OWN = 1, ADDED = 2, DEFAULT = 4 };

/* Selects OWN files, ADDED files or both; with DEFAULT, only those with the default class. */
static void find_classes(struct classes *classes, const struct as_language *language,
	const struct as_sources *sources, unsigned which)
{
	*classes = (struct classes){.entry = AS_ENTRY_INIT};
	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *file = &sources->files[i];
		struct as_entry one = AS_ENTRY_INIT;
		if (!(which & (file->is_added ? ADDED : OWN)) ||
			!as_language_is_source(language, file->name))
			continue;
		as_entry_scan_java(&one, file->name, language->start.main, &file->data);
		if ((which & DEFAULT) && !one.is_default)
			continue;
		as_entry_scan_java(&classes->entry, file->name, language->start.main, &file->data);
		if (!one.has_main)
			continue;
		struct as_candidates *candidates = &classes->candidates;
		if (candidates->count++ == 0)
			candidates->first = file->name;
		else if (candidates->count == 2)
			candidates->second = file->name;
	}
}

/* Two classes with a main in one file: java would start either. */
static int refuse_rivals(struct as_program *program, const struct as_entry *entry,
	const struct as_build_order *order, struct as_error *error)
{
	if (!*entry->rival || order->of_package)
		return 0;
	char **text = order->is_example ? &program->note : &program->output;
	if (!order->is_example) {
		program->verdict = AS_VERDICT_CE;
		snprintf(program->reason, sizeof(program->reason), "entry-point");
	}
	*text = as_text_format(error,
		"entry point not clear: the classes %s and %s each have a main%s; remove one main, "
		"or rename its class to Main",
		entry->name, entry->rival, order->is_example ? ", and the first is taken" : "");
	return *text ? 0 : -1;
}

static int find_class(struct as_program *program, const struct as_sources *sources,
	const struct as_build_order *order, struct as_error *error)
{
	/* The last step is for the compiler's message about a program without a main. */
	static const unsigned steps[] = {OWN | ADDED | DEFAULT, OWN, ADDED, OWN | ADDED};
	struct classes classes;

	set_main(program, find_first(program, sources));
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
		find_classes(&classes, program->language, sources, steps[i]);
		if (classes.candidates.count > 0)
			break;
	}
	snprintf(program->entry, sizeof(program->entry), "%s", classes.entry.name);
	program->lacks_main = classes.candidates.count == 0;
	return classes.candidates.count == 1
		       ? refuse_rivals(program, &classes.entry, order, error)
		       : refuse_several(program, &classes.candidates, order, error);
}

/* ---- an entry point given by name ---- */

/* One of its files, with or without its ending. */
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

static int take_entry_point(struct as_program *program, const struct as_sources *sources,
	const char *given, struct as_error *error)
{
	/* As the names of the sources are. */
	AS_AUTO_FREE char *entry_point = as_text_format(error, "%s", given);
	const struct as_language *language = program->language;

	if (!entry_point)
		return -1;
	as_letters_compose(entry_point);
	program->entry_is_explicit = language->start.takes_class
					     ? as_start_take_class(program, sources, entry_point)
					     : take_file(program, sources, entry_point);
	if (program->entry_is_explicit)
		return 0;
	char shown[256];
	as_text_printable(entry_point, strlen(entry_point), shown, sizeof(shown));
	program->verdict = AS_VERDICT_CE;
	snprintf(program->reason, sizeof(program->reason), "entry-point");
	program->output = as_text_format(error, "entry point not found: no %s '%s'",
		language->start.takes_class ? "class" : "file", shown);
	return program->output ? 0 : -1;
}

static int find_programs(const struct as_language *language, const struct as_sources *sources,
	struct as_candidates *candidates, struct as_error *error)
{
	struct classes classes;

	if (!language->start.finds_class)
		return as_start_find_programs(language, sources, candidates, error);
	find_classes(&classes, language, sources, OWN);
	*candidates = classes.candidates;
	return 0;
}

/* If a folder looks like the submissions of a class, adds a note on how it was interpreted. */
static int note_programs(struct as_program *program, const struct as_sources *sources,
	const struct as_build_order *order, struct as_error *error)
{
	struct as_candidates candidates;

	if (order->of_package || order->is_example || program->verdict == AS_VERDICT_CE)
		return 0;
	if (find_programs(program->language, sources, &candidates, error))
		return -1;
	if (candidates.count < 2)
		return 0;
	AS_AUTO_FREE char *names = name_candidates(&candidates, error);
	AS_AUTO_FREE char *each = as_start_each("name each", order->path, error);
	if (names && each)
		program->note = as_text_format(error,
			"several programs: %s are taken as one submission; to judge them one by "
			"one, %s",
			names, each);
	return program->note ? 0 : -1;
}

/* True if the package's code contains the program: it begins there, whatever the submission says.
 */
static bool has_added_program(const struct as_language *language, const struct as_sources *sources)
{
	char usual[64];

	write_default(language, usual);
	for (size_t i = 0; i < sources->count; i++)
		if (sources->files[i].is_added && strcasecmp(sources->files[i].name, usual) == 0)
			return true;
	return false;
}

static int find_start(struct as_program *program, const struct as_sources *sources,
	const struct as_build_order *order, struct as_error *error)
{
	const struct as_language_start *start = &program->language->start;

	set_main(program, find_first(program, sources));
	/* In a language without entry points it is ignored. */
	if (order->entry_point && (start->takes_class || start->takes_file) &&
		!has_added_program(program->language, sources))
		return take_entry_point(program, sources, order->entry_point, error);
	return start->finds_class ? find_class(program, sources, order, error)
				  : find_file(program, sources, order, error);
}

/* True for "folder/main.py" if the parts before the ending can be imported. */
static bool is_importable(const char *path)
{
	const char *end = strrchr(path, '.');

	for (const char *at = path; end && at < end; at++) {
		const bool is_first = at == path || at[-1] == '/';
		if (!(*at & 0x80) && *at != '_' && !isalpha((unsigned char)*at) &&
			(is_first || (*at != '/' && !isdigit((unsigned char)*at))))
			return false;
	}
	return end && strchr(path, '/');
}

/* A file of a package, such as "package/__main__.py", with relative imports. A relative import in a
 * block may fail, as in try and except, so such a file remains a script. */
static int find_module(
	struct as_program *program, const struct as_sources *sources, struct as_error *error)
{
	const struct as_language_start *start = &program->language->start;
	const struct as_source *file =
		*start->module_lines ? as_sources_find(sources, program->main) : NULL;
	AS_AUTO_BYTES struct as_bytes code = {0};
	struct as_line line;

	if (!file || !as_language_is_source(program->language, program->main) ||
		!is_importable(program->main))
		return 0;
	if (as_code_of(program->language, &file->data, &code, error))
		return -1;
	for (size_t at = as_bom_size(&code), begin = at; as_line_next(&code, &at, &line);
		begin = at)
		for (const char *const *one = start->module_lines; *one; one++)
			program->is_module |=
				line.at == code.data + begin && as_line_begins(&line, *one);
	return 0;
}

int as_start_find(struct as_program *program, const struct as_sources *sources,
	const struct as_build_order *order, struct as_error *error)
{
	if (find_start(program, sources, order, error))
		return -1;
	if (find_module(program, sources, error))
		return -1;
	return program->entry_is_explicit ? 0 : note_programs(program, sources, order, error);
}

int as_start_explain(struct as_program *program, const struct as_sources *sources,
	const struct as_build_order *order, struct as_error *error)
{
	struct as_candidates candidates;

	if (!program->note || program->verdict != AS_VERDICT_CE || order->is_example ||
		strcmp(program->reason, "compiler") != 0)
		return 0;
	if (find_programs(program->language, sources, &candidates, error))
		return -1;
	AS_AUTO_FREE char *names = name_candidates(&candidates, error);
	AS_AUTO_FREE char *each = as_start_each("judge each by itself", order->path, error);
	AS_AUTO_FREE char *output = as_steal(program->output);
	if (!names || !each)
		return -1;
	snprintf(program->reason, sizeof(program->reason), "entry-point");
	program->output = as_text_format(error,
		"entry point not clear: %s may each be the program, and together they do not "
		"compile; %s\n%s",
		names, each, output ? output : "");
	free(as_steal(program->note));
	return program->output ? 0 : -1;
}
