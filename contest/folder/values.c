/* SPDX-License-Identifier: MIT */
/* Readers of values, by type. */
#include "reading.h"

#include <assay/base/fit.h>
#include <string.h>

/* Reports the error of a parser at the value, with its key. */
static int report_at(const struct as_node *node, const struct as_error *why, struct as_error *error)
{
	return as_node_error(node, error, "%s%s%s", node->key ? node->key : "",
		node->key ? ": " : "", why->text);
}

static int line_of(const struct as_node *node, const char **text, struct as_error *error)
{
	if (as_node_text(node, text, error))
		return -1;
	if (as_text_has_control(*text))
		return as_node_error(node, error,
			"%s has a line break or another control character; write it on one line",
			node->key ? node->key : "it");
	return 0;
}

int folder_lines(const struct as_node *node, const char **text, struct as_error *error)
{
	if (as_node_text(node, text, error))
		return -1;
	for (const char *at = *text; *at; at++)
		if (((unsigned char)*at < ' ' && *at != '\n' && *at != '\t') || *at == 0x7f)
			return as_node_error(node, error, "%s has control characters; remove them",
				node->key ? node->key : "the text");
	return 0;
}

int folder_default(char **text, const char *value, struct as_error *error)
{
	return *text || !value ? 0 : as_text_copy(text, value, error);
}

int folder_line(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *text;

	(void)folder;
	return line_of(node, &text, error) ? -1 : as_text_copy(member, text, error);
}

static int id_of(const struct as_node *node, const char **id, struct as_error *error)
{
	if (as_node_text(node, id, error))
		return -1;
	if (as_contest_is_id(*id))
		return 0;
	return as_node_error(node, error,
		"%s%s'%.*s' is not an id; use 1 to 36 of a-z, A-Z, 0-9, '_', '.' and '-', the "
		"first neither '-' nor '.', the last not '.'",
		node->key ? node->key : "", node->key ? " " : "", as_text_fit(*id, 60), *id);
}

int folder_id(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *id;

	(void)folder;
	return id_of(node, &id, error) ? -1 : as_text_copy(member, id, error);
}

/* Sorts ids and drops duplicates. */
static void sort_unique(char **ids, size_t count)
{
	size_t kept = 0;

	qsort(ids, count, sizeof(*ids), as_names_compare);
	for (size_t i = 0; i < count; i++) {
		if (kept && strcmp(ids[kept - 1], ids[i]) == 0)
			free(ids[i]);
		else
			ids[kept++] = ids[i];
	}
	ids[kept] = NULL;
}

int folder_ids(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	char ***list = member;
	const size_t count = json_array_size(node->value);

	(void)folder;
	if (!json_is_array(node->value))
		return as_node_type_error(node, error, "a list of ids", "write [id, id]");
	AS_AUTO_NAMES char **ids = calloc(count + 1, sizeof(*ids));
	size_t found = 0;
	if (!ids)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		const struct as_node item = as_node_item(node, i);
		if (!json_is_null(item.value) && folder_id(folder, &item, &ids[found++], error))
			return -1;
	}
	sort_unique(ids, found);
	as_names_free(*list);
	*list = found ? as_steal(ids) : NULL;
	return 0;
}

int folder_bool(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	(void)folder;
	return as_node_bool(node, member, error);
}

int folder_time(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *text;
	struct as_error why = {0};

	(void)folder;
	if (as_node_text(node, &text, error))
		return -1;
	return as_contest_time_parse(text, member, &why) ? report_at(node, &why, error) : 0;
}

int folder_span(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *text;
	int64_t span_ms;
	struct as_error why = {0};

	(void)folder;
	if (!json_is_string(node->value))
		return as_node_error(node, error,
			"%s must be a time span; write hours:minutes:seconds, such as 5:00:00",
			node->key);
	if (as_node_text(node, &text, error))
		return -1;
	if (as_contest_reltime_parse(text, &span_ms, &why))
		return report_at(node, &why, error);
	if (span_ms < 0)
		return as_node_error(
			node, error, "%s is %s; it must not be negative", node->key, text);
	*(int64_t *)member = span_ms;
	return 0;
}

int folder_count(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *text = json_string_value(node->value);
	int64_t value;

	(void)folder;
	if (text && strcmp(text, "unlimited") == 0) {
		*(uint64_t *)member = AS_CONTEST_UNLIMITED;
		return 0;
	}
	if (as_node_integer(node, 1, INT32_MAX, &value, error))
		return -1;
	*(uint64_t *)member = (uint64_t)value;
	return 0;
}

static int set_more(const struct as_node *node, json_t **more, struct as_error *error)
{
	if (!*more)
		*more = json_object();
	AS_AUTO_JSON json_t *copy = json_deep_copy(node->value);
	const char *key;
	json_t *value;
	void *next;

	if (!*more || !copy || json_object_set(*more, node->key, copy))
		return as_error_no_memory(error);
	json_object_foreach_safe(copy, next, key, value)
	{
		if (json_is_null(value))
			json_object_del(copy, key);
	}
	return 0;
}

int folder_more(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	(void)folder;
	if (!json_is_object(node->value))
		return as_node_type_error(node, error, "a mapping of keys to values", "");
	return set_more(node, member, error);
}

int folder_more_line(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *text;

	(void)folder;
	return line_of(node, &text, error) ? -1 : set_more(node, member, error);
}

int folder_unused(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	(void)folder;
	(void)node;
	(void)member;
	(void)error;
	return 0;
}

/* ---- words ---- */

int folder_word(
	const struct as_node *node, const char *const *names, size_t *index, struct as_error *error)
{
	const char *word;
	size_t count = 0;

	if (as_node_text(node, &word, error))
		return -1;
	for (; names[count]; count++) {
		if (strcmp(word, names[count]) == 0) {
			*index = count;
			return 0;
		}
	}
	return as_node_unknown_word(node, word, names, count, error);
}

int folder_feedback(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	static const char *const names[] = {[AS_CONTEST_FEEDBACK_VERDICT] = "verdict",
		[AS_CONTEST_FEEDBACK_FIRST_FAILED] = "first_failed",
		[AS_CONTEST_FEEDBACK_GROUPS] = "groups",
		[AS_CONTEST_FEEDBACK_FULL] = "full",
		NULL};
	size_t index;

	(void)folder;
	if (folder_word(node, names, &index, error))
		return -1;
	*(enum as_contest_feedback *)member = (enum as_contest_feedback)index;
	return 0;
}

/* ---- languages ---- */

static int unknown_language(
	struct folder *folder, const struct as_node *node, const char *id, struct as_error *error)
{
	const char *const *known = folder->options->languages;
	size_t count = 0;

	for (; known[count]; count++)
		if (strcmp(known[count], id) == 0)
			return 0;
	return folder_note(folder, AS_FINDING_ERROR, node, error,
		"unknown language '%s'%s see assay languages", id, AS_SUGGESTION(id, known, count));
}

int folder_check_languages(
	struct folder *folder, const struct as_node *node, char *const *ids, struct as_error *error)
{
	for (; folder->options->languages && ids && *ids; ids++)
		if (unknown_language(folder, node, *ids, error))
			return -1;
	return 0;
}

/* ---- references ---- */

int folder_reference(struct folder *folder, const struct as_node *node, enum folder_part part,
	size_t *index, struct as_error *error)
{
	const char *id;
	size_t count;

	*index = AS_CONTEST_NONE;
	if (id_of(node, &id, error))
		return -1;
	const struct folder_list *list = folder->lists[part];
	const char *items = folder_items(folder->contest, list, &count);
	*index = folder_find(items, count, list->item_bytes, id);
	if (*index != AS_CONTEST_NONE || folder->is_broken[part])
		return 0;
	/* For suggestions. */
	AS_AUTO_FREE const char **ids = calloc(count + 1, sizeof(*ids));
	if (!ids)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		ids[i] = *(char *const *)(items + i * list->item_bytes);
	const char *suggestion = AS_SUGGESTION(id, ids, count);
	return as_node_error(node, error, "%s%s'%s' is not in %s.yaml%s%s add it there",
		node->key ? node->key : "", node->key ? " " : "", id, folder_part_names[part],
		suggestion, suggestion[1] ? " if not," : "");
}

static size_t sort_unique_indices(size_t *indices, size_t count)
{
	size_t kept = 0;

	qsort(indices, count, sizeof(*indices), as_size_compare);
	for (size_t i = 0; i < count; i++)
		if (!kept || indices[kept - 1] != indices[i])
			indices[kept++] = indices[i];
	return kept;
}

int folder_references(struct folder *folder, const struct as_node *node, enum folder_part part,
	size_t **indices, size_t *count, struct as_error *error)
{
	const size_t size = json_array_size(node->value);
	size_t found = 0;

	if (!json_is_array(node->value))
		return as_node_type_error(node, error, "a list of ids", "write [id, id]");
	AS_AUTO_FREE size_t *list = calloc(size + 1, sizeof(*list));
	if (!list)
		return as_error_no_memory(error);
	for (size_t i = 0; i < size; i++) {
		const struct as_node item = as_node_item(node, i);
		struct as_error why = {0};
		if (json_is_null(item.value))
			continue;
		if (folder_reference(folder, &item, part, &list[found], &why) &&
			folder_report(folder, AS_FINDING_ERROR, &why, error))
			return -1;
		found += list[found] != AS_CONTEST_NONE;
	}
	*count = sort_unique_indices(list, found);
	free(*indices);
	*indices = as_steal(list);
	return 0;
}
