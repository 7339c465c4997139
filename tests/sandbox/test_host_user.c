/* SPDX-License-Identifier: MIT */
/* Ids of the host for sandboxes, in a network namespace, to which the locks of the ids belong. */
#include "host_user.h"

#include <assay/base.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void enter(void)
{
	cr_assert_eq(unshare(geteuid() ? CLONE_NEWUSER | CLONE_NEWNET : CLONE_NEWNET), 0);
}

TestSuite(host_user, .init = enter, .timeout = 600);

static int hold(unsigned index)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	const int length =
		snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1, "assay-user-%u", index);

	return bind(fd, (struct sockaddr *)&name,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length));
}

/* A process that holds each `step`-th name from `*next` on, as many as its limit of descriptors
 * permits. */
static void start_holder(unsigned *next, unsigned step)
{
	const unsigned first = *next;
	int ends[2];

	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	if (fork() == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		while (*next < AS_HOST_USER_COUNT && hold(*next) == 0)
			*next += step;
		if (write(ends[1], next, sizeof(*next)) != (ssize_t)sizeof(*next))
			_exit(1);
		for (;;)
			pause();
	}
	close(ends[1]);
	cr_assert_eq(read(ends[0], next, sizeof(*next)), (ssize_t)sizeof(*next));
	cr_assert_gt(*next, first, "a process can hold no name");
	close(ends[0]);
}

Test(host_user, is_taken_although_a_program_holds_all_names)
{
	struct as_error error = {0};
	unsigned user = 0;

	for (unsigned next = 0; next < AS_HOST_USER_COUNT;)
		start_holder(&next, 1);
	const int fd = as_host_user_take(&user, &error);
	cr_assert_geq(fd, 0, "%s", error.text);
	cr_expect_geq(user, AS_HOST_USER_ID);
	cr_expect_lt(user, AS_HOST_USER_ID + AS_HOST_USER_COUNT);
	close(fd);
}

/* Without the locks half of them would be even. */
Test(host_user, is_none_that_another_sandbox_has)
{
	struct as_error error = {0};
	unsigned users[64];

	for (unsigned next = 0; next < AS_HOST_USER_COUNT;)
		start_holder(&next, 2);
	for (size_t i = 0; i < 64; i++) {
		cr_assert_geq(as_host_user_take(&users[i], &error), 0, "%s", error.text);
		cr_expect_eq((users[i] - AS_HOST_USER_ID) % 2, 1, "%u", users[i]);
		for (size_t k = 0; k < i; k++)
			cr_expect_neq(users[i], users[k]);
	}
}
