/* SPDX-License-Identifier: MIT */
/**
 * client: requests to an HTTP server, for the program's own tools. Each request has a connection of
 * its own, and blocks. https:// checks the server's certificate against those of this machine. No
 * redirect is followed, and no proxy of the environment is used.
 *
 * Threads: any thread.
 */
#ifndef ASSAY_HTTP_CLIENT_H
#define ASSAY_HTTP_CLIENT_H

#include <assay/base.h>

/** The address of a server, "http://HOST[:PORT][/BASE]" or https, without the slashes at its end;
 * free it. NULL: another text (AS_ERROR_USAGE). */
char *as_http_origin(const char *url, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** A request. All pointers are borrowed. */
struct as_http_query {
	const char *path;
	const char *username, *password; /**< of HTTP Basic; NULL: without */
	const char *cookie;              /**< "NAME=VALUE"; NULL: none */
	const void *body;                /**< NULL: GET, not POST */
	size_t size;
	const char *type;        /**< of the body */
	const atomic_bool *stop; /**< as_http_fetch fails soon after it becomes true; or NULL */
};
struct as_http_reply {
	int status;
	char *cookie; /**< "NAME=VALUE" of Set-Cookie; NULL: none */
	struct as_bytes body;
};
/** Sends a request and reads the whole reply, at most 64 MiB; clear it in any case. -1: the server
 * cannot be reached, is silent for a minute, has not ended its reply after two, or does not speak
 * HTTP (AS_ERROR_MACHINE); or `stop` is true (AS_ERROR_INTERNAL). */
int as_http_fetch(const char *origin, const struct as_http_query *query,
	struct as_http_reply *reply, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
void as_http_reply_clear(struct as_http_reply *reply) AS_NONNULL(1);
/** Calls `line` for each line of a reply, until the reply ends or `stop` is true. -1: as
 * as_http_fetch, but a reply may be long, or silent for three minutes; or the status is not 200. */
int as_http_follow(const char *origin, const struct as_http_query *query,
	void (*line)(void *context, const char *line), void *context, const atomic_bool *stop,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 5);

#endif
