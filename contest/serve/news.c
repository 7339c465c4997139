/* SPDX-License-Identifier: MIT */
/*
 * The messages and verdicts that accounts have seen, for the news on every page. It is kept in
 * memory: after a restart all clarifications count as new again, since missing one would be worse;
 * older verdicts do not. The mutex is taken after the log's lock.
 */
#include "news.h"
#include "server.h"

#include <pthread.h>
#include <string.h>

struct news {
	pthread_mutex_t mutex;
	struct as_contest_seen *items; /* by account */
	size_t count;
	int64_t first; /* the last verdict when the server started */
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

void news_start(struct as_server *server)
{
	as_contest_log_lock(server->log);
	server->pages.news->first = as_contest_log_last_end(server->log);
	as_contest_log_unlock(server->log);
}

/* The account's entry; NULL: not logged in, or out of memory. With the mutex. */
static struct as_contest_seen *find_seen(struct news *news, size_t account)
{
	if (account == AS_CONTEST_NONE)
		return NULL;
	if (account >= news->count) {
		const size_t count = account + 64;
		struct as_contest_seen *items = realloc(news->items, count * sizeof(*items));
		if (!items)
			return NULL;
		for (size_t i = news->count; i < count; i++)
			items[i] =
				(struct as_contest_seen){.is_known = true, .verdicts = news->first};
		news->items = items;
		news->count = count;
	}
	return &news->items[account];
}

struct as_contest_seen news_seen(struct as_server *server, size_t account)
{
	struct news *news = server->pages.news;

	pthread_mutex_lock(&news->mutex);
	const struct as_contest_seen *found = find_seen(news, account);
	const struct as_contest_seen seen = found ? *found : (struct as_contest_seen){0};
	pthread_mutex_unlock(&news->mutex);
	return seen;
}

void news_see_clarifications(struct as_server *server, size_t account)
{
	struct news *news = server->pages.news;

	pthread_mutex_lock(&news->mutex);
	struct as_contest_seen *seen = find_seen(news, account);
	if (seen)
		seen->clarifications = as_contest_log_clarification_count(server->log);
	pthread_mutex_unlock(&news->mutex);
}

void news_see_verdicts(struct as_server *server, size_t account)
{
	struct news *news = server->pages.news;

	pthread_mutex_lock(&news->mutex);
	struct as_contest_seen *seen = find_seen(news, account);
	if (seen) {
		seen->verdicts = as_contest_log_last_end(server->log);
		memset(seen->singles, 0, sizeof(seen->singles));
	}
	pthread_mutex_unlock(&news->mutex);
}

/* If there are too many, the first one is new again. */
static void see_single(struct as_contest_seen *seen, const struct as_contest_judgement *judgement)
{
	struct as_contest_seen_verdict *singles = seen->singles;

	if (as_contest_seen_verdict(seen, judgement))
		return;
	memmove(singles, singles + 1, sizeof(*singles) * (AS_CONTEST_SEEN_MAX - 1));
	singles[AS_CONTEST_SEEN_MAX - 1] =
		(struct as_contest_seen_verdict){judgement->submission, judgement->end_event};
}

void news_see_verdict(struct as_server *server, size_t account, size_t submission)
{
	struct news *news = server->pages.news;
	const size_t valid = as_contest_log_submission(server->log, submission)->valid;

	if (valid == AS_CONTEST_NONE)
		return;
	pthread_mutex_lock(&news->mutex);
	struct as_contest_seen *seen = find_seen(news, account);
	if (seen)
		see_single(seen, as_contest_log_judgement(server->log, valid));
	pthread_mutex_unlock(&news->mutex);
}
