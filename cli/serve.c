/* SPDX-License-Identifier: MIT */
/*
 * assay serve: runs a contest until a signal ends it.
 * 1. Reads the folder; with --demo, makes one in a temporary folder.
 * 2. Opens the store, the engine, and the server (assay/contest/serve.h).
 * 3. Prints the addresses; with --demo, the passwords, too.
 * 4. At a signal, ends streams, finishes requests, and returns running jobs to the store.
 *
 * Standard error is a log, one line for each event.
 */
#include "serve.h"
#include "contest.h"
#include "machine.h"

#include <assay/contest/serve.h>
#include <assay/engine.h>
#include <assay/store.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define USUAL_PORT 8080
/* More than any machine has: the engine takes one for each core. */
#define ALL_CORES 1024
#define GRACE_MS 5000
#define MAX_VIEWERS 100000
#define LOOK_US 200000

enum {
	OPTION_LISTEN = 256,
	OPTION_STORE,
	OPTION_CERT,
	OPTION_KEY,
	OPTION_PROXY,
	OPTION_BASE,
	OPTION_DEMO,
	OPTION_PLAIN,
	OPTION_LOG,
	OPTION_LOG_REQUESTS,
	OPTION_VIEWERS
};

static const struct argp_option option_table[] = {
	{"listen", OPTION_LISTEN, "ADDRESS:PORT", 0,
		"serve at this address (default: 127.0.0.1:8080)", 0},
	{"store", OPTION_STORE, "URL", 0,
		"keep everything in this store (default: contest.db in DIR); with postgresql://... "
		"workers on other machines also judge",
		0},
	{"tls-cert", OPTION_CERT, "FILE", 0, "speak TLS with this certificate, a PEM file", 0},
	{"tls-key", OPTION_KEY, "FILE", 0, "the private key of the certificate, a PEM file", 0},
	{"proxy", OPTION_PROXY, "ADDRESS", 0,
		"believe X-Forwarded-For of this proxy; may be given several times", 0},
	{"base", OPTION_BASE, "PATH", 0, "a proxy serves all of it beneath this path", 0},
	{"plain-http", OPTION_PLAIN, NULL, 0,
		"serve others without TLS and without a proxy: passwords can be overheard", 0},
	{"viewers", OPTION_VIEWERS, "N", 0,
		"keep at most N live boards and feeds open (default: 12000); others poll", 0},
	{"log", OPTION_LOG, "FORMAT", 0,
		"write the log as text (default), pairs of key=value, or json", 0},
	{"log-requests", OPTION_LOG_REQUESTS, NULL, 0, "also log each request", 0},
	CLI_JOBS_ROW("run N tests at once (default: all cores); 0: only workers of other "
		     "processes judge"),
	CLI_CORES_ROW,
	{"demo", OPTION_DEMO, NULL, 0,
		"a contest of bundled problems in a temporary folder, in which submissions arrive "
		"by themselves",
		0},
	{"json", 'J', NULL, 0, "print the addresses and accounts as one JSON object", 0},
	CLI_WEAK_ROW("judge without control groups if this machine has none"),
	{0},
};

#define MAX_PROXIES 16
struct options {
	const char *path;
	char *address; /* on the heap */
	uint16_t port;
	const char *store, *cert, *key, *base;
	const char *proxies[MAX_PROXIES];
	size_t proxy_count;
	unsigned jobs;
	unsigned viewers;
	struct serve_log log;
	bool demo, json, weak, plain, has_jobs, log_requests;
};

static const char usage[] = "usage: assay serve DIR | --demo";

/* ---- options ---- */

/* "ADDRESS:PORT", "[ADDRESS]:PORT" or "PORT". */
static void parse_listen(struct argp_state *state, const char *argument, struct options *options)
{
	const char *colon = strrchr(argument, ':');
	const char *port = colon ? colon + 1 : argument;
	size_t length = colon ? (size_t)(colon - argument) : 0;

	options->port = (uint16_t)cli_parse_count(state, "--listen", port, 0, UINT16_MAX);
	if (length >= 2 && *argument == '[' && argument[length - 1] == ']') {
		argument++;
		length -= 2;
	}
	free(options->address);
	options->address = length ? strndup(argument, length) : NULL;
}

static void check(struct argp_state *state, const struct options *options)
{
	struct as_error error = {0};

	if (!options->path && !options->demo)
		argp_error(state, "missing argument DIR; %s", usage);
	else if (options->path && options->demo)
		argp_error(state, "DIR and --demo are mutually exclusive");
	else if (!options->cert != !options->key)
		argp_error(state, "--tls-cert and --tls-key must be given together");
	else if (options->store && as_store_check_url(options->store, &error))
		argp_error(state, "--store: %s", error.text);
	else if (options->base && (*options->base != '/' || strstr(options->base, "//") ||
					  options->base[strlen(options->base) - 1] == '/'))
		argp_error(state, "--base must begin with '/' and not end with one");
}

static void parse_proxy(struct argp_state *state, const char *argument, struct options *options)
{
	if (options->proxy_count == MAX_PROXIES)
		argp_error(state, "--proxy: at most %d can be given", MAX_PROXIES);
	else
		options->proxies[options->proxy_count++] = argument;
}

/* True if the key is one of an option about the addresses and the connections. */
static bool take_network_option(
	struct argp_state *state, struct options *options, int key, const char *argument)
{
	switch (key) {
	case OPTION_LISTEN:
		parse_listen(state, argument, options);
		return true;
	case OPTION_CERT:
		options->cert = argument;
		return true;
	case OPTION_KEY:
		options->key = argument;
		return true;
	case OPTION_PROXY:
		parse_proxy(state, argument, options);
		return true;
	case OPTION_BASE:
		options->base = argument;
		return true;
	case OPTION_PLAIN:
		options->plain = true;
		return true;
	case OPTION_VIEWERS:
		options->viewers =
			(unsigned)cli_parse_count(state, "--viewers", argument, 1, MAX_VIEWERS);
		return true;
	default:
		return false;
	}
}

/* True if the key is one of an option about the log. */
static bool take_log_option(
	struct argp_state *state, struct options *options, int key, const char *argument)
{
	switch (key) {
	case OPTION_LOG:
		if (serve_log_find(argument, &options->log.format))
			argp_error(
				state, "--log: unknown format '%s'; text, pairs or json", argument);
		return true;
	case OPTION_LOG_REQUESTS:
		options->log_requests = true;
		if (options->log.format == SERVE_LOG_TEXT)
			options->log.format = SERVE_LOG_PAIRS;
		return true;
	default:
		return false;
	}
}

static error_t parse_machine(
	struct argp_state *state, struct options *options, int key, char *argument)
{
	const struct cli_machine machine = {.workers = &options->jobs,
		.most_workers = ALL_CORES,
		.weak_sandbox = &options->weak};

	options->has_jobs |= key == 'j';
	return cli_machine_parse(&machine, state, key, argument);
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case OPTION_STORE:
		options->store = argument;
		return 0;
	case OPTION_DEMO:
		options->demo = true;
		return 0;
	case 'J':
		options->json = true;
		return 0;
	case ARGP_KEY_ARG:
		if (options->path)
			argp_error(state, "unexpected argument '%s'; %s", argument, usage);
		options->path = argument;
		return 0;
	case ARGP_KEY_END:
		check(state, options);
		return 0;
	default:
		return take_network_option(state, options, key, argument) ||
				       take_log_option(state, options, key, argument)
			       ? 0
			       : parse_machine(state, options, key, argument);
	}
}

static const struct argp argp = {option_table, parse_option, "DIR",
	"Runs the contest of a folder: pages, the Contest API with its event feed, and judging.",
	NULL, NULL, NULL};

/* ---- what it needs ---- */

struct running {
	struct as_contest *contest;
	struct as_store *store;
	struct as_languages *languages;
	struct as_engine *engine;
	char *offer;
	struct as_server *server;
};

static void stop(struct running *running)
{
	as_server_close(running->server, GRACE_MS);
	free(running->offer);
	as_engine_close(running->engine);
	as_languages_close(running->languages);
	as_store_close(running->store);
	as_contest_close(running->contest);
}

/* Only loopback is safe without TLS. */
static int check_address(const struct options *options, struct as_error *error)
{
	const char *address = options->address;

	if (!address || options->cert || options->plain || options->proxy_count > 0 ||
		strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0)
		return 0;
	return as_error_set(error, AS_ERROR_USAGE,
		"--listen %s without TLS: everybody on the network can overhear passwords; give "
		"--tls-cert and --tls-key, put a proxy in front of it (--proxy), or permit it "
		"(--plain-http)",
		address);
}

static int open_store(
	const struct options *options, struct running *running, struct as_error *error)
{
	AS_AUTO_FREE char *own =
		as_text_format(error, "sqlite:%s/contest.db", running->contest->path);

	if (!own)
		return -1;
	running->store = as_store_open(options->store ? options->store : own, error);
	if (running->store && as_store_warning(running->store))
		serve_log_note((void *)&options->log, as_store_warning(running->store));
	return running->store ? 0 : -1;
}

static int open_engine(
	const struct options *options, struct running *running, struct as_error *error)
{
	struct as_engine_config config = {.workers = options->has_jobs ? options->jobs : ALL_CORES,
		.weak_sandbox = options->weak,
		.cancel = &cli_cancelled};
	static char include_dir[PATH_MAX]; /* the engine borrows it */
	struct as_error why = {0};
	const bool is_isolated = cli_doctor_check(&why) == 0;

	if (!is_isolated && !options->weak) {
		*error = why;
		return -1;
	}
	running->languages = as_languages_open(NULL, error);
	if (!running->languages)
		return -1;
	config.languages = running->languages;
	config.include_dir = cli_find_include_dir(include_dir);
	running->engine = as_engine_open(&config, error);
	AS_AUTO_FREE const char **here =
		running->engine ? as_languages_here(running->languages, error) : NULL;
	if (here)
		running->offer = as_lane_offer(
			as_engine_settings(running->engine), here, NULL, is_isolated, error);
	return running->offer ? 0 : -1;
}

static int open_server(
	const struct options *options, struct running *running, struct as_error *error)
{
	const struct as_server_config config = {.contest = running->contest,
		.store = running->store,
		.engine = running->engine,
		.has_worker = !options->has_jobs || options->jobs > 0,
		.offer = running->offer,
		.version = ASSAY_VERSION,
		.address = options->address,
		.port = options->port,
		.tls_cert = options->cert,
		.tls_key = options->key,
		.proxies = options->proxies,
		.proxy_count = options->proxy_count,
		.base = options->base,
		.max_viewers = options->viewers,
		.note = serve_log_note,
		.request = options->log_requests ? serve_log_request : NULL,
		.context = (void *)&options->log};

	running->server = as_server_open(&config, error);
	return running->server ? 0 : -1;
}

/* ---- addresses ---- */

static char *make_url(
	const struct options *options, const struct running *running, struct as_error *error)
{
	const char *address = options->address ? options->address : "127.0.0.1";
	const bool is_ipv6 = strchr(address, ':') != NULL;

	return as_text_format(error, "%s://%s%s%s:%d%s/", options->cert ? "https" : "http",
		is_ipv6 ? "[" : "", address, is_ipv6 ? "]" : "", as_server_port(running->server),
		options->base ? options->base : "");
}

static void print_accounts(const struct as_contest *contest, const char *url)
{
	printf("%s is served at %s\n", contest->settings.name, url);
	for (size_t i = 0; i < contest->account_count; i++) {
		const struct as_contest_account *account = &contest->accounts[i];
		printf("  %-8s %-12s %s\n", as_contest_role_name(account->role), account->username,
			account->password ? account->password : "");
	}
}

static json_t *accounts_json(const struct as_contest *contest)
{
	json_t *accounts = json_array();

	for (size_t i = 0; i < contest->account_count; i++) {
		const struct as_contest_account *account = &contest->accounts[i];
		if (!account->password || account->password_is_hash)
			continue;
		json_array_append_new(accounts,
			json_pack("{s: s, s: s, s: s}", "type", as_contest_role_name(account->role),
				"username", account->username, "password", account->password));
	}
	return accounts;
}

static int print_start(
	const struct options *options, const struct running *running, struct as_error *error)
{
	AS_AUTO_FREE char *url = make_url(options, running, error);
	AS_AUTO_FREE char *api = url ? as_text_format(error, "%sapi/", url) : NULL;

	if (!api)
		return -1;
	if (options->json) {
		/* Passwords are printed for the demonstration only, never into the log of a real
		 * contest. */
		AS_AUTO_JSON json_t *document =
			json_pack("{s: s, s: s, s: o}", "url", url, "api", api, "accounts",
				options->demo ? accounts_json(running->contest) : json_array());
		json_dumpf(document, stdout, JSON_COMPACT);
		putchar('\n');
	} else if (options->demo) {
		print_accounts(running->contest, url);
		puts("Press Ctrl-C to end it.");
	} else {
		printf("%s is served at %s\n", running->contest->settings.name, url);
	}
	return fflush(stdout) ? as_error_sys(error, AS_ERROR_INTERNAL, errno, "standard output")
			      : 0;
}

/* ---- serving ---- */

static int wait_for_end(struct running *running, struct as_error *error)
{
	while (!atomic_load(&cli_cancelled)) {
		if (as_server_check(running->server, error))
			return -1;
		usleep(LOOK_US);
	}
	return 0;
}

static int serve(const struct options *options, const char *path, struct as_error *error)
{
	AS_AUTO(stop) struct running running = {0};

	running.contest = contest_open(path, false, error);
	if (!running.contest || as_contest_require(running.contest, error))
		return -1;
	if (options->demo)
		serve_demo_start(running.contest);
	if (open_store(options, &running, error) || open_engine(options, &running, error) ||
		open_server(options, &running, error) || print_start(options, &running, error))
		return -1;
	struct demo *demo = options->demo ? serve_demo_run(running.server, running.contest) : NULL;
	const int failed = wait_for_end(&running, error);
	serve_demo_end(demo);
	return failed;
}

static int run(const struct options *options, struct as_error *error)
{
	char path[PATH_MAX];

	if (check_address(options, error))
		return -1;
	if (!options->demo)
		return serve(options, options->path, error);
	if (serve_demo_make(path, error))
		return -1;
	const int failed = serve(options, path, error);
	serve_demo_remove(path);
	return failed;
}

int cli_serve(int argc, char **argv)
{
	struct options options = {.port = USUAL_PORT};
	struct as_error error = {0};
	const int refused = cli_parse(&argp, argc, argv, &options);

	if (refused) {
		free(options.address);
		return refused;
	}
	setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
	cli_catch_signals();
	options.log.lines = serve_lines_open(&error);
	const int failed = options.log.lines ? run(&options, &error) : -1;
	serve_lines_close(options.log.lines);
	free(options.address);
	/* Ending by a signal is a success. */
	return failed ? cli_fail(&error) : 0;
}
