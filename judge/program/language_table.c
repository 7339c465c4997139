/* SPDX-License-Identifier: MIT */
/*
 * Reads the language table. Every key is checked when the table is opened: a table with
 * a mistake is refused at the line of the mistake, and no later code reads JSON.
 */
#include "language_fields.h"

#include <assay/base/fit.h>

#include <fcntl.h>
#include <string.h>

/* judge/program/languages.json */
AS_EMBED(as_languages_image, ASSAY_LANGUAGES_PATH);

#define SCHEMA "assay-language-table/1"
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
static int fill_texts(const struct as_node *words, struct as_error *error)
{
	json_t *texts = json_object_get(words->document->root, "texts");

	for (size_t i = 0; i < json_array_size(words->value); i++) {
		const struct as_node word = as_node_item(words, i);
		AS_AUTO_FREE char *name = name_of_text(word.value);
		json_t *text = name ? json_object_get(texts, name) : NULL;
		if (name && !json_is_string(text))
			return as_language_complain(
				&word, error, "names a text that is not in 'texts'");
		if (text && json_array_set(words->value, i, text))
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
	const struct as_node *node, struct as_language *language, struct as_error *error)
{
	const struct as_node list = as_node_child(node, "executes");

	language->run.restrictions = restrictions_of(language);
	for (size_t i = 0; language->run.executes[i]; i++) {
		const struct as_node item = as_node_item(&list, i);
		size_t found = 0;
		while (found < EXECUTABLE_COUNT &&
			strcmp(executables[found].word, language->run.executes[i]) != 0)
			found++;
		if (found == EXECUTABLE_COUNT)
			return as_language_complain(
				&item, error, "must be a list of programs, files and memory");
		language->run.restrictions &= ~(unsigned)executables[found].lifted;
	}
	return 0;
}

/* They are compared with the last part of paths. */
static int check_absent(
	const struct as_node *node, const struct as_language *language, struct as_error *error)
{
	const struct as_node list = as_node_child(node, "absent");
	const char *const *names = language->run.absent;
	size_t count = 0;

	for (; names[count]; count++)
		if (strchr(names[count], '/') || count == AS_ABSENT_COUNT)
			return as_language_complain(
				&list, error, "must be a list of at most 16 names without folders");
	if (count && !(language->run.restrictions & AS_RESTRICT_EXEC))
		return as_language_complain(
			&list, error, "has no effect on a language that executes programs");
	return 0;
}

static int read_language(
	struct as_languages *languages, const struct as_node *node, struct as_error *error)
{
	struct as_language *language = &languages->items[node->index];
	const struct as_node id = as_node_child(node, "id"),
			     compile = as_node_child(node, "compile"),
			     folder = as_node_child(node, "run_folder"),
			     archive = as_node_child(node, "class_archive");

	if (!json_is_object(node->value))
		return as_node_error(node, error, "language %zu must be an object", node->index);
	as_language_set_defaults(language);
	if (fill_texts(&compile, error) || fill_texts(&folder, error) ||
		as_language_read_fields(languages, node, language, error))
		return -1;
	if (as_languages_find(languages, language->id) != language)
		return as_language_complain(&id, error, "is already the id of an earlier language");
	derive(language);
	if (language->class_archive.source && !mentions(language->compile.words, "{options}"))
		return as_language_complain(&archive, error, "needs the word {options} in compile");
	if (derive_restrictions(node, language, error) || check_absent(node, language, error))
		return -1;
	AS_AUTO_FREE char *canonical = json_dumps(node->value, JSON_COMPACT | JSON_SORT_KEYS);
	char *kept = canonical ? as_language_keep(languages, strlen(canonical) + 1, error) : NULL;
	if (!kept)
		return as_error_no_memory(error);
	language->canonical = strcpy(kept, canonical);
	return 0;
}

static int find_head(
	struct as_languages *languages, const struct as_node *node, struct as_error *error)
{
	struct as_language *language = &languages->items[node->index];
	const struct as_node family = as_node_child(node, "family"),
			     extensions = as_node_child(node, "extensions");

	language->head = as_languages_find(languages, language->family);
	if (!language->head)
		return as_language_complain(&family, error, "must be the id of a language");
	if (!language->is_hidden && !*language->head->files.extensions)
		return as_language_complain(
			&extensions, error, "must have an ending, here or in the family's first");
	return 0;
}

/* ---- the table ---- */

static int read_table(
	struct as_languages *languages, const struct as_document *document, struct as_error *error)
{
	static const char *const heads[] = {"schema", "texts", "languages"};
	const struct as_node root = as_node_root(document),
			     list = as_node_child(&root, "languages");
	const char *schema = json_string_value(json_object_get(root.value, "schema")), *key;
	const size_t count = json_array_size(list.value);
	json_t *value;

	json_object_foreach(root.value, key, value)
	{
		if (strcmp(key, "schema") != 0 && strcmp(key, "texts") != 0 &&
			strcmp(key, "languages") != 0)
			return as_node_error(&root, error,
				"unknown key '%.*s'%s use schema, texts and languages",
				as_text_fit(key, 100), key, AS_SUGGESTION(key, heads, 3));
	}
	if (!json_is_array(list.value))
		return as_node_error(&list, error, "'languages' must be a list");
	if (!schema || strcmp(schema, SCHEMA) != 0)
		return as_document_error(document, "/schema", error, "'schema' must be " SCHEMA);
	languages->items =
		as_language_keep(languages, (count + 1) * sizeof(*languages->items), error);
	if (!languages->items)
		return -1;
	/* Texts of the languages are those of the document. */
	languages->root = json_incref(root.value);
	while (languages->count < count) {
		const struct as_node item = as_node_item(&list, languages->count++);
		if (read_language(languages, &item, error))
			return -1;
	}
	for (size_t i = 0; i < count; i++) {
		const struct as_node item = as_node_item(&list, i);
		if (find_head(languages, &item, error))
			return -1;
	}
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
	json_decref(languages->root);
	free(languages);
}
