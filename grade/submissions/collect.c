/* SPDX-License-Identifier: MIT */
/*
 * Collects the entries of an export into drafts. Each entry becomes a part of the draft that its
 * path belongs to, or is left out because of its type or name. Archives in a draft are unpacked,
 * one level deep, and replaced by their entries.
 */
#include "classroom.h"
#include "draft.h"
#include "fold.h"
#include "gradescope.h"
#include "junk.h"
#include "owner.h"

#include <string.h>

struct collecting {
	struct work *work;
	struct stat sheets[3]; /* files named by the order, which may be in the folder of the
				  submissions */
	size_t sheet_count;
	struct metadata metadata;
};

/* ---- what is no submission ---- */

static void note_sheet(struct collecting *collecting, const char *path)
{
	if (path && stat(path, &collecting->sheets[collecting->sheet_count]) == 0)
		collecting->sheet_count++;
}

static bool is_sheet(const struct collecting *collecting, const struct entry *entry)
{
	for (size_t i = 0; i < collecting->sheet_count; i++)
		if (entry->device == collecting->sheets[i].st_dev &&
			entry->inode == collecting->sheets[i].st_ino)
			return true;
	return collecting->metadata.exists &&
	       strcmp(entry->path + collecting->work->top_bytes, GRADESCOPE_METADATA) == 0;
}

static bool by_type(enum entry_type type, enum as_left_reason *reason, const char **text)
{
	switch (type) {
	case ENTRY_LINK:
		*reason = AS_LEFT_LINK;
		*text = "is a link, which is not followed";
		return true;
	case ENTRY_SPECIAL:
		*reason = AS_LEFT_SPECIAL;
		*text = "is a pipe, a socket or a device";
		return true;
	case ENTRY_UNREADABLE:
		*reason = AS_LEFT_UNREADABLE;
		*text = "cannot be read, or is nested too deeply";
		return true;
	case ENTRY_FILE:
	case ENTRY_EMPTY_FOLDER:
		break;
	}
	return false;
}

/* One row for the whole folder; its entries follow one another. */
static int leave_bulk(struct work *work, const struct draft *draft, const char *path, size_t length)
{
	const struct as_submissions *out = work->out;
	AS_AUTO_FREE char *folder = as_text_format(work->error, "%.*s", (int)length, path);
	AS_AUTO_FREE char *shown = folder ? arrival_show(folder, work->error) : NULL;

	if (!shown)
		return -1;
	if (out->left_count && strcmp(out->left[out->left_count - 1].path, shown) == 0)
		return 0;
	if (*as_text_last_part(folder) == '.')
		return draft_leave(work, draft, folder, AS_LEFT_SYSTEM, "is a hidden folder");
	return draft_leave(work, draft, folder, AS_LEFT_BUILT,
		"is a folder of packages, a build folder, a source of a build tool or a part of a "
		"Python environment, which a tool made");
}

/* `name`: its path in the submission. */
static int leave_archive(struct work *work, struct draft *draft, const char *path, const char *name,
	const char *text)
{
	if (!draft->received.archive)
		draft->received.archive = arrival_show(name, work->error);
	return draft->received.archive ? draft_leave(work, draft, path, AS_LEFT_ARCHIVE, text) : -1;
}

/* 1 if the entry is a part of a submission; 0: it was left out. */
static int sift(struct work *work, struct draft *draft, const struct entry *entry, const char *name)
{
	enum as_left_reason reason;
	const char *text;

	const size_t bulk = bulk_length(work, entry->path, strlen(entry->path) - strlen(name));

	if (bulk)
		return leave_bulk(work, draft, entry->path, bulk);
	if (entry->type == ENTRY_EMPTY_FOLDER)
		return 0;
	if (by_type(entry->type, &reason, &text) || junk_by_name(name, &reason, &text))
		return draft_leave(work, draft, entry->path, reason, text);
	if (junk_is_other_archive(name))
		return leave_archive(
			work, draft, entry->path, name, "is an archive of another kind than zip");
	return 1;
}

/* ---- owners ---- */

/* True if all entries of a person are in folders of attempts. The entries of a person follow one
 * another from `at` on. */
static int find_attempts(struct work *work, size_t at, bool *has_attempts)
{
	const char *first = work->arrival->entries[at].path;
	const size_t length = work->top_bytes + strcspn(first + work->top_bytes, "/");
	enum as_left_reason reason;
	const char *text;

	*has_attempts = false;
	for (; at < work->arrival->entry_count; at++) {
		struct owner owner = {0};
		const char *path = work->arrival->entries[at].path;
		if (strncmp(path, first, length) != 0 || path[length] != '/')
			break;
		const char *rest = path + length + 1;
		const size_t name = strcspn(rest, "/");
		if (junk_by_name(rest, &reason, &text) || bulk_length(work, path, length + 1))
			continue;
		int found =
			rest[name] == '/' || work->arrival->entries[at].type == ENTRY_EMPTY_FOLDER
				? owner_read_attempt(rest, name, work->clock, &owner, work->error)
				: 0;
		*has_attempts = found > 0;
		if (found <= 0)
			return found;
	}
	return 0;
}

static int claim(struct collecting *collecting, struct draft *draft, struct owner *owner)
{
	struct work *work = collecting->work;

	draft->is_claimed = true;
	draft->is_by_stem = owner->is_by_stem;
	draft->is_anonymous = owner->is_anonymous;
	draft->received.is_marked_late |= owner->is_late;
	draft->received.attempt = owner->attempt;
	if (owner->has_time) {
		draft->received.time_source = AS_TIME_EXPORT;
		draft->received.time_s = owner->time_s;
	}
	if (work->out->layout == AS_LAYOUT_GRADESCOPE)
		return metadata_claim(&collecting->metadata, work, draft) < 0 ? -1 : 0;
	return draft_claim(work, draft, &owner->claim);
}

static int no_owner(struct work *work, const struct entry *entry)
{
	enum as_left_reason reason;
	const char *text;
	const char *path = entry->path + work->top_bytes;
	const size_t bulk = bulk_length(work, entry->path, work->top_bytes);

	if (bulk)
		return leave_bulk(work, NULL, entry->path, bulk);
	if (entry->type == ENTRY_EMPTY_FOLDER)
		return 0;
	if (by_type(entry->type, &reason, &text) || junk_by_name(path, &reason, &text))
		return draft_leave(work, NULL, entry->path, reason, text);
	return draft_leave(work, NULL, entry->path, AS_LEFT_NO_OWNER,
		"has a name that does not say to whom it belongs in this layout");
}

/* The part of a path before the file's own path: "Ada/2" of "Ada/2/a.py", "ada_1_2" of
 * "ada_1_2_a.py". */
static char *path_of(const struct entry *entry, const struct owner *owner, struct as_error *error)
{
	size_t length = strlen(entry->path) - strlen(owner->rest);

	if (owner->is_by_stem)
		return as_text_format(error, "%s", entry->path);
	if (length > 0 && entry->path[length - 1] == '_')
		length--;
	while (length > 0 && entry->path[length - 1] == '/')
		length--;
	return as_text_format(error, "%.*s", (int)length, entry->path);
}

/* Canvas gives each student one number. 1: the draft of this number has another name. */
static int has_other_name(const struct work *work, const struct draft *draft, const char *name)
{
	const char *own = draft->is_claimed ? draft->claims[0].name : NULL;
	AS_AUTO_FREE char *shown = own && name ? arrival_show(name, work->error) : NULL;

	if (work->out->layout != AS_LAYOUT_CANVAS || !own || !name)
		return 0;
	const int is_same = shown ? fold_same_letters(own, shown, work->error) : -1;
	return is_same < 0 ? -1 : !is_same && strcmp(own, shown) != 0;
}

static struct draft *find_draft(struct work *work, const struct owner *owner, const char *path)
{
	struct draft *draft = draft_find(work, owner->key, path);
	const int is_other = draft ? has_other_name(work, draft, owner->claim.name) : -1;

	if (is_other <= 0)
		return is_other == 0 ? draft : NULL;
	draft->shares_number = true;
	AS_AUTO_FREE char *key =
		as_text_format(work->error, "%s_%s", owner->key, owner->claim.name);
	draft = key ? draft_find(work, key, path) : NULL;
	if (draft)
		draft->shares_number = true;
	return draft;
}

static int put_draft(struct collecting *collecting, size_t index, struct owner *owner)
{
	struct work *work = collecting->work;
	const struct entry *entry = &work->arrival->entries[index];
	AS_AUTO_FREE char *path = path_of(entry, owner, work->error);
	struct draft *draft = path ? find_draft(work, owner, path) : NULL;

	if (!draft || (!draft->is_claimed && claim(collecting, draft, owner)))
		return -1;
	draft->received.is_marked_late |= owner->is_late;
	if (owner->is_text_entry)
		return draft_leave(work, draft, entry->path, AS_LEFT_TEXT_ENTRY,
			"was typed on the platform's page, and is not a file");
	const int sifted = sift(work, draft, entry, owner->rest);
	return sifted <= 0 ? sifted : draft_put(work, draft, index, owner->rest);
}

/* True for files that a system or an editor adds: .DS_Store, __MACOSX/. Names in Moodle's or
 * Canvas' pattern are accepted, but macOS adds a file "._X" for each X. */
static bool is_beside(enum as_layout layout, const char *path)
{
	enum as_left_reason reason;
	const char *text;
	const size_t length = strcspn(path, "/");
	char first[NAME_MAX + 2];

	if (strncmp(path, "._", 2) == 0)
		return true;
	if (layout == AS_LAYOUT_MOODLE || layout == AS_LAYOUT_CANVAS)
		return false;
	snprintf(first, sizeof(first), "%.*s%s", (int)length, path, path[length] ? "/" : "");
	return *path == '.' || junk_by_name(first, &reason, &text) || junk_folder_length(first);
}

static int collect_entry(struct collecting *collecting, size_t index, bool has_attempts)
{
	struct work *work = collecting->work;
	const struct entry *entry = &work->arrival->entries[index];
	AS_AUTO(owner_clear) struct owner owner = {0};
	const char *path = entry->path + work->top_bytes;
	/* An empty folder has no file whose path could show that it is empty. */
	AS_AUTO_FREE char *folder =
		entry->type == ENTRY_EMPTY_FOLDER ? as_text_format(work->error, "%s/", path) : NULL;

	if (entry->type == ENTRY_EMPTY_FOLDER && !folder)
		return -1;
	if (is_sheet(collecting, entry))
		return draft_leave(work, NULL, entry->path, AS_LEFT_SHEET,
			"is a list or the platform's own data, not a submission");
	int found = owner_read(&owner, work->out->layout, folder ? folder : path, has_attempts,
		work->clock, work->error);
	if (found > 0)
		found = classroom_claim(work, !owner.is_by_stem, &owner.claim);
	if (found < 0)
		return -1;
	return found && !is_beside(work->out->layout, path) ? put_draft(collecting, index, &owner)
							    : no_owner(work, entry);
}

/* ---- archives in submissions ---- */

/* `own`: the offset in the archive's path of the path within the submission, which does not contain
 * the student's name, even if the archive is the whole submission. */
static int put_unpacked(
	struct work *work, size_t draft, size_t first, const char *archive, size_t own)
{
	const size_t count = work->arrival->entry_count;
	const size_t skip = strlen(archive) + 1;

	if (bulk_find(work, first))
		return -1;
	for (size_t i = first; i < count; i++) {
		const struct entry *entry = &work->arrival->entries[i];
		const char *name = entry->path + skip;
		const size_t parts = work->drafts[draft].part_count;
		int sifted = junk_is_zip(name) && entry->type == ENTRY_FILE
				     ? leave_archive(work, &work->drafts[draft], entry->path, name,
					       "is an archive in an archive")
				     : sift(work, &work->drafts[draft], entry, name);
		if (sifted == 1 && !junk_is_zip(name))
			sifted = draft_put(work, &work->drafts[draft], i, name);
		if (sifted < 0)
			return -1;
		if (work->drafts[draft].part_count > parts) {
			work->drafts[draft].parts[parts].is_of_archive = true;
			work->drafts[draft].parts[parts].own =
				work->drafts[draft].is_by_stem ? skip : own;
		}
	}
	return 0;
}

/* Names in the archive that was unpacked last; `path` of the archive, or NULL: the export. */
static int leave_names(struct work *work, const struct draft *draft, const char *path)
{
	for (char **name = work->arrival->outside; name && *name; name++) {
		AS_AUTO_FREE char *shown = as_text_format(
			work->error, "%s%s%s", path ? path : "", path ? "/" : "", *name);
		if (!shown ||
			draft_leave(work, draft, shown, AS_LEFT_UNREADABLE,
				"was not unpacked, because its name leads out of the archive"))
			return -1;
	}
	return 0;
}

static int expand(struct work *work, size_t draft, size_t index)
{
	const size_t entry = work->drafts[draft].parts[index].entry;
	const size_t own = work->drafts[draft].parts[index].own;
	const size_t first = work->arrival->entry_count;
	AS_AUTO_FREE char *path =
		as_text_format(work->error, "%s", work->arrival->entries[entry].path);
	AS_AUTO_FREE char *name =
		as_text_format(work->error, "%s", work->drafts[draft].parts[index].name);
	AS_AUTO_FREE char *reason = NULL;
	int done = path && name ? arrival_unpack(work->arrival, entry, &reason, work->error) : -1;

	draft_drop_part(&work->drafts[draft], index);
	if (done < 0)
		return -1;
	if (!done)
		return leave_archive(work, &work->drafts[draft], path, name, reason);
	return leave_names(work, &work->drafts[draft], path) ||
			       put_unpacked(work, draft, first, path, own)
		       ? -1
		       : 0;
}

static int expand_all(struct work *work)
{
	for (size_t i = 0; i < work->draft_count; i++) {
		const size_t count = work->drafts[i].part_count;
		for (size_t k = count; k-- > 0;)
			if (junk_is_zip(work->drafts[i].parts[k].name) && expand(work, i, k))
				return -1;
	}
	return 0;
}

/* ---- all of it ---- */

static bool is_same_person(const struct work *work, size_t a, size_t b)
{
	const char *left = work->arrival->entries[a].path + work->top_bytes;
	const char *right = work->arrival->entries[b].path + work->top_bytes;
	const size_t length = strcspn(left, "/");

	return strncmp(left, right, length) == 0 && right[length] == '/' && left[length] == '/';
}

static int leave_outside(struct work *work, const struct entry *entry)
{
	enum as_left_reason reason = AS_LEFT_NO_OWNER;
	const char *text = "is not in the folder of the class";

	if (!by_type(entry->type, &reason, &text))
		(void)junk_by_name(entry->path, &reason, &text);
	return draft_leave(work, NULL, entry->path, reason, text);
}

static int collect_all(struct collecting *collecting)
{
	struct work *work = collecting->work;
	const size_t count = work->arrival->entry_count;
	bool has_attempts = false;
	size_t last = SIZE_MAX; /* entry of the class */

	if (bulk_find(work, 0) || leave_names(work, NULL, NULL))
		return -1;
	for (size_t i = 0; i < count; i++) {
		const struct entry *entry = &work->arrival->entries[i];
		if (as_cancel_check(work->order->cancel, work->error))
			return -1;
		/* Only such files are outside of the class' folder. */
		if (work->top && strncmp(entry->path, work->top, work->top_bytes) != 0) {
			if (leave_outside(work, entry))
				return -1;
			continue;
		}
		if (work->out->layout == AS_LAYOUT_FOLDERS &&
			(last == SIZE_MAX || !is_same_person(work, last, i)) &&
			find_attempts(work, i, &has_attempts))
			return -1;
		if (collect_entry(collecting, i, has_attempts))
			return -1;
		last = i;
	}
	return 0;
}

int collect_drafts(struct work *work)
{
	struct collecting collecting = {.work = work};

	note_sheet(&collecting, work->order->roster);
	note_sheet(&collecting, work->order->sheet);
	note_sheet(&collecting, work->order->times);
	int failed = (work->out->layout == AS_LAYOUT_GRADESCOPE &&
			     metadata_read(&collecting.metadata, work)) ||
		     collect_all(&collecting) || expand_all(work);
	metadata_clear(&collecting.metadata);
	return failed ? -1 : 0;
}
