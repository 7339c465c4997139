/* SPDX-License-Identifier: MIT */
/** Digests of contents. Included by base.h. */
#ifndef ASSAY_BASE_DIGEST_H
#define ASSAY_BASE_DIGEST_H

#include <assay/base.h>

/** BLAKE2b with 32 bytes of output (RFC 7693; libsodium's generichash), written as 64 hex digits.
 */
#define AS_DIGEST_HEX_SIZE 65
struct as_digest {
	_Alignas(64) unsigned char state[384];
};
void as_digest_init(struct as_digest *digest) AS_NONNULL(1);
void as_digest_add(struct as_digest *digest, const void *data, size_t size) AS_NONNULL(1);
/** Adds the length first, so that "ab", "c" and "a", "bc" differ. NULL differs from "". */
void as_digest_add_text(struct as_digest *digest, const char *text) AS_NONNULL(1);
/** Adds all of an open file from its start, unless cancelled (see as_cancel_check). */
int as_digest_add_fd(struct as_digest *digest, int fd, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_digest_end(struct as_digest *digest, char hex[AS_DIGEST_HEX_SIZE]) AS_NONNULL(1, 2);
/** The digest of bytes alone. */
void as_digest_bytes(const void *data, size_t size, char hex[AS_DIGEST_HEX_SIZE]) AS_NONNULL(3);
/** The seal of an entry of a cache: of its key and its bytes, so that damaged and exchanged entries
 * are found. */
void as_digest_entry(const char *key, const void *data, size_t size, char hex[AS_DIGEST_HEX_SIZE])
	AS_NONNULL(1, 4);

#endif
