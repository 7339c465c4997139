/* SPDX-License-Identifier: MIT */
/*
 * Compares passwords with Argon2id hashes: those of the folder, those that passwords.c made of the
 * folder's plain passwords, and those of teams that registered. A plain password whose hash is not
 * ready yet is compared by keyed digests, in constant time. A verified password is cached for some
 * minutes, as a keyed digest, because clients of the Contest API send it with each request.
 */
#include "private.h"

#include <pthread.h>
#include <sodium.h>
#include <string.h>

#define KEY_BYTES crypto_generichash_KEYBYTES
#define TAG_BYTES 32
#define CACHED_COUNT 8192 /* a power of 2 */
#define REMEMBERED_NS INT64_C(300000000000)
#define FAILURE_COUNT 8192 /* a power of 2 */
#define FAILURE_WINDOW_NS INT64_C(60000000000)
#define FAILURES_OF_USER 10
#define FAILURES_OF_PEER 100

struct cached {
	unsigned char tag[TAG_BYTES];
	unsigned char secret[TAG_BYTES]; /* digest of the hash or password that was verified */
	size_t account;
	int64_t until_ns; /* 0: unused slot */
};
struct failure {
	unsigned char tag[TAG_BYTES];
	unsigned count;
	int64_t since_ns;
};

struct accounts {
	unsigned char key[KEY_BYTES];
	pthread_mutex_t mutex;
	struct cached cached[CACHED_COUNT];
	struct failure failures[FAILURE_COUNT];
};

struct accounts *accounts_open(struct as_error *error)
{
	if (sodium_init() < 0) {
		as_error_set(error, AS_ERROR_INTERNAL, "libsodium cannot start");
		return NULL;
	}
	struct accounts *accounts = calloc(1, sizeof(*accounts));
	if (!accounts) {
		as_error_no_memory(error);
		return NULL;
	}
	randombytes_buf(accounts->key, sizeof(accounts->key));
	pthread_mutex_init(&accounts->mutex, NULL);
	return accounts;
}

void accounts_close(struct accounts *accounts)
{
	if (!accounts)
		return;
	pthread_mutex_destroy(&accounts->mutex);
	sodium_memzero(accounts->key, sizeof(accounts->key));
	free(accounts);
}

/* A keyed digest of up to three texts, each ended by a NUL. */
static void make_tag(const struct accounts *accounts, const char *kind, const char *first,
	const char *second, unsigned char tag[TAG_BYTES])
{
	crypto_generichash_state state;

	crypto_generichash_init(&state, accounts->key, KEY_BYTES, TAG_BYTES);
	crypto_generichash_update(&state, (const unsigned char *)kind, strlen(kind) + 1);
	crypto_generichash_update(&state, (const unsigned char *)first, strlen(first) + 1);
	crypto_generichash_update(&state, (const unsigned char *)second, strlen(second) + 1);
	crypto_generichash_final(&state, tag, TAG_BYTES);
}

static size_t place_of(const unsigned char tag[TAG_BYTES], size_t count)
{
	uint32_t place;

	memcpy(&place, tag, sizeof(place));
	return place & (count - 1);
}

/* ---- the cache ---- */

/* Each use extends the time in the cache: without it, a thousand clients that send their password
 * with each request would cost a quarter of a core. */
size_t accounts_cached(struct as_server *server, const char *username, const char *password)
{
	struct accounts *accounts = server->accounts;
	unsigned char tag[TAG_BYTES], secret_tag[TAG_BYTES];
	AS_AUTO(secret_clear) struct secret secret = accounts_secret(server, username);

	make_tag(accounts, "password", username, password, tag);
	make_tag(accounts, "secret", secret.text, "", secret_tag);
	pthread_mutex_lock(&accounts->mutex);
	struct cached *found = &accounts->cached[place_of(tag, CACHED_COUNT)];
	const bool is_known = found->until_ns > as_now_ns() && found->account == secret.account &&
			      sodium_memcmp(found->tag, tag, TAG_BYTES) == 0 &&
			      sodium_memcmp(found->secret, secret_tag, TAG_BYTES) == 0;
	if (is_known)
		found->until_ns = as_now_ns() + REMEMBERED_NS;
	pthread_mutex_unlock(&accounts->mutex);
	return is_known ? secret.account : AS_CONTEST_NONE;
}

void accounts_cache(struct accounts *accounts, const char *username, const char *password,
	const struct secret *secret)
{
	struct cached made = {.account = secret->account, .until_ns = as_now_ns() + REMEMBERED_NS};

	make_tag(accounts, "password", username, password, made.tag);
	make_tag(accounts, "secret", secret->text, "", made.secret);
	pthread_mutex_lock(&accounts->mutex);
	accounts->cached[place_of(made.tag, CACHED_COUNT)] = made;
	pthread_mutex_unlock(&accounts->mutex);
}

/* ---- failures ---- */

/* Failures of a name from an address, or (NULL) of all names from it. Counting by name alone would
 * let others lock a user out. */
static struct failure *find_failure(
	struct accounts *accounts, const char *peer, const char *username)
{
	unsigned char tag[TAG_BYTES];

	make_tag(accounts, username ? "user" : "peer", peer, username ? username : "", tag);
	struct failure *found = &accounts->failures[place_of(tag, FAILURE_COUNT)];
	if (as_now_ns() - found->since_ns > FAILURE_WINDOW_NS || found->since_ns == 0 ||
		memcmp(found->tag, tag, TAG_BYTES) != 0) {
		*found = (struct failure){.since_ns = as_now_ns()};
		memcpy(found->tag, tag, TAG_BYTES);
	}
	return found;
}

bool accounts_may_try(struct accounts *accounts, const char *peer, const char *username)
{
	pthread_mutex_lock(&accounts->mutex);
	const bool may = find_failure(accounts, peer, NULL)->count < FAILURES_OF_PEER &&
			 find_failure(accounts, peer, username)->count < FAILURES_OF_USER;
	pthread_mutex_unlock(&accounts->mutex);
	return may;
}

void accounts_note_failure(struct accounts *accounts, const char *peer, const char *username)
{
	pthread_mutex_lock(&accounts->mutex);
	find_failure(accounts, peer, NULL)->count++;
	find_failure(accounts, peer, username)->count++;
	pthread_mutex_unlock(&accounts->mutex);
}

/* ---- verifying ---- */

struct secret accounts_secret(struct as_server *server, const char *username)
{
	struct secret secret = {.account = AS_CONTEST_NONE};

	as_contest_log_lock(server->log);
	const size_t account = as_contest_log_find_username(server->log, username);
	if (account != AS_CONTEST_NONE) {
		const char *own = as_contest_log_password_hash(server->log, account);
		const char *hash = own ? own : passwords_find(server->passwords, account);
		const char *text =
			hash ? hash : as_contest_log_account(server->log, account)->password;
		if (text && strlen(text) < sizeof(secret.text)) {
			secret.account = account;
			secret.is_hash = hash != NULL;
			strcpy(secret.text, text);
		}
	}
	as_contest_log_unlock(server->log);
	return secret;
}

void secret_clear(struct secret *secret)
{
	sodium_memzero(secret->text, sizeof(secret->text));
}

static bool is_equal(const struct accounts *accounts, const char *one, const char *other)
{
	unsigned char tags[2][TAG_BYTES];

	make_tag(accounts, "equal", one, "", tags[0]);
	make_tag(accounts, "equal", other, "", tags[1]);
	return sodium_memcmp(tags[0], tags[1], TAG_BYTES) == 0;
}

bool accounts_compare(const struct accounts *accounts, const struct secret *secret,
	const char *password, struct hasher_process *process)
{
	if (secret->account == AS_CONTEST_NONE || strlen(password) > AS_CONTEST_PASSWORD_MAX)
		return false;
	return secret->is_hash ? hasher_verify(process, secret->text, password)
			       : is_equal(accounts, secret->text, password);
}
