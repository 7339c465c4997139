/* SPDX-License-Identifier: MIT */
/**
 * validator: programs of a package that judge. Each runs in the sandbox with the limits of
 * validation. It sees the test's files under /data and writes to a feedback folder in its box. Any
 * failure of a validator is the package's fault: AS_ERROR_INPUT, a judging error.
 */
#ifndef ASSAY_VALIDATORS_VALIDATOR_H
#define ASSAY_VALIDATORS_VALIDATOR_H

#include <assay/program.h>

/** The size of one line of feedback. */
#define AS_FEEDBACK_SIZE 512

/** The limits of the package's validators and grader, without allowances for their languages. */
struct as_limits as_limits_of_validation(const struct as_package_limits *package);

/** The name is hidden, so that no file of a submission beside it, as in static validation, can have
 * it. */
#define AS_FEEDBACK_FOLDER ".feedback"

/** The files of a test. They may be links, so their names do not matter. */
struct as_stage_files {
	const char *name; /**< the name of the test in the package: "secret/07" */
	const char *input_path, *answer_path;
	/** In place of both files, if their paths are NULL. */
	const void *input, *answer;
	size_t input_size, answer_size;
};

/** Copies of a test's files in an entry of the work folder: 07.in and 07.ans under /data.
 */
struct as_stage {
	char folder[32]; /**< "" before it is made */
	char input[300]; /**< its path inside the sandbox */
	char answer[300];
};
int as_stage_make(struct as_stage *stage, struct as_workshop *workshop, int dir_fd,
	const struct as_stage_files *files, struct as_error *error) AS_MUST_USE;
/** The same, but the input is read from a descriptor. */
int as_stage_make_from(struct as_stage *stage, struct as_workshop *workshop, int dir_fd,
	const struct as_stage_files *files, int input_fd, struct as_error *error) AS_MUST_USE;
void as_stage_remove(struct as_stage *stage, struct as_workshop *workshop);

/** An output validator or a static validator of a package, compiled. */
struct as_validator {
	char what[320];   /**< "the output validator", with its name if there are several */
	const char *path; /**< in the package */
	enum as_validator_dialect dialect;
	bool wants_passes;
	const struct as_package *package;
	struct as_workshop *workshop;
	struct as_program *program;
	struct as_limits limits;
	char empty_box[32]; /**< an entry of the work folder that has only an empty feedback folder
			     */
};
/** Like as_run_result_complain, for a program under the limits of validation: names the key of the
 * limit. */
char *as_validator_complain(const struct as_run_result *run) AS_MUST_USE;
/** NULL with AS_ERROR_INPUT if it does not compile. */
struct as_validator *as_validator_open(struct as_workshop *workshop,
	const struct as_package *package, size_t index, struct as_error *error) AS_MUST_USE;
struct as_validator *as_validator_open_static(struct as_workshop *workshop,
	const struct as_package *package, struct as_error *error) AS_MUST_USE;
void as_validator_close(struct as_validator *validator);
/** Opens a sandbox for it; each thread needs its own. */
struct as_sandbox *as_validator_sandbox(
	const struct as_validator *validator, int core, struct as_error *error) AS_MUST_USE;

/** The exit statuses that mean acceptance; both may be the same. */
void as_validator_accepting(const struct as_validator *validator, int statuses[2]);

/** How score files of a validator are interpreted. */
enum as_score_files {
	AS_SCORE_FILES_IGNORED, /**< pass-fail; legacy without `validation: custom score`; samples
				 */
	/** 2025-09: for an accepted test score.txt, at least 0, or score_multiplier.txt, 0 to 1. */
	AS_SCORE_FILES_STRICT,
	/** Legacy: for an accepted test score.txt, any number. */
	AS_SCORE_FILES_GRADED,
};
/** For the tests of a group. */
enum as_score_files as_score_files_of(
	const struct as_package *package, const struct as_group *group);

/** The test that a validator judges. */
struct as_validator_task {
	const struct as_stage *stage; /**< borrowed; of the first pass */
	int dir_fd;                   /**< the folder beneath which the test's files are: */
	struct as_stage_files files;
	char **args; /**< NULL-terminated, or NULL */
	enum as_score_files score_files;
	const char *folder; /**< an entry of the work folder, borrowed; NULL: none, only feedback */
	uint64_t folder_bytes;     /**< the size that its files have in a box */
	const atomic_bool *cancel; /**< NULL: the workshop's */
};

/** A validator's judgement of one run of a test, over all passes. */
struct as_validator_run {
	const struct as_validator *validator;
	const struct as_validator_task *task;
	unsigned passes;       /**< passes judged so far */
	int next_input_fd;     /**< the sealed input of the next pass; -1: none */
	struct as_stage stage; /**< of a later pass */
	char box[32];          /**< the initial box of a later pass */
	bool had_score, had_multiplier;
	bool follows; /**< another validator has accepted the same run */
};
#define AS_VALIDATOR_RUN_INIT                                                                      \
	{                                                                                          \
		.next_input_fd = -1                                                                \
	}
void as_validator_run_clear(struct as_validator_run *validator_run);
/** Continues with the next validator for the same run; results accumulate. */
void as_validator_run_follow(
	struct as_validator_run *validator_run, const struct as_validator *validator);

/** The score of an accepted test by the package's output validator, or its fraction of the test's
 * worth. At most one of the two is set. */
struct as_test_score {
	bool has_score, has_multiplier;
	double score, multiplier;
};
/** Where the judgement goes, over all passes and validators. All is borrowed. */
struct as_validator_report {
	enum as_verdict *verdict; /**< AC or WA */
	char *feedback;           /**< AS_FEEDBACK_SIZE bytes */
	struct as_test_score *score;
	/** For the judges and for the team, on the heap, printable, of several lines; NULL: none.
	 */
	char **judge_message, **team_message;
};
/** Frees the messages. */
void as_validator_report_clear(const struct as_validator_report *report);

/**
 * One pass. The caller calls _prepare, runs the request in a sandbox of as_validator_sandbox with
 * the output as standard input (AS_VALIDATOR_TESTLIB: an input that can be reopened), and then
 * calls _take.
 */
int as_validator_run_prepare(struct as_validator_run *validator_run,
	struct as_program_request *request, struct as_error *error) AS_MUST_USE;
/**
 * Evaluates the run: AC or WA, scores and messages in the report; next_input_fd if it requests
 * another pass. AS_ERROR_INPUT with sys_errno ETIME: the validator reached its time limit.
 */
int as_validator_run_take(struct as_validator_run *validator_run, struct as_run_result *run,
	const struct as_validator_report *report, struct as_error *error) AS_MUST_USE;
/** All of these steps for one output. */
int as_validator_run_output(struct as_validator_run *validator_run, struct as_sandbox *sandbox,
	int output_fd, const struct as_validator_report *report,
	struct as_error *error) AS_MUST_USE;

#endif
