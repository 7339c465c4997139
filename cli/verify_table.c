/* SPDX-License-Identifier: MIT */
/*
 * The text output of `assay verify`. Submissions with unexpected verdicts come first, and columns
 * are as wide as their contents. On a terminal findings are wrapped between words; elsewhere each
 * is one line, for grep.
 */
#include "verify.h"

#include "cli.h"

#include <string.h>

/* Longer output scrolls its heading off the screen, so the conclusion is printed again. */
#define SCREEN_LINES 24
#define TEXT_SIZE 64

static const char *text_of(json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* ---- the heading ---- */

static size_t count_level(json_t *findings, const char *level)
{
	size_t index, count = 0;
	json_t *finding;

	json_array_foreach(findings, index, finding) count +=
		strcmp(text_of(finding, "level"), level) == 0;
	return count;
}

/* How a package states its time limit. */
static const char *limit_remedy(json_t *about)
{
	return strcmp(text_of(about, "format"), "legacy") == 0 ? "write a file .timelimit"
							       : "set limits.time_limit";
}

static void print_conclusion(json_t *document)
{
	json_t *findings = json_object_get(document, "findings");
	size_t errors = count_level(findings, "error");
	size_t warnings = count_level(findings, "warning");

	printf("%s: %s, %zu error%s, %zu warning%s",
		text_of(json_object_get(document, "about"), "path"),
		json_is_true(json_object_get(document, "ok")) ? "verified" : "not verified", errors,
		errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s");
}

static void print_heading(json_t *document)
{
	json_t *about = json_object_get(document, "about");
	json_t *limit = json_object_get(document, "time_limit_ns");
	bool declared = json_is_true(json_object_get(about, "has_time_limit"));

	print_conclusion(document);
	if (json_is_integer(limit))
		printf("; time limit %s s", AS_NUMBER((double)json_integer_value(limit) / 1e9));
	if (json_is_integer(limit) && !declared)
		printf(" (computed; %s to pin it)", limit_remedy(about));
	puts("");
}

/* ---- the table ---- */

enum { VERDICT, EXPECTED, SCORE, CPU, COLUMNS };

static const char *const titles[COLUMNS] = {"VERDICT", "EXPECTED", "SCORE", "CPU"};

struct table {
	int widths[COLUMNS];
	bool scoring;
};

/* True for a TLE by the wall clock alone, which the CPU time does not explain. */
static bool has_waited(json_t *submission)
{
	bool waited = false;
	size_t index;
	json_t *test;

	json_array_foreach(json_object_get(submission, "tests"), index, test)
	{
		if (strcmp(text_of(test, "verdict"), "TLE") != 0)
			continue;
		if (strcmp(text_of(test, "reason"), "cpu") == 0)
			return false;
		waited = true;
	}
	return waited && strcmp(text_of(submission, "verdict"), "TLE") == 0;
}

/* The texts of a submission's columns. */
static void fill_cells(json_t *submission, char cells[COLUMNS][TEXT_SIZE])
{
	const char *verdict = text_of(submission, "verdict");
	json_t *score = json_object_get(submission, "score");
	json_t *time = json_object_get(submission, "cpu_time_ns"), *item;
	char *expected = cells[EXPECTED];
	size_t index;

	snprintf(cells[VERDICT], TEXT_SIZE, "%s", *verdict ? verdict : "-");
	*expected = '\0';
	json_array_foreach(json_object_get(submission, "expected"), index, item)
		snprintf(expected + strlen(expected), TEXT_SIZE - strlen(expected), "%s%s",
			index ? "," : "", json_string_value(item));
	snprintf(cells[SCORE], TEXT_SIZE, "%s",
		json_is_number(score) ? AS_NUMBER(json_number_value(score)) : "-");
	/* If the time is unknown, it may have computed, so "waited" would be wrong. */
	if (!json_is_number(time))
		snprintf(cells[CPU], TEXT_SIZE, "%s", *verdict ? "? ms" : "-");
	else if (has_waited(submission))
		snprintf(cells[CPU], TEXT_SIZE, "waited");
	else
		snprintf(cells[CPU], TEXT_SIZE, "%.0f ms", json_number_value(time) / 1e6);
}

static void measure(struct table *table, json_t *submissions)
{
	char cells[COLUMNS][TEXT_SIZE];
	size_t index;
	json_t *item;

	for (int column = 0; column < COLUMNS; column++)
		table->widths[column] = (int)strlen(titles[column]);
	json_array_foreach(submissions, index, item)
	{
		fill_cells(item, cells);
		for (int column = 0; column < COLUMNS; column++) {
			int width = (int)strlen(cells[column]);
			if (width > table->widths[column])
				table->widths[column] = width;
		}
	}
}

/* Texts to the left, numbers to the right. */
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

static void print_rows(const struct table *table, json_t *submissions, bool as_expected)
{
	char cells[COLUMNS][TEXT_SIZE];
	size_t index;
	json_t *item;

	json_array_foreach(submissions, index, item)
	{
		if (json_is_true(json_object_get(item, "ok")) != as_expected)
			continue;
		fill_cells(item, cells);
		const char *const texts[COLUMNS] = {cells[0], cells[1], cells[2], cells[3]};
		print_row(table, !as_expected, texts, text_of(item, "path"));
	}
}

static void print_submissions(json_t *document)
{
	json_t *submissions = json_object_get(document, "submissions");
	struct table table = {.scoring = json_is_true(json_object_get(
				      json_object_get(document, "about"), "scoring"))};

	if (json_array_size(submissions) == 0)
		return;
	measure(&table, submissions);
	print_row(&table, false, titles, "SUBMISSION");
	print_rows(&table, submissions, false);
	print_rows(&table, submissions, true);
}

/* ---- the findings ---- */

static void print_finding(json_t *finding, int width)
{
	const char *where = text_of(finding, "where");
	AS_AUTO_FREE char *text = as_text_format(NULL, "%s: %s%s%s", text_of(finding, "level"),
		where, *where ? ": " : "", text_of(finding, "text"));

	fputs("  ", stdout);
	if (width && text) /* each further line begins beyond the level */
		cli_print_wrapped(text, 4, width);
	else
		puts(text ? text : where);
}

void verify_print(json_t *document)
{
	json_t *submissions = json_object_get(document, "submissions");
	json_t *findings = json_object_get(document, "findings"), *item;
	int width = cli_terminal_width(0);
	size_t index;

	print_heading(document);
	print_submissions(document);
	json_array_foreach(findings, index, item) print_finding(item, width);
	if (json_array_size(submissions) + json_array_size(findings) > SCREEN_LINES) {
		print_conclusion(document);
		puts("");
	}
}
