/* SPDX-License-Identifier: MIT */
/* The home page: what a participant needs to know before the start. */
#include "problems.h"

/* The organiser's text: an empty line begins a paragraph, and other line ends stay. */
static void write_text(FILE *out, const char *text)
{
	fputs("<div class=\"card text\">", out);
	while (*text) {
		const char *end = strstr(text, "\n\n");
		const size_t size = end ? (size_t)(end - text) : strlen(text);
		fputs("<p class=\"said\">", out);
		as_html_untrusted(out, text, size, size, AS_HTML_BLOCK);
		fputs("</p>", out);
		text += size;
		text += strspn(text, "\n");
	}
	fputs("</div>", out);
}

static void write_links(FILE *out, const struct as_contest_visit *visit)
{
	static const struct {
		const char *path, *text;
	} links[] = {{"/board", "Board"}, {"/problems", "Problems"}, {"/rules", "Rules"},
		{"/languages", "Languages and limits"}, {"/statistics", "Statistics"}};
	const size_t count = sizeof links / sizeof *links;

	fputs("<p class=\"actions\">", out);
	for (size_t i = 0; i < count; i++) {
		if (i == count - 1 && !as_contest_visit_sees_statistics(visit))
			continue;
		fputs("<a href=\"", out);
		page_address(out, visit->base, links[i].path, NULL);
		fprintf(out, "\">%s</a>", links[i].text);
	}
	if (!page_account(visit) && page_contest(visit)->settings.registration.join_code) {
		fputs("<a href=\"", out);
		page_address(out, visit->base, "/register", NULL);
		fputs("\">Register a team</a>", out);
	}
	fputs("</p>", out);
}

static void write_contact(FILE *out, const struct as_contest_visit *visit)
{
	const char *contact = page_contest(visit)->settings.site.contact;

	fputs("<h2>Contact</h2>", out);
	if (contact)
		write_text(out, contact);
	page_questions(out, visit);
}

void as_contest_page_home(
	FILE *out, const struct as_contest_visit *visit, const struct as_language_state *states)
{
	const struct as_contest_settings *settings = &page_contest(visit)->settings;
	const bool has_started = as_contest_log_state(visit->log)->started_wall_ms != AS_NEVER_MS;

	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_HOME,
			.title = settings->formal_name ? settings->formal_name : settings->name});
	/* The page loads again when the contest starts. */
	fputs(has_started ? "" : "<div data-opens hidden></div>", out);
	page_contest_times(out, visit);
	write_links(out, visit);
	if (settings->site.welcome)
		write_text(out, settings->site.welcome);
	write_contact(out, visit);
	page_scoring(out, visit);
	fputs("<h2>Languages</h2>", out);
	page_languages(out, visit, states);
	page_end(out, visit);
}
