/* SPDX-License-Identifier: MIT */
/* Packages that the jury uploads. */
#include "candidates.h"
#include "jury.h"
#include "routes.h"
#include "server.h"
#include "versions.h"

#include <assay/base/fit.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>

#define NAME_MAX_BYTES 90
#define REPORT_MAX_BYTES ((uint64_t)64 << 20)
#define REPORT_POLICY                                                                              \
	"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; "   \
	"sandbox"

/* ---- uploading ---- */

static const struct as_http_field *find_file(const struct request *request)
{
	size_t count;
	const struct as_http_field *fields = as_http_fields(request->http, &count);

	for (size_t i = 0; i < count; i++)
		if (fields[i].file && strcmp(fields[i].name, "package") == 0)
			return &fields[i];
	return NULL;
}

/* The last part of the name that was sent. */
static char *name_file(const struct as_http_field *file, struct as_error *error)
{
	const char *name = file->file;
	char shown[NAME_MAX_BYTES * 4 + 1];

	for (const char *at = name; *at; at++)
		if (*at == '/' || *at == '\\')
			name = at + 1;
	as_text_printable(name, (size_t)as_text_fit(name, NAME_MAX_BYTES), shown, sizeof(shown));
	return as_text_format(error, "%s", *shown ? shown : "package.zip");
}

static int add_upload(const struct request *request, size_t problem,
	const struct as_http_field *file, struct as_error *error)
{
	struct as_server *server = request->server;
	const struct as_bytes data = {(char *)file->data, file->size};
	const struct archive_source from = {.data = &data};
	AS_AUTO(problem_use_end) struct problem_use now = problem_use_now(server, problem);
	struct as_package *package = archive_open(server, problem, &from, now.seen->package, error);
	struct as_contest_candidate made = {
		.bytes = file->size, .account = request->visitor.account};

	if (!package)
		return -1;
	memcpy(made.package, package->digest, sizeof(made.package));
	memcpy(made.against, now.seen->package->digest, sizeof(made.against));
	made.name = name_file(file, error);
	made.changes =
		candidate_changes(now.seen->package, now.version->lender != NULL, package, error);
	as_package_close(package);
	const int failed = !made.name || !made.changes ||
			   as_store_blob_put(server->config.store, file->data, file->size,
				   made.archive, error) ||
			   as_contest_log_add_candidate(server->log, problem, &made, error);
	free(made.name);
	as_names_free(made.changes);
	return failed ? -1 : 0;
}

static void refuse(
	const struct request *request, int status, const char *what, const struct as_error *why)
{
	char text[sizeof(why->where) + sizeof(why->text)];
	AS_AUTO_FREE char *wrong =
		as_text_format(NULL, "%s: %s", what, as_error_format(why, text, sizeof(text)));

	jury_show_problems(request, status, wrong ? wrong : what);
}

static void post_upload(const struct request *request)
{
	const char *id = as_http_form(request->http, "problem");
	const struct as_http_field *file = find_file(request);
	const size_t problem =
		id ? as_contest_find_problem(request->server->config.contest, id) : AS_CONTEST_NONE;
	struct as_error error = {0};

	if (problem == AS_CONTEST_NONE || !file || file->size == 0)
		jury_show_problems(request, 422,
			problem == AS_CONTEST_NONE ? "Choose a problem."
						   : "Choose the archive of a package.");
	else if (add_upload(request, problem, file, &error))
		refuse(request, jury_status(&error), "The upload is refused, and nothing changes",
			&error);
	else
		as_site_redirect(request->http, request->server->site, "/jury/problems");
}

/* ---- decisions ---- */

/* AS_CONTEST_NONE: the request has been answered. */
static size_t require_problem(const struct request *request)
{
	const size_t problem = as_contest_find_problem(
		request->server->config.contest, as_http_part(request->http, "id"));

	if (problem == AS_CONTEST_NONE)
		as_http_fail(request->http, 404, "there is no such problem");
	return problem;
}

/* NULL, or a question that "I am sure" answers. */
static const char *ask(const struct request *request, size_t problem, bool is_take)
{
	if (jury_is_sure(request))
		return NULL;
	if (!is_take)
		return "The uploaded package is not in use, and will be gone from this page: tick "
		       "\"I am sure\".";
	as_contest_log_lock(request->server->log);
	const struct as_contest_candidate *candidate =
		as_contest_log_candidate(request->server->log, problem);
	const bool is_checked = candidate->is_checked, is_ok = candidate->is_ok;
	as_contest_log_unlock(request->server->log);
	const char *final = jury_ask_final(request);
	if (final)
		return final;
	return !is_checked ? "The uploaded package is not verified yet: wait, or tick \"I am "
			     "sure\"."
	       : !is_ok    ? "The uploaded package has errors: tick \"I am sure\" to use it "
			     "nevertheless."
			   : NULL;
}

static void decide(const struct request *request, size_t problem, int64_t event, bool is_take)
{
	struct as_server *server = request->server;
	struct as_error error = {0};
	enum take end = TAKE_DONE;

	if (is_take)
		end = versions_take_upload(server, problem, event, jury_decision(request), &error);
	else if (as_contest_log_discard_candidate(
			 server->log, problem, event, request->visitor.account, &error))
		end = TAKE_REFUSED;
	if (end == TAKE_DONE)
		as_site_redirect(request->http, server->site, "/jury/problems");
	else if (end == TAKE_LATER)
		refuse(request, 503,
			"The uploaded package is in use. Waiting submissions could not be queued "
			"with it yet, and the server tries again",
			&error);
	else
		refuse(request, jury_status(&error),
			is_take ? "The uploaded package is refused, and the old one stays in use"
				: "The uploaded package is not discarded",
			&error);
}

static void post_candidate(const struct request *request)
{
	const char *action = as_http_form(request->http, "action");
	const char *candidate = as_http_form(request->http, "candidate");
	const size_t problem = require_problem(request);
	uint64_t event;

	if (problem == AS_CONTEST_NONE)
		return;
	const bool is_take = action && strcmp(action, "take") == 0;
	if ((!is_take && (!action || strcmp(action, "discard") != 0)) || !candidate ||
		as_count_parse(candidate, 1, INT64_MAX, &event, NULL)) {
		jury_show_problems(request, 422, "The form is not complete.");
		return;
	}
	const char *question = ask(request, problem, is_take);
	if (question)
		jury_show_problems(request, 422, question);
	else
		decide(request, problem, (int64_t)event, is_take);
}

/* ---- files ---- */

/* A blob as an unnamed file; -1: it cannot be read. */
static int open_blob(struct as_server *server, const char *digest)
{
	char folder[PATH_MAX];

	if (as_temp_make(server->keeper, folder, NULL))
		return -1;
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/blob", folder);
	AS_AUTO_FD int fd = path ? open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
	const bool is_read = fd >= 0 &&
			     as_store_blob_read_fd(server->config.store, digest, fd, NULL) == 1 &&
			     lseek(fd, 0, SEEK_SET) == 0;
	as_temp_remove(server->keeper, folder);
	return is_read ? as_steal_fd(fd) : -1;
}

static void get_archive(const struct request *request)
{
	const char *digest = as_http_part(request->http, "digest");
	const size_t problem = require_problem(request);

	if (problem == AS_CONTEST_NONE)
		return;
	as_contest_log_lock(request->server->log);
	const bool is_known =
		*digest &&
		(strcmp(as_contest_log_version(request->server->log, problem)->archive, digest) ==
				0 ||
			strcmp(as_contest_log_candidate(request->server->log, problem)->archive,
				digest) == 0);
	as_contest_log_unlock(request->server->log);
	AS_AUTO_FREE char *name = as_text_format(
		NULL, "%s.zip", request->server->config.contest->problems[problem].id);
	const int fd = is_known && name ? open_blob(request->server, digest) : -1;
	if (fd < 0)
		as_http_fail(request->http, 404, "there is no such archive");
	else
		as_site_send_file(request->http, fd, "application/zip", name);
}

static void get_report(const struct request *request)
{
	const size_t problem = require_problem(request);
	AS_AUTO_BYTES struct as_bytes page = {0};
	char digest[AS_DIGEST_HEX_SIZE];

	if (problem == AS_CONTEST_NONE)
		return;
	as_contest_log_lock(request->server->log);
	memcpy(digest, as_contest_log_candidate(request->server->log, problem)->report,
		sizeof(digest));
	as_contest_log_unlock(request->server->log);
	if (!*digest || as_store_blob_read(request->server->config.store, digest, REPORT_MAX_BYTES,
				&page, NULL) != 1) {
		as_http_fail(request->http, 404, "there is no such report");
		return;
	}
	struct as_http_response *response = as_http_response_new(200, "text/html; charset=utf-8");
	as_http_response_policy(response, REPORT_POLICY);
	const size_t size = page.size;
	as_http_response_take(response, as_steal(page.data), size);
	as_http_answer(request->http, response);
}

const struct route routes_jury_candidates[] = {
	{"POST", "/jury/problems/upload", ROUTE_JURY, post_upload, ROUTE_PACKAGE},
	{"POST", "/jury/problems/:id/candidate", ROUTE_JURY, post_candidate, ROUTE_BLOCKS},
	{"GET", "/jury/problems/:id/archives/:digest", ROUTE_JURY, get_archive, ROUTE_BLOCKS},
	{"GET", "/jury/problems/:id/report", ROUTE_JURY, get_report, ROUTE_BLOCKS},
	{0},
};
