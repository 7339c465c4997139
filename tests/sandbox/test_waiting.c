/* SPDX-License-Identifier: MIT */
/* Detects programs that wait for their standard input and for nothing else: a second thread checks
 * meanwhile. */
#include "hostile.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

TestSuite(waiting, .timeout = 600);

/* The number of checks of a program that is ready. In order: it must not be detected; it may be
 * detected by chance only; it must be detected, at the latest by this check. */
#define SOME 50
#define MANY 4000
#define ALWAYS 100000
#define PAUSE_US 200

struct asking {
	struct as_sandbox *sandbox;
	int input[2], output[2]; /* pipes: the program's standard input and output */
	int max_asks;
	bool was_ready, answer;
	atomic_bool cancel;
};

static void *ask(void *context)
{
	struct asking *asking = context;
	char word;

	asking->was_ready = read(asking->output[0], &word, 1) == 1;
	for (int i = 0; i < asking->max_asks && !asking->answer; i++) {
		asking->answer = as_sandbox_awaits_input(asking->sandbox, asking->input[0]);
		usleep(PAUSE_US);
	}
	asking->cancel = true;
	return NULL;
}

static bool ask_of(struct hostile *hostile, const char *mode, int max_asks)
{
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	const char *const argv[] = {"/hostile/waits", mode, NULL};
	struct asking asking = {.sandbox = hostile->sandbox, .max_asks = max_asks};
	struct as_run_request request = {.argv = argv,
		.detects_waiting = true,
		.profile = AS_PROFILE_NATIVE,
		.limits = as_limits_default,
		.uses_stdout_fd = true,
		.cancel = &asking.cancel};
	struct as_error error = {0};
	pthread_t thread;

	request.limits.cpu_time_ns = request.limits.wall_time_ns = INT64_C(60000000000);
	cr_assert(pipe2(asking.input, O_CLOEXEC) == 0 && pipe2(asking.output, O_CLOEXEC) == 0);
	request.stdin_fd = asking.input[0];
	request.stdout_fd = asking.output[1];
	cr_assert_eq(pthread_create(&thread, NULL, ask, &asking), 0);
	int failed = as_sandbox_run(hostile->sandbox, &request, &result, &error);
	close(asking.output[1]);
	pthread_join(thread, NULL);
	cr_assert_eq(failed, 0, "%s: %s", mode, error.text);
	cr_expect(asking.was_ready, "%s did not come to wait", mode);
	cr_expect_eq(result.hits, AS_HIT_CANCEL, "%s ended: %d, %s", mode, result.exit_code,
		result.stderr_head.data);
	close(asking.input[0]);
	close(asking.input[1]);
	close(asking.output[0]);
	return asking.answer;
}

Test(waiting, waiting_only_for_the_input_is_detected)
{
	static const char *const modes[] = {
		"reads", "reads-in-parts", "family", "two-readers", "cpu-timer"};
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++)
		cr_expect(ask_of(&hostile, modes[i], ALWAYS), "%s", modes[i]);
	hostile_close(&hostile);
}

Test(waiting, waiting_for_something_else_is_not_detected)
{
	static const char *const modes[] = {"sleeps", "computes", "polls", "another",
		"between-naps", "sleeper", "computer", "locked", "other-reader", "childs-sleep",
		"orphans-computing", "alarmed", "alarmed-family", "timed", "catches"};
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++)
		cr_expect_not(ask_of(&hostile, modes[i], SOME), "%s", modes[i]);
	hostile_close(&hostile);
}

/* By chance none of them seems to do anything. */
Test(waiting, waiting_for_each_other_is_not_detected)
{
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	cr_expect_not(ask_of(&hostile, "signals", MANY));
	cr_expect_not(ask_of(&hostile, "forks", MANY));
	hostile_close(&hostile);
}

/* The settings of one run do not affect the next. */
Test(waiting, the_settings_of_one_run_do_not_affect_the_next)
{
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	cr_expect_not(ask_of(&hostile, "alarmed", SOME));
	cr_expect(ask_of(&hostile, "reads", ALWAYS));
	hostile_close(&hostile);
}

Test(waiting, without_a_run_no_waiting_is_detected)
{
	struct hostile hostile;
	int ends[2];

	hostile_open(&hostile, NULL);
	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	cr_expect_not(as_sandbox_awaits_input(hostile.sandbox, ends[0]));
	cr_expect(ask_of(&hostile, "reads", ALWAYS));
	cr_expect_not(as_sandbox_awaits_input(hostile.sandbox, ends[0]));
	cr_expect_not(as_sandbox_awaits_input(hostile.sandbox, -1));
	hostile_close(&hostile);
	close(ends[0]);
	close(ends[1]);
}

/* Another thread asks about the end of a program. */
struct end_asking {
	struct as_sandbox *sandbox;
	int input, output[2];
	atomic_bool cancel, is_over, answer;
};

/* Without a pause, while the program, which never sleeps, is killed. */
static void *ask_for_sleep(void *context)
{
	struct end_asking *asking = context;
	char word;

	if (read(asking->output[0], &word, 1) == 1)
		asking->cancel = true;
	while (!asking->is_over)
		if (as_sandbox_activity(asking->sandbox, asking->input) != AS_ACTIVITY_RUNS)
			asking->answer = true;
	return NULL;
}

/* When the program's output is closed. */
static void *ask_for_life(void *context)
{
	struct end_asking *asking = context;
	char word;

	const bool was_ready = read(asking->output[0], &word, 1) == 1;
	close(asking->output[1]);
	asking->output[1] = -1;
	while (read(asking->output[0], &word, 1) > 0)
		;
	/* A run that has just started is not known to be alive yet. */
	for (int i = 0; was_ready && i < 200 && !asking->answer; i++) {
		asking->answer = as_sandbox_is_alive(asking->sandbox);
		usleep(PAUSE_US);
	}
	asking->cancel = true;
	return NULL;
}

static bool ask_at_end(
	struct hostile *hostile, const char *mode, void *(*ask_for)(void *), int64_t wall_time_ns)
{
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	const char *argv[] = {"/hostile/waits", mode, NULL};
	struct end_asking asking = {.sandbox = hostile->sandbox};
	struct as_run_request request = {.argv = argv,
		.profile = AS_PROFILE_NATIVE,
		.limits = as_limits_default,
		.uses_stdout_fd = true,
		.cancel = &asking.cancel};
	struct as_error error = {0};
	pthread_t thread;
	int input[2];

	if (wall_time_ns)
		request.limits.wall_time_ns = wall_time_ns;
	cr_assert(pipe2(input, O_CLOEXEC) == 0 && pipe2(asking.output, O_CLOEXEC) == 0);
	asking.input = input[0];
	request.stdin_fd = input[0];
	request.stdout_fd = asking.output[1];
	cr_assert_eq(pthread_create(&thread, NULL, ask_for, &asking), 0);
	int failed = as_sandbox_run(hostile->sandbox, &request, &result, &error);
	if (ask_for == ask_for_sleep)
		close(asking.output[1]);
	asking.is_over = true;
	pthread_join(thread, NULL);
	close(asking.output[0]);
	close(input[0]);
	close(input[1]);
	cr_assert_eq(failed, 0, "%s", error.text);
	return asking.answer;
}

Test(waiting, a_program_that_has_ended_is_not_asleep)
{
	struct hostile hostile;
	unsigned asleep_count = 0;

	hostile_open(&hostile, NULL);
	for (int i = 0; i < 50; i++)
		asleep_count += ask_at_end(&hostile, "computes", ask_for_sleep, 0);
	cr_expect_eq(asleep_count, 0, "%u of 50 times", asleep_count);
	hostile_close(&hostile);
}

Test(waiting, a_program_that_closes_its_output_is_alive_and_one_that_ends_is_not)
{
	struct hostile hostile;
	unsigned ended_count = 0, killed_count = 0, closed_count = 0;

	hostile_open(&hostile, NULL);
	for (int i = 0; i < 20; i++) {
		closed_count += ask_at_end(&hostile, "closes", ask_for_life, 0);
		ended_count += ask_at_end(&hostile, "ends", ask_for_life, 0);
		killed_count += ask_at_end(&hostile, "sleeps", ask_for_life, 300000000);
	}
	cr_expect_eq(closed_count, 20, "alive: %u of 20 times", closed_count);
	cr_expect_eq(ended_count, 0, "alive: %u of 20 times", ended_count);
	cr_expect_eq(killed_count, 0, "alive: %u of 20 times", killed_count);
	hostile_close(&hostile);
}

static void *stall(void *flag)
{
	usleep(100000);
	*(atomic_bool *)flag = true;
	return NULL;
}

Test(waiting, a_run_that_is_ended_as_waiting_has_the_hit_stall)
{
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	static atomic_bool flag;
	const char *const argv[] = {"/hostile/idle", "sleep", NULL};
	const struct as_run_request request = {
		.argv = argv, .limits = as_limits_default, .stdin_fd = -1, .stall = &flag};
	struct as_error error = {0};
	struct hostile hostile;
	pthread_t thread;

	hostile_open(&hostile, NULL);
	cr_assert_eq(pthread_create(&thread, NULL, stall, &flag), 0);
	cr_assert_eq(
		as_sandbox_run(hostile.sandbox, &request, &result, &error), 0, "%s", error.text);
	pthread_join(thread, NULL);
	cr_expect_eq(result.hits, AS_HIT_STALL);
	cr_expect_eq(result.exit_code, -1);
	hostile_close(&hostile);
}
