/* SPDX-License-Identifier: MIT */
/* Compiling a submission. */
#include "compiled.h"

#include "run.h"

#include <string.h>

static struct as_program *build(struct as_open_package *opened,
	const struct as_submission *submission, const struct as_intake *intake,
	const atomic_bool *cancel, struct as_error *error)
{
	if (opened->package->submit_answer)
		return as_answers_program(opened, &intake->sources, error);
	const struct as_build_order order = {
		.sources = &intake->sources,
		.language = intake->language,
		.entry_point = intake->is_entry ? NULL : submission->entry_point,
		.time_ns = opened->package->limits.compilation_time_ns,
		.memory_bytes = opened->package->limits.compilation_memory_bytes,
		.is_example = intake->is_own,
		.is_uncached = submission->is_uncached,
		/* The result may be shown to others who submitted the same files. */
		.path = submission->files || submission->submitted ? NULL : submission->path,
		.cancel = cancel,
	};

	return as_workshop_build(opened->workshop, &order, error);
}

static struct as_compiled *compile(struct as_open_package *opened,
	const struct as_submission *submission, const atomic_bool *cancel, struct as_error *error)
{
	struct as_compiled *compiled;

	if (!submission->path) {
		as_error_set(error, AS_ERROR_USAGE,
			"a submission has no path; one in memory needs a name to show");
		return NULL;
	}
	compiled = calloc(1, sizeof(*compiled));
	if (!compiled || !(compiled->path = strdup(submission->path)) ||
		!(compiled->validator_folder = calloc(1, sizeof(*compiled->validator_folder)))) {
		free(compiled ? compiled->path : NULL);
		free(compiled);
		as_error_no_memory(error);
		return NULL;
	}
	compiled->share_count = 1;
	pthread_mutex_init(&compiled->validator_folder->lock, NULL);
	const struct as_intake_config config = {
		.package = opened->package,
		.languages = opened->engine->config.languages,
		.workshop = opened->workshop,
		.cancel = cancel,
	};
	if (as_intake_read(&compiled->intake, &config, submission, error) == 0 &&
		(compiled->intake.sources.reason || (compiled->program = build(opened, submission,
							     &compiled->intake, cancel, error))))
		return compiled;
	as_compiled_free(compiled);
	return NULL;
}

struct as_compiled *as_engine_compile(struct as_open_package *opened,
	const struct as_submission *submission, const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO_CORE_LOAN struct as_core_loan loan = AS_CORE_LOAN_INIT;

	if (!cancel)
		cancel = opened->engine->config.cancel;
	as_open_package_borrow_core(opened, "compile", cancel, &loan);
	return compile(opened, submission, cancel, error);
}

enum as_verdict as_compiled_verdict(const struct as_compiled *compiled)
{
	return compiled->program ? compiled->program->verdict : AS_VERDICT_CE;
}

const struct as_program *as_compiled_program(const struct as_compiled *compiled)
{
	return compiled->program;
}

struct as_compiled *as_compiled_share(struct as_compiled *compiled)
{
	if (compiled)
		atomic_fetch_add(&compiled->share_count, 1);
	return compiled;
}

void as_compiled_free(struct as_compiled *compiled)
{
	if (!compiled || atomic_fetch_sub(&compiled->share_count, 1) > 1)
		return;
	if (compiled->validator_folder->working.folder[0])
		as_workshop_remove(
			compiled->program->workshop, compiled->validator_folder->working.folder);
	pthread_mutex_destroy(&compiled->validator_folder->lock);
	free(compiled->validator_folder);
	as_program_free(compiled->program);
	as_intake_clear(&compiled->intake);
	free(compiled->path);
	free(compiled);
}
