/* SPDX-License-Identifier: MIT */
/*
 * assay grade: computes the marks of a class. Each step can be repeated, so a command that was
 * killed is simply run again:
 * 1. reads the scheme with its packages, and the submissions,
 * 2. judges submissions that have no result in the folder (assay/grade/class.h),
 * 3. computes the marks, and compares them with those that count,
 * 4. writes the files of the folder.
 */
#include "grade_blind.h"
#include "grade_pages.h"

#include <libgen.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

struct run {
	struct grade_options *options;
	struct as_languages *languages;
	struct grade_assignment assignment;
	struct grade_people people;
	struct as_class *class;
	struct as_engine *engine;
	struct as_progress *progress;
	size_t max_tests; /* of a package; for what is known before */
	struct grade_similar_counts similar;
	char machine[GRADE_MACHINE_SIZE];
	char include_dir[PATH_MAX];   /* the engine's */
	struct as_text_map compilers; /* by language */
	atomic_int status;            /* several jobs report it */
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

/* ---- what goes wrong ---- */

static void tell(void *context, const char *text)
{
	struct run *run = context;

	as_progress_clear(run->progress);
	cli_note(text);
}

/* One submission that cannot be judged is a task for the teacher. */
static void report_failure(
	void *context, size_t person, const char *path, const struct as_error *why)
{
	struct run *run = context;
	struct as_error error = {0};
	char text[2048];
	AS_AUTO_FREE char *hidden = NULL;

	as_progress_clear(run->progress);
	if (cli_cancelled)
		return;
	as_error_format(why, text, sizeof(text));
	if (run->options->blind) {
		hidden = grade_hide_path(run->class, &run->people.people[person], path, NULL);
		path = hidden ? hidden : "a submission";
		snprintf(text, sizeof(text), "%s", why->text);
		grade_hide_quoted(text);
	}
	as_error_pass(&error, why, NULL, "cannot judge %s: %s", path, text);
	error.line = error.column = 0; /* the text has them */
	worsen(run, why->kind == AS_ERROR_MACHINE && !hidden ? cli_fail(why) : cli_fail(&error));
}

/* ---- judging ---- */

static struct as_class_judging describe_judging(struct run *run)
{
	struct as_class_judging judging = {.engine = run->engine,
		.order = run->options->order,
		.queue_only = run->options->engine.workers == 0,
		.calls = {.known = show_known,
			.failed = report_failure,
			.note = tell,
			.context = run}};

	judging.order.calls =
		(struct as_job_calls){.compiled = show_compiled, .test = show_test, .context = run};
	return judging;
}

static size_t count_entries(const struct run *run)
{
	size_t count = 0;

	for (size_t i = 0; i < run->people.count; i++)
		for (size_t j = 0; j < run->people.people[i].attempt_count; j++)
			count += run->people.people[i].attempts[j].entry_count;
	return count;
}

/* The submission of a team counts once. */
static size_t count_submissions(const struct run *run, bool *seen)
{
	const struct grade_people *people = &run->people;
	const size_t entries = count_entries(run);
	size_t count = 0;

	for (size_t i = 0; i < entries; i++) {
		const size_t at = (size_t)(people->entries[i].submitted - people->submitted);
		count += !seen[at];
		seen[at] = true;
	}
	return count;
}

static int plan(struct run *run, struct as_error *error)
{
	const struct as_class_judging judging = describe_judging(run);
	struct as_class_planned *planned = NULL;
	AS_AUTO_FREE bool *seen = calloc(run->people.submitted_count + 1, sizeof(*seen));
	size_t count;

	if (!seen)
		return as_error_no_memory(error);
	if (as_class_plan(run->class, &judging, &planned, &count, error))
		return -1;
	grade_print_plan(planned, count, count_submissions(run, seen), run->people.people,
		run->class, run->options->blind);
	as_class_plan_free(planned, count);
	return 0;
}

static int judge(struct run *run, struct as_error *error)
{
	const struct as_class_judging judging = describe_judging(run);

	for (size_t i = 0; i < run->assignment.scheme.package_count; i++)
		if (run->assignment.packages[i]->test_count > run->max_tests)
			run->max_tests = run->assignment.packages[i]->test_count;
	run->progress = as_progress_new("grading", count_entries(run) * (run->max_tests + 1));
	as_progress_show_rate(run->progress);
	const int failed = as_class_judge(run->class, &judging, error);
	as_progress_clear(run->progress);
	return failed;
}

/* ---- marks ---- */

/* Findings of level error change the exit status. True if there are any. */
static bool report_findings(struct run *run, const struct as_findings *findings)
{
	bool has_error = false;

	grade_print_findings(findings);
	for (size_t i = 0; i < findings->count; i++)
		has_error |= findings->items[i].level == AS_FINDING_ERROR;
	if (has_error)
		worsen(run, AS_ERROR_INPUT);
	return has_error;
}

static int report_export(struct run *run, struct as_error *error)
{
	struct as_findings shown = {0};
	const int failed = grade_take_findings(run->options, &run->people, run->class,
		run->assignment.scheme.has_due, &shown, error);

	report_findings(run, &shown);
	as_findings_clear(&shown);
	return failed;
}

static int mark(struct run *run, struct as_error *error)
{
	struct as_findings findings = {0};
	const int failed = as_class_mark(run->class, &findings, error);

	/* A row of manual.csv or overrides.csv with an error counts as missing: no mark may be lost
	 * by that. */
	const bool has_error = report_findings(run, &findings);
	as_findings_clear(&findings);
	if (failed)
		return -1;
	const enum grade_fate fate = has_error             ? GRADE_HELD
				     : run->options->apply ? GRADE_APPLIED
							   : GRADE_WAITING;
	const size_t changes = grade_print_changes(run->class, fate);
	if (changes && fate == GRADE_APPLIED)
		return as_class_apply(run->class, error);
	if (changes)
		worsen(run, 1);
	return 0;
}

static int write_files(struct run *run, struct as_error *error)
{
	const struct grade_pages_order pages = {.options = run->options,
		.assignment = &run->assignment,
		.people = &run->people,
		.class = run->class,
		.engine = run->engine,
		.similar = &run->similar};

	return grade_remove_earlier(run->options, run->class, error) ||
			       as_class_write(run->class, error) ||
			       grade_write_left(&run->people, run->options, run->class, error) ||
			       grade_write_pages(&pages, error)
		       ? -1
		       : 0;
}

/* ---- all ---- */

/* Otherwise the next call would judge the files that this one writes. */
static int check_places(const struct grade_options *options, struct as_error *error)
{
	char submissions[PATH_MAX], out[PATH_MAX];

	if (!realpath(options->submissions, submissions))
		return 0;
	if (!realpath(options->out, out)) {
		AS_AUTO_FREE char *copy = strdup(options->out);
		if (!copy)
			return as_error_no_memory(error);
		if (!realpath(dirname(copy), out))
			return 0;
	}
	const size_t length = strlen(submissions);
	if (strncmp(out, submissions, length) != 0 || (out[length] && out[length] != '/'))
		return 0;
	return as_error_at(error, AS_ERROR_USAGE, options->out, 0, 0,
		"the output folder is in the folder of the submissions; use one beside it");
}

static int open_class(struct run *run, struct as_error *error)
{
	struct as_class_config config = {.out = run->options->out,
		.scheme = &run->assignment.scheme,
		.packages = (const struct as_package *const *)run->assignment.packages,
		.store_url = run->options->store,
		.now_s = time(NULL),
		.only_reads = run->options->dry_run,
		.rejudges = run->options->rejudge,
		.is_blind = run->options->blind,
		.machine = grade_describe_machine(run->machine),
		.compilers = &run->compilers,
		.cancel = &cli_cancelled};

	if (grade_list_compilers(run->languages, &run->compilers, error))
		return -1;
	memcpy(config.scheme_digest, run->assignment.digest, sizeof(config.scheme_digest));
	run->class = as_class_open(&config, error);
	if (!run->class)
		return -1;
	if (!run->options->dry_run)
		cli_leaves_behind("the results so far are kept; run the command again to continue");
	return as_class_enter(run->class, run->people.people, run->people.count, error);
}

static int open_engine(struct run *run, struct as_error *error)
{
	struct as_engine_config config = run->options->engine;

	config.include_dir = cli_find_include_dir(run->include_dir);
	config.languages = run->languages;
	config.cancel = &cli_cancelled;
	config.note = cli_show_wait;
	config.note_context = &run->progress;
	run->engine = as_engine_open(&config, error);
	return run->engine ? 0 : -1;
}

/* A message instead of a sheet: the platform does not know the pseudonyms. */
static int print_blind(const struct grade_options *options)
{
	fputs("who is who: ", stdout);
	cli_print_text(options->out, strlen(options->out));
	puts("/pseudonyms.csv, which is not for those who mark");
	if (options->arrival.sheet)
		puts("the sheet is not filled, because it contains names: run the command again "
		     "without --blind");
	return 0;
}

/* A step that reads tables of people: they may be quoted. */
static int hide_people(struct run *run, int (*take)(struct run *run, struct as_error *error),
	struct as_error *error)
{
	struct as_error why = {0};

	if (take(run, &why) == 0)
		return 0;
	grade_hide_error(run->options, &why);
	if (error)
		*error = why;
	return -1;
}

static int read_people(struct run *run, struct as_error *error)
{
	return grade_people_read(
		&run->people, run->options, &run->assignment, run->languages, error);
}

static int check_sheet(struct run *run, struct as_error *error)
{
	return grade_check_sheet(&run->people, run->options, error);
}

static int grade(struct run *run, struct as_error *error)
{
	run->languages = as_languages_open(NULL, error);
	if (!run->languages || check_places(run->options, error) ||
		grade_assignment_open(&run->assignment, run->options->scheme,
			run->options->arrival.zone, error) ||
		grade_assignment_apply(&run->assignment, run->options, error) ||
		hide_people(run, read_people, error) ||
		grade_people_extend(&run->people, &run->assignment.scheme, error) ||
		hide_people(run, check_sheet, error) || open_class(run, error) ||
		open_engine(run, error))
		return -1;
	if (report_export(run, error))
		return -1;
	grade_note_days(&run->assignment.scheme);
	if (run->options->dry_run)
		return plan(run, error);
	if (judge(run, error) || cli_cancelled || hide_people(run, mark, error) ||
		write_files(run, error))
		return -1;
	grade_print_summary(run->class, &run->people, run->options->out);
	grade_print_similar(&run->similar);
	if (run->options->blind)
		return print_blind(run->options);
	return run->options->arrival.sheet ? grade_fill_sheet(&run->people, run->options,
						     &run->assignment, run->class, error)
					   : 0;
}

static void clear(struct run *run)
{
	as_progress_free(run->progress);
	as_engine_close(run->engine);
	as_class_close(run->class);
	as_text_map_clear(&run->compilers);
	grade_people_clear(&run->people);
	grade_assignment_close(&run->assignment);
	as_languages_close(run->languages);
}

int cli_grade(int argc, char **argv)
{
	struct grade_options options = {0};
	struct run run = {.options = &options};
	struct as_error error = {0};

	if (argc > 1 && strcmp(argv[1], "new") == 0) {
		static char name[] = "grade new";
		argv[1] = name;
		return grade_new(argc - 1, argv + 1);
	}
	const int status = grade_parse(argc, argv, &options);
	if (status)
		return status;
	cli_catch_signals();
	if (grade(&run, &error) && !cli_cancelled) {
		as_progress_clear(run.progress);
		worsen(&run, cli_fail(&error));
	}
	clear(&run);
	return cli_finish(run.status);
}
