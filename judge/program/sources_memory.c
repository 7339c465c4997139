/* SPDX-License-Identifier: MIT */
/*
 * Sources from memory: the same limits, refusals and order as for files of a folder. The names come
 * from an upload, so names that no folder can contain (two equal ones, "..") are refused.
 */
#include "sources_read.h"

#include <string.h>

/* The order in which a folder is read: files in "a" precede "a-b". */
static int compare_paths(const void *left, const void *right)
{
	const struct as_memory_file *const *first = left, *const *second = right;
	const char *a = (*first)->name, *b = (*second)->name;

	while (*a && *a == *b)
		a++, b++;
	/* '/' sorts after the end and before every other character. */
	int x = *a == '/' ? 1 : *a ? (unsigned char)*a + 1 : 0;
	int y = *b == '/' ? 1 : *b ? (unsigned char)*b + 1 : 0;
	return x - y;
}

/* False if it has an empty part (as an absolute path has), "." or "..". */
static bool is_beneath(const char *path)
{
	for (;;) {
		const size_t length = strcspn(path, "/");
		if (length == 0 || (length <= 2 && strspn(path, ".") >= length))
			return false;
		if (path[length] == '\0')
			return true;
		path += length + 1;
	}
}

/* False if the file is left out or refused. */
static bool is_accepted(struct as_sources *sources, const char *name, struct as_left_names *left)
{
	char part[256];
	unsigned depth = 0;

	for (const char *at = name;; depth++) {
		const size_t length = strcspn(at, "/");
		snprintf(part, sizeof(part), "%.*s", (int)(length < 255 ? length : 255), at);
		if (length > 255 || !as_source_name_is_plain(part)) {
			as_left_names_add(left, name);
			return false;
		}
		if (depth >= AS_SOURCES_MAX_DEPTH)
			as_sources_refuse(sources, "too-large", AS_SOURCES_TOO_DEEP);
		if (sources->reason || at[length] == '\0')
			break;
		at += length + 1;
	}
	if (sources->count >= AS_SOURCES_MAX_FILES)
		as_sources_refuse(sources, "too-large", AS_SOURCES_TOO_MANY);
	return !sources->reason;
}

/* Takes ownership of `name`. */
static int add_file(struct as_sources *sources, const struct as_memory_file *from, char *name,
	uint64_t max_bytes, struct as_error *error)
{
	struct as_source *files =
		name ? reallocarray(sources->files, sources->count + 1, sizeof(*files)) : NULL;
	char *data = NULL;

	if (files)
		sources->files = files;
	if (files && from->size > max_bytes - sources->size_bytes) {
		as_sources_refuse(sources, "too-large", AS_SOURCES_TOO_LARGE);
		free(name);
		return 0;
	}
	if (!files || !(data = malloc(from->size + 1))) {
		free(name);
		return as_error_no_memory(error);
	}
	if (from->size)
		memcpy(data, from->data, from->size);
	data[from->size] = '\0';
	files[sources->count++] =
		(struct as_source){.name = name, .data = {.data = data, .size = from->size}};
	sources->size_bytes += from->size;
	return 0;
}

static int take_folder(struct as_sources *sources, const struct as_memory_file *const *files,
	size_t count, uint64_t max_bytes, struct as_left_names *left, struct as_error *error)
{
	for (size_t i = 0; i < count; i++) {
		const char *name = files[i]->name;
		if (!is_beneath(name))
			as_sources_refuse(sources, "name",
				"a file name of the source is empty or absolute, or has an empty "
				"part, "
				"\".\" or \"..\"");
		else if (i > 0 && as_source_names_clash(files[i - 1]->name, name))
			as_sources_refuse(sources, "name", AS_SOURCES_SAME_NAME);
		if (sources->reason)
			return 0;
		if (is_accepted(sources, name, left) &&
			add_file(sources, files[i], strdup(name), max_bytes, error))
			return -1;
	}
	return 0;
}

static const struct as_memory_file **sort(
	const struct as_memory_file *files, size_t count, struct as_error *error)
{
	const struct as_memory_file **sorted = calloc(count + 1, sizeof(*sorted));

	if (!sorted) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		sorted[i] = &files[i];
	if (count > 1)
		qsort(sorted, count, sizeof(*sorted), compare_paths);
	return sorted;
}

int as_sources_take(struct as_sources *sources, const struct as_memory_file *files, size_t count,
	bool is_folder, uint64_t max_bytes, struct as_error *error)
{
	struct as_left_names left = {0};
	int failed;

	*sources = (struct as_sources){.single = count == 1 && !is_folder};
	if (sources->single) {
		failed = add_file(sources, files, as_source_name_single(files->name, error),
			max_bytes, error);
	} else {
		AS_AUTO_FREE const struct as_memory_file **sorted = sort(files, count, error);
		failed = !sorted || take_folder(sources, sorted, count,
					    max_bytes + AS_SOURCES_OTHER_BYTES, &left, error);
	}
	if (!failed)
		failed = as_sources_end(sources, &left, error);
	if (failed)
		as_sources_clear(sources);
	return failed ? -1 : 0;
}
