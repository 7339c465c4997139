/* SPDX-License-Identifier: MIT */
/*
 * The lists of a folder, with changes and additions, as the text of their files. A list in YAML
 * keeps its comments: changed items get new lines, added ones come last. The text is parsed again,
 * so that a list that is written in another way is refused, not damaged.
 */
#include "changing.h"
#include "reading.h"

#include <fcntl.h>
#include <string.h>

#define MAX_BYTES (UINT64_C(16) << 20)

void folder_own_clear(struct folder_own *own)
{
	free(own->name);
	as_bytes_clear(&own->before);
	json_decref(own->items);
	free(own->changed);
	free(own->starts);
}

static bool has_entry(int dir_fd, const char *name)
{
	return faccessat(dir_fd, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static int read_items(
	struct folder_own *own, const struct as_document *document, struct as_error *error)
{
	if (document->root && !json_is_array(document->root) &&
		json_object_size(document->root) > 0)
		return as_error_at(error, AS_ERROR_INPUT, own->name, 0, 0, "is not a list of %s",
			folder_part_names[own->part]);
	own->items = json_is_array(document->root) ? json_deep_copy(document->root) : json_array();
	own->count = json_array_size(own->items);
	own->changed = calloc(own->count + 1, sizeof(*own->changed));
	own->starts = calloc(own->count + 1, sizeof(*own->starts));
	if (!own->items || !own->changed || !own->starts)
		return as_error_no_memory(error);
	for (size_t i = 0; i < own->count; i++)
		own->starts[i] = folder_line_of(document, i);
	return 0;
}

int folder_own_read(
	struct folder_own *own, enum folder_part part, int dir_fd, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	AS_AUTO_FREE char *json = as_text_format(error, "%s.json", folder_part_names[part]);

	if (!json)
		return -1;
	const bool is_json = has_entry(dir_fd, json);
	own->part = part;
	own->name =
		as_text_format(error, "%s.%s", folder_part_names[part], is_json ? "json" : "yaml");
	if (!own->name)
		return -1;
	if (has_entry(dir_fd, own->name) &&
		(as_file_read(dir_fd, own->name, MAX_BYTES, &own->before, error) ||
			folder_load(&document, dir_fd, own->name, own->name, error)))
		return -1;
	return read_items(own, &document, error);
}

/* ---- YAML ---- */

static const char *next_line(const char *line)
{
	const char *end = strchr(line, '\n');

	return end ? end + 1 : line + strlen(line);
}

static bool is_comment(const char *line)
{
	line += strspn(line, " \t");
	return *line == '#' || *line == '\n' || *line == '\r' || !*line;
}

static int write_item(FILE *out, const json_t *item, size_t flags)
{
	fputs("- ", out);
	if (json_dumpf(item, out, flags))
		return -1;
	fputc('\n', out);
	return 0;
}

/* Copies the text, with new lines in place of those of changed items. Comments after an item
 * stay. */
static int copy_changed(const struct folder_own *own, FILE *out, size_t flags)
{
	const char *line = own->before.size ? own->before.data : "";
	unsigned number = 1;
	size_t next = 0, current = SIZE_MAX;

	for (; *line; line = next_line(line), number++) {
		while (next < own->count && own->starts[next] <= number) {
			current = next++;
			if (own->changed[current] &&
				write_item(out, json_array_get(own->items, current), flags))
				return -1;
		}
		if (current == SIZE_MAX || !own->changed[current] || is_comment(line))
			fwrite(line, 1, (size_t)(next_line(line) - line), out);
	}
	if (number > 1 && line[-1] != '\n')
		fputc('\n', out);
	return 0;
}

static char *write_lines(const struct folder_own *own, size_t flags, struct as_error *error)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int failed = out ? copy_changed(own, out, flags) : 0;

	for (size_t i = own->count; out && i < json_array_size(own->items) && !failed; i++)
		failed = write_item(out, json_array_get(own->items, i), flags);
	AS_AUTO_FREE char *lines = as_text_close(out, &text, error);
	if (failed)
		as_error_no_memory(error);
	return failed ? NULL : as_steal(lines);
}

/* True if the text parses as the intended list. */
static bool is_list(const char *name, const char *text, const json_t *list)
{
	AS_AUTO_DOCUMENT struct as_document again = {0};

	return as_document_parse_yaml(&again, name, text, strlen(text), NULL) == 0 &&
	       folder_normalize(&again, NULL) == 0 && json_equal(again.root, list);
}

static char *write_yaml(const struct folder_own *own, struct as_error *error)
{
	/* JSON allows characters that YAML does not. */
	static const size_t flags[] = {0, JSON_ENSURE_ASCII};

	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
		AS_AUTO_FREE char *text = write_lines(own, flags[i], error);
		if (!text || is_list(own->name, text, own->items))
			return as_steal(text);
	}
	as_error_at(error, AS_ERROR_INPUT, own->name, 0, 0,
		"%s can only be changed in a list whose lines begin with \"- \"; write it in that "
		"way",
		folder_part_names[own->part]);
	return NULL;
}

/* ---- the text ---- */

static bool is_unchanged(const struct folder_own *own)
{
	for (size_t i = 0; i < own->count; i++)
		if (own->changed[i])
			return false;
	return json_array_size(own->items) == own->count;
}

static char *make_text(const struct folder_own *own, struct as_error *error)
{
	if (!as_text_ends(own->name, ".json"))
		return write_yaml(own, error);
	AS_AUTO_FREE char *text = json_dumps(own->items, JSON_INDENT(2));
	return text ? as_text_format(error, "%s\n", text)
		    : (as_error_no_memory(error), (char *)NULL);
}

int folder_own_write(const struct folder_own *own, int stage_fd, struct folder_origins *origins,
	const unsigned *lines, struct as_error *error)
{
	if (is_unchanged(own))
		return 0;
	AS_AUTO_FREE char *text = make_text(own, error);
	return !text ||
			       as_file_write(stage_fd, own->name, text, strlen(text),
				       own->part == FOLDER_ACCOUNTS ? 0600 : 0644, error) ||
			       folder_origins_add(origins, own->name, text, lines,
				       json_array_size(own->items) - own->count, error)
		       ? -1
		       : 0;
}
