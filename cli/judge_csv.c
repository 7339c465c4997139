/* SPDX-License-Identifier: MIT */
/*
 * The output of `assay judge --csv`: comma-separated values as in RFC 4180, for spreadsheets. A
 * value that is unknown, or may not be shown, is empty. Each line is printed as soon as it is
 * known, as a table of its own; only the first table has its header.
 */
#include "judge.h"

#include "cli.h"

#include <assay/csv.h>
#include <math.h>
#include <string.h>

/* ---- values ---- */

/* The cells of a line, from left to right. The first failure wins, and the rest does nothing. */
struct line {
	struct as_csv csv;
	size_t column;
	struct as_error *error;
	bool failed;
};

static void line_add(struct line *line, const char *text)
{
	line->failed = line->failed ||
		       as_csv_set_text(&line->csv, 0, line->column++, text, line->error) != 0;
}

/* A spreadsheet evaluates a value that begins with one of these as a formula, and students choose
 * the names of their files. "./" names the same file. */
static void line_add_path(struct line *line, const char *path)
{
	char shown[4096 + 2] = "./";
	const size_t skip = strchr("=+-@", *path) && *path ? 2 : 0;

	as_text_printable(path, strlen(path), shown + skip, sizeof(shown) - skip);
	line_add(line, shown);
}

static void line_add_number(struct line *line, bool is_known, const char *number)
{
	if (is_known)
		line->failed = line->failed || as_csv_set_number(&line->csv, 0, line->column,
						       number, line->error) != 0;
	line->column++;
}

static void line_add_score(struct line *line, bool has_score, double score)
{
	line_add_number(line, has_score && isfinite(score), AS_NUMBER(score));
}

static void line_add_count(struct line *line, bool is_known, size_t count)
{
	char text[32];

	snprintf(text, sizeof(text), "%zu", count);
	line_add_number(line, is_known, text);
}

/* ---- groups ---- */

/* The points of the outermost group are the score of the submission. */
static bool has_column(const struct as_package *package, size_t group)
{
	return package->scoring && package->groups[group].has_score &&
	       package->groups[group].parent != group;
}

static void line_add_groups(
	struct line *line, const struct judge_scope *scope, const struct as_result *result)
{
	for (size_t g = 0; g < scope->package->group_count; g++) {
		const struct as_result_group *group =
			result && g < result->group_count ? &result->groups[g] : NULL;
		if (has_column(scope->package, g))
			line_add_score(line, group && group->has_score, group ? group->score : 0);
	}
}

/* ---- lines ---- */

static int line_init(struct line *line, const struct as_package *package, struct as_error *error)
{
	static const char *const columns[] = {
		"submission", "language", "verdict", "score", "max_score", "passed", "tests"};

	*line = (struct line){.error = error};
	if (as_csv_init(&line->csv, "--csv", columns, sizeof(columns) / sizeof(*columns), error))
		return -1;
	for (size_t g = 0; g < package->group_count; g++)
		if (has_column(package, g) &&
			as_csv_add_column(&line->csv, package->groups[g].name, error))
			return -1;
	return as_csv_add_column(&line->csv, "cpu_time_ms", error) ||
			       as_csv_add_row(&line->csv, error)
		       ? -1
		       : 0;
}

static int line_print(struct line *line, struct judge_table *table)
{
	AS_AUTO_BYTES struct as_bytes text = {0};

	if (line->failed || as_csv_format(&line->csv, &text, line->error))
		return -1;
	/* No column has a line feed in its name. */
	const char *header_end = strchr(text.data, '\n') + 1;
	fputs(table->headed ? header_end : text.data, stdout);
	table->headed = true;
	return 0;
}

int judge_csv_add(struct judge_table *table, const struct as_result *result, struct as_error *error)
{
	const struct judge_scope *scope = &table->scope;
	const struct as_result_usage usage = as_result_usage(result, scope->audience);
	const bool is_part = scope->test || scope->group;
	const bool was_run = result->compile.verdict == AS_VERDICT_AC;
	struct line line;
	char time_ms[32];

	int failed = line_init(&line, scope->package, error);
	if (!failed) {
		line_add_path(&line, result->path);
		/* A result in a store may contain any text as its language. */
		line_add_path(&line, result->compile.language ? result->compile.language : "");
		line_add(&line, as_verdict_name(result->verdict));
		line_add_score(
			&line, result->scoring && result->has_score && !is_part, result->score);
		line_add_score(&line, result->scoring, result->max_score);
		line_add_count(&line, was_run, judge_count_passed(result));
		line_add_count(&line, true, judge_count_tests(scope));
		line_add_groups(&line, scope, result);
		snprintf(time_ms, sizeof(time_ms), "%.0f", (double)usage.cpu_time_ns / 1e6);
		line_add_number(&line, was_run && usage.known, time_ms);
		failed = line_print(&line, table);
	}
	as_csv_clear(&line.csv);
	return failed;
}

int judge_csv_add_failure(struct judge_table *table, const char *path, struct as_error *error)
{
	const struct judge_scope *scope = &table->scope;
	struct line line;

	int failed = line_init(&line, scope->package, error);
	if (!failed) {
		line_add_path(&line, path);
		line_add(&line, "");
		line_add(&line, as_verdict_name(AS_VERDICT_JE));
		line.column += 3; /* score, max_score, passed */
		line_add_count(&line, true, judge_count_tests(scope));
		failed = line_print(&line, table);
	}
	as_csv_clear(&line.csv);
	return failed;
}
