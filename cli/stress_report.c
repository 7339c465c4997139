/* SPDX-License-Identifier: MIT */
/* The output of `assay stress`. */
#include "stress.h"

#include "cli.h"

#include <assay/base/line.h>
#include <inttypes.h>
#include <string.h>

/* Maximum of an input, an answer or an output that is printed. */
#define SHOWN_BYTES 2000
#define SHOWN_LINES 40
#define SHOWN_LINE 400

static double seconds_of(const struct as_stress_report *report)
{
	return (double)report->elapsed_ns / 1e9;
}

/* ---- for people ---- */

static void print_lines(const struct as_bytes *bytes)
{
	const size_t shown = bytes->size < SHOWN_BYTES ? bytes->size : SHOWN_BYTES;
	struct as_text_line rest = {bytes->data, shown}, line;

	for (int i = 0; i < SHOWN_LINES && as_text_take_line(&rest, &line); i++) {
		fputs("  ", stdout);
		cli_print_text(line.text, line.size < SHOWN_LINE ? line.size : SHOWN_LINE);
		puts(line.size > SHOWN_LINE ? " ..." : "");
	}
	if (shown - rest.size < bytes->size)
		printf("  ... (%zu more bytes)\n", bytes->size - (shown - rest.size));
	if (bytes->size == 0)
		puts("  (empty)");
}

static void print_part(const char *name, const struct as_bytes *bytes)
{
	printf("%s:\n", name);
	print_lines(bytes);
}

static void print_verdict(
	const struct stress_options *options, const struct as_stress_failure *failure)
{
	printf("%s fails: %s", options->submission, as_verdict_name(failure->verdict));
	if (failure->reason)
		printf(" (%s)", failure->reason);
	if (failure->feedback) {
		fputs(", ", stdout);
		cli_print_text(failure->feedback, strlen(failure->feedback));
	}
	putchar('\n');
}

static void print_counts(
	const struct stress_options *options, const struct as_stress_report *report)
{
	const double seconds = seconds_of(report);

	printf("tried %" PRIu64 " input%s in %.1f s (%.0f/s, %s), the largest of %zu bytes\n",
		report->tried, report->tried == 1 ? "" : "s", seconds,
		seconds > 0 ? (double)report->tried / seconds : 0.0,
		report->runs == AS_STRESS_FORK_SERVER ? "by fork servers" : "fresh runs",
		report->largest_bytes);
	cli_print_waited("", options->waited_ns);
	if (!report->source)
		return;
	fputs("inputs by ", stdout);
	cli_print_text(report->source, strlen(report->source));
	if (report->right) {
		fputs(", answers by ", stdout);
		cli_print_text(report->right, strlen(report->right));
	}
	putchar('\n');
}

static void print_line(const struct stress_options *options, const struct stress_addition *addition)
{
	if (addition->is_file)
		printf("added as the sample data/%s/%s.in, with its answer\n", addition->folder,
			addition->name);
	else if (addition->name[0])
		printf("added to the recipe as %s/%s; run `assay gen %s`\n", addition->folder,
			addition->name, options->package);
	else if (addition->quoted && strlen(addition->quoted) <= SHOWN_BYTES)
		printf(addition->is_command ? "line for the recipe:\n  %s-1: %s\n"
					    : "line for the recipe:\n  %s-1: {in: %s}\n",
			addition->prefix, addition->quoted);
}

static void print_failure(const struct stress_options *options,
	const struct as_stress_report *report, const struct stress_addition *addition)
{
	const struct as_stress_failure *failure = &report->failure;

	if (report->disagrees) {
		fputs("right solutions disagree about the input below; ", stdout);
		cli_print_text(report->disagrees, strlen(report->disagrees));
		putchar('\n');
	}
	print_verdict(options, failure);
	print_counts(options, report);
	printf("input (%zu bytes; %zu before shrinking%s):\n", failure->input.size,
		report->before_shrinking.size,
		report->is_smallest ? "; no rule makes it smaller"
				    : ", which ended early; a longer --time may make it smaller");
	print_lines(&failure->input);
	if (failure->answer.data)
		print_part("right answer", &failure->answer);
	print_part("output", &failure->output);
	print_line(options, addition);
}

static void note_count(uint64_t count, const char *text)
{
	if (count)
		printf("  %" PRIu64 " %s\n", count, text);
}

/* A search that used all of its time on so few inputs proves little about the submission. */
#define FEW_INPUTS 1000

static bool was_cut_short(
	const struct stress_options *options, const struct as_stress_report *report)
{
	const int64_t time_ns = options->order.time_ns ? options->order.time_ns : AS_STRESS_TIME_NS;

	return report->tried < FEW_INPUTS && report->elapsed_ns >= time_ns;
}

static void note_counts(const struct as_stress_report *report)
{
	note_count(report->repeated, "inputs were repeated, and not tried again");
	note_count(report->invalid, "inputs were refused by an input validator");
	note_count(report->not_made, "runs of a generator failed");
	note_count(report->unanswered, "inputs have no right answer: the right solution failed");
	if (report->complaint && (report->tried == 0 || report->not_made || report->unanswered)) {
		fputs("  the first reason: ", stdout);
		cli_print_text(report->complaint, strlen(report->complaint));
		putchar('\n');
	}
}

static void print_nothing(
	const struct stress_options *options, const struct as_stress_report *report)
{
	printf("%s: no failing input found\n", options->submission);
	print_counts(options, report);
	if (was_cut_short(options, report))
		printf("  inconclusive: the time ended before %d inputs were tried; use a longer "
		       "--time, more cores (-j) or an idle machine\n",
			FEW_INPUTS);
	note_counts(report);
}

static void note_validation(
	const struct as_stress_report *report, const struct stress_addition *addition)
{
	const char *why = !addition->has_validators  ? "no input validator"
			  : report->not_run          ? report->not_run
			  : !report->is_validated    ? "no input was validated"
			  : report->accepts_anything ? "the input validators accept anything"
						     : NULL;

	if (report->outcome == AS_STRESS_REFUSED || !report->tried || !why)
		return;
	cli_print_text(why, strlen(why));
	puts(": the inputs may be invalid");
}

void stress_print(const struct stress_options *options, const struct as_stress_report *report,
	const struct stress_addition *addition)
{
	if (report->outcome == AS_STRESS_REFUSED)
		printf("%s: CE, so nothing was tried; `assay judge` shows the compiler's message\n",
			options->submission);
	else if (report->outcome == AS_STRESS_NOTHING)
		print_nothing(options, report);
	else
		print_failure(options, report, addition);
	if (report->unstable)
		printf("nondeterministic: %" PRIu64 " input%s failed and passed in a later run\n",
			report->unstable, report->unstable == 1 ? "" : "s");
	if (report->ignores_options) {
		puts("the generators make the same inputs whatever their numbers and seeds are");
	} else if (report->ignores_seed) {
		fputs("the generator ignores its seed: `", stdout);
		cli_print_text(report->ignores_seed, strlen(report->ignores_seed));
		puts("` makes the same input for every {seed}");
	}
	note_validation(report, addition);
}

/* ---- for people, the slowest input ---- */

static double in_seconds(int64_t ns)
{
	return (double)ns / 1e9;
}

static void print_times(const struct stress_options *options, const struct as_stress_report *report,
	int64_t limit_ns)
{
	const double time = in_seconds(report->slowest.time_ns);
	const double test = in_seconds(report->slowest.test_ns);

	if (report->outcome == AS_STRESS_SLOWER)
		printf("%s: %.3f s on the slowest input found, %.1f times the %.3f s",
			options->submission, time, test > 0 ? time / test : 0.0, test);
	else
		printf("%s: no input found is slower than the tests: %.3f s at most, %.3f s",
			options->submission, time, test);
	printf(" on the slowest test, %s; the time limit is %.3f s%s\n", report->slowest.test->name,
		in_seconds(limit_ns),
		report->slowest.time_ns >= limit_ns ? ", which the submission reaches" : "");
}

void stress_print_slowest(const struct stress_options *options,
	const struct as_stress_report *report, const struct stress_addition *addition,
	int64_t limit_ns)
{
	if (report->outcome == AS_STRESS_REFUSED) {
		stress_print(options, report, addition);
		return;
	}
	/* Interrupted before that. */
	if (!report->slowest.test)
		return;
	print_times(options, report, limit_ns);
	print_counts(options, report);
	note_count(report->slowest.failed,
		"inputs on which the submission failed; search without --slowest");
	if (report->outcome == AS_STRESS_SLOWER) {
		printf("input (%zu bytes):\n", report->failure.input.size);
		print_lines(&report->failure.input);
		print_line(options, addition);
	} else {
		note_counts(report);
	}
	note_validation(report, addition);
}

/* ---- for programs ---- */

static json_t *text_of(const struct as_bytes *bytes)
{
	return bytes->data ? as_stress_text_json(bytes) : json_null();
}

static json_t *verdict_of(const struct as_stress_report *report)
{
	if (report->outcome == AS_STRESS_REFUSED)
		return json_string("CE");
	return report->outcome == AS_STRESS_NOTHING
		       ? json_null()
		       : json_string(as_verdict_name(report->failure.verdict));
}

static json_t *path_of(const char *path)
{
	const struct as_bytes bytes = {(char *)path, strlen(path)};

	return as_stress_text_json(&bytes);
}

int stress_print_json(const struct stress_options *options, const struct as_stress_report *report)
{
	const bool found =
		report->outcome == AS_STRESS_FAILS || report->outcome == AS_STRESS_DISAGREE;
	AS_AUTO_JSON json_t *document = json_pack(
		"{s:o, s:o, s:b, s:I, s:f, s:o, s:o, s:o, s:o, s:o, s:s}", "package",
		path_of(options->package), "submission", path_of(options->submission), "found",
		found, "tried", (json_int_t)report->tried, "seconds", seconds_of(report), "input",
		text_of(&report->failure.input), "expected", text_of(&report->failure.answer),
		"actual", text_of(&report->failure.output), "verdict", verdict_of(report),
		"input_before_shrinking", text_of(&report->before_shrinking), "runs",
		as_stress_runs_name(report->runs));

	return cli_print_json(document, JSON_REAL_PRECISION(6));
}

static json_t *time_of(int64_t ns)
{
	return ns ? json_real(in_seconds(ns)) : json_null();
}

int stress_print_slowest_json(const struct stress_options *options,
	const struct as_stress_report *report, int64_t limit_ns)
{
	AS_AUTO_JSON json_t *document =
		json_pack("{s:o, s:o, s:b, s:I, s:f, s:o, s:o, s:s?, s:o, s:o, s:s?}", "package",
			path_of(options->package), "submission", path_of(options->submission),
			"found", report->outcome == AS_STRESS_SLOWER, "tried",
			(json_int_t)report->tried, "seconds", seconds_of(report), "input",
			text_of(&report->failure.input), "time", time_of(report->slowest.time_ns),
			"slowest_test", report->slowest.test ? report->slowest.test->name : NULL,
			"slowest_test_time", time_of(report->slowest.test_ns), "time_limit",
			time_of(limit_ns), "command", report->slowest.command);

	return cli_print_json(document, JSON_REAL_PRECISION(6));
}
