/* SPDX-License-Identifier: MIT */
/* Known answers for every kind of draw: equal for every compiler, with and without optimisation,
 * and for a second implementation. Also the choice tape, which reproduces them. */
#include "programs.h"

#define VECTORS ASSAY_SOURCE_DIR "/tests/testgen/vectors.txt"
#define SIMPLEST ASSAY_SOURCE_DIR "/tests/testgen/vectors-simplest.txt"
#define PROGRAM ASSAY_SOURCE_DIR "/tests/testgen/programs/vectors.c"

TestSuite(gen_vectors, .init = make_dir, .fini = remove_dir, .timeout = 600);

Test(gen_vectors, every_compiler_gives_the_known_answers)
{
	for (size_t which = 0; which < COMPILERS; which++)
		for (int level = 0; has_compiler(which) && level <= 2; level += 2) {
			cr_assert_eq(shell("%s -O%d -I %s " PROGRAM " -o %s/vectors",
					     compilers[which], level, ASSAY_GEN_INCLUDE_DIR, dir),
				0);
			cr_expect_eq(shell("%s/vectors | cmp - " VECTORS, dir), 0, "%s -O%d",
				compilers[which], level);
		}
}

Test(gen_vectors, a_second_implementation_gives_the_known_answers)
{
	cr_expect_eq(shell("python3 " ASSAY_SOURCE_DIR
			   "/tests/testgen/stream.py vectors | cmp - " VECTORS),
		0);
}

Test(gen_vectors, the_header_is_clean_under_sanitizers)
{
	cr_assert_eq(
		shell("gcc -g -fsanitize=address,undefined -fno-sanitize-recover=all -I %s " PROGRAM
		      " -o %s/vectors",
			ASSAY_GEN_INCLUDE_DIR, dir),
		0);
	cr_expect_eq(shell("%s/vectors | cmp - " VECTORS, dir), 0);
}

Test(gen_vectors, a_tape_reproduces_its_output)
{
	build(PROGRAM, "vectors", 0);
	cr_expect_eq(
		shell("cd %s && ./vectors-0 --tape-out tape >out && cmp out " VECTORS, dir), 0);
	cr_expect_eq(shell("cd %s && ./vectors-0 --tape-in tape --tape-out again --seed other | "
			   "cmp - " VECTORS " && cmp tape again",
			     dir),
		0);
	cr_expect_eq(shell("cd %s && GEN_TAPE_OUT=told ./vectors-0 >out && cmp tape told", dir), 0);
	cr_expect_eq(shell("cd %s && GEN_TAPE_IN=told ./vectors-0 --seed x | cmp - out", dir), 0);
}

Test(gen_vectors, an_empty_tape_gives_the_simplest_of_each_kind)
{
	build(PROGRAM, "vectors", 0);
	spill("in", "gen-tape 1\n", 11);
	cr_expect_eq(shell("cd %s && ./vectors-0 --tape-in in | cmp - " SIMPLEST, dir), 0);
}

static void expect_dice(const char *tape, const char *out, const char *recorded)
{
	char text[256];
	spill("tape", tape, strlen(tape));
	spill("in", "", 0);
	expect_run("probe", 0,
		"--mode draws --n 4 --lo 1 --hi 6 --title dice --tape-in tape --tape-out again", 0,
		out, "");
	slurp("again", text, sizeof text);
	cr_expect_str_eq(text, recorded);
}

Test(gen_vectors, an_edited_tape_is_replayed_as_far_as_possible)
{
	build(ASSAY_SOURCE_DIR "/tests/testgen/programs/probe.c", "probe", 0);
	expect_dice("gen-tape 1\n5 0\n5 5\n5 3\n5 1\n", "dice\n1 6 4 2\n",
		"gen-tape 1\n5 0\n5 5\n5 3\n5 1\n");
	/* Too large, recorded for another bound, missing; too long. */
	expect_dice("gen-tape 1\n5 18446744073709551615\n99 3\n", "dice\n6 4 1 1\n",
		"gen-tape 1\n5 5\n5 3\n5 0\n5 0\n");
	expect_dice("gen-tape 1\n5 1\n5 1\n5 1\n5 1\n5 2\n", "dice\n2 2 2 2\n",
		"gen-tape 1\n5 1\n5 1\n5 1\n5 1\n");
}

static void spill_text(const char *name, const char *text)
{
	spill(name, text, strlen(text));
}

/* All numbers from lo to hi by their choices: 0, 1, 2, ... */
static void expect_ranks(const char *bounds, unsigned count, const char *out)
{
	char tape[256] = "gen-tape 2\n", line[256], recorded[512];
	for (unsigned i = 0; i < count; i++)
		sprintf(tape + strlen(tape), "%u %u\n", count - 1, i);
	spill("tape", tape, strlen(tape));
	sprintf(line, "--mode draws --n %u %s --tape-in tape --tape-out again", count, bounds);
	expect_run("probe", 0, line, 0, out, "");
	slurp("again", recorded, sizeof recorded);
	cr_expect_not_null(strstr(recorded, strchr(tape, '\n')), "%s", recorded);
}

Test(gen_vectors, smaller_choices_are_numbers_nearer_to_zero)
{
	build(ASSAY_SOURCE_DIR "/tests/testgen/programs/probe.c", "probe", 0);
	spill("in", "", 0);
	expect_ranks("--lo -3 --hi 2", 6, "untitled\n0 1 -1 2 -2 -3\n");
	expect_ranks("--lo -2 --hi 5", 8, "untitled\n0 1 -1 2 -2 3 4 5\n");
	expect_ranks("--lo -5 --hi -2", 4, "untitled\n-2 -3 -4 -5\n");
	expect_ranks("--lo -3 --hi 0", 4, "untitled\n0 -1 -2 -3\n");
	expect_ranks("--lo -1 --hi 1", 3, "untitled\n0 1 -1\n");
	expect_ranks("--lo 2 --hi 5", 4, "untitled\n2 3 4 5\n");
	spill_text("tape", "gen-tape 2\n0 18446744073709551615\n0 18446744073709551614\n");
	expect_run("probe", 0, "--mode draws --n 2 --tape-in tape", 0,
		"untitled\n-9223372036854775808 -9223372036854775807\n", "");
}

Test(gen_vectors, a_tape_sets_the_options_that_are_numbers)
{
	char text[512];
	build(ASSAY_SOURCE_DIR "/tests/testgen/programs/probe.c", "probe", 0);
	spill("in", "", 0);
	expect_run("probe", 0,
		"--mode draws --n 2 --lo 4 --hi 4 --title dice --tape-out tape --seed x", 0,
		"dice\n4 4\n", "");
	slurp("tape", text, sizeof text);
	cr_expect_str_eq(text, "gen-tape 2\noption n 0 1000000 2\n"
			       "option lo -9223372036854775808 9223372036854775807 4\n"
			       "option hi -9223372036854775808 9223372036854775807 4\n"
			       "0 0\n0 0\n");
	spill_text(
		"tape", "gen-tape 2\n9 1\noption n 0 9 3\noption lo 0 9 1\noption other 1 1 1\n");
	expect_run("probe", 0, "--mode draws --n 2 --lo 4 --hi 4 --title dice --tape-in tape", 0,
		"dice\n2 1 1\n", "");
	/* Clamped to its bounds. */
	spill_text("tape", "gen-tape 2\noption n 0 9 -3\n");
	expect_run("probe", 0, "--mode draws --n 2 --tape-in tape", 0, "untitled\n\n", "");
	expect_run("probe", 0, "--mode draws --n 2000000 --tape-in tape", 0, "untitled\n\n", "");
	/* Recording changes nothing. */
	expect_run("probe", 0, "--mode draws --n 2000000 --tape-out tape", 1, "",
		"probe-0: option --n: expected an integer from 0 to 1000000, got '2000000'\n");
}

Test(gen_vectors, the_rest_of_a_tape_can_be_random)
{
	char first[512], second[512];
	build(ASSAY_SOURCE_DIR "/tests/testgen/programs/probe.c", "probe", 0);
	spill_text("tape", "gen-tape 2\n9 7\nrest 5 1\n");
	spill_text("other", "gen-tape 2\n9 7\nrest 6 1\n");
	for (int again = 0; again < 2; again++)
		cr_expect_eq(shell("cd %s && ./probe-0 --mode draws --n 40 --lo 0 --hi 9 --seed %d "
				   "--tape-in tape --tape-out back >out%d",
				     dir, again, again),
			0);
	cr_expect_eq(shell("cd %s && cmp out0 out1 && tail -n 1 out0 | grep -qx '7 [01 ]*' && "
			   "grep -q '0 1 0' out0 && ./probe-0 --mode draws --n 40 --lo 0 --hi 9 "
			   "--tape-in other >out2 && ! cmp -s out0 out2",
			     dir),
		0);
	/* A complete tape needs no rest. */
	cr_expect_eq(shell("cd %s && ./probe-0 --mode draws --n 40 --lo 0 --hi 9 --tape-in back "
			   ">out3 && cmp out0 out3",
			     dir),
		0);
	slurp("out0", first, sizeof first);
	slurp("out3", second, sizeof second);
	cr_expect_str_eq(first, second);
}

Test(gen_vectors, an_invalid_tape_is_an_error)
{
	static const struct {
		const char *tape, *complaint;
	} rows[] = {
		{"", "the tape does not begin with 'gen-tape 2'"},
		{"gen-tape 3\n", "the tape does not begin with 'gen-tape 2'"},
		{"gen-tape 1 \n", "the tape does not begin with 'gen-tape 2'"},
		{"gen-tape 1\noption n 1 6 2\n", "the tape, line 2: expected two numbers: the "
						 "greatest choice, the choice"},
		{"gen-tape 2\noption n 1 6\n", "the tape, line 2: expected an option: its name, "
					       "bounds and value"},
		{"gen-tape 2\nopt\n", "the tape, line 2: expected an option: its name, bounds and "
				      "value"},
		{"gen-tape 2\n(\n)x\n", "the tape, line 3: expected the end of the line"},
		{"gen-tape 2\nrest 1\n", "the tape, line 2: expected two numbers: the seed, the "
					 "greatest choice"},
		{"gen-tape 2\nwords\nword \n", "the tape, line 3: expected a word"},
		{"gen-tape 2\nword a b\n", "the tape, line 2: expected a word"},
		{"gen-tape 2\nwordy\n", "the tape, line 2: expected a word"},
		{"gen-tape 1\n5\n", "the tape, line 2: expected two numbers: the greatest choice, "
				    "the choice"},
		{"gen-tape 1\n5 1\n5 x\n", "the tape, line 3: expected two numbers: the greatest "
					   "choice, the choice"},
		{"gen-tape 1\n5 18446744073709551616\n", "the tape, line 2: expected two numbers: "
							 "the greatest choice, the choice"},
		{"gen-tape 1\n5 1", "the tape, line 2: expected two numbers: the greatest choice, "
				    "the choice"},
	};
	build(ASSAY_SOURCE_DIR "/tests/testgen/programs/probe.c", "probe", 0);
	spill("in", "", 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char line[256];
		spill("tape", rows[i].tape, strlen(rows[i].tape));
		snprintf(line, sizeof line, "probe-0: %s\n", rows[i].complaint);
		expect_run(
			"probe", 0, "--mode draws --n 2 --lo 1 --hi 6 --tape-in tape", 1, "", line);
	}
	expect_run("probe", 0, "--mode draws --n 2 --tape-in none", 1, "",
		"probe-0: cannot open none: No such file or directory\n");
	expect_run("probe", 0, "--mode draws --n 100000 --tape-out /dev/full >/dev/null", 1, NULL,
		"probe-0: cannot write the tape: No space left on device\n");
}

#define LOOP_C                                                                                     \
	"#include <assay/gen.h>\nint main(int c, char **v)\n{\n\tgen_start(c, v);\n"               \
	"\tint64_t n = gen_option_int(\"n\", 2, 9), a = gen_int(1, n), b;\n"                       \
	"\tdo\n\t\tb = gen_int(1, n);\n\twhile (b == a);\n"                                        \
	"\tgen_text(a < b ? \"up\" : \"down\");\n\treturn gen_end();\n}\n"

/* Rejection loops would never end on a tape whose choices are all 0. */
Test(gen_vectors, a_loop_that_waits_for_another_choice_ends_on_any_tape)
{
	spill_text("loop.c", LOOP_C);
	spill_text("zeros", "gen-tape 2\n");
	spill_text("low", "gen-tape 2\n8 8\nrest 5 0\n");
	cr_assert_eq(shell("gcc -I %s %s/loop.c -o %s/loop", ASSAY_GEN_INCLUDE_DIR, dir, dir), 0);
	cr_expect_eq(shell("cd %s && timeout 20 ./loop --n 9 --tape-in zeros --tape-out out >first "
			   "&& test -s first",
			     dir),
		0);
	cr_expect_eq(shell("cd %s && timeout 20 ./loop --n 9 --tape-in low >second && test -s "
			   "second",
			     dir),
		0);
	/* The record repeats what happened. */
	cr_expect_eq(shell("cd %s && ./loop --n 9 --tape-in out | cmp - first", dir), 0);
}
