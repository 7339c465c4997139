/* SPDX-License-Identifier: MIT */
/* The scoreboard. */
#include "view.h"

static json_t *cell_json(const struct as_api_view *view, const struct as_board *board,
	uint32_t team, uint32_t problem)
{
	const struct as_board_cell cell = as_board_cell(board, team, problem);
	const bool is_score = as_api_is_score(view);
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "problem_id", view->contest->problems[problem].id);
	as_api_put(&object, "num_judged", json_integer(cell.judged));
	as_api_put(&object, "num_pending", json_integer(cell.pending));
	if (is_score)
		as_api_put(&object, "score", as_api_score(cell.score_e6));
	else
		as_api_put(&object, "solved", json_boolean(cell.solved));
	if ((is_score ? cell.score_e6 > 0 : cell.solved) && cell.time_ms != AS_NEVER_MS)
		as_api_put_span(&object, "time", cell.time_ms);
	return as_api_end(&object);
}

/* Contest API, scoreboard: "time must be null iff num_solved=0"; the schema requires the null. */
static json_t *score_json(const struct as_api_view *view, const struct as_board_row *row)
{
	struct as_api_object object = as_api_begin();

	if (as_api_is_score(view)) {
		as_api_put(&object, "score", as_api_score(row->score_e6));
	} else {
		as_api_put(&object, "num_solved", json_integer(row->solved));
		as_api_put_span(&object, "total_time", row->total_ms);
	}
	if (row->time_ms == AS_NEVER_MS)
		as_api_put(&object, "time", json_null());
	else
		as_api_put_span(&object, "time", row->time_ms);
	return as_api_end(&object);
}

/* Before the start only the jury sees the problems. */
static json_t *cells_json(
	const struct as_api_view *view, const struct as_board *board, uint32_t team)
{
	json_t *cells = json_array();

	for (uint32_t p = 0; as_api_sees_problems(view) && p < view->contest->problem_count; p++)
		if (json_array_append_new(cells, cell_json(view, board, team, p))) {
			json_decref(cells);
			return NULL;
		}
	return cells;
}

static json_t *row_json(const struct as_api_view *view, const struct as_board *board,
	const struct as_board_row *row, uint32_t rank)
{
	struct as_api_object object = as_api_begin();

	as_api_put(&object, "rank", json_integer(rank));
	as_api_put_text(&object, "team_id", as_api_team(view, row->team)->id);
	as_api_put(&object, "score", score_json(view, row));
	as_api_put(&object, "problems", cells_json(view, board, row->team));
	return as_api_end(&object);
}

/* The ranks among the teams of a group (rules/board.h). A hidden team is not counted; its rank is
 * the rank that it would have if it were. */
struct ranking {
	uint32_t count, rank, whole_rank;
};

static uint32_t rank_next(struct ranking *ranking, uint32_t whole_rank, bool hidden)
{
	ranking->count += !hidden;
	if (whole_rank != ranking->whole_rank)
		ranking->rank = ranking->count + hidden;
	ranking->whole_rank = whole_rank;
	return ranking->rank;
}

/* A guest has a rank only among the guests of a group for them; a disqualified team has
 * none. A row
 * without a rank would not be one of the Contest API. */
static bool has_row(const struct as_api_view *view, uint32_t team, size_t group)
{
	const struct as_contest_standing standing = as_contest_log_standing(view->log, team);
	const bool is_of_guests = group != AS_CONTEST_NONE && view->contest->groups[group].guest;

	return as_contest_team_is_in(as_api_team(view, team), group) && !standing.is_disqualified &&
	       (!standing.is_guest || is_of_guests);
}

static json_t *rows_json(const struct as_api_view *view, size_t group)
{
	const struct as_board *board = as_contest_log_board(view->log, as_api_is_jury(view));
	struct ranking ranking = {0};
	json_t *rows = json_array();

	for (uint32_t place = 0; place < as_board_row_count(board); place++) {
		const struct as_board_row row = as_board_row(board, place);
		if (!has_row(view, row.team, group))
			continue;
		const uint32_t rank = rank_next(
			&ranking, row.rank, as_contest_log_team_is_hidden(view->log, row.team));
		if (json_array_append_new(rows, row_json(view, board, &row, rank))) {
			json_decref(rows);
			return NULL;
		}
	}
	return rows;
}

/* The time of the last event that the reader may see: a later one would reveal events in the
 * freeze. */
static int64_t last_wall_ms(const struct as_api_view *view)
{
	const struct as_api_feed *feed = &view->api->feed;
	const int64_t wall_ms = as_api_is_jury(view) ? feed->line_counts.jury_wall_ms
						     : feed->line_counts.public_wall_ms;

	if (wall_ms)
		return wall_ms;
	return view->clock->start_wall_ms == AS_NEVER_MS ? 0 : view->clock->start_wall_ms;
}

json_t *as_api_scoreboard_json(const struct as_api_view *view, size_t group)
{
	const size_t main_group = view->contest->settings.main_group;
	const int64_t wall_ms = last_wall_ms(view);
	struct as_api_object object = as_api_begin();

	as_api_put_time(&object, "time", wall_ms);
	as_api_put_contest_time(&object, "contest_time", view->clock, wall_ms);
	as_api_put(&object, "state", as_api_state_json(view));
	as_api_put(&object, "rows", rows_json(view, group == AS_CONTEST_NONE ? main_group : group));
	return as_api_end(&object);
}
