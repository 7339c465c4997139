/* SPDX-License-Identifier: MIT */
/*
 * What programs of recipes made: a file an entry, which begins with the digest of the rest, so that
 * a disk's fault is seen. Its own time is when it was last used.
 */
#include "workshop.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define FOLDER "made"
#define MOST_ENTRY_BYTES ((uint64_t)128 << 20)
#define MOST_BYTES ((uint64_t)2 << 30)
#define MOST_ENTRIES 20000
#define MAX_ENTRIES 1000000

static void digest_of(const char *data, size_t size, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add(&digest, data, size);
	as_digest_end(&digest, hex);
}

int as_workshop_recall(
	struct as_workshop *workshop, const char key[AS_DIGEST_HEX_SIZE], struct as_bytes *bytes)
{
	const size_t head = AS_DIGEST_HEX_SIZE - 1;
	char path[sizeof(FOLDER) + AS_DIGEST_HEX_SIZE], hex[AS_DIGEST_HEX_SIZE] = "";

	snprintf(path, sizeof(path), FOLDER "/%s", key);
	if (workshop->cache_fd < 0 || workshop->config.fresh ||
		as_file_read(workshop->cache_fd, path, MOST_ENTRY_BYTES, bytes, NULL))
		return 0;
	if (bytes->size >= head)
		digest_of(bytes->data + head, bytes->size - head, hex);
	if (bytes->size < head || memcmp(bytes->data, hex, head) != 0) {
		as_bytes_clear(bytes);
		return 0;
	}
	bytes->size -= head;
	memmove(bytes->data, bytes->data + head, bytes->size + 1);
	utimensat(workshop->cache_fd, path, NULL, AT_SYMLINK_NOFOLLOW);
	return 1;
}

void as_workshop_remember(struct as_workshop *workshop, const char key[AS_DIGEST_HEX_SIZE],
	const struct as_bytes *bytes)
{
	const size_t head = AS_DIGEST_HEX_SIZE - 1;
	char path[sizeof(FOLDER) + AS_DIGEST_HEX_SIZE], hex[AS_DIGEST_HEX_SIZE];

	if (workshop->cache_fd < 0 || bytes->size > MOST_ENTRY_BYTES - head)
		return;
	AS_AUTO_FREE char *whole = malloc(head + bytes->size);
	if (!whole)
		return;
	digest_of(bytes->data, bytes->size, hex);
	memcpy(whole, hex, head);
	memcpy(whole + head, bytes->data, bytes->size);
	snprintf(path, sizeof(path), FOLDER "/%s", key);
	if (as_file_write(workshop->cache_fd, path, whole, head + bytes->size, 0600, NULL) == 0)
		workshop->remembered = true;
}

struct aged {
	const char *name;
	struct timespec used;
	uint64_t size_bytes;
};

static int compare_use(const void *left, const void *right)
{
	const struct timespec *a = &((const struct aged *)left)->used;
	const struct timespec *b = &((const struct aged *)right)->used;

	if (a->tv_sec != b->tv_sec)
		return a->tv_sec > b->tv_sec ? -1 : 1;
	return a->tv_nsec > b->tv_nsec ? -1 : a->tv_nsec < b->tv_nsec;
}

/* What was used last stays. */
void as_made_trim(struct as_workshop *workshop)
{
	AS_AUTO_FD int fd = as_dir_open(workshop->cache_fd, FOLDER, NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, NULL);
	uint64_t size_bytes = 0;
	size_t count = 0;

	while (names && names[count])
		count++;
	AS_AUTO_FREE struct aged *aged = calloc(count + 1, sizeof(*aged));
	for (size_t i = 0; aged && i < count; i++) {
		struct stat info = {0};
		fstatat(fd, names[i], &info, AT_SYMLINK_NOFOLLOW);
		aged[i] = (struct aged){names[i], info.st_mtim, (uint64_t)info.st_size};
	}
	if (aged && count > 1)
		qsort(aged, count, sizeof(*aged), compare_use);
	for (size_t i = 0; aged && i < count; i++) {
		size_bytes += aged[i].size_bytes;
		if (size_bytes > MOST_BYTES || i >= MOST_ENTRIES)
			unlinkat(fd, aged[i].name, 0);
	}
}
