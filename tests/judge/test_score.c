/* SPDX-License-Identifier: MIT */
/* Scores and verdicts of groups, by table. */
#include "model_case.h"

struct score_case {
	const char *what;
	struct group_case groups[MODEL_GROUPS];
	const char *expected; /* "name verdict score" of each group, one after the other */
};

static const struct score_case cases[] = {
	{"a sum shares its points among its tests",
		{{"sample", 0, PASS_FAIL, NO_SCORE, "A"}, {"secret", 1, SUM, 100, "AWAA"}},
		"sample AC 0; secret WA 75; "},
	{"shares that do not add up in binary still make the whole",
		{{"secret", 0, SUM, 100, "AAAAAAA"}}, "secret AC 100; "},
	{"a third is a third", {{"secret", 0, SUM, 1, "AWW"}}, "secret WA 0.333333; "},
	{"one failure of a pass-fail group costs all", {{"secret", 0, PASS_FAIL, 100, "AAAT"}},
		"secret TLE 0; "},
	{"a pass-fail group without failure has all", {{"secret", 0, PASS_FAIL, 40, "AA"}},
		"secret AC 40; "},
	{"a minimum is the whole or nothing", {{"secret", 0, MIN, 30, "AAA"}}, "secret AC 30; "},
	{"one failure makes a minimum nothing", {{"secret", 0, MIN, 30, "AWA"}}, "secret WA 0; "},
	{"a sum adds its groups",
		{{"secret", 0, SUM, 100, ""}, {"secret/1", 0, PASS_FAIL, 30, "AA"},
			{"secret/2", 0, PASS_FAIL, 70, "AW"}},
		"secret WA 30; secret/1 AC 30; secret/2 WA 0; "},
	{"a minimum takes the least of its groups",
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
	{"a group of which nothing was run has no verdict",
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
};

/* Points that rest on a judging error are not the submission's: no verdict may hide it. */
Test(score, a_judging_error_is_the_groups_verdict_wherever_it_is)
{
	static const char *const letters[] = {"J", "AJA", "WJA", "JWT", "TAAJ", "-J-"};
	for (size_t i = 0; i < sizeof(letters) / sizeof(*letters); i++) {
		struct model model;
		struct as_group_result scores[MODEL_GROUPS];
		model_fill(&model, (struct group_case[]){{"sample", 0, PASS_FAIL, NO_SCORE, "AW"},
					   {"secret", 1, SUM, 10, ""},
					   {"secret/1", 1, MIN, 10, letters[i]}, {0}});
		as_score_groups(&model.package, model.results, scores);
		cr_expect_eq(scores[0].verdict, AS_VERDICT_WA, "%s", letters[i]);
		cr_expect_eq(scores[1].verdict, AS_VERDICT_JE, "%s", letters[i]);
		cr_expect_eq(scores[2].verdict, AS_VERDICT_JE, "%s", letters[i]);
	}
}

Test(score, every_case_of_the_table)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct model model;
		struct as_group_result scores[MODEL_GROUPS];
		char text[512] = "";
		model_fill(&model, cases[i].groups);
		as_score_groups(&model.package, model.results, scores);
		for (size_t g = 0; g < model.package.group_count; g++)
			snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s %s %g; ",
				model.groups[g].name, as_verdict_name(scores[g].verdict),
				scores[g].score);
		cr_expect_str_eq(text, cases[i].expected, "%s:\n  got      %s\n  expected %s",
			cases[i].what, text, cases[i].expected);
	}
}

/* What all tests together earn must be the whole, exactly: 100 is shown as 100, not 99.99. */
Test(score, all_accepted_is_the_whole_for_any_number_of_tests)
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
			as_score_groups(&model.package, model.results, scores);
			cr_expect(scores[0].score == wholes[k], "%zu tests: %.17g of %.17g", n,
				scores[0].score, wholes[k]);
		}
	}
}

Test(score, secret_is_found_by_its_name)
{
	struct model model;
	model_fill(&model, (struct group_case[]){{"sample", 0, PASS_FAIL, NO_SCORE, "A"},
				   {"secret", 1, SUM, 1, "A"}, {0}});
	cr_expect_eq(as_score_secret(&model.package), 1);
	model_fill(&model, (struct group_case[]){{"sample", 0, PASS_FAIL, NO_SCORE, "A"}, {0}});
	cr_expect_eq(as_score_secret(&model.package), SIZE_MAX);
}
