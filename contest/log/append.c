/* SPDX-License-Identifier: MIT */
/* Parts of entries: people, submissions, ids. */
#include "append.h"
#include "state.h"

#include <string.h>

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

/* ---- ids ---- */

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
