/* SPDX-License-Identifier: MIT */
/*
 * Programs without a package's name beside files that have one: "summe.py" and "aufgabe2.py". Such
 * a program is for each package that has no file of its own, unless a named file uses it.
 */
#include "packages.h"

#include <string.h>

struct unnamed {
	const struct as_received *received;
	const struct grade_assignment *assignment;
	const struct as_languages *languages;
	const struct as_sources *sources;      /* all files of the submission */
	const struct as_received_file **files; /* of each source; NULL: none */
	bool *is_named;                        /* for another package */
	bool *is_helper;                       /* used by a named file */
	bool *is_kept;                         /* a program, or used by a program */
};

static void unnamed_clear(struct unnamed *unnamed)
{
	free(unnamed->files);
	free(unnamed->is_named);
	free(unnamed->is_helper);
	free(unnamed->is_kept);
}

static const struct as_received_file *find_file(
	const struct as_received *received, const char *name)
{
	for (size_t i = 0; i < received->file_count; i++)
		if (strcmp(received->files[i].name, name) == 0)
			return &received->files[i];
	return NULL;
}

/* Marks each unnamed source that `from` or a marked source uses. */
static int follow(const struct unnamed *unnamed, size_t from, bool *marks, struct as_error *error)
{
	const size_t count = unnamed->sources->count;
	AS_AUTO_FREE bool *used = calloc(count + 1, sizeof(*used));

	if (!used)
		return as_error_no_memory(error);
	if (as_source_find_used(unnamed->languages, unnamed->sources, from, used, error))
		return -1;
	for (size_t i = 0; i < count; i++) {
		if (!used[i] || marks[i] || unnamed->is_named[i])
			continue;
		marks[i] = true;
		if (follow(unnamed, i, marks, error))
			return -1;
	}
	return 0;
}

static bool is_copy_of_named(const struct unnamed *unnamed, size_t source)
{
	for (size_t i = 0; i < unnamed->sources->count; i++)
		if (unnamed->is_named[i] && unnamed->files[i] &&
			strcmp(unnamed->files[i]->digest, unnamed->files[source]->digest) == 0)
			return true;
	return false;
}

static bool is_program(const struct unnamed *unnamed, size_t source)
{
	const struct as_source *file = &unnamed->sources->files[source];

	return unnamed->files[source] && !unnamed->is_named[source] &&
	       !unnamed->is_helper[source] && as_source_may_start(unnamed->languages, file) &&
	       !as_source_is_left_out(file) &&
	       strcmp(as_text_last_part(file->name), "__init__.py") != 0 &&
	       !is_copy_of_named(unnamed, source);
}

static int mark_named(struct unnamed *unnamed, size_t package, struct as_error *error)
{
	const size_t count = unnamed->sources->count;

	for (size_t i = 0; i < count; i++) {
		unnamed->files[i] = find_file(unnamed->received, unnamed->sources->files[i].name);
		unnamed->is_named[i] = unnamed->files[i] && !grade_may_be_for(unnamed->files[i],
								    unnamed->assignment, package);
	}
	for (size_t i = 0; i < count; i++)
		if (unnamed->is_named[i] && follow(unnamed, i, unnamed->is_helper, error))
			return -1;
	return 0;
}

/* 1: there are programs, and `start` is the only one that no other uses, else SIZE_MAX. 0: none. */
static int mark_programs(struct unnamed *unnamed, size_t *start, struct as_error *error)
{
	const size_t count = unnamed->sources->count;
	bool found = false;
	size_t starts = 0;

	for (size_t i = 0; i < count; i++)
		if (is_program(unnamed, i) && follow(unnamed, i, unnamed->is_kept, error))
			return -1;
	*start = SIZE_MAX;
	for (size_t i = 0; i < count; i++) {
		if (!is_program(unnamed, i))
			continue;
		found = true;
		if (!unnamed->is_kept[i])
			*start = starts++ ? SIZE_MAX : i;
		unnamed->is_kept[i] = true;
	}
	return found;
}

/* The programs, what they use, and data. */
static char **list_kept(const struct unnamed *unnamed, struct as_error *error)
{
	AS_AUTO_NAMES char **asked = calloc(unnamed->sources->count + 1, sizeof(*asked));
	size_t count = 0;

	if (!asked)
		as_error_no_memory(error);
	for (size_t i = 0; asked && i < unnamed->sources->count; i++) {
		const struct as_source *file = &unnamed->sources->files[i];
		if (unnamed->is_named[i] ||
			(!unnamed->is_kept[i] && as_source_is_program(file, unnamed->languages)))
			continue;
		asked[count] = as_text_format(error, "/%s", file->name);
		if (!asked[count++])
			return NULL;
	}
	return as_steal(asked);
}

static char *describe(
	const struct unnamed *unnamed, size_t package, size_t start, struct as_error *error)
{
	const char *name = unnamed->assignment->packages[package]->short_name;

	return start != SIZE_MAX
		       ? as_text_format(error,
				 "no file has the name of the package '%s', so %s was judged, "
				 "which does not have a package's name",
				 name, unnamed->sources->files[start].name)
		       : as_text_format(error,
				 "no file has the name of the package '%s', so the files without "
				 "a package's name were judged",
				 name);
}

int grade_list_unnamed(const struct grade_unnamed_order *order, size_t package, char ***asked,
	char **doubt, struct as_error *error)
{
	const size_t count = order->sources->count;
	AS_AUTO(unnamed_clear)
	struct unnamed unnamed = {.received = order->received,
		.assignment = order->assignment,
		.languages = order->languages,
		.sources = order->sources,
		.files = calloc(count + 1, sizeof(*unnamed.files)),
		.is_named = calloc(count + 1, sizeof(bool)),
		.is_helper = calloc(count + 1, sizeof(bool)),
		.is_kept = calloc(count + 1, sizeof(bool))};
	size_t start;

	if (!unnamed.files || !unnamed.is_named || !unnamed.is_helper || !unnamed.is_kept)
		return as_error_no_memory(error);
	if (mark_named(&unnamed, package, error))
		return -1;
	const int found = mark_programs(&unnamed, &start, error);
	if (found <= 0)
		return found;
	*asked = list_kept(&unnamed, error);
	if (!*asked)
		return -1;
	*doubt = describe(&unnamed, package, start, error);
	return *doubt ? 1 : -1;
}
