/* SPDX-License-Identifier: MIT */
/* Reads the state. */
#include "state.h"
#include "runs.h"
#include "start.h"

#include <string.h>

/* ---- the log ---- */

const struct as_contest *as_contest_log_contest(const struct as_contest_log *log)
{
	return log->contest;
}

int64_t as_contest_log_space(const struct as_contest_log *log)
{
	return as_journal_space(log->journal);
}

const char *as_contest_log_epoch(const struct as_contest_log *log)
{
	return as_journal_epoch(log->journal);
}

int64_t as_contest_log_last(const struct as_contest_log *log)
{
	return as_journal_last(log->journal);
}

int64_t as_contest_log_now_ms(const struct as_contest_log *log)
{
	return as_journal_now_ms(log->journal);
}

int as_contest_log_check(const struct as_contest_log *log, struct as_error *error)
{
	return as_journal_check(log->journal, error);
}

bool as_contest_log_is_away(const struct as_contest_log *log)
{
	return as_journal_is_away(log->journal);
}

void as_contest_log_finish(struct as_contest_log *log, unsigned grace_ms)
{
	as_journal_finish(log->journal, grace_ms);
}

/* ---- the lock: the follower holds it to write the state, and reads the state without it ---- */

void as_contest_log_lock(struct as_contest_log *log)
{
	as_journal_lock(log->journal);
}

void as_contest_log_unlock(struct as_contest_log *log)
{
	as_journal_unlock(log->journal);
}

void as_contest_log_change(struct as_contest_log *log,
	void (*change)(void *context, struct as_contest_log *log), void *context)
{
	as_journal_lock_change(log->journal);
	change(context, log);
	as_journal_unlock(log->journal);
}

/* ---- the clock ---- */

const struct as_contest_clock *as_contest_log_clock(const struct as_contest_log *log)
{
	return &log->state.clock;
}

int64_t as_contest_log_countdown_ms(const struct as_contest_log *log)
{
	return log->state.countdown_ms;
}

const struct as_contest_state *as_contest_log_state(const struct as_contest_log *log)
{
	return &log->state.state;
}

bool as_contest_log_is_frozen(const struct as_contest_log *log)
{
	return as_contest_freeze_ms(&log->state.clock) != AS_NEVER_MS &&
	       log->state.state.frozen_wall_ms != AS_NEVER_MS &&
	       log->state.state.thawed_wall_ms == AS_NEVER_MS;
}

/* ---- submissions and judgements ---- */

size_t as_contest_log_last_submission(const struct as_contest_log *log, size_t team)
{
	const struct log_people *people = &log->state.people;

	return team < people->last_submission_count ? people->last_submissions[team]
						    : AS_CONTEST_NONE;
}

size_t as_contest_log_submission_count(const struct as_contest_log *log)
{
	return log->state.submission_count;
}

size_t as_contest_log_hidden_count(const struct as_contest_log *log)
{
	return log->state.hidden_count;
}

const struct as_contest_submission *as_contest_log_submission(
	const struct as_contest_log *log, size_t submission)
{
	return &log->state.submissions[submission]->seen;
}

size_t as_contest_log_earlier(const struct as_contest_log *log, size_t submission)
{
	const size_t problem = as_contest_log_submission(log, submission)->problem;

	do
		submission = as_contest_log_submission(log, submission)->previous;
	while (submission != AS_CONTEST_NONE &&
		as_contest_log_submission(log, submission)->problem != problem);
	return submission;
}

size_t as_contest_log_judgement_count(const struct as_contest_log *log)
{
	return log->state.judgement_count;
}

const struct as_contest_judgement *as_contest_log_judgement(
	const struct as_contest_log *log, size_t judgement)
{
	return &log->state.judgements[judgement]->seen;
}

bool log_is_same_result(const struct as_contest_judgement *a, const struct as_contest_judgement *b)
{
	bool is_same = a->verdict == b->verdict && a->score_e6 == b->score_e6 &&
		       a->group_count == b->group_count;

	for (size_t i = 0; is_same && i < a->group_count; i++)
		is_same = a->groups_e6[i] == b->groups_e6[i];
	return is_same;
}

int64_t as_contest_log_last_end(const struct as_contest_log *log)
{
	return log->state.ends.last;
}

size_t as_contest_log_find_run(const struct as_contest_log *log, size_t judgement, size_t test)
{
	return log_runs_find(as_contest_log_judgement(log, judgement), test);
}

size_t as_contest_log_newest(const struct as_contest_log *log, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(log, submission);

	for (size_t i = of->judgement_count; i-- > 1;) {
		const struct as_contest_judgement *judgement =
			as_contest_log_judgement(log, of->judgements[i]);
		if (!judgement->is_proposed && !judgement->is_withdrawn && !judgement->ruling)
			return of->judgements[i];
	}
	return of->judgements[0];
}

struct as_contest_progress as_contest_log_progress(
	const struct as_contest_log *log, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(log, submission);
	const struct as_package *package = log_package(log, of->problem);
	struct as_contest_progress progress = {.judgement = as_contest_log_newest(log, submission),
		.total = package ? package->test_count : 0};
	const struct as_contest_judgement *judgement =
		as_contest_log_judgement(log, progress.judgement);

	progress.stage = judgement->ended                ? AS_CONTEST_JUDGED
			 : judgement->begin_wall_ms != 0 ? AS_CONTEST_RUNS
							 : AS_CONTEST_WAITS;
	for (size_t i = 0; i < judgement->run_count; i++)
		progress.done += as_contest_run_is_valid(&judgement->runs[i]);
	return progress;
}

/* Accepts canonical decimals only: no sign, no leading 0. 0: invalid, or more than `max`. */
static uint64_t read_number(const char *text, uint64_t max)
{
	uint64_t number = 0;

	if (*text == '0' || !*text)
		return 0;
	for (const char *at = text; *at; at++) {
		if (*at < '0' || *at > '9' || number > max)
			return 0;
		number = number * 10 + (uint64_t)(*at - '0');
	}
	return number <= max ? number : 0;
}

size_t as_contest_log_find_submission(const struct as_contest_log *log, const char *arrival)
{
	const uint64_t number =
		read_number(arrival, log->state.submission_count + log->state.hidden_count);

	return log_find_arrival(&log->state, number);
}

size_t as_contest_log_find_submission_id(const struct as_contest_log *log, const char *id)
{
	const json_t *custom = json_object_get(log->state.extras.submission_ids, id);
	const size_t found = custom ? (size_t)json_integer_value(custom)
				    : as_contest_log_find_submission(log, id);

	/* A number that another submission has as its id does not name this one. */
	return !custom && found != AS_CONTEST_NONE && as_contest_log_submission(log, found)->id
		       ? AS_CONTEST_NONE
		       : found;
}

size_t as_contest_log_count_since(
	const struct as_contest_log *log, size_t team, size_t problem, int64_t wall_ms)
{
	size_t count = 0;

	/* All submissions: an admin may enter one with an earlier time. */
	for (size_t i = 0; i < log->state.submission_count; i++) {
		const struct as_contest_submission *submission = as_contest_log_submission(log, i);
		count += submission->team == team && submission->problem == problem &&
			 submission->wall_ms >= wall_ms;
	}
	return count;
}

bool as_contest_log_sees_submission(
	const struct as_contest_log *log, const struct as_contest_reader *reader, size_t submission)
{
	const struct as_contest_submission *found = as_contest_log_submission(log, submission);

	if (reader->scope == AS_CONTEST_SEES_ALL)
		return true;
	if (reader->scope == AS_CONTEST_SEES_TEAM && reader->team == found->team)
		return true;
	return !as_contest_log_hides_results(log) && !found->is_practice && !found->is_ignored &&
	       found->time_ms >= 0 && !as_contest_log_team_is_hidden(log, found->team);
}

bool as_contest_log_sees_judgement(
	const struct as_contest_log *log, const struct as_contest_reader *reader, size_t judgement)
{
	const struct as_contest_judgement *found = as_contest_log_judgement(log, judgement);
	const struct as_contest_submission *of = as_contest_log_submission(log, found->submission);

	if (found->is_withdrawn)
		return false;
	if (reader->scope == AS_CONTEST_SEES_ALL)
		return true;
	if (found->is_proposed || (found->ended && found->verdict == AS_VERDICT_JE))
		return false;
	if (reader->scope == AS_CONTEST_SEES_TEAM && reader->team == of->team)
		return true;
	return as_contest_log_sees_submission(log, reader, found->submission) &&
	       (log->state.state.thawed_wall_ms != AS_NEVER_MS ||
		       (of->time_ms < as_contest_freeze_ms(&log->state.clock) &&
			       !log_is_in_freeze(log, of)));
}

/* ---- clarifications ---- */

size_t as_contest_log_clarification_count(const struct as_contest_log *log)
{
	return log->state.clarification_count;
}

const struct as_contest_clarification *as_contest_log_clarification(
	const struct as_contest_log *log, size_t clarification)
{
	return log->state.clarifications[clarification];
}

size_t as_contest_log_find_clarification_id(const struct as_contest_log *log, const char *id)
{
	const json_t *custom = json_object_get(log->state.extras.clarification_ids, id);
	const uint64_t number = custom ? (uint64_t)json_integer_value(custom) + 1
				       : read_number(id, log->state.clarification_count);

	if (number == 0 || (!custom && log->state.clarifications[number - 1]->id))
		return AS_CONTEST_NONE;
	return (size_t)number - 1;
}

bool as_contest_indexes_have(const struct as_contest_indexes *indexes, size_t index)
{
	for (size_t i = 0; i < indexes->count; i++)
		if (indexes->items[i] == index)
			return true;
	return false;
}

bool as_contest_log_is_recipient(
	const struct as_contest_log *log, size_t clarification, size_t team)
{
	const struct as_contest_clarification *found = log->state.clarifications[clarification];
	const struct as_contest_team *of = as_contest_log_team(log, team);

	for (size_t i = 0; i < of->group_count; i++)
		if (as_contest_indexes_have(&found->to_groups, of->groups[i]))
			return true;
	return as_contest_indexes_have(&found->to_teams, team);
}

/* A message about a problem, or one that quotes a question: not for a team that has not started. */
static bool tells_of_problems(const struct as_contest_clarification *of)
{
	return of->problem != AS_CONTEST_NONE || of->reply_to != AS_CONTEST_NONE;
}

bool as_contest_log_sees_clarification(const struct as_contest_log *log,
	const struct as_contest_reader *reader, size_t clarification)
{
	const struct as_contest_clarification *found = log->state.clarifications[clarification];

	if (reader->scope == AS_CONTEST_SEES_ALL)
		return true;
	if (found->is_to_all)
		return !tells_of_problems(found) || !as_contest_log_hides_results(log) ||
		       as_contest_log_sees_problems(log, reader);
	return reader->scope == AS_CONTEST_SEES_TEAM &&
	       (found->from_team == reader->team ||
		       as_contest_log_is_recipient(log, clarification, reader->team));
}

/* ---- boards ---- */

const struct as_board *as_contest_log_board(const struct as_contest_log *log, bool jury)
{
	return log->state.boards[jury ? LOG_JURY : LOG_PUBLIC];
}

const struct as_board *as_contest_log_final_board(const struct as_contest_log *log)
{
	return log->state.boards[LOG_FINAL];
}

const struct as_board *as_contest_log_main_board(const struct as_contest_log *log, bool jury)
{
	return log->state.boards[jury ? LOG_FINAL : LOG_MAIN];
}

uint64_t as_contest_log_board_version(const struct as_contest_log *log, bool jury)
{
	return log->state.board_versions[jury ? LOG_JURY : LOG_PUBLIC];
}
