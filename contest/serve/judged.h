/* SPDX-License-Identifier: MIT */
/* Private header: lines of the operator's log about judgements; causes of judging errors
 * (judged.c).
 */
#ifndef CONTEST_SERVE_JUDGED_H
#define CONTEST_SERVE_JUDGED_H

#include <assay/contest/log.h>

struct as_server;
struct as_contest_judging_error;

/* Judging errors that are logged when their causes are known. */
#define JUDGED_MAX 64
struct judged {
	struct judged_errors {
		size_t waiting[JUDGED_MAX]; /* judgements */
		size_t count;
	} past, /* before the log was opened, but after the store; for the thread that opens it */
		live; /* later ones; for the follower's thread */
};
/* Notes a judgement that has just ended. Call it with the log's lock held for writing. */
void judged_changed(struct as_server *server, const struct as_contest_log *log,
	const struct as_contest_change *change);
/* These functions read causes from the store: call them without the log's lock. */
/* Logs the waiting judging errors (past or live) with their causes, and empties the list. */
void judged_note_errors(const struct as_server *server, struct judged_errors *errors);
/* The cause of a judging error, for the jury, on the heap. NULL: out of memory, or the store does
 * not respond. */
char *judged_cause(const struct as_server *server, int64_t job);
/* Sets the newest judging errors that count, at most JUDGED_LISTED; free their causes. Returns
 * their number. */
#define JUDGED_LISTED 10
size_t judged_list(const struct as_server *server, struct as_contest_judging_error *errors);

#endif
