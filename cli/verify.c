/* SPDX-License-Identifier: MIT */
/* assay verify: verifies packages; prints a table and findings for people, --json for programs, or
 * writes a page with --html. */
#include "verify.h"

#include "cli.h"

#include <assay/base/fit.h>
#include <assay/testgen.h>
#include <assay/verify.h>
#include <limits.h>
#include <string.h>

struct options {
	struct as_engine_config engine;
	struct cli_modules modules;
	int reruns;
	int64_t input_time_ns;
	struct cli_list packages;
	bool json, write_time_limit;
	const char *html;
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_verify[] = {
	{"json", 'J', NULL, "print one JSON object for each package, on one line", cli_flag,
		AT(json)},
	{"html", 0, "FILE", "write a report as an HTML page to FILE", cli_text, AT(html)},
	{"jobs", 'j', "N", "use N cores (default: all)", cli_number, AT(engine.workers), 1, 1024},
	CLI_CORES,
	CLI_RERUNS(struct options, reruns),
	{"fresh", 0, NULL, "do not use the result cache", cli_flag, AT(engine.fresh)},
	{"input-validator-time", 0, "TIME",
		"limit on the CPU time of each run of an input validator (default: 60s)", cli_time,
		AT(input_time_ns)},
	{"write-time-limit", 0, NULL,
		"if a package states no time limit, and has no errors, write the computed one "
		"into its problem.yaml, as time_limit below limits",
		cli_flag, AT(write_time_limit)},
	CLI_MODULE(struct options, modules, CLI_MODULE_HELP),
	CLI_WEAK(struct options, engine.weak_sandbox, CLI_WEAK_HELP),
	{0},
};

static const struct cli_verb verify_verb = {.options = options_of_verify,
	.arguments = "PACKAGE...",
	.about = "Checks packages before they are used: their structure, every submission on every "
		 "test against its expected verdict, the time limit against the times of the "
		 "submissions, and the validators. The exit status is 0 if there are no errors, 1 "
		 "if there are errors, and 3 if a package cannot be read.",
	.more = {"PACKAGE", AT(packages)}};

/* ---- for programs ---- */

static int print_json(const struct as_verification *verification)
{
	AS_AUTO_JSON json_t *document = as_verification_json(verification, NULL);

	if (!document || json_dumpf(document, stdout, JSON_COMPACT))
		return -1;
	return putchar('\n') == EOF ? -1 : 0;
}

/* ---- the loop ---- */

struct run {
	const struct options *options;
	struct as_engine *engine;
	const struct as_languages *languages;
	char include_dir[PATH_MAX]; /* the engine's */
	struct as_progress *progress;
	const char *package;
	struct as_verification *verifications; /* room for one a package */
	size_t count;
	int status;
};

static void begin(void *context, size_t steps)
{
	struct run *run = context;
	AS_AUTO_FREE char *what =
		as_text_format(NULL, "verifying %.*s", as_text_fit(run->package, 40), run->package);

	run->progress = as_progress_new(what ? what : "verifying", steps);
}

static void show_progress(void *context, const char *now)
{
	struct run *run = context;

	as_progress_step(run->progress, now);
}

static void show_slow(void *context, const char *text)
{
	struct run *run = context;
	AS_AUTO_FREE char *note = as_text_format(NULL, "%s: %s", run->package, text);

	as_progress_clear(run->progress);
	cli_note(note ? note : text);
}

static void worsen(struct run *run, int status)
{
	if (status > run->status)
		run->status = status;
}

/* The limit is written for a verified package only. */
static int write_time_limit(const struct as_package *package,
	const struct as_verification *verification, struct as_error *error)
{
	char limit[AS_NUMBER_SIZE], text[1024];

	as_number_format((double)verification->time_limit_ns / 1e9, limit);
	if (package->limits.has_time_limit)
		snprintf(text, sizeof(text), "%.*s: the time limit stays %s s, as in %s",
			as_text_fit(package->path, 700), package->path, limit,
			package->limits.time_limit_file);
	else if (!verification->ok || !verification->time_limit_ns)
		snprintf(text, sizeof(text),
			"%.*s: no time limit is written, because the package is not verified",
			as_text_fit(package->path, 700), package->path);
	else if (verification->unconfirmed)
		snprintf(text, sizeof(text), "%.*s: no time limit is written: %.*s",
			as_text_fit(package->path, 300), package->path,
			as_text_fit(verification->unconfirmed, 600), verification->unconfirmed);
	else if (as_verify_write_time_limit(package, verification->time_limit_ns, error))
		return -1;
	else
		snprintf(text, sizeof(text), "%.*s/problem.yaml: time_limit: %s is written",
			as_text_fit(package->path, 700), package->path, limit);
	cli_note(text);
	return 0;
}

static int verify(struct run *run, const char *path, struct as_verification *verification,
	struct as_error *error)
{
	AS_AUTO(as_findings_clear) struct as_findings recipe = {0};
	const struct as_verify_config config = {.engine = run->engine,
		.confirm_times = run->options->write_time_limit,
		.reruns = run->options->reruns,
		.input_time_ns = run->options->input_time_ns,
		.findings = &recipe,
		.begin = begin,
		.progress = show_progress,
		.slow = show_slow,
		.progress_context = run};
	struct as_package *package = as_package_open(path, &cli_cancelled, error);
	int failed = -1;

	if (package) {
		run->package = package->short_name;
		failed = as_gen_inspect(package, run->languages, &recipe, error) ||
			 as_verify_package(package, &config, verification, error);
	}
	as_progress_free(as_steal(run->progress));
	if (!failed && run->options->write_time_limit)
		failed = write_time_limit(package, verification, error);
	as_package_close(package);
	return failed;
}

static int print(struct run *run, const struct as_verification *verification)
{
	if (!run->options->json)
		verify_print(verification);
	else if (print_json(verification))
		return -1;
	return fflush(stdout);
}

static void verify_all(struct run *run)
{
	for (size_t i = 0; i < run->options->packages.count && !cli_cancelled; i++) {
		struct as_error error = {0};
		struct as_verification *verification = &run->verifications[run->count];
		if (verify(run, run->options->packages.items[i], verification, &error)) {
			if (!cli_cancelled)
				worsen(run, cli_fail(&error));
			continue;
		}
		if (!verification->ok)
			worsen(run, 1);
		run->count++;
		if (print(run, verification)) {
			worsen(run, cli_fail_printing("the findings"));
			return;
		}
	}
}

static void write_page(struct run *run)
{
	struct as_error error = {0};
	const char *path = run->options->html;
	AS_AUTO_FREE char *page = NULL;

	if (!path || cli_cancelled || run->count == 0)
		return;
	page = as_verify_page(
		run->verifications, run->count, cli_page_made((char[CLI_MADE_SIZE]){0}), &error);
	if (!page || cli_page_write(path, page, &error))
		worsen(run, cli_fail(&error));
}

/* One engine for all packages. */
static struct as_engine *open_engine(
	struct run *run, const struct as_languages *languages, struct as_error *error)
{
	struct as_engine_config config = run->options->engine;

	config.include_dir = cli_find_include_dir(run->include_dir);
	config.languages = languages;
	config.note = cli_show_wait;
	config.note_context = &run->progress;
	return as_engine_open(&config, error);
}

static int run_options(const struct options *options)
{
	struct as_error error = {0};
	struct as_languages *languages = as_languages_open(NULL, &error);
	struct run run = {.options = options,
		.languages = languages,
		.verifications = calloc(options->packages.count, sizeof(*run.verifications))};

	if (!run.verifications)
		as_error_no_memory(&error);
	if (languages && run.verifications && cli_page_check(options->html, &error) == 0)
		run.engine = open_engine(&run, languages, &error);
	if (run.engine) {
		verify_all(&run);
		write_page(&run);
	} else {
		run.status = cli_fail(&error);
	}
	for (size_t i = 0; i < run.count; i++)
		as_verification_clear(&run.verifications[i]);
	free(run.verifications);
	as_engine_close(run.engine);
	as_languages_close(languages);
	return cli_finish(run.status);
}

int cli_verify(int argc, char **argv)
{
	struct options options = {.engine = {.cancel = &cli_cancelled,
					  .workers = cli_all_cores(),
					  .modules = options.modules.names}};
	int status = cli_parse(&verify_verb, argc, argv, &options);

	if (!status) {
		cli_catch_signals();
		status = run_options(&options);
	}
	free(options.packages.items);
	return status;
}
