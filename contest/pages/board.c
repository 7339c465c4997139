/* SPDX-License-Identifier: MIT */
/* The table of the board. It has many rows and is sent often, so cells have as few bytes as
 * possible. */
#include "pictures.h"

/* The input of a fragment. */
struct view {
	FILE *out;
	const struct as_contest_log *log;
	const struct as_contest *contest;
	const struct as_board *board;
	const struct as_board *counted; /* the main board: for ranks and first solves */
	const struct as_rules *rules;
	const char *base;
	uint8_t *medals; /* by team: enum page_medal; NULL: not shown */
	uint32_t *ranks; /* final ranks by team, 0: none; NULL: those of the board */
	const struct as_contest_board_filter *filter; /* NULL: all teams, filtered by a script */
	size_t group;          /* whose teams are ranked and counted; AS_CONTEST_NONE: all */
	uint32_t *group_ranks; /* by team: ranks in the group; NULL: ranks among all teams */
};
/* ---- cells ---- */

/* A time in the unit of the rules: minutes or seconds. */
static void write_time(const struct view *view, int64_t time_ms)
{
	if (view->rules->rounding == AS_PENALTY_MINUTE)
		fprintf(view->out, "%" PRId64, time_ms / 60000);
	else
		page_span(view->out, time_ms);
}

static void write_tries(const struct view *view, const struct as_board_cell *cell)
{
	const uint32_t all = cell->judged + cell->pending;

	if (cell->judged > 0)
		fprintf(view->out, "%" PRIu32, cell->judged);
	if (cell->pending > 0)
		fprintf(view->out, cell->judged > 0 ? "+%" PRIu32 : "%" PRIu32, cell->pending);
	fputs(all == 1 ? " try</td>" : " tries</td>", view->out);
}

static void write_pass_fail(const struct view *view, const struct as_board_cell *cell)
{
	if (cell->solved) {
		fprintf(view->out, cell->first ? "<td class=\"s f\"><b>" : "<td class=\"s\"><b>");
		write_time(view, cell->time_ms);
		fputs("</b>", view->out);
	} else {
		fputs(cell->pending ? "<td class=\"p\"><b>?</b>"
				    : "<td class=\"w\"><b>\xe2\x88\x92</b>",
			view->out);
	}
	write_tries(view, cell);
}

static void write_points(const struct view *view, const struct as_board_cell *cell)
{
	fprintf(view->out, "<td class=\"%s%s\"><b>",
		cell->solved         ? "s"
		: cell->pending      ? "p"
		: cell->score_e6 > 0 ? "h"
				     : "w",
		cell->first ? " f" : "");
	/* A first try that is not judged yet is shown as ?, not as 0 points. */
	if (cell->judged > 0)
		page_score(view->out, cell->score_e6);
	fputs(cell->pending ? "?</b>" : "</b>", view->out);
	write_tries(view, cell);
}

static void write_cell(const struct view *view, uint32_t team, uint32_t problem)
{
	struct as_board_cell cell = as_board_cell(view->board, team, problem);

	cell.first = as_board_cell(view->counted, team, problem).first;
	if (cell.judged + cell.pending == 0)
		fputs("<td></td>", view->out);
	else if (view->rules->type == AS_SCOREBOARD_SCORE)
		write_points(view, &cell);
	else
		write_pass_fail(view, &cell);
}

/* ---- rows ---- */

static bool is_in_view(const struct view *view, uint32_t team)
{
	return as_contest_team_is_in(as_contest_log_team(view->log, team), view->group);
}

/* Guests and disqualified teams are shown, but neither ranked nor counted. */
static bool is_apart(const struct view *view, uint32_t team)
{
	const struct as_contest_standing standing = as_contest_log_standing(view->log, team);

	return standing.is_guest || standing.is_disqualified;
}

/* The rank among all teams; 0: none. With a main group, ranks are only compared: the ranks of a
 * group follow from them. */
static uint32_t whole_rank_of(const struct view *view, uint32_t team)
{
	const struct as_board *board =
		view->contest->settings.main_group == AS_CONTEST_NONE ? view->counted : view->board;
	const uint32_t place = as_board_place(board, team);

	if (view->ranks && as_contest_log_is_ranked(view->log, team))
		return view->ranks[team];
	if (place == UINT32_MAX || as_contest_log_team_is_hidden(view->log, team) ||
		is_apart(view, team))
		return 0;
	return as_board_row(board, place).rank;
}

/* Ranks among the group's teams (rules/board.h), as in the Contest API and in board.js. */
static void rank_group(struct view *view)
{
	uint32_t count = 0, rank = 0, last = 0;

	view->group_ranks = calloc(as_board_team_count(view->board) + 1, sizeof *view->group_ranks);
	for (uint32_t i = 0; view->group_ranks && i < as_board_row_count(view->board); i++) {
		const uint32_t team = as_board_row(view->board, i).team;
		const uint32_t whole = is_in_view(view, team) ? whole_rank_of(view, team) : 0;
		if (!whole)
			continue;
		count++;
		if (whole != last)
			rank = count;
		last = whole;
		view->group_ranks[team] = rank;
	}
}

/* The rank of a team; 0: none. */
static uint32_t rank_of(const struct view *view, uint32_t team)
{
	return view->group_ranks ? view->group_ranks[team] : whole_rank_of(view, team);
}

static void write_rank(const struct view *view, uint32_t team)
{
	static const char *const names[] = {
		[PAGE_BRONZE] = "bronze", [PAGE_SILVER] = "silver", [PAGE_GOLD] = "gold"};
	const uint32_t rank = rank_of(view, team);
	const uint8_t medal = view->medals ? view->medals[team] : PAGE_NO_MEDAL;

	fputs("<td class=\"r\">", view->out);
	if (medal != PAGE_NO_MEDAL)
		fprintf(view->out, "<span class=\"medal %s\" title=\"%s medal\">", names[medal],
			names[medal]);
	if (rank > 0)
		fprintf(view->out, "%" PRIu32, rank);
	else if (as_contest_log_standing(view->log, team).is_disqualified)
		fputs("<abbr title=\"Disqualified\">DQ</abbr>", view->out);
	fputs(medal != PAGE_NO_MEDAL ? "</span></td>" : "</td>", view->out);
}

/* Attributes for the filter in the browser. */
static void write_kinds(const struct view *view, const struct as_contest_team *team)
{
	if (team->organization != AS_CONTEST_NONE) {
		fputs(" data-o=\"", view->out);
		page_attribute(view->out, view->contest->organizations[team->organization].id);
		fputs("\"", view->out);
	}
	for (size_t i = 0; i < team->group_count; i++) {
		fputs(i == 0 ? " data-g=\"" : " ", view->out);
		page_attribute(view->out, view->contest->groups[team->groups[i]].id);
	}
	fputs(team->group_count > 0 ? "\">" : ">", view->out);
}

/* Writes the start tag of a link, which a file does not have. Returns the end tag. */
static const char *write_link(const struct view *view, const char *path, const char *id)
{
	if (!view->base) {
		fputs("<b>", view->out);
		return "</b>";
	}
	fputs("<a href=\"", view->out);
	page_address(view->out, view->base, path, id);
	fputs("\">", view->out);
	return "</a>";
}

static void write_team(const struct view *view, uint32_t index)
{
	const struct as_contest_team *team = as_contest_log_team(view->log, index);
	const struct as_contest_standing standing = as_contest_log_standing(view->log, index);

	fputs("<th scope=\"row\"", view->out);
	write_kinds(view, team);
	page_logo(view->out, view->base, view->contest, team);
	const char *end = write_link(view, "/teams/", team->id);
	as_html_name(view->out, as_contest_team_display_name(team));
	fputs(end, view->out);
	if (team->organization != AS_CONTEST_NONE) {
		const struct as_contest_organization *of =
			&view->contest->organizations[team->organization];
		fputs("<small>", view->out);
		page_flag(view->out, view->base, view->contest, of);
		as_html_name(view->out, of->name);
		fputs("</small>", view->out);
	}
	if (standing.is_disqualified)
		fputs("<small class=\"out\">disqualified</small>", view->out);
	else if (standing.is_guest)
		fputs("<small class=\"out\">guest</small>", view->out);
	fputs("</th>", view->out);
}

static void write_row(const struct view *view, uint32_t place)
{
	const struct as_board_row row = as_board_row(view->board, place);

	const struct as_contest_standing standing = as_contest_log_standing(view->log, row.team);

	fputs("<tr id=\"team-", view->out);
	as_html_address(view->out, as_contest_log_team(view->log, row.team)->id);
	fputs(standing.is_disqualified ? "\" class=\"dq\">"
		: standing.is_guest    ? "\" class=\"guest\">"
				       : "\">",
		view->out);
	write_rank(view, row.team);
	write_team(view, row.team);
	fputs("<td class=\"n\">", view->out);
	if (view->rules->type == AS_SCOREBOARD_SCORE)
		page_score(view->out, row.score_e6);
	else
		fprintf(view->out, "%" PRIu32, row.solved);
	fputs("</td><td class=\"t\">", view->out);
	if (view->rules->type != AS_SCOREBOARD_SCORE)
		write_time(view, row.total_ms);
	else if (row.time_ms != AS_NEVER_MS)
		write_time(view, row.time_ms);
	fputs("</td>", view->out);
	for (uint32_t i = 0; i < view->contest->problem_count; i++)
		write_cell(view, row.team, i);
	fputs("</tr>\n", view->out);
}

/* ---- the filter ---- */

static bool is_shown(const struct view *view, uint32_t index)
{
	const struct as_contest_board_filter *filter = view->filter;

	if (!filter)
		return true;
	const struct as_contest_team *team = as_contest_log_team(view->log, index);
	const struct as_contest_organization *of =
		team->organization == AS_CONTEST_NONE
			? NULL
			: &view->contest->organizations[team->organization];
	return is_in_view(view, index) &&
	       (!page_is_set(filter->organization) ||
		       (of && strcmp(of->id, filter->organization) == 0)) &&
	       (!page_is_set(filter->name) ||
		       strcasestr(as_contest_team_display_name(team), filter->name) ||
		       (of && strcasestr(of->name, filter->name)));
}

/* ---- the table ---- */

static void write_head(const struct view *view, bool are_shown)
{
	const bool scores = view->rules->type == AS_SCOREBOARD_SCORE;

	fprintf(view->out,
		"<thead><tr><th scope=\"col\" class=\"r\"><abbr title=\"Rank\">#</abbr></th><th "
		"scope=\"col\">Team</th><th scope=\"col\" class=\"n\">%s</th><th scope=\"col\" "
		"class=\"t\">Time</th>",
		scores ? "Score" : "Solved");
	for (size_t i = 0; i < view->contest->problem_count; i++) {
		const struct as_contest_problem *problem = &view->contest->problems[i];
		fputs("<th scope=\"col\" class=\"c", view->out);
		page_color(view->out, problem);
		if (are_shown && view->base) {
			fputs("<a href=\"", view->out);
			page_address(view->out, view->base, "/problems/", problem->id);
			fputs("\" title=\"", view->out);
			page_attribute(view->out, problem->name);
			fputs("\">", view->out);
		}
		page_label_text(view->out, problem);
		fputs(are_shown && view->base ? "</a></th>" : "</th>", view->out);
	}
	fputs("</tr></thead>\n", view->out);
}

/* For each problem: the number of the group's teams that solved it, of those that tried. */
static void write_foot(const struct view *view)
{
	const uint32_t rows = as_board_row_count(view->board);

	fputs("<tfoot><tr><td class=\"r\"></td><th scope=\"row\">Solved by</th><td "
	      "class=\"n\"></td><td class=\"t\"></td>",
		view->out);
	for (uint32_t problem = 0; problem < view->contest->problem_count; problem++) {
		uint32_t solved = 0, tried = 0;
		for (uint32_t place = 0; place < rows; place++) {
			const uint32_t team = as_board_row(view->board, place).team;
			const struct as_board_cell cell = as_board_cell(view->board, team, problem);
			if (!is_in_view(view, team) || is_apart(view, team))
				continue;
			solved += cell.solved;
			tried += cell.judged + cell.pending > 0;
		}
		fprintf(view->out, "<td><b>%" PRIu32 "</b>of %" PRIu32 "</td>", solved, tried);
	}
	fputs("</tr></tfoot>", view->out);
}

static void write_table(const struct view *view, bool are_shown)
{
	const uint32_t rows = as_board_row_count(view->board);

	fprintf(view->out,
		"<div class=\"scroll\" role=\"region\" aria-label=\"Board\" "
		"tabindex=\"0\"><table class=\"board%s\">",
		page_has_logos(view->contest) ? " logos" : "");
	write_head(view, are_shown);
	fputs("<tbody>\n", view->out);
	for (uint32_t place = 0; place < rows; place++)
		if (is_shown(view, as_board_row(view->board, place).team))
			write_row(view, place);
	fputs("</tbody>", view->out);
	if (rows > 0)
		write_foot(view);
	fputs("</table></div>\n", view->out);
	if (rows == 0)
		fputs("<p class=\"empty\">No team is on the board yet.</p>\n", view->out);
}

/* A group that does not exist has no teams. */
static size_t find_group(const struct as_contest *contest, const char *id)
{
	const size_t group = as_contest_find_group(contest, id);

	return group == AS_CONTEST_NONE ? contest->group_count : group;
}

void as_contest_page_board_fragment(FILE *out, const struct as_contest_log *log, const char *base,
	bool jury, const struct as_contest_board_filter *filter)
{
	const struct as_board *board = as_contest_log_board(log, jury);
	const struct as_contest *contest = as_contest_log_contest(log);
	struct view view = {.out = out,
		.log = log,
		.contest = contest,
		.board = board,
		.group = contest->settings.main_group,
		.counted = as_contest_log_main_board(log, jury),
		.rules = as_board_rules(board),
		.base = base,
		.filter = filter};
	char text[AS_FREEZE_TEXT_SIZE];

	if (filter && page_is_set(filter->group))
		view.group = find_group(contest, filter->group);
	view.medals = page_medals(log, jury);
	if (view.medals)
		view.ranks = page_final_ranks(log, jury);
	if (filter && view.group != AS_CONTEST_NONE)
		rank_group(&view);
	if (base)
		page_times(out, log);
	if (as_contest_log_is_frozen(log))
		fprintf(out, "<p class=\"freeze\">%s%s</p>\n",
			jury ? "The jury sees all results. For everyone else: " : "",
			as_freeze_text(as_contest_log_clock(log), text));
	write_table(&view, jury || as_contest_log_state(log)->started_wall_ms != AS_NEVER_MS);
	free(view.medals);
	free(view.ranks);
	free(view.group_ranks);
}
