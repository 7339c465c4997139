/* SPDX-License-Identifier: MIT */
/** Creates, imports and extends contest folders. Not included by folder.h; no other functions of
 * the library write. */
#ifndef ASSAY_CONTEST_FOLDER_MAKE_H
#define ASSAY_CONTEST_FOLDER_MAKE_H

#include <assay/contest/folder.h>

/** All pointers are borrowed. */
struct as_contest_new_config {
	const struct as_package *const *packages; /**< only their settings are needed */
	/** Paths of the packages, as in problems.yaml. A relative path is relative to the new
	 * folder. */
	const char *const *paths;
	size_t package_count;
	size_t team_count; /**< teams and their accounts: team1, team2 ... */
};
#define AS_CONTEST_NEW_TEAMS_MAX 10000

/**
 * Creates the folder `path`, which must not exist or must be empty, with commented files:
 * contest.yaml, problems.yaml, groups.yaml, teams.yaml and accounts.yaml. There is no start time,
 * so an admin starts the contest. Passwords are random, and only the owner can read their file.
 * as_contest_open has no findings for it if the packages have their data. AS_ERROR_USAGE: the
 * folder has files, or cannot be created. If it returns -1, or the process is killed, the folder
 * contains no part of a contest.
 */
int as_contest_new(const char *path, const struct as_contest_new_config *config,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/**
 * Copies a file or a folder of regular files beneath `from_fd` to a new path beneath `to_fd`.
 * AS_ERROR_INPUT: a link or a special file; some files may have been copied before.
 */
int as_contest_copy(int from_fd, const char *path, int to_fd, const char *to_path,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(2, 4);

/** Creates a folder that only its owner can enter, or opens an empty one. Returns a descriptor that
 * the caller owns. AS_ERROR_USAGE: it has files, or cannot be created. */
int as_contest_make_folder(const char *path, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/**
 * Adds the folder's own keys to a document of the Contest API. `root` is that of NAME.json; its
 * objects get the keys `feedback`, `counterexample`, `practice`, `rules`, `limits`, `hosts`,
 * `balloons`, `welcome`, `contact`, `languages`, `hidden`, `guest`, `place`, as written. Names
 * other than "contest", "problems", "groups" and "teams" are not changed.
 */
int as_contest_add_own_keys(const struct as_contest *contest, const char *name, json_t *root,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/**
 * Creates the folder `to`, which must not exist or must be empty, from a Contest Package: a folder
 * with contest.json or contest.yaml, or a zip archive of one (as_zip_unpack refuses hostile
 * archives). The configuration is imported, results are not. Keys that as_contest_open does not
 * know are dropped, as is `print`, which names a command; accounts without a password get a random
 * one, and if there are no accounts, they are made. `notes` reports this; `where` is a file in
 * `to`.
 *
 * Returns the open contest. If it has errors, or the function returns NULL, or the process is
 * killed, `to` is as it was; then the path of the contest is `from`, whose files its findings name.
 */
struct as_contest *as_contest_import(const char *from, const char *to,
	const struct as_contest_options *options, struct as_findings *notes,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);
/** True if the name ends in .csv or .tsv. */
bool as_contest_is_table(const char *file) AS_NONNULL(1);
/** Numbers of added objects. */
struct as_contest_added {
	size_t groups, organizations, teams, persons, accounts;
	size_t passwords; /**< of accounts that had none and got a random one */
};
/**
 * Adds objects from a file to a contest's folder:
 * - accounts: a list in JSON or YAML; or a table (assay/csv.h) whose header has keys of accounts.
 *   In a table, `type` is `team` by default, and `team_id` of a team's account is its username by
 *   default. Other columns are ignored;
 * - a list in JSON or YAML named teams.json, groups.json, organizations.json or persons.json (or
 *   .yaml, .yml): objects as in those files of the folder;
 * - TSV files of the ICPC's older tools: accounts.tsv ("accounts", "1" in its first line),
 *   groups.tsv ("groups", "1"), teams.tsv ("teams", "1" or "2"), whose institutions become
 *   organizations.
 *
 * Returns the open contest with the added objects. If it has errors, or the function returns NULL,
 * or the process is killed, the folder is as it was. A finding about an added object has the place
 * "FILE:LINE" in `file`, as "./FILE:LINE" if `file` has no '/'. AS_ERROR_INPUT: the folder already
 * has such an object. Only an organization may exist, if its ICPC id or its name is the same.
 */
struct as_contest *as_contest_add(const char *path, const char *file,
	const struct as_contest_options *options, struct as_contest_added *added,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);

#endif
