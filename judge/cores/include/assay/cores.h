/* SPDX-License-Identifier: MIT */
/**
 * cores: the cores that this process may use. A core that is held is not used for another
 * measurement. Open the list once; take a core for each run, and give it back. Any thread may take
 * cores of one list. Close the list when no core is held.
 */
#ifndef ASSAY_CORES_H
#define ASSAY_CORES_H

#include <assay/cores/name.h>
#include <sched.h>

/** How long to wait for a core whose queue does not move, before sharing one. */
#define AS_CORE_PATIENCE_NS INT64_C(30000000000)

struct as_cores;
/** The cores that the calling thread may use. The last core comes first, since the first ones
 * handle most interrupts. NULL with an error. */
struct as_cores *as_cores_open(struct as_error *error) AS_MUST_USE;
/** The same for given numbers, which are copied and not checked. */
struct as_cores *as_cores_open_numbers(
	const int *numbers, size_t count, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_cores_close(struct as_cores *cores);
size_t as_cores_count(const struct as_cores *cores) AS_NONNULL(1);
int as_cores_number(const struct as_cores *cores, size_t index) AS_NONNULL(1);

/**
 * Pins the calling thread, and the threads and processes that it starts, to the cores of a list
 * ("0,2-3"). An engine uses the cores that the thread that opens it may use, so call this first.
 * AS_ERROR_USAGE if the text is not a list of cores, or names one that the thread may not use now.
 */
int as_cores_pin(const char *list, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** A held core; number -1: none. */
struct as_core {
	int number;
	bool waited;
	struct as_cores *cores;
	struct as_core_name name;
};
#define AS_CORE_INIT                                                                               \
	{                                                                                          \
		.number = -1, .name = AS_CORE_NAME_INIT                                            \
	}
#define AS_AUTO_CORE AS_AUTO(as_core_give_back)

struct as_core_request {
	int preferred;             /**< taken if it is free; -1: any */
	bool only;                 /**< no other core than the preferred one */
	int64_t patience_ns;       /**< 0: AS_CORE_PATIENCE_NS */
	const atomic_bool *cancel; /**< or NULL */
	/** Called before it sleeps, and again if the wait exceeds AS_LONG_WAIT_NS; or NULL. */
	void (*waiting)(void *context, bool is_long);
	void *context;
};
/**
 * 0: `core` is held; give it back. -1: no core is held, because the call was cancelled or timed
 * out. After a timeout the core's queue is not joined again until it moves.
 */
int as_core_take(struct as_cores *cores, const struct as_core_request *request,
	struct as_core *core) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Passes the core to the first waiter. Also accepts a core that is not held. */
void as_core_give_back(struct as_core *core);

/**
 * A core for work that is not measured. The calling thread, and the processes that it starts, are
 * pinned to the core. If no core is free in time, nothing is pinned. Return the loan in any case.
 */
struct as_core_loan {
	struct as_core core; /**< its number is -1 if there is none */
	cpu_set_t before;    /**< the thread's cores before the loan */
};
#define AS_CORE_LOAN_INIT                                                                          \
	{                                                                                          \
		.core = AS_CORE_INIT                                                               \
	}
#define AS_AUTO_CORE_LOAN AS_AUTO(as_core_return)
void as_core_borrow(struct as_cores *cores, const struct as_core_request *request,
	struct as_core_loan *loan) AS_NONNULL(1, 2, 3);
/** Gives the core back, and restores the thread's previous cores. */
void as_core_return(struct as_core_loan *loan);

#endif
