/* SPDX-License-Identifier: MIT */
/* Students and tests, a matrix for each package. */
#include "state.h"

#include <string.h>

/* Cells are small if there are more tests than this. */
#define MAX_WIDE 24

/* ---- columns ---- */

static size_t group_size(const struct as_package *package, size_t first)
{
	const char *name = package->tests[first].name;
	const size_t length = as_test_folder_length(name);
	size_t count = 1;

	while (first + count < package->test_count &&
		as_test_folder_length(package->tests[first + count].name) == length &&
		strncmp(package->tests[first + count].name, name, length) == 0)
		count++;
	return count;
}

/* The name of a group of few columns does not fit in a line: it is written vertically. */
static void write_group(FILE *out, const char *name, size_t size)
{
	const size_t length = as_test_folder_length(name);

	fprintf(out, "<th class=\"group%s\" scope=\"colgroup\" colspan=\"%zu\" title=\"",
		20 * size < 7 * length ? " down" : "", size);
	as_html_untrusted(out, name, length, AS_HTML_MAX_NAME, AS_HTML_ATTRIBUTE);
	fputs("\"><div>", out);
	as_html_untrusted(out, name, length, AS_HTML_MAX_NAME, AS_HTML_LINE);
	fputs("</div></th>", out);
}

/* Longer names of tests are cut in the heading: the group's common prefix is left out. */
#define MAX_TEST_NAME 18

/* The length of what the names of `size` tests begin with. */
static size_t common_length(const struct as_package *package, size_t first, size_t size)
{
	const char *name = package->tests[first].name;
	size_t same = strlen(name);

	for (size_t t = first + 1; t < first + size; t++) {
		const char *other = package->tests[t].name;
		size_t at = 0;
		while (at < same && name[at] == other[at])
			at++;
		same = at;
	}
	return same;
}

/* `same`: the common_length of its group. */
static void write_test(FILE *out, const char *name, size_t same)
{
	const size_t group =
		as_test_folder_length(name) + (name[as_test_folder_length(name)] == '/');

	/* A word that differs is shown whole, from its first letter. */
	while (same > group && name[same - 1] != '-' && name[same - 1] != '_')
		same--;
	if (strlen(name) - group <= MAX_TEST_NAME || same == strlen(name))
		same = group;
	if (same > group)
		fputs("\xe2\x80\xa6", out);
	as_html_name(out, name + same);
}

static void write_tests(FILE *out, const struct as_package *package, size_t first, size_t size)
{
	const size_t same = common_length(package, first, size);

	for (size_t t = first; t < first + size; t++) {
		const char *name = package->tests[t].name;
		fputs("<th scope=\"col\" title=\"", out);
		as_html_untrusted(out, name, strlen(name), AS_HTML_MAX_NAME, AS_HTML_ATTRIBUTE);
		fputs("\"><div class=\"test\">", out);
		write_test(out, name, same);
		fputs("</div></th>", out);
	}
}

static void write_columns(FILE *out, const struct as_package *package)
{
	fputs("<thead><tr><th class=\"name\" rowspan=\"2\" scope=\"col\">Student</th>"
	      "<th class=\"fate\" rowspan=\"2\" scope=\"col\">Tests</th>",
		out);
	for (size_t t = 0, size; t < package->test_count; t += size) {
		const char *name = package->tests[t].name;
		size = group_size(package, t);
		write_group(out, name, size);
	}
	fputs("<td class=\"rest\" rowspan=\"2\"></td></tr><tr>", out);
	for (size_t t = 0, size; t < package->test_count; t += size) {
		size = group_size(package, t);
		write_tests(out, package, t, size);
	}
	fputs("</tr></thead>", out);
}

/* ---- rows ---- */

static void write_cell(FILE *out, const struct as_page_cell *cell)
{
	const char *name = as_verdict_name(cell->verdict);

	if (cell->verdict == AS_VERDICT_NONE) {
		fputs("<td class=\"cell none\"><span>\xc2\xb7</span></td>", out);
		return;
	}
	fprintf(out, "<td class=\"cell %s\"", name);
	if (cell->is_known) {
		fputs(" title=\"", out);
		as_html_time(out, cell->time_ns);
		fputs(", ", out);
		as_html_bytes(out, cell->memory_bytes);
		fputc('"', out);
	}
	fprintf(out, "><span>%s</span></td>", name);
}

/* It is unclear what the program is, for example. */
static bool is_undecided(
	const struct as_pages *pages, const struct as_entered *person, size_t package)
{
	for (size_t i = 0; i < pages->config.scheme->item_count; i++)
		if (pages->config.scheme->items[i].package == package &&
			person->marks[i].state == AS_MARK_NOT_JUDGED)
			return true;
	return false;
}

static void write_fate(
	const struct as_pages *pages, FILE *out, size_t index, const struct as_entered *person)
{
	const struct as_package *package = pages->config.packages[index];
	const struct as_entered_work *work = &person->works[index];
	size_t accepted = 0;

	if (!work->cells) {
		fprintf(out, "<td class=\"fate\"><small>%s</small></td>",
			work->submitted ? "not judged" : "nothing submitted");
		return;
	}
	if (work->compiled != AS_VERDICT_AC) {
		fputs(is_undecided(pages, person, index)
				? "<td class=\"fate\"><small>not judged</small></td>"
				: "<td class=\"fate\"><span class=\"key CE\">CE</span></td>",
			out);
		return;
	}
	for (size_t t = 0; t < package->test_count; t++)
		accepted += work->cells[t].verdict == AS_VERDICT_AC;
	fprintf(out, "<td class=\"fate\">%zu of %zu</td>", accepted, package->test_count);
}

static void write_row(const struct as_pages *pages, FILE *out, size_t package, size_t index)
{
	static const struct as_page_cell none;
	const struct as_entered *person = &pages->people[index];
	const struct as_entered_work *work = &person->works[package];
	const size_t count = pages->config.packages[package]->test_count;

	fprintf(out, "<tr data-person=\"%zu\"><th class=\"name\" scope=\"row\">", index);
	as_page_write_person_name(out, person);
	fputs("</th>", out);
	write_fate(pages, out, package, person);
	for (size_t t = 0; t < count; t++)
		write_cell(out, work->cells ? &work->cells[t] : &none);
	fputs("<td class=\"rest\"></td></tr>", out);
}

/* ---- how difficult a test was ---- */

/* Counts the judged work of students of the class, as the means of the items do. A program that
 * does not compile, or that failed before a test, does not pass the test. */
static bool is_counted(
	const struct as_pages *pages, const struct as_entered *person, size_t package)
{
	return person->works[package].cells && !person->flags.is_unlisted &&
	       !is_undecided(pages, person, package);
}

static void write_share(const struct as_pages *pages, FILE *out, size_t package, size_t test)
{
	size_t judged = 0, accepted = 0;

	for (size_t i = 0; i < pages->count; i++) {
		const struct as_entered *person = &pages->people[i];
		if (!is_counted(pages, person, package))
			continue;
		judged++;
		accepted += person->works[package].cells[test].verdict == AS_VERDICT_AC;
	}
	if (judged)
		fprintf(out, "<td class=\"cell share\" title=\"%zu of %zu accepted\">%d</td>",
			accepted, judged, as_page_percent((int64_t)accepted, (int64_t)judged));
	else
		fputs("<td class=\"cell share\"></td>", out);
}

static void write_foot(const struct as_pages *pages, FILE *out, size_t package)
{
	fputs("<tfoot><tr><th class=\"name\" scope=\"row\">Accepted, %</th><td "
	      "class=\"fate\"></td>",
		out);
	for (size_t t = 0; t < pages->config.packages[package]->test_count; t++)
		write_share(pages, out, package, t);
	fputs("<td class=\"rest\"></td></tr></tfoot>", out);
}

/* ---- the matrix ---- */

static void write_matrix(const struct as_pages *pages, FILE *out, size_t package)
{
	const struct as_package *model = pages->config.packages[package];

	fputs("<h2>Tests of ", out);
	as_html_name(out, as_page_package_title(pages, package));
	fputs("</h2><div class=\"card\"><div class=\"scroll tall\" tabindex=\"0\" role=\"region\" "
	      "aria-label=\"Students and tests\">",
		out);
	fprintf(out, "<table class=\"matrix%s\">", model->test_count > MAX_WIDE ? " dense" : "");
	write_columns(out, model);
	fputs("<tbody>", out);
	for (size_t i = 0; i < pages->count; i++)
		write_row(pages, out, package, i);
	fputs("</tbody>", out);
	write_foot(pages, out, package);
	fputs("</table></div><div class=\"legend\">"
	      "<span><span class=\"key AC\">AC</span> accepted</span>"
	      "<span><span class=\"key WA\">WA</span> wrong answer</span>"
	      "<span><span class=\"key TLE\">TLE</span> time limit exceeded</span>"
	      "<span><span class=\"key RTE\">RTE</span> run-time error</span>"
	      "<span><span class=\"key MLE\">MLE</span> memory, <span class=\"key OLE\">OLE</span> "
	      "output limit exceeded</span>"
	      "<span><span class=\"key SV\">SV</span> forbidden operation</span>"
	      "<span><span class=\"key CE\">CE</span> compile error</span>"
	      "<span><span class=\"key JE\">JE</span> judging error</span>"
	      "<span><span class=\"key none\">\xc2\xb7</span> not run</span></div></div>",
		out);
}

void as_teacher_write_matrices(const struct as_pages *pages, FILE *out)
{
	for (size_t p = 0; pages->count && p < pages->config.scheme->package_count; p++)
		if (pages->config.packages[p]->test_count)
			write_matrix(pages, out, p);
}
