/* SPDX-License-Identifier: MIT */
/*
 * One thread owns the connection that writes. A caller queues a write and waits for it:
 * 1. The thread takes all queued writes, and begins a transaction.
 * 2. It makes their calls one after another, each in a savepoint, so that a failed call undoes only
 *    its own changes.
 * 3. It commits. With synchronous=FULL the log is on the disk when that returns.
 * 4. It wakes the callers.
 *
 * So writes of several threads share one fsync, and each caller continues after its own write is
 * done. If SQLite rolls the whole transaction back (because the disk is full), all of its writes
 * fail. So do writes while the file is not in its place.
 */
#include "sqlite.h"

#include <time.h>

struct as_write {
	as_write_call call;
	void *context;
	struct as_error *error; /* the caller's, or NULL */
	int returned;
	bool is_done;
	struct as_write *next;
};

/* ---- one transaction ---- */

/* False if the transaction was rolled back. */
static bool run_one(struct as_connection *connection, struct as_write *write)
{
	const int64_t last_event = connection->last_event;

	write->returned = as_connection_run(connection, "SAVEPOINT one", write->error);
	if (write->returned == 0)
		write->returned = write->call(connection, write->context, write->error);
	if (sqlite3_get_autocommit(connection->db))
		return false;
	if (write->returned < 0) {
		connection->last_event = last_event;
		if (as_connection_run(connection, "ROLLBACK TO one", write->error))
			return false;
	}
	return as_connection_run(connection, "RELEASE one", write->error) == 0;
}

static void fail_all(struct as_write *writes, const struct as_error *why)
{
	for (; writes; writes = writes->next) {
		if (writes->returned >= 0 && writes->error)
			*writes->error = *why;
		writes->returned = -1;
	}
}

static bool run_calls(
	struct as_connection *connection, struct as_write *writes, struct as_error *why)
{
	for (struct as_write *write = writes; write; write = write->next)
		if (!run_one(connection, write)) {
			if (write->error)
				*why = *write->error;
			return false;
		}
	return as_connection_run(connection, "COMMIT", why) == 0;
}

/* Data written to a file without a name are lost when this process ends. */
static int check_place(struct as_connection *connection, struct as_error *error)
{
	int has_moved = 0;

	if (sqlite3_file_control(connection->db, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved) ==
			SQLITE_OK &&
		has_moved)
		return as_error_at(error, AS_ERROR_INTERNAL, connection->path, 0, 0,
			"the file of the store was moved, replaced or removed while it is in use; "
			"move it back, or end this command and restore a backup");
	return 0;
}

static void run_writes(struct as_connection *connection, struct as_write *writes)
{
	const int64_t last_event = connection->last_event;
	struct as_error why = {0};

	if (check_place(connection, &why) == 0 &&
		as_connection_run(connection, "BEGIN IMMEDIATE", &why) == 0 &&
		run_calls(connection, writes, &why))
		return;
	if (!sqlite3_get_autocommit(connection->db))
		sqlite3_exec(connection->db, "ROLLBACK", NULL, NULL, NULL);
	connection->last_event = last_event;
	if (why.kind == AS_ERROR_NONE)
		as_connection_error(connection, &why);
	fail_all(writes, &why);
}

/* ---- the thread ---- */

static void *run_writer(void *argument)
{
	struct as_writer *writer = argument;

	pthread_mutex_lock(&writer->lock);
	for (;;) {
		struct as_write *writes = writer->first;
		if (!writes && writer->closing)
			break;
		if (!writes) {
			pthread_cond_wait(&writer->queued, &writer->lock);
			continue;
		}
		writer->first = NULL;
		writer->last = &writer->first;
		pthread_mutex_unlock(&writer->lock);
		run_writes(writer->connection, writes);
		pthread_mutex_lock(&writer->lock);
		writer->last_event = writer->connection->last_event;
		/* After the unlock a caller may return, and its write, which is on its stack, is
		 * gone. */
		for (; writes; writes = writes->next)
			writes->is_done = true;
		pthread_cond_broadcast(&writer->ended);
	}
	pthread_mutex_unlock(&writer->lock);
	return NULL;
}

int as_writer_start(
	struct as_writer *writer, struct as_connection *connection, struct as_error *error)
{
	*writer =
		(struct as_writer){.connection = connection, .last_event = connection->last_event};
	writer->last = &writer->first;
	pthread_mutex_init(&writer->lock, NULL);
	pthread_cond_init(&writer->queued, NULL);
	pthread_cond_init(&writer->ended, NULL);
	const int cause = pthread_create(&writer->thread, NULL, run_writer, writer);
	if (cause == 0)
		return 0;
	pthread_cond_destroy(&writer->ended);
	pthread_cond_destroy(&writer->queued);
	pthread_mutex_destroy(&writer->lock);
	return as_error_sys(error, AS_ERROR_INTERNAL, cause, "cannot start a thread");
}

void as_writer_end(struct as_writer *writer)
{
	pthread_mutex_lock(&writer->lock);
	writer->closing = true;
	pthread_cond_broadcast(&writer->queued);
	pthread_mutex_unlock(&writer->lock);
	pthread_join(writer->thread, NULL);
	pthread_cond_destroy(&writer->ended);
	pthread_cond_destroy(&writer->queued);
	pthread_mutex_destroy(&writer->lock);
}

/* ---- callers ---- */

int as_writer_write(
	struct as_writer *writer, as_write_call call, void *context, struct as_error *error)
{
	struct as_error own = {0};
	struct as_write write = {.call = call, .context = context, .error = error ? error : &own};

	if (!writer->connection)
		return as_error_set(
			error, AS_ERROR_USAGE, "the store was opened to be read, not written");
	pthread_mutex_lock(&writer->lock);
	*writer->last = &write;
	writer->last = &write.next;
	pthread_cond_signal(&writer->queued);
	while (!write.is_done)
		pthread_cond_wait(&writer->ended, &writer->lock);
	pthread_mutex_unlock(&writer->lock);
	return write.returned;
}

int as_writer_wait(struct as_writer *writer, int64_t *after, int64_t max_ns)
{
	const int64_t now_ns = as_now_ns();
	const int64_t until_ns = max_ns < INT64_MAX - now_ns ? now_ns + max_ns : INT64_MAX;
	const struct timespec until = {until_ns / 1000000000, until_ns % 1000000000};
	int late = 0;

	pthread_mutex_lock(&writer->lock);
	while (writer->last_event <= *after && late == 0)
		late = pthread_cond_clockwait(
			&writer->ended, &writer->lock, CLOCK_MONOTONIC, &until);
	const int found = writer->last_event > *after;
	if (found)
		*after = writer->last_event;
	pthread_mutex_unlock(&writer->lock);
	return found;
}
