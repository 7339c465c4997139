/* SPDX-License-Identifier: MIT */
/*
 * The numbers of events. A sequence does not follow the order of the commits: a reader that had
 * seen 8 would miss a 7 that is committed later. Assigning numbers under a lock until the commit
 * would allow one transaction for each flush. So events are committed without a number. A process
 * that reads events, or sweeps, numbers the committed ones under a lock.
 */
#include "postgres.h"

int as_pg_number_events(struct as_pg_link *link, struct as_error *error)
{
	static const struct as_statement any = {.text = "SELECT id FROM unnumbered LIMIT 1"};
	/* A function of the server, because workers, which report events, must not write the log
	 * (guard.c). */
	static const struct as_statement number = {
		.text = "SELECT number_events(" AS_SQL_TEXT(AS_PG_MAX_EVENTS) ")"};
	AS_ROWS rows = {0};
	const int found = as_sql_find(&link->sql, &any, NULL, &rows, error);

	if (found != 1)
		return found;
	do
		if (as_sql_find(&link->sql, &number, NULL, &rows, error) != 1)
			return -1;
	while (as_rows_number(&rows, 0) == AS_PG_MAX_EVENTS);
	return 0;
}
