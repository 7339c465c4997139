/* SPDX-License-Identifier: MIT */
/* Teams and accounts. */
#include "standing.h"

/* Accounts of each team, as linked lists: scanning all accounts for each team would hold the lock
 * too long. */
struct lists {
	size_t *first;    /* by team */
	size_t *next;     /* by account */
	uint32_t *counts; /* by account: its sessions and tokens */
};

static void clear_lists(struct lists *lists)
{
	free(lists->first);
	free(lists->next);
	free(lists->counts);
}

/* If memory runs out, the lists are empty. */
static void make_lists(struct lists *lists, const struct as_contest_visit *visit)
{
	const struct as_contest_log *log = visit->log;
	const size_t teams = as_contest_log_team_count(log);
	const size_t accounts = as_contest_log_account_count(log);

	lists->first = malloc((teams + 1) * sizeof *lists->first);
	lists->next = malloc((accounts + 1) * sizeof *lists->next);
	lists->counts = calloc(accounts + 1, sizeof *lists->counts);
	if (lists->counts)
		as_contest_log_count_credentials(log, visit->now_wall_ms, lists->counts);
	if (!lists->first || !lists->next)
		return;
	for (size_t i = 0; i < teams; i++)
		lists->first[i] = AS_CONTEST_NONE;
	for (size_t i = accounts; i-- > 0;) {
		const struct as_contest_account *account = as_contest_log_account(log, i);
		if (account->role != AS_CONTEST_TEAM)
			continue;
		lists->next[i] = lists->first[account->team];
		lists->first[account->team] = i;
	}
}

/* The sessions and tokens of an account, which an admin can end. */
static void write_sessions(
	FILE *out, const struct as_contest_visit *visit, const struct lists *lists, size_t account)
{
	const uint32_t count = lists->counts ? lists->counts[account] : 0;

	if (count == 0 || page_account(visit)->role != AS_CONTEST_ADMIN)
		return;
	page_form(out, visit, "/jury/accounts/end", "");
	fputs("<input type=\"hidden\" name=\"username\" value=\"", out);
	page_attribute(out, as_contest_log_account(visit->log, account)->username);
	fprintf(out,
		"\"><button class=\"plain\" title=\"Logs the account out everywhere, and ends its "
		"tokens\">End %" PRIu32 " session%s</button></form>",
		count, count == 1 ? "" : "s");
}

static void write_accounts(
	FILE *out, const struct as_contest_visit *visit, const struct lists *lists, size_t team)
{
	if (!lists->first || !lists->next)
		return;
	for (size_t i = lists->first[team]; i != AS_CONTEST_NONE; i = lists->next[i]) {
		/* A form is a line of its own, so a comma stands before it. */
		as_html_name(out, as_contest_log_account(visit->log, i)->username);
		fputs(lists->next[i] == AS_CONTEST_NONE ? "" : ", ", out);
		write_sessions(out, visit, lists, i);
	}
}

static void write_groups(
	FILE *out, const struct as_contest *contest, const struct as_contest_team *team)
{
	for (size_t i = 0; i < team->group_count; i++) {
		fputs(i > 0 ? ", " : "", out);
		as_html_name(out, contest->groups[team->groups[i]].name);
	}
}

/* True if teams can start by themselves. */
static bool has_starts(const struct as_contest_visit *visit)
{
	const struct as_contest_participation *of = &page_contest(visit)->settings.participation;

	return of->time_per_team_ms > 0 || of->virtual_from_wall_ms != AS_NEVER_MS;
}

static void write_team(
	FILE *out, const struct as_contest_visit *visit, const struct lists *lists, size_t index)
{
	const struct as_contest *contest = page_contest(visit);
	const struct as_contest_team *team = as_contest_log_team(visit->log, index);

	fputs("<tr><td>", out);
	as_html_name(out, team->label);
	fputs("</td><th scope=\"row\"><a href=\"", out);
	page_address(out, visit->base, "/jury/teams/", team->id);
	fputs("\">", out);
	as_html_name(out, as_contest_team_display_name(team));
	fputs("</a>", out);
	if (as_contest_log_standing(visit->log, index).is_disqualified)
		fputs(" <span class=\"chip bad\">disqualified</span>", out);
	if (as_contest_log_standing(visit->log, index).is_guest)
		fputs(" <span class=\"chip\">guest</span>", out);
	if (as_contest_log_team_is_hidden(visit->log, index))
		fputs(" <span class=\"chip\">hidden</span>", out);
	if (index >= contest->team_count)
		fputs(" <span class=\"chip\">not in teams.yaml</span>", out);
	fputs("</th><td>", out);
	if (team->organization != AS_CONTEST_NONE)
		as_html_name(out, contest->organizations[team->organization].name);
	fputs("</td><td>", out);
	as_html_name(out, as_contest_log_place(visit->log, index));
	if (as_contest_log_presence(visit->log, index)->is_present)
		fputs(" <span class=\"chip\">present</span>", out);
	fputs("</td><td>", out);
	write_groups(out, contest, team);
	fputs("</td><td>", out);
	write_accounts(out, visit, lists, index);
	if (has_starts(visit)) {
		fputs("</td><td>", out);
		page_jury_start(out, visit, index);
	}
	fputs("</td><td><a href=\"", out);
	page_address(out, visit->base, "/jury/submissions?team=", team->id);
	fputs("\">Submissions</a></td></tr>\n", out);
}

static void write_others(FILE *out, const struct as_contest_visit *visit, const struct lists *lists)
{
	fputs("<h2>Other accounts</h2>", out);
	as_html_table(out, "list", "Username|Name|Role|\n");
	for (size_t i = 0; i < as_contest_log_account_count(visit->log); i++) {
		const struct as_contest_account *account = as_contest_log_account(visit->log, i);
		if (account->role == AS_CONTEST_TEAM)
			continue;
		fputs("<tr><th scope=\"row\">", out);
		as_html_name(out, account->username);
		fputs("</th><td>", out);
		as_html_name(out, account->name);
		fprintf(out, "</td><td>%s</td><td>", as_contest_role_name(account->role));
		write_sessions(out, visit, lists, i);
		page_password_link(out, visit, i);
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody></table></div>", out);
}

void as_contest_page_jury_teams(FILE *out, const struct as_contest_visit *visit)
{
	AS_AUTO(clear_lists) struct lists lists = {0};

	make_lists(&lists, visit);
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_TEAMS,
			.title = "Teams",
			.is_wide = true,
			.is_live = true});
	fputs("<p class=\"sub\">", out);
	if (page_is_admin(visit)) {
		fputs("<a class=\"button\" href=\"", out);
		page_address(out, visit->base, "/jury/new-team", NULL);
		fputs("\">Add a team</a> ", out);
	}
	fputs("<a href=\"", out);
	page_address(out, visit->base, "/checkin", NULL);
	fputs("\">Check-in: places, and teams that are present</a>" PAGE_DOT "<a href=\"", out);
	page_address(out, visit->base, "/jury/logins", NULL);
	fputs("\">Log-ins: who, when, from where</a></p>", out);
	page_live_begin(out, "teams", 10);
	as_html_table(out, "list",
		has_starts(visit) ? "Label|Team|University|Place|Groups|Account|Start|\n"
				  : "Label|Team|University|Place|Groups|Account|\n");
	for (size_t i = 0; i < as_contest_log_team_count(visit->log); i++)
		write_team(out, visit, &lists, i);
	fputs("</tbody></table></div>", out);
	write_others(out, visit, &lists);
	page_live_end(out);
	page_end(out, visit);
}
