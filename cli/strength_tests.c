/* SPDX-License-Identifier: MIT */
/* The tests in the text output of `assay strength`: what each test and each group kills. */
#include "strength.h"

#include "cli.h"

#include <string.h>

void strength_print_text(const char *before, const char *text)
{
	fputs(before, stdout);
	cli_print_text(text, strlen(text));
}

/* ---- tests ---- */

static void print_test(const struct as_strength_report *report, const struct as_package *package,
	const struct as_matrix_test *test, size_t index)
{
	const size_t instead = report->instead[index];

	printf("  %5zu  %5zu", test->kills, test->alone);
	strength_print_text("  ", package->tests[index].name);
	if (instead != index && instead != SIZE_MAX) {
		strength_print_text(" (adds nothing to ", package->tests[instead].name);
		putchar(')');
	} else if (instead == SIZE_MAX) {
		fputs(" (kills nothing)", stdout);
	}
	putchar('\n');
}

static int print_tests(const struct as_strength_report *report, const struct as_package *package)
{
	AS_AUTO_FREE struct as_matrix_test *tests = calloc(package->test_count + 1, sizeof(*tests));

	if (!tests)
		return -1;
	as_matrix_count(&report->matrix, tests);
	puts("  KILLS  ALONE  TEST");
	for (size_t i = 0; i < package->test_count; i++)
		print_test(report, package, &tests[i], i);
	return 0;
}

/* The text says "these programs", because the other tests may find other mistakes. Index 0 of the
 * set is the test `first_test`. */
static void print_cover(const struct as_matrix_cover *cover, const struct as_package *package,
	size_t first_test, size_t test_count)
{
	printf("%s set of tests that kills all of these programs (%zu of %zu)",
		cover->is_smallest ? "smallest" : "small", cover->count, test_count);
	for (size_t i = 0; i < cover->count; i++)
		strength_print_text(
			i ? ", " : ": ", package->tests[first_test + cover->tests[i]].name);
	putchar('\n');
}

/* ---- groups ---- */

/* A program that is wrong in a group must fail a test of this group. */
static void print_groups(const struct as_strength_report *report, const struct as_package *package)
{
	puts("  KILLS  ALONE  GROUP");
	for (size_t i = 0; i < report->group_count; i++) {
		const struct as_strength_group *own = &report->groups[i];
		const struct as_group *group = &package->groups[own->index];
		printf("  %5zu  %5zu", own->kills, own->alone);
		strength_print_text("  ", group->name);
		if (own->cover.count) {
			fputs(": ", stdout);
			print_cover(&own->cover, package, group->first_test, group->test_count);
		} else {
			putchar('\n');
		}
	}
}

static void print_equal_answers(
	const struct as_strength_report *report, const struct as_package *package)
{
	for (size_t i = 0; i < report->group_count; i++) {
		const struct as_group *group = &package->groups[report->groups[i].index];
		if (!report->groups[i].has_equal_answers)
			continue;
		printf("  all %zu answers of", group->test_count);
		strength_print_text(" ", group->name);
		puts(" are equal, so a program that always prints this answer passes the group");
	}
}

int strength_print_tests(const struct as_strength_report *report, const struct as_package *package)
{
	if (print_tests(report, package))
		return -1;
	if (package->scoring) {
		print_groups(report, package);
	} else if (report->cover.count) {
		fputs("  ", stdout);
		print_cover(&report->cover, package, 0, package->test_count);
	}
	print_equal_answers(report, package);
	return 0;
}
