/* SPDX-License-Identifier: MIT */
/* What several people share: equal programs, or passages that many have. The program of the first
 * one is shown, and everybody is named. */
#include "state.h"

#include <string.h>

struct shared_page {
	FILE *out;
	const struct as_pages *pages;
	const struct as_page_shared *shared;
};

/* ---- people ---- */

static void write_name(const struct shared_page *page, size_t person)
{
	const struct as_entered *entered = &page->pages->people[person];

	fputs("<a href=\"../people/", page->out);
	as_html_address(page->out, entered->key);
	fputs(".html\">", page->out);
	as_page_write_person_name(page->out, entered);
	fputs("</a>", page->out);
}

/* Of equal programs, the shares are equal, too. */
static void write_people(const struct shared_page *page)
{
	const struct as_page_shared *shared = page->shared;
	FILE *out = page->out;

	fprintf(out,
		"<h2 id=\"people\">%zu students</h2><div class=\"card scroll tall\" "
		"tabindex=\"0\" role=\"region\" aria-label=\"Students\">"
		"<table class=\"list\"><thead><tr><th scope=\"col\">Student</th>%s"
		"</tr></thead><tbody>",
		shared->sharer_count,
		shared->is_equal ? "" : "<th scope=\"col\" class=\"number\">Part</th>");
	for (size_t i = 0; i < shared->sharer_count; i++) {
		fputs("<tr><td>", out);
		write_name(page, shared->sharers[i].person);
		as_page_write_code_link(
			out, "../", &page->pages->people[shared->sharers[i].person]);
		fputs("</td>", out);
		if (!shared->is_equal)
			fprintf(out, "<td class=\"number\">%d %%</td>",
				as_page_percent(shared->sharers[i].share_e4, AS_PAGE_SHARE_E4));
		fputs("</tr>", out);
	}
	fputs("</tbody></table></div>", out);
}

/* ---- the program ---- */

struct file {
	const struct as_page_shared *shared;
	size_t index;
};

static bool is_shared(const void *context, unsigned line)
{
	const struct file *file = context;

	for (size_t i = 0; i < file->shared->line_count; i++) {
		const struct as_page_lines *lines = &file->shared->lines[i];
		if (lines->file == file->index && line >= lines->first && line <= lines->last)
			return true;
	}
	return false;
}

static void write_program(const struct shared_page *page)
{
	const struct as_page_shared *shared = page->shared;
	FILE *out = page->out;

	fputs("<h2 id=\"program\">The program of ", out);
	write_name(page, shared->sharers[0].person);
	if (shared->is_equal && shared->sharer_count == 2)
		fputs(" <small>the program of the other student is equal</small>", out);
	else if (shared->is_equal)
		fprintf(out, " <small>the programs of the %zu other students are equal</small>",
			shared->sharer_count - 1);
	fputs("</h2><div class=\"card\"><div class=\"side\">", out);
	for (size_t i = 0; i < shared->file_count; i++) {
		const struct file file = {shared, i};
		const struct as_code code = {.source = &shared->files[i],
			.first = 1,
			.last = UINT32_MAX,
			.max = AS_PAGE_FILE_LINES,
			.is_marked = is_shared,
			.context = &file};
		fputs("<h3>", out);
		as_html_name(out, shared->files[i].name);
		fputs("</h3>", out);
		as_page_write_code(out, &code);
	}
	fputs("</div></div>", out);
}

/* ---- the page ---- */

static void write_page(const struct shared_page *page)
{
	const struct as_page_shared *shared = page->shared;
	const char *title = shared->is_equal ? "Equal programs" : "Passages that many have";
	const struct as_html_page html = {.title = title, .style = as_pages_style};
	FILE *out = page->out;

	as_html_begin(out, &html);
	fprintf(out,
		"<main><p class=\"sub\"><a href=\"../class.html#pairs\">The class</a></p>"
		"<div class=\"head\"><h1>%s: ",
		title);
	as_html_name(out, as_page_package_title(page->pages, shared->package));
	fputs("</h1></div><p class=\"sub\">", out);
	fputs(shared->is_text ? "Comments, white space, and the names and the order of files "
				"make no difference. The program of the first student is shown; "
				"those of the others are equal to it. Equal does not mean copied."
		: shared->is_equal
			? "Names, numbers, texts, comments, white space, and the order of files "
			  "and functions make no difference; calls of other functions of the "
			  "language do. The program of the first student is shown; those of "
			  "the others are equal to it. Equal does not mean copied."
			: "The passages are marked. A percentage is the share of that program, "
			  "without given code, that they make up. They do not count in pairs. "
			  "Similar does not mean copied.",
		out);
	fputs(" For the teacher only.</p>", out);
	write_people(page);
	write_program(page);
	as_page_write_end(page->pages, out, &html);
}

/* The name of the file does not depend on the order of the class. */
static void name_shared(const struct as_pages *pages, const struct as_page_shared *shared,
	char key[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;
	char hex[AS_DIGEST_HEX_SIZE];

	as_digest_init(&digest);
	for (size_t i = 0; i < shared->sharer_count; i++)
		as_digest_add_text(&digest, pages->people[shared->sharers[i].person].key);
	as_digest_add_text(&digest, pages->config.scheme->packages[shared->package]);
	for (size_t i = 0; i < shared->line_count; i++) {
		const struct as_page_lines *lines = &shared->lines[i];
		const uint64_t place[] = {lines->file, lines->first, lines->last};
		as_digest_add(&digest, place, sizeof(place));
	}
	as_digest_end(&digest, hex);
	snprintf(key, AS_DIGEST_HEX_SIZE, "%s-%.20s", shared->is_equal ? "equal" : "passages", hex);
}

/* ---- what is kept for the teacher's page ---- */

static int keep(struct as_pages *pages, const struct as_page_shared *shared,
	const char key[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	if (!as_array_reserve(pages->shared, pages->shared_count, error))
		return -1;
	struct as_written_shared *kept = &pages->shared[pages->shared_count];
	*kept = (struct as_written_shared){.is_equal = shared->is_equal,
		.is_short = shared->is_short,
		.package = shared->package,
		.count = shared->sharer_count};
	strcpy(kept->key, key);
	kept->sharers = calloc(shared->sharer_count, sizeof(*kept->sharers));
	if (!kept->sharers)
		return as_error_no_memory(error);
	memcpy(kept->sharers, shared->sharers, shared->sharer_count * sizeof(*kept->sharers));
	for (size_t i = 0; i < shared->file_count; i++)
		kept->line_count += as_page_count_lines(&shared->files[i]);
	pages->shared_count++;
	return 0;
}

static int check(const struct as_pages *pages, const struct as_page_shared *shared,
	const char key[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	if (shared->sharer_count < 2)
		return as_error_set(error, AS_ERROR_INTERNAL, "a student alone shares nothing");
	for (size_t i = 0; i < shared->sharer_count; i++)
		if (shared->sharers[i].person >= pages->count)
			return as_error_set(
				error, AS_ERROR_INTERNAL, "who shares code is not of the class");
	for (size_t i = 0; i < pages->shared_count; i++)
		if (strcmp(pages->shared[i].key, key) == 0)
			return as_error_set(error, AS_ERROR_INTERNAL,
				"the page of shared code is written twice");
	return 0;
}

int as_pages_write_shared(
	struct as_pages *pages, const struct as_page_shared *shared, struct as_error *error)
{
	char *text = NULL, key[AS_DIGEST_HEX_SIZE], name[AS_DIGEST_HEX_SIZE + 8];
	size_t size;

	name_shared(pages, shared, key);
	if (check(pages, shared, key, error) || keep(pages, shared, key, error))
		return -1;
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return as_error_no_memory(error);
	write_page(&(struct shared_page){.out = out, .pages = pages, .shared = shared});
	AS_AUTO_FREE char *html = as_text_close(out, &text, error);
	snprintf(name, sizeof(name), "%s.html", key);
	return html ? as_page_file_write(pages->pairs_fd, name, html, error) : -1;
}

int as_pages_add_omission(struct as_pages *pages, const char *text, struct as_error *error)
{
	return as_names_add(&pages->omissions, as_text_format(error, "%s", text), error);
}

void as_pages_note_compared(struct as_pages *pages)
{
	pages->is_compared = true;
}

void as_pages_shared_free(struct as_pages *pages)
{
	for (size_t i = 0; i < pages->shared_count; i++)
		free(pages->shared[i].sharers);
	free(pages->shared);
	as_names_free(pages->omissions);
}
