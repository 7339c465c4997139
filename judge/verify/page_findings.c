/* SPDX-License-Identifier: MIT */
/* What was found; what it is about is in the matrix. */
#include "page.h"

#include <string.h>

bool as_page_is_about(const json_t *finding, const char *path)
{
	static const char folder[] = "submissions/";
	const char *where = as_page_string(finding, "where");
	const size_t length = strlen(path);

	if (strncmp(where, folder, strlen(folder)) != 0 ||
		strncmp(where + strlen(folder), path, length) != 0)
		return false;
	const char after = where[strlen(folder) + length];
	return after == '\0' || after == '/';
}

/* "data/secret/07.ans" is of secret/07. */
static bool is_of_test(const char *where, const char *test)
{
	const size_t length = strlen(test);

	return strncmp(where, "data/", 5) == 0 && strncmp(where + 5, test, length) == 0 &&
	       where[5 + length] == '.';
}

/* The place of what it is about; false where that is not in the matrix. */
static bool find_place(const struct as_page *page, const json_t *finding, char place[64])
{
	const json_t *about = json_object_get(page->document, "about");
	size_t index;
	json_t *item;

	json_array_foreach(json_object_get(page->document, "submissions"), index, item)
	{
		if (!as_page_is_about(finding, as_page_string(item, "path")))
			continue;
		snprintf(place, 64, "p%zu-s%zu", page->number, index);
		return true;
	}
	json_array_foreach(json_object_get(about, "tests"), index, item)
	{
		if (!is_of_test(as_page_string(finding, "where"), json_string_value(item)))
			continue;
		snprintf(place, 64, "p%zu-t%zu", page->number, index);
		return true;
	}
	return false;
}

static void write_finding(const struct as_page *page, size_t index, const json_t *finding)
{
	const char *level = as_page_string(finding, "level");
	const char *where = as_page_string(finding, "where");
	char place[64];
	bool linked = find_place(page, finding, place);

	fprintf(page->out,
		"<li class=\"finding\" id=\"p%zu-f%zu\"><span class=\"level %s\">%s</span>"
		"<span class=\"where mono\">",
		page->number, index, level, level);
	if (linked)
		fprintf(page->out, "<a href=\"#%s\">", place);
	as_page_text(page->out, *where ? where : "the package");
	fputs(linked ? "</a></span><p>" : "</span><p>", page->out);
	as_page_text(page->out, as_page_string(finding, "text"));
	fputs("</p></li>", page->out);
}

void as_page_findings(const struct as_page *page)
{
	const json_t *findings = json_object_get(page->document, "findings");
	size_t index;
	json_t *finding;

	fputs("<h2>Findings</h2><div class=\"card\">", page->out);
	if (json_array_size(findings) == 0)
		fputs("<div class=\"none-found\">Nothing was found.</div>", page->out);
	else
		fputs("<ul class=\"findings\">", page->out);
	json_array_foreach(findings, index, finding) write_finding(page, index, finding);
	fputs(json_array_size(findings) ? "</ul></div>" : "</div>", page->out);
}
