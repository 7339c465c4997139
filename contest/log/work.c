/* SPDX-License-Identifier: MIT */
/* The work that is left before the results can be final. */
#include "state.h"

int64_t log_last_team_end(const struct as_contest_log *log)
{
	int64_t last_ms = 0;

	for (size_t i = 0; i < log->state.people.start_count; i++) {
		const struct as_contest_clock clock =
			as_contest_log_team_clock(log, i, as_contest_log_clock(log));
		const int64_t end_ms = as_contest_wall_ms(&clock, clock.duration_ms);
		/* It never ends if its start was taken back; virtual teams are in no results. */
		if (clock.given_count > 0 && end_ms != AS_NEVER_MS && end_ms > last_ms &&
			!as_contest_log_is_virtual(log, i))
			last_ms = end_ms;
	}
	return last_ms;
}

struct as_open_work as_contest_log_open_work(const struct as_contest_log *log)
{
	struct as_open_work work = {0};

	for (size_t i = 0; i < log->state.submission_count; i++) {
		const struct as_contest_submission *found = as_contest_log_submission(log, i);
		if (found->is_practice || found->is_ignored)
			continue;
		if (found->valid == AS_CONTEST_NONE)
			work.unjudged++;
		else if (as_contest_log_judgement(log, found->valid)->verdict == AS_VERDICT_JE)
			work.judging_errors++;
	}
	for (size_t i = 0; i < log->state.clarification_count; i++) {
		const struct as_contest_clarification *found = log->state.clarifications[i];
		work.unanswered += found->from_team != AS_CONTEST_NONE && !found->is_answered;
	}
	for (size_t i = 0; i < as_contest_log_rejudging_count(log); i++)
		work.rejudgings +=
			as_contest_log_rejudging(log, i)->state == AS_CONTEST_REJUDGING_OPEN;
	work.last_end_wall_ms = log_last_team_end(log);
	return work;
}
