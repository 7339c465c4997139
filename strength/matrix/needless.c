/* SPDX-License-Identifier: MIT */
/* A test adds nothing if another test kills all programs that the test kills. A test that was not
 * run on a killed program might kill the program, so the test may add something. */
#include <assay/matrix.h>

/* What a test kills: a bit for each program. */
struct kills {
	uint64_t *words;
	size_t count;
	bool is_run;  /* on any program */
	bool is_open; /* the test was not run on all killed programs */
};

static void kills_read(
	const struct as_matrix *matrix, const bool *is_killed, size_t test, struct kills *kills)
{
	for (size_t program = 0; program < matrix->program_count; program++) {
		if (as_matrix_kills(matrix, program, test)) {
			kills->words[program / 64] |= UINT64_C(1) << program % 64;
			kills->count++;
		}
		const bool is_run = as_matrix_get(matrix, program, test) != AS_VERDICT_NONE;
		kills->is_run |= is_run;
		kills->is_open |= is_killed[program] && !is_run;
	}
}

static bool kills_contain(const struct kills *kills, const struct kills *part, size_t words)
{
	for (size_t i = 0; i < words; i++)
		if (part->words[i] & ~kills->words[i])
			return false;
	return true;
}

/* Finds the test that kills most among the tests that kill all programs of a given test; the first
 * if several tests kill equally many. So the found test itself adds something: no earlier test, and
 * no test that kills more, kills all programs of the found test. */
static size_t kills_find_most(const struct kills *all, size_t test_count, size_t test, size_t words)
{
	size_t best = test;

	if (all[test].is_open || !all[test].is_run)
		return test;
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

int as_matrix_find_needless(const struct as_matrix *matrix, size_t first, size_t count,
	size_t *instead, struct as_error *error)
{
	const size_t words = matrix->program_count / 64 + 1;
	AS_AUTO_FREE uint64_t *bits = calloc(count * words + 1, sizeof(*bits));
	AS_AUTO_FREE struct kills *all = calloc(count + 1, sizeof(*all));
	AS_AUTO_FREE bool *is_killed = calloc(matrix->program_count + 1, sizeof(*is_killed));

	if (!bits || !all || !is_killed)
		return as_error_no_memory(error);
	for (size_t program = 0; program < matrix->program_count; program++)
		is_killed[program] = as_matrix_killers(matrix, program) > 0;
	for (size_t test = 0; test < count; test++) {
		all[test].words = bits + test * words;
		kills_read(matrix, is_killed, first + test, &all[test]);
	}
	for (size_t test = 0; test < count; test++) {
		const size_t other = kills_find_most(all, count, test, words);
		instead[test] = other == SIZE_MAX ? SIZE_MAX : first + other;
	}
	return 0;
}
