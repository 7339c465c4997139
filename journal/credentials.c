/* SPDX-License-Identifier: MIT */
/*
 * Sessions and tokens that have not ended. Ended credentials are removed from memory, and an
 * account has at most AS_JOURNAL_CREDENTIALS_MAX of each kind: otherwise a client that makes and
 * ends credentials could fill the memory of every server that reads the log. All decisions depend
 * on events only, so that all servers make the same decisions.
 */
#include <assay/journal/credentials.h>
#include <stdlib.h>
#include <string.h>

struct as_journal_credential *as_journal_credential_make(
	const char *hash, const char *seal, struct as_error *error)
{
	struct as_journal_credential *made = calloc(1, sizeof(*made));

	if (!made) {
		as_error_no_memory(error);
		return NULL;
	}
	memcpy(made->hash, hash, AS_DIGEST_HEX_SIZE);
	if (seal)
		snprintf(made->seal, sizeof(made->seal), "%s", seal);
	made->expires_wall_ms = INT64_MAX;
	made->as = made->was_as = AS_JOURNAL_NONE;
	return made;
}

void as_journal_credential_free(struct as_journal_credential *credential)
{
	if (!credential)
		return;
	free(credential->name);
	free(credential);
}

void as_journal_credentials_clear(struct as_journal_credentials *credentials)
{
	for (size_t i = 0; i < credentials->count; i++)
		as_journal_credential_free(credentials->items[i]);
	free(credentials->items);
	as_journal_names_clear(&credentials->hashes);
	*credentials = (struct as_journal_credentials){0};
}

/* The last one takes the place of the removed one. */
static void remove_at(struct as_journal_credentials *credentials, size_t index)
{
	struct as_journal_credential *removed = credentials->items[index];
	struct as_journal_credential *last = credentials->items[--credentials->count];

	as_journal_names_remove(&credentials->hashes, removed->hash);
	if (last != removed) {
		credentials->items[index] = last;
		as_journal_names_set(&credentials->hashes, last->hash, index);
	}
	as_journal_credential_free(removed);
}

/* Removes expired credentials. Returns the number that the account has, and its oldest one. */
static size_t sweep(
	struct as_journal_credentials *credentials, size_t account, int64_t wall_ms, size_t *oldest)
{
	size_t count = 0;

	for (size_t i = credentials->count; i-- > 0;)
		if (credentials->items[i]->expires_wall_ms <= wall_ms)
			remove_at(credentials, i);
	for (size_t i = 0; i < credentials->count; i++) {
		if (credentials->items[i]->account != account)
			continue;
		if (count == 0 || credentials->items[i]->event < credentials->items[*oldest]->event)
			*oldest = i;
		count++;
	}
	return count;
}

int as_journal_credentials_add(struct as_journal_credentials *credentials,
	struct as_journal_credential *made, struct as_error *error)
{
	size_t oldest = 0;

	as_journal_credentials_end(credentials, made->hash);
	while (sweep(credentials, made->account, made->wall_ms, &oldest) >=
		AS_JOURNAL_CREDENTIALS_MAX)
		remove_at(credentials, oldest);
	if (!as_array_reserve(credentials->items, credentials->count, error) ||
		as_journal_names_put(&credentials->hashes, made->hash, credentials->count, error)) {
		as_journal_credential_free(made);
		return -1;
	}
	credentials->items[credentials->count++] = made;
	return 0;
}

void as_journal_credentials_end(struct as_journal_credentials *credentials, const char *hash)
{
	const size_t found = as_journal_names_find(&credentials->hashes, hash);

	if (found != AS_JOURNAL_NONE)
		remove_at(credentials, found);
}

void as_journal_credentials_end_account(struct as_journal_credentials *credentials, size_t account)
{
	for (size_t i = credentials->count; i-- > 0;)
		if (credentials->items[i]->account == account)
			remove_at(credentials, i);
}

/* ---- reading them ---- */

struct as_journal_credential *as_journal_credentials_find(
	const struct as_journal_credentials *credentials, const char *hash, int64_t wall_ms)
{
	const size_t found = as_journal_names_find(&credentials->hashes, hash);

	return found == AS_JOURNAL_NONE || credentials->items[found]->expires_wall_ms <= wall_ms
		       ? NULL
		       : credentials->items[found];
}

struct as_journal_credential *as_journal_credentials_find_number(
	const struct as_journal_credentials *credentials, uint64_t number)
{
	for (size_t i = 0; i < credentials->count; i++)
		if (credentials->items[i]->number == number)
			return credentials->items[i];
	return NULL;
}

bool as_journal_credentials_have(const struct as_journal_credentials *credentials, size_t account)
{
	for (size_t i = 0; i < credentials->count; i++)
		if (credentials->items[i]->account == account)
			return true;
	return false;
}

void as_journal_credentials_count(
	const struct as_journal_credentials *credentials, int64_t wall_ms, uint32_t *counts)
{
	for (size_t i = 0; i < credentials->count; i++)
		counts[credentials->items[i]->account] +=
			credentials->items[i]->expires_wall_ms > wall_ms;
}
