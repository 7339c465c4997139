/* SPDX-License-Identifier: MIT */
/* Programs that use too much of a resource: each limit, exceeded in every way. */
#include "hostile.h"
#include "support/skip.h"

TestSuite(hostile, .timeout = 600);

Test(hostile, cpu_time_of_the_whole_tree_is_limited)
{
	static const struct hostile_case cases[] = {
		{.name = "a loop", .arguments = {"cpu", "user"}, .cpu_ms = 300, .hits = AS_HIT_CPU},
		{.name = "time in the kernel counts",
			.arguments = {"cpu", "kernel"},
			.cpu_ms = 300,
			.hits = AS_HIT_CPU},
		{.name = "threads count together",
			.arguments = {"cpu", "threads"},
			.cpu_ms = 300,
			.hits = AS_HIT_CPU},
		{.name = "children count together",
			.arguments = {"cpu", "children"},
			.cpu_ms = 300,
			.hits = AS_HIT_CPU},
		{.name = "children that have died count",
			.arguments = {"cpu", "short-children"},
			.cpu_ms = 300,
			.hits = AS_HIT_CPU},
		{.name = "reading an infinite input is work",
			.arguments = {"idle", "read"},
			.input = HOSTILE_ENDLESS,
			.cpu_ms = 300,
			.hits = AS_HIT_CPU},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, cpu_time_under_the_limit_passes_and_is_all_counted)
{
	static const struct hostile_case cases[] = {
		{.name = "in the program", .arguments = {"cpu", "some", "150"}, .min_cpu_ms = 140},
		{.name = "in threads",
			.arguments = {"cpu", "some-threads", "50"},
			.min_cpu_ms = 140},
		{.name = "in children",
			.arguments = {"cpu", "some-children", "50"},
			.min_cpu_ms = 140},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, idle_time_differs_from_working_and_from_the_wall_limit)
{
	static const struct hostile_case cases[] = {
		{.name = "sleeping",
			.arguments = {"idle", "sleep"},
			.idle_ms = 200,
			.hits = AS_HIT_IDLE},
		{.name = "waiting for input",
			.arguments = {"idle", "read"},
			.input = HOSTILE_SILENCE,
			.idle_ms = 200,
			.hits = AS_HIT_IDLE},
		{.name = "a deadlock",
			.arguments = {"idle", "deadlock"},
			.idle_ms = 200,
			.hits = AS_HIT_IDLE},
		{.name = "reading the clock from time to time is idling",
			.arguments = {"idle", "naps"},
			.idle_ms = 300,
			.hits = AS_HIT_IDLE},
		{.name = "working is not",
			.arguments = {"cpu", "user"},
			.cpu_ms = 1500,
			.idle_ms = 1000,
			.hits = AS_HIT_CPU},
		{.name = "idling that ends before the limit is permitted",
			.arguments = {"ends", "status", "0"},
			.idle_ms = 5000},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, idling_past_the_wall_limit_is_not_cpu_time)
{
	static const struct hostile_case cases[] = {
		{.name = "sleeping",
			.arguments = {"idle", "sleep"},
			.wall_ms = 300,
			.hits = AS_HIT_WALL},
		{.name = "pausing",
			.arguments = {"idle", "pause"},
			.wall_ms = 300,
			.hits = AS_HIT_WALL},
		{.name = "stopping itself",
			.arguments = {"idle", "stop"},
			.wall_ms = 300,
			.hits = AS_HIT_WALL},
		{.name = "stopping its family",
			.arguments = {"idle", "stop-family"},
			.wall_ms = 300,
			.hits = AS_HIT_WALL},
		{.name = "waiting for input",
			.arguments = {"idle", "read"},
			.input = HOSTILE_SILENCE,
			.wall_ms = 300,
			.hits = AS_HIT_WALL},
		{.name = "blocking every signal",
			.arguments = {"idle", "deaf"},
			.wall_ms = 300,
			.hits = AS_HIT_WALL},
		{.name = "an empty input ends", .arguments = {"idle", "read"}},
	};

	HOSTILE_RUN_ALL(cases);
}

/* Each way with its limit, a tenth below it and a fifth above it. */
static const struct {
	const char *way;
	unsigned limit_mib;
	const char *under, *over;
	unsigned min_mib; /* seen at the peak; the real sizes of frames and pieces differ a little
			       from the nominal ones */
	enum as_profile profile;
} memory_ways[] = {
	{"heap", 64, "57", "77", 57, AS_PROFILE_NATIVE},
	{"pieces", 64, "57", "77", 56, AS_PROFILE_NATIVE},
	{"statics", 64, "57", "77", 57, AS_PROFILE_NATIVE},
	{"mmap", 64, "57", "77", 57, AS_PROFILE_NATIVE},
	{"memfd", 64, "57", "77", 57, AS_PROFILE_NATIVE},
	{"box", 64, "57", "77", 57, AS_PROFILE_NATIVE},
	{"children", 64, "57", "77", 57, AS_PROFILE_NATIVE},
	{"stack", 64, "57", "77", 56, AS_PROFILE_NATIVE},
	{"thread", 64, "57", "77", 56, AS_PROFILE_NATIVE},
	{"array", 64, "57", "77", 57, AS_PROFILE_NATIVE},
	{"pipes", 16, "14", "20", 14, AS_PROFILE_NATIVE},
	/* a page for each fragment that went in */
	{"sockets", 8, "4", "10", 4, AS_PROFILE_RUNTIME},
};

#define MEMORY_WAY_COUNT (sizeof(memory_ways) / sizeof(*memory_ways))

static void run_memory_ways(bool over)
{
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	for (size_t i = 0; i < MEMORY_WAY_COUNT; i++) {
		const struct hostile_case c = {.name = memory_ways[i].way,
			.arguments = {"memory", memory_ways[i].way,
				over ? memory_ways[i].over : memory_ways[i].under},
			.profile = memory_ways[i].profile,
			.writable = true,
			.box_kib = 200 * 1024,
			.open_files = 1000,
			.memory_mib = memory_ways[i].limit_mib,
			.min_memory_mib = memory_ways[i].min_mib,
			.hits = over ? AS_HIT_MEMORY : 0};
		hostile_run(&hostile, &c);
	}
	hostile_close(&hostile);
}

Test(hostile, a_fifth_more_memory_than_the_limit_is_over_it_by_any_way)
{
	run_memory_ways(true);
}

Test(hostile, a_tenth_less_memory_than_the_limit_passes_by_any_way)
{
	run_memory_ways(false);
}

Test(hostile, memory_without_end_is_over_the_limit)
{
	static const struct hostile_case cases[] = {
		{.name = "recursion without end",
			.arguments = {"memory", "stack", "100000"},
			.hits = AS_HIT_MEMORY},
		{.name = "and in a thread",
			.arguments = {"memory", "thread", "100000"},
			.hits = AS_HIT_MEMORY},
		{.name = "small files in the box",
			.arguments = {"memory", "small-files", "100"},
			.writable = true,
			.box_kib = 200 * 1024,
			.box_files = 1000000,
			.hits = AS_HIT_MEMORY},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, output_on_both_streams_is_limited_together)
{
	static const struct hostile_case cases[] = {
		{.name = "flood of stdout",
			.arguments = {"output", "stdout"},
			.hits = AS_HIT_OUTPUT},
		{.name = "flood of stderr",
			.arguments = {"output", "stderr"},
			.hits = AS_HIT_OUTPUT},
		{.name = "flood of both", .arguments = {"output", "both"}, .hits = AS_HIT_OUTPUT},
		{.name = "flood by children",
			.arguments = {"output", "children"},
			.hits = AS_HIT_OUTPUT},
		{.name = "flood without copying",
			.arguments = {"output", "sendfile"},
			.hits = AS_HIT_OUTPUT},
		{.name = "just the limit", .arguments = {"output", "exactly", "65536"}},
		{.name = "one byte more",
			.arguments = {"output", "exactly", "65537"},
			.hits = AS_HIT_OUTPUT},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, a_file_larger_than_the_box_is_over_the_limit_of_the_box)
{
	static const struct hostile_case cases[] = {
		{.name = "flood of a file",
			.arguments = {"output", "file"},
			.writable = true,
			.hits = AS_HIT_BOX},
		{.name = "by a program that ignores the signal",
			.arguments = {"output", "file", "ignore"},
			.writable = true,
			.hits = AS_HIT_BOX},
		{.name = "a sparse file",
			.arguments = {"output", "sparse"},
			.writable = true,
			.hits = AS_HIT_BOX},
		{.name = "just the box",
			.arguments = {"output", "file", "ignore", "1048576"},
			.writable = true,
			.exit_code = 5},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, processes_and_threads_are_limited_together)
{
	static const struct hostile_case cases[] = {
		/* The kernel frees the memory of ended processes late if the machine is busy. */
		{.name = "fork bomb",
			.arguments = {"bomb", "forks"},
			.hits = AS_HIT_PROCESSES,
			.may_hit = AS_HIT_CPU | AS_HIT_MEMORY},
		{.name = "thread bomb", .arguments = {"bomb", "threads"}, .hits = AS_HIT_PROCESSES},
		{.name = "zombies", .arguments = {"bomb", "zombies"}, .hits = AS_HIT_PROCESSES},
		{.name = "a limit that permits no thread",
			.arguments = {"honest", "threads"},
			.processes = 1,
			.hits = AS_HIT_PROCESSES},
		{.name = "a limit that is just high enough",
			.arguments = {"honest", "threads"},
			.processes = 9},
		{.name = "descriptors", .arguments = {"bomb", "descriptors", "64"}},
		{.name = "fewer descriptors",
			.arguments = {"bomb", "descriptors", "10"},
			.open_files = 10},
		{.name = "a daemon dies with the run",
			.arguments = {"bomb", "daemon"},
			.exit_code = 7},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, limits_hold_for_python)
{
	static const struct hostile_case cases[] = {
		{.name = "memory",
			.arguments = {"greedy.py"},
			.profile = AS_PROFILE_RUNTIME,
			.hits = AS_HIT_MEMORY},
		{.name = "fork bomb",
			.arguments = {"bomb.py"},
			.profile = AS_PROFILE_RUNTIME,
			.hits = AS_HIT_PROCESSES,
			.may_hit = AS_HIT_CPU | AS_HIT_MEMORY},
	};

	skip_unless(access("/usr/bin/python3", X_OK) == 0, "python3", "no /usr/bin/python3");
	HOSTILE_RUN_ALL(cases);
}

/* Every limit that was exceeded is reported; the verdict comes from the most severe. */
Test(hostile, the_most_severe_of_several_causes_is_reported)
{
	static const struct hostile_case cases[] = {
		{.name = "memory, then a crash",
			.arguments = {"several", "memory-crash"},
			.hits = AS_HIT_MEMORY},
		{.name = "memory, then output",
			.arguments = {"several", "memory-flood"},
			.hits = AS_HIT_MEMORY,
			.may_hit = AS_HIT_OUTPUT},
		{.name = "memory, then time",
			.arguments = {"several", "memory-loop"},
			.hits = AS_HIT_MEMORY},
		{.name = "a cache of missing names, then a loop",
			.arguments = {"several", "names-loop"},
			.cpu_ms = 2000,
			.memory_mib = 16,
			.hits = AS_HIT_CPU},
		{.name = "nearly all memory, then a loop",
			.arguments = {"several", "hold-loop", "258560"},
			.cpu_ms = 500,
			.memory_mib = 256,
			.hits = AS_HIT_CPU},
		{.name = "memory pressure until the time limit",
			.arguments = {"several", "starve-loop", "61952"},
			.works_first = true,
			.cpu_ms = 1000,
			.memory_mib = 64,
			.hits = AS_HIT_MEMORY | AS_HIT_CPU},
		{.name = "output, then a crash",
			.arguments = {"several", "flood-crash"},
			.hits = AS_HIT_OUTPUT},
		{.name = "output, then time",
			.arguments = {"several", "flood-loop"},
			.hits = AS_HIT_OUTPUT},
		{.name = "processes, then a crash",
			.arguments = {"several", "threads-crash"},
			.hits = AS_HIT_PROCESSES},
		{.name = "a forbidden call of a child while its parent loops",
			.arguments = {"several", "call-loop"},
			.hits = AS_HIT_SYSCALL,
			.syscall = "socket"},
	};

	HOSTILE_RUN_ALL(cases);
}
