/* SPDX-License-Identifier: MIT */
/* Connections for reading. In WAL mode a reader sees the last committed transaction; it neither
 * waits for the writer nor blocks it. There are as many as threads ever read at once. */
#include "sqlite.h"

struct as_connection *as_reader_take(struct as_sqlite *sqlite, struct as_error *error)
{
	struct as_connection *reader;

	pthread_mutex_lock(&sqlite->lock);
	reader = sqlite->readers;
	if (reader)
		sqlite->readers = reader->next;
	pthread_mutex_unlock(&sqlite->lock);
	if (reader)
		return reader;
	reader = calloc(1, sizeof(*reader));
	if (!reader) {
		as_error_no_memory(error);
		return NULL;
	}
	if (as_connection_open(reader, sqlite->path, false, error) == 0)
		return reader;
	as_connection_close(reader);
	free(reader);
	return NULL;
}

/* A statement that is not reset would keep the reader's snapshot. */
static void reset_all(struct as_connection *reader)
{
	for (size_t i = 0; i < AS_SQL_COUNT; i++)
		sqlite3_reset(reader->statements[i]);
	for (size_t i = 0; i < reader->prepared_count; i++)
		sqlite3_reset(reader->prepared[i].statement);
}

void as_reader_give(struct as_sqlite *sqlite, struct as_connection *reader)
{
	reset_all(reader);
	pthread_mutex_lock(&sqlite->lock);
	reader->next = sqlite->readers;
	sqlite->readers = reader;
	pthread_mutex_unlock(&sqlite->lock);
}

void as_readers_close(struct as_sqlite *sqlite)
{
	while (sqlite->readers) {
		struct as_connection *reader = sqlite->readers;
		sqlite->readers = reader->next;
		as_connection_close(reader);
		free(reader);
	}
}
