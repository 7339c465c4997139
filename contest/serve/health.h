/* SPDX-License-Identifier: MIT */
/* Private header: whether the log can be written (health.c). */
#ifndef CONTEST_SERVE_HEALTH_H
#define CONTEST_SERVE_HEALTH_H

#include <assay/base.h>

struct as_server;

struct health;
struct health *health_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Starts the thread, after the log was opened. */
int health_start(struct health *health, struct as_error *error) AS_MUST_USE;
/* Reports a write: NULL, or the reason why it failed. Any thread. */
void health_wrote(struct health *health, const struct as_error *why);
struct health_state {
	bool is_failing; /* the last write failed */
	uint64_t failure_count;
	char why[400]; /* the last failure */
};
struct health_state health_state(struct health *health);
/* Call it before the log is closed. */
void health_stop(struct health *health);
void health_close(struct health *health);

#endif
