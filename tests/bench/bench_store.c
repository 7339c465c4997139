/* SPDX-License-Identifier: MIT */
/*
 * bench_store URL [SECONDS]: how many jobs in a second workers claim and complete in an empty store
 * on a PostgreSQL server. Each worker has the store open by itself, as a process would. The jobs
 * cost nothing, and their results are small. Then the same with more queued jobs, and with jobs at
 * the head of the queue that no worker can take.
 */
#include <assay/store.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define MOST_WORKERS 64
#define BATCH 64

static const char *url;
static int64_t seconds = 5, space;
static atomic_size_t claims, failures;
static int64_t until_ns;

static void *work(void *argument)
{
	static const char *const lanes[] = {"bench"};
	struct as_store *store = argument;
	const struct as_result result = {.problem = (char *)"bench",
		.path = (char *)"a.c",
		.version = (char *)"0",
		.verdict = AS_VERDICT_AC,
		.compile = {.verdict = AS_VERDICT_AC}};
	struct as_store_claim claim;

	while (as_now_ns() < until_ns) {
		if (as_store_claim(store, lanes, 1, &claim, NULL) != 1 ||
			as_store_complete(store, &claim, &result, NULL) != 1)
			atomic_fetch_add(&failures, 1);
		else
			atomic_fetch_add(&claims, 1);
		as_store_claim_clear(&claim);
	}
	return NULL;
}

static int submit(struct as_store *store, const char *lane, size_t count)
{
	static struct as_store_order orders[BATCH];
	static struct as_store_ticket tickets[BATCH];

	for (size_t i = 0; i < BATCH; i++)
		orders[i] = (struct as_store_order){.space = space,
			.package = "bench",
			.path = "a.c",
			.files = {.data = (char *)"x", .size = 1},
			.options = {.data = (char *)"x", .size = 1},
			.lane = lane};
	for (size_t left = count; left > 0;) {
		const size_t some = left < BATCH ? left : BATCH;
		if (as_store_submit(store, orders, some, tickets, NULL))
			return -1;
		left -= some;
	}
	return 0;
}

static int measure(const char *what, unsigned workers)
{
	struct as_store *stores[MOST_WORKERS] = {0};
	pthread_t threads[MOST_WORKERS];
	struct as_error error = {0};

	claims = failures = 0;
	for (unsigned i = 0; i < workers; i++) {
		stores[i] = as_store_open(url, &error);
		if (!stores[i]) {
			fprintf(stderr, "bench_store: %s\n", error.text);
			return -1;
		}
	}
	until_ns = as_now_ns() + seconds * 1000000000;
	for (unsigned i = 0; i < workers; i++)
		pthread_create(&threads[i], NULL, work, stores[i]);
	for (unsigned i = 0; i < workers; i++)
		pthread_join(threads[i], NULL);
	for (unsigned i = 0; i < workers; i++)
		as_store_close(stores[i]);
	printf("| %s | %u | %zu |\n", what, workers, claims / (size_t)seconds);
	fflush(stdout);
	if (failures)
		fprintf(stderr, "bench_store: %zu claims found nothing\n", failures);
	return 0;
}

static int measure_all(struct as_store *store)
{
	printf("| queue | workers | jobs/s |\n|---|---|---|\n");
	return submit(store, "bench", 20000) || measure("20,000 jobs", 1) ||
			       measure("20,000 jobs", 16) || submit(store, "bench", 20000) ||
			       measure("20,000 jobs", 64) || submit(store, "another", 50000) ||
			       submit(store, "bench", 30000) ||
			       measure("50,000 more of another lane", 64)
		       ? -1
		       : 0;
}

int main(int count, char **arguments)
{
	const struct as_store_package package = {.digest = "bench", .name = "bench"};
	struct as_error error = {0};

	if (count < 2) {
		fprintf(stderr, "usage: bench_store URL [SECONDS]\n");
		return 2;
	}
	url = arguments[1];
	if (count > 2)
		seconds = strtol(arguments[2], NULL, 10);
	struct as_store *store = as_store_open(url, &error);
	const int failed = !store || as_store_space_find(store, "bench", &space, &error) ||
			   as_store_package_put(store, &package, &error) || measure_all(store);
	as_store_close(store);
	if (error.kind != AS_ERROR_NONE)
		fprintf(stderr, "bench_store: %s\n", error.text);
	return failed ? 5 : 0;
}
