/* SPDX-License-Identifier: MIT */
/* The certificate and its key. They are checked here, because libmicrohttpd does not report the
 * cause of a failure. */
#include "tls.h"

#include <fcntl.h>
#include <gnutls/gnutls.h>
#include <sodium.h>

#define MAX_BYTES (1U << 20)

void http_tls_clear(struct http_tls *tls)
{
	if (tls->key.data)
		sodium_memzero(tls->key.data, tls->key.size);
	as_bytes_clear(&tls->key);
	as_bytes_clear(&tls->cert);
}

static gnutls_datum_t datum_of(const struct as_bytes *bytes)
{
	return (gnutls_datum_t){(unsigned char *)bytes->data, (unsigned)bytes->size};
}

int http_tls_read(
	struct http_tls *tls, const char *cert_path, const char *key_path, struct as_error *error)
{
	gnutls_certificate_credentials_t credentials;

	*tls = (struct http_tls){0};
	if (!key_path)
		return as_error_at(
			error, AS_ERROR_USAGE, cert_path, 0, 0, "certificate without its key");
	if (as_file_read(AT_FDCWD, cert_path, MAX_BYTES, &tls->cert, error) ||
		as_file_read(AT_FDCWD, key_path, MAX_BYTES, &tls->key, error))
		return -1;
	const gnutls_datum_t cert = datum_of(&tls->cert), key = datum_of(&tls->key);
	if (gnutls_certificate_allocate_credentials(&credentials))
		return as_error_no_memory(error);
	const int failed =
		gnutls_certificate_set_x509_key_mem(credentials, &cert, &key, GNUTLS_X509_FMT_PEM);
	gnutls_certificate_free_credentials(credentials);
	if (failed == GNUTLS_E_CERTIFICATE_KEY_MISMATCH)
		return as_error_at(error, AS_ERROR_INPUT, key_path, 0, 0,
			"is the key of another certificate than %s", cert_path);
	return failed < 0 ? as_error_at(error, AS_ERROR_INPUT, cert_path, 0, 0,
				    "or %s cannot be read as PEM: %s", key_path,
				    gnutls_strerror(failed))
			  : 0;
}
