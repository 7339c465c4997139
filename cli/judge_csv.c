/* SPDX-License-Identifier: MIT */
/*
 * The output of `assay judge --csv`: comma-separated values as in RFC 4180, for spreadsheets. A
 * value that is unknown, or may not be shown, is empty.
 */
#include "judge.h"

#include "cli.h"

#include <math.h>
#include <string.h>

/* ---- values ---- */

/* A value with a comma, a quote or a space at its end is written in quotes. */
static void print_text(const char *text)
{
	if (!text[strcspn(text, ",\" ")]) {
		fputs(text, stdout);
		return;
	}
	putchar('"');
	for (; *text; text++)
		printf(*text == '"' ? "\"\"" : "%c", *text);
	putchar('"');
}

/* Spreadsheets evaluate a value that begins with one of these as a formula, and students choose the
 * names of their files. "./" names the same file. */
static void print_path(const char *path)
{
	char shown[4096 + 2] = "./";
	const size_t skip = strchr("=+-@", *path) && *path ? 2 : 0;

	as_text_printable(path, strlen(path), shown + skip, sizeof(shown) - skip);
	print_text(shown);
}

static void print_score(bool has_score, double score)
{
	putchar(',');
	if (has_score && isfinite(score))
		fputs(AS_NUMBER(score), stdout);
}

/* ---- groups ---- */

/* The points of the outermost group are the score of the submission. */
static bool has_column(const struct as_package *package, size_t group)
{
	return package->scoring && package->groups[group].has_score &&
	       package->groups[group].parent != group;
}

static void print_groups(const struct judge_scope *scope, const struct as_result *result)
{
	for (size_t g = 0; g < scope->package->group_count; g++) {
		const struct as_result_group *group =
			result && g < result->group_count ? &result->groups[g] : NULL;
		if (has_column(scope->package, g))
			print_score(group && group->has_score, group ? group->score : 0);
	}
}

/* ---- lines ---- */

static void begin_line(
	struct judge_table *table, const char *path, const char *language, enum as_verdict verdict)
{
	const struct as_package *package = table->scope.package;

	if (!table->headed) {
		fputs("submission,language,verdict,score,max_score,passed,tests", stdout);
		for (size_t g = 0; g < package->group_count; g++) {
			if (!has_column(package, g))
				continue;
			putchar(',');
			print_text(package->groups[g].name);
		}
		puts(",cpu_time_ms");
	}
	table->headed = true;
	print_path(path);
	putchar(',');
	/* A result in a store may contain any text as its language. */
	print_path(language ? language : "");
	printf(",%s", as_verdict_name(verdict));
}

void judge_csv_add(struct judge_table *table, const struct as_result *result)
{
	const struct judge_scope *scope = &table->scope;
	const struct as_result_usage usage = as_result_usage(result, scope->audience);
	const bool is_part = scope->test || scope->group;
	const bool was_run = result->compile.verdict == AS_VERDICT_AC;

	begin_line(table, result->path, result->compile.language, result->verdict);
	print_score(result->scoring && result->has_score && !is_part, result->score);
	print_score(result->scoring, result->max_score);
	if (was_run)
		printf(",%zu", judge_count_passed(result));
	else
		putchar(',');
	printf(",%zu", judge_count_tests(scope));
	print_groups(scope, result);
	putchar(',');
	if (was_run && usage.known)
		printf("%.0f", (double)usage.cpu_time_ns / 1e6);
	puts("");
}

void judge_csv_add_failure(struct judge_table *table, const char *path)
{
	begin_line(table, path, NULL, AS_VERDICT_JE);
	printf(",,,,%zu", judge_count_tests(&table->scope));
	print_groups(&table->scope, NULL);
	puts(",");
}
