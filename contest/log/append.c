/* SPDX-License-Identifier: MIT */
/* Appending: makes an entry, writes it, and waits until it is in the state. */
#include "append.h"
#include "state.h"

#include <string.h>

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

int log_append_entries(struct as_contest_log *log, int64_t after,
	const struct as_store_entry *entries, size_t count, struct as_store_appended *appended,
	struct as_error *error)
{
	struct as_error why = {0};
	int result;

	if (after >= 0)
		result = as_store_append_after(
			log->store, log->space, after, entries, count, appended, &why);
	else
		result = as_store_append(log->store, log->space, entries, count, appended, &why)
				 ? -1
				 : 1;
	report_write(log, result, &why);
	if (result < 0 && error)
		*error = why;
	return result;
}

/* Takes the body. */
static int append_entry(struct as_contest_log *log, int64_t after, json_t *body,
	struct as_store_entry entry, struct as_store_appended *appended, struct as_error *error)
{
	AS_AUTO_JSON json_t *owned = body;
	AS_AUTO_FREE char *text = owned ? json_dumps(owned, JSON_COMPACT) : NULL;

	if (!text)
		return as_error_no_memory(error);
	entry.body = (struct as_bytes){text, strlen(text)};
	return log_append_entries(log, after, &entry, 1, appended, error);
}

int log_append(struct as_contest_log *log, int64_t after, json_t *body,
	const struct as_store_order *order, int64_t again, struct as_store_appended *appended,
	struct as_error *error)
{
	const struct as_store_entry entry = {.order = order, .again = again};

	return append_entry(log, after, body, entry, appended, error);
}

int log_append_blob(struct as_contest_log *log, int64_t after, json_t *body, const char *blob,
	struct as_store_appended *appended, struct as_error *error)
{
	const struct as_store_entry entry = {.blob = blob};

	return append_entry(log, after, body, entry, appended, error);
}

int log_put(struct as_contest_log *log, json_t *body, const struct as_store_order *order,
	int64_t again, struct as_store_appended *appended, struct as_error *error)
{
	if (log_append(log, -1, body, order, again, appended, error) < 0)
		return -1;
	return log_await(log, appended->number, error);
}

int log_find_made(struct as_contest_log *log, int64_t number, size_t *made, struct as_error *error)
{
	as_contest_log_lock(log);
	const struct log_made last = log->state.extras.made[number % LOG_MADE_COUNT];
	as_contest_log_unlock(log);
	*made = last.index;
	return last.event == number
		       ? 0
		       : as_error_set(error, AS_ERROR_INTERNAL, "the event was not understood");
}

int log_put_note(struct as_contest_log *log, json_t *body, size_t *made, struct as_error *error)
{
	struct as_store_appended appended;

	if (log_put(log, body, NULL, 0, &appended, error))
		return -1;
	return made ? log_find_made(log, appended.number, made, error) : 0;
}

/* ---- making entries ---- */

json_t *log_entry_of(const char *type, int64_t wall_ms)
{
	return json_pack("{s: s, s: I}", "type", type, "wall_ms", (json_int_t)wall_ms);
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

void log_list_add(json_t **list, json_t *value)
{
	if (json_array_append_new(*list, value) == 0)
		return;
	json_decref(*list);
	*list = NULL;
}

void log_entry_text(json_t **entry, const char *key, const char *value)
{
	if (value)
		log_entry_set(entry, key, json_string(value));
}

void log_entry_account(struct as_contest_log *log, json_t **entry, size_t account)
{
	if (account == AS_CONTEST_NONE)
		return;
	as_contest_log_lock(log);
	log_entry_text(entry, "account", as_contest_log_account(log, account)->username);
	as_contest_log_unlock(log);
}

void log_entry_team(struct as_contest_log *log, json_t **entry, const char *key, size_t team)
{
	if (team == AS_CONTEST_NONE)
		return;
	as_contest_log_lock(log);
	log_entry_text(entry, key, as_contest_log_team(log, team)->id);
	as_contest_log_unlock(log);
}

json_t *log_team_ids(struct as_contest_log *log, const struct as_contest_indexes *teams)
{
	json_t *ids = json_array();

	as_contest_log_lock(log);
	for (size_t i = 0; i < teams->count; i++)
		log_list_add(&ids, json_string(as_contest_log_team(log, teams->items[i])->id));
	as_contest_log_unlock(log);
	return ids;
}

json_t *log_submission_numbers(
	struct as_contest_log *log, const struct as_contest_indexes *submissions)
{
	json_t *list = json_array();

	as_contest_log_lock(log);
	for (size_t i = 0; i < submissions->count; i++)
		log_list_add(&list, json_integer((json_int_t)as_contest_log_submission(
					    log, submissions->items[i])
							 ->arrival));
	as_contest_log_unlock(log);
	return list;
}

/* ---- texts and ids ---- */

/* Two simultaneous requests can pass this check with one id. Then the second object gets another id
 * when its event is applied. */
int log_check_id(struct as_contest_log *log, const char *id,
	size_t (*find)(const struct as_contest_log *log, const char *id), struct as_error *error)
{
	if (!id)
		return 0;
	if (!as_contest_is_id(id) || strlen(id) > AS_CONTEST_CUSTOM_ID_MAX)
		return as_error_set(error, AS_ERROR_USAGE,
			"an id has at most %d letters, digits, '_', '-' and '.', and begins with "
			"neither '-' nor '.'",
			AS_CONTEST_CUSTOM_ID_MAX);
	as_contest_log_lock(log);
	const size_t found = find(log, id);
	as_contest_log_unlock(log);
	return found == AS_CONTEST_NONE
		       ? 0
		       : as_error_set(error, AS_ERROR_USAGE, "the id is taken; give another id");
}

int log_check_text(const char *text, size_t max_bytes, struct as_error *error)
{
	const size_t length = strlen(text);

	if (length == 0 || strspn(text, " \t\r\n") == length)
		return as_error_set(error, AS_ERROR_USAGE, "the text is empty; write a text");
	if (length > max_bytes)
		return as_error_set(error, AS_ERROR_USAGE,
			"the text is longer than %zu bytes; shorten the text", max_bytes);
	if (!as_text_is_utf8(text, length))
		return as_error_set(error, AS_ERROR_USAGE, "the text is not UTF-8; send UTF-8");
	for (const char *at = text; *at; at++)
		if (((unsigned char)*at < ' ' && !strchr("\t\r\n", *at)) || *at == 0x7f)
			return as_error_set(error, AS_ERROR_USAGE,
				"the text has control characters; remove them");
	return 0;
}

char *log_text(const char *text, size_t max_bytes, struct as_error *error)
{
	AS_AUTO_FREE char *lines = strdup(text);

	if (!lines) {
		as_error_no_memory(error);
		return NULL;
	}
	as_contest_text_lines(lines);
	return log_check_text(lines, max_bytes, error) ? NULL : as_steal(lines);
}
