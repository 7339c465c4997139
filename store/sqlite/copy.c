/* SPDX-License-Identifier: MIT */
/*
 * Copies the database by SQLite's backup interface:
 * 1. A reader begins a transaction, so that it sees one moment, whatever the owner commits.
 * 2. The pages are copied into a new file beside the target.
 * 3. The epochs of its spaces are removed, because later writes into the copy are another history.
 * 4. The file gets the target's name, which replaces no file.
 *
 * The owner is not stopped. Its log grows meanwhile, because it cannot be truncated past that
 * moment.
 */
#include "sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>

#define PAGES_AT_ONCE 2048

/* SQLite would use a log beside the copy as the copy's own. */
static int check_target(const char *path, struct as_error *error)
{
	static const char *const endings[] = {"", "-wal", "-journal", "-shm"};

	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		AS_AUTO_FREE char *name = as_text_format(error, "%s%s", path, endings[i]);
		if (!name)
			return -1;
		if (faccessat(AT_FDCWD, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
			return as_error_at(error, AS_ERROR_USAGE, name, 0, 0,
				"the file exists; name a new file for the backup");
	}
	return 0;
}

static int copy_pages(
	struct as_connection *from, sqlite3 *to, const atomic_bool *cancel, struct as_error *error)
{
	sqlite3_backup *backup = sqlite3_backup_init(to, "main", from->db, "main");
	int code = backup ? SQLITE_OK : sqlite3_errcode(to);

	while (code == SQLITE_OK && as_cancel_check(cancel, error) == 0)
		code = sqlite3_backup_step(backup, PAGES_AT_ONCE);
	if (backup)
		sqlite3_backup_finish(backup);
	if (code == SQLITE_DONE)
		return 0;
	if (as_is_cancelled(cancel))
		return -1;
	if (code == SQLITE_FULL)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"the disk of the backup is full; free space or name a file on another "
			"disk");
	return as_error_at(error, AS_ERROR_INTERNAL, from->path, 0, 0, "cannot copy: %s",
		sqlite3_errstr(code));
}

static int copy_moment(struct as_connection *from, const char *path, const atomic_bool *cancel,
	struct as_error *error)
{
	struct as_connection to;
	int failed = as_connection_open(&to, path, true, error);

	if (!failed)
		failed = as_connection_run(from, "BEGIN; SELECT count(*) FROM space", error) ||
			 copy_pages(from, to.db, cancel, error) ||
			 as_connection_run(&to, "UPDATE space SET epoch = NULL", error);
	as_connection_close(&to);
	if (!sqlite3_get_autocommit(from->db))
		sqlite3_exec(from->db, "ROLLBACK", NULL, NULL, NULL);
	return failed ? -1 : 0;
}

static void remove_draft(const char *draft)
{
	char journal[PATH_MAX];

	snprintf(journal, sizeof(journal), "%s-journal", draft);
	unlink(journal);
	unlink(draft);
}

static int finish(const char *draft, const char *path, struct as_error *error)
{
	if (as_rename_new(AT_FDCWD, draft, AT_FDCWD, path) == 0)
		return as_file_flush_name(path) == 0
			       ? 0
			       : as_error_sys(error, AS_ERROR_INTERNAL, errno,
					 "the backup may be missing after a power cut");
	return as_error_at(error, AS_ERROR_USAGE, path, 0, 0, "cannot make the backup: %s",
		strerrordesc_np(errno));
}

static int copy_to(struct as_connection *from, const char *path, const atomic_bool *cancel,
	struct as_error *error)
{
	unsigned long number;

	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot draw a random number");
	AS_AUTO_FREE char *draft = as_text_format(error, "%s.new-%016lx", path, number);
	if (!draft || as_place_make(draft, error))
		return -1;
	const int failed = copy_moment(from, draft, cancel, error) || finish(draft, path, error);
	remove_draft(draft);
	return failed ? -1 : 0;
}

int as_sqlite_copy(void *back, const char *file, const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_place_find(file, error);

	if (!path || check_target(path, error))
		return -1;
	struct as_connection *reader = as_reader_take(back, error);
	if (!reader)
		return -1;
	const int failed = copy_to(reader, path, cancel, error);
	as_reader_give(back, reader);
	return failed;
}
