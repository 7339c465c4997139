/* SPDX-License-Identifier: MIT */
/**
 * verify: compares a package with its authors' expectations: its structure, its validators, and
 * every submission on every test.
 */
#ifndef ASSAY_VERIFY_H
#define ASSAY_VERIFY_H

#include <assay/engine.h>
#include <assay/verify/verification.h>

/* ---- verifying ---------------------------------------------------------------------------------
 */

/** Takes what became of the orders of a runner, by their index, each once. `take` may move members
 * out of the result; -1: no other result is needed. `fail` gets the reason why there is none. */
struct as_verify_calls {
	int (*take)(void *context, size_t index, struct as_result *result);
	void (*fail)(void *context, size_t index, const struct as_error *why);
	void *context;
};
/** Judges the submissions in place of the engine. Results of a runner are not cached. */
struct as_verify_runner {
	/** Judges submissions, and makes the calls in this thread. An order's callbacks are unset;
	 * no two orders for a submission have the same `round`. 0: done, or ended by `take` or the
	 * engine's `cancel`. -1: an error that affects all of them. */
	int (*judge)(void *context, const struct as_job_order *orders, size_t count,
		const struct as_verify_calls *calls, struct as_error *error);
	void *context;
	const char *group; /**< the machines that judge; NULL: this one */
};

struct as_verify_config {
	/** Borrowed; one engine can verify many packages, one after another. `fresh` of its
	 * configuration also disables the result cache. */
	struct as_engine *engine;
	const struct as_verify_runner *runner; /**< NULL: the engine judges */
	/** A computed time limit comes only from undisturbed runs, which a second one confirms;
	 * otherwise the verification has `unconfirmed`. */
	bool confirm_times;
	int reruns;                         /**< a number, AS_RERUNS_USUAL or AS_RERUNS_NONE */
	int64_t input_time_ns;              /**< of each run of an input validator; 0: the usual */
	const struct as_findings *findings; /**< of the caller, to be reported as well; or NULL */
	/** Called once the greatest number of steps of its progress is known; or NULL. */
	void (*begin)(void *progress_context, size_t steps);
	/** A step: the name of a test or a submission, or "compile". From any thread, one call at a
	 * time; or NULL. */
	void (*progress)(void *progress_context, const char *now);
	/** A validator has been running for ten seconds, and still runs: a sentence without a full
	 * stop. From any thread, a few times at most; or NULL. */
	void (*slow)(void *progress_context, const char *text);
	void *progress_context;
};
/**
 * Checks a package: its structure, its validators, and every submission on every test against its
 * authors' expectations. Computes the time limit, or checks the margins of a given one. Fills
 * `verification` (clear it). A wrong package is a finding; -1 means that the package could not be
 * verified, and leaves `verification` empty.
 */
int as_verify_package(const struct as_package *package, const struct as_verify_config *config,
	struct as_verification *verification, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3);
/**
 * Writes a computed time limit into problem.yaml of the package's folder, under `limits`, with a
 * comment that names the group of machines that it was measured on (NULL: without), unless `limits`
 * is in braces; the rest of the file stays as it is. An archive is AS_ERROR_USAGE.
 */
int as_verify_write_time_limit(const struct as_package *package, int64_t time_limit_ns,
	const char *group, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** One self-contained page of one or more verifications, HTML, on the heap. `made` says when and
 * where it was made. */
char *as_verify_page(const struct as_verification *verifications, size_t count, const char *made,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

/** Submissions that were judged, without expectations. All members are borrowed. */
struct as_judged {
	const struct as_package *package;
	const struct as_result *results;
	size_t count;
	enum as_audience audience; /**< the page shows only what this audience may see */
	bool is_part;              /**< not all tests were requested: there are no scores */
};
/** The same page of such submissions. */
char *as_judged_page(const struct as_judged *judged, const char *made,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
