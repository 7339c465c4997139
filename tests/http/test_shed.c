/* SPDX-License-Identifier: MIT */
/* Connections when nearly all are in use: a few addresses cannot keep out the others. */
#include "http_case.h"

#include <unistd.h>

#define CONNECTIONS 64

static void get(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, "text/plain");

	(void)context;
	as_http_response_static(response, "here", 4);
	as_http_answer(request, response);
}

static const struct as_http_route routes[] = {
	{"GET", "/", get, NULL, 0, AS_HTTP_PLAIN}, {"POST", "/", get, NULL, 0, AS_HTTP_PLAIN}};
static struct as_http *http;
static uint16_t port;

static void begin(void)
{
	const struct as_http_config config = {.routes = routes,
		.route_count = sizeof(routes) / sizeof(*routes),
		.limits = {.connection_count = CONNECTIONS, .address_percent = 75}};

	http = case_open(&config);
	port = as_http_port(http);
}

static void end(void)
{
	as_http_close(http, 1000);
}

TestSuite(shed, .init = begin, .fini = end, .timeout = 120);

/* Sends a request and reads its whole answer, if the server lets it. */
static bool ask(int fd)
{
	static const char head[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
	char got[4096] = "";

	if (!case_send(fd, head, sizeof(head) - 1))
		return false;
	for (size_t size = 0; size < sizeof(got) - 1 && !strstr(got, "\r\n\r\nhere");) {
		struct pollfd wait = {.fd = fd, .events = POLLIN};
		cr_assert_eq(poll(&wait, 1, CASE_WAIT_MS), 1, "no answer after '%s'", got);
		const ssize_t more = recv(fd, got + size, sizeof(got) - 1 - size, 0);
		if (more <= 0)
			return false;
		size += (size_t)more;
	}
	return strncmp(got, "HTTP/1.1 200", 12) == 0;
}

static void hold(int *held, size_t count, unsigned last)
{
	for (size_t i = 0; i < count; i++)
		held[i] = case_connect_from(port, last);
}

static void release(const int *held, size_t count)
{
	for (size_t i = 0; i < count; i++)
		close(held[i]);
}

static bool is_open(int fd)
{
	char byte;

	return recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

static bool expect_closed(int fd)
{
	struct pollfd wait = {.fd = fd, .events = POLLIN};

	return poll(&wait, 1, CASE_WAIT_MS) == 1 && !is_open(fd);
}

/* With idle connections, and with bodies that do not come. */
Test(shed, a_few_addresses_cannot_hold_all_connections)
{
	static const char *const sent[] = {
		"", "GET / HT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx"};

	for (size_t kind = 0; kind < sizeof(sent) / sizeof(*sent); kind++) {
		int held[3][CONNECTIONS / 2];
		for (unsigned last = 0; last < 3; last++) {
			hold(held[last], CONNECTIONS / 2, 2 + 3 * (unsigned)kind + last);
			for (size_t i = 0; i < CONNECTIONS / 2; i++)
				(void)case_send(held[last][i], sent[kind], strlen(sent[kind]));
		}
		for (unsigned last = 40; last < 50; last++) {
			const int fd = case_connect_from(port, last);
			cr_expect(ask(fd), "address %u is kept out by '%s'", last, sent[kind]);
			close(fd);
		}
		for (size_t last = 0; last < 3; last++)
			release(held[last], CONNECTIONS / 2);
	}
	struct as_http_stats stats;
	as_http_stats(http, &stats);
	cr_expect_gt(stats.shed_count, 0);
	cr_expect_eq(stats.refused_count, 0);
}

Test(shed, the_address_with_the_most_loses_its_oldest)
{
	int many[46], few[5], more[20];

	hold(many, 46, 2);
	for (size_t i = 0; i < 46; i++)
		cr_assert(ask(many[i]));
	hold(few, 5, 3);
	for (size_t i = 0; i < 5; i++)
		cr_assert(ask(few[i]));
	/* The first connection is the newest now. */
	cr_assert(ask(many[0]));
	hold(more, 20, 4);
	for (size_t i = 0; i < 20; i++)
		cr_expect(ask(more[i]), "%zu", i);
	cr_expect(expect_closed(many[1]), "the oldest is open");
	cr_expect(ask(many[0]), "one that was used later is closed");
	for (size_t i = 0; i < 5; i++)
		cr_expect(ask(few[i]), "%zu of an address with few", i);
	release(many, 46);
	release(few, 5);
	release(more, 20);
}

/* A hall of teams behind one address works: its browsers connect again. */
Test(shed, an_address_that_needs_more_is_served)
{
	int held[20];

	for (size_t i = 0; i < 300; i++) {
		if (i >= 20)
			close(held[i % 20]);
		held[i % 20] = case_connect_from(port, 2);
		cr_expect(ask(held[i % 20]), "%zu", i);
	}
	release(held, 20);
}
