/* SPDX-License-Identifier: MIT */
/**
 * Statements: read once, when the contest is opened. Included by pages.h. They never change, so no
 * lock is needed.
 */
#ifndef ASSAY_CONTEST_PAGES_STATEMENT_H
#define ASSAY_CONTEST_PAGES_STATEMENT_H

#include <assay/contest/folder.h>

/** A downloadable file of a problem: /problems/ID/files/NAME. */
struct as_contest_statement_file {
	enum as_contest_statement_file_kind {
		AS_CONTEST_FILE_STATEMENT,  /**< the statement as PDF or LaTeX */
		AS_CONTEST_FILE_PICTURE,    /**< a picture of the statement */
		AS_CONTEST_FILE_ATTACHMENT, /**< from attachments/, or from the contest's folder */
	} kind;
	char *name;       /**< unique within the problem */
	const char *type; /**< "application/pdf"; for unknown files application/octet-stream */
	char *path;       /**< relative to the package's folder; or */
	const struct as_contest_file *own; /**< in the contest's folder; NULL: in the package */
};

/** A sample. Each text is UTF-8 or shown as bytes; long texts are cut. */
struct as_contest_sample {
	char *name; /**< "1" */
	struct as_bytes input;
	struct as_bytes answer;
	struct as_bytes
		interaction; /**< lines with '<' and '>', instead of input and answer; or empty */
	bool is_cut;
};

struct as_contest_statement {
	const struct as_contest *contest; /**< borrowed */
	size_t problem;
	const struct as_package *package; /**< borrowed; the problem's at the time of opening */
	struct as_bytes html; /**< of a Markdown or LaTeX statement; empty: there are only files */
	struct as_contest_sample *samples;
	size_t sample_count;
	struct as_contest_statement_file *files;
	size_t file_count;
};

/**
 * Reads the statement of a problem from its package, or from `package` if that is not NULL.
 * Markdown, else LaTeX (English, if there are several languages), becomes inert HTML: no HTML of
 * the author, only links to http, https, mailto and files of the problem. `base` as in a visit. A
 * missing statement is not an error. AS_ERROR_INPUT: a file cannot be read. Borrows the contest;
 * as_contest_statement_close.
 */
struct as_contest_statement *as_contest_statement_open(const struct as_contest *contest,
	size_t problem, const struct as_package *package, const char *base,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);
void as_contest_statement_close(struct as_contest_statement *statement);
/** Finds the file with a name, or NULL. */
const struct as_contest_statement_file *as_contest_statement_file(
	const struct as_contest_statement *statement, const char *name) AS_NONNULL(1, 2);
/** Opens a file for reading, close-on-exec; -1: it is gone. Serve it with nosniff and a sandboxing
 * policy; attachments as attachments. */
int as_contest_statement_open_file(const struct as_contest_statement *statement,
	const struct as_contest_statement_file *file, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

#endif
