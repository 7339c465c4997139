/* SPDX-License-Identifier: MIT */
/* verify: the parts of the verb `assay verify`. */
#ifndef ASSAY_CLI_VERIFY_H
#define ASSAY_CLI_VERIFY_H

#include "cli.h"

#include <assay/verify.h>

#define VERIFY_CONCLUSION_SIZE 96
/** Writes "verified, 0 errors, 1 warning"; returns `text`. */
char *verify_conclusion(const struct as_verification *verification,
	char text[VERIFY_CONCLUSION_SIZE]) AS_NONNULL(1, 2);
/** Prints a verification: a table of submissions and the findings. */
void verify_print(const struct as_verification *verification) AS_NONNULL(1);

/* ---- verify_store.c ---- */

/** The submissions of one package after another, judged through a store. All of it is borrowed. */
struct verify_store {
	const char *url, *group; /**< the group of workers; NULL: this process judges */
	bool fresh;              /**< earlier results in the store are ignored */
	struct as_store *store;
	struct as_engine *engine;
	const struct as_package *package;
	struct as_progress *const *progress;
	int64_t first_round; /* of the orders */
};
/** Opens the store, which the caller closes. */
int verify_store_open(struct verify_store *store, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** `judge` of struct as_verify_runner; the context is a struct verify_store. */
int verify_store_judge(void *context, const struct as_job_order *orders, size_t count,
	const struct as_verify_calls *calls, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 4);

#endif
