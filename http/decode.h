/* SPDX-License-Identifier: MIT */
/* Character classes of HTTP, and lists of names and values: queries, forms, cookies. */
#ifndef ASSAY_HTTP_DECODE_H
#define ASSAY_HTTP_DECODE_H

#include <assay/http/request.h>

enum http_decode {
	HTTP_DECODE_PATH, /* '+' is itself, control characters are refused */
	HTTP_DECODE_FORM, /* '+' is a blank */
};
/* Decodes %XX once into `out`, which must hold size + 1 bytes. Returns false for a malformed
 * escape, a NUL, or bytes that are not UTF-8. */
bool http_decode(const char *text, size_t size, enum http_decode how, char *out) AS_NONNULL(1, 4);

/* RFC 9110, section 5.6.2. */
bool http_is_token(const char *text, size_t size) AS_NONNULL(1);
/* True if a header may have this value: no control characters but tabs. */
bool http_is_value(const char *text) AS_NONNULL(1);
/* True if a Content-Type (may be NULL) is `type`, with any parameters. */
bool http_has_type(const char *value, const char *type) AS_NONNULL(2);

/* Names and values in one block of memory. */
struct http_pairs {
	struct as_http_pair *items;
	size_t count;
	char *text;
};
/* Parses application/x-www-form-urlencoded, with at most `max` pairs. -1: malformed or too many
 * (AS_ERROR_INPUT), or no memory; `pairs` is then empty. */
int http_pairs_parse(struct http_pairs *pairs, const char *text, size_t size, size_t max,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/* The first value; NULL if there is none. */
const char *http_pairs_get(const struct http_pairs *pairs, const char *name) AS_NONNULL(1, 2);
void http_pairs_clear(struct http_pairs *pairs) AS_NONNULL(1);

/* Parses the value of a Cookie header; pairs that RFC 6265 does not allow are left out. -1: no
 * memory. */
int http_cookies_parse(struct http_pairs *pairs, const char *text,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/* NULL if there is none, or if several have that name. */
const char *http_cookies_get(const struct http_pairs *pairs, const char *name) AS_NONNULL(1, 2);
/* True if it is a valid cookie value: cookie-octets. */
bool http_is_cookie_value(const char *text, size_t size) AS_NONNULL(1);

#endif
