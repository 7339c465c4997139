/* SPDX-License-Identifier: MIT */
/* Small changes of a text: each kind, its places, and the value that differs. */
#include <assay/shrink.h>
#include <criterion/criterion.h>
#include <string.h>

TestSuite(change, .timeout = 600);

struct row {
	enum as_change_kind kind;
	const char *text;
	const char *changed[4]; /* in order; the rest is NULL */
	uint32_t line;          /* of the first */
};

static const struct row rows[] = {
	{AS_CHANGE_EMPTY, "1\n", {""}, 0},
	{AS_CHANGE_EMPTY, "", {NULL}, 0},
	{AS_CHANGE_LINE_MISSING, "1\n2\n", {"2\n", "1\n"}, 1},
	{AS_CHANGE_LINE_MISSING, "1 2\n", {NULL}, 0},
	{AS_CHANGE_LINE_MISSING, "\n1\n", {NULL}, 0},
	{AS_CHANGE_LINE_TWICE, "1\n2\n", {"1\n1\n2\n", "1\n2\n2\n"}, 1},
	{AS_CHANGE_WORD_FOR_NUMBER, "a\n1 2 -3 4\n5.25\n",
		{"a\nx 2 -3 4\n5.25\n", "a\n1 2 x 4\n5.25\n", "a\n1 2 -3 4\nx\n"}, 2},
	{AS_CHANGE_LETTER_AFTER_NUMBER, "yes 1\n", {"yes 1x\n"}, 1},
	{AS_CHANGE_NAN, "0.5\n", {"nan\n"}, 1},
	{AS_CHANGE_NUMBER_PLUS, "9\n-1\n0.75\n",
		{"10\n-1\n0.75\n", "9\n0\n0.75\n", "9\n-1\n1.75\n"}, 1},
	{AS_CHANGE_NUMBER_PLUS, "9223372036854775807\n", {NULL}, 0},
	{AS_CHANGE_NUMBER_MINUS, "0\n", {"-1\n"}, 1},
	{AS_CHANGE_LEADING_ZERO, "5 -5\n", {"05 -5\n"}, 1},
	{AS_CHANGE_PLUS_SIGN, "5 -5\n", {"+5 -5\n"}, 1},
	{AS_CHANGE_LETTER, "YES 1\nx\n", {"YEx 1\nx\n", "YES 1\ny\n"}, 1},
	{AS_CHANGE_EXCHANGED, "1 2\n2\n", {"2 1\n2\n"}, 1},
	{AS_CHANGE_TOKEN_MISSING, "1 2\n", {"2\n", "1\n"}, 1},
	{AS_CHANGE_TOKEN_MISSING, "1\n", {NULL}, 0},
	{AS_CHANGE_TOKEN_TWICE, "1\n", {"1 1\n"}, 1},
	{AS_CHANGE_TWO_BLANKS, "1 2\n", {"1  2\n"}, 1},
	{AS_CHANGE_TAB, "1\n1 2\n", {"1\n1\t2\n"}, 2},
	{AS_CHANGE_LEADING_BLANK, "1\n", {" 1\n"}, 0},
	{AS_CHANGE_TRAILING_BLANK, "1\n2\n", {"1 \n2\n", "1\n2 \n"}, 1},
	{AS_CHANGE_BLANK_LINE, "1\n", {"1\n\n"}, 0},
	{AS_CHANGE_NO_NEWLINE, "1\n2\n", {"1\n2"}, 2},
	{AS_CHANGE_NO_NEWLINE, "1\n2", {NULL}, 0},
	{AS_CHANGE_CRLF, "1\n2\n", {"1\r\n2\r\n"}, 0},
	{AS_CHANGE_OTHER_TEST, "1\n", {NULL}, 0},
};

static struct as_bytes bytes_of(const char *text)
{
	return (struct as_bytes){.data = (char *)text, .size = strlen(text)};
}

Test(change, each_kind_is_made_at_its_places)
{
	for (size_t r = 0; r < sizeof(rows) / sizeof(*rows); r++) {
		const struct row *row = &rows[r];
		const char *name = as_change_kind_name(row->kind);
		const struct as_bytes text = bytes_of(row->text);
		struct as_text_changes changes;
		size_t wanted = 0;
		while (row->changed[wanted])
			wanted++;
		cr_assert_eq(as_text_changes_make(&text, 1u << row->kind, &changes, NULL), 0);
		cr_expect_eq(
			changes.count, wanted, "%s of '%s': %zu", name, row->text, changes.count);
		for (size_t i = 0; i < changes.count && i < wanted; i++)
			cr_expect_str_eq(changes.items[i].text.data, row->changed[i], "%s", name);
		if (changes.count && wanted)
			cr_expect_eq(changes.items[0].line, row->line, "%s: line %u", name,
				changes.items[0].line);
		as_text_changes_clear(&changes);
	}
}

Test(change, the_value_that_differs_is_shown)
{
	const struct as_bytes text = bytes_of("1 2\n");
	const unsigned kinds =
		1u << AS_CHANGE_EXCHANGED | 1u << AS_CHANGE_NAN | 1u << AS_CHANGE_CRLF;
	struct as_text_changes changes;

	cr_assert_eq(as_text_changes_make(&text, kinds, &changes, NULL), 0);
	cr_assert_eq(changes.count, 4);
	cr_expect_str_eq(changes.items[0].before, "1");
	cr_expect_str_eq(changes.items[0].after, "nan");
	cr_expect_str_eq(changes.items[2].before, "1 2");
	cr_expect_str_eq(changes.items[2].after, "2 1");
	cr_expect_null(changes.items[3].before);
	as_text_changes_clear(&changes);
}

Test(change, a_long_value_is_cut)
{
	char long_text[201];
	struct as_text_changes changes;

	memset(long_text, 'a', 200);
	long_text[200] = '\0';
	const struct as_bytes text = bytes_of(long_text);
	cr_assert_eq(as_text_changes_make(&text, 1u << AS_CHANGE_LETTER, &changes, NULL), 0);
	cr_assert_eq(changes.count, 1);
	cr_expect_eq(strlen(changes.items[0].before), 43);
	cr_expect_eq(changes.items[0].text.size, 200);
	as_text_changes_clear(&changes);
}

Test(change, a_token_may_contain_nul)
{
	static const char given[] = "\0b\n";
	const struct as_bytes text = {.data = (char *)given, .size = 3};
	struct as_text_changes changes;

	cr_assert_eq(as_text_changes_make(&text, 1u << AS_CHANGE_LETTER, &changes, NULL), 0);
	cr_assert_eq(changes.count, 1);
	cr_assert_eq(changes.items[0].text.size, 3);
	cr_expect_arr_eq(changes.items[0].text.data, "\0x\n", 3);
	as_text_changes_clear(&changes);
}

Test(change, numbers_know_their_places)
{
	const struct as_bytes text = bytes_of("2 x\n-5 07 8\n");
	struct as_text_number *numbers;
	AS_AUTO_BYTES struct as_bytes set = {0};
	size_t count;

	cr_assert_eq(as_text_numbers(&text, &numbers, &count, NULL), 0);
	cr_assert_eq(count, 3);
	cr_expect_eq(numbers[0].line_tokens, 2);
	cr_expect_eq(numbers[1].value, -5);
	cr_expect_eq(numbers[2].line, 2);
	cr_expect_eq(numbers[2].place, 3);
	cr_assert_eq(
		as_text_move_number(&text, numbers[2].token, 1, AS_COUNTED_NOTHING, &set, NULL), 0);
	cr_expect_str_eq(set.data, "2 x\n-5 07 9\n");
	free(numbers);
}

/* ---- counts ---- */

struct move {
	const char *text;
	size_t token;
	int by;
	enum as_counted counted;
	const char *moved; /* NULL: the number counts nothing */
};

static const struct move moves[] = {
	{"3\n5 6 7\n", 0, 1, AS_COUNTED_TOKENS, "4\n5 6 7 7\n"},
	{"3\n5 6 7\n", 0, -1, AS_COUNTED_TOKENS, "2\n5 6\n"},
	{"3 5 6 7\n", 0, 1, AS_COUNTED_TOKENS, "4 5 6 7 7\n"},
	{"2 9\n1 1\n2 2\n", 0, 1, AS_COUNTED_LINES, "3 9\n1 1\n2 2\n2 2\n"},
	{"2 9\n1 1\n2 2\n", 0, -1, AS_COUNTED_LINES, "1 9\n1 1\n"},
	{"2 9\n1 1\n2 2\n", 1, 1, AS_COUNTED_TOKENS, NULL},
	{"2 9\n1 1\n2 2\n", 1, 1, AS_COUNTED_LINES, NULL},
	{"7\n", 0, 1, AS_COUNTED_LINES, NULL},
	{"9223372036854775807\n", 0, 1, AS_COUNTED_NOTHING, NULL},
};

Test(change, a_count_is_moved_with_what_it_counts)
{
	for (size_t i = 0; i < sizeof(moves) / sizeof(*moves); i++) {
		const struct move *move = &moves[i];
		const struct as_bytes text = bytes_of(move->text);
		AS_AUTO_BYTES struct as_bytes moved = {0};
		cr_assert_eq(as_text_move_number(
				     &text, move->token, move->by, move->counted, &moved, NULL),
			0);
		if (!move->moved)
			cr_expect_null(moved.data, "%s: %s", move->text, moved.data);
		else
			cr_expect_str_eq(moved.data, move->moved);
	}
}
