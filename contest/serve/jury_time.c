/* SPDX-License-Identifier: MIT */
/* Time given back, to all or to one team. */
#include "answer.h"
#include "jury.h"
#include "routes.h"
#include "server.h"

#include <inttypes.h>
#include <string.h>

static struct as_contest_time_form read_form(const struct request *request)
{
	return (struct as_contest_time_form){.action = as_http_form(request->http, "action"),
		.from = as_http_form(request->http, "from"),
		.to = as_http_form(request->http, "to"),
		.team = as_http_form(request->http, "team"),
		.minutes = as_http_form(request->http, "minutes"),
		.reason = as_http_form(request->http, "reason"),
		.begin = as_http_form(request->http, "begin"),
		.given = as_http_form(request->http, "given")};
}

static void show(const struct request *request, struct as_contest_time_form *form,
	const struct as_error *wrong)
{
	char text[sizeof(wrong->text)];
	struct page page;

	if (wrong) {
		snprintf(text, sizeof(text), "%s", wrong->text);
		as_board_close(form->other);
		form->other = NULL;
	}
	if (!answer_begin(&page, request, wrong ? text : NULL)) {
		as_board_close(form->other);
		form->other = NULL;
		return;
	}
	as_contest_page_jury_time(page.out, &page.visit, form);
	answer_send(&page, !wrong ? 200 : wrong->kind == AS_ERROR_USAGE ? 422 : 503);
}

static bool applies(const struct request *request)
{
	const char *apply = as_http_form(request->http, "apply");

	return apply && strcmp(apply, "1") == 0;
}

/* ---- for all ---- */

/* A contest time, or a TIME. */
static int read_moment(const struct as_contest_clock_change *change, const char *text,
	int64_t *wall_ms, struct as_error *error)
{
	int64_t time_ms;

	if (!text || !as_contest_time_parse(text, wall_ms, NULL))
		return text ? 0 : as_error_set(error, AS_ERROR_USAGE, "missing time");
	if (as_contest_reltime_parse(text, &time_ms, NULL) || time_ms < 0 ||
		time_ms > AS_CONTEST_MAX_MS)
		return as_error_set(error, AS_ERROR_USAGE,
			"a time is a contest time such as 1:30:00, or "
			"2030-01-31T18:00:00+01:00");
	*wall_ms = as_contest_wall_ms(&change->clock, time_ms);
	if (*wall_ms != AS_NEVER_MS && *wall_ms > change->now_ms)
		return as_error_set(error, AS_ERROR_USAGE,
			"%s is a contest time in the future; wait until the interval has ended, or "
			"write a time of day with its date, such as 2030-01-31T18:00:00+01:00",
			text);
	return *wall_ms != AS_NEVER_MS
		       ? 0
		       : as_error_set(error, AS_ERROR_USAGE,
				 "the contest has not come to that time; give an earlier time");
}

static int remove_interval(const struct as_contest_time_form *form,
	struct as_contest_clock_change *change, struct as_error *error)
{
	struct as_removed_interval *interval = &change->given.removed;
	struct as_error why = {0};

	if (read_moment(change, form->from, &interval->begin_wall_ms, error) ||
		read_moment(change, form->to, &interval->end_wall_ms, error))
		return -1;
	interval->removal = change->given.next;
	change->given.reason = form->reason;
	return as_contest_clock_remove(
		       &change->clock, change->removed, interval, change->now_ms, &why)
		       ? as_error_set(error, AS_ERROR_USAGE, "%s", why.text)
		       : 0;
}

static int restore_interval(const struct as_contest_time_form *form,
	struct as_contest_clock_change *change, struct as_error *error)
{
	uint64_t begin_ms;
	struct as_error why = {0};

	if (!form->begin || as_count_parse(form->begin, 0, INT64_MAX, &begin_ms, NULL))
		return as_error_set(error, AS_ERROR_USAGE, "missing begin of the interval");
	return as_contest_clock_restore(&change->clock, change->removed, (int64_t)begin_ms,
		       &change->given.restored, &why)
		       ? as_error_set(error, AS_ERROR_USAGE, "%s", why.text)
		       : 0;
}

static int change_clock(
	struct as_contest_clock_change *change, void *context, struct as_error *error)
{
	const struct as_contest_time_form *form = context;

	if (change->clock.finalized_wall_ms != AS_NEVER_MS)
		return as_error_set(error, AS_ERROR_USAGE, "the results are final");
	return strcmp(form->action, "remove") == 0 ? remove_interval(form, change, error)
						   : restore_interval(form, change, error);
}

static void post_clock(const struct request *request, struct as_contest_time_form *form)
{
	struct as_contest_log *log = request->server->log;
	struct as_contest_clock_preview preview = {0};
	struct as_error error = {0};

	if (applies(request)) {
		if (as_contest_log_change_clock(
			    log, change_clock, form, request->visitor.account, &error))
			show(request, form, &error);
		else
			as_site_redirect(request->http, request->server->site, "/jury/time");
		return;
	}
	int failed = as_contest_log_preview_clock(log, change_clock, form, &preview, &error);
	if (!failed) {
		as_contest_log_lock(log);
		form->end_wall_ms = as_contest_wall_ms(&preview.made, preview.made.duration_ms);
		form->other = as_contest_log_time_board(log,
			&(struct as_contest_other_time){
				.clock = &preview.made, .team = AS_CONTEST_NONE},
			&error);
		as_contest_log_unlock(log);
		failed = !form->other;
	}
	show(request, form, failed ? &error : NULL);
	free(preview.removed);
}

/* ---- for a team ---- */

/* A change of the time of a team. */
struct team_change {
	struct as_contest_entry_given entry;
	size_t given; /* to be taken back; AS_CONTEST_NONE: `entry` is to be given */
};

/* With the lock. */
static int read_give(const struct request *request, const struct as_contest_time_form *form,
	struct as_contest_entry_given *entry, struct as_error *error)
{
	const struct as_contest_log *log = request->server->log;
	struct as_removed_interval *interval = &entry->interval;
	int64_t from_ms = 0, span_ms;

	entry->team = form->team ? as_contest_log_find_team(log, form->team) : AS_CONTEST_NONE;
	if (entry->team == AS_CONTEST_NONE)
		return as_error_set(error, AS_ERROR_USAGE, "the team is unknown; choose a team");
	const struct as_contest_clock clock =
		as_contest_log_team_clock(log, entry->team, as_contest_log_clock(log));
	if (!jury_read_span(form->minutes, &span_ms) || span_ms == 0)
		return as_error_set(
			error, AS_ERROR_USAGE, "the minutes must be a number such as 12 or 7:30");
	if (span_ms > clock.duration_ms)
		return as_error_set(error, AS_ERROR_USAGE,
			"the minutes are more than the whole contest; give fewer minutes");
	if (!form->from || as_contest_reltime_parse(form->from, &from_ms, NULL) || from_ms < 0 ||
		from_ms > AS_CONTEST_MAX_MS)
		return as_error_set(error, AS_ERROR_USAGE, "since: a contest time such as 1:30:00");
	entry->is_start = from_ms == 0;
	entry->reason = form->reason ? form->reason : "";
	interval->begin_wall_ms = as_contest_wall_ms(&clock, from_ms);
	interval->end_wall_ms = as_contest_wall_ms(&clock, from_ms + span_ms);
	return as_contest_log_check_given(
		log, entry, as_contest_log_now_ms(request->server->log), error);
}

/* With the lock. */
static int read_end(const struct request *request, struct as_contest_time_form *form,
	struct team_change *change, struct as_error *error)
{
	const struct as_contest_log *log = request->server->log;
	uint64_t number;

	if (!form->given ||
		as_count_parse(form->given, 1, as_contest_log_given_count(log), &number, NULL) ||
		as_contest_log_given(log, (size_t)number - 1)->team == AS_CONTEST_NONE)
		return as_error_set(error, AS_ERROR_USAGE, "there is no such item");
	change->given = (size_t)number - 1;
	change->entry.team = as_contest_log_given(log, change->given)->team;
	form->team = as_contest_log_team(log, change->entry.team)->id;
	return as_contest_log_given(log, change->given)->is_ended
		       ? as_error_set(error, AS_ERROR_USAGE, "the time was already taken back")
		       : 0;
}

/* With the lock. */
static int preview_team(const struct request *request, struct as_contest_time_form *form,
	const struct team_change *change, struct as_error *error)
{
	const struct as_contest_log *log = request->server->log;
	const bool is_end = change->given != AS_CONTEST_NONE;

	struct as_contest_team_time time = as_contest_log_team_time(
		log, change->entry.team, is_end ? NULL : &change->entry.interval, change->given);
	if (!time.intervals)
		return as_error_no_memory(error);
	struct as_contest_clock made =
		as_contest_log_team_clock(log, change->entry.team, as_contest_log_clock(log));
	made.given = time.intervals;
	made.given_count = time.count;
	form->end_wall_ms = as_contest_wall_ms(&made, made.duration_ms);
	form->other = as_contest_log_time_board(log,
		&(struct as_contest_other_time){
			NULL, change->entry.team, time.intervals, time.count},
		error);
	free(time.intervals);
	return form->other ? 0 : -1;
}

static int apply_team(
	const struct request *request, const struct team_change *change, struct as_error *error)
{
	return change->given == AS_CONTEST_NONE
		       ? as_contest_log_give(request->server->log, &change->entry, error)
		       : as_contest_log_give_end(
				 request->server->log, change->given, change->entry.by, error);
}

static void post_team(const struct request *request, struct as_contest_time_form *form)
{
	struct as_contest_log *log = request->server->log;
	struct team_change change = {
		.entry = {.by = jury_decision(request)}, .given = AS_CONTEST_NONE};
	struct as_error error = {0};

	as_contest_log_lock(log);
	int failed = strcmp(form->action, "give") == 0
			     ? read_give(request, form, &change.entry, &error)
			     : read_end(request, form, &change, &error);
	if (!failed && !applies(request))
		failed = preview_team(request, form, &change, &error);
	as_contest_log_unlock(log);
	if (!failed && applies(request))
		failed = apply_team(request, &change, &error);
	if (!failed && applies(request))
		as_site_redirect(request->http, request->server->site, "/jury/time");
	else
		show(request, form, failed ? &error : NULL);
}

/* ---- routes ---- */

static void get_time(const struct request *request)
{
	struct as_contest_time_form empty = {0};

	show(request, &empty, NULL);
}

static void post_time(const struct request *request)
{
	struct as_contest_time_form form = read_form(request);
	const char *action = form.action ? form.action : "";

	if (strcmp(action, "remove") == 0 || strcmp(action, "restore") == 0)
		post_clock(request, &form);
	else if (strcmp(action, "give") == 0 || strcmp(action, "end") == 0)
		post_team(request, &form);
	else
		as_http_fail(request->http, 422, "the action is unknown");
}

const struct route routes_jury_time[] = {
	{"GET", "/jury/time", ROUTE_JURY, get_time, ROUTE_BLOCKS},
	{"POST", "/jury/time", ROUTE_ADMIN, post_time, ROUTE_BLOCKS},
	{0},
};
