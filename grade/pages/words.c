/* SPDX-License-Identifier: MIT */
#include "state.h"

#define DASH "\xe2\x80\x93"

int as_page_percent(int64_t part, int64_t whole)
{
	const __int128 rounded = ((__int128)200 * part + whole) / ((__int128)2 * whole);

	if (part <= 0 || part >= whole)
		return part <= 0 ? 0 : 100;
	return rounded < 1 ? 1 : rounded > 99 ? 99 : (int)rounded;
}

struct as_page_cell as_page_cell_of(const struct as_result_test *test)
{
	const int64_t time_ns = as_result_counted_ns(test);

	return (struct as_page_cell){.verdict = test->verdict,
		.is_known = test->usage.known && time_ns >= 0,
		.time_ns = time_ns,
		.memory_bytes = test->usage.memory_bytes};
}

void as_page_write_time(FILE *out, const struct as_page_cell *cell)
{
	if (cell->is_known)
		as_html_time(out, cell->time_ns);
	else
		fputs(DASH, out);
}

void as_page_write_memory(FILE *out, const struct as_page_cell *cell)
{
	if (cell->is_known)
		as_html_bytes(out, cell->memory_bytes);
	else
		fputs(DASH, out);
}

bool as_page_needs_decision(const struct as_entered *person)
{
	return !person->flags.is_awaited && person->counts.decisions > 0;
}

bool as_page_needs_look(const struct as_entered *person)
{
	return !person->flags.is_awaited && person->counts.looks > 0;
}

bool as_page_is_excused(const struct as_pages *pages, const struct as_entered *person)
{
	bool excused = false;

	for (size_t i = 0; i < pages->config.scheme->item_count; i++)
		excused |= person->marks[i].state == AS_MARK_EXCUSED;
	return excused && person->flags.is_awaited;
}

void as_page_write_penalty(FILE *out, int64_t penalty_e4)
{
	fprintf(out, "%s%s", penalty_e4 > 0 ? "\xe2\x88\x92" : "", AS_POINTS(penalty_e4));
}

void as_page_write_person_name(FILE *out, const struct as_entered *person)
{
	as_html_name(out, person->name ? person->name : person->id);
	if (!person->name)
		return;
	fputs(" <small>", out);
	as_html_name(out, person->id);
	fputs("</small>", out);
}

void as_page_write_end(const struct as_pages *pages, FILE *out, const struct as_html_page *page)
{
	fputs("<footer>Made by assay grade", out);
	if (pages->config.version) {
		fputc(' ', out);
		as_html_name(out, pages->config.version);
	}
	fputs(".</footer></main>", out);
	as_html_end(out, page);
}

void as_page_write_entry(FILE *out, const struct as_pages *pages, size_t package, const char *entry)
{
	fputs("<p class=\"sub run\">", out);
	as_html_name(out, as_page_package_title(pages, package));
	fputs(": ", out);
	as_html_name(out, entry);
	fputs(" was run.</p>", out);
}

const char *as_page_package_title(const struct as_pages *pages, size_t package)
{
	const struct as_package *model = pages->config.packages[package];

	return model->title ? model->title : model->short_name;
}

const char *as_page_title(const struct as_pages *pages)
{
	const struct as_scheme *scheme = pages->config.scheme;

	if (scheme->title)
		return scheme->title;
	return scheme->package_count ? as_page_package_title(pages, 0) : "Marks";
}
