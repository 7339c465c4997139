/* SPDX-License-Identifier: MIT */
#include "made.h"

#include <string.h>

void made_clear(struct made *made)
{
	for (int i = 0; i < RECIPE_ENDING_COUNT; i++)
		as_bytes_clear(&made->files[i].data);
	*made = (struct made){0};
}

void made_take(struct made *made, int ending, struct as_bytes *data)
{
	as_bytes_clear(&made->files[ending].data);
	made->files[ending] = (struct made_file){.there = true, .data = *data};
	*data = (struct as_bytes){0};
}

int made_copy(struct made *made, int ending, const char *data, size_t size, struct as_error *error)
{
	struct as_bytes copy;

	if (as_bytes_copy(&copy, data, size, error))
		return -1;
	made_take(made, ending, &copy);
	return 0;
}

/* "INDEX SIZE\n" and the bytes, for each. */
int made_write(const struct made *made, struct as_bytes *bytes, struct as_error *error)
{
	size_t size = 0;
	FILE *out = open_memstream(&bytes->data, &size);

	if (!out)
		return as_error_no_memory(error);
	for (int i = 0; i < RECIPE_ENDING_COUNT; i++) {
		const struct made_file *file = &made->files[i];
		if (!file->there)
			continue;
		fprintf(out, "%d %zu\n", i, file->data.size);
		fwrite(file->data.data, 1, file->data.size, out);
	}
	bool failed = ferror(out);
	if (fclose(out) || failed) {
		as_bytes_clear(bytes);
		return as_error_no_memory(error);
	}
	bytes->size = size;
	return 0;
}

int made_read(struct made *made, const struct as_bytes *bytes, struct as_error *error)
{
	const char *at = bytes->data, *end = bytes->data + bytes->size;

	while (at < end) {
		char *after;
		unsigned long ending = strtoul(at, &after, 10);
		size_t size = strtoull(after, &after, 10);
		if (*after != '\n' || ending >= RECIPE_ENDING_COUNT ||
			size > (size_t)(end - after - 1))
			return as_error_set(error, AS_ERROR_INTERNAL, "damaged file in the cache");
		if (made_copy(made, (int)ending, after + 1, size, error))
			return -1;
		at = after + 1 + size;
	}
	return 0;
}

int made_compare(const struct made *one, const struct made *other)
{
	for (int i = 0; i < RECIPE_ENDING_COUNT; i++) {
		const struct made_file *left = &one->files[i], *right = &other->files[i];
		if (left->there != right->there || left->data.size != right->data.size ||
			(left->data.size &&
				memcmp(left->data.data, right->data.data, left->data.size) != 0))
			return i;
	}
	return -1;
}
