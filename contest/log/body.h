/* SPDX-License-Identifier: MIT */
/* Private header: a parsed event body (body.c). */
#ifndef CONTEST_LOG_BODY_H
#define CONTEST_LOG_BODY_H

#include <assay/contest/log.h>

/* A parsed event body. Types that are frequent in a long log, if written by this program, are
 * parsed into fields; all others into a JSON tree. The arrays "runs" and "begun" become rows in
 * both cases. */
struct log_row {
	int64_t job; /* 0: the job of the event */
	struct as_contest_run run;
};
struct log_rows {
	struct log_row *items;
	size_t count;
};
struct log_body {
	struct as_journal_body of;
	struct log_rows runs, begun; /* items of `begun` have only job and time */
};

/* Parses the body of an event; may keep and modify its text; clear `body` before the record. From
 * any thread. */
int log_body_read(const struct as_store_record *record, struct log_body *body,
	struct as_error *error) AS_MUST_USE;
void log_body_clear(struct log_body *body);
int log_rows_add(
	struct log_rows *rows, const struct log_row *row, struct as_error *error) AS_MUST_USE;
/* JE: NULL, or an unknown verdict. */
uint8_t log_verdict(const char *name);

#endif
