/* SPDX-License-Identifier: MIT */
#include "search.h"

void as_search_show(const struct as_search *search, bool is_shrinking)
{
	const struct as_stress_report *report = search->report;
	const int64_t elapsed_ns = as_now_ns() - search->begun_ns;
	const struct as_bytes *best = &report->failure.input;
	const struct as_stress_progress now = {.tried = report->tried,
		.rate = (double)report->tried / ((double)(elapsed_ns + 1) / 1e9),
		.largest_bytes = report->largest_bytes,
		.best_bytes = best->data ? best->size : SIZE_MAX,
		.slowest_ns = report->slowest.time_ns,
		.is_shrinking = is_shrinking};

	if (search->order->progress)
		search->order->progress(search->order->progress_context, &now);
}
