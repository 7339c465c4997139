/* SPDX-License-Identifier: MIT */
/* A marking scheme of any bytes is read, or refused with a position; its marks stay within its
 * points. */
#include <assay/grade/marks.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct as_group groups[] = {
	{.name = (char *)"sample", .parent = 0, .first_test = 0, .test_count = 1},
	{.name = (char *)"secret",
		.parent = 1,
		.first_test = 1,
		.test_count = 2,
		.has_score = true,
		.max_score = 10},
	{.name = (char *)"secret/1",
		.parent = 1,
		.first_test = 1,
		.test_count = 1,
		.has_score = true,
		.max_score = 4},
	{.name = (char *)"secret/2",
		.parent = 1,
		.first_test = 2,
		.test_count = 1,
		.has_score = true,
		.max_score = 6},
};
static struct as_test tests[] = {
	{.name = (char *)"sample/1", .group = 0},
	{.name = (char *)"secret/1/1", .group = 2},
	{.name = (char *)"secret/2/1", .group = 3},
};
static const struct as_package package = {.path = (char *)"p",
	.short_name = (char *)"p",
	.scoring = true,
	.groups = groups,
	.group_count = 4,
	.tests = tests,
	.test_count = 3};

static struct as_result_test run_tests[] = {
	{.name = (char *)"sample/1", .verdict = AS_VERDICT_AC},
	{.name = (char *)"secret/1/1", .verdict = AS_VERDICT_AC},
	{.name = (char *)"secret/2/1", .verdict = AS_VERDICT_WA},
};
static struct as_result_group run_groups[] = {
	{.name = (char *)"sample", .verdict = AS_VERDICT_AC, .unmet = SIZE_MAX},
	{.name = (char *)"secret",
		.verdict = AS_VERDICT_WA,
		.has_score = true,
		.score = 4,
		.max_score = 10,
		.unmet = SIZE_MAX},
	{.name = (char *)"secret/1",
		.verdict = AS_VERDICT_AC,
		.has_score = true,
		.score = 4,
		.max_score = 4,
		.unmet = SIZE_MAX},
	{.name = (char *)"secret/2",
		.verdict = AS_VERDICT_WA,
		.has_score = true,
		.max_score = 6,
		.unmet = SIZE_MAX},
};
static const struct as_result result = {.verdict = AS_VERDICT_WA,
	.scoring = true,
	.has_score = true,
	.score = 4,
	.max_score = 10,
	.tests = run_tests,
	.test_count = 3,
	.groups = run_groups,
	.group_count = 4};

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_marks(const struct as_scheme *scheme, int64_t time_s)
{
	struct as_marks marks = {0};
	struct as_work *works = calloc(scheme->package_count + 1, sizeof(*works));

	check(works != NULL);
	for (size_t i = 0; i < scheme->package_count; i++)
		works[i] = (struct as_work){.submitted = true, .result = &result};
	const struct as_marking marking = {.scheme = scheme,
		.id = "s1",
		.works = works,
		.submitted = true,
		.time_known = true,
		.time_s = time_s};
	check(as_marks_compute(&marking, &marks, NULL) == 0);
	for (size_t i = 0; i < marks.item_count; i++)
		check(marks.items[i].raw_e4 >= 0 &&
			marks.items[i].raw_e4 <= scheme->items[i].points_e4);
	check(marks.penalty_e4 >= 0 && marks.penalty_e4 <= marks.sum_e4 + marks.bonus_e4);
	check(marks.total_e4 >= 0);
	check(scheme->above_total || marks.total_e4 <= scheme->total_e4);
	as_marks_clear(&marks);
	free(works);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_scheme scheme = {0};
	struct as_error error = {0};
	int failed = as_scheme_parse(&scheme, "fuzz", (const char *)data, size, &error);

	for (size_t i = 0; failed == 0 && i < scheme.package_count; i++)
		failed = as_scheme_bind(&scheme, i, &package, &error);
	check(failed == (error.kind != AS_ERROR_NONE ? -1 : 0) && (!failed || error.text[0]));
	for (int64_t late_s = -1; failed == 0 && late_s < 10000000; late_s = late_s * 3 + 7)
		check_marks(&scheme, scheme.due_s + late_s);
	as_scheme_clear(&scheme);
	return 0;
}
