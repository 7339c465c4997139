/* SPDX-License-Identifier: MIT */
/*
 * assay serve: runs contests, or a course (serve_course.c), until a signal ends it.
 * 1. Reads the folders (serve_contests.c); with --demo, makes one in a temporary folder.
 * 2. Opens the stores, the engine, and the server (assay/contest/serve.h).
 * 3. Prints the addresses; with --demo, the passwords, too.
 * 4. At a signal, ends streams, finishes requests, and returns running jobs to the store.
 *
 * Standard error is a log, one line for each event.
 */
#include "serve.h"
#include "contest.h"
#include "machine.h"

#include <assay/contest/serve.h>
#include <assay/store.h>
#include <assay/store/worker.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define USUAL_PORT 8080
/* More than any machine has: the engine takes one for each core. */
#define ALL_CORES 1024
#define GRACE_MS 5000
#define END_S 60
#define MAX_VIEWERS 100000
#define LOOK_US 200000

#define MAX_PROXIES 16
struct options {
	struct cli_list paths;
	char *address; /* on the heap */
	uint16_t port;
	const char *store, *accounts, *cert, *key, *base;
	struct cli_list proxies;
	unsigned jobs; /* ALL_CORES: one for each core */
	unsigned viewers;
	struct serve_log log;
	bool demo, json, plain, log_requests;
	enum as_weakness weak;
};

/* ---- options ---- */

/* "ADDRESS:PORT", "[ADDRESS]:PORT" or "PORT". */
static void take_listen(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	struct options *options = place;
	const char *colon = strrchr(value, ':');
	size_t length = colon ? (size_t)(colon - value) : 0;

	options->port = (uint16_t)cli_count(state, option, colon ? colon + 1 : value);
	if (length >= 2 && *value == '[' && value[length - 1] == ']') {
		value++;
		length -= 2;
	} else if (*value == '[') {
		argp_error(state, "--listen: an IPv6 address is written as [::1]:8080");
	}
	free(options->address);
	options->address = length ? strndup(value, length) : NULL;
}

static void take_proxy(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	if (((struct cli_list *)place)->count == MAX_PROXIES)
		argp_error(state, "--proxy: at most %d addresses can be given", MAX_PROXIES);
	cli_add(state, option, place, value);
}

static void take_log(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	static const char *const names[] = {
		[SERVE_LOG_TEXT] = "text", [SERVE_LOG_PAIRS] = "pairs", [SERVE_LOG_JSON] = "json"};

	*(enum serve_log_format *)place =
		(enum serve_log_format)cli_choose(state, option, value, names, 3);
}

static void take_log_requests(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	struct options *options = place;

	(void)state, (void)option, (void)value;
	options->log_requests = true;
	if (options->log.format == SERVE_LOG_TEXT)
		options->log.format = SERVE_LOG_PAIRS;
}

static void take_folder(struct argp_state *state, char *argument)
{
	struct options *options = state->input;

	if (options->paths.count == AS_SERVERS_MAX)
		argp_error(state, "at most %d contests can be served", AS_SERVERS_MAX);
	cli_add(state, NULL, &options->paths, argument);
}

static void check(struct argp_state *state, void *input)
{
	const struct options *options = input;

	if (options->paths.count == 0 && !options->demo)
		cli_refuse_missing(state, "argument", "DIR");
	else if (options->paths.count > 0 && options->demo)
		argp_error(state, "DIR and --demo are mutually exclusive");
	else if (options->accounts && options->demo)
		argp_error(state, "--accounts and --demo are mutually exclusive");
	else if (!options->cert != !options->key)
		argp_error(state, "--tls-cert and --tls-key must be given together");
	else if (options->base && (*options->base != '/' || strstr(options->base, "//") ||
					  options->base[strlen(options->base) - 1] == '/'))
		argp_error(state, "--base must begin with '/' and must not end with '/'");
}

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_serve[] = {
	{"listen", 0, "ADDRESS:PORT", "serve at this address (default: 127.0.0.1:8080)",
		take_listen, .most = UINT16_MAX},
	{"store", 0, "URL",
		"keep everything in this store (default: contest.db in each DIR); with "
		"postgresql://... "
		"workers on other machines also judge",
		cli_url, AT(store)},
	{"accounts", 0, "FILE",
		"add the accounts of this file, which has the keys of accounts.yaml, to each of "
		"the contests",
		cli_text, AT(accounts)},
	{"tls-cert", 0, "FILE", "speak TLS with this certificate, a PEM file", cli_text, AT(cert)},
	{"tls-key", 0, "FILE", "the private key of the certificate, a PEM file", cli_text, AT(key)},
	{"proxy", 0, "ADDRESS", "trust X-Forwarded-For of this proxy; may be given several times",
		take_proxy, AT(proxies)},
	{"base", 0, "PATH", "a proxy serves the contests beneath this path", cli_text, AT(base)},
	{"plain-http", 0, NULL,
		"serve others without TLS and without a proxy: passwords can be overheard",
		cli_flag, AT(plain)},
	{"viewers", 0, "N",
		"keep at most N live boards and feeds open (default: 12000); others poll",
		cli_number, AT(viewers), 1, MAX_VIEWERS},
	{"log", 0, "FORMAT", "write the log as text (default), pairs of key=value, or json",
		take_log, AT(log.format)},
	{"log-requests", 0, NULL, "also log each request", take_log_requests, .place = 0},
	{"jobs", 'j', "N",
		"run N tests at once (default: all cores); 0: only workers of other "
		"processes judge",
		cli_number, AT(jobs), 0, ALL_CORES},
	CLI_CORES,
	{"demo", 0, NULL,
		"a contest of bundled problems in a temporary folder, in which submissions arrive "
		"by themselves",
		cli_flag, AT(demo)},
	{"json", 'J', NULL, "print the addresses and accounts as one JSON object", cli_flag,
		AT(json)},
	CLI_WEAK(struct options, weak, "judge without control groups if this machine has none"),
	{0},
};

static const struct cli_verb serve_verb = {.options = options_of_serve,
	.arguments = "DIR... | --demo",
	.about =
		"Runs the contest or the course of a folder: pages, judging and, of a contest, the "
		"Contest API with its event feed. Several contests are at the paths /ID, and a "
		"list of them is at /.",
	.more = {"DIR", AT(paths)},
	.take = take_folder,
	.check = check};

/* ---- what it needs ---- */

struct running {
	struct serve_contests contests;
	struct cli_machine machine;
	struct as_servers *servers;
	/* For contests in a common store; else each has a worker of its own. */
	struct as_store *worker_store;
	struct as_worker *worker;
};

static void stop(struct running *running)
{
	/* The signal ends the process: systemd would not start one again that never ends. */
	alarm(END_S);
	if (running->worker_store)
		as_store_leave(running->worker_store);
	/* The worker tells the servers what it judges. */
	as_worker_stop(running->worker);
	as_servers_close(running->servers, GRACE_MS);
	as_store_close(running->worker_store);
	cli_machine_close(&running->machine);
	serve_contests_close(&running->contests);
}

/* Only loopback is safe without TLS. */
static int check_address(const struct options *options, struct as_error *error)
{
	const char *address = options->address;

	if (!address || options->cert || options->plain || options->proxies.count > 0 ||
		strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0)
		return 0;
	return as_error_set(error, AS_ERROR_USAGE,
		"--listen %s without TLS: everybody on the network can overhear passwords; give "
		"--tls-cert and --tls-key, put a proxy in front of it (--proxy), or permit it "
		"(--plain-http)",
		address);
}

static int open_machine(
	const struct options *options, struct running *running, struct as_error *error)
{
	const struct as_engine_config config = {
		.workers = options->jobs, .weak_sandbox = options->weak, .cancel = &cli_cancelled};

	return cli_machine_open(&running->machine, &config, NULL, error);
}

static bool shares_store(const struct options *options)
{
	return options->store && options->paths.count > 1;
}

static void began(void *context, int64_t job)
{
	(void)job;
	as_servers_yield(((const struct running *)context)->servers);
}

static void note(void *context, const char *text)
{
	serve_log_note((void *)((const struct running *)context)->contests.log, text);
}

/* One worker claims the jobs of all contests of a common store, as `assay worker` does: several
 * would keep jobs from the workers of other machines. */
static int open_worker(
	const struct options *options, struct running *running, struct as_error *error)
{
	if (!shares_store(options) || options->jobs == 0)
		return 0;
	running->worker_store = as_store_open(options->store, error);
	if (!running->worker_store)
		return -1;
	const struct as_worker_config config = {.store = running->worker_store,
		.engine = running->machine.engine,
		.offer = running->machine.offer,
		.jobs = as_engine_settings(running->machine.engine)->workers + 1,
		.is_patient = true,
		.tells_runs = true,
		.news = {.began = began, .note = note, .context = running}};
	running->worker = as_worker_start(&config, error);
	return running->worker ? 0 : -1;
}

static int open_servers(
	const struct options *options, struct running *running, struct as_error *error)
{
	const struct as_server_port port = {.address = options->address,
		.port = options->port,
		.tls_cert = options->cert,
		.tls_key = options->key,
		.proxies = options->proxies.items,
		.proxy_count = options->proxies.count,
		.base = options->base,
		.shares_accounts = options->accounts != NULL,
		.max_viewers = options->viewers};
	const size_t count = running->contests.count;
	AS_AUTO_FREE struct as_server_config *configs = calloc(count, sizeof(*configs));

	if (!configs)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		struct serve_contest *item = &running->contests.items[i];
		configs[i] = (struct as_server_config){.contest = item->contest,
			.store = item->store,
			.opened_ms = item->opened_ms,
			.engine = running->machine.engine,
			.has_worker = options->jobs > 0,
			.shares_worker = shares_store(options),
			.offer = running->machine.offer,
			.version = ASSAY_VERSION,
			.note = serve_log_note,
			.request = options->log_requests ? serve_log_request : NULL,
			.context = &item->log};
	}
	running->servers = as_servers_open(configs, count, &port, error);
	return running->servers ? open_worker(options, running, error) : -1;
}

/* ---- serving ---- */

static char *make_url(const void *context, uint16_t port, struct as_error *error)
{
	const struct options *options = context;
	const char *address = options->address ? options->address : "127.0.0.1";
	const bool is_ipv6 = strchr(address, ':') != NULL;

	return as_text_format(error, "%s://%s%s%s:%d%s/", options->cert ? "https" : "http",
		is_ipv6 ? "[" : "", address, is_ipv6 ? "]" : "", port,
		options->base ? options->base : "");
}

static int print_start(
	const struct options *options, const struct running *running, struct as_error *error)
{
	AS_AUTO_FREE char *url = make_url(options, as_servers_port(running->servers), error);

	return url ? serve_print(&running->contests, url, options->json, options->demo, error) : -1;
}

static int wait_for_end(struct running *running, struct as_error *error)
{
	while (!atomic_load(&cli_cancelled)) {
		if (serve_contests_check(&running->contests, running->servers, error) ||
			(running->worker && as_worker_check(running->worker, error)))
			return -1;
		usleep(LOOK_US);
	}
	return 0;
}

static int serve(const struct options *options, const char *const *paths, size_t count,
	struct as_error *error)
{
	AS_AUTO(stop) struct running running = {.contests = {.log = &options->log}};

	if (serve_contests_read(&running.contests, paths, count, options->accounts, error))
		return -1;
	if (options->demo)
		serve_demo_start(running.contests.items[0].contest);
	if (serve_contests_store(&running.contests, options->store, error) ||
		open_machine(options, &running, error) || open_servers(options, &running, error) ||
		print_start(options, &running, error))
		/* Ending by a signal is a success. */
		return atomic_load(&cli_cancelled) ? 0 : -1;
	struct demo *demo = options->demo ? serve_demo_run(as_servers_contest(running.servers, 0),
						    running.contests.items[0].contest)
					  : NULL;
	const int failed = wait_for_end(&running, error);
	serve_demo_end(demo);
	return failed;
}

static int serve_course(const struct options *options, struct as_error *error)
{
	const struct serve_course course = {.path = options->paths.items[0],
		.store = options->store,
		.base = options->base,
		.port = {.address = options->address,
			.port = options->port,
			.tls_cert = options->cert,
			.tls_key = options->key,
			.proxies = options->proxies.items,
			.proxy_count = options->proxies.count,
			.max_viewers = options->viewers},
		.jobs = options->jobs,
		.weak = options->weak,
		.is_json = options->json,
		.log = &options->log,
		.url = make_url,
		.context = options};

	return serve_course_run(&course, error);
}

static bool has_course(const struct options *options)
{
	for (size_t i = 0; i < options->paths.count; i++)
		if (serve_is_course(options->paths.items[i]))
			return true;
	return false;
}

static int run_server(const struct options *options, struct as_error *error)
{
	char path[PATH_MAX];
	const char *const paths[] = {path};

	if (check_address(options, error))
		return -1;
	if (has_course(options))
		return options->paths.count == 1
			       ? serve_course(options, error)
			       : as_error_set(error, AS_ERROR_USAGE,
					 "a course is served alone; start another assay serve "
					 "for the other folders");
	if (!options->demo)
		return serve(options, (const char *const *)options->paths.items,
			options->paths.count, error);
	if (serve_demo_make(path, error))
		return -1;
	const int failed = serve(options, paths, 1, error);
	serve_demo_remove(path);
	return failed;
}

int cli_serve(int argc, char **argv)
{
	struct options options = {.port = USUAL_PORT, .jobs = ALL_CORES};
	struct as_error error = {0};
	const int refused = cli_parse(&serve_verb, argc, argv, &options);

	AS_AUTO_FREE const char **proxies = options.proxies.items;
	AS_AUTO_FREE const char **paths = options.paths.items;
	AS_AUTO_FREE char *address = options.address;

	if (refused)
		return refused;
	setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
	cli_catch_signals();
	options.log.lines = serve_lines_open(&error);
	const int failed = options.log.lines ? run_server(&options, &error) : -1;
	serve_lines_close(options.log.lines);
	return failed ? cli_fail(&error) : 0;
}
