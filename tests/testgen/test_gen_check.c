/* SPDX-License-Identifier: MIT */
/* Output validators and interactors made with gen.h, as whole programs. */
#include "programs.h"

#define CHECKER ASSAY_SOURCE_DIR "/tests/testgen/programs/checker.c"

TestSuite(gen_check, .init = make_dir, .fini = remove_dir, .timeout = 600);

static const char *feedback(const char *name)
{
	static char text[65536];
	char path[64];
	snprintf(path, sizeof path, "feedback/%s", name);
	if (shell("test -e %s/%s", dir, path) != 0)
		return NULL;
	slurp(path, text, sizeof text);
	return text;
}

/* `message`: the first line of judgemessage.txt, or NULL if there is no such file. */
static void expect_size(size_t which, const char *mode, const char *said, size_t size, int status,
	const char *message)
{
	char arguments[128], err[512];
	shell("rm -rf %s/feedback && mkdir %s/feedback", dir, dir);
	spill("in", said, size);
	snprintf(arguments, sizeof arguments, "input answer feedback/ --mode=%s", mode);
	snprintf(err, sizeof err, status == 43 ? "%s\n" : "%s",
		message && status == 43 ? message : "");
	expect_run("checker", which, arguments, status, NULL, err);
	const char *found = feedback("judgemessage.txt");
	cr_expect_eq(!found, !message, "%s of %s", mode, said);
	if (found && message)
		cr_expect(strncmp(found, message, strlen(message)) == 0 &&
				  found[strlen(message)] == '\n',
			"%s of '%s': %s instead of %s", mode, said, found, message);
}

static void expect(
	size_t which, const char *mode, const char *said, int status, const char *message)
{
	expect_size(which, mode, said, strlen(said), status, message);
}

static void write_files(const char *input, const char *answer)
{
	spill("input", input, strlen(input));
	spill("answer", answer, strlen(answer));
}

static void expect_tokens(size_t which)
{
	write_files("5\n", " 3 \n");
	expect(which, "place", "3\n", 42, NULL);
	expect(which, "place", "\r\n\t 3", 42, NULL);
	expect(which, "place", "2\n", 43, "token 1: 2 is not the place");
	expect(which, "place", "x\n", 43, "token 1: expected an integer from 1 to 5, got 'x'");
	expect(which, "place", "6\n", 43, "token 1: expected an integer from 1 to 5, got '6'");
	expect(which, "place", "3.0", 43, "token 1: expected an integer from 1 to 5, got '3.0'");
	expect(which, "place", "03", 43, "token 1: expected an integer from 1 to 5, got '03'");
	expect(which, "place", "9223372036854775808", 43,
		"token 1: expected an integer from 1 to 5, got '9223372036854775808'");
	expect(which, "place", "", 43,
		"token 1: expected an integer from 1 to 5, got the end of the output");
	expect(which, "place", "3\n4", 43, "token 2: expected the end of the output, got '4'");
	expect(which, "place", "%s%n\x1b[2J\xff", 43,
		"token 1: expected an integer from 1 to 5, got '%s%n\\x1B[2J\\xFF'");
	expect_size(which, "place", "\0003", 2, 43,
		"token 1: expected an integer from 1 to 5, got '\\x003'");
	expect_size(which, "place", "3\0", 2, 43,
		"token 1: expected an integer from 1 to 5, got '3\\x00'");
}

static void expect_words(size_t which)
{
	expect(which, "names", "Ada_L ab-12 FIRST", 42, "Ada_L ab-12 0");
	expect(which, "names", "x zz7 TIE", 42, "x zz7 2");
	expect(which, "names", "Ada_LL ab-12 FIRST", 43,
		"token 1: expected a name, a token of at most 5 bytes, got 'Ada_L...'");
	expect(which, "names", "", 43,
		"token 1: expected a name, a token of at most 5 bytes, got the end of the output");
	expect_size(which, "names", "A\0B ab-1 tie", 12, 43,
		"token 1: expected a name, a token of at most 5 bytes, got 'A\\x00B'");
	expect(which, "names", "A abc-1 tie", 43,
		"token 2: expected a plate, [a-z]{2}-?[0-9]+, got 'abc-1'");
	expect(which, "names", "A ab-", 43,
		"token 2: expected a plate, [a-z]{2}-?[0-9]+, got 'ab-'");
	expect(which, "names", "A ab1 firs", 43,
		"token 3: expected who wins, one of 'First Second tie', got 'firs'");
	expect(which, "names", "A ab1 first\nx", 43,
		"token 4: expected the end of the output, got 'x'");
	expect_size(which, "names", "A ab1 \0", 7, 43,
		"token 3: expected who wins, one of 'First Second tie', got '\\x00'");
}

static void expect_reals(size_t which)
{
	static const char *const right[] = {
		"2000", "2e3", "+2.0E+3", "2000.", "2000.001", "1999.999", "0.2e4", "20000000e-4"};
	static const char *const wrong[] = {
		"nan", "inf", "0x7d0", "2000,0", "2e", ".", "-", "2e3x", "1e400", "", "2 000"};
	write_files("", "2000\n");
	for (size_t i = 0; i < sizeof right / sizeof *right; i++)
		expect(which, "real", right[i], 42, NULL);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		char said[32];
		spill("in", wrong[i], strlen(wrong[i]));
		snprintf(said, sizeof said, "%s", wrong[i]);
		struct ran ran = run("checker", which, "input answer feedback --mode real");
		cr_expect_eq(ran.status, 43, "'%s'", said);
	}
	expect(which, "real", "2000.01", 43, "2000.01 is too far from 2000");
	expect(which, "real", "1e10", 43,
		"token 1: expected the length, a number from -1e+09 to 1e+09, got '1e10'");
}

static void expect_faults_of_the_package(size_t which)
{
	static const struct {
		const char *input, *answer, *complaint;
	} rows[] = {
		{"5\n", "x",
			"the judge's answer, token 1: expected an integer from 1 to 5, got 'x'"},
		{"5\n", "",
			"the judge's answer, token 1: expected an integer from 1 to 5, got the end "
			"of "
			"the file"},
		{"101\n", "3",
			"the input file, token 1: expected n, an integer from 1 to 100, got '101'"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char line[256];
		write_files(rows[i].input, rows[i].answer);
		spill("in", "3\n", 2);
		snprintf(line, sizeof line, "checker-%zu: %s\n", which, rows[i].complaint);
		expect_run("checker", which, "input answer feedback --mode place", 1, "", line);
	}
}

Test(gen_check, an_output_validator_behaves_the_same_from_every_compiler)
{
	for (size_t which = 0; which < COMPILERS; which++) {
		if (!build(CHECKER, "checker", which))
			continue;
		expect_tokens(which);
		expect_words(which);
		expect_reals(which);
		expect_faults_of_the_package(which);
	}
}

Test(gen_check, a_broken_command_line_is_not_a_verdict)
{
	build(CHECKER, "checker", 0);
	spill("in", "", 0);
	expect_run("checker", 0, "input answer", 1, "",
		"checker-0: usage: INPUT ANSWER FEEDBACK_FOLDER [--name value...] < OUTPUT\n");
	expect_run("checker", 0, "input answer feedback", 1, "",
		"checker-0: cannot open input: No such file or directory\n");
	write_files("5", "3");
	spill("in", "3", 1);
	shell("mkdir %s/feedback", dir);
	expect_run("checker", 0, "input answer feedback --mode place --x y", 1, "",
		"checker-0: unknown option --x\n");
	expect_run("checker", 0, "input answer feedback --mode dance", 1, "",
		"checker-0: option --mode: expected one of 'place names real lines notes score "
		"pass "
		"bytes talk', got 'dance'\n");
	spill("in", "4", 1);
	expect_run("checker", 0, "input answer nowhere --mode place", 1, "",
		"token 1: 4 is not the place\nchecker-0: cannot open judgemessage.txt in the "
		"feedback "
		"folder: No such file or directory\n");
}

Test(gen_check, lines_are_read_whole_whatever_ends_them)
{
	build(CHECKER, "checker", 0);
	write_files("", "");
	expect(0, "lines", "", 42, NULL);
	expect(0, "lines", "a b\r\n\n c", 42, "<a b>");
	cr_expect_str_eq(feedback("judgemessage.txt"), "<a b>\n<>\n< c>\n");
	expect(0, "lines", "1234567\n12345678\n", 43,
		"token 2: expected a line, a line of at most 7 bytes, got '1234567...'");
}

Test(gen_check, the_verdict_precedes_the_notes_and_notes_are_cut)
{
	build(CHECKER, "checker", 0);
	write_files("", "");
	expect(0, "notes", "2", 43, "the verdict");
	cr_expect_str_eq(feedback("judgemessage.txt"), "the verdict\nnote 0\nnote 1\n");
	cr_expect_str_eq(feedback("teammessage.txt"), "the team \\x1B[31m %n%s\n");
	expect(0, "notes", "1000000", 43, "the verdict");
	const char *text = feedback("judgemessage.txt");
	cr_expect(strlen(text) > 30000 && strlen(text) < 33000);
	cr_expect_str_eq(text + strlen(text) - 5, "\n...\n");
}

Test(gen_check, scores_are_written_in_decimals)
{
	build(CHECKER, "checker", 0);
	write_files("", "");
	expect(0, "score", "125", 42, NULL);
	cr_expect_str_eq(feedback("score.txt"), "12.5\n");
	expect(0, "score", "0", 42, NULL);
	cr_expect_str_eq(feedback("score.txt"), "0.0\n");
	expect(0, "score --multiplies 1", "50", 42, NULL);
	cr_expect_str_eq(feedback("score_multiplier.txt"), "0.050\n");
	cr_expect_eq(feedback("score.txt"), NULL);
	spill("in", "-1", 2);
	expect_run("checker", 0, "input answer feedback --mode score", 1, "",
		"checker-0: score.txt cannot be below 0\n");
}

Test(gen_check, another_pass_has_its_input_and_messages_are_appended)
{
	build(CHECKER, "checker", 0);
	write_files("", "");
	expect(0, "pass", "7", 42, NULL);
	cr_expect_str_eq(feedback("nextpass.in"), "8\n");
	spill("in", "10", 2);
	shell("echo before >%s/feedback/judgemessage.txt", dir);
	cr_expect_eq(run("checker", 0, "input answer feedback --mode pass").status, 43);
	cr_expect_str_eq(feedback("judgemessage.txt"),
		"before\ntoken 1: expected a number, an integer from 0 to 9, got '10'\n");
}

Test(gen_check, strict_reading_in_an_output_validator_leaves_its_message)
{
	build(CHECKER, "checker", 0);
	write_files("", "");
	expect(0, "bytes", "3\n", 42, NULL);
	expect(0, "bytes", "3 \n", 43, "line 1, column 2: expected a newline, got a space");
}

/* 1 GB of one token, of white space and of tokens, in an address space that cannot hold it. */
Test(gen_check, memory_is_bounded_whatever_the_claimed_sizes)
{
	static const char *const floods[] = {"tr '\\0' 9", "tr '\\0' ' '", "tr '\\0' '\\n'"};
	build(CHECKER, "checker", 0);
	write_files("5", "3");
	shell("mkdir %s/feedback", dir);
	for (size_t i = 0; i < sizeof floods / sizeof *floods; i++)
		cr_expect_eq(shell("cd %s && head -c 1000000000 /dev/zero | %s | (ulimit -v 16384; "
				   "./checker-0 input answer feedback --mode place) 2>err",
				     dir, floods[i]),
			43, "%s", floods[i]);
}

/* Connects two named pipes to the interactor: `script` is the submission. No third process holds an
 * end of them. */
static int talk(const char *script)
{
	shell("cd %s && rm -rf to from feedback && mkdir feedback && mkfifo to from", dir);
	return shell(
		"cd %s && { (exec <to >from; %s) 2>/dev/null & } &&"
		" exec ./checker-0 input answer feedback --mode=talk --passes 1 >to <from 2>err",
		dir, script);
}

Test(gen_check, an_interactor_answers_before_it_waits)
{
	build(CHECKER, "checker", 0);
	write_files("", "");
	/* Each number is written after the answer to the previous one has arrived. */
	cr_expect_eq(talk("echo 3; read a; echo $a; read b; [ $b = 12 ] && echo 0; read c"), 42);
	/* The interactor waits neither for a newline nor for the end of input. */
	cr_expect_eq(
		talk("printf \"3 \"; read a; printf \"%s \" $a; read b; printf \"0 \"; read c"),
		42);
	/* The submission stays until its input ends. */
	cr_expect_eq(talk("echo 0; while read a; do :; done"), 42);
	cr_expect_str_eq(feedback("nextpass.in"), "next\nagain\n");
	cr_expect_eq(talk("echo 3; read a; echo x; read b"), 43);
	cr_expect_str_eq(feedback("judgemessage.txt"),
		"token 2: expected a number, an integer from 0 to 1000, got 'x'\n");
	cr_expect_eq(talk("echo 0; echo more"), 43);
	cr_expect_str_eq(feedback("judgemessage.txt"),
		"token 2: expected the end of the output, got 'more'\n");
}

Test(gen_check, a_submission_that_closes_its_pipe_does_not_end_the_interactor)
{
	build(CHECKER, "checker", 0);
	write_files("", "");
	cr_expect_eq(talk(":"), 43);
	cr_expect_str_eq(feedback("judgemessage.txt"),
		"token 1: expected a number, an integer from 0 to "
		"1000, got the end of the output\n");
	/* It closes its input and continues; what is written to it is lost, and the interaction is
	 * right. */
	cr_expect_eq(
		talk("exec 0<&-; echo 1; sleep 0.2; echo 2; sleep 0.2; echo 3; sleep 0.2; echo 0"),
		42);
}
