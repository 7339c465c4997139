/* SPDX-License-Identifier: MIT */
/* A store with all kinds of data, for the cases of its maintenance. */
#ifndef ASSAY_TESTS_STORE_CASES_UPKEEP_H
#define ASSAY_TESTS_STORE_CASES_UPKEEP_H

#include "back.h"
#include "cases.h"

#define AUTO_STATUS AS_AUTO(as_store_status_clear) struct as_store_status
#define OTHER_PACKAGE "00000000000000000000000000000000000000000000000000000000000000bb"

__attribute__((unused)) static int fail_on(void *context, const char *text)
{
	(void)context;
	cr_expect_fail("%s", text);
	return 0;
}

__attribute__((unused)) static struct as_store_checked check_sound(const struct fixture *fixture)
{
	struct as_store_checked checked;
	struct as_error error = {0};

	cr_assert_eq(as_store_check(fixture->store, NULL, fail_on, NULL, &checked, &error), 0, "%s",
		error.text);
	cr_expect_eq(checked.problem_count, 0);
	return checked;
}

/* A finished job with large files, and a package with files: the blob of each is in use. */
__attribute__((unused)) static void fill_store(const struct fixture *fixture)
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

__attribute__((unused)) static struct as_store_status read_status(const struct fixture *fixture)
{
	struct as_store_status status;
	struct as_error error = {0};

	cr_assert_eq(as_store_status_read(fixture->store, &status, &error), 0, "%s", error.text);
	return status;
}

__attribute__((unused)) static void write_setting(
	const struct fixture *fixture, int64_t space, const char *name, const char *value)
{
	cr_assert_eq(as_store_setting_write(fixture->store, space, name, value, NULL), 0);
}

__attribute__((unused)) static int64_t submit_to(const struct fixture *fixture, const char *package)
{
	struct as_store_order order = order_of(fixture, "a.c");

	order.package = package;
	return submit_order(fixture, &order).job;
}

__attribute__((unused)) static void put_other_package(const struct fixture *fixture)
{
	const struct as_store_package package = {.digest = OTHER_PACKAGE, .name = "other"};

	cr_assert_eq(as_store_package_put(fixture->store, &package, NULL), 0);
}

/* Ends a claim with a judging error. */
__attribute__((unused)) static void complete_faulty(
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
	cr_assert_eq(as_store_complete(fixture->store, claim, &result, NULL, NULL), 1);
}

__attribute__((unused)) static void claim_and_fault(
	const struct fixture *fixture, const char *feedback)
{
	AUTO_CLAIM claim = claim_next(fixture);

	cr_assert_neq(claim.job, 0);
	complete_faulty(fixture, &claim, feedback);
}

#endif
