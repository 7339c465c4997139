/* SPDX-License-Identifier: MIT */
/* The demonstration of assay serve: a contest in a temporary folder, in which things happen. */
#ifndef ASSAY_CLI_SERVE_H
#define ASSAY_CLI_SERVE_H

#include <assay/contest/serve.h>
#include <limits.h>

/** Makes the folder; serve_demo_remove removes it. */
int serve_demo_make(char path[PATH_MAX], struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void serve_demo_remove(const char *path) AS_NONNULL(1);
/** Sets the times of the contest: it starts now. Before the server is opened. */
void serve_demo_start(struct as_contest *contest) AS_NONNULL(1);

struct demo;
/** Starts a thread that submits the bundled submissions for the teams, one every few seconds. NULL:
 * it cannot; the contest goes on without it. */
struct demo *serve_demo_run(struct as_server *server, const struct as_contest *contest)
	AS_NONNULL(1, 2);
/** Takes NULL. */
void serve_demo_end(struct demo *demo);

#endif
