/* SPDX-License-Identifier: MIT */
/* assay strength: measures how well the tests of a package tell right programs from wrong ones. */
#include "strength.h"

#include "cli.h"

#include <assay/base/progress.h>
#include <limits.h>
#include <string.h>

struct options {
	struct as_engine_config engine;
	struct cli_modules modules;
	struct as_strength_order order;
	unsigned mutants;
	const char *package, *baseline;
	bool json, no_search, fix;
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_strength[] = {
	{"mutants", 0, "N", "make at most N mutants (default: 300)", cli_number, AT(mutants), 1,
		AS_STRENGTH_MAX_MUTANTS},
	{"seed", 0, "TEXT", "choose the same mutants as with an equal TEXT", cli_text,
		AT(order.seed)},
	{"time", 0, "TIME",
		"begin no mutant after TIME, and search no longer for inputs (default: 5min)",
		cli_time, AT(order.time_ns)},
	{"no-search", 0, NULL, "do not search for inputs on which survivors fail", cli_flag,
		AT(no_search)},
	{"from", 0, "SUBMISSION",
		"make mutants of this submission only (default: of each submission in "
		"submissions/accepted)",
		cli_text, AT(order.from)},
	{"baseline", 0, "FILE",
		"an earlier output of --json: programs that passed all tests in FILE do not make "
		"the exit status 1",
		cli_text, AT(baseline)},
	{"fix", 0, NULL,
		"add the inputs of gaps to the recipe of a pass-fail package, make the tests, and "
		"measure again with other mutants, until no gap is found; adds at most three "
		"tests for each ten that the package has, or one",
		cli_flag, AT(fix)},
	{"jobs", 'j', "N", "use N cores (default: all)", cli_number, AT(engine.workers), 1, 1024},
	{"json", 'J', NULL, CLI_JSON_HELP, cli_flag, AT(json)},
	CLI_CORES,
	CLI_MODULE(struct options, modules, CLI_MODULE_HELP),
	CLI_WEAK(struct options, engine.weak_sandbox, CLI_WEAK_HELP),
	{0},
};

static void options_check(struct argp_state *state, void *input)
{
	const struct options *options = input;

	if (options->fix && options->no_search)
		argp_error(state, "--fix and --no-search are mutually exclusive");
}

static const struct cli_verb strength_verb = {.options = options_of_strength,
	.arguments = "PACKAGE",
	.about =
		"Measures how well the tests of a package tell right programs from wrong ones. It "
		"makes mutants of the accepted submissions, which are copies with one mistake "
		"each, and judges the mutants and the wrong submissions of the package on all "
		"tests. For a mutant that passes all tests, it searches for an input on which the "
		"mutant fails, with the package's generators: such an input is a gap in the tests. "
		"A mutant without such an input may be right. The exit status is 1 if a gap was "
		"found or a wrong submission passes all tests, else 0.",
	.words = {{"PACKAGE", AT(package)}},
	.check = options_check};

/* ---- the live line ---- */

struct stage {
	const char *what;
	size_t done, total;
};

static struct stage stage_of(const struct as_strength_progress *now)
{
	if (now->gap_count)
		return (struct stage){"checking new tests", now->checked, now->gap_count};
	if (now->survivor_count)
		return (struct stage){"searching for inputs", now->searched, now->survivor_count};
	if (now->program_count)
		return (struct stage){"compiling mutants", now->compiled, now->program_count};
	return (struct stage){"judging accepted submissions", now->accepted, now->source_count};
}

struct live {
	struct as_progress *progress;
	struct stage stage; /* that the bar shows */
};

static void show_progress(void *context, const struct as_strength_progress *now)
{
	struct live *live = context;
	const struct stage stage = stage_of(now);
	char text[128];

	if (stage.what != live->stage.what) {
		as_progress_free(live->progress);
		live->progress = as_progress_new(stage.what, stage.total);
		live->stage = (struct stage){.what = stage.what};
	}
	snprintf(text, sizeof(text), "judged %zu, killed %zu, gaps %zu", now->judged, now->killed,
		now->gaps);
	for (; live->stage.done < stage.done; live->stage.done++)
		as_progress_step(live->progress, text);
	as_progress_note(live->progress, text);
}

/* ---- the stages ---- */

static int print_json(const struct as_strength_report *report, const struct as_package *package)
{
	AS_AUTO_JSON json_t *document = as_strength_json(report, package, NULL);

	if (!document || json_dumpf(document, stdout, JSON_COMPACT))
		return -1;
	return putchar('\n') == EOF ? -1 : 0;
}

static int print(const struct options *options, const struct as_strength_report *report,
	const struct as_package *package)
{
	if (report->interrupted)
		cli_leaves_behind("the results so far are printed above");
	/* Printed before a signal ends the command. */
	if ((options->json ? print_json : strength_print)(report, package) || fflush(stdout))
		return cli_fail_printing("the result");
	return as_strength_count_findings(report) > 0;
}

/* ---- one measurement ---- */

static int options_measure(struct options *options, struct as_engine *engine,
	const struct as_package *package, struct as_strength_report *report, struct as_error *error)
{
	struct as_stress_programs programs;
	struct live live = {0};
	struct as_open_package *opened = as_engine_package_open(engine, package, error);

	options->order.engine = engine;
	options->order.opened = opened;
	options->order.mutants = options->mutants;
	options->order.progress = show_progress;
	options->order.progress_context = &live;
	options->order.programs = options->no_search ? NULL : &programs.config;
	const int failed = !opened ||
			   as_stress_programs_init(&programs, engine, &cli_cancelled, error) ||
			   as_strength_measure(&options->order, report, error);
	as_progress_free(live.progress);
	as_engine_package_close(opened);
	return failed ? -1 : 0;
}

static int measure_in_engine(struct options *options, const struct as_package *package,
	struct as_strength_report *report, struct as_error *error)
{
	struct as_engine *engine = as_engine_open(&options->engine, error);
	const int failed = !engine || options_measure(options, engine, package, report, error);

	as_engine_close(engine);
	return failed ? -1 : 0;
}

/* ---- rounds ---- */

/* With --fix a package is measured until no gap is found. */
struct rounds {
	size_t count;
	size_t max_tests; /* that may still be added */
	bool is_over;
};

/* A new seed for each round: the tests must not be chosen by the mutants of the estimate. */
static char *make_seed(const struct rounds *rounds, const char *seed, struct as_error *error)
{
	return rounds->count ? as_text_format(error, "%s %zu", seed ? seed : "", rounds->count)
			     : as_text_format(error, "%s", seed ? seed : "");
}

/* 30 % of the tests, but at least one. */
static size_t most_tests(const struct as_package *package)
{
	return package->test_count < 4 ? 1 : package->test_count * 3 / 10;
}

static int rounds_fix(const struct options *options, struct rounds *rounds,
	const struct as_package *package, const struct as_strength_report *report,
	struct as_error *error)
{
	size_t added = 0;

	if (options->fix && !report->interrupted &&
		strength_fix(package, report, rounds->max_tests, &added, error))
		return -1;
	rounds->max_tests -= added;
	rounds->is_over = !added;
	rounds->count++;
	return 0;
}

static int run_round(struct options *options, struct rounds *rounds,
	const struct as_package *package, const json_t *baseline, struct as_error *error)
{
	AS_AUTO(as_strength_report_clear) struct as_strength_report report = {0};
	const char *seed = options->order.seed;
	AS_AUTO_FREE char *own_seed = make_seed(rounds, seed, error);

	if (!own_seed || (options->fix && strength_fix_check(package, error)))
		return -1;
	if (!rounds->count)
		rounds->max_tests = most_tests(package);
	options->order.wanted_tests = options->fix ? rounds->max_tests : 0;
	options->order.seed = own_seed;
	options->order.baseline = baseline;
	const int failed = measure_in_engine(options, package, &report, error);
	options->order.seed = seed;
	if (failed || rounds_fix(options, rounds, package, &report, error))
		return -1;
	return rounds->is_over ? print(options, &report, package) : 0;
}

static int run_package(struct options *options, struct rounds *rounds, struct as_error *error)
{
	struct as_package *package = as_package_open(options->package, &cli_cancelled, error);
	AS_AUTO_JSON json_t *baseline =
		package && options->baseline
			? as_strength_baseline_load(options->baseline, package, error)
			: NULL;
	const int status = !package || (options->baseline && !baseline)
				   ? -1
				   : run_round(options, rounds, package, baseline, error);

	as_package_close(package);
	return status;
}

static int run_rounds(struct options *options, struct as_error *error)
{
	struct rounds rounds = {0};
	int status = 0;

	while (status == 0 && !rounds.is_over)
		status = run_package(options, &rounds, error);
	return status;
}

int cli_strength(int argc, char **argv)
{
	char include_dir[PATH_MAX];
	struct options options = {.engine = {.cancel = &cli_cancelled,
					  .workers = cli_all_cores(),
					  .modules = options.modules.names}};
	struct as_error error = {0};

	if (cli_parse(&strength_verb, argc, argv, &options))
		return AS_ERROR_USAGE;
	cli_catch_signals();
	struct as_languages *languages = as_languages_open(NULL, &error);
	options.engine.languages = languages;
	options.engine.include_dir = cli_find_include_dir(include_dir);
	int status = languages ? run_rounds(&options, &error) : -1;
	as_languages_close(languages);
	if (status < 0)
		status = cli_cancelled ? AS_ERROR_INTERNAL : cli_fail(&error);
	return cli_finish(status);
}
