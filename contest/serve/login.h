/* SPDX-License-Identifier: MIT */
/* Private header: an attempt to log in with a password (login.c). */
#ifndef CONTEST_SERVE_LOGIN_H
#define CONTEST_SERVE_LOGIN_H

#include <assay/http.h>

struct as_server;

struct login {
	enum login_end {
		LOGIN_RIGHT,
		LOGIN_WRONG,
		LOGIN_EARLY, /* `wait_s` */
		LOGIN_BUSY,
	} end;
	size_t account; /* of LOGIN_RIGHT */
	unsigned wait_s;
};
/* Answers the request. `then`: what the caller of login_try gave. */
typedef void login_answerer(struct as_http_request *request, struct as_server *server,
	const struct login *login, void (*then)(void));
/* Calls `answer`, at once or later in another thread. The texts are copied. */
void login_try(struct as_http_request *request, struct as_server *server, const char *username,
	const char *password, login_answerer *answer, void (*then)(void));
/* The reason why a password was not accepted: a sentence without capital and full stop. */
void login_reason(const struct login *login, char text[120]);
/* The seconds after which the next attempt may succeed, for Retry-After; 0: none. */
unsigned login_retry_s(const struct login *login);

#endif
