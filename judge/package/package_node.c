/* SPDX-License-Identifier: MIT */
/* Reads mappings whose mistakes become findings. */
#include "read.h"

#include <assay/base/fit.h>
#include <string.h>

#define TEXT_SIZE 1024
/* Reading ends after this many errors. */
#define MAX_READ_ERRORS 250

/* ---- errors as findings ---- */

/* Turns the error into a finding; -1 if the package is not at fault. */
static int report(struct package_loader *loader, const struct as_node *node,
	const struct as_error *why, struct as_error *error)
{
	if (why->kind != AS_ERROR_INPUT) {
		if (error)
			*error = *why;
		return -1;
	}
	/* Finding the place of an error takes time in a large document. */
	if (loader->package->findings.error_count >= MAX_READ_ERRORS)
		return as_error_pass(error, why, why->where, "%s (one of more than %d errors)",
			why->text, MAX_READ_ERRORS);
	const char *where = node->document->name + strlen(loader->package->tree.shown);
	AS_AUTO_FREE char *shown =
		as_text_format(error, "%s:%u:%u", where + (*where == '/'), why->line, why->column);
	return shown ? as_findings_add(&loader->package->findings, AS_FINDING_ERROR, shown, error,
			       "%s", why->text)
		     : -1;
}

/* A misspelling of a key that affects verdicts is an error, because the verdicts would differ. */
static int read_unknown(struct package_loader *loader, const struct as_node *node,
	const struct as_node_key *keys, size_t count, const struct as_node_key *others,
	size_t other_count, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FREE const char **names = as_node_key_names(keys, count, error);
	AS_AUTO_FREE const char **other_names = as_node_key_names(others, other_count, error);
	if (!names || !other_names)
		return -1;
	if (strcmp(AS_SUGGESTION(node->key, names, count), ";") != 0)
		return as_node_unknown_key(node, keys, count, error);
	const char *suggestion = AS_SUGGESTION(node->key, other_names, other_count);
	as_node_key_error(node, &why, "unknown key '%.*s'%s it is ignored",
		as_text_fit(node->key, 100), node->key, suggestion);
	return report(loader, node, &why, error);
}

int package_node_read_reporting(struct package_loader *loader, const struct as_node *node,
	const struct as_node_key *keys, size_t count, const struct as_node_key *others,
	size_t other_count, void *target, struct as_error *error)
{
	if (!json_is_object(node->value))
		return as_node_type_error(node, error, "a mapping of keys to values", "");
	const char *name;
	json_t *value;
	json_object_foreach(node->value, name, value)
	{
		struct as_node child = as_node_child(node, name);
		if (!as_node_key_find(keys, count, name) &&
			!as_node_key_find(others, other_count, name) &&
			read_unknown(loader, &child, keys, count, others, other_count, error) < 0)
			return -1;
	}
	for (size_t i = 0; i < count; i++)
		if (as_node_read_key(node, &keys[i], target, error) < 0)
			return -1;
	for (size_t i = 0; i < other_count; i++) {
		struct as_error why = {0};
		if (as_node_read_key(node, &others[i], target, &why) < 0 &&
			report(loader, node, &why, error) < 0)
			return -1;
	}
	return 0;
}

/* ---- formats that were never checked strictly ---- */

static int warn_at(struct package_loader *loader, const struct as_node *node,
	const struct as_error *place, struct as_error *error)
{
	if (place->kind != AS_ERROR_INPUT)
		return as_error_no_memory(error);
	/* The document's name begins with the package's path, which findings omit. */
	const char *where = node->document->name + strlen(loader->package->tree.shown);
	AS_AUTO_FREE char *shown = as_text_format(
		error, "%s:%u:%u", where + (*where == '/'), place->line, place->column);
	if (!shown)
		return -1;
	return as_findings_add(
		&loader->package->findings, AS_FINDING_WARNING, shown, error, "%s", place->text);
}

int package_node_warn(struct package_loader *loader, const struct as_node *node,
	struct as_error *error, const char *format, ...)
{
	char text[TEXT_SIZE];
	struct as_error place = {0};
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (as_findings_drop(&loader->package->findings))
		return 0;
	as_node_error(node, &place, "%s", text);
	return warn_at(loader, node, &place, error);
}

static int warn_unknown(struct package_loader *loader, const struct as_node *node,
	const char *const *names, size_t count, struct as_error *error)
{
	struct as_error place = {0};
	if (as_findings_drop(&loader->package->findings))
		return 0;
	as_node_key_error(node, &place, "unknown key '%.*s'%s it is ignored",
		as_text_fit(node->key, 100), node->key, AS_SUGGESTION(node->key, names, count));
	return warn_at(loader, node, &place, error);
}

int package_node_read_loosely(struct package_loader *loader, const struct as_node *node,
	const struct as_node_key *keys, size_t count, void *target, struct as_error *error)
{
	if (!json_is_object(node->value))
		return as_node_type_error(node, error, "a mapping of keys to values", "");
	const char *name;
	json_t *value;
	AS_AUTO_FREE const char **names = as_node_key_names(keys, count, error);
	if (!names)
		return -1;
	json_object_foreach(node->value, name, value)
	{
		struct as_node child = as_node_child(node, name);
		if (!as_node_key_find(keys, count, name) &&
			warn_unknown(loader, &child, names, count, error) < 0)
			return -1;
	}
	for (size_t i = 0; i < count; i++)
		if (!json_is_null(json_object_get(node->value, keys[i].name)) &&
			as_node_read_key(node, &keys[i], target, error) < 0)
			return -1;
	return 0;
}
