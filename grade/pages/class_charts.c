/* SPDX-License-Identifier: MIT */
/* The distribution of the totals, and the difficulty of each item. Bars are drawings in a table
 * that has the same numbers. */
#include "maxima.h"

#define DASH "\xe2\x80\x93"
#define MAX_BINS 20
#define USUAL_BINS 10

/* A part of a bar that is 1000 wide. */
static void write_bar(FILE *out, const char *class, int64_t width)
{
	fprintf(out,
		"<svg class=\"bar\" viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" "
		"aria-hidden=\"true\"><rect class=\"%s\" width=\"%lld\" height=\"10\"/></svg>",
		class, (long long)width);
}

/* ---- totals ---- */

struct bins {
	int64_t width_e4;
	size_t count;
	size_t people[MAX_BINS + 1];
};

/* Of totals that are final. One bin for each point if these are few, and one more for the full
 * total. */
static struct bins make_bins(const struct as_pages *pages)
{
	const int64_t total_e4 = pages->fulls_e4[pages->config.scheme->item_count];
	const bool by_point = total_e4 % AS_POINT_E4 == 0 && total_e4 >= 5 * AS_POINT_E4 &&
			      total_e4 <= MAX_BINS * AS_POINT_E4;
	struct bins bins = {.count = by_point ? (size_t)(total_e4 / AS_POINT_E4) : USUAL_BINS};

	bins.width_e4 = total_e4 / (int64_t)bins.count;
	if (bins.width_e4 == 0)
		bins.width_e4 = 1;
	for (size_t i = 0; i < pages->count; i++) {
		const struct as_entered *person = &pages->people[i];
		if (!person->complete || person->flags.is_unlisted)
			continue;
		size_t bin = (size_t)(as_page_total(pages, person) / bins.width_e4);
		if (bin > bins.count)
			bin = bins.count;
		bins.people[bin]++;
	}
	return bins;
}

static void write_bin(FILE *out, const struct bins *bins, size_t bin, size_t max)
{
	const size_t people = bins->people[bin];
	const int64_t from = (int64_t)bin * bins->width_e4;

	fprintf(out, "<tr><th scope=\"row\">%s", AS_POINTS(from));
	if (bin < bins->count)
		fprintf(out, " to &lt;\xc2\xa0%s", AS_POINTS(from + bins->width_e4));
	else
		fputs(" and more", out);
	fputs("</th><td>", out);
	write_bar(out, "done", (int64_t)(1000 * people / max));
	fprintf(out, "</td><td class=\"number\">%zu</td></tr>", people);
}

void as_teacher_write_histogram(const struct as_pages *pages, FILE *out)
{
	const struct bins bins = make_bins(pages);
	size_t max = 1;

	for (size_t i = 0; i <= bins.count; i++)
		if (bins.people[i] > max)
			max = bins.people[i];
	fputs("<h2 id=\"totals\">Totals</h2><div class=\"card\"><table class=\"list chart "
	      "bins\"><thead>"
	      "<tr><th scope=\"col\">Points</th><td></td><th scope=\"col\" class=\"number\">People"
	      "</th></tr></thead><tbody>",
		out);
	for (size_t i = bins.count + 1; i-- > 0;)
		write_bin(out, &bins, i, max);
	fputs("</tbody></table></div>", out);
}

/* ---- items ---- */

struct difficulty {
	size_t marked, full, zero;
	int64_t sum_e4; /* scaled to the maximum that the page shows */
};

static bool is_marked(const struct as_entered_mark *mark)
{
	return mark->overridden || mark->state == AS_MARK_JUDGED || mark->state == AS_MARK_GIVEN;
}

static struct difficulty difficulty_of(const struct as_pages *pages, size_t item)
{
	struct difficulty difficulty = {0};

	for (size_t i = 0; i < pages->count; i++) {
		const struct as_entered_mark *mark = &pages->people[i].marks[item];
		if (!is_marked(mark) || pages->people[i].flags.is_unlisted)
			continue;
		difficulty.marked++;
		difficulty.sum_e4 +=
			as_page_scale(mark->mark_e4, mark->full_e4, pages->fulls_e4[item]);
		difficulty.full += mark->mark_e4 >= mark->full_e4;
		difficulty.zero += mark->mark_e4 == 0;
	}
	return difficulty;
}

static void write_item(const struct as_pages *pages, FILE *out, size_t index)
{
	const struct as_item *item = &pages->config.scheme->items[index];
	const struct difficulty all = difficulty_of(pages, index);
	const int64_t possible_e4 = (int64_t)all.marked * pages->fulls_e4[index];
	/* A mark can exceed the points of its item by an override. */
	int64_t share = possible_e4 > 0 ? 1000 * all.sum_e4 / possible_e4 : 0;

	if (share > 1000)
		share = 1000;
	fputs("<tr><th scope=\"row\">", out);
	as_html_name(out, item->name);
	fprintf(out, "<small>of %s</small></th><td>", AS_POINTS(pages->fulls_e4[index]));
	write_bar(out, "mean", share);
	fputs("</td><td class=\"number\">", out);
	if (possible_e4 > 0)
		fprintf(out, "%d %%", as_page_percent(all.sum_e4, possible_e4));
	else
		fputs(DASH, out);
	fprintf(out,
		"</td><td class=\"number\">%zu</td><td class=\"number\">%zu</td>"
		"<td class=\"number\">%zu</td></tr>",
		all.full, all.zero, all.marked);
}

void as_teacher_write_items(const struct as_pages *pages, FILE *out)
{
	fputs("<h2 id=\"items\">Items</h2><div class=\"card scroll\" tabindex=\"0\" "
	      "role=\"region\" "
	      "aria-label=\"Items\"><table class=\"list chart\"><thead><tr><th scope=\"col\">Item"
	      "</th><td></td><th scope=\"col\" class=\"number\">Mean</th><th scope=\"col\" "
	      "class=\"number\">All</th><th scope=\"col\" class=\"number\">None</th>"
	      "<th scope=\"col\" class=\"number\">Marked</th></tr></thead><tbody>",
		out);
	for (size_t i = 0; i < pages->config.scheme->item_count; i++)
		write_item(pages, out, i);
	fputs("</tbody></table></div><p class=\"sub\">Mean: of those whose work was marked. All "
	      "and "
	      "None: students with all of the points, and with none.</p>",
		out);
}
