/* SPDX-License-Identifier: MIT */
/* A server on loopback, and a client that sends exactly the bytes of the test. */
#ifndef ASSAY_TESTS_HTTP_CASE_H
#define ASSAY_TESTS_HTTP_CASE_H

#include <arpa/inet.h>
#include <assay/http.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#define CASE_WAIT_MS 20000 /* nothing here takes as long */

__attribute__((unused)) static struct as_http *case_open(const struct as_http_config *config)
{
	struct as_error error = {0};
	struct as_http *http = as_http_open(config, &error);

	cr_assert_not_null(http, "%s", error.text);
	return http;
}

/* The first file of the form; NULL: none. */
__attribute__((unused)) static const struct as_http_field *case_form_file(
	const struct as_http_request *request)
{
	size_t count;
	const struct as_http_field *fields = as_http_fields(request, &count);

	for (size_t i = 0; i < count; i++)
		if (fields[i].file)
			return &fields[i];
	return NULL;
}

/* ---- the client ---- */

/* From the address 127.0.0.`last`; 0: from any. */
__attribute__((unused)) static int case_connect_from(uint16_t port, unsigned last)
{
	struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(port)};
	struct sockaddr_in own = {.sin_family = AF_INET};
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	own.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + last);
	cr_assert_geq(fd, 0, "%s", strerror(errno));
	if (last > 0)
		cr_assert_eq(
			bind(fd, (struct sockaddr *)&own, sizeof(own)), 0, "%s", strerror(errno));
	cr_assert_eq(connect(fd, (struct sockaddr *)&name, sizeof(name)), 0, "%s", strerror(errno));
	return fd;
}

__attribute__((unused)) static int case_connect(uint16_t port)
{
	return case_connect_from(port, 0);
}

/* False if the server has closed. */
__attribute__((unused)) static bool case_send(int fd, const void *data, size_t size)
{
	for (const char *at = data; size > 0;) {
		const ssize_t sent = send(fd, at, size, MSG_NOSIGNAL);
		if (sent < 0)
			return false;
		at += sent;
		size -= (size_t)sent;
	}
	return true;
}

/* Reads until the server closes or `max` bytes are there. The caller frees. */
__attribute__((unused)) static struct as_bytes case_read(int fd, size_t max)
{
	struct as_bytes got = {0};
	size_t room = 0;

	while (got.size < max) {
		struct pollfd wait = {.fd = fd, .events = POLLIN};
		cr_assert_eq(poll(&wait, 1, CASE_WAIT_MS), 1, "the server says nothing");
		if (room - got.size < 65537) {
			room = 2 * room + 131072;
			got.data = realloc(got.data, room);
		}
		const size_t left = max - got.size < 65536 ? max - got.size : 65536;
		const ssize_t size = recv(fd, got.data + got.size, left, 0);
		if (size <= 0)
			break;
		got.size += (size_t)size;
	}
	if (got.data)
		got.data[got.size] = '\0';
	return got;
}

/* The answer to these bytes on a connection of its own; the caller frees. */
__attribute__((unused)) static char *case_bytes(uint16_t port, const void *data, size_t size)
{
	const int fd = case_connect(port);

	case_send(fd, data, size);
	struct as_bytes got = case_read(fd, SIZE_MAX);
	close(fd);
	return got.data ? got.data : strdup("");
}

__attribute__((unused)) static char *case_text(uint16_t port, const char *text)
{
	return case_bytes(port, text, strlen(text));
}

/* A request with the line, Host, Connection: close, and further headers (each with CR LF), body. */
__attribute__((unused)) static char *case_ask(
	uint16_t port, const char *line, const char *headers, const char *body)
{
	AS_AUTO_FREE char *text = NULL;
	const size_t length = strlen(body);
	const int size =
		length > 0
			? asprintf(&text,
				  "%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s"
				  "Content-Length: %zu\r\n\r\n%s",
				  line, headers, length, body)
			: asprintf(&text, "%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s\r\n",
				  line, headers);

	cr_assert_gt(size, 0);
	return case_bytes(port, text, (size_t)size);
}

__attribute__((unused)) static int case_status(const char *answer)
{
	return strncmp(answer, "HTTP/1.", 7) == 0 ? atoi(answer + 9) : -1;
}

__attribute__((unused)) static const char *case_body(const char *answer)
{
	const char *end = strstr(answer, "\r\n\r\n");

	return end ? end + 4 : "";
}

/* True if the head of the answer has this line. */
__attribute__((unused)) static bool case_has(const char *answer, const char *line)
{
	AS_AUTO_FREE char *whole = NULL;
	AS_AUTO_FREE char *head = strndup(answer, (size_t)(case_body(answer) - answer));

	return asprintf(&whole, "\r\n%s\r\n", line) > 0 && strstr(head, whole) != NULL;
}

#endif
