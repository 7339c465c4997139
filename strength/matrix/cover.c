/* SPDX-License-Identifier: MIT */
/*
 * The smallest set of tests that kills all killed programs: a set cover. A greedy choice comes
 * first. With few tests, branch and bound then looks for a smaller set: some test of the row with
 * the fewest killers must be in the set, and rows without a common test need one test each.
 */
#include <assay/matrix.h>

#define MAX_EXACT_TESTS 64

void as_matrix_cover_clear(struct as_matrix_cover *cover)
{
	free(cover->tests);
	*cover = (struct as_matrix_cover){0};
}

/* ---- greedy ---- */

/* The first of the tests that kill most uncovered programs; SIZE_MAX: none. */
static size_t cover_find_best(const size_t *counts, size_t test_count)
{
	size_t best = SIZE_MAX, most = 0;

	for (size_t test = 0; test < test_count; test++)
		if (counts[test] > most) {
			most = counts[test];
			best = test;
		}
	return best;
}

/* `counts`: the uncovered programs that each test kills. */
static void cover_add(const struct as_matrix *matrix, size_t added, bool *covered, size_t *counts)
{
	for (size_t program = 0; program < matrix->program_count; program++) {
		if (covered[program] || !as_matrix_kills(matrix, program, added))
			continue;
		covered[program] = true;
		for (size_t test = 0; test < matrix->test_count; test++)
			counts[test] -= as_matrix_kills(matrix, program, test);
	}
}

static int cover_find_greedily(
	const struct as_matrix *matrix, struct as_matrix_cover *cover, struct as_error *error)
{
	AS_AUTO_FREE bool *covered = calloc(matrix->program_count + 1, sizeof(*covered));
	AS_AUTO_FREE size_t *counts = calloc(matrix->test_count + 1, sizeof(*counts));
	size_t test;

	if (!covered || !counts)
		return as_error_no_memory(error);
	for (size_t program = 0; program < matrix->program_count; program++)
		for (test = 0; test < matrix->test_count; test++)
			counts[test] += as_matrix_kills(matrix, program, test);
	while ((test = cover_find_best(counts, matrix->test_count)) != SIZE_MAX) {
		cover->tests[cover->count++] = test;
		cover_add(matrix, test, covered, counts);
	}
	/* A set of at most one test cannot be smaller. */
	cover->is_smallest = cover->count <= 1;
	return 0;
}

/* ---- exact ---- */

struct exact {
	uint64_t *rows; /* of killed programs: a bit for each test; no row contains another */
	size_t count;
	uint64_t best; /* the smallest set so far */
	int best_size;
	size_t steps, max_steps;
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

/* `is_optimistic`: a test that was not run on a killed program counts as killing it. */
static void cover_read_rows(const struct as_matrix *matrix, bool is_optimistic, struct exact *exact)
{
	size_t count = 0;

	for (size_t program = 0; program < matrix->program_count; program++) {
		uint64_t row = 0, unknown = 0;
		for (size_t test = 0; test < matrix->test_count; test++) {
			const bool is_run = as_matrix_get(matrix, program, test) != AS_VERDICT_NONE;
			row |= (uint64_t)as_matrix_kills(matrix, program, test) << test;
			unknown |= (uint64_t)!is_run << test;
		}
		if (row)
			exact->rows[count++] = is_optimistic ? row | unknown : row;
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
	if (exact->steps >= exact->max_steps || size + needed >= exact->best_size)
		return;
	if (!row) {
		exact->best = set;
		exact->best_size = size;
		return;
	}
	for (uint64_t left = row; left; left &= left - 1)
		cover_search(exact, set | (left & -left), size + 1);
}

/* Searches for a smaller set. `best`: 0 if there is none. Clears is_smallest if it gives up. */
static int cover_solve(const struct as_matrix *matrix, bool is_optimistic, size_t max_steps,
	struct as_matrix_cover *cover, uint64_t *best, struct as_error *error)
{
	AS_AUTO_FREE uint64_t *rows = calloc(matrix->program_count + 1, sizeof(*rows));
	struct exact exact = {.rows = rows, .best_size = (int)cover->count, .max_steps = max_steps};

	if (!rows)
		return as_error_no_memory(error);
	cover_read_rows(matrix, is_optimistic, &exact);
	cover_search(&exact, 0, 0);
	cover->is_smallest = exact.steps < max_steps;
	*best = exact.best;
	return 0;
}

/* A test that was not run on a killed program may kill it, too: the set is the smallest if no
 * smaller set would do even if all of these tests did. */
static int cover_improve(const struct as_matrix *matrix, size_t max_steps,
	struct as_matrix_cover *cover, struct as_error *error)
{
	uint64_t best;

	if (cover_solve(matrix, false, max_steps, cover, &best, error))
		return -1;
	if (best)
		cover->count = 0;
	for (uint64_t left = best; left; left &= left - 1)
		cover->tests[cover->count++] = (size_t)__builtin_ctzll(left);
	if (!cover->is_smallest || cover->count <= 1)
		return 0;
	if (cover_solve(matrix, true, max_steps, cover, &best, error))
		return -1;
	cover->is_smallest &= !best;
	return 0;
}

/* ---- both ---- */

int as_matrix_find_cover(const struct as_matrix *matrix, size_t max_steps,
	struct as_matrix_cover *cover, struct as_error *error)
{
	*cover = (struct as_matrix_cover){
		.tests = calloc(matrix->test_count + 1, sizeof(*cover->tests))};
	if (!cover->tests)
		return as_error_no_memory(error);
	if (cover_find_greedily(matrix, cover, error) ||
		(!cover->is_smallest && matrix->test_count <= MAX_EXACT_TESTS &&
			cover_improve(matrix, max_steps, cover, error))) {
		as_matrix_cover_clear(cover);
		return -1;
	}
	qsort(cover->tests, cover->count, sizeof(*cover->tests), as_size_compare);
	return 0;
}
