/* SPDX-License-Identifier: MIT */
/*
 * The sequence of inputs.
 * 1. With --generator, its command comes first, with the numbers as they are written. The tests of
 *    the package follow: the samples, then the other tests, the smallest first. They take at most
 *    half of the time.
 * 2. Then every other input is made by a tape: small ones in order of size, later random ones.
 *    Without tapes, by mutating samples.
 * 3. The rest is made by commands of the recipe, with other seeds and with numbers that grow from
 *    round to round.
 * 4. Between these rounds, large inputs have a share of the time (large.c).
 * An input depends on the text of --seed, its index and the rounds before, not on time or threads;
 * only the places of the large inputs among the small ones depend on the time.
 */
#include "search.h"

#include <math.h>
#include <string.h>

const char *as_stream_name(const struct as_search *search)
{
	const struct as_stream *stream = &search->stream;

	if (search->order->generator)
		return "the command of --generator";
	if (stream->shape_count)
		return stream->script ? "the recipe's generators and the Checktestdata script"
		       : !stream->sample_count  ? "the recipe's generators"
		       : stream->has_no_samples ? "the recipe's generators and changed tests"
						: "the recipe's generators and changed samples";
	if (!stream->script && stream->has_no_samples)
		return "changed tests, because the package has neither generators nor samples";
	return stream->script ? "a generator derived from the Checktestdata script, because the "
				"package has no generators"
			      : "changed samples, because the package has no generators";
}

int as_stream_open(struct as_search *search, struct as_error *error)
{
	if (as_sources_open(search, error))
		return -1;
	return search->order->generator ? 0 : as_large_find(search, error);
}

void as_stream_close(struct as_stream *stream)
{
	as_sources_close(stream);
	as_large_clear(&stream->large);
	as_seen_clear(&stream->seen);
	as_seen_clear(&stream->numbers);
	as_seen_clear(&stream->made);
	*stream = (struct as_stream){0};
}

static int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* ---- numbers ---- */

/* Upper bound of the sizes in the first round; it grows from round to round. */
#define FIRST_SIZE 6.0
#define GROWTH 1.4
#define ALWAYS_SMALL 12

static int64_t size_cap(const struct as_stream *stream)
{
	const double cap = FIRST_SIZE * pow(GROWTH, (double)stream->round);

	return cap < 1e9 ? (int64_t)cap : 1000000000;
}

/* From 1 to `max`, each order of magnitude equally likely. */
static int64_t draw_wide(struct as_random *random, int64_t max)
{
	int bits = 0;

	while (max >> bits > 1)
		bits++;
	const int chosen = (int)as_random_to(random, (uint64_t)bits);
	const int64_t value =
		(INT64_C(1) << chosen) + (int64_t)as_random_to(random, (UINT64_C(1) << chosen) - 1);
	return smaller(value, max);
}

static int64_t draw_size(struct as_random *random, int64_t max, int64_t cap)
{
	const int64_t bound = smaller(max, cap);

	if (bound <= ALWAYS_SMALL || as_random_to(random, 1))
		return (int64_t)as_random_to(random, (uint64_t)smaller(bound, ALWAYS_SMALL));
	/* The maximum gets a fixed share. */
	return as_random_to(random, 7) ? draw_wide(random, bound) : bound;
}

static int64_t draw_value(struct as_random *random, int64_t max, int64_t cap)
{
	switch (as_random_to(random, 3)) {
	case 0:
		return draw_wide(random, max);
	case 1:
		return max;
	default:
		return (int64_t)as_random_to(random, (uint64_t)smaller(max, smaller(cap, 9)));
	}
}

static bool is_learned_bad(const struct as_number *number, int64_t magnitude)
{
	return magnitude <= AS_MAX_LEARNED && number->learned[magnitude].good == 0 &&
	       number->learned[magnitude].bad >= 3;
}

static int64_t draw_number(struct as_random *random, const struct as_number *number, int64_t cap)
{
	const int64_t max = llabs(number->value);
	int64_t drawn = max;

	for (int attempt = 0; attempt < 8; attempt++) {
		drawn = number->is_size ? draw_size(random, max, cap)
					: draw_value(random, max, cap);
		if (!is_learned_bad(number, drawn))
			break;
	}
	return number->value < 0 ? -drawn : drawn;
}

/* ---- learning from a round ---- */

static bool is_numbered(const struct as_trial *trial)
{
	return trial->origin == AS_ORIGIN_COMMAND && !trial->is_taped && !trial->is_large;
}

static void learn_numbers(struct as_stream *stream, const struct as_trial *trial)
{
	const bool bad = trial->state == AS_TRIAL_NOT_MADE || trial->state == AS_TRIAL_INVALID;
	struct as_shape *shape = &stream->shapes[trial->shape];

	for (size_t k = 0; k < shape->number_count; k++) {
		const int64_t magnitude = llabs(trial->values[k]);
		if (magnitude > AS_MAX_LEARNED)
			continue;
		uint16_t *counter = bad ? &shape->numbers[k].learned[magnitude].bad
					: &shape->numbers[k].learned[magnitude].good;
		if (*counter < UINT16_MAX)
			(*counter)++;
	}
}

int as_stream_learn(struct as_stream *stream, const struct as_trial *trials, size_t count,
	struct as_error *error)
{
	for (size_t i = 0; i < count; i++) {
		const struct as_trial *trial = &trials[i];
		if (is_numbered(trial) && trial->state != AS_TRIAL_REPEATED)
			learn_numbers(stream, trial);
		if (trial->is_large && as_large_learn(stream, trial, error))
			return -1;
		if (trial->explored && as_explore_record(stream->explored[trial->shape].explore,
					       trial->explored - 1,
					       trial->has_record ? &trial->record : NULL, error))
			return -1;
	}
	return 0;
}

/* ---- the next round ---- */

/* In later rounds fewer inputs come from tapes, each of which takes a run of the generator. */
#define EXPLORING_ROUNDS 64

static int next_command(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	struct as_stream *stream = &search->stream;
	struct as_random random =
		as_random_of(search->order->seed ? search->order->seed : "", stream->next++);
	const int64_t cap = size_cap(stream);

	*trial = (struct as_trial){.origin = AS_ORIGIN_COMMAND,
		.shape = (size_t)as_random_to(&random, stream->shape_count - 1)};
	const struct as_shape *shape = &stream->shapes[trial->shape];
	for (size_t i = 0; i < shape->number_count; i++)
		trial->values[i] = draw_number(&random, &shape->numbers[i], cap);
	trial->command = as_shape_write(
		shape, trial->values, (uint32_t)as_random_to(&random, 0x7fffffff), error);
	return trial->command ? 0 : -1;
}

static int next_tape(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	struct as_stream *stream = &search->stream;
	const size_t index = stream->explored_next++ % stream->explored_count;
	struct as_explored *explored = &stream->explored[index];

	*trial = (struct as_trial){.origin = explored->origin,
		.shape = index,
		.is_taped = true,
		.is_recording = true,
		.explored = ++explored->next};
	if (explored->command) {
		trial->command = as_text_format(error, "%s", explored->command);
		if (!trial->command)
			return -1;
	}
	return as_explore_next(explored->explore, &trial->tape, error);
}

static int next_changed(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	struct as_stream *stream = &search->stream;
	struct as_random random =
		as_random_of(search->order->seed ? search->order->seed : "", stream->next++);

	*trial = (struct as_trial){.origin = AS_ORIGIN_INPUT, .is_changed = true};
	return as_mutate(stream->samples, stream->sample_count, as_random_next(&random),
		&trial->input, error);
}

/* The package's own tests may not take all of the time. */
static bool may_try_own(const struct as_search *search)
{
	const struct as_stream *stream = &search->stream;

	return !search->order->passes_tests && stream->own_next < stream->own_count &&
	       as_now_ns() - search->begun_ns < (search->deadline_ns - search->begun_ns) / 2;
}

static int next_own(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	struct as_stream *stream = &search->stream;
	const struct as_test *test = stream->own[stream->own_next++].test;

	*trial = (struct as_trial){.origin = AS_ORIGIN_INPUT, .own = test, .valid = UINT64_MAX};
	return as_package_read_test(search->order->package, test, AS_MAX_OWN_TEST_BYTES,
		&trial->input, &trial->answer, error);
}

/* With --generator, its command is first run with its own numbers, and later from time to time. */
#define WRITTEN_FIRST 16
#define WRITTEN_SHARE 8

static bool wants_written(const struct as_search *search, size_t slot)
{
	return search->order->generator && search->stream.shapes[0].seeded &&
	       slot % WRITTEN_SHARE == 1;
}

static int next_written(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	struct as_stream *stream = &search->stream;
	const struct as_shape *shape = &stream->shapes[0];
	struct as_random random =
		as_random_of(search->order->seed ? search->order->seed : "", stream->next++);

	*trial = (struct as_trial){.origin = AS_ORIGIN_COMMAND, .is_written = true};
	for (size_t i = 0; i < shape->number_count; i++)
		trial->values[i] = shape->numbers[i].value;
	trial->command = as_shape_write(
		shape, trial->values, (uint32_t)as_random_to(&random, 0x7fffffff), error);
	return trial->command ? 0 : -1;
}

static int next_other(
	struct as_search *search, struct as_trial *trial, size_t slot, struct as_error *error)
{
	const struct as_stream *stream = &search->stream;
	const size_t share = stream->round < EXPLORING_ROUNDS ? 2 : 8;

	if (wants_written(search, slot))
		return next_written(search, trial, error);
	const bool is_command = stream->shape_count && slot % share != 0;

	if (stream->explored_count && !is_command)
		return next_tape(search, trial, error);
	return stream->sample_count && !is_command ? next_changed(search, trial, error)
						   : next_command(search, trial, error);
}

bool as_stream_is_written(const struct as_search *search)
{
	const struct as_stream *stream = &search->stream;

	return search->order->generator &&
	       stream->written.runs < (stream->shapes[0].seeded ? WRITTEN_FIRST : 1);
}

/* The first rounds with --generator: the first round has one input for each thread, so that an
 * input is tried soon even if the programs are slow. */
static int next_written_round(
	struct as_search *search, struct as_trial *trials, size_t max, struct as_error *error)
{
	const size_t wanted = search->stream.written.runs ? max : as_pool_threads(search->pool);
	size_t count = 0;

	for (; count < max && count < wanted && as_stream_is_written(search); count++) {
		if (next_written(search, &trials[count], error)) {
			as_trial_clear(&trials[count]);
			return -1;
		}
		search->stream.written.runs++;
	}
	return (int)count;
}

/* A round of the package's tests, or of large inputs: one for each thread. */
static int next_short_round(struct as_search *search, struct as_trial *trials, size_t max,
	bool is_large, struct as_error *error)
{
	const struct as_stream *stream = &search->stream;
	const size_t threads = as_pool_threads(search->pool);
	size_t count = 0;

	while (count < max && count < threads &&
		(is_large || stream->own_next < stream->own_count)) {
		if (is_large ? as_large_next(search, &trials[count], error)
			     : next_own(search, &trials[count], error)) {
			as_trial_clear(&trials[count]);
			return -1;
		}
		count++;
	}
	return (int)count;
}

/* The generators are probed only once they are needed. */
static int probe_once(struct as_search *search, struct as_error *error)
{
	if (search->stream.is_probed)
		return 0;
	search->stream.is_probed = true;
	if (as_sources_probe(search, error))
		return -1;
	free(search->report->source);
	search->report->source = as_text_format(error, "%s", as_stream_name(search));
	return search->report->source ? 0 : -1;
}

int as_stream_next(
	struct as_search *search, struct as_trial *trials, size_t max, struct as_error *error)
{
	struct as_stream *stream = &search->stream;

	if (as_stream_is_written(search))
		return next_written_round(search, trials, max, error);
	if (may_try_own(search))
		return next_short_round(search, trials, max, false, error);
	if (probe_once(search, error))
		return -1;
	if (as_large_is_due(search))
		return next_short_round(search, trials, max, true, error);
	for (size_t count = 0; count < max; count++)
		if (next_other(search, &trials[count], count, error)) {
			as_trial_clear(&trials[count]);
			return -1;
		}
	stream->round++;
	return (int)max;
}

/* Some generators make only one input per command; detected after this many. */
#define IGNORED_COUNT 64

bool as_stream_ignores_options(const struct as_stream *stream)
{
	return stream->numbered_made >= IGNORED_COUNT &&
	       stream->numbered_new <= stream->shape_count;
}

/* ---- seeds ---- */

/* Rarely all inputs of so many equal commands are equal by chance. */
#define EQUAL_COUNT 16

const char *as_stream_ignores_seed(const struct as_stream *stream)
{
	for (size_t i = 0; i < stream->shape_count; i++)
		if (stream->shapes[i].seeded && stream->shapes[i].equal_made >= EQUAL_COUNT &&
			!stream->shapes[i].other_made)
			return stream->shapes[i].text;
	return NULL;
}

/* The shape and the numbers of a command, and its input. */
static int write_key(
	const struct as_trial *trial, bool with_input, struct as_bytes *key, struct as_error *error)
{
	FILE *out = open_memstream(&key->data, &key->size);

	if (!out)
		return as_error_no_memory(error);
	fwrite(&trial->shape, sizeof(trial->shape), 1, out);
	fwrite(trial->values, sizeof(trial->values), 1, out);
	if (with_input)
		fwrite(trial->input.data, 1, trial->input.size, out);
	return as_text_close(out, &key->data, error) ? 0 : -1;
}

static int learn_seed(
	struct as_stream *stream, const struct as_trial *trial, struct as_error *error)
{
	struct as_shape *shape = &stream->shapes[trial->shape];
	AS_AUTO_BYTES struct as_bytes numbers = {0}, made = {0};

	if (!shape->seeded || shape->other_made)
		return 0;
	if (write_key(trial, false, &numbers, error) || write_key(trial, true, &made, error))
		return -1;
	const int new_numbers = as_seen_add(&stream->numbers, &numbers, error);
	const int new_input = new_numbers < 0 ? -1 : as_seen_add(&stream->made, &made, error);
	if (new_input < 0)
		return -1;
	shape->equal_made += !new_numbers && !new_input;
	shape->other_made += !new_numbers && new_input;
	return 0;
}

int as_stream_drop_repeated(
	struct as_search *search, struct as_trial *trials, size_t count, struct as_error *error)
{
	struct as_stream *stream = &search->stream;
	bool fresh = false;

	for (size_t i = 0; i < count; i++) {
		if (trials[i].state != AS_TRIAL_MADE)
			continue;
		if (is_numbered(&trials[i]) && learn_seed(stream, &trials[i], error))
			return -1;
		const int is_new = as_seen_add(&stream->seen, &trials[i].input, error);
		if (is_new < 0)
			return -1;
		fresh = fresh || is_new || trials[i].own;
		stream->numbered_made += is_numbered(&trials[i]);
		stream->numbered_new += is_numbered(&trials[i]) && is_new;
		if (!is_new || (!trials[i].own && as_secret_has(search, &trials[i].input)))
			trials[i].state = AS_TRIAL_REPEATED;
	}
	/* Large inputs say nothing about how many small ones are left. */
	if (count && !trials[0].is_large)
		stream->fruitless = fresh ? 0 : stream->fruitless + 1;
	return 0;
}
