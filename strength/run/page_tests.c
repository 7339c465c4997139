/* SPDX-License-Identifier: MIT */
/* What the tests and groups kill. */
#include "page.h"

static void write_head(FILE *out, const char *title, const char *first, const char *last)
{
	fprintf(out,
		"<h2>%s</h2><div class=\"card scroll\" tabindex=\"0\" role=\"region\" "
		"aria-label=\"%s\"><table class=\"list\"><thead><tr><th scope=\"col\">%s</th>"
		"<th scope=\"col\" class=\"number\">Kills</th><th scope=\"col\" class=\"number\">"
		"Alone</th><th scope=\"col\">%s</th></tr></thead><tbody>",
		title, title, first, last);
}

static void write_row(
	FILE *out, const char *name, size_t kills, size_t alone, const char *id, size_t index)
{
	fprintf(out, "<tr id=\"%s%zu\"><th scope=\"row\">", id, index);
	as_html_text(out, name);
	fprintf(out, "</th><td class=\"number\">%zu</td><td class=\"number\">%zu</td><td>", kills,
		alone);
}

/* ---- tests ---- */

static bool is_in_cover(const struct as_matrix_cover *cover, size_t test)
{
	for (size_t i = 0; i < cover->count; i++)
		if (cover->tests[i] == test)
			return true;
	return false;
}

static void write_test(const struct page *page, size_t index)
{
	const struct as_strength_report *report = page->report;
	const size_t instead = report->instead[index];
	FILE *out = page->out;

	write_row(out, page->package->tests[index].name, page->tests[index].kills,
		page->tests[index].alone, "t", index);
	if (instead == SIZE_MAX) {
		fputs("kills nothing", out);
	} else if (instead != index) {
		fprintf(out, "adds nothing to <a href=\"#t%zu\">", instead);
		as_html_text(out, page->package->tests[instead].name);
		fputs("</a>", out);
	} else if (!page->package->scoring && is_in_cover(&report->cover, index)) {
		fputs(report->cover.is_smallest ? "in the smallest set" : "in the small set", out);
	}
	fputs("</td></tr>", out);
}

/* The indices of the set begin at `first_test`. */
static void write_cover(
	const struct page *page, const struct as_matrix_cover *cover, size_t first_test)
{
	for (size_t i = 0; i < cover->count; i++) {
		const size_t test = first_test + cover->tests[i];
		fprintf(page->out, "%s<a href=\"#t%zu\">", i ? ", " : "", test);
		as_html_text(page->out, page->package->tests[test].name);
		fputs("</a>", page->out);
	}
}

static void write_tests(const struct page *page)
{
	write_head(page->out, "Tests", "Test", "Remark");
	for (size_t i = 0; i < page->package->test_count; i++)
		write_test(page, i);
	fputs("</tbody></table></div>", page->out);
}

/* ---- sets ---- */

static const char *size_name(const struct as_matrix_cover *cover)
{
	return cover->is_smallest ? "smallest" : "small";
}

static void write_set(const struct page *page)
{
	const struct as_matrix_cover *cover = &page->report->cover;

	if (!cover->count)
		return;
	fprintf(page->out,
		"<p class=\"sub\">The %s set of tests that kills all of these programs (%zu of "
		"%zu): ",
		size_name(cover), cover->count, page->package->test_count);
	write_cover(page, cover, 0);
	fputs("</p>", page->out);
}

static void write_groups(const struct page *page)
{
	write_head(page->out, "Groups", "Group", "Set of tests that kills all of these programs");
	for (size_t i = 0; i < page->report->group_count; i++) {
		const struct as_strength_group *own = &page->report->groups[i];
		const struct as_group *group = &page->package->groups[own->index];
		write_row(page->out, group->name, own->kills, own->alone, "g", i);
		if (own->cover.count)
			fprintf(page->out, "%s (%zu of %zu): ", size_name(&own->cover),
				own->cover.count, group->test_count);
		write_cover(page, &own->cover, group->first_test);
		fputs("</td></tr>", page->out);
	}
	fputs("</tbody></table></div>", page->out);
}

static void write_equal_answers(const struct page *page)
{
	for (size_t i = 0; i < page->report->group_count; i++) {
		const struct as_group *group =
			&page->package->groups[page->report->groups[i].index];
		if (!page->report->groups[i].has_equal_answers)
			continue;
		fprintf(page->out, "<p class=\"remark\">All %zu answers of ", group->test_count);
		as_html_text(page->out, group->name);
		fputs(" are equal, so a program that always prints this answer passes the group."
		      "</p>",
			page->out);
	}
}

void page_write_tests(const struct page *page)
{
	write_tests(page);
	if (page->package->scoring)
		write_groups(page);
	else
		write_set(page);
	write_equal_answers(page);
}
