/* SPDX-License-Identifier: MIT */
#include <assay/matrix.h>
#include <criterion/criterion.h>
#include <string.h>

/* A row a program; a letter a test: A, W, T, J; - was not run. */
static struct as_matrix make(const char *const *rows, size_t count)
{
	struct as_matrix matrix;
	cr_assert_eq(as_matrix_init(&matrix, count, strlen(rows[0]), NULL), 0);
	for (size_t program = 0; program < count; program++)
		for (size_t test = 0; rows[program][test]; test++) {
			const char letter = rows[program][test];
			as_matrix_set(&matrix, program, test,
				letter == 'A'   ? AS_VERDICT_AC
				: letter == 'W' ? AS_VERDICT_WA
				: letter == 'T' ? AS_VERDICT_TLE
				: letter == 'J' ? AS_VERDICT_JE
						: AS_VERDICT_NONE);
		}
	return matrix;
}

Test(matrix, each_test_is_counted_with_what_it_alone_kills)
{
	static const char *const rows[] = {"AWAA", "WWAA", "AAAA", "TTT-", "AAAJ", "AAAW"};
	static const size_t killers[] = {1, 2, 0, 3, 0, 1};
	static const struct as_matrix_test right[] = {{2, 0}, {3, 1}, {1, 0}, {1, 1}};
	struct as_matrix matrix = make(rows, 6);
	struct as_matrix_test tests[4];
	as_matrix_count(&matrix, tests);
	for (size_t i = 0; i < 6; i++)
		cr_expect_eq(as_matrix_killers(&matrix, i), killers[i], "%s", rows[i]);
	for (size_t i = 0; i < 4; i++) {
		cr_expect_eq(tests[i].kills, right[i].kills, "%zu", i);
		cr_expect_eq(tests[i].alone, right[i].alone, "%zu", i);
	}
	cr_expect_eq(as_matrix_get(&matrix, 3, 3), AS_VERDICT_NONE);
	as_matrix_clear(&matrix);
}

Test(matrix, a_test_adds_nothing_to_one_that_kills_the_same)
{
	/* Tests 1 and 3 kill the same programs, 2 fewer of them, 0 nothing, 4 another program. */
	static const char *const rows[] = {"AWAWA", "AWWWA", "AAAAW", "AAAAA", "AJAAA"};
	static const size_t right[] = {SIZE_MAX, 1, 1, 1, 4};
	struct as_matrix matrix = make(rows, 5);
	size_t instead[5];
	cr_assert_eq(as_matrix_find_needless(&matrix, 0, matrix.test_count, instead, NULL), 0);
	for (size_t i = 0; i < 5; i++)
		cr_expect_eq(instead[i], right[i], "%zu", i);
	as_matrix_clear(&matrix);
}

Test(matrix, a_test_that_was_not_run_on_a_killed_program_may_add_something)
{
	/* Tests 1 and 2 kill the same programs; no test kills the program that test 2 was not run
	 * on. Tests 3 and 4 were not run on a program that test 0 kills. */
	static const char *const rows[] = {"WWWAA", "AWWAA", "AA-AA", "TAA--"};
	static const size_t right[] = {0, 1, 1, 3, 4};
	struct as_matrix matrix = make(rows, 4);
	size_t instead[5];
	cr_assert_eq(as_matrix_find_needless(&matrix, 0, matrix.test_count, instead, NULL), 0);
	for (size_t i = 0; i < 5; i++)
		cr_expect_eq(instead[i], right[i], "%zu", i);
	/* A range; its tests were not run on a program that another test kills. */
	cr_assert_eq(as_matrix_find_needless(&matrix, 2, 2, instead, NULL), 0);
	cr_expect_eq(instead[0], 2);
	cr_expect_eq(instead[1], 3);
	as_matrix_clear(&matrix);
}

/* "Kills nothing" would be a result. */
Test(matrix, nothing_is_known_of_a_test_that_was_run_on_no_program)
{
	static const char *const rows[] = {"A-", "A-"};
	struct as_matrix matrix = make(rows, 2), none;
	size_t instead[2];
	cr_assert_eq(as_matrix_find_needless(&matrix, 0, 2, instead, NULL), 0);
	cr_expect_eq(instead[0], SIZE_MAX);
	cr_expect_eq(instead[1], 1);
	as_matrix_clear(&matrix);
	cr_assert_eq(as_matrix_init(&none, 0, 2, NULL), 0);
	cr_assert_eq(as_matrix_find_needless(&none, 0, 2, instead, NULL), 0);
	cr_expect_eq(instead[0], 0);
	as_matrix_clear(&none);
}

Test(matrix, more_than_64_programs_are_compared)
{
	enum { PROGRAMS = 130 };
	struct as_matrix matrix;
	size_t instead[2];
	cr_assert_eq(as_matrix_init(&matrix, PROGRAMS, 2, NULL), 0);
	for (size_t i = 0; i < PROGRAMS; i++)
		as_matrix_set(&matrix, i, 0, AS_VERDICT_WA);
	as_matrix_set(&matrix, PROGRAMS - 1, 0, AS_VERDICT_AC);
	as_matrix_set(&matrix, PROGRAMS - 1, 1, AS_VERDICT_WA);
	cr_assert_eq(as_matrix_find_needless(&matrix, 0, matrix.test_count, instead, NULL), 0);
	cr_expect_eq(instead[0], 0);
	cr_expect_eq(instead[1], 1);
	as_matrix_clear(&matrix);
}

Test(matrix, a_part_has_the_verdicts_of_its_tests)
{
	static const char *const rows[] = {"AWAW", "WAAA", "AAWW"};
	struct as_matrix matrix = make(rows, 3);
	const struct as_matrix part = as_matrix_part(&matrix, 2, 2);
	struct as_matrix_test tests[2];
	cr_expect_eq(as_matrix_killers(&part, 0), 1);
	cr_expect_eq(as_matrix_killers(&part, 1), 0);
	cr_expect_eq(as_matrix_killers(&part, 2), 2);
	as_matrix_count(&part, tests);
	cr_expect_eq(tests[1].kills, 2);
	cr_expect_eq(tests[1].alone, 1);
	as_matrix_clear(&matrix);
}

Test(matrix, fewer_points_than_a_right_program_are_a_kill)
{
	static const char *const rows[] = {"AA", "AW"};
	struct as_matrix matrix = make(rows, 2);
	as_matrix_set_less(&matrix, 0, 1);
	cr_expect_eq(as_matrix_get(&matrix, 0, 1), AS_VERDICT_AC);
	cr_expect(as_matrix_kills(&matrix, 0, 1));
	cr_expect_eq(as_matrix_killers(&matrix, 0), 1);
	as_matrix_forget(&matrix, 0);
	cr_expect_eq(as_matrix_get(&matrix, 0, 1), AS_VERDICT_NONE);
	cr_expect_eq(as_matrix_killers(&matrix, 0), 0);
	cr_expect_eq(as_matrix_killers(&matrix, 1), 1);
	as_matrix_clear(&matrix);
}

Test(matrix, without_programs_nothing_is_killed)
{
	struct as_matrix matrix;
	struct as_matrix_test tests[2] = {{1, 1}, {1, 1}};
	cr_assert_eq(as_matrix_init(&matrix, 0, 2, NULL), 0);
	as_matrix_count(&matrix, tests);
	cr_expect_eq(tests[1].kills, 0);
	as_matrix_clear(&matrix);
}

/* ---- the estimate ---- */

static double draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)(*state >> 11) / (double)(1ull << 53);
}

/* Programs of a family are alike: they pass with a probability of 0 or of twice the share. */
static void sample(struct as_matrix_family *families, size_t count, double share, uint64_t *state)
{
	for (size_t i = 0; i < count; i++) {
		const double own = draw(state) < 0.5 ? 0 : 2 * share;
		families[i] = (struct as_matrix_family){.count = 1 + (size_t)(draw(state) * 5)};
		for (size_t k = 0; k < families[i].count; k++)
			families[i].passed += draw(state) < own;
	}
}

Test(matrix, the_interval_contains_a_known_share)
{
	static const double shares[] = {0.01, 0.05, 0.2, 0.45};
	enum { FAMILIES = 60, ROUNDS = 100 };
	uint64_t random = 3;
	for (size_t i = 0; i < 4; i++) {
		struct as_matrix_family families[FAMILIES];
		struct as_matrix_share share;
		int inside = 0;
		double width = 0;
		for (int round = 0; round < ROUNDS; round++) {
			sample(families, FAMILIES, shares[i], &random);
			cr_assert_eq(as_matrix_estimate(families, FAMILIES, "x", &share, NULL), 0);
			cr_expect(share.low <= share.share && share.share <= share.high);
			inside += share.low <= shares[i] && shares[i] <= share.high;
			width += share.high - share.low;
		}
		cr_expect_geq(inside, 90, "%g: %d", shares[i], inside);
		/* An interval that always says "from 0 to 1" is of no use. */
		cr_expect_lt(width / ROUNDS, 0.35, "%g: %g", shares[i], width / ROUNDS);
	}
}

/* The share of other programs of the same kind. */
Test(matrix, the_share_of_the_other_half_is_in_the_interval)
{
	enum { HALF = 60, ROUNDS = 100 };
	uint64_t random = 5;
	int inside = 0;
	for (int round = 0; round < ROUNDS; round++) {
		struct as_matrix_family families[2 * HALF];
		struct as_matrix_share one, other;
		sample(families, 2 * HALF, 0.08, &random);
		cr_assert_eq(as_matrix_estimate(families, HALF, "x", &one, NULL), 0);
		cr_assert_eq(as_matrix_estimate(families + HALF, HALF, "x", &other, NULL), 0);
		inside += one.low <= other.share && other.share <= one.high;
	}
	cr_expect_geq(inside, 90, "%d", inside);
}

Test(matrix, a_sample_without_a_pass_does_not_prove_that_nothing_passes)
{
	struct as_matrix_family families[20];
	struct as_matrix_share share, again;
	for (size_t i = 0; i < 20; i++)
		families[i] = (struct as_matrix_family){.count = 2};
	cr_assert_eq(as_matrix_estimate(families, 20, "x", &share, NULL), 0);
	cr_expect_eq(share.share, 0);
	cr_expect_lt(share.low, 1e-9);
	cr_expect_gt(share.high, 0.1);
	families[3].passed = families[7].passed = 1;
	cr_assert_eq(as_matrix_estimate(families, 20, "x", &share, NULL), 0);
	cr_assert_eq(as_matrix_estimate(families, 20, "x", &again, NULL), 0);
	cr_expect_float_eq(share.share, 0.05, 1e-9);
	cr_expect_eq(share.low, again.low);
	cr_expect_eq(share.high, again.high);
	cr_assert_eq(as_matrix_estimate(NULL, 0, "x", &share, NULL), 0);
	cr_expect_eq(share.low, 0);
	cr_expect_eq(share.high, 1);
}

/* ---- the smallest set ---- */

static struct as_matrix_cover cover_within(const struct as_matrix *matrix, size_t max_steps)
{
	struct as_matrix_cover cover;
	cr_assert_eq(as_matrix_find_cover(matrix, max_steps, &cover, NULL), 0);
	return cover;
}

static struct as_matrix_cover cover_of(const struct as_matrix *matrix)
{
	return cover_within(matrix, AS_MATRIX_STEPS);
}

Test(matrix, the_smallest_set_may_be_smaller_than_a_greedy_one)
{
	/* The first test kills four of six, but the other two kill three each. */
	static const char *const rows[] = {"WWA", "WWA", "WAW", "WAW", "AWA", "AAW", "AAA"};
	struct as_matrix matrix = make(rows, 7);
	struct as_matrix_cover cover = cover_of(&matrix);
	cr_expect(cover.is_smallest);
	cr_assert_eq(cover.count, 2);
	cr_expect_eq(cover.tests[0], 1);
	cr_expect_eq(cover.tests[1], 2);
	as_matrix_cover_clear(&cover);
	as_matrix_clear(&matrix);
}

Test(matrix, if_nothing_is_killed_no_test_is_needed)
{
	static const char *const rows[] = {"AA", "AJ", "--"};
	struct as_matrix matrix = make(rows, 3);
	struct as_matrix_cover cover = cover_of(&matrix);
	cr_expect(cover.is_smallest);
	cr_expect_eq(cover.count, 0);
	as_matrix_cover_clear(&cover);
	as_matrix_clear(&matrix);
}

static bool covers(const struct as_matrix *matrix, unsigned set)
{
	for (size_t program = 0; program < matrix->program_count; program++) {
		bool is_killed = false;
		for (size_t test = 0; test < matrix->test_count; test++)
			is_killed |= (set >> test & 1) && as_matrix_kills(matrix, program, test);
		if (!is_killed && as_matrix_killers(matrix, program))
			return false;
	}
	return true;
}

Test(matrix, the_exact_search_finds_a_smallest_set)
{
	enum { TESTS = 8, PROGRAMS = 12, ROUNDS = 200 };
	uint64_t state = 1;
	for (int round = 0; round < ROUNDS; round++) {
		struct as_matrix matrix;
		int least = TESTS;
		unsigned set = 0;
		cr_assert_eq(as_matrix_init(&matrix, PROGRAMS, TESTS, NULL), 0);
		for (size_t i = 0; i < PROGRAMS * TESTS; i++) {
			state = state * 6364136223846793005u + 1442695040888963407u;
			as_matrix_set(&matrix, i / TESTS, i % TESTS,
				state >> 62 ? AS_VERDICT_AC : AS_VERDICT_WA);
		}
		struct as_matrix_cover cover = cover_of(&matrix);
		for (size_t i = 0; i < cover.count; i++)
			set |= 1u << cover.tests[i];
		for (unsigned other = 0; other < 1u << TESTS; other++)
			if (covers(&matrix, other) && __builtin_popcount(other) < least)
				least = __builtin_popcount(other);
		cr_expect(covers(&matrix, set) && cover.is_smallest);
		cr_expect_eq((int)cover.count, least);
		as_matrix_cover_clear(&cover);
		as_matrix_clear(&matrix);
	}
}

Test(matrix, many_tests_have_a_greedy_set)
{
	enum { TESTS = 70 };
	struct as_matrix matrix;
	cr_assert_eq(as_matrix_init(&matrix, TESTS, TESTS, NULL), 0);
	for (size_t i = 0; i < TESTS; i++)
		as_matrix_set(&matrix, i, i / 2, AS_VERDICT_WA);
	struct as_matrix_cover cover = cover_of(&matrix);
	cr_expect_not(cover.is_smallest);
	cr_expect_eq(cover.count, TESTS / 2);
	cr_expect_eq(cover.tests[34], 34);
	as_matrix_cover_clear(&cover);
	as_matrix_clear(&matrix);
}

Test(matrix, one_of_many_tests_is_a_smallest_set)
{
	enum { TESTS = 70 };
	struct as_matrix matrix;
	cr_assert_eq(as_matrix_init(&matrix, 1, TESTS, NULL), 0);
	as_matrix_set(&matrix, 0, 66, AS_VERDICT_WA);
	struct as_matrix_cover cover = cover_of(&matrix);
	cr_expect(cover.is_smallest);
	cr_assert_eq(cover.count, 1);
	cr_expect_eq(cover.tests[0], 66);
	as_matrix_cover_clear(&cover);
	as_matrix_clear(&matrix);
}

/* The last test was not run on the first program, and may kill it, too. */
Test(matrix, a_set_is_smallest_if_tests_that_were_not_run_cannot_make_it_smaller)
{
	static const char *const rows[][3] = {
		{"WA-", "AW-", "AAA"}, {"WA-", "AWA", "AAA"}, {"WAA", "AWA", "AA-"}};
	static const bool is_smallest[] = {false, true, true};
	for (size_t i = 0; i < 3; i++) {
		struct as_matrix matrix = make(rows[i], 3);
		struct as_matrix_cover cover = cover_of(&matrix);
		cr_expect_eq(cover.is_smallest, is_smallest[i], "%zu", i);
		cr_expect_eq(cover.count, 2, "%zu", i);
		as_matrix_cover_clear(&cover);
		as_matrix_clear(&matrix);
	}
}

/* Random rows are the hardest: the search stops at its limit, and a second search finds the same
 * set. */
Test(matrix, an_exact_search_ends)
{
	enum { TESTS = 64, PROGRAMS = 2000 };
	uint64_t state = 7;
	struct as_matrix matrix;
	cr_assert_eq(as_matrix_init(&matrix, PROGRAMS, TESTS, NULL), 0);
	for (size_t i = 0; i < PROGRAMS * TESTS; i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		as_matrix_set(
			&matrix, i / TESTS, i % TESTS, state >> 61 ? AS_VERDICT_AC : AS_VERDICT_WA);
	}
	struct as_matrix_cover one = cover_within(&matrix, 1000000);
	struct as_matrix_cover other = cover_within(&matrix, 1000000);
	cr_expect_not(one.is_smallest);
	cr_assert_eq(one.count, other.count);
	cr_expect_arr_eq(one.tests, other.tests, one.count * sizeof(*one.tests));
	as_matrix_cover_clear(&one);
	as_matrix_cover_clear(&other);
	as_matrix_clear(&matrix);
}
