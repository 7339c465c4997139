/* SPDX-License-Identifier: MIT */
/*
 * Answering a request. A handler may answer before it returns, or another thread answers later,
 * possibly while the handler is still returning. The atomic `turn` decides which of the two threads
 * continues:
 *
 * 1. libmicrohttpd's thread suspends the connection, and then sets `turn` to HTTP_SUSPENDED.
 * 2. The answering thread exchanges `turn` for HTTP_ANSWERED. If the request was suspended, it
 *    resumes it.
 * 3. After the exchange the answering thread does not touch the request.
 */
#include "answer.h"

#include "shed.h"

#include <fcntl.h>
#include <netinet/tcp.h>
#include <string.h>

/* How much of a stream the kernel buffers beyond the data in flight. Without this limit it buffers
 * megabytes for each slow client, which then reads long outdated versions. */
#define UNSENT_BYTES 65536

void http_finish_answer(struct as_http_request *request, struct as_http_response *response,
	struct as_http_stream *stream)
{
	struct as_http *http = request->http;
	struct MHD_Connection *connection = request->connection;

	request->answer.response = response;
	request->answer.stream = stream;
	if (atomic_exchange(&request->answer.turn, HTTP_ANSWERED) == HTTP_SUSPENDED)
		MHD_resume_connection(connection);
	/* as_http_close waits for this count. */
	atomic_fetch_sub(&http->counts.kept, 1);
}

/* ---- errors ---- */

struct as_http_response *as_http_failure(
	struct as_http_request *request, int status, const char *message)
{
	const struct as_http_callbacks *callbacks = &request->http->callbacks;
	struct as_http_response *response =
		as_http_response_new(status, callbacks->error ? NULL : "text/plain; charset=utf-8");

	if (!response)
		return NULL;
	if (callbacks->error)
		callbacks->error(request, status, message, response, callbacks->context);
	else
		as_http_response_printf(response, "%d: %s\n", status, message);
	return response;
}

void as_http_fail(struct as_http_request *request, int status, const char *format, ...)
{
	AS_AUTO_FREE char *message = NULL;
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(&message, format, arguments) < 0)
		message = NULL;
	va_end(arguments);
	http_finish_answer(
		request, message ? as_http_failure(request, status, message) : NULL, NULL);
}

void as_http_fail_no_memory(struct as_http_request *request)
{
	as_http_fail(request, 503, "the server is out of memory");
}

void as_http_answer(struct as_http_request *request, struct as_http_response *response)
{
	http_finish_answer(request, response, NULL);
}

void as_http_answer_text(struct as_http_request *request, int status, const char *type, FILE *out,
	char **text, unsigned retry_s)
{
	if (!as_text_close(out, text, NULL)) {
		as_http_fail_no_memory(request);
		return;
	}
	struct as_http_response *response = as_http_response_new(status, type);
	as_http_response_take(response, *text, strlen(*text));
	if (retry_s > 0) {
		char seconds[20];
		snprintf(seconds, sizeof(seconds), "%u", retry_s);
		as_http_response_header(response, "Retry-After", seconds);
	}
	as_http_answer(request, response);
}

/* "//host" and "/\host" lead to other hosts. */
static bool is_local(const char *location)
{
	if (*location != '/' || location[1] == '/')
		return false;
	for (const unsigned char *at = (const unsigned char *)location; *at; at++)
		if (*at <= 0x20 || *at == 0x7f || *at == '\\')
			return false;
	return true;
}

/* With %XX for the bytes that are not ASCII, as browsers write them; on the heap. */
static char *encode_location(const char *location)
{
	char *encoded = malloc(3 * strlen(location) + 1), *out = encoded;

	for (; encoded && *location; location++) {
		const unsigned char byte = (unsigned char)*location;
		out += sprintf(out, byte < 0x80 ? "%c" : "%%%02X", byte);
	}
	if (encoded)
		*out = '\0';
	return encoded;
}

void as_http_redirect(struct as_http_request *request, const char *location)
{
	AS_AUTO_FREE char *encoded = is_local(location) ? encode_location(location) : NULL;
	struct as_http_response *response = encoded ? as_http_response_new(303, NULL) : NULL;

	if (response)
		as_http_response_header(response, "Location", encoded);
	http_finish_answer(request, response, NULL);
}

/* ---- with libmicrohttpd ---- */

static int add_header(void *context, const char *name, const char *value)
{
	return MHD_add_response_header(context, name, value) == MHD_YES ? 0 : -1;
}

/* The bytes of a buffer count once for all answers that are sent from it. */
static void end_buffer(void *context)
{
	struct as_http_buffer *buffer = context;

	if (atomic_fetch_sub(&buffer->send_count, 1) == 1)
		atomic_fetch_sub(buffer->sending_bytes, buffer->size);
	as_http_buffer_unref(buffer);
}

static struct MHD_Response *make_buffer(struct as_http *http, struct as_http_buffer *buffer)
{
	buffer->sending_bytes = &http->counts.answers_bytes;
	if (atomic_fetch_add(&buffer->send_count, 1) == 0)
		atomic_fetch_add(buffer->sending_bytes, buffer->size);
	struct MHD_Response *made = MHD_create_response_from_buffer_with_free_callback_cls(
		buffer->size, buffer->data, end_buffer, as_http_buffer_ref(buffer));
	if (!made)
		end_buffer(buffer);
	return made;
}

static struct MHD_Response *make_content(struct as_http *http, struct http_content *content)
{
	if (content->buffer && content->size > 0)
		return make_buffer(http, content->buffer);
	if (content->fd >= 0) {
		struct MHD_Response *made =
			MHD_create_response_from_fd64(content->size, content->fd);
		if (made)
			content->fd = -1;
		return made;
	}
	return MHD_create_response_from_buffer(content->fixed ? content->size : 0,
		(void *)(uintptr_t)content->fixed, MHD_RESPMEM_PERSISTENT);
}

static struct MHD_Response *make(
	struct as_http_request *request, struct as_http_response *response, bool has_body)
{
	struct as_http *http = request->http;
	struct http_content none = {.fd = -1};
	struct MHD_Response *made = make_content(http, has_body ? &response->content : &none);

	if (!made)
		return NULL;
	struct http_header_settings settings = http->settings;
	settings.is_secure = request->head.is_secure;
	if (http_response_headers(response, &settings, add_header, made) ||
		(atomic_load(&http->is_closing) && add_header(made, "Connection", "close"))) {
		MHD_destroy_response(made);
		return NULL;
	}
	return made;
}

/* The status that a response has for this request. */
static int status_for(
	const struct as_http_request *request, const struct as_http_response *response)
{
	const bool is_same =
		response->status == 200 && response->tag &&
		strcmp(request->head.method, "GET") == 0 &&
		http_tag_matches(as_http_header(request, "If-None-Match"), response->tag);
	return is_same ? 304 : response->status;
}

static enum MHD_Result send_response(
	struct as_http_request *request, struct as_http_response *response)
{
	const int status = status_for(request, response);
	const bool has_body = status != 304 && status != 204;
	struct as_http_buffer *buffer = has_body ? response->content.buffer : NULL;
	struct MHD_Response *made = make(request, response, has_body);

	if (!made)
		return MHD_NO;
	const enum MHD_Result result =
		MHD_queue_response(request->connection, (unsigned)status, made);
	MHD_destroy_response(made);
	request->answer.status = result == MHD_YES ? status : 0;
	request->answer.size = has_body ? response->content.size : 0;
	http_shed_answers(request->http);
	const unsigned readers = buffer ? atomic_load(&buffer->send_count) : 0;
	http_watch_answer(request->client, request->answer.size,
		buffer ? buffer->size / (readers ? readers : 1) : 0);
	return result;
}

/* ---- with a stream ---- */

static void resume(void *connection)
{
	MHD_resume_connection(connection);
}

/* The TLS session belongs to libmicrohttpd. It keeps the connection suspended until the hub resumes
 * it. */
static enum MHD_Result hold(struct as_http_request *request, struct http_link *link)
{
	struct as_http_stream *stream = as_steal(request->answer.stream);

	link->session =
		MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_GNUTLS_SESSION)
			->tls_session;
	link->release = resume;
	link->connection = request->connection;
	request->phase = HTTP_STREAMING;
	MHD_suspend_connection(request->connection);
	if (http_stream_attach(stream, link))
		MHD_resume_connection(link->connection);
	return MHD_YES;
}

/* MHD_NO makes libmicrohttpd close its descriptor, without a shutdown because of MHD_USE_TURBO: the
 * connection continues through the duplicate. */
static enum MHD_Result take_over(struct as_http_request *request, struct http_link *link)
{
	link->fd = fcntl(link->fd, F_DUPFD_CLOEXEC, 0);
	if (link->fd < 0)
		return MHD_NO;
	if (http_stream_attach(as_steal(request->answer.stream), link))
		close(link->fd);
	return MHD_NO;
}

static enum MHD_Result begin_stream(struct as_http_request *request)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct http_link link = {.fd = info->connect_fd, .address = request->client->address};
	const int on = 1, off = 0, unsent = UNSENT_BYTES;

	setsockopt(link.fd, IPPROTO_TCP, TCP_CORK, &off, sizeof(off));
	setsockopt(link.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	setsockopt(link.fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof(unsent));
	return request->http->settings.is_tls ? hold(request, &link) : take_over(request, &link);
}

/* The final response, with the caller's headers; NULL: it failed. */
static struct as_http_response *complete(
	struct as_http_request *request, struct as_http_response *response)
{
	const struct as_http_callbacks *callbacks = &request->http->callbacks;

	for (int attempt = 0; attempt < 2; attempt++) {
		if (response && !response->failed && callbacks->headers)
			callbacks->headers(request, response, callbacks->context);
		if (response && !response->failed)
			return response;
		as_http_response_free(response);
		response = as_http_failure(request, 500, "The server could not answer.");
	}
	return response;
}

enum MHD_Result http_respond(struct as_http_request *request)
{
	if (request->answer.stream)
		return begin_stream(request);
	struct as_http_response *response = complete(request, as_steal(request->answer.response));
	const enum MHD_Result result = response ? send_response(request, response) : MHD_NO;
	as_http_response_free(response);
	return result;
}
