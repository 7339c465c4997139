/* SPDX-License-Identifier: MIT */
/*
 * The numbers of events. A sequence does not follow the order of the commits: a reader that had
 * seen 8 would miss a 7 that is committed later. Assigning numbers under a lock until the commit
 * would allow one transaction for each flush. So events are committed without a number. A process
 * that reads events, or sweeps, numbers the committed ones under a lock.
 */
#include "postgres.h"

/* Numbers some events and returns their number. This is a function of the server, because workers,
 * which report events, must not write the log (guard.c). */
static int number_some(struct as_pg_link *link, int64_t *count, struct as_error *error)
{
	AS_PG_ROWS rows = NULL;

	if (as_pg_run(link, AS_PG_EVENT_NUMBER, NULL, &rows, error))
		return -1;
	*count = as_pg_number(rows, 0, 0);
	return 0;
}

int as_pg_number_events(struct as_pg_link *link, struct as_error *error)
{
	AS_PG_ROWS rows = NULL;
	const int found = as_pg_find(link, AS_PG_EVENT_ANY_NEW, NULL, &rows, error);
	int64_t count = AS_PG_MAX_EVENTS;

	if (found != 1)
		return found;
	while (count == AS_PG_MAX_EVENTS)
		if (number_some(link, &count, error))
			return -1;
	return 0;
}
