/* SPDX-License-Identifier: MIT */
/*
 * Findings about an export. Each has a second text for blind marking, made from the same format:
 * "%s" is a text of the export or of a list, which may be a name, and is left out there; "%-s" is a
 * text of this program. So a new finding hides all that it does not name as harmless.
 */
#include "draft.h"

#define TEXT_SIZE 1024

/* Replaces each "%s" by "%.0s...", which takes its argument and prints nothing of it. */
static void hide_texts(const char *format, char *hidden, size_t size)
{
	size_t length = 0;

	for (; *format && length + 8 < size; format++) {
		if (format[0] == '%' && format[1] == '%') {
			hidden[length++] = *format++;
		} else if (format[0] == '%' && format[1] == 's') {
			length += (size_t)snprintf(hidden + length, size - length, "%%.0s...");
			format++;
			continue;
		}
		hidden[length++] = *format;
	}
	hidden[length] = '\0';
}

/* Makes room for the fact of one more finding. */
static int grow_facts(struct as_submissions *out, struct as_error *error)
{
	struct as_finding_fact *facts =
		as_array_grow(out->facts, out->findings.count, sizeof(*facts), error);

	if (!facts)
		return -1;
	out->facts = facts;
	return 0;
}

int submissions_report(struct as_submissions *out, const struct as_finding_fact *fact,
	enum as_finding_level level, const char *where, struct as_error *error, const char *format,
	va_list arguments)
{
	char text[TEXT_SIZE], blind[TEXT_SIZE], hidden[TEXT_SIZE];
	const size_t count = out->findings.count;
	va_list again;

	va_copy(again, arguments);
	vsnprintf(text, sizeof(text), format, arguments);
	hide_texts(format, hidden, sizeof(hidden));
	vsnprintf(blind, sizeof(blind), hidden, again);
	va_end(again);
	AS_AUTO_FREE char *kept = as_text_format(error, "%s", blind);
	if (!kept || grow_facts(out, error) ||
		as_findings_add(&out->findings, level, where, error, "%s", text))
		return -1;
	/* Beyond a maximum they are only counted. */
	if (out->findings.count == count)
		return 0;
	out->facts[count] = *fact;
	out->facts[count].blind = as_steal(kept);
	return 0;
}

int as_submissions_report(struct as_submissions *submissions, size_t person,
	enum as_finding_level level, const char *where, struct as_error *error, const char *format,
	...)
{
	const struct as_finding_fact fact = {.person = person, .draft = SIZE_MAX};
	va_list arguments;

	va_start(arguments, format);
	const int status =
		submissions_report(submissions, &fact, level, where, error, format, arguments);
	va_end(arguments);
	return status;
}

int draft_report(struct work *work, const struct draft *draft, enum as_finding_kind kind,
	enum as_finding_level level, const char *format, ...)
{
	const struct as_finding_fact fact = {.kind = kind,
		.person = SIZE_MAX,
		.draft = draft ? (size_t)(draft - work->drafts) : SIZE_MAX};
	va_list arguments;

	va_start(arguments, format);
	const int status = submissions_report(work->out, &fact, level,
		draft ? draft->received.path : work->order->path, work->error, format, arguments);
	va_end(arguments);
	return status;
}

void facts_name_persons(struct work *work)
{
	for (size_t i = 0; i < work->out->findings.count; i++) {
		struct as_finding_fact *fact = &work->out->facts[i];
		if (fact->draft != SIZE_MAX)
			fact->person = work->drafts[fact->draft].received.person;
	}
}

void facts_free(struct as_submissions *submissions)
{
	for (size_t i = 0; submissions->facts && i < submissions->findings.count; i++)
		free(submissions->facts[i].blind);
	free(submissions->facts);
	submissions->facts = NULL;
}
