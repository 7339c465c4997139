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
	/** A thread runs, is ready to run or is in an uninterruptible wait. Also if the activity is
	 * unknown: there is no run, its program has not started or has ended, or /proc is
	 * restricted. */
	AS_ACTIVITY_RUNS,
	/** All threads sleep, but none waits for the input: a pause, a child that does not read. */
	AS_ACTIVITY_SLEEPS,
	/** All threads sleep, one of them waits for the input, and the others do what threads of
	 * run-time systems do, or wait for each other. This proves little about several threads. */
	AS_ACTIVITY_MAY_AWAIT,
	/** Each thread waits for the input or for a child, and at least one for the input: the run
	 * wants more input. */
	AS_ACTIVITY_AWAITS,
};

/**
 * Returns what the current run does. Its standard input is the pipe whose other descriptor is
 * `input_fd`. A thread waits for the input in a blocked read, poll, select or epoll_wait, even with
 * a timeout; so unlike with as_sandbox_awaits_input, the run may also continue without input.
 */
enum as_activity as_sandbox_activity(struct as_sandbox *sandbox, int input_fd)
	AS_NONNULL(1) AS_MUST_USE;

/**
 * True if the program of the current run has started, and so has its own copies of the descriptors,
 * and has not begun to end. A descriptor that was closed before a call that returns true was not
 * closed by the program's end. False if that is unknown, as with a restricted /proc.
 */
bool as_sandbox_is_alive(struct as_sandbox *sandbox) AS_NONNULL(1) AS_MUST_USE;

#endif
