/* SPDX-License-Identifier: MIT */
/* balloons of contest.yaml. */
#include "reading.h"

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

int folder_balloons(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	static const struct folder_key keys[] = {
		{"in_freeze", read_in_freeze, offsetof(struct as_contest_hall, balloons_in_freeze),
			0},
	};
	return folder_read(folder, node, keys, COUNT(keys), member, error);
}
