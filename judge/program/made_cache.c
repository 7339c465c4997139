/* SPDX-License-Identifier: MIT */
/*
 * The cache of the outputs of recipe programs. An entry is a file that begins with a digest of its
 * key and the rest, so that disk errors and renamed files are detected. Its modification time is
 * its last use.
 */
#include "cache.h"
#include "workshop.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define FOLDER "made"
#define MAX_ENTRY_BYTES ((uint64_t)128 << 20)
#define MAX_BYTES ((uint64_t)2 << 30)
#define MAX_KEPT 20000

int as_workshop_load_output(
	struct as_workshop *workshop, const char key[AS_DIGEST_HEX_SIZE], struct as_bytes *bytes)
{
	const size_t head = AS_DIGEST_HEX_SIZE - 1;
	char path[sizeof(FOLDER) + AS_DIGEST_HEX_SIZE], hex[AS_DIGEST_HEX_SIZE] = "";

	snprintf(path, sizeof(path), FOLDER "/%s", key);
	if (workshop->cache_fd < 0 || workshop->config.fresh ||
		as_file_read(workshop->cache_fd, path, MAX_ENTRY_BYTES, bytes, NULL))
		return 0;
	if (bytes->size >= head)
		as_digest_entry(key, bytes->data + head, bytes->size - head, hex);
	if (bytes->size < head || memcmp(bytes->data, hex, head) != 0) {
		as_bytes_clear(bytes);
		return 0;
	}
	bytes->size -= head;
	memmove(bytes->data, bytes->data + head, bytes->size + 1);
	utimensat(workshop->cache_fd, path, NULL, AT_SYMLINK_NOFOLLOW);
	return 1;
}

void as_workshop_store_output(struct as_workshop *workshop, const char key[AS_DIGEST_HEX_SIZE],
	const struct as_bytes *bytes)
{
	const size_t head = AS_DIGEST_HEX_SIZE - 1;
	char path[sizeof(FOLDER) + AS_DIGEST_HEX_SIZE], hex[AS_DIGEST_HEX_SIZE];

	if (workshop->cache_fd < 0 || bytes->size > MAX_ENTRY_BYTES - head)
		return;
	AS_AUTO_FREE char *whole = malloc(head + bytes->size);
	if (!whole)
		return;
	as_digest_entry(key, bytes->data, bytes->size, hex);
	memcpy(whole, hex, head);
	memcpy(whole + head, bytes->data, bytes->size);
	snprintf(path, sizeof(path), FOLDER "/%s", key);
	if (as_file_write(workshop->cache_fd, path, whole, head + bytes->size, 0600, NULL) == 0)
		workshop->remembered = true;
}

void as_made_trim(struct as_workshop *workshop)
{
	const struct as_aged_limits limits = {.count = MAX_KEPT, .bytes = MAX_BYTES};

	as_cache_trim(workshop->cache_fd, FOLDER, &limits);
}
