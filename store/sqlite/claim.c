/* SPDX-License-Identifier: MIT */
/* Claims. A job whose workers died several times may be their cause: before its last attempt it
 * waits until nothing else is claimed, and nothing is claimed beside it. */
#include "sqlite.h"

/* ---- claiming ---- */

struct head {
	int64_t id, class, priority, tag, deaths;
};

static bool is_before(const struct head *a, const struct head *b)
{
	if (a->class != b->class)
		return a->class < b->class;
	if (a->priority != b->priority)
		return a->priority > b->priority;
	return a->tag != b->tag ? a->tag < b->tag : a->id < b->id;
}

struct wanted {
	const struct as_store_wanted *jobs;
	struct as_class_range ranges[AS_STORE_CLASS_COUNT];
	size_t range_count;
	int64_t session;
	struct as_store_claim *claim;
};

/* 1, or 0 if no job has the lane and the classes. */
static int read_head(struct as_connection *writer, const struct wanted *wanted, const char *lane,
	const struct as_class_range *range, struct head *head, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_CLAIM_HEAD, error);

	if (!statement)
		return -1;
	as_sql_text(statement, 1, lane);
	sqlite3_bind_int64(statement, 2, range->first);
	sqlite3_bind_int64(statement, 3, range->last);
	as_sql_text(statement, 4, wanted->jobs->package);
	const int found = as_sql_step(writer, statement, error);
	if (found == 1)
		*head = (struct head){.id = sqlite3_column_int64(statement, 0),
			.class = sqlite3_column_int64(statement, 1),
			.priority = sqlite3_column_int64(statement, 2),
			.tag = sqlite3_column_int64(statement, 3),
			.deaths = sqlite3_column_int64(statement, 4)};
	sqlite3_reset(statement);
	return found;
}

static int find_head(struct as_connection *writer, const struct wanted *wanted, struct head *best,
	struct as_error *error)
{
	const size_t count = wanted->jobs->lane_count * wanted->range_count;
	int any = 0;

	for (size_t i = 0; i < count; i++) {
		struct head head = {0};
		const int found =
			read_head(writer, wanted, wanted->jobs->lanes[i / wanted->range_count],
				&wanted->ranges[i % wanted->range_count], &head, error);
		if (found < 0)
			return -1;
		if (found && (!any || is_before(&head, best)))
			*best = head;
		any |= found;
	}
	return any;
}

/* 1 if the job may start now. */
static int may_start(struct as_connection *writer, const struct head *head, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_CLAIM_OTHERS, error);
	int64_t attempts;

	if (!statement || as_sql_attempts(&writer->sql, &attempts, error) ||
		as_sql_step(writer, statement, error) != 1)
		return -1;
	const int64_t others = sqlite3_column_int64(statement, 0);
	const int64_t max_deaths = sqlite3_column_int64(statement, 1);
	sqlite3_reset(statement);
	/* With one attempt no job is known to be dangerous. */
	const int64_t alone = attempts > 1 ? attempts - 1 : INT64_MAX;
	return others == 0 || (head->deaths < alone && max_deaths < alone);
}

static int take(struct as_connection *writer, const struct head *head, int64_t session,
	struct as_error *error)
{
	sqlite3_stmt *claim = as_sql(writer, AS_SQL_CLAIM_TAKE, error);
	sqlite3_stmt *clock = as_sql(writer, AS_SQL_CLOCK_WRITE, error);

	if (!claim || !clock)
		return -1;
	sqlite3_bind_int64(claim, 1, head->id);
	sqlite3_bind_int64(claim, 2, session);
	sqlite3_bind_int64(claim, 3, as_sqlite_now_ms());
	sqlite3_bind_int64(clock, 1, head->class);
	sqlite3_bind_int64(clock, 2, head->tag);
	return as_sqlite_run(writer, claim, error) || as_sqlite_run(writer, clock, error) ? -1 : 0;
}

static int read_columns(
	sqlite3_stmt *statement, struct as_store_claim *claim, struct as_error *error)
{
	claim->attempt = sqlite3_column_int64(statement, 0);
	claim->session = sqlite3_column_int64(statement, 1);
	as_sql_copy_text(statement, 2, claim->package, sizeof(claim->package));
	as_sql_copy_text(statement, 3, claim->files, sizeof(claim->files));
	return as_sql_take_text(statement, 4, &claim->path, error) ||
			       as_sql_take_text(statement, 5, &claim->language, error) ||
			       as_sql_take_text(statement, 6, &claim->entry_point, error) ||
			       as_sql_take_bytes(statement, 7, &claim->options, error)
		       ? -1
		       : 0;
}

static int read_claim(struct as_connection *writer, int64_t job, struct as_store_claim *claim,
	struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_CLAIM_READ, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, job);
	claim->job = job;
	const int found = as_sql_step(writer, statement, error);
	const int failed = found != 1 || read_columns(statement, claim, error);
	sqlite3_reset(statement);
	if (found == 0)
		return as_error_at(error, AS_ERROR_INTERNAL, writer->path, 0, 0,
			"the store is damaged: the submission of job %lld is missing; restore a "
			"backup",
			(long long)job);
	return failed ? -1 : 0;
}

static int claim_first(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct wanted *wanted = context;
	struct head head = {0};
	int found = find_head(writer, wanted, &head, error);

	if (found == 1)
		found = may_start(writer, &head, error);
	if (found != 1)
		return found;
	return take(writer, &head, wanted->session, error) ||
			       read_claim(writer, head.id, wanted->claim, error)
		       ? -1
		       : 1;
}

int as_sqlite_claim(void *back, const struct as_store_wanted *jobs, struct as_store_claim *claim,
	struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct wanted wanted = {.jobs = jobs, .session = sqlite->session, .claim = claim};

	wanted.range_count = as_class_ranges(jobs->classes, wanted.ranges);
	return as_writer_write(&sqlite->writer, claim_first, &wanted, error);
}

/* No heartbeat is needed: the owner's lock shows that it lives. */
int as_sqlite_beat(void *back, const struct as_store_claim *claim, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);
	int found = -1;

	if (!reader)
		return -1;
	sqlite3_stmt *statement = as_sql(reader, AS_SQL_CLAIM_HOLDS, error);
	if (statement) {
		sqlite3_bind_int64(statement, 1, claim->job);
		sqlite3_bind_int64(statement, 2, claim->attempt);
		sqlite3_bind_int64(statement, 3, claim->session);
		found = as_sql_step(reader, statement, error);
	}
	as_reader_give(back, reader);
	return found;
}

/* ---- the end of a claim ---- */

struct ending {
	const struct as_store_claim *claim;
	const struct as_recorded *recorded; /* or NULL */
	const struct as_error *cause;       /* or NULL */
};

/* Ends the claim by a statement that returns the space. 0: the claim is lost. */
static int end_claim(struct as_connection *writer, const struct as_store_claim *claim,
	sqlite3_stmt *statement, int64_t *space, struct as_error *error)
{
	sqlite3_bind_int64(statement, 1, claim->job);
	sqlite3_bind_int64(statement, 2, claim->attempt);
	sqlite3_bind_int64(statement, 3, claim->session);
	const int found = as_sql_step(writer, statement, error);
	if (found != 1)
		return found;
	*space = sqlite3_column_int64(statement, 0);
	return as_sqlite_run(writer, statement, error) ? -1 : 1;
}

static int add_result(
	struct as_connection *writer, const struct ending *ending, struct as_error *error)
{
	const struct as_store_claim *claim = ending->claim;
	sqlite3_stmt *add = as_sql(writer, AS_SQL_RESULT_ADD, error);
	sqlite3_stmt *set = as_sql(writer, AS_SQL_RESULT_SET, error);

	if (!add || !set || as_sql_keep_content(&writer->sql, &ending->recorded->bytes, error))
		return -1;
	sqlite3_bind_int64(add, 1, claim->job);
	sqlite3_bind_int64(add, 2, claim->attempt);
	sqlite3_bind_int64(add, 3, claim->session);
	sqlite3_bind_int64(add, 4, (int64_t)ending->recorded->verdict);
	as_sql_text(add, 5, ending->recorded->bytes.digest);
	sqlite3_bind_int64(add, 6, as_sqlite_now_ms());
	if (ending->recorded->is_scored)
		sqlite3_bind_int64(add, 7, ending->recorded->score_e6);
	as_sql_text(add, 8, ending->recorded->groups);
	as_sql_text(add, 9, ending->recorded->runs);
	if (as_sqlite_run(writer, add, error))
		return -1;
	sqlite3_bind_int64(set, 1, claim->job);
	sqlite3_bind_int64(set, 2, sqlite3_last_insert_rowid(writer->db));
	return as_sqlite_run(writer, set, error);
}

static int complete(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct ending *ending = context;
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_CLAIM_COMPLETE, error);
	int64_t space;

	if (!statement)
		return -1;
	const int found = end_claim(writer, ending->claim, statement, &space, error);
	if (found != 1)
		return found;
	return add_result(writer, ending, error) ||
			       as_sql_note_fault(&writer->sql, ending->claim->job,
				       ending->recorded->cause, error) ||
			       as_sql_add_event(&writer->sql, space, ending->claim->job,
				       AS_STORE_EVENT_DONE, error)
		       ? -1
		       : 1;
}

static int fail(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct ending *ending = context;
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_CLAIM_FAIL, error);
	char text[sizeof(ending->cause->where) + sizeof(ending->cause->text) + 32];
	int64_t space;

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 4, (int64_t)ending->cause->kind);
	sqlite3_bind_int64(statement, 5, ending->cause->sys_errno);
	as_sql_text(statement, 6, as_error_format(ending->cause, text, sizeof(text)));
	const int found = end_claim(writer, ending->claim, statement, &space, error);
	if (found != 1)
		return found;
	return (as_store_is_package_fault(ending->cause) &&
		       as_sql_note_fault(
			       &writer->sql, ending->claim->job, ending->cause->text, error)) ||
			       as_sql_add_event(&writer->sql, space, ending->claim->job,
				       AS_STORE_EVENT_FAILED, error)
		       ? -1
		       : 1;
}

static int release(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct ending *ending = context;
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_CLAIM_RELEASE, error);
	int64_t space;

	return statement ? end_claim(writer, ending->claim, statement, &space, error) : -1;
}

int as_sqlite_complete(void *back, const struct as_store_claim *claim,
	const struct as_recorded *recorded, struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct ending ending = {.claim = claim, .recorded = recorded};

	return as_writer_write(&sqlite->writer, complete, &ending, error);
}

int as_sqlite_fail(void *back, const struct as_store_claim *claim, const struct as_error *cause,
	struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct ending ending = {.claim = claim, .cause = cause};

	return as_writer_write(&sqlite->writer, fail, &ending, error);
}

int as_sqlite_release(void *back, const struct as_store_claim *claim, struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct ending ending = {.claim = claim};

	return as_writer_write(&sqlite->writer, release, &ending, error);
}

static int release_all(struct as_connection *writer, void *context, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_JOB_RELEASE_ALL, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, *(const int64_t *)context);
	return as_sqlite_run(writer, statement, error);
}

int as_sqlite_release_all(struct as_sqlite *sqlite, struct as_error *error)
{
	return as_writer_write(&sqlite->writer, release_all, &sqlite->session, error);
}
