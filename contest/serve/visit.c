/* SPDX-License-Identifier: MIT */
/* Visitors. A session is a random token in a cookie; the log has its digest. */
#include "visit.h"
#include "accounts.h"
#include "news.h"
#include "server.h"

#include <sodium.h>
#include <string.h>

#define SESSION_DAYS 7
#define DAY_MS INT64_C(86400000)

void visitor_digest(const char *what, const char *token, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, what);
	as_digest_add_text(&digest, token);
	as_digest_end(&digest, hex);
}

struct visitor visitor_of(struct as_server *server, const struct as_http_request *request)
{
	struct visitor visitor = {.account = AS_CONTEST_NONE};
	const char *token = as_http_cookie(request, session_cookie_name(server, request));

	if (!token || strlen(token) != SESSION_TOKEN_SIZE - 1)
		return visitor;
	visitor_digest("session", token, visitor.session);
	as_contest_log_lock(server->log);
	const struct as_contest_credential session = as_contest_log_find_session(
		server->log, visitor.session, as_contest_log_now_ms(server->log));
	visitor.account = accounts_unseal(server, &session, token);
	as_contest_log_unlock(server->log);
	if (visitor.account != AS_CONTEST_NONE)
		visitor_digest("form", token, visitor.csrf);
	else
		*visitor.session = '\0';
	return visitor;
}

struct as_contest_visit visit_of(struct as_server *server, const struct visitor *visitor)
{
	return (struct as_contest_visit){
		.log = server->log,
		.base = server->base,
		.now_wall_ms = as_contest_log_now_ms(server->log),
		.account = visitor->account,
		.csrf = *visitor->csrf ? visitor->csrf : NULL,
		.languages = server->languages,
		.language_ids = server->language_ids,
		.libraries = server->pages.libraries,
		.seen = news_seen(server, visitor->account),
	};
}

bool visitor_is_same_site(const struct as_http_request *request)
{
	const char *site = as_http_header(request, "Sec-Fetch-Site");
	const char *origin = as_http_header(request, "Origin");
	const char *host = as_http_header(request, "Host");

	if (site)
		return strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
	if (!origin)
		return true;
	const char *name = strstr(origin, "://");
	return name && host && strcmp(name + 3, host) == 0;
}

enum as_contest_role role_of(struct as_server *server, const struct visitor *visitor)
{
	as_contest_log_lock(server->log);
	const enum as_contest_role role =
		as_contest_log_account(server->log, visitor->account)->role;
	as_contest_log_unlock(server->log);
	return role;
}

bool contest_has_begun(struct as_server *server)
{
	as_contest_log_lock(server->log);
	const int64_t time_ms = as_contest_time_ms(
		as_contest_log_clock(server->log), as_contest_log_now_ms(server->log));
	as_contest_log_unlock(server->log);
	return time_ms != AS_NEVER_MS && time_ms >= 0;
}

bool visitor_is_team(struct as_server *server, const struct visitor *visitor)
{
	return visitor->account != AS_CONTEST_NONE && role_of(server, visitor) == AS_CONTEST_TEAM;
}

bool visitor_checks_form(struct as_http_request *request, const struct visitor *visitor)
{
	struct as_error error = {0};
	int status;

	if (as_http_form_parse(request, &status, &error)) {
		as_http_fail(request, status, "%s", error.text);
		return false;
	}
	const char *token = as_http_form(request, "csrf");
	if (visitor_is_same_site(request) &&
		(!*visitor->csrf ||
			(token && strlen(token) == AS_DIGEST_HEX_SIZE - 1 &&
				sodium_memcmp(token, visitor->csrf, AS_DIGEST_HEX_SIZE - 1) == 0)))
		return true;
	as_http_fail(request, 403,
		"the form is from another site or another session: go back, load the page again "
		"and send it again");
	return false;
}

int session_make(struct as_server *server, size_t account, char token[SESSION_TOKEN_SIZE],
	struct as_error *error)
{
	unsigned char random[(SESSION_TOKEN_SIZE - 1) / 2];
	char hash[AS_DIGEST_HEX_SIZE], seal[AS_DIGEST_HEX_SIZE];
	const struct as_contest_entry_session entry = {
		hash, seal, account, as_contest_log_now_ms(server->log) + SESSION_DAYS * DAY_MS};

	randombytes_buf(random, sizeof(random));
	sodium_bin2hex(token, SESSION_TOKEN_SIZE, random, sizeof(random));
	visitor_digest("session", token, hash);
	as_contest_log_lock(server->log);
	accounts_seal(server, account, token, seal);
	as_contest_log_unlock(server->log);
	return as_contest_log_session_add(server->log, &entry, error);
}

const char *session_cookie_name(
	const struct as_server *server, const struct as_http_request *request)
{
	const char *whole = accounts_cookie(server->access.accounts);

	if (!as_http_is_secure(request) || *server->base)
		return "assay";
	/* With TLS of its own, the HTTP server adds the prefix. */
	return server->config.tls_cert ? whole + strlen("__Host-") : whole;
}

void session_cookie(struct as_http_response *response, const struct as_server *server,
	const struct as_http_request *request, const char *token)
{
	as_http_response_cookie(response, session_cookie_name(server, request), token,
		*token ? SESSION_DAYS * DAY_MS / 1000 : 0);
}
