/* SPDX-License-Identifier: MIT */
/*
 * Compares passwords: a plain one in memory, in constant time; others with their Argon2id hashes. A
 * verified password is cached for some minutes, as a keyed digest, because programs send it with
 * each request.
 *
 * A wrong password takes the same time whether the name exists or not: it is compared in memory,
 * and then with a hash. A name without a hash is always compared with the same one of the owner's
 * hashes, because these can have other parameters.
 */
#include "passwords.h"
#include "hasher.h"

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

struct passwords {
	unsigned char key[KEY_BYTES];
	pthread_mutex_t mutex;
	struct cached cached[CACHED_COUNT];
	/* Hashes for names that have no hash; borrowed. */
	const char **decoys;
	size_t decoy_count;
};

/* A hash with the parameters of hasher/protocol.h, of a password that nobody has. */
#define DECOY                                                                                      \
	"$argon2id$v=19$m=19456,t=2,p=1$"                                                          \
	"kDagZ2PlFp+FfT9T5tV6Ng$5T1jZxIHrfqsj0BWK8kQE6+rvbnvwbs29H5C/K0aLxU"

static int find_decoys(
	struct passwords *passwords, const struct as_site_config *config, struct as_error *error)
{
	passwords->decoys = calloc(config->hash_count + 1, sizeof(*passwords->decoys));
	if (!passwords->decoys)
		return as_error_no_memory(error);
	for (size_t i = 0; i < config->hash_count; i++)
		passwords->decoys[passwords->decoy_count++] = config->hashes[i];
	if (passwords->decoy_count == 0 || config->adds_hashes)
		passwords->decoys[passwords->decoy_count++] = DECOY;
	return 0;
}

struct passwords *passwords_open(const struct as_site_config *config, struct as_error *error)
{
	if (sodium_init() < 0) {
		as_error_set(error, AS_ERROR_INTERNAL, "libsodium cannot start");
		return NULL;
	}
	struct passwords *passwords = calloc(1, sizeof(*passwords));
	if (!passwords) {
		as_error_no_memory(error);
		return NULL;
	}
	randombytes_buf(passwords->key, sizeof(passwords->key));
	pthread_mutex_init(&passwords->mutex, NULL);
	if (find_decoys(passwords, config, error)) {
		passwords_close(passwords);
		return NULL;
	}
	return passwords;
}

void passwords_close(struct passwords *passwords)
{
	if (!passwords)
		return;
	pthread_mutex_destroy(&passwords->mutex);
	sodium_memzero(passwords->key, sizeof(passwords->key));
	free(passwords->decoys);
	free(passwords);
}

/* A keyed digest of up to three texts, each ended by a NUL. */
static void make_tag(const struct passwords *passwords, const char *kind, const char *first,
	const char *second, unsigned char tag[TAG_BYTES])
{
	crypto_generichash_state state;

	crypto_generichash_init(&state, passwords->key, KEY_BYTES, TAG_BYTES);
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
bool passwords_cached(struct passwords *passwords, const char *username, const char *password,
	const struct as_site_secret *secret)
{
	unsigned char tag[TAG_BYTES], secret_tag[TAG_BYTES];

	make_tag(passwords, "password", username, password, tag);
	make_tag(passwords, "secret", secret->text, "", secret_tag);
	pthread_mutex_lock(&passwords->mutex);
	struct cached *found = &passwords->cached[place_of(tag, CACHED_COUNT)];
	const bool is_known = found->until_ns > as_now_ns() && found->account == secret->account &&
			      sodium_memcmp(found->tag, tag, TAG_BYTES) == 0 &&
			      sodium_memcmp(found->secret, secret_tag, TAG_BYTES) == 0;
	if (is_known)
		found->until_ns = as_now_ns() + REMEMBERED_NS;
	pthread_mutex_unlock(&passwords->mutex);
	return is_known;
}

void passwords_cache(struct passwords *passwords, const char *username, const char *password,
	const struct as_site_secret *secret)
{
	struct cached made = {.account = secret->account, .until_ns = as_now_ns() + REMEMBERED_NS};

	make_tag(passwords, "password", username, password, made.tag);
	make_tag(passwords, "secret", secret->text, "", made.secret);
	pthread_mutex_lock(&passwords->mutex);
	passwords->cached[place_of(made.tag, CACHED_COUNT)] = made;
	pthread_mutex_unlock(&passwords->mutex);
}

/* ---- verifying ---- */

/* Also compares with an empty text, so that it takes the same time. */
bool passwords_compare(const struct passwords *passwords, const struct as_site_secret *secret,
	const char *password)
{
	unsigned char tags[2][TAG_BYTES];

	make_tag(passwords, "equal", secret->text, "", tags[0]);
	make_tag(passwords, "equal", password, "", tags[1]);
	const bool is_equal = sodium_memcmp(tags[0], tags[1], TAG_BYTES) == 0;
	return is_equal && secret->account != AS_SITE_NONE && secret->kind == AS_SITE_PASSWORD;
}

bool passwords_verify(const struct passwords *passwords, const struct as_site_secret *secret,
	const char *username, const char *password, struct hasher_process *process)
{
	unsigned char tag[TAG_BYTES];
	const bool has_hash = secret->account != AS_SITE_NONE && secret->kind == AS_SITE_HASH;

	make_tag(passwords, "decoy", username, "", tag);
	const char *decoy = passwords->decoys[place_of(tag, passwords->decoy_count)];
	return hasher_verify(process, has_hash ? secret->text : decoy, password) && has_hash;
}

/* ---- seals ---- */

void passwords_seal(
	const struct as_site_secret *secret, const char *token, char seal[AS_DIGEST_HEX_SIZE])
{
	const char *kind = secret->kind == AS_SITE_ADDRESS ? "ip" : "password";
	unsigned char digest[TAG_BYTES];
	crypto_generichash_state state;

	crypto_generichash_init(
		&state, (const unsigned char *)token, AS_SITE_TOKEN_SIZE - 1, sizeof(digest));
	crypto_generichash_update(&state, (const unsigned char *)kind, strlen(kind) + 1);
	crypto_generichash_update(
		&state, (const unsigned char *)secret->text, strlen(secret->text));
	crypto_generichash_final(&state, digest, sizeof(digest));
	sodium_bin2hex(seal, AS_DIGEST_HEX_SIZE, digest, sizeof(digest));
	sodium_memzero(&state, sizeof(state));
}
