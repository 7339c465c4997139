/* SPDX-License-Identifier: MIT */
/* Event bodies: JSON objects with a "type". */
#include "private.h"

#include <string.h>

/* ---- the clock ---- */

static json_t *time_json(int64_t wall_ms)
{
	return wall_ms == AS_NEVER_MS ? json_null() : json_integer(wall_ms);
}

void log_entry_set(json_t **entry, const char *key, json_t *value)
{
	if (!*entry) {
		json_decref(value);
		return;
	}
	if (json_object_set_new(*entry, key, value) == 0)
		return;
	json_decref(*entry);
	*entry = NULL;
}

json_t *log_entry_clock(const struct as_contest_clock *clock, int64_t countdown_ms)
{
	json_t *removed = json_array();

	for (size_t i = 0; i < clock->removed_count; i++)
		json_array_append_new(
			removed, json_pack("[o, o]", time_json(clock->removed[i].begin_wall_ms),
					 time_json(clock->removed[i].end_wall_ms)));
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
	for (size_t i = 0; i < count; i++) {
		const json_t *pair = json_array_get(list, i);
		(*removed)[i] = (struct as_removed_interval){
			read_time(json_array_get(pair, 0)), read_time(json_array_get(pair, 1))};
	}
	clock->removed = *removed;
	clock->removed_count = count;
	return 0;
}

int log_entry_read_clock(const json_t *entry, struct as_contest_clock *clock,
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

/* ---- appending ---- */

/* Reports a write. A refusal for a reason other than a failure of the store does not count as one.
 * A server of the store that is gone is a failure: its error asks the operator to check the
 * address, not the author of the entry to change it. */
static void report_write(const struct as_contest_log *log, int result, struct as_error *why)
{
	if (result < 0 && why->kind == AS_ERROR_USAGE && as_store_is_away(why))
		why->kind = AS_ERROR_INTERNAL;
	if (log->observer.wrote && (result >= 0 || why->kind != AS_ERROR_USAGE))
		log->observer.wrote(log->observer.context, result < 0 ? why : NULL);
}

int log_append(struct as_contest_log *log, int64_t after, json_t *body,
	const struct as_store_order *order, int64_t again, struct as_store_appended *appended,
	struct as_error *error)
{
	AS_AUTO_JSON json_t *owned = body;
	AS_AUTO_FREE char *text = owned ? json_dumps(owned, JSON_COMPACT) : NULL;

	if (!text)
		return as_error_no_memory(error);
	const struct as_store_entry entry = {
		.body = {text, strlen(text)}, .order = order, .again = again};
	struct as_error why = {0};
	int result;
	if (after >= 0)
		result = as_store_append_after(
			log->store, log->space, after, &entry, 1, appended, &why);
	else
		result =
			as_store_append(log->store, log->space, &entry, 1, appended, &why) ? -1 : 1;
	report_write(log, result, &why);
	if (result < 0 && error)
		*error = why;
	return result;
}
