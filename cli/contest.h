/* SPDX-License-Identifier: MIT */
/* The actions of assay contest, each in a file of its name. */
#ifndef ASSAY_CLI_CONTEST_H
#define ASSAY_CLI_CONTEST_H

#include "cli.h"

#include <assay/contest/folder.h>
#include <assay/contest/folder/roster.h>
#include <assay/store.h>

/** Each takes its own argv (argv[0] is the action) and returns the exit status. */
int contest_check(int argc, char **argv);
int contest_export(int argc, char **argv);
int contest_import(int argc, char **argv);
int contest_new(int argc, char **argv);
int contest_passwords(int argc, char **argv);
int contest_resolve(int argc, char **argv);
int contest_simulate(int argc, char **argv);

/** The languages of this machine, for as_contest_options. */
struct contest_languages {
	struct as_languages *languages;
	const char **ids; /**< NULL-terminated */
};
int contest_languages_open(struct contest_languages *languages, struct as_error *error) AS_MUST_USE;
void contest_languages_close(struct contest_languages *languages);
/** Opens a contest; names of languages are checked. */
struct as_contest *contest_open(
	const char *path, bool without_packages, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Like contest_open, with the file of accounts that several contests share; NULL: none. */
struct as_contest *contest_open_shared(const char *path, bool without_packages,
	const char *accounts, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Prints all findings and their number on standard output. `imported`: the file of as_contest_add,
 * or NULL. `served_end_ms`: the end of a contest that was served, AS_NEVER_MS if it is not over;
 * NULL: never served. Adds warnings about points. Returns the exit status. */
int contest_print(struct as_contest *contest, const char *imported, const int64_t *served_end_ms)
	AS_NONNULL(1);

/** Opens the store `url`, or that in the contest's folder if it is NULL, for reading. NULL without
 * an error: the contest was never served. */
struct as_store *contest_open_store(
	const char *path, const char *url, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Adds warnings about differences between the folder and its store. If the contest was served,
 * `end_wall_ms` is set to its end, or to AS_NEVER_MS if the contest is not over. */
int contest_warn_store(struct as_contest *contest, bool *is_served, int64_t *end_wall_ms,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/** Drops the passwords of the folder that were reset while the contest ran. Notes name these
 * accounts, and the accounts that the folder does not have. `url` as above. A contest that was
 * never served is not changed. */
int contest_drop_reset(struct as_contest *contest, const char *url,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** Imports a table of teams, or pictures, and prints what was done. */
struct as_contest *contest_import_roster(const char *path,
	const struct as_contest_roster_config *config, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

/** Files of `contest export` beside the Contest Package; NULL: not wanted. */
struct contest_publishing {
	const char *board, *results, *submissions;
	bool is_preliminary; /**< results that are not final are wanted */
};
/** Refuses names before anything is read. */
int contest_publish_check(
	const struct contest_publishing *files, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Writes the files, and prints a line for each. `store`: NULL if the contest was never served. */
int contest_publish(const struct contest_publishing *files, const struct as_contest *contest,
	struct as_store *store, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Ends an action that failed, or was cancelled. Returns the exit status. */
int contest_fail(const struct as_error *error) AS_NONNULL(1);
/** Makes the folder of a contest of the bundled problems, with their tests, as `assay contest new`
 * does without packages: team1, team2 ... and the jury's own team. Prints nothing on standard
 * output. Removes the folder on failure. */
int contest_make_bundled(const char *path, size_t team_count, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/** The number of teams that are not hidden. The jury's own teams are hidden. */
size_t contest_count_visible(const struct as_contest *contest) AS_NONNULL(1);

/** Prints a note about a place of the folder or archive `context`, a path. */
void contest_show_note(void *context, const struct as_finding *finding);

#endif
