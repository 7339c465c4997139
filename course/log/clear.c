/* SPDX-License-Identifier: MIT */
/* The memory of the state. */
#include "state.h"

void course_state_clear(struct course_state *state)
{
	for (size_t i = 0; i < state->hand_in_count; i++)
		course_hand_in_free(state->hand_ins[i]);
	for (size_t i = 0; i < state->decision_count; i++)
		course_decision_free(state->decisions[i]);
	for (size_t i = 0; i < state->request_count; i++)
		course_request_free(state->requests[i]);
	for (size_t i = 0; i < state->member_count; i++) {
		free(state->members[i]->key);
		free(state->members[i]->hash);
		free(state->members[i]);
	}
	for (size_t i = 0; i < state->task_count; i++) {
		for (size_t k = 0; k < state->tasks[i]->own_count; k++)
			free(state->tasks[i]->own[k].items);
		free(state->tasks[i]->own);
		free(state->tasks[i]->id);
		free(state->tasks[i]);
	}
	as_journal_names_clear(&state->keys);
	as_journal_credentials_clear(&state->sessions);
	as_journal_credentials_clear(&state->tokens);
	free(state->hand_ins);
	free(state->places);
	free(state->decisions);
	free(state->requests);
	free(state->members);
	free(state->tasks);
	free(state->extensions);
	free(state->acts);
}
