/* SPDX-License-Identifier: MIT */
/*
 * Claims, and their ends with a result. Each is one statement, unless its package may have to be
 * held. A job whose workers died several times may be their cause: before its last attempt it waits
 * until its session has claimed nothing else, and nothing is claimed beside it in that session.
 */
#include "jobs.h"
#include "postgres.h"

/* ---- claiming ---- */

/* Three arrays of equal length: a lane, and the first and the last class. */
struct wanted {
	char *lanes, *first, *last;
	const char *package;
	struct as_store_claim *claim;
};

static void clear_wanted(struct wanted *wanted)
{
	free(wanted->lanes);
	free(wanted->first);
	free(wanted->last);
}

static int write_wanted(
	const struct as_store_wanted *jobs, struct wanted *wanted, struct as_error *error)
{
	struct as_class_range ranges[AS_STORE_CLASS_COUNT];
	const size_t range_count = as_class_ranges(jobs->classes, ranges);
	const size_t count = jobs->lane_count * range_count;
	AS_AUTO_FREE char(*numbers)[2][24] = calloc(range_count, sizeof(*numbers));
	AS_AUTO_FREE const char **items = calloc(3 * count, sizeof(*items));

	if (!numbers || !items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < range_count; i++) {
		snprintf(numbers[i][0], sizeof(numbers[i][0]), "%lld", (long long)ranges[i].first);
		snprintf(numbers[i][1], sizeof(numbers[i][1]), "%lld", (long long)ranges[i].last);
	}
	for (size_t i = 0; i < count; i++) {
		items[i] = jobs->lanes[i / range_count];
		items[count + i] = numbers[i % range_count][0];
		items[2 * count + i] = numbers[i % range_count][1];
	}
	wanted->package = jobs->package;
	wanted->lanes = as_pg_write_array(items, count, error);
	wanted->first = as_pg_write_array(items + count, count, error);
	wanted->last = as_pg_write_array(items + 2 * count, count, error);
	return wanted->lanes && wanted->first && wanted->last ? 0 : -1;
}

/*
 * $1 lanes, $2 session, $3 version, $4 and $5 first and last class of each lane, $6 package. Locks
 * the first job of each lane, and claims the first of those, if it may start. It does not wait for
 * the disk: if the server dies and loses a claim, the session of the claim dies, too.
 */
const struct as_statement as_pg_claim_first = {
	.text = "WITH head AS MATERIALIZED (SELECT first.* FROM unnest($1::text[], $4::bigint[],"
		" $5::bigint[]) AS wanted (lane, least, most),"
		" LATERAL (SELECT id, class, priority, tag, deaths FROM job"
		" WHERE job.lane = wanted.lane AND state = 0"
		" AND class BETWEEN wanted.least AND wanted.most"
		" AND ($6::text IS NULL OR job.package = $6)"
		" ORDER BY class, priority DESC, tag, id LIMIT 1 FOR UPDATE SKIP LOCKED) AS first"
		" ORDER BY class, priority DESC, tag, id LIMIT 1),"
		" beside AS MATERIALIZED (SELECT count(*) AS count, coalesce(max(deaths), 0)"
		" AS deaths FROM job WHERE state = 1 AND session = $2),"
		" alone AS MATERIALIZED (SELECT CASE attempts WHEN 1 THEN 9223372036854775807"
		" ELSE attempts - 1 END AS deaths FROM (SELECT " AS_SQL_ATTEMPTS
		" AS attempts) AS cap),"
		" quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))"
		" UPDATE job SET state = 1, session = $2, attempt = attempt + 1, claimed = now_ms()"
		" FROM head, beside, alone, quick, submission WHERE job.id = head.id"
		" AND submission.id = job.submission AND (SELECT version FROM version) = $3"
		" AND (beside.count = 0 OR (head.deaths < alone.deaths"
		" AND beside.deaths < alone.deaths))"
		" RETURNING job.id, job.attempt, job.session, job.package, submission.files,"
		" submission.path, submission.language, submission.entry_point, job.options,"
		" job.class"};

/* A claim of a session that was lost meanwhile was released with the session. */
static int claim_first(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct wanted *wanted = context;
	struct as_store_claim *claim = wanted->claim;
	AS_ROWS rows = {0};
	const int found = as_sql_find(&session->link.sql, &as_pg_claim_first,
		AS_VALUES(AS_TEXT(wanted->lanes), AS_INT(session->number),
			AS_INT((int64_t)as_pg_migration_count), AS_TEXT(wanted->first),
			AS_TEXT(wanted->last), AS_TEXT(wanted->package)),
		&rows, error);

	if (found != 1)
		return found;
	claim->job = as_rows_number(&rows, 0);
	claim->attempt = as_rows_number(&rows, 1);
	claim->session = as_rows_number(&rows, 2);
	return as_rows_claim(&rows, 3, claim, error) ? -1 : 1;
}

int as_pg_claim(void *back, const struct as_store_wanted *jobs, struct as_store_claim *claim,
	struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_AUTO(clear_wanted) struct wanted wanted = {.claim = claim};

	return write_wanted(jobs, &wanted, error)
		       ? -1
		       : as_pg_session_call(&postgres->session, claim_first, &wanted, error);
}

/* ---- the end of a claim ---- */

bool as_pg_owns(void *back, const struct as_store_claim *claim)
{
	const struct as_postgres *postgres = back;

	return claim->session == postgres->session.number;
}

struct ending {
	const struct as_store_claim *claim;
	const struct as_recorded *recorded;
	bool is_again;
};

/* After the commit of the result: if this process dies in between, the package may be held too
 * early. */
static int clear_faults(struct as_pg_link *link, int64_t job, struct as_error *error)
{
	return as_pg_do(link, "BEGIN", error) ||
			       as_sql_run(&link->sql, &as_hold_lock, NULL, error) < 0 ||
			       as_sql_note_fault(&link->sql, job, "", error) ||
			       as_pg_do(link, "COMMIT", error)
		       ? -1
		       : 0;
}

/* $4 verdict, $5 digest, $6 size, $7 bytes, $8 score, $9 scores of groups, $10 runs. 1: done, and
 * `faults` are those of the package. */
static int write_result(
	struct as_sql *sql, const struct ending *ending, int64_t *faults, struct as_error *error)
{
	/* clang-format off */
	static const struct as_statement complete = {
		.text = "WITH ended AS (UPDATE job SET state = 2, session = NULL,"
			" result = nextval('result_id_seq')" AS_SQL_CLAIMED
			" RETURNING id, space, package, result), "
			AS_PG_ADD_CONTENT("$5", "$6", "$7", "ended")
			", kept AS (INSERT INTO result (id, job, attempt, session, verdict, bytes,"
			" recorded, score, group_scores, runs)"
			" SELECT result, id, $2::bigint, $3::bigint, $4::bigint, $5::text,"
			" now_ms(), $8::bigint, $9::bigint[], $10::bigint[] FROM ended)"
			" INSERT INTO unnumbered (space, job, kind, time)"
			" SELECT space, id, 1, now_ms() FROM ended"
			" RETURNING job, (SELECT faults FROM package JOIN ended ON digest = package)"};
	/* clang-format on */
	const struct as_recorded *recorded = ending->recorded;
	const struct as_content *bytes = &recorded->bytes;
	AS_ROWS rows = {0};
	const int found = as_sql_find(sql, &complete,
		AS_VALUES(AS_CLAIM(ending->claim), AS_INT((int64_t)recorded->verdict),
			AS_TEXT(bytes->digest), AS_INT((int64_t)bytes->size),
			bytes->data ? AS_BYTES(bytes->data, bytes->size) : AS_NULL,
			recorded->is_scored ? AS_INT(recorded->score_e6) : AS_NULL,
			AS_TEXT(recorded->groups), AS_TEXT(recorded->runs)),
		&rows, error);

	*faults = found == 1 ? as_rows_number(&rows, 1) : 0;
	return found;
}

static int complete(struct as_pg_session *session, void *context, struct as_error *error)
{
	static const struct as_statement find = {
		.text = "SELECT id FROM result WHERE job = $1 AND attempt = $2 AND session = $3"};
	struct ending *ending = context;
	const char *cause = ending->recorded->cause;
	const bool was_tried = ending->is_again;
	AS_ROWS rows = {0};
	int64_t faults;

	ending->is_again = true;
	const int found = ending->claim->session == session->number
				  ? write_result(&session->link.sql, ending, &faults, error)
				  : 0;
	if (found == 1 && !*cause && faults > 0)
		return clear_faults(&session->link, ending->claim->job, error) ? -1 : 1;
	if (found == 1 && *cause)
		return as_sql_note_fault(&session->link.sql, ending->claim->job, cause, error) ? -1
											       : 1;
	if (found || !was_tried)
		return found;
	/* The answer to an earlier try was lost. */
	return as_sql_find(
		&session->link.sql, &find, AS_VALUES(AS_CLAIM(ending->claim)), &rows, error);
}

/* In a transaction, for a judging error. */
static int complete_faulty(struct as_pg_session *session, void *context, struct as_error *error)
{
	return as_sql_run(&session->link.sql, &as_hold_lock, NULL, error) < 0
		       ? -1
		       : complete(session, context, error);
}

int as_pg_complete(void *back, const struct as_store_claim *claim,
	const struct as_recorded *recorded, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct ending ending = {.claim = claim, .recorded = recorded};

	const int ended =
		*recorded->cause
			? as_pg_session_write(&postgres->session, complete_faulty, &ending, error)
			: as_pg_session_call(&postgres->session, complete, &ending, error);

	if (ended == 1)
		as_pg_bell_ring(&postgres->bell, true);
	return ended;
}
