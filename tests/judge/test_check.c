/* SPDX-License-Identifier: MIT */
#include "check_case.h"
#include <fcntl.h>
#include <float.h>
#include <locale.h>
#include <pthread.h>

struct row {
	const char *flags;
	struct text answer, output;
	bool accepted;
};

#define NUL "\0"
#define AC true
#define WA false

static void check_rows(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char feedback[AS_CHECK_FEEDBACK_SIZE];
		bool got = check_texts(rows[i].flags, rows[i].answer, rows[i].output, feedback);
		cr_expect_eq(got, rows[i].accepted, "%s: \"%s\" against \"%s\": %d (%s)",
			rows[i].flags, rows[i].output.data, rows[i].answer.data, got, feedback);
		cr_expect_eq(got, feedback[0] == '\0');
	}
}
#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof *(rows))

Test(check, white_space_only_separates)
{
	static const struct row rows[] = {
		{"", TEXT("8\n"), TEXT("8\n"), AC},
		{"", TEXT("8\n"), TEXT("8"), AC},
		{"", TEXT("8"), TEXT("8\n\n"), AC},
		{"", TEXT("8\n"), TEXT("\n 8 \n"), AC},
		{"", TEXT("1 2\n3\n"), TEXT("1\n2 3"), AC},
		{"", TEXT("1\n2\n"), TEXT("1\r\n2\r\n"), AC},
		{"", TEXT("1 2"), TEXT("1\t2"), AC},
		{"", TEXT("1 2"), TEXT("1\v\f2"), AC},
		{"", TEXT(""), TEXT(""), AC},
		{"", TEXT(""), TEXT(" \n\t"), AC},
		{"", TEXT(" \n"), TEXT(""), AC},
		{"", TEXT("1 2"),
			TEXT("1\xc2\xa0"
			     "2"),
			WA},
		{"", TEXT("12"), TEXT("1 2"), WA},
		{"", TEXT("1 2"), TEXT("12"), WA},
	};
	CHECK_ROWS(rows);
}

Test(check, token_counts_must_agree)
{
	static const struct row rows[] = {
		{"", TEXT("8"), TEXT(""), WA},
		{"", TEXT("8"), TEXT("\n"), WA},
		{"", TEXT(""), TEXT("8"), WA},
		{"", TEXT("8 9"), TEXT("8"), WA},
		{"", TEXT("8"), TEXT("8 9"), WA},
		{"", TEXT("8\n"), TEXT("8\n0"), WA},
	};
	CHECK_ROWS(rows);
}

Test(check, letters_fold_only_in_ascii_and_only_when_allowed)
{
	static const struct row rows[] = {
		{"", TEXT("Yes"), TEXT("YES"), AC},
		{"", TEXT("AZaz"), TEXT("azAZ"), AC},
		{"", TEXT("[\\]^_`{|}~@"), TEXT("[\\]^_`{|}~@"), AC},
		{"", TEXT("@"), TEXT("`"), WA},
		{"", TEXT("["), TEXT("{"), WA},
		{"", TEXT("\xc3\x84"), TEXT("\xc3\xa4"), WA},
		{"", TEXT("\xc4"), TEXT("\xe4"), WA},
		{"case_sensitive", TEXT("Yes"), TEXT("Yes"), AC},
		{"case_sensitive", TEXT("Yes"), TEXT("yes"), WA},
		{"case_sensitive float_tolerance 0", TEXT("1e2"), TEXT("1E2"), AC},
	};
	CHECK_ROWS(rows);
}

Test(check, numbers_are_compared_as_text_without_a_tolerance)
{
	static const struct row rows[] = {
		{"", TEXT("1"), TEXT("1.0"), WA},
		{"", TEXT("1"), TEXT("+1"), WA},
		{"", TEXT("0"), TEXT("-0"), WA},
		{"", TEXT("1e2"), TEXT("100"), WA},
		{"", TEXT("1"), TEXT("01"), WA},
	};
	CHECK_ROWS(rows);
}

Test(check, tolerance_is_absolute_relative_or_either)
{
	static const struct row rows[] = {
		{"float_absolute_tolerance 0.5", TEXT("10"), TEXT("10.5"), AC},
		{"float_absolute_tolerance 0.5", TEXT("10"), TEXT("9.5"), AC},
		{"float_absolute_tolerance 0.5", TEXT("10"), TEXT("10.5001"), WA},
		{"float_relative_tolerance 0.5", TEXT("10"), TEXT("15"), AC},
		{"float_relative_tolerance 0.5", TEXT("-10"), TEXT("-5"), AC},
		{"float_relative_tolerance 0.5", TEXT("10"), TEXT("15.001"), WA},
		{"float_relative_tolerance 0.5", TEXT("0"), TEXT("0.0"), AC},
		{"float_relative_tolerance 0.5", TEXT("0"), TEXT("-0"), AC},
		{"float_relative_tolerance 0.5", TEXT("0"), TEXT("1e-300"), WA},
		{"float_tolerance 0.5", TEXT("10"), TEXT("15"), AC},
		{"float_tolerance 0.5", TEXT("0"), TEXT("0.5"), AC},
		{"float_tolerance 0.5", TEXT("0.1"), TEXT("0.7"), WA},
		{"float_absolute_tolerance 1 float_relative_tolerance 0.5", TEXT("0"), TEXT("1"),
			AC},
		{"float_absolute_tolerance 1 float_relative_tolerance 0.5", TEXT("9"), TEXT("13"),
			AC},
		{"float_absolute_tolerance 1 float_relative_tolerance 0.5", TEXT("9"), TEXT("14"),
			WA},
		{"float_tolerance 1e-6", TEXT("1"), TEXT("1.0000009"), AC},
		{"float_tolerance 1e-6", TEXT("1"), TEXT("1.0000011"), WA},
		{"float_tolerance 0", TEXT("1"), TEXT("1.000"), AC},
		{"float_tolerance 0", TEXT("1"), TEXT("1e0"), AC},
		{"float_tolerance 0", TEXT("0.1"), TEXT("1e-1"), AC},
		{"float_tolerance 0", TEXT("5"), TEXT("6"), WA},
		{"float_absolute_tolerance 0", TEXT("9007199254740992"), TEXT("9007199254740992.0"),
			AC},
		{"float_absolute_tolerance 0.1", TEXT("1"), TEXT("1.1"), AC},
		{"float_absolute_tolerance 0", TEXT("9007199254740992"), TEXT("9007199254740993"),
			WA},
	};
	CHECK_ROWS(rows);
}

/* The sum or difference of an answer and its bound, and the same with one more far digit. */
Test(check, a_difference_equal_to_the_tolerance_is_accepted)
{
	static const struct row rows[] = {
		{"float_tolerance 1e-6", TEXT("1"), TEXT("1.000001"), AC},
		{"float_tolerance 1e-6", TEXT("1"), TEXT("0.999999"), AC},
		{"float_tolerance 1e-6", TEXT("1"), TEXT("1.0000010000000000000000001"), WA},
		{"float_tolerance 1e-6", TEXT("1"), TEXT("0.9999989999999999999999999"), WA},
		{"float_tolerance 1e-6", TEXT("0.5"), TEXT("0.500001"), AC},
		{"float_tolerance 1e-6", TEXT("0.3"), TEXT("0.299999"), AC},
		{"float_tolerance 1e-6", TEXT("0.3"), TEXT("0.2999989999999999999999999"), WA},
		{"float_tolerance 1e-6", TEXT("2"), TEXT("2.000002"), AC},
		{"float_tolerance 1e-6", TEXT("2"), TEXT("2.0000020000000000000000001"), WA},
		{"float_tolerance 1e-6", TEXT("-0.5"), TEXT("-0.500001"), AC},
		{"float_tolerance 1e-6", TEXT("0"), TEXT("-1e-6"), AC},
		{"float_tolerance 1e-6", TEXT("0"), TEXT("0.0000010000000000000000001"), WA},
		{"float_absolute_tolerance 1e-6", TEXT("10"), TEXT("10.000001"), AC},
		{"float_absolute_tolerance 1e-6", TEXT("12.3"), TEXT("12.299999"), AC},
		{"float_absolute_tolerance 1e-6", TEXT("100"), TEXT("99.999999"), AC},
		{"float_absolute_tolerance 1e-6", TEXT("100"), TEXT("99.9999989999999999999"), WA},
		{"float_absolute_tolerance 0.000001", TEXT("-100"), TEXT("-100.000001"), AC},
		{"float_absolute_tolerance 1e-9", TEXT("123456789012345678"),
			TEXT("123456789012345678.000000001"), AC},
		{"float_absolute_tolerance 1e-9", TEXT("123456789012345678"),
			TEXT("123456789012345678.0000000011"), WA},
		{"float_absolute_tolerance 1e-30", TEXT("1e30"),
			TEXT("1000000000000000000000000000000.000000000000000000000000000001"), AC},
		{"float_relative_tolerance 1e-6", TEXT("7"), TEXT("7.000007"), AC},
		{"float_relative_tolerance 1e-6", TEXT("7"), TEXT("6.999993"), AC},
		{"float_relative_tolerance 1e-6", TEXT("7"), TEXT("6.99999299999999999999999"), WA},
		{"float_relative_tolerance 1e-6", TEXT("100"), TEXT("100.0001"), AC},
		{"float_relative_tolerance 1e-6", TEXT("-2"), TEXT("-2.000002"), AC},
		{"float_relative_tolerance 0.123456789", TEXT("9.87654321"),
			TEXT("11.09586952112635269"), AC},
		{"float_relative_tolerance 0.123456789", TEXT("9.87654321"),
			TEXT("11.09586952112635270"), WA},
		{"float_relative_tolerance 123456789012345678", TEXT("3"),
			TEXT("370370367037037037"), AC},
		{"float_relative_tolerance 123456789012345678", TEXT("3"),
			TEXT("370370367037037037.000001"), WA},
		{"float_absolute_tolerance 1e-6 float_relative_tolerance 1e-9", TEXT("1000"),
			TEXT("1000.000001"), AC},
		{"float_absolute_tolerance 1e-6 float_relative_tolerance 1e-9", TEXT("10000"),
			TEXT("9999.99999"), AC},
		{"float_absolute_tolerance 1e-6 float_relative_tolerance 1e-9", TEXT("10000"),
			TEXT("9999.9999899999999999999"), WA},
		{"float_absolute_tolerance 0", TEXT("0.1"), TEXT("0.1000000000000000000000"), AC},
		{"float_absolute_tolerance 0", TEXT("0.1"), TEXT("0.1000000000000000000001"), WA},
		{"float_absolute_tolerance 0", TEXT("0"), TEXT("-0e5"), AC},
		{"float_absolute_tolerance 1e-6", TEXT("0.0000010000"), TEXT("0.000"), AC},
		{"float_absolute_tolerance 1e-6", TEXT("0.00000010"), TEXT("0.00000110000"), AC},
		{"float_absolute_tolerance 1e-6", TEXT("0.00000010"), TEXT("0.000001100001"), WA},
		{"float_absolute_tolerance 100", TEXT("1000.00"), TEXT("1100"), AC},
		{"float_absolute_tolerance 100", TEXT("1000"), TEXT("00899.999"), WA},
		{"float_relative_tolerance 1e-6", TEXT("700e-2"), TEXT("0.07000007000e2"), AC},
	};
	CHECK_ROWS(rows);
}

Test(check, numbers_follow_the_grammar_of_the_format)
{
	static const struct row rows[] = {
		{"float_tolerance 1", TEXT("1"), TEXT("1."), AC},
		{"float_tolerance 1", TEXT("1"), TEXT(".5"), AC},
		{"float_tolerance 1", TEXT("1"), TEXT("+1"), AC},
		{"float_tolerance 1", TEXT("1"), TEXT("+.1e+1"), AC},
		{"float_tolerance 1", TEXT("1"), TEXT("10E-1"), AC},
		{"float_tolerance 1", TEXT("1"), TEXT("."), WA},
		{"float_tolerance 1", TEXT("1"), TEXT("1e"), WA},
		{"float_tolerance 1", TEXT("1"), TEXT("1e+"), WA},
		{"float_tolerance 1", TEXT("1"), TEXT("e1"), WA},
		{"float_tolerance 1", TEXT("1"), TEXT("--1"), WA},
		{"float_tolerance 1", TEXT("1"), TEXT("+"), WA},
		{"float_tolerance 1", TEXT("1"), TEXT("1.0.0"), WA},
		{"float_tolerance 1", TEXT("1"), TEXT("1,0"), WA},
		{"float_tolerance 1", TEXT("1"), TEXT("1f"), WA},
		{"float_tolerance 1", TEXT("1"), TEXT("1x"), WA},
		{"float_tolerance 1", TEXT("16"), TEXT("0x10"), WA},
		{"float_tolerance 1", TEXT("8"), TEXT("0x1p3"), WA},
		{"float_tolerance 1", TEXT("0x1p3"), TEXT("8"), WA},
		{"float_tolerance 1", TEXT("0x1p3"), TEXT("0X1P3"), AC},
		{"float_tolerance 1", TEXT("1"), TEXT("nan"), WA},
		{"float_tolerance 1", TEXT("nan"), TEXT("-nan"), WA},
		{"float_tolerance 1", TEXT("nan"), TEXT("NaN"), AC},
		{"float_tolerance 1", TEXT("Infinity"), TEXT("inf"), WA},
		{"float_tolerance 1", TEXT("inf"), TEXT("inf"), AC},
		{"float_tolerance 1", TEXT("inf"), TEXT("1"), WA},
		{"float_tolerance 1", TEXT("1e"), TEXT("1"), WA},
		{"float_tolerance 1", TEXT("yes"), TEXT("Yes"), AC},
		{"float_tolerance 1", TEXT("1"), TEXT("1" NUL), WA},
		{"float_tolerance 1", TEXT("3 yes 2"), TEXT("3.5 YES 1.5"), AC},
	};
	CHECK_ROWS(rows);
}

Test(check, huge_and_tiny_numbers_are_compared_by_value)
{
	static const struct row rows[] = {
		{"float_tolerance 1e-6", TEXT("0"), TEXT("1e-5000"), AC},
		{"float_tolerance 1e-6", TEXT("0"), TEXT("1e-99999999999999999999"), AC},
		{"float_relative_tolerance 0.1", TEXT("1e5000"), TEXT("2e5000"), WA},
		{"float_relative_tolerance 0.1", TEXT("1e5000"), TEXT("1E5000"), AC},
		{"float_relative_tolerance 0.1", TEXT("1e5000"), TEXT("11e4999"), AC},
		{"float_relative_tolerance 0.1", TEXT("1e5000"), TEXT("0.9e5000"), AC},
		{"float_relative_tolerance 0.1", TEXT("1e5000"), TEXT("0.89e5000"), WA},
		{"float_relative_tolerance 0.1", TEXT("1e-5000"), TEXT("1.1e-5000"), AC},
		{"float_relative_tolerance 0.1", TEXT("1e-5000"), TEXT("1.1000001e-5000"), WA},
		{"float_absolute_tolerance 0", TEXT("0"), TEXT("1e-5000"), WA},
		{"float_tolerance 0.1", TEXT("1e-9999999"), TEXT("1e9999999"), WA},
		{"float_tolerance 0.1", TEXT("1e9999999"), TEXT("1e-9999999"), WA},
		{"float_tolerance 1", TEXT("1e100000000000"), TEXT("1.5e100000000000"), AC},
		{"float_tolerance 1", TEXT("1"), TEXT("1e-100000000000000000000000"), AC},
		{"float_tolerance 1", TEXT("0"), TEXT("1.00e-100000000000000000000000"), AC},
		{"float_tolerance 1e-6", TEXT("1e99999"), TEXT("1e99999999999999999999"), WA},
		{"float_tolerance 1e-6", TEXT("1e99999"), TEXT("-1e99999"), WA},
		{"float_tolerance 1e-6", TEXT("1e99999"), TEXT("1"), WA},
		{"float_tolerance 1e-6", TEXT("1"), TEXT("1e99999"), WA},
		{"float_tolerance 1e-6", TEXT("1e4000"), TEXT("1.0000001e4000"), AC},
		{"float_tolerance 1e-25", TEXT("123456789012345678901234567890"),
			TEXT("123456789012345678901234567890.000000000000000000000000000001"), AC},
		{"float_absolute_tolerance 0", TEXT("0.3"),
			TEXT("0.300000000000000000000000000000000000000000000"), AC},
		{"float_absolute_tolerance 0", TEXT("18446744073709551616"),
			TEXT("1.8446744073709551616e19"), AC},
	};
	CHECK_ROWS(rows);
}

Test(check, a_nul_byte_is_a_byte_like_any_other)
{
	static const struct row rows[] = {
		{"", TEXT("a" NUL "b"), TEXT("a" NUL "b"), AC},
		{"", TEXT("a" NUL "b"), TEXT("a" NUL "c"), WA},
		{"", TEXT("a"), TEXT("a" NUL), WA},
		{"", TEXT("a" NUL "b"), TEXT("a b"), WA},
	};
	CHECK_ROWS(rows);
}

Test(check, sensitive_white_space_must_be_the_same_bytes)
{
	static const struct row rows[] = {
		{"space_change_sensitive", TEXT("1 2\n"), TEXT("1 2\n"), AC},
		{"space_change_sensitive", TEXT("1 2\n"), TEXT("1 2"), WA},
		{"space_change_sensitive", TEXT("1 2"), TEXT("1 2\n"), WA},
		{"space_change_sensitive", TEXT("1 2\n"), TEXT(" 1 2\n"), WA},
		{"space_change_sensitive", TEXT(" 1 2\n"), TEXT("1 2\n"), WA},
		{"space_change_sensitive", TEXT("1 2\n"), TEXT("1  2\n"), WA},
		{"space_change_sensitive", TEXT("1 2\n"), TEXT("1\t2\n"), WA},
		{"space_change_sensitive", TEXT("1 2\n"), TEXT("1 2\r\n"), WA},
		{"space_change_sensitive", TEXT(""), TEXT("\n"), WA},
		{"space_change_sensitive", TEXT("\n"), TEXT("\n"), AC},
		{"space_change_sensitive", TEXT("A b\n"), TEXT("a B\n"), AC},
		{"space_change_sensitive float_tolerance 1", TEXT("1 2\n"), TEXT("1.5 2.5\n"), AC},
		{"space_change_sensitive float_tolerance 1", TEXT("1 2\n"), TEXT("1.5  2.5\n"), WA},
		{"space_change_sensitive case_sensitive", TEXT("A\n"), TEXT("a\n"), WA},
	};
	CHECK_ROWS(rows);
}

/* ---- feedback ---- */

struct feedback_row {
	const char *flags;
	struct text answer, output;
	const char *feedback;
};

Test(check, feedback_names_the_token_and_the_line)
{
	static const struct feedback_row rows[] = {
		{"", TEXT("8\n"), TEXT("7\n"), "token 1 (line 1): expected 8, got 7"},
		{"", TEXT("1 2\n8\n"), TEXT("1 2\n7\n"), "token 3 (line 2): expected 8, got 7"},
		{"", TEXT("1 2 8"), TEXT("1\r\n2\r\n\r\n7"), "token 3 (line 4): expected 8, got 7"},
		{"", TEXT("1 2 3 4 8\n"), TEXT("1 2 3 4\n"), "missing token 5: expected 8"},
		{"", TEXT("1 2 3 4 5\n"), TEXT("1 2 3 4 5 9\n"), "extra token 6: 9"},
		{"", TEXT("8"), TEXT(""), "missing token 1: expected 8"},
		{"", TEXT("a"), TEXT("\x01\xff" NUL),
			"token 1 (line 1): expected a, got \\x01\\xFF\\x00"},
		{"", TEXT("a"), TEXT("0123456789012345678901234567890123456789abcdef"),
			"token 1 (line 1): expected a, got "
			"0123456789012345678901234567890123456789..."},
		{"", TEXT("a"), TEXT("0123456789012345678901234567890123456789"),
			"token 1 (line 1): expected a, got "
			"0123456789012345678901234567890123456789"},
		{"float_tolerance 0.1", TEXT("1 2"), TEXT("1.05 2.5"),
			"token 2 (line 1): expected 2, got 2.5"},
		{"space_change_sensitive", TEXT("1\n2\n"), TEXT("1\n2"),
			"white space before token 3 (line 2): expected a line feed, got the end"},
		{"space_change_sensitive", TEXT("1 2\n"), TEXT("1\t2\n"),
			"white space before token 2 (line 1): expected a space, got a tab"},
		{"space_change_sensitive", TEXT("1\v2"), TEXT("1\f2"),
			"white space before token 2 (line 1): expected a vertical tab, got a form "
			"feed"},
		{"space_change_sensitive", TEXT("1\n"), TEXT("1\r\n"),
			"white space before token 2 (line 1): expected a line feed, got a carriage "
			"return"},
		{"space_change_sensitive", TEXT("A\n\n 2"), TEXT("a\n\n2"),
			"white space before token 2 (line 3): expected a space, got a token"},
		{"space_change_sensitive", TEXT("1\n 2"), TEXT("1\n2"),
			"white space before token 2 (line 2): expected a space, got a token"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char feedback[AS_CHECK_FEEDBACK_SIZE];
		check_texts(rows[i].flags, rows[i].answer, rows[i].output, feedback);
		cr_expect_str_eq(feedback, rows[i].feedback);
	}
}

Test(check, token_and_line_are_right_far_into_a_long_output)
{
	/* Long enough for several blocks, and for overflows of the counters of one vector lane. */
	enum { LINES = 300000, LAST = 8 };
	AS_AUTO_FREE char *data = malloc(LINES * 16 + LAST);
	size_t size = 0;
	for (int i = 0; i < LINES; i++)
		size += (size_t)sprintf(data + size, i % 3 ? "%d x\n" : "%d\n\n", i);
	memcpy(data + size, "the end\n", LAST);
	AS_AUTO_FREE char *other = memcpy(malloc(size + LAST), data, size + LAST);
	other[size + 4] = 'E';
	other[size + 5] = 'M';
	char feedback[AS_CHECK_FEEDBACK_SIZE];
	check_texts(
		"", (struct text){data, size + LAST}, (struct text){other, size + LAST}, feedback);
	/* Two of three lines have two tokens, one of three has an empty line after it. */
	cr_assert_str_eq(feedback, "token 500002 (line 400001): expected end, got EMd");
}

/* ---- long tokens, descriptors, errors ---- */

static char *digits(size_t size)
{
	char *data = malloc(size);
	memset(data, '1', size);
	return data;
}

static bool check_digits(const char *flags, size_t size, const char *tail)
{
	size_t tail_size = strlen(tail);
	AS_AUTO_FREE char *answer = digits(size);
	AS_AUTO_FREE char *output = digits(size + tail_size);
	memcpy(output + size, tail, tail_size);
	/* 1.11...: without the point it would exceed the range of numbers. */
	if (size > 1)
		answer[1] = output[1] = '.';
	char feedback[AS_CHECK_FEEDBACK_SIZE];
	return check_texts(flags, (struct text){answer, size},
		(struct text){output, size + tail_size}, feedback);
}

Test(check, tokens_beyond_64_kib_are_never_numbers)
{
	cr_expect_eq(check_digits("float_tolerance 0", 65535, "0"), AC);
	cr_expect_eq(check_digits("float_tolerance 0", 65536, "0"), WA);
	cr_expect_eq(check_digits("float_tolerance 0", 65537, ""), AC);
	cr_expect_eq(check_digits("float_tolerance 0", 65537, "0"), WA);
}

Test(check, tokens_of_any_length_compare_as_text)
{
	cr_expect_eq(check_digits("", 3000000, ""), AC);
	cr_expect_eq(check_digits("", 3000000, "\n"), AC);
	cr_expect_eq(check_digits("", 3000000, "1"), WA);
	cr_expect_eq(check_digits("", 300000, "1"), WA);
	cr_expect_eq(check_digits("", 1, "1"), WA);
}

Test(check, a_long_token_that_differs_at_its_end_shows_its_beginning)
{
	enum { SIZE = 1000000 };
	AS_AUTO_FREE char *answer = digits(SIZE);
	AS_AUTO_FREE char *output = digits(SIZE);
	output[SIZE - 1] = '2';
	char feedback[AS_CHECK_FEEDBACK_SIZE];
	check_texts("", (struct text){answer, SIZE}, (struct text){output, SIZE}, feedback);
	cr_assert_str_eq(feedback,
		"token 1 (line 1): expected 1111111111111111111111111111111111111111..., "
		"got 1111111111111111111111111111111111111111...");
}

Test(check, both_are_read_from_their_current_offsets)
{
	AS_AUTO_FD int answer_fd = text_file(TEXT("skip 8"));
	AS_AUTO_FD int output_fd = text_file(TEXT("x 8"));
	lseek(answer_fd, 5, SEEK_SET);
	lseek(output_fd, 2, SEEK_SET);
	struct as_check_flags flags = AS_CHECK_FLAGS_INIT;
	bool accepted;
	char feedback[AS_CHECK_FEEDBACK_SIZE];
	cr_assert_eq(as_check_default(output_fd, answer_fd, &flags, &accepted, feedback, NULL), 0);
	cr_assert(accepted);
}

static void *write_slowly(void *context)
{
	const int *fd = context;
	for (const char *at = "12345 678\n9\n"; *at; at++) {
		if (write(*fd, at, 1) != 1)
			break;
		usleep(1000);
	}
	close(*fd);
	return NULL;
}

Test(check, an_output_that_comes_through_a_pipe_byte_by_byte_is_read_whole)
{
	int ends[2];
	pthread_t writer;
	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	AS_AUTO_FD int output_fd = ends[0];
	AS_AUTO_FD int answer_fd = text_file(TEXT("12345\n678 9"));
	cr_assert_eq(pthread_create(&writer, NULL, write_slowly, &ends[1]), 0);
	struct as_check_flags flags = AS_CHECK_FLAGS_INIT;
	bool accepted;
	char feedback[AS_CHECK_FEEDBACK_SIZE];
	int status = as_check_default(output_fd, answer_fd, &flags, &accepted, feedback, NULL);
	pthread_join(writer, NULL);
	cr_assert_eq(status, 0);
	cr_assert(accepted, "%s", feedback);
}

Test(check, a_file_that_cannot_be_read_is_an_error_of_the_judge)
{
	AS_AUTO_FD int folder = open("/", O_RDONLY | O_CLOEXEC);
	AS_AUTO_FD int good = text_file(TEXT("8"));
	struct as_check_flags flags = AS_CHECK_FLAGS_INIT;
	bool accepted;
	char feedback[AS_CHECK_FEEDBACK_SIZE];
	struct as_error error = {0};
	cr_assert_eq(as_check_default(folder, good, &flags, &accepted, feedback, &error), -1);
	cr_assert_eq(error.kind, AS_ERROR_INTERNAL);
	cr_assert_str_eq(error.text, "the output cannot be read: Is a directory");
	cr_assert_not(accepted);
	as_error_clear(&error);
	cr_assert_eq(as_check_default(good, folder, &flags, &accepted, feedback, &error), -1);
	cr_assert_str_eq(error.text, "the answer cannot be read: Is a directory");
}

Test(check, the_locale_of_the_process_does_not_matter)
{
	/* Any installed locale with a decimal comma; the test is also valid in plain C. */
	static const char *const commas[] = {"de_DE.UTF-8", "sv_SE.UTF-8", "fr_FR.UTF-8"};
	for (size_t i = 0; i < sizeof commas / sizeof *commas; i++)
		if (setlocale(LC_ALL, commas[i]))
			break;
	/* Too many digits for the fast path: strtold reads this one. */
	static const struct row rows[] = {
		{"float_tolerance 1e-9", TEXT("0.25"), TEXT("0.2500000000000000000000000000000000"),
			AC},
		{"float_tolerance 1e-9", TEXT("0.25"), TEXT("0,25"), WA},
	};
	CHECK_ROWS(rows);
}

/* ---- flags ---- */

Test(check, flags_are_read_in_any_order)
{
	struct as_check_flags flags;
	cr_assert_eq(flags_parse("", &flags, NULL), 0);
	cr_expect(!flags.case_sensitive && !flags.space_change_sensitive);
	cr_expect(flags.absolute_tolerance < 0 && flags.relative_tolerance < 0);
	cr_assert_eq(flags_parse("float_tolerance 1e-6 case_sensitive", &flags, NULL), 0);
	cr_expect(flags.case_sensitive && !flags.space_change_sensitive);
	cr_expect(flags.absolute_tolerance == 1e-6L && flags.relative_tolerance == 1e-6L);
	cr_assert_eq(flags_parse("float_relative_tolerance 0.5 space_change_sensitive "
				 "float_absolute_tolerance 0",
			     &flags, NULL),
		0);
	cr_expect(!flags.case_sensitive && flags.space_change_sensitive);
	cr_expect(flags.absolute_tolerance == 0 && flags.relative_tolerance == 0.5L);
}

Test(check, malformed_flags_are_refused)
{
	static const char *const rows[][2] = {
		{"case_insensitive",
			"unknown flag 'case_insensitive' of the default output validator; did "
			"you mean 'case_sensitive'? use case_sensitive, space_change_sensitive, "
			"float_tolerance, "
			"float_absolute_tolerance or float_relative_tolerance"},
		{"float_tolerance",
			"float_tolerance needs a number after it, such as 'float_tolerance 1e-6'"},
		{"float_tolerance 1e-6x",
			"float_tolerance must be a decimal number of 0 or more, not '1e-6x'"},
		{"float_absolute_tolerance -1",
			"float_absolute_tolerance must be a decimal number of 0 or more, not '-1'"},
		{"float_relative_tolerance nan", "float_relative_tolerance must be a decimal "
						 "number of 0 or more, not 'nan'"},
		{"float_tolerance 1e99999",
			"float_tolerance must be a decimal number of 0 or more, not '1e99999'"},
		{"float_tolerance 1e-6 float_tolerance 1e-6",
			"float_tolerance sets a tolerance that is already set; give each tolerance "
			"once"},
		{"float_tolerance 1e-6 float_absolute_tolerance 1e-9",
			"float_absolute_tolerance sets a tolerance that is already set; give each "
			"tolerance once"},
		{"float_relative_tolerance 1e-6 float_tolerance 1e-6",
			"float_tolerance sets a tolerance that is already set; give each tolerance "
			"once"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_check_flags flags;
		struct as_error error = {0};
		cr_expect_eq(flags_parse(rows[i][0], &flags, &error), -1, "%s", rows[i][0]);
		cr_expect_eq(error.kind, AS_ERROR_INPUT);
		cr_expect_str_eq(error.text, rows[i][1]);
	}
}
