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

/* ---- the mutants meant ---- */

/* The mutation as the report would show it. `line`: 0 if the entry does not mean it. */
static int compare_mutation(const struct measuring *measuring, size_t source,
	const struct as_mutation *mutation, const json_t *entry, uint32_t *line,
	struct as_error *error)
{
	const struct as_bytes *text = &measuring->origins[source].submitted.sources.files[0].data;
	struct as_strength_program program = {
		.source = source, .kind = as_mutant_operator(mutation->kind)};

	*line = 0;
	if (strcmp(program.kind->name, json_string_value(json_object_get(entry, "operator"))) != 0)
		return 0;
	if (as_mutant_describe(mutation, text->data, text->size, &program.change, error))
		return -1;
	AS_AUTO_JSON json_t *key = baseline_key(measuring->report, &program);
	as_mutant_change_clear(&program.change);
	if (baseline_has_key(entry, key))
		*line = mutation->line;
	return 0;
}

/* Gives an entry the line of its mutant. The lines of the submission may
 * have moved, so the nearest line with these texts is meant. */
static int place_entry(const struct measuring *measuring, size_t source, const struct as_node *node,
	struct as_error *error)
{
	const struct as_mutations *mutations = &measuring->origins[source].mutations;
	const json_int_t given = json_integer_value(json_object_get(node->value, "line"));
	uint32_t line, best = 0;

	for (size_t i = 0; i < mutations->count; i++) {
		if (compare_mutation(
			    measuring, source, &mutations->items[i], node->value, &line, error))
			return -1;
		if (!given && line && best && line != best)
			return as_node_error(node, error,
				"lines %u and %u of %s have this text; add `line`", best, line,
				measuring->report->sources[source].path);
		if (line && (!best || llabs(line - given) < llabs(best - given)))
			best = line;
	}
	if (!best)
		return as_node_error(node, error,
			"no mutant of %s has these texts; correct the entry, or remove it",
			measuring->report->sources[source].path);
	return json_object_set_new(node->value, "line", json_integer(best))
		       ? as_error_no_memory(error)
		       : 0;
}

int measure_place_equivalents(struct measuring *measuring, struct as_error *error)
{
	const struct as_node root = as_node_root(&measuring->equivalents);
	const struct as_node list = as_node_child(&root, "equivalent");

	for (size_t i = 0; i < json_array_size(list.value); i++) {
		const struct as_node node = as_node_item(&list, i);
		const char *path = json_string_value(json_object_get(node.value, "submission"));
		for (size_t source = 0; source < measuring->report->source_count; source++)
			if (strcmp(measuring->report->sources[source].path, path) == 0 &&
				place_entry(measuring, source, &node, error))
				return -1;
	}
	return 0;
}

/* ---- using ---- */

static int mark(struct as_strength_program *mutant, const json_t *entry, struct as_error *error)
{
	if (mutant->reason)
		return 0;
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
	const json_t *list = json_object_get(measuring->equivalents.root, "equivalent"), *entry;
	struct as_strength_program *mutants = &report->programs[report->own_count];
	size_t at;

	for (size_t i = 0; list && i < report->mutant_count; i++) {
		AS_AUTO_JSON json_t *key = NULL;
		if (mutants[i].state != AS_MUTANT_SURVIVED && mutants[i].state != AS_MUTANT_KILLED)
			continue;
		key = baseline_key(report, &mutants[i]);
		json_array_foreach(list, at, entry) if (json_integer_value(json_object_get(entry,
								"line")) == mutants[i].line &&
							baseline_has_key(entry, key) &&
							mark(&mutants[i], entry, error)) return -1;
	}
	return 0;
}
