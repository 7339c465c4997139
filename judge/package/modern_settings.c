/* SPDX-License-Identifier: MIT */
/* Reads test_group.yaml. */
#include "case_settings.h"
#include "metadata.h"
#include "modern.h"
#include <assay/base/fit.h>
#include <math.h>
#include <string.h>

/* The format has no limit, but larger scores are not exact. */
#define MAX_SCORE (INT64_C(1) << 53)
#define DEFAULT_SECRET_SCORE 100

struct group_reader {
	struct settings_reader base; /* first, so that the readers of both files accept it */
	size_t group;                /* its index */
	bool has_max_score;
	double max_score;
	bool has_aggregation;
	enum as_aggregation aggregation;
	bool has_static, static_scores; /* it is set, and as a number */
};

static const struct as_package *package_of(const struct group_reader *reader)
{
	return reader->base.loader->package;
}

static int check_permitted(
	const struct as_node *node, const struct group_reader *reader, struct as_error *error)
{
	if (reader->group == AS_GROUP_SAMPLE)
		return as_node_error(
			node, error, "%s is not permitted in data/sample; remove it", node->key);
	if (!package_of(reader)->scoring)
		return as_node_error(node, error,
			"%s is only for packages of type scoring; remove it, or set type in "
			"problem.yaml",
			node->key);
	return 0;
}

static int read_max_score(const struct as_node *node, void *target, struct as_error *error)
{
	struct group_reader *reader = target;
	int64_t score = 0;
	if (check_permitted(node, reader, error) < 0)
		return -1;
	reader->has_max_score = true;
	reader->max_score = INFINITY;
	if (json_is_string(node->value) && strcmp(json_string_value(node->value), "unbounded") == 0)
		return 0;
	if (as_node_integer(node, 0, MAX_SCORE, &score, error) < 0)
		return -1;
	reader->max_score = (double)score;
	return 0;
}

static int read_aggregation(const struct as_node *node, void *target, struct as_error *error)
{
	static const char *const names[] = {
		[AS_AGGREGATE_PASS_FAIL] = "pass-fail",
		[AS_AGGREGATE_SUM] = "sum",
		[AS_AGGREGATE_MIN] = "min",
	};
	struct group_reader *reader = target;
	const char *text;
	if (check_permitted(node, reader, error) < 0 || as_node_text(node, &text, error) < 0)
		return -1;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strcmp(names[i], text) == 0) {
			reader->has_aggregation = true;
			reader->aggregation = (enum as_aggregation)i;
			return 0;
		}
	}
	return as_node_error(node, error,
		"unknown score_aggregation '%.*s'%s use pass-fail, sum or min",
		as_text_fit(text, 40), text,
		AS_SUGGESTION(text, names, sizeof names / sizeof *names));
}

/* Names are relative to data/, not to data/secret. */
static bool is_short_name(const struct group_reader *reader, const char *name)
{
	static const char secret[] = "secret/";
	for (size_t i = AS_GROUP_SECRET + 1; i < reader->group; i++) {
		const char *full = package_of(reader)->groups[i].name;
		if (strncmp(full, secret, strlen(secret)) == 0 &&
			strcmp(full + strlen(secret), name) == 0)
			return true;
	}
	return false;
}

static int refuse_required(const struct as_node *node, const struct group_reader *reader,
	const char *name, struct as_error *error)
{
	if (is_short_name(reader, name))
		return as_node_error(node, error,
			"a group must be named by its folder in data; write secret/%.100s", name);
	AS_AUTO_FREE const char **names = calloc(reader->group + 1, sizeof *names);
	size_t count = 0;
	if (!names)
		return as_error_no_memory(error);
	for (size_t i = 0; i < reader->group && strcmp(name, "secret") != 0; i++)
		if (i != AS_GROUP_SECRET)
			names[count++] = package_of(reader)->groups[i].name;
	return as_node_error(node, error, "'%.*s' is not a group before this one%s use sample%s",
		as_text_fit(name, 100), name, AS_SUGGESTION(name, names, count),
		reader->group == AS_GROUP_SECRET
			? ""
			: " or a group that comes earlier by name, such as secret/1");
}

/* Groups are read in the order of their names, so groups read before precede this one. */
static int add_required(const struct as_node *node, struct group_reader *reader, const char *name,
	struct as_error *error)
{
	const struct as_package *package = package_of(reader);
	struct as_group *group = &package->groups[reader->group];
	size_t index = 0;
	while (index < reader->group &&
		(index == AS_GROUP_SECRET || strcmp(package->groups[index].name, name) != 0))
		index++;
	if (index == reader->group)
		return refuse_required(node, reader, name, error);
	if (package->groups[index].aggregation != AS_AGGREGATE_PASS_FAIL)
		return as_node_error(node, error,
			"%s cannot be required: its score_aggregation is not pass-fail", name);
	for (size_t i = 0; i < group->required_count; i++)
		if (group->required[i] == index)
			return as_node_error(node, error, "duplicate group %s", name);
	group->required[group->required_count++] = index;
	return 0;
}

static int compare_indices(const void *a, const void *b)
{
	size_t left = *(const size_t *)a, right = *(const size_t *)b;
	return (left > right) - (left < right);
}

static int read_require_pass(const struct as_node *node, void *target, struct as_error *error)
{
	struct group_reader *reader = target;
	AS_AUTO_FREE const char **words = NULL;
	size_t count = 1;
	bool single = json_is_string(node->value);
	if (check_permitted(node, reader, error) < 0 ||
		(!single && as_node_words(node, &words, &count, error) < 0))
		return -1;
	struct as_group *group = &package_of(reader)->groups[reader->group];
	group->required = calloc(count + 1, sizeof *group->required);
	if (!group->required)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		struct as_node item = single ? *node : as_node_item(node, i);
		if (add_required(&item, reader, json_string_value(item.value), error) < 0)
			return -1;
	}
	qsort(group->required, group->required_count, sizeof *group->required, compare_indices);
	return 0;
}

static int read_static_score(const struct as_node *node, void *target, struct as_error *error)
{
	struct group_reader *reader = target;
	struct as_group *group = &package_of(reader)->groups[reader->group];
	int64_t score = 0;
	if (!package_of(reader)->static_validator)
		return as_node_error(node, error,
			"%s needs a program in static_validator/; add one or remove the key",
			node->key);
	reader->has_static = group->has_static = true;
	if (json_is_string(node->value) && strcmp(json_string_value(node->value), "pass-fail") == 0)
		return 0;
	if (check_permitted(node, reader, error) < 0 ||
		as_node_integer(node, 0, MAX_SCORE, &score, error) < 0)
		return -1;
	group->static_score = (double)score;
	reader->static_scores = true;
	return 0;
}

static int read_static_args(const struct as_node *node, void *target, struct as_error *error)
{
	struct group_reader *reader = target;
	if (!reader->has_static)
		return as_node_error(
			node, error, "%s also needs the key static_validation_score", node->key);
	return settings_set_words(
		node, &package_of(reader)->groups[reader->group].static_args, error);
}

PACKAGE_MEMBER_READER(read_feedback, struct settings_reader, as_node_bool, settings->full_feedback)

static const struct as_node_key group_keys[] = {
	{"max_score", read_max_score, false},
	{"score_aggregation", read_aggregation, false},
	{"static_validation_score", read_static_score, false},
	{"require_pass", read_require_pass, false},
	{"args", settings_read_args, false},
	{"input_validator_args", settings_read_input_args, false},
	{"static_validator_args", read_static_args, false},
	{"output_validator_args", settings_read_output_args, false},
	{"input_visualizer_args", package_texts_check, false},
	{"output_visualizer_args", package_texts_check, false},
	{"full_feedback", read_feedback, false},
};
#define GROUP_KEY_COUNT (sizeof group_keys / sizeof *group_keys)
_Static_assert(GROUP_KEY_COUNT == AS_GROUP_KEY_COUNT, "as_group_key counts them");

const char *as_group_key(size_t index)
{
	return group_keys[index].name;
}

static int read_group_file(
	struct group_reader *reader, const char *path, const char *real, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	if (package_document_with_constants(reader->base.loader, path, real, &document, error) < 0)
		return -1;
	struct as_node root = as_node_root(&document);
	return settings_read_known(&root, group_keys, GROUP_KEY_COUNT, &reader->base, error);
}

/* By default, a group of sums and minima is unbounded; secret must then be unbounded, too. */
static int choose_max_score(const struct group_reader *reader, double *max_score)
{
	const struct as_package *package = package_of(reader);
	bool secret = reader->group == AS_GROUP_SECRET;
	enum as_aggregation aggregation = reader->has_aggregation ? reader->aggregation
					  : secret                ? AS_AGGREGATE_SUM
								  : AS_AGGREGATE_PASS_FAIL;
	*max_score = reader->has_max_score ? reader->max_score
		     : secret              ? DEFAULT_SECRET_SCORE
					   : INFINITY;
	if (isfinite(*max_score))
		return 0;
	bool may = secret || isinf(package->groups[AS_GROUP_SECRET].max_score);
	return may && aggregation != AS_AGGREGATE_PASS_FAIL ? 0 : -1;
}

static int fill_score(const struct group_reader *reader, const char *path, struct as_error *error)
{
	const struct package_loader *loader = reader->base.loader;
	struct as_group *group = &loader->package->groups[reader->group];
	if (!loader->package->scoring || reader->group == AS_GROUP_SAMPLE)
		return 0;
	group->has_score = true;
	group->aggregation = reader->has_aggregation            ? reader->aggregation
			     : reader->group == AS_GROUP_SECRET ? AS_AGGREGATE_SUM
								: AS_AGGREGATE_PASS_FAIL;
	if (choose_max_score(reader, &group->max_score) < 0)
		return package_error(loader, path, error,
			reader->has_max_score
				? "max_score must not be unbounded if score_aggregation is "
				  "pass-fail, or if max_score of data/secret is bounded"
				: "missing key 'max_score' of a group of a scoring package");
	if (reader->static_scores && group->aggregation == AS_AGGREGATE_PASS_FAIL)
		return package_error(loader, path, error,
			"static_validation_score must be pass-fail if score_aggregation is "
			"pass-fail");
	if (reader->has_static && !reader->static_scores &&
		group->aggregation != AS_AGGREGATE_PASS_FAIL)
		return package_error(loader, path, error,
			"static_validation_score must be a number if score_aggregation is not "
			"pass-fail");
	if (group->static_score > group->max_score)
		return package_error(
			loader, path, error, "static_validation_score must be at most max_score");
	return 0;
}

int package_group_read(struct package_loader *loader, size_t group, const char *path,
	const char *real, struct package_settings *settings, struct as_error *error)
{
	struct group_reader reader = {
		.base = {.loader = loader, .settings = settings}, .group = group};
	if (real && read_group_file(&reader, path, real, error) < 0)
		return -1;
	return fill_score(&reader, path, error);
}

int package_group_check(struct package_loader *loader, size_t group, const struct as_node *node,
	struct as_error *error)
{
	AS_AUTO(package_settings_clear) struct package_settings settings = PACKAGE_SETTINGS_INIT;
	struct group_reader reader = {
		.base = {.loader = loader, .settings = &settings}, .group = group};
	return settings_read_known(node, group_keys, GROUP_KEY_COUNT, &reader.base, error);
}
