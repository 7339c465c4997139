/* SPDX-License-Identifier: MIT */
/* Runs one validator on one file. */
#include "validate.h"

#include <string.h>

/* A validator that does not end would take a minute for each file, so it is not run again. */
static void note_late(struct as_data_check *check, struct as_validation *validation,
	int64_t limit_ns, const char *limit)
{
	char reason[AS_FEEDBACK_SIZE];

	if (!validation->is_late)
		return;
	check->any_late = true;
	memcpy(reason, validation->text, sizeof(reason));
	snprintf(validation->text, sizeof(validation->text),
		"%.300s, and is not run again; make it end within %s s, or raise %s", reason,
		AS_NUMBER((double)limit_ns / 1e9), limit);
}

/* Reported once for each validator, since it applies to every file. */
static int report_broken(struct as_data_check *check, size_t index, const char *validator,
	const struct as_validation *validation, const char *about, struct as_error *error)
{
	bool untried = validation->kind == AS_VALIDATION_UNAVAILABLE;

	if (check->reported[index])
		return 0;
	check->reported[index] = true;
	return as_findings_add(&check->findings, untried ? AS_FINDING_WARNING : AS_FINDING_ERROR,
		validator, error, "%s%s%s%s%s", untried ? "it was not run: " : "it fails",
		untried ? "" : " on ", untried ? "" : about, untried ? "" : ": ", validation->text);
}

int as_run_input_validator(struct as_data_check *check, size_t index,
	const struct as_input_case *input, const char *about, struct as_validation *validation,
	struct as_error *error)
{
	const char *validator = check->verify->package->input_validators[index];

	if (as_cancel_check(check->cancel, error))
		return -1;
	*validation = (struct as_validation){.kind = AS_VALIDATION_UNAVAILABLE, .exit_code = -1};
	if (check->reported[index])
		return 0;
	*validation = (struct as_validation){0};
	const int64_t chosen_ns = check->verify->config->input_time_ns;
	const int64_t limit_ns = chosen_ns ? chosen_ns : AS_INPUT_VALIDATION_NS;
	as_watch_begin(check->watch, validator, about, limit_ns);
	int failed = as_validators_run_input(check->validators, index, input, validation, error);
	as_watch_end(check->watch);
	if (failed)
		return -1;
	note_late(check, validation, limit_ns, "--input-validator-time");
	if (validation->kind == AS_VALIDATION_BROKEN ||
		validation->kind == AS_VALIDATION_UNAVAILABLE)
		return report_broken(check, index, validator, validation, about, error);
	return 0;
}

int as_run_output_validator(struct as_data_check *check, const struct as_output_case *output,
	struct as_validation *validation, struct as_error *error)
{
	if (as_cancel_check(check->cancel, error))
		return -1;
	*validation = (struct as_validation){.kind = AS_VALIDATION_UNAVAILABLE, .exit_code = -1};
	if (check->outputs_late)
		return 0;
	*validation = (struct as_validation){0};
	const struct as_package *package = check->verify->package;
	const int64_t limit_ns = package->limits.validation_time_ns;
	as_watch_begin(check->watch,
		package->output_validators ? package->output_validators[0] : "the default check",
		output->name, limit_ns);
	int failed = as_validators_run_output(check->validators, output, validation, error);
	as_watch_end(check->watch);
	if (failed)
		return -1;
	check->outputs_late = validation->is_late;
	note_late(check, validation, limit_ns, "that limit");
	return 0;
}

const char *as_validation_of_output(const struct as_validation *validation)
{
	static const char prefix[] = "the output validator ";

	return validation->text +
	       (strncmp(validation->text, prefix, strlen(prefix)) ? 0 : strlen(prefix));
}

int as_run_output_validator_on_file(struct as_data_check *check, const struct as_test *test,
	const char *path, struct as_validation *validation, struct as_error *error)
{
	AS_AUTO_FD int fd = as_file_open(check->verify->package->tree.fd, path, error);
	const struct as_output_case output = as_output_case_of(test, fd);

	return fd < 0 ? -1 : as_run_output_validator(check, &output, validation, error);
}
