/* SPDX-License-Identifier: MIT */
/* Tests that add nothing: another test kills all that they kill. */
#include <assay/matrix.h>

/* What a test kills: a bit for each program. */
struct kills {
	uint64_t *words;
	size_t count;
};

static void kills_read(const struct as_matrix *matrix, size_t test, struct kills *kills)
{
	for (size_t program = 0; program < matrix->program_count; program++)
		if (as_matrix_kills(matrix, program, test)) {
			kills->words[program / 64] |= UINT64_C(1) << program % 64;
			kills->count++;
		}
}

static bool kills_contain(const struct kills *kills, const struct kills *part, size_t words)
{
	for (size_t i = 0; i < words; i++)
		if (part->words[i] & ~kills->words[i])
			return false;
	return true;
}

/* Of the tests that kill all that a test kills, the test that kills most; the first of equal tests.
 * An earlier test does not kill all that the found test kills, nor does a test that kills more. */
static size_t kills_find_most(const struct kills *all, size_t test_count, size_t test, size_t words)
{
	size_t best = test;

	if (!all[test].count)
		return SIZE_MAX;
	for (size_t other = 0; other < test_count; other++) {
		const bool is_better = all[other].count > all[best].count ||
				       (all[other].count == all[best].count && other < best);
		if (is_better && kills_contain(&all[other], &all[test], words))
			best = other;
	}
	return best;
}

int as_matrix_find_needless(const struct as_matrix *matrix, size_t *instead, struct as_error *error)
{
	const size_t words = matrix->program_count / 64 + 1;
	AS_AUTO_FREE uint64_t *bits = calloc(matrix->test_count * words + 1, sizeof(*bits));
	AS_AUTO_FREE struct kills *all = calloc(matrix->test_count + 1, sizeof(*all));

	if (!bits || !all)
		return as_error_no_memory(error);
	for (size_t test = 0; test < matrix->test_count; test++) {
		all[test].words = bits + test * words;
		kills_read(matrix, test, &all[test]);
	}
	for (size_t test = 0; test < matrix->test_count; test++)
		instead[test] = kills_find_most(all, matrix->test_count, test, words);
	return 0;
}
