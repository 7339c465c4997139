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

/* The first file with the content of each file. */
static void find_same(const struct draft *draft, size_t *same)
{
	for (size_t i = 0; i < draft->part_count; i++)
		for (same[i] = 0; strcmp(draft->received.files[same[i]].digest,
					  draft->received.files[i].digest) != 0;)
			same[i]++;
}

/* What is_copied_folder needs; `places` has a byte for each content. */
struct contents {
	size_t *same;
	unsigned char *places;
};
#define OUTSIDE 1
#define INSIDE 2

/* True if each file for the judge has a file with the same content in the folder, and another
 * outside of the folder. */
static bool is_copied_folder(const struct work *work, const struct draft *draft,
	const struct contents *contents, size_t copy)
{
	const char *folder = draft->parts[copy].name;
	const size_t length = (size_t)(as_text_last_part(folder) - folder);

	memset(contents->places, 0, draft->part_count);
	for (size_t i = 0; i < draft->part_count; i++)
		contents->places[contents->same[i]] |=
			strncmp(draft->parts[i].name, folder, length) == 0 ? INSIDE : OUTSIDE;
	for (size_t i = 0; i < draft->part_count; i++)
		if (contents->places[contents->same[i]] != (OUTSIDE | INSIDE) &&
			content_is_for_judge(work->arrival->languages, draft->parts[i].name))
			return false;
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

/* True for two files whose folders may be copies of each other. */
static bool may_be_folders(const struct part *part, const struct part *copy)
{
	return strcmp(as_text_last_part(part->name), as_text_last_part(copy->name)) == 0 &&
	       strcmp(part->name, copy->name) != 0 && is_before(part, copy);
}

/* True if the name of the file is that of a copy of another source with the same content for the
 * same package; or if the submission consists of the same files in several folders. If it has other
 * files, such as a main program, the copy may be a module that the program loads from the folder.
 * Two modules, or two answers of tests, may have the same content on purpose. */
static bool has_original(const struct work *work, const struct draft *draft,
	const struct contents *contents, size_t copy)
{
	const struct part *parts = draft->parts;
	bool may_be_folder = false;

	for (size_t i = 0; i < draft->part_count; i++) {
		if (i == copy || contents->same[i] != contents->same[copy])
			continue;
		const bool is_named = is_packed_copy(&parts[i], &parts[copy]) ||
				      source_is_copy(parts[i].name, parts[copy].name);
		if ((is_named || (!may_be_folder && may_be_folders(&parts[i], &parts[copy]))) &&
			!content_are_apart(work, &parts[i], &parts[copy]) &&
			source_is_named(work->arrival->languages, parts[i].name)) {
			if (is_named)
				return true;
			may_be_folder = true;
		}
	}
	return may_be_folder && is_copied_folder(work, draft, contents, copy);
}

int copies_find(const struct work *work, const struct draft *draft, bool *are_copies)
{
	AS_AUTO_FREE size_t *same = calloc(draft->part_count + 1, sizeof(*same));
	AS_AUTO_FREE unsigned char *places = malloc(draft->part_count + 1);
	const struct contents contents = {same, places};

	if (!same || !places)
		return as_error_no_memory(work->error);
	find_same(draft, same);
	for (size_t i = 0; i < draft->part_count; i++)
		are_copies[i] = has_original(work, draft, &contents, i);
	return 0;
}
