/* SPDX-License-Identifier: MIT */
/* Rejudgings: what is proposed, what counts after they are applied, and what is refused. */
#include "log_readers.h"

#include <assay/store/queue.h>

/* ---- helpers ---- */

/* Opens a rejudging of the first `count` submissions. */
static int open_first(
	struct log_case *made, size_t count, size_t *rejudging, struct as_error *error)
{
	size_t items[8];
	const struct as_contest_entry_rejudging entry = {.submissions = {items, count},
		.reason = "test 5 was wrong",
		.times = 1,
		.filter = "problem A",
		.account = AS_CONTEST_NONE};

	for (size_t i = 0; i < count; i++)
		items[i] = i;
	return as_contest_log_rejudging_open(made->log, &entry, rejudging, error);
}

static void open_rejudging(struct log_case *made, size_t count, size_t expected)
{
	struct as_error error = {0};
	size_t rejudging;

	cr_assert_eq(open_first(made, count, &rejudging, &error), 0, "%s", error.text);
	cr_assert_eq(rejudging, expected);
}

static void queue(struct log_case *made, size_t rejudging, size_t submission, size_t replaces)
{
	const struct as_contest_proposal proposal = {submission, replaces,
		{.package = made->contest->problems[0].package->digest,
			.class = AS_STORE_REJUDGING}};
	struct as_error error = {0};

	cr_assert_eq(as_contest_log_rejudging_queue(made->log, rejudging, &proposal, 1, &error), 0,
		"%s", error.text);
}

static void queue_first(struct log_case *made, size_t rejudging, size_t count)
{
	for (size_t i = 0; i < count; i++)
		queue(made, rejudging, i, AS_CONTEST_NONE);
}

static int close_it(
	struct log_case *made, size_t rejudging, bool is_applied, struct as_error *error)
{
	return as_contest_log_rejudging_close(
		made->log, rejudging, is_applied, AS_CONTEST_NONE, error);
}

static void expect_refused(int result, const struct as_error *error, const char *text)
{
	cr_expect_eq(result, -1, "%s", text);
	cr_expect_eq(error->kind, AS_ERROR_USAGE);
	cr_expect(strstr(error->text, text), "%s", error->text);
}

static void judge_again(
	struct log_case *made, size_t submission, enum as_verdict verdict, size_t ended)
{
	struct as_error error = {0};

	cr_assert_eq(as_contest_log_rejudge(made->log, submission,
			     &(struct as_store_order){.class = AS_STORE_CONTEST},
			     AS_CONTEST_BY_SERVER, &error),
		0, "%s", error.text);
	log_case_judge(made, verdict);
	log_case_await(made, ended);
}

/* "queued begun ended changed errors newer". */
static char *progress_of(struct log_case *made, size_t rejudging)
{
	as_contest_log_lock(made->log);
	const struct as_contest_rejudging_counts counts =
		as_contest_log_rejudging_progress(made->log, rejudging);
	as_contest_log_unlock(made->log);
	return as_text_format(NULL, "%zu %zu %zu %zu %zu %zu", counts.queued, counts.begun,
		counts.ended, counts.changed, counts.errors, counts.newer);
}

#define EXPECT_PROGRESS(made, rejudging, expected)                                                 \
	do {                                                                                       \
		AS_AUTO_FREE char *shown_ = progress_of(made, rejudging);                          \
		cr_expect_str_eq(shown_, expected);                                                \
	} while (0)

/* The verdicts of the first item of a rejudging in the matrix. */
static void expect_item(
	struct log_case *made, size_t rejudging, enum as_verdict was, enum as_verdict is)
{
	as_contest_log_lock(made->log);
	const struct as_contest_verdicts verdicts = as_contest_log_item_verdicts(
		made->log, &as_contest_log_rejudging(made->log, rejudging)->items[0]);
	as_contest_log_unlock(made->log);
	cr_expect_eq(verdicts.was, was);
	cr_expect_eq(verdicts.is, is);
}

/* The number of problems that a team has solved on the board that the rejudging would make. */
static unsigned proposed_solved(struct log_case *made, size_t rejudging, uint32_t team)
{
	as_contest_log_lock(made->log);
	struct as_board *board = as_contest_log_rejudging_board(made->log, rejudging, NULL);
	cr_assert(board);
	const struct as_board_row row = as_board_row(board, as_board_place(board, team));
	as_contest_log_unlock(made->log);
	as_board_close(board);
	return row.solved;
}

/* ann: WA at minute 10, bob: AC at minute 10. */
static void play(struct log_case *made)
{
	log_case_start(made, 10 * MINUTE_MS + 30000);
	log_case_submit(made, ANN);
	log_case_judge(made, AS_VERDICT_WA);
	log_case_submit(made, BOB);
	log_case_judge(made, AS_VERDICT_AC);
	log_case_await(made, 2);
}

/* The rejudging 0 of both: ann's becomes AC, bob's stays. */
static void propose(struct log_case *made)
{
	open_rejudging(made, 2, 0);
	queue_first(made, 0, 2);
	log_case_judge(made, AS_VERDICT_AC);
	log_case_judge(made, AS_VERDICT_AC);
	log_case_await(made, 4);
}

/* ---- tests ---- */

Test(rejudging, a_proposed_judgement_is_seen_by_the_jury_only_and_counts_nowhere)
{
	AUTO_LOG_CASE made = log_case_make("");

	play(&made);
	propose(&made);
	for (int i = 0; i < 2; i++) {
		EXPECT_PROGRESS(&made, 0, "2 2 2 1 0 0");
		EXPECT_BOARD(&made, true, "bob 1 10; ann 0 0; eve 0 0");
		cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_WA);
		cr_expect(sees_judgement(&made, jury, 2));
		cr_expect_not(sees_judgement(&made, ann, 2));
		cr_expect_not(sees_judgement(&made, public, 2));
		cr_expect_eq(proposed_solved(&made, 0, ANN), 1);
		as_contest_log_lock(made.log);
		cr_expect_eq(as_contest_log_progress(made.log, 0).judgement, 0);
		cr_expect_eq(as_contest_log_open_work(made.log).rejudgings, 1);
		as_contest_log_unlock(made.log);
		log_case_restart(&made);
	}
}

Test(rejudging, all_its_judgements_count_from_one_event_on)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	play(&made);
	propose(&made);
	as_contest_log_lock(made.log);
	const int64_t last_end = as_contest_log_last_end(made.log);
	as_contest_log_unlock(made.log);
	cr_assert_eq(close_it(&made, 0, true, &error), 0, "%s", error.text);
	for (int i = 0; i < 2; i++) {
		EXPECT_BOARD(&made, false, "ann 1 10; bob 1 10");
		cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_AC);
		cr_expect(sees_judgement(&made, ann, 2));
		as_contest_log_lock(made.log);
		const struct as_contest_rejudging *closed = as_contest_log_rejudging(made.log, 0);
		cr_expect_eq(closed->state, AS_CONTEST_REJUDGING_APPLIED);
		cr_expect_str_eq(closed->reason, "test 5 was wrong");
		cr_expect_eq(as_contest_log_submission(made.log, 1)->valid, 3);
		/* Only a verdict that changed is new for its team. */
		cr_expect_eq(as_contest_log_judgement(made.log, 2)->end_event,
			as_contest_log_last_end(made.log));
		cr_expect_gt(as_contest_log_last_end(made.log), last_end);
		cr_expect_leq(as_contest_log_judgement(made.log, 3)->end_event, last_end);
		const size_t acts = as_contest_log_act_count(made.log);
		cr_expect_eq(as_contest_log_act(made.log, acts - 2)->kind,
			AS_CONTEST_ACT_REJUDGING_OPEN);
		cr_expect_eq(as_contest_log_act(made.log, acts - 1)->kind,
			AS_CONTEST_ACT_REJUDGING_APPLY);
		as_contest_log_unlock(made.log);
		/* Its changes can still be read. */
		EXPECT_PROGRESS(&made, 0, "2 2 2 1 0 0");
		cr_expect_eq(proposed_solved(&made, 0, ANN), 0);
		log_case_restart(&made);
	}
}

Test(rejudging, a_cancelled_one_changes_nothing_also_if_a_job_ends_later)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	play(&made);
	open_rejudging(&made, 2, 0);
	queue_first(&made, 0, 2);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 3);
	cr_assert_eq(close_it(&made, 0, false, &error), 0, "%s", error.text);
	log_case_judge(&made, AS_VERDICT_WA);
	log_case_await(&made, 4);
	EXPECT_BOARD(&made, true, "bob 1 10; ann 0 0; eve 0 0");
	for (size_t i = 2; i < 4; i++)
		cr_expect_not(sees_judgement(&made, jury, i));
	/* Its submissions are free. */
	open_rejudging(&made, 2, 1);
	EXPECT_PROGRESS(&made, 1, "0 0 0 0 0 0");
}

/* A newer program can know more states. */
Test(rejudging, an_unknown_state_changes_nothing)
{
	AUTO_LOG_CASE made = log_case_make("");
	char body[] = "{\"type\":\"rejudging\",\"rejudging\":1,\"state\":\"paused\"}";
	const struct as_store_entry entry = {.body = {body, strlen(body)}};
	struct as_store_appended appended;
	struct as_error error = {0};

	log_case_expect_notes(&made);
	play(&made);
	propose(&made);
	cr_assert_eq(as_store_append(made.store, as_contest_log_space(made.log), &entry, 1,
			     &appended, &error),
		0, "%s", error.text);
	log_case_restart(&made);
	EXPECT_PROGRESS(&made, 0, "2 2 2 1 0 0");
	cr_assert_eq(close_it(&made, 0, true, &error), 0, "%s", error.text);
	EXPECT_BOARD(&made, true, "ann 1 10; bob 1 10; eve 0 0");
}

Test(rejudging, another_open_one_with_the_same_submission_is_named)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};
	size_t rejudging;

	play(&made);
	open_rejudging(&made, 1, 0);
	expect_refused(open_first(&made, 2, &rejudging, &error), &error,
		"submission 1 is in rejudging 1, which is open; apply or cancel rejudging 1");
}

Test(rejudging, one_without_verdicts_or_submissions_or_a_reason_is_refused)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error errors[3] = {0};
	size_t rejudging, first = 0;
	const struct as_contest_entry_rejudging entry = {
		.submissions = {&first, 1}, .reason = " ", .account = AS_CONTEST_NONE};

	log_case_start(&made, MINUTE_MS);
	log_case_submit(&made, ANN);
	expect_refused(open_first(&made, 1, &rejudging, &errors[0]), &errors[0],
		"submission 1 is not judged yet");
	expect_refused(open_first(&made, 0, &rejudging, &errors[1]), &errors[1],
		"no submission is selected");
	expect_refused(as_contest_log_rejudging_open(made.log, &entry, &rejudging, &errors[2]),
		&errors[2], "the reason: the text is empty");
}

Test(rejudging, it_is_applied_once_and_only_if_nothing_waits)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error errors[3] = {0};

	play(&made);
	open_rejudging(&made, 2, 0);
	queue(&made, 0, 0, AS_CONTEST_NONE);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 3);
	expect_refused(close_it(&made, 0, true, &errors[0]), &errors[0],
		"1 of the 2 submissions of rejudging 1 are not judged yet");
	queue(&made, 0, 1, AS_CONTEST_NONE);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 4);
	cr_assert_eq(close_it(&made, 0, true, NULL), 0);
	expect_refused(close_it(&made, 0, true, &errors[1]), &errors[1], "is already applied");
	expect_refused(close_it(&made, 0, false, &errors[2]), &errors[2], "is already applied");
}

Test(rejudging, final_results_are_not_changed)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error errors[2] = {0};
	size_t rejudging;

	play(&made);
	propose(&made);
	as_contest_log_lock(made.log);
	struct as_contest_clock clock = *as_contest_log_clock(made.log);
	as_contest_log_unlock(made.log);
	clock.duration_ms = 11 * MINUTE_MS;
	clock.start_wall_ms -= 10 * MINUTE_MS;
	clock.finalized_wall_ms = as_contest_log_now_ms(made.log);
	cr_assert_eq(log_case_set_clock(&made, &clock, NULL), 0);
	expect_refused(close_it(&made, 0, true, &errors[0]), &errors[0], "the results are final");
	cr_expect_eq(close_it(&made, 0, false, NULL), 0);
	expect_refused(
		open_first(&made, 1, &rejudging, &errors[1]), &errors[1], "the results are final");
}

Test(rejudging, a_newer_judgement_by_hand_goes_on_to_count)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	play(&made);
	propose(&made);
	judge_again(&made, 0, AS_VERDICT_TLE, 5);
	EXPECT_PROGRESS(&made, 0, "2 2 2 0 0 1");
	cr_expect_eq(proposed_solved(&made, 0, ANN), 0);
	expect_item(&made, 0, AS_VERDICT_WA, AS_VERDICT_AC);
	cr_assert_eq(close_it(&made, 0, true, &error), 0, "%s", error.text);
	expect_item(&made, 0, AS_VERDICT_WA, AS_VERDICT_AC);
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_TLE);
	EXPECT_BOARD(&made, true, "bob 1 10; ann 0 0; eve 0 0");
}

Test(rejudging, a_newer_judgement_by_hand_that_ends_after_it_was_applied_counts_then)
{
	AUTO_LOG_CASE made = log_case_make("");

	play(&made);
	propose(&made);
	cr_assert_eq(as_contest_log_rejudge(made.log, 0,
			     &(struct as_store_order){.class = AS_STORE_CONTEST},
			     AS_CONTEST_BY_SERVER, NULL),
		0);
	cr_assert_eq(close_it(&made, 0, true, NULL), 0);
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_AC);
	log_case_judge(&made, AS_VERDICT_TLE);
	log_case_await(&made, 5);
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_TLE);
}

/* A kill between the opening and the queueing; two servers that go on at the same time. */
Test(rejudging, what_is_missing_is_queued_once)
{
	AUTO_LOG_CASE made = log_case_make("");

	play(&made);
	open_rejudging(&made, 2, 0);
	queue(&made, 0, 0, AS_CONTEST_NONE);
	log_case_restart(&made);
	EXPECT_PROGRESS(&made, 0, "1 0 0 0 0 0");
	queue_first(&made, 0, 2);
	queue_first(&made, 0, 2);
	EXPECT_PROGRESS(&made, 0, "2 0 0 0 0 0");
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_judgement_count(made.log), 4);
	as_contest_log_unlock(made.log);
	cr_assert_eq(close_it(&made, 0, false, NULL), 0);
	queue_first(&made, 0, 2);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_judgement_count(made.log), 4);
	as_contest_log_unlock(made.log);
}

/* As the server does if a new version of the package was taken into use. */
Test(rejudging, a_judgement_is_replaced_and_the_old_one_never_counts)
{
	AUTO_LOG_CASE made = log_case_make("");

	play(&made);
	open_rejudging(&made, 1, 0);
	queue(&made, 0, 0, AS_CONTEST_NONE);
	queue(&made, 0, 0, 2);
	log_case_judge(&made, AS_VERDICT_TLE);
	log_case_await(&made, 3);
	EXPECT_PROGRESS(&made, 0, "1 0 0 0 0 0");
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 4);
	EXPECT_PROGRESS(&made, 0, "1 1 1 1 0 0");
	cr_assert_eq(close_it(&made, 0, true, NULL), 0);
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_AC);
	cr_expect_not(sees_judgement(&made, jury, 2));
}

static size_t flickers_of(struct log_case *made, size_t rejudging)
{
	as_contest_log_lock(made->log);
	const size_t count = as_contest_log_rejudging_progress(made->log, rejudging).flickers;
	as_contest_log_unlock(made->log);
	return count;
}

/* Three judgements of submission 1. */
Test(rejudging, a_submission_that_is_judged_several_times_may_flicker)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};
	size_t rejudging, first = 0;
	const struct as_contest_entry_rejudging entry = {.submissions = {&first, 1},
		.reason = "does it flicker?",
		.times = 3,
		.account = AS_CONTEST_NONE};

	play(&made);
	cr_assert_eq(as_contest_log_rejudging_open(made.log, &entry, &rejudging, &error), 0, "%s",
		error.text);
	for (size_t i = 0; i < 3; i++) {
		expect_refused(close_it(&made, 0, true, &error), &error, "are not judged yet");
		error = (struct as_error){0};
		queue(&made, 0, 0, i == 0 ? AS_CONTEST_NONE : i + 1);
		log_case_judge(&made, i == 1 ? AS_VERDICT_TLE : AS_VERDICT_AC);
		log_case_await(&made, 3 + i);
		cr_expect_eq(flickers_of(&made, 0), i > 0);
	}
	log_case_restart(&made);
	cr_expect_eq(flickers_of(&made, 0), 1);
	EXPECT_PROGRESS(&made, 0, "1 1 1 1 0 0");
	cr_assert_eq(close_it(&made, 0, true, NULL), 0);
	cr_expect_eq(verdict_of(&made, 0), AS_VERDICT_AC);
	for (size_t i = 2; i < 4; i++)
		cr_expect_not(sees_judgement(&made, jury, i));
}

Test(rejudging, a_package_that_is_not_in_use_is_not_queued)
{
	AUTO_LOG_CASE made = log_case_make("");
	char other[AS_DIGEST_HEX_SIZE];

	play(&made);
	memset(other, 'a', sizeof(other) - 1);
	other[sizeof(other) - 1] = '\0';
	open_rejudging(&made, 1, 0);
	cr_assert_eq(as_contest_log_set_package(made.log, 0, other, AS_CONTEST_BY_SERVER, NULL), 0);
	queue(&made, 0, 0, AS_CONTEST_NONE);
	EXPECT_PROGRESS(&made, 0, "0 0 0 0 0 0");
}

static struct as_contest_filter filter_with(size_t team, const char *verdict)
{
	struct as_contest_filter filter = AS_CONTEST_FILTER_ALL;

	filter.team = team;
	filter.verdict = verdict;
	return filter;
}

static size_t count_selected(struct log_case *made, struct as_contest_filter filter)
{
	struct as_contest_indexes taken;

	as_contest_log_lock(made->log);
	cr_assert_eq(as_contest_log_select(made->log, &filter, &taken, NULL), 0);
	as_contest_log_unlock(made->log);
	free(taken.items);
	return taken.count;
}

Test(rejudging, a_filter_selects_judged_submissions)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_contest_filter filter = AS_CONTEST_FILTER_ALL;

	play(&made);
	log_case_submit(&made, EVE);
	cr_expect_eq(count_selected(&made, filter), 2);
	cr_expect_eq(count_selected(&made, filter_with(ANN, NULL)), 1);
	cr_expect_eq(count_selected(&made, filter_with(AS_CONTEST_NONE, "AC")), 1);
	cr_expect_eq(count_selected(&made, filter_with(ANN, "AC")), 0);
	filter.from_ms = 10 * MINUTE_MS;
	cr_expect_eq(count_selected(&made, filter), 2);
	filter.to_ms = 10 * MINUTE_MS;
	cr_expect_eq(count_selected(&made, filter), 0);
	filter.language = "c";
	filter.problem = 0;
	filter.team = BOB;
	filter.verdict = "WA";
	filter.is_earlier = true;
	as_contest_log_lock(made.log);
	AS_AUTO_FREE char *text = as_contest_filter_text(made.log, &filter, NULL);
	as_contest_log_unlock(made.log);
	cr_expect_str_eq(text, "problem A, team bob, language c, verdict WA, from 0:10:00, before "
			       "0:10:00, judged with an earlier version of the package");
}
