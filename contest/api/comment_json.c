/* SPDX-License-Identifier: MIT */
/* Commentary. */
#include "view.h"

bool as_api_sees_comment(const struct as_api_view *view, size_t comment)
{
	return as_contest_log_sees_comment(view->log, &view->sees, comment);
}

/* Adds the ids of objects as an array, if there are any. `name` returns an id; it may write it to
 * the buffer. */
static void put_ids(struct as_api_object *object, const struct as_api_view *view, const char *key,
	const struct as_contest_indexes *objects,
	const char *(*name)(const struct as_api_view *view, size_t i, char id[AS_API_ID_SIZE]))
{
	json_t *ids = json_array();
	char id[AS_API_ID_SIZE];

	if (objects->count == 0) {
		json_decref(ids);
		return;
	}
	for (size_t i = 0; i < objects->count; i++)
		json_array_append_new(ids, json_string(name(view, objects->items[i], id)));
	as_api_put(object, key, ids);
}

static const char *team_id(const struct as_api_view *view, size_t i, char id[AS_API_ID_SIZE])
{
	(void)id;
	return as_api_team(view, i)->id;
}

static const char *problem_id(const struct as_api_view *view, size_t i, char id[AS_API_ID_SIZE])
{
	(void)id;
	return view->contest->problems[i].id;
}

static const char *submission_id(const struct as_api_view *view, size_t i, char id[AS_API_ID_SIZE])
{
	return as_api_submission_id(view, i, id);
}

/* The person of the account, if the reader may see that person. */
static void put_source(struct as_api_object *object, const struct as_api_view *view, size_t account)
{
	const size_t person = account == AS_CONTEST_NONE ? AS_CONTEST_NONE
							 : as_api_account(view, account)->person;

	if (person != AS_CONTEST_NONE && as_api_sees_person(view, person))
		as_api_put_text(object, "source_id", view->contest->persons[person].id);
}

json_t *as_api_comment_json(const struct as_api_view *view, size_t comment)
{
	const struct as_contest_comment *of = as_contest_log_comment_at(view->log, comment);
	struct as_api_object object = as_api_begin();
	json_t *tags = json_array();
	char id[AS_API_ID_SIZE];

	snprintf(id, sizeof(id), "%zu", comment + 1);
	as_api_put_text(&object, "id", id);
	as_api_put_time(&object, "time", of->wall_ms);
	as_api_put_contest_time(&object, "contest_time", view->clock, of->wall_ms);
	as_api_put_text(&object, "message", of->message);
	for (char **tag = of->tags; *tag; tag++)
		json_array_append_new(tags, json_string(*tag));
	as_api_put(&object, "tags", tags);
	put_source(&object, view, of->account);
	put_ids(&object, view, "team_ids", &of->teams, team_id);
	put_ids(&object, view, "problem_ids", &of->problems, problem_id);
	put_ids(&object, view, "submission_ids", &of->submissions, submission_id);
	return as_api_end(&object);
}
