/* SPDX-License-Identifier: MIT */
/* How likely it is that another test of a line of the recipe fails the submission: the commands of
 * the recipe make inputs with new seeds, in turns, after the search. */
#include "search.h"

/* Of each command, unless the time ends first. */
#define MAX_DRAWS 20
/* At most, and at most this fraction of the time of the search. */
#define DRAW_TIME_NS INT64_C(5000000000)
#define DRAW_SHARE 4

/* The commands that take a seed. */
static int find_lines(const struct as_search *search, const char **commands, size_t max,
	struct as_stress_draws *draws, struct as_error *error)
{
	size_t count = 0;
	const struct as_recipe_command *list = as_commands_list(search->commands, &count);

	draws->items = calloc(max, sizeof(*draws->items));
	if (!draws->items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count && draws->count < max; i++) {
		if (!list[i].seeded)
			continue;
		commands[draws->count] = list[i].text;
		draws->items[draws->count].test = as_text_format(error, "%s", list[i].test);
		if (!draws->items[draws->count++].test)
			return -1;
	}
	return 0;
}

/* One input of each command. */
struct drawn {
	struct as_trial trials[AS_MAX_SLICE];
	size_t count;
};

static void drawn_clear(struct drawn *drawn)
{
	for (size_t i = 0; i < drawn->count; i++)
		as_trial_clear(&drawn->trials[i]);
}

static int draw_inputs(struct as_search *search, const char *const *commands, size_t count,
	struct as_random *random, struct drawn *drawn, struct as_error *error)
{
	for (; drawn->count < count; drawn->count++) {
		const uint32_t seed = (uint32_t)as_random_to(random, 0x7fffffff);
		struct as_trial *trial = &drawn->trials[drawn->count];
		*trial = (struct as_trial){.origin = AS_ORIGIN_COMMAND};
		trial->command = as_command_seed(commands[drawn->count], seed, error);
		if (!trial->command)
			return -1;
	}
	return as_trials_make(search, 0, drawn->trials, count, error) ||
			       as_trials_judge(search, 0, drawn->trials, count, false, error)
		       ? -1
		       : 0;
}

static int draw_lines(struct as_search *search, struct as_error *error)
{
	const char *const seed = search->order->seed ? search->order->seed : "";
	struct as_stress_draws *draws = &search->report->failure.draws;
	struct as_random random = as_random_of(seed, UINT64_MAX / 3);
	const char *commands[AS_MAX_SLICE];

	if (find_lines(search, commands, AS_MAX_SLICE, draws, error))
		return -1;
	const int64_t share_ns = (search->deadline_ns - search->begun_ns) / DRAW_SHARE;
	search->deadline_ns = as_now_ns() + (share_ns < DRAW_TIME_NS ? share_ns : DRAW_TIME_NS);
	for (unsigned i = 0; i < MAX_DRAWS && draws->count && !as_search_is_over(search); i++) {
		AS_AUTO(drawn_clear) struct drawn drawn = {0};
		if (draw_inputs(search, commands, draws->count, &random, &drawn, error))
			return -1;
		for (size_t line = 0; line < draws->count; line++) {
			const enum as_trial_state state = drawn.trials[line].state;
			draws->items[line].failed += state == AS_TRIAL_FAILED;
			draws->items[line].tried +=
				state == AS_TRIAL_FAILED || state == AS_TRIAL_PASSED;
		}
	}
	return 0;
}

void as_search_draw(struct as_search *search)
{
	if (draw_lines(search, NULL))
		as_stress_draws_clear(&search->report->failure.draws);
}
