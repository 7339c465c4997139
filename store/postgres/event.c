/* SPDX-License-Identifier: MIT */
/* Waiting for events. */
#include "postgres.h"

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
