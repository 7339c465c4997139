/* SPDX-License-Identifier: MIT */
/* Recognises the platform of an export, and the only folder in it, if that stands for the class. */
#include "classroom.h"
#include "draft.h"
#include "fold.h"
#include "foreign.h"
#include "gradescope.h"
#include "junk.h"
#include "owner.h"
#include "people.h"

#include <string.h>

/* Counts of the names at one level. */
struct level {
	size_t moodle, canvas;
	size_t files, folders; /* folders: entries that are in one */
	bool has_metadata;
	bool has_index; /* as Brightspace adds it, and as websites of students have it */
	/* Names at this level, and those with an entry like that of a platform. Entries are not
	 * counted: one student may have more of them than all others. */
	size_t names;
	size_t foreign[FOREIGN_COUNT]; /* by enum foreign */
	const char *last;              /* the path of the last name */
	unsigned found;                /* what was found in it, bits by enum foreign */
};

static bool is_junk(const char *path)
{
	enum as_left_reason reason;
	const char *text;

	return junk_by_name(path, &reason, &text);
}

/* The entries below one name are adjacent. */
static void count_names(struct level *level, const char *path)
{
	const size_t length = strcspn(path, "/");
	const enum foreign foreign = foreign_find(path);

	if (!level->last || strcspn(level->last, "/") != length ||
		memcmp(level->last, path, length) != 0) {
		level->names++;
		level->found = 0;
	}
	level->last = path;
	level->foreign[foreign] += !(level->found & 1u << foreign);
	level->found |= 1u << foreign;
}

/* Counts the entries below the first `skip` bytes of their paths. */
static struct level look_at(const struct as_arrival *arrival, size_t skip)
{
	struct level level = {0};

	for (size_t i = 0; i < arrival->entry_count; i++) {
		const struct entry *entry = &arrival->entries[i];
		if (strlen(entry->path) <= skip || is_junk(entry->path))
			continue;
		const char *path = entry->path + skip;
		const bool is_file = !strchr(path, '/') && entry->type != ENTRY_EMPTY_FOLDER;
		level.moodle += owner_is_moodle(path);
		level.canvas += is_file && owner_is_canvas(path);
		level.files += is_file;
		level.folders += !is_file;
		count_names(&level, path);
		level.has_index |= strcmp(path, "index.html") == 0;
		level.has_metadata |= strcmp(path, GRADESCOPE_METADATA) == 0;
	}
	return level;
}

static enum as_layout platform_of(const struct level *level)
{
	if (level->has_metadata)
		return AS_LAYOUT_GRADESCOPE;
	if (level->moodle > 0)
		return AS_LAYOUT_MOODLE;
	/* Names of a class can match the pattern by chance: "a_1_2_b.py". */
	return 2 * level->canvas > level->files && level->folders == 0 ? AS_LAYOUT_CANVAS
								       : AS_LAYOUT_AUTO;
}

/* After the first `skip` bytes of all paths: if a single folder contains everything, the length of
 * its path with the slash; else 0. */
static size_t find_top(const struct as_arrival *arrival, size_t skip, const char **found)
{
	const char *top = NULL;
	size_t length = 0;

	for (size_t i = 0; i < arrival->entry_count; i++) {
		const char *path = arrival->entries[i].path;
		if (is_junk(path))
			continue;
		const size_t own = skip + strcspn(path + skip, "/");
		if (path[own] != '/' || (top && (own != length || memcmp(top, path, own) != 0)))
			return 0;
		top = path;
		length = own;
	}
	*found = top;
	return top ? length + 1 : 0;
}

/* 1 if a group of the list has this name. */
static int is_group(const struct work *work, const char *name)
{
	size_t person;

	if (people_of_group(work, name, fold_same_words, &person))
		return -1;
	return person != SIZE_MAX;
}

/* 1 if the name of a folder is that of a student in the list of the class. Then the student chose
 * the names in the folder, and must not choose owners and times by names like those of a platform.
 */
static int is_somebody(const struct work *work, const char *text, size_t bytes)
{
	AS_AUTO_FREE char *name = as_text_format(work->error, "%.*s", (int)bytes, text);
	const struct claim claim = {.id = name, .login = name};
	struct match match;
	size_t person;

	if (!name || people_find(work, &claim, false, &match))
		return -1;
	if (match.count > 0)
		return 1;
	if (match_ilias(work, name, &person))
		return -1;
	return person != SIZE_MAX ? 1 : is_group(work, name);
}

/* The length of the name of a folder, or of the name of a file without the ending. */
static size_t name_length(const char *path)
{
	const size_t length = strcspn(path, "/");
	const char *dot = memrchr(path, '.', length);

	return path[length] != '/' && dot ? (size_t)(dot - path) : length;
}

/* 1 if at least half of the names after the first `skip` bytes are names of listed students. */
static int is_class(const struct work *work, size_t skip)
{
	const char *last = NULL;
	size_t names = 0, known = 0;

	for (size_t i = 0; i < work->arrival->entry_count; i++) {
		const char *path = work->arrival->entries[i].path;
		const size_t own = strlen(path) > skip ? name_length(path + skip) : 0;
		if (!own || is_junk(path) || (last && strncmp(last, path + skip, own + 1) == 0))
			continue;
		last = path + skip;
		const int is_known = is_somebody(work, last, own);
		if (is_known < 0)
			return -1;
		names++;
		known += (size_t)is_known;
	}
	return known > 0 && 2 * known >= names;
}

static int say_top(struct work *work)
{
	AS_AUTO_FREE char *top =
		as_text_format(work->error, "%.*s", (int)work->top_bytes - 1, work->top);

	return top ? as_submissions_report(work->out, SIZE_MAX, AS_FINDING_INFO, work->order->path,
			     work->error,
			     "everything is in the folder '%s', which is taken for the class", top)
		   : -1;
}

static int refuse_empty(const struct work *work)
{
	return as_error_at(work->error, AS_ERROR_INPUT, work->order->path, 0, 0,
		"has no files; give the folder or the zip archive that the platform exported");
}

/* Layouts of platforms that are not read: otherwise each attempt would be a student. */
static int refuse_foreign(const struct work *work, const struct level *level)
{
	const size_t count = level->names;

	for (enum foreign i = FOREIGN_NONE + 1; i < FOREIGN_COUNT; i++)
		if (2 * level->foreign[i] > count - (i == FOREIGN_BRIGHTSPACE && level->has_index))
			return as_error_at(work->error, AS_ERROR_INPUT, work->order->path, 0, 0,
				"looks like a download of %s, whose layout is not supported; put "
				"the files of each student into a folder named by the id (several "
				"attempts: ID/attempt-1, ID/attempt-2), or use --layout=folders "
				"or --layout=files to read it as it is",
				foreign_name(i));
	return 0;
}

/* Platforms and archivers do not make more folders around a class. */
#define MAX_TOP_FOLDERS 4

/* 1 if the only folder contains the class. The path of the folder has `bytes` bytes, and `at` bytes
 * without the folder's own name. An archive often adds one folder. */
static int is_around_class(
	const struct work *work, const struct level *inner, size_t bytes, size_t at, unsigned depth)
{
	const enum as_layout found = platform_of(inner);
	size_t prefix;

	if (depth == 0 && found != AS_LAYOUT_AUTO)
		return 1;
	if (found != AS_LAYOUT_AUTO && (found != AS_LAYOUT_CANVAS || inner->canvas > 1))
		return 1;
	const int has_ids = classroom_find(work, bytes, &prefix);
	if (has_ids || depth > 0 || !work->arrival->is_archive)
		return has_ids ? has_ids : is_class(work, bytes);
	const int is_clone = classroom_find(work, at, &prefix);
	return is_clone > 0 ? is_class(work, bytes) : is_clone == 0 ? 1 : -1;
}

/* Enters the folders around the class; `level` becomes that of the class. */
static int enter_folders(struct work *work, struct level *level)
{
	const char *top = NULL;
	size_t at = 0;

	for (unsigned depth = 0; depth < MAX_TOP_FOLDERS; depth++) {
		const size_t bytes = find_top(work->arrival, at, &top);
		if (platform_of(level) != AS_LAYOUT_AUTO || bytes == 0)
			return 0;
		const int is_own = is_somebody(work, top + at, bytes - at - 1);
		if (is_own)
			return is_own < 0 ? -1 : 0;
		const struct level inner = look_at(work->arrival, bytes);
		const int is_around = is_around_class(work, &inner, bytes, at, depth);
		if (is_around < 0 ||
			(work->order->layout == AS_LAYOUT_AUTO && (depth == 0 || is_around) &&
				refuse_foreign(work, &inner)))
			return -1;
		if (is_around) {
			*level = inner;
			work->top = top;
			work->top_bytes = bytes;
		}
		at = bytes;
	}
	return 0;
}

int layout_find(struct work *work)
{
	const enum as_layout asked = work->order->layout;
	struct level level = look_at(work->arrival, 0);

	if (level.files + level.folders == 0)
		return refuse_empty(work);
	if (asked == AS_LAYOUT_AUTO && platform_of(&level) == AS_LAYOUT_AUTO &&
		refuse_foreign(work, &level))
		return -1;
	if (enter_folders(work, &level))
		return -1;
	enum as_layout found = platform_of(&level);
	if (found == AS_LAYOUT_AUTO)
		found = level.folders > 0 ? AS_LAYOUT_FOLDERS : AS_LAYOUT_FILES;
	work->out->layout = asked != AS_LAYOUT_AUTO ? asked : found;
	if (asked == AS_LAYOUT_GRADESCOPE && !level.has_metadata)
		return as_error_at(work->error, AS_ERROR_INPUT, work->order->path, 0, 0,
			"has no " GRADESCOPE_METADATA
			"; export the submissions from Gradescope, or "
			"use another layout");
	if (work->top && (found == AS_LAYOUT_FOLDERS || found == AS_LAYOUT_FILES) && say_top(work))
		return -1;
	return work->out->layout == AS_LAYOUT_FOLDERS ? classroom_take(work) : 0;
}
