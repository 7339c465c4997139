/* SPDX-License-Identifier: MIT */
/* assay judge --explain: small failing inputs, their audience, and the cache. */
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(explain, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define GREEDY "coinseven/submissions/wrong_answer/greedy.c"
#define TABLE "coinseven/submissions/accepted/table.c"

/* The command judges one test, so that most of its time is the search. */
static json_t *explained(const char *option, const char *audience, const char *submission)
{
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--test", "sample/2", option, audience,
		"--explain-time=60s", "coinseven", submission);

	EXPECT_STATUS(outcome, 0);
	EXPECT_NOTHING_LEFT(outcome);
	json_t *document = document_of(&outcome);
	json_t *counterexample = json_incref(json_object_get(document, "counterexample"));
	json_decref(document);
	return counterexample;
}

/* The first player's totals: the right one, and the submission's. */
static void expect_counterexample(const json_t *found)
{
	const char *input = json_string_value(json_object_get(found, "input"));
	const char *expected = json_string_value(json_object_get(found, "expected"));
	const char *actual = json_string_value(json_object_get(found, "actual"));
	const char *solved = json_string_value(json_object_get(found, "solved"));

	cr_assert_not_null(input);
	/* Two coins are too few for a mistake. */
	cr_expect_eq(strncmp(input, "4\n", 2), 0, "%s", input);
	cr_assert(expected && actual && solved);
	cr_expect_gt(atoll(expected), atoll(actual), "%s %s", expected, actual);
	cr_expect_str_eq(json_string_value(json_object_get(found, "verdict")), "WA");
	cr_expect_not_null(strstr(solved, "Both play optimally:\n1. first takes "), "%s", solved);
}

Test(explain, a_wrong_submission_gets_a_small_input_and_the_best_play)
{
	generate_coinseven();
	AS_AUTO_JSON json_t *first = explained("--explain", "--audience=setter", GREEDY);
	expect_counterexample(first);
	/* From the cache. */
	AS_AUTO_JSON json_t *again = explained("--explain", "--audience=setter", GREEDY);
	cr_expect(json_equal(first, again));
	AUTO_OUTCOME table = ASSAY("judge", "--test", "sample/2", "--explain", "--explain-time=60s",
		"coinseven", GREEDY);
	EXPECT_STATUS(table, 0);
	cr_expect_not_null(strstr(table.out.data, "\n  fails a small input with WA: token 1"), "%s",
		table.out.data);
	cr_expect_not_null(strstr(table.out.data, "\n  how it is solved:\n    Both play"), "%s",
		table.out.data);
}

Test(explain, students_see_it_only_if_it_is_allowed)
{
	generate_coinseven();
	AS_AUTO_JSON json_t *hidden = explained("--explain", "--audience=student", GREEDY);
	cr_expect_null(hidden);
	AS_AUTO_JSON json_t *shown = explained("--explain=student", "--audience=student", GREEDY);
	expect_counterexample(shown);
}

Test(explain, nothing_is_searched_for_submissions_that_did_not_fail)
{
	generate_coinseven();
	put("broken.c", "int main(\n");
	AS_AUTO_JSON json_t *right = explained("--explain", "--audience=setter", TABLE);
	cr_expect_null(right);
	AS_AUTO_JSON json_t *broken = explained("--explain", "--audience=setter", "broken.c");
	cr_expect_null(broken);
}

/* Makes two numbers from 0 to 9. */
#define GENERATE_C                                                                                 \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tgen_write_int(gen_int(0, 9));\n\tgen_space();\n\tgen_write_int(gen_int(0, 9));\n"       \
	"\tgen_newline();\n\treturn gen_end();\n}\n"
#define VALIDATE_C                                                                                 \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tgen_read_int(0, 1000000, \"a\");\n\tgen_read_space();\n"                                \
	"\tgen_read_int(0, 1000000, \"b\");\n\tgen_read_newline();\n\treturn gen_read_end();\n}\n"
#define RECIPE "solution: /submissions/accepted/sum.c\ndata: {secret: {data: {one: pair}}}\n"
#define WRONG_IF(condition)                                                                        \
	"#include <stdio.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);"                        \
	"printf(\"%d\\n\"," condition "?0:a+b);}\n"
/* Only on secret/big, so that no smaller input fails. */
#define WRONG_ON_BIG WRONG_IF("a==700001&&b==299993")

/* The input of the counterexample; NULL: none. */
static char *input_for(const char *audience, const char *time, const char *submission)
{
	AUTO_OUTCOME outcome =
		ASSAY("judge", "--json", "--explain=student", audience, time, "sum", submission);

	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	const char *input = json_string_value(
		json_object_get(json_object_get(document, "counterexample"), "input"));
	return input ? strdup(input) : NULL;
}

static void put_sum_with_big_test(void)
{
	put_sum_package(0);
	put("sum/data/secret/big.in", "700001 299993\n");
	put("sum/data/secret/big.ans", "999994\n");
	put("sum/input_validators/validate.c", VALIDATE_C);
	put("sum/submissions/accepted/sum.c", SUM_C);
	put("big.c", WRONG_ON_BIG);
	put("late.c", WRONG_IF("a+b>9"));
}

static void expect_secret_is_hidden(void)
{
	AS_AUTO_FREE char *setter = input_for("--audience=setter", "--explain-time=60s", "big.c");
	cr_assert(setter);
	cr_expect_str_eq(setter, "700001 299993\n");
	/* Neither the search nor the cache may reveal the test. On a loaded machine the 2 s may end
	 * before the search begins, so late.c shows that students get counterexamples. */
	AS_AUTO_FREE char *student = input_for("--audience=student", "--explain-time=2s", "big.c");
	cr_expect_null(student, "%s", student);
	AS_AUTO_FREE char *found = input_for("--audience=student", "--explain-time=60s", "late.c");
	cr_expect(found);
}

Test(explain, students_get_no_secret_test_if_generators_make_inputs)
{
	put_sum_with_big_test();
	put("sum/generators/pair.c", GENERATE_C);
	put("sum/generators/generators.yaml", RECIPE);
	expect_secret_is_hidden();
}

Test(explain, students_get_no_secret_test_if_samples_are_changed)
{
	put_sum_with_big_test();
	expect_secret_is_hidden();
}

/* The command has no seed, and no smaller number fails: it makes the secret test again. */
Test(explain, students_get_no_secret_test_that_a_command_makes_again)
{
	put_sum_with_big_test();
	put("sum/generators/chain.c",
		"#include <stdio.h>\nint main(int count, char **values)\n{\n"
		"\treturn count != 2 || printf(\"%s 299993\\n\", values[1]) < 0;\n}\n");
	put("sum/generators/generators.yaml", "solution: /submissions/accepted/sum.c\n"
					      "data: {secret: {data: {big: chain 700001}}}\n");
	expect_secret_is_hidden();
}

Test(explain, secret_tests_are_not_mutated_for_students)
{
	put_sum_with_big_test();
	cr_assert_eq(unlinkat(here_fd, "sum/data/sample/1.in", 0), 0);
	cr_assert_eq(unlinkat(here_fd, "sum/data/sample/1.ans", 0), 0);
	AS_AUTO_FREE char *setter = input_for("--audience=setter", "--explain-time=60s", "late.c");
	cr_expect(setter);
	AUTO_OUTCOME student = ASSAY(
		"judge", "--json", "--explain=student", "--audience=student", "sum", "late.c");
	EXPECT_STATUS(student, 3);
	cr_expect_null(strstr(student.out.data, "299993"), "%s", student.out.data);
	cr_expect_not_null(strstr(student.err.data,
				   "no generators, no Checktestdata script and no samples to make "
				   "inputs from"),
		"%s", student.err.data);
}

Test(explain, its_options_are_checked)
{
	AUTO_OUTCOME who = ASSAY("judge", "--explain=students", "coinseven", "a.c");
	EXPECT_COMPLAINT(who, 2, "did you mean 'student'?");
	AUTO_OUTCOME csv = ASSAY("judge", "--explain", "--csv", "coinseven", "a.c");
	EXPECT_COMPLAINT(csv, 2, "--explain and --csv are mutually exclusive; omit one");
	AUTO_OUTCOME time = ASSAY("judge", "--explain-time=3s", "coinseven", "a.c");
	EXPECT_COMPLAINT(time, 2, "--explain-time without --explain; add --explain or remove ");
}
