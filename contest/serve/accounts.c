/* SPDX-License-Identifier: MIT */
/*
 * Compares passwords: a plain one of the folder in memory, in constant time; others with their
 * Argon2id hashes, those of the folder and of teams that registered. A verified password is cached
 * for some minutes, as a keyed digest, because clients of the Contest API send it with each
 * request.
 *
 * A wrong password takes the same time whether the name exists or not: it is compared in memory,
 * and then with a hash. A name without a hash is always compared with the same one of the contest's
 * hashes, because hashes of the folder can have other parameters.
 */
#include "accounts.h"
#include "credential.h"
#include "hasher.h"
#include "server.h"
#include "visit.h"

#include <pthread.h>
#include <sodium.h>
#include <string.h>

#define KEY_BYTES crypto_generichash_KEYBYTES
#define TAG_BYTES 32
#define CACHED_COUNT 8192 /* a power of 2 */
#define REMEMBERED_NS INT64_C(300000000000)
struct cached {
	unsigned char tag[TAG_BYTES];
	unsigned char secret[TAG_BYTES]; /* digest of the hash or password that was verified */
	size_t account;
	int64_t until_ns; /* 0: unused slot */
};

struct accounts {
	unsigned char key[KEY_BYTES];
	pthread_mutex_t mutex;
	struct cached cached[CACHED_COUNT];
	char cookie[64];
	/* Hashes for names that have no hash; borrowed. */
	const char **decoys;
	size_t decoy_count;
};

/* A hash with the parameters of hasher/protocol.h, of a password that nobody has. */
#define DECOY                                                                                      \
	"$argon2id$v=19$m=19456,t=2,p=1$"                                                          \
	"kDagZ2PlFp+FfT9T5tV6Ng$5T1jZxIHrfqsj0BWK8kQE6+rvbnvwbs29H5C/K0aLxU"

static int find_decoys(
	struct accounts *accounts, const struct as_contest *contest, struct as_error *error)
{
	accounts->decoys = calloc(contest->account_count + 1, sizeof(*accounts->decoys));
	if (!accounts->decoys)
		return as_error_no_memory(error);
	for (size_t i = 0; i < contest->account_count; i++)
		if (contest->accounts[i].password_is_hash)
			accounts->decoys[accounts->decoy_count++] = contest->accounts[i].password;
	if (accounts->decoy_count == 0 || contest->settings.registration.join_code)
		accounts->decoys[accounts->decoy_count++] = DECOY;
	return 0;
}

struct accounts *accounts_open(const struct as_contest *contest, struct as_error *error)
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
	snprintf(accounts->cookie, sizeof(accounts->cookie), "__Host-assay-%s",
		contest->settings.id);
	pthread_mutex_init(&accounts->mutex, NULL);
	if (find_decoys(accounts, contest, error)) {
		accounts_close(accounts);
		return NULL;
	}
	return accounts;
}

void accounts_close(struct accounts *accounts)
{
	if (!accounts)
		return;
	pthread_mutex_destroy(&accounts->mutex);
	sodium_memzero(accounts->key, sizeof(accounts->key));
	free(accounts->decoys);
	free(accounts);
}

const char *accounts_cookie(const struct accounts *accounts)
{
	return accounts->cookie;
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

/* A place below any `count`, also one that is not a power of two. */
static size_t place_of(const unsigned char tag[TAG_BYTES], size_t count)
{
	uint32_t place;

	memcpy(&place, tag, sizeof(place));
	return place % count;
}

/* ---- the cache ---- */

/* Each use extends the time in the cache: without it, a thousand clients that send their password
 * with each request would cost a quarter of a core. */
size_t accounts_cached(struct as_server *server, const char *username, const char *password)
{
	struct accounts *accounts = server->access.accounts;
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

/* ---- verifying ---- */

struct secret accounts_secret(struct as_server *server, const char *username)
{
	struct secret secret = {.account = AS_CONTEST_NONE};

	as_contest_log_lock(server->log);
	const size_t account = as_contest_log_find_username(server->log, username);
	if (account != AS_CONTEST_NONE) {
		const struct as_contest_account *found =
			as_contest_log_account(server->log, account);
		if (found->password && strlen(found->password) < sizeof(secret.text)) {
			secret.account = account;
			secret.is_hash = found->password_is_hash;
			strcpy(secret.text, found->password);
		}
	}
	as_contest_log_unlock(server->log);
	return secret;
}

void secret_clear(struct secret *secret)
{
	sodium_memzero(secret->text, sizeof(secret->text));
}

/* Also compares with an empty text, so that it takes the same time. */
bool accounts_compare(
	const struct accounts *accounts, const struct secret *secret, const char *password)
{
	unsigned char tags[2][TAG_BYTES];

	make_tag(accounts, "equal", secret->text, "", tags[0]);
	make_tag(accounts, "equal", password, "", tags[1]);
	const bool is_equal = sodium_memcmp(tags[0], tags[1], TAG_BYTES) == 0;
	return is_equal && secret->account != AS_CONTEST_NONE && !secret->is_hash;
}

bool accounts_verify(const struct accounts *accounts, const struct secret *secret,
	const char *username, const char *password, struct hasher_process *process)
{
	unsigned char tag[TAG_BYTES];
	const bool has_hash = secret->account != AS_CONTEST_NONE && secret->is_hash;

	make_tag(accounts, "decoy", username, "", tag);
	const char *decoy = accounts->decoys[place_of(tag, accounts->decoy_count)];
	return hasher_verify(process, has_hash ? secret->text : decoy, password) && has_hash;
}

/* ---- seals ---- */

/* An account without a password is logged in by its address. */
void accounts_seal(const struct as_server *server, size_t account, const char *token,
	char seal[AS_DIGEST_HEX_SIZE])
{
	const struct as_contest_account *found = as_contest_log_account(server->log, account);
	const char *kind = found->password ? "password" : "ip";
	const char *secret = found->password ? found->password : found->ip ? found->ip : "";
	unsigned char digest[TAG_BYTES];
	crypto_generichash_state state;

	crypto_generichash_init(
		&state, (const unsigned char *)token, SESSION_TOKEN_SIZE - 1, sizeof(digest));
	crypto_generichash_update(&state, (const unsigned char *)kind, strlen(kind) + 1);
	crypto_generichash_update(&state, (const unsigned char *)secret, strlen(secret));
	crypto_generichash_final(&state, digest, sizeof(digest));
	sodium_bin2hex(seal, AS_DIGEST_HEX_SIZE, digest, sizeof(digest));
	sodium_memzero(&state, sizeof(state));
}

/* Sessions and tokens of older versions of this program have no seal. */
size_t accounts_unseal(const struct as_server *server,
	const struct as_contest_credential *credential, const char *token)
{
	char seal[AS_DIGEST_HEX_SIZE];

	if (credential->account == AS_CONTEST_NONE || strlen(token) != SESSION_TOKEN_SIZE - 1)
		return AS_CONTEST_NONE;
	if (!*credential->seal)
		return credential->account;
	accounts_seal(server, credential->account, token, seal);
	return sodium_memcmp(seal, credential->seal, sizeof(seal)) == 0 ? credential->account
									: AS_CONTEST_NONE;
}
