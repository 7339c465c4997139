/* SPDX-License-Identifier: MIT */
/* The client: addresses, replies that are not HTTP, lines. */
#include "http/http_case.h"

#include <assay/http/client.h>
#include <pthread.h>
#include <unistd.h>

TestSuite(client);

/* ---- addresses ---- */

Test(client, an_address_has_a_scheme_a_host_and_perhaps_a_port_and_a_folder)
{
	static const char *const right[][2] = {
		{"http://127.0.0.1:8080", "http://127.0.0.1:8080"},
		{"http://example.org/", "http://example.org"},
		{"https://example.org/spring//", "https://example.org/spring"},
		{"http://[::1]:81/a/b", "http://[::1]:81/a/b"},
	};
	static const char *const wrong[] = {"", "example.org", "ftp://x", "file:///x", "http://",
		"http://:80", "http://x:8o", "http://x:65536", "http://[::1", "http://a b",
		"http://a\nb", "http://me@x", "http://x?y", "http://x#y"};

	for (size_t i = 0; i < sizeof(right) / sizeof(*right); i++) {
		AS_AUTO_FREE char *origin = as_http_origin(right[i][0], NULL);
		cr_assert_not_null(origin, "%s", right[i][0]);
		cr_expect_str_eq(origin, right[i][1]);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct as_error error = {0};
		cr_expect_null(as_http_origin(wrong[i], &error), "%s", wrong[i]);
		cr_expect_eq(error.kind, AS_ERROR_USAGE);
		cr_expect(strstr(error.text, "is not the address of a server"), "%s", error.text);
	}
}

/* ---- replies ---- */

/* A server that reads one request and sends a text. */
struct peer {
	int fd;
	uint16_t port;
	const char *text;
	size_t size;
	char request[4096];
	pthread_t thread;
};

static void *serve_one(void *context)
{
	struct peer *peer = context;
	AS_AUTO_FD int fd = accept4(peer->fd, NULL, NULL, SOCK_CLOEXEC);
	size_t size = 0;
	ssize_t count;

	while (size < sizeof(peer->request) - 1 && !strstr(peer->request, "\r\n\r\n") &&
		(count = recv(fd, peer->request + size, sizeof(peer->request) - 1 - size, 0)) > 0)
		size += (size_t)count;
	case_send(fd, peer->text, peer->size);
	return NULL;
}

static void open_peer(struct peer *peer, const char *text, size_t size)
{
	struct sockaddr_in name = {.sin_family = AF_INET};
	socklen_t length = sizeof(name);

	*peer = (struct peer){.text = text, .size = size};
	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	peer->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	cr_assert_eq(bind(peer->fd, (struct sockaddr *)&name, sizeof(name)), 0);
	cr_assert_eq(listen(peer->fd, 1), 0);
	cr_assert_eq(getsockname(peer->fd, (struct sockaddr *)&name, &length), 0);
	peer->port = ntohs(name.sin_port);
	cr_assert_eq(pthread_create(&peer->thread, NULL, serve_one, peer), 0);
}

static void close_peer(struct peer *peer)
{
	pthread_join(peer->thread, NULL);
	close(peer->fd);
}

static char *origin_of(const struct peer *peer, const char *base)
{
	AS_AUTO_FREE char *url = as_text_format(NULL, "http://127.0.0.1:%u%s", peer->port, base);

	return as_http_origin(url, NULL);
}

#define QUERY                                                                                      \
	((const struct as_http_query){.path = "/submit",                                           \
		.username = "me",                                                                  \
		.password = "a:b",                                                                 \
		.cookie = "c=d",                                                                   \
		.body = "a=b",                                                                     \
		.size = 3,                                                                         \
		.type = "text/x"})

static int fetch_from(const char *text, struct as_http_reply *reply, struct as_error *error)
{
	struct peer peer;

	open_peer(&peer, text, strlen(text));
	AS_AUTO_FREE char *origin = origin_of(&peer, "/spring");
	const int status = as_http_fetch(origin, &QUERY, reply, error);
	close_peer(&peer);
	static const char *const sent[] = {"POST /spring/submit HTTP/1.1\r\n",
		"\r\nAuthorization: Basic bWU6YTpi\r\n", "\r\nCookie: c=d\r\n",
		"\r\nContent-Type: text/x\r\n", "\r\nContent-Length: 3\r\n"};
	for (size_t i = 0; i < sizeof(sent) / sizeof(*sent); i++)
		cr_expect(strstr(peer.request, sent[i]), "%s: %s", sent[i], peer.request);
	return status;
}

Test(client, a_reply_has_a_status_a_cookie_and_a_body)
{
	AS_AUTO(as_http_reply_clear) struct as_http_reply reply = {0};
	struct as_error error = {0};

	cr_assert_eq(fetch_from("HTTP/1.1 201 Created\r\nset-cookie: a=b; HttpOnly\r\n\r\nhello\n",
			     &reply, &error),
		0, "%s", error.text);
	cr_expect_eq(reply.status, 201);
	cr_expect_str_eq(reply.cookie, "a=b");
	cr_expect_str_eq(reply.body.data, "hello\n");
}

Test(client, what_is_no_reply_is_an_error)
{
	static const char *const wrong[] = {"", "\r\n\r\n", "SSH-2.0-x\r\n\r\n", "HTTP/1.1 2",
		"HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 0\r\n\r\n"};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		AS_AUTO(as_http_reply_clear) struct as_http_reply reply = {0};
		struct as_error error = {0};
		cr_expect_eq(fetch_from(wrong[i], &reply, &error), -1, "%s", wrong[i]);
		cr_expect_str_eq(error.text, "the server's reply is not HTTP");
	}
}

Test(client, a_redirect_is_not_followed)
{
	AS_AUTO(as_http_reply_clear) struct as_http_reply reply = {0};
	struct as_error error = {0};

	cr_assert_eq(fetch_from("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n"
				"Content-Length: 0\r\n\r\n",
			     &reply, &error),
		0, "%s", error.text);
	cr_expect_eq(reply.status, 302);
	cr_expect_null(reply.cookie);
	cr_expect_str_eq(reply.body.data, "");
}

Test(client, a_reply_that_is_cut_or_too_large_is_an_error)
{
	static const char head[] = "HTTP/1.1 200 OK\r\n\r\n";
	AS_AUTO(as_http_reply_clear) struct as_http_reply reply = {0};
	struct as_error error = {0};
	const size_t size = sizeof(head) - 1 + (64 << 20) + 1;
	AS_AUTO_FREE char *large = malloc(size + 1);

	cr_expect_eq(
		fetch_from("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", &reply, &error),
		-1);
	cr_expect(strstr(error.text, "bytes remaining"), "%s", error.text);
	cr_expect_null(reply.body.data);
	memset(large, 'x', size);
	large[size] = '\0';
	memcpy(large, head, sizeof(head) - 1);
	error = (struct as_error){0};
	cr_expect_eq(fetch_from(large, &reply, &error), -1);
	cr_expect_str_eq(error.text, "the reply is too large");
	large[size - 1] = '\0';
	as_http_reply_clear(&reply);
	cr_expect_eq(fetch_from(large, &reply, NULL), 0);
	cr_expect_eq(reply.body.size, 64 << 20);
}

Test(client, a_server_that_is_not_there_is_named)
{
	AS_AUTO(as_http_reply_clear) struct as_http_reply reply = {0};
	struct as_error error = {0};
	struct peer peer;

	open_peer(&peer, "", 0);
	AS_AUTO_FREE char *origin = origin_of(&peer, "");
	cr_expect_eq(as_http_fetch(origin, &QUERY, &reply, &error), -1);
	close_peer(&peer);
	as_http_reply_clear(&reply);
	error = (struct as_error){0};
	cr_expect_eq(as_http_fetch(origin, &QUERY, &reply, &error), -1);
	cr_expect(
		strstr(error.text, "cannot be reached; is the server running?"), "%s", error.text);
}

/* ---- lines ---- */

struct lines {
	char text[64];
	size_t count;
};

static void add_line(void *context, const char *line)
{
	struct lines *lines = context;
	const size_t length = strlen(lines->text);

	snprintf(lines->text + length, sizeof(lines->text) - length, "[%s]", line);
	lines->count++;
}

static int follow_from(const char *text, struct lines *lines, struct as_error *error)
{
	atomic_bool stop = false;
	struct peer peer;

	open_peer(&peer, text, strlen(text));
	AS_AUTO_FREE char *origin = origin_of(&peer, "");
	const int status = as_http_follow(origin, &QUERY, add_line, lines, &stop, error);
	close_peer(&peer);
	return status;
}

Test(client, lines_are_passed_on_one_by_one)
{
	struct lines lines = {0};
	struct as_error error = {0};

	cr_expect_eq(
		follow_from("HTTP/1.0 200 OK\r\nA: b\r\n\r\none\n\ntwo\nrest", &lines, &error), -1);
	cr_expect_str_eq(error.text, "the server ended the stream");
	cr_expect_str_eq(lines.text, "[one][][two]");
	lines = (struct lines){0};
	error = (struct as_error){0};
	cr_expect_eq(follow_from("HTTP/1.0 403 Forbidden\r\n\r\none\n", &lines, &error), -1);
	cr_expect_str_eq(error.text, "the server answers with status 403");
	cr_expect_eq(lines.count, 0);
}

/* ---- a server that does not reply ---- */

static void *stop_soon(void *context)
{
	usleep(100000);
	atomic_store((atomic_bool *)context, true);
	return NULL;
}

/* Connections wait in the queue of the socket. */
Test(client, a_stop_ends_a_request_to_a_server_that_does_not_reply)
{
	for (int follows = 0; follows < 2; follows++) {
		AS_AUTO(as_http_reply_clear) struct as_http_reply reply = {0};
		struct sockaddr_in name = {.sin_family = AF_INET};
		socklen_t length = sizeof(name);
		struct as_error error = {0};
		struct lines lines = {0};
		atomic_bool stop = false;
		pthread_t stopper;

		name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		AS_AUTO_FD int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		cr_assert_eq(bind(fd, (struct sockaddr *)&name, sizeof(name)), 0);
		cr_assert_eq(listen(fd, 1), 0);
		cr_assert_eq(getsockname(fd, (struct sockaddr *)&name, &length), 0);
		AS_AUTO_FREE char *origin =
			as_text_format(NULL, "http://127.0.0.1:%u", (unsigned)ntohs(name.sin_port));
		struct as_http_query query = QUERY;
		query.stop = &stop;
		cr_assert_eq(pthread_create(&stopper, NULL, stop_soon, &stop), 0);
		const int status =
			follows ? as_http_follow(origin, &query, add_line, &lines, &stop, &error)
				: as_http_fetch(origin, &query, &reply, &error);
		pthread_join(stopper, NULL);
		cr_expect_eq(status, follows ? 0 : -1);
		cr_expect_str_eq(error.text, follows ? "" : "interrupted");
	}
}
