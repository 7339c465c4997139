/* SPDX-License-Identifier: MIT */
#include <assay/base.h>

#include <string.h>

/* The capacity is the smallest power of two that is not below the count, so it need not be stored.
 */
void *as_array_grow(void *items, size_t count, size_t item_bytes, struct as_error *error)
{
	if (count > 0 && (count & (count - 1)) != 0)
		return items;
	void *grown = reallocarray(items, count ? 2 * count : 1, item_bytes);
	if (!grown)
		as_error_no_memory(error);
	return grown;
}

int as_size_compare(const void *a, const void *b)
{
	const size_t left = *(const size_t *)a, right = *(const size_t *)b;

	return (left > right) - (left < right);
}

int as_int64_compare(const void *a, const void *b)
{
	const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

int as_bytes_copy(struct as_bytes *to, const char *data, size_t size, struct as_error *error)
{
	*to = (struct as_bytes){.data = malloc(size + 1)};
	if (!to->data)
		return as_error_no_memory(error);
	if (size)
		memcpy(to->data, data, size);
	to->data[size] = '\0';
	to->size = size;
	return 0;
}
