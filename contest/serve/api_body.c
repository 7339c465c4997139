/* SPDX-License-Identifier: MIT */
/* Parses bodies of requests to the Contest API, and refuses invalid ones. */
#include "api.h"
#include "server.h"

#include <assay/base/fit.h>
#include <string.h>

bool api_deny(struct api_refusal *refusal, int status, const char *format, ...)
{
	va_list arguments;

	if (refusal->status)
		return false;
	refusal->status = status;
	va_start(arguments, format);
	vsnprintf(refusal->message, sizeof(refusal->message), format, arguments);
	va_end(arguments);
	return false;
}

const json_t *api_body(const struct request *request)
{
	struct as_error error = {0};
	int status = 400;

	if (!api_is_contest(request)) {
		as_http_fail(request->http, 404, "there is no such contest");
		return NULL;
	}
	const json_t *body = as_http_json(request->http, &status, &error);
	if (json_is_object(body))
		return body;
	if (body)
		as_http_fail(request->http, 400, "the body must be an object");
	else
		as_http_fail(request->http, status, "%s", error.text);
	return NULL;
}

const json_t *api_permitted_body(const struct request *request, const struct api_refusal *refusal)
{
	if (!refusal->status || !api_is_contest(request))
		return api_body(request);
	api_refuse(request->http, refusal->status, refusal->message);
	return NULL;
}

bool api_may(const struct as_contest_api_reader *reader, bool may, const char *what,
	struct api_refusal *refusal)
{
	if (may)
		return true;
	return reader->account == AS_CONTEST_NONE
		       ? api_deny(refusal, 401, "log in: %s", what)
		       : api_deny(refusal, 403, "your account may not do that: %s", what);
}

bool api_text(const json_t *body, const char *key, const char **text, struct api_refusal *refusal)
{
	if (!as_json_has(body, key))
		return true;
	if (!json_is_string(json_object_get(body, key)))
		return api_deny(refusal, 400, "%s must be a string", key);
	*text = json_string_value(json_object_get(body, key));
	return true;
}

bool api_unknown(const char *key, const char *id, const char *where, struct api_refusal *refusal)
{
	return id ? api_deny(refusal, 400, "unknown %s '%.*s'; see %s of this contest", key,
			    as_text_fit(id, 80), id, where)
		  : api_deny(refusal, 400, "missing %s; see %s of this contest", key, where);
}

bool api_has_none(
	const json_t *body, const char *const *keys, const char *whose, struct api_refusal *refusal)
{
	for (; *keys; keys++)
		if (as_json_has(body, *keys))
			return api_deny(refusal, 400, "%s is not allowed in %s; leave it out",
				*keys, whose);
	return true;
}

bool api_check_id(const json_t *body, const char *id, struct api_refusal *refusal)
{
	const char *own = NULL;

	if (!api_text(body, "id", &own, refusal))
		return false;
	if (!own)
		return api_deny(refusal, 400, "missing id; give the id in the URL");
	return strcmp(own, id) == 0
		       ? true
		       : api_deny(refusal, 409,
				 "id differs from the id in the URL; give the same id");
}

bool api_past(const struct request *request, const char *text, int64_t *wall_ms,
	struct api_refusal *refusal)
{
	if (as_contest_time_parse(text, wall_ms, NULL) || *wall_ms < 0)
		return api_deny(
			refusal, 400, "time must be a TIME, such as 2026-11-28T09:00:00.000Z");
	return *wall_ms <= request->now_ms
		       ? true
		       : api_deny(refusal, 400,
				 "time is in the future; give the present or an earlier time");
}

/* ---- lists of ids ---- */

size_t api_find_team(struct as_server *server, const char *id)
{
	return as_contest_log_find_team(server->log, id);
}

size_t api_find_group(struct as_server *server, const char *id)
{
	return as_contest_find_group(server->config.contest, id);
}

size_t api_find_problem(struct as_server *server, const char *id)
{
	return as_contest_find_problem(server->config.contest, id);
}

size_t api_find_submission(struct as_server *server, const char *id)
{
	return as_contest_log_find_submission_id(server->log, id);
}

static bool add_object(struct as_server *server, const json_t *item, api_find *find,
	struct as_contest_indexes *objects)
{
	const char *id = json_string_value(item);
	size_t found = AS_CONTEST_NONE;

	as_contest_log_lock(server->log);
	if (id)
		found = find(server, id);
	as_contest_log_unlock(server->log);
	if (found == AS_CONTEST_NONE || as_contest_indexes_have(objects, found))
		return false;
	objects->items[objects->count++] = found;
	return true;
}

bool api_objects(struct as_server *server, const json_t *body, const char *key, api_find *find,
	struct as_contest_indexes *objects, struct api_refusal *refusal)
{
	const json_t *list = json_object_get(body, key);

	*objects = (struct as_contest_indexes){0};
	if (!as_json_has(body, key))
		return true;
	if (!json_is_array(list))
		return api_deny(refusal, 400, "%s must be an array of ids", key);
	objects->items = calloc(json_array_size(list) + 1, sizeof(*objects->items));
	if (!objects->items)
		return api_deny(refusal, 503, "the server is out of memory");
	for (size_t i = 0; i < json_array_size(list); i++)
		if (!add_object(server, json_array_get(list, i), find, objects))
			return api_deny(
				refusal, 400, "%s contains an unknown id, or an id twice", key);
	return true;
}
