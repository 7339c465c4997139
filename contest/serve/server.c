/* SPDX-License-Identifier: MIT */
/*
 * Opens and closes servers. The parts are opened in the order of their dependencies and closed in
 * reverse: for each contest, packages and statements; the log, which reports changes to the API and
 * the streams; the worker. The port comes last.
 */
#include "server.h"
#include "accounts.h"
#include "api.h"
#include "boards.h"
#include "candidates.h"
#include "counterexamples.h"
#include "ghosts.h"
#include "health.h"
#include "intake.h"
#include "metrics.h"
#include "news.h"
#include "port.h"
#include "printer.h"
#include "problem.h"
#include "replies.h"
#include "rerun.h"
#include "scoreboard.h"

#include <assay/store/worker.h>
#include <string.h>

/* ---- streams ---- */

/* The views are the first boards_kind. */
static struct as_http_buffer *newest_board(void *context, size_t view, char tag[AS_DIGEST_HEX_SIZE])
{
	const struct as_server *server = context;

	return boards_newest(server->shared.boards, view, tag);
}

static char *change_board(const char *before, const char *after)
{
	return as_contest_board_change(before, after, NULL);
}

static ssize_t read_feed(void *cursor, char *bytes, size_t size)
{
	return as_contest_feed_read(cursor, bytes, size, NULL);
}

static void close_feed(void *cursor)
{
	as_contest_feed_close(cursor);
}

static struct as_site_live *open_live(struct as_server *server, struct as_error *error)
{
	const struct as_site_live_config config = {.site = server->site,
		.view_count = BOARDS_VERDICTS + 1,
		.newest = newest_board,
		.change = change_board,
		.whole_event = "board",
		.change_event = "rows",
		.read = read_feed,
		.close = close_feed,
		.context = server};

	return as_site_live_open(&config, error);
}

/* ---- the log ---- */

static void changed(
	void *context, struct as_contest_log *log, const struct as_contest_change *change)
{
	struct as_server *server = context;

	versions_changed(server, log, change);
	judged_changed(server, log, change);
	as_contest_api_changed(server->api, log, change);
	boards_changed(server->shared.boards);
	counterexamples_changed(server->runs.counterexamples, log, change);
	candidates_changed(server->runs.candidates, change);
}

static void caught_up(void *context)
{
	struct as_server *server = context;

	as_site_live_changed(server->live);
	judged_note_errors(server, &server->judged.live);
}

static void note(void *context, const char *text)
{
	server_note(context, "%s", text);
}

static void wrote(void *context, const struct as_error *why)
{
	const struct as_server *server = context;

	health_wrote(server->health, why);
}

static int open_log(struct as_server *server, struct as_error *error)
{
	const struct as_contest_api_config api = {.contest = server->config.contest,
		.languages = server->languages,
		.language_ids = server->language_ids,
		.version = server->config.version};
	const struct as_contest_log_config config = {.contest = server->config.contest,
		.store = server->config.store,
		.observer = {changed, caught_up, note, wrote, server}};

	server->api = as_contest_api_open(&api, error);
	server->live = open_live(server, error);
	server->health = health_open(server, error);
	server->runs.counterexamples = counterexamples_open(server, error);
	server->runs.candidates = candidates_open(server, error);
	if (!server->runs.candidates || !server->api || !server->live || !server->health ||
		!server->runs.counterexamples)
		return -1;
	server->log = as_contest_log_open(&config, error);
	if (server->log)
		judged_note_errors(server, &server->judged.past);
	return !server->log || health_start(server->health, error) ||
			       as_site_live_start(server->live, error)
		       ? -1
		       : 0;
}

/* ---- the worker ---- */

static void began(void *context, int64_t job)
{
	const struct as_server *server = context;

	counterexamples_yield(server->runs.counterexamples);
	as_contest_log_report_begin(server->log, job);
}

static void tested(void *context, int64_t job, const struct as_job_test *test)
{
	const struct as_server *server = context;

	as_contest_log_report_run(server->log, job, test->index, test->verdict,
		test->usage.known ? test->usage.cpu_time_ns : -1);
}

static int open_worker(struct as_server *server, struct as_error *error)
{
	const struct as_worker_config config = {.store = server->config.store,
		.engine = server->config.engine,
		.fetch = server->config.fetch,
		.offer = server->config.offer,
		.jobs = as_engine_settings(server->config.engine)->workers + 1,
		.is_patient = true,
		.owner = server->config.contest->settings.id,
		.news = {.began = began, .tested = tested, .note = note, .context = server}};

	if (!server->config.has_worker || server->config.shares_worker)
		return 0;
	server->worker = as_worker_start(&config, error);
	return server->worker ? 0 : -1;
}

/* ---- opening and closing ---- */

static void note_libraries(const struct as_server *server)
{
	if (!as_site_libraries_have_math(server->pages.libraries))
		server_note(server,
			"KaTeX is not installed: only simple formulas are shown as such; "
			"see libjs-katex and fonts-katex");
	if (!as_site_libraries_have_editor(server->pages.libraries))
		server_note(server,
			"CodeMirror is not installed: source code is typed into a plain "
			"field; see libjs-codemirror");
}

/* Earlier versions kept hashes of the folder's passwords as this setting. */
static int drop_hashes(struct as_server *server, struct as_error *error)
{
	const int64_t space = as_contest_log_space(server->log);
	AS_AUTO_FREE char *value = NULL;

	if (as_store_setting_read(server->config.store, space, "accounts", &value, error))
		return -1;
	return !value || strcmp(value, "{}") == 0 ? 0
						  : as_store_setting_write(server->config.store,
							    space, "accounts", "{}", error);
}

static int open_all(struct as_server *server, struct as_error *error)
{
	server->languages = as_engine_settings(server->config.engine)->languages;
	server->language_ids = as_languages_here(server->languages, error);
	server->keeper = as_keeper_open(error);
	server->site = accounts_open(server, error);
	server->intake = intake_open(error);
	server->shared.boards = boards_open(server, error);
	server->shared.scoreboards = scoreboards_open(error);
	server->shared.replies = replies_open(error);
	server->shared.ghosts = ghosts_open(server, error);
	server->metrics = metrics_open(error);
	server->pages.libraries = as_site_libraries_open(AS_SITE_LIBRARIES_FOLDER, error);
	server->pages.news = news_open(error);
	if (!server->pages.news || !server->language_ids || !server->keeper || !server->site ||
		!server->intake || !server->shared.boards || !server->shared.scoreboards ||
		!server->shared.replies || !server->shared.ghosts || !server->metrics ||
		!server->pages.libraries)
		return -1;
	if (versions_open(server, error) || open_log(server, error) ||
		versions_start(server, error))
		return -1;
	news_start(server);
	if (drop_hashes(server, error) || open_worker(server, error))
		return -1;
	accounts_note(server);
	server_note_clock(server);
	note_libraries(server);
	server->runs.reruns = reruns_open(server, error);
	server->runs.printer = printer_open(server, error);
	if (!server->runs.printer && server->config.contest->settings.hall.print_command)
		return -1;
	return server->runs.reruns &&
			       counterexamples_start(server->runs.counterexamples, error) == 0
		       ? candidates_start(server->runs.candidates, error)
		       : -1;
}

static char *make_base(const struct as_servers *servers, const struct as_server_config *config)
{
	return servers->has_index
		       ? as_text_format(NULL, "%s/%s", servers->base, config->contest->settings.id)
		       : strdup(servers->base);
}

/* Close the port after this, and before server_close: running requests may use everything except
 * the streams' thread. */
static void server_leave(struct as_server *server, unsigned grace_ms)
{
	as_site_live_stop(server->live);
	if (server->site)
		as_site_stop(server->site);
	/* The port waits for running requests, which must not wait for the store meanwhile. */
	if (server->log)
		as_contest_log_finish(server->log, grace_ms);
	if (server->config.store)
		as_store_leave(server->config.store);
}

static void server_close(struct as_server *server)
{
	as_site_close(server->site);
	reruns_close(server->runs.reruns);
	printer_close(server->runs.printer);
	counterexamples_stop(server->runs.counterexamples);
	candidates_stop(server->runs.candidates);
	versions_stop(server->versions);
	as_worker_stop(server->worker);
	health_stop(server->health);
	as_contest_log_close(server->log);
	health_close(server->health);
	counterexamples_close(server->runs.counterexamples);
	candidates_close(server->runs.candidates);
	as_site_live_close(server->live);
	as_contest_api_close(server->api);
	versions_close(server);
	intake_close(server->intake);
	boards_close(server->shared.boards);
	scoreboards_close(server->shared.scoreboards);
	replies_close(server->shared.replies);
	ghosts_close(server->shared.ghosts);
	metrics_close(server->metrics);
	news_close(server->pages.news);
	as_site_libraries_close(server->pages.libraries);
	as_language_states_free(server->pages.states);
	pthread_mutex_destroy(&server->pages.inspecting);
	pthread_mutex_destroy(&server->refused.mutex);
	as_keeper_close(server->keeper);
	free(server->language_ids);
	free(server->base);
	free(server);
}

/* Adds the contest also if it cannot be opened: as_servers_close closes its parts. */
static int add_server(
	struct as_servers *servers, const struct as_server_config *config, struct as_error *error)
{
	struct as_server *server = calloc(1, sizeof(*server));

	if (!server)
		return as_error_no_memory(error);
	servers->items[servers->count++] = server;
	server->config = *config;
	pthread_mutex_init(&server->pages.inspecting, NULL);
	pthread_mutex_init(&server->refused.mutex, NULL);
	server->base = make_base(servers, config);
	server->servers = servers;
	if (!server->base)
		return as_error_no_memory(error);
	return open_all(server, error);
}

/* The parts that contests with the same accounts share. */
static int open_common(struct as_servers *servers, const struct as_server_config *contests,
	size_t count, struct as_error *error)
{
	if (!servers->config.shares_accounts || !servers->has_index)
		return 0;
	servers->least_id = contests[0].contest->settings.id;
	for (size_t i = 1; i < count; i++)
		if (strcmp(contests[i].contest->settings.id, servers->least_id) < 0)
			servers->least_id = contests[i].contest->settings.id;
	servers->common = as_site_common_open(error);
	return servers->common ? 0 : -1;
}

struct as_servers *as_servers_open(const struct as_server_config *contests, size_t count,
	const struct as_server_port *port, struct as_error *error)
{
	struct as_servers *servers = calloc(1, sizeof(*servers));

	if (!servers || !(servers->items = calloc(count, sizeof(struct as_server *)))) {
		free(servers);
		as_error_no_memory(error);
		return NULL;
	}
	servers->config = *port;
	servers->base = port->base ? port->base : "";
	servers->has_index = count > 1;
	int failed = open_common(servers, contests, count, error);
	for (size_t i = 0; i < count && !failed; i++)
		failed = add_server(servers, &contests[i], error);
	if (!failed && port_open(servers, error) == 0)
		return servers;
	as_servers_close(servers, 0);
	return NULL;
}

void as_servers_yield(const struct as_servers *servers)
{
	for (size_t i = 0; i < servers->count; i++)
		counterexamples_yield(servers->items[i]->runs.counterexamples);
}

struct as_server *as_servers_contest(const struct as_servers *servers, size_t index)
{
	return servers->items[index];
}

void as_servers_close(struct as_servers *servers, unsigned grace_ms)
{
	if (!servers)
		return;
	for (size_t i = 0; i < servers->count; i++)
		server_leave(servers->items[i], grace_ms);
	as_http_close(servers->http, grace_ms);
	for (size_t i = servers->count; i-- > 0;)
		server_close(servers->items[i]);
	as_site_common_close(servers->common);
	free(servers->items);
	free(servers);
}
