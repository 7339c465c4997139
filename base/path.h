/* SPDX-License-Identifier: MIT */
/**
 * How base reaches a path without being led astray. Beneath a real directory descriptor the kernel
 * itself refuses every link and every way out; beneath AT_FDCWD stands what a person typed, where
 * links on the way are followed and the last name is not. These functions set errno and no error.
 */
#ifndef ASSAY_BASE_PATH_H
#define ASSAY_BASE_PATH_H

#include <assay/base.h>
#include <limits.h>

/** As openat, with the care above and close-on-exec. */
int as_path_open(int dirfd, const char *path, int flags, mode_t mode);
/** A folder right below `dirfd`, as O_PATH; EXDEV where something is mounted on it. */
int as_path_open_child(int dirfd, const char *name);
/**
 * Splits a path into a descriptor of its parent folder (close it) and its last name. Trailing
 * slashes are dropped. -1 with EINVAL where there is no last name to speak of ("", "/", ".", "..").
 */
int as_path_parent(int dirfd, const char *path, char name[NAME_MAX + 1]);
/** A descriptor that is open for nothing (O_PATH), opened for real. */
int as_path_reopen(int path_fd, int flags);
/** Gives a folder or file held by an O_PATH descriptor other permissions. */
int as_path_chmod(int path_fd, mode_t mode);
/** as_error_path, in words that fit a refused link or way out. Returns -1. */
int as_path_error(struct as_error *error, int sys_errno, const char *path, const char *what);
/** A name that is very probably unused, for a file that is about to be renamed or removed. */
void as_path_random_name(char name[NAME_MAX + 1]);

#endif
