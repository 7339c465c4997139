/* SPDX-License-Identifier: MIT */
/* The page of a person: the marks, and the steps to the total. The rules of visibility are in
 * shown.c. */
#include "state.h"

#include <string.h>

#define DASH "\xe2\x80\x93"
#define DAY_S 86400

static const struct as_scheme *scheme_of(const struct as_person_page *page)
{
	return page->pages->config.scheme;
}

static bool is_item_shown(const struct as_person_page *page, size_t item)
{
	return as_visibility_shows(
		scheme_of(page)->items[item].visibility, page->pages->config.stage);
}

static bool is_total_visible(const struct as_person_page *page)
{
	return as_marks_total_is_shown(scheme_of(page), page->pages->config.stage);
}

/* A sum so far looks like a mark: it is not shown. */
static bool is_total_shown(const struct as_person_page *page)
{
	return is_total_visible(page) && page->person->marks->complete;
}

/* ---- the head ---- */

static void write_late(FILE *out, const struct as_marks *marks)
{
	char span[AS_TIME_SIZE];

	switch (marks->late) {
	case AS_LATE_NO:
		fputs("in time", out);
		break;
	case AS_LATE_YES:
		fprintf(out, "late by %s", as_span_format(marks->late_s, span));
		break;
	case AS_LATE_TOO_LATE:
		fprintf(out, "too late, by %s", as_span_format(marks->late_s, span));
		break;
	case AS_LATE_UNKNOWN:
	default: /* the submission or the deadline is in doubt, not the time */
		fputs(marks->complete ? "your teacher has set the marks"
				      : "your teacher has to decide whether the submission counts",
			out);
	}
}

static void write_tiles(const struct as_person_page *page)
{
	const struct as_page_person *person = page->person;
	const struct as_scheme *scheme = scheme_of(page);
	char time[AS_TIME_SIZE];
	FILE *out = page->out;

	fputs("<div class=\"tiles\"><div class=\"tile\"><b>", out);
	if (is_total_shown(page))
		fprintf(out, "%s of %s", AS_POINTS(person->marks->total_e4),
			AS_POINTS(person->marks->full_e4));
	else
		fputs(DASH, out);
	fputs("</b><span>points</span></div>", out);
	if (person->time_known && person->time_s == AS_TIME_IN_TIME && scheme->has_due)
		fputs("<div class=\"tile\"><b>in time</b><span>according to the "
		      "platform</span></div>",
			out);
	if (person->time_known && person->time_s != AS_TIME_IN_TIME) {
		as_time_format(person->time_s, as_scheme_offset(scheme, person->time_s), time);
		fprintf(out, "<div class=\"tile\"><b>%.10s</b><span>submitted at %.5s, UTC%s", time,
			time + 11, time[19] == 'Z' ? "" : time + 19);
		if (scheme->has_due) {
			fputs("; ", out);
			write_late(out, person->marks);
		}
		fputs("</span></div>", out);
	}
	fputs("</div>", out);
}

static void write_remarks(const struct as_person_page *page)
{
	FILE *out = page->out;

	if (!is_total_visible(page))
		fputs("<p class=\"remark\">Some items and the total are not shown now.</p>", out);
	if (as_page_is_excused(page->pages, &page->pages->people[page->index]))
		fputs("<p class=\"remark\">You are excused, so you have no mark.</p>", out);
	else if (!page->person->marks->complete)
		fputs("<p class=\"remark\">There is no total yet: not all of the marks are "
		      "final.</p>",
			out);
}

static void write_head(const struct as_person_page *page)
{
	FILE *out = page->out;

	fputs("<main class=\"person\"><div class=\"head\"><h1>", out);
	as_html_name(out, as_page_title(page->pages));
	fputs("</h1></div><p class=\"sub\">", out);
	as_page_write_person_name(out, &page->pages->people[page->index]);
	fputs("</p>", out);
	write_tiles(page);
	write_remarks(page);
}

/* ---- marks by item ---- */

static void write_mark(FILE *out, const struct as_item *item, const struct as_item_mark *mark)
{
	const bool is_known = mark->overridden || !as_mark_state_is_open(mark->state);

	fprintf(out, "<td class=\"number\"><b>%s</b> of %s%s</td>",
		is_known ? AS_POINTS(mark->mark_e4) : DASH, AS_POINTS(mark->full_e4),
		item->bonus ? " (bonus)" : "");
}

/* True if nothing was handed in for any package. */
static bool is_empty(const struct as_person_page *page)
{
	const struct as_scheme *scheme = scheme_of(page);

	for (size_t i = 0; i < scheme->item_count; i++)
		if (scheme->items[i].kind == AS_ITEM_AUTOMATIC &&
			page->person->marks->items[i].state != AS_MARK_NOT_SUBMITTED)
			return false;
	return scheme->package_count > 0;
}

static bool has_result(const struct as_person_page *page, const struct as_item *item)
{
	return item->package != SIZE_MAX && page->person->works &&
	       page->person->works[item->package].result;
}

static void write_state(const struct as_person_page *page, const struct as_item *item,
	const struct as_item_mark *mark)
{
	FILE *out = page->out;

	/* The tests of a mark that was judged are still shown. */
	if (mark->overridden && mark->state != AS_MARK_JUDGED) {
		fputs("set by your teacher", out);
		return;
	}
	if (page->person->marks->overridden && as_mark_state_is_open(mark->state)) {
		fputs("no mark of its own: your teacher has set the total", out);
		return;
	}
	switch (mark->state) {
	case AS_MARK_JUDGED:
		if (item->feedback != AS_FEEDBACK_MARK && !as_item_mark_follows(mark))
			fprintf(out, "%zu of %zu tests accepted", mark->accepted, mark->tests);
		else
			fputs("judged", out);
		break;
	case AS_MARK_GIVEN:
		fputs("marked by your teacher", out);
		if (is_empty(page))
			fputs("; nothing was submitted", out);
		break;
	case AS_MARK_NOT_JUDGED:
		fputs(has_result(page, item) ? "no mark yet: your teacher has to decide"
					     : "not judged yet",
			out);
		break;
	case AS_MARK_NEEDS_PERSON:
		fputs("not marked yet", out);
		break;
	case AS_MARK_NOT_SUBMITTED:
		fputs("nothing was submitted", out);
		break;
	case AS_MARK_AWAITED:
		fputs("nothing was submitted yet", out);
		break;
	case AS_MARK_EXCUSED:
		fputs("you are excused", out);
		break;
	default:
		break;
	}
}

/* An item that is not shown at this stage is not named. */
static void write_cause(const struct as_person_page *page, size_t follows)
{
	FILE *out = page->out;

	fputs("<p>Details are not shown: the missing points follow from ", out);
	if (is_item_shown(page, follows)) {
		fputs("the failure in ", out);
		as_html_name(out, scheme_of(page)->items[follows].name);
	} else {
		fputs("an earlier failure", out);
	}
	fputs(".</p>", out);
}

static void write_comment(FILE *out, const char *label, const char *text)
{
	if (!text || !*text)
		return;
	fprintf(out, "<p class=\"comment\">%s", label);
	as_html_untrusted(out, text, strlen(text), 4000, AS_HTML_BLOCK);
	fputs(strlen(text) > 4000 ? "\xe2\x80\xa6</p>" : "</p>", out);
}

static void write_item(const struct as_person_page *page, size_t index)
{
	const struct as_item *item = &scheme_of(page)->items[index];
	const struct as_item_mark *mark = &page->person->marks->items[index];
	FILE *out = page->out;

	fputs("<tr><th scope=\"row\">", out);
	as_html_name(out, item->name);
	if (item->about) {
		fputs("<small>", out);
		as_html_untrusted(out, item->about, strlen(item->about), 500, AS_HTML_LINE);
		fputs("</small>", out);
	}
	fputs("</th>", out);
	write_mark(out, item, mark);
	fputs("<td class=\"why\"><p>", out);
	write_state(page, item, mark);
	fputs("</p>", out);
	if (as_item_mark_follows(mark) && !mark->overridden)
		write_cause(page, mark->follows);
	const char *changed =
		as_page_outdated_by(&page->pages->config, page->person->marks, page->person, index);
	if (changed)
		fprintf(out, "<p>Details are not shown: %s changed since this mark.</p>", changed);
	write_comment(out, "", mark->comment);
	if (mark->overridden)
		write_comment(out, "Set by your teacher: ", mark->override_reason);
	fputs("</td></tr>", out);
}

static void write_items(const struct as_person_page *page)
{
	FILE *out = page->out;
	bool any = false;

	fputs("<h2>Marks</h2><div class=\"card\"><table class=\"marks\"><thead><tr>"
	      "<th scope=\"col\">Item</th><th scope=\"col\" class=\"number\">Points</th>"
	      "<th scope=\"col\">Why</th></tr></thead><tbody>",
		out);
	for (size_t i = 0; i < scheme_of(page)->item_count; i++)
		if (is_item_shown(page, i)) {
			write_item(page, i);
			any = true;
		}
	fputs(any ? "" : "<tr><td colspan=\"3\">No item is shown now.</td></tr>", out);
	fputs("</tbody></table></div>", out);
}

/* ---- from the items to the total ---- */

static void write_step(FILE *out, const char *what, int64_t points_e4)
{
	fprintf(out, "<tr><th scope=\"row\">%s</th><td class=\"number\">%s</td></tr>", what,
		AS_POINTS(points_e4));
}

/* "10 % of the total", "1 point" */
static void write_amount(
	FILE *out, const struct as_late_policy *late, const struct as_amount *amount)
{
	const bool is_one = amount->value_e4 == AS_POINT_E4;

	fputs(AS_POINTS(amount->value_e4), out);
	if (amount->is_percent)
		fputs(late->of_earned ? " % of the points earned" : " % of the total", out);
	else
		fputs(is_one ? " point" : " points", out);
}

/* "2 days begun, 10 % of the total each, at most 50 % of the total" */
static void write_policy(FILE *out, const struct as_late_policy *late, const struct as_marks *marks)
{
	fprintf(out, "%lld %s%s begun, ", (long long)marks->late_units,
		late->unit_s == DAY_S ? "day" : "hour", marks->late_units == 1 ? "" : "s");
	write_amount(out, late, &late->penalty);
	fputs(" each", out);
	if (late->has_max) {
		fputs(", at most ", out);
		write_amount(out, late, &late->max_penalty);
	}
}

/* A day of the calendar may have 23 or 25 hours. */
static bool has_other_days(const struct as_late_policy *late, const struct as_marks *marks)
{
	return late->exists && late->unit_s == DAY_S &&
	       marks->late_units != (marks->late_s + DAY_S - 1) / DAY_S;
}

static void write_penalty(const struct as_person_page *page)
{
	const struct as_scheme *scheme = scheme_of(page);
	const struct as_marks *marks = page->person->marks;
	const bool is_outdated = page->person->outdated.penalty;
	FILE *out = page->out;
	char span[AS_TIME_SIZE];

	fprintf(out, "<tr><th scope=\"row\">Late by %s<small>",
		as_span_format(marks->late_s, span));
	if (is_outdated)
		fputs("details are not shown: the rules have changed since this mark", out);
	else if (marks->late == AS_LATE_TOO_LATE)
		fputs("more than is accepted", out);
	else if (scheme->late.exists)
		write_policy(out, &scheme->late, marks);
	if (!is_outdated && has_other_days(&scheme->late, marks))
		fputs("; a day ends at the same time of day, even if the clocks are changed", out);
	fputs("</small></th><td class=\"number\">", out);
	as_page_write_penalty(out, marks->penalty_e4);
	fputs("</td></tr>", out);
}

static void write_override(FILE *out, const struct as_marks *marks)
{
	fputs("<tr><th scope=\"row\">Set by your teacher", out);
	if (marks->override_reason) {
		fputs("<small>", out);
		as_html_untrusted(out, marks->override_reason, strlen(marks->override_reason), 4000,
			AS_HTML_LINE);
		fputs("</small>", out);
	}
	fprintf(out, "</th><td class=\"number\">%s</td></tr>", AS_POINTS(marks->total_e4));
}

static void write_steps(const struct as_person_page *page)
{
	const struct as_scheme *scheme = scheme_of(page);
	const struct as_marks *marks = page->person->marks;
	FILE *out = page->out;

	fputs("<h2>Total</h2><div class=\"card narrow\"><table class=\"steps\"><tbody>", out);
	write_step(out, "Sum of the items", marks->sum_e4);
	if (scheme->bonus_e4)
		write_step(out, "Bonus", marks->bonus_e4);
	if (page->person->outdated.gone_e4)
		write_step(out, "Items removed from the marking scheme",
			page->person->outdated.gone_e4);
	if (marks->late == AS_LATE_YES || marks->late == AS_LATE_TOO_LATE)
		write_penalty(page);
	if (marks->capped_e4 != marks->after_late_e4)
		write_step(out, "At most the total of the items", marks->capped_e4);
	if (marks->rounded_e4 != marks->capped_e4)
		write_step(out, "Rounded", marks->rounded_e4);
	if (marks->overridden)
		write_override(out, marks);
	fprintf(out,
		"<tr class=\"total\"><th scope=\"row\">Total</th><td class=\"number\"><b>%s</b> of "
		"%s</td></tr></tbody></table></div>",
		AS_POINTS(marks->total_e4), AS_POINTS(marks->full_e4));
}

/* ---- the page ---- */

static int write_page(const struct as_person_page *page, struct as_error *error)
{
	const struct as_html_page html = {
		.title = as_page_title(page->pages), .style = as_pages_style};

	as_html_begin(page->out, &html);
	write_head(page);
	write_items(page);
	if (is_total_shown(page))
		write_steps(page);
	if (as_page_person_feedback(page, error))
		return -1;
	as_page_write_end(page->pages, page->out, &html);
	return 0;
}

int as_pages_write_person(struct as_pages *pages, size_t index, const struct as_page_person *person,
	struct as_error *error)
{
	char *text = NULL, name[AS_MAX_PAGE_KEY + 8];
	size_t size;

	if (index >= pages->count || strcmp(pages->people[index].key, person->key) != 0)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"the page of '%s' is written before it is entered", person->key);
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return as_error_no_memory(error);
	const struct as_person_page page = {
		.out = out, .pages = pages, .index = index, .person = person};
	if (write_page(&page, error)) {
		fclose(out);
		free(text);
		return -1;
	}
	AS_AUTO_FREE char *html = as_text_close(out, &text, error);
	snprintf(name, sizeof(name), "%s.html", person->key);
	return html ? as_page_file_write(pages->people_fd, name, html, error) : -1;
}
