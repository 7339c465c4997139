/* SPDX-License-Identifier: MIT */
/* The log of events, and waiting for it. A reader sees everything that was committed before. */
#include "postgres.h"

struct range {
	int64_t space, after;
	size_t max;
	struct as_store_event *events;
	size_t *count;
};

static int read_events(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct range *range = context;
	const bool is_all = range->space == AS_STORE_WHOLE;
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	as_pg_add_number(&values, range->after);
	as_pg_add_number(&values, range->max < INT32_MAX ? (int64_t)range->max : INT32_MAX);
	if (!is_all)
		as_pg_add_number(&values, range->space);
	if (as_pg_number_events(&session->link, error) ||
		as_pg_run(&session->link, is_all ? AS_PG_EVENT_READ_ALL : AS_PG_EVENT_READ, &values,
			&rows, error))
		return -1;
	*range->count = (size_t)PQntuples(rows);
	for (int i = 0; i < PQntuples(rows); i++)
		range->events[i] = (struct as_store_event){.number = as_pg_number(rows, i, 0),
			.space = as_pg_number(rows, i, 1),
			.job = as_pg_number(rows, i, 2),
			.kind = (enum as_store_event_kind)as_pg_number(rows, i, 3),
			.time_ms = as_pg_number(rows, i, 4)};
	return 0;
}

int as_pg_read_events(void *back, int64_t space, int64_t after, struct as_store_event *events,
	size_t max, size_t *count, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct range range = {space, after, max, events, count};

	return as_pg_session_call(&postgres->session, read_events, &range, error);
}

static int read_last(struct as_pg_session *session, void *context, struct as_error *error)
{
	int64_t *last = context;
	AS_PG_ROWS rows = NULL;

	if (as_pg_number_events(&session->link, error) ||
		as_pg_run(&session->link, AS_PG_EVENT_LAST, NULL, &rows, error))
		return -1;
	*last = as_pg_number(rows, 0, 0);
	return 0;
}

int as_pg_wait(void *back, int64_t *after, int64_t max_ns, struct as_error *error)
{
	struct as_postgres *postgres = back;
	const int64_t now_ns = as_now_ns();
	const int64_t until_ns = max_ns < INT64_MAX - now_ns ? now_ns + max_ns : INT64_MAX;
	int64_t last;

	for (;;) {
		/* Read before the query, so that a later ring is noticed. */
		const uint64_t rings = as_pg_bell_count(&postgres->bell);
		if (as_pg_session_call(&postgres->session, read_last, &last, error))
			return -1;
		if (last > *after) {
			*after = last;
			return 1;
		}
		if (as_now_ns() >= until_ns)
			return 0;
		as_pg_bell_wait(&postgres->bell, rings, until_ns);
	}
}
