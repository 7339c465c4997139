/* SPDX-License-Identifier: MIT */
/* TIME and RELTIME of the Contest API. */
#include <assay/contest/folder.h>
#include <criterion/criterion.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

Test(times, a_time_is_read)
{
	static const struct {
		const char *text;
		int64_t time_ms;
	} rows[] = {
		{"1970-01-01T00:00:00Z", 0},
		{"1970-01-01T00:00:00.001Z", 1},
		{"2014-06-25T10:00:00+01", 1403686800000},
		{"2014-06-25T10:00:00+01:00", 1403686800000},
		{"2014-06-25T11:33:05.250-05:30", 1403715785250},
		{"2024-02-29T23:59:59Z", 1709251199000},
		{"2000-02-29T00:00:00Z", 951782400000},
		{"9999-12-31T23:59:59.999Z", 253402300799999},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		int64_t time_ms = -1;
		struct as_error error = {0};
		cr_expect_eq(
			as_contest_time_parse(rows[i].text, &time_ms, &error), 0, "%s", error.text);
		cr_expect_eq(time_ms, rows[i].time_ms, "%s: %jd", rows[i].text, (intmax_t)time_ms);
	}
}

Test(times, malformed_times_are_refused)
{
	static const char *const texts[] = {"", "2026", "2026-10-05", "2026-10-05T18:00+02:00",
		"2026-10-05 18:00:00+02:00", "2026-10-05t18:00:00Z", "2026-10-05T18:00:00z",
		"2026-10-05T18:00:00+2", "2026-10-05T18:00:00+0200", "2026-10-05T18:00:00+02:00 ",
		" 2026-10-05T18:00:00Z", "2026-10-05T18:00:00.5Z", "2026-10-05T18:00:00.1234Z",
		"2026-10-05T18:00:00+15", "2026-10-05T18:00:00+01:60", "2026-1-05T18:00:00Z"};

	for (size_t i = 0; i < COUNT(texts); i++) {
		int64_t time_ms = 5;
		struct as_error error = {0};
		cr_expect_eq(
			as_contest_time_parse(texts[i], &time_ms, &error), -1, "'%s'", texts[i]);
		cr_expect_eq(error.kind, AS_ERROR_INPUT);
		cr_expect_eq(time_ms, 5);
	}
}

Test(times, a_time_without_a_zone_has_its_own_message)
{
	struct as_error error = {0};
	int64_t time_ms;

	cr_expect_eq(as_contest_time_parse("2026-10-05T18:00:00", &time_ms, &error), -1);
	cr_expect_str_eq(error.text, "'2026-10-05T18:00:00' has no time zone; add the offset from "
				     "UTC at that time, such as 2026-10-05T18:00:00+02:00");
}

Test(times, days_that_do_not_exist_are_refused)
{
	static const char *const texts[] = {"2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
		"2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-04-00T00:00:00Z",
		"2026-04-01T24:00:00Z", "2026-04-01T12:60:00Z", "2026-04-01T12:00:60Z",
		"1969-12-31T23:59:59Z", "1900-02-29T00:00:00Z", "1970-01-01T00:00:00+01:00"};

	for (size_t i = 0; i < COUNT(texts); i++) {
		int64_t time_ms;
		struct as_error error = {0};
		cr_expect_eq(as_contest_time_parse(texts[i], &time_ms, &error), -1, "%s", texts[i]);
		cr_expect_not_null(strstr(error.text, "is not in the calendar"), "%s", error.text);
	}
}

Test(times, a_time_is_written_in_utc)
{
	char text[AS_CONTEST_TIME_SIZE];

	cr_expect_str_eq(as_contest_time_format(0, text), "1970-01-01T00:00:00.000+00:00");
	cr_expect_str_eq(
		as_contest_time_format(1403715785250, text), "2014-06-25T17:03:05.250+00:00");
	cr_expect_str_eq(as_contest_time_format(-1, text), "1969-12-31T23:59:59.999+00:00");
}

Test(times, a_formatted_time_is_parsed_as_the_same)
{
	char text[AS_CONTEST_TIME_SIZE];

	for (int64_t time_ms = 0; time_ms < INT64_C(4000000000000); time_ms += 86400123457 / 3) {
		int64_t again = -1;
		cr_expect_eq(
			as_contest_time_parse(as_contest_time_format(time_ms, text), &again, NULL),
			0, "%s", text);
		cr_expect_eq(again, time_ms, "%s", text);
	}
}

Test(times, a_span_is_read)
{
	static const struct {
		const char *text;
		int64_t span_ms;
	} rows[] = {
		{"0:00:00", 0},
		{"5:00:00", 18000000},
		{"05:00:00", 18000000},
		{"0:20:00.000", 1200000},
		{"100:59:59.999", 363599999},
		{"-0:00:01.500", -1500},
		{"999999999:00:00", INT64_C(999999999) * 3600000},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		int64_t span_ms = -5;
		struct as_error error = {0};
		cr_expect_eq(as_contest_reltime_parse(rows[i].text, &span_ms, &error), 0, "%s",
			error.text);
		cr_expect_eq(span_ms, rows[i].span_ms, "%s: %jd", rows[i].text, (intmax_t)span_ms);
	}
}

Test(times, malformed_spans_are_refused)
{
	static const char *const texts[] = {"", "5", "5:00", "5:0:00", "5:00:0", "5:60:00",
		"5:00:60", "+5:00:00", "--5:00:00", ":00:00", "5:00:00.5", "5:00:00.0000",
		"5:00:00 ", "5h", "1000000000:00:00", "5.5:00:00"};

	for (size_t i = 0; i < COUNT(texts); i++) {
		int64_t span_ms;
		struct as_error error = {0};
		cr_expect_eq(
			as_contest_reltime_parse(texts[i], &span_ms, &error), -1, "'%s'", texts[i]);
		cr_expect_eq(error.kind, AS_ERROR_INPUT);
	}
}

Test(times, a_span_is_written)
{
	char text[AS_CONTEST_TIME_SIZE];

	cr_expect_str_eq(as_contest_reltime_format(0, text), "0:00:00.000");
	cr_expect_str_eq(as_contest_reltime_format(18000000, text), "5:00:00.000");
	cr_expect_str_eq(as_contest_reltime_format(-1500, text), "-0:00:01.500");
	cr_expect_str_eq(as_contest_reltime_format(363599999, text), "100:59:59.999");
	cr_expect_str_eq(as_contest_reltime_format(INT64_MIN, text), "-2562047788015:12:55.808");
}
