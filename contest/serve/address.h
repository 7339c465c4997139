/* SPDX-License-Identifier: MIT */
/* Private header: log-in by address (address.c). */
#ifndef CONTEST_SERVE_ADDRESS_H
#define CONTEST_SERVE_ADDRESS_H

#include <assay/http.h>

struct as_server;

/* The account whose `ip` is the request's address; or AS_CONTEST_NONE. Another site can have a name
 * that leads to this server. So it is AS_CONTEST_NONE unless Host is an IP address or one of the
 * contest's `hosts`; then `is_foreign` is set. */
size_t account_of_address(
	const struct as_server *server, const struct as_http_request *request, bool *is_foreign);
/* Likewise, but AS_CONTEST_NONE for browsers: they get a session instead (get_login). */
size_t account_of_program(const struct as_server *server, const struct as_http_request *request);

#endif
