/* SPDX-License-Identifier: MIT */
/** Sessions and tokens of accounts, as part of a state. Included by journal.h. */
#ifndef ASSAY_JOURNAL_CREDENTIALS_H
#define ASSAY_JOURNAL_CREDENTIALS_H

#include <assay/journal/names.h>

/** A session, or a token of an API. */
struct as_journal_credential {
	char hash[AS_DIGEST_HEX_SIZE]; /**< digest of its secret text */
	/** A digest of the account's secret, keyed with the secret text, so that only a holder of
	 * the text can compare it; "": none. */
	char seal[AS_DIGEST_HEX_SIZE];
	char *name; /**< purpose of a token; untrusted; NULL: none */
	size_t account;
	int64_t wall_ms;         /**< of its creation */
	int64_t expires_wall_ms; /**< INT64_MAX: never */
	int64_t event;           /**< the number of the event that made it */
	uint64_t number;         /**< of a token, from 1; never used again */
	/** The index of the object, such as a team, as which the session looks at the site, and the
	 * one before; or AS_JOURNAL_NONE. */
	size_t as, was_as;
};
/** All credentials that have not ended, in no order. */
struct as_journal_credentials {
	struct as_journal_credential **items;
	size_t count;
	struct as_journal_names hashes;
};
/** The maximum number of sessions of an account, and of its tokens. */
#define AS_JOURNAL_CREDENTIALS_MAX 16

/** A credential without a name or an end. `hash` has the size of a digest; `seal` can be NULL.
 * NULL: out of memory. */
struct as_journal_credential *as_journal_credential_make(
	const char *hash, const char *seal, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_journal_credential_free(struct as_journal_credential *credential);
void as_journal_credentials_clear(struct as_journal_credentials *credentials) AS_NONNULL(1);
/** Takes a credential, also on failure. Removes credentials that expired before it was made, and
 * the oldest one of its account if the account has too many. */
int as_journal_credentials_add(struct as_journal_credentials *credentials,
	struct as_journal_credential *made, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Removes a credential; does nothing if it is not there. */
void as_journal_credentials_end(struct as_journal_credentials *credentials, const char *hash)
	AS_NONNULL(1, 2);
void as_journal_credentials_end_account(struct as_journal_credentials *credentials, size_t account)
	AS_NONNULL(1);
/** NULL: no such credential, or it has expired at `wall_ms`. */
struct as_journal_credential *as_journal_credentials_find(
	const struct as_journal_credentials *credentials, const char *hash, int64_t wall_ms)
	AS_NONNULL(1, 2);
struct as_journal_credential *as_journal_credentials_find_number(
	const struct as_journal_credentials *credentials, uint64_t number) AS_NONNULL(1);
bool as_journal_credentials_have(const struct as_journal_credentials *credentials, size_t account)
	AS_NONNULL(1);
/** Adds to `counts`, which has an item for each account, the credentials that it has. */
void as_journal_credentials_count(const struct as_journal_credentials *credentials, int64_t wall_ms,
	uint32_t *counts) AS_NONNULL(1, 3);

#endif
