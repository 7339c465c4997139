/* SPDX-License-Identifier: MIT */
/* Private header: runs of a test for the jury, to show the output (rerun.c). */
#ifndef CONTEST_SERVE_RERUN_H
#define CONTEST_SERVE_RERUN_H

#include <assay/contest/pages.h>
#include <assay/engine.h>

struct as_server;

struct reruns;
struct reruns *reruns_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Cancels the current run. Takes NULL. */
void reruns_close(struct reruns *reruns);
/* Queues a run of a test of a submission; also succeeds if it is queued already. AS_ERROR_USAGE:
 * the queue is full. */
int reruns_queue(struct reruns *reruns, size_t submission, const char *test,
	struct as_error *error) AS_MUST_USE;
/* The state of a rerun; clear it. */
struct rerun {
	enum as_contest_rerun state;
	struct as_case_result result;
	struct as_bytes output; /* truncated */
	uint64_t output_bytes;
	char *failure;
	int64_t wall_ms;
};
void rerun_read(struct reruns *reruns, size_t submission, const char *test, struct rerun *rerun);
void rerun_clear(struct rerun *rerun);
#define RERUN_OUTPUT_BYTES 1048576

#endif
