/* SPDX-License-Identifier: MIT */
/* The page of the clock, and its forms. */
#include "answer.h"
#include "jury.h"
#include "routes.h"
#include "server.h"

#include <ctype.h>
#include <string.h>

#define SECOND_MS INT64_C(1000)

/* ---- fields ---- */

bool jury_read_span(const char *text, int64_t *span_ms)
{
	int64_t parts[3] = {0};
	size_t count = 0;

	for (const char *at = text; at; count++) {
		char *end;
		if (count == 3 || !isdigit((unsigned char)*at))
			return false;
		parts[count] = strtoll(at, &end, 10);
		if (end - at > 9 || (count > 0 && parts[count] > 59) || (*end && *end != ':'))
			return false;
		at = *end ? end + 1 : NULL;
	}
	const int64_t s = count == 1   ? parts[0] * 60
			  : count == 2 ? parts[0] * 60 + parts[1]
				       : (parts[0] * 60 + parts[1]) * 60 + parts[2];
	*span_ms = s * SECOND_MS;
	return count > 0 && *span_ms <= AS_CONTEST_MAX_MS;
}

/* The field shows whole seconds, rounded up, so that a value that is typed again later loses no
 * submission. Unless it was changed, the span stays exact. */
static bool read_span(const struct as_http_request *request, int64_t *span_ms)
{
	int64_t typed_ms;

	if (!jury_read_span(as_http_form(request, "minutes"), &typed_ms))
		return false;
	if (typed_ms != (*span_ms + SECOND_MS - 1) / SECOND_MS * SECOND_MS)
		*span_ms = typed_ms;
	return true;
}

/* ---- actions: NULL, or a sentence that says why not ---- */

/* The answer adds the teams that still have time. */
static const char not_over[] = "The contest is not over";

static int64_t time_of(const struct as_contest_clock_change *change)
{
	return as_contest_time_ms(&change->clock, change->now_ms);
}

static bool has_started(const struct as_contest_clock_change *change)
{
	return time_of(change) != AS_NEVER_MS && time_of(change) >= 0;
}

static bool is_over(const struct as_contest_clock_change *change)
{
	return as_contest_state_at(&change->clock, change->now_ms).ended_wall_ms != AS_NEVER_MS;
}

static const char *start_now(
	struct as_contest_clock_change *change, const struct as_http_request *request)
{
	(void)request;
	if (has_started(change))
		return "The contest has started already.";
	change->clock.start_wall_ms = change->now_ms;
	change->countdown_ms = -1;
	return NULL;
}

static const char *schedule(
	struct as_contest_clock_change *change, const struct as_http_request *request)
{
	const char *start = as_http_form(request, "start");
	int64_t wall_ms;
	/* A datetime-local field has neither an offset nor, often, seconds: append them. */
	AS_AUTO_FREE char *full = start ? as_text_format(NULL, "%s:00Z", start) : NULL;

	if (!start || (as_contest_time_parse(start, &wall_ms, NULL) &&
			      (!full || as_contest_time_parse(full, &wall_ms, NULL))))
		return "The start must be a time such as 2030-01-31T18:00:00+01:00.";
	if (is_over(change))
		return "The contest is over: its start cannot be changed.";
	change->clock.start_wall_ms = wall_ms;
	change->countdown_ms = -1;
	return NULL;
}

static const char *pause_clock(
	struct as_contest_clock_change *change, const struct as_http_request *request)
{
	(void)request;
	if (!has_started(change)) {
		if (change->clock.start_wall_ms == AS_NEVER_MS)
			return "The countdown is not running.";
		change->countdown_ms = change->clock.start_wall_ms - change->now_ms;
		change->clock.start_wall_ms = AS_NEVER_MS;
		return NULL;
	}
	if (is_over(change))
		return "The contest is over.";
	if (as_contest_is_paused(&change->clock))
		return "The contest is paused already.";
	change->removed[change->clock.removed_count++] =
		(struct as_removed_interval){change->now_ms, AS_NEVER_MS, 0};
	return NULL;
}

static const char *resume(
	struct as_contest_clock_change *change, const struct as_http_request *request)
{
	(void)request;
	if (change->countdown_ms >= 0) {
		change->clock.start_wall_ms = change->now_ms + change->countdown_ms;
		change->countdown_ms = -1;
		return NULL;
	}
	if (!as_contest_is_paused(&change->clock))
		return "The contest is not paused.";
	change->removed[change->clock.removed_count - 1].end_wall_ms = change->now_ms;
	return NULL;
}

static const char *set_duration(
	struct as_contest_clock_change *change, const struct as_http_request *request)
{
	return read_span(request, &change->clock.duration_ms)
		       ? NULL
		       : "The duration must be minutes, such as 300 or 87:30.";
}

static const char *extend(
	struct as_contest_clock_change *change, const struct as_http_request *request)
{
	int64_t more_ms;

	if (!jury_read_span(as_http_form(request, "minutes"), &more_ms))
		return "The extension must be minutes, such as 5.";
	change->clock.duration_ms += more_ms;
	return NULL;
}

/* Takes an extension back, if the duration is still the one that the form was made for. */
static const char *shorten(
	struct as_contest_clock_change *change, const struct as_http_request *request)
{
	const char *was = as_http_form(request, "was"), *more = as_http_form(request, "more");
	const int64_t was_ms = was ? strtoll(was, NULL, 10) : 0;
	const int64_t more_ms = more ? strtoll(more, NULL, 10) : 0;

	if (was_ms != change->clock.duration_ms)
		return "The duration was changed meanwhile: nothing was undone.";
	if (more_ms <= 0 || more_ms >= was_ms)
		return "The form lacks the extension that it undoes.";
	change->clock.duration_ms -= more_ms;
	return NULL;
}

/* Everything that was received until now counts, also during a pause. */
static const char *end_now(
	struct as_contest_clock_change *change, const struct as_http_request *request)
{
	(void)request;
	if (!has_started(change))
		return "The contest has not started.";
	if (is_over(change))
		return "The contest is over already.";
	if (as_contest_is_paused(&change->clock))
		change->removed[change->clock.removed_count - 1].end_wall_ms = change->now_ms;
	change->clock.duration_ms = time_of(change) + 1;
	return NULL;
}

static const char *freeze(
	struct as_contest_clock_change *change, const struct as_http_request *request)
{
	(void)request;
	if (!has_started(change))
		return "The contest has not started.";
	if (is_over(change))
		return "The contest is over.";
	if (as_contest_state_at(&change->clock, change->now_ms).frozen_wall_ms != AS_NEVER_MS)
		return "The board is frozen already.";
	change->clock.freeze_duration_ms = change->clock.duration_ms - time_of(change);
	return change->clock.freeze_duration_ms > 0 ? NULL : "The contest is over.";
}

static const char *unfreeze(
	struct as_contest_clock_change *change, const struct as_http_request *request)
{
	(void)request;
	change->clock.freeze_duration_ms = 0;
	return NULL;
}

static const char *freeze_at(
	struct as_contest_clock_change *change, const struct as_http_request *request)
{
	return read_span(request, &change->clock.freeze_duration_ms)
		       ? NULL
		       : "The freeze must be minutes, such as 60 or 37:54; 0: none.";
}

static const char *thaw(
	struct as_contest_clock_change *change, const struct as_http_request *request)
{
	(void)request;
	if (!is_over(change))
		return "The contest is not over: unfreeze the board to show everything now.";
	if (change->now_ms < change->work.last_end_wall_ms)
		return not_over;
	change->clock.thaw_wall_ms = change->now_ms;
	return NULL;
}

static const char *finalise(
	struct as_contest_clock_change *change, const struct as_http_request *request)
{
	const char *const reasons[AS_OBSTACLE_COUNT] = {
		[AS_OBSTACLE_RUNNING] = not_over,
		[AS_OBSTACLE_UNJUDGED] = "There are unjudged submissions.",
		[AS_OBSTACLE_JUDGING_ERRORS] = "There are submissions with a judging error.",
		[AS_OBSTACLE_CLARIFICATIONS] = "There are unanswered clarifications.",
		[AS_OBSTACLE_REJUDGINGS] = "A rejudging is open: apply or cancel it.",
	};
	enum as_obstacle obstacles[AS_OBSTACLE_COUNT];

	(void)request;
	if (as_contest_obstacles(&change->clock, change->now_ms, &change->work, obstacles))
		return reasons[obstacles[0]];
	change->clock.finalized_wall_ms = change->now_ms;
	return NULL;
}

static const struct {
	const char *name;
	const char *(*act)(
		struct as_contest_clock_change *change, const struct as_http_request *request);
	enum {
		ASKS_IF_GRAVE, /* a change that has the effects of another action asks first */
		ASKS_NEVER,    /* the button says what it does */
		ASKS_ALWAYS,   /* only with "I am sure"; `question` says why */
	} asks;
	bool is_after; /* also when the results are final */
	const char *question;
} actions[] = {
	{"start", start_now, ASKS_NEVER, false, NULL},
	{"schedule", schedule, ASKS_IF_GRAVE, false, NULL},
	{"pause", pause_clock, ASKS_IF_GRAVE, false, NULL},
	{"resume", resume, ASKS_IF_GRAVE, false, NULL},
	{"duration", set_duration, ASKS_IF_GRAVE, false, NULL},
	{"extend", extend, ASKS_IF_GRAVE, false, NULL},
	{"shorten", shorten, ASKS_IF_GRAVE, false, NULL},
	{"end", end_now, ASKS_ALWAYS, false,
		"The contest ends now. Only a longer duration continues the contest: tick \"I am "
		"sure\"."},
	{"freeze", freeze, ASKS_NEVER, false, NULL},
	{"unfreeze", unfreeze, ASKS_ALWAYS, false,
		"Everyone sees all results from now on: tick \"I am sure\"."},
	{"freeze-at", freeze_at, ASKS_IF_GRAVE, false, NULL},
	{"thaw", thaw, ASKS_ALWAYS, true,
		"Everyone sees all results from now on. This cannot be undone: tick \"I am "
		"sure\"."},
	{"finalise", finalise, ASKS_ALWAYS, false,
		"The results become final now. This cannot be undone: tick \"I am sure\"."},
};
#define ACTION_COUNT (sizeof(actions) / sizeof(*actions))

/* A form of the page, and the question that the form must confirm, or the refusal. */
struct clock_form {
	const struct request *request;
	char question[400];
};

/* Submissions after the end are practice. With a later end, those before the new end count. */
static const char *ask_to_continue(
	const struct as_contest_clock_change *change, struct clock_form *form, bool was_thawed)
{
	as_contest_log_lock(form->request->server->log);
	const size_t count = as_contest_log_would_count(form->request->server->log, &change->clock);
	as_contest_log_unlock(form->request->server->log);
	snprintf(form->question, sizeof(form->question),
		"The contest is over, and the longer duration continues it. %zu submission%s made "
		"since its end would count. %s Tick \"I am sure\".",
		count, count == 1 ? "" : "s",
		was_thawed                         ? "The board stays thawed, without a freeze."
		: change->clock.freeze_duration_ms ? "The board stays frozen."
						   : "There is no freeze.");
	return form->question;
}

/* Submissions that count, and would not with the changed clock. */
static size_t count_lost(struct as_server *server, const struct as_contest_clock *clock)
{
	size_t count = 0;

	as_contest_log_lock(server->log);
	for (size_t i = 0; i < as_contest_log_submission_count(server->log); i++) {
		const struct as_contest_submission *of = as_contest_log_submission(server->log, i);
		const struct as_contest_clock own =
			as_contest_log_team_clock(server->log, of->team, clock);
		count += !of->is_ignored && !of->is_practice &&
			 as_contest_time_ms(&own, of->wall_ms) >= own.duration_ms;
	}
	as_contest_log_unlock(server->log);
	return count;
}

/* Submissions that the public board would show as pending since a contest time. */
static size_t count_since(struct as_server *server, int64_t time_ms)
{
	size_t count = 0;

	as_contest_log_lock(server->log);
	for (size_t i = 0; i < as_contest_log_submission_count(server->log); i++) {
		const struct as_contest_submission *of = as_contest_log_submission(server->log, i);
		count += !of->is_ignored && !of->is_practice && of->time_ms >= time_ms;
	}
	as_contest_log_unlock(server->log);
	return count;
}

/* A freeze that begins because of another setting hides nothing that is public (keep_freeze). A
 * freeze that the form sets does. */
static const char *ask_to_freeze(const struct as_contest_clock_change *change,
	const struct as_contest_clock *was, struct clock_form *form)
{
	const int64_t freeze_ms = as_contest_freeze_ms(&change->clock);
	const bool is_set = change->clock.freeze_duration_ms != was->freeze_duration_ms;
	const size_t count = is_set ? count_since(form->request->server, freeze_ms) : 0;
	AS_AUTO_FREE char *hidden =
		count ? as_text_format(NULL, " and hides results that are public: %zu submission%s",
				count, count == 1 ? "" : "s")
		      : NULL;

	snprintf(form->question, sizeof(form->question),
		"The freeze begins now%s. The public board shows submissions from now on as "
		"pending until the thaw. Tick \"I am sure\".",
		hidden ? hidden : "");
	return form->question;
}

/* True if the freeze begins at once with this clock, before keep_freeze moves its start to now. */
static bool begins_freeze(const struct as_contest_clock_change *change)
{
	const int64_t freeze_ms = as_contest_freeze_ms(&change->clock);

	return freeze_ms != AS_NEVER_MS && has_started(change) && freeze_ms <= time_of(change);
}

/* What a sentence says of `count` submissions that lie after a new end. */
static char *lost_text(size_t count)
{
	return as_text_format(NULL,
		"submissions made since the new end do not count (%zu submission%s)", count,
		count == 1 ? "" : "s");
}

/* The contest is over, and remains so with another end. */
static const char *ask_to_move_end(const struct as_contest_clock_change *change,
	const struct as_contest_clock *was, struct clock_form *form)
{
	AS_AUTO_FREE char *lost = lost_text(count_lost(form->request->server, &change->clock));

	if (change->clock.duration_ms < was->duration_ms) {
		snprintf(form->question, sizeof(form->question),
			"The contest is over, and now ends earlier: %s. Tick \"I am sure\".",
			lost ? lost : "");
		return form->question;
	}
	as_contest_log_lock(form->request->server->log);
	const size_t more = as_contest_log_would_count(form->request->server->log, &change->clock);
	as_contest_log_unlock(form->request->server->log);
	snprintf(form->question, sizeof(form->question),
		"The contest is over, and now ends later: %zu submission%s made since its end "
		"would count. Tick \"I am sure\".",
		more, more == 1 ? "" : "s");
	return more > 0 ? form->question : NULL;
}

static const char *ask_to_end(const struct as_contest_clock_change *change,
	const struct as_contest_state *was, struct clock_form *form)
{
	AS_AUTO_FREE char *lost = lost_text(count_lost(form->request->server, &change->clock));

	snprintf(form->question, sizeof(form->question),
		"This change ends the contest now: %s. %s Tick \"I am sure\".", lost ? lost : "",
		was->frozen_wall_ms != AS_NEVER_MS ? "The board stays frozen until the thaw."
		: change->clock.freeze_duration_ms
			? "The freeze has not begun: all results stay public."
			: "There is no freeze.");
	return form->question;
}

static const char *ask(const struct as_contest_clock_change *change,
	const struct as_contest_clock *clock, const struct as_contest_state *was,
	struct clock_form *form)
{
	const bool was_over = was->ended_wall_ms != AS_NEVER_MS;

	if (was->started_wall_ms != AS_NEVER_MS && !has_started(change))
		return "The contest has started, and the new start time is in the future: tick \"I "
		       "am sure\".";
	if (was_over)
		return is_over(change)
			       ? ask_to_move_end(change, clock, form)
			       : ask_to_continue(change, form, was->thawed_wall_ms != AS_NEVER_MS);
	if (is_over(change))
		return ask_to_end(change, was, form);
	return was->frozen_wall_ms == AS_NEVER_MS && begins_freeze(change)
		       ? ask_to_freeze(change, clock, form)
		       : NULL;
}

static const char *name_late(const struct as_contest_clock_change *change, struct clock_form *form)
{
	struct as_contest_log *log = form->request->server->log;

	as_contest_log_lock(log);
	AS_AUTO_FREE char *late = as_contest_log_late_text(log, change->now_ms);
	as_contest_log_unlock(log);
	snprintf(form->question, sizeof(form->question), "%s%s%s.", not_over,
		late && *late ? ": " : "", late ? late : "");
	return form->question;
}

static const char *act(struct as_contest_clock_change *change, struct clock_form *form)
{
	const struct as_http_request *request = form->request->http;
	const char *name = as_http_form(request, "action"), *sure = as_http_form(request, "sure");
	size_t action = 0;

	while (action < ACTION_COUNT && (!name || strcmp(actions[action].name, name) != 0))
		action++;
	if (action == ACTION_COUNT)
		return "The action is unknown.";
	if (!actions[action].is_after && change->clock.finalized_wall_ms != AS_NEVER_MS)
		return "The results are final.";
	change->may_publish = sure && strcmp(sure, "1") == 0;
	const struct as_contest_clock clock = change->clock;
	const struct as_contest_state was = as_contest_state_at(&clock, change->now_ms);
	const char *wrong = actions[action].act(change, request);
	if (wrong == not_over)
		return name_late(change, form);
	if (wrong || change->may_publish)
		return wrong;
	if (actions[action].asks == ASKS_ALWAYS)
		return actions[action].question;
	return actions[action].asks == ASKS_NEVER ? NULL : ask(change, &clock, &was, form);
}

static int make_change(
	struct as_contest_clock_change *change, void *context, struct as_error *error)
{
	const char *wrong = act(change, context);

	return wrong ? as_error_set(error, AS_ERROR_USAGE, "%s", wrong) : 0;
}

/* ---- requests ---- */

static void answer_clock_again(const struct request *request, const char *text)
{
	struct page page;

	if (!answer_begin(&page, request, text))
		return;
	as_contest_page_jury_clock(page.out, &page.visit);
	answer_send(&page, 422);
}

static void get_clock(const struct request *request)
{
	answer_page(request, as_contest_page_jury_clock);
}

static void post_clock(const struct request *request)
{
	struct as_error error = {0};
	struct clock_form form = {.request = request};

	if (!as_contest_log_change_clock(
		    request->server->log, make_change, &form, request->visitor.account, &error)) {
		as_site_redirect(request->http, request->server->site, "/jury/clock");
		return;
	}
	answer_clock_again(request, error.text);
}

const struct route routes_jury_clock[] = {
	{"GET", "/jury/clock", ROUTE_JURY, get_clock, ROUTE_PLAIN},
	{"POST", "/jury/clock", ROUTE_ADMIN, post_clock, ROUTE_BLOCKS},
	{0},
};
