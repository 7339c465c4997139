/* SPDX-License-Identifier: MIT */
/* The results of the tests and groups of a submission. */
#ifndef ASSAY_JUDGE_TEST_RESULT_H
#define ASSAY_JUDGE_TEST_RESULT_H

#include <assay/engine.h>

/* The reason of a JE: a file of the package was changed after the package was opened. */
#define AS_REASON_PACKAGE_CHANGED "package-changed"

struct as_test_result {
	bool counted;     /* it was run, and is reported */
	bool contributes; /* to verdict and score: it was not short-circuited */
	enum as_verdict verdict;
	char reason[AS_TOLERANCE_SIZE]; /* "" if the verdict needs no reason */
	char feedback[AS_FEEDBACK_SIZE];
	bool validator_late; /* JE: the output validator reached its time limit */
	struct as_result_usage usage;
	int exit_code; /* -1: it did not exit */
	int signal;
	unsigned reruns;
	bool unconfirmed; /* an outside cause is possible, and no rerun confirmed the verdict:
			     rerun.c */
	unsigned passes;  /* of a multi-pass test; else 1 */
	struct as_test_score scored;
	/* The validator's messages for the judges and for the team, printable, of several lines;
	 * NULL: none. */
	char *judge_message, *team_message;
	char *transcript; /* of an interactive test: printable, of several lines; else NULL */
};
#define AS_TEST_RESULT_INIT                                                                        \
	{                                                                                          \
		.usage = {.known = true}, .exit_code = -1                                          \
	}
/* Frees all that it owns. */
void as_test_result_clear(struct as_test_result *result);
/* Drops ownership, after the struct was copied. */
void as_test_result_disown(struct as_test_result *result);

/* For a validator that judges the test. */
static inline struct as_validator_report as_test_report(struct as_test_result *result)
{
	return (struct as_validator_report){&result->verdict, result->feedback, &result->scored,
		&result->judge_message, &result->team_message};
}

struct as_group_result {
	enum as_verdict verdict; /* NONE: none of its tests was run */
	double score;
	double test_worth; /* the points of an accepted test directly in it; unused if groups are
			      graded */
	size_t unmet; /* index of a required group that was not accepted, so that this one was not
			 run; or SIZE_MAX */
	enum as_error_kind fault; /* the party at fault for a judging error in the group's score, */
	char feedback[AS_FEEDBACK_SIZE]; /* and its message; else "" */
};

#endif
