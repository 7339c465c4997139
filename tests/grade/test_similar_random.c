/* SPDX-License-Identifier: MIT */
/* Compares random submissions with a naive search. Each token has a line of its own, so that lines
 * are positions. */
#include "similar_case.h"

#include <grams.h>

#define ROUNDS 400
#define MAX_TOKENS 300

static const char *const words[] = {
	"if", "while", "+", "-", "*", "(", ")", ";", "{", "}", "name", "7"};
#define WORD_COUNT (sizeof words / sizeof *words)

static uint32_t state;

static size_t below(size_t end)
{
	state = state * 1664525 + 1013904223;
	return (size_t)((uint64_t)(state >> 8) * end >> 24);
}

struct stream {
	size_t words[MAX_TOKENS];
	size_t count;
};

static void make_stream(struct stream *stream, size_t word_count)
{
	stream->count = below(MAX_TOKENS);
	for (size_t i = 0; i < stream->count; i++)
		stream->words[i] = below(word_count);
}

/* Copies passages of any length from one to the other. */
static void plant(const struct stream *from, struct stream *to)
{
	for (size_t n = below(5); n > 0 && from->count && to->count; n--) {
		size_t start = below(from->count);
		size_t target = below(to->count);
		size_t count = below(60);
		for (size_t i = 0; i < count && start + i < from->count && target + i < to->count;
			i++)
			to->words[target + i] = from->words[start + i];
	}
}

static void add_stream(struct as_similar *similar, const char *id, const struct stream *stream)
{
	char text[MAX_TOKENS * 8] = "";
	char *at = text;
	for (size_t i = 0; i < stream->count; i++)
		at += sprintf(at, "%s\n", words[stream->words[i]]);
	add(similar, id, "a.c", text);
}

/* The length of the longest common passage, of words that are used on neither side. */
static size_t naive_longest(const struct stream streams[2], const bool used[2][MAX_TOKENS])
{
	size_t lengths[MAX_TOKENS + 1] = {0};
	size_t longest = 0;
	for (size_t i = 0; i < streams[0].count; i++)
		for (size_t j = streams[1].count; j-- > 0;) {
			bool equal = !used[0][i] && !used[1][j] &&
				     streams[0].words[i] == streams[1].words[j];
			lengths[j + 1] = equal ? lengths[j] + 1 : 0;
			longest = lengths[j + 1] > longest ? lengths[j + 1] : longest;
		}
	return longest;
}

/* Checks that the regions have equal words, and no word twice; marks them as used, and returns the
 * longest. */
static size_t check_regions(const struct as_similar_pair *pair, const struct stream streams[2],
	bool used[2][MAX_TOKENS])
{
	size_t longest = 0;
	for (size_t r = 0; r < pair->region_count; r++) {
		const struct as_similar_region *region = &pair->regions[r];
		size_t count = region->token_count;
		longest = count > longest ? count : longest;
		for (int side = 0; side < 2; side++)
			cr_assert_eq(
				region->lines[side].last - region->lines[side].first + 1, count);
		cr_assert(r == 0 || region->lines[0].first > region[-1].lines[0].last);
		for (size_t i = 0; i < count; i++) {
			size_t one = region->lines[0].first - 1 + i;
			size_t other = region->lines[1].first - 1 + i;
			cr_assert_eq(streams[0].words[one], streams[1].words[other]);
			cr_assert(!used[0][one] && !used[1][other], "a word is in two regions");
			used[0][one] = used[1][other] = true;
		}
	}
	return longest;
}

static void check_round(const struct as_similar_config *config, const struct stream streams[2])
{
	static const bool unused[2][MAX_TOKENS];
	bool used[2][MAX_TOKENS] = {0};
	size_t expected = naive_longest(streams, unused);
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(config);
	add_stream(similar, "a", &streams[0]);
	add_stream(similar, "b", &streams[1]);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
	if (expected < config->passage_tokens) {
		cr_assert_eq(report.pair_count, 0, "a passage of %zu tokens", expected);
		return;
	}
	cr_assert_eq(report.pair_count, 1, "no passage, but there is one of %zu", expected);
	cr_assert_eq(check_regions(report.pairs, streams, used), expected);
	cr_assert_lt(naive_longest(streams, used), config->passage_tokens,
		"a passage that overlaps no region was not found");
}

Test(similar_random, every_passage_is_found_and_no_shorter_one)
{
	size_t found = 0;
	for (uint32_t round = 1; round <= ROUNDS; round++) {
		state = round;
		struct stream streams[2];
		struct as_similar_config config = as_similar_defaults;
		config.min_share = 0;
		config.noise_tokens = 4 + below(5);
		config.passage_tokens = config.noise_tokens + below(8);
		size_t word_count = 4 + below(WORD_COUNT - 3);
		make_stream(&streams[0], word_count);
		make_stream(&streams[1], word_count);
		plant(&streams[0], &streams[1]);
		check_round(&config, streams);
		static const bool unused[2][MAX_TOKENS];
		found += naive_longest(streams, unused) >= config.passage_tokens;
	}
	/* Otherwise half of the test would prove nothing. */
	cr_expect(found > ROUNDS / 10 && found < ROUNDS - ROUNDS / 10, "%zu", found);
}

/* ---- the order of the submissions ---- */

#define CLASS 8

static void shuffle(size_t *order)
{
	for (size_t i = 0; i < CLASS; i++)
		order[i] = i;
	for (size_t i = CLASS; i > 1; i--) {
		size_t other = below(i);
		size_t kept = order[i - 1];
		order[i - 1] = order[other];
		order[other] = kept;
	}
}

static struct as_similar_report compare_in_order(
	const struct stream *streams, const size_t *order, const struct as_similar_config *config)
{
	AS_AUTO_SIMILAR struct as_similar *similar = new_class(config);
	for (size_t i = 0; i < CLASS; i++) {
		/* Other ids than numbers in order: "7", "6", ... */
		char id[] = {(char)('0' + CLASS - order[i]), '\0'};
		add_stream(similar, id, &streams[order[i]]);
	}
	return compare(similar);
}

static void expect_same(const struct as_similar_report *one, const size_t *one_order,
	const struct as_similar_report *other, const size_t *other_order)
{
	cr_assert_eq(one->pair_count, other->pair_count);
	cr_assert_eq(one->left_out_count, other->left_out_count);
	for (size_t i = 0; i < one->pair_count; i++) {
		const struct as_similar_pair *a = &one->pairs[i];
		const struct as_similar_pair *b = &other->pairs[i];
		cr_assert_eq(a->region_count, b->region_count);
		cr_assert_arr_eq(a->regions, b->regions, a->region_count * sizeof *a->regions);
		for (int side = 0; side < 2; side++) {
			cr_assert_eq(one_order[a->sides[side].submission],
				other_order[b->sides[side].submission]);
			cr_assert_eq(a->sides[side].share, b->sides[side].share);
			cr_assert_eq(a->sides[side].matched, b->sides[side].matched);
		}
	}
}

Test(similar_random, the_order_of_the_submissions_makes_no_difference)
{
	static struct stream streams[CLASS];
	struct as_similar_config config = as_similar_defaults;
	config.min_share = 0;
	config.max_pairs = 10;
	config.noise_tokens = 6;
	config.passage_tokens = 9;
	for (uint32_t round = 1; round < 30; round++) {
		state = round;
		size_t orders[2][CLASS];
		for (size_t i = 0; i < CLASS; i++)
			make_stream(&streams[i], 8);
		for (size_t i = 1; i < CLASS; i++)
			plant(&streams[i - 1], &streams[i]);
		shuffle(orders[0]);
		shuffle(orders[1]);
		AS_AUTO_SIMILAR_REPORT struct as_similar_report one =
			compare_in_order(streams, orders[0], &config);
		AS_AUTO_SIMILAR_REPORT struct as_similar_report other =
			compare_in_order(streams, orders[1], &config);
		expect_same(&one, orders[0], &other, orders[1]);
	}
}

/* ---- grams ---- */

Test(similar_random, grams_are_equal_if_their_tokens_are)
{
	enum { COUNT = 400, K = 3 };
	struct as_token tokens[COUNT];
	uint64_t grams[COUNT - K + 1];
	state = 1;
	for (size_t i = 0; i < COUNT; i++)
		tokens[i] = (struct as_token){.code = (uint16_t)below(5)};
	as_grams_make(tokens, COUNT, K, grams);
	for (size_t i = 0; i + K <= COUNT; i++) {
		bool over_an_end =
			tokens[i].code == 0 || tokens[i + 1].code == 0 || tokens[i + 2].code == 0;
		cr_assert_eq(grams[i] == AS_GRAM_NONE, over_an_end);
		for (size_t j = 0; j < i && !over_an_end; j++) {
			bool equal = tokens[i].code == tokens[j].code &&
				     tokens[i + 1].code == tokens[j + 1].code &&
				     tokens[i + 2].code == tokens[j + 2].code;
			cr_assert_eq(grams[i] == grams[j], equal);
		}
	}
	cr_expect_eq(as_gram_count(2, 3), 0);
	cr_expect_eq(as_gram_count(3, 3), 1);
}

Test(similar_random, of_each_window_the_last_of_the_least_is_chosen)
{
	static const uint64_t grams[] = {
		5, 3, 3, 9, AS_GRAM_NONE, 7, AS_GRAM_NONE, AS_GRAM_NONE, AS_GRAM_NONE, 1, 2};
	static const uint32_t expected[] = {2, 5, 9};
	uint32_t chosen[sizeof grams / sizeof *grams];
	size_t count = as_grams_choose(grams, sizeof grams / sizeof *grams, 3, chosen);
	cr_assert_eq(count, 3);
	cr_expect_arr_eq(chosen, expected, sizeof expected);
	cr_expect_eq(as_grams_choose(grams, 2, 3, chosen), 0);
	count = as_grams_choose((const uint64_t[]){5, 3, 9, 3}, 4, 3, chosen);
	cr_expect(count == 2 && chosen[0] == 1 && chosen[1] == 3);
}
