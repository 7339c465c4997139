/* SPDX-License-Identifier: MIT */
/* Findings, and readers that make them. */
#include "reading.h"

#include <errno.h>
#include <string.h>

int course_add(struct folder *folder, enum as_finding_level level, const char *where,
	struct as_error *error, const char *format, ...)
{
	char text[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return as_findings_add(&folder->course->findings, level, where, error, "%s", text);
}

/* Documents are loaded by their path beneath the folder, schemes by their whole path. */
static const char *place_in(const struct folder *folder, const char *where)
{
	const char *path = folder->course->path;
	const size_t length = strlen(path);

	return strncmp(where, path, length) == 0 && where[length] == '/' ? where + length + 1
									 : where;
}

int course_report(struct folder *folder, enum as_finding_level level, const struct as_error *why,
	struct as_error *error)
{
	const char *file = place_in(folder, why->where);

	if (why->kind != AS_ERROR_INPUT && why->kind != AS_ERROR_USAGE)
		return as_error_pass(error, why, why->where, "%s", why->text);
	AS_AUTO_FREE char *where =
		!why->line    ? as_text_format(error, "%s", file)
		: why->column ? as_text_format(error, "%s:%u:%u", file, why->line, why->column)
			      : as_text_format(error, "%s:%u", file, why->line);
	return where ? course_add(folder, level, where, error, "%s", why->text) : -1;
}

int course_note(struct folder *folder, enum as_finding_level level, const struct as_node *node,
	struct as_error *error, const char *format, ...)
{
	char text[1024];
	va_list arguments;
	struct as_error why = {0};

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	as_node_error(node, &why, "%s", text);
	return course_report(folder, level, &why, error);
}

int course_read(struct folder *folder, const struct as_node *node, const struct as_node_key *keys,
	size_t count, void *target, struct as_error *error)
{
	struct as_error why = {0};
	const char *name;
	json_t *value;

	if (!json_is_object(node->value)) {
		as_node_type_error(node, &why, "a mapping of keys to values", "");
		return course_report(folder, AS_FINDING_ERROR, &why, error);
	}
	json_object_foreach(node->value, name, value)
	{
		const struct as_node child = as_node_child(node, name);
		as_error_clear(&why);
		if (as_node_key_find(keys, count, name))
			continue;
		as_node_unknown_key(&child, keys, count, &why);
		if (course_report(folder, AS_FINDING_ERROR, &why, error))
			return -1;
	}
	for (size_t i = 0; i < count; i++) {
		as_error_clear(&why);
		if (as_node_read_key(node, &keys[i], target, &why) &&
			course_report(folder, AS_FINDING_ERROR, &why, error))
			return -1;
	}
	return 0;
}

int course_file(struct folder *folder, const char *name, char **real, struct as_error *error)
{
	enum as_tree_type type;
	struct as_error why = {0};

	if (as_tree_find(&folder->course->tree, name, &type, real, &why))
		return why.kind == AS_ERROR_INPUT
			       ? course_add(folder, AS_FINDING_ERROR, name, error, "%s",
					 why.sys_errno == EXDEV ? "a link that leads out of the "
								  "course's folder; copy its "
								  "target here"
								: why.text)
			       : as_error_pass(error, &why, why.where, "%s", why.text);
	if (type == AS_TREE_FILE || type == AS_TREE_ABSENT)
		return type == AS_TREE_FILE;
	return course_add(folder, AS_FINDING_ERROR, name, error, "is not a regular file");
}

int course_document(struct folder *folder, const char *name, struct as_document *document,
	struct as_error *error)
{
	AS_AUTO_FREE char *real = NULL;
	struct as_error why = {0};
	const int found = course_file(folder, name, &real, error);

	if (found <= 0)
		return found;
	return as_document_load(document, folder->course->tree.fd, real, name, &why)
		       ? course_report(folder, AS_FINDING_ERROR, &why, error)
		       : 1;
}

int course_line(const struct as_node *node, char **text, struct as_error *error)
{
	AS_AUTO_FREE char *own = NULL;

	if (as_node_loose_text(node, &own, error))
		return -1;
	if (!*own)
		return as_node_error(node, error, "%s is empty", node->key ? node->key : "it");
	if (as_text_has_control(own))
		return as_node_error(node, error,
			"%s has a line break or another control character; write it on one line",
			node->key ? node->key : "it");
	free(*text);
	*text = as_steal(own);
	return 0;
}
