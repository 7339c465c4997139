/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <assay/base/fit.h>

static void expect_printable(const char *text, size_t length, size_t size, const char *expected)
{
	char buffer[128];
	memset(buffer, '@', sizeof buffer);
	cr_assert_eq(as_text_printable(text, length, buffer, size), buffer);
	cr_expect_str_eq(buffer, expected);
	cr_expect_eq(buffer[size], '@', "wrote past its %zu bytes", size);
}

Test(text, printable_escapes_terminal_controls)
{
	static const struct {
		const char *text;
		const char *expected;
	} rows[] = {
		{"plain", "plain"},
		{"", ""},
		{"a\tb\r\n", "a\\x09b\\x0D\\x0A"},
		{"\x7F", "\\x7F"},
		{"gr\xC3\xBC\xC3\x9F", "gr\xC3\xBC\xC3\x9F"},
		{"\xE2\x82\xAC \xF0\x9F\x90\xA7", "\xE2\x82\xAC \xF0\x9F\x90\xA7"},
		{"\xC2\x9B", "\\xC2\\x9B"},          /* CSI in C1 */
		{"\xE2\x80\xAE", "\\xE2\\x80\\xAE"}, /* right-to-left override */
		{"\xE2\x80\xA8", "\\xE2\\x80\\xA8"}, /* line separator */
		{"\xE2\x80\x8E", "\\xE2\\x80\\x8E"}, /* left-to-right mark */
		{"\xE2\x80\x8F", "\\xE2\\x80\\x8F"}, /* right-to-left mark */
		{"\xD8\x9C", "\\xD8\\x9C"},          /* Arabic letter mark */
		{"\xE2\x80\x8D", "\xE2\x80\x8D"},    /* a joiner, which names need */
		{"\xC3(", "\\xC3("},
		{"\xED\xA0\x80", "\\xED\\xA0\\x80"}, /* a surrogate */
		{"back\\slash", "back\\slash"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		expect_printable(rows[i].text, strlen(rows[i].text), 64, rows[i].expected);
	expect_printable("a\0b", 3, 64, "a\\x00b");
}

Test(text, printable_cuts_at_a_character_and_adds_an_ellipsis)
{
	expect_printable("abcdefgh", 8, 9, "abcdefgh");
	expect_printable("abcdefgh", 8, 8, "abcd...");
	expect_printable("abcd\xC3\xBC\xC3\xBC", 8, 8, "abcd...");
	expect_printable("abc\xC3\xBC\xC3\xBC", 7, 7, "abc...");
	expect_printable("\n\n\n", 3, 12, "\\x0A\\x0A...");
	expect_printable("\n\n\n", 3, 11, "\\x0A...");
	expect_printable("abc", 3, 3, "..");
	expect_printable("abc", 3, 1, "");
	expect_printable("", 0, 1, "");
}

Test(text, printable_does_not_write_into_an_empty_buffer)
{
	char untouched = 'x';
	as_text_printable("abc", 3, &untouched, 0);
	cr_assert_eq(untouched, 'x');
}

Test(text, fit_counts_whole_characters)
{
	cr_expect_eq(as_text_fit("", 0), 0);
	cr_expect_eq(as_text_fit("abc", 3), 3);
	cr_expect_eq(as_text_fit("abc", 4), 3);
	cr_expect_eq(as_text_fit("abc", 2), 2);
	cr_expect_eq(as_text_fit("a\u00fcb", 2), 1);
	cr_expect_eq(as_text_fit("a\u00fcb", 3), 3);
	cr_expect_eq(as_text_fit("\U0001F427\U0001F427", 7), 4);
	cr_expect_eq(as_text_fit("\U0001F427\U0001F427", 3), 0);
	cr_expect_eq(as_text_fit("\U0001F427", 4), 4);
	/* Not UTF-8: it is cut anyway. */
	cr_expect_eq(as_text_fit("\x80\x80\x80\x80\x80\x80", 5), 5);
}

Test(text, utf8_follows_rfc_3629)
{
	static const char *const good[] = {"", "ascii", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80",
		"\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBF", "\xF0\x90\x80\x80",
		"\xF4\x8F\xBF\xBF"};
	static const char *const bad[] = {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF",
		"\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
		"\xF8\x88\x80\x80\x80", "\xFF", "\xC2", "\xE2\x82", "\xF0\x9F\x90", "a\xC2z",
		"\xE2(\xA1"};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		cr_expect(as_text_is_utf8(good[i], strlen(good[i])), "good row %zu", i);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		cr_expect_not(as_text_is_utf8(bad[i], strlen(bad[i])), "bad row %zu", i);
	cr_expect(as_text_is_utf8("a\0b", 3));
}

Test(text, format_returns_a_heap_string)
{
	struct as_error error = {0};
	AS_AUTO_FREE char *text = as_text_format(&error, "%s-%d", "a", 7);
	cr_assert_str_eq(text, "a-7");
	cr_assert_eq(error.kind, AS_ERROR_NONE);
}

Test(text, bytes_are_cleared_twice_without_harm)
{
	struct as_bytes bytes = {.data = strdup("x"), .size = 1};
	as_bytes_clear(&bytes);
	cr_assert_null(bytes.data);
	cr_assert_eq(bytes.size, 0);
	as_bytes_clear(&bytes);
	as_bytes_clear(NULL);
}

Test(text, the_clock_goes_forward)
{
	int64_t before = as_now_ns();
	usleep(2000);
	cr_assert_geq(as_now_ns() - before, 2000000);
}

Test(text, the_nearest_name_has_the_smallest_edit_distance)
{
	static const char *const names[] = {"judge", "verify", "gen"};
	static const struct {
		const char *name;
		size_t max;
		const char *nearest;
	} rows[] = {
		{"verfy", 1, "verify"},
		{"vrfy", 1, NULL},
		{"vrfy", 2, "verify"},
		{"gne", 1, "gen"},
		{"ejudg", 1, NULL},
		{"gen", 0, "gen"},
		{"", SIZE_MAX, "gen"},
		{"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", SIZE_MAX, "judge"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *nearest = as_text_nearest(rows[i].name, names, 3, rows[i].max);
		cr_expect(nearest == rows[i].nearest ||
				  (nearest && rows[i].nearest &&
					  strcmp(nearest, rows[i].nearest) == 0),
			"%s: %s", rows[i].name, nearest ? nearest : "none");
	}
	cr_expect_null(as_text_nearest("x", names, 0, SIZE_MAX));
}

Test(text, an_ending_is_the_last_bytes_and_the_stem_precedes_it)
{
	static const struct {
		const char *text, *ending;
		bool ends;
		size_t stem;
	} rows[] = {
		{"1.in", ".in", true, 1},
		{".in", ".in", true, 0},
		{"in", ".in", false, 0},
		{"1.in.gz", ".in", false, 0},
		{"1.IN", ".in", false, 0},
		{"1.in", "", true, 4},
		{"", "", true, 0},
		{"", ".in", false, 0},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		cr_expect_eq(as_text_ends(rows[i].text, rows[i].ending), rows[i].ends, "%s",
			rows[i].text);
		cr_expect_eq(as_text_stem(rows[i].text, rows[i].ending), rows[i].stem, "%s",
			rows[i].text);
	}
}

Test(text, a_map_gives_the_last_value_of_a_name)
{
	AS_AUTO(as_text_map_clear) struct as_text_map map = {0};
	cr_expect_null(as_text_map_get(&map, "a"));
	static const char *const pairs[][2] = {
		{"m", "1"}, {"a", "2"}, {"z", ""}, {"a.b", "4"}, {"m", "5"}, {"", "6"}, {"b", "7"}};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		cr_assert_eq(as_text_map_set(&map, pairs[i][0], pairs[i][1], NULL), 0);
	cr_assert_eq(map.count, 6);
	for (size_t i = 1; i < map.count; i++)
		cr_expect_lt(strcmp(map.items[i - 1].name, map.items[i].name), 0);
	cr_expect_str_eq(as_text_map_get(&map, "m"), "5");
	cr_expect_str_eq(as_text_map_get(&map, "z"), "");
	cr_expect_str_eq(as_text_map_get(&map, ""), "6");
	cr_expect_null(as_text_map_get(&map, "a."));
	as_text_map_clear(&map);
	cr_expect_eq(map.count, 0);
}

Test(text, a_suggestion_is_made_for_small_edit_distances_and_another_case)
{
	static const char *const names[] = {"judge", "verify", "AC", "dp"};
	static const char *const rows[][2] = {
		{"jugde", "; did you mean 'judge'?"},
		{"VERIFY", "; did you mean 'verify'?"},
		{"ac", "; did you mean 'AC'?"},
		{"pd", "; did you mean 'dp'?"},
		{"d", ";"},
		{"fast", ";"},
		{"", ";"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_str_eq(AS_SUGGESTION(rows[i][0], names, 4), rows[i][1], "%s", rows[i][0]);
}

Test(text, choices_that_do_not_fit_are_cut)
{
	static const char *const names[] = {"judge", "verify", "gen"};
	char list[32];

	for (size_t size = 1; size <= sizeof list; size++) {
		char expected[32];
		snprintf(expected, size, "%s", "judge, verify or gen");
		memset(list, '#', sizeof list);
		as_text_choices(names, 3, list, size);
		cr_expect_str_eq(list, expected);
		for (size_t i = size; i < sizeof list; i++)
			cr_expect_eq(list[i], '#', "%zu bytes", size);
	}
	as_text_choices(names, 0, list, sizeof list);
	cr_expect_str_empty(list);
}

Test(text, windows_1252_becomes_utf8)
{
	AS_AUTO_BYTES struct as_bytes out = {0};
	cr_assert_eq(as_text_from_windows_1252("caf\xe9 \x80 \x81", 8, &out, NULL), 0);
	cr_expect_eq(out.size, 12);
	cr_expect_str_eq(out.data, "caf\xC3\xA9 \xE2\x82\xAC \xC2\x81");
}
