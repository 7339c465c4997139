/* SPDX-License-Identifier: MIT */
/**
 * response: an answer in the making. Part of http.h.
 *
 *	struct as_http_response *response = as_http_response_new(200, "text/html; charset=utf-8");
 *	as_http_response_take(response, page, size);
 *	as_http_answer(request, response);
 *
 * If out of memory, or after a refused header, the response becomes a 500 and stays one. None of
 * these functions returns an error, and each accepts NULL as the response. One thread at a time may
 * fill a response.
 *
 * Every answer has X-Content-Type-Options: nosniff, Referrer-Policy: same-origin, X-Frame-Options:
 * DENY, the Content-Security-Policy and, unless Cache-Control is set, `no-store`, or with an ETag
 * `private, no-cache`.
 */
#ifndef ASSAY_HTTP_RESPONSE_H
#define ASSAY_HTTP_RESPONSE_H

#include <assay/http.h>

/* ---- reference-counted buffers ---- */

/** A buffer that any number of answers and streams send without a copy; its bytes do not change. */
struct as_http_buffer;
/** Takes ownership of `data`, on the heap; the caller has one reference. NULL: out of memory, and
 * `data` is freed. */
struct as_http_buffer *as_http_buffer_take(
	char *data, size_t size, struct as_error *error) AS_MUST_USE;
struct as_http_buffer *as_http_buffer_copy(
	const void *data, size_t size, struct as_error *error) AS_MUST_USE;
/** Adds a reference and returns the buffer. Any thread. */
struct as_http_buffer *as_http_buffer_ref(struct as_http_buffer *buffer) AS_NONNULL(1);
/** Removes a reference. Any thread. NULL is permitted. */
void as_http_buffer_unref(struct as_http_buffer *buffer);
/** Borrowed. */
const char *as_http_buffer_data(const struct as_http_buffer *buffer, size_t *size) AS_NONNULL(1, 2);

/* ---- a response ---- */

/** `type` is the Content-Type, copied; NULL: none. Returns NULL only if out of memory; every
 * function here accepts that (as_http_answer then sends a 500). */
struct as_http_response *as_http_response_new(int status, const char *type);
/** Frees a response that was not passed to as_http_answer. NULL is permitted. */
void as_http_response_free(struct as_http_response *response);

/* Sets the body; the last of these calls counts. Default: empty. */
void as_http_response_copy(struct as_http_response *response, const void *data, size_t size);
void as_http_response_static(struct as_http_response *response, const void *data, size_t size);
/** Takes ownership of `data`, on the heap. */
void as_http_response_take(struct as_http_response *response, char *data, size_t size);
/** Adds its own reference. */
void as_http_response_buffer(struct as_http_response *response, struct as_http_buffer *buffer);
/** Takes ownership of an open regular file, and sends its first `size` bytes. */
void as_http_response_file(struct as_http_response *response, int fd, uint64_t size);
/** Writes a JSON value, which is borrowed, and sets the type unless it is set. */
void as_http_response_json(struct as_http_response *response, const json_t *value);
/** Sets the body to a formatted text. */
void as_http_response_printf(struct as_http_response *response, const char *format, ...)
	AS_PRINTF(2, 3);

/** Sets or replaces a header; copies both texts. A name that is not a token, or a value with
 * control characters (CR, LF), is refused: the response becomes a 500. */
void as_http_response_header(struct as_http_response *response, const char *name, const char *value)
	AS_NONNULL(2, 3);
/** Sets the entity tag: its text without quotes, of visible ASCII without '"'. If the status is
 * 200, a GET whose If-None-Match has the tag is answered with 304 and no body. */
void as_http_response_etag(struct as_http_response *response, const char *tag) AS_NONNULL(2);
/** Replaces the Content-Security-Policy of the configuration; "": none. */
void as_http_response_policy(struct as_http_response *response, const char *policy) AS_NONNULL(2);
/** Sets Content-Disposition: attachment with an untrusted file name, as in RFC 6266, with all but
 * harmless characters encoded. */
void as_http_response_attachment(struct as_http_response *response, const char *name) AS_NONNULL(2);
/**
 * Sets a cookie: HttpOnly, SameSite=Lax, Path=/; Secure if as_http_is_secure. With secure_cookies
 * it is always Secure, and its name is __Host-NAME. `max_age_s`: 0 deletes it, -1 keeps it until
 * the browser is closed. The value must consist of cookie-octets (RFC 6265), else the response
 * becomes a 500.
 */
void as_http_response_cookie(struct as_http_response *response, const char *name, const char *value,
	int64_t max_age_s) AS_NONNULL(2, 3);

/* ---- answering ---- */

/** Answers, and takes ownership of the response. NULL is a 500. Any thread; it does not wait for
 * the client. */
void as_http_answer(struct as_http_request *request, struct as_http_response *response)
	AS_NONNULL(1);
/** Answers with an error, through the callback of the configuration; the client sees `message`. */
void as_http_fail(struct as_http_request *request, int status, const char *format, ...)
	AS_NONNULL(1) AS_PRINTF(3, 4);
/** Fails with 503: the server is out of memory. */
void as_http_fail_no_memory(struct as_http_request *request) AS_NONNULL(1);
/** Closes the stream, which open_memstream has made for `text`, and answers with the text, which
 * ends at its first NUL. 503 if the stream is NULL or has failed. `retry_s`: for Retry-After; 0:
 * none. */
void as_http_answer_text(struct as_http_request *request, int status, const char *type, FILE *out,
	char **text, unsigned retry_s) AS_NONNULL(1, 3, 5);
/** A response that reports an error, filled by the same callback, for callers that add headers. */
struct as_http_response *as_http_failure(
	struct as_http_request *request, int status, const char *message) AS_NONNULL(1, 3);
/** Answers with a redirect: 303 (see other, by GET). `location` must begin with a single '/' and
 * have no control characters or backslashes, so that it cannot lead to another host; else 500. */
void as_http_redirect(struct as_http_request *request, const char *location) AS_NONNULL(1, 2);

#endif
