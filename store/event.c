/* SPDX-License-Identifier: MIT */
/* Events. In a file there is one writer, so numbers increase in the order of the commits. On a
 * server a reader sees everything that was committed before, once that has numbers
 * (postgres/number.c). */
#include "back.h"
#include "jobs.h"
#include "texts.h"

int as_sql_add_event(struct as_sql *sql, int64_t space, int64_t job, enum as_store_event_kind kind,
	struct as_error *error)
{
	static const struct as_statement add = {
		"INSERT INTO event (space, job, kind, time) VALUES ($1, $2, $3, now_ms())",
		"INSERT INTO unnumbered (space, job, kind, time) VALUES ($1, $2, $3, now_ms())"};

	return as_sql_run(sql, &add, AS_VALUES(AS_INT(space), AS_INT(job), AS_INT((int64_t)kind)),
		       error) < 0
		       ? -1
		       : 0;
}

struct as_store_event as_rows_event(const struct as_rows *rows)
{
	return (struct as_store_event){.number = as_rows_number(rows, 0),
		.space = as_rows_number(rows, 1),
		.job = as_rows_number(rows, 2),
		.kind = (enum as_store_event_kind)as_rows_number(rows, 3),
		.time_ms = as_rows_number(rows, 4)};
}

int as_sql_number_events(struct as_sql *sql, struct as_error *error)
{
	return sql->ops->number_events ? sql->ops->number_events(sql, error) : 0;
}

struct range {
	int64_t space, after;
	size_t max;
	struct as_store_event *events;
	size_t *count;
};

static int read_events(struct as_sql *sql, void *context, struct as_error *error)
{
	static const struct as_statement all = {
		.text = "SELECT number, space, job, kind, time FROM event WHERE number > $1"
			" ORDER BY number LIMIT $2"};
	static const struct as_statement of_space = {
		.text = "SELECT number, space, job, kind, time FROM event WHERE space = $3"
			" AND number > $1 ORDER BY space, number LIMIT $2"};
	const struct range *range = context;
	AS_ROWS rows = {0};
	int found;

	*range->count = 0;
	if (as_sql_number_events(sql, error))
		return -1;
	for (found = as_sql_find(sql, range->space == AS_STORE_WHOLE ? &all : &of_space,
		     AS_RANGE(range->space, range->after, range->max), &rows, error);
		found == 1; found = as_rows_next(&rows, error))
		range->events[(*range->count)++] = as_rows_event(&rows);
	return found;
}

int as_store_events_read(struct as_store *store, int64_t space, int64_t after,
	struct as_store_event *events, size_t max, size_t *count, struct as_error *error)
{
	struct range range = {space, after, max, events, count};

	*count = 0;
	return as_store_read(store, read_events, &range, error);
}

int as_store_wait(struct as_store *store, int64_t *after, int64_t max_ns, struct as_error *error)
{
	return store->ops->wait(store->back, after, max_ns, error);
}
