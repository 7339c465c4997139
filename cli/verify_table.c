/* SPDX-License-Identifier: MIT */
/*
 * The text output of `assay verify`. Submissions with unexpected verdicts come first, and columns
 * are as wide as their contents. On a terminal findings are wrapped between words; elsewhere each
 * is one line, for grep.
 */
#include "verify.h"

#include "cli.h"

#include <math.h>
#include <string.h>

/* Longer output scrolls its heading off the screen, so the conclusion is printed again. */
#define SCREEN_LINES 24
#define TEXT_SIZE 64

/* ---- the heading ---- */

static size_t count_level(const struct as_findings *findings, enum as_finding_level level)
{
	size_t count = 0;

	for (size_t i = 0; i < findings->count; i++)
		count += findings->items[i].level == level;
	return count;
}

char *verify_conclusion(
	const struct as_verification *verification, char text[VERIFY_CONCLUSION_SIZE])
{
	size_t errors = count_level(&verification->findings, AS_FINDING_ERROR);
	size_t warnings = count_level(&verification->findings, AS_FINDING_WARNING);

	snprintf(text, VERIFY_CONCLUSION_SIZE, "%s, %zu error%s, %zu warning%s",
		verification->ok ? "verified" : "not verified", errors, errors == 1 ? "" : "s",
		warnings, warnings == 1 ? "" : "s");
	return text;
}

static void print_conclusion(const struct as_verification *verification)
{
	char text[VERIFY_CONCLUSION_SIZE];

	printf("%s: %s", verification->package.path, verify_conclusion(verification, text));
}

static void print_heading(const struct as_verification *verification)
{
	const int64_t limit_ns = verification->time_limit_ns;

	print_conclusion(verification);
	if (limit_ns)
		printf("; time limit %s s", AS_NUMBER((double)limit_ns / 1e9));
	if (limit_ns && !verification->package.has_time_limit)
		printf(" (computed; --write-time-limit writes it into problem.yaml)");
	if (verification->measured_on)
		printf("; judged by group %s", verification->measured_on);
	puts("");
}

/* ---- the table ---- */

enum { VERDICT, EXPECTED, SCORE, CPU, MEMORY, COLUMNS };

static const char *const titles[COLUMNS] = {"VERDICT", "EXPECTED", "SCORE", "CPU", "MEMORY"};

struct table {
	int widths[COLUMNS];
	bool scoring;
};

/* True for a TLE by the wall clock alone, which CPU time does not explain. */
static bool has_waited(const struct as_result *result)
{
	bool waited = false;

	for (size_t i = 0; i < result->test_count; i++) {
		const struct as_result_test *test = &result->tests[i];
		if (test->verdict != AS_VERDICT_TLE)
			continue;
		if (test->reason && strcmp(test->reason, "cpu") == 0)
			return false;
		waited = true;
	}
	return waited && result->verdict == AS_VERDICT_TLE;
}

static void fill_time(const struct as_verified *submission, char cell[TEXT_SIZE])
{
	const struct as_result_usage usage =
		as_result_usage(&submission->result, AS_AUDIENCE_SETTER);

	if (!submission->judged)
		snprintf(cell, TEXT_SIZE, "-");
	else if (!usage.known) /* it may have computed, so "waited" could be wrong */
		snprintf(cell, TEXT_SIZE, "-");
	else if (has_waited(&submission->result))
		snprintf(cell, TEXT_SIZE, "waited");
	else
		snprintf(cell, TEXT_SIZE, "%.0f ms", (double)usage.cpu_time_ns / 1e6);
}

/* The most that a test needed. */
static void fill_memory(const struct as_verified *submission, char cell[TEXT_SIZE])
{
	const struct as_result_usage usage =
		as_result_usage(&submission->result, AS_AUDIENCE_SETTER);

	if (!submission->judged || !usage.known)
		snprintf(cell, TEXT_SIZE, "-");
	else
		snprintf(cell, TEXT_SIZE, "%.1f MiB", (double)usage.memory_bytes / 1048576);
}

/* The texts of a submission's columns. */
static void fill_cells(const struct as_verified *submission, char cells[COLUMNS][TEXT_SIZE])
{
	const struct as_result *result = &submission->result;
	char *expected = cells[EXPECTED];

	snprintf(cells[VERDICT], TEXT_SIZE, "%s",
		submission->judged ? as_verdict_name(result->verdict) : "-");
	*expected = '\0';
	for (size_t i = 0; i < submission->expected_count; i++)
		snprintf(expected + strlen(expected), TEXT_SIZE - strlen(expected), "%s%s",
			i ? "," : "", as_verdict_name(submission->expected[i]));
	snprintf(cells[SCORE], TEXT_SIZE, "%s",
		result->has_score && isfinite(result->score)
			? cli_score_format(result->score, (char[AS_NUMBER_SIZE]){0})
			: "-");
	if (*submission->score_note)
		snprintf(cells[SCORE] + strlen(cells[SCORE]), TEXT_SIZE - strlen(cells[SCORE]),
			", %s", submission->score_note);
	fill_time(submission, cells[CPU]);
	fill_memory(submission, cells[MEMORY]);
}

static void measure(struct table *table, const struct as_verification *verification)
{
	char cells[COLUMNS][TEXT_SIZE];

	for (int column = 0; column < COLUMNS; column++)
		table->widths[column] = (int)strlen(titles[column]);
	for (size_t i = 0; i < verification->submission_count; i++) {
		fill_cells(&verification->submissions[i], cells);
		for (int column = 0; column < COLUMNS; column++) {
			int width = (int)strlen(cells[column]);
			if (width > table->widths[column])
				table->widths[column] = width;
		}
	}
}

/* Aligns texts left and numbers right. */
static void print_row(const struct table *table, bool is_bad, const char *const cells[COLUMNS],
	const char *submission)
{
	printf("  %s", is_bad ? "!" : " ");
	for (int column = 0; column < COLUMNS; column++)
		if (column != SCORE || table->scoring)
			printf(column < SCORE ? " %-*s" : "  %*s", table->widths[column],
				cells[column]);
	printf("  %s\n", submission);
}

static void print_rows(
	const struct table *table, const struct as_verification *verification, bool as_expected)
{
	char cells[COLUMNS][TEXT_SIZE];

	for (size_t i = 0; i < verification->submission_count; i++) {
		const struct as_verified *submission = &verification->submissions[i];
		if (submission->ok != as_expected)
			continue;
		fill_cells(submission, cells);
		const char *const texts[COLUMNS] = {
			cells[0], cells[1], cells[2], cells[3], cells[4]};
		print_row(table, !as_expected, texts, submission->path);
	}
}

static void print_submissions(const struct as_verification *verification)
{
	struct table table = {.scoring = verification->package.scoring};

	if (verification->submission_count == 0)
		return;
	measure(&table, verification);
	print_row(&table, false, titles, "SUBMISSION");
	print_rows(&table, verification, false);
	print_rows(&table, verification, true);
}

/* ---- rejecting tests ---- */

#define SHOWN_TESTS 4

static void print_rejecters(const struct as_verified *submission, size_t count)
{
	const struct as_result *result = &submission->result;
	const bool by_samples = as_result_rejecters(result, NULL) == AS_REJECTERS_SAMPLES;
	size_t shown = 0;

	printf("    %s: %zu of %zu%s", submission->path, count, result->test_count,
		!as_verified_is_narrow(submission) ? ""
		: by_samples                       ? " (only samples)"
						   : " (only this test)");
	for (size_t i = 0; i < result->test_count && shown < SHOWN_TESTS; i++)
		if (as_verdict_rejects(result->tests[i].verdict))
			printf("%s %s", shown++ ? "," : ":", result->tests[i].name);
	if (count > shown)
		printf(" and %zu more", count - shown);
	puts("");
}

/* Returns the number of lines. */
static size_t print_rejections(const struct as_verification *verification)
{
	size_t lines = 0;

	for (size_t wanted = 1; wanted <= verification->package.test_count; wanted++)
		for (size_t i = 0; i < verification->submission_count; i++) {
			size_t count;
			(void)as_result_rejecters(&verification->submissions[i].result, &count);
			if (count != wanted)
				continue;
			if (!lines++)
				puts("  tests that reject each submission, the fewest first:");
			print_rejecters(&verification->submissions[i], count);
		}
	return lines;
}

/* ---- the findings ---- */

static void print_finding(void *context, const struct as_finding *finding)
{
	const int width = *(const int *)context;
	const char *where = finding->where;
	AS_AUTO_FREE char *text = as_text_format(NULL, "%s: %s%s%s",
		as_finding_level_name(finding->level), where, *where ? ": " : "", finding->text);

	fputs("  ", stdout);
	if (width && text) /* further lines are indented past the level */
		cli_print_wrapped(text, 4, width);
	else
		puts(text ? text : where);
}

void verify_print(const struct as_verification *verification)
{
	const struct as_findings *findings = &verification->findings;
	int width = cli_terminal_width(0);

	print_heading(verification);
	print_submissions(verification);
	const size_t rejections = print_rejections(verification);
	as_findings_fold(findings, print_finding, &width);
	if (findings->dropped_count)
		printf("  %zu more findings are not shown\n", findings->dropped_count);
	if (verification->submission_count + rejections + findings->count > SCREEN_LINES) {
		print_conclusion(verification);
		puts("");
	}
}
