/* SPDX-License-Identifier: MIT */
/* A clarification with the replies to it. */
#include "thread.h"

/* ---- author and recipients ---- */

/* Maximum number of names; further recipients are counted. */
#define NAMES_MAX 8

static bool sees_team(const struct as_contest_visit *visit, size_t team)
{
	return page_is_jury(visit) || page_team(visit) == team ||
	       !as_contest_log_team_is_hidden(visit->log, team);
}

static bool sees_group(const struct as_contest_visit *visit, size_t group)
{
	return page_is_jury(visit) || !page_contest(visit)->groups[group].hidden;
}

/* Begins the next name; false: the maximum is reached. */
static bool next_name(FILE *out, size_t *count)
{
	if ((*count)++ >= NAMES_MAX)
		return false;
	fputs(*count > 1 ? ", " : "", out);
	return true;
}

static size_t write_names(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_clarification *clarification)
{
	size_t count = 0;

	for (size_t i = 0; i < clarification->to_groups.count; i++) {
		const size_t group = clarification->to_groups.items[i];
		if (!sees_group(visit, group) || !next_name(out, &count))
			continue;
		fputs("the group ", out);
		as_html_name(out, page_contest(visit)->groups[group].name);
	}
	for (size_t i = 0; i < clarification->to_teams.count; i++)
		if (sees_team(visit, clarification->to_teams.items[i]) && next_name(out, &count))
			page_team_link(out, visit, clarification->to_teams.items[i]);
	return count;
}

void page_recipients(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_clarification *clarification)
{
	if (clarification->is_to_all || clarification->from_team != AS_CONTEST_NONE) {
		fputs(clarification->is_to_all ? "all" : "the jury", out);
		return;
	}
	const size_t count = write_names(out, visit, clarification);
	if (count > NAMES_MAX)
		fprintf(out, " and %zu more", count - NAMES_MAX);
	/* A team of a hidden group does not see the group. */
	if (count == 0 && page_team(visit) != AS_CONTEST_NONE)
		page_team_link(out, visit, page_team(visit));
	else if (count == 0)
		fputs("nobody", out);
}

/* ---- messages ---- */

static void write_parties(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_clarification *clarification)
{
	fputs("<b>", out);
	if (clarification->from_team == AS_CONTEST_NONE)
		fputs("Jury", out);
	else
		page_team_link(out, visit, clarification->from_team);
	fputs("</b>", out);
	if (page_is_jury(visit) && clarification->from_team == AS_CONTEST_NONE &&
		clarification->account != AS_CONTEST_NONE) {
		fputs(" (", out);
		as_html_name(
			out, as_contest_log_account(visit->log, clarification->account)->username);
		fputs(")", out);
	}
	fputs(" to ", out);
	page_recipients(out, visit, clarification);
}

static void write_one(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_clarification *clarification =
		as_contest_log_clarification(visit->log, index);
	const bool is_jury = clarification->from_team == AS_CONTEST_NONE;

	fprintf(out, "<div class=\"message%s\"><p class=\"sub\">", is_jury ? " jury" : "");
	write_parties(out, visit, clarification);
	fputs(PAGE_DOT, out);
	page_subject(out, visit, clarification);
	fputs(PAGE_DOT, out);
	if (clarification->time_ms != AS_NEVER_MS && clarification->time_ms >= 0)
		page_contest_time(out, clarification->time_ms);
	else
		page_moment(out, clarification->wall_ms);
	fputs("</p><p class=\"text\">", out);
	as_html_untrusted(out, clarification->text, strlen(clarification->text),
		AS_CONTEST_CLARIFICATION_MAX_BYTES, AS_HTML_BLOCK);
	fputs("</p></div>", out);
}

/* ---- for the jury: who deals with it ---- */

static void write_claim(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_clarification *question)
{
	if (!page_is_jury(visit) || question->claimant == AS_CONTEST_NONE)
		return;
	fprintf(out, "<p class=\"claim\"><span class=\"chip\">%s ",
		question->is_answered ? "No answer needed, said" : "Claimed by");
	as_html_name(out, as_contest_log_account(visit->log, question->claimant)->username);
	fputs("</span> <small>", out);
	page_moment(out, question->claim_wall_ms);
	fputs("</small></p>", out);
}

/* ---- the thread ---- */

void page_thread(FILE *out, const struct as_contest_visit *visit, size_t index,
	enum page_reply reply, const struct as_contest_typed_message *typed)
{
	const struct as_contest_clarification *clarification =
		as_contest_log_clarification(visit->log, index);
	const struct as_contest_reader reader = as_contest_visit_reader(visit);
	const size_t count = as_contest_log_clarification_count(visit->log);

	fprintf(out, "<article class=\"thread card\" id=\"clarification-%zu\">", index + 1);
	write_one(out, visit, index);
	write_claim(out, visit, clarification);
	for (size_t i = index + 1; i < count; i++)
		if (as_contest_log_clarification(visit->log, i)->reply_to == index &&
			as_contest_log_sees_clarification(visit->log, &reader, i))
			write_one(out, visit, i);
	if (reply != PAGE_NO_REPLY && clarification->from_team != AS_CONTEST_NONE)
		page_answer_form(out, visit, index, reply, typed);
	fputs("</article>", out);
}

bool page_is_thread(const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_reader reader = as_contest_visit_reader(visit);
	const size_t reply_to = as_contest_log_clarification(visit->log, index)->reply_to;

	return as_contest_log_sees_clarification(visit->log, &reader, index) &&
	       (reply_to == AS_CONTEST_NONE ||
		       !as_contest_log_sees_clarification(visit->log, &reader, reply_to));
}
