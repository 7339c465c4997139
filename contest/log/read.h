/* SPDX-License-Identifier: MIT */
/* Private header: reads and applies events (read.c, apply.c). */
#ifndef CONTEST_LOG_READ_H
#define CONTEST_LOG_READ_H

#include <assay/contest/log.h>

struct log_body;

/* Reads and applies new events. 1: there were some. 0: there were none. */
int log_read_page(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;
/* Reads and applies all events. Only before the follower runs. */
int log_read_all(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;

/* Applies an entry of the follower that was appended right after the last event that it has
 * applied. Returns 1. */
int log_apply_own(struct as_contest_log *log, const struct as_store_appended *appended,
	const struct log_body *body, struct as_error *error) AS_MUST_USE;

/* Applies one event to the state and notifies the observer. An unknown event is logged and changes
 * nothing. -1: out of memory, or the log is of another contest. */
int log_apply(struct as_contest_log *log, const struct as_store_record *record,
	struct as_error *error) AS_MUST_USE;
/* Likewise, with the parsed body. */
int log_apply_body(struct as_contest_log *log, const struct as_store_record *record,
	const struct log_body *body, struct as_error *error) AS_MUST_USE;

#endif
