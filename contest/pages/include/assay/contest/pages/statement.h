/* SPDX-License-Identifier: MIT */
/**
 * The statements of a contest's problems. Included by pages.h. They never change, so no lock is
 * needed.
 */
#ifndef ASSAY_CONTEST_PAGES_STATEMENT_H
#define ASSAY_CONTEST_PAGES_STATEMENT_H

#include <assay/contest/folder.h>
#include <assay/statement.h>

/**
 * Reads the statement of a problem (as_statement_open) from its package, or from `package` if that
 * is not NULL, with the files of the contest's folder: `own` of a file is a struct as_contest_file.
 * `base` as in a visit; `language` of the text as in struct as_statement_config. Borrows the
 * contest; as_statement_close.
 */
struct as_statement *as_contest_statement_open(const struct as_contest *contest, size_t problem,
	const struct as_package *package, const char *base, const char *language,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);
/** Opens a file for reading, close-on-exec; -1: it is gone. Serve it with nosniff and a sandboxing
 * policy; attachments as attachments. */
int as_contest_statement_open_file(const struct as_contest *contest,
	const struct as_statement *statement, const struct as_statement_file *file,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/** The editorial of a problem. All is borrowed. */
struct as_contest_editorial {
	const struct as_statement *text; /**< NULL: it could not be read */
	char *const *names;              /**< of the solutions; or NULL */
	const struct as_submitted *solutions;
	size_t count;
};
struct as_contest_visit;
/** Its page; the caller has checked as_contest_log_sees_editorials. */
void as_contest_page_editorial(FILE *out, const struct as_contest_visit *visit, size_t problem,
	const struct as_contest_editorial *editorial) AS_NONNULL(1, 2, 4);

#endif
