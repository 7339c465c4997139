/* SPDX-License-Identifier: MIT */
/* assay strength: what survives weak tests, what good tests kill, and bad input. */
#include "strength_case.h"

TestSuite(strength, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- results ---- */

Test(strength, survivors_of_weak_tests_are_shown_with_their_line)
{
	put_weak();
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search");
	EXPECT_STATUS(outcome, 0);
	EXPECT_NOTHING_LEFT(outcome);
	expect_has(outcome.out.data, "sum: 2 of 7 mutants pass all tests, 0 gaps\n"
				     "  7 mutants of 1 submission in ");
	/* On a busy machine a line about waiting for cores is between the two. */
	expect_has(outcome.out.data, "5 killed, 2 survived\n");
	expect_has(outcome.out.data,
		"\n  estimate: of wrong programs like these mutants, the tests let through 28.6 % "
		"(95 % confidence interval: ");
	expect_has(outcome.out.data,
		" %) if the 2 survivors are wrong, 0.0 % (95 % confidence interval: 0.0 to ");
	expect_has(outcome.out.data, " %) if they are right\n"
				     "  KILLS  ALONE  TEST\n"
				     "      5      5  secret/1-greater\n"
				     "  smallest set of tests that kills all of these programs "
				     "(1 of 1): secret/1-greater\n");
	expect_has(outcome.out.data,
		"  survived: submissions/accepted/right.c:6: comparison-includes: a loop runs one "
		"step too far, or a tie counts as better\n"
		"    - printf(\"%d\\n\", a > b ? a - b : b);\n"
		"    + printf(\"%d\\n\", a >= b ? a - b : b);\n");
	expect_has(outcome.out.data,
		"  survived: submissions/accepted/right.c:4: unsigned: a negative difference "
		"becomes a large number\n    - int a, b;\n    + unsigned a, b;\n");
}

/* Without a test that can fail, no mutant is known to be wrong. */
Test(strength, nothing_is_estimated_if_all_mutants_survive)
{
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 1\n");
	put_test("1", "0 0\n", "0\n");
	put("sum/submissions/accepted/right.py",
		"a, b = map(int, input().split())\nprint(a + b)\n");
	AUTO_OUTCOME outcome =
		ASSAY("strength", "sum", "--no-search", "--mutants=1", "--html=page.html");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "sum: 1 of 1 mutants passes all tests, 0 gaps\n");
	expect_has(
		outcome.out.data, " if the 1 survivor is wrong, an unknown share if it is right\n");
	cr_expect(has_file("page.html", "unknown: no mutant is known to be wrong"));
}

Test(strength, good_tests_kill_all)
{
	put_good();
	put("sum/submissions/accepted/right.go", RIGHT_GO("a > b"));
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json", "-j2");
	EXPECT_STATUS(outcome, 0);
	json_t *document = document_of(&outcome);
	cr_expect_eq(count_of(document, "killed"), 7, "%s", outcome.out.data);
	cr_expect(json_is_true(json_object_get(document, "complete")));
	const json_t *cover = json_object_get(document, "cover");
	cr_expect_eq(json_array_size(json_object_get(cover, "tests")), 3);
	cr_expect(json_is_true(json_object_get(cover, "is_smallest")));
	const json_t *tests = json_object_get(document, "tests");
	for (size_t i = 0; i < 3; i++)
		cr_expect_gt(
			json_integer_value(json_object_get(json_array_get(tests, i), "kills")), 0);
	cr_expect_str_eq(
		json_string_value(json_array_get(json_object_get(document, "left_out"), 0)),
		"submissions/accepted/right.go: no operators for its language");
	json_decref(document);
}

Test(strength, from_may_name_several_submissions)
{
	put_weak();
	put("right.py", RIGHT_PY);
	put("other.py", "a, b = map(int, input().split())\nprint(b if b >= a else a - b)\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json", "--from=right.py",
		"--from=other.py", "--from=right.py", "--mutants=4");
	EXPECT_STATUS(outcome, 0);
	json_t *document = document_of(&outcome);
	cr_expect_eq(json_array_size(json_object_get(document, "submissions")), 2);
	json_decref(document);
}

Test(strength, mutants_of_one_submission_are_as_many_as_wanted)
{
	put_weak();
	put("right.py", RIGHT_PY);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json", "--from=right.py",
		"--mutants=4", "--seed=x");
	EXPECT_STATUS(outcome, 0);
	json_t *document = document_of(&outcome);
	cr_expect_eq(json_array_size(json_object_get(document, "mutants")), 4);
	const json_t *source = json_array_get(json_object_get(document, "submissions"), 0);
	cr_expect_str_eq(json_string_value(json_object_get(source, "path")), "right.py");
	cr_expect_str_eq(json_string_value(json_object_get(source, "language")), "Python");
	json_decref(document);
}

Test(strength, code_that_is_equal_is_judged_once)
{
	put_good();
	/* The constant is used nowhere. */
	put("sum/submissions/accepted/right.c", "enum { UNUSED = 5 };\n" RIGHT_C);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search");
	expect_has(outcome.out.data,
		"7 killed, 0 survived, 2 with the same code as an accepted submission\n");
}

Test(strength, bytecode_of_python_that_is_equal_is_judged_once)
{
	put_good();
	put("right.py", "def greater(a, b):\n    if 0:\n        return a - 1 < b\n    return a if "
			"a > b else b\n\n" RIGHT_PY);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--from=right.py", "--json");
	json_t *document = document_of(&outcome);
	cr_expect_gt(count_of(document, "equivalent"), 1, "%s", outcome.out.data);
	json_decref(document);
	/* From the cache of compiled programs, too. */
	AUTO_OUTCOME again = ASSAY("strength", "sum", "--no-search", "--from=right.py", "--fresh");
	expect_has(again.out.data, " with the same code as an accepted submission");
}

/* ---- wrong submissions ---- */

Test(strength, wrong_submissions_of_the_package_are_rows)
{
	put_good();
	/* Wrong for a tie; wrong for numbers that no test has; not a program; a backup. */
	put("sum/submissions/wrong_answer/a.py",
		"a, b = map(int, input().split())\nprint(a - b if a >= b else b)\n");
	put("sum/submissions/wrong_answer/b.py",
		"a, b = map(int, input().split())\nprint(a - b if a > b else b % 1000)\n");
	put("sum/submissions/rejected/c.c", "int main(void) { return x; }\n");
	put("sum/submissions/other/d.py", "# @EXPECTED_RESULTS@: WRONG-ANSWER\nprint(7)\n");
	put("sum/submissions/other/e.py", "print(8)\n");
	put("sum/submissions/wrong_answer/f.disabled", "");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search");
	EXPECT_STATUS(outcome, 1);
	expect_has(outcome.out.data,
		"  the tests reject 2 of 3 judged wrong submissions of the package\n"
		"  not judged: submissions/rejected/c.c: it does not compile\n");
	expect_has(outcome.out.data,
		"  survived: submissions/wrong_answer/b.py: a wrong submission of the package "
		"passes all tests\n");
	AUTO_OUTCOME again = ASSAY("strength", "sum", "--no-search", "--json", "--mutants=1");
	EXPECT_STATUS(again, 1);
	json_t *document = document_of(&again);
	const json_t *wrong = json_object_get(document, "wrong");
	cr_expect_eq(json_array_size(wrong), 4);
	/* Wrong submissions were chosen to be wrong: they are not in the estimate. */
	cr_expect_eq(
		json_integer_value(json_object_get(
			json_object_get(json_object_get(document, "estimate"), "undecided_wrong"),
			"families")),
		1);
	cr_expect_eq(json_array_size(json_object_get(document, "mutants")), 1);
	json_decref(document);
}

Test(strength, a_test_that_adds_nothing_names_the_other)
{
	put_good();
	put_test("4-again", "5 2\n", "3\n");
	put_test("5-none", "0 5\n", "5\n");
	put("sum/submissions/accepted/right.c", RIGHT_C);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "secret/4-again (adds nothing to secret/1-greater)\n");
}

/* Of more than 64 tests, the set is not known to be the smallest. */
Test(strength, the_report_says_if_a_set_of_tests_is_the_smallest)
{
	char name[16];

	put_good();
	AUTO_OUTCOME few = ASSAY("strength", "sum", "--no-search", "--html=few.html");
	expect_has(few.out.data,
		"  smallest set of tests that kills all of these programs (3 of 3): secret/1-");
	cr_expect(has_file("few.html", "<b>3 of 3</b><span>tests in the smallest set that "));
	for (int i = 10; i < 72; i++) {
		snprintf(name, sizeof(name), "many-%d", i);
		put_test(name, "7 2\n", "5\n");
	}
	AUTO_OUTCOME many = ASSAY("strength", "sum", "--no-search", "--html=many.html");
	expect_has(many.out.data,
		"  small set of tests that kills all of these programs (3 of 65): secret/1-");
	cr_expect(has_file("many.html", "<b>3 of 65</b><span>tests in a small set that "));
	cr_expect(has_file("many.html", "<td>in the small set</td>"));
	AUTO_OUTCOME json = ASSAY("strength", "sum", "--no-search", "--json");
	AS_AUTO_JSON json_t *document = document_of(&json);
	cr_expect(
		json_is_false(json_object_get(json_object_get(document, "cover"), "is_smallest")));
}

/* Two groups, of which one has a constant answer. */
Test(strength, each_group_of_a_scoring_package_is_counted)
{
	put("sum/problem.yaml", SUM_YAML "type: scoring\nlimits:\n  time_limit: 1\n");
	put("sum/data/secret/1/test_group.yaml", "max_score: 40\n");
	put("sum/data/secret/2/test_group.yaml", "max_score: 60\n");
	put_test("1/a", "3 1\n", "2\n");
	put_test("1/b", "4 2\n", "2\n");
	put_test("2/a", "1 1\n", "1\n");
	put_test("2/b", "-1 1\n", "1\n");
	put_test("2/c", "-1 2\n", "2\n");
	/* A sample costs no points, so it does not keep a program from failing one group alone. */
	put("sum/data/sample/1.in", "1 1\n");
	put("sum/data/sample/1.ans", "1\n");
	put("sum/submissions/accepted/right.py", RIGHT_PY);
	put("sum/submissions/rejected/tie.py",
		"a, b = map(int, input().split())\nprint(a - b if a >= b else b)\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json");
	EXPECT_STATUS(outcome, 0);
	json_t *document = document_of(&outcome);
	size_t i;
	json_t *test;
	json_array_foreach(json_object_get(document, "tests"), i, test)
	{
		const json_t *other = json_object_get(test, "adds_nothing_to");
		cr_expect(!json_is_string(other) ||
			  strncmp(json_string_value(other),
				  json_string_value(json_object_get(test, "name")),
				  strlen("secret/1")) == 0);
	}
	const json_t *groups = json_object_get(document, "groups");
	cr_assert_eq(json_array_size(groups), 3, "%s", outcome.out.data);
	const json_t *one = json_array_get(groups, 1), *two = json_array_get(groups, 2);
	cr_expect_str_eq(json_string_value(json_object_get(one, "name")), "secret/1");
	cr_expect(json_is_true(json_object_get(one, "has_equal_answers")));
	cr_expect(json_is_false(json_object_get(two, "has_equal_answers")));
	/* The tie is in the second group only. */
	cr_expect_geq(json_integer_value(json_object_get(two, "alone")), 2);
	json_decref(document);
	AUTO_OUTCOME text = ASSAY("strength", "sum", "--no-search");
	expect_has(text.out.data, "  KILLS  ALONE  GROUP\n");
	expect_has(text.out.data,
		"  secret/1: smallest set of tests that kills all of these programs (1 of 2): "
		"secret/1/");
	expect_has(text.out.data, "  all 2 answers of secret/1 are equal, so a program that always "
				  "prints this answer passes the group\n");
}

static void expect_three_timeouts(const json_t *program)
{
	size_t test, timeouts = 0, not_run = 0;
	json_t *verdict;

	json_array_foreach(json_object_get(program, "verdicts"), test, verdict)
	{
		timeouts +=
			json_is_string(verdict) && strcmp(json_string_value(verdict), "TLE") == 0;
		not_run += json_is_null(verdict);
	}
	/* Of eight tests at most six are run: on a busy machine, timeouts that are unconfirmed
	 * count less, and have no verdict. Without a confirmed one nothing is known. */
	cr_expect_geq(not_run, 2);
	cr_expect_eq(timeouts + not_run, 8);
	cr_expect_str_eq(json_string_value(json_object_get(program, "state")),
		timeouts ? "killed" : "fault");
}

/* A program that never ends costs three time limits, or up to six on a busy machine, not one for
 * each test. */
Test(strength, a_program_that_never_ends_is_killed)
{
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 1\n");
	for (char name[] = "1"; *name <= '8'; ++*name)
		put_test(name, "3\n", "3\n");
	put("sum/submissions/time_limit_exceeded/never.c",
		"int main(void)\n{\n\tfor (;;)\n\t\t;\n}\n");
	put("sum/submissions/accepted/right.c",
		"#include <stdio.h>\nint main(void)\n{\n\tint n, i = 0;\n\tscanf(\"%d\", &n);\n"
		"\twhile (i < n)\n\t\ti += 1;\n\tprintf(\"%d\\n\", i);\n}\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json", "-j1");
	EXPECT_STATUS(outcome, 0);
	json_t *document = document_of(&outcome), *mutant;
	size_t i, count = 0;
	json_array_foreach(json_object_get(document, "mutants"), i,
		mutant) if (strcmp(json_string_value(json_object_get(mutant, "after")),
				    "i += 0;") == 0)
	{
		expect_three_timeouts(mutant);
		count++;
	}
	cr_expect_eq(count, 1);
	expect_three_timeouts(json_array_get(json_object_get(document, "wrong"), 0));
	json_decref(document);
}

/* Small measurements judge mutants that are doubles of others in the large measurement. */
Test(strength, a_double_has_no_verdicts_from_an_earlier_measurement)
{
	size_t i, doubles = 0;

	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 1\n");
	put_test("1", "5\n", "5\n");
	put("sum/submissions/accepted/right.py", "for i in range(1):\n    print(input())\n");
	for (char seed[] = "--seed=a"; seed[7] <= 'd'; ++seed[7]) {
		AUTO_OUTCOME few = ASSAY("strength", "sum", "--no-search", "--mutants=2", seed);
		EXPECT_STATUS(few, 0);
	}
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--mutants=60", "--json");
	json_t *document = document_of(&outcome), *mutant;
	json_array_foreach(json_object_get(document, "mutants"), i, mutant)
	{
		if (strcmp(json_string_value(json_object_get(mutant, "state")), "double") != 0)
			continue;
		cr_expect(json_is_null(json_array_get(json_object_get(mutant, "verdicts"), 0)));
		doubles++;
	}
	cr_expect_gt(doubles, 0);
	json_decref(document);
}

Test(strength, submissions_yaml_determines_the_language)
{
	put_weak();
	put("sum/submissions/accepted/right.c",
		"#include <iostream>\nint main()\n{\n\tint a, b;\n"
		"\tstd::cin >> a >> b;\n\tstd::cout << (a > b ? a - b : b) << '\\n';\n}\n");
	put("sum/submissions/submissions.yaml", "accepted/right.c:\n  language: cpp\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--mutants=3");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "  3 mutants of 1 submission in ");
	expect_has(outcome.out.data, "killed");
}

/* A mutant kills itself. Another program may have caused this, so a second run must confirm it. */
Test(strength, a_kill_is_confirmed)
{
	put_weak();
	put("sum/submissions/accepted/right.c",
		"#include <stdio.h>\n#include <signal.h>\nint main(void)\n{\n\tint a, b;\n"
		"\tscanf(\"%d%d\", &a, &b);\n\tif (a > 1000)\n\t\traise(SIGKILL);\n"
		"\tprintf(\"%d\\n\", a > b ? a - b : b);\n}\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json");
	EXPECT_STATUS(outcome, 0);
	json_t *document = document_of(&outcome), *mutant;
	size_t i, seen = 0;
	json_array_foreach(json_object_get(document, "mutants"), i, mutant)
	{
		if (strcmp(json_string_value(json_object_get(mutant, "operator")),
			    "condition-true") != 0)
			continue;
		seen++;
		cr_expect_str_eq(json_string_value(json_object_get(mutant, "state")), "killed");
	}
	cr_expect_eq(seen, 1);
	json_decref(document);
}

/* The output validator accepts every output, but gives points for the right one only. */
Test(strength, a_mutant_with_fewer_points_is_killed)
{
	put("sum/problem.yaml", SUM_YAML "type: scoring\nlimits:\n  time_limit: 1\n");
	put("sum/data/secret/test_group.yaml", "max_score: unbounded\nscore_aggregation: sum\n");
	put("sum/output_validator/validate.py",
		"import sys\nwords = sys.stdin.read().split()\n"
		"right = words == open(sys.argv[2]).read().split()\n"
		"open(sys.argv[3] + 'score.txt', 'w').write('20' if right else '1')\n"
		"sys.exit(42)\n");
	put_test("1", "3 1\n", "2\n");
	put_test("2", "1 1\n", "1\n");
	put("sum/submissions/accepted/right.py", RIGHT_PY);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json");
	EXPECT_STATUS(outcome, 0);
	json_t *document = document_of(&outcome);
	cr_expect_eq(count_of(document, "killed"), 6, "%s", outcome.out.data);
	json_decref(document);
}

/* ---- bad input ---- */

Test(strength, without_an_accepted_submission_there_is_nothing_to_change)
{
	put_sum_package(1);
	AUTO_OUTCOME none = ASSAY("strength", "sum", "--no-search");
	EXPECT_COMPLAINT(none, 3,
		"assay: sum: no accepted submission to make mutants of; add one in C, C++, Java or "
		"Python to submissions/accepted\n");
	put("sum/submissions/accepted/right.go", "package main\n");
	AUTO_OUTCOME other = ASSAY("strength", "sum", "--no-search");
	EXPECT_COMPLAINT(other, 3,
		"assay: sum: no accepted submission to make mutants of "
		"(submissions/accepted/right.go: no operators for its language); add one in C, "
		"C++, Java or Python to submissions/accepted\n");
}

Test(strength, an_error_in_from_names_the_option)
{
	put_weak();
	put("right.go", "package main\n");
	AUTO_OUTCOME other = ASSAY("strength", "sum", "--no-search", "--from=right.go");
	EXPECT_COMPLAINT(other, 2, "assay: --from: right.go: no operators for its language\n");
	put("right.py", RIGHT_PY);
	AUTO_OUTCOME second =
		ASSAY("strength", "sum", "--no-search", "--from=right.py", "--from=right.go");
	EXPECT_COMPLAINT(second, 2, "assay: --from: right.go: no operators for its language\n");
	cr_assert_eq(symlink("nowhere", "sum/submissions/accepted/x.py"), 0);
	cr_assert_eq(rename("sum/submissions/accepted", "sum/submissions/old"), 0);
	cr_assert_eq(symlink("accepted", "sum/submissions/accepted"), 0);
	AUTO_OUTCOME loop = ASSAY("strength", "sum", "--no-search");
	EXPECT_COMPLAINT(loop, 3,
		"assay: sum/submissions/accepted: is part of a cycle of links; remove it\n");
}

Test(strength, a_judging_error_is_not_a_disagreement)
{
	put_weak();
	put("sum/output_validator/validate.py", "import sys\nsys.exit(1)\n");
	AUTO_OUTCOME broken = ASSAY("strength", "sum", "--no-search");
	EXPECT_COMPLAINT(broken, 3,
		"assay: sum: submissions/accepted/right.c cannot be judged on test "
		"secret/1-greater: ");
}

Test(strength, a_slow_submission_is_not_a_disagreement)
{
	put_weak();
	put("sum/submissions/accepted/right.c",
		"int main(void) { for (volatile int i = 0;; i++); }\n");
	AUTO_OUTCOME slow = ASSAY("strength", "sum", "--no-search");
	EXPECT_COMPLAINT(slow, 3,
		"assay: sum: submissions/accepted/right.c is over the time limit on test "
		"secret/1-greater; make the submission faster, or raise the time limit, see `assay "
		"verify`\n");
}

Test(strength, accepted_submissions_must_be_accepted)
{
	put_weak();
	put_test("1-greater", "3 1\n", "4\n");
	AUTO_OUTCOME wrong = ASSAY("strength", "sum", "--no-search");
	EXPECT_COMPLAINT(wrong, 3,
		"assay: sum: submissions/accepted/right.c gets WA on test secret/1-greater, but "
		"must be accepted on all tests; correct the submission or the test, see `assay "
		"verify`\n");
	put("sum/submissions/accepted/right.c", "int main(void) { return x; }\n");
	AUTO_OUTCOME refused = ASSAY("strength", "sum", "--no-search");
	EXPECT_COMPLAINT(refused, 3,
		"assay: sum: submissions/accepted/right.c does not compile; `assay judge` shows "
		"the compiler's message\n");
}

Test(strength, outputs_have_no_mutants)
{
	put_weak();
	put("sum/problem.yaml", SUM_YAML "type: [submit-answer]\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search");
	EXPECT_COMPLAINT(outcome, 3,
		"assay: sum: the package is of type submit-answer: its submissions are outputs, "
		"not programs, so there are no mutants\n");
}
