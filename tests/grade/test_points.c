/* SPDX-License-Identifier: MIT */
/* Numbers of points, times and time spans. */
#include <assay/grade/marks/points.h>
#include <criterion/criterion.h>
#include <string.h>

static void expect_points(const char *text, int64_t points_e4)
{
	struct as_error error = {0};
	int64_t value_e4 = -1;

	cr_expect_eq(as_points_parse(text, &value_e4, &error), 0, "%s: %s", text, error.text);
	cr_expect_eq(value_e4, points_e4, "%s is %jd", text, (intmax_t)value_e4);
}

Test(points, decimals_are_exact)
{
	expect_points("0", 0);
	expect_points("3", 30000);
	expect_points("2.5", 25000);
	expect_points("2,5", 25000);
	expect_points("0.0001", 1);
	expect_points("0.1", 1000);
	expect_points("12.3400", 123400);
	expect_points("12.34000000", 123400);
	expect_points("007", 70000);
	expect_points("1000000", AS_POINTS_MAX_E4);
	expect_points("1000000.0", AS_POINTS_MAX_E4);
}

static void refuse_points(const char *text, const char *expected)
{
	struct as_error error = {0};
	int64_t value_e4 = -1;

	cr_expect_eq(as_points_parse(text, &value_e4, &error), -1, "%s", text);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_eq(value_e4, -1, "%s changed the value", text);
	cr_expect_str_eq(error.text, expected);
}

Test(points, a_text_that_is_not_a_number_of_points_is_refused)
{
	static const char *const texts[] = {"", "abc", "-1", "+1", " 1", "1 ", "1.", ".5", "1.2.3",
		"1,2,3", "1e3", "0x10", "1.00001", "1000000.0001", "1000001",
		"99999999999999999999999999", "1/2", "4 points", "inf", "nan"};
	char expected[200];

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		snprintf(expected, sizeof(expected),
			"'%s' is not a number of points; write 0 to 1000000 with at most 4 "
			"decimals, such as 2.5",
			texts[i]);
		refuse_points(texts[i], expected);
	}
}

Test(points, a_comma_before_three_digits_is_ambiguous)
{
	refuse_points("1,500",
		"'1,500' is ambiguous: the comma may separate thousands or decimals; write it "
		"without a comma");
	expect_points("1.500", 15000);
	expect_points("1,50", 15000);
	expect_points("1,5000", 15000);
}

Test(points, a_number_is_written_with_its_own_digits)
{
	cr_expect_str_eq(AS_POINTS(0), "0");
	cr_expect_str_eq(AS_POINTS(25000), "2.5");
	cr_expect_str_eq(AS_POINTS(120000), "12");
	cr_expect_str_eq(AS_POINTS(1), "0.0001");
	cr_expect_str_eq(AS_POINTS(-3333), "-0.3333");
	cr_expect_str_eq(AS_POINTS(INT64_MIN), "-922337203685477.5808");
}

Test(points, a_written_number_is_read_as_the_same)
{
	for (int64_t value_e4 = 0; value_e4 < AS_POINTS_MAX_E4; value_e4 += 999983) {
		int64_t read_e4 = -1;
		cr_assert_eq(as_points_parse(AS_POINTS(value_e4), &read_e4, NULL), 0);
		cr_assert_eq(read_e4, value_e4);
	}
}

struct rounding_case {
	int64_t points_e4, step_e4;
	int64_t half_up, half_even, up, down;
};

Test(points, rounding_by_table)
{
	static const struct rounding_case cases[] = {
		{0, 5000, 0, 0, 0, 0},
		{12500, 5000, 15000, 10000, 15000, 10000},
		{17500, 5000, 20000, 20000, 20000, 15000},
		{12499, 5000, 10000, 10000, 15000, 10000},
		{12501, 5000, 15000, 15000, 15000, 10000},
		{10000, 5000, 10000, 10000, 10000, 10000},
		{333333, 100, 333300, 333300, 333400, 333300},
		{333350, 100, 333400, 333400, 333400, 333300},
		{333250, 100, 333300, 333200, 333300, 333200},
		{1, 3, 0, 0, 3, 0},
		{2, 3, 3, 3, 3, 0},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct rounding_case *one = &cases[i];
		const int64_t p = one->points_e4, s = one->step_e4;
		cr_expect_eq(as_points_round(p, s, AS_ROUND_HALF_UP), one->half_up, "%zu", i);
		cr_expect_eq(as_points_round(p, s, AS_ROUND_HALF_EVEN), one->half_even, "%zu", i);
		cr_expect_eq(as_points_round(p, s, AS_ROUND_UP), one->up, "%zu", i);
		cr_expect_eq(as_points_round(p, s, AS_ROUND_DOWN), one->down, "%zu", i);
	}
}

/* Rounding gives the nearest multiple, is monotone and idempotent. */
Test(points, rounding_has_its_properties)
{
	static const int64_t steps[] = {1, 3, 100, 2500, 10000};

	for (size_t s = 0; s < sizeof(steps) / sizeof(*steps); s++) {
		for (int mode = AS_ROUND_HALF_UP; mode <= AS_ROUND_DOWN; mode++) {
			int64_t before = 0;
			for (int64_t p = 0; p < 40000; p += 7) {
				const int64_t r =
					as_points_round(p, steps[s], (enum as_rounding_mode)mode);
				cr_assert_eq(r % steps[s], 0);
				cr_assert_geq(r, before);
				cr_assert(r - p < steps[s] && p - r < steps[s]);
				cr_assert(mode >= AS_ROUND_UP ||
					  2 * (r > p ? r - p : p - r) <= steps[s]);
				cr_assert_eq(
					as_points_round(r, steps[s], (enum as_rounding_mode)mode),
					r);
				before = r;
			}
		}
	}
}

/* ---- times ---- */

static void expect_time(const char *text, int64_t time_s, int32_t offset_s)
{
	struct as_error error = {0};
	int64_t value_s = -1;
	int32_t offset = -1;

	cr_expect_eq(as_time_parse(text, &value_s, &offset, &error), 0, "%s: %s", text, error.text);
	cr_expect_eq(value_s, time_s, "%s is %jd", text, (intmax_t)value_s);
	cr_expect_eq(offset, offset_s, "%s has offset %d", text, offset);
}

/* The numbers come from date -d. */
Test(points, times_are_seconds_since_1970)
{
	expect_time("1970-01-01T00:00:00Z", 0, 0);
	expect_time("2026-10-05T23:59:00+02:00", 1791237540, 7200);
	expect_time("2026-10-05 23:59:00+02:00", 1791237540, 7200);
	expect_time("2026-10-05 23:59 +0200", 1791237540, 7200);
	expect_time("2026-10-05t21:59z", 1791237540, 0);
	expect_time("2026-10-05T16:59:00-05:00", 1791237540, -18000);
	expect_time("2026-10-06T03:29:00+05:30", 1791237540, 19800);
	expect_time("2024-02-29T12:00:00+01", 1709204400, 3600);
	expect_time("2000-02-29T00:00:00Z", 951782400, 0);
	expect_time("2100-03-01T00:00:00Z", 4107542400, 0);
}

static void refuse_time(const char *text, const char *expected)
{
	struct as_error error = {0};
	int64_t value_s = 7;

	cr_expect_eq(as_time_parse(text, &value_s, NULL, &error), -1, "%s", text);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, expected);
}

Test(points, a_time_without_a_zone_is_refused_with_the_remedy)
{
	refuse_time("2026-10-05T23:59:00",
		"'2026-10-05T23:59:00' has no time zone; add the offset from UTC at that time, "
		"such as 2026-10-05T23:59:00+02:00");
	refuse_time("2026-10-05 23:59",
		"'2026-10-05 23:59' has no time zone; add the offset from UTC at that time, such "
		"as 2026-10-05T23:59:00+02:00");
}

/* Such a time has its offset: that is not to blame. */
Test(points, a_fraction_of_a_second_is_named)
{
	static const char *const texts[] = {
		"2026-10-24T23:59:00.5+02:00", "2026-10-24T23:59:00,123Z", "2026-10-24T23:59:00.5"};
	char expected[200];

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		snprintf(expected, sizeof(expected),
			"'%s' has a fraction of a second; write whole seconds, such as "
			"2026-10-05T23:59:00+02:00",
			texts[i]);
		refuse_time(texts[i], expected);
	}
}

Test(points, a_day_that_does_not_exist_is_refused)
{
	static const char *const texts[] = {"2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z",
		"2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z",
		"2026-04-00T00:00:00Z", "2026-04-01T24:00:00Z", "2026-04-01T00:60:00Z",
		"2026-04-01T23:59:60Z", "1969-12-31T00:00:00Z"};
	char expected[200];

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		snprintf(expected, sizeof(expected),
			"'%s' is not in the calendar; write year-month-day and a time from "
			"00:00:00 to 23:59:59",
			texts[i]);
		refuse_time(texts[i], expected);
	}
}

Test(points, other_texts_are_not_times)
{
	static const char *const texts[] = {"", "tomorrow", "2026-10-05", "05/10/2026 23:59",
		"2026-10-05T23:59:00 CEST", "2026-10-05T23:59:00+2:00",
		"2026-10-05T23:59:00+02:00x", "2026-10-05T23:59:00+15:00",
		"2026-10-05T23:59:00+02:60", "2026-10-5T23:59:00Z", "1791237540"};
	char expected[200];

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		snprintf(expected, sizeof(expected),
			"'%s' is not a date and time; write it with its offset from UTC, such as "
			"2026-10-05T23:59:00+02:00",
			texts[i]);
		refuse_time(texts[i], expected);
	}
}

Test(points, a_time_is_written_in_its_offset)
{
	char text[AS_TIME_SIZE];

	cr_expect_str_eq(as_time_format(1791237540, 7200, text), "2026-10-05T23:59:00+02:00");
	cr_expect_str_eq(as_time_format(1791237540, -18000, text), "2026-10-05T16:59:00-05:00");
	cr_expect_str_eq(as_time_format(0, 0, text), "1970-01-01T00:00:00+00:00");
	cr_expect_str_eq(as_time_format(-1, 0, text), "1969-12-31T23:59:59+00:00");
}

Test(points, times_that_are_written_are_read_as_the_same)
{
	for (int64_t time_s = 0; time_s < INT64_C(8000000000); time_s += 39916801) {
		char text[AS_TIME_SIZE];
		int64_t read_s = -1;
		int32_t offset_s = 0;
		as_time_format(time_s, 19800, text);
		cr_assert_eq(as_time_parse(text, &read_s, &offset_s, NULL), 0, "%s", text);
		cr_assert_eq(read_s, time_s, "%s", text);
		cr_assert_eq(offset_s, 19800);
	}
}

/* ---- spans ---- */

static void expect_span(const char *text, int64_t span_s)
{
	struct as_error error = {0};
	int64_t value_s = -1;

	cr_expect_eq(as_span_parse(text, &value_s, &error), 0, "%s: %s", text, error.text);
	cr_expect_eq(value_s, span_s, "%s is %jd", text, (intmax_t)value_s);
}

Test(points, spans_have_a_unit)
{
	expect_span("15 min", 900);
	expect_span("15min", 900);
	expect_span("36h", 129600);
	expect_span("2d", 172800);
	expect_span("0h", 0);
	expect_span("3650d", 315360000);
}

Test(points, other_texts_are_not_spans)
{
	static const char *const texts[] = {"", "2", "d", "-1d", "1.5h", "2 days", "2D", "1d 2h"};
	struct as_error error;
	char expected[200];
	int64_t value_s;

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		error = (struct as_error){0};
		snprintf(expected, sizeof(expected),
			"'%s' is not a time span; write a whole number and min, h or d, such as 2d",
			texts[i]);
		cr_expect_eq(as_span_parse(texts[i], &value_s, &error), -1, "%s", texts[i]);
		cr_expect_str_eq(error.text, expected);
	}
	error = (struct as_error){0};
	cr_expect_eq(as_span_parse("99999999999999999999d", &value_s, &error), -1);
	cr_expect_str_eq(
		error.text, "'99999999999999999999d' is more than ten years; write a shorter time");
}

Test(points, a_span_is_written_in_its_parts)
{
	char text[AS_TIME_SIZE];

	cr_expect_str_eq(as_span_format(0, text), "0 s");
	cr_expect_str_eq(as_span_format(900, text), "15 min");
	cr_expect_str_eq(as_span_format(183901, text), "2 d 3 h 5 min 1 s");
}
