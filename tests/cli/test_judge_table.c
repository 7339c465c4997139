/* SPDX-License-Identifier: MIT */
/* The output of `assay judge` for people and for spreadsheets. */
#include "support/made.h"
#include "support/packages.h"
#include "support/skip.h"
#include "support/verdicts.h"

#include <unistd.h>

TestSuite(judge_table, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define FAILS_LATER                                                                                \
	"a, b = map(int, input().split())\n"                                                       \
	"print(a + b if a < 2 else -1)\n"

static void expect_texts(const char *text, const char *const *pieces)
{
	for (; *pieces; pieces++)
		cr_expect_not_null(strstr(text, *pieces), "no \"%s\" in:\n%s", *pieces, text);
}

/* ---- the table ---- */

Test(judge_table, a_row_counts_the_tests_that_were_passed)
{
	put_sum_package(3);
	put("right.py", SUM_PY);
	put("later.py", FAILS_LATER);
	put("broken.c", "int main(void) { return 0 }\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "right.py", "later.py", "broken.c");
	EXPECT_STATUS(outcome, 0);
	expect_texts(outcome.out.data,
		(const char *const[]){" PASSED ", "\nAC            4/4 ", "\nWA            2/4 ",
			"\nCE              - ", "\n3 submissions: 1 AC, 1 WA, 1 CE\n", NULL});
	AUTO_OUTCOME one = ASSAY("judge", "sum", "right.py");
	cr_expect_null(strstr(one.out.data, "submissions:"), "%s", one.out.data);
}

Test(judge_table, a_limit_that_was_hit_is_shown_beside_the_verdict)
{
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML SUM_SHORT_TIME);
	put("loop.c", "int main(void){for(volatile int i=0;;)i=1;}\n");
	put("sleep.c", "#include <unistd.h>\nint main(void){for(;;)pause();}\n");
	put("greedy.c", "#include <stdlib.h>\n#include <string.h>\nint main(void){char*volatile p="
			"malloc(200<<20);memset(p,1,200<<20);return p[7]-1;}\n");
	put("chatty.c", "#include <stdio.h>\nint main(void){for(;;)puts(\"3\");}\n");
	AUTO_OUTCOME outcome =
		ASSAY("judge", "--reruns=0", "sum", "loop.c", "sleep.c", "greedy.c", "chatty.c");
	EXPECT_STATUS(outcome, 0);
	expect_texts(outcome.out.data,
		(const char *const[]){"        sample/1 (cpu, limit 0.2 s)",
			"        sample/1 (wall-clock, limit ", " s): waited ", " s, used ",
			"        sample/1 (limit 16 MiB): memory limit exceeded",
			"        sample/1 (limit 1 MiB)\n",
			"\n4 submissions: 2 TLE, 1 OLE, 1 MLE\n", NULL});
}

/* Beginners seldom think of the stack, whatever the language. */
Test(judge_table, endless_recursion_is_named_as_a_cause_of_the_memory_limit)
{
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML "limits: {time_limit: 5, memory: 8}\n");
	put("deep.c", "static int f(int n){volatile char pad[1000];pad[n%1000]=1;"
		      "return f(n+1)+pad[0];}\nint main(void){return f(0);}\n");
	put("Deep.java", "public class Deep {static int f(int n) {return f(n + 1) + 1;}\n"
			 "public static void main(String[] s) {System.out.println(f(0));}}\n");
	static const char *const files[] = {"deep.c", "Deep.java"};
	for (size_t i = 0; i < 2; i++) {
		AUTO_OUTCOME outcome = ASSAY("judge", "--reruns=0", "sum", files[i]);
		EXPECT_STATUS(outcome, 0);
		expect_texts(outcome.out.data,
			(const char *const[]){"\nMLE ",
				": memory limit exceeded; memory includes the stack, so endless "
				"recursion can be the cause\n",
				NULL});
	}
}

Test(judge_table, a_wall_limit_is_reported_with_the_cpu_time_that_was_used)
{
	put_sum_package(1);
	put("slow.py", "import time\nwhile True:\n    end = time.process_time() + 0.01\n"
		       "    while time.process_time() < end:\n        pass\n"
		       "    time.sleep(0.09)\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--reruns=0", "sum", "slow.py");
	EXPECT_STATUS(outcome, 0);
	expect_texts(outcome.out.data, (const char *const[]){" (wall-clock, limit ", " s): took ",
					       " ms of CPU time", NULL});
}

Test(judge_table, a_verdict_that_no_rerun_confirmed_is_marked_and_explained)
{
	put_sum_package(1);
	put("kill.py", "import os\nos.kill(os.getpid(), 9)\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--reruns=0", "sum", "kill.py");
	EXPECT_STATUS(outcome, 0);
	expect_texts(outcome.out.data,
		(const char *const[]){" (signal 9 SIGKILL) (unconfirmed)",
			"\nunconfirmed: another program used the core meanwhile, or ", NULL});
	AUTO_OUTCOME confirmed = ASSAY("judge", "sum", "kill.py");
	EXPECT_STATUS(confirmed, 0);
	cr_expect_null(strstr(confirmed.out.data, "unconfirmed"), "%s", confirmed.out.data);
}

Test(judge_table, the_most_informative_line_of_the_compiler_is_shown)
{
	put_sum_package(1);
	put("two/a.c", "int main(void){return 0;}\n");
	put("two/b.c", "int main(void){return 0;}\n");
	put("unused.go", "package main\nimport \"os\"\nfunc main() {}\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "two", "unused.go");
	EXPECT_STATUS(outcome, 0);
	expect_texts(outcome.out.data,
		(const char *const[]){"a.c and b.c may each be the program", "\"os\"", NULL});
}

Test(judge_table, a_message_of_the_compiler_on_two_lines_is_shown_as_one)
{
	skip_unless(access("/usr/bin/ghc", X_OK) == 0, "haskell", "ghc is not installed");
	put_sum_package(1);
	put("scope.hs", "main :: IO ()\nmain = putStrLn 3\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "scope.hs");
	EXPECT_STATUS(outcome, 0);
	/* The line with the position ends in a colon, and the next one has the message. */
	const char *place = strstr(outcome.out.data, "scope.hs:");
	cr_expect(place && strcspn(place, "\n") > strlen("scope.hs:2:17: error: ") + 4, "%s",
		outcome.out.data);
}

Test(judge_table, a_module_that_a_run_does_not_see_has_a_remedy)
{
	put_sum_package(1);
	put("numbers.py", "import no_such_module.inner\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "numbers.py");
	EXPECT_STATUS(outcome, 0);
	expect_texts(outcome.out.data,
		(const char *const[]){"ModuleNotFoundError: No module named 'no_such_module'",
			"        note: a run sees no installed modules; `--module no_such_module` "
			"adds this one\n",
			NULL});
	/* The folder is the submission itself. */
	put("mine/main.py", "from mine.calc import add\n");
	put("mine/calc.py", "\n");
	AUTO_OUTCOME own = ASSAY("judge", "sum", "mine/");
	EXPECT_STATUS(own, 0);
	expect_texts(own.out.data,
		(const char *const[]){"ModuleNotFoundError: No module named 'mine'", NULL});
	cr_expect_null(strstr(own.out.data, "--module"), "%s", own.out.data);
	/* A file or a folder of the submission. */
	put("mine/main.py", "from sub import add\n");
	put("mine/lib/sub.py", "\n");
	AUTO_OUTCOME inner = ASSAY("judge", "sum", "mine");
	expect_texts(inner.out.data, (const char *const[]){"No module named 'sub'", NULL});
	cr_expect_null(strstr(inner.out.data, "--module"), "%s", inner.out.data);
	put("mine/lib/sub/a.py", "\n");
	unlink("mine/lib/sub.py");
	AUTO_OUTCOME folder = ASSAY("judge", "sum", "mine");
	cr_expect_null(strstr(folder.out.data, "--module"), "%s", folder.out.data);
	AUTO_OUTCOME zip = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-c", "mine.zip", "mine/", NULL});
	EXPECT_STATUS(zip, 0);
	AUTO_OUTCOME archive = ASSAY("judge", "sum", "mine.zip");
	expect_texts(archive.out.data, (const char *const[]){"No module named 'sub'", NULL});
	cr_expect_null(strstr(archive.out.data, "--module"), "%s", archive.out.data);
}

/* 50 points for the sum of three tests, and 50 for a group of one. */
static void put_thirds(void)
{
	static const char *const names[] = {"1/1", "1/2", "1/3", "2/1"};
	put("thirds/problem.yaml", SUM_YAML "type: scoring\n" SUM_LIMITS);
	put("thirds/data/sample/1.in", "1 2\n");
	put("thirds/data/sample/1.ans", "3\n");
	for (int i = 0; i < 4; i++) {
		char path[64], text[64];
		snprintf(path, sizeof(path), "thirds/data/secret/%s.in", names[i]);
		snprintf(text, sizeof(text), "%d 1\n", i + 1);
		put(path, text);
		snprintf(path, sizeof(path), "thirds/data/secret/%s.ans", names[i]);
		snprintf(text, sizeof(text), "%d\n", i + 2);
		put(path, text);
	}
	put("thirds/data/secret/1/test_group.yaml", "max_score: 50\nscore_aggregation: sum\n");
	put("thirds/data/secret/2/test_group.yaml", "max_score: 50\n");
}

Test(judge_table, a_tab_of_the_compiler_is_shown_as_a_space)
{
	put_sum_package(1);
	put("tab.c", "#include \"a\tb.h\"\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "tab.c");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.out.data, "error: a b.h: No such"), "%s", outcome.out.data);
}

Test(judge_table, a_score_has_two_digits_after_the_point)
{
	put_thirds();
	put("later.py", FAILS_LATER);
	AUTO_OUTCOME outcome = ASSAY("judge", "thirds", "later.py");
	EXPECT_STATUS(outcome, 0);
	expect_texts(outcome.out.data, (const char *const[]){"\nWA      16.67/100 ", NULL});
}

/* ---- the tests of a group ---- */

Test(judge_table, points_that_exceed_those_of_the_package_are_reported)
{
	put("much/problem.yaml", SUM_YAML "type: scoring\n" SUM_LIMITS);
	put("much/data/secret/a/1.in", "2\n1 2\n");
	put("much/data/secret/a/1.ans", "3\n");
	put("much/data/secret/a/test_group.yaml", "max_score: 41\n");
	put("much/data/secret/b/1.in", "2\n1 4\n");
	put("much/data/secret/b/1.ans", "5\n");
	put("much/data/secret/b/test_group.yaml", "max_score: 60\n");
	put("right.py", "input()\nprint(sum(map(int, input().split())))\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "much", "right.py");
	EXPECT_STATUS(outcome, 3);
	cr_expect_not_null(
		strstr(outcome.out.data,
			"        group secret: the score 101 exceeds the max_score 100\n"),
		"%s", outcome.out.data);
}

Test(judge_table, the_tests_of_a_group_are_judged_by_its_name)
{
	put_thirds();
	put("later.py", FAILS_LATER);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--test", "secret/2", "thirds", "later.py");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_eq(json_array_size(json_object_get(document, "tests")), 1);
	cr_expect_str_eq(text_below(failed_test(document), "name", NULL), "secret/2/1");
	AUTO_OUTCOME table = ASSAY("judge", "--test", "secret", "thirds", "later.py");
	expect_texts(table.out.data, (const char *const[]){"\nWA         -/100       1/4 ", NULL});
	AUTO_OUTCOME absent = ASSAY("judge", "--test", "secret/3", "thirds", "later.py");
	EXPECT_COMPLAINT(absent, 2, "unknown test or group 'secret/3'; did you mean 'secret/1'?\n");
}

/* ---- comma-separated values ---- */

/* The lines without their last value, which is a time. */
static void expect_csv(const struct outcome *outcome, const char *const *lines)
{
	AS_AUTO_FREE char *text = strdup(outcome->out.data);
	char *rest = text;
	size_t count = 0;
	for (char *line; (line = strsep(&rest, "\n")) && *line; count++) {
		char *comma = strrchr(line, ',');
		cr_assert(comma && lines[count], "%s", outcome->out.data);
		if (count > 0)
			*comma = '\0';
		cr_expect_str_eq(line, lines[count]);
	}
	cr_expect_null(lines[count], "%s is missing", lines[count]);
}

Test(judge_table, a_spreadsheet_gets_a_line_for_each_submission)
{
	put_thirds();
	put("later.py", FAILS_LATER);
	put("=1+2, \"x\".py", SUM_PY);
	put("a;=1+1;.py", SUM_PY);
	put("a\t=1+1.py", SUM_PY);
	put("broken.c", "int main(void) { return 0 }\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--csv", "thirds", "later.py", "=1+2, \"x\".py",
		"a;=1+1;.py", "a\t=1+1.py", "broken.c");
	EXPECT_STATUS(outcome, 0);
	expect_csv(&outcome,
		(const char *const[]){
			"submission,language,verdict,score,max_score,passed,tests,secret/1,secret/"
			"2,cpu_time_ms",
			"later.py,python3,WA,16.6666666666667,100,2,5,16.6666666666667,0",
			"\"./=1+2, \"\"x\"\".py\",python3,AC,100,100,5,5,50,50",
			"\"a;=1+1;.py\",python3,AC,100,100,5,5,50,50",
			"a\\x09=1+1.py,python3,AC,100,100,5,5,50,50", "broken.c,c,CE,0,100,,5,0,0",
			NULL});
	AUTO_OUTCOME both = ASSAY("judge", "--csv", "--json", "thirds", "later.py");
	EXPECT_COMPLAINT(both, 2, "--json and --csv are mutually exclusive; omit one");
}

Test(judge_table, a_pass_fail_package_has_no_points_in_a_spreadsheet)
{
	put_sum_package(1);
	put("right.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("judge", "--csv", "sum", "right.py");
	expect_csv(&outcome,
		(const char *const[]){
			"submission,language,verdict,score,max_score,passed,tests,cpu_time_ms",
			"right.py,python3,AC,,,2,2", NULL});
}
