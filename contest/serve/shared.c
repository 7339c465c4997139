/* SPDX-License-Identifier: MIT */
/*
 * Accounts of a file that all contests of the port share (--accounts). Each contest has an account
 * of the same username.
 * - A session is in the log of the contest in which it began, and is looked up in all logs.
 * - A new password is in the logs of all contests. If a contest could not store it, or was not
 *   served then, the newest password of all logs counts. A new password also ends the sessions,
 *   because their seals differ.
 * Only one log is locked at a time.
 */
#include "shared.h"
#include "port.h"

#include <string.h>

struct username {
	char text[AS_CONTEST_UTF8_BYTES(AS_USERNAME_MAX) + 1]; /* "": it is not shared */
};

/* ---- accounts ---- */

static struct username username_of(struct as_contest_log *log, size_t account)
{
	struct username username = {0};

	as_contest_log_lock(log);
	const struct as_contest_account *found =
		account == AS_CONTEST_NONE ? NULL : as_contest_log_account(log, account);
	if (found && found->shared)
		snprintf(username.text, sizeof(username.text), "%s", found->username);
	as_contest_log_unlock(log);
	return username;
}

/* The shared account of a username. Call it with the log's lock. */
static size_t find_locked(const struct as_contest_log *log, const char *username)
{
	const size_t account =
		*username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;

	return account != AS_CONTEST_NONE && as_contest_log_account(log, account)->shared
		       ? account
		       : AS_CONTEST_NONE;
}

static size_t find_shared(struct as_contest_log *log, const char *username)
{
	as_contest_log_lock(log);
	const size_t account = find_locked(log, username);
	as_contest_log_unlock(log);
	return account;
}

/* The next contest of the port other than `server`, in any order; NULL: no more. While the port
 * opens, some contests are not open yet. */
static const struct as_server *next_other(const struct as_server *server, size_t *index)
{
	const struct as_servers *servers = server->servers;

	while (servers->config.shares_accounts && *index < servers->count) {
		const struct as_server *other = servers->items[(*index)++];
		if (other != server && other->log)
			return other;
	}
	return NULL;
}

/* ---- secrets ---- */

/* An account without a password is logged in by its address. */
bool shared_secret_fill(const struct as_contest_account *account, struct as_site_secret *secret)
{
	const char *text = account->password ? account->password : account->ip ? account->ip : "";

	if (strlen(text) >= sizeof(secret->text))
		return false;
	secret->common = account->shared;
	secret->kind = !account->password          ? AS_SITE_ADDRESS
		       : account->password_is_hash ? AS_SITE_HASH
						   : AS_SITE_PASSWORD;
	strcpy(secret->text, text);
	return true;
}

void shared_secret_newest(const struct as_server *server, const char *username, int64_t reset_ms,
	struct as_site_secret *secret)
{
	const struct as_server *other;

	for (size_t i = 0; (other = next_other(server, &i));) {
		as_contest_log_lock(other->log);
		const size_t account = find_locked(other->log, username);
		const struct as_contest_account *found =
			account == AS_CONTEST_NONE ? NULL
						   : as_contest_log_account(other->log, account);
		if (found && found->reset_wall_ms > reset_ms) {
			reset_ms = found->reset_wall_ms;
			if (!shared_secret_fill(found, secret))
				secret->account = AS_SITE_NONE;
		}
		as_contest_log_unlock(other->log);
	}
}

/* ---- sessions ---- */

static struct as_contest_credential find_session(struct as_contest_log *log, const char *hash)
{
	as_contest_log_lock(log);
	const struct as_contest_credential found =
		as_contest_log_find_session(log, hash, as_contest_log_now_ms(log));
	as_contest_log_unlock(log);
	return found;
}

/* A session of another contest, with the account of this one. */
static struct as_contest_credential find_other(const struct as_server *server, const char *hash)
{
	const struct as_server *other;

	for (size_t i = 0; (other = next_other(server, &i));) {
		struct as_contest_credential found = find_session(other->log, hash);
		const struct username username = username_of(other->log, found.account);
		const size_t account = find_shared(server->log, username.text);
		if (account == AS_CONTEST_NONE)
			continue;
		found.account = account;
		return found;
	}
	return (struct as_contest_credential){.account = AS_CONTEST_NONE};
}

struct as_site_credential shared_session_find(const struct as_server *server, const char *hash)
{
	const struct as_contest_credential found = find_other(server, hash);
	struct as_site_credential credential = {.account = found.account};

	memcpy(credential.seal, found.seal, sizeof(credential.seal));
	return credential;
}

int shared_session_end(const struct as_server *server, const char *hash, struct as_error *error)
{
	int failed = as_contest_log_session_end(server->log, hash, error);
	const struct as_server *other;

	for (size_t i = 0; (other = next_other(server, &i));)
		failed |= as_contest_log_session_end(other->log, hash, error);
	return failed;
}

int shared_session_keep(const struct request *request, struct as_error *error)
{
	struct as_contest_log *log = request->server->log;
	const char *hash = request->visitor.session;

	if (find_session(log, hash).account != AS_CONTEST_NONE)
		return 0;
	const struct as_contest_credential found = find_other(request->server, hash);
	if (found.account == AS_CONTEST_NONE)
		return 0;
	const struct as_contest_entry_session entry = {hash, found.seal, found.account,
		found.expires_wall_ms, as_http_peer(request->http)};
	if (as_contest_log_session_add(log, &entry, error))
		return -1;
	/* A log-out at the same time may not have found this copy. */
	if (find_other(request->server, hash).account != AS_CONTEST_NONE)
		return 0;
	return as_contest_log_session_end(log, hash, error)
		       ? -1
		       : as_error_set(error, AS_ERROR_USAGE, "the session has ended; log in again");
}

/* ---- an admin ---- */

bool shared_may_change(const struct request *request, size_t account)
{
	struct as_contest_log *log = request->server->log;

	if (!*username_of(log, account).text || *username_of(log, request->visitor.account).text)
		return true;
	as_http_fail(request->http, 403,
		"the account is shared by several contests: only an admin of the shared accounts "
		"can change it");
	return false;
}

/* Takes a list; NULL stays NULL. */
static char *add_id(char *list, const char *id)
{
	AS_AUTO_FREE char *before = list;

	return before ? as_text_format(NULL, "%s%s%s", before, *before ? ", " : "", id) : NULL;
}

/* Makes the change in the other contests. The ids of those that did not store it, for a message; ""
 * if all did; NULL: out of memory. */
static char *repeat(const struct request *request, size_t account, const char *hash)
{
	char *failed = strdup("");
	struct as_contest_log *log = request->server->log;
	const struct username of = username_of(log, account);
	const struct username by = username_of(log, request->visitor.account);
	const struct as_server *other;

	for (size_t i = 0; (other = next_other(request->server, &i));) {
		const size_t its = find_shared(other->log, of.text);
		const size_t admin = find_shared(other->log, by.text);
		struct as_error error = {0};
		if (its == AS_CONTEST_NONE)
			continue;
		if (hash ? as_contest_log_set_password(other->log, its, hash, admin, &error)
			 : as_contest_log_sessions_end(other->log, its, admin, &error)) {
			server_note(other,
				"a change of the shared account '%s' is not stored in this "
				"contest: %s",
				of.text, error.text);
			failed = add_id(failed, other->config.contest->settings.id);
		}
	}
	return failed;
}

int shared_set_password(
	const struct request *request, size_t account, const char *hash, struct as_error *error)
{
	if (as_contest_log_set_password(
		    request->server->log, account, hash, request->visitor.account, error))
		return -1;
	/* Sessions have ended everywhere, because their seals differ; the newest password counts.
	 */
	free(repeat(request, account, hash));
	return 0;
}

int shared_sessions_end(const struct request *request, size_t account, struct as_error *error)
{
	if (as_contest_log_sessions_end(
		    request->server->log, account, request->visitor.account, error))
		return -1;
	/* A session in the log of any contest is valid in all. */
	AS_AUTO_FREE char *failed = repeat(request, account, NULL);
	if (!failed)
		return as_error_no_memory(error);
	if (!*failed)
		return 0;
	return as_error_set(error, AS_ERROR_MACHINE,
		"the sessions were not ended in the contest%s %s, which cannot store anything at "
		"the moment; end them again in a minute",
		strchr(failed, ',') ? "s" : "", failed);
}
