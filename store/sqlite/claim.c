/* SPDX-License-Identifier: MIT */
/* Claims. A job whose workers died several times may be their cause: before its last attempt it
 * waits until nothing else is claimed, and nothing is claimed beside it. */
#include "blobs.h"
#include "jobs.h"
#include "sqlite.h"
#include "texts.h"

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
static int read_head(struct as_sql *sql, const struct wanted *wanted, const char *lane,
	const struct as_class_range *range, struct head *head, struct as_error *error)
{
	static const struct as_statement read = {
		.text = "SELECT id, class, priority, tag, deaths FROM job WHERE lane = $1"
			" AND state = 0 AND class BETWEEN $2 AND $3"
			" AND ($4 IS NULL OR package = $4)"
			" ORDER BY class, priority DESC, tag, id LIMIT 1"};
	AS_ROWS rows = {0};
	const int found = as_sql_find(sql, &read,
		AS_VALUES(AS_TEXT(lane), AS_INT(range->first), AS_INT(range->last),
			AS_TEXT(wanted->jobs->package)),
		&rows, error);

	if (found == 1)
		*head = (struct head){.id = as_rows_number(&rows, 0),
			.class = as_rows_number(&rows, 1),
			.priority = as_rows_number(&rows, 2),
			.tag = as_rows_number(&rows, 3),
			.deaths = as_rows_number(&rows, 4)};
	return found;
}

static int find_head(
	struct as_sql *sql, const struct wanted *wanted, struct head *best, struct as_error *error)
{
	const size_t count = wanted->jobs->lane_count * wanted->range_count;
	int any = 0;

	for (size_t i = 0; i < count; i++) {
		struct head head = {0};
		const int found =
			read_head(sql, wanted, wanted->jobs->lanes[i / wanted->range_count],
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
static int may_start(struct as_sql *sql, const struct head *head, struct as_error *error)
{
	static const struct as_statement read = {
		.text = "SELECT count(*), coalesce(max(deaths), 0), " AS_SQL_ATTEMPTS
			" FROM job WHERE state = 1"};
	AS_ROWS rows = {0};

	if (as_sql_find(sql, &read, NULL, &rows, error) != 1)
		return -1;
	const int64_t attempts = as_rows_number(&rows, 2);
	/* With one attempt no job is known to be dangerous. */
	const int64_t alone = attempts > 1 ? attempts - 1 : INT64_MAX;
	return as_rows_number(&rows, 0) == 0 ||
	       (head->deaths < alone && as_rows_number(&rows, 1) < alone);
}

static int take_job(
	struct as_sql *sql, const struct head *head, int64_t session, struct as_error *error)
{
	static const struct as_statement claim = {
		.text = "UPDATE job SET state = 1, session = $2, attempt = attempt + 1,"
			" claimed = now_ms() WHERE id = $1 AND state = 0"};
	static const struct as_statement clock = {
		.text = "INSERT INTO clock (class, tag) VALUES ($1, coalesce("
			"min($2, (SELECT min(tag) FROM job WHERE state = 0 AND class = $1)),"
			" (SELECT max(next) - 1 FROM share WHERE class = $1), $2))"
			" ON CONFLICT (class) DO UPDATE SET tag = max(tag, excluded.tag)"};

	return as_sql_run(sql, &claim, AS_VALUES(AS_INT(head->id), AS_INT(session)), error) < 0 ||
			       as_sql_run(sql, &clock,
				       AS_VALUES(AS_INT(head->class), AS_INT(head->tag)), error) < 0
		       ? -1
		       : 0;
}

static int read_claim(
	struct as_sql *sql, int64_t job, struct as_store_claim *claim, struct as_error *error)
{
	static const struct as_statement read = {
		.text = "SELECT job.attempt, job.session, job.package, submission.files,"
			" submission.path, submission.language, submission.entry_point, "
			"job.options,"
			" job.class"
			" FROM job JOIN submission ON submission.id = job.submission"
			" WHERE job.id = $1"};
	AS_ROWS rows = {0};
	const int found = as_sql_find(sql, &read, AS_VALUES(AS_INT(job)), &rows, error);

	if (found == 0)
		return as_error_at(error, AS_ERROR_INTERNAL,
			((const struct as_connection *)sql)->path, 0, 0,
			"the store is damaged: the submission of job %lld is missing; restore a "
			"backup",
			(long long)job);
	if (found < 0)
		return -1;
	claim->job = job;
	claim->attempt = as_rows_number(&rows, 0);
	claim->session = as_rows_number(&rows, 1);
	return as_rows_claim(&rows, 2, claim, error);
}

static int claim_first(struct as_sql *sql, void *context, struct as_error *error)
{
	const struct wanted *wanted = context;
	struct head head = {0};
	int found = find_head(sql, wanted, &head, error);

	if (found == 1)
		found = may_start(sql, &head, error);
	if (found != 1)
		return found;
	return take_job(sql, &head, wanted->session, error) ||
			       read_claim(sql, head.id, wanted->claim, error)
		       ? -1
		       : 1;
}

int as_sqlite_claim(void *back, const struct as_store_wanted *jobs, struct as_store_claim *claim,
	struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct wanted wanted = {.jobs = jobs, .session = sqlite->session, .claim = claim};

	wanted.range_count = as_class_ranges(jobs->classes, wanted.ranges);
	return as_sqlite_write(back, claim_first, &wanted, error);
}

/* ---- the end of a claim ---- */

struct ending {
	const struct as_store_claim *claim;
	const struct as_recorded *recorded;
};

static int add_result(struct as_sql *sql, const struct ending *ending, struct as_error *error)
{
	static const struct as_statement add = {
		.text = "INSERT INTO result (job, attempt, session, verdict, bytes, recorded,"
			" score, group_scores, runs) VALUES ($1, $2, $3, $4, $5, now_ms(), $6, $7, "
			"$8)"};
	static const struct as_statement set = {
		.text = "UPDATE job SET result = last_insert_rowid() WHERE id = $1"};
	const struct as_recorded *recorded = ending->recorded;

	return as_sql_keep_content(sql, &recorded->bytes, error) ||
			       as_sql_run(sql, &add,
				       AS_VALUES(AS_CLAIM(ending->claim),
					       AS_INT((int64_t)recorded->verdict),
					       AS_TEXT(recorded->bytes.digest),
					       recorded->is_scored ? AS_INT(recorded->score_e6)
								   : AS_NULL,
					       AS_TEXT(recorded->groups), AS_TEXT(recorded->runs)),
				       error) < 0 ||
			       as_sql_run(sql, &set, AS_VALUES(AS_INT(ending->claim->job)), error) <
				       0
		       ? -1
		       : 0;
}

static int complete(struct as_sql *sql, void *context, struct as_error *error)
{
	static const struct as_statement end = {
		.text = "UPDATE job SET state = 2, session = NULL" AS_SQL_CLAIMED
			" RETURNING space"};
	const struct ending *ending = context;
	int64_t space;
	const int found =
		as_sql_end_claim(sql, &end, AS_VALUES(AS_CLAIM(ending->claim)), &space, error);

	if (found != 1)
		return found;
	return add_result(sql, ending, error) ||
			       as_sql_note_fault(
				       sql, ending->claim->job, ending->recorded->cause, error) ||
			       as_sql_add_event(
				       sql, space, ending->claim->job, AS_STORE_EVENT_DONE, error)
		       ? -1
		       : 1;
}

int as_sqlite_complete(void *back, const struct as_store_claim *claim,
	const struct as_recorded *recorded, struct as_error *error)
{
	struct ending ending = {.claim = claim, .recorded = recorded};

	return as_sqlite_write(back, complete, &ending, error);
}

int as_sqlite_release_all(struct as_sqlite *sqlite, struct as_error *error)
{
	static const struct as_statement end = {
		.text = "UPDATE job SET " AS_SQL_PUT_BACK " WHERE state = 1 AND session = $1"};

	return as_sqlite_execute(sqlite, &end, AS_VALUES(AS_INT(sqlite->session)), error) < 0 ? -1
											      : 0;
}
