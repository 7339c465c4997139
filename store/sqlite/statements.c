/* SPDX-License-Identifier: MIT */
/* All SQL of the back end except the schema. Data is bound, never part of a text. */
#include "sqlite.h"

/* The job, if the claim ?1 (job), ?2 (attempt), ?3 (session) is still valid. */
#define CLAIMED " WHERE id = ?1 AND attempt = ?2 AND session = ?3 AND state = 1"

/* The state of a claimed job after its release. */
#define PUT_BACK                                                                                   \
	"state = CASE WHEN EXISTS (SELECT 1 FROM package WHERE digest = job.package"               \
	" AND held IS NOT NULL) THEN 4 ELSE 0 END, session = NULL"

static const char *const texts[AS_SQL_COUNT] = {

	[AS_SQL_BLOB_REMOVE] =
		"DELETE FROM blob WHERE digest IN (SELECT b.digest FROM blob AS b WHERE"
		" b.written < ?1"
		" AND NOT EXISTS (SELECT 1 FROM submission WHERE files = b.digest)"
		" AND NOT EXISTS (SELECT 1 FROM result WHERE bytes = b.digest)"
		" AND NOT EXISTS (SELECT 1 FROM package WHERE package.blob = b.digest)"
		" AND NOT EXISTS (SELECT 1 FROM event WHERE event.blob = b.digest) LIMIT ?2)"
		" RETURNING digest, size",
	[AS_SQL_CHUNK_REMOVE] = "DELETE FROM chunk WHERE digest = ?1 AND ordinal IN (SELECT ordinal"
				" FROM chunk WHERE digest = ?1 ORDER BY ordinal LIMIT ?2)"
				" RETURNING length(data)",
	[AS_SQL_UPLOAD_ADD_OLD] =
		"INSERT INTO upload (digest, written, was_blob) VALUES (?1, 0, 1)",
	[AS_SQL_UPLOAD_FIND] =
		"SELECT digest, was_blob FROM upload WHERE written < ?1 ORDER BY written LIMIT 1",
	[AS_SQL_UPLOAD_REMOVE] = "DELETE FROM upload WHERE digest = ?1",
	[AS_SQL_SESSION_RENAME] = "UPDATE session SET name = ?2 WHERE id = ?1",
	[AS_SQL_SESSION_ADD] = "INSERT INTO session (name, opened, boot) VALUES (?1, ?2, ?3)",

	[AS_SQL_JOB_COUNT_DEATHS] = "UPDATE job SET deaths = deaths + 1 WHERE state = 1"
				    " AND session NOT IN (SELECT id FROM session"
				    " WHERE boot <> '' AND ?1 <> '' AND boot <> ?1)",
	[AS_SQL_JOB_LIST_DEAD] =
		"SELECT id, space, deaths FROM job WHERE state = 1 AND deaths >= ?1",
	[AS_SQL_JOB_RELEASE_ALL] = "UPDATE job SET " PUT_BACK " WHERE state = 1 AND session = ?1",
	[AS_SQL_JOB_FAIL_DEAD] =
		"UPDATE job SET state = 3, session = NULL, cause_kind = ?2, cause_errno = 0,"
		" cause = ?3 WHERE id = ?1",
	[AS_SQL_JOB_QUEUE_DEAD] = "UPDATE job SET " PUT_BACK " WHERE state = 1",

	[AS_SQL_CLOCK_WRITE] = "INSERT INTO clock (class, tag) VALUES (?1, coalesce("
			       "min(?2, (SELECT min(tag) FROM job WHERE state = 0 AND class = ?1)),"
			       " (SELECT max(next) - 1 FROM share WHERE class = ?1), ?2))"
			       " ON CONFLICT (class) DO UPDATE SET tag = max(tag, excluded.tag)",

	[AS_SQL_CLAIM_HEAD] =
		"SELECT id, class, priority, tag, deaths FROM job WHERE lane = ?1 AND state = 0"
		" AND class BETWEEN ?2 AND ?3 AND (?4 IS NULL OR package = ?4)"
		" ORDER BY class, priority DESC, tag, id LIMIT 1",
	[AS_SQL_CLAIM_OTHERS] =
		"SELECT count(*), coalesce(max(deaths), 0) FROM job WHERE state = 1",
	[AS_SQL_CLAIM_TAKE] = "UPDATE job SET state = 1, session = ?2, attempt = attempt + 1,"
			      " claimed = ?3 WHERE id = ?1 AND state = 0",
	[AS_SQL_CLAIM_READ] =
		"SELECT job.attempt, job.session, job.package, submission.files, submission.path,"
		" submission.language, submission.entry_point, job.options"
		" FROM job JOIN submission ON submission.id = job.submission WHERE job.id = ?1",
	[AS_SQL_CLAIM_HOLDS] = "SELECT 1 FROM job" CLAIMED,
	[AS_SQL_CLAIM_COMPLETE] =
		"UPDATE job SET state = 2, session = NULL" CLAIMED " RETURNING space",
	[AS_SQL_CLAIM_FAIL] =
		"UPDATE job SET state = 3, session = NULL, cause_kind = ?4, cause_errno = ?5,"
		" cause = ?6" CLAIMED " RETURNING space",
	[AS_SQL_CLAIM_RELEASE] = "UPDATE job SET " PUT_BACK CLAIMED " RETURNING space",

	[AS_SQL_RESULT_ADD] = "INSERT INTO result (job, attempt, session, verdict, bytes, recorded,"
			      " score, group_scores, runs)"
			      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
	[AS_SQL_RESULT_SET] = "UPDATE job SET result = ?2 WHERE id = ?1",

	[AS_SQL_EVENT_LAST] = "SELECT coalesce(max(number), 0) FROM event",

};

const char *as_statement_text(enum as_sqlite_statement which)
{
	return texts[which];
}
