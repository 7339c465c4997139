/* SPDX-License-Identifier: MIT */
/* The HTTP server: requests a second, and the cost of viewers of a stream. Server and clients are
 * two processes on the same cores. */
#include <arpa/inet.h>
#include <assay/http.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_VIEWERS 10000
#define BROADCASTS 20
#define MESSAGE_BYTES 4096
#define RUN_NS INT64_C(4000000000)

static void fail(const char *what)
{
	fprintf(stderr, "bench_http: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* ---- the server ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct as_http_stream *viewers[MAX_VIEWERS];
static int viewer_count;
static struct as_http_buffer *page;

static void hello(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, "text/plain");

	(void)context;
	as_http_response_buffer(response, page);
	as_http_answer(request, response);
}

static void forget(struct as_http_stream *stream, void *context)
{
	(void)context;
	pthread_mutex_lock(&lock);
	for (int i = 0; i < viewer_count; i++)
		if (viewers[i] == stream)
			viewers[i] = viewers[--viewer_count];
	pthread_mutex_unlock(&lock);
	as_http_stream_close(stream);
}

static void watch(struct as_http_request *request, void *context)
{
	const struct as_http_stream_config config = {
		.closed = forget, .heartbeat = ":\n\n", .heartbeat_ms = 15000};

	(void)context;
	pthread_mutex_lock(&lock);
	struct as_http_stream *stream = as_http_stream_open(
		request, as_http_response_new(200, "text/event-stream"), &config);
	if (stream)
		viewers[viewer_count++] = stream;
	pthread_mutex_unlock(&lock);
}

static int count_viewers(void)
{
	pthread_mutex_lock(&lock);
	const int count = viewer_count;
	pthread_mutex_unlock(&lock);
	return count;
}

/* A message begins with the time at which it was made. */
static void broadcast(void)
{
	char *text = malloc(MESSAGE_BYTES);

	memset(text, '.', MESSAGE_BYTES);
	memcpy(text, "data: ", 6);
	sprintf(text + 6, "%020jd", (intmax_t)as_now_ns());
	memcpy(text + MESSAGE_BYTES - 2, "\n\n", 2);
	struct as_http_buffer *buffer = as_http_buffer_take(text, MESSAGE_BYTES, NULL);
	pthread_mutex_lock(&lock);
	for (int i = 0; i < viewer_count; i++)
		as_http_stream_write(viewers[i], buffer);
	pthread_mutex_unlock(&lock);
	as_http_buffer_unref(buffer);
}

/* The memory of this process. */
static long memory_kib(void)
{
	FILE *file = fopen("/proc/self/smaps_rollup", "re");
	char line[256];
	long kib = 0, one;

	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "Rss: %ld", &one) == 1)
			kib = one;
	if (file)
		fclose(file);
	return kib;
}

/* ---- the clients ---- */

static int connect_to(uint16_t port)
{
	struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(port)};
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || connect(fd, (struct sockaddr *)&name, sizeof(name)))
		fail("cannot connect");
	return fd;
}

static void ask(int fd, const char *path)
{
	char text[128];
	const int size =
		snprintf(text, sizeof(text), "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);

	if (send(fd, text, (size_t)size, MSG_NOSIGNAL) != size)
		fail("cannot send");
}

/* Each of `count` connections sends the next request after each answer. */
static void run_requests(uint16_t port, int count)
{
	const int epoll = epoll_create1(EPOLL_CLOEXEC);
	const int64_t end_ns = as_now_ns() + RUN_NS;
	long answers = 0;
	char bytes[4096];

	for (int i = 0; i < count; i++) {
		const int fd = connect_to(port);
		struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
		epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
		ask(fd, "/");
	}
	while (as_now_ns() < end_ns) {
		struct epoll_event events[64];
		const int ready = epoll_wait(epoll, events, 64, 100);
		for (int i = 0; i < ready; i++) {
			if (recv(events[i].data.fd, bytes, sizeof(bytes), 0) <= 0)
				fail("cannot read");
			answers++;
			ask(events[i].data.fd, "/");
		}
	}
	printf("%8d %12.0f\n", count, (double)answers * 1e9 / (double)RUN_NS);
	fflush(stdout);
}

static int compare(const void *a, const void *b)
{
	const double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

struct viewer {
	int fd;
	size_t got; /* of the present message, with its frame */
	bool has_head;
	char start[64];
};

#define FRAME_BYTES (MESSAGE_BYTES + 6 + 2)

/* Parses bytes of a stream. Returns true at the end of a message. */
static bool take(struct viewer *viewer, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size;) {
		const size_t left = FRAME_BYTES - viewer->got,
			     part = size - i < left ? size - i : left;
		for (size_t k = 0; k < part && viewer->got + k < sizeof(viewer->start); k++)
			viewer->start[viewer->got + k] = bytes[i + k];
		viewer->got += part;
		i += part;
		if (viewer->got == FRAME_BYTES) {
			viewer->got = 0;
			return true;
		}
	}
	return false;
}

static void run_viewers(uint16_t port, int count)
{
	struct viewer *all = calloc((size_t)count, sizeof(*all));
	double *times = calloc((size_t)count * BROADCASTS, sizeof(*times));
	const int epoll = epoll_create1(EPOLL_CLOEXEC);
	int seen = 0;
	char bytes[16384];

	for (int i = 0; i < count; i++) {
		all[i].fd = connect_to(port);
		struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[i]};
		epoll_ctl(epoll, EPOLL_CTL_ADD, all[i].fd, &event);
		ask(all[i].fd, "/watch");
	}
	while (seen < count * BROADCASTS) {
		struct epoll_event events[256];
		const int ready = epoll_wait(epoll, events, 256, 20000);
		if (ready <= 0)
			fail("no message");
		for (int i = 0; i < ready; i++) {
			struct viewer *viewer = events[i].data.ptr;
			const ssize_t size = recv(viewer->fd, bytes, sizeof(bytes), 0);
			if (size <= 0)
				fail("a stream ended");
			const char *from = bytes;
			if (!viewer->has_head) {
				from = memmem(bytes, (size_t)size, "\r\n\r\n", 4);
				if (!from)
					fail("no head");
				from += 4;
				viewer->has_head = true;
			}
			if (take(viewer, from, (size_t)(bytes + size - from)))
				times[seen++] =
					(double)(as_now_ns() - atoll(viewer->start + 12)) / 1e6;
		}
	}
	qsort(times, (size_t)seen, sizeof(*times), compare);
	printf(" %9.0f %9.0f %9.0f", times[seen / 2], times[seen * 99L / 100], times[seen - 1]);
	fflush(stdout);
	_exit(0);
}

/* ---- the tables ---- */

static void measure_viewers(struct as_http *http, int count, long before_kib)
{
	struct as_http_stats stats;

	printf("%8d", count);
	fflush(stdout);
	const pid_t child = fork();
	if (child == 0)
		run_viewers(as_http_port(http), count);
	while (count_viewers() < count)
		usleep(10000);
	usleep(200000);
	const long after_kib = memory_kib();
	for (int i = 0; i < BROADCASTS; i++) {
		broadcast();
		usleep(500000);
	}
	const long end_kib = memory_kib();
	waitpid(child, NULL, 0);
	while (count_viewers() > 0)
		usleep(10000);
	as_http_stats(http, &stats);
	printf(" %9.1f %9.1f %9.2f\n", (double)after_kib / 1024, (double)end_kib / 1024,
		(double)(end_kib - before_kib) / count);
}

int main(void)
{
	static const struct as_http_route routes[] = {
		{"GET", "/", hello, NULL, 0, 0}, {"GET", "/watch", watch, NULL, 0, 0}};
	const struct as_http_config config = {.routes = routes, .route_count = 2};
	struct rlimit limit;

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	page = as_http_buffer_copy("hello\n", 6, NULL);
	struct as_http *http = as_http_open(&config, NULL);
	if (!http)
		fail("cannot open");
	const long before_kib = memory_kib();
	printf("connections, requests a second (a trivial handler, two threads)\n");
	fflush(stdout);
	for (int count = 1; count <= 100; count *= 10) {
		const pid_t child = fork();
		if (child == 0) {
			run_requests(as_http_port(http), count);
			_exit(0);
		}
		waitpid(child, NULL, 0);
	}
	printf("\nviewers, ms from a broadcast of 4 KiB to p50, p99 and the last of them, MiB with "
	       "all "
	       "open and at the end, KiB a viewer\n");
	fflush(stdout);
	measure_viewers(http, 1000, before_kib);
	measure_viewers(http, 2000, before_kib);
	measure_viewers(http, 5000, before_kib);
	measure_viewers(http, MAX_VIEWERS, before_kib);
	as_http_close(http, 1000);
	as_http_buffer_unref(page);
	return 0;
}
