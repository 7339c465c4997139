/* SPDX-License-Identifier: MIT */
/* The mounts of one run: its /proc, its folders and its box. root.c says what they rely on. */
#include "mount.h"
#include "zygote.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <stdio.h>
#include <sys/vfs.h>
#include <unistd.h>

/* The unit in which a tmpfs counts. */
static uint64_t page_bytes(void)
{
	return (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t box_bytes(const struct zygote_request *request)
{
	const uint64_t max = UINT64_MAX / 2, bytes = request->wire->box_bytes;

	return ((bytes < max ? bytes : max) + page_bytes() - 1) & ~(page_bytes() - 1);
}

/* Attributes of what the run gets besides the views. */
static uint64_t own_attributes(const struct zygote_request *request)
{
	return request->wire->restrictions.files ? MOUNT_ATTR_NOEXEC : 0;
}

static int mount_box(const struct zygote_request *request)
{
	char size[32], inodes[32], id[16];

	/* One page and one file more than the limit, so that exceeding the limit differs from
	 * reaching it. The box itself counts as a file. */
	snprintf(size, sizeof(size), "%llu",
		(unsigned long long)(box_bytes(request) + page_bytes()));
	snprintf(inodes, sizeof(inodes), "%llu", (unsigned long long)request->wire->box_files + 2);
	snprintf(id, sizeof(id), "%d", AS_INSIDE_ID);
	const char *const options[] = {
		"size", size, "nr_inodes", inodes, "mode", "0700", "uid", id, "gid", id, NULL};
	const uint64_t attributes = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | own_attributes(request);
	int fd = zygote_mount_new("tmpfs", options, (unsigned)attributes);
	if (fd < 0)
		return -1;
	int failed = zygote_mount_move(fd, AT_FDCWD, "/box");
	close(fd);
	return failed;
}

#define ENTRY_PATH_BYTES 300

static int entry_path(const char *name, char path[ENTRY_PATH_BYTES])
{
	if (snprintf(path, ENTRY_PATH_BYTES, "/programs/%s", name) < ENTRY_PATH_BYTES)
		return 0;
	errno = ENAMETOOLONG;
	return -1;
}

/* Mounts the tree at `from` at `to` as well, there with additional attributes. */
static int bind(const char *from, const char *to, uint64_t attributes)
{
	int fd = zygote_mount_copy(AT_FDCWD, from, AT_RECURSIVE | AT_SYMLINK_NOFOLLOW);

	if (fd < 0)
		return -1;
	int failed = (attributes && zygote_mount_restrict(fd, attributes)) ||
				     zygote_mount_move(fd, AT_FDCWD, to)
			     ? -1
			     : 0;
	close(fd);
	return failed;
}

bool zygote_measure_box(const struct zygote_request *request, uint64_t *used_bytes)
{
	struct statfs box;

	if (!request->wire->writable_box || statfs("/box", &box))
		return false;
	*used_bytes = (box.f_blocks - box.f_bfree) * (uint64_t)box.f_bsize;
	/* The box itself counts as a file. */
	return *used_bytes > box_bytes(request) ||
	       box.f_files - box.f_ffree > (uint64_t)request->wire->box_files + 1;
}

/* Contents that do not fit are the caller's error, not the program's. */
static int fill_box(const struct zygote_request *request)
{
	char path[ENTRY_PATH_BYTES];
	uint64_t used_bytes;

	if (entry_path(request->box, path) || zygote_fill(path, "/box", AS_INSIDE_ID))
		return -1;
	errno = ENOSPC;
	return zygote_measure_box(request, &used_bytes) ? -1 : 0;
}

/* Shows an entry of the work folder. */
static int bind_entry(const struct zygote_request *request, const char *name, const char *to)
{
	char path[ENTRY_PATH_BYTES];

	return entry_path(name, path) ? -1 : bind(path, to, own_attributes(request));
}

/* Makes the working folder with its initial contents. */
static int build_working_folder(const struct zygote_request *request, struct zygote_fault *fault)
{
	const bool writable = request->wire->writable_box;

	if (writable && mount_box(request))
		return zygote_fail(fault, AS_STEP_BOX, NULL);
	if (!request->box)
		return 0;
	if (writable ? fill_box(request) : bind_entry(request, request->box, "/box"))
		return zygote_fail(fault, AS_STEP_BOX_CONTENT, request->box);
	return 0;
}

int zygote_build_box(const struct zygote_request *request, struct zygote_fault *fault)
{
	static const char *const options[] = {"hidepid", "invisible", "subset", "pid", NULL};
	int proc_fd = zygote_mount_new("proc", options,
		MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC | MOUNT_ATTR_RDONLY);

	if (proc_fd < 0 || zygote_mount_move(proc_fd, AT_FDCWD, "/proc"))
		return zygote_fail(fault, AS_STEP_PROC, NULL);
	close(proc_fd);
	if (request->program && bind_entry(request, request->program, "/program"))
		return zygote_fail(fault, AS_STEP_PROGRAM_FOLDER, request->program);
	if (request->data && bind_entry(request, request->data, "/data"))
		return zygote_fail(fault, AS_STEP_DATA_FOLDER, request->data);
	if (build_working_folder(request, fault))
		return -1;
	/* Hides the other entries of the work folder. */
	if (bind("/empty", "/programs", 0))
		return zygote_fail(fault, AS_STEP_PROGRAM_FOLDER, NULL);
	if (chdir("/box"))
		return zygote_fail(fault, AS_STEP_BOX, NULL);
	return 0;
}
