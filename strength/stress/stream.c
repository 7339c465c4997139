/* SPDX-License-Identifier: MIT */
/*
 * The inputs to try. First the samples of the package; then the commands of the recipe with other
 * seeds and with numbers that begin small and grow from round to round. An input depends on the
 * text of --seed, on its index and on the rounds before, not on time or threads.
 */
#include "search.h"

#include <math.h>
#include <string.h>

/* ---- the shapes ---- */

static int add_shape(struct as_stream *stream, const char *text, struct as_error *error)
{
	struct as_shape shape;

	if (as_shape_parse(&shape, text, error))
		return -1;
	for (size_t i = 0; i < stream->shape_count; i++)
		if (as_shape_merge(&stream->shapes[i], &shape)) {
			as_shape_clear(&shape);
			return 0;
		}
	struct as_shape *shapes =
		as_array_grow(stream->shapes, stream->shape_count, sizeof(*shapes), error);
	if (!shapes) {
		as_shape_clear(&shape);
		return -1;
	}
	stream->shapes = shapes;
	shapes[stream->shape_count++] = shape;
	return 0;
}

static int add_shapes(struct as_search *search, struct as_error *error)
{
	const char *generator = search->order->generator;
	size_t count = 0;
	const struct as_recipe_command *list = as_commands_list(search->commands, &count);

	if (generator) {
		if (as_commands_add(search->commands, generator, error))
			return -1;
		return add_shape(&search->stream, generator, error);
	}
	for (size_t i = 0; i < count; i++)
		if (as_commands_add(search->commands, list[i].text, error) ||
			add_shape(&search->stream, list[i].text, error))
			return -1;
	return 0;
}

/* ---- which numbers make inputs longer ---- */

#define PROBED_SMALL 10
#define PROBED_LARGE 40

struct probe {
	size_t shape, number;
	size_t tokens[2]; /* 0: the generator failed */
};
struct probes {
	struct as_search *search;
	struct probe *items;
};

static size_t count_tokens(const struct as_bytes *input)
{
	size_t count = 0;

	for (size_t i = 0; i < input->size; i++) {
		const bool blank = strchr(" \t\r\n", input->data[i]) != NULL;
		count += !blank && (i == 0 || strchr(" \t\r\n", input->data[i - 1]));
	}
	return count;
}

static int64_t with_sign(int64_t value, int64_t like)
{
	return like < 0 ? -value : value;
}

static int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int count_made(struct probes *probes, unsigned thread, struct probe *probe, int which,
	struct as_error *error)
{
	struct as_search *search = probes->search;
	const struct as_shape *shape = &search->stream.shapes[probe->shape];
	int64_t values[AS_NUMBERS_MOST];
	AS_AUTO(as_trial_clear) struct as_trial trial = {0};

	for (size_t i = 0; i < shape->number_count; i++) {
		const int64_t value = shape->numbers[i].value, magnitude = llabs(value);
		const int64_t wanted = i != probe->number ? 4
				       : which		  ? PROBED_LARGE
							  : PROBED_SMALL;
		values[i] = with_sign(smaller(magnitude, wanted), value);
	}
	trial.command = as_shape_write(shape, values, 1, error);
	if (!trial.command || as_trial_make(search, thread, &trial, error))
		return -1;
	probe->tokens[which] = count_tokens(&trial.input);
	return 0;
}

static int run_probe(void *context, unsigned thread, size_t item, struct as_error *error)
{
	struct probes *probes = context;
	struct probe *probe = &probes->items[item];

	return count_made(probes, thread, probe, 0, error) ||
			       count_made(probes, thread, probe, 1, error)
		       ? -1
		       : 0;
}

/* Numbers that are no sizes keep their great values beside small ones: inputs stay short. */
static int probe_numbers(struct as_search *search, struct as_error *error)
{
	struct as_stream *stream = &search->stream;
	AS_AUTO_FREE struct probe *items =
		calloc(stream->shape_count * AS_NUMBERS_MOST + 1, sizeof(*items));
	struct probes probes = {.search = search, .items = items};
	size_t count = 0;

	if (!items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < stream->shape_count; i++)
		for (size_t k = 0; k < stream->shapes[i].number_count; k++)
			if (llabs(stream->shapes[i].numbers[k].value) > PROBED_LARGE)
				items[count++] = (struct probe){.shape = i, .number = k};
	if (as_pool_run(search->pool, run_probe, &probes, count, error))
		return -1;
	for (size_t i = 0; i < count; i++)
		stream->shapes[items[i].shape].numbers[items[i].number].is_size =
			items[i].tokens[1] > items[i].tokens[0];
	return 0;
}

int as_stream_open(struct as_search *search, struct as_error *error)
{
	return add_shapes(search, error) || probe_numbers(search, error) ? -1 : 0;
}

void as_stream_close(struct as_stream *stream)
{
	for (size_t i = 0; i < stream->shape_count; i++)
		as_shape_clear(&stream->shapes[i]);
	free(stream->shapes);
	free(stream->seen);
	*stream = (struct as_stream){0};
}

/* ---- numbers ---- */

/* Sizes of a round are at most this. */
#define FIRST_SIZE 6.0
#define GROWTH 1.25
#define ALWAYS_SMALL 12

static int64_t size_cap(const struct as_stream *stream)
{
	const double cap = FIRST_SIZE * pow(GROWTH, (double)stream->round);

	return cap < 1e9 ? (int64_t)cap : 1000000000;
}

/* From 1 to `most`, each order of magnitude equally likely. */
static int64_t draw_wide(struct as_random *random, int64_t most)
{
	int bits = 0;

	while (most >> bits > 1)
		bits++;
	const int chosen = (int)as_random_to(random, (uint64_t)bits);
	const int64_t value =
		(INT64_C(1) << chosen) + (int64_t)as_random_to(random, (UINT64_C(1) << chosen) - 1);
	return smaller(value, most);
}

static int64_t draw_size(struct as_random *random, int64_t most, int64_t cap)
{
	const int64_t bound = smaller(most, cap);

	if (bound <= ALWAYS_SMALL || as_random_to(random, 1))
		return (int64_t)as_random_to(random, (uint64_t)smaller(bound, ALWAYS_SMALL));
	/* The greatest has a chance of its own. */
	return as_random_to(random, 7) ? draw_wide(random, bound) : bound;
}

static int64_t draw_value(struct as_random *random, int64_t most, int64_t cap)
{
	switch (as_random_to(random, 3)) {
	case 0:
		return draw_wide(random, most);
	case 1:
		return most;
	default:
		return (int64_t)as_random_to(random, (uint64_t)smaller(most, smaller(cap, 9)));
	}
}

static bool is_learned_bad(const struct as_number *number, int64_t magnitude)
{
	return magnitude <= AS_LEARNED_MOST && number->learned[magnitude].good == 0 &&
	       number->learned[magnitude].bad >= 3;
}

static int64_t draw_number(
	struct as_random *random, const struct as_number *number, int64_t cap)
{
	const int64_t most = llabs(number->value);
	int64_t drawn = most;

	for (int attempt = 0; attempt < 8; attempt++) {
		drawn = number->is_size ? draw_size(random, most, cap)
					: draw_value(random, most, cap);
		if (!is_learned_bad(number, drawn))
			break;
	}
	return with_sign(drawn, number->value);
}

void as_stream_learn(struct as_stream *stream, const struct as_trial *trials, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct as_trial *trial = &trials[i];
		const bool bad = trial->state == AS_TRIAL_UNMADE || trial->state == AS_TRIAL_INVALID;
		if (!trial->command || trial->state == AS_TRIAL_REPEATED)
			continue;
		struct as_shape *shape = &stream->shapes[trial->shape];
		for (size_t k = 0; k < shape->number_count; k++) {
			const int64_t magnitude = llabs(trial->values[k]);
			if (magnitude > AS_LEARNED_MOST)
				continue;
			uint16_t *counter = bad ? &shape->numbers[k].learned[magnitude].bad
						: &shape->numbers[k].learned[magnitude].good;
			if (*counter < UINT16_MAX)
				(*counter)++;
		}
	}
}

/* ---- the next round ---- */

static int next_command(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	struct as_stream *stream = &search->stream;
	struct as_random random = as_random_of(
		search->order->seed ? search->order->seed : "", stream->next++);
	const int64_t cap = size_cap(stream);

	*trial = (struct as_trial){
		.shape = (size_t)as_random_to(&random, stream->shape_count - 1)};
	const struct as_shape *shape = &stream->shapes[trial->shape];
	for (size_t i = 0; i < shape->number_count; i++)
		trial->values[i] = draw_number(&random, &shape->numbers[i], cap);
	trial->command = as_shape_write(
		shape, trial->values, (uint32_t)as_random_to(&random, 0x7fffffff), error);
	return trial->command ? 0 : -1;
}

/* Samples are inputs, too: 1, or 0 if there are no more. */
static int next_sample(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	const struct as_package *package = search->order->package;
	struct as_stream *stream = &search->stream;

	for (; stream->sample < package->test_count; stream->sample++) {
		const struct as_test *test = &package->tests[stream->sample];
		if (strncmp(test->name, "sample/", strlen("sample/")) != 0)
			continue;
		*trial = (struct as_trial){0};
		stream->sample++;
		return as_file_read(package->tree.fd, test->input_path, UINT64_C(16) << 20,
			       &trial->input, error)
			       ? -1
			       : 1;
	}
	return 0;
}

int as_stream_next(
	struct as_search *search, struct as_trial *trials, size_t most, struct as_error *error)
{
	struct as_stream *stream = &search->stream;
	size_t count = 0;

	while (count < most) {
		const int sample = next_sample(search, &trials[count], error);
		if (sample < 0)
			return -1;
		if (!sample && (stream->shape_count == 0 ||
				       (count && stream->round == 0)))
			break;
		if (!sample && next_command(search, &trials[count], error))
			return -1;
		count++;
	}
	stream->round++;
	return (int)count;
}

/* ---- inputs that were tried before ---- */

static uint64_t hash_of(const struct as_bytes *input)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < input->size; i++)
		hash = (hash ^ (unsigned char)input->data[i]) * UINT64_C(0x100000001b3);
	hash ^= hash >> 32;
	return hash ? hash : 1;
}

static bool put(uint64_t *table, size_t room, uint64_t hash)
{
	size_t at = (size_t)(hash & (room - 1));

	while (table[at] && table[at] != hash)
		at = (at + 1) & (room - 1);
	if (table[at] == hash)
		return false;
	table[at] = hash;
	return true;
}

static int make_room(struct as_stream *stream, struct as_error *error)
{
	if (2 * stream->seen_count < stream->seen_room)
		return 0;
	const size_t room = stream->seen_room ? 2 * stream->seen_room : 1024;
	uint64_t *table = calloc(room, sizeof(*table));
	if (!table)
		return as_error_no_memory(error);
	for (size_t i = 0; i < stream->seen_room; i++)
		if (stream->seen[i])
			(void)put(table, room, stream->seen[i]);
	free(stream->seen);
	stream->seen = table;
	stream->seen_room = room;
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
		if (make_room(stream, error))
			return -1;
		if (put(stream->seen, stream->seen_room, hash_of(&trials[i].input))) {
			stream->seen_count++;
			fresh = true;
		} else {
			trials[i].state = AS_TRIAL_REPEATED;
		}
	}
	stream->fruitless = fresh ? 0 : stream->fruitless + 1;
	return 0;
}
