/* SPDX-License-Identifier: MIT */
/*
 * Reads the language table. Every key is checked and copied when the table is opened: a table with
 * a mistake is refused at the line of the mistake, and no later code reads JSON.
 */
#include <assay/program/language.h>

#include <fcntl.h>
#include <stddef.h>
#include <string.h>

/* languages_image.c */
extern const char as_languages_image[];
extern const char as_languages_image_end[];

#define SCHEMA "assay-language-table/1"
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
	{"writes_box", FLAG, false, AT(needs.writes_box)},
	{"out_of_memory", TEXTS, false, AT(messages.out_of_memory)},
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

/* An object of the table that is being read. */
struct reading {
	const struct as_document *document;
	struct as_languages *languages;
	size_t index;
	const char *pointer; /* to the object */
	const char *inside;  /* a prefix of its keys in messages: "precompile's " */
	bool is_refused;     /* the language is refused, so its commands may be empty */
};

/* An error at a key of the object, or at an item of that key's list. */
static int complain(const struct reading *reading, const char *key, const char *item,
	struct as_error *error, const char *what)
{
	AS_AUTO_FREE char *pointer = as_pointer_join(reading->pointer, key);
	AS_AUTO_FREE char *inner = pointer && item ? as_pointer_join(pointer, item) : NULL;

	if (!pointer || (item && !inner))
		return as_error_no_memory(error);
	return as_document_error(reading->document, inner ? inner : pointer, error,
		"language %zu: %s%s %s", reading->index, reading->inside, key, what);
}

/* Allocates zeroed memory that lives as long as the table. */
static void *keep(struct as_languages *languages, size_t size, struct as_error *error)
{
	void **blocks = reallocarray(
		languages->blocks, languages->block_count + 1, sizeof(*languages->blocks));

	if (blocks) {
		languages->blocks = blocks;
		blocks[languages->block_count] = calloc(1, size);
		if (blocks[languages->block_count])
			return blocks[languages->block_count++];
	}
	as_error_no_memory(error);
	return NULL;
}

static int keep_text(
	const struct reading *reading, const char *text, const char **out, struct as_error *error)
{
	size_t size = strlen(text) + 1;
	char *copy = keep(reading->languages, size, error);

	if (!copy)
		return -1;
	*out = memcpy(copy, text, size);
	return 0;
}

/* ---- one value ---- */

static int read_text(const struct reading *reading, const char *key, json_t *value,
	const char **out, struct as_error *error)
{
	const char *text = json_string_value(value);

	if (!text || !*text)
		return complain(reading, key, NULL, error, "must be a string that is not empty");
	return keep_text(reading, text, out, error);
}

static int read_list(const struct reading *reading, const struct field *field, json_t *value,
	const char *const **out, struct as_error *error)
{
	size_t index;
	json_t *item;

	if (!json_is_array(value))
		return complain(reading, field->key, NULL, error, "must be a list of strings");
	if (field->kind == COMMAND && json_array_size(value) == 0 && !reading->is_refused)
		return complain(reading, field->key, NULL, error, "must have at least one word");
	if (field->kind == VIEWS && json_array_size(value) > AS_LANGUAGE_MAX_VIEWS)
		return complain(reading, field->key, NULL, error, "has more than 30 paths");
	const char **list =
		keep(reading->languages, (json_array_size(value) + 1) * sizeof(*list), error);
	if (!list)
		return -1;
	json_array_foreach(value, index, item)
	{
		const char *text = json_string_value(item);
		char number[24];
		snprintf(number, sizeof(number), "%zu", index);
		/* An argument may be empty; an empty ending or mark would match everything. */
		if (!text || (!*text && field->kind != COMMAND))
			return complain(reading, field->key, number, error,
				field->kind == COMMAND
					? "must be a list of strings"
					: "must be a list of strings that are not empty");
		if (keep_text(reading, text, &list[index], error))
			return -1;
	}
	*out = list;
	return 0;
}

static int read_number(const struct reading *reading, const char *key, json_t *value, int64_t min,
	int64_t max, struct as_error *error)
{
	char what[80];

	if (json_is_integer(value) && json_integer_value(value) >= min &&
		json_integer_value(value) <= max)
		return 0;
	snprintf(what, sizeof(what), "must be a whole number from %lld to %lld", (long long)min,
		(long long)max);
	return complain(reading, key, NULL, error, what);
}

static int read_object(const struct reading *reading, const struct field *list, size_t count,
	json_t *object, void *target, struct as_error *error);

/* The name of an inner object in messages. */
struct inner {
	const struct field *fields;
	size_t count;
	const char *inside;
	const char *expected;
};
static const struct inner precompile = {precompile_fields, PRECOMPILE_FIELD_COUNT, "precompile's ",
	"must be an object with the keys header and command"};
static const struct inner class_archive = {archive_fields, ARCHIVE_FIELD_COUNT, "class_archive's ",
	"must be an object with the keys source, lines, make and use"};
static const struct inner roots = {root_fields, ROOT_FIELD_COUNT, "roots' ",
	"must be an object with the keys programs, folders, files, hidden and modules"};

static int read_inner(const struct reading *reading, const char *key, json_t *value,
	const struct inner *object, void *out, struct as_error *error)
{
	AS_AUTO_FREE char *pointer = as_pointer_join(reading->pointer, key);
	struct reading inner = *reading;

	if (!pointer)
		return as_error_no_memory(error);
	if (!json_is_object(value))
		return complain(reading, key, NULL, error, object->expected);
	inner.pointer = pointer;
	inner.inside = object->inside;
	return read_object(&inner, object->fields, object->count, value, out, error);
}

/* A relative path is resolved in the folder of the first program. */
static int read_roots(const struct reading *reading, const char *key, json_t *value,
	struct as_language_roots *out, struct as_error *error)
{
	if (read_inner(reading, key, value, &roots, out, error))
		return -1;
	return *out->programs && **out->programs == '/'
		       ? 0
		       : complain(reading, key, NULL, error,
				 "must have a first program with an absolute path");
}

static int read_value(const struct reading *reading, const struct field *field, json_t *value,
	void *target, struct as_error *error)
{
	const char *key = field->key;

	switch (field->kind) {
	case TEXT:
		return read_text(reading, key, value, target, error);
	case TEXTS:
	case COMMAND:
	case VIEWS:
		return read_list(reading, field, value, target, error);
	case PROCESSES:
		if (read_number(reading, key, value, 1, MAX_PROCESSES, error))
			return -1;
		*(uint32_t *)target = (uint32_t)json_integer_value(value);
		return 0;
	case BYTES:
		if (read_number(reading, key, value, 0, MAX_EXTRA_BYTES, error))
			return -1;
		*(uint64_t *)target = (uint64_t)json_integer_value(value);
		return 0;
	case FLAG:
		if (!json_is_boolean(value))
			return complain(reading, key, NULL, error, "must be true or false");
		*(bool *)target = json_is_true(value);
		return 0;
	case PROFILE:
		if (!json_is_string(value) || as_profile_parse(json_string_value(value), target))
			return complain(
				reading, key, NULL, error, "must be native, runtime or compiler");
		return 0;
	case FINDER:
		if (!json_is_string(value) || strcmp(json_string_value(value), "java") != 0)
			return complain(reading, key, NULL, error, "must be java");
		*(bool *)target = true;
		return 0;
	case PRECOMPILE:
		return read_inner(reading, key, value, &precompile, target, error);
	case CLASS_ARCHIVE:
		return read_inner(reading, key, value, &class_archive, target, error);
	case ROOTS:
		return read_roots(reading, key, value, target, error);
	default:
		return -1;
	}
}

/* ---- an object of known keys ---- */

static int check_key(const struct reading *reading, const struct field *list, size_t count,
	const char *key, struct as_error *error)
{
	const char *names[FIELD_COUNT];

	for (size_t i = 0; i < count; i++) {
		names[i] = list[i].key;
		if (strcmp(key, list[i].key) == 0)
			return 0;
	}
	AS_AUTO_FREE char *pointer = as_pointer_join(reading->pointer, key);
	if (!pointer)
		return as_error_no_memory(error);
	const char *suggestion = AS_SUGGESTION(key, names, count);
	return as_document_error(reading->document, pointer, error,
		"language %zu: unknown key '%.100s'%s%s", reading->index, key,
		*reading->inside == 'p'   ? " of precompile"
		: *reading->inside == 'c' ? " of class_archive"
		: *reading->inside == 'r' ? " of roots"
					  : "",
		strcmp(suggestion, ";") == 0 ? "; remove it" : suggestion);
}

static int read_object(const struct reading *reading, const struct field *list, size_t count,
	json_t *object, void *target, struct as_error *error)
{
	const char *key;
	json_t *value;

	json_object_foreach(
		object, key, value) if (check_key(reading, list, count, key, error)) return -1;
	for (size_t i = 0; i < count; i++) {
		value = json_object_get(object, list[i].key);
		if (!value && list[i].required)
			return complain(reading, list[i].key, NULL, error, "is missing");
		if (value && read_value(reading, &list[i], value, (char *)target + list[i].offset,
				     error))
			return -1;
	}
	return 0;
}

/* ---- texts shared by several commands ---- */

/* The name in "{text:NAME}", or NULL. */
static char *name_of_text(json_t *word)
{
	static const char mark[] = "{text:";
	const char *text = json_string_value(word);
	const size_t length = text ? as_text_stem(text, "}") : 0;

	if (length < strlen(mark) || strncmp(text, mark, strlen(mark)) != 0)
		return NULL;
	return strndup(text + strlen(mark), length - strlen(mark));
}

/* Replaces each such word by its text before anything is derived from the entry. A string replaces
 * a string, so all places in the document stay valid. */
static int fill_texts(
	const struct reading *reading, const char *key, json_t *words, struct as_error *error)
{
	json_t *texts = json_object_get(reading->document->root, "texts"), *word;
	size_t index;

	json_array_foreach(words, index, word)
	{
		AS_AUTO_FREE char *name = name_of_text(word);
		json_t *text = name ? json_object_get(texts, name) : NULL;
		char number[24];
		snprintf(number, sizeof(number), "%zu", index);
		if (name && !json_is_string(text))
			return complain(
				reading, key, number, error, "names a text that is not in 'texts'");
		if (text && json_array_set(words, index, text))
			return as_error_no_memory(error);
	}
	return 0;
}

/* ---- one language ---- */

/* True if a word of the command contains the mark. */
static bool mentions(const char *const *words, const char *mark)
{
	for (; *words; words++)
		if (strstr(*words, mark))
			return true;
	return false;
}

/* Defaults of omitted keys. */
static void set_defaults(struct as_language *language)
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

static void derive(struct as_language *language)
{
	if (!language->family)
		language->family = language->id;
	language->start.takes_file = mentions(language->compile.words, "{main}") ||
				     mentions(language->run.words, "{main}");
	language->start.takes_class = language->start.finds_class || *language->start.run;
}

static const struct {
	const char *word;
	enum as_restriction lifted;
} executables[] = {
	{"programs", AS_RESTRICT_EXEC}, {"files", AS_RESTRICT_FILES}, {"memory", AS_RESTRICT_CODE}};
#define EXECUTABLE_COUNT (sizeof(executables) / sizeof(*executables))

/* A compiled program is machine code itself, so restricting its files and memory is useless. */
static unsigned restrictions_of(const struct as_language *language)
{
	static const char own[] = "/program/";
	const char *first = language->run.words[0];

	if (first && strncmp(first, own, strlen(own)) == 0)
		return AS_RESTRICT_EXEC;
	return AS_RESTRICT_EXEC | AS_RESTRICT_FILES | AS_RESTRICT_CODE;
}

static int derive_restrictions(
	const struct reading *reading, struct as_language *language, struct as_error *error)
{
	language->run.restrictions = restrictions_of(language);
	for (size_t i = 0; language->run.executes[i]; i++) {
		char number[24];
		size_t found = 0;
		while (found < EXECUTABLE_COUNT &&
			strcmp(executables[found].word, language->run.executes[i]) != 0)
			found++;
		snprintf(number, sizeof(number), "%zu", i);
		if (found == EXECUTABLE_COUNT)
			return complain(reading, "executes", number, error,
				"must be a list of programs, files and memory");
		language->run.restrictions &= ~(unsigned)executables[found].lifted;
	}
	return 0;
}

/* They are compared with the last part of paths. */
static int check_absent(
	const struct reading *reading, const struct as_language *language, struct as_error *error)
{
	const char *const *names = language->run.absent;
	size_t count = 0;

	for (; names[count]; count++)
		if (strchr(names[count], '/') || count == AS_ABSENT_COUNT)
			return complain(reading, "absent", NULL, error,
				"must be a list of at most 16 names without folders");
	if (count && !(language->run.restrictions & AS_RESTRICT_EXEC))
		return complain(reading, "absent", NULL, error,
			"has no effect on a language that executes programs");
	return 0;
}

static int read_language(struct reading *reading, json_t *entry, struct as_error *error)
{
	struct as_language *language = &reading->languages->items[reading->index];
	char pointer[64];

	snprintf(pointer, sizeof(pointer), "/languages/%zu", reading->index);
	reading->pointer = pointer;
	if (!json_is_object(entry))
		return as_document_error(reading->document, pointer, error,
			"language %zu must be an object", reading->index);
	reading->is_refused = json_object_get(entry, "refused") != NULL;
	set_defaults(language);
	if (fill_texts(reading, "compile", json_object_get(entry, "compile"), error) ||
		read_object(reading, fields, FIELD_COUNT, entry, language, error))
		return -1;
	if (as_languages_find(reading->languages, language->id) != language)
		return complain(
			reading, "id", NULL, error, "is already the id of an earlier language");
	derive(language);
	if (language->class_archive.source && !mentions(language->compile.words, "{options}"))
		return complain(reading, "class_archive", NULL, error,
			"needs the word {options} in compile");
	if (derive_restrictions(reading, language, error) || check_absent(reading, language, error))
		return -1;
	AS_AUTO_FREE char *canonical = json_dumps(entry, JSON_COMPACT | JSON_SORT_KEYS);
	return canonical ? keep_text(reading, canonical, &language->canonical, error)
			 : as_error_no_memory(error);
}

static int find_head(struct reading *reading, struct as_error *error)
{
	struct as_language *language = &reading->languages->items[reading->index];
	char pointer[64];

	snprintf(pointer, sizeof(pointer), "/languages/%zu", reading->index);
	reading->pointer = pointer;
	language->head = as_languages_find(reading->languages, language->family);
	if (!language->head)
		return complain(reading, "family", NULL, error, "must be the id of a language");
	if (!language->is_hidden && !*language->head->files.extensions)
		return complain(reading, "extensions", NULL, error,
			"must have an ending, here or in the family's first");
	return 0;
}

/* ---- the table ---- */

static int read_table(
	struct as_languages *languages, const struct as_document *document, struct as_error *error)
{
	struct reading reading = {.document = document, .languages = languages, .inside = ""};
	json_t *list = json_object_get(document->root, "languages");
	const char *schema = json_string_value(json_object_get(document->root, "schema")), *key;
	static const char *const heads[] = {"schema", "texts", "languages"};
	json_t *value;

	json_object_foreach(document->root, key, value)
	{
		if (strcmp(key, "schema") != 0 && strcmp(key, "texts") != 0 &&
			strcmp(key, "languages") != 0)
			return as_document_error(document, "", error,
				"unknown key '%.100s'%s use schema, texts and languages", key,
				AS_SUGGESTION(key, heads, 3));
	}
	if (!json_is_array(list))
		return as_document_error(
			document, "/languages", error, "'languages' must be a list");
	if (!schema || strcmp(schema, SCHEMA) != 0)
		return as_document_error(document, "/schema", error, "'schema' must be " SCHEMA);
	languages->items =
		keep(languages, (json_array_size(list) + 1) * sizeof(*languages->items), error);
	if (!languages->items)
		return -1;
	for (; reading.index < json_array_size(list); reading.index++) {
		languages->count = reading.index + 1;
		if (read_language(&reading, json_array_get(list, reading.index), error))
			return -1;
	}
	for (reading.index = 0; reading.index < languages->count; reading.index++)
		if (find_head(&reading, error))
			return -1;
	return 0;
}

struct as_languages *as_languages_open(const char *path, struct as_error *error)
{
	struct as_languages *languages = calloc(1, sizeof(*languages));
	AS_AUTO_DOCUMENT struct as_document document = {0};

	if (!languages) {
		as_error_no_memory(error);
		return NULL;
	}
	int failed = path ? as_document_load(&document, AT_FDCWD, path, path, error)
			  : as_document_parse_json(&document, "languages.json", as_languages_image,
				    (size_t)(as_languages_image_end - as_languages_image), error);
	if (failed || read_table(languages, &document, error)) {
		as_languages_close(languages);
		return NULL;
	}
	return languages;
}

void as_languages_close(struct as_languages *languages)
{
	if (!languages)
		return;
	for (size_t i = 0; i < languages->block_count; i++)
		free(languages->blocks[i]);
	free(languages->blocks);
	free(languages);
}
