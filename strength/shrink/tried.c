/* SPDX-License-Identifier: MIT */
#include "tried.h"

#include <string.h>

void as_tried_clear(struct as_tried *tried)
{
	free(tried->keys);
	*tried = (struct as_tried){0};
}

static void add_tape(struct as_digest *digest, const struct as_tape *tape)
{
	for (size_t i = 0; i < tape->option_count; i++) {
		as_digest_add_text(digest, tape->options[i].name);
		as_digest_add(digest, &tape->options[i].value, sizeof(int64_t));
	}
	for (size_t i = 0; i < tape->count; i++)
		as_digest_add(digest, &tape->choices[i].value, sizeof(uint64_t));
	const uint64_t rest[3] = {tape->rest, tape->seed, tape->max};
	if (tape->rest != AS_TAPE_SIMPLEST)
		as_digest_add(digest, rest, sizeof(rest));
}

static uint64_t parse_hex(const char *hex)
{
	uint64_t value = 0;

	for (int i = 0; i < 16; i++)
		value = value * 16 + (uint64_t)(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
	return value;
}

struct as_tried_key as_tried_key_of(const struct as_candidate *candidate)
{
	struct as_digest digest;
	char hex[AS_DIGEST_HEX_SIZE];

	as_digest_init(&digest);
	if (candidate->tape)
		add_tape(&digest, candidate->tape);
	else
		as_digest_add(&digest, candidate->text, candidate->size);
	as_digest_end(&digest, hex);
	return (struct as_tried_key){{parse_hex(hex), parse_hex(hex + 16)}};
}

static struct as_tried_key *find_tried(const struct as_tried *tried, struct as_tried_key key)
{
	size_t at = key.parts[0] & (tried->slots - 1);

	while ((tried->keys[at].parts[0] || tried->keys[at].parts[1]) &&
		memcmp(&tried->keys[at], &key, sizeof(key)) != 0)
		at = (at + 1) & (tried->slots - 1);
	return &tried->keys[at];
}

static int grow(struct as_tried *tried, struct as_error *error)
{
	struct as_tried larger = {
		.slots = tried->slots ? 2 * tried->slots : 1024, .count = tried->count};

	larger.keys = calloc(larger.slots, sizeof(*larger.keys));
	if (!larger.keys)
		return as_error_no_memory(error);
	for (size_t i = 0; i < tried->slots; i++)
		if (tried->keys[i].parts[0] || tried->keys[i].parts[1])
			*find_tried(&larger, tried->keys[i]) = tried->keys[i];
	free(tried->keys);
	*tried = larger;
	return 0;
}

static bool is_free(const struct as_tried_key *slot)
{
	return !slot->parts[0] && !slot->parts[1];
}

bool as_tried_has(const struct as_tried *tried, struct as_tried_key key)
{
	return tried->slots && !is_free(find_tried(tried, key));
}

int as_tried_add(struct as_tried *tried, struct as_tried_key key, struct as_error *error)
{
	if (2 * tried->count >= tried->slots && grow(tried, error) < 0)
		return -1;
	struct as_tried_key *slot = find_tried(tried, key);
	if (is_free(slot) && tried->count < AS_TRIED_MAX) {
		*slot = key;
		tried->count++;
	}
	return 0;
}
