/* SPDX-License-Identifier: MIT */
/* The text output of `assay strength`: the conclusion, the tests, the survivors. */
#include "strength.h"

#include "cli.h"

#include <string.h>

#define NAME_SIZE 256

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

/* ---- the conclusion ---- */

static void print_count(size_t count, const char *what)
{
	if (count)
		printf(", %zu %s", count, what);
}

static void print_conclusion(
	const struct as_strength_report *report, const struct as_package *package)
{
	const size_t *counts = report->counts;
	const size_t survived = counts[AS_MUTANT_SURVIVED];
	const size_t judged = survived + counts[AS_MUTANT_KILLED] + counts[AS_MUTANT_FAULT];

	printf("%s: %zu of %zu mutants pass%s all tests\n", package->path, survived, judged,
		survived == 1 ? "es" : "");
	printf("  %zu mutant%s of %zu submission%s in %.1f s: %zu killed, %zu survived",
		report->mutant_count, plural(report->mutant_count), report->source_count,
		plural(report->source_count), (double)report->elapsed_ns / 1e9,
		counts[AS_MUTANT_KILLED], survived);
	print_count(counts[AS_MUTANT_REFUSED], "did not compile");
	print_count(counts[AS_MUTANT_EQUIVALENT], "with the same code as the original");
	print_count(counts[AS_MUTANT_DOUBLE], "with the same code as another mutant");
	print_count(counts[AS_MUTANT_FAULT], "with a judging error, see `assay verify`");
	print_count(counts[AS_MUTANT_UNKNOWN], "not judged");
	puts(report->is_late ? " (a longer --time judges all)" : "");
	for (char *const *line = report->left_out; line && *line; line++) {
		fputs("  no mutants of ", stdout);
		cli_print_text(*line, strlen(*line));
		putchar('\n');
	}
}

/* ---- the tests ---- */

static int print_tests(const struct as_strength_report *report, const struct as_package *package)
{
	AS_AUTO_FREE struct as_matrix_test *tests = calloc(package->test_count + 1, sizeof(*tests));
	char name[NAME_SIZE];

	if (!tests)
		return -1;
	as_matrix_count(&report->matrix, tests);
	puts("  KILLS  ALONE  TEST");
	for (size_t i = 0; i < package->test_count; i++)
		printf("  %5zu  %5zu  %s\n", tests[i].kills, tests[i].alone,
			as_text_printable(package->tests[i].name, strlen(package->tests[i].name),
				name, sizeof(name)));
	return 0;
}

/* ---- the survivors ---- */

static void print_line(const char *sign, const char *text)
{
	fputs(sign, stdout);
	cli_print_text(text, strlen(text));
	putchar('\n');
}

static void print_survivors(const struct as_strength_report *report)
{
	for (size_t i = 0; i < report->mutant_count; i++) {
		const struct as_strength_mutant *mutant = &report->mutants[i];
		const char *path = report->sources[mutant->source].path;
		if (mutant->state != AS_MUTANT_SURVIVED)
			continue;
		fputs("  survived: ", stdout);
		cli_print_text(path, strlen(path));
		printf(":%u: %s: %s\n", mutant->line, mutant->operator->name,
			mutant->operator->mistake);
		print_line("    - ", mutant->change.before);
		print_line("    + ", mutant->change.after);
	}
}

int strength_print(const struct as_strength_report *report, const struct as_package *package)
{
	print_conclusion(report, package);
	if (print_tests(report, package))
		return -1;
	print_survivors(report);
	return 0;
}
