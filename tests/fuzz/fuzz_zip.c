/* SPDX-License-Identifier: MIT */
/* An archive of any bytes: either it is unpacked, within the folder and the limits, or refused with
 * a reason. */
#include "zip.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct zip_limits small = {
	.entry_count = 100,
	.depth = 8,
	.file_bytes = 1 << 20,
	.total_bytes = 2 << 20,
	.free_bytes = 1 << 19,
	.ratio = 50,
};

/* A folder with one file beside the target: after unpacking, it is still the only file. */
static int open_place(void)
{
	static char path[] = "/dev/shm/fuzz-zip-XXXXXX";

	if (!mkdtemp(path))
		abort();
	int fd = open(path, O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || as_file_write(fd, "evil", "", 0, 0644, NULL))
		abort();
	return fd;
}

static uint64_t total_below(int fd, unsigned depth)
{
	AS_AUTO_NAMES char **names = as_dir_list(fd, 100000, NULL);
	uint64_t total = 0;

	if (!names || depth > small.depth + 1)
		abort();
	for (char **name = names; *name; name++) {
		struct stat status;
		if (strpbrk(*name, "\\\n") || fstatat(fd, *name, &status, AT_SYMLINK_NOFOLLOW))
			abort();
		if (S_ISREG(status.st_mode))
			total += (uint64_t)status.st_size;
		if (!S_ISDIR(status.st_mode))
			continue;
		AS_AUTO_FD int inner = as_dir_open(fd, *name, NULL);
		total += total_below(inner, depth + 1);
	}
	return total;
}

static void check_place(int place, int target, bool whole)
{
	struct stat status;
	AS_AUTO_NAMES char **names = as_dir_list(place, 100, NULL);

	if (!names || !names[0] || !names[1] || names[2])
		abort();
	if (fstatat(place, "evil", &status, AT_SYMLINK_NOFOLLOW) || status.st_size)
		abort();
	if (whole && total_below(target, 0) > small.total_bytes)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int place = -1;
	struct as_error error = {0};

	if (place < 0)
		place = open_place();
	AS_AUTO_FD int archive = memfd_create("fuzz", MFD_CLOEXEC);
	if (archive < 0 || write(archive, data, size) != (ssize_t)size ||
		as_dir_remove(place, "target", NULL) || mkdirat(place, "target", 0700))
		abort();
	AS_AUTO_FD int target = as_dir_open(place, "target", NULL);
	struct zip_limits limits = small;
	limits.is_lenient = size % 2;
	int failed = zip_unpack(archive, "fuzz", target, &limits, NULL, &error);
	if (failed != (error.kind != AS_ERROR_NONE ? -1 : 0) || (failed && !error.text[0]) ||
		strchr(error.text, '\n'))
		abort();
	check_place(place, target, !failed);
	return 0;
}
