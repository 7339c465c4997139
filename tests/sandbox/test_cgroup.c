/* SPDX-License-Identifier: MIT */
/* Parsing of the kernel's paths of control groups, and the results of reading a group. */
#include "cgroup.h"
#include "machine/memory.h"
#include "supervision.h"

#include "support/skip.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(cgroup, .timeout = 600);

Test(cgroup, a_path_is_below_the_root_of_a_mount_by_whole_names)
{
	static const struct {
		const char *root, *path, *below;
	} rows[] = {
		{"/", "/", ""},
		{"/", "/a/b", "/a/b"},
		{"/a", "/a", ""},
		{"/a", "/a/", ""},
		{"/a", "/a/b", "/b"},
		{"/a", "/ab", ""},
		{"/a", "/ab/c", ""},
		{"/a/b", "/a", ""},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		cr_expect_str_eq(as_cgroup_below(rows[i].root, rows[i].path), rows[i].below,
			"%s in %s", rows[i].path, rows[i].root);
}

Test(cgroup, a_member_is_recognised_by_the_unique_tail_of_its_path)
{
	static const struct {
		const char *text, *path;
		bool is_member;
	} rows[] = {
		{"0::/a/assay-1-2-ab\n", "/mount/assay-1-2-ab", true},
		{"0::/../assay-1-2-ab\n", "/mount/a/assay-1-2-ab", true},
		{"0::/a/assay-1-2-ab/helper\n", "/mount/assay-1-2-ab/helper", true},
		{"0::/a/assay-1-2-ab/helper\n", "/mount/assay-1-2-ab", false},
		{"0::/a/assay-1-2-ab\n", "/mount/assay-1-2-ab/helper", false},
		{"0::/a/assay-1-2-cd/helper\n", "/mount/assay-1-2-ab/helper", false},
		{"0::/assay-old/assay-1-2-ab\n", "/mount/assay-other/assay-1-2-ab", true},
		{"0::/a/assay-1-2-ab (deleted)\n", "/mount/assay-1-2-ab", false},
		{"4:memory:/a/assay-1-2-ab\n0::/\n", "/mount/assay-1-2-ab", false},
		{"0::/\n", "/", false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		cr_expect_eq(as_cgroup_is_member(rows[i].text, NULL, rows[i].path),
			rows[i].is_member, "row %zu", i);
}

static const int64_t second_ns = INT64_C(1000000000);

/* Reads an empty group several times, at intervals. */
static bool look_often(struct as_emptiness *emptiness, int count, int64_t apart_ns)
{
	bool lasts = false;

	for (int i = 0; i < count; i++)
		lasts = as_emptiness_lasts(emptiness, true, second_ns + i * apart_ns);
	return lasts;
}

Test(cgroup, a_group_is_called_emptied_after_a_second_and_ten_looks)
{
	static const struct {
		int count;
		int64_t apart_ns;
		bool lasts;
	} rows[] = {
		{2, INT64_C(60000000000), false}, /* a caller that was held up in between */
		{9, INT64_C(1000000000), false},
		{10, INT64_C(1000000000), true},
		{20, INT64_C(50000000), false},
		{21, INT64_C(50000000), true},
		{1000, INT64_C(500000), false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct as_emptiness emptiness = {0};
		cr_expect_eq(look_often(&emptiness, rows[i].count, rows[i].apart_ns), rows[i].lasts,
			"row %zu", i);
	}
}

Test(cgroup, a_group_that_is_not_empty_restarts_the_count)
{
	struct as_emptiness emptiness = {0};

	cr_expect(look_often(&emptiness, 10, second_ns));
	cr_expect_not(as_emptiness_lasts(&emptiness, false, 12 * second_ns));
	for (int i = 0; i < 9; i++)
		cr_expect_not(as_emptiness_lasts(&emptiness, true, (20 + i) * second_ns));
	cr_expect(as_emptiness_lasts(&emptiness, true, 30 * second_ns));
}

/* ---- the memory that the runs of this process have ---- */

static void put_max(const char *folder, const char *text)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/memory.max", folder);

	cr_assert_eq(as_file_write(AT_FDCWD, path, text, strlen(text), 0600, NULL), 0);
}

Test(cgroup, the_least_limit_of_a_group_and_those_above_it_counts)
{
	char top[] = "/tmp/assay-groups-XXXXXX";

	cr_assert_not_null(mkdtemp(top));
	AS_AUTO_FREE char *service = as_text_format(NULL, "%s/service", top);
	AS_AUTO_FREE char *own = as_text_format(NULL, "%s/own", service);
	cr_assert(mkdir(service, 0700) == 0 && mkdir(own, 0700) == 0);
	cr_expect_eq(as_cgroup_memory_max(top, own), UINT64_MAX);
	put_max(own, "max\n");
	cr_expect_eq(as_cgroup_memory_max(top, own), UINT64_MAX);
	put_max(service, "1073741824\n");
	cr_expect_eq(as_cgroup_memory_max(top, own), UINT64_C(1) << 30);
	put_max(own, "2147483648\n");
	cr_expect_eq(as_cgroup_memory_max(top, own), UINT64_C(1) << 30);
	put_max(top, "1048576\n");
	cr_expect_eq(as_cgroup_memory_max(service, own), UINT64_C(1) << 30);
	cr_expect_eq(as_cgroup_memory_max(top, own), UINT64_C(1) << 20);
	cr_assert_eq(as_dir_remove(AT_FDCWD, top, NULL), 0);
}

/* As in a container. The limit is that of a group beneath this process's own one. */
Test(cgroup, the_limit_of_a_v1_group_counts)
{
	struct as_cgroup_place place;
	int status = 0;

	skip_unless(geteuid() == 0 && as_cgroup_find("memory", &place) == 0, "cgroup-v1",
		"there is no group of v1 to make one in");
	AS_AUTO_FREE char *folder = as_text_format(NULL, "%s/test-%d", place.own, (int)getpid());
	cr_assert_eq(mkdir(folder, 0700), 0);
	AS_AUTO_FD int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const bool is_limited = as_cgroup_write(fd, "memory.limit_in_bytes", "1073741824") == 0;
	const pid_t child = fork();
	if (child == 0)
		_exit(as_cgroup_write(fd, "cgroup.procs", "0")           ? 2
			: as_machine_memory_bytes() == UINT64_C(1) << 30 ? 0
									 : 1);
	cr_assert_eq(waitpid(child, &status, 0), child);
	for (int i = 0; rmdir(folder) && i < 100; i++)
		usleep(10000);
	cr_expect(is_limited && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
