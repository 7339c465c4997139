/* SPDX-License-Identifier: MIT */
/*
 * The board. Its rows are many, and are sent often: a cell has no more than it must.
 */
#include "page.h"

/* What a fragment is written from. */
struct view {
	FILE *out;
	const struct as_contest_log *log;
	const struct as_contest *contest;
	const struct as_board *board;
	const struct as_board *counted; /* without hidden teams: for ranks and first solves */
	const struct as_rules *rules;
	const char *base;
	uint8_t *medals; /* by team: enum medal; NULL: none are shown */
	uint32_t *ranks; /* by team, final, 0: none; NULL: those of the board */
};
enum medal { NO_MEDAL, BRONZE, SILVER, GOLD };

/* ---- medals ---- */

static enum medal medal_of(enum as_award_kind kind)
{
	return kind == AS_AWARD_GOLD     ? GOLD
	       : kind == AS_AWARD_SILVER ? SILVER
	       : kind == AS_AWARD_BRONZE ? BRONZE
					 : NO_MEDAL;
}

/* Ranks by team: those of the teams that awards are for. */
static void find_ranks(struct view *view, const struct as_board *board)
{
	const uint32_t count = as_board_row_count(board);
	AS_AUTO_FREE uint32_t *ranks = calloc(count ? count : 1, sizeof *ranks);

	view->ranks = ranks ? calloc(as_board_team_count(board) + 1, sizeof *view->ranks) : NULL;
	if (!view->ranks)
		return;
	as_final_ranks(board, &view->contest->settings.rules.awards, ranks);
	for (uint32_t place = 0; place < count; place++)
		view->ranks[as_board_row(board, place).team] = ranks[place];
}

/* Without memory no medals are shown; then there is most likely no page, either. */
static void find_medals(struct view *view, bool jury)
{
	const struct as_contest_state *state = as_contest_log_state(view->log);
	const struct as_board *board = as_contest_log_final_board(view->log);
	AS_AUTO_AWARDS struct as_awards awards = {0};

	if (state->finalized_wall_ms == AS_NEVER_MS ||
		(!jury && as_contest_log_is_frozen(view->log)) ||
		as_awards_make(board, &view->contest->settings.rules.awards, NULL, NULL, &awards,
			NULL) < 0)
		return;
	find_ranks(view, board);
	view->medals = calloc(as_board_team_count(board) + 1, sizeof *view->medals);
	for (size_t i = 0; view->medals && i < awards.count; i++)
		for (size_t k = 0; k < awards.items[i].team_count; k++)
			if (medal_of(awards.items[i].kind) != NO_MEDAL)
				view->medals[awards.items[i].teams[k]] =
					(uint8_t)medal_of(awards.items[i].kind);
}

/* ---- cells ---- */

/* A time as the rules count it: in minutes, or to the second. */
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
	page_score(view->out, cell->score_e6);
	fputs(cell->pending && (cell->solved || cell->score_e6) ? "?</b>" : "</b>", view->out);
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

/* 0: none. */
static uint32_t rank_of(const struct view *view, uint32_t team)
{
	const uint32_t place = as_board_place(view->counted, team);

	if (view->ranks)
		return view->ranks[team];
	return place == UINT32_MAX ? 0 : as_board_row(view->counted, place).rank;
}

static void write_rank(const struct view *view, uint32_t team)
{
	static const char *const names[] = {
		[BRONZE] = "bronze", [SILVER] = "silver", [GOLD] = "gold"};
	const uint32_t rank = rank_of(view, team);
	const uint8_t medal = view->medals ? view->medals[team] : NO_MEDAL;

	fputs("<td class=\"r\">", view->out);
	if (medal != NO_MEDAL)
		fprintf(view->out, "<span class=\"medal %s\" title=\"%s medal\">", names[medal],
			names[medal]);
	if (rank > 0)
		fprintf(view->out, "%" PRIu32, rank);
	fputs(medal != NO_MEDAL ? "</span></td>" : "</td>", view->out);
}

static void write_team(const struct view *view, uint32_t index)
{
	const struct as_contest_team *team = as_contest_log_team(view->log, index);

	fputs("<th scope=\"row\"><a href=\"", view->out);
	page_address(view->out, view->base, "/teams/", team->id);
	fputs("\">", view->out);
	as_html_name(view->out, as_contest_team_shown(team));
	fputs("</a>", view->out);
	if (team->organization != AS_CONTEST_NONE) {
		fputs("<small>", view->out);
		as_html_name(view->out, view->contest->organizations[team->organization].name);
		fputs("</small>", view->out);
	}
	fputs("</th>", view->out);
}

static void write_row(const struct view *view, uint32_t place)
{
	const struct as_board_row row = as_board_row(view->board, place);

	fputs("<tr id=\"team-", view->out);
	as_html_address(view->out, as_contest_log_team(view->log, row.team)->id);
	fputs("\">", view->out);
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
		fputs("<th scope=\"col\" class=\"c\">", view->out);
		if (are_shown) {
			fputs("<a href=\"", view->out);
			page_address(view->out, view->base, "/problems/", problem->id);
			fputs("\" title=\"", view->out);
			page_attribute(view->out, problem->name);
			fputs("\">", view->out);
		}
		page_label(view->out, problem);
		fputs(are_shown ? "</a></th>" : "</th>", view->out);
	}
	fputs("</tr></thead>\n", view->out);
}

/* Of each problem: how many solved it, of how many who tried. */
static void write_foot(const struct view *view)
{
	const uint32_t rows = as_board_row_count(view->board);

	fputs("<tfoot><tr><td class=\"r\"></td><th scope=\"row\">Solved by</th><td "
	      "class=\"n\"></td><td class=\"t\"></td>",
		view->out);
	for (uint32_t problem = 0; problem < view->contest->problem_count; problem++) {
		uint32_t solved = 0, tried = 0;
		for (uint32_t place = 0; place < rows; place++) {
			const struct as_board_cell cell = as_board_cell(
				view->board, as_board_row(view->board, place).team, problem);
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

	fputs("<div class=\"scroll\" role=\"region\" aria-label=\"Board\" tabindex=\"0\"><table "
	      "class=\"board\">",
		view->out);
	write_head(view, are_shown);
	fputs("<tbody>\n", view->out);
	for (uint32_t place = 0; place < rows; place++)
		write_row(view, place);
	fputs("</tbody>", view->out);
	if (rows > 0)
		write_foot(view);
	fputs("</table></div>\n", view->out);
	if (rows == 0)
		fputs("<p class=\"empty\">No team is on the board yet.</p>\n", view->out);
}

void as_contest_page_board_fragment(
	FILE *out, const struct as_contest_log *log, const char *base, bool jury)
{
	const struct as_board *board = as_contest_log_board(log, jury);
	struct view view = {.out = out,
		.log = log,
		.contest = as_contest_log_contest(log),
		.board = board,
		.counted = jury ? as_contest_log_final_board(log) : board,
		.rules = as_board_rules(board),
		.base = base};
	char text[AS_FREEZE_TEXT_SIZE];

	find_medals(&view, jury);
	page_times(out, log);
	if (as_contest_log_is_frozen(log))
		fprintf(out, "<p class=\"freeze\">%s%s</p>\n",
			jury ? "The jury sees all. For others: " : "",
			as_freeze_text(as_contest_log_clock(log), text));
	write_table(&view, jury || as_contest_log_state(log)->started_wall_ms != AS_NEVER_MS);
	free(view.medals);
	free(view.ranks);
}

/* ---- the page ---- */

static void write_legend(FILE *out, const struct as_rules *rules)
{
	if (rules->type == AS_SCOREBOARD_SCORE)
		fputs("<p class=\"legend\"><span class=\"s\">full score</span><span "
		      "class=\"h\">part of it</span><span class=\"w\">nothing yet</span><span "
		      "class=\"p\">pending</span></p>",
			out);
	else
		fputs("<p class=\"legend\"><span class=\"s f\">first to solve</span><span "
		      "class=\"s\">solved</span><span class=\"w\">tried</span><span "
		      "class=\"p\">pending</span></p>",
			out);
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

void as_contest_page_board_around(
	FILE *out, const struct as_contest_visit *visit, bool jury, const char *fragment)
{
	const char *path = jury ? "/jury/board" : "/board";

	page_begin(out, visit,
		&(struct page_frame){.place = jury ? PAGE_JURY_BOARD : PAGE_BOARD,
			.title = jury ? "Jury board" : "Board",
			.is_wide = true,
			.is_live = true});
	fputs("<div id=\"board\" data-live=\"board\" data-stream=\"", out);
	page_address(out, visit->base, path, NULL);
	fputs("/events\" data-poll=\"", out);
	page_address(out, visit->base, path, NULL);
	fputs("/fragment\" data-every=\"15\"", out);
	write_own(out, visit);
	fputs(">\n", out);
	if (fragment)
		fputs(fragment, out);
	else
		as_contest_page_board_fragment(out, visit->log, visit->base, jury);
	fputs("</div>", out);
	write_legend(out, as_board_rules(as_contest_log_board(visit->log, jury)));
	page_end(out, visit);
}

void as_contest_page_board(FILE *out, const struct as_contest_visit *visit, bool jury)
{
	as_contest_page_board_around(out, visit, jury, NULL);
}
