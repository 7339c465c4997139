/* SPDX-License-Identifier: MIT */
/* assay verify runs a package's validators on its data, its probes and malformed data. */
#include "support/namespaces.h"
#include "support/packages.h"
#include "support/verifications.h"

#include <assay/cores.h>
#include <pthread.h>
#include <sys/mount.h>

TestSuite(verify_data, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* Two small numbers on one line, and nothing else. */
#define STRICT_PY                                                                                  \
	"import re, sys\n"                                                                         \
	"data = sys.stdin.buffer.read()\n"                                                         \
	"match = re.fullmatch(rb'(0|-?[1-9][0-9]{0,3}) (0|-?[1-9][0-9]{0,3})\\n', data)\n"         \
	"sys.exit(42 if match else print('not two numbers') or 43)\n"
#define LAX_PY "import sys\nsys.exit(42)\n"

/* An output validator that accepts the right sum; `otherwise` handles unreadable output. */
#define SUM_VALIDATOR(otherwise)                                                                   \
	"import sys\n"                                                                             \
	"answer = int(open(sys.argv[2]).read())\n"                                                 \
	"try:\n  said = sys.stdin.buffer.read()\n  sys.exit(42 if int(said) == answer else 43)\n"  \
	"except ValueError:\n  " otherwise "\n"

static void put_checked_package(const char *input_validator, const char *output_validator)
{
	put_sum_package(2);
	put("sum/statement/problem.en.md", "Add them.\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	if (input_validator)
		put("sum/input_validators/check.py", input_validator);
	if (output_validator)
		put("sum/output_validator/check.py", output_validator);
}

static json_t *verify(int expected)
{
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, expected);
	return document_of(&outcome);
}

Test(verify_data, strict_validators_have_no_findings)
{
	put_checked_package(STRICT_PY, SUM_VALIDATOR("sys.exit(43)"));
	AS_AUTO_JSON json_t *document = verify(0);
	AS_AUTO_FREE char *findings = json_dumps(json_object_get(document, "findings"), 0);
	cr_expect_str_eq(findings, "[]");
}

Test(verify_data, validators_find_the_header_for_them)
{
	put_checked_package(NULL, NULL);
	put("sum/input_validators/check.c",
		"#include <assay/gen.h>\n"
		"int main(int argc, char **argv) {\n"
		"gen_start(argc, argv); gen_read_int(-9999, 9999, \"a\"); gen_read_space();\n"
		"gen_read_int(-9999, 9999, \"b\"); gen_read_newline(); return gen_read_end(); }\n");
	put("sum/output_validator/check.c",
		"#include <assay/gen.h>\nint main(int argc, char **argv) {\n"
		"FILE *answer = fopen(argv[2], \"r\"); char a[99] = \"\", b[99] = \"?\";\n"
		"return argc < 4 || fscanf(answer, \"%98s\", a) != 1 || scanf(\"%98s\", b) != 1 "
		"||\n"
		"strcmp(a, b) || scanf(\"%98s\", b) == 1 ? 43 : 42; }\n");
	AS_AUTO_JSON json_t *document = verify(0);
	cr_expect(json_is_true(json_object_get(document, "ok")));
}

Test(verify_data, an_input_that_a_validator_rejects_is_an_error)
{
	put_checked_package(STRICT_PY, NULL);
	put("sum/data/secret/03.in", "1  2\n");
	put("sum/data/secret/03.ans", "3\n");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "data/secret/03.in",
		"the input validator input_validators/check.py rejects it: not two numbers");
}

Test(verify_data, arguments_for_a_missing_validator_are_warned_about)
{
	put_checked_package(STRICT_PY, NULL);
	put("sum/data/secret/test_group.yaml",
		"input_validator_args: {check: [], chek.py: ['5']}\n");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "data/secret/01.in",
		"unknown input validator 'chek.py' in input_validator_args; did you mean "
		"'check.py'? correct");
	cr_expect_null(find(document, "warning", "data/secret/01.in", "'check'"));
	cr_expect_null(find(document, "warning", "data/secret/02.in", "chek"), "told once");
}

Test(verify_data, an_input_validator_that_raises_is_quoted_by_its_error)
{
	put_checked_package("n = int(input().split()[0])\nassert n < 2, 'n is too large'\n"
			    "exit(42)\n",
		NULL);
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "data/secret/02.in", "AssertionError: n is too large");
}

Test(verify_data, invisible_characters_in_a_test_are_warned_about)
{
	put_checked_package(LAX_PY, NULL);
	put("sum/data/secret/01.in", "1 1\r\n");
	put("sum/data/secret/02.in", "2 4");
	put("sum/data/secret/02.ans", "6\r\n");
	put("sum/data/secret/03.in", "\xef\xbb\xbf"
				     "1 2\n");
	put("sum/data/secret/03.ans", "");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "warning", "data/secret/01.in",
		"it has Windows line endings (CR LF), which the format does not allow "
		"(2 files affected)");
	EXPECT_FINDING(document, "warning", "data/secret/02.in",
		"it has no newline at end of file, which the format does not "
		"allow "
		"(1 file affected)");
	EXPECT_FINDING(document, "warning", "data/secret/03.in",
		"it begins with a byte-order mark, which the format does not allow (1 file "
		"affected)");
}

Test(verify_data, a_line_end_between_two_reads_is_detected_and_binary_files_are_skipped)
{
	static char text[65538];
	put_checked_package(LAX_PY, NULL);
	memset(text, ' ', sizeof(text));
	memcpy(text, "2 4", 3);
	memcpy(text + 65535, "\r\n", 3);
	put("sum/data/secret/02.in", text);
	AS_AUTO_FD int file = open("sum/data/secret/01.in", O_WRONLY | O_TRUNC | O_CLOEXEC);
	cr_assert_eq(write(file, "1 1\r\n\0", 6), 6);
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "data/secret/02.in",
		"(CR LF), which the format does not allow (1 file affected)");
}

Test(verify_data, probes_are_compared_with_the_expectation_of_their_folder)
{
	put_checked_package(STRICT_PY, SUM_VALIDATOR("sys.exit(43)"));
	put("sum/data/invalid_input/good.in", "1 2\n");
	put("sum/data/invalid_input/bad.in", "1 b\n");
	put("sum/data/invalid_output/right.in", "1 2\n");
	put("sum/data/invalid_output/right.ans", "3\n");
	put("sum/data/invalid_output/right.out", "3\n");
	put("sum/data/invalid_output/wrong.in", "1 2\n");
	put("sum/data/invalid_output/wrong.ans", "3\n");
	put("sum/data/invalid_output/wrong.out", "4\n");
	put("sum/data/valid_output/wrong.in", "1  2\n");
	put("sum/data/valid_output/wrong.ans", "3\n");
	put("sum/data/valid_output/wrong.out", "4\n");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "data/invalid_input/good.in",
		"no input validator rejects it, but one must");
	EXPECT_FINDING(document, "error", "data/invalid_output/right.out",
		"the output validator accepts it, but it must be invalid");
	EXPECT_FINDING(document, "error", "data/valid_output/wrong.out",
		"the output validator rejects it, but it must be valid");
	EXPECT_FINDING(document, "error", "data/valid_output/wrong.in", "it must be valid");
	cr_expect_null(find(document, "error", "data/invalid_input/bad.in", ""));
	cr_expect_null(find(document, "error", "data/invalid_output/wrong.out", ""));
}

Test(verify_data, a_broken_validator_is_reported_once_and_not_run_again)
{
	/* It reaches its output limit. */
	put_checked_package("import sys\nwhile input() == '1 1':\n"
			    "  while True: sys.stdout.write('x' * 100000)\n"
			    "sys.exit(43)\n",
		NULL);
	put("sum/data/sample/1.in", "1 1\n");
	put("sum/data/sample/1.ans", "2\n");
	put("sum/data/invalid_input/bad.in", "1 1\n");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(
		document, "error", "input_validators/check.py", "it fails on data/sample/1.in");
	cr_expect_null(find(document, "error", "data/secret/02.in", ""));
	cr_expect_null(find(document, "error", "data/invalid_input/bad.in", ""),
		"the one that does not work may be the one that rejects it");
}

Test(verify_data, probes_of_the_default_check_are_run_too)
{
	put_checked_package(STRICT_PY, NULL);
	put("sum/data/invalid_output/same.in", "1 2\n");
	put("sum/data/invalid_output/same.ans", "3\n");
	put("sum/data/invalid_output/same.out", " 3 \n");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "data/invalid_output/same.out", "must be invalid");
}

Test(verify_data, a_validator_that_accepts_malformed_data_is_warned_about)
{
	put_checked_package(LAX_PY, "import sys\nsys.exit(42)\n");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "input_validators",
		"rejects an empty file (derived from secret/02); one should read the whole input");
	EXPECT_FINDING(document, "warning", "input_validators", "rejects bytes that are not text");
	EXPECT_FINDING(
		document, "warning", "output_validator/check.py", "it accepts an empty output");
}

Test(verify_data, an_output_validator_that_crashes_on_malformed_data_is_an_error)
{
	put_checked_package(STRICT_PY, SUM_VALIDATOR("sys.exit(1)"));
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "output_validator/check.py",
		"an empty output (derived from secret/02), so a submission can cause a judging "
		"error");
}

Test(verify_data, an_answer_that_is_not_accepted_is_warned_about)
{
	put_checked_package(STRICT_PY, SUM_VALIDATOR("sys.exit(43)"));
	put("sum/data/secret/02.ans", "7\n");
	put("sum/output_validator/check.py",
		"import sys\nsys.exit(42 if sys.stdin.buffer.read().strip() in (b'3', b'2', b'6') "
		"else 43)\n");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "data/secret/02.ans",
		"the output validator does not accept it as an output");
}

Test(verify_data, a_validator_that_cannot_be_run_is_never_a_pass)
{
	put_checked_package(NULL, NULL);
	put("sum/input_validators/check.viva", "x\n");
	put("sum/input_validators/broken.c", "int main(void){return x;}\n");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "warning", "input_validators/check.viva", "it was not run");
	EXPECT_FINDING(document, "error", "input_validators/broken.c", "it fails on");
}

Test(verify_data, results_of_validators_are_cached_until_a_change)
{
	put_checked_package(LAX_PY, NULL);
	AS_AUTO_JSON json_t *first = verify(0);
	AS_AUTO_JSON json_t *second = verify(0);
	cr_expect(json_equal(first, second));
	put("sum/input_validators/check.py", STRICT_PY);
	AS_AUTO_JSON json_t *third = verify(0);
	cr_expect_null(find(third, "warning", "input_validators", ""));
	put("sum/data/invalid_input/good.in", "1 2\n");
	AS_AUTO_JSON json_t *fourth = verify(1);
	EXPECT_FINDING(fourth, "error", "data/invalid_input/good.in",
		"no input validator rejects it, but one must");
}

/* ---- Checktestdata ---- */

Test(verify_data, a_script_may_be_shared_by_packages)
{
	put_checked_package(NULL, NULL);
	put("shared/sum.ctd", "INT(0, 1000) SPACE INT(0, 1000) NEWLINE\n");
	put("sum/input_validators/x", "");
	cr_assert_eq(remove("sum/input_validators/x"), 0);
	cr_assert_eq(symlink("../../shared/sum.ctd", "sum/input_validators/sum.ctd"), 0);
	AS_AUTO_JSON json_t *right = verify(0);
	cr_expect_null(find(right, "warning", "input_validators", ""));
	put("sum/submissions/accepted/other.py", SUM_PY);
	AUTO_OUTCOME stress =
		ASSAY("stress", "sum", "sum/submissions/accepted/right.c", "--time=2s");
	EXPECT_STATUS(stress, 0);
}

Test(verify_data, a_script_alone_validates_the_data)
{
	put_checked_package(NULL, NULL);
	put("sum/input_validators/sum.ctd", "INT(0, 1000) SPACE INT(0, 1000) NEWLINE\n");
	put("sum/data/invalid_input/wrong.in", "1  2\n");
	AS_AUTO_JSON json_t *right = verify(0);
	cr_expect_null(find(right, "warning", "input_validators", ""));
	put("sum/data/invalid_input/right.in", "1 2\n");
	put("sum/data/secret/2.in", "1 2000\n");
	put("sum/data/secret/2.ans", "2001\n");
	AS_AUTO_JSON json_t *wrong = verify(1);
	EXPECT_FINDING(wrong, "error", "data/secret/2.in",
		"line 1, column 3: expected an integer from 0 to 1000, found '2000' (line 1 of the "
		"script)");
	EXPECT_FINDING(wrong, "error", "data/invalid_input/right.in",
		"no input validator rejects it, but one must");
	put("sum/input_validators/sum.ctd", "INT(0, 10^50) SPACE INT(0, 10^50) NEWLINE\n");
	AS_AUTO_JSON json_t *unsupported = verify(0);
	EXPECT_FINDING(unsupported, "warning", "input_validators/sum.ctd",
		"it was not run: line 1: a result beyond 128 bits");
}

/* ---- programs that cannot be run ---- */

static void expect_unusable(const char *path, const char *where, const char *text)
{
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", where, text);
	EXPECT_FINDING(document, "error", where, "no submission is judged until that is fixed");
	cr_expect_null(find(document, "error", "submissions", "lower bound of the time limit"));
	cr_expect_not(is_ok(submission_of(document, "accepted/right.c")));
	unlink(path);
}

/* In addition to all other findings about the package. */
Test(verify_data, a_program_that_cannot_be_run_is_a_finding)
{
	put_verified_package();
	put("sum/data/secret/03.in", "1 2\n");
	put("sum/data/secret/03.ans", "3\n");
	put("sum/problem.yaml", SUM_YAML "limits: {memory: 64}\n");
	put("sum/output_validator/run", "#!/bin/sh\nexit 42\n");
	expect_unusable("sum/output_validator/run", "output_validator",
		"has a script run that is not executable; run `chmod +x output_validator/run`");
	put("sum/static_validator/build", "#!/bin/sh\n");
	expect_unusable("sum/static_validator/build", "static_validator",
		"has a script build that is not executable; run `chmod +x static_validator/build`");
	put("sum/output_validator/check.c", "int main(void) { return x; }\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_not_null(find(
		document, "error", "output_validator/check.c", "does not compile: check.c:1:"));
	/* Only the first of the tests reports it. */
	EXPECT_FINDING(
		document, "error", "data/sample/1.ans", "the output validator fails on it: ");
	cr_expect_null(find(document, "error", "data/sample/1.ans", "it: the output validator"));
	cr_expect_null(find(document, "error", "data/secret/01.ans", ""));
	cr_expect_null(
		find(document, "error", "output_validator/check.c", "cause a judging error"));
}

Test(verify_data, a_grader_that_does_not_compile_is_a_finding)
{
	put_verified_package();
	put("sum/problem.yaml", "name: Sum\ntype: scoring\nlimits: {memory: 64}\n");
	put("sum/data/testdata.yaml", "grading: custom\n");
	put("sum/graders/grade.c", "int main(void) { return x; }\n");
	expect_unusable("sum/graders/grade.c", "graders/grade.c", "does not compile: grade.c:1:");
}

/* ---- validators that do not end ---- */

/* An output validator that searches the end of input that it does not understand. */
static void put_late_package(const char *condition)
{
	AS_AUTO_FREE char *validator = as_text_format(NULL,
		"import sys\nsaid = sys.stdin.buffer.read()\nwhile %s: pass\n"
		"sys.exit(42 if int(said) == int(open(sys.argv[2]).read()) else 43)\n",
		condition);
	put_checked_package(STRICT_PY, validator);
	put("sum/problem.yaml", SUM_YAML SUM_LIMITS "  validation_time: 1\n");
	put("sum/data/invalid_output/wrong.in", "1 2\n");
	put("sum/data/invalid_output/wrong.ans", "3\n");
	put("sum/data/invalid_output/wrong.out", "3 4\n");
}

/* On a busy machine a loop reaches the limit of wall time first. */
static size_t count_late(json_t *document)
{
	size_t index, count = 0;
	json_t *item;
	json_array_foreach(json_object_get(document, "findings"), index, item)
	{
		const char *where = json_string_value(json_object_get(item, "where"));
		const char *text = json_string_value(json_object_get(item, "text"));
		if (strncmp(where, "submissions/", 12) != 0)
			count += strstr(text, "limit of cpu") ||
				 strstr(text, "limit of wall-clock") ||
				 strstr(text, "cannot judge it");
	}
	return count;
}

Test(verify_data, an_output_validator_that_does_not_end_on_malformed_output_is_run_once)
{
	put_late_package("not said.strip().isdigit()");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "data/invalid_output/wrong.out",
		"(limits.validation_time), and is not run again; make it end within 1 s");
	cr_expect_eq(count_late(document), 1, "%zu", count_late(document));
	AUTO_OUTCOME removed = command_run(
		(const char *const[]){"/bin/rm", "-r", "sum/data/invalid_output", NULL});
	EXPECT_STATUS(removed, 0);
	AS_AUTO_JSON json_t *second = verify(1);
	EXPECT_FINDING(second, "error", "output_validator/check.py",
		"an empty output (derived from secret/02), so a submission can cause a judging "
		"error");
	cr_expect_eq(count_late(second), 1, "%zu", count_late(second));
}

Test(verify_data, an_output_validator_that_never_ends_is_run_on_one_answer)
{
	put_late_package("True");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "data/sample/1.ans", "is not run again");
	EXPECT_FINDING(document, "error", "submissions/accepted/right.c",
		"it cannot be judged until that is fixed");
	cr_expect_eq(count_late(document), 1, "%zu", count_late(document));
	/* The cause may have been the machine. */
	AS_AUTO_JSON json_t *second = verify(1);
	EXPECT_FINDING(second, "error", "data/sample/1.ans", "is not run again");
}

/* Each run takes the validator's full time limit, a minute by default. */
Test(verify_data, after_two_submissions_on_which_it_hangs_no_others_are_judged)
{
	char path[64];
	put_late_package("True");
	for (int i = 1; i <= 4; i++) {
		snprintf(path, sizeof path, "sum/submissions/wrong_answer/%d.c", i);
		put(path, WRONG_C);
	}
	/* Always the same ones, regardless of which of several ends first. */
	static const char *const workers[] = {"1", "2"};
	for (size_t i = 0; i < 2; i++) {
		AUTO_OUTCOME outcome = ASSAY("verify", "-j", workers[i], "--json", "sum");
		EXPECT_STATUS(outcome, 1);
		AS_AUTO_JSON json_t *document = document_of(&outcome);
		static const char *const judged[] = {"accepted/right.c", "wrong_answer/1.c"};
		for (size_t k = 0; k < 2; k++)
			cr_expect_str_eq(json_string_value(json_object_get(
						 submission_of(document, judged[k]), "verdict")),
				"JE", "%s", judged[k]);
		for (int k = 2; k <= 4; k++) {
			snprintf(path, sizeof path, "submissions/wrong_answer/%d.c", k);
			EXPECT_FINDING(document, "warning", path,
				"not judged: the output validator exceeded its time limit on other "
				"submissions");
		}
	}
}

Test(verify_data, an_input_validator_that_does_not_end_is_run_once)
{
	put_checked_package("while True: pass\n", NULL);
	put("sum/data/invalid_input/bad.in", "1 1\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "--input-validator-time=500ms", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "input_validators/check.py",
		"fails on data/sample/1.in: exceeded its limit of ");
	EXPECT_FINDING(document, "error", "input_validators/check.py",
		", and is not run again; make it end within 0.5 s, or raise "
		"--input-validator-time");
	cr_expect_eq(count_late(document), 1, "%zu", count_late(document));
}

/* Without the message the user does not know what the command waits for. */
Test(verify_data, a_validator_that_runs_for_long_is_named_meanwhile)
{
	put_checked_package("while True: pass\n", NULL);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "--input-validator-time=11s", "sum");
	EXPECT_STATUS(outcome, 1);
	const char *note = strstr(outcome.err.data,
		"assay: note: sum: input_validators/check.py has been running on "
		"data/sample/1.in for 10 s; its limit is 11 s of CPU time\n");
	cr_assert_not_null(note, "%s", outcome.err.data);
	cr_expect_null(strstr(strchr(note, '\n'), "has been running"), "%s", outcome.err.data);
}

static void *give_back_late(void *core)
{
	sleep(12);
	as_core_give_back(core);
	return NULL;
}

/* The test holds the core, as another command that judges does. */
Test(verify_data, a_validator_that_waits_for_its_core_is_not_running)
{
	struct as_error error = {0};
	struct as_cores *cores = as_cores_open(&error);
	struct as_core core = AS_CORE_INIT;
	const struct as_core_request request = {
		.preferred = -1, .patience_ns = INT64_C(600000000000)};
	char option[40];
	pthread_t thread;

	put_checked_package("import sys\nsys.exit(42)\n", NULL);
	cr_assert_not_null(cores, "%s", error.text);
	cr_assert_eq(as_core_take(cores, &request, &core), 0);
	snprintf(option, sizeof(option), "--cores=%d", core.number);
	cr_assert_eq(pthread_create(&thread, NULL, give_back_late, &core), 0);
	const int64_t begin_ns = as_now_ns();
	AUTO_OUTCOME outcome = ASSAY("verify", "--fresh", "--json", option, "sum");
	const int64_t taken_ns = as_now_ns() - begin_ns;
	pthread_join(thread, NULL);
	as_cores_close(cores);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_not_null(json_object_get(document, "findings"), "%s", outcome.out.data);
	cr_expect_null(strstr(outcome.err.data, "has been running"), "%s", outcome.err.data);
	cr_expect_geq(taken_ns, INT64_C(11000000000), "the command did not wait");
}

Test(verify_data, a_check_with_more_time_is_repeated_with_less)
{
	put_checked_package(
		"import sys, time\nwhile time.process_time() < 0.4: pass\nsys.exit(42)\n", NULL);
	AUTO_OUTCOME generous = ASSAY("verify", "--json", "--input-validator-time=20s", "sum");
	AS_AUTO_JSON json_t *clean = document_of(&generous);
	cr_expect_eq(count_late(clean), 0);
	AUTO_OUTCOME strict = ASSAY("verify", "--json", "--input-validator-time=100ms", "sum");
	AS_AUTO_JSON json_t *late = document_of(&strict);
	cr_expect_eq(count_late(late), 1);
}

/* The package's limit applies to the output validator. */
Test(verify_data, an_input_validator_may_take_longer_than_validation_time)
{
	put_checked_package("import sys, time\nlate = sys.stdin.read() == '1 2\\n'\n"
			    "while late and time.process_time() < 1.5: pass\nsys.exit(42)\n",
		NULL);
	put("sum/problem.yaml", SUM_YAML SUM_LIMITS "  validation_time: 1\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_eq(count_late(document), 0, "%s", outcome.out.data);
	cr_expect_null(find(document, "error", "input_validators/check.py", ""));
}

Test(verify_data, the_error_of_a_validator_that_exits_with_0_names_the_accepting_status)
{
	put_checked_package("import sys\nsys.stdin.read()\n", "import sys\nsys.stdin.read()\n");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "data/secret/01.in",
		"check.py rejects it: its exit status is 0; the status to accept is 42");
	EXPECT_FINDING(document, "error", "data/secret/01.ans",
		"the output validator fails on it: exited with status 0 (42 accepts, 43 "
		"rejects)");
	/* A validator that fails on an answer fails on everything. */
	cr_expect_null(find(document, "error", "output_validator/check.py", "it fails on"));
}

Test(verify_data, limits_of_an_output_validator_do_not_apply_to_an_input_validator)
{
	put_checked_package("import sys\nsys.stdin.read()\nroom = bytearray(100 << 20)\n"
			    "print('x' * (2 << 20))\nsys.exit(42)\n",
		NULL);
	put("sum/problem.yaml",
		SUM_YAML SUM_LIMITS "  validation_memory: 64\n  validation_output: 1\n");
	AS_AUTO_JSON json_t *document = verify(0);
	cr_expect_null(find(document, "error", "input_validators/check.py", "limit"));
}

/* Behaves as a testlib program: silence and 0, or FAIL and 3. The header is only mentioned. */
#define TESTLIB_VALIDATOR                                                                          \
	"// #include \"testlib.h\"\n#include <cstdio>\nint main(){long a,b;if(std::scanf(\"%ld "   \
	"%ld\",&a,&b)==2&&std::getchar()==10&&std::getchar()==EOF&&a<1000&&b<1000)return "         \
	"0;std::fprintf(stderr,\"FAIL Integer violates the range\\n\");return 3;}\n"

Test(verify_data, input_validators_may_be_written_for_testlib)
{
	put_checked_package(NULL, NULL);
	put("sum/input_validators/v.cpp", TESTLIB_VALIDATOR);
	AS_AUTO_JSON json_t *unnamed = verify(1);
	EXPECT_FINDING(unnamed, "error", "data/secret/01.in",
		"its exit status is 0; the status to accept is 42; the program includes testlib.h: "
		"write `input_validators: testlib` into a file assay.yaml");
	put("sum/assay.yaml", "input_validators: testlib\n");
	AS_AUTO_JSON json_t *accepted = verify(0);
	cr_expect_eq(json_array_size(json_object_get(accepted, "findings")), 0);
	put("sum/data/secret/09.in", "1 1000\n");
	put("sum/data/secret/09.ans", "1001\n");
	AS_AUTO_JSON json_t *rejected = verify(1);
	EXPECT_FINDING(rejected, "error", "data/secret/09.in", "FAIL Integer violates the range");
	put("sum/assay.yaml", "input_validators: polygon\n");
	AUTO_OUTCOME unknown = ASSAY("verify", "sum");
	EXPECT_COMPLAINT(unknown, 3, "input_validators must be testlib");
}

Test(verify_data, a_submission_that_only_samples_catch_is_reported)
{
	put_checked_package(STRICT_PY, NULL);
	put("sum/submissions/wrong_answer/one.py",
		"a, b = map(int, input().split())\nprint(0 if (a, b) == (1, 2) else a + b)\n");
	unlink("sum/data/secret/01.in");
	put("sum/data/secret/01.in", "1 4\n");
	put("sum/data/secret/01.ans", "5\n");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "submissions/wrong_answer/one.py",
		"the submission fails only on samples, and passes all secret tests");
}

Test(verify_data, an_empty_answer_is_reported)
{
	put_checked_package(STRICT_PY, NULL);
	put("sum/data/secret/03.in", "5 5\n");
	put("sum/data/secret/03.ans", " \n");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "warning", "data/secret/03.ans",
		"it is an empty answer, so a program that prints nothing passes (1 file");
}

/* Malformed data that are not tried are reported. */
Test(verify_data, malformed_data_are_not_derived_from_large_files)
{
	put_checked_package(LAX_PY, LAX_PY);
	AS_AUTO_FREE char *large = malloc(2 << 20);
	cr_assert_not_null(large);
	memset(large, ' ', 2 << 20);
	memcpy(large, "5 5\n", 4);
	static const char *const files[] = {"secret/01.in", "secret/01.ans", "secret/02.in",
		"secret/02.ans", "sample/1.in", "sample/1.ans"};
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "sum/data/%s", files[i]);
		if (faccessat(here_fd, path, F_OK, 0) == 0)
			put_bytes(path, large, 2 << 20);
	}
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "info", "data/secret/02.in",
		"no malformed inputs are derived from this smallest file, because it has more "
		"than 1 MiB; add a small test");
	EXPECT_FINDING(document, "info", "data/secret/02.ans",
		"no malformed outputs are derived from this smallest file, because it has more "
		"than 1 MiB; add a small test");
}

/* The last test by name is the largest one of most packages. */
Test(verify_data, validators_are_tried_although_the_last_test_is_large)
{
	put_checked_package(LAX_PY, LAX_PY);
	AS_AUTO_FREE char *large = malloc(2 << 20);
	cr_assert_not_null(large);
	memset(large, ' ', 2 << 20);
	memcpy(large, "5 5\n", 4);
	put_bytes("sum/data/secret/99.in", large, 2 << 20);
	memcpy(large, "10 \n", 4);
	put_bytes("sum/data/secret/99.ans", large, 2 << 20);
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "output_validator/check.py",
		"it accepts bytes that are not text (derived from ");
	EXPECT_FINDING(document, "warning", "output_validator/check.py",
		"it accepts the answer with an extra word at its end (derived from ");
	EXPECT_FINDING(document, "warning", "input_validators",
		"no input validator rejects bytes that are not text (derived from ");
	EXPECT_FINDING(document, "warning", "input_validators",
		"no input validator rejects an input with an extra word at its end");
}
