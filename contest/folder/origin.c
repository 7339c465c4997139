/* SPDX-License-Identifier: MIT */
/* Where added objects come from: findings about them name the imported file and its row, not the
 * line of the folder's file that an import would write. */
#include "changing.h"
#include "reading.h"

#include <string.h>

struct origin {
	char name[32];     /* of the folder's file: "accounts.yaml" */
	unsigned from;     /* the object's first line there */
	unsigned imported; /* its line in the imported file */
};

static unsigned line_of(const struct as_node *node)
{
	struct as_error place = {0};

	as_node_error(node, &place, "here");
	return place.line;
}

unsigned folder_line_of(const struct as_document *document, size_t index)
{
	const struct as_node root = as_node_root(document);
	const struct as_node node = as_node_item(&root, index);

	return line_of(&node);
}

static int add_origin(
	struct folder_origins *origins, const struct origin *origin, struct as_error *error)
{
	if (!as_array_reserve(origins->items, origins->count, error))
		return -1;
	origins->items[origins->count++] = *origin;
	return 0;
}

/* The objects are the last ones of the file. */
int folder_origins_add(struct folder_origins *origins, const char *name, const char *text,
	const unsigned *imported, size_t count, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document written = {0};
	const bool is_json = as_text_ends(name, ".json");
	const int failed =
		is_json ? as_document_parse_json(&written, name, text, strlen(text), error)
			: as_document_parse_yaml(&written, name, text, strlen(text), error);

	if (failed)
		return -1;
	const size_t first = json_array_size(written.root) - count;
	for (size_t i = 0; i < count; i++) {
		struct origin origin = {
			.from = folder_line_of(&written, first + i), .imported = imported[i]};
		snprintf(origin.name, sizeof(origin.name), "%s", name);
		if (add_origin(origins, &origin, error))
			return -1;
	}
	return 0;
}

/* The last object of the file that begins in that line or before it; NULL: it was not added. */
static const struct origin *find_origin(
	const struct folder_origins *origins, const char *name, size_t length, unsigned line)
{
	const struct origin *found = NULL;

	for (size_t i = 0; i < origins->count; i++) {
		const struct origin *origin = &origins->items[i];
		if (strlen(origin->name) == length && memcmp(origin->name, name, length) == 0 &&
			origin->from <= line)
			found = origin;
	}
	return found;
}

char *folder_origins_line(const struct folder_origins *origins, const struct as_error *place,
	unsigned line, struct as_error *error)
{
	const size_t length = strlen(place->where);

	if (!origins || !find_origin(origins, place->where, length, place->line))
		return as_text_format(error, "line %u", line);
	const struct origin *other = find_origin(origins, place->where, length, line);
	return other ? as_text_format(error, "line %u of %s", other->imported, origins->file)
		     : as_text_format(error, "line %u of %s", line, place->where);
}

static int translate(
	const struct folder_origins *origins, struct as_finding *finding, struct as_error *error)
{
	const char *file = origins->file;
	const size_t length = strcspn(finding->where, ":");
	unsigned line;

	if (sscanf(finding->where + length, ":%u", &line) != 1)
		return 0;
	const struct origin *origin = find_origin(origins, finding->where, length, line);
	if (!origin)
		return 0;
	char *where = as_text_format(
		error, "%s%s:%u", strchr(file, '/') ? "" : "./", file, origin->imported);
	if (!where)
		return -1;
	free(finding->where);
	finding->where = where;
	return 0;
}

int folder_origins_translate(
	const struct folder_origins *origins, struct as_findings *findings, struct as_error *error)
{
	for (size_t i = 0; i < findings->count; i++)
		if (translate(origins, &findings->items[i], error))
			return -1;
	return 0;
}
