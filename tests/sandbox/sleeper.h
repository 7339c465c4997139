/* SPDX-License-Identifier: MIT */
/* A program that sleeps in the sandbox while a second thread acts on it. */
#ifndef ASSAY_TESTS_SANDBOX_SLEEPER_H
#define ASSAY_TESTS_SANDBOX_SLEEPER_H

#include "hostile.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>

/* A program that sleeps for long, with a mark to find it. */
struct sleeper {
	char mark[64];
	const char *argv[4];
	struct as_run_request request;
};

static inline void sleeper_init(struct sleeper *sleeper)
{
	*sleeper = (struct sleeper){
		.argv = {"/hostile/idle", "sleep", sleeper->mark},
		.request = {.limits = as_limits_default, .stdin_fd = -1},
	};
	snprintf(sleeper->mark, sizeof(sleeper->mark), "sleeper-%d", (int)getpid());
	sleeper->request.argv = sleeper->argv;
	sleeper->request.limits.wall_time_ns = INT64_C(20000000000);
}

static inline bool wait_for_process(const char *mark)
{
	for (int waited_ms = 0; waited_ms < 10000; waited_ms += 5) {
		if (host_count_processes("/hostile/", mark) > 0)
			return true;
		usleep(5000);
	}
	return false;
}

/* The action of a second thread while the sleeper runs. */
struct meanwhile {
	const char *mark;
	pid_t victim;       /* to be killed, or 0 */
	void (*act)(void);  /* to be called, or NULL */
	atomic_bool cancel; /* to be set */
	bool seen;
};

static inline void *act_meanwhile(void *context)
{
	struct meanwhile *meanwhile = context;

	meanwhile->seen = wait_for_process(meanwhile->mark);
	if (meanwhile->victim)
		kill(meanwhile->victim, SIGKILL);
	if (meanwhile->act)
		meanwhile->act();
	meanwhile->cancel = true;
	return NULL;
}

/* Runs the sleeper while the second thread acts; returns the result of as_sandbox_run. */
static inline int run_sleeper(struct hostile *hostile, struct sleeper *sleeper,
	struct meanwhile *meanwhile, struct as_run_result *result, struct as_error *error)
{
	pthread_t thread;

	meanwhile->mark = sleeper->mark;
	cr_assert_eq(pthread_create(&thread, NULL, act_meanwhile, meanwhile), 0);
	int ran = as_sandbox_run(hostile->sandbox, &sleeper->request, result, error);
	pthread_join(thread, NULL);
	cr_assert(meanwhile->seen, "the program was never seen among the processes");
	return ran;
}

#endif
