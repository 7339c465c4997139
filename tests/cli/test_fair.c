/* SPDX-License-Identifier: MIT */
/* Fair measurement of time: exclusive cores, and reruns. */
#include "support/hogs.h"
#include "support/packages.h"
#include "support/verdicts.h"

#include <pty.h>
#include <sched.h>

TestSuite(fair, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- cores ---- */

static int terminal = -1, program_side = -1;

/* On a terminal a judge reports what it is waiting for. */
static bool complain_on_terminal(void)
{
	return dup2(program_side, STDERR_FILENO) == STDERR_FILENO;
}

/* Reads the terminal until the text appears after the earlier one; false if all writers have
 * ended. */
static bool see(const char *text)
{
	static char seen[1 << 16];
	static size_t size, from;
	ssize_t got;
	while (!strstr(seen + from, text) && size < sizeof(seen) - 1 &&
		(got = read(terminal, seen + size, sizeof(seen) - 1 - size)) > 0)
		size += (size_t)got;
	const char *found = strstr(seen + from, text);
	if (found)
		from = (size_t)(found - seen) + strlen(text);
	return found != NULL;
}

/* `command` waits for the cores that are held, and gets one after they are released. */
static void expect_wait(const char *const *command, const int *held, int held_count)
{
	cr_assert_eq(openpty(&terminal, &program_side, NULL, NULL, NULL), 0);
	struct process process = command_start(command, complain_on_terminal);
	close(program_side);
	cr_expect(see("waiting for a free core"));
	for (int i = 0; i < held_count; i++)
		close(held[i]);
	/* The compilation was the first to wait. */
	cr_expect(see("compile"), "it still says that it waits");
	cr_expect_not(see("nothing of the kind"));
	AUTO_OUTCOME outcome = command_end(&process);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "AC");
	cr_expect_null(strstr(outcome.out.data, "core-shared"), "%s", outcome.out.data);
}

Test(fair, a_judge_waits_for_a_core_that_others_measure_on)
{
	cpu_set_t set;
	int held[CPU_SETSIZE], held_count = 0;
	put_sum_package(1);
	put("right.py", SUM_PY);
	cr_assert_eq(sched_getaffinity(0, sizeof(set), &set), 0);
	for (int core = 0; core < CPU_SETSIZE; core++)
		if (CPU_ISSET(core, &set))
			held[held_count++] = hold_core(core);
	expect_wait(ASSAY_ARGV("judge", "--json", "sum", "right.py"), held, held_count);
}

Test(fair, a_judge_waits_for_the_cores_of_its_list_only)
{
	const int core = first_core();
	char list[20];
	put_sum_package(1);
	put("right.py", SUM_PY);
	snprintf(list, sizeof(list), "%d", core);
	int held = hold_core(core);
	expect_wait(ASSAY_ARGV("judge", "--json", "--cores", list, "sum", "right.py"), &held, 1);
}

Test(fair, a_long_wait_is_reported_without_a_terminal)
{
	const int core = first_core();
	char list[20];
	put_sum_package(2);
	put("right.py", SUM_PY);
	snprintf(list, sizeof(list), "%d", core);
	int held = hold_core(core);
	struct process process = command_start(
		ASSAY_ARGV("judge", "--json", "--cores", list, "sum", "right.py"), NULL);
	command_await(
		&process, "assay: note: still waiting for a core that another command uses\n");
	close(held);
	AUTO_OUTCOME outcome = command_end(&process);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "AC");
	cr_expect_str_empty(outcome.err.data);
}

/* ---- reruns ---- */

/* Small, so that the wall limit, which is a second longer, is far away even on a busy machine. */
#define LIMIT_YAML SUM_YAML "limits: {time_limit: 0.3, time_resolution: 0.1}\n"
#define LIMIT_NS 300000000
/* Within a tenth of the limit, with a margin for other CPU time of the program. */
#define NEAR_MS 275
#define OVER_MS 306
/* Acts after this CPU time by its own clock, on any machine. */
#define SUM_THEN_C                                                                                 \
	"#include <signal.h>\n#include <stdio.h>\n#include <sys/socket.h>\n#include <time.h>\n"    \
	"int main(void){int a,b;struct timespec t;scanf(\"%%d%%d\",&a,&b);"                        \
	"do clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&t);"                                           \
	"while(t.tv_sec*1000+t.tv_nsec/1000000<%d);%s}\n"

/* The sample of the sum package, judged on a program that takes this long. */
static json_t *judge_after(int cpu_ms, const char *reruns)
{
	AS_AUTO_FREE char *source =
		as_text_format(NULL, SUM_THEN_C, cpu_ms, "printf(\"%d\\n\",a+b);");
	put("sum/problem.yaml", LIMIT_YAML);
	put_sum_tests(1);
	put("after.c", source);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--reruns", reruns, "--keep", "kept",
		"--test", "sample/1", "sum", "after.c");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	return json_incref(document);
}

static json_int_t number_of(json_t *document, const char *key)
{
	json_t *test = json_array_get(json_object_get(document, "tests"), 0);
	return json_integer_value(json_object_get(test, key));
}

/* Expects the ends of programs on test a after this CPU time. */
static void expect_ends(int cpu_ms, const char *const *fates, size_t count)
{
	static const char ends[] = "switch(a){case 1:socket(AF_INET,SOCK_STREAM,0);break;"
				   "case 2:for(;;)puts(\"flood\");case 3:return 3;"
				   "case 4:raise(SIGKILL);}";
	AS_AUTO_FREE char *source = as_text_format(NULL, SUM_THEN_C, cpu_ms, ends);
	put("sum/problem.yaml", LIMIT_YAML);
	put_sum_tests((int)count);
	put("then.c", source);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--all", "--reruns=0", "sum", "then.c");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	json_t *tests = json_object_get(document, "tests");
	cr_assert_eq(json_array_size(tests), count + 1, "%s", outcome.err.data);
	for (size_t i = 0; i < count; i++)
		cr_expect_str_eq(text_below(json_array_get(tests, i + 1), "verdict", NULL),
			fates[i], "%s", outcome.out.data);
}

Test(fair, behaviour_beyond_the_limit_does_not_matter)
{
	static const char *const before[] = {"SV", "OLE", "RTE", "RTE", "WA"};
	static const char *const beyond[] = {"TLE", "TLE", "TLE", "TLE", "TLE"};
	expect_ends(20, before, 5);
	expect_ends(OVER_MS, beyond, 5);
}

Test(fair, far_below_the_limit_one_run_is_enough)
{
	AS_AUTO_JSON json_t *document = judge_after(50, "4");
	EXPECT_FATE(document, "AC");
	cr_expect_eq(number_of(document, "reruns"), 0);
}

Test(fair, just_below_the_limit_a_rerun_agrees)
{
	AS_AUTO_JSON json_t *document = judge_after(NEAR_MS, "4");
	AS_AUTO_BYTES struct as_bytes output = {0};
	EXPECT_FATE(document, "AC");
	cr_expect_eq(number_of(document, "reruns"), 1);
	cr_assert_eq(
		as_file_read(here_fd, "kept/1-after.c/tests/sample/1.out", 100, &output, NULL), 0);
	cr_expect_str_eq(output.data, "3\n");
}

Test(fair, just_over_the_limit_reruns_agree_and_the_overrun_is_measured)
{
	AS_AUTO_JSON json_t *document = judge_after(OVER_MS, "4");
	EXPECT_FATE(document, "TLE cpu");
	cr_expect_geq(number_of(document, "reruns"), 2);
	cr_expect_gt(number_of(document, "cpu_time_ns"), LIMIT_NS);
	/* It ran to its end, but exceeded the limit. */
	json_t *test = json_array_get(json_object_get(document, "tests"), 0);
	cr_expect(json_is_integer(json_object_get(test, "exit_code")));
	json_t *limits = json_object_get(document, "limits");
	cr_expect_eq(json_integer_value(json_object_get(limits, "cpu_time_ns")), LIMIT_NS);
	cr_expect_eq(json_integer_value(json_object_get(limits, "reruns")), 4);
}

Test(fair, without_reruns_the_first_run_decides)
{
	AS_AUTO_JSON json_t *below = judge_after(NEAR_MS, "0");
	EXPECT_FATE(below, "AC");
	cr_expect_eq(number_of(below, "reruns"), 0);
	AS_AUTO_JSON json_t *over = judge_after(OVER_MS, "0");
	EXPECT_FATE(over, "TLE cpu");
	cr_expect_eq(number_of(over, "reruns"), 0);
}

Test(fair, a_disturbed_run_over_its_limit_is_run_again)
{
	struct hogs hogs;
	start_hogs(&hogs);
	AS_AUTO_JSON json_t *over = judge_after(1000, "4");
	AS_AUTO_JSON json_t *below = judge_after(50, "4");
	end_hogs(&hogs);
	cr_expect_str_eq(verdict_of(over), "TLE");
	cr_expect_geq(number_of(over, "reruns"), 1);
	EXPECT_FATE(below, "AC");
	cr_expect_eq(number_of(below, "reruns"), 0);
}
