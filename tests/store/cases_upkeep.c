/* SPDX-License-Identifier: MIT */
/* Maintenance of a store and its queue: cases for every back end, as in cases.c. */
#include "cases_upkeep.h"
#include "blobs.h"
#include "jobs.h"

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
		cr_assert_eq(as_chunk_put(fixture.store, PACKAGE, i, &chunk, NULL), 0);
	cr_expect_eq(collect(&fixture, AS_STORE_GRACE_MS).part_count, 0);
	const struct as_store_removed removed = collect(&fixture, NO_GRACE);
	cr_expect_eq(removed.part_count, 1);
	cr_expect_eq(removed.part_bytes, 40 * chunk.size);
	cr_expect_eq(removed.blob_count, 0);
	struct as_bytes read = {0};
	cr_expect_eq(as_chunk_read(fixture.store, PACKAGE, 39, &read, NULL), 0);
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
	cr_assert_eq(as_store_complete(fixture.store, &claim, &result, NULL, NULL), 1);
	cr_assert_eq(as_result_next(fixture.store, "ann", &number, digest, NULL), 1);
	cr_assert_eq(as_store_blob_put(fixture.store, text, strlen(text), digest, NULL), 0);
	cr_assert_eq(as_result_replace(fixture.store, number, digest, NULL), 0);
	cr_expect_eq(as_store_forget(fixture.store, "ann", &count, NULL), 0);
	cr_expect_eq(count, 1);
	number = 0;
	cr_assert_eq(as_result_next(fixture.store, "ann", &number, found, NULL), 1);
	cr_expect_str_eq(found, digest);
}
