/* SPDX-License-Identifier: MIT */
/* The conditions for skipping a test: support/skip.h. */
#include "support/skip.h"

#include <criterion/criterion.h>

Test(skip, the_list_of_required_things_is_read_by_whole_words)
{
	cr_expect(skip_is_required("python3"));
	cr_expect(skip_is_required("cgroup"));
	cr_expect_not(skip_is_required("python"));
	cr_expect_not(skip_is_required("root"));
	cr_expect_not(skip_is_required("want"), "a word of a comment");
}

Test(skip, only_a_must_run_machine_forbids_a_skip)
{
	unsetenv("AS_TESTS_MUST_RUN");
	cr_expect_not(skip_is_forbidden("cgroup"));
	setenv("AS_TESTS_MUST_RUN", "0", 1);
	cr_expect_not(skip_is_forbidden("cgroup"));
	setenv("AS_TESTS_MUST_RUN", "1", 1);
	cr_expect(skip_is_forbidden("cgroup"));
	cr_expect_not(skip_is_forbidden("root"));
}
