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

/* Milliseconds since 1970 by the server's clock, which all times use. */
#define NOW_MS "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

/* A setting as as_count_parse reads it; NULL: unset. */
#define COUNT_OF(of, name_of)                                                                      \
	"(SELECT CASE WHEN value ~ '^[0-9]{1,10}$' THEN CASE WHEN value::bigint BETWEEN"           \
	" 1 AND 2147483647 THEN value::bigint END END FROM setting"                                \
	" WHERE space = " of " AND name = '" name_of "')"
#define ATTEMPTS "coalesce(" COUNT_OF("0", "attempts") ", 3)"

/* A role that may not queue jobs may end a session only if it is over (guard.c). */
#define MAY_END(session) " AND (has_table_privilege('job', 'INSERT') OR is_over(" session "))"

/* The state of a claimed job after its release. */
#define PUT_BACK                                                                                   \
	"state = CASE WHEN EXISTS (SELECT 1 FROM package WHERE digest = job.package"               \
	" AND held IS NOT NULL) THEN 4 ELSE 0 END, session = NULL"

/*
 * Adds the bytes $5, with the digest $4 and the size $6, as a blob, unless they are NULL; `FROM
 * gate` has one row if they are to be added. The blob comes first, and is written again if it
 * exists: if another process is removing it, this waits, and adds its chunk again (upkeep.c).
 */
#define ADD_CONTENT(digest, size, bytes, gate)                                                     \
	"added_blob AS (INSERT INTO blob (digest, size, written)"                                  \
	" SELECT " digest "::text, " size "::bigint, " NOW_MS " FROM " gate " WHERE " bytes        \
	"::bytea IS NOT NULL ON CONFLICT (digest) DO UPDATE SET written = excluded.written"        \
	" RETURNING digest), added_chunk AS (INSERT INTO chunk AS c (digest, ordinal, data)"       \
	" SELECT digest, 0, " bytes "::bytea FROM added_blob WHERE " size "::bigint > 0"           \
	" ON CONFLICT (digest, ordinal) DO UPDATE SET data = excluded.data"                        \
	" WHERE c.data <> excluded.data)"

/* The blob b is not referenced. */
#define UNUSED                                                                                     \
	" AND NOT EXISTS (SELECT 1 FROM submission WHERE files = b.digest)"                        \
	" AND NOT EXISTS (SELECT 1 FROM result WHERE bytes = b.digest)"                            \
	" AND NOT EXISTS (SELECT 1 FROM package WHERE package.blob = b.digest)"                    \
	" AND NOT EXISTS (SELECT 1 FROM event WHERE event.blob = b.digest)"

/*
 * Identifies the place of a database. It changes if the database was restored from a dump, made
 * from a template, or moved to another server. It also changes (by the timeline) if the server was
 * recovered from an archive or took over.
 */
#define ORIGIN                                                                                     \
	"(SELECT concat_ws('/', system_identifier, substr(pg_walfile_name(pg_current_wal_lsn()), " \
	"1, 8), (SELECT oid FROM pg_database WHERE datname = current_database()),"                 \
	" 'assay.space'::regclass::oid) FROM pg_control_system())"

/* Events after $1, at most $2: of the space $3, or of all. */
#define OF_SPACE "FROM event WHERE space = $3 AND number > $1 ORDER BY space, number LIMIT $2"
#define OF_ALL "FROM event WHERE number > $1 ORDER BY number LIMIT $2"
/* Events, with the jobs that ended (kinds 1 to 3) and the valid results of those that are done.
 * OFFSET 0: by their keys, however many events a page has. */
#define WITH_OUTCOMES(events)                                                                      \
	" FROM (SELECT * " events ") AS event"                                                     \
	" LEFT JOIN LATERAL (SELECT claimed, result FROM job WHERE event.kind BETWEEN 1 AND 3"     \
	" AND job.id = event.job OFFSET 0) AS job ON true"                                         \
	" LEFT JOIN LATERAL (SELECT verdict, score, group_scores, runs FROM result"                \
	" WHERE event.kind = 1 AND result.id = job.result AND result.job = event.job OFFSET 0) "   \
	"AS result ON true"
#define LOG_RECORDS(events)                                                                        \
	"SELECT event.number, event.space, event.job, event.kind, event.time, event.blob,"         \
	" event.body, job.claimed, result.verdict, result.score, result.group_scores::text,"       \
	" result.runs::text" WITH_OUTCOMES(events) " ORDER BY event.number"
/* About the size of the bodies and outcomes, without reading them: arrays are compressed. */
#define LOG_SIZE(events)                                                                           \
	"SELECT coalesce(sum(coalesce(octet_length(event.body), 0) + coalesce(4 * pg_column_size(" \
	"result.runs), 0)), 0)::bigint" WITH_OUTCOMES(events)

/* The jobs after $1 up to $2 that fulfil a selection: $3 job, $4 space, $5 package, $6 owner, $7
 * class. */
#define SELECTED                                                                                   \
	"job.id > $1 AND job.id <= $2 AND ($3::bigint = 0 OR job.id = $3)"                         \
	" AND ($4::text IS NULL OR space = (SELECT id FROM space WHERE name = $4))"                \
	" AND ($5::text IS NULL OR package = $5 OR package IN (SELECT digest FROM package"         \
	" WHERE name = $5)) AND ($6::bytea IS NULL OR owner = $6)"                                 \
	" AND ($7::bigint < 0 OR class = $7)"

static const char *const texts[AS_PG_COUNT] = {
	[AS_PG_SPACE_FIND] = "SELECT id FROM space WHERE name = $1",
	[AS_PG_SPACE_ADD] = "INSERT INTO space (name) VALUES ($1) ON CONFLICT DO NOTHING",
	/* NULL: a new one is needed. */
	[AS_PG_EPOCH_READ] = "SELECT CASE WHEN origin = " ORIGIN " THEN epoch END FROM space"
			     " WHERE id = $1",
	[AS_PG_EPOCH_MAKE] =
		"UPDATE space SET epoch = replace(gen_random_uuid()::text, '-', ''),"
		" origin = " ORIGIN " WHERE id = $1 AND origin IS DISTINCT FROM " ORIGIN,
	[AS_PG_SETTING_READ] = "SELECT value FROM setting WHERE space = $1 AND name = $2",
	[AS_PG_SETTING_WRITE] = "INSERT INTO setting (space, name, value) VALUES ($1, $2, $3)"
				" ON CONFLICT (space, name) DO UPDATE SET value = excluded.value",
	[AS_PG_ATTEMPTS] = "SELECT " ATTEMPTS,

	[AS_PG_BLOB_FIND] = "SELECT size FROM blob WHERE digest = $1",
	[AS_PG_BLOB_ADD] =
		"INSERT INTO blob (digest, size, written) SELECT $1, $2::bigint, " NOW_MS
		" WHERE $2::bigint = (SELECT coalesce(sum(octet_length(data)), 0) FROM chunk"
		" WHERE digest = $1) ON CONFLICT (digest) DO UPDATE SET written = excluded.written"
		" RETURNING digest",
	[AS_PG_BLOB_TOUCH] =
		"UPDATE blob SET written = " NOW_MS " WHERE digest = $1 RETURNING digest",
	[AS_PG_BLOB_LIST] = "SELECT digest, size FROM blob WHERE digest > $1 ORDER BY digest"
			    " LIMIT $2",
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
	[AS_PG_UPLOAD_NOTE] =
		"INSERT INTO upload (digest, written) SELECT $1, " NOW_MS
		" WHERE NOT EXISTS (SELECT 1 FROM blob WHERE digest = $1)"
		" ON CONFLICT (digest) DO UPDATE SET written = excluded.written, was_blob = 0",
	[AS_PG_UPLOAD_REMOVE] = "DELETE FROM upload WHERE digest = $1",
	[AS_PG_UPLOAD_FIND] = "SELECT digest, was_blob FROM upload WHERE written < $1"
			      " ORDER BY written LIMIT 1 FOR UPDATE",
	[AS_PG_COLLECT_LOCK] =
		"SELECT pg_advisory_xact_lock(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_COLLECT ")",
	[AS_PG_CONTENT_ADD] = "WITH gate AS (SELECT 1), " ADD_CONTENT(
		"$1", "$2", "$3", "gate") " SELECT digest FROM added_blob",
	[AS_PG_NOW] = "SELECT " NOW_MS,
	[AS_PG_CHUNK_PUT] =
		"INSERT INTO chunk (digest, ordinal, data) SELECT $1, $2::bigint, $3::bytea"
		" WHERE NOT EXISTS (SELECT 1 FROM blob WHERE digest = $1)"
		" ON CONFLICT (digest, ordinal) DO UPDATE SET data = excluded.data",
	[AS_PG_CHUNK_READ] = "SELECT data FROM chunk WHERE digest = $1 AND ordinal = $2",
	[AS_PG_PACKAGE_ADD] = "INSERT INTO package AS p (digest, name, blob) VALUES ($1, $2, $3)"
			      " ON CONFLICT (digest) DO UPDATE SET blob = excluded.blob"
			      " WHERE p.blob IS NULL AND excluded.blob IS NOT NULL",

	[AS_PG_PACKAGE_FIND] = "SELECT name, blob FROM package WHERE digest = $1",

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

	[AS_PG_SUBMIT_LOCK] =
		"SELECT pg_advisory_xact_lock(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_SUBMIT ")",
	[AS_PG_SUBMIT_FIND] = "SELECT id FROM submission WHERE id = $1 AND token = $2",
	[AS_PG_SUBMISSION_ADD] = "WITH gate AS (SELECT 1), " ADD_CONTENT("$6", "$7", "$8",
		"gate") " INSERT INTO submission (space, owner, path, language, entry_point, "
			"files, token,"
			" received) VALUES ($1, $2, $3, $4, $5, $6, $9, " NOW_MS ") RETURNING id",
	[AS_PG_JOB_FIND_KEY] = "SELECT job.id, job.state, job.deaths, coalesce(result.verdict, -1)"
			       " FROM job LEFT JOIN result ON result.id = job.result"
			       " WHERE job.space = $1 AND job.key = $2",
	[AS_PG_JOB_ADD] =
		"INSERT INTO job (space, key, package, submission, options, class, priority, owner,"
		" lane, tag, state) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
		" RETURNING id",
	[AS_PG_JOB_RAISE] =
		"UPDATE job SET priority = $2 WHERE id = $1 AND state IN (0, 4) AND priority < $2",
	[AS_PG_JOB_AGAIN] =
		"UPDATE job SET state = $5, class = $2, priority = $3, tag = $4, session = NULL,"
		" cause_kind = NULL, cause_errno = NULL, cause = NULL WHERE id = $1",
	[AS_PG_JOB_READ] = "SELECT job.state, job.attempt, job.deaths, job.cause_kind,"
			   " job.cause_errno, job.cause, package.name, package.held, job.claimed,"
			   " result.recorded FROM job JOIN package ON package.digest = job.package"
			   " LEFT JOIN result ON result.id = job.result WHERE job.id = $1",
	[AS_PG_JOB_OLD] = "SELECT submission, package, owner, lane, options FROM job"
			  " WHERE id = $1 AND space = $2",
	[AS_PG_JOB_ROOM] =
		"SELECT most, (SELECT count(*) FROM (SELECT 1 FROM job WHERE state = 0 AND space ="
		" $1 AND owner = $2 LIMIT most) AS waiting) FROM (SELECT coalesce(" COUNT_OF(
			"$1", "queued") ", " COUNT_OF("0", "queued") ") AS most) AS cap"
								     " WHERE most IS NOT NULL",
	[AS_PG_JOB_CANCEL] =
		"WITH ended AS (UPDATE job SET state = 5, session = NULL WHERE id = $1"
		" AND state IN (0, 1, 4) RETURNING id, space)"
		" INSERT INTO unnumbered (space, job, kind, time) SELECT space, id, 3, " NOW_MS
		" FROM ended RETURNING job",
	[AS_PG_JOB_PRIORITIZE] =
		"UPDATE job SET priority = $2 WHERE id = $1 AND state IN (0, 4) RETURNING id",

	/* The last of a number of jobs after $1. */
	[AS_PG_JOB_PAGE] = "SELECT max(id), count(*) FROM (SELECT id FROM job WHERE id > $1"
			   " ORDER BY id LIMIT 20000) AS page",
	[AS_PG_SOME_CANCEL] =
		"WITH ended AS (UPDATE job SET state = 5, session = NULL WHERE " SELECTED
		" AND state IN (0, 1, 4) RETURNING id, space),"
		" told AS (INSERT INTO unnumbered (space, job, kind, time) SELECT space, id, "
		"3, " NOW_MS " FROM ended) SELECT count(*) FROM ended",
	/* $8 priority. */
	[AS_PG_SOME_PRIORITIZE] = "WITH changed AS (UPDATE job SET priority = $8 WHERE " SELECTED
				  " AND state IN (0, 4) RETURNING id) SELECT count(*) FROM changed",
	/* $8 class. Sets the clock of the class and the turns of the owners, as if the jobs were
	 * queued one after another: job.c. Also sets the last turn assigned. */
	[AS_PG_SOME_MOVE] =
		"WITH chosen AS MATERIALIZED (SELECT job.id, owner, row_number() OVER"
		" (PARTITION BY owner ORDER BY job.id) - 1 AS place FROM job WHERE " SELECTED
		" AND state IN (0, 4) AND class <> $8),"
		" now AS (INSERT INTO clock AS c (class, tag, next) VALUES ($8, 0, 0)"
		" ON CONFLICT (class) DO UPDATE SET tag = greatest(c.tag, coalesce((SELECT min(tag)"
		" FROM job WHERE state = 0 AND class = $8), c.next) - 1) RETURNING tag),"
		" turns AS MATERIALIZED (SELECT counted.owner, count, greatest(now.tag,"
		" coalesce(share.next, now.tag)) AS first FROM now CROSS JOIN (SELECT owner,"
		" count(*) AS count FROM chosen GROUP BY owner) AS counted"
		" LEFT JOIN share ON share.class = $8 AND share.owner = counted.owner),"
		" taken AS (INSERT INTO share (class, owner, next) SELECT $8::bigint, owner,"
		" first + count FROM turns ON CONFLICT (class, owner) DO UPDATE SET next ="
		" excluded.next),"
		" moved AS (UPDATE job SET class = $8, tag = first + place FROM chosen"
		" JOIN turns ON turns.owner = chosen.owner WHERE job.id = chosen.id RETURNING tag)"
		" SELECT count(*), coalesce(max(tag), -1) FROM moved",

	[AS_PG_HOLD_LOCK] =
		"SELECT pg_advisory_xact_lock(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_HOLD ")",
	[AS_PG_HOLD_SHARE] =
		"SELECT pg_advisory_xact_lock_shared(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_HOLD ")",
	[AS_PG_HOLD_FIND] = "SELECT digest FROM package WHERE digest = $1 AND held IS NOT NULL",
	[AS_PG_HOLD_SET] = "UPDATE package SET held = $2, held_at = " NOW_MS
			   " WHERE digest = $1 AND held IS NULL",
	[AS_PG_HOLD_JOBS] = "UPDATE job SET state = 4 WHERE state = 0 AND package = $1",
	[AS_PG_HOLD_CLEAR] = "UPDATE package SET held = NULL, held_at = NULL, fault = NULL,"
			     " faults = 0 WHERE digest = $1 AND held IS NOT NULL RETURNING digest",
	[AS_PG_HOLD_RELEASE] =
		"WITH queued AS (UPDATE job SET state = 0 WHERE state = 4 AND package = $1"
		" RETURNING id) SELECT count(*) FROM queued",
	[AS_PG_FAULT_COUNT] =
		"UPDATE package SET faults = CASE WHEN fault = $2::bytea THEN faults + 1 ELSE 1"
		" END, fault = $2 WHERE digest = (SELECT package FROM job WHERE id = $1)"
		" RETURNING digest, faults, coalesce(" COUNT_OF("0", "faults") ", " TEXT(
			AS_STORE_FAULTS_USUAL) ")",
	[AS_PG_FAULT_CLEAR] = "UPDATE package SET fault = NULL, faults = 0 WHERE faults > 0"
			      " AND digest = (SELECT package FROM job WHERE id = $1)",

	/* The clock of a class, then the turn of an owner: job.c. */
	[AS_PG_TURN_TAKE] =
		"WITH now AS (INSERT INTO clock AS c (class, tag, next) VALUES ($1, 0, 0)"
		" ON CONFLICT (class) DO UPDATE SET tag = greatest(c.tag, coalesce((SELECT min(tag)"
		" FROM job WHERE state = 0 AND class = $1), c.next) - 1) RETURNING tag)"
		" INSERT INTO share AS s (class, owner, next) SELECT $1::bigint, $2::bytea, tag + 1"
		" FROM now ON CONFLICT (class, owner) DO UPDATE"
		" SET next = greatest(s.next, excluded.next - 1) + 1 RETURNING next - 1",
	[AS_PG_TURN_GIVEN] = "UPDATE clock SET next = $2 WHERE class = $1 AND next < $2",

	[AS_PG_RUNS_WRITE] = "UPDATE session SET runs = $2 WHERE id = $1"
			     " AND pid = pg_backend_pid()",
	/* Claims are found by their index of the session. */
	[AS_PG_RUNS_READ] =
		"SELECT string_agg(job.id || ' ' || job.attempt, E'\\n'), session.runs"
		" FROM session JOIN job ON job.session = session.id AND job.state = 1"
		" WHERE session.runs IS NOT NULL AND job.space = $1 GROUP BY session.id",
	/* One step along the index for each lane. */
	[AS_PG_LANE_LIST] =
		"WITH RECURSIVE step AS ((SELECT lane FROM job WHERE state = 0 ORDER BY lane"
		" LIMIT 1) UNION ALL SELECT (SELECT job.lane FROM job WHERE state = 0"
		" AND job.lane > step.lane ORDER BY job.lane LIMIT 1) FROM step"
		" WHERE step.lane IS NOT NULL) SELECT lane FROM step WHERE lane IS NOT NULL",
	[AS_PG_LANE_OF_JOB] = "SELECT lane, state FROM job WHERE id = $1 AND state IN (0, 1)",
	[AS_PG_LANE_SERVE] = "SELECT pg_advisory_lock_shared(" AS_PG_LOCK_LANE
			     ", hashtext(lane)) FROM unnest($1::text[]) AS served (lane)",
	/* The lanes that no session serves, with the number of jobs in each. */
	[AS_PG_LANE_UNSERVED] =
		"WITH RECURSIVE step AS ((SELECT lane FROM job WHERE state = 0 ORDER BY lane"
		" LIMIT 1) UNION ALL SELECT (SELECT job.lane FROM job WHERE state = 0"
		" AND job.lane > step.lane ORDER BY job.lane LIMIT 1) FROM step"
		" WHERE step.lane IS NOT NULL),"
		" served AS MATERIALIZED (SELECT objid FROM pg_locks WHERE locktype = 'advisory'"
		" AND classid = " AS_PG_LOCK_LANE " AND objsubid = 2 AND database ="
		" (SELECT oid FROM pg_database WHERE datname = current_database()))"
		" SELECT lane, (SELECT count(*) FROM job WHERE state = 0 AND job.lane = step.lane)"
		" FROM step WHERE lane IS NOT NULL AND NOT EXISTS (SELECT 1 FROM served"
		" WHERE objid::bigint = (hashtext(step.lane)::bigint & 4294967295))"
		" AND " NOW_MS " - 3000 > (SELECT received FROM job JOIN submission"
		" ON submission.id = job.submission WHERE state = 0 AND job.lane = step.lane"
		" ORDER BY job.class, job.priority DESC, job.tag, job.id LIMIT 1)",

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
	[AS_PG_RESULT_FIND] = "SELECT result.bytes FROM job JOIN result ON result.id = job.result"
			      " WHERE job.id = $1 AND job.state = 2",
	[AS_PG_RESULT_NEXT] = "SELECT result.id, result.bytes FROM job JOIN result ON result.job ="
			      " job.id WHERE job.owner = $1 AND result.id > $2"
			      " ORDER BY result.id LIMIT 1",
	[AS_PG_RESULT_REPLACE] = "UPDATE result SET bytes = $2 WHERE id = $1",
	[AS_PG_OWNER_FORGET] =
		"WITH jobs AS (UPDATE job SET key = NULL WHERE owner = $1),"
		" gone AS (UPDATE submission SET path = '', files = $2 WHERE owner = $1"
		" AND files <> $2 RETURNING 1) SELECT count(*) FROM gone",

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

	/* Submissions are received in the order of their numbers. */
	[AS_PG_STATUS_QUEUE] =
		"SELECT class, 0::bigint, count(*), " NOW_MS " - (SELECT received FROM submission"
		" WHERE id = min(job.submission)) FROM job WHERE state = 0 GROUP BY class"
		" UNION ALL SELECT class, 1, count(*), 0 FROM job WHERE state = 1 GROUP BY class"
		" UNION ALL SELECT class, 4, count(*), 0 FROM job WHERE state = 4 GROUP BY class",
	[AS_PG_STATUS_RATES] =
		"SELECT (SELECT count(*) FROM result),"
		" (SELECT count(*) FROM result WHERE recorded > now.ms - 60000),"
		" (SELECT count(*) FROM result WHERE recorded > now.ms - 3600000),"
		" (SELECT count(*) FROM job WHERE state = 3) FROM (SELECT " NOW_MS " AS ms) AS now",
	/* Sessions that serve lanes, and sessions that have claims. */
	[AS_PG_STATUS_WORKERS] =
		"SELECT name, (seen > clock_timestamp() - interval '15 s' AND server_start ="
		" pg_postmaster_start_time())::int::bigint, " NOW_MS " - opened, claimed.count"
		" FROM session, LATERAL (SELECT count(*) AS count FROM job WHERE state = 1"
		" AND job.session = session.id) AS claimed WHERE claimed.count > 0"
		" OR EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory'"
		" AND classid = " AS_PG_LOCK_LANE " AND pg_locks.pid = session.pid"
		" AND database = (SELECT oid FROM pg_database"
		" WHERE datname = current_database())) ORDER BY id",
	[AS_PG_STATUS_HOLDS] =
		"SELECT digest, name, held, " NOW_MS " - held_at, (SELECT count(*) FROM job"
		" WHERE state = 4 AND job.package = package.digest) FROM package"
		" WHERE held IS NOT NULL ORDER BY held_at, digest",

	[AS_PG_EVENT_ADD] =
		"INSERT INTO unnumbered (space, job, kind, time) VALUES ($1, $2, $3, " NOW_MS ")",
	[AS_PG_EVENT_LOCK] =
		"SELECT pg_advisory_xact_lock(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_EVENTS ")",
	/* $1 space, $2 job, $3 kind, $4 body, $5 blob, $6 token. */
	[AS_PG_EVENT_APPEND] =
		"INSERT INTO event (number, space, job, kind, time, body, blob, token) VALUES"
		" ((SELECT coalesce(max(number), 0) + 1 FROM event), $1, $2, $3, " NOW_MS
		", $4, $5, $6) RETURNING number, time",
	[AS_PG_EVENT_APPENDED] = "SELECT number FROM event WHERE number = $1 AND token = $2",
	[AS_PG_EVENT_LAST_OF] = "SELECT coalesce(max(number), 0) FROM event WHERE space = $1",
	[AS_PG_EVENT_ANY_NEW] = "SELECT id FROM unnumbered LIMIT 1",
	[AS_PG_EVENT_NUMBER] = "SELECT number_events(" TEXT(AS_PG_MAX_EVENTS) ")",
	[AS_PG_EVENT_LAST] = "SELECT coalesce(max(number), 0) FROM event",
	[AS_PG_EVENT_READ_ALL] = "SELECT number, space, job, kind, time " OF_ALL,
	[AS_PG_EVENT_READ] = "SELECT number, space, job, kind, time " OF_SPACE,
	[AS_PG_LOG_READ_ALL] = LOG_RECORDS(OF_ALL),
	[AS_PG_LOG_READ] = LOG_RECORDS(OF_SPACE),
	[AS_PG_LOG_SIZE_ALL] = LOG_SIZE(OF_ALL),
	[AS_PG_LOG_SIZE] = LOG_SIZE(OF_SPACE),
};

const char *as_pg_statement_text(enum as_pg_statement which)
{
	return texts[which];
}
