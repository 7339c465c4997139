/* SPDX-License-Identifier: MIT */
/* The options of `assay judge`. */
#include "judge.h"

static void take_audience(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	static const char *const names[] = {"setter", "student"};

	*(enum as_audience *)place = cli_choose(state, option, value, names, 2)
					     ? AS_AUDIENCE_STUDENT
					     : AS_AUDIENCE_SETTER;
}

static void take_explain(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	struct judge_options *options = place;
	enum as_audience audience = AS_AUDIENCE_SETTER;

	options->explain = true;
	if (value)
		take_audience(state, option, &audience, value);
	options->explain_to_students |= audience == AS_AUDIENCE_STUDENT;
}

static void take_expected(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	static const char *const names[] = {
		"AC", "WA", "TLE", "MLE", "OLE", "RTE", "CE", "SV", "JE"};
	enum as_verdict *verdict = place;

	if (as_verdict_parse(value, verdict) || *verdict == AS_VERDICT_NONE)
		cli_choose(state, option, value, names, sizeof(names) / sizeof(*names));
}

#define AT(member) .place = offsetof(struct judge_options, member)
static const struct cli_option options_of_judge[] = {
	{"json", 'J', NULL, "print one JSON object for each submission, on one line", cli_flag,
		AT(json)},
	{"csv", 0, NULL, "print a line of comma-separated values for each submission", cli_flag,
		AT(csv)},
	{"html", 0, "FILE", "also write the results as an HTML page to FILE", cli_text, AT(html)},
	{"jobs", 'j', "N",
		"run N tests at once, each on a core of its own (default: 1); 0: queue the "
		"submissions in the --store on a server, and wait for its workers to judge them",
		cli_number, AT(engine.workers), 0, 1024},
	CLI_CORES,
	{"all", 0, NULL, "run every test, even after a failure", cli_flag, AT(order.run_all)},
	{"test", 0, "TEST|GROUP",
		"judge only this test, such as secret/2/07-plateaus, or the tests of this group, "
		"such as secret/2",
		cli_text, AT(test)},
	{"input", 0, "FILE",
		"judge on this one input instead of the tests (-: standard input): the package's "
		"input validators check it, and its right solution makes the answer; with --test, "
		"the settings are those of that test or group",
		cli_text, AT(input)},
	{"language", 0, "ID", "the language of all submissions (default: by their file endings)",
		cli_text, AT(order.submission.language)},
	{"expect", 0, "VERDICT", "exit with status 1 unless every verdict is VERDICT",
		take_expected, AT(expect)},
	{"audience", 0, "WHO",
		"setter (default) or student; a student sees only the verdict and score of a "
		"secret test",
		take_audience, AT(audience)},
	{"explain", 0, "WHO",
		"search for a small input on which a failed submission fails, and show it with the "
		"right answer; WHO is setter (default) or student, which --audience=student "
		"needs",
		take_explain, .may_lack_value = true},
	{"explain-time", 0, "TIME",
		"search for at most TIME for each failed submission (default: 10s)", cli_time,
		AT(explain_time_ns)},
	{"keep", 0, "DIR", "keep programs, outputs and messages in DIR", cli_text,
		AT(order.keep_dir)},
	CLI_RERUNS(struct judge_options, order.reruns),
	{"fresh", 0, NULL, "do not use the compilation cache", cli_flag, AT(engine.fresh)},
	CLI_MODULE(struct judge_options, modules, CLI_MODULE_HELP),
	{"store", 0, "URL",
		"keep submissions and results in a store, such as sqlite:class.store or "
		"postgresql://HOST/DATABASE; a submission with a result is not judged again, so "
		"a killed command can be continued",
		cli_url, AT(store)},
	{"worker-group", 0, "NAME",
		"leave the judging to the workers of a --store on a server that were started with "
		"--group NAME: machines that are equal",
		cli_group, AT(worker_group)},
	CLI_WEAK_PROCESS(struct judge_options, engine.weak_sandbox, CLI_WEAK_VERDICTS_HELP),
	{0},
};

static void check(struct argp_state *state, void *input)
{
	const struct judge_options *options = input;

	if (options->json && options->csv)
		argp_error(state, "--json and --csv are mutually exclusive; omit one");
	cli_refuse_level(state, options->engine.weak_sandbox, options->store);
	if (options->explain && options->engine.weak_sandbox == AS_WEAK_PROCESS)
		argp_error(state, "--explain and --weak-sandbox=process are mutually exclusive: a "
				  "search needs namespaces; omit one");
	if (options->explain && options->csv)
		argp_error(state, "--explain and --csv are mutually exclusive; omit one");
	if (options->explain_time_ns && !options->explain)
		argp_error(state, "--explain-time without --explain; add --explain or remove "
				  "--explain-time");
	if (options->worker_group && !cli_is_on_server(options->store))
		argp_error(state, "--worker-group needs a store with workers: add --store "
				  "postgresql://...");
	if (options->engine.workers == 0 && !cli_is_on_server(options->store))
		argp_error(state,
			"-j 0 leaves the judging to workers: add --store postgresql://..., "
			"or use a number from 1");
	if (options->input && options->store)
		argp_error(state, "--input and --store are mutually exclusive; omit one");
	if (options->input && options->html)
		argp_error(state, "--input and --html are mutually exclusive; omit one");
	if (options->store && options->order.keep_dir)
		argp_error(state, "--store and --keep are mutually exclusive; omit one");
}

static const struct cli_verb judge_verb = {.options = options_of_judge,
	.arguments = "PACKAGE SUBMISSION...",
	.about = "Compiles each submission (a file, a folder or a zip archive), runs it on the "
		 "tests of the package, and prints the verdict. Both happen in the sandbox. The "
		 "verdicts are AC accepted, WA wrong answer, TLE time, MLE memory, OLE output "
		 "limit exceeded, RTE run-time error, CE compile error, SV security violation, JE "
		 "judging error. `all` stands for all submissions of the package, and the name of "
		 "a folder in its submissions/, such as `accepted`, for those in it. A file or "
		 "folder of that name takes precedence.",
	.words = {{"PACKAGE", AT(package)}},
	.more = {"SUBMISSION", AT(submissions)},
	.check = check};

int judge_parse(int argc, char **argv, struct judge_options *options)
{
	options->engine.workers = 1;
	options->engine.modules = options->modules.names;
	return cli_parse(&judge_verb, argc, argv, options);
}
