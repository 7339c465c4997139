/* SPDX-License-Identifier: MIT */
/** Teams with their universities and accounts from one table, as spreadsheets write it. Not
 * included by folder.h. */
#ifndef ASSAY_CONTEST_FOLDER_ROSTER_PUBLIC_H
#define ASSAY_CONTEST_FOLDER_ROSTER_PUBLIC_H

#include <assay/contest/folder.h>

/** 1: the file is a table whose header has a column of teams, and a column of universities or no
 * usernames; 0: another table, a list of accounts (as_contest_add); -1: the file cannot be read. */
int as_contest_is_roster(const char *file, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** All pointers are borrowed. */
struct as_contest_roster_config {
	const char *file; /**< the table; NULL: only pictures */
	/** Folders of pictures: of teams, and of organizations; or NULL. */
	const char *photos, *logos;
	bool is_dry; /**< write nothing */
	const struct as_contest_options *options;
	const atomic_bool *cancel;
};
struct as_contest_roster_done {
	size_t teams_added, teams_changed, teams_same;
	size_t organizations, groups, persons, accounts; /**< added */
	size_t photos, logos;
};
/**
 * Adds and changes the teams of a table. Columns are found by usual names, in any order:
 * team, label, ICPC id, university, its short name, country, group, place, username, password,
 * members, coach. A team of the folder is found by its label or id, else by its name, and gets the
 * values of cells that are not empty; others are added, with an account and a random password.
 * Universities and groups are added once. No team is removed.
 *
 * A picture belongs to the team whose name, label or id is its file's name, or to the organization
 * with this name, formal name, id or ICPC id. Case, accents, blanks and punctuation do not matter.
 *
 * Returns the open contest as it is afterwards. Nothing is written if it has errors, if `is_dry`,
 * or if the function returns NULL: then AS_ERROR_INPUT can also mean that `notes` has errors, with
 * line and column of the table. `notes` further lists what needs attention.
 */
struct as_contest *as_contest_import_roster(const char *path,
	const struct as_contest_roster_config *config, struct as_contest_roster_done *done,
	struct as_findings *notes, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);

#endif
