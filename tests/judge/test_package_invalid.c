/* SPDX-License-Identifier: MIT */
/* For every file of tests/data/invalid/package, the first line is the loader's message, and the
 * rest is a package as described in package_case.h. */
#include "package_case.h"

#define CASES ASSAY_SOURCE_DIR "/tests/data/invalid/package"
#define NOBODY 65534
#define MIN_CASES 200

static void try_case(int cases_fd, const char *name)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	char complaint[2048];
	cr_assert_eq(as_file_read(cases_fd, name, 1 << 20, &text, NULL), 0, "%s", name);
	char *end = strchr(text.data, '\n');
	cr_assert_not_null(end, "%s", name);
	*end = '\0';
	AUTO_FOLDER folder = package_folder_make(end + 1);
	/* Root can read unreadable files. */
	const bool as_nobody = strstr(end + 1, "--- unreadable ") && geteuid() == 0;
	cr_assert(!as_nobody || (chmod(folder.path, 0755) == 0 && seteuid(NOBODY) == 0));
	package_complaint(&folder, complaint, sizeof complaint);
	cr_assert(!as_nobody || seteuid(0) == 0);
	cr_expect_str_eq(complaint, text.data, "%s:\n  said     %s\n  expected %s", name, complaint,
		text.data);
}

Test(package_invalid, every_malformed_package_gets_its_one_line)
{
	AS_AUTO_FD int cases_fd = open(CASES, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = as_dir_list(cases_fd, 10000, NULL);
	cr_assert_not_null(names);
	size_t count = 0;
	for (; names[count]; count++)
		try_case(cases_fd, names[count]);
	cr_assert_geq(count, MIN_CASES, "only %zu cases were found in " CASES, count);
}
