/* SPDX-License-Identifier: MIT */
/*
 * Changes of many jobs, a range of the table in each transaction: every answer comes soon, and
 * other processes continue between. A transaction holds the lock on holds exclusively, so that no
 * other one locks several jobs meanwhile; if it assigns turns, it takes the lock on queueing first.
 */
#include "postgres.h"

struct some {
	const struct as_change *change;
	int64_t after, last;
	uint64_t count;
};

static void add_selection(struct as_pg_values *values, const struct some *some)
{
	const struct as_store_selection *selection = some->change->selection;

	as_pg_add_number(values, some->after);
	as_pg_add_number(values, some->last);
	as_pg_add_number(values, selection->job);
	as_pg_add_text(values, selection->space);
	as_pg_add_text(values, selection->package);
	as_pg_add_name(values, selection->owner);
	as_pg_add_number(values, selection->has_class ? (int64_t)selection->class : -1);
}

/* 0: there are no more jobs. */
static int find_page(struct as_pg_link *link, struct some *some, struct as_error *error)
{
	const int64_t job = some->change->selection->job;
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	if (job) {
		some->last = job;
		return some->after < job;
	}
	as_pg_add_number(&values, some->after);
	if (as_pg_run(link, AS_PG_JOB_PAGE, &values, &rows, error))
		return -1;
	some->last = as_pg_number(rows, 0, 0);
	return as_pg_number(rows, 0, 1) > 0;
}

/* ---- what is done ---- */

static int cancel(struct as_pg_link *link, struct some *some, struct as_error *error)
{
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	add_selection(&values, some);
	if (as_pg_run(link, AS_PG_SOME_CANCEL, &values, &rows, error))
		return -1;
	some->count = (uint64_t)as_pg_number(rows, 0, 0);
	return 0;
}

static int prioritize(struct as_pg_link *link, struct some *some, struct as_error *error)
{
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	add_selection(&values, some);
	as_pg_add_number(&values, some->change->place->priority);
	if (as_pg_run(link, AS_PG_SOME_PRIORITIZE, &values, &rows, error))
		return -1;
	some->count = (uint64_t)as_pg_number(rows, 0, 0);
	return 0;
}

static int set_class(struct as_pg_link *link, struct some *some, struct as_error *error)
{
	const struct as_store_place *place = some->change->place;
	struct as_pg_values values = {0}, given = {0};
	AS_PG_ROWS rows = NULL;

	add_selection(&values, some);
	as_pg_add_number(&values, (int64_t)place->class);
	if (as_pg_run(link, AS_PG_SOME_MOVE, &values, &rows, error))
		return -1;
	/* Jobs that were in the class already get a new priority, if any. */
	if (!place->sets_priority)
		some->count = (uint64_t)as_pg_number(rows, 0, 0);
	as_pg_add_number(&given, (int64_t)place->class);
	as_pg_add_number(&given, as_pg_number(rows, 0, 1) + 1);
	return as_pg_run(link, AS_PG_TURN_GIVEN, &given, NULL, error);
}

/* The class is changed last, because a selection may refer to the old one. */
static int change(struct as_pg_link *link, struct some *some, struct as_error *error)
{
	const struct as_store_place *place = some->change->place;

	if (!place)
		return cancel(link, some, error);
	return (place->sets_priority && prioritize(link, some, error)) ||
			       (place->sets_class && set_class(link, some, error))
		       ? -1
		       : 0;
}

static int change_page(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct as_pg_link *link = &session->link;
	struct some *some = context;
	const bool moves = some->change->place && some->change->place->sets_class;

	if ((moves && as_pg_run(link, AS_PG_SUBMIT_LOCK, NULL, NULL, error)) ||
		as_pg_run(link, AS_PG_HOLD_LOCK, NULL, NULL, error))
		return -1;
	const int found = find_page(link, some, error);
	if (found != 1)
		return found;
	return change(link, some, error) ? -1 : 1;
}

int as_pg_change_some(void *back, const struct as_change *change, int64_t *after, uint64_t *count,
	struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct some some = {.change = change, .after = *after};
	const int found = as_pg_session_write(&postgres->session, change_page, &some, error);

	if (found != 1)
		return found;
	*after = some.last;
	*count += some.count;
	if (some.count)
		as_pg_bell_ring(&postgres->bell, true);
	return 1;
}
