/* SPDX-License-Identifier: MIT */
/* mount: the calls that root.c and box.c make mounts with. All return -1 with errno. */
#ifndef ASSAY_ZYGOTE_MOUNT_H
#define ASSAY_ZYGOTE_MOUNT_H

#include <stdint.h>

/* A copy of the mount at a path, as a descriptor. */
int zygote_mount_copy(int dir_fd, const char *path, unsigned flags);
/* Adds attributes (MOUNT_ATTR_*) to a mount, and to those below it. */
int zygote_mount_restrict(int fd, uint64_t set);
int zygote_mount_move(int mount_fd, int dir_fd, const char *path);
/* A new file system, as a descriptor; `options` are pairs of texts, NULL-terminated. */
int zygote_mount_new(const char *type, const char *const *options, unsigned attributes);

#endif
