/* SPDX-License-Identifier: MIT */
/*
 * Gradescope's results.json (gradescope/autograder_samples, docs/specs.md), one for each person.
 * Its top-level score overrides the sum of its tests: it is the total, with penalty and rounding.
 * Each item is a test with a score; the tests of the package follow it without one, as far as the
 * scheme lets a student see them.
 */
#include "report.h"

#include <string.h>

/* Gradescope wants numbers; one with four decimals is exact enough for a page. */
static json_t *number(int64_t points_e4)
{
	return points_e4 % AS_POINT_E4 ? json_real((double)points_e4 / (double)AS_POINT_E4)
				       : json_integer(points_e4 / AS_POINT_E4);
}

/* Bytes that are not UTF-8 are escaped. */
static json_t *text(const char *bytes)
{
	char shown[4096];

	return json_string(as_text_printable(bytes, strlen(bytes), shown, sizeof(shown)));
}

static const struct as_class_mark *find_mark(const struct as_class_row *row, const char *id)
{
	for (size_t i = 0; i < row->mark_count; i++)
		if (strcmp(row->marks[i].item, id) == 0)
			return &row->marks[i];
	return NULL;
}

/* ---- tests of a package ---- */

static json_t *describe_test(const struct as_item *item, const struct as_result_test *test,
	size_t item_number, size_t number_in_item)
{
	AS_AUTO_FREE char *place = as_text_format(NULL, "%zu.%zu", item_number, number_in_item);
	AS_AUTO_FREE char *output = as_text_format(NULL, "%s%s%s", as_verdict_name(test->verdict),
		*as_result_feedback(test, AS_AUDIENCE_STUDENT) ? ": " : "",
		as_result_feedback(test, AS_AUDIENCE_STUDENT));

	if (!place || !output)
		return NULL;
	return json_pack("{s:o, s:s, s:s, s:o, s:s, s:s}", "name", text(test->name), "number",
		place, "status", test->verdict == AS_VERDICT_AC ? "passed" : "failed", "output",
		text(output), "output_format", "text", "visibility",
		as_visibility_name(item->visibility));
}

static int add_tests(json_t *tests, const struct as_item *item, const struct as_result *result,
	size_t item_number)
{
	size_t count = 0;

	for (size_t i = 0; i < result->test_count; i++) {
		const struct as_result_test *test = &result->tests[i];
		if (as_item_has_test(item, test->name) &&
			json_array_append_new(
				tests, describe_test(item, test, item_number, ++count)))
			return -1;
	}
	return 0;
}

static int add_result(struct as_class *class, json_t *tests, const struct as_class_row *row,
	size_t index, struct as_error *error)
{
	const struct as_item *item = &class->config.scheme->items[index];
	AS_AUTO(as_result_clear) struct as_result result = {0};
	const struct as_class_work *work = NULL;

	if (item->kind != AS_ITEM_AUTOMATIC || item->feedback == AS_FEEDBACK_MARK)
		return 0;
	for (size_t i = 0; i < row->work_count && !work; i++)
		if (strcmp(row->works[i].package,
			    class->config.packages[item->package]->short_name) == 0)
			work = &row->works[i];
	if (!work)
		return 0;
	const int found = as_class_result(class, work, &result, error);
	if (found != 1)
		return found;
	return add_tests(tests, item, &result, index + 1) ? as_error_no_memory(error) : 0;
}

/* ---- items ---- */

static json_t *describe_item(
	const struct as_item *item, const struct as_class_mark *mark, size_t item_number)
{
	AS_AUTO_FREE char *place = as_text_format(NULL, "%zu", item_number);
	json_t *value = json_pack("{s:o, s:s*, s:s, s:o}", "name", text(item->name), "number",
		place, "visibility", as_visibility_name(item->visibility), "max_score",
		number(item->points_e4));

	if (!value)
		return NULL;
	if (mark && (mark->overridden || (mark->state != AS_MARK_NOT_JUDGED &&
						 mark->state != AS_MARK_NEEDS_PERSON)))
		json_object_set_new(value, "score", number(mark->mark_e4));
	else
		json_object_set_new(value, "output", json_string("not marked yet"));
	if (mark && mark->comment) {
		json_object_set_new(value, "output", text(mark->comment));
		json_object_set_new(value, "output_format", json_string("text"));
	}
	return value;
}

static int write_person(
	struct as_class *class, int dirfd, const struct as_class_row *row, struct as_error *error)
{
	const struct as_scheme *scheme = class->config.scheme;
	char key[AS_CLASS_KEY_SIZE], name[AS_CLASS_KEY_SIZE + 8];
	AS_AUTO_JSON json_t *tests = json_array();

	for (size_t i = 0; tests && i < scheme->item_count; i++) {
		const struct as_item *item = &scheme->items[i];
		if (json_array_append_new(
			    tests, describe_item(item, find_mark(row, item->id), i + 1)))
			return as_error_no_memory(error);
		if (add_result(class, tests, row, i, error))
			return -1;
	}
	AS_AUTO_JSON json_t *document =
		json_pack("{s:o, s:s, s:s, s:O*}", "score", number(row->total.total_e4),
			"stdout_visibility", "hidden", "test_name_format", "text", "tests", tests);
	if (!document)
		return as_error_no_memory(error);
	snprintf(name, sizeof(name), "%s.json", as_class_key(row->id, key));
	return as_class_write_json(dirfd, name, document, error);
}

int as_class_write_gradescope(struct as_class *class, struct as_error *error)
{
	if (as_dir_make(class->out_fd, "gradescope", 0700, error))
		return -1;
	AS_AUTO_FD int dirfd = as_dir_open(class->out_fd, "gradescope", error);
	if (dirfd < 0)
		return -1;
	for (size_t i = 0; i < class->reg.row_count; i++)
		if (class->reg.rows[i].is_marked &&
			write_person(class, dirfd, &class->reg.rows[i], error))
			return -1;
	return 0;
}
