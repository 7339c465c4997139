/* SPDX-License-Identifier: MIT */
/* Programs that take too much of something: each limit by every way to pass it. */
#include "hostile.h"
#include "support/skip.h"

TestSuite(hostile, .timeout = 60);

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
		{.name = "an input without end is work",
			.arguments = {"idle", "read"},
			.input = HOSTILE_ENDLESS,
			.cpu_ms = 300,
			.hits = AS_HIT_CPU},
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
		{.name = "an empty input has an end", .arguments = {"idle", "read"}},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, memory_by_any_way_is_limited)
{
	static const struct hostile_case cases[] = {
		{.name = "heap", .arguments = {"memory", "heap", "100"}, .hits = AS_HIT_MEMORY},
		{.name = "statics",
			.arguments = {"memory", "statics", "96"},
			.hits = AS_HIT_MEMORY},
		{.name = "shared mapping",
			.arguments = {"memory", "mmap", "100"},
			.hits = AS_HIT_MEMORY},
		{.name = "memory file",
			.arguments = {"memory", "memfd", "100"},
			.hits = AS_HIT_MEMORY},
		{.name = "children together",
			.arguments = {"memory", "children", "100"},
			.hits = AS_HIT_MEMORY},
		{.name = "files in the box",
			.arguments = {"memory", "box", "100"},
			.writable = true,
			.box_kib = 200 * 1024,
			.hits = AS_HIT_MEMORY},
		{.name = "a fifth more than the limit",
			.arguments = {"memory", "heap", "77"},
			.hits = AS_HIT_MEMORY},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, memory_under_the_limit_passes)
{
	static const struct hostile_case cases[] = {
		{.name = "heap a tenth under", .arguments = {"memory", "heap", "57"}},
		{.name = "statics", .arguments = {"memory", "statics", "57"}},
		{.name = "shared mapping", .arguments = {"memory", "mmap", "57"}},
		{.name = "memory file", .arguments = {"memory", "memfd", "57"}},
		{.name = "deep recursion", .arguments = {"memory", "stack", "57"}},
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
		{.name = "flood of a file",
			.arguments = {"output", "file"},
			.writable = true,
			.hits = AS_HIT_OUTPUT},
		{.name = "a file's length alone",
			.arguments = {"output", "sparse"},
			.writable = true,
			.hits = AS_HIT_OUTPUT},
		{.name = "just the limit", .arguments = {"output", "exactly", "65536"}},
		{.name = "one byte more",
			.arguments = {"output", "exactly", "65537"},
			.hits = AS_HIT_OUTPUT},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, processes_and_threads_are_limited_together)
{
	static const struct hostile_case cases[] = {
		{.name = "fork bomb",
			.arguments = {"bomb", "forks"},
			.hits = AS_HIT_PROCESSES,
			.may_hit = AS_HIT_CPU},
		{.name = "thread bomb", .arguments = {"bomb", "threads"}, .hits = AS_HIT_PROCESSES},
		{.name = "zombies", .arguments = {"bomb", "zombies"}, .hits = AS_HIT_PROCESSES},
		{.name = "no room for a single thread",
			.arguments = {"honest", "threads"},
			.processes = 1,
			.hits = AS_HIT_PROCESSES},
		{.name = "just enough room", .arguments = {"honest", "threads"}, .processes = 9},
		{.name = "descriptors", .arguments = {"bomb", "descriptors"}},
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
