/* SPDX-License-Identifier: MIT */
/* The findings; their submissions and tests are in the matrix. */
#include "page.h"

#include <string.h>

bool as_page_is_about(const struct as_finding *finding, const char *path)
{
	static const char folder[] = "submissions/";
	const char *where = finding->where;
	const size_t length = strlen(path);

	if (strncmp(where, folder, strlen(folder)) != 0 ||
		strncmp(where + strlen(folder), path, length) != 0)
		return false;
	const char after = where[strlen(folder) + length];
	return after == '\0' || after == '/';
}

/* True for "data/secret/07.ans" and secret/07. */
static bool is_of_test(const char *where, const char *test)
{
	const size_t length = strlen(test);

	return strncmp(where, "data/", 5) == 0 && strncmp(where + 5, test, length) == 0 &&
	       where[5 + length] == '.';
}

/* The anchor of its submission or test in the matrix; false if it has none. */
static bool find_place(const struct as_page *page, const struct as_finding *finding, char place[64])
{
	const struct as_verification *verification = page->verification;

	for (size_t s = 0; s < verification->submission_count; s++) {
		if (!as_page_is_about(finding, verification->submissions[s].path))
			continue;
		snprintf(place, 64, "p%zu-s%zu", page->number, s);
		return true;
	}
	for (size_t t = 0; t < verification->package.test_count; t++) {
		if (!is_of_test(finding->where, verification->package.tests[t]))
			continue;
		snprintf(place, 64, "p%zu-t%zu", page->number, t);
		return true;
	}
	return false;
}

static void write_finding(
	const struct as_page *page, size_t index, const struct as_finding *finding)
{
	const char *level = as_finding_level_name(finding->level);
	const char *where = finding->where;
	char place[64];
	bool linked = find_place(page, finding, place);

	fprintf(page->out,
		"<li class=\"finding\" id=\"p%zu-f%zu\"><span class=\"level %s\">%s</span>"
		"<span class=\"where mono\">",
		page->number, index, level, level);
	if (linked)
		fprintf(page->out, "<a href=\"#%s\">", place);
	as_html_text(page->out, *where ? where : "the package");
	fputs(linked ? "</a></span><p>" : "</span><p>", page->out);
	as_html_text(page->out, finding->text);
	fputs("</p></li>", page->out);
}

void as_page_findings(const struct as_page *page)
{
	const struct as_findings *findings = &page->verification->findings;

	fputs("<h2>Findings</h2><div class=\"card\">", page->out);
	if (findings->count == 0)
		fputs("<div class=\"none-found\">No findings.</div>", page->out);
	else
		fputs("<ul class=\"findings\">", page->out);
	for (size_t i = 0; i < findings->count; i++)
		write_finding(page, i, &findings->items[i]);
	fputs(findings->count ? "</ul></div>" : "</div>", page->out);
}
