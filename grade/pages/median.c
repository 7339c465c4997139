/* SPDX-License-Identifier: MIT */
/* The median of each test in the class. */
#include "state.h"

#include <string.h>

/* With fewer accepted runs the median would reveal the usage of one other person's program. */
#define MIN_RUNS 3

size_t as_page_test_index(const struct as_package *package, const char *name, size_t from)
{
	for (size_t i = 0; i < package->test_count; i++) {
		const size_t test = (from + i) % package->test_count;
		if (strcmp(package->tests[test].name, name) == 0)
			return test;
	}
	return SIZE_MAX;
}

struct values {
	int64_t *items;
	size_t count;
};

static int64_t median_of(const struct values *values)
{
	qsort(values->items, values->count, sizeof(*values->items), as_int64_compare);
	return values->items[(values->count - 1) / 2];
}

static struct as_page_median compute(const struct as_pages *pages, size_t package, size_t test,
	struct values *times, struct values *memories)
{
	times->count = memories->count = 0;
	for (size_t i = 0; i < pages->count; i++) {
		const struct as_page_cell *cells = pages->people[i].works[package].cells;
		if (!cells || cells[test].verdict != AS_VERDICT_AC || !cells[test].is_known)
			continue;
		times->items[times->count++] = cells[test].time_ns;
		memories->items[memories->count++] = (int64_t)cells[test].memory_bytes;
	}
	if (times->count < MIN_RUNS)
		return (struct as_page_median){.count = times->count};
	return (struct as_page_median){.is_known = true,
		.count = times->count,
		.time_ns = median_of(times),
		.memory_bytes = (uint64_t)median_of(memories)};
}

static bool compute_package(struct as_pages *pages, size_t package)
{
	const size_t count = pages->config.packages[package]->test_count;
	struct values times = {.items = calloc(pages->count + 1, sizeof(int64_t))};
	struct values memories = {.items = calloc(pages->count + 1, sizeof(int64_t))};
	struct as_page_median *medians = calloc(count + 1, sizeof(*medians));
	const bool done = times.items && memories.items && medians;

	for (size_t t = 0; done && t < count; t++)
		medians[t] = compute(pages, package, t, &times, &memories);
	free(times.items);
	free(memories.items);
	pages->medians[package] = medians;
	return done;
}

static bool compute_all(struct as_pages *pages)
{
	const size_t count = pages->config.scheme->package_count;

	pages->medians = calloc(count + 1, sizeof(*pages->medians));
	for (size_t p = 0; pages->medians && p < count; p++)
		if (!compute_package(pages, p))
			return false;
	return pages->medians;
}

const struct as_page_median *as_page_median_of(
	struct as_pages *pages, size_t package, size_t test, struct as_error *error)
{
	const struct as_page_median *median = NULL;

	pthread_mutex_lock(&pages->lock);
	if (!pages->medians && !compute_all(pages))
		as_page_medians_free(pages);
	if (pages->medians)
		median = &pages->medians[package][test];
	pthread_mutex_unlock(&pages->lock);
	if (!median)
		as_error_no_memory(error);
	return median;
}

void as_page_medians_free(struct as_pages *pages)
{
	for (size_t p = 0; pages->medians && p < pages->config.scheme->package_count; p++)
		free(pages->medians[p]);
	free(pages->medians);
	pages->medians = NULL;
}
