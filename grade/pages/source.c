/* SPDX-License-Identifier: MIT */
/* The code of a student, for the teacher only, who gives manual marks by it. */
#include "state.h"

/* Maximum number of lines of a page, in all files. */
#define MAX_LINES 20000

struct source_page {
	FILE *out;
	const struct as_pages *pages;
	const struct as_page_code *code;
	unsigned shown; /* lines */
};

static void write_heading(const struct source_page *page, const struct as_page_source *file)
{
	const unsigned lines = as_page_count_lines(file);

	fputs("<h3>", page->out);
	as_html_name(page->out, file->name);
	fputs(" <small>", page->out);
	if (file->text)
		fprintf(page->out, "%u line%s", lines, lines == 1 ? "" : "s");
	if (file->left_out) {
		fprintf(page->out, "%sleft out: ", file->text ? ", " : "");
		as_html_name(page->out, file->left_out);
	}
	fputs("</small></h3>", page->out);
}

static void write_file(struct source_page *page, const struct as_page_source *file)
{
	const unsigned left = MAX_LINES - page->shown, lines = as_page_count_lines(file);
	const unsigned max = left < AS_PAGE_FILE_LINES ? left : AS_PAGE_FILE_LINES;
	const struct as_code code = {.source = file, .first = 1, .last = UINT32_MAX, .max = max};

	write_heading(page, file);
	if (!file->text)
		return;
	as_page_write_code(page->out, &code);
	page->shown += lines < max ? lines : max;
}

static void write_files(struct source_page *page)
{
	const struct as_page_code *code = page->code;
	size_t i = 0;

	fputs("<div class=\"card\"><div class=\"side\">", page->out);
	for (; i < code->file_count && page->shown < MAX_LINES; i++)
		write_file(page, &code->files[i]);
	fputs("</div></div>", page->out);
	const size_t more = code->file_count - i + code->more_count;
	if (more)
		fprintf(page->out, "<p class=\"cut\">Cut: %zu more file%s not shown.</p>", more,
			more == 1 ? " is" : "s are");
}

static void write_page(struct source_page *page)
{
	const struct as_entered *person = &page->pages->people[page->code->person];
	const struct as_html_page html = {.title = "Code", .style = as_pages_style};
	FILE *out = page->out;

	as_html_begin(out, &html);
	fputs("<main><p class=\"sub\"><a href=\"../class.html#people\">The class</a></p>"
	      "<div class=\"head\"><h1>Code of ",
		out);
	as_page_write_person_name(out, person);
	fputs("</h1></div><p class=\"sub\">For the teacher only. <a href=\"../people/", out);
	as_html_address(out, person->key);
	fputs(".html\">The page of the student</a> shows the marks.</p>", out);
	for (size_t p = 0; p < page->pages->config.scheme->package_count; p++)
		if (person->works[p].entry)
			as_page_write_entry(out, page->pages, p, person->works[p].entry);
	write_files(page);
	as_page_write_end(page->pages, out, &html);
}

int as_pages_write_code(
	struct as_pages *pages, const struct as_page_code *code, struct as_error *error)
{
	char *text = NULL, name[AS_MAX_PAGE_KEY + 8];
	size_t size;

	if (code->person >= pages->count)
		return as_error_set(
			error, AS_ERROR_INTERNAL, "the student of this code is not in the class");
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return as_error_no_memory(error);
	write_page(&(struct source_page){.out = out, .pages = pages, .code = code});
	AS_AUTO_FREE char *html = as_text_close(out, &text, error);
	snprintf(name, sizeof(name), "%s.html", pages->people[code->person].key);
	pages->people[code->person].flags.has_code = true;
	return html ? as_page_file_write(pages->code_fd, name, html, error) : -1;
}

void as_page_write_code_link(FILE *out, const char *folder, const struct as_entered *person)
{
	if (!person->flags.has_code)
		return;
	fprintf(out, " <a class=\"code-link\" href=\"%scode/", folder);
	as_html_address(out, person->key);
	fputs(".html\">code</a>", out);
}
