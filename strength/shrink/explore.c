/* SPDX-License-Identifier: MIT */
/*
 * Tapes for a command of a generator, in three stages:
 * 1. the simplest choices with the options of the command line, which shows the options;
 * 2. one tape for each option, at its lower bound: it is a size if fewer choices follow;
 * 3. the sizes at their lower bounds, and from there on, every tape by the sum of its coordinates
 *    (sizes first, then choices). The record of a tape shows which coordinates it has, and which
 *    values they can take, so its children are queued when it is recorded.
 * After that, or while no record has arrived, tapes are random.
 */
#include "queue.h"
#include "random.h"

#include <string.h>

/* Only these coordinates are enumerated: beyond them there are too many tapes for any size. */
#define MOST_COORDINATES 256
/* After so many random tapes, sizes may be twice as large. */
#define TAPES_A_SIZE 32

enum stage { STAGE_FIRST, STAGE_OPTIONS, STAGE_ENUMERATE, STAGE_RANDOM };

/* A tape that was handed out, and not recorded yet. */
struct pending {
	uint64_t number;
	enum stage stage;
	size_t option;     /* STAGE_OPTIONS */
	struct as_way way; /* STAGE_ENUMERATE */
};

struct as_explore {
	struct as_explore_config config;
	enum stage stage;
	uint64_t next;       /* number of a tape */
	uint64_t enumerated; /* tapes of stage 3 */
	uint64_t randoms;
	struct as_tape first; /* the record of the first tape */
	bool has_first;
	bool is_size[AS_TAPE_MOST_OPTIONS];
	size_t option; /* the next to ask for */
	size_t asked;  /* options whose tape is not recorded */
	struct as_way_queue queue;
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
		as_way_clear(&explore->pending[i].way);
	free(explore->pending);
	as_way_queue_clear(&explore->queue);
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

/* From the steps behind those of the sizes. */
static int make_choices(struct as_tape *tape, const struct as_way *way, size_t used, size_t sizes,
	struct as_error *error)
{
	size_t length = way->count > used ? way->steps[way->count - 1].at - sizes + 1 : 0;
	struct as_choice *choices = calloc(length ? length : 1, sizeof(*choices));

	if (!choices)
		return as_error_no_memory(error);
	for (size_t i = used; i < way->count; i++)
		choices[way->steps[i].at - sizes].value = way->steps[i].value;
	for (size_t i = 0; i < length; i++)
		choices[i].last = choices[i].value;
	free(tape->choices);
	tape->choices = choices;
	tape->count = length;
	return 0;
}

static int make_tape(const struct as_explore *explore, const struct as_way *way,
	struct as_tape *tape, struct as_error *error)
{
	size_t sizes = count_sizes(explore), used = 0;

	if (copy_options(explore, tape, error) < 0)
		return -1;
	for (size_t i = 0; i < tape->option_count; i++)
		if (explore->is_size[i])
			tape->options[i].value = tape->options[i].lo;
	for (; used < way->count && way->steps[used].at < sizes; used++) {
		struct as_tape_option *size = find_size(explore, tape, way->steps[used].at);
		size->value = (int64_t)((uint64_t)size->value + way->steps[used].value);
	}
	if (make_choices(tape, way, used, sizes, error) < 0) {
		as_tape_clear(tape);
		return -1;
	}
	return 0;
}

/* ---- enumerating ----------------------------------------------------------------------------- */

/* How far a size may be above its lower bound: not beyond the command line, which the setters know
 * to be valid. */
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

static int push_children(struct as_explore *explore, const struct as_way *way,
	const struct as_tape *record, struct as_error *error)
{
	size_t sizes = count_sizes(explore);
	uint32_t first = way->count ? way->steps[way->count - 1].at + 1 : 0;

	for (uint32_t at = first; at < sizes + record->count && at < MOST_COORDINATES; at++) {
		struct as_way child;
		uint64_t last = coordinate_last(explore, record, sizes, at);
		if (!last)
			continue;
		if (as_way_extend(way, (struct as_step){at, 1}, &child, error) < 0)
			return -1;
		child.last = last;
		if (as_way_queue_push(&explore->queue, &child, error) < 0)
			return -1;
	}
	return 0;
}

/* The same way with the last coordinate one higher. */
static int push_sibling(
	struct as_explore *explore, const struct as_way *way, struct as_error *error)
{
	struct as_way shorter = *way, sibling;

	if (!way->count || way->steps[way->count - 1].value == way->last)
		return 0;
	struct as_step step = way->steps[--shorter.count];
	shorter.weight -= step.value++;
	if (as_way_extend(&shorter, step, &sibling, error) < 0)
		return -1;
	sibling.last = way->last;
	return as_way_queue_push(&explore->queue, &sibling, error);
}

/* ---- random ---------------------------------------------------------------------------------- */

/* Each number of bits is as likely as another, up to `most` of them. */
static uint64_t random_limit(uint64_t *state, unsigned most)
{
	uint64_t bits = as_random_upto(state, most);

	return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

/* Sizes grow with the number of tapes; some tapes have the command's own options. */
static void draw_sizes(struct as_explore *explore, struct as_tape *tape, uint64_t *state)
{
	unsigned bits = 2 + (unsigned)(explore->randoms / TAPES_A_SIZE);

	if (as_random_upto(state, 15) == 0)
		return;
	for (size_t i = 0; i < tape->option_count; i++) {
		struct as_tape_option *option = &tape->options[i];
		uint64_t range = size_range(option);
		uint64_t limit = random_limit(state, bits > 64 ? 64 : bits);
		if (explore->is_size[i])
			option->value =
				(int64_t)((uint64_t)option->lo +
					  as_random_upto(state, limit < range ? limit : range));
	}
}

static int next_random(struct as_explore *explore, struct as_tape *tape, struct as_error *error)
{
	uint64_t state = as_random_state(explore->config.seed, explore->randoms);

	if (copy_options(explore, tape, error) < 0)
		return -1;
	draw_sizes(explore, tape, &state);
	tape->rest = AS_TAPE_RANDOM;
	tape->seed = as_random_next(&state);
	/* Few different values make ties; large ones make overflows. */
	tape->most = as_random_upto(&state, 3) == 0 ? UINT64_MAX : 0;
	if (!tape->most)
		tape->most = random_limit(&state, as_random_upto(&state, 1) ? 4 : 64) | 1;
	explore->randoms++;
	return 0;
}

/* ---- the next tape --------------------------------------------------------------------------- */

static struct pending *add_pending(struct as_explore *explore, struct as_error *error)
{
	void *grown = as_array_grow(
		explore->pending, explore->pending_count, sizeof(*explore->pending), error);

	if (!grown)
		return NULL;
	explore->pending = grown;
	struct pending *pending = &explore->pending[explore->pending_count++];
	*pending = (struct pending){.number = explore->next, .stage = explore->stage};
	return pending;
}

static int begin_enumerating(struct as_explore *explore, struct as_error *error)
{
	struct as_way way = {0};

	explore->stage = STAGE_ENUMERATE;
	return as_way_queue_push(&explore->queue, &way, error);
}

static int next_first(struct as_explore *explore, struct as_tape *tape, struct as_error *error)
{
	if (!add_pending(explore, error))
		return -1;
	explore->stage = STAGE_OPTIONS;
	*tape = (struct as_tape){0};
	return 0;
}

/* Options that could be a size, from the next to ask for. */
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
	explore->asked++;
	tape->options[pending->option].value = tape->options[pending->option].lo;
	return 0;
}

static int next_enumerated(struct as_explore *explore, struct as_way *way, struct as_tape *tape,
	struct as_error *error)
{
	struct pending *pending = add_pending(explore, error);

	if (!pending) {
		as_way_clear(way);
		return -1;
	}
	pending->way = *way;
	if (push_sibling(explore, way, error) < 0)
		return -1;
	if (++explore->enumerated >= explore->config.enumerate)
		explore->stage = STAGE_RANDOM;
	return make_tape(explore, way, tape, error);
}

static int next_of_stage(struct as_explore *explore, struct as_tape *tape, struct as_error *error)
{
	struct as_way way;

	if (explore->stage == STAGE_FIRST)
		return next_first(explore, tape, error);
	if (explore->stage == STAGE_OPTIONS && explore->has_first) {
		if (find_option(explore))
			return next_option(explore, tape, error);
		if (!explore->asked && begin_enumerating(explore, error) < 0)
			return -1;
	}
	if (explore->stage == STAGE_ENUMERATE && as_way_queue_pop(&explore->queue, &way))
		return next_enumerated(explore, &way, tape, error);
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
		explore->asked--;
		explore->is_size[pending->option] = record && record->count < explore->first.count;
		return 0;
	case STAGE_ENUMERATE:
		return record ? push_children(explore, &pending->way, record, error) : 0;
	case STAGE_RANDOM:
		return 0;
	}
	return 0;
}

/* Nothing follows any more: no tape waits, and no record is missing. */
static void end_enumerating(struct as_explore *explore)
{
	if (explore->stage == STAGE_ENUMERATE && !explore->queue.count && !explore->pending_count)
		explore->stage = STAGE_RANDOM;
}

int as_explore_record(struct as_explore *explore, uint64_t number, const struct as_tape *record,
	struct as_error *error)
{
	for (size_t i = 0; i < explore->pending_count; i++)
		if (explore->pending[i].number == number) {
			struct pending pending = explore->pending[i];
			/* In order: they are few, and mostly recorded so. */
			memmove(&explore->pending[i], &explore->pending[i + 1],
				(--explore->pending_count - i) * sizeof(pending));
			int result = take_record(explore, &pending, record, error);
			as_way_clear(&pending.way);
			end_enumerating(explore);
			return result;
		}
	return 0;
}
