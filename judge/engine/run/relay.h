/* SPDX-License-Identifier: MIT */
/*
 * relay: carries the bytes between the two programs of an interaction, and records them. Life
 * cycle: as_relay_open makes the pipes; as_relay_start starts the relay; the programs run with the
 * far ends as their standard input and output; as_relay_ended after each; as_relay_close in any
 * case.
 *
 * A program cannot notice the end of the other before as_relay_ended: a program that ends after
 * that ended second, for whatever reason.
 */
#ifndef ASSAY_JUDGE_RELAY_H
#define ASSAY_JUDGE_RELAY_H

#include "transcript.h"

#include <pthread.h>
#include <stdatomic.h>

/* From one speaker to the other. */
struct as_relay_way {
	int from_fd, to_fd; /* owned; -1 once closed */
	char *room;         /* a ring of what was read and not yet written */
	size_t start, size;
	uint64_t bytes;       /* that came */
	uint64_t given_bytes; /* that went to the other, */
	uint64_t heard_bytes; /* and that it read; from as_relay_close on */
	uint64_t most_bytes;  /* beyond that the speaker is stopped, */
	bool over;            /* as this says, and not listened to any more */
};

struct as_relay {
	struct as_relay_way ways[AS_SPEAKERS]; /* by who speaks */
	int far_in_fd[AS_SPEAKERS];            /* what is to be its standard input, */
	atomic_int far_out_fd[AS_SPEAKERS];    /* and output; once it has begun the relay's own */
	/* Set by the relay, or by a caller that ends a program; for as_run_request.cancel. */
	atomic_bool stop[AS_SPEAKERS];
	atomic_bool ended[AS_SPEAKERS];
	/* Whether one waits for its input and for nothing else, see as_sandbox_awaits_input; NULL:
	 * that is not asked. By the relay's thread, while nothing is carried. */
	bool (*awaits_input)(void *context, enum as_speaker speaker, int input_fd);
	/* Whether its program runs, and so has its output itself; NULL: that is not asked, and its
	 * end is seen once it has ended. */
	bool (*has_begun)(void *context, enum as_speaker speaker);
	void *context;
	/* Set by the relay once both wait for each other, for as_run_request.stall of the
	 * submission: it is a deadlock whatever time they are given. */
	atomic_bool deadlock;
	const atomic_bool *cancel;        /* borrowed: stops both; or NULL */
	struct as_transcript *transcript; /* borrowed */
	pthread_t thread;
	bool is_running;
};
#define AS_RELAY_INIT                                                                              \
	{                                                                                          \
		.ways = {{.from_fd = -1, .to_fd = -1}, {.from_fd = -1, .to_fd = -1}},              \
		.far_in_fd = {-1, -1}, .far_out_fd = {                                             \
			-1,                                                                        \
			-1                                                                         \
		}                                                                                  \
	}

/* Makes the pipes; set the rest before as_relay_start. */
int as_relay_open(struct as_relay *relay, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
int as_relay_start(struct as_relay *relay, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/* The program and all its processes have ended: the rest of its output is still carried over, then
 * the other finds the end of its input. Bytes that are still sent to it are dropped, and do not
 * count as read. */
void as_relay_ended(struct as_relay *relay, enum as_speaker speaker) AS_NONNULL(1);
/* Waits until everything is carried over. Both programs must have ended. */
void as_relay_close(struct as_relay *relay);

#endif
