/* SPDX-License-Identifier: MIT */
#include <assay/base/yaml_edit.h>
#include <criterion/criterion.h>
#include <string.h>

Test(yaml_edit, edits_count_only_if_they_mean_what_is_intended)
{
	static const char text[] = "a: 1 # one\nb:\n  - 2\n\n# of c\nc: 3\n";
	AS_AUTO_YAML_EDITS struct as_yaml_edits edits = {.text = text};
	AS_AUTO_JSON json_t *wanted = json_pack("{s:i, s:s}", "a", 4, "c", "x");
	AS_AUTO_JSON json_t *other = json_pack("{s:i}", "a", 4);
	struct as_error error = {0};
	const size_t b_at = (size_t)(strstr(text, "b:") - text);
	const size_t c_at = (size_t)(strstr(text, "3") - text);

	cr_assert_eq(as_yaml_edit(&edits, c_at, 1, &error, "%s", "x"), 0);
	cr_assert_eq(as_yaml_edit(&edits, 3, 1, &error, "%d", 4), 0);
	cr_assert_eq(as_yaml_edit(&edits, b_at, as_yaml_block_end(text, b_at, 0) - b_at, &error,
			     "%s", ""),
		0);
	AS_AUTO_FREE char *changed = as_yaml_edits_apply(&edits, wanted, &error);
	cr_assert_not_null(changed, "%s", error.text);
	cr_expect_str_eq(changed, "a: 4 # one\n\n# of c\nc: x\n");
	cr_expect_null(as_yaml_edits_apply(&edits, other, &error));
	cr_expect_eq(error.kind, AS_ERROR_NONE, "%s", error.text);
}

Test(yaml_edit, new_lines_end_as_the_first_line)
{
	AS_AUTO_YAML_EDITS struct as_yaml_edits edits = {.text = "a: 1\r\nb: 2\r\n"};
	AS_AUTO_JSON json_t *wanted =
		json_pack("{s:i, s:i, s:i, s:i}", "a", 1, "x", 3, "y", 4, "b", 2);
	struct as_error error = {0};

	cr_assert_eq(as_yaml_edit(&edits, 6, 0, &error, "x: 3\ny: 4\r\n"), 0);
	AS_AUTO_FREE char *changed = as_yaml_edits_apply(&edits, wanted, &error);
	cr_expect_str_eq(changed, "a: 1\r\nx: 3\r\ny: 4\r\nb: 2\r\n");
}

Test(yaml_edit, comments_at_the_end_of_a_block_do_not_belong_to_it)
{
	static const struct {
		const char *text;
		size_t column;
		const char *rest;
	} blocks[] = {
		{"a:\n  b: 1\nc: 2\n", 0, "c: 2\n"},
		{"a: 1\n  # deep\n# of c\n\nc: 2\n", 0, "  # deep\n# of c\n\nc: 2\n"},
		{"a:\n  b: 1\n# between\n  c: 2\n\n", 0, "\n"},
		{"a:\n  b: 1\r\n\r\n  c: 2\r\n", 0, ""},
		{"  a:\n    b: 1\n  c: 2", 2, "  c: 2"},
		{"a: |\n  text", 0, ""},
	};

	for (size_t i = 0; i < sizeof(blocks) / sizeof(*blocks); i++) {
		const char *text = blocks[i].text;
		cr_expect_str_eq(text + as_yaml_block_end(text, 0, blocks[i].column),
			blocks[i].rest, "%zu", i);
	}
}
