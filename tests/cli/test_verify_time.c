/* SPDX-License-Identifier: MIT */
/* assay verify: computes the time limit from the submissions, or compares a given one with them. */
#include "support/verifications.h"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/* Right, but never ends on the larger tests. */
#define SLOW_C                                                                                     \
	"#include <stdio.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);"                        \
	"for(volatile unsigned i=1;a>1&&i;)i|=1;printf(\"%d\\n\",a+b);}\n"

TestSuite(verify_time, .init = enter_folder, .fini = leave_folder, .timeout = 600);

Test(verify_time, a_time_limit_is_computed_from_the_submissions)
{
	put_sum_tests(2);
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_resolution: 0.5\n  memory: 64\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/accepted/long.c", LONG_C);
	put("sum/submissions/time_limit_exceeded/slow.c", SLOW_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	/* At least twice a third of a second, in halves; more on a busy machine. */
	cr_expect_geq(limit_of(document), 1000000000);
	cr_expect_eq(limit_of(document) % 500000000, 0);
	cr_expect(is_ok(submission_of(document, "time_limit_exceeded/slow.c")));
}

Test(verify_time, a_time_limit_without_its_margin_is_an_error)
{
	put_verified_package();
	put("sum/submissions/accepted/long.c", LONG_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "submissions/accepted/long.c",
		"2 times that is more than the time limit of 0.5 s; raise the limit to 1 s");
}

Test(verify_time, a_slow_submission_must_be_too_slow_by_a_margin)
{
	put_verified_package();
	put("sum/problem.yaml",
		SUM_YAML "limits:\n  time_limit: 0.25\n  time_resolution: 0.25\n  memory: 64\n"
			 "  time_multipliers:\n    time_limit_to_tle: 4\n");
	put("sum/submissions/time_limit_exceeded/long.c", LONG_C);
	put("sum/submissions/time_limit_exceeded/slow.c", SLOW_C);
	for (int with_store = 0; with_store < 2; with_store++) {
		AUTO_OUTCOME outcome = ASSAY(
			"verify", "--json", "sum", with_store ? "--store=sqlite:a.store" : NULL);
		EXPECT_STATUS(outcome, 1);
		AS_AUTO_JSON json_t *document = document_of(&outcome);
		EXPECT_FINDING(document, "error", "submissions/time_limit_exceeded/long.c",
			"less than 4 times the time limit of 0.25 s");
		cr_expect_null(
			find(document, "error", "submissions/time_limit_exceeded/slow.c", ""));
	}
}

/* It was not stopped: its time is what it needs. */
Test(verify_time, a_crash_between_the_limit_and_its_margin_is_not_slow_enough)
{
	put_verified_package();
	put("sum/problem.yaml",
		SUM_YAML "limits:\n  time_limit: 0.05\n  time_resolution: 0.05\n  memory: 64\n"
			 "  time_multipliers:\n    time_limit_to_tle: 4\n");
	put("sum/submissions/time_limit_exceeded/crash.c",
		"#include <stdlib.h>\n#include <time.h>\n"
		"int main(void){while(clock()<CLOCKS_PER_SEC*7/100);abort();}\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "submissions/time_limit_exceeded/crash.c",
		"less than 4 times the time limit of 0.05 s");
}

Test(verify_time, each_test_that_is_required_to_be_tle_must_exceed_the_margin)
{
	put_verified_package();
	put("sum/problem.yaml",
		SUM_YAML "limits:\n  time_limit: 0.25\n  time_resolution: 0.25\n  memory: 64\n"
			 "  time_multipliers:\n    time_limit_to_tle: 12\n");
	/* Never ends on the first test, and takes less time on the second. */
	put("sum/submissions/mixed/slow.c",
		"#include <stdio.h>\n#include <time.h>\nint main(void){int a,b;"
		"scanf(\"%d%d\",&a,&b);while(a==1||clock()<CLOCKS_PER_SEC/2);"
		"printf(\"%d\\n\",a+b);}\n");
	put("sum/submissions/submissions.yaml",
		"mixed/slow.c:\n  secret/01:\n    required: [TLE]\n  "
		"secret/02:\n    required: [TLE]\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "-j", "1", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "submissions/mixed/slow.c",
		"less than 12 times the time limit of 0.25 s");
}

/* A computed limit is as tight as possible; a difference of a tenth is chance. */
Test(verify_time, a_computed_limit_has_no_warning_about_a_small_margin)
{
	put_sum_tests(2);
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_resolution: 0.01\n  memory: 64\n");
	put("sum/submissions/accepted/long.c", LONG_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_geq(limit_of(document), 600000000);
	cr_expect_null(find(document, "warning", "submissions/accepted/long.c", "small margin"));
}

/* "1 a" is wrong on the first group's test, and needs half a second on the second's. */
Test(verify_time, tests_that_are_not_run_do_not_raise_the_limit)
{
	put_sum_tests(0);
	put("sum/problem.yaml", SUM_YAML "type: scoring\nlimits:\n  time_resolution: 0.25\n"
					 "  memory: 64\n");
	put("sum/data/secret/1/a.in", "1 1\n");
	put("sum/data/secret/1/a.ans", "2\n");
	put("sum/data/secret/1/test_group.yaml", "max_score: 50\n");
	put("sum/data/secret/2/a.in", "3 4\n");
	put("sum/data/secret/2/a.ans", "7\n");
	put("sum/data/secret/2/test_group.yaml", "max_score: 50\nrequire_pass: secret/1\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/wrong_answer/late.c",
		"#include <stdio.h>\n#include <time.h>\nint main(void){int a,b;"
		"scanf(\"%d%d\",&a,&b);while(a==3&&clock()<CLOCKS_PER_SEC/2);puts(\"3\");}\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_geq(json_integer_value(json_object_get(
			      submission_of(document, "wrong_answer/late.c"), "cpu_time_ns")),
		250000000, "it was run");
	cr_expect_lt(limit_of(document), 1000000000, "%s", outcome.out.data);
}

/*
 * At first, from the right submissions, the limit is a quarter of a second, and the slow one
 * exceeds it clearly. The wrong one raises the limit, and then the slow one is too fast. There is
 * one test, so that none was cut at the first limit.
 */
Test(verify_time, a_raised_limit_runs_slow_submissions_again)
{
	put("sum/data/secret/1.in", "1 1\n");
	put("sum/data/secret/1.ans", "2\n");
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_resolution: 0.25\n  memory: 64\n"
					 "  time_multipliers:\n    time_limit_to_tle: 4\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/wrong_answer/long.c",
		"#include <stdio.h>\n#include <time.h>\n"
		"int main(void){while(clock()<CLOCKS_PER_SEC/3);puts(\"1000\");}\n");
	put("sum/submissions/time_limit_exceeded/slow.c",
		"#include <time.h>\nint main(void){while(clock()<2*CLOCKS_PER_SEC);}\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_geq(limit_of(document), 750000000);
	EXPECT_FINDING(document, "error", "submissions/time_limit_exceeded/slow.c",
		"less than 4 times the time limit");
}

static void expect_yaml(const char *text)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	cr_assert_eq(as_file_read(here_fd, "sum/problem.yaml", 1 << 20, &bytes, NULL), 0);
	cr_expect_str_eq(bytes.data, text);
}

/* Coarse, so that the machine's noise does not change it. */
Test(verify_time, a_computed_time_limit_is_written_where_judge_reads_it)
{
	put_verified_package();
	put("sum/problem.yaml", SUM_YAML
		"# why\nlimits: # of this\n    time_resolution: 7\n    memory: 64 # MiB\n");
	AUTO_OUTCOME first = ASSAY("judge", "sum", "sum/submissions/accepted/right.c");
	EXPECT_STATUS(first, 0);
	cr_expect_str_eq(first.err.data,
		"assay: note: time limit 2 s, because the package has none; `assay verify "
		"--write-time-limit sum` computes one\n");
	AUTO_OUTCOME written = ASSAY("verify", "--write-time-limit", "sum");
	EXPECT_STATUS(written, 0);
	cr_expect_str_eq(
		written.err.data, "assay: note: sum/problem.yaml: time_limit: 7 is written\n");
	expect_yaml(SUM_YAML "# why\nlimits: # of this\n    time_limit: 7\n"
			     "    time_resolution: 7\n    memory: 64 # MiB\n");
	AUTO_OUTCOME second = ASSAY("judge", "sum", "sum/submissions/accepted/right.c");
	EXPECT_STATUS(second, 0);
	cr_expect_str_eq(second.err.data, "");
	AUTO_OUTCOME again = ASSAY("verify", "--write-time-limit", "sum");
	EXPECT_STATUS(again, 0);
	cr_expect_str_eq(
		again.err.data, "assay: note: sum: the time limit stays 7 s, as in problem.yaml\n");
}

Test(verify_time, a_time_limit_is_written_into_any_layout_of_problem_yaml)
{
	static const char *const cases[][2] = {
		{SUM_YAML "limits: {time_resolution: 7}",
			SUM_YAML "limits: {time_limit: 7, time_resolution: 7}"},
		{SUM_YAML "limits: {}", SUM_YAML "limits: {time_limit: 1}"},
		{SUM_YAML, SUM_YAML "limits:\n  time_limit: 1\n"},
		{SUM_YAML "keywords: [a]", SUM_YAML "keywords: [a]\nlimits:\n  time_limit: 1\n"},
		{SUM_YAML "limits: # all\n\n  # of the server\n  memory: 64\n",
			SUM_YAML "limits: # all\n  time_limit: 1\n\n  # of the server\n"
				 "  memory: 64\n"},
		{SUM_YAML "limits:\r\n  memory: 64\r\n",
			SUM_YAML "limits:\r\n  time_limit: 1\r\n  memory: 64\r\n"},
		{"{\"problem_format_version\": \"2025-09\", \"name\": \"Sum\", \"uuid\": "
		 "\"0f8f1a38-2a5c-4b35-8f0a-3b6a0f2e7d11\"}\n",
			"{limits: {time_limit: 1}, \"problem_format_version\": \"2025-09\", "
			"\"name\": \"Sum\", \"uuid\": "
			"\"0f8f1a38-2a5c-4b35-8f0a-3b6a0f2e7d11\"}\n"},
	};
	put_verified_package();
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		put("sum/problem.yaml", cases[i][0]);
		AUTO_OUTCOME outcome = ASSAY("verify", "--write-time-limit", "sum");
		EXPECT_STATUS(outcome, 0);
		expect_yaml(cases[i][1]);
	}
}

/* Two programs on each core that never wait. */
static size_t begin_load(pid_t *load, size_t max)
{
	const long cores = sysconf(_SC_NPROCESSORS_CONF);
	size_t count = 0;

	for (long core = 0; core < 2 * cores && count < max; core++) {
		cpu_set_t set;
		CPU_ZERO(&set);
		CPU_SET((size_t)core / 2, &set);
		const pid_t pid = fork();
		if (pid == 0) {
			(void)sched_setaffinity(0, sizeof(set), &set);
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			for (volatile unsigned i = 0;; i++)
				;
		}
		load[count++] = pid;
	}
	return count;
}

static void end_load(const pid_t *load, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		kill(load[i], SIGKILL);
		waitpid(load[i], NULL, 0);
	}
}

Test(verify_time, no_time_limit_is_written_from_disturbed_runs)
{
	pid_t load[256];

	put_verified_package();
	put("sum/problem.yaml", SUM_YAML "limits: {time_resolution: 0.1}\n");
	put("sum/submissions/accepted/right.c",
		"#include <stdio.h>\n#include <time.h>\nint main(void){long "
		"a,b;scanf(\"%ld%ld\",&a,&b);"
		"while(clock()<CLOCKS_PER_SEC/3);printf(\"%ld\\n\",a+b);}\n");
	const size_t count = begin_load(load, sizeof(load) / sizeof(*load));
	for (int with_store = 0; with_store < 2; with_store++) {
		AUTO_OUTCOME outcome = ASSAY("verify", "--write-time-limit", "sum",
			with_store ? "--store=sqlite:a.store" : NULL);
		cr_expect_not_null(strstr(outcome.err.data, "sum: no time limit is written: other "
							    "programs disturbed "),
			"%s%s", outcome.out.data, outcome.err.data);
		cr_expect_not_null(
			strstr(outcome.err.data, " runs of submissions/accepted/right.c on "), "%s",
			outcome.err.data);
	}
	end_load(load, count);
	expect_yaml(SUM_YAML "limits: {time_resolution: 0.1}\n");
}

Test(verify_time, domjudges_time_limit_holds_in_every_format)
{
	put_verified_package();
	put("sum/problem.yaml", SUM_YAML);
	put("sum/.timelimit", "3\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "sum");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.out.data, "; time limit 3 s\n"), "%s", outcome.out.data);
	AUTO_OUTCOME judged = ASSAY("judge", "sum", "sum/submissions/accepted/right.c");
	cr_expect_str_eq(judged.err.data, "assay: note: time limit 3 s, from .timelimit\n");
	put("sum/problem.yaml", SUM_YAML "limits: {time_limit: 4}\n");
	AUTO_OUTCOME both = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&both);
	EXPECT_FINDING(document, "warning", ".timelimit",
		"time limit 3 s is ignored, because 4 s is set in problem.yaml; make them equal");
}
