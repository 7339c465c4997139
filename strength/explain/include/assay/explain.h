/* SPDX-License-Identifier: MIT */
/**
 * explain: why a submission fails, for its author: a failing input, as small as can be, the right
 * answer and the submission's output. If answers of the package come from a solver of this command
 * (`assay solve`), the solver's explanation of that input, too, such as the best play of a game.
 *
 * Life cycle: as_explain for a compiled submission; as_explanation_clear.
 */
#ifndef ASSAY_EXPLAIN_H
#define ASSAY_EXPLAIN_H

#include <assay/stress.h>
#include <jansson.h>

#define AS_EXPLAIN_TIME_NS INT64_C(10000000000)

/** All of it is borrowed. */
struct as_explain_order {
	const struct as_package *package;
	struct as_judge *judge; /**< that package, open in an engine */
	struct as_compiled *submission;
	const char *submission_path;          /**< as in struct as_stress_order */
	const struct as_gen_config *programs; /**< likewise */
	int64_t time_ns;                      /**< of the search; 0: AS_EXPLAIN_TIME_NS */
	unsigned workers;                     /**< likewise */
	const atomic_bool *cancel;            /**< or NULL */
};

struct as_explanation {
	bool is_found; /**< if not, nothing else is filled in */
	struct as_bytes input;
	struct as_bytes answer;  /**< empty if only an output validator knows what is right */
	struct as_bytes output;  /**< the submission's; of an interaction its transcript */
	enum as_verdict verdict; /**< on this input */
	char *reason;            /**< or NULL */
	char *feedback;          /**< one line about the mistake; NULL: none */
	char *solved;            /**< what the solver explains; NULL: it has no explanation */
	/** What the solver explains of the submission's answer, such as the game of its moves;
	 * NULL: nothing. */
	char *replayed;
};

/**
 * Searches for a failing input and shrinks it, within the time. What was found before for the same
 * package, submission and time is taken from the cache, once a fresh run confirms it. 0: fills the
 * explanation (clear it); that none was found is not an error. -1: as as_stress_run.
 */
int as_explain(const struct as_explain_order *order, struct as_explanation *explanation,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Leaves `{0}` behind. */
void as_explanation_clear(struct as_explanation *explanation) AS_NONNULL(1);

/** Reads what as_explanation_json wrote, and no stranger changed. -1: it is something else. */
int as_explanation_read(const json_t *document, struct as_explanation *explanation) AS_MUST_USE
	AS_NONNULL(1, 2);
/**
 * The value of `counterexample` in the verdict document; free it with json_decref. NULL: no memory,
 * nothing was found, or the input is not text.
 */
json_t *as_explanation_json(const struct as_explanation *explanation) AS_MUST_USE AS_NONNULL(1);

#endif
