/* SPDX-License-Identifier: MIT */
/*
 * clock: reads dates and times as platforms and people write them, in many languages, as seconds
 * since 1970-01-01T00:00:00Z. A text that is not understood completely has no time, because a wrong
 * time would cost marks.
 */
#ifndef ASSAY_GRADE_CLOCK_H
#define ASSAY_GRADE_CLOCK_H

#include <assay/grade/submissions.h>

struct clock;
/* `zone`: an IANA name, for times without an offset; NULL: unknown. AS_ERROR_USAGE: unknown
 * zone. */
struct clock *clock_open(
	const char *zone, enum as_date_order order, struct as_error *error) AS_MUST_USE;
void clock_close(struct clock *clock);

enum clock_answer {
	CLOCK_TIME,    /* it is set */
	CLOCK_NONE,    /* the text is empty or "-" */
	CLOCK_NO_ZONE, /* it has no offset, and the clock no zone */
	CLOCK_UNCLEAR, /* 05/10/2026: day or month first? */
	CLOCK_MONTH,   /* 27 listopada: October in Croatian, November in Polish */
	CLOCK_TWICE,   /* clocks are set back, and show it twice; the earlier one is set */
	CLOCK_NEVER,   /* clocks are set forward, and skip it; the time as much later is set */
	CLOCK_UNKNOWN, /* it is not understood, or no such day exists */
};
/* -1, or an enum clock_answer. Fractions of a second are cut. */
int clock_read(
	struct clock *clock, const char *text, int64_t *time_s, struct as_error *error) AS_MUST_USE;
/* The later of the two times, if clock_read returned TWICE. For due dates. */
int64_t clock_last(struct clock *clock, int64_t time_s);
#define CLOCK_RIGHT_SIZE 128
/* For TWICE and NEVER: "; write 2026-10-25T02:30:00+02:00", with the time that clock_read set; else
 * "". Returns `text`. */
const char *clock_right(
	struct clock *clock, enum clock_answer answer, int64_t time_s, char text[CLOCK_RIGHT_SIZE]);
/* The answer as text for people: "has no offset from UTC; ...". */
const char *clock_say(enum clock_answer answer);

#endif
