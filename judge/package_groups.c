/* SPDX-License-Identifier: MIT */
/* test_group.yaml, and the .yaml of a test. */
#include "package.h"
#include <string.h>

#define MAX_SCORE 1000000000
#define DEFAULT_SECRET_SCORE 100

struct group_reader {
	const struct package_loader *loader;
	size_t group; /* its index */
	bool has_max_score;
	int64_t max_score;
	bool has_aggregation;
	enum as_aggregation aggregation;
	struct package_group_settings *settings;
};

/* ---- keys of both ---- */

static int read_bool(const struct package_node *node, void *target, struct as_error *error)
{
	bool value;
	(void)target;
	return package_node_bool(node, &value, error);
}

static int read_text(const struct package_node *node, void *target, struct as_error *error)
{
	const char *text;
	(void)target;
	return package_node_text(node, &text, error);
}

static int read_words(const struct package_node *node, void *target, struct as_error *error)
{
	AS_AUTO_FREE const char **words = NULL;
	size_t count;
	(void)target;
	return package_node_words(node, &words, &count, error);
}

/* One sequence for all input validators, or one for each by name. */
static int read_input_validator_args(
	const struct package_node *node, void *target, struct as_error *error)
{
	const char *name;
	json_t *value;
	if (!json_is_object(node->value))
		return read_words(node, target, error);
	json_object_foreach(node->value, name, value)
	{
		struct package_node child = package_node_child(node, name);
		if (read_words(&child, target, error) < 0)
			return -1;
	}
	return 0;
}

/* Words that change how a submission is judged, in a way that is not built yet. */
static int refuse_words(const struct package_node *node, const char *what, struct as_error *error)
{
	AS_AUTO_FREE const char **words = NULL;
	size_t count;
	if (package_node_words(node, &words, &count, error) < 0)
		return -1;
	if (count == 0)
		return 0;
	return package_node_error(
		node, error, "%s are not judged yet: remove the key %s", what, node->key);
}

static int read_args(const struct package_node *node, void *target, struct as_error *error)
{
	(void)target;
	return refuse_words(node, "command line arguments of submissions", error);
}

static int read_check_flags(
	const struct package_node *node, struct as_check_flags *flags, struct as_error *error)
{
	AS_AUTO_FREE const char **words = NULL;
	size_t count;
	struct as_error cause = {0};
	if (package_node_words(node, &words, &count, error) < 0)
		return -1;
	if (as_check_flags_parse(words, count, flags, &cause) < 0)
		return package_node_error(node, error, "%s", cause.text);
	return 0;
}

/* ---- test_group.yaml ---- */

static int check_permitted(
	const struct package_node *node, const struct group_reader *reader, struct as_error *error)
{
	if (reader->group == PACKAGE_SAMPLE)
		return package_node_error(
			node, error, "%s is not permitted in data/sample: remove it", node->key);
	if (!reader->loader->package->scoring)
		return package_node_error(node, error,
			"%s is only for packages of type scoring: remove it, or set type in "
			"problem.yaml",
			node->key);
	return 0;
}

static int read_max_score(const struct package_node *node, void *target, struct as_error *error)
{
	struct group_reader *reader = target;
	if (check_permitted(node, reader, error) < 0)
		return -1;
	if (json_is_string(node->value) && strcmp(json_string_value(node->value), "unbounded") == 0)
		return package_node_error(node, error,
			"unbounded scores need a custom output validator, and those are not judged "
			"yet");
	reader->has_max_score = true;
	return package_node_integer(node, 0, MAX_SCORE, &reader->max_score, error);
}

static int read_aggregation(const struct package_node *node, void *target, struct as_error *error)
{
	static const char *const names[] = {
		[AS_AGGREGATE_PASS_FAIL] = "pass-fail",
		[AS_AGGREGATE_SUM] = "sum",
		[AS_AGGREGATE_MIN] = "min",
	};
	struct group_reader *reader = target;
	const char *text;
	if (check_permitted(node, reader, error) < 0 || package_node_text(node, &text, error) < 0)
		return -1;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strcmp(names[i], text) == 0) {
			reader->has_aggregation = true;
			reader->aggregation = (enum as_aggregation)i;
			return 0;
		}
	}
	return package_node_error(node, error,
		"unknown score_aggregation \"%.40s\": use pass-fail, sum or min", text);
}

static int read_require_pass(const struct package_node *node, void *target, struct as_error *error)
{
	if (check_permitted(node, target, error) < 0)
		return -1;
	if (json_is_string(node->value))
		return package_node_error(node, error,
			"groups that depend on others are not judged yet: remove the key "
			"require_pass");
	return refuse_words(node, "groups that depend on others", error);
}

static int refuse_static(const struct package_node *node, void *target, struct as_error *error)
{
	(void)target;
	return package_node_error(
		node, error, "static validators are not judged yet: remove the key %s", node->key);
}

static int read_group_check_flags(
	const struct package_node *node, void *target, struct as_error *error)
{
	struct group_reader *reader = target;
	reader->settings->has_check_flags = true;
	return read_check_flags(node, &reader->settings->check_flags, error);
}

static int read_group_file(struct group_reader *reader, struct package_loader *loader,
	const char *path, const char *real, struct as_error *error)
{
	static const struct package_key keys[] = {
		{"max_score", read_max_score, false},
		{"score_aggregation", read_aggregation, false},
		{"static_validation_score", refuse_static, false},
		{"require_pass", read_require_pass, false},
		{"args", read_args, false},
		{"input_validator_args", read_input_validator_args, false},
		{"static_validator_args", refuse_static, false},
		{"output_validator_args", read_group_check_flags, false},
		{"input_visualizer_args", read_words, false},
		{"output_visualizer_args", read_words, false},
		{"full_feedback", read_bool, false},
	};
	AS_AUTO_DOCUMENT struct as_document document = {0};
	if (package_document(loader, path, real, &document, error) < 0)
		return -1;
	struct package_node root = package_node_root(&document);
	return package_node_read(&root, keys, sizeof keys / sizeof *keys, reader, error);
}

static int fill_score(struct package_loader *loader, const struct group_reader *reader,
	const char *path, struct as_error *error)
{
	struct as_group *group = &loader->package->groups[reader->group];
	if (!loader->package->scoring || reader->group == PACKAGE_SAMPLE)
		return 0;
	bool secret = reader->group == PACKAGE_SECRET;
	if (!secret && !reader->has_max_score)
		return package_error(loader, path, error,
			"the key max_score is missing: a group of a scoring package needs one");
	group->has_score = true;
	group->max_score =
		(double)(reader->has_max_score ? reader->max_score : DEFAULT_SECRET_SCORE);
	group->aggregation = secret ? AS_AGGREGATE_SUM : AS_AGGREGATE_PASS_FAIL;
	if (reader->has_aggregation)
		group->aggregation = reader->aggregation;
	return 0;
}

int package_group_read(struct package_loader *loader, size_t group, const char *path,
	const char *real, struct package_group_settings *settings, struct as_error *error)
{
	*settings = (struct package_group_settings){.check_flags = AS_CHECK_FLAGS_INIT};
	struct group_reader reader = {.loader = loader, .group = group, .settings = settings};
	if (real && read_group_file(&reader, loader, path, real, error) < 0)
		return -1;
	return fill_score(loader, &reader, path, error);
}

/* ---- all groups ---- */

ssize_t package_group_add(
	struct package_loader *loader, const char *name, size_t parent, struct as_error *error)
{
	struct as_package *package = loader->package;
	if (package->group_count == loader->group_capacity) {
		size_t capacity = loader->group_capacity ? loader->group_capacity * 2 : 8;
		struct as_group *groups = reallocarray(package->groups, capacity, sizeof *groups);
		if (!groups)
			return as_error_no_memory(error);
		package->groups = groups;
		loader->group_capacity = capacity;
	}
	char *copy = as_text_format(error, "%s", name);
	if (!copy)
		return -1;
	package->groups[package->group_count] = (struct as_group){
		.name = copy, .parent = parent, .aggregation = AS_AGGREGATE_PASS_FAIL};
	return (ssize_t)package->group_count++;
}

static int check_parts(const struct package_loader *loader, struct as_error *error)
{
	const struct as_package *package = loader->package;
	const struct as_group *secret = &package->groups[PACKAGE_SECRET];
	double sum = 0, least = secret->max_score;
	for (size_t i = PACKAGE_SECRET + 1; i < package->group_count; i++) {
		const struct as_group *group = &package->groups[i];
		if (secret->aggregation == AS_AGGREGATE_PASS_FAIL &&
			group->aggregation != AS_AGGREGATE_PASS_FAIL)
			return package_error(loader, "data/secret/test_group.yaml", error,
				"score_aggregation is pass-fail, so that of %s must be, too",
				group->name);
		sum += group->max_score;
		least = i == PACKAGE_SECRET + 1 || group->max_score < least ? group->max_score
									    : least;
	}
	double total = secret->aggregation == AS_AGGREGATE_SUM ? sum : least;
	/* What earns more than there is would be a judging error, but only once somebody earns it.
	 */
	if (secret->aggregation != AS_AGGREGATE_PASS_FAIL && total > secret->max_score)
		return package_error(loader, "data/secret/test_group.yaml", error,
			"the groups' max_score make %.0f together, more than the max_score of "
			"secret, "
			"%.0f: set it there",
			total, secret->max_score);
	return 0;
}

int package_groups_check(const struct package_loader *loader, struct as_error *error)
{
	const struct as_package *package = loader->package;
	for (size_t i = PACKAGE_SECRET + 1; i < package->group_count; i++) {
		AS_AUTO_FREE char *path = as_text_format(error, "data/%s", package->groups[i].name);
		if (!path)
			return -1;
		if (package->groups[i].test_count == 0 && !package->needs_generation)
			return package_error(loader, path, error,
				"a group needs at least one test: %s",
				loader->has_recipe ? "make it with `assay gen`"
						   : "add one or remove the folder");
	}
	return package->scoring ? check_parts(loader, error) : 0;
}

/* ---- a test's own .yaml ---- */

static int read_case_check_flags(
	const struct package_node *node, void *target, struct as_error *error)
{
	struct as_test *test = target;
	return read_check_flags(node, &test->check_flags, error);
}

int package_case_read(struct package_loader *loader, const char *path, const char *real,
	struct as_test *test, struct as_error *error)
{
	static const struct package_key keys[] = {
		{"args", read_args, false},
		{"input_validator_args", read_input_validator_args, false},
		{"output_validator_args", read_case_check_flags, false},
		{"input_visualizer_args", read_words, false},
		{"output_visualizer_args", read_words, false},
		{"full_feedback", read_bool, false},
		{"hint", read_text, false},
		{"description", read_text, false},
	};
	AS_AUTO_DOCUMENT struct as_document document = {0};
	if (package_document(loader, path, real, &document, error) < 0)
		return -1;
	struct package_node root = package_node_root(&document);
	return package_node_read(&root, keys, sizeof keys / sizeof *keys, test, error);
}
