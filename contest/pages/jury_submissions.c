/* SPDX-License-Identifier: MIT */
/* The list of all submissions, with filters. */
#include "standing.h"

/* ---- filters ---- */

static void write_verdict_options(FILE *out, const char *selected)
{
	static const char *const words[][2] = {{"none", "Pending"}, {"ignored", "Ignored"},
		{"practice", "Practice"}, {"jury", "By the jury"}, {"earlier", "Earlier version"}};

	page_option(out, "", "All", !selected || !*selected);
	for (enum as_verdict verdict = AS_VERDICT_AC; verdict <= AS_VERDICT_CE; verdict++)
		page_option(out, as_verdict_name(verdict), as_verdict_title(verdict),
			selected && strcmp(selected, as_verdict_name(verdict)) == 0);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		page_option(out, words[i][0], words[i][1],
			selected && strcmp(selected, words[i][0]) == 0);
}

void page_filter_fields(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_filter *filter)
{
	fputs("<label class=\"field\"><span>Problem</span><select name=\"problem\">", out);
	page_option(out, "", "All", filter->problem == AS_CONTEST_NONE);
	page_problem_options(out, visit, filter->problem);
	fputs("</select></label><label class=\"field\"><span>Team</span><select name=\"team\">",
		out);
	page_option(out, "", "All", filter->team == AS_CONTEST_NONE);
	page_team_options(out, visit, filter->team);
	fputs("</select></label><label class=\"field\"><span>Language</span><select "
	      "name=\"language\">",
		out);
	page_option(out, "", "All", !filter->language || !*filter->language);
	page_language_options(out, visit, AS_CONTEST_NONE, filter->language);
	fputs("</select></label><label class=\"field\"><span>Verdict</span><select "
	      "name=\"verdict\">",
		out);
	write_verdict_options(out, filter->verdict);
	fputs("</select></label>", out);
}

static void write_filters(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_filter *filter)
{
	fputs("<form method=\"get\" class=\"filters\" action=\"", out);
	page_address(out, visit->base, "/jury/submissions", NULL);
	fputs("\">", out);
	page_filter_fields(out, visit, filter);
	fputs("<button>Show</button></form>", out);
}

/* ---- rows ---- */

static void write_row(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	page_submission_row(out, visit, "/jury/submissions/", index, PAGE_TIME | PAGE_TEAM);
	fputs("<td>", out);
	page_submission_verdict(out, visit, index);
	page_jury_version(out, visit, index);
	page_jury_stage(out, visit, index);
	page_note_mark(out, visit, index);
	fputs("</td><td>", out);
	page_language(out, visit, as_contest_log_submission(visit->log, index)->language);
	fputs("</td></tr>\n", out);
}

/* The link to earlier submissions, with the same filters. */
static void write_more(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_filter *filter, uint64_t before)
{
	const struct as_contest *contest = page_contest(visit);

	fputs("<p><a class=\"button plain\" href=\"", out);
	page_address(out, visit->base, "/jury/submissions?problem=",
		filter->problem == AS_CONTEST_NONE ? NULL : contest->problems[filter->problem].id);
	fputs("&amp;team=", out);
	if (filter->team != AS_CONTEST_NONE)
		as_html_address(out, as_contest_log_team(visit->log, filter->team)->id);
	fputs("&amp;language=", out);
	as_html_address(out, filter->language ? filter->language : "");
	fputs("&amp;verdict=", out);
	as_html_address(out, filter->verdict ? filter->verdict : "");
	fprintf(out, "&amp;before=%" PRIu64 "\">Earlier submissions</a></p>", before);
}

static void write_list(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_filter *filter)
{
	size_t shown = 0;
	uint64_t last = 0;
	bool has_more = false;

	as_html_table(out, "list", "#No.|#Time|Team|Problem|Verdict|Language\n");
	for (size_t i = as_contest_log_submission_count(visit->log); i-- > 0 && !has_more;) {
		if (!as_contest_log_selects(visit->log, filter, i))
			continue;
		has_more = shown == AS_CONTEST_PAGE_SUBMISSIONS;
		if (has_more)
			break;
		write_row(out, visit, i);
		last = as_contest_log_submission(visit->log, i)->arrival;
		shown++;
	}
	fputs("</tbody></table></div>", out);
	if (shown == 0)
		fputs("<p class=\"empty\">No submissions.</p>", out);
	if (has_more)
		write_more(out, visit, filter, last);
}

void as_contest_page_jury_submissions(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_filter *filter)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_SUBMISSIONS,
			.title = "Submissions",
			.is_wide = true,
			.is_live = true});
	write_filters(out, visit, filter);
	page_live_begin(out, "list", 3);
	write_list(out, visit, filter);
	page_live_end(out);
	page_end(out, visit);
}
