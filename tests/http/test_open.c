/* SPDX-License-Identifier: MIT */
/* Opening a server with each configuration. */
#include "http_case.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

static void nothing(struct as_http_request *request, void *context)
{
	(void)context;
	as_http_answer(request, as_http_response_new(204, NULL));
}

/* Tries to open a server that must be refused. Returns the kind of the error. */
static enum as_error_kind refuse(const struct as_http_config *config, const char *text)
{
	struct as_error error = {0};
	struct as_http *http = as_http_open(config, &error);

	cr_assert_null(http);
	cr_expect_not_null(strstr(error.text, text), "%s", error.text);
	return error.kind;
}

Test(open, an_address_may_be_of_either_kind)
{
	static const char *const addresses[] = {"127.0.0.1", "0.0.0.0", "::1", "::", NULL};

	for (size_t i = 0; i < sizeof(addresses) / sizeof(*addresses); i++) {
		const struct as_http_config config = {.address = addresses[i]};
		struct as_http *http = case_open(&config);
		cr_expect_gt(as_http_port(http), 0);
		if (!addresses[i] || strcmp(addresses[i], "::1") != 0) {
			AS_AUTO_FREE char *answer = case_ask(as_http_port(http), "GET /", "", "");
			cr_expect_eq(case_status(answer), 404);
		}
		as_http_close(http, 0);
	}
}

Test(open, a_file_that_cannot_be_opened_is_reported)
{
	struct as_http_config config = {.address = "localhost"};
	cr_expect_eq(refuse(&config, "malformed address 'localhost'"), AS_ERROR_USAGE);
	config.address = "[::1]";
	cr_expect_eq(refuse(&config, "malformed address"), AS_ERROR_USAGE);
	config.address = "127.0.0.1";
	struct as_http *first = case_open(&config);
	config.port = as_http_port(first);
	cr_expect_eq(refuse(&config, "cannot listen on port"), AS_ERROR_MACHINE);
	as_http_close(first, 0);
	/* It can be opened again at once. */
	struct as_http *again = case_open(&config);
	as_http_close(again, 0);
	config = (struct as_http_config){.policy = "a\r\nb"};
	cr_expect_eq(refuse(&config, "policy"), AS_ERROR_USAGE);
	config = (struct as_http_config){.limits.connection_count = 1u << 30};
	cr_expect_eq(refuse(&config, "descriptors"), AS_ERROR_MACHINE);
}

Test(open, with_few_descriptors_there_are_fewer_streams)
{
	const struct rlimit few = {.rlim_cur = 500, .rlim_max = 1000};
	const struct as_http_config config = {.limits.connection_count = 100};
	struct as_http_stats stats;
	struct rlimit raised;

	cr_assert_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
	struct as_http *http = case_open(&config);
	as_http_stats(http, &stats);
	/* An eighth of the connections may have a body in a file, and at least 16. */
	cr_expect_eq(stats.stream_limit, 1000 - 100 - 16 - 256);
	cr_assert_eq(getrlimit(RLIMIT_NOFILE, &raised), 0);
	cr_expect_eq(raised.rlim_cur, 1000);
	as_http_close(http, 0);
}

Test(open, malformed_proxies_and_routes_are_reported)
{
	static const char *const proxies[] = {
		"10.0.0", "10.0.0.0/33", "::/129", "x", "", "10.0.0.0/", "[::1]"};
	static const struct as_http_route wrong[] = {{"GET", "x", nothing, NULL, 0, 0},
		{"HEAD", "/", nothing, NULL, 0, 0}, {"GET", "/a//b", nothing, NULL, 0, 0},
		{"GET", "/:", nothing, NULL, 0, 0}, {"GET", "/*a/b", nothing, NULL, 0, 0},
		{"get", "/", nothing, NULL, 0, 0}, {"GET", "/", NULL, NULL, 0, 0}};
	static const struct as_http_route twice[] = {
		{"GET", "/:a/b", nothing, NULL, 0, 0}, {"GET", "/:c/b", nothing, NULL, 0, 0}};

	for (size_t i = 0; i < sizeof(proxies) / sizeof(*proxies); i++) {
		const struct as_http_config config = {.proxies = &proxies[i], .proxy_count = 1};
		cr_expect_eq(refuse(&config, "malformed address of a proxy"), AS_ERROR_USAGE);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		const struct as_http_config config = {.routes = &wrong[i], .route_count = 1};
		cr_expect_eq(refuse(&config, "malformed route"), AS_ERROR_USAGE);
	}
	const struct as_http_config config = {.routes = twice, .route_count = 2};
	cr_expect_eq(refuse(&config, "is there twice"), AS_ERROR_USAGE);
}

Test(open, one_thread_is_enough)
{
	static const struct as_http_route routes[] = {{"GET", "/", nothing, NULL, 0, 0}};
	const struct as_http_config config = {
		.routes = routes, .route_count = 1, .thread_count = 1, .blocking_count = 1};
	struct as_http *http = case_open(&config);
	AS_AUTO_FREE char *answer = case_ask(as_http_port(http), "GET /", "", "");

	cr_expect_eq(case_status(answer), 204);
	as_http_close(http, 1000);
	as_http_close(NULL, 0);
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint waiting_count;

static void wait_at_gate(struct as_http_request *request, void *context)
{
	(void)context;
	atomic_fetch_add(&waiting_count, 1);
	pthread_mutex_lock(&gate);
	pthread_mutex_unlock(&gate);
	as_http_answer(request, as_http_response_new(204, NULL));
}

Test(open, a_request_that_finds_the_pool_full_is_refused)
{
	static const struct as_http_route routes[] = {
		{"GET", "/", wait_at_gate, NULL, 0, AS_HTTP_MAY_BLOCK}};
	const struct as_http_config config = {
		.routes = routes, .route_count = 1, .blocking_count = 1, .limits.queue_count = 1};
	static const char text[] = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
	struct as_http *http = case_open(&config);
	struct as_http_stats stats;
	int fds[2];

	pthread_mutex_lock(&gate);
	for (unsigned i = 0; i < 2; i++) {
		fds[i] = case_connect(as_http_port(http));
		case_send(fds[i], text, strlen(text));
		/* The first one is at the gate; the second one waits for the thread. */
		do {
			usleep(1000);
			as_http_stats(http, &stats);
		} while (waiting_count == 0 || stats.running_count < i + 1);
	}
	AS_AUTO_FREE char *third = NULL;
	do {
		/* The second one may not be in the queue yet. */
		free(third);
		third = NULL;
		const int fd = case_connect(as_http_port(http));
		struct timeval soon = {.tv_usec = 500000};
		char answer[13] = "";
		case_send(fd, text, strlen(text));
		setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof(soon));
		recv(fd, answer, 12, MSG_WAITALL);
		close(fd);
		third = strdup(answer);
	} while (case_status(third) != 503);
	pthread_mutex_unlock(&gate);
	for (int i = 0; i < 2; i++) {
		struct as_bytes got = case_read(fds[i], SIZE_MAX);
		cr_expect(case_status(got.data) == 204 || case_status(got.data) == 503);
		as_bytes_clear(&got);
		close(fds[i]);
	}
	as_http_close(http, 1000);
}

/* ---- turns in the pool ---- */

static char order[256];

static void note_at_gate(struct as_http_request *request, void *context)
{
	order[strlen(order)] = as_http_path(request)[1];
	wait_at_gate(request, context);
}

/* "Authorization: N" is an account; 0: the credentials are wrong. */
static uint64_t account_of(const struct as_http_request *request, void *context)
{
	const char *header = as_http_header(request, "Authorization");

	(void)context;
	return header && atoi(header) > 0 ? (uint64_t)atoi(header) : AS_HTTP_NOBODY;
}

static struct as_http *open_gate(unsigned queue_count)
{
	static const struct as_http_route routes[] = {
		{"GET", "/:name", note_at_gate, NULL, 0, AS_HTTP_MAY_BLOCK}};
	const struct as_http_config config = {.routes = routes,
		.route_count = 1,
		.blocking_count = 1,
		.callbacks.account = account_of,
		.limits.queue_count = queue_count};

	return case_open(&config);
}

struct asked {
	char name;
	unsigned last; /* byte of the address */
	int account;
	int fd;
};

/* Each request has another cookie. */
static void ask_at_gate(struct as_http *http, struct asked *asked)
{
	static unsigned junk;
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"GET /%c HTTP/1.1\r\nHost: x\r\nCookie: junk=%u\r\nAuthorization: %d\r\n"
		"Connection: close\r\n\r\n",
		asked->name, junk++, asked->account);

	asked->fd = case_connect_from(as_http_port(http), asked->last);
	case_send(asked->fd, text, strlen(text));
}

/* The first request holds the only thread until all others are in the queue, or refused. Returns
 * the number of refused ones, which all have the name 'a'. */
static unsigned run_queue(
	struct as_http *http, struct asked *asked, size_t count, unsigned refusals)
{
	struct as_http_stats stats = {0};
	unsigned refused = 0;

	pthread_mutex_lock(&gate);
	for (size_t i = 0; i < count; i++) {
		ask_at_gate(http, &asked[i]);
		while (i == 0 && !*order)
			usleep(1000);
	}
	while (stats.status_counts[5] < refusals || stats.running_count < count - refusals) {
		usleep(1000);
		as_http_stats(http, &stats);
	}
	usleep(500000); /* from the count of the last one to its place in the queue */
	pthread_mutex_unlock(&gate);
	for (size_t i = 0; i < count; i++) {
		struct as_bytes got = case_read(asked[i].fd, SIZE_MAX);
		const bool is_refused = case_status(got.data) == 503;
		cr_expect(
			is_refused ? asked[i].name == 'a' : case_status(got.data) == 204, "%zu", i);
		refused += is_refused;
		as_bytes_clear(&got);
		close(asked[i].fd);
	}
	as_http_close(http, 1000);
	cr_expect_eq(strlen(order), count - refused);
	return refused;
}

/* A client has 4 of the 8 places. The requests may reach the queue in any order: the other network
 * is at most second, the other account at most third. */
Test(open, clients_take_turns_in_the_pool)
{
	struct asked asked[] = {{'-', 1, 9, -1}, {'a', 2, 1, -1}, {'a', 2, 1, -1}, {'a', 2, 1, -1},
		{'a', 2, 1, -1}, {'a', 2, 1, -1}, {'b', 3, 1, -1}, {'c', 2, 2, -1}};

	cr_expect_eq(run_queue(open_gate(8), asked, sizeof(asked) / sizeof(*asked), 1), 1);
	cr_expect(memchr(order, 'b', 3) && memchr(order, 'c', 4), "%s", order);
}

/* Two accounts of their network have a turn each, and so has a client of another network. */
Test(open, invented_cookies_and_wrong_credentials_share_one_turn)
{
	enum { INVENTED = 200, COUNT = INVENTED + 4 };
	struct asked asked[COUNT] = {[0] = {'-', 1, 9, -1},
		[COUNT - 3] = {'b', 2, 1, -1},
		[COUNT - 2] = {'c', 2, 2, -1},
		[COUNT - 1] = {'d', 3, 0, -1}};

	for (size_t i = 1; i <= INVENTED; i++)
		asked[i] = (struct asked){'a', 2, 0, -1};
	cr_expect_eq(run_queue(open_gate(1000), asked, COUNT, 0), 0);
	cr_expect(memchr(order, 'b', 6) && memchr(order, 'c', 6) && memchr(order, 'd', 6), "%s",
		order);
}

static unsigned error_count, finished_count;
static int last_status;

static void on_error(struct as_http_request *request, int status, const char *message,
	struct as_http_response *response, void *context)
{
	(void)context;
	__atomic_add_fetch(&error_count, 1, __ATOMIC_SEQ_CST);
	json_t *value = json_pack(
		"{s:i,s:s,s:s}", "code", status, "message", message, "path", as_http_path(request));
	as_http_response_json(response, value);
	json_decref(value);
}

static void on_finished(const struct as_http_request *request, int status, uint64_t body_bytes,
	int64_t duration_ns, void *context)
{
	(void)context;
	cr_assert_not_null(as_http_peer(request));
	cr_assert_geq(duration_ns, 0);
	cr_assert_lt(body_bytes, 1000);
	last_status = status;
	__atomic_add_fetch(&finished_count, 1, __ATOMIC_SEQ_CST);
}

static void allow(
	const struct as_http_request *request, struct as_http_response *response, void *context)
{
	static atomic_bool was_wrong;

	(void)context;
	if (strncmp(as_http_path(request), "/api/", 5) == 0)
		as_http_response_header(response, "Access-Control-Allow-Origin", "*");
	if (strcmp(as_http_path(request), "/api/wrong") == 0 && !atomic_exchange(&was_wrong, true))
		as_http_response_header(response, "X-Wrong", "a\nb");
}

static void stream(struct as_http_request *request, void *context)
{
	const struct as_http_stream_config config = {0};

	(void)context;
	as_http_stream_close(as_http_stream_open(
		request, as_http_response_new(200, "application/x-ndjson"), &config));
}

Test(open, every_answer_can_have_headers_of_the_caller)
{
	static const struct as_http_route routes[] = {{"GET", "/api/a", nothing, NULL, 0, 0},
		{"GET", "/page", nothing, NULL, 0, 0}, {"GET", "/api/s", stream, NULL, 0, 0},
		{"GET", "/api/wrong", nothing, NULL, 0, 0}};
	static const struct {
		const char *line;
		int status;
		bool is_allowed;
	} rows[] = {{"GET /api/a", 204, true}, {"OPTIONS /api/a", 204, true},
		{"GET /api/b", 404, true}, {"GET /page", 204, false}, {"GET /api/s", 200, true},
		{"GET /api/wrong", 500, true}};
	const struct as_http_config config = {
		.routes = routes, .route_count = 4, .callbacks.headers = allow};
	struct as_http *http = case_open(&config);

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *answer = case_ask(as_http_port(http), rows[i].line, "", "");
		cr_expect_eq(case_status(answer), rows[i].status, "%s", answer);
		cr_expect_eq(case_has(answer, "Access-Control-Allow-Origin: *"), rows[i].is_allowed,
			"%s: %s", rows[i].line, answer);
	}
	as_http_close(http, 1000);
}

Test(open, errors_and_ends_are_called_back)
{
	const struct as_http_config config = {
		.callbacks = {.error = on_error, .finished = on_finished}};
	struct as_http *http = case_open(&config);
	AS_AUTO_FREE char *answer = case_ask(as_http_port(http), "GET /a/b?c", "", "");

	cr_expect_eq(case_status(answer), 404);
	cr_expect_str_eq(case_body(answer),
		"{\"code\":404,\"message\":\"There is nothing here.\",\"path\":\"/a/b\"}");
	cr_expect(case_has(answer, "Content-Type: application/json"));
	as_http_close(http, 10000);
	cr_expect_eq(error_count, 1);
	cr_expect_eq(finished_count, 1);
	cr_expect_eq(last_status, 404);
}
