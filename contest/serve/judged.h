/* SPDX-License-Identifier: MIT */
/* Private header: lines of the operator's log about judgements (judged.c). */
#ifndef CONTEST_SERVE_JUDGED_H
#define CONTEST_SERVE_JUDGED_H

#include <assay/contest/log.h>

struct as_server;

/* Judging errors that are logged when their causes are known. For the follower's thread only. */
#define JUDGED_MAX 64
struct judged {
	size_t waiting[JUDGED_MAX]; /* judgements */
	size_t count;
};
/* Notes a judgement that has just ended. Call it with the log's lock held for writing. */
void judged_changed(struct as_server *server, const struct as_contest_log *log,
	const struct as_contest_change *change);
/* Notes the judging errors with their causes, which it reads from the store. Call it without the
 * log's lock, from the follower's thread. */
void judged_caught_up(struct as_server *server);

#endif
