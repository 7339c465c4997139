/* SPDX-License-Identifier: MIT */
/* All rejudgings, and the form to open one. */
#include "page.h"

/* ---- the form ---- */

static void write_time_field(FILE *out, const char *name, const char *title, const char *typed)
{
	fprintf(out,
		"<label class=\"field\"><span>%s <small>contest time</small></span><input "
		"name=\"%s\" placeholder=\"H:MM:SS\" value=\"",
		title, name);
	page_value(out, typed);
	fputs("\"></label>", out);
}

static void write_hidden(FILE *out, const char *name, const char *value)
{
	fprintf(out, "<input type=\"hidden\" name=\"%s\" value=\"", name);
	page_value(out, value);
	fputs("\">", out);
}

static void write_filters(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_rejudging_form *form)
{
	fputs("<form method=\"get\" class=\"filters\" action=\"", out);
	page_address(out, visit->base, "/jury/rejudgings", NULL);
	fputs("\">", out);
	page_filter_fields(out, visit, &form->filter);
	write_time_field(out, "from", "From", form->from);
	write_time_field(out, "to", "To before", form->to);
	fputs("<label class=\"field\"><span>Judged with</span><select name=\"earlier\">", out);
	page_option(out, "", "Any version", !form->filter.is_earlier);
	page_option(out, "1", "An earlier version", form->filter.is_earlier);
	fputs("</select></label>", out);
	write_hidden(out, "count", "1");
	fputs("<button class=\"plain\">Count</button></form>", out);
}

/* The chosen filter again, for the form that opens the rejudging. */
static void write_chosen(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_rejudging_form *form)
{
	const struct as_contest_filter *filter = &form->filter;

	if (filter->problem != AS_CONTEST_NONE)
		write_hidden(out, "problem", page_contest(visit)->problems[filter->problem].id);
	if (filter->team != AS_CONTEST_NONE)
		write_hidden(out, "team", as_contest_log_team(visit->log, filter->team)->id);
	write_hidden(out, "language", filter->language);
	write_hidden(out, "verdict", filter->verdict);
	write_hidden(out, "from", form->from);
	write_hidden(out, "to", form->to);
	write_hidden(out, "earlier", filter->is_earlier ? "1" : "");
}

static void write_open(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_rejudging_form *form)
{
	struct as_contest_indexes taken;

	if (as_contest_log_select(visit->log, &form->filter, &taken, NULL))
		return;
	free(taken.items);
	fprintf(out, "<p>The filter selects <b>%zu submission%s</b> with a verdict.</p>",
		taken.count, taken.count == 1 ? "" : "s");
	if (taken.count == 0 || !page_may_judge(visit))
		return;
	page_form(out, visit, "/jury/rejudgings", " class=\"card\"");
	write_chosen(out, visit, form);
	fprintf(out,
		"<label class=\"field\"><span>Reason <small>for the jury and the audit "
		"log</small></span><input name=\"reason\" required maxlength=\"%d\" value=\"",
		AS_CONTEST_REASON_MAX_BYTES);
	page_value(out, form->reason);
	fprintf(out,
		"\"></label><label class=\"field\"><span>Times <small>more than once: verdicts "
		"that differ between the runs are listed</small></span><input name=\"times\" "
		"type=\"number\" min=\"1\" max=\"%d\" value=\"%" PRIu64 "\">",
		AS_CONTEST_REJUDGING_MAX_TIMES, form->times);
	fprintf(out,
		"</label><label class=\"check\"><input type=\"checkbox\" name=\"overrules\" "
		"value=\"1\"%s> Also replace verdicts by hand <small>otherwise they "
		"stay</small></label><p class=\"sub\">The verdicts that count stay until the "
		"rejudging is "
		"applied.</p><div class=\"actions\"><button>Judge %zu submission%s "
		"again</button></div></form>",
		form->overrules ? " checked" : "", taken.count, taken.count == 1 ? "" : "s");
}

/* ---- the list ---- */

void page_rejudging_link(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	fputs("<a href=\"", out);
	page_address(out, visit->base, "/jury/rejudgings/", NULL);
	fprintf(out, "%zu\">Rejudging %zu</a>", index + 1, index + 1);
}

void page_rejudging_state(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	static const char *const states[] = {
		[AS_CONTEST_REJUDGING_OPEN] = "open",
		[AS_CONTEST_REJUDGING_APPLIED] = "applied",
		[AS_CONTEST_REJUDGING_CANCELLED] = "cancelled",
	};
	const struct as_contest_rejudging *rejudging = as_contest_log_rejudging(visit->log, index);

	fprintf(out, "<span class=\"chip\">%s</span>", states[rejudging->state]);
}

static void write_row(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_rejudging *rejudging = as_contest_log_rejudging(visit->log, index);
	const struct as_contest_rejudging_counts counts =
		as_contest_log_rejudging_progress(visit->log, index);

	fputs("<tr><th scope=\"row\">", out);
	page_rejudging_link(out, visit, index);
	fputs("</th><td>", out);
	page_rejudging_state(out, visit, index);
	fprintf(out, "</td><td class=\"number\">%zu of %zu</td><td class=\"number\">%zu</td><td>",
		counts.ended, rejudging->count, counts.changed);
	as_html_name(out, rejudging->reason);
	fputs("<br><small>", out);
	as_html_name(out, rejudging->filter);
	fputs("</small></td><td class=\"moment\">", out);
	page_moment(out, rejudging->wall_ms);
	fputs("</td></tr>\n", out);
}

static void write_list(FILE *out, const struct as_contest_visit *visit)
{
	const size_t count = as_contest_log_rejudging_count(visit->log);

	if (count == 0) {
		fputs("<p class=\"empty\">No rejudgings.</p>", out);
		return;
	}
	fputs("<h2>All rejudgings</h2>", out);
	as_html_table(out, "list", "|State|#Judged|#Changes|Reason|Opened\n");
	for (size_t i = count; i-- > 0;)
		write_row(out, visit, i);
	fputs("</tbody></table></div>", out);
}

void as_contest_page_jury_rejudgings(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_rejudging_form *form)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_REJUDGINGS,
			.title = "Rejudgings",
			.is_wide = true,
			.is_live = true});
	fputs("<p class=\"sub\">A rejudging judges many submissions again. Their verdicts stay "
	      "until the rejudging is applied; its page shows what would change.</p>",
		out);
	write_filters(out, visit, form);
	if (form->is_counted)
		write_open(out, visit, form);
	page_live_begin(out, "rejudgings", 3);
	write_list(out, visit);
	page_live_end(out);
	page_end(out, visit);
}
