/* SPDX-License-Identifier: MIT */
/* Packages of the 2023-07-draft, which is between the two formats. */
#include "package_case.h"

#define MS_NS INT64_C(1000000)
#define LEGACY "--- file problem.yaml\n"

Test(package_draft, the_draft_has_newer_keys_and_either_layout_of_data)
{
	static const char draft[] = LEGACY "problem_format_version: 2023-07-draft\n"
					   "name: {en: N}\ntype: scoring\nuuid: x\n"
					   "allow_file_writing: true\nmystery: 1\n";
	AUTO_FOLDER newer = package_folder_make(draft);
	AUTO_PACKAGE *package = open_good(newer.path);
	cr_expect(package->scoring && package->writes_files && !package->graded);
	cr_expect_str_eq(package->groups[0].name, "sample");
	assert_finding(package, AS_FINDING_WARNING, "problem.yaml:6:1",
		"unknown key 'mystery'; it is ignored");
	AUTO_FOLDER older = package_folder_make(draft);
	package_folder_apply(&older, "--- file data/testdata.yaml\nrange: 0 9\n");
	AUTO_PACKAGE *graded = open_good(older.path);
	cr_expect(graded->graded);
	cr_expect_str_eq(graded->groups[0].name, "data");
	cr_expect_eq(graded->groups[2].max_score, 9);
}

Test(package_draft, the_draft_has_the_older_layout_if_only_a_group_shows_it)
{
	AUTO_FOLDER folder = package_folder_make(
		LEGACY "problem_format_version: 2023-07-draft\nname: N\nuuid: x\n"
		       "--- file data/secret/b/testdata.yaml\non_reject: continue\n"
		       "--- file data/secret/b/1.in\n1\n--- file data/secret/b/1.ans\n1\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect(package->graded);
	cr_expect_eq(package->test_count, 2);
}

#define DRAFT                                                                                      \
	LEGACY "problem_format_version: 2023-07-draft\nname: N\nuuid: x\n"                         \
	       "--- file data/secret/a/test_group.yaml\n{}\n"                                      \
	       "--- file data/secret/a/1.in\n1\n--- file data/secret/a/1.ans\n1\n"                 \
	       "--- file data/secret/b/test_group.yaml\noutput_validator_args: [case_sensitive]\n" \
	       "--- file data/secret/b/1.in\n1\n--- file data/secret/b/1.ans\n1\n"                 \
	       "--- file data/sample/1.in\n1\n--- file data/sample/1.ans\n1\n"                     \
	       "--- remove data/secret/1.in\n--- remove data/secret/1.ans\n"

/* The test with this name, which exists. */
static const struct as_test *test_of(const struct as_package *package, const char *name)
{
	size_t t = 0;
	while (strcmp(package->tests[t].name, name) != 0)
		t++;
	return &package->tests[t];
}

/* The draft had the legacy format's keys at first, and other judges still accept them. */
Test(package_draft, the_draft_has_flags_for_all_tests_too)
{
	AUTO_FOLDER folder = package_folder_make(DRAFT);
	package_folder_apply(&folder,
		"--- file problem.yaml\nproblem_format_version: 2023-07-draft\nname: N\n"
		"uuid: x\nvalidator_flags: float_tolerance 1e-4\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_eq(package->findings.count, 0);
	cr_expect(test_of(package, "sample/1")->check_flags.absolute_tolerance == 1e-4L);
	cr_expect(test_of(package, "secret/a/1")->check_flags.relative_tolerance == 1e-4L);
	const struct as_check_flags *own = &test_of(package, "secret/b/1")->check_flags;
	cr_expect(own->case_sensitive && own->relative_tolerance < 0, "its own are all it has");
}

Test(package_draft, the_draft_has_the_validator_keys_of_legacy)
{
	AUTO_FOLDER folder = package_folder_make(DRAFT);
	package_folder_apply(&folder,
		"--- file problem.yaml\nproblem_format_version: 2023-07-draft\nname: N\n"
		"uuid: x\nvalidation: custom interactive\nvalidator_flags: --most 'a b'\n"
		"--- file output_validators/talk.py\n1\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect(package->interactive);
	ASSERT_WORDS(test_of(package, "sample/1")->output_validator_args, "--most", "a b");
	ASSERT_WORDS(test_of(package, "secret/a/1")->output_validator_args, "--most", "a b");
	ASSERT_WORDS(test_of(package, "secret/b/1")->output_validator_args, "case_sensitive");
}

Test(package_draft, the_draft_accepts_time_limits_in_the_places_of_its_tools)
{
	AUTO_FOLDER folder = package_folder_make(DRAFT);
	package_folder_apply(&folder,
		"--- file problem.yaml\nproblem_format_version: 2023-07-draft\nname: N\nuuid: x\n"
		"limits: {time_multiplier: 3, time_safety_margin: 1.2, memory: 5}\n"
		"--- file .timelimit\n2.5\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_eq(package->findings.count, 0);
	cr_expect_eq(package->limits.time_limit_ns, 2500 * MS_NS);
	cr_expect(package->limits.has_time_limit);
	cr_expect_eq(package->limits.ac_to_time_limit, 3);
	cr_expect_eq(package->limits.time_limit_to_tle, 1.2);
	cr_expect_eq(package->limits.memory_bytes, 5 << 20);
}

/* ---- DOMjudge ---- */
