/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: the calling thread supervises the submission's run, a second thread the
 * output validator's, and a third carries the bytes between them (relay.c). Neither program sees
 * the other's end before the run of the other is over and its end recorded here.
 *
 * - The submission ends first, in any way: once the validator has read all of the output and waits
 *   for more, it reads end of file, and what it still writes is dropped. It has the rest of its own
 *   wall time to finish.
 * - The validator ends first and accepts: the submission reads end of file, and what it still
 *   writes is dropped. It runs to its own end, and may still fail.
 * - The validator ends first and does not accept: that is the verdict, and the submission is
 *   stopped.
 * - Neither ends: the submission's wall limit ends it, and then the validator as above.
 * - Both wait for each other forever, which relay.c proves: the submission is ended as at its wall
 *   limit, only earlier, and the validator then finishes as above.
 * - The submission exceeds its output limit: it is stopped. The validator may write any amount to
 *   it: the limit of validation output applies to its files, and its time limit ends it.
 */
#include "interact.h"
#include "judging.h"
#include "relay.h"

#include <assay/program/run.h>

/* How long a validator may stay idle after its submission has ended. */
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
	relay->channels[side->speaker].max_bytes = side->speaker == AS_SPEAKER_VALIDATOR
							   ? UINT64_MAX
							   : party->request.limits.output_bytes;
}

/* While it waits for the submission, its wall time is extended. */
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

/* True if the other program has no reason to continue. */
static bool is_over(const struct side *side)
{
	const struct as_party *party = &side->interaction->parties[side->speaker];

	if (side->speaker == AS_SPEAKER_VALIDATOR)
		return !has_accepted(side->interaction);
	/* If the kernel refuses to start the program, the submission is at fault. */
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

static enum as_activity find_activity(void *context, enum as_speaker speaker, int input_fd)
{
	const struct as_interaction *interaction = context;

	return as_sandbox_activity(interaction->parties[speaker].sandbox, input_fd);
}

static bool is_alive(void *context, enum as_speaker speaker)
{
	const struct as_interaction *interaction = context;

	return as_sandbox_is_alive(interaction->parties[speaker].sandbox);
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

/* Adds what only the relay knows about a run. */
static void complete(const struct side *side)
{
	struct as_party *party = &side->interaction->parties[side->speaker];
	const struct as_relay_channel *channel = &side->relay->channels[side->speaker];
	struct as_run_result *result = party->result;

	if (side->speaker == AS_SPEAKER_SUBMISSION)
		result->output_bytes += channel->bytes;
	if (result->output_bytes > party->request.limits.output_bytes)
		result->hits |= AS_HIT_OUTPUT;
	if (!as_is_cancelled(side->interaction->cancel))
		result->hits &= ~(unsigned)AS_HIT_CANCEL;
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
	relay.find_activity = find_activity;
	relay.is_alive = is_alive;
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
	interaction->saw_end = relay.end.is_shown;
	interaction->read_bytes = relay.channels[AS_SPEAKER_SUBMISSION].read_bytes;
	return 0;
}
