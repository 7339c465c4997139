/* SPDX-License-Identifier: MIT */
/* Awards that the jury sets. */
#include "append.h"
#include "clock.h"
#include "event.h"

#include <string.h>

/* ---- appending ---- */

int as_contest_log_set_award(struct as_contest_log *log, const char *id, const char *citation,
	const struct as_contest_indexes *teams, size_t account, struct as_error *error)
{
	AS_AUTO_FREE char *text =
		citation ? log_text(citation, AS_CONTEST_COMMENT_MAX_BYTES, error) : NULL;

	if (citation && !text)
		return -1;
	json_t *body = log_entry_of("award", as_contest_log_now_ms(log));
	log_entry_text(&body, "id", id);
	log_entry_text(&body, "citation", text);
	log_entry_set(&body, "teams", log_team_ids(log, teams));
	log_entry_account(log, &body, account);
	return log_put_note(log, body, NULL, error);
}

/* ---- applying ---- */

static struct as_contest_own_award *add_award(
	struct log_state *state, const char *id, struct as_error *error)
{
	struct as_contest_own_award *made =
		as_array_reserve(state->extras.awards, state->extras.award_count, error)
			? calloc(1, sizeof(*made))
			: NULL;

	if (!made || event_copy(&made->id, id, error)) {
		free(made);
		as_error_no_memory(error);
		return NULL;
	}
	return state->extras.awards[state->extras.award_count++] = made;
}

int event_award(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *id = event_text(event, "id");

	if (!id || !as_contest_is_id(id))
		return event_refuse(log, event, "award");
	size_t index = as_contest_log_find_award(log, id);
	struct as_contest_own_award *award = index == AS_CONTEST_NONE
						     ? add_award(&log->state, id, error)
						     : log->state.extras.awards[index];
	if (!award)
		return -1;
	if (index == AS_CONTEST_NONE)
		index = log->state.extras.award_count - 1;
	free(award->citation);
	free(award->teams.items);
	award->citation = NULL;
	award->wall_ms = event->wall_ms;
	award->teams = (struct as_contest_indexes){0};
	if (event_copy(&award->citation, event_text(event, "citation"), error) ||
		event_objects(log, event, "teams", event_find_team, &award->teams, error))
		return -1;
	event_notify(log, AS_CONTEST_CHANGED_AWARD, index, event->wall_ms);
	return 0;
}

/* ---- reading ---- */

size_t as_contest_log_award_count(const struct as_contest_log *log)
{
	return log->state.extras.award_count;
}

const struct as_contest_own_award *as_contest_log_award(
	const struct as_contest_log *log, size_t award)
{
	return log->state.extras.awards[award];
}

size_t as_contest_log_find_award(const struct as_contest_log *log, const char *id)
{
	for (size_t i = 0; i < log->state.extras.award_count; i++)
		if (strcmp(log->state.extras.awards[i]->id, id) == 0)
			return i;
	return AS_CONTEST_NONE;
}

bool as_contest_log_sees_award(
	const struct as_contest_log *log, const struct as_contest_reader *reader, size_t award)
{
	return reader->scope == AS_CONTEST_SEES_ALL ||
	       (!as_contest_log_hides_results(log) &&
		       !log_is_from_freeze(log, log->state.extras.awards[award]->wall_ms));
}

void log_award_free(struct as_contest_own_award *award)
{
	free(award->id);
	free(award->citation);
	free(award->teams.items);
	free(award);
}
