/* SPDX-License-Identifier: MIT */
/*
 * Changes of jobs in the queue, a range of the table in each transaction: every answer of a server
 * comes soon, and other writes come between. On a server a transaction holds the lock on holds
 * exclusively, so that no other one locks several jobs meanwhile; if it assigns turns, it takes the
 * lock on queueing first.
 */
#include "back.h"
#include "jobs.h"
#include "texts.h"

#include <assay/store/queue.h>

/* The jobs after $1 up to $2 that fulfil a selection: $3 job, $4 space, $5 package, $6 owner, $7
 * class. */
#define SELECTED                                                                                   \
	" WHERE job.id > $1 AND job.id <= $2 AND (job.id = $3 OR $3 = 0)"                          \
	" AND (space = (SELECT id FROM space WHERE name = $4) OR $4 IS NULL)"                      \
	" AND (package = $5 OR package IN (SELECT digest FROM package WHERE name = $5)"            \
	" OR $5 IS NULL) AND (owner = $6 OR $6 IS NULL) AND (class = $7 OR $7 < 0)"
/* The jobs that change their class, $8, with the place of each among those of its owner. */
#define CHOSEN_BY(sharer)                                                                          \
	"WITH chosen AS MATERIALIZED (SELECT job.id, " sharer                                      \
	" AS owner, row_number() OVER (PARTITION BY space, owner ORDER BY job.id) - 1"             \
	" AS place FROM job" SELECTED " AND state IN (0, 4) AND class <> $8)"
#define CHOSEN_IN_FILE CHOSEN_BY(AS_SQL_SHARER)
#define CHOSEN_ON_SERVER CHOSEN_BY(AS_PG_SHARER)

/* A change of each job of a selection. */
struct change {
	const struct as_store_selection *selection;
	const struct as_store_place *place; /* NULL: they are cancelled */
	int64_t after, last;
	uint64_t count;
};

/* `more` is $8, if the statement has it. */
static int64_t run_selected(struct as_sql *sql, const struct as_statement *statement,
	const struct change *change, const int64_t *more, struct as_error *error)
{
	const struct as_store_selection *selection = change->selection;
	struct as_value last = {0};

	if (more)
		last = AS_INT(*more);
	return as_sql_run(sql, statement,
		AS_VALUES(AS_INT(change->after), AS_INT(change->last), AS_INT(selection->job),
			AS_TEXT(selection->space), AS_TEXT(selection->package),
			AS_NAME(selection->owner),
			AS_INT(selection->has_class ? (int64_t)selection->class : -1), last),
		error);
}

/* 0: there are no more jobs. */
static int find_page(struct as_sql *sql, struct change *change, struct as_error *error)
{
	static const struct as_statement page = {
		"SELECT max(id), count(*) FROM (SELECT id FROM job WHERE id > $1 ORDER BY id"
		" LIMIT 4000) AS page",
		"SELECT max(id), count(*) FROM (SELECT id FROM job WHERE id > $1 ORDER BY id"
		" LIMIT 20000) AS page"};
	const int64_t job = change->selection->job;
	AS_ROWS rows = {0};

	change->last = job;
	if (job)
		return change->after < job;
	if (as_sql_find(sql, &page, AS_VALUES(AS_INT(change->after)), &rows, error) != 1)
		return -1;
	change->last = as_rows_number(&rows, 0);
	return as_rows_number(&rows, 1) > 0;
}

/* ---- what is done ---- */

static int64_t cancel(struct as_sql *sql, const struct change *change, struct as_error *error)
{
	static const struct as_statement tell = {"INSERT INTO event (space, job, kind, time)"
						 " SELECT space, id, 3, now_ms() FROM job" SELECTED
						 " AND state IN (0, 1, 4) ORDER BY id",
		""};
	static const struct as_statement end = {"UPDATE job SET state = 5, session = NULL" SELECTED
						" AND state IN (0, 1, 4)",
		"WITH ended AS (UPDATE job SET state = 5, session = NULL" SELECTED
		" AND state IN (0, 1, 4) RETURNING id, space) INSERT INTO unnumbered"
		" (space, job, kind, time) SELECT space, id, 3, now_ms() FROM ended"};

	return run_selected(sql, &tell, change, NULL, error) < 0
		       ? -1
		       : run_selected(sql, &end, change, NULL, error);
}

static int64_t prioritize(struct as_sql *sql, const struct change *change, struct as_error *error)
{
	static const struct as_statement set = {
		.text = "UPDATE job SET priority = $8" SELECTED " AND state IN (0, 4)"};

	return run_selected(sql, &set, change, &change->place->priority, error);
}

/* Sets the turns of the owners (on a server, also the clock of the class), as if the jobs were
 * queued one after another: queueing.c. */
static int64_t set_class(struct as_sql *sql, const struct change *change, struct as_error *error)
{
	static const struct as_statement move = {CHOSEN_IN_FILE
		" UPDATE job SET class = $8, tag = place + max(coalesce((SELECT tag"
		" FROM clock WHERE class = $8), 0), coalesce((SELECT next FROM share"
		" WHERE class = $8 AND owner = chosen.owner), 0)) FROM chosen"
		" WHERE job.id = chosen.id",
		CHOSEN_ON_SERVER
		", now AS (INSERT INTO clock AS c (class, tag, next) VALUES ($8, 0, 0)"
		" ON CONFLICT (class) DO UPDATE SET tag = greatest(c.tag, coalesce((SELECT min(tag)"
		" FROM job WHERE state = 0 AND class = $8), c.next) - 1) RETURNING tag),"
		" turns AS MATERIALIZED (SELECT counted.owner, count, greatest(now.tag,"
		" coalesce(share.next, now.tag)) AS first FROM now CROSS JOIN (SELECT owner,"
		" count(*) AS count FROM chosen GROUP BY owner) AS counted"
		" LEFT JOIN share ON share.class = $8 AND share.owner = counted.owner),"
		" taken AS (INSERT INTO share (class, owner, next) SELECT $8::bigint, owner,"
		" first + count FROM turns ON CONFLICT (class, owner) DO UPDATE SET next ="
		" excluded.next)"
		" UPDATE job SET class = $8, tag = first + place FROM chosen JOIN turns"
		" ON turns.owner = chosen.owner WHERE job.id = chosen.id"};
	/* The last turns that were assigned. */
	static const struct as_statement given = {
		"INSERT INTO share (class, owner, next) SELECT $3, " AS_SQL_SHARER
		", max(tag) + 1 FROM job WHERE id > $1 AND id <= $2 AND class = $3"
		" AND state IN (0, 4) GROUP BY space, owner"
		" ON CONFLICT (class, owner) DO UPDATE SET next = max(next, excluded.next)",
		"UPDATE clock SET next = given.next FROM (SELECT max(tag) + 1 AS next FROM job"
		" WHERE id > $1 AND id <= $2 AND class = $3 AND state IN (0, 4)) AS given"
		" WHERE class = $3 AND clock.next < given.next"};
	const int64_t class = (int64_t)change->place->class;
	const int64_t count = run_selected(sql, &move, change, &class, error);

	return count < 0 || as_sql_run(sql, &given,
				    AS_VALUES(AS_INT(change->after), AS_INT(change->last),
					    AS_INT(class)),
				    error) < 0
		       ? -1
		       : count;
}

/* The class is changed last, because a selection may refer to the old one. */
static int64_t change_jobs(struct as_sql *sql, const struct change *change, struct as_error *error)
{
	const struct as_store_place *place = change->place;
	int64_t count = 0, moved = 0;

	if (!place)
		return cancel(sql, change, error);
	if (place->sets_priority)
		count = prioritize(sql, change, error);
	if (count >= 0 && place->sets_class)
		moved = set_class(sql, change, error);
	/* Jobs that were in the class already get a new priority, if any. */
	return count < 0 || moved < 0 ? -1 : place->sets_priority ? count : moved;
}

/* 1: there may be more. */
static int change_page(struct as_sql *sql, void *context, struct as_error *error)
{
	struct change *change = context;
	const bool moves = change->place && change->place->sets_class;

	if ((moves && as_sql_run(sql, &as_queue_lock, NULL, error) < 0) ||
		as_sql_run(sql, &as_hold_lock, NULL, error) < 0)
		return -1;
	const int found = find_page(sql, change, error);
	if (found != 1)
		return found;
	const int64_t count = change_jobs(sql, change, error);
	change->count = count < 0 ? 0 : (uint64_t)count;
	return count < 0 ? -1 : !change->selection->job;
}

static int change_all(struct as_store *store, struct change *change, const atomic_bool *cancelled,
	uint64_t *count, struct as_error *error)
{
	int left = 1;

	for (*count = 0; left == 1; change->after = change->last) {
		change->count = 0;
		if (as_cancel_check(cancelled, error))
			return -1;
		left = as_store_write(store, change_page, change, error);
		if (left >= 0 && change->count) {
			*count += change->count;
			store->ops->tell(store->back, false);
		}
	}
	return left;
}

int as_store_cancel_all(struct as_store *store, const struct as_store_selection *selection,
	const atomic_bool *cancelled, uint64_t *count, struct as_error *error)
{
	struct change change = {.selection = selection};

	return change_all(store, &change, cancelled, count, error);
}

int as_store_move_all(struct as_store *store, const struct as_store_selection *selection,
	const struct as_store_place *place, const atomic_bool *cancelled, uint64_t *count,
	struct as_error *error)
{
	struct change change = {.selection = selection, .place = place};

	return change_all(store, &change, cancelled, count, error);
}

int as_store_cancel(struct as_store *store, int64_t job, struct as_error *error)
{
	const struct as_store_selection selection = {.job = job};
	uint64_t count;

	if (job <= 0)
		return 0;
	return as_store_cancel_all(store, &selection, NULL, &count, error) ? -1 : count > 0;
}
