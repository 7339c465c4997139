/* SPDX-License-Identifier: MIT */
/* The clock. A change goes by compare and append (decide.c): it is made on a copy of the clock and
 * checked, and the new clock is appended. */
#include "clock.h"
#include "append.h"
#include "decide.h"
#include "event.h"
#include "given.h"

#include <errno.h>
#include <string.h>

/* ---- entries ---- */

static json_t *time_json(int64_t wall_ms)
{
	return wall_ms == AS_NEVER_MS ? json_null() : json_integer(wall_ms);
}

json_t *log_entry_clock(const struct as_contest_clock *clock, int64_t countdown_ms)
{
	json_t *removed = json_array();

	for (size_t i = 0; i < clock->removed_count; i++)
		log_list_add(&removed, log_interval_json(&clock->removed[i]));
	return json_pack("{s: s, s: o, s: I, s: I, s: o, s: o, s: I, s: o}", "type", "clock",
		"start_ms", time_json(clock->start_wall_ms), "duration_ms",
		(json_int_t)clock->duration_ms, "freeze_ms", (json_int_t)clock->freeze_duration_ms,
		"thaw_ms", time_json(clock->thaw_wall_ms), "finalized_ms",
		time_json(clock->finalized_wall_ms), "countdown_ms", (json_int_t)countdown_ms,
		"removed", removed);
}

static int64_t read_time(const json_t *value)
{
	return json_is_integer(value) ? json_integer_value(value) : AS_NEVER_MS;
}

static int read_removed(const json_t *list, struct as_contest_clock *clock,
	struct as_removed_interval **removed, struct as_error *error)
{
	const size_t count = json_array_size(list);

	if (count == 0)
		return 0;
	*removed = calloc(count, sizeof(**removed));
	if (!*removed)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		(*removed)[i] = log_read_interval(json_array_get(list, i));
	clock->removed = *removed;
	clock->removed_count = count;
	return 0;
}

/* The removed intervals are on the heap. */
static int read_clock(const json_t *entry, struct as_contest_clock *clock,
	struct as_removed_interval **removed, int64_t *countdown_ms, struct as_error *error)
{
	*clock = (struct as_contest_clock){
		.start_wall_ms = read_time(json_object_get(entry, "start_ms")),
		.duration_ms = json_integer_value(json_object_get(entry, "duration_ms")),
		.freeze_duration_ms = json_integer_value(json_object_get(entry, "freeze_ms")),
		.thaw_wall_ms = read_time(json_object_get(entry, "thaw_ms")),
		.finalized_wall_ms = read_time(json_object_get(entry, "finalized_ms")),
	};
	*countdown_ms = json_integer_value(json_object_get(entry, "countdown_ms"));
	if (read_removed(json_object_get(entry, "removed"), clock, removed, error))
		return -1;
	return as_contest_clock_check(clock, error);
}

/* ---- changing ---- */

struct changer {
	as_contest_clock_changer change;
	void *context;
	size_t account;
};

/* The removed intervals of both clocks are one array. */
struct attempt {
	struct as_contest_clock was;
	struct as_contest_clock_change change;
	struct as_removed_interval *intervals;
	int64_t last;
};

static int attempt_begin(
	struct as_contest_log *log, struct attempt *attempt, struct as_error *error)
{
	struct as_contest_clock_change *change = &attempt->change;

	as_contest_log_lock(log);
	const struct as_contest_clock *clock = as_contest_log_clock(log);
	const size_t count = clock->removed_count;
	change->given.next = log_next_removal(log);
	attempt->intervals = calloc(count + AS_REMOVED_ROOM(count), sizeof(*attempt->intervals));
	attempt->was = change->clock = *clock;
	change->countdown_ms = as_contest_log_countdown_ms(log);
	change->work = as_contest_log_open_work(log);
	if (attempt->intervals && count) {
		memcpy(attempt->intervals, clock->removed, count * sizeof(*clock->removed));
		memcpy(attempt->intervals + count, clock->removed, count * sizeof(*clock->removed));
	}
	/* The number is set after the state, so it is never that of a later event. */
	attempt->last = as_contest_log_last(log);
	as_contest_log_unlock(log);
	if (!attempt->intervals)
		return as_error_no_memory(error);
	attempt->was.removed = attempt->intervals;
	change->clock.removed = change->removed = attempt->intervals + count;
	change->now_ms = as_contest_log_now_ms(log);
	return 0;
}

/* As the folder refuses it. A freeze that an earlier version has set can be changed and removed. */
static int check_own_time(
	const struct as_contest_log *log, const struct attempt *attempt, struct as_error *error)
{
	if (log->contest->settings.participation.time_per_team_ms == 0 ||
		attempt->was.freeze_duration_ms > 0 ||
		attempt->change.clock.freeze_duration_ms == 0)
		return 0;
	return as_error_set(error, AS_ERROR_USAGE,
		"the contest has time_per_team: all results are hidden until the end, and a freeze "
		"is not possible");
}

static int attempt_check(
	const struct as_contest_log *log, struct attempt *attempt, struct as_error *error)
{
	struct as_contest_clock_change *change = &attempt->change;
	const char *reason = change->given.reason ? change->given.reason : "";
	struct as_error why = {0};

	if (change->given.removed.end_wall_ms &&
		log_check_text(reason, AS_CONTEST_REASON_MAX_BYTES, error))
		return as_error_context(error, "the reason");
	if (check_own_time(log, attempt, error))
		return -1;
	if (as_contest_clock_keep_freeze(&attempt->was, change->now_ms, &change->clock, &why) ||
		as_contest_clock_check(&change->clock, &why))
		return as_error_set(error, AS_ERROR_USAGE, "%s", why.text);
	if (!change->may_publish &&
		as_contest_clock_publishes(&attempt->was, change->now_ms, &change->clock))
		return as_error_set(error, AS_ERROR_USAGE,
			"the change makes results public that the freeze hides: tick \"I am "
			"sure\"");
	return 0;
}

/* 1: done. 0: another event came first. */
static int attempt_append(struct as_contest_log *log, const struct attempt *attempt, size_t account,
	struct as_error *error)
{
	const struct as_contest_clock_change *change = &attempt->change;
	struct as_store_appended appended;
	json_t *body = log_entry_clock(&change->clock, change->countdown_ms);

	log_entry_set(&body, "wall_ms", json_integer(change->now_ms));
	log_entry_account(log, &body, account);
	log_entry_given(&body, &change->given);
	const int result = log_append(log, attempt->last, body, NULL, 0, &appended, error);
	if (result <= 0)
		return result;
	return log_await(log, appended.number, error) ? -1 : 1;
}

static int try_change(
	struct as_contest_log *log, const void *context, int64_t *last, struct as_error *error)
{
	const struct changer *by = context;
	struct attempt attempt = {0};
	int result = attempt_begin(log, &attempt, error);

	*last = attempt.last;
	if (!result)
		result = by->change(&attempt.change, by->context, error);
	if (!result)
		result = attempt_check(log, &attempt, error);
	if (!result)
		result = attempt_append(log, &attempt, by->account, error);
	free(attempt.intervals);
	return result;
}

int as_contest_log_change_clock(struct as_contest_log *log, as_contest_clock_changer changer,
	void *context, size_t account, struct as_error *error)
{
	const struct changer by = {changer, context, account};
	const int result = log_decide(log, try_change, &by, error);

	return result ? (result < 0 ? -1 : 0)
		      : log_refuse_busy(log, "the clock is not changed", error);
}

int as_contest_log_preview_clock(struct as_contest_log *log, as_contest_clock_changer changer,
	void *context, struct as_contest_clock_preview *preview, struct as_error *error)
{
	struct attempt attempt = {0};
	int result = attempt_begin(log, &attempt, error);

	if (!result)
		result = changer(&attempt.change, context, error);
	if (!result)
		result = attempt_check(log, &attempt, error);
	preview->made = attempt.change.clock;
	preview->removed = attempt.intervals;
	return result;
}

/* ---- applying ---- */

/* Sets the state of the contest at a time. True: the public may see more or less than before, so
 * the boards must be recomputed. */
static bool set_state(struct as_contest_log *log, int64_t wall_ms)
{
	struct log_state *state = &log->state;
	const bool was_thawed = state->state.thawed_wall_ms != AS_NEVER_MS;
	const bool was_hidden = as_contest_log_hides_results(log);

	state->state_wall_ms = wall_ms;
	state->state = as_contest_state_at(&state->clock, wall_ms);
	return was_thawed != (state->state.thawed_wall_ms != AS_NEVER_MS) ||
	       was_hidden != as_contest_log_hides_results(log);
}

int event_clock(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_state *state = &log->state;
	struct as_removed_interval *removed = NULL;
	struct as_contest_clock clock;
	int64_t countdown_ms;
	struct as_error why = {0};

	if (read_clock(event->body, &clock, &removed, &countdown_ms, &why)) {
		free(removed);
		return why.sys_errno == ENOMEM ? as_error_no_memory(error)
					       : event_skip(log, event, "%s", why.text);
	}
	if (!log_reads_given(event)) {
		free(removed);
		return event_skip(log, event, "an interval is out of range");
	}
	const bool same_freeze = state->is_begun && as_contest_freeze_ms(&clock) ==
							    as_contest_freeze_ms(&state->clock);
	free(state->removed);
	state->removed = removed;
	state->clock = clock;
	state->countdown_ms = countdown_ms;
	state->is_begun = true;
	if (log_apply_given(log, event, error))
		return -1;
	const bool changes_visibility = set_state(log, event->wall_ms);
	if (log_boards_recompute(log, error))
		return -1;
	if (changes_visibility)
		event_notify(log, AS_CONTEST_CHANGED_VISIBILITY, 0, event->wall_ms);
	event_notify(log, AS_CONTEST_CHANGED_CLOCK, 0, event->wall_ms);
	if (!same_freeze)
		event_notify(log, AS_CONTEST_CHANGED_VISIBILITY, 0, event->wall_ms);
	event_notify(log, AS_CONTEST_CHANGED_STATE, 0, event->wall_ms);
	return 0;
}

/* Tells the observer about visible objects before the state itself, so that a feed ends with the
 * state. */
int event_state(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	if (set_state(log, event->wall_ms)) {
		if (log_boards_recompute(log, error))
			return -1;
		event_notify(log, AS_CONTEST_CHANGED_VISIBILITY, 0, event->wall_ms);
	}
	event_notify(log, AS_CONTEST_CHANGED_STATE, 0, event->wall_ms);
	return 0;
}

/* ---- audit ---- */

struct as_contest_clock_values log_clock_values(const struct log_state *state)
{
	const struct as_contest_clock *clock = &state->clock;

	return (struct as_contest_clock_values){.start_wall_ms = clock->start_wall_ms,
		.countdown_ms = state->countdown_ms,
		.duration_ms = clock->duration_ms,
		.freeze_duration_ms = clock->freeze_duration_ms,
		.thaw_wall_ms = clock->thaw_wall_ms,
		.finalized_wall_ms = clock->finalized_wall_ms,
		.removed_count = clock->removed_count,
		.is_paused = as_contest_is_paused(clock)};
}

static bool is_same_clock(
	const struct as_contest_clock_values *a, const struct as_contest_clock_values *b)
{
	return a->start_wall_ms == b->start_wall_ms && a->countdown_ms == b->countdown_ms &&
	       a->duration_ms == b->duration_ms && a->freeze_duration_ms == b->freeze_duration_ms &&
	       a->thaw_wall_ms == b->thaw_wall_ms && a->finalized_wall_ms == b->finalized_wall_ms &&
	       a->removed_count == b->removed_count && a->is_paused == b->is_paused;
}

bool audit_clock(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	(void)event;
	act->kind = AS_CONTEST_ACT_CLOCK;
	act->is = log_clock_values(&log->state);
	if (log_audit_given(log, event, act))
		return true;
	return act->account != AS_CONTEST_NONE && !is_same_clock(&act->was, &act->is);
}

/* ---- the freeze ---- */

/* The jury's additions of the freeze are only visible to the jury until the thaw. */
bool log_is_from_freeze(const struct as_contest_log *log, int64_t wall_ms)
{
	const struct log_state *state = &log->state;
	const int64_t freeze_ms = as_contest_freeze_ms(&state->clock);

	return state->state.thawed_wall_ms == AS_NEVER_MS && freeze_ms != AS_NEVER_MS &&
	       as_contest_time_ms(&state->clock, wall_ms) >= freeze_ms;
}

/* ---- the folder's clock ---- */

static void put_difference(
	FILE *out, const char *key, const char *used, const char *written, const char **separator)
{
	fprintf(out, "%s%s is %s, not %s", *separator, key, used, written);
	*separator = ", ";
}

/* The contest may be started at /jury/clock, so a folder without a start does not differ. */
char *as_contest_log_clock_difference(const struct as_contest_log *log)
{
	const struct as_contest_settings *settings = &log->contest->settings;
	const struct as_contest_clock *clock = &log->state.clock;
	const char *separator = "";
	char used[AS_CONTEST_TIME_SIZE], written[AS_CONTEST_TIME_SIZE], *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	if (settings->start_wall_ms != AS_NEVER_MS &&
		settings->start_wall_ms != clock->start_wall_ms)
		put_difference(out, "start_time",
			clock->start_wall_ms == AS_NEVER_MS
				? "not set"
				: as_contest_time_format(clock->start_wall_ms, used),
			as_contest_time_format(settings->start_wall_ms, written), &separator);
	if (settings->duration_ms != clock->duration_ms)
		put_difference(out, "duration", as_contest_reltime_format(clock->duration_ms, used),
			as_contest_reltime_format(settings->duration_ms, written), &separator);
	if (settings->freeze_duration_ms != clock->freeze_duration_ms)
		put_difference(out, "scoreboard_freeze_duration",
			as_contest_reltime_format(clock->freeze_duration_ms, used),
			as_contest_reltime_format(settings->freeze_duration_ms, written),
			&separator);
	fclose(out);
	if (!*separator) {
		free(text);
		return NULL;
	}
	AS_AUTO_FREE char *differences = text;
	return as_text_format(NULL,
		"the clock of the contest is in the store, and differs from the folder: %s; change "
		"the clock at /jury/clock",
		differences);
}
