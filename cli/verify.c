/* SPDX-License-Identifier: MIT */
/* assay verify: verifies packages; prints a table and findings for people, --json for programs, or
 * writes a page with --html. */
#include "verify.h"

#include "cli.h"
#include "rows.h"

#include <assay/base/fit.h>
#include <assay/store.h>
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
	bool json, write_time_limit, annotate;
	const char *html, *junit;
	const char *store, *worker_group; /* or NULL */
};

static void take_annotate(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	static const char *const names[] = {"github"};

	cli_choose(state, option, value, names, 1);
	*(bool *)place = true;
}

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_verify[] = {
	{"json", 'J', NULL, "print one JSON object for each package, on one line", cli_flag,
		AT(json)},
	{"html", 0, "FILE", "write a report as an HTML page to FILE", cli_text, AT(html)},
	{"annotate", 0, "CI",
		"also print errors and warnings as commands that a CI shows beside the file: "
		"github, also for Forgejo",
		take_annotate, AT(annotate)},
	{"junit", 0, "FILE",
		"write the results of submissions, and the errors, in JUnit XML to FILE", cli_text,
		AT(junit)},
	{"jobs", 'j', "N", "use N cores (default: all)", cli_number, AT(engine.workers), 1, 1024},
	CLI_CORES,
	CLI_RERUNS(struct options, reruns),
	{"fresh", 0, NULL, "do not use the result cache, or earlier results in the --store",
		cli_flag, AT(engine.fresh)},
	{"input-validator-time", 0, "TIME",
		"limit on the CPU time of each run of an input validator (default: 60s)", cli_time,
		AT(input_time_ns)},
	{"write-time-limit", 0, NULL,
		"if a package states no time limit, and has no errors, write the computed one "
		"into its problem.yaml, as time_limit below limits",
		cli_flag, AT(write_time_limit)},
	CLI_MODULE(struct options, modules, CLI_MODULE_HELP),
	{"store", 0, "URL",
		"judge the submissions through a store: postgresql://HOST/DATABASE, by the workers "
		"of --worker-group; sqlite:FILE, by this command; a submission with a result in "
		"the store is not judged again",
		cli_url, AT(store)},
	{"worker-group", 0, "NAME",
		"the workers of a --store on a server that judge, so that times are those of their "
		"machines: workers that were started with --group NAME, on equal machines",
		cli_group, AT(worker_group)},
	CLI_WEAK_PROCESS(struct options, engine.weak_sandbox, CLI_WEAK_HELP),
	{0},
};

/* Times of different machines make no time limit. */
static void check(struct argp_state *state, void *input)
{
	const struct options *options = input;
	const bool is_on_server = cli_is_on_server(options->store);

	cli_refuse_level(state, options->engine.weak_sandbox, options->store);
	if (options->annotate && options->json)
		argp_error(state, "--annotate and --json are mutually exclusive");
	if (options->worker_group && !is_on_server)
		argp_error(state, "--worker-group needs a store with workers: add --store "
				  "postgresql://...");
	if (is_on_server && !options->worker_group)
		argp_error(state, "--store on a server needs equal machines: start their workers "
				  "with --group NAME, and add --worker-group NAME");
}

static const struct cli_verb verify_verb = {.options = options_of_verify,
	.arguments = "PACKAGE...",
	.about = "Checks packages before they are used: their structure, every submission on every "
		 "test against its expected verdict, the time limit against the times of the "
		 "submissions, and the validators. The exit status is 0 if there are no errors, 1 "
		 "if there are errors, and 3 if a package cannot be read.",
	.more = {"PACKAGE", AT(packages)},
	.check = check};

/* ---- for programs ---- */

static int print_json(const struct as_verification *verification)
{
	AS_AUTO_JSON json_t *document = as_verification_json(verification, NULL);

	return cli_print_json(document, JSON_COMPACT);
}

/* ---- the loop ---- */

struct run {
	const struct options *options;
	struct as_engine *engine;
	const struct as_languages *languages;
	char include_dir[PATH_MAX]; /* the engine's */
	struct as_progress *progress;
	const char *package;
	struct verify_store store;             /* if the options have one */
	struct as_verification *verifications; /* room for one a package */
	size_t count;
	struct verify_unread *unread; /* likewise; owned */
	size_t unread_count;
	struct verify_annotations annotations;
	struct cli_rows rows;
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

	cli_note_beside(run->progress, note ? note : text);
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
	else if (as_verify_write_time_limit(
			 package, verification->time_limit_ns, verification->measured_on, error))
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
	const struct as_verify_runner runner = {verify_store_judge, &run->store, run->store.group};
	const struct as_verify_config config = {.engine = run->engine,
		.runner = run->store.store ? &runner : NULL,
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
		run->store.package = package;
		failed = as_gen_inspect(package, run->languages, &recipe, error) ||
			 as_verify_package(package, &config, verification, error);
	}
	as_progress_free(as_steal(run->progress));
	/* The report is printed nevertheless. */
	if (!failed && run->options->write_time_limit &&
		write_time_limit(package, verification, error))
		run->rows.status = cli_fail(error);
	as_package_close(package);
	return failed;
}

static int print(struct run *run, const struct as_verification *verification)
{
	if (run->options->json && print_json(verification))
		return -1;
	if (!run->options->json)
		verify_print(verification);
	verify_annotate(&run->annotations, verification);
	return fflush(stdout);
}

static void note_unread(struct run *run, const char *path, const struct as_error *why)
{
	char text[2048];

	if (cli_cancelled)
		return;
	as_error_format(why, text, sizeof(text));
	verify_annotate_error(&run->annotations, path, text);
	run->unread[run->unread_count++] = (struct verify_unread){path, strdup(text)};
}

static int verify_one(
	void *context, const char *path, struct cli_rows *rows, struct as_error *error)
{
	struct run *run = context;
	struct as_verification *verification = &run->verifications[run->count];
	char text[VERIFY_CONCLUSION_SIZE];

	cli_note_about(NULL); /* the notes of `verify` name the package already */
	if (verify(run, path, verification, error)) {
		note_unread(run, path, error);
		return -1;
	}
	run->count++;
	cli_rows_add(rows, path, !verification->ok, "%s", verify_conclusion(verification, text));
	if (print(run, verification))
		rows->status = cli_fail_printing("the findings");
	return 0;
}

static int write_page(struct run *run)
{
	struct as_error error = {0};
	const char *path = run->options->html;
	AS_AUTO_FREE char *page = NULL;

	if (!path || cli_cancelled || run->count == 0)
		return 0;
	page = as_verify_page(
		run->verifications, run->count, cli_page_made((char[CLI_MADE_SIZE]){0}), &error);
	return !page || cli_page_write(path, page, &error) ? cli_fail(&error) : 0;
}

static int write_junit(struct run *run)
{
	struct as_error error = {0};
	const char *path = run->options->junit;
	AS_AUTO_FREE char *text = NULL;

	if (!path || cli_cancelled)
		return 0;
	text = verify_junit(run->verifications, run->count, run->unread, run->unread_count, &error);
	return !text || cli_page_write(path, text, &error) ? cli_fail(&error) : 0;
}

/* Once for all packages. */
static void print_weakness(const struct run *run)
{
	enum as_weakness weakest = AS_WEAK_NOT, weakness;

	for (size_t i = 0; i < run->count; i++)
		if (as_verification_isolation(&run->verifications[i], &weakness) &&
			weakness > weakest)
			weakest = weakness;
	if (!run->options->json)
		cli_print_weakness(weakest);
}

/* Verifies all packages. Returns the worst status. */
static int verify_all(struct run *run)
{
	run->annotations.wanted = run->options->annotate;
	verify_annotate_begin(&run->annotations);
	cli_rows_work(&run->rows, &run->options->packages, verify_one, run);
	print_weakness(run);
	const int page = write_page(run), junit = write_junit(run);
	const int written = page > junit ? page : junit;
	const int status = cli_rows_end(&run->rows, !run->options->json);

	verify_annotate_end(&run->annotations);
	return written > status ? written : status;
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

/* Opens the store, too, if the options have one. */
static int prepare(struct run *run, const struct as_languages *languages, struct as_error *error)
{
	const struct options *options = run->options;

	run->store = (struct verify_store){.url = options->store,
		.group = options->worker_group,
		.fresh = options->engine.fresh,
		.progress = &run->progress};
	if (cli_page_check(options->html, error) || cli_junit_check(options->junit, error) ||
		(options->store && verify_store_open(&run->store, error)))
		return -1;
	run->engine = run->store.engine = open_engine(run, languages, error);
	return run->engine ? 0 : -1;
}

static int run_options(const struct options *options)
{
	struct as_error error = {0};
	int status;
	struct as_languages *languages = as_languages_open(NULL, &error);
	struct run run = {.options = options,
		.languages = languages,
		.verifications = calloc(options->packages.count, sizeof(*run.verifications)),
		.unread = calloc(options->packages.count, sizeof(*run.unread))};

	if (!run.verifications || !run.unread)
		as_error_no_memory(&error);
	const bool is_ready = languages && run.verifications && run.unread &&
			      prepare(&run, languages, &error) == 0;
	status = is_ready ? verify_all(&run) : cli_fail(&error);
	for (size_t i = 0; i < run.count; i++)
		as_verification_clear(&run.verifications[i]);
	free(run.verifications);
	for (size_t i = 0; i < run.unread_count; i++)
		free(run.unread[i].why);
	free(run.unread);
	as_engine_close(run.engine);
	as_store_close(run.store.store);
	as_languages_close(languages);
	return cli_finish(status);
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
