/* SPDX-License-Identifier: MIT */
/*
 * A recipe's text with another solution and other programs, and all else as its author wrote it:
 * comments explain why a test is there. The changed text is read to check that it means what it
 * should; if it does not, the recipe is written anew, without comments.
 */
#include "export.h"

#include <string.h>

struct edit {
	size_t offset, length;
	char *text;
};

struct edits {
	const char *text;
	const struct as_document *document;
	struct edit *items;
	size_t count;
	bool failed; /* something cannot be edited in place */
};

static void clear_edits(struct edits *edits)
{
	for (size_t i = 0; i < edits->count; i++)
		free(edits->items[i].text);
	free(edits->items);
}

static int add_edit(
	struct edits *edits, size_t offset, size_t length, const char *text, struct as_error *error)
{
	struct edit *items = reallocarray(edits->items, edits->count + 1, sizeof(*items));
	if (!items)
		return as_error_no_memory(error);
	edits->items = items;
	items[edits->count] = (struct edit){offset, length, as_text_format(error, "%s", text)};
	return items[edits->count++].text ? 0 : -1;
}

static const char *line_start(const char *text, unsigned line)
{
	while (line > 1 && text) {
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
		line--;
	}
	return text;
}

/* The value's text in its line, at its place or, the column counting characters, after it. */
static int edit_value(struct edits *edits, const char *pointer, const char *old_text,
	const char *new_text, struct as_error *error)
{
	unsigned line, column;
	const char *start = as_document_place(edits->document, pointer, &line, &column)
				    ? line_start(edits->text, line)
				    : NULL;
	size_t length = start ? strcspn(start, "\n") : 0;
	size_t skip = start && column - 1 < length ? column - 1 : 0;
	const char *found =
		start ? memmem(start + skip, length - skip, old_text, strlen(old_text)) : NULL;
	if (!found) {
		edits->failed = true;
		return 0;
	}
	return add_edit(edits, (size_t)(found - edits->text), strlen(old_text), new_text, error);
}

/* Texts that are others in what it shall say. */
static int edit_texts(struct edits *edits, const char *pointer, json_t *before, json_t *after,
	struct as_error *error)
{
	const char *key;
	json_t *member;
	size_t index;
	if (json_is_string(before) && json_is_string(after) && !json_equal(before, after))
		return edit_value(
			edits, pointer, json_string_value(before), json_string_value(after), error);
	json_array_foreach(before, index, member)
	{
		AS_AUTO_FREE char *inner = as_text_format(error, "%s/%zu", pointer, index);
		if (!inner ||
			edit_texts(edits, inner, member, json_array_get(after, index), error) < 0)
			return -1;
	}
	json_object_foreach(before, key, member)
	{
		AS_AUTO_FREE char *inner = as_pointer_join(pointer, key);
		if (!inner)
			return as_error_no_memory(error);
		if (!(*pointer == '\0' && strcmp(key, "generators") == 0) &&
			edit_texts(edits, inner, member, json_object_get(after, key), error) < 0)
			return -1;
	}
	return 0;
}

/* The lines from the key `generators` at a line's start to the next line that begins a key. */
static void find_programs(const char *text, size_t *offset, size_t *length)
{
	static const char key[] = "\ngenerators:";
	const char *at = strncmp(text, key + 1, strlen(key + 1)) == 0 ? text : strstr(text, key);
	if (!at) {
		*offset = strlen(text);
		*length = 0;
		return;
	}
	at += *at == '\n';
	const char *end = strchrnul(at, '\n');
	const char *last = end; /* of what belongs to it; comments may belong to what follows */
	while (*end) {
		const char *next = end + 1;
		if (*next && !strchr(" \t#\n", *next))
			break;
		end = strchrnul(next, '\n');
		if (next[strspn(next, " \t")] != '#' && end > next + strspn(next, " \t"))
			last = end;
	}
	*offset = (size_t)(at - text);
	*length = (size_t)(last - at) + (*last == '\n');
}

static int edit_programs(struct edits *edits, json_t *programs, struct as_error *error)
{
	size_t offset, length;
	AS_AUTO_JSON json_t *section = json_pack("{s:O}", "generators", programs);
	AS_AUTO_FREE char *text = section ? as_yaml_write(section, error) : NULL;
	find_programs(edits->text, &offset, &length);
	bool open_line = length == 0 && offset > 0 && edits->text[offset - 1] != '\n';
	AS_AUTO_FREE char *lines =
		text ? as_text_format(error, "%s%s", open_line ? "\n" : "", text) : NULL;
	return lines ? add_edit(edits, offset, length, lines, error) : as_error_no_memory(error);
}

static int compare_edits(const void *a, const void *b)
{
	const struct edit *left = a, *right = b;
	return (left->offset > right->offset) - (left->offset < right->offset);
}

static char *apply(struct edits *edits, struct as_error *error)
{
	char *text = NULL;
	size_t size, at = 0;
	FILE *out = open_memstream(&text, &size);
	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	if (edits->count > 1)
		qsort(edits->items, edits->count, sizeof(*edits->items), compare_edits);
	for (size_t i = 0; i < edits->count && edits->items[i].offset >= at; i++) {
		const struct edit *edit = &edits->items[i];
		fwrite(edits->text + at, 1, edit->offset - at, out);
		fputs(edit->text, out);
		at = edit->offset + edit->length;
	}
	fputs(edits->text + at, out);
	if (fclose(out) != 0) {
		free(text);
		as_error_no_memory(error);
		return NULL;
	}
	return text;
}

static bool says(const char *text, json_t *recipe)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	return as_document_parse_yaml(&document, "recipe", text, strlen(text), NULL) == 0 &&
	       json_equal(document.root, recipe);
}

char *export_recipe_text(const char *text, const struct as_document *document, json_t *recipe,
	struct as_error *error)
{
	AS_AUTO(clear_edits) struct edits edits = {.text = text, .document = document};
	json_t *programs = json_object_get(recipe, "generators");
	if (edit_texts(&edits, "", document->root, recipe, error) < 0)
		return NULL;
	/* Two absent values are not equal. */
	if (programs && !json_equal(programs, json_object_get(document->root, "generators")) &&
		edit_programs(&edits, programs, error) < 0)
		return NULL;
	AS_AUTO_FREE char *changed = edits.failed ? NULL : apply(&edits, error);
	if (changed && says(changed, recipe))
		return as_steal(changed);
	return as_yaml_write(recipe, error);
}
