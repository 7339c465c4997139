/* SPDX-License-Identifier: MIT */
/*
 * Runs a package's validators on its own files, for a caller that checks a package. Each program
 * has its own sandbox. The parts: input_validators.c and output_validators.c.
 */
#include "validator_set.h"

#include <errno.h>
#include <string.h>

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* The limits of a package apply to its output validators (2025-09, "Resource guarantees"). For
 * input validators they can only raise memory and output. Their time limit comes from the caller,
 * so that each run ends. */
static void set_input_limits(struct as_limits *limits, const struct as_package_limits *of_package)
{
	struct as_package_limits usual;

	as_package_limits_default(&usual);
	usual.validation_time_ns = AS_INPUT_VALIDATION_NS;
	usual.validation_memory_bytes =
		larger(usual.validation_memory_bytes, of_package->validation_memory_bytes);
	usual.validation_output_bytes =
		larger(usual.validation_output_bytes, of_package->validation_output_bytes);
	*limits = as_limits_of_validation(&usual);
}

void as_validators_set_input_time(struct as_validators *validators, int64_t cpu_time_ns)
{
	const struct as_package_limits limits = {.validation_time_ns = cpu_time_ns,
		.validation_memory_bytes = validators->limits.memory_bytes,
		.validation_output_bytes = validators->limits.output_bytes};

	validators->limits = as_limits_of_validation(&limits);
}

struct as_validators *as_validators_open(
	const struct as_validators_config *config, struct as_error *error)
{
	const struct as_package *package = config->package;
	const size_t input_count = as_names_count(package->input_validators);
	const size_t output_count = as_names_count(package->output_validators);
	AS_AUTO_FREE struct input_validator *inputs = calloc(input_count + 1, sizeof(*inputs));
	AS_AUTO_FREE struct output_validator *outputs = calloc(output_count + 1, sizeof(*outputs));
	struct as_validators *validators = calloc(1, sizeof(*validators));

	if (!inputs || !outputs || !validators) {
		free(validators);
		as_error_no_memory(error);
		return NULL;
	}
	validators->inputs = as_steal(inputs);
	validators->input_count = input_count;
	validators->outputs = as_steal(outputs);
	validators->output_count = output_count;
	validators->config = *config;
	if (!config->cancel)
		validators->config.cancel = as_workshop_cancel(config->workshop);
	set_input_limits(&validators->limits, &package->limits);
	return validators;
}

void as_validators_close(struct as_validators *validators)
{
	if (!validators)
		return;
	for (size_t i = 0; i < validators->input_count; i++) {
		struct input_validator *input = &validators->inputs[i];
		as_program_free(input->program);
		as_ctd_free(input->script);
	}
	for (size_t i = 0; i < validators->output_count; i++) {
		as_sandbox_close(validators->outputs[i].sandbox);
		as_validator_close(validators->outputs[i].own);
	}
	free(validators->inputs);
	free(validators->outputs);
	free(validators);
}

int as_validation_set(
	struct as_validation *validation, enum as_validation_kind kind, const char *text)
{
	validation->kind = kind;
	as_text_printable(text, strlen(text), validation->text, sizeof(validation->text));
	return 0;
}

int as_validation_unavailable(
	struct as_validation *validation, const struct as_error *why, struct as_error *error)
{
	validation->is_late = why->kind == AS_ERROR_INPUT && why->sys_errno == ETIME;
	if (why->kind == AS_ERROR_INPUT || why->kind == AS_ERROR_MACHINE)
		return as_validation_set(validation,
			why->kind == AS_ERROR_INPUT && why->sys_errno != ENOTSUP
				? AS_VALIDATION_BROKEN
				: AS_VALIDATION_UNAVAILABLE,
			why->text);
	if (error)
		*error = *why;
	return -1;
}

int as_validators_borrow_core(
	struct as_validators *validators, struct as_core_loan *loan, struct as_error *error)
{
	const struct as_validators_config *config = &validators->config;
	const struct as_core_request request = {
		.preferred = -1, .patience_ns = config->core_wait_ns, .cancel = config->cancel};

	as_core_borrow(config->cores, &request, loan);
	validators->core = loan->core.number;
	if (validators->begun)
		validators->begun(validators->begun_context);
	return as_cancel_check(validators->config.cancel, error);
}

void as_validators_on_begin(
	struct as_validators *validators, void (*begun)(void *context), void *context)
{
	validators->begun = begun;
	validators->begun_context = context;
}
