/* SPDX-License-Identifier: MIT */
#include <assay/package.h>
#include <string.h>

/* A hostile package must not exhaust memory with findings. */
#define MAX_FINDINGS 1000
/* More errors than these are only counted. */
#define MAX_ERRORS 1000
/* Places that a line for several findings names. */
#define NAMED_PLACES 3

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

static int append(struct as_findings *findings, enum as_finding_level level, const char *where,
	const char *text, struct as_error *error)
{
	char shown_where[1024], shown_text[1024];
	if (!as_array_reserve(findings->items, findings->count, error))
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

bool as_findings_drop(struct as_findings *findings)
{
	if (findings->count < MAX_FINDINGS)
		return false;
	findings->dropped_count++;
	return true;
}

int as_findings_add(struct as_findings *findings, enum as_finding_level level, const char *where,
	struct as_error *error, const char *format, ...)
{
	char text[1024];
	va_list arguments;
	if (level != AS_FINDING_ERROR && as_findings_drop(findings))
		return 0;
	if (level == AS_FINDING_ERROR && findings->error_count++ >= MAX_ERRORS) {
		findings->dropped_count++;
		return 0;
	}
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return append(findings, level, where, text, error);
}

/* ---- for people ---- */

/* Equal for findings that are shown as one: they have a place, and the same level and text. */
static char *key_of(const struct as_finding *finding)
{
	return as_text_format(
		NULL, "%d%d%s", (int)finding->level, *finding->where != '\0', finding->text);
}

/* Maps the key of each finding to the list of findings with that key. */
static json_t *sort_alike(const struct as_findings *findings)
{
	AS_AUTO_JSON json_t *alike = json_object();
	for (size_t i = 0; alike && i < findings->count; i++) {
		const struct as_finding *finding = &findings->items[i];
		AS_AUTO_FREE char *key = key_of(finding);
		json_t *list = key ? json_object_get(alike, key) : NULL;
		if (!key || (!list && json_object_set_new(alike, key, list = json_array())) ||
			json_array_append_new(list, json_integer((json_int_t)i)))
			return NULL;
	}
	return as_steal(alike);
}

/* The first places of a list of findings, and the number of the others. */
static char *list_places(const struct as_findings *findings, const json_t *list)
{
	const size_t count = json_array_size(list);
	const char *first[NAMED_PLACES];
	for (size_t i = 0; i < NAMED_PLACES; i++)
		first[i] = findings->items[json_integer_value(json_array_get(list, i))].where;
	return as_text_format(NULL, "%s, %s, %s and %zu more", first[0], first[1], first[2],
		count - NAMED_PLACES);
}

/* True for all findings of a list but the first. */
static bool is_folded(const json_t *list, size_t index)
{
	return json_integer_value(json_array_get(list, 0)) != (json_int_t)index;
}

void as_findings_fold(const struct as_findings *findings,
	void (*show)(void *context, const struct as_finding *finding), void *context)
{
	AS_AUTO_JSON json_t *alike = sort_alike(findings);
	for (size_t i = 0; i < findings->count; i++) {
		struct as_finding shown = findings->items[i];
		AS_AUTO_FREE char *key = alike ? key_of(&shown) : NULL, *places = NULL;
		const json_t *list = key ? json_object_get(alike, key) : NULL;
		if (*shown.where && json_array_size(list) > AS_FINDINGS_ALIKE) {
			if (is_folded(list, i))
				continue;
			if ((places = list_places(findings, list)))
				shown.where = places;
			else
				json_object_del(alike, key);
		}
		show(context, &shown);
	}
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
