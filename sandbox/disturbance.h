/* SPDX-License-Identifier: MIT */
/* disturbance: use of the core by others during a run. */
#ifndef ASSAY_SANDBOX_DISTURBANCE_H
#define ASSAY_SANDBOX_DISTURBANCE_H

#include <assay/sandbox.h>

/* What the kernel has counted up to now; -1: unknown. */
struct as_core_times {
	int64_t at_ns;
	int64_t busy_ns; /* of one core: all that ran on it */
	int64_t steal_ns;
	int64_t pressure_ns; /* of the whole machine */
};

/* Kept open for the life of a sandbox, because opening costs as much as reading. -1: none. */
struct as_disturbance_sources {
	int stat_fd;
	int pressure_fd;
};
#define AS_DISTURBANCE_SOURCES_INIT                                                                \
	{                                                                                          \
		.stat_fd = -1, .pressure_fd = -1                                                   \
	}

void as_disturbance_open(struct as_disturbance_sources *sources);
void as_disturbance_close(struct as_disturbance_sources *sources);

/* `core` -1: the sum over all cores, and `busy_ns` is unknown. `buffer` is scratch space. */
void as_disturbance_read(const struct as_disturbance_sources *sources, int core, char *buffer,
	size_t buffer_size, struct as_core_times *times);
/* The difference between two readings. The run itself had the core for own_ns between them (-1:
 * unknown). */
void as_disturbance_compare(const struct as_core_times *begin, const struct as_core_times *end,
	int64_t own_ns, struct as_disturbance *disturbance);

/* Parse /proc/stat and a pressure file (proc(5)). */
void as_disturbance_parse_stat(const char *text, int core, struct as_core_times *times);
int64_t as_disturbance_parse_pressure(const char *text);

#endif
