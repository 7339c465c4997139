/* SPDX-License-Identifier: MIT */
/* The rows of a board. It has many rows and is sent often, so cells have as few bytes as possible.
 */
#include "board_row.h"
#include "pictures.h"

/* ---- cells ---- */

/* A time in the unit of the rules: minutes or seconds. */
static void write_time(const struct page_board *view, int64_t time_ms)
{
	if (view->rules->rounding == AS_PENALTY_MINUTE)
		fprintf(view->out, "%" PRId64, time_ms / 60000);
	else
		page_span(view->out, time_ms);
}

static void write_tries(const struct page_board *view, const struct as_board_cell *cell)
{
	const uint32_t all = cell->judged + cell->pending;

	if (cell->judged > 0)
		fprintf(view->out, "%" PRIu32, cell->judged);
	if (cell->pending > 0)
		fprintf(view->out, cell->judged > 0 ? "+%" PRIu32 : "%" PRIu32, cell->pending);
	fputs(all == 1 ? " try</td>" : " tries</td>", view->out);
}

static void write_pass_fail(const struct page_board *view, const struct as_board_cell *cell)
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

static void write_points(const struct page_board *view, const struct as_board_cell *cell)
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

static void write_cell(const struct page_board *view, uint32_t team, uint32_t problem)
{
	struct as_board_cell cell = as_board_cell(view->board, team, problem);

	cell.first = !view->is_own && as_board_cell(view->counted, team, problem).first;
	if (cell.judged + cell.pending == 0)
		fputs("<td></td>", view->out);
	else if (view->rules->type == AS_SCOREBOARD_SCORE)
		write_points(view, &cell);
	else
		write_pass_fail(view, &cell);
}

/* ---- rows ---- */

bool page_board_is_in_view(const struct page_board *view, uint32_t team)
{
	return as_contest_team_is_in(as_contest_log_team(view->log, team), view->group);
}

bool page_board_is_apart(const struct page_board *view, uint32_t team)
{
	const struct as_contest_standing standing = as_contest_log_standing(view->log, team);

	return standing.is_guest || standing.is_disqualified ||
	       as_contest_log_team_is_hidden(view->log, team);
}

/* The rank among all teams; 0: none. With a main group, ranks are only compared: the ranks of a
 * group follow from them. */
static uint32_t whole_rank_of(const struct page_board *view, uint32_t team)
{
	const struct as_board *board =
		view->contest->settings.main_group == AS_CONTEST_NONE ? view->counted : view->board;
	const uint32_t place = as_board_place(board, team);

	if (view->ranks && as_contest_log_is_ranked(view->log, team))
		return view->ranks[team];
	if (place == UINT32_MAX || page_board_is_apart(view, team))
		return 0;
	return as_board_row(board, place).rank;
}

void page_board_rank_group(struct page_board *view)
{
	uint32_t count = 0, rank = 0, last = 0;

	view->group_ranks = calloc(as_board_team_count(view->board) + 1, sizeof *view->group_ranks);
	for (uint32_t i = 0; view->group_ranks && i < as_board_row_count(view->board); i++) {
		const uint32_t team = as_board_row(view->board, i).team;
		const uint32_t whole =
			page_board_is_in_view(view, team) ? whole_rank_of(view, team) : 0;
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
static uint32_t rank_of(const struct page_board *view, uint32_t team)
{
	if (view->is_own)
		return view->own_rank;
	return view->group_ranks ? view->group_ranks[team] : whole_rank_of(view, team);
}

/* The team at an index of the board. */
static size_t team_of(const struct page_board *view, uint32_t index)
{
	return view->is_own ? view->own : index;
}

static void write_rank(const struct page_board *view, uint32_t team)
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
	fputs(medal != PAGE_NO_MEDAL ? "</span></td>" : "</td>", view->out);
}

/* Attributes for the filter in the browser. */
static void write_kinds(const struct page_board *view, const struct as_contest_team *team)
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
static const char *write_link(const struct page_board *view, const char *path, const char *id)
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

static void write_team(const struct page_board *view, size_t index)
{
	const struct as_contest_team *team = as_contest_log_team(view->log, index);
	const struct as_contest_standing standing = as_contest_log_standing(view->log, index);

	fputs(standing.is_disqualified ? "<th scope=\"row\" class=\"dq\""
		: standing.is_guest    ? "<th scope=\"row\" class=\"guest\""
				       : "<th scope=\"row\"",
		view->out);
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
	else if (!view->is_own && as_contest_log_team_is_hidden(view->log, index))
		fputs("<small class=\"out\">hidden</small>", view->out);
	fputs("</th>", view->out);
}

void page_board_row(const struct page_board *view, uint32_t place)
{
	const struct as_board_row row = as_board_row(view->board, place);
	const size_t team = team_of(view, row.team);

	/* change.c knows this form of a row. */
	fputs(view->is_own ? "<tr id=\"own-" : "<tr id=\"team-", view->out);
	as_html_address(view->out, as_contest_log_team(view->log, team)->id);
	fputs(view->is_own ? "\" class=\"own\">" : "\">", view->out);
	write_rank(view, row.team);
	write_team(view, team);
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

/* ---- the head ---- */

void page_board_head(const struct page_board *view, bool are_shown)
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
