/* SPDX-License-Identifier: MIT */
/* Events. In a file there is one writer, so numbers increase in the order of the commits. On a
 * server a reader sees everything that was committed before, once that has numbers
 * (postgres/number.c). */
#include "back.h"
#include "jobs.h"

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

int as_sql_number_events(struct as_sql *sql, struct as_error *error)
{
	return sql->ops->number_events ? sql->ops->number_events(sql, error) : 0;
}

int as_store_wait(struct as_store *store, int64_t *after, int64_t max_ns, struct as_error *error)
{
	return store->ops->wait(store->back, after, max_ns, error);
}
