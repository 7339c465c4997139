/* SPDX-License-Identifier: MIT */
/* fork_run: the run of a server (fork_server.c), as used by its batches (fork_batch.c). */
#ifndef ASSAY_PROGRAM_FORK_RUN_H
#define ASSAY_PROGRAM_FORK_RUN_H

#include "fork_server.h"

#include <assay/program.h>
#include <pthread.h>

#define MAX_DEATHS 3

struct as_fork_server {
	struct as_program *program; /* the second build */
	struct as_fork_server_config config;
	struct as_sandbox *sandbox;
	int channel_fd; /* -1: no server runs */
	int far_fd;
	bool is_early;
	unsigned deaths_count;
	struct as_program_request request;
	/* The thread that is in as_sandbox_run. */
	pthread_t thread;
	bool has_thread;
	atomic_bool stop;
	bool failed; /* valid after the thread was joined, like the next two */
	struct as_error why;
	struct as_run_result result;
	/* Received answers; the batch to send. */
	struct as_bytes outputs, batch;
};

/* 1: it serves; 0: it does not. */
int as_fork_run_start(struct as_fork_server *server, struct as_error *error) AS_MUST_USE;
void as_fork_run_end(struct as_fork_server *server);
/* Of a run that was ended because it did not serve, or died: 0 if that is the program's doing. */
int as_fork_run_check(const struct as_fork_server *server, struct as_error *error) AS_MUST_USE;
int as_fork_check_cancelled(
	const struct as_fork_server *server, struct as_error *error) AS_MUST_USE;

/* False: the server is dead, late or violates the protocol. */
bool as_fork_send(const struct as_fork_server *server, const char *data, size_t size,
	int64_t until_ns) AS_MUST_USE;
bool as_fork_receive(
	const struct as_fork_server *server, void *data, size_t size, int64_t until_ns) AS_MUST_USE;

#endif
