/* SPDX-License-Identifier: MIT */
/*
 * watch: tells the caller that a validator has been running for long, while it still runs. Life
 * cycle: as_watch_open; as_watch_begin and as_watch_end around each run, and as_watch_begun in it,
 * in one thread; as_watch_close.
 */
#ifndef ASSAY_JUDGE_VERIFY_WATCH_H
#define ASSAY_JUDGE_VERIFY_WATCH_H

#include "verify.h"

struct as_watch;
/* Borrows `verify`. NULL: out of memory or threads, so nothing is reported; not an error. All
 * functions below take NULL. */
struct as_watch *as_watch_open(struct as_verify *verify);
/* `program` and `file` are paths in the package; the program has that limit of CPU time. */
void as_watch_begin(
	struct as_watch *watch, const char *program, const char *file, int64_t cpu_time_ns);
/* The run has its core. For as_validators_on_begin; `context` is the watch, not NULL. */
void as_watch_begun(void *context);
void as_watch_end(struct as_watch *watch);
void as_watch_close(struct as_watch *watch);

#endif
