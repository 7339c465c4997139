/* SPDX-License-Identifier: MIT */
/* Measures what the tests add: all tests together, and the tests of each lowest group. */
#include "measure.h"

#include <string.h>

/* Longer answers are hardly ever all equal. */
#define MAX_ANSWER_BYTES 4096

bool groups_is_lowest(const struct as_package *package, size_t group)
{
	for (size_t i = group + 1; i < package->group_count; i++)
		if (package->groups[i].parent == group)
			return false;
	return package->groups[group].test_count > 0;
}

/* ---- kills ---- */

/* Returns the first group that a program fails. `count`: the number of groups that it fails. In a
 * scoring package a group without a score, such as the samples, costs no points. */
static size_t find_failed(const struct as_strength_report *report, const struct as_package *package,
	size_t program, size_t *count)
{
	size_t first = SIZE_MAX;

	*count = 0;
	for (size_t i = 0; i < report->group_count; i++) {
		const struct as_group *group = &package->groups[report->groups[i].index];
		const struct as_matrix part =
			as_matrix_part(&report->matrix, group->first_test, group->test_count);
		if (!as_matrix_killers(&part, program))
			continue;
		report->groups[i].kills++;
		if (!package->scoring || group->has_score)
			first = ++*count == 1 ? i : first;
	}
	return first;
}

/* A program might also fail a group whose tests were not run. */
static void count_kills(struct as_strength_report *report, const struct as_package *package)
{
	for (size_t program = 0; program < report->matrix.program_count; program++) {
		size_t count;
		const size_t first = find_failed(report, package, program, &count);
		if (count == 1 && as_matrix_is_whole(&report->matrix, program))
			report->groups[first].alone++;
	}
}

/* A program must fail the group that it is wrong in, so only tests of a group are compared. */
static int find_needless(
	struct as_strength_report *report, const struct as_package *package, struct as_error *error)
{
	size_t *instead = calloc(package->test_count + 1, sizeof(*instead));

	report->instead = instead;
	if (!instead)
		return as_error_no_memory(error);
	if (!package->scoring)
		return as_matrix_find_needless(
			&report->matrix, 0, package->test_count, instead, error);
	for (size_t i = 0; i < package->test_count; i++)
		instead[i] = i;
	for (size_t i = 0; i < report->group_count; i++) {
		const struct as_group *group = &package->groups[report->groups[i].index];
		if (as_matrix_find_needless(&report->matrix, group->first_test, group->test_count,
			    instead + group->first_test, error))
			return -1;
	}
	return 0;
}

/* ---- answers ---- */

static bool read_answer(const struct measuring *measuring, size_t test, struct as_bytes *answer)
{
	const struct as_package *package = measuring->package;
	const char *path = package->tests[test].answer_path;

	return path && as_file_read(package->tree.fd, path, MAX_ANSWER_BYTES, answer, NULL) == 0;
}

/* No program is expected to print an empty answer. In interactions no output is compared with the
 * answer. */
static bool has_equal_answers(const struct measuring *measuring, const struct as_group *group)
{
	AS_AUTO_BYTES struct as_bytes first = {0};

	if (group->test_count < 2 || measuring->package->interactive ||
		measuring->package->multi_pass ||
		!read_answer(measuring, group->first_test, &first) || !first.size)
		return false;
	for (size_t i = 1; i < group->test_count; i++) {
		AS_AUTO_BYTES struct as_bytes other = {0};
		if (!read_answer(measuring, group->first_test + i, &other) ||
			other.size != first.size || memcmp(other.data, first.data, first.size) != 0)
			return false;
	}
	return true;
}

/* ---- both ---- */

int measure_groups(struct measuring *measuring, struct as_error *error)
{
	const struct as_package *package = measuring->package;
	struct as_strength_report *report = measuring->report;

	report->groups = calloc(package->group_count + 1, sizeof(*report->groups));
	if (!report->groups)
		return as_error_no_memory(error);
	if (as_matrix_find_cover(&report->matrix, AS_MATRIX_STEPS, &report->cover, error))
		return -1;
	for (size_t i = 0; i < package->group_count; i++) {
		const struct as_group *group = &package->groups[i];
		if (!groups_is_lowest(package, i))
			continue;
		struct as_strength_group *own = &report->groups[report->group_count++];
		*own = (struct as_strength_group){
			.index = i, .has_equal_answers = has_equal_answers(measuring, group)};
		const struct as_matrix part =
			as_matrix_part(&report->matrix, group->first_test, group->test_count);
		if (as_matrix_find_cover(
			    &part, AS_MATRIX_STEPS / package->group_count, &own->cover, error))
			return -1;
	}
	count_kills(report, package);
	return find_needless(report, package, error);
}
