/* SPDX-License-Identifier: MIT */
/* seccomp: the filters of the profiles, which filters/ generates at build time, and the names of
 * system calls. */
#ifndef ASSAY_SANDBOX_SECCOMP_H
#define ASSAY_SANDBOX_SECCOMP_H

#include <assay/sandbox.h>

/** A filter: an array of struct sock_filter, static. */
struct as_filter {
	const void *data;
	size_t size; /**< in bytes */
};
/** The filter of a profile for a run with or without detects_waiting. */
struct as_filter as_seccomp_filter(enum as_profile profile, bool detects_waiting);
/** The name of a system call of this architecture; "syscall_N" if it has none. */
void as_seccomp_call_name(int number, char *name, size_t size) AS_NONNULL(2);

#endif
