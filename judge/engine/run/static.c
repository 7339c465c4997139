/* SPDX-License-Identifier: MIT */
/*
 * Static validation: a program of the package examines the sources before any test is run, once for
 * each group with a static test. Copies of the files, with the package's include code, are in its
 * working folder.
 */
#include "run.h"
#include "scoring.h"

int as_static_open(struct as_open_package *opened, struct as_error *error)
{
	if (!opened->package->static_validator)
		return 0;
	opened->static_validator =
		as_validator_open_static(opened->workshop, opened->package, error);
	return opened->static_validator ? 0 : -1;
}

void as_static_close(struct as_open_package *opened)
{
	as_sandbox_close(opened->static_sandbox);
	as_validator_close(opened->static_validator);
	opened->static_sandbox = NULL;
	opened->static_validator = NULL;
}

/* Makes an entry of the work folder with the files and an empty feedback folder. */
static int make_box(struct as_workshop *workshop, const struct as_sources *sources, char entry[32],
	struct as_error *error)
{
	AS_AUTO_FD int folder = as_workshop_new_folder(workshop, entry, error);

	if (folder < 0) {
		entry[0] = '\0';
		return -1;
	}
	return as_sources_write(sources, folder, error) ||
			       as_dir_make(folder, AS_FEEDBACK_FOLDER, 0755, error)
		       ? -1
		       : 0;
}

/* The arguments that describe the submission. */
static struct as_stage describe(const struct as_program *program)
{
	const struct as_language *language = program->language;
	struct as_stage stage = {.folder = ""};

	/* Answers have no language, and a package of answers has no static validator. */
	if (!language)
		return stage;
	const bool has_entry = program->entry_is_explicit || language->start.finds_class;
	snprintf(stage.input, sizeof(stage.input), "%s", language->family);
	snprintf(stage.answer, sizeof(stage.answer), "%s",
		has_entry ? program->entry : program->main);
	return stage;
}

/* On a borrowed core, so that it does not disturb measurements. */
static int validate(struct as_judging *judging, const struct as_stage *stage, size_t group,
	struct as_error *error)
{
	struct as_open_package *opened = judging->opened;
	AS_AUTO(as_validator_run_clear)
	struct as_validator_run validator_run = AS_VALIDATOR_RUN_INIT;
	const struct as_group *self = &opened->package->groups[group];
	const struct as_validator_task task = {.stage = stage,
		.args = self->static_args,
		.cancel = judging->cancel,
		.score_files = as_score_files_of(opened->package, self)};
	const struct as_validator_report report = as_test_report(&judging->statics[group]);
	struct as_error why = {0};
	AS_AUTO_FD int nothing = as_input_from_bytes("", 0, error);

	validator_run.validator = opened->static_validator;
	validator_run.task = &task;
	if (nothing < 0 || make_box(opened->workshop, judging->sources, validator_run.box, error))
		return -1;
	if (!opened->static_sandbox)
		opened->static_sandbox = as_validator_sandbox(opened->static_validator, -1, error);
	if (!opened->static_sandbox)
		return -1;
	AS_AUTO_CORE struct as_core core = AS_CORE_INIT;
	as_core_borrow_for(judging, opened->static_sandbox, &core);
	if (as_validator_run_output(
		    &validator_run, opened->static_sandbox, nothing, &report, &why) == 0)
		return 0;
	as_sandbox_drop_broken(&opened->static_sandbox, &why);
	if (error)
		*error = why;
	return -1;
}

/* All jobs of the package share one sandbox. */
static int validate_alone(struct as_judging *judging, const struct as_stage *stage, size_t group,
	struct as_error *error)
{
	pthread_mutex_lock(&judging->opened->program_lock);
	int failed = validate(judging, stage, group, error);
	pthread_mutex_unlock(&judging->opened->program_lock);
	return failed;
}

int as_static_run(struct as_judging *judging, struct as_error *error)
{
	const struct as_open_package *opened = judging->opened;
	const struct as_package *package = opened->package;
	const struct as_stage stage = describe(judging->program);

	for (size_t g = 0; g < package->group_count; g++) {
		struct as_test_result *result = &judging->statics[g];
		struct as_error why = {0};
		*result = (struct as_test_result)AS_TEST_RESULT_INIT;
		if (!opened->static_validator || !package->groups[g].has_static ||
			as_judging_is_part(judging))
			continue;
		if (validate_alone(judging, &stage, g, &why)) {
			if (as_judging_is_cancelled(judging))
				return as_error_set(error, AS_ERROR_INTERNAL, "interrupted");
			as_test_blame_judge(result, &why);
		}
		result->counted = true;
		as_score_check_static(package, g, result);
	}
	return 0;
}
