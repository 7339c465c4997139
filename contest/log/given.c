/* SPDX-License-Identifier: MIT */
/* Time that the jury gives back. For all it is in the entry of the clock. For a team it is an entry
 * "given", which earlier versions skip: for them the team has the time of the contest. */
#include "given.h"
#include "append.h"
#include "decide.h"
#include "start.h"

#include <string.h>

/* ---- intervals in entries ---- */

json_t *log_interval_json(const struct as_removed_interval *interval)
{
	json_t *times = json_pack("[I, o]", (json_int_t)interval->begin_wall_ms,
		interval->end_wall_ms == AS_NEVER_MS ? json_null()
						     : json_integer(interval->end_wall_ms));

	if (interval->removal)
		log_list_add(&times, json_integer(interval->removal));
	return times;
}

struct as_removed_interval log_read_interval(const json_t *list)
{
	const json_t *begin = json_array_get(list, 0), *end = json_array_get(list, 1);
	const json_int_t removal = json_integer_value(json_array_get(list, 2));

	return (struct as_removed_interval){
		json_is_integer(begin) ? json_integer_value(begin) : AS_NEVER_MS,
		json_is_integer(end) ? json_integer_value(end) : AS_NEVER_MS,
		removal > 0 && removal < UINT32_MAX ? (uint32_t)removal : 0};
}

uint32_t log_next_removal(const struct as_contest_log *log)
{
	return (uint32_t)log->state.extras.given_count + 1;
}

void log_entry_given(json_t **entry, const struct as_contest_clock_given *given)
{
	if (given->removed.end_wall_ms) {
		log_entry_set(entry, "given", log_interval_json(&given->removed));
		log_entry_text(entry, "reason", given->reason ? given->reason : "");
	}
	if (given->restored.end_wall_ms)
		log_entry_set(entry, "restored", log_interval_json(&given->restored));
}

/* ---- reading ---- */

size_t as_contest_log_given_count(const struct as_contest_log *log)
{
	return log->state.extras.given_count;
}

const struct as_contest_given *as_contest_log_given(const struct as_contest_log *log, size_t given)
{
	return &log->state.extras.given[given];
}

/* The array has space. */
static void insert(struct as_contest_team_time *time, const struct as_removed_interval *interval)
{
	size_t place = time->count++;

	for (; place > 0 && time->intervals[place - 1].begin_wall_ms > interval->begin_wall_ms;
		place--)
		time->intervals[place] = time->intervals[place - 1];
	time->intervals[place] = *interval;
}

struct as_contest_team_time as_contest_log_team_time(const struct as_contest_log *log, size_t team,
	const struct as_removed_interval *more, size_t less)
{
	const size_t count = as_contest_log_given_count(log);
	struct as_contest_team_time time = {.intervals = calloc(count + 1, sizeof(*more))};

	for (size_t i = 0; time.intervals && i < count; i++) {
		const struct as_contest_given *of = as_contest_log_given(log, i);
		if (of->team == team && !of->is_ended && i != less)
			insert(&time, &of->interval);
	}
	if (time.intervals && more)
		insert(&time, more);
	return time;
}

/* ---- checking ---- */

static int check_sum(const struct as_contest_clock *clock, const struct as_contest_team_time *time,
	struct as_error *error)
{
	char sum[AS_SPAN_TEXT_SIZE], duration[AS_SPAN_TEXT_SIZE];
	int64_t sum_ms = 0;

	for (size_t i = 0; i < time->count; i++) {
		if (i > 0 && time->intervals[i].begin_wall_ms < time->intervals[i - 1].end_wall_ms)
			return as_error_set(error, AS_ERROR_USAGE,
				"the interval overlaps time that the team has already; take that "
				"back first");
		sum_ms += time->intervals[i].end_wall_ms - time->intervals[i].begin_wall_ms;
	}
	return sum_ms <= clock->duration_ms
		       ? 0
		       : as_error_set(error, AS_ERROR_USAGE,
				 "%s for the team: that is more than the contest takes, %s",
				 as_span_text(sum_ms, sum),
				 as_span_text(clock->duration_ms, duration));
}

/* What is public or open after the contest must not be so before the end of the team. */
static int check_team_end(const struct as_contest_log *log, size_t team,
	const struct as_contest_team_time *time, int64_t now_ms, struct as_error *error)
{
	const struct as_contest_clock *contest = as_contest_log_clock(log);
	struct as_contest_clock clock = as_contest_log_team_clock(log, team, contest);

	clock.given = time->intervals;
	clock.given_count = time->count;
	const int64_t end_ms = as_contest_wall_ms(&clock, clock.duration_ms);
	/* AS_NEVER_MS: the contest is paused, so nothing is public. */
	if (end_ms <= now_ms || end_ms == AS_NEVER_MS || as_contest_log_is_virtual(log, team))
		return 0;
	if (contest->thaw_wall_ms < end_ms)
		return as_error_set(error, AS_ERROR_USAGE,
			"the board thaws before the end of the team; set a later "
			"scoreboard_thaw_time first");
	if (log->contest->settings.participation.time_per_team_ms > 0 &&
		as_contest_wall_ms(contest, contest->duration_ms) < end_ms)
		return as_error_set(error, AS_ERROR_USAGE,
			"the contest ends before the end of the team, and then everybody sees the "
			"results; extend the contest first");
	return 0;
}

int as_contest_log_check_given(const struct as_contest_log *log,
	const struct as_contest_entry_given *entry, int64_t now_ms, struct as_error *error)
{
	const struct as_contest_clock clock =
		as_contest_log_team_clock(log, entry->team, as_contest_log_clock(log));
	struct as_error why = {0};

	if (log_check_text(entry->reason, AS_CONTEST_REASON_MAX_BYTES, error))
		return as_error_context(error, "the reason");
	struct as_contest_team_time time =
		as_contest_log_team_time(log, entry->team, &entry->interval, AS_CONTEST_NONE);
	const int failed = !time.intervals
				   ? as_error_no_memory(error)
				   : check_sum(&clock, &time, error) ||
					     check_team_end(log, entry->team, &time, now_ms, error);
	free(time.intervals);
	if (failed)
		return -1;
	return as_contest_interval_check(&clock, &entry->interval, now_ms, &why)
		       ? as_error_set(error, AS_ERROR_USAGE, "%s", why.text)
		       : 0;
}

struct give_wish {
	struct as_contest_entry_given entry;
	int64_t now_ms;
};

static int check_give(const struct as_contest_log *log, const void *context, struct as_error *error)
{
	const struct give_wish *wish = context;

	if (wish->entry.by.unless_final && log_check_not_final(log, error))
		return -1;
	return as_contest_log_check_given(log, &wish->entry, wish->now_ms, error);
}

struct give_end {
	size_t given;
	struct as_contest_decision by;
};

static int check_end(const struct as_contest_log *log, const void *context, struct as_error *error)
{
	const struct give_end *end = context;

	if (end->by.unless_final && log_check_not_final(log, error))
		return -1;
	return as_contest_log_given(log, end->given)->is_ended
		       ? as_error_set(error, AS_ERROR_USAGE, "the time was already taken back")
		       : 0;
}

/* ---- appending ---- */

int as_contest_log_give(struct as_contest_log *log, const struct as_contest_entry_given *wanted,
	struct as_error *error)
{
	struct give_wish wish = {*wanted, as_contest_log_now_ms(log)};
	struct as_contest_entry_given *entry = &wish.entry;
	AS_AUTO_FREE char *reason = log_text(entry->reason, AS_CONTEST_REASON_MAX_BYTES, error);
	json_t *body = log_entry_of("given", wish.now_ms);
	int64_t number;

	if (!reason) {
		json_decref(body);
		return as_error_context(error, "the reason");
	}
	entry->reason = reason;
	log_entry_team(log, &body, "team", entry->team);
	log_entry_set(&body, "given", log_interval_json(&entry->interval));
	log_entry_text(&body, "reason", reason);
	log_entry_set(&body, "start", json_boolean(entry->is_start));
	log_entry_account(log, &body, entry->by.account);
	return log_put_checked(log, body, (struct log_check){check_give, &wish}, &number, error);
}

int as_contest_log_give_end(struct as_contest_log *log, size_t given, struct as_contest_decision by,
	struct as_error *error)
{
	const struct give_end end = {given, by};
	json_t *body = log_entry_of("given", as_contest_log_now_ms(log));
	int64_t number;

	log_entry_set(&body, "ended", json_integer((json_int_t)given + 1));
	log_entry_account(log, &body, by.account);
	return log_put_checked(log, body, (struct log_check){check_end, &end}, &number, error);
}

/* ---- applying ---- */

static int add_given(struct as_contest_log *log, const struct event *event, size_t team,
	struct as_removed_interval interval, struct as_error *error)
{
	struct log_extras *extras = &log->state.extras;
	const char *username = event_text(event, "account");

	if (!as_array_reserve(extras->given, extras->given_count, error))
		return -1;
	struct as_contest_given *made = &extras->given[extras->given_count++];
	*made = (struct as_contest_given){.team = team,
		.interval = interval,
		.is_start = json_is_true(json_object_get(event->body, "start")),
		.account = username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE,
		.wall_ms = event->wall_ms};
	const char *reason = event_text(event, "reason");
	return event_copy(&made->reason, reason ? reason : "", error);
}

/* NULL: there is no such item. */
static struct as_contest_given *item_of(const struct as_contest_log *log, int64_t number)
{
	return number >= 1 && (uint64_t)number <= log->state.extras.given_count
		       ? &log->state.extras.given[number - 1]
		       : NULL;
}

static bool is_in_range(const struct as_removed_interval *interval)
{
	return interval->begin_wall_ms >= 0 && interval->end_wall_ms <= LOG_MAX_WALL_MS &&
	       interval->begin_wall_ms < interval->end_wall_ms;
}

bool log_reads_given(const struct event *event)
{
	static const char *const keys[] = {"given", "restored"};

	for (size_t i = 0; i < 2; i++) {
		const json_t *list = json_object_get(event->body, keys[i]);
		const struct as_removed_interval interval = log_read_interval(list);
		if (list && !is_in_range(&interval))
			return false;
	}
	return true;
}

int log_apply_given(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const json_t *given = json_object_get(event->body, "given");
	const json_t *restored = json_object_get(event->body, "restored");
	struct as_contest_given *item = item_of(log, log_read_interval(restored).removal);

	if (item)
		item->is_ended = true;
	return given ? add_given(log, event, AS_CONTEST_NONE, log_read_interval(given), error) : 0;
}

/* The time of the team as its items say. */
static int set_team(struct as_contest_log *log, size_t team, struct as_error *error)
{
	struct log_start *start = log_start_at(log, team, error);

	if (!start)
		return -1;
	free(start->given.intervals);
	start->given = as_contest_log_team_time(log, team, NULL, AS_CONTEST_NONE);
	return start->given.intervals ? log_boards_set_start(log, team, error)
				      : as_error_no_memory(error);
}

static int end_given(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct as_contest_given *item = item_of(log, event_number(event, "ended"));

	if (!item || item->team == AS_CONTEST_NONE || item->is_ended)
		return event_skip(log, event, "the team does not have the time that it names");
	item->is_ended = true;
	if (set_team(log, item->team, error))
		return -1;
	event_notify(log, AS_CONTEST_CHANGED_START, item->team, event->wall_ms);
	return 0;
}

int event_given(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *id = event_text(event, "team");
	const size_t team = id ? as_contest_log_find_team(log, id) : AS_CONTEST_NONE;
	const struct as_removed_interval interval =
		log_read_interval(json_object_get(event->body, "given"));

	if (json_object_get(event->body, "ended"))
		return end_given(log, event, error);
	if (team == AS_CONTEST_NONE)
		return event_refuse(log, event, "team");
	if (!is_in_range(&interval))
		return event_skip(log, event, "its interval is out of range");
	if (add_given(log, event, team, interval, error) || set_team(log, team, error))
		return -1;
	event_notify(log, AS_CONTEST_CHANGED_START, team, event->wall_ms);
	return 0;
}

/* ---- audit ---- */

bool log_audit_given(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const json_t *restored = json_object_get(event->body, "restored");
	const bool is_given = json_object_get(event->body, "given");
	const uint32_t removal = log_read_interval(restored).removal;

	if (!is_given && !item_of(log, removal))
		return false;
	act->kind = is_given ? AS_CONTEST_ACT_GIVE : AS_CONTEST_ACT_GIVE_END;
	act->index = is_given ? log->state.extras.given_count - 1 : removal - 1;
	return true;
}

bool audit_given(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const int64_t ended = event_number(event, "ended");

	act->kind = ended ? AS_CONTEST_ACT_GIVE_END : AS_CONTEST_ACT_GIVE;
	act->index = (ended ? (size_t)ended : log->state.extras.given_count) - 1;
	return true;
}

/* ---- memory ---- */

void log_given_clear(struct as_contest_given *items, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(items[i].reason);
	free(items);
}
