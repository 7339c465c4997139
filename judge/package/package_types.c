/* SPDX-License-Identifier: MIT */
/* The key type of problem.yaml, in all formats. */
#include "metadata.h"
#include "words.h"
#include <assay/base/fit.h>
#include <string.h>

enum package_type { PASS_FAIL, SCORING, MULTI_PASS, INTERACTIVE, SUBMIT_ANSWER, TYPE_COUNT };
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
	const struct as_node *node, const char *name, unsigned *types, struct as_error *error)
{
	unsigned type = 0;
	while (type < TYPE_COUNT && strcmp(type_names[type], name) != 0)
		type++;
	if (type == TYPE_COUNT)
		return as_node_error(node, error,
			"unknown type '%.*s'%s use pass-fail, scoring, interactive, multi-pass or "
			"submit-answer, several as [scoring, interactive]",
			as_text_fit(name, 40), name, AS_SUGGESTION(name, type_names, TYPE_COUNT));
	if (*types & 1U << type)
		return as_node_error(node, error, "duplicate type %s", name);
	*types |= 1U << type;
	return 0;
}

/* "pass-fail interactive", as some tools write it. */
static int add_types(
	const struct as_node *node, const char *names, unsigned *types, struct as_error *error)
{
	bool closed;
	AS_AUTO_NAMES char **words = NULL;
	if (package_words_split(names, &words, &closed, error) < 0)
		return -1;
	if (!closed || !words[0])
		return as_node_error(node, error, "type must be a list of words");
	for (char **word = words; *word; word++)
		if (add_type(node, *word, types, error) < 0)
			return -1;
	return 0;
}

static int check_types(const struct as_node *node, unsigned types, struct as_error *error)
{
	for (size_t i = 0; i < sizeof incompatible / sizeof *incompatible; i++) {
		unsigned both = 1U << incompatible[i][0] | 1U << incompatible[i][1];
		if ((types & both) == both)
			return as_node_error(node, error,
				"types %s and %s are mutually exclusive; remove one",
				type_names[incompatible[i][0]], type_names[incompatible[i][1]]);
	}
	return 0;
}

int package_types_read(
	const struct as_node *node, struct as_package *package, struct as_error *error)
{
	unsigned types = 0;
	const char *name;
	if (!json_is_array(node->value)) {
		if (as_node_text(node, &name, error) < 0 ||
			add_types(node, name, &types, error) < 0)
			return -1;
	} else if (json_array_size(node->value) == 0) {
		return as_node_error(
			node, error, "type must not be empty; use pass-fail or scoring");
	}
	for (size_t i = 0; i < json_array_size(node->value); i++) {
		struct as_node item = as_node_item(node, i);
		if (as_node_text(&item, &name, error) < 0 ||
			add_type(&item, name, &types, error) < 0)
			return -1;
	}
	package->scoring = types & 1U << SCORING;
	package->multi_pass = types & 1U << MULTI_PASS;
	package->interactive = types & 1U << INTERACTIVE;
	package->submit_answer = types & 1U << SUBMIT_ANSWER;
	return check_types(node, types, error);
}
