/* SPDX-License-Identifier: MIT */
/* Texts of strangers in HTML: nothing is hidden, and nothing is active. */
#include <assay/html.h>
#include <criterion/criterion.h>
#include <string.h>

static size_t written; /* bytes of the text */

static char *show(const char *text, size_t size, size_t max, enum as_html_kind kind)
{
	char *shown = NULL;
	size_t length;
	FILE *out = open_memstream(&shown, &length);

	cr_assert_not_null(out);
	written = as_html_untrusted(out, text, size, max, kind);
	char *closed = as_text_close(out, &shown, NULL);
	cr_assert_not_null(closed);
	return closed;
}

#define RAW(text) "<span class=\"raw\">" text "</span>"

Test(text, untrusted_text_is_fully_visible_and_never_interpreted)
{
	static const struct {
		const char *text;
		size_t size; /* 0: to its NUL */
		const char *line, *block, *attribute;
	} rows[] = {
		{"a <b> & \"c\" 'd'", 0, "a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;",
			"a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;",
			"a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;"},
		{"a\nb\tc\r", 0, "a" RAW("\\x0A") "b" RAW("\\x09") "c" RAW("\\x0D"),
			"a\nb\tc" RAW("\\x0D"), "a\\x0Ab\\x09c\\x0D"},
		{"a\0b", 3, "a" RAW("\\x00") "b", "a" RAW("\\x00") "b", "a\\x00b"},
		{"\x1b[31mred", 0, RAW("\\x1B") "[31mred", RAW("\\x1B") "[31mred", "\\x1B[31mred"},
		/* U+202E, a C1 control, a soft hyphen, a byte order mark. */
		{"a\xe2\x80\xae"
		 "b",
			0, "a" RAW("\\u{202E}") "b", "a" RAW("\\u{202E}") "b", "a\\u{202E}b"},
		{"\xc2\x9b", 0, RAW("\\u{9B}"), RAW("\\u{9B}"), "\\u{9B}"},
		{"\xc2\xad\xef\xbb\xbf", 0, RAW("\\u{AD}\\u{FEFF}"), RAW("\\u{AD}\\u{FEFF}"),
			"\\u{AD}\\u{FEFF}"},
		/* A tag character, which is invisible. */
		{"\xf3\xa0\x81\x81", 0, RAW("\\u{E0041}"), RAW("\\u{E0041}"), "\\u{E0041}"},
		/* A joiner is part of names and emoji, but two outputs differ by it. */
		{"\xe2\x80\x8d", 0, "\xe2\x80\x8d", RAW("\\u{200D}"), "\xe2\x80\x8d"},
		{"3\xc2\xa0"
		 "4",
			0,
			"3\xc2\xa0"
			"4",
			"3" RAW("\\u{A0}") "4",
			"3\xc2\xa0"
			"4"},
		/* Not UTF-8: alone, cut at the end, overlong, a surrogate, too great. */
		{"a\xff"
		 "b",
			0, "a" RAW("\\xFF") "b", "a" RAW("\\xFF") "b", "a\\xFFb"},
		{"\xe2\x82", 0, RAW("\\xE2\\x82"), RAW("\\xE2\\x82"), "\\xE2\\x82"},
		{"\xc0\xbc", 0, RAW("\\xC0\\xBC"), RAW("\\xC0\\xBC"), "\\xC0\\xBC"},
		{"\xed\xa0\x80", 0, RAW("\\xED\\xA0\\x80"), RAW("\\xED\\xA0\\x80"),
			"\\xED\\xA0\\x80"},
		{"\xf4\x90\x80\x80", 0, RAW("\\xF4\\x90\\x80\\x80"), RAW("\\xF4\\x90\\x80\\x80"),
			"\\xF4\\x90\\x80\\x80"},
		{"\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80", 0,
			"\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80",
			"\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80",
			"\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80"},
		/* A grapheme joiner; a variation selector, by which two outputs differ. */
		{"a\xcd\x8f", 0, "a" RAW("\\u{34F}"), "a" RAW("\\u{34F}"), "a\\u{34F}"},
		{"a\xef\xb8\x8f", 0, "a\xef\xb8\x8f", "a" RAW("\\u{FE0F}"), "a\xef\xb8\x8f"},
		{"", 0, "", "", ""},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const char *const expected[] = {rows[i].line, rows[i].block, rows[i].attribute};
		const size_t size = rows[i].size ? rows[i].size : strlen(rows[i].text);
		for (enum as_html_kind kind = AS_HTML_LINE; kind <= AS_HTML_ATTRIBUTE; kind++) {
			AS_AUTO_FREE char *shown = show(rows[i].text, size, SIZE_MAX, kind);
			cr_expect_str_eq(
				shown, expected[kind], "row %zu, kind %d: %s", i, kind, shown);
			cr_expect_eq(written, size);
		}
	}
}

Test(text, a_text_of_our_own_hides_nothing_either)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	as_html_text(out, NULL);
	as_html_text(out, "a\t<\"'&>\n\x1b\xe2\x80\xae"
			  "b\xc2\x9b\xff\n");
	AS_AUTO_FREE char *closed = as_text_close(out, &text, NULL);
	cr_expect_str_eq(
		closed, "a\t&lt;&quot;&#39;&amp;&gt;\n\\x1B\\u{202E}b\\u{9B}\\xFF\n", "%s", closed);
}

Test(text, no_character_is_cut_in_two)
{
	static const char text[] = "ab\xe4\xb8\xad"
				   "cd";
	static const struct {
		size_t max;
		const char *shown;
		size_t written;
	} rows[] = {{7,
			    "ab\xe4\xb8\xad"
			    "cd",
			    7},
		{6,
			"ab\xe4\xb8\xad"
			"c\xe2\x80\xa6",
			6},
		{4, "ab\xe2\x80\xa6", 2}, {2, "ab\xe2\x80\xa6", 2}, {0, "\xe2\x80\xa6", 0}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *line = show(text, strlen(text), rows[i].max, AS_HTML_LINE);
		cr_expect_str_eq(line, rows[i].shown, "%zu: %s", rows[i].max, line);
		cr_expect_eq(written, rows[i].written);
	}
	/* The caller says that a block was cut. */
	AS_AUTO_FREE char *block = show(text, strlen(text), 4, AS_HTML_BLOCK);
	cr_expect_str_eq(block, "ab");
}

Test(text, sizes_have_a_unit)
{
	static const struct {
		uint64_t bytes;
		const char *text;
	} rows[] = {{0, "0 B"}, {1023, "1023 B"}, {1536, "1.5 KiB"}, {12 << 20, "12 MiB"},
		{UINT64_C(1023) << 20, "1.0 GiB"}, {UINT64_MAX, "16777216 TiB"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char *text = NULL;
		size_t size;
		FILE *out = open_memstream(&text, &size);
		as_html_bytes(out, rows[i].bytes);
		AS_AUTO_FREE char *closed = as_text_close(out, &text, NULL);
		cr_expect_str_eq(closed, rows[i].text, "%s", closed);
	}
}

Test(text, times_have_a_unit)
{
	static const struct {
		int64_t time_ns;
		const char *text;
	} rows[] = {{0, "0 ms"}, {999499999, "999 ms"}, {999500000, "1.00 s"},
		{INT64_C(1250000000), "1.25 s"}, {INT64_C(12340000000), "12.3 s"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char *text = NULL;
		size_t size;
		FILE *out = open_memstream(&text, &size);
		as_html_time(out, rows[i].time_ns);
		AS_AUTO_FREE char *closed = as_text_close(out, &text, NULL);
		cr_expect_str_eq(closed, rows[i].text, "%s", closed);
	}
}

Test(text, an_address_has_only_harmless_characters)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	as_html_address(out, "a b@\"<\xc3\xa9/../%.html");
	AS_AUTO_FREE char *closed = as_text_close(out, &text, NULL);
	cr_expect_str_eq(closed, "a%20b%40%22%3C%C3%A9%2F..%2F%25.html");
}
