/* SPDX-License-Identifier: MIT */
/* Common parts of pages. */
#include "page.h"

/* ---- texts and addresses ---- */

void page_address(FILE *out, const char *base, const char *path, const char *part)
{
	as_html_text(out, base);
	as_html_text(out, path);
	if (part)
		as_html_address(out, part);
}

bool page_library_address(FILE *out, const struct as_contest_visit *visit, const char *name)
{
	return as_site_page_asset(
		out, visit->base, as_contest_libraries_assets(visit->libraries), name);
}

void page_attribute(FILE *out, const char *text)
{
	if (text)
		as_html_untrusted(out, text, strlen(text), AS_HTML_MAX_NAME, AS_HTML_ATTRIBUTE);
}

/* Invisible characters stay as they are, because the text goes back to its author. */
void page_value(FILE *out, const char *text)
{
	for (; text && *text; text++) {
		if (*text == '&')
			fputs("&amp;", out);
		else if (*text == '<')
			fputs("&lt;", out);
		else if (*text == '>')
			fputs("&gt;", out);
		else if (*text == '"')
			fputs("&quot;", out);
		else if (*text == '\n' || *text == '\t' || (unsigned char)*text >= 0x20)
			fputc(*text, out);
	}
}

void page_block(FILE *out, const char *text, size_t size, size_t max)
{
	const size_t written = as_html_untrusted(out, text, size, max, AS_HTML_BLOCK);

	if (written < size) {
		fputs("\n<span class=\"cut\">", out);
		as_html_bytes(out, size - written);
		fputs(" more</span>", out);
	}
}

void page_cause(FILE *out, const char *cause)
{
	if (cause && *cause)
		as_html_untrusted(out, cause, strlen(cause), 2000, AS_HTML_LINE);
	else
		fputs(PAGE_DASH, out);
}

void page_sentence(FILE *out, const char *text)
{
	const size_t word = strspn(text, "abcdefghijklmnopqrstuvwxyz'-");

	/* A name, such as main.py, stays as it is. */
	if (*text >= 'a' && *text <= 'z' && (!text[word] || strchr(" ,:;", text[word])))
		putc(*text++ - 'a' + 'A', out);
	const size_t length = strlen(text);
	as_html_untrusted(out, text, length, 2000, AS_HTML_LINE);
	if (length > 0 && !strchr(".!?", text[length - 1]))
		putc('.', out);
}

/* ---- times ---- */

void page_moment(FILE *out, int64_t wall_ms)
{
	char text[AS_CONTEST_TIME_SIZE];

	as_contest_time_format(wall_ms, text);
	/* "2026-11-23T17:05:00.000+00:00" */
	fprintf(out, "<time datetime=\"%s\">%.10s %.8s UTC</time>", text, text, text + 11);
}

void page_span(FILE *out, int64_t span_ms)
{
	const uint64_t seconds = (uint64_t)(span_ms < 0 ? -span_ms : span_ms) / 1000;

	fprintf(out, "%s%" PRIu64 ":%02u:%02u", span_ms < 0 ? "-" : "", seconds / 3600,
		(unsigned)(seconds / 60 % 60), (unsigned)(seconds % 60));
}

void page_span_up(FILE *out, int64_t span_ms)
{
	page_span(out, span_ms > 0 ? (span_ms + 999) / 1000 * 1000 : span_ms);
}

void page_contest_time(FILE *out, int64_t time_ms)
{
	if (time_ms == AS_NEVER_MS)
		fputs(PAGE_DASH, out);
	else
		page_span(out, time_ms);
}

/* ---- verdicts and scores ---- */

void page_verdict(FILE *out, enum as_verdict verdict)
{
	const char *name = as_verdict_name(verdict);

	fprintf(out, "<span class=\"verdict %s\">%s</span>", *name ? name : "pending",
		as_verdict_title(verdict));
}

void page_score(FILE *out, int64_t score_e6)
{
	char text[AS_SCORE_SIZE];

	fputs(as_score_format(score_e6, text), out);
}

void page_points(FILE *out, double score)
{
	fputs(AS_NUMBER(score), out);
}

/* ---- teams, problems, languages ---- */

void page_team_link(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	const struct as_contest_team *of = as_contest_log_team(visit->log, team);

	fputs("<a href=\"", out);
	page_address(out, visit->base, "/teams/", of->id);
	fputs("\">", out);
	as_html_name(out, as_contest_team_display_name(of));
	fputs("</a>", out);
}

void page_labelled_team(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	fputs("<b>", out);
	as_html_name(out, as_contest_log_team(visit->log, team)->label);
	fputs("</b> ", out);
	page_team_link(out, visit, team);
}

void page_place(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	const char *place = as_contest_log_place(visit->log, team);

	if (!place || !*place)
		return;
	fputs("<p class=\"spot\">", out);
	as_html_name(out, place);
	fputs("</p>", out);
}

bool page_has_color(const struct as_contest_problem *problem)
{
	const char *text = problem->rgb;
	const size_t size = text ? strlen(text) : 0;

	return (size == 4 || size == 7) && text[0] == '#' &&
	       strspn(text + 1, "0123456789abcdefABCDEF") == size - 1;
}

void page_label(FILE *out, const struct as_contest_problem *problem)
{
	/* A picture, because the policy forbids inline styles. */
	if (page_has_color(problem))
		fprintf(out,
			"<svg class=\"ball\" viewBox=\"0 0 10 10\" aria-hidden=\"true\"><circle "
			"cx=\"5\" cy=\"5\" r=\"4.5\" fill=\"%s\"/></svg>",
			problem->rgb);
	page_label_text(out, problem);
}

void page_label_text(FILE *out, const struct as_contest_problem *problem)
{
	fputs("<b class=\"label\">", out);
	as_html_name(out, problem->label);
	fputs("</b>", out);
}

void page_problem_link(FILE *out, const struct as_contest_visit *visit, size_t problem)
{
	const struct as_contest_problem *of = &page_contest(visit)->problems[problem];

	fputs("<a class=\"problem\" href=\"", out);
	page_address(out, visit->base, "/problems/", of->id);
	fputs("\">", out);
	page_label(out, of);
	fputs(" <span class=\"name\">", out);
	as_html_name(out, of->name);
	fputs("</span></a>", out);
}

void page_language(FILE *out, const struct as_contest_visit *visit, const char *id)
{
	const struct as_language *language =
		visit->languages && id ? as_languages_find(visit->languages, id) : NULL;

	as_html_name(out, language ? language->name : id);
}

/* ---- live parts ---- */

void page_live_begin(FILE *out, const char *id, int every_s)
{
	fprintf(out, "<div id=\"%s\" data-live=\"%s\" data-page data-every=\"%d\">\n", id, id,
		every_s);
}

void page_live_end(FILE *out)
{
	fputs("</div>", out);
}
