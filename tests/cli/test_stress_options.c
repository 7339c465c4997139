/* SPDX-License-Identifier: MIT */
/* assay stress: the command of --generator, the group of --add, and generators that are no good. */
#include "support/hogs.h"
#include "support/packages.h"

#include <poll.h>

TestSuite(stress_options, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define EXACT_C                                                                                    \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tgen_write_int(gen_option_int(\"a\", 0, 1000000));\n\tgen_space();\n"                    \
	"\tgen_write_int(gen_int(0, 9));\n\tgen_newline();\n\treturn gen_end();\n}\n"
/* Without gen.h, so that no tape can replace its numbers. */
#define SAME_C                                                                                     \
	"#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv)\n{\n"            \
	"\tlong n = argc > 2 ? atol(argv[2]) : 1;\n"                                               \
	"\tprintf(\"%ld %ld\\n\", n, n * 7 % 1000);\n\treturn 0;\n}\n"
#define FAILING_C                                                                                  \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tgen_fail(\"no luck\");\n}\n"
#define VALIDATE_C                                                                                 \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tint64_t max = gen_option_int_or(\"max\", 1000000, 0, 1000000);\n"                       \
	"\tgen_read_int(0, max, \"a\");\n\tgen_read_space();\n"                                    \
	"\tgen_read_int(0, max, \"b\");\n\tgen_read_newline();\n\treturn gen_read_end();\n}\n"
#define RECIPE                                                                                     \
	"solution: /submissions/accepted/sum.c\n"                                                  \
	"data:\n  secret:\n    data:\n"                                                            \
	"      \"1\":\n        test_group.yaml: {input_validator_args: [--max, '100']}\n"          \
	"        data:\n          one: {in: \"1 2\\n\"}\n"                                         \
	"      \"2\":\n        test_group.yaml: {input_validator_args: []}\n        data:\n      " \
	"    two: exact --a 5 --seed {seed}\n"                                                     \
	"      \"3\":\n        test_group.yaml: {input_validator_args: []}\n        data:\n      " \
	"    three: exact --a 6 --seed {seed}\n"
/* Wrong only for this number. */
#define EDGE_C                                                                                     \
	"#include <stdio.h>\nint main(void){long a,b;scanf(\"%ld%ld\",&a,&b);printf(\"%ld\\n\","   \
	"a==313370?0:a+b);}\n"

static void expect_has(const char *text, const char *part)
{
	cr_expect(strstr(text, part), "no \"%s\" in:\n%s", part, text);
}

static void put_recipe(const char *recipe)
{
	put_sum_package(0);
	put("sum/input_validators/validate.c", VALIDATE_C);
	put("sum/generators/exact.c", EXACT_C);
	put("sum/generators/same.c", SAME_C);
	put("sum/generators/failing.c", FAILING_C);
	put("sum/generators/generators.yaml", recipe);
	put("sum/submissions/accepted/sum.c", SUM_C);
	put("edge.c", EDGE_C);
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
}

static void put_exact(void)
{
	put_recipe(RECIPE);
}

/* ---- the command of --generator ---- */

Test(stress_options, the_command_of_generator_is_run_as_it_is_written)
{
	put_exact();
	AUTO_OUTCOME found = ASSAY("stress", "sum", "edge.c", "--time=60s",
		"--generator=exact --a 313370 --seed {seed}");
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, "inputs by the command of --generator");
	expect_has(found.out.data, "\n  313370 0\n");
}

Test(stress_options, a_command_without_a_seed_is_run_as_it_is_written_too)
{
	put_exact();
	AUTO_OUTCOME found =
		ASSAY("stress", "sum", "edge.c", "--time=60s", "--generator=exact --a 313370");
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, "\n  313370 0\n");
}

/* A run with any other number would take all of the time. The package's own tests also come later.
 */
#define HANGING_C                                                                                  \
	"#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv)\n{\n"            \
	"\tlong n = argc > 1 ? atol(argv[1]) : 0;\n\twhile (n != 313370);\n"                       \
	"\tprintf(\"%ld %d\\n\", n, atoi(argv[2]) % 10);\n\treturn 0;\n}\n"

Test(stress_options, the_command_of_generator_is_run_as_it_is_written_before_anything_else)
{
	put_exact();
	put("sum/generators/hanging.c", HANGING_C);
	put("wrong.c", "int main(void) { return 0; }\n");
	AUTO_OUTCOME found =
		ASSAY("stress", "sum", "edge.c", "--time=10s", "--generator=hanging 313370 {seed}");
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, "\n  313370 0\n");
	AUTO_OUTCOME wrong = ASSAY(
		"stress", "sum", "wrong.c", "--time=10s", "--generator=hanging 313370 {seed}");
	EXPECT_STATUS(wrong, 1);
	expect_has(wrong.out.data, ", the largest of 9 bytes");
}

/* ---- the group of --add ---- */

static void expect_group(const char *option, const char *added)
{
	put_exact();
	AUTO_OUTCOME found = ASSAY("stress", "sum", "edge.c", "--time=60s", "--add",
		"--generator=exact --a 313370 --seed {seed}", option);
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, added);
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
}

/* The validator of group 1 refuses the input. */
Test(stress_options, the_first_group_that_takes_the_input_gets_the_test)
{
	expect_group(NULL, "added to the recipe as secret/2/stress-1;");
}

Test(stress_options, group_names_the_group_of_the_new_test)
{
	expect_group("--add=secret/3", "added to the recipe as secret/3/stress-1;");
}

Test(stress_options, a_group_that_does_not_take_the_input_is_an_error)
{
	AS_AUTO_BYTES struct as_bytes recipe = {0};

	put_exact();
	AUTO_OUTCOME refused = ASSAY("stress", "sum", "edge.c", "--time=60s", "--add",
		"--generator=exact --a 313370 --seed {seed}", "--add=secret/1");
	EXPECT_STATUS(refused, 2);
	expect_has(refused.out.data, "\n  313370 0\n");
	expect_has(refused.err.data, "--add=secret/1: the group's input validators reject the "
				     "input; use another group");
	cr_assert_eq(
		as_file_read(here_fd, "sum/generators/generators.yaml", 1 << 20, &recipe, NULL), 0);
	cr_expect_str_eq(recipe.data, RECIPE);
}

/* A search would not find anything, and need all of the time. */
static void expect_refused(const char *option, int status, const char *message)
{
	put("right.py", "import sys\nprint(sum(map(int, sys.stdin.read().split())))\n");
	const int64_t begun_ns = as_now_ns();
	AUTO_OUTCOME refused = ASSAY("stress", "sum", "right.py", "--time=600s", "--add", option);
	EXPECT_STATUS(refused, status);
	expect_has(refused.err.data, message);
	cr_expect_str_empty(refused.out.data);
	cr_expect_lt(as_now_ns() - begun_ns, INT64_C(300000000000));
}

Test(stress_options, a_group_that_cannot_get_the_test_is_refused_before_the_search)
{
	put_exact();
	expect_refused("--add=NOGROUP", 2,
		"--add: 'NOGROUP' is not a folder with tests; use sample, secret/1, ");
	expect_refused("--add=secret/33", 2,
		"'secret/33' is not a folder with tests; did you mean 'secret/3'? use ");
	expect_refused("--add=\033[31m", 2, "'\\x1B[31m' is not a folder");
	put("sum/generators/generators.yaml", "data: {secret: {data: {a: {in: \"1 2\\n\"}}}}\n");
	expect_refused("--add=secret/3", 3, "the recipe has no test of its own in secret/3");
	put("sum/generators/generators.yaml",
		"data: {sample: {include: [a]}, secret: {data: {a: {in: \"1 2\\n\"}}}}\n");
	expect_refused("--add=sample", 3, "the recipe has no test of its own in sample");
	cr_assert_eq(unlinkat(here_fd, "sum/generators/generators.yaml", 0), 0);
	expect_refused(NULL, 3, "generators.yaml");
}

/* Folders without settings of their own are no groups of the format. */
static void expect_folder(const char *data, const char *option, const char *name, const char *line)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_FREE char *recipe =
		as_text_format(NULL, "solution: /submissions/accepted/sum.c\ndata:%s", data);

	(void)as_dir_remove(here_fd, "sum", NULL);
	put_recipe(recipe);
	AUTO_OUTCOME found = ASSAY("stress", "sum", "edge.c", "--time=60s", "--add",
		"--generator=exact --a 313370 --seed {seed}", option);
	EXPECT_STATUS(found, 1);
	AS_AUTO_FREE char *added = as_text_format(NULL, "added to the recipe as %s;", name);
	expect_has(found.out.data, added);
	cr_assert_eq(
		as_file_read(here_fd, "sum/generators/generators.yaml", 10000, &text, NULL), 0);
	expect_has(text.data, line);
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
	AS_AUTO_FREE char *input = as_text_format(NULL, "sum/data/%s.in", name);
	cr_expect_eq(faccessat(here_fd, input, F_OK, 0), 0, "%s", input);
}

Test(stress_options, a_test_is_added_to_folders_that_have_no_settings)
{
	const char *maps = "\n  secret:\n    data:\n      g1:\n        data:\n"
			   "          a: exact --a 5 --seed {seed}\n      g2:\n        data:\n"
			   "          b: exact --a 6 --seed {seed}\n";
	const char *lists = "\n  secret:\n    data:\n      - g1:\n          data:\n"
			    "            - a: exact --a 5 --seed {seed}\n      - g2:\n"
			    "          data:\n          - {b: exact --a 6 --seed 1}\n          -\n"
			    "            c: exact --a 7 --seed 1\n";
	const char *flow = " {secret: {data: {g1: {data: {a: 'exact --a 5 --seed 1'}}, "
			   "g2: {data: [{b: 'exact --a 6 --seed 1'}]}}}}\n";

	expect_folder(maps, NULL, "secret/g1/stress-1",
		"{seed}\n          stress-1: {in: \"313370 0\\n\"}\n      g2:");
	expect_folder(maps, "--add=secret/g2", "secret/g2/stress-1",
		"a 6 --seed {seed}\n          stress-1: {in: \"");
	expect_folder(lists, NULL, "secret/1-g1/2-stress-1",
		"{seed}\n            - stress-1: {in: \"313370 0\\n\"}\n      - g2:");
	expect_folder(lists, "--add=secret/2-g2", "secret/2-g2/4-stress-1",
		"a 7 --seed 1\n          - stress-1: {in: \"");
	expect_folder(flow, NULL, "secret/g1/stress-1",
		"--seed 1', stress-1: {in: \"313370 0\\n\"}}}, g2: ");
	expect_folder(flow, "--add=secret/g2", "secret/g2/2-stress-1",
		"--seed 1'}, {stress-1: {in: \"313370 0\\n\"}}]}}}}\n");
}

/* The other tests of a list have numbers in their names. */
Test(stress_options, a_test_comes_last_also_between_brackets)
{
	const char *lines =
		" {secret: {data: {g1: {data: {\n  a: {in: \"1 2\\n\"}, # one, {\n"
		"  \"b\": {in: '3 4\n\n    '} # two\n}}, "
		"g2: {data: [a: exact --a 5 --seed 1, {b: exact --a 6 --seed 1} ]}}}}\n";

	expect_folder(lines, NULL, "secret/g1/stress-1",
		"'}, stress-1: {in: \"313370 0\\n\"} # two\n}}, ");
	expect_folder(lines, "--add=secret/g2", "secret/g2/3-stress-1",
		"--seed 1}, {stress-1: {in: \"313370 0\\n\"}} ]");
}

Test(stress_options, a_line_of_a_recipe_ends_as_the_others)
{
	expect_folder("\r\n  secret:\r\n    data:\r\n      a: exact --a 5 --seed 1\r\n", NULL,
		"secret/stress-1", "--seed 1\r\n      stress-1: {in: \"313370 0\\n\"}\r\n");
}

/* The other folders have their own settings, deeper folders, or tests of others only. */
Test(stress_options, the_first_folder_of_the_recipe_that_takes_the_input_gets_the_test)
{
	const char *data = "\n  secret:\n    data:\n      a:\n"
			   "        test_group.yaml: {input_validator_args: []}\n"
			   "        include: [one]\n      b:\n"
			   "        test_group.yaml: {input_validator_args: [--max, '100']}\n"
			   "        data:\n          deep:\n            data:\n"
			   "              one: {in: \"1 2\\n\"}\n      c:\n"
			   "        test_group.yaml: {input_validator_args: []}\n"
			   "        data:\n          deep:\n            data:\n"
			   "              two: exact --a 5 --seed {seed}\n";

	expect_folder(data, NULL, "secret/c/deep/stress-1",
		"{seed}\n              stress-1: {in: \"313370 0\\n\"}\n");
	expect_refused("--add=secret/c", 2,
		"--add: 'secret/c' is not a folder with tests; did you mean 'secret/a'? use "
		"sample, secret/a, secret/b/deep or secret/c/deep");
	expect_refused("--add=secret/a", 3,
		"the recipe has no test of its own in secret/a; write the first one by hand");
}

/* The recipe does not make the samples. Each search adds one. */
Test(stress_options, a_counterexample_becomes_a_sample)
{
	AS_AUTO_BYTES struct as_bytes input = {0}, answer = {0}, edge = {0};

	put_exact();
	cr_assert_eq(as_file_read(here_fd, "edge.c", 10000, &edge, NULL), 0);
	put("sum/submissions/wrong_answer/edge.c", edge.data);
	put("sum/submissions/wrong_answer/other.c", edge.data);
	AUTO_OUTCOME found = ASSAY("stress", "sum", "wrong_answer", "--time=60s", "--add=sample",
		"--generator=exact --a 313370 --seed {seed}");
	EXPECT_STATUS(found, 1);
	expect_has(
		found.out.data, "added as the sample data/sample/stress-1.in, with its answer\n");
	expect_has(
		found.out.data, "added as the sample data/sample/stress-2.in, with its answer\n");
	cr_expect_eq(faccessat(here_fd, "sum/data/sample/stress-2.ans", R_OK, 0), 0);
	cr_assert_eq(as_file_read(here_fd, "sum/data/sample/stress-1.in", 100, &input, NULL), 0);
	cr_assert_eq(as_file_read(here_fd, "sum/data/sample/stress-1.ans", 100, &answer, NULL), 0);
	cr_expect_str_eq(input.data, "313370 0\n");
	cr_expect_str_eq(answer.data, "313370\n");
	AUTO_OUTCOME judged = ASSAY("judge", "sum", "edge.c", "--test", "sample/stress-1");
	expect_has(judged.out.data, "WA");
}

/* ---- the number of inputs ---- */

Test(stress_options, a_search_that_tried_few_inputs_says_so)
{
	put_exact();
	AUTO_OUTCOME passed = ASSAY("stress", "sum", "sum/submissions/accepted/sum.c", "--fresh",
		"--time=1s", "--against", "sum/submissions/accepted/sum.c");
	EXPECT_STATUS(passed, 0);
	expect_has(passed.out.data, "inconclusive: the time ended before 1000 inputs were "
				    "tried; use a longer --time, more cores");
}

/* ---- generators that are no good ---- */

Test(stress_options, a_generator_that_ignores_its_seed_is_named)
{
	put_exact();
	AUTO_OUTCOME found = ASSAY("stress", "sum", "sum/submissions/accepted/sum.c",
		"--against=sum/submissions/accepted/sum.c", "--time=4s",
		"--generator=same --n 500 --seed {seed}");
	EXPECT_STATUS(found, 0);
	expect_has(found.out.data, "the generator ignores its seed: `same --n 500 --seed {seed}` "
				   "makes the same input for every {seed}");
	AUTO_OUTCOME good = ASSAY("stress", "sum", "sum/submissions/accepted/sum.c",
		"--against=sum/submissions/accepted/sum.c", "--time=3s",
		"--generator=exact --a 500 --seed {seed}");
	EXPECT_STATUS(good, 0);
	cr_expect_null(strstr(good.out.data, "ignores its seed"), "%s", good.out.data);
}

Test(stress_options, a_generator_that_fails_is_named_with_its_seed)
{
	put_exact();
	AUTO_OUTCOME found = ASSAY("stress", "sum", "edge.c", "--time=60s", "--fresh",
		"--generator=failing --n 9 --seed {seed}");
	EXPECT_STATUS(found, 3);
	const char *reason = strstr(found.err.data, "assay: --generator: `failing --n 9 --seed ");
	cr_assert_not_null(reason, "%s", found.err.data);
	const char *seed = reason + strlen("assay: --generator: `failing --n 9 --seed ");
	cr_expect(*seed >= '0' && *seed <= '9', "%s", reason);
	expect_has(reason, "` exited with status 1: no luck; correct the command");
	/* Also with a fork server. */
	AUTO_OUTCOME forked = ASSAY(
		"stress", "sum", "edge.c", "--time=60s", "--generator=exact --b 9 --seed {seed}");
	EXPECT_STATUS(forked, 3);
	expect_has(forked.err.data,
		"` exited with status 1: option --a is missing; correct the command");
}

/* ---- validators that do not end ---- */

/* Each of its runs would take a minute. */
Test(stress_options, an_input_validator_that_does_not_end_ends_the_search)
{
	put_exact();
	put("sum/input_validators/validate.c", "int main(void) { for (;;); }\n");
	AUTO_OUTCOME refused = ASSAY("stress", "sum", "edge.c", "--time=200s");
	EXPECT_STATUS(refused, 3);
	expect_has(refused.err.data,
		"input_validators/validate.c: the input validator does not end: "
		"it exceeded its limit of ");
}

/* One of three inputs takes half a second of CPU time, and counts as refused. */
Test(stress_options, an_input_validator_that_does_not_end_on_some_inputs_costs_little)
{
	put_exact();
	put("sum/input_validators/validate.c",
		"#include <stdio.h>\nint main(void){long a,b;if(scanf(\"%ld%ld\",&a,&b)!=2)"
		"return 43;while(b%3==1);return 42;}\n");
	const int64_t begun_ns = as_now_ns();
	AUTO_OUTCOME passed = ASSAY("stress", "sum", "sum/submissions/accepted/sum.c", "--time=30s",
		"--against", "sum/submissions/accepted/sum.c");
	EXPECT_STATUS(passed, 0);
	cr_expect_lt(as_now_ns() - begun_ns, INT64_C(60000000000));
	expect_has(passed.out.data, "inputs were refused by an input validator");
}

Test(stress_options, an_unknown_language_is_bad_usage_as_in_judge)
{
	put_sum_package(1);
	AUTO_OUTCOME outcome = ASSAY("stress", "sum", "edge.c", "--language=pyton3");
	EXPECT_COMPLAINT(outcome, 2,
		"assay: unknown language 'pyton3'; did you mean 'python3'? see assay languages");
}

/* ---- large inputs ---- */

#define LONG_C                                                                                     \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tint64_t n = gen_option_int(\"n\", 1, 5000);\n\tgen_write_int(n);\n\tgen_newline();\n"   \
	"\tfor (int64_t i = 0; i < n; i++) {\n\t\tgen_write_int(gen_int(0, 9));\n"                 \
	"\t\tgen_newline();\n\t}\n\treturn gen_end();\n}\n"
/* Wrong for long rows that do not begin as the test does; right if `first` is 10. */
#define ADD_C                                                                                      \
	"#include <stdio.h>\nint main(void)\n{\n\tlong n, v, first = -1, sum = 0;\n"               \
	"\tscanf(\"%%ld\", &n);\n\tfor (long i = 0; i < n; i++) {\n\t\tscanf(\"%%ld\", &v);\n"     \
	"\t\tsum += v;\n\t\tif (i == 0)\n\t\t\tfirst = v;\n\t}\n"                                  \
	"\tprintf(\"%%ld\\n\", sum + (n > 1000 && first != %d && %d < 10));\n}\n"

static void put_adding(const char *path, int first)
{
	AS_AUTO_FREE char *text = as_text_format(NULL, ADD_C, first, first);

	put(path, text);
}

/* Without fork servers, inputs that grow from small ones would not be so large in this time. */
Test(stress_options, inputs_as_large_as_the_largest_test_are_tried_early)
{
	AS_AUTO_BYTES struct as_bytes input = {0};

	put_sum_package(0);
	put("sum/data/sample/1.in", "1\n3\n");
	put("sum/data/sample/1.ans", "3\n");
	put("sum/generators/long.c", LONG_C);
	put("sum/generators/generators.yaml", "solution: /submissions/accepted/add.c\ndata: "
					      "{secret: {data: {long: 'long --n 2000 "
					      "--seed {seed}'}}}\n");
	put_adding("sum/submissions/accepted/add.c", 10);
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
	cr_assert_eq(as_file_read(here_fd, "sum/data/secret/long.in", 1 << 20, &input, NULL), 0);
	put_adding("wrong.c", input.data[strlen("2000\n")] - '0');
	AUTO_OUTCOME found = ASSAY("stress", "sum", "wrong.c", "--fresh", "--time=40s", "--json");
	EXPECT_STATUS(found, 1);
	AS_AUTO_JSON json_t *document = json_loads(found.out.data, 0, NULL);
	cr_assert_not_null(document, "%s%s", found.out.data, found.err.data);
	cr_expect_gt(
		json_string_length(json_object_get(document, "input_before_shrinking")), 2000u);
}

/* ---- right solutions ---- */

static void remove_solution(void)
{
	put("sum/generators/generators.yaml", "data: {secret: {data: {one: {in: \"1 2\\n\"}}}}\n");
	cr_assert_eq(unlinkat(here_fd, "sum/submissions/accepted/sum.c", 0), 0);
}

/* Neither the ending nor the files say the language and the entry point. */
Test(stress_options, submissions_yaml_determines_how_a_right_solution_starts)
{
	put_exact();
	remove_solution();
	put("sum/submissions/accepted/right.text", SUM_PY);
	put("sum/submissions/submissions.yaml", "accepted/right.text:\n  language: python3\n");
	AUTO_OUTCOME text = ASSAY("stress", "sum", "edge.c", "--time=2s");
	EXPECT_STATUS(text, 0);
	expect_has(text.out.data, "answers by sum/submissions/accepted/right.text\n");
	cr_assert_eq(unlinkat(here_fd, "sum/submissions/accepted/right.text", 0), 0);
	put("sum/submissions/accepted/two/one.py", "print(-1)\n");
	put("sum/submissions/accepted/two/other.py", SUM_PY);
	put("sum/submissions/submissions.yaml", "accepted/two:\n  entrypoint: other.py\n");
	AUTO_OUTCOME folder = ASSAY("stress", "sum", "edge.c", "--time=2s");
	EXPECT_STATUS(folder, 0);
	expect_has(folder.out.data, "answers by sum/submissions/accepted/two\n");
	AUTO_OUTCOME named = ASSAY(
		"stress", "sum", "edge.c", "--time=2s", "--against=sum/submissions/accepted/two");
	EXPECT_STATUS(named, 0);
	cr_expect_null(strstr(named.out.data, "inputs have no right answer"), "%s", named.out.data);
}

/* ---- inputs that the statement forbids ---- */

Test(stress_options, a_validator_that_accepts_anything_is_named)
{
	put_exact();
	put("sum/input_validators/validate.c", "int main(void) { return 42; }\n");
	AUTO_OUTCOME found = ASSAY("stress", "sum", "edge.c", "--time=60s",
		"--generator=exact --a 313370 --seed {seed}");
	EXPECT_STATUS(found, 1);
	expect_has(
		found.out.data, "the input validators accept anything: the inputs may be invalid");
}

/* The validator refuses malformed data, which is tried after the search. */
Test(stress_options, a_validator_that_never_ran_is_not_said_to_accept_anything)
{
	put_exact();
	put("sum/data/secret/9.in", "313370 0\n");
	put("sum/data/secret/9.ans", "313370\n");
	AUTO_OUTCOME outcome = ASSAY("stress", "sum", "sum/submissions/accepted/sum.c", "--time=1s",
		"-j1", "--generator=exact --a 313370");
	cr_expect_null(strstr(outcome.out.data, "accept anything"), "%s", outcome.out.data);
}

/* The only input is that of the package's own test, which the search does not validate. */
Test(stress_options, a_validator_that_was_not_run_is_not_blamed)
{
	put_sum_package(0);
	put("sum/input_validators/validate.c", VALIDATE_C);
	put("sum/generators/constant.c",
		"#include <stdio.h>\nint main(void) { puts(\"1 2\"); return 0; }\n");
	put("sum/generators/generators.yaml", "solution: /submissions/accepted/sum.c\n"
					      "data: {secret: {data: {one: constant}}}\n");
	put("sum/submissions/accepted/sum.c", SUM_C);
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME passed = ASSAY("stress", "sum", "sum/submissions/accepted/sum.c",
		"--against=sum/submissions/accepted/sum.c", "--time=5s", "--generator=constant");
	EXPECT_STATUS(passed, 0);
	expect_has(passed.out.data, "tried 1 input ");
	cr_expect_null(strstr(passed.out.data, "may be invalid"), "%s", passed.out.data);
}

Test(stress_options, a_validator_that_crashes_is_an_error)
{
	put_exact();
	put("sum/input_validators/validate.c",
		"#include <stdio.h>\nint main(void) { long a; volatile char *at = NULL; "
		"if (scanf(\"%ld\", &a) == 1 && a == 313370) *at = 1; return 42; }\n");
	AUTO_OUTCOME found = ASSAY("stress", "sum", "edge.c", "--time=60s",
		"--generator=exact --a 313370 --seed {seed}");
	EXPECT_STATUS(found, 3);
	expect_has(found.err.data, "the input validator failed: ");
}

/* ---- cores of other commands ---- */

Test(stress_options, the_time_of_waiting_for_a_core_is_reported)
{
	const int core = first_core();
	char list[32];

	put_exact();
	snprintf(list, sizeof(list), "--cores=%d", core);
	AUTO_OUTCOME alone = ASSAY("stress", "sum", "edge.c", "--time=60s",
		"--generator=exact --a 313370 --seed {seed}");
	cr_expect_null(strstr(alone.out.data, "waited for cores"), "%s", alone.out.data);
	const int held = hold_core(core);
	struct process process =
		command_start(ASSAY_ARGV("stress", "sum", "edge.c", "--time=60s",
				      "--generator=exact --a 313370 --seed {seed}", list),
			NULL);
	struct pollfd waiter = {.fd = held, .events = POLLIN};
	cr_assert_eq(poll(&waiter, 1, 60000), 1, "it does not wait");
	usleep(1200000);
	close(held);
	AUTO_OUTCOME found = command_end(&process);
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, " s for cores that other commands used");
}
