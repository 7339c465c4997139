/* SPDX-License-Identifier: MIT */
/*
 * The smallest set of tests that kills what all tests kill: a set cover. A greedy choice comes
 * first. With few tests, branch and bound then looks for a smaller set: some test of the row with
 * the fewest killers must be in it, and rows without a common test need one each.
 */
#include <assay/matrix.h>

#include <string.h>

#define MAX_EXACT_TESTS 64
/* Rows that an exact search examines, in a fraction of a second. A count, not a time, so that the
 * result does not depend on the machine. */
#define MAX_STEPS 100000000

void as_matrix_cover_clear(struct as_matrix_cover *cover)
{
	free(cover->tests);
	*cover = (struct as_matrix_cover){0};
}

/* ---- greedy ---- */

static size_t cover_count_new(const struct as_matrix *matrix, const bool *covered, size_t test)
{
	size_t count = 0;

	for (size_t program = 0; program < matrix->program_count; program++)
		count += !covered[program] && as_matrix_kills(matrix, program, test);
	return count;
}

/* The test that kills most uncovered programs; the first of equal tests. SIZE_MAX: none. */
static size_t cover_find_best(const struct as_matrix *matrix, const bool *covered)
{
	size_t best = SIZE_MAX, most = 0;

	for (size_t test = 0; test < matrix->test_count; test++) {
		const size_t count = cover_count_new(matrix, covered, test);
		if (count > most) {
			most = count;
			best = test;
		}
	}
	return best;
}

static int cover_find_greedily(
	const struct as_matrix *matrix, struct as_matrix_cover *cover, struct as_error *error)
{
	AS_AUTO_FREE bool *covered = calloc(matrix->program_count + 1, sizeof(*covered));

	if (!covered)
		return as_error_no_memory(error);
	for (;;) {
		const size_t test = cover_find_best(matrix, covered);
		if (test == SIZE_MAX)
			return 0;
		cover->tests[cover->count++] = test;
		for (size_t program = 0; program < matrix->program_count; program++)
			covered[program] |= as_matrix_kills(matrix, program, test);
	}
}

/* ---- exact ---- */

struct exact {
	uint64_t *rows; /* of killed programs: a bit for each test; no row contains another */
	size_t count;
	uint64_t best; /* the smallest set so far */
	int best_size;
	size_t steps;
};

static int cover_compare_sizes(const void *one, const void *other)
{
	const uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
	const int difference = __builtin_popcountll(a) - __builtin_popcountll(b);

	return difference ? difference : (a > b) - (a < b);
}

/* A test that covers a row also covers all rows that contain it. */
static void cover_add_row(struct exact *exact, uint64_t row)
{
	for (size_t i = 0; i < exact->count; i++)
		if ((exact->rows[i] & row) == exact->rows[i])
			return;
	exact->rows[exact->count++] = row;
}

static void cover_read_rows(const struct as_matrix *matrix, struct exact *exact)
{
	size_t count = 0;

	for (size_t program = 0; program < matrix->program_count; program++) {
		uint64_t row = 0;
		for (size_t test = 0; test < matrix->test_count; test++)
			row |= (uint64_t)as_matrix_kills(matrix, program, test) << test;
		if (row)
			exact->rows[count++] = row;
	}
	qsort(exact->rows, count, sizeof(*exact->rows), cover_compare_sizes);
	for (size_t i = 0; i < count; i++)
		cover_add_row(exact, exact->rows[i]);
}

/* The first row that the set does not cover, and a lower bound of the tests that it still needs. */
static uint64_t cover_find_open_row(const struct exact *exact, uint64_t set, int *needed)
{
	uint64_t first = 0, used = 0;

	*needed = 0;
	for (size_t i = 0; i < exact->count; i++) {
		const uint64_t row = exact->rows[i];
		if (row & set)
			continue;
		first = first ? first : row;
		if (!(row & used)) {
			used |= row;
			++*needed;
		}
	}
	return first;
}

static void cover_search(struct exact *exact, uint64_t set, int size)
{
	int needed;
	const uint64_t row = cover_find_open_row(exact, set, &needed);

	exact->steps += exact->count + 1;
	if (exact->steps >= MAX_STEPS || size + needed >= exact->best_size)
		return;
	if (!row) {
		exact->best = set;
		exact->best_size = size;
		return;
	}
	for (uint64_t left = row; left; left &= left - 1)
		cover_search(exact, set | (left & -left), size + 1);
}

static int cover_improve(
	const struct as_matrix *matrix, struct as_matrix_cover *cover, struct as_error *error)
{
	AS_AUTO_FREE uint64_t *rows = calloc(matrix->program_count + 1, sizeof(*rows));
	struct exact exact = {.rows = rows, .best_size = (int)cover->count};

	if (!rows)
		return as_error_no_memory(error);
	cover_read_rows(matrix, &exact);
	cover_search(&exact, 0, 0);
	cover->is_smallest = exact.steps < MAX_STEPS;
	if (!exact.best)
		return 0;
	cover->count = 0;
	for (uint64_t left = exact.best; left; left &= left - 1)
		cover->tests[cover->count++] = (size_t)__builtin_ctzll(left);
	return 0;
}

/* ---- both ---- */

static int cover_compare_tests(const void *one, const void *other)
{
	const size_t a = *(const size_t *)one, b = *(const size_t *)other;

	return (a > b) - (a < b);
}

int as_matrix_find_cover(
	const struct as_matrix *matrix, struct as_matrix_cover *cover, struct as_error *error)
{
	*cover = (struct as_matrix_cover){
		.tests = calloc(matrix->test_count + 1, sizeof(*cover->tests))};
	if (!cover->tests)
		return as_error_no_memory(error);
	if (cover_find_greedily(matrix, cover, error) ||
		(matrix->test_count <= MAX_EXACT_TESTS && cover_improve(matrix, cover, error))) {
		as_matrix_cover_clear(cover);
		return -1;
	}
	qsort(cover->tests, cover->count, sizeof(*cover->tests), cover_compare_tests);
	return 0;
}
