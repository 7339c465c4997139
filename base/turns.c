/* SPDX-License-Identifier: MIT */
#include <assay/base/turns.h>

/* ---- a plain queue ---- */

void as_turn_items_open(struct as_turn_items *items)
{
	*items = (struct as_turn_items){.last = &items->first};
}

void as_turn_items_put(struct as_turn_items *items, struct as_turn_item *item)
{
	item->next = NULL;
	*items->last = item;
	items->last = &item->next;
	items->count++;
}

struct as_turn_item *as_turn_items_take(struct as_turn_items *items)
{
	struct as_turn_item *item = items->first;

	if (!item)
		return NULL;
	items->first = item->next;
	if (!items->first)
		items->last = &items->first;
	items->count--;
	return item;
}

/* ---- turns ---- */

/* The items of an address. */
struct as_turn {
	struct as_turn_source source;
	uint64_t network_served, served; /* their last turns */
	struct as_turn_items items;
	struct as_turn *next;
};

void as_turns_open(struct as_turns *turns, size_t address_max, size_t network_max)
{
	*turns = (struct as_turns){
		.last = &turns->first, .address_max = address_max, .network_max = network_max};
}

/* A new source is last in the round. A new address in a known network has the turn of this network:
 * more addresses do not give a network more turns. */
static struct as_turn *add_turn(struct as_turns *turns, const struct as_turn_source *source)
{
	struct as_turn *made = calloc(1, sizeof(*made));

	if (!made)
		return NULL;
	made->source = *source;
	made->served = made->network_served = turns->now;
	for (const struct as_turn *at = turns->first; at; at = at->next)
		if (at->source.network == source->network)
			made->network_served = at->network_served;
	as_turn_items_open(&made->items);
	*turns->last = made;
	turns->last = &made->next;
	return made;
}

static struct as_turn *find_turn(
	const struct as_turns *turns, const struct as_turn_source *source, size_t *of_network)
{
	struct as_turn *found = NULL;

	*of_network = 0;
	for (struct as_turn *at = turns->first; at; at = at->next) {
		if (at->source.network != source->network)
			continue;
		*of_network += at->items.count;
		if (at->source.address == source->address)
			found = at;
	}
	return found;
}

bool as_turns_put(
	struct as_turns *turns, const struct as_turn_source *source, struct as_turn_item *item)
{
	size_t of_network;
	struct as_turn *found = find_turn(turns, source, &of_network);

	if (of_network >= turns->network_max || (found && found->items.count >= turns->address_max))
		return false;
	if (!found)
		found = add_turn(turns, source);
	if (!found)
		return false;
	as_turn_items_put(&found->items, item);
	turns->count++;
	return true;
}

static bool is_before(const struct as_turn *one, const struct as_turn *other)
{
	return one->network_served != other->network_served
		       ? one->network_served < other->network_served
		       : one->served < other->served;
}

static void remove_turn(struct as_turns *turns, struct as_turn **place)
{
	struct as_turn *removed = *place;

	*place = removed->next;
	if (!*place)
		turns->last = place;
	free(removed);
}

struct as_turn_item *as_turns_take(struct as_turns *turns)
{
	struct as_turn **first = &turns->first;

	if (!*first)
		return NULL;
	for (struct as_turn **at = &(*first)->next; *at; at = &(*at)->next)
		if (is_before(*at, *first))
			first = at;
	struct as_turn_item *item = as_turn_items_take(&(*first)->items);
	turns->count--;
	turns->now++;
	(*first)->served = turns->now;
	for (struct as_turn *at = turns->first; at; at = at->next)
		if (at->source.network == (*first)->source.network)
			at->network_served = turns->now;
	if ((*first)->items.count == 0)
		remove_turn(turns, first);
	return item;
}
