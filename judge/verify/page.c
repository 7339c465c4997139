/* SPDX-License-Identifier: MIT */
/*
 * The page of `verify`: one file, with nothing from elsewhere and no script, which its content
 * policy forbids besides.
 */
#include "page.h"

#include <string.h>

void as_page_text(FILE *out, const char *text)
{
	for (; text && *text; text++) {
		switch (*text) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		case '\'':
			fputs("&#39;", out);
			break;
		default:
			/* What a browser would take for something else than text. */
			if ((unsigned char)*text < 0x20 && *text != '\n' && *text != '\t')
				fprintf(out, "\\x%02X", (unsigned char)*text);
			else
				fputc(*text, out);
		}
	}
}

void as_page_time(FILE *out, int64_t time_ns)
{
	if (time_ns < 1000000000)
		fprintf(out, "%.0f ms", (double)time_ns / 1e6);
	else if (time_ns < INT64_C(10000000000))
		fprintf(out, "%.2f s", (double)time_ns / 1e9);
	else
		fprintf(out, "%.1f s", (double)time_ns / 1e9);
}

void as_page_time_of(FILE *out, const json_t *test)
{
	const json_t *time = json_object_get(test, "cpu_time_ns");

	if (json_is_integer(time))
		as_page_time(out, json_integer_value(time));
	else
		fputs("time unknown", out);
}

const char *as_page_string(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

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

/* ---- the findings ---- */

static void write_finding(FILE *out, const json_t *finding)
{
	const char *level = as_page_string(finding, "level");

	fprintf(out,
		"<li class=\"finding\"><span class=\"level %s\">%s</span><span class=\"where "
		"mono\">",
		level, level);
	as_page_text(out, as_page_string(finding, "where"));
	fputs("</span><p>", out);
	as_page_text(out, as_page_string(finding, "text"));
	fputs("</p></li>", out);
}

static void write_findings(FILE *out, const json_t *findings)
{
	size_t index;
	json_t *finding;

	fputs("<h2>Findings</h2><div class=\"card\">", out);
	if (json_array_size(findings) == 0)
		fputs("<div class=\"none-found\">Nothing was found.</div>", out);
	else
		fputs("<ul class=\"findings\">", out);
	json_array_foreach(findings, index, finding) write_finding(out, finding);
	fputs(json_array_size(findings) ? "</ul></div>" : "</div>", out);
}

/* ---- the page ---- */

static void write_package(FILE *out, const json_t *document)
{
	struct counts counts = count(document);

	fputs("<section class=\"package\">", out);
	write_head(out, document);
	write_tiles(out, document, &counts);
	write_findings(out, json_object_get(document, "findings"));
	as_page_matrix(out, document);
	as_page_plot(out, document);
	fputs("</section>", out);
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
	json_array_foreach(documents, index, document) write_package(out, document);
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
