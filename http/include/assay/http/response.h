/* SPDX-License-Identifier: MIT */
/**
 * response: an answer in the making. Part of http.h.
 *
 *	struct as_http_response *response = as_http_response_new(200, "text/html; charset=utf-8");
 *	as_http_response_take(response, page, size);
 *	as_http_answer(request, response);
 *
 * Without memory, or after a header that is refused, the response becomes a 500 and stays one: none
 * of these functions returns an error, and each takes NULL for a response. One thread at a time may
 * fill a response.
 *
 * Every answer has X-Content-Type-Options: nosniff, Referrer-Policy: same-origin, X-Frame-Options:
 * DENY, the Content-Security-Policy and, unless Cache-Control is set, `no-store`, or with an ETag
 * `private, no-cache`.
 */
#ifndef ASSAY_HTTP_RESPONSE_H
#define ASSAY_HTTP_RESPONSE_H

#include <assay/http.h>

/* ---- bytes with several owners ---- */

/** Bytes that any number of answers and streams send, without a copy; they do not change. */
struct as_http_buffer;
/** Takes `data` from the heap; the caller has one reference. NULL without memory, and the data are
 * freed. */
struct as_http_buffer *as_http_buffer_take(
	char *data, size_t size, struct as_error *error) AS_MUST_USE;
struct as_http_buffer *as_http_buffer_copy(
	const void *data, size_t size, struct as_error *error) AS_MUST_USE;
/** Any thread. Returns the buffer. */
struct as_http_buffer *as_http_buffer_ref(struct as_http_buffer *buffer) AS_NONNULL(1);
/** Any thread. NULL is permitted. */
void as_http_buffer_unref(struct as_http_buffer *buffer);
/** Borrowed. */
const char *as_http_buffer_data(const struct as_http_buffer *buffer, size_t *size) AS_NONNULL(1, 2);

/* ---- a response ---- */

/** `type` is the Content-Type, copied; NULL: none. NULL only without memory, which every function
 * here takes (as_http_answer then sends a 500). */
struct as_http_response *as_http_response_new(int status, const char *type);
/** For a response that was not given to as_http_answer. NULL is permitted. */
void as_http_response_free(struct as_http_response *response);
int as_http_response_status(const struct as_http_response *response);

/* The body, the last of these counts. Without one it is empty. */
void as_http_response_copy(struct as_http_response *response, const void *data, size_t size);
void as_http_response_static(struct as_http_response *response, const void *data, size_t size);
/** Takes `data` from the heap. */
void as_http_response_take(struct as_http_response *response, char *data, size_t size);
/** Adds a reference of its own. */
void as_http_response_buffer(struct as_http_response *response, struct as_http_buffer *buffer);
/** Takes an open regular file, and sends its first `size` bytes. */
void as_http_response_file(struct as_http_response *response, int fd, uint64_t size);
/** Writes a JSON value, which it does not take, and sets the type, if none is set. */
void as_http_response_json(struct as_http_response *response, const json_t *value);
/** Text as printf writes it. */
void as_http_response_printf(struct as_http_response *response, const char *format, ...)
	AS_PRINTF(2, 3);

/** Sets or replaces a header; copies both. A name that is no token and a value with control
 * characters (CR, LF) are refused: the response becomes a 500. */
void as_http_response_header(struct as_http_response *response, const char *name, const char *value)
	AS_NONNULL(2, 3);
/** Sets the entity tag: its text without quotes, of visible ASCII without '"'. A GET whose
 * If-None-Match has it is answered with 304 and no body, if the status is 200. */
void as_http_response_etag(struct as_http_response *response, const char *tag) AS_NONNULL(2);
/** The Content-Security-Policy in place of that of the configuration; "": none. */
void as_http_response_policy(struct as_http_response *response, const char *policy) AS_NONNULL(2);
/** Content-Disposition: attachment with a file name, of a stranger: written as RFC 6266 says, with
 * all but harmless characters encoded. */
void as_http_response_attachment(struct as_http_response *response, const char *name) AS_NONNULL(2);
/**
 * Sets a cookie: HttpOnly, SameSite=Lax, Path=/; Secure if as_http_is_secure; with secure_cookies
 * always Secure, and its name is then __Host-NAME. `max_age_s`: 0 deletes it, -1 keeps it until the browser is closed. The value
 * consists of cookie-octets (RFC 6265), else the response becomes a 500.
 */
void as_http_response_cookie(struct as_http_response *response, const char *name, const char *value,
	int64_t max_age_s) AS_NONNULL(2, 3);

/* ---- answering ---- */

/** Answers, and takes the response. NULL is a 500. Any thread; it does not wait for the client. */
void as_http_answer(struct as_http_request *request, struct as_http_response *response)
	AS_NONNULL(1);
/** Answers with an error by the callback of the configuration; `message` is for the client. */
void as_http_fail(struct as_http_request *request, int status, const char *format, ...)
	AS_NONNULL(1) AS_PRINTF(3, 4);
/** A response that reports an error, filled by the same callback, to which headers can be added. */
struct as_http_response *as_http_failure(
	struct as_http_request *request, int status, const char *message) AS_NONNULL(1, 3);
/** Answers with a redirect: 303 (see other, by GET) or 307, 308. `location` must begin with one '/'
 * and have no control characters or backslashes, so that it cannot lead elsewhere; else 500. */
void as_http_redirect(struct as_http_request *request, int status, const char *location)
	AS_NONNULL(1, 3);

#endif
