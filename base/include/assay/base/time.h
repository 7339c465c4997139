/* SPDX-License-Identifier: MIT */
/** Dates and times with their offset from UTC. A time is an int64_t in seconds since
 * 1970-01-01T00:00:00Z, without leap seconds; its name ends in _s. */
#ifndef ASSAY_BASE_TIME_H
#define ASSAY_BASE_TIME_H

#include <assay/base.h>

/**
 * Parses a date and time of RFC 3339 with its offset from UTC: "2026-10-05T23:59:00+02:00" or with
 * "Z"; a blank may stand for the T, and the seconds may be missing. `offset_s` (may be NULL) is set
 * to the offset. AS_ERROR_INPUT: another form, a day that the calendar does not have, or no offset,
 * with the remedy.
 */
int as_time_parse(const char *text, int64_t *time_s, int32_t *offset_s,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Large enough for every result of as_time_format. */
#define AS_TIME_SIZE 48
/** Writes "2026-10-05T23:59:00+02:00". Returns `text`. */
char *as_time_format(int64_t time_s, int32_t offset_s, char text[AS_TIME_SIZE]) AS_NONNULL(3);

#endif
