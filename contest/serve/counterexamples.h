/* SPDX-License-Identifier: MIT */
/* Private header: small inputs on which submissions fail (counterexamples.c). */
#ifndef CONTEST_SERVE_COUNTEREXAMPLES_H
#define CONTEST_SERVE_COUNTEREXAMPLES_H

#include <assay/contest/pages.h>
#include <assay/explain.h>

struct as_server;

struct counterexamples;
struct counterexamples *counterexamples_open(
	struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Starts its thread, once the packages and the log are open. */
int counterexamples_start(
	struct counterexamples *counterexamples, struct as_error *error) AS_MUST_USE;
/* Reports a change of the log. Call it with the log's lock held. */
void counterexamples_changed(struct counterexamples *counterexamples,
	const struct as_contest_log *log, const struct as_contest_change *change);
/* Reports that a worker began a job: a running search is cancelled, and repeated when nothing is
 * being judged. Any thread. */
void counterexamples_yield(struct counterexamples *counterexamples);
/* The result for a submission; clear it. */
struct counterexample {
	enum as_contest_counterexample_state state;
	size_t judgement;
	struct as_explanation explanation;                /* texts may be cut, see `whole` */
	uint64_t input_bytes, answer_bytes, output_bytes; /* of the whole texts */
};
void counterexample_read(struct counterexamples *counterexamples, size_t submission,
	struct counterexample *counterexample);
void counterexample_clear(struct counterexample *counterexample);
/* Cancels the search and ends the thread. Call it before the log is closed. */
void counterexamples_stop(struct counterexamples *counterexamples);
/* Call it after the log is closed. Both functions accept NULL. */
void counterexamples_close(struct counterexamples *counterexamples);

#endif
