/* SPDX-License-Identifier: MIT */
/* texts: parts of statements that several files use. */
#ifndef ASSAY_STORE_TEXTS_H
#define ASSAY_STORE_TEXTS_H

#define AS_SQL_TEXT_OF(number) #number
#define AS_SQL_TEXT(number) AS_SQL_TEXT_OF(number)

/** A setting as as_count_parse reads it; NULL: unset. */
#define AS_SQL_COUNT_OF(space_, name_)                                                             \
	"(SELECT CASE WHEN length(value) BETWEEN 1 AND 10 AND ltrim(value, '0123456789') = ''"     \
	" THEN CASE WHEN CAST(value AS bigint) BETWEEN 1 AND 2147483647 THEN"                      \
	" CAST(value AS bigint) END END FROM setting"                                              \
	" WHERE space = " space_ " AND name = '" name_ "')"
#define AS_SQL_ATTEMPTS                                                                            \
	"coalesce(" AS_SQL_COUNT_OF("0", "attempts") ", " AS_SQL_TEXT(AS_STORE_ATTEMPTS_USUAL) ")"

/* The owner of a job in the table of shares: owners of two spaces may have the same name. */
#define AS_SQL_SHARER "job.space || '/' || job.owner"
#define AS_PG_SHARER "convert_to(job.space || '/', 'UTF8') || job.owner"
/** The job, if the claim $1 (job), $2 (attempt), $3 (session) is still valid. */
#define AS_SQL_CLAIMED " WHERE id = $1 AND attempt = $2 AND session = $3 AND state = 1"
#define AS_CLAIM(claim) AS_INT((claim)->job), AS_INT((claim)->attempt), AS_INT((claim)->session)

/** The state of a claimed job after its release. */
#define AS_SQL_PUT_BACK                                                                            \
	"state = CASE WHEN EXISTS (SELECT 1 FROM package WHERE digest = job.package"               \
	" AND held IS NOT NULL) THEN 4 ELSE 0 END, session = NULL"

/** The blob b is not referenced. */
#define AS_SQL_UNUSED                                                                              \
	" AND NOT EXISTS (SELECT 1 FROM submission WHERE files = b.digest)"                        \
	" AND NOT EXISTS (SELECT 1 FROM result WHERE bytes = b.digest)"                            \
	" AND NOT EXISTS (SELECT 1 FROM package WHERE package.blob = b.digest)"                    \
	" AND NOT EXISTS (SELECT 1 FROM event WHERE event.blob = b.digest)"

/**
 * The first keys of advisory locks of a server, which have two keys. No other program may use
 * advisory locks with these keys in the same database. A transaction takes locks in this order:
 * 1. the lock on queueing, if it queues jobs, so that no two of them wait for each other;
 * 2. the lock on holds, before the locks of any rows. Transactions that queue or release a job
 *    share it, so that no package becomes held meanwhile; one that counts a fault, holds or
 *    releases a package has it exclusively;
 * 3. the lock on the numbers of events, if it appends. A transaction that waits for it holds no
 *    locks of rows.
 */
#define AS_PG_LOCK_SESSION "1098085217" /* of a session, by its number */
#define AS_PG_LOCK_STORE "1098085218"   /* of the store: the second key is one of the following */
#define AS_PG_LOCK_LANE "1098085219"    /* shared, by the digest of a lane that a session serves */
#define AS_PG_LOCK_SETUP "1"
#define AS_PG_LOCK_SUBMIT "2"
#define AS_PG_LOCK_SWEEP "3"
#define AS_PG_LOCK_EVENTS "4"
#define AS_PG_LOCK_HOLD "5"
#define AS_PG_LOCK_COLLECT "6"

/** Milliseconds since 1970 by the server's clock, which all times use. */
#define AS_PG_NOW_MS "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

/**
 * On a server: adds the bytes as a blob, unless they are NULL; `FROM gate` has one row if they are
 * to be added. The blob comes first, and is written again if it exists: if another process is
 * removing it, this waits, and adds its chunk again (postgres/upkeep.c).
 */
#define AS_PG_ADD_CONTENT(digest, size, bytes, gate)                                               \
	"added_blob AS (INSERT INTO blob (digest, size, written)"                                  \
	" SELECT " digest "::text, " size "::bigint, " AS_PG_NOW_MS " FROM " gate " WHERE " bytes  \
	"::bytea IS NOT NULL ON CONFLICT (digest) DO UPDATE SET written = excluded.written"        \
	" RETURNING digest), added_chunk AS (INSERT INTO chunk AS c (digest, ordinal, data)"       \
	" SELECT digest, 0, " bytes "::bytea FROM added_blob WHERE " size "::bigint > 0"           \
	" ON CONFLICT (digest, ordinal) DO UPDATE SET data = excluded.data"                        \
	" WHERE c.data <> excluded.data)"

#endif
