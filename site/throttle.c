/* SPDX-License-Identifier: MIT */
/*
 * Limits guessing. Each attempt counts as a failure until it has succeeded, so that attempts at the
 * same time count, too. Several counters apply to an attempt: of the username from the address, of
 * the name from the network around the address, of the name from everywhere, of the address, of its
 * network. Each permits some failures at once and forgets one after a while; from then on the time
 * until the next attempt doubles with each failure, up to a minute.
 *
 * The owner of one IPv6 address has at least a /64 network, and can often have a /48. So the
 * "address" is a /64 here, and its network a /48. A hall may be one address: so many more failures
 * are permitted to an address than to a name, and a name waits for at most a second, and only after
 * a thousand failures, at an address from which it has logged in before.
 */
#include "throttle.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <sodium.h>
#include <string.h>

#define SECOND_NS INT64_C(1000000000)
#define MAX_WAIT_S 60
#define SET_COUNT 8192 /* a power of 2 */
#define SET_SIZE 4
#define KNOWN_COUNT 16

enum kind {
	NAME_FROM_ADDRESS,
	NAME_FROM_KNOWN,
	NAME_FROM_NETWORK,
	NAME,
	ADDRESS,
	NETWORK,
	CODE_FROM_ADDRESS,
	CODE_FROM_NETWORK,
	MADE,
};
static const struct {
	unsigned free_count;
	int64_t forget_ns; /* one failure is forgotten after this */
	unsigned max_wait_s;
} kinds[] = {
	[NAME_FROM_ADDRESS] = {10, 30 * SECOND_NS, MAX_WAIT_S},
	/* Where the account has logged in before, it is hardly ever refused. */
	[NAME_FROM_KNOWN] = {1000, SECOND_NS, 1},
	[NAME_FROM_NETWORK] = {30, 10 * SECOND_NS, MAX_WAIT_S},
	[NAME] = {100, 10 * SECOND_NS, MAX_WAIT_S},
	[ADDRESS] = {1000, SECOND_NS / 10, MAX_WAIT_S},
	[NETWORK] = {4000, SECOND_NS / 40, MAX_WAIT_S},
	[CODE_FROM_ADDRESS] = {20, 10 * SECOND_NS, MAX_WAIT_S},
	[CODE_FROM_NETWORK] = {100, 2 * SECOND_NS, MAX_WAIT_S},
	[MADE] = {200, SECOND_NS, MAX_WAIT_S},
};
/* Further failures make no difference, and are not remembered: or guesses at a known address, which
 * are not refused, would keep the name from all others for days. */
#define MAX_OVER 7

struct counter {
	uint64_t tag;     /* 0: free */
	int64_t clear_ns; /* all failures are forgotten then */
	int64_t last_ns;  /* of the last failure */
};
/* The addresses from which an account logged in. */
struct known {
	uint64_t tags[KNOWN_COUNT];
	unsigned next;
};

struct throttle {
	unsigned char key[crypto_generichash_KEYBYTES];
	pthread_mutex_t mutex;
	struct counter counters[SET_COUNT][SET_SIZE];
	struct known *known; /* by account */
	size_t known_count;
};

struct throttle *throttle_open(struct as_error *error)
{
	struct throttle *throttle = calloc(1, sizeof(*throttle));

	if (!throttle) {
		as_error_no_memory(error);
		return NULL;
	}
	randombytes_buf(throttle->key, sizeof(throttle->key));
	pthread_mutex_init(&throttle->mutex, NULL);
	return throttle;
}

void throttle_close(struct throttle *throttle)
{
	if (!throttle)
		return;
	pthread_mutex_destroy(&throttle->mutex);
	free(throttle->known);
	free(throttle);
}

/* ---- keys ---- */

/* Keyed, because clients choose the texts. Never 0. */
static uint64_t make_tag(
	const struct throttle *throttle, unsigned kind, uint64_t number, const char *text)
{
	unsigned char digest[crypto_generichash_BYTES_MIN];
	crypto_generichash_state state;
	uint64_t tag;

	crypto_generichash_init(&state, throttle->key, sizeof(throttle->key), sizeof(digest));
	crypto_generichash_update(&state, (const unsigned char *)&kind, sizeof(kind));
	crypto_generichash_update(&state, (const unsigned char *)&number, sizeof(number));
	crypto_generichash_update(&state, (const unsigned char *)text, strlen(text));
	crypto_generichash_final(&state, digest, sizeof(digest));
	memcpy(&tag, digest, sizeof(tag));
	return tag | 1;
}

/* The first bytes of an IPv6 address; NULL: it is another address. */
static const char *write_network(const char *peer, size_t bytes, char text[INET6_ADDRSTRLEN])
{
	struct in6_addr address;

	if (inet_pton(AF_INET6, peer, &address) != 1 || IN6_IS_ADDR_V4MAPPED(&address))
		return NULL;
	memset(&address.s6_addr[bytes], 0, sizeof(address) - bytes);
	return inet_ntop(AF_INET6, &address, text, INET6_ADDRSTRLEN);
}

struct as_turn_source throttle_source(const struct throttle *throttle, const char *peer)
{
	char address[INET6_ADDRSTRLEN], network[INET6_ADDRSTRLEN];
	const char *near = write_network(peer, 8, address), *far = write_network(peer, 6, network);
	struct as_turn_source source = {
		.address = make_tag(throttle, ADDRESS, 0, near ? near : peer)};

	source.network = far ? make_tag(throttle, NETWORK, 0, far) : source.address;
	return source;
}

/* ---- counters: with the mutex ---- */

static unsigned count_of(const struct counter *counter, enum kind kind, int64_t now_ns)
{
	return counter->clear_ns > now_ns
		       ? (unsigned)((counter->clear_ns - now_ns + kinds[kind].forget_ns - 1) /
				    kinds[kind].forget_ns)
		       : 0;
}

/* The counter of a tag. A new one takes the place of that which is cleared first, so that many
 * names cannot make the server forget a name that was tried often. */
static struct counter *find_counter(struct throttle *throttle, uint64_t tag)
{
	struct counter *set = throttle->counters[(tag >> 8) & (SET_COUNT - 1)], *found = set;

	for (size_t i = 0; i < SET_SIZE; i++) {
		if (set[i].tag == tag)
			return &set[i];
		if (set[i].clear_ns < found->clear_ns)
			found = &set[i];
	}
	*found = (struct counter){.tag = tag};
	return found;
}

/* The time until the counter permits an attempt, in seconds; 0: now. */
static unsigned wait_of(const struct counter *counter, enum kind kind, int64_t now_ns)
{
	const unsigned count = count_of(counter, kind, now_ns), free_count = kinds[kind].free_count;

	if (count < free_count)
		return 0;
	const unsigned over = count - free_count, max_s = kinds[kind].max_wait_s;
	const unsigned wait_s = over < 6 && 1U << over < max_s ? 1U << over : max_s;
	const int64_t until_ns = counter->last_ns + wait_s * SECOND_NS;
	return until_ns > now_ns ? (unsigned)((until_ns - now_ns + SECOND_NS - 1) / SECOND_NS) : 0;
}

static void add_failure(struct counter *counter, enum kind kind, int64_t now_ns)
{
	const int64_t forget_ns = kinds[kind].forget_ns;
	const int64_t max_ns = now_ns + (kinds[kind].free_count + MAX_OVER) * forget_ns;
	const int64_t clear_ns =
		(counter->clear_ns > now_ns ? counter->clear_ns : now_ns) + forget_ns;

	counter->clear_ns = clear_ns < max_ns ? clear_ns : max_ns;
	counter->last_ns = now_ns;
}

/* ---- attempts ---- */

/* The counters of an attempt. */
#define MAX_COUNTERS 5
struct counters {
	size_t count;
	struct {
		enum kind kind;
		uint64_t tag;
		bool is_limiting; /* else only counted */
	} items[MAX_COUNTERS];
};

static void add_counter(struct counters *counters, enum kind kind, uint64_t tag)
{
	counters->items[counters->count].kind = kind;
	counters->items[counters->count].is_limiting = true;
	counters->items[counters->count++].tag = tag;
}

static struct counters counters_of_stranger(
	const struct throttle *throttle, const char *peer, const char *username)
{
	const struct as_turn_source source = throttle_source(throttle, peer);
	struct counters counters = {0};

	add_counter(&counters, NAME_FROM_ADDRESS,
		make_tag(throttle, NAME_FROM_ADDRESS, source.address, username));
	add_counter(&counters, NAME, make_tag(throttle, NAME, 0, username));
	add_counter(&counters, ADDRESS, source.address);
	if (source.network == source.address)
		return counters;
	add_counter(&counters, NAME_FROM_NETWORK,
		make_tag(throttle, NAME_FROM_NETWORK, source.network, username));
	add_counter(&counters, NETWORK, source.network);
	return counters;
}

/* It does not use up what others of the same address or network may try. */
static struct counters counters_of_known(
	const struct throttle *throttle, const char *peer, const char *username)
{
	const struct as_turn_source source = throttle_source(throttle, peer);
	struct counters counters = {0};

	add_counter(&counters, NAME_FROM_ADDRESS,
		make_tag(throttle, NAME_FROM_ADDRESS, source.address, username));
	add_counter(&counters, NAME, make_tag(throttle, NAME, 0, username));
	counters.items[0].is_limiting = counters.items[1].is_limiting = false;
	add_counter(&counters, NAME_FROM_KNOWN,
		make_tag(throttle, NAME_FROM_KNOWN, source.address, username));
	return counters;
}

static struct counters counters_of_code(const struct throttle *throttle, const char *peer)
{
	const struct as_turn_source source = throttle_source(throttle, peer);
	struct counters counters = {0};

	add_counter(&counters, CODE_FROM_ADDRESS,
		make_tag(throttle, CODE_FROM_ADDRESS, source.address, ""));
	if (source.network != source.address)
		add_counter(&counters, CODE_FROM_NETWORK,
			make_tag(throttle, CODE_FROM_NETWORK, source.network, ""));
	return counters;
}

/* Counts the attempt; if it must wait, only returns the time. */
static unsigned begin(struct throttle *throttle, const struct counters *counters)
{
	const int64_t now_ns = as_now_ns();
	unsigned wait_s = 0;

	for (size_t i = 0; i < counters->count; i++) {
		const struct counter *counter = find_counter(throttle, counters->items[i].tag);
		const unsigned own_s = counters->items[i].is_limiting
					       ? wait_of(counter, counters->items[i].kind, now_ns)
					       : 0;
		wait_s = own_s > wait_s ? own_s : wait_s;
	}
	for (size_t i = 0; wait_s == 0 && i < counters->count; i++)
		add_failure(find_counter(throttle, counters->items[i].tag), counters->items[i].kind,
			now_ns);
	return wait_s;
}

static void forgive(struct throttle *throttle, const struct counters *counters)
{
	for (size_t i = 0; i < counters->count; i++) {
		struct counter *counter = find_counter(throttle, counters->items[i].tag);
		counter->clear_ns -= kinds[counters->items[i].kind].forget_ns;
	}
}

/* ---- known pairs: with the mutex ---- */

static bool is_known(const struct throttle *throttle, size_t account, uint64_t address)
{
	for (size_t i = 0; account < throttle->known_count && i < KNOWN_COUNT; i++)
		if (throttle->known[account].tags[i] == address)
			return true;
	return false;
}

/* Out of memory: it stays unknown. */
static void make_known(struct throttle *throttle, size_t account, uint64_t address)
{
	while (throttle->known_count <= account) {
		if (!as_array_reserve(throttle->known, throttle->known_count, NULL))
			return;
		throttle->known[throttle->known_count++] = (struct known){0};
	}
	struct known *known = &throttle->known[account];
	if (!is_known(throttle, account, address))
		known->tags[known->next++ % KNOWN_COUNT] = address;
}

/* ---- log-ins, join codes, sessions ---- */

unsigned throttle_failures(struct throttle *throttle, const char *username)
{
	pthread_mutex_lock(&throttle->mutex);
	const unsigned count = count_of(
		find_counter(throttle, make_tag(throttle, NAME, 0, username)), NAME, as_now_ns());
	pthread_mutex_unlock(&throttle->mutex);
	return count;
}

struct attempt throttle_begin(
	struct throttle *throttle, const char *peer, const char *username, size_t account)
{
	const struct counters strange = counters_of_stranger(throttle, peer, username),
			      own = counters_of_known(throttle, peer, username);
	struct attempt attempt = {.source = throttle_source(throttle, peer)};

	pthread_mutex_lock(&throttle->mutex);
	attempt.is_known = is_known(throttle, account, attempt.source.address);
	const struct counter *counter = find_counter(throttle, own.items[0].tag);
	attempt.is_busy = count_of(counter, NAME_FROM_ADDRESS, as_now_ns()) >=
			  kinds[NAME_FROM_ADDRESS].free_count;
	attempt.wait_s = begin(throttle, attempt.is_known ? &own : &strange);
	pthread_mutex_unlock(&throttle->mutex);
	/* It does not wait behind strangers of the same address. */
	if (attempt.is_known)
		attempt.source.address = attempt.source.network = own.items[0].tag;
	return attempt;
}

void throttle_forgive(struct throttle *throttle, const char *peer, const char *username,
	const struct attempt *attempt)
{
	const struct counters counters = attempt->is_known
						 ? counters_of_known(throttle, peer, username)
						 : counters_of_stranger(throttle, peer, username);

	pthread_mutex_lock(&throttle->mutex);
	forgive(throttle, &counters);
	pthread_mutex_unlock(&throttle->mutex);
}

void throttle_succeed(struct throttle *throttle, const char *peer, const char *username,
	size_t account, const struct attempt *attempt)
{
	throttle_forgive(throttle, peer, username, attempt);
	pthread_mutex_lock(&throttle->mutex);
	make_known(throttle, account, throttle_source(throttle, peer).address);
	pthread_mutex_unlock(&throttle->mutex);
}

unsigned throttle_begin_code(struct throttle *throttle, const char *peer)
{
	const struct counters counters = counters_of_code(throttle, peer);

	pthread_mutex_lock(&throttle->mutex);
	const unsigned wait_s = begin(throttle, &counters);
	pthread_mutex_unlock(&throttle->mutex);
	return wait_s;
}

void throttle_succeed_code(struct throttle *throttle, const char *peer)
{
	const struct counters counters = counters_of_code(throttle, peer);

	pthread_mutex_lock(&throttle->mutex);
	forgive(throttle, &counters);
	pthread_mutex_unlock(&throttle->mutex);
}

unsigned throttle_make(struct throttle *throttle, size_t account)
{
	struct counters counters = {0};

	add_counter(&counters, MADE, make_tag(throttle, MADE, account, ""));
	pthread_mutex_lock(&throttle->mutex);
	const unsigned wait_s = begin(throttle, &counters);
	pthread_mutex_unlock(&throttle->mutex);
	return wait_s;
}
