/* SPDX-License-Identifier: MIT */
/* New accounts and passwords: the forms, and the card that is shown once. */
#include "page.h"

static void write_input(FILE *out, const char *label, const char *attributes, const char *value)
{
	fprintf(out,
		"<label class=\"field\"><span>%s</span><input %s autocomplete=\"off\" value=\"",
		label, attributes);
	page_value(out, value ? value : "");
	fputs("\"></label>", out);
}

static void write_password(FILE *out, const char *password)
{
	write_input(out, "Password <small>Random; you may write another one</small>",
		"name=\"password\" required pattern=\".{8,128}\" title=\"8 to 128 characters\" "
		"autocapitalize=\"none\" spellcheck=\"false\" class=\"mono\"",
		password);
}

/* ---- a new team ---- */

static bool is_chosen(const char *chosen, const char *id)
{
	return chosen && strcmp(chosen, id) == 0;
}

static void write_choices(
	FILE *out, const struct as_contest *contest, const struct as_contest_typed_late_team *typed)
{
	fputs("<div class=\"pair\"><label class=\"field\"><span>University</span><select "
	      "name=\"organization\"><option value=\"\">none</option>",
		out);
	for (size_t i = 0; i < contest->organization_count; i++)
		page_option(out, contest->organizations[i].id, contest->organizations[i].name,
			is_chosen(typed->organization, contest->organizations[i].id));
	fputs("</select></label><label class=\"field\"><span>Group</span><select "
	      "name=\"group\"><option value=\"\">none</option>",
		out);
	for (size_t i = 0; i < contest->group_count; i++)
		page_option(out, contest->groups[i].id, contest->groups[i].name,
			is_chosen(typed->group, contest->groups[i].id));
	fputs("</select></label></div>", out);
}

void as_contest_page_jury_new_team(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_late_team *typed)
{
	page_begin(
		out, visit, &(struct page_frame){.place = PAGE_JURY_TEAMS, .title = "Add a team"});
	page_form(out, visit, "/jury/teams", " class=\"card narrow\"");
	write_input(
		out, "Name of the team", "name=\"name\" required maxlength=\"100\"", typed->name);
	write_input(out, "Username <small>To log in with</small>",
		"name=\"username\" required maxlength=\"64\" autocapitalize=\"none\" "
		"spellcheck=\"false\"",
		typed->username);
	write_password(out, typed->password);
	write_choices(out, page_contest(visit), typed);
	fputs("<div class=\"pair\">", out);
	write_input(out, "Place in the hall", "name=\"place\" maxlength=\"200\"", typed->place);
	write_input(out, "Label <small>Default: the next number</small>",
		"name=\"label\" maxlength=\"40\"", typed->label);
	fputs("</div>", out);
	write_input(out, "ID <small>In the Contest API; default: the username</small>",
		"name=\"id\" maxlength=\"36\" autocapitalize=\"none\" spellcheck=\"false\"",
		typed->id);
	fprintf(out,
		"<label class=\"check\"><input type=\"checkbox\" name=\"guest\" value=\"1\"%s> "
		"Guest "
		"<small>on the board without a rank</small></label><p "
		"class=\"actions\"><button>Add the team</button></p></form><p class=\"sub\">The "
		"team "
		"can log in at once, and the board shows it. The team is kept in the contest's "
		"log, "
		"not in teams.yaml. If you write a team with this ID into teams.yaml later, the "
		"name, organization and groups of teams.yaml count after the next start of the "
		"server.</p>",
		typed->is_guest ? " checked" : "");
	page_end(out, visit);
}

/* ---- a new password ---- */

void as_contest_page_jury_password(
	FILE *out, const struct as_contest_visit *visit, size_t account, const char *password)
{
	const char *username = as_contest_log_account(visit->log, account)->username;

	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_TEAMS, .title = "Reset a password"});
	page_form(out, visit, "/jury/password", " class=\"card narrow\"");
	fputs("<input type=\"hidden\" name=\"username\" value=\"", out);
	page_value(out, username);
	fputs("\"><p>The account <b>", out);
	as_html_name(out, username);
	fputs("</b> gets a new password, which you see once. All of its sessions and tokens end. "
	      "The new password replaces the one of ",
		out);
	if (as_contest_log_account(visit->log, account)->shared)
		fputs("the file of shared accounts in all contests of this server. Write it into "
		      "that file, too.</p>",
			out);
	else
		fputs("accounts.yaml for good.</p>", out);
	write_password(out, password);
	fputs("<p class=\"actions\"><button class=\"grave\">Reset the password</button></p></form>",
		out);
	page_end(out, visit);
}

/* ---- the card ---- */

static void write_term(FILE *out, const char *name, const char *text, bool is_code)
{
	if (!page_is_set(text))
		return;
	fprintf(out, "<dt>%s</dt><dd%s>", name, is_code ? " class=\"mono\"" : "");
	as_html_name(out, text);
	fputs("</dd>", out);
}

static void write_team_terms(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	const size_t organization = as_contest_log_team(visit->log, team)->organization;

	if (organization != AS_CONTEST_NONE)
		write_term(out, "Of", page_contest(visit)->organizations[organization].name, false);
	write_term(out, "Place", as_contest_log_place(visit->log, team), false);
}

static const char *title_of(
	const struct as_contest_visit *visit, const struct as_contest_account *account)
{
	if (account->role == AS_CONTEST_TEAM)
		return as_contest_team_display_name(as_contest_log_team(visit->log, account->team));
	return account->name ? account->name : as_contest_role_name(account->role);
}

void as_contest_page_jury_card(
	FILE *out, const struct as_contest_visit *visit, size_t account, const char *password)
{
	const struct as_contest_account *of = as_contest_log_account(visit->log, account);

	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_TEAMS,
			.title = "The new password",
			.style = "jury.css"});
	fputs("<p class=\"notice done\" role=\"status\">Only the hash of the password is kept: "
	      "print "
	      "this page, or write the password down.</p><section class=\"card account\"><h2>",
		out);
	as_html_name(out, title_of(visit, of));
	fputs("</h2><dl>", out);
	if (of->role == AS_CONTEST_TEAM)
		write_team_terms(out, visit, of->team);
	write_term(out, "Contest", page_contest(visit)->settings.name, false);
	write_term(out, "Username", of->username, true);
	write_term(out, "Password", password, true);
	fputs("</dl></section><p><a href=\"", out);
	page_address(out, visit->base, "/jury/teams", NULL);
	fputs("\">To the teams</a></p>", out);
	page_end(out, visit);
}
