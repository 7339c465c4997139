/* SPDX-License-Identifier: MIT */
/* Two people's sources side by side: each common passage, then both in full. */
#include "state.h"

#include <string.h>

/* Maximum number of passages, and of lines of a passage, that are shown. */
#define MAX_PASSAGES 100
#define MAX_PASSAGE_LINES 200

enum side { LEFT, RIGHT };

struct pair_page {
	FILE *out;
	const struct as_pages *pages;
	const struct as_page_pair *pair;
};

static const struct as_page_source *files_of(
	const struct as_page_pair *pair, enum side side, size_t *count)
{
	*count = side == LEFT ? pair->left_file_count : pair->right_file_count;
	return side == LEFT ? pair->left_files : pair->right_files;
}

static const struct as_page_lines *lines_of(const struct as_page_passage *passage, enum side side)
{
	return side == LEFT ? &passage->left : &passage->right;
}

/* ---- lines ---- */

/* A file of a side. */
struct file {
	const struct as_page_pair *pair;
	enum side side;
	size_t index;
};

static bool is_in_passage(const void *context, unsigned line)
{
	const struct file *file = context;

	for (size_t i = 0; i < file->pair->passage_count; i++) {
		const struct as_page_lines *lines = lines_of(&file->pair->passages[i], file->side);
		if (lines->file == file->index && line >= lines->first && line <= lines->last)
			return true;
	}
	return false;
}

/* Writes the lines of a file from `first` to `last`, up to the maximum. */
static void write_lines(const struct pair_page *page, enum side side, size_t index, unsigned first,
	unsigned last, unsigned max)
{
	size_t count;
	const struct file file = {page->pair, side, index};
	const struct as_code code = {.source = &files_of(page->pair, side, &count)[index],
		.first = first,
		.last = last,
		.max = max,
		.is_marked = is_in_passage,
		.context = &file};

	as_page_write_code(page->out, &code);
}

/* ---- passages ---- */

static void write_passage_side(
	const struct pair_page *page, enum side side, const struct as_page_lines *lines)
{
	size_t count;
	const struct as_page_source *files = files_of(page->pair, side, &count);
	FILE *out = page->out;

	fputs("<div class=\"side\">", out);
	if (lines->file >= count) {
		fputs("</div>", out);
		return;
	}
	fputs("<h3>", out);
	as_html_name(out, files[lines->file].name);
	fprintf(out, " <small>lines %u to %u</small></h3>", lines->first, lines->last);
	write_lines(page, side, lines->file, lines->first, lines->last, MAX_PASSAGE_LINES);
	fputs("</div>", out);
}

static void write_passages(const struct pair_page *page)
{
	const struct as_page_pair *pair = page->pair;
	FILE *out = page->out;

	for (size_t i = 0; i < pair->passage_count && i < MAX_PASSAGES; i++) {
		fprintf(out,
			"<section><h2 id=\"passage-%zu\">Passage %zu of %zu</h2>"
			"<div class=\"sides card\">",
			i + 1, i + 1, pair->passage_count);
		write_passage_side(page, LEFT, &pair->passages[i].left);
		write_passage_side(page, RIGHT, &pair->passages[i].right);
		fputs("</div></section>", out);
	}
	if (pair->passage_count > MAX_PASSAGES)
		fprintf(out, "<p class=\"cut\">Cut: the first %d passages are shown.</p>",
			MAX_PASSAGES);
}

/* ---- whole sources ---- */

static void write_sources_side(const struct pair_page *page, enum side side)
{
	size_t count;
	const struct as_page_source *files = files_of(page->pair, side, &count);
	FILE *out = page->out;

	fputs("<div class=\"side\">", out);
	for (size_t i = 0; i < count; i++) {
		fputs("<h3>", out);
		as_html_name(out, files[i].name);
		fputs("</h3>", out);
		write_lines(page, side, i, 1, UINT32_MAX, AS_PAGE_FILE_LINES);
	}
	fputs("</div>", out);
}

static void write_sources(const struct pair_page *page)
{
	FILE *out = page->out;

	fputs("<h2 id=\"sources\">All of both sources</h2><div class=\"sides card\">", out);
	write_sources_side(page, LEFT);
	write_sources_side(page, RIGHT);
	fputs("</div>", out);
}

/* ---- the page ---- */

static void write_person(const struct pair_page *page, size_t person, int64_t share_e4)
{
	const struct as_entered *entered = &page->pages->people[person];
	FILE *out = page->out;

	fputs("<div class=\"tile\"><b><a href=\"../people/", out);
	as_html_address(out, entered->key);
	fputs(".html\">", out);
	as_html_name(out, entered->name ? entered->name : entered->id);
	fprintf(out, "</a></b><span>%d %% of the code is in common passages</span></div>",
		as_page_percent(share_e4, AS_PAGE_SHARE_E4));
}

static void write_page(const struct pair_page *page)
{
	const struct as_page_pair *pair = page->pair;
	const struct as_html_page html = {.title = "Similar sources", .style = as_pages_style};
	FILE *out = page->out;

	as_html_begin(out, &html);
	fputs("<main><p class=\"sub\"><a href=\"../class.html#pairs\">The class</a></p>"
	      "<div class=\"head\"><h1>Similar sources: ",
		out);
	as_html_name(out, as_page_package_title(page->pages, pair->package));
	fputs("</h1></div><p class=\"sub\">Similar does not mean copied. For the teacher only."
	      "</p><div class=\"tiles pair\">",
		out);
	write_person(page, pair->left, pair->left_e4);
	write_person(page, pair->right, pair->right_e4);
	fputs("</div>", out);
	write_passages(page);
	write_sources(page);
	as_page_write_end(page->pages, out, &html);
}

/* The name of the pair's file: it depends on the two people and not on the order of the class. */
static struct as_written_pair name_pair(
	const struct as_pages *pages, const struct as_page_pair *pair)
{
	struct as_written_pair named = {.is_short = pair->is_short,
		.left = pair->left,
		.right = pair->right,
		.package = pair->package,
		.left_e4 = pair->left_e4,
		.right_e4 = pair->right_e4};
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, pages->people[pair->left].key);
	as_digest_add_text(&digest, pages->people[pair->right].key);
	as_digest_add_text(&digest, pages->config.scheme->packages[pair->package]);
	as_digest_end(&digest, named.key);
	named.key[20] = '\0';
	return named;
}

static int keep_pair(
	struct as_pages *pages, const struct as_written_pair *pair, struct as_error *error)
{
	if (!as_array_reserve(pages->pairs, pages->pair_count, error))
		return -1;
	for (size_t i = 0; i < pages->pair_count; i++)
		if (strcmp(pages->pairs[i].key, pair->key) == 0)
			return as_error_set(error, AS_ERROR_INTERNAL,
				"the page of a pair of students is written twice");
	pages->pairs[pages->pair_count++] = *pair;
	return 0;
}

int as_pages_write_pair(
	struct as_pages *pages, const struct as_page_pair *pair, struct as_error *error)
{
	char *text = NULL, name[AS_DIGEST_HEX_SIZE + 8];
	size_t size;

	if (pair->left >= pages->count || pair->right >= pages->count || pair->left == pair->right)
		return as_error_set(
			error, AS_ERROR_INTERNAL, "a pair is not two students of the class");
	const struct as_written_pair named = name_pair(pages, pair);
	pthread_mutex_lock(&pages->lock);
	const int kept = keep_pair(pages, &named, error);
	pthread_mutex_unlock(&pages->lock);
	if (kept < 0)
		return -1;
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return as_error_no_memory(error);
	write_page(&(struct pair_page){.out = out, .pages = pages, .pair = pair});
	AS_AUTO_FREE char *html = as_text_close(out, &text, error);
	snprintf(name, sizeof(name), "%s.html", named.key);
	return html ? as_page_file_write(pages->pairs_fd, name, html, error) : -1;
}
