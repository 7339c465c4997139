/* SPDX-License-Identifier: MIT */
/* POST and DELETE of judgements, by the jury: verdicts by hand. */
#include "api.h"
#include "routes.h"
#include "server.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static bool may(const struct request *request, struct api_refusal *refusal)
{
	const enum as_contest_api_role role = request->reader.role;

	return api_may(&request->reader,
		       role == AS_CONTEST_API_ADMIN || role == AS_CONTEST_API_JUDGE,
		       "only judges and admins can decide verdicts by hand", refusal) &&
	       api_check_open(request->server, refusal);
}

static size_t find_judgement(struct as_server *server, const char *id)
{
	return as_contest_api_find_judgement(server->api, server->log, id);
}

/* The object that a property of the body names; AS_CONTEST_NONE: the property is missing or null.
 */
static bool read_object(const struct request *request, const json_t *body, const char *key,
	api_find *find, size_t *found, struct api_refusal *refusal)
{
	const char *id = NULL;

	*found = AS_CONTEST_NONE;
	if (!api_text(body, key, &id, refusal))
		return false;
	if (!id)
		return true;
	as_contest_log_lock(request->server->log);
	*found = find(request->server, id);
	as_contest_log_unlock(request->server->log);
	return *found != AS_CONTEST_NONE ? true : api_unknown(key, id, "the collection", refusal);
}

static bool read_score(const json_t *body, int64_t *score_e6, struct api_refusal *refusal)
{
	const json_t *score = json_object_get(body, "score");
	const double points = json_number_value(score);

	*score_e6 = -1;
	if (!as_json_has(body, "score"))
		return true;
	if (!json_is_number(score) || points < 0 || points > AS_SCORE_MAX_E6 / 1e6)
		return api_deny(refusal, 400, "score must be a number, 0 or more");
	*score_e6 = llround(points * 1e6);
	return true;
}

/* Without `replaces`, the ruling replaces what counts now. */
static void set_seen(
	const struct request *request, const json_t *body, struct as_contest_entry_ruling *entry)
{
	if (json_object_get(body, "replaces"))
		return;
	as_contest_log_lock(request->server->log);
	entry->seen = as_contest_log_submission(request->server->log, entry->submission)->valid;
	as_contest_log_unlock(request->server->log);
}

static bool read_entry(const struct request *request, const json_t *body,
	struct as_contest_entry_ruling *entry, struct api_refusal *refusal)
{
	const char *verdict = NULL;

	if (!api_check_id(body, NULL, refusal) ||
		!read_object(request, body, "submission_id", api_find_submission,
			&entry->submission, refusal) ||
		!read_object(request, body, "replaces", find_judgement, &entry->seen, refusal) ||
		!api_text(body, "judgement_type_id", &verdict, refusal) ||
		!api_text(body, "reason", &entry->reason, refusal) ||
		!read_score(body, &entry->score_e6, refusal))
		return false;
	if (entry->submission == AS_CONTEST_NONE)
		return api_deny(refusal, 400, "missing submission_id");
	if (!verdict || as_verdict_parse(verdict, &entry->verdict))
		return api_unknown("judgement_type_id", verdict, "judgement-types", refusal);
	entry->is_shown = json_is_true(json_object_get(body, "reason_shown"));
	set_seen(request, body, entry);
	return true;
}

/* 409: another event came first, or the results are final. */
static bool refuse(const struct as_error *error, int usage, struct api_refusal *refusal)
{
	return api_deny(refusal, error->kind == AS_ERROR_USAGE ? usage : 503, "%s", error->text);
}

static bool rule(const struct request *request, const struct as_contest_entry_ruling *entry,
	size_t *judgement, struct api_refusal *refusal)
{
	struct as_error error = {0};

	as_contest_log_lock(request->server->log);
	const int failed = as_contest_log_check_ruling(request->server->log, entry, &error);
	as_contest_log_unlock(request->server->log);
	if (failed)
		return refuse(&error, 400, refusal);
	return as_contest_log_rule(request->server->log, entry, judgement, &error)
		       ? refuse(&error, 409, refusal)
		       : true;
}

static void answer_new(const struct request *request)
{
	struct as_contest_entry_ruling entry = {
		.reason = "", .by = {.account = request->reader.account, .unless_final = true}};
	struct api_refusal refusal = {0};
	size_t judgement = 0;

	(void)may(request, &refusal);
	const json_t *body = api_permitted_body(request, &refusal);
	if (!body)
		return;
	(void)(read_entry(request, body, &entry, &refusal) &&
		rule(request, &entry, &judgement, &refusal));
	api_answer_made(request, &refusal, "judgements", judgement);
}

static bool withdraw(const struct request *request, struct api_refusal *refusal)
{
	const struct as_contest_decision by = {request->reader.account, true};
	struct as_contest_log *log = request->server->log;
	struct as_error error = {0};

	as_contest_log_lock(log);
	const size_t found = find_judgement(request->server, as_http_part(request->http, "id"));
	const bool is_ruling =
		found != AS_CONTEST_NONE && as_contest_log_judgement(log, found)->ruling;
	as_contest_log_unlock(log);
	if (found == AS_CONTEST_NONE)
		return api_deny(refusal, 404, "there is no such judgement");
	if (!is_ruling)
		return api_deny(refusal, 403, "only a verdict by hand can be withdrawn");
	return as_contest_log_ruling_withdraw(log, found, by, &error) ? refuse(&error, 409, refusal)
								      : true;
}

static void answer_delete(const struct request *request)
{
	struct api_refusal refusal = {0};

	if (!api_is_contest(request))
		api_deny(&refusal, 404, "there is no such contest");
	if (may(request, &refusal) && withdraw(request, &refusal))
		as_http_answer(request->http, as_http_response_new(204, NULL));
	else
		api_refuse(request->http, refusal.status, refusal.message);
}

#define JUDGEMENTS "/api/contests/:contest/judgements"
const struct route routes_api_judgements[] = {
	{"POST", JUDGEMENTS, ROUTE_API, answer_new, ROUTE_BLOCKS},
	{"DELETE", JUDGEMENTS "/:id", ROUTE_API, answer_delete, ROUTE_BLOCKS},
	{0},
};
