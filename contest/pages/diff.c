/* SPDX-License-Identifier: MIT */
/*
 * The lines in which an output differs from an answer. Common lines at the beginning and the end
 * are omitted. Of the rest, the first AS_DIFF_MAX_LINES are compared by their longest common
 * subsequence.
 */
#include "page.h"

#include <assay/html/diff.h>

/* Lines before the first difference. */
#define CONTEXT 3
#define LINE_MAX_BYTES 300

struct lines {
	struct as_text_line *items;
	size_t count;
};

/* If memory runs out, there are no lines. */
static struct lines split(const char *text, size_t size)
{
	struct as_text_line rest = {text, size};
	struct lines lines = {0};
	size_t max = 1;

	for (size_t i = 0; i < size; i++)
		max += text[i] == '\n';
	lines.items = calloc(max, sizeof *lines.items);
	while (lines.items && as_text_take_line(&rest, &lines.items[lines.count]))
		lines.count++;
	return lines;
}

/* Trailing blanks are ignored, because hardly any problem requires them. */
static bool is_same(const struct as_text_line *a, const struct as_text_line *b, const void *context)
{
	size_t left = a->size, right = b->size;

	(void)context;
	while (left > 0 && strchr(" \t\r", a->text[left - 1]) && a->text[left - 1])
		left--;
	while (right > 0 && strchr(" \t\r", b->text[right - 1]) && b->text[right - 1])
		right--;
	return left == right && memcmp(a->text, b->text, left) == 0;
}

/* ---- writing ---- */

static void write_line(FILE *out, const char *class, size_t number, const struct as_text_line *line)
{
	const char sign = *class == 'a' ? '-' : *class == 'o' ? '+' : ' ';

	fprintf(out, "<span class=\"d %s\"><span class=\"no\">%zu</span>%c ", class, number, sign);
	as_html_untrusted(out, line->text, line->size, LINE_MAX_BYTES, AS_HTML_LINE);
	fputs("\n</span>", out);
}

/* `first`: the number of lines before these. */
static void write_compared(FILE *out, const struct lines *output, const struct lines *answer,
	size_t first, size_t output_count, size_t answer_count)
{
	const struct as_text_line *left = answer->items + first, *right = output->items + first;
	AS_AUTO_FREE struct as_diff *diff = calloc(1, sizeof *diff);
	enum as_diff_step step;

	if (!diff)
		return;
	diff->left_count = answer_count;
	diff->right_count = output_count;
	as_diff_compare(diff, left, right, is_same, NULL);
	for (size_t i = 0, k = 0; (step = as_diff_next(diff, i, k)) != AS_DIFF_END;) {
		if (step == AS_DIFF_LEFT)
			write_line(out, "answer", first + i + 1, &left[i]);
		else
			write_line(out, step == AS_DIFF_BOTH ? "same" : "output", first + k + 1,
				&right[k]);
		i += step != AS_DIFF_RIGHT;
		k += step != AS_DIFF_LEFT;
	}
}

static size_t min(size_t a, size_t b)
{
	return a < b ? a : b;
}

static void write_difference(FILE *out, const struct page_diff *diff, const struct lines *output,
	const struct lines *answer)
{
	size_t first = 0, last = 0;
	const size_t both = min(output->count, answer->count);

	while (first < both && is_same(&output->items[first], &answer->items[first], NULL))
		first++;
	/* The end of an excerpt is unknown. */
	while (!diff->is_cut && last < both - first &&
		is_same(&output->items[output->count - 1 - last],
			&answer->items[answer->count - 1 - last], NULL))
		last++;
	if (first == output->count && first == answer->count) {
		fprintf(out, "<p class=\"sub\">No line differs%s.</p>",
			diff->is_cut ? " in what is shown" : "");
		return;
	}
	const size_t begin = first > CONTEXT ? first - CONTEXT : 0;
	const size_t output_count = min(output->count - last - begin, AS_DIFF_MAX_LINES);
	const size_t answer_count = min(answer->count - last - begin, AS_DIFF_MAX_LINES);
	fputs("<p class=\"sub\"><span class=\"d answer\">\xe2\x88\x92 answer</span> <span "
	      "class=\"d output\">+ output</span></p><pre class=\"diff\" tabindex=\"0\">",
		out);
	write_compared(out, output, answer, begin, output_count, answer_count);
	fputs("</pre>", out);
	if (output_count == AS_DIFF_MAX_LINES || answer_count == AS_DIFF_MAX_LINES)
		fprintf(out, "<p class=\"cut\">At most %d lines of each are compared.</p>",
			AS_DIFF_MAX_LINES);
}

void page_difference(FILE *out, const struct page_diff *diff)
{
	struct lines output = split(diff->output, diff->output_size);
	struct lines answer = split(diff->answer, diff->answer_size);

	if (output.items && answer.items)
		write_difference(out, diff, &output, &answer);
	free(output.items);
	free(answer.items);
}
