/* SPDX-License-Identifier: MIT */
/* Further run-time systems and compilers, for `./check --all` only. */
#include "toolchain.h"

#include <criterion/criterion.h>

TestSuite(languages, .timeout = 600);

Test(languages, rust_is_compiled_and_run)
{
	static const struct toolchain rust = {.word = "rust",
		.tools = {"/usr/bin/rustc"},
		.compile = {"/usr/bin/rustc", "-O", "-o", "/box/program", "/hostile/runtime.rs",
			NULL},
		.made = {"program"},
		.command = {"/program/program"},
		.profile = AS_PROFILE_NATIVE,
		.memory_mib = 64,
		.processes = 64,
		.connect = "socket"};

	toolchain_run_all(&rust);
}

Test(languages, mono_is_compiled_and_run)
{
	static const struct toolchain mono = {.word = "mono",
		.tools = {"/usr/bin/mcs", "/usr/bin/mono"},
		.compile = {"/usr/bin/mcs", "-out:/box/program.exe", "/hostile/Runtime.cs", NULL},
		.made = {"program.exe"},
		.command = {"/usr/bin/mono", "/program/program.exe"},
		.profile = AS_PROFILE_RUNTIME,
		.memory_mib = 256,
		.processes = 64,
		.connect = "socket"};

	toolchain_run_all(&mono);
}
