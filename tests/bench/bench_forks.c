/* SPDX-License-Identifier: MIT */
/*
 * Measures how many inputs one core makes, validates, solves, runs and compares in a second, with
 * fresh runs and with fork servers. The package is coinseven of this repository, with its own
 * generator and validator, a right and a wrong solution in C. First, an upper bound of the machine:
 * a fork and a wait for a process that does nothing. bench_forks.sh does the same as a shell script
 * with diff.
 */
#include <assay/program.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define BATCH 128

enum part { GENERATOR, VALIDATOR, RIGHT, WRONG, PARTS };
static const char *const names[PARTS] = {"generator", "validator", "right", "wrong"};

struct setting {
	struct as_languages *languages;
	struct as_workshop *workshop;
	struct as_program *programs[PARTS];
	struct as_sandbox *sandboxes[PARTS];
	struct as_fork_server *servers[PARTS];
	struct as_limits limits;
};

static void need(bool done, const struct as_error *error)
{
	if (done)
		return;
	fprintf(stderr, "bench_forks: %s\n", error->text);
	exit(1);
}

static void pin(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static double seconds_since(int64_t since_ns)
{
	return (double)(as_now_ns() - since_ns) / 1e9;
}

/* ---- the programs ---- */

static void open_setting(
	struct setting *setting, const char *package, const char *include, const char *wrong)
{
	static const char *const generator[] = {"../../shared/row.c", NULL};
	const char *const paths[PARTS] = {
		NULL, "input_validators/validate.c", "submissions/accepted/table.c", wrong};
	struct as_error error = {0};

	setting->languages = as_languages_open(NULL, &error);
	need(setting->languages, &error);
	const struct as_workshop_config config = {
		.languages = setting->languages, .include_dir = include};
	setting->workshop = as_workshop_open(&config, &error);
	need(setting->workshop, &error);
	setting->limits = as_limits_default;
	int dir = open(package, O_DIRECTORY | O_CLOEXEC);
	for (int i = 0; i < PARTS; i++) {
		setting->programs[i] = paths[i] ? as_workshop_compile(setting->workshop, dir,
							  paths[i], NULL, &error)
						: as_workshop_compile_named(setting->workshop, dir,
							  generator, NULL, &error);
		need(setting->programs[i], &error);
		setting->sandboxes[i] = as_workshop_run_sandbox(setting->workshop,
			as_languages_find(
				setting->languages, as_program_language(setting->programs[i])),
			0, &error);
		need(setting->sandboxes[i], &error);
	}
	close(dir);
}

static void open_servers(struct setting *setting)
{
	struct as_error error = {0};

	for (int i = 0; i < PARTS; i++) {
		const struct as_fork_server_config config = {
			.limits = setting->limits, .core = 0, .reuse = i != WRONG};
		setting->servers[i] = as_fork_server_open(setting->programs[i], &config, &error);
		need(setting->servers[i], &error);
	}
}

static void close_setting(struct setting *setting)
{
	for (int i = 0; i < PARTS; i++) {
		as_fork_server_close(setting->servers[i]);
		as_sandbox_close(setting->sandboxes[i]);
		as_program_free(setting->programs[i]);
	}
	as_workshop_close(setting->workshop);
	as_languages_close(setting->languages);
}

/* ---- the loop ---- */

struct arguments {
	char n[8], seed[24];
	const char *words[11];
};

static void make_arguments(struct arguments *arguments, unsigned seed)
{
	snprintf(arguments->n, sizeof(arguments->n), "%u", 2 + seed % 4 * 2);
	snprintf(arguments->seed, sizeof(arguments->seed), "%u", seed);
	memcpy(arguments->words,
		((const char *[]){"--n", arguments->n, "--shape", "random", "--max", "5", "--seed",
			arguments->seed, NULL}),
		9 * sizeof(char *));
}

static struct as_bytes run_fresh(struct setting *setting, enum part part,
	const char *const *arguments, const struct as_bytes *input)
{
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	struct as_bytes output = {0};
	AS_AUTO_FD int fd = input ? as_input_from_bytes(input->data, input->size, &error) : -1;
	const struct as_program_task task = {
		.arguments = arguments, .limits = &setting->limits, .stdin_fd = fd};

	need(as_program_run_in(setting->programs[part], setting->sandboxes[part], &task, &result,
		     &error) == 0,
		&error);
	need(as_fd_read(result.stdout_fd, 1 << 20, &output, &error) == 0, &error);
	return output;
}

static unsigned loop_fresh(struct setting *setting, unsigned count)
{
	unsigned differ = 0;

	for (unsigned seed = 0; seed < count; seed++) {
		struct arguments arguments;
		make_arguments(&arguments, seed);
		AS_AUTO_BYTES struct as_bytes input =
			run_fresh(setting, GENERATOR, arguments.words, NULL);
		AS_AUTO_BYTES struct as_bytes opinion = run_fresh(setting, VALIDATOR, NULL, &input);
		AS_AUTO_BYTES struct as_bytes right = run_fresh(setting, RIGHT, NULL, &input);
		AS_AUTO_BYTES struct as_bytes wrong = run_fresh(setting, WRONG, NULL, &input);
		differ +=
			right.size != wrong.size || memcmp(right.data, wrong.data, right.size) != 0;
	}
	return differ;
}

static int64_t spent_ns[PARTS];

static void serve(struct setting *setting, enum part part, const struct as_fork_input *inputs,
	size_t count, struct as_fork_output *outputs)
{
	const int64_t since_ns = as_now_ns();
	struct as_error error = {0};

	need(as_fork_server_run(setting->servers[part], inputs, count, outputs, &error) == 0,
		&error);
	spent_ns[part] += as_now_ns() - since_ns;
}

static unsigned loop_served(struct setting *setting, unsigned count)
{
	static struct arguments arguments[BATCH];
	static struct as_fork_input inputs[BATCH];
	static struct as_fork_output made[BATCH], opinions[BATCH], rights[BATCH], wrongs[BATCH];
	unsigned differ = 0;

	for (unsigned seed = 0; seed < count; seed += BATCH) {
		for (unsigned i = 0; i < BATCH; i++) {
			make_arguments(&arguments[i], seed + i);
			inputs[i] = (struct as_fork_input){.arguments = arguments[i].words};
		}
		serve(setting, GENERATOR, inputs, BATCH, made);
		for (unsigned i = 0; i < BATCH; i++)
			inputs[i] =
				(struct as_fork_input){.data = made[i].data, .size = made[i].size};
		serve(setting, VALIDATOR, inputs, BATCH, opinions);
		serve(setting, RIGHT, inputs, BATCH, rights);
		serve(setting, WRONG, inputs, BATCH, wrongs);
		for (unsigned i = 0; i < BATCH; i++) {
			if (opinions[i].exit_code != 42) {
				fprintf(stderr, "bench_forks: an input is not valid\n");
				exit(1);
			}
			differ += rights[i].size != wrongs[i].size ||
				  memcmp(rights[i].data, wrongs[i].data, rights[i].size) != 0;
		}
	}
	return differ;
}

static double null_loop(unsigned count)
{
	const int64_t since_ns = as_now_ns();

	for (unsigned i = 0; i < count; i++) {
		pid_t pid = fork();
		if (pid == 0)
			_exit(0);
		waitpid(pid, NULL, 0);
	}
	return count / seconds_since(since_ns);
}

int main(int argc, char **argv)
{
	struct setting setting = {0};

	if (argc < 4) {
		fprintf(stderr, "usage: bench_forks PACKAGE INCLUDE WRONG [INPUTS]\n");
		return 2;
	}
	const unsigned count = argc > 4 ? (unsigned)atoi(argv[4]) / BATCH * BATCH : 20 * BATCH;
	pin();
	printf("fork, exit, wait of this process: %.0f/s\n", null_loop(2000));
	open_setting(&setting, argv[1], argv[2], argv[3]);
	open_servers(&setting);
	int64_t since_ns = as_now_ns();
	const unsigned fresh_count = count / 10;
	unsigned fresh = loop_fresh(&setting, fresh_count);
	printf("fresh runs:   %7.0f inputs/s, %u of %u differ\n",
		fresh_count / seconds_since(since_ns), fresh, fresh_count);
	since_ns = as_now_ns();
	unsigned served = loop_served(&setting, count);
	printf("fork servers: %7.0f inputs/s, %u of %u differ\n", count / seconds_since(since_ns),
		served, count);
	for (int i = 0; i < PARTS; i++)
		printf("  %-9s %6.1f us an input\n", names[i], (double)spent_ns[i] / count / 1e3);
	close_setting(&setting);
	return 0;
}
