/* SPDX-License-Identifier: MIT */
#include "match.h"

#include "array.h"

/*
 * The number of matches of two submissions is the product of their repetitions of a gram. If a
 * submission repeats a gram more often, for example in a long table of numbers, only the first and
 * the last positions are kept: equal repetitions begin or end in the same way.
 */
#define MAX_REPEATS 8

struct buffers {
	uint64_t *grams;
	uint32_t *chosen;
};

static int choose(const struct as_similar *similar, uint32_t number, const struct buffers *buffers,
	struct as_seeds *seeds, struct as_error *error)
{
	const size_t k = similar->config.noise_tokens;
	const size_t window = similar->config.passage_tokens - k + 1;
	struct as_member *member = &similar->members[number];

	as_member_grams(similar, member, buffers->grams);
	if (member->leader != number)
		return 0;
	size_t count = as_grams_choose(
		buffers->grams, as_gram_count(member->token_count, k), window, buffers->chosen);
	for (size_t i = 0; i < count; i++) {
		if (AS_ARRAY_GROW(seeds->items, seeds->count, seeds->capacity, error))
			return -1;
		seeds->items[seeds->count++] =
			(struct as_seed){.gram = buffers->grams[buffers->chosen[i]],
				.member = number,
				.position = buffers->chosen[i]};
	}
	return 0;
}

/* Digits of a gram for sorting: six of them are all bits. */
#define DIGIT_BITS 11
#define DIGIT_MASK ((1u << DIGIT_BITS) - 1)

/* Stable, by one digit of the gram. */
static void sort_by_digit(
	const struct as_seed *from, struct as_seed *to, size_t count, unsigned shift)
{
	size_t places[1 << DIGIT_BITS] = {0}, sum = 0;

	for (size_t i = 0; i < count; i++)
		places[from[i].gram >> shift & DIGIT_MASK]++;
	for (size_t digit = 0; digit <= DIGIT_MASK; digit++) {
		const size_t size = places[digit];
		places[digit] = sum;
		sum += size;
	}
	for (size_t i = 0; i < count; i++)
		to[places[from[i].gram >> shift & DIGIT_MASK]++] = from[i];
}

/* They were made in the order of member and position, and keep it within a gram. A radix sort,
 * because qsort takes three times as long. */
static int sort_by_gram(struct as_seeds *seeds, struct as_error *error)
{
	struct as_seed *sorted = calloc(seeds->count + 1, sizeof *sorted);

	if (!sorted)
		return as_error_no_memory(error);
	for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
		struct as_seed *from = seeds->items;
		sort_by_digit(from, sorted, seeds->count, shift);
		seeds->items = sorted;
		sorted = from;
	}
	seeds->capacity = seeds->count;
	free(sorted);
	return 0;
}

/* Removes seeds that one member alone has, and repetitions within a member, from the sorted
 * seeds. */
static void thin_out(struct as_seeds *seeds)
{
	struct as_seed *items = seeds->items;
	size_t kept = 0;

	for (size_t i = 0, end; i < seeds->count; i = end) {
		for (end = i; end < seeds->count && items[end].gram == items[i].gram; end++)
			;
		if (items[i].member == items[end - 1].member)
			continue;
		for (size_t n = i, next; n < end; n = next) {
			for (next = n; next < end && items[next].member == items[n].member; next++)
				;
			const bool is_many = next - n > MAX_REPEATS;
			for (size_t r = n; r < next; r++)
				if (!is_many || r == n || r + 1 == next)
					items[kept++] = items[r];
		}
	}
	seeds->count = kept;
}

int as_seeds_find(struct as_similar *similar, struct as_seeds *seeds, const atomic_bool *cancel,
	struct as_error *error)
{
	AS_AUTO_FREE uint64_t *grams = calloc(similar->max_tokens + 1, sizeof *grams);
	AS_AUTO_FREE uint32_t *chosen = calloc(similar->max_tokens + 1, sizeof *chosen);
	const struct buffers buffers = {grams, chosen};

	if (!grams || !chosen)
		return as_error_no_memory(error);
	for (uint32_t m = 0; m < similar->member_count; m++)
		if (as_cancel_check(cancel, error) || choose(similar, m, &buffers, seeds, error))
			return -1;
	if (sort_by_gram(seeds, error))
		return -1;
	thin_out(seeds);
	return 0;
}
