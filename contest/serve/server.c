/* SPDX-License-Identifier: MIT */
/*
 * Opens and closes a server. The parts are opened in the order of their dependencies and closed in
 * reverse: packages and statements; the log, which reports changes to the API and the streams; the
 * worker; the port.
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
#include "printer.h"
#include "problem.h"
#include "replies.h"
#include "rerun.h"
#include "routes.h"
#include "scoreboard.h"

#include <assay/html.h>
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
		.news = {.began = began, .tested = tested, .note = note, .context = server}};

	if (!server->config.has_worker)
		return 0;
	server->worker = as_worker_start(&config, error);
	return server->worker ? 0 : -1;
}

/* ---- HTTP ---- */

/* The API answers with JSON, all other paths with a page. */
static void fill_error(struct as_http_request *request, int status, const char *message,
	struct as_http_response *response, void *context)
{
	struct as_server *server = context;
	const char *path = as_http_path(request);
	const size_t base = strlen(server->base);
	struct as_bytes json = {0};

	if (strncmp(path, server->base, base) == 0 && strncmp(path + base, "/api", 4) == 0) {
		if (as_contest_api_refusal(status, message, &json, NULL) == 0) {
			as_http_response_header(response, "Content-Type", "application/json");
			if (status == 401)
				as_http_response_header(
					response, "WWW-Authenticate", API_CHALLENGE);
			as_http_response_take(response, json.data, json.size);
		}
		return;
	}
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return;
	as_contest_page_error_plain(out, server->base, status, message);
	if (!as_text_close(out, &text, NULL))
		return;
	as_http_response_header(response, "Content-Type", "text/html; charset=utf-8");
	as_http_response_take(response, text, strlen(text));
}

static void finished(const struct as_http_request *request, int status, uint64_t body_bytes,
	int64_t duration_ns, void *context)
{
	struct as_server *server = context;

	metrics_add(server, request, duration_ns);
	if (!server->config.request)
		return;
	const struct as_server_request ended = {.method = as_http_method(request),
		.path = as_http_path(request),
		.peer = as_http_peer(request),
		.status = status,
		.bytes = body_bytes,
		.duration_ns = duration_ns};
	server->config.request(server->config.context, &ended);
}

static void note_full(const char *address, bool is_stream, unsigned max, void *context)
{
	const struct as_server *server = context;

	as_site_note_full(server->site, address, is_stream, max);
}

static void admit(struct as_http_request *request, void *context)
{
	const struct as_server *server = context;

	as_site_admit(request, server->site);
}

static uint64_t account_of(const struct as_http_request *request, void *context)
{
	const struct as_server *server = context;

	return as_site_account(request, server->site);
}

static int open_http(struct as_server *server, struct as_error *error)
{
	struct as_site_routes routes = {.base = server->base};
	const struct as_site_port port = {.address = server->config.address,
		.port = server->config.port,
		.tls_cert = server->config.tls_cert,
		.tls_key = server->config.tls_key,
		.proxies = server->config.proxies,
		.proxy_count = server->config.proxy_count,
		.max_viewers = server->config.max_viewers,
		.body_folder = server->config.contest->path,
		.callbacks = {.error = fill_error,
			.finished = finished,
			.address_full = note_full,
			.admit = admit,
			.account = account_of,
			.context = server}};

	routes_add(&routes);
	server->http = as_site_serve(server->site, &port, &routes, error);
	return server->http ? 0 : -1;
}

/* ---- opening and closing ---- */

static void note_libraries(const struct as_server *server)
{
	if (!as_contest_libraries_have_math(server->pages.libraries))
		server_note(server,
			"KaTeX is not installed: only simple formulas are shown as such; "
			"see libjs-katex and fonts-katex");
	if (!as_contest_libraries_have_editor(server->pages.libraries))
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
	server->pages.libraries = as_contest_libraries_open(AS_CONTEST_LIBRARIES_FOLDER, error);
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
			       counterexamples_start(server->runs.counterexamples, error) == 0 &&
			       candidates_start(server->runs.candidates, error) == 0
		       ? open_http(server, error)
		       : -1;
}

struct as_server *as_server_open(const struct as_server_config *config, struct as_error *error)
{
	struct as_server *server = calloc(1, sizeof(*server));

	if (!server) {
		as_error_no_memory(error);
		return NULL;
	}
	server->config = *config;
	pthread_mutex_init(&server->pages.inspecting, NULL);
	pthread_mutex_init(&server->refused.mutex, NULL);
	server->base = config->base ? config->base : "";
	if (open_all(server, error)) {
		as_server_close(server, 0);
		return NULL;
	}
	return server;
}

uint16_t as_server_port(const struct as_server *server)
{
	return as_http_port(server->http);
}

/* Close the port first: running requests may use everything except the streams' thread. */
void as_server_close(struct as_server *server, unsigned grace_ms)
{
	if (!server)
		return;
	as_site_live_stop(server->live);
	if (server->site)
		as_site_stop(server->site);
	/* The port waits for running requests, which must not wait for the store meanwhile. */
	if (server->log)
		as_contest_log_finish(server->log, grace_ms);
	if (server->config.store)
		as_store_leave(server->config.store);
	as_http_close(server->http, grace_ms);
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
	as_contest_libraries_close(server->pages.libraries);
	as_language_states_free(server->pages.states);
	pthread_mutex_destroy(&server->pages.inspecting);
	pthread_mutex_destroy(&server->refused.mutex);
	as_keeper_close(server->keeper);
	free(server->language_ids);
	free(server);
}
