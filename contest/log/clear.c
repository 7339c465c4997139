/* SPDX-License-Identifier: MIT */
/* The memory of the state. */
#include "given.h"
#include "state.h"

static void clear_extras(struct log_extras *extras)
{
	for (size_t i = 0; i < extras->award_count; i++)
		log_award_free(extras->awards[i]);
	for (size_t i = 0; i < extras->comment_count; i++)
		log_comment_free(extras->comments[i]);
	for (size_t i = 0; i < extras->rejudging_count; i++)
		log_rejudging_free(extras->rejudgings[i]);
	free(extras->rejudgings);
	log_notes_clear(extras);
	free(extras->awards);
	free(extras->comments);
	for (size_t i = 0; i < extras->packages.candidate_count; i++)
		log_candidate_clear(&extras->packages.candidates[i]);
	free(extras->packages.candidates);
	free(extras->packages.versions);
	log_acts_clear(&extras->acts);
	log_hall_clear(&extras->hall);
	as_journal_credentials_clear(&extras->tokens);
	log_given_clear(extras->given, extras->given_count);
	json_decref(extras->submission_ids);
	json_decref(extras->clarification_ids);
}

void log_state_clear(struct log_state *state)
{
	log_people_clear(&state->people);
	for (size_t i = 0; i < state->submission_count; i++)
		log_submission_free(state->submissions[i]);
	for (size_t i = 0; i < state->judgement_count; i++)
		log_judgement_free(state->judgements[i]);
	for (size_t i = 0; i < state->clarification_count; i++)
		log_clarification_free(state->clarifications[i]);
	clear_extras(&state->extras);
	free(state->submissions);
	free(state->judgements);
	free(state->jobs);
	free(state->clarifications);
	free(state->removed);
	for (int board = 0; board < LOG_BOARD_COUNT; board++)
		as_board_close(state->boards[board]);
	*state = (struct log_state){0};
}
