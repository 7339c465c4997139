/* SPDX-License-Identifier: MIT */
/* The settings that a folder passes to its tests. */
#include "metadata.h"
#include "tests.h"
#include "words.h"

void package_settings_clear(struct package_settings *settings)
{
	as_names_free(settings->args);
	as_names_free(settings->output_validator_args);
	package_input_args_free(settings->input_validator_args);
	free(settings->hint);
	*settings = (struct package_settings)PACKAGE_SETTINGS_INIT;
}

int package_settings_begin(const struct package_loader *loader, struct package_settings *settings,
	struct as_error *error)
{
	struct as_error cause = {0};
	bool overridden;
	if (package_words_append(&settings->output_validator_args,
		    (const char *const *)loader->metadata->validator_flags, error) < 0)
		return -1;
	if (loader->package->output_validators)
		return 0;
	if (package_legacy_check_flags(loader->metadata->validator_flags, &settings->check_flags,
		    &overridden, &cause) < 0)
		return package_error(
			loader, PACKAGE_METADATA_NAME, error, "validator_flags: %s", cause.text);
	return 0;
}

int package_settings_copy(
	const struct package_settings *from, struct package_settings *to, struct as_error *error)
{
	*to = *from;
	to->args = to->output_validator_args = NULL;
	to->hint = NULL; /* of one test alone */
	to->input_validator_args = NULL;
	if (package_input_args_copy(from->input_validator_args, &to->input_validator_args, error) ==
			0 &&
		package_words_append(&to->args, (const char *const *)from->args, error) == 0 &&
		package_words_append(&to->output_validator_args,
			(const char *const *)from->output_validator_args, error) == 0)
		return 0;
	package_settings_clear(to);
	return -1;
}
