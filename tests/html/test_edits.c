/* SPDX-License-Identifier: MIT */
/* The shortest way from one text to another. */
#include <assay/html/edits.h>
#include <criterion/criterion.h>
#include <string.h>

/* The steps as text: '=', '-' and '+'; NULL: not found. */
static char *edit(const char *left, const char *right)
{
	AS_AUTO_FREE struct as_text_line *held[2] = {0};
	struct as_lines lines[2];
	struct as_edits edits;
	char *text = NULL;

	cr_assert_eq(as_lines_split(left, strlen(left), &lines[0], NULL), 0);
	cr_assert_eq(as_lines_split(right, strlen(right), &lines[1], NULL), 0);
	if (as_edits_find(lines[0], lines[1], &edits, NULL) == 1) {
		text = calloc(edits.count + 1, 1);
		for (size_t i = 0; i < edits.count; i++)
			text[i] = edits.steps[i] == AS_DIFF_BOTH   ? '='
				  : edits.steps[i] == AS_DIFF_LEFT ? '-'
								   : '+';
		free(edits.steps);
	}
	free(lines[0].items);
	free(lines[1].items);
	return text;
}

/* Walks along the steps: common lines are equal, and both texts are used up. */
static void expect_valid(const char *left, const char *right, const char *steps)
{
	for (; *steps; steps++) {
		if (*steps == '=')
			cr_assert_eq(*left, *right);
		left += *steps != '+' ? 2 : 0;
		right += *steps != '-' ? 2 : 0;
	}
	cr_assert(*left == '\0' && *right == '\0');
}

static bool is_equal(
	const struct as_text_line *left, const struct as_text_line *right, const void *context)
{
	(void)context;
	return *left->text == *right->text;
}

/* The longest common subsequence, by the other algorithm. */
static size_t common_of(const char *left, const char *right)
{
	struct as_text_line lines[2][40];
	AS_AUTO_FREE struct as_diff *diff = calloc(1, sizeof(*diff));

	for (; left[diff->left_count * 2]; diff->left_count++)
		lines[0][diff->left_count] = (struct as_text_line){&left[diff->left_count * 2], 1};
	for (; right[diff->right_count * 2]; diff->right_count++)
		lines[1][diff->right_count] =
			(struct as_text_line){&right[diff->right_count * 2], 1};
	as_diff_compare(diff, lines[0], lines[1], is_equal, NULL);
	return diff->common[0][0];
}

static unsigned seed = 1;

static unsigned dice(unsigned sides)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 16) % sides;
}

static void write_random(char *text)
{
	const unsigned count = dice(30), letters = 1 + dice(4);

	for (unsigned i = 0; i < count; i++) {
		*text++ = (char)('a' + dice(letters));
		*text++ = '\n';
	}
	*text = '\0';
}

Test(edits, random_texts_have_as_many_common_lines_as_possible)
{
	for (int round = 0; round < 3000; round++) {
		char left[80], right[80];
		size_t common = 0;
		write_random(left);
		write_random(right);
		AS_AUTO_FREE char *steps = edit(left, right);
		cr_assert(steps);
		expect_valid(left, right, steps);
		for (const char *at = steps; *at; at++)
			common += *at == '=';
		cr_assert_eq(common, common_of(left, right), "%s%s%s", left, right, steps);
	}
}

static void expect_steps(const char *left, const char *right, const char *expected)
{
	AS_AUTO_FREE char *steps = edit(left, right);

	cr_expect_str_eq(steps, expected);
}

Test(edits, few_lines)
{
	expect_steps("", "", "");
	expect_steps("a\nb\n", "a\nb\n", "==");
	expect_steps("", "a\nb", "++");
	expect_steps("a\n", "", "-");
	expect_steps("a\nb\nc\n", "a\nx\nc\n", "=-+=");
}

Test(edits, too_many_edits_are_not_found)
{
	char left[4 * 1200] = "", right[4 * 1200] = "";

	for (int i = 0; i < 1100; i++) {
		strcat(left, i % 2 ? "a\n" : "b\n");
		strcat(right, "c\n");
	}
	AS_AUTO_FREE char *steps = edit(left, right);
	cr_expect_null(steps);
}
