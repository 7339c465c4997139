/* SPDX-License-Identifier: MIT */
/* Private header: comparison of passwords (passwords.c). */
#ifndef SITE_PASSWORDS_H
#define SITE_PASSWORDS_H

#include <assay/site.h>

struct hasher_process;

struct passwords;
struct passwords *passwords_open(
	const struct as_site_config *config, struct as_error *error) AS_MUST_USE;
void passwords_close(struct passwords *passwords);
/* True if the password is that of the secret, which is not a hash. It takes the same time for each
 * account, and for none. */
bool passwords_compare(const struct passwords *passwords, const struct as_site_secret *secret,
	const char *password);
/* True if the password matches the hash. Without a hash it takes the same time as with a hash. */
bool passwords_verify(const struct passwords *passwords, const struct as_site_secret *secret,
	const char *username, const char *password, struct hasher_process *process);
/* Caches a verified password, for passwords_cached. */
void passwords_cache(struct passwords *passwords, const char *username, const char *password,
	const struct as_site_secret *secret);
/* True if the password was verified in the last minutes, and the secret is unchanged. */
bool passwords_cached(struct passwords *passwords, const char *username, const char *password,
	const struct as_site_secret *secret);
/* The digest of a secret, keyed with a token that is AS_SITE_TOKEN_SIZE - 1 digits long: when the
 * secret changes, the token ends. */
void passwords_seal(
	const struct as_site_secret *secret, const char *token, char seal[AS_DIGEST_HEX_SIZE]);

#endif
