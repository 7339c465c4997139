/* SPDX-License-Identifier: MIT */
/* A team for the jury: its accounts and its standing. */
#include "standing.h"

static void write_fact(FILE *out, const char *name, const char *text)
{
	if (!page_is_set(text))
		return;
	fprintf(out, "<li>%s <b>", name);
	as_html_name(out, text);
	fputs("</b></li>", out);
}

static void write_facts(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest *contest = page_contest(visit);
	const struct as_contest_team *team = as_contest_log_team(visit->log, index);

	fputs("<ul class=\"facts\">", out);
	write_fact(out, "ID", team->id);
	write_fact(out, "Label", team->label);
	if (team->organization != AS_CONTEST_NONE)
		write_fact(out, "Organization", contest->organizations[team->organization].name);
	write_fact(out, "Place", as_contest_log_place(visit->log, index));
	for (size_t i = 0; i < team->group_count; i++)
		write_fact(out, "Group", contest->groups[team->groups[i]].name);
	fputs("</ul><p><a href=\"", out);
	page_address(out, visit->base, "/jury/submissions?team=", team->id);
	fputs("\">Submissions</a>" PAGE_DOT "<a href=\"", out);
	page_address(out, visit->base, "/teams/", team->id);
	fputs("\">Public page of the team</a>; on it, the jury can look at the site as this "
	      "team.</p>",
		out);
}

/* ---- accounts ---- */

void page_password_link(FILE *out, const struct as_contest_visit *visit, size_t account)
{
	if (!page_is_admin(visit))
		return;
	fputs("<a class=\"button plain\" href=\"", out);
	page_address(out, visit->base,
		"/jury/password?username=", as_contest_log_account(visit->log, account)->username);
	fputs("\">Reset the password</a>", out);
}

static void write_last_login(FILE *out, const struct as_contest_visit *visit, size_t account)
{
	size_t refused = 0;

	for (size_t i = 0; i < as_contest_log_login_count(visit->log); i++) {
		const struct as_contest_login *login = as_contest_log_login(visit->log, i);
		if (login->account != account)
			continue;
		refused += login->is_refused;
		if (login->is_refused)
			continue;
		page_moment(out, login->wall_ms);
		fputs(" from ", out);
		as_html_name(out, *login->from ? login->from : "an unknown address");
		break;
	}
	if (refused)
		fprintf(out, " <small>then %zu refused</small>", refused);
	fputs(" <a href=\"", out);
	page_address(out, visit->base,
		"/jury/logins?username=", as_contest_log_account(visit->log, account)->username);
	fputs("\">Log-ins</a>", out);
}

static void write_accounts(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	fputs("<h2>Accounts</h2>", out);
	as_html_table(out, "list", "Username|Password|Last log-in|\n");
	for (size_t i = 0; i < as_contest_log_account_count(visit->log); i++) {
		const struct as_contest_account *account = as_contest_log_account(visit->log, i);
		if (account->role != AS_CONTEST_TEAM || account->team != team)
			continue;
		fputs("<tr><th scope=\"row\">", out);
		as_html_name(out, account->username);
		fprintf(out, "</th><td>%s</td><td>",
			as_contest_log_has_new_password(visit->log, i)
				? account->shared
					  ? "reset on this page; the one of the shared file does "
					    "not count"
					  : "reset on this page; the one of accounts.yaml does "
					    "not count"
			: i >= page_contest(visit)->account_count ? "set when the team was added"
			: account->password && account->shared    ? "of the shared file"
			: account->password                       ? "of accounts.yaml"
					    : "none: it logs in by its address");
		write_last_login(out, visit, i);
		fputs("</td><td>", out);
		page_password_link(out, visit, i);
		fputs("</td></tr>", out);
	}
	fputs("</tbody></table></div>", out);
}

/* ---- standing ---- */

static void begin_action(
	FILE *out, const struct as_contest_visit *visit, size_t team, const char *action)
{
	AS_AUTO_FREE char *path = as_text_format(
		NULL, "/jury/teams/%s/standing", as_contest_log_team(visit->log, team)->id);

	page_form(out, visit, path ? path : "/jury/teams", " class=\"card act\"");
	fprintf(out, "<input type=\"hidden\" name=\"action\" value=\"%s\">", action);
}

static void write_disqualify(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	begin_action(out, visit, team, "disqualify");
	fputs("<p>A disqualified team has no rank and no awards, and its submissions are refused. "
	      "It sees the reason.</p><label class=\"field\"><span>Reason</span><textarea "
	      "name=\"reason\" rows=\"3\" required></textarea></label><label "
	      "class=\"check\"><input "
	      "type=\"checkbox\" name=\"hidden\" value=\"1\"> Hide the team from everybody but the "
	      "jury <small>otherwise the board shows it as disqualified</small></label><label "
	      "class=\"check\"><input type=\"checkbox\" name=\"sure\" value=\"1\" required> I am "
	      "sure</label><p class=\"actions\"><button class=\"grave\">Disqualify</button></p>"
	      "</form>",
		out);
}

static void write_requalify(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	begin_action(out, visit, team, "requalify");
	fputs("<p>The team is ranked again with all of its submissions.</p>", out);
	page_sure_final(out, visit);
	fputs("<p class=\"actions\"><button class=\"heed\">End the "
	      "disqualification</button></p></form>",
		out);
}

static void write_guest(FILE *out, const struct as_contest_visit *visit, size_t team, bool is_guest)
{
	begin_action(out, visit, team, is_guest ? "rank" : "guest");
	fputs(is_guest ? "<p>The team then has a rank and awards again, like each other team.</p>"
		       : "<p>A guest is on the board without a rank. It gets no awards and is "
			 "never "
			 "first to solve a problem.</p>",
		out);
	page_sure_final(out, visit);
	fprintf(out, "<p class=\"actions\"><button class=\"heed\">%s</button></p></form>",
		is_guest ? "Rank the team" : "Make the team a guest");
}

static void write_standing(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	const struct as_contest_standing standing = as_contest_log_standing(visit->log, team);

	if (page_is_admin(visit) || standing.is_disqualified || standing.is_guest)
		fputs("<h2>Standing</h2>", out);
	page_standing(out, visit, team);
	if (!page_is_admin(visit))
		return;
	fputs("<div class=\"acts\">", out);
	if (standing.is_disqualified)
		write_requalify(out, visit, team);
	else
		write_disqualify(out, visit, team);
	write_guest(out, visit, team, standing.is_guest);
	fputs("</div>", out);
}

void page_standing(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	const struct as_contest_standing standing = as_contest_log_standing(visit->log, team);
	const bool sees_reason = page_is_jury(visit) || page_team(visit) == team;

	if (standing.is_disqualified) {
		fputs("<div class=\"notice error\"><p>The team is disqualified: it has no rank, "
		      "and "
		      "its submissions are refused.",
			out);
		if (sees_reason && standing.reason) {
			fputs(" The reason: ", out);
			as_html_name(out, standing.reason);
		}
		fputs("</p></div>", out);
	} else if (standing.is_guest) {
		fputs("<p class=\"notice info\">The team is a guest: it is on the board without a "
		      "rank.</p>",
			out);
	} else if (page_is_jury(visit) && !as_contest_log_is_ranked(visit->log, team)) {
		fputs("<p class=\"notice info\">The team is not in the main group, and has no "
		      "rank.</p>",
			out);
	}
}

void as_contest_page_jury_team(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_TEAMS,
			.title = as_contest_team_display_name(
				as_contest_log_team(visit->log, team))});
	write_facts(out, visit, team);
	write_accounts(out, visit, team);
	write_standing(out, visit, team);
	page_jury_reset(out, visit, team);
	page_end(out, visit);
}
