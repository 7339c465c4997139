/* SPDX-License-Identifier: MIT */
/* assay strength --fix: what it must not change. */
#include "strength_case.h"

TestSuite(strength_fix, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static void expect_nothing_added(const struct outcome *outcome, const char *reason)
{
	EXPECT_STATUS(*outcome, 1);
	expect_has(outcome->out.data, "passes all tests, 1 gap");
	expect_has(outcome->err.data, reason);
	cr_expect_not(has_file(RECIPE, "strength-1"));
	cr_expect_neq(access("sum/data/secret/strength-1.in", F_OK), 0);
}

/* The submission crashes on all tests, but is wrong without a crash on the new one. */
Test(strength_fix, no_verdict_of_a_wrong_submission_changes)
{
	put_gap();
	put("sum/submissions/run_time_error/crash.py",
		"a, b = map(int, input().split())\nassert a == b\nprint(-1)\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s", "--fix");
	expect_nothing_added(&outcome,
		"1 input was not added: submissions/run_time_error/crash.py would get WA on a new "
		"test in secret, but no result may change\n");
}

/* A wrong submission that first gets WA would first get RTE. */
#define TIE_PY "a, b = map(int, input().split())\nprint(a - b if a >= b else b)\n"
Test(strength_fix, no_verdict_of_a_submission_with_other_expectations_changes)
{
	put_gap();
	put("sum/submissions/submissions.yaml", "maybe:\n  permitted: [AC, TLE]\n");
	put("sum/submissions/maybe/tie.py", TIE_PY);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s", "--fix");
	expect_nothing_added(&outcome, "1 input was not added: submissions/maybe/tie.py would get "
				       "WA on a new test in secret, but no result may change\n");
	AUTO_OUTCOME verify = ASSAY("verify", "sum");
	EXPECT_STATUS(verify, 0);
}

/* The first failing test decides: it is not WA. */
Test(strength_fix, the_first_verdict_of_a_submission_stays)
{
	put_gap();
	put("sum/submissions/rejected/two.py",
		"a, b = map(int, input().split())\nassert a != 3\nprint(-1)\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s", "--fix");
	expect_nothing_added(
		&outcome, "submissions/rejected/two.py would get WA on a new test in ");
}

Test(strength_fix, no_points_of_a_submission_change)
{
	static const char *const folders[] = {"partial", "unknown"};

	put_scored_gap("min");
	put("sum/submissions/submissions.yaml", "partial:\n  score: 100\n");
	for (size_t i = 0; i < 2; i++) {
		AS_AUTO_FREE char *path =
			as_text_format(NULL, "sum/submissions/%s/tie.py", folders[i]);
		AS_AUTO_FREE char *reason = as_text_format(NULL,
			"1 input was not added: submissions/%s/tie.py would get WA on a new test "
			"in "
			"secret/a, but no result may change\n",
			folders[i]);
		put(path, TIE_PY);
		AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s", "--fix", "--much");
		expect_nothing_added(&outcome, reason);
		cr_assert_eq(unlinkat(here_fd, path, 0), 0);
	}
}

/* After three timeouts in group a, the tests of group b are run for the new test alone: the
 * submission has no points there, so another timeout takes none. */
Test(strength_fix, points_of_a_submission_whose_tests_were_not_all_run_stay)
{
	put_scored_gap("min");
	put(RECIPE, "solution: /submissions/accepted/right.py\ndata:\n  secret:\n    data:\n"
		    "      a:\n        data:\n          one: {in: \"3 1\\n\"}\n"
		    "          two: {in: \"4 1\\n\"}\n          three: {in: \"5 1\\n\"}\n"
		    "      b:\n        data:\n          one: {in: \"1 2\\n\"}\n"
		    "          two: {in: \"6 1\\n\"}\n          three: {in: \"7 1\\n\"}\n");
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
	put("sum/submissions/time_limit_exceeded/loop.py",
		"a, b = map(int, input().split())\nwhile a >= b:\n    pass\nprint(b)\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=30s", "--fix", "--much", "-j1");
	EXPECT_STATUS(outcome, 0);
	cr_expect(has_file("sum/data/secret/a/strength-1.in", "1 1\n"));
	cr_expect(has_file("sum/data/secret/b/strength-1.in", "1 1\n"));
	AUTO_OUTCOME judged =
		ASSAY("judge", "sum", "sum/submissions/time_limit_exceeded/loop.py", "--json");
	expect_has(judged.out.data, "\"verdict\":\"TLE\",\"score\":0,");
}

/* The accepted submission takes a while on the new test, and shows by its name that it runs. */
Test(strength_fix, ctrl_c_at_the_begin_of_a_round_prints_the_last_round)
{
	put_gap();
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 20\n");
	put("sum/submissions/accepted/slow.c",
		"#include <stdio.h>\n#include <string.h>\n#include <time.h>\n"
		"int main(int argc, char **argv)\n{\n\tint a, b;\n\tscanf(\"%d%d\", &a, &b);\n"
		"\tif (a == b)\n\t\tmemset(argv[0], 'F', strlen(argv[0]));\n"
		"\twhile (a == b && clock() < 3 * CLOCKS_PER_SEC)\n\t\t;\n"
		"\tprintf(\"%d\\n\", a > b ? a - b : b);\n}\n");
	struct process process = command_start(ASSAY_ARGV("strength", "sum", "--time=100s", "--fix",
						       "--from=sum/submissions/accepted/right.py"),
		NULL);
	for (int i = 0; i < 100000 && access("sum/data/secret/strength-1.ans", F_OK); i++)
		usleep(2000);
	await_name("FFFF");
	kill(process.pid, SIGINT);
	AUTO_OUTCOME outcome = command_end(&process);
	cr_expect_eq(outcome.signal, SIGINT);
	expect_has(outcome.out.data, "sum: 1 of 6 mutants passes all tests, 1 gap\n");
	expect_has(outcome.err.data,
		"assay: interrupted; the results above are those before the last tests were added; "
		"these tests remain; run the command again to continue\n");
	cr_expect(has_file(RECIPE, "strength-1"));
	EXPECT_NOTHING_LEFT(outcome);
}

/* Saves an edited recipe as soon as a test was added to it, and interrupts the command that makes
 * the tests. */
Test(strength_fix, a_recipe_that_is_edited_meanwhile_is_kept)
{
	static const char EDIT[] = "# edited\n";

	put_gap();
	struct process process = command_start(
		(const char *[]){ASSAY_COMMAND, "strength", "sum", "--time=100s", "--fix", NULL},
		NULL);
	for (int i = 0; i < 100000 && !has_file(RECIPE, "strength-1"); i++)
		usleep(1000);
	cr_assert(has_file(RECIPE, "strength-1"));
	AS_AUTO_BYTES struct as_bytes text = {0}, edited = {0};
	cr_assert_eq(as_file_read(here_fd, RECIPE, 1 << 20, &text, NULL), 0);
	edited.data = as_text_format(NULL, "%s%s", EDIT, text.data);
	put(RECIPE, edited.data);
	kill(process.pid, SIGINT);
	AUTO_OUTCOME outcome = command_end(&process);
	cr_expect(has_file(RECIPE, EDIT), "%s", outcome.err.data);
}

static json_int_t line_of(const json_t *mutant)
{
	return json_integer_value(json_object_get(mutant, "line"));
}

/* Nine lines have mutants, so the mutants of three lines choose no tests. */
Test(strength_fix, the_estimate_is_of_mutants_that_chose_no_tests)
{
	bool is_back[20] = {0}, is_used[20] = {0};
	json_t *mutant;
	size_t i, back = 0;

	put_gap();
	put("sum/submissions/accepted/right.py",
		"a, b = map(int, input().split())\nc = 1\nd = 2\nc = c + d\nc = c - 3\nif a > b:\n"
		"    c = c + a\n    c = c - b\nelse:\n    c = c + b\nprint(c)\n");
	AUTO_OUTCOME outcome =
		ASSAY("strength", "sum", "--time=30s", "--fix", "--much", "--json", "--seed=s");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	json_array_foreach(json_object_get(document, "mutants"), i, mutant)
	{
		const bool is_kept = json_is_true(json_object_get(mutant, "kept_back"));
		const char *state = json_string_value(json_object_get(mutant, "state"));
		(is_kept ? is_back : is_used)[line_of(mutant)] = true;
		cr_expect(is_kept || strcmp(state, "gap") != 0, "%s", outcome.out.data);
	}
	for (i = 0; i < 20; i++) {
		cr_expect_not(is_back[i] && is_used[i]);
		back += is_back[i];
	}
	cr_expect_eq(back, 3, "%s", outcome.out.data);
	const json_t *estimate =
		json_object_get(json_object_get(document, "estimate"), "undecided_wrong");
	cr_expect_leq(json_integer_value(json_object_get(estimate, "families")), 3);
	cr_expect_gt(json_integer_value(json_object_get(estimate, "families")), 0);
	AUTO_OUTCOME text = ASSAY("strength", "sum", "--time=30s", "--fix", "--seed=s");
	expect_has(text.out.data, " that chose no tests, of which ");
}

Test(strength_fix, without_a_group_whose_worst_test_counts_the_lines_are_printed)
{
	put_scored_gap("sum");
	AUTO_OUTCOME scoring = ASSAY("strength", "sum", "--time=100s", "--fix");
	expect_nothing_added(&scoring, "--fix adds nothing: a new test would change points, "
				       "because in no group of sum the "
				       "worst test counts; add lines of the report by hand\n");
	expect_has(scoring.out.data, "in the recipe: gap-1: {in: \"1 1\\n\"}\n");
}
