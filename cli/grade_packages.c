/* SPDX-License-Identifier: MIT */
/* The package that a submitted file is for, if the scheme has several. */
#include "grade.h"

#include <ctype.h>
#include <string.h>

/*
 * The package that a file is for, by the first of these rules that finds one: the file has the name
 * of the package; its name contains words that spell the package's name, as in
 * "blatt3_aufgabe-1.py" for aufgabe1; a folder that contains the file has such a name. Case,
 * blanks, '_' and '-' do not matter. Of two packages the longer name counts.
 */

static size_t next_word(const char *text, size_t at, size_t end)
{
	while (at < end && isalnum((unsigned char)text[at]))
		at++;
	return at;
}

/* The number of characters of `name` that the words from `at` on spell; 0: they do not spell all of
 * it. */
static size_t spell(const char *text, size_t at, size_t end, const char *name)
{
	size_t count = 0, spelt = 0;

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
	spelt = count;
	return at == end || !isalnum((unsigned char)text[at]) ? spelt : 0;
}

/* Likewise, beginning with any word. */
static size_t find_words(const char *text, size_t end, const char *name)
{
	size_t best = 0;

	for (size_t at = 0; at < end;) {
		const size_t spelt = spell(text, at, end, name);
		best = spelt > best ? spelt : best;
		at = next_word(text, at, end);
		while (at < end && !isalnum((unsigned char)text[at]))
			at++;
	}
	return best;
}

/* SIZE_MAX: none, or two of equal rank. */
static size_t choose(const struct grade_assignment *assignment, const char *text, size_t length)
{
	size_t best = 0, found = SIZE_MAX;

	for (size_t i = 0; assignment->packages[i]; i++) {
		const char *name = assignment->packages[i]->short_name;
		if (strlen(name) == length && strncasecmp(text, name, length) == 0)
			return i;
		const size_t spelt = find_words(text, length, name);
		if (spelt == 0 || spelt < best)
			continue;
		found = spelt == best ? SIZE_MAX : i;
		best = spelt;
	}
	return found;
}

/* The path of the file in the submission. */
static const char *path_of(const struct as_received *received, const struct as_received_file *file)
{
	const size_t length = strlen(received->path);

	return strncmp(file->path, received->path, length) == 0 && file->path[length] == '/'
		       ? file->path + length + 1
		       : file->name;
}

/* The index of the package; SIZE_MAX: the file is for every package. */
static size_t package_of(const struct as_received *received, const struct as_received_file *file,
	const struct grade_assignment *assignment)
{
	const char *path = path_of(received, file);
	const char *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;
	size_t found = choose(assignment, base, (size_t)(strchrnul(base, '.') - base));

	for (const char *end = slash; found == SIZE_MAX && end;) {
		const char *begin = memrchr(path, '/', (size_t)(end - path));
		const char *name = begin ? begin + 1 : path;
		found = choose(assignment, name, (size_t)(end - name));
		end = begin;
	}
	return found;
}

bool grade_has_file_for(const struct as_received *received,
	const struct grade_assignment *assignment, size_t package)
{
	for (size_t i = 0; i < received->file_count; i++)
		if (package_of(received, &received->files[i], assignment) == package)
			return true;
	return false;
}

bool grade_names_packages(
	const struct as_received *received, const struct grade_assignment *assignment)
{
	for (size_t i = 0; i < received->file_count; i++)
		if (package_of(received, &received->files[i], assignment) != SIZE_MAX)
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
		const size_t found = package_of(received, &received->files[i], assignment);
		if (found != package && found != SIZE_MAX)
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
	const char *name = NULL;
	size_t others = 0;

	for (size_t i = 0; i < received->file_count; i++) {
		const size_t found = package_of(received, &received->files[i], assignment);
		others += found == SIZE_MAX;
		if (found != package)
			continue;
		if (name)
			return NULL;
		name = received->files[i].name;
	}
	return others ? name : NULL;
}
