/* SPDX-License-Identifier: MIT */
/* Boards for teams that start when they like: that of the contest at a time, and a team's own. */
#include "boards.h"
#include "state.h"

struct as_board *as_contest_log_board_at(
	const struct as_contest_log *log, int64_t time_ms, struct as_error *error)
{
	struct as_board *board = as_board_copy(as_contest_log_main_board(log, false), error);

	for (size_t i = 0; board && i < log->state.submission_count; i++) {
		const struct as_contest_submission *of = as_contest_log_submission(log, i);
		if (log_submission_counts(of) && of->time_ms > time_ms)
			(void)as_board_remove(
				board, (uint32_t)of->team, (uint32_t)of->problem, of->arrival);
	}
	return board;
}

bool as_contest_log_is_in_own_time(const struct as_contest_log *log, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(log, submission);
	const struct as_contest_clock clock =
		as_contest_log_team_clock(log, of->team, as_contest_log_clock(log));

	return !of->is_ignored && of->time_ms >= 0 && of->time_ms < clock.duration_ms;
}

struct as_board *as_contest_log_own_board(
	const struct as_contest_log *log, size_t team, struct as_error *error)
{
	struct as_board *board = as_board_open(&log->contest->settings.rules.scoring, 1,
		(uint32_t)log->contest->problem_count, error);

	for (size_t i = as_contest_log_last_submission(log, team); board && i != AS_CONTEST_NONE;
		i = as_contest_log_submission(log, i)->previous) {
		const struct as_contest_submission *of = as_contest_log_submission(log, i);
		if (!as_contest_log_is_in_own_time(log, i))
			continue;
		struct as_board_attempt attempt = log_attempt_of(log, of);
		attempt.team = 0;
		if (as_board_set(board, &attempt, error)) {
			as_board_close(board);
			board = NULL;
		}
	}
	return board;
}
