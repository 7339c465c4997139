/* SPDX-License-Identifier: MIT */
/* assay grade: computes the marks of a class, by assay/grade/run.h. */
#include "grade.h"

#include "complete.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

struct run {
	struct grade_options *options;
	struct as_grade *grade;
	struct as_progress *progress;
	size_t max_tests; /* of a package; for what is known before */
	char machine[CLI_MACHINE_SIZE];
	char include_dir[PATH_MAX]; /* the engine's */
	atomic_int status;          /* several jobs report it */
};

static void worsen(struct run *run, int status)
{
	int before = run->status;

	while (status > before && !atomic_compare_exchange_weak(&run->status, &before, status))
		;
}

/* ---- progress ---- */

static void step(struct run *run, const char *now)
{
	as_progress_step(run->progress, now);
}

static void show_compiled(void *context, enum as_verdict verdict)
{
	(void)verdict;
	step(context, "compile");
}

static void show_test(void *context, const struct as_job_test *test)
{
	step(context, test->name);
}

static void show_known(void *context)
{
	struct run *run = context;

	as_progress_skip(run->progress, run->max_tests + 1);
}

/* ---- what a run says ---- */

/* Findings of level error change the exit status. */
static void show_finding(void *context, const struct as_finding *finding)
{
	fprintf(stderr, "assay: %s: %s%s%s\n", as_finding_level_name(finding->level),
		finding->where, *finding->where ? ": " : "", finding->text);
	if (finding->level == AS_FINDING_ERROR)
		worsen(context, AS_ERROR_INPUT);
}

static void show_line(void *context, const char *before, const char *file, const char *after)
{
	const struct run *run = context;
	const char *out = run->options->run.out;

	fputs(before, stdout);
	cli_print_text(out, strlen(out));
	printf("%s%s%s\n", file ? "/" : "", file ? file : "", after);
}

static void show_note(void *context, const char *text)
{
	cli_note_beside(((struct run *)context)->progress, text);
}

static void show_failure(void *context, const struct as_error *why)
{
	struct run *run = context;

	as_progress_clear(run->progress);
	worsen(run, cli_fail(why));
}

/* ---- the steps ---- */

static int open_run(struct run *run, struct as_error *error)
{
	struct as_grade_config *config = &run->options->run;

	config->engine.include_dir = cli_find_include_dir(run->include_dir);
	config->engine.note = cli_show_wait;
	config->engine.note_context = &run->progress;
	config->order.calls =
		(struct as_job_calls){.compiled = show_compiled, .test = show_test, .context = run};
	config->machine = cli_describe_machine(run->machine);
	config->calls = (struct as_grade_calls){.found = show_finding,
		.line = show_line,
		.known = show_known,
		.failed = show_failure,
		.note = show_note,
		.context = run};
	config->cancel = &cli_cancelled;
	run->grade = as_grade_open(config, error);
	if (!run->grade)
		return -1;
	if (!config->dry_run)
		cli_leaves_behind("the results so far are kept; run the command again to continue");
	return as_grade_begin(run->grade, error);
}

static int plan(struct run *run, struct as_error *error)
{
	struct as_class_planned *planned = NULL;
	size_t count, whole;

	if (as_grade_plan(run->grade, &planned, &count, &whole, error))
		return -1;
	grade_print_plan(planned, count, whole, run->grade);
	as_class_plan_free(planned, count);
	return 0;
}

static int judge(struct run *run, struct as_error *error)
{
	size_t entries;

	as_grade_measure(run->grade, &entries, &run->max_tests);
	run->progress = as_progress_new("grading", entries * (run->max_tests + 1));
	as_progress_show_rate(run->progress);
	const int failed = as_grade_judge(run->grade, error);
	as_progress_clear(run->progress);
	return failed;
}

static int mark(struct run *run, struct as_error *error)
{
	enum as_grade_fate fate;

	if (as_grade_mark(run->grade, &fate, error))
		return -1;
	const size_t changes = grade_print_changes(as_grade_class(run->grade), fate);
	if (changes && fate == AS_GRADE_APPLIED) {
		/* No later run knows the changes: without their list, the marks stay. */
		if (fflush(stdout))
			return as_error_sys(error, AS_ERROR_INTERNAL, errno, "standard output");
		return as_grade_apply(run->grade, error);
	}
	if (changes)
		worsen(run, 1);
	return 0;
}

/* A message instead of a sheet: the platform does not know the pseudonyms. */
static void print_blind(const struct as_grade_config *config)
{
	fputs("who is who: ", stdout);
	cli_print_text(config->out, strlen(config->out));
	puts("/pseudonyms.csv, which is not for those who mark");
	if (config->arrival.sheet)
		puts("the sheet is not filled, because it contains names: run the command again "
		     "without --blind");
}

static int grade(struct run *run, struct as_error *error)
{
	if (open_run(run, error))
		return -1;
	if (run->options->run.dry_run)
		return plan(run, error);
	if (judge(run, error) || cli_cancelled || mark(run, error) ||
		as_grade_write(run->grade, error))
		return -1;
	if (run->options->as.platform != GRADE_AS_CLASS)
		return 0;
	grade_print_summary(run->grade);
	if (run->options->run.blind)
		print_blind(as_grade_settings(run->grade));
	return as_grade_fill(run->grade, error);
}

static void finish(
	struct run *run, struct grade_single *single, bool failed, struct as_error *error)
{
	struct as_error why = {0};

	as_progress_clear(run->progress);
	grade_single_stop_time();
	if (failed && !cli_cancelled && !single->refusal)
		worsen(run, cli_fail(error));
	const int status = cli_cancelled && !single->timed_out
				   ? 0
				   : grade_single_write(single, failed ? NULL : run->grade, &why);
	worsen(run, status < 0 ? cli_fail(&why) : status);
}

int cli_grade(int argc, char **argv)
{
	struct grade_options options = {0};
	struct run run = {.options = &options};
	struct grade_single single;
	struct as_error error = {0};

	if (argc > (complete_is_on() ? 2 : 1) && strcmp(argv[1], "new") == 0) {
		static char name[] = "grade new";
		argv[1] = name;
		return grade_new(argc - 1, argv + 1);
	}
	const int status = grade_is_single(argc, argv) ? grade_parse_single(argc, argv, &options)
						       : grade_parse(argc, argv, &options);
	if (status)
		return status;
	cli_catch_signals();
	const int failed = grade_single_open(&single, &options, &error) || grade(&run, &error);
	finish(&run, &single, failed, &error);
	as_progress_free(run.progress);
	as_grade_close(run.grade);
	grade_single_close(&single);
	return cli_finish(run.status);
}
