/* SPDX-License-Identifier: MIT */
/* The page of the ceremony, from the server or in one file. */
#include "page.h"

/* ---- the stage, which the script fills ---- */

static const char buttons[] =
	"<nav class=\"tools\" aria-label=\"Ceremony\">"
	"<button data-key=\"ArrowLeft\" title=\"Back\">\xe2\x97\x80</button>"
	"<button data-key=\" \" title=\"Next\">\xe2\x96\xb6</button>"
	"<button data-key=\"n\">Notes</button><button data-key=\"f\">Full screen</button>"
	"<button data-key=\"?\" title=\"Help\">?</button></nav>";

static const char help[] =
	"<dialog id=\"help\" aria-label=\"Keys\"><h2>Keys</h2><dl>"
	"<dt>Space, Enter, \xe2\x86\x92, Page Down, click</dt>"
	"<dd>play to the next pause; while it plays: skip to the pause</dd>"
	"<dt>\xe2\x86\x90, Page Up, Backspace</dt><dd>back to the pause before</dd>"
	"<dt>. and ,</dt><dd>one step forward, one step back</dd>"
	"<dt>Home</dt><dd>begin again</dd>"
	"<dt>1 to 9, + and \xe2\x88\x92</dt>"
	"<dd>speed; 5 is normal, now <b id=\"speed\">5</b></dd>"
	"<dt>n</dt><dd>window with the presenter's notes</dd>"
	"<dt>f</dt><dd>full screen</dd>"
	"<dt>? or h</dt><dd>this help</dd></dl>"
	"<form method=\"dialog\"><button>Close</button></form></dialog>";

/* JSON has '<' only in texts, where it can be escaped. */
static void write_document(FILE *out, const char *document)
{
	for (; *document; document++)
		if (*document == '<')
			fputs("\\u003c", out);
		else
			fputc(*document, out);
}

static void write_stage(FILE *out, const char *base)
{
	fputs("<h1 class=\"said\">Ceremony</h1><main id=\"stage\" data-files=\"", out);
	page_address(out, base, "/api/", NULL);
	fputs("\" data-steps=\"", out);
	page_address(out, base, "/jury/resolve/steps", NULL);
	fprintf(out, "\"><p class=\"loading\">The ceremony needs JavaScript.</p></main>%s%s",
		buttons, help);
}

static const char *asset_text(const char *path)
{
	return as_site_asset_find(&as_contest_assets, path)->bytes;
}

void as_contest_ceremony_file(FILE *out, const char *title, const char *document)
{
	const struct as_html_page page = {.title = title,
		.style = asset_text("/assets/ceremony.css"),
		.script = asset_text("/assets/resolve.js"),
		.has_pictures = true};

	as_html_begin(out, &page);
	write_stage(out, "");
	fputs("<script type=\"application/json\" id=\"steps\">", out);
	write_document(out, document);
	fputs("</script>", out);
	as_html_end(out, &page);
}

void as_contest_page_ceremony(FILE *out, const struct as_contest_visit *visit)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">" AS_HTML_MARK
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>"
	      "Ceremony" PAGE_DOT,
		out);
	page_attribute(out, page_contest(visit)->settings.name);
	fputs("</title><link rel=\"stylesheet\" href=\"", out);
	as_site_page_asset(out, visit->base, &as_contest_assets, "ceremony.css");
	fputs("\"><link rel=\"icon\" type=\"image/svg+xml\" href=\"", out);
	as_site_page_asset(out, visit->base, &as_contest_assets, "icon.svg");
	fputs("\">", out);
	as_site_page_script(out, visit->base, &as_contest_assets, "resolve.js");
	fputs("</head><body>", out);
	write_stage(out, visit->base);
	fputs("</body></html>\n", out);
}

/* ---- the question ---- */

/* NULL-terminated sentences. */
struct reasons {
	const char *items[6];
	size_t count;
};

static void add_reason(struct reasons *reasons, bool is_true, const char *text)
{
	if (is_true)
		reasons->items[reasons->count++] = text;
}

static struct reasons reasons_of(const struct as_contest_visit *visit)
{
	const struct as_contest_state *state = as_contest_log_state(visit->log);
	struct reasons reasons = {0};

	add_reason(&reasons, state->ended_wall_ms == AS_NEVER_MS, "The contest is not over.");
	add_reason(&reasons,
		state->ended_wall_ms != AS_NEVER_MS &&
			as_contest_log_late(visit->log, visit->now_wall_ms).count > 0,
		"The contest is not over for all teams: what they submit still counts.");
	add_reason(&reasons, state->finalized_wall_ms == AS_NEVER_MS,
		"The results are not final: they can still change after the ceremony.");
	add_reason(&reasons, as_contest_log_clock(visit->log)->freeze_duration_ms == 0,
		"The board has no freeze: the ceremony shows only the awards.");
	add_reason(&reasons, state->thawed_wall_ms != AS_NEVER_MS,
		"The board is thawed: everyone can see the results already.");
	return reasons;
}

bool as_contest_ceremony_asks(const struct as_contest_visit *visit)
{
	return reasons_of(visit).count > 0;
}

static void write_refusal(FILE *out, const struct as_contest_visit *visit, const char *refusal)
{
	fputs("<p class=\"notice error\" role=\"alert\">", out);
	page_sentence(out, refusal);
	fputs("</p><p><a href=\"", out);
	page_address(out, visit->base, "/jury/submissions?verdict=none", NULL);
	fputs("\">Submissions without a verdict</a>" PAGE_DOT "<a href=\"", out);
	page_address(out, visit->base, "/jury/submissions?verdict=JE", NULL);
	fputs("\">Judging errors</a></p>", out);
}

void as_contest_page_ceremony_question(
	FILE *out, const struct as_contest_visit *visit, const char *refusal)
{
	const struct reasons reasons = reasons_of(visit);

	page_begin(out, visit, &(struct page_frame){.place = PAGE_JURY_CLOCK, .title = "Ceremony"});
	if (refusal) {
		write_refusal(out, visit, refusal);
		page_end(out, visit);
		return;
	}
	fputs("<p>The ceremony shows all results, including those that the freeze hides.</p><ul>",
		out);
	for (size_t i = 0; i < reasons.count; i++)
		fprintf(out, "<li>%s</li>", reasons.items[i]);
	fputs("</ul><p>", out);
	page_late(out, visit);
	fputs("</p><p class=\"actions\"><a class=\"button\" href=\"", out);
	page_address(out, visit->base, "/jury/resolve?sure=1", NULL);
	fputs("\">Open the ceremony</a></p>", out);
	page_end(out, visit);
}
