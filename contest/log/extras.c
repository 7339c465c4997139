/* SPDX-License-Identifier: MIT */
/* Reads the objects that the jury added. */
#include "private.h"

#include <string.h>

/* ---- the freeze ---- */

/* The jury's additions of the freeze are only visible to the jury until the thaw. */
static bool is_from_freeze(const struct as_contest_log *log, int64_t wall_ms)
{
	const struct log_state *state = &log->state;
	const int64_t freeze_ms = as_contest_freeze_ms(&state->clock);

	return state->state.thawed_wall_ms == AS_NEVER_MS && freeze_ms != AS_NEVER_MS &&
	       as_contest_time_ms(&state->clock, wall_ms) >= freeze_ms;
}

/* ---- awards ---- */

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
	       !is_from_freeze(log, log->state.extras.awards[award]->wall_ms);
}

/* ---- comments ---- */

size_t as_contest_log_comment_count(const struct as_contest_log *log)
{
	return log->state.extras.comment_count;
}

const struct as_contest_comment *as_contest_log_comment_at(
	const struct as_contest_log *log, size_t comment)
{
	return log->state.extras.comments[comment];
}

/* True if the comment refers to a submission that is in no collection: a practice or an ignored
 * one. */
static bool refers_to_unlisted(
	const struct as_contest_log *log, const struct as_contest_comment *of)
{
	for (size_t i = 0; i < of->submissions.count; i++) {
		const struct as_contest_submission *submission =
			as_contest_log_submission(log, of->submissions.items[i]);
		if (submission->is_practice || submission->is_ignored)
			return true;
	}
	return false;
}

/* True if the comment refers to something hidden. Hidden teams do not see it either: all but the
 * jury see the same. */
static bool refers_to_hidden(const struct as_contest_log *log, const struct as_contest_comment *of)
{
	static const struct as_contest_reader public = {.scope = AS_CONTEST_SEES_PUBLIC};

	if (of->problems.count && log->state.state.started_wall_ms == AS_NEVER_MS)
		return true;
	for (size_t i = 0; i < of->teams.count; i++)
		if (as_contest_log_team_is_hidden(log, of->teams.items[i]))
			return true;
	for (size_t i = 0; i < of->submissions.count; i++)
		if (!as_contest_log_sees_submission(log, &public, of->submissions.items[i]))
			return true;
	return false;
}

bool as_contest_log_sees_comment(
	const struct as_contest_log *log, const struct as_contest_reader *reader, size_t comment)
{
	const struct as_contest_comment *of = log->state.extras.comments[comment];

	if (refers_to_unlisted(log, of))
		return false;
	return reader->scope == AS_CONTEST_SEES_ALL ||
	       (!is_from_freeze(log, of->wall_ms) && !refers_to_hidden(log, of));
}

/* ---- memory ---- */

static void free_comment(struct as_contest_comment *comment)
{
	free(comment->message);
	as_names_free(comment->tags);
	free(comment->teams.items);
	free(comment->problems.items);
	free(comment->submissions.items);
	free(comment);
}

void log_extras_clear(struct log_extras *extras)
{
	for (size_t i = 0; i < extras->award_count; i++) {
		free(extras->awards[i]->id);
		free(extras->awards[i]->citation);
		free(extras->awards[i]->teams.items);
		free(extras->awards[i]);
	}
	for (size_t i = 0; i < extras->comment_count; i++)
		free_comment(extras->comments[i]);
	free(extras->awards);
	free(extras->comments);
	free(extras->versions);
	log_credentials_clear(&extras->tokens);
	json_decref(extras->submission_ids);
	json_decref(extras->clarification_ids);
	*extras = (struct log_extras){0};
}
