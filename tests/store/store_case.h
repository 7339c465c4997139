/* SPDX-License-Identifier: MIT */
/* A store for a test, and the data in it. */
#ifndef ASSAY_TESTS_STORE_CASE_H
#define ASSAY_TESTS_STORE_CASE_H

#include "store/claim_case.h"
#include "store/events_case.h"

#include <assay/store.h>
#include <criterion/criterion.h>
#include <string.h>

/* Makes the URL of an empty store. The store is removed with the test's folder or server. */
struct store_maker {
	void (*make_url)(char url[512]);
	/* Waits until the death of a process that had the store open is visible; or NULL. */
	void (*await_death)(const char *url);
};

static inline struct as_store *store_open(const char *url)
{
	struct as_error error = {0};
	struct as_store *store = as_store_open(url, &error);

	cr_assert_not_null(store, "%s", error.text);
	return store;
}

/* An open store with a space and a package. */
struct fixture {
	char url[512];
	struct as_store *store;
	int64_t space;
	const struct store_maker *maker;
};

#define PACKAGE "00000000000000000000000000000000000000000000000000000000000000aa"

static inline void fixture_open(struct fixture *fixture, const struct store_maker *maker)
{
	const struct as_store_package package = {.digest = PACKAGE, .name = "sum"};

	fixture->maker = maker;
	maker->make_url(fixture->url);
	fixture->store = store_open(fixture->url);
	cr_assert_eq(as_store_space_find(fixture->store, "test", &fixture->space, NULL), 0);
	cr_assert_eq(as_store_package_put(fixture->store, &package, NULL), 0);
}

static inline void fixture_close(struct fixture *fixture)
{
	as_store_close(fixture->store);
	fixture->store = NULL;
}
#define AUTO_FIXTURE AS_AUTO(fixture_close) struct fixture

/* As if the process had ended and another one started. */
static inline void fixture_reopen(struct fixture *fixture)
{
	as_store_close(fixture->store);
	fixture->store = store_open(fixture->url);
}

static inline struct as_store_order order_of(const struct fixture *fixture, const char *path)
{
	return (struct as_store_order){.space = fixture->space,
		.package = PACKAGE,
		.path = path,
		.files = {.data = (char *)path, .size = strlen(path)},
		.options = {.data = (char *)"how", .size = 3},
		.lane = "lane"};
}

static inline struct as_store_ticket submit_order(
	const struct fixture *fixture, const struct as_store_order *order)
{
	struct as_store_ticket ticket;
	struct as_error error = {0};

	cr_assert_eq(
		as_store_submit(fixture->store, order, 1, &ticket, &error), 0, "%s", error.text);
	return ticket;
}

static inline int64_t submit_path(const struct fixture *fixture, const char *path)
{
	const struct as_store_order order = order_of(fixture, path);

	return submit_order(fixture, &order).job;
}

/* The claim of the next job of the lane; `job` 0: there is none. */
static inline struct as_store_claim claim_next(const struct fixture *fixture)
{
	const char *const lanes[] = {"lane"};
	struct as_store_claim claim;
	struct as_error error = {0};
	const int found = store_claim_lanes(fixture->store, lanes, 1, &claim, &error);

	cr_assert_geq(found, 0, "%s", error.text);
	return claim;
}
#define AUTO_CLAIM AS_AUTO(as_store_claim_clear) struct as_store_claim

static inline struct as_result result_of(enum as_verdict verdict, const char *path)
{
	return (struct as_result){.problem = (char *)"sum",
		.path = (char *)path,
		.version = (char *)"0.1.0",
		.verdict = verdict,
		.compile = {.verdict = AS_VERDICT_AC}};
}

static inline int complete(
	const struct fixture *fixture, const struct as_store_claim *claim, enum as_verdict verdict)
{
	const struct as_result result = result_of(verdict, claim->path ? claim->path : "late");
	struct as_error error = {0};
	const int ended = as_store_complete(fixture->store, claim, &result, NULL, &error);

	cr_assert_geq(ended, 0, "%s", error.text);
	return ended;
}

static inline struct as_store_job read_job(const struct fixture *fixture, int64_t id)
{
	struct as_store_job job;

	cr_assert_eq(as_store_job_read(fixture->store, id, &job, NULL), 1);
	return job;
}

/* NONE: it has no valid result. */
static inline enum as_verdict read_verdict(const struct fixture *fixture, int64_t job)
{
	AS_AUTO(as_result_clear) struct as_result result = {0};
	struct as_error error = {0};
	const int found = as_store_result_read(fixture->store, job, &result, &error);

	cr_assert_geq(found, 0, "%s", error.text);
	return found ? result.verdict : AS_VERDICT_NONE;
}

#define MAX_EVENTS 2000
struct events {
	struct as_store_event items[MAX_EVENTS];
	size_t count;
};

static inline void read_events(const struct fixture *fixture, int64_t space, struct events *events)
{
	events->count = events_read(fixture->store, space, 0, events->items, MAX_EVENTS);
}

/* The number of events of a kind, for a job or (0) for all. */
static inline size_t count_events(
	const struct fixture *fixture, int64_t job, enum as_store_event_kind kind)
{
	struct events events;
	size_t count = 0;

	read_events(fixture, AS_STORE_WHOLE, &events);
	for (size_t i = 0; i < events.count; i++)
		count += events.items[i].kind == kind && (!job || events.items[i].job == job);
	return count;
}

static inline struct as_bytes bytes_of(size_t size)
{
	struct as_bytes bytes = {.data = malloc(size + 1), .size = size};

	cr_assert_not_null(bytes.data);
	for (size_t i = 0; i < size; i++)
		bytes.data[i] = (char)(i * 2654435761u >> 13);
	bytes.data[size] = '\0';
	return bytes;
}

static inline void expect_blob(
	const struct fixture *fixture, const char *digest, const struct as_bytes *bytes)
{
	AS_AUTO_BYTES struct as_bytes read = {0};
	struct as_error error = {0};

	cr_assert_eq(as_store_blob_read(fixture->store, digest, bytes->size, &read, &error), 1,
		"%zu: %s", bytes->size, error.text);
	cr_expect_eq(read.size, bytes->size);
	cr_expect_eq(memcmp(read.data, bytes->data, bytes->size + 1), 0, "%zu", bytes->size);
}

#endif
