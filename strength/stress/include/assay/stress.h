/* SPDX-License-Identifier: MIT */
/**
 * stress: searches for an input that a submission fails, and shrinks it. Each input is made by a
 * generator of the package, passes the input validators, gets its answer from a right solution, and
 * is judged like a test: by the package's output validators or the default check, as a whole
 * interaction, in all passes. Everything runs in the sandbox. A failure counts only if a fresh run
 * confirms it.
 *
 * Life cycle: open an engine and the package in it (assay/engine/job.h), compile the submission
 * (as_engine_compile); as_stress_run; as_stress_report_clear.
 */
#ifndef ASSAY_STRESS_H
#define ASSAY_STRESS_H

#include <assay/engine.h>
#include <assay/testgen.h>

#define AS_STRESS_TIME_NS INT64_C(30000000000)

/** Now and then during the search, for a live line. */
struct as_stress_progress {
	uint64_t tried;       /**< valid inputs that the submission was run on */
	double rate;          /**< of them, a second */
	size_t largest_bytes; /**< of them */
	size_t best_bytes;    /**< the smallest failing input so far; SIZE_MAX: none */
	bool is_shrinking;    /**< the search is over */
};

/** What to search for, and how. All of it is borrowed. */
struct as_stress_order {
	const struct as_package *package;
	struct as_judge *judge; /**< that package, open in an engine */
	struct as_compiled *submission;
	const char *submission_path; /**< not taken for a right solution; NULL: none is left out */
	/** The right solution: a path of a submission, or "reference" for the recipe's `assay solve
	 * ...`. NULL: the recipe's solution, else an accepted submission of the package, of the
	 * fastest language. */
	const char *against;
	/** A command that makes inputs, "row --n 4 --seed {seed}", in place of those of the recipe;
	 * or NULL. */
	const char *generator;
	const struct as_gen_config *programs; /**< for generators; `progress` is not used */
	int64_t time_ns;                      /**< of search and shrinking; 0: AS_STRESS_TIME_NS */
	const char *seed; /**< equal texts make equal inputs, in the same order; NULL: "" */
	bool is_fresh;    /**< each run is a process of its own in a sandbox of its own */
	unsigned workers; /**< inputs at once; 0: one. Not more than the engine's */
	const atomic_bool *cancel; /**< ends the search; what was found is reported. Or NULL */
	void (*progress)(void *context, const struct as_stress_progress *now); /**< or NULL */
	void *progress_context;
};

/** A run of the submission on an input. */
struct as_stress_failure {
	struct as_bytes input;
	struct as_bytes answer;
	struct as_bytes output; /**< the submission's; of an interaction its transcript */
	enum as_verdict verdict;
	char *reason;               /**< "signal", "cpu", ...; NULL: no finer cause */
	char *feedback;             /**< one line about the mistake; NULL: none */
	const struct as_test *like; /**< the test whose arguments it was judged with; borrowed from
				       the package */
};

enum as_stress_outcome {
	AS_STRESS_NOTHING,  /**< no failing input was found */
	AS_STRESS_FAILS,    /**< the submission fails an input, as a fresh run confirms */
	AS_STRESS_DISAGREE, /**< the same, but another right solution fails the input, too */
	AS_STRESS_REFUSED,  /**< the submission does not compile; nothing was run */
};

/** How the submission was run. */
enum as_stress_runs { AS_STRESS_FRESH, AS_STRESS_FORK_SERVER };
/** "fresh" or "fork-server". */
const char *as_stress_runs_name(enum as_stress_runs runs);

struct as_stress_report {
	enum as_stress_outcome outcome;
	struct as_stress_failure failure; /**< the smallest; of AS_STRESS_FAILS and _DISAGREE */
	struct as_bytes before_shrinking; /**< the input that was found first */
	bool is_smallest; /**< no rule of shrinking makes it smaller; else the time ended first */
	uint64_t tried;   /**< valid inputs that the submission was run on */
	uint64_t invalid; /**< inputs that an input validator refused */
	uint64_t unmade;  /**< runs of a generator that failed */
	uint64_t unanswered; /**< inputs that the right solution failed or did not answer in time */
	uint64_t unstable;   /**< inputs that the submission failed and then passed */
	uint64_t repeated;   /**< inputs that had been tried, and were left out */
	bool ignores_options; /**< other seeds and numbers make the generators' same few inputs */
	size_t largest_bytes;
	int64_t elapsed_ns; /**< search and shrinking, without compiling */
	char *source;       /**< where inputs come from: "the recipe's generators" */
	char *right;        /**< the right solution: "assay solve optimal" */
	char *complaint;    /**< the first reason of what is counted as invalid, unmade or
			       unanswered; NULL: none */
	char *disagrees;    /**< of AS_STRESS_DISAGREE: the other right solution and its verdict */
	bool interrupted;   /**< it was cancelled */
	bool is_validated;  /**< the package has input validators that can be run */
	enum as_stress_runs runs;
};

/**
 * Searches until an input is found or the time is up, then shrinks it; shrinking may overrun the
 * time by a quarter. 0: fills the report (clear it), also if nothing was found or the search was
 * cancelled. -1: the package has no generators and no samples to start from, no right solution, or
 * its programs do not compile (AS_ERROR_INPUT); `against` or `generator` is wrong
 * (AS_ERROR_USAGE); the machine cannot judge.
 */
int as_stress_run(const struct as_stress_order *order, struct as_stress_report *report,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Leaves `{0}` behind. */
void as_stress_report_clear(struct as_stress_report *report) AS_NONNULL(1);

/**
 * The input as a text in double quotes, as YAML and JSON read it alike, on the heap. NULL: out of
 * memory, or the input is not text (AS_ERROR_USAGE).
 */
char *as_stress_quote(const struct as_bytes *input, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** The group of the test that a failure was judged like: "secret/2". */
const char *as_stress_group(
	const struct as_package *package, const struct as_stress_failure *failure) AS_NONNULL(1, 2);

#endif
