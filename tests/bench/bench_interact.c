/* SPDX-License-Identifier: MIT */
/*
 * The cost of relaying and recording every message of an interaction. Two programs answer each
 * other line by line, connected by plain pipes, by plain pipes with both in sandboxes, and as an
 * interactive problem is judged. This program plays both sides. The contenders take turns, so that
 * a disturbance affects all of them.
 */
#include "interact.h"

#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#define ROUNDS "10000"
#define MAX_REPEATS 1000

/* Sends a number and receives it back, `rounds` times. */
static int say(long rounds)
{
	char line[32];

	for (long i = 0; i < rounds; i++) {
		printf("%ld\n", i);
		fflush(stdout);
		if (!fgets(line, sizeof(line), stdin) || atol(line) != i)
			return 43;
	}
	return 42;
}

static int answer(void)
{
	char line[32];

	while (fgets(line, sizeof(line), stdin)) {
		fputs(line, stdout);
		fflush(stdout);
	}
	return 0;
}

static const char *const arguments[AS_SPEAKERS][4] = {
	{"/bench/bench_interact", "say", ROUNDS, NULL}, {"/bench/bench_interact", "answer", NULL}};

static int make_pipes(int pipes[2][2])
{
	return pipe2(pipes[0], O_CLOEXEC) || pipe2(pipes[1], O_CLOEXEC);
}

static void close_pipes(int pipes[2][2])
{
	for (int i = 0; i < 4; i++)
		close(pipes[i / 2][i % 2]);
}

static int spawn(int speaker, int in_fd, int out_fd, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	char *const env[] = {NULL};

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, in_fd, 0);
	posix_spawn_file_actions_adddup2(&actions, out_fd, 1);
	int failed = posix_spawn(
		pid, "/proc/self/exe", &actions, NULL, (char *const *)arguments[speaker], env);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

static int run_plain(struct as_interaction *interaction)
{
	int pipes[2][2], status[2];
	pid_t pids[2];

	(void)interaction;
	if (make_pipes(pipes) || spawn(0, pipes[1][0], pipes[0][1], &pids[0]) ||
		spawn(1, pipes[0][0], pipes[1][1], &pids[1]))
		return -1;
	close_pipes(pipes);
	for (int i = 0; i < 2; i++)
		if (waitpid(pids[i], &status[i], 0) != pids[i])
			return -1;
	return WIFEXITED(status[0]) && WEXITSTATUS(status[0]) == 42 ? 0 : -1;
}

static void *run_party(void *argument)
{
	struct as_party *party = argument;

	party->failed =
		as_sandbox_run(party->sandbox, &party->request, party->result, &party->why) != 0;
	close(party->request.stdin_fd);
	close(party->request.stdout_fd);
	return NULL;
}

static int run_unrecorded(struct as_interaction *interaction)
{
	int pipes[2][2];
	pthread_t thread;

	if (make_pipes(pipes))
		return -1;
	for (int i = 0; i < 2; i++) {
		interaction->parties[i].request.uses_stdout_fd = true;
		interaction->parties[i].request.stdin_fd = pipes[!i][0];
		interaction->parties[i].request.stdout_fd = pipes[i][1];
		interaction->parties[i].request.cancel = NULL;
	}
	if (pthread_create(&thread, NULL, run_party, &interaction->parties[0]))
		return -1;
	run_party(&interaction->parties[1]);
	pthread_join(thread, NULL);
	return interaction->parties[0].result->exit_code == 42 ? 0 : -1;
}

static int run_judged(struct as_interaction *interaction)
{
	*interaction->transcript = (struct as_transcript){0};
	return as_interact(interaction, NULL) || interaction->parties[0].result->exit_code != 42
		       ? -1
		       : 0;
}

static int open_party(struct as_party *party, int speaker, const char *folder, int core)
{
	const struct as_view views[] = {{"/usr", NULL}, {"/lib", NULL}, {"/lib64", NULL},
		{"/etc/ld.so.cache", NULL}, {folder, "/bench"}};
	const struct as_sandbox_config config = {
		.views = views, .view_count = sizeof(views) / sizeof(*views), .core = core};
	struct as_error error = {0};

	party->request = (struct as_run_request){.argv = arguments[speaker],
		.profile = AS_PROFILE_NATIVE,
		.limits = as_limits_default};
	party->request.limits.cpu_time_ns = party->request.limits.wall_time_ns =
		INT64_C(60000000000);
	party->sandbox = as_sandbox_open(&config, &error);
	if (!party->sandbox)
		fprintf(stderr, "bench_interact: %s\n", error.text);
	return party->sandbox ? 0 : -1;
}

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static int compare(struct as_interaction *interaction, size_t repeats)
{
	static const struct {
		const char *name;
		int (*run)(struct as_interaction *interaction);
	} contenders[] = {{"plain pipes", run_plain},
		{"plain pipes between sandboxes", run_unrecorded},
		{"assay, carried and written down", run_judged}};
	static int64_t times_ns[3][MAX_REPEATS];

	for (size_t r = 0; r < repeats; r++) {
		for (int c = 0; c < 3; c++) {
			int64_t before = as_now_ns();
			if (contenders[c].run(interaction)) {
				fprintf(stderr, "bench_interact: %s failed\n", contenders[c].name);
				return -1;
			}
			times_ns[c][r] = as_now_ns() - before;
		}
	}
	printf("| " ROUNDS
	       " rounds | median ms | us a round | over plain pipes |\n|---|---|---|---|\n");
	for (int c = 0; c < 3; c++) {
		qsort(times_ns[c], repeats, sizeof(int64_t), by_value);
		double median = (double)times_ns[c][repeats / 2];
		printf("| %s | %.1f | %.1f | %.2f x |\n", contenders[c].name, median / 1e6,
			median / 1e3 / atof(ROUNDS), median / (double)times_ns[0][repeats / 2]);
	}
	return 0;
}

int main(int argc, char **argv)
{
	static struct as_transcript transcript;
	struct as_run_result results[2] = {AS_RUN_RESULT_INIT, AS_RUN_RESULT_INIT};
	struct as_interaction interaction = {
		.parties = {{.result = &results[0]}, {.result = &results[1]}},
		.accepting_statuses = {42, 42},
		.transcript = &transcript};
	char folder[4096] = "";
	size_t repeats = argc > 1 ? strtoul(argv[1], NULL, 10) : 20;

	if (argc > 1 && strcmp(argv[1], "say") == 0)
		return say(atol(argv[2]));
	if (argc > 1 && strcmp(argv[1], "answer") == 0)
		return answer();
	if (readlink("/proc/self/exe", folder, sizeof(folder) - 1) < 0 || repeats == 0 ||
		repeats > MAX_REPEATS)
		return 1;
	*strrchr(folder, '/') = '\0';
	/* As in a judge: both on the worker's core. */
	int failed = open_party(&interaction.parties[0], 0, folder, 0) ||
		     open_party(&interaction.parties[1], 1, folder, 0) ||
		     compare(&interaction, repeats);
	for (int i = 0; i < 2; i++) {
		as_run_result_clear(&results[i]);
		as_sandbox_close(interaction.parties[i].sandbox);
	}
	return failed ? 1 : 0;
}
