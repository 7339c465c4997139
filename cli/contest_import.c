/* SPDX-License-Identifier: MIT */
/* assay contest import: makes a folder from a Contest Package, or adds accounts, groups, teams and
 * pictures to one. */
#include "contest.h"

#include <assay/base/fit.h>
#include <assay/contest/folder/make.h>
#include <assay/contest/folder/roster.h>
#include <fcntl.h>
#include <sys/stat.h>

struct options {
	const char *path;
	const char *source; /* NULL: only pictures */
	const char *photos, *logos;
	bool is_dry;
};

/* The file may be missing if there are pictures. */
static void take_word(struct argp_state *state, char *argument)
{
	struct options *options = state->input;

	if (options->source)
		cli_refuse_argument(state, argument);
	else
		*(options->path ? &options->source : &options->path) = argument;
}

static void check(struct argp_state *state, void *input)
{
	const struct options *options = input;

	if (!options->path)
		cli_refuse_missing(state, "argument", "DIR");
	else if (!options->source && !options->photos && !options->logos)
		cli_refuse_missing(state, "argument", "PACKAGE|FILE");
}

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_import[] = {
	{"photos", 0, "FOLDER", "pictures of teams: files named after a team, its label or its id",
		cli_text, AT(photos)},
	{"logos", 0, "FOLDER", "pictures of universities: files named after a university or its id",
		cli_text, AT(logos)},
	{"dry-run", 0, NULL, "with a table of teams or pictures: print what would be done",
		cli_flag, AT(is_dry)},
	{0},
};

static const struct cli_verb import_verb = {.options = options_of_import,
	.arguments = "DIR PACKAGE|FILE",
	.about = "Makes the folder DIR from a Contest Package (a folder or a zip archive): its "
		 "configuration, not its results. Or adds the teams of a table (.csv, .tsv) to the "
		 "contest DIR, with their universities, accounts and passwords; a later table "
		 "changes them. Or adds the accounts of a file: a list in JSON or YAML, or a table "
		 "(.csv, .tsv) with the columns username, "
		 "password, type, name, team_id. Or adds teams, groups, organizations or persons: "
		 "a list in a file of this name, for example teams.json or teams.yaml. Or adds "
		 "the contents of groups.tsv, teams.tsv or accounts.tsv of older tools.",
	.words = {{"DIR", AT(path)}, {"PACKAGE|FILE", AT(source)}},
	.take = take_word,
	.check = check};

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

/* The kind of the imported file; without a file, only pictures are added. */
enum source { SOURCE_ROSTER, SOURCE_PACKAGE, SOURCE_LIST, SOURCE_UNKNOWN };

static int find_table(const char *file, enum source *source, struct as_error *error)
{
	const int is_roster = as_contest_is_roster(file, error);

	*source = is_roster > 0 ? SOURCE_ROSTER : SOURCE_LIST;
	return is_roster < 0 ? -1 : 0;
}

static int find_source(const char *file, enum source *source, struct as_error *error)
{
	struct stat status;

	*source = SOURCE_ROSTER;
	if (!file)
		return 0;
	*source = SOURCE_PACKAGE;
	if (stat(file, &status) == 0 && S_ISDIR(status.st_mode))
		return 0;
	AS_AUTO_FD int fd = as_file_open(AT_FDCWD, file, error);
	if (fd < 0)
		return -1;
	if (as_contest_is_table(file))
		return find_table(file, source, error);
	if (as_text_ends(file, ".json") || as_text_ends(file, ".yaml") ||
		as_text_ends(file, ".yml"))
		*source = SOURCE_LIST;
	else if (!as_text_ends(file, ".zip"))
		*source = SOURCE_UNKNOWN;
	return 0;
}

static struct as_contest *import(const struct options *options,
	const struct as_contest_options *reading, struct as_error *error)
{
	const struct as_contest_roster_config roster = {.file = options->source,
		.photos = options->photos,
		.logos = options->logos,
		.is_dry = options->is_dry,
		.options = reading,
		.cancel = &cli_cancelled};
	enum source source;

	if (find_source(options->source, &source, error))
		return NULL;
	if (source == SOURCE_ROSTER)
		return contest_import_roster(options->path, &roster, error);
	if (options->photos || options->logos || options->is_dry) {
		as_error_at(error, AS_ERROR_USAGE, options->source, 0, 0,
			source == SOURCE_PACKAGE
				? "is a Contest Package; --photos, --logos and --dry-run need a "
				  "table of teams (.csv, .tsv)"
				: "--photos, --logos and --dry-run need a table of teams (.csv, "
				  ".tsv): its header has a column such as 'team'");
		return NULL;
	}
	if (source == SOURCE_PACKAGE)
		return import_package(options, reading, error);
	if (source == SOURCE_LIST)
		return add_to_contest(options, reading, error);
	as_error_at(error, AS_ERROR_USAGE, options->source, 0, 0,
		"is neither a Contest Package (a folder or .zip) nor a list of accounts, groups or "
		"teams (.json, .yaml, .csv, .tsv)");
	return NULL;
}

/* The findings describe the folder as it would be after the import. */
static void note_nothing(const struct options *options)
{
	const char *source = options->source ? options->source : options->path;
	char text[2048];

	snprintf(text, sizeof(text),
		"%.*s: nothing was imported into %.*s, because it would have the errors above; "
		"correct them and import it again",
		as_text_fit(source, 600), source, as_text_fit(options->path, 600), options->path);
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
