/* SPDX-License-Identifier: MIT */
/* Only offsets come from ICU: a calendar day later is the time whose local text is 24 hours later.
 * An offset applies to a moment, so both offsets around a change are tried. */
#include <assay/grade/zone.h>

#include <pthread.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/ustring.h>

#define DAY_S INT64_C(86400)
#define NAME_SIZE 64

struct as_zone {
	pthread_mutex_t lock;
	UCalendar *calendar;
};

static bool is_known(const char *name, UChar wide[NAME_SIZE])
{
	UErrorCode status = U_ZERO_ERROR;
	UBool is_system = false;
	UChar canonical[128];

	if (!*name || strlen(name) >= NAME_SIZE)
		return false;
	u_uastrcpy(wide, name);
	ucal_getCanonicalTimeZoneID(wide, -1, canonical, 128, &is_system, &status);
	return U_SUCCESS(status) && is_system;
}

struct as_zone *as_zone_open(const char *name, struct as_error *error)
{
	UErrorCode status = U_ZERO_ERROR;
	UChar wide[NAME_SIZE];

	if (!is_known(name, wide)) {
		as_error_set(error, AS_ERROR_USAGE,
			"unknown time zone '%s'; use an IANA name, such as Europe/Paris", name);
		return NULL;
	}
	struct as_zone *zone = calloc(1, sizeof(*zone));
	if (zone)
		pthread_mutex_init(&zone->lock, NULL);
	if (zone)
		zone->calendar = ucal_open(wide, -1, "en", UCAL_GREGORIAN, &status);
	if (zone && zone->calendar && U_SUCCESS(status))
		return zone;
	as_error_set(error, AS_ERROR_INTERNAL, "cannot open the time zone '%s'", name);
	as_zone_close(zone);
	return NULL;
}

void as_zone_close(struct as_zone *zone)
{
	if (!zone)
		return;
	if (zone->calendar)
		ucal_close(zone->calendar);
	pthread_mutex_destroy(&zone->lock);
	free(zone);
}

int32_t as_zone_offset(struct as_zone *zone, int64_t time_s)
{
	UErrorCode status = U_ZERO_ERROR;

	pthread_mutex_lock(&zone->lock);
	ucal_setMillis(zone->calendar, (double)time_s * 1000, &status);
	const int32_t offset_ms = ucal_get(zone->calendar, UCAL_ZONE_OFFSET, &status) +
				  ucal_get(zone->calendar, UCAL_DST_OFFSET, &status);
	pthread_mutex_unlock(&zone->lock);
	return U_SUCCESS(status) ? offset_ms / 1000 : 0;
}

enum as_zone_day as_zone_find_local(
	struct as_zone *zone, int64_t local_s, int64_t *first_s, int64_t *last_s)
{
	const int32_t before = as_zone_offset(zone, local_s - DAY_S);
	const int32_t after = as_zone_offset(zone, local_s + DAY_S);
	const bool is_before = as_zone_offset(zone, local_s - before) == before;
	const bool is_after = as_zone_offset(zone, local_s - after) == after;

	*last_s = local_s - (is_after ? after : before);
	*first_s = local_s - (is_before || !is_after ? before : after);
	if (before == after || is_before != is_after)
		return AS_ZONE_ONCE;
	return is_before ? AS_ZONE_TWICE : AS_ZONE_NEVER;
}

enum as_zone_day as_zone_add_days(
	struct as_zone *zone, int64_t time_s, int64_t days, int64_t *later_s)
{
	int64_t first_s;

	*later_s = time_s + days * DAY_S;
	return zone ? as_zone_find_local(
			      zone, *later_s + as_zone_offset(zone, time_s), &first_s, later_s)
		    : AS_ZONE_ONCE;
}

int64_t as_zone_days_begun(struct as_zone *zone, int64_t time_s, int64_t now_s)
{
	int64_t later_s;

	if (now_s <= time_s)
		return 0;
	/* Offsets differ by less than a day. */
	int64_t days = (now_s - time_s) / DAY_S;
	days = days > 2 ? days - 2 : 1;
	for (;; days++) {
		as_zone_add_days(zone, time_s, days, &later_s);
		if (now_s <= later_s)
			return days;
	}
}
