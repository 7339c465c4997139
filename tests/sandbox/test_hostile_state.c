/* SPDX-License-Identifier: MIT */
/* Pairs of runs in one sandbox: the first leaves what it can, the second finds none of it. */
#include "hostile.h"

#include <criterion/criterion.h>

TestSuite(hostile, .timeout = 600);

static void expect_nothing_carried_over(enum as_profile profile, bool second_may_write)
{
	const struct hostile_case pair[] = {
		{.name = "leave",
			.arguments = {"state", "leave"},
			.profile = profile,
			.writable = true},
		{.name = "find",
			.arguments = {"state", "find"},
			.profile = profile,
			.writable = second_may_write},
	};

	HOSTILE_RUN_ALL(pair);
}

Test(hostile, the_next_run_finds_nothing_in_a_writable_box)
{
	expect_nothing_carried_over(AS_PROFILE_NATIVE, true);
}

Test(hostile, the_next_run_finds_nothing_in_a_read_only_box)
{
	expect_nothing_carried_over(AS_PROFILE_NATIVE, false);
}

Test(hostile, the_next_run_finds_nothing_with_the_wider_profiles)
{
	expect_nothing_carried_over(AS_PROFILE_RUNTIME, true);
	expect_nothing_carried_over(AS_PROFILE_COMPILER, true);
}

/* Objects that the kernel would keep beyond any process: the first run ends at the attempt, and
 * this does not end the second. */
#define ATTEMPT(call)                                                                              \
	{.name = call,                                                                             \
		.arguments = {"call", "self", call},                                               \
		.hits = AS_HIT_SYSCALL,                                                            \
		.syscall = call},                                                                  \
	{                                                                                          \
		.name = "after " call, .arguments = { "state", "find" }                            \
	}

Test(hostile, objects_of_the_kernel_cannot_be_left)
{
	static const struct hostile_case pairs[] = {
		ATTEMPT("shmget"),
		ATTEMPT("msgget"),
		ATTEMPT("semget"),
		ATTEMPT("mq_open"),
		ATTEMPT("add_key"),
		ATTEMPT("bind"),
	};

	HOSTILE_RUN_ALL(pairs);
}

/* A control group is reused, but its counts are not those of the next run. */
Test(hostile, a_limit_exceeded_by_one_run_is_unchanged_for_the_next)
{
	static const struct hostile_case pairs[] = {
		{.name = "memory", .arguments = {"memory", "mmap", "100"}, .hits = AS_HIT_MEMORY},
		{.name = "after memory", .arguments = {"memory", "mmap", "57"}},
		{.name = "files",
			.arguments = {"memory", "box", "100"},
			.writable = true,
			.box_kib = 200 * 1024,
			.hits = AS_HIT_MEMORY},
		{.name = "after files", .arguments = {"memory", "heap", "57"}},
		{.name = "missing names", .arguments = {"memory", "names", "32"}},
		{.name = "after names", .arguments = {"memory", "pieces", "57"}},
		{.name = "processes", .arguments = {"bomb", "zombies"}, .hits = AS_HIT_PROCESSES},
		{.name = "after processes", .arguments = {"honest", "threads"}, .processes = 9},
		{.name = "time", .arguments = {"cpu", "user"}, .cpu_ms = 300, .hits = AS_HIT_CPU},
		{.name = "after time",
			.arguments = {"cpu", "some", "150"},
			.cpu_ms = 300,
			.min_cpu_ms = 140},
		{.name = "output", .arguments = {"output", "stdout"}, .hits = AS_HIT_OUTPUT},
		{.name = "after output", .arguments = {"output", "exactly", "65536"}},
		{.name = "a call",
			.arguments = {"call", "self", "mount"},
			.hits = AS_HIT_SYSCALL,
			.syscall = "mount"},
		{.name = "after a call", .arguments = {"honest", "pipes"}},
	};

	HOSTILE_RUN_ALL(pairs);
}

/* After a run that used all of its processes, the v1 group is made again. */
Test(hostile, a_run_cannot_learn_of_earlier_runs_by_its_control_group)
{
	static const char *const full[] = {"/bin/sh", "-c",
		"sleep 20 & a=$!; sleep 20 & b=$!; sleep 20 & kill $a $b $!; wait", NULL};
	static const struct hostile_case runs[] = {
		{.name = "first", .arguments = {"state", "place"}, .processes = 4},
		{.name = "the maximum number of processes", .command = full, .processes = 4},
		{.name = "after it", .arguments = {"state", "place"}, .processes = 4},
	};

	HOSTILE_RUN_ALL(runs);
}

Test(hostile, no_file_system_accepts_a_key)
{
	static const struct hostile_case runs[] = {
		{.name = "native", .arguments = {"state", "key"}},
		{.name = "runtime", .arguments = {"state", "key"}, .profile = AS_PROFILE_RUNTIME},
		{.name = "compiler", .arguments = {"state", "key"}, .profile = AS_PROFILE_COMPILER},
	};

	HOSTILE_RUN_ALL(runs);
}
