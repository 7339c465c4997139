/* SPDX-License-Identifier: MIT */
/* Valid and invalid scores of validators, as tables. */
#include "model_case.h"
#include "scoring.h"

struct check_case {
	struct group_case group;
	bool has_score, has_multiplier;
	double said;
	const char *expected; /* "" where nothing is wrong */
};

static const struct check_case checks[] = {
	{{"secret", 0, SUM, 10, "AA"}, true, false, 5, ""},
	{{"secret", 0, SUM, 10, "AA"}, true, false, 0, ""},
	{{"secret", 0, SUM, 10, "AA"}, true, false, 5.001,
		"WHO gave the score 5.001 where a test can earn 5"},
	{{"secret", 0, MIN, 10, "AA"}, true, false, 10, ""},
	{{"secret", 0, MIN, 10, "AA"}, true, false, 11,
		"WHO gave the score 11 where a test can earn 10"},
	{{"secret", 0, SUM, 1, "AAA"}, true, false, 1.0 / 3, ""},
	{{"secret", 0, SUM, 1, "AAA"}, true, false, 0.33333333335, ""},
	{{"secret", 0, SUM, 10, "AA"}, true, false, -1, "WHO gave the score -1, which is negative"},
	{{"secret", 0, SUM, 10, "AA"}, true, false, NAN,
		"WHO gave the score nan, which is negative"},
	{{"secret", 0, SUM, 10, "AA"}, false, true, 1, ""},
	{{"secret", 0, SUM, 10, "AA"}, false, true, 1.5,
		"WHO gave the multiplier 1.5, which is not between 0 and 1"},
	{{"secret", 0, SUM, 10, "AA"}, false, true, -0.5,
		"WHO gave the multiplier -0.5, which is not between 0 and 1"},
	{{"secret", 0, SUM, 10, "AA"}, false, false, 0, ""},
	{{"secret", 0, PASS_FAIL, 10, "AA"}, false, false, 0, ""},
	{{"secret", 0, PASS_FAIL, 10, "AA"}, true, false, 1,
		"WHO gave a score in secret, which is pass-fail"},
	{{"secret", 0, PASS_FAIL, 10, "AA"}, false, true, 1,
		"WHO gave a score in secret, which is pass-fail"},
	{{"secret", 0, SUM, UNBOUNDED, "AA"}, true, false, 1e9, ""},
	{{"secret", 0, SUM, UNBOUNDED, "AA"}, false, false, 0,
		"WHO wrote no score.txt in secret, which is unbounded"},
	{{"secret", 0, SUM, UNBOUNDED, "AA"}, false, true, 0.5,
		"WHO wrote score_multiplier.txt in secret, which is unbounded"},
	{{"secret", 0, MIN, UNBOUNDED, "AA"}, false, false, 0,
		"WHO wrote no score.txt in secret, which is unbounded"},
};

static void expect_check(const struct check_case *from, bool of_static)
{
	struct model model;
	struct as_group_result groups[MODEL_GROUPS];
	struct as_test_result result = {.counted = true,
		.verdict = AS_VERDICT_AC,
		.scored.has_score = from->has_score,
		.scored.has_multiplier = from->has_multiplier,
		.scored.score = from->said,
		.scored.multiplier = from->said};
	char expected[256];
	model_fill(&model, (struct group_case[]){from->group, {0}});
	as_score_begin(&model.package, groups);
	model.groups[0].static_score = groups[0].test_worth;
	if (of_static)
		as_score_check_static(&model.package, 0, &result);
	else
		as_score_check(&model.package, groups, 0, &result);
	snprintf(expected, sizeof(expected), "the %s validator%s", of_static ? "static" : "output",
		*from->expected ? from->expected + 3 : "");
	cr_expect_str_eq(result.feedback, *from->expected ? expected : "", "%s", result.feedback);
	cr_expect_eq(result.verdict, *from->expected ? AS_VERDICT_JE : AS_VERDICT_AC);
	cr_expect_str_eq(result.reason, *from->expected ? "package" : "");
}

Test(score_check, a_forbidden_score_of_a_validator_is_a_judging_error)
{
	for (size_t i = 0; i < sizeof(checks) / sizeof(*checks); i++)
		for (int of_static = 0; of_static < 2; of_static++)
			expect_check(&checks[i], of_static);
}

static struct as_test_result check_one(const struct group_case *groups, char letter)
{
	struct model model;
	struct as_group_result worths[MODEL_GROUPS];
	struct as_test_result result = letter_fate(letter);
	model_fill(&model, groups);
	as_score_begin(&model.package, worths);
	as_score_check(&model.package, worths, 0, &result);
	return result;
}

Test(score_check, scores_of_samples_are_ignored)
{
	struct as_test_result result =
		check_one((struct group_case[]){{"sample", 0, PASS_FAIL, NO_SCORE, "9"},
				  {"secret", 1, SUM, 1, "A"}, {0}},
			'9');
	cr_expect_eq(result.verdict, AS_VERDICT_AC);
	cr_expect_not(result.scored.has_score);
}

Test(score_check, a_failure_is_left_as_it_is)
{
	struct as_test_result result =
		check_one((struct group_case[]){{"secret", 0, SUM, UNBOUNDED, "T"}, {0}}, 'T');
	cr_expect_eq(result.verdict, AS_VERDICT_TLE);
}

/* Its ranges apply to groups. */
Test(score_check, a_graded_test_may_have_any_score)
{
	struct as_test_result result =
		check_one((struct group_case[]){{"data", 0, SUM, 1, "9 range=0:1"}, {0}}, '9');
	cr_expect_eq(result.verdict, AS_VERDICT_AC);
	cr_expect(result.scored.has_score);
}
