/* SPDX-License-Identifier: MIT */
/*
 * bench_contest serve DIR URL TEAMS VIEWERS RATE SECONDS [CERT KEY]: a contest under load.
 * bench_contest judge DIR URL: judges what servers in other processes queue, until it is ended.
 * bench_contest open DIR URL: the time that a server takes to open a contest with its log, and its
 * memory. bench_contest hash PASSWORD: an Argon2id hash for accounts.yaml.
 *
 * There are three processes:
 * - the server, in which two threads judge each claimed job at once (each submission is accepted);
 * - the viewers, which read the live board;
 * - the teams, which log in, submit and look at the board.
 *
 * bench_contest.py makes the folder and prints the table; the output here is one line with all
 * figures, as NAME=VALUE.
 *
 * A verdict is on a viewer's board when the viewer has received the whole event with it; it was
 * judged when the judging thread begins to record it. Some viewers parse the events, to know which
 * version of the board has which verdicts. All record when they received which version.
 */
#include "bench_contest.h"
#include "../store/claim_case.h"

#include <assay/contest/serve.h>
#include <assay/engine.h>
#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

struct bench *bench;

void bench_fail(const char *what, const char *why)
{
	fprintf(stderr, "bench_contest: %s: %s\n", what, why);
	_exit(1);
}

/* ---- judging ---- */

static void judge(struct as_store *store, const struct as_store_claim *claim)
{
	const int number = claim->entry_point ? atoi(claim->entry_point) : 0;
	const int team = number % BENCH_TEAMS;
	struct as_error error = {0};
	struct as_result_test tests[BENCH_TESTS] = {0};
	struct as_result_group group = {
		.name = (char *)"secret", .verdict = AS_VERDICT_AC, .unmet = SIZE_MAX};
	struct as_result result = {.problem = (char *)"sum",
		.path = (char *)"submission",
		.version = (char *)"0",
		.verdict = AS_VERDICT_AC,
		.compile = {.verdict = AS_VERDICT_AC, .cpu_time_ns = as_now_ns()},
		.groups = &group,
		.group_count = 1,
		.tests = tests,
		.test_count = BENCH_TESTS};

	for (int i = 0; i < BENCH_TESTS; i++)
		tests[i] = (struct as_result_test){.name = (char *)"secret/1",
			.verdict = AS_VERDICT_AC,
			.usage = {.known = true, .cpu_time_ns = 1000000}};
	const unsigned place = atomic_fetch_add(&bench->judged[team].count, 1);
	if (place < BENCH_PROBLEMS)
		atomic_store(&bench->judged[team].when_ns[place], as_now_ns());
	if (as_store_complete(store, claim, &result, NULL, &error) != 1)
		bench_fail("a judging was not recorded", error.text);
	atomic_fetch_add(&bench->judged_count, 1);
}

static void *judge_all(void *context)
{
	struct as_store *store = context;
	struct as_error error = {0};

	while (!atomic_load(&bench->stop)) {
		struct as_store_claim claim;
		char **lanes = as_store_lanes_read(store, &error);
		size_t count = 0;
		while (lanes && lanes[count])
			count++;
		const int found = count ? store_claim_lanes(store, (const char *const *)lanes,
						  count, &claim, &error)
					: 0;
		if (!lanes || found < 0)
			bench_fail("no claim", error.text);
		as_names_free(lanes);
		if (found == 0) {
			usleep(5000);
			continue;
		}
		judge(store, &claim);
		as_store_claim_clear(&claim);
	}
	return NULL;
}

/* ---- the server ---- */

struct parts {
	struct as_contest *contest;
	struct as_store *store;
	struct as_languages *languages;
	struct as_engine *engine;
	struct as_servers *servers;
};

static void note(void *context, const char *text)
{
	(void)context;
	fprintf(stderr, "bench_contest: %s\n", text);
}

static void open_parts(struct parts *parts, char **arguments, int count)
{
	struct as_error error = {0};
	const struct as_contest_options options = {0};

	parts->contest = as_contest_open(arguments[2], &options, NULL, &error);
	if (!parts->contest || as_contest_require(parts->contest, &error))
		bench_fail(arguments[2], error.text);
	parts->store = as_store_open(arguments[3], &error);
	parts->languages = as_languages_open(NULL, &error);
	struct as_engine_config config = {
		.workers = 1, .weak_sandbox = true, .languages = parts->languages};
	parts->engine = parts->languages ? as_engine_open(&config, &error) : NULL;
	if (!parts->store || !parts->engine)
		bench_fail("cannot open", error.text);
	const struct as_server_config server = {.contest = parts->contest,
		.store = parts->store,
		.engine = parts->engine,
		.version = "0",
		.note = note};
	const struct as_server_port port = {.tls_cert = count > 8 ? arguments[8] : NULL,
		.tls_key = count > 9 ? arguments[9] : NULL};
	parts->servers = as_servers_open(&server, 1, &port, &error);
	if (!parts->servers)
		bench_fail("cannot serve", error.text);
}

static void close_parts(struct parts *parts)
{
	as_servers_close(parts->servers, 1000);
	as_engine_close(parts->engine);
	as_languages_close(parts->languages);
	as_store_close(parts->store);
	as_contest_close(parts->contest);
}

/* The memory of this process, current or maximum. */
static double memory_mib(const char *key)
{
	FILE *file = fopen("/proc/self/status", "re");
	char line[256];
	long kib = 0;

	while (file && fgets(line, sizeof(line), file))
		if (strncmp(line, key, strlen(key)) == 0)
			kib = atol(line + strlen(key));
	if (file)
		fclose(file);
	return (double)kib / 1024;
}

static double cpu_s(int who)
{
	struct rusage usage;

	getrusage(who, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static int measure_load(int count, char **arguments)
{
	struct parts parts = {0};
	pthread_t judges[2];
	pid_t clients[2];

	bench->teams = atoi(arguments[4]);
	bench->viewers = atoi(arguments[5]);
	bench->rate = atof(arguments[6]);
	bench->seconds = atoi(arguments[7]);
	bench->is_tls = count > 9;
	if (bench->teams > BENCH_TEAMS || bench->viewers > BENCH_VIEWERS)
		bench_fail("arguments", "too many teams or viewers");
	/* Started before there are threads; they wait for the port. */
	for (int i = 0; i < 2; i++) {
		clients[i] = fork();
		if (clients[i] == 0) {
			(i ? bench_teams : bench_viewers)();
			_exit(0);
		}
	}
	open_parts(&parts, arguments, count);
	for (int i = 0; i < 2; i++)
		pthread_create(&judges[i], NULL, judge_all, parts.store);
	atomic_store(&bench->port, as_servers_port(parts.servers));
	int failed = 0, status;
	while (!atomic_load(&bench->is_ready) && !failed)
		failed = waitpid(-1, &status, WNOHANG) != 0 || usleep(100000);
	const double open_mib = memory_mib("VmRSS:"), before_s = cpu_s(RUSAGE_SELF);
	const int64_t begin_ns = as_now_ns();
	for (int i = 1; i >= 0 && !failed; i--)
		failed = waitpid(clients[i], &status, 0) < 0 || status;
	printf("server_open_mib=%.0f server_most_mib=%.0f server_cores=%.2f\n", open_mib,
		memory_mib("VmHWM:"),
		(cpu_s(RUSAGE_SELF) - before_s) * 1e9 / (double)(as_now_ns() - begin_ns));
	atomic_store(&bench->stop, true);
	for (int i = 0; i < 2; i++)
		pthread_join(judges[i], NULL);
	if (failed)
		bench_fail("clients", "they failed");
	close_parts(&parts);
	return 0;
}

static int measure_open(char **arguments)
{
	struct parts parts = {0};
	const int64_t begin_ns = as_now_ns();

	open_parts(&parts, arguments, 0);
	printf("open_s=%.2f open_mib=%.0f\n", (double)(as_now_ns() - begin_ns) / 1e9,
		memory_mib("VmRSS:"));
	fflush(stdout);
	close_parts(&parts);
	return 0;
}

static int judge_others(const char *url)
{
	struct as_error error = {0};
	struct as_store *store = as_store_open(url, &error);
	pthread_t judges[2];

	if (!store)
		bench_fail(url, error.text);
	for (int i = 0; i < 2; i++)
		pthread_create(&judges[i], NULL, judge_all, store);
	for (int i = 0; i < 2; i++)
		pthread_join(judges[i], NULL);
	as_store_close(store);
	return 0;
}

static int print_hash(const char *password)
{
	char hash[crypto_pwhash_STRBYTES];

	/* With the parameters of contest/serve. */
	if (sodium_init() < 0 || crypto_pwhash_str(hash, password, strlen(password), 2, 19 << 20))
		bench_fail("hash", "it failed");
	puts(hash);
	return 0;
}

int main(int count, char **arguments)
{
	struct rlimit limit;

	if (count == 3 && strcmp(arguments[1], "hash") == 0)
		return print_hash(arguments[2]);
	if (count < 4) {
		fprintf(stderr, "usage: bench_contest serve DIR URL TEAMS VIEWERS RATE SECONDS | "
				"judge DIR URL | open DIR URL | hash PASSWORD\n");
		return 2;
	}
	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	bench = mmap(
		NULL, sizeof(*bench), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (bench == MAP_FAILED)
		bench_fail("mmap", strerror(errno));
	setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
	if (strcmp(arguments[1], "judge") == 0)
		return judge_others(arguments[3]);
	return strcmp(arguments[1], "open") == 0 || count < 8 ? measure_open(arguments)
							      : measure_load(count, arguments);
}
