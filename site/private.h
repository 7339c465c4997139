/* SPDX-License-Identifier: MIT */
/* Private header: a site and its parts. */
#ifndef SITE_PRIVATE_H
#define SITE_PRIVATE_H

#include <assay/site.h>

struct as_site {
	struct as_site_config config;
	struct passwords *passwords;
	struct hasher *hasher;
	struct throttle *throttle;
	/* The name of the cookie under TLS at the root of a host, with its prefix. */
	char cookie[64];
};

struct as_site_common {
	struct throttle *throttle;
};

/* The throttle that counts guesses at a secret, and the number of its account there. Numbers of
 * common accounts and of this site's are never counted in one throttle. */
struct throttled {
	struct throttle *throttle;
	size_t account;
};
struct throttled site_throttled(const struct as_site *site, const struct as_site_secret *secret);

/* Writes a line to the owner's log (site.c). */
void site_note(const struct as_site *site, const char *format, ...) AS_PRINTF(2, 3);

/* The secret of a name that can log in with a password; clear it (site.c). */
struct as_site_secret site_secret(const struct as_site *site, const char *username);
void site_secret_clear(struct as_site_secret *secret);

/* The digest of a token, which the owner keeps; or that for forms (session.c). */
void site_token_hash(const char *what, const char *token, char hex[AS_DIGEST_HEX_SIZE]);
/* The account of a session or token; AS_SITE_NONE: unknown, or its seal is not that of the
 * account's secret now. `hash` is that of the token. */
size_t site_find_token(const struct as_site *site, enum as_site_credential_kind kind,
	const char *token, char hash[AS_DIGEST_HEX_SIZE]);
/* The token in Authorization: Bearer; NULL: the request has none (identify.c). */
const char *site_bearer(const struct as_http_request *request);
/* The account of a request that is not a browser's, as far as it can be found at once: a password
 * must have been verified before. AS_SITE_NONE: unknown (identify.c). */
size_t site_program(const struct as_site *site, const struct as_http_request *request);

#endif
