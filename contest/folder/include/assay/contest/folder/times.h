/* SPDX-License-Identifier: MIT */
/** TIME and RELTIME of the Contest API (2026-01), in milliseconds. Included by folder.h. */
#ifndef ASSAY_CONTEST_FOLDER_TIMES_H
#define ASSAY_CONTEST_FOLDER_TIMES_H

#include <assay/base.h>

/** Large enough for every text of a format function. */
#define AS_CONTEST_TIME_SIZE 96

/**
 * TIME: `yyyy-mm-ddThh:mm:ss(.uuu)?` and `Z` or an offset `[+-]zz(:mm)?`, from 1970 to 9999, as
 * milliseconds since 1970-01-01T00:00Z. AS_ERROR_INPUT: malformed, or a date that does not exist;
 * the error has no place.
 */
int as_contest_time_parse(const char *text, int64_t *time_ms, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** Writes a TIME in UTC, always with milliseconds: "2026-11-23T17:05:00.000+00:00". Returns `text`.
 */
char *as_contest_time_format(int64_t time_ms, char text[AS_CONTEST_TIME_SIZE]) AS_NONNULL(2);

/** RELTIME: `(-)?h+:mm:ss(.uuu)?`, with at most 9 digits of hours. Errors as above. */
int as_contest_reltime_parse(const char *text, int64_t *span_ms, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** Writes a RELTIME, always with milliseconds: "5:00:00.000", "-0:00:01.500". Returns `text`. */
char *as_contest_reltime_format(int64_t span_ms, char text[AS_CONTEST_TIME_SIZE]) AS_NONNULL(2);

#endif
