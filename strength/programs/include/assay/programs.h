/* SPDX-License-Identifier: MIT */
/**
 * programs: the validators of a package under test. It changes answers and inputs of the tests, and
 * runs the validators on them: which changes does the package accept? It also finds the values that
 * the tests of a group reach. Everything runs in the sandbox, in the calling thread.
 *
 * Life cycle: `struct as_programs_report report = {0}`; as_programs_check; readers;
 * as_programs_report_clear before the package is closed.
 */
#ifndef ASSAY_PROGRAMS_H
#define ASSAY_PROGRAMS_H

#include <assay/engine.h>
#include <assay/shrink.h>

#define AS_PROGRAMS_TIME_NS INT64_C(30000000000)

struct as_programs_order {
	struct as_open_package *opened; /**< open in an engine */
	/** Accepted on all tests: its outputs are changed if an answer is not itself accepted as an
	 * output. NULL: such a test is left out. */
	const struct as_submission *right;
	int64_t time_ns;           /**< no run is begun later; 0: AS_PROGRAMS_TIME_NS */
	const atomic_bool *cancel; /**< ends the check with an error; or NULL */
};

/** A kind of change that a validator accepts. */
struct as_accepted_change {
	enum as_change_kind kind;
	bool is_output; /**< accepted as an output; else as an input, by all input validators */
	/** The change makes an output wrong; see docs/strength.md. Never set for inputs. */
	bool is_certain;
	bool is_failure;             /**< the output validator fails on it: a judging error */
	bool is_known;               /**< certain or a failure, and in the baseline */
	const struct as_test *test;  /**< the first one whose change is accepted; borrowed */
	const struct as_test *other; /**< of AS_CHANGE_OTHER_TEST: whose answer it is; borrowed */
	uint32_t line;               /**< as in struct as_text_change */
	char *before, *after;
	size_t count; /**< changes of this kind that are accepted */
};

/** Whether a test reaches a bound. */
enum as_reach { AS_REACH_UNKNOWN, AS_REACH_YES, AS_REACH_NO };

/** The name of the answer. */
#define AS_VALUES_ANSWER "the answer"
/** A variable of the inputs, or the answer if it is one integer, in all tests of a group. */
struct as_values {
	char *group; /**< "secret/2" */
	char *name;  /**< as an input validator names it; "number 2 of line 1", "a number after line
			1"; "the answer" */
	char *least, *greatest; /**< as decimal numbers */
	enum as_reach lower, upper;
};

struct as_programs_report {
	struct as_accepted_change *accepted; /**< outputs first; of each kind one */
	size_t accepted_count;
	size_t output_count;      /**< changed outputs that were validated */
	size_t output_tests;      /**< whose outputs were changed */
	size_t input_count;       /**< changed inputs that were validated */
	char *no_outputs;         /**< why no output was changed, or not all; or NULL */
	char *no_inputs;          /**< likewise */
	struct as_values *values; /**< by group, in the package's order */
	size_t value_count;
	struct {
		bool accepts_anything; /**< all input validators accept malformed data */
		bool is_late;          /**< the time ended first */
	};
};

/** Fills the report (clear it in any case). -1: the machine cannot judge, or the check was
 * cancelled; the report then has what was found before. */
int as_programs_check(const struct as_programs_order *order, struct as_programs_report *report,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Leaves `{0}` behind. */
void as_programs_report_clear(struct as_programs_report *report) AS_NONNULL(1);
/** True if the change is a finding: certain, or a failure. */
bool as_accepted_is_finding(const struct as_accepted_change *change) AS_NONNULL(1);

#endif
