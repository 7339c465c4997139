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
	fputs("</b> to ", out);
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
	if (clarification->problem != AS_CONTEST_NONE && as_contest_visit_sees_problems(visit))
		page_problem_link(out, visit, clarification->problem);
	else
		fputs("General", out);
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

/* ---- the jury's answer ---- */

static void write_one_recipient(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_team *asker = as_contest_log_team(
		visit->log, as_contest_log_clarification(visit->log, index)->from_team);
	char number[24];

	snprintf(number, sizeof number, "%zu", index + 1);
	fputs("<label class=\"field\"><span>To <small>others do not see the question</small></span>"
	      "<select name=\"to\">",
		out);
	page_recipient_option(out, "team:", asker->id, as_contest_team_display_name(asker), true);
	page_option(out, "all", "All teams", false);
	fputs("</select></label></div><p class=\"actions\"><button>Answer</button> <a href=\"",
		out);
	page_address(out, visit->base, "/jury/clarifications/", number);
	fputs("\">Answer several teams or groups</a></p>", out);
}

static void write_several_recipients(FILE *out, const struct as_contest_visit *visit, size_t asker)
{
	page_recipient_field(out, visit, asker);
	fputs("</div><p class=\"actions\"><button>Answer</button></p>", out);
}

static void write_form(
	FILE *out, const struct as_contest_visit *visit, size_t index, enum page_reply reply)
{
	const struct as_contest_clarification *clarification =
		as_contest_log_clarification(visit->log, index);
	const bool is_open = !clarification->is_answered || reply == PAGE_REPLY_TO_SEVERAL;

	fprintf(out, "<details class=\"answer\"%s><summary>Answer</summary>",
		is_open ? " open" : "");
	page_form(out, visit, "/jury/clarifications", "");
	fprintf(out, "<input type=\"hidden\" name=\"reply_to\" value=\"%zu\">", index + 1);
	if (clarification->problem != AS_CONTEST_NONE) {
		fputs("<input type=\"hidden\" name=\"problem\" value=\"", out);
		page_attribute(out, page_contest(visit)->problems[clarification->problem].id);
		fputs("\">", out);
	}
	fprintf(out,
		"<label class=\"field\"><span>Answer</span><textarea name=\"text\" rows=\"3\" "
		"required maxlength=\"%d\">\n"
		"</textarea></label><div class=\"pair\">",
		AS_CONTEST_CLARIFICATION_MAX_BYTES);
	if (reply == PAGE_REPLY_TO_SEVERAL)
		write_several_recipients(out, visit, clarification->from_team);
	else
		write_one_recipient(out, visit, index);
	fputs("</form></details>", out);
}

void page_thread(
	FILE *out, const struct as_contest_visit *visit, size_t index, enum page_reply reply)
{
	const struct as_contest_clarification *clarification =
		as_contest_log_clarification(visit->log, index);
	const struct as_contest_reader reader = as_contest_visit_reader(visit);
	const size_t count = as_contest_log_clarification_count(visit->log);

	fprintf(out, "<article class=\"thread card\" id=\"clarification-%zu\">", index + 1);
	write_one(out, visit, index);
	for (size_t i = index + 1; i < count; i++)
		if (as_contest_log_clarification(visit->log, i)->reply_to == index &&
			as_contest_log_sees_clarification(visit->log, &reader, i))
			write_one(out, visit, i);
	if (reply != PAGE_NO_REPLY && clarification->from_team != AS_CONTEST_NONE)
		write_form(out, visit, index, reply);
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
