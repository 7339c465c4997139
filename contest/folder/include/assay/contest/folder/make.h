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
#define AS_CONTEST_NEW_TEAMS_MOST 10000

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

/**
 * Makes the folder `to`, which must not exist or be empty, from a Contest Package: a folder with
 * contest.json or contest.yaml. Its configuration is taken, not its results. Keys that
 * as_contest_open does not know are left out, accounts without a password get a random one, and a
 * package without accounts gets them; `notes` says so, with `where` a name of a file in `to`. On
 * failure the folder is empty.
 */
int as_contest_import(const char *from, const char *to, struct as_findings *notes,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/**
 * Adds the accounts of a file, a list in JSON or YAML, to a contest's folder. `count`: those that
 * were added; `password_count`: those of them that had no password and got a random one.
 * AS_ERROR_INPUT, and nothing changed: an account with that id or username is there already.
 */
int as_contest_add_accounts(const char *path, const char *file, size_t *count,
	size_t *password_count, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);

#endif
