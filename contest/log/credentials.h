/* SPDX-License-Identifier: MIT */
/* Private header: sessions and tokens of the Contest API (credentials.c). */
#ifndef CONTEST_LOG_CREDENTIALS_H
#define CONTEST_LOG_CREDENTIALS_H

#include "names.h"

#include <assay/contest/log.h>

/* A session or a token of the Contest API; of a session only hash, seal, account and time are used.
 */
struct log_credential {
	struct as_contest_token seen;
	int64_t expires_wall_ms; /* AS_NEVER_MS: never */
	int64_t event;           /* the number of the event that made it */
	/* The team as which the session looks at the site, and the one before; AS_CONTEST_NONE */
	size_t as_team, was_as;
};
/* All that have not ended, in no order. */
struct log_credentials {
	struct log_credential **items;
	size_t count;
	struct log_names hashes;
};

void log_credential_free(struct log_credential *credential);
void log_credentials_clear(struct log_credentials *credentials);
/* Takes one, also on failure. Removes those that expired before it was made, and the oldest of its
 * account if there are too many. */
int log_credentials_add(struct log_credentials *credentials, struct log_credential *made,
	struct as_error *error) AS_MUST_USE;
/* Does nothing if there is none. */
void log_credentials_end(struct log_credentials *credentials, const char *hash);
void log_credentials_end_account(struct log_credentials *credentials, size_t account);

#endif
