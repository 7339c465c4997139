/* SPDX-License-Identifier: MIT */
/* Packages whose files are in a store: a worker needs no copy of their folders. */
#include "back.h"
#include "judge/engine_case.h"
#include "server.h"
#include "store_case.h"
#include "support/owners.h"
#include "support/rename.h"
#include "worker.h"

#include <sqlite3.h>

static char folder[64], url[512], cache[128];
static char worker_url[512]; /* of the same store, for a worker; "": the same URL */

static void make_folder(void)
{
	strcpy(folder, "/tmp/assay-store.XXXXXX");
	cr_assert(mkdtemp(folder));
	snprintf(url, sizeof(url), "sqlite:%s/a.store", folder);
	snprintf(cache, sizeof(cache), "%s/assay", folder);
	cr_assert_eq(setenv("XDG_CACHE_HOME", folder, 1), 0);
}

static void remove_folder(void)
{
	as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(packages, .init = make_folder, .fini = remove_folder, .timeout = 600);

/* Stores the package that a text makes, removes its folder and returns its digest. */
static void keep(struct as_store *store, const char *text, char digest[AS_DIGEST_HEX_SIZE])
{
	struct as_error error = {0};
	AUTO_FOLDER made = package_folder_make(text);
	AUTO_PACKAGE *package = open_good(made.path);

	cr_assert_eq(as_store_package_keep(store, package, NULL, &error), 0, "%s", error.text);
	strcpy(digest, package->digest);
}

static struct as_package *open_from(struct as_store *store, const char *digest, uint64_t max_bytes,
	char **note, struct as_error *error)
{
	const struct as_store_fetch fetch = {.cache_bytes = max_bytes};

	return as_store_package_open(store, digest, &fetch, note, error);
}

static void expect_opens(struct as_store *store, const char *digest, uint64_t max_bytes)
{
	struct as_error error = {0};
	AUTO_PACKAGE *package = open_from(store, digest, max_bytes, NULL, &error);

	cr_assert_not_null(package, "%s: %s", error.where, error.text);
	cr_expect_str_eq(package->digest, digest);
}

static size_t count_cached(void)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/packages", cache);
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, path, NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, 100, NULL);
	size_t count = 0;

	while (names && names[count])
		count++;
	return count;
}

static void run_sql(const char *text)
{
	sqlite3 *db;
	char *why = NULL;

	cr_assert_eq(sqlite3_open(url + strlen("sqlite:"), &db), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(db, text, NULL, NULL, &why), SQLITE_OK, "%s", why);
	sqlite3_close(db);
}

#define OTHER "--- file data/secret/2.in\n2\n--- file data/secret/2.ans\n2\n"

Test(packages, a_stored_package_is_opened_without_its_folder)
{
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_store *store = store_open(url);

	keep(store, OTHER, digest);
	as_store_close(store);
	store = store_open(url);
	struct as_error error = {0};
	AUTO_PACKAGE *package = open_from(store, digest, 0, NULL, &error);
	cr_assert_not_null(package, "%s: %s", error.where, error.text);
	cr_expect_str_eq(package->digest, digest);
	ASSERT_TESTS(package, "secret/1", "secret/2");
	cr_expect_eq(count_cached(), 1);
	/* The second time it comes from the cache. */
	run_sql("DELETE FROM chunk");
	expect_opens(store, digest, 0);
	as_store_close(store);
}

Test(packages, files_are_kept_once)
{
	char digest[AS_DIGEST_HEX_SIZE], again[AS_DIGEST_HEX_SIZE];
	struct as_store *store = store_open(url);

	keep(store, "", digest);
	run_sql("CREATE TRIGGER once BEFORE INSERT ON chunk BEGIN SELECT RAISE(ABORT, 'twice'); "
		"END");
	keep(store, "", again);
	cr_expect_str_eq(again, digest);
	/* The package was stored by an older version, or its blob was lost. */
	run_sql("DROP TRIGGER once; PRAGMA foreign_keys = OFF; DELETE FROM blob");
	keep(store, "", again);
	expect_opens(store, digest, 0);
	as_store_close(store);
}

static void expect_refusal(
	struct as_store *store, const char *digest, enum as_error_kind kind, const char *text)
{
	struct as_error error = {0};

	cr_expect_null(open_from(store, digest, 0, NULL, &error));
	cr_expect_eq(error.kind, kind, "%s", error.text);
	cr_expect_not_null(strstr(error.text, text), "%s", error.text);
}

Test(packages, a_package_that_is_not_in_the_store_is_refused_with_a_remedy)
{
	struct as_store *store = store_open(url);
	const struct as_store_package package = {.digest = PACKAGE, .name = "sum"};

	expect_refusal(store, PACKAGE, AS_ERROR_INPUT, "is not in the store; judge it once");
	cr_assert_eq(as_store_package_put(store, &package, NULL), 0);
	expect_refusal(store, PACKAGE, AS_ERROR_INPUT, "the files of package sum (");
	as_store_close(store);
}

/* ---- damage ---- */

Test(packages, a_byte_that_changed_in_the_store_stops_that_package_alone)
{
	char digest[AS_DIGEST_HEX_SIZE], other[AS_DIGEST_HEX_SIZE];
	struct as_store *store = store_open(url);

	keep(store, "", digest);
	keep(store, OTHER, other);
	AS_AUTO_FREE char *sql = as_text_format(NULL,
		"UPDATE chunk SET data = CAST(substr(data, 1, 99) || x'ff' || substr(data, 101) "
		"AS BLOB) WHERE digest = (SELECT blob FROM package WHERE digest = '%s')",
		digest);
	run_sql(sql);
	expect_refusal(store, digest, AS_ERROR_INTERNAL, "do not have that digest; restore");
	cr_expect_eq(count_cached(), 0);
	expect_opens(store, other, 0);
	as_store_close(store);
}

/* The archive of another package, undamaged. */
Test(packages, a_blob_of_another_package_is_refused)
{
	char digest[AS_DIGEST_HEX_SIZE], other[AS_DIGEST_HEX_SIZE];
	struct as_store *store = store_open(url);

	keep(store, "", digest);
	keep(store, OTHER, other);
	AS_AUTO_FREE char *sql = as_text_format(NULL,
		"UPDATE package SET blob = (SELECT blob FROM package WHERE digest = '%s')", other);
	run_sql(sql);
	expect_refusal(store, digest, AS_ERROR_INTERNAL, "but one with digest");
	cr_expect_eq(count_cached(), 0);
	expect_opens(store, other, 0);
	as_store_close(store);
}

static void spoil_cached(void)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/packages", cache);
	AS_AUTO_FD int dir = as_dir_open(AT_FDCWD, path, NULL);
	AS_AUTO_NAMES char **names = as_dir_list(dir, 100, NULL);
	cr_assert(names && names[0]);
	AS_AUTO_FD int fd = openat(dir, names[0], O_WRONLY | O_CLOEXEC);

	cr_assert_eq(pwrite(fd, "?", 1, 100), 1);
}

static void expect_note(struct as_store *store, const char *digest, const char *text)
{
	AS_AUTO_FREE char *note = NULL;
	struct as_error error = {0};
	AUTO_PACKAGE *package = open_from(store, digest, 0, &note, &error);

	cr_assert_not_null(package, "%s", error.text);
	cr_expect(text ? note && strstr(note, text) : !note, "%s", note);
}

Test(packages, a_byte_that_changed_in_the_cache_is_fetched_again)
{
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_store *store = store_open(url);

	keep(store, "", digest);
	expect_note(store, digest, NULL);
	spoil_cached();
	expect_note(store, digest, "was damaged in the cache; it was fetched again");
	expect_note(store, digest, NULL);
	as_store_close(store);
}

/* Simulates a network that damages a byte in a number of chunks. */
static int bad_chunks;
static const struct as_store_ops *true_ops;

static struct as_sql_ops true_rows, spoilt_rows;

static const char *spoil(const struct as_rows *rows, int column, size_t *size)
{
	static char copy[AS_STORE_CHUNK_BYTES];
	const char *data = true_rows.bytes(rows, column, size);

	memcpy(copy, data, *size);
	copy[*size / 2] ^= 1;
	return copy;
}

static int query_spoilt(void *back, const struct as_statement *statement,
	const struct as_value *values, struct as_rows *rows, struct as_error *error)
{
	const int found = true_ops->query(back, statement, values, rows, error);

	if (found == 1 && bad_chunks > 0 && strstr(statement->text, " FROM chunk ")) {
		bad_chunks--;
		true_rows = *rows->ops;
		spoilt_rows = true_rows;
		spoilt_rows.bytes = spoil;
		rows->ops = &spoilt_rows;
	}
	return found;
}

Test(packages, a_byte_that_changed_in_transit_is_fetched_once_more)
{
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_store *store = store_open(url);
	struct as_store_ops ops = *store->ops;

	keep(store, "", digest);
	true_ops = store->ops;
	ops.query = query_spoilt;
	store->ops = &ops;
	bad_chunks = 2;
	expect_refusal(store, digest, AS_ERROR_INTERNAL, "do not have that digest");
	bad_chunks = 1;
	expect_note(store, digest, "was damaged on its way; it was fetched again");
	as_store_close(store);
}

/* ---- the cache ---- */

Test(packages, the_cache_is_bounded_by_size)
{
	char digests[3][AS_DIGEST_HEX_SIZE];
	struct as_store *store = store_open(url);

	keep(store, "", digests[0]);
	keep(store, OTHER, digests[1]);
	keep(store, "--- file data/secret/3.in\n3\n--- file data/secret/3.ans\n3\n", digests[2]);
	for (size_t i = 0; i < 3; i++)
		expect_opens(store, digests[i], 0);
	cr_expect_eq(count_cached(), 3);
	/* The opened package stays, whatever its size; nothing is removed from the cache. */
	expect_opens(store, digests[1], 1);
	cr_expect_eq(count_cached(), 3);
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/packages", cache);
	cr_assert_eq(as_dir_remove(AT_FDCWD, path, NULL), 0);
	for (size_t i = 0; i < 3; i++)
		expect_opens(store, digests[i], 1);
	cr_expect_eq(count_cached(), 1);
	run_sql("DELETE FROM chunk");
	expect_opens(store, digests[2], 1);
	as_store_close(store);
}

Test(packages, a_killed_process_leaves_no_partial_package)
{
	char digest[AS_DIGEST_HEX_SIZE], owner[AS_OWNER_NAME_SIZE];
	struct as_store *store = store_open(url);
	int status;

	keep(store, "", digest);
	expect_opens(store, digest, 0);
	const pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0) {
		AS_AUTO_FREE char *path = as_text_format(
			NULL, "%s/packages/new-%s-0123", cache, as_owner_name(owner));
		_exit(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) < 0);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert_eq(status, 0);
	AS_AUTO_FREE char *prefix = as_text_format(NULL, "%s/packages/new-", cache);
	const struct owner_pair others = owner_leave(AT_FDCWD, prefix);
	cr_expect_eq(count_cached(), 4);
	expect_opens(store, digest, 0);
	cr_expect_eq(count_cached(), 2);
	owner_expect_young(AT_FDCWD, &others);
	as_store_close(store);
}

Test(packages, without_a_cache_folder_packages_are_fetched_each_time)
{
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_store *store = store_open(url);

	keep(store, "", digest);
	cr_assert_eq(as_dir_remove(AT_FDCWD, cache, NULL), 0);
	cr_assert_eq(as_file_write(AT_FDCWD, cache, "", 0, 0600, NULL), 0);
	expect_opens(store, digest, 0);
	expect_opens(store, digest, 0);
	as_store_close(store);
}

/* ---- judged ---- */

/* For the engine of the queueing command. */
static void queue_two(struct as_store *store, const struct as_engine_config *engine,
	const char *digest, const char *const sources[2], struct as_store_ticket tickets[2])
{
	AS_AUTO_BYTES struct as_bytes options = {0};
	struct as_store_order orders[2];
	int64_t space;

	cr_assert_eq(as_store_space_find(store, "test", &space, NULL), 0);
	cr_assert_eq(as_worker_options_write(&(struct as_job_order){0}, engine, &options, NULL), 0);
	AS_AUTO_FREE char *lane =
		as_lane_write(engine, (const char *const[]){"python3", NULL}, NULL, NULL, NULL);
	cr_assert_not_null(lane);
	for (size_t i = 0; i < 2; i++) {
		AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};
		AUTO_FOLDER made = package_folder_make("");
		AUTO_PACKAGE *package = open_good(made.path);
		AS_AUTO_FREE char *path = as_text_format(NULL, "%s/a.py", made.path);
		struct as_error error = {0};
		package_folder_write(&made, "a.py", sources[i], strlen(sources[i]));
		orders[i] = (struct as_store_order){.space = space,
			.package = digest,
			.path = "a.py",
			.options = options,
			.lane = lane};
		cr_assert_eq(as_submitted_take(&submitted, package, path, NULL, &error), 0, "%s",
			error.text);
		cr_assert_eq(as_submitted_write(&submitted, &orders[i].files, NULL), 0);
	}
	cr_assert_eq(as_store_submit(store, orders, 2, tickets, NULL), 0);
	for (size_t i = 0; i < 2; i++)
		as_bytes_clear(&orders[i].files);
}

static struct as_store_job await(struct as_store *store, int64_t id)
{
	struct as_store_job job = {0};
	int64_t last = 0;

	while (job.state != AS_STORE_DONE && job.state != AS_STORE_FAILED) {
		cr_assert_geq(as_store_wait(store, &last, INT64_C(1000000000), NULL), 0);
		cr_assert_eq(as_store_job_read(store, id, &job, NULL), 1);
	}
	return job;
}

static enum as_verdict verdict_of(struct as_store *store, int64_t id)
{
	AS_AUTO(as_result_clear) struct as_result result = {0};
	const struct as_store_job job = await(store, id);

	cr_assert_eq(job.state, AS_STORE_DONE, "%s", job.cause.text);
	cr_assert_eq(as_store_result_read(store, id, &result, NULL), 1);
	return result.verdict;
}

/* The flag that a signal sets, which cancels what the engine does. */
static atomic_bool is_interrupted;

/* A store that another process filled, and a worker that has only this store. */
struct scene {
	struct engine_setting setting;
	struct as_store *store;
	struct as_worker *worker;
	struct as_store_ticket tickets[2];
};

static void scene_close(struct scene *scene)
{
	as_worker_stop(scene->worker);
	engine_setting_close(&scene->setting);
	as_store_close(scene->store);
}

static void scene_open(struct scene *scene, const char *text, const char *const sources[2])
{
	char digest[AS_DIGEST_HEX_SIZE];
	struct engine_setting *setting = &scene->setting;
	struct as_error error = {0};

	*scene = (struct scene){.setting = {.folder = package_folder_make("")}};
	scene->store = store_open(url);
	keep(scene->store, text, digest);
	setting->languages = as_languages_open(NULL, &error);
	const struct as_engine_config config = {.languages = setting->languages,
		.cache_dir = ASSAY_TEST_CACHE,
		.include_dir = ASSAY_TEST_INCLUDE,
		.workers = 1,
		.cancel = &is_interrupted};
	queue_two(scene->store, &config, digest, sources, scene->tickets);
	as_store_close(scene->store);
	scene->store = store_open(*worker_url ? worker_url : url);
	setting->engine = as_engine_open(&config, &error);
	cr_assert_not_null(setting->engine, "%s", error.text);
	setting->package = open_from(scene->store, digest, 0, NULL, &error);
	cr_assert_not_null(setting->package, "%s", error.text);
	setting->opened = as_engine_package_open(setting->engine, setting->package, &error);
	engine_setting_need(setting,
		!setting->opened || as_engine_package_prepare(setting->opened, &error), &error);
	scene->worker = as_worker_start(
		&(struct as_worker_config){.store = scene->store, .engine = setting->engine},
		&error);
	cr_assert_not_null(scene->worker, "%s", error.text);
}

Test(packages, a_worker_needs_only_the_store_to_judge)
{
	static const char *const sources[] = {"print(input())\n", "print(2)\n"};
	AS_AUTO(scene_close) struct scene scene;

	scene_open(&scene, "", sources);
	cr_expect_eq(verdict_of(scene.store, scene.tickets[0].job), AS_VERDICT_AC);
	cr_expect_eq(verdict_of(scene.store, scene.tickets[1].job), AS_VERDICT_WA);
}

/* Programs of strangers need full isolation. */
Test(packages, a_worker_refuses_the_process_level)
{
	static const char *const sources[] = {"print(input())\n", "print(2)\n"};
	struct as_store_ticket tickets[2];
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_error error = {0};
	AS_AUTO(scene_close) struct scene scene;

	scene_open(&scene, "", sources);
	const struct as_engine_config weak = {.languages = scene.setting.languages,
		.cache_dir = ASSAY_TEST_CACHE,
		.weak_sandbox = AS_WEAK_PROCESS,
		.workers = 1};
	keep(scene.store, "", digest);
	queue_two(scene.store, &weak, digest, sources, tickets);
	const struct as_store_job job = await(scene.store, tickets[0].job);
	cr_expect_eq(job.state, AS_STORE_FAILED);
	cr_expect_not_null(strstr(job.cause.text, "--weak-sandbox=process"), "%s", job.cause.text);
	struct as_engine *engine = as_engine_open(&weak, &error);
	cr_assert_not_null(engine, "%s", error.text);
	struct as_worker *worker = as_worker_start(
		&(struct as_worker_config){.store = scene.store, .engine = engine}, &error);
	cr_expect_null(worker);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(error.text, "--weak-sandbox=process"), "%s", error.text);
	as_worker_stop(worker);
	as_engine_close(engine);
}

static void drop_role(void)
{
	char text[64], admin[512];

	server_drop();
	server_url(admin, "postgres", "postgres");
	snprintf(text, sizeof(text), "DROP ROLE worker%d", (int)getpid());
	server_run(admin, text);
	remove_folder();
}

Test(packages, a_worker_of_a_server_judges_with_the_rights_of_one, .fini = drop_role)
{
	static const char *const sources[] = {"print(input())\n", "print(2)\n"};
	AS_AUTO(scene_close) struct scene scene;
	char role[32], text[64];

	snprintf(role, sizeof(role), "worker%d", (int)getpid());
	snprintf(text, sizeof(text), "CREATE ROLE %s LOGIN", role);
	server_make_url(url);
	server_run(url, text);
	struct as_store *owner = store_open(url);
	cr_assert_eq(as_store_grant(owner, role, AS_STORE_WORKER, NULL), 0);
	snprintf(worker_url, sizeof(worker_url), "postgresql://%s@%s", role, strchr(url, '@') + 1);
	scene_open(&scene, "", sources);
	cr_expect_eq(verdict_of(owner, scene.tickets[0].job), AS_VERDICT_AC);
	cr_expect_eq(verdict_of(owner, scene.tickets[1].job), AS_VERDICT_WA);
	as_store_close(owner);
}

/* Its first job runs longer than the time limit of a test. */
static void scene_open_slow(struct scene *scene, const char *second)
{
	const char *const sources[] = {"import time\ntime.sleep(1000)\n", second};
	struct as_store_job job = {0};

	scene_open(scene,
		"--- file problem.yaml\nproblem_format_version: 2025-09\nname: Minimal\n"
		"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\nlimits: {time_limit: 900}\n",
		sources);
	while (job.state != AS_STORE_CLAIMED)
		cr_assert_eq(as_store_job_read(scene->store, scene->tickets[0].job, &job, NULL), 1);
}

Test(packages, a_worker_ends_the_run_of_a_job_that_is_cancelled)
{
	struct as_store_job job = {0};
	AS_AUTO(scene_close) struct scene scene;

	scene_open_slow(&scene, "print(input())\n");
	cr_assert_eq(as_store_cancel(scene.store, scene.tickets[0].job, NULL), 1);
	cr_expect_eq(verdict_of(scene.store, scene.tickets[1].job), AS_VERDICT_AC);
	cr_assert_eq(as_store_job_read(scene.store, scene.tickets[0].job, &job, NULL), 1);
	cr_expect_eq(job.state, AS_STORE_CANCELLED);
}

/* ---- opened by a worker ---- */

static atomic_bool is_opened;

static void hear_opened(void *context)
{
	(void)context;
	is_opened = true;
}

struct taking {
	struct as_packages *packages;
	const char *digest;
	struct as_worker_package *taken;
};

/* The thread of the engine that this one starts can open the package, and compile nothing. */
static void *take_without_sandboxes(void *context)
{
	struct taking *taking = context;

	if (call_is_refused(SYS_pivot_root, ENOMEM))
		taking->taken = as_packages_take(taking->packages, taking->digest, NULL);
	return NULL;
}

static int await_opened(
	struct as_packages *packages, struct as_worker_package *package, struct as_error *error)
{
	while (!is_opened)
		usleep(1000);
	is_opened = false;
	return as_packages_check(packages, package, error);
}

Test(packages, a_package_that_cannot_be_compiled_at_the_moment_is_tried_again)
{
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"--- file output_validator/v.c\nint main(void) { return 42; } /* %ld */\n",
		(long)as_now_ns());
	AUTO_ENGINE setting, other;
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_store *store = store_open(url);
	struct as_error error = {0}, again = {0};
	pthread_t thread;

	keep(store, text, digest);
	engine_setting_make(&setting, "", 1);
	engine_setting_make(&other, "", 1);
	struct as_packages packages = {
		.store = store, .engine = setting.engine, .opened = hear_opened};
	pthread_mutex_init(&packages.lock, NULL);
	struct taking taking = {&packages, digest, NULL};
	cr_assert_eq(pthread_create(&thread, NULL, take_without_sandboxes, &taking), 0);
	pthread_join(thread, NULL);
	cr_assert_not_null(taking.taken);
	cr_expect_eq(await_opened(&packages, taking.taken, &error), -1);
	cr_expect(error.kind != AS_ERROR_NONE && error.kind != AS_ERROR_INPUT, "%s", error.text);
	as_packages_give(&packages, taking.taken);
	cr_expect_eq(packages.count, 0);
	packages.engine = other.engine;
	struct as_worker_package *package = as_packages_take(&packages, digest, NULL);
	cr_assert_not_null(package);
	const int state = await_opened(&packages, package, &again);
	engine_setting_need(&other, state != 1, &again);
	as_packages_give(&packages, package);
	as_packages_clear(&packages);
	as_store_close(store);
}

/* The engine ends the run before anybody stops the worker. */
Test(packages, a_job_of_a_program_that_is_interrupted_is_queued_again)
{
	struct as_store_job job = {.state = AS_STORE_CLAIMED};
	AS_AUTO(scene_close) struct scene scene;

	scene_open_slow(&scene, "print(input())\n");
	usleep(300000);
	is_interrupted = true;
	while (job.state == AS_STORE_CLAIMED)
		cr_assert_eq(as_store_job_read(scene.store, scene.tickets[0].job, &job, NULL), 1);
	cr_expect_eq(job.state, AS_STORE_QUEUED, "%s", job.cause.text);
}
