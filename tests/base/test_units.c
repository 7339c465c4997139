/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <math.h>

Test(units, durations_are_exact_nanoseconds)
{
	static const struct {
		const char *text;
		int64_t value_ns;
	} rows[] = {{"0s", 0}, {"1ns", 1}, {"7us", 7000}, {"200ms", 200000000}, {"2s", 2000000000},
		{"1.5s", 1500000000}, {"0.1s", 100000000}, {"3min", 180000000000},
		{"1h", 3600000000000}, {"0.000000001s", 1}, {"1.0ns", 1}, {"0.000000000005h", 18},
		{"1.500000000000000000000000s", 1500000000}, {"007s", 7000000000},
		{"9223372036.854775806s", INT64_MAX - 1}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int64_t value = -1;
		struct as_error error = {0};
		cr_expect_eq(as_duration_parse(rows[i].text, &value, &error), 0, "%s: %s",
			rows[i].text, error.text);
		cr_expect_eq(value, rows[i].value_ns, "%s", rows[i].text);
	}
}

Test(units, an_invalid_duration_is_refused_with_a_reason)
{
	static const char *const rows[] = {"", "s", "1", "1e3s", "-1s", "+1s", "1.5.2s", " 1s",
		"1s ", "1 s", "1.s", ".5s", "1S", "1sec", "1m", "0x1s", "1,5s", "inf", "nan",
		"1s\n", "\xD9\xA1s", "1..5s", "."};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int64_t value = 42;
		struct as_error error = {0};
		cr_expect_eq(as_duration_parse(rows[i], &value, &error), -1, "\"%s\"", rows[i]);
		cr_expect_eq(value, 42, "\"%s\" wrote a value", rows[i]);
		cr_expect_eq(error.kind, AS_ERROR_USAGE);
		cr_expect_not_null(strstr(error.text, "invalid duration '"), "%s", error.text);
	}
}

Test(units, a_duration_error_names_a_valid_notation)
{
	struct as_error error = {0};
	int64_t value;
	cr_assert_eq(as_duration_parse("1e3s", &value, &error), -1);
	expect_error(&error, AS_ERROR_USAGE,
		"invalid duration '1e3s'; write a number and one of ns, us, ms, s, min, h, such as "
		"1.5s");
}

Test(units, an_unknown_unit_gets_the_nearest_with_its_initial)
{
	static const struct {
		const char *text;
		const char *hint;
	} durations[] = {{"5sec", "'5sec'; did you mean '5s'? write"},
		{"1.5 seconds", "; did you mean '1.5s'? write"},
		{"2minutes", "; did you mean '2min'? write"}, {"1H", "; did you mean '1h'? write"},
		{"10", "'10'; write"}, {"1.s", "'1.s'; write"}, {"", "''; write"},
		{"3x", "'3x'; write"}},
	  sizes[] = {{"64M", "; did you mean '64MB'? write"}, {"64mib", "'64MiB'?"},
		  {"1KB", "; did you mean '1KiB'? write"}, {"7", "'7'; write"},
		  {"1.5MiB", "'1.5MiB'; write"}};
	for (size_t i = 0; i < sizeof durations / sizeof *durations; i++) {
		struct as_error error = {0};
		int64_t value;
		cr_expect_eq(as_duration_parse(durations[i].text, &value, &error), -1);
		cr_expect_not_null(strstr(error.text, durations[i].hint), "%s", error.text);
	}
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct as_error error = {0};
		uint64_t value;
		cr_expect_eq(as_size_parse(sizes[i].text, &value, &error), -1);
		cr_expect_not_null(strstr(error.text, sizes[i].hint), "%s", error.text);
	}
}

Test(units, a_duration_beyond_int64_is_too_big)
{
	static const char *const rows[] = {"9223372036.854775807s", "9223372036854775807ns",
		"18446744073709551616ns", "99999999999999999999999999s", "2562048h",
		"18446744073709551615h"};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_error error = {0};
		int64_t value;
		cr_expect_eq(as_duration_parse(rows[i], &value, &error), -1, "%s", rows[i]);
		cr_expect_not_null(strstr(error.text, "' is too large"), "%s", error.text);
		cr_expect_eq(strncmp(error.text, "duration '", 10), 0, "%s", error.text);
	}
}

Test(units, a_duration_finer_than_a_nanosecond_is_refused)
{
	static const char *const rows[] = {
		"0.5ns", "0.0000000001s", "0.0000000000000000000001h", "1.1234567891s"};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_error error = {0};
		int64_t value;
		cr_expect_eq(as_duration_parse(rows[i], &value, &error), -1, "%s", rows[i]);
		cr_expect_not_null(
			strstr(error.text, "is finer than a nanosecond; write fewer digits"), "%s",
			error.text);
	}
}

Test(units, sizes_have_units_of_1000_and_of_1024)
{
	static const struct {
		const char *text;
		uint64_t value;
	} rows[] = {{"0B", 0}, {"1B", 1}, {"2KiB", 2048}, {"64MiB", 67108864}, {"1GiB", 1073741824},
		{"2kB", 2000}, {"3MB", 3000000}, {"4GB", 4000000000},
		{"18446744073709551614B", UINT64_MAX - 1}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint64_t value = 1;
		cr_expect_eq(as_size_parse(rows[i].text, &value, NULL), 0, "%s", rows[i].text);
		cr_expect_eq(value, rows[i].value, "%s", rows[i].text);
	}
}

Test(units, an_invalid_size_is_refused_with_a_reason)
{
	static const char *const rows[] = {"", "64", "MiB", "-1B", "1.5MiB", " 1B", "1B ", "1KB",
		"1mb", "1MIB", "1e3B", "1 MiB", "0x10B"};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_error error = {0};
		uint64_t value = 42;
		cr_expect_eq(as_size_parse(rows[i], &value, &error), -1, "\"%s\"", rows[i]);
		cr_expect_eq(value, 42);
		cr_expect_eq(error.kind, AS_ERROR_USAGE);
		cr_expect_not_null(
			strstr(error.text, " write a whole number and one of"), "%s", error.text);
		cr_expect_eq(strncmp(error.text, "invalid size '", 14), 0, "%s", error.text);
	}
}

Test(units, a_size_beyond_uint64_is_too_big)
{
	static const char *const rows[] = {
		"18446744073709551615B", "18446744073709551616B", "17179869184GiB"};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_error error = {0};
		uint64_t value;
		cr_expect_eq(as_size_parse(rows[i], &value, &error), -1, "%s", rows[i]);
		cr_expect_not_null(strstr(error.text, "' is too large"), "%s", error.text);
		cr_expect_eq(strncmp(error.text, "size '", 6), 0, "%s", error.text);
	}
}

Test(units, counts_out_of_bounds_are_refused)
{
	uint64_t value = 0;
	cr_expect_eq(as_count_parse("3", 3, 5, &value, NULL), 0);
	cr_expect_eq(value, 3);
	cr_expect_eq(as_count_parse("5", 3, 5, &value, NULL), 0);
	cr_expect_eq(value, 5);
	cr_expect_eq(as_count_parse("18446744073709551615", 0, UINT64_MAX, &value, NULL), 0);
	cr_expect_eq(value, UINT64_MAX);
	static const char *const rows[] = {
		"", "2", "6", "-4", "+4", " 4", "4 ", "4.0", "0x4", "4a", "18446744073709551620"};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_error error = {0};
		cr_expect_eq(as_count_parse(rows[i], 3, 5, &value, &error), -1, "\"%s\"", rows[i]);
		char expected[128];
		snprintf(expected, sizeof expected,
			"invalid number '%s'; write a whole number from 3 to 5", rows[i]);
		expect_error(&error, AS_ERROR_USAGE, expected);
	}
}

Test(units, numbers_keep_the_digits_that_people_wrote)
{
	static const struct {
		double value;
		const char *text;
	} rows[] = {{0, "0"}, {-0.0, "0"}, {1, "1"}, {100, "100"}, {1000000, "1000000"},
		{1234567, "1234567"}, {-12345678.25, "-12345678.25"}, {0.1, "0.1"},
		{0.1 + 0.2, "0.3"}, {100.0 / 3, "33.3333333333333"}, {1e-4, "0.0001"},
		{123456789012345, "123456789012345"}, {9007199254740992, "9.00719925474099e+15"},
		{INFINITY, "inf"}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_str_eq(AS_NUMBER(rows[i].value), rows[i].text, "%s: %s", rows[i].text,
			AS_NUMBER(rows[i].value));
}
