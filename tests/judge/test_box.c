/* SPDX-License-Identifier: MIT */
/* Copying a program's files out of its box, which may try to exhaust the reader. */
#include "workshop.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static char folder[] = "/tmp/assay-box.XXXXXX";
static int box, to;

static void make_folders(void)
{
	cr_assert(mkdtemp(folder));
	AS_AUTO_FD int base = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert(mkdirat(base, "box", 0755) == 0 && mkdirat(base, "to", 0755) == 0);
	box = as_dir_open(base, "box", NULL);
	to = as_dir_open(base, "to", NULL);
}

static void remove_folders(void)
{
	close(box);
	close(to);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(box, .init = make_folders, .fini = remove_folders);

static void put(const char *path, const char *data)
{
	char parent[256];
	snprintf(parent, sizeof(parent), "%s", path);
	char *slash = strrchr(parent, '/');
	if (slash) {
		*slash = '\0';
		cr_assert_eq(as_dir_make(box, parent, 0755, NULL), 0);
	}
	cr_assert_eq(as_file_write(box, path, data, strlen(data), 0644, NULL), 0, "%s", path);
}

static void expect_copied(uint64_t max_bytes, uint64_t left_bytes)
{
	struct as_error error = {0};
	cr_assert_eq(as_box_copy(box, to, &max_bytes, &error), 0, "%s", error.text);
	cr_expect_eq(max_bytes, left_bytes);
}

static void expect_refused(uint64_t max_bytes, const char *text)
{
	struct as_error error = {0};
	cr_assert_eq(as_box_copy(box, to, &max_bytes, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, text);
}

Test(box, only_regular_files_are_copied)
{
	struct stat info;
	put("program", "1234");
	put("inner/class", "5678");
	put(".hidden", "x");
	cr_assert_eq(symlinkat("/etc/passwd", box, "link"), 0);
	cr_assert_eq(mkfifoat(box, "fifo", 0644), 0);
	expect_copied(10, 2);
	cr_expect_eq(fstatat(to, "inner/class", &info, 0), 0);
	cr_expect_eq(fstatat(to, "link", &info, AT_SYMLINK_NOFOLLOW), -1);
	cr_expect_eq(fstatat(to, "fifo", &info, 0), -1);
	cr_expect_eq(fstatat(to, ".hidden", &info, 0), -1);
}

Test(box, the_size_is_of_the_whole_tree)
{
	put("a", "12345");
	put("inner/b", "12345");
	expect_refused(9, "its files are too large");
	as_dir_remove(to, "a", NULL);
	as_dir_remove(to, "inner", NULL);
	expect_copied(10, 0);
}

static void make_nested(int depth)
{
	char path[256] = "";
	for (int i = 0; i < depth; i++)
		strcat(path, i ? "/a" : "a");
	cr_assert_eq(as_dir_make(box, path, 0755, NULL), 0);
}

Test(box, the_nesting_is_bounded)
{
	make_nested(32);
	expect_copied(0, 0);
	as_dir_remove(to, "a", NULL);
	make_nested(33);
	expect_refused(0, "its folders are nested deeper than 32");
}

Test(box, the_count_is_of_the_whole_tree)
{
	char path[64];
	put("one/file", "");
	put("two/file", "");
	/* Links count, and are cheap for the test. */
	for (int i = 0; i < 19996; i++) {
		snprintf(path, sizeof(path), "%s/%d", i % 2 ? "one" : "two", i);
		cr_assert_eq(symlinkat("x", box, path), 0);
	}
	expect_copied(0, 0);
	as_dir_remove(to, "one", NULL);
	as_dir_remove(to, "two", NULL);
	put("three", "");
	expect_refused(0, "it has more than 20000 files and folders");
}
