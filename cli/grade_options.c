/* SPDX-License-Identifier: MIT */
/* The options of `assay grade`. */
#include "grade.h"

static void take_server(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	cli_url(state, option, place, value);
	if (!cli_is_on_server(value))
		cli_refuse(state, option,
			"a store in a file has no other workers; omit the option, or use "
			"postgresql://HOST/DATABASE");
}

static void take_layout(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	const char *names[AS_LAYOUT_COUNT];

	for (size_t i = 0; i < AS_LAYOUT_COUNT; i++)
		names[i] = as_layout_name((enum as_layout)i);
	*(enum as_layout *)place =
		(enum as_layout)cli_choose(state, option, value, names, AS_LAYOUT_COUNT);
}

static void take_dates(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	const char *names[AS_DATE_ORDER_COUNT];

	for (size_t i = 0; i < AS_DATE_ORDER_COUNT; i++)
		names[i] = as_date_order_name((enum as_date_order)i);
	*(enum as_date_order *)place =
		(enum as_date_order)cli_choose(state, option, value, names, AS_DATE_ORDER_COUNT);
}

static void take_stage(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	static const char *const names[] = {
		[AS_STAGE_BEFORE_DUE] = "before_due",
		[AS_STAGE_AFTER_DUE] = "after_due",
		[AS_STAGE_PUBLISHED] = "published",
	};
	struct as_grade_config *config = place;

	config->stage = (enum as_class_stage)cli_choose(
		state, option, value, names, sizeof(names) / sizeof(*names));
	config->has_stage = true;
}

#define AT(member) .place = offsetof(struct grade_options, run.member)
static const struct cli_option options_of_grade[] = {
	GRADE_AS_ROW("; see assay grade --as junit --help"),
	{"output", 'o', "OUT", "the folder for marks, verdict documents and pages", cli_text,
		AT(out), .is_needed = true},
	{"layout", 0, "NAME",
		"how SUBMISSIONS is arranged: moodle, canvas, gradescope, folders or files "
		"(default: detected)",
		take_layout, AT(arrival.layout)},
	{"roster", 0, "FILE",
		"the class: a CSV file with the column id, and perhaps name, email and group",
		cli_text, AT(arrival.roster)},
	{"fill", 0, "SHEET",
		"read times and students from the CSV file that the platform exported, and fill "
		"the marks into a copy, moodle.csv or canvas.csv",
		cli_text, AT(arrival.sheet)},
	{"column", 0, "NAME", "fill this column of the sheet (default: Moodle's column of grades)",
		cli_text, AT(column)},
	{"times", 0, "FILE", "when students handed in: a CSV file with the columns id and time",
		cli_text, AT(arrival.times)},
	{"time-column", 0, "NAME", "the column of the sheet with the times (default: Moodle's)",
		cli_text, AT(arrival.time_column)},
	{"dates", 0, "ORDER", "how dates such as 05/10/2026 are written: day-first or month-first",
		take_dates, AT(arrival.date_order)},
	{"zone", 0, "ZONE", "the time zone of times without an offset, such as Europe/Paris",
		cli_text, AT(arrival.zone)},
	{"jobs", 'j', "N",
		"run N tests at once, each on a core of its own (default: all cores); 0: queue the "
		"submissions in the --store, and wait for its workers to judge them",
		cli_number, AT(engine.workers), 0, 1024},
	CLI_CORES,
	{"dry-run", 0, NULL,
		"judge and change nothing; list the submissions that would be processed, and why",
		cli_flag, AT(dry_run)},
	{"apply", 0, NULL,
		"let new marks replace those that count (default: only print the changes)",
		cli_flag, AT(apply)},
	{"rejudge", 0, NULL,
		"judge everything again, and print each mark that changes, with the reason",
		cli_flag, AT(rejudge)},
	{"store", 0, "URL",
		"share the work with the workers of a store on a server, such as "
		"postgresql://HOST/DATABASE",
		take_server, AT(store)},
	CLI_RERUNS(struct grade_options, run.order.reruns),
	{"stage", 0, "STAGE",
		"what the students' pages may show: before_due, after_due or published (default: "
		"by the deadline of the scheme; never published)",
		take_stage, .place = 0},
	{"blind", 0, NULL, "replace names by pseudonyms in files and messages; see pseudonyms.csv",
		cli_flag, AT(blind)},
	{"no-pages", 0, NULL, "write no HTML pages", cli_flag, AT(no_pages)},
	{"no-similar", 0, NULL, "do not look for similar submissions", cli_flag, AT(no_similar)},
	CLI_MODULE(struct grade_options, modules, CLI_MODULE_HELP),
	CLI_WEAK_PROCESS(struct grade_options, run.engine.weak_sandbox, CLI_WEAK_VERDICTS_HELP),
	{0},
};

static void check(struct argp_state *state, void *input)
{
	const struct grade_options *options = input;

	cli_refuse_level(state, options->run.engine.weak_sandbox, options->run.store);
	if (options->run.engine.workers == 0 && !options->run.store)
		argp_error(state,
			"-j 0 leaves the judging to workers: add --store postgresql://..., "
			"or use a number from 1");
	else if (options->run.dry_run && options->run.apply)
		argp_error(state, "--dry-run and --apply are mutually exclusive; omit one");
}

static const struct cli_verb grade_verb = {.options = options_of_grade,
	.arguments = "SCHEME|PACKAGE SUBMISSIONS -o OUT",
	.about = "Grades a class: judges the submissions, and writes marks and verdicts into a "
		 "folder. If it is run again, it continues where it stopped, and judges only new "
		 "and changed submissions.",
	.words = {{"SCHEME", AT(scheme)}, {"SUBMISSIONS", AT(submissions)}},
	.check = check};

int grade_parse(int argc, char **argv, struct grade_options *options)
{
	options->run.engine.workers = 1024;
	options->run.engine.modules = options->modules.names;
	return cli_parse(&grade_verb, argc, argv, options);
}
