/* SPDX-License-Identifier: MIT */
/* Verbs with several packages: each is worked on, the last lines are a table, and the exit status
 * is the worst. */
#include "support/made.h"
#include "support/packages.h"

TestSuite(rows, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* A package with a recipe and three submissions, in the folder with this name. */
static void put_made(const char *name)
{
	static const char *const parts[][2] = {
		{"problem.yaml", SUM_YAML "limits:\n  time_limit: 1\n"},
		{"generators/generators.yaml",
			"solution: /submissions/accepted/right.py\ndata:\n  secret:\n    data:\n"
			"      - one: {in: \"1 2\\n\"}\n      - random: pair.py {seed}\n"},
		{"generators/pair.py", "import random, sys\nrandom.seed(sys.argv[1])\n"
				       "print(random.randint(0, 9), random.randint(0, 9))\n"},
		{"submissions/accepted/right.py", SUM_PY},
		{"submissions/wrong_answer/first.py", "print(input().split()[0])\n"},
		{"submissions/wrong_answer/zero.py", "print(0)\n"},
	};
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", name, parts[i][0]);
		put(path, parts[i][1]);
	}
}

static void put_broken(void)
{
	put("broken/problem.yaml", "name: [\n");
	put("broken/generators/generators.yaml", "data: [\n");
}

#define HAS(text, part) cr_expect(strstr(text, part), "no \"%s\" in:\n%s", part, text)
#define LACKS(text, part) cr_expect_not(strstr(text, part), "\"%s\" in:\n%s", part, text)

Test(rows, gen_makes_each_package_and_ends_with_a_table)
{
	put_made("a");
	put_made("b");
	put_broken();
	AUTO_OUTCOME outcome = ASSAY("gen", "a", "broken", "b");
	EXPECT_STATUS(outcome, 3);
	HAS(outcome.out.data, "    PACKAGE  RESULT\n    a        2 tests, 4 files, 0.0 MiB\n"
			      "  ! broken   error: broken/");
	HAS(outcome.out.data, "\n    b        2 tests, 4 files, 0.0 MiB\n");
	HAS(outcome.err.data, "assay: broken/");
	cr_expect(exists("b/data/secret/2-random.in"));
	put("b/generators/pair.py", "print(1, 1)\n");
	AUTO_OUTCOME checked = ASSAY("gen", "--check", "a", "b");
	EXPECT_STATUS(checked, 1);
	HAS(checked.out.data, "    a        2 tests, 4 files, 0.0 MiB, unchanged\n");
	HAS(checked.out.data, "  ! b        2 tests, ");
}

Test(rows, export_writes_each_package_into_a_folder)
{
	put_sum_package(1);
	put("other/problem.yaml", SUM_YAML);
	put("other/data/secret/1.in", "1 2\n");
	put("other/data/secret/1.ans", "3\n");
	put("again/sum/problem.yaml", SUM_YAML);
	put("again/sum/data/secret/1.in", "1 2\n");
	put("again/sum/data/secret/1.ans", "3\n");
	cr_assert_eq(mkdirat(here_fd, "out.d", 0755), 0);
	AUTO_OUTCOME outcome =
		ASSAY("export", "sum", "absent", "again/sum", "other", "-o", "out.d");
	EXPECT_STATUS(outcome, 3);
	HAS(outcome.out.data, "    sum        wrote out.d/sum.zip: 2 tests, ");
	HAS(outcome.out.data, "  ! absent     error: absent: ");
	HAS(outcome.out.data, "  ! again/sum  error: again/sum: an earlier package has the same "
			      "name, and its archive is out.d/sum.zip");
	HAS(outcome.out.data, "    other      wrote out.d/other.zip: 1 test, ");
	cr_expect_eq(count_entries("out.d"), 2);
	AUTO_OUTCOME one = ASSAY("export", "sum", "-o", "out.d/");
	EXPECT_STATUS(one, 0);
	HAS(one.out.data, "wrote out.d/sum.zip: 2 tests, ");
	LACKS(one.out.data, "RESULT");
}

Test(rows, verify_ends_with_a_table_and_json_has_a_line_for_each_package)
{
	put_made("a");
	put_made("b");
	put_broken();
	AUTO_OUTCOME made = ASSAY("gen", "a", "b");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME outcome = ASSAY("verify", "a", "broken", "b");
	EXPECT_STATUS(outcome, 3);
	HAS(outcome.out.data, "    PACKAGE  RESULT\n");
	HAS(outcome.out.data, "  ! broken   error: broken/problem.yaml:");
	AUTO_OUTCOME json = ASSAY("verify", "--json", "a", "broken", "b");
	EXPECT_STATUS(json, 3);
	LACKS(json.out.data, "RESULT");
	HAS(json.out.data, "}\n{");
}

Test(rows, stress_searches_for_each_submission_of_a_set_in_each_package)
{
	put_made("a");
	put_made("b");
	put_broken();
	AUTO_OUTCOME made = ASSAY("gen", "a", "b");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME outcome = ASSAY("stress", "--time=60s", "a", "broken", "b", "wrong_answer");
	EXPECT_STATUS(outcome, 3);
	static const char *const rows[] = {
		"  ! a        a/submissions/wrong_answer/first.py fails: WA on an input of ",
		"  ! a        a/submissions/wrong_answer/zero.py fails: WA on an input of ",
		"  ! broken   error: broken/problem.yaml:",
		"  ! b        b/submissions/wrong_answer/first.py fails: WA on an input of "};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		HAS(outcome.out.data, rows[i]);
	put("right.py", SUM_PY);
	AUTO_OUTCOME json = ASSAY("stress", "--json", "--time=1s", "a", "b", "right.py");
	EXPECT_STATUS(json, 0);
	HAS(json.out.data, "{\"package\": \"a\", \"submission\": \"right.py\", \"found\": false");
	HAS(json.out.data, "}\n{\"package\": \"b\", ");
}

Test(rows, strength_measures_each_package_and_reads_a_baseline_of_several)
{
	put_made("a");
	put_made("b");
	put_broken();
	AUTO_OUTCOME made = ASSAY("gen", "a", "b");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME json =
		ASSAY("strength", "--json", "--no-search", "--mutants=2", "a", "broken", "b");
	EXPECT_STATUS(json, 3);
	HAS(json.out.data, "}\n{");
	put("base.json", json.out.data);
	AUTO_OUTCOME outcome =
		ASSAY("strength", "--no-search", "--mutants=2", "--baseline=base.json", "a", "b");
	EXPECT_STATUS(outcome, 0);
	HAS(outcome.out.data, "    PACKAGE  RESULT\n    a        ");
	HAS(outcome.out.data, "; 0 of 2 judged wrong submissions pass all tests\n    b        ");
	put_made("c");
	AUTO_OUTCOME made_c = ASSAY("gen", "c");
	EXPECT_STATUS(made_c, 0);
	AUTO_OUTCOME other = ASSAY("strength", "--no-search", "--baseline=base.json", "c");
	EXPECT_COMPLAINT(other, 3, "base.json: is about the package 'a', 'b', not 'c'");
}
