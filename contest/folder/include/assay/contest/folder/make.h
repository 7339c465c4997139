/* SPDX-License-Identifier: MIT */
/** Making a folder for a contest. Not included by folder.h; nothing else of the library writes. */
#ifndef ASSAY_CONTEST_FOLDER_MAKE_H
#define ASSAY_CONTEST_FOLDER_MAKE_H

#include <assay/contest/folder.h>

/** A password to read from paper and type: "k7mp-x2vd-hq9r", 59 random bits, without letters and
 * digits that look alike. Returns `password`. */
#define AS_CONTEST_PASSWORD_SIZE 15
char *as_contest_password_make(char password[AS_CONTEST_PASSWORD_SIZE]) AS_NONNULL(1);

/** Borrowed. */
struct as_contest_new_config {
	const struct as_package *const *packages; /**< settings are enough */
	/** Where each package is: the paths that problems.yaml has. A relative one is relative to
	 * the new folder. */
	const char *const *paths;
	size_t package_count;
	size_t team_count; /**< teams and their accounts: team1, team2 ... */
};
#define AS_CONTEST_NEW_TEAMS_MAX 10000

/**
 * Makes the folder `path`, which must not exist or be empty, with commented files: contest.yaml
 * without a start time (an admin starts it), problems.yaml, groups.yaml, teams.yaml and, readable
 * for the caller only, accounts.yaml with random passwords. as_contest_open has no finding about
 * it, if the packages have their data. AS_ERROR_USAGE: the folder has files, or cannot be made.
 */
int as_contest_new(const char *path, const struct as_contest_new_config *config,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/**
 * Copies a file or a folder of regular files beneath `from_fd` to a new path beneath `to_fd`. A
 * link, or anything else that is neither, is AS_ERROR_INPUT; a part may then be copied.
 */
int as_contest_copy(int from_fd, const char *path, int to_fd, const char *to_path,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(2, 4);

/** Makes a folder that only its owner can enter, or opens an empty one: a descriptor that the
 * caller owns. AS_ERROR_USAGE: it has files, or cannot be made. */
int as_contest_make_folder(const char *path, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/**
 * Adds to a document of the Contest API what the folder says beyond it: to the objects of `root`,
 * which is that of NAME.json ("contest", "problems", "groups", "teams"; nothing is added to
 * others), their keys `feedback`, `practice`, `rules`, `limits`, `languages`, `hidden`, as written.
 */
int as_contest_add_own_keys(const struct as_contest *contest, const char *name, json_t *root,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/**
 * Makes the folder `to`, which must not exist or be empty, from a Contest Package: a folder with
 * contest.json or contest.yaml, or a zip archive of one (as_zip_unpack refuses what is hostile).
 * Its configuration is taken, not its results. Keys that as_contest_open does not know are left
 * out, accounts without a password get a random one, and a package without accounts gets them;
 * `notes` says so, with `where` a name of a file in `to`. On failure the folder is empty.
 */
int as_contest_import(const char *from, const char *to, struct as_findings *notes,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** True if the name ends in .csv or .tsv. */
bool as_contest_is_table(const char *file) AS_NONNULL(1);
/** What was added. */
struct as_contest_added {
	size_t groups, organizations, teams, accounts;
	size_t passwords; /**< of accounts that had none and got a random one */
};
/**
 * Adds to a contest's folder:
 * - accounts: a list in JSON or YAML; or a table as spreadsheets write it (assay/csv.h), with the
 *   keys of accounts in its header, in which `type` is `team` by default, and the default `team_id`
 *   of a team's account is its username. Other columns are not read;
 * - what files of older tools of the ICPC have: accounts.tsv ("accounts", "1" in its first line),
 *   groups.tsv ("groups", "1"), teams.tsv ("teams", "1" or "2"), whose institutions become
 *   organizations.
 * AS_ERROR_INPUT, and nothing changed: the folder has such an object already (an organization may
 * be there, with that ICPC id or that name).
 */
int as_contest_add(const char *path, const char *file, struct as_contest_added *added,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
