/* SPDX-License-Identifier: MIT */
/* Bodies of requests: limits, slow clients, forms and JSON. */
#include "requests_case.h"

TestSuite(uploads, .init = begin, .fini = end);

Test(uploads, a_body_over_the_limit_is_read_and_refused)
{
	static char large[3 << 20];
	memset(large, 'x', sizeof(large) - 1);

	AS_AUTO_FREE char *fits = case_ask(port, "PUT /small", "", "0123456789");
	cr_expect_str_eq(case_body(fits), "small PUT body=10 <0123456789>");
	AS_AUTO_FREE char *little = case_ask(port, "PUT /small", "", "0123456789a");
	cr_expect_eq(case_status(little), 413);
	cr_expect_str_eq(case_body(little), "413: Too large: at most 10 bytes are taken here.\n");
	AS_AUTO_FREE char *much = case_ask(port, "POST /teams/7", "", large);
	cr_expect_eq(case_status(much), 413, "%.100s", much);
	/* The length is unknown in advance. */
	AS_AUTO_FREE char *chunks = case_text(port,
		"PUT /small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
		"Transfer-Encoding: chunked\r\n\r\n8\r\n01234567\r\n3\r\n89a\r\n0\r\n\r\n");
	cr_expect_eq(case_status(chunks), 413, "%s", chunks);
	AS_AUTO_FREE char *chunked = case_text(port,
		"PUT /small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
		"Transfer-Encoding: chunked\r\n\r\n8\r\n01234567\r\n2\r\n89\r\n0\r\n\r\n");
	cr_expect_str_eq(case_body(chunked), "small PUT body=10 <0123456789>");
	/* A client that asks first does not send the body. */
	AS_AUTO_FREE char *asked =
		case_text(port, "PUT /small HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n"
				"Expect: 100-continue\r\n\r\n");
	cr_expect_eq(case_status(asked), 413, "%s", asked);
	struct as_http_stats stats;
	as_http_stats(http, &stats);
	cr_expect_eq(stats.bodies_bytes, 0);
}

Test(uploads, a_refused_body_does_not_become_a_request)
{
	static const char text[] = "POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 34\r\n\r\n"
				   "GET /teams/7 HTTP/1.1\r\nHost: x\r\n\r\n"
				   "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
	AS_AUTO_FREE char *answer = case_bytes(port, text, sizeof(text) - 1);

	cr_expect_eq(case_status(answer), 404);
	cr_expect_null(strstr(answer, "team GET"));
	cr_expect_not_null(strstr(answer, "root GET"), "%s", answer);
}

Test(uploads, a_slow_upload_arrives_and_one_that_is_cut_off_is_forgotten)
{
	static const char head[] = "POST /teams/7 HTTP/1.1\r\nHost: x\r\nConnection: "
				   "close\r\nContent-Length: 10\r\n\r\n";
	const int slow = case_connect(port), cut = case_connect(port);

	for (const char *at = head; *at; at++)
		case_send(slow, at, 1);
	for (int i = 0; i < 10; i++) {
		usleep(1000);
		case_send(slow, "x", 1);
	}
	struct as_bytes got = case_read(slow, SIZE_MAX);
	cr_expect_str_eq(case_body(got.data), "post POST id=<7> body=10 <xxxxxxxxxx>");
	as_bytes_clear(&got);
	close(slow);

	case_send(cut, head, strlen(head));
	case_send(cut, "xxx", 3);
	close(cut);
	struct as_http_stats stats;
	do {
		usleep(1000);
		as_http_stats(http, &stats);
	} while (stats.running_count > 0);
	cr_expect_eq(stats.bodies_bytes, 0);
}

Test(uploads, a_client_that_asks_whether_to_send_is_answered)
{
	static const char head[] = "POST /teams/7 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
				   "Expect: 100-continue\r\nContent-Length: 3\r\n\r\n";
	const int fd = case_connect(port);

	case_send(fd, head, strlen(head));
	struct as_bytes first = case_read(fd, 25);
	cr_expect_str_eq(first.data, "HTTP/1.1 100 Continue\r\n\r\n");
	as_bytes_clear(&first);
	case_send(fd, "abc", 3);
	struct as_bytes got = case_read(fd, SIZE_MAX);
	cr_expect_str_eq(case_body(got.data), "post POST id=<7> body=3 <abc>");
	as_bytes_clear(&got);
	close(fd);
}

/* Sends a byte now and then, until the server closes. */
static void trickle(uint16_t to, const char *head, const char *more)
{
	const int fd = case_connect(to);
	char byte;

	case_send(fd, head, strlen(head));
	while (case_send(fd, more, strlen(more)) &&
		(recv(fd, &byte, 1, MSG_DONTWAIT | MSG_PEEK) < 0 && errno == EAGAIN))
		usleep(50000);
	close(fd);
}

Test(uploads, a_client_that_sends_now_and_then_is_cut)
{
	config.limits.idle_ms = 1000;
	config.limits.request_ms = 500;
	struct as_http *other = case_open(&config);
	struct as_http_stats stats;

	trickle(as_http_port(other), "GET / HTTP/1.1\r\n", "X-A: b\r\n");
	trickle(as_http_port(other),
		"POST /teams/7 HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n", "x");
	as_http_stats(other, &stats);
	cr_expect_eq(stats.status_counts[2], 0);
	as_http_close(other, 1000);
}

Test(uploads, all_bodies_together_have_a_limit)
{
	static char large[8001];

	memset(large, 'x', 8000);
	config.limits.bodies_bytes = 5000;
	struct as_http *other = case_open(&config);
	AS_AUTO_FREE char *refused = case_ask(as_http_port(other), "POST /teams/7", "", large);
	cr_expect_eq(case_status(refused), 503, "%s", refused);
	cr_expect(case_has(refused, "Retry-After: 1"));
	large[4000] = '\0';
	AS_AUTO_FREE char *fits = case_ask(as_http_port(other), "POST /teams/7", "", large);
	cr_expect_eq(case_status(fits), 200, "%s", fits);
	as_http_close(other, 1000);
}

Test(uploads, forms_are_parsed)
{
	static const char type[] = "Content-Type: multipart/form-data; boundary=XX\r\n";
	AS_AUTO_FREE char *encoded = case_ask(port, "POST /form",
		"Content-Type: application/x-www-form-urlencoded\r\n", "text=a+%26+b&other");
	cr_expect_str_eq(case_body(encoded), "text=<a & b> file=<> size=0");
	AS_AUTO_FREE char *parts = case_ask(port, "POST /form", type,
		"--XX\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nhello\r\n"
		"--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a \\\"b.c\"\r\n"
		"Content-Type: text/x-c\r\n\r\nint main;\r\n\r\n--XX--\r\n");
	cr_expect_str_eq(case_body(parts), "text=<hello> file=<a \"b.c> size=11");
	AS_AUTO_FREE char *cut = case_ask(port, "POST /form", type,
		"--XX\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nhello\r\n");
	cr_expect_eq(case_status(cut), 400);
	cr_expect_str_eq(case_body(cut), "400: malformed form: it does not end; was it cut off?\n");
	AS_AUTO_FREE char *other =
		case_ask(port, "POST /form", "Content-Type: text/plain\r\n", "text=a");
	cr_expect_eq(case_status(other), 415);
	AS_AUTO_FREE char *none = case_ask(port, "POST /form", type, "");
	cr_expect_eq(case_status(none), 400);
}

Test(uploads, json_is_parsed)
{
	static const char type[] = "Content-Type: application/json; charset=utf-8\r\n";
	AS_AUTO_FREE char *fine = case_ask(port, "POST /json", type, "{\"a\": [1, 2]}");
	cr_expect_eq(case_status(fine), 201);
	cr_expect_str_eq(case_body(fine), "{\"a\":[1,2]}");
	cr_expect(case_has(fine, "Content-Type: application/json"));
	AS_AUTO_FREE char *twice = case_ask(port, "POST /json", type, "{\"a\": 1, \"a\": 2}");
	cr_expect_eq(case_status(twice), 400);
	AS_AUTO_FREE char *empty = case_ask(port, "POST /json", type, "");
	cr_expect_eq(case_status(empty), 400);
	AS_AUTO_FREE char *other =
		case_ask(port, "POST /json", "Content-Type: text/plain\r\n", "{}");
	cr_expect_eq(case_status(other), 415);
	char deep[2001];
	memset(deep, '[', 2000);
	deep[2000] = '\0';
	AS_AUTO_FREE char *nested = case_ask(port, "POST /json", type, deep);
	cr_expect_eq(case_status(nested), 400);
}
