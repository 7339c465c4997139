/* SPDX-License-Identifier: MIT */
/* assay verify finds names of languages and folders that no judge knows. */
#include "support/packages.h"
#include "support/verifications.h"

TestSuite(verify_folders, .init = enter_folder, .fini = leave_folder, .timeout = 200);

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
	EXPECT_FINDING(document, "warning", "problem.yaml",
		"unknown language 'pythn3'; did you mean 'python3'? see");
	EXPECT_FINDING(document, "warning", "problem.yaml", "unknown language 'script';");
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
