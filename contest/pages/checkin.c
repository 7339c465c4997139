/* SPDX-License-Identifier: MIT */
/* The check-in: who is present, and where. */
#include "page.h"

static const char *organization_of(const struct as_contest_visit *visit, size_t team)
{
	const size_t index = as_contest_log_team(visit->log, team)->organization;

	return index == AS_CONTEST_NONE ? "" : page_contest(visit)->organizations[index].name;
}

static bool is_listed(const struct as_contest_visit *visit, size_t team, const char *name)
{
	const struct as_contest_team *of = as_contest_log_team(visit->log, team);
	const char *place = as_contest_log_place(visit->log, team);

	return !page_is_set(name) || strcasestr(of->label, name) ||
	       strcasestr(as_contest_team_display_name(of), name) ||
	       strcasestr(place ? place : "", name) ||
	       strcasestr(organization_of(visit, team), name);
}

static void write_filter(FILE *out, const char *name)
{
	fputs("<form class=\"filters\"><label class=\"field\"><span>Team or place</span><input "
	      "name=\"name\" type=\"search\" value=\"",
		out);
	page_value(out, name);
	fputs("\"></label><button class=\"plain\">Search</button></form>", out);
}

static void write_form(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	const struct as_contest_team *of = as_contest_log_team(visit->log, team);
	const bool is_present = as_contest_log_presence(visit->log, team)->is_present;

	if (!page_may_serve(visit, AS_CONTEST_STAFF)) {
		page_place(out, visit, team);
		return;
	}
	page_form(out, visit, "/checkin", "");
	fputs("<input type=\"hidden\" name=\"team\" value=\"", out);
	page_attribute(out, of->id);
	fputs("\"><input name=\"place\" placeholder=\"Place\" aria-label=\"Place of ", out);
	page_attribute(out, as_contest_team_display_name(of));
	fputs("\" value=\"", out);
	page_value(out, as_contest_log_place(visit->log, team));
	fputs("\">", out);
	fputs(is_present ? "<button name=\"present\" value=\"1\" class=\"plain\">Save</button>"
			   "<button name=\"present\" value=\"0\" class=\"plain\">Absent</button>"
			 : "<button name=\"present\" value=\"1\">Present</button>",
		out);
	fputs("</form>", out);
}

static void write_presence(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	const struct as_contest_presence *presence = as_contest_log_presence(visit->log, team);

	fputs("<p class=\"sub\">", out);
	as_html_name(out, organization_of(visit, team));
	if (presence->is_present) {
		fputs(" <span class=\"chip here\">present</span> ", out);
		page_moment(out, presence->wall_ms);
		if (presence->account != AS_CONTEST_NONE) {
			fputs(" by ", out);
			as_html_name(out,
				as_contest_log_account(visit->log, presence->account)->username);
		}
	}
	fputs("</p>", out);
}

static void write_team(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	fputs("<li id=\"team-", out);
	page_attribute(out, as_contest_log_team(visit->log, team)->id);
	fputs("\"><div class=\"to\"><p>", out);
	page_labelled_team(out, visit, team);
	fputs("</p>", out);
	write_presence(out, visit, team);
	fputs("</div>", out);
	write_form(out, visit, team);
	fputs("</li>\n", out);
}

/* Hidden teams are the jury's own. */
static void write_teams(FILE *out, const struct as_contest_visit *visit, const char *name)
{
	const size_t count = as_contest_log_team_count(visit->log);
	size_t all = 0, present = 0;

	for (size_t i = 0; i < count; i++) {
		const bool is_counted = !as_contest_log_team_is_hidden(visit->log, i);
		all += is_counted;
		present += is_counted && as_contest_log_presence(visit->log, i)->is_present;
	}
	fprintf(out,
		"<p class=\"sub\">%zu of %zu teams are present.</p><ul class=\"helpers "
		"checkin\">\n",
		present, all);
	for (size_t i = 0; i < count; i++)
		if (!as_contest_log_team_is_hidden(visit->log, i) && is_listed(visit, i, name))
			write_team(out, visit, i);
	fputs("</ul>", out);
}

void as_contest_page_checkin(FILE *out, const struct as_contest_visit *visit, const char *name)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_CHECKIN,
			.title = "Check-in",
			.is_live = true,
			.style = "helpers.css"});
	write_filter(out, name);
	page_live_begin(out, "teams", 5);
	write_teams(out, visit, name);
	page_live_end(out);
	page_end(out, visit);
}
