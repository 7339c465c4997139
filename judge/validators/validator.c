/* SPDX-License-Identifier: MIT */
/*
 * The output validator of a package, run in the sandbox for one pass of a test.
 *
 * It finds the test's files under /data, read-only, and in its working folder a folder "feedback"
 * with the contents of earlier passes. It reads the submission's output, and only its verdict on
 * that is trusted: its messages, scores and further inputs are read from the box like those of a
 * stranger (feedback.c), and any other behaviour is a judging error.
 *
 * If there are several, all must accept. They run one after another until one does not accept, and
 * its verdict stands. Their messages for people are concatenated; validators that give a score must
 * agree on it.
 *
 * The testlib dialect has another order of arguments, no feedback folder, and its own exit
 * statuses; the message is its standard error.
 */
#include "feedback.h"

#include <errno.h>
#include <string.h>

/* Files take whole pages: this much waste by many small files is allowed. The box is larger by
 * twice as much, so that an excess can be measured. */
#define WASTE_BYTES (UINT64_C(1) << 20)

/* ---- the program ---- */

struct as_limits as_limits_of_validation(const struct as_package_limits *package)
{
	struct as_limits limits = as_limits_default;

	limits.cpu_time_ns = package->validation_time_ns;
	limits.wall_time_ns = as_program_wall_limit_ns(package->validation_time_ns);
	limits.memory_bytes = package->validation_memory_bytes;
	limits.output_bytes = package->validation_output_bytes;
	return limits;
}

static void set_limits(struct as_validator *validator)
{
	const struct as_package_limits *limits = &validator->package->limits;

	validator->limits = as_limits_of_validation(limits);
	validator->limits.box_bytes = limits->validation_output_bytes + 2 * WASTE_BYTES;
	/* The contents of the box count as memory too. */
	validator->limits.memory_bytes += validator->limits.box_bytes;
}

static int make_empty_box(struct as_validator *validator, struct as_error *error)
{
	AS_AUTO_FD int box =
		as_workshop_new_folder(validator->workshop, validator->empty_box, error);

	return box < 0 ? -1 : as_dir_make(box, AS_FEEDBACK_FOLDER, 0755, error);
}

static struct as_validator *open_program(struct as_workshop *workshop,
	const struct as_package *package, const char *path, const char *what,
	struct as_error *error)
{
	struct as_validator *validator = calloc(1, sizeof(*validator));
	struct as_error why = {0};

	if (!validator) {
		as_error_no_memory(error);
		return NULL;
	}
	snprintf(validator->what, sizeof(validator->what), "%s", what);
	validator->path = path;
	validator->package = package;
	validator->workshop = workshop;
	set_limits(validator);
	validator->program =
		as_workshop_compile(workshop, package->tree.fd, path, &package->constants, &why);
	if (!validator->program)
		as_program_place(package, path, &why, error);
	if (!validator->program || as_package_check_unchanged(package, path, error) ||
		make_empty_box(validator, error)) {
		as_validator_close(validator);
		return NULL;
	}
	return validator;
}

struct as_validator *as_validator_open(struct as_workshop *workshop,
	const struct as_package *package, size_t index, struct as_error *error)
{
	const char *path = package->output_validators[index];
	char what[300] = "the output validator";

	if (package->output_validators[1])
		snprintf(
			what, sizeof(what), "the output validator %.255s", as_text_last_part(path));
	struct as_validator *validator = open_program(workshop, package, path, what, error);
	if (validator) {
		validator->dialect = package->dialect;
		validator->wants_passes = package->multi_pass;
	}
	return validator;
}

struct as_validator *as_validator_open_static(
	struct as_workshop *workshop, const struct as_package *package, struct as_error *error)
{
	return open_program(
		workshop, package, package->static_validator, "the static validator", error);
}

void as_validator_close(struct as_validator *validator)
{
	if (!validator)
		return;
	if (validator->empty_box[0])
		as_workshop_remove(validator->workshop, validator->empty_box);
	as_program_free(validator->program);
	free(validator);
}

struct as_sandbox *as_validator_sandbox(
	const struct as_validator *validator, int core, struct as_error *error)
{
	return as_workshop_run_sandbox(
		validator->workshop, validator->program->language, core, error);
}

/* ---- one pass: the request ---- */

void as_validator_run_clear(struct as_validator_run *validator_run)
{
	if (!validator_run->validator)
		return;
	struct as_workshop *workshop = validator_run->validator->workshop;
	if (validator_run->next_input_fd >= 0)
		close(validator_run->next_input_fd);
	as_stage_remove(&validator_run->stage, workshop);
	if (validator_run->box[0])
		as_workshop_remove(workshop, validator_run->box);
	*validator_run = (struct as_validator_run)AS_VALIDATOR_RUN_INIT;
}

void as_validator_run_follow(
	struct as_validator_run *validator_run, const struct as_validator *validator)
{
	const struct as_validator_task *task = validator_run->task;

	as_validator_run_clear(validator_run);
	validator_run->validator = validator;
	validator_run->task = task;
	validator_run->follows = true;
}

static const struct as_stage *stage_of(const struct as_validator_run *validator_run)
{
	return validator_run->stage.folder[0] ? &validator_run->stage : validator_run->task->stage;
}

static const char *box_of(const struct as_validator_run *validator_run)
{
	if (validator_run->box[0])
		return validator_run->box;
	return validator_run->task->folder_bytes ? validator_run->task->folder
						 : validator_run->validator->empty_box;
}

int as_validator_run_prepare(struct as_validator_run *validator_run,
	struct as_program_request *request, struct as_error *error)
{
	const struct as_validator *validator = validator_run->validator;
	const struct as_stage *stage = stage_of(validator_run);
	char **args = validator_run->task->args;
	const bool testlib = validator->dialect == AS_VALIDATOR_TESTLIB;
	const size_t count = as_names_count(args);
	AS_AUTO_FREE const char **arguments = calloc(count + 4, sizeof(*arguments));
	if (!arguments)
		return as_error_no_memory(error);
	arguments[0] = stage->input;
	/* An interactor writes to a file where a checker reads one. */
	arguments[1] = !testlib                          ? stage->answer
		       : validator->package->interactive ? "/box/output"
							 : "/dev/stdin";
	arguments[2] = testlib ? stage->answer : "/box/" AS_FEEDBACK_FOLDER "/";
	for (size_t i = 0; i < count; i++)
		arguments[3 + i] = args[i];
	if (as_program_request_init(
		    request, validator->program, arguments, &validator->limits, error))
		return -1;
	/* The request has its own copy of `arguments`. */
	request->request.data = stage->folder[0] ? stage->folder : NULL;
	request->request.box = box_of(validator_run);
	request->request.writable_box = request->request.keep_box = true;
	if (validator_run->task->cancel)
		request->request.cancel = validator_run->task->cancel;
	/* The initial contents do not count as output. */
	request->request.limits.box_bytes += validator_run->task->folder_bytes;
	request->request.initial_box_bytes = validator_run->task->folder_bytes;
	return 0;
}

/* ---- one pass: the result ---- */

/* Standard output and files share one limit. */
static bool wrote_too_much(
	const struct as_validator_run *validator_run, const struct as_run_result *run)
{
	const uint64_t initial = validator_run->task->folder_bytes;
	const uint64_t wrote = run->box_bytes > initial ? run->box_bytes - initial : 0;

	return wrote + run->output_bytes >
	       validator_run->validator->package->limits.validation_output_bytes + WASTE_BYTES;
}

/* The key of problem.yaml that raises the exceeded limit, or NULL. */
static const char *limit_key(unsigned hits)
{
	switch (as_hits_first(hits)) {
	case AS_HIT_MEMORY:
		return "validation_memory";
	case AS_HIT_OUTPUT:
	case AS_HIT_BOX:
		return "validation_output";
	case AS_HIT_CPU:
	case AS_HIT_WALL:
		return "validation_time";
	default:
		return NULL;
	}
}

char *as_validator_complain(const struct as_run_result *run)
{
	const char *key = limit_key(run->hits);
	AS_AUTO_FREE char *complaint = as_run_result_complain(run);

	return key && complaint ? as_text_format(NULL, "%s (limits.%s)", complaint, key)
				: as_steal(complaint);
}

static int broke(const struct as_validator *validator, const struct as_run_result *run,
	struct as_error *error)
{
	AS_AUTO_FREE char *complaint = as_validator_complain(run);
	/* A validator without a message may use another convention of exit codes. */
	const bool is_icpc = validator->dialect != AS_VALIDATOR_TESTLIB && as_run_has_exited(run);
	const bool is_silent = !run->stderr_head.size;
	const bool is_testlib = is_icpc && as_testlib_text_is_known(run->stderr_head.data);

	return as_error_at_cause(error, AS_ERROR_INPUT, as_run_was_late(run) ? ETIME : 0, NULL,
		"%s %s%s", validator->what, complaint ? complaint : "exited with status 0",
		is_testlib             ? AS_TESTLIB_REMEDY("output_validator")
		: is_icpc && is_silent ? " (42 accepts, 43 rejects)"
				       : "");
}

static int read_status(const struct as_validator_run *validator_run, struct as_run_result *run,
	struct as_feedback *feedback, enum as_verdict *verdict, struct as_error *error)
{
	const struct as_validator *validator = validator_run->validator;

	if (as_run_check_cancel(run, error))
		return -1;
	*verdict = AS_VERDICT_NONE;
	if (wrote_too_much(validator_run, run))
		run->hits |= AS_HIT_BOX;
	if (!as_run_has_exited(run))
		return broke(validator, run, error);
	if (validator->dialect == AS_VALIDATOR_TESTLIB) {
		if (as_testlib_take(validator_run, run, feedback, verdict, error))
			return -1;
	} else if (!as_testlib_is_partial(run->stderr_head.data, run->exit_code)) {
		/* The exit statuses of testlib's _pc(42) and _pc(43) do not mean AC and WA. */
		*verdict = run->exit_code == AS_EXIT_ACCEPTED ? AS_VERDICT_AC
			   : run->exit_code == AS_EXIT_WRONG  ? AS_VERDICT_WA
							      : AS_VERDICT_NONE;
	}
	return *verdict == AS_VERDICT_NONE ? broke(validator, run, error) : 0;
}

enum as_score_files as_score_files_of(
	const struct as_package *package, const struct as_group *group)
{
	if (!package->scoring || !group->has_score)
		return AS_SCORE_FILES_IGNORED;
	if (!package->graded)
		return AS_SCORE_FILES_STRICT;
	return package->validator_scores ? AS_SCORE_FILES_GRADED : AS_SCORE_FILES_IGNORED;
}

/* Checks the scores of both files, over all passes. */
static int check_scores(struct as_validator_run *validator_run, const struct as_feedback *feedback,
	enum as_verdict verdict, struct as_error *error)
{
	const char *program = validator_run->validator->what;

	validator_run->had_score |= feedback->has_score;
	validator_run->had_multiplier |= feedback->has_multiplier;
	if (validator_run->task->score_files != AS_SCORE_FILES_STRICT)
		return 0;
	if (validator_run->had_score && validator_run->had_multiplier)
		return as_error_set(error, AS_ERROR_INPUT,
			"%s wrote both a score.txt and a score_multiplier.txt", program);
	if (verdict != AS_VERDICT_AC && (feedback->has_score || feedback->has_multiplier))
		return as_error_set(error, AS_ERROR_INPUT, "%s wrote %s for a rejected output%s",
			program, feedback->has_score ? "score.txt" : "score_multiplier.txt",
			validator_run->passes > 1 ? ", now or in an earlier pass; files of a pass "
						    "stay until the validator removes them"
						  : "");
	return 0;
}

/* Keeps the files for the next pass. */
static int begin_next_pass(struct as_validator_run *validator_run, const struct as_run_result *run,
	struct as_feedback *feedback, struct as_error *error)
{
	const struct as_validator *validator = validator_run->validator;
	const struct as_validator_task *task = validator_run->task;
	struct as_workshop *workshop = validator->workshop;

	if (validator_run->passes >= validator->package->limits.validation_passes)
		return as_error_set(error, AS_ERROR_INPUT,
			"the output validator requested more than %u passes "
			"(limits.validation_passes)",
			validator->package->limits.validation_passes);
	if (validator_run->box[0])
		as_workshop_remove(workshop, validator_run->box);
	if (as_feedback_keep(run->box_fd, validator, task->folder, validator_run->box, error))
		return -1;
	as_stage_remove(&validator_run->stage, workshop);
	if (as_stage_make_from(&validator_run->stage, workshop, task->dir_fd, &task->files,
		    feedback->next_input_fd, error))
		return -1;
	validator_run->next_input_fd = as_steal_fd(feedback->next_input_fd);
	return 0;
}

static int add_text(char **text, char **more, struct as_error *error)
{
	if (!*more)
		return 0;
	char *both = *text ? as_text_format(error, "%s\n%s", *text, *more) : as_steal(*more);
	if (!both)
		return -1;
	free(*text);
	*text = both;
	return 0;
}

void as_validator_report_clear(const struct as_validator_report *report)
{
	free(as_steal(*report->judge_message));
	free(as_steal(*report->team_message));
}

/* The first line for the judges, or else the first line of its standard error or output. */
static int fill_messages(const struct as_validator_run *validator_run,
	const struct as_run_result *run, struct as_feedback *feedback,
	const struct as_validator_report *report, struct as_error *error)
{
	const bool testlib = validator_run->validator->dialect == AS_VALIDATOR_TESTLIB;

	if (!feedback->judge_message && (testlib || *report->verdict == AS_VERDICT_WA) &&
		run->stderr_head.size)
		feedback->judge_message =
			as_feedback_text(run->stderr_head.data, run->stderr_head.size);
	const char *message = feedback->judge_message ? feedback->judge_message : "";
	snprintf(report->feedback, AS_FEEDBACK_SIZE, "%.*s", (int)strcspn(message, "\n"), message);
	if (!validator_run->follows)
		as_validator_report_clear(report);
	return add_text(report->judge_message, &feedback->judge_message, error) ||
			       add_text(report->team_message, &feedback->team_message, error)
		       ? -1
		       : 0;
}

/* Sets the score of an accepted test. A validator without a score does not contradict the others.
 */
static int fill_scores(const struct as_validator_run *validator_run,
	const struct as_feedback *feedback, const struct as_validator_report *report,
	struct as_error *error)
{
	struct as_test_score *score = report->score;
	const bool accepted = *report->verdict == AS_VERDICT_AC;
	const bool had_score = validator_run->follows && score->has_score;

	if (accepted && had_score && feedback->has_score && feedback->score != score->score)
		return as_error_set(error, AS_ERROR_INPUT,
			"%s gave the score %s, but an earlier validator gave %s; they must agree",
			validator_run->validator->what, AS_NUMBER(feedback->score),
			AS_NUMBER(score->score));
	/* DOMjudge also counts the score of a wrong answer. */
	score->has_score = (accepted || validator_run->validator->package->domjudge_scores) &&
			   (had_score || feedback->has_score);
	if (feedback->has_score)
		score->score = feedback->score;
	score->has_multiplier = feedback->has_multiplier;
	score->multiplier = feedback->multiplier;
	return 0;
}

int as_validator_run_take(struct as_validator_run *validator_run, struct as_run_result *run,
	const struct as_validator_report *report, struct as_error *error)
{
	const struct as_validator *validator = validator_run->validator;
	AS_AUTO(as_feedback_clear) struct as_feedback feedback = AS_FEEDBACK_INIT;
	enum as_verdict verdict;
	/* testlib knows no score files; its scores are in the text. */
	const enum as_score_files score_files = validator->dialect == AS_VALIDATOR_TESTLIB
							? AS_SCORE_FILES_IGNORED
							: validator_run->task->score_files;

	if (validator_run->next_input_fd >= 0)
		close(as_steal_fd(validator_run->next_input_fd));
	validator_run->passes++;
	if (read_status(validator_run, run, &feedback, &verdict, error) ||
		as_feedback_read(&feedback, run->box_fd, validator, score_files, error))
		return -1;
	if (check_scores(validator_run, &feedback, verdict, error))
		return -1;
	if (feedback.next_input_fd >= 0 && verdict != AS_VERDICT_AC)
		return as_error_set(error, AS_ERROR_INPUT,
			"the output validator wrote nextpass.in for a rejected output");
	if (feedback.next_input_fd >= 0 && begin_next_pass(validator_run, run, &feedback, error))
		return -1;
	*report->verdict = verdict;
	return fill_scores(validator_run, &feedback, report, error) ||
			       fill_messages(validator_run, run, &feedback, report, error)
		       ? -1
		       : 0;
}

int as_validator_run_output(struct as_validator_run *validator_run, struct as_sandbox *sandbox,
	int output_fd, const struct as_validator_report *report, struct as_error *error)
{
	AS_AUTO(as_program_request_clear) struct as_program_request request = {.argv = NULL};
	AS_AUTO_RUN_RESULT struct as_run_result run = AS_RUN_RESULT_INIT;
	AS_AUTO_FD int output = as_input_copy(output_fd, error);

	if (output < 0 || as_validator_run_prepare(validator_run, &request, error))
		return -1;
	request.request.stdin_fd = output;
	if (as_sandbox_run(sandbox, &request.request, &run, error))
		return -1;
	return as_validator_run_take(validator_run, &run, report, error);
}
