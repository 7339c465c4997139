/* SPDX-License-Identifier: MIT */
/* Strict reading with gen.h beyond integers (test_gen_programs.c), and the overview of bounds. */
#include "programs.h"

#define READER ASSAY_SOURCE_DIR "/tests/testgen/programs/reader.c"

TestSuite(gen_read, .init = make_dir, .fini = remove_dir, .timeout = 600);

/* `complaint`: NULL if the input is accepted. */
struct row {
	const char *input, *complaint;
};

static void expect_rows(size_t which, const char *mode, const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char line[256] = "", arguments[64];
		const char *complaint = rows[i].complaint;
		if (complaint)
			snprintf(line, sizeof line, "%s\n", complaint);
		snprintf(arguments, sizeof arguments, "--mode %s", mode);
		spill("in", rows[i].input, strlen(rows[i].input));
		expect_run("reader", which, arguments, complaint ? 43 : 42, "", line);
	}
}

static const struct row words[] = {
	{"Ada_1 ab-12\nA title.\n", NULL},
	{"Ada_1 abc\n\n", NULL},
	{"Ada_12 ab\n\n", "line 1, column 1: expected a name, a word of at most 5 bytes, got "
			  "'Ada_1...'"},
	{"", "line 1, column 1: expected a name, a word, got the end of the file"},
	{" a", "line 1, column 1: expected a name, a word, got a space"},
	{"\ta", "line 1, column 1: expected a name, a word, got '\\x09a'"},
	{"\xc3\xa9 ab\n\n", "line 1, column 1: expected a name, a word, got '\\xC3\\xA9'"},
	{"a  ab\n\n", "line 1, column 3: expected a plate, [a-z]{2,3}-?[0-9]*, got a space"},
	{"a abcd\n\n", "line 1, column 3: expected a plate, [a-z]{2,3}-?[0-9]*, got 'abcd'"},
	{"a ab--1\n\n", "line 1, column 3: expected a plate, [a-z]{2,3}-?[0-9]*, got 'ab--1'"},
	{"a ab\r\n\n", "line 1, column 5: expected a newline, got '\\x0D'"},
	{"a ab\n123456789\n", NULL},
	{"a ab\n1234567890\n", "line 2, column 1: expected a title, a line of at most 9 bytes, got "
			       "'123456789...'"},
	{"a ab\nx\ty\n", "line 2, column 2: expected a newline, got '\\x09y'"},
	{"a ab\nx", "line 2, column 2: expected a newline, got the end of the file"},
};

static const struct row choices[] = {
	{"yes\n", NULL},
	{"no\n", "line 1, column 1: not no"},
	{"Yes\n", "line 1, column 1: expected an answer, one of 'yes no', got 'Yes'"},
	{"ye\n", "line 1, column 1: expected an answer, one of 'yes no', got 'ye'"},
	{"\n", "line 1, column 1: expected an answer, one of 'yes no', got a newline"},
};

#define LENGTH "expected a length, a number from -1.5 to 100 with at most 2 decimals, got "
static const struct row numbers[] = {
	{"1\n5\n0\n", NULL},
	{"2\n-10 10\n100.00\n", NULL},
	{"1\n5\n-1.5\n", NULL},
	{"1\n5\n-1.51\n", "line 3, column 1: " LENGTH "'-1.51'"},
	{"1\n5\n100.01\n", "line 3, column 1: " LENGTH "'100.01'"},
	{"1\n5\n0.001\n", "line 3, column 1: " LENGTH "'0.001'"},
	{"1\n5\n1.\n", "line 3, column 1: " LENGTH "'1.'"},
	{"1\n5\n.5\n", "line 3, column 1: " LENGTH "'.5'"},
	{"1\n5\n-0.0\n", "line 3, column 1: " LENGTH "'-0.0'"},
	{"1\n5\n01.5\n", "line 3, column 1: " LENGTH "'01.5'"},
	{"1\n5\n1e1\n", "line 3, column 1: " LENGTH "'1e1'"},
	{"1\n5\n1.2.3\n", "line 3, column 1: " LENGTH "'1.2.3'"},
	{"1\n5\n99999999999999999999\n", "line 3, column 1: " LENGTH "'99999999999999999999'"},
	{"1\n5\n\n", "line 3, column 1: " LENGTH "a newline"},
	{"2\n5\n0\n", "line 2, column 2: expected one space, got a newline"},
	{"2\n5 11\n0\n", "line 2, column 3: expected a value, an integer from -10 to 10, got '11'"},
};

static const struct row trees[] = {
	{"1 2\n3 2\n4 1\n", NULL},
	{"1 2\n2 1\n3 4\n", "line 3, column 3: this is no tree"},
	{"1 2\n2 5\n3 4\n", "line 2, column 3: expected a vertex, an integer from 1 to 4, got '5'"},
};

static const struct row weighted[] = {
	{"1 2 0\n3 2 9\n4 1 5\n", NULL},
	{"1 2 0\n3 2\n4 1 5\n", "line 2, column 4: expected one space, got a newline"},
	{"1 2 0\n3 2 10\n4 1 5\n",
		"line 2, column 5: expected a weight, an integer from 0 to 9, got '10'"},
};

#define ROWS(rows) rows, sizeof rows / sizeof *rows

Test(gen_read, every_reader_behaves_the_same_from_every_compiler)
{
	for (size_t which = 0; which < COMPILERS; which++) {
		if (!build(READER, "reader", which))
			continue;
		expect_rows(which, "words", ROWS(words));
		expect_rows(which, "choice", ROWS(choices));
		expect_rows(which, "numbers", ROWS(numbers));
		expect_rows(which, "tree", ROWS(trees));
		expect_rows(which, "weighted", ROWS(weighted));
	}
}

/* A line of 1 GB, in an address space that cannot hold it. */
Test(gen_read, memory_is_bounded_whatever_the_input)
{
	static const char *const modes[] = {"words", "numbers"};
	build(READER, "reader", 0);
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		cr_expect_eq(
			shell("cd %s && head -c 1000000000 /dev/zero | tr '\\0' 7 | (ulimit -v "
			      "16384; ./reader-0 --mode %s) 2>err",
				dir, modes[i]),
			43, "%s", modes[i]);
}

Test(gen_read, the_overview_lists_the_bounds_that_an_input_reaches)
{
	char text[256];
	build(READER, "reader", 0);
	spill("in", "3\n-10 4 9\n100.0\n", 16);
	expect_run("reader", 0, "--mode numbers --overview seen", 42, "", "");
	slurp("seen", text, sizeof text);
	cr_expect_str_eq(text, "gen-overview 1\n1 3 3 - - n\n3 -10 9 lower - a value\n"
			       "1 100.00 100.00 - upper a length\n");
	spill("in", "1\n10\n-1.5\n", 10);
	cr_expect_eq(shell("cd %s && GEN_OVERVIEW=told ./reader-0 --mode numbers <in", dir), 42);
	slurp("told", text, sizeof text);
	cr_expect_str_eq(text, "gen-overview 1\n1 1 1 lower - n\n1 10 10 - upper a value\n"
			       "1 -1.50 -1.50 lower - a length\n");
	expect_run("reader", 0, "--mode numbers --overview nowhere/seen", 1, "",
		"reader-0: cannot open nowhere/seen: No such file or directory\n");
}
