/* SPDX-License-Identifier: MIT */
/* Bodies of entries; texts that people write. */
#include <assay/base/line.h>
#include <assay/journal/entry.h>
#include <string.h>

/* ---- making entries ---- */

json_t *as_journal_entry_of(const char *type, int64_t wall_ms)
{
	return json_pack("{s: s, s: I}", "type", type, "wall_ms", (json_int_t)wall_ms);
}

void as_journal_entry_set(json_t **entry, const char *key, json_t *value)
{
	if (!*entry) {
		json_decref(value);
		return;
	}
	if (json_object_set_new(*entry, key, value) == 0)
		return;
	json_decref(*entry);
	*entry = NULL;
}

void as_journal_list_add(json_t **list, json_t *value)
{
	if (json_array_append_new(*list, value) == 0)
		return;
	json_decref(*list);
	*list = NULL;
}

void as_journal_entry_text(json_t **entry, const char *key, const char *value)
{
	if (value)
		as_journal_entry_set(entry, key, json_string(value));
}

/* ---- texts ---- */

int as_journal_check_text(const char *text, size_t max_bytes, struct as_error *error)
{
	const size_t length = strlen(text);

	if (length == 0 || strspn(text, " \t\r\n") == length)
		return as_error_set(error, AS_ERROR_USAGE, "the text is empty; write a text");
	if (length > max_bytes)
		return as_error_set(error, AS_ERROR_USAGE,
			"the text is longer than %zu bytes; shorten the text", max_bytes);
	if (!as_text_is_utf8(text, length))
		return as_error_set(error, AS_ERROR_USAGE, "the text is not UTF-8; send UTF-8");
	for (const char *at = text; *at; at++)
		if (((unsigned char)*at < ' ' && !strchr("\t\r\n", *at)) || *at == 0x7f)
			return as_error_set(error, AS_ERROR_USAGE,
				"the text has control characters; remove them");
	return 0;
}

char *as_journal_text(const char *text, size_t max_bytes, struct as_error *error)
{
	AS_AUTO_FREE char *lines = strdup(text);

	if (!lines) {
		as_error_no_memory(error);
		return NULL;
	}
	as_text_unify_lines(lines);
	return as_journal_check_text(lines, max_bytes, error) ? NULL : as_steal(lines);
}
