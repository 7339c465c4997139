/* SPDX-License-Identifier: MIT */
/* assay verify of legacy-icpc packages: requirements beyond the legacy format. */
#include "support/packages.h"
#include "support/verifications.h"

TestSuite(verify_names, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define TEXT                                                                                       \
	"name not allowed in legacy-icpc; use at least two characters, the first and last a "      \
	"letter or digit, or write `problem_format_version: legacy`"

static void put_package(const char *version)
{
	AS_AUTO_FREE char *yaml = as_text_format(
		NULL, "problem_format_version: %s\nname: Sum\ntype: scoring\n", version);
	put("sum/problem.yaml", yaml);
	put_sum_tests(1);
	put("sum/data/secret/a/1.in", "7 7\n");
	put("sum/data/secret/a/1.ans", "14\n");
	put("sum/data/secret/_x.in", "8 8\n");
	put("sum/data/secret/_x.ans", "16\n");
	put("sum/attachments/x", "x\n");
	put("sum/attachments/deep/end_", "x\n");
	put("sum/attachments/.hidden", "x\n");
}

static size_t count_text(const char *all, const char *text)
{
	size_t count = 0;
	while ((all = strstr(all, text))) {
		count++;
		all += strlen(text);
	}
	return count;
}

Test(verify_names, names_and_scores_that_legacy_icpc_does_not_have_are_found)
{
	static const char *const where[] = {"attachments/x", "attachments/deep/end_",
		"data/secret/_x.in", "data/secret/_x.ans"};
	put_package("legacy-icpc");
	AUTO_OUTCOME outcome = ASSAY("verify", "sum");
	for (size_t i = 0; i < sizeof where / sizeof *where; i++) {
		AS_AUTO_FREE char *line =
			as_text_format(NULL, "  warning: %s: " TEXT "\n", where[i]);
		cr_expect_not_null(
			strstr(outcome.out.data, line), "no %s in %s", line, outcome.out.data);
	}
	cr_expect_eq(count_text(outcome.out.data, TEXT), 4, "%s", outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, "type scoring is not in legacy-icpc"), "%s",
		outcome.out.data);
	EXPECT_NOTHING_LEFT(outcome);
}

Test(verify_names, the_legacy_format_allows_them)
{
	put_package("legacy");
	put("sum/submissions/accepted/right.c", SUM_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "sum");
	cr_expect_null(strstr(outcome.out.data, "legacy-icpc"), "%s", outcome.out.data);
	cr_expect_not_null(
		strstr(outcome.out.data, "sum: verified, 0 errors"), "%s", outcome.out.data);
}

Test(verify_names, two_submissions_of_one_name_are_reported)
{
	put_verified_package();
	put("sum/submissions/rejected/wrong.c", WRONG_C);
	put("sum/submissions/rejected/other.c", WRONG_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "info", "submissions/wrong_answer/wrong.c",
		"has the same file name as submissions/rejected/wrong.c; names must be unique");
	cr_expect_null(find(document, "info", "submissions/rejected/other.c", ""));
	cr_expect_null(find(document, "info", "submissions/rejected/wrong.c", ""));
}

/* The format allows such a word to be the name of a validator; in practice the word is a flag. */
Test(verify_names, a_flag_with_the_name_of_an_output_validator_is_warned_about)
{
	put("sum/problem.yaml", "name: Sum\nvalidation: custom\nvalidator_flags: small.py\n");
	put_sum_tests(1);
	put("sum/output_validators/small.py", "exit(42)\n");
	put("sum/output_validators/big.py", "exit(43)\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	AUTO_OUTCOME flag = ASSAY("verify", "sum");
	cr_expect_not_null(
		strstr(flag.out.data, "'small.py' is passed to all output validators as a flag, "
				      "although output_validators/small.py has this name"),
		"%s", flag.out.data);
	put("sum/data/secret/testdata.yaml", "output_validator_flags: small.py\n");
	AUTO_OUTCOME name = ASSAY("verify", "sum");
	cr_expect_not_null(
		strstr(name.out.data, "data/secret/testdata.yaml:1:25: 'small.py' is taken as the "
				      "name of the output validator to run"),
		"%s", name.out.data);
	put("sum/problem.yaml", "name: Sum\nvalidation: custom\n");
	put("sum/data/secret/testdata.yaml", "output_validator_flags: {name: small.py}\n");
	AUTO_OUTCOME clear = ASSAY("verify", "sum");
	cr_expect_null(strstr(clear.out.data, "'small.py'"), "%s", clear.out.data);
}

/* The same of an input validator; only the mapping chooses one. */
Test(verify_names, an_argument_with_the_name_of_an_input_validator_is_warned_about)
{
#define AN_ARGUMENT                                                                                \
	"'small.py' is passed to all input validators as an argument, although "                   \
	"input_validators/small.py has this name; to choose that validator, write a mapping from " \
	"its name to its arguments\n"
	put("sum/problem.yaml", "name: Sum\n");
	put_sum_tests(1);
	put("sum/input_validators/small.py", "exit(42)\n");
	put("sum/input_validators/big.py", "exit(42)\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/data/secret/testdata.yaml", "input_validator_flags: small.py\n");
	AUTO_OUTCOME flag = ASSAY("verify", "sum");
	cr_expect_eq(count_text(flag.out.data, AN_ARGUMENT), 1, "%s", flag.out.data);
	put("sum/data/secret/testdata.yaml", "input_validator_flags: {small.py: '-x'}\n");
	AUTO_OUTCOME clear = ASSAY("verify", "sum");
	cr_expect_null(strstr(clear.out.data, "'small.py'"), "%s", clear.out.data);
#undef AN_ARGUMENT
}
