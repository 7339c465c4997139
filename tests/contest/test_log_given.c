/* SPDX-License-Identifier: MIT */
/* Time that the jury gives back, to all or to one team: boards, freeze, end, undoing, refusals. */
#include "log_readers.h"

/* ---- helpers ---- */

static int64_t start_of(struct log_case *made)
{
	as_contest_log_lock(made->log);
	const int64_t start_ms = as_contest_log_clock(made->log)->start_wall_ms;
	as_contest_log_unlock(made->log);
	return start_ms;
}

struct wish {
	int64_t begin, end; /* minutes; `end` 0: restore */
	const char *reason;
};

static int change(struct as_contest_clock_change *clock, void *context, struct as_error *error)
{
	const struct wish *wish = context;
	const int64_t start_ms = clock->clock.start_wall_ms;
	const struct as_removed_interval interval = {start_ms + wish->begin * MINUTE_MS,
		start_ms + wish->end * MINUTE_MS, clock->given.next};

	if (wish->end == 0)
		return as_contest_clock_restore(&clock->clock, clock->removed,
			interval.begin_wall_ms, &clock->given.restored, error);
	clock->given.removed = interval;
	clock->given.reason = wish->reason;
	return as_contest_clock_remove(
		&clock->clock, clock->removed, &interval, clock->now_ms, error);
}

static int change_all(struct log_case *made, struct wish wish, struct as_error *error)
{
	return as_contest_log_change_clock(made->log, change, &wish, AS_CONTEST_NONE, error);
}

static int give(
	struct log_case *made, size_t team, int64_t begin, int64_t end, struct as_error *error)
{
	const int64_t start_ms = start_of(made);
	const struct as_contest_entry_given entry = {.team = team,
		.interval = {start_ms + begin * MINUTE_MS, start_ms + end * MINUTE_MS, 0},
		.is_start = begin == 0,
		.reason = "its machine broke",
		.by = {AS_CONTEST_NONE, true}};

	return as_contest_log_give(made->log, &entry, error);
}

static int take_back(struct log_case *made, size_t given, struct as_error *error)
{
	return as_contest_log_give_end(
		made->log, given, (struct as_contest_decision){AS_CONTEST_NONE, true}, error);
}

static void expect_refused(int result, const struct as_error *error, const char *text)
{
	cr_expect_eq(result, -1, "%s", text);
	cr_expect_eq(error->kind, AS_ERROR_USAGE);
	cr_expect(strstr(error->text, text), "%s", error->text);
}

static void solve(struct log_case *made, size_t team, int64_t minute, size_t ended)
{
	log_case_submit_at(made, team, start_of(made) + minute * MINUTE_MS + 1000);
	log_case_judge(made, AS_VERDICT_AC);
	log_case_await(made, ended);
}

static enum as_contest_act_kind last_act(struct log_case *made)
{
	as_contest_log_lock(made->log);
	const size_t count = as_contest_log_act_count(made->log);
	const enum as_contest_act_kind kind = as_contest_log_act(made->log, count - 1)->kind;
	as_contest_log_unlock(made->log);
	return kind;
}

static int64_t penalty_on(struct as_board *board, uint32_t team)
{
	cr_assert(board);
	const int64_t total_ms = as_board_row(board, as_board_place(board, team)).total_ms;
	as_board_close(board);
	return total_ms / MINUTE_MS;
}

/* ---- for all ---- */

Test(log_given, an_interval_for_all_changes_times_and_is_restored)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, 100 * MINUTE_MS);
	solve(&made, ANN, 40, 1);
	solve(&made, BOB, 70, 2);
	cr_assert_eq(change_all(&made, (struct wish){50, 65, "the network"}, &error), 0, "%s",
		error.text);
	for (int i = 0; i < 2; i++) {
		EXPECT_BOARD(&made, false, "ann 1 40; bob 1 55");
		cr_expect_eq(last_act(&made), AS_CONTEST_ACT_GIVE);
		as_contest_log_lock(made.log);
		cr_expect_str_eq(as_contest_log_given(made.log, 0)->reason, "the network");
		as_contest_log_unlock(made.log);
		log_case_restart(&made);
	}
	cr_assert_eq(change_all(&made, (struct wish){50, 0, NULL}, &error), 0, "%s", error.text);
	for (int i = 0; i < 2; i++) {
		EXPECT_BOARD(&made, false, "ann 1 40; bob 1 70");
		cr_expect_eq(last_act(&made), AS_CONTEST_ACT_GIVE_END);
		log_case_restart(&made);
	}
}

Test(log_given, the_preview_of_an_interval_changes_nothing)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct wish wish = {50, 65, "the network"};
	struct as_contest_clock_preview preview;
	struct as_error error = {0};

	log_case_start(&made, 100 * MINUTE_MS);
	solve(&made, BOB, 70, 1);
	cr_assert_eq(as_contest_log_preview_clock(made.log, change, &wish, &preview, &error), 0,
		"%s", error.text);
	as_contest_log_lock(made.log);
	struct as_board *board = as_contest_log_time_board(made.log,
		&(struct as_contest_other_time){.clock = &preview.made, .team = AS_CONTEST_NONE},
		NULL);
	as_contest_log_unlock(made.log);
	cr_expect_eq(penalty_on(board, BOB), 55);
	free(preview.removed);
	EXPECT_BOARD(&made, false, "bob 1 70; ann 0 0");
}

Test(log_given, an_interval_for_all_needs_a_reason)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, 100 * MINUTE_MS);
	expect_refused(change_all(&made, (struct wish){50, 65, " "}, &error), &error,
		"the reason: the text is empty");
}

/* ---- for a team ---- */

Test(log_given, minutes_of_a_team_change_its_times_only)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, 100 * MINUTE_MS);
	solve(&made, ANN, 60, 1);
	solve(&made, BOB, 70, 2);
	cr_assert_eq(give(&made, BOB, 0, 20, &error), 0, "%s", error.text);
	for (int i = 0; i < 2; i++) {
		EXPECT_BOARD(&made, false, "bob 1 50; ann 1 60");
		cr_expect_eq(last_act(&made), AS_CONTEST_ACT_GIVE);
		as_contest_log_lock(made.log);
		const struct as_contest_clock clock =
			as_contest_log_team_clock(made.log, BOB, as_contest_log_clock(made.log));
		cr_expect_eq(as_contest_wall_ms(&clock, clock.duration_ms),
			clock.start_wall_ms + 320 * MINUTE_MS);
		cr_expect_eq(as_contest_log_open_work(made.log).last_end_wall_ms,
			clock.start_wall_ms + 320 * MINUTE_MS);
		cr_expect(as_contest_log_given(made.log, 0)->is_start);
		cr_expect_eq(as_board_first(as_contest_log_final_board(made.log), 0), BOB);
		as_contest_log_unlock(made.log);
		log_case_restart(&made);
	}
	cr_assert_eq(take_back(&made, 0, &error), 0, "%s", error.text);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_board_first(as_contest_log_final_board(made.log), 0), ANN);
	as_contest_log_unlock(made.log);
	EXPECT_BOARD(&made, false, "ann 1 60; bob 1 70");
	cr_expect_eq(last_act(&made), AS_CONTEST_ACT_GIVE_END);
	log_case_restart(&made);
	EXPECT_BOARD(&made, false, "ann 1 60; bob 1 70");
	expect_refused(take_back(&made, 0, &error), &error, "was already taken back");
}

Test(log_given, a_team_submits_longer_and_what_it_sent_counts)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, 310 * MINUTE_MS);
	solve(&made, ANN, 305, 1);
	solve(&made, BOB, 305, 2);
	EXPECT_BOARD(&made, true, "ann 0 0; bob 0 0; eve 0 0");
	cr_assert_eq(give(&made, BOB, 100, 112, &error), 0, "%s", error.text);
	EXPECT_BOARD(&made, true, "bob 1 293; ann 0 0; eve 0 0");
	const int64_t start_ms = as_contest_log_clock(made.log)->start_wall_ms;
	cr_expect_not(as_contest_log_is_over(made.log, start_ms + 311 * MINUTE_MS));
	cr_expect(as_contest_log_is_over(made.log, start_ms + 313 * MINUTE_MS));
}

/* By its own time it is before the freeze, by the contest's it is not. */
Test(log_given, what_a_team_sends_after_the_freeze_began_stays_hidden)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, 260 * MINUTE_MS);
	solve(&made, BOB, 245, 1);
	cr_assert_eq(give(&made, BOB, 0, 30, &error), 0, "%s", error.text);
	EXPECT_BOARD(&made, true, "bob 1 215; ann 0 0; eve 0 0");
	EXPECT_BOARD(&made, false, "ann 0 0; bob 0 0 +1");
	cr_expect_not(sees_judgement(&made, public, 0));
	cr_expect(sees_judgement(&made, bob, 0));
}

Test(log_given, the_preview_for_a_team_changes_nothing)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, 100 * MINUTE_MS);
	solve(&made, BOB, 70, 1);
	const struct as_removed_interval first = {
		start_of(&made), start_of(&made) + 20 * MINUTE_MS, 0};
	as_contest_log_lock(made.log);
	struct as_contest_team_time time =
		as_contest_log_team_time(made.log, BOB, &first, AS_CONTEST_NONE);
	struct as_board *board = as_contest_log_time_board(made.log,
		&(struct as_contest_other_time){NULL, BOB, time.intervals, time.count}, &error);
	as_contest_log_unlock(made.log);
	free(time.intervals);
	cr_expect_eq(penalty_on(board, BOB), 50);
	EXPECT_BOARD(&made, false, "bob 1 70; ann 0 0");
}

Test(log_given, time_that_cannot_be_given_to_a_team_is_refused)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error errors[6] = {0};
	struct as_contest_entry_given silent = {
		.team = BOB, .reason = "", .by = {AS_CONTEST_NONE, true}};

	log_case_start(&made, 320 * MINUTE_MS);
	cr_assert_eq(give(&made, BOB, 10, 20, NULL), 0);
	expect_refused(give(&made, BOB, 15, 30, &errors[0]), &errors[0], "overlaps time");
	expect_refused(give(&made, BOB, 30, 400, &errors[1]), &errors[1], "more than the contest");
	expect_refused(give(&made, BOB, 290, 330, &errors[2]), &errors[2], "in the future");
	expect_refused(give(&made, BOB, 315, 318, &errors[3]), &errors[3], "after the end");
	silent.interval = (struct as_removed_interval){
		start_of(&made) + 30 * MINUTE_MS, start_of(&made) + 40 * MINUTE_MS, 0};
	expect_refused(as_contest_log_give(made.log, &silent, &errors[4]), &errors[4],
		"the reason: the text is empty");
	as_contest_log_lock(made.log);
	struct as_contest_clock clock = *as_contest_log_clock(made.log);
	as_contest_log_unlock(made.log);
	clock.finalized_wall_ms = as_contest_log_now_ms(made.log);
	cr_assert_eq(log_case_set_clock(&made, &clock, NULL), 0);
	expect_refused(give(&made, ANN, 30, 40, &errors[5]), &errors[5], "the results are final");
}

/* As an older version appends it, or a newer one. */
Test(log_given, the_board_does_not_thaw_before_the_end_of_a_team)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, 200 * MINUTE_MS);
	as_contest_log_lock(made.log);
	struct as_contest_clock clock = *as_contest_log_clock(made.log);
	as_contest_log_unlock(made.log);
	clock.thaw_wall_ms = start_of(&made) + 310 * MINUTE_MS;
	cr_assert_eq(log_case_set_clock(&made, &clock, &error), 0, "%s", error.text);
	expect_refused(
		give(&made, BOB, 100, 120, &error), &error, "set a later scoreboard_thaw_time");
	cr_expect_eq(give(&made, BOB, 100, 105, &error), 0, "%s", error.text);
}

Test(log_given, entries_that_do_not_fit_are_skipped)
{
	static const char *const bodies[] = {"{\"type\":\"given\",\"team\":\"nobody\"}",
		"{\"type\":\"given\",\"team\":\"bob\"}",
		"{\"type\":\"given\",\"team\":\"bob\",\"given\":[5,3]}",
		"{\"type\":\"given\",\"ended\":7}"};
	AUTO_LOG_CASE made = log_case_make("");
	struct as_store_appended appended;

	log_case_expect_notes(&made);
	log_case_start(&made, 100 * MINUTE_MS);
	for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++) {
		const struct as_store_entry entry = {
			.body = {(char *)bodies[i], strlen(bodies[i])}};
		cr_assert_eq(as_store_append(made.store, as_contest_log_space(made.log), &entry, 1,
				     &appended, NULL),
			0);
	}
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_given_count(made.log), 0);
	as_contest_log_unlock(made.log);
}
