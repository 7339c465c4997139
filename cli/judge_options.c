/* SPDX-License-Identifier: MIT */
/* The options of `assay judge`. */
#include "judge.h"

#include "machine.h"

#include <limits.h>
#include <string.h>

enum {
	OPTION_TEST = 256,
	OPTION_CSV,
	OPTION_HTML,
	OPTION_KEEP,
	OPTION_AUDIENCE,
	OPTION_ALL,
	OPTION_EXPECT,
	OPTION_LANGUAGE,
	OPTION_STORE,
	OPTION_WORKER_GROUP,
	OPTION_EXPLAIN,
	OPTION_EXPLAIN_TIME
};

static const struct argp_option option_table[] = {
	{"json", 'J', NULL, 0, "print one JSON object for each submission, on one line", 0},
	{"csv", OPTION_CSV, NULL, 0, "print a line of comma-separated values for each submission",
		0},
	{"html", OPTION_HTML, "FILE", 0, "also write the results as an HTML page to FILE", 0},
	CLI_JOBS_ROW(
		"run N tests at once, each on a core of its own (default: 1); 0: queue the "
		"submissions in the --store on a server, and wait for its workers to judge them"),
	CLI_CORES_ROW,
	{"all", OPTION_ALL, NULL, 0, "run every test, even after a failure", 0},
	{"test", OPTION_TEST, "NAME", 0,
		"judge only this test, such as secret/2/07-plateaus, or the tests of this group, "
		"such "
		"as secret/2",
		0},
	{"language", OPTION_LANGUAGE, "ID", 0,
		"the language of all submissions (default: by their file endings)", 0},
	{"expect", OPTION_EXPECT, "VERDICT", 0,
		"exit with status 1 unless every verdict is VERDICT", 0},
	{"audience", OPTION_AUDIENCE, "WHO", 0,
		"setter (default) or student; a student sees only the verdict of a secret test", 0},
	{"explain", OPTION_EXPLAIN, "WHO", OPTION_ARG_OPTIONAL,
		"search for a small input that a failed submission fails, and show it with the "
		"right answer; WHO is setter (default) or student: with --audience=student it is "
		"off unless it is --explain=student",
		0},
	{"explain-time", OPTION_EXPLAIN_TIME, "TIME", 0,
		"search for at most TIME for each failed submission (default: 10s)", 0},
	{"keep", OPTION_KEEP, "DIR", 0, "keep programs, outputs and messages in DIR", 0},
	CLI_RERUNS_ROW,
	CLI_FRESH_ROW("do not use the compilation cache"),
	CLI_MODULE_ROW(CLI_MODULE_HELP),
	{"store", OPTION_STORE, "URL", 0,
		"keep submissions and results in a store, such as sqlite:class.store or "
		"postgresql://HOST/DATABASE; a submission with a result is not judged again, so "
		"a killed command can be continued",
		0},
	{"worker-group", OPTION_WORKER_GROUP, "NAME", 0,
		"leave the judging to the workers of a --store on a server that were started with "
		"--group NAME: machines that are equal",
		0},
	CLI_WEAK_ROW(
		"judge without control groups if this machine has none; every verdict says so"),
	{0},
};

static void parse_audience(
	struct argp_state *state, const char *argument, struct judge_options *options)
{
	static const char *const names[] = {"setter", "student"};

	if (strcmp(argument, "setter") == 0)
		options->audience = AS_AUDIENCE_SETTER;
	else if (strcmp(argument, "student") == 0)
		options->audience = AS_AUDIENCE_STUDENT;
	else
		cli_refuse_value(state, "--audience", argument, names, 2);
}

static void parse_explain(
	struct argp_state *state, const char *argument, struct judge_options *options)
{
	static const char *const names[] = {"setter", "student"};

	options->explain = true;
	if (argument && strcmp(argument, "student") == 0)
		options->explain_to_students = true;
	else if (argument && strcmp(argument, "setter") != 0)
		cli_refuse_value(state, "--explain", argument, names, 2);
}

static void parse_expected(
	struct argp_state *state, const char *argument, struct judge_options *options)
{
	static const char *const names[] = {
		"AC", "WA", "TLE", "MLE", "OLE", "RTE", "CE", "SV", "JE"};

	if (as_verdict_parse(argument, &options->expect) || options->expect == AS_VERDICT_NONE)
		cli_refuse_value(
			state, "--expect", argument, names, sizeof(names) / sizeof(*names));
}

static void parse_store(
	struct argp_state *state, const char *argument, struct judge_options *options)
{
	struct as_error error = {0};

	if (as_store_check_url(argument, &error))
		argp_error(state, "--store: %s", error.text);
	options->store = argument;
}

static void parse_group(
	struct argp_state *state, const char *argument, struct judge_options *options)
{
	struct as_error error = {0};

	if (as_lane_check_group(argument, &error))
		argp_error(state, "--worker-group: %s", error.text);
	options->worker_group = argument;
}

static bool is_on_server(const char *store)
{
	return store && strncmp(store, "sqlite:", 7) != 0;
}

/* True if the key is one of an option about what is printed and written. */
static bool take_output_option(
	struct argp_state *state, struct judge_options *options, int key, char *argument)
{
	switch (key) {
	case 'J':
		options->json = true;
		return true;
	case OPTION_HTML:
		options->html = argument;
		return true;
	case OPTION_CSV:
		options->csv = true;
		return true;
	case OPTION_EXPECT:
		parse_expected(state, argument, options);
		return true;
	case OPTION_AUDIENCE:
		parse_audience(state, argument, options);
		return true;
	case OPTION_EXPLAIN:
		parse_explain(state, argument, options);
		return true;
	case OPTION_EXPLAIN_TIME:
		options->explain_time_ns = cli_parse_time(state, "--explain-time", argument);
		return true;
	case OPTION_KEEP:
		options->order.keep_dir = argument;
		return true;
	default:
		return false;
	}
}

/* True if the key is one of an option about the store and its workers. */
static bool take_store_option(
	struct argp_state *state, struct judge_options *options, int key, char *argument)
{
	switch (key) {
	case OPTION_STORE:
		parse_store(state, argument, options);
		return true;
	case OPTION_WORKER_GROUP:
		parse_group(state, argument, options);
		return true;
	default:
		return false;
	}
}

static error_t parse_machine(
	struct argp_state *state, struct judge_options *options, int key, char *argument)
{
	const struct cli_machine machine = {.workers = &options->engine.workers,
		.most_workers = 1024,
		.given = &options->modules,
		.modules = &options->engine.modules,
		.weak_sandbox = &options->engine.weak_sandbox,
		.fresh = &options->engine.fresh,
		.reruns = &options->order.reruns};
	const error_t unknown = cli_machine_parse(&machine, state, key, argument);

	options->queue_only = key == 'j' ? options->engine.workers == 0 : options->queue_only;
	return unknown;
}

static void parse_argument(char *argument, struct judge_options *options)
{
	if (!options->package)
		options->package = argument;
	else
		options->submissions[options->submission_count++] = argument;
}

static void check(struct argp_state *state, const struct judge_options *options)
{
	if (options->submission_count == 0)
		argp_error(state, "missing argument %s; usage: assay judge PACKAGE SUBMISSION...",
			options->package ? "SUBMISSION" : "PACKAGE");
	if (options->json && options->csv)
		argp_error(state, "--json and --csv are mutually exclusive; omit one");
	if (options->explain && options->csv)
		argp_error(state, "--explain and --csv are mutually exclusive; omit one");
	if (options->explain_time_ns && !options->explain)
		argp_error(state, "--explain-time without --explain; add --explain or remove "
				  "--explain-time");
	if (options->worker_group && !is_on_server(options->store))
		argp_error(state, "--worker-group needs a store with workers: add --store "
				  "postgresql://...");
	if (options->queue_only && !is_on_server(options->store))
		argp_error(state,
			"-j 0 leaves the judging to workers: add --store postgresql://..., "
			"or use a number from 1");
	if (options->store && options->order.keep_dir)
		argp_error(state, "--store and --keep are mutually exclusive; omit one");
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct judge_options *options = state->input;

	switch (key) {
	case OPTION_ALL:
		options->order.run_all = true;
		return 0;
	case OPTION_TEST:
		options->test = argument;
		return 0;
	case OPTION_LANGUAGE:
		options->order.submission.language = argument;
		return 0;
	case ARGP_KEY_ARG:
		parse_argument(argument, options);
		return 0;
	case ARGP_KEY_END:
		check(state, options);
		return 0;
	default:
		return take_output_option(state, options, key, argument) ||
				       take_store_option(state, options, key, argument)
			       ? 0
			       : parse_machine(state, options, key, argument);
	}
}

static const struct argp argp = {option_table, parse_option, "PACKAGE SUBMISSION...",
	"Compiles each submission (a file, a folder or a zip archive), runs it on the tests of the "
	"package, and prints the verdict. Both happen in the sandbox. The verdicts are AC "
	"accepted, WA wrong "
	"answer, TLE time, MLE memory, OLE output limit exceeded, RTE run-time error, CE compile "
	"error, SV security violation, JE judging error.",
	NULL, NULL, NULL};

int judge_parse(int argc, char **argv, struct judge_options *options)
{
	return cli_parse(&argp, argc, argv, options);
}
