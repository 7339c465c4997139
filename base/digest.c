/* SPDX-License-Identifier: MIT */
#include "error.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <string.h>

#define DIGEST_BYTES 32
#define BLOCK_BYTES 65536

static_assert(sizeof(crypto_generichash_state) <= sizeof(struct as_digest),
	"libsodium's state has outgrown struct as_digest");
static_assert(_Alignof(crypto_generichash_state) <= _Alignof(struct as_digest),
	"libsodium's state needs more alignment");
static_assert(AS_DIGEST_HEX_SIZE == 2 * DIGEST_BYTES + 1, "hexadecimal is two digits a byte");

static crypto_generichash_state *state_of(struct as_digest *digest)
{
	return (crypto_generichash_state *)(void *)digest->state;
}

void as_digest_init(struct as_digest *digest)
{
	/* Selects the fastest code for this processor. If it fails, the portable code is used. */
	(void)!sodium_init();
	crypto_generichash_init(state_of(digest), NULL, 0, DIGEST_BYTES);
}

void as_digest_add(struct as_digest *digest, const void *data, size_t size)
{
	crypto_generichash_update(state_of(digest), data, size);
}

void as_digest_add_text(struct as_digest *digest, const char *text)
{
	/* No text is as long as this mark of an absent one. Little-endian on every machine. */
	uint64_t length = text ? strlen(text) : UINT64_MAX;
	unsigned char mark[8];
	for (int i = 0; i < 8; i++)
		mark[i] = (unsigned char)(length >> 8 * i);
	as_digest_add(digest, mark, sizeof mark);
	if (text)
		as_digest_add(digest, text, length);
}

int as_digest_add_fd(
	struct as_digest *digest, int fd, const atomic_bool *cancel, struct as_error *error)
{
	unsigned char block[BLOCK_BYTES];
	off_t done = 0;
	while (as_cancel_check(cancel, error) == 0) {
		ssize_t count = pread(fd, block, sizeof block, done);
		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return as_error_path(error, errno, NULL, "cannot read for a digest");
		if (count == 0)
			return 0;
		as_digest_add(digest, block, (size_t)count);
		done += count;
	}
	return -1;
}

void as_digest_end(struct as_digest *digest, char hex[AS_DIGEST_HEX_SIZE])
{
	unsigned char result[DIGEST_BYTES];
	crypto_generichash_final(state_of(digest), result, sizeof result);
	sodium_bin2hex(hex, AS_DIGEST_HEX_SIZE, result, sizeof result);
}

void as_digest_entry(const char *key, const void *data, size_t size, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, key);
	as_digest_add(&digest, data, size);
	as_digest_end(&digest, hex);
}

void as_digest_bytes(const void *data, size_t size, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add(&digest, data, size);
	as_digest_end(&digest, hex);
}
