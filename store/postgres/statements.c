/* SPDX-License-Identifier: MIT */
/*
 * All SQL of the back end except the schema. Data is bound, never part of a text. The statements of
 * a transaction take locks in this order:
 * 1. the lock on queueing, if it queues jobs, so that no two of them wait for each other;
 * 2. the lock on holds, before the locks of any rows. Transactions that queue or release a job
 *    share it, so that no package becomes held meanwhile; one that counts a fault, holds or
 *    releases a package has it exclusively;
 * 3. the lock on the numbers of events, if it appends. A transaction that waits for it holds no
 *    locks of rows.
 */
#include "postgres.h"

#include <assay/store/queue.h>

/* The job, if the claim $1 (job), $2 (attempt), $3 (session) is still valid. */
#define CLAIMED " WHERE id = $1 AND attempt = $2 AND session = $3 AND state = 1"

#define NOW_MS AS_PG_NOW_MS
#define ATTEMPTS AS_SQL_ATTEMPTS
#define ADD_CONTENT AS_PG_ADD_CONTENT

/* A role that may not queue jobs may end a session only if it is over (guard.c). */
#define MAY_END(session) " AND (has_table_privilege('job', 'INSERT') OR is_over(" session "))"

/* The state of a claimed job after its release. */
#define PUT_BACK                                                                                   \
	"state = CASE WHEN EXISTS (SELECT 1 FROM package WHERE digest = job.package"               \
	" AND held IS NOT NULL) THEN 4 ELSE 0 END, session = NULL"

/* The blob b is not referenced. */
#define UNUSED                                                                                     \
	" AND NOT EXISTS (SELECT 1 FROM submission WHERE files = b.digest)"                        \
	" AND NOT EXISTS (SELECT 1 FROM result WHERE bytes = b.digest)"                            \
	" AND NOT EXISTS (SELECT 1 FROM package WHERE package.blob = b.digest)"                    \
	" AND NOT EXISTS (SELECT 1 FROM event WHERE event.blob = b.digest)"

static const char *const texts[AS_PG_COUNT] = {

	/* $1 before, $2 after: examines a number of blobs. Locks and marks the unreferenced ones;
	 * returns their number, and the last one examined. */
	[AS_PG_BLOB_MARK] =
		"WITH page AS MATERIALIZED (SELECT digest FROM blob WHERE digest > $2"
		" ORDER BY digest LIMIT 10000),"
		" old AS MATERIALIZED (SELECT b.digest FROM page JOIN blob AS b"
		" ON b.digest = page.digest WHERE b.written < $1" UNUSED
		" FOR UPDATE OF b SKIP LOCKED),"
		" marked AS (UPDATE blob SET written = -1 FROM old WHERE blob.digest = old.digest"
		" RETURNING 1) SELECT (SELECT count(*) FROM marked), max(digest) FROM page",
	/* Removes those of $1 to $2 that are still unreferenced: a reference may have been
	 * committed before they were locked. Returns their number and bytes. */
	[AS_PG_BLOB_REMOVE] =
		"WITH gone AS (DELETE FROM blob AS b WHERE digest > $1 AND digest <= $2"
		" AND written = -1" UNUSED " RETURNING digest, size),"
		" noted AS (INSERT INTO upload (digest, written, was_blob)"
		" SELECT digest, 0, 1 FROM gone"
		" ON CONFLICT (digest) DO UPDATE SET written = 0, was_blob = 1)"
		" SELECT count(*), coalesce(sum(size), 0)::bigint FROM gone",
	[AS_PG_BLOB_GUARD] = "INSERT INTO blob (digest, size) VALUES ($1, 0)"
			     " ON CONFLICT DO NOTHING RETURNING digest",
	[AS_PG_BLOB_UNGUARD] = "DELETE FROM blob WHERE digest = $1",
	[AS_PG_CHUNK_REMOVE] =
		"WITH first AS MATERIALIZED (SELECT ordinal FROM chunk WHERE digest = $1"
		" ORDER BY ordinal LIMIT 32),"
		" gone AS (DELETE FROM chunk USING first WHERE chunk.digest = $1"
		" AND chunk.ordinal = first.ordinal RETURNING octet_length(data) AS size)"
		" SELECT count(*), coalesce(sum(size), 0)::bigint FROM gone",
	[AS_PG_UPLOAD_REMOVE] = "DELETE FROM upload WHERE digest = $1",
	[AS_PG_UPLOAD_FIND] = "SELECT digest, was_blob FROM upload WHERE written < $1"
			      " ORDER BY written LIMIT 1 FOR UPDATE",
	[AS_PG_COLLECT_LOCK] =
		"SELECT pg_advisory_xact_lock(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_COLLECT ")",

	/* Rows of an export: the columns of transfer_tables.c. */
	[AS_PG_LOAD_SPACE] = "INSERT INTO space (id, name) VALUES ($1, $2)",
	[AS_PG_LOAD_SETTING] = "INSERT INTO setting (space, name, value) VALUES ($1, $2, $3)",
	[AS_PG_LOAD_PACKAGE] =
		"INSERT INTO package (digest, name, blob, fault, faults, held, held_at)"
		" VALUES ($1, $2, $3, $4, $5, $6, $7)",
	[AS_PG_LOAD_SESSION] = "INSERT INTO past_session (id, name, opened) VALUES ($1, $2, $3)",
	[AS_PG_LOAD_SUBMISSION] =
		"INSERT INTO submission (id, space, owner, path, language, entry_point, files,"
		" received) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
	[AS_PG_LOAD_JOB] =
		"INSERT INTO job (id, space, key, package, submission, options, class,"
		" priority, owner, lane, tag, state, attempt, deaths, cause_kind,"
		" cause_errno, cause, claimed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,"
		" $11, $12, $13, $14, $15, $16, $17, $18)",
	[AS_PG_LOAD_RESULT] =
		"INSERT INTO result (id, job, attempt, session, verdict, bytes, recorded, score,"
		" group_scores, runs) VALUES ($1, $2, $3, $4, $5, $6, $7, $8,"
		" convert_from($9, 'UTF8')::bigint[], convert_from($10, 'UTF8')::bigint[])",
	[AS_PG_LOAD_VALID] = "UPDATE job SET result = $2 WHERE id = $1",
	[AS_PG_LOAD_SHARE] = "INSERT INTO share (class, owner, next) VALUES ($1, $2, $3)",
	/* The shares exist already: the last turn assigned is before the latest of them. */
	[AS_PG_LOAD_CLOCK] = "INSERT INTO clock (class, tag, next) VALUES ($1::bigint, $2::bigint,"
			     " coalesce((SELECT max(next) FROM share WHERE class = $1), $2 + 1))",
	[AS_PG_LOAD_EVENT] = "INSERT INTO event (number, space, job, kind, time, body, blob)"
			     " VALUES ($1, $2, $3, $4, $5, $6, $7)",
	/* Makes the next numbers new ones. */
	[AS_PG_LOAD_END] =
		"SELECT setval('space_id_seq', greatest((SELECT max(id) FROM space), 1)),"
		" setval('submission_id_seq', greatest((SELECT max(id) FROM submission), 1)),"
		" setval('job_id_seq', greatest((SELECT max(id) FROM job), 1)),"
		" setval('result_id_seq', greatest((SELECT max(id) FROM result), 1)),"
		" setval('session_number', greatest((SELECT last_value FROM session_number),"
		" (SELECT max(id) FROM past_session WHERE id < 2147483647)))",

	[AS_PG_SESSION_NUMBER] = "SELECT nextval('session_number')",
	[AS_PG_SESSION_LOCK] = "SELECT pg_advisory_lock(" AS_PG_LOCK_SESSION ", $1::int)",
	[AS_PG_SESSION_ADD] =
		"INSERT INTO session (id, name, pid, backend_start, server_start, opened, seen)"
		" SELECT $1::bigint, $2::text, pid, backend_start, "
		"pg_postmaster_start_time(), " NOW_MS
		", clock_timestamp() FROM pg_stat_activity WHERE pid = pg_backend_pid()",
	[AS_PG_SESSION_RENAME] = "UPDATE session SET name = $2 WHERE id = $1",
	[AS_PG_SESSION_BEAT] = "UPDATE session SET seen = clock_timestamp() WHERE id = $1 AND pid "
			       "= pg_backend_pid()"
			       " RETURNING (SELECT version FROM version)",
	[AS_PG_SESSION_FIND] = "SELECT id FROM session WHERE id = $1",
	/* Ends a session of the same user, which is permitted; waits for the end for a second. */
	[AS_PG_SESSION_END] = "SELECT pg_terminate_backend(activity.pid, 1000) FROM session"
			      " JOIN pg_stat_activity AS activity ON activity.pid = session.pid"
			      " AND activity.backend_start = session.backend_start"
			      " WHERE session.id = $1 AND activity.usename = current_user",
	[AS_PG_SESSION_RELEASE] =
		"UPDATE job SET " PUT_BACK " WHERE state = 1 AND session = $1" MAY_END("$1"),
	[AS_PG_SESSION_REMOVE] = "DELETE FROM session WHERE id = $1" MAY_END("$1"),
	[AS_PG_SESSION_RIGHTS] = "SELECT has_any_column_privilege('job', 'UPDATE')::int::bigint",

	[AS_PG_HOLD_LOCK] =
		"SELECT pg_advisory_xact_lock(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_HOLD ")",
	[AS_PG_HOLD_SHARE] =
		"SELECT pg_advisory_xact_lock_shared(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_HOLD ")",

	[AS_PG_RUNS_WRITE] = "UPDATE session SET runs = $2 WHERE id = $1"
			     " AND pid = pg_backend_pid()",
	/* Claims are found by their index of the session. */
	[AS_PG_RUNS_READ] =
		"SELECT string_agg(job.id || ' ' || job.attempt, E'\\n'), session.runs"
		" FROM session JOIN job ON job.session = session.id AND job.state = 1"
		" WHERE session.runs IS NOT NULL AND job.space = $1 GROUP BY session.id",
	[AS_PG_LANE_SERVE] = "SELECT pg_advisory_lock_shared(" AS_PG_LOCK_LANE
			     ", hashtext(lane)) FROM unnest($1::text[]) AS served (lane)",

	/*
	 * $1 lanes, $2 session, $3 version, $4 and $5 first and last class of each lane, $6
	 * package. Locks the first job of each lane, and claims the first of those, if it may
	 * start. It does not wait for the disk: if the server dies and loses a claim, the session
	 * of the claim dies, too.
	 */
	[AS_PG_CLAIM] =
		"WITH head AS MATERIALIZED (SELECT first.* FROM unnest($1::text[], $4::bigint[],"
		" $5::bigint[]) AS wanted (lane, least, most),"
		" LATERAL (SELECT id, class, priority, tag, deaths FROM job"
		" WHERE job.lane = wanted.lane AND state = 0"
		" AND class BETWEEN wanted.least AND wanted.most"
		" AND ($6::text IS NULL OR job.package = $6)"
		" ORDER BY class, priority DESC, tag, id LIMIT 1 FOR UPDATE SKIP LOCKED) AS first"
		" ORDER BY class, priority DESC, tag, id LIMIT 1),"
		" beside AS MATERIALIZED (SELECT count(*) AS count, coalesce(max(deaths), 0) AS "
		"deaths"
		" FROM job WHERE state = 1 AND session = $2),"
		" alone AS MATERIALIZED (SELECT CASE attempts WHEN 1 THEN 9223372036854775807"
		" ELSE attempts - 1 END AS deaths FROM (SELECT " ATTEMPTS " AS attempts) AS cap),"
		" quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))"
		" UPDATE job SET state = 1, session = $2, attempt = attempt + 1,"
		" claimed = " NOW_MS
		" FROM head, beside, alone, quick, submission WHERE job.id = head.id"
		" AND submission.id = job.submission AND (SELECT version FROM version) = $3"
		" AND (beside.count = 0 OR (head.deaths < alone.deaths"
		" AND beside.deaths < alone.deaths))"
		" RETURNING job.id, job.attempt, job.session, job.package, submission.files,"
		" submission.path, submission.language, submission.entry_point, job.options",
	[AS_PG_CLAIM_HOLDS] = "SELECT id FROM job" CLAIMED,
	/* $4 verdict, $5 digest, $6 size, $7 bytes, $8 score, $9 scores of groups, $10 runs. */
	[AS_PG_CLAIM_COMPLETE] =
		"WITH ended AS (UPDATE job SET state = 2, session = NULL,"
		" result = nextval('result_id_seq')" CLAIMED
		" RETURNING id, space, package, result), " ADD_CONTENT("$5", "$6", "$7",
			"ended") ", kept AS (INSERT INTO result (id, job, attempt, session, "
				 "verdict, bytes, recorded, score, group_scores, runs)"
				 " SELECT result, id, $2::bigint, $3::bigint, $4::bigint, "
				 "$5::text, " NOW_MS ", $8::bigint, $9::bigint[], $10::bigint[]"
				 " FROM ended)"
				 " INSERT INTO unnumbered (space, job, kind, time) SELECT space, "
				 "id, 1, " NOW_MS " FROM ended RETURNING job,"
				 " (SELECT faults FROM package JOIN ended ON digest = package)",
	[AS_PG_CLAIM_COMPLETED] =
		"SELECT id FROM result WHERE job = $1 AND attempt = $2 AND session = $3",
	/* $4 kind, $5 errno, $6 text. */
	[AS_PG_CLAIM_FAIL] =
		"WITH ended AS (UPDATE job SET state = 3, session = NULL, cause_kind = $4,"
		" cause_errno = $5, cause = $6" CLAIMED " RETURNING id, space)"
		" INSERT INTO unnumbered (space, job, kind, time) SELECT space, id, 2, " NOW_MS
		" FROM ended RETURNING job",
	[AS_PG_CLAIM_RELEASE] = "UPDATE job SET " PUT_BACK CLAIMED " RETURNING id",

	[AS_PG_SWEEP_LOCK] = "SELECT pg_try_advisory_xact_lock(" AS_PG_LOCK_STORE
			     ", " AS_PG_LOCK_SWEEP ")::int::bigint",
	[AS_PG_SWEEP_WAIT] =
		"SELECT pg_advisory_xact_lock(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_SWEEP ")",
	/* Works after a clock was set back. */
	[AS_PG_SWEEP_DUE] =
		"INSERT INTO sweep AS s (id, at) VALUES (1, clock_timestamp())"
		" ON CONFLICT (id) DO UPDATE SET at = clock_timestamp()"
		" WHERE s.at NOT BETWEEN clock_timestamp() - interval '0.9 s' AND clock_timestamp()"
		" RETURNING 1::bigint",
	[AS_PG_SWEEP_END_SILENT] =
		"SELECT pg_terminate_backend(activity.pid) FROM session"
		" JOIN pg_stat_activity AS activity ON activity.pid = session.pid"
		" AND activity.backend_start = session.backend_start"
		" JOIN pg_roles AS whose ON whose.oid = activity.usesysid"
		" WHERE session.id <> $1 AND session.seen < clock_timestamp() - interval '15 s'"
		" AND CASE WHEN whose.rolsuper THEN current_setting('is_superuser')::boolean ELSE"
		" pg_has_role(whose.oid, 'USAGE') OR pg_has_role('pg_signal_backend', 'USAGE') END",
	/* The server died, so this is not the death of a worker. */
	[AS_PG_SWEEP_RELEASE_LOST] =
		"WITH lost AS MATERIALIZED (SELECT DISTINCT session AS id FROM job WHERE state = 1"
		" AND NOT EXISTS (SELECT 1 FROM session WHERE session.id = job.session"
		" AND session.server_start = pg_postmaster_start_time()))"
		" UPDATE job SET " PUT_BACK " FROM lost"
		" WHERE job.state = 1 AND job.session = lost.id AND lost.id <> $1",
	[AS_PG_SWEEP_LIST_DEAD] = "SELECT id FROM session WHERE CASE WHEN id = $1 THEN false"
				  " WHEN seen < clock_timestamp() - interval '20 s' THEN true ELSE"
				  " pg_try_advisory_xact_lock(" AS_PG_LOCK_SESSION ", id::int) END",
	[AS_PG_SWEEP_COUNT_DEATH] =
		"UPDATE job SET deaths = deaths + 1 WHERE state = 1 AND session = $1",
	[AS_PG_SWEEP_FIND_POISON] =
		"SELECT id, deaths, " ATTEMPTS " FROM job WHERE state = 1 AND session = $1"
		" AND deaths >= " ATTEMPTS " LIMIT 1",
	[AS_PG_SWEEP_FAIL_POISON] =
		"WITH failed AS (UPDATE job SET state = 3, session = NULL, cause_kind = $2,"
		" cause_errno = 0, cause = $3 WHERE id = $1 RETURNING id, space)"
		" INSERT INTO unnumbered (space, job, kind, time) SELECT space, id, 2, " NOW_MS
		" FROM failed",

	[AS_PG_EVENT_ANY_NEW] = "SELECT id FROM unnumbered LIMIT 1",
	[AS_PG_EVENT_NUMBER] = "SELECT number_events(" AS_SQL_TEXT(AS_PG_MAX_EVENTS) ")",
	[AS_PG_EVENT_LAST] = "SELECT coalesce(max(number), 0) FROM event",
};

const char *as_pg_statement_text(enum as_pg_statement which)
{
	return texts[which];
}
