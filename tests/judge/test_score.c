/* SPDX-License-Identifier: MIT */
/* Scores and verdicts of groups, as tables. */
#include "model_case.h"
#include "scoring.h"

struct score_case {
	const char *what;
	struct group_case groups[MODEL_GROUPS];
	const char *expected; /* "name verdict score" of each group, one after the other */
};

static const struct score_case cases[] = {
	{"the points of a sum are divided among its tests",
		{{"sample", 0, PASS_FAIL, NO_SCORE, "A"}, {"secret", 1, SUM, 100, "AWAA"}},
		"sample AC 0; secret WA 75; "},
	{"parts that are inexact in binary still sum to the maximum",
		{{"secret", 0, SUM, 100, "AAAAAAA"}}, "secret AC 100; "},
	{"a third of the points", {{"secret", 0, SUM, 1, "AWW"}}, "secret WA 0.333333; "},
	{"one failure of a pass-fail group costs all of its points",
		{{"secret", 0, PASS_FAIL, 100, "AAAT"}}, "secret TLE 0; "},
	{"a pass-fail group without failures has all of its points",
		{{"secret", 0, PASS_FAIL, 40, "AA"}}, "secret AC 40; "},
	{"a minimum group has all points or none", {{"secret", 0, MIN, 30, "AAA"}},
		"secret AC 30; "},
	{"one failure makes a minimum 0", {{"secret", 0, MIN, 30, "AWA"}}, "secret WA 0; "},
	{"a sum adds its groups",
		{{"secret", 0, SUM, 100, ""}, {"secret/1", 0, PASS_FAIL, 30, "AA"},
			{"secret/2", 0, PASS_FAIL, 70, "AW"}},
		"secret WA 30; secret/1 AC 30; secret/2 WA 0; "},
	{"a minimum is the smallest score of its groups",
		{{"secret", 0, MIN, 100, ""}, {"secret/1", 0, SUM, 100, "AWAA"},
			{"secret/2", 0, SUM, 100, "AW"}},
		"secret WA 50; secret/1 WA 75; secret/2 WA 50; "},
	{"a pass-fail group needs all its groups",
		{{"secret", 0, PASS_FAIL, 100, ""}, {"secret/1", 0, PASS_FAIL, 50, "A"},
			{"secret/2", 0, PASS_FAIL, 50, "W"}},
		"secret WA 0; secret/1 AC 50; secret/2 WA 0; "},
	{"groups nest",
		{{"secret", 0, SUM, 100, ""}, {"secret/1", 0, SUM, 40, ""},
			{"secret/1/a", 1, PASS_FAIL, 10, "AA"}, {"secret/1/b", 1, SUM, 30, "AAW"},
			{"secret/2", 0, MIN, 60, "AA"}},
		"secret WA 90; secret/1 WA 30; secret/1/a AC 10; secret/1/b WA 20; secret/2 AC "
		"60; "},
	{"a test that was not run earns nothing",
		{{"secret", 0, SUM, 100, ""}, {"secret/1", 0, PASS_FAIL, 50, "TA--"},
			{"secret/2", 0, SUM, 50, "A-"}},
		"secret TLE 25; secret/1 TLE 0; secret/2 AC 25; "},
	{"a group without a test that was run has no verdict",
		{{"secret", 0, SUM, 100, ""}, {"secret/1", 0, PASS_FAIL, 50, "--"},
			{"secret/2", 0, PASS_FAIL, 50, "A"}},
		"secret AC 50; secret/1  0; secret/2 AC 50; "},
	{"the verdict is that of the first failure", {{"secret", 0, SUM, 10, "ATWA"}},
		"secret TLE 5; "},
	{"a sample earns nothing",
		{{"sample", 0, PASS_FAIL, NO_SCORE, "WW"}, {"secret", 1, SUM, 10, "AA"}},
		"sample WA 0; secret AC 10; "},
	{"an empty group earns nothing",
		{{"secret", 0, SUM, 10, ""}, {"secret/1", 0, SUM, 5, ""},
			{"secret/2", 0, SUM, 5, "A"}},
		"secret AC 5; secret/1  0; secret/2 AC 5; "},
	{"tests after the failure that short-circuited the group change nothing",
		{{"secret", 0, SUM, 100, ""}, {"secret/1", 0, PASS_FAIL, 50, "AWJT"},
			{"secret/2", 0, MIN, 50, "TJ"}},
		"secret WA 0; secret/1 WA 0; secret/2 TLE 0; "},
	{"half of the points of a test, and a score of the validator",
		{{"secret", 0, SUM, 100, ""}, {"secret/1", 0, SUM, 40, "Ah7W"},
			{"secret/2", 0, MIN, 60, "Ah"}},
		"secret WA 52; secret/1 WA 22; secret/2 AC 30; "},
	{"a score of the validator in a minimum", {{"secret", 0, MIN, 60, "A53A"}},
		"secret AC 3; "},
	{"an unbounded sum adds the scores of its tests",
		{{"secret", 0, SUM, UNBOUNDED, ""}, {"secret/1", 0, SUM, UNBOUNDED, "97W"},
			{"secret/2", 0, MIN, UNBOUNDED, "85"}, {"secret/3", 0, SUM, 4, "AW"}},
		"secret WA 23; secret/1 WA 16; secret/2 AC 5; secret/3 WA 2; "},
	{"its prerequisite passed",
		{{"secret", 0, SUM, 100, ""}, {"secret/1", 0, PASS_FAIL, 30, "AA"},
			{"secret/2", 0, PASS_FAIL, 70, "AA needs=1"}},
		"secret AC 100; secret/1 AC 30; secret/2 AC 70; "},
	{"its prerequisite failed: no points",
		{{"secret", 0, SUM, 100, ""}, {"secret/1", 0, PASS_FAIL, 30, "AW"},
			{"secret/2", 0, SUM, 20, "AA needs=1"},
			{"secret/3", 0, PASS_FAIL, 50, "AA"}},
		"secret WA 50; secret/1 WA 0; secret/2  0 needs secret/1; secret/3 AC 50; "},
	{"its prerequisite was not run: it is not run",
		{{"secret", 0, SUM, 100, ""}, {"secret/1", 0, PASS_FAIL, 30, "W"},
			{"secret/2", 0, PASS_FAIL, 20, "A needs=1"},
			{"secret/3", 0, PASS_FAIL, 20, "A"},
			{"secret/4", 0, PASS_FAIL, 30, "A needs=3 needs=2"}},
		"secret WA 20; secret/1 WA 0; secret/2  0 needs secret/1; secret/3 AC 20; "
		"secret/4  0 needs secret/2; "},
	{"not even its static validation",
		{{"secret", 0, SUM, 100, ""}, {"secret/1", 0, PASS_FAIL, 30, "W"},
			{"secret/2", 0, SUM, 20, "AA needs=1 static=10A"},
			{"secret/3", 0, SUM, 20, "AA needs=1 static=10J"}},
		"secret WA 0; secret/1 WA 0; secret/2  0 needs secret/1; secret/3  0 needs "
		"secret/1; "},
	{"a sample can be required",
		{{"sample", 0, PASS_FAIL, NO_SCORE, "AW"}, {"secret", 1, SUM, 100, ""},
			{"secret/1", 1, PASS_FAIL, 30, "A"},
			{"secret/2", 1, PASS_FAIL, 70, "A needs=0"}},
		"sample WA 0; secret AC 30; secret/1 AC 30; secret/2  0 needs sample; "},
	{"secret groups can require the sample",
		{{"sample", 0, PASS_FAIL, NO_SCORE, "W"}, {"secret", 1, SUM, 100, " needs=0"},
			{"secret/1", 1, PASS_FAIL, 30, "AA"}},
		"sample WA 0; secret  0 needs sample; secret/1  0; "},
	{"a group that was not run does not satisfy a prerequisite",
		{{"secret", 0, MIN, 10, ""}, {"secret/1", 0, PASS_FAIL, 10, "A"},
			{"secret/2", 0, PASS_FAIL, 10, "W"},
			{"secret/3", 0, PASS_FAIL, 10, "A needs=2"}},
		"secret WA 0; secret/1 AC 10; secret/2 WA 0; secret/3  0 needs secret/2; "},
	{"the static validation has its part, the tests have the rest",
		{{"secret", 0, SUM, 100, "AAWA static=20A"}}, "secret WA 80; "},
	{"a static validation that failed", {{"secret", 0, SUM, 100, "AAAA static=20W"}},
		"secret WA 80; "},
	{"half of a static validation", {{"secret", 0, SUM, 100, "AAAA static=20h"}},
		"secret AC 90; "},
	{"a static validation that was not run earns nothing",
		{{"secret", 0, SUM, 100, "AAAA static=20-"}}, "secret AC 80; "},
	{"a static validation alone",
		{{"secret", 0, SUM, 10, ""}, {"secret/1", 0, SUM, 10, " static=10A"}},
		"secret AC 10; secret/1 AC 10; "},
	{"a static validation is part of a minimum", {{"secret", 0, MIN, 30, "AA static=7A"}},
		"secret AC 7; "},
	{"a pass-fail group needs its static validation",
		{{"secret", 0, SUM, 100, ""}, {"secret/1", 0, PASS_FAIL, 40, "AA static=0W"},
			{"secret/2", 0, PASS_FAIL, 60, "AA static=0A"}},
		"secret WA 60; secret/1 WA 0; secret/2 AC 60; "},
	{"a prerequisite includes its static validation",
		{{"secret", 0, SUM, 100, ""}, {"secret/1", 0, PASS_FAIL, 40, "AA static=0W"},
			{"secret/2", 0, PASS_FAIL, 60, "AA needs=1"}},
		"secret WA 0; secret/1 WA 0; secret/2  0 needs secret/1; "},
	{"more than the maximum is a judging error",
		{{"secret", 0, SUM, 50, ""}, {"secret/1", 0, SUM, 30, "AA"},
			{"secret/2", 0, PASS_FAIL, 40, "AA"}},
		"secret JE 70 (the score 70 exceeds the max_score 50); secret/1 AC 30; secret/2 AC "
		"40; "},
	{"the maximum is not an error",
		{{"secret", 0, SUM, 0.3, ""}, {"secret/1", 0, SUM, 0.1, "AA"},
			{"secret/2", 0, PASS_FAIL, 0.2, "AA"}},
		"secret AC 0.3; secret/1 AC 0.1; secret/2 AC 0.2; "},
	{"a pass-fail package has verdicts only",
		{{"sample", 0, PASS_FAIL, NO_SCORE, "A"},
			{"secret", 1, PASS_FAIL, NO_SCORE, "AWJ"}},
		"sample AC 0; secret WA 0; "},
};

/* Graded packages. Groups that are not accepted still pass their scores to the parent. */
static const struct score_case graded[] = {
	{"by default it stops at the first failure",
		{{"data", 0, SUM, NO_SCORE, ""}, {"sample", 0, SUM, NO_SCORE, "A"},
			{"secret", 0, SUM, NO_SCORE, "ATWJ"}},
		"data TLE 2; sample AC 1; secret TLE 1; "},
	{"a failed sample stops everything",
		{{"data", 0, SUM, NO_SCORE, ""}, {"sample", 0, SUM, NO_SCORE, "WA"},
			{"secret", 0, SUM, NO_SCORE, "A"}},
		"data WA 0; sample WA 0; secret  0; "},
	{"worst_error is the most severe verdict",
		{{"data", 0, SUM, 99, " continue"}, {"sample", 0, SUM, 99, ""},
			{"secret", 0, SUM, 99, " continue"},
			{"secret/1", 2, SUM, 99, "WO continue"},
			{"secret/2", 2, SUM, 99, "OT continue"},
			{"secret/3", 2, SUM, 99, "TM continue"},
			{"secret/4", 2, SUM, 99, "MR continue"},
			{"secret/5", 2, SUM, 99, "RS continue"},
			{"secret/6", 2, SUM, 99, "SJ continue"}},
		"data JE 0; sample AC 0; secret JE 0; secret/1 OLE 0; secret/2 TLE 0; secret/3 MLE "
		"0; secret/4 RTE 0; secret/5 SV 0; secret/6 JE 0; "},
	{"first_error is the first failure",
		{{"data", 0, SUM, 99, " continue first_error"},
			{"secret", 0, SUM, 99, "AWRT continue first_error"}},
		"data WA 1; secret WA 1; "},
	{"always_accept, with the points of accepted tests",
		{{"data", 0, SUM, 99, ""},
			{"secret", 0, SUM, 99, "AWRA continue always_accept accept=5"}},
		"data AC 10; secret AC 10; "},
	{"always_accept, except for a judging error",
		{{"data", 0, SUM, 99, " continue always_accept"},
			{"secret", 0, SUM, 99, "AJ continue always_accept any"}},
		"data JE 0; secret JE 0; "},
	{"accept_if_any_accepted",
		{{"data", 0, SUM, 99, ""}, {"secret", 0, SUM, 99, "WAT continue any"}},
		"data AC 1; secret AC 1; "},
	{"accept_if_any_accepted, stopped before any was accepted",
		{{"data", 0, SUM, 99, ""}, {"secret", 0, SUM, 99, "WAT any"}},
		"data WA 0; secret WA 0; "},
	{"accept_if_any_accepted, none is",
		{{"data", 0, SUM, 99, ""}, {"secret", 0, SUM, 99, "WT continue any"}},
		"data TLE 0; secret TLE 0; "},
	{"average, minimum and maximum",
		{{"data", 0, SUM, 99, " continue"}, {"secret", 0, SUM, 99, " continue"},
			{"secret/1", 1, SUM, 99, "AWAA continue avg accept=8 reject=2"},
			{"secret/2", 1, MIN, 99, "AW3A continue accept=8 reject=2"},
			{"secret/3", 1, SUM, 99, "AW9A continue max accept=8 reject=2"}},
		"data WA 17.5; secret WA 17.5; secret/1 WA 6.5; secret/2 WA 2; secret/3 WA 9; "},
	{"a group that was stopped has the scores up to that point",
		{{"data", 0, SUM, 99, ""}, {"secret", 0, SUM, 99, "AAWAA accept=3 reject=1"}},
		"data WA 7; secret WA 7; "},
	{"an average of the judged tests",
		{{"data", 0, SUM, 99, ""}, {"secret", 0, SUM, 99, "AWAA avg accept=3"}},
		"data WA 1.5; secret WA 1.5; "},
	{"ignore_sample ignores verdict and score",
		{{"data", 0, SUM, 99, " continue ignore_sample"},
			{"sample", 0, SUM, 99, "AW continue accept=9"},
			{"secret", 0, SUM, 99, "AA accept=9"}},
		"data AC 18; sample WA 9; secret AC 18; "},
	{"ignore_sample without a sample",
		{{"data", 0, SUM, 99, " continue ignore_sample"}, {"sample", 0, SUM, 99, ""},
			{"secret", 0, SUM, 99, "AA accept=9"}},
		"data AC 18; sample AC 0; secret AC 18; "},
	{"a failed sample that stops everything is not ignored",
		{{"data", 0, SUM, 99, " ignore_sample"}, {"sample", 0, SUM, 99, "W"},
			{"secret", 0, SUM, 99, "AA accept=9"}},
		"data WA 0; sample WA 0; secret  0; "},
	{"ignore_sample ignores only one group",
		{{"data", 0, SUM, 99, ""}, {"secret", 0, SUM, 99, "AAA ignore_sample"}},
		"data JE 0; secret JE 0 (ignore_sample is for groups of at most two parts, but "
		"secret has 3; give it its own grader_flags); "},
	{"empty groups are not parts",
		{{"data", 0, SUM, 99, ""}, {"secret", 0, MIN, 99, ""}, {"secret/1", 1, SUM, 99, ""},
			{"secret/2", 1, SUM, 99, " accept=4"},
			{"secret/2/a", 3, SUM, 99, "AA accept=4"},
			{"secret/3", 1, MIN, 99, "A accept=5"}},
		"data AC 5; secret AC 5; secret/1 AC 0; secret/2 AC 8; secret/2/a AC 8; secret/3 "
		"AC 5; "},
	{"an empty group after the stop is not reached",
		{{"data", 0, SUM, 99, ""}, {"secret", 0, SUM, 99, ""}, {"secret/0", 1, SUM, 99, ""},
			{"secret", 0, SUM, 99, "AW"}, {"secret/1", 1, SUM, 99, ""},
			{"secret", 0, SUM, 99, "A"}},
		"data WA 1; secret WA 1; secret/0 AC 0; secret/1  0; "},
	{"tests are between groups",
		{{"data", 0, SUM, 99, ""}, {"secret", 0, SUM, 99, "A"},
			{"secret/1", 1, SUM, 99, "A"}, {"secret", 0, SUM, 99, "T"},
			{"secret/2", 1, SUM, 99, "AA"}, {"secret", 0, SUM, 99, "W"}},
		"data TLE 2; secret TLE 2; secret/1 AC 1; secret/2  0; "},
	{"a failed group stops its parent, although its own tests continued",
		{{"data", 0, SUM, 99, ""}, {"secret", 0, SUM, 99, ""},
			{"secret/1", 1, SUM, 99, "WAWA continue"}, {"secret/2", 1, SUM, 99, "A"}},
		"data WA 2; secret WA 2; secret/1 WA 2; secret/2  0; "},
	{"an accepted group with failed tests does not",
		{{"data", 0, SUM, 99, ""}, {"secret", 0, SUM, 99, ""},
			{"secret/1", 1, SUM, 99, "WAWA continue any"},
			{"secret/2", 1, SUM, 99, "A"}},
		"data AC 3; secret AC 3; secret/1 AC 2; secret/2 AC 1; "},
	{"scores of the validator differ from those for acceptance",
		{{"data", 0, SUM, 99, ""}, {"secret", 0, SUM, 99, "7A2 accept=5"}},
		"data AC 14; secret AC 14; "},
	{"points may be negative",
		{{"data", 0, SUM, 99, ""},
			{"secret", 0, SUM, 99, "AAW continue always_accept accept=2 reject=-7"}},
		"data AC -3; secret AC -3; "},
	{"a score outside the range is a judging error",
		{{"data", 0, SUM, 99, " continue"},
			{"secret", 0, SUM, 99, "AA accept=9 range=0:17"}},
		"data JE 0; secret JE 18 (the score 18 is not in the range from 0 to 17); "},
	{"below it, too",
		{{"data", 0, SUM, 99, " range=3:9"},
			{"secret", 0, SUM, 99, "AA accept=1 range=0:9"}},
		"data JE 2 (the score 2 is not in the range from 3 to 9); secret AC 2; "},
	{"except a test that was not accepted, which has no score",
		{{"data", 0, SUM, 99, " range=5:9"},
			{"secret", 0, SUM, 99, "AW accept=1 range=5:9"}},
		"data WA 1; secret WA 1; "},
	{"nor is a score that is within the range when rounded to six decimals",
		{{"data", 0, SUM, 99, ""},
			{"secret", 0, SUM, 99, "AWW continue avg always_accept range=0:0.333333"}},
		"data AC 0.333333; secret AC 0.333333; "},
	{"at either end",
		{{"data", 0, SUM, 99, ""},
			{"secret", 0, SUM, 99, "AAW continue avg always_accept range=0.666667:1"}},
		"data AC 0.666667; secret AC 0.666667; "},
	{"a pass-fail package is graded, and has no range",
		{{"data", 0, SUM, NO_SCORE, " range=5:9"},
			{"secret", 0, SUM, NO_SCORE, "WTA continue any"}},
		"data AC 1; secret AC 1; "},
	{"groups can be nested deeply",
		{{"data", 0, SUM, 99, ""}, {"secret", 0, SUM, 99, " continue"},
			{"secret/1", 1, SUM, 99, ""}, {"secret/1/a", 2, MIN, 99, "AA accept=10"},
			{"secret/1/b", 2, SUM, 99, ""},
			{"secret/1/b/x", 4, MIN, 99, "AT accept=20"},
			{"secret/1/b/y", 4, MIN, 99, "A accept=20"},
			{"secret/2", 1, MIN, 99, "AA accept=40"}},
		"data TLE 50; secret TLE 50; secret/1 TLE 10; secret/1/a AC 10; secret/1/b TLE 0; "
		"secret/1/b/x TLE 0; secret/1/b/y  0; secret/2 AC 40; "},
};

static int score(struct model *model, struct as_group_result *groups)
{
	const struct as_scoring scoring = {
		.package = &model->package, .results = model->results, .statics = model->statics};
	return as_score_groups(&scoring, groups, NULL);
}

/* Points after a judging error are not the submission's: no verdict may hide it. */
Test(score, a_judging_error_is_the_groups_verdict_wherever_it_is)
{
	static const char *const letters[] = {"J", "AJA", "WJA", "JWT", "TAAJ", "-J-"};
	for (size_t i = 0; i < sizeof(letters) / sizeof(*letters); i++) {
		struct model model;
		struct as_group_result scores[MODEL_GROUPS];
		model_fill(&model, (struct group_case[]){{"sample", 0, PASS_FAIL, NO_SCORE, "AW"},
					   {"secret", 1, SUM, 10, ""},
					   {"secret/1", 1, SUM, 10, letters[i]}, {0}});
		cr_assert_eq(score(&model, scores), 0);
		cr_expect_eq(scores[0].verdict, AS_VERDICT_WA, "%s", letters[i]);
		cr_expect_eq(scores[1].verdict, AS_VERDICT_JE, "%s", letters[i]);
		cr_expect_eq(scores[2].verdict, AS_VERDICT_JE, "%s", letters[i]);
		cr_expect_eq(as_score_verdict(&model.package, scores), AS_VERDICT_JE);
	}
}

static void expect_scores(const struct score_case *scored)
{
	struct model model;
	struct as_group_result scores[MODEL_GROUPS];
	char text[1024] = "";
	model_fill(&model, scored->groups);
	cr_assert_eq(score(&model, scores), 0);
	for (size_t g = 0; g < model.package.group_count; g++) {
		const struct as_group_result *result = &scores[g];
		bool unmet = result->unmet != SIZE_MAX;
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s %s %g%s%s%s%s%s; ",
			model.groups[g].name, as_verdict_name(result->verdict), result->score,
			unmet ? " needs " : "", unmet ? model.groups[result->unmet].name : "",
			*result->feedback ? " (" : "", result->feedback,
			*result->feedback ? ")" : "");
		cr_expect_eq(result->fault, *result->feedback ? AS_ERROR_INPUT : AS_ERROR_NONE,
			"%s", scored->what);
	}
	cr_expect_str_eq(text, scored->expected, "%s:\n  got      %s\n  expected %s", scored->what,
		text, scored->expected);
}

Test(score, every_case_of_the_table)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_scores(&cases[i]);
}

Test(score, every_case_of_the_graded_table)
{
	for (size_t i = 0; i < sizeof(graded) / sizeof(*graded); i++)
		expect_scores(&graded[i]);
}

/* All tests together must earn exactly the total: 100 is shown as 100, not 99.99. */
Test(score, all_tests_accepted_earn_the_full_score_for_any_number_of_tests)
{
	static const double wholes[] = {1, 7, 10, 100, 0.1, 33.3};
	char letters[MODEL_TESTS] = "";
	for (size_t n = 1; n < MODEL_TESTS - 1; n++) {
		memset(letters, 'A', n);
		for (size_t k = 0; k < sizeof(wholes) / sizeof(*wholes); k++) {
			struct model model;
			struct as_group_result scores[MODEL_GROUPS];
			model_fill(&model,
				(struct group_case[]){{"secret", 0, SUM, wholes[k], letters}, {0}});
			cr_assert_eq(score(&model, scores), 0);
			cr_expect(scores[0].score == wholes[k], "%zu tests: %.17g of %.17g", n,
				scores[0].score, wholes[k]);
		}
	}
}

Test(score, the_total_is_that_of_secret_or_of_all_data)
{
	struct model model;
	model_fill(&model, (struct group_case[]){{"sample", 0, PASS_FAIL, NO_SCORE, "A"},
				   {"secret", 1, SUM, 1, "A"}, {0}});
	cr_expect_eq(as_score_total(&model.package), 1);
	model_fill(&model, (struct group_case[]){{"data", 0, SUM, 1, ""},
				   {"sample", 0, SUM, 1, "A"}, {"secret", 0, SUM, 1, "A"}, {0}});
	cr_expect_eq(as_score_total(&model.package), 0);
	model_fill(&model, (struct group_case[]){{"sample", 0, PASS_FAIL, NO_SCORE, "A"}, {0}});
	cr_expect_eq(as_score_total(&model.package), SIZE_MAX);
}

Test(score, the_verdict_is_that_of_the_first_failure_or_of_the_grader)
{
	static const struct {
		struct group_case groups[MODEL_GROUPS];
		enum as_verdict verdict;
	} verdicts[] = {
		{{{"sample", 0, PASS_FAIL, NO_SCORE, "A"}, {"secret", 1, SUM, 9, "AT"}},
			AS_VERDICT_TLE},
		{{{"sample", 0, PASS_FAIL, NO_SCORE, "AW"}, {"secret", 1, SUM, 9, "AT"}},
			AS_VERDICT_WA},
		{{{"sample", 0, PASS_FAIL, NO_SCORE, "AW"}, {"secret", 1, SUM, 9, "AJ"}},
			AS_VERDICT_JE},
		{{{"sample", 0, PASS_FAIL, NO_SCORE, "W"}, {"secret", 1, PASS_FAIL, NO_SCORE, "J"}},
			AS_VERDICT_WA},
		{{{"secret", 0, SUM, 9, ""}, {"secret/1", 0, SUM, 5, "A static=3W"}},
			AS_VERDICT_WA},
		{{{"secret", 0, SUM, 1, ""}, {"secret/1", 0, SUM, 5, "A"}}, AS_VERDICT_JE},
		{{{"data", 0, SUM, 9, " always_accept"}, {"secret", 0, SUM, 9, "W"}},
			AS_VERDICT_AC},
		{{{"secret", 0, SUM, 9, ""}}, AS_VERDICT_AC},
	};
	for (size_t i = 0; i < sizeof(verdicts) / sizeof(*verdicts); i++) {
		struct model model;
		struct as_group_result scores[MODEL_GROUPS];
		model_fill(&model, verdicts[i].groups);
		cr_assert_eq(score(&model, scores), 0);
		cr_expect_eq(as_score_verdict(&model.package, scores), verdicts[i].verdict,
			"%zu: %s", i, as_verdict_name(as_score_verdict(&model.package, scores)));
	}
}

/* ---- graders of a package ---- */

/* Fails the named group, and reports the number of parts of the others. */
static int grade(void *context, const struct as_group *group, const struct as_part *parts,
	size_t count, struct as_group_result *result, struct as_error *error)
{
	if (!context)
		return as_error_set(error, AS_ERROR_INTERNAL, "no grader");
	result->verdict = strcmp(group->name, context) == 0 ? AS_VERDICT_WA : AS_VERDICT_AC;
	for (size_t i = 0; i < count; i++)
		result->score += 10 + parts[i].score;
	return 0;
}

Test(score, a_grader_of_the_package_decides)
{
	static const struct group_case groups[] = {{"data", 0, SUM, 99, ""},
		{"secret", 0, SUM, 99, " program"}, {"secret/1", 1, SUM, 99, "AW program"},
		{"secret/2", 1, SUM, 99, "A-A program"}, {0}};
	static const struct {
		const char *fails;
		double scores[4];
		enum as_verdict verdicts[4];
	} said[] = {
		{"", {65 - 2, 65 - 2, 21, 22},
			{AS_VERDICT_AC, AS_VERDICT_AC, AS_VERDICT_AC, AS_VERDICT_AC}},
		{"secret/1", {31, 31, 21, 0},
			{AS_VERDICT_AC, AS_VERDICT_AC, AS_VERDICT_WA, AS_VERDICT_NONE}},
	};
	for (size_t i = 0; i < 2; i++) {
		struct model model;
		struct as_group_result results[MODEL_GROUPS];
		model_fill(&model, groups);
		const struct as_scoring scoring = {.package = &model.package,
			.results = model.results,
			.grade = grade,
			.context = (void *)said[i].fails};
		cr_assert_eq(as_score_groups(&scoring, results, NULL), 0);
		for (size_t g = 0; g < 4; g++) {
			cr_expect_float_eq(results[g].score, said[i].scores[g], 1e-9,
				"%zu: %zu: %g", i, g, results[g].score);
			cr_expect_eq(results[g].verdict, said[i].verdicts[g], "%zu: %zu: %s", i, g,
				as_verdict_name(results[g].verdict));
		}
	}
}

Test(score, a_grader_that_cannot_be_run_ends_the_judging)
{
	struct model model;
	struct as_group_result results[MODEL_GROUPS];
	struct as_error error = {0};
	model_fill(&model, (struct group_case[]){{"data", 0, SUM, 9, "A program"}, {0}});
	const struct as_scoring scoring = {
		.package = &model.package, .results = model.results, .grade = grade};
	cr_expect_eq(as_score_groups(&scoring, results, &error), -1);
	cr_expect_str_eq(error.text, "no grader");
}
