/* SPDX-License-Identifier: MIT */
/* The teacher's page. It shows everything, regardless of the scheme's rules of visibility. */
#include "maxima.h"

#include <string.h>

#define DASH "\xe2\x80\x93"

/* ---- the head ---- */

struct counts {
	size_t submitted, unlisted, final, needs, looks, waits, stays, awaited, excused, unmarked;
	int64_t sum_e4;       /* of the totals that are final */
	int64_t middle_e4[2]; /* of the sorted totals; twice the same one if their number is odd */
};

static int count(const struct as_pages *pages, struct counts *counts, struct as_error *error)
{
	AS_AUTO_FREE int64_t *totals = calloc(pages->count + 1, sizeof(*totals));

	if (!totals)
		return as_error_no_memory(error);
	*counts = (struct counts){0};
	for (size_t i = 0; i < pages->count; i++) {
		const struct as_entered *person = &pages->people[i];
		if (person->complete && !person->flags.is_unlisted) {
			totals[counts->final++] = as_page_total(pages, person);
			counts->sum_e4 += as_page_total(pages, person);
		}
		counts->unmarked += person->unmarked != NULL;
		counts->awaited += person->flags.is_awaited && !as_page_is_excused(pages, person);
		counts->excused += as_page_is_excused(pages, person);
		counts->needs += as_page_needs_decision(person);
		counts->looks += as_page_needs_look(person);
		counts->waits += person->change != NULL;
		counts->stays += person->flags.total_stays;
		counts->submitted += person->flags.submitted && !person->flags.is_unlisted;
		counts->unlisted += person->flags.is_unlisted;
	}
	qsort(totals, counts->final, sizeof(*totals), as_int64_compare);
	if (counts->final) {
		counts->middle_e4[0] = totals[(counts->final - 1) / 2];
		counts->middle_e4[1] = totals[counts->final / 2];
	}
	return 0;
}

static void write_tile(FILE *out, const char *number, const char *what)
{
	fprintf(out, "<div class=\"tile\"><b>%s</b><span>%s</span></div>", number, what);
}

static const char *number_text(size_t number, char text[32])
{
	snprintf(text, 32, "%zu", number);
	return text;
}

/* "12.35"; a dash if there are no totals. */
static const char *mean_text(int64_t sum_e4, size_t count, char text[AS_POINTS_SIZE])
{
	if (count == 0)
		return DASH;
	return as_points_format(
		as_points_round(sum_e4 / (int64_t)count, AS_POINT_E4 / 100, AS_ROUND_HALF_UP),
		text);
}

/* Appends the number of marks, if some are missing: "median (2 of 5 marks)". Returns `text`. */
static const char *say_marks(char *text, size_t size, const struct counts *counts, size_t people)
{
	const size_t length = strlen(text), due = people - counts->excused - counts->unlisted;

	if (counts->final > 0 && counts->final < due)
		snprintf(text + length, size - length, " (%zu of %zu marks)", counts->final, due);
	return text;
}

/* "wait for --apply (1 total stays)": only marks of its items differ. Returns `text`. */
static const char *say_waits(char *text, size_t size, const struct counts *counts)
{
	char stays[64] = "";

	if (counts->stays)
		snprintf(stays, sizeof(stays), " (%zu %s)", counts->stays,
			counts->stays == 1 ? "total stays" : "totals stay");
	snprintf(text, size, "%s%s", counts->waits == 1 ? "waits for --apply" : "wait for --apply",
		stays);
	return text;
}

static void write_head(const struct as_pages *pages, FILE *out, const struct counts *counts)
{
	const size_t people = pages->count;
	char text[96], number[32], points[AS_POINTS_SIZE];

	fputs("<main><div class=\"head\"><h1>", out);
	as_html_name(out, as_page_title(pages));
	fputs("</h1></div><p class=\"sub\">For the teacher only: it shows all marks and tests.</p>"
	      "<div class=\"tiles\">",
		out);
	const size_t listed = people - counts->unlisted;
	write_tile(out, number_text(listed, number), listed == 1 ? "student" : "students");
	if (counts->unlisted)
		write_tile(out, number_text(counts->unlisted, number), "not in the class");
	write_tile(out, number_text(counts->submitted, number), "handed in");
	write_tile(out, number_text(counts->final, number),
		counts->final == 1 ? "mark is final" : "marks are final");
	write_tile(out, number_text(counts->needs, number),
		counts->needs == 1 ? "needs a decision" : "need a decision");
	if (counts->looks)
		write_tile(out, number_text(counts->looks, number),
			counts->looks == 1 ? "deserves a look" : "deserve a look");
	if (counts->waits)
		write_tile(out, number_text(counts->waits, number),
			say_waits(text, sizeof(text), counts));
	if (counts->unmarked)
		write_tile(out, number_text(counts->unmarked, number),
			counts->unmarked == 1 ? "waits for manual marks" : "wait for manual marks");
	if (counts->awaited)
		write_tile(out, number_text(counts->awaited, number), "may still hand in");
	if (counts->excused)
		write_tile(out, number_text(counts->excused, number),
			counts->excused == 1 ? "is excused" : "are excused");
	/* A single mark of many does not describe the class. */
	const size_t marks = counts->final > 1 || people == 1 ? counts->final : 0;
	snprintf(text, sizeof(text), "mean of %s",
		AS_POINTS(pages->fulls_e4[pages->config.scheme->item_count]));
	write_tile(out, mean_text(counts->sum_e4, marks, points),
		say_marks(text, sizeof(text), counts, people));
	snprintf(text, sizeof(text), "median");
	write_tile(out,
		mean_text(counts->middle_e4[0] + counts->middle_e4[1], marks ? 2 : 0, points),
		say_marks(text, sizeof(text), counts, people));
	fputs("</div>", out);
}

/* ---- the order of people ---- */

static int compare_keys(const void *left, const void *right)
{
	return strcmp(
		((const struct as_entered *)left)->key, ((const struct as_entered *)right)->key);
}

/* For blind marking, because the order of the class is the roster's. */
static int sort_by_keys(struct as_pages *pages, struct as_error *error)
{
	AS_AUTO_FREE size_t *places = calloc(pages->count + 1, sizeof(*places));

	if (!places)
		return as_error_no_memory(error);
	for (size_t i = 0; i < pages->count; i++)
		pages->people[i].index = i;
	if (pages->count)
		qsort(pages->people, pages->count, sizeof(*pages->people), compare_keys);
	for (size_t i = 0; i < pages->count; i++)
		places[pages->people[i].index] = i;
	for (size_t i = 0; i < pages->pair_count; i++) {
		pages->pairs[i].left = places[pages->pairs[i].left];
		pages->pairs[i].right = places[pages->pairs[i].right];
	}
	for (size_t i = 0; i < pages->shared_count; i++)
		for (size_t s = 0; s < pages->shared[i].count; s++)
			pages->shared[i].sharers[s].person =
				places[pages->shared[i].sharers[s].person];
	return 0;
}

/* ---- the page ---- */

static int write_page(struct as_pages *pages, FILE *out, const char *const *notes,
	const char *const *remarks, struct as_error *error)
{
	const struct as_html_page html = {
		.title = as_page_title(pages), .style = as_pages_style, .script = as_pages_script};
	struct counts counts = {0};

	if (as_page_find_fulls(pages, error) || count(pages, &counts, error))
		return -1;
	as_html_begin(out, &html);
	write_head(pages, out, &counts);
	if (as_teacher_write_needs(pages, out, notes, remarks, error))
		return -1;
	as_teacher_write_changes(pages, out);
	as_teacher_write_table(pages, out);
	as_teacher_write_texts(pages, out);
	fputs("<div class=\"charts\"><section>", out);
	as_teacher_write_histogram(pages, out);
	fputs("</section><section>", out);
	as_teacher_write_items(pages, out);
	fputs("</section></div>", out);
	as_teacher_write_matrices(pages, out);
	as_teacher_write_similar(pages, out);
	as_page_write_end(pages, out, &html);
	return 0;
}

int as_pages_write_class(struct as_pages *pages, const char *const *notes,
	const char *const *remarks, struct as_error *error)
{
	char *text = NULL;
	size_t size;

	if (pages->config.is_blind && sort_by_keys(pages, error))
		return -1;
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return as_error_no_memory(error);
	if (write_page(pages, out, notes, remarks, error)) {
		fclose(out);
		free(text);
		return -1;
	}
	AS_AUTO_FREE char *html = as_text_close(out, &text, error);
	return html ? as_page_file_write(pages->config.dir_fd, "class.html", html, error) : -1;
}
