/* SPDX-License-Identifier: MIT */
/* Maintenance of a store and its queue: cases for every back end, as in cases.c. */
#include "back.h"
#include "cases.h"

#include <fcntl.h>

/* ---- upkeep ---- */

/* Makes data that was just written old. */
#define NO_GRACE (-60000)

static struct as_store_removed collect(const struct fixture *fixture, int64_t grace_ms)
{
	struct as_store_removed removed;
	struct as_error error = {0};

	cr_assert_eq(as_store_collect(fixture->store, grace_ms, NULL, &removed, &error), 0, "%s",
		error.text);
	return removed;
}

static int fail_on(void *context, const char *text)
{
	(void)context;
	cr_expect_fail("%s", text);
	return 0;
}

static struct as_store_checked check_sound(const struct fixture *fixture)
{
	struct as_store_checked checked;
	struct as_error error = {0};

	cr_assert_eq(as_store_check(fixture->store, NULL, fail_on, NULL, &checked, &error), 0, "%s",
		error.text);
	cr_expect_eq(checked.problem_count, 0);
	return checked;
}

/* A finished job with large files, and a package with files: the blob of each is in use. */
static void fill_store(const struct fixture *fixture)
{
	AS_AUTO_BYTES struct as_bytes files = bytes_of(3 * AS_STORE_CHUNK_BYTES);
	char blob[AS_DIGEST_HEX_SIZE];
	const struct as_store_package package = {.digest = PACKAGE, .name = "sum", .blob = blob};
	struct as_store_order order = order_of(fixture, "a.c");

	cr_assert_eq(as_store_blob_put(fixture->store, "files", 5, blob, NULL), 0);
	cr_assert_eq(as_store_package_put(fixture->store, &package, NULL), 0);
	order.files = files;
	submit_order(fixture, &order);
	AUTO_CLAIM claim = claim_next(fixture);
	cr_assert_eq(complete(fixture, &claim, AS_VERDICT_AC), 1);
}

void blobs_that_nothing_refers_to_are_removed(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes waste = bytes_of(5 * AS_STORE_CHUNK_BYTES + 1);
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_bytes read;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	fill_store(&fixture);
	cr_assert_eq(as_store_blob_put(fixture.store, waste.data, waste.size, digest, NULL), 0);
	struct as_store_removed removed = collect(&fixture, AS_STORE_GRACE_MS);
	cr_expect_eq(removed.blob_count, 0, "somebody may be about to use it");
	removed = collect(&fixture, NO_GRACE);
	cr_expect_eq(removed.blob_count, 1);
	cr_expect_eq(removed.blob_bytes, waste.size);
	cr_expect_eq(removed.part_count, 0);
	cr_expect_eq(as_store_blob_read(fixture.store, digest, waste.size, &read, NULL), 0);
	cr_expect_eq(check_sound(&fixture).blob_count, 3);
	cr_expect_eq(collect(&fixture, NO_GRACE).blob_count, 0);
	/* It can be added again. */
	cr_assert_eq(as_store_blob_put(fixture.store, waste.data, waste.size, digest, NULL), 0);
	expect_blob(&fixture, digest, &waste);
}

void parts_of_blobs_are_removed_unless_they_are_being_written(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes chunk = bytes_of(AS_STORE_CHUNK_BYTES);
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	/* As a writer that was killed before the end. */
	for (int64_t i = 0; i < 40; i++)
		cr_assert_eq(fixture.store->ops->put_chunk(
				     fixture.store->back, PACKAGE, i, &chunk, NULL),
			0);
	cr_expect_eq(collect(&fixture, AS_STORE_GRACE_MS).part_count, 0);
	const struct as_store_removed removed = collect(&fixture, NO_GRACE);
	cr_expect_eq(removed.part_count, 1);
	cr_expect_eq(removed.part_bytes, 40 * chunk.size);
	cr_expect_eq(removed.blob_count, 0);
	struct as_bytes read = {0};
	cr_expect_eq(
		fixture.store->ops->read_chunk(fixture.store->back, PACKAGE, 39, &read, NULL), 0);
}

void a_sound_store_has_no_problems(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	check_sound(&fixture);
	fill_store(&fixture);
	submit_path(&fixture, "b.c");
	const struct as_store_checked checked = check_sound(&fixture);
	cr_expect_eq(checked.job_count, 2);
	cr_expect_eq(checked.result_count, 1);
	cr_expect_eq(checked.blob_count, 4);
	cr_expect_gt(checked.blob_bytes, 3 * AS_STORE_CHUNK_BYTES);
}

/* ---- status ---- */

static struct as_store_status read_status(const struct fixture *fixture)
{
	struct as_store_status status;
	struct as_error error = {0};

	cr_assert_eq(as_store_status_read(fixture->store, &status, &error), 0, "%s", error.text);
	return status;
}
#define AUTO_STATUS AS_AUTO(as_store_status_clear) struct as_store_status

static int64_t submit_urgent(const struct fixture *fixture, const char *path,
	enum as_store_class class, int64_t priority)
{
	struct as_store_order order = order_of(fixture, path);

	order.class = class;
	order.priority = priority;
	return submit_order(fixture, &order).job;
}

void the_status_counts_jobs_by_class_and_results_by_time(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	AUTO_STATUS empty = read_status(&fixture);
	for (size_t i = 0; i < AS_STORE_CLASS_COUNT; i++) {
		cr_expect_eq(empty.classes[i].queued, 0);
		cr_expect_eq(empty.classes[i].oldest_ms, -1);
	}
	cr_expect_eq(empty.results, 0);
	submit_urgent(&fixture, "a", AS_STORE_COURSE, 2);
	submit_urgent(&fixture, "b", AS_STORE_COURSE, 1);
	submit_urgent(&fixture, "c", AS_STORE_COURSE, 0);
	submit_urgent(&fixture, "d", AS_STORE_COURSE, 0);
	submit_urgent(&fixture, "e", AS_STORE_GENERATION, 0);
	AUTO_CLAIM done = claim_next(&fixture);
	AUTO_CLAIM failed = claim_next(&fixture);
	AUTO_CLAIM claimed = claim_next(&fixture);
	cr_assert_eq(complete(&fixture, &done, AS_VERDICT_AC), 1);
	const struct as_error cause = {.kind = AS_ERROR_INPUT, .text = "why"};
	cr_assert_eq(as_store_fail(fixture.store, &failed, &cause, NULL), 1);
	AUTO_STATUS status = read_status(&fixture);
	const struct as_store_queue *course = &status.classes[AS_STORE_COURSE];
	cr_expect_eq(course->queued, 1);
	cr_expect_eq(course->claimed, 1);
	cr_expect_eq(course->held, 0);
	cr_expect(course->oldest_ms >= 0 && course->oldest_ms < 60000);
	cr_expect_eq(status.classes[AS_STORE_GENERATION].queued, 1);
	cr_expect_eq(status.results, 1);
	cr_expect_eq(status.results_minute, 1);
	cr_expect_eq(status.results_hour, 1);
	cr_expect_eq(status.failed, 1);
	cr_expect_eq(status.hold_count, 0);
	cr_assert_eq(status.worker_count, 1);
	cr_expect(status.workers[0].is_alive);
	cr_expect_eq(status.workers[0].claimed, 1);
	cr_expect_not_null(strchr(status.workers[0].name, ':'), "%s", status.workers[0].name);
}

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

void a_priority_can_be_changed_while_a_job_waits(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	const int64_t first = submit_path(&fixture, "a.c"), second = submit_path(&fixture, "b.c");
	const int64_t third = submit_path(&fixture, "c.c");
	cr_expect_eq(as_store_prioritize(fixture.store, third, 5, NULL), 1);
	cr_expect_eq(as_store_prioritize(fixture.store, first, -5, NULL), 1);
	cr_expect_eq(as_store_prioritize(fixture.store, 4711, 5, NULL), 0);
	const int64_t expected[] = {third, second, first};
	for (size_t i = 0; i < 3; i++) {
		AUTO_CLAIM claim = claim_next(&fixture);
		cr_expect_eq(claim.job, expected[i], "%zu", i);
		cr_expect_eq(as_store_prioritize(fixture.store, claim.job, 9, NULL), 0);
	}
}

/* ---- the cap ---- */

static void write_setting(
	const struct fixture *fixture, int64_t space, const char *name, const char *value)
{
	cr_assert_eq(as_store_setting_write(fixture->store, space, name, value, NULL), 0);
}

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

#define OTHER_PACKAGE "00000000000000000000000000000000000000000000000000000000000000bb"

static int64_t submit_to(const struct fixture *fixture, const char *package)
{
	struct as_store_order order = order_of(fixture, "a.c");

	order.package = package;
	return submit_order(fixture, &order).job;
}

static void put_other_package(const struct fixture *fixture)
{
	const struct as_store_package package = {.digest = OTHER_PACKAGE, .name = "other"};

	cr_assert_eq(as_store_package_put(fixture->store, &package, NULL), 0);
}

/* Ends a claim with a judging error. */
static void complete_faulty(
	const struct fixture *fixture, const struct as_store_claim *claim, const char *feedback)
{
	struct as_result result = result_of(AS_VERDICT_JE, "a.c");
	struct as_result_test tests[] = {{.name = (char *)"secret/1", .verdict = AS_VERDICT_AC},
		{.name = (char *)"secret/2",
			.verdict = AS_VERDICT_JE,
			.reason = (char *)"validator",
			.feedback = (char *)feedback}};

	result.fault = AS_ERROR_INPUT;
	result.tests = tests;
	result.test_count = 2;
	cr_assert_eq(as_store_complete(fixture->store, claim, &result, NULL), 1);
}

static void claim_and_fault(const struct fixture *fixture, const char *feedback)
{
	AUTO_CLAIM claim = claim_next(fixture);

	cr_assert_neq(claim.job, 0);
	complete_faulty(fixture, &claim, feedback);
}

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

/* ---- export and import ---- */

static void export(const struct fixture *fixture, const char *file)
{
	struct as_error error = {0};

	cr_assert_eq(as_store_export(fixture->store, file, NULL, &error), 0, "%s: %s", error.where,
		error.text);
}

/* Appends a body with a blob that it refers to, and judges a submission again. */
static void append_all(const struct fixture *fixture)
{
	struct as_store_order order = {.space = fixture->space, .class = AS_STORE_REJUDGING};
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_store_entry entries[2] = {
		{.body = {(char *)"{\"odd\": \xff\n}", 12}, .blob = digest},
		{.order = &order, .again = 1}};
	struct as_store_appended appended[2];
	struct as_error error = {0};

	cr_assert_eq(as_store_blob_put(fixture->store, "a photo", 7, digest, NULL), 0);
	cr_assert_eq(as_store_append(fixture->store, fixture->space, entries, 2, appended, &error),
		0, "%s", error.text);
}

/* Everything in which stores can differ: finished, failed, cancelled, held, claimed and queued
 * jobs, a blob of several chunks, an unreferenced blob, names that are not UTF-8, settings. */
static void fill_all(struct fixture *fixture)
{
	const struct as_error cause = {.kind = AS_ERROR_INPUT, .text = "why"};
	char digest[AS_DIGEST_HEX_SIZE];

	fill_store(fixture);
	put_other_package(fixture);
	cr_assert_eq(as_store_blob_put(fixture->store, "", 0, digest, NULL), 0);
	write_setting(fixture, AS_STORE_WHOLE, AS_STORE_SETTING_ATTEMPTS, "7");
	for (int i = 0; i < 3; i++) {
		submit_to(fixture, OTHER_PACKAGE);
		claim_and_fault(fixture, "status 9");
	}
	submit_to(fixture, OTHER_PACKAGE);
	submit_path(fixture, "fails.c");
	AUTO_CLAIM failed = claim_next(fixture);
	cr_assert_eq(as_store_fail(fixture->store, &failed, &cause, NULL), 1);
	cr_assert_eq(as_store_cancel(fixture->store, submit_path(fixture, "x.c"), NULL), 1);
	submit_path(fixture, "claimed.c");
	AUTO_CLAIM claimed = claim_next(fixture);
	cr_assert_neq(claimed.job, 0);
	struct as_store_order order = order_of(fixture, "odd \xff name\n.c");
	order.owner = "team \xc3\xa9 \xfe";
	order.language = "c";
	order.once = true;
	submit_order(fixture, &order);
	append_all(fixture);
}

static void read_file(const char *name, struct as_bytes *bytes)
{
	cr_assert_eq(as_file_read(AT_FDCWD, name, 64 << 20, bytes, NULL), 0);
}

void an_export_is_imported_with_nothing_lost(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes first = {0}, second = {0};
	struct as_error error = {0};
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE copy = {0};

	fixture_open(&fixture, maker);
	fill_all(&fixture);
	export(&fixture, "first.tar");
	maker->make_url(copy.url);
	copy.store = store_open(copy.url);
	copy.space = fixture.space;
	cr_assert_eq(as_store_import(copy.store, "first.tar", NULL, &error), 0, "%s: %s",
		error.where, error.text);
	export(&copy, "second.tar");
	read_file("first.tar", &first);
	read_file("second.tar", &second);
	cr_assert_eq(second.size, first.size);
	cr_expect_eq(memcmp(second.data, first.data, first.size), 0);
	check_sound(&copy);
	/* It continues from the state of the other one. */
	fixture_reopen(&copy);
	cr_expect_eq(read_verdict(&copy, 1), AS_VERDICT_AC);
	cr_expect_eq(read_job(&copy, 5).state, AS_STORE_HELD);
	struct as_store_order order = order_of(&copy, "odd \xff name\n.c");
	order.language = "c";
	order.once = true;
	const struct as_store_ticket known = submit_order(&copy, &order);
	cr_expect_eq(known.state, AS_STORE_QUEUED);
	AUTO_CLAIM claimed = claim_next(&copy);
	cr_expect_str_eq(claimed.path, "claimed.c");
	AUTO_CLAIM odd = claim_next(&copy);
	cr_expect_eq(odd.job, known.job);
	cr_expect_str_eq(odd.path, "odd \xff name\n.c");
	cr_expect_eq(complete(&copy, &odd, AS_VERDICT_WA), 1);
	cr_expect_gt(submit_path(&copy, "new.c"), known.job);
}

/* Replaces every occurrence of a text by another of the same length. */
static void replace_all(struct as_bytes *bytes, const char *from, const char *to)
{
	char *at = bytes->data;

	cr_assert_eq(strlen(from), strlen(to));
	while ((at = memmem(at, (size_t)(bytes->data + bytes->size - at), from, strlen(from))))
		memcpy(at, to, strlen(to));
}

/* Writes it as version 3 of a store in a file did. */
static void export_old(const struct store_maker *maker, struct as_bytes *bytes)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	fill_store(&fixture);
	export(&fixture, "new.tar");
	read_file("new.tar", bytes);
	replace_all(bytes, "assay-store/3", "assay-store/2");
}

void an_export_of_the_previous_format_is_imported(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_error error = {0};
	AUTO_FIXTURE copy = {0};

	export_old(maker, &bytes);
	cr_assert_eq(as_file_write(AT_FDCWD, "old.tar", bytes.data, bytes.size, 0600, NULL), 0);
	maker->make_url(copy.url);
	copy.store = store_open(copy.url);
	cr_assert_eq(as_store_import(copy.store, "old.tar", NULL, &error), 0, "%s: %s", error.where,
		error.text);
	check_sound(&copy);
	cr_expect_gt(read_job(&copy, 1).began_ms, 0);
}

/* As version 2 of a store in a file wrote it. */
void an_export_of_the_old_format_is_imported(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_error error = {0};
	AUTO_FIXTURE copy = {0};

	export_old(maker, &bytes);
	replace_all(&bytes, "assay-store/2", "assay-store/1");
	replace_all(&bytes, "\"claimed\":", "\"unknown\":");
	replace_all(&bytes, "\"body\":null,\"blob\":null", "\"some\":null,\"more\":null");
	cr_assert_eq(as_file_write(AT_FDCWD, "old.tar", bytes.data, bytes.size, 0600, NULL), 0);
	maker->make_url(copy.url);
	copy.store = store_open(copy.url);
	cr_assert_eq(as_store_import(copy.store, "old.tar", NULL, &error), 0, "%s: %s", error.where,
		error.text);
	check_sound(&copy);
	cr_expect_eq(read_verdict(&copy, 1), AS_VERDICT_AC);
	cr_expect_eq(read_job(&copy, 1).began_ms, 0);
	cr_expect_gt(read_job(&copy, 1).ended_ms, 0);
}

/* Imports a file into a new store, and exports that into another file. */
static void pass_through(const struct store_maker *maker, const char *from, const char *to)
{
	struct as_error error = {0};
	AUTO_FIXTURE fixture = {0};

	maker->make_url(fixture.url);
	fixture.store = store_open(fixture.url);
	cr_assert_eq(as_store_import(fixture.store, from, NULL, &error), 0, "%s: %s", error.where,
		error.text);
	check_sound(&fixture);
	export(&fixture, to);
}

void a_store_moves_there_and_back(const struct store_maker *here, const struct store_maker *there)
{
	static const char *const names[] = {"first.tar", "second.tar", "third.tar"};
	AS_AUTO_BYTES struct as_bytes first = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, here);
	fill_all(&fixture);
	export(&fixture, names[0]);
	pass_through(there, names[0], names[1]);
	pass_through(here, names[1], names[2]);
	read_file(names[0], &first);
	for (int i = 1; i < 3; i++) {
		AS_AUTO_BYTES struct as_bytes other = {0};
		read_file(names[i], &other);
		cr_assert_eq(other.size, first.size, "%s", names[i]);
		cr_expect_eq(memcmp(other.data, first.data, first.size), 0, "%s", names[i]);
	}
}

/* Removes a digit of the time of an event, and adds an empty line after it. Returns the number of
 * such lines. */
static int empty_lines(struct as_bytes *bytes)
{
	const char key[] = "\"time\":";
	char *at = bytes->data;
	int count = 0;

	while ((at = memmem(at, bytes->size - (size_t)(at - bytes->data), key, sizeof(key) - 1))) {
		at += sizeof(key) - 1;
		char *end = memchr(at, '\n', bytes->size - (size_t)(at - bytes->data));
		cr_assert_not_null(end);
		if (end[1] != '{')
			continue;
		memmove(at, at + 1, (size_t)(end - at));
		count++;
	}
	return count;
}

void rows_after_an_empty_line_are_imported(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct events before, after;
	struct as_error error = {0};
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE copy = {0};

	fixture_open(&fixture, maker);
	fill_all(&fixture);
	export(&fixture, "good.tar");
	read_file("good.tar", &bytes);
	cr_assert_gt(empty_lines(&bytes), 0);
	cr_assert_eq(as_file_write(AT_FDCWD, "empty.tar", bytes.data, bytes.size, 0600, NULL), 0);
	maker->make_url(copy.url);
	copy.store = store_open(copy.url);
	cr_assert_eq(as_store_import(copy.store, "empty.tar", NULL, &error), 0, "%s: %s",
		error.where, error.text);
	read_events(&fixture, AS_STORE_WHOLE, &before);
	read_events(&copy, AS_STORE_WHOLE, &after);
	cr_expect_gt(before.count, 2);
	cr_expect_eq(after.count, before.count);
}

static void expect_no_import(const struct store_maker *maker, const char *file, const char *text)
{
	struct as_error error = {0};
	char whole[2048];
	AUTO_FIXTURE fixture = {0};

	maker->make_url(fixture.url);
	fixture.store = store_open(fixture.url);
	cr_expect_eq(as_store_import(fixture.store, file, NULL, &error), -1, "%s", file);
	cr_expect_eq(error.kind, AS_ERROR_INPUT, "%s", error.text);
	as_error_format(&error, whole, sizeof(whole));
	cr_expect_not_null(strstr(whole, text), "%s: %s", file, whole);
}

/* Writes the export with one text replaced by another of the same length. */
static void put_changed(const struct as_bytes *bytes, const char *from, const char *to)
{
	AS_AUTO_FREE char *copy = malloc(bytes->size);

	memcpy(copy, bytes->data, bytes->size);
	char *at = memmem(copy, bytes->size, from, strlen(from));
	cr_assert_not_null(at, "%s", from);
	memcpy(at, to, strlen(from));
	cr_assert_eq(as_file_write(AT_FDCWD, "bad.tar", copy, bytes->size, 0600, NULL), 0);
}

void only_a_whole_export_is_imported_and_only_into_an_empty_store(const struct store_maker *maker)
{
	static const char *const changes[][3] = {
		{"assay-store/3", "assay-store/7", "an export in the format 'assay-store/7'"},
		{"\"name\":\"sum\"", "\"nome\":\"sum\"", "cannot import package: "},
		{"\"space\":1", "\"space\":{", "has a line that is not a row"},
		{"\"id\":1,\"space\":1", "\"id\":1,\"space\":8", "cannot import submission: "}};
	struct as_error error = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	fill_store(&fixture);
	export(&fixture, "good.tar");
	cr_expect_eq(as_store_export(fixture.store, "good.tar", NULL, &error), -1);
	cr_expect_not_null(strstr(error.text, "the file exists"), "%s", error.text);
	as_error_clear(&error);
	cr_expect_eq(as_store_import(fixture.store, "good.tar", NULL, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(error.text, "the store is not empty"), "%s", error.text);
	read_file("good.tar", &bytes);
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		put_changed(&bytes, changes[i][0], changes[i][1]);
		expect_no_import(maker, "bad.tar", changes[i][2]);
	}
	/* A changed byte of a blob, a file that ends early, and other files. */
	put_changed(&bytes, "files", "faces");
	expect_no_import(maker, "bad.tar", "does not have the digest of its name");
	char *end = memmem(bytes.data, bytes.size, "end.json", 8);
	cr_assert_not_null(end);
	const size_t whole = (size_t)(end - bytes.data);
	const size_t sizes[] = {whole, whole - 512, whole / 2, 512, 0};
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		cr_assert_eq(
			as_file_write(AT_FDCWD, "bad.tar", bytes.data, sizes[i], 0600, NULL), 0);
		expect_no_import(maker, "bad.tar", "export the store again");
	}
}

/* ---- forgetting ---- */

/* This version cannot remove the compiler's message from it, and must not replace it by an empty
 * result. */
void results_of_another_version_stay_when_their_owner_is_forgotten(const struct store_maker *maker)
{
	static const char text[] = "assay-result/999";
	char digest[AS_DIGEST_HEX_SIZE], found[AS_DIGEST_HEX_SIZE];
	int64_t number = 0;
	uint64_t count;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	struct as_store_order mine = order_of(&fixture, "ann.c");
	mine.owner = "ann";
	submit_order(&fixture, &mine);
	AUTO_CLAIM claim = claim_next(&fixture);
	struct as_result result = result_of(AS_VERDICT_AC, "ann.c");
	cr_assert_eq(as_store_complete(fixture.store, &claim, &result, NULL), 1);
	const struct as_upkeep_ops *ops = fixture.store->upkeep;
	void *back = fixture.store->back;
	cr_assert_eq(ops->next_result(back, "ann", &number, digest, NULL), 1);
	cr_assert_eq(as_store_blob_put(fixture.store, text, strlen(text), digest, NULL), 0);
	cr_assert_eq(ops->replace_result(back, number, digest, NULL), 0);
	cr_expect_eq(as_store_forget(fixture.store, "ann", &count, NULL), 0);
	cr_expect_eq(count, 1);
	number = 0;
	cr_assert_eq(ops->next_result(back, "ann", &number, found, NULL), 1);
	cr_expect_str_eq(found, digest);
}
