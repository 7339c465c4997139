/* SPDX-License-Identifier: MIT */
/* The client: addresses, replies that are not HTTP, lines. */
#include "http/http_case.h"

#include <assay/http/client.h>
#include <pthread.h>
#include <unistd.h>

TestSuite(client);

/* ---- addresses ---- */

Test(client, an_address_has_a_scheme_a_host_and_a_port)
{
	static const struct {
		const char *url, *host, *port, *base;
		bool has_tls;
	} right[] = {
		{"http://127.0.0.1:8080", "127.0.0.1", "8080", "", false},
		{"http://example.org/", "example.org", "80", "", false},
		{"https://example.org/spring/", "example.org", "443", "/spring", true},
		{"http://[::1]:81/a/b", "::1", "81", "/a/b", false},
	};
	static const char *const wrong[] = {"", "example.org", "ftp://x", "http://", "http://:80",
		"http://x:", "http://x:8o", "http://[::1", "http://a b", "http://me@x",
		"http://x?y"};

	for (size_t i = 0; i < sizeof(right) / sizeof(*right); i++) {
		AS_AUTO(as_http_origin_clear) struct as_http_origin origin;
		cr_assert_eq(as_http_origin_parse(&origin, right[i].url, NULL), 0);
		cr_expect_str_eq(origin.host, right[i].host);
		cr_expect_str_eq(origin.port, right[i].port);
		cr_expect_str_eq(origin.base, right[i].base);
		cr_expect_eq(origin.has_tls, right[i].has_tls);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		AS_AUTO(as_http_origin_clear) struct as_http_origin origin;
		struct as_error error = {0};
		cr_expect_eq(as_http_origin_parse(&origin, wrong[i], &error), -1, "%s", wrong[i]);
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

static struct as_http_origin origin_of(const struct peer *peer, const char *base)
{
	struct as_http_origin origin;
	AS_AUTO_FREE char *url = as_text_format(NULL, "http://127.0.0.1:%u%s", peer->port, base);

	cr_assert_eq(as_http_origin_parse(&origin, url, NULL), 0);
	return origin;
}

#define QUERY                                                                                      \
	((const struct as_http_query){.method = "POST",                                            \
		.path = "/submit",                                                                 \
		.headers = "X-One: 1\r\n",                                                         \
		.body = "a=b",                                                                     \
		.size = 3})

static int fetch_from(const char *text, struct as_http_reply *reply, struct as_error *error)
{
	struct peer peer;

	open_peer(&peer, text, strlen(text));
	AS_AUTO(as_http_origin_clear) struct as_http_origin origin = origin_of(&peer, "/spring");
	const int status = as_http_fetch(&origin, &QUERY, reply, error);
	close_peer(&peer);
	cr_expect_eq(strncmp(peer.request, "POST /spring/submit HTTP/1.0\r\n", 30), 0, "%s",
		peer.request);
	cr_expect(strstr(peer.request, "\r\nX-One: 1\r\n") &&
			  strstr(peer.request, "\r\nContent-Length: 3\r\n"),
		"%s", peer.request);
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
		"HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 0\r\n\r\n", "HTTP/2 200\r\n\r\n"};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		AS_AUTO(as_http_reply_clear) struct as_http_reply reply = {0};
		struct as_error error = {0};
		cr_expect_eq(fetch_from(wrong[i], &reply, &error), -1, "%s", wrong[i]);
		cr_expect_str_eq(error.text, "the server's reply is not HTTP");
	}
}

Test(client, a_server_that_is_not_there_is_named)
{
	AS_AUTO(as_http_reply_clear) struct as_http_reply reply = {0};
	struct as_error error = {0};
	struct peer peer;

	open_peer(&peer, "", 0);
	AS_AUTO(as_http_origin_clear) struct as_http_origin origin = origin_of(&peer, "");
	cr_expect_eq(as_http_fetch(&origin, &QUERY, &reply, &error), -1);
	close_peer(&peer);
	as_http_reply_clear(&reply);
	error = (struct as_error){0};
	cr_expect_eq(as_http_fetch(&origin, &QUERY, &reply, &error), -1);
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
	AS_AUTO(as_http_origin_clear) struct as_http_origin origin = origin_of(&peer, "");
	const int status = as_http_follow(&origin, &QUERY, add_line, lines, &stop, error);
	close_peer(&peer);
	return status;
}

Test(client, lines_are_passed_on_one_by_one)
{
	struct lines lines = {0};
	struct as_error error = {0};

	cr_expect_eq(
		follow_from("HTTP/1.0 200 OK\r\nA: b\r\n\r\none\n\ntwo\r\nrest", &lines, &error),
		-1);
	cr_expect_str_eq(error.text, "the server ended the stream");
	cr_expect_str_eq(lines.text, "[one][][two]");
	lines = (struct lines){0};
	error = (struct as_error){0};
	cr_expect_eq(follow_from("HTTP/1.0 403 Forbidden\r\n\r\none\n", &lines, &error), -1);
	cr_expect_str_eq(error.text, "the server answers with status 403");
	cr_expect_eq(lines.count, 0);
}
