/* SPDX-License-Identifier: MIT */
/* The audit trail. */
#include "thread.h"

#define AUDIT_TEXT_BYTES 300

/* ---- the clock ---- */

static void write_moment(FILE *out, const char *what, int64_t wall_ms, const char *never)
{
	if (wall_ms == AS_NEVER_MS) {
		fprintf(out, "<p>%s</p>", never);
		return;
	}
	fprintf(out, "<p>%s ", what);
	page_moment(out, wall_ms);
	fputs("</p>", out);
}

static void write_spans(FILE *out, const char *what, int64_t was_ms, int64_t is_ms)
{
	fprintf(out, "<p>%s: ", what);
	page_span_up(out, was_ms);
	fputs(" \xe2\x86\x92 ", out);
	page_span_up(out, is_ms);
	fputs("</p>", out);
}

static void write_removed(FILE *out, const struct as_contest_act *act)
{
	if (act->is.is_paused && !act->was.is_paused)
		fputs("<p>Contest paused</p>", out);
	else if (!act->is.is_paused && act->was.is_paused &&
		 act->is.removed_count == act->was.removed_count)
		fputs("<p>Contest resumed</p>", out);
	else if (act->is.removed_count != act->was.removed_count)
		fprintf(out, "<p>Removed intervals: %zu \xe2\x86\x92 %zu</p>",
			act->was.removed_count, act->is.removed_count);
}

static void write_clock(FILE *out, const struct as_contest_act *act)
{
	const struct as_contest_clock_values *was = &act->was, *is = &act->is;

	if (was->start_wall_ms != is->start_wall_ms)
		write_moment(out, "Start:", is->start_wall_ms, "Start: not set");
	if (was->countdown_ms != is->countdown_ms)
		fputs(is->countdown_ms >= 0 ? "<p>Countdown paused</p>"
					    : "<p>Countdown resumed</p>",
			out);
	if (was->duration_ms != is->duration_ms)
		write_spans(out, "Duration", was->duration_ms, is->duration_ms);
	if (was->freeze_duration_ms != is->freeze_duration_ms)
		write_spans(out, "Freeze before the end", was->freeze_duration_ms,
			is->freeze_duration_ms);
	write_removed(out, act);
	if (was->thaw_wall_ms != is->thaw_wall_ms)
		write_moment(out, "Thaw:", is->thaw_wall_ms, "Thaw: undone");
	if (was->finalized_wall_ms != is->finalized_wall_ms)
		write_moment(
			out, "Results final:", is->finalized_wall_ms, "Results: no longer final");
}

/* ---- other acts ---- */

static void write_submission(FILE *out, const struct as_contest_visit *visit, const char *before,
	size_t index, const char *after)
{
	const struct as_contest_submission *submission =
		as_contest_log_submission(visit->log, index);

	fprintf(out, "<p>%s submission ", before);
	page_submission_link(out, visit, "/jury/submissions/", index);
	fprintf(out, "%s <small>", after);
	as_html_name(out,
		as_contest_team_display_name(as_contest_log_team(visit->log, submission->team)));
	fputs(PAGE_DOT, out);
	as_html_name(out, page_contest(visit)->problems[submission->problem].label);
	fputs("</small></p>", out);
}

static void write_given(FILE *out, const struct as_contest_visit *visit, const char *what,
	const struct as_contest_act *act)
{
	const struct as_contest_given *given = as_contest_log_given(visit->log, act->index);

	fprintf(out, "<p>%s%s to ", what, given->is_start ? " for a late start" : "");
	if (given->team == AS_CONTEST_NONE)
		fputs("all", out);
	else
		page_team_link(out, visit, given->team);
	fputs(": ", out);
	page_moment(out, given->interval.begin_wall_ms);
	fputs(" " PAGE_DASH " ", out);
	page_moment(out, given->interval.end_wall_ms);
	fputs("</p><p>", out);
	as_html_name(out, given->reason);
	fputs("</p>", out);
}

static void write_ruling(FILE *out, const struct as_contest_visit *visit, const char *what,
	const char *how, size_t index)
{
	const struct as_contest_judgement *judgement = as_contest_log_judgement(visit->log, index);
	AS_AUTO_FREE char *after =
		as_text_format(NULL, "%s: <b>%s</b>", how, as_verdict_title(judgement->verdict));

	write_submission(out, visit, what, judgement->submission, after ? after : "");
	fputs("<p>", out);
	as_html_name(out, judgement->ruling->reason);
	fputs("</p>", out);
}

static void write_clarification(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_clarification *made =
		as_contest_log_clarification(visit->log, index);

	fputs(made->reply_to == AS_CONTEST_NONE ? "<p>Clarification to " : "<p>Answer to ", out);
	page_recipients(out, visit, made);
	fputs(": \xe2\x80\x9c", out);
	/* A browser shows line feeds as blanks. */
	const size_t shown = as_html_untrusted(
		out, made->text, strlen(made->text), AUDIT_TEXT_BYTES, AS_HTML_BLOCK);
	fputs(made->text[shown] ? "\xe2\x80\xa6\xe2\x80\x9d</p>" : "\xe2\x80\x9d</p>", out);
}

static void write_rejudging(
	FILE *out, const struct as_contest_visit *visit, const char *verb, size_t index)
{
	const struct as_contest_rejudging *rejudging = as_contest_log_rejudging(visit->log, index);

	fprintf(out, "<p>%s ", verb);
	page_rejudging_link(out, visit, index);
	fprintf(out, " of %zu submission%s: ", rejudging->count, rejudging->count == 1 ? "" : "s");
	as_html_name(out, rejudging->reason);
	fputs("</p>", out);
}

static void write_package(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_act *act)
{
	fputs("<p>Package of problem ", out);
	as_html_name(out, page_contest(visit)->problems[act->index].label);
	fprintf(out, ": <code>%s</code> \xe2\x86\x92 <code>%s</code></p>", act->packages[0],
		act->packages[1]);
}

static void write_upload(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_act *act)
{
	const struct as_contest_act *upload =
		act->ended == AS_CONTEST_NONE ? act : as_contest_log_act(visit->log, act->ended);

	fprintf(out, "<p>%s package <code>%s</code> for problem ",
		act->kind == AS_CONTEST_ACT_UPLOAD ? "Upload of" : "Discard", upload->packages[1]);
	as_html_name(out, page_contest(visit)->problems[act->index].label);
	fputs("</p>", out);
}

static void write_handing(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_handing *handing = as_contest_log_handing(visit->log, index);
	static const char *const words[] = {[AS_CONTEST_BALLOON_DELIVER] = "delivered to ",
		[AS_CONTEST_BALLOON_UNDO] = "not delivered after all to ",
		[AS_CONTEST_BALLOON_FETCH] = "taken back from "};

	fputs("<p>Balloon ", out);
	as_html_name(out, page_contest(visit)->problems[handing->problem].label);
	fprintf(out, " %s", words[handing->kind]);
	page_team_link(out, visit, handing->team);
	fputs("</p>", out);
}

static void write_question(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_act *act)
{
	static const char *const words[] = {[AS_CONTEST_CLAIM] = "Claim",
		[AS_CONTEST_RELEASE] = "Release",
		[AS_CONTEST_CLOSE] = "No answer needed:",
		[AS_CONTEST_REOPEN] = "Reopen"};
	char number[24];

	snprintf(number, sizeof number, "%zu", act->index + 1);
	fprintf(out, "<p>%s <a href=\"", words[act->kind - AS_CONTEST_ACT_CLAIM]);
	page_address(out, visit->base, "/jury/clarifications/", number);
	fprintf(out, "\">question %s</a> of ", number);
	page_team_link(out, visit, as_contest_log_clarification(visit->log, act->index)->from_team);
	fputs("</p>", out);
}

static void write_other(FILE *out, const char *type)
{
	static const char *const words[][2] = {{"award", "An award is set"}, {"comment", "Comment"},
		{"token", "Token for the Contest API"}};

	fputs("<p>", out);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(words[i][0], type) == 0)
			type = words[i][1];
	as_html_name(out, type);
	fputs("</p>", out);
}

/* An act on a team. The end of a disqualification also shows the reason. */
static void write_team(FILE *out, const struct as_contest_visit *visit, const char *before,
	const struct as_contest_act *act, const char *after)
{
	const struct as_contest_act *ended =
		act->ended == AS_CONTEST_NONE ? act : as_contest_log_act(visit->log, act->ended);

	fprintf(out, "<p>%s ", before);
	page_team_link(out, visit, act->index);
	fputs(after, out);
	if (act->kind == AS_CONTEST_ACT_RESET_START) {
		fputs(": ", out);
		page_moment(out, act->start_wall_ms);
	}
	if (ended->reason) {
		fputs(": \xe2\x80\x9c", out);
		as_html_untrusted(
			out, ended->reason, strlen(ended->reason), AUDIT_TEXT_BYTES, AS_HTML_BLOCK);
		fputs("\xe2\x80\x9d", out);
	}
	fputs("</p>", out);
}

static void write_account(
	FILE *out, const struct as_contest_visit *visit, const char *before, size_t account)
{
	fprintf(out, "<p>%s ", before);
	as_html_name(out, as_contest_log_account(visit->log, account)->username);
	fputs("</p>", out);
}

static void write_what(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_act *act)
{
	switch (act->kind) {
	case AS_CONTEST_ACT_CLOCK:
		write_clock(out, act);
		break;
	case AS_CONTEST_ACT_REJUDGE:
		write_submission(out, visit, "Judge", act->index, " again");
		break;
	case AS_CONTEST_ACT_IGNORE:
		write_submission(out, visit, "Ignore", act->index, "");
		break;
	case AS_CONTEST_ACT_COUNT:
		write_submission(out, visit, "Count", act->index, " again");
		break;
	case AS_CONTEST_ACT_SUBMIT:
		write_submission(out, visit, "Submit", act->index, " for a team");
		break;
	case AS_CONTEST_ACT_CLARIFY:
		write_clarification(out, visit, act->index);
		break;
	case AS_CONTEST_ACT_REGISTER:
		write_team(out, visit, "Registration of the team", act, "");
		break;
	case AS_CONTEST_ACT_ADD_TEAM:
		write_team(out, visit, "Add the team", act, "");
		break;
	case AS_CONTEST_ACT_DISQUALIFY:
		write_team(out, visit, "Disqualify", act, "");
		break;
	case AS_CONTEST_ACT_REQUALIFY:
		write_team(out, visit, "End the disqualification of", act, "");
		break;
	case AS_CONTEST_ACT_GUEST:
		write_team(out, visit, "Make", act, " a guest, without a rank");
		break;
	case AS_CONTEST_ACT_RANKED:
		write_team(out, visit, "Rank", act, ", not as a guest any more");
		break;
	case AS_CONTEST_ACT_PASSWORD:
		write_account(out, visit, "New password, and end of all sessions, of", act->index);
		break;
	case AS_CONTEST_ACT_PACKAGE:
		write_package(out, visit, act);
		break;
	case AS_CONTEST_ACT_UPLOAD:
	case AS_CONTEST_ACT_DISCARD:
		write_upload(out, visit, act);
		break;
	case AS_CONTEST_ACT_OPEN_EDITORIALS:
		fputs("<p>Editorials opened</p>", out);
		break;
	case AS_CONTEST_ACT_CLOSE_EDITORIALS:
		fputs("<p>Editorials closed</p>", out);
		break;
	case AS_CONTEST_ACT_REJUDGING_OPEN:
		write_rejudging(out, visit, "Open", act->index);
		break;
	case AS_CONTEST_ACT_REJUDGING_APPLY:
		write_rejudging(out, visit, "Apply", act->index);
		break;
	case AS_CONTEST_ACT_REJUDGING_CANCEL:
		write_rejudging(out, visit, "Cancel", act->index);
		break;
	case AS_CONTEST_ACT_END_SESSIONS:
		write_account(out, visit, "End the sessions and tokens of", act->index);
		break;
	case AS_CONTEST_ACT_GIVE:
		write_given(out, visit, "Time given back", act);
		break;
	case AS_CONTEST_ACT_GIVE_END:
		write_given(out, visit, "Time taken back", act);
		break;
	case AS_CONTEST_ACT_RULING:
		write_ruling(out, visit, "Decide", " by hand", act->index);
		break;
	case AS_CONTEST_ACT_RULING_END:
		write_ruling(out, visit, "Withdraw the verdict by hand of", "", act->index);
		break;
	case AS_CONTEST_ACT_RESET_START:
		write_team(out, visit, "Start taken back of", act, "");
		break;
	case AS_CONTEST_ACT_BALLOON:
		write_handing(out, visit, act->index);
		break;
	case AS_CONTEST_ACT_CLAIM:
	case AS_CONTEST_ACT_RELEASE:
	case AS_CONTEST_ACT_CLOSE:
	case AS_CONTEST_ACT_REOPEN:
		write_question(out, visit, act);
		break;
	case AS_CONTEST_ACT_VIEW:
		write_team(out, visit, "Look at the site as", act, "");
		break;
	case AS_CONTEST_ACT_VIEW_END:
		write_team(out, visit, "No longer look at the site as", act, "");
		break;
	case AS_CONTEST_ACT_NOTE:
		write_submission(out, visit, "Note on", act->index, "");
		break;
	case AS_CONTEST_ACT_OTHER:
	default:
		write_other(out, act->type);
		break;
	}
}

/* ---- the list ---- */

static void write_act(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_act *act = as_contest_log_act(visit->log, index);
	const int64_t time_ms = as_contest_time_ms(as_contest_log_clock(visit->log), act->wall_ms);

	fputs("<tr><td class=\"moment\">", out);
	page_moment(out, act->wall_ms);
	fputs("</td><td class=\"number\">", out);
	page_contest_time(out, time_ms);
	fputs("</td><th scope=\"row\">", out);
	if (act->account != AS_CONTEST_NONE)
		as_html_name(out, as_contest_log_account(visit->log, act->account)->username);
	else
		fputs(act->kind == AS_CONTEST_ACT_REGISTER    ? "itself"
			: act->kind == AS_CONTEST_ACT_PACKAGE ? "the server's start"
			: act->kind == AS_CONTEST_ACT_REJUDGE ? "the server"
							      : "not known",
			out);
	fputs("</th><td class=\"remarks\">", out);
	write_what(out, visit, act);
	fputs("</td></tr>\n", out);
}

void as_contest_page_jury_audit(FILE *out, const struct as_contest_visit *visit, uint64_t before)
{
	const size_t count = as_contest_log_act_count(visit->log);
	const size_t end = before > 0 && before - 1 < count ? (size_t)before - 1 : count;
	const size_t begin = end > AS_CONTEST_PAGE_ACTS ? end - AS_CONTEST_PAGE_ACTS : 0;

	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_AUDIT,
			.title = "Audit log",
			.is_wide = true,
			.is_live = true});
	fputs("<p class=\"sub\">All actions of the jury that can change results, newest first. "
	      "They are kept in the contest's log, and nobody can remove them.</p>",
		out);
	page_live_begin(out, "acts", 5);
	if (end == 0)
		fputs("<p class=\"empty\">Nothing yet.</p>", out);
	else
		as_html_table(out, "list tests", "When|#Contest time|Who|What\n");
	for (size_t i = end; i-- > begin;)
		write_act(out, visit, i);
	fputs(end == 0 ? "" : "</tbody></table></div>", out);
	if (begin > 0) {
		fputs("<p><a class=\"button plain\" href=\"", out);
		page_address(out, visit->base, "/jury/audit?before=", NULL);
		fprintf(out, "%zu\">Earlier</a></p>", begin + 1);
	}
	page_live_end(out);
	page_end(out, visit);
}
