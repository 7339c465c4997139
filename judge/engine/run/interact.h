/* SPDX-License-Identifier: MIT */
/* interact: one pass of an interactive problem: two programs at the same time, each in a sandbox of
 * its own, the output of each the input of the other. */
#ifndef ASSAY_JUDGE_INTERACT_H
#define ASSAY_JUDGE_INTERACT_H

#include "transcript.h"

#include <assay/sandbox.h>

/* One of the two. Its request says all but the descriptors and what cancels it. */
struct as_party {
	struct as_sandbox *sandbox;
	struct as_run_request request;
	struct as_run_result *result; /* as as_sandbox_run fills it; output_bytes counts what it
				       * said to the other, and no hit says that it was stopped
				       * for the other's sake */
	bool failed;                  /* it could not be run: */
	struct as_error why;
};

struct as_interaction {
	struct as_party parties[AS_SPEAKERS];
	int accepting_statuses[2];        /* of the output validator; both may be the same */
	const atomic_bool *cancel;        /* borrowed, or NULL */
	struct as_transcript *transcript; /* borrowed */
	enum as_speaker first;            /* out: who ended first */
	uint64_t heard_bytes; /* out: how much of what the submission said the validator read */
};

/*
 * Runs both until both have ended. The output validator is given more wall time than its own limit
 * has, as much as the submission has, and a submission whose validator has ended without accepting
 * is stopped: nothing that it does counts any more. -1 where they could not be joined; a party that
 * could not be run says so itself.
 */
int as_interact(struct as_interaction *interaction, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

#endif
