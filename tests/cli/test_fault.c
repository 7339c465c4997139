/* SPDX-License-Identifier: MIT */
/* Judging errors: never hidden behind another verdict, and the exit status shows the party at
 * fault. */
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(fault, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* While the submission sleeps in the sample, the answer of a later test is removed. */
static struct outcome judge_without_answer(const char *audience)
{
	put_sum_package(2);
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 5\n");
	put("sum/data/secret/01.ans", "-1\n");
	put("sleep.py", "import time\na, b = map(int, input().split())\n"
			"time.sleep(60 if b == 2 else 0)\nprint(a + b)\n");
	struct process process = command_start(ASSAY_ARGV("judge", "--json", "--all", "--reruns=0",
						       "--audience", audience, "sum", "sleep.py"),
		NULL);
	await_group(&process);
	usleep(500000);
	cr_assert_eq(unlinkat(here_fd, "sum/data/secret/02.ans", 0), 0);
	return command_end(&process);
}

Test(fault, a_judging_error_is_not_hidden_behind_a_wrong_answer)
{
	AUTO_OUTCOME outcome = judge_without_answer("setter");
	EXPECT_STATUS(outcome, 3);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_str_eq(verdict_of(document), "JE");
	static const char *const verdicts[] = {"TLE", "WA", "JE"};
	json_t *tests = json_object_get(document, "tests");
	cr_assert_eq(json_array_size(tests), 3);
	for (size_t i = 0; i < 3; i++)
		cr_expect_str_eq(
			text_below(json_array_get(tests, i), "verdict", NULL), verdicts[i]);
}

Test(fault, a_student_does_not_see_the_reason_and_the_status_reports_it)
{
	AUTO_OUTCOME outcome = judge_without_answer("student");
	EXPECT_STATUS(outcome, 3);
	cr_expect_null(strstr(outcome.out.data, "02.ans"), "%s", outcome.out.data);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_str_eq(verdict_of(document), "JE");
}

static const char *sandbox_digest(json_t *document)
{
	return text_below(document, "digests", "sandbox");
}

Test(fault, a_result_without_runs_has_no_sandbox)
{
	put_sum_package(1);
	put("right.py", SUM_PY);
	put("right.c", SUM_C);
	put("broken.c", "int main(void) { return 0 }\n");
	AUTO_OUTCOME outcome =
		ASSAY("judge", "-J", "-j2", "sum", "right.py", "broken.c", "right.c", "right.py");
	AUTO_OUTCOME alone = ASSAY("judge", "-J", "sum", "right.c");
	AS_AUTO_JSON json_t *documents = documents_of(&outcome), *one = document_of(&alone);
	cr_assert_eq(json_array_size(documents), 4);
	json_t *python = json_array_get(documents, 0), *broken = json_array_get(documents, 1),
	       *c = json_array_get(documents, 2), *again = json_array_get(documents, 3);
	EXPECT_FATE(broken, "CE compiler");
	cr_expect_str_empty(sandbox_digest(broken));
	cr_expect(json_is_null(json_object_get(broken, "sandbox")));
	cr_expect_str_eq(sandbox_digest(c), sandbox_digest(one));
	cr_expect_str_neq(sandbox_digest(c), sandbox_digest(python));
	cr_expect_str_eq(sandbox_digest(again), sandbox_digest(python));
}

/* A program killed by another process is run again (tests/soak/kill.py); at first the two cases
 * look the same. */
Test(fault, a_program_that_kills_itself_is_run_twice)
{
	put_sum_package(1);
	put("kill.c", "#include <signal.h>\nint main(void){raise(SIGKILL);}\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "kill.c");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "RTE signal");
	cr_expect_eq(json_integer_value(json_object_get(failed_test(document), "signal")), SIGKILL);
	cr_expect_eq(json_integer_value(json_object_get(failed_test(document), "reruns")), 1);
}

Test(fault, without_reruns_a_kill_is_the_verdict)
{
	put_sum_package(1);
	put("kill.c", "#include <signal.h>\nint main(void){raise(SIGKILL);}\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--reruns=0", "sum", "kill.c");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "RTE signal");
	cr_expect_eq(json_integer_value(json_object_get(failed_test(document), "reruns")), 0);
}

Test(fault, a_package_folder_may_have_any_name)
{
	put_sum_package(1);
	put("right.py", SUM_PY);
	cr_assert_eq(renameat(here_fd, "sum", here_fd, "s\xffm"), 0);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "s\xffm", "right.py");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "AC");
	cr_expect_str_eq(text_below(document, "problem", "name"), "s\\xFFm");
}

Test(fault, kept_files_are_not_removed)
{
	put_sum_package(1);
	put("right.py", SUM_PY);
	put("kept/1-right.py/thesis", "precious\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--keep", "kept", "sum", "right.py", "right.py");
	EXPECT_STATUS(outcome, 0);
	cr_expect_eq(faccessat(here_fd, "kept/1-right.py/thesis", F_OK, 0), 0);
	cr_expect_eq(faccessat(here_fd, "kept/2-right.py/tests/sample/1.out", F_OK, 0), 0);
	cr_expect_eq(faccessat(here_fd, "kept/3-right.py/tests/sample/1.out", F_OK, 0), 0);
	cr_expect_eq(count_entries("kept"), 3);
}

Test(fault, kept_files_do_not_depend_on_the_workers)
{
	put_sum_package(8);
	/* The sample is so slow that the other worker has advanced far when it fails. */
	put("late.py", "import time\na, b = map(int, input().split())\n"
		       "time.sleep(.4 if b == 2 else 0)\nprint(a + b if b != 2 else 0)\n");
	AUTO_OUTCOME one = ASSAY("judge", "-j1", "--keep", "one", "sum", "late.py");
	AUTO_OUTCOME two = ASSAY("judge", "-j2", "--keep", "two", "sum", "late.py");
	EXPECT_STATUS(one, 0);
	EXPECT_STATUS(two, 0);
	cr_expect_eq(count_entries("one/1-late.py/tests/sample"), 2);
	AUTO_OUTCOME same = command_run((const char *const[]){"/usr/bin/diff", "-r",
		"-x__pycache__", "one/1-late.py/tests", "two/1-late.py/tests", NULL});
	EXPECT_STATUS(same, 0);
}

/* Beyond the kept beginning of stderr. */
Test(fault, the_end_of_a_long_error_output_decides)
{
	put_sum_package(1);
	put("long.py",
		"import sys\nsys.stderr.write('noise\\n' * 20000)\nraise ValueError('odd')\n");
	put("memory.py", "import sys\nsys.stderr.write('noise\\n' * 20000)\nraise MemoryError()\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "long.py", "memory.py");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	json_t *first = json_array_get(documents, 0);
	EXPECT_FATE(first, "RTE exit-code");
	cr_expect_str_eq(text_below(failed_test(first), "feedback", NULL), "ValueError: odd");
	EXPECT_FATE(json_array_get(documents, 1), "MLE");
}
