/* SPDX-License-Identifier: MIT */
/* assay strength: a wrong program must fail the group that it is wrong in. */
#include "strength_case.h"

TestSuite(strength_groups, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* Numbers of group a are at most 9. It has no test with two equal numbers; group b has. */
static void put_group_gap(void)
{
	put_scored_gap("min");
	put("sum/input_validators/validate.c",
		"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n"
		"\tgen_start(argc, argv);\n\tint64_t max = gen_option_int(\"max\", 9, 1000000);\n"
		"\tgen_read_int(0, max, \"a\");\n\tgen_read_space();\n"
		"\tgen_read_int(0, max, \"b\");\n\tgen_read_newline();\n"
		"\treturn gen_read_end();\n}\n");
	put("sum/data/secret/a/test_group.yaml",
		"max_score: 50\nscore_aggregation: min\ninput_validator_args: [--max, \"9\"]\n");
	put("sum/data/secret/b/test_group.yaml", "max_score: 50\nscore_aggregation: min\n"
						 "input_validator_args: [--max, \"1000000\"]\n");
	put(RECIPE, "solution: /submissions/accepted/right.py\ndata:\n  secret:\n    data:\n"
		    "      a:\n        data:\n          one: {in: \"3 1\\n\"}\n"
		    "          two: {in: \"1 2\\n\"}\n          zero: {in: \"5 0\\n\"}\n"
		    "          small: pair --max 9 --seed {seed}\n"
		    "      b:\n        data:\n          one: {in: \"30 1\\n\"}\n"
		    "          two: {in: \"10 20\\n\"}\n          tie: {in: \"20 20\\n\"}\n");
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
}

static const json_t *gaps_of(const json_t *document, const char *name)
{
	const json_t *group;
	size_t i;

	json_array_foreach(json_object_get(document, "groups"), i, group)
	{
		if (strcmp(json_string_value(json_object_get(group, "name")), name) == 0)
			return json_object_get(group, "gaps");
	}
	return NULL;
}

Test(strength_groups, an_input_of_a_group_that_a_mutant_keeps_is_a_gap)
{
	put_group_gap();
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=200s", "--html=page.html");
	EXPECT_STATUS(outcome, 1);
	expect_has(
		outcome.out.data, "sum: 0 of 6 mutants pass all tests, 0 gaps, 1 gap of groups\n");
	expect_has(outcome.out.data,
		"  gap of secret/a: submissions/accepted/right.py:2: comparison-includes: a loop "
		"runs one step too far, or a tie counts as better\n"
		"    - print(a - b if a > b else b)\n    + print(a - b if a >= b else b)\n"
		"    WA on an input of 4 bytes; a line for secret/a in the recipe: gap-1: {in: "
		"\"1 1\\n\"}\n");
	cr_expect(has_file("page.html", "gap of secret/a"));
	AUTO_OUTCOME json = ASSAY("strength", "sum", "--time=200s", "--json");
	EXPECT_STATUS(json, 1);
	AS_AUTO_JSON json_t *document = document_of(&json);
	cr_expect_eq(json_array_size(gaps_of(document, "secret/b")), 0, "%s", json.out.data);
	const json_t *gap = json_array_get(gaps_of(document, "secret/a"), 0);
	cr_expect_str_eq(json_string_value(json_object_get(gap, "input")), "1 1\n");
	put("base.json", json.out.data);
	AUTO_OUTCOME known = ASSAY("strength", "sum", "--time=200s", "--baseline=base.json");
	EXPECT_STATUS(known, 0);
	expect_has(known.out.data, "  in the baseline, gap of secret/a: ");
}

/* The reason stands in the text, on the page and in the document, and no gap is claimed. */
static void expect_not_made(const char *reason)
{
	AS_AUTO_FREE char *line =
		as_text_format(NULL, "  1 search for gaps of groups not made: %s\n", reason);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s", "--html=page.html");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, ", 0 gaps of groups\n");
	expect_has(outcome.out.data, line);
	cr_expect(has_file("page.html", "Searches for gaps of groups that were not made: 1: "));
	AUTO_OUTCOME json = ASSAY("strength", "sum", "--time=100s", "--json");
	EXPECT_STATUS(json, 0);
	AS_AUTO_JSON json_t *document = document_of(&json);
	const json_t *searches = json_object_get(document, "group_searches");
	cr_expect_eq(json_integer_value(json_object_get(searches, "not_made")), 1);
	cr_expect_str_eq(json_string_value(json_object_get(searches, "reason")), reason);
}

Test(strength_groups, without_a_validator_that_runs_no_input_is_one_of_a_group)
{
	put_group_gap();
	cr_assert_eq(unlink("sum/input_validators/validate.c"), 0);
	expect_not_made("the package has no input validators, so the groups cannot be told apart");
	/* The negation is ambiguous, so the script is not run. */
	put("sum/input_validators/v.ctd", "ASSERT(!1 < 2 && 1 < 2)\n");
	expect_not_made("no input validator could be run, so the groups cannot be told apart");
}

Test(strength_groups, a_search_that_gives_up_is_reported)
{
	put_group_gap();
	put("sum/generators/pair.c", "#error unfinished\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "  1 search for gaps of groups not made: ");
	expect_has(outcome.out.data, "unfinished");
}

/* On inputs of group a, a mutant prints a fraction, which the output validator cannot read; on
 * those of group b the validator rejects it. More tests kill this mutant, so it comes first. */
Test(strength_groups, an_output_that_the_validator_cannot_read_ends_no_other_search)
{
	put_group_gap();
	put("sum/submissions/accepted/right.py",
		"a, b = map(int, input().split())\nprint(a // 1 - b if a > b else b)\n");
	put("sum/output_validator/check.py",
		"import sys\ntext = sys.stdin.read()\n"
		"if '.' in text and int(open(sys.argv[1]).read().split()[0]) > 9: sys.exit(43)\n"
		"sys.exit(42 if int(open(sys.argv[2]).read()) == int(text) else 43)\n");
	put(RECIPE, "solution: /submissions/accepted/right.py\ndata:\n  secret:\n    data:\n"
		    "      a:\n        data:\n          one: {in: \"1 2\\n\"}\n"
		    "          two: {in: \"0 5\\n\"}\n"
		    "      b:\n        data:\n          one: {in: \"44 1\\n\"}\n"
		    "          two: {in: \"44 20\\n\"}\n          tie: {in: \"20 20\\n\"}\n"
		    "          large: pair --max 1000000 --seed {seed}\n");
	put("sum/strength.yaml",
		"equivalent:\n  - submission: submissions/accepted/right.py\n    operator: factor\n"
		"    before: 'print(a // 1 - b if a > b else b)'\n"
		"    after: 'print(a * 1 - b if a > b else b)'\n    reason: the factor is 1\n");
	AUTO_OUTCOME made = ASSAY("gen", "sum");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=60s");
	EXPECT_STATUS(outcome, 1);
	expect_has(outcome.out.data, " for gaps of groups not made: judging failed on an input: ");
	expect_has(outcome.out.data,
		"  gap of secret/a: submissions/accepted/right.py:2: comparison-includes: ");
}

/* The validator takes its time, and group a has no equal numbers: nothing is to be found. */
Test(strength_groups, a_search_that_tried_few_inputs_is_inconclusive)
{
	put_group_gap();
	put("sum/input_validators/validate.c",
		"#include <assay/gen.h>\n#include <unistd.h>\nint main(int argc, char **argv)\n{\n"
		"\tgen_start(argc, argv);\n\tint64_t max = gen_option_int(\"max\", 9, 1000000);\n"
		"\tint64_t a = gen_read_int(0, max, \"a\");\n\tgen_read_space();\n"
		"\tint64_t b = gen_read_int(0, max, \"b\");\n\tgen_read_newline();\n"
		"\tusleep(300000);\n\tint end = gen_read_end();\n"
		"\treturn max == 9 && a == b ? 43 : end;\n}\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=3s");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, " for gaps of groups inconclusive: the time ended before "
				     "100 inputs were tried; ");
	AUTO_OUTCOME json = ASSAY("strength", "sum", "--time=3s", "--json");
	AS_AUTO_JSON json_t *document = document_of(&json);
	cr_expect_eq(json_integer_value(json_object_get(
			     json_object_get(document, "group_searches"), "inconclusive")),
		1);
}

Test(strength_groups, fix_adds_the_input_to_the_group_only)
{
	put_group_gap();
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=200s", "--fix");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.err.data,
		"added to the recipe: secret/a/strength-1, which kills comparison-includes\n");
	cr_expect_not(has_file(RECIPE, "strength-2"));
	cr_expect(has_file("sum/data/secret/a/strength-1.in", "1 1\n"));
	cr_expect_neq(access("sum/data/secret/b/strength-1.in", F_OK), 0);
}
