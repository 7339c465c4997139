/* SPDX-License-Identifier: MIT */
/* Changes of many jobs: cases of every back end, as in cases.c. */
#include "cases.h"

#define OTHER_PACKAGE "00000000000000000000000000000000000000000000000000000000000000bb"

static int64_t submit_by(const struct fixture *fixture, const char *owner,
	enum as_store_class class, const char *package)
{
	struct as_store_order order = order_of(fixture, "a.c");

	order.owner = owner;
	order.class = class;
	order.package = package;
	return submit_order(fixture, &order).job;
}

static uint64_t cancel(const struct fixture *fixture, struct as_store_selection selection)
{
	struct as_error error = {0};
	uint64_t count;

	cr_assert_eq(as_store_cancel_all(fixture->store, &selection, NULL, &count, &error), 0, "%s",
		error.text);
	return count;
}

static uint64_t move(const struct fixture *fixture, struct as_store_selection selection,
	struct as_store_place place)
{
	struct as_error error = {0};
	uint64_t count;

	cr_assert_eq(as_store_move_all(fixture->store, &selection, &place, NULL, &count, &error), 0,
		"%s", error.text);
	return count;
}

static void expect_state(const struct fixture *fixture, int64_t job, enum as_store_state state)
{
	cr_expect_eq(read_job(fixture, job).state, state, "job %d", (int)job);
}

void jobs_are_cancelled_by_their_properties(const struct store_maker *maker)
{
	const struct as_store_package other = {.digest = OTHER_PACKAGE, .name = "other"};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	cr_assert_eq(as_store_package_put(fixture.store, &other, NULL), 0);
	const int64_t done = submit_by(&fixture, "ann", AS_STORE_CONTEST, PACKAGE);
	AUTO_CLAIM first = claim_next(&fixture);
	cr_assert_eq(complete(&fixture, &first, AS_VERDICT_AC), 1);
	const int64_t claimed = submit_by(&fixture, "ann", AS_STORE_CONTEST, PACKAGE);
	AUTO_CLAIM second = claim_next(&fixture);
	const int64_t ann = submit_by(&fixture, "ann", AS_STORE_COURSE, PACKAGE);
	const int64_t bob = submit_by(&fixture, "bob", AS_STORE_COURSE, PACKAGE);
	const int64_t late = submit_by(&fixture, "ann", AS_STORE_REJUDGING, OTHER_PACKAGE);
	const int64_t last = submit_by(&fixture, "cy", AS_STORE_COURSE, OTHER_PACKAGE);

	cr_expect_eq(cancel(&fixture, (struct as_store_selection){.owner = "nobody"}), 0);
	cr_expect_eq(cancel(&fixture, (struct as_store_selection){.space = "none"}), 0);
	cr_expect_eq(cancel(&fixture, (struct as_store_selection){.owner = "ann",
					      .package = "other",
					      .space = "test",
					      .has_class = true,
					      .class = AS_STORE_REJUDGING}),
		1);
	expect_state(&fixture, late, AS_STORE_CANCELLED);
	cr_expect_eq(cancel(&fixture, (struct as_store_selection){.owner = "ann"}), 2);
	expect_state(&fixture, claimed, AS_STORE_CANCELLED);
	cr_expect_eq(complete(&fixture, &second, AS_VERDICT_AC), 0);
	expect_state(&fixture, ann, AS_STORE_CANCELLED);
	expect_state(&fixture, done, AS_STORE_DONE);
	expect_state(&fixture, bob, AS_STORE_QUEUED);
	cr_expect_eq(cancel(&fixture, (struct as_store_selection){.job = done}), 0);
	cr_expect_eq(cancel(&fixture, (struct as_store_selection){.job = bob}), 1);
	cr_expect_eq(cancel(&fixture, (struct as_store_selection){.package = OTHER_PACKAGE}), 1);
	expect_state(&fixture, last, AS_STORE_CANCELLED);
	cr_expect_eq(count_events(&fixture, 0, AS_STORE_EVENT_CANCELLED), 5);
	cr_expect_eq(count_events(&fixture, bob, AS_STORE_EVENT_CANCELLED), 1);
}

static void expect_claims(const struct fixture *fixture, const int64_t *jobs, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		AUTO_CLAIM claim = claim_next(fixture);
		cr_expect_eq(claim.job, jobs[i], "claim %zu is job %d", i, (int)claim.job);
	}
}

void jobs_are_moved_to_another_class_and_take_turns_there(const struct store_maker *maker)
{
	int64_t jobs[8];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	jobs[0] = submit_by(&fixture, "ann", AS_STORE_CONTEST, PACKAGE);
	jobs[1] = submit_by(&fixture, "ann", AS_STORE_CONTEST, PACKAGE);
	for (size_t i = 2; i < 5; i++)
		jobs[i] = submit_by(&fixture, "bob", AS_STORE_GENERATION, PACKAGE);
	jobs[5] = submit_by(&fixture, "cy", AS_STORE_PRACTICE, PACKAGE);
	cr_expect_eq(
		move(&fixture,
			(struct as_store_selection){
				.has_class = true, .class = AS_STORE_GENERATION},
			(struct as_store_place){.sets_class = true, .class = AS_STORE_CONTEST}),
		3);
	/* Ann's new jobs come after one of bob's. */
	jobs[6] = submit_by(&fixture, "ann", AS_STORE_CONTEST, PACKAGE);
	jobs[7] = submit_by(&fixture, "bob", AS_STORE_CONTEST, PACKAGE);
	cr_expect_eq(move(&fixture, (struct as_store_selection){.job = jobs[5]},
			     (struct as_store_place){.sets_class = true,
				     .class = AS_STORE_CONTEST,
				     .sets_priority = true,
				     .priority = 7}),
		1);
	cr_expect_eq(
		move(&fixture, (struct as_store_selection){.job = jobs[5]},
			(struct as_store_place){.sets_class = true, .class = AS_STORE_CONTEST}),
		0, "it is there");
	const int64_t order[] = {
		jobs[5], jobs[0], jobs[2], jobs[1], jobs[3], jobs[4], jobs[6], jobs[7]};
	expect_claims(&fixture, order, 8);
	cr_expect_eq(move(&fixture, (struct as_store_selection){.owner = "ann"},
			     (struct as_store_place){.sets_priority = true, .priority = 1}),
		0, "they are claimed");
}

void more_jobs_than_fit_into_a_transaction_are_changed(const struct store_maker *maker)
{
	struct as_store_order orders[100];
	struct as_store_ticket tickets[100];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	for (size_t i = 0; i < 100; i++) {
		orders[i] = order_of(&fixture, "a.c");
		orders[i].owner = i % 2 ? "ann" : "bob";
	}
	for (int i = 0; i < 12; i++)
		cr_assert_eq(as_store_submit(fixture.store, orders, 100, tickets, NULL), 0);
	cr_expect_eq(move(&fixture, (struct as_store_selection){.owner = "bob"},
			     (struct as_store_place){.sets_priority = true, .priority = 1}),
		600);
	cr_expect_eq(cancel(&fixture, (struct as_store_selection){.space = "test"}), 1200);
	cr_expect_eq(cancel(&fixture, (struct as_store_selection){.space = "test"}), 0);
	expect_state(&fixture, tickets[99].job, AS_STORE_CANCELLED);
}

void looking_up_a_space_does_not_create_it(const struct store_maker *maker)
{
	int64_t space = 0;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	cr_expect_eq(as_store_space_look_up(fixture.store, "test", &space, NULL), 1);
	cr_expect_eq(space, fixture.space);
	for (int i = 0; i < 2; i++)
		cr_expect_eq(as_store_space_look_up(fixture.store, "none", &space, NULL), 0);
}

/* ---- forgetting ---- */

static int count_blob(const struct fixture *fixture, const char *text)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	char hex[AS_DIGEST_HEX_SIZE];

	as_digest_bytes(text, strlen(text), hex);
	return as_store_blob_read(fixture->store, hex, 1 << 20, &bytes, NULL);
}

void an_owner_is_forgotten_and_results_stay(const struct store_maker *maker)
{
	struct as_store_removed removed;
	uint64_t count;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	struct as_store_order mine = order_of(&fixture, "ann.c"), other = order_of(&fixture, "b.c");
	mine.owner = "ann";
	other.owner = "bob";
	mine.once = other.once = true;
	const int64_t job = submit_order(&fixture, &mine).job;
	AUTO_CLAIM claim = claim_next(&fixture);
	struct as_result result = result_of(AS_VERDICT_CE, "ann.c");
	result.compile.output = (char *)"ann.c:1: int ann;";
	cr_assert_eq(as_store_complete(fixture.store, &claim, &result, NULL, NULL), 1);
	const int64_t others = submit_order(&fixture, &other).job;
	cr_assert_eq(as_store_forget(fixture.store, "ann", &count, NULL), 0);
	cr_expect_eq(count, 1);
	cr_expect_eq(read_verdict(&fixture, job), AS_VERDICT_CE);
	AS_AUTO(as_result_clear) struct as_result read = {0};
	cr_assert_eq(as_store_result_read(fixture.store, job, &read, NULL), 1);
	cr_expect_null(read.compile.output);
	cr_expect_str_eq(read.path, "");
	cr_assert_eq(as_store_collect(fixture.store, -1000, NULL, &removed, NULL), 0);
	cr_expect_eq(count_blob(&fixture, "ann.c"), 0);
	cr_expect_eq(count_blob(&fixture, "b.c"), 1);
	cr_expect_eq(read_job(&fixture, others).state, AS_STORE_QUEUED);
	/* The second time nothing is left; new submissions are judged again. */
	cr_assert_eq(as_store_forget(fixture.store, "ann", &count, NULL), 0);
	cr_expect_eq(count, 0);
	cr_expect_neq(submit_order(&fixture, &mine).job, job);
}
