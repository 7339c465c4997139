/* SPDX-License-Identifier: MIT */
/* Sessions of accounts. */
#include "append.h"
#include "event.h"

#include <string.h>

/* ---- appending ---- */

int as_contest_log_session_add(struct as_contest_log *log,
	const struct as_contest_entry_session *entry, struct as_error *error)
{
	json_t *body = log_entry_of("session", as_contest_log_now_ms(log));

	as_contest_log_lock(log);
	log_entry_text(&body, "username", as_contest_log_account(log, entry->account)->username);
	as_contest_log_unlock(log);
	log_entry_text(&body, "hash", entry->hash);
	log_entry_text(&body, "seal", entry->seal);
	log_entry_text(&body, "from", entry->address);
	log_entry_set(&body, "expires_ms", json_integer(entry->expires_wall_ms));
	return log_put_note(log, body, NULL, error);
}

int as_contest_log_session_end(struct as_contest_log *log, const char *hash, struct as_error *error)
{
	as_contest_log_lock(log);
	const bool is_alive = as_contest_log_find_session(log, hash, 0).account != AS_CONTEST_NONE;
	as_contest_log_unlock(log);
	if (!is_alive)
		return 0;
	json_t *body = log_entry_of("session", as_contest_log_now_ms(log));
	log_entry_text(&body, "hash", hash);
	return log_put_note(log, body, NULL, error);
}

static bool has_credentials(struct as_contest_log *log, size_t account)
{
	as_contest_log_lock(log);
	const bool has = as_journal_credentials_have(&log->state.people.sessions, account) ||
			 as_journal_credentials_have(&log->state.extras.tokens, account);
	as_contest_log_unlock(log);
	return has;
}

int as_contest_log_sessions_end(
	struct as_contest_log *log, size_t of, size_t account, struct as_error *error)
{
	if (!has_credentials(log, of))
		return 0;
	json_t *body = log_entry_of("session", as_contest_log_now_ms(log));
	as_contest_log_lock(log);
	log_entry_text(&body, "ends", as_contest_log_account(log, of)->username);
	as_contest_log_unlock(log);
	log_entry_account(log, &body, account);
	return log_put_note(log, body, NULL, error);
}

/* ---- applying ---- */

struct as_journal_credential *event_credential(const struct event *event, const char *hash,
	const char *seal, size_t account, struct as_error *error)
{
	struct as_journal_credential *made = as_journal_credential_make(hash, seal, error);

	if (!made)
		return NULL;
	made->account = account;
	made->wall_ms = event->wall_ms;
	made->event = event->record->event.number;
	return made;
}

/* A new session has a username and a hash; the end of one only a hash; the end of all sessions and
 * tokens of an account only `ends`, its username. */
int event_session(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct as_journal_credentials *sessions = &log->state.people.sessions;
	const char *username = event_text(event, "username"), *hash = event_text(event, "hash");
	const char *ends = event_text(event, "ends"), *seal = event_text(event, "seal");

	if (ends) {
		as_journal_credentials_end_account(
			sessions, as_contest_log_find_username(log, ends));
		as_journal_credentials_end_account(
			&log->state.extras.tokens, as_contest_log_find_username(log, ends));
		return 0;
	}
	if (!hash || strlen(hash) != AS_DIGEST_HEX_SIZE - 1)
		return event_refuse(log, event, "session");
	/* The account may have been removed from the folder. */
	if (!username || as_contest_log_find_username(log, username) == AS_CONTEST_NONE) {
		as_journal_credentials_end(sessions, hash);
		return 0;
	}
	const size_t account = as_contest_log_find_username(log, username);
	if (log_login_add(log, event, account, false, error))
		return -1;
	struct as_journal_credential *made = event_credential(event, hash, seal, account, error);
	if (!made)
		return -1;
	made->expires_wall_ms = event_number(event, "expires_ms");
	return as_journal_credentials_add(sessions, made, error);
}

/* ---- reading them ---- */

static struct as_contest_credential seen_credential(const struct as_journal_credential *found)
{
	struct as_contest_credential credential = {.account = AS_CONTEST_NONE};

	if (found) {
		credential.account = found->account;
		memcpy(credential.seal, found->seal, sizeof(credential.seal));
		credential.expires_wall_ms = found->expires_wall_ms;
	}
	return credential;
}

struct as_contest_credential as_contest_log_find_session(
	const struct as_contest_log *log, const char *hash, int64_t wall_ms)
{
	return seen_credential(
		as_journal_credentials_find(&log->state.people.sessions, hash, wall_ms));
}

struct as_contest_credential as_contest_log_find_token(
	const struct as_contest_log *log, const char *hash)
{
	return seen_credential(as_journal_credentials_find(&log->state.extras.tokens, hash, 0));
}

void as_contest_log_count_credentials(
	const struct as_contest_log *log, int64_t wall_ms, uint32_t *counts)
{
	as_journal_credentials_count(&log->state.people.sessions, wall_ms, counts);
	as_journal_credentials_count(&log->state.extras.tokens, wall_ms, counts);
}

/* ---- audit ---- */

bool audit_session(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const char *ends = event_text(event, "ends");

	act->kind = AS_CONTEST_ACT_END_SESSIONS;
	act->index = ends ? as_contest_log_find_username(log, ends) : AS_CONTEST_NONE;
	return act->index != AS_CONTEST_NONE;
}
