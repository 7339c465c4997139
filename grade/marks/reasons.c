/* SPDX-License-Identifier: MIT */
/* Why the items of a person have no mark that counts: each reason once, with all of its items. */
#include "scope.h"

#include <string.h>

static bool has_reason(const struct as_scheme *scheme, char *const *whys, size_t item,
	enum as_item_kind kind, const char *why)
{
	return scheme->items[item].kind == kind && whys[item] && strcmp(whys[item], why) == 0;
}

/* Appends an id to "a, b". Takes `ids`. */
static char *join_id(char *ids, const char *id, struct as_error *error)
{
	AS_AUTO_FREE char *before = ids;

	return as_text_format(error, "%s%s%s", before, *before ? ", " : "", id);
}

/* The ids of the items with the reason of the first of them. If it is the reason of several items,
 * and of all automatic ones, the ids would say nothing: "". */
static char *list_items(
	const struct as_scheme *scheme, char *const *whys, size_t first, struct as_error *error)
{
	const enum as_item_kind kind = scheme->items[first].kind;
	char *ids = as_text_format(error, "%s", "");
	size_t count = 0;
	bool all = kind == AS_ITEM_AUTOMATIC;

	for (size_t i = 0; ids && i < scheme->item_count; i++) {
		const bool found = has_reason(scheme, whys, i, kind, whys[first]);
		all &= found || scheme->items[i].kind != kind;
		count += found;
		if (found)
			ids = join_id(ids, scheme->items[i].id, error);
	}
	if (ids && all && count > 1)
		*ids = '\0';
	return ids;
}

static bool is_listed(const struct as_scheme *scheme, char *const *whys, size_t item)
{
	for (size_t i = 0; i < item; i++)
		if (has_reason(scheme, whys, i, scheme->items[item].kind, whys[item]))
			return true;
	return false;
}

static int add_reason(const struct as_scheme *scheme, char *const *whys, size_t item,
	struct as_marks *marks, struct as_error *error)
{
	AS_AUTO_FREE char *ids = list_items(scheme, whys, item, error);

	if (!ids)
		return -1;
	if (scheme->items[item].kind == AS_ITEM_AUTOMATIC)
		return notices_add_line(&marks->todo, ids, whys[item], error);
	marks->unmarked = as_text_format(error, "%s: %s", ids, whys[item]);
	return marks->unmarked ? 0 : -1;
}

int reasons_list(const struct as_scheme *scheme, char *const *whys, struct as_marks *marks,
	struct as_error *error)
{
	for (size_t i = 0; i < scheme->item_count; i++)
		if (whys[i] && !is_listed(scheme, whys, i) &&
			add_reason(scheme, whys, i, marks, error))
			return -1;
	return 0;
}
