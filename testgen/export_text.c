/* SPDX-License-Identifier: MIT */
/*
 * Edits the text of a recipe: another solution, other programs and other keys; the rest stays as
 * the author wrote it, because comments explain why a test exists. The new text is compared
 * with the intended recipe. If it differs, the recipe is written without its comments.
 */
#include "export.h"

#include "lock.h"
#include "recipe.h"

#include <assay/base/yaml_edit.h>
#include <string.h>

struct edits {
	struct as_yaml_edits edits;
	const struct as_document *document;
	bool failed; /* something cannot be edited in place */
};

static void clear_edits(struct edits *edits)
{
	as_yaml_edits_clear(&edits->edits);
}

/* Replaces the value's text in its line, at its place or after it, since the column counts
 * characters. */
static int edit_value(struct edits *edits, const char *pointer, const char *old_text,
	const char *new_text, struct as_error *error)
{
	unsigned line, column;
	const char *start = as_document_place(edits->document, pointer, &line, &column)
				    ? as_text_line(edits->edits.text, line)
				    : NULL;
	size_t length = start ? strcspn(start, "\n") : 0;
	size_t skip = start && column - 1 < length ? column - 1 : 0;
	const char *found =
		start ? memmem(start + skip, length - skip, old_text, strlen(old_text)) : NULL;
	if (!found) {
		edits->failed = true;
		return 0;
	}
	return as_yaml_edit(&edits->edits, (size_t)(found - edits->edits.text), strlen(old_text),
		error, "%s", new_text);
}

/* ---- keys ---- */

/* The comma or bracket that ends a value in flow style on one line, or NULL. */
static const char *flow_end(const char *at)
{
	int depth = 0;
	char quote = '\0';
	for (; *at && *at != '\n'; at++) {
		if (quote && *at == '\\' && quote == '"' && at[1])
			at++;
		else if (quote)
			quote = *at == quote ? '\0' : quote;
		else if (*at == '"' || *at == '\'')
			quote = *at;
		else if (*at == '{' || *at == '[')
			depth++;
		else if (depth == 0 && strchr(",]}", *at))
			return at;
		else if (*at == '}' || *at == ']')
			depth--;
	}
	return NULL;
}

/* `other`: a mapping with the replacement key; NULL: remove the key. */
static int edit_block(
	struct edits *edits, const char *line, size_t indent, json_t *other, struct as_error *error)
{
	AS_AUTO_FREE char *yaml = other ? as_yaml_write(other, error) : NULL;
	AS_AUTO_FREE char *text = NULL;
	size_t size;
	if (other && !yaml)
		return -1;
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return as_error_no_memory(error);
	for (const char *at = yaml; at && *at; at = strchrnul(at, '\n') + 1)
		fprintf(out, "%*s%.*s\n", (int)indent, "", (int)strcspn(at, "\n"), at);
	if (fclose(out) != 0)
		return as_error_no_memory(error);
	const size_t at = (size_t)(line - edits->edits.text);
	return as_yaml_edit(&edits->edits, at,
		as_yaml_block_end(edits->edits.text, at, indent) - at, error, "%s", text);
}

static int edit_flow(struct edits *edits, const char *line, const char *key, json_t *other,
	struct as_error *error)
{
	const char *end = flow_end(key), *start = key;
	AS_AUTO_FREE char *dump = other ? json_dumps(other, 0) : NULL;
	if (other && !dump)
		return as_error_no_memory(error);
	edits->failed |= !end;
	if (!end)
		return 0;
	/* Without the brackets around the single key. */
	if (dump)
		dump[strlen(dump) - 1] = '\0';
	while (!dump && start > line && start[-1] == ' ')
		start--;
	if (!dump && start > line && start[-1] == ',') {
		start--;
	} else if (!dump) {
		start = key;
		end += *end == ',';
		end += strspn(end, " ");
	}
	return as_yaml_edit(&edits->edits, (size_t)(start - edits->edits.text),
		(size_t)(end - start), error, "%s", dump ? dump + 1 : "");
}

static int edit_key(struct edits *edits, const char *pointer, const char *name, json_t *other,
	struct as_error *error)
{
	unsigned line_number, column;
	const char *line = as_document_key_place(edits->document, pointer, &line_number, &column)
				   ? as_text_line(edits->edits.text, line_number)
				   : NULL;
	const size_t indent = line ? strspn(line, " ") : 0;
	/* The column counts characters, not bytes. */
	const char *key = line && column - 1 <= strcspn(line, "\n") ? line + column - 1 : NULL;
	const bool quoted = key && (*key == '"' || *key == '\'');
	if (!key || strncmp(key + quoted, name, strlen(name)) != 0) {
		edits->failed = true;
		return 0;
	}
	return indent == column - 1 ? edit_block(edits, line, indent, other, error)
				    : edit_flow(edits, line, key, other, error);
}

/* The first key of `after` that is not in `before` replaces one that is. */
static json_t *added_key(json_t *before, json_t *after)
{
	const char *key;
	json_t *value;
	json_object_foreach(after, key, value)
	{
		if (!json_object_get(before, key))
			return json_pack("{s:O}", key, value);
	}
	return NULL;
}

static int edit_keys(struct edits *edits, const char *pointer, json_t *before, json_t *after,
	struct as_error *error)
{
	const char *key;
	json_t *value;
	AS_AUTO_JSON json_t *added = added_key(before, after);
	bool placed = !added;
	json_object_foreach(before, key, value)
	{
		if (!json_is_object(after) || json_object_get(after, key))
			continue;
		AS_AUTO_FREE char *inner = as_pointer_join(pointer, key);
		if (!inner)
			return as_error_no_memory(error);
		if (edit_key(edits, inner, key, placed ? NULL : added, error) < 0)
			return -1;
		placed = true;
	}
	return 0;
}

/* Replaces texts that differ in the intended recipe. */
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
	if (edit_keys(edits, pointer, before, after, error) < 0)
		return -1;
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

/* Replaces the key `generators` at the start of a line, or adds it. */
static int edit_programs(struct as_yaml_edits *edits, json_t *programs, struct as_error *error)
{
	static const char key[] = "\ngenerators:";
	const char *text = edits->text;
	AS_AUTO_JSON json_t *section = json_pack("{s:O}", "generators", programs);
	AS_AUTO_FREE char *yaml = section ? as_yaml_write(section, error) : NULL;
	const char *at = strncmp(text, key + 1, strlen(key + 1)) == 0 ? text : strstr(text, key);
	const size_t offset = at ? (size_t)(at + (*at == '\n') - text) : strlen(text);
	const bool open_line = !at && offset > 0 && text[offset - 1] != '\n';
	if (!yaml)
		return as_error_no_memory(error);
	return as_yaml_edit(edits, offset, at ? as_yaml_block_end(text, offset, 0) - offset : 0,
		error, "%s%s", open_line ? "\n" : "", yaml);
}

static char *make_text(const char *text, const struct as_document *document, json_t *recipe,
	struct as_error *error)
{
	AS_AUTO(clear_edits) struct edits edits = {.edits.text = text, .document = document};
	json_t *programs = json_object_get(recipe, "generators");
	if (edit_texts(&edits, "", document->root, recipe, error) < 0)
		return NULL;
	/* Two missing values are not equal. */
	if (programs && !json_equal(programs, json_object_get(document->root, "generators")) &&
		edit_programs(&edits.edits, programs, error) < 0)
		return NULL;
	char *changed = edits.failed ? NULL : as_yaml_edits_apply(&edits.edits, recipe, error);
	return changed ? changed : as_yaml_write(recipe, error);
}

int export_change_recipe(
	struct as_export *export, export_change *change, void *context, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	AS_AUTO_BYTES struct as_bytes text = {0};
	const struct as_export_file *file = as_export_find(export, RECIPE_PATH);
	AS_AUTO_FREE char *where = as_tree_where(&export->package->tree, RECIPE_PATH, error);
	if (!where || as_export_read(export, file, &text, error) < 0 ||
		as_document_parse_yaml(&document, where, text.data, text.size, error) < 0)
		return -1;
	AS_AUTO_JSON json_t *recipe = json_deep_copy(document.root);
	if (!recipe)
		return as_error_no_memory(error);
	if (change(context, recipe, error) < 0)
		return -1;
	if (json_equal(recipe, document.root))
		return 0;
	AS_AUTO_FREE char *changed = make_text(text.data, &document, recipe, error);
	return changed && as_export_add_text(export, RECIPE_PATH, changed, error) == 0 ? 1 : -1;
}

int export_change_lock(
	struct as_export *export, export_change *change, void *context, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	AS_AUTO_BYTES struct as_bytes text = {0};
	const struct as_export_file *file = as_export_find(export, LOCK_PATH);
	if (!file)
		return 0;
	if (as_export_read(export, file, &text, error) < 0)
		return -1;
	/* The commands that compare with the lock report if it is malformed. */
	if (as_document_parse_json(&document, LOCK_PATH, text.data, text.size, NULL) < 0)
		return 0;
	AS_AUTO_JSON json_t *lock = json_copy(document.root);
	const int changed = lock ? change(context, lock, error) : as_error_no_memory(error);
	if (changed < 1)
		return changed;
	/* Its digest of the recipe is for the old text. */
	json_object_del(lock, "recipe");
	AS_AUTO_FREE char *whole = lock_text(lock, error);
	return whole ? as_export_add_text(export, LOCK_PATH, whole, error) : -1;
}
