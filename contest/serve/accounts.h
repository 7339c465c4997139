/* SPDX-License-Identifier: MIT */
/* Private header: passwords (accounts.c). */
#ifndef CONTEST_SERVE_ACCOUNTS_H
#define CONTEST_SERVE_ACCOUNTS_H

#include <assay/contest/log.h>

struct as_server;

struct hasher_process;

struct accounts;
struct accounts *accounts_open(
	const struct as_contest *contest, struct as_error *error) AS_MUST_USE;
void accounts_close(struct accounts *accounts);
/* The name of the contest's cookie under TLS at the root of a host, with its prefix. */
const char *accounts_cookie(const struct accounts *accounts);
/* The reference for comparing a password; clear it. */
struct secret {
	size_t account; /* AS_CONTEST_NONE: no such account, or it has no password */
	bool is_hash;
	char text[AS_CONTEST_UTF8_BYTES(AS_CONTEST_PASSWORD_MAX) + 1];
};
struct secret accounts_secret(struct as_server *server, const char *username);
void secret_clear(struct secret *secret);
/* True if the password is that of the folder. It takes the same time for each account, and for
 * none. */
bool accounts_compare(
	const struct accounts *accounts, const struct secret *secret, const char *password);
/* True if the password matches the hash. Without a hash it takes the same time as with a hash. */
bool accounts_verify(const struct accounts *accounts, const struct secret *secret,
	const char *username, const char *password, struct hasher_process *process);
/* Caches a verified password, for accounts_cached. */
void accounts_cache(struct accounts *accounts, const char *username, const char *password,
	const struct secret *secret);
/* The account, if the password was verified in the last minutes and is unchanged; else
 * AS_CONTEST_NONE. */
size_t accounts_cached(struct as_server *server, const char *username, const char *password);
/* The digest of an account's secret, keyed with a token that is SESSION_TOKEN_SIZE - 1 digits long:
 * when the secret changes, the token ends. Call it with the log's lock. */
void accounts_seal(const struct as_server *server, size_t account, const char *token,
	char seal[AS_DIGEST_HEX_SIZE]);
/* The account of a session or token, or AS_CONTEST_NONE if the seal is not that of its secret now.
 */
size_t accounts_unseal(const struct as_server *server,
	const struct as_contest_credential *credential, const char *token);

#endif
