/* SPDX-License-Identifier: MIT */
/* Ctrl-C, SIGTERM and kill -9 during work: leftovers and messages. */
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(interrupt, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* Adds; for a row that begins with 9 it alternately sleeps and computes, also in a child. */
#define SLEEPER                                                                                    \
	"#include <stdio.h>\n#include <unistd.h>\n"                                                \
	"int main(void){int a,b;scanf(\"%d%d\",&a,&b);if(a!=9){printf(\"%d\\n\",a+b);return 0;}"   \
	"fork();for(;;){usleep(1000);for(volatile int i=0;i<100000;i++);}}\n"

/* Compiles the sleeper into the cache, so that the next run is the program and not a compiler. */
static void warm_up(void)
{
	put_sum_package(1);
	put("sleeper.c", SLEEPER);
	AUTO_OUTCOME outcome = ASSAY("judge", "--expect", "AC", "sum", "sleeper.c");
	EXPECT_STATUS(outcome, 0);
	put("slow/problem.yaml", SUM_YAML "limits:\n  time_limit: 50\n");
	put("slow/data/secret/1.in", "9 9\n");
	put("slow/data/secret/1.ans", "18\n");
	put("slow/data/secret/2.in", "9 8\n");
	put("slow/data/secret/2.ans", "17\n");
}

/* Starts a command and returns when it runs something in its sandbox. */
static struct process start_and_wait(const char *const *argv)
{
	struct process process = command_start(argv, NULL);
	await_group(&process);
	usleep(300000);
	cr_assert_eq(waitpid(process.pid, NULL, WNOHANG), 0, "it ended by itself");
	return process;
}

static void expect_clean_end(const char *const *argv, int number)
{
	struct process process = start_and_wait(argv);
	cr_assert_eq(kill(process.pid, number), 0);
	int64_t before = as_now_ns();
	AUTO_OUTCOME outcome = command_end(&process);
	cr_expect_leq(
		as_now_ns() - before, INT64_C(30000000000) * patience(), "it took too long to end");
	cr_expect_eq(
		outcome.signal, number, "signal %d, status %d", outcome.signal, outcome.status);
	cr_expect_str_eq(outcome.err.data, "assay: interrupted; nothing was left behind\n");
	cr_expect_null(strstr(outcome.out.data, "\"verdict\""), "%s", outcome.out.data);
	EXPECT_NOTHING_LEFT(outcome);
}

Test(interrupt, a_run_is_ended_cleanly_by_each_signal)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	warm_up();
	for (size_t i = 0; i < 3; i++)
		expect_clean_end(ASSAY_ARGV("judge", "--json", "slow", "sleeper.c", "sleeper.c"),
			signals[i]);
}

Test(interrupt, two_workers_are_ended_cleanly)
{
	warm_up();
	expect_clean_end(
		ASSAY_ARGV("judge", "--json", "-j2", "--all", "slow", "sleeper.c"), SIGINT);
}

/* A sparse file of 2 GB, which takes minutes to read. */
static void put_sparse(const char *path)
{
	put(path, "");
	cr_assert_eq(truncate(path, INT64_C(2000000000)), 0);
}

/* True once a process has a handler for a signal. */
static bool catches(pid_t pid, int number)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "/proc/%d/status", pid);
	AS_AUTO_FILE FILE *file = fopen(path, "re");
	char line[256];
	unsigned long caught = 0;
	while (file && fgets(line, sizeof(line), file))
		sscanf(line, "SigCgt: %lx", &caught);
	return caught >> (number - 1) & 1;
}

static void expect_reading_ends(const char *const *argv, int number)
{
	struct process process = command_start(argv, NULL);
	for (int i = 0; i < 3000 && !catches(process.pid, number); i++)
		usleep(10000);
	usleep(500000);
	cr_assert_eq(waitpid(process.pid, NULL, WNOHANG), 0, "it ended by itself");
	cr_assert_eq(kill(process.pid, number), 0);
	int64_t before = as_now_ns();
	AUTO_OUTCOME outcome = command_end(&process);
	cr_expect_leq(
		as_now_ns() - before, INT64_C(30000000000) * patience(), "it took too long to end");
	cr_expect_eq(outcome.signal, number, "%s", outcome.err.data);
	cr_expect_str_eq(outcome.err.data, "assay: interrupted; nothing was left behind\n");
	EXPECT_NOTHING_LEFT(outcome);
}

Test(interrupt, reading_a_large_package_is_ended_cleanly)
{
	char path[64];
	put_sum_package(1);
	put("sum/submissions/accepted/a.py", "print(sum(map(int, input().split())))\n");
	for (int i = 10; i < 40; i++) {
		snprintf(path, sizeof(path), "sum/data/secret/%d.in", i);
		put_sparse(path);
		snprintf(path, sizeof(path), "sum/data/secret/%d.ans", i);
		put(path, "");
	}
	expect_reading_ends(ASSAY_ARGV("verify", "sum"), SIGTERM);
	expect_reading_ends(ASSAY_ARGV("judge", "sum", "sum/submissions/accepted/a.py"), SIGINT);
	expect_reading_ends(ASSAY_ARGV("export", "sum", "-o", "sum.zip"), SIGTERM);
	cr_expect_eq(faccessat(here_fd, "sum.zip", F_OK, 0), -1);
}

/* Ten thousand unwanted files in one folder, which thousands of links lead to. */
static void put_links(const char *from, const char *to, int count)
{
	char path[128];
	AS_AUTO_FREE char *folder = as_text_format(NULL, "%s/.keep", from);
	put(folder, "");
	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "%s/l%d", from, i);
		cr_assert_eq(symlinkat(to, here_fd, path), 0);
	}
}

Test(interrupt, reading_a_submission_of_many_folders_is_ended_cleanly)
{
	char path[64];
	put_sum_package(1);
	put("sum/submissions/accepted/wide/a.py", "print(sum(map(int, input().split())))\n");
	put_links("sum/submissions/accepted/wide/x", "../../../../wide/y", 20);
	put_links("sum/wide/y", "../z", 20);
	put_links("sum/wide/z", "../last", 20);
	for (int i = 0; i < 9000; i++) {
		snprintf(path, sizeof(path), "sum/wide/last/~%d", i);
		put(path, "");
	}
	expect_reading_ends(ASSAY_ARGV("judge", "sum", "sum/submissions/accepted/wide"), SIGTERM);
	expect_reading_ends(ASSAY_ARGV("verify", "sum"), SIGTERM);
}

Test(interrupt, a_compilation_is_ended_cleanly)
{
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML);
	put("long.cpp",
		"template<int N,int M> struct F{static const long v=F<N-1,M>::v+F<N-1,M+1>::v;};\n"
		"template<int M> struct F<0,M>{static const long v=M;};\n"
		"int main(){return F<800,0>::v;}\n");
	expect_clean_end(ASSAY_ARGV("judge", "--json", "--fresh", "sum", "long.cpp"), SIGINT);
}

Test(interrupt, making_tests_is_ended_cleanly)
{
	put("small/problem.yaml", SUM_YAML);
	put("small/generators/loop.c", "int main(void){for(;;)__asm__ volatile(\"\");}\n");
	put("small/generators/generators.yaml",
		"data:\n  secret:\n    data:\n      \"1\": {in: \"1\\n\", ans: \"1\\n\"}\n"
		"      \"2\": {generate: loop, ans: \"1\\n\"}\n");
	/* The signal must not hit its compilation. */
	AUTO_OUTCOME compiled = command_run((const char *const[]){
		"/usr/bin/timeout", "-s", "INT", "3", ASSAY_COMMAND, "gen", "small", NULL});
	cr_expect_eq(compiled.status, 124);
	expect_clean_end(ASSAY_ARGV("gen", "small"), SIGTERM);
	cr_expect_eq(faccessat(here_fd, "small/data", F_OK, 0), -1, "a part of the tests is left");
	cr_expect_eq(count_entries("small/generators"), 2, "something is left in generators/");
	struct process process = start_and_wait(ASSAY_ARGV("gen", "small"));
	cr_assert_eq(kill(process.pid, SIGKILL), 0);
	AUTO_OUTCOME killed = command_end(&process);
	cr_expect_eq(killed.signal, SIGKILL);
	EXPECT_NOTHING_LEFT(killed);
	cr_expect_eq(count_entries("small/generators"), 2, "something is left in generators/");
	put("small/generators/generators.yaml",
		"data: {secret: {data: {\"1\": {in: \"1\\n\", ans: \"1\\n\"}}}}\n");
	AUTO_OUTCOME next = ASSAY("gen", "small");
	EXPECT_STATUS(next, 0);
	cr_expect_eq(count_entries("small/data/secret"), 2);
	/* The recipe, the program, the lock. */
	cr_expect_eq(count_entries("small/generators"), 3, "what was killed is not cleaned up");
}

Test(interrupt, a_single_run_is_ended_cleanly)
{
	expect_clean_end(ASSAY_ARGV("sandbox", "--cpu", "50s", "/usr/bin/sleep", "40"), SIGTERM);
}

Test(interrupt, a_killed_command_leaves_nothing)
{
	warm_up();
	for (int i = 0; i < 2; i++) {
		struct process process = start_and_wait(
			ASSAY_ARGV("judge", i ? "-j2" : "-j1", "--all", "slow", "sleeper.c"));
		cr_assert_eq(kill(process.pid, SIGKILL), 0);
		AUTO_OUTCOME killed = command_end(&process);
		cr_expect_eq(killed.signal, SIGKILL);
		EXPECT_NOTHING_LEFT(killed);
		AUTO_OUTCOME next = ASSAY("judge", "--expect", "AC", "sum", "sleeper.c");
		EXPECT_STATUS(next, 0);
		EXPECT_NOTHING_LEFT(next);
	}
}
