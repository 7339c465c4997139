/* SPDX-License-Identifier: MIT */
/* Groups, organizations, teams, persons and accounts. */
#include "view.h"

json_t *as_api_group_json(const struct as_api_view *view, size_t group)
{
	const struct as_contest_group *of = &view->contest->groups[group];
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "id", of->id);
	as_api_put_text(&object, "icpc_id", of->icpc_id);
	as_api_put_text(&object, "name", of->name);
	as_api_put_text(&object, "type", of->type);
	as_api_put_more(&object, of->more);
	return as_api_end(&object);
}

json_t *as_api_organization_json(const struct as_api_view *view, size_t organization)
{
	const struct as_contest_organization *of = &view->contest->organizations[organization];
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "id", of->id);
	as_api_put_text(&object, "icpc_id", of->icpc_id);
	as_api_put_text(&object, "name", of->name);
	as_api_put_text(&object, "formal_name", of->formal_name);
	as_api_put_text(&object, "country", of->country);
	as_api_put_files(&object, view, "organizations", of->id, &of->files, NULL);
	as_api_put_more(&object, of->more);
	return as_api_end(&object);
}

/* ---- teams ---- */

static json_t *group_ids(const struct as_api_view *view, const struct as_contest_team *team)
{
	json_t *ids = json_array();

	for (size_t i = 0; i < team->group_count; i++)
		if (as_api_sees_group(view, team->groups[i]))
			json_array_append_new(
				ids, json_string(view->contest->groups[team->groups[i]].id));
	return ids;
}

json_t *as_api_team_json(const struct as_api_view *view, size_t team)
{
	const struct as_contest_team *of = as_api_team(view, team);
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "id", of->id);
	as_api_put_text(&object, "icpc_id", of->icpc_id);
	as_api_put_text(&object, "name", of->name);
	as_api_put_text(&object, "label", of->label);
	as_api_put_text(&object, "display_name", of->display_name);
	if (of->organization != AS_CONTEST_NONE)
		as_api_put_text(&object, "organization_id",
			view->contest->organizations[of->organization].id);
	as_api_put(&object, "group_ids", group_ids(view, of));
	/* Tools leave such a team out of their scoreboards, as the Contest API here does. */
	if (as_api_is_apart(view, team))
		as_api_put(&object, "hidden", json_true());
	as_api_put_files(&object, view, "teams", of->id, &of->files, as_api_hides_file_of_team);
	as_api_put_more(&object, of->more);
	return as_api_end(&object);
}

/* ---- persons ---- */

static json_t *team_ids(const struct as_api_view *view, const struct as_contest_person *person)
{
	json_t *ids = json_array();

	for (size_t i = 0; i < person->team_count; i++)
		if (as_api_sees_team_of_person(view, person->teams[i]))
			json_array_append_new(
				ids, json_string(as_api_team(view, person->teams[i])->id));
	return ids;
}

json_t *as_api_person_json(const struct as_api_view *view, size_t person)
{
	const struct as_contest_person *of = &view->contest->persons[person];
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "id", of->id);
	as_api_put_text(&object, "icpc_id", of->icpc_id);
	if (of->team_count)
		as_api_put(&object, "team_ids", team_ids(view, of));
	as_api_put_text(&object, "name", of->name);
	as_api_put_text(&object, "role", of->role);
	as_api_put_files(&object, view, "persons", of->id, &of->files, NULL);
	as_api_put_more(&object, of->more);
	if (!as_api_is_jury(view)) {
		json_object_del(object.json, "email");
		json_object_del(object.json, "sex");
	}
	return as_api_end(&object);
}

/* ---- accounts ---- */

/* The schema of the specification has no account type for balloons. */
json_t *as_api_account_json(const struct as_api_view *view, size_t account)
{
	const struct as_contest_account *of = as_api_account(view, account);
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "id", of->id);
	as_api_put_text(&object, "username", of->username);
	as_api_put_text(&object, "name", of->name);
	as_api_put_text(&object, "type",
		as_contest_role_name(of->role == AS_CONTEST_BALLOON ? AS_CONTEST_STAFF : of->role));
	as_api_put_text(&object, "ip", of->ip);
	if (of->role == AS_CONTEST_TEAM)
		as_api_put_text(&object, "team_id", as_api_team(view, of->team)->id);
	if (of->person != AS_CONTEST_NONE)
		as_api_put_text(&object, "person_id", view->contest->persons[of->person].id);
	return as_api_end(&object);
}
