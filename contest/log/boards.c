/* SPDX-License-Identifier: MIT */
/*
 * The boards: the public one, which hides results of the freeze and hidden teams, and the jury's;
 * and for each of these the main board, which contains only the teams that are ranked and not
 * hidden. Teams of equal rank are ordered by name, then by label; numbers in both are compared by
 * value.
 */
#include "boards.h"
#include "rejudging.h"
#include "start.h"
#include "state.h"

#include <string.h>

/* ---- teams ---- */

static int set_key(struct as_contest_log *log, uint32_t team, struct as_collation *collation,
	struct as_error *error)
{
	const struct as_contest_team *of = as_contest_log_team(log, team);
	AS_AUTO_BYTES struct as_bytes name = {0};
	AS_AUTO_BYTES struct as_bytes label = {0};
	AS_AUTO_BYTES struct as_bytes key = {0};

	if (as_collation_key(collation, as_contest_team_display_name(of), &name, error) ||
		as_collation_key(collation, of->label ? of->label : "", &label, error))
		return -1;
	/* Keys contain no 0 byte, so a name comes before longer names that begin with it. */
	key.data = calloc(1, name.size + 1 + label.size);
	if (!key.data)
		return as_error_no_memory(error);
	key.size = name.size + 1 + label.size;
	memcpy(key.data, name.data, name.size);
	memcpy(key.data + name.size + 1, label.data, label.size);
	for (int board = 0; board < LOG_BOARD_COUNT; board++)
		if (as_board_set_key(log->state.boards[board], team, key.data, key.size, error))
			return -1;
	return 0;
}

/* A team that takes part after the contest is on no board. */
static int place_team(struct as_contest_log *log, uint32_t team, struct as_error *error)
{
	const bool is_virtual = as_contest_log_is_virtual(log, team);
	const bool is_hidden = is_virtual || as_contest_log_team_is_hidden(log, team);
	const bool has_rank = !is_hidden && as_contest_log_is_ranked(log, team);
	const bool hides[LOG_BOARD_COUNT] = {[LOG_PUBLIC] = is_hidden,
		[LOG_JURY] = is_virtual,
		[LOG_FINAL] = !has_rank,
		[LOG_MAIN] = !has_rank};

	for (int board = 0; board < LOG_BOARD_COUNT; board++) {
		struct as_board *of = log->state.boards[board];
		const bool was = as_board_place(of, team) == UINT32_MAX;
		if (as_board_set_hidden(of, team, hides[board], error))
			return -1;
		log->state.board_versions[board] += was != hides[board];
	}
	return 0;
}

int log_boards_place_team(struct as_contest_log *log, size_t team, struct as_error *error)
{
	for (int board = 0; board < LOG_BOARD_COUNT; board++)
		log->state.board_versions[board]++;
	return place_team(log, (uint32_t)team, error);
}

static int set_team(struct as_contest_log *log, uint32_t team, struct as_collation *collation,
	struct as_error *error)
{
	return set_key(log, team, collation, error) || place_team(log, team, error) ? -1 : 0;
}

static int set_teams(struct as_contest_log *log, size_t first, struct as_error *error)
{
	struct as_collation *collation = as_collation_open(error);
	const size_t count = as_contest_log_team_count(log);
	int failed = collation ? 0 : -1;

	for (size_t i = first; i < count && !failed; i++)
		failed = set_team(log, (uint32_t)i, collation, error);
	as_collation_close(collation);
	return failed;
}

static int name_accounts(struct as_contest_log *log, struct as_error *error)
{
	for (size_t i = 0; i < log->contest->account_count; i++)
		if (as_journal_names_put(&log->state.people.usernames,
			    log->contest->accounts[i].username, i, error))
			return -1;
	return 0;
}

int log_boards_open(struct as_contest_log *log, struct as_error *error)
{
	const struct as_contest *contest = log->contest;

	log->state.extras.packages.versions =
		calloc(contest->problem_count + 1, sizeof(*log->state.extras.packages.versions));
	log->state.extras.packages.candidates =
		calloc(contest->problem_count + 1, sizeof(*log->state.extras.packages.candidates));
	if (!log->state.extras.packages.versions || !log->state.extras.packages.candidates)
		return as_error_no_memory(error);
	log->state.extras.packages.candidate_count = contest->problem_count;
	for (int board = 0; board < LOG_BOARD_COUNT; board++) {
		log->state.boards[board] = as_board_open(&contest->settings.rules.scoring,
			(uint32_t)contest->team_count, (uint32_t)contest->problem_count, error);
		if (!log->state.boards[board])
			return -1;
	}
	return name_accounts(log, error) || set_teams(log, 0, error) ? -1 : 0;
}

int log_boards_add_team(struct as_contest_log *log, size_t team, struct as_error *error)
{
	for (int board = 0; board < LOG_BOARD_COUNT; board++) {
		if (as_board_grow(log->state.boards[board], (uint32_t)team + 1, error))
			return -1;
		log->state.board_versions[board]++;
	}
	return set_teams(log, team, error);
}

/* ---- attempts ---- */

static enum as_board_verdict verdict_of(const struct as_contest_judgement *judgement)
{
	if (!judgement)
		return AS_BOARD_UNJUDGED;
	const enum as_verdict verdict = judgement->verdict;
	if (verdict == AS_VERDICT_JE)
		return AS_BOARD_JUDGING_ERROR;
	if (verdict == AS_VERDICT_CE)
		return AS_BOARD_CE;
	return verdict == AS_VERDICT_AC ? AS_BOARD_AC : AS_BOARD_OTHER;
}

/* `judgement`: the one that counts; NULL: none. */
static struct as_board_attempt attempt_of(const struct as_contest_log *log,
	const struct as_contest_submission *submission,
	const struct as_contest_judgement *judgement)
{
	const struct as_rules *rules = &log->contest->settings.rules.scoring;
	struct as_board_attempt attempt = {
		.team = (uint32_t)submission->team,
		.problem = (uint32_t)submission->problem,
		.arrival = submission->arrival,
		.time_ms = submission->time_ms,
		.state = as_board_state_of(rules, verdict_of(judgement)),
		.in_freeze = log_is_in_freeze(log, submission),
	};

	if (rules->type == AS_SCOREBOARD_SCORE && attempt.state != AS_BOARD_PENDING) {
		attempt.score_e6 = judgement->score_e6;
		attempt.groups_e6 = judgement->groups_e6;
		attempt.group_count = (uint32_t)judgement->group_count;
	}
	return attempt;
}

/* NULL: AS_CONTEST_NONE. */
static const struct as_contest_judgement *judgement_at(
	const struct as_contest_log *log, size_t judgement)
{
	return judgement == AS_CONTEST_NONE ? NULL : as_contest_log_judgement(log, judgement);
}

bool log_submission_counts(const struct as_contest_submission *submission)
{
	return !submission->is_practice && !submission->is_ignored && submission->time_ms >= 0 &&
	       submission->time_ms <= AS_CONTEST_MAX_MS;
}

struct as_board_attempt log_attempt_of(
	const struct as_contest_log *log, const struct as_contest_submission *submission)
{
	return attempt_of(log, submission, judgement_at(log, submission->valid));
}

static bool is_of_public(int board)
{
	return board == LOG_PUBLIC || board == LOG_MAIN;
}

/* While teams start when they like, the public boards are empty. */
static bool shows(const struct as_contest_log *log, int board, bool counts)
{
	return counts && !(is_of_public(board) && as_contest_log_hides_results(log));
}

int log_boards_set(struct as_contest_log *log, size_t submission, struct as_error *error)
{
	const struct as_contest_submission *found = as_contest_log_submission(log, submission);
	const bool counts = log_submission_counts(found);
	struct log_state *state = &log->state;

	for (int board = 0; board < LOG_BOARD_COUNT; board++)
		if (!shows(log, board, counts))
			state->board_versions[board] += as_board_remove(state->boards[board],
				(uint32_t)found->team, (uint32_t)found->problem, found->arrival);
	if (!counts)
		return 0;
	const struct as_board_attempt attempt = log_attempt_of(log, found);
	const struct as_board_attempt shown = as_board_attempt_public(&attempt,
		as_contest_freeze_ms(&state->clock), state->state.thawed_wall_ms != AS_NEVER_MS);
	for (int board = 0; board < LOG_BOARD_COUNT; board++) {
		if (!shows(log, board, counts))
			continue;
		if (as_board_set(
			    state->boards[board], is_of_public(board) ? &shown : &attempt, error))
			return -1;
		state->board_versions[board]++;
	}
	return 0;
}

/* The judgement that an item of a rejudging has on the other board; AS_CONTEST_NONE: the one that
 * counts now stays. */
static size_t other_judgement(
	const struct as_contest_log *log, const struct as_contest_rejudging_item *item)
{
	const size_t valid = as_contest_log_submission(log, item->submission)->valid;

	if (item->judgement == AS_CONTEST_NONE)
		return AS_CONTEST_NONE;
	if (valid == item->judgement)
		return item->was;
	const struct as_contest_judgement *judgement =
		as_contest_log_judgement(log, item->judgement);
	return judgement->is_proposed && judgement->ended && !log_item_keeps(log, item, valid)
		       ? item->judgement
		       : AS_CONTEST_NONE;
}

/* Takes the board, and returns it; NULL: out of memory. */
static struct as_board *with_attempt(struct as_board *board, const struct as_contest_log *log,
	const struct as_contest_submission *submission,
	const struct as_contest_judgement *judgement, struct as_error *error)
{
	const struct as_board_attempt attempt = attempt_of(log, submission, judgement);

	if (board && as_board_set(board, &attempt, error) == 0)
		return board;
	as_board_close(board);
	return NULL;
}

struct as_board *as_contest_log_rejudging_board(
	const struct as_contest_log *log, size_t rejudging, struct as_error *error)
{
	const struct as_contest_rejudging *of = as_contest_log_rejudging(log, rejudging);
	struct as_board *board = as_board_copy(as_contest_log_final_board(log), error);

	for (size_t i = 0; board && i < of->count; i++) {
		const struct as_contest_submission *submission =
			as_contest_log_submission(log, of->items[i].submission);
		const size_t other = other_judgement(log, &of->items[i]);
		if (other == AS_CONTEST_NONE || !log_submission_counts(submission))
			continue;
		board = with_attempt(
			board, log, submission, as_contest_log_judgement(log, other), error);
	}
	return board;
}

struct as_board *as_contest_log_ruling_board(const struct as_contest_log *log,
	const struct as_contest_entry_ruling *entry, struct as_error *error)
{
	const struct as_contest_submission *of = as_contest_log_submission(log, entry->submission);
	const int64_t points_e6 =
		entry->verdict == AS_VERDICT_AC ? log->contest->problems[of->problem].points_e6 : 0;
	const struct as_contest_judgement made = {.verdict = entry->verdict,
		.score_e6 = entry->score_e6 >= 0 ? entry->score_e6 : points_e6};
	const struct as_contest_judgement *judgement =
		entry->verdict == AS_VERDICT_NONE
			? judgement_at(log, as_contest_log_by_machine(log, entry->submission))
			: &made;
	struct as_board *board = as_board_copy(as_contest_log_final_board(log), error);

	return log_submission_counts(of) ? with_attempt(board, log, of, judgement, error) : board;
}

/* The clock of a team with other times. */
static struct as_contest_clock other_clock(
	const struct as_contest_log *log, const struct as_contest_other_time *other, size_t team)
{
	struct as_contest_clock clock = as_contest_log_team_clock(
		log, team, other->clock ? other->clock : as_contest_log_clock(log));

	if (team == other->team) {
		clock.given = other->given;
		clock.given_count = other->given_count;
	}
	return clock;
}

struct as_board *as_contest_log_time_board(const struct as_contest_log *log,
	const struct as_contest_other_time *other, struct as_error *error)
{
	struct as_board *board = as_board_copy(as_contest_log_final_board(log), error);

	for (size_t i = 0; board && i < log->state.submission_count; i++) {
		struct as_contest_submission moved = *as_contest_log_submission(log, i);
		const struct as_contest_clock clock = other_clock(log, other, moved.team);
		log_set_time_by(log, &clock, &moved);
		if (log_submission_counts(&moved))
			board = with_attempt(
				board, log, &moved, judgement_at(log, moved.valid), error);
		else
			(void)as_board_remove(board, (uint32_t)moved.team, (uint32_t)moved.problem,
				moved.arrival);
	}
	return board;
}

size_t as_contest_log_would_count(
	const struct as_contest_log *log, const struct as_contest_clock *clock)
{
	size_t count = 0;

	for (size_t i = 0; i < log->state.submission_count; i++) {
		const struct as_contest_submission *of = as_contest_log_submission(log, i);
		const struct as_contest_clock own = as_contest_log_team_clock(log, of->team, clock);
		count += of->is_practice && !of->is_ignored &&
			 !as_contest_log_is_virtual(log, of->team) &&
			 as_contest_time_ms(&own, of->wall_ms) < own.duration_ms;
	}
	return count;
}

int log_boards_set_start(struct as_contest_log *log, size_t team, struct as_error *error)
{
	for (size_t i = as_contest_log_last_submission(log, team); i != AS_CONTEST_NONE;
		i = as_contest_log_submission(log, i)->previous) {
		log_set_time(log, &log->state.submissions[i]->seen);
		if (log_boards_set(log, i, error))
			return -1;
	}
	return place_team(log, (uint32_t)team, error);
}

/* Contest times are recomputed with the current clock, also for past submissions. */
int log_boards_recompute(struct as_contest_log *log, struct as_error *error)
{
	struct log_state *state = &log->state;

	for (size_t i = 0; i < state->submission_count; i++) {
		log_set_time(log, &state->submissions[i]->seen);
		if (log_boards_set(log, i, error))
			return -1;
	}
	for (size_t i = 0; i < state->clarification_count; i++) {
		struct as_contest_clarification *found = state->clarifications[i];
		found->time_ms = as_contest_time_ms(&state->clock, found->wall_ms);
	}
	for (int board = 0; board < LOG_BOARD_COUNT; board++)
		state->board_versions[board]++;
	return 0;
}
