/* SPDX-License-Identifier: MIT */
/*
 * Files whose names the judge does not accept are renamed, such as "my sum.h" to "my_sum.h". If
 * another source of the submission refers to the file, it does not find the file. The teacher then
 * decides about a mark below the maximum.
 */
#include "packages.h"

#include <assay/base/letters.h>
#include <ctype.h>
#include <string.h>

/* The end of a path that has as many parts as the name: folders that contain all files were cut. */
static const char *place_begin(const char *place, const char *name)
{
	const char *begin = place + strlen(place);
	size_t parts = 1;

	for (; (name = strchr(name, '/')); name++)
		parts++;
	while (begin > place && (begin[-1] != '/' || --parts))
		begin--;
	return begin;
}

/* The first part of the place, without its ending, that was renamed; false: there is none. A file
 * that only lost a part at its end, as "sum.py.txt" or "sum-1.py" do, has the name that sources
 * use. */
static bool find_renamed(const char *place, const char *name, char renamed[256])
{
	for (;; place++, name++) {
		const size_t length = strcspn(place, "/"), plain = strcspn(name, "/");
		const char *dot = place[length] ? NULL : memrchr(place, '.', length);
		const char *plain_dot = name[plain] ? NULL : memrchr(name, '.', plain);
		const size_t stem = plain_dot ? (size_t)(plain_dot - name) : plain;
		snprintf(renamed, 256, "%.*s", (int)(dot ? dot - place : (ptrdiff_t)length), place);
		as_letters_compose(renamed);
		if (*renamed && strncmp(renamed, name, stem) != 0)
			return true;
		place += length;
		name += plain;
		if (!*place || !*name)
			return false;
	}
}

static bool is_of_word(char character)
{
	return isalnum((unsigned char)character) || character == '_' || character & 0x80;
}

/* True if the source contains the name, and not only as a part of a longer one. */
static bool contains(const struct as_bytes *source, const char *name)
{
	const size_t length = strlen(name);
	const char *end = source->data + source->size, *at = source->data;

	for (; (at = memmem(at, (size_t)(end - at), name, length)); at++)
		if ((at == source->data || !is_of_word(at[-1])) &&
			(at + length == end || !is_of_word(at[length])))
			return true;
	return false;
}

/* True if another file has the name that this file had before, without its ending. */
static bool is_old_name_taken(const struct as_received *received, size_t file, const char *old_name)
{
	const size_t length = strlen(old_name);

	for (size_t i = 0; i < received->file_count; i++) {
		const char *name = as_text_last_part(received->files[i].name);
		if (i != file && strncmp(name, old_name, length) == 0 &&
			(name[length] == '.' || !name[length]))
			return true;
	}
	return false;
}

/* The name of a source that contains the text, except of the file itself; NULL: none. */
static const char *find_reference(
	const struct as_sources *sources, const char *file, const char *text)
{
	bool is_judged = false;
	const char *found = NULL;

	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *source = &sources->files[i];
		if (strcmp(source->name, file) == 0)
			is_judged = true;
		else if (!found && contains(&source->data, text))
			found = source->name;
	}
	return is_judged ? found : NULL;
}

int grade_doubt_renamed(const struct as_received *received, const struct as_sources *sources,
	bool is_blind, char **doubt, struct as_error *error)
{
	char renamed[256];

	for (size_t i = 0; i < received->file_count; i++) {
		const struct as_received_file *file = &received->files[i];
		const char *place = place_begin(file->place, file->name);
		if (!find_renamed(place, file->name, renamed) ||
			is_old_name_taken(received, i, renamed))
			continue;
		const char *source = find_reference(sources, file->name, renamed);
		if (!source)
			continue;
		/* Blind marking only hides the names under which files are judged. */
		*doubt = is_blind ? as_text_format(error,
					    "%s was renamed for judging, and %s refers to "
					    "the old name",
					    file->name, source)
				  : as_text_format(error,
					    "'%s' is judged as %s, and %s refers to the old name",
					    place, file->name, source);
		return *doubt ? 0 : -1;
	}
	return 0;
}
