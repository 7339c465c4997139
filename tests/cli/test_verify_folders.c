/* SPDX-License-Identifier: MIT */
/* assay verify finds names of languages and folders that no judge knows. */
#include "support/packages.h"
#include "support/verifications.h"

TestSuite(verify_folders, .init = enter_folder, .fini = leave_folder, .timeout = 600);

Test(verify_folders, a_submission_whose_entry_is_not_clear_is_warned_about)
{
	put_sum_package(1);
	put("sum/statement/problem.en.md", "Add them.\n");
	put("sum/submissions/accepted/two/right.py", SUM_PY);
	put("sum/submissions/accepted/two/test.py", "print('nothing')\n");
	for (int i = 0; i < 2; i++) {
		/* The second time from the cache of results. */
		AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
		EXPECT_STATUS(outcome, 0);
		AS_AUTO_JSON json_t *document = document_of(&outcome);
		EXPECT_FINDING(document, "warning", "submissions/accepted/two",
			"entry point not clear: right.py and test.py may each be the program, and "
			"right.py is taken; rename it to __main__.py");
	}
}

Test(verify_folders, languages_and_folders_that_no_judge_knows_are_warned_about)
{
	put_sum_tests(1);
	put("sum/problem.yaml", SUM_YAML "languages: [c, python3, pythn3, script]\n" SUM_LIMITS);
	put("sum/statement/problem.en.md", "Add them.\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/include/python3/help.py", "\n");
	put("sum/include/default/table.txt", "1\n");
	put("sum/include/pythn3/help.py", "\n");
	put("sum/include/README.md", "What they are for.\n");
	put("sum/attachments/templates/c/main.c", "\n");
	put("sum/attachments/tool.py", "\n");
	put("sum/attachments/tools/a.py", "\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "warning", "problem.yaml:4:25",
		"unknown language 'pythn3'; did you mean 'python3'? see");
	EXPECT_FINDING(document, "warning", "problem.yaml:4:33", "unknown language 'script';");
	EXPECT_FINDING(document, "warning", "include/pythn3",
		"is ignored: unknown language 'pythn3'; did you mean 'python3'?");
	EXPECT_FINDING(document, "warning", "attachments/tools", "folder not allowed here");
	json_t *findings = json_object_get(document, "findings");
	size_t warnings = 0, index;
	json_t *item;
	json_array_foreach(findings, index, item) warnings +=
		strcmp(json_string_value(json_object_get(item, "level")), "warning") == 0 &&
		strcmp(json_string_value(json_object_get(item, "where")), "input_validators") != 0;
	cr_expect_eq(warnings, 4, "%s", outcome.out.data);
}

/* Hyphens, missing letters, names of another format and of no language. */
Test(verify_folders, misspelt_folders_are_warned_about_with_the_nearest_known_name)
{
	static const char *const rows[][2] = {
		{"submission", "'submissions'"},
		{"input_validator", "'input_validators'"},
		{"submissions/acepted", "'accepted'"},
		{"submissions/wrong-answer", "'wrong_answer'"},
		{"data/samples", "'sample'"},
		{"statments", "'statement'"},
	};
	put_verified_package();
	put("sum/submissions/mine/right.c", SUM_C);
	put("sum/statement/problem.md", "Add them.\n");
	put("sum/data/other/1.in", "1 1\n");
	put("sum/tools/README.md", "x\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "sum/%s/a.c", rows[i][0]);
		put(path, SUM_C);
	}
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const bool is_run = strncmp(rows[i][0], "submissions/", 12) == 0;
		AS_AUTO_FREE char *text = as_text_format(NULL, "%s; did you mean %s?",
			is_run ? "unknown folder: its submissions have no expectation"
			       : "is ignored: unknown name",
			rows[i][1]);
		EXPECT_FINDING(document, "warning", rows[i][0], text);
	}
	EXPECT_FINDING(document, "warning", "statement/problem.md",
		"its name has no language; rename it to problem.en.md");
	EXPECT_FINDING(document, "info", "data/other", "is ignored: the format has only sample");
	cr_expect_null(find(document, "warning", "tools", ""));
	cr_expect_null(find(document, "warning", "submissions/mine", ""));
}

Test(verify_folders, a_package_of_which_nothing_is_judged_is_not_verified)
{
	put_sum_package(1);
	put("sum/statement/problem.en.md", "Add them.\n");
	put("sum/submission/accepted/right.c", SUM_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "sum");
	EXPECT_STATUS(outcome, 1);
	cr_expect_not_null(
		strstr(outcome.out.data, "sum: not verified, 1 error"), "%s", outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, "error: submissions/accepted: no accepted "),
		"%s", outcome.out.data);
}
