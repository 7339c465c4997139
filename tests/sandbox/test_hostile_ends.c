/* SPDX-License-Identifier: MIT */
/* How programs end, and honest programs that must not be stopped. */
#include "hostile.h"
#include "support/skip.h"

#include <signal.h>

TestSuite(hostile, .timeout = 600);

Test(hostile, a_programs_own_end_is_reported)
{
	static const struct hostile_case cases[] = {
		{.name = "exit status 0", .arguments = {"ends", "status", "0"}},
		{.name = "exit status 1", .arguments = {"ends", "status", "1"}, .exit_code = 1},
		{.name = "exit status 255",
			.arguments = {"ends", "status", "255"},
			.exit_code = 255},
		{.name = "segmentation fault", .arguments = {"ends", "segv"}, .signal = SIGSEGV},
		{.name = "abort", .arguments = {"ends", "abort"}, .signal = SIGABRT},
		{.name = "division by zero", .arguments = {"ends", "fpe"}, .signal = SIGFPE},
		{.name = "illegal instruction", .arguments = {"ends", "ill"}, .signal = SIGILL},
		{.name = "killed by itself", .arguments = {"ends", "kill", "9"}, .signal = SIGKILL},
		{.name = "terminated by itself",
			.arguments = {"ends", "kill", "15"},
			.signal = SIGTERM},
		{.name = "a crash of a child is not reported as the program's",
			.arguments = {"ends", "child"},
			.exit_code = 3},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, signals_reach_no_other_process)
{
	static const struct hostile_case cases[] = {
		{.name = "a signal to all processes reaches its children",
			.arguments = {"ends", "everybody"},
			.exit_code = 4},
		{.name = "a parent cannot be killed",
			.arguments = {"ends", "parent"},
			.exit_code = 6},
		{.name = "process 1 cannot be killed",
			.arguments = {"ends", "one"},
			.exit_code = 5},
	};

	HOSTILE_RUN_ALL(cases);
}

/* Regardless of what the caller ignores or blocks. */
Test(hostile, signals_are_at_their_defaults)
{
	static const struct hostile_case fresh = {
		.name = "fresh", .arguments = {"honest", "fresh"}};
	struct hostile hostile;
	sigset_t some;

	sigemptyset(&some);
	sigaddset(&some, SIGTERM);
	sigaddset(&some, SIGUSR1);
	cr_assert_eq(sigprocmask(SIG_BLOCK, &some, NULL), 0);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	hostile_open(&hostile, NULL);
	hostile_run(&hostile, &fresh);
	hostile_close(&hostile);
}

Test(hostile, honest_programs_are_not_stopped)
{
	static const struct hostile_case cases[] = {
		{.name = "threads", .arguments = {"honest", "threads"}},
		{.name = "signal handlers and timers", .arguments = {"honest", "handlers"}},
		{.name = "timers set amid signals", .arguments = {"honest", "timers"}},
		{.name = "a child and a pipe", .arguments = {"honest", "pipes"}},
		{.name = "many children in turn", .arguments = {"honest", "children"}},
		{.name = "a child that stops and continues", .arguments = {"honest", "jobs"}},
		{.name = "a fault that is caught", .arguments = {"honest", "fault"}},
		{.name = "random numbers", .arguments = {"honest", "random"}},
		{.name = "devices", .arguments = {"honest", "devices"}},
	};

	HOSTILE_RUN_ALL(cases);
}

/* They use its names: /box, /hostile, box. */
Test(hostile, programs_have_a_machine_of_their_own)
{
	static const struct hostile_case cases[] = {
		{.name = "a pipe with a name", .arguments = {"honest", "fifo"}, .writable = true},
		{.name = "files that move", .arguments = {"honest", "move"}, .writable = true},
		{.name = "reading about oneself", .arguments = {"honest", "self"}},
		{.name = "clocks", .arguments = {"honest", "clocks"}},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, honest_cplusplus_is_not_stopped)
{
	static const struct hostile_case cases[] = {
		{.name = "streams, threads and exceptions",
			.arguments = {"streams", "1"},
			.input = HOSTILE_NUMBERS,
			.output = "6\n"},
		/* 32 MiB, and the 16 MiB of the copied original */
		{.name = "a vector just under the limit",
			.arguments = {"streams", "32"},
			.input = HOSTILE_NUMBERS,
			.memory_mib = 52,
			.output = "6\n"},
		{.name = "a vector over it",
			.arguments = {"streams", "40"},
			.input = HOSTILE_NUMBERS,
			.memory_mib = 52,
			.hits = AS_HIT_MEMORY},
	};

	skip_unless(hostile_has("streams"), "cpp", "no C++ compiler was found");
	HOSTILE_RUN_ALL(cases);
}
