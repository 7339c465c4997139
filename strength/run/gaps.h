/* SPDX-License-Identifier: MIT */
/* gaps: searches for inputs that the tests lack, and what they find. */
#ifndef ASSAY_STRENGTH_GAPS_H
#define ASSAY_STRENGTH_GAPS_H

#include "measure.h"

/* ---- kept_search.c ---- */

/* A longer search of one survivor hardly ever finds an input, unless the machine is so busy, or the
 * programs are so slow, that few were tried (AS_STRESS_ENOUGH). */
#define ENOUGH_SEARCH_NS AS_STRESS_TIME_NS
/* Makes the key of searches. */
int kept_begin_searches(struct measuring *measuring, struct as_error *error) AS_MUST_USE;
/* Looks up the gap of a program, or a fruitless search of at least this time. */
bool kept_load_search(struct measuring *measuring, const struct trial *trial, int64_t time_ns);
void kept_store_search(const struct measuring *measuring, const struct trial *trial,
	int64_t time_ns, const struct as_stress_report *found);

/* ---- dispute.c ---- */

/* Moves the input on which right solutions disagree into the report, if it is the smallest. */
int measure_take_dispute(struct measuring *measuring, struct as_stress_report *found,
	struct as_error *error) AS_MUST_USE;
/* What a search found out about the package. */
void measure_note_search(struct measuring *measuring, struct as_stress_report *found);
/* The dispute in the document. */
json_t *report_dispute(const struct as_strength_dispute *dispute);

/* ---- failures.c ---- */

/* Searches that failed. */
struct failures {
	size_t count;
	char *reason; /* of the last */
};
void failures_clear(struct failures *failures);
/* Adds a failure if the package or the program is the reason; else an error. */
int failures_add(
	struct failures *failures, const struct as_error *why, struct as_error *error) AS_MUST_USE;
/* True if no search succeeded, and more would fail for the same reason. */
bool failures_are_all(const struct failures *failures, size_t searched);

/* ---- gaps.c ---- */

/* Searches for inputs on which the survivors fail, until the time ends. */
int gaps_find(struct measuring *measuring, struct as_error *error) AS_MUST_USE;
struct gap_fate {
	enum as_verdict verdict;
	int64_t cpu_time_ns;
};
/* Runs a compiled program on the input of a gap. */
int gap_run(const struct measuring *measuring, const struct as_strength_gap *gap,
	struct as_compiled *compiled, struct gap_fate *fate, struct as_error *error) AS_MUST_USE;
/* Compiles a submission, and runs it there. */
int gap_run_origin(const struct measuring *measuring, const struct origin *origin,
	const struct as_strength_gap *gap, struct gap_fate *fate,
	struct as_error *error) AS_MUST_USE;
/* Runs the mutant's original on the input of a search that failed. AS_ERROR_INPUT: the original
 * times out as the mutant does, or needs more than half the time limit. If its answer is wrong,
 * accepted submissions disagree. */
int gap_check_original(struct measuring *measuring, size_t program, struct as_stress_report *found,
	struct as_error *error) AS_MUST_USE;
/* Moves the failure of a search into a gap. */
int gap_take(struct as_strength_gap *gap, struct as_stress_report *found,
	struct as_error *error) AS_MUST_USE;
/* True if a program may have the input of another: an input that a mutant found that is kept back
 * must not choose a test. */
bool gap_may_share(
	const struct as_strength_program *program, const struct as_strength_program *first);
/* Copies the input of a gap, with another verdict. */
int gap_copy(struct as_strength_gap *to, const struct as_strength_gap *from,
	enum as_verdict verdict, struct as_error *error) AS_MUST_USE;
/* A search for an input on which a compiled program fails that passes the tests. */
struct as_stress_order gap_search(
	const struct measuring *measuring, struct as_compiled *compiled, int64_t time_ns);

/* ---- group_gaps.c ---- */

/* True if a mutant keeps the points of a group. */
bool group_gaps_are_wanted(const struct measuring *measuring);
/* Searches for inputs of groups on which mutants fail that keep the points of the group. */
int measure_find_group_gaps(struct measuring *measuring, struct as_error *error) AS_MUST_USE;
void measure_mark_known_groups(struct measuring *measuring);
/* The gaps of a group, for the document. */
json_t *report_group_gaps(const struct as_strength_report *report, size_t group);
/* Searches of groups that say nothing, for the document. */
json_t *report_group_searches(const struct as_strength_report *report);

#endif
