/* SPDX-License-Identifier: MIT */
/* Private header: accounts of a file that all contests of the port share (shared.c). */
#ifndef CONTEST_SERVE_SHARED_H
#define CONTEST_SERVE_SHARED_H

#include "request.h"

/* Fills in the secret of the account's log-in to this contest, but not its account. False: it is
 * too long, and nobody may log in with it. Call it with the log's lock. */
bool shared_secret_fill(
	const struct as_contest_account *account, struct as_site_secret *secret) AS_MUST_USE;
/* Replaces a secret that was set at `reset_ms` by the newest one that another contest has. */
void shared_secret_newest(const struct as_server *server, const char *username, int64_t reset_ms,
	struct as_site_secret *secret);
/* A session that began in another contest, with the account of this one. */
struct as_site_credential shared_session_find(const struct as_server *server, const char *hash);
/* Ends a session in all contests. */
int shared_session_end(
	const struct as_server *server, const char *hash, struct as_error *error) AS_MUST_USE;
/* Copies a session that began in another contest into the log of this contest. */
int shared_session_keep(const struct request *request, struct as_error *error) AS_MUST_USE;

/* False: the account is shared, but the visitor's account is not. The request has been answered. */
bool shared_may_change(const struct request *request, size_t account);
/* A new password and the end of all sessions, by an admin; for a shared account in all contests. */
int shared_set_password(const struct request *request, size_t account, const char *hash,
	struct as_error *error) AS_MUST_USE;
int shared_sessions_end(
	const struct request *request, size_t account, struct as_error *error) AS_MUST_USE;

#endif
