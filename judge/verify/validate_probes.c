/* SPDX-License-Identifier: MIT */
/* Data for testing the validators (2025-09, "Validation test data"). */
#include "validate.h"

/* True if every available input validator accepts it; `text` is the reason of the first that does
 * not. `*all`: all were available. */
static int run_all_validators(struct as_data_check *check, const struct as_test *test,
	bool *accepted, bool *all, char text[AS_FEEDBACK_SIZE], struct as_error *error)
{
	const struct as_package *package = check->verify->package;
	AS_AUTO_FD int input_fd = as_file_open(package->tree.fd, test->input_path, error);
	const struct as_input_case input = as_input_case_of(test, input_fd);

	*accepted = *all = true;
	*text = '\0';
	if (input_fd < 0)
		return -1;
	for (size_t i = 0; *accepted && i < as_names_count(package->input_validators); i++) {
		struct as_validation validation;
		if (as_run_input_validator(check, i, &input, test->input_path, &validation, error))
			return -1;
		*accepted = validation.kind != AS_VALIDATION_REJECTED;
		*all &= validation.kind == AS_VALIDATION_REJECTED ||
			validation.kind == AS_VALIDATION_ACCEPTED;
		snprintf(text, AS_FEEDBACK_SIZE, "%s", validation.text);
	}
	return 0;
}

static int try_input(
	struct as_data_check *check, const struct as_probe *probe, struct as_error *error)
{
	bool wanted = probe->kind != AS_PROBE_INVALID_INPUT, accepted, all;
	char text[AS_FEEDBACK_SIZE];

	/* Without an input validator everything is valid; another finding reports that. */
	if (as_names_count(check->verify->package->input_validators) == 0)
		return 0;
	if (run_all_validators(check, &probe->test, &accepted, &all, text, error))
		return -1;
	/* An unavailable validator, which another finding reports, may be the one that rejects it.
	 */
	if (accepted == wanted || !all)
		return 0;
	if (wanted)
		return as_findings_add(&check->findings, AS_FINDING_ERROR, probe->test.input_path,
			error, "an input validator rejects it, but it must be valid%s%s",
			*text ? ": " : "", text);
	return as_findings_add(&check->findings, AS_FINDING_ERROR, probe->test.input_path, error,
		"no input validator rejects it, but one must; correct a validator, or remove this "
		"input");
}

static int try_output(
	struct as_data_check *check, const struct as_probe *probe, struct as_error *error)
{
	const struct as_package *package = check->verify->package;
	bool wanted = probe->kind == AS_PROBE_VALID_OUTPUT;
	struct as_validation validation;

	if (probe->kind == AS_PROBE_INVALID_INPUT || package->interactive)
		return 0;
	if (as_run_output_validator_on_file(
		    check, &probe->test, probe->output_path, &validation, error))
		return -1;
	if (validation.kind == (wanted ? AS_VALIDATION_ACCEPTED : AS_VALIDATION_REJECTED) ||
		(validation.kind == AS_VALIDATION_UNAVAILABLE && check->outputs_late))
		return 0;
	if (validation.kind == AS_VALIDATION_BROKEN || validation.kind == AS_VALIDATION_UNAVAILABLE)
		return as_findings_add(&check->findings, AS_FINDING_ERROR, probe->output_path,
			error, "the output validator cannot judge it: %s",
			as_validation_of_output(&validation));
	return as_findings_add(&check->findings, AS_FINDING_ERROR, probe->output_path, error,
		"the output validator %s it, but it must be %s%s%s", wanted ? "rejects" : "accepts",
		wanted ? "valid" : "invalid", *validation.text ? "; it said: " : "",
		validation.text);
}

int as_probes_check(struct as_data_check *check, struct as_error *error)
{
	const struct as_package *package = check->verify->package;

	for (size_t i = 0; i < package->probe_count; i++)
		if (try_input(check, &package->probes[i], error) ||
			try_output(check, &package->probes[i], error))
			return -1;
	return 0;
}
