/* SPDX-License-Identifier: MIT */
/*
 * Lines of the server's log are written by a thread of their own, because a reader of standard
 * error may stop: a terminal after Ctrl-S, a pager, a full pipe. The threads of the server only
 * queue their lines, some of them with a lock held. The queue is bounded; lines that do not fit are
 * dropped, and their number is written later.
 */
#include "serve.h"

#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MAX_BYTES ((size_t)1 << 20)
/* How long the end of the server waits for a reader of standard error. */
#define PATIENCE_S 2

struct line {
	struct line *next;
	size_t size;
	char text[];
};

struct serve_lines {
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	struct line *first, **end;
	size_t bytes, dropped_count;
	bool is_over;
};

/* Call it with the lock held; it is released while standard error is written. */
static void write_lines(struct serve_lines *lines)
{
	struct line *line = lines->first;
	const size_t dropped_count = lines->dropped_count;

	lines->first = NULL;
	lines->end = &lines->first;
	lines->bytes = lines->dropped_count = 0;
	pthread_mutex_unlock(&lines->mutex);
	for (struct line *next; line; line = next) {
		next = line->next;
		(void)!as_fd_write(STDERR_FILENO, line->text, line->size, NULL);
		free(line);
	}
	if (dropped_count > 0)
		dprintf(STDERR_FILENO,
			"assay: %zu lines of this log were dropped, because standard error was not "
			"read\n",
			dropped_count);
	pthread_mutex_lock(&lines->mutex);
}

static void *run_lines(void *context)
{
	struct serve_lines *lines = context;

	pthread_mutex_lock(&lines->mutex);
	while (lines->first || !lines->is_over) {
		while (!lines->first && !lines->is_over)
			pthread_cond_wait(&lines->changed, &lines->mutex);
		write_lines(lines);
	}
	pthread_mutex_unlock(&lines->mutex);
	return NULL;
}

struct serve_lines *serve_lines_open(struct as_error *error)
{
	struct serve_lines *lines = calloc(1, sizeof(*lines));

	if (!lines) {
		as_error_no_memory(error);
		return NULL;
	}
	lines->end = &lines->first;
	pthread_mutex_init(&lines->mutex, NULL);
	pthread_cond_init(&lines->changed, NULL);
	const int failed = pthread_create(&lines->thread, NULL, run_lines, lines);
	if (!failed)
		return lines;
	free(lines);
	as_error_sys(error, AS_ERROR_MACHINE, failed, "cannot start a thread");
	return NULL;
}

void serve_lines_put(struct serve_lines *lines, const char *text, size_t size)
{
	struct line *line = malloc(sizeof(*line) + size);

	if (line) {
		line->next = NULL;
		line->size = size;
		memcpy(line->text, text, size);
	}
	pthread_mutex_lock(&lines->mutex);
	if (line && lines->bytes + size <= MAX_BYTES) {
		*lines->end = line;
		lines->end = &line->next;
		lines->bytes += size;
		line = NULL;
	} else {
		lines->dropped_count++;
	}
	pthread_cond_signal(&lines->changed);
	pthread_mutex_unlock(&lines->mutex);
	free(line);
}

void serve_lines_close(struct serve_lines *lines)
{
	struct timespec until;

	if (!lines)
		return;
	pthread_mutex_lock(&lines->mutex);
	lines->is_over = true;
	pthread_cond_signal(&lines->changed);
	pthread_mutex_unlock(&lines->mutex);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += PATIENCE_S;
	/* The thread of a reader that does not come back ends with the process. */
	if (pthread_timedjoin_np(lines->thread, NULL, &until))
		return;
	pthread_mutex_destroy(&lines->mutex);
	pthread_cond_destroy(&lines->changed);
	free(lines);
}
