/* SPDX-License-Identifier: MIT */
/*
 * Finds code that does not count: base code, and code that too many submissions have. Equal
 * submissions are one here. Submissions are counted for all grams, not only for fingerprints.
 * Otherwise a neighbour, which is equally common, would replace a fingerprint that is left out.
 */
#include "class.h"

#include <sys/random.h>

/* Number of counters of grams, many more than there are common grams: 8 MB. */
#define PLACE_BITS 22

static uint64_t *make_room(const struct as_similar *similar, struct as_error *error)
{
	uint64_t *grams = calloc(similar->max_tokens + 1, sizeof *grams);

	if (!grams)
		as_error_no_memory(error);
	return grams;
}

static size_t make_grams(
	const struct as_similar *similar, const struct as_member *member, uint64_t *grams)
{
	const size_t k = similar->config.noise_tokens;

	as_grams_make(member->tokens, member->token_count, k, grams);
	return as_gram_count(member->token_count, k);
}

static bool is_common(const struct as_similar *similar, uint32_t count)
{
	return count > AS_SIMILAR_MIN_COMMON &&
	       (uint64_t)count * 10000 >
		       (uint64_t)similar->config.common_share * similar->leader_count;
}

/* ---- counting ---- */

/*
 * Counting a gram needs memory, and nearly all grams occur in one submission only. So occurrences
 * are counted first in places that grams share: a gram gets a counter of its own only if its place
 * has as many occurrences as a common gram needs. Submissions cannot be made so that grams share a
 * place, because the factor is random; the result does not depend on the factor.
 */
struct places {
	uint16_t *counts;
	uint64_t factor; /* odd */
};

static uint16_t *place_of(const struct places *places, uint64_t gram)
{
	return &places->counts[gram * places->factor >> (64 - PLACE_BITS)];
}

static void fill_places(
	const struct as_similar *similar, const struct places *places, uint64_t *grams)
{
	for (size_t m = 0; m < similar->member_count; m++) {
		if (similar->members[m].leader != m)
			continue;
		const size_t count = make_grams(similar, &similar->members[m], grams);
		for (size_t i = 0; i < count; i++) {
			uint16_t *place = place_of(places, grams[i]);
			if (*place < UINT16_MAX)
				++*place;
		}
	}
}

static int see_frequent(const struct as_similar *similar, const struct places *places,
	struct as_gram_set *seen, uint64_t *grams, struct as_error *error)
{
	for (size_t m = 0; m < similar->member_count; m++) {
		if (similar->members[m].leader != m)
			continue;
		const size_t count = make_grams(similar, &similar->members[m], grams);
		for (size_t i = 0; i < count; i++)
			if (is_common(similar, *place_of(places, grams[i])) &&
				grams[i] != AS_GRAM_NONE &&
				as_gram_see(seen, grams[i], (uint32_t)m, error))
				return -1;
	}
	return 0;
}

static int keep_common(
	struct as_similar *similar, const struct as_gram_set *seen, struct as_error *error)
{
	for (size_t i = 0; i < seen->capacity; i++) {
		const struct as_gram *item = &seen->items[i];
		if (!is_common(similar, item->count) || as_gram_find(&similar->base, item->gram))
			continue;
		if (as_gram_see(&similar->common, item->gram, 0, error))
			return -1;
		as_gram_find(&similar->common, item->gram)->count = item->count;
	}
	return 0;
}

int as_common_find(struct as_similar *similar, const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO_FREE uint64_t *grams = make_room(similar, error);
	AS_AUTO_FREE uint16_t *counts = calloc((size_t)1 << PLACE_BITS, sizeof *counts);
	struct places places = {.counts = counts};
	AS_AUTO(as_gram_set_clear) struct as_gram_set seen = {0};

	if (!grams)
		return -1;
	if (!counts)
		return as_error_no_memory(error);
	if (!is_common(similar, (uint32_t)similar->leader_count))
		return 0;
	/* If it fails, only files that were made to be slow are slower. */
	(void)!getrandom(&places.factor, sizeof places.factor, 0);
	places.factor |= 1;
	fill_places(similar, &places, grams);
	return as_cancel_check(cancel, error) ||
			       see_frequent(similar, &places, &seen, grams, error) ||
			       as_cancel_check(cancel, error) || keep_common(similar, &seen, error)
		       ? -1
		       : 0;
}

/* ---- flags ---- */

void as_member_grams(const struct as_similar *similar, struct as_member *member, uint64_t *grams)
{
	const size_t k = similar->config.noise_tokens;
	const size_t count = make_grams(similar, member, grams);

	for (size_t i = 0; i < count; i++) {
		uint8_t flag = as_gram_find(&similar->base, grams[i])     ? AS_TOKEN_IS_BASE
			       : as_gram_find(&similar->common, grams[i]) ? AS_TOKEN_IS_COMMON
									  : 0;
		if (!flag)
			continue;
		grams[i] = AS_GRAM_NONE;
		for (size_t t = i; t < i + k; t++)
			member->tokens[t].flags = (uint8_t)(member->tokens[t].flags | flag);
	}
}
