/* SPDX-License-Identifier: MIT */
/* assay stress: searches for an input on which a submission fails, and shrinks it. */
#include "stress.h"

#include "cli.h"
#include "judge.h"

#include <inttypes.h>
#include <string.h>

struct parsing {
	struct stress_options options;
	struct cli_list words; /* the packages, then the submission */
	struct cli_modules modules;
};

static void take_add(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	struct stress_options *options = place;

	(void)state;
	(void)option;
	options->add = true;
	options->group = value;
}

#define AT(member) .place = offsetof(struct parsing, member)
static const struct cli_option options_of_stress[] = {
	{"against", 0, "SUBMISSION|reference",
		"the right solution, or `reference` for the recipe's `assay solve ...` (default: "
		"the recipe's solution, else an accepted submission of the package)",
		cli_text, AT(options.order.against)},
	{"generator", 0, "COMMAND",
		"use this program of the package's generators/ with these arguments instead of the "
		"recipe's commands; {seed} is replaced; the command is run first as written, then "
		"with other numbers",
		cli_text, AT(options.order.generator)},
	{"slowest", 0, NULL,
		"search for the valid input on which the submission takes longest; the submission "
		"must pass all tests; no answers are needed, and nothing is shrunk; the exit "
		"status is 1 if the submission reaches the time limit",
		cli_flag, AT(options.slowest)},
	{"time", 0, "TIME", "search and shrink for at most TIME (default: 30s)", cli_time,
		AT(options.order.time_ns)},
	{"seed", 0, "TEXT", "draw the same inputs in the same order as with an equal TEXT",
		cli_text, AT(options.order.seed)},
	{"jobs", 'j', "N", "try N inputs at once, each on a core of its own (default: 1)",
		cli_number, AT(options.engine.workers), 1, 256},
	{"json", 'J', NULL, "print each search as one JSON object on one line", cli_flag,
		AT(options.json)},
	{"add", 0, "GROUP",
		"add the input to the package's recipe as a test of this group or folder, such as "
		"secret/2 (default: the first folder of secret in the recipe whose input "
		"validators accept the input); `sample` adds it to the samples, as files if "
		"the recipe does not make them",
		take_add, AT(options), .may_lack_value = true},
	{"fresh", 0, NULL, "start every program but `assay solve` for each input; no fork servers",
		cli_flag, AT(options.order.is_fresh)},
	{"language", 0, "ID", "the language of the submission (default: by its file ending)",
		cli_text, AT(options.language)},
	CLI_CORES,
	CLI_MODULE(struct parsing, modules, CLI_MODULE_HELP),
	CLI_WEAK(struct parsing, options.engine.weak_sandbox, CLI_WEAK_HELP),
	{0},
};

static void check(struct argp_state *state, void *input)
{
	struct parsing *parsing = input;

	if (parsing->words.count == 1)
		cli_refuse_missing(state, "argument", "SUBMISSION");
	if (parsing->words.count > 1)
		parsing->options.path = parsing->words.items[--parsing->words.count];
	if (parsing->options.slowest && parsing->options.group &&
		strcmp(parsing->options.group, "sample") == 0)
		argp_error(state, "--slowest and --add=sample are mutually exclusive: a slow input "
				  "is not a sample");
	if (parsing->options.slowest && parsing->options.order.against)
		argp_error(state, "--slowest and --against are mutually exclusive: times need no "
				  "right solution");
}

static const struct cli_verb stress_verb = {.options = options_of_stress,
	.arguments = "PACKAGE... SUBMISSION",
	.about = "Searches for an input on which the submission fails, and shrinks it. Inputs come "
		 "from the package's generators, small ones first, and pass its input validators; "
		 "answers come from a right solution. A failure is reported only if a fresh run "
		 "confirms it. `all` and the names of folders in submissions/, such as "
		 "wrong_answer, "
		 "stand for submissions of each package. The exit status is 1 if a failing input "
		 "was found, else 0.",
	.more = {"PACKAGE", AT(words)},
	.last = "SUBMISSION",
	.check = check};

/* ---- the live line ---- */

struct live {
	struct as_progress *progress;
	int64_t begun_ns;
	uint64_t seconds; /* shown */
};

static void write_live(const struct as_stress_progress *now, char *text, size_t size)
{
	char best[64] = "";

	if (now->best_bytes != SIZE_MAX)
		snprintf(best, sizeof(best), ", smallest failing input %zu bytes", now->best_bytes);
	if (now->slowest_ns)
		snprintf(best, sizeof(best), ", slowest %.3f s", (double)now->slowest_ns / 1e9);
	snprintf(text, size, "s; %" PRIu64 " inputs, %.0f/s, largest %zu bytes%s%s", now->tried,
		now->rate, now->largest_bytes, best, now->is_shrinking ? ", shrinking" : "");
}

static void show_progress(void *context, const struct as_stress_progress *now)
{
	struct live *live = context;
	char text[256];

	write_live(now, text, sizeof(text));
	const uint64_t seconds = (uint64_t)((as_now_ns() - live->begun_ns) / 1000000000);
	for (; live->seconds < seconds; live->seconds++)
		as_progress_step(live->progress, text);
	as_progress_note(live->progress, text);
}

/* ---- the search ---- */

static int check_language(const struct stress_options *options, struct as_error *error)
{
	const struct as_languages *languages = options->engine.languages;
	char hint[AS_SUGGESTION_SIZE];

	if (!options->language || as_languages_find(languages, options->language))
		return 0;
	return as_error_set(error, AS_ERROR_USAGE, "unknown language '%s'%s see assay languages",
		options->language, as_languages_suggest(languages, options->language, hint));
}

static int search(struct stress_options *options, struct as_open_package *opened,
	struct as_stress_report *report, struct as_error *error)
{
	const int64_t time_ns = options->order.time_ns ? options->order.time_ns : AS_STRESS_TIME_NS;
	const struct as_submission submission = {
		.path = options->path, .language = options->language};
	struct live live = {.begun_ns = as_now_ns()};

	if (as_engine_package_prepare(opened, error))
		return -1;
	struct as_compiled *compiled = as_engine_compile(opened, &submission, NULL, error);
	if (!compiled)
		return -1;
	live.progress = as_progress_new("searching", (uint64_t)(time_ns / 1000000000));
	options->order.opened = opened;
	options->order.submission = compiled;
	options->order.submission_path = options->path;
	options->order.workers = options->engine.workers;
	options->order.cancel = &cli_cancelled;
	options->order.progress = show_progress;
	options->order.progress_context = &live;
	const int failed = options->slowest ? as_stress_find_slowest(&options->order, report, error)
					    : as_stress_run(&options->order, report, error);
	as_progress_free(live.progress);
	as_compiled_free(compiled);
	return failed;
}

static int search_package(struct stress_options *options, const struct as_package *package,
	struct as_stress_report *report, struct as_error *error)
{
	const int64_t waited_ns = cli_waited_ns();

	options->engine.note = cli_count_wait;
	struct as_engine *engine = as_engine_open(&options->engine, error);
	struct as_open_package *opened =
		engine ? as_engine_package_open(engine, package, error) : NULL;
	struct as_stress_programs programs;

	options->order.package = package;
	options->order.programs = &programs.config;
	const int failed = !opened ||
			   as_stress_programs_init(&programs, engine, &cli_cancelled, error) ||
			   search(options, opened, report, error);
	as_engine_package_close(opened);
	as_engine_close(engine);
	options->waited_ns = cli_waited_ns() - waited_ns;
	return failed ? -1 : 0;
}

/* ---- what comes of it ---- */

static bool is_found(const struct as_stress_report *report)
{
	return report->outcome == AS_STRESS_FAILS || report->outcome == AS_STRESS_DISAGREE ||
	       report->outcome == AS_STRESS_SLOWER;
}

static void add_row(const struct stress_options *options, const struct as_stress_report *report,
	bool is_failing)
{
	if (options->slowest && is_found(report))
		cli_rows_add(options->rows, options->package, is_failing, "%s: %.3f s of CPU time",
			options->submission, (double)report->slowest.time_ns / 1e9);
	else if (is_found(report))
		cli_rows_add(options->rows, options->package, 1,
			"%s fails: %s on an input of %zu bytes", options->submission,
			as_verdict_name(report->failure.verdict), report->failure.input.size);
	else if (report->outcome == AS_STRESS_REFUSED)
		cli_rows_add(options->rows, options->package, 0, "%s: CE, nothing was tried",
			options->submission);
	else
		cli_rows_add(options->rows, options->package, 0,
			"%s: no %s input found, %" PRIu64 " tried", options->submission,
			options->slowest ? "slower" : "failing", report->tried);
}

/* Printed before a signal ends the command. */
static int print_result(const struct stress_options *options, const struct as_stress_report *report,
	const struct stress_addition *addition, int64_t limit_ns)
{
	int failed = 0;

	if (options->json)
		failed = options->slowest ? stress_print_slowest_json(options, report, limit_ns)
					  : stress_print_json(options, report);
	else if (options->slowest)
		stress_print_slowest(options, report, addition, limit_ns);
	else
		stress_print(options, report, addition);
	return failed || fflush(stdout) ? -1 : 0;
}

static char *quote(const struct as_stress_report *report)
{
	char *command = report->slowest.command;
	const struct as_bytes text = {.data = command, .size = command ? strlen(command) : 0};

	return is_found(report) ? as_stress_quote(command ? &text : &report->failure.input, NULL)
				: NULL;
}

static int print(const struct stress_options *options, const struct as_package *package,
	const struct as_stress_report *report, struct as_error *error)
{
	const int64_t limit_ns = package->limits.time_limit_ns;
	AS_AUTO_FREE char *quoted = quote(report);
	AS_AUTO_FREE char *folder =
		is_found(report) ? as_stress_folder(&report->failure, error) : NULL;
	struct stress_addition addition = {.prefix = options->slowest ? "slow" : "stress",
		.quoted = quoted,
		.is_command = report->slowest.command != NULL,
		.has_validators = package->input_validators && package->input_validators[0],
		.folder = folder};
	struct as_error why = {0};

	if (is_found(report) && !folder)
		return -1;
	if (report->interrupted && is_found(report))
		cli_leaves_behind("the best input so far is printed above");
	const int failed = stress_add(options, is_found(report) ? report : NULL, &addition, &why);
	if (print_result(options, report, &addition, limit_ns)) {
		options->rows->status = cli_fail_printing("the result");
		return 0;
	}
	if (!failed) {
		add_row(options, report, !options->slowest || report->slowest.time_ns >= limit_ns);
		return 0;
	}
	if (error)
		*error = why;
	return -1;
}

/* ---- all stages ---- */

static int run_search(
	struct stress_options *options, const struct as_package *package, struct as_error *error)
{
	AS_AUTO(as_stress_report_clear) struct as_stress_report report = {0};
	AS_AUTO_NAMES char **folders = NULL;

	if (check_language(options, error) ||
		stress_check_addition(options, package, &folders, error))
		return -1;
	options->order.home.folders = folders;
	if (search_package(options, package, &report, error))
		return -1;
	return print(options, package, &report, error);
}

/* A submission that cannot be searched for does not stop the others. */
static int search_all(struct stress_options *options, const struct as_package *package,
	struct cli_rows *rows, struct as_error *error)
{
	const char *word = options->path;
	struct cli_list list = {&word, 1};
	AS_AUTO_NAMES char **paths = NULL;

	if (judge_choose_submissions(package, &list, &paths, error))
		return -1;
	for (size_t i = 0; i < list.count && !cli_cancelled; i++) {
		struct as_error why = {0};
		AS_AUTO_FREE char *shown = as_text_format(&why, "%s", list.items[i]);
		judge_show_path(package, &shown);
		options->path = list.items[i];
		options->submission = shown;
		if (!shown || run_search(options, package, &why))
			cli_rows_fail(rows, options->package, &why);
	}
	options->path = word;
	return 0;
}

static int search_one(
	void *context, const char *path, struct cli_rows *rows, struct as_error *error)
{
	struct stress_options *options = context;

	options->package = path;
	options->rows = rows;
	struct as_package *package = as_package_open(path, &cli_cancelled, error);
	const int failed = !package || search_all(options, package, rows, error);
	as_package_close(package);
	return failed ? -1 : 0;
}

int cli_stress(int argc, char **argv)
{
	struct parsing parsing = {
		.options = {.engine = {.workers = 1, .modules = parsing.modules.names}}};
	int status = cli_parse(&stress_verb, argc, argv, &parsing);

	if (!status) {
		cli_catch_signals();
		status = cli_rows_run(&parsing.words, &parsing.options.engine, search_one,
			&parsing.options, !parsing.options.json);
	}
	free(parsing.words.items);
	return status;
}
