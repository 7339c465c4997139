/* SPDX-License-Identifier: MIT */
/* Fork servers: honest programs, and limits. Hostile ones: test_fork_hostile.c. */
#include "fork_case.h"
#include "judge/program_case.h"

#include <signal.h>

#define SUM                                                                                        \
	"#include <stdio.h>\nstatic int seen, big[1 << 20];\nint main(void) { int n, x, s = 0;\n"  \
	"if (seen++ || big[7]++) puts(\"again\"); if (scanf(\"%d\", &n) != 1) return 3;\n"         \
	"while (n-- && scanf(\"%d\", &x) == 1) s += x; printf(\"%d\\n\", s); return 0; }\n"

Test(fork_server, each_input_gets_its_output)
{
	AUTO_FORK test = {0};
	fork_case_make(&test, "sum.c", SUM);
	const struct as_fork_input inputs[] = {fork_input("2 1 2\n"), fork_input(""),
		fork_input("3 10 20 30\n"), fork_input("1 7")};
	struct as_fork_output outputs[4];

	for (int round = 0; round < 3; round++) {
		fork_case_run(&test, inputs, 4, outputs);
		EXPECT_OUTPUT(outputs[0], "3\n");
		EXPECT_OUTPUT(outputs[2], "60\n");
		EXPECT_OUTPUT(outputs[3], "7\n");
		for (int i = 0; i < 4; i++) {
			cr_expect_eq(outputs[i].end, AS_FORK_ENDED);
			cr_expect_eq(outputs[i].exit_code, i == 1 ? 3 : 0);
			cr_expect_eq(outputs[i].hits, 0u);
			cr_expect_eq(outputs[i].signal, 0);
			cr_expect_gt(outputs[i].memory_bytes, 0u);
		}
	}
}

/* In one process, whose memory is restored. */
Test(fork_server, a_process_that_serves_many_inputs_forgets_each)
{
	static const char source[] =
		"#include <cstdio>\n#include <iostream>\n#include <map>\n#include <string>\n"
		"#include <fcntl.h>\n#include <vector>\n#include <cstdlib>\n"
		"static int seen, big[1 << 20], first = 7; static thread_local int mine = 5;\n"
		"static std::map<std::string, int> table; static std::vector<int> *kept;\n"
		"static void last() { std::cout << \" bye\" << std::flush; }\n"
		"int main(int argc, char **argv) {\n"
		"  std::atexit(last); std::string word; int fd = open(\"/dev/null\", O_RDONLY);\n"
		"  std::ios::sync_with_stdio(false);\n"
		"  while (std::cin >> word) table[word]++;\n"
		"  kept = new std::vector<int>(300000, 1); (*kept)[7]++; std::malloc(200000);\n"
		"  for (int i = 0; i < 1000; i++) std::malloc(100);\n"
		"  std::cout << table.size() << ' ' << seen++ << first++ << big[900000]++ << "
		"mine++\n"
		"    << ' ' << fd << ' ' << argc - 1 << (argc > 1 ? argv[argc - 1] : \"\");\n"
		"  if (argc > 1) argv[1][0] = 'x';\n"
		"  if (argc == 3) std::exit(9);\n"
		"  return table.count(\"three\") ? 3 : 0;\n}\n";
	static const char *const words[] = {"one", "two", "two more", NULL};
	AUTO_FORK test = {.reuse = true};
	struct as_fork_input inputs[100];
	struct as_fork_output outputs[100];

	fork_case_make(&test, "a.cpp", source);
	for (size_t i = 0; i < 100; i++) {
		inputs[i] = fork_input(i % 2 ? "a b a\n" : "three");
		inputs[i].arguments = words + i % 4;
	}
	fork_case_run(&test, inputs, 100, outputs);
	for (size_t i = 0; i < 100; i++) {
		static const char *const wanted[] = {"1 0705 3 3two more bye",
			"2 0705 3 2two more bye", "1 0705 3 1two more bye", "2 0705 3 0 bye"};
		EXPECT_OUTPUT(outputs[i], wanted[i % 4]);
		cr_expect_eq(outputs[i].exit_code, i % 4 == 1 ? 9 : i % 2 ? 0 : 3);
	}
	cr_expect_not(as_fork_server_is_broken(test.server));
}

#define MISDEEDS                                                                                   \
	"#include <pthread.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n"     \
	"#include <string.h>\n#include <unistd.h>\nstatic void *run(void *p) { puts(\"thread\"); " \
	"return p; }\n"                                                                            \
	"int main(void) { char w[20] = \"\"; pthread_t t; volatile unsigned n = 1;\n"              \
	"if (scanf(\"%19s\", w) != 1) return 1; printf(\"<\"); fflush(stdout);\n"                  \
	"if (!strcmp(w, \"abort\")) abort();\n"                                                    \
	"if (!strcmp(w, \"fault\")) *(volatile int *)8 = 1;\n"                                     \
	"if (!strcmp(w, \"loop\")) while (n) n |= 1;\n"                                            \
	"if (!strcmp(w, \"sleep\")) sleep(100);\n"                                                 \
	"if (!strcmp(w, \"stop\")) raise(19);\n"                                                   \
	"if (!strcmp(w, \"memory\")) for (;;) memset(malloc(1 << 20), 1, 1 << 20);\n"              \
	"if (!strcmp(w, \"flood\")) for (;;) "                                                     \
	"puts(\"0123456789012345678901234567890123456789\");\n"                                    \
	"if (!strcmp(w, \"errors\")) for (;;) write(2, run, 2000);\n"                              \
	"if (!strcmp(w, \"thread\")) { pthread_create(&t, 0, run, 0); pthread_join(t, 0); }\n"     \
	"if (!strcmp(w, \"fork\")) fork();\nif (!strcmp(w, \"exit\")) _exit(4);\n"                 \
	"if (!strcmp(w, \"large\")) for (n = 0; n < 1500000; n++) putchar('a');\n"                 \
	"if (!strcmp(w, \"exec\")) execl(\"/bin/true\", \"true\", (char *)0);\n"                   \
	"printf(\"%s>\", w); return 0; }\n"

struct misdeed {
	const char *name;
	enum as_fork_end end;
	unsigned hits;
	int signal, exit_code;
	const char *out; /* NULL: anything */
};
static const struct misdeed misdeeds[] = {
	{"fine", AS_FORK_ENDED, 0, 0, 0, "<fine>"},
	{"abort", AS_FORK_ENDED, 0, SIGABRT, -1, "<"},
	{"fault", AS_FORK_ENDED, 0, SIGSEGV, -1, "<"},
	{"loop", AS_FORK_ENDED, AS_HIT_CPU, 0, -1, "<"},
	{"sleep", AS_FORK_ENDED, AS_HIT_WALL, 0, -1, "<"},
	{"stop", AS_FORK_ENDED, AS_HIT_WALL, 0, -1, "<"},
	{"memory", AS_FORK_ENDED, AS_HIT_MEMORY, 0, -1, NULL},
	{"flood", AS_FORK_ENDED, AS_HIT_OUTPUT, SIGXFSZ, -1, NULL},
	{"errors", AS_FORK_ENDED, AS_HIT_OUTPUT, SIGXFSZ, -1, "<"},
	{"thread", AS_FORK_ENDED, 0, 0, 0, "<thread\nthread>"},
	{"exit", AS_FORK_ENDED, 0, 0, 4, "<"},
	{"fork", AS_FORK_UNKNOWN, 0, SIGSYS, -1, NULL},
	{"large", AS_FORK_ENDED, 0, 0, 0, NULL},
	{"fine", AS_FORK_ENDED, 0, 0, 0, "<fine>"},
};
#define MISDEED_COUNT (sizeof(misdeeds) / sizeof(*misdeeds))

static void expect_misdeed(const struct as_fork_output *output, const struct misdeed *wanted)
{
	cr_expect_eq(output->end, wanted->end, "%s", wanted->name);
	cr_expect_eq(output->hits, wanted->hits, "%s: hits %#x", wanted->name, output->hits);
	cr_expect_eq(output->signal, wanted->signal, "%s: signal %d", wanted->name, output->signal);
	cr_expect_eq(
		output->exit_code, wanted->exit_code, "%s: %d", wanted->name, output->exit_code);
	if (wanted->out)
		EXPECT_OUTPUT(*output, wanted->out);
	if (strcmp(wanted->name, "large") == 0)
		cr_expect_eq(output->size, strlen("<") + 1500000 + strlen("large>"));
}

static void try_misdeeds(bool reuse, bool alone)
{
	AUTO_FORK test = {.reuse = reuse};
	struct as_fork_input inputs[MISDEED_COUNT];
	struct as_fork_output outputs[MISDEED_COUNT];
	struct as_error error = {0};

	fork_case_workshop(&test);
	test.limits.cpu_time_ns = INT64_C(1000000000);
	test.limits.wall_time_ns = INT64_C(6000000000);
	test.limits.memory_bytes = UINT64_C(64) << 20;
	test.limits.output_bytes = UINT64_C(4) << 20;
	fork_case_build(&test, "a.c", MISDEEDS, strlen(MISDEEDS));
	cr_assert(fork_case_start(&test, &error), "%s", error.text);
	for (size_t i = 0; i < MISDEED_COUNT; i++)
		inputs[i] = fork_input(misdeeds[i].name);
	for (size_t i = 0; alone && i < MISDEED_COUNT; i++) {
		fork_case_run(&test, &inputs[i], 1, &outputs[i]);
		expect_misdeed(&outputs[i], &misdeeds[i]);
	}
	if (alone)
		return;
	fork_case_run(&test, inputs, MISDEED_COUNT, outputs);
	for (size_t i = 0; i < MISDEED_COUNT; i++)
		expect_misdeed(&outputs[i], &misdeeds[i]);
}

Test(fork_server, each_input_has_the_limits_of_a_run, .timeout = 600)
{
	try_misdeeds(false, true);
	try_misdeeds(false, false);
}

Test(fork_server, limits_also_hold_in_a_process_that_serves_many_inputs, .timeout = 600)
{
	try_misdeeds(true, false);
}

/* Then its constructors run in each child. */
Test(fork_server, a_program_that_reads_before_main_forks_earlier)
{
	static const char source[] =
		"#include <cstdio>\nstatic int read() { int n = -1; std::scanf(\"%d\", &n);\n"
		"return n; }\nstatic int n = read();\nint main() { std::printf(\"%d\\n\", n); }\n";

	for (int reuse = 0; reuse < 2; reuse++) {
		AUTO_FORK test = {.reuse = reuse};
		fork_case_make(&test, "a.cpp", source);
		EXPECT_OUTPUT(fork_one(&test, "41"), "41\n");
		EXPECT_OUTPUT(fork_one(&test, "42"), "42\n");
	}
}

Test(fork_server, other_languages_have_no_fork_server)
{
	AUTO_FORK test = {0};
	struct as_error error = {0};
	static const char source[] = "echo 1\n";

	fork_case_workshop(&test);
	const struct as_language *bash = as_languages_find(test.languages, "bash");
	const struct as_memory_file file = {.name = "a.sh", .data = source, .size = strlen(source)};
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};
	cr_assert_eq(as_sources_take(&sources, &file, 1, false, 1 << 20, &error), 0);
	const struct as_build_order order = {.sources = &sources,
		.language = bash,
		.time_ns = INT64_C(60000000000),
		.memory_bytes = UINT64_C(2) << 30};
	test.program = as_workshop_build(test.workshop, &order, &error);
	skip_unless(test.program, "bash", error.text);
	cr_expect_not(as_program_can_fork(test.program));
	cr_assert_not(fork_case_start(&test, &error));
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
}

Test(fork_server, too_many_arguments_are_for_a_fresh_run)
{
	static const char *words[1100];
	AUTO_FORK test = {0};
	struct as_fork_output outputs[3];

	fork_case_make(&test, "sum.c", SUM);
	for (size_t i = 0; i < 1099; i++)
		words[i] = "word";
	struct as_fork_input inputs[] = {fork_input("1 1"), fork_input("1 2"), fork_input("1 3")};
	inputs[1].arguments = words;
	fork_case_run(&test, inputs, 3, outputs);
	EXPECT_OUTPUT(outputs[0], "1\n");
	cr_expect_eq(outputs[1].end, AS_FORK_UNKNOWN);
	EXPECT_OUTPUT(outputs[2], "3\n");
}

/* ---- against fresh runs ---- */

static void expect_as_fresh(struct fork_case *test, const char *about, const struct as_bytes *input,
	const struct as_fork_output *output)
{
	AS_AUTO_RUN_RESULT struct as_run_result fresh = AS_RUN_RESULT_INIT;
	AS_AUTO_BYTES struct as_bytes said = {0};
	struct as_error error = {0};
	AS_AUTO_FD int fd = as_input_from_bytes(input->data, input->size, &error);

	cr_assert_eq(program_run(test->program, NULL, &test->limits, fd, &fresh, &error), 0, "%s",
		error.text);
	cr_assert_eq(as_fd_read(fresh.stdout_fd, 16 << 20, &said, &error), 0);
	cr_expect_eq(output->end, AS_FORK_ENDED, "%s", about);
	cr_expect_eq(
		output->hits, fresh.hits, "%s: %#x, fresh %#x", about, output->hits, fresh.hits);
	cr_expect_eq(output->signal, fresh.signal, "%s", about);
	cr_expect_eq(output->exit_code, fresh.exit_code, "%s", about);
	if (!fresh.hits)
		cr_expect(output->size == said.size &&
				  (!said.size || memcmp(output->data, said.data, said.size) == 0),
			"%s", about);
}

static void compare(const char *path, bool reuse)
{
	static const char *const inputs[] = {"sample/1", "sample/4", "sample/8",
		"secret/1/04-odd-even-trap", "secret/1/10-overflow", "secret/2/03-greedy-trap",
		"secret/3/05-random"};
	AUTO_FORK test = {.reuse = reuse};
	AS_AUTO_BYTES struct as_bytes source = {0};
	struct as_bytes data[7] = {{0}};
	struct as_fork_input asked[7];
	struct as_fork_output outputs[7];
	struct as_error error = {0};
	char name[256];
	size_t count = 0;

	snprintf(name, sizeof(name), ASSAY_SOURCE_DIR "/problems/coinseven/submissions/%s", path);
	cr_assert_eq(as_file_read(AT_FDCWD, name, 1 << 20, &source, &error), 0, "%s", error.text);
	fork_case_workshop(&test);
	test.limits.cpu_time_ns = INT64_C(300000000);
	fork_case_build(&test, strrchr(path, '/') + 1, source.data, source.size);
	cr_assert(fork_case_start(&test, &error), "%s: %s", path, error.text);
	for (size_t i = 0; i < 7; i++) {
		snprintf(name, sizeof(name), ASSAY_SOURCE_DIR "/problems/coinseven/data/%s.in",
			inputs[i]);
		if (as_file_read(AT_FDCWD, name, 1 << 20, &data[count], &error))
			continue;
		asked[count] =
			(struct as_fork_input){.data = data[count].data, .size = data[count].size};
		count++;
	}
	cr_assert_geq(count, 3u);
	fork_case_run(&test, asked, count, outputs);
	for (size_t i = 0; i < count; i++) {
		expect_as_fresh(&test, path, &data[i], &outputs[i]);
		as_bytes_clear(&data[i]);
	}
}

Test(fork_server, results_are_those_of_fresh_runs, .timeout = 600)
{
	static const char *const paths[] = {"accepted/diagonal.c", "accepted/memo.cpp",
		"accepted/stack.cpp", "accepted/table.c", "run_time_error/array100.c",
		"time_limit_exceeded/recursion.c", "wrong_answer/greedy.c", "wrong_answer/int32.c",
		"wrong_answer/odd_even.cpp"};

	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++)
		for (int reuse = 0; reuse < 2; reuse++)
			compare(paths[i], reuse);
}

Test(fork_server, a_server_can_be_interrupted)
{
	static atomic_bool cancel;
	AUTO_FORK test = {0};
	struct as_error error = {0};
	struct as_fork_output output;
	const struct as_fork_input input = fork_input("1 1");

	fork_case_workshop(&test);
	fork_case_build(&test, "sum.c", SUM, strlen(SUM));
	const struct as_fork_server_config config = {
		.limits = test.limits, .core = -1, .cancel = &cancel};
	test.server = as_fork_server_open(test.program, &config, &error);
	cr_assert_not_null(test.server, "%s", error.text);
	atomic_store(&cancel, true);
	cr_expect_eq(as_fork_server_run(test.server, &input, 1, &output, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_str_eq(error.text, "interrupted");
	atomic_store(&cancel, false);
}

Test(fork_server, standard_error_comes_if_wanted)
{
	static const char source[] =
		"#include <stdio.h>\nint main(int c, char **v) { int n = 0; (void)c; (void)v;\n"
		"FILE *in = fopen(\"/dev/stdin\", \"r\"), *out = fopen(\"/dev/stderr\", \"w\");\n"
		"if (fscanf(in, \"%d\", &n) == 1) printf(\"%d\\n\", n);\n"
		"if (n) fprintf(out, \"error %d\\n\", n); return 0; }\n";
	const struct as_fork_input inputs[] = {fork_input("1"), fork_input("0"), fork_input("300")};

	for (int reuse = 0; reuse < 2; reuse++) {
		AUTO_FORK test = {.reuse = reuse, .want_errors = true};
		struct as_fork_output outputs[3];
		fork_case_make(&test, "a.c", source);
		fork_case_run(&test, inputs, 3, outputs);
		EXPECT_OUTPUT(outputs[0], "1\n");
		cr_expect_eq(outputs[0].errors_size, strlen("error 1\n"));
		cr_expect_eq(memcmp(outputs[0].errors, "error 1\n", strlen("error 1\n")), 0);
		cr_expect_eq(outputs[1].errors_size, 0u);
		EXPECT_OUTPUT(outputs[2], "300\n");
		cr_expect_eq(memcmp(outputs[2].errors, "error 300\n", strlen("error 300\n")), 0);
	}
}

Test(fork_server, a_program_may_close_its_input_and_reopen_its_output)
{
	static const char source[] =
		"#include <stdio.h>\nint main(void) { int n = 0; if (scanf(\"%d\", &n) != 1) "
		"return 1;\n"
		"fclose(stdin); printf(\"%d\\n\", n);\n"
		"if (n == 2 && !freopen(\"/box/lost\", \"w\", stdout)) return 2;\n"
		"printf(\"last\\n\"); if (n == 3) fclose(stdout); return 0; }\n";
	const struct as_fork_input inputs[] = {fork_input("1"), fork_input("2"), fork_input("3"),
		fork_input("4"), fork_input("2"), fork_input("1")};

	for (int reuse = 0; reuse < 2; reuse++) {
		AUTO_FORK test = {.reuse = reuse};
		struct as_fork_output outputs[6];
		fork_case_make(&test, "a.c", source);
		fork_case_run(&test, inputs, 6, outputs);
		EXPECT_OUTPUT(outputs[0], "1\nlast\n");
		EXPECT_OUTPUT(outputs[1], "2\n");
		EXPECT_OUTPUT(outputs[2], "3\nlast\n");
		EXPECT_OUTPUT(outputs[3], "4\nlast\n");
		EXPECT_OUTPUT(outputs[4], "2\n");
		EXPECT_OUTPUT(outputs[5], "1\nlast\n");
		cr_expect_eq(outputs[1].exit_code, 0);
	}
}
