/* SPDX-License-Identifier: MIT */
/* Settings of groups in a recipe: gen refuses what the judge would refuse in the files. */
#include "support/packages.h"

TestSuite(gen_settings, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define LEGACY_YAML "name: Sum\ntype: scoring\n"
#define TESTS "    data: {a: {in: x, ans: y}}\n"
#define IN_SECRET(settings) "data:\n  secret:\n    " settings "\n" TESTS

struct refusal {
	const char *problem, *recipe, *complaint;
};

static void expect_refused(const struct refusal *refusals, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		put("small/problem.yaml", refusals[i].problem);
		put("small/generators/generators.yaml", refusals[i].recipe);
		AUTO_OUTCOME outcome = ASSAY("gen", "small");
		EXPECT_COMPLAINT(outcome, 3, refusals[i].complaint);
		cr_expect_neq(faccessat(here_fd, "small/data", F_OK, 0), 0, "%zu", i);
	}
}

Test(gen_settings, a_value_of_test_group_yaml_is_refused_at_its_place)
{
	static const struct refusal refusals[] = {
		{SUM_YAML "type: scoring\n",
			IN_SECRET("test_group.yaml: {score_aggregation: summ, max_score: 5}"),
			"generators.yaml:3:42: unknown score_aggregation 'summ'; did you mean "
			"'sum'? use pass-fail, sum or min\n"},
		{SUM_YAML "type: scoring\n", IN_SECRET("test_group.yaml:\n      max_score: many"),
			"generators.yaml:4:18: max_score must be a whole number, not 'many'; "},
		{SUM_YAML, IN_SECRET("test_group.yaml: {max_score: 5}"),
			"generators.yaml:3:34: max_score is only for packages of type scoring; "
			"remove it, or set type in problem.yaml\n"},
		{SUM_YAML, IN_SECRET("test_group.yaml: {full_feedback: 'yes'}"),
			"generators.yaml:3:38: full_feedback must be true or false, not 'yes'; "
			"write true\n"},
		{SUM_YAML, IN_SECRET("test_group.yaml: {output_validator_args: [case_sensitiv]}"),
			"did you mean 'case_sensitive'?"},
		{SUM_YAML,
			"test_group.yaml: {max_score: 5}\ndata: {secret: {data: {a: "
			"{in: x, ans: y}}}}\n",
			"generators.yaml:1:19: unknown key 'max_score'; "},
		{SUM_YAML, IN_SECRET("testdata.yaml: {on_reject: break}"),
			"generators.yaml:3:20: testdata.yaml is of the legacy format; move its "
			"settings to test_group.yaml, which has other keys\n"},
	};
	expect_refused(refusals, sizeof(refusals) / sizeof(*refusals));
}

#define GROUP_A "      a: {data: {1: {in: x, ans: y}}}\n"
#define GROUP_B(required)                                                                          \
	"      b:\n        test_group.yaml: {max_score: 5, require_pass: " required "}\n"          \
	"        data: {1: {in: z, ans: y}}\n"

Test(gen_settings, a_required_group_is_one_that_the_recipe_makes)
{
	static const struct refusal refusals[] = {
		{SUM_YAML "type: scoring\n",
			"data:\n  secret:\n    data:\n" GROUP_A GROUP_B("secret/aa"),
			"generators.yaml:6:55: 'secret/aa' is not a group before this one; did you "
			"mean 'secret/a'? use sample or a group that comes earlier by name, such "
			"as secret/1\n"},
		{SUM_YAML "type: scoring\n",
			"data:\n  secret:\n    data:\n" GROUP_A GROUP_B("[secret/c]"),
			"generators.yaml:6:56: 'secret/c' is not a group before this one; "},
	};
	expect_refused(refusals, sizeof(refusals) / sizeof(*refusals));
	put("small/generators/generators.yaml",
		"data:\n  secret:\n    data:\n" GROUP_A GROUP_B("[sample, secret/a]"));
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_STATUS(outcome, 0);
}

Test(gen_settings, a_value_of_testdata_yaml_is_refused_at_its_place)
{
	static const struct refusal refusals[] = {
		{LEGACY_YAML, IN_SECRET("testdata.yaml: {on_reject: brake}"),
			"generators.yaml:3:32: on_reject must be break or continue, not 'brake'\n"},
		{LEGACY_YAML, IN_SECRET("testdata.yaml:\n      grader_flags: maxx"),
			"generators.yaml:4:21: grader_flags: unknown flag 'maxx' of the default "
			"grader; did you mean 'max'? "},
		{LEGACY_YAML, IN_SECRET("testdata.yaml: {range: 0 x}"),
			"generators.yaml:3:28: range: 'x' is not a number\n"},
	};
	expect_refused(refusals, sizeof(refusals) / sizeof(*refusals));
}

Test(gen_settings, an_unknown_key_of_testdata_yaml_is_a_note)
{
	put("small/problem.yaml", LEGACY_YAML);
	put("small/generators/generators.yaml", IN_SECRET("testdata.yaml: {on_rejct: break}"));
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.err.data,
				   "assay: note: small/generators/generators.yaml:3:21: unknown "
				   "key 'on_rejct'; did you mean 'on_reject'? it is ignored\n"),
		"%s", outcome.err.data);
}
