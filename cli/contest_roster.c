/* SPDX-License-Identifier: MIT */
/* assay contest import: teams with universities from a table, and pictures. */
#include "contest.h"

#include <assay/contest/folder/roster.h>
#include <string.h>

/* The places of notes are files of the caller. */
static void show_note(void *context, const struct as_finding *finding)
{
	(void)context;
	cli_print_finding(NULL, finding->where, finding);
}

/* ", 3 groups added" */
static void print_part(size_t count, const char *noun)
{
	if (count)
		printf(", %zu %s%s", count, noun, count == 1 ? "" : "s");
}

static void print_done(
	const struct as_contest_roster_config *config, const struct as_contest_roster_done *done)
{
	if (config->is_dry)
		fputs("dry run, nothing is written: ", stdout);
	if (config->file) {
		cli_print_count(done->teams_added, "team", " added");
		print_part(done->organizations, "organization");
		print_part(done->groups, "group");
		print_part(done->persons, "person");
		print_part(done->accounts, "account");
		printf("; %zu changed, %zu as before%s", done->teams_changed, done->teams_same,
			config->photos || config->logos ? "; " : "");
	}
	if (config->photos)
		cli_print_count(done->photos, "photo", config->logos ? ", " : "");
	if (config->logos)
		cli_print_count(done->logos, "logo", "");
	putchar('\n');
}

struct as_contest *contest_import_roster(
	const char *path, const struct as_contest_roster_config *config, struct as_error *error)
{
	AS_AUTO(as_findings_clear) struct as_findings notes = {0};
	struct as_contest_roster_done done;
	struct as_contest *contest = as_contest_import_roster(path, config, &done, &notes, error);

	as_findings_fold(&notes, show_note, NULL);
	if (contest && contest->error_count == 0)
		print_done(config, &done);
	return contest;
}
