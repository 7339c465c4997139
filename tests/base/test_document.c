/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <assay/base/written.h>
#include <errno.h>

TestSuite(document, .init = make_scratch, .fini = remove_scratch);

Test(document, load_takes_json_by_its_ending_and_yaml_otherwise)
{
	put_file("a.json", "{\"a\": 1}");
	put_file("a.yaml", "a: 1");
	put_file("json", "a: 1");
	static const char *const names[] = {"a.json", "a.yaml", "json"};
	for (size_t i = 0; i < 3; i++) {
		AS_AUTO_DOCUMENT struct as_document document = {0};
		cr_assert_eq(as_document_load(&document, scratch, names[i], "shown", NULL), 0);
		cr_expect_str_eq(document.name, "shown");
		cr_expect_eq(json_integer_value(json_object_get(document.root, "a")), 1);
	}
	put_file("b.json", "a: 1");
	struct as_document document;
	struct as_error error = {0};
	cr_assert_eq(as_document_load(&document, scratch, "b.json", "pkg/b.json", &error), -1);
	expect_error(
		&error, AS_ERROR_INPUT, "pkg/b.json:1:1: not valid JSON: invalid token near 'a'");
}

static bool is_count(const char *key)
{
	return strcmp(key, "count") == 0;
}

Test(document, numbers_are_kept_as_they_are_written)
{
	static const char yaml[] = "a: 007\nb: [1e3, &x 0x1F, {c: -0.50}]\ncount: 007\n"
				   "d: {count: [1, {a: 2}], a: *x}\ne: '1'\nf: true\ng: +12\n";
	static const char json[] = "{\"a\": 1e3, \"b\": [10, -0.50], \"count\": 5, \"c\": null}";
	AS_AUTO_DOCUMENT struct as_document one = {0}, other = {0};
	unsigned line, column;

	cr_assert_eq(as_document_parse_yaml(&one, "y", yaml, strlen(yaml), NULL), 0);
	cr_assert_eq(as_document_keep_written(&one, is_count, NULL), 0);
	AS_AUTO_FREE char *text = json_dumps(one.root, JSON_COMPACT);
	cr_expect_str_eq(text,
		"{\"a\":\"007\",\"b\":[\"1e3\",\"0x1F\",{\"c\":\"-0.50\"}],\"count\":7,"
		"\"d\":{\"count\":[1,{\"a\":2}],\"a\":\"0x1F\"},\"e\":\"1\",\"f\":true,"
		"\"g\":\"+12\"}");
	cr_expect(as_document_place(&one, "/d/a", &line, &column) && line == 4 && column > 20);
	cr_assert_eq(as_document_parse_json(&other, "j", json, strlen(json), NULL), 0);
	cr_assert_eq(as_document_keep_written(&other, is_count, NULL), 0);
	AS_AUTO_FREE char *others = json_dumps(other.root, JSON_COMPACT);
	cr_expect_str_eq(others, "{\"a\":\"1e3\",\"b\":[\"10\",\"-0.50\"],\"count\":5,"
				 "\"c\":null}");
	AS_AUTO_DOCUMENT struct as_document root = {0};
	cr_assert_eq(as_document_parse_yaml(&root, "y", "010", 3, NULL), 0);
	cr_assert_eq(as_document_keep_written(&root, is_count, NULL), 0);
	cr_expect_str_eq(json_string_value(root.root), "010");
}

Test(document, load_names_the_file_in_its_error)
{
	struct as_document document;
	struct as_error error = {0};
	cr_assert_eq(as_document_load(&document, scratch, "none", "pkg/none", &error), -1);
	expect_error(
		&error, AS_ERROR_INPUT, "pkg/none: cannot be opened: No such file or directory");
	cr_assert_eq(error.sys_errno, ENOENT);
	as_document_clear(&document);
}

Test(document, load_refuses_more_than_16_mib)
{
	int fd = openat(scratch, "big", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	cr_assert_eq(ftruncate(fd, (16 << 20) + 1), 0);
	close(fd);
	struct as_document document;
	struct as_error error = {0};
	cr_assert_eq(as_document_load(&document, scratch, "big", "big.yaml", &error), -1);
	expect_error(&error, AS_ERROR_INPUT, "big.yaml: is too big: more than 16777216 bytes");
}

Test(document, an_error_has_the_position_of_its_value_or_of_the_nearest_enclosing_one)
{
	static const char text[] = "a: 1\nb:\n  c: [x]\n";
	AS_AUTO_DOCUMENT struct as_document document = {0};
	cr_assert_eq(as_document_parse_yaml(&document, "f", text, strlen(text), NULL), 0);
	static const struct {
		const char *pointer;
		const char *whole;
	} rows[] = {
		{"", "f:1:1: bad 7"},
		{"/a", "f:1:4: bad 7"},
		{"/b/c/0", "f:3:7: bad 7"},
		{"/b/c/9", "f:3:6: bad 7"},
		{"/b/missing/deeper", "f:3:3: bad 7"},
		{"/missing", "f:1:1: bad 7"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_error error = {0};
		cr_assert_eq(
			as_document_error(&document, rows[i].pointer, &error, "bad %d", 7), -1);
		expect_error(&error, AS_ERROR_INPUT, rows[i].whole);
	}
}

Test(document, an_empty_document_can_be_queried_and_cleared)
{
	struct as_document document = {0};
	unsigned line, column;
	cr_assert_not(as_document_place(&document, "", &line, &column));
	struct as_error error = {0};
	as_document_error(&document, "/a", &error, "bad");
	expect_error(&error, AS_ERROR_INPUT, "bad");
	as_document_clear(&document);
	as_document_clear(NULL);
}

Test(document, pointers_are_joined_with_escapes)
{
	static const struct {
		const char *pointer;
		const char *key;
		const char *joined;
	} rows[] = {
		{"", "a", "/a"},
		{"/a/b", "c~d", "/a/b/c~0d"},
		{"/a", "x/y", "/a/x~1y"},
		{"/a", "", "/a/"},
		{"", "~1", "/~01"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AS_AUTO_FREE char *joined = as_pointer_join(rows[i].pointer, rows[i].key);
		cr_expect_str_eq(joined, rows[i].joined);
	}
}

Test(document, a_joined_pointer_finds_its_value)
{
	static const char text[] = "{\"~1\": 1, \"a/b\": 2, \"~0\": 3, \"~x\": 4}";
	AS_AUTO_DOCUMENT struct as_document document = {0};
	cr_assert_eq(as_document_parse_json(&document, "f", text, strlen(text), NULL), 0);
	static const struct {
		const char *key;
		unsigned column;
	} rows[] = {{"~1", 8}, {"a/b", 18}, {"~0", 27}, {"~x", 36}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AS_AUTO_FREE char *pointer = as_pointer_join("", rows[i].key);
		unsigned line, column = 0;
		cr_expect(as_document_place(&document, pointer, &line, &column), "%s", pointer);
		cr_expect_eq(column, rows[i].column, "%s at %u", pointer, column);
	}
}

static void expect_key(
	const struct as_document *document, const char *pointer, unsigned line, unsigned column)
{
	unsigned found_line = 0, found_column = 0;
	cr_expect(as_document_key_place(document, pointer, &found_line, &found_column), "%s",
		pointer);
	cr_expect(found_line == line && found_column == column, "%s is at %u:%u", pointer,
		found_line, found_column);
}

Test(document, a_key_has_its_own_position)
{
	static const char json[] = "{\"a\": [1, {\"b\": {}}],\n \"c\": 2}";
	static const char yaml[] = "a: &x\n  - 1\n  - b:\n      {}\nc: *x\n";
	AS_AUTO_DOCUMENT struct as_document first = {0}, second = {0};
	struct as_error error = {0};
	unsigned line, column;
	cr_assert_eq(as_document_parse_json(&first, "f", json, strlen(json), NULL), 0);
	cr_assert_eq(as_document_parse_yaml(&second, "f", yaml, strlen(yaml), NULL), 0);
	expect_key(&first, "/a", 1, 2);
	expect_key(&first, "/a/1/b", 1, 12);
	expect_key(&first, "/c", 2, 2);
	expect_key(&second, "/a", 1, 1);
	expect_key(&second, "/a/1/b", 3, 5);
	expect_key(&second, "/c", 5, 1);
	expect_key(&second, "/c/1/b", 3, 5);
	cr_expect_not(as_document_key_place(&second, "", &line, &column));
	cr_expect_not(as_document_key_place(&second, "/a/0", &line, &column));
	as_document_key_error(&second, "/a/1/b", &error, "unknown");
	cr_expect(error.line == 3 && error.column == 5, "%u:%u", error.line, error.column);
}
