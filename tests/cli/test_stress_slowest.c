/* SPDX-License-Identifier: MIT */
/* assay stress --slowest: inputs on which an accepted submission takes longest. */
#include "support/packages.h"

TestSuite(stress_slowest, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* A row of at most 3,000 numbers, by gen.h. */
#define ROW_C                                                                                      \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tint64_t n = gen_option_int(\"n\", 1, 3000);\n\tgen_write_int(n);\n\tgen_newline();\n"   \
	"\tfor (int64_t i = 0; i < n; i++) {\n\t\tif (i)\n\t\t\tgen_space();\n"                    \
	"\t\tgen_write_int(gen_int(0, 999));\n\t}\n\tgen_newline();\n\treturn gen_end();\n}\n"
/* A generator without gen.h leaves no tape. */
#define PLAIN_C                                                                                    \
	"#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv)\n{\n"            \
	"\tif (argc != 3)\n\t\treturn 1;\n\tint n = atoi(argv[1]);\n\tsrand(atoi(argv[2]));\n"     \
	"\tprintf(\"%d\\n\", n);\n\tfor (int i = 0; i < n; i++)\n"                                 \
	"\t\tprintf(\"%s%d\", i ? \" \" : \"\", rand() % 1000);\n\tputs(\"\");\n}\n"
#define VALIDATE_C                                                                                 \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tint64_t n = gen_read_int(1, 3000, \"n\");\n\tgen_read_newline();\n"                     \
	"\tfor (int64_t i = 0; i < n; i++) {\n\t\tif (i)\n\t\t\tgen_read_space();\n"               \
	"\t\tgen_read_int(0, 999, \"v\");\n\t}\n\tgen_read_newline();\n\treturn "                  \
	"gen_read_end();\n}\n"
/* Prints the number of inversions, and takes its time for each: with 3,000 numbers more than twice
 * the time limit of 0.5 s, with 700 of them less than half of it. */
#define RIGHT_C                                                                                    \
	"#include <stdio.h>\nint main(void)\n{\n\tstatic int v[3000];\n\tint n, count = 0;\n"      \
	"\tscanf(\"%d\", &n);\n\tfor (int i = 0; i < n; i++)\n\t\tscanf(\"%d\", &v[i]);\n"         \
	"\tfor (int i = 0; i < n; i++)\n\t\tfor (int j = 0; j < i; j++)\n"                         \
	"\t\t\tif (v[j] > v[i]) {\n\t\t\t\tcount++;\n"                                             \
	"\t\t\t\tfor (volatile int k = 0; k < 4000; k++)\n\t\t\t\t\t;\n\t\t\t}\n"                  \
	"\tprintf(\"%d\\n\", count);\n}\n"

static void expect_has(const char *text, const char *part)
{
	cr_expect(strstr(text, part), "no \"%s\" in:\n%s", part, text);
}

static void put_row(const char *command)
{
	char recipe[256];

	snprintf(recipe, sizeof recipe,
		"solution: /submissions/accepted/right.c\ndata:\n  secret:\n    data:\n"
		"      one: %s\n",
		command);
	put("row/problem.yaml", SUM_YAML SUM_LIMITS);
	put("row/data/sample/1.in", "2\n2 1\n");
	put("row/data/sample/1.ans", "1\n");
	put("row/input_validators/validate.c", VALIDATE_C);
	put("row/generators/row.c", ROW_C);
	put("row/generators/plain.c", PLAIN_C);
	put("row/generators/generators.yaml", recipe);
	put("row/submissions/accepted/right.c", RIGHT_C);
	AUTO_OUTCOME made = ASSAY("gen", "row");
	EXPECT_STATUS(made, 0);
}

#define RIGHT "row/submissions/accepted/right.c"

/* The tape has more numbers, up to the bound of the validator. */
Test(stress_slowest, a_tape_is_changed_until_the_time_limit_is_reached)
{
	put_row("row --n 700 --seed {seed}");
	AUTO_OUTCOME found = ASSAY("stress", "row", RIGHT, "--slowest", "--time=200s", "--add");
	EXPECT_STATUS(found, 1);
	EXPECT_NOTHING_LEFT(found);
	expect_has(found.out.data, " s on the slowest input found, ");
	expect_has(found.out.data, " on the slowest test, secret/one; the time limit is 0.500 s, "
				   "which the submission reaches\ntried ");
	expect_has(found.out.data, "\ninputs by the recipe's generators\ninput (");
	expect_has(found.out.data, "added to the recipe as secret/slow-1; run `assay gen row`");
	AUTO_OUTCOME made = ASSAY("gen", "row");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME judged = ASSAY("judge", "row", RIGHT, "--test", "secret/slow-1");
	expect_has(judged.out.data, "TLE");
}

/* The option bounds the numbers that are drawn: it must rise, and the numbers with it. */
Test(stress_slowest, an_option_that_bounds_a_draw_is_raised)
{
	put_row("row --n 5 --seed {seed}");
	put("row/generators/row.c",
		"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n"
		"\tgen_start(argc, argv);\n\tint64_t max = gen_option_int(\"max\", 0, 1000000);\n"
		"\tgen_write_int(gen_int(0, max));\n\tgen_space();\n"
		"\tgen_write_int(gen_int(0, max));\n\tgen_newline();\n\treturn gen_end();\n}\n");
	put("row/input_validators/validate.c",
		"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n"
		"\tgen_start(argc, argv);\n\tgen_read_int(0, 1000000, \"a\");\n"
		"\tgen_read_space();\n\tgen_read_int(0, 1000000, \"b\");\n"
		"\tgen_read_newline();\n\treturn gen_read_end();\n}\n");
	put("row/generators/generators.yaml",
		"solution: /submissions/accepted/right.c\ndata:\n  secret:\n    data:\n"
		"      one: row --max 1000 --seed {seed}\n");
	put("row/data/sample/1.in", "2 1\n");
	put("row/submissions/accepted/right.c",
		"#include <stdio.h>\nint main(void)\n{\n\tint a;\n\tscanf(\"%d\", &a);\n"
		"\tfor (volatile int k = 0; k / 3000 < a; k++)\n\t\t;\n\tputs(\"1\");\n}\n");
	AUTO_OUTCOME made = ASSAY("gen", "row");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME found = ASSAY("stress", "row", RIGHT, "--slowest", "--time=30s");
	EXPECT_STATUS(found, 1);
	expect_has(found.out.data, "the time limit is 0.500 s, which the submission reaches");
}

static json_t *document_of(const struct outcome *outcome)
{
	json_t *document = json_loads(outcome->out.data, 0, NULL);

	cr_assert(document, "%s%s", outcome->out.data, outcome->err.data);
	return document;
}

/* The line for the recipe is the command that makes the input. */
Test(stress_slowest, numbers_of_a_command_without_a_tape_are_changed)
{
	static const char *const keys[] = {"package", "submission", "found", "tried", "seconds",
		"input", "time", "slowest_test", "slowest_test_time", "time_limit", "command"};
	AS_AUTO_BYTES struct as_bytes recipe = {0};

	put_row("plain 700 {seed}");
	AUTO_OUTCOME found =
		ASSAY("stress", "row", RIGHT, "--slowest", "--time=200s", "--json", "--add");
	EXPECT_STATUS(found, 1);
	AS_AUTO_JSON json_t *document = document_of(&found);
	cr_expect_eq(json_object_size(document), sizeof keys / sizeof *keys);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		cr_expect(json_object_get(document, keys[i]), "%s", keys[i]);
	const double time = json_number_value(json_object_get(document, "time"));
	const double test = json_number_value(json_object_get(document, "slowest_test_time"));
	cr_expect_geq(time, 0.5);
	cr_expect(test > 0 && test < 0.5, "%g", test);
	cr_expect_eq(json_number_value(json_object_get(document, "time_limit")), 0.5);
	cr_expect_str_eq(
		json_string_value(json_object_get(document, "slowest_test")), "secret/one");
	const char *command = json_string_value(json_object_get(document, "command"));
	cr_assert_not_null(command);
	cr_expect(strncmp(command, "plain ", 6) == 0, "%s", command);
	cr_assert_eq(
		as_file_read(here_fd, "row/generators/generators.yaml", 1 << 20, &recipe, NULL), 0);
	AS_AUTO_FREE char *line = as_text_format(NULL, "      slow-1: \"%s\"\n", command);
	expect_has(recipe.data, line);
	AUTO_OUTCOME made = ASSAY("gen", "row");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME judged = ASSAY("judge", "row", RIGHT, "--test", "secret/slow-1");
	expect_has(judged.out.data, "TLE");
}

/* The time hardly depends on the input. */
Test(stress_slowest, inputs_that_are_hardly_slower_than_the_tests_are_not_found)
{
	put_row("row --n 700 --seed {seed}");
	put("row/submissions/accepted/right.c", "#include <stdio.h>\nint main(void)\n{\n\tfor "
						"(volatile int k = 0; k < 60000000; k++)"
						"\n\t\t;\n\tputs(\"0\");\n}\n");
	put("row/data/sample/1.ans", "0\n");
	AUTO_OUTCOME made = ASSAY("gen", "row");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME none = ASSAY("stress", "row", RIGHT, "--slowest", "--time=5s", "--seed=x");
	EXPECT_STATUS(none, 0);
	expect_has(none.out.data, "right.c: no input found is slower than the tests: 0.");
}

Test(stress_slowest, without_generators_the_samples_are_changed)
{
	put_row("row --n 700 --seed {seed}");
	AUTO_OUTCOME removed =
		command_run((const char *const[]){"/bin/rm", "-r", "row/generators", NULL});
	EXPECT_STATUS(removed, 0);
	put("row/data/sample/2.in", "8\n1 2 3 4 5 6 7 8\n");
	put("row/data/sample/2.ans", "0\n");
	AUTO_OUTCOME found =
		ASSAY("stress", "row", RIGHT, "--slowest", "--time=4s", "--language=c");
	expect_has(found.out.data, "inputs by changed samples, because");
}

/* ---- bad input ---- */

Test(stress_slowest, a_submission_must_pass_all_tests)
{
	put_row("row --n 30 --seed {seed}");
	put("wrong.c", "int main(void) { return 0; }\n");
	AUTO_OUTCOME wrong = ASSAY("stress", "row", "wrong.c", "--slowest");
	EXPECT_COMPLAINT(wrong, 3,
		"assay: wrong.c: --slowest: the submission gets WA on test sample/1, but must pass "
		"all tests; correct the submission, or omit --slowest");
	put("broken.c", "int main(void) { return x; }\n");
	AUTO_OUTCOME broken = ASSAY("stress", "row", "broken.c", "--slowest");
	EXPECT_STATUS(broken, 0);
	expect_has(broken.out.data, "broken.c: CE, so nothing was tried");
	AUTO_OUTCOME against = ASSAY("stress", "row", RIGHT, "--slowest", "--against=wrong.c");
	EXPECT_STATUS(against, 2);
	expect_has(against.err.data,
		"--slowest and --against are mutually exclusive: times need no "
		"right solution");
}

Test(stress_slowest, an_interactive_package_is_refused)
{
	AUTO_OUTCOME new = ASSAY("new", "game", "--interactive");
	EXPECT_STATUS(new, 0);
	put("game.py", "print(1)\n");
	AUTO_OUTCOME refused = ASSAY("stress", "game", "game.py", "--slowest");
	EXPECT_STATUS(refused, 2);
	expect_has(refused.err.data,
		"game: --slowest does not support interactive, multi-pass and submit-answer "
		"packages: there the time does not depend on the input alone");
}
