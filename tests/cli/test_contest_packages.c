/* SPDX-License-Identifier: MIT */
/* assay contest check: what verify, an export and this machine say of the packages. */
#include "contest_case.h"

TestSuite(contest_packages, .init = enter_folder, .fini = leave_folder);

/* A contest whose package is a copy that can be changed. */
static void make_with_copy(void)
{
	AUTO_OUTCOME made = ASSAY("contest", "new", "moved", "--problems", MINIMAL);
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME folder =
		command_run((const char *const[]){"/bin/cp", "-r", MINIMAL, "minimal", NULL});
	EXPECT_STATUS(folder, 0);
	put("moved/problems.yaml", "- {id: minimal, package: ../minimal}\n");
}

/* Nothing judges with the file, but an export needs it. */
Test(contest_packages, a_package_that_cannot_be_exported_is_a_warning)
{
	make_with_copy();
	put("minimal/generators/generators.yaml",
		"generators:\n  row: [../../shared/row.c]\ndata:\n  secret:\n    data:\n"
		"    - '1': row 1\n");
	put("shared/row.c", "int main(void) { return 0; }\n");
	AUTO_OUTCOME good = ASSAY("contest", "check", "moved");
	cr_expect(!strstr(good.out.data, "not exported"), "%s", good.out.data);
	cr_assert_eq(as_dir_remove(here_fd, "shared", NULL), 0);
	AUTO_OUTCOME checked = ASSAY("contest", "check", "moved");
	cr_expect(strstr(checked.out.data, "the package of 'minimal' can be judged, but not "
					   "exported: ") &&
			  strstr(checked.out.data, "put the missing files into the package"),
		"%s%s", checked.out.data, checked.err.data);
}

Test(contest_packages, warnings_of_verify_that_need_no_run_are_shown)
{
	make_with_copy();
	AUTO_OUTCOME good = ASSAY("contest", "check", "moved");
	cr_expect(strstr(good.out.data, "; 0 errors, 0 warnings\n"), "%s", good.out.data);
	put("minimal/data/secret/g10/1.in", "1\n");
	put("minimal/data/secret/g10/1.ans", "1\n");
	put("minimal/data/secret/g2/1.in", "2\n");
	put("minimal/data/secret/g2/1.ans", "2\n");
	put("minimal/data/secret/g2/1.hnit", "a hint\n");
	AUTO_OUTCOME checked = ASSAY("contest", "check", "moved");
	EXPECT_STATUS(checked, 0);
	cr_expect(strstr(checked.out.data,
			  "moved/problems.yaml: warning: the package of 'minimal': data/secret/g2: "
			  "its tests come after those of secret/g10"),
		"%s", checked.out.data);
}

Test(contest_packages, a_package_above_the_share_of_this_machine_is_a_warning)
{
	make_with_copy();
	AUTO_OUTCOME limits = command_run((const char *const[]){"/bin/sh", "-c",
		"printf 'limits: {memory: 1048576}\\n' >> minimal/problem.yaml", NULL});
	EXPECT_STATUS(limits, 0);
	AUTO_OUTCOME checked = ASSAY("contest", "check", "moved");
	EXPECT_STATUS(checked, 0);
	cr_expect(
		strstr(checked.out.data,
			"the package of 'minimal' cannot be judged on this machine: a run can use "
			"1048576 MiB of memory (limits.memory 1048576), more than the "),
		"%s", checked.out.data);
}
