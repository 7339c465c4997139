/* SPDX-License-Identifier: MIT */
/* Reads submissions.yaml. */
#include "read.h"
#include <assay/base/fit.h>
#include <assay/package/expectation.h>

#include <string.h>

/* Of a file, after expanding braces: 16 MiB of braces could expand to gigabytes. */
#define MAX_PATTERNS 100000

/* ---- keys of a pattern of tests ---- */

/* A verdict that only the judge gives, such as MLE, is not a misspelling. */
static const char *suggest_verdict(const char *word, char text[AS_SUGGESTION_SIZE])
{
	static const char *const names[] = {"AC", "WA", "TLE", "RTE"};
	enum as_verdict verdict;

	return as_verdict_parse(word, &verdict) == 0 ? ";"
						     : as_text_suggestion(word, names, 4, text);
}

static int read_verdicts(const struct as_node *node, unsigned *set, struct as_error *error)
{
	static const enum as_verdict known[] = {
		AS_VERDICT_AC, AS_VERDICT_WA, AS_VERDICT_TLE, AS_VERDICT_RTE};
	AS_AUTO_FREE const char **words = NULL;
	size_t count;

	if (as_node_words(node, &words, &count, error))
		return -1;
	*set = 0;
	for (size_t i = 0; i < count; i++) {
		unsigned bit = 0;
		for (size_t k = 0; k < sizeof(known) / sizeof(*known); k++)
			if (strcmp(words[i], as_verdict_name(known[k])) == 0)
				bit = AS_VERDICT_BIT(known[k]);
		struct as_node item = as_node_item(node, i);
		if (!bit)
			return as_node_error(&item, error,
				"unknown verdict '%.*s'%s use AC, WA, TLE or RTE",
				as_text_fit(words[i], 40), words[i],
				suggest_verdict(words[i], (char[AS_SUGGESTION_SIZE]){0}));
		*set |= bit;
	}
	if (!*set)
		return as_node_error(node, error, "%s must name at least one verdict", node->key);
	return 0;
}

PACKAGE_MEMBER_READER(read_permitted, struct as_requirement, read_verdicts, permitted)
PACKAGE_MEMBER_READER(read_required, struct as_requirement, read_verdicts, required)

static int read_score(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_requirement *requirement = target;

	requirement->has_score = true;
	if (!json_is_array(node->value)) {
		if (as_node_number(node, &requirement->score_min, error))
			return -1;
		requirement->score_max = requirement->score_min;
		return 0;
	}
	if (json_array_size(node->value) != 2)
		return as_node_error(node, error,
			"score must be a number, or the lowest and the highest score, such as [0, "
			"50]");
	struct as_node min = as_node_item(node, 0), max = as_node_item(node, 1);
	if (as_node_number(&min, &requirement->score_min, error) ||
		as_node_number(&max, &requirement->score_max, error))
		return -1;
	if (requirement->score_min > requirement->score_max)
		return as_node_error(node, error,
			"score range [%s, %s] is empty; write the lowest score first",
			AS_NUMBER(requirement->score_min), AS_NUMBER(requirement->score_max));
	return 0;
}

static int read_message(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_requirement *requirement = target;

	if (!json_is_string(node->value))
		return as_node_error(node, error, "message must be text; put it in quotes");
	free(requirement->message);
	requirement->message = NULL;
	if (json_string_length(node->value) == 0)
		return 0;
	requirement->message = strdup(json_string_value(node->value));
	return requirement->message ? 0 : as_error_no_memory(error);
}

static int read_time_use(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_requirement *requirement = target;
	const char *word = json_string_value(node->value);

	if (json_is_boolean(node->value))
		requirement->time_use =
			json_is_true(node->value) ? AS_TIME_BY_VERDICTS : AS_TIME_UNUSED;
	else if (word && strcmp(word, "lower") == 0)
		requirement->time_use = AS_TIME_LOWER;
	else if (word && strcmp(word, "upper") == 0)
		requirement->time_use = AS_TIME_UPPER;
	else
		return as_node_error(
			node, error, "use_for_time_limit must be true, false, lower or upper");
	return 0;
}

/* ---- keys of a pattern of submissions ---- */

static int copy_text(const struct as_node *node, char **copy, struct as_error *error)
{
	const char *text;

	return as_node_text(node, &text, error) ? -1 : as_text_copy(copy, text, error);
}

PACKAGE_MEMBER_READER(read_language, struct as_expectation, copy_text, language)
PACKAGE_MEMBER_READER(read_entrypoint, struct as_expectation, copy_text, entrypoint)
PACKAGE_MEMBER_READER(read_model, struct as_expectation, as_node_bool, model_solution)

/* Authors have no effect here; only the form of a name is checked. */
static int check_person(const struct as_node *node, struct as_error *error)
{
	const char *text;

	if (json_is_object(node->value)) {
		struct as_node name = as_node_child(node, "name");
		if (!name.value)
			return as_node_error(node, error, "missing key 'name' of an author");
		return as_node_text(&name, &text, error);
	}
	return as_node_text(node, &text, error);
}

static int read_authors(const struct as_node *node, void *target, struct as_error *error)
{
	(void)target;
	if (!json_is_array(node->value))
		return check_person(node, error);
	for (size_t i = 0; i < json_array_size(node->value); i++) {
		struct as_node item = as_node_item(node, i);
		if (check_person(&item, error))
			return -1;
	}
	return 0;
}

static const struct as_node_key requirement_keys[] = {
	{"permitted", read_permitted, false},
	{"required", read_required, false},
	{"score", read_score, false},
	{"message", read_message, false},
	{"use_for_time_limit", read_time_use, false},
};
static const struct as_node_key expectation_keys[] = {
	{"language", read_language, false},
	{"entrypoint", read_entrypoint, false},
	{"authors", read_authors, false},
	{"model_solution", read_model, false},
};
#define COUNT(keys) (sizeof(keys) / sizeof(*(keys)))

/* ---- patterns ---- */

static int count_patterns(struct as_expectations *expectations, const struct as_glob *glob,
	const struct as_node *node, struct as_error *error)
{
	expectations->pattern_count += glob->count;
	if (expectations->pattern_count <= MAX_PATTERNS)
		return 0;
	return as_node_error(node, error,
		"too many patterns: more than %d with each {a,b} expanded; use * or fewer "
		"alternatives",
		MAX_PATTERNS);
}

static int parse_glob(struct as_expectations *expectations, struct as_glob *glob,
	const struct as_node *node, struct as_error *error)
{
	struct as_error why = {0};

	if (as_glob_parse(glob, node->key, &why) == 0)
		return count_patterns(expectations, glob, node, error);
	if (why.kind == AS_ERROR_INPUT)
		return as_node_error(node, error, "%s", why.text);
	if (error)
		*error = why;
	return -1;
}

static int check_mapping(const struct as_node *node, struct as_error *error)
{
	static const char *const names[] = {"permitted", "required", "score", "message",
		"use_for_time_limit", "language", "entrypoint", "authors", "model_solution"};

	if (json_is_object(node->value))
		return 0;
	return as_node_error(node, error,
		"unknown key '%.*s'%s if it is a pattern of tests, its value must be a mapping",
		as_text_fit(node->key, 100), node->key,
		AS_SUGGESTION(node->key, names, COUNT(names)));
}

/* Appends a requirement for tests to the item. */
static int read_tests(struct as_expectations *expectations, const struct as_node *node,
	struct as_expectation *item, struct as_error *error)
{
	if (check_mapping(node, error))
		return -1;
	if (!as_array_reserve(item->requirements, item->count, error))
		return -1;
	struct as_requirement *requirement = &item->requirements[item->count++];
	*requirement = (struct as_requirement){.permitted = AS_VERDICTS_OF_TESTS,
		.required = AS_VERDICTS_OF_TESTS,
		.tests = strdup(node->key)};
	if (!requirement->tests)
		return as_error_no_memory(error);
	if (parse_glob(expectations, &requirement->tests_glob, node, error))
		return -1;
	return as_node_read(node, requirement_keys, COUNT(requirement_keys), requirement, error);
}

static int read_key(struct as_expectations *expectations, const struct as_node *node,
	struct as_expectation *item, struct as_error *error)
{
	const struct as_node_key *key =
		as_node_key_find(requirement_keys, COUNT(requirement_keys), node->key);

	if (key)
		return key->read(node, &item->requirements[0], error);
	key = as_node_key_find(expectation_keys, COUNT(expectation_keys), node->key);
	return key ? key->read(node, item, error) : read_tests(expectations, node, item, error);
}

/* The format's folder of this name, whose keys will be replaced; or a new item. */
static struct as_expectation *find_item(
	struct as_expectations *expectations, const struct as_node *node, struct as_error *error)
{
	/* Items of the format come first, and each key occurs once. */
	for (size_t i = 0; i < expectations->count && expectations->items[i].of_format; i++)
		if (strcmp(expectations->items[i].submissions, node->key) == 0)
			return &expectations->items[i];
	struct as_expectation *grown =
		realloc(expectations->items, (expectations->count + 1) * sizeof(*grown));
	if (grown)
		expectations->items = grown;
	struct as_requirement *first = grown ? calloc(1, sizeof(*first)) : NULL;
	char *name = first ? strdup(node->key) : NULL;
	if (!name) {
		free(first);
		as_error_no_memory(error);
		return NULL;
	}
	struct as_expectation *item = &grown[expectations->count++];
	*first = (struct as_requirement){
		.permitted = AS_VERDICTS_OF_TESTS, .required = AS_VERDICTS_OF_TESTS};
	*item = (struct as_expectation){.submissions = name, .requirements = first, .count = 1};
	return parse_glob(expectations, &item->glob, node, error) ? NULL : item;
}

/* A key without a pattern, such as "submissions: {permitted: ...}", is a mistake that would match
 * nothing. */
static int read_item(
	struct as_expectations *expectations, const struct as_node *node, struct as_error *error)
{
	if (!json_is_object(node->value))
		return as_node_error(node, error,
			"'%.*s' must be a mapping, such as {permitted: [AC, WA]}",
			as_text_fit(node->key, 100), node->key);
	struct as_expectation *item = find_item(expectations, node, error);
	const char *name;
	json_t *value;
	if (!item)
		return -1;
	item->of_file = true;
	json_object_foreach(node->value, name, value)
	{
		struct as_node child = as_node_child(node, name);
		if (read_key(expectations, &child, item, error))
			return -1;
	}
	return 0;
}

int as_expectations_add(struct as_expectations *expectations, const struct as_document *document,
	struct as_error *error)
{
	struct as_node root = as_node_root(document);
	const char *name;
	json_t *value;

	if (!json_is_object(root.value))
		return as_node_error(&root, error,
			"must be a mapping from patterns of submissions, such as accepted/*.py, to "
			"what is expected of them");
	json_object_foreach(root.value, name, value)
	{
		struct as_node child = as_node_child(&root, name);
		if (read_item(expectations, &child, error))
			return -1;
	}
	return 0;
}
