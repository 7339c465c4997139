/* SPDX-License-Identifier: MIT */
/* strength.yaml of a package: survivors that people have read and found to be right. */
#include "measure.h"

#include <assay/base/fit.h>
#include <assay/base/node.h>
#include <string.h>

#define NAME "strength.yaml"

/* ---- reading ---- */

static int read_operator(const struct as_node *node, void *target, struct as_error *error)
{
	const char *text;

	(void)target;
	if (as_node_text(node, &text, error))
		return -1;
	for (size_t i = 0; i < AS_MUTANT_OPERATOR_COUNT; i++)
		if (strcmp(as_mutant_operator(i)->name, text) == 0)
			return 0;
	return as_node_error(node, error,
		"unknown operator '%.*s'; use the name in the report of `assay strength`",
		as_text_fit(text, 40), text);
}

static int read_line(const struct as_node *node, void *target, struct as_error *error)
{
	int64_t line;

	(void)target;
	return as_node_integer(node, 1, UINT32_MAX, &line, error);
}

static int read_list(const struct as_node *node, void *target, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"submission", as_node_check_text, true},
		{"operator", read_operator, true},
		{"line", read_line, false},
		{"before", as_node_check_text, true},
		{"after", as_node_check_text, true},
		{"reason", as_node_check_text, true},
	};

	(void)target;
	if (!json_is_array(node->value))
		return as_node_type_error(node, error, "a list", "");
	for (size_t i = 0; i < json_array_size(node->value); i++) {
		const struct as_node item = as_node_item(node, i);
		if (as_node_read(&item, keys, sizeof(keys) / sizeof(*keys), NULL, error))
			return -1;
	}
	return 0;
}

int measure_read_equivalents(struct measuring *measuring, struct as_error *error)
{
	static const struct as_node_key keys[] = {{"equivalent", read_list, true}};
	const struct as_tree *tree = &measuring->package->tree;
	AS_AUTO_FREE char *real = NULL, *shown = NULL;
	enum as_tree_type type;

	if (as_tree_find(tree, NAME, &type, &real, error))
		return -1;
	if (type == AS_TREE_ABSENT)
		return 0;
	shown = as_text_format(error, "%s/" NAME, measuring->package->path);
	if (!shown || as_document_load(&measuring->equivalents, tree->fd, real, shown, error))
		return -1;
	const struct as_node root = as_node_root(&measuring->equivalents);
	return as_node_read(&root, keys, 1, NULL, error);
}

/* ---- using ---- */

static int mark(struct as_strength_program *mutant, const json_t *entry, struct as_error *error)
{
	mutant->reason =
		as_text_format(error, "%s", json_string_value(json_object_get(entry, "reason")));
	if (!mutant->reason)
		return -1;
	if (mutant->state == AS_MUTANT_SURVIVED)
		mutant->state = AS_MUTANT_RIGHT;
	return 0;
}

int measure_mark_equivalents(struct measuring *measuring, struct as_error *error)
{
	const struct as_strength_report *report = measuring->report;
	const json_t *list = json_object_get(measuring->equivalents.root, "equivalent");
	const size_t count = report->mutant_count;
	struct as_strength_program *mutants = &report->programs[report->own_count];
	AS_AUTO_FREE json_t **keys = calloc(count + 1, sizeof(json_t *));
	int failed = keys ? 0 : as_error_no_memory(error);

	for (size_t i = 0; !failed && list && i < count; i++)
		if (mutants[i].state == AS_MUTANT_SURVIVED || mutants[i].state == AS_MUTANT_KILLED)
			keys[i] = baseline_key(report, &mutants[i]);
	for (size_t i = 0; !failed && i < json_array_size(list); i++) {
		json_t *entry = json_array_get(list, i);
		const size_t found = baseline_take(entry, mutants, keys, count);
		failed = found < count ? mark(&mutants[found], entry, error) : 0;
	}
	for (size_t i = 0; keys && i < count; i++)
		json_decref(keys[i]);
	return failed;
}
