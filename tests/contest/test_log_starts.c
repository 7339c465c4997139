/* SPDX-License-Identifier: MIT */
/* Teams that start when they like: during the contest (time_per_team), or after it (virtual). */
#include "log_readers.h"

#include <pthread.h>

#define HOUR_MS (60 * MINUTE_MS)
/* A contest of ten hours, in which each team has two hours. */
#define WINDOWS                                                                                    \
	"--- file contest.yaml\n"                                                                  \
	"id: club\nduration: 10:00:00\ntime_per_team: 2:00:00\npractice: true\n"                   \
	"registration: {join_code: open-sesame, teams: 9}\n"                                       \
	"--- file accounts.yaml\n- {username: root, password: correct-horse, type: admin}\n"       \
	"- {username: ann, password: correct-horse, type: team, team_id: ann}\n"
#define ROOT 1
#define VIRTUAL(from, to)                                                                          \
	"--- file contest.yaml\n"                                                                  \
	"id: club\nduration: 5:00:00\n"                                                            \
	"registration: {join_code: open-sesame, teams: 9}\n"                                       \
	"virtual: {from: '" from "', to: '" to "'}\n"
#define LONG_AGO "2020-01-01T00:00:00Z"
#define LATE "2999-01-01T00:00:00Z"

static int start_or_refuse(
	struct log_case *made, size_t team, bool may_be_short, struct as_error *error)
{
	return as_contest_log_start_team(made->log,
		&(struct as_contest_entry_start){team, AS_CONTEST_NONE, may_be_short}, error);
}

static void start(struct log_case *made, size_t team)
{
	struct as_error error = {0};

	cr_assert_eq(start_or_refuse(made, team, false, &error), 0, "%s", error.text);
}

static void expect_refused(struct log_case *made, size_t team, const char *why)
{
	struct as_error error = {0};

	cr_expect_eq(start_or_refuse(made, team, false, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect(strstr(error.text, why), "%s", error.text);
}

static struct as_contest_clock clock_of(struct log_case *made, size_t team)
{
	as_contest_log_lock(made->log);
	const struct as_contest_clock clock =
		as_contest_log_team_clock(made->log, team, as_contest_log_clock(made->log));
	as_contest_log_unlock(made->log);
	return clock;
}

static bool sees_problems(struct log_case *made, struct as_contest_reader reader)
{
	as_contest_log_lock(made->log);
	const bool sees = as_contest_log_sees_problems(made->log, &reader);
	as_contest_log_unlock(made->log);
	return sees;
}

static bool sees_submission(struct log_case *made, struct as_contest_reader reader, size_t one)
{
	as_contest_log_lock(made->log);
	const bool sees = as_contest_log_sees_submission(made->log, &reader, one);
	as_contest_log_unlock(made->log);
	return sees;
}

/* "12:00 practice": the contest time of a submission in minutes. */
static void expect_time(struct log_case *made, size_t submission, int minutes, bool is_practice)
{
	as_contest_log_lock(made->log);
	const struct as_contest_submission *of = as_contest_log_submission(made->log, submission);
	cr_expect_eq(of->time_ms < 0 ? -1 : of->time_ms / MINUTE_MS, minutes);
	cr_expect_eq(of->is_practice, is_practice);
	as_contest_log_unlock(made->log);
}

/* ---- a start during the contest ---- */

Test(log_starts, the_time_of_a_team_begins_with_its_start)
{
	AUTO_LOG_CASE made = log_case_make(WINDOWS);

	log_case_start(&made, 3 * HOUR_MS);
	cr_expect_eq(clock_of(&made, ANN).start_wall_ms, AS_NEVER_MS);
	start(&made, ANN);
	const struct as_contest_clock clock = clock_of(&made, ANN);
	cr_expect_eq(clock.duration_ms, 2 * HOUR_MS);
	const size_t first = log_case_submit_at(&made, ANN, clock.start_wall_ms + 7 * MINUTE_MS);
	const size_t late = log_case_submit_at(&made, ANN, clock.start_wall_ms + 2 * HOUR_MS);
	const size_t other = log_case_submit_at(&made, BOB, clock.start_wall_ms + 7 * MINUTE_MS);
	for (int i = 0; i < 3; i++)
		log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 3);
	for (int restart = 0; restart < 2; restart++) {
		expect_time(&made, first, 7, false);
		expect_time(&made, late, 120, true);
		expect_time(&made, other, -1, false);
		EXPECT_BOARD(&made, true, "ann 1 7; bob 0 0; eve 0 0");
		log_case_restart(&made);
	}
}

static uint32_t first_of(struct log_case *made)
{
	as_contest_log_lock(made->log);
	const uint32_t first = as_board_first(as_contest_log_final_board(made->log), 0);
	as_contest_log_unlock(made->log);
	return first;
}

Test(log_starts, less_time_of_its_own_is_first_to_solve_whoever_started_earlier)
{
	AUTO_LOG_CASE made = log_case_make(WINDOWS);

	log_case_start(&made, 3 * HOUR_MS);
	start(&made, ANN);
	start(&made, BOB);
	log_case_submit_at(&made, ANN, clock_of(&made, ANN).start_wall_ms + 9 * MINUTE_MS);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	cr_expect_eq(first_of(&made), ANN);
	log_case_submit_at(&made, BOB, clock_of(&made, BOB).start_wall_ms + 7 * MINUTE_MS);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 2);
	cr_expect_eq(first_of(&made), BOB);
	log_case_restart(&made);
	cr_expect_eq(first_of(&made), BOB);
}

Test(log_starts, a_contest_in_which_teams_have_their_own_time_has_no_freeze)
{
	AUTO_LOG_CASE made = log_case_make(WINDOWS);
	struct as_error error = {0};

	log_case_start(&made, HOUR_MS);
	as_contest_log_lock(made.log);
	struct as_contest_clock clock = *as_contest_log_clock(made.log);
	as_contest_log_unlock(made.log);
	clock.freeze_duration_ms = HOUR_MS;
	cr_expect_eq(log_case_set_clock(&made, &clock, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect(
		strstr(error.text, "has time_per_team: all results are hidden"), "%s", error.text);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_clock(made.log)->freeze_duration_ms, 0);
	as_contest_log_unlock(made.log);
}

Test(log_starts, a_team_gets_what_is_left_and_is_asked_before)
{
	AUTO_LOG_CASE made = log_case_make(WINDOWS);
	struct as_error error = {0};

	log_case_start(&made, 10 * HOUR_MS - 5 * MINUTE_MS);
	expect_refused(&made, ANN, " are left, because");
	cr_expect_eq(start_or_refuse(&made, ANN, true, &error), 0, "%s", error.text);
	cr_expect_leq(clock_of(&made, ANN).duration_ms, 5 * MINUTE_MS);
	cr_expect_gt(clock_of(&made, ANN).duration_ms, 0);
	log_case_start(&made, 10 * HOUR_MS + MINUTE_MS);
	expect_refused(&made, BOB, "the contest is over");
}

static void *start_in_thread(void *context)
{
	struct as_error error = {0};

	return start_or_refuse(context, ANN, false, &error) ? NULL : context;
}

Test(log_starts, a_team_starts_once_also_from_two_windows)
{
	AUTO_LOG_CASE made = log_case_make(WINDOWS);
	pthread_t threads[4];
	size_t started = 0;

	expect_refused(&made, ANN, "only after the start of the contest");
	log_case_start(&made, HOUR_MS);
	for (size_t i = 0; i < 4; i++)
		cr_assert_eq(pthread_create(&threads[i], NULL, start_in_thread, &made), 0);
	for (size_t i = 0; i < 4; i++) {
		void *result;
		pthread_join(threads[i], &result);
		started += result != NULL;
	}
	cr_expect_eq(started, 1);
	expect_refused(&made, ANN, "started already");
	const int64_t start_ms = clock_of(&made, ANN).start_wall_ms;
	log_case_restart(&made);
	cr_expect_eq(clock_of(&made, ANN).start_wall_ms, start_ms);
	expect_refused(&made, ANN, "started already");
}

Test(log_starts, a_pause_stops_the_time_of_each_team)
{
	AUTO_LOG_CASE made = log_case_make(WINDOWS);
	struct as_error error = {0};

	log_case_start(&made, HOUR_MS);
	start(&made, ANN);
	struct as_contest_clock clock = clock_of(&made, ANN);
	const int64_t start_ms = clock.start_wall_ms;
	const struct as_removed_interval pause = {
		start_ms + 10 * MINUTE_MS, start_ms + 25 * MINUTE_MS, 0};
	as_contest_log_lock(made.log);
	clock = *as_contest_log_clock(made.log);
	as_contest_log_unlock(made.log);
	clock.removed = &pause;
	clock.removed_count = 1;
	cr_assert_eq(log_case_set_clock(&made, &clock, &error), 0, "%s", error.text);
	expect_time(&made, log_case_submit_at(&made, ANN, start_ms + 30 * MINUTE_MS), 15, false);
}

Test(log_starts, the_jury_takes_a_start_back_by_name)
{
	AUTO_LOG_CASE made = log_case_make(WINDOWS);
	struct as_error error = {0};
	const struct as_contest_decision root = {ROOT, true};

	log_case_start(&made, HOUR_MS);
	cr_expect_eq(as_contest_log_reset_start(made.log, ANN, root, &error), -1);
	cr_expect_str_eq(error.text, "the team has not started");
	start(&made, ANN);
	const size_t submission = log_case_submit(&made, ANN);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	EXPECT_BOARD(&made, true, "ann 1 0; bob 0 0; eve 0 0");
	error = (struct as_error){0};
	cr_expect_eq(as_contest_log_reset_start(made.log, ANN, root, &error), 0, "%s", error.text);
	expect_time(&made, submission, -1, false);
	EXPECT_BOARD(&made, true, "ann 0 0; bob 0 0; eve 0 0");
	cr_expect_not(sees_problems(&made, ann));
	as_contest_log_lock(made.log);
	const struct as_contest_act *act =
		as_contest_log_act(made.log, as_contest_log_act_count(made.log) - 1);
	cr_expect_eq(act->kind, AS_CONTEST_ACT_RESET_START);
	cr_expect_eq(act->account, ROOT);
	cr_expect_eq(act->index, ANN);
	as_contest_log_unlock(made.log);
	start(&made, ANN);
	EXPECT_BOARD(&made, true, "ann 0 0; bob 0 0; eve 0 0");
	log_case_restart(&made);
	expect_time(&made, submission, -1, false);
}

static void end_now(struct log_case *made)
{
	struct as_error error = {0};

	as_contest_log_lock(made->log);
	struct as_contest_clock clock = *as_contest_log_clock(made->log);
	as_contest_log_unlock(made->log);
	clock.duration_ms = as_contest_log_now_ms(made->log) - clock.start_wall_ms;
	cr_assert_eq(log_case_set_clock(made, &clock, &error), 0, "%s", error.text);
}

/* Until the contest ends, a team sees its own submissions, and nobody sees those of others. */
Test(log_starts, results_are_hidden_until_the_last_team_has_ended)
{
	AUTO_LOG_CASE made = log_case_make(WINDOWS);

	log_case_start(&made, HOUR_MS);
	start(&made, ANN);
	const size_t submission = log_case_submit(&made, ANN);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	cr_expect(sees_problems(&made, ann) && sees_problems(&made, jury));
	cr_expect_not(sees_problems(&made, bob) || sees_problems(&made, public));
	cr_expect(sees_submission(&made, ann, submission));
	cr_expect(sees_judgement(&made, ann, 0) && sees_judgement(&made, jury, 0));
	cr_expect_not(sees_submission(&made, bob, submission));
	cr_expect_not(sees_submission(&made, public, submission));
	cr_expect_not(sees_judgement(&made, bob, 0) || sees_judgement(&made, public, 0));
	EXPECT_BOARD(&made, false, "ann 0 0; bob 0 0");
	log_case_restart(&made);
	EXPECT_BOARD(&made, false, "ann 0 0; bob 0 0");
	end_now(&made);
	cr_expect(sees_problems(&made, bob) && sees_problems(&made, public));
	cr_expect(sees_submission(&made, bob, submission) && sees_judgement(&made, public, 0));
}

/* A message about a problem, or one that quotes a question, could tell what the problem is. */
Test(log_starts, a_message_about_a_problem_waits_for_the_start_of_a_team)
{
	AUTO_LOG_CASE made = log_case_make(WINDOWS);
	const struct as_contest_entry_clarification entries[] = {
		{.from_team = AS_CONTEST_NONE,
			.reply_to = AS_CONTEST_NONE,
			.text = "Lunch",
			.problem = AS_CONTEST_NONE,
			.account = ROOT},
		{.from_team = AS_CONTEST_NONE,
			.reply_to = AS_CONTEST_NONE,
			.text = "n is small",
			.problem = 0,
			.account = ROOT},
		{.from_team = ANN,
			.reply_to = AS_CONTEST_NONE,
			.text = "Are edges directed?",
			.problem = AS_CONTEST_NONE,
			.account = AS_CONTEST_NONE},
		{.from_team = AS_CONTEST_NONE,
			.reply_to = 2,
			.text = "Yes",
			.problem = AS_CONTEST_NONE,
			.account = ROOT},
	};
	static const bool anns[] = {true, true, true, true}, bobs[] = {true, false, false, false};
	struct as_error error = {0};
	size_t index;

	log_case_start(&made, HOUR_MS);
	start(&made, ANN);
	for (size_t i = 0; i < 4; i++)
		cr_assert_eq(as_contest_log_clarify(made.log, &entries[i], &index, &error), 0, "%s",
			error.text);
	as_contest_log_lock(made.log);
	for (size_t i = 0; i < 4; i++) {
		cr_expect_eq(as_contest_log_sees_clarification(made.log, &ann, i), anns[i]);
		cr_expect_eq(as_contest_log_sees_clarification(made.log, &bob, i), bobs[i]);
		cr_expect_eq(as_contest_log_sees_clarification(made.log, &public, i), bobs[i]);
	}
	as_contest_log_unlock(made.log);
}

/* ---- a start after the contest ---- */

Test(log_starts, a_virtual_team_is_never_in_the_results)
{
	AUTO_LOG_CASE made = log_case_make(VIRTUAL(LONG_AGO, LATE));
	const struct as_contest_entry_team entry = {.name = "zoe",
		.username = "zoe",
		.password_hash = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2g"};
	struct as_error error = {0};
	size_t zoe;

	log_case_start(&made, HOUR_MS);
	log_case_submit(&made, ANN);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	expect_refused(&made, BOB, "the contest is not over");
	log_case_start(&made, 6 * HOUR_MS);
	cr_assert_eq(as_contest_log_register(made.log, &entry, &zoe, &error), 0, "%s", error.text);
	EXPECT_BOARD(&made, true, "ann 0 0; bob 0 0; eve 0 0");
	start(&made, zoe);
	start(&made, BOB);
	const size_t submission = log_case_submit(&made, BOB);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 2);
	for (int restart = 0; restart < 2; restart++) {
		expect_time(&made, submission, 0, true);
		EXPECT_BOARD(&made, true, "ann 0 0; eve 0 0");
		cr_expect(sees_submission(&made, bob, submission));
		cr_expect_not(sees_submission(&made, ann, submission));
		cr_expect_eq(clock_of(&made, zoe).duration_ms, 5 * HOUR_MS);
		log_case_restart(&made);
	}
	/* A contest that continues does not take it into the results either. */
	log_case_start(&made, HOUR_MS);
	expect_time(&made, submission, 0, true);
}

Test(log_starts, a_virtual_start_has_its_conditions)
{
	AUTO_LOG_CASE made = log_case_make(VIRTUAL(LONG_AGO, LATE));
	struct as_error error = {0};

	log_case_start(&made, 4 * HOUR_MS);
	log_case_submit(&made, ANN);
	log_case_start(&made, 6 * HOUR_MS);
	/* The clock was set anew, so that the submission is still in the contest. */
	as_contest_log_lock(made.log);
	struct as_contest_clock clock = *as_contest_log_clock(made.log);
	as_contest_log_unlock(made.log);
	clock.duration_ms = 6 * HOUR_MS - 1;
	cr_assert_eq(log_case_set_clock(&made, &clock, &error), 0, "%s", error.text);
	clock.freeze_duration_ms = HOUR_MS;
	clock.duration_ms = 5 * HOUR_MS;
	clock.start_wall_ms -= HOUR_MS;
	expect_refused(&made, ANN, "took part in the contest");
	log_case_change(&made, VIRTUAL(LONG_AGO, "2020-01-02T00:00:00Z"));
	expect_refused(&made, BOB, "is over");
	log_case_change(&made, VIRTUAL("2998-01-01T00:00:00Z", LATE));
	expect_refused(&made, BOB, "cannot start yet");
	cr_assert_eq(log_case_set_clock(&made, &clock, &error), 0, "%s", error.text);
	expect_refused(&made, BOB, "not public yet");
	log_case_change(&made, "--- file contest.yaml\nid: club\nduration: 5:00:00\n");
	expect_refused(&made, BOB, "all teams start together");
}

static void expect_late(struct log_case *made, int64_t minutes, size_t count, const char *text)
{
	as_contest_log_lock(made->log);
	const int64_t wall_ms =
		as_contest_log_clock(made->log)->start_wall_ms + minutes * MINUTE_MS;
	const struct as_contest_late late = as_contest_log_late(made->log, wall_ms);
	AS_AUTO_FREE char *said = as_contest_log_late_text(made->log, wall_ms);
	as_contest_log_unlock(made->log);
	cr_expect_eq(late.count, count);
	cr_assert(said);
	cr_expect(*text ? strncmp(said, text, strlen(text)) == 0 : !*said, "%s", said);
}

Test(log_starts, a_refusal_names_the_teams_that_still_have_time)
{
	AUTO_LOG_CASE made = log_case_make(WINDOWS);
	struct as_error error = {0};

	log_case_start(&made, 60 * MINUTE_MS);
	expect_late(&made, 61, 0, "");
	start(&made, ANN);
	start(&made, BOB);
	expect_late(&made, 61, 2, "teams that still have time: ann, bob; the last ends at 2");
	start(&made, EVE);
	expect_late(&made, 300, 0, "");
	as_contest_log_lock(made.log);
	const struct as_contest_late late = as_contest_log_late(made.log, 0);
	as_contest_log_unlock(made.log);
	const struct as_contest_clock eve = clock_of(&made, EVE);
	cr_expect_eq(late.end_wall_ms, as_contest_wall_ms(&eve, eve.duration_ms));
	cr_expect_eq(
		as_contest_log_set_editorials(made.log, AS_CONTEST_EDITORIALS_OPEN, ROOT, &error),
		-1);
	cr_expect(strstr(error.text, "for all teams; teams that still have time: ann, bob, eve; "),
		"%s", error.text);
}
