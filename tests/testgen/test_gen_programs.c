/* SPDX-License-Identifier: MIT */
/*
 * Whole programs made with gen.h: each is compiled as C11 and as C++17 with each compiler that is
 * installed, without a warning, and all of them must behave the same to the byte.
 */
#include "programs.h"

#define PROGRAMS ASSAY_SOURCE_DIR "/tests/testgen/programs"

TestSuite(gen_programs, .init = make_dir, .fini = remove_dir, .timeout = 600);

static void expect_draws(size_t which)
{
	expect_run("probe", which, "--mode draws --n 5 --lo 1 --hi 6 --seed 'coins 1'", 0,
		"untitled\n6 3 5 2 3\n", "");
	expect_run("probe", which, "--mode=draws --n=2 --lo=-9 --hi -9 --title 'a=b c'", 0,
		"a=b c\n-9 -9\n", "");
	expect_run("probe", which, "--mode edges", 0,
		"-9223372036854775808\n-9223372036854775807\n-10\n-1\n0\n9\n10\n"
		"9223372036854775807\n",
		"");
}

static void expect_bad_usage(size_t which)
{
	static const struct {
		const char *arguments;
		const char *complaint;
	} rows[] = {
		{"", "option --mode is missing"},
		{"--mode", "option --mode needs a value"},
		{"--mode --n 5", "option --mode needs a value"},
		{"--mode edges --mode=edges", "option --mode is given twice"},
		{"edges", "'edges' is not an option; write --name value or --name=value"},
		{"--mode edges --size 3", "unknown option --size"},
		{"--mode edges --size=3", "unknown option --size"},
		{"--mode draws", "option --n is missing"},
		{"--mode draws --n 1000001",
			"option --n: expected an integer from 0 to 1000000, got '1000001'"},
		{"--mode draws --n -1",
			"option --n: expected an integer from 0 to 1000000, got '-1'"},
		{"--mode draws --n 1e3",
			"option --n: expected an integer from 0 to 1000000, got '1e3'"},
		{"--mode draws --n ''",
			"option --n: expected an integer from 0 to 1000000, got ''"},
		{"--mode draws --n 99999999999999999999", "option --n: expected an integer from 0 "
							  "to 1000000, got '99999999999999999999'"},
		{"--mode empty", "gen_int: no number from 2 to 1"},
		{"--mode dance", "no mode 'dance'"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char line[256];
		snprintf(line, sizeof line, "probe-%zu: %s\n", which, rows[i].complaint);
		expect_run("probe", which, rows[i].arguments, 1, NULL, line);
	}
}

Test(gen_programs, a_generator_behaves_the_same_from_every_compiler)
{
	spill("in", "", 0);
	for (size_t which = 0; which < COMPILERS; which++)
		if (build(PROGRAMS "/probe.c", "probe", which)) {
			expect_draws(which);
			expect_bad_usage(which);
		}
}

Test(gen_programs, lost_output_is_an_error_exit)
{
	spill("in", "", 0);
	build(PROGRAMS "/probe.c", "probe", 0);
	struct ran ran = run("probe", 0, "--mode forget");
	cr_expect_eq(ran.status, 1);
	cr_expect_str_eq(ran.err, "gen.h: the program ended without gen_end or gen_read_end\n");
	/* Once with the failure at the end, once in the middle of more than one block. */
	ran = run("probe", 0, "--mode draws --n 1 >/dev/full");
	cr_expect_eq(ran.status, 1);
	cr_expect_str_eq(ran.err, "probe-0: cannot write: No space left on device\n");
	ran = run("probe", 0, "--mode draws --n 100000 >/dev/full");
	cr_expect_eq(ran.status, 1);
	cr_expect_str_eq(ran.err, "probe-0: cannot write: No space left on device\n");
}

static void expect_validation(size_t which)
{
	static const struct {
		const char *input;
		const char *complaint; /* NULL: accepted */
	} rows[] = {
		{"1\n5\n", NULL},
		{"3\n-9223372036854775808 0 9223372036854775807\n", NULL},
		{"", "line 1, column 1: expected n, an integer from 1 to 1000000, got the end of "
		     "the "
		     "file"},
		{"0\n", "line 1, column 1: expected n, an integer from 1 to 1000000, got '0'"},
		{" 1\n5\n",
			"line 1, column 1: expected n, an integer from 1 to 1000000, got a space"},
		{"\n", "line 1, column 1: expected n, an integer from 1 to 1000000, got a newline"},
		{"+1\n5\n", "line 1, column 1: expected n, an integer from 1 to 1000000, got '+1'"},
		{"01\n5\n", "line 1, column 1: expected n, an integer from 1 to 1000000, got '01'"},
		{"1x\n5\n", "line 1, column 1: expected n, an integer from 1 to 1000000, got '1x'"},
		{"1\r\n5\n", "line 1, column 1: expected n, an integer from 1 to 1000000, got "
			     "'1\\x0D'"},
		{"1 \n5\n", "line 1, column 2: expected a newline, got a space"},
		{"1", "line 1, column 2: expected a newline, got the end of the file"},
		{"1\n-0\n",
			"line 2, column 1: expected a value, an integer from -9223372036854775808 "
			"to 9223372036854775807, got '-0'"},
		{"1\n-\n",
			"line 2, column 1: expected a value, an integer from -9223372036854775808 "
			"to 9223372036854775807, got '-'"},
		{"1\n9223372036854775808\n", "line 2, column 1: expected a value, an integer from "
					     "-9223372036854775808 to "
					     "9223372036854775807, got '9223372036854775808'"},
		{"1\n-9223372036854775809\n", "line 2, column 1: expected a value, an integer from "
					      "-9223372036854775808 to "
					      "9223372036854775807, got '-9223372036854775809'"},
		{"1\n111111111111111111111111111111\n",
			"line 2, column 1: expected a value, an integer from -9223372036854775808 "
			"to "
			"9223372036854775807, got '111111111111111111111111...'"},
		{"2\n5  6\n", "line 2, column 3: expected a value, an integer from "
			      "-9223372036854775808 to 9223372036854775807, got a space"},
		{"2\n5\t6\n", "line 2, column 1: expected a value, an integer from "
			      "-9223372036854775808 to 9223372036854775807, got '5\\x096'"},
		{"2\n5\n", "line 2, column 2: expected one space, got a newline"},
		{"2\n5 6 \n", "line 2, column 4: expected a newline, got a space"},
		{"2\n5 6 7\n", "line 2, column 4: expected a newline, got a space"},
		{"2\n5 6\n\n", "line 3, column 1: expected the end of the file, got a newline"},
		{"2\n5 6\nx", "line 3, column 1: expected the end of the file, got 'x'"},
		{"3\n5 77 77\n", "line 2, column 6: 77 does not follow 77"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char line[256] = "";
		if (rows[i].complaint)
			snprintf(line, sizeof line, "%s\n", rows[i].complaint);
		spill("in", rows[i].input, strlen(rows[i].input));
		expect_run("increasing", which, "", rows[i].complaint ? 43 : 42, "", line);
	}
}

Test(gen_programs, a_validator_behaves_the_same_from_every_compiler)
{
	for (size_t which = 0; which < COMPILERS; which++)
		if (build(PROGRAMS "/increasing.c", "increasing", which))
			expect_validation(which);
}

Test(gen_programs, a_nul_byte_is_rejected_at_any_position)
{
	build(PROGRAMS "/increasing.c", "increasing", 0);
	spill("in", "1\n5\0\n", 5);
	expect_run(
		"increasing", 0, "", 43, "", "line 2, column 2: expected a newline, got '\\x00'\n");
	spill("in", "1\n5\n\0", 5);
	expect_run("increasing", 0, "", 43, "",
		"line 3, column 1: expected the end of the file, got '\\x00'\n");
}

Test(gen_programs, a_validator_takes_options_and_fails_on_unknown_ones)
{
	build(PROGRAMS "/increasing.c", "increasing", 0);
	spill("in", "3\n1 2 3\n", 8);
	expect_run("increasing", 0, "--max-n 3", 42, "", "");
	expect_run("increasing", 0, "--max-n 2", 43, "",
		"line 1, column 1: expected n, an integer from 1 to 2, got '3'\n");
	expect_run("increasing", 0, "--max 3", 1, "", "increasing-0: unknown option --max\n");
}

/* Longer than the reader's block, so that numbers cross its edge; and a token of 300 KB. */
Test(gen_programs, places_stay_right_in_long_input)
{
	build(PROGRAMS "/increasing.c", "increasing", 0);
	shell("(echo 50000; seq -s' ' 1000001 1050000) >%s/in", dir);
	expect_run("increasing", 0, "", 42, "", "");
	shell("(echo 50000; seq -s' ' 1000001 1049999 | tr '\\n' ' '; echo 7) >%s/in", dir);
	expect_run(
		"increasing", 0, "", 43, "", "line 2, column 399993: 7 does not follow 1049999\n");
	shell("(echo 1; head -c 300000 /dev/zero | tr '\\0' 0) >%s/in", dir);
	expect_run("increasing", 0, "", 43, "",
		"line 2, column 1: expected a value, an integer from -9223372036854775808 to "
		"9223372036854775807, got '000000000000000000000000...'\n");
}

/* Extracts the programs from the header's comment: the text after " *<tab>". */
static void extract_examples(void)
{
	FILE *header = fopen(ASSAY_GEN_INCLUDE_DIR "/assay/gen.h", "r");
	FILE *example = NULL;
	char line[256];
	char path[256];
	int count = 0;
	cr_assert(header);
	while (fgets(line, sizeof line, header)) {
		if (strcmp(line, " *\n") != 0 && strncmp(line, " *\t", 3) != 0)
			continue;
		if (strcmp(line, " *\t#include <assay/gen.h>\n") == 0) {
			snprintf(path, sizeof path, "%s/example%d.c", dir, count++);
			example = fopen(path, "w");
		}
		if (example)
			fputs(line[2] ? line + 3 - (line[2] == '\n') : "", example);
		if (example && line[2] == '\t' && line[3] == '}') {
			fclose(example);
			example = NULL;
		}
	}
	fclose(header);
	cr_assert_eq(count, 4);
}

static void build_example(int number, const char *name, size_t which)
{
	char source[256];
	snprintf(source, sizeof source, "%s/example%d.c", dir, number);
	build(source, name, which);
}

Test(gen_programs, the_examples_of_the_header_work)
{
	extract_examples();
	spill("input", "5\n", 2);
	spill("answer", "2\n", 2);
	shell("mkdir %s/feedback", dir);
	for (size_t which = 0; which < COMPILERS; which++) {
		if (!has_compiler(which))
			continue;
		build_example(0, "generate", which);
		build_example(1, "validate", which);
		build_example(2, "check", which);
		shell("%s/generate-%zu --n 5 --seed x >%s/in", dir, which, dir);
		expect_run("validate", which, "", 42, "", "");
		spill("in", "2\n", 2);
		expect_run("check", which, "input answer feedback/", 42, "", "");
		spill("in", "3\n", 2);
		expect_run("check", which, "input answer feedback/", 43, "",
			"token 1: 3 is not the best place\n");
	}
}

Test(gen_programs, the_interactor_of_the_header_works)
{
	static const struct {
		const char *said;
		int status;
		const char *heard, *complaint;
	} rows[] = {
		{"500 2 5", 42, "less\nmore\nright\n", ""},
		{"5 6", 43, "right\n", "token 2: expected the end of the output, got '6'\n"},
		{"1 2", 43, NULL,
			"token 3: expected a guess, an integer from 1 to 1000, got the end of the "
			"output\n"},
		{"1 1 1 1 1 1 1 1 1 1", 43, NULL, "not found in 10 guesses\n"},
	};
	extract_examples();
	spill("input", "5\n", 2);
	spill("answer", "", 0);
	shell("mkdir %s/feedback", dir);
	for (size_t which = 0; which < COMPILERS; which++) {
		if (!has_compiler(which))
			continue;
		build_example(3, "talk", which);
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			spill("in", rows[i].said, strlen(rows[i].said));
			expect_run("talk", which, "input answer feedback/", rows[i].status,
				rows[i].heard, rows[i].complaint);
		}
	}
}

/* Copied beside programs, as an export does, and included by two files of one program. */
Test(gen_programs, the_header_compiles_in_any_folder)
{
	static const char first[] =
		"#include \"gen.h\"\nint more(int);\n"
		"int main(void) { gen_seed(\"\"); return more((int)gen_draw(0)); }\n";
	static const char second[] = "#include \"gen.h\"\nint more(int);\n"
				     "int more(int x) { return x + (int)gen_draw(0); }\n";
	spill("first.c", first, strlen(first));
	spill("second.c", second, strlen(second));
	shell("cp %s/assay/gen.h %s", ASSAY_GEN_INCLUDE_DIR, dir);
	for (size_t which = 0; which < COMPILERS; which++)
		if (has_compiler(which))
			cr_expect_eq(
				shell("cd %s && %s " WARNINGS " first.c second.c -o alone 2>err",
					dir, compilers[which]),
				0, "%s", compilers[which]);
	cr_expect_eq(shell("grep '#include \"' %s/gen.h", dir), 1);
}

Test(gen_programs, each_part_of_the_header_compiles_with_the_parts_that_it_names)
{
	cr_expect_eq(shell("for part in %s/testgen/gen/[!h]*.h; do gcc -std=c11 -x c " WARNINGS
			   " -fsyntax-only -include $part /dev/null || exit 1; done",
			     ASSAY_SOURCE_DIR),
		0);
}
