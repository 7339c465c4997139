/* SPDX-License-Identifier: MIT */
/*
 * Tapes for a command of a generator, in three stages:
 *  1. the simplest choices with the options of the command line; its record shows the options;
 *  2. one tape for each option, at its lower bound: the option is a size if fewer choices follow;
 *  3. the sizes at their lower bounds, and from there every tape in order of the sum of its
 *     coordinates (sizes first, then choices). The record of a tape shows its coordinates and their
 *     ranges, so its children are queued when it is recorded.
 * After that, or while no record has arrived, tapes are random.
 */
#include "queue.h"

#include <assay/base/random.h>
#include <string.h>

/* Only the first coordinates are enumerated: with more, the number of tapes explodes. */
#define MAX_COORDINATES 256
/* Random tapes after which the bound of the sizes doubles. */
#define TAPES_A_SIZE 32

enum stage { STAGE_FIRST, STAGE_OPTIONS, STAGE_ENUMERATE, STAGE_RANDOM };

/* A tape that was handed out and is not recorded yet. */
struct pending {
	uint64_t number;
	enum stage stage;
	size_t option;         /* STAGE_OPTIONS */
	struct as_point point; /* STAGE_ENUMERATE */
};

struct as_explore {
	struct as_explore_config config;
	enum stage stage;
	uint64_t next;       /* number of the next tape */
	uint64_t enumerated; /* tapes of stage 3 */
	uint64_t randoms;
	struct as_tape first; /* the record of the first tape */
	bool has_first;
	bool takes_words; /* a record said so */
	bool is_size[AS_TAPE_MAX_OPTIONS];
	size_t option; /* next option to probe */
	size_t probed; /* probes whose tape is not recorded */
	struct as_point_queue queue;
	struct pending *pending;
	size_t pending_count;
};

struct as_explore *as_explore_new(const struct as_explore_config *config, struct as_error *error)
{
	struct as_explore *explore = calloc(1, sizeof(*explore));

	if (!explore) {
		as_error_no_memory(error);
		return NULL;
	}
	explore->config = *config;
	return explore;
}

void as_explore_free(struct as_explore *explore)
{
	if (!explore)
		return;
	for (size_t i = 0; i < explore->pending_count; i++)
		as_point_clear(&explore->pending[i].point);
	free(explore->pending);
	as_point_queue_clear(&explore->queue);
	as_tape_clear(&explore->first);
	free(explore);
}

bool as_explore_is_random(const struct as_explore *explore)
{
	return explore->stage == STAGE_RANDOM;
}

/* ---- tapes from coordinates ------------------------------------------------------------------ */

static size_t count_sizes(const struct as_explore *explore)
{
	size_t count = 0;

	for (size_t i = 0; i < explore->first.option_count; i++)
		count += explore->is_size[i];
	return count;
}

/* The options of the first tape. */
static int copy_options(
	const struct as_explore *explore, struct as_tape *tape, struct as_error *error)
{
	const struct as_tape empty = {.options = explore->first.options,
		.option_count = explore->config.fixed_options ? 0 : explore->first.option_count,
		.old = explore->first.old};

	return as_tape_copy(&empty, tape, error);
}

static struct as_tape_option *find_size(
	const struct as_explore *explore, struct as_tape *tape, size_t which)
{
	for (size_t i = 0; i < tape->option_count; i++)
		if (explore->is_size[i] && which-- == 0)
			return &tape->options[i];
	return NULL;
}

/* Uses the coordinates after those of the sizes. */
static int make_choices(struct as_tape *tape, const struct as_point *point, size_t used,
	size_t sizes, struct as_error *error)
{
	size_t length =
		point->count > used ? point->coordinates[point->count - 1].at - sizes + 1 : 0;
	struct as_choice *choices = calloc(length ? length : 1, sizeof(*choices));

	if (!choices)
		return as_error_no_memory(error);
	for (size_t i = used; i < point->count; i++)
		choices[point->coordinates[i].at - sizes].value = point->coordinates[i].value;
	for (size_t i = 0; i < length; i++)
		choices[i].last = choices[i].value;
	free(tape->choices);
	tape->choices = choices;
	tape->count = length;
	return 0;
}

static int make_tape(const struct as_explore *explore, const struct as_point *point,
	struct as_tape *tape, struct as_error *error)
{
	size_t sizes = count_sizes(explore), used = 0;

	if (copy_options(explore, tape, error) < 0)
		return -1;
	for (size_t i = 0; i < tape->option_count; i++)
		if (explore->is_size[i])
			tape->options[i].value = tape->options[i].lo;
	for (; used < point->count && point->coordinates[used].at < sizes; used++) {
		struct as_tape_option *size = find_size(explore, tape, point->coordinates[used].at);
		size->value = (int64_t)((uint64_t)size->value + point->coordinates[used].value);
	}
	if (make_choices(tape, point, used, sizes, error) < 0) {
		as_tape_clear(tape);
		return -1;
	}
	return 0;
}

/* ---- enumerating ----------------------------------------------------------------------------- */

/* How far a size may exceed its lower bound. The value on the command line is the limit, because it
 * is known to be valid. */
static uint64_t size_range(const struct as_tape_option *option)
{
	return (uint64_t)option->value - (uint64_t)option->lo;
}

static uint64_t coordinate_last(
	struct as_explore *explore, const struct as_tape *record, size_t sizes, uint32_t at)
{
	if (at < sizes)
		return size_range(find_size(explore, &explore->first, at));
	return record->choices[at - sizes].last;
}

static int push_children(struct as_explore *explore, const struct as_point *point,
	const struct as_tape *record, struct as_error *error)
{
	size_t sizes = count_sizes(explore);
	uint32_t first = point->count ? point->coordinates[point->count - 1].at + 1 : 0;

	for (uint32_t at = first; at < sizes + record->count && at < MAX_COORDINATES; at++) {
		struct as_point child;
		uint64_t last = coordinate_last(explore, record, sizes, at);
		if (!last)
			continue;
		if (as_point_extend(point, (struct as_coordinate){at, 1}, &child, error) < 0)
			return -1;
		child.last = last;
		if (as_point_queue_push(&explore->queue, &child, error) < 0)
			return -1;
	}
	return 0;
}

/* Queues the same point with the last coordinate increased by one. */
static int push_sibling(
	struct as_explore *explore, const struct as_point *point, struct as_error *error)
{
	struct as_point shorter = *point, sibling;

	if (!point->count || point->coordinates[point->count - 1].value == point->last)
		return 0;
	struct as_coordinate coordinate = point->coordinates[--shorter.count];
	shorter.weight -= coordinate.value++;
	if (as_point_extend(&shorter, coordinate, &sibling, error) < 0)
		return -1;
	sibling.last = point->last;
	return as_point_queue_push(&explore->queue, &sibling, error);
}

/* ---- random ---------------------------------------------------------------------------------- */

/* Each bit length up to `max` is equally likely. */
static uint64_t random_limit(struct as_random *random, unsigned max)
{
	uint64_t bits = as_random_to(random, max);

	return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

/* Sizes grow with the number of tapes. Some tapes keep the command's own options. */
static void draw_sizes(struct as_explore *explore, struct as_tape *tape, struct as_random *random)
{
	unsigned bits = 2 + (unsigned)(explore->randoms / TAPES_A_SIZE);

	if (as_random_to(random, 15) == 0)
		return;
	for (size_t i = 0; i < tape->option_count; i++) {
		struct as_tape_option *option = &tape->options[i];
		uint64_t range = size_range(option);
		uint64_t limit = random_limit(random, bits > 64 ? 64 : bits);
		if (explore->is_size[i])
			option->value =
				(int64_t)((uint64_t)option->lo +
					  as_random_to(random, limit < range ? limit : range));
	}
}

static int next_random(struct as_explore *explore, struct as_tape *tape, struct as_error *error)
{
	struct as_random random = as_random_numbered(explore->config.seed, explore->randoms);

	if (copy_options(explore, tape, error) < 0)
		return -1;
	draw_sizes(explore, tape, &random);
	tape->rest = AS_TAPE_RANDOM;
	if (explore->takes_words) {
		tape->words = explore->config.words;
		tape->word_count = explore->config.word_count;
	}
	tape->seed = as_random_next(&random);
	/* Few different values produce ties; large ones produce overflows. */
	tape->max = as_random_to(&random, 3) == 0 ? UINT64_MAX : 0;
	if (!tape->max)
		tape->max = random_limit(&random, as_random_to(&random, 1) ? 4 : 64) | 1;
	explore->randoms++;
	return 0;
}

/* ---- the next tape --------------------------------------------------------------------------- */

static struct pending *add_pending(struct as_explore *explore, struct as_error *error)
{
	if (!as_array_reserve(explore->pending, explore->pending_count, error))
		return NULL;
	struct pending *pending = &explore->pending[explore->pending_count++];
	*pending = (struct pending){.number = explore->next, .stage = explore->stage};
	return pending;
}

static int begin_enumerating(struct as_explore *explore, struct as_error *error)
{
	struct as_point point = {0};

	explore->stage = STAGE_ENUMERATE;
	return as_point_queue_push(&explore->queue, &point, error);
}

static int next_first(struct as_explore *explore, struct as_tape *tape, struct as_error *error)
{
	if (!add_pending(explore, error))
		return -1;
	explore->stage = STAGE_OPTIONS;
	*tape = (struct as_tape){0};
	return 0;
}

/* Finds the next option to probe as a size. */
static bool find_option(struct as_explore *explore)
{
	const struct as_tape *first = &explore->first;

	while (explore->option < first->option_count &&
		first->options[explore->option].value == first->options[explore->option].lo)
		explore->option++;
	return !explore->config.fixed_options && explore->option < first->option_count;
}

static int next_option(struct as_explore *explore, struct as_tape *tape, struct as_error *error)
{
	struct pending *pending = add_pending(explore, error);

	if (!pending || copy_options(explore, tape, error) < 0)
		return -1;
	pending->option = explore->option++;
	explore->probed++;
	tape->options[pending->option].value = tape->options[pending->option].lo;
	return 0;
}

static int next_enumerated(struct as_explore *explore, struct as_point *point, struct as_tape *tape,
	struct as_error *error)
{
	struct pending *pending = add_pending(explore, error);

	if (!pending) {
		as_point_clear(point);
		return -1;
	}
	pending->point = *point;
	if (push_sibling(explore, point, error) < 0)
		return -1;
	if (++explore->enumerated >= explore->config.enumerate)
		explore->stage = STAGE_RANDOM;
	return make_tape(explore, point, tape, error);
}

static int next_of_stage(struct as_explore *explore, struct as_tape *tape, struct as_error *error)
{
	struct as_point point;

	if (explore->stage == STAGE_FIRST)
		return next_first(explore, tape, error);
	if (explore->stage == STAGE_OPTIONS && explore->has_first) {
		if (find_option(explore))
			return next_option(explore, tape, error);
		if (!explore->probed && begin_enumerating(explore, error) < 0)
			return -1;
	}
	if (explore->stage == STAGE_ENUMERATE && as_point_queue_pop(&explore->queue, &point))
		return next_enumerated(explore, &point, tape, error);
	return next_random(explore, tape, error);
}

int as_explore_next(struct as_explore *explore, struct as_tape *tape, struct as_error *error)
{
	*tape = (struct as_tape){0};
	if (next_of_stage(explore, tape, error) < 0) {
		as_tape_clear(tape);
		return -1;
	}
	explore->next++;
	return 0;
}

/* ---- records --------------------------------------------------------------------------------- */

static int take_record(struct as_explore *explore, const struct pending *pending,
	const struct as_tape *record, struct as_error *error)
{
	switch (pending->stage) {
	case STAGE_FIRST:
		explore->has_first = true;
		return record ? as_tape_copy(record, &explore->first, error) : 0;
	case STAGE_OPTIONS:
		explore->probed--;
		explore->is_size[pending->option] = record && record->count < explore->first.count;
		return 0;
	case STAGE_ENUMERATE:
		return record ? push_children(explore, &pending->point, record, error) : 0;
	case STAGE_RANDOM:
		return 0;
	}
	return 0;
}

/* True when the queue is empty and no record is missing. */
static void end_enumerating(struct as_explore *explore)
{
	if (explore->stage == STAGE_ENUMERATE && !explore->queue.count && !explore->pending_count)
		explore->stage = STAGE_RANDOM;
}

int as_explore_record(struct as_explore *explore, uint64_t number, const struct as_tape *record,
	struct as_error *error)
{
	explore->takes_words |= record && record->takes_words;
	for (size_t i = 0; i < explore->pending_count; i++)
		if (explore->pending[i].number == number) {
			struct pending pending = explore->pending[i];
			/* A linear search: they are few, and mostly recorded in order. */
			memmove(&explore->pending[i], &explore->pending[i + 1],
				(--explore->pending_count - i) * sizeof(pending));
			int result = take_record(explore, &pending, record, error);
			as_point_clear(&pending.point);
			end_enumerating(explore);
			return result;
		}
	return 0;
}
