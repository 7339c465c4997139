/* SPDX-License-Identifier: MIT */
/*
 * problem.yaml of the legacy format and its predecessors. These files were never checked strictly:
 * keys that change no verdict are not examined, and unknown keys are findings.
 */
#include "metadata.h"
#include <assay/base/fit.h>
#include <string.h>

static struct as_package *package_of(void *target)
{
	return ((struct metadata_reader *)target)->loader->package;
}

static int read_type(const struct as_node *node, void *target, struct as_error *error)
{
	return package_types_read(node, package_of(target), error);
}

static int read_name(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_package *package = package_of(target);
	if (json_is_object(node->value))
		return package_name_read(node, package, error);
	if (as_node_loose_text(node, &package->title, error) < 0)
		return -1;
	if (package->title[0] == '\0') {
		free(package->title);
		package->title = NULL;
	}
	return 0;
}

/* ---- validation ---- */

static int add_validation(const struct as_node *node, const char *word, struct as_package *package,
	struct as_error *error)
{
	static const char *const words[] = {"score", "interactive", "multi-pass", "testlib"};
	if (strcmp(word, "score") == 0)
		package->validator_scores = true;
	else if (strcmp(word, "interactive") == 0)
		package->interactive = true;
	else if (strcmp(word, "multi-pass") == 0)
		package->multi_pass = true;
	else if (strcmp(word, "testlib") == 0)
		package->dialect = AS_VALIDATOR_TESTLIB;
	else
		return as_node_error(node, error,
			"validation: unknown word '%.*s'%s after 'custom' use score, interactive, "
			"multi-pass or testlib",
			as_text_fit(word, 40), word,
			AS_SUGGESTION(word, words, sizeof words / sizeof *words));
	return 0;
}

static int read_validation(const struct as_node *node, void *target, struct as_error *error)
{
	struct metadata_reader *reader = target;
	AS_AUTO_NAMES char **words = NULL;
	if (package_flags_split(node, &words, error) < 0)
		return -1;
	reader->made->custom = words[0] && strcmp(words[0], "custom") == 0;
	if (!reader->made->custom && (!words[0] || strcmp(words[0], "default") != 0 || words[1]))
		return as_node_error(node, error,
			"validation must be 'default', or 'custom' and words such as "
			"'interactive'");
	for (size_t i = 1; words[i]; i++)
		if (add_validation(node, words[i], reader->loader->package, error) < 0)
			return -1;
	if (!reader->loader->package->validator_scores || reader->loader->package->scoring)
		return 0;
	reader->loader->package->validator_scores = false;
	return package_node_warn(reader->loader, node, error,
		"validation: 'score' is ignored, because it is only for packages of type scoring");
}

static int read_validator_flags(const struct as_node *node, void *target, struct as_error *error)
{
	struct metadata_reader *reader = target;
	struct as_check_flags flags;
	struct as_error cause = {0};
	bool overridden;
	if (package_flags_split(node, &reader->made->validator_flags, error) < 0)
		return -1;
	if (reader->made->custom || reader->loader->package->interactive ||
		reader->loader->package->multi_pass)
		return 0;
	if (package_legacy_check_flags(reader->made->validator_flags, &flags, &overridden, &cause) <
		0)
		return as_node_error(node, error, "%s", cause.text);
	return 0;
}

int package_legacy_validation_read(
	struct metadata_reader *reader, const struct as_node *root, struct as_error *error)
{
	const struct as_node validation = as_node_child(root, "validation");
	const struct as_node flags = as_node_child(root, "validator_flags");
	if (validation.value && !json_is_null(validation.value) &&
		read_validation(&validation, reader, error) < 0)
		return -1;
	return flags.value && !json_is_null(flags.value)
		       ? read_validator_flags(&flags, reader, error)
		       : 0;
}

static int read_limits(const struct as_node *node, void *target, struct as_error *error)
{
	return package_limits_read_legacy(((struct metadata_reader *)target)->loader, node, error);
}

/* ---- grading ---- */

static int read_objective(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_package *package = package_of(target);
	const char *text;
	if (as_node_text(node, &text, error) < 0)
		return -1;
	package->minimizes = strcmp(text, "min") == 0;
	if (package->minimizes || strcmp(text, "max") == 0)
		return 0;
	return as_node_error(node, error, "objective must be max or min, not '%.*s'",
		as_text_fit(text, 40), text);
}

static int read_on_reject(const struct as_node *node, void *target, struct as_error *error)
{
	struct metadata_reader *reader = target;
	const char *text;
	if (as_node_text(node, &text, error) < 0)
		return -1;
	reader->made->grading.continues = strcmp(text, "grade") == 0;
	if (reader->made->grading.continues || strcmp(text, "first_error") == 0 ||
		strcmp(text, "worst_error") == 0)
		return 0;
	return as_node_error(node, error,
		"on_reject must be first_error, worst_error or grade, not '%.*s'",
		as_text_fit(text, 40), text);
}

PACKAGE_MEMBER_READER(
	read_accept_score, struct metadata_reader, package_accept_score_read, made->grading)
PACKAGE_MEMBER_READER(
	read_reject_score, struct metadata_reader, package_reject_score_read, made->grading)
PACKAGE_MEMBER_READER(read_range, struct metadata_reader, package_range_read, made->grading)

static int read_grading(const struct as_node *node, void *target, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"objective", read_objective, false},
		{"show_test_data_groups", NULL, false},
		/* The predecessor of testdata.yaml, with the same meaning. */
		{"accept_score", read_accept_score, false},
		{"reject_score", read_reject_score, false},
		{"range", read_range, false},
		{"on_reject", read_on_reject, false},
	};
	struct metadata_reader *reader = target;
	if (!reader->loader->package->scoring &&
		package_node_warn(reader->loader, node, error,
			"grading is only for packages of type scoring") < 0)
		return -1;
	return package_node_read_loosely(
		reader->loader, node, keys, sizeof keys / sizeof *keys, reader, error);
}

/* ---- all of it ---- */

static int read_license(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_error cause = {0};
	if (package_license_check(node, NULL, &cause) == 0)
		return 0;
	return package_node_warn(
		((struct metadata_reader *)target)->loader, node, error, "%s", cause.text);
}

int package_legacy_read(
	struct metadata_reader *reader, const struct as_node *root, struct as_error *error)
{
	/* Ordered so that a key follows the keys that it depends on. */
	static const struct as_node_key keys[] = {
		{"problem_format_version", NULL, false},
		{"type", read_type, false},
		{"name", read_name, false},
		{"uuid", NULL, false},
		{"author", NULL, false},
		{"source", NULL, false},
		{"source_url", NULL, false},
		{"license", read_license, false},
		{"rights_owner", NULL, false},
		{"keywords", NULL, false},
		{"validation", read_validation, false},
		{"validator_flags", read_validator_flags, false},
		{"limits", read_limits, false},
		{"grading", read_grading, false},
	};
	reader->loader->package->writes_files = true;
	package_limits_default_legacy(&reader->loader->package->limits);
	if (!root)
		return 0;
	if (json_is_object(root->value) && json_object_size(root->value) == 0 &&
		as_findings_add(&reader->loader->package->findings, AS_FINDING_ERROR,
			PACKAGE_METADATA_NAME, error, "is empty; add at least a name") < 0)
		return -1;
	return package_node_read_loosely(
		reader->loader, root, keys, sizeof keys / sizeof *keys, reader, error);
}
