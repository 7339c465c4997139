/* SPDX-License-Identifier: MIT */
#include "grams.h"

#include <assay/base/random.h>

#define BASE UINT64_C(0x9e3779b97f4a7c15)
#define FIRST_CAPACITY 1024

/* A polynomial of the last k tokens. It is mixed, because otherwise the last token alone would
 * decide the choice in short programs. */
void as_grams_make(const struct as_token *tokens, size_t token_count, size_t k, uint64_t *grams)
{
	uint64_t power = 1;
	uint64_t sum = 0;
	size_t run = 0; /* tokens since the end of a file */

	for (size_t i = 0; i < k; i++)
		power *= BASE;
	for (size_t i = 0; i < token_count; i++) {
		sum = sum * BASE + as_random_mix(tokens[i].code);
		if (i >= k)
			sum -= power * as_random_mix(tokens[i - k].code);
		run = tokens[i].code == AS_TOKEN_NONE ? 0 : run + 1;
		if (i + 1 < k)
			continue;
		uint64_t gram = as_random_mix(sum);
		grams[i + 1 - k] = run < k ? AS_GRAM_NONE : gram - (gram == AS_GRAM_NONE);
	}
}

static size_t last_min(const uint64_t *grams, size_t first, size_t end)
{
	size_t min = first;

	for (size_t i = first + 1; i < end; i++)
		if (grams[i] <= grams[min])
			min = i;
	return min;
}

size_t as_grams_choose(const uint64_t *grams, size_t count, size_t window, uint32_t *chosen)
{
	size_t chosen_count = 0;
	size_t min = 0;

	for (size_t end = window; end <= count; end++) {
		size_t first = end - window;
		if (end == window || min < first)
			min = last_min(grams, first, end);
		else if (grams[end - 1] <= grams[min])
			min = end - 1;
		if (grams[min] != AS_GRAM_NONE &&
			(chosen_count == 0 || chosen[chosen_count - 1] != min))
			chosen[chosen_count++] = (uint32_t)min;
	}
	return chosen_count;
}

/* ---- sets ---- */

/* The place of a gram, or the free place that it would get. A gram is as good as random. */
static struct as_gram *place_of(const struct as_gram_set *set, uint64_t gram)
{
	size_t at = gram & (set->capacity - 1);

	while (set->items[at].count && set->items[at].gram != gram)
		at = (at + 1) & (set->capacity - 1);
	return &set->items[at];
}

struct as_gram *as_gram_find(const struct as_gram_set *set, uint64_t gram)
{
	if (set->count == 0)
		return NULL;
	struct as_gram *place = place_of(set, gram);
	return place->count ? place : NULL;
}

static int grow(struct as_gram_set *set, struct as_error *error)
{
	struct as_gram_set grown = {.capacity = set->capacity ? 2 * set->capacity : FIRST_CAPACITY,
		.count = set->count};

	grown.items = calloc(grown.capacity, sizeof *grown.items);
	if (!grown.items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < set->capacity; i++)
		if (set->items[i].count)
			*place_of(&grown, set->items[i].gram) = set->items[i];
	free(set->items);
	*set = grown;
	return 0;
}

int as_gram_see(struct as_gram_set *set, uint64_t gram, uint32_t member, struct as_error *error)
{
	if (2 * set->count >= set->capacity && grow(set, error))
		return -1;
	struct as_gram *place = place_of(set, gram);
	if (place->count && place->last == member)
		return 0;
	set->count += place->count == 0;
	*place = (struct as_gram){.gram = gram, .count = place->count + 1, .last = member};
	return 0;
}

void as_gram_set_clear(struct as_gram_set *set)
{
	free(set->items);
	*set = (struct as_gram_set){0};
}
