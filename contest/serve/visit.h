/* SPDX-License-Identifier: MIT */
/* Private header: visitors and sessions (visit.c). */
#ifndef CONTEST_SERVE_VISIT_H
#define CONTEST_SERVE_VISIT_H

#include <assay/contest/pages.h>
#include <assay/http.h>

struct as_server;

struct visitor {
	size_t account;                   /* AS_CONTEST_NONE: not logged in */
	char csrf[AS_DIGEST_HEX_SIZE];    /* "": no session */
	char session[AS_DIGEST_HEX_SIZE]; /* likewise */
};
/* The digest of a token, as in the log: of a session, a form, or the Contest API. */
void visitor_digest(const char *what, const char *token, char hex[AS_DIGEST_HEX_SIZE]);
/* The visitor by the session cookie; call it without the log's lock. */
struct visitor visitor_of(struct as_server *server, const struct as_http_request *request);
/* The page data of a visitor, with the log's lock. `visitor` is borrowed. */
struct as_contest_visit visit_of(struct as_server *server, const struct visitor *visitor);
/* True unless the browser's headers say that the request comes from another site. */
bool visitor_is_same_site(const struct as_http_request *request);
/* False: a form of another site, or without the right token; the request has been answered. */
bool visitor_checks_form(struct as_http_request *request, const struct visitor *visitor);
/* Call it without the lock. The visitor must be logged in. */
enum as_contest_role role_of(struct as_server *server, const struct visitor *visitor);
bool visitor_is_team(struct as_server *server, const struct visitor *visitor);
/* Before the start, the answer to a team's submission must not depend on problems. Call it without
 * the lock.
 */
bool contest_has_begun(struct as_server *server);
/* Begins a session of an account: makes the token for the cookie. */
#define SESSION_TOKEN_SIZE 65
int session_make(struct as_server *server, size_t account, char token[SESSION_TOKEN_SIZE],
	struct as_error *error) AS_MUST_USE;
/* The name of the cookie. Under TLS, at the root of a host, each contest has one that neither plain
 * HTTP nor a sibling host can set. */
const char *session_cookie_name(
	const struct as_server *server, const struct as_http_request *request);
void session_cookie(struct as_http_response *response, const struct as_server *server,
	const struct as_http_request *request, const char *token);

#endif
