/* SPDX-License-Identifier: MIT */
/*
 * POST and PUT of clarifications: by a team or the jury (post_clar), by an admin for a team
 * (proxy_clar), or with a time and optionally an id (admin_clar).
 */
#include "api.h"
#include "intake.h"
#include "routes.h"
#include "server.h"

#include <assay/base/fit.h>

/* ---- sender and recipient ---- */

/* `unknown`: the answer if there is no such team. */
static bool find_team(struct as_server *server, const json_t *body, const char *unknown,
	size_t *team, struct api_refusal *refusal)
{
	const char *id = NULL;

	if (!api_text(body, "from_team_id", &id, refusal) || !id)
		return !refusal->status;
	as_contest_log_lock(server->log);
	*team = as_contest_log_find_team(server->log, id);
	as_contest_log_unlock(server->log);
	return *team != AS_CONTEST_NONE ? true : api_deny(refusal, 400, "%s", unknown);
}

/* The recipients are the teams and groups that are named; all, if neither list is there. */
static bool read_recipients(struct as_server *server, const json_t *body,
	struct as_contest_entry_clarification *entry, struct api_refusal *refusal)
{
	static const char *const lists[] = {"to_team_ids", "to_group_ids"};

	if (!api_objects(server, body, lists[0], api_find_team, &entry->to_teams, refusal) ||
		!api_objects(server, body, lists[1], api_find_group, &entry->to_groups, refusal))
		return false;
	/* An empty list must not send the text to all. */
	for (size_t i = 0; i < 2 && !entry->to_teams.count && !entry->to_groups.count; i++)
		if (as_json_has(body, lists[i]))
			return api_deny(refusal, 400,
				"%s is empty; leave the property out to send the clarification to "
				"all",
				lists[i]);
	return true;
}

static bool check_team(struct as_server *server, const json_t *body, size_t team,
	struct as_contest_entry_clarification *entry, struct api_refusal *refusal)
{
	static const char *const never[] = {
		"id", "time", "contest_time", "to_team_ids", "to_group_ids", NULL};

	/* One text, so that teams cannot find hidden teams. */
	static const char not_yours[] = "from_team_id: not the id of your team";

	if (!find_team(server, body, not_yours, &entry->from_team, refusal) ||
		!api_has_none(body, never, "a team", refusal))
		return false;
	if (entry->from_team != AS_CONTEST_NONE && entry->from_team != team)
		return api_deny(refusal, 400, "%s", not_yours);
	entry->from_team = team;
	return true;
}

static bool check_judge(struct as_server *server, const json_t *body,
	struct as_contest_entry_clarification *entry, struct api_refusal *refusal)
{
	static const char *const never[] = {"id", "time", "contest_time", "from_team_id", NULL};

	return api_has_none(body, never, "a judge", refusal) &&
	       read_recipients(server, body, entry, refusal);
}

/* With a time it is admin_clar; without, proxy_clar if it is from a team, else post_clar. */
static bool check_admin(const struct request *request, const json_t *body, const char *put_id,
	struct as_contest_entry_clarification *entry, struct api_refusal *refusal)
{
	static const char *const to[] = {"to_team_ids", "to_group_ids", NULL};

	entry->id = put_id;
	if (!api_check_id(body, put_id, refusal) ||
		!find_team(request->server, body, "from_team_id: there is no such team",
			&entry->from_team, refusal) ||
		!api_past(request, body, put_id, &entry->wall_ms, refusal))
		return false;
	return entry->from_team != AS_CONTEST_NONE
		       ? api_has_none(body, to, "a clarification from a team", refusal)
		       : read_recipients(request->server, body, entry, refusal);
}

/* ---- problem and request ---- */

static bool find_original(const struct request *request, const char *id, size_t *found)
{
	const struct as_contest_reader scope = as_contest_api_log_reader(&request->reader);

	as_contest_log_lock(request->server->log);
	*found = as_contest_log_find_clarification_id(request->server->log, id);
	const bool is_seen =
		*found != AS_CONTEST_NONE &&
		as_contest_log_sees_clarification(request->server->log, &scope, *found);
	as_contest_log_unlock(request->server->log);
	return is_seen;
}

static bool sees_problems(const struct request *request)
{
	const struct as_contest_reader scope = as_contest_api_log_reader(&request->reader);

	as_contest_log_lock(request->server->log);
	const bool sees = as_contest_log_sees_problems(request->server->log, &scope);
	as_contest_log_unlock(request->server->log);
	return sees;
}

/* An extension of the specification. */
static bool read_category(const struct request *request, const json_t *body,
	struct as_contest_entry_clarification *entry, struct api_refusal *refusal)
{
	const struct as_contest_desk *desk = &request->server->config.contest->settings.desk;
	const char *name = NULL;

	if (!api_text(body, "category", &name, refusal))
		return false;
	if (name && entry->problem != AS_CONTEST_NONE)
		return api_deny(refusal, 400, "category and problem_id are mutually exclusive");
	return !name || as_contest_desk_has(desk, name, &entry->category)
		       ? true
		       : api_deny(refusal, 400,
				 "unknown category '%.*s'; see clarifications in contest.yaml",
				 as_text_fit(name, 80), name);
}

static bool read_what(const struct request *request, const json_t *body,
	struct as_contest_entry_clarification *entry, struct api_refusal *refusal)
{
	const char *problem = NULL, *reply_to = NULL;

	if (!api_text(body, "problem_id", &problem, refusal) ||
		!api_text(body, "reply_to_id", &reply_to, refusal) ||
		!api_text(body, "text", &entry->text, refusal))
		return false;
	if (problem)
		entry->problem = as_contest_find_problem(request->server->config.contest, problem);
	if (problem && (entry->problem == AS_CONTEST_NONE || !sees_problems(request)))
		return api_unknown("problem_id", problem, "/problems", refusal);
	if (reply_to && !find_original(request, reply_to, &entry->reply_to))
		return api_unknown("reply_to_id", reply_to, "/clarifications", refusal);
	if (!read_category(request, body, entry, refusal))
		return false;
	return entry->text ? true : api_deny(refusal, 400, "missing text");
}

static bool read_all(const struct request *request, const json_t *body, const char *put_id,
	struct as_contest_entry_clarification *entry, struct api_refusal *refusal)
{
	if (request->reader.role == AS_CONTEST_API_TEAM
			? !check_team(request->server, body, request->reader.team, entry, refusal)
		: request->reader.role == AS_CONTEST_API_JUDGE
			? !check_judge(request->server, body, entry, refusal)
			: !check_admin(request, body, put_id, entry, refusal))
		return false;
	return read_what(request, body, entry, refusal);
}

/* ---- answering ---- */

static void answer(const struct request *request)
{
	struct as_server *server = request->server;
	const char *put_id = as_http_part(request->http, "id");
	AS_AUTO(as_contest_auto_recipients)
	struct as_contest_entry_clarification entry = {.from_team = AS_CONTEST_NONE,
		.reply_to = AS_CONTEST_NONE,
		.problem = AS_CONTEST_NONE,
		.account = request->reader.account,
		.wall_ms = request_wall_ms(request, AS_CONTEST_NONE)};
	struct api_refusal refusal = {0};
	struct as_error error = {0};
	size_t made = 0;

	(void)api_may(&request->reader,
		as_contest_api_may(&request->reader, put_id ? "admin_clar" : "post_clar"),
		"clarifications are for teams and the jury, PUT for admins", &refusal);
	const json_t *body = api_permitted_body(request, &refusal);
	if (!body)
		return;
	if (read_all(request, body, put_id, &entry, &refusal) &&
		api_check_free(server, put_id, api_find_clarification, "clarification", &refusal)) {
		const int status = intake_clarify(server, &entry, &made, &error);
		if (status)
			api_deny(&refusal, status == 422 ? 400 : status, "%s", error.text);
	}
	api_answer_made(request, &refusal, "clarifications", made);
}

const struct route routes_api_clarifications[] = {
	{"POST", "/api/contests/:contest/clarifications", ROUTE_API, answer, ROUTE_BLOCKS},
	{"PUT", "/api/contests/:contest/clarifications/:id", ROUTE_API, answer, ROUTE_BLOCKS},
	{0},
};
