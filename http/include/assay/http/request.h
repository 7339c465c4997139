/* SPDX-License-Identifier: MIT */
/**
 * request: a request of a client. Part of http.h.
 *
 * A request belongs to the handler until it is answered: by as_http_answer, as_http_fail or
 * as_http_stream_open, exactly once, from any thread. It must not be touched afterwards. Until then
 * one thread at a time may use it. Everything that these functions return is borrowed from the
 * request and untrusted: the only guarantee is that texts are UTF-8 without NUL.
 */
#ifndef ASSAY_HTTP_REQUEST_H
#define ASSAY_HTTP_REQUEST_H

#include <assay/http.h>

/** "GET" also for HEAD. */
const char *as_http_method(const struct as_http_request *request) AS_NONNULL(1);
/** The path as it was sent, with its %XX, without the query: for logs, and for errors by folder. */
const char *as_http_path(const struct as_http_request *request) AS_NONNULL(1);
/**
 * The part of the path that the pattern names `name` (without ':' or '*'), decoded once; NULL if
 * the pattern has no such part. It is UTF-8 without control characters, not "." or "..", and has no
 * slash (a "*rest" has slashes between its parts). Other paths are refused (400, or 404 if a part
 * is empty).
 */
const char *as_http_part(const struct as_http_request *request, const char *name) AS_NONNULL(1, 2);

/** A name and a value, both decoded, UTF-8 without NUL. */
struct as_http_pair {
	const char *name;
	const char *value;
};
/** The query's parameters in order ('+' is a blank; a parameter without '=' has the value ""). At
 * most AS_HTTP_MAX_PAIRS; a query with more, or malformed, is refused (400). */
const struct as_http_pair *as_http_query_pairs(const struct as_http_request *request, size_t *count)
	AS_NONNULL(1, 2);
/** The first parameter of that name; NULL if there is none. */
const char *as_http_query(const struct as_http_request *request, const char *name) AS_NONNULL(1, 2);
#define AS_HTTP_MAX_PAIRS 256

/** A header, by its name in any case: the first of several; NULL if there is none. Its bytes are
 * unchanged: they may be neither ASCII nor UTF-8, but contain no control characters other than
 * tabs. */
const char *as_http_header(const struct as_http_request *request, const char *name)
	AS_NONNULL(1, 2);
/** The cookie that as_http_response_cookie set under that name (secure_cookies: __Host-NAME). NULL
 * if there is none, or if several have that name, because one of them may be planted. Malformed
 * pairs (RFC 6265, section 4.1.1) are ignored. */
const char *as_http_cookie(const struct as_http_request *request, const char *name)
	AS_NONNULL(1, 2);
/** The context of the server's callbacks. */
void *as_http_context(const struct as_http_request *request) AS_NONNULL(1);
/** The context of the route; NULL: no route was found. */
void *as_http_route_context(const struct as_http_request *request) AS_NONNULL(1);
/** The client's numeric address. If the peer is a listed proxy, it is the last address in
 * X-Forwarded-For that is not a listed proxy; else it is the peer's. */
const char *as_http_peer(const struct as_http_request *request) AS_NONNULL(1);
/** True if the client used TLS with this server, or X-Forwarded-Proto of a listed proxy says so. */
bool as_http_is_secure(const struct as_http_request *request) AS_NONNULL(1);
/**
 * The time of a request that has an effect, by as_now_ns, for its handler: when its head was
 * complete, if the body followed within `grace_ns` and the time that its bytes, but at most
 * `max_bytes`, take at `rate` bytes a second; else when the body was complete. The time in which
 * the callback `admit` decided is not counted.
 */
int64_t as_http_arrival_ns(const struct as_http_request *request, int64_t grace_ns, uint32_t rate,
	uint64_t max_bytes) AS_NONNULL(1);

/* ---- who asks ---- */

/**
 * The decisions of the callback `admit` (http.h), exactly one of them, in the callback or later
 * from any thread. The request must not be touched afterwards: it reaches its handler when its body
 * is complete. as_http_admit takes the body, for which the account pays: a number that the caller
 * chooses, below 2^48. as_http_admit_not refuses it with a status and an English sentence, which is
 * copied and may be cut after AS_HTTP_ADMIT_TEXT bytes; as_http_admit_later also says, in
 * Retry-After, after how many seconds another request may succeed.
 */
#define AS_HTTP_ADMIT_TEXT 160
void as_http_admit(struct as_http_request *request, uint64_t account) AS_NONNULL(1);
void as_http_admit_not(struct as_http_request *request, int status, const char *message)
	AS_NONNULL(1, 3);
void as_http_admit_later(struct as_http_request *request, int status, const char *message,
	unsigned retry_s) AS_NONNULL(1, 3);

/* ---- the body ---- */

/** The whole body, after any transfer coding, followed by a NUL that is not counted. Empty if there
 * is none. One of more than AS_HTTP_SMALL_BYTES is a mapping of a file. as_http_form_parse modifies
 * it: read it before. */
const struct as_bytes *as_http_body(const struct as_http_request *request) AS_NONNULL(1);
/**
 * Parses a body of application/json like as_document_parse_json, with its limits. Parsed once.
 * NULL: another type (status 415) or malformed (400); the error explains it to the client in one
 * line. `status` may be NULL. The value takes many times the memory of the text, so authenticate
 * the client first.
 */
json_t *as_http_json(struct as_http_request *request, int *status,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** A field of a form. */
struct as_http_field {
	const char *name;
	const char *file; /**< the file name that the client sent, possibly with folders or "";
			     NULL: not a file */
	const char *data; /**< the bytes, followed by a NUL that is not counted */
	size_t size;
};
/**
 * Parses a body of application/x-www-form-urlencoded or multipart/form-data. Parsed once; before
 * that, or if it failed, the functions below return nothing. -1: another type (415), malformed, or
 * more than AS_HTTP_MAX_FIELDS (400), with the error as above. Names, file names and fields that
 * are not files are UTF-8 without NUL.
 */
int as_http_form_parse(struct as_http_request *request, int *status,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
const struct as_http_field *as_http_fields(const struct as_http_request *request, size_t *count)
	AS_NONNULL(1, 2);
/** The text of the first field of that name that is not a file; NULL if there is none. */
const char *as_http_form(const struct as_http_request *request, const char *name) AS_NONNULL(1, 2);
#define AS_HTTP_MAX_FIELDS 10000

#endif
