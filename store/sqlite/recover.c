/* SPDX-License-Identifier: MIT */
/* Recovers the jobs that a dead owner had claimed. If the machine was restarted since then, that
 * ended the owner, and the deaths of its jobs are not counted: a power cut is not the fault of a
 * job. */
#include "jobs.h"
#include "sqlite.h"
#include "texts.h"

#include <fcntl.h>
#include <string.h>

#define BOOT_SIZE 64

/* "" if it is not known. */
static void read_boot(char boot[BOOT_SIZE])
{
	AS_AUTO_FD int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	const ssize_t size = fd < 0 ? 0 : read(fd, boot, BOOT_SIZE - 1);

	boot[size < 0 ? 0 : size] = '\0';
	boot[strcspn(boot, "\n")] = '\0';
}

static int add_session(
	struct as_sql *sql, const char *boot, int64_t *session, struct as_error *error)
{
	static const struct as_statement add = {
		.text = "INSERT INTO session (name, opened, boot) VALUES ($1, now_ms(), $2)"
			" RETURNING id"};
	char name[300], host[256] = "";

	gethostname(host, sizeof(host) - 1);
	snprintf(name, sizeof(name), "%s:%d", host, (int)getpid());
	return as_sql_insert(sql, &add, AS_VALUES(AS_TEXT(name), AS_TEXT(boot)), session, error);
}

/* Fails the first job without further attempts. 1, or 0 if there is none. */
static int fail_dead(struct as_sql *sql, int64_t attempts, struct as_error *error)
{
	static const struct as_statement find = {
		.text = "SELECT id, space, deaths FROM job WHERE state = 1 AND deaths >= $1"};
	static const struct as_statement fail = {
		.text = "UPDATE job SET state = 3, session = NULL, cause_kind = $2,"
			" cause_errno = 0, cause = $3 WHERE id = $1"};
	AS_ROWS rows = {0};
	char cause[256];
	const int found = as_sql_find(sql, &find, AS_VALUES(AS_INT(attempts)), &rows, error);

	if (found != 1)
		return found;
	const int64_t job = as_rows_number(&rows, 0), space = as_rows_number(&rows, 1);
	as_store_death_cause(as_rows_number(&rows, 2), attempts, cause, sizeof(cause));
	as_rows_clear(&rows);
	return as_sql_run(sql, &fail,
		       AS_VALUES(AS_INT(job), AS_INT(AS_ERROR_INTERNAL), AS_TEXT(cause)),
		       error) < 0 ||
			       as_sql_add_event(sql, space, job, AS_STORE_EVENT_FAILED, error)
		       ? -1
		       : 1;
}

static int recover(struct as_sql *sql, int64_t *session, struct as_error *error)
{
	static const struct as_statement count = {
		.text = "UPDATE job SET deaths = deaths + 1 WHERE state = 1 AND session NOT IN"
			" (SELECT id FROM session WHERE boot <> '' AND $1 <> '' AND boot <> $1)"};
	static const struct as_statement queue = {
		.text = "UPDATE job SET " AS_SQL_PUT_BACK " WHERE state = 1"};
	char boot[BOOT_SIZE] = "";
	int64_t attempts;
	int found = 1;

	read_boot(boot);
	if (as_sql_attempts(sql, &attempts, error) ||
		as_sql_run(sql, &count, AS_VALUES(AS_TEXT(boot)), error) < 0)
		return -1;
	while (found == 1)
		found = fail_dead(sql, attempts, error);
	return found || as_sql_run(sql, &queue, NULL, error) < 0 ||
			       add_session(sql, boot, session, error)
		       ? -1
		       : 0;
}

static int read_last_event(struct as_connection *writer, struct as_error *error)
{
	return as_sqlite_read_number(
		writer, "SELECT coalesce(max(number), 0) FROM event", &writer->last_event, error);
}

int as_sqlite_recover(struct as_connection *writer, int64_t *session, struct as_error *error)
{
	if (as_connection_run(writer, "BEGIN IMMEDIATE", error))
		return -1;
	if (recover(&writer->sql, session, error) == 0 && read_last_event(writer, error) == 0 &&
		as_connection_run(writer, "COMMIT", error) == 0)
		return 0;
	sqlite3_exec(writer->db, "ROLLBACK", NULL, NULL, NULL);
	return -1;
}
