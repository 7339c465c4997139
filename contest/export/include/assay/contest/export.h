/* SPDX-License-Identifier: MIT */
/**
 * export: a contest as a Contest Package (2026-01), a folder or a zip archive:
 * - api.json, contest.json, ENDPOINT.json: the documents of the Contest API, as an admin sees them;
 * - event-feed.ndjson: the whole event feed of an admin;
 * - results.tsv: final ranks, if the contest is over and pass-fail;
 * - ceremony.json: the document of the ceremony with its pictures, if the contest is over;
 * - problems/ID/package.zip: the package of each problem;
 * - submissions/ID/files.zip: the files of each submission;
 * - contest/FILENAME, ENDPOINT/ID/FILENAME: all other files.
 *
 * Keys of the folder that the Contest Package does not have (rules, limits, feedback, practice,
 * hidden) are added, so that as_contest_import makes an equal folder. Passwords and the join code
 * are not exported. If it returns -1, or the process is killed, no part of an export has a new
 * name. In an empty folder that exists, a killed process can leave files, but not contest.json.
 */
#ifndef ASSAY_CONTEST_EXPORT_H
#define ASSAY_CONTEST_EXPORT_H

#include <assay/contest/folder.h>
#include <assay/program.h>
#include <assay/store.h>

/** All pointers are borrowed for the call. */
struct as_contest_export_config {
	const struct as_contest *contest; /**< must pass as_contest_require */
	/** Has the contest's events; it is only read (as_store_open_reader). NULL: no events yet.
	 */
	struct as_store *store;
	const struct as_languages *languages;
	const char *const *language_ids; /**< as in struct as_contest_api_config */
	const char *version;             /**< of the program: "0.9.0" */
	const char *include_dir;         /**< as in struct as_export_config; or NULL */
	const atomic_bool *cancel;
};
struct as_contest_exported {
	size_t problem_count, submission_count;
	/** Submissions that the Contest API has no place for, so they are left out: ignored by the
	 * jury; made after the end, and not ignored. `submission_count` is without them. */
	size_t ignored_count, practice_count;
	/** Submissions of teams and problems that the folder does not have: left out as well. */
	size_t hidden_count;
	bool is_final; /**< the contest is finalised */
};

/**
 * Exports the contest up to now; another process may serve it at the same time. `path` is either a
 * name that ends in ".zip" (an existing file is replaced when the archive is complete), or a folder
 * that does not exist or is empty. `notes` lists omissions. On failure nothing is left.
 * AS_ERROR_INPUT: the store has another contest.
 */
int as_contest_export(const struct as_contest_export_config *config, const char *path,
	struct as_findings *notes, struct as_contest_exported *exported,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);

/**
 * The document of the ceremony (as_contest_api_ceremony), with its pictures; free it. `notes` lists
 * pictures that are left out. NULL: AS_ERROR_INPUT if the contest is not over, or as
 * as_contest_api_ceremony.
 */
char *as_contest_export_ceremony(const struct as_contest_export_config *config,
	struct as_findings *notes, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** The same document, from an export: a folder or an archive. It is JSON, and otherwise untrusted.
 * NULL: AS_ERROR_INPUT if the export has none. */
char *as_contest_ceremony_read(const char *path, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
