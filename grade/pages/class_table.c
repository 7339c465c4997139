/* SPDX-License-Identifier: MIT */
/* The marks of all people: a table that the script sorts and filters. Without the script it is in
 * the order of the class. */
#include "state.h"

#define DASH "\xe2\x80\x93"

/* ---- the head ---- */

static void write_column(FILE *out, const char *name, const char *points, bool is_number)
{
	fprintf(out, "<th scope=\"col\"%s aria-sort=\"none\"><button type=\"button\" disabled>",
		is_number ? " class=\"number\"" : "");
	as_html_name(out, name);
	if (points)
		fprintf(out, "<small>of %s</small>", points);
	fputs("</button></th>", out);
}

static void write_columns(const struct as_pages *pages, FILE *out)
{
	const struct as_scheme *scheme = pages->config.scheme;

	fputs("<thead><tr>", out);
	write_column(out, "Student", NULL, false);
	write_column(out, "Total", AS_POINTS(pages->fulls_e4[scheme->item_count]), true);
	for (size_t i = 0; i < scheme->item_count; i++)
		write_column(out, scheme->items[i].name, AS_POINTS(pages->fulls_e4[i]), true);
	write_column(out, "Late", NULL, true);
	fputs("</tr></thead>", out);
}

static void write_controls(FILE *out)
{
	fputs("<div class=\"controls\" id=\"controls\" hidden><label>Find "
	      "<input type=\"search\" id=\"find\" autocomplete=\"off\"></label> <label>Show "
	      "<select id=\"show\"><option value=\"\">all students</option>"
	      "<option value=\"needs\">needs a decision</option>"
	      "<option value=\"look\">deserves a look</option>"
	      "<option value=\"waits\">has a change that waits</option>"
	      "<option value=\"unmarked\">waits for manual marks</option>"
	      "<option value=\"awaited\">may still hand in</option>"
	      "<option value=\"excused\">excused</option>"
	      "<option value=\"late\">late</option>"
	      "<option value=\"failed\">does not compile</option>"
	      "<option value=\"crashed\">crashed</option>"
	      "<option value=\"forbidden\">forbidden</option>"
	      "<option value=\"none\">submitted nothing</option>"
	      "<option value=\"changed\">set by you</option></select></label> "
	      "<output id=\"count\" for=\"find show\"></output></div>",
		out);
}

/* ---- the rows ---- */

static bool has_nothing(const struct as_pages *pages, const struct as_entered *person)
{
	for (size_t i = 0; i < pages->config.scheme->item_count; i++)
		if (person->marks[i].state != AS_MARK_NOT_SUBMITTED &&
			person->marks[i].state != AS_MARK_AWAITED)
			return false;
	return true;
}

/* True if the mark of the item comes from judging. */
static bool counts(
	const struct as_pages *pages, const struct as_entered *person, size_t item, size_t package)
{
	const struct as_entered_mark *mark = &person->marks[item];

	return pages->config.scheme->items[item].package == package &&
	       mark->state == AS_MARK_JUDGED && !mark->overridden && !person->overridden;
}

static bool package_counts(
	const struct as_pages *pages, const struct as_entered *person, size_t package)
{
	for (size_t i = 0; i < pages->config.scheme->item_count; i++)
		if (counts(pages, person, i, package))
			return true;
	return false;
}

static bool test_counts(
	const struct as_pages *pages, const struct as_entered *person, size_t package, size_t test)
{
	const char *name = pages->config.packages[package]->tests[test].name;

	for (size_t i = 0; i < pages->config.scheme->item_count; i++)
		if (counts(pages, person, i, package) &&
			as_item_shows_test(&pages->config.scheme->items[i], name))
			return true;
	return false;
}

/* The test on which judging ended, so that those of an item were not run. */
static bool ended_judging(
	const struct as_pages *pages, const struct as_entered *person, size_t package)
{
	const struct as_page_cell *cells = person->works[package].cells;

	for (size_t t = 0; t < pages->config.packages[package]->test_count; t++)
		if (cells[t].verdict == AS_VERDICT_NONE && test_counts(pages, person, package, t))
			return true;
	return false;
}

/* True if a test with that verdict counts for a mark. */
static bool has_verdict(
	const struct as_pages *pages, const struct as_entered *person, enum as_verdict verdict)
{
	for (size_t p = 0; p < pages->config.scheme->package_count; p++) {
		const struct as_page_cell *cells = person->works[p].cells;
		if (!cells || !package_counts(pages, person, p))
			continue;
		const bool ended = ended_judging(pages, person, p);
		for (size_t t = 0; t < pages->config.packages[p]->test_count; t++)
			if (cells[t].verdict == verdict &&
				(ended || test_counts(pages, person, p, t)))
				return true;
	}
	return false;
}

/* How submissions failed, as it counts for the marks. */
static void write_failures(const struct as_pages *pages, FILE *out, const struct as_entered *person)
{
	bool failed = false;

	for (size_t p = 0; p < pages->config.scheme->package_count; p++)
		failed |= person->works[p].compiled == AS_VERDICT_CE &&
			  package_counts(pages, person, p);
	fprintf(out, "%s%s%s", failed ? "failed " : "",
		has_verdict(pages, person, AS_VERDICT_RTE) ? "crashed " : "",
		has_verdict(pages, person, AS_VERDICT_SV) ? "forbidden " : "");
}

/* The words that the script filters rows by. */
static void write_traits(const struct as_pages *pages, FILE *out, const struct as_entered *person)
{
	bool changed = person->overridden;

	for (size_t i = 0; i < pages->config.scheme->item_count; i++)
		changed |= person->marks[i].overridden;
	fprintf(out, " data-traits=\"%s%s%s%s%s%s", as_page_needs_decision(person) ? "needs " : "",
		as_page_needs_look(person) ? "look " : "", person->change ? "waits " : "",
		person->unmarked ? "unmarked " : "",
		as_page_is_excused(pages, person) ? "excused "
		: person->flags.is_awaited        ? "awaited "
						  : "",
		person->late == AS_LATE_YES || person->late == AS_LATE_TOO_LATE ? "late " : "");
	write_failures(pages, out, person);
	fprintf(out, "%s%s\"", has_nothing(pages, person) ? "none " : "", changed ? "changed" : "");
}

static const char *state_words(const struct as_entered_mark *mark)
{
	switch (mark->state) {
	case AS_MARK_NOT_JUDGED:
		return "no mark";
	case AS_MARK_NEEDS_PERSON:
		return "to mark";
	case AS_MARK_AWAITED:
		return "not yet";
	case AS_MARK_EXCUSED:
		return "excused";
	case AS_MARK_NOT_SUBMITTED:
	case AS_MARK_JUDGED:
	case AS_MARK_GIVEN:
	default:
		return NULL;
	}
}

/* The maximum of a mark, if it differs from the maximum of the column. */
static void write_full(FILE *out, int64_t full_e4, int64_t column_e4)
{
	if (full_e4 != column_e4)
		fprintf(out, "<small>of %s</small>", AS_POINTS(full_e4));
}

/* Nothing is left to do if the total was set. */
static void write_mark(
	FILE *out, int64_t column_e4, const struct as_entered_mark *mark, bool is_total_set)
{
	const char *words = mark->overridden ? NULL : state_words(mark);

	if (words && is_total_set)
		words = "no mark";
	const bool full = mark->mark_e4 >= mark->full_e4 && mark->full_e4 > 0;

	fprintf(out, "<td class=\"number%s\" data-value=\"%lld\">",
		words || mark->mark_e4 == 0 ? " zero"
		: full                      ? " full"
					    : "",
		words ? -1LL : (long long)mark->mark_e4);
	if (words)
		fprintf(out, "<small>%s</small>", words);
	else
		fputs(AS_POINTS(mark->mark_e4), out);
	if (!words)
		write_full(out, mark->full_e4, column_e4);
	fputs(mark->overridden ? "<small>set by you</small></td>" : "</td>", out);
}

static void write_late(FILE *out, const struct as_entered *person)
{
	char span[AS_TIME_SIZE];

	if (person->late == AS_LATE_NO) {
		fputs("<td class=\"number zero\" data-value=\"0\">" DASH "</td>", out);
		return;
	}
	if (person->late == AS_LATE_UNKNOWN) {
		fputs("<td class=\"number\" data-value=\"-1\"><small>unknown</small></td>", out);
		return;
	}
	fprintf(out, "<td class=\"number\" data-value=\"%lld\">", (long long)person->late_s);
	as_page_write_penalty(out, person->penalty_e4);
	fprintf(out, "<small>%s%s</small></td>", as_span_format(person->late_s, span),
		person->late == AS_LATE_TOO_LATE ? ", too late" : "");
}

static void write_row(const struct as_pages *pages, FILE *out, size_t index)
{
	const struct as_entered *person = &pages->people[index];
	const struct as_scheme *scheme = pages->config.scheme;

	fprintf(out, "<tr data-person=\"%zu\"", index);
	write_traits(pages, out, person);
	fputs("><th scope=\"row\" class=\"name\"><a href=\"people/", out);
	as_html_address(out, person->key);
	fputs(".html\">", out);
	as_page_write_person_name(out, person);
	fputs("</a>", out);
	as_page_write_code_link(out, "", person);
	fprintf(out, "</th><td class=\"number\" data-value=\"%lld\"><b>%s</b>",
		person->complete ? (long long)person->total_e4 : -1LL,
		person->complete ? AS_POINTS(person->total_e4) : DASH);
	if (person->complete)
		write_full(out, person->full_e4, pages->fulls_e4[scheme->item_count]);
	fprintf(out, "%s%s", has_nothing(pages, person) ? "<small>nothing submitted</small>" : "",
		person->overridden ? "<small>set by you</small>" : "");
	if (!person->complete && person->flags.has_marks)
		fprintf(out, "<small>not final, so far %s</small>", AS_POINTS(person->total_e4));
	else if (!person->complete)
		fputs(as_page_is_excused(pages, person) ? "<small>excused</small>"
							: "<small>open</small>",
			out);
	fputs("</td>", out);
	for (size_t i = 0; i < scheme->item_count; i++)
		write_mark(out, pages->fulls_e4[i], &person->marks[i], person->overridden);
	write_late(out, person);
	fputs("</tr>", out);
}

void as_teacher_write_table(const struct as_pages *pages, FILE *out)
{
	fputs("<h2 id=\"people\">Marks</h2>", out);
	if (pages->count == 0) {
		fputs("<div class=\"card none-found\">The class has no students.</div>", out);
		return;
	}
	write_controls(out);
	fputs("<div class=\"card scroll tall\" tabindex=\"0\" role=\"region\" aria-label=\"Marks\">"
	      "<table class=\"list people\" id=\"table\">",
		out);
	write_columns(pages, out);
	fputs("<tbody>", out);
	for (size_t i = 0; i < pages->count; i++)
		write_row(pages, out, i);
	fputs("</tbody></table></div>", out);
}
