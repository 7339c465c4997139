/* SPDX-License-Identifier: MIT */
/* Private header: hashes passwords in processes at the lowest priority (hasher.c). */
#ifndef SITE_HASHER_H
#define SITE_HASHER_H

#include <assay/base.h>
#include <assay/base/turns.h>

struct hasher;
struct hasher_process;
#define HASHER_MAX_THREADS 8
struct hasher *hasher_open(unsigned thread_count, struct as_error *error) AS_MUST_USE;
struct hasher_task {
	/* Called in a thread that has a hasher process. */
	void (*run)(void *context, struct hasher_process *process);
	void (*finish)(void *context); /* called afterwards, in another thread */
	void *context;
	struct as_turn_source source; /* sources take turns */
};
/* Queues a task. False: too many tasks of its source wait, out of memory, or closing. */
bool hasher_run(struct hasher *hasher, const struct hasher_task *task) AS_MUST_USE;
/* True if the password matches the hash. It takes a tenth of a second or longer. */
bool hasher_verify(struct hasher_process *process, const char *hash, const char *password);
/* The hash of a password, on the heap; NULL: failed. */
char *hasher_hash(struct hasher_process *process, const char *password);
/* The number of tasks that wait for a hasher process. */
size_t hasher_waiting(struct hasher *hasher);
/* Refuses new tasks; waiting tasks are finished without a run. */
void hasher_stop(struct hasher *hasher);
/* Waits for all queued tasks. Takes NULL. */
void hasher_close(struct hasher *hasher);

#endif
