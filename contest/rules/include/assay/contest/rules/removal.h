/* SPDX-License-Identifier: MIT */
/**
 * removal: time given back after the fact. Part of rules.h.
 *
 * For all: Contest Control System Requirements, "Removing time intervals". An interval of wall time
 * is disregarded, also in retrospect. All submissions received in it have the contest time of its
 * begin, those after it a contest time that is less by its length, and the end of the contest moves
 * by its length. The order of arrival stays. The removal is reversible.
 *
 * For one team: the Requirements have an amount of penalty time for a team ("Adding penalty time"),
 * but nothing that lets a team submit longer. The rule here is the same removal, for the clock of
 * that team only (struct as_contest_clock, `given`): its contest times since then are less by the
 * length of the interval, so its penalty is, too, and its end is later by that length. A late start
 * is the interval from the start of the contest. Time that is removed for all counts once. What the
 * team sends after the freeze began stays hidden until the thaw, whatever its own time is: "All
 * submissions received after the freeze time must be treated as pending on a frozen scoreboard".
 */
#ifndef ASSAY_CONTEST_RULES_REMOVAL_H
#define ASSAY_CONTEST_RULES_REMOVAL_H

#include <assay/contest/rules/clock.h>

/** The size of an array that has `count` removed intervals and takes one more. */
#define AS_REMOVED_ROOM(count) (2 * (count) + 3)

/** Checks an interval that is to be given back at a time: 0, or -1 with AS_ERROR_INPUT: the
 * contest has not started, or the interval is empty, begins before the start or after the end, or
 * ends in the future. */
int as_contest_interval_check(const struct as_contest_clock *clock,
	const struct as_removed_interval *interval, int64_t now_wall_ms,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/**
 * Removes an interval from a clock: adds the parts of it that are not removed yet, with its number
 * `removal`. `removed` is the array of `clock->removed`, with AS_REMOVED_ROOM. If the board is
 * frozen, 1 ms of contest time remains before the moment of the freeze, so that what was public
 * then and what is hidden differ in contest time. 0, or -1 as as_contest_interval_check, or nothing
 * is left to be removed.
 */
int as_contest_clock_remove(struct as_contest_clock *clock, struct as_removed_interval *removed,
	const struct as_removed_interval *interval, int64_t now_wall_ms,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Restores the closed removed interval that begins at a time, and the other parts of its removal,
 * and sets `restored` to it. 0, or -1 with AS_ERROR_INPUT: there is no such interval. */
int as_contest_clock_restore(struct as_contest_clock *clock, struct as_removed_interval *removed,
	int64_t begin_wall_ms, struct as_removed_interval *restored,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);

#endif
