/* SPDX-License-Identifier: MIT */
/* Jobs that are cancelled, moved forward, refused by the cap, or held with their package. */
#include "cases_upkeep.h"

#include <fcntl.h>

/* ---- cancelling and priorities ---- */

void a_job_can_be_cancelled_until_it_is_finished(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	const int64_t claimed = submit_path(&fixture, "a.c");
	const int64_t queued = submit_path(&fixture, "b.c");
	const int64_t done = submit_path(&fixture, "c.c");
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_assert_eq(claim.job, claimed);
	cr_expect_eq(as_store_cancel(fixture.store, queued, NULL), 1);
	cr_expect_eq(as_store_cancel(fixture.store, claimed, NULL), 1);
	cr_expect_eq(as_store_cancel(fixture.store, claimed, NULL), 0, "once");
	cr_expect_eq(as_store_cancel(fixture.store, 4711, NULL), 0);
	cr_expect_eq(read_job(&fixture, queued).state, AS_STORE_CANCELLED);
	cr_expect_str_eq(read_job(&fixture, queued).cause.text, "cancelled");
	/* Its worker detects this, and its result does not count. */
	cr_expect_eq(as_store_beat(fixture.store, &claim, NULL), 0);
	cr_expect_eq(complete(&fixture, &claim, AS_VERDICT_AC), 0);
	cr_expect_eq(read_verdict(&fixture, claimed), AS_VERDICT_NONE);
	AUTO_CLAIM next = claim_next(&fixture);
	cr_expect_eq(next.job, done);
	cr_expect_eq(complete(&fixture, &next, AS_VERDICT_AC), 1);
	cr_expect_eq(as_store_cancel(fixture.store, done, NULL), 0, "it is finished");
	cr_expect_eq(read_verdict(&fixture, done), AS_VERDICT_AC);
	cr_expect_eq(count_events(&fixture, queued, AS_STORE_EVENT_CANCELLED), 1);
	cr_expect_eq(count_events(&fixture, 0, AS_STORE_EVENT_CANCELLED), 2);
}

void a_cancelled_job_is_queued_again_on_request(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	struct as_store_order order = order_of(&fixture, "a.c");
	order.once = true;
	const int64_t job = submit_order(&fixture, &order).job;
	cr_expect_eq(as_store_cancel(fixture.store, job, NULL), 1);
	cr_expect_eq(submit_order(&fixture, &order).state, AS_STORE_CANCELLED);
	order.retry = true;
	const struct as_store_ticket again = submit_order(&fixture, &order);
	cr_expect_eq(again.job, job);
	cr_expect_eq(again.state, AS_STORE_QUEUED);
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_eq(claim.job, job);
}

/* The number of jobs that were changed. */
static uint64_t prioritize(const struct fixture *fixture, int64_t job, int64_t priority)
{
	const struct as_store_selection selection = {.job = job};
	const struct as_store_place place = {.sets_priority = true, .priority = priority};
	uint64_t count;

	cr_assert_eq(as_store_move_all(fixture->store, &selection, &place, NULL, &count, NULL), 0);
	return count;
}

void a_priority_can_be_changed_while_a_job_waits(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	const int64_t first = submit_path(&fixture, "a.c"), second = submit_path(&fixture, "b.c");
	const int64_t third = submit_path(&fixture, "c.c");
	cr_expect_eq(prioritize(&fixture, third, 5), 1);
	cr_expect_eq(prioritize(&fixture, first, -5), 1);
	cr_expect_eq(prioritize(&fixture, 4711, 5), 0);
	const int64_t expected[] = {third, second, first};
	for (size_t i = 0; i < 3; i++) {
		AUTO_CLAIM claim = claim_next(&fixture);
		cr_expect_eq(claim.job, expected[i], "%zu", i);
		cr_expect_eq(prioritize(&fixture, claim.job, 9), 0);
	}
}

/* ---- the cap ---- */

static int submit_as(
	const struct fixture *fixture, const char *owner, size_t count, struct as_error *error)
{
	struct as_store_order orders[10];
	struct as_store_ticket tickets[10];

	for (size_t i = 0; i < count; i++) {
		orders[i] = order_of(fixture, "a.c");
		orders[i].owner = owner;
	}
	return as_store_submit(fixture->store, orders, count, tickets, error);
}

void an_owner_has_a_maximum_number_of_queued_jobs(const struct store_maker *maker)
{
	struct as_error error = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	write_setting(&fixture, AS_STORE_WHOLE, AS_STORE_SETTING_QUEUED, "1");
	write_setting(&fixture, fixture.space, AS_STORE_SETTING_QUEUED, "3");
	cr_expect_eq(submit_as(&fixture, "ann", 4, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_str_eq(error.text, "'ann' has 3 submissions waiting, the most that the store "
				     "permits; wait until some are judged");
	cr_expect_eq(count_events(&fixture, 0, AS_STORE_EVENT_QUEUED), 0, "all or none");
	cr_expect_eq(submit_as(&fixture, "ann", 3, NULL), 0);
	cr_expect_eq(submit_as(&fixture, "ann", 1, NULL), -1);
	cr_expect_eq(submit_as(&fixture, "bob", 3, NULL), 0);
	/* A claimed job is not held. */
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_eq(submit_as(&fixture, "ann", 1, NULL), 0);
	cr_expect_eq(submit_as(&fixture, "ann", 1, NULL), -1);
	cr_assert_eq(as_store_space_find(fixture.store, "other", &fixture.space, NULL), 0);
	cr_expect_eq(submit_as(&fixture, "ann", 1, NULL), 0);
	cr_expect_eq(submit_as(&fixture, "ann", 1, NULL), -1, "the whole store's setting");
}

/* ---- packages that are held ---- */

static uint64_t release(const struct fixture *fixture, const char *package, int expected)
{
	uint64_t jobs;

	cr_expect_eq(as_store_package_release(fixture->store, package, &jobs, NULL), expected);
	return jobs;
}

static void claim_and_fail(const struct fixture *fixture, enum as_error_kind kind)
{
	const struct as_error cause = {.kind = kind, .text = "no space left on device"};
	AUTO_CLAIM claim = claim_next(fixture);

	cr_assert_neq(claim.job, 0);
	cr_assert_eq(as_store_fail(fixture->store, &claim, &cause, NULL), 1);
}

void only_failures_of_the_package_hold_it(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	for (int i = 0; i < 10; i++)
		submit_to(&fixture, PACKAGE);
	for (int i = 0; i < 5; i++)
		claim_and_fail(&fixture, AS_ERROR_INTERNAL);
	cr_expect_eq(release(&fixture, PACKAGE, 0), 0);
	claim_and_fail(&fixture, AS_ERROR_INPUT);
	claim_and_fail(&fixture, AS_ERROR_INTERNAL);
	for (int i = 0; i < 2; i++)
		claim_and_fail(&fixture, AS_ERROR_INPUT);
	cr_expect_eq(claim_next(&fixture).job, 0);
	cr_expect_eq(release(&fixture, PACKAGE, 1), 1);
}

void a_package_that_cannot_judge_is_held_and_no_other(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	put_other_package(&fixture);
	for (int i = 0; i < 5; i++)
		submit_to(&fixture, PACKAGE);
	const int64_t other = submit_to(&fixture, OTHER_PACKAGE);
	claim_and_fault(&fixture, "status 9");
	claim_and_fault(&fixture, "status 9");
	cr_expect_eq(read_job(&fixture, 4).state, AS_STORE_QUEUED);
	claim_and_fault(&fixture, "status 9");
	const struct as_store_job held = read_job(&fixture, 4);
	cr_expect_eq(held.state, AS_STORE_HELD);
	cr_expect_eq(held.cause.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(held.cause.text, "package sum is held, because its last submissions could "
					  "not be judged: validator: status 9");
	/* New jobs are held, too; the other package is not affected. */
	struct as_store_order order = order_of(&fixture, "b.c");
	const struct as_store_ticket later = submit_order(&fixture, &order);
	cr_expect_eq(later.state, AS_STORE_HELD);
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_eq(claim.job, other);
	cr_expect_eq(claim_next(&fixture).job, 0);
	fixture_reopen(&fixture);
	AUTO_STATUS status = read_status(&fixture);
	cr_assert_eq(status.hold_count, 1);
	cr_expect_str_eq(status.holds[0].package, PACKAGE);
	cr_expect_str_eq(status.holds[0].name, "sum");
	cr_expect_str_eq(status.holds[0].cause, "validator: status 9");
	cr_expect_eq(status.holds[0].jobs, 3);
	cr_expect_eq(status.classes[AS_STORE_CONTEST].held, 3);
	cr_expect_eq(release(&fixture, PACKAGE, 1), 3);
	cr_expect_eq(release(&fixture, PACKAGE, 0), 0);
	cr_expect_eq(read_job(&fixture, later.job).state, AS_STORE_QUEUED);
	/* The count starts again. */
	claim_and_fault(&fixture, "status 9");
	cr_expect_eq(release(&fixture, PACKAGE, 0), 0);
}

void faults_hold_a_package_only_if_they_are_the_same_and_in_a_row(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	for (int i = 0; i < 12; i++)
		submit_to(&fixture, PACKAGE);
	claim_and_fault(&fixture, "status 9");
	claim_and_fault(&fixture, "status 9");
	claim_and_fault(&fixture, "status 8");
	claim_and_fault(&fixture, "status 9");
	claim_and_fault(&fixture, "status 9");
	AUTO_CLAIM good = claim_next(&fixture);
	cr_assert_eq(complete(&fixture, &good, AS_VERDICT_WA), 1);
	claim_and_fault(&fixture, "status 9");
	claim_and_fault(&fixture, "status 9");
	cr_expect_eq(release(&fixture, PACKAGE, 0), 0);
	write_setting(&fixture, AS_STORE_WHOLE, AS_STORE_SETTING_FAULTS, "4");
	claim_and_fault(&fixture, "status 9");
	cr_expect_eq(release(&fixture, PACKAGE, 0), 0);
	claim_and_fault(&fixture, "status 9");
	cr_expect_eq(release(&fixture, PACKAGE, 1), 2);
}

void jobs_that_cannot_be_judged_hold_a_package_too(const struct store_maker *maker)
{
	const struct as_error cause = {.kind = AS_ERROR_INPUT, .text = "no validator"};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	for (int i = 0; i < 4; i++)
		submit_to(&fixture, PACKAGE);
	for (int i = 0; i < 3; i++) {
		AUTO_CLAIM claim = claim_next(&fixture);
		cr_assert_eq(as_store_fail(fixture.store, &claim, &cause, NULL), 1);
	}
	AUTO_STATUS status = read_status(&fixture);
	cr_assert_eq(status.hold_count, 1);
	cr_expect_str_eq(status.holds[0].cause, "no validator");
	cr_expect_eq(status.holds[0].jobs, 1);
}

void a_returned_claim_is_held_with_its_package(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	const int64_t first = submit_path(&fixture, "a.c"), second = submit_path(&fixture, "b.c");
	for (int i = 0; i < 3; i++)
		submit_path(&fixture, "c.c");
	AUTO_CLAIM handed_back = claim_next(&fixture);
	AUTO_CLAIM lost = claim_next(&fixture);
	for (int i = 0; i < 3; i++)
		claim_and_fault(&fixture, "status 9");
	cr_assert_eq(as_store_release(fixture.store, &handed_back, NULL), 1);
	cr_expect_eq(read_job(&fixture, first).state, AS_STORE_HELD);
	cr_expect_eq(read_job(&fixture, second).state, AS_STORE_CLAIMED);
	fixture_reopen(&fixture);
	cr_expect_eq(read_job(&fixture, second).state, AS_STORE_HELD);
	cr_expect_eq(release(&fixture, PACKAGE, 1), 2);
}
