/* SPDX-License-Identifier: MIT */
/* Forms of the public and of teams: log-in, log-out, registration, submissions, clarifications. */
#include "private.h"

#include <string.h>

#define FORM_MAX_BYTES 65536

/* ---- log-in ---- */

/* A form that waits for a hasher thread. */
struct waiting {
	struct as_server *server;
	struct as_http_request *request;
	struct secret secret; /* for a log-in */
	bool may_try, is_right;
	char *hash; /* of a registration; NULL: failed */
};

static void answer_login_again(
	struct as_http_request *request, struct as_server *server, int status, const char *text)
{
	const struct visitor nobody = {.account = AS_CONTEST_NONE};
	const char *next = as_http_form(request, "next");
	struct page page;

	if (!answer_begin(&page, request, server, &nobody, text))
		return;
	as_contest_page_login(page.out, &page.visit, as_http_form(request, "username"),
		is_own_address(next) ? next : NULL);
	answer_send(&page, status);
}

void answer_session(
	struct as_http_request *request, struct as_server *server, size_t account, const char *next)
{
	char token[SESSION_TOKEN_SIZE];
	struct as_error error = {0};

	if (session_make(server, account, token, &error)) {
		as_http_fail(request, 503, STORE_FAILED);
		return;
	}
	AS_AUTO_FREE char *home = as_text_format(NULL, "%s/", server->base);
	struct as_http_response *response = as_http_response_new(303, NULL);
	as_http_response_header(response, "Location",
		is_own_address(next) ? next
		: home               ? home
				     : "/");
	session_cookie(response, token);
	as_http_answer(request, response);
}

static void free_waiting(struct waiting **waiting)
{
	secret_clear(&(*waiting)->secret);
	free((*waiting)->hash);
	free(*waiting);
}

static void compare_login(void *context, struct hasher_process *process)
{
	struct waiting *waiting = context;
	const struct accounts *accounts = waiting->server->accounts;
	const struct as_http_request *request = waiting->request;

	/* Checked again here: earlier attempts may have failed meanwhile. */
	waiting->may_try = accounts_may_try(waiting->server->accounts, as_http_peer(request),
		as_http_form(request, "username"));
	waiting->is_right = waiting->may_try && accounts_compare(accounts, &waiting->secret,
							as_http_form(request, "password"), process);
	/* Count it before the next attempt is checked. */
	if (waiting->may_try && !waiting->is_right)
		accounts_note_failure(waiting->server->accounts, as_http_peer(request),
			as_http_form(request, "username"));
}

static void finish_login(void *context)
{
	AS_AUTO(free_waiting) struct waiting *waiting = context;
	struct as_server *server = waiting->server;
	struct as_http_request *request = waiting->request;

	if (!waiting->may_try)
		answer_login_again(request, server, 429,
			"Too many wrong passwords were tried: wait a minute, then try again.");
	else if (!waiting->is_right)
		answer_login_again(request, server, 403, "The user name or the password is wrong.");
	else
		answer_session(
			request, server, waiting->secret.account, as_http_form(request, "next"));
}

/* Queues the expensive part for the hasher; refuses the request if the queue is full. */
static void run_later(struct as_http_request *request, struct as_server *server,
	const struct secret *secret, void (*run)(void *context, struct hasher_process *process),
	void (*finish)(void *context))
{
	struct waiting *waiting = calloc(1, sizeof(*waiting));

	if (waiting) {
		waiting->server = server;
		waiting->request = request;
		if (secret)
			waiting->secret = *secret;
		const struct hasher_task task = {.run = run, .finish = finish, .context = waiting};
		if (hasher_run(server->hasher, &task))
			return;
		free_waiting(&waiting);
	}
	as_http_fail(request, 503, "too many log-ins at the moment: try again in a minute");
}

static void post_login(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	const struct visitor nobody = {.account = AS_CONTEST_NONE};

	if (!visitor_checks_form(request, &nobody))
		return;
	const char *username = as_http_form(request, "username");
	if (!username || !as_http_form(request, "password")) {
		as_http_fail(request, 400, "the form lacks a user name or a password");
		return;
	}
	AS_AUTO(secret_clear) struct secret secret = accounts_secret(server, username);
	run_later(request, server, &secret, compare_login, finish_login);
}

static void post_logout(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	const struct visitor visitor = visitor_of(server, request);

	if (!visitor_checks_form(request, &visitor))
		return;
	if (*visitor.session && as_contest_log_session_end(server->log, visitor.session, NULL)) {
		as_http_fail(request, 503, "the log-out cannot be stored: try again");
		return;
	}
	AS_AUTO_FREE char *home = as_text_format(NULL, "%s/", server->base);
	struct as_http_response *response = as_http_response_new(303, NULL);
	as_http_response_header(response, "Location", home ? home : "/");
	session_cookie(response, "");
	as_http_answer(request, response);
}

/* ---- registration ---- */

static void answer_register_again(
	struct as_http_request *request, struct as_server *server, int status, const char *text)
{
	const struct visitor nobody = {.account = AS_CONTEST_NONE};
	const struct as_contest_typed_team typed = {as_http_form(request, "code"),
		as_http_form(request, "name"), as_http_form(request, "username")};
	struct page page;

	if (!answer_begin(&page, request, server, &nobody, text))
		return;
	as_contest_page_register(page.out, &page.visit, &typed);
	answer_send(&page, status);
}

static bool is_name(const char *text, size_t max)
{
	const size_t length = strlen(text);

	if (length == 0 || length > max || !as_text_is_utf8(text, length))
		return false;
	for (const char *at = text; *at; at++)
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			return false;
	return true;
}

/* The reason why a registration is refused, as a sentence; NULL: none. */
static const char *check_registration(
	const struct as_server *server, const struct as_http_request *request)
{
	const char *code = server->config.contest->settings.registration.join_code;
	const char *typed = as_http_form(request, "code");
	const char *username = as_http_form(request, "username");
	const char *password = as_http_form(request, "password");
	const char *name = as_http_form(request, "name");

	if (!code)
		return "Teams cannot register themselves in this contest.";
	if (!typed || strcmp(typed, code) != 0)
		return "The join code is wrong.";
	if (!name || !is_name(name, 200))
		return "The name of the team must have from 1 to 200 bytes.";
	if (!username || !is_name(username, 64) || strpbrk(username, ": \t"))
		return "The user name must have from 1 to 64 bytes, without blanks and colons.";
	if (!password || strlen(password) < AS_CONTEST_PASSWORD_MIN ||
		strlen(password) > AS_CONTEST_PASSWORD_MAX)
		return "The password must have from 8 to 128 characters.";
	return NULL;
}

static void hash_registration(void *context, struct hasher_process *process)
{
	struct waiting *waiting = context;

	waiting->hash = hasher_hash(process, as_http_form(waiting->request, "password"));
}

static void finish_registration(void *context)
{
	AS_AUTO(free_waiting) struct waiting *waiting = context;
	struct as_server *server = waiting->server;
	struct as_http_request *request = waiting->request;
	struct as_error error = {0};
	size_t team;
	const struct as_contest_entry_team entry = {
		as_http_form(request, "name"), as_http_form(request, "username"), waiting->hash};

	if (!waiting->hash)
		as_error_no_memory(&error);
	if (!waiting->hash || as_contest_log_register(server->log, &entry, &team, &error)) {
		answer_register_again(
			request, server, error.kind == AS_ERROR_USAGE ? 422 : 503,
			error.kind == AS_ERROR_USAGE ? error.text : STORE_FAILED);
		return;
	}
	as_contest_log_lock(server->log);
	const size_t account = as_contest_log_find_username(server->log, entry.username);
	as_contest_log_unlock(server->log);
	answer_session(request, server, account, NULL);
}

static void post_register(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	const struct visitor nobody = {.account = AS_CONTEST_NONE};

	if (!visitor_checks_form(request, &nobody))
		return;
	const char *peer = as_http_peer(request);
	const char *wrong = check_registration(server, request);
	if (!accounts_may_try(server->accounts, peer, "")) {
		answer_register_again(request, server, 429,
			"Too many attempts from this address: wait a minute.");
	} else if (wrong) {
		accounts_note_failure(server->accounts, peer, peer);
		answer_register_again(request, server, 422, wrong);
	} else {
		run_later(request, server, NULL, hash_registration, finish_registration);
	}
}

/* ---- submitting ---- */

static void answer_submit_again(struct as_http_request *request, struct as_server *server,
	const struct visitor *visitor, int status, const char *text)
{
	const char *problem = as_http_form(request, "problem");
	const struct as_contest_typed_submission typed = {
		.problem = problem ? as_contest_find_problem(server->config.contest, problem)
				   : AS_CONTEST_NONE,
		.language = as_http_form(request, "language"),
		.entry_point = as_http_form(request, "entry_point"),
		.source = as_http_form(request, "source")};
	struct page page;

	if (!answer_begin(&page, request, server, visitor, text))
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

static bool ends_in_zip(const char *name)
{
	const size_t length = strlen(name);

	return length > 4 && strcasecmp(name + length - 4, ".zip") == 0;
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

/* Collects the uploaded files, or the pasted text. Returns their number. */
static size_t gather_files(const struct as_http_request *request, const char *pasted_name,
	struct as_memory_file *files)
{
	size_t field_count, count = 0;
	const struct as_http_field *fields = as_http_fields(request, &field_count);
	const char *source = as_http_form(request, "source");

	for (size_t i = 0; i < field_count; i++)
		if (fields[i].file && *last_part(fields[i].file) &&
			strcmp(fields[i].name, "file") == 0)
			files[count++] = (struct as_memory_file){
				last_part(fields[i].file), fields[i].data, fields[i].size};
	if (count == 0 && source && *source)
		files[count++] = (struct as_memory_file){pasted_name, source, strlen(source)};
	return count;
}

static void submit_form(
	struct as_http_request *request, struct as_server *server, const struct visitor *visitor)
{
	const char *language = as_http_form(request, "language");
	const char *entry_point = as_http_form(request, "entry_point");
	const char *problem = as_http_form(request, "problem");
	AS_AUTO_FREE char *pasted = name_pasted(server, language);
	struct as_error error = {0};
	size_t field_count, submission;

	(void)as_http_fields(request, &field_count);
	AS_AUTO_FREE struct as_memory_file *files = calloc(field_count + 1, sizeof(*files));
	struct upload upload = {
		.problem = problem ? as_contest_find_problem(server->config.contest, problem)
				   : AS_CONTEST_NONE,
		.account = visitor->account,
		.language = language && *language ? language : NULL,
		.entry_point = entry_point && *entry_point ? entry_point : NULL,
		.files = files,
		.wall_ms = -1,
	};
	if (!files || !pasted) {
		as_http_fail(request, 503, "the server is out of memory");
		return;
	}
	upload.file_count = gather_files(request, pasted, files);
	if (upload.problem == AS_CONTEST_NONE || upload.file_count == 0) {
		answer_submit_again(request, server, visitor, 422,
			upload.file_count == 0 ? "Choose a file, or paste the source."
					       : "Choose a problem.");
		return;
	}
	if (upload.file_count == 1 && ends_in_zip(files[0].name)) {
		upload.archive = files[0].data;
		upload.archive_bytes = files[0].size;
	}
	as_contest_log_lock(server->log);
	upload.team = as_contest_log_account(server->log, visitor->account)->team;
	as_contest_log_unlock(server->log);
	const int status = intake_submit(server, &upload, &submission, &error);
	if (status) {
		answer_submit_again(request, server, visitor, status, error.text);
		return;
	}
	AS_AUTO_FREE char *address = as_text_format(NULL, "/submissions/%zu", submission + 1);
	redirect_to(request, server, address ? address : "/submissions");
}

/* False: the visitor is not a team, or it is not a form of this site; the request has been
 * answered. */
static bool check_team_form(
	struct as_http_request *request, struct as_server *server, struct visitor *visitor)
{
	*visitor = visitor_of(server, request);
	if (!visitor_checks_form(request, visitor))
		return false;
	if (visitor_is_team(server, visitor))
		return true;
	as_http_fail(request, visitor->account == AS_CONTEST_NONE ? 401 : 403,
		"only a team can do this: log in as one");
	return false;
}

static void post_submit(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct visitor visitor;

	if (check_team_form(request, server, &visitor))
		submit_form(request, server, &visitor);
}

/* ---- clarifications ---- */

static void post_clarification(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct visitor visitor;
	struct as_error error = {0};

	if (!check_team_form(request, server, &visitor))
		return;
	const char *problem = as_http_form(request, "problem");
	const char *text = as_http_form(request, "text");
	size_t made;
	as_contest_log_lock(server->log);
	const struct as_contest_entry_clarification entry = {
		.from_team = as_contest_log_account(server->log, visitor.account)->team,
		.reply_to = AS_CONTEST_NONE,
		.problem = problem && *problem
				   ? as_contest_find_problem(server->config.contest, problem)
				   : AS_CONTEST_NONE,
		.account = visitor.account,
		.text = text ? text : ""};
	as_contest_log_unlock(server->log);
	const int status = intake_clarify(server, &entry, &made, &error);
	if (status) {
		as_http_fail(request, status, "%s", error.text);
		return;
	}
	redirect_to(request, server, "/clarifications");
}

void routes_forms(struct routes *routes)
{
	routes_add(routes, "POST", "/login", post_login, FORM_MAX_BYTES, AS_HTTP_PLAIN);
	routes_add(routes, "POST", "/logout", post_logout, FORM_MAX_BYTES, AS_HTTP_MAY_BLOCK);
	routes_add(routes, "POST", "/register", post_register, FORM_MAX_BYTES, AS_HTTP_PLAIN);
	routes_add(routes, "POST", "/submit", post_submit, UPLOAD_MAX_BYTES, AS_HTTP_MAY_BLOCK);
	routes_add(routes, "POST", "/clarifications", post_clarification, FORM_MAX_BYTES,
		AS_HTTP_MAY_BLOCK);
}
