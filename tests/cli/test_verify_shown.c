/* SPDX-License-Identifier: MIT */
/* assay verify examines the files that people see instead of a test's own files. */
#include "support/packages.h"
#include "support/verifications.h"

TestSuite(verify_shown, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static void put_shown_package(void)
{
	put_sum_package(1);
	put("sum/statement/problem.en.md", "Add them.\n");
	put("sum/submissions/accepted/right.c", SUM_C);
}

static json_t *verify(int expected)
{
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, expected);
	return document_of(&outcome);
}

Test(verify_shown, two_replacements_of_one_file_are_mutually_exclusive)
{
	put_shown_package();
	put("sum/data/sample/1.interaction", "<1 2\n>3\n");
	put("sum/data/sample/1.out", "3\n");
	put("sum/data/secret/deep/2.in", "1 1\n");
	put("sum/data/secret/deep/2.ans", "2\n");
	put("sum/data/secret/deep/2.out", "2\n");
	put("sum/data/secret/deep/2.ans.download", "2\n");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "data/sample/1.in",
		".out and .interaction are mutually exclusive");
	EXPECT_FINDING(document, "warning", "data/sample/1.in",
		"the statement does not show the input that participants download; add a file "
		".in.download");
	EXPECT_FINDING(document, "error", "data/secret/deep/2.in",
		".out and .ans.download are mutually exclusive");
}

Test(verify_shown, matching_files_have_no_findings)
{
	put_shown_package();
	put("sum/data/sample/1.interaction", "<1 2\n>3\n");
	put("sum/data/sample/1.in.download", "1 2\n");
	put("sum/data/sample/1.ans.download", "3\n");
	put("sum/data/sample/2.in", "1 3\n");
	put("sum/data/sample/2.ans", "4\n");
	put("sum/data/sample/2.out", "4 \n");
	AS_AUTO_JSON json_t *document = verify(0);
	cr_expect_null(find(document, "warning", "data/sample/1.in", ""));
	cr_expect_null(find(document, "warning", "data/sample/2.in", ""));
	put("sum/data/sample/2.ans.statement", "4\n");
	unlink("sum/data/sample/2.out");
	AS_AUTO_JSON json_t *changed = verify(0);
	EXPECT_FINDING(changed, "warning", "data/sample/2.in",
		"the statement does not show the answer that participants download; add a file "
		".ans.download");
}

Test(verify_shown, in_the_draft_of_2023_shown_files_are_downloads)
{
	put_shown_package();
	put("sum/problem.yaml", "problem_format_version: 2023-07-draft\nname: Sum\nuuid: x\n"
				"limits:\n  time_limit: 1\n");
	put("sum/data/sample/1.in.statement", "1 2\n");
	put("sum/data/sample/1.out", "3\n");
	put("sum/data/sample/1.ans.download", "3\n");
	AS_AUTO_JSON json_t *document = verify(0);
	cr_expect_null(find(document, "warning", "data/sample/1.in", ""));
	put("sum/data/sample/1.ans.statement", "3\n");
	AS_AUTO_JSON json_t *rivals = verify(0);
	EXPECT_FINDING(rivals, "warning", "data/sample/1.in",
		".out and .ans.statement are mutually exclusive");
}

Test(verify_shown, a_file_without_its_test_is_warned_about)
{
	put_shown_package();
	put("sum/data/secret/9.in.statement", "1 2\n");
	put("sum/data/sample/1.files/9.out", "of a submission's\n");
	put("sum/data/sample/1.hint", "Add.\n");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "data/secret/9.in.statement",
		"has no input file (.in); add one");
	cr_expect_null(find(document, "warning", "data/sample/1.files/9.out", ""));
	EXPECT_FINDING(document, "info", "data/sample/1.hint",
		"is ignored in this format; move its text to the key hint of the test's .yaml");
}

Test(verify_shown, a_shown_output_must_be_accepted)
{
	put_shown_package();
	put("sum/data/sample/1.out", "4\n");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "data/sample/1.out",
		"participants are shown it as a correct output, but the output validator rejects "
		"it: "
		"token 1 (line 1): expected 3, got 4");
	/* Cached results are not applied to another file. */
	put("sum/data/sample/1.out", "3\n");
	AS_AUTO_JSON json_t *fixed = verify(0);
	cr_expect_null(find(fixed, "error", "data/sample/1.out", ""));
}

/* The answers of secret tests may mean something else to the validator. */
Test(verify_shown, a_shown_answer_must_be_accepted_as_an_output)
{
	put_shown_package();
	put("sum/output_validator/check.py",
		"import sys\na, b = map(int, open(sys.argv[1]).read().split())\n"
		"sys.exit(42 if sys.stdin.read().split() == [str(a + b)] else 43)\n");
	put("sum/data/sample/1.ans", "a secret\n");
	put("sum/data/secret/01.ans", "a secret\n");
	AS_AUTO_JSON json_t *document = verify(1);
	EXPECT_FINDING(document, "error", "data/sample/1.ans", "participants are shown it as one");
	EXPECT_FINDING(document, "warning", "data/secret/01.ans",
		"the output validator does not accept it as an output");
	put("sum/data/sample/1.out", "3\n");
	AS_AUTO_JSON json_t *replaced = verify(0);
	EXPECT_FINDING(replaced, "warning", "data/sample/1.ans",
		"the output validator does not accept it as an output");
}

Test(verify_shown, a_test_has_one_picture)
{
	put_shown_package();
	put("sum/data/sample/1.png", "a picture");
	put("sum/data/secret/01.png", "a picture");
	put("sum/data/secret/01.svg", "another");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "data/secret/01.in",
		"has 2 pictures, but a test may have only one");
	cr_expect_null(find(document, "warning", "data/sample/1.in", "pictures"));
}

/* ---- .interaction ---- */

static void put_protocol(const char *text)
{
	put_shown_package();
	put("sum/data/sample/1.in.download", "1 2\n");
	put("sum/data/sample/1.ans.download", "3\n");
	put("sum/data/sample/1.interaction", text);
}

Test(verify_shown, each_line_of_an_interaction_has_a_speaker)
{
	put_protocol("<1 2\n>3\n3\nand so on\n");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "data/sample/1.interaction:3",
		"the line must begin with < (from the judge) or >");
	put("sum/data/sample/1.interaction", "<1 2\n>3\n---\n");
	AS_AUTO_JSON json_t *parted = verify(0);
	EXPECT_FINDING(parted, "warning", "data/sample/1.interaction:3",
		"the line --- separates passes, but the package is not multi-pass");
	/* A link is followed. */
	unlink("sum/data/sample/1.interaction");
	put("sum/data/sample/talk", "<1 2\n>3\n");
	cr_assert_eq(symlink("talk", "sum/data/sample/1.interaction"), 0);
	AS_AUTO_JSON json_t *fixed = verify(0);
	cr_expect_null(find(fixed, "warning", "data/sample/1.interaction", ""));
}

Test(verify_shown, in_several_passes_a_line_is_between_them)
{
	put_protocol("<1 2\n>3\n---\n<1 2\n>3\n");
	put("sum/problem.yaml", SUM_YAML "type: multi-pass\n" SUM_LIMITS);
	put("sum/output_validator/check.py", "import sys\nsys.exit(42)\n");
	AS_AUTO_JSON json_t *document = verify(0);
	cr_expect_null(find(document, "warning", "data/sample/1.interaction:3", ""));
}

#define TALK_PY                                                                                    \
	"import sys\nprint(open(sys.argv[1]).read(), end='', flush=True)\n"                        \
	"sys.exit(42 if int(input()) == int(open(sys.argv[2]).read()) else 43)\n"

Test(verify_shown, legacy_protocols_need_no_test_and_tests_need_protocols)
{
	put_shown_package();
	put("sum/problem.yaml", "name: Sum\nvalidation: custom interactive\n");
	put("sum/output_validators/talk.py", TALK_PY);
	put("sum/data/sample/2.interaction", "<1 2\n>3\n");
	put("sum/data/sample/3.interaction", "1 2\n");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "warning", "data/sample/1.in",
		"participants see no sample interaction, because the problem is interactive");
	cr_expect_null(find(document, "warning", "data/secret/01.in", "participants see"));
	cr_expect_null(find(document, "warning", "data/sample/2.interaction", ""));
	cr_expect_null(find(document, "info", "data/sample/2.interaction", ""));
	EXPECT_FINDING(document, "warning", "data/sample/3.interaction:1", "the line must begin");
}

Test(verify_shown, the_draft_of_2023_has_protocols_that_are_only_shown)
{
	put_shown_package();
	put("sum/problem.yaml", "problem_format_version: 2023-07-draft\nname: Sum\nuuid: x\n"
				"type: interactive\nlimits:\n  time_limit: 1\n");
	put("sum/output_validator/talk.py", TALK_PY);
	put("sum/data/sample/2.interaction", "<1 2\n>3\n");
	AS_AUTO_JSON json_t *document = verify(0);
	EXPECT_FINDING(document, "info", "data/sample/2.interaction",
		"is shown, but no submission is run on it: it has no input file");
	cr_expect_null(find(document, "warning", "data/sample/2.interaction", ""));
}

/* ---- a sample's .interaction against the output validator ---- */

/* The number is in the input; each guess is answered. */
#define GUESS_PY                                                                                   \
	"import sys\nx = int(open(sys.argv[1]).read())\nprint('guess', flush=True)\n"              \
	"for line in sys.stdin:\n"                                                                 \
	"    y = int(line)\n"                                                                      \
	"    print('lower' if y > x else 'higher' if y < x else 'right', flush=True)\n"            \
	"    if x == y:\n        sys.exit(42)\n"                                                   \
	"sys.exit('no right guess')\n"
/* Its own number is another one in each run. */
#define RANDOM_PY                                                                                  \
	"import sys, time\nx = time.time_ns() // 1000000000 % 1000000007\nprint(x, flush=True)\n"  \
	"sys.exit(42 if int(input()) == x + 1 else 43)\n"
#define TWICE_PY                                                                                   \
	"import os, sys\nat = sys.argv[3] + '/nextpass.in'\nseen = sys.argv[3] + '/seen'\n"        \
	"if sys.stdin.read().split() != ['3']:\n    sys.exit(43)\n"                                \
	"if not os.path.exists(seen):\n    open(seen, 'w').close()\n"                              \
	"    open(at, 'w').write('2 1\\n')\nsys.exit(42)\n"

static void put_talk(const char *type, const char *validator, const char *text)
{
	put_sum_package(1);
	char yaml[512];
	snprintf(yaml, sizeof(yaml),
		"problem_format_version: 2025-09\nname: Talk\n"
		"uuid: 0ce9ec24-61c1-4f9a-8f13-3d5f3ec7b0a1\ntype: %s\nlimits: {time_limit: 1}\n",
		type);
	put("sum/problem.yaml", yaml);
	put("sum/submissions/accepted/a.py", "print(3)\n");
	put("sum/output_validator/talk.py", validator);
	put("sum/data/sample/1.interaction", text);
}

static void expect_protocol(const char *type, const char *validator, const char *text,
	const char *line, const char *why)
{
	char where[64];

	put_talk(type, validator, text);
	put("sum/data/sample/1.in", strcmp(type, "multi-pass") == 0 ? "1 2\n" : "7\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "sum", "--json");
	AS_AUTO_JSON json_t *document = json_loads(outcome.out.data, 0, NULL);
	cr_assert_not_null(document, "%s", outcome.err.data);
	if (!line) {
		cr_expect_null(strstr(outcome.out.data, "1.interaction:"), "%s", outcome.out.data);
		return;
	}
	snprintf(where, sizeof(where), "data/sample/1.interaction:%s", line);
	EXPECT_FINDING(document, "warning", where, why);
}

Test(verify_shown, a_sample_interaction_must_be_a_possible_one)
{
	expect_protocol("interactive", GUESS_PY, "<guess\n>9\n<lower\n>7\n<right\n", NULL, NULL);
	expect_protocol(
		"interactive", GUESS_PY, "< guess\n> 9\n< lower\n> 7\n< right\n", NULL, NULL);
	expect_protocol("interactive", GUESS_PY, "<guess\n>9\n<higher\n>7\n<right\n", "3",
		"the judge says 'lower' here");
	expect_protocol("interactive", GUESS_PY, "<guess\n>? 9\n<7\n>hello\n", "2",
		"the output validator does not accept the lines of the submission");
	expect_protocol("interactive", TALK_PY, "<7\n>3\n<right\n", "3", "");
	expect_protocol("interactive", GUESS_PY, "<guess\n>9\n<lower\n>7\n", "4",
		"the judge says more than the lines up to here");
	expect_protocol("interactive", GUESS_PY, "<guess\n>9\n<lower\n", "2",
		"the output validator exited with status 1: no right guess");
	expect_protocol("interactive", TALK_PY, "<7\n>5\n", "2",
		"the output validator does not accept the lines of the submission");
}

/* The judge may speak first, and the submission last. */
Test(verify_shown, an_interaction_ends_with_the_output_validator)
{
	expect_protocol("interactive", GUESS_PY, "<guess\n>7\n<right\n<more\n", "4",
		"the output validator says nothing more here");
	expect_protocol("interactive", TALK_PY, "<7\n>3\n", NULL, NULL);
}

/* A line that is never read misleads participants who learn the protocol from the sample. */
Test(verify_shown, a_line_of_the_submission_after_the_end_is_warned_of)
{
	static const char why[] =
		"the output validator ends without reading this line of the submission";

	expect_protocol("interactive", GUESS_PY, "<guess\n>7\n<right\n>8\n", "4", why);
	expect_protocol("interactive", GUESS_PY, "<guess\n>7\n<right\n>8\n>9\n", "5", why);
	expect_protocol("interactive", TALK_PY, "<7\n>3\n>4\n", "3", why);
	/* This validator reads up to the end of the output. */
	expect_protocol("interactive",
		"import sys\nprint(7, flush=True)\nsys.exit(42 if len(sys.stdin.readlines()) < 4 "
		"else "
		"43)\n",
		"<7\n>3\n>4\n>5\n", NULL, NULL);
	/* This one closes its own output before it reads the last line. */
	expect_protocol("interactive",
		"import os, sys\nprint(7, flush=True)\nos.close(1)\nsys.exit(42 if input() == '3' "
		"else "
		"43)\n",
		"<7\n>3\n", NULL, NULL);
}

Test(verify_shown, an_empty_interaction_is_a_finding)
{
	put_talk("interactive", GUESS_PY, "");
	put("sum/data/sample/1.in", "7\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "sum", "--json");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "warning", "data/sample/1.interaction",
		"the file is empty, so participants see no sample interaction");
}

/* Interactions that are not tried are reported, with the reason. */
static void expect_untried(const char *level, const char *reason)
{
	AUTO_OUTCOME outcome = ASSAY("verify", "sum", "--json");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	AS_AUTO_FREE char *text = as_text_format(
		NULL, "the file is not compared with the output validator: %s", reason);

	EXPECT_FINDING(document, level, "data/sample/1.interaction", text);
}

Test(verify_shown, what_a_validator_draws_anew_is_not_compared)
{
	expect_protocol("interactive", RANDOM_PY, "<17\n>18\n", NULL, NULL);
	expect_untried("info", "the validator's lines differ in each run");
}

Test(verify_shown, a_long_interaction_is_not_compared)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	cr_assert_not_null(out);
	fputs("<guess\n", out);
	for (int i = 0; i < 9000; i++)
		fputs(">9\n<lower\n", out);
	fputs(">7\n<right\n", out);
	cr_assert_eq(fclose(out), 0);
	put_talk("interactive", GUESS_PY, text);
	put("sum/data/sample/1.in", "7\n");
	expect_untried(
		"warning", "it has 90017 bytes, more than the limit of 65536; shorten the file");
	/* A shorter file whose program is too long for a submission. */
	text[65530] = '\0';
	put("sum/data/sample/1.interaction", text);
	expect_untried("warning", "the program in C that sends its lines has ");
	text[6527] = '\0';
	put("sum/data/sample/1.interaction", text);
	AUTO_OUTCOME outcome = ASSAY("verify", "sum", "--json");
	cr_expect_null(strstr(outcome.out.data, "is not compared"), "%s", outcome.out.data);
}

Test(verify_shown, an_interaction_of_a_package_without_c_is_not_compared)
{
	put_talk("interactive", GUESS_PY, "<guess\n>7\n<right\n");
	put("sum/data/sample/1.in", "7\n");
	put("sum/problem.yaml", "problem_format_version: 2025-09\nname: Talk\n"
				"uuid: 0ce9ec24-61c1-4f9a-8f13-3d5f3ec7b0a1\ntype: interactive\n"
				"limits: {time_limit: 1}\nlanguages: [python3]\n");
	expect_untried("warning",
		"the program that sends its lines is in C, which the package does not allow");
}

Test(verify_shown, an_interaction_whose_program_does_not_compile_is_not_compared)
{
	put_talk("interactive", GUESS_PY, "<guess\n>7\n<right\n");
	put("sum/data/sample/1.in", "7\n");
	put("sum/include/c/broken.c", "this is not C\n");
	expect_untried("warning", "the program in C that sends its lines does not compile "
				  "with the files of the package (");
}

/* Later lines are unknown: the validator has closed its output, and did not accept. */
Test(verify_shown, an_interaction_is_not_compared_after_the_end_of_the_validator)
{
	put_talk("interactive",
		"import os, sys\nprint(7, flush=True)\nos.close(1)\n"
		"sys.exit(42 if input() == '3' else 43)\n",
		"<7\n>3\n");
	put("sum/data/sample/1.in", "7\n");
	expect_untried("info", "the output validator closes its output before line 2");
}

Test(verify_shown, each_pass_of_a_sample_interaction_is_tried)
{
	expect_protocol("multi-pass", TWICE_PY, "<1 2\n>3\n---\n<2 1\n>3\n", NULL, NULL);
	expect_protocol("multi-pass", TWICE_PY, "<1 2\n>3\n---\n<2 2\n>4\n", "4",
		"the input of this pass has another line here");
	expect_protocol("multi-pass", TWICE_PY, "<1 2\n>3\n---\n<2 1\n>4\n", "5",
		"does not accept the lines of the submission");
	expect_protocol("multi-pass", TWICE_PY, "<1 2\n>3\n", "2", "another pass follows this one");
	expect_protocol("multi-pass", TWICE_PY, "<1 2\n>3\n---\n<2 1\n>3\n---\n<1\n>3\n", "7",
		"the output validator asks for no pass like this one");
}
