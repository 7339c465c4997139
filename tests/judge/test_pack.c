/* SPDX-License-Identifier: MIT */
/* A package that is packed and opened again is equal. */
#include "package_case.h"
#include "support/rename.h"

#include <assay/convert.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/wait.h>

static void digest_fd(int fd, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	cr_assert_eq(as_digest_add_fd(&digest, fd, NULL, NULL), 0);
	as_digest_end(&digest, hex);
}

static int pack(const struct as_package *package)
{
	struct as_error error = {0};
	const int fd = memfd_create("packed", MFD_CLOEXEC);

	cr_assert_eq(
		as_package_pack(package, fd, NULL, &error), 0, "%s: %s", error.where, error.text);
	return fd;
}

static struct as_package *open_packed(int fd)
{
	struct as_error error = {0};
	struct as_package *package = as_package_open_packed(fd, "sum", NULL, &error);

	cr_assert_not_null(package, "%s: %s", error.where, error.text);
	return package;
}

static void expect_same(const struct as_package *package)
{
	AS_AUTO_FD int fd = pack(package);
	AUTO_PACKAGE *opened = open_packed(fd);

	cr_expect_str_eq(opened->digest, package->digest, "%s", package->path);
	cr_expect_str_eq(opened->short_name, "sum");
	cr_expect_eq(opened->test_count, package->test_count);
	cr_expect_eq(opened->group_count, package->group_count);
	for (size_t i = 0; i < package->test_count; i++) {
		cr_expect_str_eq(opened->tests[i].name, package->tests[i].name);
		cr_expect_eq(!opened->tests[i].files_path, !package->tests[i].files_path);
	}
}

static void expect_same_at(const char *path)
{
	AUTO_PACKAGE *package = open_good(path);

	/* `assay gen` makes its data, and without data there is nothing to judge. */
	if (!package->needs_generation)
		expect_same(package);
}

Test(pack, packages_of_the_repository_are_the_same)
{
	static const char *const names[] = {"tests/data/valid/minimal", "tests/data/valid/sums",
		"tests/data/valid/tree", "problems/coinsany", "problems/coinseven",
		"problems/coinsplay", "problems/coinswho", "problems/dumbsmart"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", ASSAY_SOURCE_DIR, names[i]);
		expect_same_at(path);
	}
}

#define MODERN                                                                                     \
	"--- file problem.yaml\nproblem_format_version: 2025-09\nname: Minimal\ntype: scoring\n"   \
	"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\nconstants: {n: 3}\n"                          \
	"--- folder data/sample\n"                                                                 \
	"--- remove data/secret/1.in\n--- remove data/secret/1.ans\n"                              \
	"--- file data/secret/test_group.yaml\nscore_aggregation: sum\n"                           \
	"--- file data/secret/a/test_group.yaml\nmax_score: 40\n"                                  \
	"--- file data/secret/a/1.in\n1\n--- file data/secret/a/1.ans\n1\n"                        \
	"--- file data/secret/a/1.yaml\nhint: none\n"                                              \
	"--- folder data/secret/a/1.files\n"                                                       \
	"--- file data/secret/b/test_group.yaml\nmax_score: 60\n"                                  \
	"--- link data/secret/b/2.in ../a/1.in\n--- link data/secret/b/2.ans ../a/1.ans\n"         \
	"--- file data/secret/b/2.files/more/words.txt\nwords\n"                                   \
	"--- file output_validator/build\n#!/bin/sh\n--- file output_validator/v.py\nexit(42)\n"   \
	"--- file include/default/h.h\n/* */\n"                                                    \
	"--- file data/invalid_input/1.in\n9\n"
#define LEGACY                                                                                     \
	"--- file problem.yaml\nname: N\nvalidation: custom\ntype: scoring\n"                      \
	"--- file data/testdata.yaml\ngrading: custom\n"                                           \
	"--- file data/secret/1/testdata.yaml\nrange: 0 5\n"                                       \
	"--- file data/secret/1/1.in\n1\n--- file data/secret/1/1.ans\n1\n"                        \
	"--- file graders/grade.py\nprint('AC 1')\n"                                               \
	"--- file output_validators/a/v.py\nexit(42)\n--- file "                                   \
	"output_validators/b/v.py\nexit(42)\n"

Test(pack, each_format_is_the_same)
{
	static const char *const texts[] = {"", MODERN, LEGACY,
		"--- file problem.yaml\nname: N\n--- file .timelimit\n 2.5\n",
		"--- file problem.yaml\nname: N\n--- file .timelimit\n3\n"
		"--- file domjudge-problem.ini\ntimelimit='4'\n",
		"--- file assay.yaml\noutput_validator: testlib\n"
		"--- file output_validator/v.py\nexit(0)\n"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		AUTO_FOLDER folder = package_folder_make(texts[i]);
		expect_same_at(folder.path);
	}
}

Test(pack, a_script_that_can_be_run_is_one_afterwards)
{
	AUTO_FOLDER folder = package_folder_make(MODERN);

	expect_same_at(folder.path);
	cr_assert_eq(fchmodat(folder.fd, "output_validator/build", 0755, 0), 0);
	expect_same_at(folder.path);
}

/* Times and files that the digest does not cover do not matter. */
Test(pack, the_same_package_makes_the_same_bytes)
{
	char digests[2][AS_DIGEST_HEX_SIZE];

	for (size_t i = 0; i < 2; i++) {
		AUTO_FOLDER folder = package_folder_make(MODERN);
		if (i == 1)
			package_folder_write(&folder, "submissions/accepted/a.c", "x", 1);
		if (i == 1)
			cr_assert_eq(utimensat(folder.fd, "data/secret/a/1.in",
					     (struct timespec[]){{.tv_sec = 1}, {.tv_sec = 1}}, 0),
				0);
		AUTO_PACKAGE *package = open_good(folder.path);
		AS_AUTO_FD int fd = pack(package);
		digest_fd(fd, digests[i]);
	}
	cr_expect_str_eq(digests[1], digests[0]);
}

Test(pack, a_package_that_was_changed_is_refused)
{
	struct as_error error = {0};
	AUTO_FOLDER folder = package_folder_make("");
	AUTO_PACKAGE *package = open_good(folder.path);
	AS_AUTO_FD int fd = memfd_create("packed", MFD_CLOEXEC);

	package_folder_write(&folder, "data/secret/1.in", "2\n", 2);
	cr_expect_eq(as_package_pack(package, fd, NULL, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_eq(error.sys_errno, ESTALE);
	cr_expect_not_null(strstr(error.where, "data/secret/1.in"), "%s", error.where);
}

/* ---- a package that changes meanwhile ---- */

static bool truncate_input(const char *path)
{
	return truncate(path, 0) == 0;
}

static bool overwrite_input(const char *path)
{
	AS_AUTO_FD int fd = open(path, O_WRONLY | O_CLOEXEC);

	return fd >= 0 && write(fd, "2", 1) == 1;
}

/* Reads the archive until a part of the input is in it, then changes the input, then reads on. */
static bool change_while_packed(int from, const char *path, bool (*change)(const char *path))
{
	static char block[65536];
	bool is_changed = false;

	while (read(from, block, sizeof(block)) > 0)
		is_changed = is_changed || change(path);
	return is_changed;
}

static void pack_while(bool (*change)(const char *path), struct as_error *error)
{
	/* The pipe has room for a small part of it. */
	AUTO_FOLDER folder = package_folder_make("--- sparse data/secret/1.in 1048576\n");
	const struct timespec times[] = {{.tv_sec = 1}, {.tv_sec = 1}};
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/data/secret/1.in", folder.path);
	int ends[2], status;

	cr_assert_eq(utimensat(AT_FDCWD, path, times, 0), 0);
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	const pid_t pid = fork();
	if (pid == 0) {
		close(ends[1]);
		_exit(change_while_packed(ends[0], path, change) ? 0 : 1);
	}
	close(ends[0]);
	cr_expect_eq(as_package_pack(package, ends[1], NULL, error), -1);
	close(ends[1]);
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_expect_eq(status, 0);
	cr_expect_str_eq(error->where, path);
}

Test(pack, a_file_that_changes_while_it_is_packed_is_refused, .timeout = 600)
{
	static bool (*const changes[])(const char *path) = {truncate_input, overwrite_input};

	for (size_t i = 0; i < 2; i++) {
		struct as_error error = {0};
		pack_while(changes[i], &error);
		cr_expect_eq(error.kind, AS_ERROR_INPUT);
		cr_expect_eq(error.sys_errno, ESTALE, "%zu: %s", i, error.text);
	}
}

/* The settings come from the open package, the data from the disk. */
Test(pack, a_package_that_was_changed_is_not_exported)
{
	static const char *const paths[] = {"problem.yaml", "data/secret/1.in"};

	for (size_t i = 0; i < 2; i++) {
		AUTO_FOLDER folder = package_folder_make("");
		AUTO_PACKAGE *package = open_good(folder.path);
		AS_AUTO_FREE char *target = as_text_format(NULL, "%s/a.zip", folder.path);
		const struct as_export_config config = {.format = package->format};
		AS_AUTO_NAMES char **notes = NULL;
		AS_AUTO_BYTES struct as_bytes bytes = {0};
		struct as_error error = {0};

		cr_assert_eq(as_file_read(folder.fd, paths[i], 1000, &bytes, NULL), 0);
		/* A new file with equal bytes is refused: they may have differed for a while. */
		cr_assert_eq(
			as_file_write(folder.fd, paths[i], bytes.data, bytes.size, 0644, NULL), 0);
		cr_expect_eq(as_package_export(package, &config, target, &notes, &error), -1);
		cr_expect_eq(error.sys_errno, ESTALE, "%s: %s", paths[i], error.text);
		cr_expect_not_null(strstr(error.where, paths[i]), "%s", error.where);
		cr_expect_neq(access(target, F_OK), 0);
	}
}

Test(pack, another_archive_is_refused)
{
	struct as_error error = {0};
	AUTO_FOLDER folder = package_folder_make("");
	AUTO_PACKAGE *package = open_good(folder.path);
	AS_AUTO_FD int cut = pack(package);
	AS_AUTO_FD int text = memfd_create("text", MFD_CLOEXEC);

	cr_assert_eq(ftruncate(cut, 100), 0);
	cr_expect_null(as_package_open_packed(cut, "sum", NULL, &error));
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_not_null(strstr(error.text, "zip archive"), "%s", error.text);
	cr_assert_eq(as_fd_write(text, "not an archive", 14, NULL), 0);
	cr_expect_null(as_package_open_packed(text, "sum", NULL, NULL));
}

/* ---- copies of a folder ---- */

static int copy_on_full_disk(const struct as_package *package, int to_fd)
{
	struct as_error error = {0};
	uint64_t budget_bytes = 1000;

	if (!call_is_refused(SYS_write, ENOSPC))
		return 2;
	return as_package_copy_folder(
		       package, "data/secret/1.files", NULL, to_fd, &budget_bytes, &error) == -1 &&
			       error.kind == AS_ERROR_INTERNAL
		       ? 0
		       : 1;
}

Test(pack, a_full_disk_of_this_machine_is_not_the_fault_of_the_package)
{
	struct package_folder folder =
		package_folder_make("--- file data/secret/1.files/a.txt\n1\n--- folder copy\n");
	AUTO_PACKAGE *package = as_package_open(folder.path, NULL, NULL);
	AS_AUTO_FD int to_fd = as_dir_open(folder.fd, "copy", NULL);
	int status = -1;

	cr_assert(package && to_fd >= 0);
	const pid_t pid = fork();
	if (pid == 0)
		_exit(copy_on_full_disk(package, to_fd));
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_expect_eq(status, 0);
	package_folder_remove(&folder);
}
