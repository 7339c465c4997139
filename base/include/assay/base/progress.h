/* SPDX-License-Identifier: MIT */
/** A progress bar. Included by base.h. */
#ifndef ASSAY_BASE_PROGRESS_H
#define ASSAY_BASE_PROGRESS_H

#include <assay/base.h>

/** A wait that lasts longer is reported, also without a bar. */
#define AS_LONG_WAIT_NS INT64_C(2000000000)

/** A bar on stderr, drawn at most ten times a second and only if stderr is a terminal. Several
 * threads may use it at once. */
struct as_progress;
/** NULL if stderr is not a terminal, or out of memory. All functions below accept NULL. */
struct as_progress *as_progress_new(const char *what, uint64_t total_count);
void as_progress_step(struct as_progress *progress, const char *now);
/** From now on the bar also shows steps a second and the time that is left. Call it first. */
void as_progress_show_rate(struct as_progress *progress);
/** Counts steps that took no time, and so are not part of the rate. */
void as_progress_skip(struct as_progress *progress, uint64_t count);
/** Draws the bar at once with another text, without a step, to show what it waits for. */
void as_progress_note(struct as_progress *progress, const char *now);
/** Clears the line of the bar, so that something else can be printed. */
void as_progress_clear(struct as_progress *progress);
void as_progress_free(struct as_progress *progress);

#endif
