/* SPDX-License-Identifier: MIT */
/* Scores that output validators assign to an accepted test, as the format and testlib define
 * them. */
#include "validator_case.h"

TestSuite(validator_score, .timeout = 600);

#define SCORE(text) PYTHON SAY("score.txt", text) "exit(42)"
#define MULTIPLIER(text) PYTHON SAY("score_multiplier.txt", text) "exit(42)"
#define STRICT .scoring = SCORING

Test(validator_score, of_the_wrong_kind_are_judging_errors)
{
	static const struct validator_case cases[] = {
		{.name = "text",
			.source = SCORE("abc"),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is not a number: 'abc'"},
		{.name = "nothing",
			.source = SCORE(""),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is not a number: ''"},
		{.name = "two",
			.source = SCORE("1 2"),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is not a number: '1 2'"},
		{.name = "nan",
			.source = SCORE("nan"),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is not a number: 'nan'"},
		{.name = "hex",
			.source = SCORE("0x10"),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is not a number: '0x10'"},
		{.name = "huge",
			.source = SCORE("1e999"),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is not a number: '1e999'"},
		{.name = "long",
			.source = PYTHON "open(feedback + 'score.txt', 'w').write('1' * "
					 "100000)\nexit(42)",
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is not a number: '111"},
		{.name = "negative",
			.source = SCORE("-1"),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is below 0: -1"},
		{.name = "multiplier over 1",
			.source = MULTIPLIER("1.01"),
			STRICT,
			.fate = "JE package",
			.feedback = "score_multiplier.txt of the output validator is not between 0 "
				    "and 1: 1.01"},
		{.name = "multiplier below 0",
			.source = MULTIPLIER("-0.5"),
			STRICT,
			.fate = "JE package",
			.feedback = "score_multiplier.txt of the output validator is not between 0 "
				    "and 1: -0.5"},
		{.name = "both",
			.source = PYTHON SAY("score.txt", "1")
				SAY("score_multiplier.txt", "1") "exit(42)",
			STRICT,
			.fate = "JE package",
			.feedback = "both a score.txt and a score_multiplier.txt"},
		{.name = "of a rejected output",
			.source = PYTHON SAY("score.txt", "1") "exit(43)",
			STRICT,
			.fate = "JE package",
			.feedback = "wrote score.txt for a rejected output"},
		{.name = "multiplier of a rejected output",
			.source = PYTHON SAY("score_multiplier.txt", "0") "exit(43)",
			STRICT,
			.fate = "JE package",
			.feedback = "wrote score_multiplier.txt for a rejected output"},
		{.name = "garbage in a package without scores",
			.source = SCORE("abc"),
			.fate = "AC"},
		{.name = "legacy: of a rejected output",
			.source = PYTHON SAY("score.txt", "1") "exit(43)",
			.scoring = GRADED,
			.fate = "WA"},
		{.name = "legacy: text",
			.source = SCORE("abc"),
			.scoring = GRADED,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is not a number: 'abc'"},
	};

	RUN_ALL(cases);
}

static void expect_score(const struct validator_case *c, bool has_score, double score,
	bool has_multiplier, double multiplier)
{
	AUTO_SETTING setting;

	judge_case(&setting, c);
	const struct as_test_result *result = result_of(&setting);
	cr_expect_eq(result->verdict, AS_VERDICT_AC, "%s: %s", c->name, result->feedback);
	cr_expect_eq(result->scored.has_score, has_score, "%s", c->name);
	cr_expect_eq(result->scored.has_multiplier, has_multiplier, "%s", c->name);
	if (has_score)
		cr_expect_eq(result->scored.score, score, "%s: %g", c->name, result->scored.score);
	if (has_multiplier)
		cr_expect_eq(result->scored.multiplier, multiplier, "%s: %g", c->name,
			result->scored.multiplier);
}

Test(validator_score, reach_the_result)
{
	static const struct validator_case score = {.source = SCORE(" 12.5\\n"), STRICT},
					   multiplier = {.source = MULTIPLIER("2.5e-1"), STRICT},
					   negative = {.source = SCORE("-3"), .scoring = GRADED},
					   none = {.source = "exit(42)", STRICT},
					   ignored = {.source = SCORE("12.5")};

	expect_score(&score, true, 12.5, false, 0);
	expect_score(&multiplier, false, 0, true, 0.25);
	expect_score(&negative, true, -3, false, 0);
	expect_score(&none, false, 0, false, 0);
	expect_score(&ignored, false, 0, false, 0);
}

#define TESTLIB(script) "import sys\n" script
#define DIALECT .dialect = AS_VALIDATOR_TESTLIB

Test(validator_score, of_testlib_have_their_own_format)
{
	static const struct validator_case cases[] = {
		{.name = "ok",
			.source = TESTLIB("sys.stderr.write('ok 3 numbers')\nexit(0)"),
			DIALECT,
			.fate = "AC",
			.feedback = "ok 3 numbers"},
		{.name = "wrong answer",
			.source = TESTLIB("sys.stderr.write('wrong answer 1 and 2')\nexit(1)"),
			DIALECT,
			.fate = "WA",
			.feedback = "wrong answer 1 and 2"},
		{.name = "presentation", .source = TESTLIB("exit(2)"), DIALECT, .fate = "WA"},
		{.name = "fail",
			.source = TESTLIB("sys.stderr.write('FAIL answer is worse')\nexit(3)"),
			DIALECT,
			.fate = "JE package",
			.feedback =
				"the output validator exited with status 3: FAIL answer is worse"},
		{.name = "42 is not an exit status of testlib",
			.source = TESTLIB("exit(42)"),
			DIALECT,
			.fate = "JE package",
			.feedback = "the output validator exited with status 42"},
		{.name = "files by name: input, output, answer",
			.source = TESTLIB(
				"texts = [open(name).read() for name in sys.argv[1:]]\nexit(0 if "
				"texts == ['1\\n'] * 3 and sys.argv[1::2] == ['/data/1.in', "
				"'/data/1.ans'] else 1)"),
			DIALECT,
			.fate = "AC"},
		{.name = "extra words, end of file",
			.source = TESTLIB("exit(4)"),
			DIALECT,
			.fate = "WA"},
		{.name = "unexpected end", .source = TESTLIB("exit(8)"), DIALECT, .fate = "WA"},
		{.name = "points without a number",
			.source = TESTLIB("exit(7)"),
			DIALECT,
			STRICT,
			.fate = "JE package",
			.feedback = "gave points without a number"},
	};
	static const struct validator_case points = {.name = "points",
		.source = TESTLIB("sys.stderr.write('points 0.75 well')\nexit(7)"),
		DIALECT,
		STRICT};

	RUN_ALL(cases);
	expect_score(&points, true, 0.75, false, 0);
}

#define END(text, status)                                                                          \
	TESTLIB("sys.stderr.write('" text "')\nexit(" #status ")"), .dialect = AS_VALIDATOR_TESTLIB

/* The exit status of _pc(0) is that of an accepted output, that of _pc(1) of a wrong one. */
Test(validator_score, of_testlib_partial_results_are_read_from_the_text)
{
	static const struct validator_case cases[] = {
		{.name = "_pc(0)",
			.source = END("partially correct (0) nothing", 0),
			STRICT,
			.fate = "WA",
			.feedback = "partially correct (0) nothing"},
		{.name = "_pc(0) behind notes",
			.source = END("note\\npartially correct (0) nothing", 0),
			STRICT,
			.fate = "WA",
			.feedback = "note"},
		{.name = "quitp(0)",
			.source = END("points 0 wrong shape", 7),
			STRICT,
			.fate = "WA",
			.feedback = "points 0 wrong shape"},
		{.name = "quitp(0), legacy",
			.source = END("points 0 wrong shape", 7),
			.scoring = GRADED,
			.fate = "WA",
			.feedback = "points 0 wrong shape"},
		{.name = "_pc(200)",
			.source = END("partially correct (200) more than all", 200),
			STRICT,
			.fate = "JE package",
			.feedback = "gave a partial result (_pc) that is not between 0 and 100"},
		{.name = "_pc(40), legacy",
			.source = END("partially correct (40) a part", 40),
			.scoring = GRADED,
			.fate = "JE package",
			.feedback = "which the legacy format does not support; use quitp"},
		{.name = "_pc(0), pass-fail",
			.source = END("partially correct (0) nothing", 0),
			.fate = "JE package",
			.feedback = "gave a partial result (_pc), but the package does not score"},
		{.name = "_pc(100), pass-fail",
			.source = END("partially correct (100) all", 100),
			.fate = "JE package",
			.feedback = "gave a partial result (_pc), but the package does not score"},
		{.name = "quitp(0), pass-fail",
			.source = END("points 0 wrong shape", 7),
			.fate = "JE package",
			.feedback = "gave points (quitp), but the package does not score"},
		{.name = "a wrong answer that quotes a partial one",
			.source = END("wrong answer read\\npartially correct (1) x", 1),
			STRICT,
			.fate = "WA",
			.feedback = "wrong answer read"},
	};
	static const struct validator_case parts[] = {
		{.name = "_pc(40)", .source = END("partially correct (40) a part", 40), STRICT},
		{.name = "_pc(1)", .source = END("partially correct (1) a part", 1), STRICT},
		{.name = "_pc(7)", .source = END("partially correct (7) a part", 7), STRICT},
		{.name = "_pc(40), other base",
			.source = END("partially correct (40) a part", 90),
			STRICT},
	};
	static const double multipliers[] = {0.4, 0.01, 0.07, 0.4};

	RUN_ALL(cases);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		expect_score(&parts[i], false, 0, true, multipliers[i]);
}

#define PC_ALONE(percent, status)                                                                  \
	TESTLIB("sys.stderr.write('partially correct (" percent ") a part')\nexit(" status ")")

Test(validator_score, testlib_without_its_line_in_assay_yaml_is_named)
{
	static const struct validator_case cases[] = {
		{.name = "ok",
			.source = TESTLIB("sys.stderr.write('ok 3 numbers')\nexit(0)"),
			.fate = "JE package",
			.feedback = "write `output_validator: testlib` into a file assay.yaml"},
		{.name = "fail",
			.source = TESTLIB("sys.stderr.write('FAIL File size exceeds')\nexit(3)"),
			.fate = "JE package",
			.feedback = "write `output_validator: testlib` into a file assay.yaml"},
		{.name = "_pc(42)",
			.source = PC_ALONE("42", "42"),
			STRICT,
			.fate = "JE package",
			.feedback = "write `output_validator: testlib` into a file assay.yaml"},
		{.name = "_pc(42), pass-fail",
			.source = PC_ALONE("42", "42"),
			.fate = "JE package",
			.feedback = "write `output_validator: testlib` into a file assay.yaml"},
		{.name = "_pc(43)",
			.source = PC_ALONE("43", "43"),
			STRICT,
			.fate = "JE package",
			.feedback = "write `output_validator: testlib` into a file assay.yaml"},
		{.name = "another validator's words", .source = PC_ALONE("30", "42"), .fate = "AC"},
	};

	RUN_ALL(cases);
}
