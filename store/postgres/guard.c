/* SPDX-License-Identifier: MIT */
/*
 * Restricts the changes of roles that may not queue jobs. That is the role of a worker: its machine
 * runs the programs of strangers, one of which may take it over. Its rights (rights.c) restrict
 * tables and columns; triggers restrict rows:
 * - job: it may claim a queued job for its own session, and end the claims of its own session and
 *   of dead ones; a result must be of this job and attempt;
 * - result, and its event: only of a job that has just ended in this way;
 * - session: only its own; dead ones may be removed;
 * - a held package stays held, and an existing chunk is not changed; a worker reads only the
 *   settings of the whole store that it needs.
 *
 * A session is dead if its lock is free, if it has sent no heartbeat for 15 s, or if the server
 * does not know it: the same conditions as in a sweep (sweep.c).
 *
 * Roles that may queue jobs are not restricted: a trigger then only checks the rights of a table.
 * The trigger of jobs runs after the statement, because a trigger before an update locks its row
 * first, which is written to the log. The trigger of sessions runs before it, because it needs the
 * row. The functions have the rights of the owner, and read tables of the store only.
 */
#include "postgres.h"

#define GUARDED "NOT has_table_privilege('assay.job'::regclass, 'INSERT')"
#define AS_OWNER " SECURITY DEFINER SET search_path = assay, pg_temp AS $$"
#define TRIGGER " RETURNS trigger LANGUAGE plpgsql" AS_OWNER

/* Columns that a change of state does not modify. */
#define SAME_RESULT "(NEW.result, NEW.deaths) IS NOT DISTINCT FROM (OLD.result, OLD.deaths)"
#define SAME_CAUSE                                                                                 \
	"(NEW.cause_kind, NEW.cause_errno, NEW.cause)"                                             \
	" IS NOT DISTINCT FROM (OLD.cause_kind, OLD.cause_errno, OLD.cause)"
#define IS_HELD                                                                                    \
	"EXISTS (SELECT FROM package WHERE package.digest = NEW.package AND held IS NOT NULL)"

/* The checks of version 3, and of version 7, which also checks times: they are those of judgements.
 */
#define GUARD_JOB(create, claimed)                                                                 \
	create " FUNCTION guard_job()" TRIGGER " DECLARE permitted boolean := false; BEGIN"        \
	       " IF OLD.state = 0 THEN permitted := " SAME_RESULT " AND " SAME_CAUSE               \
	       " AND CASE NEW.state"                                                               \
	       " WHEN 1 THEN NEW.attempt = OLD.attempt + 1 AND is_own(NEW.session)"                \
	       " WHEN 4 THEN NEW.attempt = OLD.attempt AND NEW.session IS NULL AND " IS_HELD       \
	       " ELSE false END;"                                                                  \
	       " ELSIF OLD.state = 1 AND NEW.attempt = OLD.attempt AND is_over(OLD.session) THEN"  \
	       " permitted := CASE NEW.state"                                                      \
	       " WHEN 0 THEN NEW.session IS NULL AND " SAME_RESULT " AND " SAME_CAUSE              \
	       " WHEN 1 THEN NEW.session = OLD.session AND NEW.deaths = OLD.deaths + 1"            \
	       " AND NEW.result IS NOT DISTINCT FROM OLD.result AND " SAME_CAUSE                   \
	       " WHEN 2 THEN NEW.session IS NULL AND NEW.deaths = OLD.deaths AND " SAME_CAUSE      \
	       " AND EXISTS (SELECT FROM result WHERE id = NEW.result AND job = NEW.id"            \
	       " AND attempt = NEW.attempt)"                                                       \
	       " WHEN 3 THEN NEW.session IS NULL AND " SAME_RESULT " AND NEW.cause IS NOT NULL"    \
	       " WHEN 4 THEN NEW.session IS NULL AND " SAME_RESULT " AND " SAME_CAUSE              \
	       " AND " IS_HELD " ELSE false END; END IF;"                                          \
	       " IF permitted IS NOT TRUE OR NOT (" claimed                                        \
	       ") THEN PERFORM refuse('change this job so'); END IF;"                              \
	       " RETURN NULL; END $$;"
#define GUARD_EVENT(create, timed)                                                                 \
	create " FUNCTION guard_event()" TRIGGER " BEGIN"                                          \
	       " IF NEW.kind NOT IN (1, 2) OR NOT EXISTS (SELECT FROM job WHERE id = NEW.job"      \
	       " AND space = NEW.space AND state = NEW.kind + 1) OR NOT (" timed                   \
	       ") THEN PERFORM refuse('report what did not happen to a job'); END IF;"             \
	       " RETURN NULL; END $$;"

/* clang-format off */
const char as_pg_version_3[] =
	"CREATE TABLE granted (role text PRIMARY KEY, kind text NOT NULL);"

	/* Events: committed ones are looked up after the lock is held. */
	"CREATE FUNCTION number_events(most bigint) RETURNS bigint LANGUAGE plpgsql" AS_OWNER
	" DECLARE count bigint; BEGIN"
	" PERFORM pg_advisory_xact_lock(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_EVENTS ");"
	" WITH oldest AS MATERIALIZED (SELECT id FROM unnumbered ORDER BY id LIMIT most),"
	" taken AS (DELETE FROM unnumbered USING oldest WHERE unnumbered.id = oldest.id"
	" RETURNING unnumbered.id, space, job, kind, time)"
	" INSERT INTO event (number, space, job, kind, time)"
	" SELECT (SELECT coalesce(max(number), 0) FROM event) + row_number() OVER (ORDER BY id),"
	" space, job, kind, time FROM taken;"
	" GET DIAGNOSTICS count = ROW_COUNT; RETURN count; END $$;"

	/* Functions of the triggers. */
	"CREATE FUNCTION refuse(what text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN"
	" RAISE EXCEPTION 'a worker may not %', what USING ERRCODE = 'insufficient_privilege';"
	" END $$;"
	"CREATE FUNCTION is_own(number bigint) RETURNS boolean LANGUAGE plpgsql" AS_OWNER
	" BEGIN RETURN EXISTS (SELECT FROM session WHERE id = number AND pid = pg_backend_pid());"
	" END $$;"
	"CREATE FUNCTION is_over(number bigint) RETURNS boolean LANGUAGE plpgsql" AS_OWNER
	" BEGIN IF is_own(number) OR NOT EXISTS (SELECT FROM session WHERE id = number"
	" AND server_start = pg_postmaster_start_time()"
	" AND seen > clock_timestamp() - interval '15 s') THEN RETURN true; END IF;"
	" RETURN pg_try_advisory_xact_lock(" AS_PG_LOCK_SESSION ", number::int); END $$;"

	/* Jobs: 0 queued, 1 claimed, 2 done, 3 failed, 4 held. */
	GUARD_JOB("CREATE", "true")
	"CREATE TRIGGER guard AFTER UPDATE ON job FOR EACH ROW WHEN (" GUARDED ")"
	" EXECUTE FUNCTION guard_job();"

	"CREATE FUNCTION guard_result()" TRIGGER " BEGIN"
	" IF NOT (is_own(NEW.session) AND NEW.id = currval('result_id_seq')"
	" AND EXISTS (SELECT FROM job WHERE id = NEW.job AND state = 2 AND result = NEW.id"
	" AND attempt = NEW.attempt)) THEN PERFORM refuse('add a result to this job'); END IF;"
	" RETURN NULL; END $$;"
	"CREATE TRIGGER guard AFTER INSERT ON result FOR EACH ROW WHEN (" GUARDED ")"
	" EXECUTE FUNCTION guard_result();"

	/* Done is state 2 and event 1, failed is state 3 and event 2. */
	GUARD_EVENT("CREATE", "true")
	"CREATE TRIGGER guard AFTER INSERT ON unnumbered FOR EACH ROW WHEN (" GUARDED ")"
	" EXECUTE FUNCTION guard_event();"

	"CREATE FUNCTION guard_session()" TRIGGER " DECLARE permitted boolean; BEGIN"
	" CASE TG_OP WHEN 'INSERT' THEN permitted := NEW.pid = pg_backend_pid()"
	" AND NEW.id = currval('session_number');"
	" WHEN 'UPDATE' THEN permitted := OLD.pid = pg_backend_pid();"
	" ELSE permitted := is_over(OLD.id); END CASE;"
	" IF permitted IS NOT TRUE THEN PERFORM refuse('change the session of another'); END IF;"
	" RETURN coalesce(NEW, OLD); END $$;"
	"CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON session FOR EACH ROW"
	" WHEN (" GUARDED ") EXECUTE FUNCTION guard_session();"

	"CREATE FUNCTION guard_package()" TRIGGER " BEGIN"
	" PERFORM refuse('change a package that is held'); RETURN NULL; END $$;"
	"CREATE TRIGGER guard AFTER UPDATE ON package FOR EACH ROW WHEN (OLD.held IS NOT NULL"
	" AND (NEW.held, NEW.held_at) IS DISTINCT FROM (OLD.held, OLD.held_at) AND " GUARDED ")"
	" EXECUTE FUNCTION guard_package();"

	/* An existing chunk has the same bytes; if not, a reader detects that. */
	"CREATE FUNCTION keep_chunk()" TRIGGER " BEGIN RETURN NULL; END $$;"
	"CREATE TRIGGER guard BEFORE UPDATE ON chunk FOR EACH ROW WHEN (" GUARDED ")"
	" EXECUTE FUNCTION keep_chunk();"

	/* Roles of servers and readers may read the whole table. */
	"ALTER TABLE setting ENABLE ROW LEVEL SECURITY;"
	"CREATE POLICY setting_read ON setting"
	" USING (has_table_privilege('assay.setting'::regclass, 'SELECT')"
	" OR (space = 0 AND name IN ('attempts', 'faults')));";

/* A time of this minute by the server's clock. */
#define IS_NOW(time) "abs(" time " - extract(epoch FROM clock_timestamp()) * 1000) <= 60000"

/* Like version 6 of a file. The limits are those of assay/store/log.h. Times of workers are those
 * of judgements, so they are checked now. */
const char as_pg_version_7[] =
	"ALTER TABLE result ADD COLUMN score bigint,"
	" ADD COLUMN group_scores bigint[] CHECK (cardinality(group_scores) <= 1000),"
	" ADD COLUMN runs bigint[] CHECK (cardinality(runs) <= 90000);"
	GUARD_JOB("CREATE OR REPLACE",
		"NEW.claimed IS NOT DISTINCT FROM OLD.claimed OR " IS_NOW("NEW.claimed"))
	GUARD_EVENT("CREATE OR REPLACE", IS_NOW("NEW.time"));
/* clang-format on */
