/* SPDX-License-Identifier: MIT */
/* The generator that the packages of the coin-row family share. */
#include "programs.h"

#define ROW ASSAY_SOURCE_DIR "/problems/shared/row.c"

TestSuite(row, .init = make_dir, .fini = remove_dir, .timeout = 600);

Test(row, each_shape_matches_its_name)
{
	static const struct {
		const char *arguments;
		const char *out;
	} rows[] = {
		{"--n 4 --max 9 --shape equal", "4\n9 9 9 9\n"},
		{"--n 3 --max 0 --shape equal", "3\n0 0 0\n"},
		{"--n 3 --max -2 --shape equal", "3\n-2 -2 -2\n"},
		{"--n 1 --max 9 --min -9 --shape increasing", "1\n-9\n"},
		{"--n 4 --max 10 --shape increasing", "4\n1 4 7 10\n"},
		{"--n 3 --max 9 --copies 2 --shape increasing", "6\n1 1 5 5 9 9\n"},
		{"--n 4 --max 10 --shape decreasing", "4\n10 7 4 1\n"},
		{"--n 6 --max 7 --shape mountain", "6\n1 3 5 5 3 1\n"},
		{"--n 6 --max 7 --shape valley", "6\n5 3 1 1 3 5\n"},
		{"--n 5 --max 5 --shape cliff", "5\n1 2 3 4 1\n"},
		{"--n 4 --max 9 --min 2 --shape low-high", "4\n2 9 2 9\n"},
		{"--n 4 --max 9 --min 2 --shape high-low", "4\n9 2 9 2\n"},
		{"--n 5 --max 9 --min 2 --shape high-low", "5\n9 2 9 2 9\n"},
		{"--n 2 --max 9 --min 9 --shape random", "2\n9 9\n"},
		{"--n 6 --max 9 --seed a --shape random", "6\n2 2 4 3 7 7\n"},
		{"--n 6 --max 9 --seed a --shape palindrome", "6\n2 2 4 4 2 2\n"},
		{"--n 5 --max 9 --seed a --shape palindrome", "5\n2 2 4 2 2\n"},
		{"--n 8 --max 3 --seed a --shape plateaus", "8\n1 2 2 3 3 3 2 1\n"},
		{"--n 6 --max 99 --seed a --at 1 --shape giant", "6\n2 99 2 4 3 7\n"},
		{"--n 6 --max 99 --seed a --shape greedy-trap", "6\n50 99 10 8 20 49\n"},
		{"--n 6 --max 99 --seed a --shape odd-even-trap", "6\n99 2 4 99 7 7\n"},
		{"--n 6 --max 9 --seed a --shape mirror-sums", "6\n1 2 4 3 7 7\n"},
		{"--n 6 --max 99 --min -99 --seed a --lead 7 --shape lead",
			"6\n-63 -41 -39 -43 -15 -26\n"},
		{"--n 7 --max 99 --min -99 --seed a --lead -7 --shape lead",
			"7\n30 45 28 -82 -60 -21 -23\n"},
		{"--n 1 --max 99 --min -99 --lead -7 --shape lead", "1\n-7\n"},
		{"--cases 2 --n 2 --max 9 --shape equal", "2\n2\n9 9\n2\n9 9\n"},
		{"--cases 3 --n-min 1 --n 3 --max 9 --seed a --shape any",
			"3\n1\n1\n2\n1 1\n3\n1 1 9\n"},
		{"--n 2 --min -1 --max 0 --shape every", "4\n2\n-1 -1\n2\n-1 0\n2\n0 -1\n2\n0 0\n"},
		{"--n-min 1 --n 2 --min 3 --max 3 --shape every", "2\n1\n3\n2\n3 3\n"},
	};
	spill("in", "", 0);
	for (size_t which = 0; which < COMPILERS; which++)
		if (build(ROW, "row", which))
			for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
				expect_run("row", which, rows[i].arguments, 0, rows[i].out, "");
}

Test(row, the_generator_refuses_impossible_requests)
{
	static const struct {
		const char *arguments;
		const char *complaint;
	} rows[] = {
		{"--n 0 --max 9 --shape equal",
			"option --n: expected an integer from 1 to 1000000, got '0'"},
		{"--n 4 --max 9 --shape round", "option --shape: there is no shape 'round'"},
		{"--n 4 --max 9 --shape odd-even-trap",
			"option --n: the shape odd-even-trap needs at least 6"},
		{"--n 4 --max 9 --at 1 --shape equal", "unknown option --at"},
		{"--n 4 --max 9 --min 2 --shape greedy-trap",
			"option --max: the greedy trap needs 1 between --min and --max"},
		{"--n 3 --max 9 --min 6 --shape mirror-sums",
			"option --n: too few coins for sums that are equal"},
		{"--n 4 --max 9 --lead -1 --shape lead",
			"option --lead: expected an integer from 0 to 8, got '-1'"},
		{"--n 7 --min 0 --max 9 --shape every", "option --n: more than 1000000 rows"},
		{"--n 2 --max 9 --n-min 2 --shape equal", "unknown option --n-min"},
	};
	spill("in", "", 0);
	build(ROW, "row", 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char line[256];
		snprintf(line, sizeof line, "row-0: %s\n", rows[i].complaint);
		expect_run("row", 0, rows[i].arguments, 1, NULL, line);
	}
}

/* The lead of the player to move, by the textbook algorithm. */
static long long lead_of(const long long *value, int n)
{
	long long lead[64];
	memcpy(lead, value, (size_t)n * sizeof *lead);
	for (int length = 2; length <= n; length++)
		for (int i = 0; i + length <= n; i++) {
			long long left = value[i] - lead[i + 1];
			long long right = value[i + length - 1] - lead[i];
			lead[i] = left > right ? left : right;
		}
	return lead[0];
}

static void expect_lead(const char *arguments, long long lead)
{
	struct ran ran = run("row", 0, arguments);
	char *at = ran.out;
	cr_assert_eq(ran.status, 0, "%s: %s", arguments, ran.err);
	for (long long cases = strtoll(at, &at, 10); cases > 0; cases--) {
		long long value[64];
		int n = (int)strtoll(at, &at, 10);
		for (int i = 0; i < n; i++)
			value[i] = strtoll(at, &at, 10);
		cr_expect_eq(
			lead_of(value, n), lead, "%s: case %lld from the end", arguments, cases);
	}
}

Test(row, the_first_player_wins_by_the_requested_lead)
{
	spill("in", "", 0);
	build(ROW, "row", 0);
	expect_lead("--cases 50 --n 1 --min -9 --max 9 --lead -9 --shape lead", -9);
	expect_lead("--cases 50 --n 20 --min -50 --max 50 --lead 0 --seed a --shape lead", 0);
	expect_lead("--cases 30 --n 40 --min 0 --max 999 --lead 1 --seed b --shape lead", 1);
	expect_lead("--cases 30 --n 39 --min -99 --max 999 --lead -1 --seed c --shape lead", -1);
	expect_lead("--cases 30 --n 41 --min 0 --max 999 --lead 0 --seed d --shape lead", 0);
}
