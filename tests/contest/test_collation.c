/* SPDX-License-Identifier: MIT */
/* The order of names. */
#include <assay/contest/rules.h>
#include <criterion/criterion.h>
#include <string.h>

static int compare_bytes(const struct as_bytes *a, const struct as_bytes *b)
{
	const int order = memcmp(a->data, b->data, a->size < b->size ? a->size : b->size);

	return order ? order : (a->size > b->size) - (a->size < b->size);
}

/* Less than 0: the first name comes first. */
static int compare(const char *left, const char *right)
{
	struct as_error error = {0};
	AS_AUTO_BYTES struct as_bytes a = {0};
	AS_AUTO_BYTES struct as_bytes b = {0};
	struct as_collation *collation = as_collation_open(&error);

	cr_assert(collation, "%s", error.text);
	cr_assert_eq(as_collation_key(collation, left, &a, &error), 0, "%s", error.text);
	cr_assert_eq(as_collation_key(collation, right, &b, &error), 0, "%s", error.text);
	as_collation_close(collation);
	return compare_bytes(&a, &b);
}

Test(collation, names_are_in_dictionary_order)
{
	static const char *const ascending[] = {"", "!", "1", "2", "aachen", "Aachen", "\u00c5bo",
		"Abz", "Bonn", "\u00c9cole", "Ecole normale", "Z\u00fcrich", "Zurichberg", "\u039b",
		"\u6771\u4eac"};

	for (size_t i = 0; i + 1 < sizeof(ascending) / sizeof(*ascending); i++)
		cr_expect_lt(compare(ascending[i], ascending[i + 1]), 0, "%s, %s", ascending[i],
			ascending[i + 1]);
}

Test(collation, numbers_in_names_are_in_the_order_of_their_values)
{
	static const char *const ascending[] = {"2", "10", "Team 1", "Team 2", "Team 10",
		"Team 10 B", "team 11", "Uni 2 (9)", "Uni 2 (10)", "Uni 10 (1)"};

	for (size_t i = 0; i + 1 < sizeof(ascending) / sizeof(*ascending); i++)
		cr_expect_lt(compare(ascending[i], ascending[i + 1]), 0, "%s, %s", ascending[i],
			ascending[i + 1]);
}

Test(collation, composed_and_decomposed_names_are_equal)
{
	cr_expect_eq(compare("\u00c9cole", "E\u0301cole"), 0);
	cr_expect_neq(compare("\u00c9cole", "Ecole"), 0);
}

Test(collation, bytes_that_are_not_utf8_are_ordered)
{
	cr_expect_eq(compare("a\xff", "a\xfe"), 0);
	cr_expect_neq(compare("a\xff", "a"), 0);
}

Test(collation, a_board_has_equal_teams_in_the_order_of_their_names)
{
	static const char *const names[] = {"Zagreb", "\u00c9cole", "aalto", "Fribourg"};
	static const uint32_t expected[] = {2, 1, 3, 0};
	struct as_collation *collation = as_collation_open(NULL);
	struct as_board *board = as_board_open(&AS_RULES_ICPC, 4, 1, NULL);

	cr_assert(collation && board);
	for (uint32_t i = 0; i < 4; i++) {
		AS_AUTO_BYTES struct as_bytes key = {0};
		cr_assert_eq(as_collation_key(collation, names[i], &key, NULL), 0);
		cr_assert_eq(as_board_set_key(board, i, key.data, key.size, NULL), 0);
	}
	for (uint32_t i = 0; i < 4; i++) {
		cr_expect_eq(as_board_row(board, i).team, expected[i]);
		cr_expect_eq(as_board_row(board, i).rank, 1);
	}
	as_board_close(board);
	as_collation_close(collation);
	as_collation_close(NULL);
}
