/* SPDX-License-Identifier: MIT */
/*
 * bench_store URL WORKERS SECONDS [JOBS]: how many queued jobs WORKERS claim and complete in a
 * second, and how long a claim takes. Each worker has the store open by itself, as a process would.
 * The jobs cost nothing, and their results are small. It ends after SECONDS, or after JOBS claims.
 * It prints: jobs a second, then the median and the 99th percentile of a claim in microseconds.
 * bench_store URL prepare: one job in an empty store, of which bench_store.py makes many.
 */
#include "../store/claim_case.h"

#include <assay/store.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define MAX_CLAIMS 1000000

static const char *const lanes[] = {"bench"};
static size_t max_claims = MAX_CLAIMS;
static int64_t until_ns;
static atomic_size_t claims, completions, empty, failures;
static struct as_error first_failure;
static int64_t claim_ns[MAX_CLAIMS];

static void *work(void *argument)
{
	struct as_store *store = argument;
	struct as_result result = {.problem = (char *)"bench",
		.path = (char *)"a.c",
		.version = (char *)"0",
		.verdict = AS_VERDICT_AC,
		.compile = {.verdict = AS_VERDICT_AC}};

	for (;;) {
		struct as_store_claim claim;
		const int64_t start_ns = as_now_ns();
		const size_t place =
			start_ns < until_ns ? atomic_fetch_add(&claims, 1) : max_claims;

		if (place >= max_claims)
			return NULL;
		/* No two results are equal: equal ones share a blob, and wait for each other. */
		result.compile.cpu_time_ns = start_ns;
		result.compile.wall_time_ns = (int64_t)place;
		struct as_error error = {0};
		const int found = store_claim_lanes(store, lanes, 1, &claim, &error);
		claim_ns[place] = as_now_ns() - start_ns;
		if (found == 0)
			atomic_fetch_add(&empty, 1);
		else if (found == 1 && as_store_complete(store, &claim, &result, NULL, &error) == 1)
			atomic_fetch_add(&completions, 1);
		else if (atomic_fetch_add(&failures, 1) == 0)
			first_failure = error;
		as_store_claim_clear(&claim);
	}
}

static int compare_numbers(const void *a, const void *b)
{
	const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

static void print_figures(int64_t elapsed_ns)
{
	const size_t count = claims < max_claims ? claims : max_claims;

	qsort(claim_ns, count, sizeof(*claim_ns), compare_numbers);
	printf("%.0f %" PRId64 " %" PRId64 "\n", (double)completions / ((double)elapsed_ns / 1e9),
		claim_ns[count / 2] / 1000, claim_ns[count - 1 - count / 100] / 1000);
}

static int measure(const char *url, size_t workers, int64_t seconds)
{
	struct as_store **stores = calloc(workers, sizeof(struct as_store *));
	pthread_t *threads = calloc(workers, sizeof(*threads));
	struct as_error error = {0};

	for (size_t i = 0; i < workers; i++) {
		stores[i] = as_store_open(url, &error);
		if (!stores[i]) {
			fprintf(stderr, "bench_store: %s\n", error.text);
			exit(5);
		}
	}
	const int64_t start_ns = as_now_ns();
	until_ns = start_ns + seconds * 1000000000;
	for (size_t i = 0; i < workers; i++)
		pthread_create(&threads[i], NULL, work, stores[i]);
	for (size_t i = 0; i < workers; i++)
		pthread_join(threads[i], NULL);
	print_figures(as_now_ns() - start_ns);
	for (size_t i = 0; i < workers; i++)
		as_store_close(stores[i]);
	free(threads);
	free(stores);
	if (empty || failures)
		fprintf(stderr, "bench_store: %zu claims found nothing, %zu jobs failed: %s\n",
			empty, failures, first_failure.text);
	return empty || failures ? 1 : 0;
}

static int prepare(const char *url)
{
	const struct as_store_package package = {.digest = "bench", .name = "bench"};
	struct as_store_order order = {.package = "bench",
		.path = "a.c",
		.files = {.data = (char *)"x", .size = 1},
		.options = {.data = (char *)"x", .size = 1},
		.lane = *lanes};
	struct as_store_ticket ticket;
	struct as_error error = {0};
	struct as_store *store = as_store_open(url, &error);
	const int failed = !store || as_store_space_find(store, "bench", &order.space, &error) ||
			   as_store_package_put(store, &package, &error) ||
			   as_store_submit(store, &order, 1, &ticket, &error);

	as_store_close(store);
	if (failed)
		fprintf(stderr, "bench_store: %s\n", error.text);
	return failed ? 5 : 0;
}

int main(int count, char **arguments)
{
	if (count == 3 && strcmp(arguments[2], "prepare") == 0)
		return prepare(arguments[1]);
	if (count < 4) {
		fprintf(stderr, "usage: bench_store URL WORKERS SECONDS [JOBS]\n");
		return 2;
	}
	if (count > 4)
		max_claims = strtoul(arguments[4], NULL, 10);
	if (max_claims > MAX_CLAIMS)
		max_claims = MAX_CLAIMS;
	return measure(
		arguments[1], strtoul(arguments[2], NULL, 10), strtol(arguments[3], NULL, 10));
}
