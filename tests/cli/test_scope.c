/* SPDX-License-Identifier: MIT */
/* The trial of systemd-run, with substitutes for it. */
#include "scope.h"

#include "support/command.h"

TestSuite(scope, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define TRY(...) scope_try((const char *const[]){__VA_ARGS__, NULL})

Test(scope, a_launcher_that_fails_is_not_trusted_with_the_command)
{
	cr_expect(TRY("/usr/bin/env", "--"));
	cr_expect(TRY("env"));
	cr_expect_not(TRY("/bin/false"));
	cr_expect_not(TRY("no-such-launcher"));
	cr_expect_not(TRY("/bin/sh", "-c", "kill -9 $$"));
	cr_expect(all_ended(0), "a trial is left");
}

Test(scope, output_of_a_launcher_in_the_trial_is_discarded)
{
	int heard[2];
	cr_assert_eq(pipe2(heard, O_CLOEXEC), 0);
	int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
	dup2(heard[1], STDOUT_FILENO);
	dup2(heard[1], STDERR_FILENO);
	bool works =
		TRY("/bin/sh", "-c", "echo noise; echo noise >&2; read line && exit 1; exit 7");
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	close(out);
	close(err);
	close(heard[1]);
	char byte;
	cr_expect_not(works);
	cr_expect_eq(read(heard[0], &byte, 1), 0);
	close(heard[0]);
}
