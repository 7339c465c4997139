/* SPDX-License-Identifier: MIT */
/* The options of `assay grade`. */
#include "grade.h"

#include "machine.h"

#include <string.h>

enum {
	OPTION_LAYOUT = 256,
	OPTION_ROSTER,
	OPTION_TIMES,
	OPTION_FILL,
	OPTION_COLUMN,
	OPTION_TIME_COLUMN,
	OPTION_DATES,
	OPTION_ZONE,
	OPTION_STORE,
	OPTION_DRY_RUN,
	OPTION_APPLY,
	OPTION_REJUDGE,
	OPTION_STAGE,
	OPTION_BLIND,
	OPTION_NO_PAGES,
	OPTION_NO_SIMILAR
};

static const struct argp_option option_table[] = {
	{"output", 'o', "OUT", 0, "the folder for the marks and all that they come from", 0},
	{"layout", OPTION_LAYOUT, "NAME", 0,
		"how SUBMISSIONS is arranged: moodle, canvas, gradescope, folders or files "
		"(default: detected)",
		0},
	{"roster", OPTION_ROSTER, "FILE", 0,
		"the class: a CSV file with the column id, and perhaps name, email and group", 0},
	{"fill", OPTION_FILL, "SHEET", 0,
		"read times and students from the CSV file that the platform exported, and fill "
		"the marks into a copy, moodle.csv or canvas.csv",
		0},
	{"column", OPTION_COLUMN, "NAME", 0,
		"fill this column of the sheet (default: Moodle's column of grades)", 0},
	{"times", OPTION_TIMES, "FILE", 0,
		"when students handed in: a CSV file with the columns id and time", 0},
	{"time-column", OPTION_TIME_COLUMN, "NAME", 0,
		"the column of the sheet with the times (default: Moodle's)", 0},
	{"dates", OPTION_DATES, "ORDER", 0,
		"how dates such as 05/10/2026 are written: day-first or month-first", 0},
	{"zone", OPTION_ZONE, "ZONE", 0,
		"the time zone of times without an offset, such as Europe/Paris", 0},
	CLI_JOBS_ROW(
		"run N tests at once, each on a core of its own (default: all cores); 0: queue the "
		"submissions in the --store, and wait for its workers to judge them"),
	CLI_CORES_ROW,
	{"dry-run", OPTION_DRY_RUN, NULL, 0,
		"judge nothing and change nothing; print what would be judged, and why", 0},
	{"apply", OPTION_APPLY, NULL, 0,
		"let new marks replace those that count (default: only print them)", 0},
	{"rejudge", OPTION_REJUDGE, NULL, 0,
		"judge everything again, and print each mark that changes, with the reason", 0},
	{"store", OPTION_STORE, "URL", 0,
		"share the work with the workers of a store on a server, such as "
		"postgresql://HOST/DATABASE",
		0},
	CLI_RERUNS_ROW,
	{"stage", OPTION_STAGE, "STAGE", 0,
		"what the students' pages may show: before_due, after_due or published (default: "
		"by the deadline of the scheme; never published)",
		0},
	{"blind", OPTION_BLIND, NULL, 0,
		"replace names by pseudonyms in files and messages; see pseudonyms.csv", 0},
	{"no-pages", OPTION_NO_PAGES, NULL, 0, "write no HTML pages", 0},
	{"no-similar", OPTION_NO_SIMILAR, NULL, 0, "do not look for similar submissions", 0},
	CLI_MODULE_ROW(CLI_MODULE_HELP),
	CLI_WEAK_ROW(
		"judge without control groups if this machine has none; every verdict says so"),
	{0},
};

static void parse_store(
	struct argp_state *state, const char *argument, struct grade_options *options)
{
	struct as_error error = {0};

	if (as_store_check_url(argument, &error))
		argp_error(state, "--store: %s", error.text);
	if (strncmp(argument, "sqlite:", 7) == 0)
		argp_error(state, "--store: a store in a file has no other workers; omit it, or "
				  "use postgresql://HOST/DATABASE");
	options->store = argument;
}

static void parse_layout(
	struct argp_state *state, const char *argument, struct grade_options *options)
{
	struct as_error error = {0};

	if (as_layout_parse(argument, &options->arrival.layout, &error))
		argp_error(state, "--layout: %s", error.text);
}

static void parse_dates(
	struct argp_state *state, const char *argument, struct grade_options *options)
{
	struct as_error error = {0};

	if (as_date_order_parse(argument, &options->arrival.date_order, &error))
		argp_error(state, "--dates: %s", error.text);
}

static void parse_stage(
	struct argp_state *state, const char *argument, struct grade_options *options)
{
	static const char *const names[] = {
		[AS_STAGE_BEFORE_DUE] = "before_due",
		[AS_STAGE_AFTER_DUE] = "after_due",
		[AS_STAGE_PUBLISHED] = "published",
	};
	char shown[256];

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(argument, names[i]) == 0) {
			options->stage = (enum as_stage)i;
			options->has_stage = true;
			return;
		}
	}
	argp_error(state, "--stage: unknown stage '%s'; use before_due, after_due or published",
		as_text_printable(argument, strlen(argument), shown, sizeof(shown)));
}

/* True if the key is one of an option about the pages. */
static bool take_page_option(
	struct argp_state *state, struct grade_options *options, int key, const char *argument)
{
	switch (key) {
	case OPTION_STAGE:
		parse_stage(state, argument, options);
		return true;
	case OPTION_BLIND:
		options->blind = true;
		return true;
	case OPTION_NO_PAGES:
		options->no_pages = true;
		return true;
	case OPTION_NO_SIMILAR:
		options->no_similar = true;
		return true;
	default:
		return false;
	}
}

/* True if the key is an option that describes the export. */
static bool take_arrival(
	struct argp_state *state, struct grade_options *options, int key, char *argument)
{
	struct as_submissions_order *arrival = &options->arrival;

	switch (key) {
	case OPTION_LAYOUT:
		parse_layout(state, argument, options);
		return true;
	case OPTION_DATES:
		parse_dates(state, argument, options);
		return true;
	case OPTION_ROSTER:
		arrival->roster = argument;
		return true;
	case OPTION_FILL:
		arrival->sheet = argument;
		return true;
	case OPTION_COLUMN:
		options->column = argument;
		return true;
	case OPTION_TIMES:
		arrival->times = argument;
		return true;
	case OPTION_TIME_COLUMN:
		arrival->time_column = argument;
		return true;
	case OPTION_ZONE:
		arrival->zone = argument;
		return true;
	default:
		return false;
	}
}

static void parse_argument(
	struct argp_state *state, const char *argument, struct grade_options *options)
{
	if (!options->scheme)
		options->scheme = argument;
	else if (!options->submissions)
		options->submissions = argument;
	else
		argp_error(state,
			"unexpected argument '%s'; usage: assay grade SCHEME|PACKAGE SUBMISSIONS "
			"-o OUT",
			argument);
}

static void check(struct argp_state *state, const struct grade_options *options)
{
	static const char usage[] = "usage: assay grade SCHEME|PACKAGE SUBMISSIONS -o OUT";

	if (!options->submissions)
		argp_error(state, "missing argument %s; %s",
			options->scheme ? "SUBMISSIONS" : "SCHEME", usage);
	else if (!options->out)
		argp_error(state, "missing option -o OUT; %s", usage);
	else if (options->queue_only && !options->store)
		argp_error(state,
			"-j 0 leaves the judging to workers: add --store postgresql://..., "
			"or use a number from 1");
	else if (options->dry_run && options->apply)
		argp_error(state, "--dry-run and --apply are mutually exclusive; omit one");
}

static error_t parse_machine(
	struct argp_state *state, struct grade_options *options, int key, char *argument)
{
	const struct cli_machine machine = {.workers = &options->engine.workers,
		.most_workers = 1024,
		.given = &options->modules,
		.modules = &options->engine.modules,
		.weak_sandbox = &options->engine.weak_sandbox,
		.reruns = &options->order.reruns};
	const error_t unknown = cli_machine_parse(&machine, state, key, argument);

	options->queue_only = key == 'j' ? options->engine.workers == 0 : options->queue_only;
	return unknown;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct grade_options *options = state->input;

	switch (key) {
	case 'o':
		options->out = argument;
		return 0;
	case OPTION_DRY_RUN:
		options->dry_run = true;
		return 0;
	case OPTION_APPLY:
		options->apply = true;
		return 0;
	case OPTION_REJUDGE:
		options->rejudge = true;
		return 0;
	case OPTION_STORE:
		parse_store(state, argument, options);
		return 0;
	case ARGP_KEY_ARG:
		parse_argument(state, argument, options);
		return 0;
	case ARGP_KEY_END:
		check(state, options);
		return 0;
	default:
		return take_arrival(state, options, key, argument) ||
				       take_page_option(state, options, key, argument)
			       ? 0
			       : parse_machine(state, options, key, argument);
	}
}

static const struct argp argp = {option_table, parse_option, "SCHEME|PACKAGE SUBMISSIONS -o OUT",
	"Grades a class: judges what was handed in, and writes marks and verdicts into a folder. "
	"Run again, it continues where it stopped, and judges only what changed.",
	NULL, NULL, NULL};

int grade_parse(int argc, char **argv, struct grade_options *options)
{
	options->engine.workers = 1024;
	return cli_parse(&argp, argc, argv, options);
}
