/* SPDX-License-Identifier: MIT */
/* Streams of a site. */
#include "http/http_case.h"
#include "private.h"

#include <assay/site/live.h>
#include <stdatomic.h>
#include <unistd.h>

/* ---- feeds of one line each ---- */

struct feed {
	atomic_uint read_count;
	atomic_bool has_line;
};
static struct feed slow, early, late;
static atomic_bool is_held, is_reading; /* reading `slow` lasts as long as it is held */

static ssize_t read_feed(void *cursor, char *bytes, size_t size)
{
	struct feed *feed = cursor;

	feed->read_count++;
	while (feed == &slow && is_held) {
		is_reading = true;
		usleep(1000);
	}
	if (!atomic_exchange(&feed->has_line, false) || size < 5)
		return 0;
	memcpy(bytes, "line\n", 5);
	return 5;
}

static void close_feed(void *cursor)
{
	(void)cursor;
}

static struct as_site_live *live;

static void get_feed(struct as_http_request *request, void *context)
{
	as_site_live_feed(live, request, AS_SITE_NONE, context);
}

static int open_feed(uint16_t port, const char *path)
{
	const int fd = case_connect(port);
	AS_AUTO_FREE char *text = as_text_format(NULL, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path);

	cr_assert(case_send(fd, text, strlen(text)));
	return fd;
}

static void expect_line(int fd)
{
	char text[4096];
	size_t size = 0;

	do {
		AS_AUTO_BYTES struct as_bytes got = case_read(fd, 1);
		cr_assert(got.size == 1 && size < sizeof(text) - 1, "the feed has ended");
		text[size++] = got.data[0];
		text[size] = '\0';
	} while (!strstr(text, "line\n"));
}

/* The feeds of viewers that are there, and of a new one. */
Test(live, a_feed_that_takes_long_to_read_delays_no_other_viewer, .timeout = 600)
{
	static struct as_site site;
	const struct as_site_live_config feeds = {
		.site = &site, .read = read_feed, .close = close_feed};
	const struct as_http_route routes[] = {{"GET", "/slow", get_feed, &slow, 0, 0},
		{"GET", "/early", get_feed, &early, 0, 0}, {"GET", "/late", get_feed, &late, 0, 0}};
	const struct as_http_config config = {.routes = routes, .route_count = 3};

	live = as_site_live_open(&feeds, NULL);
	cr_assert(live && as_site_live_start(live, NULL) == 0);
	struct as_http *http = case_open(&config);
	const uint16_t port = as_http_port(http);
	AS_AUTO_FD int early_fd = open_feed(port, "/early");
	AS_AUTO_FD int slow_fd = open_feed(port, "/slow");
	/* When a feed was read once, its head was sent. */
	while (slow.read_count == 0 || early.read_count == 0)
		usleep(1000);
	is_held = true;
	as_site_live_changed(live);
	while (!is_reading)
		usleep(1000);
	late.has_line = true;
	AS_AUTO_FD int late_fd = open_feed(port, "/late");
	expect_line(late_fd);
	is_held = false;
	early.has_line = true;
	as_site_live_changed(live);
	expect_line(early_fd);
	as_site_live_stop(live);
	as_http_close(http, 0);
	as_site_live_close(live);
}
