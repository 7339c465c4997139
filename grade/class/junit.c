/* SPDX-License-Identifier: MIT */
/* junit.xml: a suite for each person and package, a case for each test. Tests of files that were
 * not compiled, because a person has to decide, are skipped. */
#include "report.h"

#include <assay/base/junit.h>
#include <string.h>

static void set_run(struct as_junit_case *one, const struct as_result_test *test)
{
	if (test->verdict == AS_VERDICT_AC)
		return;
	one->outcome = test->verdict == AS_VERDICT_JE ? AS_JUNIT_ERROR : AS_JUNIT_FAILED;
	one->type = as_verdict_name(test->verdict);
	one->message = test->feedback;
}

/* `refusal`: why the teacher has to decide about the submission; NULL: it counts. */
static void put_case(struct as_junit *junit, const char *id, const char *name,
	const struct as_result *result, const char *refusal)
{
	const struct as_result_test *test = as_result_find_test(result, name);
	struct as_junit_case one = {
		.class_name = id, .name = name, .time_ns = test ? test->usage.wall_time_ns : 0};

	if (refusal || (!test && result->verdict != AS_VERDICT_CE)) {
		one.outcome = AS_JUNIT_SKIPPED;
		one.message = refusal;
	} else if (test) {
		set_run(&one, test);
	} else {
		one.outcome = AS_JUNIT_FAILED;
		one.type = as_verdict_name(AS_VERDICT_CE);
		one.message = result->compile.reason;
	}
	as_junit_case(junit, &one);
}

static int put_suite(struct as_junit *junit, const struct as_package *package, const char *id,
	const struct as_result *result, bool waits, struct as_error *error)
{
	struct as_error why;
	AS_AUTO_FREE char *refusal = as_result_refusal(result, &why);

	if (why.kind != AS_ERROR_NONE)
		return as_error_no_memory(error);
	as_junit_begin(junit, id, package->short_name);
	for (size_t i = 0; i < package->test_count; i++)
		put_case(junit, id, package->tests[i].name, result,
			refusal ? refusal
			: waits ? "a decision is needed"
				: NULL);
	as_junit_end(junit);
	return 0;
}

/* It was judged, but not marked: it is unknown whether the submission counts. */
static bool is_waiting(const struct as_class_row *row)
{
	bool waits = false;

	for (size_t i = 0; i < row->mark_count; i++) {
		if (row->marks[i].state == AS_MARK_JUDGED)
			return false;
		waits |= row->marks[i].state == AS_MARK_NOT_JUDGED && !row->marks[i].overridden;
	}
	return waits;
}

static int put_work(struct as_class *class, struct as_junit *junit, const struct as_class_row *row,
	const struct as_class_work *work, struct as_error *error)
{
	const char *id = row->id;
	AS_AUTO(as_result_clear) struct as_result result = {0};
	char label[AS_PSEUDONYM_SIZE];

	for (size_t i = 0; i < class->config.scheme->package_count; i++) {
		const struct as_package *package = class->config.packages[i];
		if (strcmp(package->short_name, work->package) != 0)
			continue;
		const int found = as_class_result_shown(class, id, work, &result, error);
		if (found != 1)
			return found;
		return put_suite(junit, package, as_class_label(class, id, label), &result,
			is_waiting(row) && result.verdict != AS_VERDICT_JE, error);
	}
	return 0;
}

static int put_suites(struct as_class *class, struct as_junit *junit, struct as_error *error)
{
	AS_AUTO_FREE size_t *order = as_class_order(class, error);

	if (!order)
		return -1;
	for (size_t i = 0; i < class->reg.row_count; i++) {
		const struct as_class_row *row = &class->reg.rows[order[i]];
		for (size_t j = 0; j < row->work_count; j++)
			if (put_work(class, junit, row, &row->works[j], error))
				return -1;
	}
	return 0;
}

int as_class_write_junit(struct as_class *class, struct as_error *error)
{
	struct as_junit *junit = as_junit_open(error);

	if (!junit)
		return -1;
	const int failed = put_suites(class, junit, error);
	AS_AUTO_FREE char *text = as_junit_close(junit, "assay grade", failed ? NULL : error);
	return failed || !text
		       ? -1
		       : as_class_write_file(class->out_fd, "junit.xml", text, strlen(text), error);
}
