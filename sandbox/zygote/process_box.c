/* SPDX-License-Identifier: MIT */
/* Measures the box of a run at the process level, which is a folder of the host. All processes of
 * the run are dead, or have not started. Links are not followed. */
#include "zygote.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A deeper folder counts as a box that is full. */
#define MAX_DEPTH 64
#define ENTRIES_BYTES 4096
#define BLOCK_BYTES 512

struct contents {
	uint64_t bytes, count;
	uint64_t most_count;
	bool full;
};

static void measure_folder(int fd, unsigned depth, struct contents *contents);

static void measure_entry(int dir_fd, const char *name, unsigned depth, struct contents *contents)
{
	struct stat info;

	contents->count++;
	if (contents->count > contents->most_count ||
		fstatat(dir_fd, name, &info, AT_SYMLINK_NOFOLLOW)) {
		contents->full = true;
		return;
	}
	if (!S_ISDIR(info.st_mode)) {
		contents->bytes += (uint64_t)info.st_blocks * BLOCK_BYTES;
		return;
	}
	/* A folder of an ordinary user may have been closed by its program. */
	(void)!fchmodat(dir_fd, name, 0700, AT_SYMLINK_NOFOLLOW);
	int fd = openat(dir_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 || depth == MAX_DEPTH)
		contents->full = true;
	else
		measure_folder(fd, depth + 1, contents);
	if (fd >= 0)
		close(fd);
}

static void measure_folder(int fd, unsigned depth, struct contents *contents)
{
	_Alignas(struct dirent64) char entries[ENTRIES_BYTES];
	long got;

	while ((got = syscall(SYS_getdents64, fd, entries, sizeof(entries))) > 0) {
		for (long at = 0; at < got && !contents->full;) {
			const struct dirent64 *entry = (const struct dirent64 *)(entries + at);
			at += entry->d_reclen;
			if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
				measure_entry(fd, entry->d_name, depth, contents);
		}
	}
	contents->full |= got < 0;
}

bool zygote_process_measure(const struct zygote_request *request, uint64_t *used_bytes)
{
	struct contents contents = {.most_count = request->wire->box_files};

	if (!request->wire->writable_box)
		return false;
	chmod(request->home, 0700);
	int fd = open(request->home, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return true;
	measure_folder(fd, 0, &contents);
	close(fd);
	*used_bytes = contents.bytes;
	return contents.full || contents.bytes > request->wire->box_bytes;
}
