/* SPDX-License-Identifier: MIT */
/* Makes every package of the repository from its recipe and verifies it: half an hour and more. */
#include "support/problems.h"

TestSuite(problems_verify, .init = enter_folder, .fini = leave_folder, .timeout = 7000);

Test(problems_verify, every_package_is_clean)
{
	copy_problems();
	AS_AUTO_NAMES char **names = list_problems();
	for (char **name = names; *name; name++) {
		AUTO_OUTCOME made = ASSAY("gen", *name);
		cr_assert_eq(made.status, 0, "%s: %s", *name, made.err.data);
		AUTO_OUTCOME verified = ASSAY("verify", *name);
		cr_expect_eq(verified.status, 0, "%s%s", verified.out.data, verified.err.data);
		cr_expect_not_null(
			strstr(verified.out.data, " 0 warnings"), "%s", verified.out.data);
	}
}
