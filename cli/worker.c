/* SPDX-License-Identifier: MIT */
/*
 * assay worker: judges the jobs of a store until a signal ends it.
 * 1. At the first signal (SIGTERM, SIGINT, SIGHUP) it stops claiming jobs, and running jobs may
 *    finish within the grace time. Then, or at a second signal, it returns the rest to the store.
 * 2. If the server is not reachable, it cancels running jobs and waits for the server without
 *    limit; after a signal it does not wait.
 *
 * Standard error is a log, one line for each event.
 */
#include "cli.h"
#include "machine.h"

#include <assay/engine.h>
#include <assay/store.h>
#include <ctype.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>

struct options {
	const char *store;
	struct as_engine_config engine;
	struct cli_modules modules;
	unsigned classes;  /* a bit for each */
	const char *group; /* or NULL */
	const char *name;
	int64_t grace_ns;
	struct as_store_fetch fetch;
};

/* ---- options ---- */

#define USUAL_GRACE_NS INT64_C(30000000000)
/* More than any machine has: the engine takes one for each core. */
#define ALL_CORES 1024

static void take_class(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	*(unsigned *)place |= 1u << cli_choose_class(state, option, value);
}

static void take_name(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	const size_t length = strlen(value);

	if (length == 0 || length > 200 || !as_text_is_utf8(value, length))
		argp_error(state, "--name: invalid name '%s'; use 1 to 200 bytes of UTF-8",
			length > 200 ? "..." : value);
	cli_text(state, option, place, value);
}

static void take_size(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	struct as_error error = {0};
	uint64_t *bytes = place;

	if (as_size_parse(value, bytes, &error))
		cli_refuse(state, option, error.text);
	else if (*bytes == 0)
		argp_error(state,
			"--cache-size: invalid size '%s'; write more than 0, such as 1GiB", value);
}

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_worker[] = {
	{"store", 0, "URL", "the store, such as postgresql://HOST/DATABASE", cli_url, AT(store),
		.is_needed = true},
	{"jobs", 'j', "N", "run N tests at once, each on a core of its own (default: all cores)",
		cli_number, AT(engine.workers), 1, ALL_CORES},
	CLI_CORES,
	{"class", 0, "NAME",
		"judge jobs of this class only: contest, course, practice, rejudging or "
		"generation; may be given several times",
		take_class, AT(classes)},
	{"group", 0, "NAME",
		"this machine is one of a group of equal machines: judge jobs that ask for the "
		"group, too",
		cli_group, AT(group)},
	{"name", 0, "NAME", "the name in results, in the status and in the log (default: HOST:PID)",
		take_name, AT(name)},
	{"grace", 0, "TIME",
		"how long running jobs may go on after a signal, such as 30s (the default) or 5min",
		cli_time, AT(grace_ns)},
	{"cache", 0, "DIR", "keep packages and compiled programs in DIR (default: ~/.cache/assay)",
		cli_text, AT(fetch.cache_dir)},
	{"cache-size", 0, "SIZE",
		"limit the packages in the cache to SIZE (default: 8GiB); the least recently used "
		"packages are removed",
		take_size, AT(fetch.cache_bytes)},
	CLI_MODULE(struct options, modules,
		CLI_MODULE_HELP "; only jobs that ask for the same modules are judged"),
	CLI_WEAK(struct options, engine.weak_sandbox,
		"judge without control groups if this machine has none; then only jobs that permit "
		"it are judged"),
	{0},
};

static const struct cli_verb worker_verb = {.options = options_of_worker,
	.arguments = "--store URL",
	.about =
		"Judges the jobs of a store that `assay judge --store URL` and others have queued, "
		"until a signal ends it. Any number of workers, on any number of machines, share "
		"a store on a PostgreSQL server. A worker takes only jobs that its machine can "
		"judge, and fetches their data from the store. It logs to standard error. "
		"SIGTERM lets running jobs finish within the grace time; a second signal returns "
		"them to the queue at once."};

/* ---- signals ---- */

static volatile sig_atomic_t signal_count;
static int signal_fd = -1; /* an eventfd */

static void note_signal(int number)
{
	(void)number;
	signal_count++;
	(void)!eventfd_write(signal_fd, 1);
}

static int catch_signals(struct as_error *error)
{
	static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
	struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};

	signal_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (signal_fd < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make an eventfd");
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		sigaction(numbers[i], &action, NULL);
	return 0;
}

/* Waits for a signal, at most this long. */
static void sleep_until_signal(int max_ms)
{
	struct pollfd entry = {.fd = signal_fd, .events = POLLIN};
	eventfd_t count;

	if (poll(&entry, 1, max_ms) > 0)
		(void)!eventfd_read(signal_fd, &count);
}

/* ---- the log ---- */

/* Prints each line in one write, because several threads log. Text of the store may be hostile. */
static void print_line(const char *format, ...) AS_PRINTF(1, 2);
static void print_line(const char *format, ...)
{
	AS_AUTO_FREE char *text = NULL;
	char shown[2048];
	va_list arguments;

	va_start(arguments, format);
	const int length = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (length < 0) {
		text = NULL;
		return;
	}
	fprintf(stderr, "assay: %s\n",
		as_text_printable(text, (size_t)length, shown, sizeof(shown)));
}

static void log_ended(
	void *context, int64_t job, const struct as_result *result, const struct as_error *cause)
{
	(void)context;
	if (result)
		print_line("job %" PRId64 ": %s, %s, %s", job, as_verdict_name(result->verdict),
			result->problem, result->path);
	else if (cause)
		print_line("job %" PRId64 " cannot be judged: %s", job, cause->text);
	else
		print_line("job %" PRId64 " went back to the store", job);
}

static void log_lost(void *context, const struct as_error *why)
{
	(void)context;
	/* Without the remedy, which is meant for other commands. */
	print_line("the store is away: %.*s; what ran was cancelled; waiting for it",
		(int)strcspn(why->text, ";"), why->text);
}

static void log_back(void *context)
{
	(void)context;
	print_line("the store is back");
}

static void log_note(void *context, const char *text)
{
	(void)context;
	print_line("%s", text);
}

/* ---- the machine ---- */

/* Finds "12.2.0" in "gcc (Debian 12.2.0-14+deb12u1) 12.2.0". */
static int find_number(const char *version, const char **number)
{
	for (*number = version; **number; (*number)++) {
		size_t length = strspn(*number, "0123456789.");
		while (length && (*number)[length - 1] == '.')
			length--;
		if (isdigit((unsigned char)**number) && memchr(*number, '.', length))
			return (int)length;
	}
	*number = version;
	return (int)strlen(version);
}

static void print_languages(const struct as_language_state *states)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size = 0;
	AS_AUTO_FILE FILE *out = open_memstream(&text, &size);
	const char *number;

	for (; out && states->id; states++)
		if (states->version) {
			const int length = find_number(states->version, &number);
			fprintf(out, "%s%s %.*s", ftell(out) > 0 ? ", " : "", states->id, length,
				number);
		}
	if (out && fflush(out) == 0)
		print_line("judges %s", text);
}

static void print_machine(const struct options *options, const struct cli_machine *machine)
{
	const struct as_engine_config *settings = as_engine_settings(machine->engine);
	struct as_language_state *states = as_languages_inspect(
		machine->languages, settings->cache_dir, settings->weak_sandbox, NULL);
	char cpu[CLI_CPU_SIZE], cache[PATH_MAX] = "";
	AS_AUTO_FD int cache_fd = as_cache_find(options->fetch.cache_dir, cache);

	if (states)
		print_languages(states);
	as_language_states_free(states);
	print_line("worker %s: %u core%s (%s), %s%s%s%s isolation; packages are kept in %s%s",
		options->name, settings->workers, settings->workers == 1 ? "" : "s",
		cli_cpu_name(cpu), options->group ? "group " : "",
		options->group ? options->group : "", options->group ? ", " : "",
		machine->is_isolated ? "full" : "weak", cache_fd >= 0 ? cache : "no folder",
		cache_fd >= 0 ? "/packages" : "");
}

/* ---- work ---- */

static struct as_store *open_store(const struct options *options, struct as_error *error)
{
	struct as_store *store = as_store_open(options->store, error);

	if (!store)
		return NULL;
	if (as_store_warning(store))
		print_line("warning: %s", as_store_warning(store));
	if (!cli_is_on_server(options->store))
		print_line("note: a store in a file has one owner: nobody can queue jobs in it "
			   "while this worker runs");
	if (as_store_rename(store, options->name, error) == 0)
		return store;
	as_store_close(store);
	return NULL;
}

/* Lets running jobs finish. */
static void drain(const struct options *options, struct as_store *store, struct as_worker *worker)
{
	const int64_t until_ns = as_now_ns() + options->grace_ns;
	const unsigned count = as_worker_count(worker);

	as_worker_drain(worker);
	as_store_leave(store);
	print_line("stopping: %u job%s may finish within %" PRId64 " s; another signal hands %s "
		   "back at once",
		count, count == 1 ? "" : "s", (options->grace_ns + 999999999) / 1000000000,
		count == 1 ? "it" : "them");
	while (as_worker_count(worker) > 0 && as_now_ns() < until_ns && signal_count < 2 &&
		as_worker_check(worker, NULL) == 0)
		sleep_until_signal(50);
}

static int run_worker(const struct options *options, const struct cli_machine *machine,
	struct as_store *store, struct as_error *error)
{
	const struct as_worker_config config = {.store = store,
		.engine = machine->engine,
		.fetch = options->fetch,
		.offer = machine->offer,
		.name = options->name,
		.classes = options->classes,
		/* One job more than can run, so that its package is fetched and it is compiled
		 * meanwhile. */
		.jobs = as_engine_settings(machine->engine)->workers + 1,
		.is_patient = true,
		.tells_runs = true,
		.news = {.ended = log_ended, .lost = log_lost, .back = log_back, .note = log_note}};
	struct as_worker *worker = as_worker_start(&config, error);

	if (!worker)
		return -1;
	while (signal_count == 0 && as_worker_check(worker, NULL) == 0)
		sleep_until_signal(1000);
	if (signal_count > 0)
		drain(options, store, worker);
	const int failed = as_worker_check(worker, error);
	as_worker_stop(worker);
	return failed;
}

int cli_worker(int argc, char **argv)
{
	char host[256] = "", name[300];
	struct options options = {
		.engine = {.workers = ALL_CORES, .modules = options.modules.names},
		.name = name,
		.grace_ns = USUAL_GRACE_NS};
	struct cli_machine machine = {0};
	struct as_error error = {0};

	gethostname(host, sizeof(host) - 1);
	snprintf(name, sizeof(name), "%s:%d", host, (int)getpid());
	const int refused = cli_parse(&worker_verb, argc, argv, &options);

	if (refused)
		return refused;
	options.engine.cache_dir = options.fetch.cache_dir;
	setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
	struct as_store *store = NULL;
	int failed = catch_signals(&error) ||
		     cli_machine_open(&machine, &options.engine, options.group, &error) ||
		     !(store = open_store(&options, &error));
	if (!failed) {
		print_machine(&options, &machine);
		failed = run_worker(&options, &machine, store, &error);
	}
	as_store_close(store);
	cli_machine_close(&machine);
	return failed ? cli_fail(&error) : 0;
}
