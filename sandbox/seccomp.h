/* SPDX-License-Identifier: MIT */
/* seccomp: the system call policy of each profile, as filter bytes that the helper loads. */
#ifndef ASSAY_SANDBOX_SECCOMP_H
#define ASSAY_SANDBOX_SECCOMP_H

#include <assay/sandbox.h>

/** The filters of a profile, each struct sock_filter: for any run, and for one of which
 * as_sandbox_awaits_input may be asked, which tells of the interval timers that its program sets.
 */
struct as_filters {
	struct as_bytes any, asked;
};
int as_seccomp_build(enum as_profile profile, struct as_filters *out,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2);
/** The same, as libseccomp makes them. */
int as_seccomp_build_plain(enum as_profile profile, struct as_filters *out,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2);
void as_filters_clear(struct as_filters *filters);
/** seccomp_shrink.c: a filter that answers every call alike, in fewer instructions, in its place.
 * One that it does not understand stays as it is. */
int as_seccomp_shrink(struct as_bytes *filter, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** seccomp_conditions.c: adds the rules that look at arguments to a scmp_filter_ctx. */
int as_seccomp_add_conditions(void *filter, enum as_profile profile) AS_MUST_USE AS_NONNULL(1);
/** Lets interval timers be set without a report, once one was reported. */
int as_seccomp_add_timers(void *filter) AS_MUST_USE AS_NONNULL(1);
/** The name of a call of this machine's own architecture; "syscall_N" for one without a name. */
void as_seccomp_call_name(int number, char *name, size_t size) AS_NONNULL(2);

#endif
