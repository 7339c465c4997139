/* SPDX-License-Identifier: MIT */
/* PATCH of the contest: start and countdown, or thaw. */
#include "api.h"

#include <string.h>

#define SOON_MS 30000

/* A clock while it is changed. */
struct change {
	struct as_contest_clock clock;
	struct as_removed_interval *removed; /* owned */
	int64_t countdown_ms, now_ms;
	bool is_other_time; /* the requested time is in the past, so another one is set */
};

static void change_clear(struct change *change)
{
	free(change->removed);
}

static bool read_clock(struct as_server *server, struct change *change, struct api_refusal *refusal)
{
	change->now_ms = as_contest_log_now_ms(server->log);
	as_contest_log_lock(server->log);
	change->clock = *as_contest_log_clock(server->log);
	change->countdown_ms = as_contest_log_countdown_ms(server->log);
	change->removed = calloc(change->clock.removed_count + 1, sizeof(*change->removed));
	if (change->removed && change->clock.removed_count)
		memcpy(change->removed, change->clock.removed,
			change->clock.removed_count * sizeof(*change->removed));
	as_contest_log_unlock(server->log);
	change->clock.removed = change->removed;
	return change->removed ? true : api_deny(refusal, 503, "the server is out of memory");
}

static bool set_pause(const json_t *body, struct change *change, struct api_refusal *refusal)
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
		       ? api_deny(refusal, 400, "countdown_pause_time: it must be a RELTIME")
		       : true;
}

static bool set_start(const json_t *body, struct change *change, struct api_refusal *refusal)
{
	struct as_contest_clock *clock = &change->clock;
	const char *start = NULL;
	int64_t start_ms = AS_NEVER_MS;

	if (!api_text(body, "start_time", &start, refusal))
		return false;
	if (start && as_contest_time_parse(start, &start_ms, NULL))
		return api_deny(refusal, 400, "start_time: it must be a TIME or null");
	if (clock->start_wall_ms != AS_NEVER_MS && clock->start_wall_ms - change->now_ms < SOON_MS)
		return api_deny(refusal, 403,
			"start_time: the contest has started, or starts within 30 seconds");
	if (start && start_ms - change->now_ms < SOON_MS)
		return api_deny(
			refusal, 403, "start_time: it is in the past, or within 30 seconds");
	clock->start_wall_ms = start_ms;
	return set_pause(body, change, refusal);
}

static bool set_thaw(const json_t *body, struct change *change, struct api_refusal *refusal)
{
	struct as_contest_clock *clock = &change->clock;
	const struct as_contest_state state = as_contest_state_at(clock, change->now_ms);
	const char *thaw = NULL;
	int64_t thaw_ms;

	if (!api_text(body, "scoreboard_thaw_time", &thaw, refusal))
		return false;
	if (!thaw || as_contest_time_parse(thaw, &thaw_ms, NULL))
		return api_deny(refusal, 400, "scoreboard_thaw_time: it must be a TIME");
	if (state.thawed_wall_ms != AS_NEVER_MS)
		return api_deny(refusal, 403, "scoreboard_thaw_time: the board is thawed already");
	change->is_other_time = thaw_ms < change->now_ms;
	thaw_ms = change->is_other_time ? change->now_ms : thaw_ms;
	if (as_contest_state_at(clock, thaw_ms).ended_wall_ms == AS_NEVER_MS)
		return api_deny(
			refusal, 403, "scoreboard_thaw_time: it is before the end of the contest");
	clock->thaw_wall_ms = thaw_ms;
	return true;
}

static bool set_clock(const json_t *body, struct change *change, struct api_refusal *refusal)
{
	const bool has_start = json_object_get(body, "start_time"),
		   has_thaw = json_object_get(body, "scoreboard_thaw_time");

	if (has_start == has_thaw)
		return api_deny(refusal, 400, "start_time or scoreboard_thaw_time is required");
	return has_start ? set_start(body, change, refusal) : set_thaw(body, change, refusal);
}

static void answer_patch(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader)
{
	AS_AUTO(change_clear) struct change change = {0};
	struct api_refusal refusal = {0};
	struct as_error error = {0};

	(void)api_may(reader,
		as_contest_api_may(reader, "contest_thaw") ||
			as_contest_api_may(reader, "contest_start"),
		"the clock is for admins", &refusal);
	const json_t *body = api_permitted_body(request, server, &refusal);
	if (!body)
		return;
	const bool has_thaw = json_object_get(body, "scoreboard_thaw_time");
	if (api_may(reader, as_contest_api_may(reader, has_thaw ? "contest_thaw" : "contest_start"),
		    "the clock is for admins", &refusal) &&
		api_check_id(body, server->config.contest->settings.id, &refusal) &&
		read_clock(server, &change, &refusal) && set_clock(body, &change, &refusal) &&
		as_contest_log_set_clock(
			server->log, &change.clock, change.countdown_ms, reader->account, &error))
		api_deny(&refusal, error.kind == AS_ERROR_USAGE ? 403 : 503, "%s", error.text);
	if (refusal.status)
		api_refuse(request, refusal.status, refusal.message);
	else if (has_thaw && !change.is_other_time)
		as_http_answer(request, as_http_response_new(204, NULL));
	else
		api_answer_object(request, server, reader, 200, "contests",
			server->config.contest->settings.id);
}

static void patch(struct as_http_request *request, void *context)
{
	api_authenticate(request, context, answer_patch);
}

void routes_api_contest(struct routes *routes)
{
	routes_add(routes, "PATCH", "/api/contests/:contest", patch, API_BODY_MAX_BYTES,
		AS_HTTP_MAY_BLOCK);
}
