/* SPDX-License-Identifier: MIT */
/* Private header of the Contest API's files. */
#ifndef CONTEST_SERVE_API_H
#define CONTEST_SERVE_API_H

#include "request.h"

#define API_CHALLENGE "Basic realm=\"contest\", charset=\"UTF-8\""

/* ---- api.c ---- */

struct reply_query;
/* Reads a document of one account, or the list of contests: the status; -1: out of memory. */
int api_read_own(
	const struct request *request, const struct reply_query *query, struct as_bytes *json);

/* ---- api_auth.c ---- */

/* Answers a request after authentication. */
typedef void api_answerer(const struct request *request);
/* Authenticates, then calls `answer`; possibly later, in another thread. */
void api_authenticate(struct as_http_request *http, struct as_server *server, api_answerer *answer);
void api_refuse(struct as_http_request *http, int status, const char *message);
bool api_is_contest(const struct request *request);
/* An answer with JSON, whose ownership it takes. */
struct as_http_response *api_response(int status, struct as_bytes *json);
/* Answers with an object that was created (201, with its address) or changed (200). */
void api_answer_object(
	const struct request *request, int status, const char *endpoint, const char *id);

/* ---- api_body.c ---- */

/* The reason why a request is refused. */
struct api_refusal {
	int status; /* 0: it is not refused */
	char message[600];
};
/* Records the first reason; returns false. */
bool api_deny(struct api_refusal *refusal, int status, const char *format, ...) AS_PRINTF(3, 4);
/* The body, an object. NULL: malformed, or the contest is unknown; the request has been answered.
 */
const json_t *api_body(const struct request *request);
/* Likewise, but only for a permitted reader: `refusal` says why the reader is not permitted, if so.
 * Without permission nothing is parsed.
 */
const json_t *api_permitted_body(const struct request *request, const struct api_refusal *refusal);
/* False: a log-in is required (401), or the reader lacks permission (403). */
bool api_may(const struct as_contest_api_reader *reader, bool may, const char *what,
	struct api_refusal *refusal);
/* Reads a text property; `*text` is unchanged if it is missing. False: another type. */
bool api_text(const json_t *body, const char *key, const char **text, struct api_refusal *refusal);
/* Refuses an id that is unknown or missing (NULL). `where`: the endpoint that lists the ids. False.
 */
bool api_unknown(const char *key, const char *id, const char *where, struct api_refusal *refusal);
/* False: the body has one of these properties (NULL-terminated). */
bool api_has_none(const json_t *body, const char *const *keys, const char *whose,
	struct api_refusal *refusal);
/* False: `id` of the body is missing (400) or differs from the path's (409). A POST, without an id
 * in its path (NULL), must not have one. */
bool api_check_id(const json_t *body, const char *id, struct api_refusal *refusal);
/* False: the results are final. */
bool api_check_open(struct as_server *server, struct api_refusal *refusal);
/* Reads `time`; `*wall_ms` is unchanged if it is missing, which is permitted unless it is a PUT.
 * False: it is not a TIME, or it is in the future. */
bool api_past(const struct request *request, const json_t *body, bool is_put, int64_t *wall_ms,
	struct api_refusal *refusal);
/* Finds the objects of an array of ids (free its items); none if the property is missing or null.
 * `find` is called with the log's lock. */
typedef size_t api_find(struct as_server *server, const char *id);
bool api_objects(struct as_server *server, const json_t *body, const char *key, api_find *find,
	struct as_contest_indexes *objects, struct api_refusal *refusal);
api_find api_find_team, api_find_group, api_find_problem, api_find_submission,
	api_find_clarification;
/* False: an object has the id of a PUT. NULL: it is a POST. */
bool api_check_free(struct as_server *server, const char *put_id, api_find *find, const char *what,
	struct api_refusal *refusal);
/* Refuses the request, or answers with the object that was made. */
void api_answer_made(const struct request *request, const struct api_refusal *refusal,
	const char *endpoint, size_t index);

#endif
