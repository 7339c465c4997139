/* SPDX-License-Identifier: MIT */
/* The events of a store without their bodies. */
#ifndef ASSAY_TESTS_EVENTS_CASE_H
#define ASSAY_TESTS_EVENTS_CASE_H

#include <assay/store/log.h>
#include <criterion/criterion.h>

/* Reads at most `max` events of a space (AS_STORE_WHOLE: of all) after a number; returns their
 * number. */
static inline size_t events_read(struct as_store *store, int64_t space, int64_t after,
	struct as_store_event *events, size_t max)
{
	struct as_store_page page = {0};
	struct as_error error = {0};

	cr_assert_eq(
		as_store_log_read(store, space, after, max, &page, &error), 0, "%s", error.text);
	const size_t count = page.count;
	for (size_t i = 0; i < count; i++)
		events[i] = page.records[i].event;
	as_store_page_clear(&page);
	return count;
}

#endif
