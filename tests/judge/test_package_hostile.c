/* SPDX-License-Identifier: MIT */
/* Very large packages, which take seconds to make, so they are separate. */
#include "package_case.h"

Test(package_hostile, folders_that_multiply_by_links_are_cut_off)
{
	/* Each of 30 folders contains two links to the next: 2^30 paths through them. */
	AUTO_FOLDER folder = package_folder_make("--- link data/secret/l ../../maze/0\n");
	for (int i = 0; i < 30; i++) {
		char steps[256];
		snprintf(steps, sizeof steps,
			"--- link maze/%d/a ../%d\n--- link maze/%d/b ../%d\n--- folder maze/%d\n",
			i, i + 1, i, i + 1, i + 1);
		package_folder_apply(&folder, steps);
	}
	char complaint[2048];
	package_complaint(&folder, complaint, sizeof complaint);
	cr_expect_not_null(
		strstr(complaint, ": too many folders: more than 10000; is this a package?"), "%s",
		complaint);
}

/* Finding the place of each would take time in proportion to the square of their number. */
Test(package_hostile, reading_ends_after_250_unknown_keys)
{
	AUTO_FOLDER folder = package_folder_make("");
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/problem.yaml", folder.path);
	AS_AUTO_FILE FILE *file = fopen(path, "ae");
	char complaint[2048];

	for (int i = 0; i < 100000; i++)
		cr_assert_gt(fprintf(file, "k%06d: 1\n", i), 0);
	cr_assert_eq(fflush(file), 0);
	package_complaint(&folder, complaint, sizeof complaint);
	cr_expect_str_eq(complaint,
		"problem.yaml:254:1: unknown key 'k000250'; it is ignored (one of more than 250 "
		"errors)");
}

Test(package_hostile, more_than_100000_tests_are_refused)
{
	AUTO_FOLDER folder = package_folder_make("");
	int empty = openat(folder.fd, "data/secret/0.in", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	cr_assert_geq(empty, 0);
	close(empty);
	/* Links to one file, for speed; several files, because the kernel limits the number of
	 * links. */
	cr_assert_eq(linkat(folder.fd, "data/secret/0.in", folder.fd, "data/secret/0.ans", 0), 0);
	char from[64] = "data/secret/0.in";
	for (int i = 1; i <= 100000; i++) {
		char in[64], answer[64];
		snprintf(in, sizeof in, "data/secret/t%d.in", i);
		snprintf(answer, sizeof answer, "data/secret/t%d.ans", i);
		if (i % 10000 == 0) {
			snprintf(from, sizeof from, "data/secret/%d.txt", i);
			package_folder_write(&folder, from, "", 0);
		}
		cr_assert_eq(linkat(folder.fd, from, folder.fd, in, 0), 0);
		cr_assert_eq(linkat(folder.fd, from, folder.fd, answer, 0), 0);
	}
	char complaint[2048];
	package_complaint(&folder, complaint, sizeof complaint);
	cr_expect_str_eq(complaint, "data: too many tests: more than 100000");
}
