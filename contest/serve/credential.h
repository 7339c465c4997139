/* SPDX-License-Identifier: MIT */
/* Private header: the credential that admits the reader of a stream (credential.c). */
#ifndef CONTEST_SERVE_CREDENTIAL_H
#define CONTEST_SERVE_CREDENTIAL_H

#include <assay/http.h>

struct as_server;

struct credential {
	enum { CREDENTIAL_NONE, CREDENTIAL_SESSION, CREDENTIAL_TOKEN } kind;
	size_t account;
	char hash[AS_DIGEST_HEX_SIZE];
};
struct credential credential_of_session(
	struct as_server *server, const struct as_http_request *request);
/* CREDENTIAL_NONE for a password or an address: they do not end while the server runs. */
struct credential credential_of_token(const struct as_http_request *request, size_t account);
/* Call it without the log's lock. */
bool credential_is_live(struct as_server *server, const struct credential *credential);

#endif
