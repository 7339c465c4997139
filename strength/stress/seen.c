/* SPDX-License-Identifier: MIT */
/* A set of inputs, stored as hashes: a collision skips an input. */
#include "stream.h"

static uint64_t hash_of(const struct as_bytes *input)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < input->size; i++)
		hash = (hash ^ (unsigned char)input->data[i]) * UINT64_C(0x100000001b3);
	hash ^= hash >> 32;
	return hash ? hash : 1;
}

/* The slot of a hash, or the free slot for it. */
static uint64_t *find_hash(uint64_t *table, size_t capacity, uint64_t hash)
{
	size_t at = (size_t)(hash & (capacity - 1));

	while (table[at] && table[at] != hash)
		at = (at + 1) & (capacity - 1);
	return &table[at];
}

static bool put_hash(uint64_t *table, size_t capacity, uint64_t hash)
{
	uint64_t *place = find_hash(table, capacity, hash);
	const bool is_new = !*place;

	*place = hash;
	return is_new;
}

static int make_room(struct as_seen *seen, struct as_error *error)
{
	if (2 * seen->count < seen->capacity)
		return 0;
	const size_t capacity = seen->capacity ? 2 * seen->capacity : 1024;
	uint64_t *table = calloc(capacity, sizeof(*table));
	if (!table)
		return as_error_no_memory(error);
	for (size_t i = 0; i < seen->capacity; i++)
		if (seen->table[i])
			(void)put_hash(table, capacity, seen->table[i]);
	free(seen->table);
	seen->table = table;
	seen->capacity = capacity;
	return 0;
}

int as_seen_add(struct as_seen *seen, const struct as_bytes *input, struct as_error *error)
{
	if (make_room(seen, error))
		return -1;
	if (!put_hash(seen->table, seen->capacity, hash_of(input)))
		return 0;
	seen->count++;
	return 1;
}

bool as_seen_has(const struct as_seen *seen, const struct as_bytes *input)
{
	return seen->capacity && *find_hash(seen->table, seen->capacity, hash_of(input));
}

void as_seen_clear(struct as_seen *seen)
{
	free(seen->table);
	*seen = (struct as_seen){0};
}
