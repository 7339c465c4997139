/* SPDX-License-Identifier: MIT */
#include <assay/base/fit.h>
#include <assay/base/node.h>

#include <string.h>
#include <strings.h>

#define TEXT_SIZE 1024
/* Digits after the first one that distinguish all doubles. */
#define MAX_DIGITS 16
#define MIN_EXPONENT (-4)
#define MAX_EXPONENT 15

struct as_node as_node_root(const struct as_document *document)
{
	return (struct as_node){.document = document, .value = document->root};
}

struct as_node as_node_child(const struct as_node *parent, const char *key)
{
	return (struct as_node){
		.document = parent->document,
		.parent = parent,
		.key = key,
		.value = json_object_get(parent->value, key),
	};
}

struct as_node as_node_item(const struct as_node *parent, size_t index)
{
	return (struct as_node){
		.document = parent->document,
		.parent = parent,
		.index = index,
		.value = json_array_get(parent->value, index),
	};
}

/* ---- errors ---- */

static char *pointer_make(const struct as_node *node)
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

static int node_error(const struct as_node *node, error_setter *set, struct as_error *error,
	const char *format, va_list arguments) AS_PRINTF(4, 0);

static int node_error(const struct as_node *node, error_setter *set, struct as_error *error,
	const char *format, va_list arguments)
{
	char text[TEXT_SIZE];
	vsnprintf(text, sizeof text, format, arguments);
	AS_AUTO_FREE char *pointer = pointer_make(node);
	if (!pointer)
		return as_error_no_memory(error);
	return set(node->document, pointer, error, "%s", text);
}

/* At the key, for a key that must not be there. */
int as_node_key_error(const struct as_node *node, struct as_error *error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	int status = node_error(node, as_document_key_error, error, format, arguments);
	va_end(arguments);
	return status;
}

int as_node_error(const struct as_node *node, struct as_error *error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	int status = node_error(node, as_document_error, error, format, arguments);
	va_end(arguments);
	return status;
}

/* A description of the value, for messages such as "must be text, not ...". */
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

int as_node_type_error(
	const struct as_node *node, struct as_error *error, const char *wanted, const char *remedy)
{
	const char *separator = remedy[0] ? "; " : "";
	return as_node_error(node, error, "%s%smust be %s, not %s%s%s", node->key ? node->key : "",
		node->key ? " " : "", wanted, type_text(node->value), separator, remedy);
}

static const char *scalar_remedy(const json_t *value)
{
	if (json_is_null(value))
		return "give it a value or remove the key";
	return json_is_number(value) || json_is_boolean(value) ? "put it in quotes" : "";
}

/* ---- scalars ---- */

/* A number with a unit, or with too many digits, is a text in YAML: the message shows it. */
static int number_error(const struct as_node *node, struct as_error *error, const char *wanted)
{
	char number[40];
	if (json_is_string(node->value))
		return as_node_error(node, error,
			"%s%smust be %s, not '%.*s'; write a plain number, for example %s%s2",
			node->key ? node->key : "", node->key ? " " : "", wanted,
			as_text_fit(json_string_value(node->value), 40),
			json_string_value(node->value), node->key ? node->key : "",
			node->key ? ": " : "");
	if (!json_is_real(node->value))
		return as_node_type_error(node, error, wanted, "");
	as_json_number_text(node->value, number, sizeof number);
	return as_node_error(node, error, "%s%smust be %s, not %s", node->key ? node->key : "",
		node->key ? " " : "", wanted, number);
}

int as_node_text(const struct as_node *node, const char **text, struct as_error *error)
{
	if (!json_is_string(node->value))
		return as_node_type_error(node, error, "text", scalar_remedy(node->value));
	*text = json_string_value(node->value);
	if (json_string_length(node->value) == 0)
		return as_node_error(node, error, "%s%smust not be empty",
			node->key ? node->key : "", node->key ? " " : "");
	return 0;
}

/* Boolean words of YAML 1.1, such as yes, are texts in YAML 1.2. */
static int bool_error(const struct as_node *node, struct as_error *error)
{
	static const char *const words[][2] = {{"yes", "true"}, {"on", "true"}, {"y", "true"},
		{"no", "false"}, {"off", "false"}, {"n", "false"}};
	const char *text = json_string_value(node->value), *remedy = NULL;

	if (!text)
		return as_node_type_error(node, error, "true or false",
			json_is_null(node->value) ? scalar_remedy(node->value) : "");
	if (strcasecmp(text, "true") == 0 || strcasecmp(text, "false") == 0)
		return as_node_type_error(node, error, "true or false", "write it without quotes");
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strcasecmp(text, words[i][0]) == 0)
			remedy = words[i][1];
	return as_node_error(node, error, "%s%smust be true or false, not '%.*s'%s%s",
		node->key ? node->key : "", node->key ? " " : "", as_text_fit(text, 40), text,
		remedy ? "; write " : "", remedy ? remedy : "");
}

int as_node_bool(const struct as_node *node, bool *value, struct as_error *error)
{
	if (!json_is_boolean(node->value))
		return bool_error(node, error);
	*value = json_is_true(node->value);
	return 0;
}

int as_node_integer(const struct as_node *node, int64_t min, int64_t max, int64_t *value,
	struct as_error *error)
{
	if (!json_is_integer(node->value))
		return number_error(node, error, "a whole number");
	*value = json_integer_value(node->value);
	if (*value < min || *value > max)
		return as_node_error(node, error,
			"%s must be a whole number from %jd to %jd, not %jd", node->key,
			(intmax_t)min, (intmax_t)max, (intmax_t)*value);
	return 0;
}

int as_node_number(const struct as_node *node, double *value, struct as_error *error)
{
	if (!json_is_number(node->value))
		return number_error(node, error, "a number");
	*value = json_number_value(node->value);
	return 0;
}

/* ---- sequences and mappings ---- */

int as_node_words(
	const struct as_node *node, const char ***words, size_t *count, struct as_error *error)
{
	if (!json_is_array(node->value))
		return as_node_type_error(node, error, "a list of strings",
			json_is_string(node->value) ? "write [word, word]" : "");
	size_t size = json_array_size(node->value);
	AS_AUTO_FREE const char **list = calloc(size + 1, sizeof *list);
	if (!list)
		return as_error_no_memory(error);
	for (size_t i = 0; i < size; i++) {
		struct as_node item = as_node_item(node, i);
		if (!json_is_string(item.value))
			return as_node_type_error(&item, error, "text", scalar_remedy(item.value));
		list[i] = json_string_value(item.value);
	}
	*words = as_steal(list);
	*count = size;
	return 0;
}

const struct as_node_key *as_node_key_find(
	const struct as_node_key *keys, size_t count, const char *name)
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

const char **as_node_key_names(const struct as_node_key *keys, size_t count, struct as_error *error)
{
	const char **names = calloc(count, sizeof *names);
	if (!names)
		as_error_no_memory(error);
	for (size_t i = 0; names && i < count; i++)
		names[i] = keys[i].name;
	return names;
}

/* All keys are listed only if none is suggested, because there may be many. */
int as_node_unknown_key(const struct as_node *node, const struct as_node_key *keys, size_t count,
	struct as_error *error)
{
	AS_AUTO_FREE const char **names = as_node_key_names(keys, count, error);
	if (!names)
		return -1;
	const char *suggestion = AS_SUGGESTION(node->key, names, count);
	if (strcmp(suggestion, ";") != 0)
		return as_node_key_error(node, error, "unknown key '%.*s'%s",
			as_text_fit(node->key, 100), node->key, suggestion);
	AS_AUTO_FREE char *list = list_of(names, count, error);
	return list ? as_node_key_error(node, error, "unknown key '%.*s'; use %s",
			      as_text_fit(node->key, 100), node->key, list)
		    : -1;
}

int as_node_read_key(const struct as_node *node, const struct as_node_key *key, void *target,
	struct as_error *error)
{
	struct as_node child = as_node_child(node, key->name);
	if (child.value)
		return key->read(&child, target, error);
	if (key->required)
		return as_node_error(node, error, "missing key '%s'", key->name);
	return 0;
}

int as_node_read(const struct as_node *node, const struct as_node_key *keys, size_t count,
	void *target, struct as_error *error)
{
	if (!json_is_object(node->value))
		return as_node_type_error(node, error, "a mapping of keys to values", "");
	const char *name;
	json_t *value;
	json_object_foreach(node->value, name, value)
	{
		struct as_node child = as_node_child(node, name);
		if (!as_node_key_find(keys, count, name))
			return as_node_unknown_key(&child, keys, count, error);
	}
	for (size_t i = 0; i < count; i++)
		if (as_node_read_key(node, &keys[i], target, error) < 0)
			return -1;
	return 0;
}

void as_json_number_text(const json_t *number, char *text, size_t size)
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
	/* In the notation of most languages: an exponent only in place of many zeros. */
	if (exponent >= MIN_EXPONENT && exponent <= MAX_EXPONENT)
		snprintf(text, size, "%.*f", digits > exponent ? digits - exponent : 1, value);
}

int as_node_check_text(const struct as_node *node, void *target, struct as_error *error)
{
	const char *text;

	(void)target;
	return as_node_text(node, &text, error);
}

int as_node_loose_text(const struct as_node *node, char **text, struct as_error *error)
{
	char number[40];
	if (json_is_string(node->value)) {
		*text = as_text_format(error, "%s", json_string_value(node->value));
	} else if (json_is_number(node->value)) {
		as_json_number_text(node->value, number, sizeof number);
		*text = as_text_format(error, "%s", number);
	} else {
		return as_node_type_error(node, error, "text", "");
	}
	return *text ? 0 : -1;
}

int as_node_unknown_word(const struct as_node *node, const char *word, const char *const *names,
	size_t count, struct as_error *error)
{
	char list[256];

	as_text_choices(names, count, list, sizeof(list));
	return as_node_error(node, error, "unknown %s '%.*s'%s use %s", node->key,
		as_text_fit(word, 40), word, AS_SUGGESTION(word, names, count), list);
}
