/* SPDX-License-Identifier: MIT */
/* Large bodies, who may send them and who pays; readers of large answers. */
#include "http_case.h"
#include "support/skip.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)
#define LIMIT (16 * MIB)
#define STALLED 16

/* ---- the server ---- */

static char large_answer[8 * MIB];

static void sum(struct as_http_request *request, void *context)
{
	const struct as_bytes *body = as_http_body(request);
	struct as_http_response *response = as_http_response_new(200, "text/plain");
	uint64_t total = 0;

	(void)context;
	for (size_t i = 0; i < body->size; i++)
		total += (unsigned char)body->data[i];
	as_http_response_printf(
		response, "%zu %ju %d", body->size, (uintmax_t)total, body->data[body->size]);
	as_http_answer(request, response);
}

static void form(struct as_http_request *request, void *context)
{
	struct as_error error = {0};
	int status;

	(void)context;
	if (as_http_form_parse(request, &status, &error)) {
		as_http_fail(request, status, "%s", error.text);
		return;
	}
	const struct as_http_field *file = case_form_file(request);
	struct as_http_response *response = as_http_response_new(200, "text/plain");
	as_http_response_printf(response, "%zu %d", file->size, file->data[file->size]);
	as_http_answer(request, response);
}

static void get(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, "text/plain");

	(void)context;
	as_http_response_static(response, "here", 4);
	as_http_answer(request, response);
}

static void get_large(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, "text/plain");

	(void)context;
	as_http_response_static(response, large_answer, sizeof(large_answer));
	as_http_answer(request, response);
}

/* A second of grace, and 64 KiB/s for at most 128 KiB. */
static void arrival(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, "text/plain");
	const int64_t ns = as_now_ns() - as_http_arrival_ns(request, 1000000000, 65536, 2 * 65536);

	(void)context;
	as_http_response_printf(response, "%jd", (intmax_t)(ns / 1000000));
	as_http_answer(request, response);
}

static void *decide_late(void *context)
{
	struct as_http_request *request = context;

	const char *header = as_http_header(request, "Authorization");

	usleep(strstr(header, "long") ? 2000000 : 50000);
	if (strncmp(header, "slow 7", 6) == 0)
		as_http_admit(request, 7);
	else if (strcmp(header, "slow 9") == 0)
		as_http_admit_later(request, 429, "Wait 7 s.", 7);
	else
		as_http_admit_not(request, 401, "Wrong password.");
	return NULL;
}

/* "ACCOUNT" at once, "slow ACCOUNT" or "slow ACCOUNT long" later in another thread. */
static void admit(struct as_http_request *request, void *context)
{
	const char *header = as_http_header(request, "Authorization");
	pthread_t thread;

	(void)context;
	if (!header)
		as_http_admit_not(request, 401, "Log in for this.");
	else if (strncmp(header, "slow", 4) != 0)
		as_http_admit(request, (uint64_t)atoi(header));
	else if (pthread_create(&thread, NULL, decide_late, request) == 0)
		pthread_detach(thread);
}

static const struct as_http_route routes[] = {{"POST", "/sum", sum, NULL, LIMIT, AS_HTTP_PLAIN},
	{"POST", "/arrival", arrival, NULL, LIMIT, AS_HTTP_PLAIN},
	{"POST", "/form", form, NULL, LIMIT, AS_HTTP_MAY_BLOCK},
	{"GET", "/", get, NULL, 0, AS_HTTP_PLAIN}, {"GET", "/large", get_large, NULL, 0, 0}};
static struct as_http_config config;
static struct as_http *http;
static uint16_t port;

static void begin(void)
{
	config = (struct as_http_config){.routes = routes,
		.route_count = sizeof(routes) / sizeof(*routes),
		.callbacks = {.admit = admit},
		.limits = {.address_percent = 50}};
	http = case_open(&config);
	port = as_http_port(http);
}

static void again(void)
{
	as_http_close(http, 0);
	http = case_open(&config);
	port = as_http_port(http);
}

static void end(void)
{
	as_http_close(http, 1000);
}

TestSuite(bodies, .init = begin, .fini = end, .timeout = 600);

/* ---- the client ---- */

/* Sends a head of a body of `size` bytes and the first `sent` of it, from 127.0.0.`last`. */
static int begin_post(unsigned last, const char *headers, size_t size, size_t sent)
{
	static char bytes[65536];
	char head[400];
	const int fd = case_connect_from(port, last);

	memset(bytes, 'x', sizeof(bytes));
	snprintf(head, sizeof(head),
		"POST /sum HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%sContent-Length: "
		"%zu\r\n\r\n",
		headers, size);
	bool goes_on = case_send(fd, head, strlen(head));
	for (; goes_on && sent > 0; sent -= sent < sizeof(bytes) ? sent : sizeof(bytes))
		goes_on = case_send(fd, bytes, sent < sizeof(bytes) ? sent : sizeof(bytes));
	return fd;
}

static int finish(int fd, char text[200])
{
	struct as_bytes got = case_read(fd, SIZE_MAX);
	const int status = got.data ? case_status(got.data) : -1;

	snprintf(text, 200, "%s", got.data ? case_body(got.data) : "");
	as_bytes_clear(&got);
	close(fd);
	return status;
}

static int post(unsigned last, const char *headers, size_t size, char text[200])
{
	return finish(begin_post(last, headers, size, size), text);
}

static bool is_here(unsigned last)
{
	static const char text[] = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
	const int fd = case_connect_from(port, last);
	char body[200];

	case_send(fd, text, sizeof(text) - 1);
	return finish(fd, body) == 200 && strcmp(body, "here") == 0;
}

static struct as_http_stats stats_of(void)
{
	struct as_http_stats stats;

	as_http_stats(http, &stats);
	return stats;
}

/* Waits until no body is kept. */
static void await_none(void)
{
	for (int i = 0; i < 2000; i++) {
		const struct as_http_stats stats = stats_of();
		if (stats.bodies_bytes == 0 && stats.files_bytes == 0)
			return;
		usleep(10000);
	}
	cr_expect(false, "bodies are still charged");
}

/* Kilobytes of anonymous memory of this process. */
static long anonymous_kib(void)
{
	AS_AUTO_FILE FILE *file = fopen("/proc/self/status", "r");
	char line[200];
	long kib = -1;

	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "RssAnon: %ld", &kib) == 1)
			break;
	return kib;
}

/* ---- sizes ---- */

Test(bodies, a_large_body_arrives_whole)
{
	static const size_t sizes[] = {65535, 65536, 65537, 4095 * 4096, 4096 * 1000, LIMIT};
	char text[200], expected[200];

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		cr_expect_eq(post(0, "Authorization: 1\r\n", sizes[i], text), 200, "%s", text);
		snprintf(expected, sizeof(expected), "%zu %zu 0", sizes[i], sizes[i] * 'x');
		cr_expect_str_eq(text, expected);
	}
	cr_expect_eq(post(0, "Authorization: 1\r\n", LIMIT + 1, text), 413);
	await_none();
}

Test(bodies, a_large_form_is_parsed)
{
	AS_AUTO_FREE char *body = malloc(MIB + 200);
	const int size = sprintf(body,
		"--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n");
	memset(body + size, 'y', MIB);
	strcpy(body + size + MIB, "\r\n--XX--\r\n");
	AS_AUTO_FREE char *answer = case_ask(port, "POST /form",
		"Authorization: 1\r\nContent-Type: multipart/form-data; boundary=XX\r\n", body);
	cr_expect_str_eq(case_body(answer), "1048576 0");
	await_none();
}

/* An unnamed file may be made there, or a named one that is removed. */
Test(bodies, a_large_body_leaves_nothing_in_the_folder)
{
	char folder[] = "/var/tmp/assay-bodies-XXXXXX", text[200];

	cr_assert_not_null(mkdtemp(folder));
	config.body_folder = folder;
	again();
	const int fd = begin_post(0, "Authorization: 1\r\n", 2 * MIB, MIB);
	for (int i = 0; i < 2000 && stats_of().files_bytes == 0; i++)
		usleep(10000);
	cr_expect_gt(stats_of().files_bytes, 0);
	cr_expect_eq(rmdir(folder), 0, "the folder is not empty");
	close(fd);
	await_none();
	/* The folder is gone: the open one is still used, or there is an error, not a crash. */
	post(0, "Authorization: 1\r\n", MIB, text);
	config.body_folder = "/nowhere";
	again();
	cr_expect_eq(post(0, "Authorization: 1\r\n", MIB, text), 200, "%s", text);
}

/* The number of open files in a folder. */
static int count_files(const char *folder)
{
	AS_AUTO_NAMES char **names = NULL;
	AS_AUTO_FD int fds = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int count = 0;

	names = as_dir_list(fds, 1000, NULL);
	for (char **name = names; name && *name; name++) {
		char target[300];
		const ssize_t size = readlinkat(fds, *name, target, sizeof(target) - 1);
		target[size > 0 ? size : 0] = '\0';
		count += strncmp(target, folder, strlen(folder)) == 0 &&
			 target[strlen(folder)] == '/';
	}
	return count;
}

Test(bodies, a_folder_in_memory_is_not_used_for_large_bodies)
{
	char folder[] = "/dev/shm/assay-bodies-XXXXXX";

	cr_assert_not_null(mkdtemp(folder));
	config.body_folder = folder;
	again();
	const int fd = begin_post(0, "Authorization: 1\r\n", 2 * MIB, MIB);
	for (int i = 0; i < 2000 && stats_of().files_bytes == 0; i++)
		usleep(10000);
	cr_expect_gt(stats_of().files_bytes, 0);
	cr_expect_eq(count_files(folder), 0);
	cr_expect_eq(count_files("/var/tmp"), 1);
	close(fd);
	await_none();
	rmdir(folder);
}

Test(bodies, a_file_system_without_a_size_takes_large_bodies)
{
	char text[200];
	const bool own = !unshare(CLONE_NEWNS) && !mount("none", "/", NULL, MS_REC | MS_PRIVATE, 0);

	skip_unless(own && !mount("none", "/var/tmp", "ramfs", 0, 0), "root", "it mounts");
	again();
	cr_expect_eq(post(0, "Authorization: 1\r\n", MIB, text), 200, "%s", text);
}

Test(bodies, a_server_with_few_connections_takes_large_bodies)
{
	char text[200];

	config.limits.connection_count = 4;
	config.limits.files_bytes = 0;
	again();
	cr_expect_eq(post(0, "Authorization: 1\r\n", 2 * MIB, text), 200, "%s", text);
}

Test(bodies, large_bodies_are_not_in_memory)
{
	int fds[8];
	const long before = anonymous_kib();

	for (int i = 0; i < 8; i++) {
		char headers[40];
		snprintf(headers, sizeof(headers), "Authorization: %d\r\n", i);
		fds[i] = begin_post(0, headers, LIMIT, LIMIT - 1);
	}
	for (int i = 0; i < 2000 && stats_of().files_bytes < 8 * LIMIT; i++)
		usleep(10000);
	cr_expect_eq(stats_of().files_bytes, 8 * LIMIT);
	cr_expect_eq(stats_of().bodies_bytes, 0);
	cr_expect_lt(anonymous_kib() - before, 16 << 10);
	for (int i = 0; i < 8; i++)
		close(fds[i]);
	await_none();
}

/* ---- who may send a large body ---- */

Test(bodies, without_an_account_64_kib_are_taken)
{
	char text[200];

	cr_expect_eq(post(0, "", 65536, text), 200, "%s", text);
	cr_expect_eq(post(0, "", 65537, text), 401);
	cr_expect_str_eq(text, "401: Log in for this.\n");
	AS_AUTO_FREE char *expecting = case_ask(
		port, "POST /sum", "Expect: 100-continue\r\nContent-Length: 100000\r\n", "");
	cr_expect_eq(case_status(expecting), 401, "%s", expecting);
	await_none();
}

/* A body in pieces that does not say its size. */
Test(bodies, a_body_of_unknown_size_needs_an_account_when_it_is_large)
{
	static char piece[70000];
	char head[300], text[200];
	static const struct {
		const char *header;
		size_t size;
		int status;
	} rows[] = {{"", 60000, 200}, {"", 70000, 401}, {"Authorization: 3\r\n", 70000, 200},
		{"Authorization: slow 7\r\n", 70000, 200},
		{"Authorization: slow 8\r\n", 70000, 401}};

	memset(piece, 'x', sizeof(piece));
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const int fd = case_connect(port);
		snprintf(head, sizeof(head),
			"POST /sum HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s"
			"Transfer-Encoding: chunked\r\n\r\n%zx\r\n",
			rows[i].header, rows[i].size);
		case_send(fd, head, strlen(head));
		case_send(fd, piece, rows[i].size);
		case_send(fd, "\r\n0\r\n\r\n", 7);
		cr_expect_eq(finish(fd, text), rows[i].status, "%zu: %s", i, text);
	}
	await_none();
}

Test(bodies, a_decision_may_come_later)
{
	char text[200];

	cr_expect_eq(post(0, "Authorization: slow 7\r\n", 3 * MIB, text), 200, "%s", text);
	cr_expect_eq(post(0, "Authorization: slow 8\r\n", 3 * MIB, text), 401);
	cr_expect_str_eq(text, "401: Wrong password.\n");
	AS_AUTO_FREE char *expecting = case_ask(port, "POST /sum",
		"Authorization: slow 8\r\nExpect: 100-continue\r\nContent-Length: 70000\r\n", "");
	cr_expect_eq(case_status(expecting), 401, "%s", expecting);
	await_none();
}

/* The client has sent nothing of the body when the decision is there. */
Test(bodies, a_refusal_says_when_to_try_again)
{
	static char large[70001];

	memset(large, 'x', sizeof(large) - 1);
	AS_AUTO_FREE char *later = case_ask(port, "POST /sum", "Authorization: slow 9\r\n", large);
	cr_expect_eq(case_status(later), 429, "%s", later);
	cr_expect(case_has(later, "Retry-After: 7"), "%s", later);
	cr_expect_str_eq(case_body(later), "429: Wait 7 s.\n");
	AS_AUTO_FREE char *wrong = case_ask(port, "POST /sum", "Authorization: slow 8\r\n", large);
	cr_expect_eq(case_status(wrong), 401, "%s", wrong);
	cr_expect_not(strcasestr(wrong, "Retry-After"), "%s", wrong);
}

/* Sends half of a body, and the rest after a pause. Returns how old the request is by its arrival.
 */
static int arrival_age_ms(const char *headers, size_t size, unsigned pause_ms)
{
	AS_AUTO_FREE char *bytes = calloc(1, size);
	char head[200];
	const int fd = case_connect(port);

	snprintf(head, sizeof(head),
		"POST /arrival HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s"
		"Content-Length: %zu\r\n\r\n",
		headers, size);
	cr_assert(case_send(fd, head, strlen(head)) && case_send(fd, bytes, size / 2));
	usleep(pause_ms * 1000);
	cr_assert(case_send(fd, bytes, size - size / 2));
	AS_AUTO_BYTES struct as_bytes got = case_read(fd, SIZE_MAX);
	close(fd);
	cr_assert_eq(case_status(got.data), 200, "%s", got.data);
	return atoi(case_body(got.data));
}

/* The least of some tries, because a busy machine adds to each; a right one is below the bound. */
static int least_age_ms(const char *headers, size_t size, unsigned pause_ms, int bound_ms)
{
	int age_ms = bound_ms;

	for (int i = 0; i < 5 && age_ms >= bound_ms; i++)
		age_ms = arrival_age_ms(headers, size, pause_ms);
	return age_ms;
}

Test(bodies, a_request_is_as_old_as_its_head_if_the_body_follows)
{
	/* The server may read the head late, but before the rest is sent. */
	cr_expect_geq(arrival_age_ms("", 1000, 600), 300);
	/* Larger bodies have more time. */
	cr_expect_geq(arrival_age_ms("Authorization: 3\r\n", 4 * MIB, 1600), 800);
	/* The decision is not the client's. */
	cr_expect_geq(arrival_age_ms("Authorization: slow 7 long\r\n", 100000, 0), 2000);
}

Test(bodies, a_request_whose_body_is_kept_back_is_as_old_as_its_end)
{
	cr_expect_lt(least_age_ms("", 1000, 1600, 1000), 1000);
	cr_expect_lt(least_age_ms("Authorization: 3\r\n", 100000, 3000, 1500), 1500);
	/* Padding gains no time. */
	cr_expect_lt(least_age_ms("Authorization: 3\r\n", 4 * MIB, 3200, 1500), 1500);
}

Test(bodies, a_decision_may_come_before_the_body)
{
	static const char *const accounts[] = {"7", "8"};
	static char body[100000];
	char text[200];

	memset(body, 'x', sizeof(body));
	for (int i = 0; i < 2; i++) {
		char header[60];
		snprintf(header, sizeof(header), "Authorization: slow %s\r\n", accounts[i]);
		const int fd = begin_post(0, header, sizeof(body), 0);
		usleep(500000);
		case_send(fd, body, sizeof(body));
		cr_expect_eq(finish(fd, text), i == 0 ? 200 : 401, "%s", text);
		cr_expect_eq(
			strncmp(text, i == 0 ? "100000 " : "401: ", i == 0 ? 7 : 5), 0, "%s", text);
	}
	await_none();
}

/* ---- who pays ---- */

Test(bodies, stalled_bodies_of_one_address_stop_nobody)
{
	int fds[STALLED];
	char text[200];

	for (int i = 0; i < STALLED; i++)
		fds[i] = begin_post(2, "", LIMIT, 8 * MIB + 65536);
	cr_expect(is_here(2));
	cr_expect(is_here(3));
	cr_expect_eq(post(2, "", 30000, text), 200, "%s", text);
	cr_expect_eq(post(3, "", 65536, text), 200, "%s", text);
	cr_expect_eq(post(2, "Authorization: 5\r\n", LIMIT, text), 200, "%s", text);
	for (int i = 0; i < STALLED; i++)
		close(fds[i]);
	await_none();
}

Test(bodies, an_account_has_a_share_and_others_theirs)
{
	int fds[STALLED];
	char text[200];

	config.limits.files_bytes = 256 * MIB; /* an account may have two bodies */
	again();
	for (int i = 0; i < STALLED; i++)
		fds[i] = begin_post(2, "Authorization: 4\r\n", LIMIT, LIMIT - 1);
	cr_expect_leq(stats_of().files_bytes, 32 * MIB);
	cr_expect_eq(post(2, "Authorization: 4\r\n", LIMIT, text), 503);
	cr_expect_eq(post(2, "Authorization: 4\r\n", 65536, text), 200, "%s", text);
	cr_expect_eq(post(2, "Authorization: 5\r\n", LIMIT, text), 200, "%s", text);
	cr_expect(is_here(2));
	for (int i = 0; i < STALLED; i++)
		close(fds[i]);
	await_none();
}

/* The share of an address is full of small bodies; an account that is logged in has its own share.
 */
Test(bodies, a_full_share_of_an_address_stops_no_account)
{
	int fds[STALLED];
	char text[200];

	config.limits.bodies_bytes = 4 * 65537 * 4;
	again();
	for (int i = 0; i < STALLED; i++)
		fds[i] = begin_post(2, "", 65536, 65535);
	for (int i = 0; i < 2000 && stats_of().bodies_bytes < 7 * 65537; i++)
		usleep(10000);
	cr_expect_eq(post(2, "", 60000, text), 401, "%s", text);
	cr_expect_eq(post(2, "Authorization: 6\r\n", 60000, text), 200, "%s", text);
	cr_expect_eq(post(3, "", 60000, text), 200, "%s", text);
	cr_expect(is_here(2));
	for (int i = 0; i < STALLED; i++)
		close(fds[i]);
	await_none();
}

/* A request without a body needs no memory for one. */
Test(bodies, a_request_without_a_body_needs_no_budget)
{
	config.limits.bodies_bytes = 1;
	again();
	cr_expect(is_here(0));
	AS_AUTO_FREE char *empty = case_ask(port, "POST /sum", "", "");
	cr_expect_str_eq(case_body(empty), "0 0 0");
}

/* ---- slow readers ---- */

static int ask_large(void)
{
	static const char text[] = "GET /large HTTP/1.1\r\nHost: x\r\n\r\n";
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), small = 4096;
	struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(port)};

	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	cr_assert_eq(connect(fd, (struct sockaddr *)&name, sizeof(name)), 0);
	case_send(fd, text, sizeof(text) - 1);
	return fd;
}

Test(bodies, a_slow_reader_of_a_large_answer_is_cut)
{
	char bytes[1000];
	ssize_t size = 1;
	size_t total = 0;

	config.limits.answer_ms = 1000;
	again();
	const int fd = ask_large();
	/* It reads a little all the time, so it is never idle. */
	while (size > 0) {
		size = recv(fd, bytes, sizeof(bytes), 0);
		total += size > 0 ? (size_t)size : 0;
		usleep(100000);
		cr_assert_lt(total, MIB / 8, "it is not cut");
	}
	cr_expect_eq(stats_of().slow_count, 1);
	close(fd);
}

Test(bodies, a_reader_at_the_least_rate_is_not_cut)
{
	static char bytes[MIB];
	size_t total = 0;

	config.limits.answer_ms = 1000;
	again();
	const int fd = ask_large();
	while (total < sizeof(large_answer)) {
		const ssize_t size = recv(fd, bytes, sizeof(bytes), MSG_WAITALL);
		cr_assert_gt(size, 0);
		total += (size_t)size;
		usleep(400000);
	}
	cr_expect_eq(stats_of().slow_count, 0);
	close(fd);
}
