/* SPDX-License-Identifier: MIT */
/*
 * Argon2id hashes of the folder's plain passwords. They are made when the server first starts, and
 * stored as a setting of the contest:
 *
 * accounts = {"folder": HASH, "hashes": {USERNAME: HASH, ...}}
 *
 * "folder" is the Argon2id hash of a digest of all usernames and passwords together. While it
 * matches the folder, the other hashes are valid, so a start costs one comparison. Until the hash
 * of a password is ready, a log-in compares with the plain password (accounts.c).
 *
 * Each step is a patient task of the hasher and queues the next one, so log-ins never wait for
 * them:
 *   1. The stored hash is compared with the digest of the folder.
 *   2. If it does not match, each password is hashed, and then the digest.
 *   3. The hashes are written to the store.
 * They end when all is done, on a failure, or when the hasher is closed.
 */
#include "private.h"

#include <sodium.h>
#include <string.h>

#define SETTING "accounts"
#define DIGEST_BYTES 32
#define DIGEST_SIZE (2 * DIGEST_BYTES + 1)

struct passwords {
	struct as_server *server;
	/* Of all usernames and passwords; as secret as they are. */
	char digest[DIGEST_SIZE];
	json_t *kept; /* the stored setting, while it is compared; or NULL */
	bool is_kept;
	size_t next; /* next account to hash */
	char *made;  /* result of the last step; NULL: it failed */
	/* Of the folder's accounts; NULL: not ready, or not needed. Each is set once, while other
	 * threads read. */
	_Atomic(char *) hashes[];
};

static const struct as_contest *contest_of(const struct passwords *passwords)
{
	return passwords->server->config.contest;
}

static bool needs_hash(const struct as_contest_account *account)
{
	return account->password && !account->password_is_hash;
}

const char *passwords_find(struct passwords *passwords, size_t account)
{
	return account < contest_of(passwords)->account_count
		       ? atomic_load(&passwords->hashes[account])
		       : NULL;
}

/* The next account whose password needs a hash, from `first` on; or the number of accounts. */
static size_t next_account(const struct passwords *passwords, size_t first)
{
	const struct as_contest *contest = contest_of(passwords);

	while (first < contest->account_count && !needs_hash(&contest->accounts[first]))
		first++;
	return first;
}

static void make_digest(struct passwords *passwords)
{
	const struct as_contest *contest = contest_of(passwords);
	crypto_generichash_state state;
	unsigned char digest[DIGEST_BYTES];

	crypto_generichash_init(&state, NULL, 0, sizeof(digest));
	for (size_t i = 0; i < contest->account_count; i++) {
		const struct as_contest_account *account = &contest->accounts[i];
		if (!needs_hash(account))
			continue;
		crypto_generichash_update(&state, (const unsigned char *)account->username,
			strlen(account->username) + 1);
		crypto_generichash_update(&state, (const unsigned char *)account->password,
			strlen(account->password) + 1);
	}
	crypto_generichash_final(&state, digest, sizeof(digest));
	sodium_bin2hex(passwords->digest, DIGEST_SIZE, digest, sizeof(digest));
	sodium_memzero(digest, sizeof(digest));
	sodium_memzero(&state, sizeof(state));
}

/* ---- the store ---- */

static const char *kept_hash(const struct passwords *passwords)
{
	return json_string_value(json_object_get(passwords->kept, "folder"));
}

static void take_kept(struct passwords *passwords)
{
	const struct as_contest *contest = contest_of(passwords);
	const json_t *hashes = json_object_get(passwords->kept, "hashes");

	for (size_t i = 0; i < contest->account_count; i++) {
		const char *found =
			json_string_value(json_object_get(hashes, contest->accounts[i].username));
		if (found && needs_hash(&contest->accounts[i]))
			atomic_store(&passwords->hashes[i], strdup(found));
	}
}

static void save(struct passwords *passwords, const char *folder_hash)
{
	const struct as_server *server = passwords->server;
	const struct as_contest *contest = contest_of(passwords);
	AS_AUTO_JSON json_t *hashes = json_object();
	struct as_error error = {0};

	for (size_t i = 0; i < contest->account_count; i++)
		if (passwords->hashes[i])
			json_object_set_new(hashes, contest->accounts[i].username,
				json_string(passwords->hashes[i]));
	AS_AUTO_JSON json_t *kept =
		json_pack("{s: s, s: O}", "folder", folder_hash, "hashes", hashes);
	AS_AUTO_FREE char *value = kept ? json_dumps(kept, JSON_COMPACT) : NULL;
	if (!value)
		as_error_no_memory(&error);
	if (!value || as_store_setting_write(server->config.store,
			      as_contest_log_space(server->log), SETTING, value, &error))
		server_note(server, "the hashes of passwords cannot be stored: %s", error.text);
}

/* ---- steps ---- */

static void begin(struct passwords *passwords,
	void (*run)(void *context, struct hasher_process *process), void (*finish)(void *context))
{
	const struct hasher_task task = {run, finish, passwords, .is_patient = true};

	/* Refused: the hasher is closing, or out of memory. The next start begins again. */
	(void)!hasher_run(passwords->server->hasher, &task);
}

static void hash_next(void *context, struct hasher_process *process)
{
	struct passwords *passwords = context;
	const struct as_contest *contest = contest_of(passwords);
	const size_t next = passwords->next;

	passwords->made = hasher_hash(process, next < contest->account_count
						       ? contest->accounts[next].password
						       : passwords->digest);
}

static void finish_next(void *context)
{
	struct passwords *passwords = context;
	const size_t count = contest_of(passwords)->account_count;
	AS_AUTO_FREE char *made = as_steal(passwords->made);

	if (!made) {
		server_note(passwords->server,
			"the folder's passwords cannot be hashed: they are compared as plain text");
	} else if (passwords->next == count) {
		save(passwords, made);
	} else {
		atomic_store(&passwords->hashes[passwords->next], as_steal(made));
		passwords->next = next_account(passwords, passwords->next + 1);
		begin(passwords, hash_next, finish_next);
	}
}

static void compare_kept(void *context, struct hasher_process *process)
{
	struct passwords *passwords = context;
	const char *hash = kept_hash(passwords);

	passwords->is_kept = hash && hasher_verify(process, hash, passwords->digest);
}

static void finish_kept(void *context)
{
	struct passwords *passwords = context;

	if (passwords->is_kept)
		take_kept(passwords);
	json_decref(as_steal(passwords->kept));
	if (passwords->is_kept)
		return;
	passwords->next = next_account(passwords, 0);
	begin(passwords, hash_next, finish_next);
}

struct passwords *passwords_open(struct as_server *server, struct as_error *error)
{
	const size_t count = server->config.contest->account_count;
	AS_AUTO_FREE char *value = NULL;
	struct passwords *passwords =
		calloc(1, sizeof(*passwords) + count * sizeof(*passwords->hashes));

	if (!passwords) {
		as_error_no_memory(error);
		return NULL;
	}
	passwords->server = server;
	if (next_account(passwords, 0) == count)
		return passwords;
	if (as_store_setting_read(server->config.store, as_contest_log_space(server->log), SETTING,
		    &value, error)) {
		free(passwords);
		return NULL;
	}
	passwords->kept = value ? json_loads(value, 0, NULL) : NULL;
	make_digest(passwords);
	begin(passwords, compare_kept, finish_kept);
	return passwords;
}

void passwords_close(struct passwords *passwords)
{
	if (!passwords)
		return;
	for (size_t i = 0; i < contest_of(passwords)->account_count; i++)
		free(passwords->hashes[i]);
	json_decref(passwords->kept);
	free(passwords->made);
	sodium_memzero(passwords->digest, DIGEST_SIZE);
	free(passwords);
}
