/* SPDX-License-Identifier: MIT */
#include "private.h"

#include <string.h>

static void free_team(struct as_contest_team *team)
{
	free(team->id);
	free(team->name);
	free(team->label);
	free(team->groups);
	free(team);
}

static void free_account(struct as_contest_account *account)
{
	free(account->id);
	free(account->username);
	free(account->password);
	free(account->name);
	free(account);
}

static void free_submission(struct log_submission *submission)
{
	free(submission->seen.id);
	free(submission->seen.language);
	free(submission->seen.entry_point);
	free(submission->seen.name);
	free(submission->seen.judgements);
	free(submission);
}

static void free_judgement(struct log_judgement *judgement)
{
	free(judgement->seen.groups_e6);
	free(judgement->seen.runs);
	free(judgement);
}

static void free_people(struct log_state *state)
{
	for (size_t i = 0; i < state->people.team_count; i++)
		free_team(state->people.teams[i]);
	for (size_t i = 0; i < state->people.account_count; i++)
		free_account(state->people.accounts[i]);
	free(state->people.teams);
	free(state->people.accounts);
	free(state->people.last_submissions);
	log_credentials_clear(&state->people.sessions);
	log_names_clear(&state->people.usernames);
	log_alike_clear(&state->people.alike);
}

void log_state_clear(struct log_state *state)
{
	free_people(state);
	for (size_t i = 0; i < state->submission_count; i++)
		free_submission(state->submissions[i]);
	for (size_t i = 0; i < state->judgement_count; i++)
		free_judgement(state->judgements[i]);
	for (size_t i = 0; i < state->clarification_count; i++) {
		free(state->clarifications[i]->id);
		free(state->clarifications[i]->text);
		free(state->clarifications[i]->to_teams.items);
		free(state->clarifications[i]->to_groups.items);
		free(state->clarifications[i]);
	}
	free(state->extras.acts.items);
	log_extras_clear(&state->extras);
	free(state->submissions);
	free(state->judgements);
	free(state->jobs);
	free(state->clarifications);
	free(state->removed);
	for (int board = 0; board < LOG_BOARD_COUNT; board++)
		as_board_close(state->boards[board]);
	*state = (struct log_state){0};
}

/* The index of the first job that is not less. */
static size_t place_of(const struct log_state *state, int64_t job)
{
	size_t from = 0, to = state->job_count;

	while (from < to) {
		const size_t middle = from + (to - from) / 2;
		if (state->jobs[middle].job < job)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

size_t log_find_job(const struct log_state *state, int64_t job)
{
	const size_t place = place_of(state, job);

	return place < state->job_count && state->jobs[place].job == job
		       ? state->jobs[place].judgement
		       : AS_CONTEST_NONE;
}

int log_add_job(struct log_state *state, int64_t job, size_t judgement, struct as_error *error)
{
	struct log_job *jobs = as_array_grow(state->jobs, state->job_count, sizeof(*jobs), error);
	if (!jobs)
		return -1;
	state->jobs = jobs;
	/* Jobs arrive almost in order, so the place is at or near the end. */
	const size_t place = place_of(state, job);
	memmove(&state->jobs[place + 1], &state->jobs[place],
		(state->job_count - place) * sizeof(*state->jobs));
	state->jobs[place] = (struct log_job){job, judgement};
	state->job_count++;
	return 0;
}
