/* SPDX-License-Identifier: MIT */
/*
 * validator: programs of a package that judge. One runs in the sandbox with the limits of
 * validation; it sees the test's files under /data and writes to a feedback folder in its box.
 * Whatever goes wrong with it is the package's fault: AS_ERROR_INPUT, a judging error.
 */
#ifndef ASSAY_JUDGE_VALIDATOR_H
#define ASSAY_JUDGE_VALIDATOR_H

#include "judging.h"
#include <assay/engine/case.h>

/* Hidden: no file of a submission, which a static validator finds beside it, is called so. */
#define AS_FEEDBACK_FOLDER ".feedback"

/* A test's own files, which links may lead to: their names do not matter. */
struct as_stage_files {
	const char *name; /* of the test, as the package has it: "secret/07" */
	const char *input_path, *answer_path;
	const struct as_case *bytes; /* in place of both; or NULL */
};

/* stage.c: copies of a test's files in an entry of the work folder: 07.in and 07.ans under /data.
 */
struct as_stage {
	char folder[32]; /* "" until it is made */
	char input[300]; /* as a program inside finds it */
	char answer[300];
};
int as_stage_make(struct as_stage *stage, struct as_workshop *workshop, int dir_fd,
	const struct as_stage_files *files, struct as_error *error) AS_MUST_USE;
/* The same, with what is read from a descriptor in place of the input. */
int as_stage_make_from(struct as_stage *stage, struct as_workshop *workshop, int dir_fd,
	const struct as_stage_files *files, int input_fd, struct as_error *error) AS_MUST_USE;
void as_stage_remove(struct as_stage *stage, struct as_workshop *workshop);

/* An output validator of a package, or its static one, compiled. */
struct as_validator {
	char what[320];   /* "the output validator", and which where there are several */
	const char *path; /* in the package */
	enum as_validator_dialect dialect;
	bool wants_passes;
	const struct as_package *package;
	struct as_workshop *workshop;
	struct as_program *program;
	struct as_limits limits;
	char empty_box[32]; /* an entry of the work folder: nothing but an empty feedback folder */
};
/* As as_run_result_complain, of a program under the limits of validation: names the limit's key. */
char *as_validator_complain(const struct as_run_result *run) AS_MUST_USE;
/* NULL with AS_ERROR_INPUT where it does not compile. */
struct as_validator *as_validator_open(struct as_workshop *workshop,
	const struct as_package *package, size_t index, struct as_error *error) AS_MUST_USE;
struct as_validator *as_validator_open_static(struct as_workshop *workshop,
	const struct as_package *package, struct as_error *error) AS_MUST_USE;
void as_validator_close(struct as_validator *validator);
/* A sandbox to run it in: one a thread. */
struct as_sandbox *as_validator_sandbox(
	const struct as_validator *validator, int core, struct as_error *error) AS_MUST_USE;

/* The exit statuses with which it accepts; both may be the same. */
void as_validator_accepting(const struct as_validator *validator, int statuses[2]);

/* What the score files are that it may write. */
enum as_score_files {
	AS_SCORE_FILES_IGNORED, /* pass-fail; legacy without `validation: custom score`; samples */
	/* 2025-09: of an accepted test score.txt, at least 0, or score_multiplier.txt, 0 to 1. */
	AS_SCORE_FILES_STRICT,
	/* Legacy: of an accepted test score.txt, any number. */
	AS_SCORE_FILES_GRADED,
};
/* For what is in a group. */
enum as_score_files as_score_files_of(
	const struct as_package *package, const struct as_group *group);

/* What it is to judge. */
struct as_validator_task {
	const struct as_stage *stage; /* borrowed; of the first pass */
	int dir_fd;                   /* beneath which the test's own files are: */
	struct as_stage_files files;
	char **args; /* NULL-terminated, or NULL */
	enum as_score_files score_files;
	const struct as_working *given; /* borrowed; NULL: nothing but a feedback folder */
	const atomic_bool *cancel;      /* NULL: the workshop's */
};

/* given.c: of the submission, in judging->given; as_working_remove it. */
int as_given_make(struct as_judging *judging, struct as_error *error) AS_MUST_USE;
/* Copies it, where there is any, but for the feedback folder. */
int as_given_copy(const struct as_working *given, const struct as_workshop *workshop, int to_fd,
	struct as_error *error) AS_MUST_USE;

/* The work of a validator on one run of a test, in all its passes. */
struct as_validator_run {
	const struct as_validator *validator;
	const struct as_validator_task *task;
	unsigned passes;       /* judged so far */
	int next_input_fd;     /* the input of the next pass, sealed; -1: there is none */
	struct as_stage stage; /* of a later pass */
	char box[32];          /* what a later pass finds in its box */
	bool had_score, had_multiplier;
	bool follows; /* another one accepted what this one judges */
};
#define AS_VALIDATOR_RUN_INIT                                                                      \
	{                                                                                          \
		.next_input_fd = -1                                                                \
	}
void as_validator_run_clear(struct as_validator_run *validator_run);
/* Another validator is to judge the same: it adds to what the one before said. */
void as_validator_run_follow(
	struct as_validator_run *validator_run, const struct as_validator *validator);

/*
 * One pass: the caller prepares the request, runs it in a sandbox of as_validator_sandbox with the
 * output as standard input (for AS_VALIDATOR_TESTLIB one that can be opened again), and has what
 * came of it taken.
 */
int as_validator_run_prepare(struct as_validator_run *validator_run,
	struct as_program_request *request, struct as_error *error) AS_MUST_USE;
/*
 * What the run says: AC or WA, scores and messages in the result; next_input_fd where it wants
 * another pass. AS_ERROR_INPUT with sys_errno ETIME where it came to the end of its time.
 */
int as_validator_run_take(struct as_validator_run *validator_run, struct as_run_result *run,
	struct as_test_result *result, struct as_error *error) AS_MUST_USE;
/* All of it with an output. */
int as_validator_run_output(struct as_validator_run *validator_run, struct as_sandbox *sandbox,
	int output_fd, struct as_test_result *result, struct as_error *error) AS_MUST_USE;

/* checktestdata.c: input validators in that language. */
#define AS_CHECKTESTDATA_ACCEPTED 0 /* exit statuses */
#define AS_CHECKTESTDATA_REJECTED 1
/* Copies one, with the package's constants, into a new entry of the work folder. */
int as_checktestdata_copy(struct as_workshop *workshop, const struct as_package *package,
	const char *path, char entry[32], struct as_error *error) AS_MUST_USE;
int as_checktestdata_run(struct as_sandbox *sandbox, const char *entry,
	const struct as_limits *limits, const atomic_bool *cancel, int stdin_fd,
	struct as_run_result *result, struct as_error *error) AS_MUST_USE;
/* Why it rejected, which follows the part of the input where it stopped; else `text` stays. */
void as_checktestdata_quote(const struct as_run_result *run, char text[AS_FEEDBACK_SIZE]);

/* feedback.c: what a validator left in its feedback folder. */
struct as_feedback {
	char *judge_message, *team_message; /* printable, of some lines; NULL: none */
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
/* Text of a stranger, a line at a time: escaped, without white space at its end, cut at a length.
 * On the heap; NULL without memory. */
char *as_feedback_text(const char *text, size_t size);
/* A new entry of the work folder with the feedback folder of a box, but for nextpass.in, and what
 * is given. */
int as_feedback_keep(int box_fd, const struct as_validator *validator,
	const struct as_working *given, char entry[32], struct as_error *error) AS_MUST_USE;

#endif
