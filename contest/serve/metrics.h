/* SPDX-License-Identifier: MIT */
/* Private header: the counts of a running server (metrics.c). */
#ifndef CONTEST_SERVE_METRICS_H
#define CONTEST_SERVE_METRICS_H

#include "request.h"

struct metrics;
struct metrics *metrics_open(struct as_error *error) AS_MUST_USE;
void metrics_close(struct metrics *metrics);
/* Counts a finished request. */
void metrics_add(
	struct as_server *server, const struct as_http_request *request, int64_t duration_ns);
void get_metrics(const struct request *request);

#endif
