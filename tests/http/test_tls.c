/* SPDX-License-Identifier: MIT */
/* Requests and streams over TLS, with a certificate that the test makes. */
#include "http_case.h"

#include <assay/http/client.h>
#include <fcntl.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <pthread.h>
#include <unistd.h>

static char folder[] = "/tmp/assay-tls-XXXXXX";
static char cert_path[64], key_path[64], other_path[64];

static void write_pem(const char *path, const gnutls_datum_t *pem)
{
	cr_assert_eq(as_file_write(AT_FDCWD, path, pem->data, pem->size, 0600, NULL), 0);
}

static gnutls_x509_privkey_t make_key(const char *path)
{
	gnutls_x509_privkey_t key;
	gnutls_datum_t pem;

	cr_assert_eq(gnutls_x509_privkey_init(&key), 0);
	cr_assert_eq(gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA,
			     GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0),
		0);
	cr_assert_eq(gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, &pem), 0);
	write_pem(path, &pem);
	gnutls_free(pem.data);
	return key;
}

static void make_files(void)
{
	gnutls_x509_crt_t cert;
	gnutls_datum_t pem;

	cr_assert_not_null(mkdtemp(folder));
	sprintf(cert_path, "%s/cert.pem", folder);
	sprintf(key_path, "%s/key.pem", folder);
	sprintf(other_path, "%s/other.pem", folder);
	gnutls_x509_privkey_deinit(make_key(other_path));
	gnutls_x509_privkey_t key = make_key(key_path);
	cr_assert_eq(gnutls_x509_crt_init(&cert), 0);
	gnutls_x509_crt_set_version(cert, 3);
	gnutls_x509_crt_set_serial(cert, "1", 1);
	gnutls_x509_crt_set_activation_time(cert, time(NULL) - 60);
	gnutls_x509_crt_set_expiration_time(cert, time(NULL) + 3600);
	gnutls_x509_crt_set_key(cert, key);
	gnutls_x509_crt_set_dn(cert, "CN=localhost", NULL);
	cr_assert_eq(gnutls_x509_crt_sign2(cert, cert, key, GNUTLS_DIG_SHA256, 0), 0);
	cr_assert_eq(gnutls_x509_crt_export2(cert, GNUTLS_X509_FMT_PEM, &pem), 0);
	write_pem(cert_path, &pem);
	gnutls_free(pem.data);
	gnutls_x509_crt_deinit(cert);
	gnutls_x509_privkey_deinit(key);
}

static void remove_files(void)
{
	unlink(cert_path);
	unlink(key_path);
	unlink(other_path);
	rmdir(folder);
}

TestSuite(tls, .init = make_files, .fini = remove_files);

/* ---- the server ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct as_http_stream *streams[64];
static unsigned open_count, closed_count;

static void on_closed(struct as_http_stream *stream, void *context)
{
	(void)context;
	pthread_mutex_lock(&lock);
	for (unsigned i = 0; i < open_count; i++)
		if (streams[i] == stream)
			streams[i] = NULL;
	closed_count++;
	pthread_mutex_unlock(&lock);
	as_http_stream_close(stream);
}

static void watch(struct as_http_request *request, void *context)
{
	const struct as_http_stream_config config = {
		.closed = on_closed, .limit_bytes = UINT64_MAX / 2};
	struct as_http_response *response = as_http_response_new(200, "application/x-ndjson");

	(void)context;
	pthread_mutex_lock(&lock);
	streams[open_count++] = as_http_stream_open(request, response, &config);
	pthread_mutex_unlock(&lock);
}

static void secure(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, "text/plain");

	(void)context;
	as_http_response_cookie(response, "assay", "abc", -1);
	as_http_response_printf(response, "%d %s", as_http_is_secure(request),
		as_http_cookie(request, "assay") ? as_http_cookie(request, "assay") : "none");
	as_http_answer(request, response);
}

static const struct as_http_route routes[] = {
	{"GET", "/watch", watch, NULL, 0, 0}, {"GET", "/secure", secure, NULL, 0, 0}};

static struct as_http_config make_config(void)
{
	return (struct as_http_config){.tls_cert = cert_path,
		.tls_key = key_path,
		.routes = routes,
		.route_count = 2,
		.secure_cookies = true};
}

/* ---- the client ---- */

struct client {
	int fd;
	gnutls_session_t session;
	gnutls_certificate_credentials_t credentials;
};

static struct client connect_to(uint16_t port, const char *text)
{
	struct client client = {.fd = case_connect(port)};
	int failed;

	cr_assert_eq(gnutls_certificate_allocate_credentials(&client.credentials), 0);
	cr_assert_eq(gnutls_init(&client.session, GNUTLS_CLIENT), 0);
	gnutls_set_default_priority(client.session);
	gnutls_credentials_set(client.session, GNUTLS_CRD_CERTIFICATE, client.credentials);
	gnutls_transport_set_int(client.session, client.fd);
	do
		failed = gnutls_handshake(client.session);
	while (failed < 0 && !gnutls_error_is_fatal(failed));
	cr_assert_eq(failed, 0, "%s", gnutls_strerror(failed));
	cr_assert_eq(gnutls_record_send(client.session, text, strlen(text)), (ssize_t)strlen(text));
	return client;
}

static struct as_bytes read_all(struct client *client)
{
	struct as_bytes got = {.data = calloc(1, 1)};
	size_t room = 1;
	char bytes[16384];

	for (;;) {
		const ssize_t size = gnutls_record_recv(client->session, bytes, sizeof(bytes));
		if (size == GNUTLS_E_AGAIN || size == GNUTLS_E_INTERRUPTED)
			continue;
		if (size <= 0)
			return got;
		if (got.size + (size_t)size >= room)
			got.data = realloc(got.data, room = 2 * (got.size + (size_t)size));
		memcpy(got.data + got.size, bytes, (size_t)size);
		got.size += (size_t)size;
		got.data[got.size] = '\0';
	}
}

static void leave(struct client *client)
{
	gnutls_deinit(client->session);
	gnutls_certificate_free_credentials(client->credentials);
	close(client->fd);
}

static void wait_for(const unsigned *counter, unsigned wanted)
{
	for (bool there = false; !there; usleep(1000)) {
		pthread_mutex_lock(&lock);
		there = *counter >= wanted;
		pthread_mutex_unlock(&lock);
	}
}

/* ---- tests ---- */

Test(tls, a_request_is_secure_and_so_is_its_cookie)
{
	const struct as_http_config config = make_config();
	struct as_http *http = case_open(&config);
	struct client client = connect_to(as_http_port(http),
		"GET /secure HTTP/1.1\r\nHost: x\r\nCookie: assay=evil; __Host-assay=abc\r\n"
		"Connection: close\r\n\r\n");
	struct as_bytes got = read_all(&client);

	cr_expect(case_has(got.data, "Strict-Transport-Security: max-age=604800"), "%s", got.data);
	cr_expect_str_eq(case_body(got.data), "1 abc");
	cr_expect(case_has(got.data,
			  "Set-Cookie: __Host-assay=abc; Path=/; HttpOnly; SameSite=Lax; Secure"),
		"%s", got.data);
	as_bytes_clear(&got);
	leave(&client);
	as_http_close(http, 1000);
}

/* More than the buffers of the kernel, so that records are sent again. */
#define LINES 300
#define LINE_BYTES 40000

static char *make_line(int number)
{
	char *line = malloc(LINE_BYTES + 1);

	memset(line, 'a' + number % 26, LINE_BYTES - 1);
	line[LINE_BYTES - 1] = '\n';
	line[LINE_BYTES] = '\0';
	return line;
}

Test(tls, a_stream_arrives_whole_and_ends)
{
	const struct as_http_config config = make_config();
	struct as_http *http = case_open(&config);
	struct client client =
		connect_to(as_http_port(http), "GET /watch HTTP/1.0\r\nHost: x\r\n\r\n");

	wait_for(&open_count, 1);
	for (int i = 0; i < LINES; i++) {
		struct as_http_buffer *buffer = as_http_buffer_take(make_line(i), LINE_BYTES, NULL);
		cr_assert_eq(as_http_stream_write(streams[0], buffer), AS_HTTP_STREAM_TAKEN);
		as_http_buffer_unref(buffer);
	}
	as_http_stream_close(streams[0]);
	struct as_bytes got = read_all(&client);
	const char *at = case_body(got.data);
	cr_assert_eq(strlen(at), LINES * LINE_BYTES);
	for (int i = 0; i < LINES; i++, at += LINE_BYTES) {
		AS_AUTO_FREE char *line = make_line(i);
		cr_assert_eq(memcmp(at, line, LINE_BYTES), 0, "%d", i);
	}
	as_bytes_clear(&got);
	leave(&client);
	as_http_close(http, 1000);
}

Test(tls, disconnected_viewers_are_detected_and_the_others_are_ended)
{
	const struct as_http_config config = make_config();
	struct as_http *http = case_open(&config);
	struct client clients[20];

	for (int i = 0; i < 20; i++)
		clients[i] =
			connect_to(as_http_port(http), "GET /watch HTTP/1.1\r\nHost: x\r\n\r\n");
	wait_for(&open_count, 20);
	for (int i = 0; i < 10; i++) {
		if (i % 2)
			gnutls_bye(clients[i].session, GNUTLS_SHUT_WR);
		leave(&clients[i]);
	}
	wait_for(&closed_count, 10);
	/* Requests are served beside suspended connections. */
	struct client other = connect_to(
		as_http_port(http), "GET /secure HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
	struct as_bytes answer = read_all(&other);
	cr_expect_str_eq(case_body(answer.data), "1 none");
	as_bytes_clear(&answer);
	leave(&other);
	as_http_close(http, 10000);
	cr_expect_eq(closed_count, 20);
	for (int i = 10; i < 20; i++) {
		struct as_bytes got = read_all(&clients[i]);
		cr_expect_str_eq(case_body(got.data), "0\r\n\r\n");
		as_bytes_clear(&got);
		leave(&clients[i]);
	}
}

Test(tls, the_client_refuses_a_certificate_that_this_machine_does_not_trust)
{
	const struct as_http_config config = make_config();
	struct as_http *http = case_open(&config);
	AS_AUTO_FREE char *origin =
		as_text_format(NULL, "https://localhost:%u", as_http_port(http));
	AS_AUTO(as_http_reply_clear) struct as_http_reply reply = {0};
	struct as_error error = {0};

	cr_expect_eq(as_http_fetch(origin, &(const struct as_http_query){.path = "/secure"}, &reply,
			     &error),
		-1);
	cr_expect_eq(error.kind, AS_ERROR_MACHINE);
	cr_expect(strstr(error.text, "certificate verification failed"), "%s", error.text);
	cr_expect_eq(reply.status, 0);
	as_http_close(http, 1000);
}

Test(tls, a_wrong_certificate_is_reported)
{
	struct as_http_config config = make_config();
	struct as_error error = {0};
	char text[1600];

	config.tls_key = other_path;
	cr_expect_null(as_http_open(&config, &error));
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_not_null(
		strstr(as_error_format(&error, text, sizeof(text)), "another certificate"), "%s",
		text);
	as_error_clear(&error);
	config.tls_cert = key_path;
	cr_expect_null(as_http_open(&config, &error));
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	as_error_clear(&error);
	config.tls_cert = "/nowhere/cert.pem";
	cr_expect_null(as_http_open(&config, &error));
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.where, "/nowhere/cert.pem");
	as_error_clear(&error);
	config.tls_cert = cert_path;
	config.tls_key = NULL;
	cr_expect_null(as_http_open(&config, &error));
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
}
