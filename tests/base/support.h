/* SPDX-License-Identifier: MIT */
/** The common part of the tests of base: a scratch folder for each, and errors in the form that
 * people read. */
#ifndef ASSAY_TESTS_BASE_SUPPORT_H
#define ASSAY_TESTS_BASE_SUPPORT_H

#include <assay/base.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static char scratch_path[64];
static int scratch = -1;

static inline void make_scratch(void)
{
	snprintf(scratch_path, sizeof scratch_path, "/tmp/assay-test-XXXXXX");
	cr_assert_not_null(mkdtemp(scratch_path));
	cr_assert_eq(chmod(scratch_path, 0777), 0);
	scratch = open(scratch_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_geq(scratch, 0);
}

/* Not through as_dir_remove, which is under test. */
static inline void remove_scratch(void)
{
	/* After a failed assertion the test may still run as another user. */
	if (getuid() == 0)
		cr_expect_eq(seteuid(0), 0);
	char command[256];
	snprintf(command, sizeof command, "chmod -R u+rwx %s; rm -rf %s", scratch_path,
		scratch_path);
	cr_expect_eq(system(command), 0);
	close(scratch);
}

/* Criterion runs no .fini after a skip. */
#define skip_and_clean(reason)                                                                     \
	do {                                                                                       \
		remove_scratch();                                                                  \
		cr_skip_test(reason);                                                              \
	} while (0)

static inline void put_file(const char *name, const char *text)
{
	int fd = openat(scratch, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	cr_assert_geq(fd, 0, "cannot make %s", name);
	cr_assert_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
}

static inline void expect_file(const char *name, const char *text)
{
	char buffer[256] = "";
	int fd = openat(scratch, name, O_RDONLY | O_CLOEXEC);
	cr_assert_geq(fd, 0, "%s is not there", name);
	ssize_t count = read(fd, buffer, sizeof buffer - 1);
	cr_expect(count == (ssize_t)strlen(text) && strcmp(buffer, text) == 0, "%s holds \"%s\"",
		name, buffer);
	close(fd);
}

static inline bool is_there(const char *name)
{
	struct stat status;
	return fstatat(scratch, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

static inline void expect_error(
	const struct as_error *error, enum as_error_kind kind, const char *whole)
{
	char line[2048];
	as_error_format(error, line, sizeof line);
	cr_expect_str_eq(line, whole);
	cr_expect_eq(error->kind, kind, "kind %d where %d was due", error->kind, kind);
}

#endif
