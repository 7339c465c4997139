/* SPDX-License-Identifier: MIT */
/* Streams: to many clients, to slow ones, to disconnected ones. */
#include "streams_case.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#define MESSAGES 40

/* All clients in one thread: none may wait for another. */
static void *read_all(void *context)
{
	const int *fds = context;
	struct as_bytes *all = calloc(MAX_VIEWERS, sizeof(*all));
	struct pollfd *polls = calloc(MAX_VIEWERS, sizeof(*polls));

	for (int i = 0; i < MAX_VIEWERS; i++)
		polls[i] = (struct pollfd){.fd = fds[i], .events = POLLIN};
	for (int open = MAX_VIEWERS; open > 0;) {
		if (poll(polls, MAX_VIEWERS, CASE_WAIT_MS) <= 0)
			break;
		for (int i = 0; i < MAX_VIEWERS; i++) {
			if (!(polls[i].revents & (POLLIN | POLLHUP)) || polls[i].fd < 0)
				continue;
			char bytes[8192];
			const ssize_t size = recv(fds[i], bytes, sizeof(bytes), MSG_DONTWAIT);
			if (size <= 0) {
				polls[i].fd = -1;
				open--;
				continue;
			}
			all[i].data = realloc(all[i].data, all[i].size + (size_t)size + 1);
			memcpy(all[i].data + all[i].size, bytes, (size_t)size);
			all[i].size += (size_t)size;
			all[i].data[all[i].size] = '\0';
		}
	}
	free(polls);
	return all;
}

Test(streams, two_thousand_viewers_each_get_every_byte_in_order, .timeout = 600)
{
	static int fds[MAX_VIEWERS];
	pthread_t reader;
	void *result;
	char *expected = NULL;
	size_t expected_size;
	FILE *out = open_memstream(&expected, &expected_size);

	open_server();
	for (int i = 0; i < MAX_VIEWERS; i++) {
		fds[i] = case_connect(port);
		case_send(fds[i], ask, strlen(ask));
	}
	wait_for(&viewer_count, MAX_VIEWERS);
	cr_assert_eq(pthread_create(&reader, NULL, read_all, fds), 0);
	for (int i = 0; i < MESSAGES; i++) {
		char text[4096];
		const int size = sprintf(text, "data: %d %*d\n\n", i, 1 + i * 37 % 1500, i);
		fwrite(text, 1, (size_t)size, out);
		struct as_http_buffer *buffer = make_buffer(text);
		broadcast(buffer);
		as_http_buffer_unref(buffer);
	}
	fclose(out);
	struct as_http_stats stats;
	as_http_stats(http, &stats);
	cr_expect_eq(stats.stream_count, MAX_VIEWERS);
	as_http_close(http, 60000);
	cr_assert_eq(pthread_join(reader, &result), 0);
	struct as_bytes *all = result;
	for (int i = 0; i < MAX_VIEWERS; i++) {
		cr_assert_not_null(all[i].data);
		char *body = strstr(all[i].data, "\r\n\r\n") + 4;
		struct as_bytes rest = {
			.data = body, .size = all[i].size - (size_t)(body - all[i].data)};
		cr_assert(unwrap(&rest), "%d: not whole", i);
		cr_assert_eq(rest.size, expected_size, "%d", i);
		cr_assert_str_eq(rest.data, expected, "%d", i);
		free(all[i].data);
		close(fds[i]);
	}
	cr_expect_eq(closed_count, MAX_VIEWERS);
	free(all);
	free(expected);
}

#define VERSIONS 100
#define VERSION_BYTES 100000

static struct as_http_buffer *make_version(int number)
{
	char *text = malloc(VERSION_BYTES);

	memset(text, '.', VERSION_BYTES);
	char head[16];
	memcpy(text, head, (size_t)sprintf(head, "v%07d", number));
	return as_http_buffer_take(text, VERSION_BYTES, NULL);
}

Test(streams, a_slow_viewer_skips_versions_and_gets_the_latest)
{
	open_server();
	const int fd = open_stream(ask);
	unsigned skipped = 0;

	for (int i = 0; i < VERSIONS; i++) {
		struct as_http_buffer *version = make_version(i);
		pthread_mutex_lock(&lock);
		as_http_buffer_unref(latest);
		latest = version;
		if (as_http_stream_is_idle(viewers[0].stream))
			as_http_stream_write(viewers[0].stream, version);
		else
			skipped++;
		cr_expect_leq(as_http_stream_pending_bytes(viewers[0].stream), 2 * VERSION_BYTES);
		pthread_mutex_unlock(&lock);
		/* The first versions fill the buffers of the kernel. */
		usleep(i < 80 ? 2000 : 0);
	}
	cr_expect_gt(skipped, 10);
	/* Reads until the last version has arrived. */
	int last = -1, seen = 0;
	size_t left = 0;
	while (last < VERSIONS - 1 || left > 0) {
		if (left == 0) {
			struct as_bytes head = case_read(fd, 7 + 8);
			const int number = atoi(head.data + 8);
			cr_assert_eq(memcmp(head.data, "186a0\r\nv", 8), 0, "%s", head.data);
			cr_assert_gt(number, last);
			last = number;
			seen++;
			left = VERSION_BYTES - 8 + 2;
			as_bytes_clear(&head);
		}
		struct as_bytes rest = case_read(fd, left);
		left -= rest.size;
		as_bytes_clear(&rest);
	}
	cr_expect_lt(seen, VERSIONS);
	cr_expect_gt(count_of(&viewers[0].drained_count), 0);
	close(fd);
	as_http_close(http, 1000);
	as_http_buffer_unref(latest);
}

/* Writes until neither the queue nor the kernel accepts more. Returns the number of accepted
 * messages. */
static unsigned fill(struct as_http_stream *stream, struct as_http_buffer *buffer)
{
	unsigned taken = 0;

	for (unsigned before = UINT_MAX; taken != before; usleep(50000)) {
		before = taken;
		while (as_http_stream_write(stream, buffer) == AS_HTTP_STREAM_TAKEN)
			taken++;
	}
	return taken;
}

Test(streams, a_full_queue_refuses_and_reports_when_it_is_empty)
{
	struct as_http_buffer *buffer = make_version(0);

	stream_config.limit_bytes = 250000;
	open_server();
	const int fd = open_stream(ask);
	const unsigned taken = fill(viewers[0].stream, buffer);
	cr_expect_gt(taken, 2);
	cr_expect_leq(as_http_stream_pending_bytes(viewers[0].stream), 250000);
	cr_expect_not(as_http_stream_is_idle(viewers[0].stream));
	for (unsigned i = 0; i < taken; i++) {
		struct as_bytes got = case_read(fd, 7 + VERSION_BYTES + 2);
		cr_assert_eq(got.size, 7 + VERSION_BYTES + 2);
		as_bytes_clear(&got);
	}
	wait_for(&viewers[0].drained_count, 1);
	cr_expect(as_http_stream_is_idle(viewers[0].stream));
	cr_expect_eq(as_http_stream_write(viewers[0].stream, buffer), AS_HTTP_STREAM_TAKEN);
	as_http_buffer_unref(buffer);
	close(fd);
	as_http_close(http, 1000);
}

Test(streams, a_disconnected_viewer_is_detected)
{
	const struct linger at_once = {.l_onoff = 1};

	open_server();
	const int first = open_stream(ask), second = open_stream(ask), third = open_stream(ask);
	close(first);
	wait_for(&closed_count, 1);
	setsockopt(second, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	close(second);
	wait_for(&closed_count, 2);
	cr_expect_null(viewers[0].stream);
	cr_expect_null(viewers[1].stream);
	struct as_http_buffer *buffer = make_buffer("data: x\n\n");
	cr_expect_eq(as_http_stream_write(viewers[2].stream, buffer), AS_HTTP_STREAM_TAKEN);
	as_http_buffer_unref(buffer);
	struct as_bytes got = case_read(third, 14);
	cr_expect_str_eq(got.data, "9\r\ndata: x\n\n\r\n");
	as_bytes_clear(&got);
	struct as_http_stats stats;
	as_http_stats(http, &stats);
	cr_expect_eq(stats.stream_count, 1);
	close(third);
	as_http_close(http, 1000);
	cr_expect_eq(closed_count, 3);
}

Test(streams, a_quiet_stream_has_a_heartbeat)
{
	stream_config.heartbeat = ":\n\n";
	stream_config.heartbeat_ms = 1000;
	open_server();
	const int fd = open_stream(ask);
	struct as_bytes got = case_read(fd, 16);
	cr_expect_str_eq(got.data, "3\r\n:\n\n\r\n3\r\n:\n\n\r\n");
	as_bytes_clear(&got);
	close(fd);
	as_http_close(http, 1000);
}

Test(streams, a_viewer_that_takes_nothing_is_cut)
{
	struct as_http_buffer *buffer = make_version(0);

	config.limits.stall_ms = 1000;
	stream_config.limit_bytes = 1 << 20;
	open_server();
	const int fd = open_stream(ask);
	fill(viewers[0].stream, buffer);
	wait_for(&closed_count, 1);
	struct as_http_stats stats;
	as_http_stats(http, &stats);
	cr_expect_eq(stats.stream_cut_count, 1);
	cr_expect_eq(stats.stream_count, 0);
	as_http_buffer_unref(buffer);
	close(fd);
	as_http_close(http, 1000);
}

Test(streams, an_old_client_gets_no_chunks)
{
	open_server();
	const int fd = open_stream("GET /watch HTTP/1.0\r\n\r\n");
	struct as_http_buffer *buffer = make_buffer("data: x\n\n");
	as_http_stream_write(viewers[0].stream, buffer);
	as_http_buffer_unref(buffer);
	as_http_close(http, 1000);
	struct as_bytes got = case_read(fd, SIZE_MAX);
	cr_expect_str_eq(got.data, "data: x\n\n");
	as_bytes_clear(&got);
	close(fd);
}

Test(streams, a_head_of_a_stream_ends)
{
	open_server();
	AS_AUTO_FREE char *answer = case_text(port, "HEAD /watch HTTP/1.1\r\nHost: x\r\n\r\n");
	cr_expect_eq(case_status(answer), 200);
	cr_expect(case_has(answer, "Content-Type: text/event-stream"));
	cr_expect_str_empty(case_body(answer));
	wait_for(&closed_count, 1);
	as_http_close(http, 1000);
}

Test(streams, a_closed_stream_ends_after_its_data)
{
	struct as_http_buffer *buffer = make_buffer("{}\n");

	open_server();
	const int fd = open_stream(ask);
	as_http_stream_write(viewers[0].stream, buffer);
	as_http_stream_close(viewers[0].stream);
	as_http_buffer_unref(buffer);
	struct as_bytes got = case_read(fd, SIZE_MAX);
	cr_expect_str_eq(got.data, "3\r\n{}\n\r\n0\r\n\r\n");
	as_bytes_clear(&got);
	close(fd);
	as_http_close(http, 1000);
	cr_expect_eq(closed_count, 0);
}

static void *close_server(void *context)
{
	as_http_close(http, *(const unsigned *)context);
	return NULL;
}

/* A request still runs for a moment after its answer was sent. */
static void await_running(unsigned count)
{
	struct as_http_stats stats;

	do {
		usleep(1000);
		as_http_stats(http, &stats);
	} while (stats.running_count != count);
}

Test(streams, closing_finishes_requests_and_ends_streams)
{
	unsigned grace_ms = 10000;
	pthread_t closer;

	open_server();
	const int stream = open_stream(ask), request = case_connect(port);
	const int idle = case_connect(port);
	static const char text[] = "GET /later HTTP/1.1\r\nHost: x\r\n\r\n";
	static const char more[] = "GET /plain HTTP/1.1\r\nHost: x\r\n\r\n";
	case_send(idle, more, strlen(more));
	struct as_bytes first = case_read(idle, 12);
	cr_expect_str_eq(first.data, "HTTP/1.1 200");
	as_bytes_clear(&first);
	await_running(0);
	case_send(request, text, strlen(text));
	await_running(1);
	cr_assert_eq(pthread_create(&closer, NULL, close_server, &grace_ms), 0);
	struct as_bytes got = case_read(stream, SIZE_MAX);
	cr_expect_str_eq(got.data, "0\r\n\r\n");
	as_bytes_clear(&got);
	struct as_bytes answer = case_read(request, SIZE_MAX);
	cr_expect_eq(case_status(answer.data), 200, "%s", answer.data);
	cr_expect(case_has(answer.data, "Connection: close"), "%s", answer.data);
	as_bytes_clear(&answer);
	pthread_join(closer, NULL);
	cr_expect_eq(closed_count, 1);
	close(stream);
	close(request);
	close(idle);
}

Test(streams, closing_does_not_wait_for_a_viewer_that_reads_nothing)
{
	struct as_http_buffer *buffer = make_version(0);

	stream_config.limit_bytes = 1 << 20;
	open_server();
	const int fd = open_stream(ask);
	fill(viewers[0].stream, buffer);
	as_http_buffer_unref(buffer);
	as_http_close(http, 100);
	cr_expect_eq(closed_count, 1);
	close(fd);
}

/* Clients connect and disconnect while others write, so that the sanitizers see many
 * interleavings. */
static void *write_always(void *context)
{
	struct as_http_buffer *buffer = make_buffer("data: some\n\n");
	const atomic_bool *stops = context;

	while (!*stops) {
		pthread_mutex_lock(&lock);
		for (unsigned i = 0; i < viewer_count; i++)
			if (viewers[i].stream && as_http_stream_is_idle(viewers[i].stream))
				as_http_stream_write(viewers[i].stream, buffer);
		pthread_mutex_unlock(&lock);
		sched_yield();
	}
	as_http_buffer_unref(buffer);
	return NULL;
}

Test(streams, viewers_come_and_go)
{
	atomic_bool stops = false;
	pthread_t writer;
	unsigned seed = 7;
	int fds[50];

	open_server();
	cr_assert_eq(pthread_create(&writer, NULL, write_always, &stops), 0);
	for (int i = 0; i < 50; i++)
		fds[i] = -1;
	for (int i = 0; i < 1000; i++) {
		int *fd = &fds[rand_r(&seed) % 50];
		if (*fd >= 0)
			close(*fd);
		*fd = case_connect(port);
		case_send(*fd, ask, strlen(ask) - (rand_r(&seed) % 8 == 0));
		char bytes[4096];
		if (rand_r(&seed) % 2)
			recv(*fd, bytes, sizeof(bytes), MSG_DONTWAIT);
	}
	for (int i = 0; i < 50; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	while (count_of(&closed_count) < count_of(&viewer_count))
		usleep(1000);
	stops = true;
	pthread_join(writer, NULL);
	as_http_close(http, 1000);
}
