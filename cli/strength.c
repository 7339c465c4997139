/* SPDX-License-Identifier: MIT */
/* assay strength: measures how well the tests of a package tell right programs from wrong ones. */
#include "strength.h"

#include "cli.h"
#include "rows.h"

#include <assay/base/fit.h>
#include <assay/testgen.h>

struct options {
	struct as_engine_config engine;
	struct cli_modules modules;
	struct as_strength_order order;
	unsigned mutants;
	struct cli_list packages, from;
	const char *package, *baseline, *html; /* the package that is measured */
	struct cli_rows *rows;
	bool json, no_search, fix, much;
	bool is_announced; /* the mutants of the first round of the package */
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
		"make mutants of this submission only; can be repeated (default: each submission "
		"in submissions/accepted)",
		cli_add, AT(from)},
	{"baseline", 0, "FILE",
		"an earlier output of --json, of any number of packages: programs that passed "
		"all tests in FILE do not make "
		"the exit status 1",
		cli_text, AT(baseline)},
	{"fix", 0, NULL,
		"add the inputs of gaps to the recipe, make the tests, and measure again with "
		"other mutants, until no gap is found; adds at most three tests for each ten of "
		"the package, or one test if it has fewer than four; in a scoring package, only in "
		"groups whose worst test counts",
		cli_flag, AT(fix)},
	{"much", 0, NULL, "with --fix: add any number of tests", cli_flag, AT(much)},
	{"jobs", 'j', "N", "use N cores (default: all)", cli_number, AT(engine.workers), 1, 1024},
	{"json", 'J', NULL, "print one JSON object for each package, on one line", cli_flag,
		AT(json)},
	{"html", 0, "FILE", "also write the report as an HTML page to FILE", cli_text, AT(html)},
	CLI_CORES,
	{"fresh", 0, NULL, "do not use the result cache", cli_flag, AT(engine.fresh)},
	CLI_MODULE(struct options, modules, CLI_MODULE_HELP),
	CLI_WEAK(struct options, engine.weak_sandbox, CLI_WEAK_HELP),
	{0},
};

static void options_check(struct argp_state *state, void *input)
{
	const struct options *options = input;

	if (options->from.count && options->packages.count > 1)
		argp_error(state, "--from takes one package; name the package of the submission");
	if (options->html && options->packages.count > 1)
		argp_error(state, "--html takes one package; write a page for each package");
	if (options->fix && options->no_search)
		argp_error(state, "--fix and --no-search are mutually exclusive");
	if (options->much && !options->fix)
		argp_error(state, "--much without --fix; add --fix or remove --much");
}

static const struct cli_verb strength_verb = {.options = options_of_strength,
	.arguments = "PACKAGE...",
	.about =
		"Measures how well the tests of each package tell right programs from wrong ones. "
		"It "
		"makes mutants of the accepted submissions, which are copies with one mistake "
		"each, and judges the mutants and the wrong submissions of the package on all "
		"tests. For a mutant that passes all tests, it searches for an input on which the "
		"mutant fails, with the package's generators: such an input is a gap in the tests. "
		"So is an input of a group of a scoring package on which a mutant fails that keeps "
		"the points of the group. "
		"A mutant without such an input may be right. At last, it runs the package's "
		"validators on changed outputs and inputs. The exit status is 1 if a gap was "
		"found, accepted submissions disagree about an input, a wrong submission of the "
		"package passes all tests, the output validator accepts an output that is "
		"certainly wrong, the input validators accept anything, or a test kills a mutant "
		"that strength.yaml declares right; else 0.",
	.more = {"PACKAGE", AT(packages)},
	.check = options_check};

/* ---- the stages ---- */

static int print_json(const struct as_strength_report *report, const struct as_package *package)
{
	AS_AUTO_JSON json_t *document = as_strength_json(report, package, NULL);

	return cli_print_json(document, JSON_COMPACT);
}

static void add_row(const struct options *options, const struct as_strength_report *report)
{
	const size_t gaps = report->counts[AS_MUTANT_GAP],
		     judged = as_strength_count_judged(report);
	size_t passed = 0;

	for (size_t i = 0; i < report->own_count; i++)
		passed += as_strength_has_passed(&report->programs[i]);
	cli_rows_add(options->rows, options->package, as_strength_count_findings(report) > 0,
		"%s%zu mutant%s: %zu killed, %zu survived, %zu gap%s, %zu of groups; %zu of %zu "
		"judged wrong "
		"submission%s pass all tests",
		report->dispute.right ? "accepted submissions disagree about an input; " : "",
		report->mutant_count, report->mutant_count == 1 ? "" : "s",
		report->counts[AS_MUTANT_KILLED], report->counts[AS_MUTANT_SURVIVED], gaps,
		gaps == 1 ? "" : "s", report->group_gaps.count, passed, judged,
		judged == 1 ? "" : "s");
}

static void write_page(const struct options *options, const struct as_strength_report *report,
	const struct as_package *package)
{
	struct as_error error = {0};
	AS_AUTO_FREE char *page = options->html
					  ? as_strength_page(report, package,
						    cli_page_made((char[CLI_MADE_SIZE]){0}), &error)
					  : NULL;

	if (!options->html || (page && cli_page_write(options->html, page, &error) == 0))
		return;
	cli_rows_fail(options->rows, options->package, &error);
}

static int print(const struct options *options, const struct as_strength_report *report,
	const struct as_package *package)
{
	if (report->interrupted)
		cli_leaves_behind("the results so far are printed above and kept; run the command "
				  "again to continue");
	/* Printed before a signal ends the command. */
	if ((options->json ? print_json : strength_print)(report, package) || fflush(stdout))
		options->rows->status = cli_fail_printing("the result");
	else
		write_page(options, report, package);
	return 0;
}

/* ---- one measurement ---- */

static int options_measure(struct options *options, struct as_engine *engine,
	const struct as_package *package, struct as_strength_report *report, struct as_error *error)
{
	struct as_stress_programs programs;
	struct strength_live live = {.report = report,
		.workers = options->engine.workers,
		.time_ns = options->order.time_ns,
		.is_silent = options->json || options->is_announced};
	const int64_t waited_ns = cli_waited_ns();
	struct as_open_package *opened = as_engine_package_open(engine, package, error);

	options->order.engine = engine;
	options->order.opened = opened;
	options->order.from = options->from.items;
	options->order.mutants = options->mutants;
	options->order.progress = strength_show_progress;
	options->order.progress_context = &live;
	options->order.programs = options->no_search ? NULL : &programs.config;
	const int failed = !opened ||
			   as_stress_programs_init(&programs, engine, &cli_cancelled, error) ||
			   as_strength_measure(&options->order, report, error);
	report->waited_ns = cli_waited_ns() - waited_ns;
	as_progress_free(live.progress);
	options->is_announced = true;
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
	size_t max_tests;    /* that may still be added */
	bool has_made_tests; /* those of the recipe as it was */
	bool can_add;        /* some group takes tests */
	bool is_over;
	/* The last round that ended, which is printed if the next one is interrupted before it has
	 * a report of its own. */
	struct as_package *package;
	struct as_strength_report report;
};

static void rounds_forget(struct rounds *rounds)
{
	as_strength_report_clear(&rounds->report);
	as_package_close(as_steal(rounds->package));
}

/* Moves package and report. */
static void rounds_keep(
	struct rounds *rounds, struct as_package **package, struct as_strength_report *report)
{
	rounds_forget(rounds);
	rounds->package = as_steal(*package);
	rounds->report = *report;
	*report = (struct as_strength_report){0};
}

/* A new seed for each round: other mutants find other gaps. */
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
		strength_fix(package, &options->engine, report, rounds->max_tests, &added, error))
		return -1;
	if (added)
		cli_leaves_behind("the tests that were added to the recipe remain; run the command "
				  "again to continue");
	rounds->max_tests -= added;
	rounds->is_over = !added;
	rounds->count++;
	return 0;
}

/* A test that the recipe lists, but `gen` has not made, would be added again. */
static int rounds_make_tests(const struct options *options, struct rounds *rounds,
	const struct as_package *package, struct as_error *error)
{
	rounds->has_made_tests = true;
	return cli_make_tests(package->path, &options->engine, error);
}

/* Tests that the recipe no longer makes would be measured without a word. */
static void note_old_tests(const struct options *options, const struct as_package *package)
{
	AS_AUTO(as_findings_clear) struct as_findings findings = {0};
	char text[1024];

	if (as_gen_inspect(package, options->engine.languages, &findings, NULL))
		return;
	for (size_t i = 0; i < findings.count; i++) {
		const struct as_finding *finding = &findings.items[i];
		if (finding->level != AS_FINDING_ERROR)
			continue;
		snprintf(text, sizeof(text), "%.*s: %.*s", as_text_fit(finding->where, 400),
			finding->where, as_text_fit(finding->text, 500), finding->text);
		cli_note(text);
		return;
	}
}

static int run_round(struct options *options, struct rounds *rounds, struct as_package **opened,
	const json_t *baseline, struct as_error *error)
{
	AS_AUTO(as_strength_report_clear) struct as_strength_report report = {0};
	const struct as_package *package = *opened;
	const char *seed = options->order.seed;
	AS_AUTO_FREE char *own_seed = make_seed(rounds, seed, error);

	if (!own_seed)
		return -1;
	if (options->fix && !rounds->has_made_tests) {
		if (strength_fix_check(package, &rounds->can_add, error))
			return -1;
		if (rounds->can_add)
			return rounds_make_tests(options, rounds, package, error);
		rounds->has_made_tests = true;
		note_old_tests(options, package);
	}
	if (!rounds->count) {
		/* Now the tests are there. */
		if (options->fix && rounds->can_add &&
			strength_fix_check(package, &rounds->can_add, error))
			return -1;
		rounds->max_tests = !rounds->can_add ? 0
				    : options->much  ? SIZE_MAX
						     : most_tests(package);
	}
	options->order.keep_back = options->fix && rounds->can_add ? (seed ? seed : "") : NULL;
	options->order.wanted_tests = options->fix ? rounds->max_tests : 0;
	options->order.seed = own_seed;
	options->order.baseline = baseline;
	const int failed = measure_in_engine(options, package, &report, error);
	options->order.seed = seed;
	if (failed)
		return -1;
	const int unfixed = rounds_fix(options, rounds, package, &report, error);
	if (!unfixed && rounds->is_over)
		add_row(options, &report);
	if (!unfixed && !rounds->is_over) {
		rounds_keep(rounds, opened, &report);
		return 0;
	}
	const int unprinted = print(options, &report, package);
	rounds_forget(rounds);
	return unfixed ? unfixed : unprinted;
}

static int run_package(struct options *options, struct rounds *rounds, struct as_error *error)
{
	struct as_package *package = as_package_open(options->package, &cli_cancelled, error);
	AS_AUTO_JSON json_t *baseline =
		package && options->baseline
			? as_strength_baseline_load(options->baseline, package, error)
			: NULL;
	if (package && !options->fix)
		note_old_tests(options, package);
	const int status = !package || (options->baseline && !baseline)
				   ? -1
				   : run_round(options, rounds, &package, baseline, error);

	as_package_close(package);
	return status;
}

static int run_rounds(struct options *options, struct as_error *error)
{
	struct rounds rounds = {0};
	int status = cli_page_check(options->html, error);

	while (status == 0 && !rounds.is_over)
		status = run_package(options, &rounds, error);
	if (rounds.package && cli_cancelled) {
		rounds.report.interrupted = true;
		print(options, &rounds.report, rounds.package);
		cli_leaves_behind("the results above are those before the last tests were added; "
				  "these tests remain; run the command again to continue");
	}
	rounds_forget(&rounds);
	return status;
}

static int measure_one(
	void *context, const char *path, struct cli_rows *rows, struct as_error *error)
{
	struct options *options = context;

	options->package = path;
	options->rows = rows;
	options->is_announced = false;
	return run_rounds(options, error);
}

int cli_strength(int argc, char **argv)
{
	struct options options = {.engine = {.workers = cli_all_cores(),
					  .modules = options.modules.names,
					  .note = cli_count_wait}};
	int status = cli_parse(&strength_verb, argc, argv, &options);

	if (!status) {
		cli_catch_signals();
		status = cli_rows_run(
			&options.packages, &options.engine, measure_one, &options, !options.json);
	}
	free(options.packages.items);
	free(options.from.items);
	return status;
}
