/* SPDX-License-Identifier: MIT */
/* The state of a contest, computed from the events of a store. */
#include "log_case.h"

#include <assay/store/upkeep.h>

#define MINUTE_MS INT64_C(60000)

enum { ANN, BOB, EVE };

static enum as_verdict verdict_of(struct log_case *made, size_t submission)
{
	as_contest_log_lock(made->log);
	const size_t valid = as_contest_log_submission(made->log, submission)->valid;
	const enum as_verdict verdict =
		valid == AS_CONTEST_NONE ? AS_VERDICT_NONE
					 : as_contest_log_judgement(made->log, valid)->verdict;
	as_contest_log_unlock(made->log);
	return verdict;
}

static bool sees_judgement(struct log_case *made, struct as_contest_reader reader, size_t judgement)
{
	as_contest_log_lock(made->log);
	const bool sees = as_contest_log_sees_judgement(made->log, &reader, judgement);
	as_contest_log_unlock(made->log);
	return sees;
}

static const struct as_contest_reader public = {.scope = AS_CONTEST_SEES_PUBLIC};
static const struct as_contest_reader jury = {.scope = AS_CONTEST_SEES_ALL};
static const struct as_contest_reader ann = {AS_CONTEST_SEES_TEAM, ANN};
static const struct as_contest_reader bob = {AS_CONTEST_SEES_TEAM, BOB};

/* ---- a contest ---- */

Test(log, judgements_make_the_board_and_survive_a_restart)
{
	AUTO_LOG_CASE made = log_case_make("");

	log_case_start(&made, 10 * MINUTE_MS + 30000);
	log_case_submit(&made, BOB);
	log_case_submit(&made, ANN);
	EXPECT_BOARD(&made, false, "ann 0 0 +1; bob 0 0 +1");
	log_case_judge(&made, AS_VERDICT_WA);
	log_case_await(&made, 1);
	log_case_submit(&made, BOB);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 3);
	EXPECT_BOARD(&made, false, "ann 1 10; bob 1 30");
	log_case_restart(&made);
	EXPECT_BOARD(&made, false, "ann 1 10; bob 1 30");
	EXPECT_BOARD(&made, true, "ann 1 10; bob 1 30; eve 0 0");
}

Test(log, a_run_has_an_index_and_a_time)
{
	AUTO_LOG_CASE made = log_case_make("");

	log_case_start(&made, MINUTE_MS);
	log_case_submit(&made, ANN);
	log_case_judge(&made, AS_VERDICT_TLE);
	log_case_await(&made, 1);
	as_contest_log_lock(made.log);
	const struct as_contest_judgement *judgement = as_contest_log_judgement(made.log, 0);
	cr_assert_eq(judgement->run_count, 1);
	cr_expect_eq(judgement->runs[0].test, 0);
	cr_expect_eq(judgement->runs[0].verdict, AS_VERDICT_TLE);
	cr_expect_eq(judgement->runs[0].time_ns, 7000000);
	cr_expect_eq(judgement->max_run_time_ns, 7000000);
	cr_expect_leq(judgement->begin_wall_ms, judgement->end_wall_ms);
	as_contest_log_unlock(made.log);
}

/* The server died after a worker had completed the job, and before it recorded the judgement. */
/* Waits for a stage of the newest judgement of a submission. */
static struct as_contest_progress await_progress(
	struct log_case *made, size_t submission, enum as_contest_stage stage, size_t done)
{
	struct as_contest_progress progress = {0};

	for (int i = 0; i < 1000; i++) {
		as_contest_log_lock(made->log);
		progress = as_contest_log_progress(made->log, submission);
		as_contest_log_unlock(made->log);
		if (progress.stage == stage && progress.done >= done)
			return progress;
		usleep(10000);
	}
	cr_assert_fail("stage %d with %zu runs", progress.stage, progress.done);
	return progress;
}

/* The job of the newest judgement. */
static int64_t job_of(struct log_case *made, size_t submission)
{
	as_contest_log_lock(made->log);
	const struct as_contest_submission *of = as_contest_log_submission(made->log, submission);
	const int64_t job =
		as_contest_log_judgement(made->log, of->judgements[of->judgement_count - 1])->job;
	as_contest_log_unlock(made->log);
	return job;
}

Test(log, reports_survive_a_restart_and_the_result_corrects_them)
{
	AUTO_LOG_CASE made = log_case_make("");

	log_case_start(&made, 1000000);
	const size_t submission = log_case_submit(&made, ANN);
	const int64_t job = job_of(&made, submission);
	cr_expect_eq(await_progress(&made, submission, AS_CONTEST_WAITS, 0).total, 1);
	as_contest_log_report_begin(made.log, job);
	as_contest_log_report_begin(made.log, job + 1000);
	await_progress(&made, submission, AS_CONTEST_RUNS, 0);
	as_contest_log_report_run(made.log, job, 1, AS_VERDICT_AC, 1);
	as_contest_log_report_run(made.log, job, 0, AS_VERDICT_AC, 2000000);
	await_progress(&made, submission, AS_CONTEST_RUNS, 2);
	log_case_restart(&made);
	const struct as_contest_progress progress =
		await_progress(&made, submission, AS_CONTEST_RUNS, 2);
	as_contest_log_lock(made.log);
	const struct as_contest_judgement judgement =
		*as_contest_log_judgement(made.log, progress.judgement);
	cr_assert_eq(judgement.run_count, 2);
	cr_expect_eq(judgement.runs[0].test, 0);
	cr_expect_eq(judgement.runs[0].time_ns, 2000000);
	cr_expect_geq(judgement.runs[0].wall_ms, judgement.begin_wall_ms);
	const int64_t last_run_ms = judgement.runs[1].wall_ms;
	as_contest_log_unlock(made.log);
	/* The result has one run, with another time. */
	log_case_judge(&made, AS_VERDICT_AC);
	cr_expect_eq(await_progress(&made, submission, AS_CONTEST_JUDGED, 0).done, 1);
	as_contest_log_lock(made.log);
	const struct as_contest_judgement *ended =
		as_contest_log_judgement(made.log, progress.judgement);
	const size_t run = as_contest_log_find_run(made.log, progress.judgement, 0);
	cr_assert_neq(run, AS_CONTEST_NONE);
	cr_expect_eq(ended->runs[run].time_ns, 7000000);
	cr_expect_eq(as_contest_log_find_run(made.log, progress.judgement, 1), AS_CONTEST_NONE);
	cr_expect_eq(ended->begin_wall_ms, judgement.begin_wall_ms);
	cr_expect_geq(ended->end_wall_ms, last_run_ms);
	as_contest_log_unlock(made.log);
}

Test(log, runs_are_deferred_for_earlier_tests_and_after_a_failure)
{
	AUTO_LOG_CASE made = log_case_make("");

	log_case_start(&made, 1000000);
	const size_t submission = log_case_submit(&made, ANN);
	const int64_t job = job_of(&made, submission);
	as_contest_log_report_run(made.log, job, 1, AS_VERDICT_WA, 1);
	as_contest_log_report_begin(made.log, job);
	as_contest_log_report_run(made.log, job, 2, AS_VERDICT_AC, 1);
	await_progress(&made, submission, AS_CONTEST_RUNS, 0);
	usleep(500000);
	cr_expect_eq(await_progress(&made, submission, AS_CONTEST_RUNS, 0).done, 0);
	as_contest_log_report_run(made.log, job, 0, AS_VERDICT_AC, 1);
	await_progress(&made, submission, AS_CONTEST_RUNS, 2);
	usleep(500000);
	cr_expect_eq(await_progress(&made, submission, AS_CONTEST_RUNS, 2).done, 2);
}

Test(log, a_job_of_another_worker_is_found_to_have_begun)
{
	AUTO_LOG_CASE made = log_case_make("");
	const char *const lanes[] = {""};
	AS_AUTO(as_store_claim_clear) struct as_store_claim claim = {0};
	struct as_error error = {0};

	log_case_start(&made, 1000000);
	const size_t submission = log_case_submit(&made, ANN);
	cr_assert_eq(as_store_claim(made.store, lanes, 1, &claim, &error), 1, "%s", error.text);
	await_progress(&made, submission, AS_CONTEST_RUNS, 0);
}

Test(log, an_unrecorded_result_is_recorded_at_the_next_start)
{
	AUTO_LOG_CASE made = log_case_make("");

	log_case_start(&made, MINUTE_MS);
	log_case_submit(&made, ANN);
	as_contest_log_close(made.log);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_open_log(&made);
	log_case_await(&made, 1);
	EXPECT_BOARD(&made, false, "ann 1 1; bob 0 0");
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_judgement_count(made.log), 1);
	as_contest_log_unlock(made.log);
}

/* A submission that an admin enters with an earlier time must not end the count of the last minute.
 */
Test(log, submissions_since_a_time_are_counted_in_any_order)
{
	AUTO_LOG_CASE made = log_case_make("");

	log_case_start(&made, 60 * MINUTE_MS);
	const int64_t now_ms = as_contest_log_now_ms(made.log);
	log_case_submit(&made, ANN);
	log_case_submit(&made, BOB);
	log_case_submit_at(&made, ANN, now_ms - 20 * MINUTE_MS);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_count_since(made.log, ANN, 0, now_ms - MINUTE_MS), 1);
	cr_expect_eq(as_contest_log_count_since(made.log, ANN, 0, 0), 2);
	as_contest_log_unlock(made.log);
}

/* ---- the freeze ---- */

Test(log, the_freeze_hides_its_results_until_the_thaw)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, 250 * MINUTE_MS);
	const int64_t now_ms = as_contest_log_now_ms(made.log);
	log_case_submit_at(&made, ANN, now_ms - 20 * MINUTE_MS);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	log_case_submit(&made, BOB);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 2);
	EXPECT_BOARD(&made, false, "ann 1 230; bob 0 0 +1");
	EXPECT_BOARD(&made, true, "ann 1 230; bob 1 250; eve 0 0");
	cr_expect(sees_judgement(&made, public, 0));
	cr_expect_not(sees_judgement(&made, public, 1));
	cr_expect_not(sees_judgement(&made, ann, 1));
	cr_expect(sees_judgement(&made, bob, 1));
	cr_expect(sees_judgement(&made, jury, 1));

	/* The contest ended right after it, and is thawed. */
	as_contest_log_lock(made.log);
	struct as_contest_clock clock = *as_contest_log_clock(made.log);
	clock.duration_ms = as_contest_log_submission(made.log, 1)->time_ms + 1;
	as_contest_log_unlock(made.log);
	clock.thaw_wall_ms = as_contest_log_now_ms(made.log);
	cr_assert_eq(as_contest_log_set_clock(made.log, &clock, -1, AS_CONTEST_NONE, &error), 0,
		"%s", error.text);
	cr_expect(sees_judgement(&made, public, 1));
	EXPECT_BOARD(&made, false, "ann 1 230; bob 1 250");
}

Test(log, the_state_changes_by_an_event_when_its_time_has_come)
{
	AUTO_LOG_CASE made = log_case_make("");

	log_case_start(&made, -300);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_state(made.log)->started_wall_ms, AS_NEVER_MS);
	as_contest_log_unlock(made.log);
	bool started = false;
	for (int i = 0; i < 1000 && !started; i++) {
		usleep(10000);
		as_contest_log_lock(made.log);
		started = as_contest_log_state(made.log)->started_wall_ms != AS_NEVER_MS;
		as_contest_log_unlock(made.log);
	}
	cr_expect(started);
}

/* ---- the jury ---- */

Test(log, a_judgement_counts_until_the_new_one_has_ended)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, MINUTE_MS);
	const size_t submission = log_case_submit(&made, ANN);
	log_case_judge(&made, AS_VERDICT_WA);
	log_case_await(&made, 1);
	cr_assert_eq(as_contest_log_rejudge(made.log, submission,
			     &(struct as_store_order){.class = AS_STORE_REJUDGING}, AS_CONTEST_NONE,
			     &error),
		0, "%s", error.text);
	cr_expect_eq(verdict_of(&made, submission), AS_VERDICT_WA);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 2);
	cr_expect_eq(verdict_of(&made, submission), AS_VERDICT_AC);
	EXPECT_BOARD(&made, false, "ann 1 1; bob 0 0");
}

/* As the server does if a new version of the package was taken into use. */
Test(log, a_cancelled_judgement_of_a_submission_that_is_judged_anew_never_counts)
{
	AUTO_LOG_CASE made = log_case_make("");
	const struct as_store_order order = {.class = AS_STORE_CONTEST};
	const struct as_contest_reader all = {.scope = AS_CONTEST_SEES_ALL};
	struct as_error error = {0};

	log_case_start(&made, MINUTE_MS);
	const size_t submission = log_case_submit(&made, ANN);
	as_contest_log_lock(made.log);
	const struct as_contest_judgement first = *as_contest_log_judgement(made.log, 0);
	as_contest_log_unlock(made.log);
	cr_expect_str_eq(first.package, made.contest->problems[0].package->digest);
	cr_assert_eq(as_contest_log_rejudge(made.log, submission, &order, AS_CONTEST_NONE, &error),
		0, "%s", error.text);
	cr_assert_eq(as_store_cancel(made.store, first.job, &error), 1, "%s", error.text);
	bool ended = false;
	for (int i = 0; i < 1000 && !ended; i++) {
		usleep(10000);
		as_contest_log_lock(made.log);
		ended = as_contest_log_judgement(made.log, 0)->ended;
		as_contest_log_unlock(made.log);
	}
	as_contest_log_lock(made.log);
	cr_expect(as_contest_log_judgement(made.log, 0)->is_withdrawn);
	cr_expect_not(as_contest_log_sees_judgement(made.log, &all, 0));
	cr_expect_eq(as_contest_log_submission(made.log, submission)->valid, AS_CONTEST_NONE);
	as_contest_log_unlock(made.log);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 2);
	cr_expect_eq(verdict_of(&made, submission), AS_VERDICT_AC);
	log_case_restart(&made);
	cr_expect_eq(verdict_of(&made, submission), AS_VERDICT_AC);
	EXPECT_BOARD(&made, false, "ann 1 1; bob 0 0");
}

Test(log, a_version_of_a_package_is_in_use_until_the_next_event)
{
	AUTO_LOG_CASE made = log_case_make("");
	const char *digest = made.contest->problems[0].package->digest;
	struct as_error error = {0};

	as_contest_log_lock(made.log);
	cr_expect_str_empty(as_contest_log_version(made.log, 0)->digest);
	as_contest_log_unlock(made.log);
	cr_assert_eq(as_contest_log_set_package(made.log, 0, digest, AS_CONTEST_NONE, &error), 0,
		"%s", error.text);
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	const struct as_contest_version version = *as_contest_log_version(made.log, 0);
	as_contest_log_unlock(made.log);
	cr_expect_str_eq(version.digest, digest);
	cr_expect_str_empty(version.before);
	cr_expect_eq(version.account, AS_CONTEST_NONE);
}

Test(log, an_ignored_submission_is_on_no_board)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, MINUTE_MS);
	const size_t submission = log_case_submit(&made, ANN);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	cr_assert_eq(as_contest_log_ignore(made.log, submission, true, AS_CONTEST_NONE, &error), 0,
		"%s", error.text);
	EXPECT_BOARD(&made, true, "ann 0 0; bob 0 0; eve 0 0");
	cr_assert_eq(as_contest_log_ignore(made.log, submission, false, AS_CONTEST_NONE, &error), 0,
		"%s", error.text);
	EXPECT_BOARD(&made, false, "ann 1 1; bob 0 0");
}

Test(log, a_removed_interval_changes_all_later_times)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, 20 * MINUTE_MS);
	log_case_submit(&made, ANN);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	EXPECT_BOARD(&made, false, "ann 1 20; bob 0 0");
	as_contest_log_lock(made.log);
	struct as_contest_clock clock = *as_contest_log_clock(made.log);
	as_contest_log_unlock(made.log);
	const struct as_removed_interval removed = {
		clock.start_wall_ms + 5 * MINUTE_MS, clock.start_wall_ms + 15 * MINUTE_MS};
	clock.removed = &removed;
	clock.removed_count = 1;
	cr_assert_eq(as_contest_log_set_clock(made.log, &clock, -1, AS_CONTEST_NONE, &error), 0,
		"%s", error.text);
	EXPECT_BOARD(&made, false, "ann 1 10; bob 0 0");
	log_case_restart(&made);
	EXPECT_BOARD(&made, false, "ann 1 10; bob 0 0");
}

/* A change that another one overtakes: the clock, or a submission. */
struct overtaken {
	struct log_case *made;
	int calls;
	bool by_clock;
	uint64_t unjudged;
};

static int extend_by(struct as_contest_clock_change *change, void *minutes, struct as_error *error)
{
	(void)error;
	change->clock.duration_ms += *(int *)minutes * MINUTE_MS;
	return 0;
}

static int pause_late(struct as_contest_clock_change *change, void *context, struct as_error *error)
{
	struct overtaken *overtaken = context;
	int minutes = 5;

	overtaken->unjudged = change->work.unjudged;
	if (overtaken->calls++ == 0 && overtaken->by_clock)
		cr_assert_eq(as_contest_log_change_clock(overtaken->made->log, extend_by, &minutes,
				     AS_CONTEST_NONE, error),
			0);
	else if (overtaken->calls == 1)
		log_case_submit(overtaken->made, ANN);
	change->removed[change->clock.removed_count++] =
		(struct as_removed_interval){change->now_ms, AS_NEVER_MS};
	return 0;
}

Test(log, of_two_changes_of_the_clock_at_one_time_none_is_lost)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct overtaken overtaken = {.made = &made, .by_clock = true};
	struct as_error error = {0};

	log_case_start(&made, MINUTE_MS);
	cr_assert_eq(as_contest_log_change_clock(
			     made.log, pause_late, &overtaken, AS_CONTEST_NONE, &error),
		0, "%s", error.text);
	cr_expect_eq(overtaken.calls, 2);
	as_contest_log_lock(made.log);
	const struct as_contest_clock *clock = as_contest_log_clock(made.log);
	cr_expect_eq(clock->duration_ms, 305 * MINUTE_MS);
	cr_expect_eq(clock->removed_count, 1);
	as_contest_log_unlock(made.log);
}

Test(log, a_change_of_the_clock_sees_every_event_before_it)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct overtaken overtaken = {.made = &made};
	struct as_error error = {0};

	log_case_start(&made, MINUTE_MS);
	cr_assert_eq(as_contest_log_change_clock(
			     made.log, pause_late, &overtaken, AS_CONTEST_NONE, &error),
		0, "%s", error.text);
	cr_expect_eq(overtaken.calls, 2);
	cr_expect_eq(overtaken.unjudged, 1);
}

Test(log, results_of_the_freeze_become_public_only_if_the_change_says_so)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};
	int minutes = -50;

	log_case_start(&made, 250 * MINUTE_MS);
	cr_expect_eq(
		as_contest_log_change_clock(made.log, extend_by, &minutes, AS_CONTEST_NONE, &error),
		0, "%s", error.text);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_freeze_ms(as_contest_log_clock(made.log)), 240 * MINUTE_MS);
	as_contest_log_unlock(made.log);
	minutes = -10;
	cr_expect_eq(
		as_contest_log_change_clock(made.log, extend_by, &minutes, AS_CONTEST_NONE, &error),
		-1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
}

Test(log, an_invalid_clock_is_refused)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	as_contest_log_lock(made.log);
	struct as_contest_clock clock = *as_contest_log_clock(made.log);
	as_contest_log_unlock(made.log);
	clock.freeze_duration_ms = clock.duration_ms + 1;
	cr_expect_eq(as_contest_log_set_clock(made.log, &clock, -1, AS_CONTEST_NONE, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
}

/* ---- people ---- */

Test(log, a_team_can_be_hidden_without_a_group)
{
	AUTO_LOG_CASE made = log_case_make("--- file teams.yaml\n- {id: ann, name: ann}\n"
					   "- {id: bob, name: bob, hidden: true}\n");

	as_contest_log_lock(made.log);
	cr_expect(!as_contest_log_team_is_hidden(made.log, 0));
	cr_expect(as_contest_log_team_is_hidden(made.log, 1));
	cr_expect_eq(as_board_row_count(as_contest_log_board(made.log, false)), 1);
	cr_expect_eq(as_board_row_count(as_contest_log_final_board(made.log)), 1);
	cr_expect_eq(as_board_row_count(as_contest_log_board(made.log, true)), 2);
	as_contest_log_unlock(made.log);
}

static struct as_contest_log *open_reader(
	const struct log_case *made, struct as_store *store, struct as_error *error)
{
	const struct as_contest_log_config config = {
		.contest = made->contest, .store = store, .is_reader = true};

	return as_contest_log_open(&config, error);
}

/* As an export does while a server runs. */
Test(log, a_reader_sees_past_events_and_records_nothing)
{
	AUTO_LOG_CASE made = log_case_make("");
	char url[PATH_MAX + 32];
	struct as_error error = {0};

	log_case_start(&made, 60000);
	log_case_submit(&made, 0);
	snprintf(url, sizeof(url), "sqlite:%s/contest.db", made.folder.path);
	struct as_store *store = as_store_open_reader(url, &error);
	cr_assert(store, "%s", error.text);
	struct as_contest_log *reader = open_reader(&made, store, &error);
	cr_assert(reader, "%s", error.text);
	log_case_submit(&made, 1);
	as_contest_log_lock(reader);
	cr_expect_eq(as_contest_log_submission_count(reader), 1);
	cr_expect_str_eq(as_contest_log_epoch(reader), as_contest_log_epoch(made.log));
	as_contest_log_unlock(reader);
	as_contest_log_close(reader);
	as_store_close(store);
}

Test(log, a_reader_needs_the_contest_or_no_store)
{
	AUTO_LOG_CASE made = log_case_make("");
	char url[PATH_MAX + 32];
	struct as_error error = {0};

	snprintf(url, sizeof(url), "sqlite:%s/other.db", made.folder.path);
	struct as_store *store = as_store_open(url, &error);
	cr_assert(store, "%s", error.text);
	cr_expect_null(open_reader(&made, store, &error));
	cr_expect(strstr(error.text, "the store has no contest 'club'"), "%s", error.text);
	as_store_close(store);
	struct as_contest_log *nothing = open_reader(&made, NULL, &error);
	cr_assert_not_null(nothing);
	as_contest_log_lock(nothing);
	cr_expect_eq(as_contest_log_clock(nothing)->duration_ms, 5 * 3600000);
	cr_expect_eq(as_contest_log_submission_count(nothing), 0);
	as_contest_log_unlock(nothing);
	as_contest_log_close(nothing);
}

Test(log, a_request_is_answered_by_a_reply)
{
	AUTO_LOG_CASE made = log_case_make("");
	const struct as_contest_entry_clarification request = {.from_team = ANN,
		.reply_to = AS_CONTEST_NONE,
		.problem = 0,
		.account = AS_CONTEST_NONE,
		.text = "May n be 0?"};
	struct as_error error = {0};
	size_t asked, answered, to[] = {ANN};

	cr_assert_eq(
		as_contest_log_clarify(made.log, &request, &asked, &error), 0, "%s", error.text);
	const struct as_contest_entry_clarification reply = {.from_team = AS_CONTEST_NONE,
		.to_teams = {to, 1},
		.reply_to = asked,
		.problem = 0,
		.account = AS_CONTEST_NONE,
		.text = "No."};
	cr_assert_eq(
		as_contest_log_clarify(made.log, &reply, &answered, &error), 0, "%s", error.text);
	as_contest_log_lock(made.log);
	cr_expect(as_contest_log_clarification(made.log, asked)->is_answered);
	cr_expect_eq(as_contest_log_open_work(made.log).unanswered, 0);
	cr_expect(as_contest_log_sees_clarification(made.log, &ann, answered));
	cr_expect_not(as_contest_log_sees_clarification(made.log, &bob, answered));
	cr_expect_not(as_contest_log_sees_clarification(made.log, &public, asked));
	as_contest_log_unlock(made.log);
}

/* "ANN BOB EVE" as far as they see it, and "public". */
static void expect_seen_by(const struct as_contest_log *log, size_t clarification, const char *who)
{
	static const struct {
		const char *name;
		struct as_contest_reader reader;
	} readers[] = {{"ann ", {AS_CONTEST_SEES_TEAM, ANN}}, {"bob ", {AS_CONTEST_SEES_TEAM, BOB}},
		{"eve ", {AS_CONTEST_SEES_TEAM, EVE}}, {"public ", {AS_CONTEST_SEES_PUBLIC, 0}}};
	char seen[64] = "";

	for (size_t i = 0; i < sizeof(readers) / sizeof(*readers); i++)
		if (as_contest_log_sees_clarification(log, &readers[i].reader, clarification))
			strcat(seen, readers[i].name);
	cr_expect_str_eq(seen, who, "%zu: %s, not %s", clarification, seen, who);
}

static void send_to(struct log_case *made, const size_t *teams, size_t team_count,
	const size_t *groups, size_t group_count)
{
	const struct as_contest_entry_clarification entry = {.from_team = AS_CONTEST_NONE,
		.to_teams = {(size_t *)teams, team_count},
		.to_groups = {(size_t *)groups, group_count},
		.reply_to = AS_CONTEST_NONE,
		.problem = AS_CONTEST_NONE,
		.account = AS_CONTEST_NONE,
		.text = "Hm."};
	struct as_error error = {0};
	size_t index;

	cr_assert_eq(
		as_contest_log_clarify(made->log, &entry, &index, &error), 0, "%s", error.text);
}

static void expect_recipients(const struct as_contest_log *log)
{
	static const char *const who[] = {
		"ann bob eve public ", "bob ", "ann bob ", "eve ", "bob eve "};

	cr_assert_eq(as_contest_log_clarification_count(log), sizeof(who) / sizeof(*who));
	for (size_t i = 0; i < sizeof(who) / sizeof(*who); i++)
		expect_seen_by(log, i, who[i]);
}

Test(log, a_clarification_reaches_the_teams_and_groups_that_it_names)
{
	AUTO_LOG_CASE made = log_case_make("");
	const size_t teams[] = {BOB, ANN}, spare[] = {0};

	send_to(&made, NULL, 0, NULL, 0);
	send_to(&made, teams, 1, NULL, 0);
	send_to(&made, teams, 2, NULL, 0);
	send_to(&made, NULL, 0, spare, 1);
	send_to(&made, teams, 1, spare, 1);
	as_contest_log_lock(made.log);
	expect_recipients(made.log);
	as_contest_log_unlock(made.log);
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	expect_recipients(made.log);
	as_contest_log_unlock(made.log);
}

Test(log, invalid_texts_are_refused)
{
	static const char *const texts[] = {"", " \n", "\x1b[2J", "\xff"};
	AUTO_LOG_CASE made = log_case_make("");

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		const struct as_contest_entry_clarification entry = {.from_team = AS_CONTEST_NONE,
			.reply_to = AS_CONTEST_NONE,
			.problem = AS_CONTEST_NONE,
			.account = AS_CONTEST_NONE,
			.text = texts[i]};
		struct as_error error = {0};
		size_t made_index;
		cr_expect_eq(as_contest_log_clarify(made.log, &entry, &made_index, &error), -1);
		cr_expect_eq(error.kind, AS_ERROR_USAGE, "%zu", i);
	}
}

Test(log, teams_register_until_there_are_too_many)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_contest_entry_team entry = {"Zoë", "zoe", "$argon2id$x"};
	struct as_error error = {0};
	size_t team;

	cr_assert_eq(as_contest_log_register(made.log, &entry, &team, &error), 0, "%s", error.text);
	cr_expect_eq(team, 3);
	cr_expect_eq(as_contest_log_register(made.log, &entry, &team, &error), -1);
	cr_expect_str_eq(error.text, "the user name is taken");
	entry.name = "Yan";
	entry.username = "yan";
	cr_expect_eq(as_contest_log_register(made.log, &entry, &team, NULL), 0);
	entry.username = "xi";
	error = (struct as_error){0};
	cr_expect_eq(as_contest_log_register(made.log, &entry, &team, &error), -1);
	cr_expect_str_eq(error.text, "no more teams can register");
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	const size_t account = as_contest_log_find_username(made.log, "zoe");
	cr_assert_neq(account, AS_CONTEST_NONE);
	cr_expect_str_eq(as_contest_log_password_hash(made.log, account), "$argon2id$x");
	as_contest_log_unlock(made.log);
	EXPECT_BOARD(&made, false, "ann 0 0; bob 0 0; Yan 0 0; Zoë 0 0");
}

/* Nobody may pass for another team, or for the jury. */
Test(log, names_that_are_like_others_cannot_be_registered)
{
	static const struct {
		const char *name, *username, *text;
	} cases[] = {
		{"Ann", "x", "the name of the team is taken, or too like that of another one"},
		{" aN\xC2\xA0n", "x",
			"the name of the team is taken, or too like that of another one"},
		{"\xE2\x80\xAE" "An-\xE2\x80\x8Bn", "x",
			"the name of the team is taken, or too like that of another one"},
		{"\xE2\x80\x8B", "x", "the name of the team has no letters"},
	};
	AUTO_LOG_CASE made = log_case_make("");
	size_t team;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct as_contest_entry_team entry = {
			cases[i].name, cases[i].username, "$argon2id$x"};
		struct as_error error = {0};
		cr_expect_eq(as_contest_log_register(made.log, &entry, &team, &error), -1, "%zu", i);
		cr_expect_eq(error.kind, AS_ERROR_USAGE);
		cr_expect_str_eq(error.text, cases[i].text);
	}
	const struct as_contest_entry_team other = {"Ann 2", "ann2", "$argon2id$x"};
	const struct as_contest_entry_team same = {"New", "ANN2", "$argon2id$x"};
	struct as_error error = {0};
	cr_expect_eq(as_contest_log_register(made.log, &other, &team, NULL), 0);
	cr_expect_eq(as_contest_log_register(made.log, &same, &team, &error), -1);
	cr_expect_str_eq(error.text, "the user name is taken");
}

/* ---- sessions and tokens ---- */

#define ACCOUNTS                                                                                   \
	"--- file accounts.yaml\n- {username: root, password: correct-horse, type: admin}\n"       \
	"- {username: other, password: correct-horse, type: judge}\n"

/* A digest whose last digits are those of a number. */
static const char *digest_of(unsigned number, char text[AS_DIGEST_HEX_SIZE])
{
	snprintf(text, AS_DIGEST_HEX_SIZE, "%064x", number);
	return text;
}
#define DIGEST(number) digest_of(number, (char[AS_DIGEST_HEX_SIZE]){0})

static void add_session(struct log_case *made, unsigned number, size_t account, int64_t lasts_ms)
{
	const struct as_contest_entry_session entry = {DIGEST(number), DIGEST(number + 1000),
		account, as_contest_log_now_ms(made->log) + lasts_ms};
	struct as_error error = {0};

	cr_assert_eq(as_contest_log_session_add(made->log, &entry, &error), 0, "%s", error.text);
}

static uint64_t add_token(struct log_case *made, unsigned number, size_t account)
{
	const struct as_contest_entry_token entry = {DIGEST(number), NULL, "mine", account};
	struct as_error error = {0};
	uint64_t added;

	cr_assert_eq(as_contest_log_token_add(made->log, &entry, &added, &error), 0, "%s",
		error.text);
	return added;
}

static size_t session_of(struct log_case *made, unsigned number)
{
	as_contest_log_lock(made->log);
	const size_t account = as_contest_log_find_session(
		made->log, DIGEST(number), as_contest_log_now_ms(made->log))
				       .account;
	as_contest_log_unlock(made->log);
	return account;
}

static size_t token_of(struct log_case *made, unsigned number)
{
	as_contest_log_lock(made->log);
	const size_t account = as_contest_log_find_token(made->log, DIGEST(number)).account;
	as_contest_log_unlock(made->log);
	return account;
}

static uint32_t count_of(struct log_case *made, size_t account)
{
	uint32_t counts[8] = {0};

	as_contest_log_lock(made->log);
	as_contest_log_count_credentials(
		made->log, as_contest_log_now_ms(made->log), counts);
	as_contest_log_unlock(made->log);
	return counts[account];
}

static int64_t event_count(struct log_case *made)
{
	return as_contest_log_last(made->log);
}

Test(log, a_session_ends_when_it_expires_or_is_ended)
{
	AUTO_LOG_CASE made = log_case_make(ACCOUNTS);

	add_session(&made, 1, 0, MINUTE_MS);
	add_session(&made, 2, 0, MINUTE_MS);
	add_session(&made, 3, 0, -1);
	cr_assert_eq(as_contest_log_session_end(made.log, DIGEST(2), NULL), 0);
	log_case_restart(&made);
	cr_expect_eq(session_of(&made, 1), 0);
	cr_expect_eq(session_of(&made, 2), AS_CONTEST_NONE);
	cr_expect_eq(session_of(&made, 3), AS_CONTEST_NONE);
	as_contest_log_lock(made.log);
	const int64_t later_ms = as_contest_log_now_ms(made.log) + 2 * MINUTE_MS;
	const struct as_contest_credential found =
		as_contest_log_find_session(made.log, DIGEST(1), later_ms);
	cr_expect_eq(found.account, AS_CONTEST_NONE);
	cr_expect_str_eq(as_contest_log_find_session(made.log, DIGEST(1), 0).seal, DIGEST(1001));
	as_contest_log_unlock(made.log);
}

/* ---- events that cannot be applied ---- */

static void append_raw(struct log_case *made, const char *body)
{
	const struct as_store_entry entry = {.body = {(char *)body, strlen(body)}};
	struct as_store_appended appended;
	struct as_error error = {0};

	cr_assert_eq(as_store_append(made->store, as_contest_log_space(made->log), &entry, 1,
			     &appended, &error),
		0, "%s", error.text);
}

/* Whatever is in the log, a server that reads it goes on. */
Test(log, an_event_that_cannot_be_applied_is_skipped)
{
	static const char *const bodies[] = {"", "[1, 2]", "{\"type\": 7}",
		"{\"type\":\"unknown\",\"wall_ms\":1}",
		"{\"type\":\"clock\",\"start_ms\":-5,\"duration_ms\":1}",
		"{\"type\":\"clock\",\"start_ms\":1,\"duration_ms\":900000000000000000}",
		"{\"type\":\"state\",\"wall_ms\":900000000000000000}",
		"{\"type\":\"state\",\"wall_ms\":-900000000000000000}",
		"{\"type\":\"team\",\"id\":\"x\",\"name\":\"x\"}",
		"{\"type\":\"package\",\"problem\":\"one\",\"package\":\"short\"}",
		"{\"type\":\"package\",\"problem\":\"nine\"}",
		"{\"type\":\"judging\",\"runs\":[[1,-1,\"AC\",-7,3]],\"begun\":[[1,-1]]}",
		"{\"type\":\"judgement\",\"job\":1,\"verdict\":\"NO\","
		"\"score_e6\":-1,\"groups_e6\":[-1,900000000000000000]}"};
	AUTO_LOG_CASE made = log_case_make("--- file contest.yaml\nid: club\nduration: 5:00:00\n"
					   "scoreboard_type: score\n");
	struct as_error error = {0};

	log_case_expect_notes(&made);
	log_case_start(&made, MINUTE_MS);
	const size_t first = log_case_submit(&made, ANN);
	for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++)
		append_raw(&made, bodies[i]);
	const size_t second = log_case_submit(&made, BOB);
	cr_expect_eq(as_contest_log_check(made.log, &error), 0, "%s", error.text);
	cr_expect_eq(verdict_of(&made, first), AS_VERDICT_JE);
	cr_expect_eq(verdict_of(&made, second), AS_VERDICT_NONE);
	log_case_restart(&made);
	cr_expect_eq(as_contest_log_check(made.log, &error), 0, "%s", error.text);
	as_contest_log_lock(made.log);
	cr_expect_lt(as_contest_log_submission(made.log, second)->time_ms, 10 * MINUTE_MS);
	as_contest_log_unlock(made.log);
}

/* The audit trail has none of them: the newest clarification is another one's. */
Test(log, an_event_that_was_skipped_is_no_act)
{
	static const char *const bodies[] = {
		"{\"type\":\"clarification\",\"account\":\"root\",\"reply_to\":1}",
		"{\"type\":\"again\",\"account\":\"root\",\"submission\":1}",
		"{\"type\":\"ignore\",\"account\":\"root\",\"submission\":9}",
		"{\"type\":\"award\",\"account\":\"root\",\"id\":\"?\"}",
		"{\"type\":\"comment\",\"account\":\"root\"}",
		"{\"type\":\"team\",\"id\":\"ann\",\"name\":\"a\",\"username\":\"a\",\"hash\":"
		"\"h\"}"};
	AUTO_LOG_CASE made = log_case_make("");
	const struct as_contest_entry_clarification entry = {.from_team = AS_CONTEST_NONE,
		.reply_to = AS_CONTEST_NONE,
		.problem = AS_CONTEST_NONE,
		.account = 0,
		.text = "Hello."};
	struct as_error error = {0};
	size_t index;

	log_case_expect_notes(&made);
	log_case_start(&made, MINUTE_MS);
	log_case_submit(&made, ANN);
	cr_assert_eq(as_contest_log_clarify(made.log, &entry, &index, &error), 0, "%s", error.text);
	as_contest_log_lock(made.log);
	const size_t before = as_contest_log_act_count(made.log);
	as_contest_log_unlock(made.log);
	for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++)
		append_raw(&made, bodies[i]);
	log_case_submit(&made, BOB);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_act_count(made.log), before);
	cr_expect_eq(before, 1);
	as_contest_log_unlock(made.log);
}

/* What has ended leaves memory, too. */
Test(log, the_oldest_session_and_token_of_an_account_end)
{
	AUTO_LOG_CASE made = log_case_make(ACCOUNTS);
	const unsigned count = 3 * AS_CONTEST_CREDENTIALS_MAX;

	add_session(&made, 9000, 1, MINUTE_MS);
	add_token(&made, 9000, 1);
	for (unsigned i = 0; i < count; i++) {
		add_session(&made, i, 0, MINUTE_MS);
		cr_expect_eq(add_token(&made, i, 0), i + 2);
	}
	for (int again = 0; again < 2; again++) {
		for (unsigned i = 0; i < count; i++) {
			const bool is_alive = i >= count - AS_CONTEST_CREDENTIALS_MAX;
			cr_expect_eq(session_of(&made, i), is_alive ? 0 : AS_CONTEST_NONE, "%u", i);
			cr_expect_eq(token_of(&made, i), is_alive ? 0 : AS_CONTEST_NONE, "%u", i);
		}
		cr_expect_eq(session_of(&made, 9000), 1);
		cr_expect_eq(token_of(&made, 9000), 1);
		cr_expect_eq(count_of(&made, 0), 2 * AS_CONTEST_CREDENTIALS_MAX);
		cr_expect_eq(count_of(&made, 1), 2);
		as_contest_log_lock(made.log);
		cr_expect_eq(
			as_contest_log_token_count(made.log), AS_CONTEST_CREDENTIALS_MAX + 1);
		as_contest_log_unlock(made.log);
		log_case_restart(&made);
	}
}

Test(log, ending_what_does_not_exist_appends_nothing)
{
	AUTO_LOG_CASE made = log_case_make(ACCOUNTS);

	add_session(&made, 1, 0, MINUTE_MS);
	const uint64_t number = add_token(&made, 2, 0);
	cr_assert_eq(as_contest_log_session_end(made.log, DIGEST(1), NULL), 0);
	cr_assert_eq(as_contest_log_token_revoke(made.log, number, NULL), 0);
	cr_expect_eq(token_of(&made, 2), AS_CONTEST_NONE);
	const int64_t before = event_count(&made);
	for (unsigned i = 0; i < 50; i++)
		cr_assert_eq(as_contest_log_session_end(made.log, DIGEST(i), NULL), 0);
	cr_assert_eq(as_contest_log_token_revoke(made.log, number, NULL), 0);
	cr_assert_eq(as_contest_log_token_revoke(made.log, 77, NULL), 0);
	cr_assert_eq(as_contest_log_sessions_end(made.log, 0, 1, NULL), 0);
	cr_expect_eq(event_count(&made), before);
}

Test(log, all_sessions_and_tokens_of_an_account_can_be_ended)
{
	AUTO_LOG_CASE made = log_case_make(ACCOUNTS);

	for (unsigned i = 0; i < 6; i++) {
		add_session(&made, i, i % 2, MINUTE_MS);
		add_token(&made, i, i % 2);
	}
	cr_assert_eq(as_contest_log_sessions_end(made.log, 1, 0, NULL), 0);
	for (int again = 0; again < 2; again++) {
		for (unsigned i = 0; i < 6; i++) {
			cr_expect_eq(session_of(&made, i), i % 2 ? AS_CONTEST_NONE : 0, "%u", i);
			cr_expect_eq(token_of(&made, i), i % 2 ? AS_CONTEST_NONE : 0, "%u", i);
		}
		as_contest_log_lock(made.log);
		/* After those of the tokens. */
		const struct as_contest_act *act = as_contest_log_act(made.log, 6);
		cr_assert_eq(as_contest_log_act_count(made.log), 7);
		cr_expect_eq(act->kind, AS_CONTEST_ACT_END_SESSIONS);
		cr_expect_eq(act->account, 0);
		cr_expect_eq(act->index, 1);
		as_contest_log_unlock(made.log);
		log_case_restart(&made);
	}
}
