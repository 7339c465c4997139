/* SPDX-License-Identifier: MIT */
/**
 * Safe path resolution. Beneath a real directory descriptor the kernel itself refuses every link
 * and every path that leads out. Beneath AT_FDCWD a path was typed by a person: links on the way
 * are followed, the last name is not. These functions set errno and no error.
 */
#ifndef ASSAY_BASE_PATH_H
#define ASSAY_BASE_PATH_H

#include <assay/base.h>
#include <limits.h>

/** Like openat, with the rules above and close-on-exec, of what exists. */
int as_path_open(int dirfd, const char *path, int flags);
/** A folder directly in `dirfd`, as O_PATH; EXDEV if it is a mount point. */
int as_path_open_child(int dirfd, const char *name);
/**
 * Splits a path into a descriptor of its parent folder (close it) and its last name. Trailing
 * slashes are dropped. -1 with EINVAL if there is no proper last name ("", "/", ".", "..").
 */
int as_path_parent(int dirfd, const char *path, char name[NAME_MAX + 1]);
/** Opens the file of an O_PATH descriptor for use. */
int as_path_reopen(int path_fd, int flags);
/** Changes the permissions of the folder or file of an O_PATH descriptor. */
int as_path_chmod(int path_fd, mode_t mode);
/** Like as_error_path, with a text for a refused link or a path that leads out. Returns -1. */
int as_path_error(struct as_error *error, int sys_errno, const char *path, const char *what);
/** A name that is very probably unused, for a file that will be renamed or removed. */
void as_path_random_name(char name[NAME_MAX + 1]);
bool as_path_is_random_name(const char *name);

#endif
