/* SPDX-License-Identifier: MIT */
/* assay stress: its results, its messages, and bad input. */
#include "support/packages.h"

#include <pty.h>

TestSuite(stress, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define WRONG(name) "coinseven/submissions/wrong_answer/" name

/* ---- the sum package with a generator ---- */

#define GENERATE_C                                                                                 \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tint64_t max = gen_option_int(\"max\", 0, 1000000);\n"                                   \
	"\tgen_write_int(gen_int(0, max));\n\tgen_space();\n\tgen_write_int(gen_int(0, max));\n"   \
	"\tgen_newline();\n\treturn gen_end();\n}\n"
#define VALIDATE_C                                                                                 \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tgen_read_int(0, 1000000, \"a\");\n\tgen_read_space();\n"                                \
	"\tgen_read_int(0, 1000000, \"b\");\n\tgen_read_newline();\n\treturn gen_read_end();\n}\n"
#define RECIPE                                                                                     \
	"# Kept.\nsolution: /submissions/accepted/sum.c\ndata:\n  secret:\n    data:\n"            \
	"      # Kept, too.\n      one: pair --max 1000000 --seed {seed}\n"

static void put_pair(const char *recipe)
{
	put_sum_package(0);
	put("sum/input_validators/validate.c", VALIDATE_C);
	put("sum/generators/pair.c", GENERATE_C);
	put("sum/generators/generators.yaml", recipe);
	put("sum/submissions/accepted/sum.c", SUM_C);
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
}

/* Wrong for sums from 1,000 on. */
#define FAILS_LATE_C                                                                               \
	"#include <stdio.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);"                        \
	"printf(\"%d\\n\",a+b>999?0:a+b);}\n"

static void expect_has(const char *text, const char *part)
{
	cr_expect(strstr(text, part), "no \"%s\" in:\n%s", part, text);
}

static json_t *document_of(const struct outcome *outcome)
{
	json_t *document = json_loads(outcome->out.data, 0, NULL);

	cr_assert(document, "%s%s", outcome->out.data, outcome->err.data);
	return document;
}

static const char *text_in(const json_t *document, const char *key)
{
	const char *text = json_string_value(json_object_get(document, key));

	return text ? text : "";
}

/* ---- results ---- */

Test(stress, the_smallest_input_is_found_and_added_to_the_recipe)
{
	put_pair(RECIPE);
	put("late.c", FAILS_LATE_C);
	AUTO_OUTCOME found = ASSAY("stress", "sum", "late.c", "--add", "--time=120s");
	EXPECT_STATUS(found, 1);
	EXPECT_NOTHING_LEFT(found);
	expect_has(found.out.data, "late.c fails: WA, token 1 (line 1): expected 1000, got 0");
	expect_has(found.out.data,
		"; no rule makes it smaller):\n  0 1000\nright answer:\n  1000\noutput:\n  0\n");
	expect_has(found.out.data, "added to the recipe as secret/stress-1; run `assay gen sum`");
	AS_AUTO_BYTES struct as_bytes recipe = {0};
	cr_assert_eq(
		as_file_read(here_fd, "sum/generators/generators.yaml", 1 << 20, &recipe, NULL), 0);
	cr_expect_str_eq(recipe.data, RECIPE "      stress-1: {in: \"0 1000\\n\"}\n");
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME judged = ASSAY("judge", "sum", "late.c", "--test", "secret/stress-1");
	expect_has(judged.out.data, "WA");
	AUTO_OUTCOME again = ASSAY("stress", "sum", "late.c", "--add", "--time=4s");
	expect_has(again.err.data,
		"--add: the input is that of test secret/stress-1, so it is not added\n");
}

/* The test of the package gets WA. The crash on smaller inputs is another mistake. */
Test(stress, a_smaller_input_fails_with_the_same_verdict)
{
	put_pair(RECIPE);
	put("two.c", "#include <stdio.h>\n#include <stdlib.h>\nint main(void){int a,b;"
		     "scanf(\"%d%d\",&a,&b);if(a<1000&&a+b!=3)abort();"
		     "printf(\"%d\\n\",b<1000?a+b:0);}\n");
	AUTO_OUTCOME found = ASSAY("stress", "sum", "two.c", "--time=120s");
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, "two.c fails: WA, ");
	expect_has(found.out.data, "; no rule makes it smaller):\n  1000 1000\n");
}

Test(stress, the_document_has_the_keys_that_are_promised)
{
	static const char *const keys[] = {"package", "submission", "found", "tried", "seconds",
		"input", "expected", "actual", "verdict", "input_before_shrinking", "runs"};

	put_pair(RECIPE);
	put("late.c", FAILS_LATE_C);
	AUTO_OUTCOME found = ASSAY("stress", "sum", "late.c", "--json", "--time=120s");
	EXPECT_STATUS(found, 1);
	AS_AUTO_JSON json_t *document = document_of(&found);
	cr_expect_eq(json_object_size(document), sizeof keys / sizeof *keys);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		cr_expect(json_object_get(document, keys[i]), "%s", keys[i]);
	cr_expect(json_is_true(json_object_get(document, "found")));
	cr_expect_str_eq(text_in(document, "input"), "0 1000\n");
	cr_expect_str_eq(text_in(document, "expected"), "1000\n");
	cr_expect_str_eq(text_in(document, "actual"), "0\n");
	cr_expect_str_eq(text_in(document, "verdict"), "WA");
}

Test(stress, equal_seeds_find_the_same_input_with_any_number_of_jobs)
{
	char inputs[3][4096] = {"", "", ""};

	put_pair(RECIPE);
	put("late.c", FAILS_LATE_C);
	for (int i = 0; i < 3; i++) {
		AUTO_OUTCOME found = ASSAY("stress", "sum", "late.c", "--json", "--seed", "s", "-j",
			i == 1 ? "2" : "1", i == 2 ? "--fresh" : "--time=120s");
		AS_AUTO_JSON json_t *document = document_of(&found);
		snprintf(inputs[i], sizeof inputs[i], "%s",
			text_in(document, "input_before_shrinking"));
		cr_expect_str_eq(text_in(document, "runs"), i == 2 ? "fresh" : "fork-server");
	}
	cr_expect_str_neq(inputs[0], "");
	cr_expect_str_eq(inputs[0], inputs[1]);
	cr_expect_str_eq(inputs[0], inputs[2]);
}

Test(stress, coins_taken_greedily_fail_the_smallest_row)
{
	generate_coinseven();
	AUTO_OUTCOME found =
		ASSAY("stress", "coinseven", WRONG("greedy.c"), "--json", "--time=120s");
	EXPECT_STATUS(found, 1);
	AS_AUTO_JSON json_t *document = document_of(&found);
	cr_expect_str_eq(text_in(document, "input"), "4\n1 2 1 1\n");
	AUTO_OUTCOME python = ASSAY("stress", "coinseven", WRONG("prompts.py"), "--time=120s");
	EXPECT_STATUS(python, 1);
	expect_has(python.out.data, "\n  2\n  1 1\n");
}

Test(stress, an_interactive_submission_fails_against_an_opponent)
{
	AUTO_OUTCOME copied = command_run(
		(const char *const[]){"/bin/cp", "-r", ASSAY_SOURCE_DIR "/problems/coinsparity",
			ASSAY_SOURCE_DIR "/problems/shared", ".", NULL});
	EXPECT_STATUS(copied, 0);
	AUTO_OUTCOME made = ASSAY("gen", "coinsparity");
	EXPECT_STATUS(made, 0);
	put("left.py",
		"n = int(input())\ninput()\nfor i in range(n // 2):\n    print('L', flush=True)\n"
		"    input()\n");
	AUTO_OUTCOME found = ASSAY("stress", "coinsparity", "left.py", "--time=120s");
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, "left.py fails: WA");
	expect_has(found.out.data, "input (");
}

/* ---- several passes ---- */

#define WORD_C                                                                                     \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tchar word[101];\n"          \
	"\tgen_start(argc, argv);\n\tint64_t max = gen_option_int(\"max\", 1, 100);\n"             \
	"\tint64_t length = gen_int(1, max);\n\tgen_string(word, length, \"abyz\");\n"             \
	"\tgen_text(\"encode\\n\");\n\tgen_text(word);\n\tgen_newline();\n\treturn "               \
	"gen_end();\n}\n"
/* As the validator that `assay new` writes, which Python starts for each pass. */
#define PASSES_C                                                                                   \
	"#include <stdio.h>\n#include <string.h>\nint main(int c, char **v)\n{\n"                  \
	"\tchar path[4096], word[200], said[500];\n"                                               \
	"\tsnprintf(path, sizeof path, \"%s/word\", v[3]);\n\tFILE *file = fopen(path, \"r\");\n"  \
	"\tif (c < 4 || scanf(\"%499s\", said) != 1)\n\t\treturn 43;\n"                            \
	"\tif (file)\n\t\treturn fscanf(file, \"%199s\", word) == 1 && !strcmp(said, word) ? 42"   \
	" : 43;\n\tif (!(file = fopen(v[1], \"r\")) || fscanf(file, \"%*s%199s\", word) != 1)\n"   \
	"\t\treturn 1;\n\tfile = fopen(path, \"w\");\n\tfprintf(file, \"%s\\n\", word);\n"         \
	"\tfclose(file);\n\tsnprintf(path, sizeof path, \"%s/nextpass.in\", v[3]);\n"              \
	"\tfile = fopen(path, \"w\");\n\tfprintf(file, \"decode\\n%s\\n\", said);\n"               \
	"\treturn fclose(file) ? 1 : 42;\n}\n"
/* Two digits a letter, from which a z that is not the first letter comes back as a y. */
#define FORGETS_Z_C                                                                                \
	"#include <stdio.h>\nint main(void)\n{\n\tchar task[10], text[300];\n"                     \
	"\tscanf(\"%9s%299s\", task, text);\n\tfor (int i = 0; text[i]; i++)\n"                    \
	"\t\tif (*task == 'e') {\n\t\t\tprintf(\"%02d\", text[i] - 'a');\n\t\t} else {\n"          \
	"\t\t\tint code = (text[i] - '0') * 10 + text[i + 1] - '0';\n"                             \
	"\t\t\tputchar('a' + (i && code == 25 ? 24 : code));\n\t\t\ti++;\n\t\t}\n"                 \
	"\tputs(\"\");\n}\n"

Test(stress, a_mistake_in_the_second_pass_is_found_confirmed_and_shrunk)
{
	AUTO_OUTCOME new = ASSAY("new", "twice", "--multi-pass");
	EXPECT_STATUS(new, 0);
	cr_assert_eq(unlinkat(here_fd, "twice/output_validator/validate.py", 0), 0);
	put("twice/output_validator/validate.c", PASSES_C);
	put("twice/generators/word.c", WORD_C);
	put("twice/generators/generators.yaml",
		"data:\n  secret:\n    data:\n      long: word --max 100 --seed {seed}\n");
	put("z.c", FORGETS_Z_C);
	AUTO_OUTCOME made = ASSAY("gen", "twice");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME found = ASSAY("stress", "twice", "z.c", "--json", "--add", "--time=120s");
	EXPECT_STATUS(found, 1);
	AS_AUTO_JSON json_t *document = document_of(&found);
	cr_expect_str_eq(text_in(document, "input"), "encode\naz\n");
	/* That of the second pass: of the first it would be digits. */
	cr_expect_str_eq(text_in(document, "actual"), "ay\n");
	cr_expect_str_eq(text_in(document, "verdict"), "WA");
	expect_has(found.err.data,
		"--add: the input is that of test secret/long, so it is not added\n");
	/* A fresh judging agrees. */
	AUTO_OUTCOME judged = ASSAY("judge", "--json", "twice", "z.c", "--test", "secret/long");
	AS_AUTO_JSON json_t *result = document_of(&judged);
	const json_t *test = json_array_get(json_object_get(result, "tests"), 0);
	cr_expect_str_eq(text_in(test, "verdict"), "WA");
	cr_expect_eq(json_integer_value(json_object_get(test, "passes")), 2);
}

/* ---- a package without generators ---- */

Test(stress, without_generators_the_samples_are_changed)
{
	put_sum_package(2);
	put("sum/input_validators/validate.c", VALIDATE_C);
	put("sum/submissions/accepted/sum.c", SUM_C);
	put("late.c", FAILS_LATE_C);
	AUTO_OUTCOME found = ASSAY("stress", "sum", "late.c", "--time=120s");
	EXPECT_STATUS(found, 1);
	expect_has(
		found.out.data, "inputs by changed samples, because the package has no generators");
	expect_has(found.out.data, "\n  0 1000\n");
}

/* This generator never draws 0. */
#define DRAW_PY                                                                                    \
	"import random, sys\nrandom.seed(int(sys.argv[1]))\n"                                      \
	"print(*random.sample(range(1, 1000000), 2))\n"
#define FAILS_ZERO_C                                                                               \
	"#include <stdio.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);"                        \
	"printf(\"%d\\n\",a&&b?a+b:7);}\n"

static void put_drawn(void)
{
	put_sum_package(2);
	put("sum/generators/draw.py", DRAW_PY);
	put("sum/generators/generators.yaml",
		"solution: /submissions/accepted/sum.c\ndata:\n  secret:\n    data:\n"
		"      one: draw.py {seed}\n");
	put("sum/submissions/accepted/sum.c", SUM_C);
	put("zero.c", FAILS_ZERO_C);
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
}

Test(stress, samples_are_changed_if_no_generator_records_its_choices)
{
	put_drawn();
	put("sum/input_validators/validate.c", VALIDATE_C);
	AUTO_OUTCOME found = ASSAY("stress", "sum", "zero.c", "--time=120s");
	EXPECT_STATUS(found, 1);
	expect_has(
		found.out.data, "inputs by the recipe's generators and changed samples, answers");
	/* With --generator there are no other inputs. */
	AUTO_OUTCOME own =
		ASSAY("stress", "sum", "zero.c", "--time=10s", "--generator", "draw.py {seed}");
	EXPECT_STATUS(own, 0);
}

Test(stress, a_script_makes_inputs_if_no_generator_records_its_choices)
{
	put_drawn();
	put("sum/input_validators/format.ctd",
		"INT(0, 1000000) SPACE INT(0, 1000000) NEWLINE EOF\n");
	AUTO_OUTCOME found = ASSAY("stress", "sum", "zero.c", "--time=120s");
	EXPECT_STATUS(found, 1);
	expect_has(
		found.out.data, "inputs by the recipe's generators and the Checktestdata script");
}

Test(stress, without_generators_a_script_makes_inputs)
{
	put_sum_package(2);
	put("sum/input_validators/format.ctd",
		"INT(0, 1000000) SPACE INT(0, 1000000) NEWLINE EOF\n");
	put("sum/submissions/accepted/sum.c", SUM_C);
	put("late.c", FAILS_LATE_C);
	AUTO_OUTCOME found = ASSAY("stress", "sum", "late.c", "--time=120s");
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, "derived from the Checktestdata script");
}

Test(stress, constants_of_the_package_are_filled_into_a_script)
{
	put_sum_package(2);
	put("sum/problem.yaml", SUM_YAML SUM_LIMITS "constants:\n  most: 1000000\n");
	put("sum/input_validators/format.ctd",
		"INT(0, {{most}}) SPACE INT(0, {{most}}) NEWLINE EOF\n");
	put("sum/submissions/accepted/sum.c", SUM_C);
	put("late.c", FAILS_LATE_C);
	AUTO_OUTCOME found = ASSAY("stress", "sum", "late.c", "--time=120s");
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, "derived from the Checktestdata script");
}

Test(stress, without_samples_other_tests_are_changed)
{
	put_sum_package(2);
	cr_assert_eq(unlinkat(here_fd, "sum/data/sample/1.in", 0), 0);
	cr_assert_eq(unlinkat(here_fd, "sum/data/sample/1.ans", 0), 0);
	put("sum/input_validators/validate.c", VALIDATE_C);
	put("sum/submissions/accepted/sum.c", SUM_C);
	put("late.c", FAILS_LATE_C);
	AUTO_OUTCOME found = ASSAY("stress", "sum", "late.c", "--time=120s");
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, "changed tests, because the package has neither");
}

/* ---- bad input ---- */

Test(stress, a_right_submission_passes_and_the_number_of_inputs_is_reported)
{
	put_pair(RECIPE);
	AUTO_OUTCOME passed = ASSAY("stress", "sum", "sum/submissions/accepted/sum.c", "--time=2s",
		"--against", "sum/submissions/accepted/sum.c");
	EXPECT_STATUS(passed, 0);
	expect_has(passed.out.data, "no failing input found\ntried ");
}

Test(stress, a_package_without_validator_is_reported)
{
	put_pair(RECIPE);
	cr_assert_eq(unlinkat(here_fd, "sum/input_validators/validate.c", 0), 0);
	put("late.c", FAILS_LATE_C);
	AUTO_OUTCOME found = ASSAY("stress", "sum", "late.c", "--time=20s");
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, "no input validator: the inputs may be invalid");
	/* Only the generator's choices are reduced: other texts could not be validated. */
	expect_has(found.out.data, "late.c fails: WA, token 1 (line 1): expected ");
}

Test(stress, samples_are_changed_only_if_a_validator_checks_them)
{
	put_sum_package(2);
	put("sum/submissions/accepted/sum.c", SUM_C);
	put("late.c", FAILS_LATE_C);
	AUTO_OUTCOME refused = ASSAY("stress", "sum", "late.c");
	EXPECT_STATUS(refused, 3);
	expect_has(refused.err.data, "no generators, and no input validator for changed samples");
}

Test(stress, a_generator_that_always_makes_the_same_input_is_reported)
{
	put_pair(RECIPE);
	put("sum/generators/pair.c", "#include <stdio.h>\nint main(void) { puts(\"3 4\"); }\n");
	/* Not late.c: the package's own tests find its mistake. */
	put("right.c", SUM_C);
	AUTO_OUTCOME passed = ASSAY("stress", "sum", "right.c", "--time=60s");
	EXPECT_STATUS(passed, 0);
	expect_has(passed.out.data,
		"the generators make the same inputs whatever their numbers and seeds are");
}

Test(stress, a_submission_that_fails_sometimes_is_called_nondeterministic)
{
	put_pair(RECIPE);
	put("random.py", "import os\na, b = map(int, input().split())\n"
			 "print(a + b if os.urandom(1)[0] < 160 else -1)\n");
	AUTO_OUTCOME said = ASSAY("stress", "sum", "random.py", "--time=6s");
	expect_has(said.out.data, "nondeterministic: ");
}

Test(stress, a_submission_that_does_not_compile_is_not_run)
{
	put_pair(RECIPE);
	put("broken.c", "int main(void) { return x; }\n");
	AUTO_OUTCOME refused = ASSAY("stress", "sum", "broken.c");
	EXPECT_STATUS(refused, 0);
	expect_has(refused.out.data, "broken.c: CE, so nothing was tried");
	AUTO_OUTCOME json = ASSAY("stress", "sum", "broken.c", "--json");
	AS_AUTO_JSON json_t *document = document_of(&json);
	cr_expect(json_is_false(json_object_get(document, "found")));
	cr_expect_str_eq(text_in(document, "verdict"), "CE");
}

Test(stress, the_report_begins_with_right_solutions_that_disagree)
{
	put_pair(RECIPE);
	put("sum/submissions/accepted/other.c", SUM_C);
	put("wrong.c", FAILS_LATE_C);
	put("right.c", SUM_C);
	AUTO_OUTCOME found =
		ASSAY("stress", "sum", "right.c", "--against", "wrong.c", "--time=120s");
	EXPECT_STATUS(found, 1);
	cr_expect(strstr(found.out.data, "right solutions disagree about the input below") ==
			  found.out.data,
		"%s", found.out.data);
	expect_has(found.out.data, "\n  0 1000\n");
}

Test(stress, a_right_solution_that_fails_leaves_nothing_to_compare_with)
{
	put_pair(RECIPE);
	put("late.c", FAILS_LATE_C);
	put("crash.c", "#include <stdlib.h>\nint main(void) { abort(); }\n");
	put("broken.c", "int main(void) { return x; }\n");
	/* Not late.c, which fails one of the package's own tests; these have answers. */
	put("right.c", SUM_C);
	AUTO_OUTCOME crashed =
		ASSAY("stress", "sum", "right.c", "--against", "crash.c", "--time=30s");
	EXPECT_STATUS(crashed, 0);
	expect_has(crashed.out.data, "right.c: no failing input found\ntried ");
	expect_has(crashed.out.data, "inputs have no right answer: the right solution failed");
	expect_has(crashed.out.data, "the first reason: crash.c: RTE on a valid input");
	AUTO_OUTCOME broken = ASSAY("stress", "sum", "late.c", "--against", "broken.c");
	EXPECT_STATUS(broken, 3);
	expect_has(broken.err.data, "broken.c: the right solution does not compile");
}

Test(stress, a_package_that_was_not_generated_has_a_remedy)
{
	put_pair(RECIPE);
	put("late.c", FAILS_LATE_C);
	AUTO_OUTCOME removed = command_run((const char *const[]){
		"/usr/bin/find", "sum/data/secret", "-type", "f", "-delete", NULL});
	EXPECT_STATUS(removed, 0);
	AUTO_OUTCOME refused = ASSAY("stress", "sum", "late.c");
	EXPECT_STATUS(refused, 3);
	expect_has(refused.err.data, "no secret tests; run `assay gen sum`");
}

/* The file is outside, and the recipe belongs to the package. */
Test(stress, a_solution_outside_of_the_package_is_refused)
{
	put_pair(RECIPE);
	put("late.c", FAILS_LATE_C);
	put("outside.c", SUM_C);
	put("sum/generators/generators.yaml",
		"solution: /submissions/../../outside.c\ndata:\n  secret:\n    data:\n"
		"      one: pair --max 1000000 --seed {seed}\n");
	AUTO_OUTCOME refused = ASSAY("stress", "sum", "late.c", "--time=20s");
	EXPECT_STATUS(refused, 3);
	expect_has(
		refused.err.data, "solution '/submissions/../../outside.c' must be in the package");
}

/* Some hundred inputs are in memory at once. */
Test(stress, a_generator_of_huge_inputs_fails)
{
	put_pair(RECIPE);
	put("right.c", SUM_C);
	put("sum/generators/pair.c",
		"#include <stdio.h>\n#include <string.h>\nstatic char all[17 << 20];\n"
		"int main(void){memset(all,'1',sizeof all);fwrite(all,1,sizeof all,stdout);}\n");
	AUTO_OUTCOME passed = ASSAY("stress", "sum", "right.c", "--time=40s");
	EXPECT_STATUS(passed, 0);
	expect_has(passed.out.data, " runs of a generator failed");
}

Test(stress, wrong_arguments_are_refused_with_the_remedy)
{
	put_pair(RECIPE);
	put("late.c", FAILS_LATE_C);
	AUTO_OUTCOME reference = ASSAY("stress", "sum", "late.c", "--against", "reference");
	EXPECT_STATUS(reference, 2);
	expect_has(reference.err.data, "the package's recipe has no `solution: assay solve ...`");
	AUTO_OUTCOME generator = ASSAY("stress", "sum", "late.c", "--generator", "pairs.c --max 3");
	EXPECT_STATUS(generator, 3);
	expect_has(generator.err.data, "did you mean 'pair.c'?");
	AUTO_OUTCOME missing = ASSAY("stress", "sum");
	EXPECT_STATUS(missing, 2);
	expect_has(missing.err.data, "missing argument SUBMISSION");
	AUTO_OUTCOME time = ASSAY("stress", "sum", "late.c", "--time", "30");
	EXPECT_STATUS(time, 2);
}

Test(stress, another_generator_and_solution_can_be_named)
{
	put_pair(RECIPE);
	put("late.c", FAILS_LATE_C);
	AUTO_OUTCOME found =
		ASSAY("stress", "sum", "late.c", "--generator", "pair --max 1200 --seed {seed}",
			"--against", "sum/submissions/accepted/sum.c", "--time=30s");
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, "inputs by the command of --generator, answers by "
				   "sum/submissions/accepted/sum.c");
}

/* ---- Ctrl-C ---- */

static int terminal, program_side;

/* A descriptor of this terminal that a child keeps open would block the test, too. */
static bool show_on_terminal(void)
{
	return dup2(program_side, STDERR_FILENO) >= 0;
}

/* Reads the live line until it contains the text. False: the command has ended. */
static bool await_live(const char *text)
{
	char said[1 << 16];
	size_t size = 0;

	for (ssize_t got; size < sizeof said - 1; size += (size_t)got) {
		got = read(terminal, said + size, sizeof said - 1 - size);
		if (got <= 0)
			return false;
		said[size + (size_t)got] = '\0';
		if (strstr(said, text))
			return true;
		if (size > sizeof said / 2)
			size = 0;
	}
	return false;
}

static void read_to_the_end(void)
{
	char rest[4096];

	while (read(terminal, rest, sizeof rest) > 0)
		;
}

#define SMALL_RECIPE                                                                               \
	"solution: /submissions/accepted/sum.c\ndata:\n  secret:\n    data:\n"                     \
	"      one: pair --max 200 --seed {seed}\n"

/* Each failure takes a third of a second, so shrinking takes longer than the test needs. The
 * package's own test passes: an input that fails is a new test, which a validator has accepted. */
Test(stress, ctrl_c_prints_the_best_so_far_and_keeps_it)
{
	put_pair(SMALL_RECIPE);
	put("late.c", "#include <stdio.h>\n#include <time.h>\nint main(void){long long a,b;"
		      "scanf(\"%lld%lld\",&a,&b);while(a*b>70000&&clock()<CLOCKS_PER_SEC/3);"
		      "printf(\"%lld\\n\",a*b>70000?0:a+b);}\n");
	const struct winsize size = {.ws_row = 24, .ws_col = 250};
	cr_assert_eq(openpty(&terminal, &program_side, NULL, NULL, &size), 0);
	struct process process =
		command_start(ASSAY_ARGV("stress", "sum", "late.c", "--time=200s", "--add",
				      "--generator", "pair --max 1000000 --seed {seed}"),
			show_on_terminal);
	close(program_side);
	const bool found = await_live("smallest failing input");
	kill(process.pid, SIGINT);
	read_to_the_end();
	AUTO_OUTCOME ended = command_end(&process);
	close(terminal);
	cr_expect(found);
	cr_expect_eq(ended.signal, SIGINT);
	expect_has(ended.out.data, "late.c fails: WA");
	expect_has(ended.out.data, "right answer:\n");
	expect_has(ended.out.data, "added to the recipe as secret/stress-1");
	AS_AUTO_BYTES struct as_bytes recipe = {0};
	cr_assert_eq(
		as_file_read(here_fd, "sum/generators/generators.yaml", 1 << 20, &recipe, NULL), 0);
	expect_has(recipe.data, "      stress-1: {in: ");
	EXPECT_NOTHING_LEFT(ended);
}

/* ---- the package's own tests, and the command as written ---- */

#define EDGE_C                                                                                     \
	"#include <stdio.h>\nint main(void){long a,b;scanf(\"%ld%ld\",&a,&b);printf(\"%ld\\n\","   \
	"a==777777?0:a+b);}\n"

static void put_edge(const char *recipe)
{
	put_pair(recipe);
	put("edge.c", EDGE_C);
	put("sum/data/secret/edge.in", "777777 5\n");
	put("sum/data/secret/edge.ans", "777782\n");
}

Test(stress, a_test_of_the_package_that_the_submission_fails_is_found_and_shrunk)
{
	put_edge(RECIPE);
	AUTO_OUTCOME found = ASSAY("stress", "sum", "edge.c", "--time=60s");
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, "\n  777777 ");
}

/* It never ends on inputs above 10,000, and it is wrong for the first test. */
Test(stress, tests_after_the_first_that_fails_are_not_run)
{
	char path[64];

	put_pair(RECIPE);
	put("slow.c", "#include <stdio.h>\nint main(void){long a,b;scanf(\"%ld%ld\",&a,&b);"
		      "while(a>10000)a|=65536;printf(\"%ld\\n\",b==5?0:a+b);}\n");
	put("sum/data/secret/0.in", "1 5\n");
	put("sum/data/secret/0.ans", "6\n");
	for (int i = 10; i < 60; i++) {
		char text[64];
		snprintf(path, sizeof(path), "sum/data/secret/%d.in", i);
		snprintf(text, sizeof(text), "777777 %d\n", i);
		put(path, text);
		snprintf(path, sizeof(path), "sum/data/secret/%d.ans", i);
		snprintf(text, sizeof(text), "%d\n", 777777 + i);
		put(path, text);
	}
	AUTO_OUTCOME found = ASSAY("stress", "sum", "slow.c", "--json", "--time=200s");
	EXPECT_STATUS(found, 1);
	AS_AUTO_JSON json_t *document = json_loads(found.out.data, 0, NULL);
	cr_expect_str_eq(json_string_value(json_object_get(document, "input")), "0 5\n");
	cr_expect_str_eq(
		json_string_value(json_object_get(document, "input_before_shrinking")), "1 5\n");
	const json_int_t tried = json_integer_value(json_object_get(document, "tried"));
	cr_expect_lt(tried, 50, "%lld", (long long)tried);
}

static void expect_added(const char *recipe, const char *line, const char *name)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	put_edge(recipe);
	AUTO_OUTCOME found = ASSAY("stress", "sum", "edge.c", "--add", "--time=60s");
	EXPECT_STATUS(found, 1);
	cr_assert_eq(
		as_file_read(here_fd, "sum/generators/generators.yaml", 10000, &text, NULL), 0);
	expect_has(text.data, line);
	AS_AUTO_FREE char *said = as_text_format(NULL, "added to the recipe as secret/%s;", name);
	expect_has(found.out.data, said);
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
}

#define SOLVED "solution: /submissions/accepted/sum.c\n"

Test(stress, a_test_is_added_to_lists_in_any_style)
{
	expect_added(SOLVED
		"data:\n  secret:\n    data:\n      - one:\n          in: \"1 2\\n\"\n      - "
		"random: pair --max 9 --seed {seed}\n",
		"\n      - stress-1: {in: \"777777 ", "3-stress-1");
	expect_added(SOLVED "data:\n  secret:\n    data:\n    -\n      random: pair --max 9 --seed "
			    "{seed}\n",
		"\n    - stress-1: {in: \"777777 ", "2-stress-1");
	expect_added(SOLVED "data: {secret: {data: [{random: 'pair --max 9 --seed {seed}'}]}}\n",
		"{seed}'}, {stress-1: {in: \"777777 ", "2-stress-1");
	expect_added(SOLVED "data: {secret: {data: {random: 'pair --max 9 --seed {seed}'}}}\n",
		"{seed}', stress-1: {in: \"777777 ", "stress-1");
}
