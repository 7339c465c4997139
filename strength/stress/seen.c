/* SPDX-License-Identifier: MIT */
/* Inputs, as hashes: a collision leaves one input out. */
#include "search.h"

static uint64_t hash_of(const struct as_bytes *input)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < input->size; i++)
		hash = (hash ^ (unsigned char)input->data[i]) * UINT64_C(0x100000001b3);
	hash ^= hash >> 32;
	return hash ? hash : 1;
}

/* Where a hash is, or would be. */
static uint64_t *find(uint64_t *table, size_t room, uint64_t hash)
{
	size_t at = (size_t)(hash & (room - 1));

	while (table[at] && table[at] != hash)
		at = (at + 1) & (room - 1);
	return &table[at];
}

static bool put(uint64_t *table, size_t room, uint64_t hash)
{
	uint64_t *place = find(table, room, hash);
	const bool is_new = !*place;

	*place = hash;
	return is_new;
}

static int make_room(struct as_seen *seen, struct as_error *error)
{
	if (2 * seen->count < seen->room)
		return 0;
	const size_t room = seen->room ? 2 * seen->room : 1024;
	uint64_t *table = calloc(room, sizeof(*table));
	if (!table)
		return as_error_no_memory(error);
	for (size_t i = 0; i < seen->room; i++)
		if (seen->table[i])
			(void)put(table, room, seen->table[i]);
	free(seen->table);
	seen->table = table;
	seen->room = room;
	return 0;
}

int as_seen_add(struct as_seen *seen, const struct as_bytes *input, struct as_error *error)
{
	if (make_room(seen, error))
		return -1;
	if (!put(seen->table, seen->room, hash_of(input)))
		return 0;
	seen->count++;
	return 1;
}

bool as_seen_has(const struct as_seen *seen, const struct as_bytes *input)
{
	return seen->room && *find(seen->table, seen->room, hash_of(input));
}

void as_seen_clear(struct as_seen *seen)
{
	free(seen->table);
	*seen = (struct as_seen){0};
}
