/* SPDX-License-Identifier: MIT */
/* The certificate and its key. */
#ifndef ASSAY_HTTP_TLS_H
#define ASSAY_HTTP_TLS_H

#include <assay/base.h>

struct http_tls {
	struct as_bytes cert, key; /* PEM */
};
/* Reads both and checks that they match. Clear it, even after a failure. */
int http_tls_read(struct http_tls *tls, const char *cert_path, const char *key_path,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
void http_tls_clear(struct http_tls *tls) AS_NONNULL(1);

#endif
