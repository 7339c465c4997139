/* SPDX-License-Identifier: MIT */
/*
 * Gives prints to the command of contest.yaml.
 *   1. A request queues a print (printer_send).
 *   2. The thread of this file claims the print by an event of the log. If another server of the
 *      store has claimed or sent it since it was queued, this one leaves it alone. If the log is
 *      busy or away, the print goes to the end of the queue, and the thread pauses. Otherwise the
 *      thread reads the text from the store, adds the banner, and runs the command (command.c),
 *      one at a time.
 *   3. It appends the end to the log: printed, or failed with a reason. A failed print waits until
 *      a helper sends it again, or prints it from its page.
 * Only the server that accepted the request sends a print. A print whose server was killed waits,
 * too, so nothing is printed twice unless a helper wants it. The mutex protects the queue.
 */
#include "printer.h"
#include "command.h"
#include "server.h"

#include <assay/contest/pages.h>
#include <pthread.h>
#include <string.h>

#define QUEUE_MAX 512
#define PAUSE_S 2

struct printer {
	struct as_server *server;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	struct wish {
		size_t print;
		int64_t revision; /* of the print when it was queued */
		/* An attempt to claim it failed; the store can have that claim nevertheless. */
		bool has_failed;
	} queue[QUEUE_MAX + 1]; /* and the one that goes back */
	size_t count;
	size_t current; /* the print that the command has; AS_CONTEST_NONE: none */
	atomic_bool cancel;
	pthread_t thread;
	bool has_thread;
};

char *print_text(struct as_server *server, size_t print)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	char blob[AS_DIGEST_HEX_SIZE];

	as_contest_log_lock(server->log);
	memcpy(blob, as_contest_log_print(server->log, print)->blob, sizeof(blob));
	as_contest_log_unlock(server->log);
	/* A tab becomes eight blanks. */
	if (as_store_blob_read(
		    server->config.store, blob, AS_CONTEST_PAPER_MAX_BYTES * 8, &text, NULL) != 1)
		return NULL;
	return as_steal(text.data);
}

/* ---- one print: without the mutex ---- */

static int send_text(struct printer *printer, size_t print, struct as_error *error)
{
	struct as_server *server = printer->server;
	AS_AUTO_FREE char *text = print_text(server, print);

	if (!text)
		return as_error_set(error, AS_ERROR_MACHINE, "the store does not have the text");
	as_contest_log_lock(server->log);
	AS_AUTO_FREE char *paper = as_contest_paper_banner(server->log, print, text);
	as_contest_log_unlock(server->log);
	if (!paper)
		return as_error_no_memory(error);
	return command_run(server->config.contest->settings.hall.print_command, paper,
		&printer->cancel, error);
}

/* A claim of this server that it does not know of ends after a minute. */
static bool is_lost(struct as_contest_log *log, const struct wish *wish, const struct as_error *why)
{
	if (why->kind != AS_ERROR_USAGE)
		return false;
	as_contest_log_lock(log);
	const bool is_claimed =
		as_contest_log_print_is_claimed(log, wish->print, as_contest_log_now_ms(log));
	as_contest_log_unlock(log);
	return !wish->has_failed || !is_claimed;
}

/* 1: claimed. 0: another server has it. -1: try again later. */
static int claim(struct as_server *server, struct wish *wish)
{
	struct as_error error = {0};

	if (!as_contest_log_claim_print(server->log, wish->print, wish->revision, &error))
		return 1;
	if (is_lost(server->log, wish, &error)) {
		server_note(server, "print %zu is not sent to the command: %s", wish->print + 1,
			error.text);
		return 0;
	}
	if (!wish->has_failed)
		server_note(server, "print %zu waits: %s", wish->print + 1, error.text);
	wish->has_failed = true;
	return -1;
}

/* False: to be sent later. */
static bool send_print(struct printer *printer, struct wish *wish)
{
	struct as_server *server = printer->server;
	const size_t print = wish->print;
	struct as_error error = {0}, why = {0};
	const int claimed = claim(server, wish);

	if (claimed <= 0)
		return claimed == 0;
	const int failed = send_text(printer, print, &error);
	if (failed)
		server_note(server, "print %zu: %s", print + 1, error.text);
	if (as_contest_log_mark_print(server->log, print,
		    failed ? AS_CONTEST_PRINT_FAIL : AS_CONTEST_PRINT_SEND,
		    failed ? error.text : NULL, AS_CONTEST_NONE, &why))
		server_note(server, "print %zu: the log does not have its end: %s", print + 1,
			why.text);
	return true;
}

/* ---- the thread ---- */

/* False: the server ends. */
static bool next_print(struct printer *printer, struct wish *wish)
{
	pthread_mutex_lock(&printer->mutex);
	printer->current = AS_CONTEST_NONE;
	while (printer->count == 0 && !atomic_load(&printer->cancel))
		pthread_cond_wait(&printer->changed, &printer->mutex);
	const bool is_found = !atomic_load(&printer->cancel);
	if (is_found) {
		*wish = printer->queue[0];
		printer->current = wish->print;
		memmove(printer->queue, printer->queue + 1,
			--printer->count * sizeof(*printer->queue));
	}
	pthread_mutex_unlock(&printer->mutex);
	return is_found;
}

static void put_back(struct printer *printer, const struct wish *wish)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += PAUSE_S;
	pthread_mutex_lock(&printer->mutex);
	printer->queue[printer->count++] = *wish;
	/* A new print ends the wait, but not the pause. */
	for (int ended = 0; !ended && !atomic_load(&printer->cancel);)
		ended = pthread_cond_timedwait(&printer->changed, &printer->mutex, &until);
	pthread_mutex_unlock(&printer->mutex);
}

static void *run_printer(void *context)
{
	struct wish wish;

	while (next_print(context, &wish))
		if (!send_print(context, &wish))
			put_back(context, &wish);
	return NULL;
}

/* Its timeouts are of the monotonic clock. */
static void init_changed(pthread_cond_t *changed)
{
	pthread_condattr_t attributes;

	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(changed, &attributes);
	pthread_condattr_destroy(&attributes);
}

struct printer *printer_open(struct as_server *server, struct as_error *error)
{
	if (!server->config.contest->settings.hall.print_command)
		return NULL;
	struct printer *printer = calloc(1, sizeof(*printer));
	if (!printer) {
		as_error_no_memory(error);
		return NULL;
	}
	printer->server = server;
	printer->current = AS_CONTEST_NONE;
	pthread_mutex_init(&printer->mutex, NULL);
	init_changed(&printer->changed);
	const int failed = pthread_create(&printer->thread, NULL, run_printer, printer);
	printer->has_thread = !failed;
	if (!failed)
		return printer;
	as_error_sys(error, AS_ERROR_MACHINE, failed, "cannot start a thread");
	printer_close(printer);
	return NULL;
}

void printer_close(struct printer *printer)
{
	if (!printer)
		return;
	pthread_mutex_lock(&printer->mutex);
	atomic_store(&printer->cancel, true);
	pthread_cond_signal(&printer->changed);
	pthread_mutex_unlock(&printer->mutex);
	if (printer->has_thread)
		pthread_join(printer->thread, NULL);
	pthread_mutex_destroy(&printer->mutex);
	pthread_cond_destroy(&printer->changed);
	free(printer);
}

/* With the mutex. Two helpers may want the same print. */
static bool has_print(const struct printer *printer, size_t print)
{
	bool found = printer->current == print;

	for (size_t i = 0; i < printer->count; i++)
		found |= printer->queue[i].print == print;
	return found;
}

bool printer_send(struct printer *printer, size_t print)
{
	if (!printer)
		return false;
	as_contest_log_lock(printer->server->log);
	const struct wish wish = {
		print, as_contest_log_print(printer->server->log, print)->revision, false};
	as_contest_log_unlock(printer->server->log);
	pthread_mutex_lock(&printer->mutex);
	const bool has_already = has_print(printer, print);
	const bool has_space = printer->count < QUEUE_MAX;
	if (has_space && !has_already)
		printer->queue[printer->count++] = wish;
	pthread_cond_signal(&printer->changed);
	pthread_mutex_unlock(&printer->mutex);
	return has_space || has_already;
}
