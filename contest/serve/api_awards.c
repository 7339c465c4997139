/* SPDX-License-Identifier: MIT */
/* POST, PUT, PATCH and DELETE of awards, by admins. An award that was set overrides the computed
 * one with that id. */
#include "api.h"
#include "routes.h"
#include "server.h"

/* ---- existing awards ---- */

/* The award as an admin sees it; NULL: there is none. */
static json_t *read_award(const struct request *request, const char *id)
{
	AS_AUTO_BYTES struct as_bytes json = {0};

	if (as_contest_api_get(request->server->api, request->server->log, &request->reader,
		    "awards", id, NULL, &json, NULL) != 200)
		return NULL;
	return json_loadb(json.data, json.size, 0, NULL);
}

static bool has_award(const struct request *request, const char *id)
{
	AS_AUTO_JSON json_t *found = read_award(request, id);

	return found != NULL;
}

/* An id that no award has or had. */
static char *new_id(const struct request *request)
{
	as_contest_log_lock(request->server->log);
	size_t number = as_contest_log_award_count(request->server->log);
	as_contest_log_unlock(request->server->log);
	for (;;) {
		char *id = as_text_format(NULL, "award-%zu", ++number);
		if (!id || !has_award(request, id))
			return id;
		free(id);
	}
}

/* ---- the body ---- */

struct award {
	const char *citation;
	struct as_contest_indexes teams;
};

static void award_clear(struct award *award)
{
	free(award->teams.items);
}

static bool read_body(struct as_server *server, const json_t *body, struct award *award,
	struct api_refusal *refusal)
{
	if (!api_text(body, "citation", &award->citation, refusal))
		return false;
	if (!award->citation)
		return api_deny(refusal, 400, "missing citation");
	if (!as_json_has(body, "team_ids"))
		return api_deny(refusal, 400, "missing team_ids");
	return api_objects(server, body, "team_ids", api_find_team, &award->teams, refusal);
}

/* Properties that a PATCH omits are unchanged; team_ids null (not being updated) become an empty
 * list. */
static json_t *apply_patch(const json_t *old, const json_t *body, struct api_refusal *refusal)
{
	static const char *const keys[] = {"citation", "team_ids"};
	json_t *made = json_deep_copy(old);

	for (size_t i = 0; made && i < sizeof(keys) / sizeof(*keys); i++) {
		json_t *value = json_object_get(body, keys[i]);
		if (value && json_is_null(value))
			api_deny(refusal, 400, "%s must not be null; leave it out", keys[i]);
		if (value)
			json_object_set(made, keys[i], value);
	}
	if (made && !as_json_has(made, "team_ids"))
		json_object_set_new(made, "team_ids", json_array());
	return made;
}

static bool set(const struct request *request, const char *id, const struct award *award,
	struct api_refusal *refusal)
{
	struct as_error error = {0};

	if (!as_contest_is_id(id))
		return api_deny(refusal, 400, "id: it must be an ID");
	return as_contest_log_set_award(request->server->log, id, award->citation, &award->teams,
		       request->reader.account, &error)
		       ? api_deny(refusal, error.kind == AS_ERROR_USAGE ? 400 : 503, "%s",
				 error.text)
		       : true;
}

static bool write_body(const struct request *request, const char *id, const json_t *body,
	struct api_refusal *refusal)
{
	AS_AUTO(award_clear) struct award award = {0};

	return read_body(request->server, body, &award, refusal) &&
	       set(request, id, &award, refusal);
}

/* ---- answering ---- */

static bool may(const struct request *request, struct api_refusal *refusal)
{
	if (!api_may(&request->reader, request->reader.role == AS_CONTEST_API_ADMIN,
		    "awards are for admins", refusal))
		return false;
	as_contest_log_lock(request->server->log);
	const bool is_over =
		as_contest_log_state(request->server->log)->end_of_updates_wall_ms != AS_NEVER_MS;
	as_contest_log_unlock(request->server->log);
	return is_over ? api_deny(refusal, 403, "the results are final: nothing can be changed")
		       : true;
}

static void answer(const struct request *request, const struct api_refusal *refusal, int status,
	const char *id)
{
	if (refusal->status)
		api_refuse(request->http, refusal->status, refusal->message);
	else if (status == 204)
		as_http_answer(request->http, as_http_response_new(204, NULL));
	else
		api_answer_object(request, status, "awards", id);
}

static void answer_post(const struct request *request)
{
	static const char *const never[] = {"id", NULL};
	struct api_refusal refusal = {0};

	(void)may(request, &refusal);
	const json_t *body = api_permitted_body(request, &refusal);
	if (!body)
		return;
	AS_AUTO_FREE char *id = new_id(request);
	if (!id)
		api_deny(&refusal, 503, "the server is out of memory");
	(void)(api_has_none(body, never, "a POST", &refusal) &&
		write_body(request, id, body, &refusal));
	answer(request, &refusal, 201, id);
}

static void answer_put(const struct request *request)
{
	const char *id = as_http_part(request->http, "id");
	struct api_refusal refusal = {0};

	(void)may(request, &refusal);
	const json_t *body = api_permitted_body(request, &refusal);
	if (!body)
		return;
	const bool is_there = has_award(request, id);
	(void)(api_check_id(body, id, &refusal) && write_body(request, id, body, &refusal));
	answer(request, &refusal, is_there ? 200 : 201, id);
}

static void answer_patch(const struct request *request)
{
	const char *id = as_http_part(request->http, "id");
	struct api_refusal refusal = {0};

	(void)may(request, &refusal);
	const json_t *body = api_permitted_body(request, &refusal);
	if (!body)
		return;
	AS_AUTO_JSON json_t *old = read_award(request, id);
	if (!old)
		api_deny(&refusal, 404, "there is no such award");
	if (!refusal.status && json_object_get(body, "id"))
		(void)api_check_id(body, id, &refusal);
	AS_AUTO_JSON json_t *made = old ? apply_patch(old, body, &refusal) : NULL;
	if (!refusal.status)
		(void)write_body(request, id, made, &refusal);
	answer(request, &refusal, 200, id);
}

static void answer_delete(const struct request *request)
{
	const char *id = as_http_part(request->http, "id");
	struct api_refusal refusal = {0};

	if (!api_is_contest(request))
		api_deny(&refusal, 404, "there is no such contest");
	if (may(request, &refusal) && !has_award(request, id))
		api_deny(&refusal, 404, "there is no such award");
	if (!refusal.status)
		(void)set(request, id, &(struct award){0}, &refusal);
	answer(request, &refusal, 204, id);
}

#define AWARDS "/api/contests/:contest/awards"
const struct route routes_api_awards[] = {
	{"POST", AWARDS, ROUTE_API, answer_post, ROUTE_BLOCKS},
	{"PUT", AWARDS "/:id", ROUTE_API, answer_put, ROUTE_BLOCKS},
	{"PATCH", AWARDS "/:id", ROUTE_API, answer_patch, ROUTE_BLOCKS},
	{"DELETE", AWARDS "/:id", ROUTE_API, answer_delete, ROUTE_BLOCKS},
	{0},
};
