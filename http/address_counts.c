/* SPDX-License-Identifier: MIT */
/* Counts the connections, streams or bytes of each address, in a hash table with a random key and
 * chains. */
#include "address.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/random.h>

#define BUCKET_COUNT 4096

struct member {
	struct member *next;
	struct http_address address;
	uint64_t count;
};

struct http_address_counts {
	pthread_mutex_t lock;
	uint64_t seed[2];
	struct member *buckets[BUCKET_COUNT];
};

struct http_address_counts *http_address_counts_new(struct as_error *error)
{
	struct http_address_counts *address_counts = calloc(1, sizeof(*address_counts));

	if (!address_counts || getrandom(address_counts->seed, sizeof(address_counts->seed), 0) !=
				       sizeof(address_counts->seed)) {
		free(address_counts);
		as_error_no_memory(error);
		return NULL;
	}
	pthread_mutex_init(&address_counts->lock, NULL);
	return address_counts;
}

void http_address_counts_free(struct http_address_counts *address_counts)
{
	if (!address_counts)
		return;
	for (size_t i = 0; i < BUCKET_COUNT; i++) {
		for (struct member *member = address_counts->buckets[i]; member;) {
			struct member *next = member->next;
			free(member);
			member = next;
		}
	}
	pthread_mutex_destroy(&address_counts->lock);
	free(address_counts);
}

static struct member **find_member(
	struct http_address_counts *address_counts, const struct http_address *key)
{
	uint64_t halves[2];

	memcpy(halves, key, sizeof(halves));
	uint64_t hash = (halves[0] ^ address_counts->seed[0]) * 0x9e3779b97f4a7c15;
	hash = (hash ^ hash >> 32 ^ halves[1] ^ address_counts->seed[1]) * 0xd6e8feb86659fd93;
	struct member **at = &address_counts->buckets[(hash >> 40) % BUCKET_COUNT];
	while (*at && memcmp(&(*at)->address, key, sizeof(*key)) != 0)
		at = &(*at)->next;
	return at;
}

uint64_t http_address_counts_get(
	struct http_address_counts *address_counts, struct http_address address)
{
	const struct http_address key = http_address_key(address);

	pthread_mutex_lock(&address_counts->lock);
	const struct member *member = *find_member(address_counts, &key);
	const uint64_t count = member ? member->count : 0;
	pthread_mutex_unlock(&address_counts->lock);
	return count;
}

bool http_address_counts_add(struct http_address_counts *address_counts,
	struct http_address address, uint64_t amount, uint64_t max)
{
	const struct http_address key = http_address_key(address);

	if (amount == 0)
		return true;
	pthread_mutex_lock(&address_counts->lock);
	struct member **at = find_member(address_counts, &key);
	const uint64_t count = *at ? (*at)->count : 0;
	const bool has_place = count <= max && amount <= max - count;
	if (has_place && !*at && (*at = calloc(1, sizeof(**at))))
		(*at)->address = key;
	const bool is_added = has_place && *at;
	if (is_added)
		(*at)->count += amount;
	pthread_mutex_unlock(&address_counts->lock);
	return is_added;
}

void http_address_counts_sub(
	struct http_address_counts *address_counts, struct http_address address, uint64_t amount)
{
	const struct http_address key = http_address_key(address);

	if (amount == 0)
		return;
	pthread_mutex_lock(&address_counts->lock);
	struct member **at = find_member(address_counts, &key), *member = *at;
	if (member && member->count <= amount) {
		*at = member->next;
		free(member);
	} else if (member) {
		member->count -= amount;
	}
	pthread_mutex_unlock(&address_counts->lock);
}

bool http_address_counts_try(
	struct http_address_counts *address_counts, struct http_address address, unsigned max)
{
	return http_address_counts_add(address_counts, address, 1, max);
}

bool http_address_counts_enter(
	struct http_address_counts *address_counts, struct http_address address)
{
	return http_address_counts_try(address_counts, address, UINT_MAX);
}

void http_address_counts_leave(
	struct http_address_counts *address_counts, struct http_address address)
{
	http_address_counts_sub(address_counts, address, 1);
}
