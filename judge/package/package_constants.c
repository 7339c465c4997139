/* SPDX-License-Identifier: MIT */
/* The key constants of problem.yaml. */
#include "metadata.h"
#include <assay/base/fit.h>
#include <string.h>

static bool is_name(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	return name[0] != '\0' && !(name[0] >= '0' && name[0] <= '9') &&
	       name[strspn(name, letters)] == '\0' && strlen(name) <= 100;
}

static int check_name(const struct as_node *node, const char *name, struct as_error *error)
{
	if (is_name(name))
		return 0;
	return as_node_error(node, error,
		"invalid name '%.*s' of a constant; use letters, digits and _, and do not begin "
		"with a digit",
		as_text_fit(name, 40), name);
}

/* Adds the text of a scalar under "name" or "name.variant". */
static int add_value(const struct as_node *node, const char *name, const char *variant,
	struct as_text_map *constants, struct as_error *error)
{
	char number[40];
	if (!json_is_string(node->value) && !json_is_number(node->value))
		return as_node_error(node, error,
			"the value of a constant must be a number or text%s",
			json_is_boolean(node->value) || json_is_null(node->value)
				? "; put it in quotes"
				: "");
	AS_AUTO_FREE char *key = variant ? as_text_format(error, "%s.%s", name, variant)
					 : as_text_format(error, "%s", name);
	if (!key)
		return -1;
	if (json_is_number(node->value))
		as_json_number_text(node->value, number, sizeof number);
	const char *text = json_is_string(node->value) ? json_string_value(node->value) : number;
	return as_text_map_set(constants, key, text, error);
}

static int add_variants(const struct as_node *node, const char *name, struct as_text_map *constants,
	struct as_error *error)
{
	const char *variant;
	json_t *value;
	struct as_node main_value = as_node_child(node, "value");
	if (!main_value.value)
		return as_node_error(node, error, "missing key 'value' of a constant");
	json_object_foreach(node->value, variant, value)
	{
		struct as_node child = as_node_child(node, variant);
		if (check_name(&child, variant, error) < 0 ||
			add_value(&child, name, variant, constants, error) < 0)
			return -1;
	}
	return add_value(&main_value, name, NULL, constants, error);
}

static int add_constant(const struct as_node *node, const char *name, struct as_text_map *constants,
	struct as_error *error)
{
	if (check_name(node, name, error) < 0)
		return -1;
	if (json_is_object(node->value))
		return add_variants(node, name, constants, error);
	if (add_value(node, name, NULL, constants, error) < 0)
		return -1;
	return add_value(node, name, "value", constants, error);
}

int package_constants_read(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_package *package = target;
	const char *name;
	json_t *value;
	if (!json_is_object(node->value))
		return as_node_error(
			node, error, "constants must be a mapping from names to values");
	if (json_object_size(node->value) == 0)
		return 0;
	json_object_foreach(node->value, name, value)
	{
		struct as_node child = as_node_child(node, name);
		if (add_constant(&child, name, &package->constants, error) < 0)
			return -1;
	}
	return 0;
}
