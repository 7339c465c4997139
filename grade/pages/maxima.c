/* SPDX-License-Identifier: MIT */
#include "maxima.h"

int64_t as_page_scale(int64_t mark_e4, int64_t full_e4, int64_t to_e4)
{
	if (full_e4 == to_e4 || full_e4 == 0)
		return mark_e4;
	return (int64_t)((__int128)mark_e4 * to_e4 / full_e4);
}

int64_t as_page_total(const struct as_pages *pages, const struct as_entered *person)
{
	return as_page_scale(person->total_e4, person->full_e4,
		pages->fulls_e4[pages->config.scheme->item_count]);
}

/* The maximum of the person's mark of an item, or of the total (`item` is the number of items).
 * False: there is no such mark. */
static bool has_full(const struct as_pages *pages, const struct as_entered *person, size_t item,
	int64_t *full_e4)
{
	if (item == pages->config.scheme->item_count) {
		*full_e4 = person->full_e4;
		return person->complete;
	}
	*full_e4 = person->marks[item].full_e4;
	return person->marks[item].overridden || !as_mark_state_is_open(person->marks[item].state);
}

static int64_t find_full(const struct as_pages *pages, size_t item, int64_t known_e4)
{
	int64_t common_e4 = -1, full_e4;

	for (size_t i = 0; i < pages->count; i++) {
		if (!has_full(pages, &pages->people[i], item, &full_e4))
			continue;
		if (common_e4 >= 0 && full_e4 != common_e4)
			return known_e4;
		common_e4 = full_e4;
	}
	return common_e4 >= 0 ? common_e4 : known_e4;
}

int as_page_find_fulls(struct as_pages *pages, struct as_error *error)
{
	const struct as_scheme *scheme = pages->config.scheme;

	pages->fulls_e4 = calloc(scheme->item_count + 1, sizeof(*pages->fulls_e4));
	if (!pages->fulls_e4)
		return as_error_no_memory(error);
	for (size_t i = 0; i < scheme->item_count; i++)
		pages->fulls_e4[i] = find_full(pages, i, scheme->items[i].points_e4);
	pages->fulls_e4[scheme->item_count] =
		find_full(pages, scheme->item_count, scheme->total_e4);
	return 0;
}
