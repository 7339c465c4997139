/* SPDX-License-Identifier: MIT */
/* feedback: the results of an output validator: its feedback folder, and the endings of testlib. */
#ifndef ASSAY_VALIDATORS_FEEDBACK_H
#define ASSAY_VALIDATORS_FEEDBACK_H

#include <assay/validators/validator.h>

/* feedback.c: the contents of a validator's feedback folder. */
struct as_feedback {
	char *judge_message, *team_message; /* printable, several lines; NULL: none */
	bool has_score, has_multiplier;
	double score, multiplier;
	int next_input_fd; /* -1: none */
};
#define AS_FEEDBACK_INIT                                                                           \
	{                                                                                          \
		.next_input_fd = -1                                                                \
	}
int as_feedback_read(struct as_feedback *feedback, int box_fd, const struct as_validator *validator,
	enum as_score_files score_files, struct as_error *error) AS_MUST_USE;
void as_feedback_clear(struct as_feedback *feedback);
/* Makes untrusted text printable, line by line: escapes it, removes trailing white space, cuts it
 * to a maximum length. On the heap; NULL: out of memory. */
char *as_feedback_text(const char *text, size_t size);
/* Makes an entry of the work folder: the files of `folder` (or NULL), and the feedback folder of a
 * box without nextpass.in. */
int as_feedback_keep(int box_fd, const struct as_validator *validator, const char *folder,
	char entry[32], struct as_error *error) AS_MUST_USE;

/* testlib.c: the endings of testlib's programs. */
#define AS_TESTLIB_REMEDY(key)                                                                     \
	"; this looks like a testlib program: write `" key ": testlib` into a file assay.yaml "    \
	"beside problem.yaml"
/* True if a message begins as those of testlib do. NULL: no message. */
bool as_testlib_text_is_known(const char *text);
/* True if `text` is the message of testlib's _pc for this exit status. `text` may be NULL: no
 * message. */
bool as_testlib_is_partial(const char *text, int status);
/* Sets verdict and score of a run that has exited; AS_VERDICT_NONE: no ending of testlib, or FAIL.
 */
int as_testlib_take(const struct as_validator_run *validator_run, const struct as_run_result *run,
	struct as_feedback *feedback, enum as_verdict *verdict, struct as_error *error) AS_MUST_USE;

#endif
