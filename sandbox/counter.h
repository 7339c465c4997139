/* SPDX-License-Identifier: MIT */
/*
 * counter: the kernel's counter of what a run executes (perf_event_open(2)), opened in the
 * program's own process before exec and read by the library when the whole tree is dead.
 *
 * Instructions in user mode are the one measure of time that neighbours do not change. Which event
 * it is travels with the request, since machines without hardware counters (most virtual ones) can
 * still show with a software event that the way works.
 */
#ifndef ASSAY_SANDBOX_COUNTER_H
#define ASSAY_SANDBOX_COUNTER_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* An event as perf_event_open names it. */
struct as_counter_event {
	bool wanted;
	uint32_t type;
	uint64_t config;
};
#define AS_COUNTER_INSTRUCTIONS                                                                    \
	{                                                                                          \
		.wanted = true, .type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_INSTRUCTIONS   \
	}

/*
 * Counts the calling process from its next exec on, and all that descends from it. -1 where this
 * machine has no such counter, or does not let this process have it. `pinned`: the counter is never
 * shared by turns, so that what it says is exact or nothing. An async-signal-safe call.
 */
static inline int as_counter_open(const struct as_counter_event *event)
{
	struct perf_event_attr attributes;

	memset(&attributes, 0, sizeof(attributes));
	attributes.size = sizeof(attributes);
	attributes.type = event->type;
	attributes.config = event->config;
	attributes.disabled = 1;
	attributes.enable_on_exec = 1;
	attributes.inherit = 1;
	attributes.pinned = 1;
	attributes.exclude_kernel = 1;
	attributes.exclude_hv = 1;
	return (int)syscall(
		SYS_perf_event_open, &attributes, 0, -1, -1, (unsigned long)PERF_FLAG_FD_CLOEXEC);
}

/* 0 where nothing was counted. */
static inline uint64_t as_counter_read(int counter_fd)
{
	uint64_t value;

	return counter_fd >= 0 && read(counter_fd, &value, sizeof(value)) == (ssize_t)sizeof(value)
		       ? value
		       : 0;
}

#endif
