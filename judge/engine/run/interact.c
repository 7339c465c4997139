/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: the submission's run is supervised by the calling thread, the output
 * validator's by a second, and a third carries what they say (relay.c). The relay shows neither the
 * other's end before that one's run is over and known here, so the times at which the programs
 * themselves ended say who was first.
 *
 *   - The submission ends first, however: the validator finds the end of its input once it has read
 *     what was said, and what it still says goes nowhere; it has its own wall time left to come to
 *     an end.
 *   - The validator ends first, accepting: the submission finds the end of its input, and what it
 *     still says goes nowhere. It goes on to its own end, and may still fail.
 *   - The validator ends first, not accepting: that is the verdict, and the submission is stopped.
 *   - Neither ends: the submission's wall limit ends it, and then the validator as above.
 *   - Both wait for each other for ever, which relay.c proves: the submission is ended as at its
 *     wall limit, only earlier, and the validator comes to its end in the same way as after that.
 *   - The submission writes more than its output limit: it is stopped. The validator may write any
 *     amount to it: the limit of validation output is for its files, and its time limit ends it.
 */
#include "interact.h"
#include "relay.h"

#include <assay/program/run.h>

/* How long a validator may do nothing after its submission has ended. */
#define STUCK_NS INT64_C(10000000000)

struct side {
	struct as_interaction *interaction;
	struct as_relay *relay;
	enum as_speaker speaker;
	struct as_run_request request; /* the party's, completed */
};

static int64_t sum_ns(int64_t a, int64_t b)
{
	return a > AS_UNLIMITED_NS - b ? AS_UNLIMITED_NS : a + b;
}

static void connect_side(struct side *side)
{
	struct as_party *party = &side->interaction->parties[side->speaker];
	struct as_relay *relay = side->relay;

	party->failed = false;
	party->why = (struct as_error){0};
	side->request = party->request;
	side->request.stdin_fd = relay->far_in_fd[side->speaker];
	side->request.uses_stdout_fd = true;
	side->request.stdout_fd = relay->far_out_fd[side->speaker];
	side->request.cancel = &relay->stop[side->speaker];
	side->request.detects_waiting = true;
	if (side->speaker == AS_SPEAKER_SUBMISSION)
		side->request.stall = &relay->deadlock;
	relay->ways[side->speaker].most_bytes = side->speaker == AS_SPEAKER_VALIDATOR
							? UINT64_MAX
							: party->request.limits.output_bytes;
}

/* It waits for the submission, and that is not held against it. */
static void extend_validator(struct side sides[AS_SPEAKERS])
{
	struct as_limits *limits = &sides[AS_SPEAKER_VALIDATOR].request.limits;
	const int64_t wait_ns = sides[AS_SPEAKER_SUBMISSION].request.limits.wall_time_ns;

	limits->wall_time_ns = sum_ns(limits->wall_time_ns, wait_ns);
	limits->idle_time_ns = sum_ns(wait_ns, STUCK_NS);
}

static bool has_accepted(const struct as_interaction *interaction)
{
	const struct as_party *validator = &interaction->parties[AS_SPEAKER_VALIDATOR];
	const int status = validator->result->exit_code;

	return !validator->failed && as_run_has_exited(validator->result) &&
	       (status == interaction->accepting_statuses[0] ||
		       status == interaction->accepting_statuses[1]);
}

/* Whether the other has nothing to go on for. */
static bool is_over(const struct side *side)
{
	const struct as_party *party = &side->interaction->parties[side->speaker];

	if (side->speaker == AS_SPEAKER_VALIDATOR)
		return !has_accepted(side->interaction);
	/* What the kernel refuses to start is the submission's fault. */
	return party->failed && !as_run_was_refused(&party->why);
}

static void *run_side(void *argument)
{
	const struct side *side = argument;
	struct as_party *party = &side->interaction->parties[side->speaker];

	party->failed =
		as_sandbox_run(party->sandbox, &side->request, party->result, &party->why) != 0;
	if (is_over(side))
		side->relay->stop[!side->speaker] = true;
	as_relay_ended(side->relay, side->speaker);
	return NULL;
}

static bool awaits_input(void *context, enum as_speaker speaker, int input_fd)
{
	const struct as_interaction *interaction = context;

	return as_sandbox_awaits_input(interaction->parties[speaker].sandbox, input_fd);
}

static bool has_begun(void *context, enum as_speaker speaker)
{
	const struct as_interaction *interaction = context;

	return as_sandbox_has_started(interaction->parties[speaker].sandbox);
}

static int run_both(struct side sides[AS_SPEAKERS], struct as_error *error)
{
	pthread_t thread;

	if (as_relay_start(sides[0].relay, error))
		return -1;
	int failure = pthread_create(&thread, NULL, run_side, &sides[AS_SPEAKER_VALIDATOR]);
	if (failure)
		return as_error_sys(error, AS_ERROR_INTERNAL, failure, "cannot start a thread");
	run_side(&sides[AS_SPEAKER_SUBMISSION]);
	pthread_join(thread, NULL);
	return 0;
}

/* What the relay saw of a run, that the sandbox did not. */
static void complete(const struct side *side)
{
	struct as_party *party = &side->interaction->parties[side->speaker];
	const struct as_relay_way *way = &side->relay->ways[side->speaker];
	struct as_run_result *result = party->result;

	if (side->speaker == AS_SPEAKER_SUBMISSION)
		result->output_bytes += way->bytes;
	if (result->output_bytes > party->request.limits.output_bytes)
		result->hits |= AS_HIT_OUTPUT;
	if (!as_is_cancelled(side->interaction->cancel))
		result->hits &= ~(unsigned)AS_HIT_CANCEL;
}

static enum as_speaker find_first(const struct as_interaction *interaction)
{
	const struct as_party *parties = interaction->parties;

	return parties[AS_SPEAKER_VALIDATOR].result->ended_ns <
			       parties[AS_SPEAKER_SUBMISSION].result->ended_ns
		       ? AS_SPEAKER_VALIDATOR
		       : AS_SPEAKER_SUBMISSION;
}

int as_interact(struct as_interaction *interaction, struct as_error *error)
{
	AS_AUTO(as_relay_close)
	struct as_relay relay = AS_RELAY_INIT;
	struct side sides[AS_SPEAKERS];

	if (as_relay_open(&relay, error))
		return -1;
	relay.cancel = interaction->cancel;
	relay.transcript = interaction->transcript;
	relay.awaits_input = awaits_input;
	relay.has_begun = has_begun;
	relay.context = interaction;
	for (int i = 0; i < AS_SPEAKERS; i++) {
		sides[i] = (struct side){
			.interaction = interaction, .relay = &relay, .speaker = (enum as_speaker)i};
		connect_side(&sides[i]);
	}
	extend_validator(sides);
	if (run_both(sides, error))
		return -1;
	as_relay_close(&relay);
	for (int i = 0; i < AS_SPEAKERS; i++)
		complete(&sides[i]);
	interaction->first = find_first(interaction);
	interaction->heard_bytes = relay.ways[AS_SPEAKER_SUBMISSION].heard_bytes;
	return 0;
}
