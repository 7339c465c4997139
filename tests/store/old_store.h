/* SPDX-License-Identifier: MIT */
/* The stores of version 1 in data/valid/store, opened by the present version: both were filled by
 * the same commands. */
#ifndef ASSAY_TESTS_OLD_STORE_H
#define ASSAY_TESTS_OLD_STORE_H

#include "store_case.h"

static inline int old_store_problem(void *context, const char *text)
{
	(void)context;
	cr_expect_fail("%s", text);
	return 0;
}

static inline void old_store_is_whole(const struct fixture *fixture)
{
	static const enum as_verdict verdicts[] = {AS_VERDICT_AC, AS_VERDICT_WA, AS_VERDICT_CE};
	struct as_store_checked checked;
	struct events events;

	for (size_t i = 0; i < 3; i++)
		cr_expect_eq(read_verdict(fixture, (int64_t)i + 1), verdicts[i], "job %zu", i + 1);
	cr_expect_eq(read_job(fixture, 4).state, AS_STORE_QUEUED);
	cr_expect_eq(read_job(fixture, 4).attempt, 1);
	cr_expect_eq(read_job(fixture, 5).state, AS_STORE_FAILED);
	cr_expect_str_eq(read_job(fixture, 5).cause.text, "why");
	cr_expect_eq(read_job(fixture, 6).state, AS_STORE_QUEUED);
	read_events(fixture, AS_STORE_WHOLE, &events);
	cr_expect_eq(events.count, 10);
	cr_expect_eq(events.items[9].number, 10);
	cr_expect_eq(events.items[9].job, 5);
	cr_expect_eq(events.items[9].kind, AS_STORE_EVENT_FAILED);
	cr_expect_eq(events.items[9].time_ms, INT64_C(1795000000000));
	cr_assert_eq(
		as_store_check(fixture->store, NULL, old_store_problem, NULL, &checked, NULL), 0);
	cr_expect_eq(checked.blob_count, 10);
	cr_expect_eq(checked.blob_bytes, 4953);
	cr_expect_eq(checked.job_count, 6);
	cr_expect_eq(checked.result_count, 3);
}

/* It is complete, and continues from its state. */
static inline void old_store_goes_on(struct fixture *fixture)
{
	AS_AUTO_FREE char *attempts = NULL;
	struct as_store_removed removed;

	old_store_is_whole(fixture);
	cr_assert_eq(as_store_setting_read(fixture->store, 0, "attempts", &attempts, NULL), 0);
	cr_expect_str_eq(attempts, "7");
	cr_expect_eq(as_store_space_look_up(fixture->store, "judge", &fixture->space, NULL), 1);
	/* Data from before the update counts as old. */
	cr_assert_eq(as_store_collect(fixture->store, 0, NULL, &removed, NULL), 0);
	cr_expect_eq(removed.part_count, 1);
	cr_expect_eq(removed.blob_count, 0);
	AUTO_CLAIM claim = claim_next(fixture);
	cr_expect_eq(claim.job, 4);
	cr_expect_eq(claim.attempt, 2);
	cr_expect_str_eq(claim.path, "slow1.py");
	cr_expect_eq(complete(fixture, &claim, AS_VERDICT_TLE), 1);
	struct as_store_order order = order_of(fixture, "new.c");
	order.package = claim.package;
	cr_expect_eq(submit_order(fixture, &order).job, 7);
	cr_expect_eq(as_store_export(fixture->store, "all.tar", NULL, NULL), 0);
}

#endif
