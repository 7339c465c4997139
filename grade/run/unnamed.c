/* SPDX-License-Identifier: MIT */
/*
 * Programs without a package's name beside files that have one: "summe.py" and "aufgabe2.py". Such
 * a program is for each package that has no file of its own, unless a named file uses it. For a
 * package with a program of its own it is left out if the compiler would make one program of both.
 */
#include "packages.h"

#include <string.h>

struct unnamed {
	const struct grade_assignment *assignment;
	const struct as_languages *languages;
	const struct as_sources *sources;      /* all files of the submission */
	const struct as_received_file **files; /* of each source; NULL: none */
	const struct as_language **whole;      /* of each source that is a complete program */
	bool *is_named;                        /* for another package, or only for this one */
	bool *is_helper;                       /* used by a named file */
	bool *is_kept;                         /* a program, or used by a program */
	bool *is_left;                         /* out of what is judged */
};

static void unnamed_clear(struct unnamed *unnamed)
{
	free(unnamed->files);
	free(unnamed->whole);
	free(unnamed->is_named);
	free(unnamed->is_helper);
	free(unnamed->is_kept);
	free(unnamed->is_left);
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

/* A class whose file is left out cannot be missed, unless a kept file names it. A function can, so
 * Kotlin and Scala keep all files: their compilers accept several programs. */
static bool has_one_program(const struct as_language *language)
{
	return !language->start.takes_file && !language->needs.keep_sources &&
	       (language->start.finds_class || !language->start.takes_class);
}

/* A compiler makes no helper of a complete program, except of one with classes. */
static bool is_used(const struct unnamed *unnamed, size_t source)
{
	const struct as_language *language = unnamed->whole[source];

	return unnamed->is_helper[source] &&
	       !(language && has_one_program(language) && !language->start.finds_class);
}

static bool is_program(const struct unnamed *unnamed, size_t source)
{
	const struct as_source *file = &unnamed->sources->files[source];

	return unnamed->files[source] && !unnamed->is_named[source] && !is_used(unnamed, source) &&
	       as_source_may_start(unnamed->languages, file) && !as_source_is_left_out(file) &&
	       strcmp(as_text_last_part(file->name), "__init__.py") != 0 &&
	       !is_copy_of_named(unnamed, source);
}

static int mark_named(struct unnamed *unnamed, size_t package, struct as_error *error)
{
	const size_t count = unnamed->sources->count;

	for (size_t i = 0; i < count; i++)
		unnamed->is_named[i] = unnamed->files[i] && !grade_may_be_for(unnamed->files[i],
								    unnamed->assignment, package);
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

static char **list_others(const struct unnamed *unnamed, struct as_error *error)
{
	AS_AUTO_NAMES char **asked = calloc(unnamed->sources->count + 1, sizeof(*asked));
	size_t count = 0;

	if (!asked)
		as_error_no_memory(error);
	for (size_t i = 0; asked && i < unnamed->sources->count; i++) {
		if (unnamed->is_left[i])
			continue;
		asked[count] = as_text_format(error, "/%s", unnamed->sources->files[i].name);
		if (!asked[count++])
			return NULL;
	}
	return as_steal(asked);
}

/* Except the programs, what they use, and data. */
static void leave_rest(struct unnamed *unnamed)
{
	for (size_t i = 0; i < unnamed->sources->count; i++)
		unnamed->is_left[i] =
			unnamed->is_named[i] ||
			(!unnamed->is_kept[i] && as_source_is_program(&unnamed->sources->files[i],
							 unnamed->languages));
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

static int unnamed_begin(
	struct unnamed *unnamed, const struct grade_unnamed_order *order, struct as_error *error)
{
	const size_t count = order->sources->count;

	*unnamed = (struct unnamed){.assignment = order->assignment,
		.languages = order->languages,
		.sources = order->sources,
		.files = calloc(count + 1, sizeof(*unnamed->files)),
		.whole = calloc(count + 1, sizeof(*unnamed->whole)),
		.is_named = calloc(count + 1, sizeof(bool)),
		.is_helper = calloc(count + 1, sizeof(bool)),
		.is_kept = calloc(count + 1, sizeof(bool)),
		.is_left = calloc(count + 1, sizeof(bool))};
	if (!unnamed->files || !unnamed->whole || !unnamed->is_named || !unnamed->is_helper ||
		!unnamed->is_kept || !unnamed->is_left)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		unnamed->files[i] = find_file(order->received, order->sources->files[i].name);
	return as_source_find_whole(order->languages, order->sources, unnamed->whole, error);
}

int grade_list_unnamed(const struct grade_unnamed_order *order, size_t package, char ***asked,
	char **doubt, struct as_error *error)
{
	AS_AUTO(unnamed_clear) struct unnamed unnamed = {0};
	size_t start;

	if (unnamed_begin(&unnamed, order, error) || mark_named(&unnamed, package, error))
		return -1;
	const int found = mark_programs(&unnamed, &start, error);
	if (found <= 0)
		return found;
	leave_rest(&unnamed);
	*asked = list_others(&unnamed, error);
	if (!*asked)
		return -1;
	*doubt = describe(&unnamed, package, start, error);
	return *doubt ? 1 : -1;
}

/* ---- beside the program of a package ---- */

/* Marks named files, and in Java files that they use. 1: one of the named files is a program that
 * the compiler would make of all files. */
static int mark_own(struct unnamed *unnamed, size_t package, struct as_error *error)
{
	const struct as_language *language = NULL;
	const size_t count = unnamed->sources->count;

	for (size_t i = 0; i < count; i++) {
		unnamed->is_named[i] =
			unnamed->files[i] &&
			grade_is_named_for(unnamed->files[i]->place, unnamed->assignment, package);
		if (unnamed->is_named[i] && unnamed->whole[i] && has_one_program(unnamed->whole[i]))
			language = unnamed->whole[i];
	}
	for (size_t i = 0; language && language->start.finds_class && i < count; i++)
		if (unnamed->is_named[i] && follow(unnamed, i, unnamed->is_helper, error))
			return -1;
	return language != NULL;
}

/* True if a file of this name cannot be the program, and an unnamed one can. */
static bool lacks_main(const struct unnamed *unnamed, const char *name)
{
	bool has_other = false, lacks = false;

	for (size_t i = 0; name && i < unnamed->sources->count; i++) {
		const struct as_source *file = &unnamed->sources->files[i];
		has_other |= unnamed->whole[i] && !unnamed->is_named[i];
		lacks |= strcmp(file->name, name) == 0 &&
			 !as_source_may_start(unnamed->languages, file);
	}
	return has_other && lacks;
}

/* Marks the programs that are apart; sets their number. */
static int mark_apart(struct unnamed *unnamed, size_t *count, char ***apart, struct as_error *error)
{
	for (size_t i = 0; i < unnamed->sources->count; i++) {
		if (!unnamed->whole[i] || unnamed->is_named[i] || unnamed->is_helper[i] ||
			as_source_is_left_out(&unnamed->sources->files[i]))
			continue;
		unnamed->is_left[i] = true;
		++*count;
		if (as_names_add(apart,
			    as_text_format(error, "%s", unnamed->sources->files[i].name), error))
			return -1;
	}
	return 0;
}

int grade_list_named(const struct grade_unnamed_order *order, struct as_class_entry *entry,
	char ***asked, char ***apart, struct as_error *error)
{
	const size_t count = order->sources->count;
	AS_AUTO(unnamed_clear) struct unnamed unnamed = {0};
	size_t left = 0;

	if (unnamed_begin(&unnamed, order, error))
		return -1;
	const int joined = mark_own(&unnamed, entry->package, error);
	if (joined < 0 || (joined && mark_apart(&unnamed, &left, apart, error)))
		return -1;
	/* The name of a single file is not known before it is compiled. */
	if (count - left < 2 || lacks_main(&unnamed, entry->entry_point))
		entry->entry_point = NULL;
	if (!left)
		return 0;
	*asked = list_others(&unnamed, error);
	return *asked ? 1 : -1;
}
