/* SPDX-License-Identifier: MIT */
#include "maker.h"

#include <string.h>

void maker_note(const struct maker *maker, const char *format, ...)
{
	char text[1024], shown[1400];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	as_text_printable(text, strlen(text), shown, sizeof(shown));
	if (maker->config->note)
		maker->config->note(maker->config->progress_context, shown);
}

/* ---- notes in large numbers ---- */

static void show_note(void *context, const struct as_finding *note)
{
	maker_note(context, "%s: %s", note->where, note->text);
}

void maker_notes(const struct maker *maker, const struct as_findings *notes)
{
	as_findings_fold(notes, show_note, (void *)maker);
	if (notes->dropped_count)
		maker_note(maker, "%zu more notes are not shown", notes->dropped_count);
}

int maker_test_notes(const struct maker *maker, struct as_error *error)
{
	AS_AUTO(as_findings_clear) struct as_findings notes = {0};

	for (size_t i = 0; i < maker->recipe.count; i++) {
		AS_AUTO_FREE char *where =
			as_text_format(error, "data/%s", maker->recipe.tests[i].name);
		if (!where ||
			(maker->outcomes[i].note && as_findings_add(&notes, AS_FINDING_INFO, where,
							    error, "%s", maker->outcomes[i].note)))
			return -1;
	}
	maker_notes(maker, &notes);
	return 0;
}
