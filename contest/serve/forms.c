/* SPDX-License-Identifier: MIT */
/* Forms of the public and of teams: log-in, log-out, registration, submissions. */
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
	static const int statuses[] = {[AS_SITE_LOGIN_WRONG] = 403,
		[AS_SITE_LOGIN_EARLY] = 429,
		[AS_SITE_LOGIN_BUSY] = 503};
	char text[AS_SITE_LOGIN_TEXT];

	as_site_login_reason(login, text);
	answer_login_again(request, login, statuses[login->end], text);
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
	const char *username = as_http_form(request->http, "username");

	if (!username || !as_http_form(request->http, "password")) {
		as_http_fail(request->http, 400, "the form lacks a username or a password");
		return;
	}
	as_site_log_in(request->http, request->server->site, username,
		as_http_form(request->http, "password"), answer_login, NULL);
}

static void post_logout(const struct request *request)
{
	as_site_end_session(request->http, request->server->site, &request->visitor);
}

/* ---- registration ---- */

static void answer_register_again(const struct request *request, int status, const char *text)
{
	const struct as_contest_typed_team typed = {as_http_form(request->http, "code"),
		as_http_form(request->http, "name"), as_http_form(request->http, "username")};
	struct page page;

	if (!answer_begin(&page, request, text))
		return;
	as_contest_page_register(page.out, &page.visit, &typed);
	answer_send(&page, status);
}

/* `max`: in characters. */
static bool is_name(const char *text, size_t max)
{
	if (!*text || !as_text_is_utf8(text, strlen(text)) || as_contest_characters(text) > max)
		return false;
	/* The control characters of ASCII, and U+0080 to U+009F. */
	for (const unsigned char *at = (const unsigned char *)text; *at; at++)
		if (*at < ' ' || *at == 0x7f || (at[0] == 0xc2 && at[1] < 0xa0))
			return false;
	return true;
}

static bool is_password(const char *text)
{
	const size_t count = text ? as_contest_characters(text) : 0;

	return count >= AS_CONTEST_PASSWORD_MIN && count <= AS_CONTEST_PASSWORD_MAX &&
	       as_text_is_utf8(text, strlen(text));
}

/* The reason why a team is refused, as a sentence; NULL: none. */
static const char *check_team(const struct as_http_request *request)
{
	const char *username = as_http_form(request, "username");
	const char *password = as_http_form(request, "password");
	const char *name = as_http_form(request, "name");

	if (!name || !is_name(name, AS_CONTEST_TEAM_NAME_MAX))
		return "The name of the team must have from 1 to 100 characters, without control "
		       "characters.";
	if (!username || !is_name(username, AS_CONTEST_USERNAME_MAX) || strpbrk(username, ": /\\"))
		return "The username must have from 1 to 64 characters, without blanks, colons, "
		       "slashes or control characters.";
	if (!is_password(password))
		return "The password must have from 8 to 128 characters.";
	return NULL;
}

static void note_registration(
	const struct request *request, const struct as_contest_entry_team *entry)
{
	char name[AS_CONTEST_UTF8_BYTES(AS_CONTEST_TEAM_NAME_MAX) + 1],
		username[AS_CONTEST_UTF8_BYTES(AS_CONTEST_USERNAME_MAX) + 1];

	as_text_printable(entry->name, strlen(entry->name), name, sizeof(name));
	as_text_printable(entry->username, strlen(entry->username), username, sizeof(username));
	server_note(request->server, "registration: team '%s' as %s from %s", name, username,
		as_http_peer(request->http));
}

static void finish_registration(struct as_http_request *http, void *context, char *made)
{
	AS_AUTO_FREE char *hash = made;
	const struct request request = request_begin(http, context);
	struct as_error error = {0};
	size_t team;
	const struct as_contest_entry_team entry = {
		as_http_form(http, "name"), as_http_form(http, "username"), hash};

	if (!hash)
		as_error_no_memory(&error);
	if (!hash || as_contest_log_register(request.server->log, &entry, &team, &error)) {
		answer_register_again(&request, error.kind == AS_ERROR_USAGE ? 422 : 503,
			error.kind == AS_ERROR_USAGE || error.sys_errno == EBUSY
				? error.text
				: AS_SITE_STORE_FAILED);
		return;
	}
	note_registration(&request, &entry);
	as_contest_log_lock(request.server->log);
	const size_t account = as_contest_log_find_username(request.server->log, entry.username);
	as_contest_log_unlock(request.server->log);
	as_site_begin_session(http, request.server->site, account, NULL);
}

static void register_team(const struct request *request)
{
	const char *wrong = check_team(request->http);

	if (wrong)
		answer_register_again(request, 422, wrong);
	else if (!as_site_hash(request->http, request->server->site,
			 as_http_form(request->http, "password"), finish_registration))
		answer_register_again(request, 503,
			"Too many log-ins and registrations at the moment: try again in a minute.");
}

static void post_register(const struct request *request)
{
	const char *code = request->server->config.contest->settings.registration.join_code;
	char text[100];

	if (!code) {
		answer_register_again(
			request, 422, "Teams cannot register themselves in this contest.");
		return;
	}
	unsigned wait_s;
	if (as_site_check_code(request->http, request->server->site, code,
		    as_http_form(request->http, "code"), &wait_s)) {
		register_team(request);
	} else if (wait_s > 0) {
		snprintf(text, sizeof(text),
			"Too many attempts from this address: wait %u s, then try again.", wait_s);
		answer_register_again(request, 429, text);
	} else {
		answer_register_again(request, 422, "The join code is wrong.");
	}
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

/* The file name without the client's folders. */
static const char *last_part(const char *name)
{
	for (const char *at = name; *at; at++)
		if (*at == '/' || *at == '\\')
			name = at + 1;
	return name;
}

/* A pasted source is a file with the first extension of its language. */
static char *name_pasted(const struct as_server *server, const char *language)
{
	const struct as_language *found =
		language ? as_languages_find(server->languages, language) : NULL;

	return found && found->files.extensions && found->files.extensions[0]
		       ? as_text_format(NULL, "main%s", found->files.extensions[0])
		       : strdup("main");
}

/* The pasted text, with the line ends that the user typed and not those of the browser (free it);
 * NULL: none. Uploaded files stay as they are. */
static char *pasted_text(const struct as_http_request *request)
{
	const char *source = as_http_form(request, "source");
	char *text = source ? strdup(source) : NULL;

	if (text)
		as_contest_text_lines(text);
	return text;
}

/* Collects the uploaded files, or the pasted text. Returns their number. */
static size_t gather_files(const struct as_http_request *request, const char *pasted_name,
	const char *source, struct as_memory_file *files)
{
	size_t field_count, count = 0;
	const struct as_http_field *fields = as_http_fields(request, &field_count);

	for (size_t i = 0; i < field_count; i++)
		if (fields[i].file && *last_part(fields[i].file) &&
			strcmp(fields[i].name, "file") == 0)
			files[count++] = (struct as_memory_file){
				last_part(fields[i].file), fields[i].data, fields[i].size};
	if (count == 0 && source && *source)
		files[count++] = (struct as_memory_file){pasted_name, source, strlen(source)};
	return count;
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
		.language = language && *language ? language : NULL,
		.entry_point = entry_point && *entry_point ? entry_point : NULL,
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
	if (upload->problem != AS_CONTEST_NONE && upload->file_count > 0)
		return true;
	answer_submit_again(request, 422,
		upload->file_count == 0 ? "Choose a file, or paste the source."
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
	AS_AUTO_FREE char *pasted = name_pasted(request->server, upload.language);
	AS_AUTO_FREE char *source = pasted_text(request->http);
	size_t field_count;

	(void)as_http_fields(request->http, &field_count);
	AS_AUTO_FREE struct as_memory_file *files = calloc(field_count + 1, sizeof(*files));
	if (!files || !pasted) {
		as_http_fail(request->http, 503, "the server is out of memory");
		return;
	}
	upload.files = files;
	upload.file_count = gather_files(request->http, pasted, source, files);
	if (check_upload(request, &upload))
		put_upload(request, &upload);
}

const struct route routes_forms[] = {
	{"POST", "/login", ROUTE_ANYBODY, post_login, ROUTE_BLOCKS},
	{"POST", "/logout", ROUTE_VISITOR, post_logout, ROUTE_BLOCKS},
	{"POST", "/register", ROUTE_ANYBODY, post_register, ROUTE_PLAIN},
	{"POST", "/submit", ROUTE_TEAM, post_submit, ROUTE_UPLOAD},
	{0},
};
