/* SPDX-License-Identifier: MIT */
/*
 * Measures how far a program exceeds its limit before it is ended: of CPU time that is used in
 * several ways, and of wall time. The CPU time is that of the control group, not the sandbox's own
 * sample.
 */
#include <assay/sandbox.h>
#include <stdio.h>
#include <string.h>

#define LIMIT_NS INT64_C(200000000)

static const struct way {
	const char *name;
	const char *script;
	unsigned hit;
} ways[] = {
	{"a loop", "while :; do :; done", AS_HIT_CPU},
	{"time in the kernel", "exec dd if=/dev/zero of=/dev/null bs=64k", AS_HIT_CPU},
	{"two children", "while :; do :; done & while :; do :; done & wait", AS_HIT_CPU},
	{"short-lived children", "while :; do (:); done", AS_HIT_CPU},
	{"sleep", "exec sleep 10", AS_HIT_WALL},
};

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Returns by how much one run exceeded its limit, or -1. */
static int64_t measure(struct as_sandbox *sandbox, const struct way *way)
{
	const char *const argv[] = {"/bin/sh", "-c", way->script, NULL};
	struct as_run_request request = {.argv = argv,
		.profile = AS_PROFILE_RUNTIME,
		.limits = as_limits_default,
		.stdin_fd = -1};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};

	if (way->hit == AS_HIT_CPU)
		request.limits.cpu_time_ns = LIMIT_NS;
	else
		request.limits.wall_time_ns = LIMIT_NS;
	if (as_sandbox_run(sandbox, &request, &result, &error) || result.hits != way->hit) {
		fprintf(stderr, "bench_limits: %s: hits %#x %s\n", way->name, result.hits,
			error.text);
		return -1;
	}
	return (way->hit == AS_HIT_CPU ? result.cpu_time_ns : result.wall_time_ns) - LIMIT_NS;
}

int main(int argc, char **argv)
{
	static const struct as_view views[] = {{"/usr", NULL}, {"/bin", NULL}, {"/lib", NULL},
		{"/lib64", NULL}, {"/etc/ld.so.cache", NULL}};
	struct as_sandbox_config config = {
		.views = views, .view_count = sizeof(views) / sizeof(*views)};
	size_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 50;
	int64_t *over_ns = calloc(rounds, sizeof(*over_ns));
	struct as_error error = {0};

	puts("| beyond a limit of 200 ms | cores | median ms | most ms |\n|---|---|---|---|");
	for (config.core = -1; over_ns && rounds && config.core < 1; config.core++) {
		struct as_sandbox *sandbox = as_sandbox_open(&config, &error);
		for (size_t w = 0; sandbox && w < sizeof(ways) / sizeof(*ways); w++) {
			for (size_t i = 0; i < rounds; i++)
				if ((over_ns[i] = measure(sandbox, &ways[w])) < 0)
					return 1;
			qsort(over_ns, rounds, sizeof(*over_ns), by_value);
			printf("| %s | %s | %.1f | %.1f |\n", ways[w].name,
				config.core < 0 ? "all" : "one", (double)over_ns[rounds / 2] / 1e6,
				(double)over_ns[rounds - 1] / 1e6);
		}
		if (!sandbox)
			fprintf(stderr, "bench_limits: %s\n", error.text);
		as_sandbox_close(sandbox);
	}
	free(over_ns);
	return error.kind != AS_ERROR_NONE;
}
