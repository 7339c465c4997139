/* SPDX-License-Identifier: MIT */
/*
 * Converts libyaml's events to JSON values. An alias becomes a copy of its anchor's value. The
 * limits count the copies (values, levels, bytes) as if they were written out, so that a few lines
 * cannot become gigabytes. An anchor is recorded at its start and usable from its end, so a value
 * that refers to itself is detected.
 */
#include "places.h"

#include <string.h>
#include <yaml.h>

/* The size of a finished value, for the limits on copies. */
struct node {
	json_t *value;
	size_t first;    /* its index in places */
	unsigned height; /* levels of nesting; 0 for a scalar */
	size_t bytes;    /* of all keys and strings in it */
};

struct anchor {
	char *name;
	bool done;
	size_t count; /* the number of its places */
	struct node node;
};

struct reader {
	yaml_parser_t parser;
	struct as_places *places;
	const char *name;
	const char *text;
	size_t size;
	struct anchor *anchors;
	size_t anchor_count;
	size_t alias_count;
	size_t alias_bytes;
	struct as_error *error;
};

#define AS_AUTO_EVENT AS_AUTO(yaml_event_delete)

static int complain(struct reader *reader, yaml_mark_t mark, const char *format, ...)
	AS_PRINTF(3, 4);

static int complain(struct reader *reader, yaml_mark_t mark, const char *format, ...)
{
	char text[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return as_error_at(reader->error, AS_ERROR_INPUT, reader->name, (unsigned)mark.line + 1,
		(unsigned)mark.column + 1, "%s", text);
}

/* ---- errors of libyaml itself ------------------------------------------------------------ */

/* The reader of libyaml reports an offset in bytes; its later stages report a mark. */
static yaml_mark_t mark_of_offset(const struct reader *reader, size_t offset)
{
	yaml_mark_t mark = {0};
	for (size_t i = 0; i < offset && i < reader->size; i++) {
		char c = reader->text[i];
		if (c == '\n') {
			mark.line++;
			mark.column = 0;
		} else if ((c & 0xC0) != 0x80) {
			mark.column++;
		}
	}
	return mark;
}

/* libyaml's message for the most common mistake, "cannot start any token", is not helpful. */
static bool is_indented_by_tab(const struct reader *reader, size_t line)
{
	const char *start = reader->text;
	const char *end = start + reader->size;
	while (line-- > 0 && start) {
		start = memchr(start, '\n', (size_t)(end - start));
		start = start ? start + 1 : NULL;
	}
	while (start && start < end && *start == ' ')
		start++;
	return start && start < end && *start == '\t';
}

static int refuse(struct reader *reader)
{
	const yaml_parser_t *parser = &reader->parser;
	if (parser->error == YAML_MEMORY_ERROR)
		return as_error_no_memory(reader->error);
	if (parser->error == YAML_READER_ERROR)
		return complain(reader, mark_of_offset(reader, parser->problem_offset),
			"not valid YAML: %s (U+%04X)", parser->problem,
			(unsigned)parser->problem_value);
	if (parser->error == YAML_SCANNER_ERROR &&
		is_indented_by_tab(reader, parser->problem_mark.line))
		return complain(
			reader, parser->problem_mark, "a tab cannot indent YAML; use spaces");
	return complain(reader, parser->problem_mark, "not valid YAML: %s%s%s", parser->problem,
		parser->context ? " " : "", parser->context ? parser->context : "");
}

static int next_event(struct reader *reader, yaml_event_t *event)
{
	return yaml_parser_parse(&reader->parser, event) ? 0 : refuse(reader);
}

/* ---- anchors and aliases --------------------------------------------------------------- */

/* Adds an anchor that is not usable yet. Without a name, *index must not be used. */
static int open_anchor(
	struct reader *reader, const yaml_char_t *name, yaml_mark_t mark, size_t *index)
{
	if (!name)
		return 0;
	/* Every alias searches the list. */
	if (reader->anchor_count == AS_DOCUMENT_MAX_ANCHORS)
		return complain(reader, mark, "more than %d anchors", AS_DOCUMENT_MAX_ANCHORS);
	if (!as_array_reserve(reader->anchors, reader->anchor_count, reader->error))
		return -1;
	char *copy = strdup((const char *)name);
	if (!copy)
		return as_error_no_memory(reader->error);
	*index = reader->anchor_count++;
	reader->anchors[*index] = (struct anchor){.name = copy};
	return 0;
}

static void close_anchor(struct reader *reader, size_t index, const struct node *node)
{
	struct anchor *anchor = &reader->anchors[index];
	anchor->done = true;
	anchor->count = reader->places->list[node->first].size;
	anchor->node = *node;
	json_incref(node->value);
}

/* The last anchor of that name, since YAML allows names to be reused. */
static const struct anchor *find_anchor(const struct reader *reader, const char *name)
{
	for (size_t i = reader->anchor_count; i-- > 0;)
		if (strcmp(reader->anchors[i].name, name) == 0)
			return &reader->anchors[i];
	return NULL;
}

static int add_place(struct reader *reader, yaml_mark_t mark, size_t *index)
{
	return as_places_add(reader->places, reader->name, (unsigned)mark.line + 1,
		(unsigned)mark.column + 1, index, reader->error);
}

/* The alias itself has its own place; its contents have the places of the anchor's. */
static int copy_places(
	struct reader *reader, const struct anchor *anchor, yaml_mark_t mark, size_t *first)
{
	if (add_place(reader, mark, first) < 0)
		return -1;
	reader->places->list[*first].written = reader->places->list[anchor->node.first].written;
	for (size_t i = 1; i < anchor->count; i++) {
		struct as_place place = reader->places->list[anchor->node.first + i];
		size_t index;
		if (as_places_add(reader->places, reader->name, place.line, place.column, &index,
			    reader->error) < 0)
			return -1;
		reader->places->list[index] = place;
	}
	as_places_close(reader->places, *first);
	return 0;
}

static int read_alias(
	struct reader *reader, const yaml_event_t *event, unsigned level, struct node *out)
{
	const char *name = (const char *)event->data.alias.anchor;
	const struct anchor *anchor = find_anchor(reader, name);
	yaml_mark_t mark = event->start_mark;
	if (!anchor)
		return complain(reader, mark, "alias *%s has no anchor &%s before it", name, name);
	if (!anchor->done)
		return complain(reader, mark, "alias *%s is inside its own anchor", name);
	if (++reader->alias_count > AS_DOCUMENT_MAX_ALIASES)
		return complain(reader, mark, "more than %d aliases", AS_DOCUMENT_MAX_ALIASES);
	if (level - 1 + anchor->node.height > AS_DOCUMENT_MAX_DEPTH)
		return as_document_too_deep(reader->name, (unsigned)mark.line + 1,
			(unsigned)mark.column + 1, reader->error);
	reader->alias_bytes += anchor->node.bytes;
	if (reader->alias_bytes > AS_DOCUMENT_MAX_ALIAS_BYTES)
		return complain(reader, mark, "aliases repeat more than %zu bytes",
			AS_DOCUMENT_MAX_ALIAS_BYTES);
	*out = anchor->node;
	out->value = NULL;
	if (copy_places(reader, anchor, mark, &out->first) < 0)
		return -1;
	out->value = json_deep_copy(anchor->node.value);
	return out->value ? 0 : as_error_no_memory(reader->error);
}

/* ---- scalars --------------------------------------------------------------------------- */

static bool is_tag(const yaml_char_t *tag, const char *name)
{
	return tag && strcmp((const char *)tag, name) == 0;
}

static int refuse_tag(struct reader *reader, yaml_mark_t mark, const yaml_char_t *tag)
{
	return complain(reader, mark, "tag %s is not supported; remove it", (const char *)tag);
}

static int check_scalar(struct reader *reader, const yaml_event_t *event)
{
	const yaml_char_t *tag = event->data.scalar.tag;
	if (tag && !is_tag(tag, "!") && !is_tag(tag, YAML_STR_TAG))
		return refuse_tag(reader, event->start_mark, tag);
	if (memchr(event->data.scalar.value, '\0', event->data.scalar.length))
		return complain(reader, event->start_mark,
			"a NUL character (\\0) is not allowed in a string");
	return 0;
}

static bool is_plain(const yaml_event_t *event)
{
	return event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !event->data.scalar.tag;
}

static int read_scalar(struct reader *reader, const yaml_event_t *event, struct node *out)
{
	if (check_scalar(reader, event) < 0 ||
		add_place(reader, event->start_mark, &out->first) < 0)
		return -1;
	const char *text = (const char *)event->data.scalar.value;
	size_t length = event->data.scalar.length;
	out->value = is_plain(event) ? as_yaml_resolve(text, length) : json_stringn(text, length);
	out->bytes = length;
	if (!out->value)
		return as_error_no_memory(reader->error);
	return json_is_number(out->value)
		       ? as_places_write(reader->places, out->first, text, length, reader->error)
		       : 0;
}

/* ---- sequences and mappings ------------------------------------------------------------ */

static int read_node(
	struct reader *reader, const yaml_event_t *event, unsigned level, struct node *out);

/* Reads a value, adds it to `parent`, and adds its size. */
static void add_node(struct node *parent, const struct node *child)
{
	parent->bytes += child->bytes;
	if (child->height + 1 > parent->height)
		parent->height = child->height + 1;
}

static int read_items(struct reader *reader, unsigned level, struct node *out)
{
	for (;;) {
		AS_AUTO_EVENT yaml_event_t event = {0};
		if (next_event(reader, &event) < 0)
			return -1;
		if (event.type == YAML_SEQUENCE_END_EVENT)
			return 0;
		struct node item = {0};
		if (read_node(reader, &event, level + 1, &item) < 0)
			return -1;
		if (json_array_append_new(out->value, item.value) < 0)
			return as_error_no_memory(reader->error);
		add_node(out, &item);
	}
}

static int refuse_duplicate(
	struct reader *reader, const yaml_event_t *event, const struct node *mapping)
{
	const char *key = (const char *)event->data.scalar.value;
	const struct as_place *first =
		as_places_member(reader->places, mapping->value, mapping->first, key);

	return complain(reader, event->start_mark,
		"duplicate key \"%s\"; its first value is at line %u", key,
		first ? first->line : 0);
}

static int check_key(struct reader *reader, const yaml_event_t *event, const struct node *mapping)
{
	if (event->type != YAML_SCALAR_EVENT)
		return complain(reader, event->start_mark,
			"a key must be plain text, not a list, a mapping or an alias");
	if (event->data.scalar.anchor)
		return complain(reader, event->start_mark, "an anchor on a key is not supported");
	if (check_scalar(reader, event) < 0)
		return -1;
	const char *key = (const char *)event->data.scalar.value;
	if (is_plain(event) && strcmp(key, "<<") == 0)
		return complain(reader, event->start_mark,
			"merge keys (<<) are not supported; write out the keys");
	return json_object_get(mapping->value, key) ? refuse_duplicate(reader, event, mapping) : 0;
}

static int read_pair(
	struct reader *reader, const yaml_event_t *key, unsigned level, struct node *out)
{
	if (check_key(reader, key, out) < 0)
		return -1;
	AS_AUTO_EVENT yaml_event_t event = {0};
	struct node item = {0};
	if (next_event(reader, &event) < 0)
		return -1;
	as_places_set_key(reader->places, (unsigned)key->start_mark.line + 1,
		(unsigned)key->start_mark.column + 1);
	if (read_node(reader, &event, level + 1, &item) < 0)
		return -1;
	if (json_object_set_new(out->value, (const char *)key->data.scalar.value, item.value) < 0)
		return as_error_no_memory(reader->error);
	out->bytes += key->data.scalar.length;
	add_node(out, &item);
	return 0;
}

static int read_pairs(struct reader *reader, unsigned level, struct node *out)
{
	for (;;) {
		AS_AUTO_EVENT yaml_event_t key = {0};
		if (next_event(reader, &key) < 0)
			return -1;
		if (key.type == YAML_MAPPING_END_EVENT)
			return 0;
		if (read_pair(reader, &key, level, out) < 0)
			return -1;
	}
}

static int read_collection(
	struct reader *reader, const yaml_event_t *event, unsigned level, struct node *out)
{
	bool is_mapping = event->type == YAML_MAPPING_START_EVENT;
	const yaml_char_t *tag =
		is_mapping ? event->data.mapping_start.tag : event->data.sequence_start.tag;
	if (tag && !is_tag(tag, "!") && !is_tag(tag, is_mapping ? YAML_MAP_TAG : YAML_SEQ_TAG))
		return refuse_tag(reader, event->start_mark, tag);
	if (level > AS_DOCUMENT_MAX_DEPTH)
		return as_document_too_deep(reader->name, (unsigned)event->start_mark.line + 1,
			(unsigned)event->start_mark.column + 1, reader->error);
	if (add_place(reader, event->start_mark, &out->first) < 0)
		return -1;
	out->height = 1;
	out->value = is_mapping ? json_object() : json_array();
	if (!out->value)
		return as_error_no_memory(reader->error);
	if (is_mapping ? read_pairs(reader, level, out) < 0 : read_items(reader, level, out) < 0)
		return -1;
	as_places_close(reader->places, out->first);
	return 0;
}

static const yaml_char_t *anchor_of(const yaml_event_t *event)
{
	if (event->type == YAML_SCALAR_EVENT)
		return event->data.scalar.anchor;
	return event->type == YAML_MAPPING_START_EVENT ? event->data.mapping_start.anchor
						       : event->data.sequence_start.anchor;
}

/* Reads the value that `event` begins. On failure `out` holds no reference. */
static int read_node(
	struct reader *reader, const yaml_event_t *event, unsigned level, struct node *out)
{
	if (event->type == YAML_ALIAS_EVENT)
		return read_alias(reader, event, level, out);
	size_t anchor = 0;
	if (open_anchor(reader, anchor_of(event), event->start_mark, &anchor) < 0)
		return -1;
	int result = event->type == YAML_SCALAR_EVENT ? read_scalar(reader, event, out)
						      : read_collection(reader, event, level, out);
	if (result < 0) {
		json_decref(out->value);
		out->value = NULL;
		return -1;
	}
	if (anchor_of(event))
		close_anchor(reader, anchor, out);
	return 0;
}

/* ---- the document ---------------------------------------------------------------------- */

/* Skips the events before the root. *found is false if the text has no document. */
static int find_root(struct reader *reader, yaml_event_t *event, bool *found)
{
	for (;;) {
		if (next_event(reader, event) < 0)
			return -1;
		*found = event->type != YAML_STREAM_END_EVENT;
		if (event->type != YAML_STREAM_START_EVENT &&
			event->type != YAML_DOCUMENT_START_EVENT)
			return 0;
		yaml_event_delete(event);
	}
}

static int expect_end(struct reader *reader)
{
	for (;;) {
		AS_AUTO_EVENT yaml_event_t event = {0};
		if (next_event(reader, &event) < 0)
			return -1;
		if (event.type == YAML_STREAM_END_EVENT)
			return 0;
		if (event.type != YAML_DOCUMENT_END_EVENT)
			return complain(reader, event.start_mark,
				"a second document; a file may have only one");
	}
}

static json_t *empty_mapping(struct reader *reader)
{
	size_t index;
	if (add_place(reader, (yaml_mark_t){0}, &index) < 0)
		return NULL;
	json_t *value = json_object();
	if (!value)
		as_error_no_memory(reader->error);
	return value;
}

/* "---" without a value is as empty as an empty file. */
static bool is_nothing(const yaml_event_t *event)
{
	return event->type == YAML_SCALAR_EVENT && is_plain(event) &&
	       event->data.scalar.length == 0 && !event->data.scalar.anchor;
}

static json_t *read_document(struct reader *reader)
{
	AS_AUTO_EVENT yaml_event_t event = {0};
	bool found;
	if (find_root(reader, &event, &found) < 0)
		return NULL;
	if (!found)
		return empty_mapping(reader);
	struct node root = {0};
	if (is_nothing(&event))
		root.value = empty_mapping(reader);
	else if (read_node(reader, &event, 1, &root) < 0)
		return NULL;
	AS_AUTO_JSON json_t *value = root.value;
	if (!value || expect_end(reader) < 0)
		return NULL;
	return as_steal(value);
}

static void auto_reader(struct reader *reader)
{
	for (size_t i = 0; i < reader->anchor_count; i++) {
		free(reader->anchors[i].name);
		json_decref(reader->anchors[i].node.value);
	}
	free(reader->anchors);
	yaml_parser_delete(&reader->parser);
}

json_t *as_yaml_read(struct as_places *places, const char *name, const char *text, size_t size,
	struct as_error *error)
{
	/* libyaml drops the byte order mark only if it may guess the encoding, which would also
	 * allow UTF-16. */
	bool has_mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;
	text += has_mark ? 3 : 0;
	size -= has_mark ? 3 : 0;
	AS_AUTO(auto_reader)
	struct reader reader = {
		.places = places, .name = name, .text = text, .size = size, .error = error};
	if (!yaml_parser_initialize(&reader.parser))
		return as_error_no_memory(error), NULL;
	yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&reader.parser, (const unsigned char *)text, size);
	return read_document(&reader);
}
