/* SPDX-License-Identifier: MIT */
/* assay verify through the command: expectations and results. */
#include "support/packages.h"
#include "support/verifications.h"

#define CRASH_C                                                                                    \
	"#include <stdio.h>\n#include <stdlib.h>\nint main(void){int a,b;"                         \
	"scanf(\"%d%d\",&a,&b);if(a>1)abort();printf(\"%d\\n\",a+b);}\n"

TestSuite(verify, .init = enter_folder, .fini = leave_folder, .timeout = 600);

Test(verify, a_package_that_meets_its_expectations_is_verified)
{
	put_verified_package();
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(document));
	cr_expect_eq(limit_of(document), 500000000);
	json_t *wrong = submission_of(document, "wrong_answer/wrong.c");
	cr_expect(is_ok(wrong));
	cr_expect_str_eq(json_string_value(json_object_get(wrong, "verdict")), "WA");
	cr_expect_str_eq(json_string_value(json_object_get(wrong, "language")), "c");
	AS_AUTO_JSON json_t *expected = json_pack("[s]", "WA");
	cr_expect(json_equal(json_object_get(wrong, "expected"), expected));
	EXPECT_NOTHING_LEFT(outcome);
}

Test(verify, people_see_a_table_and_the_findings)
{
	put_verified_package();
	put("sum/submissions/accepted/wrong.c", WRONG_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "sum");
	EXPECT_STATUS(outcome, 1);
	cr_expect_not_null(
		strstr(outcome.out.data, "sum: not verified, 1 error"), "%s", outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, "! WA      AC"), "%s", outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, "  error: submissions/accepted/wrong.c: "
						    "secret/01 is WA"),
		"%s", outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, "permits AC only; there is 1 more such test\n"),
		"%s", outcome.out.data);
}

Test(verify, an_unexpected_result_is_an_error_that_names_the_test)
{
	put_verified_package();
	put("sum/submissions/wrong_answer/right.c", SUM_C);
	put("sum/submissions/wrong_answer/crash.c", CRASH_C);
	put("sum/submissions/run_time_error/crash.c", CRASH_C);
	put("sum/submissions/rejected/right.c", SUM_C);
	put("sum/submissions/accepted/broken.c", "int main(void){return x;}\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_not(is_ok(document));
	EXPECT_FINDING(document, "error", "submissions/wrong_answer/right.c", "no test is WA");
	EXPECT_FINDING(document, "error", "submissions/wrong_answer/crash.c", "secret/02 is RTE");
	EXPECT_FINDING(document, "error", "submissions/rejected/right.c", "no test is WA, RTE");
	EXPECT_FINDING(document, "error", "submissions/accepted/broken.c", "it does not compile");
	cr_expect(is_ok(submission_of(document, "run_time_error/crash.c")));
	cr_expect_not(is_ok(submission_of(document, "wrong_answer/crash.c")));
}

Test(verify, submissions_yaml_applies_to_groups_and_tests)
{
	put_verified_package();
	put("sum/submissions/mixed/crash.c", CRASH_C);
	put("sum/submissions/mixed/other.c", CRASH_C);
	put("sum/submissions/submissions.yaml",
		"mixed/crash.c:\n  sample:\n    permitted: [AC]\n  secret/*2:\n    required: "
		"[RTE]\n"
		"mixed/other.c:\n  secret/01:\n    required: [RTE]\n"
		"nobody.*:\n  permitted: [AC]\nmixed/crsh.c:\n  permitted: [AC]\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(submission_of(document, "mixed/crash.c")));
	EXPECT_FINDING(document, "error", "submissions/mixed/other.c",
		"no test is RTE, which \"mixed/other.c\" on \"secret/01\" requires");
	EXPECT_FINDING(document, "warning", "submissions/submissions.yaml",
		"pattern 'nobody.*' matches no submission; correct");
	EXPECT_FINDING(document, "warning", "submissions/submissions.yaml",
		"pattern 'mixed/crsh.c' matches no submission; did you mean 'mixed/crash.c'?");
}

Test(verify, tags_count_if_no_folder_applies)
{
	put_verified_package();
	put("sum/submissions/mixed/a.c", "// @EXPECTED_RESULTS@: RUN-ERROR, TIMELIMIT\n" CRASH_C);
	put("sum/submissions/mixed/b.c", "// @EXPECTED_RESULTS@: CORRECT\n" CRASH_C);
	put("sum/submissions/mixed/c.c", "// @EXPECTED_RESULTS@: COMPILER-ERROR\nint main(");
	put("sum/submissions/accepted/d.c", "// @EXPECTED_RESULTS@: RUN-ERROR\n" SUM_C);
	put("sum/submissions/other/e.c", SUM_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(submission_of(document, "mixed/a.c")));
	cr_expect(is_ok(submission_of(document, "mixed/c.c")));
	cr_expect(is_ok(submission_of(document, "accepted/d.c")));
	EXPECT_FINDING(document, "error", "submissions/mixed/b.c",
		"it is RTE, but its tag @EXPECTED_RESULTS@ says AC; correct the tag");
	EXPECT_FINDING(document, "info", "submissions/other/e.c", "has no expected result");
}

Test(verify, tags_of_a_submission_that_is_a_link_count)
{
	put_verified_package();
	put("sum/shared/crash.c", "// @EXPECTED_RESULTS@: RUN-ERROR\n" CRASH_C);
	put("sum/submissions/mixed/right.c", "// @EXPECTED_RESULTS@: CORRECT\n" SUM_C);
	cr_assert_eq(symlink("../../shared/crash.c", "sum/submissions/mixed/one.c"), 0);
	cr_assert_eq(symlink("../../shared", "sum/submissions/mixed/all"), 0);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_null(find(document, "info", "submissions/mixed/one.c", ""));
	cr_expect_null(find(document, "info", "submissions/mixed/all", ""));
}

Test(verify, a_link_to_submissions_yaml_is_followed_and_one_to_a_folder_is_an_error)
{
	put_verified_package();
	put("sum/shared/all.yaml", "odd:\n  permitted: [WA]\n");
	cr_assert_eq(symlink("../shared/all.yaml", "sum/submissions/submissions.yaml"), 0);
	put("sum/shared/right/right.c", SUM_C);
	cr_assert_eq(symlink("../shared/right", "sum/submissions/more"), 0);
	put("sum/submissions/odd/right.c", SUM_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "submissions/odd/right.c", "\"odd\" permits WA only");
	EXPECT_FINDING(document, "error", "submissions/more",
		"is a link to a folder, whose submissions are not judged");
	cr_assert_eq(rename("sum/submissions", "sum/all"), 0);
	cr_assert_eq(symlink("all", "sum/submissions"), 0);
	AUTO_OUTCOME linked = ASSAY("verify", "sum");
	EXPECT_COMPLAINT(linked, 3, "sum/submissions: cannot be opened");
	cr_expect_not_null(strstr(linked.err.data, "; make it a folder"), "%s", linked.err.data);
}

Test(verify, ignored_files_are_not_submissions)
{
	put_verified_package();
	put("sum/submissions/accepted/old.c.disabled", "nothing\n");
	put("sum/submissions/accepted/start.py.template", "nothing\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "info", "submissions/accepted/old.c.disabled",
		"is left out: ending '.disabled' is not a submission's");
	EXPECT_FINDING(document, "info", "submissions/accepted/start.py.template", ".template");
	cr_expect_eq(json_array_size(json_object_get(document, "submissions")), 2u);
}

/* Also after its first line. */
Test(verify, files_ignored_for_their_names_are_reported)
{
	put_verified_package();
	put("sum/submissions/accepted/my solution.c", SUM_C);
	put("sum/submissions/accepted/.hidden.c", SUM_C);
	put("sum/submissions/l\xc3\xa4ngsam/slow.c", SUM_C);
	cr_assert_eq(rename("sum", "My_Sum"), 0);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "My_Sum");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "warning", "submissions/accepted/my solution.c",
		"is ignored for its name; use letters");
	EXPECT_FINDING(
		document, "warning", "submissions/l\xc3\xa4ngsam", "is ignored for its name");
	EXPECT_FINDING(document, "warning", "", "folder name 'My_Sum' is not allowed");
	cr_expect_null(find(document, "warning", "submissions/accepted/.hidden.c", ""));
}

Test(verify, a_message_is_searched_in_all_texts_for_judges)
{
	put_verified_package();
	put("sum/output_validator/check.py",
		"import sys\nif sys.stdin.read() == open(sys.argv[2]).read(): exit(42)\n"
		"open(sys.argv[3] + 'judgemessage.txt', 'w').write('first\\nthe second line\\n')\n"
		"exit(43)\n");
	put("sum/submissions/wrong_answer/other.c", WRONG_C);
	put("sum/submissions/submissions.yaml", "wrong_answer/wrong.c: {message: second line}\n"
						"wrong_answer/other.c: {message: third line}\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(submission_of(document, "wrong_answer/wrong.c")));
	EXPECT_FINDING(document, "error", "submissions/wrong_answer/other.c",
		"no judge message of a test contains 'third line'");
}

Test(verify, packages_of_the_same_name_are_distinguished)
{
	put_verified_package();
	AUTO_OUTCOME copied =
		command_run((const char *const[]){"/bin/cp", "-r", "sum", "other", NULL});
	EXPECT_STATUS(copied, 0);
	cr_assert_eq(mkdir("more", 0755), 0);
	cr_assert_eq(rename("other", "more/sum"), 0);
	AUTO_OUTCOME outcome = ASSAY("verify", "sum", "more/sum");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.out.data, "\nmore/sum: verified"), "%s", outcome.out.data);
}

Test(verify, missing_and_duplicate_files_are_found)
{
	put_sum_package(2);
	put("sum/data/secret/03.in", "1 1\n");
	put("sum/data/secret/03.ans", "2\n");
	put("sum/data/extra/1.in", "1 1\n");
	put("sum/submissions/wrong_answer/wrong.c", WRONG_C);
	put("sum/submissions/stray.c", SUM_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(
		document, "warning", "data/secret/03.in", "the same input as data/secret/01");
	EXPECT_FINDING(document, "error", "submissions/accepted", "no accepted submission");
	EXPECT_FINDING(document, "warning", "", "no statement");
	EXPECT_FINDING(document, "warning", "input_validators", "no input validator");
	EXPECT_FINDING(document, "warning", "submissions/stray.c", "is left out");
}

Test(verify, contradictions_are_reported_with_their_sources)
{
	put_verified_package();
	put("sum/submissions/submissions.yaml", "accepted/*.c:\n  secret/02: {permitted: [WA]}\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "submissions/accepted/right.c",
		"the expectations for secret/02 contradict each other: \"accepted\" permits AC, "
		"\"accepted/*.c\" on "
		"\"secret/02\" permits WA; correct one");
}

Test(verify, one_input_with_two_answers_is_warned_about)
{
	put_verified_package();
	put("sum/data/secret/03.in", "1 1\n");
	put("sum/data/secret/03.ans", "3\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "warning", "data/secret/03.ans",
		"differs from data/secret/01.ans, although the inputs are the same");
	put("sum/data/secret/03.ans", "2 \n");
	AUTO_OUTCOME spaced = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *another = document_of(&spaced);
	EXPECT_FINDING(another, "warning", "data/secret/03.in", "the same input as");
}

Test(verify, the_line_of_a_compiler_with_the_error_is_reported)
{
	put_verified_package();
	put("sum/submissions/accepted/error.c", "int main(void)\n{\n\treturn x;\n}\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "submissions/accepted/error.c",
		"it does not compile (compiler): error.c:3:16: error: ");
}

Test(verify, a_package_that_cannot_be_read_does_not_stop_the_others)
{
	put_verified_package();
	put("broken/problem.yaml", "name: [\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "broken", "sum");
	EXPECT_COMPLAINT(outcome, 3, "broken/problem.yaml:");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(document));
}

/* ---- the legacy format ---- */

Test(verify, a_legacy_package_has_five_times_the_slowest_accepted)
{
	put_sum_tests(2);
	put("sum/problem.yaml", "name: Sum\nlimits:\n  memory: 64\n");
	put("sum/problem_statement/problem.en.tex", "Add them.\n");
	put("sum/submissions/accepted/long.c", LONG_C);
	/* In legacy, a submission that is too slow may be wrong as well. */
	put("sum/submissions/time_limit_exceeded/slow.c",
		"#include <stdio.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);"
		"for(volatile unsigned i=1;a>1&&i;)i|=1;puts(\"3\");}\n");
	put("sum/submissions/partially_accepted/right.c", SUM_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	AUTO_OUTCOME table = ASSAY("verify", "sum");
	cr_expect_not_null(strstr(table.out.data, "(computed; --write-time-limit writes it "), "%s",
		table.out.data);
	/* A third of a second, five times, in whole seconds. */
	cr_expect_geq(limit_of(document), 2000000000);
	cr_expect(is_ok(submission_of(document, "time_limit_exceeded/slow.c")));
	/* Its folder belongs to scoring packages. */
	EXPECT_FINDING(document, "info", "submissions/partially_accepted/right.c",
		"has no expected result");
}

Test(verify, submissions_json_has_the_entry_of_a_submission)
{
	put_sum_tests(1);
	put("sum/problem.yaml", "name: Sum\nlimits: {memory: 64}\n");
	put("sum/submissions/accepted/two/a.py", "1 / 0\n");
	put("sum/submissions/accepted/two/b.py", "import c\n");
	put("sum/submissions/accepted/two/c.py", "print(sum(map(int, input().split())))\n");
	put("sum/submissions.json",
		"{\"submissions/accepted/two/\": {\"entry_point\": \"b.py\"}}\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(submission_of(document, "accepted/two")), "%s", outcome.out.data);
	put("sum/submissions.json", "{}\n");
	AUTO_OUTCOME changed = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *second = document_of(&changed);
	cr_expect_not(is_ok(submission_of(second, "accepted/two")));
}
