/* SPDX-License-Identifier: MIT */
/*
 * The board of the contest as it was at a minute. A thousand teams that started at different times
 * need up to one rendering for each minute of the contest, and each of them changes it once a
 * minute. So the last ones that were used are kept, up to a number of bytes, until the board
 * changes. The first reader of a minute renders it; the others wait. The mutex is taken before the
 * log's lock.
 */
#include "ghosts.h"
#include "boards.h"
#include "server.h"

#include <pthread.h>

#define MAX_BYTES ((size_t)64 << 20)

struct ghosts_at {
	struct as_contest_ghosts made;
	atomic_size_t readers; /* also the cache */
	int64_t time_ms;
	struct ghosts_at *next;
};

struct ghosts {
	struct as_server *server;
	pthread_mutex_t mutex;
	struct ghosts_at *first; /* the last one that was used */
	size_t bytes;
	struct board_key key; /* of all of them */
	atomic_uint_least64_t render_count;
};

struct ghosts *ghosts_open(struct as_server *server, struct as_error *error)
{
	struct ghosts *ghosts = calloc(1, sizeof(*ghosts));

	if (!ghosts) {
		as_error_no_memory(error);
		return NULL;
	}
	ghosts->server = server;
	pthread_mutex_init(&ghosts->mutex, NULL);
	return ghosts;
}

void ghosts_release(struct ghosts_at *at)
{
	if (!at || atomic_fetch_sub(&at->readers, 1) > 1)
		return;
	as_contest_ghosts_clear(&at->made);
	free(at);
}

const struct as_contest_ghosts *ghosts_of(const struct ghosts_at *at)
{
	return &at->made;
}

uint64_t ghosts_render_count(struct ghosts *ghosts)
{
	return atomic_load(&ghosts->render_count);
}

/* ---- the kept ones, with the mutex ---- */

static size_t bytes_of(const struct ghosts_at *at)
{
	return sizeof(*at) + at->made.size + at->made.count * sizeof(*at->made.rows);
}

/* Drops the boards that were not used for the longest time. */
static void shrink(struct ghosts *ghosts, size_t max_bytes)
{
	size_t bytes = 0;
	struct ghosts_at **at = &ghosts->first;

	while (*at && bytes + bytes_of(*at) <= max_bytes) {
		bytes += bytes_of(*at);
		at = &(*at)->next;
	}
	while (*at) {
		struct ghosts_at *dropped = *at;
		*at = dropped->next;
		ghosts_release(dropped);
	}
}

static void put_first(struct ghosts *ghosts, struct ghosts_at *at)
{
	at->next = ghosts->first;
	ghosts->first = at;
}

/* Finds a board, and makes it the first. */
static struct ghosts_at *find_ghosts(struct ghosts *ghosts, int64_t time_ms)
{
	for (struct ghosts_at **at = &ghosts->first; *at; at = &(*at)->next)
		if ((*at)->time_ms == time_ms) {
			struct ghosts_at *found = *at;
			*at = found->next;
			put_first(ghosts, found);
			return found;
		}
	return NULL;
}

/* With the log's lock. */
static struct ghosts_at *make(struct ghosts *ghosts, int64_t time_ms)
{
	struct ghosts_at *at = calloc(1, sizeof(*at));

	if (!at || as_contest_ghosts_make(
			   ghosts->server->log, ghosts->server->base, time_ms, &at->made, NULL)) {
		free(at);
		return NULL;
	}
	at->time_ms = time_ms;
	at->readers = 1;
	atomic_fetch_add(&ghosts->render_count, 1);
	return at;
}

struct ghosts_at *ghosts_take(struct ghosts *ghosts, int64_t time_ms)
{
	struct as_contest_log *log = ghosts->server->log;

	pthread_mutex_lock(&ghosts->mutex);
	as_contest_log_lock(log);
	const struct board_key key = board_key_of(log, false);
	if (!board_key_is(&ghosts->key, &key))
		shrink(ghosts, 0);
	ghosts->key = key;
	struct ghosts_at *at = find_ghosts(ghosts, time_ms);
	if (!at && (at = make(ghosts, time_ms)))
		put_first(ghosts, at);
	as_contest_log_unlock(log);
	if (at)
		atomic_fetch_add(&at->readers, 1);
	shrink(ghosts, MAX_BYTES);
	pthread_mutex_unlock(&ghosts->mutex);
	return at;
}

void ghosts_close(struct ghosts *ghosts)
{
	if (!ghosts)
		return;
	shrink(ghosts, 0);
	pthread_mutex_destroy(&ghosts->mutex);
	free(ghosts);
}
