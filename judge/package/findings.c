/* SPDX-License-Identifier: MIT */
#include <assay/package.h>
#include <string.h>

/* A hostile package must not fill the memory with what there is to say of it. */
#define MAX_FINDINGS 1000

const char *as_finding_level_name(enum as_finding_level level)
{
	switch (level) {
	case AS_FINDING_INFO:
		return "info";
	case AS_FINDING_WARNING:
		return "warning";
	case AS_FINDING_ERROR:
		break;
	}
	return "error";
}

static int reserve(struct as_findings *findings, struct as_error *error)
{
	if (findings->count < findings->capacity)
		return 0;
	size_t capacity = findings->capacity ? findings->capacity * 2 : 8;
	struct as_finding *items = reallocarray(findings->items, capacity, sizeof *items);
	if (!items)
		return as_error_no_memory(error);
	findings->items = items;
	findings->capacity = capacity;
	return 0;
}

static int append(struct as_findings *findings, enum as_finding_level level, const char *where,
	const char *text, struct as_error *error)
{
	char shown_where[1024], shown_text[1024];
	if (reserve(findings, error) < 0)
		return -1;
	as_text_printable(where, strlen(where), shown_where, sizeof shown_where);
	as_text_printable(text, strlen(text), shown_text, sizeof shown_text);
	struct as_finding finding = {.level = level,
		.where = as_text_format(error, "%s", shown_where),
		.text = as_text_format(error, "%s", shown_text)};
	if (!finding.where || !finding.text) {
		free(finding.where);
		free(finding.text);
		return -1;
	}
	findings->items[findings->count++] = finding;
	return 0;
}

int as_findings_add(struct as_findings *findings, enum as_finding_level level, const char *where,
	struct as_error *error, const char *format, ...)
{
	char text[1024];
	va_list arguments;
	if (findings->count >= MAX_FINDINGS && level != AS_FINDING_ERROR) {
		findings->dropped_count++;
		return 0;
	}
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return append(findings, level, where, text, error);
}

void as_findings_clear(struct as_findings *findings)
{
	for (size_t i = 0; i < findings->count; i++) {
		free(findings->items[i].where);
		free(findings->items[i].text);
	}
	free(findings->items);
	*findings = (struct as_findings){0};
}
