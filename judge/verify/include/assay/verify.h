/* SPDX-License-Identifier: MIT */
/**
 * verify: holds a package against what its authors expect: its structure, its validators, and every
 * submission on every test.
 */
#ifndef ASSAY_VERIFY_H
#define ASSAY_VERIFY_H

#include <assay/engine.h>
#include <assay/verify/verification.h>

/* ---- verifying ---------------------------------------------------------------------------------
 */

struct as_verify_config {
	/** Borrowed. Packages that are verified one after another share its sandboxes. Its `fresh`
	 * does without results of earlier commands as well. */
	struct as_engine *engine;
	int reruns; /**< a number, AS_RERUNS_USUAL or AS_RERUNS_NONE */
	/** Called once it is known how many steps its progress will have at most, or NULL. */
	void (*begin)(void *progress_context, size_t steps);
	/** A step: the name of a test or a submission, or "compile". From any thread, one call at a
	 * time; or NULL. */
	void (*progress)(void *progress_context, const char *now);
	void *progress_context;
};
/**
 * Checks a package: its structure, its validators, and every submission on every test against what
 * its authors expect, with the time limit found or held against what submissions need. Fills a
 * verification (clear it). -1 means that it could not be verified, and leaves it empty; that a
 * package is wrong is a finding.
 */
int as_verify_package(const struct as_package *package, const struct as_verify_config *config,
	struct as_verification *verification, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3);
/** One self-contained page of one or more verifications, HTML, on the heap. */
char *as_verify_page(const struct as_verification *verifications, size_t count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
