/* SPDX-License-Identifier: MIT */
/* Damaged files of the back end, and a full disk. */
#include "blobs.h"
#include "sqlite_case.h"
#include "support/namespaces.h"
#include "support/skip.h"

#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>

TestSuite(sqlite_damage, .init = make_folder, .fini = remove_folder, .timeout = 600);

/* ---- damage ---- */

static void expect_damage(const char *sql, const char *text)
{
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_error error = {0};
	struct as_bytes bytes;

	unlink("a.store");
	struct as_store *store = store_open("sqlite:a.store");
	cr_assert_eq(as_store_blob_put(store, "abc", 3, digest, NULL), 0);
	as_store_close(store);
	run_sql("a.store", sql);
	store = store_open("sqlite:a.store");
	cr_expect_eq(as_store_blob_read(store, digest, 100, &bytes, &error), -1, "%s", sql);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_not_null(strstr(error.text, text), "%s", error.text);
	cr_expect_not_null(strstr(error.text, digest), "%s", error.text);
	AS_AUTO_FD int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	cr_expect_eq(as_store_blob_read_fd(store, digest, fd, NULL), -1);
	as_store_close(store);
}

/* Data written to a file without a name are lost when the process ends. */
Test(sqlite_damage, nothing_is_acknowledged_while_the_file_is_not_in_its_place)
{
	AUTO_FIXTURE fixture = {0};
	struct as_error error = {0};
	fixture_open(&fixture, &maker);
	const char *file = fixture.url + strlen("sqlite:");

	cr_assert_eq(rename(file, "moved"), 0);
	cr_expect_eq(as_store_rename(fixture.store, "moved", &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_not_null(strstr(error.text, "was moved, replaced or removed"), "%s", error.text);
	cr_assert_eq(as_file_write(AT_FDCWD, file, "", 0, 0600, NULL), 0);
	cr_expect_eq(as_store_rename(fixture.store, "replaced", NULL), -1);
	cr_assert_eq(rename("moved", file), 0);
	cr_expect_eq(as_store_rename(fixture.store, "back", NULL), 0);
}

Test(sqlite_damage, a_blob_whose_digest_does_not_match_is_reported)
{
	expect_damage("UPDATE chunk SET data = x'616264'", "do not have that digest");
	expect_damage("UPDATE chunk SET data = x'6162'", "do not have that digest");
	expect_damage("UPDATE chunk SET data = x'61626364'", "do not have that digest");
	expect_damage("DELETE FROM chunk", "do not have that digest");
}

Test(sqlite_damage, a_blob_that_is_whole_is_not_overwritten)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	const struct as_bytes wrong = {.data = (char *)"xyz", .size = 3};
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_store *store = store_open("sqlite:a.store");

	/* Like another process that stores the same file while it changes. */
	cr_assert_eq(as_store_blob_put(store, "abc", 3, digest, NULL), 0);
	cr_expect_eq(as_chunk_put(store, digest, 0, &wrong, NULL), 0);
	cr_assert_eq(as_store_blob_read(store, digest, 100, &bytes, NULL), 1);
	cr_expect_str_eq(bytes.data, "abc");
	as_store_close(store);
}

Test(sqlite_damage, a_result_that_is_missing_is_reported)
{
	AS_AUTO(as_result_clear) struct as_result result = {0};
	struct as_error error = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	const int64_t job = submit_path(&fixture, "a.c");
	AUTO_CLAIM claim = claim_next(&fixture);
	complete(&fixture, &claim, AS_VERDICT_AC);
	as_store_close(fixture.store);
	run_sql(fixture.url + strlen("sqlite:"),
		"DELETE FROM blob WHERE digest IN (SELECT bytes FROM result)");
	fixture.store = store_open(fixture.url);
	cr_expect_eq(as_store_result_read(fixture.store, job, &result, &error), -1);
	cr_expect_not_null(
		strstr(error.text, "the store is damaged: the result of job"), "%s", error.text);
}

Test(sqlite_damage, a_result_of_another_version_is_reported)
{
	static const char older[] = "assay-result/1\nolder";
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_result result;
	struct as_error error = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	const int64_t job = submit_path(&fixture, "a.c");
	AUTO_CLAIM claim = claim_next(&fixture);
	complete(&fixture, &claim, AS_VERDICT_AC);
	cr_assert_eq(as_store_blob_put(fixture.store, older, 20, digest, NULL), 0);
	as_store_close(fixture.store);
	run_sql(fixture.url + strlen("sqlite:"),
		"UPDATE result SET bytes = (SELECT digest FROM blob WHERE size = 20)");
	fixture.store = store_open(fixture.url);
	cr_expect_eq(as_store_result_read(fixture.store, job, &result, &error), -1);
	cr_expect_not_null(
		strstr(error.text, "another version of assay; use that version"), "%s", error.text);
}

Test(sqlite_damage, a_submission_that_is_missing_is_reported)
{
	static const char *const lanes[] = {"lane"};
	struct as_store_claim claim;
	struct as_error error = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	as_store_close(fixture.store);
	run_sql(fixture.url + strlen("sqlite:"), "DELETE FROM submission");
	fixture.store = store_open(fixture.url);
	cr_expect_eq(store_claim_lanes(fixture.store, lanes, 1, &claim, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_not_null(
		strstr(error.text, "the submission of job 1 is missing"), "%s", error.text);
}

/* ---- a full disk ---- */

/* Mounts a disk of 3 MiB that only this process sees. */
static bool mount_small(void)
{
	return enter_mounts() && mkdir("small", 0755) == 0 &&
	       mount("tmpfs", "small", "tmpfs", 0, "size=3m,mode=1777") == 0;
}

/* Puts blobs until one fails; returns the number of acknowledged ones. */
static int put_until_full(
	struct as_store *store, char digests[][AS_DIGEST_HEX_SIZE], int max, struct as_error *error)
{
	static char data[200000];

	for (int i = 0; i < max; i++) {
		memset(data, 'a' + i, sizeof(data));
		if (as_store_blob_put(store, data, sizeof(data), digests[i], error))
			return i;
	}
	return max;
}

/* Runs in a child, because a process with threads cannot enter a user namespace. The status of a
 * failed check is the number of its line. */
#define CHECK(condition)                                                                           \
	do {                                                                                       \
		if (!(condition))                                                                  \
			return __LINE__;                                                           \
	} while (0)

static int check_all_there(char digests[][AS_DIGEST_HEX_SIZE], int count)
{
	struct as_store *store = as_store_open("sqlite:small/a.store", NULL);
	struct as_bytes bytes;

	CHECK(store);
	for (int i = 0; i < count; i++) {
		CHECK(as_store_blob_read(store, digests[i], 200000, &bytes, NULL) == 1);
		as_bytes_clear(&bytes);
	}
	as_store_close(store);
	return 0;
}

static int fill_small_disk(void)
{
	static char digests[26][AS_DIGEST_HEX_SIZE];
	struct as_error error = {0};
	AS_AUTO_FD int fd = open("small/ballast", O_RDWR | O_CREAT | O_CLOEXEC, 0644);

	CHECK(chmod("small", 0755) == 0);
	CHECK(fd >= 0 && posix_fallocate(fd, 0, 500000) == 0);
	struct as_store *store = as_store_open("sqlite:small/a.store", NULL);
	CHECK(store);
	const int count = put_until_full(store, digests, 25, &error);
	CHECK(count > 0 && count < 25);
	CHECK(error.kind == AS_ERROR_INTERNAL);
	CHECK(strcmp(error.text,
		      "the disk of the store is full; free space and run the command again") == 0);
	CHECK(ftruncate(fd, 0) == 0);
	CHECK(as_store_blob_put(store, "abc", 3, digests[25], NULL) == 0);
	as_store_close(store);
	return check_all_there(digests, count);
}

#define CANNOT_MOUNT 10000
Test(sqlite_damage, a_full_disk_loses_nothing_that_was_acknowledged)
{
	int ends[2], line = -1, status;

	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	const pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0) {
		line = mount_small() ? fill_small_disk() : CANNOT_MOUNT;
		_exit(write(ends[1], &line, sizeof(line)) != sizeof(line));
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert_eq(status, 0);
	cr_assert_eq(read(ends[0], &line, sizeof(line)), (ssize_t)sizeof(line));
	skip_unless(line != CANNOT_MOUNT, "namespaces", "cannot mount a small disk");
	cr_expect_eq(line, 0, "line %d", line);
}
