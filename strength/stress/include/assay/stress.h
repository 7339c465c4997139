/* SPDX-License-Identifier: MIT */
/**
 * stress: searches for an input on which a submission fails, and shrinks it. A generator of the
 * package makes each input, the input validators check it, and a right solution answers it. Then it
 * is judged like a test: by the output validators or the default check; also interactive and
 * multi-pass. Everything runs in the sandbox. A failure counts only if a fresh run confirms it.
 *
 * Life cycle: open an engine and the package in it (assay/engine/job.h), compile the submission
 * (as_engine_compile); as_stress_run; as_stress_report_clear.
 */
#ifndef ASSAY_STRESS_H
#define ASSAY_STRESS_H

#include <assay/engine.h>
#include <assay/testgen.h>
#include <limits.h>

#define AS_STRESS_TIME_NS INT64_C(30000000000)
#define AS_STRESS_ENOUGH 100

/** Passed to the progress callback from time to time during the search. */
struct as_stress_progress {
	uint64_t tried;       /**< valid inputs that the submission was run on */
	double rate;          /**< such inputs per second */
	size_t largest_bytes; /**< of such inputs */
	size_t best_bytes;    /**< the smallest failing input so far; SIZE_MAX: none */
	int64_t slowest_ns;   /**< as_stress_find_slowest: CPU time on the slowest input so far */
	bool is_shrinking;    /**< the search has ended; its input is being shrunk */
};

/** How the programs of a package run beside an engine. `assay solve` in a recipe runs the
 * executable file of this process. `config` points into the struct: do not move the struct. */
struct as_stress_programs {
	struct as_gen_config config;
	char command[PATH_MAX];
};
int as_stress_programs_init(struct as_stress_programs *programs, const struct as_engine *engine,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Where a test with the input that is searched may be. */
struct as_stress_home {
	/** The folders that `homes` may be in, such as "secret/2", with a final NULL; NULL: secret
	 * and all folders in it. */
	char *const *folders;
	/** Only inputs that are valid with the settings of this test; NULL: of all tests. */
	const struct as_test *like;
};

/** The parameters of a search. All pointers are borrowed. */
struct as_stress_order {
	const struct as_package *package;
	struct as_open_package *opened; /**< that package, open in an engine */
	struct as_compiled *submission;
	const char *submission_path; /**< excluded from the right solutions; NULL: none is */
	/** The right solution: the path of a submission, or "reference" for the recipe's `assay
	 * solve ...`. NULL: the recipe's solution, else an accepted submission of the package in
	 * the fastest language. */
	const char *against;
	/** A command that makes inputs, such as "row --n 4 --seed {seed}", instead of those of the
	 * recipe; or NULL. */
	const char *generator;
	struct as_stress_home home;
	const struct as_gen_config *programs; /**< to run generators; its `progress` is not used */
	int64_t time_ns;                      /**< of search and shrinking; 0: AS_STRESS_TIME_NS */
	/** After this time a fruitless search ends if it has tried AS_STRESS_ENOUGH inputs; 0: only
	 * `time_ns` ends it. */
	int64_t enough_ns;
	const char *seed;  /**< the same text gives the same inputs in the same order; NULL: "" */
	bool passes_tests; /**< the submission is known to pass the package's tests, so they are not
			      tried */
	bool hides_secret; /**< the result is for people who must not see secret tests: these are
			      neither tried nor mutated, and an input that is equal to one
			      is skipped */
	bool counts_draws; /**< `draws` of a failure are made */
	bool is_fresh;     /**< each run is a fresh process in its own sandbox: no fork servers */
	unsigned workers;  /**< inputs in parallel, at most the engine's number; 0: one */
	enum as_job_class class; /**< of the runs of the submission */
	const atomic_bool
		*cancel; /**< ends the search early; the report has what was found. Or NULL */
	void (*progress)(void *context, const struct as_stress_progress *now); /**< or NULL */
	void *progress_context;
};

/** Inputs that a line of the recipe made with new seeds. */
struct as_stress_draw {
	char *test;      /**< the first test of the line's command: "secret/1/03-trap" */
	unsigned tried;  /**< valid inputs that the submission was run on */
	unsigned failed; /**< of them */
};
struct as_stress_draws {
	struct as_stress_draw *items;
	size_t count;
};
/** Resets it to `{0}`. */
void as_stress_draws_clear(struct as_stress_draws *draws) AS_NONNULL(1);

/** A failing run of the submission. */
struct as_stress_failure {
	struct as_bytes input;
	struct as_bytes answer;
	struct as_bytes output; /**< of the submission; for an interaction its transcript */
	enum as_verdict verdict;
	char *reason;   /**< "signal", "cpu", ...; or NULL */
	char *feedback; /**< one line about the mistake, or NULL */
	const struct as_test
		*like; /**< the test whose settings the run had; borrowed from the package */
	const struct as_test **homes; /**< the first test of each folder whose validators accept
					 the input */
	size_t home_count;
	/** With `counts_draws` of the order: of each command of the recipe that takes a seed (at
	 * most 64), in the order of tests, without confirmation by a second run. */
	struct as_stress_draws draws;
};

enum as_stress_outcome {
	AS_STRESS_NOTHING,  /**< no failing input was found */
	AS_STRESS_FAILS,    /**< the submission fails on an input, and a fresh run confirmed it */
	AS_STRESS_DISAGREE, /**< likewise, but another right solution fails the input, too */
	AS_STRESS_REFUSED,  /**< the submission does not compile; nothing was run */
	AS_STRESS_SLOWER,   /**< as_stress_find_slowest: an input is slower than all tests */
};

/** How the submission was run. */
enum as_stress_runs { AS_STRESS_FRESH, AS_STRESS_FORK_SERVER };
/** "fresh" or "fork-server". */
const char *as_stress_runs_name(enum as_stress_runs runs);

struct as_stress_report {
	enum as_stress_outcome outcome;
	struct as_stress_failure
		failure; /**< the smallest failure; for AS_STRESS_FAILS and _DISAGREE */
	struct as_bytes before_shrinking; /**< the failing input before it was shrunk */
	bool is_smallest;  /**< no rule makes it smaller; false: the time ended first */
	uint64_t tried;    /**< valid inputs that the submission was run on */
	uint64_t invalid;  /**< inputs that an input validator refused */
	uint64_t not_made; /**< failed runs of generators */
	uint64_t
		unanswered; /**< inputs without an answer: the right solution failed or timed out */
	uint64_t unstable; /**< inputs that the submission failed first and passed in a later run */
	uint64_t repeated; /**< inputs that were skipped, because they had been tried */
	/** Of as_stress_find_slowest: CPU times of the submission, each the least of several runs.
	 * `failure` has the input and where it belongs. */
	struct {
		int64_t time_ns;            /**< on the slowest input; 0: none could be run */
		int64_t test_ns;            /**< on the slowest of the package's tests */
		const struct as_test *test; /**< that test; borrowed from the package */
		char *command;   /**< of a generator, which makes the input; NULL: none does */
		uint64_t failed; /**< inputs on which the submission crashed or was over a limit
				    other than the time */
	} slowest;
	struct {
		/** Generators make the same few inputs for all seeds and numbers. */
		bool ignores_options;
		/** A command whose generator makes the same input for all seeds; or NULL. */
		char *ignores_seed;
	};
	size_t largest_bytes;
	int64_t elapsed_ns; /**< of search and shrinking, without compilation */
	char *source;       /**< origin of the inputs: "the recipe's generators" */
	char *right;        /**< the right solution: "assay solve optimal" */
	char *complaint; /**< the first failure of a generator, else the first reason for an invalid
			    or unanswered input; or NULL */
	char *disagrees; /**< for AS_STRESS_DISAGREE: the other right solution and its verdict */
	struct {
		bool interrupted;      /**< the search was cancelled */
		bool is_validated;     /**< input validators were run on inputs */
		bool accepts_anything; /**< and they accept malformed data */
		/** The first input validator that cannot be run here, with the reason:
		 * "input_validators/a.ctd was not run: line 1: more than 4 indices"; or NULL. */
		char *not_run;
	};
	enum as_stress_runs runs;
};

/**
 * Searches until an input fails or the time is up, then shrinks the input; shrinking and the runs
 * after it may overrun the time by a quarter, and a run that is in progress ends by itself. 0:
 * fills the report (clear it), even if nothing was found or the search was cancelled. -1:
 * - AS_ERROR_INPUT: the package has neither generators nor samples, has no right solution, or its
 *   programs do not compile;
 * - AS_ERROR_USAGE: `against` or `generator` is wrong;
 * - another kind: the machine cannot judge.
 */
int as_stress_run(const struct as_stress_order *order, struct as_stress_report *report,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Resets it to `{0}`. */
void as_stress_report_clear(struct as_stress_report *report) AS_NONNULL(1);

/**
 * Searches until the time is up for the valid input on which the submission takes longest; no
 * answer is needed. Does not use these members of the order: against, passes_tests, hides_secret.
 * The package's tests are judged first; the time begins after that. A run may take twice the time
 * limit, and the search ends at the first input that takes so long. An input is slower than all
 * tests if it takes a tenth and 1 ms longer, or reaches the time limit. 0 and -1 as as_stress_run,
 * and AS_ERROR_INPUT: the submission does not pass a test; AS_ERROR_USAGE: the package is
 * interactive, multi-pass or submit-answer; AS_ERROR_MACHINE: CPU times are unknown.
 */
int as_stress_find_slowest(const struct as_stress_order *order, struct as_stress_report *report,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** The answer to a valid input of the caller. */
struct as_stress_answer {
	struct as_bytes answer;     /**< empty: only the output validator decides */
	const struct as_test *like; /**< the test with the settings; borrowed from the package */
	char *right;       /**< the right solution; NULL: only the output validator decides */
	bool is_validated; /**< input validators were run, and accept the input */
	char *not_run;     /**< as in as_stress_report */
};
/**
 * Validates one input and makes its answer as a search does. Uses these members of the order:
 * package, opened, against, programs, class and cancel. `like`: the test whose settings are used,
 * also for the input validators; NULL: the last test whose validators accept the input. 0: fills
 * `answer` (clear it). -1 as as_stress_run, and AS_ERROR_INPUT: the input is not valid, with the
 * message of the validator, or the right solution fails on the input.
 */
int as_stress_answer_make(const struct as_stress_order *order, const struct as_bytes *input,
	const struct as_test *like, struct as_stress_answer *answer,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);
/** Resets it to `{0}`. */
void as_stress_answer_clear(struct as_stress_answer *answer) AS_NONNULL(1);

/**
 * The input as a text in double quotes that is valid YAML and JSON, on the heap. NULL: out of
 * memory, or the input is not text (AS_ERROR_USAGE).
 */
char *as_stress_quote(const struct as_bytes *input, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** A text unchanged, other bytes as \xNN. Free it with json_decref; NULL: out of memory. */
json_t *as_stress_text_json(const struct as_bytes *bytes) AS_MUST_USE AS_NONNULL(1);
/** Returns the folder to which the input is added as a test: the first of `homes`, else of `like`.
 * On the heap; NULL: out of memory. */
char *as_stress_folder(const struct as_stress_failure *failure, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

#endif
