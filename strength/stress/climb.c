/* SPDX-License-Identifier: MIT */
/* The inputs of a search for slow ones. The first come from the commands of the recipe, those with
 * the slowest tests first. Of the later ones a third has new seeds, and the others are mutations of
 * the slowest inputs so far. They depend on the seed, their numbers, and the inputs that are kept.
 */
#include "climb.h"

#include <string.h>

/* Commands before the first mutation. */
#define FIRST_COMMANDS 8

void as_climb_clear_round(struct as_climb *climb)
{
	for (size_t i = 0; i < climb->round_count; i++)
		as_trial_clear(&climb->round[i].trial);
	climb->round_count = 0;
}

void as_climb_clear(struct as_climb *climb)
{
	as_climb_clear_round(climb);
	for (size_t i = 0; i < climb->kept_count; i++)
		as_trial_clear(&climb->kept[i].trial);
	free(climb->commands);
	free(climb->test_ns);
}

/* ---- commands ---- */

static int compare_commands(const void *left, const void *right)
{
	const struct as_climb_command *a = left, *b = right;

	if (a->time_ns != b->time_ns)
		return a->time_ns > b->time_ns ? -1 : 1;
	return strcmp(a->text, b->text);
}

static int64_t time_of(const struct as_climb *climb, const char *name)
{
	const struct as_package *package = climb->search->order->package;
	const struct as_test *test = as_package_find_test(package, name);

	return test ? climb->test_ns[test - package->tests] : 0;
}

int as_climb_open(struct as_climb *climb, struct as_error *error)
{
	size_t count = 0;
	const struct as_recipe_command *list = as_commands_list(climb->search->commands, &count);

	climb->commands = calloc(count + 1, sizeof(*climb->commands));
	if (!climb->commands)
		return as_error_no_memory(error);
	if (climb->search->order->generator) {
		climb->commands[climb->command_count++].text = climb->search->order->generator;
		return 0;
	}
	for (size_t i = 0; i < count; i++)
		climb->commands[climb->command_count++] = (struct as_climb_command){
			.text = list[i].text, .time_ns = time_of(climb, list[i].test)};
	qsort(climb->commands, count, sizeof(*climb->commands), compare_commands);
	return 0;
}

/* Prefers small numbers: the slowest inputs and commands are first. */
static size_t draw_early(struct as_random *random, size_t count)
{
	const size_t one = as_random_to(random, count - 1), other = as_random_to(random, count - 1);

	return one < other ? one : other;
}

/* ---- an input that does not depend on earlier ones ---- */

static int draw_command(struct as_climb *climb, size_t which, struct as_random *random,
	struct as_trial *trial, struct as_error *error)
{
	*trial = (struct as_trial){.origin = AS_ORIGIN_COMMAND, .is_recording = true};
	trial->command = as_command_seed(
		climb->commands[which].text, (uint32_t)as_random_to(random, 0x7fffffff), error);
	return trial->command ? 0 : -1;
}

static int draw_text(const struct as_sample *samples, size_t count, struct as_random *random,
	struct as_trial *trial, struct as_error *error)
{
	*trial = (struct as_trial){.origin = AS_ORIGIN_INPUT, .is_changed = true};
	return as_mutate(samples, count, as_random_next(random), &trial->input, error);
}

static int draw_new(struct as_climb *climb, uint64_t number, struct as_random *random,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_stream *stream = &climb->search->stream;

	if (climb->command_count)
		return draw_command(climb,
			number < climb->command_count ? number
						      : draw_early(random, climb->command_count),
			random, trial, error);
	if (!stream->script)
		return draw_text(stream->samples, stream->sample_count, random, trial, error);
	*trial = (struct as_trial){.origin = AS_ORIGIN_SCRIPT, .is_taped = true};
	trial->tape = (struct as_tape){
		.rest = AS_TAPE_RANDOM, .seed = as_random_next(random), .max = UINT64_MAX};
	return 0;
}

/* ---- mutations ---- */

/* The seed in the command is one of its numbers. */
static int mutate_numbers(const struct as_trial *parent, struct as_random *random,
	struct as_trial *trial, struct as_error *error)
{
	AS_AUTO(as_shape_clear) struct as_shape shape = {0};
	int64_t values[AS_MAX_NUMBERS];

	if (as_shape_parse(&shape, parent->command, error))
		return -1;
	for (size_t i = 0; i < shape.number_count; i++) {
		const int64_t value = shape.numbers[i].value;
		const int64_t others[] = {value, value, value, value + (value < INT64_MAX),
			value - (value > INT64_MIN), value / 2,
			llabs(value) < INT64_MAX / 2 ? 2 * value : value,
			(int64_t)as_random_to(random, (uint64_t)llabs(value))};
		values[i] = others[as_random_to(random, 7)];
	}
	*trial = (struct as_trial){.origin = AS_ORIGIN_COMMAND, .is_recording = true};
	trial->command = as_shape_write(&shape, values, 0, error);
	return trial->command ? 0 : -1;
}

static int mutate_tape(const struct as_trial *parent, struct as_random *random,
	struct as_trial *trial, struct as_error *error)
{
	*trial =
		(struct as_trial){.origin = parent->origin, .is_taped = true, .is_recording = true};
	if (parent->command) {
		trial->command = as_text_format(error, "%s", parent->command);
		if (!trial->command)
			return -1;
	}
	return as_tape_mutate(&parent->record, as_random_next(random), &trial->tape, error);
}

static int mutate(const struct as_trial *parent, struct as_random *random, struct as_trial *trial,
	struct as_error *error)
{
	const struct as_sample text = {.text = parent->input.data, .size = parent->input.size};

	if (parent->has_record)
		return mutate_tape(parent, random, trial, error);
	return parent->command ? mutate_numbers(parent, random, trial, error)
			       : draw_text(&text, 1, random, trial, error);
}

int as_climb_next(struct as_climb *climb, struct as_trial *trial, struct as_error *error)
{
	const struct as_stress_order *order = climb->search->order;
	const uint64_t number = climb->next++;
	struct as_random random = as_random_of(order->seed ? order->seed : "", number);
	const bool is_first = number < FIRST_COMMANDS && number < climb->command_count;
	const int failed =
		is_first || !climb->kept_count || as_random_to(&random, 2) == 0
			? draw_new(climb, number, &random, trial, error)
			: mutate(&climb->kept[draw_early(&random, climb->kept_count)].trial,
				  &random, trial, error);

	if (failed)
		as_trial_clear(trial);
	return failed;
}
