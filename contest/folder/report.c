/* SPDX-License-Identifier: MIT */
/* Findings. */
#include "changing.h"
#include "shared.h"

#include <errno.h>

int folder_add(struct folder *folder, enum as_finding_level level, const char *where,
	struct as_error *error, const char *format, ...)
{
	char text[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	folder->contest->error_count += level == AS_FINDING_ERROR;
	return as_findings_add(&folder->contest->findings, level, where, error, "%s", text);
}

int folder_report(struct folder *folder, enum as_finding_level level, const struct as_error *why,
	struct as_error *error)
{
	if (why->kind != AS_ERROR_INPUT)
		return as_error_pass(error, why, why->where, "%s", why->text);
	AS_AUTO_FREE char *where =
		why->line ? as_text_format(error, "%s:%u:%u", why->where, why->line, why->column)
			  : as_text_format(error, "%s", why->where);
	return where ? folder_add(folder, level, where, error, "%s", why->text) : -1;
}

int folder_note(struct folder *folder, enum as_finding_level level, const struct as_node *node,
	struct as_error *error, const char *format, ...)
{
	char text[1024];
	va_list arguments;
	struct as_error why = {0};

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	as_node_error(node, &why, "%s", text);
	return folder_report(folder, level, &why, error);
}

const char *folder_link_text(const struct as_error *why)
{
	return why->sys_errno == EXDEV ? "a link that leads out of the contest's folder; copy its "
					 "target here"
				       : why->text;
}

int folder_unique(struct folder *folder, const struct as_node *node, const char *value,
	struct as_error *error)
{
	struct as_error place = {0};
	AS_AUTO_FREE char *key = as_text_format(error, "%s %s", node->key, value);

	if (!key)
		return -1;
	if (!folder->seen)
		folder->seen = json_object();
	as_node_error(node, &place, "here");
	const json_t *line = json_object_get(folder->seen, key);
	if (line) {
		AS_AUTO_FREE char *other = folder_origins_line(
			folder->origins, &place, (unsigned)json_integer_value(line), error);
		return other ? folder_note(folder, AS_FINDING_ERROR, node, error,
				       "%s '%s' is also in %s; choose another one", node->key,
				       value, other)
			     : -1;
	}
	return json_object_set_new(folder->seen, key, json_integer(place.line))
		       ? as_error_no_memory(error)
		       : 0;
}

unsigned folder_unique_line(const json_t *seen, const char *key, const char *value)
{
	AS_AUTO_FREE char *text = value ? as_text_format(NULL, "%s %s", key, value) : NULL;

	return text ? (unsigned)json_integer_value(json_object_get(seen, text)) : 0;
}
