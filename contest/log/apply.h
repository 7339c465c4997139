/* SPDX-License-Identifier: MIT */
/* Private header: applies events (apply.c). */
#ifndef CONTEST_LOG_APPLY_H
#define CONTEST_LOG_APPLY_H

#include <assay/contest/log.h>

struct log_body;

/* Applies one event to the state and notifies the observer. An unknown event is logged and changes
 * nothing. -1: out of memory, or the log is of another contest. */
int log_apply(struct as_contest_log *log, const struct as_store_record *record,
	struct as_error *error) AS_MUST_USE;
/* Likewise, with the parsed body. */
int log_apply_body(struct as_contest_log *log, const struct as_store_record *record,
	const struct log_body *body, struct as_error *error) AS_MUST_USE;

#endif
