/* SPDX-License-Identifier: MIT */
/*
 * Queues jobs, one process at a time (an advisory lock). Start-time fair queueing as in a file
 * (sqlite/job.c), but claims do not move the clock of a class, because all of them would wait for
 * each other's flush. The clock is updated when a job is queued: to the number before the first
 * queued tag, or, if none is queued, to the last tag assigned. It never decreases. So an urgent job
 * that is claimed before others does not move it past them.
 *
 * If the connection is lost during the commit, it is unknown whether the submissions were stored.
 * The first one has a token, by which they are found.
 */
#include "postgres.h"

#include <sys/random.h>

#define TOKEN_BYTES 16

struct batch {
	const struct as_queued *queued;
	size_t count;
	struct as_store_ticket *tickets;
	char token[TOKEN_BYTES];
	int64_t first; /* the submission that has the token; 0: none */
};

static const char *owner_of(const struct as_store_order *order)
{
	return order->owner ? order->owner : "";
}

/* ---- turns ---- */

static int take_turn(struct as_pg_link *link, const struct as_store_order *order, int64_t *tag,
	struct as_error *error)
{
	struct as_pg_values values = {0}, given = {0};
	AS_PG_ROWS rows = NULL;

	as_pg_add_number(&values, (int64_t)order->class);
	as_pg_add_name(&values, owner_of(order));
	if (as_pg_run(link, AS_PG_TURN_TAKE, &values, &rows, error))
		return -1;
	*tag = as_pg_number(rows, 0, 0);
	as_pg_add_number(&given, (int64_t)order->class);
	as_pg_add_number(&given, *tag + 1);
	return as_pg_run(link, AS_PG_TURN_GIVEN, &given, NULL, error);
}

/* ---- what is permitted ---- */

static int check_room(
	struct as_pg_link *link, const struct as_store_order *order, struct as_error *error)
{
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	as_pg_add_number(&values, order->space);
	as_pg_add_name(&values, owner_of(order));
	const int found = as_pg_find(link, AS_PG_JOB_ROOM, &values, &rows, error);
	if (found != 1)
		return found;
	const int64_t max = as_pg_number(rows, 0, 0);
	return as_pg_number(rows, 0, 1) < max ? 0
					      : as_store_queue_full(owner_of(order), max, error);
}

/* The initial state of a queued job. */
static int choose_state(struct as_pg_link *link, const struct as_store_order *order,
	enum as_store_state *state, struct as_error *error)
{
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	as_pg_add_text(&values, order->package);
	const int held = as_pg_find(link, AS_PG_HOLD_FIND, &values, &rows, error);
	*state = held ? AS_STORE_HELD : AS_STORE_QUEUED;
	return held < 0 || check_room(link, order, error) ? -1 : 0;
}

/* ---- a new job ---- */

static int add_event(struct as_pg_link *link, int64_t space, int64_t job, struct as_error *error)
{
	struct as_pg_values values = {0};

	as_pg_add_number(&values, space);
	as_pg_add_number(&values, job);
	as_pg_add_number(&values, AS_STORE_EVENT_QUEUED);
	return as_pg_run(link, AS_PG_EVENT_ADD, &values, NULL, error);
}

/* `batch` may be NULL: then no token is needed. */
static int add_submission(struct as_pg_link *link, const struct as_queued *queued,
	struct batch *batch, int64_t *id, struct as_error *error)
{
	const struct as_store_order *order = queued->order;
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	as_pg_add_number(&values, order->space);
	as_pg_add_name(&values, owner_of(order));
	as_pg_add_name(&values, order->path);
	as_pg_add_name(&values, order->language);
	as_pg_add_name(&values, order->entry_point);
	as_pg_add_content(&values, &queued->files);
	if (!batch || batch->first)
		as_pg_add_text(&values, NULL);
	else
		as_pg_add_bytes(&values, batch->token, TOKEN_BYTES);
	if (as_pg_run(link, AS_PG_SUBMISSION_ADD, &values, &rows, error))
		return -1;
	*id = as_pg_number(rows, 0, 0);
	if (batch && !batch->first)
		batch->first = *id;
	return 0;
}

static int add_job(struct as_pg_link *link, const struct as_queued *queued, int64_t submission,
	struct as_store_ticket *ticket, struct as_error *error)
{
	const struct as_store_order *order = queued->order;
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;
	enum as_store_state state;
	int64_t tag;

	if (choose_state(link, order, &state, error) || take_turn(link, order, &tag, error))
		return -1;
	as_pg_add_number(&values, order->space);
	as_pg_add_text(&values, *queued->key ? queued->key : NULL);
	as_pg_add_text(&values, order->package);
	as_pg_add_number(&values, submission);
	as_pg_add_bytes(&values, order->options.data, order->options.size);
	as_pg_add_number(&values, (int64_t)order->class);
	as_pg_add_number(&values, order->priority);
	as_pg_add_name(&values, owner_of(order));
	as_pg_add_text(&values, order->lane ? order->lane : "");
	as_pg_add_number(&values, tag);
	as_pg_add_number(&values, (int64_t)state);
	if (as_pg_run(link, AS_PG_JOB_ADD, &values, &rows, error))
		return -1;
	*ticket = (struct as_store_ticket){.job = as_pg_number(rows, 0, 0), .state = state};
	return 0;
}

/* ---- a job that is there ---- */

struct known {
	int64_t id;
	enum as_store_state state;
	int64_t deaths;
	int verdict; /* -1: it has no result */
};

static int find_known(struct as_pg_link *link, const struct as_queued *queued, struct known *known,
	struct as_error *error)
{
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	if (!*queued->key)
		return 0;
	as_pg_add_number(&values, queued->order->space);
	as_pg_add_text(&values, queued->key);
	const int found = as_pg_find(link, AS_PG_JOB_FIND_KEY, &values, &rows, error);
	if (found == 1)
		*known = (struct known){.id = as_pg_number(rows, 0, 0),
			.state = (enum as_store_state)as_pg_number(rows, 0, 1),
			.deaths = as_pg_number(rows, 0, 2),
			.verdict = (int)as_pg_number(rows, 0, 3)};
	return found;
}

static int raise(struct as_pg_link *link, int64_t job, int64_t priority, struct as_error *error)
{
	struct as_pg_values values = {0};

	as_pg_add_number(&values, job);
	as_pg_add_number(&values, priority);
	return as_pg_run(link, AS_PG_JOB_RAISE, &values, NULL, error);
}

static int queue_again(struct as_pg_link *link, const struct as_store_order *order,
	struct as_store_ticket *ticket, struct as_error *error)
{
	struct as_pg_values values = {0};
	int64_t tag;

	if (choose_state(link, order, &ticket->state, error) || take_turn(link, order, &tag, error))
		return -1;
	as_pg_add_number(&values, ticket->job);
	as_pg_add_number(&values, (int64_t)order->class);
	as_pg_add_number(&values, order->priority);
	as_pg_add_number(&values, tag);
	as_pg_add_number(&values, (int64_t)ticket->state);
	return as_pg_run(link, AS_PG_JOB_AGAIN, &values, NULL, error);
}

/* 1: the existing job was queued again. 0: it was not. */
static int take_known(struct as_pg_link *link, const struct as_store_order *order,
	const struct known *known, struct as_store_ticket *ticket, struct as_error *error)
{
	AS_PG_ROWS rows = NULL;

	*ticket = (struct as_store_ticket){.job = known->id, .state = known->state};
	if (as_pg_run(link, AS_PG_ATTEMPTS, NULL, &rows, error))
		return -1;
	if (order->retry &&
		(known->state == AS_STORE_CANCELLED ||
			(known->state == AS_STORE_FAILED &&
				known->deaths < as_pg_number(rows, 0, 0)) ||
			(known->state == AS_STORE_DONE && known->verdict == (int)AS_VERDICT_JE)))
		return queue_again(link, order, ticket, error) ? -1 : 1;
	return raise(link, known->id, order->priority, error);
}

/* ---- a submission that is judged again ---- */

static int read_old(struct as_pg_link *link, const struct as_queued *queued, struct as_old_job *old,
	struct as_error *error)
{
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	as_pg_add_number(&values, queued->again);
	as_pg_add_number(&values, queued->order->space);
	const int found = as_pg_find(link, AS_PG_JOB_OLD, &values, &rows, error);
	if (found <= 0)
		return found < 0 ? -1 : as_no_such_job(queued->again, error);
	old->submission = as_pg_number(rows, 0, 0);
	return as_pg_take_text(rows, 0, 1, &old->package, error) ||
			       as_pg_take_text(rows, 0, 2, &old->owner, error) ||
			       as_pg_take_text(rows, 0, 3, &old->lane, error) ||
			       as_pg_take_bytes(rows, 0, 4, &old->options, error)
		       ? -1
		       : 0;
}

static int judge_again(struct as_pg_link *link, const struct as_queued *queued,
	struct as_store_ticket *ticket, struct as_error *error)
{
	AS_AUTO(as_old_job_clear) struct as_old_job old = {0};

	if (read_old(link, queued, &old, error))
		return -1;
	const struct as_store_order order = as_again_order(queued->order, &old);
	return add_job(link, &(struct as_queued){.order = &order}, old.submission, ticket, error);
}

/* ---- all ---- */

static int queue_one(struct as_pg_link *link, const struct as_queued *queued, struct batch *batch,
	struct as_store_ticket *ticket, struct as_error *error)
{
	struct known known = {0};
	int64_t submission;

	if (queued->again)
		return judge_again(link, queued, ticket, error) ? -1 : 1;
	const int found = find_known(link, queued, &known, error);
	if (found < 0)
		return -1;
	if (found)
		return take_known(link, queued->order, &known, ticket, error);
	return add_submission(link, queued, batch, &submission, error) ||
			       add_job(link, queued, submission, ticket, error)
		       ? -1
		       : 1;
}

int as_pg_queue(struct as_pg_link *link, const struct as_queued *queued,
	struct as_store_ticket *ticket, struct as_error *error)
{
	return queue_one(link, queued, NULL, ticket, error);
}

static int submit_one(
	struct as_pg_link *link, struct batch *batch, size_t index, struct as_error *error)
{
	const struct as_queued *queued = &batch->queued[index];
	struct as_store_ticket *ticket = &batch->tickets[index];
	const int is_queued = queue_one(link, queued, batch, ticket, error);

	return is_queued == 1 ? add_event(link, queued->order->space, ticket->job, error)
			      : is_queued;
}

/* 1 if an earlier try was committed. */
static int find_committed(
	struct as_pg_link *link, const struct batch *batch, struct as_error *error)
{
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	if (!batch->first)
		return 0;
	as_pg_add_number(&values, batch->first);
	as_pg_add_bytes(&values, batch->token, TOKEN_BYTES);
	return as_pg_find(link, AS_PG_SUBMIT_FIND, &values, &rows, error);
}

int as_pg_lock_queue(struct as_pg_link *link, struct as_error *error)
{
	return as_pg_run(link, AS_PG_SUBMIT_LOCK, NULL, NULL, error) ||
			       as_pg_run(link, AS_PG_HOLD_SHARE, NULL, NULL, error)
		       ? -1
		       : 0;
}

static int submit_all(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct as_pg_link *link = &session->link;
	struct batch *batch = context;

	/* An earlier try that is still running holds the lock. */
	if (as_pg_lock_queue(link, error))
		return -1;
	const int committed = find_committed(link, batch, error);
	if (committed)
		return committed < 0 ? -1 : 0;
	batch->first = 0;
	for (size_t i = 0; i < batch->count; i++)
		if (submit_one(link, batch, i, error))
			return -1;
	return 0;
}

int as_pg_submit(void *back, const struct as_queued *queued, size_t count,
	struct as_store_ticket *tickets, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct batch batch = {.queued = queued, .count = count, .tickets = tickets};

	if (getrandom(batch.token, TOKEN_BYTES, 0) != TOKEN_BYTES)
		return as_error_set(error, AS_ERROR_INTERNAL, "cannot read random bytes");
	if (as_pg_session_write(&postgres->session, submit_all, &batch, error))
		return -1;
	as_pg_bell_queued(&postgres->bell);
	return 0;
}

/* ---- reading ---- */

int as_pg_find_job(void *back, int64_t space, const char *key, struct as_store_ticket *ticket,
	struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_JOB_FIND_KEY};

	as_pg_add_number(&query.values, space);
	as_pg_add_text(&query.values, key);
	const int found = as_pg_session_find(&postgres->session, &query, error);
	if (found == 1)
		*ticket = (struct as_store_ticket){.job = as_pg_number(query.rows, 0, 0),
			.state = (enum as_store_state)as_pg_number(query.rows, 0, 1)};
	return found;
}

static int take_held(const PGresult *rows, struct as_error *cause, struct as_error *error)
{
	AS_AUTO_FREE char *name = NULL;
	AS_AUTO_FREE char *held = NULL;

	if (as_pg_take_text(rows, 0, 6, &name, error) || as_pg_take_text(rows, 0, 7, &held, error))
		return -1;
	as_store_held_cause(name, held ? held : "", cause);
	return 0;
}

int as_pg_read_job(void *back, int64_t id, struct as_store_job *job, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_JOB_READ};

	as_pg_add_number(&query.values, id);
	const int found = as_pg_session_find(&postgres->session, &query, error);
	if (found != 1)
		return found;
	*job = (struct as_store_job){.state = (enum as_store_state)as_pg_number(query.rows, 0, 0),
		.attempt = as_pg_number(query.rows, 0, 1),
		.death_count = (unsigned)as_pg_number(query.rows, 0, 2),
		.began_ms = as_pg_number(query.rows, 0, 8)};
	if (job->state == AS_STORE_DONE)
		job->ended_ms = as_pg_number(query.rows, 0, 9);
	if (job->state == AS_STORE_HELD && take_held(query.rows, &job->cause, error))
		return -1;
	if (job->state == AS_STORE_CANCELLED)
		as_error_set(&job->cause, AS_ERROR_INPUT, "cancelled");
	if (job->state == AS_STORE_FAILED) {
		job->cause.kind = (enum as_error_kind)as_pg_number(query.rows, 0, 3);
		job->cause.sys_errno = (int)as_pg_number(query.rows, 0, 4);
		as_pg_copy_text(query.rows, 0, 5, job->cause.text, sizeof(job->cause.text));
	}
	return 1;
}

int as_pg_find_result(
	void *back, int64_t job, char digest[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_RESULT_FIND};

	as_pg_add_number(&query.values, job);
	const int found = as_pg_session_find(&postgres->session, &query, error);
	if (found == 1)
		as_pg_copy_text(query.rows, 0, 0, digest, AS_DIGEST_HEX_SIZE);
	return found;
}
