/* SPDX-License-Identifier: MIT */
/* The languages that a machine needs to judge a submission of a package. */
#include "open_package.h"

#include <string.h>

struct list {
	char **names;
	size_t count;
};

static int add_need(struct list *list, const struct as_open_package *opened, const char *path,
	struct as_error *error)
{
	const struct as_package *package = opened->package;
	const struct as_language *language =
		path ? as_workshop_program_language(
			       opened->workshop, package->tree.fd, path, &package->constants, NULL)
		     : NULL;

	if (!language)
		return 0;
	list->names[list->count] = strdup(language->id);
	return list->names[list->count++] ? 0 : as_error_no_memory(error);
}

/* NULL: no group uses the grader. */
static const char *find_grader(const struct as_package *package)
{
	for (size_t g = 0; g < package->group_count; g++)
		if (package->groups[g].aggregation == AS_AGGREGATE_PROGRAM)
			return package->grader;
	return NULL;
}

char **as_engine_package_languages(const struct as_open_package *opened, struct as_error *error)
{
	const struct as_package *package = opened->package;
	char **validators = package->output_validators;
	const size_t count = as_names_count(validators);
	struct list list = {calloc(count + 3, sizeof(char *)), 0};
	if (!list.names) {
		as_error_no_memory(error);
		return NULL;
	}
	int failed = add_need(&list, opened, package->static_validator, error) ||
		     add_need(&list, opened, find_grader(package), error);
	for (size_t i = 0; i < count && !failed; i++)
		failed = add_need(&list, opened, validators[i], error);
	if (!failed)
		return list.names;
	as_names_free(list.names);
	return NULL;
}

static struct as_intake_config intake_of(const struct as_open_package *opened)
{
	return (struct as_intake_config){.package = opened->package,
		.languages = opened->engine->config.languages,
		.workshop = opened->workshop,
		.cancel = opened->engine->config.cancel};
}

int as_engine_submission_language(const struct as_open_package *opened,
	const struct as_submission *submission, const char **id, struct as_error *error)
{
	AS_AUTO(as_intake_clear) struct as_intake intake = {0};
	const struct as_intake_config config = intake_of(opened);

	*id = NULL;
	if (as_intake_read(&intake, &config, submission, error))
		return -1;
	if (!intake.sources.reason && intake.language)
		*id = intake.language->id;
	return 0;
}

int as_engine_submission_refusal(const struct as_open_package *opened,
	const struct as_submission *submission, char **text, struct as_error *error)
{
	AS_AUTO(as_intake_clear) struct as_intake intake = {0};
	const struct as_intake_config config = intake_of(opened);

	*text = NULL;
	if (as_intake_read(&intake, &config, submission, error))
		return -1;
	if (intake.sources.reason) {
		*text = as_text_format(error, "%s", intake.sources.text);
		return *text ? 1 : -1;
	}
	const struct as_build_order order = {.sources = &intake.sources,
		.language = intake.language,
		.entry_point = intake.is_entry ? NULL : submission->entry_point,
		.is_example = intake.is_own};
	return intake.language ? as_workshop_refuses(&order, text, error) : 0;
}
