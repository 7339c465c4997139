/* SPDX-License-Identifier: MIT */
/*
 * The lines in which an output differs from an answer. Common lines at the beginning and the end
 * are omitted. Of the rest, the first MAX_LINES are compared by their longest common subsequence.
 */
#include "page.h"

/* Lines of each text that are compared; lines of context before the first difference. */
#define MAX_LINES 200
#define CONTEXT 3
#define LINE_MAX_BYTES 300

struct lines {
	struct line {
		const char *text;
		size_t size;
	} * items;
	size_t count;
};

/* If memory runs out, there are no lines. */
static struct lines split(const char *text, size_t size)
{
	struct lines lines = {0};
	size_t max = 1;

	for (size_t i = 0; i < size; i++)
		max += text[i] == '\n';
	lines.items = calloc(max, sizeof *lines.items);
	for (const char *at = text, *end = text + size; lines.items && at < end;) {
		const char *feed = memchr(at, '\n', (size_t)(end - at));
		const size_t length = (size_t)((feed ? feed : end) - at);
		lines.items[lines.count++] = (struct line){at, length};
		at += length + (feed ? 1 : 0);
	}
	return lines;
}

/* Trailing blanks are ignored, because hardly any problem requires them. */
static bool is_same(const struct line *a, const struct line *b)
{
	size_t left = a->size, right = b->size;

	while (left > 0 && strchr(" \t\r", a->text[left - 1]) && a->text[left - 1])
		left--;
	while (right > 0 && strchr(" \t\r", b->text[right - 1]) && b->text[right - 1])
		right--;
	return left == right && memcmp(a->text, b->text, left) == 0;
}

/* ---- writing ---- */

static void write_line(FILE *out, const char *class, size_t number, const struct line *line)
{
	const char sign = *class == 'a' ? '-' : *class == 'o' ? '+' : ' ';

	fprintf(out, "<span class=\"d %s\"><span class=\"no\">%zu</span>%c ", class, number, sign);
	as_html_untrusted(out, line->text, line->size, LINE_MAX_BYTES, AS_HTML_LINE);
	fputs("\n</span>", out);
}

/* Lengths of the longest common subsequences of the lines from two positions on. */
typedef uint16_t lengths[MAX_LINES + 1][MAX_LINES + 1];

static void fill_lengths(lengths *table, const struct line *output, size_t output_count,
	const struct line *answer, size_t answer_count)
{
	for (size_t i = output_count; i-- > 0;)
		for (size_t k = answer_count; k-- > 0;) {
			const uint16_t down = (*table)[i + 1][k], right = (*table)[i][k + 1];
			(*table)[i][k] = is_same(&output[i], &answer[k])
						 ? (uint16_t)((*table)[i + 1][k + 1] + 1)
						 : (down > right ? down : right);
		}
}

/* `first`: the number of lines before these. */
static void write_compared(FILE *out, const struct lines *output, const struct lines *answer,
	size_t first, size_t output_count, size_t answer_count)
{
	AS_AUTO_FREE lengths *table = calloc(1, sizeof *table);
	size_t i = 0, k = 0;

	if (!table)
		return;
	fill_lengths(
		table, output->items + first, output_count, answer->items + first, answer_count);
	while (i < output_count || k < answer_count) {
		const struct line *left = &output->items[first + i];
		const struct line *right = &answer->items[first + k];
		if (i < output_count && k < answer_count && is_same(left, right)) {
			write_line(out, "same", first + i + 1, left);
			i++;
			k++;
		} else if (k < answer_count &&
			   (i == output_count || (*table)[i][k + 1] >= (*table)[i + 1][k])) {
			write_line(out, "answer", first + k + 1, right);
			k++;
		} else {
			write_line(out, "output", first + i + 1, left);
			i++;
		}
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

	while (first < both && is_same(&output->items[first], &answer->items[first]))
		first++;
	/* The end of an excerpt is unknown. */
	while (!diff->is_cut && last < both - first &&
		is_same(&output->items[output->count - 1 - last],
			&answer->items[answer->count - 1 - last]))
		last++;
	if (first == output->count && first == answer->count) {
		fprintf(out, "<p class=\"sub\">No line differs%s.</p>",
			diff->is_cut ? " in what is shown" : "");
		return;
	}
	const size_t begin = first > CONTEXT ? first - CONTEXT : 0;
	const size_t output_count = min(output->count - last - begin, MAX_LINES);
	const size_t answer_count = min(answer->count - last - begin, MAX_LINES);
	fputs("<p class=\"sub\"><span class=\"d answer\">\xe2\x88\x92 answer</span> <span "
	      "class=\"d output\">+ output</span></p><pre class=\"diff\" tabindex=\"0\">",
		out);
	write_compared(out, output, answer, begin, output_count, answer_count);
	fputs("</pre>", out);
	if (output_count == MAX_LINES || answer_count == MAX_LINES)
		fprintf(out, "<p class=\"cut\">At most %d lines of each are compared.</p>",
			MAX_LINES);
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
