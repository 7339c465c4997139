/* SPDX-License-Identifier: MIT */
/* Forms: the fields of a body. */
#ifndef ASSAY_HTTP_MULTIPART_H
#define ASSAY_HTTP_MULTIPART_H

#include "decode.h"

struct http_form {
	struct as_http_field *fields;
	size_t count;
	char **texts; /* on the heap: texts of fields that are not in the body */
	size_t text_count;
	struct http_pairs pairs; /* the same for an urlencoded form */
};
/*
 * Parses multipart/form-data (RFC 7578). `type` is the Content-Type with the boundary. The fields
 * point into `body`, in which the first byte after each field is set to NUL: a writable byte must
 * follow the body. -1: malformed (AS_ERROR_INPUT) or no memory; `form` is then empty.
 */
int http_multipart_parse(struct http_form *form, const char *type, char *body, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/* Parses application/x-www-form-urlencoded. */
int http_urlencoded_parse(struct http_form *form, const char *body, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
void http_form_clear(struct http_form *form) AS_NONNULL(1);

#endif
