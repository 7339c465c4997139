/* SPDX-License-Identifier: MIT */
/* The inputs that were tried, as hashes: a collision leaves one input out. */
#include "search.h"

static uint64_t hash_of(const struct as_bytes *input)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < input->size; i++)
		hash = (hash ^ (unsigned char)input->data[i]) * UINT64_C(0x100000001b3);
	hash ^= hash >> 32;
	return hash ? hash : 1;
}

static bool put(uint64_t *table, size_t room, uint64_t hash)
{
	size_t at = (size_t)(hash & (room - 1));

	while (table[at] && table[at] != hash)
		at = (at + 1) & (room - 1);
	if (table[at] == hash)
		return false;
	table[at] = hash;
	return true;
}

static int make_room(struct as_stream *stream, struct as_error *error)
{
	if (2 * stream->seen_count < stream->seen_room)
		return 0;
	const size_t room = stream->seen_room ? 2 * stream->seen_room : 1024;
	uint64_t *table = calloc(room, sizeof(*table));
	if (!table)
		return as_error_no_memory(error);
	for (size_t i = 0; i < stream->seen_room; i++)
		if (stream->seen[i])
			(void)put(table, room, stream->seen[i]);
	free(stream->seen);
	stream->seen = table;
	stream->seen_room = room;
	return 0;
}

int as_seen_add(struct as_stream *stream, const struct as_bytes *input, struct as_error *error)
{
	if (make_room(stream, error))
		return -1;
	if (!put(stream->seen, stream->seen_room, hash_of(input)))
		return 0;
	stream->seen_count++;
	return 1;
}
