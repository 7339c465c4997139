/* SPDX-License-Identifier: MIT */
/* assay verify of packages with scores, and of programs that judge in addition to the tests. */
#include "support/verifications.h"

TestSuite(verify_scores, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define CRASH_LATE_C                                                                               \
	"#include <stdio.h>\n#include <stdlib.h>\nint main(void){int a,b;"                         \
	"scanf(\"%d%d\",&a,&b);if(a==2)abort();printf(\"%d\\n\",a+b);}\n"

static void move_test(const char *from, const char *to)
{
	static const char *const endings[] = {".in", ".ans"};
	for (size_t i = 0; i < 2; i++) {
		char old[64], new[64];
		snprintf(old, sizeof old, "%s%s", from, endings[i]);
		snprintf(new, sizeof new, "%s/1%s", to, endings[i]);
		cr_assert_eq(rename(old, new), 0);
	}
}

Test(verify_scores, unreachable_points_are_warned_about)
{
	put_verified_package();
	put("sum/problem.yaml", SUM_YAML "type: scoring\n" SUM_LIMITS);
	unlink("sum/data/secret/01.in");
	unlink("sum/data/secret/01.ans");
	unlink("sum/data/secret/02.in");
	unlink("sum/data/secret/02.ans");
	put("sum/data/secret/a/1.in", "1 1\n");
	put("sum/data/secret/a/1.ans", "2\n");
	put("sum/data/secret/a/test_group.yaml", "max_score: 30\n");
	put("sum/data/secret/b/2.in", "1 3\n");
	put("sum/data/secret/b/2.ans", "4\n");
	put("sum/data/secret/b/test_group.yaml", "max_score: 40\n");
	AUTO_OUTCOME short_of = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&short_of);
	EXPECT_FINDING(
		document, "warning", "data/secret", "at most 70 of its 100 points can be earned");
	put("sum/data/secret/test_group.yaml", "max_score: 70\n");
	AUTO_OUTCOME all = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *whole = document_of(&all);
	cr_expect_null(find(whole, "warning", "data/secret", "can be earned"));
	put("sum/data/secret/c/3.in", "5 5\n");
	put("sum/data/secret/c/3.ans", "10\n");
	put("sum/data/secret/c/test_group.yaml", "max_score: 0\n");
	AUTO_OUTCOME none = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *worthless = document_of(&none);
	EXPECT_FINDING(worthless, "warning", "data/secret/c",
		"worth 0 points; give it a max_score in its test_group.yaml or remove it");
}

/* Only a submission that exceeds the maximum gets a judging error. */
Test(verify_scores, groups_that_sum_to_more_than_their_parent_are_loaded_and_warned_about)
{
	put_verified_package();
	put("sum/problem.yaml", SUM_YAML "type: scoring\n" SUM_LIMITS);
	for (int test = 1; test <= 2; test++) {
		char from[64], to[64];
		snprintf(from, sizeof from, "sum/data/secret/%02d", test);
		snprintf(to, sizeof to, "sum/data/secret/g%d", test);
		cr_assert_eq(mkdir(to, 0755), 0);
		move_test(from, to);
	}
	put("sum/data/secret/g1/test_group.yaml", "max_score: 30\n");
	put("sum/data/secret/g2/test_group.yaml", "max_score: 80\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "warning", "data/secret",
		"its groups can earn 110 points, but its max_score is 100: a submission that earns "
		"more");
	EXPECT_FINDING(document, "error", "submissions/accepted/right.c",
		"secret is JE: the score 110 exceeds the max_score 100");
	cr_expect(is_ok(submission_of(document, "wrong_answer/wrong.c")));
}

/* Crashes on 3 and 4, which are not run after it fails on an earlier 1. */
#define CRASH_LATER_C                                                                              \
	"#include <stdio.h>\n#include <stdlib.h>\nint main(void){int a,b;"                         \
	"scanf(\"%d%d\",&a,&b);if(a==3)abort();puts(\"3\");}\n"

Test(verify_scores, a_test_that_was_not_run_has_no_verdict_and_is_not_accepted)
{
	put_sum_tests(0);
	put("sum/problem.yaml", SUM_YAML "type: scoring\n" SUM_LIMITS);
	put("sum/data/secret/1/a.in", "1 1\n");
	put("sum/data/secret/1/a.ans", "2\n");
	put("sum/data/secret/1/test_group.yaml", "max_score: 50\n");
	put("sum/data/secret/2/a.in", "3 4\n");
	put("sum/data/secret/2/a.ans", "7\n");
	put("sum/data/secret/2/test_group.yaml", "max_score: 50\nrequire_pass: secret/1\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/wrong_answer/late.c", CRASH_LATER_C);
	put("sum/submissions/rejected/late.c", CRASH_LATER_C);
	put("sum/submissions/rejected/right.c", CRASH_LATER_C);
	put("sum/submissions/submissions.yaml",
		"rejected/late.c:\n  secret/2: {permitted: [AC]}\n"
		"rejected/right.c:\n  secret/2: {required: [TLE]}\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(submission_of(document, "wrong_answer/late.c")), "%s", outcome.out.data);
	EXPECT_FINDING(document, "error", "submissions/rejected/late.c",
		"secret/2/a is not run, since secret/1 is not accepted; \"rejected/late.c\" on "
		"\"secret/2\" permits AC only");
	EXPECT_FINDING(document, "error", "submissions/rejected/right.c", "no test is TLE");
}

Test(verify_scores, scores_are_compared_with_expectations)
{
	put_sum_tests(2);
	put("sum/problem.yaml", SUM_YAML "type: scoring\n" SUM_LIMITS);
	put("sum/data/secret/test_group.yaml", "max_score: 40\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/half/a.c", CRASH_LATE_C);
	put("sum/submissions/half/b.c", CRASH_LATE_C);
	put("sum/submissions/half/c.c", "// @EXPECTED_SCORE@: 40\n" CRASH_LATE_C);
	put("sum/submissions/submissions.yaml", "half/a.c:\n  score: 20\n"
						"half/b.c:\n  score: [21, 40]\n"
						"half/c.c:\n  secret:\n    score: 20\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(submission_of(document, "half/a.c")));
	EXPECT_FINDING(document, "error", "submissions/half/b.c",
		"the score is 20, but one from 21 to 40 is expected by \"half/b.c\"");
	EXPECT_FINDING(
		document, "error", "submissions/half/c.c", "the score is 20, but 40 is expected");
	cr_expect_eq(
		json_number_value(json_object_get(submission_of(document, "half/a.c"), "score")),
		20);
}

/* The score of the whole is the sum of its groups, and a pattern that covers them names one. */
Test(verify_scores, a_score_is_that_of_the_group_and_not_of_its_members)
{
	put_sum_tests(0);
	put("sum/problem.yaml", SUM_YAML "type: scoring\n" SUM_LIMITS);
	for (int group = 1; group <= 2; group++) {
		char path[64];
		snprintf(path, sizeof path, "sum/data/secret/%d/test_group.yaml", group);
		put(path, "max_score: 50\n");
		snprintf(path, sizeof path, "sum/data/secret/%d/a.in", group);
		put(path, "1 2\n");
		snprintf(path, sizeof path, "sum/data/secret/%d/a.ans", group);
		put(path, "3\n");
	}
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/accepted/other.c", SUM_C);
	put("sum/submissions/submissions.yaml",
		"accepted/right.c:\n  secret: {score: 100}\n  secret/*: {score: 50}\n"
		"accepted/other.c:\n  secret/1: {score: 40}\n  secret/1/a: {score: 50}\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(submission_of(document, "accepted/right.c")), "%s", outcome.out.data);
	EXPECT_FINDING(document, "error", "submissions/accepted/other.c",
		"the score of secret/1 is 50, but 40 is expected");
	EXPECT_FINDING(document, "error", "submissions/accepted/other.c",
		"\"accepted/other.c\" on \"secret/1/a\" expects a score, but matches no group");
}

/* ---- static validators and graders ---- */

Test(verify_scores, a_static_test_is_compared_with_expectations_like_any_other)
{
	put_sum_package(2);
	put("sum/data/secret/test_group.yaml", "static_validation_score: pass-fail\n");
	put("sum/static_validator/look.py",
		"import sys\ntext = open(sys.argv[2]).read()\n"
		"sys.exit(1 if 'broken' in text else 43 if 'goto' in text else 42)\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/accepted/goto.c", "/* goto */\n" SUM_C);
	put("sum/submissions/rejected/goto.c", "/* goto */\n" SUM_C);
	put("sum/submissions/rejected/broken.c", "/* broken */\n" SUM_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(submission_of(document, "accepted/right.c")));
	cr_expect(is_ok(submission_of(document, "rejected/goto.c")));
	EXPECT_FINDING(document, "error", "submissions/accepted/goto.c",
		"the static validation of secret is WA; \"accepted\" permits AC only");
	EXPECT_FINDING(document, "error", "submissions/rejected/broken.c",
		"the static validation of secret is JE (package): the static validator exited "
		"with status 1 (42 accepts, 43 rejects): it cannot be judged until that is fixed");
}

Test(verify_scores, the_static_test_of_a_skipped_group_is_skipped_too)
{
	put("sum/problem.yaml", SUM_YAML "type: scoring\n" SUM_LIMITS);
	put("sum/data/secret/1/a.in", "1 1\n");
	put("sum/data/secret/1/a.ans", "2\n");
	put("sum/data/secret/1/test_group.yaml", "max_score: 50\n");
	put("sum/data/secret/2/a.in", "3 4\n");
	put("sum/data/secret/2/a.ans", "7\n");
	put("sum/data/secret/2/test_group.yaml",
		"max_score: 50\nscore_aggregation: sum\nstatic_validation_score: 20\n"
		"require_pass: secret/1\n");
	put("sum/static_validator/look.py", "import sys\nsys.exit(42)\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/wrong_answer/silent.c", "int main(void) {}\n");
	put("sum/submissions/rejected/silent.c", "int main(void) {}\n");
	put("sum/submissions/submissions.yaml",
		"rejected/silent.c:\n  secret/2: {permitted: [AC]}\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(submission_of(document, "wrong_answer/silent.c")), "%s", outcome.out.data);
	EXPECT_FINDING(document, "error", "submissions/rejected/silent.c",
		"secret/2/a is not run, since secret/1 is not accepted; "
		"\"rejected/silent.c\" on \"secret/2\" permits AC only; there is 1 more such test");
}

/* It writes one for each test, which is valid for a single test. */
Test(verify_scores, a_validator_reports_scores_in_one_way_for_all_tests)
{
	static const char check[] =
		"import sys\nmine, right = sys.stdin.read(), open(sys.argv[2]).read()\n"
		"if mine != right: sys.exit(43)\n"
		"name = 'score.txt' if right == '%s' else 'score_multiplier.txt'\n"
		"open(sys.argv[3] + name, 'w').write('1')\nsys.exit(42)\n";
	char text[512];
	put_sum_package(2);
	put("sum/problem.yaml", SUM_YAML "type: scoring\n" SUM_LIMITS);
	put("sum/submissions/accepted/right.c", SUM_C);
	snprintf(text, sizeof text, check, "6\\n");
	put("sum/output_validator/check.py", text);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "output_validator/check.py",
		"it wrote score.txt for secret/02 (accepted/right.c) and score_multiplier.txt "
		"for secret/01 (accepted/right.c)");
	snprintf(text, sizeof text, check, "nothing");
	put("sum/output_validator/check.py", text);
	AUTO_OUTCOME one = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *kept = document_of(&one);
	cr_expect_null(find(kept, "error", "output_validator/check.py", ""));
}

Test(verify_scores, a_failing_grader_is_reported_regardless_of_expectations)
{
	put_sum_tests(2);
	put("sum/problem.yaml", "name: Sum\ntype: scoring\nlimits: {memory: 64}\n");
	put("sum/data/testdata.yaml", "grading: custom\non_reject: continue\n");
	put("sum/graders/grade.py",
		"import sys\nfor line in sys.stdin:\n  assert line.startswith('AC')\n"
		"print('AC 1')\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/wrong_answer/wrong.c", WRONG_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(submission_of(document, "accepted/right.c")));
	EXPECT_FINDING(document, "error", "submissions/wrong_answer/wrong.c",
		"secret is JE: the grader of secret exited with status 1");
}

/* ---- the legacy format ---- */

/* Two groups of one test each, worth 40 and 60 points, each of which may fail. */
static void put_legacy_groups(const char *range)
{
	put("sum/problem.yaml", "name: Sum\ntype: scoring\nlimits: {memory: 64}\n");
	put("sum/problem_statement/problem.en.tex", "Add them.\n");
	put("sum/data/testdata.yaml", range);
	put("sum/data/secret/a/testdata.yaml", "accept_score: 40\n");
	put("sum/data/secret/a/1.in", "1 1\n");
	put("sum/data/secret/a/1.ans", "2\n");
	put("sum/data/secret/b/testdata.yaml", "accept_score: 60\n");
	put("sum/data/secret/b/1.in", "2 2\n");
	put("sum/data/secret/b/1.ans", "5\n");
	put("sum/submissions/accepted/right.c", SUM_C);
}

#define ANY_ACCEPTED "on_reject: continue\ngrader_flags: sum accept_if_any_accepted\n"

Test(verify_scores, a_legacy_accepted_submission_that_fails_a_test_and_lacks_points_is_an_error)
{
	put_legacy_groups(ANY_ACCEPTED "range: 0 100\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "submissions/accepted/right.c",
		"secret/b/1 is WA: token 1 (line 1): expected 5, got 4; \"accepted\" means all "
		"tests, and it has 40 of 100 points; correct the answer or the submission");
	put_legacy_groups(ANY_ACCEPTED);
	AUTO_OUTCOME endless = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *unknown = document_of(&endless);
	EXPECT_FINDING(unknown, "warning", "submissions/accepted/right.c",
		"secret/b/1 is WA: token 1 (line 1): expected 5, got 4; \"accepted\" means all "
		"tests; correct the answer");
	put_legacy_groups(ANY_ACCEPTED "range: 0 40\n");
	AUTO_OUTCOME full = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(full, 0);
}

Test(verify_scores, a_legacy_verdict_that_is_not_expected_names_the_test_and_the_way_out)
{
	put_legacy_groups("on_reject: continue\nrange: 0 100\n");
	put("sum/submissions/partially_accepted/half.c", SUM_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "submissions/accepted/right.c",
		"secret/b/1 is WA: token 1 (line 1): expected 5, got 4; the overall verdict is WA, "
		"but "
		"\"accepted\" expects AC");
	EXPECT_FINDING(document, "error", "submissions/partially_accepted/half.c",
		"grader flag accept_if_any_accepted, or move it to wrong_answer");
}

/* Authors use four verdicts: this judge's finer verdicts satisfy theirs. */
Test(verify_scores, finer_verdicts_satisfy_those_that_authors_know)
{
#define LOUD_C "#include <stdio.h>\nint main(void){for(int i=0;i<4000000;i++)puts(\"12345678\");}\n"
#define GREEDY_C                                                                                   \
	"#include <stdlib.h>\n#include <string.h>\nint main(void){char*p=malloc(200000000);"       \
	"memset(p,1,200000000);return p[7];}\n"
#define CALL_C                                                                                     \
	"#include <unistd.h>\n#include <sys/syscall.h>\nint "                                      \
	"main(void){syscall(SYS_mount,0,0,0,0,0);}\n"
	static const char *const rows[][2] = {
		{"wrong_answer/loud.c", LOUD_C},
		{"run_time_error/loud2.c", LOUD_C},
		{"run_time_error/greedy.c", GREEDY_C},
		{"run_time_error/call.c", CALL_C},
		{"mixed/loud3.c", "/* @EXPECTED_RESULTS@: WRONG-ANSWER */\n" LOUD_C},
		{"mixed/loud4.c", "/* @EXPECTED_RESULTS@: RUN-ERROR */\n" LOUD_C},
		{"mixed/greedy2.c", "/* @EXPECTED_RESULTS@: RUN-ERROR */\n" GREEDY_C},
		{"mixed/call2.c", "/* @EXPECTED_RESULTS@: RUN-ERROR */\n" CALL_C},
	};
	put_sum_tests(1);
	put("sum/problem.yaml", SUM_YAML "limits: {time_limit: 5, memory: 64}\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "sum/submissions/%s", rows[i][0]);
		put(path, rows[i][1]);
	}
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		cr_expect(is_ok(submission_of(document, rows[i][0])), "%s", rows[i][0]);
}

/* In a package with DOMjudge's markers, a folder gives the verdict of the whole; only "accepted"
 * restricts the points. */
Test(verify_scores, points_with_a_wrong_answer_are_not_unexpected)
{
	put("dj/problem.yaml", "name: Sum\ntype: scoring\n");
	put("dj/.timelimit", "2\n");
	put("dj/data/testdata.yaml", "on_reject: continue\ngrader_flags: sum\n");
	put("dj/data/secret/testdata.yaml", "on_reject: continue\ngrader_flags: sum\n");
	put("dj/data/secret/a/testdata.yaml", "accept_score: 10\n");
	put("dj/data/secret/b/testdata.yaml", "accept_score: 20\n");
	put("dj/data/secret/a/1.in", "1 2\n");
	put("dj/data/secret/a/1.ans", "3\n");
	put("dj/data/secret/b/2.in", "5 5\n");
	put("dj/data/secret/b/2.ans", "10\n");
	put("dj/submissions/accepted/right.py", SUM_PY);
	put("dj/submissions/wrong_answer/half.py", "print(3)\n");
	put("dj/submissions/wrong_answer/none.py", "print(4)\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "dj");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(json_is_true(
		json_object_get(submission_of(document, "wrong_answer/half.py"), "ok")));
	cr_expect(json_is_true(
		json_object_get(submission_of(document, "wrong_answer/none.py"), "ok")));
}
