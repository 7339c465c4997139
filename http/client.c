/* SPDX-License-Identifier: MIT */
/*
 * A small client. Requests are of HTTP/1.0, so that the end of the connection is the end of the
 * reply, and no reply is in chunks.
 */
#include <assay/base/fit.h>
#include <assay/http/client.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <netdb.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define SILENCE_S 60
#define MAX_BYTES (UINT64_C(64) << 20)
#define BLOCK_BYTES 65536

/* ---- the address ---- */

static int refuse_url(const char *url, struct as_error *error)
{
	return as_error_set(error, AS_ERROR_USAGE,
		"'%.*s' is not the address of a server; write http://HOST:PORT",
		as_text_fit(url, 200), url);
}

/* "HOST", "HOST:PORT", "[ADDRESS]:PORT" */
static int split_host(struct as_http_origin *origin, const char *text, size_t length)
{
	const char *end = text + length, *host = text, *colon;
	const bool is_bracketed = *text == '[';
	const char *close = is_bracketed ? memchr(text, ']', length) : NULL;

	if (is_bracketed && !close)
		return -1;
	colon = memchr(close ? close : text, ':', (size_t)(end - (close ? close : text)));
	const char *stop = close ? close : colon ? colon : end;
	host += is_bracketed;
	origin->host = strndup(host, (size_t)(stop - host));
	origin->port = colon ? strndup(colon + 1, (size_t)(end - colon - 1))
			     : strdup(origin->has_tls ? "443" : "80");
	return origin->host && origin->port && *origin->host && *origin->port &&
			       strspn(origin->port, "0123456789") == strlen(origin->port)
		       ? 0
		       : -1;
}

int as_http_origin_parse(struct as_http_origin *origin, const char *url, struct as_error *error)
{
	const char *rest = strstr(url, "://");

	*origin = (struct as_http_origin){.has_tls = strncmp(url, "https://", 8) == 0};
	if (!rest || (!origin->has_tls && strncmp(url, "http://", 7) != 0) ||
		as_text_has_control(url) || strpbrk(url, " ?#@"))
		return refuse_url(url, error);
	rest += 3;
	const size_t length = strcspn(rest, "/");
	size_t base = strlen(rest + length);
	while (base > 0 && rest[length + base - 1] == '/')
		base--;
	origin->base = strndup(rest + length, base);
	return !origin->base                      ? as_error_no_memory(error)
	       : split_host(origin, rest, length) ? refuse_url(url, error)
						  : 0;
}

void as_http_origin_clear(struct as_http_origin *origin)
{
	free(origin->host);
	free(origin->port);
	free(origin->base);
	*origin = (struct as_http_origin){0};
}

/* ---- a connection ---- */

struct connection {
	int fd;
	gnutls_session_t session; /* NULL: none */
	gnutls_certificate_credentials_t credentials;
};

static void disconnect(struct connection *connection)
{
	if (connection->session)
		gnutls_deinit(connection->session);
	if (connection->credentials)
		gnutls_certificate_free_credentials(connection->credentials);
	if (connection->fd >= 0)
		close(connection->fd);
}

static int connect_one(const struct addrinfo *to, int silence_s)
{
	const struct timeval time = {.tv_sec = silence_s};
	int fd = socket(to->ai_family, to->ai_socktype | SOCK_CLOEXEC, to->ai_protocol);

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof(time));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &(const struct timeval){.tv_sec = SILENCE_S},
		sizeof(struct timeval));
	if (connect(fd, to->ai_addr, to->ai_addrlen) == 0)
		return fd;
	close(fd);
	return -1;
}

static int begin_tls(
	struct connection *connection, const struct as_http_origin *origin, struct as_error *error)
{
	int status = gnutls_certificate_allocate_credentials(&connection->credentials);

	if (status >= 0)
		status = gnutls_certificate_set_x509_system_trust(connection->credentials);
	if (status >= 0)
		status = gnutls_init(&connection->session, GNUTLS_CLIENT | GNUTLS_NO_SIGNAL);
	if (status >= 0)
		status = gnutls_set_default_priority(connection->session);
	if (status >= 0)
		status = gnutls_credentials_set(
			connection->session, GNUTLS_CRD_CERTIFICATE, connection->credentials);
	if (status >= 0)
		status = gnutls_server_name_set(
			connection->session, GNUTLS_NAME_DNS, origin->host, strlen(origin->host));
	if (status >= 0) {
		gnutls_session_set_verify_cert(connection->session, origin->host, 0);
		gnutls_transport_set_int(connection->session, connection->fd);
		do
			status = gnutls_handshake(connection->session);
		while (status < 0 && !gnutls_error_is_fatal(status) && status != GNUTLS_E_AGAIN);
	}
	return status >= 0 ? 0
			   : as_error_set(error, AS_ERROR_MACHINE, "%s: TLS failed: %s",
				     origin->host, gnutls_strerror(status));
}

static int connect_to(struct connection *connection, const struct as_http_origin *origin,
	int silence_s, struct as_error *error)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	struct addrinfo *found = NULL;
	const int status = getaddrinfo(origin->host, origin->port, &hints, &found);

	*connection = (struct connection){.fd = -1};
	if (status)
		return as_error_set(error, AS_ERROR_MACHINE, "%s: unknown host: %s", origin->host,
			gai_strerror(status));
	for (const struct addrinfo *to = found; to && connection->fd < 0; to = to->ai_next)
		connection->fd = connect_one(to, silence_s);
	const int cause = errno;
	freeaddrinfo(found);
	if (connection->fd < 0)
		return as_error_sys(error, AS_ERROR_MACHINE, cause,
			"%s:%s cannot be reached; is the server running?", origin->host,
			origin->port);
	return origin->has_tls ? begin_tls(connection, origin, error) : 0;
}

/* Like send and recv. */
static ssize_t put_bytes(const struct connection *connection, const void *data, size_t size)
{
	if (!connection->session)
		return send(connection->fd, data, size, MSG_NOSIGNAL);
	return gnutls_record_send(connection->session, data, size);
}

static ssize_t take_bytes(const struct connection *connection, void *data, size_t size)
{
	if (!connection->session)
		return recv(connection->fd, data, size, 0);
	const ssize_t count = gnutls_record_recv(connection->session, data, size);
	if (count >= 0)
		return count;
	errno = count == GNUTLS_E_AGAIN ? EAGAIN : count == GNUTLS_E_INTERRUPTED ? EINTR : EPROTO;
	/* A server may end without saying goodbye. */
	return count == GNUTLS_E_PREMATURE_TERMINATION ? 0 : -1;
}

static int send_all(
	const struct connection *connection, const void *data, size_t size, struct as_error *error)
{
	const char *next = data;

	while (size > 0) {
		const ssize_t count = put_bytes(connection, next, size);
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return as_error_sys(error, AS_ERROR_MACHINE, errno,
				"the server does not take the request");
		next += count;
		size -= (size_t)count;
	}
	return 0;
}

static int send_query(const struct connection *connection, const struct as_http_origin *origin,
	const struct as_http_query *query, struct as_error *error)
{
	const bool is_v6 = strchr(origin->host, ':');
	AS_AUTO_FREE char *head = as_text_format(error,
		"%s %s%s HTTP/1.0\r\nHost: %s%s%s:%s\r\nContent-Length: %zu\r\n%s\r\n",
		query->method, origin->base, query->path, is_v6 ? "[" : "", origin->host,
		is_v6 ? "]" : "", origin->port, query->size, query->headers);

	return !head || send_all(connection, head, strlen(head), error) ||
			       send_all(connection, query->body, query->size, error)
		       ? -1
		       : 0;
}

/* ---- the reply ---- */

static int refuse_reply(struct as_error *error)
{
	return as_error_set(error, AS_ERROR_MACHINE, "the server's reply is not HTTP");
}

/* Parses the head, which ends the text. */
static int read_head(struct as_http_reply *reply, const char *head, struct as_error *error)
{
	static const char cookie[] = "\r\nSet-Cookie:";
	const char *found = strcasestr(head, cookie);

	if (sscanf(head, "HTTP/1.%*1[01] %3d", &reply->status) != 1 || reply->status < 100)
		return refuse_reply(error);
	if (!found)
		return 0;
	found += strlen(cookie);
	found += strspn(found, " ");
	reply->cookie = strndup(found, strcspn(found, ";\r\n"));
	return reply->cookie ? 0 : as_error_no_memory(error);
}

static int read_all(
	const struct connection *connection, struct as_bytes *text, struct as_error *error)
{
	FILE *out = open_memstream(&text->data, &text->size);
	AS_AUTO_FREE char *block = malloc(BLOCK_BYTES);
	uint64_t all = 0;
	ssize_t count = 0;

	if (!out || !block) {
		if (out)
			fclose(out);
		return as_error_no_memory(error);
	}
	while (all < MAX_BYTES && ((count = take_bytes(connection, block, BLOCK_BYTES)) > 0 ||
					  (count < 0 && errno == EINTR)))
		if (count > 0)
			all += fwrite(block, 1, (size_t)count, out);
	const int cause = errno;
	if (fclose(out))
		return as_error_no_memory(error);
	if (count < 0)
		return as_error_sys(error, AS_ERROR_MACHINE, cause,
			cause == EAGAIN ? "the server did not reply within a minute"
					: "the connection broke");
	return count > 0 ? as_error_set(error, AS_ERROR_MACHINE, "the reply is too large") : 0;
}

static int read_reply(
	const struct connection *connection, struct as_http_reply *reply, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};

	if (read_all(connection, &text, error))
		return -1;
	char *end = text.data ? strstr(text.data, "\r\n\r\n") : NULL;
	if (!end)
		return refuse_reply(error);
	*end = '\0';
	if (read_head(reply, text.data, error))
		return -1;
	reply->body.size = text.size - (size_t)(end + 4 - text.data);
	reply->body.data = malloc(reply->body.size + 1);
	if (!reply->body.data)
		return as_error_no_memory(error);
	memcpy(reply->body.data, end + 4, reply->body.size);
	reply->body.data[reply->body.size] = '\0';
	return 0;
}

int as_http_fetch(const struct as_http_origin *origin, const struct as_http_query *query,
	struct as_http_reply *reply, struct as_error *error)
{
	struct connection connection;

	*reply = (struct as_http_reply){0};
	const int status = connect_to(&connection, origin, SILENCE_S, error) ||
			   send_query(&connection, origin, query, error) ||
			   read_reply(&connection, reply, error);
	disconnect(&connection);
	return status ? -1 : 0;
}

void as_http_reply_clear(struct as_http_reply *reply)
{
	free(reply->cookie);
	as_bytes_clear(&reply->body);
	*reply = (struct as_http_reply){0};
}

/* ---- lines ---- */

struct following {
	void (*line)(void *context, const char *line);
	void *context;
	char *text; /* that has no line end yet */
	size_t size;
	bool has_head;
	int status;
};

/* Passes on each whole line; those of the head are skipped. */
static void take_lines(struct following *following)
{
	char *next = following->text;

	for (char *end;
		(end = memchr(next, '\n', following->size - (size_t)(next - following->text)));
		next = end + 1) {
		*end = '\0';
		if (end > next && end[-1] == '\r')
			end[-1] = '\0';
		if (following->has_head && following->status == 200)
			following->line(following->context, next);
		else if (!following->status)
			following->status =
				sscanf(next, "HTTP/1.%*1[01] %3d", &following->status) == 1
					? following->status
					: -1;
		else if (!*next)
			following->has_head = true;
	}
	following->size -= (size_t)(next - following->text);
	memmove(following->text, next, following->size);
}

static int add_block(
	struct following *following, const char *block, size_t count, struct as_error *error)
{
	char *grown = following->size + count > MAX_BYTES
			      ? NULL
			      : realloc(following->text, following->size + count);

	if (!grown)
		return as_error_no_memory(error);
	following->text = grown;
	memcpy(following->text + following->size, block, count);
	following->size += count;
	take_lines(following);
	return following->status == 0 || following->status == 200
		       ? 0
		       : as_error_set(error, AS_ERROR_MACHINE, "the server answers with status %d",
				 following->status);
}

static int follow(const struct connection *connection, struct following *following,
	const atomic_bool *stop, struct as_error *error)
{
	AS_AUTO_FREE char *block = malloc(BLOCK_BYTES);

	if (!block)
		return as_error_no_memory(error);
	while (!atomic_load(stop)) {
		const ssize_t count = take_bytes(connection, block, BLOCK_BYTES);
		if (count > 0 && add_block(following, block, (size_t)count, error))
			return -1;
		if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
			return as_error_set(error, AS_ERROR_MACHINE, "the server ended the stream");
	}
	return 0;
}

int as_http_follow(const struct as_http_origin *origin, const struct as_http_query *query,
	void (*line)(void *context, const char *line), void *context, const atomic_bool *stop,
	struct as_error *error)
{
	struct following following = {.line = line, .context = context};
	struct connection connection;
	const int status = connect_to(&connection, origin, 1, error) ||
			   send_query(&connection, origin, query, error) ||
			   follow(&connection, &following, stop, error);

	disconnect(&connection);
	free(following.text);
	return status ? -1 : 0;
}
