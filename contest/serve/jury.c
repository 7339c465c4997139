/* SPDX-License-Identifier: MIT */
/* Pages and forms of the jury. */
#include "private.h"

#include <assay/html.h>
#include <inttypes.h>
#include <string.h>

#define MINUTE_MS INT64_C(60000)

/* ---- pages ---- */

void jury_show(struct as_http_request *request, struct as_server *server,
	void (*write)(FILE *out, const struct as_contest_visit *visit))
{
	struct visitor visitor;
	struct page page;

	if (!require_jury(request, server, &visitor) ||
		!answer_begin(&page, request, server, &visitor, NULL))
		return;
	write(page.out, &page.visit);
	answer_send(&page, 200);
}

static void get_board(struct as_http_request *request, void *context)
{
	struct visitor visitor;

	if (require_jury(request, context, &visitor))
		answer_board_page(request, context, &visitor, true);
}

static void get_clock(struct as_http_request *request, void *context)
{
	jury_show(request, context, as_contest_page_jury_clock);
}

static void get_board_fragment(struct as_http_request *request, void *context)
{
	struct visitor visitor;

	if (require_jury(request, context, &visitor))
		answer_board(request, context, true);
}

static void get_board_events(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct visitor visitor;

	if (require_jury(request, server, &visitor))
		live_board(server->live, request, true);
}

static void show_queue(struct as_http_request *request, struct as_server *server,
	void (*write)(FILE *out, const struct as_contest_visit *visit,
		const struct as_store_status *status))
{
	AS_AUTO(as_store_status_clear) struct as_store_status status = {0};
	struct visitor visitor;
	struct page page;

	if (!require_jury(request, server, &visitor))
		return;
	const bool is_known = as_store_status_read(server->config.store, &status, NULL) == 0;
	if (!answer_begin(&page, request, server, &visitor, NULL))
		return;
	write(page.out, &page.visit, is_known ? &status : NULL);
	answer_send(&page, 200);
}

static void get_queue(struct as_http_request *request, void *context)
{
	show_queue(request, context, as_contest_page_jury_queue);
}

static void get_queue_fragment(struct as_http_request *request, void *context)
{
	show_queue(request, context, as_contest_page_jury_queue_fragment);
}

/* NULL if the field is missing or empty. */
static const char *chosen(const struct as_http_request *request, const char *name)
{
	const char *value = as_http_query(request, name);

	return value && *value ? value : NULL;
}

static void get_submissions(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct as_contest_filter filter = AS_CONTEST_FILTER_ALL;
	struct visitor visitor;
	struct page page;

	if (!require_jury(request, server, &visitor) ||
		!answer_begin(&page, request, server, &visitor, NULL))
		return;
	if (chosen(request, "problem"))
		filter.problem =
			as_contest_find_problem(server->config.contest, chosen(request, "problem"));
	if (chosen(request, "team"))
		filter.team = as_contest_log_find_team(server->log, chosen(request, "team"));
	filter.language = chosen(request, "language");
	filter.verdict = chosen(request, "verdict");
	if (chosen(request, "before"))
		filter.before = strtoull(chosen(request, "before"), NULL, 10);
	as_contest_page_jury_submissions(page.out, &page.visit, &filter);
	answer_send(&page, 200);
}

static void get_submission(struct as_http_request *request, void *context)
{
	AS_AUTO(evidence_clear) struct evidence evidence = {0};
	struct as_server *server = context;
	struct visitor visitor;
	struct page page;

	if (!require_jury(request, server, &visitor))
		return;
	const size_t submission = require_submission(request, server);
	if (submission == AS_CONTEST_NONE)
		return;
	const struct as_contest_evidence found = evidence_gather(server, submission, &evidence);
	if (!answer_begin(&page, request, server, &visitor, NULL))
		return;
	as_contest_page_jury_submission(page.out, &page.visit, submission, &found);
	answer_send(&page, 200);
}

static void get_audit(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	const char *before = chosen(request, "before");
	struct visitor visitor;
	struct page page;

	if (!require_jury(request, server, &visitor) ||
		!answer_begin(&page, request, server, &visitor, NULL))
		return;
	as_contest_page_jury_audit(page.out, &page.visit, before ? strtoull(before, NULL, 10) : 0);
	answer_send(&page, 200);
}

/* ---- forms about a submission ---- */

static void back_to_submission(
	struct as_http_request *request, const struct as_server *server, size_t submission)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "/jury/submissions/%zu", submission + 1);

	redirect_to(request, server, path ? path : "/jury");
}

static void post_rejudge(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct visitor visitor;
	struct as_error error = {0};

	if (!require_form(request, server, false, &visitor))
		return;
	const size_t submission = require_submission(request, server);
	if (submission == AS_CONTEST_NONE)
		return;
	if (as_contest_log_rejudge(server->log, submission, visitor.account, &error))
		as_http_fail(request, 503, "%s", error.text);
	else
		back_to_submission(request, server, submission);
}

static void post_ignore(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct visitor visitor;
	struct as_error error = {0};

	if (!require_form(request, server, false, &visitor))
		return;
	const char *ignored = as_http_form(request, "ignored");
	const size_t submission = require_submission(request, server);
	if (submission == AS_CONTEST_NONE)
		return;
	if (as_contest_log_ignore(server->log, submission, ignored && strcmp(ignored, "1") == 0,
		    visitor.account, &error))
		as_http_fail(request, 503, "%s", error.text);
	else
		back_to_submission(request, server, submission);
}

/* ---- the clock ---- */

/* A clock that an action changes, with the memory that it owns. */
struct change {
	struct as_contest_clock clock;
	struct as_removed_interval *removed;
	int64_t countdown_ms, now_ms;
};

/* Copies the clock, with space for one more removed interval. Call it with the lock held. */
static bool copy_clock(const struct as_contest_log *log, struct change *change)
{
	const struct as_contest_clock *clock = as_contest_log_clock(log);

	change->clock = *clock;
	change->countdown_ms = as_contest_log_countdown_ms(log);
	change->removed = calloc(clock->removed_count + 1, sizeof(*change->removed));
	if (!change->removed)
		return false;
	if (clock->removed_count)
		memcpy(change->removed, clock->removed,
			clock->removed_count * sizeof(*change->removed));
	change->clock.removed = change->removed;
	return true;
}

static const char *start_now(struct change *change, const struct as_http_request *request)
{
	(void)request;
	change->clock.start_wall_ms = change->now_ms;
	change->countdown_ms = -1;
	return NULL;
}

static const char *schedule(struct change *change, const struct as_http_request *request)
{
	const char *start = as_http_form(request, "start");
	int64_t wall_ms;
	/* A datetime-local field has neither seconds nor an offset: append them. */
	AS_AUTO_FREE char *full = start ? as_text_format(NULL, "%s:00Z", start) : NULL;

	if (!start || (as_contest_time_parse(start, &wall_ms, NULL) &&
			      (!full || as_contest_time_parse(full, &wall_ms, NULL))))
		return "The start must be a time such as 2030-01-31T18:00:00+01:00.";
	change->clock.start_wall_ms = wall_ms;
	change->countdown_ms = -1;
	return NULL;
}

static bool has_started(const struct change *change)
{
	const int64_t time_ms = as_contest_time_ms(&change->clock, change->now_ms);

	return time_ms != AS_NEVER_MS && time_ms >= 0;
}

static const char *pause_clock(struct change *change, const struct as_http_request *request)
{
	(void)request;
	if (!has_started(change)) {
		if (change->clock.start_wall_ms == AS_NEVER_MS)
			return "The countdown is not running.";
		change->countdown_ms = change->clock.start_wall_ms - change->now_ms;
		change->clock.start_wall_ms = AS_NEVER_MS;
		return NULL;
	}
	const size_t count = change->clock.removed_count;
	if (count && change->removed[count - 1].end_wall_ms == AS_NEVER_MS)
		return "The contest is paused already.";
	change->removed[count] = (struct as_removed_interval){change->now_ms, AS_NEVER_MS};
	change->clock.removed_count++;
	return NULL;
}

static const char *resume(struct change *change, const struct as_http_request *request)
{
	const size_t count = change->clock.removed_count;

	(void)request;
	if (change->countdown_ms >= 0) {
		change->clock.start_wall_ms = change->now_ms + change->countdown_ms;
		change->countdown_ms = -1;
		return NULL;
	}
	if (!count || change->removed[count - 1].end_wall_ms != AS_NEVER_MS)
		return "The contest is not paused.";
	change->removed[count - 1].end_wall_ms = change->now_ms;
	return NULL;
}

/* Parses minutes of a form, as milliseconds. */
static bool read_minutes(const struct as_http_request *request, int64_t *span_ms)
{
	const char *text = as_http_form(request, "minutes");
	char *end = NULL;
	const long minutes = text ? strtol(text, &end, 10) : -1;

	if (!text || end == text || *end || minutes < 0 || minutes > AS_CONTEST_MAX_MS / MINUTE_MS)
		return false;
	*span_ms = minutes * MINUTE_MS;
	return true;
}

static const char *set_duration(struct change *change, const struct as_http_request *request)
{
	return read_minutes(request, &change->clock.duration_ms)
		       ? NULL
		       : "The duration must be a number of minutes.";
}

static const char *freeze(struct change *change, const struct as_http_request *request)
{
	(void)request;
	if (!has_started(change))
		return "The contest has not started.";
	change->clock.freeze_duration_ms =
		change->clock.duration_ms - as_contest_time_ms(&change->clock, change->now_ms);
	return change->clock.freeze_duration_ms > 0 ? NULL : "The contest is over.";
}

static const char *unfreeze(struct change *change, const struct as_http_request *request)
{
	(void)request;
	change->clock.freeze_duration_ms = 0;
	return NULL;
}

static const char *freeze_at(struct change *change, const struct as_http_request *request)
{
	return read_minutes(request, &change->clock.freeze_duration_ms)
		       ? NULL
		       : "The freeze must be a number of minutes.";
}

static const char *thaw(struct change *change, const struct as_http_request *request)
{
	(void)request;
	change->clock.thaw_wall_ms = change->now_ms;
	return NULL;
}

static const char *finalise(struct change *change, const struct as_http_request *request)
{
	(void)request;
	change->clock.finalized_wall_ms = change->now_ms;
	return NULL;
}

static const struct {
	const char *name;
	const char *(*act)(struct change *change, const struct as_http_request *request);
} actions[] = {
	{"start", start_now},
	{"schedule", schedule},
	{"pause", pause_clock},
	{"resume", resume},
	{"duration", set_duration},
	{"freeze", freeze},
	{"unfreeze", unfreeze},
	{"freeze-at", freeze_at},
	{"thaw", thaw},
	{"finalise", finalise},
};

static const char *act(struct change *change, const struct as_http_request *request)
{
	const char *action = as_http_form(request, "action");

	for (size_t i = 0; action && i < sizeof(actions) / sizeof(*actions); i++)
		if (strcmp(actions[i].name, action) == 0)
			return actions[i].act(change, request);
	return "The action is unknown.";
}

/* Call it with the lock held. The obstacle to finalisation, as a sentence; NULL: none. */
static const char *check_finalise(const struct as_contest_log *log, const struct change *change)
{
	static const char *const reasons[] = {
		[AS_OBSTACLE_RUNNING] = "The contest is not over.",
		[AS_OBSTACLE_UNJUDGED] = "There are unjudged submissions.",
		[AS_OBSTACLE_JUDGING_ERRORS] = "There are submissions with a judging error.",
		[AS_OBSTACLE_CLARIFICATIONS] = "There are unanswered clarifications.",
	};
	enum as_obstacle obstacles[AS_OBSTACLE_COUNT];
	const struct as_open_work work = as_contest_log_open_work(log);

	if (change->clock.finalized_wall_ms != change->now_ms)
		return NULL;
	return as_contest_obstacles(as_contest_log_clock(log), change->now_ms, &work, obstacles)
		       ? reasons[obstacles[0]]
		       : NULL;
}

static void answer_clock_again(struct as_http_request *request, struct as_server *server,
	const struct visitor *visitor, const char *text)
{
	struct page page;

	if (!answer_begin(&page, request, server, visitor, text))
		return;
	as_contest_page_jury_clock(page.out, &page.visit);
	answer_send(&page, 422);
}

static void post_clock(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct change change = {.now_ms = as_contest_log_now_ms(server->log)};
	struct visitor visitor;
	struct as_error error = {0};

	if (!require_form(request, server, true, &visitor))
		return;
	as_contest_log_lock(server->log);
	const char *wrong = copy_clock(server->log, &change) ? act(&change, request)
							     : "The server is out of memory.";
	if (!wrong)
		wrong = check_finalise(server->log, &change);
	as_contest_log_unlock(server->log);
	if (!wrong && as_contest_log_set_clock(server->log, &change.clock, change.countdown_ms,
			      visitor.account, &error))
		wrong = error.text;
	free(change.removed);
	if (wrong)
		answer_clock_again(request, server, &visitor, wrong);
	else
		redirect_to(request, server, "/jury/clock");
}

void routes_jury(struct routes *routes)
{
	static const struct {
		const char *method, *path;
		as_http_handler handler;
		unsigned flags;
	} table[] = {
		{"GET", "/jury", get_board, AS_HTTP_PLAIN},
		{"GET", "/jury/board/fragment", get_board_fragment, AS_HTTP_PLAIN},
		{"GET", "/jury/board/events", get_board_events, AS_HTTP_PLAIN},
		{"GET", "/jury/submissions", get_submissions, AS_HTTP_PLAIN},
		{"GET", "/jury/submissions/:number", get_submission, AS_HTTP_MAY_BLOCK},
		{"POST", "/jury/submissions/:number/rejudge", post_rejudge, AS_HTTP_MAY_BLOCK},
		{"POST", "/jury/submissions/:number/ignore", post_ignore, AS_HTTP_MAY_BLOCK},
		{"GET", "/jury/clock", get_clock, AS_HTTP_PLAIN},
		{"POST", "/jury/clock", post_clock, AS_HTTP_MAY_BLOCK},
		{"GET", "/jury/queue", get_queue, AS_HTTP_MAY_BLOCK},
		{"GET", "/jury/queue/fragment", get_queue_fragment, AS_HTTP_MAY_BLOCK},
		{"GET", "/jury/audit", get_audit, AS_HTTP_PLAIN},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		routes_add(routes, table[i].method, table[i].path, table[i].handler, FORM_MAX_BYTES,
			table[i].flags);
}
