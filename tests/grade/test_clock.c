/* SPDX-License-Identifier: MIT */
#include "clock.h"
#include "words.h"

#include <assay/base/time.h>

#include <criterion/criterion.h>
#include <string.h>

static int read_at(const char *zone, enum as_date_order order, const char *text, int64_t *time_s)
{
	struct as_error error = {0};
	struct clock *clock = clock_open(zone, order, &error);
	cr_assert_not_null(clock, "%s", error.text);
	const int answer = clock_read(clock, text, time_s, NULL);
	clock_close(clock);
	return answer;
}

Test(clock, times_of_many_platforms_are_read)
{
	/* All of them mean 2026-10-05 21:59 UTC, some with seconds. */
	static const char *const texts[] = {"2026-10-05T23:59:00+02:00", "2026-10-05T21:59:00Z",
		"2026-10-05 21:59:00.861687000 Z", "20261005T215900Z", "2026-10-05 23:59 +0200",
		"2026-10-05T16:59:00-05", "Monday, 5 October 2026, 11:59 PM",
		"Monday, October 5, 2026, 11:59 PM", "Mon, 5 Oct 2026 23:59",
		"Montag, 5. Oktober 2026, 23:59", "lundi 5 octobre 2026, 23:59",
		"lundi 5 octobre 2026 \xC3\xA0 23h59", "lunes, 5 de octubre de 2026, 23:59",
		"luned\xC3\xAC, 5 ottobre 2026, 23:59",
		"segunda-feira, 5 de outubro de 2026 \xC3\xA0s 23:59",
		"maandag, 5 oktober 2026, 23:59",
		"\xD0\xBF\xD0\xBE\xD0\xBD\xD0\xB5\xD0\xB4\xD0\xB5\xD0\xBB\xD1\x8C\xD0\xBD\xD0\xB8"
		"\xD0\xBA, 5 \xD0\xBE\xD0\xBA\xD1\x82\xD1\x8F\xD0\xB1\xD1\x80\xD1\x8F 2026, 23:59",
		"2026\xE5\xB9\xB4"
		"10\xE6\x9C\x88"
		"5\xE6\x97\xA5 23:59",
		"Monday, 5 October 2026, 11:59\xE2\x80\xAFPM"};
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		int64_t time_s = 0;
		cr_expect_eq(read_at("Europe/Paris", AS_DATE_YEAR_FIRST, texts[i], &time_s),
			CLOCK_TIME, "%s", texts[i]);
		cr_expect_eq(time_s, 1791237540, "%s: %jd", texts[i], (intmax_t)time_s);
	}
}

Test(clock, rfc_3339_is_read_as_in_schemes)
{
	static const char *const texts[] = {"2026-10-05T23:59:00+02:00", "2026-10-05t21:59z",
		"2026-10-05 23:59 +0200", "2026-10-05T23:59:00-00:00", "2024-02-29T12:00:00+14:00",
		"1970-01-01T00:00:00Z", "1970-01-01T00:00:00+01:00", "9999-12-31T23:59:59-12"};
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		int64_t expected_s = 0, time_s = 1;
		cr_assert_eq(as_time_parse(texts[i], &expected_s, NULL, NULL), 0, "%s", texts[i]);
		cr_expect_eq(read_at("Europe/Paris", AS_DATE_YEAR_FIRST, texts[i], &time_s),
			CLOCK_TIME, "%s", texts[i]);
		cr_expect_eq(time_s, expected_s, "%s: %jd", texts[i], (intmax_t)time_s);
	}
}

Test(clock, a_text_that_is_not_understood_has_no_time)
{
	static const struct {
		const char *text;
		enum clock_answer answer;
	} rows[] = {
		{"", CLOCK_NONE},
		{"-", CLOCK_NONE},
		{"  ", CLOCK_NONE},
		{"05/10/2026 23:59", CLOCK_UNCLEAR},
		{"5.10.2026, 23:59", CLOCK_UNCLEAR},
		{"-2026-01-01T00:00Z", CLOCK_UNKNOWN},
		{"-2026-01-01T00:00:00+01:00", CLOCK_UNKNOWN},
		{"+12026-01-01 00:00", CLOCK_UNKNOWN},
		{" -5 October 2026, 11:59 PM", CLOCK_UNKNOWN},
		{"2026-02-30T10:00:00Z", CLOCK_UNKNOWN},
		{"2026-13-01T10:00:00Z", CLOCK_UNKNOWN},
		{"2026-10-05T24:00:00Z", CLOCK_UNKNOWN},
		{"2026-10-05T10:61:00Z", CLOCK_UNKNOWN},
		{"2026-10-05T10:00:00+25:00", CLOCK_UNKNOWN},
		{"2026-10-05", CLOCK_UNKNOWN},
		{"10:00", CLOCK_UNKNOWN},
		{"Monday, 5 Octember 2026, 11:59 PM", CLOCK_UNKNOWN},
		{"5 October 2026, 13:59 PM", CLOCK_UNKNOWN},
		{"5 October 2026, 0:59 AM", CLOCK_UNKNOWN},
		{"5 October 26, 11:59 PM", CLOCK_UNKNOWN},
		{"5 October 2026 6, 11:59 PM", CLOCK_UNKNOWN},
		{"5 October 2026, 11:59 in the morning", CLOCK_UNKNOWN},
		/* Afternoon, before the time. */
		{"2026\xE5\xB9\xB4"
		 "10\xE6\x9C\x88"
		 "5\xE6\x97\xA5 \xE4\xB8\x8B\xE5\x8D\x88"
		 "2:14",
			CLOCK_UNKNOWN},
		/* October in Croatian, November in Polish and Czech; a Tuesday, a Friday. */
		{"27. listopada 2026, 23:59", CLOCK_MONTH},
		{"27 LISTOPAD 2026 23:59", CLOCK_MONTH},
		{"=cmd", CLOCK_UNKNOWN},
		{"2026-10-05T10:00:00Z; DROP TABLE", CLOCK_UNKNOWN},
		{"\xff\xff\xff 1:00", CLOCK_UNKNOWN},
		{"1969-12-31T23:00:00Z", CLOCK_UNKNOWN},
	};
	int64_t time_s = 0;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		cr_expect_eq(read_at("UTC", AS_DATE_YEAR_FIRST, rows[i].text, &time_s),
			(int)rows[i].answer, "%s", rows[i].text);
	cr_expect_eq(read_at(NULL, AS_DATE_YEAR_FIRST, "2026-10-05 10:00", &time_s), CLOCK_NO_ZONE);
}

Test(clock, the_day_of_the_week_decides_over_a_month_of_two_meanings)
{
	int64_t time_s = 0;
	cr_expect_eq(read_at("UTC", AS_DATE_YEAR_FIRST, "pi\xC4\x85tek, 27 listopada 2026, 23:59",
			     &time_s),
		CLOCK_TIME);
	cr_expect_eq(time_s, 1795823940, "%jd", (intmax_t)time_s);
	cr_expect_eq(read_at("UTC", AS_DATE_YEAR_FIRST, "Tue, 27 listopad 2026, 23:59", &time_s),
		CLOCK_TIME);
	cr_expect_eq(time_s, 1793145540, "%jd", (intmax_t)time_s);
	cr_expect_eq(read_at("UTC", AS_DATE_YEAR_FIRST, "Mon, 27 listopad 2026, 23:59", &time_s),
		CLOCK_UNKNOWN);
}

Test(clock, numbers_are_read_in_the_given_order)
{
	int64_t day = 0, month = 0;
	cr_expect_eq(read_at("UTC", AS_DATE_DAY_FIRST, "05/10/2026 21:59", &day), CLOCK_TIME);
	cr_expect_eq(read_at("UTC", AS_DATE_MONTH_FIRST, "10-05-2026 9:59 pm", &month), CLOCK_TIME);
	cr_expect_eq(day, 1791237540);
	cr_expect_eq(month, 1791237540);
	cr_expect_eq(read_at("UTC", AS_DATE_MONTH_FIRST, "15/10/2026 21:59", &day), CLOCK_UNKNOWN);
}

Test(clock, the_hours_when_clocks_change_are_defined)
{
	int64_t twice = 0, skipped = 0;
	/* Set back at 3:00 to 2:00: the first of both. Set forward at 2:00: an hour later. */
	cr_expect_eq(read_at("Europe/Paris", AS_DATE_YEAR_FIRST, "2026-10-25 02:30", &twice),
		CLOCK_TWICE);
	cr_expect_eq(twice, 1792888200, "%jd", (intmax_t)twice);
	cr_expect_eq(read_at("Europe/Paris", AS_DATE_YEAR_FIRST, "2026-03-29 02:30", &skipped),
		CLOCK_NEVER);
	cr_expect_eq(skipped, 1774747800, "%jd", (intmax_t)skipped);
}

Test(clock, unknown_zones_are_refused)
{
	static const char *const zones[] = {"", "Europe/Pariss", "../../etc/passwd", "CEST",
		"a name of a zone that has much more letters than any name of the IANA has"};
	for (size_t i = 0; i < sizeof(zones) / sizeof(*zones); i++) {
		struct as_error error = {0};
		cr_expect_null(clock_open(zones[i], AS_DATE_YEAR_FIRST, &error), "%s", zones[i]);
		cr_expect_eq(error.kind, AS_ERROR_USAGE);
	}
}

Test(clock, no_month_of_a_platforms_language_is_lost)
{
	static const char *const months[] = {"january", "m\xC3\xA4rz", "f\xC3\xA9vrier", "octubre",
		"dicembre", "mar\xC3\xA7o", "augustus", "listopadu",
		"pa\xC5\xBA"
		"dziernika",
		"\xD0\xB8\xD1\x8E\xD0\xBB\xD1\x8F", "kas\xC4\xB1m"};
	static const int numbers[] = {1, 3, 2, 10, 12, 3, 8, 11, 10, 7, 11};
	struct words words;
	cr_assert_eq(words_open(&words, NULL), 0);
	for (size_t i = 0; i < sizeof(months) / sizeof(*months); i++) {
		const struct word found = words_find(&words, months[i]);
		cr_expect_eq(found.kind, WORD_MONTH, "%s", months[i]);
		cr_expect_eq(found.number, numbers[i], "%s: %d", months[i], found.number);
	}
	words_clear(&words);
}
