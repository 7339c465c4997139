/* SPDX-License-Identifier: MIT */
/* Passwords that an admin resets. The log has only their hashes. */
#include "append.h"
#include "event.h"

#include <assay/accounts.h>
#include <string.h>

/* ---- appending ---- */

int as_contest_log_set_password(struct as_contest_log *log, size_t of, const char *hash,
	size_t account, struct as_error *error)
{
	json_t *body = log_entry_of("password", as_contest_log_now_ms(log));

	as_contest_log_lock(log);
	const struct as_contest_account *found = as_contest_log_account(log, of);
	log_entry_text(&body, "username", found->username);
	if (found->shared)
		log_entry_set(&body, "shared", json_true());
	as_contest_log_unlock(log);
	log_entry_text(&body, "hash", hash);
	log_entry_account(log, &body, account);
	return log_put_note(log, body, NULL, error);
}

/* ---- applying ---- */

/* The account of the log that can be changed: for one of the folder, a copy that borrows all but
 * the password. NULL: out of memory. */
static struct as_contest_account *own_account(
	struct as_contest_log *log, size_t account, struct as_error *error)
{
	struct log_people *people = &log->state.people;
	const size_t count = log->contest->account_count;

	if (account >= count)
		return people->accounts[account - count];
	if (!people->changed) {
		people->changed = calloc(count, sizeof(struct as_contest_account *));
		people->changed_count = people->changed ? count : 0;
	}
	if (people->changed && !people->changed[account]) {
		people->changed[account] = malloc(sizeof(struct as_contest_account));
		if (people->changed[account]) {
			*people->changed[account] = log->contest->accounts[account];
			people->changed[account]->password = NULL;
		}
	}
	if (people->changed && people->changed[account])
		return people->changed[account];
	as_error_no_memory(error);
	return NULL;
}

/* An account that is shared now may have been another user's when the password was reset: that of
 * an account of this contest alone, by an admin of this contest alone. */
static bool is_of_another_user(
	const struct as_contest_log *log, const struct event *event, size_t account)
{
	return as_contest_log_account(log, account)->shared &&
	       !json_is_true(json_object_get(event->body, "shared"));
}

int event_password(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *username = event_text(event, "username"), *hash = event_text(event, "hash");
	const size_t account =
		username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;

	if (account == AS_CONTEST_NONE || !hash)
		return event_refuse(log, event, "account");
	if (!as_password_is_hash(hash) || as_password_check(hash, NULL))
		return event_skip(log, event, "its hash is not one of a password");
	if (is_of_another_user(log, event, account))
		return event_skip(log, event,
			"the account '%s' was not shared when its password was reset", username);
	struct as_contest_account *own = own_account(log, account, error);
	if (!own)
		return -1;
	free(own->password);
	own->password = NULL;
	own->password_is_hash = true;
	own->reset_wall_ms = event->wall_ms;
	as_journal_credentials_end_account(&log->state.people.sessions, account);
	as_journal_credentials_end_account(&log->state.extras.tokens, account);
	return event_copy(&own->password, hash, error);
}

/* ---- audit ---- */

bool audit_password(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	act->kind = AS_CONTEST_ACT_PASSWORD;
	act->index = as_contest_log_find_username(log, event_text(event, "username"));
	return act->index != AS_CONTEST_NONE;
}
