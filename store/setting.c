/* SPDX-License-Identifier: MIT */
/* Spaces, their epochs, and settings. */
#include "back.h"
#include "jobs.h"
#include "texts.h"

#include <assay/store/share.h>

/*
 * Identifies the place of a database. It changes if the database was restored from a dump, made
 * from a template, or moved to another server. It also changes (by the timeline) if the server was
 * recovered from an archive or took over.
 */
#define ORIGIN                                                                                     \
	"(SELECT concat_ws('/', system_identifier, substr(pg_walfile_name(pg_current_wal_lsn()), " \
	"1, 8), (SELECT oid FROM pg_database WHERE datname = current_database()),"                 \
	" 'assay.space'::regclass::oid) FROM pg_control_system())"

/* ---- spaces ---- */

int as_store_space_look_up(
	struct as_store *store, const char *name, int64_t *space, struct as_error *error)
{
	static const struct as_statement find = {.text = "SELECT id FROM space WHERE name = $1"};
	AS_ROWS rows = {0};
	const int found = as_store_query(store, &find, AS_VALUES(AS_TEXT(name)), &rows, error);

	if (found == 1)
		*space = as_rows_number(&rows, 0);
	return found;
}

int as_store_space_find(
	struct as_store *store, const char *name, int64_t *space, struct as_error *error)
{
	static const struct as_statement add = {
		.text = "INSERT INTO space (name) VALUES ($1) ON CONFLICT DO NOTHING"};
	int found = as_store_space_look_up(store, name, space, error);

	if (found == 0 && as_store_execute(store, &add, AS_VALUES(AS_TEXT(name)), error) >= 0)
		found = as_store_space_look_up(store, name, space, error);
	return found == 1 ? 0 : -1;
}

/* 1; `epoch` is "" if a new one is needed. */
static int find_epoch(struct as_store *store, int64_t space, char epoch[AS_STORE_EPOCH_SIZE],
	struct as_error *error)
{
	static const struct as_statement read = {"SELECT epoch FROM space WHERE id = $1",
		"SELECT CASE WHEN origin = " ORIGIN " THEN epoch END FROM space WHERE id = $1"};
	AS_ROWS rows = {0};
	const int found = as_store_query(store, &read, AS_VALUES(AS_INT(space)), &rows, error);

	if (found == 1)
		as_rows_copy_text(&rows, 0, epoch, AS_STORE_EPOCH_SIZE);
	return found;
}

int as_store_space_epoch(struct as_store *store, int64_t space, char epoch[AS_STORE_EPOCH_SIZE],
	struct as_error *error)
{
	static const struct as_statement make = {
		"UPDATE space SET epoch = lower(hex(randomblob(16))) WHERE id = $1"
		" AND epoch IS NULL",
		"UPDATE space SET epoch = replace(gen_random_uuid()::text, '-', ''),"
		" origin = " ORIGIN " WHERE id = $1 AND origin IS DISTINCT FROM " ORIGIN};
	int found = find_epoch(store, space, epoch, error);

	if (found == 1 && !*epoch)
		found = as_store_execute(store, &make, AS_VALUES(AS_INT(space)), error) < 0
				? -1
				: find_epoch(store, space, epoch, error);
	if (found == 0)
		return as_error_set(
			error, AS_ERROR_USAGE, "the store has no space %lld", (long long)space);
	return found < 0 ? -1 : 0;
}

/* ---- settings ---- */

int as_store_setting_read(struct as_store *store, int64_t space, const char *name, char **value,
	struct as_error *error)
{
	static const struct as_statement read = {
		.text = "SELECT value FROM setting WHERE space = $1 AND name = $2"};
	AS_ROWS rows = {0};

	*value = NULL;
	const int found =
		as_store_query(store, &read, AS_VALUES(AS_INT(space), AS_TEXT(name)), &rows, error);
	return found == 1 ? as_rows_take_text(&rows, 0, value, error) : found;
}

int as_store_setting_write(struct as_store *store, int64_t space, const char *name,
	const char *value, struct as_error *error)
{
	static const struct as_statement write = {
		.text = "INSERT INTO setting (space, name, value) VALUES ($1, $2, $3)"
			" ON CONFLICT (space, name) DO UPDATE SET value = excluded.value"};

	return as_store_execute(store, &write,
		       AS_VALUES(AS_INT(space), AS_TEXT(name), AS_TEXT(value)), error) < 0
		       ? -1
		       : 0;
}

int as_store_setting_swap(struct as_store *store, int64_t space, const char *name,
	const char *before, const char *value, struct as_error *error)
{
	static const struct as_statement add = {
		.text = "INSERT INTO setting (space, name, value) VALUES ($1, $2, $3)"
			" ON CONFLICT (space, name) DO NOTHING"};
	static const struct as_statement change = {
		.text = "UPDATE setting SET value = $3 WHERE space = $1 AND name = $2"
			" AND value = $4"};
	const int64_t count = as_store_execute(store, before ? &change : &add,
		before ? AS_VALUES(AS_INT(space), AS_TEXT(name), AS_TEXT(value), AS_TEXT(before))
		       : AS_VALUES(AS_INT(space), AS_TEXT(name), AS_TEXT(value)),
		error);

	return count < 0 ? -1 : count > 0;
}

int as_sql_attempts(struct as_sql *sql, int64_t *attempts, struct as_error *error)
{
	static const struct as_statement read = {.text = "SELECT " AS_SQL_ATTEMPTS};
	AS_ROWS rows = {0};

	if (as_sql_find(sql, &read, NULL, &rows, error) != 1)
		return -1;
	*attempts = as_rows_number(&rows, 0);
	return 0;
}

int as_store_now(struct as_store *store, int64_t *now_ms, struct as_error *error)
{
	static const struct as_statement read = {.text = "SELECT now_ms()"};
	AS_ROWS rows = {0};

	if (as_store_query(store, &read, NULL, &rows, error) != 1)
		return -1;
	*now_ms = as_rows_number(&rows, 0);
	return 0;
}
