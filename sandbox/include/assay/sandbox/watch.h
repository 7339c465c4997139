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

/**
 * True if at one moment no thread of the current run was running, ready to run, or in a wait that
 * nothing can interrupt. Without control groups, or if /proc is restricted, it is true as soon as
 * the program has started. It is false once the program has ended. It proves nothing, because a
 * timer or another thread may wake the program.
 */
bool as_sandbox_is_asleep(struct as_sandbox *sandbox) AS_NONNULL(1) AS_MUST_USE;

/** True if the program of the current run has started, and so has its own copies of the
 * descriptors. */
bool as_sandbox_has_started(struct as_sandbox *sandbox) AS_NONNULL(1) AS_MUST_USE;

#endif
