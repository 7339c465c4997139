/* SPDX-License-Identifier: MIT */
/* The text output of `assay judge`: a row for each submission, with the reason of its verdict. */
#include "judge.h"

#include <math.h>
#include <string.h>

/* The first test with the verdict of the submission, or NULL. */
static const struct as_result_test *deciding_test(const struct as_result *result)
{
	if (result->verdict == AS_VERDICT_AC)
		return NULL;
	for (size_t i = 0; i < result->test_count; i++)
		if (result->tests[i].verdict == result->verdict)
			return &result->tests[i];
	return NULL;
}

static void print_reason(const struct as_result_test *test, enum as_audience audience)
{
	const char *reason = as_result_is_shown(test, audience) ? test->reason : NULL;
	const char *feedback = as_result_feedback(test, audience);

	printf("        %s", test->name);
	if (reason && strcmp(reason, "signal") == 0 && sigabbrev_np(test->signal))
		printf(" (signal %d SIG%s)", test->signal, sigabbrev_np(test->signal));
	else if (reason && strcmp(reason, "exit-code") == 0)
		printf(" (exit-code %d)", test->exit_code);
	else if (reason)
		printf(" (%s)", reason);
	if (*feedback)
		printf(": %s", feedback);
	puts("");
}

/* Prints the first line of the compiler's message that contains "error", else the first. */
static void print_refusal(const struct as_result_compile *compile)
{
	const char *output = compile->output ? compile->output : "";
	const char *line = output;

	for (const char *at = output; *at; at += strcspn(at, "\n"), at += *at == '\n') {
		AS_AUTO_FREE char *copy = strndup(at, strcspn(at, "\n"));
		if (copy && strcasestr(copy, "error")) {
			line = at;
			break;
		}
	}
	printf("        %s: %.*s\n", compile->reason ? compile->reason : "",
		(int)strcspn(line, "\n"), line);
}

/* If no test has the verdict, the static validator may be its cause. */
static void print_static(const struct as_result *result, enum as_audience audience)
{
	for (size_t i = 0; i < result->static_count; i++) {
		const struct as_result_test *test = &result->statics[i];
		const char *feedback = as_result_feedback(test, audience);
		if (test->verdict == AS_VERDICT_AC || test->verdict != result->verdict)
			continue;
		printf("        static validation of %s%s%s\n", test->name, *feedback ? ": " : "",
			feedback);
		return;
	}
}

void judge_print_heading(bool scoring)
{
	printf("%-7s %s%8s %9s  %-8s %s\n", "VERDICT", scoring ? "   SCORE " : "", "CPU", "MEMORY",
		"LANGUAGE", "SUBMISSION");
}

static const char *score_text(bool has_score, double score, char text[AS_NUMBER_SIZE])
{
	return has_score && isfinite(score) ? as_number_format(score, text) : "-";
}

/* A single test has no score. The maximum may be unbounded or absent. */
static void print_score(const struct as_result *result, bool one_test)
{
	char earned[AS_NUMBER_SIZE], whole[AS_NUMBER_SIZE];

	if (result->scoring)
		printf("%4s/%-4s",
			score_text(result->has_score && !one_test, result->score, earned),
			score_text(true, result->max_score, whole));
}

static void print_usage(const struct as_result *result, enum as_audience audience)
{
	const struct as_result_usage usage = as_result_usage(result, audience);

	if (!usage.known)
		printf("%5s ms %5s MiB", "?", "?");
	else
		printf("%5.0f ms %5.1f MiB", (double)usage.cpu_time_ns / 1e6,
			(double)usage.memory_bytes / 1048576);
}

void judge_print_row(const struct as_result *result, enum as_audience audience, bool one_test)
{
	const struct as_result_test *test = deciding_test(result);
	const char *language = result->compile.language;
	char path[4096];

	as_text_printable(result->path, strlen(result->path), path, sizeof(path));
	printf("%-7s ", as_verdict_name(result->verdict));
	print_score(result, one_test);
	print_usage(result, audience);
	printf("  %-8s %s\n", language ? language : "-", path);
	if (result->verdict == AS_VERDICT_CE)
		print_refusal(&result->compile);
	else if (test)
		print_reason(test, audience);
	else
		print_static(result, audience);
}
