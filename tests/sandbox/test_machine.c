/* SPDX-License-Identifier: MIT */
#include "host.h"
#include "support/skip.h"

#include <assay/sandbox.h>
#include <string.h>

TestSuite(machine, .timeout = 30);

#define CAPACITY 64

Test(machine, every_feature_has_a_name_and_what_was_found)
{
	struct as_feature features[CAPACITY];
	size_t count = as_machine_examine(features, CAPACITY);

	cr_assert(count > 0 && count <= CAPACITY, "%zu", count);
	for (size_t i = 0; i < count; i++) {
		cr_expect_gt(strlen(features[i].name), 0u, "feature %zu", i);
		cr_expect_gt(strlen(features[i].found), 0u, "%s", features[i].name);
		if (features[i].state == AS_FEATURE_MISSING)
			cr_expect_gt(strlen(features[i].remedy), 0u, "%s", features[i].name);
	}
}

Test(machine, a_feature_beyond_the_room_is_counted_and_not_written)
{
	struct as_feature features[2] = {{.name = "untouched"}, {.name = "untouched"}};
	struct as_feature all[CAPACITY];

	cr_expect_eq(as_machine_examine(features, 1), as_machine_examine(all, CAPACITY));
	cr_expect_str_eq(features[0].name, all[0].name);
	cr_expect_str_eq(features[1].name, "untouched");
}

/* It makes a sandbox to try it. */
Test(machine, examining_leaves_nothing)
{
	struct as_feature features[CAPACITY];
	struct host host;

	host_init(&host);
	as_machine_examine(features, CAPACITY);
	host_expect_clean(&host, "no-such-mark", "examine");
	host_clear(&host, "examine");
}

Test(machine, only_root_hands_groups_over)
{
	struct as_error error = {0};

	skip_unless(geteuid() != 0, "ordinary-user", "root may");
	cr_expect_eq(as_machine_prepare(geteuid(), getegid(), &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_str_eq(error.text, "only root can hand control groups over: run it with sudo");
}

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
