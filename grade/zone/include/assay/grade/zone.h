/* SPDX-License-Identifier: MIT */
/**
 * zone: the calendar of a time zone of the IANA database (ICU's copy): offsets from UTC, and days
 * on which clocks change. Any thread may use a zone.
 */
#ifndef ASSAY_GRADE_ZONE_H
#define ASSAY_GRADE_ZONE_H

#include <assay/base/time.h>

struct as_zone;

/** AS_ERROR_USAGE: unknown zone, with an example. */
struct as_zone *as_zone_open(const char *name, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. */
void as_zone_close(struct as_zone *zone);
/** The zone's offset from UTC at a time, in seconds. */
int32_t as_zone_offset(struct as_zone *zone, int64_t time_s) AS_NONNULL(1);

enum as_zone_day {
	AS_ZONE_ONCE,
	AS_ZONE_TWICE, /**< clocks are set back: the clock shows the time twice */
	AS_ZONE_NEVER, /**< clocks are set forward: the clock skips it; as much later as it skips */
};
/** The times at which the zone's clocks show `local_s`: a date and time of day, in seconds as if it
 * were UTC. They differ for AS_ZONE_TWICE only. Of a time that is not stated exactly, a submission
 * takes the first and a due date the last, so that no student loses an hour. */
enum as_zone_day as_zone_find_local(struct as_zone *zone, int64_t local_s, int64_t *first_s,
	int64_t *last_s) AS_NONNULL(1, 3, 4);
/** The time at which the zone's clocks show the same time of day a number of days later; the
 * last of two. Without a zone (NULL) a day is 24 hours. */
enum as_zone_day as_zone_add_days(
	struct as_zone *zone, int64_t time_s, int64_t days, int64_t *later_s) AS_NONNULL(4);
/** The number of days, of the same kind, that have begun after a time; 0: `now_s` is not later. */
int64_t as_zone_days_begun(struct as_zone *zone, int64_t time_s, int64_t now_s);

#endif
