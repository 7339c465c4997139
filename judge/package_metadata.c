/* SPDX-License-Identifier: MIT */
/* problem.yaml of format 2025-09. */
#include "package.h"
#include <string.h>

#define FORMAT_VERSION "2025-09"
#define METADATA_NAME "problem.yaml"

/* ---- version ---- */

static int version_error(
	const struct package_node *root, const char *version, struct as_error *error)
{
	struct package_node node = package_node_child(root, "problem_format_version");
	/* A missing key has no place; the document has. */
	return package_node_error(node.value ? &node : root, error,
		"packages of format \"%.40s\" are not judged yet: only "
		"problem_format_version: " FORMAT_VERSION,
		version);
}

static int check_version(const struct package_node *root, struct as_error *error)
{
	const char *version = "legacy"; /* which had no such key at first */
	if (json_is_null(root->value) ||
		(json_is_object(root->value) && json_object_size(root->value) == 0))
		return package_node_error(root, error,
			"is empty: it needs at least problem_format_version, name and uuid");
	struct package_node node = package_node_child(root, "problem_format_version");
	if (node.value && package_node_text(&node, &version, error) < 0)
		return -1;
	if (json_is_object(root->value) && strcmp(version, FORMAT_VERSION) != 0)
		return version_error(root, version, error);
	return 0;
}

static int read_version(const struct package_node *node, void *target, struct as_error *error)
{
	(void)node, (void)target, (void)error; /* check_version has read it */
	return 0;
}

/* ---- type ---- */

enum type { PASS_FAIL, SCORING, MULTI_PASS, INTERACTIVE, SUBMIT_ANSWER, TYPE_COUNT };
static const char *const type_names[TYPE_COUNT] = {
	[PASS_FAIL] = "pass-fail",
	[SCORING] = "scoring",
	[MULTI_PASS] = "multi-pass",
	[INTERACTIVE] = "interactive",
	[SUBMIT_ANSWER] = "submit-answer",
};
static const enum type incompatible[][2] = {
	{PASS_FAIL, SCORING}, {SUBMIT_ANSWER, MULTI_PASS}, {SUBMIT_ANSWER, INTERACTIVE}};

static int add_type(const struct package_node *node, unsigned *types, struct as_error *error)
{
	const char *name;
	if (package_node_text(node, &name, error) < 0)
		return -1;
	unsigned type = 0;
	while (type < TYPE_COUNT && strcmp(type_names[type], name) != 0)
		type++;
	if (type == TYPE_COUNT)
		return package_node_error(
			node, error, "unknown type \"%.40s\": use pass-fail or scoring", name);
	if (*types & 1U << type)
		return package_node_error(node, error, "the type %s is given twice", name);
	*types |= 1U << type;
	return 0;
}

static int check_types(const struct package_node *node, unsigned types, struct as_error *error)
{
	for (size_t i = 0; i < sizeof incompatible / sizeof *incompatible; i++) {
		unsigned both = 1U << incompatible[i][0] | 1U << incompatible[i][1];
		if ((types & both) == both)
			return package_node_error(node, error,
				"the types %s and %s exclude each other: remove one",
				type_names[incompatible[i][0]], type_names[incompatible[i][1]]);
	}
	for (unsigned type = MULTI_PASS; type < TYPE_COUNT; type++)
		if (types & 1U << type)
			return package_node_error(node, error,
				"packages of type %s are not judged yet", type_names[type]);
	return 0;
}

static int read_type(const struct package_node *node, void *target, struct as_error *error)
{
	struct as_package *package = target;
	unsigned types = 0;
	if (!json_is_array(node->value)) {
		if (add_type(node, &types, error) < 0)
			return -1;
	} else if (json_array_size(node->value) == 0) {
		return package_node_error(
			node, error, "type must not be empty: use pass-fail or scoring");
	}
	for (size_t i = 0; i < json_array_size(node->value); i++) {
		struct package_node item = package_node_item(node, i);
		if (add_type(&item, &types, error) < 0)
			return -1;
	}
	package->scoring = types & 1U << SCORING;
	return check_types(node, types, error);
}

/* ---- name ---- */

/* "en", "fil", "pt-BR" */
static bool is_language_code(const char *code)
{
	size_t length = strspn(code, "abcdefghijklmnopqrstuvwxyz");
	if (length < 2 || length > 3)
		return false;
	code += length;
	return code[0] == '\0' ||
	       (code[0] == '-' && strspn(code + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 2 &&
		       code[3] == '\0');
}

/* English first, then what is least by bytes. */
static bool is_better_language(const char *code, const char *than)
{
	bool english = strcmp(code, "en") == 0 || strncmp(code, "en-", 3) == 0;
	bool than_english = than && (strcmp(than, "en") == 0 || strncmp(than, "en-", 3) == 0);
	if (!than || english != than_english)
		return !than || english;
	return strcmp(code, than) < 0;
}

static int read_names(const struct package_node *node, const char **title, struct as_error *error)
{
	const char *code, *best = NULL;
	json_t *value;
	json_object_foreach(node->value, code, value)
	{
		struct package_node child = package_node_child(node, code);
		const char *text;
		if (!is_language_code(code))
			return package_node_error(&child, error,
				"\"%.40s\" is no language code: use one such as en or pt-BR", code);
		if (package_node_text(&child, &text, error) < 0)
			return -1;
		if (!is_better_language(code, best))
			continue;
		best = code;
		*title = text;
	}
	return best ? 0 : package_node_error(node, error, "name must not be empty");
}

static int read_name(const struct package_node *node, void *target, struct as_error *error)
{
	struct as_package *package = target;
	const char *title = NULL;
	int status = json_is_object(node->value) ? read_names(node, &title, error)
						 : package_node_text(node, &title, error);
	if (status < 0)
		return -1;
	package->title = as_text_format(error, "%s", title);
	return package->title ? 0 : -1;
}

/* ---- what is only checked ---- */

static int read_text(const struct package_node *node, void *target, struct as_error *error)
{
	const char *text;
	(void)target;
	return package_node_text(node, &text, error);
}

static int read_texts(const struct package_node *node, void *target, struct as_error *error)
{
	AS_AUTO_FREE const char **words = NULL;
	size_t count;
	(void)target;
	return package_node_words(node, &words, &count, error);
}

typedef int reader(const struct package_node *node, void *target, struct as_error *error);

/* One value, or a sequence of them that is not empty. */
static int read_one_or_more(
	const struct package_node *node, reader *read_item, struct as_error *error)
{
	if (!json_is_array(node->value))
		return read_item(node, NULL, error);
	if (json_array_size(node->value) == 0)
		return package_node_error(node, error, "%s must not be empty", node->key);
	for (size_t i = 0; i < json_array_size(node->value); i++) {
		struct package_node item = package_node_item(node, i);
		if (read_item(&item, NULL, error) < 0)
			return -1;
	}
	return 0;
}

static int read_person(const struct package_node *node, void *target, struct as_error *error)
{
	static const struct package_key keys[] = {
		{"name", read_text, true},
		{"email", read_text, false},
		{"orcid", read_text, false},
		{"kattis", read_text, false},
	};
	if (!json_is_object(node->value))
		return read_text(node, target, error);
	return package_node_read(node, keys, sizeof keys / sizeof *keys, target, error);
}

static int read_persons(const struct package_node *node, void *target, struct as_error *error)
{
	(void)target;
	return read_one_or_more(node, read_person, error);
}

static int read_translators(const struct package_node *node, void *target, struct as_error *error)
{
	const char *code;
	json_t *value;
	if (!json_is_object(node->value))
		return package_node_error(
			node, error, "translators must be a mapping of language codes to persons");
	json_object_foreach(node->value, code, value)
	{
		struct package_node child = package_node_child(node, code);
		if (!is_language_code(code))
			return package_node_error(&child, error,
				"\"%.40s\" is no language code: use one such as en or pt-BR", code);
		if (read_persons(&child, target, error) < 0)
			return -1;
	}
	return 0;
}

static int read_credits(const struct package_node *node, void *target, struct as_error *error)
{
	static const struct package_key keys[] = {
		{"authors", read_persons, false},
		{"contributors", read_persons, false},
		{"testers", read_persons, false},
		{"translators", read_translators, false},
		{"packagers", read_persons, false},
		{"acknowledgements", read_persons, false},
	};
	if (!json_is_object(node->value))
		return read_text(node, target, error);
	return package_node_read(node, keys, sizeof keys / sizeof *keys, target, error);
}

static int read_one_source(const struct package_node *node, void *target, struct as_error *error)
{
	static const struct package_key keys[] = {
		{"name", read_text, true},
		{"url", read_text, false},
	};
	if (!json_is_object(node->value))
		return read_text(node, target, error);
	return package_node_read(node, keys, sizeof keys / sizeof *keys, target, error);
}

static int read_source(const struct package_node *node, void *target, struct as_error *error)
{
	(void)target;
	return read_one_or_more(node, read_one_source, error);
}

static int read_license(const struct package_node *node, void *target, struct as_error *error)
{
	static const char *const licenses[] = {"unknown", "public domain", "cc0", "cc by",
		"cc by-sa", "educational", "permission"};
	const size_t count = sizeof licenses / sizeof *licenses;
	const char *text;
	(void)target;
	if (package_node_text(node, &text, error) < 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		if (strcmp(licenses[i], text) == 0)
			return 0;
	return package_node_error(node, error,
		"unknown license \"%.100s\": the nearest known one is \"%s\"", text,
		package_nearest(text, licenses, count));
}

/* Holds a text against a pattern in which 0 stands for any digit. */
static bool matches(const char *text, const char *pattern)
{
	for (; *text && *pattern; text++, pattern++)
		if (*pattern == '0' ? *text < '0' || *text > '9' : *text != *pattern)
			return false;
	return *text == *pattern;
}

static int read_embargo(const struct package_node *node, void *target, struct as_error *error)
{
	const char *text;
	(void)target;
	if (package_node_text(node, &text, error) < 0)
		return -1;
	if (matches(text, "0000-00-00") || matches(text, "0000-00-00T00:00:00Z"))
		return 0;
	return package_node_error(node, error,
		"embargo_until must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z");
}

/* ---- what judging goes by ---- */

static int read_limits(const struct package_node *node, void *target, struct as_error *error)
{
	struct as_package *package = target;
	return package_limits_read(node, &package->limits, error);
}

static int copy_words(
	const char *const *words, size_t count, char ***copies, struct as_error *error)
{
	AS_AUTO_NAMES char **list = calloc(count + 1, sizeof *list);
	if (!list)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		list[i] = as_text_format(error, "%s", words[i]);
		if (!list[i])
			return -1;
	}
	*copies = as_steal(list);
	return 0;
}

static int read_languages(const struct package_node *node, void *target, struct as_error *error)
{
	struct as_package *package = target;
	AS_AUTO_FREE const char **words = NULL;
	size_t count;
	if (json_is_string(node->value)) {
		if (strcmp(json_string_value(node->value), "all") == 0)
			return 0;
		return package_node_error(
			node, error, "languages must be all or a sequence such as [c, cpp]");
	}
	if (package_node_words(node, &words, &count, error) < 0)
		return -1;
	if (count == 0)
		return package_node_error(
			node, error, "languages must not be empty: name some or write all");
	return copy_words(words, count, &package->languages, error);
}

static int read_file_writing(const struct package_node *node, void *target, struct as_error *error)
{
	struct as_package *package = target;
	return package_node_bool(node, &package->writes_files, error);
}

static int read_constants(const struct package_node *node, void *target, struct as_error *error)
{
	(void)target;
	if (!json_is_object(node->value))
		return package_node_error(
			node, error, "constants must be a mapping of names to values");
	if (json_object_size(node->value) == 0)
		return 0;
	return package_node_error(
		node, error, "constants are not replaced yet: write the values out");
}

int package_metadata_read(struct package_loader *loader, struct as_error *error)
{
	static const struct package_key keys[] = {
		{"problem_format_version", read_version, true},
		{"type", read_type, false},
		{"name", read_name, true},
		{"uuid", read_text, true},
		{"version", read_text, false},
		{"credits", read_credits, false},
		{"source", read_source, false},
		{"license", read_license, false},
		{"rights_owner", read_text, false},
		{"embargo_until", read_embargo, false},
		{"limits", read_limits, false},
		{"keywords", read_texts, false},
		{"languages", read_languages, false},
		{"allow_file_writing", read_file_writing, false},
		{"constants", read_constants, false},
	};
	enum package_file_type type;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_DOCUMENT struct as_document document = {0};
	if (package_find(loader, METADATA_NAME, &type, &real, error) < 0)
		return -1;
	if (type != PACKAGE_FILE)
		return as_error_at(error, AS_ERROR_INPUT, loader->package->path, 0, 0,
			"has no file " METADATA_NAME ": is it the folder of a package?");
	if (package_document(loader, METADATA_NAME, real, &document, error) < 0)
		return -1;
	struct package_node root = package_node_root(&document);
	if (check_version(&root, error) < 0)
		return -1;
	package_limits_default(&loader->package->limits);
	return package_node_read(&root, keys, sizeof keys / sizeof *keys, loader->package, error);
}
