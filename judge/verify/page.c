/* SPDX-License-Identifier: MIT */
/*
 * The page of `verify`: one file, with nothing from elsewhere and no script, which its content
 * policy forbids besides.
 */
#include "page.h"

#include <string.h>

/* ---- the summary ---- */

struct counts {
	size_t submissions, good, judged, errors, warnings;
	int64_t slowest_ns; /* of those that must be accepted */
};

static bool must_be_accepted(const json_t *submission)
{
	const json_t *expected = json_object_get(submission, "expected");

	return json_array_size(expected) == 1 &&
	       strcmp(json_string_value(json_array_get(expected, 0)), "AC") == 0;
}

static struct counts count(const json_t *document)
{
	struct counts counts = {0};
	size_t index;
	json_t *item;

	json_array_foreach(json_object_get(document, "submissions"), index, item)
	{
		int64_t time_ns = json_integer_value(json_object_get(item, "cpu_time_ns"));
		counts.submissions++;
		counts.judged += *as_page_string(item, "verdict") != '\0';
		counts.good += json_is_true(json_object_get(item, "ok"));
		if (must_be_accepted(item) && time_ns > counts.slowest_ns)
			counts.slowest_ns = time_ns;
	}
	json_array_foreach(json_object_get(document, "findings"), index, item)
	{
		counts.errors += strcmp(as_page_string(item, "level"), "error") == 0;
		counts.warnings += strcmp(as_page_string(item, "level"), "warning") == 0;
	}
	return counts;
}

static void write_tiles(FILE *out, const json_t *document, const struct counts *counts)
{
	const json_t *about = json_object_get(document, "about");
	const json_t *limit = json_object_get(document, "time_limit_ns");
	bool declared = json_is_true(json_object_get(about, "has_time_limit"));

	fprintf(out,
		"<div class=\"tiles\"><div class=\"tile\"><b>%zu of %zu</b><span>submissions as "
		"expected</span></div><div class=\"tile\"><b>%zu</b><span>tests</span></div>"
		"<div class=\"tile\"><b>",
		counts->good, counts->submissions,
		json_array_size(json_object_get(about, "tests")));
	if (json_is_integer(limit))
		fprintf(out, "%s s", AS_NUMBER((double)json_integer_value(limit) / 1e9));
	else
		fputs("\xe2\x80\x93", out);
	fprintf(out, "</b><span>time limit, %s</span></div><div class=\"tile\"><b>",
		declared ? "as declared" : "found here");
	as_page_time(out, counts->slowest_ns);
	fprintf(out,
		"</b><span>slowest accepted</span></div><div class=\"tile\"><b>%zu</b>"
		"<span>error%s</span></div><div class=\"tile\"><b>%zu</b><span>warning%s</span>"
		"</div></div>",
		counts->errors, counts->errors == 1 ? "" : "s", counts->warnings,
		counts->warnings == 1 ? "" : "s");
}

static void write_kind(FILE *out, const json_t *about)
{
	fputs(json_is_true(json_object_get(about, "scoring")) ? "scoring" : "pass-fail", out);
	if (json_is_true(json_object_get(about, "interactive")))
		fputs(", interactive", out);
	if (json_is_true(json_object_get(about, "multi_pass")))
		fputs(", multi-pass", out);
}

static void write_head(FILE *out, const json_t *document)
{
	const json_t *about = json_object_get(document, "about");
	bool ok = json_is_true(json_object_get(document, "ok"));

	fputs("<div class=\"head\"><h1>", out);
	as_page_text(out, as_page_string(about, "title"));
	fprintf(out, "</h1><span class=\"chip %s\">%s</span></div><p class=\"sub\"><code>",
		ok ? "good" : "bad", ok ? "verified" : "not verified");
	as_page_text(out, as_page_string(json_object_get(document, "about"), "path"));
	fputs("</code> \xc2\xb7 format ", out);
	as_page_text(out, as_page_string(about, "format"));
	fputs(" \xc2\xb7 ", out);
	write_kind(out, about);
	fputs("</p>", out);
}

/* ---- the page ---- */

static void write_package(const struct as_page *page)
{
	struct counts counts = count(page->document);

	fprintf(page->out, "<section class=\"package\" id=\"p%zu\">", page->number);
	write_head(page->out, page->document);
	write_tiles(page->out, page->document, &counts);
	as_page_findings(page);
	as_page_matrix(page);
	as_page_plot(page->out, page->document);
	fputs("</section>", page->out);
}

/* Of several packages, which of them want to be looked at. */
static void write_contents(FILE *out, const json_t *documents)
{
	size_t index;
	json_t *document;

	fputs("<nav class=\"card\"><table class=\"contents\"><thead><tr><th>Package</th>"
	      "<th></th><th class=\"number\">as expected</th><th class=\"number\">errors</th>"
	      "<th class=\"number\">warnings</th></tr></thead><tbody>",
		out);
	json_array_foreach(documents, index, document)
	{
		const struct counts counts = count(document);
		const json_t *about = json_object_get(document, "about");
		bool ok = json_is_true(json_object_get(document, "ok"));
		fprintf(out, "<tr><td class=\"title\"><a href=\"#p%zu\">", index + 1);
		as_page_text(out, as_page_string(about, "title"));
		fputs("</a> <code>", out);
		as_page_text(out, as_page_string(about, "path"));
		fprintf(out,
			"</code></td><td><span class=\"chip %s\">%s</span></td>"
			"<td class=\"number\">%zu of %zu</td><td class=\"number\">%zu</td>"
			"<td class=\"number\">%zu</td></tr>",
			ok ? "good" : "bad", ok ? "verified" : "not verified", counts.good,
			counts.submissions, counts.errors, counts.warnings);
	}
	fputs("</tbody></table></nav>", out);
}

static void write_page(FILE *out, const json_t *documents)
{
	const json_t *first = json_array_get(documents, 0);
	size_t index;
	json_t *document;

	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "style-src 'unsafe-inline'\"><title>",
		out);
	as_page_text(out, as_page_string(first, "package"));
	if (json_array_size(documents) > 1)
		fprintf(out, " and %zu more", json_array_size(documents) - 1);
	fprintf(out, ": assay verify</title><style>%s</style></head><body><main>", as_page_style);
	if (json_array_size(documents) > 1)
		write_contents(out, documents);
	json_array_foreach(documents, index, document)
	{
		const struct as_page page = {out, document, index + 1};
		write_package(&page);
	}
	fputs("<footer>Made by assay verify ", out);
	as_page_text(out, as_page_string(json_object_get(first, "about"), "assay"));
	fputs(".</footer></main></body></html>\n", out);
}

char *as_verify_page(const json_t *documents, struct as_error *error)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	write_page(out, documents);
	bool failed = ferror(out);
	if (fclose(out) || failed) {
		free(text);
		as_error_no_memory(error);
		return NULL;
	}
	return text;
}
