/* SPDX-License-Identifier: MIT */
/*
 * Opens and closes the server of a course. The parts are opened in the order of their dependencies
 * and closed in reverse: packages and statements; the site; the log, which reports changes to the
 * ledger; the ledger, which computes marks; the worker. The port comes last.
 */
#include "server.h"
#include "accounts.h"
#include "request.h"

#include <assay/store/package.h>
#include <string.h>

/* ---- packages ---- */

/* A course does not depend on statements, so a broken one is only noted. */
static void open_statement(struct as_course_server *server, const struct as_course_assignment *of,
	const struct as_package *package, struct course_part *part)
{
	struct as_error why = {0};
	AS_AUTO_FREE char *prefix = as_text_format(
		&why, "%s/a/%s/files/%s/", server->config.base, of->id, package->short_name);
	const struct as_statement_config config = {.prefix = prefix};

	if (prefix)
		part->statement = as_statement_open(package, &config, &why);
	if (!part->statement)
		course_server_note(server, "%s: the statement cannot be read: %s",
			package->short_name, why.text);
}

static int open_parts(struct as_course_server *server, size_t assignment, struct as_error *error)
{
	const struct as_course_assignment *of = &server->config.course->assignments[assignment];
	struct course_parts *parts = &server->parts[assignment];

	parts->items = calloc(of->scheme.package_count + 1, sizeof(*parts->items));
	if (!parts->items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < of->scheme.package_count; i++) {
		struct course_part *part = &parts->items[parts->count++];
		part->opened =
			as_engine_package_open(server->config.engine, of->packages[i], error);
		if (!part->opened ||
			as_store_package_keep(server->config.store, of->packages[i], NULL, error))
			return -1;
		open_statement(server, of, of->packages[i], part);
	}
	return 0;
}

static int open_packages(struct as_course_server *server, struct as_error *error)
{
	const size_t count = server->config.course->assignment_count;

	server->parts = calloc(count + 1, sizeof(*server->parts));
	if (!server->parts)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		if (open_parts(server, i, error))
			return -1;
	return 0;
}

static void close_packages(struct as_course_server *server)
{
	for (size_t i = 0; server->parts && i < server->config.course->assignment_count; i++) {
		for (size_t k = 0; k < server->parts[i].count; k++) {
			as_statement_close(server->parts[i].items[k].statement);
			as_engine_package_close(server->parts[i].items[k].opened);
		}
		free(server->parts[i].items);
	}
	free(server->parts);
}

/* ---- the log ---- */

static void changed(void *context, const struct as_course_change *change)
{
	const struct as_course_server *server = context;

	if (!change->is_past && change->assignment != AS_COURSE_NONE)
		course_ledger_due(server->ledger, change->assignment);
}

static void note_line(void *context, const char *text)
{
	course_server_note(context, "%s", text);
}

static int open_log(struct as_course_server *server, struct as_error *error)
{
	const struct as_course_log_config config = {.course = server->config.course,
		.store = server->config.store,
		.observer = {.changed = changed, .note = note_line, .context = server}};

	server->ledger = course_ledger_open(server, error);
	if (!server->ledger)
		return -1;
	server->log = as_course_log_open(&config, error);
	if (!server->log)
		return -1;
	server->journal = as_course_log_journal(server->log);
	return as_course_log_start(server->log, error) || course_ledger_start(server->ledger, error)
		       ? -1
		       : 0;
}

/* ---- the worker ---- */

static int open_worker(struct as_course_server *server, struct as_error *error)
{
	const struct as_worker_config config = {.store = server->config.store,
		.engine = server->config.engine,
		.fetch = server->config.fetch,
		.offer = server->config.offer,
		.jobs = as_engine_settings(server->config.engine)->workers + 1,
		.is_patient = true,
		.owner = server->config.course->id,
		.news = {.note = note_line, .context = server}};

	if (!server->config.has_worker)
		return 0;
	server->worker = as_worker_start(&config, error);
	return server->worker ? 0 : -1;
}

/* ---- the port ---- */

static void admit(struct as_http_request *request, void *context)
{
	as_site_admit(
		request, ((struct as_course_server *)context)->site, course_routes_refuse_body);
}

static uint64_t account_of(const struct as_http_request *request, void *context)
{
	return as_site_account(request, ((struct as_course_server *)context)->site);
}

static void note_full(const char *address, bool is_stream, unsigned max, void *context)
{
	as_site_note_full(((struct as_course_server *)context)->site, address, is_stream, max);
}

static int open_port(struct as_course_server *server, struct as_error *error)
{
	struct as_site_port port = server->config.port;
	struct as_site_routes routes = {.base = server->config.base};

	port.body_folder = server->config.course->path;
	port.callbacks = (struct as_http_callbacks){.error = course_answer_fill_error,
		.address_full = note_full,
		.admit = admit,
		.account = account_of,
		.context = server};
	course_routes_add(server, &routes);
	server->http = as_site_serve(server->site, &port, &routes, error);
	return server->http ? 0 : -1;
}

/* ---- opening and closing ---- */

static int open_all(struct as_course_server *server, struct as_error *error)
{
	server->languages = as_engine_settings(server->config.engine)->languages;
	server->language_ids = as_languages_here(server->languages, error);
	server->keeper = as_keeper_open(error);
	server->libraries = as_site_libraries_open(AS_SITE_LIBRARIES_FOLDER, error);
	server->site = course_accounts_open(server, error);
	if (!server->language_ids || !server->keeper || !server->libraries || !server->site)
		return -1;
	return open_packages(server, error) || open_log(server, error) || open_worker(server, error)
		       ? -1
		       : open_port(server, error);
}

struct as_course_server *as_course_server_open(
	const struct as_course_server_config *config, struct as_error *error)
{
	struct as_course_server *server = calloc(1, sizeof(*server));

	if (!server) {
		as_error_no_memory(error);
		return NULL;
	}
	server->config = *config;
	if (!server->config.base)
		server->config.base = "";
	if (open_all(server, error) == 0)
		return server;
	as_course_server_close(server, 0);
	return NULL;
}

uint16_t as_course_server_port(const struct as_course_server *server)
{
	return as_http_port(server->http);
}

int as_course_server_check(struct as_course_server *server, struct as_error *error)
{
	if (as_journal_check(server->journal, error))
		return -1;
	return server->worker ? as_worker_check(server->worker, error) : 0;
}

void as_course_server_close(struct as_course_server *server, unsigned grace_ms)
{
	if (!server)
		return;
	if (server->site)
		as_site_stop(server->site);
	if (server->journal)
		as_journal_finish(server->journal, grace_ms);
	as_store_leave(server->config.store);
	as_http_close(server->http, grace_ms);
	as_site_close(server->site);
	course_ledger_stop(server->ledger);
	as_worker_stop(server->worker);
	as_course_log_close(server->log);
	course_ledger_close(server->ledger);
	close_packages(server);
	as_site_libraries_close(server->libraries);
	as_keeper_close(server->keeper);
	free(server->language_ids);
	free(server);
}
