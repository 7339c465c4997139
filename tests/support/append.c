/* SPDX-License-Identifier: MIT */
/*
 * Appends to the log of a space without a pause, as another server would: usage: append URL SPACE
 * BODY. Each of its threads prints a line after its first append, and ends when it is killed. Its
 * threads append at the same time, so that a change that must come right after the last event
 * always comes too late.
 */
#include <assay/store/log.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define THREADS 16

struct appender {
	const char *url, *space, *body;
};

static void *append(void *context)
{
	const struct appender *appender = context;
	const struct as_store_entry entry = {
		.body = {(char *)appender->body, strlen(appender->body)}};
	struct as_store_appended appended;
	struct as_error error = {0};
	bool has_told = false;
	int64_t space;
	struct as_store *store = as_store_open(appender->url, &error);

	if (!store || as_store_space_find(store, appender->space, &space, &error)) {
		fprintf(stderr, "%s\n", error.text);
		_exit(1);
	}
	while (as_store_append(store, space, &entry, 1, &appended, &error) == 0) {
		if (!has_told)
			puts("appended");
		has_told = true;
		fflush(stdout);
	}
	fprintf(stderr, "%s\n", error.text);
	_exit(1);
}

int main(int argc, char **argv)
{
	struct appender appender;
	pthread_t threads[THREADS];

	if (argc != 4)
		return 2;
	appender = (struct appender){argv[1], argv[2], argv[3]};
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, append, &appender))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
