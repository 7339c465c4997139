/* SPDX-License-Identifier: MIT */
/* Private header: the clock (clock.c). */
#ifndef CONTEST_LOG_CLOCK_H
#define CONTEST_LOG_CLOCK_H

#include <assay/contest/log.h>

/* The entry of a clock; NULL: out of memory. */
json_t *log_entry_clock(const struct as_contest_clock *clock, int64_t countdown_ms);
/* The time is in the freeze, which has not ended. */
bool log_is_from_freeze(const struct as_contest_log *log, int64_t wall_ms);

#endif
