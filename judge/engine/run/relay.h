/* SPDX-License-Identifier: MIT */
/*
 * relay: carries the bytes between the two programs of an interaction, and records them.
 *
 * Life cycle: as_relay_open makes the pipes; as_relay_start starts the thread; the programs run
 * with the far ends as their standard input and output; as_relay_ended after the end of each;
 * as_relay_close in any case.
 *
 * A program cannot see the end of the other before as_relay_ended. So if a program ends after that
 * call for the other, it ended second, for whatever reason.
 */
#ifndef ASSAY_JUDGE_RELAY_H
#define ASSAY_JUDGE_RELAY_H

#include "transcript.h"

#include <assay/sandbox.h>
#include <pthread.h>
#include <stdatomic.h>

/* A channel from one program to the other. */
struct as_relay_channel {
	int from_fd, to_fd; /* owned; -1 once closed */
	char *buffer;       /* a ring buffer of bytes read and not yet written */
	size_t start, size;
	uint64_t bytes;        /* received, */
	uint64_t passed_bytes; /* passed on, */
	uint64_t read_bytes;   /* and read by the other; valid after as_relay_close */
	uint64_t max_bytes;    /* the output limit: the program is stopped */
	bool is_stopped;       /* and no longer read when this is set */
};

/* The end of the submission's output, which is withheld from the validator for a while. */
struct as_relay_end {
	bool is_shown; /* to a validator that had not ended; valid after as_relay_close */
	/* It was shown while the submission ran, which had closed its output; and then that ended
	 * before the validator. */
	atomic_bool is_early, has_ended_early;
	int64_t begin_ns, next_ns, step_ns;
	int64_t asleep_ns;      /* how long the validator was found asleep, */
	unsigned waiting_count; /* and how often in a row it seemed to wait for more */
};

struct as_relay {
	struct as_relay_channel channels[AS_SPEAKERS]; /* by the program that writes */
	int far_in_fd[AS_SPEAKERS];                    /* the far ends: its standard input, */
	atomic_int far_out_fd[AS_SPEAKERS]; /* and output; the relay's own copy once the program has
					       started */
	/* Set by the relay, or by a caller that ends a program; for as_run_request.cancel. */
	atomic_bool stop[AS_SPEAKERS];
	atomic_bool ended[AS_SPEAKERS];
	/* True if the program waits for its input and for nothing else, see
	 * as_sandbox_awaits_input; NULL: deadlocks are not detected. Called by the relay's thread
	 * while no bytes move. */
	bool (*awaits_input)(void *context, enum as_speaker speaker, int input_fd);
	/* Returns what the program does, see as_sandbox_activity; NULL: a program waits for its
	 * input as soon as the input is empty. Called by the relay's thread. */
	enum as_activity (*find_activity)(void *context, enum as_speaker speaker, int input_fd);
	/* True if the program has its own descriptor of its output and has not begun to end, see
	 * as_sandbox_is_alive; NULL: unknown, and a closed output is noticed only when the program
	 * has ended. */
	bool (*is_alive)(void *context, enum as_speaker speaker);
	void *context;
	/* Set by the relay when both wait for each other, for as_run_request.stall of the
	 * submission: more time would not end the deadlock. */
	atomic_bool deadlock;
	struct as_relay_end end;          /* of the submission's output */
	const atomic_bool *cancel;        /* borrowed: stops both programs; or NULL */
	struct as_transcript *transcript; /* borrowed */
	pthread_t thread;
	bool is_running;
};
#define AS_RELAY_INIT                                                                              \
	{                                                                                          \
		.channels = {{.from_fd = -1, .to_fd = -1}, {.from_fd = -1, .to_fd = -1}},          \
		.far_in_fd = {-1, -1}, .far_out_fd = {                                             \
			-1,                                                                        \
			-1                                                                         \
		}                                                                                  \
	}

/* Makes the pipes. Set the other members before as_relay_start. */
int as_relay_open(struct as_relay *relay, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
int as_relay_start(struct as_relay *relay, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/* Call it when the program and all its processes have ended: the rest of its output is passed on,
 * then the other reads end of file; the validator only once it has read everything and waits for
 * more. Bytes that are still sent to it are dropped, and do not count as read. */
void as_relay_ended(struct as_relay *relay, enum as_speaker speaker) AS_NONNULL(1);
/* Waits until all bytes are passed on. Both programs must have ended. */
void as_relay_close(struct as_relay *relay);

#endif
