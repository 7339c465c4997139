/* SPDX-License-Identifier: MIT */
/* The files of sources that were read: their order, digest, changes to them, and copies in a
 * folder. */
#include <assay/program/sources.h>
#include <string.h>

static int compare_names(const void *a, const void *b)
{
	const struct as_source *first = a, *second = b;

	return strcmp(first->name, second->name);
}

void as_sources_sort(struct as_sources *sources)
{
	if (sources->count > 1)
		qsort(sources->files, sources->count, sizeof(*sources->files), compare_names);
}

const struct as_source *as_sources_find(const struct as_sources *sources, const char *name)
{
	for (size_t i = 0; i < sources->count; i++)
		if (strcmp(sources->files[i].name, name) == 0)
			return &sources->files[i];
	return NULL;
}

static void forget_file(struct as_source *file)
{
	free(file->name);
	as_bytes_clear(&file->data);
	as_bytes_clear(&file->original);
}

int as_sources_merge(struct as_sources *sources, struct as_sources *from, struct as_error *error)
{
	struct as_source *files = reallocarray(
		sources->files, sources->count + from->count + 1, sizeof(*sources->files));

	if (!files)
		return as_error_no_memory(error);
	sources->files = files;
	for (size_t i = 0; i < from->count; i++) {
		struct as_source *file =
			(struct as_source *)as_sources_find(sources, from->files[i].name);
		if (file)
			sources->size_bytes -= file->data.size;
		else
			*(file = &files[sources->count++]) = (struct as_source){0};
		sources->size_bytes += from->files[i].data.size;
		forget_file(file);
		*file = from->files[i];
	}
	from->count = 0;
	as_sources_sort(sources);
	return 0;
}

void as_sources_drop(struct as_sources *sources, size_t index)
{
	struct as_source *file = &sources->files[index];

	sources->size_bytes -= file->data.size;
	forget_file(file);
	sources->count--;
	memmove(file, file + 1, (sources->count - index) * sizeof(*file));
}

void as_sources_clear(struct as_sources *sources)
{
	for (size_t i = 0; i < sources->count; i++)
		forget_file(&sources->files[i]);
	free(sources->files);
	free(sources->own_text);
	as_names_free(sources->notes);
	*sources = (struct as_sources){0};
}

void as_sources_digest(const struct as_sources *sources, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *file = &sources->files[i];
		const struct as_bytes *data = file->original.data ? &file->original : &file->data;
		uint64_t size = data->size;
		as_digest_add_text(&digest, file->name);
		as_digest_add(&digest, &size, sizeof(size));
		as_digest_add(&digest, data->data, size);
		if (sources->keeps_modes)
			as_digest_add_text(&digest, sources->files[i].executable ? "x" : "-");
	}
	as_digest_end(&digest, hex);
}

int as_sources_write(const struct as_sources *sources, int dir_fd, struct as_error *error)
{
	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *file = &sources->files[i];
		char folder[2304];
		snprintf(folder, sizeof(folder), "%s", file->name);
		char *slash = strrchr(folder, '/');
		if (slash) {
			*slash = '\0';
			if (as_dir_make(dir_fd, folder, 0755, error))
				return -1;
		}
		mode_t mode = sources->keeps_modes && file->executable ? 0755 : 0644;
		if (as_file_write(
			    dir_fd, file->name, file->data.data, file->data.size, mode, error))
			return -1;
	}
	return 0;
}

/* Many uses of long constants may enlarge small files; no real program is that large. */
#define MAX_FILLED_BYTES (UINT64_C(64) << 20)

int as_sources_fill(
	struct as_sources *sources, const struct as_text_map *constants, struct as_error *error)
{
	const uint64_t max_bytes = sources->size_bytes + MAX_FILLED_BYTES;

	for (size_t i = 0; i < sources->count; i++) {
		struct as_source *file = &sources->files[i];
		sources->size_bytes -= file->data.size;
		if (as_constants_fill(&file->data, constants, error))
			return as_error_context(error, "%s", file->name);
		sources->size_bytes += file->data.size;
		/* Each of a thousand files may be within its limit. */
		if (sources->size_bytes > max_bytes)
			return as_error_set(error, AS_ERROR_INPUT,
				"the source is larger than 64 MiB after the package's constants "
				"are filled in");
	}
	return 0;
}
