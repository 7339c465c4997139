/* SPDX-License-Identifier: MIT */
/* Verdicts that the jury decides by hand: what counts, what a worker and a rejudging change, what
 * is refused. */
#include "log_readers.h"

#include <assay/store/queue.h>
#include <pthread.h>

/* ---- helpers ---- */

static const struct as_contest_entry_ruling accepted = {.seen = AS_CONTEST_NONE,
	.verdict = AS_VERDICT_AC,
	.score_e6 = -1,
	.reason = "the\r\ntest was wrong",
	.is_shown = true,
	.by = {AS_CONTEST_NONE, true}};

static int rule(struct log_case *made, size_t submission, size_t seen, enum as_verdict verdict,
	struct as_error *error)
{
	struct as_contest_entry_ruling entry = accepted;
	size_t judgement;

	entry.submission = submission;
	entry.seen = seen;
	entry.verdict = verdict;
	return as_contest_log_rule(made->log, &entry, &judgement, error);
}

static size_t valid_of(struct log_case *made, size_t submission)
{
	as_contest_log_lock(made->log);
	const size_t valid = as_contest_log_submission(made->log, submission)->valid;
	as_contest_log_unlock(made->log);
	return valid;
}

static int withdraw(struct log_case *made, size_t submission, struct as_error *error)
{
	return as_contest_log_ruling_withdraw(made->log, valid_of(made, submission),
		(struct as_contest_decision){AS_CONTEST_NONE, true}, error);
}

static void expect_refused(int result, const struct as_error *error, const char *text)
{
	cr_expect_eq(result, -1, "%s", text);
	cr_expect_eq(error->kind, AS_ERROR_USAGE);
	cr_expect(strstr(error->text, text), "%s", error->text);
}

/* ann: WA at minute 10. */
static void play(struct log_case *made)
{
	log_case_start(made, 10 * MINUTE_MS + 30000);
	log_case_submit(made, ANN);
	log_case_judge(made, AS_VERDICT_WA);
	log_case_await(made, 1);
}

static void judge_again(struct log_case *made, enum as_verdict verdict, size_t ended)
{
	cr_assert_eq(as_contest_log_rejudge(made->log, 0,
			     &(struct as_store_order){.class = AS_STORE_CONTEST},
			     AS_CONTEST_BY_SERVER, NULL),
		0);
	log_case_judge(made, verdict);
	log_case_await(made, ended);
}

static void open_rejudging(struct log_case *made, bool overrules)
{
	size_t first = 0, rejudging;
	const struct as_contest_entry_rejudging entry = {.submissions = {&first, 1},
		.reason = "test 5 was wrong",
		.times = 1,
		.overrules = overrules,
		.filter = "problem A",
		.account = AS_CONTEST_NONE};
	struct as_error error = {0};

	cr_assert_eq(as_contest_log_rejudging_open(made->log, &entry, &rejudging, &error), 0, "%s",
		error.text);
}

static void queue(struct log_case *made)
{
	const struct as_contest_proposal proposal = {0, AS_CONTEST_NONE,
		{.package = made->contest->problems[0].package->digest,
			.class = AS_STORE_REJUDGING}};

	cr_assert_eq(as_contest_log_rejudging_queue(made->log, 0, &proposal, 1, NULL), 0);
}

static struct as_contest_rejudging_counts progress_of(struct log_case *made)
{
	as_contest_log_lock(made->log);
	const struct as_contest_rejudging_counts counts =
		as_contest_log_rejudging_progress(made->log, 0);
	as_contest_log_unlock(made->log);
	return counts;
}

/* Problems that ann has solved on a board of a preview, which it closes. */
static unsigned solved_on(struct as_board *board)
{
	cr_assert(board);
	const unsigned solved = as_board_row(board, as_board_place(board, ANN)).solved;
	as_board_close(board);
	return solved;
}

static unsigned solved_after_rejudging(struct log_case *made)
{
	as_contest_log_lock(made->log);
	struct as_board *board = as_contest_log_rejudging_board(made->log, 0, NULL);
	as_contest_log_unlock(made->log);
	return solved_on(board);
}

/* ---- what counts ---- */

Test(ruling, it_counts_on_all_boards_until_it_is_withdrawn)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	play(&made);
	cr_assert_eq(rule(&made, 0, 0, AS_VERDICT_AC, &error), 0, "%s", error.text);
	for (int i = 0; i < 2; i++) {
		EXPECT_BOARD(&made, false, "ann 1 10; bob 0 0");
		EXPECT_BOARD(&made, true, "ann 1 10; bob 0 0; eve 0 0");
		as_contest_log_lock(made.log);
		const struct as_contest_ruling *ruling = as_contest_log_ruling(made.log, 0);
		cr_assert(ruling);
		cr_expect_str_eq(ruling->reason, "the\ntest was wrong");
		cr_expect(ruling->is_shown);
		cr_expect_eq(as_contest_log_by_machine(made.log, 0), 0);
		cr_expect_eq(as_contest_log_judgement(made.log, 1)->end_event,
			as_contest_log_last_end(made.log));
		const size_t acts = as_contest_log_act_count(made.log);
		cr_expect_eq(as_contest_log_act(made.log, acts - 1)->kind, AS_CONTEST_ACT_RULING);
		cr_expect_eq(as_contest_log_act(made.log, acts - 1)->index, 1);
		as_contest_log_unlock(made.log);
		log_case_restart(&made);
	}
	cr_assert_eq(withdraw(&made, 0, &error), 0, "%s", error.text);
	for (int i = 0; i < 2; i++) {
		EXPECT_BOARD(&made, false, "ann 0 0; bob 0 0");
		cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_WA);
		cr_expect_not(sees_judgement(&made, jury, 1));
		log_case_restart(&made);
	}
}

Test(ruling, a_later_judgement_of_a_worker_counts_only_after_it_is_withdrawn)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	play(&made);
	cr_assert_eq(rule(&made, 0, 0, AS_VERDICT_AC, &error), 0, "%s", error.text);
	judge_again(&made, AS_VERDICT_TLE, 3);
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_AC);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_newest(made.log, 0), 2);
	as_contest_log_unlock(made.log);
	cr_assert_eq(withdraw(&made, 0, &error), 0, "%s", error.text);
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_TLE);
}

/* The judgement goes on, and its verdict is kept. */
Test(ruling, a_submission_that_is_being_judged_can_be_decided)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, 10 * MINUTE_MS + 30000);
	log_case_submit(&made, ANN);
	cr_assert_eq(rule(&made, 0, AS_CONTEST_NONE, AS_VERDICT_AC, &error), 0, "%s", error.text);
	EXPECT_BOARD(&made, true, "ann 1 10; bob 0 0; eve 0 0");
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_progress(made.log, 0).stage, AS_CONTEST_WAITS);
	cr_expect_eq(as_contest_log_by_machine(made.log, 0), AS_CONTEST_NONE);
	cr_expect_eq(as_contest_log_open_work(made.log).unjudged, 0);
	as_contest_log_unlock(made.log);
	log_case_judge(&made, AS_VERDICT_RTE);
	log_case_await(&made, 2);
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_AC);
	cr_assert_eq(withdraw(&made, 0, &error), 0, "%s", error.text);
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_RTE);
}

Test(ruling, without_a_judgement_a_withdrawn_one_leaves_the_submission_pending)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, 10 * MINUTE_MS + 30000);
	log_case_submit(&made, ANN);
	cr_assert_eq(rule(&made, 0, AS_CONTEST_NONE, AS_VERDICT_AC, &error), 0, "%s", error.text);
	cr_assert_eq(withdraw(&made, 0, &error), 0, "%s", error.text);
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_NONE);
	EXPECT_BOARD(&made, true, "ann 0 0 +1; bob 0 0; eve 0 0");
}

Test(ruling, the_preview_shows_the_board_with_it_and_without_it)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_contest_entry_ruling entry = accepted;

	play(&made);
	as_contest_log_lock(made.log);
	struct as_board *with = as_contest_log_ruling_board(made.log, &entry, NULL);
	as_contest_log_unlock(made.log);
	cr_expect_eq(solved_on(with), 1);
	cr_assert_eq(rule(&made, 0, 0, AS_VERDICT_AC, NULL), 0);
	entry.verdict = AS_VERDICT_NONE;
	as_contest_log_lock(made.log);
	struct as_board *without = as_contest_log_ruling_board(made.log, &entry, NULL);
	as_contest_log_unlock(made.log);
	cr_expect_eq(solved_on(without), 0);
}

static size_t balloon_count(struct log_case *made)
{
	struct as_contest_balloons balloons;

	as_contest_log_lock(made->log);
	cr_assert_eq(as_contest_log_balloons(made->log, &balloons, NULL), 0);
	const size_t count = balloons.count;
	as_contest_log_unlock(made->log);
	as_contest_balloons_clear(&balloons);
	return count;
}

static uint32_t first_of(struct log_case *made)
{
	as_contest_log_lock(made->log);
	const uint32_t first = as_board_first(as_contest_log_final_board(made->log), 0);
	as_contest_log_unlock(made->log);
	return first;
}

/* bob solves the problem after ann's wrong submission, which the jury then accepts. */
Test(ruling, balloons_and_the_first_to_solve_follow_it)
{
	AUTO_LOG_CASE made = log_case_make("");

	play(&made);
	log_case_submit(&made, BOB);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 2);
	cr_expect_eq(balloon_count(&made), 1);
	cr_expect_eq(first_of(&made), BOB);
	cr_assert_eq(rule(&made, 0, 0, AS_VERDICT_AC, NULL), 0);
	cr_expect_eq(balloon_count(&made), 2);
	cr_expect_eq(first_of(&made), ANN);
	cr_assert_eq(withdraw(&made, 0, NULL), 0);
	cr_expect_eq(balloon_count(&made), 1);
	cr_expect_eq(first_of(&made), BOB);
}

/* ---- rejudgings ---- */

Test(ruling, a_rejudging_keeps_it_and_says_so)
{
	AUTO_LOG_CASE made = log_case_make("");

	play(&made);
	cr_assert_eq(rule(&made, 0, 0, AS_VERDICT_AC, NULL), 0);
	open_rejudging(&made, false);
	queue(&made);
	log_case_judge(&made, AS_VERDICT_TLE);
	log_case_await(&made, 3);
	cr_expect_eq(progress_of(&made).ruled, 1);
	cr_expect_eq(progress_of(&made).changed, 0);
	cr_expect_eq(solved_after_rejudging(&made), 1);
	cr_assert_eq(as_contest_log_rejudging_close(made.log, 0, true, AS_CONTEST_NONE, NULL), 0);
	for (int i = 0; i < 2; i++) {
		cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_AC);
		cr_expect_eq(progress_of(&made).changed, 0);
		log_case_restart(&made);
	}
	cr_assert_eq(withdraw(&made, 0, NULL), 0);
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_TLE);
}

Test(ruling, a_rejudging_overrules_it_if_the_jury_says_so)
{
	AUTO_LOG_CASE made = log_case_make("");

	play(&made);
	cr_assert_eq(rule(&made, 0, 0, AS_VERDICT_AC, NULL), 0);
	open_rejudging(&made, true);
	queue(&made);
	log_case_judge(&made, AS_VERDICT_WA);
	log_case_await(&made, 3);
	cr_expect_eq(progress_of(&made).overruled, 1);
	cr_expect_eq(progress_of(&made).changed, 1);
	cr_expect_eq(solved_after_rejudging(&made), 0);
	cr_assert_eq(as_contest_log_rejudging_close(made.log, 0, true, AS_CONTEST_NONE, NULL), 0);
	for (int i = 0; i < 2; i++) {
		cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_WA);
		cr_expect_not(sees_judgement(&made, jury, 1));
		cr_expect_eq(progress_of(&made).changed, 1);
		cr_expect_eq(solved_after_rejudging(&made), 1);
		as_contest_log_lock(made.log);
		cr_expect_eq(as_contest_log_judgement(made.log, 2)->end_event,
			as_contest_log_last_end(made.log));
		as_contest_log_unlock(made.log);
		log_case_restart(&made);
	}
}

Test(ruling, one_that_is_made_after_a_rejudging_judged_stays)
{
	AUTO_LOG_CASE made = log_case_make("");

	play(&made);
	open_rejudging(&made, true);
	queue(&made);
	log_case_judge(&made, AS_VERDICT_TLE);
	log_case_await(&made, 2);
	cr_assert_eq(rule(&made, 0, 0, AS_VERDICT_AC, NULL), 0);
	cr_expect_eq(progress_of(&made).ruled, 1);
	cr_assert_eq(as_contest_log_rejudging_close(made.log, 0, true, AS_CONTEST_NONE, NULL), 0);
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_AC);
}

/* ---- what is refused ---- */

struct judge {
	struct log_case *made;
	enum as_verdict verdict;
	int result;
	struct as_error error;
};

static void *decide(void *context)
{
	struct judge *judge = context;

	judge->result = rule(judge->made, 0, 0, judge->verdict, &judge->error);
	return NULL;
}

Test(ruling, of_two_at_the_same_moment_the_second_is_told)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct judge judges[2] = {{.made = &made, .verdict = AS_VERDICT_AC},
		{.made = &made, .verdict = AS_VERDICT_TLE}};
	pthread_t threads[2];

	play(&made);
	for (int i = 0; i < 2; i++)
		cr_assert_eq(pthread_create(&threads[i], NULL, decide, &judges[i]), 0);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	cr_assert_neq(judges[0].result, judges[1].result);
	const struct judge *second = &judges[judges[1].result ? 1 : 0];
	expect_refused(second->result, &second->error, "submission 1 changed meanwhile: it is ");
	cr_expect_neq(verdict_of(&made, 0), second->verdict);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_judgement_count(made.log), 2);
	as_contest_log_unlock(made.log);
}

Test(ruling, it_needs_a_verdict_and_a_reason)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_contest_entry_ruling silent = accepted, scored = accepted;
	struct as_error errors[6] = {0};
	size_t judgement;

	play(&made);
	silent.seen = scored.seen = 0;
	silent.reason = " ";
	scored.score_e6 = 1;
	expect_refused(
		rule(&made, 0, 0, AS_VERDICT_NONE, &errors[0]), &errors[0], "missing verdict");
	expect_refused(rule(&made, 0, 0, AS_VERDICT_JE, &errors[1]), &errors[1], "JE means");
	expect_refused(as_contest_log_rule(made.log, &silent, &judgement, &errors[2]), &errors[2],
		"the reason: the text is empty");
	expect_refused(as_contest_log_rule(made.log, &scored, &judgement, &errors[3]), &errors[3],
		"leave the score out");
	scored.score_e6 = 0;
	expect_refused(as_contest_log_rule(made.log, &scored, &judgement, &errors[5]), &errors[5],
		"leave the score out");
	expect_refused(withdraw(&made, 0, &errors[4]), &errors[4], "no verdict by hand");
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_WA);
}

Test(ruling, final_results_are_changed_only_if_the_jury_is_sure)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_contest_entry_ruling sure = accepted;
	struct as_error errors[2] = {0};
	size_t judgement;

	log_case_start(&made, 20 * MINUTE_MS);
	log_case_submit_at(&made, ANN, as_contest_log_now_ms(made.log) - 10 * MINUTE_MS);
	log_case_judge(&made, AS_VERDICT_WA);
	log_case_await(&made, 1);
	as_contest_log_lock(made.log);
	struct as_contest_clock clock = *as_contest_log_clock(made.log);
	as_contest_log_unlock(made.log);
	clock.duration_ms = 15 * MINUTE_MS;
	clock.freeze_duration_ms = 0;
	clock.finalized_wall_ms = as_contest_log_now_ms(made.log);
	cr_assert_eq(log_case_set_clock(&made, &clock, NULL), 0);
	expect_refused(
		rule(&made, 0, 0, AS_VERDICT_AC, &errors[0]), &errors[0], "the results are final");
	sure.seen = 0;
	sure.by.unless_final = false;
	cr_assert_eq(as_contest_log_rule(made.log, &sure, &judgement, NULL), 0);
	expect_refused(withdraw(&made, 0, &errors[1]), &errors[1], "the results are final");
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_AC);
}

Test(ruling, the_points_of_a_package_without_scores_follow_from_the_verdict)
{
	AUTO_LOG_CASE made = log_case_make("--- file contest.yaml\nid: club\nduration: 5:00:00\n"
					   "scoreboard_type: score\n");

	play(&made);
	cr_assert_eq(rule(&made, 0, 0, AS_VERDICT_AC, NULL), 0);
	as_contest_log_lock(made.log);
	cr_expect_not(as_contest_log_needs_score(made.log, 0));
	cr_expect_eq(as_contest_log_judgement(made.log, 1)->score_e6,
		made.contest->problems[0].points_e6);
	as_contest_log_unlock(made.log);
}
