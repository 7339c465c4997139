/* SPDX-License-Identifier: MIT */
/* balloons, print and map of contest.yaml. */
#include "desk.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* A count, or 0. */
static int read_in_freeze(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	if (!json_is_integer(node->value) || json_integer_value(node->value) != 0)
		return folder_count(folder, node, member, error);
	*(uint64_t *)member = 0;
	return 0;
}

#define MAX_WIDTH 1e6
#define HALL(member) offsetof(struct as_contest_hall, member)

int folder_balloons(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	static const struct folder_key keys[] = {
		{"in_freeze", read_in_freeze, HALL(balloons_in_freeze), 0},
	};
	return folder_read(folder, node, keys, COUNT(keys), member, error);
}

static int read_width(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	double *width = member;

	(void)folder;
	if (as_node_number(node, width, error))
		return -1;
	return *width > 0 && *width <= MAX_WIDTH
		       ? 0
		       : as_node_error(node, error, "the width of the map must be from 0 to %g",
				 MAX_WIDTH);
}

int folder_map(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	static const struct folder_key keys[] = {{"width", read_width, HALL(map_width), 0}};

	return folder_read(folder, node, keys, COUNT(keys), member, error);
}

/* The program gets the text to print on its standard input only. */
static int read_command(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	if (json_array_size(node->value) == 0)
		return as_node_type_error(node, error, "a list of a program and its arguments",
			"write [lp, -d, hall]");
	return folder_texts(folder, node, folder_line, member, error);
}

int folder_print(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	static const struct folder_key keys[] = {
		{"pages", folder_count, HALL(print_pages), 0},
		{"per_hour", folder_count, HALL(prints_per_hour), 0},
		{"command", read_command, HALL(print_command), 0},
	};
	struct as_contest_hall *hall = member;

	hall->has_prints = true;
	return folder_read(folder, node, keys, COUNT(keys), member, error);
}
