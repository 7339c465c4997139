/* SPDX-License-Identifier: MIT */
/* The text output of `assay judge`: a row for each submission. */
#include "judge.h"

#include "cli.h"

#include <math.h>
#include <string.h>

/* ---- counts ---- */

/* True if the group is the outer one or inside it. */
static bool is_within(const struct as_package *package, size_t group, const char *outer)
{
	while (strcmp(package->groups[group].name, outer) != 0) {
		if (package->groups[group].parent == group)
			return false;
		group = package->groups[group].parent;
	}
	return true;
}

size_t judge_count_tests(const struct judge_scope *scope)
{
	const struct as_package *package = scope->package;
	size_t count = 0;

	if (scope->test)
		return 1;
	for (size_t i = 0; i < package->test_count; i++)
		count += !scope->group || is_within(package, package->tests[i].group, scope->group);
	return count;
}

size_t judge_count_passed(const struct as_result *result)
{
	size_t count = 0;

	for (size_t i = 0; i < result->test_count; i++)
		count += result->tests[i].verdict == AS_VERDICT_AC;
	return count;
}

/* ---- rows ---- */

static void print_heading(bool scoring)
{
	printf("%-7s %s%9s %8s %9s  %-8s %s\n", "VERDICT", scoring ? "   SCORE " : "", "PASSED",
		"CPU", "MEMORY", "LANGUAGE", "SUBMISSION");
}

static const char *score_text(bool has_score, double score, char text[AS_NUMBER_SIZE])
{
	return has_score && isfinite(score) ? cli_score_format(score, text) : "-";
}

/* A single test, or group, has no score. The maximum may be unbounded or absent. */
static void print_score(const struct judge_table *table, const struct as_result *result)
{
	const bool is_part = table->scope.test || table->scope.group;
	char earned[AS_NUMBER_SIZE], whole[AS_NUMBER_SIZE];

	if (result->scoring)
		printf("%4s/%-4s", score_text(result->has_score && !is_part, result->score, earned),
			score_text(true, result->max_score, whole));
}

/* Nothing is known about a submission that was not compiled. */
static void print_passed(const struct judge_table *table, const struct as_result *result)
{
	char text[64] = "-";

	if (result->compile.verdict == AS_VERDICT_AC)
		snprintf(text, sizeof(text), "%zu/%zu", judge_count_passed(result),
			judge_count_tests(&table->scope));
	printf("%9s ", text);
}

static void print_usage(const struct as_result *result, enum as_audience audience)
{
	const struct as_result_usage usage = as_result_usage(result, audience);

	if (!usage.known)
		printf("%8s %9s", "-", "-");
	else
		printf("%5.0f ms %5.1f MiB", (double)usage.cpu_time_ns / 1e6,
			(double)usage.memory_bytes / 1048576);
}

static void begin_row(struct judge_table *table, enum as_verdict verdict)
{
	if (!table->headed)
		print_heading(table->scope.package->scoring);
	table->headed = true;
	table->verdict_counts[verdict]++;
	printf("%-7s ", as_verdict_name(verdict));
}

void judge_table_add(struct judge_table *table, const struct as_result *result)
{
	const enum as_audience audience = table->scope.audience;
	const struct as_result_test *test = judge_reason_test(result);
	char path[4096], language[64] = "-";

	as_text_printable(result->path, strlen(result->path), path, sizeof(path));
	if (result->compile.language)
		as_text_printable(result->compile.language, strlen(result->compile.language),
			language, sizeof(language));
	if (result->sandbox.used && result->sandbox.weak > table->weak)
		table->weak = result->sandbox.weak;
	table->unconfirmed |= test && test->unconfirmed;
	begin_row(table, result->verdict);
	print_score(table, result);
	print_passed(table, result);
	print_usage(result, audience);
	printf("  %-8s %s\n", language, path);
	judge_reason_print(result, test, audience);
}

void judge_table_add_failure(
	struct judge_table *table, const char *path, const struct as_error *error)
{
	char shown[4096], text[2048];

	as_text_printable(path, strlen(path), shown, sizeof(shown));
	begin_row(table, AS_VERDICT_JE);
	if (table->scope.package->scoring)
		printf("%4s/%-4s", "-", "-");
	printf("%9s %8s %9s  %-8s %s\n        judge: %s\n", "-", "-", "-", "-", shown,
		as_error_format(error, text, sizeof(text)));
}

static void print_totals(const struct judge_table *table)
{
	size_t total = 0;
	const char *separator = ": ";

	for (size_t v = 0; v <= AS_VERDICT_CE; v++)
		total += table->verdict_counts[v];
	if (total < 2)
		return;
	printf("%zu submissions", total);
	for (size_t v = 0; v <= AS_VERDICT_CE; v++) {
		if (!table->verdict_counts[v])
			continue;
		printf("%s%zu %s", separator, table->verdict_counts[v],
			as_verdict_name((enum as_verdict)v));
		separator = ", ";
	}
	puts("");
}

void judge_table_end(const struct judge_table *table)
{
	print_totals(table);
	if (table->unconfirmed)
		printf("unconfirmed: another program used the core meanwhile, or the run was "
		       "killed, and no rerun confirmed the verdict; judge again when the machine "
		       "is idle.\n");
	cli_print_weakness(table->weak);
}
