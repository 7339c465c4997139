/* SPDX-License-Identifier: MIT */
/**
 * Files of a contest for publishing and for the jury's archive. Not included by export.h. All
 * functions need the lock of the log, and contain what the jury sees: the caller decides whether
 * results may be published.
 */
#ifndef ASSAY_CONTEST_EXPORT_PUBLISH_H
#define ASSAY_CONTEST_EXPORT_PUBLISH_H

#include <assay/contest/log.h>

enum as_contest_results {
	AS_CONTEST_RESULTS_HTML, /**< a page in one file */
	AS_CONTEST_RESULTS_CSV,  /**< for spreadsheets: UTF-8 with a byte order mark */
	AS_CONTEST_RESULTS_TSV,  /**< results.tsv of the ICPC's tools; not for score contests */
};
/** True if the results are final and public: finalised, and not frozen. */
bool as_contest_results_are_final(const struct as_contest_log *log) AS_NONNULL(1);
/** Results of the main board, as a text on the heap. Results that are not final say so, in HTML.
 * NULL: AS_ERROR_USAGE: a score contest has no results.tsv. */
char *as_contest_results(const struct as_contest_log *log, enum as_contest_results results,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

struct as_contest_sources {
	size_t submissions; /**< that were written */
	size_t missing;     /**< whose files are missing from the store or damaged */
};
/**
 * Writes the files of all submissions as TEAM/PROBLEM/NUMBER_VERDICT/FILE, and submissions.csv, a
 * table of them. `path` as in as_contest_export. TEAM is the team's id, PROBLEM the label; of
 * a file's name only letters, digits, '_', '.' and '-' remain, and only its last 100 characters.
 */
int as_contest_sources_export(const struct as_contest_log *log, struct as_store *store,
	const char *path, const atomic_bool *cancel, struct as_contest_sources *sources,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 5);

#endif
