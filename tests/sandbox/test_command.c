/* SPDX-License-Identifier: MIT */
/* `assay sandbox`: one run as a person makes it, reported as one JSON object. */
#include "runs.h"

TestSuite(command, .init = enter_folder, .fini = leave_folder, .timeout = 600);

Test(command, a_run_that_ends_by_itself_is_fully_reported)
{
	put("input", "1 2 3\n");
	AS_AUTO_JSON json_t *run = run_sandbox((const char *const[]){
		"--stdin", "input", "--profile", "native", "--", HOSTILE("files"), "copy", NULL});

	cr_expect_str_eq(text_at(run, "schema"), "assay-run/1");
	cr_expect_eq(json_array_size(json_object_get(run, "hits")), 0u);
	cr_expect(json_is_integer(json_object_get(run, "exit_code")));
	cr_expect_eq(number_at(run, "exit_code"), 0);
	cr_expect(json_is_null(json_object_get(run, "signal")));
	cr_expect_null(json_object_get(run, "syscall"));
	cr_expect_str_eq(text_at(run, "stdout"), "1 2 3\n");
	cr_expect_str_eq(text_at(run, "stderr"), "");
	cr_expect_eq(number_at(run, "output_bytes"), 6);
	cr_expect_gt(number_at(run, "cpu_time_ns"), 0);
	cr_expect_gt(number_at(run, "wall_time_ns"), 0);
	cr_expect_gt(number_at(run, "memory_bytes"), 0);
	cr_expect_str_eq(text_at(json_object_get(run, "sandbox"), "isolation"), "full");
}

Test(command, each_hit_has_its_name)
{
	static const struct {
		const char *hit;
		const char *arguments[10];
	} table[] = {
		{"cpu", {"--cpu", "200ms", "--wall", "20s", "--", HOSTILE("cpu"), "user"}},
		{"wall-clock", {"--cpu", "20s", "--wall", "200ms", "--", HOSTILE("idle"), "sleep"}},
		{"wall-clock", {"--cpu", "700ms", "--", HOSTILE("idle"), "sleep"}},
		{"memory", {"--cpu", "20s", "--memory", "16MiB", "--", HOSTILE("memory"), "heap",
				   "32"}},
		{"output", {"--cpu", "20s", "--output", "4kB", "--", HOSTILE("output"), "both"}},
		{"processes",
			{"--cpu", "20s", "--processes", "4", "--", HOSTILE("bomb"), "zombies"}},
		{"syscall", {"--cpu", "20s", "--", HOSTILE("call"), "self", "mount"}},
		{"idleness", {"--cpu", "20s", "--wall", "20s", "--idle", "200ms", "--",
				     HOSTILE("idle"), "sleep"}},
		{"box", {"--cpu", "20s", "--writable", "--box", "1MiB", "--", HOSTILE("files"),
				"fill-box", "1024"}},
		{"box", {"--cpu", "20s", "--writable", "--files", "100", "--", HOSTILE("files"),
				"many-files", "101"}},
		{"box", {"--cpu", "20s", "--writable", "--box", "1MiB", "--", HOSTILE("output"),
				"file"}},
		{"box", {"--cpu", "20s", "--writable", "--box", "1MiB", "--", HOSTILE("output"),
				"file", "ignore"}},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		AS_AUTO_JSON json_t *run = run_sandbox(table[i].arguments);
		const json_t *hits = json_object_get(run, "hits");
		cr_expect_eq(json_array_size(hits), 1u, "%s", table[i].hit);
		const char *hit = json_string_value(json_array_get(hits, 0));
		cr_expect_str_eq(hit ? hit : "", table[i].hit);
		cr_expect(json_is_null(json_object_get(run, "exit_code")), "%s", table[i].hit);
		cr_expect(json_is_null(json_object_get(run, "signal")), "%s", table[i].hit);
		cr_expect_str_eq(text_at(run, "syscall"),
			strcmp(table[i].hit, "syscall") == 0 ? "mount" : "");
	}
}

Test(command, the_profile_decides_which_calls_are_named)
{
	AS_AUTO_JSON json_t *native = run_sandbox((const char *const[]){
		"--profile", "native", "--", HOSTILE("call"), "self", "socketpair", NULL});
	AS_AUTO_JSON json_t *runtime = run_sandbox((const char *const[]){
		"--profile", "runtime", "--", HOSTILE("call"), "self", "socketpair", NULL});

	cr_expect_str_eq(text_at(native, "syscall"), "socketpair");
	cr_expect_null(json_object_get(runtime, "syscall"));
	cr_expect_eq(number_at(runtime, "exit_code"), 1, "it went on to its end");
}

Test(command, a_signal_has_its_number_and_no_exit_code)
{
	AS_AUTO_JSON json_t *run =
		run_sandbox((const char *const[]){"--", HOSTILE("ends"), "segv", NULL});

	cr_expect_eq(number_at(run, "signal"), SIGSEGV);
	cr_expect(json_is_null(json_object_get(run, "exit_code")));
}

Test(command, the_box_is_writable_only_if_requested)
{
	AS_AUTO_JSON json_t *writable = run_sandbox(
		(const char *const[]){"--writable", "--", HOSTILE("files"), "use-box", NULL});
	AS_AUTO_JSON json_t *sealed =
		run_sandbox((const char *const[]){"--", HOSTILE("files"), "use-box", NULL});

	cr_expect_eq(number_at(writable, "exit_code"), 0, "%s", text_at(writable, "stdout"));
	cr_expect_eq(number_at(sealed, "exit_code"), 1);
	cr_expect_str_eq(text_at(sealed, "stdout"), "cannot use left: Read-only file system\n");
}

Test(command, a_program_of_the_system_is_found_by_its_name)
{
	AS_AUTO_JSON json_t *run = run_sandbox((const char *const[]){
		"--cpu", "20s", "--", "sh", "-c", "id -u; pwd; hostname", NULL});

	cr_expect_str_eq(text_at(run, "stdout"), "1000\n/box\nbox\n", "%s%s",
		text_at(run, "stdout"), text_at(run, "stderr"));
}

/* The minimum is enough for a program without needs. */
Test(command, a_program_starts_with_the_least_memory)
{
	AS_AUTO_JSON json_t *run = RUN("--memory", "512KiB", "--", "/usr/bin/true");
	AUTO_OUTCOME less = ASSAY("sandbox", "--memory", "524287B", "--", "/usr/bin/true");

	cr_expect_eq(json_array_size(json_object_get(run, "hits")), 0u);
	cr_expect_eq(number_at(run, "exit_code"), 0);
	EXPECT_COMPLAINT(less, AS_ERROR_USAGE,
		"--memory: 524287B is less than a process needs to start; use at least 512KiB");
}

/* The document is printed nevertheless. */
Test(command, an_interrupted_run_is_reported_as_cancelled)
{
	const struct process process = command_start(
		ASSAY_ARGV("sandbox", "--wall", "30s", "--", HOSTILE("idle"), "sleep", "told"),
		NULL);

	for (int waited_ms = 0; waited_ms < 10000 && !host_count_processes("/program/", "told");
		waited_ms += 10)
		usleep(10000);
	kill(process.pid, SIGTERM);
	AUTO_OUTCOME outcome = command_end(&process);
	skip_unless(outcome.status != AS_ERROR_MACHINE, "cgroup", outcome.err.data);
	cr_expect_eq(outcome.signal, SIGTERM);
	cr_expect_str_eq(outcome.err.data, "assay: interrupted; nothing was left behind\n");
	AS_AUTO_JSON json_t *run = run_document(&outcome);
	cr_expect_str_eq(
		json_string_value(json_array_get(json_object_get(run, "hits"), 0)), "cancelled");
	EXPECT_NOTHING_LEFT(outcome);
}

Test(command, an_unstartable_program_is_an_input_error)
{
	AUTO_OUTCOME absent = ASSAY("sandbox", "--", "/usr/bin/no-such-program");
	skip_unless(absent.status != AS_ERROR_MACHINE, "cgroup", absent.err.data);
	EXPECT_COMPLAINT(absent, AS_ERROR_INPUT,
		"cannot start the program /usr/bin/no-such-program: No such file or directory");
	EXPECT_NOTHING_LEFT(absent);
}

Test(command, a_script_without_an_interpreter_gets_a_remedy)
{
	put("script.py", "print(1)\n");
	cr_assert_eq(fchmodat(here_fd, "script.py", 0755, 0), 0);
	AUTO_OUTCOME outcome = ASSAY("sandbox", "--", "./script.py");
	skip_unless(outcome.status != AS_ERROR_MACHINE, "cgroup", outcome.err.data);
	EXPECT_COMPLAINT(outcome, AS_ERROR_INPUT,
		"cannot start the program /program/script.py: Exec format error; begin a script "
		"with a line such as #!/usr/bin/python3");
	EXPECT_NOTHING_LEFT(outcome);
}

/* After a SIGKILL only watching processes can clean up. */
Test(command, killed_it_leaves_no_process)
{
	char mark[64];

	snprintf(mark, sizeof(mark), "command-%d", (int)getpid());
	const struct process process = command_start(
		ASSAY_ARGV("sandbox", "--wall", "30s", "--", HOSTILE("idle"), "sleep", mark), NULL);
	/* The command's own arguments contain the mark, too; those of the program begin
	 * differently. */
	for (int waited_ms = 0; waited_ms < 10000 && !host_count_processes("/program/", mark);
		waited_ms += 10)
		usleep(10000);
	cr_expect_eq(host_count_processes("/program/", mark), 1, "the program was never seen");
	kill(process.pid, SIGKILL);
	AUTO_OUTCOME outcome = command_end(&process);
	cr_expect_eq(outcome.signal, SIGKILL);
	cr_expect(all_ended(30000 * patience()), "a process is left");
	cr_expect_eq(host_count_processes("", mark), 0, "the program is left");
}
