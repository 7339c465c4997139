/* SPDX-License-Identifier: MIT */
/*
 * Folders with thousands of files that tools made: caches of packages (junk.c knows their names),
 * build folders, and Python environments, which have a pyvenv.cfg and any name. If an environment
 * has nothing but the environment and others inside it, it is left out as a whole. Otherwise it is
 * the student's project, in which the environment was made ("python -m venv ."), and only the
 * environment's own folders are left out. A build folder stays if the submission has no other
 * source file; the judge then decides.
 */
#include "draft.h"
#include "junk.h"
#include "source_name.h"

#include <string.h>

#define MARK "pyvenv.cfg"

struct environment {
	char *path;  /* of an entry, without the slash */
	size_t mark; /* the entry of its pyvenv.cfg */
	bool is_project;
	bool is_build; /* a build folder instead, or a source that a tool made */
	size_t around; /* the length of the build folder around that source; else of `path` */
};
struct bulk {
	struct environment *environments;
	size_t count;
	struct lookup by_path;
	char *asked; /* the beginning of a submission's paths, and if it has another source file */
	bool has_other;
};

void bulk_free(struct bulk *bulk)
{
	if (!bulk)
		return;
	for (size_t i = 0; i < bulk->count; i++)
		free(bulk->environments[i].path);
	free(bulk->environments);
	lookup_clear(&bulk->by_path);
	free(bulk->asked);
	free(bulk);
}

/* What `python -m venv` and virtualenv make. */
static bool is_own(const char *name, size_t length)
{
	static const char *const own[] = {MARK, "bin", "lib", "lib64", "include", "share",
		"scripts", "etc", "man", "local", "pip-selfcheck.json"};

	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (strlen(own[i]) == length && strncasecmp(own[i], name, length) == 0)
			return true;
	return false;
}

static const struct environment *find_environment(
	const struct bulk *bulk, const char *path, size_t length)
{
	const uint64_t hash = lookup_hash(&bulk->by_path, 0, path, length);
	size_t at = 0, index;

	while ((index = lookup_next(&bulk->by_path, hash, &at)) != SIZE_MAX) {
		const struct environment *one = &bulk->environments[index];
		if (strlen(one->path) == length && memcmp(one->path, path, length) == 0)
			return one;
	}
	return NULL;
}

/* ---- finding ---- */

/* True if another environment inside the folder contains the path. */
static bool is_nested(const struct bulk *bulk, const char *path, size_t folder)
{
	for (const char *slash = path + folder; (slash = strchr(slash + 1, '/'));)
		if (find_environment(bulk, path, (size_t)(slash - path)))
			return true;
	return false;
}

/* True for a path in the folder that is neither of an environment nor of a system. */
static bool is_of_student(const struct bulk *bulk, const char *path, size_t folder)
{
	enum as_left_reason reason;
	const char *text, *rest = path + folder + 1;

	return !is_own(rest, strcspn(rest, "/")) && !junk_by_name(rest, &reason, &text) &&
	       !junk_folder_length(rest) && !is_nested(bulk, path, folder);
}

static bool is_in(const struct entry *entry, const char *folder, size_t length)
{
	return strncmp(entry->path, folder, length) == 0 && entry->path[length] == '/';
}

/* The entries of a folder follow one another. */
static bool has_files_of_student(
	const struct work *work, size_t first, const struct environment *environment)
{
	const struct as_arrival *arrival = work->arrival;
	const char *folder = environment->path;
	const size_t length = strlen(folder), mark = environment->mark;

	for (size_t i = mark; i-- > first && is_in(&arrival->entries[i], folder, length);)
		if (is_of_student(work->bulk, arrival->entries[i].path, length))
			return true;
	for (size_t i = mark + 1;
		i < arrival->entry_count && is_in(&arrival->entries[i], folder, length); i++)
		if (is_of_student(work->bulk, arrival->entries[i].path, length))
			return true;
	return false;
}

static int add_folder(struct work *work, const char *path, size_t length, size_t mark)
{
	struct bulk *bulk = work->bulk;

	if (!as_array_reserve(bulk->environments, bulk->count, work->error))
		return -1;
	char *folder = as_text_format(work->error, "%.*s", (int)length, path);
	if (!folder)
		return -1;
	bulk->environments[bulk->count++] = (struct environment){
		.path = folder, .mark = mark, .is_build = mark == SIZE_MAX, .around = length};
	return lookup_add(&bulk->by_path, lookup_hash(&bulk->by_path, 0, folder, length),
		bulk->count - 1, work->error);
}

/* A folder, or "folder//source". */
static int add_built(struct work *work, char *path)
{
	char *slashes = strstr(path, "//");
	const size_t around = slashes ? (size_t)(slashes - path) : strlen(path);

	if (slashes)
		memmove(slashes, slashes + 1, strlen(slashes));
	if (add_folder(work, path, strlen(path), SIZE_MAX))
		return -1;
	work->bulk->environments[work->bulk->count - 1].around = around;
	return 0;
}

static int add_build_folders(struct work *work, size_t first)
{
	const size_t count = work->arrival->entry_count - first;
	AS_AUTO(as_build_folders_clear) struct as_build_folders found = {0};
	AS_AUTO_FREE const char **paths = calloc(count + 1, sizeof(*paths));

	if (!paths)
		return as_error_no_memory(work->error);
	for (size_t i = 0; i < count; i++)
		paths[i] = work->arrival->entries[first + i].path;
	if (as_build_folders_find(&found, work->arrival->languages, paths, count, work->error))
		return -1;
	for (size_t i = 0; i < found.count; i++)
		if (add_built(work, found.paths[i]))
			return -1;
	return 0;
}

int bulk_find(struct work *work, size_t first)
{
	if (!work->bulk)
		work->bulk = calloc(1, sizeof(*work->bulk));
	if (!work->bulk)
		return as_error_no_memory(work->error);
	const size_t known = work->bulk->count;
	free(as_steal(work->bulk->asked));
	work->bulk->by_path.secret = work->by_key.secret;
	for (size_t i = first; i < work->arrival->entry_count; i++) {
		const char *path = work->arrival->entries[i].path;
		if (as_text_ends(path, "/" MARK) &&
			add_folder(work, path, strlen(path) - strlen("/" MARK), i))
			return -1;
	}
	if (add_build_folders(work, first))
		return -1;
	for (size_t i = known; i < work->bulk->count; i++) {
		struct environment *one = &work->bulk->environments[i];
		one->is_project = !one->is_build && has_files_of_student(work, first, one);
	}
	return 0;
}

/* ---- looking up ---- */

static size_t environment_length(
	const struct bulk *bulk, const char *path, size_t skip, bool with_build)
{
	for (const char *slash = path; (slash = strchr(slash, '/')); slash++) {
		const size_t length = (size_t)(slash - path), part = strcspn(slash + 1, "/");
		const struct environment *one =
			length + 1 >= skip ? find_environment(bulk, path, length) : NULL;
		if (one && length > skip && !one->is_project && (with_build || !one->is_build))
			return length;
		if (one && !one->is_build && is_own(slash + 1, part))
			return length + 1 + part;
	}
	const struct environment *file = find_environment(bulk, path, strlen(path));
	return with_build && file && file->around > skip ? strlen(path) : 0;
}

static bool find_other(const struct work *work, const char *prefix, size_t skip)
{
	enum as_left_reason reason;
	const char *text;

	for (size_t i = 0; i < work->arrival->entry_count; i++) {
		const struct entry *entry = &work->arrival->entries[i];
		if (entry->type == ENTRY_FILE && strncmp(entry->path, prefix, skip) == 0 &&
			source_is_named(work->arrival->languages, entry->path + skip) &&
			!junk_by_name(entry->path + skip, &reason, &text) &&
			!junk_folder_length(entry->path + skip) &&
			!environment_length(work->bulk, entry->path, skip, true))
			return true;
	}
	return false;
}

/* True if the submission has a source file outside build folders, environments and caches. */
static bool has_other(const struct work *work, const char *path, size_t skip)
{
	struct bulk *bulk = work->bulk;

	if (!bulk->asked || strlen(bulk->asked) != skip || strncmp(bulk->asked, path, skip) != 0) {
		free(bulk->asked);
		bulk->asked = strndup(path, skip);
		bulk->has_other = find_other(work, path, skip);
	}
	return bulk->has_other;
}

size_t bulk_length(const struct work *work, const char *path, size_t skip)
{
	const struct bulk *bulk = work->bulk;
	size_t found = bulk && bulk->count ? environment_length(bulk, path, skip, true) : 0;
	const struct environment *one = found ? find_environment(bulk, path, found) : NULL;

	if (one && one->is_build && !has_other(work, path, skip))
		found = environment_length(bulk, path, skip, false);
	if (found)
		return found;
	const size_t length = junk_folder_length(path + skip);
	return length ? skip + length : 0;
}
