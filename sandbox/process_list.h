/* SPDX-License-Identifier: MIT */
/*
 * process_list: the processes that /proc shows. The helper and the library use it in a sandbox
 * without control groups and PID namespaces. It allocates nothing and is async-signal-safe.
 */
#ifndef ASSAY_SANDBOX_PROCESS_LIST_H
#define ASSAY_SANDBOX_PROCESS_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct as_process {
	pid_t pid, parent, group;
	bool below;         /* as_process_list_below */
	uint64_t ticks;     /* the CPU time of its children that it has waited for */
	int64_t page_count; /* resident */
	uint32_t thread_count;
};
#define AS_PROCESS_MAX 16384

/* Calls `see` for each process; -1 with errno. A process that starts or ends meanwhile may be
 * missing. */
typedef int as_process_see(void *context, const struct as_process *process);
int as_process_each(as_process_see *see, void *context);
/* Returns the number of processes; -1 with errno (E2BIG: more than `capacity`). */
ssize_t as_process_list(struct as_process *list, size_t capacity);
/* Marks all descendants of a process, but not the process itself. */
void as_process_list_below(struct as_process *list, size_t count, pid_t top);

#endif
