/* SPDX-License-Identifier: MIT */
/* The output of assay verify for people: a table, and findings that a terminal does not cut. */
#include "support/packages.h"
#include "support/verifications.h"

#include <pty.h>

TestSuite(verify_table, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define WRONG_PY "print(3)\n"

/* A line for each submission, without columns that the package does not use. */
Test(verify_table, unexpected_results_come_first_and_scores_only_if_they_exist)
{
	put_sum_package(1);
	put("sum/submissions/accepted/right.py", SUM_PY);
	put("sum/submissions/wrong_answer/right.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("verify", "sum");
	EXPECT_STATUS(outcome, 1);
	const char *bad = strstr(outcome.out.data, "\n  ! AC      WA ");
	const char *good = strstr(outcome.out.data, "\n    AC      AC ");
	cr_expect(bad && good && bad < good, "%s", outcome.out.data);
	cr_expect_null(strstr(outcome.out.data, "SCORE"), "%s", outcome.out.data);
}

Test(verify_table, the_row_of_a_sleeping_submission_does_not_show_its_cpu_time)
{
	put_sum_package(1);
	put("sum/submissions/accepted/right.py", SUM_PY);
	put("sum/submissions/time_limit_exceeded/sleeps.py", "import time\ntime.sleep(60)\n");
	put("sum/submissions/time_limit_exceeded/loops.py", "while True: pass\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--reruns=0", "sum");
	const char *row = strstr(outcome.out.data, "  waited  ");
	cr_assert_not_null(row, "%s", outcome.out.data);
	cr_expect(strncmp(strchr(row, '\n') - strlen("/sleeps.py"), "/sleeps.py", 10) == 0, "%s",
		row);
	cr_expect_not_null(
		strstr(outcome.out.data, "MEMORY  SUBMISSION\n"), "%s", outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, " MiB  time_limit_exceeded/loops.py\n"), "%s",
		outcome.out.data);
}

Test(verify_table, a_score_has_all_its_digits_and_its_column_is_as_wide)
{
	put("sum/problem.yaml", "problem_format_version: 2025-09\nname: Sum\ntype: scoring\n"
				"uuid: 0f8f1a38-2a5c-4b35-8f0a-3b6a0f2e7d11\n" SUM_LIMITS);
	put_sum_tests(1);
	put("sum/data/secret/test_group.yaml", "max_score: 123456789\n");
	put("sum/submissions/accepted/right.py", SUM_PY);
	put("sum/submissions/rejected/wrong.py", WRONG_PY);
	AUTO_OUTCOME outcome = ASSAY("verify", "sum");
	const char *row = strstr(outcome.out.data, " 123456789  ");
	const char *zero = strstr(outcome.out.data, "         0  ");
	cr_expect_not_null(strstr(outcome.out.data, "     SCORE  "), "%s", outcome.out.data);
	cr_expect(row && zero, "%s", outcome.out.data);
}

/* The verdict alone would look right. */
Test(verify_table, a_row_with_a_wrong_score_shows_the_expected_score)
{
	put("sum/problem.yaml", SUM_YAML "type: scoring\n" SUM_LIMITS);
	put_sum_tests(2);
	put("sum/data/secret/test_group.yaml", "max_score: 60\n");
	put("sum/submissions/accepted/right.py", SUM_PY);
	put("sum/submissions/accepted/other.py", SUM_PY);
	put("sum/submissions/submissions.yaml",
		"accepted/right.py:\n  score: 100\naccepted/other.py:\n  score: 60\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "sum");
	EXPECT_STATUS(outcome, 1);
	cr_expect_not_null(strstr(outcome.out.data, "\n  ! AC      AC        60, not 100 "), "%s",
		outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, "\n    AC      AC                 60 "), "%s",
		outcome.out.data);
}

Test(verify_table, output_longer_than_a_screen_ends_with_the_conclusion)
{
	put_sum_package(1);
	for (int i = 0; i < 25; i++) {
		char path[64];
		snprintf(path, sizeof(path), "sum/submissions/accepted/right%d.py", i);
		put(path, SUM_PY);
	}
	AUTO_OUTCOME outcome = ASSAY("verify", "sum");
	const char *first = strstr(outcome.out.data, "sum: verified, 0 errors, 2 warnings;");
	const char *last = strstr(outcome.out.data, "sum: verified, 0 errors, 2 warnings\n");
	cr_expect(first == outcome.out.data && last && last > first, "%s", outcome.out.data);
	cr_expect_str_eq(strchrnul(last ? last : "", '\n'), "\n");
}

/* The document contains each of them. */
Test(verify_table, equal_findings_are_one_line_with_a_count)
{
	static const char text[] = "the input validator input_validators/rejects.py rejects it: "
				   "its exit status is 1; the status to accept is 42";
	static const char twice[] = "is the same input as data/secret/more0.in; remove one of them";
	size_t index, count = 0;
	json_t *finding;
	put_sum_package(1);
	put("sum/input_validators/rejects.py", "import sys\nsys.exit(1)\n");
	for (int i = 0; i < 10; i++) {
		char path[64];
		snprintf(path, sizeof(path), "sum/data/secret/more%d.in", i);
		put(path, "1 2\n");
		snprintf(path, sizeof(path), "sum/data/secret/more%d.ans", i);
		put(path, "3\n");
	}
	AUTO_OUTCOME outcome = ASSAY("verify", "sum");
	EXPECT_STATUS(outcome, 1);
	const char *line = strstr(outcome.out.data, text);
	cr_expect(line && !strstr(line + 1, text), "%s", outcome.out.data);
	cr_expect_not_null(
		strstr(outcome.out.data, "  error: data/sample/1.in, data/secret/01.in, "
					 "data/secret/more0.in and 9 more: the input validator "),
		"%s", outcome.out.data);
	cr_expect_not_null(
		strstr(outcome.out.data, "data/secret/more1.in, data/secret/more2.in, "
					 "data/secret/more3.in and 6 more: is the same input as "),
		"%s", outcome.out.data);
	AUTO_OUTCOME json = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&json);
	json_array_foreach(json_object_get(document, "findings"), index, finding)
	{
		const char *said = json_string_value(json_object_get(finding, "text"));
		count += strcmp(said, text) == 0 || strcmp(said, twice) == 0;
	}
	cr_expect_eq(count, 12 + 9, "%zu", count);
}

/* ---- tests that reject a submission ---- */

/* Rejects one sum: of the test secret/02, or of the sample. */
#define EXCEPT_PY(sum) "s = sum(map(int, input().split()))\nprint(0 if s == " sum " else s)\n"

static void put_wrong_ideas(void)
{
	put_sum_package(2);
	put("sum/submissions/accepted/right.py", SUM_PY);
	put("sum/submissions/accepted/bad.py", EXCEPT_PY("2"));
	put("sum/submissions/wrong_answer/all.py", "print(7)\n");
	put("sum/submissions/wrong_answer/one.py", EXCEPT_PY("6"));
	put("sum/submissions/wrong_answer/sample.py", EXCEPT_PY("3"));
	put("sum/submissions/rejected/none.py", SUM_PY);
}

Test(verify_table, the_tests_that_reject_a_submission_are_listed_the_fewest_first)
{
	put_wrong_ideas();
	AUTO_OUTCOME outcome = ASSAY("verify", "sum");
	EXPECT_STATUS(outcome, 1);
	cr_expect_not_null(
		strstr(outcome.out.data,
			"\n  tests that reject each submission, the fewest first:\n"
			"    accepted/bad.py: 1 of 3: secret/01\n"
			"    wrong_answer/one.py: 1 of 3 (only this test): secret/02\n"
			"    wrong_answer/sample.py: 1 of 3 (only samples): sample/1\n"
			"    wrong_answer/all.py: 3 of 3: sample/1, secret/01, secret/02\n"),
		"%s", outcome.out.data);
	cr_expect_null(strstr(outcome.out.data, "right.py: "));
}

Test(verify_table, many_tests_are_counted)
{
	put_sum_package(9);
	put("sum/submissions/accepted/right.py", SUM_PY);
	put("sum/submissions/wrong_answer/all.py", "print(7)\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "sum");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.out.data, "    wrong_answer/all.py: 10 of 10: sample/1, "
						    "secret/01, secret/02, secret/03 and 6 more\n"),
		"%s", outcome.out.data);
}

static void expect_rejected_by(json_t *document, const char *path, const char *expected)
{
	AS_AUTO_JSON json_t *tests = json_loads(expected, 0, NULL);

	cr_expect(json_equal(json_object_get(submission_of(document, path), "rejected_by"), tests),
		"%s", path);
}

Test(verify_table, the_document_has_the_tests_that_reject_a_submission)
{
	put_wrong_ideas();
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	expect_rejected_by(document, "accepted/right.py", "[]");
	expect_rejected_by(document, "accepted/bad.py", "[\"secret/01\"]");
	expect_rejected_by(document, "wrong_answer/one.py", "[\"secret/02\"]");
	expect_rejected_by(document, "wrong_answer/sample.py", "[\"sample/1\"]");
	expect_rejected_by(
		document, "wrong_answer/all.py", "[\"sample/1\", \"secret/01\", \"secret/02\"]");
	AS_AUTO_JSON json_t *narrow =
		json_loads("[{\"path\": \"wrong_answer/one.py\", \"only\": \"one-test\"}, "
			   "{\"path\": \"wrong_answer/sample.py\", \"only\": \"samples\"}]",
			0, NULL);
	cr_expect(json_equal(json_object_get(document, "narrowly_rejected"), narrow));
	const json_t *memory =
		json_object_get(submission_of(document, "accepted/right.py"), "memory_bytes");
	cr_expect_gt(json_integer_value(memory), 0);
}

static int terminal = -1;

static bool use_terminal(void)
{
	return dup2(terminal, STDOUT_FILENO) == STDOUT_FILENO;
}

Test(verify_table, on_a_terminal_findings_are_broken_between_words)
{
	const struct winsize size = {.ws_row = 24, .ws_col = 80};
	char text[16384];
	size_t length = 0, line = 0;
	int master;
	put_sum_package(1);
	put("sum/submissions/accepted/right.py", SUM_PY);
	cr_assert_eq(openpty(&master, &terminal, NULL, NULL, &size), 0);
	struct process process = command_start(ASSAY_ARGV("verify", "sum"), use_terminal);
	close(terminal);
	for (ssize_t got; (got = read(master, text + length, sizeof(text) - 1 - length)) > 0;)
		length += (size_t)got;
	text[length] = '\0';
	AUTO_OUTCOME outcome = command_end(&process);
	EXPECT_STATUS(outcome, 0);
	for (const char *at = text; *at; at++) {
		line = *at == '\n' || *at == '\r' ? 0 : line + 1;
		cr_expect_leq(line, 80, "%.100s", at - line);
	}
	cr_expect_not_null(strstr(text, "no input validator, so nothing checks"), "%s", text);
	cr_expect_not_null(
		strstr(text, "so nothing checks that the\r\n    tests satisfy"), "%s", text);
}
