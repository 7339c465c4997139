/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <locale.h>

static json_t *root_of(struct as_document *document, const char *text)
{
	struct as_error error = {0};
	cr_assert_eq(as_document_parse_yaml(document, "f.yaml", text, strlen(text), &error), 0,
		"%s: %s", text, error.text);
	return document->root;
}

static void expect_json(const char *yaml, const char *json)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	AS_AUTO_FREE char *dumped =
		json_dumps(root_of(&document, yaml), JSON_COMPACT | JSON_ENCODE_ANY);
	cr_expect_str_eq(dumped, json);
}

static void expect_refused_bytes(const char *text, size_t size, const char *whole)
{
	struct as_error error = {0};
	struct as_document document;
	cr_expect_eq(
		as_document_parse_yaml(&document, "f.yaml", text, size, &error), -1, "%s", text);
	expect_error(&error, AS_ERROR_INPUT, whole);
	cr_expect_null(document.root);
	as_document_clear(&document);
}

static void expect_refused(const char *text, const char *whole)
{
	expect_refused_bytes(text, strlen(text), whole);
}

static void expect_place(
	const struct as_document *document, const char *pointer, unsigned line, unsigned column)
{
	unsigned found_line = 0;
	unsigned found_column = 0;
	cr_expect(as_document_place(document, pointer, &found_line, &found_column),
		"no place for \"%s\"", pointer);
	cr_expect(found_line == line && found_column == column, "\"%s\" at %u:%u", pointer,
		found_line, found_column);
}

Test(yaml, plain_scalars_follow_the_core_schema)
{
	static const struct {
		const char *yaml;
		const char *json;
	} rows[] = {
		{"[null, Null, NULL, ~, ]", "[null,null,null,null]"},
		{"a:", "{\"a\":null}"},
		{"[true, True, TRUE, false, False, FALSE]", "[true,true,true,false,false,false]"},
		{"[yes, no, on, off, y, n, tRUE]",
			"[\"yes\",\"no\",\"on\",\"off\",\"y\",\"n\",\"tRUE\"]"},
		{"[0, -7, +7, 007]", "[0,-7,7,7]"},
		{"[0x1F, 0o17, 0x, 0o8, -0x1, 0b1]", "[31,15,\"0x\",\"0o8\",\"-0x1\",\"0b1\"]"},
		{"[1_000, \"1\", '2', 1e, 1.2.3, -, 12:30]",
			"[\"1_000\",\"1\",\"2\",\"1e\",\"1.2.3\",\"-\",\"12:30\"]"},
		{"[1e5, 1.5, .5, 1., -1.25E-2]", "[100000.0,1.5,0.5,1.0,-0.012500000000000001]"},
		{"[.inf, -.inf, .nan, 1e999]", "[\".inf\",\"-.inf\",\".nan\",\"1e999\"]"},
		{"[9223372036854775807, 9223372036854775808, -9223372036854775808, "
		 "0xFFFFFFFFFFFFFFFF]",
			"[9223372036854775807,\"9223372036854775808\",-9223372036854775808,"
			"\"0xFFFFFFFFFFFFFFFF\"]"},
		{"2025-09-01", "\"2025-09-01\""},
		{"!!str 5", "\"5\""},
		{"! 5", "\"5\""},
		{"!!map {a: !!seq [1]}", "{\"a\":[1]}"},
		{"|\n a\n b\n", "\"a\\nb\\n\""},
		{"{1: a, \"<<\": b, true: c}", "{\"1\":\"a\",\"<<\":\"b\",\"true\":\"c\"}"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		expect_json(rows[i].yaml, rows[i].json);
}

Test(yaml, an_empty_file_is_an_empty_mapping)
{
	static const char *const rows[] = {
		"", "\n", "# only a comment\n", "---\n", "---\n...\n", "\xEF\xBB\xBF"};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AS_AUTO_DOCUMENT struct as_document document = {0};
		json_t *root = root_of(&document, rows[i]);
		cr_expect(json_is_object(root), "row %zu", i);
		unsigned line, column;
		cr_expect(as_document_place(&document, "", &line, &column));
	}
	expect_json("\"\"", "\"\"");
}

Test(yaml, a_byte_order_mark_and_windows_lines_are_fine)
{
	expect_json("\xEF\xBB\xBF"
		    "a: 1\r\nb: x\r\n",
		"{\"a\":1,\"b\":\"x\"}");
}

Test(yaml, positions_are_those_of_the_values)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	root_of(&document, "name: x\n"
			   "limits:\n"
			   "  time: 2\n"
			   "  gr\xC3\xBC\xC3\x9F: [1, {a: b},  3]\n"
			   "a/b~c: 5\n");
	expect_place(&document, "", 1, 1);
	expect_place(&document, "/name", 1, 7);
	expect_place(&document, "/limits", 3, 3);
	expect_place(&document, "/limits/time", 3, 9);
	expect_place(&document, "/limits/gr\xC3\xBC\xC3\x9F", 4, 9);
	expect_place(&document, "/limits/gr\xC3\xBC\xC3\x9F/0", 4, 10);
	expect_place(&document, "/limits/gr\xC3\xBC\xC3\x9F/1/a", 4, 17);
	expect_place(&document, "/limits/gr\xC3\xBC\xC3\x9F/2", 4, 22);
	expect_place(&document, "/a~1b~0c", 5, 8);
}

Test(yaml, an_alias_is_a_copy_with_its_own_positions)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	json_t *root = root_of(&document, "a: &x\n  k: [1, 2]\nb: *x\nc: 3\n");
	AS_AUTO_FREE char *dumped = json_dumps(root, JSON_COMPACT);
	cr_expect_str_eq(dumped, "{\"a\":{\"k\":[1,2]},\"b\":{\"k\":[1,2]},\"c\":3}");
	cr_expect_neq(json_object_get(root, "a"), json_object_get(root, "b"));
	expect_place(&document, "/a/k/1", 2, 10);
	expect_place(&document, "/b", 3, 4);
	expect_place(&document, "/b/k/1", 2, 10);
	expect_place(&document, "/c", 4, 4);
}

Test(yaml, a_repeated_anchor_means_the_last_one)
{
	expect_json("[&a 1, *a, &a 2, *a]", "[1,1,2,2]");
	expect_json("&a [&a x, *a]", "[\"x\",\"x\"]");
}

Test(yaml, forbidden_values_are_refused_with_their_positions)
{
	static const struct {
		const char *yaml;
		const char *whole;
	} rows[] = {
		{"a: 1\nb: 2\na: 3\n",
			"f.yaml:3:1: duplicate key \"a\"; its first value is at line 1"},
		{"a: {x: 1, \"x\": 2}",
			"f.yaml:1:11: duplicate key \"x\"; its first value is at line 1"},
		{"a: 1\n? [b]\n: c\n",
			"f.yaml:2:3: a key must be plain text, not a list, a mapping or an alias"},
		{"{{a: b}: c}",
			"f.yaml:1:2: a key must be plain text, not a list, a mapping or an alias"},
		{"a: &k x\n*k : y\n",
			"f.yaml:2:1: a key must be plain text, not a list, a mapping or an alias"},
		{"&k a: 1\n", "f.yaml:1:1: an anchor on a key is not supported"},
		{"a: &x {b: 1}\nc:\n  <<: *x\n",
			"f.yaml:3:3: merge keys (<<) are not supported; write out the keys"},
		{"a: 1\n---\nb: 2\n", "f.yaml:2:1: a second document; a file may have only one"},
		{"a: *none\n", "f.yaml:1:4: alias *none has no anchor &none before it"},
		{"a: &x [1, *x]\n", "f.yaml:1:11: alias *x is inside its own anchor"},
		{"a: &x\n  b: &y\n    c: *x\n", "f.yaml:3:8: alias *x is inside its own anchor"},
		{"a: !!binary aGk=\n",
			"f.yaml:1:4: tag tag:yaml.org,2002:binary is not supported; remove it"},
		{"a: !mine {}\n", "f.yaml:1:4: tag !mine is not supported; remove it"},
		{"!!set [a]\n",
			"f.yaml:1:1: tag tag:yaml.org,2002:set is not supported; remove it"},
		{"a: \"x\\0y\"\n", "f.yaml:1:4: a NUL character (\\0) is not allowed in a string"},
		{"a:\n\tb: 1\n", "f.yaml:2:1: a tab cannot indent YAML; use spaces"},
		{"a: [1, 2\n", "f.yaml:2:1: not valid YAML: did not find expected ',' or ']' while "
			       "parsing a flow sequence"},
		{"a: b: c\n", "f.yaml:1:5: not valid YAML: mapping values are not allowed in this "
			      "context"},
		{"a: \"open\n", "f.yaml:2:1: not valid YAML: found unexpected end of stream while "
				"scanning a quoted scalar"},
		{"a: @x\n",
			"f.yaml:1:4: not valid YAML: found character that cannot start any token "
			"while scanning for the next token"},
		{"ok: 1\nb: \x01\n",
			"f.yaml:2:4: not valid YAML: control characters are not allowed (U+0001)"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		expect_refused(rows[i].yaml, rows[i].whole);
}

Test(yaml, malformed_text_is_refused_with_its_position)
{
	expect_refused("a: 1\ngr\xC3\xBC: \xFF\n", "f.yaml:2:6: invalid UTF-8 (byte 0xFF)");
	expect_refused("a: \xED\xA0\x80", "f.yaml:1:4: invalid UTF-8 (byte 0xED)");
	expect_refused_bytes("a:\n  \0", 6, "f.yaml:2:3: a NUL byte; this is not a text file");
	expect_refused_bytes("\xFF\xFE"
			     "a\0:\0",
		6, "f.yaml: the file is saved as UTF-16; save it as UTF-8");
	expect_refused_bytes(
		"\0a\0:\0 \0b", 8, "f.yaml: the file is saved as UTF-16; save it as UTF-8");
}

/* ---- caps ------------------------------------------------------------------------------ */

static char *nested(int levels)
{
	char *text = malloc((size_t)levels * 2 + 1);
	memset(text, '[', (size_t)levels);
	memset(text + levels, ']', (size_t)levels);
	text[2 * levels] = '\0';
	return text;
}

Test(yaml, nesting_ends_at_64_levels)
{
	AS_AUTO_FREE char *good = nested(64);
	AS_AUTO_DOCUMENT struct as_document document = {0};
	root_of(&document, good);
	AS_AUTO_FREE char *bad = nested(65);
	expect_refused(bad, "f.yaml:1:65: nesting is deeper than 64");
	AS_AUTO_FREE char *worse = nested(200000);
	expect_refused(worse, "f.yaml:1:65: nesting is deeper than 64");
}

Test(yaml, nesting_through_aliases_counts_too)
{
	/* Each line is one level more than the one before it. */
	char text[4096] = "a0: &a0 [x]\n";
	for (int i = 1; i <= 62; i++) {
		char line[64];
		snprintf(line, sizeof line, "a%d: &a%d [*a%d]\n", i, i, i - 1);
		strcat(text, line);
	}
	AS_AUTO_DOCUMENT struct as_document document = {0};
	root_of(&document, text);
	strcat(text, "a63: [*a62]\n");
	expect_refused(text, "f.yaml:64:7: nesting is deeper than 64");
}

Test(yaml, a_billion_laughs_are_refused)
{
	char text[4096] = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n";
	for (int i = 1; i <= 9; i++) {
		char line[256];
		int p = i - 1;
		snprintf(line, sizeof line,
			"a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n",
			i, i, p, p, p, p, p, p, p, p, p, p);
		strcat(text, line);
	}
	struct as_error error = {0};
	struct as_document document;
	cr_assert_eq(as_document_parse_yaml(&document, "f.yaml", text, strlen(text), &error), -1);
	cr_assert_str_eq(error.text, "more than 1000000 values");
	cr_assert_geq(error.line, 1);
}

Test(yaml, aliases_of_a_long_text_are_refused)
{
	size_t length = 1 << 20;
	AS_AUTO_FREE char *text = malloc(length + 200);
	strcpy(text, "a: &a ");
	memset(text + 6, 'x', length);
	strcpy(text + 6 + length,
		"\nb: [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: *a\n");
	expect_refused(text, "f.yaml:3:4: aliases repeat more than 16777216 bytes");
}

Test(yaml, aliases_of_a_long_key_are_refused)
{
	size_t length = 900; /* longer keys are refused by libyaml itself */
	char text[1 << 16] = "a: &a {";
	memset(text + 7, 'k', length);
	strcpy(text + 7 + length, ": 1}\nb: &b [*a");
	for (int i = 0; i < 200; i++)
		strcat(text, ",*a");
	strcat(text, "]\nc: [*b");
	for (int i = 0; i < 100; i++)
		strcat(text, ",*b");
	strcat(text, "]\n");
	struct as_error error = {0};
	struct as_document document;
	cr_assert_eq(as_document_parse_yaml(&document, "f.yaml", text, strlen(text), &error), -1);
	cr_assert_str_eq(error.text, "aliases repeat more than 16777216 bytes");
}

Test(yaml, the_thousand_and_first_alias_is_refused)
{
	static char text[8192] = "- &a 1\n";
	for (int i = 0; i < 1000; i++)
		strcat(text, "- *a\n");
	AS_AUTO_DOCUMENT struct as_document document = {0};
	cr_assert_eq(json_array_size(root_of(&document, text)), 1001);
	strcat(text, "- *a\n");
	expect_refused(text, "f.yaml:1002:3: more than 1000 aliases");
}

Test(yaml, the_thousand_and_first_anchor_is_refused)
{
	static char text[16384];
	for (int i = 0; i < 1000; i++)
		strcat(text, "- &a 1\n");
	AS_AUTO_DOCUMENT struct as_document document = {0};
	cr_assert_eq(json_array_size(root_of(&document, text)), 1000);
	strcat(text, "- &a 1\n");
	expect_refused(text, "f.yaml:1001:3: more than 1000 anchors");
}

/* Written and read again: by us, and unescaped by no reader of YAML 1.1 or 1.2. */
Test(yaml, what_is_written_is_read_as_the_text_it_was)
{
	static const char *const texts[] = {"a\x7f", "\xc2\x85next line", "\xc2\x80\xc2\x9f",
		"\xef\xbb\xbfmark", "\xe2\x80\xa8line\xe2\x80\xa9paragraph", "\xef\xbf\xbe",
		"\xef\xbf\xbf", "\xc2\xa0\xc3\xa9 \xf0\x9f\x98\x80", "\x01\x1b\t\r\n\"\\", "007",
		" x", "x:", "null"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		AS_AUTO_JSON json_t *root = json_pack("{s:s}", "key", texts[i]);
		cr_assert_not_null(root);
		AS_AUTO_FREE char *text = as_yaml_write(root, NULL);
		AS_AUTO_DOCUMENT struct as_document document = {0};
		cr_assert_not_null(text);
		for (const char *at = text; *at; at++)
			cr_expect_neq(*at, 0x7f, "%s", text);
		cr_expect_str_eq(
			json_string_value(json_object_get(root_of(&document, text), "key")),
			texts[i], "%s", text);
	}
}

Test(yaml, numbers_do_not_depend_on_the_locale)
{
	/* Without an installed locale that has a decimal comma, this is only another test. */
	setenv("LC_ALL", "de_DE.UTF-8", 1);
	setlocale(LC_ALL, "");
	AS_AUTO_DOCUMENT struct as_document document = {0};
	json_t *root = root_of(&document, "[1.5]");
	cr_assert_eq(json_real_value(json_array_get(root, 0)), 1.5);
}

/* ---- memory ---------------------------------------------------------------------------- */

static long allocations_left;

static void *failing_malloc(size_t size)
{
	return allocations_left-- > 0 ? malloc(size) : NULL;
}

Test(yaml, every_failing_allocation_of_a_value_is_reported)
{
	static const char text[] = "a: &x {k: [1, 2.5, \"s\", null, true]}\nb: *x\nc: *x\nd: text\n"
				   "e: 1\nf: 2\ng: 3\nh: 4\ni: 5\nj: 6\n";
	json_set_alloc_funcs(failing_malloc, free);
	long n = 0;
	int result = -1;
	for (; result < 0; n++) {
		struct as_error error = {0};
		AS_AUTO_DOCUMENT struct as_document document = {0};
		allocations_left = n;
		result = as_document_parse_yaml(&document, "f.yaml", text, strlen(text), &error);
		if (result < 0)
			expect_error(&error, AS_ERROR_INTERNAL, "out of memory");
		cr_assert_lt(n, 1000);
	}
	cr_assert_gt(n, 40, "only %ld allocations were made to fail", n);
}
