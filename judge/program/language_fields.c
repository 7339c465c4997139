/* SPDX-License-Identifier: MIT */
/* The keys of a language, of the objects in it, and reading their values. */
#include "language_fields.h"

#include <assay/base/fit.h>

#include <string.h>

#define MAX_PROCESSES 4096
#define MAX_EXTRA_BYTES (INT64_C(1) << 40)

enum kind {
	TEXT,
	TEXTS,
	COMMAND,
	VIEWS,
	PROCESSES,
	BYTES,
	FLAG,
	PROFILE,
	FINDER,
	PRECOMPILE,
	CLASS_ARCHIVE,
	ROOTS,
};

struct field {
	const char *key;
	enum kind kind;
	bool required;
	size_t offset;
};

#define AT(member) offsetof(struct as_language, member)
static const struct field fields[] = {
	{"id", TEXT, true, AT(id)},
	{"name", TEXT, true, AT(name)},
	{"family", TEXT, false, AT(family)},
	{"package", TEXT, true, AT(package)},
	{"refused", TEXT, false, AT(refused)},
	{"hidden", FLAG, false, AT(is_hidden)},
	{"tools", TEXTS, true, AT(tools)},
	{"version", COMMAND, true, AT(version)},
	{"extensions", TEXTS, true, AT(files.extensions)},
	{"also", TEXTS, false, AT(files.also)},
	{"companions", TEXTS, false, AT(files.companions)},
	{"interpreters", TEXTS, false, AT(files.interpreters)},
	{"content_lines", TEXTS, false, AT(files.content_lines)},
	{"main", TEXT, false, AT(start.main)},
	{"rename_to_entry", TEXT, false, AT(start.rename_ending)},
	{"run_entry", COMMAND, false, AT(start.run)},
	{"run_folder", COMMAND, false, AT(start.run_folder)},
	{"module_lines", TEXTS, false, AT(start.module_lines)},
	{"main_lines", TEXTS, false, AT(start.main_lines)},
	{"library_lines", TEXTS, false, AT(start.library_lines)},
	{"load_words", TEXTS, false, AT(start.load_words)},
	{"entry", FINDER, false, AT(start.finds_class)},
	{"compile", COMMAND, true, AT(compile.words)},
	{"compile_env", TEXTS, false, AT(compile.env)},
	{"compile_views", VIEWS, true, AT(compile.views)},
	{"run", COMMAND, true, AT(run.words)},
	{"run_env", TEXTS, false, AT(run.env)},
	{"run_views", VIEWS, true, AT(run.views)},
	{"roots", ROOTS, false, AT(roots)},
	{"executes", TEXTS, false, AT(run.executes)},
	{"absent", TEXTS, false, AT(run.absent)},
	{"profile", PROFILE, true, AT(run.profile)},
	{"precompile", PRECOMPILE, false, AT(precompile)},
	{"class_archive", CLASS_ARCHIVE, false, AT(class_archive)},
	{"processes", PROCESSES, true, AT(needs.processes)},
	{"extra_memory_bytes", BYTES, false, AT(needs.extra_memory_bytes)},
	{"stack_most_bytes", BYTES, false, AT(needs.stack_most_bytes)},
	{"keep_sources", FLAG, false, AT(needs.keep_sources)},
	{"utf8", FLAG, false, AT(needs.utf8)},
	{"utf16", FLAG, false, AT(needs.utf16)},
	{"reserves_addresses", FLAG, false, AT(needs.reserves_addresses)},
	{"writes_box", FLAG, false, AT(needs.writes_box)},
	{"out_of_memory", TEXTS, false, AT(messages.out_of_memory)},
	{"compile_noise", TEXTS, false, AT(messages.compile_noise)},
	{"noise", TEXTS, false, AT(messages.noise)},
	{"end_of_input", TEXTS, false, AT(messages.end_of_input)},
};
#define FIELD_COUNT (sizeof(fields) / sizeof(*fields))

#define IN_RULE(member) offsetof(struct as_language_precompile, member)
static const struct field precompile_fields[] = {
	{"header", TEXT, true, IN_RULE(header)},
	{"command", COMMAND, true, IN_RULE(command)},
};
#define PRECOMPILE_FIELD_COUNT (sizeof(precompile_fields) / sizeof(*precompile_fields))

#define IN_ARCHIVE(member) offsetof(struct as_language_class_archive, member)
static const struct field archive_fields[] = {
	{"source", TEXT, true, IN_ARCHIVE(source)},
	{"lines", TEXTS, true, IN_ARCHIVE(lines)},
	{"make", COMMAND, true, IN_ARCHIVE(make)},
	{"use", COMMAND, true, IN_ARCHIVE(use)},
};
#define ARCHIVE_FIELD_COUNT (sizeof(archive_fields) / sizeof(*archive_fields))

#define IN_ROOTS(member) offsetof(struct as_language_roots, member)
static const struct field root_fields[] = {
	{"programs", TEXTS, true, IN_ROOTS(programs)},
	{"folders", TEXTS, false, IN_ROOTS(folders)},
	{"files", TEXTS, false, IN_ROOTS(files)},
	{"hidden", TEXTS, false, IN_ROOTS(hidden)},
	{"modules", TEXTS, false, IN_ROOTS(modules)},
};
#define ROOT_FIELD_COUNT (sizeof(root_fields) / sizeof(*root_fields))

static const char *const empty_list[] = {NULL};

/* What the nodes of a language are read into. */
struct reading {
	struct as_languages *languages;
	bool is_refused; /* the language is refused, so its commands may be empty */
};

/* The number of the language that has the node. */
static size_t number_of(const struct as_node *node)
{
	while (node->parent->parent->parent)
		node = node->parent;
	return node->index;
}

int as_language_complain(
	const struct as_node *node, struct as_error *error, const char *format, ...)
{
	const struct as_node *key = node->key ? node : node->parent;
	const char *object = key->parent->key ? key->parent->key : "";
	char what[160];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(what, sizeof(what), format, arguments);
	va_end(arguments);
	return as_node_error(node, error, "language %zu: %s%s%s %s", number_of(node), object,
		!*object                        ? ""
		: as_text_stem(object, "s") > 0 ? "' "
						: "'s ",
		key->key, what);
}

void *as_language_keep(struct as_languages *languages, size_t size, struct as_error *error)
{
	if (!as_array_reserve(languages->blocks, languages->block_count, error))
		return NULL;
	void *block = calloc(1, size);
	if (block)
		languages->blocks[languages->block_count++] = block;
	else
		as_error_no_memory(error);
	return block;
}

/* ---- one value ---- */

static int read_list(const struct reading *reading, const struct as_node *node, enum kind kind,
	const char *const **out, struct as_error *error)
{
	const size_t count = json_array_size(node->value);

	if (!json_is_array(node->value))
		return as_language_complain(node, error, "must be a list of strings");
	if (kind == COMMAND && count == 0 && !reading->is_refused)
		return as_language_complain(node, error, "must have at least one word");
	if (kind == VIEWS && count > AS_LANGUAGE_MAX_VIEWS)
		return as_language_complain(node, error, "has more than 30 paths");
	const char **list =
		as_language_keep(reading->languages, (count + 1) * sizeof(*list), error);
	if (!list)
		return -1;
	for (size_t i = 0; i < count; i++) {
		const struct as_node item = as_node_item(node, i);
		list[i] = json_string_value(item.value);
		/* An argument may be empty; an empty ending or mark would match everything. */
		if (!list[i] || (!*list[i] && kind != COMMAND))
			return as_language_complain(&item, error, "must be a list of strings%s",
				kind == COMMAND ? "" : " that are not empty");
	}
	*out = list;
	return 0;
}

static int read_number(const struct as_node *node, int64_t min, int64_t max, struct as_error *error)
{
	const json_int_t number = json_integer_value(node->value);

	if (json_is_integer(node->value) && number >= min && number <= max)
		return 0;
	return as_language_complain(node, error, "must be a whole number from %jd to %jd",
		(intmax_t)min, (intmax_t)max);
}

static int read_object(const struct reading *reading, const struct as_node *node,
	const struct field *list, size_t count, void *target, struct as_error *error);

static int read_inner(const struct reading *reading, const struct as_node *node,
	const struct field *list, size_t count, const char *keys, void *out, struct as_error *error)
{
	if (!json_is_object(node->value))
		return as_language_complain(
			node, error, "must be an object with the keys %s", keys);
	return read_object(reading, node, list, count, out, error);
}

/* A relative path is resolved in the folder of the first program. */
static int read_roots(const struct reading *reading, const struct as_node *node,
	struct as_language_roots *out, struct as_error *error)
{
	if (read_inner(reading, node, root_fields, ROOT_FIELD_COUNT,
		    "programs, folders, files, hidden and modules", out, error))
		return -1;
	return *out->programs && **out->programs == '/'
		       ? 0
		       : as_language_complain(
				 node, error, "must have a first program with an absolute path");
}

static int read_value(const struct reading *reading, const struct as_node *node, enum kind kind,
	void *target, struct as_error *error)
{
	const char *text = json_string_value(node->value);

	switch (kind) {
	case TEXT:
		*(const char **)target = text;
		return text && *text ? 0
				     : as_language_complain(
					       node, error, "must be a string that is not empty");
	case TEXTS:
	case COMMAND:
	case VIEWS:
		return read_list(reading, node, kind, target, error);
	case PROCESSES:
		*(uint32_t *)target = (uint32_t)json_integer_value(node->value);
		return read_number(node, 1, MAX_PROCESSES, error);
	case BYTES:
		*(uint64_t *)target = (uint64_t)json_integer_value(node->value);
		return read_number(node, 0, MAX_EXTRA_BYTES, error);
	case FLAG:
		*(bool *)target = json_is_true(node->value);
		return json_is_boolean(node->value)
			       ? 0
			       : as_language_complain(node, error, "must be true or false");
	case PROFILE:
		return text && as_profile_parse(text, target) == 0
			       ? 0
			       : as_language_complain(
					 node, error, "must be native, runtime or compiler");
	case FINDER:
		*(bool *)target = true;
		return text && strcmp(text, "java") == 0
			       ? 0
			       : as_language_complain(node, error, "must be java");
	case PRECOMPILE:
		return read_inner(reading, node, precompile_fields, PRECOMPILE_FIELD_COUNT,
			"header and command", target, error);
	case CLASS_ARCHIVE:
		return read_inner(reading, node, archive_fields, ARCHIVE_FIELD_COUNT,
			"source, lines, make and use", target, error);
	case ROOTS:
		return read_roots(reading, node, target, error);
	default:
		return -1;
	}
}

/* ---- an object of known keys ---- */

static int check_key(
	const struct as_node *node, const struct field *list, size_t count, struct as_error *error)
{
	const char *names[FIELD_COUNT];
	const char *object = node->parent->key;

	for (size_t i = 0; i < count; i++) {
		names[i] = list[i].key;
		if (strcmp(node->key, list[i].key) == 0)
			return 0;
	}
	const char *suggestion = AS_SUGGESTION(node->key, names, count);
	return as_node_error(node, error, "language %zu: unknown key '%.*s'%s%s%s", number_of(node),
		as_text_fit(node->key, 100), node->key, object ? " of " : "", object ? object : "",
		strcmp(suggestion, ";") == 0 ? "; remove it" : suggestion);
}

static int read_object(const struct reading *reading, const struct as_node *node,
	const struct field *list, size_t count, void *target, struct as_error *error)
{
	const char *key;
	json_t *value;

	json_object_foreach(node->value, key, value)
	{
		const struct as_node child = as_node_child(node, key);
		if (check_key(&child, list, count, error))
			return -1;
	}
	for (size_t i = 0; i < count; i++) {
		const struct as_node child = as_node_child(node, list[i].key);
		if (!child.value && list[i].required)
			return as_language_complain(&child, error, "is missing");
		if (child.value && read_value(reading, &child, list[i].kind,
					   (char *)target + list[i].offset, error))
			return -1;
	}
	return 0;
}

/* ---- one language ---- */

void as_language_set_defaults(struct as_language *language)
{
	for (size_t i = 0; i < FIELD_COUNT; i++)
		if (fields[i].kind == TEXTS || fields[i].kind == COMMAND || fields[i].kind == VIEWS)
			*(const char *const **)((char *)language + fields[i].offset) = empty_list;
	language->precompile.command = empty_list;
	language->class_archive = (struct as_language_class_archive){
		.lines = empty_list, .make = empty_list, .use = empty_list};
	language->roots = (struct as_language_roots){
		empty_list, empty_list, empty_list, empty_list, empty_list};
	language->compile.executes = language->compile.absent = empty_list;
	language->compile.profile = AS_PROFILE_COMPILER;
}

int as_language_read_fields(struct as_languages *languages, const struct as_node *node,
	struct as_language *language, struct as_error *error)
{
	const struct reading reading = {languages, json_object_get(node->value, "refused") != NULL};

	return read_object(&reading, node, fields, FIELD_COUNT, language, error);
}
