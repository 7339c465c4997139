/* SPDX-License-Identifier: MIT */
/* Forbidden system calls: the run is ended and the call is named. */
#include "hostile.h"
#include "hostile/calls.h"
#include "support/skip.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

TestSuite(hostile, .timeout = 600);

static void run_calls(enum as_profile profile)
{
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	for (size_t i = 0; i < HOSTILE_CALL_COUNT; i++) {
		const struct hostile_call *call = &hostile_calls[i];
		const struct hostile_case c = {.name = call->label,
			.arguments = {"call", "self", call->label},
			.profile = profile,
			.hits = AS_HIT_SYSCALL,
			.syscall = call->name ? call->name : call->label,
			.output = ""};
		if (call->profiles & 1 << profile)
			hostile_run(&hostile, &c);
	}
	hostile_close(&hostile);
}

Test(hostile, forbidden_calls_of_native_programs_are_named)
{
	run_calls(AS_PROFILE_NATIVE);
}

Test(hostile, forbidden_calls_of_run_time_systems_are_named)
{
	run_calls(AS_PROFILE_RUNTIME);
}

Test(hostile, forbidden_calls_of_compilers_are_named)
{
	run_calls(AS_PROFILE_COMPILER);
}

Test(hostile, a_forbidden_call_of_any_process_of_the_tree_is_named)
{
	static const struct hostile_case cases[] = {
		{.name = "a child",
			.arguments = {"call", "child", "socket-inet-stream"},
			.hits = AS_HIT_SYSCALL,
			.syscall = "socket"},
		{.name = "a thread",
			.arguments = {"call", "thread", "ptrace-me"},
			.hits = AS_HIT_SYSCALL,
			.syscall = "ptrace"},
		{.name = "interrupted by signals",
			.arguments = {"call", "storm", "userfaultfd"},
			.hits = AS_HIT_SYSCALL,
			.syscall = "userfaultfd"},
	};

	HOSTILE_RUN_ALL(cases);
}

/* Every family that this kernel may support, and some unknown ones. */
static void run_families(enum as_profile profile)
{
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	for (int family = 0; family <= AF_MAX; family++) {
		char number[16];
		struct hostile_case c = {.name = number,
			.arguments = {"call", "family", number, "2"},
			.profile = profile,
			.hits = AS_HIT_SYSCALL,
			.syscall = "socket",
			.output = ""};
		snprintf(number, sizeof(number), "%d", family);
		/* Refused without an end: programs that look for a name service or a log continue
		 * without it. */
		if (profile == AS_PROFILE_COMPILER ||
			(profile == AS_PROFILE_RUNTIME && family == AF_UNIX)) {
			c.hits = 0;
			c.syscall = NULL;
			c.output = "Address family not supported by protocol\n";
		}
		hostile_run(&hostile, &c);
	}
	hostile_close(&hostile);
}

Test(hostile, native_programs_get_no_family_of_sockets)
{
	run_families(AS_PROFILE_NATIVE);
}

Test(hostile, run_time_systems_get_no_family_of_sockets)
{
	run_families(AS_PROFILE_RUNTIME);
}

Test(hostile, compilers_get_no_family_of_sockets)
{
	run_families(AS_PROFILE_COMPILER);
}

#ifdef __x86_64__
/* Some kernels end each program that uses the entry of 32-bit programs, in a sandbox or not. */
static bool has_32_bit_entry(void)
{
	int status;
	const pid_t child = fork();

	cr_assert_geq(child, 0);
	if (child == 0) {
		long got;
		signal(SIGSEGV, SIG_DFL);
		__asm__ volatile("int $0x80"
				 : "=a"(got)
				 : "a"(20L)
				 : "memory", "r8", "r9", "r10", "r11");
		_exit(0);
	}
	cr_assert_eq(waitpid(child, &status, 0), child);
	return WIFEXITED(status);
}

Test(hostile, the_32_bit_entry_is_refused)
{
	const bool has_entry = has_32_bit_entry();
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	for (enum as_profile profile = AS_PROFILE_NATIVE; profile <= AS_PROFILE_COMPILER;
		profile++) {
		const struct hostile_case c = {.name = "32-bit entry",
			.arguments = {"entry", "int80"},
			.profile = profile,
			.hits = has_entry ? AS_HIT_SYSCALL : 0,
			.syscall = has_entry ? "foreign-architecture" : NULL,
			.signal = has_entry ? 0 : SIGSEGV,
			.output = ""};
		hostile_run(&hostile, &c);
	}
	hostile_close(&hostile);
}
#endif

Test(hostile, other_entries_into_the_kernel_are_refused)
{
	static const struct hostile_case cases[] = {
#ifdef __x86_64__
		{.name = "x32 numbers",
			.arguments = {"entry", "x32"},
			.hits = AS_HIT_SYSCALL,
			.syscall = "foreign-architecture",
			.output = ""},
		{.name = "x32 numbers of compilers",
			.arguments = {"entry", "x32"},
			.profile = AS_PROFILE_COMPILER,
			.hits = AS_HIT_SYSCALL,
			.syscall = "foreign-architecture",
			.output = ""},
#endif
		{.name = "clone3 does not exist", .arguments = {"entry", "clone3"}},
		{.name = "requests for more of the machine are refused",
			.arguments = {"entry", "refused"}},
		{.name = "limits cannot be raised", .arguments = {"entry", "rlimits"}},
		{.name = "limits of other processes cannot be set",
			.arguments = {"entry", "limits-of-init"}},
		{.name = "neither memory nor files can be locked", .arguments = {"entry", "locks"}},
		{.name = "pipes keep their size", .arguments = {"entry", "pipe-size"}},
		{.name = "pipes keep their size (runtime profile)",
			.arguments = {"entry", "pipe-size"},
			.profile = AS_PROFILE_RUNTIME},
		{.name = "the page cache can be neither evicted nor queried",
			.arguments = {"entry", "page-cache"}},
		{.name = "the page cache cannot be evicted (runtime profile)",
			.arguments = {"entry", "page-cache"},
			.profile = AS_PROFILE_RUNTIME},
		{.name = "signals are not queued at the host's expense",
			.arguments = {"entry", "pending-signals"}},
		{.name = "huge pages, which are not accounted, are unavailable",
			.arguments = {"entry", "huge-pages"}},
		{.name = "huge pages are unavailable (runtime profile)",
			.arguments = {"entry", "huge-pages"},
			.profile = AS_PROFILE_RUNTIME},
		{.name = "neither memory nor files can be locked (runtime profile)",
			.arguments = {"entry", "locks"},
			.profile = AS_PROFILE_RUNTIME},
		{.name = "no pidfds",
			.arguments = {"entry", "no-pidfds"},
			.profile = AS_PROFILE_RUNTIME},
		{.name = "no pidfds for compilers",
			.arguments = {"entry", "no-pidfds"},
			.profile = AS_PROFILE_COMPILER},
		{.name = "only the ordinary scheduling class",
			.arguments = {"entry", "class"},
			.profile = AS_PROFILE_RUNTIME},
		{.name = "no name service for Python",
			.arguments = {"entry", "no-sockets"},
			.profile = AS_PROFILE_RUNTIME},
		{.name = "no name service for compilers",
			.arguments = {"entry", "no-sockets"},
			.profile = AS_PROFILE_COMPILER},
	};

	HOSTILE_RUN_ALL(cases);
}

/* The kernel applies the soft limit of the creator to a user namespace. */
Test(hostile, a_soft_limit_of_pending_signals_is_not_the_programs)
{
	static const struct hostile_case cases[] = {
		{.name = "room for timers", .arguments = {"entry", "pending-signals"}},
	};
	struct rlimit few;

	cr_assert_eq(getrlimit(RLIMIT_SIGPENDING, &few), 0);
	few.rlim_cur = 100;
	cr_assert_eq(setrlimit(RLIMIT_SIGPENDING, &few), 0);
	HOSTILE_RUN_ALL(cases);
}

Test(hostile, the_helpers_image_is_of_no_use_to_a_program)
{
	static const struct hostile_case cases[] = {
		{.name = "of native programs",
			.arguments = {"interpreted.sh"},
			.exit_code = 1,
			.output = ""},
		{.name = "of run-time systems",
			.arguments = {"interpreted.sh"},
			.profile = AS_PROFILE_RUNTIME,
			.exit_code = 1,
			.output = ""},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, a_connection_from_python_is_named)
{
	static const struct hostile_case cases[] = {
		{.name = "connect",
			.arguments = {"connect.py"},
			.profile = AS_PROFILE_RUNTIME,
			.hits = AS_HIT_SYSCALL,
			.syscall = "socket",
			.output = ""},
	};

	skip_unless(access("/usr/bin/python3", X_OK) == 0, "python3", "no /usr/bin/python3");
	HOSTILE_RUN_ALL(cases);
}
