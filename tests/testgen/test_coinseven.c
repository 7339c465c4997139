/* SPDX-License-Identifier: MIT */
/* The validator and the generator of the package coinseven. */
#include "programs.h"

#define PACKAGE ASSAY_SOURCE_DIR "/problems/coinseven"

TestSuite(coinseven, .init = make_dir, .fini = remove_dir, .timeout = 100);

static void expect_validated(const char *arguments, const char *input, const char *complaint)
{
	char line[256] = "";
	if (complaint)
		snprintf(line, sizeof line, "%s\n", complaint);
	spill("in", input, strlen(input));
	expect_run("validate", 0, arguments, complaint ? 43 : 42, "", line);
}

Test(coinseven, the_validator_takes_what_the_statement_allows_and_nothing_else)
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

Test(coinseven, each_shape_is_what_its_name_says)
{
	static const struct {
		const char *arguments;
		const char *out;
	} rows[] = {
		{"--n 4 --max 9 --shape equal", "4\n9 9 9 9\n"},
		{"--n 4 --max 10 --shape increasing", "4\n1 4 7 10\n"},
		{"--n 4 --max 10 --shape decreasing", "4\n10 7 4 1\n"},
		{"--n 6 --max 7 --shape mountain", "6\n1 3 5 5 3 1\n"},
		{"--n 6 --max 7 --shape valley", "6\n5 3 1 1 3 5\n"},
		{"--n 4 --max 9 --min 2 --shape low-high", "4\n2 9 2 9\n"},
		{"--n 4 --max 9 --min 2 --shape high-low", "4\n9 2 9 2\n"},
		{"--n 2 --max 9 --min 9 --shape random", "2\n9 9\n"},
		{"--n 6 --max 9 --seed a --shape random", "6\n2 2 4 3 7 7\n"},
		{"--n 6 --max 9 --seed a --shape palindrome", "6\n2 2 4 4 2 2\n"},
		{"--n 8 --max 3 --seed a --shape plateaus", "8\n1 2 2 3 3 3 2 1\n"},
		{"--n 6 --max 99 --seed a --at 1 --shape giant", "6\n2 99 2 4 3 7\n"},
		{"--n 6 --max 99 --seed a --shape greedy-trap", "6\n50 99 10 8 20 49\n"},
		{"--n 6 --max 99 --seed a --shape odd-even-trap", "6\n99 2 4 99 7 7\n"},
	};
	spill("in", "", 0);
	for (size_t which = 0; which < COMPILERS; which++)
		if (build(PACKAGE "/generators/row.c", "row", which))
			for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
				expect_run("row", which, rows[i].arguments, 0, rows[i].out, "");
}

Test(coinseven, the_generator_refuses_what_it_cannot_make)
{
	spill("in", "", 0);
	build(PACKAGE "/generators/row.c", "row", 0);
	expect_run("row", 0, "--n 5 --max 9 --shape equal", 1, "", "row-0: option --n: 5 is odd\n");
	expect_run("row", 0, "--n 4 --max 9 --shape round", 1, "",
		"row-0: option --shape: there is no shape 'round'\n");
	expect_run("row", 0, "--n 4 --max 9 --shape odd-even-trap", 1, "",
		"row-0: option --n: the odd-even trap needs at least 6\n");
	expect_run("row", 0, "--n 4 --max 9 --at 1 --shape equal", 1, NULL,
		"row-0: there is no option --at here\n");
}
