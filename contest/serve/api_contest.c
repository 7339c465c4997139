/* SPDX-License-Identifier: MIT */
/* PATCH of the contest: start and countdown, or thaw. */
#include "api.h"
#include "routes.h"
#include "server.h"

#define SOON_MS 30000

/* A request, and what became of it. */
struct patch {
	struct as_contest_log *log;
	const json_t *body;
	struct api_refusal refusal;
	bool is_other_time; /* the requested time is in the past, so another one is set */
};

static bool set_pause(
	const json_t *body, struct as_contest_clock_change *change, struct api_refusal *refusal)
{
	const char *pause = NULL;

	if (!api_text(body, "countdown_pause_time", &pause, refusal))
		return false;
	change->countdown_ms = -1;
	if (!pause)
		return true;
	if (change->clock.start_wall_ms != AS_NEVER_MS)
		return api_deny(
			refusal, 400, "countdown_pause_time: only allowed without a start_time");
	return as_contest_reltime_parse(pause, &change->countdown_ms, NULL)
		       ? api_deny(refusal, 400,
				 "countdown_pause_time must be a RELTIME, such as 0:05:00")
		       : true;
}

static bool set_start(
	const json_t *body, struct as_contest_clock_change *change, struct api_refusal *refusal)
{
	struct as_contest_clock *clock = &change->clock;
	const char *start = NULL;
	int64_t start_ms = AS_NEVER_MS;

	if (!api_text(body, "start_time", &start, refusal))
		return false;
	if (start && as_contest_time_parse(start, &start_ms, NULL))
		return api_deny(refusal, 400,
			"start_time must be a TIME, such as 2026-11-28T09:00:00.000Z, or null");
	if (clock->start_wall_ms != AS_NEVER_MS && clock->start_wall_ms - change->now_ms < SOON_MS)
		return api_deny(refusal, 403,
			"start_time: the contest has started, or starts within 30 seconds");
	if (start && start_ms - change->now_ms < SOON_MS)
		return api_deny(refusal, 403,
			"start_time is in the past or within 30 seconds; give a later time");
	clock->start_wall_ms = start_ms;
	return set_pause(body, change, refusal);
}

static bool deny_thaw(struct patch *patch, int64_t thaw_ms)
{
	as_contest_log_lock(patch->log);
	AS_AUTO_FREE char *late = as_contest_log_late_text(patch->log, thaw_ms);
	as_contest_log_unlock(patch->log);
	return api_deny(&patch->refusal, 403,
		"scoreboard_thaw_time is before the end of the contest, or of a team with time of "
		"its own; give a later time%s%s",
		late && *late ? "; " : "", late ? late : "");
}

static bool set_thaw(struct patch *patch, struct as_contest_clock_change *change)
{
	struct api_refusal *refusal = &patch->refusal;
	struct as_contest_clock *clock = &change->clock;
	const struct as_contest_state state = as_contest_state_at(clock, change->now_ms);
	const char *thaw = NULL;
	int64_t thaw_ms;

	if (!api_text(patch->body, "scoreboard_thaw_time", &thaw, refusal))
		return false;
	if (!thaw || as_contest_time_parse(thaw, &thaw_ms, NULL))
		return api_deny(refusal, 400,
			"scoreboard_thaw_time must be a TIME, such as 2026-11-28T09:00:00.000Z");
	if (state.thawed_wall_ms != AS_NEVER_MS)
		return api_deny(refusal, 403, "scoreboard_thaw_time: the board is thawed already");
	patch->is_other_time = thaw_ms < change->now_ms;
	thaw_ms = patch->is_other_time ? change->now_ms : thaw_ms;
	if (as_contest_state_at(clock, thaw_ms).ended_wall_ms == AS_NEVER_MS ||
		thaw_ms < change->work.last_end_wall_ms)
		return deny_thaw(patch, thaw_ms);
	clock->thaw_wall_ms = thaw_ms;
	/* The specification has no confirmation: the request is the decision. */
	change->may_publish = true;
	return true;
}

static int set_clock(struct as_contest_clock_change *change, void *context, struct as_error *error)
{
	struct patch *patch = context;
	const bool has_start = json_object_get(patch->body, "start_time"),
		   has_thaw = json_object_get(patch->body, "scoreboard_thaw_time");

	if (has_start == has_thaw)
		api_deny(&patch->refusal, 400, "start_time or scoreboard_thaw_time is required");
	else if (has_start)
		set_start(patch->body, change, &patch->refusal);
	else
		set_thaw(patch, change);
	return patch->refusal.status
		       ? as_error_set(error, AS_ERROR_USAGE, "%s", patch->refusal.message)
		       : 0;
}

static void answer_patch(const struct request *request)
{
	struct patch patch = {.log = request->server->log};
	struct api_refusal *refusal = &patch.refusal;
	struct as_error error = {0};

	(void)api_may(&request->reader,
		as_contest_api_may(&request->reader, "contest_thaw") ||
			as_contest_api_may(&request->reader, "contest_start"),
		"the clock is for admins", refusal);
	patch.body = api_permitted_body(request, refusal);
	if (!patch.body)
		return;
	const bool has_thaw = json_object_get(patch.body, "scoreboard_thaw_time");
	if (api_may(&request->reader,
		    as_contest_api_may(
			    &request->reader, has_thaw ? "contest_thaw" : "contest_start"),
		    "the clock is for admins", refusal) &&
		api_check_id(patch.body, request->server->config.contest->settings.id, refusal) &&
		as_contest_log_change_clock(
			request->server->log, set_clock, &patch, request->reader.account, &error) &&
		!refusal->status)
		api_deny(refusal, error.kind == AS_ERROR_USAGE ? 403 : 503, "%s", error.text);
	if (refusal->status)
		api_refuse(request->http, refusal->status, refusal->message);
	else if (has_thaw && !patch.is_other_time)
		as_http_answer(request->http, as_http_response_new(204, NULL));
	else
		api_answer_object(
			request, 200, "contests", request->server->config.contest->settings.id);
}

const struct route routes_api_contest[] = {
	{"PATCH", "/api/contests/:contest", ROUTE_API, answer_patch, ROUTE_BLOCKS},
	{0},
};
