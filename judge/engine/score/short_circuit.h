/* SPDX-License-Identifier: MIT */
/* Short-circuiting. */
#ifndef ASSAY_JUDGE_SHORT_CIRCUIT_H
#define ASSAY_JUDGE_SHORT_CIRCUIT_H

#include <assay/package.h>

/* Short-circuiting: the tests whose results earlier failures have made irrelevant
 * (short_circuit.c). */
struct as_short_circuit_group {
	size_t end;          /* the first test after its first failure, or SIZE_MAX */
	size_t unmet;        /* the first required group that failed, or SIZE_MAX */
	size_t part_count;   /* the number of tests and groups directly in it */
	size_t failed_count; /* the number of those that failed */
	bool lost;           /* it cannot be accepted any more, which its parent has counted */
};
struct as_short_circuit {
	const struct as_package *package;
	struct as_short_circuit_group *groups;
	size_t end; /* the first test that a pass-fail package would not run */
};
int as_short_circuit_init(struct as_short_circuit *short_circuit, const struct as_package *package,
	struct as_error *error) AS_MUST_USE;
void as_short_circuit_clear(struct as_short_circuit *short_circuit);
void as_short_circuit_reset(struct as_short_circuit *short_circuit);
/* Records that a test was not accepted. */
void as_short_circuit_note(struct as_short_circuit *short_circuit, size_t test);
/* Records that a group's static validation was not accepted; it precedes the group's tests. */
void as_short_circuit_note_static(struct as_short_circuit *short_circuit, size_t group);
/* True if the failures known so far make the result of the test irrelevant, so that it need not be
 * run. */
bool as_short_circuit_is_irrelevant(const struct as_short_circuit *short_circuit, size_t test);
/* True if the test is in a group that requires a failed group. */
bool as_short_circuit_is_unmet(const struct as_short_circuit *short_circuit, size_t test);

#endif
