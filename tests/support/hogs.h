/* SPDX-License-Identifier: MIT */
/* Other processes that keep every core busy that this process may use; cores that are held. */
#ifndef ASSAY_TESTS_HOGS_H
#define ASSAY_TESTS_HOGS_H

#include <criterion/criterion.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

struct hogs {
	pid_t pids[CPU_SETSIZE];
	int count;
};

static inline void start_hogs(struct hogs *hogs)
{
	cpu_set_t all;

	hogs->count = 0;
	cr_assert_eq(sched_getaffinity(0, sizeof(all), &all), 0);
	for (int core = 0; core < CPU_SETSIZE; core++) {
		if (!CPU_ISSET(core, &all))
			continue;
		pid_t pid = fork();
		cr_assert_geq(pid, 0);
		hogs->pids[hogs->count++] = pid;
		if (pid > 0)
			continue;
		cpu_set_t one;
		CPU_ZERO(&one);
		CPU_SET(core, &one);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		sched_setaffinity(0, sizeof(one), &one);
		for (volatile unsigned long n = 0;; n++)
			;
	}
}

static inline void end_hogs(struct hogs *hogs)
{
	for (int i = 0; i < hogs->count; i++) {
		kill(hogs->pids[i], SIGKILL);
		cr_expect_eq(waitpid(hogs->pids[i], NULL, 0), hogs->pids[i]);
	}
	hogs->count = 0;
}

/* The core is held as by a judge, until the descriptor is closed. Who waits for it connects. */
static inline int hold_core(int core)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	int length = snprintf(address.sun_path + 1, 100, "assay-core-%d", core);

	/* Other judges on this machine release the core between two tests. */
	while (bind(fd, (const struct sockaddr *)&address,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1) + (socklen_t)length))
		usleep(1000);
	cr_assert_eq(listen(fd, 100), 0);
	return fd;
}

static inline int first_core(void)
{
	cpu_set_t set;
	int core = 0;

	cr_assert_eq(sched_getaffinity(0, sizeof(set), &set), 0);
	while (!CPU_ISSET(core, &set))
		core++;
	return core;
}

#endif
