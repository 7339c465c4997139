/* SPDX-License-Identifier: MIT */
/* Requests and answers, byte by byte. */
#include "requests_case.h"

#include <pthread.h>
#include <unistd.h>

TestSuite(requests, .init = begin, .fini = end);

Test(requests, a_path_leads_to_its_route)
{
	static const struct {
		const char *line;
		int status;
		const char *body; /* NULL: any */
	} rows[] = {
		{"GET /", 200, "root GET"},
		{"GET /teams/7", 200, "team GET id=<7>"},
		{"GET /teams/new", 200, "new GET"},
		{"POST /teams/new", 200, "post POST id=<new>"},
		{"GET /teams", 404, NULL},
		{"GET /teams/", 404, NULL},
		{"GET /teams//", 404, NULL},
		{"GET //teams/7", 404, NULL},
		{"GET /teams/7/", 404, NULL},
		{"GET /a", 404, NULL},
		{"GET /a/", 200, "a/ GET"},
		{"GET /files/", 404, NULL},
		{"GET /files/x", 200, "files GET rest=<x>"},
		{"GET /files/x/y%20z/w", 200, "files GET rest=<x/y z/w>"},
		{"DELETE /teams/7", 405, NULL},
		{"BREW /teams/7", 405, NULL},
		{"BREW /nowhere", 404, NULL},
		/* Decoded once. */
		{"GET /teams/%37", 200, "team GET id=<7>"},
		{"GET /teams/%2537", 200, "team GET id=<%37>"},
		{"GET /teams/a+b", 200, "team GET id=<a+b>"},
		{"GET /teams/%c3%a9", 200, "team GET id=<\xc3\xa9>"},
		{"GET /%74eams/7", 200, "team GET id=<7>"},
		{"GET /teams/a%2Fb", 400, NULL},
		{"GET /teams/%00", 400, NULL},
		{"GET /teams/7%00", 400, NULL},
		{"GET /teams/%0a", 400, NULL},
		{"GET /teams/%7f", 400, NULL},
		{"GET /teams/%", 400, NULL},
		{"GET /teams/%4", 400, NULL},
		{"GET /teams/%zz", 400, NULL},
		{"GET /teams/%ff", 400, NULL},
		{"GET /teams/%c0%af", 400, NULL},
		{"GET /teams/..", 400, NULL},
		{"GET /teams/.", 400, NULL},
		{"GET /files/../teams/7", 400, NULL},
		{"GET /files/%2e%2E/x", 400, NULL},
		{"GET teams/7", 400, NULL},
		{"GET http://x/teams/7", 400, NULL},
		/* The query. */
		{"GET /?a=1&b=%20x+y&c&=d&&a=2", 200, "root GET a:<1> b:< x y> c:<> :<d> a:<2>"},
		{"GET /?a=b=c", 200, "root GET a:<b=c>"},
		{"GET /?", 200, "root GET"},
		{"GET /??x", 200, "root GET ?x:<>"},
		{"GET /?a=%00", 400, NULL},
		{"GET /?%zz=1", 400, NULL},
		{"GET /?a=%ff", 400, NULL},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *answer = case_ask(port, rows[i].line, "", "");
		cr_expect_eq(case_status(answer), rows[i].status, "%s: %s", rows[i].line, answer);
		if (rows[i].body)
			cr_expect_str_eq(case_body(answer), rows[i].body, "%s: %s", rows[i].line,
				case_body(answer));
	}
}

Test(requests, a_path_with_too_many_parts_or_a_query_with_too_many_pairs_is_refused)
{
	char line[4096] = "GET ";

	for (int i = 0; i < AS_HTTP_MAX_PARTS + 1; i++)
		strcat(line, "/x");
	AS_AUTO_FREE char *parts = case_ask(port, line, "", "");
	cr_expect_eq(case_status(parts), 404);
	strcpy(line, "GET /?");
	for (int i = 0; i < AS_HTTP_MAX_PAIRS + 1; i++)
		strcat(line, "a&");
	AS_AUTO_FREE char *pairs = case_ask(port, line, "", "");
	cr_expect_eq(case_status(pairs), 400, "%s", pairs);
}

Test(requests, methods_that_a_path_does_not_have_are_reported)
{
	AS_AUTO_FREE char *refused = case_ask(port, "DELETE /teams/7", "", "");
	cr_expect_eq(case_status(refused), 405);
	cr_expect(case_has(refused, "Allow: GET, HEAD, POST, OPTIONS"), "%s", refused);

	AS_AUTO_FREE char *options = case_ask(port, "OPTIONS /small", "", "");
	cr_expect_eq(case_status(options), 204);
	cr_expect(case_has(options, "Allow: PUT, OPTIONS"), "%s", options);
	AS_AUTO_FREE char *all = case_ask(port, "OPTIONS *", "", "");
	cr_expect_eq(case_status(all), 204);
}

Test(requests, a_head_has_the_head_of_a_get)
{
	AS_AUTO_FREE char *answer = case_ask(port, "HEAD /teams/7", "", "");

	cr_expect_eq(case_status(answer), 200);
	cr_expect(case_has(answer, "Content-Length: 15"), "%s", answer);
	cr_expect_str_empty(case_body(answer));
}

Test(requests, every_answer_has_the_headers_that_keep_browsers_in)
{
	static const char *const lines[] = {"GET /", "GET /nowhere", "GET /teams/%00", "DELETE /",
		"GET /tagged", "GET /nothing", "OPTIONS /"};

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		AS_AUTO_FREE char *answer = case_ask(port, lines[i], "", "");
		cr_expect(case_has(answer, "X-Content-Type-Options: nosniff"), "%s", answer);
		cr_expect(case_has(answer, "Referrer-Policy: same-origin"));
		cr_expect(case_has(answer, "X-Frame-Options: DENY"));
		/* It would keep browsers from all plain ports of the host. */
		cr_expect_not(strcasestr(answer, "Strict-Transport-Security"));
		cr_expect(case_has(answer, "Content-Security-Policy: " AS_HTTP_POLICY));
	}
	AS_AUTO_FREE char *plain = case_ask(port, "GET /", "", "");
	cr_expect(case_has(plain, "Cache-Control: no-store"));
	AS_AUTO_FREE char *tagged_one = case_ask(port, "GET /tagged", "", "");
	cr_expect(case_has(tagged_one, "Cache-Control: private, no-cache"));
}

Test(requests, a_tag_that_the_client_has_is_not_sent_again)
{
	static const struct {
		const char *list;
		int status;
	} rows[] = {{"\"v1\"", 304}, {"W/\"v1\"", 304}, {"\"v0\", \"v1\"", 304}, {"*", 304},
		{"\"v\"", 200}, {"v1", 200}, {"\"v1", 200}, {"\"v11\"", 200}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *header = NULL;
		cr_assert_gt(asprintf(&header, "If-None-Match: %s\r\n", rows[i].list), 0);
		AS_AUTO_FREE char *answer = case_ask(port, "GET /tagged", header, "");
		cr_expect_eq(case_status(answer), rows[i].status, "%s", rows[i].list);
		cr_expect(case_has(answer, "ETag: \"v1\""), "%s", answer);
		cr_expect_str_eq(case_body(answer), rows[i].status == 200 ? "whole" : "");
	}
}

Test(requests, no_value_makes_a_header_of_its_own)
{
	static const char *const lines[] = {"GET /inject?header=a%0d%0aSet-Cookie:%20x=y",
		"GET /inject?header=a%0aX:%20y", "GET /inject?header=a%0dX:%20y",
		"GET /inject?cookie=a%0d%0aX:%20y", "GET /inject?cookie=a;%20Path=/x",
		"GET /inject?cookie=a%20b", "GET /inject?location=/a%0d%0aX:%20y",
		"GET /inject?location=//host/", "GET /inject?location=/%5chost/",
		"GET /inject?location=http://host/"};

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		AS_AUTO_FREE char *answer = case_ask(port, lines[i], "", "");
		cr_expect_eq(case_status(answer), 500, "%s: %s", lines[i], answer);
		cr_expect(!strstr(answer, "\nX: ") && !strstr(answer, "x=y"), "%s", answer);
	}
	AS_AUTO_FREE char *fine = case_ask(port, "GET /inject?header=fine&cookie=abc", "", "");
	cr_expect(case_has(fine, "X-Given: fine"), "%s", fine);
	cr_expect(case_has(
		fine, "Set-Cookie: assay=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60"));
	AS_AUTO_FREE char *there = case_ask(port, "GET /inject?location=/a/b?c", "", "");
	cr_expect_eq(case_status(there), 303);
	cr_expect(case_has(there, "Location: /a/b?c"), "%s", there);
	AS_AUTO_FREE char *attached =
		case_ask(port, "GET /inject?file=..%2F%22a%0d%0aX%c3%a9.c", "", "");
	cr_expect(case_has(attached, "Content-Disposition: attachment; filename=\".._"
				     "_a__X__.c\"; "
				     "filename*=UTF-8''..%2F%22a%0D%0AX%C3%A9.c"),
		"%s", attached);
}

Test(requests, a_cookie_counts_if_it_is_there_once_and_well_formed)
{
	static const struct {
		const char *cookies;
		const char *body;
	} rows[] = {
		{"assay=abc", "root GET cookie=<abc>"},
		{"a=b; assay=abc;c=d", "root GET cookie=<abc>"},
		{"assay=\"abc\"", "root GET cookie=<abc>"},
		{"assay=", "root GET cookie=<>"},
		{"assay=a; assay=b", "root GET"},
		{"assay=a b", "root GET"},
		{"assay=a\"b", "root GET"},
		{"assay=a\\b", "root GET"},
		{"assay=\xc3\xa9", "root GET"},
		{"assay", "root GET"},
		{"Assay=a", "root GET"},
		{"x={\"a\": 1, \"b\"}; assay=abc", "root GET cookie=<abc>"},
		{";;; =x; assay=abc;", "root GET cookie=<abc>"},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *header = NULL;
		cr_assert_gt(asprintf(&header, "Cookie: %s\r\n", rows[i].cookies), 0);
		AS_AUTO_FREE char *answer = case_ask(port, "GET /", header, "");
		cr_expect_str_eq(case_body(answer), rows[i].body, "%s: %s", rows[i].cookies,
			case_body(answer));
	}
}

Test(requests, a_forwarded_address_counts_only_from_a_proxy)
{
	static const struct {
		const char *headers;
		const char *body;
	} rows[] = {
		{"", "127.0.0.1 0"},
		{"X-Forwarded-For: 192.0.2.7\r\n", "192.0.2.7 0"},
		/* The client may have written the left part. */
		{"X-Forwarded-For: 198.51.100.1, 192.0.2.7\r\n", "192.0.2.7 0"},
		{"X-Forwarded-For: 192.0.2.7, 10.1.2.3\r\n", "192.0.2.7 0"},
		{"X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-For: 10.1.2.3\r\n", "192.0.2.7 0"},
		{"X-Forwarded-For: 2001:db8::1\r\n", "2001:db8::1 0"},
		{"X-Forwarded-For: [2001:db8::1]:99\r\n", "2001:db8::1 0"},
		{"X-Forwarded-For: unknown\r\n", "127.0.0.1 0"},
		{"X-Forwarded-For: 192.0.2.7, unknown, 10.1.2.3\r\n", "10.1.2.3 0"},
		{"X-Forwarded-Proto: https\r\n", "127.0.0.1 1"},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *answer = case_ask(port, "GET /peer", rows[i].headers, "");
		cr_expect_str_eq(case_body(answer), rows[i].body, "%s: %s", rows[i].headers,
			case_body(answer));
	}
	AS_AUTO_FREE char *secure =
		case_ask(port, "GET /inject?cookie=abc", "X-Forwarded-Proto: https\r\n", "");
	cr_expect(strstr(secure, "Set-Cookie: assay=abc;") && strstr(secure, "; Secure"), "%s",
		secure);
	AS_AUTO_FREE char *plain = case_ask(port, "GET /inject?cookie=abc", "", "");
	cr_expect_not(strstr(plain, "; Secure"), "%s", plain);
	config.proxy_count = 0;
	struct as_http *other = case_open(&config);
	AS_AUTO_FREE char *answer = case_ask(as_http_port(other), "GET /peer",
		"X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n", "");
	cr_expect_str_eq(case_body(answer), "127.0.0.1 0");
	as_http_close(other, 0);
}

Test(requests, ambiguous_requests_are_refused)
{
	static const char *const heads[] = {
		"Content-Length: 3\r\nContent-Length: 4\r\n",
		"Content-Length: 3\r\nContent-Length: 3\r\n",
		"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
		"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
		"Transfer-Encoding: gzip, chunked\r\n",
		"Content-Length: +3\r\n",
		"Content-Length: 0x3\r\n",
		"Content-Length: -1\r\n",
		"Content-Length: 3,3\r\n",
		"Host: y\r\nContent-Length: 3\r\n",
		"Content-Length : 3\r\n",
		"X-A: a\x01\r\nContent-Length: 3\r\n",
		"X A: a\r\nContent-Length: 3\r\n",
		"Content-Length: 99999999999999999999\r\n",
	};
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		char text[512];
		const int size = snprintf(text, sizeof(text),
			"POST /teams/7 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s\r\n0\r\n\r\n",
			heads[i]);
		/* The client closes, so that a server that waits for more notices it. */
		const int fd = case_connect(port);
		case_send(fd, text, (size_t)size);
		shutdown(fd, SHUT_WR);
		struct as_bytes got = case_read(fd, SIZE_MAX);
		close(fd);
		const int status = got.data ? case_status(got.data) : 0;
		/* libmicrohttpd answers 413 to a length that does not fit in 64 bits. */
		cr_expect(status == 400 || status == 413, "%s: %d", heads[i], status);
		free(got.data);
	}
	AS_AUTO_FREE char *hostless = case_text(port, "GET / HTTP/1.1\r\n\r\n");
	cr_expect_eq(case_status(hostless), 400);
}

/* The answers to the bytes, which are sent in pieces: the client closes after them. */
static struct as_bytes send_in_pieces(const char *bytes, size_t size, size_t piece)
{
	const int fd = case_connect(port);

	for (size_t at = 0; at < size; at += piece) {
		case_send(fd, bytes + at, size - at < piece ? size - at : piece);
		if (piece < size)
			usleep(2000);
	}
	shutdown(fd, SHUT_WR);
	struct as_bytes got = case_read(fd, SIZE_MAX);
	close(fd);
	return got;
}

#define NEXT "\r\nGET /teams/8 HTTP/1.1\r\nHost: x\r\n\r\n"
#define LINE(text)                                                                                 \
	{                                                                                          \
		text, sizeof(text) - 1                                                             \
	}
struct line {
	const char *text;
	size_t size;
};

Test(requests, a_head_with_bytes_that_were_not_understood_is_refused_and_ends_the_connection)
{
	static const struct line lines[] = {LINE(": x"), LINE(":"), LINE(" : x"), LINE("\0"),
		LINE("\0: x"), LINE("X-A: a\0b"), LINE("X-A: a\0: b"), LINE("X-A:\0"),
		LINE("Content-Length: 0\0 60"), LINE("Transfer-Encoding: chunked\0, x"),
		LINE("X-A: a\r\n: x"), LINE("X-A:\r\n:"), LINE("X\0-A: a"), LINE("X-A: a\r\n b")};
	static const char *const good[] = {"X-A: a", "X-A:", "X-A:  \t a \t", "X-A:a:b", "X-A: ::"};
	char text[300];

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		for (int piece = 0; piece < 2; piece++) {
			const size_t begin =
				(size_t)sprintf(text, "GET /teams/7 HTTP/1.1\r\nHost: x\r\n");
			memcpy(text + begin, lines[i].text, lines[i].size);
			memcpy(text + begin + lines[i].size, NEXT, sizeof(NEXT));
			struct as_bytes got = send_in_pieces(text,
				begin + lines[i].size + strlen(NEXT), piece ? 7 : sizeof(text));
			/* libmicrohttpd itself closes the connection after some of them. */
			cr_expect(
				!got.size || case_status(got.data) == 400, "%zu: %s", i, got.data);
			cr_expect_not(got.size && strstr(got.data + 1, "HTTP/1.1 "), "%zu: %s", i,
				got.data);
			free(got.data);
		}
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++)
		for (size_t piece = 1; piece <= sizeof(text); piece += sizeof(text) - 1) {
			const int size = sprintf(text,
				"GET /teams/7 HTTP/1.1\r\nHost: x\r\n%s\r\nConnection: "
				"close\r\n\r\n",
				good[i]);
			struct as_bytes got = send_in_pieces(text, (size_t)size, piece);
			cr_expect_eq(case_status(got.data), 200, "%s: %s", good[i], got.data);
			free(got.data);
		}
	AS_AUTO_FREE char *feeds = case_text(port, "GET /teams/7 HTTP/1.1\nHost: x\n\n");
	cr_expect_eq(case_status(feeds), 200, "%s", feeds);
	AS_AUTO_FREE char *old = case_text(port, "GET /teams/7 HTTP/1.0\r\n\r\n");
	cr_expect_eq(case_status(old), 200, "%s", old);
}

Test(requests, an_answer_may_come_later_and_from_the_pool)
{
	int fds[20];
	static const char text[] = "GET /later HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
	static const char other[] = "GET /block HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

	for (int i = 0; i < 20; i++) {
		fds[i] = case_connect(port);
		case_send(fds[i], i % 2 ? text : other, sizeof(text) - 1);
	}
	for (int i = 0; i < 20; i++) {
		struct as_bytes got = case_read(fds[i], SIZE_MAX);
		cr_expect_str_eq(case_body(got.data), "late");
		as_bytes_clear(&got);
		close(fds[i]);
	}
}

Test(requests, a_client_that_disconnects_before_its_answer_is_harmless)
{
	static const char text[] = "GET /later HTTP/1.1\r\nHost: x\r\n\r\n";

	for (int i = 0; i < 20; i++) {
		const int fd = case_connect(port);
		case_send(fd, text, sizeof(text) - 1);
		close(fd);
	}
	AS_AUTO_FREE char *answer = case_ask(port, "GET /later", "", "");
	cr_expect_str_eq(case_body(answer), "late");
}

Test(requests, a_file_is_sent)
{
	AS_AUTO_FREE char *answer = case_ask(port, "GET /file", "", "");
	const char *body = case_body(answer);

	cr_assert_eq(strlen(body), 1000000);
	for (int i = 0; i < 100000; i++)
		cr_assert_eq(atoi(body + 10 * i), i);
}

Test(requests, an_answer_without_memory_is_an_error)
{
	AS_AUTO_FREE char *answer = case_ask(port, "GET /nothing", "", "");

	cr_expect_eq(case_status(answer), 500);
	cr_expect_str_eq(case_body(answer), "500: The server could not answer.\n");
}

Test(requests, garbage_is_refused_and_the_server_continues)
{
	unsigned seed = 1;
	int fds[200];

	for (int i = 0; i < 200; i++) {
		char junk[400];
		size_t size = 0;
		if (i % 3)
			size = (size_t)sprintf(junk, "GET /teams/7 HTTP/1.1\r\nHost: x\r\n");
		for (; size < sizeof(junk); size++)
			junk[size] = (char)rand_r(&seed);
		fds[i] = case_connect(port);
		case_send(fds[i], junk, sizeof(junk));
		shutdown(fds[i], SHUT_WR);
	}
	for (int i = 0; i < 200; i++) {
		struct as_bytes got = case_read(fds[i], SIZE_MAX);
		as_bytes_clear(&got);
		close(fds[i]);
	}
	AS_AUTO_FREE char *answer = case_ask(port, "GET /", "", "");
	cr_expect_eq(case_status(answer), 200);
}
