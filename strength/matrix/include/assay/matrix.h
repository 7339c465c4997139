/* SPDX-License-Identifier: MIT */
/**
 * matrix: the kill matrix: the verdicts of wrong programs on the tests of a package. A test kills a
 * program if the program fails on the test. The library judges nothing.
 *
 * Life cycle: as_matrix_init, as_matrix_set for each verdict, readers, as_matrix_clear. All of this
 * is safe from several threads that set different programs.
 */
#ifndef ASSAY_MATRIX_H
#define ASSAY_MATRIX_H

#include <assay/package.h>

struct as_matrix {
	size_t program_count, test_count;
	size_t stride; /**< from a program to the next */
	/** Program by program, test by test; AS_VERDICT_NONE: not run. The highest bit: the program
	 * was accepted, but earned less than a right program. */
	unsigned char *verdicts;
};
int as_matrix_init(struct as_matrix *matrix, size_t program_count, size_t test_count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** A range of tests. It borrows the verdicts of the whole matrix: do not clear it. */
struct as_matrix as_matrix_part(
	const struct as_matrix *matrix, size_t first_test, size_t test_count) AS_NONNULL(1);
/** Leaves `{0}` behind. */
void as_matrix_clear(struct as_matrix *matrix) AS_NONNULL(1);

void as_matrix_set(struct as_matrix *matrix, size_t program, size_t test, enum as_verdict verdict)
	AS_NONNULL(1);
/** Records that the test accepts the program, but with fewer points than a right program: the test
 * kills the program. */
void as_matrix_set_less(struct as_matrix *matrix, size_t program, size_t test) AS_NONNULL(1);
/** Records that no test was run on the program. */
void as_matrix_forget(struct as_matrix *matrix, size_t program) AS_NONNULL(1);
enum as_verdict as_matrix_get(const struct as_matrix *matrix, size_t program, size_t test)
	AS_NONNULL(1);
/** True if a test kills a program. */
bool as_matrix_kills(const struct as_matrix *matrix, size_t program, size_t test) AS_NONNULL(1);
/** The number of tests that kill a program. */
size_t as_matrix_killers(const struct as_matrix *matrix, size_t program) AS_NONNULL(1);
/** True if all tests were run on a program. */
bool as_matrix_is_whole(const struct as_matrix *matrix, size_t program) AS_NONNULL(1);

struct as_matrix_test {
	size_t kills; /**< programs that the test kills */
	size_t alone; /**< of them, those that no other test kills */
};
/** Counts what each test kills; `tests` has room for all tests. */
void as_matrix_count(const struct as_matrix *matrix, struct as_matrix_test *tests) AS_NONNULL(1, 2);

/**
 * Finds the tests of a range that add nothing to the other tests of the range. All tests that add
 * nothing can be left out at once. For test i sets instead[i - first], of `count`, to
 * - SIZE_MAX: test i was run, and kills nothing;
 * - i: test i adds something, or may add something, because it was not run on any program, or not
 *   on one that some test of the matrix kills;
 * - another test, which adds something, and kills all programs that test i kills.
 */
int as_matrix_find_needless(const struct as_matrix *matrix, size_t first, size_t count,
	size_t *instead, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);

/** Programs that are alike. */
struct as_matrix_family {
	size_t count;
	size_t passed; /**< of them, those that pass all tests */
};
/** A share from 0 to 1, and an interval that contains the true share with a probability of 95 %. */
struct as_matrix_share {
	double share, low, high;
};
/** Estimates the share of programs that pass, from a sample of families. Equal seeds give equal
 * intervals. Without a family the interval is from 0 to 1. */
int as_matrix_estimate(const struct as_matrix_family *families, size_t count, const char *seed,
	struct as_matrix_share *share, struct as_error *error) AS_MUST_USE AS_NONNULL(3, 4);

/** A set of tests that kills all programs that are killed. */
struct as_matrix_cover {
	size_t *tests; /**< ascending indices */
	size_t count;
	bool is_smallest; /**< no smaller set kills as much; false: unknown, because there are more
			       than 64 tests, or the exact search was stopped */
};
/** Rows that exact searches examine together in a fraction of a second. The limit is a count, not a
 * time, so the result does not depend on the machine. */
#define AS_MATRIX_STEPS 100000000
/** Finds a small set; clear it. An exact search stops after `max_steps`. Equal matrices and steps
 * give equal sets. */
int as_matrix_find_cover(const struct as_matrix *matrix, size_t max_steps,
	struct as_matrix_cover *cover, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** Leaves `{0}` behind. */
void as_matrix_cover_clear(struct as_matrix_cover *cover) AS_NONNULL(1);

#endif
