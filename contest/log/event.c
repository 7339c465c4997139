/* SPDX-License-Identifier: MIT */
#include "event.h"
#include "body.h"

#include <assay/base/line.h>
#include <inttypes.h>
#include <string.h>

void event_notify(
	struct as_contest_log *log, enum as_contest_change_kind kind, size_t index, int64_t wall_ms)
{
	const struct as_contest_change change = {
		kind, index, wall_ms, !as_journal_is_started(log->journal)};

	if (log->observer.changed)
		log->observer.changed(log->observer.context, log, &change);
}

const char *event_text(const struct event *event, const char *key)
{
	return as_journal_body_text(&event->parsed->of, key);
}

int64_t event_number(const struct event *event, const char *key)
{
	int64_t number;

	return as_journal_body_number(&event->parsed->of, key, &number) ? number : 0;
}

void event_made(struct as_contest_log *log, const struct event *event, size_t index)
{
	as_journal_made(log->journal, event->record->event.number, index);
}

int event_name(json_t **ids, const char *wanted, uint64_t number, size_t index, char **own,
	struct as_error *error)
{
	char decimal[24];
	const char *id = wanted;

	*own = NULL;
	snprintf(decimal, sizeof(decimal), "%" PRIu64, number);
	if (!id && !json_object_get(*ids, decimal))
		return 0;
	if (!id)
		id = decimal;
	AS_AUTO_FREE char *made = strdup(id);
	while (made && json_object_get(*ids, made)) {
		char *next = as_text_format(error, "n%s", made);
		free(made);
		made = next;
	}
	if (!*ids)
		*ids = json_object();
	if (!made || json_object_set_new(*ids, made, json_integer((json_int_t)index)))
		return as_error_no_memory(error);
	*own = as_steal(made);
	return 0;
}

int event_copy(char **copy, const char *text, struct as_error *error)
{
	if (!text)
		return 0;
	*copy = strdup(text);
	if (!*copy)
		return as_error_no_memory(error);
	/* Earlier versions of this program kept the line ends of browsers. */
	as_text_unify_lines(*copy);
	return 0;
}

void event_digest(const struct event *event, const char *key, char digest[AS_DIGEST_HEX_SIZE])
{
	const char *text = event_text(event, key);

	if (text && strlen(text) == AS_DIGEST_HEX_SIZE - 1)
		memcpy(digest, text, AS_DIGEST_HEX_SIZE);
	else
		*digest = '\0';
}

size_t event_find_team(const struct as_contest_log *log, const json_t *name)
{
	return json_is_string(name) ? as_contest_log_find_team(log, json_string_value(name))
				    : AS_CONTEST_NONE;
}

size_t event_find_submission(const struct as_contest_log *log, const json_t *name)
{
	const json_int_t number = json_integer_value(name);

	return number >= 1 ? log_find_arrival(&log->state, (uint64_t)number) : AS_CONTEST_NONE;
}

int event_objects(const struct as_contest_log *log, const struct event *event, const char *key,
	event_find *find, struct as_contest_indexes *objects, struct as_error *error)
{
	const json_t *list = json_object_get(event->body, key);
	const size_t count = json_array_size(list);

	objects->count = 0;
	objects->items = calloc(count + 1, sizeof(*objects->items));
	if (!objects->items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		const size_t found = find(log, json_array_get(list, i));
		if (found != AS_CONTEST_NONE)
			objects->items[objects->count++] = found;
	}
	return 0;
}

int event_skip(const struct as_contest_log *log, const struct event *event, const char *format, ...)
{
	AS_AUTO_FREE char *why = NULL;
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(&why, format, arguments) < 0)
		why = NULL;
	va_end(arguments);
	*event->is_skipped = true;
	log_note(log, "event %" PRId64 " of the store is ignored: %s", event->record->event.number,
		why ? why : "out of memory");
	return 0;
}

int event_refuse(const struct as_contest_log *log, const struct event *event, const char *what)
{
	return event_skip(log, event, "it names an unknown %s", what);
}

size_t event_submission_of(const struct as_contest_log *log, const struct event *event)
{
	const int64_t arrival = event_number(event, "submission");

	return arrival >= 1 ? log_find_arrival(&log->state, (uint64_t)arrival) : AS_CONTEST_NONE;
}

bool event_is_about_submission(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	act->index = event_submission_of(log, event);
	return act->index != AS_CONTEST_NONE;
}
