/* SPDX-License-Identifier: MIT */
/* The kill matrix: tests across, programs down. A cell without a colour is a test that does not
 * kill the program. */
#include "page.h"

#include <string.h>

/* A page with more cells would be slow to open. */
#define MAX_CELLS 300000
/* Tests of a group whose whole name fits above them. */
#define WIDE_GROUP 3
/* Bytes of a changed line in the heading of its row. */
#define MAX_CHANGE 80

/* ---- the heading ---- */

static void write_groups(const struct page *page)
{
	const struct as_package *package = page->package;

	for (size_t i = 0, end; i < package->test_count; i = end) {
		const size_t group = package->tests[i].group;
		for (end = i + 1; end < package->test_count && package->tests[end].group == group;)
			end++;
		fprintf(page->out,
			"<th class=\"group\" colspan=\"%zu\" scope=\"colgroup\" title=\"", end - i);
		as_html_text(page->out, package->groups[group].name);
		fputs("\">", page->out);
		/* "secret/1" and "secret/2" would be cut alike. */
		as_html_text(page->out, end - i < WIDE_GROUP
						? as_text_last_part(package->groups[group].name)
						: package->groups[group].name);
		fputs("</th>", page->out);
	}
}

static void write_heading(const struct page *page)
{
	FILE *out = page->out;

	fputs("<thead><tr><th class=\"name\" rowspan=\"2\" scope=\"col\">Wrong program</th>"
	      "<th class=\"fate\" rowspan=\"2\" scope=\"col\">Killed by</th>",
		out);
	write_groups(page);
	fputs("<td class=\"rest\" rowspan=\"2\"></td></tr><tr>", out);
	for (size_t test = 0; test < page->package->test_count; test++) {
		const char *name = page->package->tests[test].name;
		const char *slash = strrchr(name, '/');
		fputs("<th scope=\"col\" title=\"", out);
		as_html_text(out, name);
		fprintf(out, "\"><a class=\"test\" href=\"#t%zu\">", test);
		as_html_text(out, slash ? slash + 1 : name);
		fputs("</a></th>", out);
	}
	fputs("</tr></thead>", out);
}

/* ---- rows ---- */

static void write_cell(const struct page *page, size_t program, size_t test)
{
	const struct as_matrix *matrix = &page->report->matrix;
	const enum as_verdict verdict = as_matrix_get(matrix, program, test);

	if (verdict == AS_VERDICT_NONE)
		fputs("<td class=\"cell\"></td>", page->out);
	else if (verdict != AS_VERDICT_AC)
		fprintf(page->out, "<td class=\"cell %s\"><span>%s</span></td>",
			as_verdict_name(verdict), as_verdict_name(verdict));
	else if (as_matrix_kills(matrix, program, test))
		fputs("<td class=\"cell less\"><span>less</span></td>", page->out);
	else
		fputs("<td class=\"cell none\"><span>AC</span></td>", page->out);
}

static void write_name(const struct page *page, const struct as_strength_program *program)
{
	FILE *out = page->out;

	if (program->path) {
		as_html_text(out, program->path);
		return;
	}
	const char *path = page->report->sources[program->source].path;
	const char *slash = strrchr(path, '/');
	as_html_text(out, slash ? slash + 1 : path);
	fprintf(out, ":%u", program->line);
}

static void write_change(FILE *out, const struct as_strength_program *program)
{
	const char *after = program->change.after;

	if (program->path)
		return;
	fputs("<code>", out);
	as_html_untrusted(out, after, strlen(after), MAX_CHANGE, AS_HTML_LINE);
	fputs("</code>", out);
}

static void write_row(const struct page *page, size_t index)
{
	const struct as_strength_program *program = &page->report->programs[index];
	const bool has_passed = as_strength_has_passed(program);
	FILE *out = page->out;

	fprintf(out, "<tr%s><th class=\"name\" scope=\"row\">",
		has_passed ? " class=\"passed\"" : "");
	if (has_passed)
		fprintf(out, "<a href=\"#m%zu\">", index);
	write_name(page, program);
	fputs(has_passed ? "</a>" : "", out);
	write_change(out, program);
	fputs("</th><td class=\"fate\">", out);
	if (program->state == AS_MUTANT_KILLED)
		fprintf(out, "%zu", as_matrix_killers(&page->report->matrix, index));
	else
		fprintf(out, "<span class=\"chip bad\">%s</span>",
			as_mutant_state_name(program->state));
	fputs("</td>", out);
	for (size_t test = 0; test < page->package->test_count; test++)
		write_cell(page, index, test);
	fputs("<td class=\"rest\"></td></tr>", out);
}

/* ---- groups of rows ---- */

/* A heading for rows with the same mistake. */
struct band {
	const struct as_mutant_operator *kind; /* NULL: the wrong submissions */
	size_t first, end;                     /* of the programs to look at */
};

static bool is_row(const struct band *band, const struct as_strength_program *program)
{
	return program->kind == band->kind &&
	       (as_strength_has_passed(program) || program->state == AS_MUTANT_KILLED ||
		       program->state == AS_MUTANT_FAULT);
}

static size_t count_rows(const struct page *page, const struct band *band, bool is_killed)
{
	size_t count = 0;

	for (size_t i = band->first; i < band->end; i++) {
		const struct as_strength_program *program = &page->report->programs[i];
		count +=
			is_row(band, program) && (!is_killed || program->state == AS_MUTANT_KILLED);
	}
	return count;
}

static void write_band(const struct page *page, const struct band *band, size_t row_count)
{
	FILE *out = page->out;

	fputs("<tr class=\"band\"><th class=\"name\" scope=\"rowgroup\">", out);
	if (band->kind)
		fprintf(out, "<b>%s</b><small>%s</small>", band->kind->name, band->kind->mistake);
	else
		fputs("<b>wrong submissions</b><small>of the package</small>", out);
	fprintf(out, "</th><td class=\"fate\">%zu of %zu</td><td colspan=\"%zu\"></td></tr>",
		count_rows(page, band, true), row_count, page->package->test_count + 1);
}

/* Writes the rows of a band while there is room. Returns how many rows are left out. */
static size_t write_rows(const struct page *page, const struct band *band, size_t *room)
{
	const size_t row_count = count_rows(page, band, false);
	size_t left = row_count;

	if (!row_count || !*room)
		return left;
	fputs("<tbody>", page->out);
	write_band(page, band, row_count);
	for (size_t i = band->first; i < band->end && *room; i++) {
		if (!is_row(band, &page->report->programs[i]))
			continue;
		write_row(page, i);
		--*room;
		left--;
	}
	fputs("</tbody>", page->out);
	return left;
}

static void write_counts(const struct page *page, const char *what, bool is_alone)
{
	fprintf(page->out, "<tr><th class=\"name\" scope=\"row\">%s</th><td class=\"fate\"></td>",
		what);
	for (size_t test = 0; test < page->package->test_count; test++)
		fprintf(page->out, "<td class=\"cell\">%zu</td>",
			is_alone ? page->tests[test].alone : page->tests[test].kills);
	fputs("<td class=\"rest\"></td></tr>", page->out);
}

static void write_table(const struct page *page)
{
	const struct as_strength_report *report = page->report;
	const size_t end = as_strength_count_programs(report);
	size_t room = MAX_CELLS / page->package->test_count + 1;

	fputs("<div class=\"scroll tall\" tabindex=\"0\" role=\"region\" aria-label=\"Kill "
	      "matrix\">"
	      "<table class=\"matrix dense kills\">",
		page->out);
	write_heading(page);
	size_t left = write_rows(page, &(struct band){.end = report->own_count}, &room);
	for (size_t i = 0; i < AS_MUTANT_OPERATOR_COUNT; i++)
		left += write_rows(
			page, &(struct band){as_mutant_operator(i), report->own_count, end}, &room);
	fputs("<tfoot>", page->out);
	write_counts(page, "programs that the test kills", false);
	write_counts(page, "that no other test kills", true);
	fputs("</tfoot></table></div>", page->out);
	if (left)
		fputs("<p class=\"none-found\">The other programs are left out of this matrix; "
		      "--json shows all.</p>",
			page->out);
}

static void write_legend(const struct page *page)
{
	fputs("<div class=\"legend\"><span><span class=\"key WA\">WA</span> wrong answer</span>"
	      "<span><span class=\"key TLE\">TLE</span> too slow</span>"
	      "<span><span class=\"key RTE\">RTE</span> crash, memory, output or forbidden call"
	      "</span><span><span class=\"key CE\">AC</span> accepted: the test does not kill the "
	      "program</span>",
		page->out);
	if (page->package->scoring)
		fputs("<span><span class=\"key less\">less</span> accepted with fewer points"
		      "</span>",
			page->out);
	fputs("<span>an empty cell: not run</span></div>", page->out);
}

void page_write_matrix(const struct page *page)
{
	fputs("<h2>Kill matrix</h2><div class=\"card\">", page->out);
	if (page->report->matrix.program_count) {
		write_table(page);
		write_legend(page);
	} else {
		fputs("<p class=\"none-found\">No wrong program.</p>", page->out);
	}
	fputs("</div>", page->out);
}
