/* SPDX-License-Identifier: MIT */
/* The changes that wait for the teacher: of each person all numbers that would be others. */
#include "state.h"

#include <string.h>

/* Longer than any that the marks of a usual scheme make. */
#define MAX_SHOWN 2000

static void write_text(FILE *out, const char *text)
{
	fputs("<td class=\"text\"><bdi>", out);
	if (text)
		as_html_untrusted(out, text, strlen(text), MAX_SHOWN, AS_HTML_LINE);
	fputs("</bdi></td>", out);
}

static void write_change(FILE *out, const struct as_entered *person)
{
	fputs("<tr><th scope=\"row\" class=\"name\"><a href=\"people/", out);
	as_html_address(out, person->key);
	fputs(".html\">", out);
	as_page_write_person_name(out, person);
	fputs("</a></th>", out);
	write_text(out, person->change);
	write_text(out, person->why);
	fputs("</tr>", out);
}

void as_teacher_write_changes(const struct as_pages *pages, FILE *out)
{
	size_t count = 0;

	for (size_t i = 0; i < pages->count; i++)
		count += pages->people[i].change != NULL;
	if (count == 0)
		return;
	fputs("<h2 id=\"changes\">Changes</h2><p class=\"sub\">For each of these students, "
	      "a new mark waits for --apply. Until the command is run with --apply, the old mark "
	      "counts.</p><div class=\"card scroll tall\" tabindex=\"0\" "
	      "role=\"region\" aria-label=\"Changes\"><table class=\"list changes\"><thead><tr>"
	      "<th scope=\"col\">Person</th><th scope=\"col\">Marks</th>"
	      "<th scope=\"col\">Why</th></tr></thead><tbody>",
		out);
	for (size_t i = 0; i < pages->count; i++)
		if (pages->people[i].change)
			write_change(out, &pages->people[i]);
	fputs("</tbody></table></div>", out);
}
