/* SPDX-License-Identifier: MIT */
/* Appending: makes an entry, writes it, and waits until it is in the state. */
#include "opened.h"

#include <string.h>

/* Reports a write. Only a failure of the store counts as a failure. An unreachable server of the
 * store is a failure: its error asks the operator to check the address, not the author of the entry
 * to change the entry. */
static void report_write(const struct as_journal *journal, int result, struct as_error *why)
{
	if (result < 0 && why->kind == AS_ERROR_USAGE && as_store_is_away(why))
		why->kind = AS_ERROR_INTERNAL;
	if (journal->owner.wrote && (result >= 0 || why->kind != AS_ERROR_USAGE))
		journal->owner.wrote(journal->owner.context, result < 0 ? why : NULL);
}

int as_journal_append_entries(struct as_journal *journal, int64_t after,
	const struct as_store_entry *entries, size_t count, struct as_store_appended *appended,
	struct as_error *error)
{
	struct as_error why = {0};
	int result;

	if (after >= 0)
		result = as_store_append_after(
			journal->store, journal->space, after, entries, count, appended, &why);
	else
		result = as_store_append(
				 journal->store, journal->space, entries, count, appended, &why)
				 ? -1
				 : 1;
	report_write(journal, result, &why);
	if (result < 0 && error)
		*error = why;
	return result;
}

int as_journal_append(struct as_journal *journal, int64_t after, json_t *body,
	struct as_journal_extras extras, struct as_store_appended *appended, struct as_error *error)
{
	AS_AUTO_JSON json_t *owned = body;
	AS_AUTO_FREE char *text = owned ? json_dumps(owned, JSON_COMPACT) : NULL;

	if (!text)
		return as_error_no_memory(error);
	const struct as_store_entry entry = {.body = {text, strlen(text)},
		.blob = extras.blob,
		.order = extras.order,
		.again = extras.again};
	return as_journal_append_entries(journal, after, &entry, 1, appended, error);
}

int as_journal_put(struct as_journal *journal, json_t *body, struct as_journal_extras extras,
	struct as_store_appended *appended, struct as_error *error)
{
	if (as_journal_append(journal, -1, body, extras, appended, error) < 0)
		return -1;
	return as_journal_await(journal, appended->number, error);
}

/* ---- objects that events made ---- */

void as_journal_made(struct as_journal *journal, int64_t number, size_t index)
{
	journal->made[number % JOURNAL_MADE_COUNT] = (struct journal_made){number, index};
}

int as_journal_find_made(
	struct as_journal *journal, int64_t number, size_t *made, struct as_error *error)
{
	as_journal_lock(journal);
	const struct journal_made last = journal->made[number % JOURNAL_MADE_COUNT];
	as_journal_unlock(journal);
	*made = last.index;
	return last.event == number
		       ? 0
		       : as_error_set(error, AS_ERROR_INTERNAL, "the event was not understood");
}

int as_journal_put_note(
	struct as_journal *journal, json_t *body, size_t *made, struct as_error *error)
{
	struct as_store_appended appended;

	if (as_journal_put(journal, body, (struct as_journal_extras){0}, &appended, error))
		return -1;
	return made ? as_journal_find_made(journal, appended.number, made, error) : 0;
}
