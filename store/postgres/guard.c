/* SPDX-License-Identifier: MIT */
/*
 * What a role may change that may not queue jobs: the role of a worker, whose machine runs the
 * programs of strangers and may be taken over by one. Its rights (rights.c) name tables and
 * columns; triggers hold the rows:
 *   - a job: it may claim a queued one for its own session, and end the claims of its own session
 *     and of dead ones; the number of a result is one that it drew, and new;
 *   - a result, and the event of it: only of a job that has just ended so;
 *   - a session: its own; dead ones may be removed;
 *   - a package that is held stays so; a chunk that is there stays as it is; a worker reads no
 *     settings but those of the whole store that it needs.
 * A session is dead if its lock can be had, if it has not beaten for 15 s, or if the server does
 * not know it: what a sweep goes by (sweep.c).
 *
 * Roles that may queue jobs are not asked: a trigger costs them one look at the rights of a table.
 * The functions have the rights of the owner, and read tables of the store alone.
 */
#include "postgres.h"

#define GUARDED "NOT has_table_privilege('assay.job'::regclass, 'INSERT')"
#define AS_OWNER " SECURITY DEFINER SET search_path = assay, pg_temp AS $$"

#define REFUSE(text) "RAISE EXCEPTION '" text "' USING ERRCODE = 'insufficient_privilege';"

/* The columns that a change of state leaves alone. */
#define SAME(columns_new, columns_old) "(" columns_new ") IS NOT DISTINCT FROM (" columns_old ")"
#define SAME_CAUSE                                                                                 \
	SAME("NEW.cause_kind, NEW.cause_errno, NEW.cause",                                         \
		"OLD.cause_kind, OLD.cause_errno, OLD.cause")
#define SAME_RESULT SAME("NEW.result, NEW.deaths", "OLD.result, OLD.deaths")
#define IS_HELD                                                                                    \
	"EXISTS (SELECT FROM package WHERE package.digest = NEW.package AND held IS NOT NULL)"

const char as_pg_version_3
	[] = "CREATE TABLE granted (role text PRIMARY KEY, kind text NOT NULL);"

	     "CREATE FUNCTION number_events(most bigint) RETURNS bigint LANGUAGE plpgsql" AS_OWNER
	     " DECLARE count bigint; BEGIN"
	     /* What is committed is looked up after the lock is there. */
	     " PERFORM pg_advisory_xact_lock(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_EVENTS ");"
	     " WITH oldest AS MATERIALIZED (SELECT id FROM unnumbered ORDER BY id LIMIT most),"
	     " taken AS (DELETE FROM unnumbered USING oldest WHERE unnumbered.id = oldest.id"
	     " RETURNING unnumbered.id, space, job, kind, time)"
	     " INSERT INTO event (number, space, job, kind, time)"
	     " SELECT (SELECT coalesce(max(number), 0) FROM event) + row_number() OVER (ORDER BY "
	     "id),"
	     " space, job, kind, time FROM taken;"
	     " GET DIAGNOSTICS count = ROW_COUNT; RETURN count; END $$;"

	     "CREATE FUNCTION is_own(number bigint) RETURNS boolean LANGUAGE plpgsql" AS_OWNER
	     " BEGIN RETURN EXISTS (SELECT FROM session WHERE id = number AND pid = "
	     "pg_backend_pid());"
	     " END $$;"
	     "CREATE FUNCTION is_over(number bigint) RETURNS boolean LANGUAGE plpgsql" AS_OWNER
	     " BEGIN IF is_own(number) OR NOT EXISTS (SELECT FROM session WHERE id = number"
	     " AND server_start = pg_postmaster_start_time()"
	     " AND seen > clock_timestamp() - interval '15 s') THEN RETURN true; END IF;"
	     " RETURN pg_try_advisory_xact_lock(" AS_PG_LOCK_SESSION ", number::int); END $$;"

	     "CREATE FUNCTION guard_job() RETURNS trigger LANGUAGE plpgsql" AS_OWNER
	     " DECLARE permitted boolean := false; BEGIN"
	     " IF OLD.state = 0 THEN permitted := " SAME_RESULT " AND " SAME_CAUSE
	     " AND CASE NEW.state"
	     " WHEN 1 THEN NEW.attempt = OLD.attempt + 1 AND is_own(NEW.session)"
	     " WHEN 4 THEN NEW.attempt = OLD.attempt AND NEW.session IS NULL AND " IS_HELD
	     " ELSE false END;"
	     " ELSIF OLD.state = 1 AND NEW.attempt = OLD.attempt AND is_over(OLD.session) THEN"
	     " permitted := CASE NEW.state"
	     " WHEN 0 THEN NEW.session IS NULL AND " SAME_RESULT " AND " SAME_CAUSE
	     " WHEN 1 THEN NEW.session = OLD.session AND NEW.deaths = OLD.deaths + 1"
	     " AND NEW.result IS NOT DISTINCT FROM OLD.result AND " SAME_CAUSE
	     " WHEN 2 THEN NEW.session IS NULL AND NEW.deaths = OLD.deaths AND " SAME_CAUSE
	     " AND NEW.result = currval('result_id_seq')"
	     " AND NOT EXISTS (SELECT FROM result WHERE id = NEW.result)"
	     " WHEN 3 THEN NEW.session IS NULL AND " SAME_RESULT " AND NEW.cause IS NOT NULL"
	     " WHEN 4 THEN NEW.session IS NULL AND " SAME_RESULT " AND " SAME_CAUSE " AND " IS_HELD
	     " ELSE false END; END IF;"
	     " IF permitted THEN RETURN NEW; END IF; " REFUSE(
		     "a worker may only end claims of its own") " END $$;"
								"CREATE TRIGGER guard BEFORE "
								"UPDATE ON job FOR EACH ROW WHEN "
								"(" GUARDED ")"
								" EXECUTE FUNCTION guard_job();"

								"CREATE FUNCTION guard_result() "
								"RETURNS trigger LANGUAGE "
								"plpgsql" AS_OWNER
								" BEGIN IF is_own(NEW.session) AND "
								"EXISTS (SELECT FROM job WHERE id "
								"= NEW.job AND state = 2"
								" AND result = NEW.id AND attempt "
								"= NEW.attempt) THEN RETURN NEW; "
								"END IF; " REFUSE(
									"a worker may only add the "
									"result of a claim of its "
									"own") " END $$;"
									       "CREATE TRIGGER "
									       "guard BEFORE "
									       "INSERT ON result "
									       "FOR EACH ROW WHEN "
									       "(" GUARDED ")"
									       " EXECUTE FUNCTION "
									       "guard_result();"

									       /* Done is state 2
										  and event 1,
										  failed is state 3
										  and event 2. */
									       "CREATE FUNCTION "
									       "guard_event() "
									       "RETURNS trigger "
									       "LANGUAGE "
									       "plpgsql" AS_OWNER
									       " BEGIN IF NEW.kind "
									       "IN (1, 2) AND "
									       "EXISTS (SELECT "
									       "FROM job WHERE id "
									       "= NEW.job"
									       " AND space = "
									       "NEW.space AND "
									       "state = NEW.kind + "
									       "1) THEN RETURN "
									       "NEW; END "
									       "IF; " REFUSE(
										       "a worker "
										       "may only "
										       "report "
										       "what "
										       "happened "
										       "to a job") " END $$;"
												   "CREATE TRIGGER guard BEFORE INSERT ON unnumbered FOR EACH ROW WHEN (" GUARDED
												   ")"
												   " EXECUTE FUNCTION guard_event();"

												   "CREATE FUNCTION guard_session() RETURNS trigger LANGUAGE plpgsql" AS_OWNER
												   " BEGIN CASE TG_OP"
												   " WHEN 'INSERT' THEN IF NEW.pid = pg_backend_pid() AND NEW.id = currval('session_number')"
												   " THEN RETURN NEW; END IF;"
												   " WHEN 'UPDATE' THEN IF OLD.pid = pg_backend_pid() THEN RETURN NEW; END IF;"
												   " WHEN 'DELETE' THEN IF is_over(OLD.id) THEN RETURN OLD; END IF;"
												   " END CASE; " REFUSE("a worker may only change a session of its own") " END $$;"
																					 "CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON session FOR EACH ROW"
																					 " WHEN (" GUARDED
																					 ") EXECUTE FUNCTION guard_session();"

																					 "CREATE FUNCTION guard_package() RETURNS trigger LANGUAGE plpgsql AS $$"
																					 " BEGIN " REFUSE(
																						 "a worker may not release a package") " END $$;"
																										       "CREATE TRIGGER guard BEFORE UPDATE ON package FOR EACH ROW WHEN (OLD.held IS NOT NULL"
																										       " AND (NEW.held, NEW.held_at) IS DISTINCT FROM (OLD.held, OLD.held_at) AND " GUARDED
																										       ")"
																										       " EXECUTE FUNCTION guard_package();"

																										       /* Whoever wrote it before meant the same bytes; if not, a reader finds out. */
																										       "CREATE FUNCTION keep_chunk() RETURNS trigger LANGUAGE plpgsql AS $$"
																										       " BEGIN RETURN NULL; END $$;"
																										       "CREATE TRIGGER guard BEFORE UPDATE ON chunk FOR EACH ROW WHEN (" GUARDED
																										       ")"
																										       " EXECUTE FUNCTION keep_chunk();"

																										       /* Roles of servers and readers have the right to read all of the table, not only columns.
																											*/
																										       "ALTER TABLE setting ENABLE ROW LEVEL SECURITY;"
																										       "CREATE POLICY setting_read ON setting"
																										       " USING (has_table_privilege('assay.setting'::regclass, 'SELECT')"
																										       " OR (space = 0 AND name IN ('attempts', 'faults')));";
