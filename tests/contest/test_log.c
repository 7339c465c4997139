/* SPDX-License-Identifier: MIT */
/* The state of a contest, computed from the events of a store. */
#include "log_readers.h"

#include <assay/store/upkeep.h>
#include <sqlite3.h>

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
	cr_assert_eq(store_claim_lanes(made.store, lanes, 1, &claim, &error), 1, "%s", error.text);
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

/* The store's event of the result is the last one: no other entry repeats it. */
Test(log, a_verdict_is_one_event)
{
	AUTO_LOG_CASE made = log_case_make("");

	log_case_start(&made, MINUTE_MS);
	log_case_submit(&made, ANN);
	const int64_t before = as_contest_log_last(made.log);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_judgement(made.log, 0)->end_event, before + 1);
	as_contest_log_unlock(made.log);
	cr_expect_eq(as_contest_log_last(made.log), before + 1);
}

/* Changes the store while no program has it open. */
static void run_sql(struct log_case *made, const char *text)
{
	char file[PATH_MAX + 32];
	sqlite3 *db;

	as_contest_log_close(made->log);
	as_store_close(made->store);
	snprintf(file, sizeof(file), "%s/contest.db", made->folder.path);
	cr_assert_eq(sqlite3_open(file, &db), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
	sqlite3_close(db);
	log_case_open_store(made);
	log_case_open_log(made);
}

/* As a worker of an older version leaves it, whose server appends the verdict. */
Test(log, a_result_without_an_outcome_gets_an_entry)
{
	AUTO_LOG_CASE made = log_case_make("");

	log_case_start(&made, MINUTE_MS);
	log_case_submit(&made, ANN);
	const int64_t before = as_contest_log_last(made.log);
	as_contest_log_close(made.log);
	made.log = NULL;
	log_case_judge(&made, AS_VERDICT_AC);
	run_sql(&made, "UPDATE result SET group_scores = NULL, runs = NULL");
	log_case_await(&made, 1);
	for (int i = 0; i < 2; i++) {
		EXPECT_BOARD(&made, false, "ann 1 1; bob 0 0");
		as_contest_log_lock(made.log);
		cr_assert_eq(as_contest_log_judgement_count(made.log), 1);
		const struct as_contest_judgement *judgement =
			as_contest_log_judgement(made.log, 0);
		cr_expect_eq(judgement->end_event, before + 2);
		cr_assert_eq(judgement->run_count, 1);
		cr_expect_eq(judgement->runs[0].time_ns, 7000000);
		as_contest_log_unlock(made.log);
		log_case_restart(&made);
	}
}

static struct as_contest_judgement judgement_of(struct log_case *made, size_t index)
{
	as_contest_log_lock(made->log);
	const struct as_contest_judgement judgement = *as_contest_log_judgement(made->log, index);
	as_contest_log_unlock(made->log);
	return judgement;
}

/* An attacker may control the worker of a server. The package has one test. */
Test(log, runs_of_tests_that_the_package_does_not_have_are_dropped)
{
	static const char *const changes[] = {
		"UPDATE result SET runs = '{0,0,7000000,1,0,1,99999,0,900000000}'",
		/* A result of an older version is read from its document. */
		"UPDATE result SET group_scores = NULL, runs = NULL"};

	for (size_t i = 0; i < 2; i++) {
		AUTO_LOG_CASE made = log_case_make("");
		log_case_start(&made, MINUTE_MS);
		log_case_submit(&made, ANN);
		as_contest_log_close(made.log);
		made.log = NULL;
		log_case_judge_tests(&made, AS_VERDICT_AC, i ? 3 : 1);
		run_sql(&made, changes[i]);
		log_case_await(&made, 1);
		for (int start = 0; start < 2; start++) {
			EXPECT_BOARD(&made, false, "ann 1 1; bob 0 0");
			const struct as_contest_judgement judgement = judgement_of(&made, 0);
			cr_expect_eq(judgement.test_count, 1);
			cr_expect_eq(judgement.run_count, 1, "%zu", judgement.run_count);
			cr_expect_eq(judgement.max_run_time_ns, 7000000);
			log_case_restart(&made);
		}
	}
}

/* In a log of an older version the number of tests is unknown. */
#define WITHOUT_TESTS "UPDATE event SET body = replace(body, '\"tests\":', '\"other\":');"

Test(log, all_runs_are_kept_if_the_number_of_tests_is_unknown)
{
	AUTO_LOG_CASE made = log_case_make("");

	log_case_start(&made, MINUTE_MS);
	log_case_submit(&made, ANN);
	as_contest_log_close(made.log);
	made.log = NULL;
	log_case_judge_tests(&made, AS_VERDICT_AC, 3);
	run_sql(&made, WITHOUT_TESTS);
	log_case_await(&made, 1);
	cr_expect_eq(judgement_of(&made, 0).run_count, 3);
}

/* It is that of a slow upload, or what an admin gave. */
Test(log, the_time_of_a_submission_says_nothing_about_the_clock_of_the_store)
{
	AUTO_LOG_CASE made = log_case_make("");
	const int64_t now_ms = as_contest_log_now_ms(made.log);

	log_case_start(&made, 60 * MINUTE_MS);
	log_case_submit_at(&made, ANN, now_ms - 30000);
	log_case_submit_at(&made, BOB, now_ms - 50000);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	cr_expect_geq(judgement_of(&made, 0).end_wall_ms, now_ms);
	log_case_restart(&made);
	cr_expect_geq(judgement_of(&made, 0).end_wall_ms, now_ms);
}

/* A store in a file is an ordinary file, and a worker of a server may be taken over. */
Test(log, a_time_of_the_store_is_within_its_range)
{
	AUTO_LOG_CASE made = log_case_make("");

	log_case_start(&made, MINUTE_MS);
	log_case_submit(&made, ANN);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	run_sql(&made, "UPDATE event SET time = 9223372036854775807 WHERE kind = 1;"
		       "UPDATE event SET time = time - 5000 WHERE kind <> 1;"
		       "UPDATE job SET claimed = -9223372036854775807");
	const struct as_contest_judgement judgement = judgement_of(&made, 0);
	cr_expect(judgement.ended);
	cr_expect_lt(judgement.end_wall_ms, AS_NEVER_MS / 2);
	cr_expect_leq(judgement.begin_wall_ms, judgement.end_wall_ms);
	EXPECT_BOARD(&made, false, "ann 1 1; bob 0 0");
}

/* Of the runs that were reported, those of the result stay. */
Test(log, a_result_with_very_many_runs_ends_soon)
{
	AUTO_LOG_CASE made = log_case_make("");

	log_case_start(&made, MINUTE_MS);
	const size_t submission = log_case_submit(&made, ANN);
	const int64_t job = job_of(&made, submission);
	as_contest_log_report_begin(made.log, job);
	as_contest_log_report_run(made.log, job, 0, AS_VERDICT_AC, 2000000);
	await_progress(&made, submission, AS_CONTEST_RUNS, 1);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	run_sql(&made, WITHOUT_TESTS
		"UPDATE result SET runs = (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT"
		" i + 1 FROM n WHERE i < 30000) SELECT '{' || group_concat((2 * i) || ',1,1')"
		" || '}' FROM n)");
	const struct as_contest_judgement judgement = judgement_of(&made, 0);
	cr_assert_eq(judgement.run_count, 30002);
	cr_expect(judgement.runs[0].is_replaced);
	cr_expect(judgement.runs[1].is_withdrawn);
	cr_expect_eq(judgement.runs[2].test, 2);
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
	cr_assert_eq(log_case_set_clock(&made, &clock, &error), 0, "%s", error.text);
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
			     &(struct as_store_order){.class = AS_STORE_REJUDGING},
			     AS_CONTEST_BY_SERVER, &error),
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
	cr_assert_eq(
		as_contest_log_rejudge(made.log, submission, &order, AS_CONTEST_BY_SERVER, &error),
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
	cr_assert_eq(as_contest_log_set_package(made.log, 0, digest, AS_CONTEST_BY_SERVER, &error),
		0, "%s", error.text);
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	const struct as_contest_version version = *as_contest_log_version(made.log, 0);
	as_contest_log_unlock(made.log);
	cr_expect_str_eq(version.digest, digest);
	cr_expect_str_empty(version.before);
	cr_expect_eq(version.account, AS_CONTEST_NONE);
}

/* The public score of ann after `count` judgements. */
static int64_t score_after(struct log_case *made, size_t count)
{
	log_case_await(made, count);
	as_contest_log_lock(made->log);
	const int64_t score_e6 =
		as_board_cell(as_contest_log_board(made->log, false), ANN, 0).score_e6;
	as_contest_log_unlock(made->log);
	return score_e6;
}

/* The result of such a package has no score. */
Test(log, a_package_without_points_is_worth_a_hundred_or_what_the_folder_says)
{
	static const struct {
		const char *text;
		int64_t score_e6;
	} rows[] = {{"--- file contest.yaml\nid: club\nduration: 5:00:00\n"
		     "scoreboard_type: score\n",
			    100000000},
		{"--- file contest.yaml\nid: club\nduration: 5:00:00\nscoreboard_type: score\n"
		 "rules: {score: last}\n--- file problems.yaml\n- {id: one, max_score: 12.5}\n",
			12500000},
		{"", 0}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AUTO_LOG_CASE made = log_case_make(rows[i].text);
		log_case_start(&made, MINUTE_MS);
		log_case_submit(&made, ANN);
		log_case_judge(&made, AS_VERDICT_WA);
		cr_expect_eq(score_after(&made, 1), 0);
		log_case_submit(&made, ANN);
		log_case_judge(&made, AS_VERDICT_AC);
		cr_expect_eq(score_after(&made, 2), rows[i].score_e6);
		log_case_restart(&made);
		cr_expect_eq(score_after(&made, 2), rows[i].score_e6);
	}
}

Test(log, an_ignored_submission_is_on_no_board)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, MINUTE_MS);
	const size_t submission = log_case_submit(&made, ANN);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	cr_assert_eq(
		as_contest_log_ignore(made.log, submission, true, AS_CONTEST_BY_SERVER, &error), 0,
		"%s", error.text);
	EXPECT_BOARD(&made, true, "ann 0 0; bob 0 0; eve 0 0");
	cr_assert_eq(
		as_contest_log_ignore(made.log, submission, false, AS_CONTEST_BY_SERVER, &error), 0,
		"%s", error.text);
	EXPECT_BOARD(&made, false, "ann 1 1; bob 0 0");
}

/* Somebody makes the results final between the question and the decision. */
Test(log, final_results_change_only_after_a_confirmation)
{
	const struct as_contest_decision asked = {.account = AS_CONTEST_NONE, .unless_final = true};
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};

	log_case_start(&made, MINUTE_MS);
	const size_t submission = log_case_submit(&made, ANN);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	cr_assert_eq(as_contest_log_ignore(made.log, submission, true, asked, &error), 0, "%s",
		error.text);
	as_contest_log_lock(made.log);
	struct as_contest_clock clock = *as_contest_log_clock(made.log);
	as_contest_log_unlock(made.log);
	clock.finalized_wall_ms = as_contest_log_now_ms(made.log);
	cr_assert_eq(log_case_set_clock(&made, &clock, &error), 0, "%s", error.text);
	cr_expect_eq(as_contest_log_ignore(made.log, submission, false, asked, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_str_eq(error.text,
		"the results are final, and this action can change them; confirm the action");
	cr_expect_eq(as_contest_log_rejudge(made.log, submission,
			     &(struct as_store_order){.class = AS_STORE_REJUDGING}, asked, NULL),
		-1);
	cr_expect_eq(as_contest_log_set_package(
			     made.log, 0, made.contest->problems[0].package->digest, asked, NULL),
		-1);
	EXPECT_BOARD(&made, true, "ann 0 0; bob 0 0; eve 0 0");
	cr_assert_eq(
		as_contest_log_ignore(made.log, submission, false, AS_CONTEST_BY_SERVER, &error), 0,
		"%s", error.text);
	EXPECT_BOARD(&made, true, "ann 1 1; bob 0 0; eve 0 0");
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
		clock.start_wall_ms + 5 * MINUTE_MS, clock.start_wall_ms + 15 * MINUTE_MS, 0};
	clock.removed = &removed;
	clock.removed_count = 1;
	cr_assert_eq(log_case_set_clock(&made, &clock, &error), 0, "%s", error.text);
	EXPECT_BOARD(&made, false, "ann 1 10; bob 0 0");
	log_case_restart(&made);
	EXPECT_BOARD(&made, false, "ann 1 10; bob 0 0");
}

/* Another change, of the clock or a submission, is appended first. */
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
		(struct as_removed_interval){change->now_ms, AS_NEVER_MS, 0};
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
	cr_expect_eq(log_case_set_clock(&made, &clock, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
}

static void expect_difference(struct log_case *made, const char *expected)
{
	as_contest_log_lock(made->log);
	AS_AUTO_FREE char *difference = as_contest_log_clock_difference(made->log);
	as_contest_log_unlock(made->log);
	cr_expect_str_eq(difference ? difference : "none", expected);
}

/* The folder's clock counts until a server opens the store. */
Test(log, a_clock_other_than_that_of_the_folder_is_named)
{
	AUTO_LOG_CASE made = log_case_make("");

	expect_difference(&made, "none");
	log_case_start(&made, 60000);
	expect_difference(&made, "none");
	log_case_change(&made, "--- file contest.yaml\nid: club\nduration: 1:00:00\n"
			       "scoreboard_freeze_duration: 1:00:00\n");
	expect_difference(&made,
		"the clock of the contest is in the store, and differs from the folder: duration "
		"is 5:00:00.000, not 1:00:00.000; change the clock at /jury/clock");
}
