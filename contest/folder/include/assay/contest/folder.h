/* SPDX-License-Identifier: MIT */
/**
 * folder: a contest as people write it. The folder holds the contest, its problems, groups,
 * organizations, teams, persons and accounts in the files of the CCS Contest Package (2026-01), in
 * JSON or YAML, and the packages of its problems. The library runs no programs; only the functions
 * of folder/make.h write.
 *
 * All mistakes of a folder are found in one pass, as findings with file and line. Life cycle:
 *
 * 	struct as_contest *contest = as_contest_open(path, &options, &cancel, &error);
 * 	if (contest && as_contest_require(contest, &error) == 0)
 * 		serve(contest);
 * 	as_contest_close(contest);
 *
 * An open contest is constant: any thread can read it until as_contest_close. Changes during the
 * contest (a new start time, a team that registers) are events of the log (assay/contest/log.h).
 * Only a server replaces a package, with the lock of the log held for writing, and closes the old
 * package when nothing uses it.
 */
#ifndef ASSAY_CONTEST_FOLDER_H
#define ASSAY_CONTEST_FOLDER_H

#include <assay/base/tree.h>
#include <assay/contest/folder/people.h>
#include <assay/contest/folder/settings.h>
#include <assay/contest/folder/times.h>
#include <assay/package.h>

#define AS_CONTEST_POINTS_E6 INT64_C(100000000)

/** A problem of the contest. */
struct as_contest_problem {
	char *id;    /**< as_contest_is_id; the name of its folder in problems/ */
	char *label; /**< "A"; unique. Default: by its place, A to Z, then AA */
	char *name;  /**< default: the package's title, else the id */
	char *uuid;  /**< of the package, or NULL */
	char *rgb;   /**< "#ff0000", or NULL */
	char *color; /**< "red", or NULL */
	/** The path of its package, for open. */
	char *package_path;
	struct as_package
		*package; /**< open; NULL: it could not be opened, and there is an error finding */
	enum as_contest_feedback feedback;
	bool counterexample; /**< a team sees a small input on which its submission fails */
	/** `max_score`: in a score contest, the score of a submission that passes all tests of a
	 * package without points of its own, 0 to AS_SCORE_MAX_E6; any other has 0. */
	int64_t points_e6;
	bool has_points; /**< the folder says so; else points_e6 is AS_CONTEST_POINTS_E6 */
	/** Ids of allowed languages, sorted, NULL-terminated and not empty; NULL: all. The package
	 * may restrict them further (`package->languages`, which can also name language families).
	 */
	char **languages;
	struct as_contest_files files; /**< "statement" and "attachments" in the contest's folder */
};

/** Owns all members. */
struct as_contest {
	char *path;          /**< as the caller wrote it, without a final '/' */
	struct as_tree tree; /**< of the folder; all files except packages are opened beneath it */
	struct as_contest_settings settings;
	struct as_contest_problem *problems; /**< ordered by `ordinal`, then as in the file; the
						API's ordinal is the index + 1 */
	size_t problem_count;
	/** Each array is sorted by its ids, numbers in them as numbers: team2, team10. */
	struct as_contest_group *groups;
	size_t group_count;
	struct as_contest_organization *organizations;
	size_t organization_count;
	struct as_contest_team *teams;
	size_t team_count;
	struct as_contest_person *persons;
	size_t person_count;
	struct as_contest_account *accounts;
	size_t account_count;
	char *accounts_file; /**< of as_contest_options; begins with '/' or '.'; NULL: none */
	/** In the order of reading: file names, contest, languages, groups, organizations, teams,
	 * persons, accounts, problems, and checks across files. `where` is "FILE:LINE:COLUMN" or
	 * "FILE", relative to the folder; in the file of shared accounts, FILE is its path. */
	struct as_findings findings;
	size_t error_count; /**< findings that are errors */
	/** The end of an imported contest, by the package's state (as_contest_import): pauses make
	 * it later than start and duration say. 0: unknown. */
	int64_t ended_wall_ms;
};

struct as_contest_options {
	/** Ids of the languages that can be judged, to report misspelt ones; NULL-terminated,
	 * borrowed for the call. NULL: languages are not checked. */
	const char *const *languages;
	/** Do not open packages: `package` is NULL without a finding, and their titles and scoring
	 * are unknown. */
	bool without_packages;
	/** The path of a file of accounts that several contests share, with the keys of
	 * accounts.yaml; borrowed for the call. The contest has these accounts and those of its
	 * folder. An account of the folder may have the same username, to name its team in this
	 * contest; a contradiction between the two is an error. NULL: none. If the file cannot be
	 * loaded, as_contest_open fails with AS_ERROR_INPUT. */
	const char *accounts;
};

/**
 * Reads a folder. NULL: it is not a folder or has no contest file (AS_ERROR_INPUT), the call was
 * cancelled (packages may be large), or AS_ERROR_INTERNAL, AS_ERROR_MACHINE. Every other mistake is
 * a finding, and the wrong part is left out: an unknown reference is AS_CONTEST_NONE, an object
 * without an id is not in its list. `options` may be NULL.
 *
 * Files and FILE references are opened beneath the folder; a link that leads out of it is an error.
 * A package can be anywhere.
 */
struct as_contest *as_contest_open(const char *path, const struct as_contest_options *options,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** True if the place of a finding is in the file of shared accounts, not in the folder. */
bool as_contest_is_outside(const struct as_finding *finding) AS_NONNULL(1);
/** 0 if no finding is an error. -1 with AS_ERROR_INPUT: the first error and the number of others.
 * Serve a contest only after this check. */
int as_contest_require(const struct as_contest *contest, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
void as_contest_close(struct as_contest *contest);
static inline void as_auto_contest(struct as_contest **contest)
{
	as_contest_close(*contest);
}
#define AS_AUTO_CONTEST AS_AUTO(as_auto_contest)

/** Opens a package for a problem of a running contest; the caller closes it. NULL: as
 * as_package_open, or it has no test data, or errors that `old` does not have: the package in use,
 * of which the caller has a use, or NULL. */
struct as_package *as_contest_package_open(const char *path, const struct as_package *old,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* ---- lookups: an index, or AS_CONTEST_NONE ---- */

size_t as_contest_find_problem(const struct as_contest *contest, const char *id) AS_NONNULL(1, 2);
size_t as_contest_find_group(const struct as_contest *contest, const char *id) AS_NONNULL(1, 2);
size_t as_contest_find_organization(const struct as_contest *contest, const char *id)
	AS_NONNULL(1, 2);
size_t as_contest_find_team(const struct as_contest *contest, const char *id) AS_NONNULL(1, 2);
size_t as_contest_find_person(const struct as_contest *contest, const char *id) AS_NONNULL(1, 2);
/** True if the contest allows the language with that id; the package can still refuse it. */
bool as_contest_allows(const struct as_contest_problem *problem, const char *language)
	AS_NONNULL(1, 2);
/** The points that a submission can earn in a score contest: those of the package if it scores,
 * else points_e6. INFINITY: unbounded, or the package could not be opened. */
double as_contest_problem_points(const struct as_contest_problem *problem) AS_NONNULL(1);
/** True if a team or one of its groups is hidden: then only the jury's boards have it. */
bool as_contest_team_is_hidden(const struct as_contest *contest, size_t team) AS_NONNULL(1);

/** True if the team is in the group, an index; every team is in AS_CONTEST_NONE. */
bool as_contest_team_is_in(const struct as_contest_team *team, size_t group) AS_NONNULL(1);
/** True if the team is in the main group; without one, all are. */
bool as_contest_is_main_team(const struct as_contest *contest, const struct as_contest_team *team)
	AS_NONNULL(1, 2);

/**
 * Opens a file of the contest for reading, close-on-exec: a regular file beneath the folder. Its
 * content may have changed since the contest was opened. `file` is one of the contest's.
 */
int as_contest_file_open(const struct as_contest *contest, const struct as_contest_file *file,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** A picture as a `data:` URL, on the heap. NULL: AS_ERROR_INPUT if it is larger than 8 MiB, or its
 * type is not a picture's; or as as_contest_file_open. */
char *as_contest_file_url(const struct as_contest *contest, const struct as_contest_file *file,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
