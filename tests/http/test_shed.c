/* SPDX-License-Identifier: MIT */
/* Connections when nearly all are in use: a few addresses cannot keep out the others. Answers in
 * memory: slow readers cannot fill it. */
#include "http_case.h"

#include <unistd.h>

#define CONNECTIONS 64
#define MIB ((size_t)1 << 20)
#define LARGE (8 * MIB) /* more than the kernel takes from the server */

static void get(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, "text/plain");

	(void)context;
	as_http_response_static(response, "here", 4);
	as_http_answer(request, response);
}

static struct as_http_buffer *common;

/* From a buffer of its own, or from the common one. */
static void get_large(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, "text/plain");

	if (context)
		as_http_response_buffer(response, common);
	else
		as_http_response_take(response, calloc(1, LARGE), LARGE);
	as_http_answer(request, response);
}

static const struct as_http_route routes[] = {{"GET", "/", get, NULL, 0, AS_HTTP_PLAIN},
	{"POST", "/", get, NULL, 0, AS_HTTP_PLAIN},
	{"GET", "/own", get_large, NULL, 0, AS_HTTP_PLAIN},
	{"GET", "/common", get_large, &common, 0, AS_HTTP_PLAIN}};
static struct as_http *http;
static uint16_t port;

static void begin(void)
{
	const struct as_http_config config = {.routes = routes,
		.route_count = sizeof(routes) / sizeof(*routes),
		.limits = {.connection_count = CONNECTIONS,
			.address_percent = 75,
			.answers_bytes = 8 * LARGE}};

	http = case_open(&config);
	port = as_http_port(http);
}

static void end(void)
{
	as_http_close(http, 1000);
}

TestSuite(shed, .init = begin, .fini = end, .timeout = 600);

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

/* ---- answers in memory ---- */

static struct as_http_stats stats_of(void)
{
	struct as_http_stats stats;

	as_http_stats(http, &stats);
	return stats;
}

/* A client that asks, and reads nothing after the answer has begun. */
static int ask_slowly(const char *path, unsigned last)
{
	const int fd = case_connect_from(port, last);
	AS_AUTO_FREE char *text = as_text_format(NULL, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path);
	struct pollfd wait = {.fd = fd, .events = POLLIN};

	cr_assert(case_send(fd, text, strlen(text)));
	cr_assert_eq(poll(&wait, 1, CASE_WAIT_MS), 1);
	return fd;
}

static size_t read_all(int fd)
{
	const struct as_bytes got = case_read(fd, LARGE);

	free(got.data);
	return got.size;
}

Test(shed, slow_readers_cannot_fill_the_memory)
{
	int slow[30];
	int64_t end_ns;

	for (size_t i = 0; i < 30; i++)
		slow[i] = ask_slowly("/own", 2);
	for (end_ns = as_now_ns() + INT64_C(10000000000);
		stats_of().answers_bytes > 8 * LARGE && as_now_ns() < end_ns;)
		usleep(10000);
	cr_expect_leq(stats_of().answers_bytes, 8 * LARGE);
	cr_expect_geq(stats_of().shed_count, 21);
	const int other = ask_slowly("/own", 3);
	cr_expect_geq(read_all(other), LARGE, "a reader of another address is cut");
	cr_expect_lt(read_all(slow[0]), LARGE, "the oldest answer is whole");
	close(other);
	release(slow, 30);
}

Test(shed, readers_of_one_buffer_share_its_memory)
{
	int slow[30];

	common = as_http_buffer_take(calloc(1, LARGE), LARGE, NULL);
	for (size_t i = 0; i < 30; i++)
		slow[i] = ask_slowly("/common", 2);
	cr_expect_eq(stats_of().answers_bytes, LARGE);
	cr_expect_eq(stats_of().shed_count, 0);
	release(slow, 30);
	for (int64_t end_ns = as_now_ns() + INT64_C(10000000000);
		stats_of().answers_bytes > 0 && as_now_ns() < end_ns;)
		usleep(10000);
	cr_expect_eq(stats_of().answers_bytes, 0);
	as_http_buffer_unref(common);
}
