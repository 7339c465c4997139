/* SPDX-License-Identifier: MIT */
#include "package.h"
#include <string.h>

#define TEXT_SIZE 1024
/* Digits after the first one that tell all doubles apart. */
#define MAX_DIGITS 16
#define LEAST_EXPONENT (-4)
#define MOST_EXPONENT 15

struct package_node package_node_root(const struct as_document *document)
{
	return (struct package_node){.document = document, .value = document->root};
}

struct package_node package_node_child(const struct package_node *parent, const char *key)
{
	return (struct package_node){
		.document = parent->document,
		.parent = parent,
		.key = key,
		.value = json_object_get(parent->value, key),
	};
}

struct package_node package_node_item(const struct package_node *parent, size_t index)
{
	return (struct package_node){
		.document = parent->document,
		.parent = parent,
		.index = index,
		.value = json_array_get(parent->value, index),
	};
}

/* ---- complaints ---- */

static char *pointer_make(const struct package_node *node)
{
	if (!node->parent)
		return strdup("");
	AS_AUTO_FREE char *above = pointer_make(node->parent);
	if (!above)
		return NULL;
	if (node->key)
		return as_pointer_join(above, node->key);
	char index[24];
	snprintf(index, sizeof index, "%zu", node->index);
	return as_pointer_join(above, index);
}

typedef int error_setter(const struct as_document *document, const char *pointer,
	struct as_error *error, const char *format, ...);

static int node_error(const struct package_node *node, error_setter *set, struct as_error *error,
	const char *format, va_list arguments) AS_PRINTF(4, 0);

static int node_error(const struct package_node *node, error_setter *set, struct as_error *error,
	const char *format, va_list arguments)
{
	char text[TEXT_SIZE];
	vsnprintf(text, sizeof text, format, arguments);
	AS_AUTO_FREE char *pointer = pointer_make(node);
	if (!pointer)
		return as_error_no_memory(error);
	return set(node->document, pointer, error, "%s", text);
}

/* At the key, if it should not be there. */
static int key_error(
	const struct package_node *node, struct as_error *error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	int status = node_error(node, as_document_key_error, error, format, arguments);
	va_end(arguments);
	return status;
}

int package_node_error(
	const struct package_node *node, struct as_error *error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	int status = node_error(node, as_document_error, error, format, arguments);
	va_end(arguments);
	return status;
}

/* What the value is, so that "must be text, not ..." reads well. */
static const char *type_text(const json_t *value)
{
	switch (json_typeof(value)) {
	case JSON_OBJECT:
		return "a mapping";
	case JSON_ARRAY:
		return "a sequence";
	case JSON_STRING:
		return "text";
	case JSON_INTEGER:
		return "a whole number";
	case JSON_REAL:
		return "a number";
	case JSON_TRUE:
	case JSON_FALSE:
		return "true or false";
	case JSON_NULL:
	default:
		return "null";
	}
}

static int type_error(const struct package_node *node, struct as_error *error, const char *wanted,
	const char *remedy)
{
	const char *separator = remedy[0] ? "; " : "";
	return package_node_error(node, error, "%s%smust be %s, not %s%s%s",
		node->key ? node->key : "", node->key ? " " : "", wanted, type_text(node->value),
		separator, remedy);
}

static const char *scalar_remedy(const json_t *value)
{
	if (json_is_null(value))
		return "give it a value or remove the key";
	return json_is_number(value) || json_is_boolean(value) ? "put it in quotes" : "";
}

/* ---- scalars ---- */

/* A number with a unit, or with too many digits, is a text to YAML: it is shown. */
static int number_error(const struct package_node *node, struct as_error *error, const char *wanted)
{
	char number[40];
	if (json_is_string(node->value))
		return package_node_error(node, error,
			"%s%smust be %s, not '%.40s'; write a plain number, for example %s%s2",
			node->key ? node->key : "", node->key ? " " : "", wanted,
			json_string_value(node->value), node->key ? node->key : "",
			node->key ? ": " : "");
	if (!json_is_real(node->value))
		return type_error(node, error, wanted, "");
	package_number_text(node->value, number, sizeof number);
	return package_node_error(node, error, "%s%smust be %s, not %s", node->key ? node->key : "",
		node->key ? " " : "", wanted, number);
}

int package_node_text(const struct package_node *node, const char **text, struct as_error *error)
{
	if (!json_is_string(node->value))
		return type_error(node, error, "text", scalar_remedy(node->value));
	*text = json_string_value(node->value);
	if (json_string_length(node->value) == 0)
		return package_node_error(node, error, "%s%smust not be empty",
			node->key ? node->key : "", node->key ? " " : "");
	return 0;
}

int package_node_bool(const struct package_node *node, bool *value, struct as_error *error)
{
	if (!json_is_boolean(node->value))
		return type_error(node, error, "true or false", "write it without quotes");
	*value = json_is_true(node->value);
	return 0;
}

int package_node_integer(const struct package_node *node, int64_t min, int64_t max, int64_t *value,
	struct as_error *error)
{
	if (!json_is_integer(node->value))
		return number_error(node, error, "a whole number");
	*value = json_integer_value(node->value);
	if (*value < min || *value > max)
		return package_node_error(node, error,
			"%s must be a whole number from %jd to %jd, not %jd", node->key,
			(intmax_t)min, (intmax_t)max, (intmax_t)*value);
	return 0;
}

int package_node_number(const struct package_node *node, double *value, struct as_error *error)
{
	if (!json_is_number(node->value))
		return number_error(node, error, "a number");
	*value = json_number_value(node->value);
	return 0;
}

/* ---- sequences and mappings ---- */

int package_node_words(
	const struct package_node *node, const char ***words, size_t *count, struct as_error *error)
{
	if (!json_is_array(node->value))
		return type_error(node, error, "a list of strings",
			json_is_string(node->value) ? "write [word, word]" : "");
	size_t size = json_array_size(node->value);
	AS_AUTO_FREE const char **list = calloc(size + 1, sizeof *list);
	if (!list)
		return as_error_no_memory(error);
	for (size_t i = 0; i < size; i++) {
		struct package_node item = package_node_item(node, i);
		if (!json_is_string(item.value))
			return type_error(&item, error, "text", scalar_remedy(item.value));
		list[i] = json_string_value(item.value);
	}
	*words = as_steal(list);
	*count = size;
	return 0;
}

static const struct package_key *key_find(
	const struct package_key *keys, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(keys[i].name, name) == 0)
			return &keys[i];
	return NULL;
}

/* "a, b or c": on the heap, or NULL. */
static char *list_of(const char *const *names, size_t count, struct as_error *error)
{
	char *text = as_text_format(error, "%s", names[0]);
	for (size_t i = 1; text && i < count; i++) {
		AS_AUTO_FREE char *before = text;
		text = as_text_format(
			error, "%s%s%s", before, i + 1 < count ? ", " : " or ", names[i]);
	}
	return text;
}

static const char **names_of(const struct package_key *keys, size_t count, struct as_error *error)
{
	const char **names = calloc(count, sizeof *names);
	if (!names)
		as_error_no_memory(error);
	for (size_t i = 0; names && i < count; i++)
		names[i] = keys[i].name;
	return names;
}

/* All keys are listed only if none is suggested: there may be many. */
static int unknown_key(const struct package_node *node, const struct package_key *keys,
	size_t count, struct as_error *error)
{
	AS_AUTO_FREE const char **names = names_of(keys, count, error);
	if (!names)
		return -1;
	const char *suggestion = AS_SUGGESTION(node->key, names, count);
	if (strcmp(suggestion, ";") != 0)
		return key_error(node, error, "unknown key '%.100s'%s", node->key, suggestion);
	AS_AUTO_FREE char *list = list_of(names, count, error);
	return list ? key_error(node, error, "unknown key '%.100s'; use %s", node->key, list) : -1;
}

static int read_key(const struct package_node *node, const struct package_key *key, void *target,
	struct as_error *error)
{
	struct package_node child = package_node_child(node, key->name);
	if (child.value)
		return key->read(&child, target, error);
	if (key->required)
		return package_node_error(node, error, "missing key '%s'", key->name);
	return 0;
}

int package_node_read(const struct package_node *node, const struct package_key *keys, size_t count,
	void *target, struct as_error *error)
{
	if (!json_is_object(node->value))
		return type_error(node, error, "a mapping of keys to values", "");
	const char *name;
	json_t *value;
	json_object_foreach(node->value, name, value)
	{
		struct package_node child = package_node_child(node, name);
		if (!key_find(keys, count, name))
			return unknown_key(&child, keys, count, error);
	}
	for (size_t i = 0; i < count; i++)
		if (read_key(node, &keys[i], target, error) < 0)
			return -1;
	return 0;
}

/* ---- what verify reports ---- */

/* The error as a finding; -1 unless it is one of the package. */
static int report(struct package_loader *loader, const struct package_node *node,
	const struct as_error *why, struct as_error *error)
{
	if (why->kind != AS_ERROR_INPUT) {
		if (error)
			*error = *why;
		return -1;
	}
	const char *where = node->document->name + strlen(loader->package->tree.shown);
	AS_AUTO_FREE char *shown =
		as_text_format(error, "%s:%u:%u", where + (*where == '/'), why->line, why->column);
	return shown ? as_findings_add(&loader->package->findings, AS_FINDING_ERROR, shown, error,
			       "%s", why->text)
		     : -1;
}

/* A misspelling of a key that changes verdicts is refused: the verdicts would differ. */
static int read_unknown(struct package_loader *loader, const struct package_node *node,
	const struct package_key *keys, size_t count, const struct package_key *others,
	size_t other_count, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FREE const char **names = names_of(keys, count, error);
	AS_AUTO_FREE const char **other_names = names_of(others, other_count, error);
	if (!names || !other_names)
		return -1;
	if (strcmp(AS_SUGGESTION(node->key, names, count), ";") != 0)
		return unknown_key(node, keys, count, error);
	const char *suggestion = AS_SUGGESTION(node->key, other_names, other_count);
	key_error(node, &why, "unknown key '%.100s'%s it is ignored", node->key, suggestion);
	return report(loader, node, &why, error);
}

int package_node_read_reporting(struct package_loader *loader, const struct package_node *node,
	const struct package_key *keys, size_t count, const struct package_key *others,
	size_t other_count, void *target, struct as_error *error)
{
	if (!json_is_object(node->value))
		return type_error(node, error, "a mapping of keys to values", "");
	const char *name;
	json_t *value;
	json_object_foreach(node->value, name, value)
	{
		struct package_node child = package_node_child(node, name);
		if (!key_find(keys, count, name) && !key_find(others, other_count, name) &&
			read_unknown(loader, &child, keys, count, others, other_count, error) < 0)
			return -1;
	}
	for (size_t i = 0; i < count; i++)
		if (read_key(node, &keys[i], target, error) < 0)
			return -1;
	for (size_t i = 0; i < other_count; i++) {
		struct as_error why = {0};
		if (read_key(node, &others[i], target, &why) < 0 &&
			report(loader, node, &why, error) < 0)
			return -1;
	}
	return 0;
}

/* ---- formats that were never checked strictly ---- */

static int warn_at(struct package_loader *loader, const struct package_node *node,
	const struct as_error *place, struct as_error *error)
{
	if (place->kind != AS_ERROR_INPUT)
		return as_error_no_memory(error);
	/* The document's name begins with the package's path, which a finding leaves out. */
	const char *where = node->document->name + strlen(loader->package->tree.shown);
	AS_AUTO_FREE char *shown = as_text_format(
		error, "%s:%u:%u", where + (*where == '/'), place->line, place->column);
	if (!shown)
		return -1;
	return as_findings_add(
		&loader->package->findings, AS_FINDING_WARNING, shown, error, "%s", place->text);
}

int package_node_warn(struct package_loader *loader, const struct package_node *node,
	struct as_error *error, const char *format, ...)
{
	char text[TEXT_SIZE];
	struct as_error place = {0};
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	package_node_error(node, &place, "%s", text);
	return warn_at(loader, node, &place, error);
}

static int warn_unknown(struct package_loader *loader, const struct package_node *node,
	const char *const *names, size_t count, struct as_error *error)
{
	struct as_error place = {0};
	key_error(node, &place, "unknown key '%.100s'%s it is ignored", node->key,
		AS_SUGGESTION(node->key, names, count));
	return warn_at(loader, node, &place, error);
}

int package_node_read_loosely(struct package_loader *loader, const struct package_node *node,
	const struct package_key *keys, size_t count, void *target, struct as_error *error)
{
	if (!json_is_object(node->value))
		return type_error(node, error, "a mapping of keys to values", "");
	const char *name;
	json_t *value;
	AS_AUTO_FREE const char **names = names_of(keys, count, error);
	if (!names)
		return -1;
	json_object_foreach(node->value, name, value)
	{
		struct package_node child = package_node_child(node, name);
		if (!key_find(keys, count, name) &&
			warn_unknown(loader, &child, names, count, error) < 0)
			return -1;
	}
	for (size_t i = 0; i < count; i++)
		if (!json_is_null(json_object_get(node->value, keys[i].name)) &&
			read_key(node, &keys[i], target, error) < 0)
			return -1;
	return 0;
}

void package_number_text(const json_t *number, char *text, size_t size)
{
	if (json_is_integer(number)) {
		snprintf(text, size, "%" JSON_INTEGER_FORMAT, json_integer_value(number));
		return;
	}
	double value = json_number_value(number);
	int digits = 0, exponent;
	do
		snprintf(text, size, "%.*e", digits, value);
	while (strtod(text, NULL) != value && digits++ < MAX_DIGITS);
	exponent = (int)strtol(strchr(text, 'e') + 1, NULL, 10);
	/* As most languages write numbers: with an exponent only where zeros would be many. */
	if (exponent >= LEAST_EXPONENT && exponent <= MOST_EXPONENT)
		snprintf(text, size, "%.*f", digits > exponent ? digits - exponent : 1, value);
}

int package_node_loose_text(const struct package_node *node, char **text, struct as_error *error)
{
	char number[40];
	if (json_is_string(node->value)) {
		*text = as_text_format(error, "%s", json_string_value(node->value));
	} else if (json_is_number(node->value)) {
		package_number_text(node->value, number, sizeof number);
		*text = as_text_format(error, "%s", number);
	} else {
		return type_error(node, error, "text", "");
	}
	return *text ? 0 : -1;
}
