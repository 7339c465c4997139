/* SPDX-License-Identifier: MIT */
/* Parts of pages: outputs side by side, and pseudonyms. */
#include "state.h"
#include "support/command.h"

TestSuite(pages_text, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- outputs beside each other ---- */

/* The rows of a comparison: "= 1|1", "! 2|2 [3][4]", with the marked parts; "-" for a missing
 * line. */
static char *compare(const char *expected, const char *output, const struct as_check_flags *flags)
{
	const struct as_check_flags usual = AS_CHECK_FLAGS_INIT;
	const struct as_bytes left = {(char *)expected, strlen(expected)};
	const struct as_bytes right = {(char *)output, strlen(output)};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	as_page_write_diff(out, &left, &right, flags ? flags : &usual);
	char *closed = as_text_close(out, &text, NULL);
	cr_assert_not_null(closed);
	return closed;
}

static size_t count_of(const char *text, const char *piece)
{
	size_t found = 0;

	for (; (text = strstr(text, piece)); text += strlen(piece))
		found++;
	return found;
}

static void expect_rows(const char *expected, const char *output,
	const struct as_check_flags *flags, size_t same, size_t differs)
{
	AS_AUTO_FREE char *text = compare(expected, output, flags);
	cr_expect_eq(count_of(text, "<tr class=\"same\">"), same, "'%s' and '%s': %s", expected,
		output, text);
	cr_expect_eq(count_of(text, "<tr class=\"differs\">"), differs, "'%s' and '%s': %s",
		expected, output, text);
}

Test(pages_text, lines_that_the_check_accepts_are_the_same)
{
	const struct as_check_flags strict = {.case_sensitive = true,
		.space_change_sensitive = true,
		.absolute_tolerance = -1,
		.relative_tolerance = -1};
	const struct as_check_flags close = {.absolute_tolerance = 0.01L, .relative_tolerance = -1};

	expect_rows("1 2\n3\n", "1 2\n3\n", NULL, 2, 0);
	expect_rows("Yes 2\n", "  YES\t2  \r\n", NULL, 1, 0);
	expect_rows("Yes 2\n", "  YES\t2  \r\n", &strict, 0, 1);
	expect_rows("a\n", "a", NULL, 1, 0);
	expect_rows("0.333\n", "0.3333\n", NULL, 0, 1);
	expect_rows("0.333\n", "0.3333\n", &close, 1, 0);
	expect_rows("a\nb\nc\n", "a\nx\nc\n", NULL, 2, 1);
	expect_rows("a\nb\nc\n", "a\nc\n", NULL, 2, 1);
	expect_rows("a\nc\n", "a\nb\nc\n", NULL, 2, 1);
	expect_rows("a\n", "", NULL, 0, 1);
	expect_rows("", "a\n", NULL, 0, 1);
	expect_rows("1\n2\n3\n", "x\ny\n", NULL, 0, 3);
}

Test(pages_text, bytes_after_a_nul_are_compared)
{
	const struct as_check_flags usual = AS_CHECK_FLAGS_INIT;
	const struct as_bytes left = {(char *)"x\0y", 3}, right = {(char *)"X\0z", 3};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	as_page_write_diff(out, &left, &right, &usual);
	AS_AUTO_FREE char *closed = as_text_close(out, &text, NULL);
	cr_expect_eq(count_of(closed, "<tr class=\"differs\">"), 1U, "%s", closed);
}

Test(pages_text, differences_in_a_line_are_marked)
{
	AS_AUTO_FREE char *text = compare("1 234 5\n", "1 2x4 5\n", NULL);
	cr_expect_not_null(strstr(text, "<code>1 2<mark>3</mark>4 5</code>"), "%s", text);
	cr_expect_not_null(strstr(text, "<code>1 2<mark>x</mark>4 5</code>"), "%s", text);
	/* Never a part of a character: these differ in the last byte. */
	AS_AUTO_FREE char *wide = compare("\xc3\xa9!\n", "\xc3\xa8!\n", NULL);
	cr_expect_not_null(strstr(wide, "<mark>\xc3\xa9</mark>!"), "%s", wide);
	cr_expect_not_null(strstr(wide, "<mark>\xc3\xa8</mark>!"), "%s", wide);
	AS_AUTO_FREE char *missing = compare("ab\n", "a\n", NULL);
	cr_expect_not_null(strstr(missing, "a<mark>b</mark>"), "%s", missing);
}

Test(pages_text, the_lines_around_the_first_difference_are_shown)
{
	char *left = NULL, *right = NULL;
	size_t size;
	FILE *expected = open_memstream(&left, &size), *output = open_memstream(&right, &size);

	for (int i = 1; i <= 100000; i++) {
		fprintf(expected, "%d\n", i);
		fprintf(output, "%d\n", i == 50000 ? -1 : i);
	}
	fclose(expected);
	fclose(output);
	AS_AUTO_FREE char *text = compare(left, right, NULL);
	free(left);
	free(right);
	cr_expect_not_null(strstr(text, "The first 49996 lines are the same."), "%.300s", text);
	cr_expect_not_null(strstr(text, "<td class=\"line\">49997</td><td><code>49997</code>"));
	cr_expect_not_null(
		strstr(text, "<tr class=\"differs\"><td class=\"line\">50000</td><td><code>"
			     "<mark>50000</mark>"));
	cr_expect_not_null(
		strstr(text, "Cut: 49964 more lines of the expected output, 49964 of yours"));
	cr_expect_lt(strlen(text), (size_t)8192);
}

Test(pages_text, a_long_line_is_shown_around_its_difference)
{
	enum { BYTES = 1 << 20 };
	AS_AUTO_FREE char *left = malloc(BYTES + 1);
	AS_AUTO_FREE char *right = malloc(BYTES + 1);

	memset(left, 'a', BYTES);
	left[BYTES] = '\0';
	memcpy(right, left, BYTES + 1);
	right[BYTES / 2] = 'b';
	AS_AUTO_FREE char *text = compare(left, right, NULL);
	cr_expect_not_null(strstr(text, "<mark>a</mark>a"), "%.2000s", text);
	cr_expect_not_null(strstr(text, "<mark>b</mark>a"));
	cr_expect_eq(count_of(text, "\xe2\x80\xa6 512 KiB</span>"), 4U);
	cr_expect_lt(strlen(text), (size_t)4096);
}

Test(pages_text, bytes_that_are_not_utf_8_are_compared_too)
{
	enum { BYTES = 1000 };
	char left[BYTES + 1], right[BYTES + 1];

	/* Each of these could be inside a character. */
	for (size_t at = 0; at < BYTES; at += 111) {
		memset(left, 0x80, BYTES);
		left[BYTES] = '\0';
		memcpy(right, left, sizeof(left));
		right[at] = (char)0x81;
		AS_AUTO_FREE char *text = compare(left, right, NULL);
		cr_expect(as_text_is_utf8(text, strlen(text)));
		cr_expect_not_null(strstr(text, "\\x80</span>"));
		cr_expect_not_null(strstr(text, "\\x81"), "at %zu: %.3000s", at, text);
	}
}

/* ---- pseudonyms ---- */

/* Reads the secret, or makes one. */
static void open_pseudonyms(struct as_pseudonyms *pseudonyms)
{
	struct as_error error = {0};
	const int found = as_pseudonyms_find(pseudonyms, here_fd, &error);

	cr_assert_geq(found, 0, "%s", error.text);
	if (!found)
		as_pseudonyms_invent(pseudonyms);
	cr_assert_eq(as_pseudonyms_keep(pseudonyms, here_fd, &error), 0, "%s", error.text);
}

Test(pages_text, a_pseudonym_follows_from_the_id_and_the_folders_secret)
{
	struct as_pseudonyms first, again, other;
	char a[AS_PSEUDONYM_SIZE], b[AS_PSEUDONYM_SIZE];

	open_pseudonyms(&first);
	open_pseudonyms(&again);
	cr_expect_str_eq(as_pseudonym(&first, "ada", a), as_pseudonym(&again, "ada", b));
	cr_expect_str_neq(as_pseudonym(&first, "ada", a), as_pseudonym(&first, "bert", b));
	cr_expect_eq(strlen(a), (size_t)AS_PSEUDONYM_SIZE - 1);
	cr_expect_eq(strspn(a, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(a), "%s", a);
	cr_assert_eq(unlinkat(here_fd, "blind.key", 0), 0);
	open_pseudonyms(&other);
	cr_expect_str_neq(as_pseudonym(&other, "ada", b), a);
}

Test(pages_text, the_secret_is_for_its_owner_only)
{
	struct as_pseudonyms pseudonyms;
	struct as_error error = {0};
	struct stat status;

	open_pseudonyms(&pseudonyms);
	cr_assert_eq(fstatat(here_fd, "blind.key", &status, 0), 0);
	cr_expect_eq(status.st_mode & 07777, 0600U);
	cr_assert_eq(fchmodat(here_fd, "blind.key", 0640, 0), 0);
	cr_expect_eq(as_pseudonyms_find(&pseudonyms, here_fd, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(error.text, "chmod 600"), "%s", error.text);
}

Test(pages_text, a_damaged_secret_is_refused)
{
	static const char *const texts[] = {"", "00", "zz",
		"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f00"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct as_pseudonyms pseudonyms;
		struct as_error error = {0};
		put("blind.key", texts[i]);
		cr_assert_eq(fchmodat(here_fd, "blind.key", 0600, 0), 0);
		cr_expect_eq(
			as_pseudonyms_find(&pseudonyms, here_fd, &error), -1, "'%s'", texts[i]);
		cr_expect_eq(error.kind, AS_ERROR_INPUT);
	}
	cr_assert_eq(unlinkat(here_fd, "blind.key", 0), 0);
	cr_assert_eq(symlinkat("elsewhere", here_fd, "blind.key"), 0);
	struct as_pseudonyms pseudonyms;
	cr_expect_eq(as_pseudonyms_find(&pseudonyms, here_fd, NULL), -1);
	cr_expect_neq(faccessat(here_fd, "elsewhere", F_OK, 0), 0);
}

/* ---- percentages ---- */

Test(pages_text, percentages_are_rounded_to_the_nearest_and_only_all_is_100)
{
	static const struct {
		int64_t part, whole;
		int percent;
	} cases[] = {{5, 9, 56}, {2, 3, 67}, {1, 3, 33}, {1, 8, 13}, {0, 5, 0}, {5, 5, 100},
		{6, 5, 100}, {999, 1000, 99}, {1, 1000, 1}, {INT64_MAX / 2, INT64_MAX, 50}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		cr_expect_eq(as_page_percent(cases[i].part, cases[i].whole), cases[i].percent,
			"case %zu", i);
}
