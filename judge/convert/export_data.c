/* SPDX-License-Identifier: MIT */
/*
 * legacy -> 2025-09: groups and tests. Their settings come from the model, in which inherited
 * settings of testdata.yaml are resolved: each group's folder states them once, and a test that
 * differs gets its own file.
 */
#include "export.h"
#include <string.h>

/* ---- settings of tests ---- */

static void add_tolerance(json_t *words, const char *flag, long double tolerance)
{
	char text[64];
	if (tolerance < 0)
		return;
	snprintf(text, sizeof text, "%.18Lg", tolerance);
	json_array_append_new(words, json_string(flag));
	json_array_append_new(words, json_string(text));
}

/* A new array with the arguments of the output validator for a test. */
static json_t *validator_words(const struct as_package *package, const struct as_test *test)
{
	const struct as_check_flags *flags = &test->check_flags;
	json_t *words = json_array();
	if (package->output_validators) {
		for (char **word = test->output_validator_args; word && *word; word++)
			json_array_append_new(words, json_string(*word));
		return words;
	}
	if (flags->case_sensitive)
		json_array_append_new(words, json_string("case_sensitive"));
	if (flags->space_change_sensitive)
		json_array_append_new(words, json_string("space_change_sensitive"));
	add_tolerance(words, "float_absolute_tolerance", flags->absolute_tolerance);
	add_tolerance(words, "float_relative_tolerance", flags->relative_tolerance);
	return words;
}

static json_t *words_array(char *const *words)
{
	json_t *array = json_array();
	for (; words && *words; words++)
		json_array_append_new(array, json_string(*words));
	return array;
}

/* In the notation of authors: a sequence for all validators, or a mapping from validators to
 * sequences. */
static json_t *input_args(const struct as_input_args *args)
{
	if (!args)
		return json_array();
	if (args->count == 1 && !args->lists[0].name)
		return words_array(args->lists[0].words);
	json_t *by_name = json_object();
	for (size_t i = 0; i < args->count; i++)
		json_object_set_new(
			by_name, args->lists[i].name, words_array(args->lists[i].words));
	return by_name;
}

/* A new object with all of a test's settings, including empty ones. */
static json_t *test_settings(const struct as_package *package, const struct as_test *test)
{
	return json_pack("{s:o, s:o}", "output_validator_args", validator_words(package, test),
		"input_validator_args", input_args(test->input_validator_args));
}

static json_t *copy_without_empty(json_t *settings)
{
	json_t *copy = json_object();
	const char *key;
	json_t *value;
	json_object_foreach(
		settings, key, value) if (json_array_size(value) > 0 || json_object_size(value) > 0)
		json_object_set(copy, key, value);
	return copy;
}

static int put_shown(struct as_export *export, const char *name, const char *ending,
	const char *key, json_t *to, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_FREE char *path = as_text_format(error, "data/%s%s", name, ending);
	struct as_export_file *file = path ? as_export_find(export, path) : NULL;
	if (!file)
		return path ? 0 : -1;
	if (as_export_read(export, file, &bytes, error) < 0)
		return -1;
	as_export_drop(file);
	while (bytes.size > 0 && strchr(" \t\r\n", bytes.data[bytes.size - 1]))
		bytes.data[--bytes.size] = '\0';
	if (!as_text_is_utf8(bytes.data, bytes.size) || memchr(bytes.data, '\0', bytes.size))
		return as_export_note(export, error, "%s is left out: it is not UTF-8 text", path);
	return export_put(to, key, bytes.data, error);
}

static int convert_test(struct as_export *export, const struct as_test *test, json_t *of_group,
	struct as_error *error)
{
	AS_AUTO_JSON json_t *settings = test_settings(export->package, test);
	AS_AUTO_JSON json_t *to = json_object();
	const char *key;
	json_t *value;
	if (!settings || !to)
		return as_error_no_memory(error);
	json_object_foreach(
		settings, key, value) if (!json_equal(value, json_object_get(of_group, key)))
		json_object_set(to, key, value);
	if (put_shown(export, test->name, ".hint", "hint", to, error) < 0 ||
		put_shown(export, test->name, ".desc", "description", to, error) < 0)
		return -1;
	if (json_object_size(to) == 0)
		return 0;
	AS_AUTO_FREE char *path = as_text_format(error, "data/%s.yaml", test->name);
	AS_AUTO_FREE char *text = path ? as_yaml_write(to, error) : NULL;
	return text ? as_export_add_text(export, path, text, error) : -1;
}

/* ---- groups ---- */

/* The 2025-09 group of a test: the legacy group if groups have scores, else sample or secret. */
static size_t group_of(
	const struct as_export *export, const struct export_score *scores, size_t group)
{
	const struct as_group *groups = export->package->groups;
	while (groups[group].parent != group &&
		groups[groups[group].parent].parent != groups[group].parent && !scores[group].asked)
		group = groups[group].parent;
	return group;
}

static int put_score(const struct export_score *score, json_t *to, struct as_error *error)
{
	if (!score->asked)
		return 0;
	const char *aggregation = score->aggregation == AS_AGGREGATE_SUM   ? "sum"
				  : score->aggregation == AS_AGGREGATE_MIN ? "min"
									   : "pass-fail";
	if (json_object_set_new(to, "max_score", json_integer(score->max_score)) < 0)
		return as_error_no_memory(error);
	return export_put(to, "score_aggregation", aggregation, error);
}

static int convert_group(struct as_export *export, const struct export_score *scores, size_t index,
	struct as_error *error)
{
	const struct as_package *package = export->package;
	AS_AUTO_JSON json_t *settings = NULL;
	for (size_t i = 0; i < package->test_count; i++) {
		const struct as_test *test = &package->tests[i];
		if (group_of(export, scores, test->group) != index)
			continue;
		if (!settings && !(settings = test_settings(package, test)))
			return as_error_no_memory(error);
		if (convert_test(export, test, settings, error) < 0)
			return -1;
	}
	AS_AUTO_JSON json_t *to = json_object();
	if (put_score(&scores[index], to, error) < 0)
		return -1;
	AS_AUTO_JSON json_t *kept = settings ? copy_without_empty(settings) : NULL;
	if (kept)
		json_object_update(to, kept);
	if (json_object_size(to) == 0)
		return 0;
	AS_AUTO_FREE char *path =
		as_text_format(error, "data/%s/test_group.yaml", package->groups[index].name);
	AS_AUTO_FREE char *text = path ? as_yaml_write(to, error) : NULL;
	return text ? as_export_add_text(export, path, text, error) : -1;
}

static int check_pass_fail(struct as_export *export, struct as_error *error)
{
	const struct as_package *package = export->package;
	for (size_t i = 0; !package->scoring && i < package->group_count; i++)
		if (package->groups[i].grading.accept_if_any ||
			package->groups[i].grading.verdict == AS_GRADER_ALWAYS_ACCEPT)
			return export_refuse(export, "data", error,
				"groups of a pass-fail problem that are accepted although a test "
				"fails");
	return 0;
}

int export_data_to_2025_09(struct as_export *export, struct as_error *error)
{
	const struct as_package *package = export->package;
	/* A package of the draft may have the newer files already. */
	if (!package->graded)
		return 0;
	AS_AUTO_FREE struct export_score *scores = export_scores(export, error);
	if (!scores || check_pass_fail(export, error) < 0)
		return -1;
	for (size_t i = 0; i < export->file_count; i++)
		if (export->files[i].name && strncmp(export->files[i].name, "data/", 5) == 0 &&
			as_text_ends(export->files[i].name, "/testdata.yaml"))
			as_export_drop(&export->files[i]);
	for (size_t i = 0; i < package->group_count; i++)
		if (strcmp(package->groups[i].name, "data") != 0 &&
			convert_group(export, scores, i, error) < 0)
			return -1;
	return 0;
}
