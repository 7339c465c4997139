/* SPDX-License-Identifier: MIT */
/* Mounts by descriptor (Linux 5.12), so that no path is resolved twice. */
#include "mount.h"

#include <fcntl.h>
#include <linux/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

/* glibc 2.36 has wrappers for these in <sys/mount.h>; older ones lack them. */
int zygote_mount_copy(int dir_fd, const char *path, unsigned flags)
{
	return (int)syscall(
		SYS_open_tree, dir_fd, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | flags);
}

int zygote_mount_restrict(int fd, uint64_t set)
{
	struct mount_attr attributes = {.attr_set = set};

	return (int)syscall(SYS_mount_setattr, fd, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes,
		sizeof(attributes));
}

int zygote_mount_move(int mount_fd, int dir_fd, const char *path)
{
	return (int)syscall(SYS_move_mount, mount_fd, "", dir_fd, path, MOVE_MOUNT_F_EMPTY_PATH);
}

int zygote_mount_new(const char *type, const char *const *options, unsigned attributes)
{
	int context = (int)syscall(SYS_fsopen, type, FSOPEN_CLOEXEC);

	if (context < 0)
		return -1;
	for (; *options; options += 2) {
		if (syscall(SYS_fsconfig, context, FSCONFIG_SET_STRING, options[0], options[1],
			    0)) {
			close(context);
			return -1;
		}
	}
	int fd = -1;
	if (syscall(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) == 0)
		fd = (int)syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC, attributes);
	close(context);
	return fd;
}
