/* SPDX-License-Identifier: MIT */
/* How many streams and connections there may be, in all and from one address. */
#include "streams_case.h"

#include <stdatomic.h>

Test(places, too_many_streams_are_refused)
{
	config.limits.stream_count = 2;
	open_server();
	const int first = open_stream(ask), second = open_stream(ask);
	AS_AUTO_FREE char *third = case_ask(port, "GET /watch", "", "");
	cr_expect_eq(case_status(third), 503);
	cr_expect(case_has(third, "Retry-After: 5"), "%s", third);
	AS_AUTO_FREE char *other = case_ask(port, "GET /plain", "", "");
	cr_expect_eq(case_status(other), 200);
	close(first);
	wait_for(&closed_count, 1);
	close(open_stream(ask));
	close(second);
	as_http_close(http, 1000);
}

/* The callback address_full. */
static atomic_uint full_count;
static char full_text[64];

static void note_full(const char *address, bool is_stream, unsigned max, void *context)
{
	(void)context;
	snprintf(full_text, sizeof(full_text), "%s %s %u", address,
		is_stream ? "streams" : "connections", max);
	atomic_fetch_add(&full_count, 1);
}

static void ask_plain(int fd)
{
	static const char text[] = "GET /plain HTTP/1.1\r\nHost: x\r\n\r\n";

	case_send(fd, text, strlen(text));
}

/* Connects from 127.0.0.`last`, and keeps the connection. */
static int hold(unsigned last)
{
	const int fd = case_connect_from(port, last);

	ask_plain(fd);
	struct as_bytes got = case_read(fd, 12);
	cr_expect_str_eq(got.data, "HTTP/1.1 200");
	as_bytes_clear(&got);
	return fd;
}

static void expect_closed(unsigned last)
{
	const int fd = case_connect_from(port, last);
	struct as_bytes none = case_read(fd, 1);

	cr_expect_eq(none.size, 0);
	as_bytes_clear(&none);
	close(fd);
}

/* Until the server has noticed the end of another connection. */
static void await_place(unsigned last)
{
	for (bool has_place = false; !has_place; usleep(1000)) {
		const int fd = case_connect_from(port, last);
		ask_plain(fd);
		struct as_bytes got = case_read(fd, 12);
		has_place = got.size == 12;
		as_bytes_clear(&got);
		close(fd);
	}
}

Test(places, an_address_holds_only_its_share_of_connections)
{
	config.limits.connection_count = 100;
	config.limits.address_percent = 4;
	config.callbacks.address_full = note_full;
	open_server();
	int held[4], others[4];
	for (size_t i = 0; i < 4; i++)
		held[i] = hold(2);
	expect_closed(2);
	expect_closed(2);
	cr_expect_eq(full_count, 1, "it was told %u times", full_count);
	cr_expect_str_eq(full_text, "127.0.0.2 connections 4");
	struct as_http_stats stats;
	as_http_stats(http, &stats);
	cr_expect_eq(stats.refused_count, 2);
	for (size_t i = 0; i < 4; i++)
		others[i] = hold(3);
	expect_closed(3);
	/* A closed connection frees a place. */
	for (size_t i = 0; i < 4; i++)
		close(others[i]);
	await_place(3);
	close(held[0]);
	await_place(2);
	for (size_t i = 1; i < 4; i++)
		close(held[i]);
	as_http_close(http, 1000);
}

static int open_stream_from(unsigned last)
{
	const int fd = case_connect_from(port, last);

	case_send(fd, ask, strlen(ask));
	struct as_bytes got = case_read(fd, 12);
	cr_expect_str_eq(got.data, "HTTP/1.1 200");
	as_bytes_clear(&got);
	return fd;
}

Test(places, an_address_holds_only_its_share_of_streams)
{
	config.limits.stream_count = 100;
	config.limits.connection_count = 100;
	config.limits.address_percent = 2;
	config.callbacks.address_full = note_full;
	open_server();
	const int first = open_stream_from(1), second = open_stream_from(1);
	/* The connections have become streams. */
	await_place(1);
	AS_AUTO_FREE char *third = case_ask(port, "GET /watch", "", "");
	cr_expect_eq(case_status(third), 503, "%s", third);
	cr_expect(case_has(third, "Retry-After: 5"), "%s", third);
	cr_expect_eq(full_count, 1);
	cr_expect_str_eq(full_text, "127.0.0.1 streams 2");
	const int other = open_stream_from(2);
	struct as_http_stats stats;
	as_http_stats(http, &stats);
	cr_expect_eq(stats.stream_count, 3);
	close(first);
	wait_for(&closed_count, 1);
	const int again = open_stream_from(1);
	close(second);
	close(other);
	close(again);
	as_http_close(http, 1000);
}

Test(places, a_proxy_holds_as_many_connections_as_there_are)
{
	static const char *const proxies[] = {"127.0.0.2"};
	int held[9];

	config.proxies = proxies;
	config.proxy_count = 1;
	config.limits.connection_count = 100;
	config.limits.address_percent = 4;
	open_server();
	for (size_t i = 0; i < 9; i++)
		held[i] = hold(2);
	for (size_t i = 0; i < 9; i++)
		close(held[i]);
	as_http_close(http, 1000);
}
