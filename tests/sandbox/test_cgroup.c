/* SPDX-License-Identifier: MIT */
/* How the kernel's paths of control groups are read. */
#include "cgroup.h"

#include <criterion/criterion.h>

TestSuite(cgroup, .timeout = 30);

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
