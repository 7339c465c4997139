/* SPDX-License-Identifier: MIT */
/* POST of commentary (post_comment). */
#include "api.h"
#include "routes.h"
#include "server.h"

static void comment_clear(struct as_contest_comment *comment)
{
	free(comment->tags); /* the texts belong to the body */
	free(comment->teams.items);
	free(comment->problems.items);
	free(comment->submissions.items);
}

static bool read_tags(
	const json_t *body, struct as_contest_comment *comment, struct api_refusal *refusal)
{
	const json_t *tags = json_object_get(body, "tags");
	const size_t count = json_array_size(tags);

	if (!json_is_array(tags))
		return api_deny(refusal, 400, "tags must be an array of strings");
	comment->tags = calloc(count + 1, sizeof(*comment->tags));
	if (!comment->tags)
		return api_deny(refusal, 503, "the server is out of memory");
	for (size_t i = 0; i < count; i++) {
		comment->tags[i] = (char *)json_string_value(json_array_get(tags, i));
		if (!comment->tags[i])
			return api_deny(refusal, 400, "tags must be an array of strings");
	}
	return true;
}

static bool read_all(struct as_server *server, const json_t *body,
	struct as_contest_comment *comment, struct api_refusal *refusal)
{
	static const char *const never[] = {"id", "time", "contest_time", "source_id", NULL};
	const char *message = NULL;

	if (!api_has_none(body, never, "a comment", refusal) ||
		!api_text(body, "message", &message, refusal))
		return false;
	if (!message)
		return api_deny(refusal, 400, "missing message");
	comment->message = (char *)message;
	return read_tags(body, comment, refusal) &&
	       api_objects(server, body, "team_ids", api_find_team, &comment->teams, refusal) &&
	       api_objects(server, body, "problem_ids", api_find_problem, &comment->problems,
		       refusal) &&
	       api_objects(server, body, "submission_ids", api_find_submission,
		       &comment->submissions, refusal);
}

static void answer(const struct request *request)
{
	AS_AUTO(comment_clear)
	struct as_contest_comment comment = {.account = request->reader.account};
	struct api_refusal refusal = {0};
	struct as_error error = {0};
	size_t made = 0;

	(void)api_may(&request->reader, as_contest_api_may(&request->reader, "post_comment"),
		"commentary is for the jury and analysts", &refusal);
	const json_t *body = api_permitted_body(request, &refusal);
	if (!body)
		return;
	if (api_check_open(request->server, &refusal) &&
		read_all(request->server, body, &comment, &refusal) &&
		as_contest_log_comment(request->server->log, &comment, &made, &error))
		api_deny(&refusal, error.kind == AS_ERROR_USAGE ? 400 : 503, "%s", error.text);
	api_answer_made(request, &refusal, "commentary", made);
}

const struct route routes_api_commentary[] = {
	{"POST", "/api/contests/:contest/commentary", ROUTE_API, answer, ROUTE_BLOCKS},
	{0},
};
