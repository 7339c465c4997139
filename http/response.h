/* SPDX-License-Identifier: MIT */
/* Responses. */
#ifndef ASSAY_HTTP_RESPONSE_PRIVATE_H
#define ASSAY_HTTP_RESPONSE_PRIVATE_H

#include "buffer.h"

#include <assay/http.h>

struct http_header {
	char *name;
	char *value;
	bool is_cookie; /* the name is that of a cookie; the value is the text after its '=' */
};

struct as_http_response {
	int status;
	bool failed; /* something was refused, or there was no memory */
	struct http_header *headers;
	size_t header_count;
	char *tag;    /* the entity tag, without quotes */
	char *policy; /* NULL: that of the configuration */
	struct http_content {
		struct as_http_buffer *buffer;
		const void *fixed; /* static bytes */
		int fd;            /* a file; -1: none */
		uint64_t size;
	} content;
};

const char *http_response_get(const struct as_http_response *response, const char *name)
	AS_NONNULL(1, 2);
/* The settings for headers. */
struct http_header_settings {
	const char *policy;
	bool secure_cookies;
	bool is_tls;    /* this server itself speaks only TLS */
	bool is_secure; /* the client's connection is: cookies are Secure, by their usual name */
};
/* Calls `add` for each header, including those of every answer; stops at the first failure. */
int http_response_headers(const struct as_http_response *response,
	const struct http_header_settings *settings,
	int (*add)(void *context, const char *name, const char *value), void *context) AS_MUST_USE
	AS_NONNULL(1, 2, 3);
/* True if the list of an If-None-Match (may be NULL) has the tag (RFC 9110, section 13.1.2). */
bool http_tag_matches(const char *list, const char *tag) AS_NONNULL(2);

#endif
