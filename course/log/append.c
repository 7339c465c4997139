/* SPDX-License-Identifier: MIT */
/* Entries, and what all that append have in common. */
#include "state.h"

json_t *course_entry_of(struct as_course_log *log, const char *type)
{
	return as_journal_entry_of(type, as_journal_now_ms(log->journal));
}

void course_entry_person(struct as_course_log *log, json_t **entry, const char *key, size_t person)
{
	if (person == AS_COURSE_NONE)
		return;
	as_journal_lock(log->journal);
	as_journal_entry_text(entry, key, log->state.members[person]->key);
	as_journal_unlock(log->journal);
}

void course_entry_assignment(struct as_course_log *log, json_t **entry, size_t assignment)
{
	as_journal_lock(log->journal);
	as_journal_entry_text(entry, "assignment", log->state.tasks[assignment]->id);
	as_journal_unlock(log->journal);
}

int course_put(struct as_course_log *log, json_t *body, const char *raced, size_t *made,
	struct as_error *error)
{
	struct as_store_appended appended;
	size_t index;

	if (as_journal_put(log->journal, body, (struct as_journal_extras){0}, &appended, error))
		return -1;
	if (as_journal_find_made(log->journal, appended.number, &index, NULL))
		return as_error_set(error, AS_ERROR_USAGE, "%s", raced);
	if (made)
		*made = index;
	return 0;
}
