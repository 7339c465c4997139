/* SPDX-License-Identifier: MIT */
/*
 * counter: the kernel's counter of executed instructions (perf_event_open(2)). The program's own
 * process opens it before exec; the library reads it after the whole tree has died.
 *
 * The number of instructions in user mode is the only measure of time that other programs do not
 * change. The request names the event, so that on machines without hardware counters (most virtual
 * ones) a software event can be used to test the mechanism.
 */
#ifndef ASSAY_SANDBOX_COUNTER_H
#define ASSAY_SANDBOX_COUNTER_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* An event, in the terms of perf_event_open. */
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
 * Counts the calling process and its descendants from its next exec on. -1 if this machine has no
 * such counter, or does not permit its use. `pinned`: the counter is never multiplexed, so that it
 * is exact or absent. Async-signal-safe.
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

/* 0 if nothing was counted. */
static inline uint64_t as_counter_read(int counter_fd)
{
	uint64_t value;

	return counter_fd >= 0 && read(counter_fd, &value, sizeof(value)) == (ssize_t)sizeof(value)
		       ? value
		       : 0;
}

#endif
