/* SPDX-License-Identifier: MIT */
/*
 * The plan of a simulated contest. Each team has a skill, each problem a difficulty. A team works
 * on one problem after the other, from easy to hard with exceptions; the harder, the longer. It
 * sends wrong programs of the package first, then an accepted one if it solves the problem.
 */
#include "simulate.h"

#include <fcntl.h>
#include <string.h>

#define MAX_PROGRAMS 10000
#define LOOKS 12

/* ---- chance ---- */

/* splitmix64: equal on all machines. */
static uint64_t draw(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* From 0 up to, and without, `count`. */
static size_t draw_below(uint64_t *state, size_t count)
{
	return (size_t)(draw(state) % count);
}

/* Per mille. */
static bool has_luck(uint64_t *state, uint64_t chance)
{
	return draw(state) % 1000 < chance;
}

/* ---- programs ---- */

static int add_program(struct simulate_plan *plan, size_t problem, bool is_right,
	const char *folder, const char *name, struct as_error *error)
{
	char *path = as_text_format(error, "%s/%s", folder, name);

	if (!path)
		return -1;
	plan->programs[plan->program_count++] = (struct simulate_program){problem, is_right, path};
	return 0;
}

static bool is_program(const char *name)
{
	return *name != '.' && !as_text_ends(name, ".yaml") && !as_text_ends(name, ".md") &&
	       !as_text_ends(name, ".txt") && !as_text_ends(name, ".disabled") &&
	       strcmp(name, "@EXPECTED_GRADES@") != 0;
}

static int add_folder(
	struct simulate_plan *plan, size_t problem, const char *kind, struct as_error *error)
{
	AS_AUTO_FREE char *folder = as_text_format(
		error, "%s/submissions/%s", plan->contest->problems[problem].package_path, kind);
	AS_AUTO_FD int fd = folder ? as_dir_open(AT_FDCWD, folder, NULL) : -1;
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_PROGRAMS, NULL);

	if (!folder)
		return -1;
	for (char **name = names; name && *name && plan->program_count < MAX_PROGRAMS; name++)
		if (is_program(*name) && add_program(plan, problem, strcmp(kind, "accepted") == 0,
						 folder, *name, error))
			return -1;
	return 0;
}

/* Nobody sends anything to such a problem. */
static void note_lack(const struct simulate_plan *plan, size_t problem, size_t before)
{
	AS_AUTO_FREE char *text =
		plan->program_count == before
			? as_text_format(NULL,
				  "problem %s: %s has no submissions to send; a package in an "
				  "archive has none",
				  plan->contest->problems[problem].label,
				  plan->contest->problems[problem].package_path)
			: NULL;

	if (text)
		cli_note(text);
}

static int find_programs(struct simulate_plan *plan, struct as_error *error)
{
	static const char *const kinds[] = {
		"accepted", "wrong_answer", "time_limit_exceeded", "run_time_error", "rejected"};

	plan->programs = calloc(MAX_PROGRAMS, sizeof(*plan->programs));
	if (!plan->programs)
		return as_error_no_memory(error);
	for (size_t i = 0; i < plan->contest->problem_count; i++) {
		const size_t before = plan->program_count;
		for (size_t kind = 0; kind < sizeof(kinds) / sizeof(*kinds); kind++)
			if (add_folder(plan, i, kinds[kind], error))
				return -1;
		note_lack(plan, i, before);
	}
	return plan->program_count
		       ? 0
		       : as_error_at(error, AS_ERROR_INPUT, plan->contest->path, 0, 0,
				 "no package has submissions in submissions/accepted or "
				 "submissions/wrong_answer");
}

/* A random program of a problem; SIZE_MAX: there is none. */
static size_t choose_program(
	const struct simulate_plan *plan, size_t problem, bool is_right, uint64_t *state)
{
	size_t chosen = SIZE_MAX, count = 0;

	for (size_t i = 0; i < plan->program_count; i++)
		if (plan->programs[i].problem == problem &&
			plan->programs[i].is_right == is_right && draw_below(state, ++count) == 0)
			chosen = i;
	return chosen;
}

/* ---- players ---- */

static int find_players(struct simulate_plan *plan, size_t teams, struct as_error *error)
{
	const struct as_contest *contest = plan->contest;
	AS_AUTO_FREE bool *seen = calloc(contest->team_count + 1, sizeof(*seen));

	plan->players = calloc(contest->account_count + 1, sizeof(*plan->players));
	if (!plan->players || !seen)
		return as_error_no_memory(error);
	for (size_t i = 0; i < contest->account_count; i++) {
		const struct as_contest_account *account = &contest->accounts[i];
		if (account->role != AS_CONTEST_TEAM || seen[account->team] || !account->password ||
			account->password_is_hash || account->ip ||
			as_contest_team_is_hidden(contest, account->team) ||
			(teams && plan->player_count == teams))
			continue;
		seen[account->team] = true;
		plan->players[plan->player_count].account = account;
		pthread_mutex_init(&plan->players[plan->player_count++].mutex, NULL);
	}
	if (plan->player_count && plan->player_count >= teams)
		return 0;
	return as_error_at(error, AS_ERROR_INPUT, contest->path, 0, 0,
		"the contest has %zu teams with passwords in accounts.yaml, not %zu; make a "
		"rehearsal with --copy",
		plan->player_count, teams ? teams : 1);
}

/* ---- events ---- */

static int add_event(
	struct simulate_plan *plan, struct simulate_event event, struct as_error *error)
{
	if (event.at_ms >= plan->contest->settings.duration_ms)
		return 0;
	if (!as_array_reserve(plan->events, plan->event_count, error))
		return -1;
	plan->events[plan->event_count++] = event;
	return 0;
}

static int add_submission(struct simulate_plan *plan, size_t player, size_t problem, bool is_right,
	int64_t at_ms, uint64_t *state, struct as_error *error)
{
	const size_t program = choose_program(plan, problem, is_right, state);

	return program == SIZE_MAX ? 0
				   : add_event(plan,
					     (struct simulate_event){at_ms, SIMULATE_SUBMIT, player,
						     program, problem},
					     error);
}

/* The problems in the order in which a team tries them: some pairs of neighbours change places. */
static void order_problems(size_t *order, const size_t *easy_first, size_t count, uint64_t *state)
{
	memcpy(order, easy_first, count * sizeof(*order));
	for (size_t i = 0; i + 1 < count; i++)
		if (has_luck(state, 300)) {
			const size_t moved = order[i];
			order[i] = order[i + 1];
			order[i + 1] = moved;
		}
}

/* Moves the team's time forward, and adds its submissions to one problem. `hard`: 0 to 1000. */
static int add_problem(struct simulate_plan *plan, size_t player, size_t problem, uint64_t skill,
	uint64_t hard, int64_t *at_ms, uint64_t *state, struct as_error *error)
{
	const int64_t length_ms = plan->contest->settings.duration_ms;
	const int64_t slot_ms = length_ms / (int64_t)(plan->contest->problem_count + 1) / 2;
	const uint64_t chance = 400 + skill > hard ? 400 + skill - hard : 20;

	*at_ms += slot_ms * (int64_t)(300 + hard + draw_below(state, 1000)) / 1000;
	while (has_luck(state, 250 + hard / 3)) {
		if (add_submission(plan, player, problem, false, *at_ms, state, error))
			return -1;
		*at_ms += slot_ms * (int64_t)(50 + draw_below(state, 250)) / 1000;
	}
	return has_luck(state, chance)
		       ? add_submission(plan, player, problem, true, *at_ms, state, error)
		       : 0;
}

/* Log-in, looks at pages, a question, a print. */
static int add_others(
	struct simulate_plan *plan, size_t player, uint64_t *state, struct as_error *error)
{
	const struct as_contest *contest = plan->contest;
	const size_t length_ms = (size_t)contest->settings.duration_ms;
	const size_t program = draw_below(state, plan->program_count);
	const size_t problem =
		has_luck(state, 200) ? AS_CONTEST_NONE : draw_below(state, contest->problem_count);
	int failed = add_event(plan,
		(struct simulate_event){(int64_t)draw_below(state, length_ms / 50 + 1),
			SIMULATE_LOGIN, player, 0, 0},
		error);

	for (size_t i = 0; i < LOOKS && !failed; i++)
		failed = add_event(plan,
			(struct simulate_event){
				(int64_t)(length_ms / 40 + draw_below(state, length_ms)),
				SIMULATE_LOOK, player, 0, 0},
			error);
	if (!failed && has_luck(state, 300))
		failed = add_event(plan,
			(struct simulate_event){(int64_t)draw_below(state, length_ms), SIMULATE_ASK,
				player, 0, problem},
			error);
	if (!failed && contest->settings.hall.has_prints && has_luck(state, 300))
		failed = add_event(plan,
			(struct simulate_event){
				(int64_t)(length_ms / 40 + draw_below(state, length_ms)),
				SIMULATE_PRINT, player, program, 0},
			error);
	return failed ? -1 : 0;
}

static int add_player(struct simulate_plan *plan, size_t player, const size_t *easy_first,
	uint64_t *state, struct as_error *error)
{
	const size_t count = plan->contest->problem_count;
	AS_AUTO_FREE size_t *order = calloc(count + 1, sizeof(*order));
	const uint64_t skill = draw_below(state, 800);
	int64_t at_ms = plan->contest->settings.duration_ms / 50;

	if (!order)
		return as_error_no_memory(error);
	order_problems(order, easy_first, count, state);
	for (size_t i = 0; i < count; i++)
		if (add_problem(
			    plan, player, order[i], skill, 1000 * i / count, &at_ms, state, error))
			return -1;
	return add_others(plan, player, state, error);
}

static int compare_events(const void *one, const void *other)
{
	const struct simulate_event *left = one, *right = other;

	return left->at_ms != right->at_ms
		       ? (left->at_ms > right->at_ms) - (left->at_ms < right->at_ms)
	       : left->player != right->player
		       ? (left->player > right->player) - (left->player < right->player)
		       : (int)left->kind - (int)right->kind;
}

int simulate_plan_make(struct simulate_plan *plan, const struct as_contest *contest, size_t teams,
	uint64_t seed, struct as_error *error)
{
	const size_t count = contest->problem_count;
	AS_AUTO_FREE size_t *easy_first = calloc(count + 1, sizeof(*easy_first));

	*plan = (struct simulate_plan){.contest = contest};
	if (!easy_first)
		return as_error_no_memory(error);
	if (find_programs(plan, error) || find_players(plan, teams, error))
		return -1;
	for (size_t i = 0; i < count; i++) {
		const size_t other = draw_below(&seed, i + 1);
		easy_first[i] = easy_first[other];
		easy_first[other] = i;
	}
	for (size_t i = 0; i < plan->player_count; i++)
		if (add_player(plan, i, easy_first, &seed, error))
			return -1;
	qsort(plan->events, plan->event_count, sizeof(*plan->events), compare_events);
	return 0;
}

void simulate_plan_print(const struct simulate_plan *plan)
{
	static const char *const names[] = {"log-in", "look", "submit", "ask", "print"};

	for (size_t i = 0; i < plan->event_count; i++) {
		const struct simulate_event *event = &plan->events[i];
		const long seconds = (long)(event->at_ms / 1000);
		printf("%ld:%02ld:%02ld\t%s\t%s\t%s\n", seconds / 3600, seconds / 60 % 60,
			seconds % 60, plan->players[event->player].account->username,
			names[event->kind],
			event->kind == SIMULATE_SUBMIT ? plan->programs[event->program].path : "");
	}
}

void simulate_plan_clear(struct simulate_plan *plan)
{
	for (size_t i = 0; i < plan->program_count; i++)
		free(plan->programs[i].path);
	for (size_t i = 0; i < plan->player_count; i++) {
		free(plan->players[i].cookie);
		pthread_mutex_destroy(&plan->players[i].mutex);
	}
	free(plan->programs);
	free(plan->players);
	free(plan->events);
}
