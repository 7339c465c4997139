/* SPDX-License-Identifier: MIT */
/* Calls of workers to a store: lanes, classes, one package, wake-ups. */
#include "cases.h"

#include <unistd.h>

/* Such a claim gets the job with this path, or (NULL) none. */
static void expect_claim(
	const struct fixture *fixture, const struct as_store_wanted *wanted, const char *path)
{
	AUTO_CLAIM claim = {0};
	struct as_error error = {0};
	const int found = as_store_claim(fixture->store, wanted, &claim, &error);

	cr_assert_eq(found, path != NULL, "%s: %s", path, error.text);
	if (path)
		cr_expect_str_eq(claim.path, path);
}

static void submit_class(const struct fixture *fixture, const char *path, enum as_store_class class)
{
	struct as_store_order order = order_of(fixture, path);

	order.class = class;
	submit_order(fixture, &order);
}

void a_claim_can_ask_for_some_classes(const struct store_maker *maker)
{
	static const char *const lanes[] = {"lane"};
	struct as_store_wanted wanted = {.lanes = lanes, .lane_count = 1};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	submit_class(&fixture, "contest", AS_STORE_CONTEST);
	submit_class(&fixture, "course", AS_STORE_COURSE);
	submit_class(&fixture, "practice", AS_STORE_PRACTICE);
	submit_class(&fixture, "generation", AS_STORE_GENERATION);
	wanted.classes = 1 << AS_STORE_REJUDGING;
	expect_claim(&fixture, &wanted, NULL);
	wanted.classes = 1 << AS_STORE_GENERATION | 1 << AS_STORE_PRACTICE;
	expect_claim(&fixture, &wanted, "practice");
	expect_claim(&fixture, &wanted, "generation");
	expect_claim(&fixture, &wanted, NULL);
	wanted.classes = 1 << AS_STORE_COURSE | 1 << AS_STORE_PRACTICE;
	expect_claim(&fixture, &wanted, "course");
	wanted.classes = 0;
	expect_claim(&fixture, &wanted, "contest");
}

void a_claim_can_ask_for_one_package(const struct store_maker *maker)
{
	static const char *const lanes[] = {"lane", "other"};
	const struct as_store_package package = {.digest = "bb", .name = "product"};
	struct as_store_wanted wanted = {.lanes = lanes, .lane_count = 2, .package = "bb"};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	cr_assert_eq(as_store_package_put(fixture.store, &package, NULL), 0);
	submit_path(&fixture, "first.c");
	struct as_store_order order = order_of(&fixture, "second.c");
	order.package = "bb";
	order.lane = "other";
	submit_order(&fixture, &order);
	expect_claim(&fixture, &wanted, "second.c");
	expect_claim(&fixture, &wanted, NULL);
	wanted.package = NULL;
	expect_claim(&fixture, &wanted, "first.c");
}

void each_lane_with_queued_jobs_is_listed_once(const struct store_maker *maker)
{
	static const char *const lanes[] = {"", "b \"quoted\" \\lane", "c"};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	AS_AUTO_NAMES char **none = as_store_lanes_read(fixture.store, NULL);
	cr_assert_not_null(none);
	cr_expect_null(none[0]);
	for (int i = 0; i < 9; i++) {
		struct as_store_order order = order_of(&fixture, "a.c");
		order.lane = lanes[i % 3];
		submit_order(&fixture, &order);
	}
	AS_AUTO_NAMES char **found = as_store_lanes_read(fixture.store, NULL);
	cr_assert_not_null(found);
	for (int i = 0; i < 3; i++)
		cr_expect_str_eq(found[i], lanes[i]);
	cr_expect_null(found[3]);
	const struct as_store_wanted wanted = {.lanes = lanes + 2, .lane_count = 1};
	for (int i = 0; i < 3; i++)
		expect_claim(&fixture, &wanted, "a.c");
	AS_AUTO_NAMES char **left = as_store_lanes_read(fixture.store, NULL);
	cr_assert_not_null(left);
	cr_expect_str_eq(left[1], lanes[1]);
	cr_expect_null(left[2], "nothing is queued there any more");
}

/* The worker looks once an hour, so only a wake-up lets it find each job. The job fails before it
 * reaches an engine, because its files are invalid. */
void expect_to_be_woken(const struct fixture *fixture, struct as_store *store)
{
	const struct as_worker_config config = {.store = store, .look_ns = INT64_C(3600000000000)};

	/* The package must not be held. */
	cr_assert_eq(as_store_setting_write(
			     fixture->store, AS_STORE_WHOLE, AS_STORE_SETTING_FAULTS, "1000", NULL),
		0);
	struct as_worker *worker = as_worker_start(&config, NULL);
	cr_assert_not_null(worker);
	for (int i = 0; i < 10; i++) {
		struct as_store_job job = {0};
		usleep(20000); /* most often it is asleep again */
		const int64_t id = submit_path(fixture, "a.c");
		for (int tries = 0; job.state != AS_STORE_FAILED; tries++) {
			cr_assert_lt(tries, 6000);
			usleep(5000);
			cr_assert_eq(as_store_job_read(fixture->store, id, &job, NULL), 1);
		}
	}
	as_worker_stop(worker);
}

void a_worker_that_sleeps_is_woken_by_a_job(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	expect_to_be_woken(&fixture, fixture.store);
}
