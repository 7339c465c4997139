/* SPDX-License-Identifier: MIT */
/*
 * The waiting tasks of a hasher. Their sources take turns: next is the network whose last turn is
 * longest ago, in it the address whose last turn is longest ago, and of that address the oldest
 * task. So one source cannot delay others by more than one task.
 */
#ifndef SITE_TURNS_H
#define SITE_TURNS_H

#include "hasher.h"

/* The maximum number of waiting tasks. A school behind one address may have many log-ins waiting;
 * an address that only guesses does not make the others wait. */
#define TURNS_OF_ADDRESS_MAX 256
#define TURNS_OF_NETWORK_MAX 1024

struct task {
	struct hasher_task what;
	struct task *next;
};
struct tasks {
	struct task *first, **last;
	size_t count;
};
/* The tasks of an address. */
struct turn {
	struct hasher_source source;
	uint64_t network_served, served; /* when it had its last turn */
	struct tasks tasks;
	struct turn *next;
};
struct turns {
	struct turn *first, **last;
	uint64_t now; /* counts turns */
	size_t count; /* of all tasks */
};

void tasks_open(struct tasks *tasks);
void tasks_put(struct tasks *tasks, struct task *task);
/* NULL: there is none. */
struct task *tasks_take(struct tasks *tasks);

void turns_open(struct turns *turns);
/* False: too many of its source wait, or out of memory; the task stays the caller's. */
bool turns_put(struct turns *turns, struct task *task) AS_MUST_USE;
struct task *turns_take(struct turns *turns);

#endif
