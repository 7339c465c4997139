/* SPDX-License-Identifier: MIT */
/* assay contest export: writes a contest as a Contest Package, or parts of it for publishing. */
#include "contest.h"

#include <assay/contest/export.h>
#include <assay/store/upkeep.h>
#include <limits.h>

struct options {
	const char *path;
	const char *output; /* NULL: no Contest Package */
	struct contest_publishing files;
	const char *store; /* NULL: contest.db of the folder */
};

static void check(struct argp_state *state, void *input)
{
	const struct options *options = input;

	if (!options->output && !options->files.board && !options->files.results &&
		!options->files.submissions)
		cli_refuse_missing(state, "option", "-o OUT, --board, --results or --submissions");
}

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_export[] = {
	{"output", 'o', "OUT[.zip]",
		"write a Contest Package: the folder to make, or an archive if it ends in .zip",
		cli_text, AT(output)},
	{"board", 0, "FILE", "write the public board as an HTML page in one file", cli_text,
		AT(files.board)},
	{"results", 0, "FILE",
		"write the final results: FILE ends in .html, .csv or .tsv (results.tsv of the "
		"ICPC's tools)",
		cli_text, AT(files.results)},
	{"submissions", 0, "OUT[.zip]",
		"write the sources of all submissions, by team and problem, with their verdicts",
		cli_text, AT(files.submissions)},
	{"preliminary", 0, NULL, "write results and submissions even if results are not final",
		cli_flag, AT(files.is_preliminary)},
	{"store", 0, "URL", "the store of the contest (default: contest.db in DIR)", cli_url,
		AT(store)},
	{0},
};

static const struct cli_verb export_verb = {.options = options_of_export,
	.arguments = "DIR -o OUT[.zip]",
	.about = "Writes a contest as a Contest Package: its configuration, packages, submissions, "
		 "event feed and results, as an admin sees them. Or writes the board, the results "
		 "or the submissions alone. It also works while the contest is served, and changes "
		 "nothing.",
	.words = {{"DIR", AT(path)}},
	.check = check};

static void show_left_out(size_t count, const char *why)
{
	if (count > 0)
		printf("; %zu %s %s left out", count, why, count == 1 ? "is" : "are");
}

static void show_counts(const char *output, const struct as_contest_exported *exported)
{
	printf("%s: %zu problem%s, %zu submission%s", output, exported->problem_count,
		exported->problem_count == 1 ? "" : "s", exported->submission_count,
		exported->submission_count == 1 ? "" : "s");
	show_left_out(exported->ignored_count, "ignored");
	show_left_out(exported->practice_count, "made after the end");
	show_left_out(exported->hidden_count, "of a team or problem that the folder does not have");
	printf("%s\n", exported->is_final ? "; final" : "");
}

static int export(const struct options *options, const struct as_contest *contest,
	struct as_store *store, struct as_error *error)
{
	char include_dir[PATH_MAX];
	struct as_languages *languages = as_languages_open(NULL, error);
	AS_AUTO_FREE const char **ids = languages ? as_languages_here(languages, error) : NULL;
	AS_AUTO(as_findings_clear) struct as_findings notes = {0};
	const struct as_contest_export_config config = {.contest = contest,
		.store = store,
		.languages = languages,
		.language_ids = ids,
		.version = ASSAY_VERSION,
		.include_dir = cli_find_include_dir(include_dir),
		.cancel = &cli_cancelled};
	struct as_contest_exported exported;

	const int status =
		ids ? as_contest_export(&config, options->output, &notes, &exported, error) : -1;
	as_languages_close(languages);
	if (status)
		return -1;
	as_findings_fold(&notes, contest_show_note, (void *)options->output);
	show_counts(options->output, &exported);
	return 0;
}

int contest_export(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	const int refused = cli_parse(&export_verb, argc, argv, &options);

	if (refused)
		return refused;
	cli_catch_signals();
	if (contest_publish_check(&options.files, &error))
		return contest_fail(&error);
	AS_AUTO_CONTEST struct as_contest *contest = contest_open(options.path, false, &error);
	if (!contest || as_contest_require(contest, &error))
		return contest_fail(&error);
	struct as_store *store = contest_open_store(options.path, options.store, &error);
	const int failed = error.kind != AS_ERROR_NONE ||
			   contest_publish(&options.files, contest, store, &error) ||
			   (options.output && export(&options, contest, store, &error));
	as_store_close(store);
	return failed ? contest_fail(&error) : cli_finish(0);
}
