/* SPDX-License-Identifier: MIT */
/* Copies of sources and of folders in a submission, by name and content. */
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

/* True if the name of the file is that of a copy of another source with the same content for the
 * same package. Two modules, or two answers of tests, may have the same content on purpose. */
static bool is_named_copy(
	const struct work *work, const struct draft *draft, const size_t *same, size_t copy)
{
	const struct part *parts = draft->parts;

	for (size_t i = 0; i < draft->part_count; i++)
		if (i != copy && same[i] == same[copy] &&
			(is_packed_copy(&parts[i], &parts[copy]) ||
				source_is_copy(parts[i].name, parts[copy].name)) &&
			!content_are_apart(work, &parts[i], &parts[copy]) &&
			source_is_named(work->arrival->languages, parts[i].name))
			return true;
	return false;
}

/* ---- folders that are copies ---- */

/* What a search for copied folders needs; `inside` has a flag for each content. */
struct search {
	const struct work *work;
	const struct draft *draft;
	const size_t *same;
	bool *for_judge, *inside;
};

/* A folder, as the first bytes of the path of one of its files: "" or "lib/". */
struct folder {
	const char *path;
	size_t length;
};

static bool is_inside(const struct part *part, const struct folder *folder)
{
	return strncmp(part->name, folder->path, folder->length) == 0;
}

/* Sets the folders in which two files have the same path. False: not even their names are equal. */
static bool split_paths(const char *one, const char *other, struct folder *in, struct folder *of)
{
	size_t a = strlen(one), b = strlen(other);

	*in = (struct folder){one, a};
	*of = (struct folder){other, b};
	while (a > 0 && b > 0 && one[a - 1] == other[b - 1]) {
		a--;
		b--;
		if ((a == 0 || one[a - 1] == '/') && (b == 0 || other[b - 1] == '/')) {
			in->length = a;
			of->length = b;
		}
	}
	return in->length < strlen(one);
}

/* True if the folder `of`, outside of `in`, has this file of `in` at the same place. */
static bool has_original(
	const struct search *search, size_t copy, const struct folder *in, const struct folder *of)
{
	const struct part *parts = search->draft->parts;
	const char *rest = parts[copy].name + in->length;

	for (size_t i = 0; i < search->draft->part_count; i++)
		if (search->same[i] == search->same[copy] && is_inside(&parts[i], of) &&
			strcmp(parts[i].name + of->length, rest) == 0 &&
			!is_inside(&parts[i], in) && is_before(&parts[i], &parts[copy]) &&
			!content_are_apart(search->work, &parts[i], &parts[copy]))
			return true;
	return false;
}

/* True if the folder `of` has all files for the judge that `in` has, and `in` has the content of
 * all files for the judge. If there are other files, such as a main program, a copy may be a module
 * that the program loads from the folder. */
static bool is_copied_folder(
	const struct search *search, const struct folder *in, const struct folder *of)
{
	const struct draft *draft = search->draft;

	memset(search->inside, 0, draft->part_count * sizeof(*search->inside));
	for (size_t i = 0; i < draft->part_count; i++) {
		if (!search->for_judge[i] || !is_inside(&draft->parts[i], in))
			continue;
		if (!has_original(search, i, in, of))
			return false;
		search->inside[search->same[i]] = true;
	}
	for (size_t i = 0; i < draft->part_count; i++)
		if (search->for_judge[i] && !search->inside[search->same[i]])
			return false;
	return true;
}

/* The file for the judge whose content the fewest files have: of these files, the first. */
static size_t find_rarest(const struct search *search)
{
	const size_t count = search->draft->part_count;
	size_t best = count, best_files = count + 1;

	for (size_t i = 0; i < count; i++) {
		size_t files = 0;
		for (size_t k = 0; search->for_judge[i] && k < count; k++)
			files += search->same[k] == search->same[i];
		const bool is_rarer = files && files < best_files;
		if (is_rarer ||
			(best < count && search->same[i] == search->same[best] &&
				is_before(&search->draft->parts[i], &search->draft->parts[best]))) {
			best = i;
			best_files = files;
		}
	}
	return best;
}

/* Each copied folder has a file with the rarest content. */
static void find_folders(const struct search *search, bool *are_copies)
{
	const struct draft *draft = search->draft;
	const size_t first = find_rarest(search);
	struct folder in, of;

	for (size_t i = 0; first < draft->part_count && i < draft->part_count; i++) {
		if (i == first || search->same[i] != search->same[first] ||
			!split_paths(draft->parts[i].name, draft->parts[first].name, &in, &of) ||
			!is_copied_folder(search, &in, &of))
			continue;
		for (size_t k = 0; k < draft->part_count; k++)
			are_copies[k] |= search->for_judge[k] && is_inside(&draft->parts[k], &in);
	}
}

int copies_find(const struct work *work, const struct draft *draft, bool *are_copies)
{
	const size_t count = draft->part_count;
	AS_AUTO_FREE size_t *same = calloc(count + 1, sizeof(*same));
	AS_AUTO_FREE bool *for_judge = calloc(count + 1, sizeof(*for_judge));
	AS_AUTO_FREE bool *inside = calloc(count + 1, sizeof(*inside));
	const struct search search = {work, draft, same, for_judge, inside};

	if (!same || !for_judge || !inside)
		return as_error_no_memory(work->error);
	find_same(draft, same);
	for (size_t i = 0; i < count; i++) {
		for_judge[i] = content_is_for_judge(work->arrival->languages, draft->parts[i].name);
		are_copies[i] = is_named_copy(work, draft, same, i);
	}
	find_folders(&search, are_copies);
	return 0;
}
