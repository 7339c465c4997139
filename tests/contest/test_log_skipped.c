/* SPDX-License-Identifier: MIT */
/* Events that cannot be applied. */
#include "log_readers.h"

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
Test(log_skipped, an_event_that_cannot_be_applied_is_skipped)
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
Test(log_skipped, an_event_that_was_skipped_is_no_act)
{
	static const char *const bodies[] = {
		"{\"type\":\"clarification\",\"account\":\"root\",\"reply_to\":1}",
		"{\"type\":\"again\",\"account\":\"root\",\"submission\":1}",
		"{\"type\":\"ignore\",\"account\":\"root\",\"submission\":9}",
		"{\"type\":\"award\",\"account\":\"root\",\"id\":\"?\"}",
		"{\"type\":\"comment\",\"account\":\"root\"}",
		"{\"type\":\"team\",\"id\":\"new\",\"name\":\"a\",\"username\":\"a\"}"};
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
