/* SPDX-License-Identifier: MIT */
/* Fork servers of hostile programs: they end, nothing is left, and the caller continues. */
#include "fork_case.h"

TestSuite(fork_hostile, .timeout = 600);

Test(fork_hostile, a_program_that_does_not_serve_is_refused)
{
	AUTO_FORK test = {0};
	struct as_error error = {0};

	fork_case_workshop(&test);
	static const char source[] =
		"#include <unistd.h>\n"
		"__attribute__((constructor(50))) static void first(void) { _exit(0); }\n"
		"int main(void) { return 0; }\n";
	fork_case_build(&test, "a.c", source, strlen(source));
	cr_assert_not(fork_case_start(&test, &error));
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, "the program's fork server did not start");
}

/* ---- children ---- */

#define ATTACKS                                                                                    \
	"#define _GNU_SOURCE\n#include <dirent.h>\n#include <fcntl.h>\n#include <signal.h>\n"      \
	"#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sched.h>\n"       \
	"#include <sys/ptrace.h>\n#include <sys/syscall.h>\n#include <sys/uio.h>\n"                \
	"#include <unistd.h>\n"                                                                    \
	"static void list(void) { for (int i = 0; i < 256; i++) if (fcntl(i, F_GETFD) >= 0)\n"     \
	"  printf(\"%d \", i); }\n"                                                                \
	"static void garbage(void) { char b[4096]; memset(b, 7, 4096);\n"                          \
	"  for (int i = 3; i < 1024; i++) { write(i, b, 4096); read(i, b, 4096); close(i); } }\n"  \
	"static void reopen(void) { char p[64]; int count = 0; for (int i = 0; i < 64; i++) {\n"   \
	"  snprintf(p, 64, \"/proc/%d/fd/%d\", getppid(), i); int fd = open(p, O_RDWR);\n"         \
	"  struct stat *s = 0; (void)s; if (fd > 2 && lseek(fd, 0, SEEK_CUR) < 0) {\n"             \
	"    count++; write(fd, p, 64); } }\n  printf(\"%d\", count); }\n"                         \
	"static void poke(void) { char p[64], zeros[4096] = {0}; unsigned long a, e;\n"            \
	"  snprintf(p, 64, \"/proc/%d/maps\", getppid()); FILE *f = fopen(p, \"r\"); if (!f) "     \
	"return;\n"                                                                                \
	"  snprintf(p, 64, \"/proc/%d/mem\", getppid()); int m = open(p, O_RDWR); char "           \
	"line[512];\n"                                                                             \
	"  while (fgets(line, 512, f)) { if (sscanf(line, \"%lx-%lx\", &a, &e) != 2) continue;\n"  \
	"    for (; a < e; a += 4096) pwrite(m, zeros, 4096, (off_t)a); } }\n"                     \
	"int main(void) { char w[20] = \"\"; if (scanf(\"%19s\", w) != 1) return 1;\n"             \
	"if (!strcmp(w, \"list\")) list();\nif (!strcmp(w, \"garbage\")) garbage();\n"             \
	"if (!strcmp(w, \"reopen\")) reopen();\nif (!strcmp(w, \"poke\")) poke();\n"               \
	"if (!strcmp(w, \"kill\")) kill(getppid(), SIGKILL);\n"                                    \
	"if (!strcmp(w, \"tgkill\")) syscall(SYS_tgkill, getppid(), getppid(), SIGKILL);\n"        \
	"if (!strcmp(w, \"tkill\")) syscall(SYS_tkill, getppid(), SIGKILL);\n"                     \
	"if (!strcmp(w, \"group\")) kill(0, SIGKILL);\n"                                           \
	"if (!strcmp(w, \"all\")) kill(-1, SIGKILL);\n"                                            \
	"if (!strcmp(w, \"fork\")) fork();\nif (!strcmp(w, \"vfork\")) if (!vfork()) _exit(0);\n"  \
	"if (!strcmp(w, \"zero\")) syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);\n"                     \
	"if (!strcmp(w, \"popen\")) popen(\"true\", \"r\");\n"                                     \
	"if (!strcmp(w, \"ptrace\")) ptrace(PTRACE_ATTACH, getppid(), 0, 0);\n"                    \
	"if (!strcmp(w, \"exec\")) execl(\"/program/program\", \"p\", (char *)0);\n"               \
	"printf(\"%s\", w); return 0; }\n"

static const struct {
	const char *name;
	const char *printed; /* NULL: the answer is not known */
} attacks[] = {
	{"list", "0 1 2 list"},
	{"garbage", "garbage"},
	{"reopen", "0reopen"},
	{"kill", NULL},
	{"tgkill", NULL},
	{"tkill", NULL},
	{"group", NULL},
	{"all", NULL},
	{"fork", NULL},
	{"vfork", NULL},
	{"zero", NULL},
	{"popen", NULL},
};

static void make_attacks(struct fork_case *test, bool reuse)
{
	test->reuse = reuse;
	fork_case_make(test, "a.c", ATTACKS);
}

/* After each of them the same server answers. */
Test(fork_hostile, a_child_does_not_reach_its_server)
{
	AUTO_FORK test = {0};

	make_attacks(&test, false);
	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < sizeof(attacks) / sizeof(*attacks); i++) {
			const struct as_fork_output output = fork_one(&test, attacks[i].name);
			cr_expect_eq(output.end,
				attacks[i].printed ? AS_FORK_ENDED : AS_FORK_UNKNOWN, "%s: %d %d",
				attacks[i].name, output.signal, output.exit_code);
			if (attacks[i].printed)
				EXPECT_OUTPUT(output, attacks[i].printed);
			EXPECT_OUTPUT(fork_one(&test, "fine"), "fine");
		}
	}
	cr_expect_not(as_fork_server_is_broken(test.server));
}

/* These end the run, or may end it: a forbidden call, the memory of the server. */
Test(fork_hostile, a_server_that_died_is_started_again_three_times)
{
	AUTO_FORK test = {0};

	make_attacks(&test, false);
	for (int death = 1; death <= 4; death++) {
		const struct as_fork_output output = fork_one(&test, death % 2 ? "ptrace" : "exec");
		cr_expect_eq(output.end, AS_FORK_UNKNOWN);
		cr_expect_eq(as_fork_server_is_broken(test.server), death >= 3, "%d", death);
		const struct as_fork_output after = fork_one(&test, "fine");
		cr_expect_eq(after.end, death >= 3 ? AS_FORK_UNKNOWN : AS_FORK_ENDED, "%d", death);
	}
}

/* Of a batch, only the input at which the server died has no answer. */
Test(fork_hostile, a_death_costs_one_input)
{
	AUTO_FORK test = {0};
	const struct as_fork_input inputs[] = {
		fork_input("one"), fork_input("ptrace"), fork_input("two"), fork_input("three")};
	struct as_fork_output outputs[4];

	make_attacks(&test, false);
	fork_case_run(&test, inputs, 4, outputs);
	EXPECT_OUTPUT(outputs[0], "one");
	cr_expect_eq(outputs[1].end, AS_FORK_UNKNOWN);
	EXPECT_OUTPUT(outputs[2], "two");
	EXPECT_OUTPUT(outputs[3], "three");
}

/* If the kernel permits a process to write its parent's memory, only the server is lost. */
Test(fork_hostile, a_server_whose_memory_is_overwritten_ends)
{
	AUTO_FORK test = {0};

	make_attacks(&test, false);
	const struct as_fork_output output = fork_one(&test, "poke");
	if (output.end == AS_FORK_ENDED)
		EXPECT_OUTPUT(output, "poke");
	EXPECT_OUTPUT(fork_one(&test, "fine"), "fine");
}

/* ---- programs that take the server's place, before its constructor ---- */

#define IMPOSTOR(body)                                                                             \
	"#include <stdint.h>\n#include <string.h>\n#include <unistd.h>\n"                          \
	"__attribute__((constructor(50))) static void first(void) {\n"                             \
	"  char b[8192]; uint64_t w[8] = {0x31736b726f667361u, 1}; memset(b, 1, sizeof(b));\n"     \
	"  (void)w;\n" body "  _exit(0); }\nint main(void) { return 0; }\n"
#define READY "  read(0, b, 64); write(0, w, 16);\n"

static void start_impostor(struct fork_case *test, const char *source, bool starts)
{
	struct as_error error = {0};

	fork_case_workshop(test);
	fork_case_build(test, "a.c", source, strlen(source));
	cr_assert_eq(fork_case_start(test, &error), starts, "%s", error.text);
	if (!starts)
		cr_expect_eq(error.kind, AS_ERROR_INPUT);
}

Test(fork_hostile, garbage_for_a_greeting_is_refused)
{
	AUTO_FORK test = {0};

	start_impostor(&test, IMPOSTOR("  write(0, b, 8192); read(0, b, 8192);\n"), false);
}

/* "Too late" makes the caller start the server earlier, where it cannot be too late. */
Test(fork_hostile, a_server_that_is_always_too_late_is_refused)
{
	AUTO_FORK test = {0};

	start_impostor(&test, IMPOSTOR("  read(0, b, 64); w[1] = 2; write(0, w, 16);\n"), false);
}

static void expect_no_answer(const char *source)
{
	AUTO_FORK test = {0};

	start_impostor(&test, source, true);
	for (int i = 0; i < 4; i++)
		cr_expect_eq(fork_one(&test, "1").end, AS_FORK_UNKNOWN);
	cr_expect(as_fork_server_is_broken(test.server));
}

Test(fork_hostile, impossible_answers_are_refused)
{
	/* An impossible exit status. */
	expect_no_answer(IMPOSTOR(READY "  read(0, b, 8192); memset(b, 255, 64);\n"
					"  write(0, b, 8192); sleep(1000);\n"));
	/* More output than its limit. */
	expect_no_answer(IMPOSTOR(READY "  read(0, b, 8192); memset(w, 0, 64); w[4] = 1ull << 60;\n"
					"  write(0, w, 48); for (;;) write(0, b, 8192);\n"));
	/* Half an answer. */
	expect_no_answer(IMPOSTOR(READY "  read(0, b, 8192); write(0, w, 20);\n"));
}

/* A lie is an answer: only a fresh run reveals it. */
Test(fork_hostile, a_forged_answer_is_accepted)
{
	AUTO_FORK test = {0};

	start_impostor(&test,
		IMPOSTOR(READY "  read(0, b, 8192); memset(w, 0, 64); w[4] = 3;\n"
			       "  write(0, w, 48); write(0, \"lie\", 3); sleep(1000);\n"),
		true);
	EXPECT_OUTPUT(fork_one(&test, "1"), "lie");
}

Test(fork_hostile, a_server_that_never_answers_is_ended)
{
	AUTO_FORK test = {0};
	struct as_error error = {0};
	static const char source[] = IMPOSTOR(READY "  for (;;) pause();\n");

	fork_case_workshop(&test);
	test.limits.wall_time_ns = 1;
	fork_case_build(&test, "a.c", source, strlen(source));
	cr_assert(fork_case_start(&test, &error), "%s", error.text);
	cr_expect_eq(fork_one(&test, "1").end, AS_FORK_UNKNOWN);
}

/* Each byte arrives before the caller would check its flag or the time. */
Test(fork_hostile, a_server_that_answers_byte_by_byte_is_cancelled)
{
	AUTO_FORK test = {0};
	atomic_bool cancel = false;
	struct as_error error = {0};
	const struct as_fork_input input = fork_input("1");
	struct as_fork_output output;

	test.cancel = &cancel;
	start_impostor(&test,
		IMPOSTOR(READY "  read(0, b, 8192); memset(w, 0, 64); w[4] = 1 << 20;\n"
			       "  write(0, w, 48); for (;;) { write(0, b, 1); usleep(5000); }\n"),
		true);
	atomic_store(&cancel, true);
	cr_expect_eq(as_fork_server_run(test.server, &input, 1, &output, &error), -1);
	cr_expect_str_eq(error.text, "interrupted");
}
