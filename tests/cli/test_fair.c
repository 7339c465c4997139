/* SPDX-License-Identifier: MIT */
/* Time that is measured fairly: cores of one's own, and what is run again. */
#include "support/packages.h"
#include "support/verdicts.h"

#include <sched.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

TestSuite(fair, .init = enter_folder, .fini = leave_folder, .timeout = 200);

/* ---- cores ---- */

static int hold_core(int core)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int length = snprintf(address.sun_path + 1, 100, "assay-core-%d", core);
	/* Whoever else judges on this machine lets go of it between two tests. */
	while (bind(fd, (const struct sockaddr *)&address,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1) + (socklen_t)length))
		usleep(1000);
	return fd;
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
	struct process process =
		command_start(ASSAY_ARGV("judge", "--json", "sum", "right.py"), NULL);
	/* Long enough for it to come to the tests; the outcome is the same if it has not. */
	usleep(1500000);
	cr_expect_eq(waitpid(process.pid, NULL, WNOHANG), 0, "it did not wait");
	for (int i = 0; i < held_count; i++)
		close(held[i]);
	AUTO_OUTCOME outcome = command_end(&process);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "AC");
	cr_expect_null(strstr(outcome.out.data, "core-shared"), "%s", outcome.out.data);
}
