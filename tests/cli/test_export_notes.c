/* SPDX-License-Identifier: MIT */
/* assay export says what other judges need, and what to do about what they lack. */
#include "support/packages.h"

TestSuite(export_notes, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static void expect_has(const char *text, const char *part)
{
	cr_expect(strstr(text, part), "no \"%s\" in:\n%s", part, text);
}

Test(export_notes, a_group_that_requires_others_is_refused_with_a_remedy)
{
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML SUM_LIMITS "type: scoring\n");
	put("sum/data/secret/test_group.yaml", "max_score: 100\nscore_aggregation: sum\n");
	put("sum/data/secret/1/test_group.yaml", "max_score: 40\n");
	put("sum/data/secret/1/1.in", "1 1\n");
	put("sum/data/secret/1/1.ans", "2\n");
	put("sum/data/secret/2/test_group.yaml", "max_score: 60\nrequire_pass: [secret/1]\n");
	put("sum/data/secret/2/1.in", "2 1\n");
	put("sum/data/secret/2/1.ans", "3\n");
	unlink("sum/data/secret/01.in");
	unlink("sum/data/secret/01.ans");
	AUTO_OUTCOME outcome = ASSAY("export", "sum", "--format", "legacy", "-o", "a.zip");
	EXPECT_STATUS(outcome, 3);
	expect_has(outcome.err.data,
		"cannot be expressed in the legacy format: require_pass; repeat "
		"the tests of the required groups in this group, and remove "
		"require_pass");
}

Test(export_notes, a_package_without_a_time_limit_is_noted)
{
	put_sum_package(1);
	AUTO_OUTCOME limited = ASSAY("export", "sum", "--format", "legacy", "-o", "a.zip");
	EXPECT_STATUS(limited, 0);
	cr_expect_null(strstr(limited.err.data, "there is no time limit"), "%s", limited.err.data);
	put("sum/problem.yaml", SUM_YAML);
	AUTO_OUTCOME outcome = ASSAY("export", "sum", "--format", "legacy", "-o", "b.zip");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.err.data,
		"problem.yaml: there is no time limit, so each judge measures "
		"one of its own; `assay verify --write-time-limit` writes one");
}

/* In the package's own format and in another one. */
Test(export_notes, what_testlib_needs_in_other_judges_is_noted)
{
	put_sum_package(1);
	put("sum/assay.yaml", "input_validators: testlib\n");
	put("sum/input_validators/v.py", "import sys\nsys.exit(0)\n");
	AUTO_OUTCOME same = ASSAY("export", "sum", "-o", "a.zip");
	EXPECT_STATUS(same, 0);
	expect_has(same.err.data, "the input validators are written for testlib, which only assay "
				  "reads from assay.yaml; for other judges put each into a folder");
	AUTO_OUTCOME legacy = ASSAY("export", "sum", "--format", "legacy", "-o", "b.zip");
	EXPECT_STATUS(legacy, 0);
	expect_has(legacy.err.data, "exits with 42 if its exit status is 0, and with 43 otherwise");
}

/* A legacy submission that is not accepted has no points, whatever the grader flags say. */
Test(export_notes, a_sum_that_becomes_pass_fail_is_noted)
{
	static const char *const rows[][2] = {{"sum", "data/secret: the sum becomes "
						      "score_aggregation: pass-fail"},
		{"accept_if_any_accepted sum", NULL}};

	put("sum/problem.yaml", "name: Sum\ntype: scoring\ngrading: {objective: max}\n");
	put("sum/problem_statement/problem.en.tex", "Add.\n");
	put("sum/submissions/accepted/sum.py", SUM_PY);
	put("sum/input_validators/v.py", "import sys\nsys.exit(42)\n");
	put("sum/data/testdata.yaml",
		"on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n");
	for (int i = 1; i <= 2; i++) {
		char path[64], text[64];
		snprintf(path, sizeof(path), "sum/data/secret/%d/testdata.yaml", i);
		snprintf(text, sizeof(text), "accept_score: %d\nrange: 0 %d\n", 50, 50);
		put(path, text);
		snprintf(path, sizeof(path), "sum/data/secret/%d/1.in", i);
		put(path, "1 2\n");
		snprintf(path, sizeof(path), "sum/data/secret/%d/1.ans", i);
		put(path, "3\n");
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *data = as_text_format(
			NULL, "on_reject: continue\nrange: 0 100\ngrader_flags: %s\n", rows[i][0]);
		AS_AUTO_FREE char *to = as_text_format(NULL, "%zu.zip", i);
		put("sum/data/secret/testdata.yaml", data);
		AUTO_OUTCOME outcome = ASSAY(
			"export", "sum", "--format", "2025-09", "-o", to, "--verdicts-may-change");
		EXPECT_STATUS(outcome, 0);
		if (rows[i][1])
			expect_has(outcome.err.data, rows[i][1]);
		else
			cr_expect_null(
				strstr(outcome.err.data, "pass-fail"), "%s", outcome.err.data);
	}
}
