/* SPDX-License-Identifier: MIT */
/* The result of one submission for a platform: Gradescope's results.json, which grade/class writes
 * for each student, and JUnit XML, made from that document so that both hide the same. */
#include "grade.h"

#include <assay/base/junit.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>

#define FAILED                                                                                     \
	"The submission could not be judged. This score is not its mark: the staff of the course " \
	"has to look at the output of the autograder."
#define REFUSED                                                                                    \
	"The submission was not judged: %.*s. Correct this and submit again, or ask the staff of " \
	"the course."
#define RESULTS_MAX_BYTES (UINT64_C(64) << 20)

/* ---- Gradescope ---- */

/* A result without tests. */
static json_t *make_message(const char *text)
{
	return json_pack("{s:i, s:s, s:s, s:s, s:[]}", "score", 0, "output", text, "output_format",
		"text", "stdout_visibility", "hidden", "tests");
}

static json_t *read_results(
	const struct as_class *class, const struct as_class_row *row, struct as_error *error)
{
	char key[AS_CLASS_KEY_SIZE];
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_FREE char *name =
		as_text_format(error, "gradescope/%s.json", as_class_key(row->id, key));

	if (!name || as_file_read(as_class_folder(class), name, RESULTS_MAX_BYTES, &bytes, error))
		return NULL;
	json_t *document = json_loadb(bytes.data, bytes.size, 0, NULL);
	if (!document)
		as_error_no_memory(error);
	return document;
}

/* True if the student sees all points, so that a text about the total reveals nothing. */
static bool shows_points(json_t *document)
{
	json_t *test;
	size_t i;

	json_array_foreach(json_object_get(document, "tests"), i,
		test) if (strcmp(json_string_value(json_object_get(test, "visibility")),
				  "visible") != 0) return false;
	return true;
}

/* Why the submission was not compiled, as far as the student can do something about it; or that it
 * does not compile. On the heap; NULL: neither. `refused`: there are no marks. */
static char *describe_compile(struct as_class *class, const struct as_class_row *row, bool *refused)
{
	for (size_t i = 0; i < row->work_count; i++) {
		AS_AUTO(as_result_clear) struct as_result result = {0};
		struct as_error error = {0};
		if (as_class_result(class, &row->works[i], &result, NULL) != 1 ||
			result.compile.verdict != AS_VERDICT_CE)
			continue;
		AS_AUTO_FREE char *why = as_result_refusal(&result, &error);
		*refused = why != NULL;
		if (!why)
			return as_text_format(NULL, "The submission could not be compiled.");
		return as_text_format(NULL, REFUSED, (int)strcspn(why, ";"), why);
	}
	return NULL;
}

static char *describe_late(const struct as_class_total *total)
{
	char span[AS_TIME_SIZE];

	return total->penalty_e4 > 0
		       ? as_text_format(NULL,
				 "The submission is late by %s. Points subtracted: %s.",
				 as_span_format(total->late_s, span), AS_POINTS(total->penalty_e4))
		       : NULL;
}

/* The class of one submission leaves no tables, so a remedy that names one is replaced. */
static void print_todo(const char *todo)
{
	static const char *const tables[] = {"left-out.csv", "overrides.csv"};
	size_t length = strlen(todo);

	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); i++) {
		const char *at = strstr(todo, tables[i]);
		const char *end = at ? memrchr(todo, ';', (size_t)(at - todo)) : NULL;
		if (end && (size_t)(end - todo) < length)
			length = (size_t)(end - todo);
	}
	fprintf(stderr, "assay: the teacher has to decide: %.*s%s\n", (int)length, todo,
		todo[length] ? "; correct the submission and run the command again, or set its "
			       "mark on the platform"
			     : "");
}

/* The result of a row. `status` becomes 1 if the teacher has to look. */
static json_t *make_results(struct as_class *class, int *status, struct as_error *error)
{
	const struct as_class_row *row = as_class_row_count(class) ? as_class_row(class, 0) : NULL;
	bool refused = false;

	if (!row) {
		*status = 1;
		return make_message(FAILED);
	}
	AS_AUTO_FREE char *said = describe_compile(class, row, &refused);

	for (char **todo = row->total.todo; todo && *todo; todo++)
		print_todo(*todo);
	if (refused)
		return make_message(said);
	if (!row->total.complete) {
		*status = 1;
		return make_message(FAILED);
	}
	json_t *document = read_results(class, row, error);
	AS_AUTO_FREE char *late =
		document && !said && shows_points(document) ? describe_late(&row->total) : NULL;
	const char *text = said ? said : late;
	if (text) {
		json_object_set_new(document, "output", json_string(text));
		json_object_set_new(document, "output_format", json_string("text"));
	}
	return document;
}

/* ---- JUnit ---- */

static const char *get(json_t *test, const char *key)
{
	const char *text = json_string_value(json_object_get(test, key));

	return text ? text : "";
}

/* Adds an item, or a test of it; returns true if it failed. */
static bool add_case(struct as_junit *junit, json_t *test, const char *item)
{
	const double score = json_number_value(json_object_get(test, "score"));
	const double most = json_number_value(json_object_get(test, "max_score"));
	const bool is_item = json_object_get(test, "max_score");
	const char *output = get(test, "output");
	char type[8];
	AS_AUTO_FREE char *points = as_text_format(
		NULL, "%.15g of %.15g points%s%s", score, most, *output ? ": " : "", output);
	struct as_junit_case one = {.class_name = item,
		.name = is_item ? "points" : get(test, "name"),
		.message = is_item ? points : output,
		.type = is_item ? "points" : type,
		.time_ns = AS_JUNIT_UNTIMED};

	snprintf(type, sizeof(type), "%.*s", (int)strcspn(output, ":\n"), output);
	if (is_item ? score < most : strcmp(get(test, "status"), "failed") == 0)
		one.outcome = AS_JUNIT_FAILED;
	as_junit_case(junit, &one);
	return one.outcome == AS_JUNIT_FAILED;
}

static char *make_junit(json_t *document, const char *scheme, int *status, struct as_error *error)
{
	struct as_junit *junit = as_junit_open(error);
	json_t *tests = json_object_get(document, "tests"), *test;
	const char *item = "", *base = strrchr(scheme, '/');
	size_t i;

	if (!junit)
		return NULL;
	as_junit_begin(junit, base ? base + 1 : scheme, "assay");
	json_array_foreach(tests, i, test)
	{
		if (json_object_get(test, "max_score"))
			item = get(test, "name");
		if (strcmp(get(test, "visibility"), "visible") == 0 && add_case(junit, test, item))
			*status = 1;
	}
	if (json_array_size(tests) == 0)
		as_junit_case(junit, &(struct as_junit_case){.class_name = "submission",
					     .name = "judging",
					     .outcome = AS_JUNIT_ERROR,
					     .type = "judging",
					     .time_ns = AS_JUNIT_UNTIMED,
					     .message = get(document, "output")});
	if (json_array_size(tests) == 0)
		*status = 1;
	as_junit_end(junit);
	return as_junit_close(junit, "assay grade", error);
}

/* ---- writing ---- */

static int write_results(
	struct grade_single *single, json_t *document, int *status, struct as_error *error)
{
	const struct grade_as *as = &single->options->as;
	const int64_t spent_ms = (as_now_ns() - single->begin_ns) / 1000000;

	if (!document)
		return as_error_no_memory(error);
	json_object_set_new(document, "execution_time", json_real((double)spent_ms / 1000));
	AS_AUTO_FREE char *text =
		as->platform == GRADE_AS_JUNIT
			? make_junit(document, single->options->run.scheme, status, error)
			: json_dumps(document,
				  JSON_INDENT(2) | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(15));
	return text ? as_file_write(AT_FDCWD, as->results, text, strlen(text), 0644, error)
		    : as_error_no_memory(error);
}

int grade_single_fail(struct grade_single *single, struct as_error *error)
{
	AS_AUTO_FREE char *text = as_text_format(
		error, "%s%s", single->timed_out ? "Judging did not end in time. " : "", FAILED);
	AS_AUTO_JSON json_t *document = text ? make_message(text) : NULL;
	int status = 0;

	return write_results(single, document, &status, error);
}

static json_t *make_refusal(const char *why)
{
	AS_AUTO_FREE char *text = as_text_format(NULL, REFUSED, (int)strcspn(why, ";"), why);

	fprintf(stderr, "assay: the submission was not judged: %s\n", why);
	return text ? make_message(text) : NULL;
}

int grade_single_write(
	struct grade_single *single, const struct as_grade *grade, struct as_error *error)
{
	int status = 0;

	if (single->options->as.platform == GRADE_AS_CLASS)
		return 0;
	if (single->timed_out) {
		fprintf(stderr,
			"assay: judging did not end within %s s; use a larger --time, "
			"and a larger limit on the platform\n",
			AS_NUMBER((double)single->options->as.time_ns / 1e9));
		/* The command ends by itself. */
		cli_cancelled = false;
	}
	if (!single->refusal && (!grade || single->timed_out))
		return grade_single_fail(single, error) ? -1 : 1;
	AS_AUTO_JSON json_t *document =
		single->refusal ? make_refusal(single->refusal)
				: make_results(as_grade_class(grade), &status, error);
	return !document || write_results(single, document, &status, error) ? -1 : status;
}
