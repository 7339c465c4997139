/* SPDX-License-Identifier: MIT */
/*
 * Traverses the folders below data/. The cost of a hostile package is bounded: folders are entered
 * at most MAX_DEPTH deep and MAX_FOLDERS times, and never from within themselves.
 */
#include "tests.h"
#include <string.h>

#define MAX_FOLDERS 10000
#define MAX_DEPTH 32

void package_entries_clear(struct package_entries *entries)
{
	for (size_t i = 0; i < entries->count; i++) {
		free(entries->list[i].path);
		free(entries->list[i].real);
	}
	free(entries->list);
	as_names_free(entries->names);
}

int package_entries_read(struct package_loader *loader, const char *path, const char *real,
	struct package_entries *entries, struct as_error *error)
{
	entries->names = package_list(loader, real, error);
	if (!entries->names)
		return -1;
	const size_t count = as_names_count(entries->names);
	entries->list = calloc(count + 1, sizeof *entries->list);
	if (!entries->list)
		return as_error_no_memory(error);
	while (entries->count < count) {
		struct package_entry *entry = &entries->list[entries->count];
		entry->name = entries->names[entries->count++];
		entry->path = as_text_format(error, "%s/%s", path, entry->name);
		if (!entry->path || package_find_entry(loader, entry->path, real, entry->name,
					    &entry->type, &entry->real, error) < 0)
			return -1;
	}
	return 0;
}

static int compare_name(const void *name, const void *entry)
{
	return strcmp(name, ((const struct package_entry *)entry)->name);
}

const struct package_entry *package_entry_find(
	const struct package_entries *entries, const char *name)
{
	return bsearch(name, entries->list, entries->count, sizeof *entries->list, compare_name);
}

const struct package_entry *package_entry_sibling(const struct package_entries *entries,
	const struct package_entry *entry, size_t old_length, const char *ending)
{
	char name[512];
	size_t stem = strlen(entry->name) - old_length;
	snprintf(name, sizeof name, "%.*s%s", (int)stem, entry->name, ending);
	return package_entry_find(entries, name);
}

bool as_package_name_ends(const char *name, const char *ending)
{
	return as_text_stem(name, ending) > 0;
}

int package_entry_require_file(const struct package_loader *loader,
	const struct package_entry *entry, struct as_error *error)
{
	if (entry->type == AS_TREE_FILE)
		return 0;
	return package_error(
		loader, entry->path, error, "is not a regular file; replace it with one");
}

int package_folder_enter(
	struct package_loader *loader, const struct package_folder *folder, struct as_error *error)
{
	if (folder->depth > MAX_DEPTH)
		return package_error(
			loader, folder->path, error, "is nested deeper than %d folders", MAX_DEPTH);
	if (++loader->data.folder_count > MAX_FOLDERS)
		return package_error(loader, folder->path, error,
			"too many folders: more than %d; is this a package?", MAX_FOLDERS);
	for (const struct package_folder *above = folder->above; above; above = above->above)
		if (strcmp(above->real, folder->real) == 0)
			return package_error(loader, folder->path, error,
				"is a link to a folder that contains it; remove it");
	return 0;
}
