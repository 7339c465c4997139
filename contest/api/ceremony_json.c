/* SPDX-License-Identifier: MIT */
/* The ceremony: the board at the freeze, and the steps of rules/resolve.h, as a page shows them. */
#include "view.h"

#include <string.h>

/* The input of the document. Teams are numbered by their places at the freeze. */
struct ceremony {
	const struct as_api_view *view;
	const struct as_board *final;
	const struct as_rules *rules;
	json_t *awards;      /* the list of the API */
	uint8_t *shows;      /* by team: a set of enum as_resolve_show */
	json_t **titles;     /* by team: citations of its awards; NULL: none */
	const char **medals; /* by team: "gold", "silver" or "bronze"; NULL: none */
	struct as_resolution resolution;
};

static void ceremony_clear(struct ceremony *ceremony)
{
	const size_t count = as_board_team_count(ceremony->final);

	for (size_t i = 0; ceremony->titles && i < count; i++)
		json_decref(ceremony->titles[i]);
	json_decref(ceremony->awards);
	free(ceremony->shows);
	free(ceremony->titles);
	free(ceremony->medals);
	as_resolution_clear(&ceremony->resolution);
}

/* ---- awards ---- */

/* How a team's awards are shown, by the start of their ids; all others have a slide. */
static const struct {
	const char *prefix;
	uint8_t shows;
	const char *medal;
} kinds[] = {
	{"gold-medal", AS_RESOLVE_SHOW_SLIDE | AS_RESOLVE_SHOW_MEDAL, "gold"},
	{"silver-medal", AS_RESOLVE_SHOW_SLIDE | AS_RESOLVE_SHOW_MEDAL, "silver"},
	{"bronze-medal", AS_RESOLVE_SHOW_SLIDE | AS_RESOLVE_SHOW_MEDAL | AS_RESOLVE_SHOW_BRONZE,
		"bronze"},
	{"first-to-solve-", AS_RESOLVE_SHOW_ROW, NULL},
	/* Many teams have one of these. */
	{"organization-winner-", 0, NULL},
	{"rank-", 0, NULL},
	{"highest-honors", 0, NULL},
	{"high-honors", 0, NULL},
	{"honors", 0, NULL},
	{"honorable-mention", 0, NULL},
};
#define KIND_COUNT (sizeof(kinds) / sizeof(*kinds))

static int give_award(
	struct ceremony *ceremony, size_t team, const json_t *award, struct as_error *error)
{
	const char *id = json_string_value(json_object_get(award, "id"));
	size_t kind = 0;

	while (kind < KIND_COUNT &&
		strncmp(id, kinds[kind].prefix, strlen(kinds[kind].prefix)) != 0)
		kind++;
	ceremony->shows[team] |= kind < KIND_COUNT ? kinds[kind].shows : AS_RESOLVE_SHOW_SLIDE;
	if (kind < KIND_COUNT && kinds[kind].medal)
		ceremony->medals[team] = kinds[kind].medal;
	if (!ceremony->titles[team])
		ceremony->titles[team] = json_array();
	return json_array_append(ceremony->titles[team], json_object_get(award, "citation"))
		       ? as_error_no_memory(error)
		       : 0;
}

static int give_awards(struct ceremony *ceremony, struct as_error *error)
{
	size_t index, place;
	json_t *award, *id;

	json_array_foreach(ceremony->awards, index, award)
	{
		json_array_foreach(json_object_get(award, "team_ids"), place, id)
		{
			const size_t team = as_contest_log_find_team(
				ceremony->view->log, json_string_value(id));
			if (team != AS_CONTEST_NONE && give_award(ceremony, team, award, error))
				return -1;
		}
	}
	return 0;
}

/* ---- parts of the board ---- */

/* In the unit of the rules: minutes, or hours, minutes and seconds. */
static json_t *time_json(const struct ceremony *ceremony, int64_t time_ms)
{
	char text[AS_CONTEST_TIME_SIZE];

	if (time_ms == AS_NEVER_MS)
		return json_string("");
	if (ceremony->rules->rounding == AS_PENALTY_MINUTE)
		snprintf(text, sizeof(text), "%jd", (intmax_t)(time_ms / 60000));
	else
		as_contest_reltime_format(time_ms - time_ms % 1000, text);
	return json_string(text);
}

static json_t *points_json(int64_t score_e6)
{
	return json_string(as_score_format(score_e6, (char[AS_SCORE_SIZE]){0}));
}

/* [state, value, judged, pending]; null: no attempts. */
static json_t *cell_json(const struct ceremony *ceremony, const struct as_board_cell *cell)
{
	const bool is_score = as_api_is_score(ceremony->view);
	const char *state = cell->pending && (is_score || !cell->solved) ? "pending"
			    : cell->solved                               ? "solved"
			    : cell->score_e6 > 0                         ? "partial"
									 : "failed";

	if (cell->judged + cell->pending == 0)
		return json_null();
	return json_pack("[s, o, i, i]", state,
		is_score ? points_json(cell->score_e6) : time_json(ceremony, cell->time_ms),
		(int)cell->judged, (int)cell->pending);
}

/* Rows with the same `tie` share their rank. */
static void put_sums(struct as_api_object *object, const struct ceremony *ceremony,
	const struct as_board_row *row)
{
	const bool has_time = ceremony->rules->type == AS_SCOREBOARD_PASS_FAIL ||
			      ceremony->rules->ties == AS_TIES_TIME;
	AS_AUTO_FREE char *tie = as_text_format(NULL, "%u %jd %jd %jd", (unsigned)row->solved,
		(intmax_t)row->score_e6, (intmax_t)row->total_ms,
		(intmax_t)(has_time ? row->time_ms : 0));

	if (as_api_is_score(ceremony->view)) {
		as_api_put(object, "solved", points_json(row->score_e6));
		as_api_put(object, "total", time_json(ceremony, row->time_ms));
	} else {
		as_api_put(object, "solved", json_sprintf("%u", (unsigned)row->solved));
		as_api_put(object, "total", time_json(ceremony, row->total_ms));
	}
	as_api_put(object, "tie", tie ? json_string(tie) : NULL);
}

static json_t *cells_json(const struct ceremony *ceremony, uint32_t team)
{
	json_t *cells = json_array();

	for (uint32_t i = 0; i < as_board_problem_count(ceremony->final); i++) {
		const struct as_board_cell cell =
			as_board_cell(ceremony->resolution.before, team, i);
		if (json_array_append_new(cells, cell_json(ceremony, &cell))) {
			json_decref(cells);
			return NULL;
		}
	}
	return cells;
}

static void put_picture(struct as_api_object *object, const struct ceremony *ceremony,
	const char *endpoint, const char *id, const struct as_contest_files *files,
	const char *property)
{
	for (size_t i = 0; i < files->count; i++)
		if (strcmp(files->items[i].property, property) == 0) {
			as_api_put(object, property,
				as_api_href(ceremony->view, endpoint, id, property,
					files->items[i].filename));
			return;
		}
}

static void put_organization(
	struct as_api_object *object, const struct ceremony *ceremony, size_t organization)
{
	const struct as_contest_organization *of;

	if (organization == AS_CONTEST_NONE)
		return;
	of = &ceremony->view->contest->organizations[organization];
	as_api_put_text(object, "organization", of->formal_name ? of->formal_name : of->name);
	put_picture(object, ceremony, "organizations", of->id, &of->files, "logo");
}

static json_t *team_json(const struct ceremony *ceremony, const struct as_board_row *row)
{
	const struct as_contest_team *of = as_api_team(ceremony->view, row->team);
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "id", of->id);
	as_api_put_text(&object, "name", as_contest_team_display_name(of));
	put_organization(&object, ceremony, of->organization);
	if (ceremony->shows[row->team] & AS_RESOLVE_SHOW_SLIDE)
		put_picture(&object, ceremony, "teams", of->id, &of->files, "photo");
	if (ceremony->titles[row->team])
		as_api_put(&object, "awards", json_incref(ceremony->titles[row->team]));
	as_api_put_text(&object, "medal", ceremony->medals[row->team]);
	put_sums(&object, ceremony, row);
	as_api_put(&object, "cells", cells_json(ceremony, row->team));
	return as_api_end(&object);
}

static json_t *teams_json(const struct ceremony *ceremony)
{
	const struct as_board *before = ceremony->resolution.before;
	json_t *teams = json_array();

	for (uint32_t i = 0; i < as_board_row_count(before); i++) {
		const struct as_board_row row = as_board_row(before, i);
		if (json_array_append_new(teams, team_json(ceremony, &row))) {
			json_decref(teams);
			return NULL;
		}
	}
	return teams;
}

static json_t *number_json(const struct ceremony *ceremony, uint32_t team)
{
	return team == UINT32_MAX ? json_null()
				  : json_integer(as_board_place(ceremony->resolution.before, team));
}

static json_t *problem_json(const struct ceremony *ceremony, uint32_t problem)
{
	const struct as_contest_problem *of = &ceremony->view->contest->problems[problem];
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "label", of->label);
	as_api_put_text(&object, "name", of->name);
	as_api_put_text(&object, "rgb", of->rgb);
	as_api_put(&object, "first",
		number_json(ceremony, as_board_first(ceremony->resolution.before, problem)));
	return as_api_end(&object);
}

static json_t *problems_json(const struct ceremony *ceremony)
{
	json_t *problems = json_array();

	for (uint32_t i = 0; i < as_board_problem_count(ceremony->final); i++)
		if (json_array_append_new(problems, problem_json(ceremony, i))) {
			json_decref(problems);
			return NULL;
		}
	return problems;
}

/* ---- steps ---- */

static json_t *step_json(const struct ceremony *ceremony, const struct as_resolve_step *step)
{
	static const char *const names[] = {
		[AS_RESOLVE_TITLE] = "title",
		[AS_RESOLVE_TOP] = "top",
		[AS_RESOLVE_BOTTOM] = "bottom",
		[AS_RESOLVE_SELECT] = "select",
		[AS_RESOLVE_PICK] = "pick",
		[AS_RESOLVE_REVEAL] = "reveal",
		[AS_RESOLVE_HONOR] = "honor",
		[AS_RESOLVE_SLIDE] = "slide",
		[AS_RESOLVE_RETURN] = "return",
		[AS_RESOLVE_END] = "end",
	};
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "do", names[step->kind]);
	if (step->pauses)
		as_api_put(&object, "pauses", json_true());
	if (step->kind >= AS_RESOLVE_SELECT && step->kind != AS_RESOLVE_END) {
		as_api_put(&object, "team", number_json(ceremony, step->team));
		as_api_put(&object, "place", json_integer(step->place));
	}
	if (step->kind == AS_RESOLVE_PICK || step->kind == AS_RESOLVE_REVEAL)
		as_api_put(&object, "problem", json_integer(step->problem));
	if (step->kind == AS_RESOLVE_REVEAL) {
		as_api_put(&object, "cell", cell_json(ceremony, &step->cell));
		as_api_put(&object, "first", number_json(ceremony, step->first));
		put_sums(&object, ceremony, &step->row);
	}
	return as_api_end(&object);
}

static json_t *steps_json(const struct ceremony *ceremony)
{
	json_t *steps = json_array();

	for (size_t i = 0; i < ceremony->resolution.count; i++)
		if (json_array_append_new(
			    steps, step_json(ceremony, &ceremony->resolution.steps[i]))) {
			json_decref(steps);
			return NULL;
		}
	return steps;
}

/* ---- the document ---- */

static json_t *document_json(const struct ceremony *ceremony)
{
	const struct as_api_view *view = ceremony->view;
	const struct as_contest_settings *settings = &view->contest->settings;
	struct as_api_object object = as_api_begin();
	char text[AS_FREEZE_TEXT_SIZE];

	as_api_put_text(&object, "contest", settings->name);
	as_api_put_text(&object, "formal", settings->formal_name);
	put_picture(&object, ceremony, NULL, NULL, &settings->files, "banner");
	put_picture(&object, ceremony, NULL, NULL, &settings->files, "logo");
	if (view->clock->freeze_duration_ms > 0)
		as_api_put_text(&object, "freeze", as_freeze_text(view->clock, text));
	as_api_put_text(&object, "sum", as_api_is_score(view) ? "Score" : "Solved");
	as_api_put(&object, "problems", problems_json(ceremony));
	as_api_put(&object, "teams", teams_json(ceremony));
	as_api_put(&object, "steps", steps_json(ceremony));
	return as_api_end(&object);
}

/* Names what rules/resolve.h refuses. */
static int check_judged(const struct as_api_view *view, struct as_error *error)
{
	const struct as_open_work work = as_contest_log_open_work(view->log);

	if (work.unjudged + work.judging_errors == 0)
		return 0;
	return as_error_set(error, AS_ERROR_INPUT,
		"submissions without a verdict: %ju; judging errors: %ju: the ceremony needs a "
		"verdict for each submission; judge these again or ignore them",
		(uintmax_t)work.unjudged, (uintmax_t)work.judging_errors);
}

static json_t *make(const struct as_api_view *view, struct as_error *error)
{
	AS_AUTO(ceremony_clear)
	struct ceremony ceremony = {.view = view,
		.final = as_contest_log_final_board(view->log),
		.rules = &view->contest->settings.rules.scoring};
	const size_t count = as_board_team_count(ceremony.final);

	ceremony.shows = calloc(count + 1, sizeof(*ceremony.shows));
	ceremony.titles = calloc(count + 1, sizeof(*ceremony.titles));
	ceremony.medals = calloc(count + 1, sizeof(*ceremony.medals));
	if (!ceremony.shows || !ceremony.titles || !ceremony.medals) {
		as_error_no_memory(error);
		return NULL;
	}
	ceremony.awards = as_api_awards_json(view, error);
	if (!ceremony.awards || give_awards(&ceremony, error) ||
		as_resolve_make(ceremony.final, as_contest_freeze_ms(view->clock), ceremony.shows,
			&ceremony.resolution, error))
		return NULL;
	json_t *document = document_json(&ceremony);
	if (!document)
		as_error_no_memory(error);
	return document;
}

json_t *as_contest_api_ceremony(
	const struct as_contest_api *api, struct as_contest_log *log, struct as_error *error)
{
	static const struct as_contest_api_reader admin = {
		AS_CONTEST_API_ADMIN, AS_CONTEST_NONE, AS_CONTEST_NONE};
	json_t *document = NULL;

	as_contest_log_lock(log);
	struct as_api_view view = as_api_view(api, log, &admin);
	/* Awards as they will be once the results are final. */
	struct as_contest_state state = *view.state;
	state.finalized_wall_ms = 0;
	view.state = &state;
	if (!check_judged(&view, error))
		document = make(&view, error);
	as_contest_log_unlock(log);
	return document;
}
