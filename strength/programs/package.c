/* SPDX-License-Identifier: MIT */
/*
 * The check of a package. Theory of operation: the calling thread
 *
 * 1. changes answers of some tests, and runs the output validators on them (outputs.c);
 * 2. for each class of tests, changes an input, and runs the input validators (inputs.c);
 * 3. for each class, has the input validators report the values of all its inputs, or moves the
 *    least and greatest numbers (values.c).
 *
 * Each run is in the sandbox. No run begins after the end of the time.
 */
#include "package.h"

#include <string.h>

/* Of one run of an input validator. One that takes longer is reported as failing. */
#define INPUT_TIME_NS INT64_C(5000000000)

/* ---- classes ---- */

static bool is_sample(const struct as_package *package, size_t test)
{
	const char *name = package->tests[test].name;

	return strncmp(name, "sample", strlen("sample")) == 0;
}

/* True if the bounds of the secret tests do not depend on their group. */
static bool has_equal_bounds(const struct as_package *package, size_t first)
{
	for (size_t i = first; i < package->test_count; i++)
		if (!as_input_args_same(package->tests[i].input_validator_args,
			    package->tests[first].input_validator_args))
			return false;
	return true;
}

static bool is_lowest_group(const struct as_package *package, size_t group)
{
	for (size_t i = group + 1; i < package->group_count; i++)
		if (package->groups[i].parent == group)
			return false;
	return true;
}

static int check_class(
	struct checking *checking, const struct test_class *tests, struct as_error *error)
{
	const struct as_programs_report *report = checking->report;

	if (!tests->test_count)
		return 0;
	if (!report->no_inputs &&
		(inputs_check(checking, tests, error) ||
			(!report->no_inputs && values_check(checking, tests, error))))
		return -1;
	return values_check_answers(checking, tests, error);
}

/* Samples are too small to reach bounds. */
static int check_classes(struct checking *checking, struct as_error *error)
{
	const struct as_package *package = checking->package;
	size_t first = 0;

	while (first < package->test_count && is_sample(package, first))
		first++;
	if (first == package->test_count)
		first = 0;
	if (has_equal_bounds(package, first)) {
		const struct test_class all = {
			.name = is_sample(package, first) ? "sample" : "secret",
			.first_test = first,
			.test_count = package->test_count - first};
		return check_class(checking, &all, error);
	}
	for (size_t i = 0; i < package->group_count; i++) {
		const struct as_group *group = &package->groups[i];
		const struct test_class tests = {group->name, group->first_test, group->test_count};
		if (is_lowest_group(package, i) && group->first_test >= first &&
			check_class(checking, &tests, error))
			return -1;
	}
	return 0;
}

/* ---- both ---- */

/* Inputs get the time that outputs leave, and at least half of it. */
static int check_all(struct checking *checking, struct as_error *error)
{
	const int64_t given_ns = checking->order->time_ns;
	const int64_t begun_ns = as_now_ns(), time_ns = given_ns ? given_ns : AS_PROGRAMS_TIME_NS;

	as_validators_set_input_time(checking->validators, INPUT_TIME_NS);
	checking->end_ns = begun_ns + time_ns / 2;
	if (outputs_check(checking, error))
		return -1;
	checking->end_ns = begun_ns + time_ns;
	return check_classes(checking, error);
}

int as_programs_check(const struct as_programs_order *order, struct as_programs_report *report,
	struct as_error *error)
{
	struct checking checking = {
		.order = order, .package = as_engine_package(order->opened), .report = report};

	*report = (struct as_programs_report){0};
	checking.validators = as_engine_validators_open(order->opened, order->cancel, error);
	if (!checking.validators)
		return -1;
	if (!as_names_count(checking.package->input_validators))
		report->no_inputs = as_text_format(error, "the package has no input validators");
	const int failed = check_all(&checking, error);
	as_validators_close(checking.validators);
	return failed ? -1 : 0;
}
