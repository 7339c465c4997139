/* SPDX-License-Identifier: MIT */
/* Maintenance of a store in a file: while it is in use, and after damage. */
#include "back.h"
#include "store_case.h"
#include "support/rename.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <sys/stat.h>

static char folder[64];

static void make_folder(void)
{
	strcpy(folder, "/tmp/assay-store.XXXXXX");
	cr_assert(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
}

static void remove_folder(void)
{
	cr_assert_eq(chdir("/"), 0);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(upkeep, .init = make_folder, .fini = remove_folder, .timeout = 600);

static void make_url(char url[512])
{
	strcpy(url, "sqlite:a.store");
}

static const struct store_maker maker = {.make_url = make_url};

static void run_sql(const char *text)
{
	sqlite3 *db;
	char *why = NULL;

	cr_assert_eq(sqlite3_open("a.store", &db), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(db, text, NULL, NULL, &why), SQLITE_OK, "%s", why);
	sqlite3_close(db);
}

static struct as_store *open_reader(const char *url)
{
	struct as_error error = {0};
	struct as_store *store = as_store_open_reader(url, &error);

	cr_assert_not_null(store, "%s: %s", error.where, error.text);
	return store;
}

static int append(void *context, const char *text)
{
	char *all = context;

	cr_assert_lt(strlen(all) + strlen(text) + 2, 4096);
	strcat(strcat(all, text), "\n");
	return 0;
}

/* The problems of a store, each on a line. */
static struct as_store_checked check(const char *url, char all[4096])
{
	struct as_store_checked checked;
	struct as_error error = {0};
	struct as_store *store = open_reader(url);

	*all = '\0';
	cr_assert_eq(as_store_check(store, NULL, append, all, &checked, &error), 0, "%s: %s",
		error.where, error.text);
	as_store_close(store);
	return checked;
}

/* A finished job, a queued one, and a package with files. */
static void fill(struct fixture *fixture)
{
	const struct as_store_package package = {
		.digest = PACKAGE, .name = "sum", .blob = (char[AS_DIGEST_HEX_SIZE]){0}};

	cr_assert_eq(as_store_blob_put(fixture->store, "files", 5, (char *)package.blob, NULL), 0);
	cr_assert_eq(as_store_package_put(fixture->store, &package, NULL), 0);
	submit_path(fixture, "a.c");
	submit_path(fixture, "b.c");
	AUTO_CLAIM claim = claim_next(fixture);
	cr_assert_eq(complete(fixture, &claim, AS_VERDICT_AC), 1);
}

/* ---- reading beside the owner ---- */

Test(upkeep, a_store_is_read_beside_its_owner)
{
	char all[4096];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	fill(&fixture);
	struct as_store *reader = open_reader(fixture.url);
	AS_AUTO(as_result_clear) struct as_result result = {0};
	cr_expect_eq(as_store_result_read(reader, 1, &result, NULL), 1);
	/* The reader sees later writes. */
	submit_path(&fixture, "c.c");
	struct as_store_job job;
	cr_expect_eq(as_store_job_read(reader, 3, &job, NULL), 1);
	as_store_close(reader);
	const struct as_store_checked checked = check(fixture.url, all);
	cr_expect_str_eq(all, "");
	cr_expect_eq(checked.job_count, 3);
	cr_expect_eq(checked.result_count, 1);
	cr_expect_eq(checked.blob_count, 5);
	cr_expect_eq(checked.problem_count, 0);
	/* The owner still owns it. */
	cr_expect_null(as_store_open(fixture.url, NULL));
	submit_path(&fixture, "d.c");
}

Test(upkeep, a_reader_writes_nothing)
{
	struct as_error error = {0};
	int64_t space, after = 0;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	struct as_store *reader = open_reader(fixture.url);
	cr_expect_eq(as_store_space_find(reader, "new", &space, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(error.text, "opened to be read"), "%s", error.text);
	cr_expect_eq(as_store_wait(reader, &after, 0, NULL), -1);
	as_store_close(reader);
}

static void expect_no_reader(const char *url, const char *text)
{
	struct as_error error = {0};
	char whole[2048];

	cr_expect_null(as_store_open_reader(url, &error), "%s", url);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	as_error_format(&error, whole, sizeof(whole));
	cr_expect_not_null(strstr(whole, text), "%s", whole);
}

Test(upkeep, a_reader_makes_no_store)
{
	expect_no_reader("sqlite:a.store", "no store; name the file of a store");
	cr_expect_neq(access("a.store", F_OK), 0);
	cr_expect_neq(access("a.store.lock", F_OK), 0);
	cr_assert_eq(as_file_write(AT_FDCWD, "a.store", "", 0, 0600, NULL), 0);
	expect_no_reader("sqlite:a.store", "no store");
	expect_no_reader("a.store", "is not the URL of a store");
}

/* As an older version of assay left it. */
Test(upkeep, an_older_store_is_brought_up_to_date_unless_it_is_owned)
{
	char all[4096];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	fill(&fixture);
	as_store_close(fixture.store);
	run_sql("DROP INDEX event_blob; ALTER TABLE event DROP COLUMN blob;"
		"ALTER TABLE event DROP COLUMN body; ALTER TABLE job DROP COLUMN claimed;"
		"ALTER TABLE space DROP COLUMN epoch; DROP INDEX submission_files; DROP INDEX "
		"result_bytes; DROP INDEX result_recorded;"
		"DROP INDEX job_owner; DROP INDEX job_failed; DROP INDEX job_held;"
		"DROP TABLE upload; ALTER TABLE blob DROP COLUMN written;"
		"ALTER TABLE package DROP COLUMN fault; ALTER TABLE package DROP COLUMN faults;"
		"ALTER TABLE package DROP COLUMN held; ALTER TABLE package DROP COLUMN held_at;"
		"ALTER TABLE session DROP COLUMN boot; ALTER TABLE result DROP COLUMN score;"
		"ALTER TABLE result DROP COLUMN group_scores; ALTER TABLE result DROP COLUMN runs;"
		"PRAGMA user_version = 1");
	const struct as_store_checked checked = check(fixture.url, all);
	cr_expect_str_eq(all, "");
	cr_expect_eq(checked.job_count, 2);
	fixture.store = store_open(fixture.url);
	cr_expect_eq(read_verdict(&fixture, 1), AS_VERDICT_AC);
}

struct load {
	struct fixture *fixture;
	atomic_bool stop;
	atomic_int done;
};

/* Another process sees whether there is an owner, and does not prevent one from opening the
 * store. */
Test(upkeep, the_status_shows_if_the_owner_is_alive)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	for (int i = 0; i < 2; i++) {
		AS_AUTO(as_store_status_clear) struct as_store_status status = {0};
		struct as_store *reader = open_reader(fixture.url);
		cr_assert_eq(as_store_status_read(reader, &status, NULL), 0);
		as_store_close(reader);
		cr_assert_eq(status.worker_count, 1);
		cr_expect_eq(status.workers[0].is_alive, i == 0);
		if (i == 0)
			fixture_close(&fixture);
	}
	fixture.store = store_open(fixture.url);
}

static void *look(void *argument)
{
	struct load *load = argument;
	struct as_store *reader = open_reader(load->fixture->url);

	while (!load->stop) {
		AS_AUTO(as_store_status_clear) struct as_store_status status = {0};
		cr_assert_eq(as_store_status_read(reader, &status, NULL), 0);
	}
	as_store_close(reader);
	return NULL;
}

Test(upkeep, reading_the_status_keeps_no_other_process_from_opening_the_store)
{
	pthread_t thread;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	struct load load = {.fixture = &fixture};
	cr_assert_eq(pthread_create(&thread, NULL, look, &load), 0);
	for (int i = 0; i < 20; i++)
		fixture_reopen(&fixture);
	load.stop = true;
	pthread_join(thread, NULL);
}

/* ---- problems ---- */

static void expect_problem(const char *sql, const char *text)
{
	char all[4096];
	AUTO_FIXTURE fixture;

	unlink("a.store");
	fixture_open(&fixture, &maker);
	fill(&fixture);
	fixture_close(&fixture);
	run_sql(sql);
	const struct as_store_checked checked = check(fixture.url, all);
	cr_expect_eq(checked.problem_count, 1, "%s: %s", sql, all);
	cr_expect_not_null(strstr(all, text), "%s: %s", sql, all);
}

Test(upkeep, each_finding_of_the_check_is_one_line_with_a_remedy)
{
	expect_problem("UPDATE chunk SET data = x'00' WHERE data = CAST('files' AS BLOB)",
		"do not have that digest; restore a backup");
	expect_problem("DELETE FROM chunk WHERE data = CAST('files' AS BLOB)",
		"do not have that digest; restore a backup");
	expect_problem("DELETE FROM blob WHERE size = 5",
		"the files of a package are missing; judge the package once from its folder");
	expect_problem(
		"DELETE FROM blob WHERE digest = (SELECT files FROM submission WHERE id = 1)",
		"submission 1 refers to a blob that is missing; restore a backup");
	expect_problem("UPDATE job SET result = NULL",
		"job 1 is done but has no result of its own; restore a backup");
	expect_problem("UPDATE job SET state = 1 WHERE id = 2", "job 2 is claimed by no session");
	expect_problem("UPDATE job SET state = 3 WHERE id = 2", "job 2 failed without a cause");
	expect_problem("UPDATE job SET state = 9 WHERE id = 2", "job 2 has an unknown state");
	expect_problem("UPDATE event SET kind = 9 WHERE number = 2",
		"event 2 has an unknown kind; restore a backup");
	expect_problem("UPDATE event SET job = 7 WHERE number = 2",
		"event 2 is of a job that is missing; restore a backup");
	expect_problem("DELETE FROM submission WHERE id = 2",
		"job 2 refers to a submission that is missing");
}

static void put_index(const char *condition)
{
	char text[256];

	snprintf(text, sizeof text,
		"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE INDEX "
		"job_failed ON job (package) WHERE %s' WHERE name = 'job_failed'",
		condition);
	run_sql(text);
}

Test(upkeep, damaged_pages_are_a_problem)
{
	char all[4096];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	fill(&fixture);
	fixture_close(&fixture);
	/* A row is written while the schema has another index: it is missing from the right one. */
	put_index("state = 77");
	run_sql("UPDATE job SET state = 3");
	put_index("state = 3");
	const struct as_store_checked checked = check(fixture.url, all);
	cr_expect_gt(checked.problem_count, 0);
	cr_expect_not_null(strstr(all, "the database is damaged ("), "%s", all);
	cr_expect_not_null(strstr(all, "restore a backup"), "%s", all);
}

/* ---- backups ---- */

static void *judge_on(void *argument)
{
	struct load *load = argument;

	while (!load->stop) {
		submit_path(load->fixture, "a.c");
		AUTO_CLAIM claim = claim_next(load->fixture);
		cr_assert_eq(complete(load->fixture, &claim, AS_VERDICT_AC), 1);
		load->done++;
	}
	return NULL;
}

Test(upkeep, a_backup_under_load_is_consistent)
{
	char all[4096], name[32];
	pthread_t thread;
	struct as_error error = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	struct load load = {.fixture = &fixture};
	cr_assert_eq(pthread_create(&thread, NULL, judge_on, &load), 0);
	int before = 0;
	for (int i = 0; i < 5; i++) {
		while (load.done < before + 3)
			usleep(1000);
		before = load.done;
		/* Like another process. */
		struct as_store *reader = open_reader(fixture.url);
		snprintf(name, sizeof(name), "copy%d.store", i);
		cr_assert_eq(as_store_backup(reader, name, NULL, &error), 0, "%s: %s", error.where,
			error.text);
		as_store_close(reader);
		AS_AUTO_FREE char *url = as_text_format(NULL, "sqlite:%s", name);
		const struct as_store_checked checked = check(url, all);
		cr_expect_str_eq(all, "");
		cr_expect_geq(checked.result_count, (uint64_t)before);
		/* It is a store like any other. */
		struct as_store *copy = store_open(url);
		AS_AUTO(as_result_clear) struct as_result result = {0};
		cr_expect_eq(as_store_result_read(copy, 1, &result, NULL), 1);
		as_store_close(copy);
	}
	load.stop = true;
	pthread_join(thread, NULL);
}

static void read_epoch(struct as_store *store, int64_t space, char epoch[AS_STORE_EPOCH_SIZE])
{
	struct as_error error = {0};

	cr_assert_eq(as_store_space_epoch(store, space, epoch, &error), 0, "%s", error.text);
	cr_assert_eq(strlen(epoch), AS_STORE_EPOCH_SIZE - 1);
}

Test(upkeep, each_restored_backup_has_an_epoch_of_its_own)
{
	char epochs[3][AS_STORE_EPOCH_SIZE], again[AS_STORE_EPOCH_SIZE];
	struct as_error error = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	read_epoch(fixture.store, fixture.space, epochs[0]);
	cr_assert_eq(as_store_backup(fixture.store, "copy.store", NULL, NULL), 0);
	read_epoch(fixture.store, fixture.space, again);
	cr_expect_str_eq(again, epochs[0]);
	struct as_store *reader = open_reader("sqlite:copy.store");
	cr_expect_eq(as_store_space_epoch(reader, fixture.space, again, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	as_store_close(reader);
	for (int i = 1; i < 3; i++) {
		cr_assert_eq(system("cp copy.store restored.store"), 0);
		struct as_store *restored = store_open("sqlite:restored.store");
		read_epoch(restored, fixture.space, epochs[i]);
		as_store_close(restored);
		reader = open_reader("sqlite:restored.store");
		read_epoch(reader, fixture.space, again);
		cr_expect_str_eq(again, epochs[i]);
		as_store_close(reader);
	}
	cr_expect_str_neq(epochs[1], epochs[0]);
	cr_expect_str_neq(epochs[2], epochs[0]);
	cr_expect_str_neq(epochs[2], epochs[1]);
}

static void expect_no_backup(struct as_store *store, const char *file, const char *text)
{
	struct as_error error = {0};
	char whole[2048];

	cr_expect_eq(as_store_backup(store, file, NULL, &error), -1, "%s", file);
	cr_expect_eq(error.kind, AS_ERROR_USAGE, "%s", error.text);
	as_error_format(&error, whole, sizeof(whole));
	cr_expect_not_null(strstr(whole, text), "%s", whole);
}

Test(upkeep, a_backup_replaces_nothing)
{
	struct stat info;
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	cr_assert_eq(as_file_write(AT_FDCWD, "old.store", "letter", 6, 0600, NULL), 0);
	cr_assert_eq(as_file_write(AT_FDCWD, "new.store-wal", "log", 3, 0600, NULL), 0);
	expect_no_backup(fixture.store, "old.store", "the file exists; name a new file");
	expect_no_backup(fixture.store, "a.store", "the file exists; name a new file");
	expect_no_backup(fixture.store, "new.store", "new.store-wal: the file exists; name a");
	expect_no_backup(fixture.store, "no/new.store", "the folder of the store cannot be opened");
	cr_assert_eq(as_file_read(AT_FDCWD, "old.store", 100, &bytes, NULL), 0);
	cr_expect_str_eq(bytes.data, "letter");
	cr_assert_eq(as_store_backup(fixture.store, "copy.store", NULL, NULL), 0);
	cr_assert_eq(stat("copy.store", &info), 0);
	cr_expect_eq(info.st_mode & 0777, 0600);
	cr_expect_eq(info.st_nlink, 1);
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, ".", NULL);
	AS_AUTO_NAMES char **names = as_dir_list(fd, 100, NULL);
	for (char **name = names; *name; name++)
		cr_expect_null(strstr(*name, ".new-"), "%s", *name);
}

Test(upkeep, the_folder_of_a_backup_or_an_export_is_flushed)
{
	struct as_error backup = {0}, export = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	cr_assert(names_are_not_flushed());
	cr_expect_eq(as_store_backup(fixture.store, "copy.store", NULL, &backup), -1);
	cr_expect_str_eq(
		backup.text, "the backup may be missing after a power cut: Input/output error");
	cr_expect_eq(as_store_export(fixture.store, "store.tar", NULL, &export), -1);
	cr_expect_str_eq(
		export.text, "the export may be missing after a power cut: Input/output error");
	cr_expect(access("copy.store", F_OK) == 0 && access("store.tar", F_OK) == 0);
}

Test(upkeep, a_backup_that_is_cancelled_leaves_nothing)
{
	const atomic_bool cancel = true;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	cr_expect_eq(as_store_backup(fixture.store, "copy.store", &cancel, NULL), -1);
	cr_expect_neq(access("copy.store", F_OK), 0);
	submit_path(&fixture, "a.c");
}
