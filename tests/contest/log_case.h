/* SPDX-License-Identifier: MIT */
/* A contest whose events are in a store in a file. The test judges the jobs itself. */
#ifndef ASSAY_TESTS_LOG_CASE_H
#define ASSAY_TESTS_LOG_CASE_H

#include "contest/folder_case.h"
#include "store/claim_case.h"

#include <assay/contest/log.h>

#define LOG_CASE_CONTEST                                                                           \
	"--- file contest.yaml\n"                                                                  \
	"id: club\nduration: 5:00:00\nscoreboard_freeze_duration: 1:00:00\n"                       \
	"registration: {join_code: open-sesame, teams: 2}\n"                                       \
	"--- file teams.yaml\n"                                                                    \
	"- {id: ann, name: ann}\n- {id: bob, name: bob}\n"                                         \
	"- {id: eve, name: eve, group_ids: [spare]}\n"                                             \
	"--- file groups.yaml\n- {id: spare, name: Spare, hidden: true}\n"

struct log_case {
	struct package_folder folder;
	struct as_contest *contest;
	struct as_store *store;
	struct as_contest_log *log;
	struct as_contest_observer observer;
};

static inline void log_case_open_store(struct log_case *made)
{
	char url[PATH_MAX + 32];
	struct as_error error = {0};

	snprintf(url, sizeof(url), "sqlite:%s/contest.db", made->folder.path);
	made->store = as_store_open(url, &error);
	cr_assert(made->store, "%s", error.text);
}

static inline void log_case_note(void *context, const char *text)
{
	(void)context;
	cr_log_warn("%s", text);
}

/* For logs of which some events are skipped: a warning would fail the test program. */
static inline void log_case_expect_note(void *context, const char *text)
{
	(void)context;
	cr_expect(strstr(text, " of the store is ignored: ") || strstr(text, " hidden until "),
		"%s", text);
}

static inline void log_case_open_log(struct log_case *made)
{
	if (!made->observer.note)
		made->observer.note = log_case_note;
	const struct as_contest_log_config config = {
		.contest = made->contest, .store = made->store, .observer = made->observer};
	struct as_error error = {0};

	made->log = as_contest_log_open(&config, &error);
	cr_assert(made->log, "%s", error.text);
}

static inline void log_case_open_contest(struct log_case *made)
{
	struct as_error error = {0};

	made->contest = as_contest_open(made->folder.path, NULL, NULL, &error);
	cr_assert(made->contest, "%s", error.text);
	cr_assert_eq(as_contest_require(made->contest, &error), 0, "%s", error.text);
}

/* `text`: changes to the contest above, as in contest_folder_make. */
static inline struct log_case log_case_make(const char *text)
{
	struct log_case made = {.folder = contest_folder_make(LOG_CASE_CONTEST)};
	struct as_error error = {0};

	package_folder_apply(&made.folder, text);
	log_case_open_contest(&made);
	log_case_open_store(&made);
	for (size_t i = 0; i < made.contest->problem_count; i++) {
		const struct as_contest_problem *problem = &made.contest->problems[i];
		const struct as_store_package package = {
			.digest = problem->package->digest, .name = problem->id};
		cr_assert_eq(
			as_store_package_put(made.store, &package, &error), 0, "%s", error.text);
	}
	log_case_open_log(&made);
	return made;
}

/* A new process: the same folder and store. */
static inline void log_case_restart(struct log_case *made)
{
	as_contest_log_close(made->log);
	as_store_close(made->store);
	log_case_open_store(made);
	log_case_open_log(made);
}

/* A new process with changes to the folder. */
static inline void log_case_change(struct log_case *made, const char *text)
{
	as_contest_log_close(made->log);
	as_store_close(made->store);
	as_contest_close(made->contest);
	package_folder_apply(&made->folder, text);
	log_case_open_contest(made);
	log_case_open_store(made);
	log_case_open_log(made);
}

static inline void log_case_clear(struct log_case *made)
{
	as_contest_log_close(made->log);
	as_store_close(made->store);
	as_contest_close(made->contest);
	package_folder_remove(&made->folder);
}
#define AUTO_LOG_CASE AS_AUTO(log_case_clear) struct log_case

static inline void log_case_expect_notes(struct log_case *made)
{
	made->observer.note = log_case_expect_note;
	log_case_restart(made);
}

static inline int log_case_replace_clock(
	struct as_contest_clock_change *change, void *context, struct as_error *error)
{
	(void)error;
	change->clock = *(const struct as_contest_clock *)context;
	change->countdown_ms = -1;
	change->may_publish = true;
	return 0;
}

static inline int log_case_set_clock(
	struct log_case *made, struct as_contest_clock *clock, struct as_error *error)
{
	return as_contest_log_change_clock(
		made->log, log_case_replace_clock, clock, AS_CONTEST_NONE, error);
}

/* Starts the contest `ago_ms` ago. */
static inline void log_case_start(struct log_case *made, int64_t ago_ms)
{
	struct as_error error = {0};

	as_contest_log_lock(made->log);
	struct as_contest_clock clock = *as_contest_log_clock(made->log);
	as_contest_log_unlock(made->log);
	clock.start_wall_ms = as_contest_log_now_ms(made->log) - ago_ms;
	cr_assert_eq(log_case_set_clock(made, &clock, &error), 0, "%s", error.text);
}

static inline size_t log_case_submit_to(
	struct log_case *made, size_t team, size_t problem, int64_t wall_ms)
{
	static const char source[] = "int main(void) { return 0; }\n";
	const struct as_store_order order = {
		.package = made->contest->problems[problem].package->digest,
		.owner = made->contest->teams[team].id,
		.path = "submission",
		.language = "c",
		.files = {(char *)source, sizeof(source) - 1},
		.lane = "",
		.class = AS_STORE_CONTEST,
	};
	const struct as_contest_entry_submission entry = {.team = team,
		.problem = problem,
		.account = AS_CONTEST_NONE,
		.language = "c",
		.name = "a.c",
		.wall_ms = wall_ms,
		.order = &order};
	struct as_error error = {0};
	size_t submission;

	cr_assert_eq(
		as_contest_log_submit(made->log, &entry, &submission, &error), 0, "%s", error.text);
	return submission;
}

static inline size_t log_case_submit_at(struct log_case *made, size_t team, int64_t wall_ms)
{
	return log_case_submit_to(made, team, 0, wall_ms);
}

static inline size_t log_case_submit(struct log_case *made, size_t team)
{
	return log_case_submit_at(made, team, -1);
}

/* Completes the next job of the store with runs of the first tests, at most 3. */
static inline void log_case_judge_tests(
	struct log_case *made, enum as_verdict verdict, size_t test_count)
{
	const char *const lanes[] = {""};
	AS_AUTO(as_store_claim_clear) struct as_store_claim claim = {0};
	static char *const names[] = {"secret/1", "secret/2", "secret/3"};
	struct as_result_test tests[3];
	for (size_t i = 0; i < 3; i++)
		tests[i] = (struct as_result_test){.name = names[i],
			.verdict = verdict,
			.usage = {.known = true, .cpu_time_ns = 7000000}};
	struct as_result_group group = {.name = "secret", .verdict = verdict, .unmet = SIZE_MAX};
	struct as_result result = {.problem = "one",
		.path = "submission",
		.version = "0",
		.verdict = verdict,
		.compile = {.verdict = AS_VERDICT_AC},
		.tests = tests,
		.test_count = verdict == AS_VERDICT_CE ? 0 : test_count,
		.groups = &group,
		.group_count = 1};
	struct as_error error = {0};

	cr_assert_eq(store_claim_lanes(made->store, lanes, 1, &claim, &error), 1, "%s", error.text);
	cr_assert_eq(
		as_store_complete(made->store, &claim, &result, NULL, &error), 1, "%s", error.text);
}

/* Completes the next job of the store. */
static inline void log_case_judge(struct log_case *made, enum as_verdict verdict)
{
	log_case_judge_tests(made, verdict, 1);
}

/* Waits until `count` judgements have ended. */
static inline void log_case_await(struct log_case *made, size_t count)
{
	for (int i = 0; i < 1000; i++) {
		size_t ended = 0;
		as_contest_log_lock(made->log);
		const size_t all = as_contest_log_judgement_count(made->log);
		for (size_t judgement = 0; judgement < all; judgement++)
			ended += as_contest_log_judgement(made->log, judgement)->ended;
		as_contest_log_unlock(made->log);
		if (ended >= count)
			return;
		usleep(10000);
	}
	cr_assert_fail("there are fewer than %zu judgements", count);
}

/* "ann 1 20; bob 0 0": teams in order, problems solved, minutes. */
static inline char *log_case_board(struct log_case *made, bool jury)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	as_contest_log_lock(made->log);
	const struct as_board *board = as_contest_log_board(made->log, jury);
	for (uint32_t i = 0; i < as_board_row_count(board); i++) {
		const struct as_board_row row = as_board_row(board, i);
		const struct as_board_cell cell = as_board_cell(board, row.team, 0);
		fprintf(out, "%s%s %u %d", i ? "; " : "",
			as_contest_team_display_name(as_contest_log_team(made->log, row.team)),
			row.solved, (int)(row.total_ms / 60000));
		if (cell.pending)
			fprintf(out, " +%u", cell.pending);
	}
	as_contest_log_unlock(made->log);
	fclose(out);
	return text;
}

#define EXPECT_BOARD(made, jury, expected)                                                         \
	do {                                                                                       \
		AS_AUTO_FREE char *shown_ = log_case_board(made, jury);                            \
		cr_expect_str_eq(shown_, expected);                                                \
	} while (0)

#endif
