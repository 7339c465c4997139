/* SPDX-License-Identifier: MIT */
#include "lookup.h"

#include <assay/base/random.h>

#define FIRST_PLACES 1024

void lookup_clear(struct lookup *lookup)
{
	free(lookup->places);
	free(lookup->items);
	*lookup = (struct lookup){0};
}

uint64_t lookup_hash(const struct lookup *lookup, unsigned kind, const char *text, size_t length)
{
	uint64_t hash = as_random_mix(lookup->secret + kind);

	for (size_t i = 0; i < length; i++) {
		const unsigned char c = (unsigned char)text[i];
		hash = as_random_mix(hash ^ (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c));
	}
	return hash;
}

static size_t *place_of(const struct lookup *lookup, uint64_t hash)
{
	return &lookup->places[hash & (lookup->place_count - 1)];
}

static void link_item(struct lookup *lookup, size_t index)
{
	size_t *place = place_of(lookup, lookup->items[index].hash);

	lookup->items[index].next = *place;
	*place = index + 1;
}

static int grow(struct lookup *lookup, struct as_error *error)
{
	const size_t count = lookup->place_count ? 2 * lookup->place_count : FIRST_PLACES;
	size_t *places = calloc(count, sizeof(*places));
	struct lookup_item *items = reallocarray(lookup->items, count, sizeof(*items));

	if (items)
		lookup->items = items;
	if (!places || !items) {
		free(places);
		return as_error_no_memory(error);
	}
	free(lookup->places);
	lookup->places = places;
	lookup->place_count = lookup->capacity = count;
	for (size_t i = 0; i < lookup->count; i++)
		link_item(lookup, i);
	return 0;
}

int lookup_add(struct lookup *lookup, uint64_t hash, size_t value, struct as_error *error)
{
	if (lookup->count == lookup->capacity && grow(lookup, error))
		return -1;
	lookup->items[lookup->count] = (struct lookup_item){.hash = hash, .value = value};
	link_item(lookup, lookup->count++);
	return 0;
}

size_t lookup_next(const struct lookup *lookup, uint64_t hash, size_t *at)
{
	if (lookup->count == 0)
		return SIZE_MAX;
	size_t index = *at ? lookup->items[*at - 1].next : *place_of(lookup, hash);
	while (index && lookup->items[index - 1].hash != hash)
		index = lookup->items[index - 1].next;
	*at = index;
	return index ? lookup->items[index - 1].value : SIZE_MAX;
}
