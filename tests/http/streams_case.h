/* SPDX-License-Identifier: MIT */
/* A server with streams, and clients that open them. */
#ifndef ASSAY_TESTS_HTTP_STREAMS_CASE_H
#define ASSAY_TESTS_HTTP_STREAMS_CASE_H

#include "http_case.h"

#include <pthread.h>
#include <unistd.h>

#define MAX_VIEWERS 2000

/* ---- the server: a list of viewers, as in a contest ---- */

struct viewer {
	struct as_http_stream *stream;
	unsigned drained_count;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct viewer viewers[MAX_VIEWERS];
static unsigned viewer_count, closed_count;
static struct as_http_buffer *latest; /* the data for a drained stream */
static struct as_http_stream_config stream_config;

__attribute__((unused)) static void on_drained(struct as_http_stream *stream, void *context)
{
	struct viewer *viewer = context;

	pthread_mutex_lock(&lock);
	viewer->drained_count++;
	if (latest)
		as_http_stream_write(stream, latest);
	pthread_mutex_unlock(&lock);
}

__attribute__((unused)) static void on_closed(struct as_http_stream *stream, void *context)
{
	struct viewer *viewer = context;

	pthread_mutex_lock(&lock);
	viewer->stream = NULL;
	closed_count++;
	pthread_mutex_unlock(&lock);
	as_http_stream_close(stream);
}

__attribute__((unused)) static void watch(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, "text/event-stream");
	struct as_http_stream_config given = stream_config;

	(void)context;
	as_http_response_header(response, "Access-Control-Allow-Origin", "*");
	pthread_mutex_lock(&lock);
	struct viewer *viewer = &viewers[viewer_count];
	given.drained = on_drained;
	given.closed = on_closed;
	given.context = viewer;
	viewer->stream = as_http_stream_open(request, response, &given);
	viewer_count += viewer->stream != NULL;
	pthread_mutex_unlock(&lock);
}

__attribute__((unused)) static void plain(struct as_http_request *request, void *context)
{
	(void)context;
	as_http_answer(request, as_http_response_new(200, "text/plain"));
}

__attribute__((unused)) static void *answer_late(void *request)
{
	usleep(300000);
	plain(request, NULL);
	return NULL;
}

__attribute__((unused)) static void later(struct as_http_request *request, void *context)
{
	pthread_t thread;

	(void)context;
	cr_assert_eq(pthread_create(&thread, NULL, answer_late, request), 0);
	pthread_detach(thread);
}

static const struct as_http_route routes[] = {{"GET", "/watch", watch, NULL, 0, 0},
	{"GET", "/plain", plain, NULL, 0, 0}, {"GET", "/later", later, NULL, 0, 0}};
static struct as_http *http;
static uint16_t port;
static struct as_http_config config;

__attribute__((unused)) static void open_server(void)
{
	config.routes = routes;
	config.route_count = sizeof(routes) / sizeof(*routes);
	http = case_open(&config);
	port = as_http_port(http);
}

/* ---- the clients ---- */

static const char ask[] = "GET /watch HTTP/1.1\r\nHost: x\r\n\r\n";

__attribute__((unused)) static unsigned count_of(const unsigned *counter)
{
	pthread_mutex_lock(&lock);
	const unsigned count = *counter;
	pthread_mutex_unlock(&lock);
	return count;
}

__attribute__((unused)) static void wait_for(const unsigned *counter, unsigned wanted)
{
	while (count_of(counter) < wanted)
		usleep(1000);
}

/* Opens a stream and reads its head. */
__attribute__((unused)) static int open_stream(const char *request)
{
	const unsigned before = count_of(&viewer_count);
	const int fd = case_connect(port);

	case_send(fd, request, strlen(request));
	wait_for(&viewer_count, before + 1);
	char head[2048];
	for (size_t size = 0; size < 4 || memcmp(head + size - 4, "\r\n\r\n", 4) != 0; size++) {
		cr_assert_lt(size, sizeof(head) - 1);
		cr_assert_eq(recv(fd, head + size, 1, 0), 1);
		head[size + 1] = '\0';
	}
	cr_assert_eq(case_status(head), 200, "%s", head);
	cr_expect(case_has(head, "X-Accel-Buffering: no"), "%s", head);
	cr_expect(case_has(head, "Content-Type: text/event-stream"));
	cr_expect(case_has(head, "Cache-Control: no-store"));
	cr_expect(case_has(head, "Access-Control-Allow-Origin: *"));
	cr_expect(case_has(head, "X-Content-Type-Options: nosniff"));
	return fd;
}

__attribute__((unused)) static void broadcast(struct as_http_buffer *buffer)
{
	pthread_mutex_lock(&lock);
	for (unsigned i = 0; i < viewer_count; i++)
		if (viewers[i].stream)
			cr_assert_eq(as_http_stream_write(viewers[i].stream, buffer),
				AS_HTTP_STREAM_TAKEN);
	pthread_mutex_unlock(&lock);
}

__attribute__((unused)) static struct as_http_buffer *make_buffer(const char *text)
{
	struct as_http_buffer *buffer = as_http_buffer_copy(text, strlen(text), NULL);

	cr_assert_not_null(buffer);
	return buffer;
}

/* Removes the framing of chunks in place. Returns false unless it is whole, with its end. */
__attribute__((unused)) static bool unwrap(struct as_bytes *bytes)
{
	size_t length = 0;

	for (char *at = bytes->data, *end = at + bytes->size; at < end;) {
		char *stop;
		const size_t size = strtoul(at, &stop, 16);
		if (stop == at || memcmp(stop, "\r\n", 2) != 0 || (size_t)(end - stop) < size + 4)
			return false;
		memmove(bytes->data + length, stop + 2, size);
		length += size;
		at = stop + 2 + size;
		if (memcmp(at, "\r\n", 2) != 0)
			return false;
		at += 2;
		if (size == 0) {
			bytes->size = length;
			bytes->data[length] = '\0';
			return at == end;
		}
	}
	return false;
}

#endif
