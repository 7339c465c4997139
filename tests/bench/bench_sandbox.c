/* SPDX-License-Identifier: MIT */
/*
 * The cost of one fully isolated run over posix_spawn of the same program: /bin/true, and beside it
 * the nearest equivalent with bubblewrap if that is installed. The contenders take turns, so that a
 * disturbance affects all of them. Then the CPU time of one run, including all work of the machine
 * for it, which only a quiet machine shows.
 */
#include <assay/sandbox.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#define PROGRAM "/usr/bin/true"

struct contender {
	const char *name;
	int (*run)(void *context);
	void *context;
	int64_t *times_ns;
};

static int spawn_and_wait(void *context)
{
	char *const *argv = context;
	char *const env[] = {NULL};
	pid_t pid;
	int status;

	if (posix_spawn(&pid, argv[0], NULL, NULL, argv, env))
		return -1;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

static int run_sandboxed(void *context)
{
	static const char *const argv[] = {PROGRAM, NULL};
	const struct as_run_request request = {.argv = argv,
		.profile = AS_PROFILE_NATIVE,
		.limits = as_limits_default,
		.stdin_fd = -1};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};

	if (as_sandbox_run(context, &request, &result, &error) == 0 && !result.hits &&
		result.exit_code == 0)
		return 0;
	fprintf(stderr, "bench_sandbox: %s\n", error.text);
	return -1;
}

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static int measure(struct contender *contenders, size_t count, size_t rounds)
{
	for (size_t round = 0; round < rounds; round++) {
		for (size_t c = 0; c < count; c++) {
			int64_t before = as_now_ns();
			if (contenders[c].run(contenders[c].context))
				return -1;
			contenders[c].times_ns[round] = as_now_ns() - before;
		}
	}
	return 0;
}

/* The busy time of all cores since the start, in milliseconds. */
static double busy_ms(void)
{
	AS_AUTO_FILE FILE *file = fopen("/proc/stat", "re");
	unsigned long long user, nice, system, idle, wait, irq, softirq;

	if (!file || fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system,
			     &idle, &wait, &irq, &softirq) != 7)
		return 0;
	return (double)(user + nice + system + irq + softirq) * 1000 / (double)sysconf(_SC_CLK_TCK);
}

static void print_cpu(struct contender *contenders, size_t count, size_t rounds)
{
	puts("\n| one run | CPU ms |\n|---|---|");
	for (size_t c = 0; c < count; c++) {
		double before_ms = busy_ms();
		for (size_t round = 0; round < rounds; round++)
			if (contenders[c].run(contenders[c].context))
				return;
		printf("| %s | %.2f |\n", contenders[c].name,
			(busy_ms() - before_ms) / (double)rounds);
	}
}

static void print(struct contender *contenders, size_t count, size_t rounds)
{
	double base[2] = {0};

	printf("| one run of %s | median ms | p90 ms | over posix_spawn, median | p90 |\n",
		PROGRAM);
	puts("|---|---|---|---|---|");
	for (size_t c = 0; c < count; c++) {
		qsort(contenders[c].times_ns, rounds, sizeof(int64_t), by_value);
		double median = (double)contenders[c].times_ns[rounds / 2] / 1e6;
		double p90 = (double)contenders[c].times_ns[rounds * 9 / 10] / 1e6;
		if (c == 0) {
			base[0] = median;
			base[1] = p90;
		}
		printf("| %s | %.2f | %.2f | %+.2f | %+.2f |\n", contenders[c].name, median, p90,
			median - base[0], p90 - base[1]);
	}
}

int main(int argc, char **argv)
{
	static const struct as_view views[] = {{"/usr", NULL}, {"/bin", NULL}, {"/lib", NULL},
		{"/lib64", NULL}, {"/etc/ld.so.cache", NULL}};
	const struct as_sandbox_config config = {.views = views,
		.view_count = sizeof(views) / sizeof(*views),
		.core = -1,
		.weak = argc > 2};
	char *plain[] = {(char[]){PROGRAM}, NULL};
	char *bubblewrap[] = {(char[]){"/usr/bin/bwrap"}, (char[]){"--unshare-all"},
		(char[]){"--die-with-parent"}, (char[]){"--ro-bind"}, (char[]){"/usr"},
		(char[]){"/usr"}, (char[]){"--symlink"}, (char[]){"usr/lib"}, (char[]){"/lib"},
		(char[]){"--symlink"}, (char[]){"usr/lib64"}, (char[]){"/lib64"},
		(char[]){"--proc"}, (char[]){"/proc"}, (char[]){"--dev"}, (char[]){"/dev"},
		(char[]){"--tmpfs"}, (char[]){"/tmp"}, (char[]){PROGRAM}, NULL};
	size_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 300;
	struct as_error error = {0};
	struct as_sandbox *sandbox = as_sandbox_open(&config, &error);
	struct as_sandbox *pinned = as_sandbox_open(&config, &error);

	if (!sandbox || !pinned || rounds < 10) {
		fprintf(stderr, "bench_sandbox: %s\n", pinned ? "at least 10 rounds" : error.text);
		return 1;
	}
	as_sandbox_pin(pinned, 1 % (int)sysconf(_SC_NPROCESSORS_ONLN));
	struct contender contenders[] = {
		{"posix_spawn", spawn_and_wait, plain, calloc(rounds, sizeof(int64_t))},
		{"assay, whole isolation", run_sandboxed, sandbox, calloc(rounds, sizeof(int64_t))},
		{"assay, on a core, as a judge's worker", run_sandboxed, pinned,
			calloc(rounds, sizeof(int64_t))},
		{"bubblewrap", spawn_and_wait, bubblewrap, calloc(rounds, sizeof(int64_t))},
	};
	size_t count = access(bubblewrap[0], X_OK) == 0 ? 4 : 3;
	int failed = measure(contenders, 3, 20) || measure(contenders, count, rounds);
	if (!failed) {
		print(contenders, count, rounds);
		print_cpu(contenders, count, rounds);
	}
	as_sandbox_close(pinned);
	as_sandbox_close(sandbox);
	for (size_t i = 0; i < sizeof(contenders) / sizeof(*contenders); i++)
		free(contenders[i].times_ns);
	return failed;
}
