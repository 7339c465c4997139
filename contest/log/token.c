/* SPDX-License-Identifier: MIT */
/* Tokens of the Contest API. */
#include "append.h"
#include "event.h"

#include <string.h>

/* ---- appending ---- */

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

/* ---- applying ---- */

/* A token can also have ended in other ways. */
static int end_token(struct as_contest_log *log, const struct event *event, int64_t number)
{
	if (number < 1 || (uint64_t)number > log->state.extras.token_number)
		return event_refuse(log, event, "token");
	const struct as_journal_credential *found =
		as_contest_log_find_token_number(log, (uint64_t)number);
	if (found)
		as_journal_credentials_end(&log->state.extras.tokens, found->hash);
	return 0;
}

int event_token(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_extras *extras = &log->state.extras;
	const char *hash = event_text(event, "hash"), *username = event_text(event, "account");

	if (json_is_integer(json_object_get(event->body, "revoked")))
		return end_token(log, event, event_number(event, "revoked"));
	if (!hash || strlen(hash) != AS_DIGEST_HEX_SIZE - 1 || !username)
		return event_refuse(log, event, "token");
	const size_t account = as_contest_log_find_username(log, username);
	event_made(log, event, (size_t)++extras->token_number);
	/* The account may have been removed from the folder. */
	if (account == AS_CONTEST_NONE)
		return 0;
	struct as_journal_credential *made =
		event_credential(event, hash, event_text(event, "seal"), account, error);
	if (!made)
		return -1;
	made->number = extras->token_number;
	if (event_copy(&made->name, event_text(event, "name"), error)) {
		as_journal_credential_free(made);
		return -1;
	}
	return as_journal_credentials_add(&extras->tokens, made, error);
}

/* ---- reading them ---- */

size_t as_contest_log_token_count(const struct as_contest_log *log)
{
	return log->state.extras.tokens.count;
}

const struct as_journal_credential *as_contest_log_token(
	const struct as_contest_log *log, size_t token)
{
	return log->state.extras.tokens.items[token];
}

const struct as_journal_credential *as_contest_log_find_token_number(
	const struct as_contest_log *log, uint64_t number)
{
	return as_journal_credentials_find_number(&log->state.extras.tokens, number);
}
