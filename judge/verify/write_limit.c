/* SPDX-License-Identifier: MIT */
/* Writes a time limit into problem.yaml; comments and layout stay. */
#include <assay/base/yaml_edit.h>
#include <assay/verify.h>
#include <string.h>

#define NAME "problem.yaml"
#define MAX_BYTES ((uint64_t)1 << 20)

/* The place of a value or key in the text; SIZE_MAX: unknown. */
static size_t limit_place(const char *text, bool is_known, unsigned line, unsigned column)
{
	const char *start = is_known ? as_text_line(text, line) : NULL;

	return start && column && strlen(start) >= column ? (size_t)(start - text) + column - 1
							  : SIZE_MAX;
}

/* `limits` may be a mapping in braces, a block, or missing; the document may be in braces. In a
 * block the limit comes first, before any comment about the next key. */
static int insert_limit(struct as_yaml_edits *edits, const struct as_document *document,
	const char *limit, const char *comment, struct as_error *error)
{
	json_t *limits = json_object_get(document->root, "limits");
	const char *text = edits->text, *pointer = limits ? "/limits" : "";
	const size_t size = strlen(text);
	unsigned line = 0, column = 0;
	const bool is_known = as_document_place(document, pointer, &line, &column);
	const size_t at = limit_place(text, is_known, line, column);

	if (at != SIZE_MAX && text[at] == '{')
		return as_yaml_edit(edits, at + 1, 0, error, "%stime_limit: %s%s%s",
			limits ? "" : "limits: {", limit, limits ? "" : "}",
			json_object_size(limits ? limits : document->root) ? ", " : "");
	if (!limits)
		return as_yaml_edit(edits, size, 0, error, "%slimits:\n  time_limit: %s%s\n",
			size && text[size - 1] != '\n' ? "\n" : "", limit, comment);
	const int indent = (int)column - 1;
	const bool has_key = as_document_key_place(document, pointer, &line, &column);
	const size_t key = limit_place(text, has_key, line, column);
	if (at == SIZE_MAX || key == SIZE_MAX)
		return 0;
	const size_t first = key + strcspn(text + key, "\n") + 1;
	return first > at ? 0
			  : as_yaml_edit(edits, first, 0, error, "%*stime_limit: %s%s\n", indent,
				    "", limit, comment);
}

/* The old document with the limit. */
static json_t *add_limit(json_t *root, const char *limit)
{
	AS_AUTO_JSON json_t *wanted = json_deep_copy(root);

	if (!json_object_get(wanted, "limits"))
		json_object_set_new(wanted, "limits", json_object());
	json_object_set_new(json_object_get(wanted, "limits"), "time_limit",
		json_loads(limit, JSON_DECODE_ANY, NULL));
	return as_steal(wanted);
}

int as_verify_write_time_limit(const struct as_package *package, int64_t time_limit_ns,
	const char *group, struct as_error *error)
{
	const double seconds = (double)time_limit_ns / 1e9;
	char limit[AS_NUMBER_SIZE];
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_DOCUMENT struct as_document document = {0};

	as_number_format(seconds, limit);
	if (package->unpacked_path)
		return as_error_at(error, AS_ERROR_USAGE, package->path, 0, 0,
			"a time limit cannot be written into an archive; name the package's "
			"folder");
	AS_AUTO_FREE char *where = as_tree_where(&package->tree, NAME, error);
	if (!where || as_file_read(package->tree.fd, NAME, MAX_BYTES, &text, error) ||
		as_document_parse_yaml(&document, where, text.data, text.size, error))
		return -1;
	AS_AUTO_FREE char *comment = as_text_format(
		error, "%s%s", group ? " # measured on group " : "", group ? group : "");
	AS_AUTO_YAML_EDITS struct as_yaml_edits edits = {.text = text.data};
	if (!comment || insert_limit(&edits, &document, limit, comment, error))
		return -1;
	AS_AUTO_JSON json_t *wanted = add_limit(document.root, limit);
	AS_AUTO_FREE char *changed = as_yaml_edits_apply(&edits, wanted, error);
	if (!changed)
		return as_error_at(error, AS_ERROR_INPUT, where, 0, 0,
			"the time limit could not be inserted; write time_limit: %s under limits",
			limit);
	return as_yaml_file_write(package->tree.fd, NAME, changed, error);
}
