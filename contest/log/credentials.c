/* SPDX-License-Identifier: MIT */
/*
 * Sessions and tokens that have not ended. Ended ones are removed from memory, and an account has
 * at most AS_CONTEST_CREDENTIALS_MAX of each: otherwise a client that makes and ends them could
 * fill the memory of every server that reads the log. All decisions depend on events only, so that
 * all servers make the same ones.
 */
#include "credentials.h"
#include "state.h"

#include <string.h>

void log_credential_free(struct log_credential *credential)
{
	if (!credential)
		return;
	free(credential->seen.name);
	free(credential);
}

void log_credentials_clear(struct log_credentials *credentials)
{
	for (size_t i = 0; i < credentials->count; i++)
		log_credential_free(credentials->items[i]);
	free(credentials->items);
	log_names_clear(&credentials->hashes);
	*credentials = (struct log_credentials){0};
}

/* The last one takes the place of the removed one. */
static void remove_at(struct log_credentials *credentials, size_t index)
{
	struct log_credential *removed = credentials->items[index];
	struct log_credential *last = credentials->items[--credentials->count];

	log_names_remove(&credentials->hashes, removed->seen.hash);
	if (last != removed) {
		credentials->items[index] = last;
		log_names_set(&credentials->hashes, last->seen.hash, index);
	}
	log_credential_free(removed);
}

/* Removes those that have expired. Returns the number that the account has, and its oldest one. */
static size_t sweep(
	struct log_credentials *credentials, size_t account, int64_t wall_ms, size_t *oldest)
{
	size_t count = 0;

	for (size_t i = credentials->count; i-- > 0;)
		if (credentials->items[i]->expires_wall_ms <= wall_ms)
			remove_at(credentials, i);
	for (size_t i = 0; i < credentials->count; i++) {
		if (credentials->items[i]->seen.account != account)
			continue;
		if (count == 0 || credentials->items[i]->event < credentials->items[*oldest]->event)
			*oldest = i;
		count++;
	}
	return count;
}

int log_credentials_add(
	struct log_credentials *credentials, struct log_credential *made, struct as_error *error)
{
	size_t oldest = 0;

	log_credentials_end(credentials, made->seen.hash);
	while (sweep(credentials, made->seen.account, made->seen.wall_ms, &oldest) >=
		AS_CONTEST_CREDENTIALS_MAX)
		remove_at(credentials, oldest);
	if (!as_array_reserve(credentials->items, credentials->count, error) ||
		log_names_put(&credentials->hashes, made->seen.hash, credentials->count, error)) {
		log_credential_free(made);
		return -1;
	}
	credentials->items[credentials->count++] = made;
	return 0;
}

void log_credentials_end(struct log_credentials *credentials, const char *hash)
{
	const size_t found = log_names_find(&credentials->hashes, hash);

	if (found != AS_CONTEST_NONE)
		remove_at(credentials, found);
}

void log_credentials_end_account(struct log_credentials *credentials, size_t account)
{
	for (size_t i = credentials->count; i-- > 0;)
		if (credentials->items[i]->seen.account == account)
			remove_at(credentials, i);
}

static struct as_contest_credential log_credentials_find(
	const struct log_credentials *credentials, const char *hash, int64_t wall_ms)
{
	const size_t found = log_names_find(&credentials->hashes, hash);
	struct as_contest_credential credential = {.account = AS_CONTEST_NONE};

	if (found == AS_CONTEST_NONE || credentials->items[found]->expires_wall_ms <= wall_ms)
		return credential;
	credential.account = credentials->items[found]->seen.account;
	memcpy(credential.seal, credentials->items[found]->seen.seal, sizeof(credential.seal));
	return credential;
}

/* ---- reading them ---- */

struct as_contest_credential as_contest_log_find_session(
	const struct as_contest_log *log, const char *hash, int64_t wall_ms)
{
	return log_credentials_find(&log->state.people.sessions, hash, wall_ms);
}

struct as_contest_credential as_contest_log_find_token(
	const struct as_contest_log *log, const char *hash)
{
	return log_credentials_find(&log->state.extras.tokens, hash, 0);
}

size_t as_contest_log_token_count(const struct as_contest_log *log)
{
	return log->state.extras.tokens.count;
}

const struct as_contest_token *as_contest_log_token(const struct as_contest_log *log, size_t token)
{
	return &log->state.extras.tokens.items[token]->seen;
}

const struct as_contest_token *as_contest_log_find_token_number(
	const struct as_contest_log *log, uint64_t number)
{
	const struct log_credentials *tokens = &log->state.extras.tokens;

	for (size_t i = 0; i < tokens->count; i++)
		if (tokens->items[i]->seen.number == number)
			return &tokens->items[i]->seen;
	return NULL;
}

void as_contest_log_count_credentials(
	const struct as_contest_log *log, int64_t wall_ms, uint32_t *counts)
{
	const struct log_credentials *const all[] = {
		&log->state.people.sessions, &log->state.extras.tokens};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		for (size_t j = 0; j < all[i]->count; j++)
			counts[all[i]->items[j]->seen.account] +=
				all[i]->items[j]->expires_wall_ms > wall_ms;
}
