/* SPDX-License-Identifier: MIT */
/*
 * Gradescope's results.json (gradescope/autograder_samples, docs/specs.md), one for each person.
 * Its top-level score overrides the sum of its tests: it is the total, with penalty and rounding.
 * Each item is a test with a score; the tests of the package follow it without one. Gradescope
 * shows them, and the total, according to their visibility; the rest is the content of a person's
 * page.
 */
#include "report.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Gradescope requires numbers. With NUMBER_DIGITS each is written as the exact decimal. */
#define NUMBER_DIGITS 15
static json_t *number(int64_t points_e4)
{
	return points_e4 % AS_POINT_E4 ? json_real((double)points_e4 / (double)AS_POINT_E4)
				       : json_integer(points_e4 / AS_POINT_E4);
}

#define TEXT_MAX_BYTES 4096

/* Escapes bytes that are not UTF-8, and control characters except line feeds. */
static json_t *text(const char *bytes)
{
	char shown[TEXT_MAX_BYTES + 8];
	size_t size = 0;

	for (;;) {
		const size_t length = strcspn(bytes, "\n");
		as_text_printable(bytes, length, shown + size, TEXT_MAX_BYTES - size);
		size += strlen(shown + size);
		bytes += length;
		if (!*bytes)
			break;
		if (size + 32 > TEXT_MAX_BYTES) {
			strcpy(shown + size, "\n...");
			break;
		}
		shown[size++] = '\n';
		shown[size] = '\0';
		bytes++;
	}
	return json_string(shown);
}

/* True if points are missing and an item among its `needs` failed: feedback is not shown. See
 * as_item_mark_follows. */
static bool follows(
	const struct as_scheme *scheme, const struct as_class_row *row, const struct as_item *item)
{
	const struct as_class_mark *own = as_class_find_mark(row, item->id);

	if (!own || own->raw_e4 >= as_class_full(row, item->id, item->points_e4))
		return false;
	for (size_t i = 0; i < item->need_count; i++) {
		const struct as_item *need = &scheme->items[item->needs[i]];
		const struct as_class_mark *mark = as_class_find_mark(row, need->id);
		if (mark && mark->state == AS_MARK_JUDGED &&
			mark->raw_e4 < as_class_full(row, need->id, need->points_e4))
			return true;
	}
	return false;
}

/* ---- tests of a package ---- */

/* Appends a line, if there is a text. */
static char *add_line(char *text, const char *label, const char *line, struct as_error *error)
{
	AS_AUTO_FREE char *before = text;

	return before && line && *line ? as_text_format(error, "%s\n%s%s", before, label, line)
				       : as_steal(before);
}

/* The verdict, the message of the output check and the package's messages and hints, as far as the
 * scheme shows them. */
static char *describe_verdict(const struct as_item *item, const struct as_result *result,
	const struct as_result_test *test)
{
	const bool shown = as_feedback_shows(item, result, test);
	const char *feedback =
		shown && test->feedback && !test->sight.feedback_is_secret ? test->feedback : "";
	char *text = as_text_format(
		NULL, "%s%s%s", as_verdict_name(test->verdict), *feedback ? ": " : "", feedback);

	if (!shown || test->verdict == AS_VERDICT_AC)
		return text;
	return add_line(add_line(text, "", test->team_message, NULL), "Hint: ", test->hint, NULL);
}

static json_t *describe_test(const struct as_item *item, const struct as_result *result,
	const struct as_result_test *test, const char *place)
{
	AS_AUTO_FREE char *output = describe_verdict(item, result, test);

	if (!output)
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
		char place[64];
		if (!as_item_shows_test(item, test->name))
			continue;
		snprintf(place, sizeof(place), "%zu.%zu", item_number, ++count);
		if (json_array_append_new(tests, describe_test(item, result, test, place)))
			return -1;
	}
	return 0;
}

/* The item comes after its tests and has this message for all of them. */
static int add_compiler(json_t *tests, const struct as_result_compile *compile)
{
	json_t *item = json_array_get(tests, json_array_size(tests) - 1);
	AS_AUTO_FREE char *output =
		as_text_format(NULL, "The submission could not be compiled.%s%s",
			compile->output ? "\n" : "", compile->output ? compile->output : "");

	return !output || json_object_set_new(item, "output", text(output)) ||
			       json_object_set_new(item, "output_format", json_string("text"))
		       ? -1
		       : 0;
}

static int add_result(struct as_class *class, json_t *tests, const struct as_class_row *row,
	size_t index, struct as_error *error)
{
	const struct as_item *item = &class->config.scheme->items[index];
	AS_AUTO(as_result_clear) struct as_result strict = {0};
	AS_AUTO(as_result_clear) struct as_result lenient = {0};
	const struct as_class_mark *mark = as_class_find_mark(row, item->id);
	const struct as_class_work *work = NULL;

	if (item->kind != AS_ITEM_AUTOMATIC || item->feedback == AS_FEEDBACK_MARK || !mark ||
		mark->state != AS_MARK_JUDGED || follows(class->config.scheme, row, item))
		return 0;
	for (size_t i = 0; i < row->work_count && !work; i++)
		if (strcmp(row->works[i].package,
			    class->config.packages[item->package]->short_name) == 0)
			work = &row->works[i];
	/* The scheme that the mark comes from may be another one. */
	if (!work || row->waits)
		return 0;
	const struct as_class_work again = as_class_lenient(work);
	const int found = as_class_result_shown(class, row->id, work, &strict, error);
	if (found != 1)
		return found;
	const int found_lenient = as_class_result_shown(class, row->id, &again, &lenient, error);
	if (found_lenient < 0)
		return -1;
	const struct as_work both = {.result = &strict, .lenient = found_lenient ? &lenient : NULL};
	const struct as_result *result = as_work_result(&both, item);
	const int failed = result->compile.verdict == AS_VERDICT_CE
				   ? add_compiler(tests, &result->compile)
				   : add_tests(tests, item, result, index + 1);
	return failed ? as_error_no_memory(error) : 0;
}

/* ---- items ---- */

/* The text about a mark, or NULL. */
static const char *output_of(const struct as_scheme *scheme, const struct as_class_row *row,
	const struct as_item *item, const struct as_class_mark *mark)
{
	if (mark && mark->comment)
		return mark->comment;
	if (!mark || (!mark->overridden && as_mark_state_is_open(mark->state)))
		return "not marked yet";
	return mark->state == AS_MARK_JUDGED && !mark->overridden && follows(scheme, row, item)
		       ? "Details are not shown: the missing points follow from an earlier failure."
		       : NULL;
}

static json_t *describe_item(
	const struct as_scheme *scheme, const struct as_class_row *row, size_t index)
{
	const struct as_item *item = &scheme->items[index];
	const struct as_class_mark *mark = as_class_find_mark(row, item->id);
	const char *output = output_of(scheme, row, item, mark);
	char place[32];

	snprintf(place, sizeof(place), "%zu", index + 1);
	json_t *value = json_pack("{s:o, s:s, s:s, s:o}", "name", text(item->name), "number", place,
		"visibility", as_visibility_name(item->visibility), "max_score",
		number(as_class_full(row, item->id, item->points_e4)));

	if (!value)
		return NULL;
	if (mark && (mark->overridden || !as_mark_state_is_open(mark->state)))
		json_object_set_new(value, "score", number(mark->mark_e4));
	if (output) {
		json_object_set_new(value, "output", text(output));
		json_object_set_new(value, "output_format", json_string("text"));
	}
	return value;
}

/* Gradescope shows the total although a hidden test has points. It hides the total until the marks
 * are published if another test waits for that. Out of memory: NULL. */
static json_t *describe_hidden(const struct as_scheme *scheme)
{
	bool hides = false;

	for (size_t i = 0; i < scheme->item_count; i++) {
		if (scheme->items[i].visibility == AS_VISIBILITY_AFTER_PUBLISHED)
			return json_array();
		hides |= scheme->items[i].visibility == AS_VISIBILITY_HIDDEN &&
			 scheme->items[i].points_e4 > 0;
	}
	return hides ? json_pack("[{s:s, s:s, s:s}]", "name", "Total", "output",
			       "The total includes items that are not shown.", "visibility",
			       as_visibility_name(AS_VISIBILITY_AFTER_PUBLISHED))
		     : json_array();
}

static int write_results(struct as_class *class, int dirfd, const char *name,
	const struct as_class_row *row, struct as_error *error)
{
	const struct as_scheme *scheme = class->config.scheme;
	AS_AUTO_JSON json_t *tests = json_array();

	for (size_t i = 0; tests && i < scheme->item_count; i++) {
		if (json_array_append_new(tests, describe_item(scheme, row, i)))
			return as_error_no_memory(error);
		if (add_result(class, tests, row, i, error))
			return -1;
	}
	AS_AUTO_JSON json_t *hidden = describe_hidden(scheme);
	if (!hidden || json_array_extend(tests, hidden))
		return as_error_no_memory(error);
	AS_AUTO_JSON json_t *document =
		json_pack("{s:o, s:s, s:s, s:O*}", "score", number(row->total.total_e4),
			"stdout_visibility", "hidden", "test_name_format", "text", "tests", tests);
	return document ? as_class_write_json(
				  dirfd, name, document, JSON_REAL_PRECISION(NUMBER_DIGITS), error)
			: as_error_no_memory(error);
}

/* A score is required, and 0 or a sum so far would look like a mark. So a person without a complete
 * mark gets no results. */
static int write_person(
	struct as_class *class, int dirfd, const struct as_class_row *row, struct as_error *error)
{
	char key[AS_CLASS_KEY_SIZE], name[AS_CLASS_KEY_SIZE + 8];

	snprintf(name, sizeof(name), "%s.json", as_class_shown_key(class, row->id, key));
	if (as_class_is_final(row))
		return write_results(class, dirfd, name, row, error);
	if (unlinkat(dirfd, name, 0) == 0 || errno == ENOENT)
		return 0;
	return as_error_at_sys(error, AS_ERROR_USAGE, errno, class->config.out,
		"the results of an earlier run cannot be removed");
}

int as_class_write_gradescope(struct as_class *class, struct as_error *error)
{
	if (as_dir_make(class->out_fd, "gradescope", 0700, error))
		return -1;
	AS_AUTO_FD int dirfd = as_dir_open(class->out_fd, "gradescope", error);
	if (dirfd < 0)
		return -1;
	AS_AUTO_FREE size_t *order = as_class_order(class, error);
	for (size_t i = 0; order && i < class->reg.row_count; i++)
		if (write_person(class, dirfd, &class->reg.rows[order[i]], error))
			return -1;
	return order ? as_class_remove_others(class, dirfd, error) : -1;
}
