/* SPDX-License-Identifier: MIT */
/* Awards, computed from the reader's board. */
#include "view.h"

#include <string.h>

static void as_auto_board(struct as_board **board)
{
	as_board_close(*board);
}

/* Teams that are hidden or not in the main group get no awards. */
static const struct as_board *seen_board(const struct as_api_view *view)
{
	return as_contest_log_main_board(view->log, as_api_is_jury(view));
}

/* Before the first event there is no board; uses an empty one. */
static const struct as_board *board_of(
	const struct as_api_view *view, struct as_board **own, struct as_error *error)
{
	if (view->log)
		return seen_board(view);
	*own = as_board_open(&view->contest->settings.rules.scoring,
		(uint32_t)view->contest->team_count, (uint32_t)view->contest->problem_count, error);
	return *own;
}

/* Awards other than first-to-solve have no teams before the results are final. */
static bool is_final(const struct as_api_view *view)
{
	if (view->state->finalized_wall_ms == AS_NEVER_MS)
		return false;
	return as_api_is_jury(view) || !as_contest_log_is_frozen(view->log);
}

static bool is_shown(const struct as_api_view *view, const struct as_award *award)
{
	switch (award->kind) {
	case AS_AWARD_FIRST_TO_SOLVE:
		/* All but the jury see the same. */
		return as_api_is_jury(view) ||
		       (as_api_sees_problems(view) && !as_contest_log_hides_results(view->log));
	case AS_AWARD_GROUP_WINNER:
		return as_api_sees_group(view, award->number);
	case AS_AWARD_RANK:
		return is_final(view);
	case AS_AWARD_WINNER:
	case AS_AWARD_GOLD:
	case AS_AWARD_SILVER:
	case AS_AWARD_BRONZE:
	case AS_AWARD_HIGHEST_HONORS:
	case AS_AWARD_HIGH_HONORS:
	case AS_AWARD_HONORS:
	case AS_AWARD_HONORABLE_MENTION:
	case AS_AWARD_ORGANIZATION_WINNER:
		break;
	}
	return true;
}

static json_t *award_teams(const struct as_api_view *view, const struct as_award *award)
{
	json_t *ids;

	if (award->kind != AS_AWARD_FIRST_TO_SOLVE && !is_final(view))
		return json_null();
	ids = json_array();
	for (size_t i = 0; i < award->team_count; i++)
		json_array_append_new(ids, json_string(as_api_team(view, award->teams[i])->id));
	return ids;
}

/* Sets the object that an award is for. */
static void award_subject(const struct as_api_view *view, const struct as_award *award,
	const char **id, const char **name)
{
	const struct as_contest *contest = view->contest;

	*id = *name = NULL;
	if (award->kind == AS_AWARD_FIRST_TO_SOLVE) {
		*id = contest->problems[award->number].id;
		*name = contest->problems[award->number].label;
	} else if (award->kind == AS_AWARD_GROUP_WINNER) {
		*id = contest->groups[award->number].id;
		*name = contest->groups[award->number].name;
	} else if (award->kind == AS_AWARD_ORGANIZATION_WINNER) {
		*id = contest->organizations[award->number].id;
		*name = contest->organizations[award->number].name;
	}
}

static json_t *award_json(const struct as_api_view *view, const struct as_award *award)
{
	struct as_api_object object;
	const char *subject_id, *subject_name;

	award_subject(view, award, &subject_id, &subject_name);
	AS_AUTO_FREE char *id = as_award_id(award, subject_id, NULL);
	AS_AUTO_FREE char *citation = as_award_citation(award, subject_name, NULL);
	if (!id || !citation)
		return NULL;
	object = as_api_begin();
	as_api_put_text(&object, "id", id);
	as_api_put_text(&object, "citation", citation);
	as_api_put(&object, "team_ids", award_teams(view, award));
	return as_api_end(&object);
}

/* ---- members of groups and organizations ---- */

struct sets {
	struct as_memberships groups, organizations;
	struct as_membership *group_items, *organization_items;
};

static void sets_clear(struct sets *sets)
{
	free(sets->group_items);
	free(sets->organization_items);
}

static int sets_make(const struct as_api_view *view, struct sets *sets, struct as_error *error)
{
	const size_t team_count = as_api_team_count(view);
	size_t max = 0;

	for (size_t t = 0; t < team_count; t++)
		max += as_api_team(view, t)->group_count;
	sets->group_items = calloc(max + 1, sizeof(*sets->group_items));
	sets->organization_items = calloc(team_count + 1, sizeof(*sets->organization_items));
	if (!sets->group_items || !sets->organization_items)
		return as_error_no_memory(error);
	for (uint32_t t = 0; t < team_count; t++) {
		const struct as_contest_team *team = as_api_team(view, t);
		if (as_api_is_apart(view, t) || !as_contest_is_main_team(view->contest, team))
			continue;
		for (size_t g = 0; g < team->group_count; g++)
			sets->group_items[sets->groups.count++] =
				(struct as_membership){(uint32_t)team->groups[g], t};
		if (team->organization != AS_CONTEST_NONE)
			sets->organization_items[sets->organizations.count++] =
				(struct as_membership){(uint32_t)team->organization, t};
	}
	sets->groups.items = sets->group_items;
	sets->groups.set_count = (uint32_t)view->contest->group_count;
	sets->organizations.items = sets->organization_items;
	sets->organizations.set_count = (uint32_t)view->contest->organization_count;
	return 0;
}

/* ---- awards that the jury set ---- */

bool as_api_award_is(const char *id, const char *name)
{
	const size_t length = strlen(name);

	return strncmp(id, name, length) == 0 && (name[length - 1] == '-' || !id[length]);
}

/* True for awards that would reveal results to the public before they are final. */
static bool follows_from_results(const char *id)
{
	static const char *const names[] = {"winner", "gold-medal", "silver-medal", "bronze-medal",
		"honorable-mention", "honors", "high-honors", "highest-honors", "rank-",
		"first-to-solve-", "group-winner-", "organization-winner-"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (as_api_award_is(id, names[i]))
			return true;
	return false;
}

static json_t *own_teams(const struct as_api_view *view, const struct as_contest_own_award *award)
{
	json_t *ids;

	if (!as_api_is_jury(view) && follows_from_results(award->id) && !is_final(view))
		return json_null();
	ids = json_array();
	for (size_t i = 0; i < award->teams.count; i++)
		if (as_api_is_jury(view) ||
			!as_contest_log_team_is_hidden(view->log, award->teams.items[i]))
			json_array_append_new(
				ids, json_string(as_api_team(view, award->teams.items[i])->id));
	return ids;
}

static json_t *own_json(const struct as_api_view *view, const struct as_contest_own_award *award)
{
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "id", award->id);
	as_api_put_text(&object, "citation", award->citation);
	as_api_put(&object, "team_ids", own_teams(view, award));
	return as_api_end(&object);
}

static size_t find_by_id(const json_t *list, const char *id)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (strcmp(json_string_value(json_object_get(json_array_get(list, i), "id")), id) ==
			0)
			return i;
	return AS_CONTEST_NONE;
}

/* Merges an award that the jury set: replaces or removes the computed one, or adds another. */
static int merge_own(
	const struct as_api_view *view, json_t *list, const struct as_contest_own_award *award)
{
	const size_t place = find_by_id(list, award->id);

	if (!award->citation)
		return place == AS_CONTEST_NONE ? 0 : json_array_remove(list, place);
	return place == AS_CONTEST_NONE ? json_array_append_new(list, own_json(view, award))
					: json_array_set_new(list, place, own_json(view, award));
}

static int merge_all(const struct as_api_view *view, json_t *list)
{
	const size_t count = view->log ? as_contest_log_award_count(view->log) : 0;

	for (size_t i = 0; i < count; i++)
		if (as_contest_log_sees_award(view->log, &view->sees, i) &&
			merge_own(view, list, as_contest_log_award(view->log, i)))
			return -1;
	return 0;
}

/* ---- all awards ---- */

static int add_computed(
	const struct as_api_view *view, const struct as_awards *awards, json_t *list)
{
	for (size_t i = 0; i < awards->count; i++)
		if (is_shown(view, &awards->items[i]) &&
			json_array_append_new(list, award_json(view, &awards->items[i])))
			return -1;
	return 0;
}

json_t *as_api_awards_json(const struct as_api_view *view, struct as_error *error)
{
	AS_AUTO(as_auto_board) struct as_board *own = NULL;
	AS_AUTO(sets_clear) struct sets sets = {0};
	AS_AUTO_AWARDS struct as_awards awards = {0};
	const struct as_board *board = board_of(view, &own, error);

	if (!board || sets_make(view, &sets, error) ||
		as_awards_make(board, &view->contest->settings.rules.awards, &sets.groups,
			&sets.organizations, &awards, error))
		return NULL;
	json_t *list = json_array();
	if (!list || add_computed(view, &awards, list) || merge_all(view, list)) {
		json_decref(list);
		as_error_no_memory(error);
		return NULL;
	}
	return list;
}

uint32_t as_api_first(const struct as_api_view *view, size_t problem)
{
	return as_board_first(seen_board(view), (uint32_t)problem);
}

json_t *as_api_first_json(const struct as_api_view *view, size_t problem)
{
	uint32_t team = as_api_first(view, problem);

	return award_json(view, &(struct as_award){.kind = AS_AWARD_FIRST_TO_SOLVE,
					.number = (uint32_t)problem,
					.teams = &team,
					.team_count = team == UINT32_MAX ? 0 : 1});
}
