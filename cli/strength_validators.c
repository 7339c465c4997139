/* SPDX-License-Identifier: MIT */
/* The validators in the text output of `assay strength`. */
#include "strength.h"

#include "cli.h"

#include <string.h>

static void print_runs(const struct as_programs_report *report)
{
	if (!report->output_count && !report->input_count) {
		if (report->is_late)
			puts("  validators: not run; the time ended");
		return;
	}
	fputs("  validators: ", stdout);
	if (report->output_count) {
		cli_print_count(report->output_count, "changed output", "");
		printf(" of %zu test%s", report->output_tests,
			report->output_tests == 1 ? "" : "s");
	}
	if (report->output_count && report->input_count)
		fputs(", ", stdout);
	if (report->input_count)
		cli_print_count(report->input_count, "changed input", "");
	puts(report->is_late ? " (the time ended before all were tried)" : "");
}

static void print_left_out(const char *what, const char *why)
{
	if (!why)
		return;
	printf("  no %s changed", what);
	strength_print_text(": ", why);
	putchar('\n');
}

/* The change, and the test that it was made in. */
static void print_change(const struct as_accepted_change *change)
{
	fputs(as_change_kind_text(change->kind), stdout);
	strength_print_text(": ", change->test->name);
	if (change->line)
		printf(", line %u", change->line);
	if (change->other)
		strength_print_text(", answer of ", change->other->name);
	if (change->before) {
		strength_print_text(": '", change->before);
		strength_print_text("' becomes '", change->after);
		putchar('\'');
	}
	if (change->count > 1)
		printf(" (%zu times)", change->count);
	putchar('\n');
}

static void print_findings(const struct as_programs_report *report)
{
	for (size_t i = 0; i < report->accepted_count; i++) {
		const struct as_accepted_change *change = &report->accepted[i];
		if (!as_accepted_is_finding(change))
			continue;
		printf("  %sthe output validator %s ", change->is_known ? "in the baseline, " : "",
			change->is_failure ? "fails on" : "accepts");
		print_change(change);
	}
}

static void print_doubtful(const struct as_programs_report *report, bool is_output)
{
	bool is_first = true;

	for (size_t i = 0; i < report->accepted_count; i++) {
		const struct as_accepted_change *change = &report->accepted[i];
		if (as_accepted_is_finding(change) || change->is_output != is_output)
			continue;
		if (is_first)
			puts(is_output ? "  look at these: outputs that the output validator "
					 "accepts, and that may be wrong"
				       : "  look at these: inputs that all input validators "
					 "accept");
		is_first = false;
		fputs("    ", stdout);
		print_change(change);
	}
}

static void print_values(const struct as_values *values)
{
	const bool no_lower = values->lower == AS_REACH_NO, no_upper = values->upper == AS_REACH_NO;

	if (!no_lower && !no_upper)
		return;
	strength_print_text("  no test of ", values->group);
	printf(" reaches the %s bound of", no_lower && no_upper ? "lower or the upper"
					   : no_lower           ? "lower"
								: "upper");
	strength_print_text(" ", values->name);
	strength_print_text(": its values are from ", values->least);
	strength_print_text(" to ", values->greatest);
	putchar('\n');
}

static void print_answers(const struct as_values *values)
{
	if (strcmp(values->name, AS_VALUES_ANSWER) != 0)
		return;
	strength_print_text("  answers of ", values->group);
	strength_print_text(": from ", values->least);
	strength_print_text(" to ", values->greatest);
	putchar('\n');
}

void strength_print_validators(const struct as_strength_report *report)
{
	const struct as_programs_report *validators = &report->validators;

	print_runs(validators);
	print_left_out("outputs were", validators->no_outputs);
	print_left_out("inputs were", validators->no_inputs);
	print_findings(validators);
	print_doubtful(validators, true);
	print_doubtful(validators, false);
	for (size_t i = 0; i < validators->value_count; i++)
		print_values(&validators->values[i]);
	for (size_t i = 0; i < validators->value_count; i++)
		print_answers(&validators->values[i]);
}
