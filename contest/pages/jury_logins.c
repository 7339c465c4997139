/* SPDX-License-Identifier: MIT */
/* Log-ins: who, when, and from which address. */
#include "page.h"

/* A link to the log-ins of an account or an address. */
static void write_filter(FILE *out, const struct as_contest_visit *visit, const char *field,
	const char *value, bool is_name)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "/jury/logins?%s=", field);

	fputs("<a href=\"", out);
	page_address(out, visit->base, path ? path : "/jury/logins", path ? value : NULL);
	fputs("\">", out);
	if (is_name)
		as_html_name(out, value);
	else
		as_html_text(out, value);
	fputs("</a>", out);
}

static void write_login(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_login *login)
{
	const struct as_contest_account *account =
		login->account == AS_CONTEST_NONE
			? NULL
			: as_contest_log_account(visit->log, login->account);

	fputs("<tr><td class=\"moment\">", out);
	page_moment(out, login->wall_ms);
	fputs("</td><th scope=\"row\">", out);
	if (account)
		write_filter(out, visit, "username", account->username, true);
	else
		fputs("<span class=\"sub\">unknown username</span>", out);
	fputs("</th><td>", out);
	if (account && account->role == AS_CONTEST_TEAM)
		page_team_link(out, visit, account->team);
	else if (account)
		fputs(as_contest_role_name(account->role), out);
	fputs("</td><td>", out);
	if (*login->from)
		write_filter(out, visit, "from", login->from, false);
	else
		fputs(PAGE_DASH, out);
	fputs(login->is_refused ? "</td><td><span class=\"chip bad\">refused</span>"
				: "</td><td>logged in",
		out);
	if (login->left_out)
		fprintf(out, " <small>and %" PRIu64 " more before it</small>", login->left_out);
	fputs("</td></tr>\n", out);
}

static bool is_listed(const struct as_contest_visit *visit, const struct as_contest_login *login,
	const struct as_contest_login_filter *filter)
{
	const char *username =
		login->account == AS_CONTEST_NONE
			? ""
			: as_contest_log_account(visit->log, login->account)->username;

	return (!page_is_set(filter->username) || strcmp(username, filter->username) == 0) &&
	       (!page_is_set(filter->from) || strcmp(login->from, filter->from) == 0);
}

void as_contest_page_jury_logins(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_login_filter *filter)
{
	const size_t count = as_contest_log_login_count(visit->log);

	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_TEAMS,
			.title = "Log-ins",
			.is_wide = true,
			.is_live = true});
	fprintf(out,
		"<p class=\"sub\">The last %d log-ins with a password, and refused attempts. The "
		"log of the contest keeps all log-ins, and at most 20 refused attempts in a "
		"minute. "
		"Accounts that log in by address are not listed.</p>",
		AS_CONTEST_LOGINS_KEPT);
	if (page_is_set(filter->username) || page_is_set(filter->from)) {
		fputs("<p>Only log-ins of ", out);
		as_html_name(out, page_is_set(filter->username) ? filter->username : filter->from);
		fputs(". <a href=\"", out);
		page_address(out, visit->base, "/jury/logins", NULL);
		fputs("\">All</a></p>", out);
	}
	page_live_begin(out, "logins", 10);
	as_html_table(out, "list", "When|Account|Team or role|From|\n");
	for (size_t i = 0; i < count; i++) {
		const struct as_contest_login *login = as_contest_log_login(visit->log, i);
		if (is_listed(visit, login, filter))
			write_login(out, visit, login);
	}
	fputs("</tbody></table></div>", out);
	page_live_end(out);
	page_end(out, visit);
}
