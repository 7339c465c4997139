/* SPDX-License-Identifier: MIT */
/* TIME and RELTIME. timegm and gmtime_r are used because they do not depend on the process's time
 * zone. */
#include <assay/base/fit.h>
#include <assay/contest/folder/times.h>

#include <string.h>
#include <time.h>

#define SECOND_MS INT64_C(1000)
#define MINUTE_MS (60 * SECOND_MS)
#define HOUR_MS (60 * MINUTE_MS)
#define MAX_OFFSET_H 14
#define MAX_HOUR_DIGITS 9

/* Parses exactly `count` digits, and the character `end` after them unless it is '\0'. */
static bool read_part(const char **text, int count, char end, int *value)
{
	*value = 0;
	for (int i = 0; i < count; i++, ++*text) {
		if (**text < '0' || **text > '9')
			return false;
		*value = *value * 10 + (**text - '0');
	}
	if (end && **text != end)
		return false;
	*text += end != '\0';
	return true;
}

/* "ss" or "ss.uuu". */
static bool read_seconds(const char **text, int *seconds, int *ms)
{
	*ms = 0;
	if (!read_part(text, 2, '\0', seconds))
		return false;
	if (**text != '.')
		return true;
	++*text;
	return read_part(text, 3, '\0', ms);
}

/* "Z", "+02", "+02:00"; to the end of the text. */
static bool read_offset(const char *text, int64_t *offset_ms)
{
	int hours, minutes = 0;
	const int sign = *text == '-' ? -1 : 1;

	*offset_ms = 0;
	if (strcmp(text, "Z") == 0)
		return true;
	if (*text != '+' && *text != '-')
		return false;
	text++;
	if (!read_part(&text, 2, '\0', &hours))
		return false;
	if (*text == ':') {
		text++;
		if (!read_part(&text, 2, '\0', &minutes))
			return false;
	}
	*offset_ms = sign * (hours * HOUR_MS + minutes * MINUTE_MS);
	return !*text && hours <= MAX_OFFSET_H && minutes <= 59;
}

static bool read_moment(const char **text, struct tm *at, int *ms)
{
	*at = (struct tm){0};
	if (!read_part(text, 4, '-', &at->tm_year) || !read_part(text, 2, '-', &at->tm_mon) ||
		!read_part(text, 2, 'T', &at->tm_mday) || !read_part(text, 2, ':', &at->tm_hour) ||
		!read_part(text, 2, ':', &at->tm_min) || !read_seconds(text, &at->tm_sec, ms))
		return false;
	at->tm_year -= 1900;
	at->tm_mon--;
	return true;
}

/* Rejects dates such as 2026-02-30, which timegm would normalise to a day in March. */
static bool exists(const struct tm *at, int64_t *time_s)
{
	struct tm copy = *at, again;

	if (at->tm_year < 70)
		return false;
	const time_t seconds = timegm(&copy);
	*time_s = seconds;
	return gmtime_r(&seconds, &again) && again.tm_mon == at->tm_mon &&
	       again.tm_mday == at->tm_mday && again.tm_hour == at->tm_hour &&
	       again.tm_min == at->tm_min && again.tm_sec == at->tm_sec;
}

int as_contest_time_parse(const char *text, int64_t *time_ms, struct as_error *error)
{
	const char *at = text;
	struct tm moment;
	int ms;
	int64_t offset_ms, time_s;

	if (!read_moment(&at, &moment, &ms) || (*at && !read_offset(at, &offset_ms)))
		return as_error_set(error, AS_ERROR_INPUT,
			"'%.*s' is not a date and time; write it with seconds and its offset "
			"from UTC, such as 2026-10-05T18:00:00+02:00",
			as_text_fit(text, 40), text);
	if (!*at)
		return as_error_set(error, AS_ERROR_INPUT,
			"'%.*s' has no time zone; add the offset from UTC at that time, such as "
			"%.19s+02:00",
			as_text_fit(text, 40), text, text);
	if (!exists(&moment, &time_s) || time_s * SECOND_MS + ms < offset_ms)
		return as_error_set(error, AS_ERROR_INPUT,
			"'%.*s' is not in the calendar; write year-month-day from 1970 on and a "
			"time from 00:00:00 to 23:59:59",
			as_text_fit(text, 40), text);
	*time_ms = time_s * SECOND_MS + ms - offset_ms;
	return 0;
}

char *as_contest_time_format(int64_t time_ms, char text[AS_CONTEST_TIME_SIZE])
{
	const int ms = (int)(time_ms % SECOND_MS + (time_ms < 0 ? SECOND_MS : 0)) % (int)SECOND_MS;
	const time_t seconds = (time_t)((time_ms - ms) / SECOND_MS);
	struct tm at = {0};

	gmtime_r(&seconds, &at);
	snprintf(text, AS_CONTEST_TIME_SIZE, "%04d-%02d-%02dT%02d:%02d:%02d.%03d+00:00",
		at.tm_year + 1900, at.tm_mon + 1, at.tm_mday, at.tm_hour, at.tm_min, at.tm_sec, ms);
	return text;
}

int as_contest_reltime_parse(const char *text, int64_t *span_ms, struct as_error *error)
{
	const bool negative = *text == '-';
	const char *at = text + negative;
	const size_t digits = strspn(at, "0123456789");
	int hours, minutes, seconds, ms;

	if (digits == 0 || digits > MAX_HOUR_DIGITS || !read_part(&at, (int)digits, ':', &hours) ||
		!read_part(&at, 2, ':', &minutes) || !read_seconds(&at, &seconds, &ms) || *at ||
		minutes > 59 || seconds > 59)
		return as_error_set(error, AS_ERROR_INPUT,
			"'%.*s' is not a time span; write hours:minutes:seconds, such as 5:00:00",
			as_text_fit(text, 40), text);
	*span_ms = hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS + ms;
	if (negative)
		*span_ms = -*span_ms;
	return 0;
}

char *as_contest_reltime_format(int64_t span_ms, char text[AS_CONTEST_TIME_SIZE])
{
	const uint64_t span = span_ms < 0 ? -(uint64_t)span_ms : (uint64_t)span_ms;

	snprintf(text, AS_CONTEST_TIME_SIZE, "%s%ju:%02ju:%02ju.%03ju", span_ms < 0 ? "-" : "",
		(uintmax_t)(span / HOUR_MS), (uintmax_t)(span / MINUTE_MS % 60),
		(uintmax_t)(span / SECOND_MS % 60), (uintmax_t)(span % SECOND_MS));
	return text;
}
