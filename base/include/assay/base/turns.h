/* SPDX-License-Identifier: MIT */
/**
 * Queues whose items are parts of other structs.
 *
 * as_turn_items is a plain queue. as_turns serves sources in turn: next is the network with the
 * earliest last turn, in this network the address with the earliest last turn, and of this address
 * the oldest item. So a source delays any other source by at most one item. The caller locks.
 */
#ifndef ASSAY_BASE_TURNS_H
#define ASSAY_BASE_TURNS_H

#include <assay/base.h>

/** Part of the struct that waits; a queue does not own it. */
struct as_turn_item {
	struct as_turn_item *next;
};

/** A plain queue. */
struct as_turn_items {
	struct as_turn_item *first, **last;
	size_t count;
};
void as_turn_items_open(struct as_turn_items *items) AS_NONNULL(1);
void as_turn_items_put(struct as_turn_items *items, struct as_turn_item *item) AS_NONNULL(1, 2);
/** NULL: the queue is empty. */
struct as_turn_item *as_turn_items_take(struct as_turn_items *items) AS_NONNULL(1);

/** An address, or a client behind it, and the network around it. All 0: no particular source. */
struct as_turn_source {
	uint64_t network, address;
};
struct as_turn;
struct as_turns {
	struct as_turn *first, **last;
	uint64_t now; /**< counts turns */
	size_t count; /**< of all items */
	size_t address_max, network_max;
};
/** At most `address_max` items of an address, and `network_max` items of a network, may wait. */
void as_turns_open(struct as_turns *turns, size_t address_max, size_t network_max) AS_NONNULL(1);
/** False: too many items of the source wait, or out of memory. */
bool as_turns_put(struct as_turns *turns, const struct as_turn_source *source,
	struct as_turn_item *item) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** NULL: no item waits. Empty turns hold no memory. */
struct as_turn_item *as_turns_take(struct as_turns *turns) AS_NONNULL(1);

#endif
