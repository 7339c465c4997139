/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <string.h>

/* The index of the name, or where to insert it. */
static size_t find_place(const struct as_text_map *map, const char *name, bool *there)
{
	size_t low = 0, high = map->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(map->items[middle].name, name);
		if (order == 0) {
			*there = true;
			return middle;
		}
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	*there = false;
	return low;
}

const char *as_text_map_get(const struct as_text_map *map, const char *name)
{
	bool there;
	size_t at = find_place(map, name, &there);

	return there ? map->items[at].value : NULL;
}

static int insert(
	struct as_text_map *map, size_t at, const char *name, char *value, struct as_error *error)
{
	if (!as_array_reserve(map->items, map->count, error))
		return -1;
	struct as_text_pair *items = map->items;
	char *copy = strdup(name);
	if (!copy)
		return as_error_no_memory(error);
	memmove(items + at + 1, items + at, (map->count - at) * sizeof(*items));
	items[at] = (struct as_text_pair){.name = copy, .value = value};
	map->count++;
	return 0;
}

int as_text_map_set(
	struct as_text_map *map, const char *name, const char *value, struct as_error *error)
{
	bool there;
	size_t at = find_place(map, name, &there);
	AS_AUTO_FREE char *copy = strdup(value);

	if (!copy)
		return as_error_no_memory(error);
	if (!there) {
		if (insert(map, at, name, copy, error))
			return -1;
	} else {
		free(map->items[at].value);
		map->items[at].value = copy;
	}
	(void)as_steal(copy);
	return 0;
}

void as_text_map_clear(struct as_text_map *map)
{
	if (!map)
		return;
	for (size_t i = 0; i < map->count; i++) {
		free(map->items[i].name);
		free(map->items[i].value);
	}
	free(map->items);
	*map = (struct as_text_map){0};
}
