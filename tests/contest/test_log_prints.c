/* SPDX-License-Identifier: MIT */
/* Prints in the log: limits, and marks of two helpers. */
#include "log_case.h"

#define PRINT "--- file contest.yaml\nid: club\nduration: 5:00:00\nprint: {pages: 2, per_hour: 3}\n"

static int add(struct log_case *made, size_t team, uint64_t pages, struct as_error *error)
{
	char blob[AS_DIGEST_HEX_SIZE];
	size_t print = 99;

	cr_assert_eq(as_store_blob_put(made->store, "text\n", 5, blob, error), 0);
	const struct as_contest_entry_print entry = {.team = team,
		.account = AS_CONTEST_NONE,
		.name = "a.c",
		.blob = blob,
		.lines = 1,
		.pages = pages};
	return as_contest_log_add_print(made->log, &entry, &print, error) ? -1 : (int)print;
}

Test(log_prints, limits_hold_for_each_team)
{
	AUTO_LOG_CASE made = log_case_make(PRINT);
	struct as_error error = {0};

	cr_expect_eq(add(&made, 0, 3, &error), -1);
	cr_expect_str_eq(error.text, "the print has 3 pages; it may have 2: print a part");
	for (int i = 0; i < 3; i++)
		cr_expect_eq(add(&made, 0, 2, &error), i);
	error = (struct as_error){0};
	cr_expect_eq(add(&made, 0, 1, &error), -1);
	cr_expect_str_eq(error.text, "a team may print 3 times in an hour; try again later");
	cr_expect_eq(add(&made, 1, 1, &error), 3);
}

/* The log of a second server has the same events. */
Test(log_prints, one_of_two_servers_claims_a_print)
{
	AUTO_LOG_CASE made = log_case_make(PRINT);
	struct as_error error = {0};

	cr_assert_eq(add(&made, 0, 1, &error), 0);
	as_contest_log_lock(made.log);
	const int64_t added = as_contest_log_print(made.log, 0)->revision;
	cr_expect_not(
		as_contest_log_print_is_claimed(made.log, 0, as_contest_log_now_ms(made.log)));
	as_contest_log_unlock(made.log);
	cr_expect_eq(as_contest_log_claim_print(made.log, 0, added, &error), 0);
	cr_expect_eq(as_contest_log_claim_print(made.log, 0, added, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_str_eq(error.text, "print 1 was meanwhile sent by another server, or delivered");
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	const struct as_contest_print *print = as_contest_log_print(made.log, 0);
	const int64_t now_ms = as_contest_log_now_ms(made.log), claimed = print->revision;
	cr_expect_eq(print->state, AS_CONTEST_PRINT_WAITS);
	cr_expect(as_contest_log_print_is_claimed(made.log, 0, now_ms));
	cr_expect_not(as_contest_log_print_is_claimed(made.log, 0, now_ms + 61000));
	as_contest_log_unlock(made.log);
	/* After a kill of the server a helper sends the print again. */
	cr_expect_eq(as_contest_log_claim_print(made.log, 0, claimed, &error), 0);
	cr_expect_eq(as_contest_log_mark_print(
			     made.log, 0, AS_CONTEST_PRINT_SEND, NULL, AS_CONTEST_NONE, &error),
		0);
	cr_expect_eq(as_contest_log_claim_print(made.log, 0, claimed, &error), -1);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_print(made.log, 0)->state, AS_CONTEST_PRINT_SENT);
	cr_expect_not(
		as_contest_log_print_is_claimed(made.log, 0, as_contest_log_now_ms(made.log)));
	as_contest_log_unlock(made.log);
}

/* Only a print that another server has is refused, not one that was delivered and undone. */
Test(log_prints, a_print_that_waits_again_can_be_claimed)
{
	AUTO_LOG_CASE made = log_case_make(PRINT);
	struct as_error error = {0};

	cr_assert_eq(add(&made, 0, 1, &error), 0);
	as_contest_log_lock(made.log);
	const int64_t added = as_contest_log_print(made.log, 0)->revision;
	as_contest_log_unlock(made.log);
	cr_assert_eq(
		as_contest_log_mark_print(made.log, 0, AS_CONTEST_PRINT_DELIVER, NULL, 0, &error),
		0);
	cr_expect_eq(as_contest_log_claim_print(made.log, 0, added, &error), -1);
	cr_assert_eq(
		as_contest_log_mark_print(made.log, 0, AS_CONTEST_PRINT_UNDO, NULL, 0, &error), 0);
	cr_expect_eq(as_contest_log_claim_print(made.log, 0, added, &error), 0);
}

Test(log_prints, one_of_two_helpers_delivers_a_print)
{
	AUTO_LOG_CASE made = log_case_make(PRINT);
	struct as_error error = {0};

	cr_assert_eq(add(&made, 0, 1, &error), 0);
	cr_expect_eq(as_contest_log_mark_print(
			     made.log, 0, AS_CONTEST_PRINT_FAIL, "no\x1bpaper", 0, &error),
		0);
	as_contest_log_lock(made.log);
	const struct as_contest_print *print = as_contest_log_print(made.log, 0);
	cr_expect(print->why && !strchr(print->why, 0x1b), "%s", print->why);
	cr_expect_eq(print->state, AS_CONTEST_PRINT_WAITS);
	as_contest_log_unlock(made.log);
	cr_expect_eq(
		as_contest_log_mark_print(made.log, 0, AS_CONTEST_PRINT_DELIVER, NULL, 0, &error),
		0);
	cr_expect_eq(
		as_contest_log_mark_print(made.log, 0, AS_CONTEST_PRINT_DELIVER, NULL, 0, &error),
		-1);
	cr_expect(strncmp(error.text, "print 1 is already delivered (root at ", 38) == 0, "%s",
		error.text);
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_print_count(made.log), 1);
	cr_expect_eq(as_contest_log_print(made.log, 0)->state, AS_CONTEST_PRINT_DONE);
	cr_expect_str_eq(as_contest_log_print(made.log, 0)->name, "a.c");
	as_contest_log_unlock(made.log);
}
