/* SPDX-License-Identifier: MIT */
/* The back end in a file: all cases, and its special features. */
#include "cases.h"
#include "old_store.h"
#include "sqlite_case.h"
#include "support/namespaces.h"
#include "support/skip.h"
#include "worker.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

TestSuite(sqlite, .init = make_folder, .fini = remove_folder, .timeout = 600);

#define CASE(name)                                                                                 \
	Test(sqlite, name)                                                                         \
	{                                                                                          \
		name(&maker);                                                                      \
	}
STORE_CASES(CASE)
UPKEEP_CASES(CASE)
WORKER_CASES(CASE)
LOG_CASES(CASE)
SLOT_CASES(CASE)

/* ---- refusals ---- */

Test(sqlite, urls_are_checked)
{
	expect_refusal("store.db", AS_ERROR_USAGE, "'store.db' is not the URL of a store");
	expect_refusal("", AS_ERROR_USAGE, "is not the URL of a store; use sqlite:FILE");
	expect_refusal("sqlite:", AS_ERROR_USAGE, "names no file");
	expect_refusal("mysql://x", AS_ERROR_USAGE, "is not the URL of a store");
	expect_refusal("mysql://me:secret@x", AS_ERROR_USAGE, "'...' is not the URL of a store");
	cr_expect_eq(as_store_check_url("sqlite:x", NULL), 0);
}

static void expect_other_left_alone(void)
{
	AS_AUTO_BYTES struct as_bytes before = {0}, after = {0};

	cr_assert_eq(as_file_read(AT_FDCWD, "other.db", 100000, &before, NULL), 0);
	expect_refusal("sqlite:other.db", AS_ERROR_USAGE, "a database of another program");
	cr_assert_eq(as_file_read(AT_FDCWD, "other.db", 100000, &after, NULL), 0);
	cr_assert_eq(after.size, before.size);
	cr_expect_eq(memcmp(after.data, before.data, before.size), 0);
	cr_expect_neq(access("other.db.lock", F_OK), 0);
}

/* Leaves the log of a killed program. */
static void leave_log(void)
{
	int status;
	const pid_t pid = fork();

	cr_assert_geq(pid, 0);
	if (pid == 0) {
		sqlite3 *db;
		_exit(sqlite3_open("other.db", &db) ||
			sqlite3_exec(db, "INSERT INTO bill VALUES (7)", NULL, NULL, NULL));
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert_eq(status, 0);
}

Test(sqlite, a_file_that_is_not_a_store_is_refused_and_left_alone)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	static const char text[] = "a letter, which is longer than a header of SQLite, and which "
				   "nobody wants to lose because of a slip in a command line.\n";

	umask(077);
	put("letter", text);
	expect_refusal("sqlite:letter", AS_ERROR_USAGE, "not a store, and not a database");
	cr_assert_eq(as_file_read(AT_FDCWD, "letter", 1000, &bytes, NULL), 0);
	cr_expect_str_eq(bytes.data, text);
	run_sql("other.db", "CREATE TABLE bill (amount INTEGER)");
	expect_other_left_alone();
	cr_expect_neq(access("other.db-wal", F_OK), 0);
	run_sql("other.db", "PRAGMA journal_mode = WAL");
	expect_other_left_alone();
	cr_expect_neq(access("other.db-wal", F_OK), 0);
	leave_log();
	expect_other_left_alone();
	cr_expect_eq(access("other.db-wal", F_OK), 0);
	run_sql("third.db", "PRAGMA user_version = 1");
	expect_refusal("sqlite:third.db", AS_ERROR_USAGE, "a database of another program");
}

Test(sqlite, a_file_with_several_names_is_refused)
{
	struct as_store *store = store_open("sqlite:a.store");

	cr_assert_eq(link("a.store", "b.store"), 0);
	expect_refusal("sqlite:b.store", AS_ERROR_USAGE,
		"b.store: the store has 2 names (hard links); remove all but one");
	as_store_close(store);
	expect_refusal("sqlite:a.store", AS_ERROR_USAGE, "the store has 2 names");
	cr_assert_eq(unlink("b.store"), 0);
	as_store_close(store_open("sqlite:a.store"));
}

/* The group nogroup, which any user may belong to; a user's own group contains only that user. */
Test(sqlite, a_folder_that_a_group_can_write_is_refused)
{
	skip_unless(geteuid() == 0, "root", "another group needs root");
	cr_assert_eq(chown(folder, (uid_t)-1, 65534), 0);
	cr_assert_eq(chmod(folder, 0775), 0);
	expect_refusal("sqlite:a.store", AS_ERROR_USAGE,
		"a group can write to the folder of the store; use a private one");
	cr_assert_eq(chown(folder, (uid_t)-1, 0), 0);
	as_store_close(store_open("sqlite:a.store"));
	cr_assert_eq(chmod(folder, 0777), 0);
	expect_refusal("sqlite:a.store", AS_ERROR_USAGE, "any user can write to the folder");
}

Test(sqlite, a_log_that_is_a_link_is_refused)
{
	static const char *const logs[] = {"a.store-wal", "a.store-shm"};

	as_store_close(store_open("sqlite:a.store"));
	put("target", "");
	for (size_t i = 0; i < sizeof(logs) / sizeof(*logs); i++) {
		cr_assert_eq(symlink("target", logs[i]), 0);
		expect_refusal("sqlite:a.store", AS_ERROR_USAGE, "not the log of a store");
		cr_assert_eq(unlink(logs[i]), 0);
		cr_assert_eq(link("target", logs[i]), 0);
		expect_refusal("sqlite:a.store", AS_ERROR_USAGE, "not the log of a store");
		cr_assert_eq(unlink(logs[i]), 0);
	}
	as_store_close(store_open("sqlite:a.store"));
}

Test(sqlite, paths_that_cannot_hold_a_file_are_refused)
{
	cr_assert_eq(mkdir("here", 0755), 0);
	cr_assert_eq(mkfifo("pipe", 0644), 0);
	expect_refusal("sqlite:here", AS_ERROR_USAGE, "not a regular file");
	expect_refusal("sqlite:here/", AS_ERROR_USAGE, "is a folder; name a file in it");
	expect_refusal("sqlite:pipe", AS_ERROR_USAGE, "not a regular file");
	expect_refusal("sqlite:missing/a.store", AS_ERROR_USAGE,
		"missing/a.store: the folder of the store cannot be opened: No such");
}

/* Runs in a child as an unprivileged user. */
static void expect_of_stranger(void (*part)(void))
{
	int status;
	const pid_t pid = fork();

	cr_assert_geq(pid, 0);
	if (pid == 0) {
		if (geteuid() == 0 && (setgid(65534) || setuid(65534)))
			_exit(98);
		part();
		_exit(0);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %d", status);
}

static void open_as_stranger(void)
{
	static const char said[] =
		"the lock of the store cannot be opened: Permission denied; move it";
	struct as_error error = {0};

	if (as_store_open("sqlite:a.store", &error) || error.kind != AS_ERROR_USAGE ||
		!strstr(error.text, said) || !strstr(error.where, "a.store.lock"))
		_exit(1);
}

Test(sqlite, a_folder_that_cannot_be_written_is_refused)
{
	cr_assert_eq(chmod(folder, geteuid() == 0 ? 0755 : 0555), 0);
	expect_of_stranger(open_as_stranger);
	cr_assert_eq(chmod(folder, 0755), 0);
}

Test(sqlite, a_store_is_readable_only_for_its_user)
{
	struct stat info;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	cr_assert_eq(stat(fixture.url + strlen("sqlite:"), &info), 0);
	cr_expect_eq(info.st_mode & 0777, 0600);
}

Test(sqlite, a_store_has_one_owner)
{
	char in_use[64];
	struct as_store *store = store_open("sqlite:a.store");

	snprintf(in_use, sizeof(in_use), "in use by another process (%d); wait", (int)getpid());
	expect_refusal("sqlite:a.store", AS_ERROR_USAGE, in_use);
	/* Regardless of its name. */
	cr_assert_eq(symlink("a.store", "link.store"), 0);
	expect_refusal("sqlite:link.store", AS_ERROR_USAGE, in_use);
	expect_refusal("sqlite:./a.store", AS_ERROR_USAGE, in_use);
	as_store_close(store);
	as_store_close(store_open("sqlite:link.store"));
	as_store_close(NULL);
}

Test(sqlite, a_schema_that_assay_did_not_make_is_refused)
{
	static const struct {
		const char *sql, *said;
	} cases[] = {
		{"CREATE TRIGGER endless AFTER INSERT ON session BEGIN INSERT INTO setting WITH "
		 "RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x, x, x FROM "
		 "n; END",
			"the trigger 'endless' is not one that assay makes; drop it"},
		{"CREATE VIEW many AS SELECT 1",
			"the view 'many' is not one that assay makes; drop it"},
		{"CREATE TABLE \"\x1b]0;x\" (x)",
			"the table '\\x1B]0;x' is not one that assay makes; drop it"},
		{"DROP INDEX job_tag", "the index 'job_tag' is missing; restore a backup"},
		{"DROP TABLE share; CREATE TABLE share (class, owner, next CHECK (next > 0))",
			"the table 'share' is not the one that assay makes; restore a backup"},
		{"ANALYZE; CREATE INDEX odd ON share (next)", "the index 'odd' is not one"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		as_store_close(store_open("sqlite:a.store"));
		run_sql("a.store", cases[i].sql);
		expect_refusal("sqlite:a.store", AS_ERROR_USAGE, cases[i].said);
		cr_assert_eq(unlink("a.store"), 0);
	}
	/* Changes by SQLite itself are not reported. */
	as_store_close(store_open("sqlite:a.store"));
	run_sql("a.store", "VACUUM; ANALYZE");
	as_store_close(store_open("sqlite:a.store"));
}

/* If another version of SQLite stored another text, every store would be refused. */
Test(sqlite, columns_are_added_as_they_are_written)
{
	as_store_close(store_open("sqlite:a.store"));
	run_sql("a.store",
		"CREATE TABLE other (x CHECK (x)); INSERT INTO other SELECT sql = 'CREATE TABLE "
		"blob "
		"(digest TEXT PRIMARY KEY, size INTEGER NOT NULL, written INTEGER NOT NULL DEFAULT "
		"0) WITHOUT ROWID' FROM sqlite_schema WHERE name = 'blob'");
}

/* ---- power cuts ---- */

/* An owner dies with a claimed job; `change` is done to the file before the next one opens it. */
static unsigned deaths_after(const char *change)
{
	AUTO_FIXTURE fixture;
	int status;

	fixture_open(&fixture, &maker);
	const int64_t job = submit_path(&fixture, "a.c");
	as_store_close(fixture.store);
	const pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0) {
		fixture.store = as_store_open(fixture.url, NULL);
		_exit(!fixture.store || claim_next(&fixture).job == 0);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert_eq(status, 0);
	run_sql(strchr(fixture.url, ':') + 1, change);
	fixture.store = store_open(fixture.url);
	const struct as_store_job found = read_job(&fixture, job);
	cr_expect_eq(found.state, AS_STORE_QUEUED);
	return found.death_count;
}

Test(sqlite, a_power_cut_is_no_death_of_a_job)
{
	cr_expect_eq(deaths_after("SELECT 1"), 1);
	cr_expect_eq(deaths_after("UPDATE session SET boot = 'another'"), 0);
	/* An older version did not name the boot. */
	cr_expect_eq(deaths_after("UPDATE session SET boot = ''"), 1);
}

/* ---- versions ---- */

Test(sqlite, a_store_of_a_newer_version_is_refused)
{
	as_store_close(store_open("sqlite:a.store"));
	run_sql("a.store", "PRAGMA user_version = 4711");
	expect_refusal("sqlite:a.store", AS_ERROR_USAGE,
		"a.store: a store of version 4711, but this assay knows versions up to 6; use a "
		"newer assay");
}

/* Changes the store in a loop until the process is killed. Sets and removes the mark of an import;
 * while the version forbids use of the store, creates and drops an index of another program. */
static void change_on(void)
{
	sqlite3 *db;

	if (prctl(PR_SET_PDEATHSIG, SIGKILL) || sqlite3_open("a.store", &db))
		_exit(1);
	for (;;)
		sqlite3_exec(db,
			"PRAGMA user_version = -6; PRAGMA user_version = 6; BEGIN IMMEDIATE;"
			"PRAGMA user_version = -6; CREATE INDEX foreign_index ON job (id); COMMIT;"
			"BEGIN IMMEDIATE; DROP INDEX foreign_index; PRAGMA user_version = 6; "
			"COMMIT",
			NULL, NULL, NULL);
}

/* Version and schema are read at the same moment. */
Test(sqlite, a_store_is_checked_while_another_process_changes_it)
{
	as_store_close(store_open("sqlite:a.store"));
	const pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0)
		change_on();
	int opened_count = 0, refused_count = 0;
	for (int i = 0; i < 100000 && (opened_count < 100 || refused_count < 100); i++) {
		struct as_error error = {0};
		struct as_store *store = as_store_open_reader("sqlite:a.store", &error);
		if (store)
			opened_count++;
		else if (strstr(error.text, "is not complete"))
			refused_count++;
		else
			cr_expect_fail("%s", error.text);
		as_store_close(store);
	}
	kill(pid, SIGKILL);
	cr_assert_eq(waitpid(pid, NULL, 0), pid);
	cr_expect_geq(opened_count, 100);
	cr_expect_geq(refused_count, 100);
}

static int64_t version_of(const char *name)
{
	sqlite3 *db;
	sqlite3_stmt *statement;

	cr_assert_eq(sqlite3_open(name, &db), SQLITE_OK);
	cr_assert_eq(sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL), 0);
	cr_assert_eq(sqlite3_step(statement), SQLITE_ROW);
	const int64_t version = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return version;
}

static int migrate(const char *const *migrations, size_t count, struct as_error *error)
{
	struct as_connection connection;
	int64_t version;
	int failed = as_connection_open(&connection, "a.store", true, error) ||
		     as_sqlite_check_version(&connection, count, &version, error) ||
		     as_sqlite_migrate(&connection, migrations, count, error);

	as_connection_close(&connection);
	return failed;
}

Test(sqlite, versions_go_forward_one_by_one_and_a_step_is_whole)
{
	const char *const later[] = {as_sqlite_migrations[0], as_sqlite_migrations[1],
		as_sqlite_migrations[2], as_sqlite_migrations[3], as_sqlite_migrations[4],
		as_sqlite_migrations[5], "CREATE TABLE more (x INTEGER); PRAGMA user_version = 7",
		"INSERT INTO more VALUES (7); DROP TABLE setting; CREATE TABLE more (y INTEGER);"
		"PRAGMA user_version = 8"};
	struct as_error error = {0};

	as_store_close(store_open("sqlite:a.store"));
	cr_expect(migrate(later, 8, &error));
	cr_expect_str_eq(error.text, "table more already exists");
	cr_expect_eq(version_of("a.store"), 7);
	run_sql("a.store", "SELECT name FROM setting; INSERT INTO more VALUES (8)");
	cr_expect_not(migrate(later, 7, NULL));
	cr_expect(migrate(later, 6, NULL), "a newer version");
}

/* Makes a.store, as version 1 left it. */
static void load_old(void)
{
	AS_AUTO_BYTES struct as_bytes text = {0};

	cr_assert_eq(as_file_read(AT_FDCWD, ASSAY_SOURCE_DIR "/tests/data/valid/store/sqlite-1.sql",
			     1 << 20, &text, NULL),
		0);
	cr_assert_eq(as_file_write(AT_FDCWD, "a.store", "", 0, 0600, NULL), 0);
	run_sql("a.store", text.data);
	/* For claim_next. */
	run_sql("a.store", "UPDATE job SET lane = 'lane'");
	cr_expect_eq(version_of("a.store"), 1);
}

static void bring_up_to_date(void)
{
	AUTO_FIXTURE fixture = {.url = "sqlite:a.store"};

	fixture.store = store_open(fixture.url);
	cr_expect_eq(version_of("a.store"), (int64_t)as_sqlite_migration_count);
	old_store_goes_on(&fixture);
}

Test(sqlite, a_store_of_version_1_is_brought_up_to_date_with_nothing_lost)
{
	load_old();
	bring_up_to_date();
}

Test(sqlite, a_store_of_version_3_is_brought_up_to_date_with_nothing_lost)
{
	load_old();
	cr_assert_eq(migrate(as_sqlite_migrations, 3, NULL), 0);
	cr_expect_eq(version_of("a.store"), 3);
	bring_up_to_date();
}

/* A program of version 3 reads a clarification to several teams as one to all. */
Test(sqlite, a_program_that_does_not_know_several_recipients_refuses_the_store)
{
	struct as_error error = {0};

	as_store_close(store_open("sqlite:a.store"));
	cr_expect(migrate(as_sqlite_migrations, 3, &error));
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_str_eq(error.text,
		"a store of version 6, but this assay knows versions up to 3; use a newer assay");
}

Test(sqlite, acknowledged_data_is_on_the_disk)
{
	struct as_connection connection;
	sqlite3_stmt *statement;

	as_store_close(store_open("sqlite:a.store"));
	cr_assert_eq(as_connection_open(&connection, "a.store", true, NULL), 0);
	cr_assert_eq(as_connection_log(&connection, NULL), 0);
	cr_assert_eq(sqlite3_prepare_v2(connection.db,
			     "SELECT s.synchronous, j.journal_mode, f.foreign_keys FROM "
			     "pragma_synchronous s, pragma_journal_mode j, pragma_foreign_keys f",
			     -1, &statement, NULL),
		SQLITE_OK);
	cr_assert_eq(sqlite3_step(statement), SQLITE_ROW);
	cr_expect_eq(sqlite3_column_int(statement, 0), 2, "FULL");
	cr_expect_str_eq((const char *)sqlite3_column_text(statement, 1), "wal");
	cr_expect_eq(sqlite3_column_int(statement, 2), 1);
	sqlite3_finalize(statement);
	as_connection_close(&connection);
}

/* ---- the worker ---- */

Test(sqlite, a_worker_claims_from_a_lane_of_any_name)
{
	static const char lane[] = "a lane whose name is longer than a digest, with more than "
				   "a hundred characters, and not one of them is left out";
	int64_t known = 1; /* that it was queued */
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	struct as_store_order order = order_of(&fixture, "a.c");
	order.lane = lane;
	const int64_t job = submit_order(&fixture, &order).job;
	struct as_worker *worker =
		as_worker_start(&(struct as_worker_config){.store = fixture.store}, NULL);
	cr_assert_not_null(worker);
	/* It fails before it reaches the engine, because its files are invalid. */
	cr_expect_eq(as_store_wait(fixture.store, &known, INT64_C(10000000000), NULL), 1);
	cr_expect_eq(read_job(&fixture, job).state, AS_STORE_FAILED);
	as_worker_stop(worker);
}

/* ---- the options of jobs ---- */

static void write_order(
	const struct as_job_order *order, const char *language, struct as_bytes *bytes)
{
	struct as_language item = {.canonical = language};
	const struct as_languages languages = {.items = &item, .count = 1};
	const struct as_engine_config engine = {.languages = &languages};

	cr_assert_eq(as_worker_options_write(order, &engine, bytes, NULL), 0);
}

static void write_options(const char *language, struct as_bytes *bytes)
{
	write_order(&(struct as_job_order){0}, language, bytes);
}

/* Older workers refuse only those. */
Test(sqlite, options_of_a_verification_have_a_format_of_their_own)
{
	const struct as_job_order order = {.margin_time_ns = 3,
		.margin_once = true,
		.keep_disturbed = true,
		.round = 7,
		.lenient = true,
		.time_limit_ns = 2};
	const struct as_job_order rounds[] = {{.round = 1}, {.round = 2}, {.lenient = true}, {0}};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO(as_worker_options_clear) struct as_worker_options options = {0};

	write_order(&order, "{}", &bytes);
	cr_expect_eq(strncmp(bytes.data, "assay-options/3\n", 16), 0);
	cr_assert_eq(as_worker_options_read(&bytes, &options, NULL), 0);
	cr_expect(options.margin_time_ns == 3 && options.margin_once && options.keep_disturbed &&
		  options.round == 7 && options.lenient && options.time_limit_ns == 2);
	for (size_t i = 0; i < 4; i++) {
		AS_AUTO_BYTES struct as_bytes one = {0}, next = {0};
		AS_AUTO(as_worker_options_clear) struct as_worker_options read = {0};
		write_order(&rounds[i], "{}", &one);
		write_order(&rounds[(i + 1) % 4], "{}", &next);
		cr_expect_eq(one.data[14], "3321"[i]);
		cr_expect(one.size != next.size || memcmp(one.data, next.data, one.size) != 0);
		cr_assert_eq(as_worker_options_read(&one, &read, NULL), 0);
		cr_expect(read.round == rounds[i].round && read.lenient == rounds[i].lenient);
	}
}

Test(sqlite, options_have_the_language_table_and_the_format_of_results)
{
	AS_AUTO_BYTES struct as_bytes one = {0}, same = {0}, other = {0};
	AS_AUTO(as_worker_options_clear) struct as_worker_options options = {0};

	write_options("{\"id\":\"c\"}", &one);
	write_options("{\"id\":\"c\"}", &same);
	write_options("{\"id\":\"c\",\"flag\":1}", &other);
	cr_assert_eq(same.size, one.size);
	cr_expect_eq(memcmp(one.data, same.data, one.size), 0);
	cr_expect(other.size != one.size || memcmp(one.data, other.data, one.size) != 0);
	cr_assert_eq(as_worker_options_read(&one, &options, NULL), 0);
	cr_expect_str_eq(options.result_format, AS_RESULT_FORMAT);
}

/* ---- file systems ---- */

Test(sqlite, file_systems_of_a_network_are_refused)
{
	cr_expect(as_place_is_remote(0x6969, "nfs4"));
	cr_expect(as_place_is_remote(0xff534d42, "cifs"));
	cr_expect(as_place_is_remote(0xfe534d42, "smb3"));
	cr_expect(as_place_is_remote(0x01021997, "9p"));
	cr_expect(as_place_is_remote(0x65735546, "fuse.sshfs"));
	cr_expect(as_place_is_remote(0x65735546, "fuse.rclone"));
	cr_expect(as_place_is_remote(0x65735546, "virtiofs"));
	cr_expect_not(as_place_is_remote(0x65735546, "fuseblk"));
	cr_expect_not(as_place_is_remote(0x65735546, "fuse.gocryptfs"));
	cr_expect_not(as_place_is_remote(0x65735546, ""));
	cr_expect_not(as_place_is_remote(0xef53, "ext4"));
	cr_expect_not(as_place_is_remote(0x01021994, "tmpfs"));
	cr_expect_not(as_place_is_remote(0x9123683e, "btrfs"));
}
