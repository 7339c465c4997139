/* SPDX-License-Identifier: MIT */
/* Days of the calendar, and times that clocks skip or show twice. */
#include "marks_case.h"

#define ITEMS "items: [{id: a, points: 10, manual: true}]\n"

static int load(
	struct as_scheme *scheme, const char *text, const char *zone, struct as_error *error)
{
	cr_assert_eq(
		as_scheme_parse(scheme, "s.yaml", text, strlen(text), error), 0, "%s", error->text);
	return as_scheme_set_zone(scheme, zone, error);
}

static void expect_due(const char *text, const char *zone, const char *expected)
{
	struct as_scheme scheme = {0};
	struct as_error error = {0};
	char found[AS_TIME_SIZE];

	cr_assert_eq(load(&scheme, text, zone, &error), 0, "%s", error.text);
	const int64_t due_s = as_scheme_due_of(&scheme, "s1");
	as_time_format(due_s, as_scheme_offset(&scheme, due_s), found);
	cr_expect_str_eq(found, expected, "%s: %s", text, found);
	as_scheme_clear(&scheme);
}

static void expect_refused(const char *text, const char *zone, const char *expected)
{
	struct as_scheme scheme = {0};
	struct as_error error = {0};

	cr_assert_eq(load(&scheme, text, zone, &error), -1, "%s", text);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_gt(error.line, 0);
	cr_expect(strstr(error.text, expected), "%s", error.text);
	as_scheme_clear(&scheme);
}

Test(zone, days_of_extensions_end_at_the_same_time_of_day)
{
	expect_due("due: 2026-10-24T23:59:00+02:00\nextensions: {s1: 2d}\n" ITEMS, "Europe/Berlin",
		"2026-10-26T23:59:00+01:00");
	expect_due("due: 2026-03-28T23:59:00+01:00\nextensions: {s1: 1d}\n" ITEMS, "Europe/Berlin",
		"2026-03-29T23:59:00+02:00");
	expect_due("due: 2026-10-31T23:59:00-04:00\nextensions: {s1: 3d}\n" ITEMS,
		"America/New_York", "2026-11-03T23:59:00-05:00");
	/* Hours are durations, and so are days without a zone. */
	expect_due("due: 2026-10-24T23:59:00+02:00\nextensions: {s1: 48h}\n" ITEMS, "Europe/Berlin",
		"2026-10-26T22:59:00+01:00");
	expect_due("due: 2026-10-24T23:59:00+02:00\nextensions: {s1: 2d}\n" ITEMS, NULL,
		"2026-10-26T23:59:00+02:00");
	expect_due(
		"zone: Europe/Berlin\ndue: 2026-10-24T23:59:00+02:00\nextensions: {s1: 2d}\n" ITEMS,
		NULL, "2026-10-26T23:59:00+01:00");
}

Test(zone, an_offset_that_is_not_the_zones_is_refused_with_the_right_one)
{
	expect_refused("due: 2026-10-26T23:59:00+02:00\n" ITEMS, "Europe/Berlin",
		"write 2026-10-26T23:59:00+01:00");
	expect_refused("due: 2026-07-01T23:59:00+01:00\n" ITEMS, "Europe/Berlin",
		"write 2026-07-01T23:59:00+02:00");
	expect_refused("due: 2026-10-20T23:59:00+02:00\nextensions: {s1: "
		       "2026-10-27T23:59:00+02:00}\n" ITEMS,
		"Europe/Berlin", "write 2026-10-27T23:59:00+01:00");
	expect_refused("due: 2026-03-29T02:30:00+01:00\n" ITEMS, "Europe/Berlin",
		"does not exist in Europe/Berlin, because clocks are set forward; write "
		"2026-03-29T03:30:00+02:00");
	expect_refused("due: 2026-10-25T02:30:00+03:00\n" ITEMS, "Europe/Berlin",
		"'2026-10-25T02:30:00+03:00' does not have an offset of Europe/Berlin at that "
		"time, which exists twice, because clocks are set back; write "
		"2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00");
	expect_due(
		"due: 2026-10-26T22:59:00Z\n" ITEMS, "Europe/Berlin", "2026-10-26T23:59:00+01:00");
	expect_due("due: 2026-10-25T02:30:00+01:00\n" ITEMS, "Europe/Berlin",
		"2026-10-25T02:30:00+01:00");
}

Test(zone, an_extension_by_days_to_a_time_that_is_not_one_is_refused)
{
	expect_refused("due: 2026-10-24T02:30:00+02:00\nextensions: {s1: 1d}\n" ITEMS,
		"Europe/Berlin",
		"exists twice in Europe/Berlin, because clocks change; write the time, such as "
		"2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00");
	expect_refused("due: 2026-03-28T02:30:00+01:00\nextensions: {s1: 1d}\n" ITEMS,
		"Europe/Berlin", "does not exist in Europe/Berlin");
}

Test(zone, days_begun_are_those_of_the_calendar)
{
	struct as_error error = {0};
	struct as_zone *zone = as_zone_open("Europe/Berlin", &error);
	int64_t due_s, last_s;

	cr_assert_not_null(zone, "%s", error.text);
	cr_assert_eq(as_time_parse("2026-10-24T23:59:00+02:00", &due_s, NULL, NULL), 0);
	cr_assert_eq(as_time_parse("2026-10-25T23:59:00+01:00", &last_s, NULL, NULL), 0);
	cr_expect_eq(as_zone_days_begun(zone, due_s, due_s), 0);
	cr_expect_eq(as_zone_days_begun(zone, due_s, due_s + 1), 1);
	cr_expect_eq(as_zone_days_begun(zone, due_s, last_s), 1);
	cr_expect_eq(as_zone_days_begun(zone, due_s, last_s + 1), 2);
	cr_expect_eq(as_zone_days_begun(NULL, due_s, last_s), 2);
	cr_assert_eq(as_time_parse("2026-03-28T23:59:00+01:00", &due_s, NULL, NULL), 0);
	cr_assert_eq(as_time_parse("2026-03-29T23:59:00+02:00", &last_s, NULL, NULL), 0);
	cr_expect_eq(as_zone_days_begun(zone, due_s, last_s), 1);
	cr_expect_eq(as_zone_days_begun(zone, due_s, last_s + 1), 2);
	as_zone_close(zone);
}

Test(zone, of_two_extensions_the_later_counts)
{
	struct as_scheme scheme = {0};
	struct as_error error = {0};

	cr_assert_eq(load(&scheme, "due: 2026-10-20T23:59:00+02:00\nextensions: {s1: 2d}\n" ITEMS,
			     NULL, &error),
		0);
	const int64_t due_s = as_scheme_due_of(&scheme, "s1");
	cr_expect_eq(as_scheme_extend(&scheme, "s1", due_s - 60, &error), 0);
	cr_expect_eq(as_scheme_due_of(&scheme, "s1"), due_s);
	cr_expect_eq(as_scheme_extend(&scheme, "s1", due_s + 60, &error), 1);
	cr_expect_eq(as_scheme_due_of(&scheme, "s1"), due_s + 60);
	cr_expect_eq(as_scheme_extend(&scheme, "s0", due_s, &error), 1);
	cr_expect_eq(as_scheme_due_of(&scheme, "s0"), due_s);
	cr_expect_eq(as_scheme_due_of(&scheme, "s2"), scheme.due_s);
	as_scheme_clear(&scheme);
}
