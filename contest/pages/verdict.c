/* SPDX-License-Identifier: MIT */
/* The verdict that a visitor sees. */
#include "page.h"

size_t page_judgement(const struct as_contest_visit *visit, size_t submission)
{
	const struct as_contest_reader reader = as_contest_visit_reader(visit);
	const size_t valid = as_contest_log_submission(visit->log, submission)->valid;

	return valid != AS_CONTEST_NONE && as_contest_log_sees_judgement(visit->log, &reader, valid)
		       ? valid
		       : AS_CONTEST_NONE;
}

static bool has_scores(const struct as_contest_visit *visit)
{
	return page_contest(visit)->settings.rules.scoring.type == AS_SCOREBOARD_SCORE;
}

void page_submission_verdict(FILE *out, const struct as_contest_visit *visit, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(visit->log, submission);
	const size_t index = page_judgement(visit, submission);

	if (index == AS_CONTEST_NONE) {
		page_verdict(out, AS_VERDICT_NONE);
	} else {
		const struct as_contest_judgement *judgement =
			as_contest_log_judgement(visit->log, index);
		page_verdict(out, judgement->verdict);
		if (has_scores(visit) && judgement->verdict != AS_VERDICT_CE &&
			judgement->verdict != AS_VERDICT_JE) {
			fputs(" <b class=\"points\">", out);
			page_score(out, judgement->score_e6);
			fputs("</b>", out);
		}
	}
	if (index != AS_CONTEST_NONE && as_contest_log_judgement(visit->log, index)->ruling &&
		as_contest_visit_reader(visit).scope != AS_CONTEST_SEES_PUBLIC)
		fputs(" <span class=\"chip\">by the jury</span>", out);
	if (of->is_practice)
		fputs(as_contest_log_is_in_own_time(visit->log, submission)
				? " <span class=\"chip\">after the contest</span>"
				: " <span class=\"chip\">practice</span>",
			out);
	if (of->is_ignored)
		fputs(" <span class=\"chip\">ignored</span>", out);
}

void page_jury_stage(FILE *out, const struct as_contest_visit *visit, size_t submission)
{
	const struct as_contest_progress progress = as_contest_log_progress(visit->log, submission);

	if (progress.stage == AS_CONTEST_RUNS)
		fprintf(out, " <small>%zu of %zu tests</small>", progress.done, progress.total);
	else if (progress.stage == AS_CONTEST_WAITS)
		fputs(" <small>waits</small>", out);
}

void page_jury_version(FILE *out, const struct as_contest_visit *visit, size_t submission)
{
	if (as_contest_log_is_of_earlier(visit->log, submission))
		fputs(" <span class=\"chip\" title=\"judged with an earlier version of the "
		      "package\">earlier version</span>",
			out);
}

void page_jury_earlier(FILE *out, const struct as_contest_visit *visit)
{
	const uint64_t count = as_contest_log_count_of_earlier(visit->log);

	if (count == 0)
		return;
	fputs("<p class=\"notice info\"><a href=\"", out);
	page_address(out, visit->base, "/jury/submissions?verdict=earlier", NULL);
	fprintf(out, "\">%" PRIu64 " verdict%s</a> come%s from an earlier version of a package.",
		count, count == 1 ? "" : "s", count == 1 ? "s" : "");
	if (page_may_judge(visit)) {
		fputs(" \"Judge again\" on the page of a submission, or <a href=\"", out);
		page_address(out, visit->base, "/jury/rejudgings?earlier=1&count=1", NULL);
		fputs("\">a rejudging</a>, judges with the version in use.", out);
	}
	fputs("</p>\n", out);
}

void page_submission_link(
	FILE *out, const struct as_contest_visit *visit, const char *path, size_t submission)
{
	const uint64_t number = as_contest_log_submission(visit->log, submission)->arrival;

	fputs("<a href=\"", out);
	page_address(out, visit->base, path, NULL);
	fprintf(out, "%" PRIu64 "\">%" PRIu64 "</a>", number, number);
}

void page_submission_row(FILE *out, const struct as_contest_visit *visit, const char *path,
	size_t submission, unsigned cells)
{
	const struct as_contest_submission *of = as_contest_log_submission(visit->log, submission);

	fputs("<tr>", out);
	if (path) {
		fputs("<td class=\"number\">", out);
		page_submission_link(out, visit, path, submission);
		fputs("</td>", out);
	}
	if (cells & PAGE_TIME) {
		fputs("<td class=\"number\">", out);
		page_contest_time(out, of->time_ms);
		fputs("</td>", out);
	}
	if (cells & PAGE_TEAM) {
		fputs("<td>", out);
		page_team_link(out, visit, of->team);
		fputs("</td>", out);
	}
	fputs("<td>", out);
	page_problem_link(out, visit, of->problem);
	fputs("</td>", out);
}
