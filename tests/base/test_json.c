/* SPDX-License-Identifier: MIT */
#include "support.h"

static int parse(struct as_document *document, const char *text, struct as_error *error)
{
	return as_document_parse_json(document, "f.json", text, strlen(text), error);
}

static void expect_refused(const char *text, const char *whole)
{
	struct as_error error = {0};
	struct as_document document;
	cr_expect_eq(parse(&document, text, &error), -1, "%s", text);
	expect_error(&error, AS_ERROR_INPUT, whole);
	cr_expect_null(document.root);
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

Test(json, any_value_may_be_the_root)
{
	static const char *const rows[] = {
		"{}", "[]", "\"\"", "0", "-1.5e3", "true", "null", " 1 \n"};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AS_AUTO_DOCUMENT struct as_document document = {0};
		cr_expect_eq(parse(&document, rows[i], NULL), 0, "%s", rows[i]);
	}
}

Test(json, positions_are_those_of_the_values)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	cr_assert_eq(parse(&document,
			     "{\n"
			     "\t\"a\": [1, \"x\\\"],[\\\\\", [ ], {\"k\": null}],\n"
			     "  \"gr\xC3\xBC\": \"\xE2\x82\xAC\", \"\": true,\n"
			     "  \"a/b~c\":-2.5e1}\n",
			     NULL),
		0);
	expect_place(&document, "", 1, 1);
	expect_place(&document, "/a", 2, 7);
	expect_place(&document, "/a/0", 2, 8);
	expect_place(&document, "/a/1", 2, 11);
	expect_place(&document, "/a/2", 2, 23);
	expect_place(&document, "/a/3", 2, 28);
	expect_place(&document, "/a/3/k", 2, 34);
	expect_place(&document, "/gr\xC3\xBC", 3, 10);
	expect_place(&document, "/", 3, 19);
	expect_place(&document, "/a~1b~0c", 4, 11);
}

Test(json, printed_strings_cannot_change_a_terminal)
{
	AS_AUTO_JSON json_t *value = json_pack("{s:s, s:s}", "a\xC2\x9B", "\x1B\x7F\xC2\x85",
		"gr\xC3\xBC", "\xE2\x80\xAE\xF0\x9F\x8D\x8E");
	AS_AUTO_FREE char *text = as_json_print(value, JSON_INDENT(1) | JSON_SORT_KEYS);
	AS_AUTO_DOCUMENT struct as_document read = {0};

	cr_expect_str_eq(text, "{\n \"a\\u009B\": \"\\u001B\\u007F\\u0085\",\n"
			       " \"gr\xC3\xBC\": \"\\u202E\xF0\x9F\x8D\x8E\"\n}");
	cr_assert_eq(parse(&read, text, NULL), 0);
	cr_expect(json_equal(read.root, value));
	cr_expect_null(as_json_print(NULL, 0));
}

Test(json, dangling_pointers_have_no_position)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	cr_assert_eq(parse(&document, "{\"a\": [1, 2], \"b\": 3}", NULL), 0);
	static const char *const rows[] = {"/c", "/a/2", "/a/-", "/a/00", "/a/+1", "/a/x", "/a/",
		"/b/0", "a", "/a/0/0", "/a/18446744073709551617"};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		unsigned line, column;
		cr_expect_not(as_document_place(&document, rows[i], &line, &column), "%s", rows[i]);
	}
}

Test(json, lax_json_is_refused_with_a_position)
{
	static const char *const rows[] = {"", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "{'a':1}",
		"[1] 2", "[01]", "[+1]", "[.5]", "[1.]", "nul", "[\"\t\"]", "[\"\\x\"]", "// c\n1",
		"]", "}{", "{\"a\" 1}", "[\"open", "[\"\\", "\"\\ud800\"", "NaN", "[1 2]", ",",
		":"};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_error error = {0};
		struct as_document document;
		cr_expect_eq(parse(&document, rows[i], &error), -1, "\"%s\"", rows[i]);
		cr_expect_eq(error.kind, AS_ERROR_INPUT, "\"%s\": %s", rows[i], error.text);
		cr_expect_eq(strncmp(error.text, "not valid JSON: ", 16), 0, "%s", error.text);
		cr_expect(error.line >= 1 && error.column >= 1, "\"%s\" has no place", rows[i]);
	}
}

Test(json, error_messages_are_readable)
{
	expect_refused("{\"a\": 1,\n \"a\": 2}",
		"f.json:2:4: not valid JSON: duplicate object key near '\"a\"'");
	expect_refused("[1,\n2,\n]", "f.json:3:1: not valid JSON: unexpected token near ']'");
	expect_refused("[9223372036854775808]",
		"f.json:1:20: not valid JSON: too big integer near '9223372036854775808'");
	expect_refused("[\"a\\u0000\"]",
		"f.json:1:10: a NUL character (\\u0000) is not allowed in a string");
	expect_refused("{\"\\u0000\": 1}",
		"f.json:1:9: a NUL character (\\u0000) is not allowed in a string");
	expect_refused("[\"\xC3\xBC\",\n \xFF]", "f.json:2:2: invalid UTF-8 (byte 0xFF)");
}

Test(json, a_nul_byte_is_refused)
{
	struct as_error error = {0};
	struct as_document document;
	cr_assert_eq(as_document_parse_json(&document, "f.json", "[1]\0", 4, &error), -1);
	expect_error(&error, AS_ERROR_INPUT, "f.json:1:4: a NUL byte; this is not a text file");
}

Test(json, nesting_ends_at_64_levels)
{
	char text[200] = "";
	memset(text, '[', 64);
	memset(text + 64, ']', 64);
	AS_AUTO_DOCUMENT struct as_document document = {0};
	cr_assert_eq(parse(&document, text, NULL), 0);
	memset(text, '[', 65);
	memset(text + 65, ']', 65);
	expect_refused(text, "f.json:1:65: nesting is deeper than 64");
}

Test(json, the_millionth_and_first_value_is_refused)
{
	size_t count = 1000000;
	AS_AUTO_FREE char *text = malloc(2 * count + 2);
	text[0] = '[';
	for (size_t i = 0; i < count; i++)
		memcpy(text + 1 + 2 * i, "1,", 2);
	text[2 * count] = ']'; /* instead of the last comma: `count` values and the list */
	text[2 * count + 1] = '\0';
	expect_refused(text, "f.json:1:2000000: more than 1000000 values");
}

Test(json, a_long_key_over_many_values_takes_no_more_than_their_sum, .timeout = 600)
{
	size_t key = 1 << 20;
	AS_AUTO_FREE char *text = malloc(3 * key);
	size_t at = (size_t)sprintf(text, "{\"");
	memset(text + at, 'k', key);
	at += key;
	at += (size_t)sprintf(text + at, "\": [");
	for (int i = 0; i < 300000; i++)
		at += (size_t)sprintf(text + at, "0,");
	sprintf(text + at, "7]}");
	AS_AUTO_DOCUMENT struct as_document document = {0};
	cr_assert_eq(parse(&document, text, NULL), 0);
	AS_AUTO_FREE char *pointer = malloc(key + 20);
	pointer[0] = '/';
	memset(pointer + 1, 'k', key);
	strcpy(pointer + 1 + key, "/300000");
	expect_place(&document, pointer, 1, (unsigned)at + 1);
}

static long allocations_left;

static void *failing_malloc(size_t size)
{
	return allocations_left-- > 0 ? malloc(size) : NULL;
}

/*
 * If Jansson 2.14 has no memory for a string it reports a wrong token, so the message cannot be
 * "out of memory" each time; but there is an error, and nothing leaks. Tokens stay below 16 bytes
 * on purpose: Jansson does not notice that its token buffer could not grow, and reads past its end.
 */
Test(json, every_failing_allocation_of_a_value_is_an_error)
{
	static const char text[] = "{\"a\": [1, 2.5, \"s\", null, {}], \"b\": {\"c\": []}, \"d\": "
				   "1, \"e\": 2, \"f\": 3, \"g\": 4, \"h\": 5, \"i\": 6}";
	json_set_alloc_funcs(failing_malloc, free);
	long n = 0;
	long out_of_memory = 0;
	int result = -1;
	for (; result < 0; n++) {
		struct as_error error = {0};
		AS_AUTO_DOCUMENT struct as_document document = {0};
		allocations_left = n;
		result = parse(&document, text, &error);
		cr_expect_eq(document.root != NULL, result == 0);
		cr_expect_eq(error.kind != AS_ERROR_NONE, result < 0);
		out_of_memory += strcmp(error.text, "out of memory") == 0;
		cr_assert_lt(n, 1000);
	}
	cr_assert_gt(n, 20, "only %ld allocations were made to fail", n);
	cr_assert_gt(out_of_memory, n / 2, "%ld of %ld", out_of_memory, n);
}
