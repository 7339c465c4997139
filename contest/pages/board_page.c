/* SPDX-License-Identifier: MIT */
/* The page around the board's table: the filter and the legend. */
#include "page.h"

#include <string.h>

#define MINUTE_MS 60000

/* On the public board, results since the freeze are pending until the thaw. */
static const char *pending_words(const struct as_contest_log *log, bool jury)
{
	const bool hides = !jury && as_contest_log_clock(log)->freeze_duration_ms > 0 &&
			   as_contest_log_state(log)->thawed_wall_ms == AS_NEVER_MS;

	return hides ? "pending, or hidden by the freeze" : "pending";
}

/* What rejected submissions add to the penalty time. */
static void write_penalty(FILE *out, const struct as_rules *rules)
{
	if (rules->penalty_ms == 0) {
		fputs("no submission adds penalty time", out);
		return;
	}
	fputs("each earlier rejected submission adds ", out);
	if (rules->penalty_ms % MINUTE_MS != 0)
		page_span(out, rules->penalty_ms);
	else if (rules->penalty_ms == MINUTE_MS)
		fputs("1 minute", out);
	else
		fprintf(out, "%" PRId64 " minutes", rules->penalty_ms / MINUTE_MS);
	fputs(rules->compile_error_has_penalty ? "; so does a compile error"
					       : "; a compile error adds nothing",
		out);
}

/* The number of tries is `num_judged` of the Contest API: a compile error is a judged submission,
 * whether it costs penalty time or not. */
void page_tries(FILE *out, const struct as_rules *rules)
{
	if (rules->type == AS_SCOREBOARD_SCORE) {
		fputs("<p class=\"sub\">Tries are all submissions, including compile errors.", out);
	} else {
		fputs("<p class=\"sub\">Tries are submissions up to the first accepted one, "
		      "including compile errors. If the problem is solved, ",
			out);
		write_penalty(out, rules);
		fputs(".", out);
	}
	fputs(" \"2+1 tries\": 2 are judged, 1 is pending.</p>", out);
}

void page_solved_words(FILE *out, bool jury)
{
	fprintf(out,
		"<p class=\"sub\">\"Solved by\" counts the ranked teams that solved a problem, of "
		"the ranked teams that tried it; guests%s and disqualified teams do not count.</p>",
		jury ? ", hidden teams" : "");
}

void page_board_legend(FILE *out, const struct as_contest_log *log, bool jury)
{
	const bool scores =
		as_board_rules(as_contest_log_board(log, jury))->type == AS_SCOREBOARD_SCORE;

	fprintf(out, "<p class=\"legend\">%s<span class=\"p\">%s</span></p>",
		scores ? "<span class=\"s f\">first full score</span><span class=\"s\">full "
			 "score</span><span class=\"h\">part of it</span><span "
			 "class=\"w\">nothing yet</span>"
		       : "<span class=\"s f\">first to solve</span><span "
			 "class=\"s\">solved</span><span class=\"w\">tried</span>",
		pending_words(log, jury));
	page_tries(out, as_board_rules(as_contest_log_board(log, jury)));
	page_solved_words(out, jury);
}

static void write_own(FILE *out, const struct as_contest_visit *visit)
{
	const size_t team = page_team(visit);

	if (team == AS_CONTEST_NONE)
		return;
	fputs(" data-own=\"team-", out);
	as_html_address(out, as_contest_log_team(visit->log, team)->id);
	fputs("\"", out);
}

void page_main_group(FILE *out, const struct as_contest *contest)
{
	const size_t main_group = contest->settings.main_group;

	if (main_group == AS_CONTEST_NONE)
		return;
	fputs(" data-main=\"", out);
	page_attribute(out, contest->groups[main_group].id);
	fputs("\"", out);
}

/* True if teams of the group are on the board. The main group is the default. */
static bool has_group(const struct as_contest_visit *visit, size_t group, bool jury)
{
	const struct as_contest *contest = page_contest(visit);

	return (jury || !contest->groups[group].hidden) && group != contest->settings.main_group &&
	       page_group_has_teams(visit->log, group);
}

static const char *default_name(const struct as_contest *contest)
{
	const size_t main_group = contest->settings.main_group;

	return main_group == AS_CONTEST_NONE ? "All" : contest->groups[main_group].name;
}

static void write_groups(
	FILE *out, const struct as_contest_visit *visit, bool jury, const char *chosen)
{
	const struct as_contest *contest = page_contest(visit);
	bool is_begun = false;

	for (size_t i = 0; i < contest->group_count; i++) {
		if (!has_group(visit, i, jury))
			continue;
		if (!is_begun) {
			fputs("<label class=\"field\"><span>Group</span><select name=\"group\">",
				out);
			page_option(out, "", default_name(contest), !page_is_set(chosen));
		}
		is_begun = true;
		page_option(out, contest->groups[i].id, contest->groups[i].name,
			page_is_set(chosen) && strcmp(chosen, contest->groups[i].id) == 0);
	}
	fputs(is_begun ? "</select></label>" : "", out);
}

static void write_organizations(FILE *out, const struct as_contest *contest, const char *chosen)
{
	if (contest->organization_count == 0)
		return;
	fputs("<label class=\"field\"><span>University</span><select name=\"organization\">", out);
	page_option(out, "", "All", !page_is_set(chosen));
	for (size_t i = 0; i < contest->organization_count; i++)
		page_option(out, contest->organizations[i].id, contest->organizations[i].name,
			page_is_set(chosen) && strcmp(chosen, contest->organizations[i].id) == 0);
	fputs("</select></label>", out);
}

static void write_filter(FILE *out, const struct as_contest_visit *visit, bool jury,
	const struct as_contest_board_filter *filter)
{
	const struct as_contest *contest = page_contest(visit);
	const bool is_used = page_is_set(filter->group) || page_is_set(filter->organization) ||
			     page_is_set(filter->name);

	fputs("<form method=\"get\" class=\"filters\" id=\"filter\" action=\"", out);
	page_address(out, visit->base, jury ? "/jury" : "/", NULL);
	fputs("\">", out);
	write_groups(out, visit, jury, filter->group);
	write_organizations(out, contest, filter->organization);
	fputs("<label class=\"field\"><span>Name</span><input type=\"search\" name=\"name\" "
	      "maxlength=\"100\" autocomplete=\"off\" value=\"",
		out);
	page_value(out, filter->name);
	fputs("\"></label><button class=\"plain\">Show</button>", out);
	if (is_used) {
		fputs("<a class=\"button plain all\" href=\"", out);
		page_address(out, visit->base, jury ? "/jury" : "/", NULL);
		fputs("\">All teams</a>", out);
	}
	fputs("<span class=\"shown\" role=\"status\"></span></form>", out);
}

static void write_page(FILE *out, const struct as_contest_visit *visit, bool jury,
	const struct as_contest_board_filter *filter, const char *fragment)
{
	const char *path = jury ? "/jury/board" : "/board";

	page_begin(out, visit,
		&(struct page_frame){.place = jury ? PAGE_JURY_BOARD : PAGE_BOARD,
			.title = jury ? "Jury board" : "Board",
			.is_wide = true,
			.is_live = true});
	if (jury)
		page_jury_earlier(out, visit);
	if (as_contest_log_team_count(visit->log) > 1)
		write_filter(out, visit, jury, filter);
	fputs("<div id=\"board\" data-live=\"board\" data-stream=\"", out);
	page_address(out, visit->base, path, NULL);
	fputs("/events\" data-poll=\"", out);
	page_address(out, visit->base, path, NULL);
	fputs("/fragment\" data-every=\"15\"", out);
	write_own(out, visit);
	page_main_group(out, page_contest(visit));
	fputs(">\n", out);
	if (fragment)
		fputs(fragment, out);
	else
		as_contest_page_board_fragment(out, visit->log, visit->base, jury, filter);
	fputs("</div>", out);
	page_board_legend(out, visit->log, jury);
	page_end(out, visit);
}

void as_contest_page_board(FILE *out, const struct as_contest_visit *visit, bool jury,
	const struct as_contest_board_filter *filter)
{
	write_page(out, visit, jury, filter, NULL);
}

void as_contest_page_board_around(FILE *out, const struct as_contest_visit *visit, bool jury,
	const struct as_contest_board_filter *filter, const char *fragment)
{
	write_page(out, visit, jury, filter, fragment);
}
