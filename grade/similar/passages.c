/* SPDX-License-Identifier: MIT */
/*
 * Reports the passages that too many submissions have, and so do not count for pairs, with the
 * submissions that have them:
 *
 * 1. Common grams that the same submissions have form a set. A set is told from another one by a
 *    sum of numbers, one for each submission.
 * 2. Sets that have nearly the same submissions form a group: those who share a program may each
 *    have changed another line of it. The set with the most tokens is the core of its group.
 * 3. A group covers the sets that have most submissions of its core, and not many others: some
 *    statements of a shared program are in other programs by chance.
 * 4. For each group and submission: the share of the submission's tokens that the group covers.
 *
 * A starter that everybody has and the program of a few are different groups, even if one directly
 * follows the other.
 */
#include "grouping.h"

#include "array.h"

#include <assay/base/random.h>

#define MAX_SETS 8192
#define NO_SET UINT32_MAX

void as_grouping_clear(struct as_grouping *grouping)
{
	free(grouping->grams);
	free(grouping->of_sets);
	free(grouping->sets);
	free(grouping->set_of);
	free(grouping->bits);
	free(grouping->members);
	free(grouping->covers);
	free(grouping->covered);
	free(grouping->own);
}

size_t as_grouping_make_grams(const struct as_grouping *grouping, const struct as_member *member)
{
	const size_t k = grouping->similar->config.noise_tokens;

	as_grams_make(member->tokens, member->token_count, k, grouping->grams);
	return as_gram_count(member->token_count, k);
}

/* The number of a common gram; SIZE_MAX for another one. */
static size_t number_of(const struct as_grouping *grouping, uint64_t gram)
{
	const struct as_gram *item = as_gram_find(&grouping->similar->common, gram);

	return item ? item->last : SIZE_MAX;
}

/* ---- 1. sets ---- */

static void number_grams(struct as_grouping *grouping)
{
	struct as_gram_set *common = &grouping->similar->common;
	uint32_t number = 0;

	for (size_t i = 0; i < common->capacity; i++)
		if (common->items[i].count)
			common->items[i].last = number++;
	grouping->gram_count = number;
}

static int alloc_grams(struct as_grouping *grouping, struct as_error *error)
{
	const struct as_similar *similar = grouping->similar;

	grouping->grams = calloc(similar->max_tokens + 1, sizeof *grouping->grams);
	grouping->of_sets = calloc(grouping->gram_count + 1, sizeof *grouping->of_sets);
	grouping->set_of = calloc(grouping->gram_count + 1, sizeof *grouping->set_of);
	grouping->own = calloc(similar->member_count + 1, sizeof *grouping->own);
	return grouping->grams && grouping->of_sets && grouping->set_of && grouping->own
		       ? 0
		       : as_error_no_memory(error);
}

static uint64_t number_member(uint64_t member)
{
	return as_random_mix((member + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

/* `set_of` has the last member that was added here. */
static void hash_sets(struct as_grouping *grouping)
{
	const struct as_similar *similar = grouping->similar;

	for (uint32_t g = 0; g < grouping->gram_count; g++)
		grouping->of_sets[g].gram = g;
	for (uint32_t m = 0; m < similar->member_count; m++) {
		if (similar->members[m].leader != m)
			continue;
		const size_t count = as_grouping_make_grams(grouping, &similar->members[m]);
		for (size_t i = 0; i < count; i++) {
			const size_t number = number_of(grouping, grouping->grams[i]);
			if (number == SIZE_MAX || grouping->set_of[number] == m + 1)
				continue;
			grouping->set_of[number] = m + 1;
			grouping->of_sets[number].hash += number_member(m);
		}
	}
}

static int compare_of_sets(const void *a, const void *b)
{
	const struct as_gram_of_set *one = a;
	const struct as_gram_of_set *other = b;

	return (one->hash > other->hash) - (one->hash < other->hash);
}

static int compare_sets(const void *a, const void *b)
{
	const struct as_shared_set *one = a;
	const struct as_shared_set *other = b;

	if (one->weight != other->weight)
		return one->weight > other->weight ? -1 : 1;
	return (one->hash > other->hash) - (one->hash < other->hash);
}

/* Drops a set with too few grams for a passage. */
static void leave_out(struct as_grouping *grouping, const struct as_shared_set *set)
{
	const struct as_similar_config *config = &grouping->similar->config;

	grouping->left_out_count += set->count > config->passage_tokens - config->noise_tokens;
}

/* The number of members of each gram, by its number. */
static uint32_t *count_members(const struct as_grouping *grouping, struct as_error *error)
{
	const struct as_gram_set *common = &grouping->similar->common;
	uint32_t *counts = calloc(grouping->gram_count + 1, sizeof *counts);

	if (!counts) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < common->capacity; i++)
		if (common->items[i].count)
			counts[common->items[i].last] = common->items[i].count;
	return counts;
}

static int make_sets(struct as_grouping *grouping, struct as_error *error)
{
	AS_AUTO_FREE uint32_t *counts = count_members(grouping, error);
	size_t capacity = 0;

	if (!counts)
		return -1;
	hash_sets(grouping);
	qsort(grouping->of_sets, grouping->gram_count, sizeof *grouping->of_sets, compare_of_sets);
	for (size_t i = 0, end; i < grouping->gram_count; i = end) {
		struct as_shared_set set = {.hash = grouping->of_sets[i].hash, .first = i};
		for (end = i; end < grouping->gram_count && grouping->of_sets[end].hash == set.hash;
			end++)
			set.weight += counts[grouping->of_sets[end].gram];
		set.count = end - i;
		if (AS_ARRAY_GROW(grouping->sets, grouping->set_count, capacity, error))
			return -1;
		grouping->sets[grouping->set_count++] = set;
	}
	qsort(grouping->sets, grouping->set_count, sizeof *grouping->sets, compare_sets);
	for (; grouping->set_count > MAX_SETS; grouping->set_count--)
		leave_out(grouping, &grouping->sets[grouping->set_count - 1]);
	return 0;
}

/* ---- 2. groups ---- */

static void name_sets(struct as_grouping *grouping)
{
	for (size_t g = 0; g < grouping->gram_count; g++)
		grouping->set_of[g] = NO_SET;
	for (uint32_t s = 0; s < grouping->set_count; s++)
		for (size_t i = 0; i < grouping->sets[s].count; i++) {
			const size_t at = grouping->sets[s].first + i;
			grouping->set_of[grouping->of_sets[at].gram] = s;
		}
}

/* The set of a gram of the current member. */
static uint32_t set_at(const struct as_grouping *grouping, size_t gram)
{
	const size_t number = number_of(grouping, grouping->grams[gram]);

	return number == SIZE_MAX ? NO_SET : grouping->set_of[number];
}

static int fill_bits(struct as_grouping *grouping, struct as_error *error)
{
	const struct as_similar *similar = grouping->similar;

	grouping->words = similar->member_count / 64 + 1;
	grouping->bits =
		calloc((grouping->set_count + 1) * grouping->words, sizeof *grouping->bits);
	grouping->members = calloc(AS_MAX_GROUPS * grouping->words, sizeof *grouping->members);
	grouping->covers = calloc(grouping->set_count + 1, sizeof *grouping->covers);
	if (!grouping->bits || !grouping->members || !grouping->covers)
		return as_error_no_memory(error);
	name_sets(grouping);
	for (uint32_t m = 0; m < similar->member_count; m++) {
		if (similar->members[m].leader != m)
			continue;
		const size_t count = as_grouping_make_grams(grouping, &similar->members[m]);
		for (size_t i = 0; i < count; i++) {
			const uint32_t set = set_at(grouping, i);
			if (set != NO_SET)
				grouping->bits[set * grouping->words + m / 64] |= UINT64_C(1)
										  << m % 64;
		}
	}
	return 0;
}

/* The numbers of members of either set, and of both. */
struct overlap {
	size_t one, other, both;
};
static struct overlap compare_members(const struct as_grouping *grouping, size_t one, size_t other)
{
	const uint64_t *a = &grouping->bits[one * grouping->words];
	const uint64_t *b = &grouping->bits[other * grouping->words];
	struct overlap overlap = {0};

	for (size_t i = 0; i < grouping->words; i++) {
		overlap.one += (size_t)__builtin_popcountll(a[i]);
		overlap.other += (size_t)__builtin_popcountll(b[i]);
		overlap.both += (size_t)__builtin_popcountll(a[i] & b[i]);
	}
	return overlap;
}

/* True if three quarters of the members of either are members of both. */
static bool is_alike(const struct overlap *overlap)
{
	return overlap->both * 4 >= (overlap->one + overlap->other - overlap->both) * 3;
}

/* Each set joins the first group whose core is alike, or is the core of another one. */
static void group_sets(struct as_grouping *grouping)
{
	for (size_t s = 0; s < grouping->set_count; s++) {
		size_t group = 0;
		for (; group < grouping->group_count; group++) {
			const struct overlap overlap =
				compare_members(grouping, grouping->cores[group], s);
			if (is_alike(&overlap))
				break;
		}
		if (group == AS_MAX_GROUPS) {
			leave_out(grouping, &grouping->sets[s]);
			continue;
		}
		if (group == grouping->group_count)
			grouping->cores[grouping->group_count++] = s;
		for (size_t i = 0; i < grouping->words; i++)
			grouping->members[group * grouping->words + i] |=
				grouping->bits[s * grouping->words + i];
	}
}

/* ---- 3. what a group covers ---- */

static void cover_sets(struct as_grouping *grouping)
{
	for (size_t s = 0; s < grouping->set_count; s++)
		for (size_t group = 0; group < grouping->group_count; group++) {
			const struct overlap overlap =
				compare_members(grouping, grouping->cores[group], s);
			if (overlap.both * 4 >= overlap.one * 3 && overlap.other <= overlap.one * 2)
				grouping->covers[s] |= UINT64_C(1) << group;
		}
}

/* The groups that cover a gram of the current member and have this member. */
uint64_t as_grouping_at(const struct as_grouping *grouping, size_t gram, size_t member)
{
	const uint32_t set = set_at(grouping, gram);
	uint64_t groups = set == NO_SET ? 0 : grouping->covers[set];

	for (uint64_t left = groups; left; left &= left - 1) {
		const size_t group = (size_t)__builtin_ctzll(left);
		if (!(grouping->members[group * grouping->words + member / 64] >> member % 64 & 1))
			groups &= ~(UINT64_C(1) << group);
	}
	return groups;
}

/* ---- 4. shares ---- */

static uint32_t count_own(const struct as_member *member, size_t from, size_t end)
{
	uint32_t count = 0;

	for (size_t i = from; i < end; i++)
		count += member->tokens[i].code != AS_TOKEN_NONE &&
			 !(member->tokens[i].flags & AS_TOKEN_IS_BASE);
	return count;
}

/* A run that is shorter than a passage is chance. */
static void end_run(
	struct as_grouping *grouping, uint32_t number, size_t group, struct as_gram_run *run)
{
	const struct as_similar *similar = grouping->similar;

	if (run->end - run->first >= similar->config.passage_tokens)
		grouping->covered[group * similar->member_count + number] +=
			count_own(&similar->members[number], run->first, run->end);
	run->first = run->end = 0;
}

static void cover_member(struct as_grouping *grouping, uint32_t number)
{
	const struct as_member *member = &grouping->similar->members[number];
	const size_t k = grouping->similar->config.noise_tokens;
	const size_t count = as_grouping_make_grams(grouping, member);
	struct as_gram_run runs[AS_MAX_GROUPS] = {0};

	grouping->own[number] = count_own(member, 0, member->token_count);
	for (size_t i = 0; i < count; i++)
		for (uint64_t left = as_grouping_at(grouping, i, number); left; left &= left - 1) {
			const size_t group = (size_t)__builtin_ctzll(left);
			struct as_gram_run *run = &runs[group];
			if (i > run->end)
				end_run(grouping, number, group, run);
			if (run->end == 0)
				run->first = i;
			run->end = i + k;
		}
	for (size_t group = 0; group < grouping->group_count; group++)
		end_run(grouping, number, group, &runs[group]);
}

static int cover(struct as_grouping *grouping, struct as_error *error)
{
	const struct as_similar *similar = grouping->similar;

	grouping->covered = calloc(
		grouping->group_count * similar->member_count + 1, sizeof *grouping->covered);
	if (!grouping->covered)
		return as_error_no_memory(error);
	for (uint32_t m = 0; m < similar->member_count; m++)
		if (similar->members[m].leader == m)
			cover_member(grouping, m);
	return 0;
}

int as_grouping_find(
	struct as_grouping *grouping, const atomic_bool *cancel, struct as_error *error)
{
	number_grams(grouping);
	if (alloc_grams(grouping, error) || make_sets(grouping, error) ||
		as_cancel_check(cancel, error) || fill_bits(grouping, error))
		return -1;
	group_sets(grouping);
	cover_sets(grouping);
	return as_cancel_check(cancel, error) || cover(grouping, error) ? -1 : 0;
}
