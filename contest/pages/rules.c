/* SPDX-License-Identifier: MIT */
/* The rules of the contest, from its settings. */
#include "problems.h"

static void write_link(
	FILE *out, const struct as_contest_visit *visit, const char *path, const char *text)
{
	fputs("<a href=\"", out);
	page_address(out, visit->base, path, NULL);
	fprintf(out, "\">%s</a>", text);
}

/* ---- times ---- */

static void write_participation(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_participation *of = &page_contest(visit)->settings.participation;

	if (of->time_per_team_ms > 0) {
		fputs("<li>Each team starts when it likes within this time, and then has <b>", out);
		page_span_up(out, of->time_per_team_ms);
		fputs("</b></li><li>Results are hidden until the contest ends</li>", out);
	}
	if (of->virtual_from_wall_ms != AS_NEVER_MS) {
		fputs("<li>Teams that did not take part can do so afterwards, from <b>", out);
		page_moment(out, of->virtual_from_wall_ms);
		fputs("</b> to <b>", out);
		page_moment(out, of->virtual_to_wall_ms);
		fputs("</b></li>", out);
	}
}

void page_contest_times(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_clock *clock = as_contest_log_clock(visit->log);

	fputs("<ul class=\"facts\">", out);
	if (clock->start_wall_ms != AS_NEVER_MS) {
		fputs("<li>Start <b>", out);
		page_moment(out, clock->start_wall_ms);
		fputs("</b></li>", out);
	}
	fputs("<li>Duration <b>", out);
	page_span_up(out, clock->duration_ms);
	fputs("</b></li>", out);
	if (clock->freeze_duration_ms > 0) {
		fputs("<li>The board is frozen in the last <b>", out);
		page_span_up(out, clock->freeze_duration_ms);
		fputs("</b></li>", out);
	}
	write_participation(out, visit);
	fputs("</ul>", out);
}

/* ---- scoring ---- */

void page_scoring(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_rules *rules = &page_contest(visit)->settings.rules.scoring;
	static const char *const scores[] = {
		[AS_SCORE_GROUPS] = "the sum of the best results in each group of tests",
		[AS_SCORE_BEST] = "that of the best submission",
		[AS_SCORE_LAST] = "that of the last submission"};

	fputs("<h2>Ranks</h2>", out);
	if (rules->type == AS_SCOREBOARD_SCORE)
		fprintf(out,
			"<p>Teams are ranked by points. The points for a problem are %s.%s</p>",
			scores[rules->score_mode],
			rules->ties == AS_TIES_TIME
				? " Of equal teams, the one that reached its points earlier is "
				  "first."
				: "");
	else
		fprintf(out,
			"<p>Teams are ranked by the number of solved problems, then by the smaller "
			"penalty time: %s, plus all penalties.</p>",
			rules->mode == AS_PENALTY_LAST
				? "the contest time of the last solved problem"
				: "the sum of the contest times at which the problems were "
				  "solved");
	page_tries(out, rules);
}

/* ---- verdicts ---- */

static void write_verdicts(FILE *out)
{
	static const struct {
		enum as_verdict verdict;
		const char *meaning;
	} rows[] = {{AS_VERDICT_AC, "right, within the limits, on all tests"},
		{AS_VERDICT_WA, "ended in time, with a wrong output"},
		{AS_VERDICT_TLE, "needed more time than the limit"},
		{AS_VERDICT_MLE, "needed more memory than the limit"},
		{AS_VERDICT_OLE, "wrote more than the limit"},
		{AS_VERDICT_RTE, "crashed, or ended with an exit status other than 0"},
		{AS_VERDICT_CE, "could not be compiled; the compiler's message is on the page of "
				"the submission"},
		{AS_VERDICT_SV, "tried something that is forbidden"},
		{AS_VERDICT_JE, "the jury's fault; the submission will be judged again"}};

	fputs("<h2>Verdicts</h2>", out);
	as_html_table(out, "list narrow", "Verdict|The submission");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		fputs("<tr><td>", out);
		page_verdict(out, rows[i].verdict);
		fprintf(out, "</td><td>%s</td></tr>", rows[i].meaning);
	}
	fputs("</tbody></table></div>", out);
}

/* ---- submissions and questions ---- */

static void write_limit(FILE *out, uint64_t limit, const char *what)
{
	if (limit != AS_CONTEST_UNLIMITED)
		fprintf(out, "<li>%s <b>%" PRIu64 "</b></li>", what, limit);
}

static void write_submissions(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_settings *settings = &page_contest(visit)->settings;

	fputs("<h2>Submissions</h2><p>", out);
	write_link(out, visit, "/languages", "Languages");
	fputs(" has the versions, the commands and the limits. A submission can have several "
	      "files.",
		out);
	fputs(settings->participation.practice
			? " After the end, teams can continue to submit for practice."
			: "",
		out);
	fputs("</p><ul>", out);
	write_limit(out, settings->limits.submissions_per_minute,
		"Submissions to a problem in a minute:");
	write_limit(out, settings->limits.submissions_per_problem, "Submissions to a problem:");
	fputs("</ul>", out);
}

void page_questions(FILE *out, const struct as_contest_visit *visit)
{
	fputs("<p>Ask the jury at ", out);
	write_link(out, visit, "/clarifications", "Clarifications");
	fputs(": only your team and the jury see the question. Answers and announcements are shown "
	      "at the top of every page.</p>",
		out);
}

void as_contest_page_rules(FILE *out, const struct as_contest_visit *visit)
{
	page_begin(out, visit, &(struct page_frame){.place = PAGE_PROBLEMS, .title = "Rules"});
	page_contest_times(out, visit);
	page_scoring(out, visit);
	write_verdicts(out);
	write_submissions(out, visit);
	fputs("<h2>Questions</h2>", out);
	page_questions(out, visit);
	page_end(out, visit);
}
