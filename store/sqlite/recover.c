/* SPDX-License-Identifier: MIT */
/* Recovers the jobs that a dead owner had claimed. If the machine was restarted since then, that
 * ended the owner, and the deaths of its jobs are not counted: a power cut is not the fault of a
 * job. */
#include "sqlite.h"

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
	struct as_connection *writer, const char *boot, int64_t *session, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_SESSION_ADD, error);
	char name[300], host[256] = "";

	if (!statement)
		return -1;
	gethostname(host, sizeof(host) - 1);
	snprintf(name, sizeof(name), "%s:%d", host, (int)getpid());
	as_sql_text(statement, 1, name);
	sqlite3_bind_int64(statement, 2, as_sqlite_now_ms());
	as_sql_text(statement, 3, boot);
	if (as_sqlite_run(writer, statement, error))
		return -1;
	*session = sqlite3_last_insert_rowid(writer->db);
	return 0;
}

struct dead {
	int64_t job, space, deaths;
};

/* Finds the first job without further attempts. 1, or 0 if there is none. */
static int find_dead(
	struct as_connection *writer, int64_t attempts, struct dead *dead, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_JOB_LIST_DEAD, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, attempts);
	const int found = as_sql_step(writer, statement, error);
	if (found == 1)
		*dead = (struct dead){sqlite3_column_int64(statement, 0),
			sqlite3_column_int64(statement, 1), sqlite3_column_int64(statement, 2)};
	sqlite3_reset(statement);
	return found;
}

static int fail_dead(struct as_connection *writer, int64_t attempts, struct as_error *error)
{
	sqlite3_stmt *statement;
	struct dead dead = {0};
	char cause[256];
	int found;

	while ((found = find_dead(writer, attempts, &dead, error)) == 1) {
		as_store_death_cause(dead.deaths, attempts, cause, sizeof(cause));
		statement = as_sql(writer, AS_SQL_JOB_FAIL_DEAD, error);
		if (!statement)
			return -1;
		sqlite3_bind_int64(statement, 1, dead.job);
		sqlite3_bind_int64(statement, 2, AS_ERROR_INTERNAL);
		as_sql_text(statement, 3, cause);
		if (as_sqlite_run(writer, statement, error) ||
			as_sql_add_event(
				&writer->sql, dead.space, dead.job, AS_STORE_EVENT_FAILED, error))
			return -1;
	}
	return found;
}

static int recover(struct as_connection *writer, int64_t *session, struct as_error *error)
{
	sqlite3_stmt *count = as_sql(writer, AS_SQL_JOB_COUNT_DEATHS, error);
	sqlite3_stmt *queue = as_sql(writer, AS_SQL_JOB_QUEUE_DEAD, error);
	char boot[BOOT_SIZE] = "";
	int64_t attempts;

	read_boot(boot);
	if (count)
		as_sql_text(count, 1, boot);
	return !count || !queue || as_sql_attempts(&writer->sql, &attempts, error) ||
			       as_sqlite_run(writer, count, error) ||
			       fail_dead(writer, attempts, error) ||
			       as_sqlite_run(writer, queue, error) ||
			       add_session(writer, boot, session, error)
		       ? -1
		       : 0;
}

static int read_last_event(struct as_connection *writer, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_EVENT_LAST, error);

	if (!statement || as_sql_step(writer, statement, error) != 1)
		return -1;
	writer->last_event = sqlite3_column_int64(statement, 0);
	sqlite3_reset(statement);
	return 0;
}

int as_sqlite_recover(struct as_connection *writer, int64_t *session, struct as_error *error)
{
	if (as_connection_run(writer, "BEGIN IMMEDIATE", error))
		return -1;
	if (recover(writer, session, error) == 0 && read_last_event(writer, error) == 0 &&
		as_connection_run(writer, "COMMIT", error) == 0)
		return 0;
	sqlite3_exec(writer->db, "ROLLBACK", NULL, NULL, NULL);
	return -1;
}
