/* SPDX-License-Identifier: MIT */
/* The text output of `assay strength`: the conclusion, the tests, gaps and survivors. */
#include "strength.h"

#include "cli.h"

#include <inttypes.h>
#include <string.h>

#define NAME_SIZE 256

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

static void print_text_part(const char *before, const char *text)
{
	fputs(before, stdout);
	cli_print_text(text, strlen(text));
}

static void print_line(const char *before, const char *text)
{
	print_text_part(before, text);
	putchar('\n');
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
	const size_t gaps = counts[AS_MUTANT_GAP];
	const size_t passed = counts[AS_MUTANT_SURVIVED] + gaps;
	const size_t judged = passed + counts[AS_MUTANT_KILLED] + counts[AS_MUTANT_FAULT];

	printf("%s: %zu of %zu mutants pass%s all tests, %zu gap%s\n", package->path, passed,
		judged, passed == 1 ? "es" : "", gaps, plural(gaps));
	printf("  %zu mutant%s of %zu submission%s in %.1f s: %zu killed, %zu survived",
		report->mutant_count, plural(report->mutant_count), report->source_count,
		plural(report->source_count), (double)report->elapsed_ns / 1e9,
		counts[AS_MUTANT_KILLED], counts[AS_MUTANT_SURVIVED]);
	print_count(gaps, "killed only by an input that the tests lack");
	print_count(counts[AS_MUTANT_REFUSED], "did not compile");
	print_count(counts[AS_MUTANT_EQUIVALENT], "with the same code as an accepted submission");
	print_count(counts[AS_MUTANT_DOUBLE], "with the same code as another mutant");
	print_count(counts[AS_MUTANT_FAULT],
		"with a judging error or an unconfirmed verdict, see `assay verify`");
	print_count(counts[AS_MUTANT_UNKNOWN], "not judged");
	puts(report->is_late ? " (a longer --time judges all)" : "");
	for (char *const *line = report->left_out; line && *line; line++)
		print_line("  no mutants of ", *line);
}

static void print_search(const struct as_strength_report *report)
{
	if (report->unsearched && !report->interrupted) {
		printf("  %zu survivor%s not searched for inputs", report->unsearched,
			report->unsearched == 1 ? " was" : "s were");
		print_line(": ", report->no_search ? report->no_search
						   : "the time ended; use a longer --time");
	}
	if (report->counts[AS_MUTANT_GAP] && !report->is_validated)
		puts("  the package has no input validators, so the inputs below may be invalid");
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

/* A test that is not in the set may find other mistakes. */
static int print_cover(const struct as_strength_report *report, const struct as_package *package)
{
	AS_AUTO(as_matrix_cover_clear) struct as_matrix_cover cover = {0};

	if (as_matrix_find_cover(&report->matrix, &cover, NULL))
		return -1;
	if (!cover.count)
		return 0;
	printf("  %s set of tests that kills all of these mutants (%zu of %zu)",
		cover.is_smallest ? "smallest" : "small", cover.count, package->test_count);
	for (size_t i = 0; i < cover.count; i++)
		print_text_part(i ? ", " : ": ", package->tests[cover.tests[i]].name);
	putchar('\n');
	return 0;
}

/* ---- gaps and survivors ---- */

static void print_mutant(const struct as_strength_report *report,
	const struct as_strength_mutant *mutant, const char *what)
{
	print_text_part("  ", what);
	print_text_part(": ", report->sources[mutant->source].path);
	printf(":%u: %s: %s\n", mutant->line, mutant->kind->name, mutant->kind->mistake);
	print_line("    - ", mutant->change.before);
	print_line("    + ", mutant->change.after);
}

/* A longer input does not fit into a recipe. */
#define SHOWN_BYTES 2000

static void print_gap(const struct as_strength_mutant *mutant)
{
	const size_t size = mutant->gap.input.size;
	AS_AUTO_FREE char *quoted = as_stress_quote(&mutant->gap.input, NULL);

	printf("    %s on an input of %zu byte%s", as_verdict_name(mutant->gap.verdict), size,
		plural(size));
	if (quoted && strlen(quoted) <= SHOWN_BYTES)
		printf("; a line for %s in the recipe: gap-1: {in: %s}", mutant->gap.folder,
			quoted);
	putchar('\n');
}

static void print_mutants(const struct as_strength_report *report, enum as_mutant_state state)
{
	for (size_t i = 0; i < report->mutant_count; i++) {
		const struct as_strength_mutant *mutant = &report->mutants[i];
		if (mutant->state != state)
			continue;
		print_mutant(report, mutant, as_mutant_state_name(state));
		if (state == AS_MUTANT_GAP)
			print_gap(mutant);
		else if (mutant->tried)
			printf("    no difference found in %" PRIu64 " inputs\n", mutant->tried);
	}
}

int strength_print(const struct as_strength_report *report, const struct as_package *package)
{
	print_conclusion(report, package);
	print_search(report);
	if (print_tests(report, package) || print_cover(report, package))
		return -1;
	print_mutants(report, AS_MUTANT_GAP);
	print_mutants(report, AS_MUTANT_SURVIVED);
	return 0;
}
