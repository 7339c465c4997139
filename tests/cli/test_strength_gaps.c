/* SPDX-License-Identifier: MIT */
/* assay strength: inputs that tests lack, --fix, --baseline and strength.yaml. */
#include "strength_case.h"

TestSuite(strength_gaps, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- gaps ---- */

Test(strength_gaps, an_input_that_kills_a_survivor_is_a_gap)
{
	put_gap();
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=200s");
	EXPECT_STATUS(outcome, 1);
	EXPECT_NOTHING_LEFT(outcome);
	expect_has(outcome.out.data, "sum: 1 of 6 mutants passes all tests, 1 gap\n");
	expect_has(outcome.out.data,
		"  gap: submissions/accepted/right.py:2: comparison-includes: a loop runs one step "
		"too far, or a tie counts as better\n"
		"    - print(a - b if a > b else b)\n    + print(a - b if a >= b else b)\n"
		"    WA on an input of 4 bytes; a line for secret in the recipe: gap-1: {in: "
		"\"1 1\\n\"}\n    not killed by ");
	expect_has(outcome.out.data, " inputs that the lines of the recipe made\n");
	AUTO_OUTCOME base = ASSAY("strength", "sum", "--time=200s", "--json");
	EXPECT_STATUS(base, 1);
	put("base.json", base.out.data);
	AUTO_OUTCOME known = ASSAY("strength", "sum", "--time=200s", "--baseline=base.json");
	EXPECT_STATUS(known, 0);
	expect_has(known.out.data, "passes all tests, 1 gap, 1 of them in the baseline\n");
	expect_has(known.out.data, "  in the baseline, gap: submissions/accepted/right.py:2: ");
}

Test(strength_gaps, an_input_that_kills_many_is_shown_once)
{
	put_gap();
	put("sum/submissions/wrong_answer/tie.py",
		"a, b = map(int, input().split())\nprint(a - b if a >= b else b)\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=200s");
	EXPECT_STATUS(outcome, 1);
	expect_has(outcome.out.data,
		"  gap: submissions/wrong_answer/tie.py: a wrong submission of the package passes "
		"all tests\n"
		"    WA on an input of 4 bytes, which kills 2 programs; a line for secret in the "
		"recipe: gap-1: {in: \"1 1\\n\"}\n");
	expect_has(outcome.out.data, "\n  gap: submissions/accepted/right.py:2: ");
	expect_has(outcome.out.data, "\n    WA on the input above\n");
}

/* A quarter of the inputs of `three` kill; with this seed its test does not. */
Test(strength_gaps, lines_of_the_recipe_whose_inputs_kill_are_named)
{
	put_gap();
	put("sum/generators/generators.yaml",
		"solution: /submissions/accepted/right.py\ndata:\n  secret:\n    data:\n"
		"      one: {in: \"3 1\\n\"}\n      two: pair --max 1000000 --seed {seed}\n"
		"      three: pair --max 1 --seed {seed:4}\n");
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=200s", "--json");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	json_t *mutant, *draws = NULL;
	size_t i;
	json_array_foreach(json_object_get(document, "mutants"), i, mutant)
	{
		json_t *gap = json_object_get(mutant, "gap");
		draws = json_is_object(gap) ? json_object_get(gap, "draws") : draws;
	}
	AS_AUTO_FREE char *text = json_dumps(draws, JSON_COMPACT | JSON_ENCODE_ANY);
	cr_assert_eq(json_array_size(draws), 2u, "%s", text);
	int tried = 0, killed = -1, others = -1;
	json_t *draw;
	json_array_foreach(draws, i, draw)
	{
		const char *test = json_string_value(json_object_get(draw, "test"));
		const int count = (int)json_integer_value(json_object_get(draw, "killed"));
		const bool is_three = strcmp(test, "secret/three") == 0;
		if (is_three)
			tried = (int)json_integer_value(json_object_get(draw, "tried"));
		*(is_three ? &killed : &others) = count;
	}
	/* On a busy machine the time ends before there are 20. */
	cr_expect(others == 0 && tried > 0, "%s", text);
	cr_expect((killed > 0 || tried < 20) && killed < 15, "%s", text);
	AUTO_OUTCOME again = ASSAY("strength", "sum", "--time=200s");
	AS_AUTO_FREE char *line = as_text_format(NULL,
		"    more tests of these lines of the recipe: secret/three (killed by %d of %d)\n",
		killed, tried);
	if (killed)
		expect_has(again.out.data, line);
}

Test(strength_gaps, fix_adds_tests_until_no_gap_is_found)
{
	put_gap();
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s", "--fix");
	EXPECT_STATUS(outcome, 0);
	EXPECT_NOTHING_LEFT(outcome);
	expect_has(outcome.out.data, "sum: 0 of 6 mutants pass all tests, 0 gaps\n");
	expect_has(outcome.err.data,
		"added to the recipe: secret/strength-1, which kills comparison-includes\n");
	cr_expect(has_file(
		RECIPE, "      strength-1: {in: \"1 1\\n\"} # kills comparison-includes\n"));
	cr_expect(has_file("sum/data/secret/strength-1.in", "1 1\n"));
	cr_expect(has_file("sum/data/secret/strength-1.ans", "1\n"));
}

/* As after a kill between the recipe and `gen`. */
Test(strength_gaps, fix_first_makes_the_tests_of_the_recipe)
{
	put_gap();
	put(RECIPE, "solution: /submissions/accepted/right.py\ndata:\n  secret:\n    data:\n"
		    "      one: {in: \"3 1\\n\"}\n      strength-1: {in: \"1 1\\n\"}\n"
		    "      two: pair --max 1000000 --seed {seed}\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s", "--fix");
	EXPECT_STATUS(outcome, 0);
	cr_expect(has_file("sum/data/secret/strength-1.in", "1 1\n"));
	cr_expect_not(has_file(RECIPE, "strength-2"));
}

Test(strength_gaps, fix_makes_the_tests_of_a_package_that_has_none)
{
	put_gap();
	cr_assert_eq(rename("sum/data/secret", "made"), 0);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s", "--fix");
	EXPECT_STATUS(outcome, 0);
	cr_expect(has_file("sum/data/secret/two.in", ""));
	put(RECIPE, "solution: /submissions/accepted/right.py\ndata:\n  sample:\n    data:\n"
		    "      one: {in: \"3 1\\n\"}\n");
	AUTO_OUTCOME none = ASSAY("strength", "sum", "--time=100s", "--fix");
	EXPECT_COMPLAINT(none, 3, "the recipe has no test of its own in secret; write the first ");
}

/* The programs that the new tests need have the modules, too. */
Test(strength_gaps, fix_makes_tests_with_the_modules_of_the_measurement)
{
	put_gap();
	put("sum/submissions/accepted/right.py", "import yaml\n" RIGHT_PY);
	AUTO_OUTCOME outcome =
		ASSAY("strength", "sum", "--time=100s", "--fix", "--much", "--module=yaml");
	EXPECT_STATUS(outcome, 0);
	cr_expect(has_file("sum/data/secret/strength-1.in", "1 1\n"));
}

/* ---- lines for the recipe ---- */

/* Also if the gap comes from the cache, as in the second measurement. */
Test(strength_gaps, a_line_for_the_recipe_names_all_its_groups)
{
	put_scored_gap("min");
	for (int i = 0; i < 2; i++) {
		AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s");
		EXPECT_STATUS(outcome, 1);
		expect_has(outcome.out.data, "; a line for secret/a and secret/b in the recipe: "
					     "gap-1: {in: \"1 1\\n\"}\n");
	}
}

Test(strength_gaps, fix_adds_a_test_to_each_group_whose_worst_test_counts)
{
	put_scored_gap("min");
	AUTO_OUTCOME few = ASSAY("strength", "sum", "--time=100s", "--fix");
	EXPECT_STATUS(few, 1);
	cr_expect_not(has_file(RECIPE, "strength-1"));
	expect_has(few.err.data, "not added: ");
	/* No measurement follows, so this one checks the validators. */
	expect_has(few.out.data, "\n  validators: ");
	expect_has(few.err.data,
		"2 tests, one for each group, and --fix may add 1 more; use --much\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s", "--fix", "--much");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.err.data, "added to the recipe: secret/a/strength-1, which kills ");
	expect_has(outcome.err.data, "added to the recipe: secret/b/strength-1, which kills ");
	cr_expect(has_file("sum/data/secret/a/strength-1.in", "1 1\n"));
	cr_expect(has_file("sum/data/secret/b/strength-1.in", "1 1\n"));
}

/* The submission has the points of group a, whose only test it passes. */
Test(strength_gaps, fix_takes_no_points_of_a_wrong_submission)
{
	put_scored_gap("min");
	put("sum/submissions/wrong_answer/tie.py",
		"a, b = map(int, input().split())\nprint(a - b if a >= b else b + 1)\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s", "--fix", "--much");
	EXPECT_STATUS(outcome, 1);
	cr_expect_not(has_file(RECIPE, "strength-1"));
}

Test(strength_gaps, fix_needs_a_recipe)
{
	put_weak();
	AUTO_OUTCOME both = ASSAY("strength", "sum", "--fix", "--no-search");
	EXPECT_COMPLAINT(both, 2, "--fix and --no-search are mutually exclusive");
	AUTO_OUTCOME much = ASSAY("strength", "sum", "--much");
	EXPECT_COMPLAINT(much, 2, "--much without --fix; add --fix or remove --much");
	AUTO_OUTCOME no_recipe = ASSAY("strength", "sum", "--fix");
	EXPECT_COMPLAINT(no_recipe, 3, "generators/generators.yaml");
}

/* ---- a baseline ---- */

Test(strength_gaps, a_finding_of_the_baseline_is_not_a_new_finding)
{
	put_good();
	put("sum/submissions/wrong_answer/b.py",
		"a, b = map(int, input().split())\nprint(a - b if a > b else b % 1000)\n");
	AUTO_OUTCOME first = ASSAY("strength", "sum", "--no-search", "--json", "--mutants=2");
	EXPECT_STATUS(first, 1);
	put("base.json", first.out.data);
	/* Lines may move. */
	put("sum/submissions/accepted/right.c", "\n\n" RIGHT_C);
	AUTO_OUTCOME known =
		ASSAY("strength", "sum", "--no-search", "--mutants=2", "--baseline=base.json");
	EXPECT_STATUS(known, 0);
	expect_has(known.out.data,
		"  in the baseline, survived: submissions/wrong_answer/b.py: a wrong submission of "
		"the package passes all tests\n");
	put("sum/submissions/wrong_answer/c.py",
		"a, b = map(int, input().split())\nprint(a - b if a > b else b % 2000)\n");
	AUTO_OUTCOME new =
		ASSAY("strength", "sum", "--no-search", "--mutants=2", "--baseline=base.json");
	EXPECT_STATUS(new, 1);
	expect_has(new.out.data, "  survived: submissions/wrong_answer/c.py: ");
}

#define EQUAL_LINE "if a < -1000: print(9)\n"
#define READ_PY "a, b = map(int, input().split())\n"
#define PRINT_PY "print(a - b if a > b else b)\n"

/* Adds a line that is equal to one of the baseline: its mutants pass the tests, but are new. */
Test(strength_gaps, a_mutant_of_another_equal_line_is_not_in_the_baseline)
{
	put_good();
	cr_assert_eq(unlinkat(here_fd, "sum/submissions/accepted/right.c", 0), 0);
	put("sum/submissions/accepted/right.py", READ_PY "c = 0\nc = 0\n" EQUAL_LINE PRINT_PY);
	AUTO_OUTCOME first = ASSAY("strength", "sum", "--no-search", "--json");
	EXPECT_STATUS(first, 0);
	put("base.json", first.out.data);
	put("sum/submissions/accepted/right.py",
		READ_PY EQUAL_LINE "c = 0\nc = 0\n" EQUAL_LINE PRINT_PY);
	AUTO_OUTCOME more = ASSAY(
		"strength", "sum", "--no-search", "--json", "--seed=x", "--baseline=base.json");
	EXPECT_STATUS(more, 0);
	json_t *document = document_of(&more), *mutant;
	size_t i, known[2] = {0}, all[2] = {0};
	json_array_foreach(json_object_get(document, "mutants"), i, mutant)
	{
		const char *before = json_string_value(json_object_get(mutant, "before"));
		const bool is_old = json_integer_value(json_object_get(mutant, "line")) == 5;
		if (strncmp(before, EQUAL_LINE, strlen(EQUAL_LINE) - 1) != 0 ||
			strcmp(json_string_value(json_object_get(mutant, "state")), "survived") !=
				0)
			continue;
		all[is_old]++;
		known[is_old] += json_is_true(json_object_get(mutant, "known"));
	}
	cr_expect_gt(all[0], 0, "%s", more.out.data);
	cr_expect_eq(known[0], 0, "%s", more.out.data);
	cr_expect_eq(known[1], all[1], "%s", more.out.data);
	json_decref(document);
}

Test(strength_gaps, a_baseline_is_a_document_of_the_package)
{
	put_weak();
	put("other.json", "{\"schema\": \"assay-strength/1\", \"package\": \"largest\"}\n");
	put("junk.json", "[1]\n");
	AUTO_OUTCOME other = ASSAY("strength", "sum", "--no-search", "--baseline=other.json");
	EXPECT_COMPLAINT(
		other, 3, "assay: other.json: is about the package 'largest', not 'sum'\n");
	AUTO_OUTCOME junk = ASSAY("strength", "sum", "--no-search", "--baseline=junk.json");
	EXPECT_COMPLAINT(junk, 3,
		"assay: junk.json: not a document of `assay strength --json` in this version; make "
		"the document again\n");
	put("old.json", "{\"schema\": \"assay-strength/1\", \"package\": \"sum\"}\n");
	AUTO_OUTCOME old = ASSAY("strength", "sum", "--no-search", "--baseline=old.json");
	EXPECT_COMPLAINT(old, 3, "assay: old.json: not a document of `assay strength --json` in ");
	AUTO_OUTCOME none = ASSAY("strength", "sum", "--no-search", "--baseline=none.json");
	EXPECT_COMPLAINT(none, 3, "none.json");
}

/* ---- what is no gap, and what ends no search ---- */

#define ONE_GENERATOR                                                                              \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tgen_write_int(gen_int(gen_option_int(\"min\", 0, 100000000), 100000000));\n"            \
	"\tgen_newline();\n\treturn gen_end();\n}\n"
#define ONE_VALIDATOR                                                                              \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tgen_read_int(0, 100000000, \"n\");\n\tgen_read_newline();\n\treturn "                   \
	"gen_read_end();\n}\n"

static void put_number(const char *solution, const char *code)
{
	AS_AUTO_FREE char *recipe = as_text_format(NULL,
		"solution: /submissions/accepted/%s\ndata:\n  secret:\n    data:\n"
		"      a: {in: \"5\\n\"}\n      b: {in: \"900\\n\"}\n"
		"      c: {generate: one --min 100000000}\n",
		solution);
	AS_AUTO_FREE char *path = as_text_format(NULL, "sum/submissions/accepted/%s", solution);

	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 1\n");
	put("sum/input_validators/validate.c", ONE_VALIDATOR);
	put("sum/generators/one.c", ONE_GENERATOR);
	put("sum/generators/generators.yaml", recipe);
	put(path, code);
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
}

/* The accepted loop is too slow for other large inputs, and so are its mutants. */
Test(strength_gaps, an_input_on_which_the_original_times_out_is_no_gap)
{
	put_number("fast.c", "#include <stdio.h>\nint main(void)\n{\n\tlong n;\n"
			     "\tscanf(\"%ld\", &n);\n\tprintf(\"%ld\\n\", n * (n + 1) / 2);\n}\n");
	put("sum/submissions/accepted/loop.py",
		"n = int(input())\nu = 5\ns = 0\nk = n if n == 100000000 else 0\n"
		"while k < n:\n    k += 1\n    s += k\n"
		"print(s if n < 100000000 else 5000000050000000)\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--from=sum/submissions/accepted/loop.py",
		"--mutants=9", "--seed=b", "--time=200s");
	expect_has(outcome.out.data, " mutants pass all tests, 0 gaps\n");
	expect_has(outcome.out.data, " the time limit on an input of ");
}

/* Some mutants print fractions, which make the output validator fail; others have gaps. */
Test(strength_gaps, an_output_that_the_validator_cannot_read_ends_no_other_search)
{
	put("sum/output_validator/check.py",
		"import sys\nwant = int(open(sys.argv[2]).read())\ngot = int(sys.stdin.read())\n"
		"sys.exit(42 if want == got else 43)\n");
	put_number("right.py", "a = int(input())\nprint(a // 2 if 1000 < a < 100000000 else a)\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=200s");
	expect_has(outcome.out.data, "\n  gap: ");
	expect_has(outcome.out.data, " without a search for inputs: judging failed on an input: ");
}

/* ---- survivors that are right ---- */

#define TIE                                                                                        \
	"  - submission: submissions/accepted/right.c\n    operator: comparison-includes\n"        \
	"    before: 'printf(\"%d\\n\", a > b ? a - b : b);'\n"                                    \
	"    after: 'printf(\"%d\\n\", a >= b ? a - b : b);'\n    reason: no two are equal\n"

Test(strength_gaps, a_survivor_may_be_right_by_strength_yaml)
{
	put_weak();
	put("sum/strength.yaml", "equivalent:\n" TIE);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "sum: 2 of 7 mutants pass all tests, 0 gaps\n");
	expect_has(outcome.out.data, "5 killed, 1 survived, 1 right by strength.yaml\n");
	expect_has(outcome.out.data,
		" if it is right; 1 that passes is right by strength.yaml, and not counted\n");
	AUTO_OUTCOME named = ASSAY(
		"strength", "sum", "--no-search", "--from=./sum/submissions/accepted/right.c");
	expect_has(named.out.data, "5 killed, 1 survived, 1 right by strength.yaml\n");
	put_test("2-equal", "1 1\n", "1\n");
	AUTO_OUTCOME killed = ASSAY("strength", "sum", "--no-search");
	EXPECT_STATUS(killed, 1);
	expect_has(killed.out.data,
		"  right by strength.yaml, but tests kill it: submissions/accepted/right.c:6: "
		"comparison-includes: ");
	AUTO_OUTCOME json = ASSAY("strength", "sum", "--no-search", "--json");
	EXPECT_STATUS(json, 1);
	json_decref(document_of(&json));
}

#define TWICE                                                                                      \
	"equivalent:\n  - submission: submissions/accepted/right.c\n"                              \
	"    operator: comparison-includes\n    before: 'if (a > b)'\n"                            \
	"    after: 'if (a >= b)'\n    reason: no two are equal\n"

/* Two lines have one text; the choice of mutants may take one of them alone. */
Test(strength_gaps, an_entry_of_strength_yaml_means_one_line)
{
	put_weak();
	put("sum/submissions/accepted/right.c",
		"#include <stdio.h>\nint main(void)\n{\n\tint a, b;\n\tscanf(\"%d%d\", &a, &b);\n"
		"\tif (a > b)\n\t\ta -= b;\n\telse\n\t\ta = b;\n\tif (a > b)\n\t\tfflush(stdout);\n"
		"\tprintf(\"%d\\n\", a);\n}\n");
	put("sum/strength.yaml", TWICE);
	AUTO_OUTCOME open = ASSAY("strength", "sum", "--no-search");
	EXPECT_COMPLAINT(open, 3,
		"sum/strength.yaml:2:5: lines 6 and 10 of submissions/accepted/right.c have this "
		"text; add `line`");
	put("sum/strength.yaml", TWICE "    line: 9\n" TIE);
	AUTO_OUTCOME stale = ASSAY("strength", "sum", "--no-search");
	EXPECT_COMPLAINT(stale, 3,
		"sum/strength.yaml:8:5: no mutant of submissions/accepted/right.c has these texts; "
		"correct the entry, or remove it");
	put("sum/strength.yaml", TWICE "    line: 9\n");
	size_t right_count = 0;
	for (char option[] = "--seed=0"; option[7] <= '7'; ++option[7]) {
		AUTO_OUTCOME outcome =
			ASSAY("strength", "sum", "--no-search", "--mutants=4", option, "--json");
		json_t *document = document_of(&outcome), *mutant;
		size_t i;
		json_array_foreach(json_object_get(document, "mutants"), i, mutant)
		{
			if (strcmp(json_string_value(json_object_get(mutant, "state")), "right") !=
				0)
				continue;
			cr_expect_eq(json_integer_value(json_object_get(mutant, "line")), 10);
			right_count++;
		}
		json_decref(document);
	}
	cr_expect_gt(right_count, 0);
}

Test(strength_gaps, strength_yaml_is_checked)
{
	put_weak();
	put("sum/strength.yaml", "equivalent:\n  - {submission: a, operator: typo, before: a, "
				 "after: b, reason: c}\n");
	AUTO_OUTCOME typo = ASSAY("strength", "sum", "--no-search");
	EXPECT_COMPLAINT(typo, 3, "assay: sum/strength.yaml:2:31: unknown operator 'typo'; use ");
	put("sum/strength.yaml", "equivalent:\n  - {submission: a, operator: unsigned}\n");
	AUTO_OUTCOME missing = ASSAY("strength", "sum", "--no-search");
	EXPECT_COMPLAINT(missing, 3, "assay: sum/strength.yaml:2:");
	put("sum/strength.yaml", "equivalents: []\n");
	AUTO_OUTCOME unknown = ASSAY("strength", "sum", "--no-search");
	EXPECT_COMPLAINT(unknown, 3, "did you mean 'equivalent'?");
}
