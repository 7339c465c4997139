/* SPDX-License-Identifier: MIT */
/* The validators under test: changes that they accept, and bounds that no test reaches. */
#include "page.h"

#include <string.h>

/* Bytes that are shown of a changed text. */
#define MAX_SHOWN 400

static void begin_table(FILE *out, const char *title, const char *const columns[4])
{
	fprintf(out,
		"<div class=\"card scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">"
		"<table class=\"list\"><caption>%s</caption><thead><tr>",
		title, title);
	for (int i = 0; i < 4; i++)
		fprintf(out, "<th scope=\"col\">%s</th>", columns[i]);
	fputs("</tr></thead><tbody>", out);
}

static void end_table(FILE *out)
{
	fputs("</tbody></table></div>", out);
}

/* ---- what was run ---- */

static void write_left_out(FILE *out, const char *what, const char *why)
{
	if (!why)
		return;
	fprintf(out, "<p class=\"remark\">No %s changed: ", what);
	as_html_text(out, why);
	fputs("</p>", out);
}

static void write_runs(FILE *out, const struct as_programs_report *report)
{
	fprintf(out,
		"<p class=\"sub\">%zu changed output%s of %zu test%s and %zu changed input%s were "
		"validated.%s</p>",
		report->output_count, page_plural(report->output_count), report->output_tests,
		page_plural(report->output_tests), report->input_count,
		page_plural(report->input_count),
		report->is_late ? " The time ended before all changes were tried." : "");
	write_left_out(out, "outputs were", report->no_outputs);
	write_left_out(out, "inputs were", report->no_inputs);
}

/* ---- accepted changes ---- */

/* Which table a change belongs to. */
enum kind { CERTAIN, OUTPUTS, INPUTS, KINDS };

static const char *const titles[KINDS] = {
	[CERTAIN] = "Wrong outputs that the output validator does not reject",
	[OUTPUTS] = "Look at these: changed outputs that the output validator accepts",
	[INPUTS] = "Look at these: changed inputs that all input validators accept",
};

static enum kind kind_of(const struct as_accepted_change *change)
{
	if (as_accepted_is_finding(change))
		return CERTAIN;
	return change->is_output ? OUTPUTS : INPUTS;
}

static void write_text(FILE *out, const char *element, const char *text)
{
	fprintf(out, "<%s>", element);
	as_html_untrusted(out, text, strlen(text), MAX_SHOWN, AS_HTML_LINE);
	fprintf(out, "</%s>", element);
}

static void write_place(FILE *out, const struct as_accepted_change *change)
{
	as_html_text(out, change->test->name);
	if (change->line)
		fprintf(out, ", line %u", change->line);
	if (change->other) {
		fputs(", answer of ", out);
		as_html_text(out, change->other->name);
	}
}

static void write_change(FILE *out, const struct as_accepted_change *change)
{
	fprintf(out, "<tr><th scope=\"row\">%s%s%s</th><td>", as_change_kind_text(change->kind),
		change->is_failure ? " (the validator fails)" : "",
		change->is_known ? " (in the baseline)" : "");
	write_place(out, change);
	fputs("</td><td class=\"mono\">", out);
	if (change->before) {
		write_text(out, "del", change->before);
		fputc(' ', out);
		write_text(out, "ins", change->after);
	}
	fprintf(out, "</td><td class=\"number\">%zu</td></tr>", change->count);
}

static void write_changes(FILE *out, const struct as_programs_report *report, enum kind kind)
{
	static const char *const columns[] = {"Change", "Test", "From, to", "Times"};
	bool is_open = false;

	for (size_t i = 0; i < report->accepted_count; i++) {
		if (kind_of(&report->accepted[i]) != kind)
			continue;
		if (!is_open)
			begin_table(out, titles[kind], columns);
		is_open = true;
		write_change(out, &report->accepted[i]);
	}
	if (is_open)
		end_table(out);
}

/* ---- values ---- */

static bool is_shown(const struct as_values *values)
{
	return values->lower == AS_REACH_NO || values->upper == AS_REACH_NO ||
	       strcmp(values->name, AS_VALUES_ANSWER) == 0;
}

static void write_bound(FILE *out, const char *value, enum as_reach reach)
{
	fputs("<td class=\"number\">", out);
	as_html_text(out, value);
	fputs(reach == AS_REACH_NO ? " (the bound is not reached)</td>" : "</td>", out);
}

static void write_values(FILE *out, const struct as_programs_report *report)
{
	static const char *const columns[] = {"Group", "Value", "Least", "Greatest"};
	bool is_open = false;

	for (size_t i = 0; i < report->value_count; i++) {
		const struct as_values *values = &report->values[i];
		if (!is_shown(values))
			continue;
		if (!is_open)
			begin_table(
				out, "Answers, and values whose bounds no test reaches", columns);
		is_open = true;
		fputs("<tr><th scope=\"row\">", out);
		as_html_text(out, values->group);
		fputs("</th><td>", out);
		as_html_text(out, values->name);
		fputs("</td>", out);
		write_bound(out, values->least, values->lower);
		write_bound(out, values->greatest, values->upper);
		fputs("</tr>", out);
	}
	if (is_open)
		end_table(out);
}

void page_write_validators(const struct page *page)
{
	const struct as_programs_report *report = &page->report->validators;

	if (!report->output_count && !report->input_count && !report->no_outputs &&
		!report->no_inputs && !report->is_late)
		return;
	fputs("<h2>Validators</h2>", page->out);
	write_runs(page->out, report);
	for (int kind = 0; kind < KINDS; kind++)
		write_changes(page->out, report, (enum kind)kind);
	write_values(page->out, report);
}
