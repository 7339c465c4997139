/* SPDX-License-Identifier: MIT */
#include "row_case.h"

#include <assay/reference.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* Reads `size` bytes through a descriptor, as the command reads its standard input. */
static int read_bytes(const char *text, size_t size, struct as_row *row, struct as_error *error)
{
	AS_AUTO_FD int fd = memfd_create("row", MFD_CLOEXEC);
	cr_assert(fd >= 0 && write(fd, text, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0);
	return row_read(fd, row, error);
}

static void expect_row(const char *text, size_t n, const int64_t *values)
{
	AS_AUTO_ROW struct as_row row = {0};
	struct as_error error = {0};
	cr_assert_eq(read_bytes(text, strlen(text), &row, &error), 0, "%s: %s", text, error.text);
	cr_assert_eq(row.count, n, "%s", text);
	cr_expect_arr_eq(row.values, values, n * sizeof *values, "%s", text);
}

Test(row, any_white_space_separates)
{
	expect_row("4\n8 15 3 7\n", 4, (const int64_t[]){8, 15, 3, 7});
	expect_row("\r\n\v\f\t 4 8\n15\r\n3\t7", 4, (const int64_t[]){8, 15, 3, 7});
	expect_row("1\n5\n\n \n", 1, (const int64_t[]){5});
}

Test(row, signs_and_leading_zeros_are_read)
{
	expect_row("+5 -1 +1 -0 007 -007", 5, (const int64_t[]){-1, 1, 0, 7, -7});
}

Test(row, the_largest_sums_are_read)
{
	expect_row("2 9223372036854775807 0", 2, (const int64_t[]){INT64_MAX, 0});
	expect_row("2 -9223372036854775807 0", 2, (const int64_t[]){-INT64_MAX, 0});
	expect_row("3 4611686018427387903 -1\n4611686018427387903", 3,
		(const int64_t[]){INT64_MAX / 2, -1, INT64_MAX / 2});
}

static void expect_complaint_of(const char *text, size_t size, const char *complaint)
{
	AS_AUTO_ROW struct as_row row = {0};
	struct as_error error = {0};
	char line[1600];
	cr_expect_eq(read_bytes(text, size, &row, &error), -1, "%s", text);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(
		as_error_format(&error, line, sizeof line), complaint, "%s: %s", text, line);
	cr_expect(row.values == NULL && row.count == 0, "the row is left empty");
	cr_expect_eq(read_bytes(text, size, &row, NULL), -1, "an error may be NULL");
}

static void expect_complaint(const char *text, const char *complaint)
{
	expect_complaint_of(text, strlen(text), complaint);
}

Test(row, a_missing_count_is_named)
{
	expect_complaint(
		"", "stdin:1:1: expected n, the number of values, but the input ends here");
	expect_complaint(
		" \n\n ", "stdin:3:2: expected n, the number of values, but the input ends here");
}

Test(row, a_count_below_one_is_named)
{
	expect_complaint("0\n", "stdin:1:1: n must be at least 1, got '0'");
	expect_complaint("\n  -3 1 2", "stdin:2:3: n must be at least 1, got '-3'");
}

Test(row, too_few_values_are_named)
{
	expect_complaint("2\n5\n", "stdin:3:1: expected value 2 of 2, but the input ends here");
	expect_complaint("1", "stdin:1:2: expected value 1 of 1, but the input ends here");
}

Test(row, too_many_values_are_named)
{
	expect_complaint(
		"2\n5 6 7\n", "stdin:2:5: expected the end of the input after 2 values, got '7'");
	expect_complaint(
		"1\n5\n\nx", "stdin:4:1: expected the end of the input after 1 values, got 'x'");
}

Test(row, values_that_are_not_whole_numbers_are_named)
{
	expect_complaint("x", "stdin:1:1: expected n, a whole number, got 'x'");
	expect_complaint(
		"3\n1 2.5 3", "stdin:2:3: expected value 2 of 3, a whole number, got '2.5'");
	expect_complaint(
		"1 12abc", "stdin:1:3: expected value 1 of 1, a whole number, got '12abc'");
	expect_complaint("1 -", "stdin:1:3: expected value 1 of 1, a whole number, got '-'");
	expect_complaint("1 +-5", "stdin:1:3: expected value 1 of 1, a whole number, got '+-5'");
	expect_complaint("1 0x10", "stdin:1:3: expected value 1 of 1, a whole number, got '0x10'");
	expect_complaint("1 1,", "stdin:1:3: expected value 1 of 1, a whole number, got '1,'");
}

Test(row, a_number_beyond_int64_is_named)
{
	expect_complaint("9223372036854775808", "stdin:1:1: n must lie between -2^63 and 2^63 - 1, "
						"got '9223372036854775808'");
	expect_complaint("2\n1 -9223372036854775809", "stdin:2:3: value 2 of 2 must lie between "
						      "-2^63 and 2^63 - 1, got "
						      "'-9223372036854775809'");
}

Test(row, a_sum_beyond_int64_is_reported_at_the_value_that_exceeds_it)
{
	expect_complaint("1 -9223372036854775808",
		"stdin:1:3: the magnitudes of the first 1 values must "
		"sum to at most 2^63 - 1, got "
		"'-9223372036854775808'");
	expect_complaint("4 1\n 900000000000000000 \n9223372036854775807 5\n",
		"stdin:3:1: the magnitudes of the first 3 values must sum to at most 2^63 - 1, got "
		"'9223372036854775807'");
	/* Between plain values, on lines of their own. */
	expect_complaint(
		"12 900000000000000000 -900000000000000000 900000000000000000\n"
		"-900000000000000000\n900000000000000000 900000000000000000\n"
		"900000000000000000 900000000000000000 900000000000000000 900000000000000000 "
		"900000000000000000\n\n 223372036854775808 7",
		"stdin:4:77: the magnitudes of the first 11 values must sum to at most 2^63 - 1, "
		"got '900000000000000000'");
}

Test(row, control_bytes_are_shown_and_never_sent_to_the_terminal)
{
	expect_complaint_of(
		"1 5\0", 4, "stdin:1:3: expected value 1 of 1, a whole number, got '5\\x00'");
	expect_complaint(
		"1 \033[2J", "stdin:1:3: expected value 1 of 1, a whole number, got '\\x1B[2J'");
}

Test(row, a_folder_cannot_be_read)
{
	AS_AUTO_ROW struct as_row row = {0};
	AS_AUTO_FD int fd = open("/", O_RDONLY | O_CLOEXEC);
	struct as_error error = {0};
	cr_expect_eq(row_read(fd, &row, &error), -1);
	cr_expect_str_eq(error.text, "cannot be read: Is a directory");
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
}

/* Numbers of every length, on both sides of what is read eight digits at a time. */
Test(row, numbers_of_every_length_are_read)
{
	char text[64];
	uint64_t magnitude = 0;
	for (int length = 1; length <= 19; length++) {
		magnitude = magnitude * 10 + (uint64_t)(length * 7 % 10);
		for (int sign = -1; sign <= 1; sign += 2) {
			int64_t value = sign * (int64_t)magnitude;
			snprintf(text, sizeof text, "2 %" PRId64 " 1", value);
			expect_row(text, 2, (const int64_t[]){value, 1});
			snprintf(text, sizeof text, "2 1\n%" PRId64, value);
			expect_row(text, 2, (const int64_t[]){1, value});
		}
	}
}

/* More than one block and more than the first allocation, with a number across every edge. */
Test(row, a_long_row_is_read_whole)
{
	enum { N = 300000 };
	AS_AUTO_ROW struct as_row row = {0};
	AS_AUTO_FREE char *text = malloc(N * 8 + 16);
	struct as_error error = {0};
	size_t size = (size_t)sprintf(text, "%d\n", N);
	for (int i = 0; i < N; i++)
		size += (size_t)sprintf(text + size, "%d ", i - N / 2);
	cr_assert_eq(read_bytes(text, size, &row, &error), 0, "%s", error.text);
	cr_assert_eq(row.count, N);
	for (int i = 0; i < N; i++)
		cr_assert_eq(row.values[i], i - N / 2);
}

/* ---- rows one after the other ---- */

static struct as_row_reader *open_text(const char *text, int *fd, struct as_error *error)
{
	*fd = memfd_create("rows", MFD_CLOEXEC);
	cr_assert(*fd >= 0 && write(*fd, text, strlen(text)) == (ssize_t)strlen(text));
	cr_assert_eq(lseek(*fd, 0, SEEK_SET), 0);
	struct as_row_reader *reader = as_row_reader_new(*fd, "stdin", error);
	cr_assert(reader, "%s", error->text);
	return reader;
}

Test(row, cases_are_read_into_the_same_memory)
{
	AS_AUTO_FD int fd = -1;
	AS_AUTO_ROW struct as_row row = {0};
	struct as_error error = {0};
	uint64_t cases = 0;
	AS_AUTO_ROW_READER struct as_row_reader *reader =
		open_text("2\n3\n5 6 7\n1\n-9\n", &fd, &error);
	cr_assert_eq(as_row_reader_cases(reader, &cases, &error), 0);
	cr_expect_eq(cases, 2);
	cr_assert_eq(as_row_reader_row(reader, INT64_MIN, &row, &error), 0);
	cr_expect_arr_eq(row.values, ((int64_t[]){5, 6, 7}), 3 * sizeof(int64_t));
	const int64_t *values = row.values;
	cr_assert_eq(as_row_reader_row(reader, INT64_MIN, &row, &error), 0);
	cr_expect(row.values == values && row.count == 1 && values[0] == -9);
	cr_expect_eq(as_row_reader_end(reader, &error), 0);
}

Test(row, a_value_below_the_least_is_named_whether_it_is_plain_or_not)
{
	static const char *const texts[] = {"2 0 -1\n", "2 0 -1"};
	for (int i = 0; i < 2; i++) {
		AS_AUTO_FD int fd = -1;
		AS_AUTO_ROW struct as_row row = {0};
		struct as_error error = {0};
		char line[1600];
		AS_AUTO_ROW_READER struct as_row_reader *reader = open_text(texts[i], &fd, &error);
		cr_expect_eq(as_row_reader_row(reader, 0, &row, &error), -1);
		cr_expect_str_eq(as_error_format(&error, line, sizeof line),
			"stdin:1:5: value 2 of 2 must be at least 0, got '-1'");
	}
}

/* Another process writes long texts to a pipe, so that only the reader's memory counts. */
static long peak_kilobytes(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

static void expect_bounded(const char *producer, const char *complaint)
{
	AS_AUTO_ROW struct as_row row = {0};
	struct as_error error = {0};
	char line[1600];
	long before = peak_kilobytes();
	FILE *pipe = popen(producer, "re");
	cr_assert(pipe);
	cr_expect_eq(row_read(fileno(pipe), &row, &error), -1);
	pclose(pipe);
	as_error_format(&error, line, sizeof line);
	cr_expect_str_eq(line, complaint, "%s: %s", producer, line);
	cr_expect_lt(peak_kilobytes() - before, 32 * 1024, "%s", producer);
}

Test(row, a_promise_of_10_to_the_9_values_allocates_nothing)
{
	expect_bounded("echo 1000000000",
		"stdin:2:1: expected value 1 of 1000000000, but the input ends here");
	expect_bounded("echo 9223372036854775807 1 2",
		"stdin:2:1: expected value 3 of 9223372036854775807, but the input ends here");
}

Test(row, a_huge_token_takes_no_memory)
{
	expect_bounded("echo 2; head -c 50000000 /dev/zero | tr '\\0' 9",
		"stdin:2:1: value 1 of 2 must lie between -2^63 and 2^63 - 1, got "
		"'99999999999999999999999999999999...'");
	expect_bounded("echo 2; head -c 50000000 /dev/zero | tr '\\0' 0; echo x",
		"stdin:2:1: expected value 1 of 2, a whole number, got "
		"'00000000000000000000000000000000...'");
	expect_bounded("echo 2; head -c 50000000 /dev/zero | tr '\\0' ' '",
		"stdin:2:50000001: expected value 1 of 2, but the input ends here");
}
