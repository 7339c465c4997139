/* SPDX-License-Identifier: MIT */
/* Copies of a source in a submission, by name and content. */
#include "copies.h"
#include "content.h"
#include "source_name.h"

#include <string.h>

/* The program is also in an archive. */
static bool is_packed_copy(const struct part *part, const struct part *copy)
{
	return copy->is_of_archive && (!part->is_of_archive || part < copy) &&
	       strcmp(part->name, copy->name) == 0;
}

/* True if each file for the judge has a file with the same content in the folder, and another
 * outside of the folder. */
static bool is_copied_folder(const struct work *work, const struct draft *draft, size_t copy)
{
	const char *folder = draft->parts[copy].name;
	const size_t length = (size_t)(as_text_last_part(folder) - folder);

	for (size_t i = 0; i < draft->part_count; i++) {
		bool has[2] = {false, false};
		if (!content_is_for_judge(work->arrival->languages, draft->parts[i].name))
			continue;
		for (size_t k = 0; k < draft->part_count; k++)
			if (strcmp(draft->received.files[i].digest,
				    draft->received.files[k].digest) == 0)
				has[strncmp(draft->parts[k].name, folder, length) == 0] = true;
		if (!has[false] || !has[true])
			return false;
	}
	return true;
}

static size_t count_folders(const char *path)
{
	size_t count = 0;

	while ((path = strchr(path, '/')))
		path++, count++;
	return count;
}

/* True if the copy is deeper; or only the copy is in an archive; or else the copy comes later. */
static bool is_before(const struct part *part, const struct part *copy)
{
	const size_t depth = count_folders(part->name), other = count_folders(copy->name);

	if (depth != other)
		return depth < other;
	if (part->is_of_archive != copy->is_of_archive)
		return copy->is_of_archive;
	return part < copy;
}

/* True if the submission consists of the same files in several folders. If it has other files, such
 * as a main program, the copy may be a module that the program loads from the folder. */
static bool is_copy_in_folder(
	const struct work *work, const struct draft *draft, size_t a, size_t b)
{
	const struct part *part = &draft->parts[a], *copy = &draft->parts[b];

	return strcmp(as_text_last_part(part->name), as_text_last_part(copy->name)) == 0 &&
	       strcmp(part->name, copy->name) != 0 && is_before(part, copy) &&
	       is_copied_folder(work, draft, b);
}

/* True for two sources with the same content if the name of `b` is that of a copy of `a`, and both
 * are for the same package. Two modules, or two answers of tests, may have the same content on
 * purpose. */
static bool is_copy(const struct work *work, const struct draft *draft, size_t a, size_t b)
{
	return strcmp(draft->received.files[a].digest, draft->received.files[b].digest) == 0 &&
	       !content_are_apart(work, &draft->parts[a], &draft->parts[b]) &&
	       source_is_named(work->arrival->languages, draft->parts[a].name) &&
	       (is_packed_copy(&draft->parts[a], &draft->parts[b]) ||
		       source_is_copy(draft->parts[a].name, draft->parts[b].name) ||
		       is_copy_in_folder(work, draft, a, b));
}

bool copies_has_original(const struct work *work, const struct draft *draft, size_t copy)
{
	for (size_t i = 0; i < draft->part_count; i++)
		if (i != copy && is_copy(work, draft, i, copy))
			return true;
	return false;
}
