/* SPDX-License-Identifier: MIT */
/* The programs that pass all tests: gaps first, each with its change and its input. */
#include "page.h"

#include <inttypes.h>
#include <string.h>

/* Bytes that are shown of an input or answer, and of a changed line. */
#define MAX_SHOWN 4000
#define MAX_CHANGE 2000

/* ---- the change ---- */

static bool is_inside(const char *text)
{
	return ((unsigned char)*text & 0xC0) == 0x80;
}

/* The length of the common beginning; no character is cut. */
static size_t count_before(const struct as_mutant_change *change)
{
	const char *before = change->before, *after = change->after;
	size_t length = 0;

	while (before[length] && before[length] == after[length])
		length++;
	while (length && (is_inside(before + length) || is_inside(after + length)))
		length--;
	return length;
}

/* The length of the common end after `skip` bytes. */
static size_t count_after(const struct as_mutant_change *change, size_t skip)
{
	const char *before = change->before + strlen(change->before);
	const char *after = change->after + strlen(change->after);
	size_t length = 0;

	while (before > change->before + skip && after > change->after + skip &&
		before[-1] == after[-1]) {
		before--;
		after--;
		length++;
	}
	while (length && is_inside(before)) {
		before++;
		length--;
	}
	return length;
}

static void write_side(
	FILE *out, const char *element, const char *text, size_t before, size_t after)
{
	const size_t size = strlen(text);
	const size_t end = size - after;

	fprintf(out, "<%s>%s", element, strcmp(element, "del") == 0 ? "- " : "+ ");
	as_html_untrusted(out, text, before, MAX_CHANGE, AS_HTML_LINE);
	if (end > before) {
		fputs("<mark>", out);
		as_html_untrusted(out, text + before, end - before, MAX_CHANGE, AS_HTML_LINE);
		fputs("</mark>", out);
	}
	as_html_untrusted(out, text + end, after, MAX_CHANGE, AS_HTML_LINE);
	fprintf(out, "</%s>", element);
}

static void write_change(FILE *out, const struct as_mutant_change *change)
{
	const size_t before = count_before(change);
	const size_t after = count_after(change, before);

	fputs("<pre class=\"change\" tabindex=\"0\" role=\"group\" aria-label=\"Change\">", out);
	write_side(out, "del", change->before, before, after);
	fputc('\n', out);
	write_side(out, "ins", change->after, before, after);
	fputs("</pre>", out);
}

/* ---- the input ---- */

void page_write_data(FILE *out, const char *what, const struct as_bytes *data)
{
	fprintf(out, "<p>%s, %zu byte%s:</p>", what, data->size, data->size == 1 ? "" : "s");
	if (!data->size)
		return;
	/* The parser of a browser drops a line feed at the beginning. */
	fprintf(out, "<pre tabindex=\"0\" role=\"group\" aria-label=\"%s\">\n", what);
	const size_t shown =
		as_html_untrusted(out, data->data, data->size, MAX_SHOWN, AS_HTML_BLOCK);
	fputs("</pre>", out);
	if (shown < data->size)
		fprintf(out, "<p class=\"cut\">the first %zu of %zu bytes</p>", shown, data->size);
}

void page_write_line(
	const struct page *page, const char *folders, size_t place, const struct as_bytes *input)
{
	FILE *out = page->out;
	AS_AUTO_FREE char *name = as_strength_line_name(page->report, page->package, place, NULL);
	AS_AUTO_FREE char *quoted = as_stress_quote(input, NULL);

	if (!quoted || !name || strlen(quoted) > AS_STRENGTH_LINE_BYTES)
		return;
	fputs("<p>A line for ", out);
	as_html_text(out, folders);
	fprintf(out, " in the recipe: <code>%s: {in: ", name);
	as_html_text(out, quoted);
	fputs("}</code></p>", out);
}

/* Of the lines of the recipe, those whose inputs killed the program. */
static void write_draws(FILE *out, const struct as_stress_draws *draws)
{
	unsigned tried = 0, failed = 0;

	for (size_t i = 0; i < draws->count; i++) {
		const struct as_stress_draw *draw = &draws->items[i];
		tried += draw->tried;
		if (!draw->failed)
			continue;
		fputs(failed ? ", " : "<p>More tests of these lines of the recipe: ", out);
		failed += draw->failed;
		as_html_text(out, draw->test);
		fprintf(out, " (killed by %u of %u)", draw->failed, draw->tried);
	}
	if (failed)
		fputs("</p>", out);
	else if (tried)
		fprintf(out, "<p>Not killed by %u input%s that the lines of the recipe made.</p>",
			tried, page_plural(tried));
}

static void write_gap(const struct page *page, size_t place)
{
	const struct as_strength_gap *gap = as_strength_gap_at(page->report, place, NULL);
	FILE *out = page->out;
	AS_AUTO_FREE char *folders = as_strength_line_folders(gap, page->package, NULL);

	fprintf(out, "<p><span class=\"key %s\">%s</span> on an input that the tests lack.</p>",
		as_verdict_name(gap->verdict), as_verdict_name(gap->verdict));
	if (gap->kills > 1)
		fprintf(out, "<p>The input kills %zu programs.</p>", gap->kills);
	page_write_data(out, "Input", &gap->input);
	if (gap->answer.size)
		page_write_data(out, "Right answer", &gap->answer);
	write_draws(out, &gap->draws);
	page_write_line(page, folders ? folders : gap->folder, place, &gap->input);
}

/* ---- a program ---- */

static void write_mistake(
	const struct page *page, const struct as_strength_program *program, bool is_known)
{
	FILE *out = page->out;

	if (is_known)
		fputs("<span class=\"key CE\">in the baseline</span> ", out);
	fputs("<span class=\"mono\">", out);
	as_html_text(
		out, program->path ? program->path : page->report->sources[program->source].path);
	if (!program->path)
		fprintf(out, ":%u", program->line);
	fprintf(out, "</span></h3><p>");
	if (program->path)
		fputs("A wrong submission of the package passes all tests.</p>", out);
	else
		fprintf(out, "<b>%s</b>: %s</p>", program->kind->name, program->kind->mistake);
}

static void write_program(const struct page *page, size_t index)
{
	const struct as_strength_program *program = &page->report->programs[index];
	FILE *out = page->out;

	fprintf(out,
		"<section class=\"card program\" id=\"m%zu\"><h3><span class=\"chip "
		"bad\">%s</span> ",
		index, as_mutant_state_name(program->state));
	write_mistake(page, program, program->is_known);
	if (!program->path)
		write_change(out, &program->change);
	if (program->state == AS_MUTANT_GAP)
		write_gap(page, index);
	else if (program->reason) {
		fputs("<p>Right by strength.yaml: ", out);
		as_html_name(out, program->reason);
		fputs("</p>", out);
	} else if (program->is_disputed)
		fputs("<p>Accepted submissions disagree about an input on which it fails.</p>",
			out);
	else if (program->tried || program->is_inconclusive)
		fprintf(out, "<p>No difference found in %" PRIu64 " inputs%s.</p>", program->tried,
			program->is_inconclusive
				? "; inconclusive: the time ended before enough were tried"
				: "");
	fputs("</section>", out);
}

static void write_state(const struct page *page, enum as_mutant_state state)
{
	for (size_t i = 0; i < as_strength_count_programs(page->report); i++)
		if (page->report->programs[i].state == state)
			write_program(page, i);
}

void page_write_programs(const struct page *page)
{
	size_t count = 0;

	for (size_t i = 0; i < as_strength_count_programs(page->report); i++)
		count += as_strength_has_passed(&page->report->programs[i]) ||
			 page->report->programs[i].state == AS_MUTANT_RIGHT;
	if (!count)
		return;
	fputs("<h2>Programs that pass all tests</h2><p class=\"sub\">A gap fails on an input that "
	      "was found. A survivor may be right.</p><div class=\"programs\">",
		page->out);
	for (size_t i = 0; i < page->gap_count; i++)
		write_program(page, page->gaps[i]);
	write_state(page, AS_MUTANT_SURVIVED);
	write_state(page, AS_MUTANT_RIGHT);
	fputs("</div>", page->out);
}

/* ---- gaps of groups ---- */

static void write_group_gap(const struct page *page, size_t index)
{
	const struct as_strength_group_gap *item = &page->report->group_gaps.items[index];
	const struct as_strength_program *program = &page->report->programs[item->program];
	FILE *out = page->out;

	fputs("<section class=\"card program\"><h3><span class=\"chip bad\">gap of ", out);
	as_html_text(out, page->package->groups[item->group].name);
	fputs("</span> ", out);
	write_mistake(page, program, item->is_known);
	write_change(out, &program->change);
	write_gap(page, as_strength_count_programs(page->report) + index);
	fputs("</section>", out);
}

/* Each input once. */
void page_write_group_gaps(const struct page *page)
{
	const struct as_strength_group_gaps *gaps = &page->report->group_gaps;

	if (!gaps->count)
		return;
	fputs("<h2>Gaps of groups</h2><p class=\"sub\">Mutants that pass all tests of a group, but "
	      "fail on an input of the group.</p><div class=\"programs\">",
		page->out);
	for (size_t i = 0; i < gaps->count; i++)
		if (gaps->items[i].gap.first == i)
			write_group_gap(page, i);
	fputs("</div>", page->out);
}
