/* SPDX-License-Identifier: MIT */
/* A team's page. */
#include "pictures.h"
#include "standing.h"

/* ---- members ---- */

static bool is_member(const struct as_contest_person *person, size_t team)
{
	for (size_t i = 0; i < person->team_count; i++)
		if (person->teams[i] == team)
			return true;
	return false;
}

static void write_members(FILE *out, const struct as_contest *contest, size_t team)
{
	bool is_begun = false;

	for (size_t i = 0; i < contest->person_count; i++) {
		const struct as_contest_person *person = &contest->persons[i];
		if (!is_member(person, team))
			continue;
		fputs(is_begun ? "" : "<ul class=\"members\">", out);
		is_begun = true;
		fputs("<li>", out);
		as_html_name(out, person->name);
		if (strcmp(person->role, "contestant") != 0) {
			fputs(" <small>", out);
			as_html_name(out, person->role);
			fputs("</small>", out);
		}
		fputs("</li>", out);
	}
	fputs(is_begun ? "</ul>" : "", out);
}

static void write_heading(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest *contest = page_contest(visit);
	const struct as_contest_team *team = as_contest_log_team(visit->log, index);
	bool is_first = true;

	fputs("<p class=\"sub\">", out);
	page_logo(out, visit->base, contest, team);
	if (team->organization != AS_CONTEST_NONE) {
		as_html_name(out, contest->organizations[team->organization].formal_name
					  ? contest->organizations[team->organization].formal_name
					  : contest->organizations[team->organization].name);
		is_first = false;
	}
	for (size_t i = 0; i < team->group_count; i++) {
		const struct as_contest_group *group = &contest->groups[team->groups[i]];
		if (group->hidden && !page_is_jury(visit))
			continue;
		fputs(is_first ? "" : PAGE_DOT, out);
		is_first = false;
		as_html_name(out, group->name);
	}
	fputs("</p>", out);
	write_members(out, contest, index);
	page_photo(out, visit->base, team);
}

/* ---- rank and score ---- */

static void write_tile(FILE *out, const char *what)
{
	fprintf(out, "</b><span>%s</span></div>", what);
}

static void write_time(FILE *out, const struct as_rules *rules, int64_t time_ms)
{
	if (rules->rounding == AS_PENALTY_MINUTE)
		fprintf(out, "%" PRId64 " min", time_ms / 60000);
	else
		page_span(out, time_ms);
}

/* The rank of a team on the main board; 0: none. */
static uint32_t rank_of(const struct as_contest_visit *visit, uint32_t team)
{
	const bool jury = page_is_jury(visit);
	const struct as_board *counted = as_contest_log_main_board(visit->log, jury);
	const uint32_t place = as_board_place(counted, team);
	AS_AUTO_FREE uint32_t *final = page_final_ranks(visit->log, jury);

	if (final)
		return final[team];
	return place == UINT32_MAX ? 0 : as_board_row(counted, place).rank;
}

static void write_standing(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	const struct as_board *board = as_contest_log_board(visit->log, page_is_jury(visit));
	const uint32_t place = as_board_place(board, (uint32_t)team);
	const struct as_rules *rules = as_board_rules(board);

	if (as_contest_log_hides_results(visit->log) && !page_is_jury(visit)) {
		fputs("<p class=\"notice info\">Results are hidden until the contest ends.</p>",
			out);
		return;
	}
	if (place == UINT32_MAX) {
		fputs("<p class=\"notice info\">This team is not on the public board.</p>", out);
		return;
	}
	const struct as_board_row row = as_board_row(board, place);
	const uint32_t rank = rank_of(visit, (uint32_t)team);
	fputs("<div class=\"tiles\"><div class=\"tile\"><b>", out);
	fprintf(out, rank > 0 ? "%" PRIu32 : PAGE_DASH, rank);
	write_tile(out, "rank");
	fputs("<div class=\"tile\"><b>", out);
	if (rules->type == AS_SCOREBOARD_SCORE)
		page_score(out, row.score_e6);
	else
		fprintf(out, "%" PRIu32, row.solved);
	write_tile(out, rules->type == AS_SCOREBOARD_SCORE ? "points" : "solved");
	if (rules->type != AS_SCOREBOARD_SCORE) {
		fputs("<div class=\"tile\"><b>", out);
		write_time(out, rules, row.total_ms);
		write_tile(out, "penalty time");
	}
	fputs("</div>", out);
}

/* ---- for the jury ---- */

static void write_view(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	AS_AUTO_FREE char *path = as_text_format(
		NULL, "/jury/teams/%s/as", as_contest_log_team(visit->log, team)->id);

	if (!page_may_judge(visit) || !path)
		return;
	page_form(out, visit, path, " class=\"actions\"");
	fputs("<button class=\"plain\">Look at the site as this team</button> <small>In that "
	      "session nothing can be changed. The audit log contains its begin and its "
	      "end.</small></form>",
		out);
}

/* ---- its submissions ---- */

static void write_submission(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	page_submission_row(out, visit, NULL, index, PAGE_TIME);
	fputs("<td>", out);
	page_submission_verdict(out, visit, index);
	if (page_is_jury(visit))
		page_jury_version(out, visit, index);
	fputs("</td><td>", out);
	page_language(out, visit, as_contest_log_submission(visit->log, index)->language);
	fputs("</td></tr>", out);
}

static void write_submissions(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	const struct as_contest_reader reader = as_contest_visit_reader(visit);
	bool is_begun = false;

	fputs("<h2>Submissions</h2>", out);
	for (size_t i = as_contest_log_last_submission(visit->log, team); i != AS_CONTEST_NONE;
		i = as_contest_log_submission(visit->log, i)->previous) {
		if (!as_contest_log_sees_submission(visit->log, &reader, i))
			continue;
		if (!is_begun)
			as_html_table(out, "list", "#Time|Problem|Verdict|Language");
		is_begun = true;
		write_submission(out, visit, i);
	}
	fputs(is_begun ? "</tbody></table></div>" : "<p class=\"empty\">None yet.</p>", out);
}

void as_contest_page_team(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	const struct as_contest_team *of = as_contest_log_team(visit->log, team);

	page_begin(out, visit, &(struct page_frame){.title = as_contest_team_display_name(of)});
	write_heading(out, visit, team);
	page_standing(out, visit, team);
	write_standing(out, visit, team);
	write_view(out, visit, team);
	if (as_contest_visit_sees_problems(visit))
		write_submissions(out, visit, team);
	page_end(out, visit);
}
