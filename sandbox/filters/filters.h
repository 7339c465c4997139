/* SPDX-License-Identifier: MIT */
/* filters: the system call policy of each profile, as a seccomp filter. They are generated at build
 * time, because generating them takes longer than starting a run: main.c writes them as C. */
#ifndef ASSAY_SANDBOX_FILTERS_FILTERS_H
#define ASSAY_SANDBOX_FILTERS_FILTERS_H

#include <assay/sandbox.h>

/** The filters of a profile, arrays of struct sock_filter: for any run, and for a run with
 * detects_waiting, which reports the interval timers that its program sets. */
struct filters {
	struct as_bytes any, asked;
};
int filters_build(enum as_profile profile, struct filters *out, struct as_error *error) AS_MUST_USE
	AS_NONNULL(2);
/** The same, as libseccomp generates them. */
int filters_build_plain(enum as_profile profile, struct filters *out,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2);
void filters_clear(struct filters *filters);
/** shrink.c: replaces a filter by an equivalent one with fewer instructions. A filter of an unknown
 * form is left unchanged. */
int filter_shrink(struct as_bytes *filter, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** conditions.c: adds the rules about arguments to a scmp_filter_ctx. */
int filter_add_conditions(void *filter, enum as_profile profile) AS_MUST_USE AS_NONNULL(1);
/** Adds the rules that allow interval timers without a report. */
int filter_add_timers(void *filter) AS_MUST_USE AS_NONNULL(1);

#endif
