/* SPDX-License-Identifier: MIT */
/* The package that a submitted file is for, if the scheme has several. */
#include "packages.h"

#include <ctype.h>
#include <string.h>

/*
 * The package that a file is for, by the first of these rules that finds one: the file has the name
 * of the package; its name contains words that spell the package's name, as in
 * "blatt3_aufgabe-1.py" for aufgabe1; a folder that contains the file has such a name. Case,
 * blanks, '_' and '-' do not matter.
 *
 * A package's name inside the name of another package does not count: "aufgabe_1_2.py" is for
 * aufgabe12. A file with the names of several packages, such as "sum_prod.py", may be for each of
 * them: a folder with one of these names decides, else the teacher.
 */

static size_t next_word(const char *text, size_t at, size_t end)
{
	while (at < end && isalnum((unsigned char)text[at]))
		at++;
	while (at < end && !isalnum((unsigned char)text[at]))
		at++;
	return at;
}

/* The end of the words from `at` on that spell the name; 0: they do not spell all of it. */
static size_t spell(const char *text, size_t at, size_t end, const char *name)
{
	size_t count = 0;

	for (; *name; name++) {
		if (!isalnum((unsigned char)*name))
			continue;
		while (at < end && !isalnum((unsigned char)text[at]))
			at++;
		if (at == end ||
			tolower((unsigned char)text[at++]) != tolower((unsigned char)*name))
			return 0;
		count++;
	}
	return count && (at == end || !isalnum((unsigned char)text[at])) ? at : 0;
}

/* A name of a file or folder; the ending of the file does not count. */
struct label {
	const char *text;
	size_t length;
};

/* True if the label contains the name at a place that includes [begin, end) and is longer. */
static bool has_longer(const struct label *label, const char *name, size_t begin, size_t end)
{
	for (size_t at = 0; at <= begin; at = next_word(label->text, at, label->length)) {
		const size_t spelt = spell(label->text, at, label->length, name);
		if (spelt >= end && spelt - at > end - begin)
			return true;
	}
	return false;
}

static bool is_in_longer(const struct grade_assignment *assignment, const struct label *label,
	size_t begin, size_t end)
{
	for (size_t i = 0; assignment->packages[i]; i++)
		if (has_longer(label, assignment->packages[i]->short_name, begin, end))
			return true;
	return false;
}

static bool is_name(const struct label *label, const char *name)
{
	return strlen(name) == label->length && strncasecmp(label->text, name, label->length) == 0;
}

/* True if the label contains the package's name, and not only inside a longer name. */
static bool label_names(
	const struct grade_assignment *assignment, const struct label *label, size_t package)
{
	const char *name = assignment->packages[package]->short_name;

	for (size_t at = 0; at < label->length; at = next_word(label->text, at, label->length)) {
		const size_t end = spell(label->text, at, label->length, name);
		if (end && !is_in_longer(assignment, label, at, end))
			return true;
	}
	return is_name(label, name);
}

#define NONE SIZE_MAX          /* of the packages */
#define SEVERAL (SIZE_MAX - 1) /* packages */

/* The package that the label names; with `first`, only a package that `first` also names. */
static size_t label_find(const struct grade_assignment *assignment, const struct label *label,
	const struct label *first)
{
	size_t found = NONE;

	for (size_t i = 0; assignment->packages[i]; i++) {
		if (is_name(label, assignment->packages[i]->short_name) && !first)
			return i;
		if (label_names(assignment, label, i) &&
			(!first || label_names(assignment, first, i)))
			found = found == NONE ? i : SEVERAL;
	}
	return found;
}

/* The folder that contains the label; false: none. */
static bool label_leave(const char *path, struct label *label)
{
	if (label->text == path)
		return false;
	const char *end = label->text - 1;
	const char *slash = memrchr(path, '/', (size_t)(end - path));
	label->text = slash ? slash + 1 : path;
	label->length = (size_t)(end - label->text);
	return true;
}

/* The index of the package; NONE: the file is for every package. SEVERAL: `first` names them. */
static size_t package_of(
	const char *path, const struct grade_assignment *assignment, struct label *first)
{
	const char *slash = strrchr(path, '/');
	struct label label = {.text = slash ? slash + 1 : path};

	label.length = (size_t)(strchrnul(label.text, '.') - label.text);
	size_t found = label_find(assignment, &label, NULL);
	while (found == NONE && label_leave(path, &label))
		found = label_find(assignment, &label, NULL);
	*first = label;
	while (found == SEVERAL && label_leave(path, &label)) {
		const size_t one = label_find(assignment, &label, first);
		found = one == NONE ? found : one;
	}
	return found;
}

/* Whether a file is for a package. */
enum fit {
	FIT_OTHER, /* for another package */
	FIT_ALL,   /* for every package */
	FIT_MAYBE, /* its name contains the names of this package and of others */
	FIT_OWN,   /* for this package */
};

static enum fit find_fit(
	const char *path, const struct grade_assignment *assignment, size_t package)
{
	struct label first;
	const size_t found = package_of(path, assignment, &first);

	if (found == SEVERAL)
		return label_names(assignment, &first, package) ? FIT_MAYBE : FIT_OTHER;
	return found == NONE ? FIT_ALL : found == package ? FIT_OWN : FIT_OTHER;
}

bool grade_are_apart(void *context, const char *place, const char *other)
{
	const struct grade_assignment *assignment = context;

	for (size_t i = 0; assignment->packages[i]; i++)
		if (find_fit(place, assignment, i) != find_fit(other, assignment, i))
			return true;
	return false;
}

/* The number of the files that fit; `last` is set to the last one. */
static size_t count_fits(const struct as_received *received,
	const struct grade_assignment *assignment, size_t package, enum fit fit,
	const struct as_received_file **last)
{
	size_t count = 0;

	for (size_t i = 0; i < received->file_count; i++) {
		if (find_fit(received->files[i].place, assignment, package) != fit)
			continue;
		*last = &received->files[i];
		count++;
	}
	return count;
}

bool grade_may_be_for(const struct as_received_file *file,
	const struct grade_assignment *assignment, size_t package)
{
	return find_fit(file->place, assignment, package) != FIT_OTHER;
}

bool grade_is_named_for(
	const char *place, const struct grade_assignment *assignment, size_t package)
{
	return find_fit(place, assignment, package) >= FIT_MAYBE;
}

bool grade_has_file_for(const struct as_received *received,
	const struct grade_assignment *assignment, size_t package)
{
	for (size_t i = 0; i < received->file_count; i++)
		if (grade_is_named_for(received->files[i].place, assignment, package))
			return true;
	return false;
}

bool grade_names_packages(
	const struct as_received *received, const struct grade_assignment *assignment)
{
	for (size_t i = 0; i < received->file_count; i++)
		if (find_fit(received->files[i].place, assignment, 0) != FIT_ALL)
			return true;
	return false;
}

/* Patterns of the files for a package, and of files for no particular package; NULL-terminated. */
char **grade_list_asked(const struct as_received *received,
	const struct grade_assignment *assignment, size_t package, struct as_error *error)
{
	AS_AUTO_NAMES char **asked = calloc(received->file_count + 1, sizeof(*asked));
	size_t count = 0;

	if (!asked)
		as_error_no_memory(error);
	for (size_t i = 0; asked && i < received->file_count; i++) {
		if (find_fit(received->files[i].place, assignment, package) == FIT_OTHER)
			continue;
		asked[count] = as_text_format(error, "/%s", received->files[i].name);
		if (!asked[count++])
			return NULL;
	}
	return as_steal(asked);
}

/* If there are other files, the program starts in the file with the package's name. */
const char *grade_find_entry_point(const struct as_received *received,
	const struct grade_assignment *assignment, size_t package)
{
	const struct as_received_file *own = NULL, *maybe = NULL, *other = NULL;
	const size_t owns = count_fits(received, assignment, package, FIT_OWN, &own);
	const size_t maybes = count_fits(received, assignment, package, FIT_MAYBE, &maybe);
	const size_t others = count_fits(received, assignment, package, FIT_ALL, &other);

	if (owns)
		return owns == 1 && maybes + others ? own->name : NULL;
	return maybes == 1 && others ? maybe->name : NULL;
}

/* "'sum' and 'prod'" */
static char *list_named(const struct grade_assignment *assignment, const struct label *label,
	struct as_error *error)
{
	size_t left = 0, size;
	char *text = NULL;

	for (size_t i = 0; assignment->packages[i]; i++)
		left += label_names(assignment, label, i);
	FILE *out = open_memstream(&text, &size);
	for (size_t i = 0; out && assignment->packages[i]; i++)
		if (label_names(assignment, label, i)) {
			left--;
			fprintf(out, "'%s'%s", assignment->packages[i]->short_name,
				left > 1    ? ", "
				: left == 1 ? " and "
					    : "");
		}
	return as_text_close(out, &text, error);
}

int grade_doubt_name(const struct as_received *received, const struct grade_assignment *assignment,
	size_t package, char **doubt, struct as_error *error)
{
	const struct as_received_file *own = NULL, *maybe = NULL;
	struct label first;

	if (count_fits(received, assignment, package, FIT_OWN, &own) ||
		count_fits(received, assignment, package, FIT_MAYBE, &maybe) == 0)
		return 0;
	package_of(maybe->place, assignment, &first);
	AS_AUTO_FREE char *packages = list_named(assignment, &first, error);
	if (!packages)
		return -1;
	/* The folder itself is not named, because blind marking only hides the names of files. */
	*doubt = as_text_format(error, "the name of %s%s contains the names of the packages %s",
		first.text[first.length] == '/' ? "a folder of " : "", maybe->name, packages);
	return *doubt ? 0 : -1;
}
