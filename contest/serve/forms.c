/* SPDX-License-Identifier: MIT */
/* Forms of the public and of teams: log-in, log-out, submissions. */
#include "answer.h"
#include "health.h"
#include "intake.h"
#include "routes.h"
#include "server.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* ---- log-in ---- */

static void answer_login_again(const struct request *request, const struct as_site_login *login,
	int status, const char *text)
{
	const char *next = as_http_form(request->http, "next");
	struct page page;

	if (!answer_begin(&page, request, text))
		return;
	as_contest_page_login(page.out, &page.visit, as_http_form(request->http, "username"),
		as_site_is_own(next) ? next : NULL);
	page.retry_s = as_site_login_retry_s(login);
	answer_send(&page, status);
}

static void refuse_login(const struct request *request, const struct as_site_login *login)
{
	char text[AS_SITE_LOGIN_TEXT];

	as_site_login_reason(login, text);
	answer_login_again(request, login, as_site_login_form_status(login), text);
}

static void answer_login(struct as_http_request *http, void *context,
	const struct as_site_login *login, void (*then)(void))
{
	const struct request request = request_begin(http, context);

	(void)then;
	if (login->end == AS_SITE_LOGIN_RIGHT)
		as_site_begin_session(
			http, request.server->site, login->account, as_http_form(http, "next"));
	else
		refuse_login(&request, login);
}

static void post_login(const struct request *request)
{
	as_site_log_in_by_form(request->http, request->server->site, answer_login);
}

static void post_logout(const struct request *request)
{
	as_site_end_session(request->http, request->server->site, &request->visitor);
}

/* ---- submitting ---- */

static void answer_submit_again(const struct request *request, int status, const char *text)
{
	const char *problem = as_http_form(request->http, "problem");
	const struct as_contest_typed_submission typed = {
		.problem =
			problem ? as_contest_find_problem(request->server->config.contest, problem)
				: AS_CONTEST_NONE,
		.language = as_http_form(request->http, "language"),
		.entry_point = as_http_form(request->http, "entry_point"),
		.source = as_http_form(request->http, "source")};
	struct page page;

	if (!answer_begin(&page, request, text))
		return;
	as_contest_page_submit(page.out, &page.visit, &typed);
	answer_send(&page, status);
}

/* A pasted source is a file with the first ending of its language. */
static const char *find_ending(const struct as_server *server, const char *language)
{
	const struct as_language *found =
		language ? as_languages_find(server->languages, language) : NULL;

	return found && found->files.extensions && found->files.extensions[0]
		       ? found->files.extensions[0]
		       : "";
}

/* What the form says about the submission; the files are added later. */
static struct upload read_upload(const struct request *request)
{
	const char *language = as_http_form(request->http, "language");
	const char *entry_point = as_http_form(request->http, "entry_point");
	const char *problem = as_http_form(request->http, "problem");
	const size_t index =
		problem ? as_contest_find_problem(request->server->config.contest, problem)
			: AS_CONTEST_NONE;

	return (struct upload){
		.problem = index,
		.account = request->visitor.account,
		.sent.language = language && *language ? language : NULL,
		.sent.entry_point = entry_point && *entry_point ? entry_point : NULL,
		.wall_ms = request_wall_ms(request, index),
	};
}

/* True if the submission can be taken; otherwise answers. */
static bool check_upload(const struct request *request, const struct upload *upload)
{
	if (!contest_has_begun(request)) {
		answer_submit_again(request, 403, "The contest or your team has not started.");
		return false;
	}
	if (upload->problem != AS_CONTEST_NONE && upload->sent.file_count > 0)
		return true;
	answer_submit_again(request, 422,
		upload->sent.file_count == 0 ? "Choose a file, or paste the source."
					     : "Choose a problem.");
	return false;
}

static void put_upload(const struct request *request, struct upload *upload)
{
	struct as_error error = {0};
	size_t submission;

	as_contest_log_lock(request->server->log);
	upload->team = as_contest_log_account(request->server->log, request->visitor.account)->team;
	as_contest_log_unlock(request->server->log);
	const int status = intake_submit(request->server, upload, &submission, &error);
	if (status) {
		answer_submit_again(request, status, error.text);
		return;
	}
	AS_AUTO_FREE char *address = as_text_format(
		NULL, "/submissions/%" PRIu64, number_of_submission(request, submission));
	as_site_redirect(request->http, request->server->site, address ? address : "/submissions");
}

static void post_submit(const struct request *request)
{
	struct upload upload = read_upload(request);
	AS_AUTO(as_site_form_files_clear) struct as_site_form_files form = {0};
	const int failed = as_site_form_files(
		request->http, find_ending(request->server, upload.sent.language), &form, NULL);

	AS_AUTO_FREE struct as_memory_file *files = calloc(form.count + 1, sizeof(*files));
	if (failed || !files) {
		as_http_fail_no_memory(request->http);
		return;
	}
	for (size_t i = 0; i < form.count; i++)
		files[i] = (struct as_memory_file){
			form.items[i].name, form.items[i].text, form.items[i].size};
	upload.sent.files = files;
	upload.sent.file_count = form.count;
	if (check_upload(request, &upload))
		put_upload(request, &upload);
}

const struct route routes_forms[] = {
	{"POST", "/login", ROUTE_ANYBODY, post_login, ROUTE_BLOCKS},
	{"POST", "/logout", ROUTE_VISITOR, post_logout, ROUTE_BLOCKS},
	{"POST", "/submit", ROUTE_TEAM, post_submit, ROUTE_UPLOAD},
	{0},
};
