/* SPDX-License-Identifier: MIT */
/*
 * The messages and verdicts that accounts have seen, for the news on every page. It is kept in
 * memory: after a restart all clarifications count as new again, since missing one would be worse;
 * older verdicts do not.
 */
#include "private.h"

#include <pthread.h>

struct news {
	pthread_mutex_t mutex;
	struct as_contest_seen *items; /* by account */
	size_t count;
	int64_t begin_wall_ms; /* 0: nobody has asked yet */
};

struct news *news_open(struct as_error *error)
{
	struct news *news = calloc(1, sizeof(*news));

	if (!news) {
		as_error_no_memory(error);
		return NULL;
	}
	pthread_mutex_init(&news->mutex, NULL);
	return news;
}

void news_close(struct news *news)
{
	if (!news)
		return;
	pthread_mutex_destroy(&news->mutex);
	free(news->items);
	free(news);
}

/* The account's entry; NULL: out of memory. With the mutex. */
static struct as_contest_seen *find_seen(struct as_server *server, size_t account)
{
	struct news *news = server->pages.news;

	if (news->begin_wall_ms == 0)
		news->begin_wall_ms = as_contest_log_now_ms(server->log);
	if (account >= news->count) {
		const size_t count = account + 64;
		struct as_contest_seen *items = realloc(news->items, count * sizeof(*items));
		if (!items)
			return NULL;
		for (size_t i = news->count; i < count; i++)
			items[i] = (struct as_contest_seen){
				.is_known = true, .verdicts_wall_ms = news->begin_wall_ms};
		news->items = items;
		news->count = count;
	}
	return &news->items[account];
}

struct as_contest_seen news_seen(struct as_server *server, size_t account)
{
	struct as_contest_seen seen = {0};

	if (account == AS_CONTEST_NONE)
		return seen;
	pthread_mutex_lock(&server->pages.news->mutex);
	const struct as_contest_seen *found = find_seen(server, account);
	if (found)
		seen = *found;
	pthread_mutex_unlock(&server->pages.news->mutex);
	return seen;
}

static void set_seen(struct as_server *server, size_t account, const struct as_contest_seen *now)
{
	if (account == AS_CONTEST_NONE)
		return;
	pthread_mutex_lock(&server->pages.news->mutex);
	struct as_contest_seen *seen = find_seen(server, account);
	if (seen && now->clarifications > seen->clarifications)
		seen->clarifications = now->clarifications;
	if (seen && now->verdicts_wall_ms > seen->verdicts_wall_ms)
		seen->verdicts_wall_ms = now->verdicts_wall_ms;
	pthread_mutex_unlock(&server->pages.news->mutex);
}

void news_see_clarifications(struct as_server *server, size_t account)
{
	as_contest_log_lock(server->log);
	const struct as_contest_seen now = {
		.clarifications = as_contest_log_clarification_count(server->log)};
	as_contest_log_unlock(server->log);
	set_seen(server, account, &now);
}

void news_see_verdicts(struct as_server *server, size_t account)
{
	const struct as_contest_seen now = {.verdicts_wall_ms = as_contest_log_now_ms(server->log)};

	set_seen(server, account, &now);
}
