/* SPDX-License-Identifier: MIT */
/*
 * Expected and own output side by side. Lines are equal if the output check would accept them: by
 * default only the tokens of a line are compared. Texts may have any size, so only some lines
 * around the first difference are compared; the lines before and after are counted.
 */
#include "state.h"

#include <assay/html/diff.h>
#include <string.h>

#define CONTEXT_LINES 3
#define MAX_LINES 40 /* of each text */
#define MAX_LINE_BYTES 400
/* Bytes of a long line that are shown before its first difference. */
#define CONTEXT_BYTES 80
/* Bytes of a line that are compared as tokens with every other line. */
#define MAX_COMPARED_BYTES 4096

/* ---- lines ---- */

static size_t count_lines(struct as_text_line rest)
{
	struct as_text_line line;
	size_t count = 0;

	while (as_text_take_line(&rest, &line))
		count++;
	return count;
}

/* ---- the same for the output check ---- */

static bool take_token(struct as_text_line *line, struct as_text_line *token)
{
	while (line->size && as_check_is_space((unsigned char)*line->text)) {
		line->text++;
		line->size--;
	}
	*token = (struct as_text_line){.text = line->text};
	while (line->size && !as_check_is_space((unsigned char)*line->text)) {
		line->text++;
		line->size--;
		token->size++;
	}
	return token->size;
}

/* strncasecmp would stop at a NUL. */
static bool has_same_text(const struct as_text_line *a, const struct as_text_line *b,
	const struct as_check_flags *flags)
{
	for (size_t i = 0; i < a->size; i++)
		if (as_check_fold(flags, (unsigned char)a->text[i]) !=
			as_check_fold(flags, (unsigned char)b->text[i]))
			return false;
	return true;
}

static bool is_same_token(const struct as_text_line *a, const struct as_text_line *b,
	const struct as_check_flags *flags)
{
	if (a->size == b->size && has_same_text(a, b, flags))
		return true;
	return a->size <= AS_CHECK_NUMBER_BYTES && b->size <= AS_CHECK_NUMBER_BYTES &&
	       as_check_number_near(flags, b->text, b->size, a->text, a->size);
}

static bool is_same(
	struct as_text_line a, struct as_text_line b, const struct as_check_flags *flags)
{
	struct as_text_line left, right;

	if (a.size == b.size && memcmp(a.text, b.text, a.size) == 0)
		return true;
	if (flags->space_change_sensitive)
		return false;
	for (;;) {
		const bool more_left = take_token(&a, &left), more_right = take_token(&b, &right);
		if (more_left != more_right)
			return false;
		if (!more_left)
			return true;
		if (!is_same_token(&left, &right, flags))
			return false;
	}
}

/* ---- the part that is shown ---- */

struct part {
	struct as_text_line lines[MAX_LINES];
	size_t count;
	struct as_text_line rest;
};

struct diff {
	FILE *out;
	const struct as_check_flags *flags;
	struct part expected, output;
	size_t skipped; /* lines before, the same in both */
	struct as_diff common;
};

/* Moves both parts to a few lines before the first difference. */
static void find_difference(struct diff *diff)
{
	struct part *a = &diff->expected, *b = &diff->output;
	struct as_text_line before[CONTEXT_LINES + 1][2];
	size_t same = 0;

	for (;; same++) {
		struct as_text_line left, right;
		before[same % (CONTEXT_LINES + 1)][0] = a->rest;
		before[same % (CONTEXT_LINES + 1)][1] = b->rest;
		if (!as_text_take_line(&a->rest, &left) || !as_text_take_line(&b->rest, &right) ||
			!is_same(left, right, diff->flags))
			break;
	}
	diff->skipped = same > CONTEXT_LINES ? same - CONTEXT_LINES : 0;
	a->rest = before[diff->skipped % (CONTEXT_LINES + 1)][0];
	b->rest = before[diff->skipped % (CONTEXT_LINES + 1)][1];
}

static void take_lines(struct part *part)
{
	while (part->count < MAX_LINES && as_text_take_line(&part->rest, &part->lines[part->count]))
		part->count++;
}

/* Many pairs are compared, so in very long lines white space is significant. */
static bool is_same_pair(
	const struct as_text_line *a, const struct as_text_line *b, const void *flags)
{
	if (a->size > MAX_COMPARED_BYTES || b->size > MAX_COMPARED_BYTES)
		return a->size == b->size && memcmp(a->text, b->text, a->size) == 0;
	return is_same(*a, *b, flags);
}

/* ---- writing ---- */

static bool is_inside(const struct as_text_line *line, size_t at)
{
	return at < line->size && ((unsigned char)line->text[at] & 0xC0) == 0x80;
}

/* The start of the character at a position; if the bytes are not UTF-8, a position close by. */
static size_t character_start(const struct as_text_line *line, size_t at)
{
	for (int i = 0; i < 3 && at > 0 && is_inside(line, at); i++)
		at--;
	return at;
}

/* Finds the first and the last difference between two lines. */
static void find_change(
	const struct as_text_line *a, const struct as_text_line *b, size_t *start, size_t *same_end)
{
	const size_t min = a->size < b->size ? a->size : b->size;
	size_t before = 0, after = 0;

	while (before < min && a->text[before] == b->text[before])
		before++;
	before = character_start(is_inside(a, before) ? a : b, before);
	while (after < min - before && a->text[a->size - after - 1] == b->text[b->size - after - 1])
		after++;
	for (int i = 0; i < 3 && after > 0 && is_inside(a, a->size - after); i++)
		after--;
	*start = before;
	*same_end = after;
}

static void write_cut(FILE *out, size_t bytes)
{
	fputs("<span class=\"cut\">\xe2\x80\xa6 ", out);
	as_html_bytes(out, bytes);
	fputs("</span>", out);
}

/* Writes a line with the bytes between `from` and `to` marked; of a long line, those around
 * `from`. */
static void write_line(FILE *out, const struct as_text_line *line, size_t from, size_t to)
{
	size_t begin =
		line->size > MAX_LINE_BYTES && from > CONTEXT_BYTES ? from - CONTEXT_BYTES : 0;

	begin = character_start(line, begin);
	const size_t end = character_start(
		line, line->size - begin > MAX_LINE_BYTES ? begin + MAX_LINE_BYTES : line->size);
	if (to > end)
		to = end;
	if (begin)
		write_cut(out, begin);
	as_html_untrusted(out, line->text + begin, from - begin, SIZE_MAX, AS_HTML_BLOCK);
	if (from < to) {
		fputs("<mark>", out);
		as_html_untrusted(out, line->text + from, to - from, SIZE_MAX, AS_HTML_BLOCK);
		fputs("</mark>", out);
	}
	const size_t next = from < to ? to : from;
	if (next < end)
		as_html_untrusted(out, line->text + next, end - next, SIZE_MAX, AS_HTML_BLOCK);
	if (end < line->size)
		write_cut(out, line->size - end);
}

static void write_side(
	FILE *out, const struct as_text_line *line, size_t number, size_t start, size_t same_end)
{
	if (!line) {
		fputs("<td class=\"line\"></td><td class=\"gone\"></td>", out);
		return;
	}
	fprintf(out, "<td class=\"line\">%zu</td><td><code>", number);
	write_line(out, line, start, same_end == SIZE_MAX ? start : line->size - same_end);
	fputs("</code></td>", out);
}

/* Either may be NULL if the other line has no counterpart. Indices into the parts. */
static void write_row(const struct diff *diff, size_t i, size_t j)
{
	const struct as_text_line *a = i < diff->expected.count ? &diff->expected.lines[i] : NULL;
	const struct as_text_line *b = j < diff->output.count ? &diff->output.lines[j] : NULL;
	const bool same = a && b && diff->common.same[i][j];
	size_t start = 0, same_end = 0;

	if (a && b && !same)
		find_change(a, b, &start, &same_end);
	fprintf(diff->out, "<tr class=\"%s\">", same ? "same" : "differs");
	/* Parts are marked in pairs of different lines only. */
	const bool marks = a && b && !same;
	write_side(diff->out, a, diff->skipped + i + 1, start, marks ? same_end : SIZE_MAX);
	write_side(diff->out, b, diff->skipped + j + 1, start, marks ? same_end : SIZE_MAX);
	fputs("</tr>", diff->out);
}

/* Pairs lines that only one text has in order, up to the next common line. */
static void write_rows(const struct diff *diff)
{
	size_t i = 0, j = 0;
	enum as_diff_step step;

	do {
		size_t to_i = i, to_j = j;
		while ((step = as_diff_next(&diff->common, to_i, to_j)) > AS_DIFF_BOTH) {
			to_i += step == AS_DIFF_LEFT;
			to_j += step == AS_DIFF_RIGHT;
		}
		while (i < to_i || j < to_j) {
			write_row(diff, i < to_i ? i : SIZE_MAX, j < to_j ? j : SIZE_MAX);
			i += i < to_i;
			j += j < to_j;
		}
		if (step == AS_DIFF_BOTH)
			write_row(diff, i++, j++);
	} while (step == AS_DIFF_BOTH);
}

static void write_more(const struct diff *diff)
{
	const size_t left = count_lines(diff->expected.rest);
	const size_t right = count_lines(diff->output.rest);

	if (left == 0 && right == 0)
		return;
	fprintf(diff->out,
		"<p class=\"cut\">Cut: %zu more line%s of the expected output, %zu of yours.</p>",
		left, left == 1 ? "" : "s", right);
}

void as_page_write_diff(FILE *out, const struct as_bytes *expected, const struct as_bytes *output,
	const struct as_check_flags *flags)
{
	AS_AUTO_FREE struct diff *diff = calloc(1, sizeof(*diff));

	if (!diff) {
		fputs("<p class=\"cut\">There is no memory for a comparison.</p>", out);
		return;
	}
	diff->out = out;
	diff->flags = flags;
	diff->expected.rest = (struct as_text_line){expected->data, expected->size};
	diff->output.rest = (struct as_text_line){output->data, output->size};
	find_difference(diff);
	if (diff->skipped)
		fprintf(out, "<p class=\"cut\">The first %zu line%s are the same.</p>",
			diff->skipped, diff->skipped == 1 ? "" : "s");
	take_lines(&diff->expected);
	take_lines(&diff->output);
	diff->common.left_count = diff->expected.count;
	diff->common.right_count = diff->output.count;
	as_diff_compare(
		&diff->common, diff->expected.lines, diff->output.lines, is_same_pair, flags);
	if (diff->expected.count == 0 && diff->output.count == 0) {
		fputs("<p class=\"none-found\">Both are empty.</p>", out);
		return;
	}
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Expected output "
	      "and your output\"><table class=\"diff\"><thead><tr><th class=\"line\"></th>"
	      "<th scope=\"col\">Expected</th><th class=\"line\"></th>"
	      "<th scope=\"col\">Your output</th></tr></thead><tbody>",
		out);
	write_rows(diff);
	fputs("</tbody></table></div>", out);
	write_more(diff);
}
