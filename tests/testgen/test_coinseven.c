/* SPDX-License-Identifier: MIT */
/* The validator of the package coinseven. */
#include "programs.h"

#define PACKAGE ASSAY_SOURCE_DIR "/problems/coinseven"

TestSuite(coinseven, .init = make_dir, .fini = remove_dir, .timeout = 600);

static void expect_validated(const char *arguments, const char *input, const char *complaint)
{
	char line[256] = "";
	if (complaint)
		snprintf(line, sizeof line, "%s\n", complaint);
	spill("in", input, strlen(input));
	expect_run("validate", 0, arguments, complaint ? 43 : 42, "", line);
}

Test(coinseven, the_validator_accepts_exactly_the_inputs_of_the_statement)
{
	build(PACKAGE "/input_validators/validate.c", "validate", 0);
	expect_validated("", "2\n1 1000000000\n", NULL);
	expect_validated(
		"", "0\n\n", "line 1, column 1: expected n, an integer from 2 to 2000, got '0'");
	expect_validated("", "2002\n",
		"line 1, column 1: expected n, an integer from 2 to 2000, got '2002'");
	expect_validated("", "3\n1 2 3\n", "line 1, column 1: n must be even, got 3");
	expect_validated("", "2\n0 1\n",
		"line 2, column 1: expected a value, an integer from 1 to 1000000000, got '0'");
	expect_validated("", "2\n1 1000000001\n",
		"line 2, column 3: expected a value, an integer from 1 to 1000000000, got "
		"'1000000001'");
	expect_validated("", "2\n1\n", "line 2, column 2: expected one space, got a newline");
	expect_validated("", "2\n1 2 3\n", "line 2, column 4: expected a newline, got a space");
	expect_validated(
		"", "2\n1 2", "line 2, column 4: expected a newline, got the end of the file");
}

Test(coinseven, the_validator_holds_each_group_to_its_bound)
{
	build(PACKAGE "/input_validators/validate.c", "validate", 0);
	expect_validated("--max-n 4", "4\n1 2 3 4\n", NULL);
	expect_validated("--max-n 4", "6\n1 2 3 4 5 6\n",
		"line 1, column 1: expected n, an integer from 2 to 4, got '6'");
}
