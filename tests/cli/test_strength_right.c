/* SPDX-License-Identifier: MIT */
/* assay strength: accepted submissions that disagree, and inputs that may be wrong. */
#include "strength_case.h"

TestSuite(strength_right, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- on a test ---- */

/* No mutants are made of either: one is in another language, one is not named by --from. */
Test(strength_right, all_accepted_submissions_must_be_accepted)
{
	put_good();
	put("sum/submissions/accepted/other.go", RIGHT_GO("a >= b"));
	AUTO_OUTCOME other = ASSAY("strength", "sum", "--no-search", "--mutants=1");
	EXPECT_COMPLAINT(other, 3,
		"assay: sum: submissions/accepted/other.go gets WA on test secret/2-equal, but "
		"must "
		"be accepted on all tests; correct the submission or the test, see `assay "
		"verify`\n");
	put("sum/submissions/accepted/other.go", RIGHT_GO("a > b"));
	put("sum/submissions/accepted/folder/right.py", RIGHT_PY "a += 1 # in a folder\n");
	put("sum/submissions/accepted/folder/more.py", "import right\n");
	put("right.py", RIGHT_PY);
	AUTO_OUTCOME right =
		ASSAY("strength", "sum", "--no-search", "--mutants=1", "--from=right.py");
	EXPECT_STATUS(right, 0);
	put("sum/submissions/accepted/right.c", "int main(void) { return 0; }\n");
	AUTO_OUTCOME unnamed =
		ASSAY("strength", "sum", "--no-search", "--mutants=1", "--from=right.py");
	EXPECT_COMPLAINT(unnamed, 3, "assay: sum: submissions/accepted/right.c gets WA on test ");
}

/* Of an accepted submission without mutants, neither its code nor its times are known. */
Test(strength_right, a_submission_that_gets_mutants_later_is_judged_again)
{
	AS_AUTO_FREE char *cache = as_text_format(NULL, "%s/cache", here);
	cr_assert_eq(setenv("XDG_CACHE_HOME", cache, 1), 0);
	put_good();
	put("sum/submissions/accepted/second.py", RIGHT_PY);
	AUTO_OUTCOME first = ASSAY("strength", "sum", "--no-search", "--mutants=1",
		"--from=sum/submissions/accepted/right.c");
	EXPECT_STATUS(first, 0);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	size_t i;
	json_t *source;
	json_array_foreach(json_object_get(document, "submissions"), i, source)
		cr_expect_gt(json_integer_value(json_object_get(source, "cpu_time_ns")), 0);
	cr_expect_eq(i, 2);
}

/* ---- on an input ---- */

/* Wrong if both numbers are equal, which no test has. */
#define OTHER_PY "a, b = map(int, input().split())\nd = a - b\nprint(d if d >= 0 else b)\n"

Test(strength_right, an_input_on_which_accepted_submissions_disagree_is_the_headline)
{
	put_gap();
	put("sum/submissions/accepted/other.py", OTHER_PY);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s",
		"--from=sum/submissions/accepted/right.py", "--html=page.html");
	EXPECT_STATUS(outcome, 1);
	static const char headline[] = "sum: accepted submissions disagree about an input of 4 "
				       "bytes; correct one of them, "
				       "or the input validators, first\n"
				       "  right solution: submissions/accepted/right.py; "
				       "submissions/accepted/other.py: WA";
	cr_expect_eq(
		strncmp(outcome.out.data, headline, strlen(headline)), 0, "%s", outcome.out.data);
	expect_has(outcome.out.data,
		"\n  a line for secret in the recipe: gap-1: {in: \"1 1\\n\"}\nsum: ");
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(AT_FDCWD, "page.html", 10000000, &page, NULL), 0);
	expect_has(page.data, "<h2>Accepted submissions disagree</h2>");
	expect_has(page.data, "<p>Accepted submissions disagree about an input on which it ");
	expect_has(outcome.out.data,
		"\n    + print(a - b if a >= b else b)\n"
		"    accepted submissions disagree about an input on which it fails\n");
	AUTO_OUTCOME json = ASSAY("strength", "sum", "--time=100s", "--json",
		"--from=sum/submissions/accepted/right.py");
	EXPECT_STATUS(json, 1);
	AS_AUTO_JSON json_t *document = document_of(&json);
	const json_t *found = json_object_get(document, "disagreement");
	cr_expect_str_eq(
		json_string_value(json_object_get(found, "input")), "1 1\n", "%s", json.out.data);
}

/* The other accepted submission disagrees about two equal numbers, after a while, and shows by its
 * name that it was asked. */
#define SLOW_C                                                                                     \
	"#include <stdio.h>\n#include <string.h>\n#include <time.h>\n"                             \
	"int main(int argc, char **argv)\n{\n\tint a, b;\n\tscanf(\"%d%d\", &a, &b);\n"            \
	"\tif (a == b)\n\t\tmemset(argv[0], 'S', strlen(argv[0]));\n"                              \
	"\twhile (a == b && clock() < 5 * CLOCKS_PER_SEC)\n\t\t;\n"                                \
	"\tprintf(\"%d\\n\", a > b ? a - b : b - (a == b));\n}\n"

Test(strength_right, an_input_that_was_not_compared_before_ctrl_c_is_no_gap)
{
	put_gap();
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 20\n");
	put("sum/submissions/accepted/slow.c", SLOW_C);
	put("sum/submissions/wrong_answer/tie.py",
		"a, b = map(int, input().split())\nprint(a - b if a >= b else b)\n");
	const char *const *command = ASSAY_ARGV("strength", "sum", "--time=100s", "--json",
		"--from=sum/submissions/accepted/right.py", "--mutants=1");
	struct process process = command_start(command, NULL);
	await_name("SSSS");
	kill(process.pid, SIGINT);
	AUTO_OUTCOME ended = command_end(&process);
	cr_expect_eq(ended.signal, SIGINT);
	AS_AUTO_JSON json_t *document = document_of(&ended);
	const json_t *own = json_array_get(json_object_get(document, "wrong"), 0);
	cr_expect_str_eq(json_string_value(json_object_get(own, "state")), "survived");
	cr_expect(json_is_true(json_object_get(own, "inconclusive")), "%s", ended.out.data);
	AUTO_OUTCOME again = command_run(command);
	AS_AUTO_JSON json_t *whole = document_of(&again);
	cr_expect_str_eq(
		json_string_value(json_object_get(json_object_get(whole, "disagreement"), "input")),
		"1 1\n", "%s", again.out.data);
}

/* ---- inputs that show little ---- */

Test(strength_right, input_validators_that_accept_anything_are_a_finding)
{
	put_gap();
	put("sum/input_validators/validate.c", "int main(void) { return 42; }\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search");
	EXPECT_STATUS(outcome, 1);
	expect_has(outcome.out.data,
		"  the input validators accept anything, even an empty input, so "
		"the inputs below may be invalid\n");
	AUTO_OUTCOME json = ASSAY("strength", "sum", "--no-search", "--json");
	AS_AUTO_JSON json_t *document = document_of(&json);
	cr_expect(json_is_true(json_object_get(
		json_object_get(document, "validators"), "inputs_accept_anything")));
	put("base.json", json.out.data);
	AUTO_OUTCOME known = ASSAY("strength", "sum", "--no-search", "--baseline=base.json");
	EXPECT_STATUS(known, 0);
	AUTO_OUTCOME fix = ASSAY("strength", "sum", "--time=60s", "--fix");
	EXPECT_STATUS(fix, 1);
	expect_has(fix.err.data, "1 input was not added: the input validators accept anything\n");
}

Test(strength_right, a_generator_that_ignores_its_seed_is_named)
{
	put_gap();
	put("sum/generators/same.py", "print(5, 3)\n");
	put(RECIPE, "solution: /submissions/accepted/right.py\ndata:\n  secret:\n    data:\n"
		    "      one: {in: \"3 1\\n\"}\n      two: same --seed {seed}\n"
		    "      three: {in: \"1 2\\n\"}\n");
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=60s");
	expect_has(outcome.out.data, "  the generator ignores its seed: `same --seed {seed}` makes "
				     "the same input for every {seed}\n");
	AUTO_OUTCOME again = ASSAY("strength", "sum", "--time=60s");
	expect_has(again.out.data, "  the generator ignores its seed: `same --seed {seed}` makes ");
}

/* Each run of the right solution takes half a second, but the mutants end at once. */
Test(strength_right, a_survivor_with_few_inputs_is_inconclusive)
{
	put_gap();
	put("sum/submissions/accepted/slow.py",
		"import time\na, b = map(int, input().split())\nt = time.process_time()\n"
		"while time.process_time() < t + 0.4:\n    pass\nprint(a - b if a > b else b)\n");
	put("sum/generators/pair.c",
		"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n"
		"\tgen_start(argc, argv);\n"
		"\tint64_t max = gen_option_int(\"max\", 0, 1000000);\n"
		"\tgen_write_int(gen_int(900000, max));\n\tgen_space();\n"
		"\tgen_write_int(gen_int(0, 1000));\n\tgen_newline();\n\treturn gen_end();\n}\n");
	put("sum/input_validators/validate.c",
		"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n"
		"\tgen_start(argc, argv);\n\tint64_t a = gen_read_int(0, 1000000, \"a\");\n"
		"\tgen_read_space();\n\tif (gen_read_int(0, 1000000, \"b\") == a)\n"
		"\t\treturn 43;\n\tgen_read_newline();\n\treturn gen_read_end();\n}\n");
	put(RECIPE, "solution: /submissions/accepted/slow.py\ndata:\n  secret:\n    data:\n"
		    "      one: {in: \"3 1\\n\"}\n      two: pair --max 1000000 --seed {seed}\n"
		    "      three: {in: \"1 2\\n\"}\n");
	AUTO_OUTCOME outcome = ASSAY(
		"strength", "sum", "--time=12s", "-j1", "--from=sum/submissions/accepted/right.py");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, " not searched enough: the time ended before 100 inputs were "
				     "tried; use a longer --time");
	expect_has(outcome.out.data,
		"    inconclusive: the time ended before 100 inputs were tried\n");
	AUTO_OUTCOME json = ASSAY("strength", "sum", "--time=12s", "-j1", "--json",
		"--from=sum/submissions/accepted/right.py");
	AS_AUTO_JSON json_t *document = document_of(&json);
	cr_expect(json_is_false(json_object_get(document, "complete")));
}
