/* SPDX-License-Identifier: MIT */
/* Names of assignments and logins may contain "-": the list of the class decides where the login
 * begins. */
#include "classroom.h"

#include "fold.h"
#include "junk.h"
#include "people.h"

#include <string.h>

struct folders {
	const char **names; /* each ends at a slash, or at the end of the text */
	size_t count;
};

static void folders_clear(struct folders *folders)
{
	free(folders->names);
}

static size_t length_of(const char *name)
{
	return strcspn(name, "/");
}

static bool is_equal(const char *a, const char *b)
{
	return length_of(a) == length_of(b) && memcmp(a, b, length_of(a)) == 0;
}

/* The entries of a folder are adjacent. */
static int list_folders(const struct work *work, size_t skip, struct folders *folders)
{
	const size_t count = work->arrival->entry_count;

	folders->names = calloc(count + 1, sizeof(*folders->names));
	if (!folders->names)
		return as_error_no_memory(work->error);
	for (size_t i = 0; i < count; i++) {
		const struct entry *entry = &work->arrival->entries[i];
		const char *name = entry->path + skip;
		enum as_left_reason reason;
		const char *text;
		if (strlen(entry->path) <= skip || junk_by_name(entry->path, &reason, &text) ||
			(!name[length_of(name)] && entry->type != ENTRY_EMPTY_FOLDER))
			continue;
		if (!folders->count || !is_equal(folders->names[folders->count - 1], name))
			folders->names[folders->count++] = name;
	}
	return 0;
}

/* The length of the longest common prefix of all names. */
static size_t common_length(const struct folders *folders)
{
	const char *first = folders->names[0];
	size_t common = folders->count ? length_of(first) : 0;

	for (size_t i = 1; i < folders->count; i++) {
		size_t same = 0;
		while (same < common && folders->names[i][same] == first[same])
			same++;
		common = same;
	}
	return common;
}

/* True for the number of an exercise, as in "sheet-2", which is not an id. */
static bool is_short_number(const char *text)
{
	const size_t length = length_of(text);

	return length <= 3 && strspn(text, "0123456789") == length;
}

/* 1 if the text is the login or the id of a student, or the name of a group. The name of a
 * student does not count. */
static int is_id(const struct work *work, const char *text)
{
	AS_AUTO_FREE char *id = as_text_format(work->error, "%.*s", (int)length_of(text), text);
	const struct claim claim = {
		.id = work->has_logins ? NULL : id, .login = work->has_logins ? id : NULL};
	struct match match;
	size_t person;

	if (!work->has_logins && is_short_number(text))
		return 0;
	if (!id || people_find(work, &claim, false, &match) ||
		people_of_group(work, id, fold_same_words, &person))
		return -1;
	return (match.count && !match_is_by_name(&match)) || person != SIZE_MAX;
}

static int count_ids(
	const struct work *work, const struct folders *folders, size_t prefix, size_t *ids)
{
	*ids = 0;
	for (size_t i = 0; i < folders->count; i++) {
		const int found = is_id(work, folders->names[i] + prefix);
		if (found < 0)
			return -1;
		*ids += (size_t)found;
	}
	return 0;
}

/* If two prefixes come before equally many ids, the prefix is unclear. */
static int find_prefix(const struct work *work, const struct folders *folders, size_t *bytes)
{
	const size_t common = common_length(folders);
	size_t ids, best = 0;

	*bytes = 0;
	/* In the name of a single folder only a login counts. */
	if (folders->count < 2 && !work->has_logins)
		return 0;
	for (size_t at = 0; at <= common; at++) {
		if (at > 0 && folders->names[0][at - 1] != '-')
			continue;
		if (count_ids(work, folders, at, &ids))
			return -1;
		if (ids >= best)
			*bytes = ids > best && 2 * ids >= folders->count ? at : 0;
		best = ids > best ? ids : best;
	}
	return *bytes > 0;
}

int classroom_find(const struct work *work, size_t skip, size_t *bytes)
{
	AS_AUTO(folders_clear) struct folders folders = {0};

	*bytes = 0;
	if (!work->out->person_count)
		return 0;
	return list_folders(work, skip, &folders) ? -1 : find_prefix(work, &folders, bytes);
}

int classroom_take(struct work *work)
{
	AS_AUTO(folders_clear) struct folders folders = {0};
	const int found = classroom_find(work, work->top_bytes, &work->prefix_bytes);

	if (found <= 0)
		return found;
	if (list_folders(work, work->top_bytes, &folders))
		return -1;
	work->prefix = folders.names[0];
	AS_AUTO_FREE char *prefix =
		as_text_format(work->error, "%.*s", (int)work->prefix_bytes, work->prefix);
	return prefix ? as_submissions_report(work->out, SIZE_MAX, AS_FINDING_INFO,
				work->order->path, work->error,
				"the name of each folder is '%s' followed by an id", prefix)
		      : -1;
}

int classroom_claim(const struct work *work, bool is_folder, struct claim *claim)
{
	const bool is_named =
		work->out->layout == AS_LAYOUT_FOLDERS || work->out->layout == AS_LAYOUT_FILES;
	const size_t skip = is_folder ? work->prefix_bytes : 0;

	if (!claim->id || !is_named || (!skip && !work->has_logins))
		return 1;
	if (skip && (strncmp(claim->id, work->prefix, skip) != 0 || !claim->id[skip]))
		return 0;
	AS_AUTO_FREE char *whole = as_steal(claim->id);
	if (work->has_logins && !(claim->login = as_text_format(work->error, "%s", whole + skip)))
		return -1;
	/* What follows a prefix is a login only. */
	if (!skip || !work->has_logins)
		claim->id = as_text_format(work->error, "%s", whole + skip);
	return claim->id || claim->login ? 1 : -1;
}
