/* SPDX-License-Identifier: MIT */
/* assay strength: what the validators of a package accept, and the bounds that its tests reach. */
#include "support/packages.h"
#include "support/schemas.h"

TestSuite(strength_validators, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define SCHEMA ASSAY_SOURCE_DIR "/docs/strength.schema.json"
#define STRENGTH(...)                                                                              \
	ASSAY("strength", "sum", "--no-search", "--mutants=1", "--time=1h", ##__VA_ARGS__)

static void put_test(const char *name, const char *input, const char *answer)
{
	char path[64];

	snprintf(path, sizeof(path), "sum/data/secret/%s.in", name);
	put(path, input);
	snprintf(path, sizeof(path), "sum/data/secret/%s.ans", name);
	put(path, answer);
}

/* The difference of two numbers. */
static void put_package(void)
{
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 1\n");
	put("sum/submissions/accepted/right.py",
		"a, b = map(int, input().split())\nprint(a - b)\n");
	put_test("1", "3 1\n", "2\n");
	put_test("2", "1 1\n", "0\n");
	put_test("3", "900 1\n", "899\n");
}

static void expect_has(const char *text, const char *part)
{
	cr_expect(strstr(text, part), "no \"%s\" in:\n%s", part, text);
}

static void expect_lacks(const char *text, const char *part)
{
	cr_expect_not(strstr(text, part), "\"%s\" in:\n%s", part, text);
}

static json_t *document_of(const struct outcome *outcome)
{
	cr_assert_eq(schemas_hold(SCHEMA, &outcome->out), 1, "%s%s", outcome->out.data,
		outcome->err.data);
	return json_loads(outcome->out.data, 0, NULL);
}

/* ---- outputs ---- */

Test(strength_validators, the_default_comparison_accepts_no_change)
{
	put_package();
	AUTO_OUTCOME outcome = STRENGTH();
	EXPECT_STATUS(outcome, 0);
	EXPECT_NOTHING_LEFT(outcome);
	expect_has(outcome.out.data, "  validators: ");
	expect_has(outcome.out.data, " changed outputs of 3 tests\n");
	expect_has(outcome.out.data,
		"  no inputs were changed: the package has no input validators\n");
	expect_has(outcome.out.data, "  answers of secret: from 0 to 899\n");
	expect_lacks(outcome.out.data, "accepts");
}

Test(strength_validators, a_wide_tolerance_is_worth_a_look)
{
	put_package();
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 1\n");
	put("sum/data/secret/test_group.yaml",
		"output_validator_args: [float_absolute_tolerance, \"1\"]\n");
	AUTO_OUTCOME outcome = STRENGTH();
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data,
		"  look at these: outputs that the output validator accepts, and that may be "
		"wrong\n"
		"    a number that is larger by one: secret/1, line 1: '2' becomes '3' (3 "
		"times)\n");
}

/* An output validator in C. It reads the answer as `right`, and the output as the words `one` and
 * `two`; `count` is their number. `number` is the value of `one`, if `is_number`. */
static void put_output_validator(const char *end)
{
	char text[2000];

	snprintf(text, sizeof(text),
		"#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
		"int main(int argc, char **argv)\n{\n\tchar one[64] = \"\", two[64] = \"\", *end;\n"
		"\tdouble right;\n\tFILE *answer = fopen(argv[2], \"r\");\n"
		"\tfscanf(answer, \"%%lf\", &right);\n"
		"\tint count = scanf(\"%%63s%%63s\", one, two);\n"
		"\tdouble number = strtod(one, &end);\n"
		"\tint is_number = *one && !*end;\n%s}\n",
		end);
	put("sum/output_validator/validate.c", text);
}

Test(strength_validators, a_wrong_output_that_is_accepted_is_a_finding)
{
	put_package();
	/* A comparison with nan is always false. */
	put_output_validator("\tif (count != 1 || !is_number)\n\t\treturn 43;\n"
			     "\treturn fabs(number - right) > 1e-6 ? 43 : 42;\n");
	AUTO_OUTCOME outcome = STRENGTH("--html=page.html");
	EXPECT_STATUS(outcome, 1);
	EXPECT_NOTHING_LEFT(outcome);
	expect_has(outcome.out.data,
		"  the output validator accepts \"nan\" in place of a number: secret/1, line 1: "
		"'2' becomes 'nan' (3 times)\n");
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 24, &page, NULL), 0);
	expect_has(page.data,
		"<caption>Wrong outputs that the output validator does not reject</caption>");
	expect_has(page.data,
		"<tr><th scope=\"row\">\"nan\" in place of a number</th><td>secret/1, line 1</td>"
		"<td class=\"mono\"><del>2</del> <ins>nan</ins></td>"
		"<td class=\"number\">3</td></tr>");
	expect_has(page.data,
		"<tr><th scope=\"row\">secret</th><td>the answer</td><td class=\"number\">0</td>"
		"<td class=\"number\">899</td></tr>");
	expect_has(page.data, "No inputs were changed: the package has no input validators");
	expect_lacks(outcome.out.data, "look at these");
	AUTO_OUTCOME base = STRENGTH("--json");
	EXPECT_STATUS(base, 1);
	json_t *document = document_of(&base);
	const json_t *accepted =
		json_object_get(json_object_get(document, "validators"), "accepted");
	cr_expect_eq(json_array_size(accepted), 1, "%s", base.out.data);
	json_decref(document);
	put("base.json", base.out.data);
	AUTO_OUTCOME known = STRENGTH("--baseline=base.json");
	EXPECT_STATUS(known, 0);
	expect_has(known.out.data, "  in the baseline, the output validator accepts \"nan\"");
}

Test(strength_validators, a_validator_that_accepts_everything_is_found)
{
	put_package();
	put_output_validator("\treturn 42;\n");
	AUTO_OUTCOME outcome = STRENGTH();
	EXPECT_STATUS(outcome, 1);
	expect_has(outcome.out.data,
		"  the output validator accepts an empty file: secret/1 (3 times)\n");
	expect_has(outcome.out.data,
		"  the output validator accepts the answer of another test: secret/1, answer of "
		"secret/2 (6 times)\n");
}

/* Any integer that is not larger than the answer: an answer may be right for other tests. */
Test(strength_validators, an_answer_that_is_also_right_is_no_finding)
{
	put_package();
	put_output_validator("\tif (count != 1 || !is_number || isnan(number))\n\t\treturn 43;\n"
			     "\treturn number <= right ? 42 : 43;\n");
	AUTO_OUTCOME outcome = STRENGTH();
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data,
		"    a number that is smaller by one: secret/1, line 1: '2' becomes '1' (3 "
		"times)\n");
	expect_has(outcome.out.data,
		"    the answer of another test: secret/1, answer of secret/2 (3 times)\n");
}

Test(strength_validators, a_validator_that_crashes_is_a_finding)
{
	put_package();
	put_output_validator("\tif (count != 1)\n\t\treturn 43;\n\tif (!is_number)\n"
			     "\t\tabort();\n\treturn number == right ? 42 : 43;\n");
	AUTO_OUTCOME outcome = STRENGTH();
	EXPECT_STATUS(outcome, 1);
	expect_has(outcome.out.data,
		"  the output validator fails on a word in place of a number: secret/1, line 1: "
		"'2' becomes 'x' (3 times)\n");
}

/* The answer is the sum; an output is two numbers with this sum. */
Test(strength_validators, outputs_of_a_submission_are_changed_if_answers_are_no_outputs)
{
	put_package();
	put("sum/submissions/accepted/right.py",
		"a, b = map(int, input().split())\nprint(a - 2 * b, b)\n");
	put_output_validator("\tif (count != 2 || !is_number)\n\t\treturn 43;\n"
			     "\tdouble other = strtod(two, &end);\n\tchar rest[2];\n"
			     "\tif (*end || scanf(\"%1s\", rest) == 1)\n\t\treturn 43;\n"
			     "\treturn number + other == right ? 42 : 43;\n");
	AUTO_OUTCOME outcome = STRENGTH();
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, " changed outputs of 3 tests\n");
	expect_has(outcome.out.data,
		"    two neighbouring values exchanged: secret/2, line 1: '-1 1' becomes '1 -1' "
		"(2 times)\n");
}

/* Half of the points for another output. */
Test(strength_validators, an_output_with_fewer_points_is_not_accepted)
{
	put_package();
	put("sum/problem.yaml", SUM_YAML "type: scoring\nlimits:\n  time_limit: 1\n");
	put("sum/data/secret/test_group.yaml", "max_score: 30\nscore_aggregation: sum\n");
	put_output_validator(
		"\tFILE *score = fopen(strcat(strcpy(two, argv[3]), "
		"\"score_multiplier.txt\"), \"w\");\n"
		"\tfputs(count == 1 && is_number && number == right ? \"1\" : \"0.5\", "
		"score);\n\treturn 42;\n");
	AUTO_OUTCOME outcome = STRENGTH();
	EXPECT_STATUS(outcome, 0);
	expect_lacks(outcome.out.data, "accepts");
}

Test(strength_validators, outputs_of_an_interaction_are_left_out)
{
	put_package();
	put("sum/problem.yaml", SUM_YAML "type: interactive\nlimits:\n  time_limit: 1\n");
	put("sum/output_validator/validate.py",
		"import sys\nprint(open(sys.argv[1]).read(), end='', flush=True)\n"
		"right = sys.stdin.read().split() == open(sys.argv[2]).read().split()\n"
		"sys.exit(42 if right else 43)\n");
	AUTO_OUTCOME outcome = STRENGTH();
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "  no outputs were changed: the package is interactive\n");
}

/* ---- inputs ---- */

Test(strength_validators, lenient_input_validators_are_listed)
{
	put_package();
	put("sum/input_validators/lenient.c",
		"#include <stdio.h>\nint main(void)\n{\n\tint a, b;\n"
		"\tif (scanf(\"%d%d\", &a, &b) != 2 || a < 1 || a > 1000 || b != 1)\n"
		"\t\treturn 43;\n\treturn 42;\n}\n");
	AUTO_OUTCOME outcome = STRENGTH();
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "  look at these: inputs that all input validators accept\n");
	expect_has(outcome.out.data, "    two blanks between values: secret/1, line 1\n");
	expect_has(outcome.out.data, "    lines that end with CR LF: secret/1\n");
	expect_has(outcome.out.data,
		"    a number with a leading zero: secret/1, line 1: '3' becomes '03' (2 times)\n");
	expect_has(outcome.out.data,
		"  no test of secret reaches the upper bound of number 1 of line 1: its values are "
		"from 1 to 900\n");
	expect_lacks(outcome.out.data, "number 2 of line 1");
	/* A second validator that is strict. */
	put("sum/input_validators/strict.c",
		"#include <stdio.h>\n#include <string.h>\nint main(void)\n{\n"
		"\tchar text[64] = \"\", form[64];\n\tint a = 0;\n"
		"\tfread(text, 1, sizeof(text) - 1, stdin);\n\tsscanf(text, \"%d\", &a);\n"
		"\tsprintf(form, \"%d 1\\n\", a);\n"
		"\treturn strcmp(text, form) == 0 ? 42 : 43;\n}\n");
	AUTO_OUTCOME strict = STRENGTH();
	expect_lacks(strict.out.data, "look at these");
}

/* A row of up to 5 numbers; the tests have at most 4. */
Test(strength_validators, a_count_is_moved_with_the_values_that_it_counts)
{
	put_package();
	put("sum/submissions/accepted/right.py",
		"input()\nprint(sum(map(int, input().split())))\n");
	put_test("1", "1\n0\n", "0\n");
	put_test("2", "4\n1 2 3 9\n", "15\n");
	put_test("3", "2\n9 8\n", "17\n");
	put("sum/input_validators/validate.py",
		"import re, sys\ntext = sys.stdin.buffer.read().decode('latin-1')\n"
		"if not re.fullmatch('[1-5]\\n[0-9]( [0-9])*\\n', text):\n    sys.exit(43)\n"
		"n, *row = text.split()\nsys.exit(42 if int(n) == len(row) else 43)\n");
	AUTO_OUTCOME outcome = STRENGTH();
	EXPECT_STATUS(outcome, 0);
	expect_lacks(outcome.out.data, "look at these");
	expect_has(outcome.out.data,
		"  no test of secret reaches the upper bound of number 1 of line 1: its values are "
		"from 1 to 4\n");
	expect_lacks(outcome.out.data, "lower");
	expect_lacks(outcome.out.data, "after those of line 1");
}

Test(strength_validators, a_validator_with_names_reports_the_values)
{
	put_package();
	put("sum/input_validators/validate.c",
		"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n"
		"\tgen_start(argc, argv);\n\tgen_read_int(1, 900, \"a\");\n\tgen_read_space();\n"
		"\tgen_read_int(0, gen_option_int(\"max\", 0, 100), \"b\");\n"
		"\tgen_read_newline();\n\treturn gen_read_end();\n}\n");
	put("sum/data/secret/low/test_group.yaml", "input_validator_args: [--max, \"1\"]\n");
	put("sum/data/secret/high/test_group.yaml", "input_validator_args: [--max, \"5\"]\n");
	for (int i = 1; i <= 3; i++)
		for (int is_answer = 0; is_answer < 2; is_answer++) {
			char from[64], to[64];
			const char *ending = is_answer ? "ans" : "in";
			snprintf(from, sizeof(from), "sum/data/secret/%d.%s", i, ending);
			snprintf(to, sizeof(to), "sum/data/secret/%s/%d.%s", i < 3 ? "low" : "high",
				i, ending);
			cr_assert_eq(rename(from, to), 0);
		}
	AUTO_OUTCOME outcome = STRENGTH("--json");
	EXPECT_STATUS(outcome, 0);
	json_t *document = document_of(&outcome);
	const json_t *validators = json_object_get(document, "validators");
	cr_expect_eq(json_array_size(json_object_get(validators, "accepted")), 0, "%s",
		outcome.out.data);
	json_decref(document);
	AUTO_OUTCOME text = STRENGTH();
	expect_has(text.out.data, "  no test of secret/high reaches the lower bound of a: its "
				  "values are from 900 to 900\n");
	expect_has(text.out.data, "  no test of secret/high reaches the lower or the upper bound "
				  "of b: its values are from 1 to 1\n");
	expect_has(text.out.data, "  no test of secret/low reaches the upper bound of a: its "
				  "values are from 1 to 3\n");
	expect_has(text.out.data, "  no test of secret/low reaches the lower bound of b: its "
				  "values are from 1 to 1\n");
	expect_has(text.out.data, "  answers of secret/low: from 0 to 2\n");
}

Test(strength_validators, an_input_validator_that_fails_is_named)
{
	put_package();
	put("sum/input_validators/broken.c", "int main(void) { return x; }\n");
	AUTO_OUTCOME outcome = STRENGTH();
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data,
		"  no inputs were changed: input_validators/broken.c cannot be run: ");
}

Test(strength_validators, an_input_validator_that_crashes_on_a_malformed_input_rejects_it)
{
	put_package();
	put("sum/input_validators/crash.py", "import os, sys\n"
					     "text = sys.stdin.read()\n"
					     "if len(text.split()) != 2:\n    os.abort()\n"
					     "sys.exit(42)\n");
	AUTO_OUTCOME outcome = STRENGTH();
	EXPECT_STATUS(outcome, 0);
	cr_expect_null(strstr(outcome.out.data, "no inputs were changed"), "%s", outcome.out.data);
}
