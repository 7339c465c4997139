/* SPDX-License-Identifier: MIT */
#include "package_case.h"
#include <sys/prctl.h>

#define VALID ASSAY_SOURCE_DIR "/tests/data/valid/"
#define MIB ((uint64_t)1 << 20)
#define SECOND_NS INT64_C(1000000000)

/* ---- reading ---- */

Test(package, a_minimal_package_has_the_systems_limits)
{
	AUTO_PACKAGE *package = open_good(VALID "minimal");
	cr_expect_str_eq(package->short_name, "minimal");
	cr_expect_str_eq(package->title, "Minimal");
	cr_expect_str_eq(package->path, VALID "minimal");
	cr_expect(!package->scoring && !package->writes_files && !package->needs_generation);
	cr_expect_null(package->languages);
	const struct as_package_limits *limits = &package->limits;
	cr_expect(!limits->has_time_limit);
	cr_expect_eq(limits->time_limit_ns, 2 * SECOND_NS);
	cr_expect_eq(limits->memory_bytes, 2048 * MIB);
	cr_expect_eq(limits->output_bytes, 8 * MIB);
	cr_expect_eq(limits->code_bytes, 128 * 1024);
	cr_expect_eq(limits->compilation_time_ns, 60 * SECOND_NS);
	cr_expect_eq(limits->compilation_memory_bytes, 2048 * MIB);
	cr_expect_eq(limits->validation_time_ns, 60 * SECOND_NS);
	cr_expect_eq(limits->validation_memory_bytes, 2048 * MIB);
	cr_expect_eq(limits->validation_output_bytes, 8 * MIB);
	ASSERT_TESTS(package, "secret/1");
	cr_expect_str_eq(package->tests[0].input_path, "data/secret/1.in");
	cr_expect_str_eq(package->tests[0].answer_path, "data/secret/1.ans");
	cr_expect_eq(package->group_count, 2);
}

Test(package, every_key_of_problem_yaml_is_read)
{
	AUTO_PACKAGE *package = open_good(VALID "sums");
	cr_expect_str_eq(package->title, "Sums", "English comes first");
	cr_expect(package->scoring && package->writes_files);
	cr_assert_not_null(package->languages);
	cr_expect_str_eq(package->languages[0], "c");
	cr_expect_str_eq(package->languages[2], "python3");
	cr_expect_null(package->languages[3]);
	const struct as_package_limits *limits = &package->limits;
	cr_expect(limits->has_time_limit);
	cr_expect_eq(limits->time_limit_ns, 3 * SECOND_NS / 10);
	cr_expect_eq(limits->memory_bytes, 256 * MIB);
	cr_expect_eq(limits->output_bytes, 4 * MIB);
	cr_expect_eq(limits->code_bytes, 64 * 1024);
	cr_expect_eq(limits->compilation_time_ns, 30 * SECOND_NS);
	cr_expect_eq(limits->compilation_memory_bytes, 512 * MIB);
	cr_expect_eq(limits->validation_time_ns, 20 * SECOND_NS);
	cr_expect_eq(limits->validation_memory_bytes, 1024 * MIB);
	cr_expect_eq(limits->validation_output_bytes, 2 * MIB);
}

Test(package, groups_hold_their_tests_as_neighbours)
{
	AUTO_PACKAGE *package = open_good(VALID "sums");
	ASSERT_TESTS(package, "sample/1", "secret/1/a", "secret/1/b", "secret/2/b", "secret/2/d",
		"secret/2/deep/er/c");
	static const struct {
		const char *name;
		size_t parent, first_test, test_count;
		bool has_score;
		double max_score;
		enum as_aggregation aggregation;
	} expected[] = {
		{"sample", 0, 0, 1, false, 0, AS_AGGREGATE_PASS_FAIL},
		{"secret", 1, 1, 5, true, 100, AS_AGGREGATE_SUM},
		{"secret/1", 1, 1, 2, true, 40, AS_AGGREGATE_MIN},
		{"secret/2", 1, 3, 3, true, 60, AS_AGGREGATE_PASS_FAIL},
	};
	cr_assert_eq(package->group_count, 4);
	for (size_t i = 0; i < 4; i++) {
		const struct as_group *group = &package->groups[i];
		cr_expect_str_eq(group->name, expected[i].name);
		cr_expect_eq(group->parent, expected[i].parent);
		cr_expect_eq(group->first_test, expected[i].first_test);
		cr_expect_eq(group->test_count, expected[i].test_count);
		cr_expect_eq(group->has_score, expected[i].has_score);
		cr_expect_eq(group->max_score, expected[i].max_score);
		cr_expect_eq(group->aggregation, expected[i].aggregation);
	}
	static const size_t groups[] = {0, 2, 2, 3, 3, 3};
	for (size_t i = 0; i < package->test_count; i++)
		cr_expect_eq(package->tests[i].group, groups[i]);
}

Test(package, a_test_has_its_groups_flags_unless_it_has_its_own)
{
	AUTO_PACKAGE *package = open_good(VALID "sums");
	const struct as_check_flags *first = &package->tests[1].check_flags;
	const struct as_check_flags *second = &package->tests[2].check_flags;
	const struct as_check_flags *other = &package->tests[3].check_flags;
	cr_expect(!first->case_sensitive && first->absolute_tolerance == 1e-6L);
	cr_expect(second->case_sensitive && second->absolute_tolerance < 0);
	cr_expect(!other->case_sensitive && other->absolute_tolerance < 0);
}

Test(package, tests_are_in_order_of_bytes_and_other_names_are_ignored)
{
	AUTO_FOLDER folder = package_folder_make(
		"--- file data/secret/10.in\n1\n--- file data/secret/10.ans\n1\n"
		"--- file data/secret/2.in\n1\n--- file data/secret/2.ans\n1\n"
		"--- file data/secret/B.in\n1\n--- file data/secret/B.ans\n1\n"
		"--- file data/secret/a.in\n1\n--- file data/secret/a.ans\n1\n"
		"--- file data/secret/a-b/1.in\n1\n--- file data/secret/a-b/1.ans\n1\n"
		"--- file data/secret/c.d.in\n1\n--- file data/secret/c.d.ans\n1\n"
		"--- file data/secret/c/1.in\n1\n--- file data/secret/c/1.ans\n1\n"
		"--- file data/sample/z.in\n1\n--- file data/sample/z.ans\n1\n"
		"--- file data/secret/.hidden.in\n1\n"
		"--- file data/secret/-x.in\n1\n"
		"--- file data/secret/\xff.in\n1\n"
		"--- file data/secret/x+y.ans\n1\n"
		"--- file data/secret/.git/1.in\n1\n"
		"--- file data/secret/1.png\nx\n"
		"--- file data/secret/README\nx\n"
		"--- fifo data/secret/pipe\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	ASSERT_TESTS(package, "sample/z", "secret/1", "secret/10", "secret/2", "secret/B",
		"secret/a", "secret/a-b/1", "secret/c.d", "secret/c/1");
}

Test(package, links_inside_are_followed_and_left_behind)
{
	AUTO_FOLDER folder =
		package_folder_make("--- file shared/x.txt\n5\n"
				    "--- link data/secret/2.in ../../shared/x.txt\n"
				    "--- link data/secret/2.ans 1.ans\n"
				    "--- file elsewhere/3.in\n1\n--- file elsewhere/3.ans\n1\n"
				    "--- link data/secret/more ../../elsewhere\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	ASSERT_TESTS(package, "secret/1", "secret/2", "secret/more/3");
	static const char *const inputs[] = {"data/secret/1.in", "shared/x.txt", "elsewhere/3.in"};
	for (size_t i = 0; i < 3; i++) {
		cr_expect_str_eq(package->tests[i].input_path, inputs[i]);
		/* Files of the model are opened by code that refuses links. */
		AS_AUTO_FD int fd = as_file_open(package->tree.fd, inputs[i], NULL);
		cr_expect_geq(fd, 0);
	}
	cr_expect_str_eq(package->tests[1].answer_path, "data/secret/1.ans");
}

Test(package, a_path_with_a_link_or_slashes_is_opened)
{
	AUTO_FOLDER folder = package_folder_make("--- link data/self ../data\n");
	char path[128];
	snprintf(path, sizeof path, "%s/data/self/..///", folder.path);
	AUTO_PACKAGE *package = open_good(path);
	cr_expect_str_eq(package->short_name, strrchr(folder.path, '/') + 1);
}

Test(package, a_scoring_package_without_groups_scores_secret)
{
	AUTO_FOLDER folder = package_folder_make(
		"--- file problem.yaml\nproblem_format_version: 2025-09\ntype: [scoring]\n"
		"name: {fil: Ikalawa, da: Anden}\nuuid: x\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_str_eq(package->title, "Anden", "without English, what is least by bytes");
	cr_expect_eq(package->group_count, 2);
	cr_expect(package->groups[1].has_score);
	cr_expect_eq(package->groups[1].max_score, 100);
	cr_expect_eq(package->groups[1].aggregation, AS_AGGREGATE_SUM);
}

/* The sum of these groups' scores does not matter, because they are not added. */
Test(package, scores_of_groups_may_exceed_the_total_if_they_are_not_added)
{
	static const char groups[] =
		"--- file problem.yaml\nproblem_format_version: 2025-09\ntype: scoring\nname: "
		"N\nuuid: x\n"
		"--- remove data/secret\n"
		"--- file data/secret/1/test_group.yaml\nmax_score: 100\n"
		"--- file data/secret/1/1.in\n1\n--- file data/secret/1/1.ans\n1\n"
		"--- file data/secret/2/test_group.yaml\nmax_score: 101\n"
		"--- file data/secret/2/1.in\n1\n--- file data/secret/2/1.ans\n1\n";
	static const char *const settings[] = {"score_aggregation: min\n",
		"score_aggregation: pass-fail\n", "score_aggregation: pass-fail\nmax_score: 7\n"};
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
		AUTO_FOLDER folder = package_folder_make(groups);
		package_folder_write(
			&folder, "data/secret/test_group.yaml", settings[i], strlen(settings[i]));
		AUTO_PACKAGE *package = open_good(folder.path);
		cr_expect_eq(package->groups[1].max_score, i == 2 ? 7 : 100);
	}
}

Test(package, a_pass_fail_package_may_have_groups)
{
	AUTO_FOLDER folder = package_folder_make(
		"--- remove data/secret\n--- file data/secret/g/test_group.yaml\n"
		"--- file data/secret/g/1.in\n1\n--- file data/secret/g/1.ans\n1\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_assert_eq(package->group_count, 3);
	cr_expect_str_eq(package->groups[2].name, "secret/g");
	cr_expect(!package->groups[2].has_score && !package->groups[1].has_score);
}

/* ---- generated data ---- */

Test(package, a_recipe_without_tests_needs_generation)
{
	AUTO_FOLDER folder = package_folder_make(
		"--- remove data/secret\n--- file generators/generators.yaml\nsolution: x\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_assert(package->needs_generation);
	struct as_error error = {0};
	cr_assert_eq(as_package_require_data(package, &error), -1);
	char expected[256];
	snprintf(expected, sizeof expected, "the tests are not generated yet; run `assay gen %s`",
		folder.path);
	cr_expect_str_eq(error.text, expected);
	cr_expect_str_eq(error.where, folder.path);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
}

Test(package, empty_groups_wait_for_generation)
{
	AUTO_FOLDER folder = package_folder_make(
		"--- remove data/secret\n--- file generators/generators.yaml\nsolution: x\n"
		"--- file data/secret/g/test_group.yaml\n"
		"--- file data/sample/1.in\n1\n--- file data/sample/1.ans\n1\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect(package->needs_generation);
	cr_expect_eq(package->group_count, 3);
	ASSERT_TESTS(package, "sample/1");
	/* The recipe may make no other one: then running it again is not a remedy. */
	struct as_error error = {0};
	cr_assert_eq(as_package_require_data(package, &error), -1);
	cr_expect_not_null(strstr(error.text, "no secret tests; run `assay gen "));
	cr_expect_not_null(strstr(error.text, "and if its recipe makes none, add one to "));
}

Test(package, a_misspelt_folder_of_secret_tests_is_named)
{
	AUTO_FOLDER folder =
		package_folder_make("--- remove data/secret\n--- file data/secert/1.in\n1\n--- "
				    "file data/secert/1.ans\n1\n");
	struct as_error error = {0};
	cr_expect_null(as_package_open(folder.path, NULL, &error));
	cr_expect_not_null(strstr(error.text, "rename it to data/secret"), "%s", error.text);
}

Test(package, a_recipe_with_tests_is_ready)
{
	AUTO_FOLDER folder =
		package_folder_make("--- file generators/generators.yaml\nsolution: x\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect(!package->needs_generation);
	cr_expect_eq(as_package_require_data(package, NULL), 0);
}

/* ---- digest ---- */

static void digest_of(const char *changes, char hex[AS_DIGEST_HEX_SIZE])
{
	AUTO_FOLDER folder = package_folder_make(changes);
	AUTO_PACKAGE *package = open_good(folder.path);
	memcpy(hex, package->digest, AS_DIGEST_HEX_SIZE);
	cr_assert_eq(strlen(hex), AS_DIGEST_HEX_SIZE - 1);
}

Test(package, the_digest_depends_on_content_and_not_on_path_or_time)
{
	static const char *const same[] = {"", "--- file README\nx\n",
		"--- file data/secret/1.in\n1\n", "--- file submissions/accepted/a.c\nx\n",
		"--- file data/secret/.x\nx\n"};
	char first[AS_DIGEST_HEX_SIZE], other[AS_DIGEST_HEX_SIZE];
	digest_of("", first);
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		digest_of(same[i], other);
		cr_expect_str_eq(first, other, "%s", same[i]);
	}
}

Test(package, the_digest_changes_with_everything_a_verdict_depends_on)
{
	static const char *const changes[] = {
		"",
		"--- file data/secret/1.in\n2\n",
		"--- file data/secret/1.ans\n2\n",
		"--- file data/secret/1.yaml\nhint: x\n",
		"--- file data/secret/test_group.yaml\noutput_validator_args: [case_sensitive]\n",
		"--- file data/sample/1.in\n1\n--- file data/sample/1.ans\n1\n",
		"--- file data/secret/2.in\n1\n--- file data/secret/2.ans\n1\n",
		("--- remove data/secret\n--- file data/secret/2.in\n1\n"
		 "--- file data/secret/2.ans\n1\n"),
		"--- file problem.yaml\nproblem_format_version: 2025-09\nname: Other\nuuid: x\n",
	};
	enum { COUNT = sizeof changes / sizeof *changes };
	char digests[COUNT][AS_DIGEST_HEX_SIZE];
	for (size_t i = 0; i < COUNT; i++) {
		digest_of(changes[i], digests[i]);
		for (size_t j = 0; j < i; j++)
			cr_expect_str_neq(digests[i], digests[j], "%s%s", changes[i], changes[j]);
	}
}

/* ---- paths that are no package ---- */

static void assert_refused(const char *path, const char *text)
{
	struct as_error error = {0};
	struct as_package *package = as_package_open(path, NULL, &error);
	cr_assert_null(package, "%s", path);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.where, *path ? path : "''");
	cr_expect_str_eq(error.text, text);
}

Test(package, a_file_in_place_of_a_folder_is_refused_in_one_line)
{
	AUTO_FOLDER folder =
		package_folder_make("--- file a.zip\nx\n--- fifo fifo\n--- file empty\n");
	static const char archive[] =
		"is not a zip archive; a package is a folder or a zip archive";
	static const char *const rows[][2] = {
		{"absent", "no such file or folder; name a package's folder or its zip archive"},
		{"a.zip", archive},
		{"empty", "is empty; a package is a folder or a zip archive"},
		{"fifo", "is not a folder or a regular file; a package is a folder with "
			 "problem.yaml and data, or a zip archive of one"},
		{"a.zip/x", "the package cannot be opened: Not a directory"},
		{"data", "has no file problem.yaml; is it the folder of a package?"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char path[128];
		snprintf(path, sizeof path, "%s/%s", folder.path, rows[i][0]);
		assert_refused(path, rows[i][1]);
	}
	char path[128], text[192];
	snprintf(path, sizeof path, "%s/problem.yaml", folder.path);
	snprintf(text, sizeof text, "is a file of a package; name the package's folder, %s",
		folder.path);
	assert_refused(path, text);
	assert_refused("", "no such file or folder; name a package's folder or its zip archive");
}

Test(package, unreadable_entries_are_named)
{
	if (geteuid() == 0) {
		/* Root reads everything, so become another user. */
		cr_assert_eq(setresgid(65534, 65534, 65534), 0);
		cr_assert_eq(setresuid(65534, 65534, 65534), 0);
		/* LeakSanitizer traces the process, which the change of user forbids. */
		cr_assert_eq(prctl(PR_SET_DUMPABLE, 1), 0);
	}
	AUTO_FOLDER folder = package_folder_make("--- folder data/secret/closed\n");
	char complaint[2048];
	cr_assert_eq(fchmodat(folder.fd, "data/secret/closed", 0, 0), 0);
	package_complaint(&folder, complaint, sizeof complaint);
	cr_expect_str_eq(complaint,
		"data/secret/closed/test_group.yaml: cannot be opened: Permission denied");
	cr_assert_eq(fchmodat(folder.fd, "data/secret/closed", 0755, 0), 0);
	cr_assert_eq(fchmodat(folder.fd, "data/secret/1.in", 0, 0), 0);
	package_complaint(&folder, complaint, sizeof complaint);
	cr_expect_str_eq(complaint, "data/secret/1.in: cannot be opened: Permission denied");
	cr_assert_eq(fchmodat(folder.fd, "problem.yaml", 0, 0), 0);
	package_complaint(&folder, complaint, sizeof complaint);
	cr_expect_str_eq(complaint, "problem.yaml: cannot be opened: Permission denied");
	cr_assert_eq(fchmod(folder.fd, 0), 0);
	package_complaint(&folder, complaint, sizeof complaint);
	cr_expect_str_eq(complaint, ": the package cannot be opened: Permission denied");
	cr_assert_eq(fchmod(folder.fd, 0755), 0);
}

Test(package, a_sparse_file_of_a_terabyte_is_refused_at_once)
{
	AUTO_FOLDER folder = package_folder_make("");
	AS_AUTO_FD int fd = openat(folder.fd, "data/secret/1.in", O_WRONLY | O_CLOEXEC);
	if (ftruncate(fd, (off_t)1 << 40) < 0)
		cr_skip_test("this file system has no files of a terabyte");
	char complaint[2048];
	package_complaint(&folder, complaint, sizeof complaint);
	cr_expect_str_eq(complaint, "data/secret/1.in: is larger than 2 GiB; make it smaller");
}

Test(package, a_metadata_file_of_gigabytes_is_refused_at_once)
{
	AUTO_FOLDER folder = package_folder_make("");
	AS_AUTO_FD int fd = openat(folder.fd, "problem.yaml", O_WRONLY | O_CLOEXEC);
	cr_assert_eq(ftruncate(fd, (off_t)1 << 30), 0);
	char complaint[2048];
	int64_t start_ns = as_now_ns();
	package_complaint(&folder, complaint, sizeof complaint);
	cr_expect_str_eq(complaint, "problem.yaml: is too big: more than 16777216 bytes");
	cr_expect_lt(as_now_ns() - start_ns, 10 * SECOND_NS);
}

Test(package, closing_nothing_is_allowed)
{
	as_package_close(NULL);
}
