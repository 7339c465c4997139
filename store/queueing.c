/* SPDX-License-Identifier: MIT */
/*
 * Queues jobs by start-time fair queueing. The tag of a job is the maximum of the class's clock and
 * of the tag after that of the owner's last job.
 *
 * In a file the clock follows the tags that are claimed, but does not pass one that is still
 * queued: an urgent job, or one of another lane, may be claimed before it. If no job is queued, the
 * clock is the last tag assigned.
 *
 * On a server claims do not move the clock, because all of them would wait for each other's flush.
 * It is updated when a job is queued, by one process at a time (an advisory lock): to the number
 * before the first queued tag, or, if none is queued, to the last tag assigned. It never decreases.
 *
 * So two owners alternate, an owner that comes later does not wait behind the queue of another, and
 * an idle owner accumulates no credit. Tags are fixed when a job is queued: the queue is never
 * rewritten.
 *
 * If the connection to a server is lost during the commit, it is unknown whether the submissions
 * were stored. The first one has a token, by which they are found.
 */
#include "back.h"
#include "blobs.h"
#include "jobs.h"
#include "texts.h"

#include <inttypes.h>
#include <sys/random.h>

static const char *owner_of(const struct as_store_order *order)
{
	return order->owner ? order->owner : "";
}

/* ---- turns ---- */

/* The owner as in AS_SQL_SHARER. */
static int take_turn(struct as_sql *sql, const struct as_store_order *order, int64_t *tag,
	struct as_error *error)
{
	/* On a server: first the clock of the class, then the share. */
	static const struct as_statement take = {
		"SELECT max(coalesce((SELECT tag FROM clock WHERE class = $1), 0),"
		" coalesce((SELECT next FROM share WHERE class = $1 AND owner = $2), 0))",
		"WITH now AS (INSERT INTO clock AS c (class, tag, next) VALUES ($1, 0, 0)"
		" ON CONFLICT (class) DO UPDATE SET tag = greatest(c.tag, coalesce((SELECT min(tag)"
		" FROM job WHERE state = 0 AND class = $1), c.next) - 1) RETURNING tag)"
		" INSERT INTO share AS s (class, owner, next) SELECT $1::bigint, $2::bytea, tag + 1"
		" FROM now ON CONFLICT (class, owner) DO UPDATE"
		" SET next = greatest(s.next, excluded.next - 1) + 1 RETURNING next - 1"};
	static const struct as_statement share = {
		"INSERT OR REPLACE INTO share (class, owner, next) VALUES ($1, $2, $3)", ""};
	static const struct as_statement clock = {
		"", "UPDATE clock SET next = $2 WHERE class = $1 AND next < $2"};
	const struct as_value number = AS_INT((int64_t)order->class);
	AS_AUTO_FREE char *owner =
		as_text_format(error, "%" PRId64 "/%s", order->space, owner_of(order));
	AS_ROWS rows = {0};

	if (!owner || as_sql_find(sql, &take, AS_VALUES(number, AS_NAME(owner)), &rows, error) != 1)
		return -1;
	*tag = as_rows_number(&rows, 0);
	return as_sql_run(sql, &share, AS_VALUES(number, AS_NAME(owner), AS_INT(*tag + 1)), error) <
				       0 ||
			       as_sql_run(sql, &clock, AS_VALUES(number, AS_INT(*tag + 1)), error) <
				       0
		       ? -1
		       : 0;
}

/* ---- what is permitted ---- */

#define MOST "coalesce(" AS_SQL_COUNT_OF("$1", "queued") ", " AS_SQL_COUNT_OF("0", "queued") ")"
/* With few rows for a small limit. */
#define ROOM(limit)                                                                                \
	"SELECT most, (SELECT count(*) FROM (SELECT 1 FROM job WHERE state = 0 AND space = $1"     \
	" AND owner = $2 LIMIT " limit ") AS waiting) FROM (SELECT " MOST                          \
	" AS most) AS cap WHERE most IS NOT NULL"

static int check_room(
	struct as_sql *sql, const struct as_store_order *order, struct as_error *error)
{
	static const struct as_statement read = {
		ROOM("(SELECT coalesce(" MOST ", 0))"), ROOM("most")};
	AS_ROWS rows = {0};
	const int found = as_sql_find(sql, &read,
		AS_VALUES(AS_INT(order->space), AS_NAME(owner_of(order))), &rows, error);

	if (found != 1)
		return found;
	const int64_t max = as_rows_number(&rows, 0);
	if (as_rows_number(&rows, 1) < max)
		return 0;
	return as_error_set(error, AS_ERROR_USAGE,
		"'%s' has %lld submissions waiting, the most that the store permits; wait until "
		"some are judged",
		owner_of(order), (long long)max);
}

/* The initial state of a queued job. */
static int choose_state(struct as_sql *sql, const struct as_store_order *order,
	enum as_store_state *state, struct as_error *error)
{
	static const struct as_statement find = {
		.text = "SELECT digest FROM package WHERE digest = $1 AND held IS NOT NULL"};
	AS_ROWS rows = {0};
	const int held = as_sql_find(sql, &find, AS_VALUES(AS_TEXT(order->package)), &rows, error);

	*state = held ? AS_STORE_HELD : AS_STORE_QUEUED;
	return held < 0 || check_room(sql, order, error) ? -1 : 0;
}

/* ---- a new job ---- */

/* `batch` may be NULL: then no token is needed. */
static int add_submission(struct as_sql *sql, const struct as_queued *queued,
	struct as_batch *batch, int64_t *id, struct as_error *error)
{
	/* clang-format off */
	static const struct as_statement add = {
		"INSERT INTO submission (space, owner, path, language, entry_point, files,"
		" received) VALUES ($1, $2, $3, $4, $5, $6, now_ms()) RETURNING id",
		"WITH gate AS (SELECT 1), " AS_PG_ADD_CONTENT("$6", "$7", "$8", "gate")
		" INSERT INTO submission (space, owner, path, language, entry_point, files, token,"
		" received) VALUES ($1, $2, $3, $4, $5, $6, $9, now_ms()) RETURNING id"};
	/* clang-format on */
	const struct as_store_order *order = queued->order;
	const struct as_content *files = &queued->files;

	if (as_sql_keep_content(sql, files, error) ||
		as_sql_insert(sql, &add,
			AS_VALUES(AS_INT(order->space), AS_NAME(owner_of(order)),
				AS_NAME(order->path), AS_NAME(order->language),
				AS_NAME(order->entry_point), AS_TEXT(files->digest),
				AS_INT((int64_t)files->size),
				files->data ? AS_BYTES(files->data, files->size) : AS_NULL,
				batch && !batch->first ? AS_BYTES(batch->token, AS_TOKEN_BYTES)
						       : AS_NULL),
			id, error))
		return -1;
	if (batch && !batch->first)
		batch->first = *id;
	return 0;
}

static int add_job(struct as_sql *sql, const struct as_queued *queued, int64_t submission,
	struct as_store_ticket *ticket, struct as_error *error)
{
	static const struct as_statement add = {
		.text = "INSERT INTO job (space, key, package, submission, options, class,"
			" priority, owner, lane, tag, state) VALUES ($1, $2, $3, $4, $5, $6, $7, "
			"$8, $9, $10, $11)"
			" RETURNING id"};
	const struct as_store_order *order = queued->order;
	enum as_store_state state;
	int64_t tag, id;

	if (choose_state(sql, order, &state, error) || take_turn(sql, order, &tag, error) ||
		as_sql_insert(sql, &add,
			AS_VALUES(AS_INT(order->space), AS_TEXT(*queued->key ? queued->key : NULL),
				AS_TEXT(order->package), AS_INT(submission),
				AS_BYTES(order->options.data, order->options.size),
				AS_INT((int64_t)order->class), AS_INT(order->priority),
				AS_NAME(owner_of(order)), AS_TEXT(order->lane ? order->lane : ""),
				AS_INT(tag), AS_INT((int64_t)state)),
			&id, error))
		return -1;
	*ticket = (struct as_store_ticket){.job = id, .state = state};
	return 0;
}

/* ---- a job that is there ---- */

struct known {
	int64_t id;
	enum as_store_state state;
	int64_t deaths;
	int verdict; /* -1: it has no result */
};

static const struct as_statement find_key = {
	.text = "SELECT job.id, job.state, job.deaths, coalesce(result.verdict, -1) FROM job"
		" LEFT JOIN result ON result.id = job.result WHERE job.space = $1"
		" AND job.key = $2"};

static int find_known(struct as_sql *sql, const struct as_queued *queued, struct known *known,
	struct as_error *error)
{
	AS_ROWS rows = {0};

	if (!*queued->key)
		return 0;
	const int found = as_sql_find(sql, &find_key,
		AS_VALUES(AS_INT(queued->order->space), AS_TEXT(queued->key)), &rows, error);
	if (found == 1)
		*known = (struct known){.id = as_rows_number(&rows, 0),
			.state = (enum as_store_state)as_rows_number(&rows, 1),
			.deaths = as_rows_number(&rows, 2),
			.verdict = (int)as_rows_number(&rows, 3)};
	return found;
}

static int queue_again(struct as_sql *sql, const struct as_store_order *order,
	struct as_store_ticket *ticket, struct as_error *error)
{
	static const struct as_statement again = {
		.text = "UPDATE job SET state = $5, class = $2, priority = $3, tag = $4,"
			" session = NULL, cause_kind = NULL, cause_errno = NULL, cause = NULL "
			"WHERE id = $1"};
	int64_t tag;

	return choose_state(sql, order, &ticket->state, error) ||
			       take_turn(sql, order, &tag, error) ||
			       as_sql_run(sql, &again,
				       AS_VALUES(AS_INT(ticket->job), AS_INT((int64_t)order->class),
					       AS_INT(order->priority), AS_INT(tag),
					       AS_INT((int64_t)ticket->state)),
				       error) < 0
		       ? -1
		       : 1;
}

/* 1: the existing job was queued again. 0: it was not. */
static int take_known(struct as_sql *sql, const struct as_store_order *order,
	const struct known *known, struct as_store_ticket *ticket, struct as_error *error)
{
	static const struct as_statement raise = {
		.text = "UPDATE job SET priority = $2 WHERE id = $1 AND state IN (0, 4)"
			" AND priority < $2"};
	int64_t attempts;

	*ticket = (struct as_store_ticket){.job = known->id, .state = known->state};
	if (as_sql_attempts(sql, &attempts, error))
		return -1;
	if (order->retry &&
		(known->state == AS_STORE_CANCELLED ||
			(known->state == AS_STORE_FAILED && known->deaths < attempts) ||
			(known->state == AS_STORE_DONE && known->verdict == (int)AS_VERDICT_JE)))
		return queue_again(sql, order, ticket, error);
	return as_sql_run(sql, &raise, AS_VALUES(AS_INT(known->id), AS_INT(order->priority)),
		       error) < 0
		       ? -1
		       : 0;
}

/* ---- a submission that is judged again ---- */

/* The members that a new job copies from an old one, all of them on the heap. */
struct old_job {
	int64_t submission;
	char *package, *owner, *lane;
	struct as_bytes options;
};

static void clear_old(struct old_job *old)
{
	free(old->package);
	free(old->owner);
	free(old->lane);
	as_bytes_clear(&old->options);
}

static int read_old(struct as_sql *sql, const struct as_queued *queued, struct old_job *old,
	struct as_error *error)
{
	static const struct as_statement read = {
		.text = "SELECT submission, package, owner, lane, options FROM job"
			" WHERE id = $1 AND space = $2"};
	AS_ROWS rows = {0};
	const int found = as_sql_find(sql, &read,
		AS_VALUES(AS_INT(queued->again), AS_INT(queued->order->space)), &rows, error);

	if (found <= 0)
		return found < 0 ? -1
				 : as_error_set(error, AS_ERROR_USAGE,
					   "the space has no job %lld whose submission could be "
					   "judged again",
					   (long long)queued->again);
	old->submission = as_rows_number(&rows, 0);
	return as_rows_take_text(&rows, 1, &old->package, error) ||
			       as_rows_take_text(&rows, 2, &old->owner, error) ||
			       as_rows_take_text(&rows, 3, &old->lane, error) ||
			       as_rows_take_bytes(&rows, 4, &old->options, error)
		       ? -1
		       : 0;
}

static int judge_again(struct as_sql *sql, const struct as_queued *queued,
	struct as_store_ticket *ticket, struct as_error *error)
{
	const struct as_store_order *asked = queued->order;
	AS_AUTO(clear_old) struct old_job old = {0};

	if (read_old(sql, queued, &old, error))
		return -1;
	const struct as_store_order order = {.space = asked->space,
		.package = asked->package ? asked->package : old.package,
		.owner = old.owner,
		.options = asked->options.data ? asked->options : old.options,
		.class = asked->class,
		.priority = asked->priority,
		.lane = asked->lane ? asked->lane : old.lane};
	return add_job(sql, &(struct as_queued){.order = &order}, old.submission, ticket, error)
		       ? -1
		       : 1;
}

/* ---- all ---- */

int as_sql_queue(struct as_sql *sql, const struct as_queued *queued, struct as_batch *batch,
	struct as_store_ticket *ticket, struct as_error *error)
{
	struct known known = {0};
	int64_t submission;

	if (queued->again)
		return judge_again(sql, queued, ticket, error);
	const int found = find_known(sql, queued, &known, error);
	if (found)
		return found < 0 ? -1 : take_known(sql, queued->order, &known, ticket, error);
	return add_submission(sql, queued, batch, &submission, error) ||
			       add_job(sql, queued, submission, ticket, error)
		       ? -1
		       : 1;
}

const struct as_statement as_queue_lock = {
	"", "SELECT pg_advisory_xact_lock(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_SUBMIT ")"};

int as_sql_lock_queue(struct as_sql *sql, struct as_error *error)
{
	return as_sql_run(sql, &as_queue_lock, NULL, error) < 0 ||
			       as_sql_run(sql, &as_hold_share, NULL, error) < 0
		       ? -1
		       : 0;
}

struct submitting {
	struct as_batch batch;
	const struct as_queued *queued;
	size_t count;
	struct as_store_ticket *tickets;
};

static int submit_one(
	struct as_sql *sql, struct submitting *submitting, size_t index, struct as_error *error)
{
	const struct as_queued *queued = &submitting->queued[index];
	struct as_store_ticket *ticket = &submitting->tickets[index];
	const int is_queued = as_sql_queue(sql, queued, &submitting->batch, ticket, error);

	return is_queued == 1 ? as_sql_add_event(sql, queued->order->space, ticket->job,
					AS_STORE_EVENT_QUEUED, error)
			      : is_queued;
}

static int submit_all(struct as_sql *sql, void *context, struct as_error *error)
{
	static const struct as_statement committed = {
		"", "SELECT id FROM submission WHERE id = $1 AND token = $2"};
	struct submitting *submitting = context;

	/* An earlier try that is still running holds the lock. */
	if (as_sql_lock_queue(sql, error))
		return -1;
	const int found = as_sql_find_committed(sql, &committed, &submitting->batch, error);
	if (found)
		return found < 0 ? -1 : 0;
	for (size_t i = 0; i < submitting->count; i++)
		if (submit_one(sql, submitting, i, error))
			return -1;
	return 0;
}

int as_batch_make(struct as_batch *batch, struct as_error *error)
{
	return getrandom(batch->token, AS_TOKEN_BYTES, 0) == AS_TOKEN_BYTES
		       ? 0
		       : as_error_set(error, AS_ERROR_INTERNAL, "cannot read random bytes");
}

int as_sql_find_committed(struct as_sql *sql, const struct as_statement *statement,
	struct as_batch *batch, struct as_error *error)
{
	AS_ROWS rows = {0};

	if (!batch->first)
		return 0;
	const int found = as_sql_find(sql, statement,
		AS_VALUES(AS_INT(batch->first), AS_BYTES(batch->token, AS_TOKEN_BYTES)), &rows,
		error);
	if (found == 0)
		batch->first = 0;
	return found;
}

int as_store_submit(struct as_store *store, const struct as_store_order *orders, size_t count,
	struct as_store_ticket *tickets, struct as_error *error)
{
	AS_AUTO_FREE struct as_queued *queued = calloc(count + 1, sizeof(*queued));
	struct submitting submitting = {.queued = queued, .count = count, .tickets = tickets};

	if (!queued)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		if (as_queued_make(store, &orders[i], &queued[i], error))
			return -1;
	if (count == 0)
		return 0;
	if (as_batch_make(&submitting.batch, error) ||
		as_store_write(store, submit_all, &submitting, error))
		return -1;
	store->ops->tell(store->back, true);
	return 0;
}

int as_store_find(struct as_store *store, const struct as_store_order *order,
	struct as_store_ticket *ticket, struct as_error *error)
{
	char key[AS_DIGEST_HEX_SIZE];
	AS_ROWS rows = {0};

	as_order_key(order, key);
	if (!*key)
		return 0;
	const int found = as_store_query(
		store, &find_key, AS_VALUES(AS_INT(order->space), AS_TEXT(key)), &rows, error);
	if (found == 1)
		*ticket = (struct as_store_ticket){.job = as_rows_number(&rows, 0),
			.state = (enum as_store_state)as_rows_number(&rows, 1)};
	return found;
}
