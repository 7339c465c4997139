/* SPDX-License-Identifier: MIT */
/**
 * explain: shows the author of a submission why it fails: a small failing input, the right answer
 * and the submission's output. If `assay solve` makes the package's answers, its explanation of
 * that input is included, such as the best play of a game.
 *
 * Life cycle: as_explain for a compiled submission; as_explanation_clear.
 */
#ifndef ASSAY_EXPLAIN_H
#define ASSAY_EXPLAIN_H

#include <assay/stress.h>
#include <jansson.h>

#define AS_EXPLAIN_TIME_NS INT64_C(10000000000)

/** All pointers are borrowed. */
struct as_explain_order {
	const struct as_package *package;
	/** Its languages, modules, gen.h and sandbox count for programs of the package, too.
	 * `assay solve` of a recipe is this process's own executable file. */
	const struct as_engine *engine;
	struct as_open_package *opened; /**< that package, open in that engine and prepared */
	struct as_compiled *submission;
	const char *submission_path; /**< as in struct as_stress_order */
	int64_t time_ns;             /**< limit of the search; 0: AS_EXPLAIN_TIME_NS */
	bool hides_secret;           /**< as in struct as_stress_order */
	unsigned workers;            /**< inputs in parallel; 0: as many as the engine's workers */
	enum as_job_class class;     /**< of its runs of the submission */
	const atomic_bool *cancel;   /**< or NULL */
};

struct as_explanation {
	bool is_found; /** false: the other members are empty */
	struct as_bytes input;
	struct as_bytes
		answer; /**< empty if there are no answers, and only an output validator decides */
	struct as_bytes output;  /** of the submission; for an interaction its transcript */
	enum as_verdict verdict; /**< on this input */
	char *reason;            /**< or NULL */
	char *feedback;          /** one line about the mistake, or NULL */
	char *solved;            /** the solver's explanation, or NULL */
	/** The solver's explanation of the submission's answer, such as the game that its moves
	 * lead to; or NULL. */
	char *replayed;
};

/** True if an explanation can help the author: the submission ran and failed, and only the
 * submission is at fault. */
bool as_explain_is_for(const struct as_package *package, enum as_verdict verdict) AS_NONNULL(1);

/**
 * Searches for a failing input and shrinks it, within the time. A cached result for the same
 * package, submission and time is used after a fresh run has confirmed it. 0: fills the explanation
 * (clear it), even if no failing input was found or the search was cancelled. -1: as as_stress_run.
 */
int as_explain(const struct as_explain_order *order, struct as_explanation *explanation,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Resets it to `{0}`. */
void as_explanation_clear(struct as_explanation *explanation) AS_NONNULL(1);

/** Parses a document that as_explanation_json wrote. The document must be trusted. -1: malformed.
 */
int as_explanation_read(const json_t *document, struct as_explanation *explanation) AS_MUST_USE
	AS_NONNULL(1, 2);
/**
 * The value of `counterexample` in the verdict document; free it with json_decref. NULL: out of
 * memory, no failing input was found, or the input is not text.
 */
json_t *as_explanation_json(const struct as_explanation *explanation) AS_MUST_USE AS_NONNULL(1);

#endif
