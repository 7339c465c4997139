/* SPDX-License-Identifier: MIT */
/*
 * Checks settings of groups in a recipe. The readers of test_group.yaml and testdata.yaml read them
 * in a temporary package, which has this group and the groups that it may require. Programs are
 * represented by their names only.
 */
#include "legacy.h"
#include "metadata.h"
#include "modern.h"
#include "words.h"
#include <string.h>

#define MAX_DEPTH 64

/* ---- the path to the settings ---- */

static void unescape(char *token)
{
	char *to = token;
	for (const char *from = token; *from; from++) {
		bool escape = from[0] == '~' && from[1];
		*to++ = escape ? (from[1] == '0' ? '~' : '/') : *from;
		from += escape;
	}
	*to = '\0';
}

/* The nodes from the root to the value; returns the last one. They borrow `pointer`. */
static const struct as_node *follow(
	const struct as_document *document, char *pointer, struct as_node nodes[MAX_DEPTH + 1])
{
	size_t depth = 0;
	nodes[0] = as_node_root(document);
	for (char *rest = pointer, *token; depth < MAX_DEPTH && (token = strsep(&rest, "/"));) {
		const struct as_node *above = &nodes[depth];
		if (token == pointer)
			continue; /* before the first slash */
		unescape(token);
		nodes[++depth] = json_is_array(above->value)
					 ? as_node_item(above, strtoul(token, NULL, 10))
					 : as_node_child(above, token);
	}
	return &nodes[depth];
}

/* ---- the temporary package ---- */

struct scratch {
	struct as_package package; /* borrows everything but the members below */
	struct package_loader loader;
	char **output_validators;
	struct as_group *groups;
};

static int list_validators(struct scratch *scratch, const char *folder, struct as_error *error)
{
	const struct as_tree *tree = &scratch->package.tree;
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	if (as_tree_find(tree, folder, &type, &real, error) < 0)
		return -1;
	if (type != AS_TREE_FOLDER)
		return 0;
	AS_AUTO_NAMES char **names = as_package_names(tree, real, NULL, error);
	for (char **name = names; name && *name; name++) {
		AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", folder, *name);
		const char *const more[] = {path, NULL};
		if (!path || package_words_append(&scratch->output_validators, more, error) < 0)
			return -1;
	}
	return names ? 0 : -1;
}

/* `program` is set to the folder's name if there is one. */
static int find_folder(
	const struct as_tree *tree, const char *folder, char **program, struct as_error *error)
{
	enum as_tree_type type;
	if (as_tree_find(tree, folder, &type, NULL, error) < 0)
		return -1;
	*program = type == AS_TREE_FOLDER ? (char *)folder : NULL;
	return 0;
}

/* Adds the groups before the one named `name`, and that group. Returns its index; -1: no memory. */
static ssize_t add_groups(struct scratch *scratch, const char *name, const char *const *groups,
	struct as_error *error)
{
	size_t count = 0, capacity = 3;
	while (groups[count])
		count++;
	scratch->groups = calloc(capacity + count, sizeof *scratch->groups);
	if (!scratch->groups)
		return as_error_no_memory(error);
	scratch->package.groups = scratch->groups;
	scratch->groups[AS_GROUP_SAMPLE].name = "sample";
	scratch->groups[AS_GROUP_SECRET].name = "secret";
	size_t index = strcmp(name, "sample") == 0 ? AS_GROUP_SAMPLE : AS_GROUP_SECRET;
	scratch->package.group_count = 2;
	if (strncmp(name, "secret/", 7) != 0)
		return (ssize_t)index;
	for (size_t i = 0; i < count && strcmp(groups[i], name) < 0; i++)
		if (strncmp(groups[i], "secret/", 7) == 0)
			scratch->groups[scratch->package.group_count++].name = (char *)groups[i];
	scratch->groups[scratch->package.group_count++].name = (char *)name;
	return (ssize_t)scratch->package.group_count - 1;
}

static const struct package_metadata no_metadata = {.grading = PACKAGE_GRADING_INIT};

static int make_scratch(
	struct scratch *scratch, const struct as_package *package, struct as_error *error)
{
	*scratch = (struct scratch){.package = *package};
	scratch->loader.package = &scratch->package;
	scratch->loader.metadata = &no_metadata;
	scratch->package.findings = (struct as_findings){0};
	if (list_validators(scratch, "output_validator", error) < 0 ||
		list_validators(scratch, "output_validators", error) < 0 ||
		find_folder(&package->tree, "static_validator", &scratch->package.static_validator,
			error) < 0 ||
		find_folder(&package->tree, "graders", &scratch->package.grader, error) < 0)
		return -1;
	scratch->package.output_validators = scratch->output_validators;
	return 0;
}

static void clear_scratch(struct scratch *scratch)
{
	for (size_t i = 0; scratch->groups && i < scratch->package.group_count; i++) {
		free(scratch->groups[i].required);
		as_names_free(scratch->groups[i].static_args);
		as_names_free(scratch->groups[i].grading.grader_flags);
	}
	free(scratch->groups);
	as_names_free(scratch->output_validators);
	as_findings_clear(&scratch->package.findings);
}

/* ---- the check ---- */

/* A part of data/ that is only for validators has no groups. */
static bool has_groups(const char *folder)
{
	return strncmp(folder, "sample", 6) == 0 || strncmp(folder, "secret", 6) == 0;
}

static int check_modern(struct scratch *scratch, const char *folder, const char *const *groups,
	const struct as_node *node, struct as_error *error)
{
	const char *slash = strchr(folder, '/');
	if (!has_groups(folder))
		return package_plain_group_check(&scratch->loader, node, error);
	if (slash && (strncmp(folder, "sample", 6) == 0 || strchr(slash + 1, '/')))
		return as_node_error(node, error,
			"a group cannot be here; groups are sample, secret and the folders "
			"directly in secret");
	ssize_t group = add_groups(scratch, folder, groups, error);
	return group < 0 ? -1 : package_group_check(&scratch->loader, (size_t)group, node, error);
}

static int check_legacy(struct scratch *scratch, const char *folder, const struct as_node *node,
	struct as_error *error)
{
	if (scratch->package.format == AS_FORMAT_2025_09)
		return as_node_error(node, error,
			PACKAGE_LEGACY_SETTINGS_NAME
			" is of the legacy format; move its settings to " PACKAGE_SETTINGS_NAME
			", which has other keys");
	scratch->groups = calloc(1, sizeof *scratch->groups);
	if (!scratch->groups)
		return as_error_no_memory(error);
	scratch->groups[0].name = *folder ? (char *)folder : "data";
	scratch->package.groups = scratch->groups;
	scratch->package.group_count = 1;
	return package_testdata_check(&scratch->loader, node, error);
}

/* Puts an error about the whole file at its first key. */
static int blame_key(const struct as_node *node, const struct as_error *why, struct as_error *error)
{
	const char *key;
	json_t *value;
	if (why->kind != AS_ERROR_INPUT || why->line > 0) {
		if (error)
			*error = *why;
		return -1;
	}
	json_object_foreach(node->value, key, value)
	{
		struct as_node child = as_node_child(node, key);
		if (strncmp(why->text, key, strlen(key)) == 0)
			return as_node_error(&child, error, "%s", why->text);
	}
	return as_node_error(node, error, "%s", why->text);
}

/* Constants are filled in later, and may change any value. */
static bool has_constants(const json_t *value)
{
	AS_AUTO_FREE char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
	return text && strstr(text, "{{");
}

static int move_findings(
	const struct as_findings *from, struct as_findings *to, struct as_error *error)
{
	for (size_t i = 0; i < from->count; i++)
		if (as_findings_add(to, from->items[i].level, from->items[i].where, error, "%s",
			    from->items[i].text) < 0)
			return -1;
	return 0;
}

int as_package_check_settings(const struct as_package *package, const struct as_document *document,
	const char *pointer, const char *path, const char *const *groups,
	struct as_findings *findings, struct as_error *error)
{
	AS_AUTO(clear_scratch) struct scratch scratch = {0};
	struct as_node nodes[MAX_DEPTH + 1];
	struct as_error why = {0};
	const char *slash = strrchr(path, '/');
	AS_AUTO_FREE char *folder =
		as_text_format(error, "%.*s", (int)(slash ? slash - path : 0), path);
	AS_AUTO_FREE char *tokens = as_text_format(error, "%s", pointer);
	if (!folder || !tokens || make_scratch(&scratch, package, error) < 0)
		return -1;
	const struct as_node *node = follow(document, tokens, nodes);
	if (json_object_size(node->value) == 0 || has_constants(node->value))
		return 0;
	const bool legacy = as_text_ends(path, PACKAGE_LEGACY_SETTINGS_NAME);
	if ((legacy ? check_legacy(&scratch, folder, node, &why)
		    : check_modern(&scratch, folder, groups, node, &why)) < 0)
		return blame_key(node, &why, error);
	return move_findings(&scratch.package.findings, findings, error);
}
