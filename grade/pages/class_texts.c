/* SPDX-License-Identifier: MIT */
/* Texts that people submitted for manual marking: the text cells of notebooks. */
#include "state.h"

#include <string.h>

static size_t count_texts(const struct as_entered *person)
{
	size_t count = 0;

	while (person->texts && person->texts[count])
		count++;
	return count;
}

static void write_person(FILE *out, const struct as_entered *person, size_t count)
{
	fputs("<details class=\"texts\"><summary>", out);
	as_page_write_person_name(out, person);
	fprintf(out, " <small>%zu text cell%s</small></summary>", count, count == 1 ? "" : "s");
	for (size_t i = 0; i < count; i++) {
		const size_t size = strlen(person->texts[i]);
		as_page_write_text(out, person->texts[i], size, size);
	}
	fputs("</details>", out);
}

void as_teacher_write_texts(const struct as_pages *pages, FILE *out)
{
	size_t people = 0;

	for (size_t i = 0; i < pages->count; i++) {
		const size_t count = count_texts(&pages->people[i]);
		if (count == 0)
			continue;
		if (people++ == 0)
			fputs("<h2 id=\"texts\">Texts in notebooks</h2><div class=\"card\">", out);
		write_person(out, &pages->people[i], count);
	}
	fputs(people ? "</div>" : "", out);
}
