/* SPDX-License-Identifier: MIT */
/* Appends the objects that the jury adds. */
#include "private.h"

#include <string.h>

/* ---- awards ---- */

static json_t *team_ids(struct as_contest_log *log, const struct as_contest_indexes *teams)
{
	json_t *ids = json_array();

	as_contest_log_lock(log);
	for (size_t i = 0; i < teams->count; i++)
		json_array_append_new(
			ids, json_string(as_contest_log_team(log, teams->items[i])->id));
	as_contest_log_unlock(log);
	return ids;
}

int as_contest_log_set_award(struct as_contest_log *log, const char *id, const char *citation,
	const struct as_contest_indexes *teams, size_t account, struct as_error *error)
{
	AS_AUTO_FREE char *text =
		citation ? log_text(citation, AS_CONTEST_COMMENT_MAX_BYTES, error) : NULL;

	if (citation && !text)
		return -1;
	json_t *body = log_entry_of("award", as_contest_log_now_ms(log));
	log_entry_text(&body, "id", id);
	log_entry_text(&body, "citation", text);
	log_entry_set(&body, "teams", team_ids(log, teams));
	log_entry_account(log, &body, account);
	return log_put_note(log, body, NULL, error);
}

/* ---- comments ---- */

static int check_comment(const struct as_contest_comment *entry, struct as_error *error)
{
	size_t count = entry->teams.count + entry->problems.count + entry->submissions.count;

	for (char **tag = entry->tags; tag && *tag; tag++, count++)
		if (log_check_text(*tag, AS_CONTEST_TOKEN_NAME_MAX_BYTES, error))
			return -1;
	return count > AS_CONTEST_COMMENT_MAX_ITEMS
		       ? as_error_set(error, AS_ERROR_USAGE,
				 "more than %d tags, teams, problems and submissions",
				 AS_CONTEST_COMMENT_MAX_ITEMS)
		       : 0;
}

static json_t *tags_json(char **tags)
{
	json_t *list = json_array();

	for (; tags && *tags; tags++)
		json_array_append_new(list, json_string(*tags));
	return list;
}

/* Problems by id, submissions by arrival. */
static json_t *problems_json(
	const struct as_contest_log *log, const struct as_contest_indexes *problems)
{
	json_t *list = json_array();

	for (size_t i = 0; i < problems->count; i++)
		json_array_append_new(
			list, json_string(log->contest->problems[problems->items[i]].id));
	return list;
}

static json_t *submissions_json(const struct as_contest_indexes *submissions)
{
	json_t *list = json_array();

	for (size_t i = 0; i < submissions->count; i++)
		json_array_append_new(list, json_integer((json_int_t)submissions->items[i] + 1));
	return list;
}

int as_contest_log_comment(struct as_contest_log *log, const struct as_contest_comment *entry,
	size_t *comment, struct as_error *error)
{
	AS_AUTO_FREE char *message = log_text(entry->message, AS_CONTEST_COMMENT_MAX_BYTES, error);

	if (!message || check_comment(entry, error))
		return -1;
	json_t *body = log_entry_of("comment", as_contest_log_now_ms(log));
	log_entry_text(&body, "message", message);
	log_entry_set(&body, "tags", tags_json(entry->tags));
	log_entry_set(&body, "teams", team_ids(log, &entry->teams));
	log_entry_set(&body, "problems", problems_json(log, &entry->problems));
	log_entry_set(&body, "submissions", submissions_json(&entry->submissions));
	log_entry_account(log, &body, entry->account);
	return log_put_note(log, body, comment, error);
}

/* ---- tokens ---- */

int as_contest_log_token_add(struct as_contest_log *log, const struct as_contest_entry_token *entry,
	uint64_t *number, struct as_error *error)
{
	size_t made;

	if (log_check_text(entry->name, AS_CONTEST_TOKEN_NAME_MAX_BYTES, error))
		return -1;
	json_t *body = log_entry_of("token", as_contest_log_now_ms(log));
	log_entry_text(&body, "hash", entry->hash);
	log_entry_text(&body, "seal", entry->seal);
	log_entry_text(&body, "name", entry->name);
	log_entry_account(log, &body, entry->account);
	if (log_put_note(log, body, &made, error))
		return -1;
	*number = made;
	return 0;
}

int as_contest_log_token_revoke(struct as_contest_log *log, uint64_t number, struct as_error *error)
{
	as_contest_log_lock(log);
	const bool is_alive = as_contest_log_find_token_number(log, number) != NULL;
	as_contest_log_unlock(log);
	if (!is_alive)
		return 0;
	json_t *body = log_entry_of("token", as_contest_log_now_ms(log));
	log_entry_set(&body, "revoked", json_integer((json_int_t)number));
	return log_put_note(log, body, NULL, error);
}
