/* SPDX-License-Identifier: MIT */
/* interact: one pass of an interactive problem: two programs at the same time, each in its own
 * sandbox, each reading the output of the other. */
#ifndef ASSAY_JUDGE_INTERACT_H
#define ASSAY_JUDGE_INTERACT_H

#include "transcript.h"

#include <assay/sandbox.h>

/* One of the two programs. Its request has everything but the descriptors and the cancel flag. */
struct as_party {
	struct as_sandbox *sandbox;
	struct as_run_request request;
	struct as_run_result
		*result; /* as of as_sandbox_run, but output_bytes counts what it wrote to the
			    other, and being stopped because of the other is not a hit */
	bool failed;     /* it could not be run: */
	struct as_error why;
};

struct as_interaction {
	struct as_party parties[AS_SPEAKERS];
	int accepting_statuses[2];        /* of the output validator; both may be the same */
	const atomic_bool *cancel;        /* borrowed, or NULL */
	struct as_transcript *transcript; /* borrowed */
	bool saw_end;        /* out: the validator was shown the end of the submission's output */
	uint64_t read_bytes; /* out: how much of the submission's output the validator has read */
};

/*
 * Runs both programs until both have ended. The validator gets additional wall time, as much as the
 * submission has. If the validator ends without accepting, the submission is stopped: its behaviour
 * no longer counts. -1 if the two could not be connected; a program that could not be run is
 * reported in its party.
 */
int as_interact(struct as_interaction *interaction, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

#endif
