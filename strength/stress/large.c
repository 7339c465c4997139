/* SPDX-License-Identifier: MIT */
/*
 * Large inputs: some mistakes show only on inputs as large as the recipe's largest tests. If the
 * programs are slow, inputs that grow from small ones reach that size late. So a share of the time
 * is for the commands of the largest tests, with new seeds, and with tapes whose sizes are near the
 * upper bounds. The sequence of small inputs stays the same, and begins first.
 */
#include "search.h"

#include <assay/package/file_bytes.h>

/* Smaller tests are reached soon. */
#define MIN_LARGE_BYTES 1000
/* A test is among the largest if it has this fraction of the bytes of the largest. */
#define LARGEST_SHARE 8
/* Large inputs begin after a BEGIN_SHARE-th of the time, and take at most a TIME_SHARE-th. */
#define BEGIN_SHARE 10
#define TIME_SHARE 5
/* An option with a smaller value is not the size of a large input. */
#define MIN_SIZE 40

static uint64_t bytes_of(const struct as_search *search, const struct as_recipe_command *command)
{
	const struct as_package *package = search->order->package;
	const struct as_test *test = as_package_find_test(package, command->test);

	return test && command->seeded ? as_package_file_bytes(&package->tree, test->input_path)
				       : 0;
}

int as_large_find(struct as_search *search, struct as_error *error)
{
	struct as_large *large = &search->stream.large;
	uint64_t most = 0;
	size_t count = 0;
	const struct as_recipe_command *list = as_commands_list(search->commands, &count);

	large->items = calloc(count + 1, sizeof(*large->items));
	if (!large->items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		const uint64_t bytes = bytes_of(search, &list[i]);
		most = bytes > most ? bytes : most;
	}
	for (size_t i = 0; i < count; i++) {
		const uint64_t bytes = bytes_of(search, &list[i]);
		if (bytes >= MIN_LARGE_BYTES && bytes >= most / LARGEST_SHARE)
			large->items[large->count++].text = list[i].text;
	}
	return 0;
}

void as_large_clear(struct as_large *large)
{
	for (size_t i = 0; i < large->count; i++)
		as_tape_clear(&large->items[i].options);
	free(large->items);
}

bool as_large_is_due(struct as_search *search)
{
	struct as_large *large = &search->stream.large;
	const int64_t now_ns = as_now_ns();
	const int64_t whole_ns = search->deadline_ns - search->begun_ns;

	if (large->round_ns)
		large->spent_ns += now_ns - large->round_ns;
	large->round_ns = 0;
	if (!large->since_ns)
		large->since_ns = now_ns;
	const int64_t since_ns = now_ns - large->since_ns;
	if (!large->count || since_ns < whole_ns / BEGIN_SHARE ||
		large->spent_ns > since_ns / TIME_SHARE)
		return false;
	large->round_ns = now_ns;
	return true;
}

/* Near its upper bound: that of the command, or that of the generator if it is not far. */
static int64_t draw_size(const struct as_tape_option *option, struct as_random *random)
{
	const int64_t value = option->value, room = value - (option->lo < 0 ? 0 : option->lo);
	const bool is_near = value <= INT64_MAX / 2 && option->hi <= 2 * value;

	if (as_random_to(random, 2) == 0)
		return is_near ? option->hi : value;
	return value - (int64_t)as_random_to(random, room < 3 ? (uint64_t)room : 3);
}

/* Few different values produce ties. */
static int make_tape(const struct as_large_command *command, struct as_random *random,
	struct as_tape *tape, struct as_error *error)
{
	if (as_tape_copy(&command->options, tape, error))
		return -1;
	for (size_t i = 0; i < tape->option_count; i++)
		if (tape->options[i].value >= MIN_SIZE)
			tape->options[i].value = draw_size(&tape->options[i], random);
	tape->rest = AS_TAPE_RANDOM;
	tape->seed = as_random_next(random);
	tape->max = as_random_to(random, 1) ? UINT64_MAX : 1 + as_random_to(random, 8);
	return 0;
}

int as_large_next(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	struct as_large *large = &search->stream.large;
	const uint64_t number = large->next++;
	const size_t which = number % large->count;
	const struct as_large_command *command = &large->items[which];
	struct as_random random = as_random_of(
		search->order->seed ? search->order->seed : "", UINT64_MAX / 2 + number);
	const uint32_t seed = (uint32_t)as_random_to(&random, 0x7fffffff);

	const bool is_taped = command->has_tape && number / large->count % 2;

	*trial = (struct as_trial){.origin = AS_ORIGIN_COMMAND,
		.is_large = true,
		.shape = which,
		.is_taped = is_taped,
		.is_recording = is_taped || !command->is_known};
	trial->command = as_command_seed(command->text, seed, error);
	if (trial->command && (!is_taped || make_tape(command, &random, &trial->tape, error) == 0))
		return 0;
	as_trial_clear(trial);
	return -1;
}

/* Keeps the options of the first record; a generator without gen.h leaves none. */
int as_large_learn(struct as_stream *stream, const struct as_trial *trial, struct as_error *error)
{
	struct as_large_command *command = &stream->large.items[trial->shape];

	if (command->is_known || trial->state == AS_TRIAL_NEW)
		return 0;
	command->is_known = true;
	command->has_tape = trial->has_record;
	const struct as_tape options = {.options = trial->record.options,
		.option_count = trial->record.option_count,
		.old = trial->record.old};
	return trial->has_record ? as_tape_copy(&options, &command->options, error) : 0;
}
