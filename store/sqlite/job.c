/* SPDX-License-Identifier: MIT */
/*
 * Queues jobs by start-time fair queueing. The tag of a job is the maximum of the class's clock and
 * of the tag after that of the owner's last job. The clock follows the tags that are claimed, but
 * does not pass one that is still queued: an urgent job, or one of another lane, may be claimed
 * before it. If no job is queued, the clock is the last tag assigned.
 *
 * So two owners alternate, an owner that comes later does not wait behind the queue of another, and
 * an idle owner accumulates no credit. Tags are fixed when a job is queued: the queue is never
 * rewritten.
 */
#include "sqlite.h"

#include <string.h>

struct batch {
	const struct as_queued *queued;
	size_t count;
	struct as_store_ticket *tickets;
};

static const char *owner_of(const struct as_store_order *order)
{
	return order->owner ? order->owner : "";
}

/* ---- turns ---- */

/* The number that a statement returns; 0 without a row. */
static int read_number(struct as_connection *writer, sqlite3_stmt *statement, int64_t *number,
	struct as_error *error)
{
	const int found = as_sql_step(writer, statement, error);

	*number = found == 1 ? sqlite3_column_int64(statement, 0) : 0;
	sqlite3_reset(statement);
	return found < 0 ? -1 : 0;
}

int as_sqlite_take_turn(struct as_connection *writer, enum as_store_class class, const char *owner,
	int64_t *tag, struct as_error *error)
{
	sqlite3_stmt *clock = as_sql(writer, AS_SQL_CLOCK_READ, error);
	sqlite3_stmt *share = as_sql(writer, AS_SQL_SHARE_READ, error);
	sqlite3_stmt *next = as_sql(writer, AS_SQL_SHARE_WRITE, error);
	int64_t now, own;

	if (!clock || !share || !next)
		return -1;
	sqlite3_bind_int64(clock, 1, (int64_t) class);
	sqlite3_bind_int64(share, 1, (int64_t) class);
	as_sql_text(share, 2, owner);
	if (read_number(writer, clock, &now, error) || read_number(writer, share, &own, error))
		return -1;
	*tag = own > now ? own : now;
	sqlite3_bind_int64(next, 1, (int64_t) class);
	as_sql_text(next, 2, owner);
	sqlite3_bind_int64(next, 3, *tag + 1);
	return as_sql_run(writer, next, error);
}

static int take_turn(struct as_connection *writer, const struct as_store_order *order, int64_t *tag,
	struct as_error *error)
{
	return as_sqlite_take_turn(writer, order->class, owner_of(order), tag, error);
}

/* ---- what is permitted ---- */

static int check_room(
	struct as_connection *writer, const struct as_store_order *order, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_JOB_COUNT_QUEUED, error);
	int64_t max, count;

	if (!statement ||
		as_sqlite_number(
			writer, AS_STORE_WHOLE, AS_STORE_SETTING_QUEUED, INT64_MAX, &max, error) ||
		as_sqlite_number(writer, order->space, AS_STORE_SETTING_QUEUED, max, &max, error))
		return -1;
	if (max == INT64_MAX)
		return 0;
	sqlite3_bind_int64(statement, 1, order->space);
	as_sql_text(statement, 2, owner_of(order));
	sqlite3_bind_int64(statement, 3, max);
	if (read_number(writer, statement, &count, error))
		return -1;
	if (count < max)
		return 0;
	return as_store_queue_full(owner_of(order), max, error);
}

/* The initial state of a queued job. */
static int choose_state(struct as_connection *writer, const struct as_store_order *order,
	enum as_store_state *state, struct as_error *error)
{
	const int held = as_sqlite_find_hold(writer, order->package, error);

	*state = held ? AS_STORE_HELD : AS_STORE_QUEUED;
	return held < 0 || check_room(writer, order, error) ? -1 : 0;
}

/* ---- a new job ---- */

static int add_submission(struct as_connection *writer, const struct as_queued *queued, int64_t *id,
	struct as_error *error)
{
	const struct as_store_order *order = queued->order;
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_SUBMISSION_ADD, error);

	if (!statement || as_sqlite_add_content(writer, &queued->files, error))
		return -1;
	sqlite3_bind_int64(statement, 1, order->space);
	as_sql_text(statement, 2, owner_of(order));
	as_sql_text(statement, 3, order->path);
	as_sql_text(statement, 4, order->language);
	as_sql_text(statement, 5, order->entry_point);
	as_sql_text(statement, 6, queued->files.digest);
	sqlite3_bind_int64(statement, 7, as_sqlite_now_ms());
	if (as_sql_run(writer, statement, error))
		return -1;
	*id = sqlite3_last_insert_rowid(writer->db);
	return 0;
}

static int add_job(struct as_connection *writer, const struct as_queued *queued, int64_t submission,
	struct as_store_ticket *ticket, struct as_error *error)
{
	const struct as_store_order *order = queued->order;
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_JOB_ADD, error);
	enum as_store_state state;
	int64_t tag;

	if (!statement || choose_state(writer, order, &state, error) ||
		take_turn(writer, order, &tag, error))
		return -1;
	sqlite3_bind_int64(statement, 1, order->space);
	as_sql_text(statement, 2, *queued->key ? queued->key : NULL);
	as_sql_text(statement, 3, order->package);
	sqlite3_bind_int64(statement, 4, submission);
	as_sql_bytes(statement, 5, order->options.data, order->options.size);
	sqlite3_bind_int64(statement, 6, (int64_t)order->class);
	sqlite3_bind_int64(statement, 7, order->priority);
	as_sql_text(statement, 8, owner_of(order));
	as_sql_text(statement, 9, order->lane ? order->lane : "");
	sqlite3_bind_int64(statement, 10, tag);
	sqlite3_bind_int64(statement, 11, (int64_t)state);
	if (as_sql_run(writer, statement, error))
		return -1;
	*ticket = (struct as_store_ticket){
		.job = sqlite3_last_insert_rowid(writer->db), .state = state};
	return 0;
}

/* ---- a job that is there ---- */

struct known {
	int64_t id;
	enum as_store_state state;
	int64_t deaths;
	int verdict; /* -1: it has no result */
};

static int find_known(struct as_connection *writer, const struct as_queued *queued,
	struct known *known, struct as_error *error)
{
	sqlite3_stmt *statement;

	if (!*queued->key)
		return 0;
	statement = as_sql(writer, AS_SQL_JOB_FIND_KEY, error);
	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, queued->order->space);
	as_sql_text(statement, 2, queued->key);
	const int found = as_sql_step(writer, statement, error);
	if (found == 1)
		*known = (struct known){.id = sqlite3_column_int64(statement, 0),
			.state = (enum as_store_state)sqlite3_column_int(statement, 1),
			.deaths = sqlite3_column_int64(statement, 2),
			.verdict = sqlite3_column_int(statement, 3)};
	sqlite3_reset(statement);
	return found;
}

static int raise(
	struct as_connection *writer, int64_t job, int64_t priority, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_JOB_RAISE, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, job);
	sqlite3_bind_int64(statement, 2, priority);
	return as_sql_run(writer, statement, error);
}

static int queue_again(struct as_connection *writer, const struct as_store_order *order,
	struct as_store_ticket *ticket, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_JOB_AGAIN, error);
	int64_t tag;

	if (!statement || choose_state(writer, order, &ticket->state, error) ||
		take_turn(writer, order, &tag, error))
		return -1;
	sqlite3_bind_int64(statement, 1, ticket->job);
	sqlite3_bind_int64(statement, 2, (int64_t)order->class);
	sqlite3_bind_int64(statement, 3, order->priority);
	sqlite3_bind_int64(statement, 4, tag);
	sqlite3_bind_int64(statement, 5, (int64_t)ticket->state);
	return as_sql_run(writer, statement, error);
}

/* 1: the existing job was queued again. 0: it was not. */
static int take_known(struct as_connection *writer, const struct as_store_order *order,
	const struct known *known, struct as_store_ticket *ticket, struct as_error *error)
{
	int64_t attempts;

	*ticket = (struct as_store_ticket){.job = known->id, .state = known->state};
	if (as_sqlite_attempts(writer, &attempts, error))
		return -1;
	if (order->retry &&
		(known->state == AS_STORE_CANCELLED ||
			(known->state == AS_STORE_FAILED && known->deaths < attempts) ||
			(known->state == AS_STORE_DONE && known->verdict == (int)AS_VERDICT_JE)))
		return queue_again(writer, order, ticket, error) ? -1 : 1;
	return raise(writer, known->id, order->priority, error);
}

/* ---- a submission that is judged again ---- */

static int take_old(sqlite3_stmt *statement, struct as_old_job *old, struct as_error *error)
{
	old->submission = sqlite3_column_int64(statement, 0);
	return as_sql_take_text(statement, 1, &old->package, error) ||
			       as_sql_take_text(statement, 2, &old->owner, error) ||
			       as_sql_take_text(statement, 3, &old->lane, error) ||
			       as_sql_take_bytes(statement, 4, &old->options, error)
		       ? -1
		       : 0;
}

static int read_old(struct as_connection *writer, const struct as_queued *queued,
	struct as_old_job *old, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_JOB_OLD, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, queued->again);
	sqlite3_bind_int64(statement, 2, queued->order->space);
	const int found = as_sql_step(writer, statement, error);
	if (found <= 0)
		return found < 0 ? -1 : as_no_such_job(queued->again, error);
	const int failed = take_old(statement, old, error);
	sqlite3_reset(statement);
	return failed;
}

static int judge_again(struct as_connection *writer, const struct as_queued *queued,
	struct as_store_ticket *ticket, struct as_error *error)
{
	AS_AUTO(as_old_job_clear) struct as_old_job old = {0};

	if (read_old(writer, queued, &old, error))
		return -1;
	const struct as_store_order order = as_again_order(queued->order, &old);
	return add_job(writer, &(struct as_queued){.order = &order}, old.submission, ticket, error);
}

/* ---- all ---- */

int as_sqlite_queue(struct as_connection *writer, const struct as_queued *queued,
	struct as_store_ticket *ticket, struct as_error *error)
{
	struct known known = {0};
	int64_t submission;

	if (queued->again)
		return judge_again(writer, queued, ticket, error) ? -1 : 1;
	const int found = find_known(writer, queued, &known, error);
	if (found < 0)
		return -1;
	if (found)
		return take_known(writer, queued->order, &known, ticket, error);
	return add_submission(writer, queued, &submission, error) ||
			       add_job(writer, queued, submission, ticket, error)
		       ? -1
		       : 1;
}

static int submit_one(struct as_connection *writer, const struct as_queued *queued,
	struct as_store_ticket *ticket, struct as_error *error)
{
	const int is_queued = as_sqlite_queue(writer, queued, ticket, error);

	if (is_queued <= 0)
		return is_queued;
	return as_sqlite_add_event(
		writer, queued->order->space, ticket->job, AS_STORE_EVENT_QUEUED, error);
}

static int submit_all(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct batch *batch = context;

	for (size_t i = 0; i < batch->count; i++)
		if (submit_one(writer, &batch->queued[i], &batch->tickets[i], error))
			return -1;
	return 0;
}

int as_sqlite_submit(void *back, const struct as_queued *queued, size_t count,
	struct as_store_ticket *tickets, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	if (as_writer_write(
		    &sqlite->writer, submit_all, &(struct batch){queued, count, tickets}, error))
		return -1;
	as_watcher_queued(&sqlite->watcher);
	return 0;
}

/* ---- reading ---- */

int as_sqlite_find_job(void *back, int64_t space, const char *key, struct as_store_ticket *ticket,
	struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);
	int found = -1;

	if (!reader)
		return -1;
	sqlite3_stmt *statement = as_sql(reader, AS_SQL_JOB_FIND_KEY, error);
	if (statement) {
		sqlite3_bind_int64(statement, 1, space);
		as_sql_text(statement, 2, key);
		found = as_sql_step(reader, statement, error);
	}
	if (found == 1)
		*ticket = (struct as_store_ticket){.job = sqlite3_column_int64(statement, 0),
			.state = (enum as_store_state)sqlite3_column_int(statement, 1)};
	as_reader_give(back, reader);
	return found;
}

static void take_job(sqlite3_stmt *statement, struct as_store_job *job)
{
	*job = (struct as_store_job){.state = (enum as_store_state)sqlite3_column_int(statement, 0),
		.attempt = sqlite3_column_int64(statement, 1),
		.death_count = (unsigned)sqlite3_column_int64(statement, 2),
		.began_ms = sqlite3_column_int64(statement, 8)};
	if (job->state == AS_STORE_DONE)
		job->ended_ms = sqlite3_column_int64(statement, 9);
	if (job->state == AS_STORE_HELD)
		as_store_held_cause((const char *)sqlite3_column_text(statement, 6),
			(const char *)sqlite3_column_text(statement, 7), &job->cause);
	if (job->state == AS_STORE_CANCELLED)
		as_error_set(&job->cause, AS_ERROR_INPUT, "cancelled");
	if (job->state != AS_STORE_FAILED)
		return;
	job->cause.kind = (enum as_error_kind)sqlite3_column_int(statement, 3);
	job->cause.sys_errno = sqlite3_column_int(statement, 4);
	const char *text = (const char *)sqlite3_column_text(statement, 5);
	snprintf(job->cause.text, sizeof(job->cause.text), "%s", text ? text : "");
}

int as_sqlite_read_job(void *back, int64_t id, struct as_store_job *job, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);
	int found = -1;

	if (!reader)
		return -1;
	sqlite3_stmt *statement = as_sql(reader, AS_SQL_JOB_READ, error);
	if (statement) {
		sqlite3_bind_int64(statement, 1, id);
		found = as_sql_step(reader, statement, error);
	}
	if (found == 1)
		take_job(statement, job);
	as_reader_give(back, reader);
	return found;
}

int as_sqlite_find_result(
	void *back, int64_t job, char digest[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);
	int found = -1;

	if (!reader)
		return -1;
	sqlite3_stmt *statement = as_sql(reader, AS_SQL_RESULT_FIND, error);
	if (statement) {
		sqlite3_bind_int64(statement, 1, job);
		found = as_sql_step(reader, statement, error);
	}
	if (found == 1)
		as_sql_copy_text(statement, 0, digest, AS_DIGEST_HEX_SIZE);
	as_reader_give(back, reader);
	return found;
}
