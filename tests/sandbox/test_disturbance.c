/* SPDX-License-Identifier: MIT */
/* The reported use of the core by other processes, and hardware counters. */
#include "disturbance.h"
#include "hostile.h"
#include "sandbox_private.h"
#include "support/patience.h"
#include "support/skip.h"

#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

TestSuite(disturbance, .timeout = 600);

/* ---- the kernel's texts ---- */

#define STAT                                                                                       \
	"cpu  700 20 300 90000 50 6 4 33 0 0\n"                                                    \
	"cpu0 300 10 100 45000 20 2 1 3 0 0\n"                                                     \
	"cpu1 400 10 200 45000 30 4 3 30 5 0\n"                                                    \
	"cpu10 1 1 1 1 1 1 1 1 0 0\n"                                                              \
	"intr 231771 0 0\n"

Test(disturbance, stat_is_read_by_core)
{
	static const struct {
		int core;
		int64_t busy_ticks, steal_ticks; /* -1: unknown */
	} cases[] = {{-1, -1, 33}, {0, 413, 3}, {1, 617, 30}, {10, 5, 1}, {2, -1, -1}};
	const int64_t tick_ns = INT64_C(1000000000) / sysconf(_SC_CLK_TCK);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct as_core_times times;
		as_disturbance_parse_stat(STAT, cases[i].core, &times);
		cr_expect_eq(times.busy_ns,
			cases[i].busy_ticks < 0 ? -1 : cases[i].busy_ticks * tick_ns, "core %d",
			cases[i].core);
		cr_expect_eq(times.steal_ns,
			cases[i].steal_ticks < 0 ? -1 : cases[i].steal_ticks * tick_ns, "core %d",
			cases[i].core);
	}
}

Test(disturbance, a_truncated_stat_line_is_ignored)
{
	struct as_core_times times;
	as_disturbance_parse_stat("cpu  1 2 3\ncpu0 300 10 100 45000 20 2", 0, &times);
	cr_expect_eq(times.busy_ns, -1);
	cr_expect_eq(times.steal_ns, -1);
}

Test(disturbance, pressure_is_read_of_some)
{
	cr_expect_eq(
		as_disturbance_parse_pressure("some avg10=1.00 avg60=0.00 avg300=0.00 total=31417\n"
					      "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n"),
		31417000);
	cr_expect_eq(as_disturbance_parse_pressure(""), -1);
	cr_expect_eq(as_disturbance_parse_pressure("full avg10=0.00 total=7\n"), -1);
}

Test(disturbance, a_value_unknown_in_one_reading_has_no_difference)
{
	const struct as_core_times first = {
		.at_ns = 100, .busy_ns = 1000, .steal_ns = 50, .pressure_ns = -1};
	const struct as_core_times second = {
		.at_ns = 1100, .busy_ns = 1900, .steal_ns = 40, .pressure_ns = 7};
	struct as_disturbance found;
	as_disturbance_compare(&first, &second, 600, &found);
	cr_expect_eq(found.watched_ns, 1000);
	cr_expect_eq(found.others_ns, 300);
	cr_expect_eq(found.steal_ns, 0, "a counter that stepped back");
	cr_expect_eq(found.pressure_ns, -1);
	as_disturbance_compare(&first, &second, -1, &found);
	cr_expect_eq(found.others_ns, -1);
	as_disturbance_compare(&first, &second, 2000, &found);
	cr_expect_eq(found.others_ns, 0);
}

/* ---- runs ---- */

/* A core on which this test may run. */
static int some_core(void)
{
	cpu_set_t set;
	int core = CPU_SETSIZE - 1;
	cr_assert_eq(sched_getaffinity(0, sizeof(set), &set), 0);
	while (!CPU_ISSET(core, &set))
		core--;
	return core;
}

/* The CPU time of a process on any core, by the scheduler's own clock. */
static int64_t used_ns(pid_t pid)
{
	struct timespec used;
	clockid_t clock;
	cr_assert_eq(clock_getcpuclockid(pid, &clock), 0);
	cr_assert_eq(clock_gettime(clock, &used), 0);
	return used.tv_sec * INT64_C(1000000000) + used.tv_nsec;
}

/* A process that occupies one core until it is killed. */
static pid_t start_hog(int core)
{
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(core, &set);
	pid_t pid = fork();
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sched_setaffinity(0, sizeof(set), &set);
	for (volatile unsigned long n = 0;; n++)
		;
}

/* Runs `arguments` until the limit of CPU time. */
static void run(struct hostile *hostile, const char *const *arguments, int64_t cpu_time_ns,
	struct as_run_result *result)
{
	struct as_run_request request = {
		.argv = arguments, .limits = as_limits_default, .stdin_fd = -1};
	struct as_error error = {0};
	request.profile = AS_PROFILE_RUNTIME;
	request.limits.cpu_time_ns = cpu_time_ns;
	request.limits.wall_time_ns = INT64_C(30000000000);
	cr_assert_eq(
		as_sandbox_run(hostile->sandbox, &request, result, &error), 0, "%s", error.text);
}

Test(disturbance, another_program_on_the_core_is_detected)
{
	static const char *const spin[] = {"/hostile/cpu", "user", NULL};
	struct hostile hostile;
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	hostile_open(&hostile, NULL);
	int core = some_core();
	as_sandbox_pin(hostile.sandbox, core);
	pid_t hog = start_hog(core);
	/* It has no effect before it runs. */
	for (int i = 0; i < 1000 && used_ns(hog) < INT64_C(20000000); i++)
		usleep(10000);
	const int64_t before_ns = used_ns(hog);
	run(&hostile, spin, INT64_C(600000000), &result);
	const int64_t hog_ns = used_ns(hog) - before_ns;
	kill(hog, SIGKILL);
	cr_expect_eq(waitpid(hog, NULL, 0), hog);
	cr_expect_eq(result.hits, (unsigned)AS_HIT_CPU);
	const struct as_disturbance *found = &result.disturbance;
	/* A part of its use must be detected. On an emulated core that its host takes away, the
	 * kernel misses most ticks or all of them; there the pressure shows it. */
	const bool is_emulated = patience() > 1;
	const int64_t min_ns = hog_ns / (5 * patience());
	cr_expect_gt(hog_ns, 0);
	cr_expect_gt(found->watched_ns, 0);
	cr_expect_geq(found->others_ns, 0);
	if (!is_emulated)
		cr_expect_gt(found->others_ns, min_ns, "%lld of %lld ns",
			(long long)found->others_ns, (long long)hog_ns);
	cr_expect_geq(found->steal_ns, 0);
	cr_expect_gt(found->pressure_ns, min_ns);
	hostile_close(&hostile);
}

Test(disturbance, switches_are_of_the_whole_tree)
{
	/* Children that compete for the core; their parent only waits. */
	static const char *const children[] = {"/usr/bin/python3", "-c",
		"import os, time\n"
		"for i in range(2):\n"
		"  if os.fork() == 0:\n"
		"    while time.process_time() < 0.3: pass\n"
		"    os._exit(0)\n"
		"for i in range(2): os.wait()\n",
		NULL};
	struct hostile hostile;
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	hostile_open(&hostile, NULL);
	as_sandbox_pin(hostile.sandbox, some_core());
	run(&hostile, children, INT64_C(20000000000), &result);
	cr_expect_eq(result.exit_code, 0, "%s", result.stderr_head.data);
	cr_expect_gt(result.disturbance.involuntary_switches, 4);
	hostile_close(&hostile);
}

Test(disturbance, an_unpinned_run_has_no_data_about_others)
{
	static const char *const spin[] = {"/hostile/cpu", "user", NULL};
	struct hostile hostile;
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	hostile_open(&hostile, NULL);
	run(&hostile, spin, INT64_C(200000000), &result);
	cr_expect_gt(result.disturbance.watched_ns, 0);
	cr_expect_eq(result.disturbance.others_ns, -1);
	cr_expect_geq(result.disturbance.steal_ns, 0);
	hostile_close(&hostile);
}

/* ---- counters ---- */

/*
 * Hardware counters are rare on machines that run tests. A software event is handled in the same
 * way: opened by the program before the filter, passed on by init, read after all processes have
 * died.
 */
static void count_task_clock(struct hostile *hostile)
{
	hostile->sandbox->counter = (struct as_counter_event){
		.wanted = true, .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_TASK_CLOCK};
	int fd = as_counter_open(&hostile->sandbox->counter);
	skip_unless(fd >= 0, "perf", "perf_event_open is not allowed");
	close(fd);
	/* Root may still use it, but the program is not root. Debian's kernel supports 3. */
	FILE *setting = fopen("/proc/sys/kernel/perf_event_paranoid", "re");
	int paranoid = 0;
	if (setting && fscanf(setting, "%d", &paranoid) != 1)
		paranoid = 0;
	if (setting)
		fclose(setting);
	skip_unless(paranoid <= 2, "perf", "kernel.perf_event_paranoid permits it only for root");
}

Test(disturbance, a_counter_counts_the_whole_tree_even_if_it_is_killed)
{
	static const char *const children[] = {"/hostile/cpu", "short-children", NULL};
	struct hostile hostile;
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	hostile_open(&hostile, NULL);
	count_task_clock(&hostile);
	run(&hostile, children, INT64_C(300000000), &result);
	cr_expect_eq(result.hits, (unsigned)AS_HIT_CPU);
	/* The event counts nanoseconds of CPU time, so it must be close to the group's value. */
	cr_expect_gt(result.instructions, (uint64_t)result.cpu_time_ns / 2);
	cr_expect_lt(result.instructions, (uint64_t)result.cpu_time_ns * 3 / 2);
	hostile_close(&hostile);
}

Test(disturbance, the_counter_is_not_handed_to_the_program)
{
	static const char *const look[] = {"/usr/bin/python3", "-c",
		"import os\nprint(sorted(os.listdir('/proc/self/fd')))\n", NULL};
	struct hostile hostile;
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	AS_AUTO_BYTES struct as_bytes output = {0};
	hostile_open(&hostile, NULL);
	count_task_clock(&hostile);
	run(&hostile, look, INT64_C(10000000000), &result);
	cr_assert_eq(as_fd_read(result.stdout_fd, 1000, &output, NULL), 0);
	/* 3 is the folder that it reads. */
	cr_expect_str_eq(output.data, "['0', '1', '2', '3']\n");
	cr_expect_gt(result.instructions, 0u);
	hostile_close(&hostile);
}

Test(disturbance, without_a_counter_nothing_is_counted)
{
	static const char *const spin[] = {"/hostile/cpu", "user", NULL};
	struct hostile hostile;
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	hostile_open(&hostile, NULL);
	hostile.sandbox->counter.wanted = false;
	run(&hostile, spin, INT64_C(100000000), &result);
	cr_expect_eq(result.instructions, 0u);
	hostile_close(&hostile);
}
