/* SPDX-License-Identifier: MIT */
/*
 * Authentication for the Contest API: HTTP Basic (RFC 7617), a token (RFC 6750), or the address of
 * an account (address.c). Cookies are ignored, and no session begins. Also the answers to failures.
 */
#include "api.h"

#include <sodium.h>
#include <string.h>

#define MAX_CREDENTIALS 256

/* ---- authentication ---- */

struct pending {
	struct as_server *server;
	struct as_http_request *request;
	api_answerer answer;
	api_refuser refuse;
	struct secret secret;
	bool may_try, is_right;
	char *password; /* after the user name, in the same allocation */
	char username[MAX_CREDENTIALS];
};

static void answer_as(struct as_http_request *request, struct as_server *server,
	api_answerer answer, size_t account)
{
	const struct as_contest_api_reader reader = as_contest_api_reader(server->log, account);

	answer(request, server, &reader);
}

void api_refuse(struct as_http_request *request, int status, const char *message)
{
	struct as_http_response *response = as_http_failure(request, status, message);

	if (status == 401)
		as_http_response_header(response, "WWW-Authenticate", API_CHALLENGE);
	as_http_answer(request, response);
}

static void free_pending(struct pending **pending)
{
	if (!*pending)
		return;
	secret_clear(&(*pending)->secret);
	sodium_memzero((*pending)->username, MAX_CREDENTIALS);
	free(*pending);
}

static void compare(void *context, struct hasher_process *process)
{
	struct pending *pending = context;
	struct accounts *accounts = pending->server->accounts;
	const char *peer = as_http_peer(pending->request);

	/* Checked again here: earlier attempts may have failed meanwhile. */
	pending->may_try = accounts_may_try(accounts, peer, pending->username);
	pending->is_right = pending->may_try && accounts_compare(accounts, &pending->secret,
							pending->password, process);
	if (pending->is_right)
		accounts_cache(accounts, pending->username, pending->password, &pending->secret);
	else if (pending->may_try)
		accounts_note_failure(accounts, peer, pending->username);
}

static void finish(void *context)
{
	AS_AUTO(free_pending) struct pending *pending = context;

	if (!pending->may_try)
		pending->refuse(pending->request, 429,
			"too many wrong passwords were tried: wait a minute");
	else if (!pending->is_right)
		pending->refuse(pending->request, 401, "the user name or the password is wrong");
	else
		answer_as(pending->request, pending->server, pending->answer,
			pending->secret.account);
}

/* Parses "Basic BASE64" into a pending request. */
static bool read_basic(const char *header, struct pending *pending)
{
	size_t size;

	if (strncasecmp(header, "Basic ", 6) != 0)
		return false;
	header += 6 + strspn(header + 6, " ");
	if (sodium_base642bin((unsigned char *)pending->username, MAX_CREDENTIALS - 1, header,
		    strlen(header), NULL, &size, NULL, sodium_base64_VARIANT_ORIGINAL))
		return false;
	pending->username[size] = '\0';
	if (strlen(pending->username) != size)
		return false;
	pending->password = strchr(pending->username, ':');
	if (!pending->password)
		return false;
	*pending->password++ = '\0';
	return true;
}

/* The account of "Bearer TOKEN", or AS_CONTEST_NONE. */
static size_t account_of_token(struct as_server *server, const char *header)
{
	char hash[AS_DIGEST_HEX_SIZE];

	header += 7 + strspn(header + 7, " ");
	visitor_digest("token", header, hash);
	as_contest_log_lock(server->log);
	const size_t account = as_contest_log_find_token(server->log, hash);
	as_contest_log_unlock(server->log);
	return account;
}

static bool is_token(const char *header)
{
	return strncasecmp(header, "Bearer ", 7) == 0;
}

/* True because then the server has compared the password. */
bool api_has_password(const struct as_http_request *request)
{
	const char *header = as_http_header(request, "Authorization");

	return header && !is_token(header);
}

static void answer_token(struct as_http_request *request, struct as_server *server,
	api_answerer answer, api_refuser refuse)
{
	const size_t account = account_of_token(server, as_http_header(request, "Authorization"));

	if (account == AS_CONTEST_NONE)
		refuse(request, 401, "the token is wrong, or was revoked");
	else
		answer_as(request, server, answer, account);
}

void api_identify(struct as_http_request *request, struct as_server *server, api_answerer answer,
	api_refuser refuse)
{
	const char *header = as_http_header(request, "Authorization");

	if (!header) {
		answer_as(request, server, answer, account_of_program(server, request));
		return;
	}
	if (is_token(header)) {
		answer_token(request, server, answer, refuse);
		return;
	}
	AS_AUTO(free_pending) struct pending *pending = calloc(1, sizeof(*pending));
	if (!pending || !read_basic(header, pending)) {
		refuse(request, 401,
			"the header Authorization is neither of the type Basic nor Bearer");
		return;
	}
	pending->server = server;
	pending->request = request;
	pending->answer = answer;
	pending->refuse = refuse;
	const size_t known = accounts_cached(server, pending->username, pending->password);
	if (known != AS_CONTEST_NONE) {
		answer_as(request, server, answer, known);
		return;
	}
	pending->secret = accounts_secret(server, pending->username);
	const struct hasher_task task = {.run = compare, .finish = finish, .context = pending};
	if (hasher_run(server->hasher, &task))
		pending = NULL;
	else
		refuse(request, 503, "too many log-ins at the moment: try again in a minute");
}

void api_authenticate(
	struct as_http_request *request, struct as_server *server, api_answerer answer)
{
	api_identify(request, server, answer, api_refuse);
}

/* ---- answers ---- */

bool api_is_contest(const struct as_server *server, const struct as_http_request *request)
{
	const char *contest = as_http_part(request, "contest");

	return !contest || strcmp(contest, server->config.contest->settings.id) == 0;
}

struct as_http_response *api_response(int status, struct as_bytes *json)
{
	struct as_http_response *response = as_http_response_new(status, "application/json");

	as_http_response_header(response, "Access-Control-Allow-Origin", "*");
	as_http_response_take(response, as_steal(json->data), json->size);
	return response;
}

void api_answer_object(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader, int status, const char *endpoint,
	const char *id)
{
	struct as_bytes json = {0};
	AS_AUTO_FREE char *location = as_text_format(NULL, "%s/api/contests/%s/%s/%s", server->base,
		server->config.contest->settings.id, endpoint, id);
	const int found = as_contest_api_get(
		server->api, server->log, reader, endpoint, id, NULL, &json, NULL);
	struct as_http_response *response = api_response(found == 200 ? status : 500, &json);

	if (location && status == 201)
		as_http_response_header(response, "Location", location);
	as_http_answer(request, response);
}
