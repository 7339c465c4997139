/* SPDX-License-Identifier: MIT */
/* problem.yaml: which version it is written in, and what is read the same way in all. */
#include "package.h"
#include <string.h>

/* ---- type ---- */

static const char *const type_names[TYPE_COUNT] = {
	[PASS_FAIL] = "pass-fail",
	[SCORING] = "scoring",
	[MULTI_PASS] = "multi-pass",
	[INTERACTIVE] = "interactive",
	[SUBMIT_ANSWER] = "submit-answer",
};
static const enum package_type incompatible[][2] = {
	{PASS_FAIL, SCORING}, {SUBMIT_ANSWER, MULTI_PASS}, {SUBMIT_ANSWER, INTERACTIVE}};

static int add_type(
	const struct package_node *node, const char *name, unsigned *types, struct as_error *error)
{
	unsigned type = 0;
	while (type < TYPE_COUNT && strcmp(type_names[type], name) != 0)
		type++;
	if (type == TYPE_COUNT)
		return package_node_error(node, error,
			"unknown type \"%.40s\": use pass-fail, scoring, interactive, multi-pass "
			"or "
			"submit-answer, several as [scoring, interactive]",
			name);
	if (*types & 1U << type)
		return package_node_error(node, error, "the type %s is given twice", name);
	*types |= 1U << type;
	return 0;
}

/* "pass-fail interactive", as some tools write it. */
static int add_types(
	const struct package_node *node, const char *names, unsigned *types, struct as_error *error)
{
	bool closed;
	AS_AUTO_NAMES char **words = NULL;
	if (package_words_split(names, &words, &closed, error) < 0)
		return -1;
	if (!closed || !words[0])
		return package_node_error(node, error, "type must be a list of words");
	for (char **word = words; *word; word++)
		if (add_type(node, *word, types, error) < 0)
			return -1;
	return 0;
}

static int add_node(
	const struct package_node *node, bool loose, unsigned *types, struct as_error *error)
{
	const char *name;
	if (package_node_text(node, &name, error) < 0)
		return -1;
	return loose ? add_types(node, name, types, error) : add_type(node, name, types, error);
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
	return 0;
}

int package_types_read(const struct package_node *node, bool loose, struct as_package *package,
	struct as_error *error)
{
	unsigned types = 0;
	if (!json_is_array(node->value)) {
		if (add_node(node, loose, &types, error) < 0)
			return -1;
	} else if (json_array_size(node->value) == 0) {
		return package_node_error(
			node, error, "type must not be empty: use pass-fail or scoring");
	}
	for (size_t i = 0; i < json_array_size(node->value); i++) {
		struct package_node item = package_node_item(node, i);
		if (add_node(&item, false, &types, error) < 0)
			return -1;
	}
	package->scoring = types & 1U << SCORING;
	package->multi_pass = types & 1U << MULTI_PASS;
	package->interactive = types & 1U << INTERACTIVE;
	package->submit_answer = types & 1U << SUBMIT_ANSWER;
	return check_types(node, types, error);
}

/* ---- name ---- */

/* "en", "fil", "pt-BR" */
bool package_is_language_code(const char *code)
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
		if (!package_is_language_code(code))
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

int package_name_read(const struct package_node *node, void *target, struct as_error *error)
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

/* ---- version ---- */

static const struct version {
	const char *name;
	enum as_format format;
} versions[] = {
	{"2025-09", AS_FORMAT_2025_09},
	{"legacy", AS_FORMAT_LEGACY},
	{"legacy-icpc", AS_FORMAT_LEGACY},
	{"2023-07-draft", AS_FORMAT_2023_07_DRAFT},
	/* As tools write it that were ahead of the specification. */
	{"2023-07", AS_FORMAT_2023_07_DRAFT},
};

static int find_version(
	const struct package_node *root, struct as_package *package, struct as_error *error)
{
	const char *name;
	struct package_node node = package_node_child(root, "problem_format_version");
	/* The legacy format had no such key at first. */
	package->format = AS_FORMAT_LEGACY;
	if (!node.value)
		return 0;
	if (package_node_text(&node, &name, error) < 0)
		return -1;
	for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
		if (strcmp(versions[i].name, name) == 0) {
			package->format = versions[i].format;
			package->icpc = strcmp(name, "legacy-icpc") == 0;
			return 0;
		}
	}
	return package_node_error(&node, error,
		"packages of format \"%.40s\" are not known: use legacy, legacy-icpc, "
		"2023-07-draft "
		"or 2025-09",
		name);
}

/* DOMjudge takes packages that have only its own file. */
static int find_other_metadata(struct package_loader *loader, struct as_error *error)
{
	enum package_file_type type;
	if (package_find(loader, PACKAGE_INI_NAME, &type, NULL, error) < 0)
		return -1;
	if (type != PACKAGE_FILE)
		return as_error_at(error, AS_ERROR_INPUT, loader->package->path, 0, 0,
			"has no file " PACKAGE_METADATA_NAME ": is it the folder of a package?");
	loader->package->format = AS_FORMAT_LEGACY;
	return package_legacy_read(loader, NULL, error);
}

static int read_document(
	struct package_loader *loader, struct as_document *document, struct as_error *error)
{
	struct as_package *package = loader->package;
	struct package_node root = package_node_root(document);
	if (json_is_null(root.value))
		return package_node_error(
			&root, error, "holds nothing: a mapping such as `name: Hello` is needed");
	if (json_is_object(root.value) && find_version(&root, package, error) < 0)
		return -1;
	return package->format == AS_FORMAT_LEGACY ? package_legacy_read(loader, &root, error)
						   : package_modern_read(loader, &root, error);
}

int package_metadata_read(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	enum package_file_type type;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_DOCUMENT struct as_document document = {0};
	package_limits_default(&package->limits);
	loader->grading = (struct as_grading)PACKAGE_GRADING_INIT;
	if (package_find(loader, PACKAGE_METADATA_NAME, &type, &real, error) < 0)
		return -1;
	if (type != PACKAGE_FILE)
		return find_other_metadata(loader, error);
	if (package_document(loader, PACKAGE_METADATA_NAME, real, &document, error) < 0)
		return -1;
	return read_document(loader, &document, error);
}
