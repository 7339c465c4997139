/* SPDX-License-Identifier: MIT */
/* Times of RFC 3339. The functions of the C library depend on the time zone of the process; these
 * do not. */
#include <assay/base/fit.h>
#include <assay/base/time.h>

#include <string.h>

#define MINUTE_S 60
#define HOUR_S 3600
#define DAY_S 86400
#define MAX_OFFSET_H 14

struct moment {
	int year, month, day, hour, minute, second;
};

/* Reads exactly `count` digits and the character after them, which must be one of `ends`, or '\0'
 * if `ends` is empty. */
static bool read_part(const char **text, int count, const char *ends, int *value)
{
	*value = 0;
	for (int i = 0; i < count; i++, ++*text) {
		if (**text < '0' || **text > '9')
			return false;
		*value = *value * 10 + (**text - '0');
	}
	if (!*ends)
		return true;
	if (!**text || !strchr(ends, **text))
		return false;
	++*text;
	return true;
}

static int days_of(int year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

static bool exists(const struct moment *at)
{
	return at->year >= 1970 && at->month >= 1 && at->month <= 12 && at->day >= 1 &&
	       at->day <= days_of(at->year, at->month) && at->hour <= 23 && at->minute <= 59 &&
	       at->second <= 59;
}

/* The number of days since 1970-01-01. Years are counted from March, so that a leap day is the last
 * one of its year. */
static int64_t day_number(int year, int month, int day)
{
	const int64_t y = month <= 2 ? year - 1 : year;
	const int64_t m = month <= 2 ? month + 9 : month - 3;

	return y * 365 + y / 4 - y / 100 + y / 400 + (m * 153 + 2) / 5 + day - 1 - 719468;
}

/* "Z", "+02:00", "+0200", "+02". */
static bool read_offset(const char **text, int32_t *offset_s)
{
	int hours, minutes = 0;
	const int sign = **text == '-' ? -1 : 1;

	*offset_s = 0;
	if (**text == 'Z' || **text == 'z') {
		++*text;
		return true;
	}
	if (**text != '+' && **text != '-')
		return false;
	++*text;
	if (!read_part(text, 2, "", &hours))
		return false;
	if (**text == ':')
		++*text;
	if (**text && !read_part(text, 2, "", &minutes))
		return false;
	*offset_s = sign * (hours * HOUR_S + minutes * MINUTE_S);
	return hours <= MAX_OFFSET_H && minutes <= 59;
}

static bool read_moment(const char **text, struct moment *at)
{
	*at = (struct moment){0};
	if (!read_part(text, 4, "-", &at->year) || !read_part(text, 2, "-", &at->month) ||
		!read_part(text, 2, "Tt ", &at->day) || !read_part(text, 2, ":", &at->hour) ||
		!read_part(text, 2, "", &at->minute))
		return false;
	if (**text != ':')
		return true;
	++*text;
	return read_part(text, 2, "", &at->second);
}

static int not_a_time(const char *text, struct as_error *error)
{
	return as_error_set(error, AS_ERROR_INPUT,
		"'%.*s' is not a date and time; write it with its offset from UTC, such as "
		"2026-10-05T23:59:00+02:00",
		as_text_fit(text, 40), text);
}

static int no_offset(const char *text, const struct moment *at, struct as_error *error)
{
	return as_error_set(error, AS_ERROR_INPUT,
		"'%.*s' has no time zone; add the offset from UTC at that time, such as "
		"%04d-%02d-%02dT%02d:%02d:%02d+02:00",
		as_text_fit(text, 40), text, at->year, at->month, at->day, at->hour, at->minute,
		at->second);
}

static int has_fraction(const char *text, struct as_error *error)
{
	return as_error_set(error, AS_ERROR_INPUT,
		"'%.*s' has a fraction of a second; write whole seconds, such as "
		"2026-10-05T23:59:00+02:00",
		as_text_fit(text, 40), text);
}

int as_time_parse(const char *text, int64_t *time_s, int32_t *offset_s, struct as_error *error)
{
	const char *at = text;
	struct moment moment;
	int32_t offset;

	if (!read_moment(&at, &moment))
		return not_a_time(text, error);
	if (!exists(&moment))
		return as_error_set(error, AS_ERROR_INPUT,
			"'%.*s' is not in the calendar; write year-month-day and a time from "
			"00:00:00 to 23:59:59",
			as_text_fit(text, 40), text);
	if ((*at == '.' || *at == ',') && at[1] >= '0' && at[1] <= '9')
		return has_fraction(text, error);
	at += strspn(at, " ");
	if (!*at)
		return no_offset(text, &moment, error);
	if (!read_offset(&at, &offset) || *at)
		return not_a_time(text, error);
	*time_s = day_number(moment.year, moment.month, moment.day) * DAY_S + moment.hour * HOUR_S +
		  moment.minute * MINUTE_S + moment.second - offset;
	if (offset_s)
		*offset_s = offset;
	return 0;
}

/* The inverse of day_number. */
static void day_parts(int64_t number, int64_t *year, int *month, int *day)
{
	const int64_t shifted = number + 719468;
	const int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
	const int64_t of_era = shifted - era * 146097;
	const int64_t year_of_era =
		(of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	const int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
	const int64_t m = (5 * of_year + 2) / 153;

	*day = (int)(of_year - (153 * m + 2) / 5 + 1);
	*month = (int)(m < 10 ? m + 3 : m - 9);
	*year = year_of_era + era * 400 + (*month <= 2);
}

char *as_time_format(int64_t time_s, int32_t offset_s, char text[AS_TIME_SIZE])
{
	const int64_t local = time_s + offset_s;
	const int64_t days = local / DAY_S - (local % DAY_S < 0);
	const int of_day = (int)(local - days * DAY_S);
	const int offset = offset_s < 0 ? -offset_s : offset_s;
	int64_t year;
	int month, day;

	day_parts(days, &year, &month, &day);
	snprintf(text, AS_TIME_SIZE, "%04jd-%02d-%02dT%02d:%02d:%02d%c%02d:%02d", (intmax_t)year,
		month, day, of_day / HOUR_S, of_day / MINUTE_S % 60, of_day % 60,
		offset_s < 0 ? '-' : '+', offset / HOUR_S, offset / MINUTE_S % 60);
	return text;
}
