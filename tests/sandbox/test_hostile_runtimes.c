/* SPDX-License-Identifier: MIT */
/* Real run-time systems and compilers, each in its profile: ordinary programs of the language work,
 * with threads; too much memory, too many threads and a connection do not. */
#include "toolchain.h"

#include <criterion/criterion.h>

TestSuite(runtimes, .timeout = 600);

Test(runtimes, java_is_compiled_and_run)
{
	static const struct toolchain java = {.word = "java",
		.tools = {"/usr/bin/javac", "/usr/bin/java"},
		.compile = {"/usr/bin/javac", "-J-XX:-UsePerfData", "-d", "/box",
			"/hostile/Runtime.java", NULL},
		.made = {"Runtime.class"},
		/* More memory than there is, so that the limit is hit before the end of the
		 * heap. */
		.command = {"/usr/bin/java", "-XX:-UsePerfData", "-XX:MaxDirectMemorySize=4g",
			"-Xmx256m", "-cp", "/program", "Runtime"},
		.profile = AS_PROFILE_RUNTIME,
		.memory_mib = 512,
		.processes = 96,
		.connect = "socket"};

	toolchain_run_all(&java);
}

Test(runtimes, go_is_compiled_and_run)
{
	static const struct toolchain go = {.word = "go",
		.tools = {"/usr/bin/go"},
		.compile = {"/usr/bin/go", "build", "-o", "/box/program", "/hostile/runtime.go",
			NULL},
		.compile_env = {"GOCACHE=/box/.cache", "GOPATH=/box/.go", "GOFLAGS=-mod=mod",
			"CGO_ENABLED=0", NULL},
		.made = {"program"},
		.command = {"/program/program"},
		.profile = AS_PROFILE_RUNTIME,
		.memory_mib = 256,
		.processes = 64,
		.connect = "socket"};

	toolchain_run_all(&go);
}

Test(runtimes, node_is_run)
{
	static const struct toolchain node = {.word = "node",
		.tools = {"/usr/bin/node"},
		.command = {"/usr/bin/node", "/hostile/runtime.js"},
		.profile = AS_PROFILE_RUNTIME,
		.memory_mib = 512,
		.processes = 64,
		.connect = "socket"};

	toolchain_run_all(&node);
}

Test(runtimes, python_is_run)
{
	static const struct toolchain python = {.word = "python3",
		.tools = {"/usr/bin/python3"},
		.command = {"/usr/bin/python3", "/hostile/runtime.py"},
		.profile = AS_PROFILE_RUNTIME,
		.memory_mib = 128,
		.processes = 64,
		.connect = "socket"};

	toolchain_run_all(&python);
}

Test(runtimes, pypy_is_run)
{
	static const struct toolchain pypy = {.word = "pypy3",
		.tools = {"/usr/bin/pypy3"},
		.command = {"/usr/bin/pypy3", "/hostile/runtime.py"},
		.profile = AS_PROFILE_RUNTIME,
		.memory_mib = 256,
		.processes = 64,
		.connect = "socket"};

	toolchain_run_all(&pypy);
}
