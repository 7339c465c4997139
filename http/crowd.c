/* SPDX-License-Identifier: MIT */
/* How many connections each address has: a table with chains, whose places nobody can predict. */
#include "address.h"

#include <pthread.h>
#include <string.h>
#include <sys/random.h>

#define BUCKET_COUNT 4096

struct member {
	struct member *next;
	struct http_address address;
	unsigned count;
};

struct http_crowd {
	pthread_mutex_t lock;
	uint64_t seed[2];
	struct member *buckets[BUCKET_COUNT];
};

struct http_crowd *http_crowd_new(struct as_error *error)
{
	struct http_crowd *crowd = calloc(1, sizeof(*crowd));

	if (!crowd || getrandom(crowd->seed, sizeof(crowd->seed), 0) != sizeof(crowd->seed)) {
		free(crowd);
		as_error_no_memory(error);
		return NULL;
	}
	pthread_mutex_init(&crowd->lock, NULL);
	return crowd;
}

void http_crowd_free(struct http_crowd *crowd)
{
	if (!crowd)
		return;
	for (size_t i = 0; i < BUCKET_COUNT; i++) {
		for (struct member *member = crowd->buckets[i]; member;) {
			struct member *next = member->next;
			free(member);
			member = next;
		}
	}
	pthread_mutex_destroy(&crowd->lock);
	free(crowd);
}

/* The holder of one IPv6 address has at least a network of 64 bits. */
static struct http_address key_of(struct http_address address)
{
	if (!IN6_IS_ADDR_V4MAPPED(&address.bytes))
		memset(&address.bytes.s6_addr[8], 0, 8);
	return address;
}

static struct member **find(struct http_crowd *crowd, const struct http_address *key)
{
	uint64_t halves[2];

	memcpy(halves, key, sizeof(halves));
	uint64_t hash = (halves[0] ^ crowd->seed[0]) * 0x9e3779b97f4a7c15;
	hash = (hash ^ hash >> 32 ^ halves[1] ^ crowd->seed[1]) * 0xd6e8feb86659fd93;
	struct member **at = &crowd->buckets[(hash >> 40) % BUCKET_COUNT];
	while (*at && memcmp(&(*at)->address, key, sizeof(*key)) != 0)
		at = &(*at)->next;
	return at;
}

unsigned http_crowd_count(struct http_crowd *crowd, struct http_address address)
{
	const struct http_address key = key_of(address);

	pthread_mutex_lock(&crowd->lock);
	const struct member *member = *find(crowd, &key);
	const unsigned count = member ? member->count : 0;
	pthread_mutex_unlock(&crowd->lock);
	return count;
}

void http_crowd_enter(struct http_crowd *crowd, struct http_address address)
{
	const struct http_address key = key_of(address);

	pthread_mutex_lock(&crowd->lock);
	struct member **at = find(crowd, &key);
	if (!*at && (*at = calloc(1, sizeof(**at))))
		(*at)->address = key;
	if (*at)
		(*at)->count++;
	pthread_mutex_unlock(&crowd->lock);
}

void http_crowd_leave(struct http_crowd *crowd, struct http_address address)
{
	const struct http_address key = key_of(address);

	pthread_mutex_lock(&crowd->lock);
	struct member **at = find(crowd, &key), *member = *at;
	if (member && --member->count == 0) {
		*at = member->next;
		free(member);
	}
	pthread_mutex_unlock(&crowd->lock);
}
