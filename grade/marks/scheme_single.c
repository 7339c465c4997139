/* SPDX-License-Identifier: MIT */
/* Changes of a scheme for one submission on a platform, which has its own manual marks and dates.
 */
#include "reading.h"

#include <stdlib.h>

/* The needs of an item, with the indices after the removal; manual items are never needed. */
static void renumber(struct as_item *item, const size_t *places)
{
	for (size_t i = 0; i < item->need_count; i++)
		item->needs[i] = places[item->needs[i]];
}

void as_scheme_drop_manual(struct as_scheme *scheme)
{
	size_t places[SCHEME_MAX_ITEMS], kept = 0;

	for (size_t i = 0; i < scheme->item_count; i++) {
		struct as_item *item = &scheme->items[i];
		places[i] = kept;
		if (item->kind == AS_ITEM_MANUAL) {
			*(item->bonus ? &scheme->bonus_e4 : &scheme->total_e4) -= item->points_e4;
			scheme_item_clear(item);
			continue;
		}
		renumber(item, places);
		scheme->items[kept++] = *item;
	}
	scheme->item_count = kept;
}

void as_scheme_set_due(struct as_scheme *scheme, int64_t due_s, int32_t offset_s)
{
	for (size_t i = 0; i < scheme->extensions.count; i++)
		free(scheme->extensions.items[i].id);
	scheme->extensions.count = 0;
	scheme->due_s = due_s;
	scheme->due_offset_s = offset_s;
}
