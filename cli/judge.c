/* SPDX-License-Identifier: MIT */
/* assay judge: judges submissions to one package; prints a table for people, or --json for
 * programs. */
#include "judge.h"

#include "cli.h"

#include <assay/verify.h>

struct run {
	const struct judge_options *options;
	const struct as_package *package;
	struct as_store *store; /* or NULL */
	struct judge_explaining explaining;
	bool cannot_explain; /* and the reason was printed */
	bool is_refused;     /* this machine cannot judge any submission safely */
	struct as_progress *progress;
	int status;
	struct judge_table table;
	struct judge_input input;
	struct as_result *results; /* for the page: one for each submission, or NULL */
	size_t result_count;
};

static void show_compiled(void *context, enum as_verdict verdict)
{
	struct run *run = context;

	(void)verdict;
	as_progress_step(run->progress, "compile");
}

static void show_test(void *context, const struct as_job_test *test)
{
	struct run *run = context;

	as_progress_step(run->progress, test->name);
}

/* The exit status is that of the worst submission: a fault of the judge, then of the package, then
 * "no". */
static void worsen(struct run *run, int status)
{
	if (status > run->status)
		run->status = status;
}

static void weigh(struct run *run, const struct as_result *result)
{
	worsen(run, (int)result->fault);
	if (run->options->expect != AS_VERDICT_NONE && result->verdict != run->options->expect)
		worsen(run, 1);
}

static int print_document(
	struct run *run, const struct as_result *result, const struct as_explanation *explanation)
{
	AS_AUTO_JSON json_t *document = as_result_json(result, run->options->audience, NULL);
	json_t *counterexample = as_explanation_json(explanation);
	json_t *input = judge_input_json(&run->input);

	if (counterexample && json_object_set_new(document, "counterexample", counterexample))
		return -1;
	if (input && json_object_set_new(document, "input", input))
		return -1;
	return cli_print_json(document, JSON_COMPACT);
}

/* If a search fails, only the explanation is missing. The cause is the package or the machine, and
 * equal for all submissions. */
static bool explain(struct run *run, const struct as_result *result, const char *path,
	struct as_explanation *explanation)
{
	struct as_error error = {0};
	const int explained = run->cannot_explain ? 0
						  : judge_explain(&run->explaining, result, path,
							    explanation, &error);

	if (explained >= 0 || cli_cancelled)
		return explained > 0;
	as_progress_clear(run->progress);
	run->cannot_explain = true;
	(void)as_error_context(&error, "--explain");
	worsen(run, cli_fail(&error));
	return false;
}

static int print_result(struct run *run, const struct as_result *result, const char *path)
{
	const struct judge_options *options = run->options;
	AS_AUTO(as_explanation_clear) struct as_explanation explanation = {0};
	const bool explained = explain(run, result, path, &explanation);
	struct as_error error = {0};

	as_progress_clear(run->progress);
	if (options->json && print_document(run, result, &explanation))
		return -1;
	if (options->csv && judge_csv_add(&run->table, result, &error))
		worsen(run, cli_fail(&error));
	else if (!options->csv && !options->json)
		judge_table_add(&run->table, result);
	if (explained && !options->json)
		judge_explain_print(&explanation);
	return fflush(stdout);
}

static int fail_submission(const char *path, const struct as_error *why)
{
	struct as_error error = {0};
	char text[2048];

	as_error_format(why, text, sizeof(text));
	as_error_pass(&error, why, NULL, "cannot judge %s: %s", path, text);
	error.line = error.column = 0; /* the text has them */
	return cli_fail(&error);
}

/* A missing compiler or a full disk concerns one submission; a machine without isolation refuses
 * all of them. */
static bool is_refusal(struct run *run, const struct as_error *error)
{
	struct as_error why = {0};

	if (error->kind == AS_ERROR_MACHINE && !run->is_refused &&
		!run->options->engine.weak_sandbox)
		run->is_refused = cli_doctor_check(&why) != 0;
	return error->kind == AS_ERROR_MACHINE && run->is_refused;
}

/* Prints the row of a submission that could not be judged, if a row is wanted. */
static void print_failure(struct run *run, const char *path, const struct as_error *why)
{
	struct as_error error = {0};

	if (run->options->csv && judge_csv_add_failure(&run->table, path, &error))
		worsen(run, cli_fail(&error));
	else if (!run->options->csv && !run->options->json)
		judge_table_add_failure(&run->table, path, why);
	fflush(stdout);
}

/* Reports a submission that could not be judged; a fault of the machine is printed once for all. */
static void report_failure(struct run *run, const char *path, const struct as_error *error)
{
	const bool is_usage = error->kind == AS_ERROR_USAGE;
	const bool has_row = !is_usage && !is_refusal(run, error);

	as_progress_clear(run->progress);
	if (cli_cancelled)
		return;
	if (has_row)
		print_failure(run, path, error);
	worsen(run, is_usage || error->kind == AS_ERROR_MACHINE ? cli_fail(error)
								: fail_submission(path, error));
}

/* The reason concerns the package, and is printed once. */
static void report_held(void *context, size_t index, const struct as_error *error)
{
	struct run *run = context;

	as_progress_clear(run->progress);
	print_failure(run, run->options->submissions.items[index], error);
	worsen(run, cli_fail(error));
}

/* 0, or -1 if output is not possible any more. A result that the page needs is moved. */
static int take_result(struct run *run, struct as_result *result, const char *path)
{
	weigh(run, result);
	judge_show_path(run->package, &result->path);
	judge_input_name(&run->input, result);
	if (print_result(run, result, path)) {
		worsen(run, cli_fail_printing("the verdicts"));
		return -1;
	}
	if (run->results) {
		run->results[run->result_count++] = *result;
		*result = (struct as_result){0};
	}
	return 0;
}

static int take_job(struct run *run, struct as_job *job, const char *path)
{
	struct as_error error = {0};
	AS_AUTO(as_result_clear) struct as_result result = {0};

	if (as_engine_wait(job, &result, &error) == 0)
		return take_result(run, &result, path);
	report_failure(run, path, &error);
	return 0;
}

/* The order of any submission. */
static struct as_job_order make_order(struct run *run, struct as_open_package *opened)
{
	struct as_job_order order = run->options->order;

	order.package = opened;
	order.test = run->table.scope.test;
	order.group = run->table.scope.group;
	order.data = run->input.name ? &run->input.data : NULL;
	order.calls =
		(struct as_job_calls){.compiled = show_compiled, .test = show_test, .context = run};
	return order;
}

/* Submits several at once, so that one is compiled while others run. With a store, jobs are
 * numbered in the order of the submissions, so each waits for the one before. */
static int submit_some(struct run *run, struct as_engine *engine, struct as_open_package *opened,
	struct as_job **jobs, size_t wanted, struct as_error *error)
{
	const struct judge_options *options = run->options;
	struct as_job_order order = make_order(run, opened);
	const size_t last = options->order.keep_dir ? wanted : options->submissions.count - 1;

	for (size_t i = wanted; i <= last; i++) {
		order.submission.path = options->submissions.items[i];
		if (!jobs[i] && !(jobs[i] = as_engine_submit(engine, &order, error)))
			return -1;
	}
	return 0;
}

/* A fault of the options or the package is printed once, not for each submission. */
static int judge_all(struct run *run, struct as_engine *engine, struct as_open_package *opened,
	struct as_job **jobs, struct as_error *error)
{
	for (size_t i = 0; i < run->options->submissions.count && !cli_cancelled; i++) {
		if (submit_some(run, engine, opened, jobs, i, error) ||
			as_engine_package_prepare(opened, error))
			return -1;
		if (take_job(run, jobs[i], run->options->submissions.items[i]) || run->is_refused)
			return 0;
		as_job_free(as_steal(jobs[i]));
	}
	return 0;
}

/* Replaces the tests in scope by the input, which is judged with the settings of one test. */
static int open_input(struct run *run, struct as_error *error)
{
	struct judge_scope *scope = &run->table.scope;

	if (judge_input_open(&run->explaining, scope, &run->input, error))
		return -1;
	scope->test = run->input.answer.like->name;
	scope->group = NULL;
	as_progress_clear(run->progress);
	if (!run->options->json && !run->options->csv)
		judge_input_print(&run->input);
	return 0;
}

static int judge_now(struct run *run, struct as_engine *engine, struct as_open_package *opened,
	struct as_error *error)
{
	const size_t count = run->options->submissions.count;
	AS_AUTO_FREE struct as_job **jobs = calloc(count + 1, sizeof(struct as_job *));

	if (!jobs)
		return as_error_no_memory(error);
	if (run->options->input && open_input(run, error))
		return -1;
	int failed = judge_all(run, engine, opened, jobs, error);
	for (size_t i = 0; i < count; i++)
		as_job_free(jobs[i]);
	return failed;
}

static void show_known(void *context)
{
	struct run *run = context;

	for (size_t i = 0; i <= run->package->test_count; i++)
		show_compiled(run, AS_VERDICT_AC);
}

static int take_stored(void *context, size_t index, int64_t job, struct as_result *result)
{
	struct run *run = context;

	(void)job;
	return take_result(run, result, run->options->submissions.items[index]);
}

static void fail_stored(void *context, size_t index, const struct as_error *error)
{
	struct run *run = context;

	report_failure(run, run->options->submissions.items[index], error);
}

static void tell(void *context, const char *text)
{
	cli_note_beside(((struct run *)context)->progress, text);
}

static int judge_by_store(struct run *run, struct as_engine *engine, struct as_open_package *opened,
	struct as_error *error)
{
	const size_t count = run->options->submissions.count;
	AS_AUTO_FREE struct as_store_submission *submissions = calloc(count, sizeof(*submissions));
	const struct as_store_judging stored = {.store = run->store,
		.engine = engine,
		.package = run->package,
		.order = make_order(run, opened),
		.space = "judge",
		.submissions = submissions,
		.count = count,
		.is_shared = cli_is_on_server(run->options->store),
		.queue_only = run->options->engine.workers == 0,
		.worker_group = run->options->worker_group,
		.cancel = &cli_cancelled,
		.note = tell,
		.known = show_known,
		.take = take_stored,
		.fail = fail_stored,
		.hold = report_held,
		.context = run};

	if (!submissions)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		submissions[i].path = run->options->submissions.items[i];
	return as_store_judge(&stored, error);
}

static int judge_package(struct run *run, struct as_engine *engine, struct as_error *error)
{
	struct as_open_package *opened = as_engine_package_open(engine, run->package, error);

	run->explaining.engine = engine;
	run->explaining.opened = opened;
	int failed =
		!opened || (run->store ? judge_by_store : judge_now)(run, engine, opened, error);

	as_engine_package_close(opened);
	return failed ? -1 : 0;
}

static void judge_in_engine(struct run *run, const struct as_languages *languages)
{
	struct as_error error = {0};
	struct as_engine_config config = run->options->engine;
	char include_dir[PATH_MAX];

	config.include_dir = cli_find_include_dir(include_dir);
	config.languages = languages;
	config.cancel = &cli_cancelled;
	config.note = cli_show_wait;
	config.note_context = &run->progress;
	struct as_engine *engine = as_engine_open(&config, &error);
	const size_t test_count = run->options->input ? 1 : run->package->test_count;
	run->progress =
		as_progress_new("judging", run->options->submissions.count * (test_count + 1));
	if ((!engine || judge_package(run, engine, &error)) && !cli_cancelled) {
		as_progress_clear(run->progress);
		worsen(run, cli_fail(&error));
	}
	as_engine_close(engine);
	as_progress_free(run->progress);
	if (!run->options->json && !run->options->csv && !cli_cancelled)
		judge_table_end(&run->table);
}

static void write_page(struct run *run)
{
	struct as_error error = {0};
	const struct judge_scope *scope = &run->table.scope;
	const struct as_judged judged = {.package = run->package,
		.results = run->results,
		.count = run->result_count,
		.audience = scope->audience,
		.is_part = scope->test || scope->group};

	if (!run->results || run->result_count == 0 || cli_cancelled)
		return;
	AS_AUTO_FREE char *page =
		as_judged_page(&judged, cli_page_made((char[CLI_MADE_SIZE]){0}), &error);
	if (!page || cli_page_write(run->options->html, page, &error))
		worsen(run, cli_fail(&error));
}

/* Keeps the results for the page. */
static int prepare_page(struct run *run, struct as_error *error)
{
	if (!run->options->html)
		return 0;
	if (cli_page_check(run->options->html, error))
		return -1;
	run->results = calloc(run->options->submissions.count, sizeof(*run->results));
	return run->results ? 0 : as_error_no_memory(error);
}

static int open_store(struct run *run, struct as_error *error)
{
	run->store = run->options->store ? cli_store_open(run->options->store, error) : NULL;
	return run->options->store && !run->store ? -1 : 0;
}

static void forget_results(struct run *run)
{
	for (size_t i = 0; i < run->result_count; i++)
		as_result_clear(&run->results[i]);
	free(run->results);
}

static int run_options(struct judge_options *options)
{
	struct as_error error = {0};
	struct run run = {.options = options};
	struct as_languages *languages = as_languages_open(NULL, &error);
	struct as_package *package = languages ? judge_open_package(options, &error) : NULL;
	AS_AUTO_NAMES char **paths = NULL;

	run.package = package;
	run.explaining = (struct judge_explaining){.options = options, .package = package};
	if (package &&
		judge_choose_submissions(package, &options->submissions, &paths, &error) == 0 &&
		judge_choose_tests(package, options, &run.table.scope, &error) == 0 &&
		prepare_page(&run, &error) == 0 && open_store(&run, &error) == 0) {
		judge_in_engine(&run, languages);
		write_page(&run);
		if (run.status <= 1 && !cli_cancelled)
			cli_note_time_limit(package);
	} else if (!cli_cancelled) {
		run.status = cli_fail(&error);
	}
	forget_results(&run);
	judge_input_clear(&run.input);
	as_store_close(run.store);
	as_package_close(package);
	as_languages_close(languages);
	return cli_finish(run.status);
}

int cli_judge(int argc, char **argv)
{
	struct judge_options options = {0};
	int status = judge_parse(argc, argv, &options);
	const char **words = options.submissions.items;

	if (!status) {
		cli_catch_signals();
		status = run_options(&options);
	}
	free(words);
	return status;
}
