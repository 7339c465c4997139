/* SPDX-License-Identifier: MIT */
/* assay verify examines the files that people see instead of a test's own files. */
#include "support/packages.h"
#include "support/verifications.h"

TestSuite(verify_shown, .init = enter_folder, .fini = leave_folder, .timeout = 200);

static void put_shown_package(void)
{
	put_sum_package(1);
	put("sum/statement/problem.en.md", "Add them.\n");
	put("sum/submissions/accepted/right.c", SUM_C);
}

static json_t *verify(int expected)
{
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, expected);
	return document_of(&outcome);
}

Test(verify_shown, two_replacements_of_one_file_are_mutually_exclusive)
{
	put_shown_package();
	put("sum/data/sample/1.interaction", "<1 2\n>3\n");
	put("sum/data/sample/1.out", "3\n");
	put("sum/data/secret/deep/2.in", "1 1\n");
	put("sum/data/secret/deep/2.ans", "2\n");
	put("sum/data/secret/deep/2.out", "2\n");
	put("sum/data/secret/deep/2.ans.download", "2\n");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "data/sample/1.in",
		".out and .interaction are mutually exclusive");
	EXPECT_FINDING(document, "warning", "data/sample/1.in",
		"the statement does not show the input that participants download; add a file "
		".in.download");
	EXPECT_FINDING(document, "error", "data/secret/deep/2.in",
		".out and .ans.download are mutually exclusive");
}

Test(verify_shown, matching_files_have_no_findings)
{
	put_shown_package();
	put("sum/data/sample/1.interaction", "<1 2\n>3\n");
	put("sum/data/sample/1.in.download", "1 2\n");
	put("sum/data/sample/1.ans.download", "3\n");
	put("sum/data/sample/2.in", "1 3\n");
	put("sum/data/sample/2.ans", "4\n");
	put("sum/data/sample/2.out", "4 \n");
	AS_AUTO_JSON json_t *document = verify(0);
	cr_expect_null(find(document, "warning", "data/sample/1.in", ""));
	cr_expect_null(find(document, "warning", "data/sample/2.in", ""));
	put("sum/data/sample/2.ans.statement", "4\n");
	unlink("sum/data/sample/2.out");
	AS_AUTO_JSON json_t *changed = verify(0);
	EXPECT_FINDING(changed, "warning", "data/sample/2.in",
		"the statement does not show the answer that participants download; add a file "
		".ans.download");
}

Test(verify_shown, in_the_draft_of_2023_shown_files_are_downloads)
{
	put_shown_package();
	put("sum/problem.yaml", "problem_format_version: 2023-07-draft\nname: Sum\nuuid: x\n"
				"limits:\n  time_limit: 1\n");
	put("sum/data/sample/1.in.statement", "1 2\n");
	put("sum/data/sample/1.out", "3\n");
	put("sum/data/sample/1.ans.download", "3\n");
	AS_AUTO_JSON json_t *document = verify(0);
	cr_expect_null(find(document, "warning", "data/sample/1.in", ""));
	put("sum/data/sample/1.ans.statement", "3\n");
	AS_AUTO_JSON json_t *rivals = verify(0);
	EXPECT_FINDING(rivals, "warning", "data/sample/1.in",
		".out and .ans.statement are mutually exclusive");
}

Test(verify_shown, a_file_without_its_test_is_warned_about)
{
	put_shown_package();
	put("sum/data/secret/9.in.statement", "1 2\n");
	put("sum/data/sample/1.files/9.out", "of a submission's\n");
	put("sum/data/sample/1.hint", "Add.\n");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "data/secret/9.in.statement",
		"has no input file (.in); add one");
	cr_expect_null(find(document, "warning", "data/sample/1.files/9.out", ""));
	EXPECT_FINDING(document, "info", "data/sample/1.hint",
		"is ignored in this format; move its text to the key hint of the test's .yaml");
}

Test(verify_shown, a_shown_output_must_be_accepted)
{
	put_shown_package();
	put("sum/data/sample/1.out", "4\n");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "data/sample/1.out",
		"participants are shown it as a correct output, but the output validator rejects "
		"it: "
		"token 1 (line 1): expected 3, got 4");
	/* Cached results are not applied to another file. */
	put("sum/data/sample/1.out", "3\n");
	AS_AUTO_JSON json_t *fixed = verify(0);
	cr_expect_null(find(fixed, "error", "data/sample/1.out", ""));
}

/* The answers of secret tests may mean something else to the validator. */
Test(verify_shown, a_shown_answer_must_be_accepted_as_an_output)
{
	put_shown_package();
	put("sum/output_validator/check.py",
		"import sys\na, b = map(int, open(sys.argv[1]).read().split())\n"
		"sys.exit(42 if sys.stdin.read().split() == [str(a + b)] else 43)\n");
	put("sum/data/sample/1.ans", "a secret\n");
	put("sum/data/secret/01.ans", "a secret\n");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "data/sample/1.ans", "participants are shown it as one");
	EXPECT_FINDING(document, "warning", "data/secret/01.ans",
		"the output validator does not accept it as an output");
	put("sum/data/sample/1.out", "3\n");
	AS_AUTO_JSON json_t *replaced = verify(0);
	EXPECT_FINDING(replaced, "warning", "data/sample/1.ans",
		"the output validator does not accept it as an output");
}

Test(verify_shown, a_test_has_one_picture)
{
	put_shown_package();
	put("sum/data/sample/1.png", "a picture");
	put("sum/data/secret/01.png", "a picture");
	put("sum/data/secret/01.svg", "another");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "data/secret/01.in",
		"has 2 pictures, but a test may have only one");
	cr_expect_null(find(document, "warning", "data/sample/1.in", "pictures"));
}

/* ---- .interaction ---- */

static void put_protocol(const char *text)
{
	put_shown_package();
	put("sum/data/sample/1.in.download", "1 2\n");
	put("sum/data/sample/1.ans.download", "3\n");
	put("sum/data/sample/1.interaction", text);
}

Test(verify_shown, each_line_of_an_interaction_has_a_speaker)
{
	put_protocol("<1 2\n>3\n3\nand so on\n");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "data/sample/1.interaction:3",
		"the line must begin with < (from the judge) or >");
	put("sum/data/sample/1.interaction", "<1 2\n>3\n---\n");
	AS_AUTO_JSON json_t *parted = verify(0);
	EXPECT_FINDING(parted, "warning", "data/sample/1.interaction:3",
		"the line --- separates passes, but the package is not multi-pass");
	/* A link is followed. */
	unlink("sum/data/sample/1.interaction");
	put("sum/data/sample/talk", "<1 2\n>3\n");
	cr_assert_eq(symlink("talk", "sum/data/sample/1.interaction"), 0);
	AS_AUTO_JSON json_t *fixed = verify(0);
	cr_expect_null(find(fixed, "warning", "data/sample/1.interaction", ""));
}

Test(verify_shown, in_several_passes_a_line_is_between_them)
{
	put_protocol("<1 2\n>3\n---\n<1 2\n>3\n");
	put("sum/problem.yaml", SUM_YAML "type: multi-pass\n" SUM_LIMITS);
	put("sum/output_validator/check.py", "import sys\nsys.exit(42)\n");
	AS_AUTO_JSON json_t *document = verify(0);
	cr_expect_null(find(document, "warning", "data/sample/1.interaction:3", ""));
}

#define TALK_PY                                                                                    \
	"import sys\nprint(open(sys.argv[1]).read(), end='', flush=True)\n"                        \
	"sys.exit(42 if int(input()) == int(open(sys.argv[2]).read()) else 43)\n"

Test(verify_shown, legacy_protocols_need_no_test_and_tests_need_protocols)
{
	put_shown_package();
	put("sum/problem.yaml", "name: Sum\nvalidation: custom interactive\n");
	put("sum/output_validators/talk.py", TALK_PY);
	put("sum/data/sample/2.interaction", "<1 2\n>3\n");
	put("sum/data/sample/3.interaction", "1 2\n");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "data/sample/1.in",
		"participants see no sample interaction, because the problem is interactive");
	cr_expect_null(find(document, "warning", "data/secret/01.in", "participants see"));
	cr_expect_null(find(document, "warning", "data/sample/2.interaction", ""));
	cr_expect_null(find(document, "info", "data/sample/2.interaction", ""));
	EXPECT_FINDING(document, "warning", "data/sample/3.interaction:1", "the line must begin");
}

Test(verify_shown, the_draft_of_2023_has_protocols_that_are_only_shown)
{
	put_shown_package();
	put("sum/problem.yaml", "problem_format_version: 2023-07-draft\nname: Sum\nuuid: x\n"
				"type: interactive\nlimits:\n  time_limit: 1\n");
	put("sum/output_validator/talk.py", TALK_PY);
	put("sum/data/sample/2.interaction", "<1 2\n>3\n");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "info", "data/sample/2.interaction",
		"is shown, but no submission is run on it: it has no input file");
	cr_expect_null(find(document, "warning", "data/sample/2.interaction", ""));
}
