/* SPDX-License-Identifier: MIT */
/* Private header of contest/export. */
#ifndef ASSAY_CONTEST_EXPORT_PRIVATE_H
#define ASSAY_CONTEST_EXPORT_PRIVATE_H

#include <assay/contest/api.h>
#include <assay/contest/export.h>
#include <assay/contest/export/publish.h>

/* The state of an export into a folder. */
struct export
{
	const struct as_contest_export_config *config;
	struct as_contest_api *api;
	struct as_contest_log *log;
	struct as_contest_api_reader reader;
	const char *path; /* of the folder */
	int fd;
	struct as_findings *notes;
	struct as_contest_exported *exported;
};

/* open.c: reads the log into an API. Close it also after a failure. */
int export_open(struct export *export, struct as_error *error) AS_MUST_USE;
void export_close(struct export *export);

/* ceremony.c: ceremony.json, if the contest is over, or a note why it is missing. */
int export_ceremony(struct export *export, struct as_error *error) AS_MUST_USE;

/* documents.c: the JSON of each endpoint, with the files that it refers to. */
int export_documents(struct export *export, struct as_error *error) AS_MUST_USE;
/* documents.c: the event feed. */
int export_feed(struct export *export, struct as_error *error) AS_MUST_USE;

/* files.c: the path of an API href below contests/ID/; NULL: another path, or out of memory. */
char *export_path(const struct export *export, const char *href, struct as_error *error);
/* files.c: writes the files of an object into a folder of the export. */
int export_files(struct export *export, const char *folder, const json_t *object,
	struct as_error *error) AS_MUST_USE;
/* files.c: writes the package of a problem, and refers to it in the problem's object. */
int export_package(struct export *export, const struct as_contest_problem *problem, json_t *object,
	struct as_error *error) AS_MUST_USE;

/* results.c: awards of teams, equal to those of awards.json. */
struct export_medal {
	const char *id, *word;
};
struct export_awards {
	const struct as_contest *contest;
	const struct export_medal **medals; /* the best medal of each team, or NULL */
	const char **groups;                /* the first group that each team won, or NULL */
};
/* results_table.c: writes results as HTML or CSV. `ranks`: final ranks, by row of the final board.
 */
int export_results_table(FILE *out, const struct as_contest_log *log,
	enum as_contest_results results, const struct export_awards *awards, const uint32_t *ranks,
	struct as_error *error) AS_MUST_USE;

/* results.c: results.tsv, or a note why it is missing. */
int export_results(struct export *export, struct as_error *error) AS_MUST_USE;

/* export.c: makes a folder, or an archive if the name ends in ".zip", of what `fill` writes: into a
 * folder, by its path and descriptor. On failure nothing is left. */
int export_make(const char *path, const atomic_bool *cancel,
	int (*fill)(void *context, const char *path, int fd, struct as_error *error), void *context,
	struct as_error *error) AS_MUST_USE;

/* zip.c: packs a folder. */
int export_zip(int dir_fd, const char *path, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE;

#endif
