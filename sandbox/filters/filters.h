/* SPDX-License-Identifier: MIT */
/* filters: the system call policy of each profile, as a seccomp filter. They are made when Assay is
 * built, because making them takes longer than starting a run: main.c writes them as C. */
#ifndef ASSAY_SANDBOX_FILTERS_FILTERS_H
#define ASSAY_SANDBOX_FILTERS_FILTERS_H

#include <assay/sandbox.h>

/** The filters of a profile, each struct sock_filter: for any run, and for one of which
 * as_sandbox_awaits_input may be asked, which reports the interval timers that its program sets.
 */
struct filters {
	struct as_bytes any, asked;
};
int filters_build(enum as_profile profile, struct filters *out, struct as_error *error) AS_MUST_USE
	AS_NONNULL(2);
/** The same, as libseccomp makes them. */
int filters_build_plain(enum as_profile profile, struct filters *out,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2);
void filters_clear(struct filters *filters);
/** shrink.c: a filter that answers every call alike, in fewer instructions, in its place. One that
 * it does not understand stays as it is. */
int filter_shrink(struct as_bytes *filter, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** conditions.c: adds the rules that look at arguments to a scmp_filter_ctx. */
int filter_add_conditions(void *filter, enum as_profile profile) AS_MUST_USE AS_NONNULL(1);
/** Lets interval timers be set without a report, once one was reported. */
int filter_add_timers(void *filter) AS_MUST_USE AS_NONNULL(1);

#endif
