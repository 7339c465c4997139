/* SPDX-License-Identifier: MIT */
/* The key `name` of problem.yaml, in all formats: one text, or one for each language. */
#include "metadata.h"
#include <assay/base/fit.h>
#include <string.h>

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

/* English first, then in byte order. */
static bool is_better_language(const char *code, const char *than)
{
	bool english = strcmp(code, "en") == 0 || strncmp(code, "en-", 3) == 0;
	bool than_english = than && (strcmp(than, "en") == 0 || strncmp(than, "en-", 3) == 0);
	if (!than || english != than_english)
		return !than || english;
	return strcmp(code, than) < 0;
}

static int read_names(const struct as_node *node, const char **title, struct as_error *error)
{
	const char *code, *best = NULL;
	json_t *value;
	json_object_foreach(node->value, code, value)
	{
		struct as_node child = as_node_child(node, code);
		const char *text;
		if (!package_is_language_code(code))
			return as_node_error(&child, error,
				"invalid language code '%.*s'; use one such as en or pt-BR",
				as_text_fit(code, 40), code);
		if (as_node_text(&child, &text, error) < 0)
			return -1;
		if (!is_better_language(code, best))
			continue;
		best = code;
		*title = text;
	}
	return best ? 0 : as_node_error(node, error, "name must not be empty");
}

int package_name_read(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_package *package = target;
	const char *title = NULL;
	int status = json_is_object(node->value) ? read_names(node, &title, error)
						 : as_node_text(node, &title, error);
	if (status < 0)
		return -1;
	if (json_is_object(node->value))
		package->titles = json_incref(node->value);
	package->title = as_text_format(error, "%s", title);
	return package->title ? 0 : -1;
}
