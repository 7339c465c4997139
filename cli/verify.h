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

/* ---- verify_ci.c: findings for the jobs of a CI ---- */

/** Annotations: commands on standard output that GitHub and Forgejo show beside a file. */
struct verify_annotations {
	bool wanted;
	char token[33]; /* begins to have effect with the first call */
};
/** From here on, no printed line is a command. */
void verify_annotate_begin(struct verify_annotations *annotations) AS_NONNULL(1);
/** Prints an annotation for each error and warning. */
void verify_annotate(const struct verify_annotations *annotations,
	const struct as_verification *verification) AS_NONNULL(1, 2);
/** Likewise for a package that cannot be read. */
void verify_annotate_error(const struct verify_annotations *annotations, const char *package,
	const char *why) AS_NONNULL(1, 2, 3);
void verify_annotate_end(const struct verify_annotations *annotations) AS_NONNULL(1);

/** A document in JUnit XML, on the heap: a suite for each package, a case for each submission and
 * for each error. `unread` are the packages that could not be verified, and why. */
struct verify_unread {
	const char *package;
	char *why;
};
char *verify_junit(const struct as_verification *verifications, size_t count,
	const struct verify_unread *unread, size_t unread_count,
	struct as_error *error) AS_MUST_USE;

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
