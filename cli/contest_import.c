/* SPDX-License-Identifier: MIT */
/* assay contest import: makes a folder from a Contest Package, or adds accounts, groups and teams
 * to one. */
#include "contest.h"

#include <assay/base/fit.h>
#include <assay/contest/folder/make.h>
#include <sys/stat.h>

struct options {
	const char *path, *source;
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_verb import_verb = {.arguments = "DIR PACKAGE|FILE",
	.about = "Makes the folder DIR from a Contest Package (a folder or a zip archive): its "
		 "configuration, not its results. Or adds the accounts of a file to the contest "
		 "DIR: a list in JSON or YAML, or a table (.csv, .tsv) with the columns username, "
		 "password, type, name, team_id. Or adds teams, groups, organizations or persons: "
		 "a list in a file of this name, for example teams.json or teams.yaml. Or adds "
		 "the contents of groups.tsv, teams.tsv or accounts.tsv of older tools.",
	.words = {{"DIR", AT(path)}, {"PACKAGE|FILE", AT(source)}}};

static struct as_contest *import_package(const struct options *options,
	const struct as_contest_options *reading, struct as_error *error)
{
	AS_AUTO(as_findings_clear) struct as_findings notes = {0};
	struct as_contest *contest = as_contest_import(
		options->source, options->path, reading, &notes, &cli_cancelled, error);

	if (contest)
		as_findings_fold(&notes, contest_show_note, (void *)options->path);
	return contest;
}

static void print_added(const struct as_contest_added *added)
{
	if (added->teams || added->organizations) {
		cli_print_count(added->teams, "team", " and ");
		cli_print_count(added->organizations, "organization", " added\n");
	} else if (added->persons) {
		cli_print_count(added->persons, "person", " added\n");
	} else if (added->groups) {
		cli_print_count(added->groups, "group", " added\n");
	} else {
		cli_print_count(added->accounts, "account", " added, ");
		printf("%zu with a random password\n", added->passwords);
	}
}

static struct as_contest *add_to_contest(const struct options *options,
	const struct as_contest_options *reading, struct as_error *error)
{
	struct as_contest_added added;
	struct as_contest *contest = as_contest_add(
		options->path, options->source, reading, &added, &cli_cancelled, error);

	if (contest && contest->error_count == 0)
		print_added(&added);
	return contest;
}

static struct as_contest *import(const struct options *options,
	const struct as_contest_options *reading, struct as_error *error)
{
	struct stat status;

	if ((stat(options->source, &status) == 0 && S_ISDIR(status.st_mode)) ||
		as_text_ends(options->source, ".zip"))
		return import_package(options, reading, error);
	if (as_contest_is_table(options->source) || as_text_ends(options->source, ".json") ||
		as_text_ends(options->source, ".yaml") || as_text_ends(options->source, ".yml"))
		return add_to_contest(options, reading, error);
	as_error_at(error, AS_ERROR_USAGE, options->source, 0, 0,
		"is neither a Contest Package (a folder or .zip) nor a list of accounts, groups or "
		"teams (.json, .yaml, .csv, .tsv)");
	return NULL;
}

/* The findings describe the folder as it would be after the import. */
static void note_nothing(const struct options *options)
{
	char text[2048];

	snprintf(text, sizeof(text),
		"%.*s: nothing was imported into %.*s, because it would have the errors above; "
		"correct them and import it again",
		as_text_fit(options->source, 600), options->source, as_text_fit(options->path, 600),
		options->path);
	cli_note(text);
}

int contest_import(int argc, char **argv)
{
	AS_AUTO(contest_languages_close) struct contest_languages languages = {0};
	struct options options = {0};
	struct as_error error = {0};
	int status = cli_parse(&import_verb, argc, argv, &options);

	if (status)
		return status;
	cli_catch_signals();
	if (contest_languages_open(&languages, &error))
		return contest_fail(&error);
	const struct as_contest_options reading = {.languages = languages.ids};
	AS_AUTO_CONTEST struct as_contest *contest = import(&options, &reading, &error);
	if (!contest)
		return contest_fail(&error);
	status = contest_print(contest, options.source, NULL);
	if (contest->error_count)
		note_nothing(&options);
	return cli_finish(status);
}
