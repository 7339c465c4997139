/* SPDX-License-Identifier: MIT */
/* An import that fails or is killed: nothing uses an incomplete store. */
#include "cases_upkeep.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#define BLOBS 24
#define MOST_TRIES 30

static void write_export(const struct store_maker *maker, const char *file)
{
	AUTO_FIXTURE fixture;
	struct as_error error = {0};

	fixture_open(&fixture, maker);
	fill_store(&fixture);
	for (size_t i = 0; i < BLOBS; i++) {
		char digest[AS_DIGEST_HEX_SIZE];
		AS_AUTO_BYTES struct as_bytes bytes = bytes_of(AS_STORE_CHUNK_BYTES - i);
		cr_assert_eq(
			as_store_blob_put(fixture.store, bytes.data, bytes.size, digest, NULL), 0);
	}
	cr_assert_eq(as_store_export(fixture.store, file, NULL, &error), 0, "%s", error.text);
}

/* Writes the first bytes of the export; returns the size of the complete export. */
static void cut_export(const char *from, const char *to)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	cr_assert_eq(as_file_read(AT_FDCWD, from, 64 << 20, &bytes, NULL), 0);
	const char *end = memmem(bytes.data, bytes.size, "end.json", 8);
	cr_assert_not_null(end);
	cr_assert_eq(
		as_file_write(AT_FDCWD, to, bytes.data, (size_t)(end - bytes.data), 0600, NULL), 0);
}

static void expect_incomplete(const char *url)
{
	struct as_store *(*const open[])(const char *url, struct as_error *error) = {
		as_store_open, as_store_open_reader};

	for (size_t i = 0; i < 2; i++) {
		struct as_error error = {0};
		struct as_store *store = open[i](url, &error);
		cr_expect_null(store);
		as_store_close(store);
		cr_expect_eq(error.kind, AS_ERROR_USAGE);
		cr_expect_not_null(
			strstr(error.text, "the import into the store is not complete; "), "%s",
			error.text);
		cr_expect_not_null(
			strstr(error.text, " and import into a new store"), "%s", error.text);
	}
}

static void fail_import(
	const struct store_maker *maker, const char *file, const atomic_bool *cancel)
{
	AUTO_FIXTURE fixture = {0};

	maker->make_url(fixture.url);
	fixture.store = store_open(fixture.url);
	cr_expect_eq(as_store_import(fixture.store, file, cancel, NULL), -1);
	fixture_close(&fixture);
	expect_incomplete(fixture.url);
}

/* A refused import changes nothing in a store that is in use. */
static void expect_kept(const struct store_maker *maker, const char *file)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	submit_path(&fixture, "a.c");
	cr_expect_eq(as_store_import(fixture.store, file, NULL, NULL), -1);
	fixture_reopen(&fixture);
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_eq(complete(&fixture, &claim, AS_VERDICT_WA), 1);
	check_sound(&fixture);
}

void a_store_whose_import_failed_is_refused(const struct store_maker *maker)
{
	const atomic_bool cancel = true;

	write_export(maker, "good.tar");
	cut_export("good.tar", "cut.tar");
	cr_assert_eq(as_file_write(AT_FDCWD, "other.tar", "no", 2, 0600, NULL), 0);
	fail_import(maker, "cut.tar", NULL);
	fail_import(maker, "other.tar", NULL);
	fail_import(maker, "good.tar", &cancel);
	expect_kept(maker, "good.tar");
	expect_kept(maker, "cut.tar");
}

static bool is_marked(const char *url)
{
	struct as_error error = {0};
	struct as_store *store = as_store_open_reader(url, &error);

	as_store_close(store);
	return !store && strstr(error.text, "is not complete");
}

#define BLOB_NAME "blob/0000000000000000000000000000000000000000000000000000000000000000"

static void seal_header(char header[512])
{
	unsigned sum = 0;

	memset(header + 148, ' ', 8);
	for (size_t i = 0; i < 512; i++)
		sum += (unsigned char)header[i];
	snprintf(header + 148, 8, "%06o", sum);
}

static void put_header(char header[512], char type, const char *name, size_t size)
{
	memset(header, 0, 512);
	snprintf(header, 100, "%s", name);
	strcpy(header + 100, "0000600");
	snprintf(header + 124, 12, "%011zo", size);
	strcpy(header + 136, "00000000000");
	header[156] = type;
	memcpy(header + 257, "ustar\00000", 8);
	seal_header(header);
}

/* An entry with a hole of 3 MiB, as GNU tar writes it. */
static void put_sparse_header(char header[512])
{
	put_header(header, 'S', BLOB_NAME, 512);
	memcpy(header + 257, "ustar  ", 8);
	strcpy(header + 386, "00000000000");
	strcpy(header + 398, "00000001000");
	strcpy(header + 483, "00014000000");
	seal_header(header);
}

static void forge_sparse(const char *from, const char *to)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	cr_assert_eq(as_file_read(AT_FDCWD, from, 64 << 20, &bytes, NULL), 0);
	cr_assert(bytes.size > 4096);
	put_sparse_header(bytes.data + 1024);
	cr_assert_eq(as_file_write(AT_FDCWD, to, bytes.data, bytes.size, 0600, NULL), 0);
}

/* The first entry, of the format, and a blob of 512 bytes whose pax header claims 60 GB. */
static void forge_claim(const char *from, const char *to)
{
	static const char claim[] = "31 SCHILY.realsize=60000000000\n";
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	cr_assert_eq(as_file_read(AT_FDCWD, from, 64 << 20, &bytes, NULL), 0);
	cr_assert(bytes.size > 4096);
	put_header(bytes.data + 1024, 'x', "claim", sizeof(claim) - 1);
	memset(bytes.data + 1536, 0, 512);
	memcpy(bytes.data + 1536, claim, sizeof(claim) - 1);
	put_header(bytes.data + 2048, '0', BLOB_NAME, 512);
	cr_assert_eq(as_file_write(AT_FDCWD, to, bytes.data, bytes.size, 0600, NULL), 0);
}

/* A zero byte instead of the last line feed between two rows. */
static void forge_rows(const char *from, const char *to)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	char *last = NULL;

	cr_assert_eq(as_file_read(AT_FDCWD, from, 64 << 20, &bytes, NULL), 0);
	for (char *at = bytes.data;
		(at = memmem(at, bytes.size - (size_t)(at - bytes.data), "}\n{", 3)); at++)
		last = at;
	cr_assert_not_null(last);
	last[1] = '\0';
	cr_assert_eq(as_file_write(AT_FDCWD, to, bytes.data, bytes.size, 0600, NULL), 0);
}

static void expect_refused(const struct store_maker *maker, const char *file, const char *text)
{
	AUTO_FIXTURE fixture = {0};
	struct as_error error = {0};

	maker->make_url(fixture.url);
	fixture.store = store_open(fixture.url);
	cr_expect_eq(as_store_import(fixture.store, file, NULL, &error), -1, "%s", file);
	cr_expect_not_null(strstr(error.text, text), "%s", error.text);
}

/* Replaces the valid results of jobs, which are one block of the archive. */
static void forge_valid(const char *from, const char *to, const char *rows)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	unsigned sum = 0;

	cr_assert_eq(as_file_read(AT_FDCWD, from, 64 << 20, &bytes, NULL), 0);
	char *header = memmem(bytes.data, bytes.size, "valid/", 6);
	cr_assert_not_null(header);
	cr_assert_leq(strtoul(header + 124, NULL, 8), 512);
	memset(header + 512, '\0', 512);
	memcpy(header + 512, rows, strlen(rows));
	snprintf(header + 124, 12, "%011o", (unsigned)strlen(rows) & 0777);
	memset(header + 148, ' ', 8);
	for (int i = 0; i < 512; i++)
		sum += (unsigned char)header[i];
	snprintf(header + 148, 8, "%06o", sum & 0777777);
	cr_assert_eq(as_file_write(AT_FDCWD, to, bytes.data, bytes.size, 0600, NULL), 0);
}

void forged_entries_of_an_export_are_refused(const struct store_maker *maker)
{
	write_export(maker, "good.tar");
	forge_sparse("good.tar", "sparse.tar");
	expect_refused(maker, "sparse.tar", "is sparse");
	forge_claim("good.tar", "claim.tar");
	expect_refused(maker, "claim.tar", "does not have the digest of its name");
	forge_rows("good.tar", "rows.tar");
	expect_refused(maker, "rows.tar", "has a line that is not a row");
	forge_valid("good.tar", "valid.tar", "\n");
	expect_refused(maker, "valid.tar", " is finished but has no result of its own; export the");
	forge_valid("good.tar", "valid.tar", "{\"job\":1,\"result\":0}");
	expect_refused(maker, "valid.tar", "");
	forge_valid("good.tar", "valid.tar", "{\"job\":1,\"result\":null}");
	expect_refused(maker, "valid.tar", " is finished but has no result of its own; export the");
}

/* Kills a process that imports, this time after it has marked the store. True: the import was
 * complete. */
static bool kill_import(const char *url, const char *file, useconds_t after_us)
{
	int status;
	const pid_t pid = fork();

	cr_assert_geq(pid, 0);
	if (pid == 0) {
		struct as_store *store = as_store_open(url, NULL);
		_exit(!store || as_store_import(store, file, NULL, NULL));
	}
	pid_t ended = 0;
	while (!ended && !is_marked(url))
		ended = waitpid(pid, &status, WNOHANG);
	if (!ended) {
		usleep(after_us);
		kill(pid, SIGKILL);
		cr_assert_eq(waitpid(pid, &status, 0), pid);
	}
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void expect_empty(struct as_store *store)
{
	struct as_store_checked checked;

	cr_assert_eq(as_store_check(store, NULL, fail_on, NULL, &checked, NULL), 0);
	cr_expect_eq(checked.blob_count, 0);
	as_store_close(store);
}

/* Whatever the moment: the store is empty, refused, or whole. */
void a_store_whose_import_was_killed_is_refused(const struct store_maker *maker)
{
	char url[512];
	int refused_count = 0;

	write_export(maker, "good.tar");
	for (useconds_t i = 0; refused_count < 3 && i < MOST_TRIES; i++) {
		struct as_error error = {0};
		maker->make_url(url);
		const bool is_whole = kill_import(url, "good.tar", 2000 * (i % 3));
		if (maker->await_death)
			maker->await_death(url);
		struct as_store *store = as_store_open(url, &error);
		if (is_whole) {
			cr_assert_not_null(store, "%s", error.text);
			as_store_close(store);
			continue;
		}
		if (store)
			expect_empty(store);
		else
			expect_incomplete(url);
		refused_count += !store;
	}
	cr_expect_eq(refused_count, 3);
}

#define IMPORTERS 2
#define ROUNDS 4

static pid_t start_import(const char *url)
{
	const pid_t pid = fork();

	cr_assert_geq(pid, 0);
	if (pid == 0) {
		struct as_store *store = as_store_open(url, NULL);
		_exit(!store || as_store_import(store, "good.tar", NULL, NULL));
	}
	return pid;
}

/* The other one is refused, and changes nothing. */
void of_two_imports_at_once_one_is_the_store(const struct store_maker *maker)
{
	char url[512];

	write_export(maker, "good.tar");
	for (int round = 0; round < ROUNDS; round++) {
		pid_t pids[IMPORTERS];
		int done_count = 0;
		maker->make_url(url);
		/* The tables exist: both imports begin at once. */
		as_store_close(store_open(url));
		for (int i = 0; i < IMPORTERS; i++)
			pids[i] = start_import(url);
		for (int i = 0; i < IMPORTERS; i++) {
			int status;
			cr_assert_eq(waitpid(pids[i], &status, 0), pids[i]);
			done_count += WIFEXITED(status) && WEXITSTATUS(status) == 0;
		}
		cr_expect_eq(done_count, 1, "round %d: %d", round, done_count);
		struct as_error error = {0};
		struct as_store *store = as_store_open(url, &error);
		cr_assert_not_null(store, "%s", error.text);
		as_store_close(store);
	}
}
