/* SPDX-License-Identifier: MIT */
/**
 * verify: holds a package against what its authors expect: its structure, its validators, and every
 * submission on every test.
 */
#ifndef ASSAY_VERIFY_H
#define ASSAY_VERIFY_H

#include <assay/engine.h>

/* ---- verifying ---------------------------------------------------------------------------------
 */

struct as_verify_config {
	/** How to judge. Its test, language, run_all and keep_dir are verify's own;
	 * `fresh` does without results of earlier commands as well. */
	struct as_judge_config judge;
	/** Called once it is known how many steps its progress will have at most, or NULL. */
	void (*begin)(void *progress_context, size_t steps);
};
/**
 * Checks a package: its structure, its validators, and every submission on every test against what
 * its authors expect, with the time limit found or held against what submissions need. Returns a
 * document (free with json_decref): the keys of docs/verify.schema.json, and for as_verify_page
 * "about" and, in each submission, "max_score", "tests" and "compile". NULL means that it could not
 * be verified; that a package is wrong is a finding.
 */
json_t *as_verify_package(const struct as_package *package, const struct as_verify_config *config,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** One self-contained page of a few such documents, HTML, on the heap. */
char *as_verify_page(const json_t *documents, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
