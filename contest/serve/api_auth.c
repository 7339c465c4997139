/* SPDX-License-Identifier: MIT */
/*
 * Authentication for the Contest API: HTTP Basic (RFC 7617), a token (RFC 6750), or the address of
 * an account (address.c). Cookies are ignored, and no session begins. Also the answers to failures.
 */
#include "accounts.h"
#include "address.h"
#include "api.h"
#include "login.h"
#include "server.h"
#include "visit.h"

#include <sodium.h>
#include <string.h>

#define MAX_CREDENTIALS 256

/* ---- authentication ---- */

static void answer_as(struct as_http_request *request, struct as_server *server,
	api_answerer answer, size_t account)
{
	const struct as_contest_api_reader reader = as_contest_api_reader(server->log, account);

	answer(request, server, &reader);
}

static void refuse_until(
	struct as_http_request *request, int status, const char *message, unsigned retry_s)
{
	struct as_http_response *response = as_http_failure(request, status, message);
	char text[20];

	snprintf(text, sizeof(text), "%u", retry_s);
	if (status == 401)
		as_http_response_header(response, "WWW-Authenticate", API_CHALLENGE);
	if (retry_s > 0)
		as_http_response_header(response, "Retry-After", text);
	as_http_answer(request, response);
}

void api_refuse(struct as_http_request *request, int status, const char *message)
{
	refuse_until(request, status, message, 0);
}

static const int statuses[] = {[LOGIN_WRONG] = 401, [LOGIN_EARLY] = 429, [LOGIN_BUSY] = 503};

/* `then` is the api_answerer. */
static void answer_login(struct as_http_request *request, struct as_server *server,
	const struct login *login, void (*then)(void))
{
	char text[120];

	if (login->end == LOGIN_RIGHT) {
		answer_as(request, server, (api_answerer)then, login->account);
		return;
	}
	login_reason(login, text);
	refuse_until(request, statuses[login->end], text, login_retry_s(login));
}

/* Before the body is received. */
static void admit_login(struct as_http_request *request, struct as_server *server,
	const struct login *login, void (*then)(void))
{
	char text[120];

	if (login->end == LOGIN_RIGHT) {
		answer_as(request, server, (api_answerer)then, login->account);
		return;
	}
	login_reason(login, text);
	as_http_admit_later(request, statuses[login->end], text, login_retry_s(login));
}

struct basic {
	char username[MAX_CREDENTIALS];
	char *password; /* in `username`, after the username */
};

static void clear_basic(struct basic *basic)
{
	sodium_memzero(basic, sizeof(*basic));
}

/* Parses "Basic BASE64". */
static bool read_basic(const char *header, struct basic *basic)
{
	size_t size;

	if (strncasecmp(header, "Basic ", 6) != 0)
		return false;
	header += 6 + strspn(header + 6, " ");
	if (sodium_base642bin((unsigned char *)basic->username, MAX_CREDENTIALS - 1, header,
		    strlen(header), NULL, &size, NULL, sodium_base64_VARIANT_ORIGINAL))
		return false;
	basic->username[size] = '\0';
	if (strlen(basic->username) != size)
		return false;
	basic->password = strchr(basic->username, ':');
	if (!basic->password)
		return false;
	*basic->password++ = '\0';
	return true;
}

/* The account of "Bearer TOKEN", or AS_CONTEST_NONE. */
static size_t account_of_token(struct as_server *server, const char *header)
{
	char hash[AS_DIGEST_HEX_SIZE];

	header += 7 + strspn(header + 7, " ");
	visitor_digest("token", header, hash);
	as_contest_log_lock(server->log);
	const struct as_contest_credential token = as_contest_log_find_token(server->log, hash);
	const size_t account = accounts_unseal(server, &token, header);
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
		refuse(request, 401, "the token is invalid or has expired; make a new token");
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
	AS_AUTO(clear_basic) struct basic basic = {0};
	if (!read_basic(header, &basic)) {
		refuse(request, 401,
			"the header Authorization is neither of the type Basic nor Bearer");
		return;
	}
	const size_t known = accounts_cached(server, basic.username, basic.password);
	if (known != AS_CONTEST_NONE)
		answer_as(request, server, answer, known);
	else
		login_try(request, server, basic.username, basic.password,
			refuse == api_refuse ? answer_login : admit_login, (void (*)(void))answer);
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
