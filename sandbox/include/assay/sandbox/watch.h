/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Questions about the current run of an open sandbox, asked by another thread than the one in
 * as_sandbox_run. Include <assay/sandbox.h>, which includes this.
 */
#ifndef ASSAY_SANDBOX_WATCH_H
#define ASSAY_SANDBOX_WATCH_H

#include <assay/base.h>

struct as_sandbox;

/**
 * True if the current run can continue only if its standard input gets data or ends. At one moment
 * every thread of its tree then waits for the pipe whose other descriptor is `input_fd`, or for a
 * child of its own, and none has a timer. The function reads /proc for some tenths of a
 * millisecond. It returns false if that is unknown: threads that wait for anything else, more than
 * some dozens of threads, no control groups, a restricted /proc, or no run with detects_waiting.
 */
bool as_sandbox_awaits_input(struct as_sandbox *sandbox, int input_fd) AS_NONNULL(1) AS_MUST_USE;

/** What the threads of a run do at about one moment. */
enum as_activity {
	/** One runs, is ready to run or in a wait that nothing can interrupt; or it is unknown: no
	 * run, one that has not started its program or has ended, a restricted /proc. */
	AS_ACTIVITY_RUNS,
	/** All sleep, but not for the input: a pause, a child that does not read. */
	AS_ACTIVITY_SLEEPS,
	/** All sleep, one waits for the input, and the others do what the threads of run-time
	 * systems do, or wait for each other. It proves little about more than one thread. */
	AS_ACTIVITY_MAY_AWAIT,
	/** Each waits for the input or for a child, and one for the input: it wants more. */
	AS_ACTIVITY_AWAITS,
};

/**
 * What the current run does, whose standard input is the pipe with the other descriptor `input_fd`.
 * To wait for the input is a blocked read, poll, select or epoll_wait of it, even with a time
 * limit; so unlike with as_sandbox_awaits_input, the run may also continue without input.
 */
enum as_activity as_sandbox_activity(struct as_sandbox *sandbox, int input_fd)
	AS_NONNULL(1) AS_MUST_USE;

/** True if the program of the current run has started, and so has its own copies of the
 * descriptors. */
bool as_sandbox_has_started(struct as_sandbox *sandbox) AS_NONNULL(1) AS_MUST_USE;

#endif
